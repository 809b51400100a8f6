/* lost.c - cards that nobody can tell from others any more, and what names them.
 *
 * Watchers and waiting effects (what waits) name instances, and so do frames, loops and answers
 * (what is under way). They may while somebody could point at the card: in a row or pile, in a set
 * where everyone sees it, and where it was chosen. Once it is shuffled, or lies in a set in which
 * not everyone sees it, it is lost, even if somebody kept track of it. So while somebody is asked,
 * nothing names a card that may have changed places with another in somebody's mind (know/know.c).
 * What waits loses the card at once. What is under way loses it before the next question, since
 * until then nobody can act on it. If a lost card is bound again before that, the new name stays:
 * it means the card that lies there. */
#include "kernel/run/move.h"

enum { NAMES = (K_MAX_INSTS + 63) / 64 }; /* 64-bit words of a set of cards */

/* NO_CARD has a bit, too: one too many only costs a second look. */
static uint64_t bit_of(unsigned c)
{
    return 1ull << (c & 63);
}

/* ---- what names which cards ---- */

static void put_name(uint64_t *set, unsigned c)
{
    if (c != NO_CARD)
        set_put(set, c, true);
}

static void put_pick(struct kstate *s, const struct kchoice *c, uint64_t *set)
{
    put_name(set, c->card);
    put_name(set, c->helper);
    put_name(set, c->target);
    for (int i = 0; i < set_members(c); i++)
        put_name(set, k_set_of(s, c->set)[i]);
}

/* Collects all cards that frames, loops and answers name. */
static void under_way_names(struct kengine *e, uint64_t *set)
{
    struct kstate *s = e->s;
    const struct krules *r = k_rules(s);
    const struct kframe *top = k_top(s);
    /* a body's frame that only plain engines push does not count */
    bool body = top->kind == FRAME_LIST && top->list.action != REF_NONE &&
                e->plan->body[e->d->actions[top->list.action].pc];
    unsigned n = r->nframes - (body ? 1u : 0u);

    memset(set, 0, s->words * sizeof *set);
    for (unsigned i = 0; i < n; i++) {
        const struct kframe *f = k_frames(s) + i;
        for (int k = 0; k < 4; k++)
            put_name(set, f->card[k]);
        for (uint32_t m = frame_params(e->d, f); m; m &= m - 1)
            if (f->effect.param[__builtin_ctz(m)] >= 0)
                put_name(set, (unsigned)f->effect.param[__builtin_ctz(m)]);
        if (f->set)
            put_pick(s, &k_rounds(s)[f->set - 1].pick, set);
    }
    for (unsigned i = 0; i < r->neach; i++)
        put_name(set, each_at(s, i));
    for (int i = 0; i < r->nrounds * s->nseats; i++)
        if (k_rounds(s)[i].state == ANS_GIVEN)
            put_pick(s, &k_rounds(s)[i].pick, set);
}

uint64_t cards_named(struct kengine *e)
{
    const struct krules *r = k_rules(e->s);
    uint64_t set[NAMES], named = 0;

    if (names_under_way(e)) {
        under_way_names(e, set);
        for (unsigned w = 0; w < e->s->words; w++)
            named |= set[w];
    }
    for (int i = 0; i < r->nwatch; i++)
        named |= bit_of(k_watch(e->s)[i].card);
    for (unsigned i = 0; i < r->nqueue; i++) {
        const struct kqueued *q = k_queued(e->s, i);
        for (unsigned k = 0; k < BOUND_IT; k++)
            named |= bit_of(q->bound[k]);
        for (uint32_t m = queued_params(e->d, q); m; m &= m - 1)
            named |= bit_of((unsigned)q->param[__builtin_ctz(m)]);
    }
    return named;
}

/* ---- taking a lost card out ---- */

static bool takes(uint16_t *card, unsigned c)
{
    bool it = *card == c;

    *card = it ? NO_CARD : *card;
    return it;
}

static void params_lose(uint32_t which, int32_t *param, unsigned c)
{
    for (int i = param_of(which, param, c); i >= 0; i = param_of(which, param, c))
        param[i] = -1;
}

/* Takes c out of a waiting effect. True: it was c's, everyone knows, and it may ask for it. */
static bool entry_loses(struct kengine *e, struct kqueued *q, unsigned c)
{
    bool asks =
        q->own_param ? e->d->verbs[q->verb].asks_this : e->d->effects[q->effect].asks_this;

    for (unsigned k = BOUND_CARD; k < BOUND_IT; k++)
        takes(&q->bound[k], c);
    params_lose(queued_params(e->d, q), q->param, c);
    return takes(&q->card, c) && q->known && (asks || e->d->cancels);
}

static bool is_loop(const struct kengine *e, const struct kframe *f)
{
    return f->kind == FRAME_PHASE && e->d->phases[f->phase.id].loop == LOOP_CARDS;
}

enum { FRESH_CARDS = 15, FRESH_PARAMS = 16 };

/* Fresh names of frame f, bound by a frame that is `anew`: a bit per card, one for parameters.
 * below: of the frame below, whose cards f has too, unless it binds its own. */
static unsigned fresh_names(const struct kengine *e, const struct kframe *f, unsigned below)
{
    unsigned own = BIT(BOUND_CARD);

    if (f->kind == FRAME_EFFECT)
        return f->effect.anew ? FRESH_CARDS | FRESH_PARAMS : 0;
    below &= FRESH_CARDS;
    if (f->kind == FRAME_CALL)
        return f->effect.anew ? below | FRESH_PARAMS : below;
    return !is_loop(e, f) ? below : f->phase.anew ? below | own : below & ~own;
}

/* Does frame f, which is `anew`, bind c? Cards on the stack of loops count for any loop. */
static bool binds_anew(struct kengine *e, const struct kframe *f, unsigned c)
{
    bool binds = f->kind != FRAME_CALL && f->card[BOUND_CARD] == c;

    for (unsigned k = 0; k < BOUND_IT && f->kind == FRAME_EFFECT; k++)
        binds |= f->card[k] == c;
    if (gives_params(f->kind))
        binds |= param_of(frame_params(e->d, f), f->effect.param, c) >= 0;
    for (unsigned i = 0; is_loop(e, f) && i < k_rules(e->s)->neach; i++)
        binds |= each_at(e->s, i) == c;
    return binds;
}

/* Clears `anew` in every frame that binds c, which is lost again; NO_CARD: in all frames. */
static void no_more_anew(struct kengine *e, unsigned c)
{
    for (unsigned i = 0; i < k_rules(e->s)->nframes; i++) {
        struct kframe *f = k_frames(e->s) + i;
        uint8_t *anew = gives_params(f->kind) ? &f->effect.anew
                        : is_loop(e, f)       ? &f->phase.anew
                                              : NULL;
        if (anew && *anew && (c == NO_CARD || binds_anew(e, f, c)))
            *anew = 0;
    }
}

/* Takes c out of a frame, except its fresh names. True: as for entry_loses. */
static bool frame_loses(struct kengine *e, struct kframe *f, unsigned c, unsigned fresh)
{
    bool was_this = f->card[BOUND_THIS] == c && !(fresh & BIT(BOUND_THIS));

    for (unsigned k = 0; k < 4; k++)
        if (!(fresh & BIT(k)))
            takes(&f->card[k], c);
    if (!(fresh & FRESH_PARAMS))
        params_lose(frame_params(e->d, f), f->effect.param, c);
    return was_this && f->kind == FRAME_EFFECT && f->effect.known &&
           e->d->effects[f->effect.id].asks_this;
}

/* Takes c out of a chosen set. If the set is then empty, it is no longer bound. */
static void set_loses(struct kstate *s, unsigned answer, unsigned c)
{
    struct kchoice *pick = &k_rounds(s)[answer].pick;
    uint16_t *set = k_set_of(s, answer);
    int n = set_members(pick), i = 0;

    while (i < n && set[i] != c)
        i++;
    if (i == n)
        return;
    memmove(set + i, set + i + 1, (size_t)(n - i - 1) * sizeof *set);
    set[n - 1] = NO_CARD;
    pick->nset = (uint8_t)(n > 1 ? (n - 1) | SET_KEPT : 0);
    for (unsigned k = 0; k < k_rules(s)->nframes && n == 1; k++)
        if (k_frames(s)[k].set == answer + 1)
            k_frames(s)[k].set = 0;
    pick->set = n > 1 ? pick->set : 0;
}

/* Takes c out of the stack of loops. The outermost loop's cards come first. */
static void each_loses(struct kengine *e, unsigned c)
{
    struct krules *r = k_rules(e->s);
    uint16_t *all = k_each(e->s);
    unsigned at = 0;

    for (struct kframe *f = k_frames(e->s), *top = f + r->nframes; f < top && at < r->neach;
         f++) {
        if (!is_loop(e, f))
            continue;
        for (unsigned end = at + (unsigned)(f->phase.limit - f->phase.loop); at < end;) {
            if (each_at(e->s, at) != c || f->phase.anew) {
                at++;
                continue;
            }
            if (at + 1 < end) /* the next entry now begins the group */
                all[at + 1] |= all[at] & EACH_GROUP;
            memmove(all + at, all + at + 1, (size_t)(r->neach - at - 1) * sizeof *all);
            r->neach--;
            f->phase.limit--;
            end--;
        }
    }
}

/* Makes *part another card that looks as c did when the seat answered. False: there is none. */
static bool means_another(struct kengine *e, int seat, const struct kanswer *a, uint16_t *part)
{
    const struct kinst *in = k_insts(e->s);
    unsigned c = *part;
    uint64_t meant[NAMES];
    bool back;

    memset(meant, 0, e->s->words * sizeof *meant);
    put_pick(e->s, &a->pick, meant);
    for (unsigned i = 0; i < e->s->ninst; i++) {
        *part = (uint16_t)i;
        if (!set_has(meant, i) && in[i].def == in[c].def &&
            pick_sign(e, seat, &a->pick, &back) == a->sign)
            return true;
    }
    return false;
}

/* A waiting answer means any card that looked like c to its seat. Without one it is asked again. */
static void answer_loses(struct kengine *e, unsigned answer, unsigned c)
{
    struct kanswer *a = k_rounds(e->s) + answer;
    uint16_t *part[3] = {&a->pick.card, &a->pick.helper, &a->pick.target};
    uint16_t *set = k_set_of(e->s, answer);
    int seat = (int)(answer % e->s->nseats), n = set_members(&a->pick);
    bool stands = true;

    if (a->state != ANS_GIVEN)
        return;
    for (int i = 0; i < 3; i++)
        stands &= *part[i] != c || means_another(e, seat, a, part[i]);
    for (int i = 0; i < n; i++)
        stands &= set[i] != c || means_another(e, seat, a, set + i);
    if (!stands)
        answer_again(a, set, e->s->most_chosen);
}

void tell_lost(struct kengine *e, uint16_t def)
{
    struct kevent ev = k_event(TELL_LOST);

    ev.def = def;
    k_emit(e, &ev, 0);
}

void card_lost(struct kengine *e, unsigned c)
{
    const struct krules *r = k_rules(e->s);
    bool told = false;

    for (int i = 0; i < r->nwatch && e->break_rule != BREAK_WAITING; i++) {
        struct kwatching *w = k_watch(e->s) + i;
        told |= takes(&w->card, c) && (e->d->watches[w->watch].asks_this || e->d->cancels);
    }
    for (int i = 0; i < r->nqueue && e->break_rule != BREAK_WAITING; i++)
        told |= entry_loses(e, k_queued(e->s, (unsigned)i), c);
    if (told)
        tell_lost(e, k_insts(e->s)[c].def);
    if (e->break_rule == BREAK_UNDER_WAY || !names_under_way(e))
        return;
    uint64_t set[NAMES];
    under_way_names(e, set);
    if (set_has(set, c)) {
        if (r->unsettled & UNSETTLED_LOST)
            no_more_anew(e, c);
        set_put(k_loses(e->s), c, true);
        k_rules(e->s)->unsettled |= UNSETTLED_LOST;
    }
}

void may_be_lost(struct kengine *e, unsigned c)
{
    if (lies_lost(e, c))
        card_lost(e, c);
}

void slot_lost(struct kengine *e, unsigned slot)
{
    uint64_t named = cards_named(e);

    for (unsigned c = named ? k_first(e->s, slot) : NO_CARD; c != NO_CARD; c = k_next(e->s, c))
        if (named & bit_of(c))
            card_lost(e, c);
}

void those_lost(struct kengine *e, const uint16_t *cards, int n)
{
    uint64_t named = cards_named(e);

    for (int i = 0; i < n && named; i++)
        if (named & bit_of(cards[i]))
            may_be_lost(e, cards[i]);
}

/* ---- what is under way loses its lost cards ---- */

static void under_way_loses(struct kengine *e, unsigned c)
{
    struct kstate *s = e->s;
    bool told = false;
    unsigned fresh = 0;

    set_put(k_loses(s), c, false);
    for (unsigned i = 0; i < k_rules(s)->nframes; i++) {
        struct kframe *f = k_frames(s) + i;
        fresh = fresh_names(e, f, fresh);
        told |= frame_loses(e, f, c, fresh);
        if (f->set)
            set_loses(s, f->set - 1u, c);
    }
    each_loses(e, c);
    for (unsigned i = 0; i < (unsigned)k_rules(s)->nrounds * s->nseats; i++)
        answer_loses(e, i, c);
    if (told)
        tell_lost(e, k_insts(s)[c].def);
}

void lose_names(struct kengine *e)
{
    struct kstate *s = e->s;
    unsigned c = 0;

    while ((c = set_next(k_loses(s), s->words, c)) != NO_CARD)
        under_way_loses(e, c);
    no_more_anew(e, NO_CARD);
    k_rules(s)->unsettled &= (uint16_t)~UNSETTLED_LOST;
}

void keep_lost(struct kengine *e)
{
    memset(k_loses(e->s), 0, e->s->words * sizeof *k_loses(e->s));
    no_more_anew(e, NO_CARD);
    k_rules(e->s)->unsettled &= (uint16_t)~UNSETTLED_LOST;
}

void forget_old_names(struct kengine *e)
{
    uint64_t set[NAMES], any = 0;

    under_way_names(e, set);
    for (unsigned w = 0; w < e->s->words; w++)
        any |= k_loses(e->s)[w] &= set[w];
    if (any)
        return;
    no_more_anew(e, NO_CARD);
    k_rules(e->s)->unsettled &= (uint16_t)~UNSETTLED_LOST;
}

bool bound_anew(const struct kengine *e, unsigned c, unsigned pc)
{
    return c < e->s->ninst && set_has(k_loses(e->s), c) && e->plan->keeps[pc];
}

bool given_anew(const struct kengine *e, unsigned verb, const int32_t *param)
{
    bool anew = false;

    for (uint32_t m = card_params(e->d, verb); m; m &= m - 1)
        anew |= bound_anew(e, (unsigned)param[__builtin_ctz(m)], k_top(e->s)->pc);
    return anew;
}

bool each_anew(struct kengine *e, unsigned at, unsigned pc)
{
    bool anew = false;

    for (; at < k_rules(e->s)->neach; at++)
        anew |= bound_anew(e, each_at(e->s, at), pc);
    return anew;
}
