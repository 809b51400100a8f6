/* facts.h - what the scripts of a board may ask of its game. */
#ifndef CANTRIP_TOOLS_SCREEN_FACTS_H
#define CANTRIP_TOOLS_SCREEN_FACTS_H

#include "board.h"

#include <lauxlib.h>

/* Functions for the scripts; the board is in the extra space of the Lua state. */
extern const luaL_Reg facts[];
struct board *facts_board(lua_State *L);
/* Sets what stays as it is all game long in the table on top of the stack. */
void facts_set(lua_State *L, const struct board *b);

#endif
