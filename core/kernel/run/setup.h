/* setup.h - putting a game into a stated position: for scenarios and tests.
 *
 * Start from a state fresh from k_start. Take cards out (k_setup_aside), put them where they
 * are wanted (k_setup_put), set counters in the block, then say where the game stands
 * (k_setup_at or k_setup_over) and last what everybody knows (k_setup_known). Nothing is told.
 */
#ifndef CANTRIP_KERNEL_SETUP_H
#define CANTRIP_KERNEL_SETUP_H

#include "kernel/kernel.h"

/* Takes card c out of the game; it stays an instance of its definition. */
void k_setup_aside(struct kengine *e, struct kstate *s, unsigned c);
/* Puts card c last into slot. owner: on a table zone, NO_SEAT = nobody. */
void k_setup_put(struct kengine *e, struct kstate *s, unsigned c, unsigned slot, unsigned face,
                 unsigned owner);
/* Stores the value of a counter of the game, of a seat or of a card. */
void k_setup_counter(struct kengine *e, struct kstate *s, unsigned counter, unsigned whose,
                     int32_t value);
/* Where the stretch of the program that contains pc begins; and the first OP_CALL that leads to a stretch, -1:
 * nothing calls it, or it is `phases`. */
int32_t k_setup_stretch(const struct kdef *d, int32_t pc);
int32_t k_setup_caller(const struct kdef *d, int32_t stretch);
/* The game goes on with the phase whose OP_PHASE stands at pc (d->start_pc: from the beginning). number[name]: the
 * round of a phase around it, 0: the first; for the phase itself, 0: it begins normally. 0, or -1: a phase has
 * fewer rounds (e->err). */
int k_setup_at(struct kengine *e, struct kstate *s, int32_t pc, const int32_t *number);
/* All phases are done. */
void k_setup_over(struct kengine *e, struct kstate *s);
/* Installs the watchers that the effects of card c would install, as effects of `seat`. How many, or -1. */
int k_setup_watch(struct kengine *e, struct kstate *s, unsigned c, unsigned seat);
/* Everybody knows what he sees now; of the hidden cards of one deck he knows which they are, not which is which. */
int k_setup_known(struct kengine *e, struct kstate *s);
/* Observer o knows the cards of a slot, too (after k_setup_known). */
void k_setup_seen(struct kengine *e, struct kstate *s, int o, unsigned slot);

#endif
