/* ask.h - questions about the block: selectors, expressions, what a seat is offered. */
#ifndef CANTRIP_KERNEL_ASK_H
#define CANTRIP_KERNEL_ASK_H

#include "kernel/state/sees.h"
#include "kernel/state/zone.h"

static inline struct kframe *k_top(struct kstate *s)
{
    return k_frames(s) + k_rules(s)->nframes - 1;
}

/* The context of a frame: its seats, bound cards and number. */
static inline void context_of(const struct kframe *f, struct kctx *x)
{
    const struct kframe *given = frame_given(f);

    x->you = f->you;
    x->them = f->them;
    x->seat = f->seat;
    x->set = f->set;
    memcpy(x->card, f->card, sizeof f->card);
    x->card[BOUND_IT] = NO_CARD;
    x->number = f->number;
    x->param = given ? given->effect.param : NULL;
    x->arg = NULL;
}

/* A context in which nothing is bound but `you`. */
static inline struct kctx ctx_of(unsigned you)
{
    struct kctx x = {.you = (uint8_t)you, .them = NO_SEAT, .seat = NO_SEAT};

    memset(x.card, 0xFF, sizeof x.card);
    return x;
}

/* The context of a waiting effect, before its parameters are worked out. */
static inline void bind_effect(const struct kqueued *q, const int32_t *param, struct kctx *x)
{
    *x = ctx_of(q->you);
    x->them = q->them;
    x->number = q->number;
    memcpy(x->card, q->bound, sizeof q->bound);
    x->param = param;
}

static inline struct kqueued queued_of(struct kengine *e, const struct ktriggered *t)
{
    const struct keffect *f = &e->d->effects[t->effect];

    return (struct kqueued){.effect = t->effect,
                            .arrival = t->arrival,
                            .bound = {t->card, NO_CARD, NO_CARD, NO_CARD},
                            .you = t->you,
                            .them = NO_SEAT,
                            .known = 1,
                            .given = f->given,
                            .verb = f->verb};
}

/* The seat that is `you` in the frame, or in the body that runs without one. */
static inline uint8_t you_now(const struct kengine *e)
{
    return e->body ? e->body->you : k_top(e->s)->you;
}
/* The cards that are bound there, by enum bound. */
static inline const uint16_t *cards_now(const struct kengine *e)
{
    return e->body ? e->body->card : k_top(e->s)->card;
}
/* May some watcher wait for this kind of event, or for it with this id? If not, skip k_fire. */
static inline bool may_wait(const struct kengine *e, enum event event)
{
    return e->plan->waits[event];
}
static inline bool may_wait_for(const struct kengine *e, enum event event, unsigned id)
{
    return e->plan->waits[event] >> (id & 63) & 1;
}

/* Does the step work on the picked card alone? */
static inline bool on_picked(const struct kengine *e, const struct kop *op)
{
    return op->cards != REF_NONE && (e->plan->sel[op->cards] & SEL_BOUND) &&
           e->d->sels[op->cards].bound == BIT(BOUND_CARD);
}

/* Does the step move the picked card to the end of one of its owner's zones? */
static inline bool moves_picked(const struct kengine *e, const struct kop *op)
{
    return op->op == OP_MOVE && op->place == PLACE_LAST && op->of == REF_NONE &&
           op->from == REF_NONE && on_picked(e, op);
}

/* Is the zone a plain set of cards? */
static inline bool lies_plainly(const struct kzone *z)
{
    return z->as == AS_SET && !z->shuffled && z->refill == REF_NONE && !z->endless;
}

/* The next seat of `among` after this one, round the table; itself last. -1: none */
static inline int64_t seat_beside(const struct kstate *s, int64_t seat, uint32_t among,
                                  int step)
{
    if (seat < 0 || seat >= s->nseats)
        return -1;
    for (int i = 0, at = (int)seat; i < s->nseats; i++) {
        at += step;
        at = at < 0 ? s->nseats - 1 : at == s->nseats ? 0 : at;
        if (among & BIT(at))
            return at;
    }
    return -1;
}

/* As k_eval, but reads leaves without a call; most operands are leaves. */
INLINE static inline int64_t k_leaf(struct kengine *e, ref expr, struct kctx *x)
{
    const struct kexpr *v = e->d->exprs + expr;

    switch ((enum xop)v->op) {
    case X_CONST: return v->imm;
    case X_GAME: return k_gamectr(e->s)[v->imm];
    case X_PHASE: return k_phase(e->s)[v->imm];
    case X_BOUND: return x->card[v->imm] == NO_CARD ? -1 : x->card[v->imm];
    case X_PARAM: return x->param ? x->param[v->imm] : K_ABSENT;
    case X_SEATCTR:
        if (v->a != REF_NONE || x->you >= e->s->nseats)
            return k_eval(e, expr, x);
        return k_seatctr(e->s)[x->you * e->d->nseat + v->imm];
    case X_BOUNDTRAIT: {
        unsigned c = x->card[v->a];
        if (c >= e->s->ninst || (e->asker != NO_SEAT && !card_seen(e, e->s, e->asker, c)))
            return k_eval(e, expr, x);
        uint32_t at = (uint32_t)k_insts(e->s)[c].def * e->d->ntraits + (uint32_t)v->imm;
        return e->d->trait_expr[at] == REF_NONE ? e->d->trait_value[at] : k_eval(e, expr, x);
    }
    default: return k_eval(e, expr, x);
    }
}

/* The value of an expression: k_leaf, or k_eval in a plain engine. */
static inline int64_t k_value(struct kengine *e, ref expr, struct kctx *x)
{
    return SLOW(e, LEAVES) ? k_eval(e, expr, x) : k_leaf(e, expr, x);
}

/* As k_seatset, but reads the usual seats (`you`, `all`) without a call. */
static inline uint32_t k_seats_of(struct kengine *e, ref seats, struct kctx *x)
{
    if (SLOW(e, LEAVES))
        return k_seatset(e, seats, x);
    if (seats == REF_NONE || e->d->seats[seats].op == SS_YOU)
        return x->you == NO_SEAT ? 0 : BIT(x->you);
    return e->d->seats[seats].op == SS_ALL ? e->s->people_seats : k_seatset(e, seats, x);
}

/* As k_select, but reads one bound card, the usual case, without a call. */
static inline int k_cards_of(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    if (SLOW(e, LEAVES) || !(e->plan->sel[sel] & SEL_BOUND))
        return k_select(e, sel, x, out);
    out[0] = x->card[__builtin_ctz(e->d->sels[sel].bound)];
    return out[0] != NO_CARD && !k_left_game(e->s, out[0]);
}

static inline bool is_you(const struct kdef *d, ref seats)
{
    return seats == REF_NONE || d->seats[seats].op == SS_YOU;
}

static inline bool compare(uint8_t cmp, int64_t left, int64_t v)
{
    switch (cmp) {
    case CMP_IS: return left == v;
    case CMP_EXCEPT: return left != v;
    case CMP_AT_LEAST: return left >= v;
    default: return left <= v;
    }
}

/* The comparison that holds exactly when this one does not. */
static inline uint8_t opposite(uint8_t op)
{
    static const uint8_t other[] = {X_NE, X_EQ, X_GE, X_GT, X_LE, X_LT};

    return other[op - X_EQ];
}

/* Does a definition pass a test, which is not of a counter? Its number must be no formula. */
static inline bool def_passes(const struct kdef *d, const struct ktest *t, int64_t v,
                              unsigned def)
{
    const struct ktrait *of = d->traits + t->id;

    if (t->kind != TEST_WORD)
        return compare(
            t->cmp,
            t->kind == TEST_DEF ? (int32_t)def : d->trait_value[def * d->ntraits + t->id], v);
    bool has = v >= 0 && v < of->nwords && bits_has(d, (ref)(of->bits + v), (uint16_t)def);
    return has == (t->cmp != CMP_EXCEPT);
}

/* Does the expression look only at the definition of `it`? */
static inline bool by_kind(const struct kengine *e, ref expr)
{
    return !(e->plan->names[expr] & (NAMES_MORE | NAMES_LYING));
}

/* The set that a test of a number or a word leads to, with value v: its cards pass (kask.flip: fail,
 * and all others pass). exact: those do not that are in the set for v - 1. */
static inline unsigned test_set(const struct kengine *e, const struct kask *a, int64_t v)
{
    v -= a->from;
    if (a->kind == ASK_NUMBER)
        v = v < 0 ? 0 : v >= a->n ? a->n - 1 : v;
    return (uint64_t)v < (uint64_t)a->n ? a->first + (unsigned)v : e->plan->nsets + 1;
}

enum { SET_WORK = 4 }; /* k_spend: for a selector that sets answer, not card by card */

/* Room for a set of cards: `room` (FEW_WORDS words), or a list of the engine's. NULL: no memory */
static inline uint64_t *set_room(struct kengine *e, uint64_t *room)
{
    return e->s->words <= FEW_WORDS ? room : (uint64_t *)(void *)k_list(e);
}
static inline void set_unroom(struct kengine *e, const uint64_t *room, uint64_t *set)
{
    if (set != room)
        k_unlist(e, (uint16_t *)(void *)set);
}
static inline int set_size(const uint64_t *set, unsigned words)
{
    int n = 0;

    for (unsigned w = 0; w < words; w++)
        n += set[w] ? members(set[w]) : 0;
    return n;
}

/* sets.c: the cards of a selector of zones as a set, without its ranks; their number; X_HAS */
void sel_set(struct kengine *e, ref sel, struct kctx *x, uint64_t *cards);
int sel_count(struct kengine *e, ref sel, struct kctx *x);
/* Cards with an effect in `list` that a selector of marked cards (kquick.marks) selects, by seat.
 * How many; -1: a seat has several */
int sel_marked(struct kengine *e, const struct kquick *p, struct kctx *x, unsigned list,
               uint16_t *out);
int64_t sel_has(struct kengine *e, const struct kexpr *has, struct kctx *x);
/* SEL_ONE: the cards that the asker can tell apart, in canonical order; -1: use offered_anyhow */
int sel_distinct(struct kengine *e, ref sel, struct kctx *x, uint16_t *out);
/* Which of the cards m (bits of word i) pass the tests that the selector makes card by card. */
uint64_t sel_each(struct kengine *e, const struct kquick *p, struct kctx *x, unsigned i,
                  uint64_t m);
/* May the asker ask of c what the selector asks? True: it sees c. False: what everyone knows rules
 * c out, so c just fails. Else it is an error, K_E_HIDDEN. */
bool sel_may_ask(struct kengine *e, ref sel, struct kctx *x, unsigned c);

/* select.c */
void by_instance(uint16_t *cards, int n);
/* Applies `most` and `least` to the list. How many cards are left. */
int keep_bests(struct kengine *e, const struct kselect *q, struct kctx *x, uint16_t *cards,
               int n);
bool sel_holds(struct kengine *e, ref sel, struct kctx *x, unsigned c);
/* The keys of a selector, one by one: its zones and face, `this` and `other`, what everyone knows,
 * `any` and `except`, a test against v. */
bool sel_lies(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c);
bool sel_this(const struct kselect *q, const struct kctx *x, unsigned c);
bool sel_public(struct kengine *e, ref sel, struct kctx *x, unsigned c);
bool sel_others(struct kengine *e, ref sel, struct kctx *x, unsigned c);
bool sel_test(struct kengine *e, const struct ktest *t, int64_t v, const struct kctx *x,
              unsigned c);
int64_t sel_left(struct kengine *e, const struct ktest *t, const struct kctx *x, unsigned c);
/* As sel_holds, but selects all its cards and looks for c. */
bool sel_among(struct kengine *e, ref sel, struct kctx *x, unsigned c);
/* As k_select, but it may leave out cards without an effect in this list. */
int sel_bearers(struct kengine *e, ref sel, struct kctx *x, unsigned list, uint16_t *out);
void sort_cards(struct kengine *e, uint16_t *cards, int n);
int card_order(struct kengine *e, unsigned a,
               unsigned b); /* by definition, face, counters, owner */
int order_unseen(struct kengine *e, unsigned a,
                 unsigned b); /* by what everyone knows: face, counters, owner */

/* eval.c */
int64_t card_formula(struct kengine *e, ref expr, struct kctx *x); /* value of a card's trait */
/* As card_formula, with the card as `this` and its owner as `you`. */
int64_t formula_of(struct kengine *e, ref expr, unsigned card, const struct kctx *c);

/* hidden.c: does it ask what a bound card (a bit per enum bound) is, or for a PARAM_BIT? */
#define PARAM_BIT(i) BIT(16 + (i))
bool seats_look(struct kengine *e, ref seats, uint32_t bound);
bool expr_looks(struct kengine *e, ref expr, uint32_t bound);
bool select_looks(struct kengine *e, ref sel, uint32_t bound);

/* The asker does not see c. True: it is asked only to find out what a counter would tell, and c is
 * noted as owed. bits: only these definitions (a bitset) would do, so that observers who rule them
 * out learn nothing; REF_NONE: any. */
static inline bool owed_instead(struct kengine *e, unsigned c, ref bits)
{
    return UNLIKELY(e->owes != NULL) && e->owes(e, c, bits);
}

/* filter.c: the definitions that pass a selector's keys, except zones, face, `this` and counters
 * (sel_lies, sel_public). False: more than the definition matters, or e->err is set. */
bool filter_definitions(struct kengine *e, ref sel, struct kctx *x, uint64_t *out);

/* sight.c */
/* Is a card of c the back of a card in a set? */
bool choice_has_back(struct kengine *e, int seat, const struct kchoice *c);
int choose_settle_set(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *card,
                      int n);
/* The selector's cards as `seat` chooses among them: one of those it cannot tell apart, backs of
 * sets last. Cards that it does not see may not be selected by what they are. How many; -1 */
int offered_anyhow(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *list);
/* All the selector's cards, in *n groups of `size` that the seat cannot tell apart. How many; -1 */
int offered_groups(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *list,
                   uint16_t *size, int *n);
static inline int cards_offered(struct kengine *e, int seat, ref sel, struct kctx *x,
                                uint16_t *list)
{
    bool one = e->plan->sel[sel] & SEL_ONE && e->asker != NO_SEAT;
    int n = one ? sel_distinct(e, sel, x, list) : -1;

    return n >= 0 ? n : offered_anyhow(e, seat, sel, x, list);
}
/* The first card of each definition among `cards`, in a cast as dealt; call it word by word from 0.
 * Subtracting a definition's lowest instance borrows from its first card in `cards` (or else from
 * its last instance). So the cards whose bits are cleared are the first ones. */
INLINE static inline uint64_t first_of_each(const struct kcast *k, uint64_t cards, unsigned w,
                                            uint64_t *borrow)
{
    uint64_t from = cards | k->last[w], less;
    bool below = __builtin_sub_overflow(from, k->first[w], &less);

    below |= __builtin_sub_overflow(less, *borrow, &less);
    *borrow = below;
    return cards & ~less;
}

/* Writes those of these seen cards of one set that differ for the seat to out. How many; -1: use a
 * list */
int distinct_cards(struct kengine *e, const uint64_t *cards, uint16_t *out);
/* Counts the choices of seats that choose cards of one zone (klists.of) into l: n, first, known,
 * few, noted. Returns the seats that need a list, a bit each. */
uint32_t count_apart(struct kengine *e, uint32_t seats, struct klists *l);
/* Does anything name c (k_naming)? */
bool card_is_named(struct kengine *e, unsigned c);
/* Orders cards by what names them, alike in every world; UINT32_MAX: nothing does. */
uint32_t naming_order(struct kengine *e, unsigned c);
/* Do a and b, which are seen, lie in one set with nothing to tell them apart? */
bool same_seen(struct kengine *e, unsigned a, unsigned b);
uint64_t choice_key(struct kengine *e, int seat, const struct kchoice *c);
void choice_keys(struct kengine *e, int seat, const struct kchoice *c, int n, uint64_t *out);
uint32_t pick_sign(struct kengine *e, int seat, const struct kchoice *c, bool *back);

/* combine.c: points *cards to the chosen set of a context, returns how many; is c in it? */
int chosen_cards(struct kengine *e, const struct kctx *x, const uint16_t **cards);
bool is_chosen(struct kengine *e, const struct kctx *x, unsigned c);
/* Puts each set the action's `cards` may be into e->tried, binds it in x and calls `offer`. */
int each_set(struct kengine *e, int seat, const struct kaction *a, struct kctx *x,
             int (*offer)(void *), void *ctx);
/* Sizes of such sets of n cards: from *fewest to the result. 0: no set, or e->err is set */
int sets_sizes(struct kengine *e, const struct kaction *a, struct kctx *x, int n, int *fewest,
               int room);
/* X_OVERSETS. */
int64_t over_sets(struct kengine *e, const struct kexpr *x, struct kctx *c);
/* eval.c: what x adds up, or the greatest or smallest, with v. any: there was one before */
int64_t k_gather(struct kengine *e, const struct kexpr *x, int op, bool any, int64_t had,
                 int64_t v);
/* Writes e->tried behind the sets of the list, for c; keeps it there. -1: too many since `from` */
bool tried_put(struct kengine *e, struct kchoice *c);
int tried_keep(struct kengine *e, const struct kaction *a, uint32_t from);

static inline bool put_choice(struct kengine *e, const struct kchoice *c)
{
    struct klists *l = e->now;

    if (l->len >= l->cap && !choices_grow(e, 1))
        return false;
    l->buf[l->len++] = *c;
    return true;
}

/* May the helper or the target (or, with part 0, any of them) fall away? */
static inline bool may_fall(const struct kaction *a, int part)
{
    return (part ? a->slot_if[part] : a->slot_if[1] & a->slot_if[2]) != REF_NONE;
}
/* Binds the cards of a choice. A part that fell away is none, not that of a rule around. */
INLINE static inline void bind_cards(const struct kaction *act, const struct kchoice *c,
                                     uint16_t *card)
{
    for (int i = 0; i < 3; i++)
        if ((&c->card)[i] != NO_CARD || act->clears >> i & 1)
            card[BOUND_CARD + i] = (&c->card)[i];
}
INLINE static inline void bind_chosen(const struct kaction *act, const struct kchoice *c,
                                      struct kctx *x)
{
    bind_cards(act, c, x->card);
    if (c->nset)
        x->set = (uint16_t)(c->set + 1);
    if (c->seat != NO_SEAT)
        x->seat = c->seat;
    if (act->from != REF_NONE)
        x->number = c->number;
}
/* listing.c: adds the choices of one action, or about one selector, to the engine's list. */
int list_action(struct kengine *e, int seat, unsigned action, const struct kctx *x);
int list_actions(struct kengine *e, int seat, const struct kframe *f); /* of the open choose */
int list_cards(struct kengine *e, int seat, ref sel, struct kctx *x);
bool only_card(const struct kaction *a); /* each card is one choice */
extern const struct kchoice k_no_choice;

/* reference.c: what the manual says, without shortcuts; plain engines use it */
int select_ref(struct kengine *e, ref sel, struct kctx *x, uint16_t *out); /* k_select */
bool holds_ref(struct kengine *e, ref sel, struct kctx *x, unsigned c);    /* sel_holds */
int list_action_ref(struct kengine *e, int seat, unsigned action, const struct kctx *x);
int offered_ref(struct kengine *e, int seat, ref sel, struct kctx *x,
                uint16_t *list); /* cards_offered */
/* Which waiting effect is first by all keys, or those before `chosen`? < 0: a; > 0: b. */
int queue_order_ref(struct kengine *e, const struct kqueued *a, const struct kqueued *b,
                    bool to_chosen);
int queue_first_ref(struct kengine *e); /* its place in the queue */

/* May it matter which of equal cards of a set comes first (order.c)? */
bool order_matters(const struct kdef *d);

/* Does the selector have ranking keys, which compare cards or limit how many there are? */
static inline bool has_ranks(const struct kselect *q)
{
    return q->most != REF_NONE || q->least != REF_NONE || q->each != REF_NONE ||
           q->first != REF_NONE || q->last != REF_NONE || q->random != REF_NONE;
}

/* ran.c, if something is counted (kengine.ran): an op in a frame; an effect that begins; the value
 * of an X_RAN or card formula. ran_plan lets a plan count costs where rules are written. */
void ran_op(struct kengine *e, unsigned pc);
void ran_effect(struct kengine *e, unsigned effect);
int64_t ran_expr(struct kengine *e, ref expr, struct kctx *c, unsigned cards);
void ran_plan(const struct kengine *e, struct kplan *p);

/* adds.c: finds the effects that only add to counters. 0; -1 (memory) */
int plan_adds(struct kengine *e);

/* plan.c */
int plan_make(struct kengine *e);
void plan_free(struct kplan *p);

/* lower.c */
int lower_begin(struct kengine *e, const struct kdef *d);
/* normal.c: brings a lowering into its normal form. x: its expressions, with `room` places. sels:
 * its selectors; `written` as they are written. d gets its own tests, actions, parts and sets,
 * which the caller frees. If memory or numbers run out, d stays as it was. */
void normal_form(struct kdef *d, struct kexpr *x, unsigned room, struct kselect *sels,
                 const struct kselect *written);
void lower_end(struct kengine *e);
unsigned count_rows(const struct kdef *d); /* how many sets of definitions (kdef.bits) */

#endif
