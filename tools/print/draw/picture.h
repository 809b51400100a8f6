/* picture.h - pictures of cards: PNG and JPEG by gdk-pixbuf, SVG by librsvg. They come from strangers: too many pixels are no
 * picture, and an SVG reads nothing but itself. */
#ifndef CANTRIP_TOOLS_PRINT_DRAW_PICTURE_H
#define CANTRIP_TOOLS_PRINT_DRAW_PICTURE_H

#include <cairo.h>
#include <librsvg/rsvg.h>
#include <stdbool.h>
#include <stddef.h>

struct picture;
/* Can the bytes of a file be drawn, within limits of time and memory? To be asked of all before the first is drawn, and
 * before there are threads: an SVG is tried in a process that is forked. */
bool picture_good(const char *bytes, size_t n);
/* A picture from the bytes of a file, which outlive it. NULL: it is none of these, or too large. */
struct picture *picture_open(const char *bytes, size_t n);
void picture_free(struct picture *p);
/* Draws it so that it covers a box, its middle in the middle. False: it cannot be drawn. */
bool picture_draw(const struct picture *p, cairo_t *cr, double x, double y, double width,
                  double height);

/* Adds a style sheet (CSS) to an SVG. What an earlier one said stays unless this one says it
 * anew. */
void picture_style(const struct picture *p, const char *css);
/* The box of an SVG's element with the id `id` and `more`, if it is drawn so large. False: none. */
bool picture_part(const struct picture *p, const char *id, const char *more, double width,
                  double height, RsvgRectangle *box);

#endif
