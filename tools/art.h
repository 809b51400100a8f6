/* art.h - pictures of cards: files of the game's folder that a card names with `art:`; their colour. */
#ifndef CANTRIP_TOOLS_ART_H
#define CANTRIP_TOOLS_ART_H

#include "cantrip.h"

/* The number of the first word of a card in the trait that colours cards (ct_get_drawing); -1: none. */
int art_colour(const ct_definition *def, int card);
/* The file that a card names (free()). NULL: none, or a kind that is not shown. */
char *art_file(const ct_definition *def, int card);
/* Its media type: image/png, image/jpeg or image/svg+xml. NULL: none of these. */
const char *art_type(const char *file);
/* The *n bytes of a file below the folder (free()). NULL: no such file, a link or `..` leads out,
 * or it is larger than ART_MOST. */
enum { ART_MOST = 4 << 20 };
char *art_bytes(const char *folder, const char *file, size_t *n);

#endif
