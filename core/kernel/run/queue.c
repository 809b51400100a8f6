/* queue.c - waiting effects, watchers, masks. Cards that they name may be lost: lost.c. */
#include "kernel/run/move.h"

enum {
    CAUSES = sizeof((struct kengine *)0)->causes / sizeof(struct kcause),
    CIRCLE = sizeof((struct kerror *)0)->circle / sizeof(uint16_t),
    CROWDED = 4
}; /* from a fourth of its room on */

/* The effect that queued this one last, as far as noted, or REF_NONE. */
static ref cause_of(const struct kengine *e, unsigned effect)
{
    for (unsigned i = e->ncauses, n = 0; i-- > 0 && n < CAUSES; n++)
        if (e->causes[i % CAUSES].effect == effect)
            return e->causes[i % CAUSES].by;
    return REF_NONE;
}

struct kframe *too_deep(struct kengine *e, unsigned pc)
{
    const struct kframe *f = k_frames(e->s);
    unsigned n = k_rules(e->s)->nframes;

    k_fail(e, K_E_DEPTH, e->d->prog[pc].src, 0, 0);
    e->err.ncircle = n;
    for (unsigned i = 0; i < n && i < CIRCLE; i++) {
        /* pc is already behind the op, except in a choose */
        unsigned at = f[n - 1 - i].pc;
        bool behind =
            f[n - 1 - i].kind != FRAME_CHOOSE && at && e->d->prog[at - 1].op != OP_END;
        e->err.circle[i] = (uint16_t)(at - behind);
    }
    return NULL;
}

/* Notes a circle of n effects in e->err, starting with the first in the files. */
static void note_circle(struct kengine *e, const uint16_t *effect, unsigned n)
{
    unsigned first = 0;

    for (unsigned i = 1; i < n; i++)
        first = effect[i] < effect[first] ? i : first;
    for (unsigned i = 0; i < n && i < CIRCLE; i++)
        e->err.circle[i] = effect[(first + i) % n];
    e->err.ncircle = n;
}

/* The queue is full. Goes back from effect to effect that queued it, until one comes again. */
static void find_circle(struct kengine *e, unsigned effect)
{
    uint16_t back[CAUSES + 1], circle[CAUSES];
    unsigned n = 0, at = 0, k = 0;

    for (ref i = (ref)effect; i != REF_NONE && n < CAUSES; i = cause_of(e, i)) {
        back[n++] = i;
        back[n] = cause_of(e, i);
        for (at = 0; at < n && back[at] != back[n]; at++)
            ;
        if (at < n)
            break;
    }
    while (at < n && n > at + k)
        circle[k] = back[n - 1 - k], k++;
    if (k)
        note_circle(e, circle, k);
}

/* Notes what queued an effect, in a crowded queue. True: there is no room. */
RARE static bool queue_crowded(struct kengine *e, unsigned effect)
{
    const struct krules *r = k_rules(e->s);
    unsigned most = e->d->limits.queue;
    const struct kframe *f = frame_effect(k_top(e->s));
    ref by = e->body && e->body_action == REF_NONE ? e->here : f ? f->effect.id : REF_NONE;
    bool known = by == REF_NONE;

    if (r->nqueue == most / CROWDED || e->causes_in != e->s)
        e->ncauses = 0;
    e->causes_in = e->s;
    for (unsigned i = 0; i < e->ncauses && i < CAUSES; i++)
        known |= e->causes[i].effect == effect && e->causes[i].by == by;
    if (!known)
        e->causes[e->ncauses++ % CAUSES] = (struct kcause){(uint16_t)effect, by};
    if (r->nqueue < most)
        return false;
    k_fail(e, K_E_QUEUE, e->d->effects[effect].src, 0, 0);
    find_circle(e, effect);
    return true;
}

/* The rank of a waiting effect, by `resolution`: the lowest comes first. */
static inline uint64_t rank_of(const struct kengine *e, const struct kqueued *q)
{
    const struct krank *k = &e->plan->rank;
    uint64_t rank = e->plan->given[q->effect].rank;

    if (q->own_param)
        rank = e->d->effects[q->effect].cls * k->by[ORD_CLASS] +
               !(q->given & e->d->given_bit[q->verb]) * k->by[ORD_GIVEN];
    return rank + q->you * k->by[ORD_SEAT] + q->arrival * k->by[ORD_ARRIVAL] +
           (uint64_t)(UINT16_MAX - q->batch) * k->by[ORD_NEWEST];
}

/* Puts an effect into the queue, before the first of higher rank. There must be room. */
static inline void queue_put(struct kengine *e, struct kqueued *q)
{
    struct krules *r = k_rules(e->s);
    uint16_t *order = k_queue_order(e->s);
    struct kqueued *places = k_queue(e->s);
    unsigned n = r->nqueue++, behind = 0, end = n;

    q->rank = rank_of(e, q);
    while (behind < end) {
        unsigned mid = (behind + end) / 2;
        bool later = places[order[mid]].rank > q->rank;
        behind = later ? mid + 1 : behind;
        end = later ? end : mid;
    }
    if (n == r->places)
        order[n] = r->places++;
    uint16_t place = order[n];
    if (behind < n)
        memmove(order + behind + 1, order + behind, (n - behind) * sizeof *order);
    order[behind] = place;
    places[place] = *q;
}

/* Numbers what waits from 0 again. Arrivals and batches count up while anything waits. */
RARE static void number_anew(struct kengine *e)
{
    struct krules *r = k_rules(e->s);
    uint16_t at[K_MAX_QUEUE], batch = 0, was = 0;

    k_by_arrival(e->s, at);
    r->chosen = (uint16_t)(r->chosen ? k_arrived_before(e->s, r->chosen) : 0);
    for (unsigned i = 0; i < r->nqueue; i++) {
        struct kqueued *q = k_queued(e->s, at[i]);
        batch += i && q->batch != was;
        was = q->batch;
        q->arrival = (uint16_t)i;
        q->batch = batch;
        q->rank = rank_of(e, q);
    }
    r->batch = (uint16_t)(batch + (r->batch != was));
    r->arrival = r->nqueue;
}

/* Call before effects are queued, so that numbers do not run out. */
static inline void enough_numbers(struct kengine *e)
{
    if (UNLIKELY(k_rules(e->s)->arrival > UINT16_MAX - K_MAX_QUEUE))
        number_anew(e);
}

/* Queues an effect, with its arrival and batch. 0; -1: no room */
INLINE static inline int queue_add(struct kengine *e, struct kqueued *q)
{
    struct krules *r = k_rules(e->s);

    if (e->plan->rank
            .by[ORD_NEWEST]) { /* of the last batch, or the next if one was taken since */
        r->batch = r->nqueue ? (uint16_t)(r->batch + (r->taken != 0)) : 0;
        r->taken = 0;
        q->batch = r->batch;
    }
    if (UNLIKELY(r->nqueue >= e->d->limits.queue / CROWDED) && queue_crowded(e, q->effect))
        return -1;
    if (!r->nqueue)
        r->arrival = 0;
    if (!q->known)
        r->unsettled |= UNSETTLED_SECRET;
    q->arrival = r->arrival++;
    queue_put(e, q);
    return 0;
}

/* Do owners put their own effects in order, by the option for it? */
static bool owner_orders(struct kengine *e)
{
    return e->plan->chosen != REF_NONE && k_options(e->s)[e->plan->chosen];
}

/* The waiting effect of lowest rank. */
static int first_entry(struct kengine *e)
{
    return SLOW(e, RANKS) ? queue_first_ref(e) : 0;
}

static bool rank_alike(struct kengine *e, const struct kqueued *a, const struct kqueued *b)
{
    uint64_t chosen = e->plan->rank.by[ORD_CHOSEN], from = chosen ? chosen : 1;

    return SLOW(e, RANKS) ? !queue_order_ref(e, a, b, true) : a->rank / from == b->rank / from;
}

/* Are they the same effect, or of one verb with the same parameters as written? A plain engine must
 * say the same, so options do not count as constants. */
static bool effects_alike(const struct kdef *d, unsigned one, unsigned other)
{
    const struct keffect *a = d->effects + one, *b = d->effects + other;
    bool alike = a->verb != REF_NONE && a->verb == b->verb && a->card == b->card &&
                 a->cls == b->cls && a->given == b->given && a->cond == b->cond;

    for (int i = 0; alike && i < d->verbs[a->verb].nparams; i++) {
        ref p = a->param[i], q = b->param[i];
        bool fixed = p != REF_NONE && q != REF_NONE && d->verbs[a->verb].type[i] != V_SEATS &&
                     d->exprs[p].op == X_CONST && d->exprs[q].op == X_CONST;
        alike = p == q || (fixed && d->exprs[p].imm == d->exprs[q].imm);
    }
    return one == other || alike;
}

/* Does it make no difference which of two effects of one seat is first? */
static bool queued_alike(struct kengine *e, const struct kqueued *a, const struct kqueued *b)
{
    bool card = a->card == b->card || (a->card != NO_CARD && b->card != NO_CARD &&
                                       !k_ordered(e->s, k_insts(e->s)[a->card].slot) &&
                                       same_seen(e, a->card, b->card));

    return card && a->evcard == b->evcard && a->helper == b->helper && a->target == b->target &&
           a->them == b->them && a->number == b->number && a->own_param == b->own_param &&
           !memcmp(a->param, b->param, sizeof a->param) &&
           effects_alike(e->origin, a->effect, b->effect);
}

/* May the owner of `first` choose the i-th that arrived, and is it the first of its equals? */
static bool may_choose(struct kengine *e, const uint16_t *at, int i,
                       const struct kqueued *first)
{
    const struct kqueued *it = k_queued(e->s, at[i]);
    bool may = it->you == first->you && rank_alike(e, it, first);

    e->left -= i;
    for (int j = 0; may && j < i; j++) {
        const struct kqueued *q = k_queued(e->s, at[j]);
        may = q->you != first->you || !queued_alike(e, q, it) || !rank_alike(e, q, first);
    }
    return may;
}

/* Lists the effects that the owner of the first one may choose from. */
int list_queue(struct kengine *e)
{
    const struct kqueued *first = k_queued(e->s, (unsigned)first_entry(e));
    uint16_t at[K_MAX_QUEUE];

    k_by_arrival(e->s, at);
    for (int i = 0; i < k_rules(e->s)->nqueue; i++) {
        struct kchoice c = k_no_choice;

        if (!may_choose(e, at, i, first))
            continue;
        c.action = ACT_EFFECT;
        c.card = k_queued(e->s, at[i])->card;
        c.number = k_queued(e->s, at[i])->arrival;
        if (!put_choice(e, &c))
            return -1;
    }
    return 0;
}

int queue_accept(struct kengine *e, const struct kchoice *c)
{
    struct krules *r = k_rules(e->s);

    r->chosen = (uint16_t)(c->number + 1);
    r->decision = DEC_NONE;
    r->asked = r->pending = 0;
    return 0;
}

/* The effect to carry out now. -1: its owner is asked first; -2: error */
static int pick_entry(struct kengine *e)
{
    struct krules *r = k_rules(e->s);
    int best = first_entry(e), seat = k_queued(e->s, (unsigned)best)->you;

    if (seat == NO_SEAT || !owner_orders(e))
        return best;
    for (int i = 0; i < r->nqueue && r->chosen; i++) {
        const struct kqueued *q = k_queued(e->s, (unsigned)i);
        if (q->arrival + 1 == r->chosen && rank_alike(e, q, k_queued(e->s, (unsigned)best))) {
            r->chosen = e->d->window.n ? r->chosen : 0; /* it is looked for again */
            return i;
        }
    }
    struct kevent ev = k_event(TELL_ASK);
    settle_names(e);
    r->decision = DEC_ORDER;
    r->asked = r->pending = (uint16_t)BIT(seat);
    ev.seats = r->asked;
    list_fresh(e, NULL);
    k_emit(e, &ev, 0);
    return answer_forced(e, seat) ? -2 : -1;
}

int k_waiting(struct kengine *e, struct kstate *s, struct kwaiting *out, int cap)
{
    int n = k_rules(s)->nqueue;

    k_at(e, s);
    for (int i = 0; i < n && i < cap; i++) {
        const struct kqueued *q = k_queued(s, (unsigned)i);
        bool told = q->card != NO_CARD || q->known;
        out[i] = (struct kwaiting){q->card,
                                   q->own_param || !told ? REF_NONE : q->effect,
                                   told ? q->verb : REF_NONE,
                                   q->arrival,
                                   q->target,
                                   q->you,
                                   q->known};
    }
    return n;
}

/* Takes number i in the order of turns out of the queue. */
static inline void queue_remove(struct kengine *e, unsigned i)
{
    struct krules *r = k_rules(e->s);
    unsigned n = --r->nqueue;
    uint16_t *order = k_queue_order(e->s), *at = order + n - i, place = *at;

    if (i)
        memmove(at, at + 1, i * sizeof *at);
    order[n] = place;
    r->places = n ? r->places : 0;
}

enum { LAST_EFFECTS = 8 };

/* Do the last effects repeat, at least twice? Then they are a circle. */
static void find_period(struct kengine *e)
{
    const uint16_t *effect = e->recent_effect;
    unsigned n = e->nrecent_effects, period = 1, i;

    for (; 2 * period <= n; period++) {
        for (i = period; i < n && effect[i] == effect[i - period]; i++)
            ;
        if (i == n) {
            note_circle(e, effect, period);
            return;
        }
    }
}

/* Notes the last effects before the limit, for the error message. */
RARE static int count_last(struct kengine *e, unsigned effect, unsigned card)
{
    unsigned n = k_rules(e->s)->effects, most = e->d->limits.effects;

    if (n == 1 || n + LAST_EFFECTS == most + 2)
        e->nrecent = e->nrecent_effects = 0;
    if (e->nrecent_effects < LAST_EFFECTS)
        e->recent_effect[e->nrecent_effects++] = (uint16_t)effect;
    if (card != NO_CARD && e->nrecent < LAST_EFFECTS)
        e->recent[e->nrecent++] = k_insts(e->s)[card].def;
    if (n <= most)
        return 0;
    k_fail(e, K_E_LOOP, e->d->effects[effect].src, 0, 0);
    memcpy(e->err.cycle, e->recent, sizeof e->recent);
    e->err.ncycle = e->nrecent;
    find_period(e);
    return -1;
}

static void tell_effect(struct kengine *e, const struct kqueued *q)
{
    if (!k_telling(e))
        return;
    struct kevent ev = k_event(TELL_EFFECT);

    ev.id = q->effect;
    ev.card = q->card;
    ev.seat = q->you;
    ev.extra = q->verb;
    if (q->card == NO_CARD && !q->known)
        ev.id = REF_NONE, ev.extra = REF_NONE;
    else if (q->card == NO_CARD && !q->own_param)
        ev.def = e->d->effects[q->effect].card;
    k_emit(e, &ev, q->card != NO_CARD ? know_seen_by(e, e->s, q->card) : 0);
}

/* Pushes the frame of an effect; NULL: too deep. */
INLINE static inline struct kframe *push_effect(struct kengine *e, const struct kqueued *q)
{
    int pc = q->own_param ? e->d->verbs[q->verb].pc : e->d->effects[q->effect].pc;

    /* does it bind a card that is lost to older frames? */
    bool anew = false;
    for (unsigned k = 0; k < BOUND_IT && UNLIKELY(k_rules(e->s)->unsettled); k++)
        anew |= bound_anew(e, q->bound[k], (unsigned)pc);
    struct kframe *fr = frame_push(e, FRAME_EFFECT, (unsigned)pc);
    if (!fr)
        return NULL;
    fr->effect.id = q->effect;
    fr->effect.known = q->known;
    fr->effect.anew = anew;
    fr->you = q->you;
    fr->them = q->them;
    fr->seat = NO_SEAT;
    memcpy(fr->card, q->bound, sizeof fr->card);
    fr->number = q->number;
    fr->set = 0;
    return fr;
}

/* Counts an effect that begins. -1: too many without a decision */
static inline int count_effect(struct kengine *e, unsigned effect, unsigned card)
{
    unsigned n = ++k_rules(e->s)->effects;

    return UNLIKELY(n + LAST_EFFECTS > e->d->limits.effects + 1) ? count_last(e, effect, card)
                                                                 : 0;
}

/* An effect without a frame counts as many rounds as one with a frame. */
enum { FRAME_ROUNDS = 2 };

enum { GO_ON = DONE_HERE + 1 };

/* Carries out an effect without a frame, nobody told. GO_ON: it only adds; DONE_HERE; -1 */
static int effect_here(struct kengine *e, const struct kqueued *q, int pc, bool adds)
{
    const struct keffect *f = &e->d->effects[q->effect];
    const struct kgiven *g = &e->plan->given[q->effect];
    bool own = q->own_param;
    int32_t param[K_MAX_PARAMS] = {0};
    struct kctx x;
    int rc = GO_ON;

    bind_effect(q, own ? q->param : param, &x);
    e->body = &x;
    e->here = q->effect;
    if (own || f->cond == REF_NONE || k_eval(e, f->cond, &x)) {
        if (e->ran)
            ran_effect(e, q->effect);
        if (!own && !g->asked)
            x.param = g->fixed;
        if (!own && g->asked && params_work_out(e, f, &x, param))
            rc = -1;
        else if (!adds)
            rc = run_here(e, pc, &x) ? -1 : DONE_HERE;
        else if (adds_run(e, g, &x))
            rc = -1;
        e->rounds += adds ? FRAME_ROUNDS : 0;
    }
    e->body = NULL;
    return e->err.code ? -1 : rc;
}

static void queue_aside(struct kengine *e)
{
    while (e->naside) { /* the last first: each goes before all others */
        struct kqueued q = queued_of(e, e->aside + --e->naside);
        queue_put(e, &q);
    }
}

/* Begins an effect taken out of the queue: pushes its frame (1) or carries it out. */
INLINE static inline int begin_effect(struct kengine *e, const struct kqueued *q)
{
    struct krules *r = k_rules(e->s);
    const struct keffect *f = &e->d->effects[q->effect];
    const struct kgiven *g = &e->plan->given[q->effect];
    static const int32_t none[K_MAX_PARAMS];
    struct kctx x;

    if (count_effect(e, q->effect, q->card))
        return -1;
    int pc = q->own_param ? e->d->verbs[q->verb].pc : f->pc;
    bool adds = g->nadds && !q->own_param && !r->unsettled && !e->owed;
    if (adds ? adds_here(e) : needs_no_frame(e, pc))
        return effect_here(e, q, pc, adds);
    bind_effect(q, none, &x);
    struct kframe *fr = push_effect(e, q);
    if (!fr)
        return -1;
    if (!q->own_param && f->cond != REF_NONE && !k_eval(e, f->cond, &x)) {
        r->nframes--;
        return e->err.code ? -1 : GO_ON;
    }
    if (e->ran)
        ran_effect(e, q->effect);
    tell_effect(e, q);
    x.param = fr->effect.param;
    if (q->own_param)
        memcpy(fr->effect.param, q->param, sizeof fr->effect.param);
    else if (params_work_out(e, f, &x, fr->effect.param))
        return -1;
    if (UNLIKELY(k_rules(e->s)->unsettled))
        fr->effect.anew |= given_anew(e, q->own_param ? q->verb : f->verb, fr->effect.param);
    if (!adds)
        return 1;
    if (adds_run(e, g, &x))
        return -1;
    r->nframes--;
    e->rounds += FRAME_ROUNDS;
    return GO_ON;
}

/* Are they of one card, and were they queued together? Then they share a window. */
static bool same_window(const struct kqueued *a, const struct kqueued *b)
{
    return a->card == b->card && a->you == b->you && a->batch == b->batch;
}

/* Before effect i is taken. 1: the frame of its window, or of `always`, is on top; 0: take it; -1 */
RARE static int open_window(struct kengine *e, unsigned i)
{
    struct krules *r = k_rules(e->s);
    const struct kqueued *q = k_queued(e->s, i);
    unsigned window = e->d->window.first;
    bool opens = !q->open && e->d->window_cls >> e->d->effects[q->effect].cls & 1;
    int rc = opens ? begin_always(e) : 0;

    for (unsigned j = 0; j < r->nqueue && !rc; j++)
        k_queued(e->s, j)->open =
            same_window(k_queued(e->s, j), q) && (opens || k_queued(e->s, j)->open);
    r->chosen = opens ? r->chosen : 0;
    if (rc || !opens)
        return rc;
    settle_names(e); /* somebody may be asked now */
    struct kframe *f = frame_list(e, e->d->effects[window].pc, REF_NONE, q->you);
    if (f)
        memcpy(f->card, q->bound, sizeof f->card);
    if (e->ran)
        ran_effect(e, window);
    return f ? 1 : -1;
}

int window_over(struct kengine *e)
{
    struct krules *r = k_rules(e->s);
    const struct kframe *f = k_top(e->s) - 1; /* around the choose */
    int32_t pc = e->d->window.n ? e->d->effects[e->d->window.first].pc : INT32_MAX;

    r->taken |= e->d->window.n != 0; /* what another seat brings is newer */
    while (pc < f->pc && e->d->prog[pc].op != OP_END)
        pc++;
    if (f->kind != FRAME_LIST || f->pc != pc || k_queued(e->s, (unsigned)first_entry(e))->open)
        return 0;
    r->nrounds--;
    r->nframes -= 2;
    return 1;
}

/* Begins the next effect. 1: its frame is on top; 0: none is left; 2: its owner is asked; GO_ON:
 * done, or its `if` failed; -1 */
INLINE static inline int take_next(struct kengine *e)
{
    struct krules *r = k_rules(e->s);

    if (!r->nqueue)
        return 0;
    if (k_spend(e, 1))
        return -1;
    int best = r->nqueue == 1 ? 0 : pick_entry(e);
    if (best < 0)
        return best == -1 ? 2 : -1;
    if (e->plan->rank.by[ORD_NEWEST]) {
        r->taken = 1;
        int rc = e->d->window.n ? open_window(e, (unsigned)best) : 0;
        if (rc)
            return rc;
    }
    struct kqueued q = *k_queued(e->s, (unsigned)best);
    queue_remove(e, (unsigned)best);
    return begin_effect(e, &q);
}

int queue_next(struct kengine *e)
{
    int rc;

    do
        rc = take_next(e);
    while (rc == GO_ON);
    return rc;
}

int begin_always(struct kengine *e)
{
    const struct klist *l = &e->d->always;

    for (unsigned i = l->first, end = i + l->n; i < end; i++) {
        const struct keffect *f = e->d->effects + i;
        struct kctx x = ctx_of(k_solo(e->s));
        bool holds = k_eval(e, f->cond, &x);
        if (e->err.code || k_spend(e, 1) || (holds && count_effect(e, i, NO_CARD)))
            return -1;
        if (!holds)
            continue;
        if (e->ran)
            ran_effect(e, i);
        return frame_list(e, f->pc, REF_NONE, x.you) ? 1 : -1;
    }
    return 0;
}

/* Does everyone see which card it is? */
INLINE static inline bool is_public(struct kengine *e, unsigned card)
{
    const struct kinst *in = k_insts(e->s) + card;

    return card == NO_CARD || zone_all_see(e, in->slot, in->face);
}

/* An effect keeps slots of the action, or effect, that queues it: bound there as helper, target. Not
 * a card that lies lost: perhaps it was chosen as a back, and its owner does not know which it is. */
APART static void keep_slots(struct kengine *e, struct kqueued *q, const uint16_t *bound)
{
    for (unsigned m = e->d->slots; m; m &= m - 1) {
        uint16_t c = bound[__builtin_ctz(m) - BOUND_HELPER];
        q->bound[__builtin_ctz(m)] = c != NO_CARD && lies_lost(e, c) ? NO_CARD : c;
    }
}

/* slots: as for keep_slots; NULL: it keeps none. */
INLINE static inline int queue_effect(struct kengine *e, unsigned effect, bool known,
                                      unsigned card, unsigned evcard, const uint16_t *slots,
                                      int you, int them, int64_t number)
{
    const struct keffect *f = &e->d->effects[effect];
    struct kqueued q = {.effect = (uint16_t)effect,
                        .card = (uint16_t)card,
                        .evcard = (uint16_t)evcard,
                        .helper = NO_CARD,
                        .target = NO_CARD,
                        .you = (uint8_t)you,
                        .them = (uint8_t)them,
                        .known = known,
                        .given = f->given,
                        .verb = f->verb,
                        .number = k_clamp(number)};

    if (UNLIKELY(slots != NULL))
        keep_slots(e, &q, slots);
    return queue_add(e, &q);
}

int k_trigger(struct kengine *e, unsigned list, const uint16_t *cards, int n, int seat)
{
    const struct kdef *d = e->d;
    const uint16_t *slots = d->slots ? cards_now(e) + BOUND_HELPER : NULL;

    k_touch(e);
    enough_numbers(e);
    for (int i = 0; i < n; i++) {
        const struct kinst *in = k_insts(e->s) + cards[i];
        const struct klist *l = &d->trait_list[(uint32_t)in->def * d->ntraits + list];
        if (!l->n)
            continue;
        int you = seat >= 0 ? seat : in->owner == NO_SEAT ? you_now(e) : in->owner;

        bool known = is_public(e, cards[i]);
        for (int j = 0; j < l->n; j++)
            if (queue_effect(e, l->first + (unsigned)j, known, cards[i], NO_CARD, slots, you,
                             NO_SEAT, 0))
                return -1;
        if (may_wait_for(e, EV_LIST, list) && k_fire(e, EV_LIST, list, you, cards[i], 1) < 0)
            return -1;
    }
    return n;
}

/* ---- effects that need not wait ---- */

enum { MANY_TRIGGERED = 64 };

/* Lists the effects that the cards trigger, by rank. How many; -1: too many, or not everyone sees
 * the cards, so they must wait in the queue */
INLINE static inline int gather(struct kengine *e, unsigned list, const uint16_t *cards, int n,
                                int seat, struct ktriggered *t)
{
    const struct kgiven *given = e->plan->given;
    const struct krank k = e->plan->rank;
    const struct kinst *insts = k_insts(e->s);
    const struct klist *lists = e->d->trait_list + list;
    unsigned ntraits = e->d->ntraits, m = 0;
    uint64_t ranks[MANY_TRIGGERED];

    for (const uint16_t *c = cards, *end = cards + n; c < end; c++) {
        const struct kinst *in = insts + *c;
        const struct klist *l = lists + (uint32_t)in->def * ntraits;
        if (!l->n)
            continue;
        if (m + l->n > MANY_TRIGGERED || !is_public(e, *c))
            return -1;
        unsigned you = seat >= 0              ? (unsigned)seat
                       : in->owner == NO_SEAT ? you_now(e)
                                              : in->owner;
        for (unsigned at = l->first, last = at + l->n; at < last; at++, m++) {
            uint64_t rank = given[at].rank + you * k.by[ORD_SEAT] + m * k.by[ORD_ARRIVAL],
                     i = m;
            for (; i > 0 && ranks[i - 1] > rank; i--) {
                ranks[i] = ranks[i - 1];
                t[i] = t[i - 1];
            }
            ranks[i] = rank;
            t[i] = (struct ktriggered){(uint16_t)at, *c, (uint16_t)m, (uint8_t)you};
        }
    }
    return m > e->d->limits.queue ? -1 : (int)m;
}

/* Carries out an effect that only adds. Nobody is told, and nothing asks for its frame. */
static inline int add_at_once(struct kengine *e, const struct ktriggered *q,
                              const struct kgiven *g, struct kctx *x)
{
    const struct keffect *f = e->d->effects + q->effect;

    if (count_effect(e, q->effect, q->card))
        return -1;
    x->you = q->you;
    x->card[BOUND_THIS] = q->card;
    x->param = g->fixed;
    if (f->cond != REF_NONE && !k_eval(e, f->cond, x))
        return e->err.code ? -1 : GO_ON;
    if (e->ran)
        ran_effect(e, q->effect);
    e->rounds += FRAME_ROUNDS;
    return adds_run(e, g, x) ? -1 : GO_ON;
}

/* Begins a triggered effect. A body may queue effects, make waiting ones lose cards, or look at
 * what waits: then the rest goes into the queue first. */
APART static int begin_triggered(struct kengine *e, const struct ktriggered *t)
{
    struct kqueued q = queued_of(e, t);
    const struct kgiven *g = e->plan->given + q.effect;
    bool alone =
        !e->plan->looks && (g->nadds || !needs_no_frame(e, e->d->effects[q.effect].pc));

    e->left -= OP_WORK;
    if (!alone)
        queue_aside(e);
    int rc = begin_effect(e, &q);
    return rc == GO_ON || rc == DONE_HERE ? alone ? GO_ON : DONE_HERE : rc;
}

int trigger_at_once(struct kengine *e, unsigned list, const uint16_t *cards, int n, int seat)
{
    struct krules *r = k_rules(e->s);
    struct ktriggered t[MANY_TRIGGERED];
    int rc = GO_ON, m;

    if (r->nqueue || r->unsettled || owner_orders(e) ||
        (m = gather(e, list, cards, n, seat, t)) < 0)
        return k_trigger(e, list, cards, n, seat) < 0 ? -1 : 0;
    if (!m)
        return 0;
    r->arrival = (uint16_t)m;
    struct kctx x = ctx_of(NO_SEAT);
    bool mute = !e->owed && !e->plan->looks && adds_here(e);
    for (e->aside = t; m && rc == GO_ON; m--) {
        const struct ktriggered *q = e->aside++;
        const struct kgiven *g = e->plan->given + q->effect;
        e->naside = (unsigned)m - 1;
        rc = k_spend(e, 1)                   ? -1
             : mute && g->nadds && !g->asked ? add_at_once(e, q, g, &x)
                                             : begin_triggered(e, q);
    }
    if (e->naside)
        queue_aside(e);
    return rc == GO_ON || rc == DONE_HERE ? 0 : rc;
}

int k_queue_verb(struct kengine *e, unsigned verb, const int32_t *param, uint8_t given,
                 const struct kctx *x)
{
    struct kqueued q = {.effect = e->plan->verb_effect[verb],
                        .card = x->card[BOUND_THIS],
                        .evcard = NO_CARD,
                        .helper = NO_CARD,
                        .target = NO_CARD,
                        .you = x->you,
                        .them = x->them,
                        .own_param = 1,
                        .known = is_public(e, x->card[BOUND_THIS]),
                        .given = given,
                        .verb = (uint16_t)verb};

    k_touch(e);
    enough_numbers(e);
    memcpy(q.param, param, sizeof q.param);
    keep_slots(e, &q, x->card + BOUND_HELPER);
    return queue_add(e, &q);
}

int k_cancel(struct kengine *e, const uint16_t *cards, int n)
{
    struct krules *r = k_rules(e->s);
    const struct kframe *now = frame_effect(k_top(e->s));
    int cls = now && !e->d->window.n ? e->d->effects[now->effect.id].cls : -1, gone = 0;

    k_touch(e);
    if (k_spend(e, (int64_t)n * r->nqueue))
        return -1;
    for (int i = 0; i < n; i++) {
        int was = gone;
        for (int j = r->nqueue - 1; j >= 0; j--) {
            const struct kqueued *q = k_queued(e->s, (unsigned)j);
            if (q->card == cards[i] && (int)e->d->effects[q->effect].cls > cls) {
                queue_remove(e, (unsigned)j);
                gone++;
            }
        }
        if (gone > was) {
            struct kevent ev = k_event(TELL_CANCEL);
            ev.card = cards[i];
            ev.to = k_insts(e->s)[cards[i]].slot;
            k_emit(e, &ev, know_seen_by(e, e->s, cards[i]));
        }
    }
    return gone;
}

int k_watch_add(struct kengine *e, unsigned watch, bool known)
{
    struct krules *r = k_rules(e->s);
    const struct kframe *f = k_top(e->s);
    uint16_t c = f->card[BOUND_THIS];

    if (r->nwatch >= e->d->limits.watchers)
        return k_fail(e, K_E_WATCHERS, e->d->watches[watch].src, 0, 0);
    if (!known && !is_public(e, c))
        return k_fail(e, K_E_WATCH_HIDDEN, e->d->watches[watch].src, 0, 0);
    if (c != NO_CARD && lies_lost(e, c))
        c = NO_CARD;
    k_watch(e->s)[r->nwatch++] = (struct kwatching){(uint16_t)watch, c, f->you, 0, 0};
    return 0;
}

struct happening {
    enum event kind;
    unsigned id;
    int seat, card;
    int64_t number;
    ref from;                   /* MOVE: the zone it came from */
    const struct kchoice *pick; /* ACTION: the choice; else NULL */
};

/* Does this watcher of seat `you`, on card `card`, wait for what happened? */
static bool waits_for(struct kengine *e, const struct kwatch *w, int you, unsigned card,
                      const struct happening *h)
{
    if (w->event != h->kind || w->id != h->id || (w->from != REF_NONE && w->from != h->from))
        return false;
    struct kctx x = ctx_of((unsigned)you);
    x.them = h->seat < 0 ? NO_SEAT : (uint8_t)h->seat;
    for (int i = 0; UNLIKELY(h->pick != NULL) && i < 3; i++)
        x.card[BOUND_CARD + i] = (&h->pick->card)[i];
    x.card[BOUND_THIS] = (uint16_t)card;
    x.card[BOUND_CARD] = h->card < 0 ? NO_CARD : (uint16_t)h->card;
    x.number = k_clamp(h->number);
    if (UNLIKELY(e->ran != NULL))
        k_ran_at(e, w->src, 1, h->card >= 0);
    /* Does `by` hold the event's seat? Events of nobody (a counter of the game, a card without
     * owner, a phase for all) count for `by: all` or no `by`. Without `by` all phases count. */
    bool phase = h->kind == EV_PHASE || h->kind == EV_PHASE_END, any = w->by == REF_NONE;
    if (h->seat < 0 ? !any && e->d->seats[w->by].op != SS_ALL
                    : !(phase && any) && !(k_seatset(e, w->by, &x) & BIT(h->seat)))
        return false;
    if (w->cards != REF_NONE && (h->card < 0 || !sel_holds(e, w->cards, &x, (unsigned)h->card)))
        return false;
    return w->cond == REF_NONE || k_eval(e, w->cond, &x);
}

static int fire_one(struct kengine *e, unsigned watch, bool known, int you, unsigned card,
                    const struct happening *h)
{
    struct kevent ev = k_event(TELL_WATCH);

    enough_numbers(e);
    ev.id = (uint16_t)watch;
    ev.card = (uint16_t)card;
    ev.seat = (uint8_t)you;
    if (card == NO_CARD)
        ev.def = e->d->effects[e->d->watches[watch].effect].card;
    k_emit(e, &ev, card != NO_CARD ? know_seen_by(e, e->s, card) : 0);
    return queue_effect(e, e->d->watches[watch].effect, known, card,
                        h->card < 0 ? NO_CARD : (unsigned)h->card,
                        h->pick && e->d->slots ? &h->pick->helper : NULL, you,
                        h->seat < 0 ? (int)NO_SEAT : h->seat, h->number);
}

/* Fires the watchers of cards that lie in the trait's zone. */
static int fire_standing(struct kengine *e, unsigned trait, const struct happening *h)
{
    const struct kdef *d = e->d;
    struct kstate *s = e->s;
    unsigned zone = d->traits[trait].zone;

    for (unsigned slot = k_zonebase(s)[zone]; slot < k_zonebase(s)[zone + 1]; slot++) {
        unsigned n = k_slots(s)[slot].count;
        if (k_spend(e, 1 + n))
            return -1;
        for (unsigned c = n ? k_first(s, slot) : NO_CARD; c != NO_CARD; c = k_next(s, c)) {
            const struct klist *l =
                &d->trait_list[(uint32_t)k_insts(s)[c].def * d->ntraits + trait];
            /* `you`: the zone's seat, the card's owner, or the only person */
            uint8_t seat = k_slotinfo(s)[slot].seat, owner = k_insts(s)[c].owner;
            int you = seat != NO_SEAT ? seat : owner != NO_SEAT ? owner : k_solo(s);

            for (int j = 0; j < l->n; j++)
                if (waits_for(e, &d->watches[l->first + j], you, c, h) &&
                    fire_one(e, l->first + (unsigned)j, is_public(e, c), you, c, h))
                    return -1;
        }
    }
    return 0;
}

/* Fires all watchers that wait for what happened. */
APART static int fire(struct kengine *e, const struct happening *h)
{
    struct krules *r = k_rules(e->s);
    uint32_t was = e->ran ? e->ran->at : 0;

    if (k_spend(e, e->d->nwatches + r->nwatch))
        return -1;
    for (int i = 0; i < r->nwatch; i++) {
        struct kwatching w = k_watch(e->s)[i];

        if (!waits_for(e, &e->d->watches[w.watch], w.you, w.card, h))
            continue;
        if (fire_one(e, w.watch, true, w.you, w.card, h))
            return -1;
        if (e->d->watches[w.watch].once) {
            memmove(k_watch(e->s) + i, k_watch(e->s) + i + 1,
                    (size_t)(r->nwatch - i - 1) * sizeof w);
            r->nwatch--;
            i--;
        }
    }
    for (unsigned i = 0; i < e->plan->nstanding; i++)
        if (fire_standing(e, e->plan->standing[i], h))
            return -1;
    k_ran_back(e, was);
    return e->err.code ? -1 : 0;
}

/* from: MOVE: the zone the card came from; pick: ACTION: the choice */
static int fire_from(struct kengine *e, enum event kind, unsigned id, int seat, int card,
                     int64_t number, ref from, const struct kchoice *pick)
{
    struct happening h = {kind, id, seat == NO_SEAT ? -1 : seat, card, number, from, pick};

    return may_wait_for(e, kind, id) ? fire(e, &h) : e->err.code ? -1 : 0;
}

int k_fire(struct kengine *e, enum event kind, unsigned id, int seat, int card, int64_t number)
{
    return fire_from(e, kind, id, seat, card, number, REF_NONE, NULL);
}

int k_fire_action(struct kengine *e, int seat, const struct kchoice *c)
{
    return fire_from(e, EV_ACTION, c->action, seat, c->card == NO_CARD ? -1 : c->card,
                     c->number, REF_NONE, c);
}

int k_fire_move(struct kengine *e, unsigned from, unsigned to, int seat, int card)
{
    return fire_from(e, EV_MOVE, to, seat, card, 1, (ref)from, NULL);
}

bool k_masked(struct kengine *e, enum mask_kind kind, unsigned what, int seat)
{
    const struct krules *r = k_rules(e->s);

    for (int i = 0; i < r->nmask; i++) {
        const struct kmasked *m = k_masks(e->s) + i;
        if (m->kind == kind && m->what == what && seat >= 0 && seat < 32 &&
            (m->seats & BIT(seat)))
            return true;
    }
    return false;
}

static void reset_counter(struct kengine *e, const struct kcounter *k)
{
    struct kstate *s = e->s;
    unsigned n = k->per == PER_CARD ? e->d->ncardctr : e->d->nseat;

    if (k->per == PER_GAME) {
        k_gamectr(s)[k->index] = k->start;
        return;
    }
    if (k->per == PER_CARD) {
        uint64_t *marked = k_marked(s, k->index);
        int32_t *at = READY(k_cardctr(s) + k->index);
        for (unsigned w = 0; w < s->words; w++) {
            uint64_t m = marked[w];
            marked[w] = 0;
            if (m)
                odd_anew(e, w);
            for (; m; m &= m - 1)
                at[(w * 64 + (unsigned)__builtin_ctzll(m)) * n] = k->start;
        }
        return;
    }
    for (int i = 0; i < s->nseats; i++)
        k_seatctr(s)[(unsigned)i * n + k->index] = k->start;
}

void lasts_end_all(struct kengine *e, ref phase)
{
    const struct klist *l = e->plan->ends + phase;

    for (unsigned i = l->first; i < (unsigned)l->first + l->n; i++) {
        const struct kcounter *k = e->d->counters + e->plan->ending[i];
        if (k->lasts == phase)
            reset_counter(e, k);
    }
    struct krules *r = k_rules(e->s);
    int masks = 0, watches = 0;
    for (int i = 0; i < r->nmask; i++)
        if (k_masks(e->s)[i].lasts != phase)
            k_masks(e->s)[masks++] = k_masks(e->s)[i];
    bool ended = masks < r->nmask;
    r->nmask = (uint16_t)masks;
    if (ended)
        k_end_shows(e);
    for (int i = 0; i < r->nwatch; i++)
        if (e->d->watches[k_watch(e->s)[i].watch].lasts != phase)
            k_watch(e->s)[watches++] = k_watch(e->s)[i];
    r->nwatch = (uint16_t)watches;
}
