/* face.h - the content of a card's face, without positions: texts, numbers, colour and picture.
 *
 * All of it comes from the definition. A ruleset's `layout` names the traits for the corners and
 * the colour; the rest goes where it fits. Two faces are equal if all their parts are.
 */
#ifndef CANTRIP_TOOLS_PRINT_FACE_H
#define CANTRIP_TOOLS_PRINT_FACE_H

#include "cantrip.h"

#include <stdio.h>

/* A value with the name of its trait. `number`: it is only a number. */
struct face_value {
    char *name, *text;
    bool number;
};
/* A paragraph: its label (NULL: none), and its sentences. */
struct face_section {
    char *label;
    char **entry;
    int n;
};
enum { FACE_CORNERS = 4, FACE_NUMBERS = 3 };
struct face {
    const char *id; /* of the definition */
    char *name;
    char *kind; /* its kind in words: "Shadow · basic"; "" if none */
    struct face_value
        corner[FACE_CORNERS]; /* above left and right, below left and right; text NULL: empty */
    struct face_value number[FACE_NUMBERS]; /* at the foot, where no corners are said */
    int nnumbers;
    struct face_section *section;
    int nsections;
    int colour;          /* number of the word that gives its colour, -1: none */
    const char *picture; /* the bytes of its picture, owned by the edition; NULL: none */
    size_t npicture;
    bool picture_over;  /* it is there, and one too many */
    char *picture_file; /* … the named file, existing or not; NULL: none */
};

/* All but the picture's bytes. */
void face_read(struct face *f, const ct_definition *def, int card, const char *lang);
void face_free(struct face *f);
bool face_same(const struct face *a, const struct face *b);

/* Signs for counters of this game ("♥") in a row; free(). */
char *face_signs(const ct_definition *def, ct_engine *engine);

#endif
