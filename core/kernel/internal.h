/* internal.h - what the kernel's files share with each other and with nobody else. */
#ifndef CANTRIP_KERNEL_INTERNAL_H
#define CANTRIP_KERNEL_INTERNAL_H

#include "kernel/kernel.h"

#include <string.h>

/* Not inlined: its caller then saves no registers and jumps. */
#define APART __attribute__((noinline))

#define BIT(i) ((uint32_t)1 << (i))
#define RARE   __attribute__((noinline, cold)) /* keeps what is rare out of the usual way */

static inline int k_fail(struct kengine *e, enum kerrcode code, uint32_t src, int32_t a,
                         int32_t b)
{
    if (e->err.code == K_OK) {
        e->err.code = code;
        e->err.src = src;
        e->err.ncycle = 0;
        e->err.a = a;
        e->err.b = b;
    }
    return -1;
}

static inline struct kframe *k_top(struct kstate *s)
{
    return k_frames(s) + k_rules(s)->nframes - 1;
}

/* The context of a frame's slots. */
static inline void context_of(const struct kframe *f, struct kctx *x)
{
    const struct kframe *effect = frame_effect(f);

    x->you = f->you;
    x->them = f->them;
    x->seat = f->seat;
    memcpy(x->card, f->card, sizeof f->card);
    x->card[SLOT_IT] = NO_CARD;
    x->number = f->number;
    x->param = effect ? effect->effect.param : NULL;
    x->arg = NULL;
}

/* In a game for one, that person; else nobody. */
static inline uint8_t k_solo(const struct kstate *s)
{
    return s->people == 1 ? (uint8_t)__builtin_ctz(s->people_mask) : NO_SEAT;
}

static inline unsigned k_zone_of(struct kstate *s, unsigned slot)
{
    return k_slotinfo(s)[slot].zone;
}

static inline bool k_ordered(const struct kdef *d, struct kstate *s, unsigned slot)
{
    (void)d;
    return k_slotinfo(s)[slot].ordered;
}

/* Has the card left the game? Its place is then the pool, which is no zone. */
static inline bool left_game(struct kstate *s, unsigned c)
{
    return k_insts(s)[c].slot == s->nslots - 1u;
}

/* Does observer o see the front of c? */
static inline bool card_seen(const struct kengine *e, struct kstate *s, int o, unsigned c)
{
    const struct kinst *in = k_insts(s) + c;
    const struct kslotinfo *info = k_slotinfo(s) + in->slot;

    if (info->zone >= e->d->nzones)
        return true;
    const struct kzone *z = &e->d->zones[info->zone];
    uint8_t sight = in->face == FACE_DOWN ? z->down : z->up;
    if (sight == SIGHT_ALL)
        return true;
    if (o >= s->nseats)
        return false;
    return (in->shown & BIT(o)) ||
           (sight == SIGHT_OWNER && (info->seat == NO_SEAT ? in->owner : info->seat) == o);
}

/* Does the seat see a side of cards in a slot of `owner`, whatever card it is? */
static inline bool side_seen(uint8_t sight, uint8_t owner, int seat)
{
    return sight == SIGHT_ALL || (sight == SIGHT_OWNER && owner == seat);
}

/* The faces of a slot's cards that the asked seat may not see: a bit per enum face. */
static inline unsigned faces_behind(struct kengine *e, unsigned slot)
{
    const struct kslotinfo *info = k_slotinfo(e->s) + slot;
    const struct kzone *z = &e->d->zones[info->zone];

    return (side_seen(z->up, info->seat, e->asker) ? 0 : BIT(FACE_UP)) |
           (side_seen(z->down, info->seat, e->asker) ? 0 : BIT(FACE_DOWN));
}

/* Those of them that a card may show: without its downs, where none lies down. */
static inline unsigned backs_behind(struct kengine *e, unsigned slot)
{
    unsigned behind = faces_behind(e, slot);
    const uint64_t *held = k_held(e->s, slot), *down = k_down(e->s);
    uint64_t any = 0;

    if (!(behind & BIT(FACE_DOWN)))
        return behind;
    for (unsigned w = 0; w < e->s->words; w++)
        any |= held[w] & down[w];
    return any ? behind : behind & ~BIT(FACE_DOWN);
}

/* From now on only what this seat sees may be looked at, if it is a person. Who it was before. */
static inline uint8_t ask_as(struct kengine *e, int seat)
{
    uint8_t was = e->asker;

    e->asker = e->s->seat_kind[seat] ? NO_SEAT : (uint8_t)seat;
    return was;
}

/* Where memory counts (result.c), does the asker remember c? */
bool recalled(struct kengine *e, unsigned c);
static inline bool may_look(struct kengine *e, unsigned c)
{
    return e->asker == NO_SEAT || card_seen(e, e->s, e->asker, c) || recalled(e, c);
}

static inline bool k_telling(const struct kengine *e)
{
    return e->s->track && !e->quiet;
}

/* The value of an expression; most are constants. */
static inline int64_t k_value(struct kengine *e, ref expr, struct kctx *x)
{
    const struct kexpr *v = e->d->exprs + expr;

    return v->op == X_CONST ? v->imm : k_eval(e, expr, x);
}

/* k_seatset; most are you or all. */
static inline uint32_t k_seats_of(struct kengine *e, ref seats, struct kctx *x)
{
    if (seats == REF_NONE || e->d->seats[seats].op == SS_YOU)
        return x->you == NO_SEAT ? 0 : BIT(x->you);
    return e->d->seats[seats].op == SS_ALL ? e->s->people_mask : k_seatset(e, seats, x);
}

/* k_select; often it is the one card of a slot. */
static inline int k_cards_of(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    if (!(e->plan->sel[sel] & SEL_BOUND))
        return k_select(e, sel, x, out);
    out[0] = x->card[__builtin_ctz(e->d->sels[sel].slots)];
    return out[0] != NO_CARD && !left_game(e->s, out[0]);
}

/* zone.c: cards in zones; their inner loops are in zone.h */
unsigned zone_place(struct kstate *s, unsigned c); /* 0 in a set */
static inline int members(uint64_t m)
{
    m -= m >> 1 & 0x5555555555555555;
    m = (m & 0x3333333333333333) + (m >> 2 & 0x3333333333333333);
    return (int)(((m + (m >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}
/* A set's members in ascending order, to out; how many. */
static inline int set_cards(const uint64_t *set, unsigned words, uint16_t *out)
{
    int n = 0;

    for (unsigned w = 0; w < words; w++)
        for (uint64_t m = set[w]; m; m &= m - 1)
            out[n++] = (uint16_t)(w * 64 + (unsigned)__builtin_ctzll(m));
    return n;
}
int zone_cards(struct kstate *s, unsigned slot, uint16_t *out); /* storage order */
bool zone_all_see(struct kengine *e, unsigned slot, unsigned face);
int zone_shuffle(struct kengine *e, unsigned slot);
int zone_refill(struct kengine *e, unsigned slot);
int64_t k_draw(struct kengine *e, uint32_t n, const uint16_t *cards);
void lift_all(struct kstate *s, unsigned slot); /* its cards lie nowhere */

/* know.c */
uint32_t know_seen_mask(struct kengine *e, struct kstate *s,
                        unsigned c); /* observers that see it */
void know_alone(struct kengine *e, int o, unsigned c);
void know_moved(struct kengine *e, unsigned c, unsigned from, unsigned count_before,
                uint32_t seen_before, uint32_t seen_after);
void know_set_seen(struct kengine *e, int o, const uint16_t *cards, int n);
void know_join(struct kengine *e, int o, const uint16_t *cards, int n);
void know_turned(struct kengine *e, unsigned c, uint32_t seen_before, uint32_t seen_after);
void know_shuffled(struct kengine *e, unsigned slot);
void know_setup(struct kengine *e);

/* tell.c */
void k_emit(struct kengine *e, struct kevent *ev, uint32_t seen);
struct kevent k_event(enum ktell kind);

/* select.c */
void by_instance(uint16_t *cards, int n);
bool sel_holds(struct kengine *e, ref sel, struct kctx *x, unsigned c);
/* Its keys one by one: where c lies, `this` and `other`, a test against v. */
bool sel_lies(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c);
bool sel_this(const struct kselect *q, const struct kctx *x, unsigned c);
bool sel_test(struct kengine *e, const struct ktest *t, int64_t v, unsigned c);
int64_t sel_left(struct kengine *e, const struct ktest *t, unsigned c);
/* As sel_holds, by selecting all. */
bool sel_among(struct kengine *e, ref sel, struct kctx *x, unsigned c);
void sort_cards(struct kengine *e, uint16_t *cards, int n);
int card_order(struct kengine *e, unsigned a,
               unsigned b); /* definition, face, counters, owner */
int order_unseen(struct kengine *e, unsigned a,
                 unsigned b); /* what all know: face, counters, owner */
/* k_count, but it may stop when there are `enough`. */
int count_to(struct kengine *e, ref sel, struct kctx *x, int enough);
int k_first_number(struct kengine *e, ref expr, struct kctx *x, int all);

/* cast.c: the instances whose definition is in a bitset; ids as in ksettled.set. */
const uint64_t *cast_make(struct kengine *e, unsigned id);
static inline const uint64_t *cast_set(struct kengine *e, unsigned id)
{
    const struct kcast *k = e->plan->cast;

    return k->name == e->s->cast && k->name && k->made[id] ? k->set + (size_t)id * e->s->words
                                                           : cast_make(e, id);
}
/* Instance c bears another definition than before. */
void cast_changed(struct kengine *e, unsigned c);
void casts_free(struct kplan *p);
/* lower.c */
int lower_begin(struct kengine *e, const struct kdef *d);
void lower_end(struct kengine *e);

/* eval.c */
int64_t card_formula(struct kengine *e, ref expr, struct kctx *x); /* of a card's trait */

/* hidden.c: does it ask what the cards bound to these slots (bit per enum slot) are? */
bool expr_looks(struct kengine *e, ref expr, uint32_t slots);
bool select_looks(struct kengine *e, ref sel, uint32_t slots);

/* queue.c */
int queue_add(struct kengine *e, const struct kqueued *q);
/* Pushes the next effect's frame: 1. 0: the queue is empty. 2: its owner must say which is first. -1 */
int queue_next(struct kengine *e);
int queue_options(struct kengine *e);
int queue_accept(struct kengine *e, const struct kchoice *c);
int k_fire(struct kengine *e, enum event kind, unsigned id, int seat, int card, int64_t number);
int k_watch_add(struct kengine *e, unsigned watch);
void lasts_end(struct kengine *e, ref phase);
bool k_masked(struct kengine *e, enum mask_kind kind, unsigned what, int seat);

/* Does the step work on the picked card alone? */
static inline bool on_picked(const struct kengine *e, const struct kop *op)
{
    return op->cards != REF_NONE && (e->plan->sel[op->cards] & SEL_BOUND) &&
           e->d->sels[op->cards].slots == BIT(SLOT_CARD);
}

/* Does it move that to the end of a zone of its owner's? */
static inline bool moves_picked(const struct kengine *e, const struct kop *op)
{
    return op->op == OP_MOVE && op->place == PLACE_LAST && op->of == REF_NONE &&
           on_picked(e, op);
}

/* plan.c */
bool own_zones(const struct kdef *d, const struct kselect *q); /* of `you`, or the table's */
int plan_make(struct kengine *e);
void plan_free(struct kplan *p);

/* exec.c: rounds of phases and frames without a decision, and answers that were the only choice. So
 * many of either go on for ever. */
#define MANY_ROUNDS 1000000u
#define MANY_FORCED 10000u
struct kframe *frame_push(struct kengine *e, enum frame_kind kind, unsigned pc);
int k_run(struct kengine *e);
/* Runs a body that only moves, turns, adds and sets (plan.c: plain_body), without a frame of its own. */
int run_body(struct kengine *e, unsigned action, struct kctx *x);

/* start.c */
void lists_reset(struct kengine *e, const struct kstate *s);
bool out_of_picks(struct kengine *e); /* limits: picks */
void end_unfinished(struct kengine *e);

/* listing.c: adds the choices of one action, or about one selector, to the engine's list */
int list_action(struct kengine *e, int seat, unsigned action, const struct kctx *x);
int list_in_frame(struct kengine *e, int seat, unsigned action, const struct kframe *f);
/* The same for an action of plan.one_own. 1: done, 0: not this way, -1 */
int list_own(struct kengine *e, int seat, unsigned action);
/* The cards of his own sets among which the seat may choose, at most FEW_CARDS. -1: it takes a list. */
int count_own(struct kengine *e, int seat, unsigned action, uint16_t *out);
int list_cards(struct kengine *e, int seat, ref sel, struct kctx *x);
bool only_card(const struct kaction *a); /* each card is a choice as it stands */
extern const struct kchoice k_no_choice;

/* choose.c */
int choose_begin(struct kengine *e, unsigned choose, uint32_t src);
/* The lists of the question before, or of the one after if that is at hand. */
static inline struct klists *other_lists(struct kengine *e)
{
    return e->lists + (e->now == e->lists);
}
bool options_grow(struct kengine *e, uint32_t n); /* room for n more */
static inline bool add_option(struct kengine *e, const struct kchoice *c)
{
    struct klists *l = e->now;

    if (l->len >= l->cap && !options_grow(e, 1))
        return false;
    l->buf[l->len++] = *c;
    return true;
}
/* The cards of a selector that the seat may pick, one for each that it can tell apart; -1 */
int answer_forced(struct kengine *e, int seat);
int k_list_options(struct kengine *e, int seat);
/* Its choices in e->opts: those that were listed, if they are at hand. How many, -1 */
static inline int list_options(struct kengine *e, int seat)
{
    const struct klists *l = e->now;

    if (l->stamp != e->s->stamp || !l->stamp || !l->seat[seat].listed)
        return k_list_options(e, seat);
    e->opts = l->buf + l->seat[seat].at;
    e->nopts = l->seat[seat].n;
    return (int)e->nopts;
}
/* How many choices the seat has, and number i of them; -1 */
int count_options(struct kengine *e, int seat);
int option_at(struct kengine *e, int seat, int i, struct kchoice *c);
int choose_step(struct kengine *e, struct kframe *f); /* 1: waits for picks; 0: went on; -1 */
void list_fresh(struct kengine *e);                   /* a new question: no list is of it yet */
/* An answer that is in is told to all. */
void tell_answer(struct kengine *e, int seat, const struct kchoice *c);
int choose_accept(struct kengine *e, int seat, const struct kchoice *c, int nopts);

/* sight.c */
bool choice_has_back(struct kengine *e, int seat, const struct kchoice *c); /* one of a set's */
int choose_settle_card(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *card);
int slot_cards(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *list);
/* Adds the cards of a slot as choices like `c`. 0: not this way, not all is a set he sees; -1 */
int own_choices(struct kengine *e, int seat, unsigned slot, const struct kchoice *c);
/* Of a set's cards that are in `set` (NULL: any) those that he who sees them can tell apart, to out,
 * which has room for all. How many; -1: it takes a list. */
int one_of_each(struct kengine *e, unsigned slot, const uint64_t *set, uint16_t *out);
int mine_cards(struct kengine *e, ref sel, struct kctx *x, uint16_t *out);
uint64_t choice_key(struct kengine *e, int seat, const struct kchoice *c);
uint32_t pick_sign(struct kengine *e, int seat, const struct kchoice *c, bool *back);

/* hook.c */
void hook_checkpoint(struct kengine *e);
/* Before a hook's first change the rules are kept aside. */
static inline void k_touch(struct kengine *e)
{
    if (e->in_hook && !e->checkpointed)
        hook_checkpoint(e);
}
int hook_run(struct kengine *e, unsigned hook);
int hook_options(struct kengine *e, int seat);
/* The open question of a hook, as a context for the seat's choices. */
const struct kasked *hook_question(struct kengine *e, int seat, struct kctx *x);
int hook_accept(struct kengine *e, int seat, const struct kchoice *c, int nopts);
int hook_rerun(struct kengine *e);
struct kchoice *hook_pick(struct kstate *s, int seat);

/* order of seats */
struct korder_of {
    ref from, by;
    int nby;
    bool by_random;
};
int seats_in_order(struct kengine *e, uint32_t mask, const struct korder_of *o, struct kctx *x,
                   uint8_t *out);

/* layout.c */
int layout_fill(struct kengine *e, struct kstate *s, int people, const int32_t *options);
void copy_rules(struct kstate *dst, uint32_t to, const struct kstate *src, uint32_t from);

#endif
