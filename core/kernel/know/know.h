/* know.h - what each observer knows, what is told. */
#ifndef CANTRIP_KERNEL_KNOW_H
#define CANTRIP_KERNEL_KNOW_H

#include "kernel/ask/ask.h"

/* Adds to the digests what the event of the move of c would tell; how: what it says beside the places. */
void digest_move(struct kengine *e, unsigned c, unsigned from, unsigned place, int how,
                 uint32_t seen);

/* Are the cards all of one class, so that nothing need be joined? */
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
/* The cards of a slot that o does not see, but those that stand in `but`, to out (which may begin behind these). */
int know_unseen(struct kengine *e, int o, unsigned slot, const uint16_t *but, int nbut,
                uint16_t *out);
void know_join(struct kengine *e, int o, const uint16_t *cards, int n);
void know_turned(struct kengine *e, unsigned c, uint32_t seen_before, uint32_t seen_after);
void know_shuffled(struct kengine *e, unsigned slot);
void know_setup(struct kengine *e);

/* like.c: sorts n cards of one definition, which o sees in one set (they come sorted by card_order), by whatever else
 * tells them apart. nth: their numbers from 1; cards that o cannot tell apart share one; 0: all are alike. */
void number_likes(struct kengine *e, int o, uint16_t *card, int n, uint16_t *nth);

/* deal.c: changes the deal `to` (card c is what to[c] is, within o's classes) until no card is what o knows it is not. */
void deal_by_facts(struct kengine *e, struct kstate *s, int o, struct krng *rng, uint16_t *to);

/* facts.c */
/* Nobody can tell the cards apart any more: each may be what any one of them may be. */
void facts_unite(struct kengine *e, int o, const uint16_t *cards, int n);
/* Which of the cards may be one of the definitions `may`, to out (which may be `cards`). How many. */
int facts_able(struct kengine *e, int o, const uint16_t *cards, int n, const uint64_t *may,
               uint16_t *out);
/* All hear that each of the cards is one of the definitions `may`; it is true. */
void facts_hear(struct kengine *e, const uint16_t *cards, int n, const uint64_t *may);
/* In a game that keeps facts, all hear that at least one of the cards is one of the definitions `may`; it is true. */
void facts_hear_some(struct kengine *e, const uint16_t *cards, int n, const uint64_t *may);
/* out[c]: what each card must be, as o may conclude from classes and facts; REF_NONE: it is open. */
void facts_known(struct kstate *s, int o, uint16_t *out);

/* The observers, a bit each, who know which card c is without seeing it; seen: those who see it. */
uint32_t facts_who_knows(struct kengine *e, unsigned c, uint32_t seen);

/* prove.c: the seat's answer to the open `choose` is carried out and everybody hears it. What it proves about cards
 * that not all see becomes a fact. */
void prove_answer(struct kengine *e, const struct kframe *f, int seat, const struct kchoice *c);

/* owed.c: for an engine that has `owed` */
enum owed_by { OWED_VALUE, OWED_SEATS, OWED_CARDS };
/* The step at src is about to set a counter to the expression: notes the cards that it looks at. */
void owed_for(struct kengine *e, enum owed_by how, ref what, const struct kctx *x,
              uint32_t src);
/* Does the loop at `op` change a counter or say something before anybody is asked in it? */
bool owed_in_loop(struct kengine *e, const struct kop *op);
/* The same as owed_for of the parameters of an effect or call, by which its body changes counters or says something. */
void owed_by_given(struct kengine *e, const struct keffect *f, const struct kctx *x);
/* Person o comes to know c, or hears of it. */
void owed_known(struct kengine *e, int o, unsigned c);
/* Somebody is about to be asked: -1 (error) if a card is still owed to somebody; else 0. */
int owed_settle(struct kengine *e);

/* rename.c: what names card c (below n) names to[c] instead */
struct renaming {
    const struct kdef *d;
    const uint16_t *to;
    unsigned n;
};
static inline void rename_card(const struct renaming *r, uint16_t *c)
{
    if (*c < r->n)
        *c = r->to[*c];
}
void rename_frame(const struct renaming *r, struct kframe *f);
void rename_queued(const struct renaming *r, struct kqueued *q);
void rename_mask(const struct renaming *r, struct kmasked *m);
/* Makes dst, a copy of s, the same game with instance to[c] in the place of c, as o knows it. False: that cannot be
 * done, and nothing was changed. */
bool know_rename(struct kengine *e, struct kstate *dst, struct kstate *s, int o,
                 const uint16_t *to);
/* The first n cards of s got new numbers, to[c], under which they lie already: they are named by these from now on. */
void know_renumber(struct kengine *e, struct kstate *s, unsigned n, const uint16_t *to);
/* Can the signs of answers that are in be made anew? Only if cards still lie so that the old ones come out the same. */
bool know_signs_stand(struct kengine *e, struct kstate *s, const uint16_t *to);
/* In dst c is what to[c] is in s. Makes the signs of the answers that are in anew, for by the old ones each would find
 * the cards that it names in s. */
void know_sign_anew(struct kengine *e, struct kstate *dst, struct kstate *s,
                    const uint16_t *to);

/* Which parameters of a verb, a waiting effect or a frame are cards: a bit each. */
uint32_t card_params(const struct kdef *d, unsigned verb);
uint32_t queued_params(const struct kdef *d, const struct kqueued *q);
uint32_t frame_params(const struct kdef *d, const struct kframe *f);
/* eyes.c: until eyes_close, values are worked out from what observer o knows (THE_PUBLIC: all see; K_ALL_SEEING:
 * everything) */
struct eyes {
    int64_t left;
    uint8_t asker;
    bool judging;
};
struct eyes eyes_open(struct kengine *e, const struct kstate *s, int o);
void eyes_close(struct kengine *e, const struct eyes *was);
/* Did a value fail only because it is hidden from the observer? That error is cleared. */
bool was_hidden(struct kengine *e);

/* tell.c */
void k_emit(struct kengine *e, struct kevent *ev, uint32_t seen);
struct kevent k_event(enum ktell kind);
/* An event about card c, where it lies now. */
struct kevent k_event_of(struct kengine *e, enum ktell kind, unsigned c);
/* Ends the game and tells it. */
void end_game(struct kengine *e, enum kstatus how);

#endif
