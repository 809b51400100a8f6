/* choose.c - decisions: who is asked, taking answers, carrying them out.
 *
 * A `choose` is a frame that goes through rounds: ASK (who has picks left is asked;
 * forced answers are given at once), WAIT, APPLY (in order, each rechecked when
 * others acted before it), SETTLE. Without `together` a round asks one seat. An
 * answer is not a move: nothing in the zones changes before APPLY.
 */
#include "kernel/internal.h"

#include <stdlib.h>

enum { CH_ASK, CH_WAIT, CH_APPLY, CH_SETTLE };
#define ANY_NUMBER INT16_MAX

static struct kanswer *answers(struct kstate *s, const struct kframe *f)
{
    return k_rounds(s) + (size_t)f->choose.round * s->nseats;
}

/* ---- what a seat may pick ---- */

bool options_grow(struct kengine *e, uint32_t n)
{
    uint32_t cap = e->now->cap ? 2 * e->now->cap : 64;

    while (cap < e->now->len + n)
        cap *= 2;
    struct kchoice *grown = cap > 262144 ? NULL : realloc(e->now->buf, cap * sizeof *grown);
    if (!grown) {
        k_fail(e, K_E_OPTIONS, 0, 0, 0);
        return false;
    }
    e->now->buf = grown;
    e->now->cap = cap;
    return true;
}

static int choose_options(struct kengine *e, int seat)
{
    const struct kframe *f = k_top(e->s);
    const struct kchoose *ch = &e->d->chooses[f->choose.id];
    uint32_t from = e->now->len;

    for (int i = 0; i < ch->nactions; i++) {
        unsigned action = e->d->acts[ch->actions + i];
        int done = e->plan->one_own[action] ? list_own(e, seat, action) : 0;
        if (done < 0 || (!done && list_in_frame(e, seat, action, f)))
            return -1;
    }
    if (e->now->len > from && (ch->may || ch->any)) {
        struct kchoice c = k_no_choice;
        c.action = ACT_DONE;
        add_option(e, &c);
    }
    return e->err.code ? -1 : 0;
}

/* The choices of an open question do not change until all answers are in: they are listed
 * once per seat, and the state's stamp says which lists are its. Those of the question before are
 * kept, for who takes a pick back. */
void list_fresh(struct kengine *e)
{
    struct klists *l = e->now = other_lists(e);

    l->stamp = e->s->stamp = ++e->stamps;
    l->len = 0;
    memset(l->seat, 0, e->s->nseats * sizeof *l->seat);
}

/* Lists that are not at hand: those of the question before, or new ones. */
RARE static void lists_find(struct kengine *e)
{
    uint64_t stamp = e->s->stamp;

    if (stamp && other_lists(e)->stamp == stamp)
        e->now = other_lists(e);
    else
        list_fresh(e);
}

static int list_now(struct kengine *e, int seat)
{
    const struct krules *r = k_rules(e->s);
    struct klists *l = e->now;

    l->seat[seat].at = l->len;
    e->listing = ++e->listings;
    ask_as(e, seat);
    int rc = r->decision == DEC_HOOK    ? hook_options(e, seat)
             : r->decision == DEC_ORDER ? queue_options(e)
                                        : choose_options(e, seat);
    e->listing = 0;
    e->asker = NO_SEAT;
    if (!rc && l->len == l->seat[seat].at)
        add_option(e, &k_no_choice);
    if (rc || e->err.code) {
        l->stamp = 0;
        return -1;
    }
    l->seat[seat].n = l->len - l->seat[seat].at;
    l->seat[seat].listed = true;
    return 0;
}

int k_list_options(struct kengine *e, int seat)
{
    if (e->now->stamp != e->s->stamp || !e->s->stamp)
        lists_find(e);
    if (!e->now->seat[seat].listed && list_now(e, seat))
        return -1;
    return list_options(e, seat);
}

/* The open choose, if all that it offers are cards of a seat's own sets; else NULL. */
static const struct kchoose *plain_choose(struct kengine *e)
{
    unsigned id = k_top(e->s)->choose.id;

    return k_rules(e->s)->decision == DEC_CHOOSE && (e->plan->choose[id] & CHOOSE_PLAIN)
               ? e->d->chooses + id
               : NULL;
}

int count_options(struct kengine *e, int seat)
{
    struct klists *l = e->now;

    if (l->stamp != e->s->stamp || !l->stamp) {
        lists_find(e);
        l = e->now;
    }
    if (l->seat[seat].n)
        return (int)l->seat[seat].n;
    const struct kchoose *ch = plain_choose(e);
    int n = ch ? count_own(e, seat, e->d->acts[ch->actions], l->few[seat]) : -1;
    if (n < 0)
        return k_list_options(e, seat);
    if (!n)
        l->few[seat][n++] = NO_CARD;
    else
        n += ch->may || ch->any;
    l->seat[seat].n = (uint32_t)n;
    return n;
}

int option_at(struct kengine *e, int seat, int i, struct kchoice *c)
{
    const struct klists *l = e->now;

    if (l->stamp != e->s->stamp || !l->seat[seat].n || l->seat[seat].listed) {
        if (list_options(e, seat) < 0)
            return -1;
        *c = e->opts[i];
        return 0;
    }
    const struct kchoose *ch = plain_choose(e);
    bool done = i && (ch->may || ch->any) && i + 1 == (int)l->seat[seat].n;
    *c = k_no_choice;
    c->card = done ? NO_CARD : l->few[seat][i];
    c->action = done ? ACT_DONE : c->card == NO_CARD ? ACT_NONE : e->d->acts[ch->actions];
    return 0;
}

/* ---- the frame ---- */

static int times_of(struct kengine *e, const struct kchoose *ch, int seat, struct kctx *x)
{
    uint8_t you = x->you;
    x->you = (uint8_t)seat;
    int64_t v = k_value(e, ch->times, x);
    x->you = you;
    return v < 0 || v == K_ABSENT ? 0 : v >= ANY_NUMBER ? ANY_NUMBER : (int)v;
}

int choose_begin(struct kengine *e, unsigned choose, uint32_t src)
{
    struct krules *r = k_rules(e->s);
    const struct kchoose *ch = &e->d->chooses[choose];
    struct kframe *f;
    struct kctx x;

    if (r->nrounds >= 4)
        return k_fail(e, K_E_DEPTH, src, 0, 0);
    context_of(k_top(e->s), &x);
    uint32_t who = k_seats_of(e, ch->who, &x);
    f = frame_push(e, FRAME_CHOOSE, k_top(e->s)->pc);
    if (!f)
        return -1;
    f->choose.id = (uint16_t)choose;
    f->choose.round = (uint8_t)r->nrounds++;
    struct korder_of o = {ch->from, ch->by, ch->together ? 0 : ch->nby,
                          ch->by_random && !ch->together};
    int n = seats_in_order(e, who, &o, &x, f->choose.order);
    struct kanswer *a = answers(e->s, f);
    f->choose.norder = (uint8_t)(n < 0 ? 0 : n);
    memset(a, 0, e->s->nseats * sizeof *a);
    for (int i = 0; i < f->choose.norder; i++) {
        unsigned seat = f->choose.order[i];
        a[seat].left = (int16_t)(ch->any                 ? ANY_NUMBER
                                 : ch->times == REF_NONE ? 1
                                                         : times_of(e, ch, (int)seat, &x));
    }
    return e->err.code ? -1 : 0;
}

/* Who is asked next. Without `together` it is the first in order that has picks left. */
static uint32_t who_is_next(struct kengine *e, struct kframe *f, bool together)
{
    const struct kanswer *a = answers(e->s, f);
    uint32_t again = 0, left = 0;

    if (!together) {
        while (f->choose.at < f->choose.norder && a[f->choose.order[f->choose.at]].left <= 0)
            f->choose.at++;
        return f->choose.at < f->choose.norder ? BIT(f->choose.order[f->choose.at]) : 0;
    }
    for (int i = 0; i < f->choose.norder; i++) {
        unsigned seat = f->choose.order[i];
        again |= (uint32_t)(a[seat].state == ANS_AGAIN) << seat;
        left |= (uint32_t)(a[seat].left > 0) << seat;
    }
    return again ? again : left;
}

/* Seats without a person answer at once; one choice is answered at once. */
int answer_forced(struct kengine *e, int seat)
{
    int n = count_options(e, seat);
    uint8_t kind = e->s->seat_kind[seat];
    struct kchoice c;
    int64_t i = 0;

    if (n < 0)
        return -1;
    if (!kind && (n > 1 || e->s->stop_forced))
        return 0;
    if (n > 1 && e->d->kinds[kind - 1].random)
        i = k_draw(e, (uint32_t)n, NULL);
    return i < 0 || option_at(e, seat, (int)i, &c) ? -1 : choose_accept(e, seat, &c, 1);
}

static void tell_ask(struct kengine *e, uint32_t who, unsigned id)
{
    if (!k_telling(e))
        return;
    struct kevent ev = k_event(TELL_ASK);

    ev.seats = (uint16_t)who;
    ev.id = (uint16_t)id;
    k_emit(e, &ev, 0);
}

static int finish_choose(struct kengine *e, struct kframe *f)
{
    const struct kchoose *ch = &e->d->chooses[f->choose.id];
    struct krules *r = k_rules(e->s);

    r->nrounds--;
    r->nframes--;
    if (f->choose.no_else || ch->else_pc < 0)
        return 0;
    f = frame_push(e, FRAME_LIST, (unsigned)ch->else_pc);
    if (!f)
        return -1;
    f->list.action = REF_NONE;
    return 0;
}

static int ask(struct kengine *e, struct kframe *f)
{
    const struct kchoose *ch = &e->d->chooses[f->choose.id];
    struct krules *r = k_rules(e->s);
    uint32_t who = who_is_next(e, f, ch->together);

    if (!who)
        return finish_choose(e, f);
    if (out_of_picks(e)) { /* forced ones alone may go on without end */
        end_unfinished(e);
        return 0;
    }
    r->decision = DEC_CHOOSE;
    r->asked = r->pending = (uint16_t)who;
    r->effects = 0;
    e->nrecent = 0;
    for (uint32_t m = who; m; m &= m - 1)
        answers(e->s, f)[__builtin_ctz(m)].state = ANS_ASKED;
    f->choose.step = CH_WAIT;
    list_fresh(e);
    tell_ask(e, who, f->choose.id);
    for (uint32_t m = who; m; m &= m - 1)
        if (answer_forced(e, __builtin_ctz(m)))
            return -1;
    return 0;
}

static void tell_pick(struct kengine *e, int seat, const struct kchoice *c, int nopts)
{
    if (!k_telling(e))
        return;
    struct kevent ev = k_event(TELL_PICK);
    ev.seat = (uint8_t)seat;
    ev.pick = *c;
    ev.number = nopts;
    k_emit(e, &ev, 0);
}

/* Takes an answer: kept until all are in. */
int choose_accept(struct kengine *e, int seat, const struct kchoice *c, int nopts)
{
    struct krules *r = k_rules(e->s);

    if (nopts > 1) {
        k_know(e->s)->picks++;
    } else {
        if (c->action == ACT_NONE)
            k_know(e->s)->empty++;
        else
            k_know(e->s)->forced++;
        e->rounds += MANY_ROUNDS / MANY_FORCED;
    }
    tell_pick(e, seat, c, nopts);
    r->pending &= (uint16_t)~BIT(seat);
    if (r->decision == DEC_HOOK)
        return hook_accept(e, seat, c, nopts);
    if (r->decision == DEC_ORDER)
        return queue_accept(e, c);
    struct kanswer *a = answers(e->s, k_top(e->s)) + seat;
    a->pick = *c;
    a->state = ANS_GIVEN;
    unsigned choose = k_top(e->s)->choose.id;
    if (e->d->chooses[choose].together && !(e->plan->choose[choose] & CHOOSE_APART)) {
        bool back;
        a->sign = pick_sign(e, seat, c, &back);
        a->back = back;
    }
    return 0;
}

/* The context of the choice's parts, on top of that of its frame. */
static void choice_context(struct kengine *e, const struct kchoice *c, struct kctx *x)
{
    if (c->card != NO_CARD)
        x->card[SLOT_CARD] = c->card;
    if (c->helper != NO_CARD)
        x->card[SLOT_HELPER] = c->helper;
    if (c->target != NO_CARD)
        x->card[SLOT_TARGET] = c->target;
    if (c->seat != NO_SEAT)
        x->seat = c->seat;
    if (e->d->actions[c->action].from != REF_NONE)
        x->number = c->number;
}

/* Is the pick, or one equal to it, still offered? The quick way asks only its cards. */
static bool still_offered(struct kengine *e, int seat, const struct kanswer *was,
                          struct kctx *x, struct kchoice *c)
{
    const struct kaction *a = &e->d->actions[c->action];
    uint8_t was_asked = ask_as(e, seat);
    bool quick = only_card(a) && sel_holds(e, a->card, x, c->card) &&
                 !e->d->zones[k_zone_of(e->s, k_insts(e->s)[c->card].slot)].endless;
    uint32_t from = e->now->len, n = REF_NONE;
    int rc = quick || e->err.code ? 0 : list_action(e, seat, c->action, x);

    e->asker = was_asked;
    if (quick || rc || e->err.code)
        return quick && !e->err.code;
    uint64_t key = choice_key(e, seat, c);
    bool back;
    for (uint32_t i = from; i < e->now->len && n == REF_NONE; i++)
        if (pick_sign(e, seat, &e->now->buf[i], &back) == was->sign)
            n = i;
    for (uint32_t i = from; i < e->now->len && n == REF_NONE && !was->back; i++)
        if (choice_key(e, seat, &e->now->buf[i]) == key)
            n = i;
    if (n != REF_NONE)
        *c = e->now->buf[n];
    e->now->len = from;
    return n != REF_NONE;
}

/* Backs become cards, slot by slot: later ones look at earlier ones. */
static int settle_cards(struct kengine *e, int seat, const struct kaction *a, struct kctx x,
                        struct kchoice *c)
{
    if (choose_settle_card(e, seat, a->card, &x, &c->card))
        return -1;
    x.card[SLOT_CARD] = c->card == NO_CARD ? x.card[SLOT_CARD] : c->card;
    if (choose_settle_card(e, seat, a->helper, &x, &c->helper))
        return -1;
    x.card[SLOT_HELPER] = c->helper == NO_CARD ? x.card[SLOT_HELPER] : c->helper;
    return choose_settle_card(e, seat, a->target, &x, &c->target);
}

void tell_answer(struct kengine *e, int seat, const struct kchoice *c)
{
    if (!k_telling(e))
        return;
    struct kevent ev = k_event(TELL_APPLY);

    ev.seat = (uint8_t)seat;
    ev.pick = *c;
    k_emit(e, &ev, 0);
}

/* Carries out one answer: pushes the frame of its `do`, or runs it where it needs none and nobody is
 * told. */
static int apply_one(struct kengine *e, struct kframe *f, int seat, bool recheck)
{
    struct kanswer *a = answers(e->s, f) + seat;
    struct kchoice c = a->pick;
    struct kctx x;

    a->state = ANS_APPLIED;
    if (c.action != ACT_NONE && e->d->chooses[f->choose.id].else_pc >= 0)
        f->choose.no_else = 1; /* not when he is asked: a sample must not know it */
    if (c.action == ACT_NONE || c.action == ACT_DONE) {
        a->left = 0;
        tell_answer(e, seat, &c);
        return 0;
    }
    context_of(f, &x);
    x.you = (uint8_t)seat;
    if (recheck && !still_offered(e, seat, a, &x, &c)) {
        a->state = ANS_AGAIN;
        return e->err.code ? -1 : 0;
    }
    const struct kaction *act = &e->d->actions[c.action];
    if (!(e->plan->choose[f->choose.id] & CHOOSE_PLAIN) && choice_has_back(e, seat, &c) &&
        settle_cards(e, seat, act, x, &c))
        return -1;
    if (a->left != ANY_NUMBER)
        a->left--;
    tell_answer(e, seat, &c);
    if (act->named && e->d->event_used[EV_ACTION] &&
        k_fire(e, EV_ACTION, c.action, seat, c.card == NO_CARD ? -1 : c.card, c.number) < 0)
        return -1;
    if (act->pc < 0)
        return 0;
    if (e->plan->plain_body[c.action]) {
        choice_context(e, &c, &x);
        return run_body(e, c.action, &x);
    }
    struct kframe *g = frame_push(e, FRAME_LIST, (unsigned)act->pc);
    if (!g)
        return -1;
    g->list.action = c.action;
    choice_context(e, &c, &x);
    g->you = x.you;
    g->seat = x.seat;
    memcpy(g->card, x.card, sizeof g->card);
    g->number = x.number;
    return 0;
}

/* All are in: the order in which they are carried out is settled now. */
static int close_round(struct kengine *e, struct kframe *f)
{
    const struct kchoose *ch = &e->d->chooses[f->choose.id];
    struct krules *r = k_rules(e->s);
    uint32_t who = r->asked, rest = 0;
    struct kctx x;

    r->decision = DEC_NONE;
    r->asked = 0;
    f->choose.step = CH_APPLY;
    if (!ch->together || !(ch->nby || ch->by_random))
        return 0;
    for (int i = 0; i < f->choose.norder; i++)
        rest |= BIT(f->choose.order[i]) & ~who;
    context_of(k_top(e->s), &x);
    struct korder_of o = {ch->from, ch->by, ch->nby, ch->by_random};
    int n = seats_in_order(e, who, &o, &x, f->choose.order);
    for (int i = 0; n >= 0 && i < e->s->nseats; i++) /* those not asked this time come last */
        if (rest & BIT(i))
            f->choose.order[n++] = (uint8_t)i;
    return n < 0 ? -1 : 0;
}

static bool some_again(struct kengine *e, const struct kframe *f)
{
    const struct kanswer *a = answers(e->s, f);

    for (int i = 0; i < f->choose.norder; i++)
        if (a[f->choose.order[i]].state == ANS_AGAIN)
            return true;
    return false;
}

static int apply(struct kengine *e, struct kframe *f)
{
    const struct kchoose *ch = &e->d->chooses[f->choose.id];
    bool apart = e->plan->choose[f->choose.id] & CHOOSE_APART;
    unsigned frames = k_rules(e->s)->nframes;

    if (!ch->together) {
        f->choose.step = CH_SETTLE;
        return apply_one(e, f, f->choose.order[f->choose.at], false);
    }
    while (f->choose.at < f->choose.norder) {
        int seat = f->choose.order[f->choose.at++];
        if (answers(e->s, f)[seat].state != ANS_GIVEN)
            continue;
        if (apply_one(e, f, seat, f->choose.at > 1 && !apart))
            return -1;
        if (k_rules(e->s)->nframes != frames)
            return 0;
    }
    f->choose.at = 0;
    f->choose.step = !apart && some_again(e, f) ? CH_ASK : CH_SETTLE;
    return 0;
}

/* Goes on with a choose until another frame must run, or picks are awaited. */
int choose_step(struct kengine *e, struct kframe *f)
{
    const struct krules *r = k_rules(e->s);
    unsigned frames = r->nframes;
    int rc = 0;

    while (!rc && r->nframes == frames && f->kind == FRAME_CHOOSE && r->status == K_RUNNING)
        switch (f->choose.step) {
        case CH_ASK: rc = ask(e, f); break;
        case CH_WAIT: rc = r->pending ? 1 : close_round(e, f); break;
        case CH_APPLY: rc = apply(e, f); break;
        default:
            rc = e->d->chooses[f->choose.id].settle && r->nqueue ? queue_next(e) : 0;
            if (rc == 0)
                f->choose.step = CH_ASK;
            else if (rc > 0)
                return rc == 2 && r->pending;
        }
    return rc;
}

void k_unanswer(struct kstate *s, int seat)
{
    struct krules *r = k_rules(s);

    if (!(r->asked & BIT(seat)) || (r->pending & BIT(seat)))
        return;
    r->pending |= (uint16_t)BIT(seat);
    if (r->decision == DEC_HOOK) {
        struct khookpart *h = k_hook(s);
        h->q[h->nanswers].given &= (uint16_t)~BIT(seat);
        h->pick[h->nanswers][seat] = k_no_choice;
        return;
    }
    struct kanswer *a = answers(s, k_top(s)) + seat;
    a->pick = k_no_choice;
    a->state = ANS_ASKED;
    a->sign = a->back = 0;
}
