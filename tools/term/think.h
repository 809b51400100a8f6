/* think.h - lets a bot choose at the full-screen table, while a player may stop the game. */
#ifndef CANTRIP_TOOLS_TERM_THINK_H
#define CANTRIP_TOOLS_TERM_THINK_H

#include "tools/bots.h"

enum { THINK_STOPPED = -100 };

/* As player_choose; THINK_STOPPED where a signal asks to stop meanwhile: the player is as they
 * were, and their thread goes on beside us, so that the process is then to be ended by think_end.
 * `again`, if not NULL, is called when the window has another size. */
int think_choose(struct player *p, const ct_definition *def, const ct_state *game, int seat,
                 int n, void (*again)(void *ctx), void *ctx);
/* Ends the process with this status if a thread is still running. */
void think_end(int status);

#endif
