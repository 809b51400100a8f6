/* gamedata.h - a game for scripts of the program (script.h). */
#ifndef CANTRIP_TOOLS_GAMEDATA_H
#define CANTRIP_TOOLS_GAMEDATA_H

#include "cantrip.h"

#include <lua.h>

/* Pushes what a language says of a game: {id =, title =, folder =, line =, kind =, from =, to =,
 * copies =, different =, minutes =, weight =, options =, cards =, languages =, kinds =}; the last
 * of its choices. A card is {id =, name =}. */
void gamedata_push(lua_State *L, const ct_definition *def, const char *lang);

#endif
