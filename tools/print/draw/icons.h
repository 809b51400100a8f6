/* icons.h - icons before the words of a text. A sign is written; a picture, or a letter on a disc,
 * is drawn over a gap in the text. */
#ifndef CANTRIP_TOOLS_PRINT_DRAW_ICONS_H
#define CANTRIP_TOOLS_PRINT_DRAW_ICONS_H

#include "picture.h"
#include "tools/print/print.h"

#include <glib.h>

/* What is drawn over the gap at byte `at` of a text: a picture, or else a letter. */
struct inset {
    size_t at;
    const struct picture *art;
    const char *letter;
};
struct icons;
/* Those of job->edition. Pictures are tried, so call it before there are threads. Those that
 * cannot be drawn are told and counted in done->unpainted; their words have no icon. */
struct icons *icons_open(const struct print_job *job, struct print_done *done);
void icons_free(struct icons *c);
/* The first word with an icon that begins at byte *end or later. Sets its ends and returns its
 * number; -1: none. */
int icons_next(const struct icons *c, const char *text, int *from, int *end);
/* Adds icon number i to the text, and what is drawn there to `insets` (of struct inset). */
void icons_put(const struct icons *c, int i, GString *to, GArray *insets);

#endif
