/* think.h - a program's answer at a table, worked out while the table is free for others. */
#ifndef CANTRIP_TOOLS_SERVE_THINK_H
#define CANTRIP_TOOLS_SERVE_THINK_H

#include "gametable.h"

/* Lets the next program that is asked answer, if there is one; `wake` tells who looks that it thinks. The table is
 * locked, but not while the program thinks. The game is kept when nobody but persons is asked any more. */
void think_once(struct gametable *t, void (*wake)(struct gametable *t));

/* Answers the hint that waits, likewise. */
void think_hint(struct gametable *t);

#endif
