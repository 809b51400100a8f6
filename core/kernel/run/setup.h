/* setup.h - puts a game into a given position, for scenarios and tests.
 *
 * Start from a state fresh from k_start. Take cards out (k_setup_aside), put them where they belong
 * (k_setup_put), set counters in the block. Then say where the game stands (k_setup_at or
 * k_setup_over), and last what everyone knows (k_setup_known). Nothing is told. */
#ifndef CANTRIP_KERNEL_SETUP_H
#define CANTRIP_KERNEL_SETUP_H

#include "kernel/kernel.h"

/* Takes card c out of the game; it stays an instance of its definition. */
void k_setup_aside(struct kengine *e, struct kstate *s, unsigned c);
/* Puts card c last into slot. owner: of a card on the table; NO_SEAT: nobody. */
void k_setup_put(struct kengine *e, struct kstate *s, unsigned c, unsigned slot, unsigned face,
                 unsigned owner);
/* Sets a counter of the game, a seat or a card. */
void k_setup_counter(struct kengine *e, struct kstate *s, unsigned counter, unsigned whose,
                     int32_t value);
/* Where the stretch of the program with pc begins; the first OP_CALL of a stretch (-1: nothing
 * calls it, or it is `phases`). */
int32_t k_setup_stretch(const struct kdef *d, int32_t pc);
int32_t k_setup_caller(const struct kdef *d, int32_t stretch);
/* The game goes on with the phase whose OP_PHASE is at pc (d->start_pc: from the start).
 * number[name]: the round of a phase around it (0: the first) or of the phase itself (0: it begins
 * as usual). 0; -1: a phase has fewer rounds (e->err) */
int k_setup_at(struct kengine *e, struct kstate *s, int32_t pc, const int32_t *number);
/* All phases are done. */
void k_setup_over(struct kengine *e, struct kstate *s);
/* Installs the watchers that card c's effects would install for `seat`. How many; -1 */
int k_setup_watch(struct kengine *e, struct kstate *s, unsigned c, unsigned seat);
/* Everyone knows what they see now. Of a deck's hidden cards they know which there are, not which
 * is which. */
int k_setup_known(struct kengine *e, struct kstate *s);
/* Observer o also knows the cards of a slot. Call it after k_setup_known. */
void k_setup_seen(struct kengine *e, struct kstate *s, int o, unsigned slot);

#endif
