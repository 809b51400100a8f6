/* ink.h - colours of printed cards, and texts that are made to fit.
 *
 * Lengths are points, 1/72 inch. Glyphs are laid out without hints and rounding, so that a card is the same on
 * paper, on a screen and at any size.
 */
#ifndef CANTRIP_TOOLS_PRINT_DRAW_INK_H
#define CANTRIP_TOOLS_PRINT_DRAW_INK_H

#include "icons.h"

#include <pango/pangocairo.h>
#include <stdbool.h>

struct ink {
    double r, g, b;
};
extern const struct ink ink_black, ink_white, ink_grey;
/* The colour of a trait's word (-1: of none): dark enough for white letters on it. */
struct ink ink_of(int word);
/* So much of a, the rest white. */
struct ink ink_tint(struct ink a, double share);
void ink_set(cairo_t *cr, struct ink a);

/* The fonts that are written with, and the cairo context of the page under way. */
struct pen {
    cairo_t *cr;
    PangoContext *context;
    const char *text, *title; /* families */
    const char *
        signs; /* of the game's counters, which are coloured in the order in which they stand here */
    struct icons *icons;
    double least; /* the smallest letters so far that somebody is to read, in points */
    bool missing; /* some letter is in no font here */
};

/* A text in a box: as large as it fits between two sizes, and if need be smaller than the smaller one. */
struct fitted {
    const char *text;
    PangoAttrList *marks; /* or NULL; it is taken */
    double width, height, most, least;
    bool title, bold, centred, middle; /* its font; across, and down in the box */
    bool plain;                        /* signs have no colours of their own */
    bool line;                         /* on one line */
    double hang; /* lines after a paragraph's first begin so many letters in */
    struct ink colour;
    const GArray *insets; /* icons in its gaps, or NULL */
};
/* Its layout at the size that fits; *height: how high it stands. To be unreferenced. */
PangoLayout *ink_fit(struct pen *pen, const struct fitted *f, double *height);
/* Writes it with the box's corner at x, y; returns its height. */
double ink_write(struct pen *pen, const struct fitted *f, double x, double y);

#endif
