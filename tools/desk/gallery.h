/* gallery.h - all cards of a game as JSON: names and texts in every language, and where they are
 * written. */
#ifndef CANTRIP_TOOLS_DESK_GALLERY_H
#define CANTRIP_TOOLS_DESK_GALLERY_H

#include "tools/serve/game.h"

#include <jansson.h>

/* [{id, file, line, says: {LANG: as about_card}}] */
json_t *gallery_json(const struct game *rules);

#endif
