/* term.h - a game at a full-screen table: what `play` and `resume` show on a terminal. term.lua draws
 * it and reads keys; arrange.lua places the cards. It tells a player the same as the prompt. */
#ifndef CANTRIP_TOOLS_TERM_TERM_H
#define CANTRIP_TOOLS_TERM_TERM_H

#include "think.h"
#include "tools/screen/board.h"

#include <lauxlib.h>

/* The screen, for scripts. */
extern const luaL_Reg term_functions[];
/* Takes the terminal if there is a suitable one: then board.screen is set. */
void term_open(struct board *b);
/* Gives it back. */
void term_close(struct board *b);
/* Did a signal ask to stop? */
bool term_stopped(void);
/* A bot's choice, as player_choose; at the full screen THINK_STOPPED, and `again`, as think_choose. */
int term_think(const struct board *b, struct player *p, int seat, int n,
               void (*again)(void *ctx), void *ctx);
/* Does so while the observer is shown the table. */
int term_choose(struct board *b, struct player *p, int observer, int seat, int n);

#endif
