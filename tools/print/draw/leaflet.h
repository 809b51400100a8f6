/* leaflet.h - rules for players on panels as large as a card, so that they fit into its box. */
#ifndef CANTRIP_TOOLS_PRINT_DRAW_LEAFLET_H
#define CANTRIP_TOOLS_PRINT_DRAW_LEAFLET_H

#include "ink.h"

struct leaflet;
/* `text`: what markdown_print writes with colour and no wrapping. */
struct leaflet *leaflet_open(struct pen *pen, const char *text);
void leaflet_free(struct leaflet *l);
int leaflet_panels(const struct leaflet *l);
/* Draws a panel, whose corner is the origin. Nothing if there are fewer. */
void leaflet_draw(const struct leaflet *l, struct pen *pen, int panel);

#endif
