/* canvas.h - the pages of a print: of one PDF, or each a PNG or SVG in a folder. */
#ifndef CANTRIP_TOOLS_PRINT_DRAW_CANVAS_H
#define CANTRIP_TOOLS_PRINT_DRAW_CANVAS_H

#include "tools/print/print.h"

#include <cairo.h>

struct canvas;
/* For pages of so many points; `dots`: an inch, of a PNG. NULL after a message. */
struct canvas *canvas_open(const struct print_job *job, double width, double height,
                           double dots);
/* A new page: its context, which is white. `name`: of its file, without the ending. */
cairo_t *canvas_page(struct canvas *c, const char *name);
/* It is done; `says`: what is on it. False after a message. */
bool canvas_page_done(struct canvas *c, const char *says);
/* Writes what is to be written, if it is wanted, and frees it. False after a message. */
bool canvas_close(struct canvas *c, bool wanted);

#endif
