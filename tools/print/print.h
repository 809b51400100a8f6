/* print.h - cards on paper, by cairo, Pango and librsvg.
 *
 * Whoever prints nothing shall not wait for some forty libraries to be loaded: what draws is a
 * module (print.so, of draw/), which is loaded by who prints. Without the libraries it is built,
 * too, and has nothing in it.
 *
 * The same cards, font and layout give the same bytes: nothing of the day, the machine or the
 * language of its user goes into a page but what SOURCE_DATE_EPOCH says.
 */
#ifndef CANTRIP_TOOLS_PRINT_PRINT_H
#define CANTRIP_TOOLS_PRINT_PRINT_H

#include "edition.h"

/* Layouts: id, name, page in points, columns and rows of cards. Cards on a sheet touch each other,
 * so that one cut parts two; single has a page for each card, with 1/8 inch of bleed around it, as
 * printers of cards want it (at 300 dots an inch 825 by 1125). */
#define LAYOUTS(X)                                                                             \
    X(A4, "poker-a4", 595.276, 841.89, 3, 3)                                                   \
    X(LETTER, "poker-letter", 612, 792, 3, 3)                                                  \
    X(SINGLE, "single", 198, 270, 1, 1)
enum layout {
#define X(id, ...) LAYOUT_##id,
    LAYOUTS(X)
#undef X
        NLAYOUTS
};
enum print_format { PRINT_PDF, PRINT_PNG, PRINT_SVG };

struct print_job {
    const struct edition *edition;
    const int *copies; /* how many of each card, by its number */
    enum layout layout;
    enum print_format format;
    bool backs;
    const char *font;  /* or NULL: DejaVu */
    const char *out;   /* a file, or a folder of pages */
    const char *colon; /* what stands behind a label in this language */
    const char *command;
};
struct print_done {
    int cards, pages;
    double least;  /* the smallest letters on a face, in points, … */
    int smallest;  /* … of this card; -1: none */
    int missing;   /* a card with a letter that is in no font here; -1: none */
    int unpainted; /* pictures that could not be drawn */
};

/* Prints. False after a message. */
typedef bool (*print_fn)(const struct print_job *job, struct print_done *done);
/* What prints, of the module. NULL after a message of `command` that says what to install. */
print_fn print_load(const char *command);

/* The module's one function. */
__attribute__((visibility("default"))) bool print_cards(const struct print_job *job,
                                                        struct print_done *done);

#endif
