/* exec.c - the machine: runs the program's ops until somebody must decide.
 *
 * Unfinished work is a stack of frames in the block: one for each loop of `phases`, each `choose`,
 * each list of steps, each call and each effect. A frame is popped when its stretch ends. Nothing
 * stays on the C stack between two ops. */
#include "kernel/run/move.h"

struct kframe *frame_list(struct kengine *e, int32_t pc, ref action, uint8_t you)
{
    struct kframe *f = frame_push(e, FRAME_LIST, (unsigned)pc);

    if (!f)
        return NULL;
    f->list.action = action;
    f->you = you;
    return f;
}

/* Sorts seats clockwise from `from`, or the other way, then by keys. key: each seat's first key. */
INLINE static inline int sorted_seats(struct kengine *e, uint32_t seats,
                                      const struct korder_of *o, struct kctx *x, uint8_t *out,
                                      int64_t *key)
{
    struct kstate *s = e->s;
    int64_t first = o->from == REF_NONE ? 0 : k_value(e, o->from, x);
    struct kctx own;
    int n = 0;

    uint32_t low = first <= 0 ? 0 : (uint32_t)(first % s->nseats);
    n = seats_of(seats >> low << low, out);
    n += seats_of(seats & (BIT(low) - 1), out + n);
    bool round = o->reversed != REF_NONE && k_eval(e, o->reversed, x);
    for (int i = n && out[0] == low, j = n - 1; round && i < j; i++, j--) {
        uint8_t t = out[i]; /* the other way round, but `first` stays first */
        out[i] = out[j];
        out[j] = t;
    }
    if (!o->nby)
        return n;
    own = *x;
    for (int k = o->nby - 1; k >= 0; k--) { /* stable sorts, the last key first */
        for (int i = 0; i < n; i++) {
            own.you = out[i];
            key[out[i]] = k_value(e, e->d->xargs[o->by + k], &own);
        }
        SORT(uint8_t, out, n, key[a] > key[b]);
    }
    return n;
}

/* Are two seats equal in all keys? key: the first key of each. */
static bool tied(struct kengine *e, const struct korder_of *o, const int64_t *key,
                 struct kctx *x, int a, int b)
{
    struct kctx p, q;

    if (!o->nby)
        return true;
    if (key[a] != key[b] || o->nby == 1)
        return key[a] == key[b];
    p = q = *x;
    p.you = (uint8_t)a;
    q.you = (uint8_t)b;
    for (int k = 1; k < o->nby; k++)
        if (k_eval(e, e->d->xargs[o->by + k], &p) != k_eval(e, e->d->xargs[o->by + k], &q))
            return false;
    return true;
}

/* Puts equal seats into random order, and tells it. */
INLINE static inline int draw_lots(struct kengine *e, const struct korder_of *o,
                                   const int64_t *key, struct kctx *x, uint8_t *out, int n)
{
    bool drawn = false;

    for (int i = 0; i < n;) {
        int j = i + 1;
        while (j < n && tied(e, o, key, x, out[i], out[j]))
            j++;
        for (int k = j - 1; k > i; k--) {
            int64_t v = k_draw(e, (uint32_t)(k - i + 1), NULL);
            if (v < 0)
                return -1;
            uint8_t t = out[k];
            out[k] = out[i + v];
            out[i + v] = t;
            drawn = true;
        }
        i = j;
    }
    if (!drawn || !k_telling(e))
        return n;
    struct kevent ev = k_event(TELL_ORDER);
    ev.extra = n;
    for (int i = 0; i < n; i++)
        *(i < 7 ? &ev.number : &ev.extra) |= out[i] << (i < 7 ? 4 * i : 4 * i - 24);
    k_emit(e, &ev, 0);
    return n;
}

int seats_in_order(struct kengine *e, uint32_t seats, const struct korder_of *o, struct kctx *x,
                   uint8_t *out)
{
    int64_t key[K_MAX_SEATS];
    int n = sorted_seats(e, seats, o, x, out, key);

    return o->by_random ? draw_lots(e, o, key, x, out, n) : n;
}

/* ---- loops of phases ---- */

/* What is counted or said in a loop tells how often it runs, and for whom: notes that
 * (know/owed.c). begins: not only its `while`, which is asked before each round. */
RARE static void owed_by_loop(struct kengine *e, const struct kop *op, struct kctx *x,
                              bool begins)
{
    const struct kphase *p = &e->d->phases[op->list];

    if (!owed_in_loop(e, op))
        return;
    owed_for(e, OWED_VALUE, p->cond, x, op->src);
    if (begins && p->loop == LOOP_REPEAT)
        owed_for(e, OWED_VALUE, p->arg, x, op->src);
    else if (begins && p->loop == LOOP_EACH)
        owed_for(e, OWED_SEATS, p->arg, x, op->src);
    else if (begins && p->loop == LOOP_CARDS)
        owed_for(e, OWED_CARDS, p->arg, x, op->src);
}

static bool loop_goes_on(struct kengine *e, const struct kphase *p, struct kctx *x)
{
    return p->cond == REF_NONE || k_eval(e, p->cond, x);
}

static inline struct kframe *phase_push(struct kengine *e, const struct kop *op, int32_t limit)
{
    struct kframe *f = frame_push(e, FRAME_PHASE, (unsigned)(op - e->d->prog) + 1);

    if (!f)
        return NULL;
    f->phase.id = op->list;
    f->phase.limit = limit;
    return f;
}

int phase_begin(struct kengine *e, const struct kop *op, struct kctx *x)
{
    const struct kphase *p = &e->d->phases[op->list];
    uint8_t order[K_MAX_SEATS] = {0};
    int64_t limit = 1;
    int n = 0;

    switch (p->loop) {
    case LOOP_REPEAT: limit = k_eval(e, p->arg, x); break;
    case LOOP_FOREVER:
    case LOOP_WHILE: limit = INT32_MAX; break;
    case LOOP_EACH:
        limit = n = seats_in_order(e, k_seatset(e, p->arg, x), &p->order, x, order);
        break;
    case LOOP_CARDS: limit = each_begin(e, p, x, op->src); break;
    default: break;
    }
    if (limit <= 0 || e->err.code)
        return 0;
    struct kframe *f = phase_push(e, op, limit > INT32_MAX ? INT32_MAX : (int32_t)limit);
    if (!f)
        return -1;
    f->phase.norder = (uint8_t)n;
    memcpy(f->phase.order, order, sizeof order);
    if (p->loop == LOOP_CARDS && k_rules(e->s)->unsettled)
        f->phase.anew = each_anew(e, k_rules(e->s)->neach - (unsigned)limit, f->pc);
    return 1;
}

static int op_phase(struct kengine *e, const struct kop *op, struct kframe *f)
{
    const struct kphase *p = &e->d->phases[op->list];
    struct kctx x;

    f->pc = (uint16_t)op->jump;
    if (p->cond == REF_NONE && p->loop == LOOP_ONCE)
        return phase_push(e, op, 1) ? 1 : -1;
    context_of(f, &x);
    if (UNLIKELY(e->owed))
        owed_by_loop(e, op, &x, true);
    return loop_goes_on(e, p, &x) ? phase_begin(e, op, &x) : 0;
}

/* Tells that a round begins or ends, and fires watchers. */
APART static int phase_met(struct kengine *e, const struct kframe *f, enum ktell kind,
                           enum event event, ref name)
{
    uint8_t seat = f->phase.norder ? f->you : NO_SEAT;

    if (k_telling(e)) {
        struct kevent ev = k_event(kind);
        ev.id = name;
        ev.number = f->phase.loop;
        ev.seat = seat;
        k_emit(e, &ev, 0);
    }
    return k_fire(e, event, name, seat, -1, f->phase.loop);
}

/* It costs no work, as when plan_next skips it. */
static inline int op_iter_end(struct kengine *e, struct kframe *f)
{
    ref name = e->d->phases[f->phase.id].name;

    f->pc++;
    e->left += OP_WORK;
    return name != REF_NONE && (k_telling(e) || may_wait(e, EV_PHASE_END))
               ? phase_met(e, f, TELL_PHASE_END, EV_PHASE_END, name)
               : 0;
}

static int op_iter(struct kengine *e, struct kframe *f)
{
    const struct kphase *p = &e->d->phases[f->phase.id];

    if (f->phase.norder)
        f->you = f->phase.order[f->phase.loop];
    else if (p->loop == LOOP_CARDS && each_next(e, p, &f->card[BOUND_CARD]))
        return -1;
    f->phase.loop++;
    f->pc++;
    if (p->name == REF_NONE)
        return 0;
    k_phase(e->s)[p->name] = f->phase.loop;
    return k_telling(e) || may_wait(e, EV_PHASE)
               ? phase_met(e, f, TELL_PHASE, EV_PHASE, p->name)
               : 0;
}

/* The place of the endless loop: the phase with most rounds, or the last of a circle of effects. */
uint32_t loop_src(struct kengine *e)
{
    const struct kframe *f = k_frames(e->s), *most = NULL;

    for (const struct kframe *end = f + k_rules(e->s)->nframes; f < end; f++)
        if (f->kind == FRAME_PHASE && (!most || f->phase.loop >= most->phase.loop))
            most = f;
    for (uint32_t pc = 0; most && pc < e->d->nprog; pc++)
        if (e->d->prog[pc].op == OP_PHASE && e->d->prog[pc].list == most->phase.id)
            return e->d->prog[pc].src;
    f = k_top(e->s);
    return f->kind == FRAME_CHOOSE ? e->d->chooses[f->choose.id].src : e->d->prog[f->pc].src;
}

int endless(struct kengine *e)
{
    bool forced = e->forced * (MANY_ROUNDS / MANY_FORCED) > e->rounds;

    return k_fail(e, K_E_REPEAT, loop_src(e), forced, 0);
}

/* Ends a round of a phase. 0: another begins; 1: it was the last; -1 */
static int op_lasts(struct kengine *e, const struct kop *op, struct kframe *f)
{
    const struct kphase *p = &e->d->phases[f->phase.id];
    struct kctx x;

    if (p->name != REF_NONE)
        lasts_end(e, p->name);
    if (p->cond != REF_NONE) {
        context_of(f, &x); /* as around the loop, not in its last round */
        x.you = f[-1].you;
        x.card[BOUND_CARD] = f[-1].card[BOUND_CARD];
        if (UNLIKELY(e->owed))
            owed_by_loop(e, e->d->prog + op->jump - 1, &x, false);
    }
    if (f->phase.loop < f->phase.limit && loop_goes_on(e, p, &x)) {
        f->pc = p->between ? (uint16_t)(f->pc + 1) : (uint16_t)op->jump;
        return ++e->rounds > MANY_ROUNDS ? endless(e) : 0;
    }
    if (p->name != REF_NONE) { /* the round of an outer phase with the same name, or 0 */
        const struct kframe *o = f - 1, *base = k_frames(e->s);
        while (o > base &&
               !(o->kind == FRAME_PHASE && e->d->phases[o->phase.id].name == p->name))
            o--;
        k_phase(e->s)[p->name] = o > base ? o->phase.loop : 0;
    }
    if (p->loop == LOOP_CARDS) /* cards that the loop never came to */
        k_rules(e->s)->neach -= (uint16_t)(f->phase.limit - f->phase.loop);
    k_rules(e->s)->nframes--;
    return 1;
}

/* ---- the other ops ---- */

/* The selector that the bound card (of a choice or loop) or the chosen set (set) is from; or
 * REF_NONE. */
static ref bound_from(const struct kengine *e, bool set)
{
    const struct kframe *f = k_top(e->s);
    ref action = e->body_action;

    for (; action == REF_NONE && (f->kind == FRAME_PHASE || f->kind == FRAME_CALL); f--)
        if (!set && f->kind == FRAME_PHASE && e->d->phases[f->phase.id].loop == LOOP_CARDS)
            return e->d->phases[f->phase.id].arg;
    if (action == REF_NONE && f->kind == FRAME_LIST)
        action = f->list.action;
    return action == REF_NONE ? REF_NONE
           : set              ? e->d->actions[action].cards
                              : e->d->actions[action].card;
}

void move_told(struct kengine *e, ref sel, ref text)
{
    const struct kselect *q = e->d->sels + sel;
    ref from = REF_NONE;

    if (!k_telling(e))
        return;
    if (sel != REF_NONE && q->src == SRC_BOUND &&
        (q->bound == BIT(BOUND_CARD) || q->bound == BOUND_SET))
        from = bound_from(e, q->bound == BOUND_SET);
    if (from != REF_NONE)
        q = e->d->sels + from;
    e->pub_bits = sel != REF_NONE && q->src == SRC_ZONES ? q->bits : REF_NONE;
    e->step_text = text;
    e->step = k_know(e->s)->events + 1;
}

bool then_shuffled(struct kengine *e, const struct kop *op, unsigned zone, struct kctx *x,
                   const uint16_t *list, int n)
{
    int of = (int)number_of(e, op->of, x, -1);
    bool all = n > 0;

    do
        op++;
    while (op->op == OP_SETTLE || op->op == OP_LEAF ||
           (op->op == OP_MOVE && e->d->exprs[op->to].op == X_CONST &&
            (unsigned)e->d->exprs[op->to].imm == zone));
    if (op->op != OP_SHUFFLE || op->zone != zone || e->d->event_used[EV_MOVE] || e->d->always.n)
        return false;
    if (e->d->zones[zone].per == PER_TABLE)
        return true;
    uint32_t who = k_seats_of(e, op->who, x);
    for (int i = 0; i < n && all; i++) {
        int to = k_dest_slot(e, zone, of, list[i]);
        all = to >= 0 && who >> k_slotinfo(e->s)[to].seat & 1;
    }
    return all;
}

/* As k_move, for one card to the end of its owner's zone, with nobody told. */
INLINE static inline int move_last(struct kengine *e, unsigned c, unsigned zone, int face)
{
    bool freely = moves_freely(e);
    unsigned owner = k_insts(e->s)[c].owner, seat = owner == NO_SEAT ? you_now(e) : owner;
    unsigned slot = k_slot_of(e->s, e->d, zone, seat);

    k_touch(e);
    e->left -= MOVE_WORK;
    if (slot == REF_NONE)
        return k_fail(e, K_E_ZONE, 0, (int32_t)seat, (int32_t)zone);
    return zone_send_last(e, freely, c, slot, face, freely ? named_cards(e, zone, face) : 0);
}

INLINE static inline int op_move(struct kengine *e, const struct kop *op, struct kctx *x,
                                 uint16_t *list, int n)
{
    int64_t zone = k_value(e, op->to, x);
    bool last = n == 1 && op->place == PLACE_LAST && op->of == REF_NONE && op->from == REF_NONE;

    if (last && !(e->telling | SLOW(e, LAST)) && zone >= 0 && zone < e->d->nzones)
        return move_last(e, list[0], (unsigned)zone, op->face);
    struct kmove m = {.zone = (unsigned)zone,
                      .of = (int)number_of(e, op->of, x, -1),
                      .face = op->face,
                      .place = op->place,
                      .at = op->place == PLACE_AT ? number_of(e, op->count, x, 1) : 1,
                      .sel = op->cards,
                      .text = op->list,
                      .op = op,
                      .x = x};

    if (zone < 0 || zone >= e->d->nzones)
        return k_fail(e, K_E_ZONE, op->src, m.of, (int32_t)zone);
    int64_t owner = number_of(e, op->from, x, K_ABSENT);
    m.owner = owner == K_ABSENT                    ? OWNER_KEPT
              : owner < 0 || owner >= e->s->nseats ? OWNER_NONE
                                                   : OWNER_SEAT + (int)owner;
    for (int i = 0; op->flags & MOVE_REVERSED && i < n / 2; i++) {
        uint16_t c = list[i];
        list[i] = list[n - 1 - i];
        list[n - 1 - i] = c;
    }
    return e->err.code ? -1 : k_move(e, list, n, &m);
}

/* Moves so many copies of each card, which an endless zone gives. */
RARE static int op_make(struct kengine *e, const struct kop *op, struct kctx *x, uint16_t *list,
                        int n)
{
    int64_t each = number_of(e, op->count, x, 1);

    if (n && each > (int64_t)k_list_places(e->s) / n)
        return k_fail(e, K_E_CARDS, 0, 0, k_zone_of(e->s, k_insts(e->s)[list[0]].slot) + 1);
    int64_t all = each < 0 ? 0 : each * n;
    for (int64_t i = all; i-- > 0;)
        list[i] = list[i / each];
    return e->err.code ? -1 : op_move(e, op, x, list, (int)all);
}

static int op_pass(struct kengine *e, const struct kop *op, struct kctx *x)
{
    uint8_t give[K_MAX_SEATS];
    struct kctx own;

    if (e->plan->how[op - e->d->prog] == HOW_WHOLE && sets_go_freely(e) &&
        !names_under_way(e)) {
        k_pass_beside(e, op);
        return 0;
    }
    uint32_t who = k_seats_of(e, op->who, x);
    memset(give, NO_SEAT, sizeof give);
    own = *x;
    for (uint32_t m = who & (BIT(e->s->nseats) - 1); m; m &= m - 1) {
        own.you = (uint8_t)__builtin_ctz(m);
        int64_t to = k_eval(e, op->of, &own);
        give[own.you] = to < 0 || to >= e->s->nseats ? NO_SEAT : (uint8_t)to;
    }
    return k_pass(e, who, op->cards, give);
}

INLINE static inline int op_finish(struct kengine *e, const struct kop *op, struct kctx *x)
{
    struct krules *r = k_rules(e->s);
    uint64_t held = 0; /* the reasons that hold, a bit each */

    for (int i = 0; i < op->n; i++) {
        ref cond = e->d->reasons[op->list + i].cond;
        if (cond == REF_NONE || k_eval(e, cond, x))
            held |= 1ull << (i < 63 ? i : 63);
        else if (op->n == 1) /* as most often */
            return 0;
    }
    if (op->n && !held)
        return 0;
    k_touch(e);
    r->reasons = held;
    r->finish_pc = (int32_t)(op - e->d->prog);
    return k_finish(e, 0xFFFF, op->who == REF_NONE ? 0 : k_seatset(e, op->who, x),
                    op->from == REF_NONE ? 0 : k_seatset(e, op->from, x));
}

static int op_block(struct kengine *e, const struct kop *op, struct kctx *x)
{
    for (int i = 0; i < op->n; i++) {
        const struct kmask *m = &e->d->masks[op->list + i];
        if (k_block(e, m->kind, m->what, k_seats_of(e, op->who, x), op->lasts) < 0)
            return -1;
    }
    return 0;
}

/* The step `tell`. `are` and `are_not` become one set of definitions. */
static int op_tell(struct kengine *e, const struct kop *op, struct kctx *x,
                   const uint16_t *list, int n)
{
    uint64_t may[K_MAX_DEF_WORDS], not [K_MAX_DEF_WORDS];

    memset(may, 0xFF, e->d->bits.nwords * sizeof *may);
    if ((op->of != REF_NONE && !filter_definitions(e, op->of, x, may)) ||
        (op->from != REF_NONE && !filter_definitions(e, op->from, x, not )))
        return -1;
    for (unsigned w = 0; w < e->d->bits.nwords && op->from != REF_NONE; w++)
        may[w] &= ~not [w];
    return k_tell(e, list, n, may, op->list);
}

/* The step `say`. Everyone hears its number, seat, word and card, or that there is none. So these
 * must come from what everyone sees, with which the card is looked for again. This fails also if
 * nobody is told. */
static int op_say(struct kengine *e, const struct kop *op, struct kctx *x, const uint16_t *list,
                  int n)
{
    struct eyes was = eyes_open(e, e->s, THE_PUBLIC);
    int64_t number = number_of(e, op->count, x, 0), seat = number_of(e, op->of, x, -1),
            word = number_of(e, op->from, x, -1);

    uint16_t *again = op->cards == REF_NONE ? NULL : k_list(e);
    if (again)
        (void)k_cards_of(e, op->cards, x, again);
    k_unlist(e, again);
    eyes_close(e, &was);
    if (e->err.code || number != k_clamp(number))
        return e->err.code ? -1 : k_fail(e, K_E_RANGE, op->src, 0, 0);
    k_say(e, (unsigned)(op - e->d->prog), number, n == 1 ? list[0] : -1, (int)seat, (int)word,
          op->list);
    return 0;
}

/* The first of these seats; -1: none. */
static int seat_of(struct kengine *e, ref seats, struct kctx *x)
{
    uint32_t m = seats == REF_NONE ? 0 : k_seatset(e, seats, x);

    return m ? __builtin_ctz(m) : -1;
}

/* A `trigger` before the queue is emptied. 1: an effect's frame is on top; 2: somebody is asked */
APART static int trigger_and_settle(struct kengine *e, const struct kop *op, struct kframe *f)
{
    const struct kquick *p = e->plan->quick + op->cards;
    uint16_t of_seats[K_MAX_SEATS], *list = NULL;
    struct kctx x;

    context_of(f, &x);
    e->left -= p->marks;
    int n = p->marks ? sel_marked(e, p, &x, op->list, of_seats) : -1;
    if (n < 0 && (list = k_list(e)))
        n = sel_bearers(e, op->cards, &x, op->list, list);
    int seat = seat_of(e, op->who, &x);
    int rc = n < 0 || e->err.code || k_spend(e, n) ? -1 : 0;

    f->pc += !rc;
    if (n && !rc)
        rc = trigger_at_once(e, op->list, list ? list : of_seats, n, seat);
    k_unlist(e, list);
    return rc;
}

/* Moves all cards of zones to the end of another (HOW_WHOLE). False: move them one by one */
static bool move_whole(struct kengine *e, const struct kop *op, struct kctx *x)
{
    const struct kselect *q = &e->d->sels[op->cards];
    unsigned to = (unsigned)e->d->exprs[op->to].imm;
    bool hides = false; /* does one of the zones hide cards from somebody? */

    for (int i = 0; i < q->nzones; i++)
        hides |= zone_hides(e, q->zone[i]);
    if (hides && k_tells_cards(e, op->cards, to, op->face) &&
        !then_shuffled(e, op, to, x, NULL, 0))
        return false;
    int64_t of = number_of(e, op->of, x, -1);
    bool table = e->d->zones[q->zone[0]].per == PER_TABLE;
    if (table && of < 0 && e->d->zones[to].per != PER_TABLE)
        return k_move_home(e, q->zone[0], to, op->face);
    return k_move_whole(e, table ? 0 : k_seats_of(e, q->of, x), q->zone, q->nzones, to, (int)of,
                        op->face);
}

/* Moves cards in slots, each once, to the end of a zone of the table (HOW_BOUND), nobody told. */
static int move_bound(struct kengine *e, const struct kop *op, const struct kctx *x)
{
    unsigned zone = (unsigned)e->d->exprs[op->to].imm, slot = k_zonebase(e->s)[zone];
    unsigned bound = e->d->sels[op->cards].bound;
    uint64_t named = named_cards(e, zone, op->face);
    bool freely = moves_freely(e);
    uint16_t was[BOUND_IT];
    int n = 0;

    k_touch(e);
    for (unsigned m = bound; m; m &= m - 1) {
        uint16_t c = x->card[__builtin_ctz(m)];
        bool gone = c == NO_CARD || k_left_game(e->s, c);
        for (int i = 0; i < n; i++)
            gone |= was[i] == c;
        if (gone)
            continue;
        was[n++] = c;
        if (zone_send_last(e, freely, c, slot, op->face, named) < 0)
            return -1;
    }
    int selected = e->plan->sel[op->cards] & SEL_BOUND ? n : 1 + 2 * n; /* as selecting does */
    return k_spend(e, selected + n * MOVE_WORK);
}

/* As in steps.def. */
#define WHO k_seats_of(e, op->who, x)

/* Runs a step on a list of cards. */
static int list_step(struct kengine *e, const struct kop *op, struct kctx *x)
{
    if (op->op == OP_MOVE) {
        unsigned how = e->plan->how[op - e->d->prog];
        if (how == HOW_BOUND && !k_telling(e))
            return move_bound(e, op, x);
        if (how == HOW_WHOLE && move_whole(e, op, x))
            return 0;
    } else if (op->op == OP_TURN && op->cards != REF_NONE &&
               k_turn_set(e, op->cards, x, op->face) >= 0)
        return 0;
    uint16_t *list = k_list(e);
    int rc = -1, n = !list ? -1 : op->cards == REF_NONE ? 0 : k_cards_of(e, op->cards, x, list);

    k_ran_cards(e, n);
    if (n >= 0 && !e->err.code && !k_spend(e, n))
        switch (op->op) {
#define STEP(id, name, run, ...)                                                               \
    case OP_##id:                                                                              \
        run;                                                                                   \
        break;
#define CARDS(call) rc = call
#define SEATS(call)
#define FLOW()
#include "kernel/steps.def"
#undef CARDS
#undef SEATS
        }
    k_unlist(e, list);
    return rc;
}

INLINE static inline int plain_step(struct kengine *e, const struct kop *op, struct kctx *x)
{
    int rc = 0;

    switch (op->op) {
#define STEP(id, name, run, ...)                                                               \
    case OP_##id: run; break;
/* steps on counters of seats or the game select no cards */
#define CARDS(call)                                                                            \
    rc = (op->op == OP_ADD || op->op == OP_SET) && op->cards == REF_NONE                       \
             ? op_counters(e, op, x, NULL, 0)                                                  \
             : list_step(e, op, x)
#define SEATS(call) rc = call
#include "kernel/steps.def"
    case OP_WATCH: { /* for the card of the effect under way */
        const struct kframe *of = frame_effect(k_top(e->s));
        rc = k_watch_add(e, op->list, of && of->effect.known);
        break;
    }
    }
    return rc;
}

int run_here(struct kengine *e, int pc, struct kctx *x)
{
    const struct krules *r = k_rules(e->s);
    const struct kop *prog = e->d->prog, *next;
    const uint8_t *hows = e->plan->how;
    int rc = 0;

    e->body = x;
    for (const struct kop *op = prog + pc; op->op != OP_END; op = next) {
        unsigned how = hows[op - prog];
        next = op->op == OP_JUMP ? prog + op->jump : op + 1;
        e->left -= OP_WORK;
        if ((how == HOW_MOVE || how == HOW_MARK) && !e->telling) {
            unsigned c = x->card[BOUND_CARD];
            rc = c == NO_CARD || k_left_game(e->s, c) ? 0
                 : how == HOW_MOVE
                     ? move_last(e, c, (unsigned)e->d->exprs[op->to].imm, op->face)
                     : k_mark(e, e->d->assigns + op->list, op->n, c, op->op == OP_ADD);
            rc = rc < 0 ? -1 : 0;
        } else if (op->op == OP_JUMP || how == HOW_NOTHING) {
            e->left += r->nqueue | r->any_shown ? 0 : OP_WORK; /* a frame would skip it */
        } else if (op->op == OP_UNLESS) {
            next = k_eval(e, op->count, x) ? next : prog + op->jump;
        } else {
            rc = plain_step(e, op, x) < 0 ? -1
                 : r->status != K_RUNNING ? (int)(next - prog)
                                          : 0;
        }
        if (UNLIKELY(rc || e->err.code || e->left < 0)) {
            if (rc < 0 || e->err.code || (e->left < 0 && k_overspent(e))) {
                e->err.src = e->err.src ? e->err.src : op->src;
                rc = -1;
            }
            if (rc)
                break;
        }
    }
    e->body = NULL;
    e->left -= OP_WORK;
    e->rounds += 2;
    return rc;
}

/* A named step, or a verb as a step: its frame has parameters, and the context of its caller. */
int call_begin(struct kengine *e, const struct kop *op)
{
    const struct keffect *call = &e->d->effects[op->list];
    int32_t param[K_MAX_PARAMS] = {0};
    struct kctx x;

    context_of(k_top(e->s), &x);
    if (params_work_out(e, call, &x, param))
        return -1;
    bool anew = k_rules(e->s)->unsettled && given_anew(e, call->verb, param);
    k_top(e->s)->pc++;
    struct kframe *f = frame_push(e, FRAME_CALL, (unsigned)call->pc);
    if (!f) {
        e->err.src = op->src; /* the call is what nests too deep */
        return -1;
    }
    f->effect.id = op->list;
    f->effect.anew = anew;
    memcpy(f->effect.param, param, sizeof param);
    return 0;
}

/* Runs the top frame until another is on top. 0: go on, or the game is over; 1: wait for picks;
 * -1 */
static int run_frame(struct kengine *e, struct kframe *f)
{
    struct krules *r = k_rules(e->s);
    const uint16_t *next = k_telling(e) ? e->plan->next : e->plan->next_mute;
    struct kctx x;

    for (int left = 0; !left;) { /* 1: another frame is on top; -1: error */
        if (!(r->nqueue | r->any_shown))
            f->pc = next[f->pc];
        const struct kop *op = &e->d->prog[f->pc];

        e->left -= OP_WORK;
        if (e->ran)
            ran_op(e, f->pc);
        switch ((enum op)op->op) {
        case OP_END: r->nframes--; return 0;
        case OP_JUMP: f->pc = (uint16_t)op->jump; continue;
        case OP_LEAF:
            k_end_shows(e);
            f->pc++;
            continue;
        case OP_CHOOSE:
            f->pc++;
            left = choose_begin(e, op->list, op->src);
            if (left < 0)
                return (int)blamed_on(e, op->src, -1);
            if (!left) /* else nobody is asked */
                return r->pending != 0;
            left = ++e->rounds > MANY_ROUNDS ? endless(e) : 0;
            break;
        case OP_HOOK: return hook_run(e, op->list);
        case OP_CALL: left = call_begin(e, op) ? -1 : 1; break;
        case OP_SETTLE:
            if (r->nqueue && (left = queue_next(e)) != DONE_HERE)
                return left == 2 ? r->pending != 0 : left < 0 ? -1 : 0;
            if (UNLIKELY(e->d->always.n) && !left && (left = begin_always(e)))
                return left < 0 ? -1 : 0;
            f->pc += !left;
            left = 0;
            continue;
        case OP_FILL: /* it needs only the seats of a context */
            left = k_fill(e, frame_seats(e, f, op->who), op->to, op->zone) < 0 ? -1 : 0;
            f->pc++;
            break;
        case OP_PHASE: left = op_phase(e, op, f); break;
        case OP_ITER: left = op_iter(e, f); break;
        case OP_ITER_END: left = op_iter_end(e, f); break;
        case OP_LASTS: left = op_lasts(e, op, f); break;
        case OP_UNLESS:
            context_of(f, &x);
            f->pc = k_eval(e, op->count, &x) ? (uint16_t)(f->pc + 1) : (uint16_t)op->jump;
            break;
        case OP_TRIGGER:
            if (e->plan->at_once && op[1].op == OP_SETTLE) {
                left = trigger_and_settle(e, op, f);
                if (left > 0)
                    return left == 2 && r->pending;
                break;
            } /* fallthrough */
        default:
            context_of(f, &x);
            left = plain_step(e, op, &x) < 0 ? -1 : r->status != K_RUNNING;
            f->pc++;
            break;
        }
        if (left < 0 || e->err.code || (e->left < 0 && k_overspent(e))) {
            e->err.src = e->err.src ? e->err.src : op->src;
            return -1;
        }
    }
    return 0;
}

/* Runs on. 1: a decision is open; 0: the game is over; -1 */
int k_run(struct kengine *e)
{
    const struct krules *r = k_rules(e->s);
    struct kframe *frames = k_frames(e->s);

    for (e->rounds = e->forced = 0; r->status == K_RUNNING; e->rounds++) {
        if (!r->nframes) {
            end_game(e, K_OVER);
            return 0;
        }
        if (e->rounds > MANY_ROUNDS)
            return endless(e);
        struct kframe *f = frames + r->nframes - 1;
        int rc = f->kind == FRAME_CHOOSE ? choose_step(e, f) : run_frame(e, f);
        if (rc < 0 && f->kind == FRAME_CHOOSE) /* its frame has not changed */
            blamed_on(e, e->d->chooses[f->choose.id].src, rc);
        /* if work ran out after many rounds of a loop that has no end, the loop is at fault */
        bool round = rc < 0 && e->err.code == K_E_WORK && e->rounds > SOME_ROUNDS;
        for (f = frames; round && f < frames + r->nframes; f++)
            if (f->kind == FRAME_PHASE && f->phase.limit > (int32_t)MANY_ROUNDS) {
                e->err.code = K_OK;
                return endless(e);
            }
        if (rc)
            return rc;
    }
    return 0;
}
