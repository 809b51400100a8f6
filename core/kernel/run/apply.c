/* apply.c - carries out answers: runs each action's `do`, in a frame only if it needs one. */
#include "kernel/run/move.h"

/* Is the action's only card surely still offered, and looks as it did at the pick, so that no equal
 * card is meant? Asks this card alone. False: list all choices. */
static bool held_still(struct kengine *e, int seat, const struct kanswer *was,
                       const struct kchoice *c, struct kctx *x)
{
    const struct kbinds *b = e->plan->binds + c->action;
    ref cond = e->d->actions[c->action].cond;

    if (!b->ends || b->n != 1)
        return false;
    unsigned i = b->part[0], card = (&c->card)[i];
    bool back;
    if (pick_sign(e, seat, c, &back) != was->sign)
        return false;
    if ((cond != REF_NONE && !card_seen(e, e->s, seat, card)) ||
        !sel_holds(e, b->sel[0], x, card) || used_up(e, card) || e->err.code)
        return false;
    uint16_t *bound = x->card + BOUND_CARD + i, outer = *bound;
    *bound = (uint16_t)card;
    bool holds = cond == REF_NONE || k_eval(e, cond, x);
    *bound = outer;
    if (cond != REF_NONE && e->err.code) /* listing the choices fails again */
        e->err.code = K_OK, holds = false;
    return holds;
}

/* Is the pick, or an equal choice, still offered? Tries held_still first. */
static bool still_offered(struct kengine *e, int seat, const struct kanswer *was,
                          struct kctx *x, struct kchoice *c)
{
    uint8_t was_asked = ask_as(e, seat);
    bool quick = held_still(e, seat, was, c, x);
    uint32_t from = e->now->len, sets = e->now->nsets, n = REF_NONE;
    e->named_for = UINT64_MAX; /* earlier answers may have named other cards */
    int rc = quick || e->err.code ? 0 : list_action(e, seat, c->action, x);

    e->asker = was_asked;
    if (quick || rc || e->err.code)
        return quick && !e->err.code;
    uint64_t key = choice_key(e, seat, c);
    bool back;
    for (uint32_t i = from; i < e->now->len && n == REF_NONE; i++)
        if (set_members(&e->now->buf[i]) == set_members(c) && /* so it fits beside the answer */
            pick_sign(e, seat, &e->now->buf[i], &back) == was->sign)
            n = i;
    for (uint32_t i = from; i < e->now->len && n == REF_NONE && !was->back; i++)
        if (set_members(&e->now->buf[i]) == set_members(c) &&
            choice_key(e, seat, &e->now->buf[i]) == key)
            n = i;
    if (n != REF_NONE && pick_sign(e, seat, c, &back) != was->sign)
        *c = e->now->buf[n];
    e->now->len = from;
    e->now->nsets = sets; /* the set of *c is read before another is listed */
    return n != REF_NONE;
}

/* Draws a card for each back of a choice. Slot by slot, as later slots may depend on earlier
 * ones. */
int settle_cards(struct kengine *e, int seat, const struct kaction *a, struct kctx x,
                 struct kchoice *c)
{
    const ref sel[3] = {a->card, a->helper, a->target};

    for (int i = 0; i < 3; i++) {
        uint16_t *card = &c->card + i;
        if (choose_settle_set(e, seat, sel[i], &x, card, 1))
            return -1;
        if (*card != NO_CARD || a->clears >> i & 1)
            x.card[BOUND_CARD + i] = *card;
    }
    return c->nset ? choose_settle_set(e, seat, a->cards, &x, k_set_of(e->s, c->set),
                                       set_members(c))
                   : 0;
}

APART void keep_set(struct kengine *e, unsigned answer, struct kchoice *c)
{
    const uint16_t *from;
    uint16_t *to = k_set_of(e->s, answer);
    int n = k_choice_set(e, e->s, c, &from);

    if (c->nset & SET_KEPT)
        return;
    for (int i = 0; i < e->s->most_chosen; i++)
        to[i] = i < n ? from[i] : NO_CARD;
    if (!n)
        return;
    c->nset = (uint8_t)(n | SET_KEPT);
    c->set = (uint16_t)answer;
}

void tell_answer(struct kengine *e, enum ktell kind, int seat, const struct kchoice *c,
                 int nopts)
{
    if (!k_telling(e))
        return;
    struct kevent ev = k_event(kind);
    ev.seat = (uint8_t)seat;
    ev.pick = *c;
    ev.number = nopts;
    k_emit(e, &ev, 0);
}

/* Tells an answer to the open `choose`, which may prove facts. */
static void tell_chosen(struct kengine *e, const struct kframe *f, int seat,
                        const struct kchoice *c)
{
    if (!k_telling(e))
        return;
    tell_answer(e, TELL_ANSWER, seat, c, 0);
    if (e->d->facts)
        prove_answer(e, f, seat, c);
}

/* ---- bodies without a frame ---- */

/* Pushes the frame of an action's `do`, with the choice bound. */
INLINE static inline int push_body(struct kengine *e, const struct kaction *act, int seat,
                                   const struct kchoice *c)
{
    struct kframe *g = frame_list(e, act->pc, c->action, (uint8_t)seat);

    if (!g)
        return -1;
    bind_cards(act, c, g->card);
    if (c->nset)
        g->set = (uint8_t)(c->set + 1);
    if (c->seat != NO_SEAT)
        g->seat = c->seat;
    if (act->from != REF_NONE)
        g->number = c->number;
    return 0;
}

/* Runs an action's `do` without a frame. If the game ends there, the frame is pushed all the same,
 * as every game has it then. */
static int run_body(struct kengine *e, const struct kframe *f, int seat,
                    const struct kchoice *c)
{
    const struct kaction *act = &e->d->actions[c->action];
    struct kctx x;

    context_of(f, &x);
    x.you = (uint8_t)seat;
    bind_chosen(act, c, &x);
    e->body_action = c->action;
    int rc = run_here(e, act->pc, &x);
    e->body_action = REF_NONE;
    if (rc <= 0)
        return rc;
    if (push_body(e, act, seat, c))
        return -1;
    k_top(e->s)->pc = (uint16_t)rc;
    return 0;
}

/* Does a card of the choice (without its set) lie face down? */
static inline bool lies_down(struct kengine *e, const struct kchoice *c)
{
    const uint64_t *down = k_down(e->s);

    return (c->card != NO_CARD && set_has(down, c->card)) ||
           (c->helper != NO_CARD && set_has(down, c->helper)) ||
           (c->target != NO_CARD && set_has(down, c->target));
}

/* Carries out `done`, or that there was nothing to pick. After `done` a seat that has picked nothing
 * before runs `declined`. */
INLINE static inline int apply_pass(struct kengine *e, struct kframe *f,
                                    const struct kchoose *ch, int seat, struct kanswer *a)
{
    bool done = a->pick.action == ACT_DONE;

    a->state = ANS_APPLIED;
    f->choose.no_else |= done && ch->else_pc >= 0;
    a->left = ch->all_pass ? a->left : 0;
    tell_chosen(e, f, seat, &a->pick);
    if (!done || ch->declined_pc < 0 || f->choose.picked & BIT(seat))
        return 0;
    return frame_list(e, ch->declined_pc, REF_NONE, (uint8_t)seat) ? 0 : -1;
}

/* Carries out an answer: pushes its frame, or runs its body here. */
static int apply_one(struct kengine *e, struct kframe *f, int seat, bool recheck)
{
    struct kanswer *a = answers(e->s, f) + seat;
    const struct kchoose *ch = e->d->chooses + f->choose.id;
    struct kchoice c = a->pick;
    struct kctx x;

    if (c.action == ACT_NONE || c.action == ACT_DONE)
        return apply_pass(e, f, ch, seat, a);
    a->state = ANS_APPLIED;
    if (ch->else_pc >= 0)
        f->choose.no_else = 1; /* only now: a sample must not know it while seats are asked */
    if (recheck) {
        context_of(f, &x);
        x.you = (uint8_t)seat;
        if (!still_offered(e, seat, a, &x, &c)) {
            a->state = ANS_AGAIN;
            return e->err.code ? -1 : 0;
        }
    }
    if (c.nset)
        keep_set(e, (unsigned)(a - k_rounds(e->s)), &c);
    f->choose.acted = ch->all_pass;
    if (ch->declined_pc >= 0)
        f->choose.picked |= (uint16_t)BIT(seat);
    if ((e->plan->binds[c.action].backs || lies_down(e, &c)) && choice_has_back(e, seat, &c)) {
        context_of(f, &x);
        x.you = (uint8_t)seat;
        if (settle_cards(e, seat, &e->d->actions[c.action], x, &c))
            return -1;
    }
    if (a->left != ANY_NUMBER)
        a->left--;
    tell_chosen(e, f, seat, &c);
    const struct kaction *act = &e->d->actions[c.action];
    if (act->named && may_wait(e, EV_ACTION) && k_fire_action(e, seat, &c) < 0)
        return -1;
    if (act->pc < 0)
        return 0;
    return needs_no_frame(e, act->pc) ? run_body(e, f, seat, &c) : push_body(e, act, seat, &c);
}

/* Carries out answers in order, until another frame must run. */
APART static int apply_each(struct kengine *e, struct kframe *f, const struct kchoose *ch)
{
    bool apart = stand_apart(e, f->choose.id), one = !ch->together;
    unsigned frames = k_rules(e->s)->nframes;

    if (one)
        f->choose.step = CH_SETTLE;
    while (one || f->choose.at < f->choose.norder) {
        int seat = f->choose.order[f->choose.at];
        f->choose.at += !one;
        if (!one && answers(e->s, f)[seat].state != ANS_GIVEN)
            continue;
        if (apply_one(e, f, seat, !one && f->choose.at > 1 && !apart))
            return -1;
        if (one || k_rules(e->s)->nframes != frames)
            return 0;
    }
    f->choose.at = 0;
    f->choose.step = CH_SETTLE;
    for (int i = 0; i < f->choose.norder && !apart; i++)
        if (answers(e->s, f)[f->choose.order[i]].state == ANS_AGAIN)
            f->choose.step = CH_ASK;
    return 0;
}

/* Lays these cards, one per seat, at the end of a zone. */
APART static void lay_picked(struct kstate *s, unsigned zone, const uint8_t *seat, unsigned n,
                             const uint16_t *card)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned slot = slot_of_seat(s, zone, seat[i]);
        zone_lay(s, lying_in(s), card[i], k_slotinfo(s) + slot, slot);
    }
}

/* As lay_picked, for one card of each seat of the game. from, to: slots of the first seat. */
INLINE static inline void lay_all_picked(struct kstate *s, unsigned from, unsigned to,
                                         unsigned n, const uint16_t *card)
{
    uint64_t *held = READY(k_held(s, from)), *into = READY(k_held(s, to));
    struct kslot *was = READY(k_slots(s) + from), *is = READY(k_slots(s) + to);
    struct kinst *in = READY(k_insts(s));
    bool listed = k_slotinfo(s)[to].listed;
    size_t words = s->words;

    for (unsigned i = 0; i < n; i++, held += words, into += words) {
        unsigned c = card[i];
        uint64_t bit = 1ull << (c & 63);
        held[c >> 6] ^= bit;
        into[c >> 6] ^= bit;
        was++->count--;
        if (listed)
            list_append(in, c, is);
        is++->count++;
        in[c].slot = (uint16_t)(to + i);
        in[c].owner = (uint8_t)i;
    }
}

/* Carries out all answers of a CHOOSE_QUICK round together: nobody is told, nothing waits or masks.
 * If a card needs care, one by one. If the choose is then over, they are not marked as applied. */
APART static int apply_quick(struct kengine *e, struct kframe *f, const struct kchoose *ch)
{
    struct kstate *s = e->s;
    const uint64_t *odd = READY(k_odd(s));
    struct kanswer *a = answers(s, f);
    unsigned n = f->choose.norder;
    bool over = over_at_once(e, f, ch);
    uint16_t card[K_MAX_SEATS];

    for (unsigned i = 0; i < n; i++) { /* a card that differs from its equals needs care */
        unsigned c = a[f->choose.order[i]].pick.card;
        card[i] = (uint16_t)c;
        if (c == NO_CARD || set_has(odd, c) ||
            (!over && a[f->choose.order[i]].state != ANS_GIVEN))
            return apply_each(e, f, ch);
    }
    f->choose.step = CH_SETTLE;
    for (unsigned i = 0; i < n && !over; i++) {
        a[f->choose.order[i]].state = ANS_APPLIED;
        a[f->choose.order[i]].left -= !ch->any;
    }
    const struct kplain *p = e->plan->plain + f->choose.id;
    unsigned to = k_zonebase(s)[p->to];
    if (over && n == s->nseats && k_slotinfo(s)[to].seat != NO_SEAT) /* seat by seat */
        lay_all_picked(s, k_zonebase(s)[p->zone], to, n, card);
    else
        lay_picked(s, p->to, f->choose.order, n, card);
    const struct kop *mark = e->d->prog + p->mark;
    return !p->mark ? 0 : (int)blamed_on(e, mark->src, k_mark_all(e, mark, card, (int)n));
}

int choose_apply(struct kengine *e, struct kframe *f, const struct kchoose *ch)
{
    bool quick = e->plan->choose[f->choose.id] & CHOOSE_QUICK && moves_freely(e);

    return quick && !anything_waits(e) ? apply_quick(e, f, ch) : apply_each(e, f, ch);
}
