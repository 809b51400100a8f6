/* art.h - pictures of cards: files of the game's folder that a card names with `art:`, or a word
 * with `icon:`. */
#ifndef CANTRIP_TOOLS_SERVE_ART_H
#define CANTRIP_TOOLS_SERVE_ART_H

#include "house.h"

/* The address of a card's picture (free()). NULL: the card names no PNG, JPEG or SVG file. */
char *art_address(const struct game *game, int card);
/* The icon of a name (ct_get_icon): a letter or sign, or the address of its file (free()). NULL:
 * none. */
char *art_icon(const struct game *game, int name);
/* Reads the picture at an address: its bytes (free()), *n of them, and their media type. NULL:
 * no such file, too large, or outside the game's folder (links and `..` lead nowhere). */
char *art_read(struct house *h, const char *path, size_t *n, const char **type);

#endif
