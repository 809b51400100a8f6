/* know.h - what each observer knows, and what is told. */
#ifndef CANTRIP_KERNEL_KNOW_H
#define CANTRIP_KERNEL_KNOW_H

#include "kernel/ask/ask.h"

/* Adds the move of c to the digests, as its event would. how: what that says beside the places. */
void digest_move(struct kengine *e, unsigned c, unsigned from, unsigned place, int how,
                 uint32_t seen);

/* Are the cards in one class already? */
static inline bool one_class(const uint16_t *cls, const uint16_t *cards, int n)
{
    int i = 1;

    while (i < n && cls[cards[i]] == cls[cards[0]])
        i++;
    return i >= n;
}

/* know.c */
uint32_t know_seen_by(struct kengine *e, struct kstate *s,
                      unsigned c); /* observers that see c, a bit each */
void know_alone(struct kengine *e, int o, unsigned c);
void know_moved(struct kengine *e, unsigned c, unsigned from, unsigned count_before,
                uint32_t seen_before, uint32_t seen_after);
void know_set_seen(struct kengine *e, int o, const uint16_t *cards, int n);
/* Writes the cards of a slot that o does not see and that are not in `but` to out (may begin behind
 * `but`). How many. */
int know_unseen(struct kengine *e, int o, unsigned slot, const uint16_t *but, int nbut,
                uint16_t *out);
void know_join(struct kengine *e, int o, const uint16_t *cards, int n);
void know_turned(struct kengine *e, unsigned c, uint32_t seen_before, uint32_t seen_after);
void know_shuffled(struct kengine *e, unsigned slot);
void know_setup(struct kengine *e);

/* like.c: sorts n cards of one definition, which o sees in one set, from card_order by all else
 * that differs. nth: numbers from 1, equal if o cannot tell them apart; 0: all are alike. */
void number_likes(struct kengine *e, int o, uint16_t *card, int n, uint16_t *nth);

/* deal.c: changes the deal `to` (c becomes to[c], within o's classes) until it fits all o knows. */
void deal_by_facts(struct kengine *e, struct kstate *s, int o, struct krng *rng, uint16_t *to);

/* facts.c */
/* The cards cannot be told apart any more: each may be what any of them may be. */
void facts_unite(struct kengine *e, int o, const uint16_t *cards, int n);
/* Writes the cards that may be one of `may` to out (which may be `cards`). How many. */
int facts_able(struct kengine *e, int o, const uint16_t *cards, int n, const uint64_t *may,
               uint16_t *out);
/* Everyone hears that each card is one of the definitions `may`. It must be true. */
void facts_hear(struct kengine *e, const uint16_t *cards, int n, const uint64_t *may);
/* In a game with facts everyone hears that at least one of the cards is one of `may`. It must be
 * true. */
void facts_hear_some(struct kengine *e, const uint16_t *cards, int n, const uint64_t *may);
/* out[c]: the definition that o may conclude c has, from classes and facts; or REF_NONE. */
void facts_known(struct kstate *s, int o, uint16_t *out);

/* The observers, a bit each, who know card c without seeing it. seen: those who see it. */
uint32_t facts_who_knows(struct kengine *e, unsigned c, uint32_t seen);

/* prove.c: everyone hears the seat's answer to the open `choose`. Proofs become facts. */
void prove_answer(struct kengine *e, const struct kframe *f, int seat, const struct kchoice *c);

/* owed.c: for an engine that has `owed` */
enum owed_by { OWED_VALUE, OWED_SEATS, OWED_CARDS };
/* Notes the cards that the step at src looks at to set a counter. */
void owed_for(struct kengine *e, enum owed_by how, ref what, const struct kctx *x,
              uint32_t src);
/* Does the loop at `op` change a counter or say something before anybody is asked in it? */
bool owed_in_loop(struct kengine *e, const struct kop *op);
/* As owed_for, for parameters with which an effect or call changes counters or says something. */
void owed_by_given(struct kengine *e, const struct keffect *f, const struct kctx *x);
/* Person o comes to know c, or hears about it. */
void owed_known(struct kengine *e, int o, unsigned c);
/* Before a question. -1: error, as somebody is still owed a card; else 0 */
int owed_settle(struct kengine *e);

/* rename.c: instances get new numbers. Card c (below n) becomes to[c]. Or, with `order`, nothing
 * changes: order[c] becomes the number of the first place that names c. */
struct renaming {
    const struct kdef *d;
    const uint16_t *to;
    unsigned n;
    uint32_t *order, at;
};
static inline unsigned renamed(struct renaming *r, unsigned c)
{
    if (!r->order)
        return c < r->n ? r->to[c] : c;
    if (c < r->n && r->order[c] == UINT32_MAX)
        r->order[c] = r->at;
    r->at++;
    return c;
}
static inline void rename_card(struct renaming *r, uint16_t *c)
{
    *c = (uint16_t)renamed(r, *c);
}
void rename_frame(struct renaming *r, struct kframe *f);
void rename_queued(struct renaming *r, struct kqueued *q);
void rename_mask(struct renaming *r, struct kmasked *m);
void rename_pick(struct renaming *r, struct kchoice *c);
/* All that names cards, except counters of cards and an open hook. */
void rename_names(struct renaming *r, const struct kplan *plan, struct kstate *s);
/* Makes dst, a copy of s, the same game for o with instance to[c] in place of c. False: that is
 * impossible, and nothing has changed. */
bool know_rename(struct kengine *e, struct kstate *dst, struct kstate *s, int o,
                 const uint16_t *to);
/* The first n cards of s lie under new numbers, to[c]. What names them now uses these. */
void know_renumber(struct kengine *e, struct kstate *s, unsigned n, const uint16_t *to);
/* Can signs of answers be made again? Only if how cards lie in s still gives the old ones. */
bool know_signs_stand(struct kengine *e, struct kstate *s, const uint16_t *to);
/* In dst, c is what to[c] is in s. Makes signs of answers again: old ones find the cards of s. */
void know_sign_anew(struct kengine *e, struct kstate *dst, struct kstate *s,
                    const uint16_t *to);

/* The first of these parameters (a bit each) that is c; -1: none. */
static inline int param_of(uint32_t which, const int32_t *param, unsigned c)
{
    while (which && param[__builtin_ctz(which)] != (int32_t)c)
        which &= which - 1;
    return which ? __builtin_ctz(which) : -1;
}
/* Which parameters of a verb, a waiting effect or a frame are cards: a bit each. */
uint32_t card_params(const struct kdef *d, unsigned verb);
uint32_t queued_params(const struct kdef *d, const struct kqueued *q);
uint32_t frame_params(const struct kdef *d, const struct kframe *f);
/* eyes.c: from eyes_open to eyes_close, values come from what observer o knows (THE_PUBLIC: what
 * everyone sees; K_ALL_SEEING: everything). */
struct eyes {
    int64_t left;
    uint8_t asker;
    bool judging;
};
struct eyes eyes_open(struct kengine *e, const struct kstate *s, int o);
void eyes_close(struct kengine *e, const struct eyes *was);
/* Did a value fail only because it is hidden from the observer? Clears that error. */
bool was_hidden(struct kengine *e);

/* tell.c */
void k_emit(struct kengine *e, struct kevent *ev, uint32_t seen);
struct kevent k_event(enum ktell kind);
/* An event about card c, where it lies now. */
struct kevent k_event_of(struct kengine *e, enum ktell kind, unsigned c);
void end_game(struct kengine *e, enum kstatus how);

#endif
