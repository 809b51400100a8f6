/* face.h - what stands on a card's face, without a place: texts, numbers, colour and picture.
 *
 * All of it comes of the definition: a ruleset's `layout` says which traits stand in corners and
 * which gives the colour; the rest goes where it fits. Two faces are the same if all of this is.
 */
#ifndef CANTRIP_TOOLS_PRINT_FACE_H
#define CANTRIP_TOOLS_PRINT_FACE_H

#include "cantrip.h"

#include <stdio.h>

/* A value with the name of its trait. `number`: it is one, and nothing else. */
struct face_value {
    char *name, *text;
    bool number;
};
/* A paragraph: what it is called (NULL: nothing), and one sentence or several. */
struct face_section {
    char *label;
    char **entry;
    int n;
};
enum { FACE_CORNERS = 4, FACE_NUMBERS = 3 };
struct face {
    const char *id; /* of the definition */
    char *name;
    char *kind; /* what it is, in words: "Shadow · basic"; "" if nothing */
    struct face_value
        corner[FACE_CORNERS]; /* above left and right, below left and right; text NULL: empty */
    struct face_value number[FACE_NUMBERS]; /* at the foot, where no corners are said */
    int nnumbers;
    struct face_section *section;
    int nsections;
    int colour;          /* number of the word that colours it, -1: none */
    const char *picture; /* the bytes of its picture, the edition's; NULL: none */
    size_t npicture;
    bool picture_over;  /* it is there, and one too many */
    char *picture_file; /* … that it names, there or not; NULL: it names none */
};

/* All but the picture's bytes. */
void face_read(struct face *f, const ct_definition *def, int card, const char *lang);
void face_free(struct face *f);
bool face_same(const struct face *a, const struct face *b);

/* Signs that stand for counters of this game ("♥"), one after the other; free(). */
char *face_signs(const ct_definition *def, ct_engine *engine);

#endif
