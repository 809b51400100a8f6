/* art.h - pictures of cards: files of the game's folder that a card names with `art:`. */
#ifndef CANTRIP_TOOLS_SERVE_ART_H
#define CANTRIP_TOOLS_SERVE_ART_H

#include "house.h"

/* The address of a card's picture (free()), NULL: it names none of a kind that is shown (PNG, JPEG, SVG). */
char *art_address(const struct game *game, int card);
/* The picture at such an address: its bytes (free()), *n of them, and their media type. NULL: there is none, it is no file inside of
 * the game's folder (links and `..` lead nowhere), or too large. */
char *art_read(struct house *h, const char *path, size_t *n, const char **type);

#endif
