/* gallery.h - all cards of a game as JSON: what each is called and says in every language, and where it is written. */
#ifndef CANTRIP_TOOLS_DESK_GALLERY_H
#define CANTRIP_TOOLS_DESK_GALLERY_H

#include "tools/serve/game.h"

#include <jansson.h>

/* [{id, file, line, says: {LANG: as about_card}}] */
json_t *gallery_json(const struct game *rules);

#endif
