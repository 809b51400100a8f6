/* ask.h - questions about the block: selectors, expressions, what a seat is offered. */
#ifndef CANTRIP_KERNEL_ASK_H
#define CANTRIP_KERNEL_ASK_H

#include "kernel/know/know.h"

/* ---- counters of cards that hold a card: number i of the plan's ref_card ---- */

static inline unsigned held_card(const struct kengine *e, unsigned i, unsigned holder)
{
    return (unsigned)k_cardctr(e->s)[holder * e->d->ncardctr + e->plan->ref_card[i]];
}

/* The next, from `from` on, whose counter holds c, or (c NO_CARD) any card; NO_CARD. */
static inline unsigned next_holder(const struct kengine *e, unsigned i, unsigned c,
                                   unsigned from)
{
    const uint64_t *holders = k_marked(e->s, e->plan->ref_card[i]);
    unsigned h = set_next(holders, e->s->words, from);

    while (h != NO_CARD && c != NO_CARD && held_card(e, i, h) != c)
        h = set_next(holders, e->s->words, h + 1);
    return h;
}

/* k_eval. A leaf is read here, anything else evaluated: most operands are leaves. */
INLINE static inline int64_t k_leaf(struct kengine *e, ref expr, struct kctx *x)
{
    const struct kexpr *v = e->d->exprs + expr;

    switch ((enum xop)v->op) {
    case X_CONST: return v->imm;
    case X_GAME: return k_gamectr(e->s)[v->imm];
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

/* The value of an expression. */
static inline int64_t k_value(struct kengine *e, ref expr, struct kctx *x)
{
    return e->plain ? k_eval(e, expr, x) : k_leaf(e, expr, x);
}

/* k_seatset; most are you or all. */
static inline uint32_t k_seats_of(struct kengine *e, ref seats, struct kctx *x)
{
    if (e->plain)
        return k_seatset(e, seats, x);
    if (seats == REF_NONE || e->d->seats[seats].op == SS_YOU)
        return x->you == NO_SEAT ? 0 : BIT(x->you);
    return e->d->seats[seats].op == SS_ALL ? e->s->people_seats : k_seatset(e, seats, x);
}

/* k_select; often it is the one card of a slot. */
static inline int k_cards_of(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    if (e->plain || !(e->plan->sel[sel] & SEL_BOUND))
        return k_select(e, sel, x, out);
    out[0] = x->card[__builtin_ctz(e->d->sels[sel].bound)];
    return out[0] != NO_CARD && !k_left_game(e->s, out[0]);
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

enum {
    SET_WORK = 4
}; /* k_spend: of a set or count, where cards need not be looked at one by one */

/* A set of cards for a while: `room` (FEW_WORDS), or a list of the engine's. NULL: no memory */
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

/* sets.c. The cards of zones that a selector selects, but for ranks, as a set; how many; whether any; */
void sel_set(struct kengine *e, ref sel, struct kctx *x, uint64_t *cards);
int sel_count(struct kengine *e, ref sel, struct kctx *x);
bool sel_any(struct kengine *e, ref sel, struct kctx *x);
/* of a SEL_ONE whose cards all lie in one zone, while a seat is asked, those in canonical order that it can tell
 * apart; -1: it takes a list; */
int sel_distinct(struct kengine *e, ref sel, struct kctx *x, uint16_t *out);
/* Of 64 cards of word i those that pass what a selector asks of each. */
uint64_t sel_each(struct kengine *e, const struct kquick *p, struct kctx *x, unsigned i,
                  uint64_t m);
/* Of kplan.lacks (a bit each) the cards, where a set is one word; of which of them each is told apart from all others by
 * what it is, and of which of these some are twins. */
struct kbase {
    uint64_t apart, twins, cards[MANY_LACKS];
};
/* Those of which there is no card, as far as is quickly asked. Not said where the asked seat does not see all. */
uint64_t sel_lacking(struct kengine *e, uint64_t tests, unsigned you, struct kbase *base);
/* May the asked seat ask of c what the selector asks? It sees the card, or what all know rules c out
 * (false); else this is an error, K_E_HIDDEN. */
bool sel_may_ask(struct kengine *e, ref sel, struct kctx *x, unsigned c);

/* select.c */
void by_instance(uint16_t *cards, int n);
/* `most`, `least`: how many of these are left */
int keep_bests(struct kengine *e, const struct kselect *q, struct kctx *x, uint16_t *cards,
               int n);
bool sel_holds(struct kengine *e, ref sel, struct kctx *x, unsigned c);
/* Its keys one by one: where c lies, `this` and `other`, a test against v. */
bool sel_lies(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c);
bool sel_this(const struct kselect *q, const struct kctx *x, unsigned c);
bool sel_public(struct kengine *e, ref sel, struct kctx *x, unsigned c);
bool sel_others(struct kengine *e, ref sel, struct kctx *x, unsigned c);
bool sel_test(struct kengine *e, const struct ktest *t, int64_t v, const struct kctx *x,
              unsigned c);
int64_t sel_left(struct kengine *e, const struct ktest *t, const struct kctx *x, unsigned c);
/* As sel_holds, by selecting all. */
bool sel_among(struct kengine *e, ref sel, struct kctx *x, unsigned c);
void sort_cards(struct kengine *e, uint16_t *cards, int n);
int card_order(struct kengine *e, unsigned a,
               unsigned b); /* definition, face, counters, owner */
int order_unseen(struct kengine *e, unsigned a,
                 unsigned b); /* what all know: face, counters, owner */
/* k_count, by a list */
int count_listed(struct kengine *e, ref sel, struct kctx *x);

/* eval.c */
int64_t card_formula(struct kengine *e, ref expr, struct kctx *x); /* of a card's trait */

/* hidden.c: does it ask what the bound cards (bit per enum bound) are? */
bool expr_looks(struct kengine *e, ref expr, uint32_t bound);
bool select_looks(struct kengine *e, ref sel, uint32_t bound);

/* filter.c: the definitions of which a selector's keys hold, its zones, face, `this` and counters apart (sel_lies,
 * sel_public). False: it asks for more than a definition, or e->err. */
bool filter_definitions(struct kengine *e, ref sel, struct kctx *x, uint64_t *out);

/* sight.c */
bool choice_has_back(struct kengine *e, int seat, const struct kchoice *c); /* one of a set's */
int choose_settle_card(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *card);
int choose_settle_set(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *card,
                      int n);
/* The selector's cards as `seat` chooses among them: one entry of the list for each that he can tell
 * apart; backs of a set last. Cards that he does not see may not be sorted out by what they are. */
int offered_anyhow(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *list);
/* All of them, those together that he cannot tell apart: how many are in each of *n groups. How many in all, -1 */
int offered_groups(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *list,
                   uint16_t *size, int *n);
static inline int cards_offered(struct kengine *e, int seat, ref sel, struct kctx *x,
                                uint16_t *list)
{
    bool one = e->plan->sel[sel] & SEL_ONE && e->asker != NO_SEAT;
    int n = one ? sel_distinct(e, sel, x, list) : -1;

    return n >= 0 ? n : offered_anyhow(e, seat, sel, x, list);
}
/* Of cards of one set, as they are dealt out, the first of each definition: those below the first borrow from it,
 * up to the last, and what is not changed by that is none of these. Word by word from 0. */
INLINE static inline uint64_t first_of_each(const struct kcast *k, uint64_t cards, unsigned w,
                                            uint64_t *borrow)
{
    uint64_t from = cards | k->last[w], less;
    bool below = __builtin_sub_overflow(from, k->first[w], &less);

    below |= __builtin_sub_overflow(less, *borrow, &less);
    *borrow = below;
    return cards & ~less;
}

/* Of these cards of one set those that he who sees them can tell apart, to out, which has room for
 * all. How many; -1: it takes a list. */
int distinct_cards(struct kengine *e, const uint64_t *cards, uint16_t *out);
/* Is one of them named by something? */
bool some_named(struct kengine *e, const uint64_t *set);
/* How many those of a slot are, -1; twins: they are fewer than its cards. Number i of them. */
int count_apart(struct kengine *e, unsigned slot, bool *twins);
unsigned card_apart(struct kengine *e, const uint64_t *cards, int i);
uint64_t choice_key(struct kengine *e, int seat, const struct kchoice *c);
uint32_t pick_sign(struct kengine *e, int seat, const struct kchoice *c, bool *back);

/* combine.c: the set of cards bound in a context, to *cards: how many; is c one of it? */
int chosen_cards(struct kengine *e, const struct kctx *x, const uint16_t **cards);
bool is_chosen(struct kengine *e, const struct kctx *x, unsigned c);
/* Each set of cards that the action's `cards` may be, one after the other in e->tried, bound in x: calls `offer`. */
int each_set(struct kengine *e, int seat, const struct kaction *a, struct kctx *x,
             int (*offer)(void *), void *ctx);
/* From how many cards to how many, of n; 0: there is no set, or e->err. */
int sets_sizes(struct kengine *e, const struct kaction *a, struct kctx *x, int n, int *fewest);
/* Writes e->tried behind the sets of the list, as that of c; it is one of them from now on: -1 if there are too
 * many since there were `from`. */
bool tried_put(struct kengine *e, struct kchoice *c);
int tried_keep(struct kengine *e, const struct kaction *a, uint32_t from);

/* listing.c: adds the choices of one action, or about one selector, to the engine's list */
int list_action(struct kengine *e, int seat, unsigned action, const struct kctx *x);
int list_actions(struct kengine *e, int seat, const struct kframe *f); /* of the open choose */
int list_cards(struct kengine *e, int seat, ref sel, struct kctx *x);
bool only_card(const struct kaction *a); /* each card is a choice as it stands */
extern const struct kchoice k_no_choice;

/* reference.c: what the manual says, without a shortcut; where an engine is `plain`, the way */
int select_ref(struct kengine *e, ref sel, struct kctx *x, uint16_t *out); /* k_select */
bool holds_ref(struct kengine *e, ref sel, struct kctx *x, unsigned c);    /* sel_holds */
int list_action_ref(struct kengine *e, int seat, unsigned action, const struct kctx *x);
int list_cards_ref(struct kengine *e, int seat, ref sel, struct kctx *x);
/* The order of two effects that wait, by all keys of `resolution` or those before `chosen`: below 0, 0, above. */
int queue_order_ref(struct kengine *e, const struct kqueued *a, const struct kqueued *b,
                    bool to_chosen);
int queue_first_ref(struct kengine *e); /* its place in the queue */

/* Is what it selects cut down by comparing cards, or by how many? */
static inline bool has_ranks(const struct kselect *q)
{
    return q->most != REF_NONE || q->least != REF_NONE || q->each != REF_NONE ||
           q->first != REF_NONE || q->last != REF_NONE || q->random != REF_NONE;
}

/* plan.c */
int plan_make(struct kengine *e);
void plan_free(struct kplan *p);

/* lower.c */
int lower_begin(struct kengine *e, const struct kdef *d);
void lower_end(struct kengine *e);

#endif
