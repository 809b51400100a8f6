/* print.h - cards on paper, by cairo, Pango and librsvg.
 *
 * These load some forty libraries. So the drawing code is a module (print.so, from draw/), which
 * only printing commands load. Without the libraries it is built empty.
 *
 * The same cards, font and layout give the same bytes. No page depends on the date, the machine
 * or the user's language; only SOURCE_DATE_EPOCH sets a date.
 */
#ifndef CANTRIP_TOOLS_PRINT_PRINT_H
#define CANTRIP_TOOLS_PRINT_PRINT_H

#include "edition.h"
#include "pages.h"

/* Layouts: id, name, page in points, columns and rows of cards, dots an inch of a PNG. Cards on a
 * sheet touch, so one cut separates two. `single` has a page for each card with 1/8 inch of bleed,
 * as card printers need it (825 by 1125 dots). The last two have no margin, for screens: what is
 * behind a card is at the same place, and a sheet has less than 4096 dots. */
enum { SHEET_COLUMNS = 10, SHEET_ROWS = 7 };
#define LAYOUTS(X)                                                                             \
    X(A4, "poker-a4", 595.276, 841.89, 3, 3, 300)                                              \
    X(LETTER, "poker-letter", 612, 792, 3, 3, 300)                                             \
    X(SINGLE, "single", 198, 270, 1, 1, 300)                                                   \
    X(SHEET, "sheet", 1800, 1764, SHEET_COLUMNS, SHEET_ROWS, 162)                              \
    X(CARD, "card", 180, 252, 1, 1, 300)
enum layout {
#define X(id, ...) LAYOUT_##id,
    LAYOUTS(X)
#undef X
        NLAYOUTS
};
/* Parts of a face: id, the id of its box in a template. */
#define FACE_PARTS(X)                                                                          \
    X(PICTURE, "picture")                                                                      \
    X(NAME, "name")                                                                            \
    X(CORNER1, "corner1")                                                                      \
    X(CORNER2, "corner2")                                                                      \
    X(CORNER3, "corner3")                                                                      \
    X(CORNER4, "corner4")                                                                      \
    X(KIND, "kind")                                                                            \
    X(TEXT, "text")                                                                            \
    X(GAME, "game")
enum face_part {
#define X(id, name) PART_##id,
    FACE_PARTS(X)
#undef X
        NPARTS
};
enum print_format { PRINT_PDF, PRINT_PNG, PRINT_SVG };

struct print_job {
    const struct edition *edition;
    const int *copies; /* how many of each card, by its number */
    enum layout layout;
    enum print_format format;
    bool backs;
    const char *rules; /* in place of the cards: what markdown_print writes; or NULL */
    const char *font;  /* or NULL: DejaVu */
    const char *out;   /* a file, or a folder of pages */
    struct pages *
        pages; /* pages are added there, in a folder of their own, and `out` is not made; or NULL */
    const char *folder; /* ends with a slash, or is empty */
    const char *colon;  /* the text after a label in this language */
    const char *command;
};
struct print_done {
    int cards, pages;
    double least;   /* the smallest letters on a face, in points, … */
    int smallest;   /* … of this card; -1: none */
    int missing;    /* a card with a letter that no font here has; -1: none */
    int unpainted;  /* pictures that could not be drawn */
    unsigned lacks; /* parts of cards without a place in the template, as a mask */
};

/* Prints. False after a message. */
typedef bool (*print_fn)(const struct print_job *job, struct print_done *done);
/* The module's printer. NULL after a message of `command` that says what to install. */
print_fn print_load(const char *command);
/* Says what the print lacks. EXIT_OK or EXIT_FINDING. */
int print_lacks(const struct print_job *job, const struct print_done *done);

/* The module's one function. */
__attribute__((visibility("default"))) bool print_cards(const struct print_job *job,
                                                        struct print_done *done);

#endif
