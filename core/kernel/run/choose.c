/* choose.c - decisions: who is asked, taking answers; apply.c carries them out.
 *
 * A `choose` is a frame that goes through rounds: ASK (who has picks left is asked;
 * forced answers are given at once), WAIT, APPLY (in order, each rechecked when
 * others acted before it), SETTLE. Without `together` a round asks one seat. An
 * answer is not a move: nothing in the zones changes before APPLY. With `done: all_pass`
 * everybody who has picks left is asked in each round, and a round in which nobody acted is the last.
 */
#include "kernel/run/run.h"

#include <stdlib.h>

/* ---- what a seat may pick ---- */

bool options_grow(struct kengine *e, uint32_t n)
{
    uint32_t cap = e->now->cap ? 2 * e->now->cap : 64;

    while (cap < e->now->len + n)
        cap *= 2;
    struct kchoice *grown = cap > 262144 ? NULL : realloc(e->now->buf, cap * sizeof *grown);
    if (!grown) {
        k_fail(e, cap > 262144 ? K_E_OPTIONS : K_E_NOMEM, 0, 0, 0);
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

    if (list_actions(e, seat, f))
        return -1;
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
    l->len = l->nsets = 0;
    for (unsigned seat = 0; seat < e->s->nseats; seat++) {
        l->seat[seat].n = 0;
        l->seat[seat].listed = false;
    }
}

/* Finds the lists of this question: those of the question before, or new ones. */
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
    if (e->plain)
        list_fresh(e);
    else if (e->now->stamp != e->s->stamp || !e->s->stamp)
        lists_find(e);
    if (!e->now->seat[seat].listed && list_now(e, seat))
        return -1;
    e->opts = e->now->buf + e->now->seat[seat].at;
    e->nopts = e->now->seat[seat].n;
    return (int)e->nopts;
}

/* The open choose, if all that it offers are cards of a seat's own sets; else NULL. */
static const struct kchoose *plain_choose(struct kengine *e)
{
    unsigned id = k_top(e->s)->choose.id;

    return k_rules(e->s)->decision == DEC_CHOOSE && (e->plan->choose[id] & CHOOSE_PLAIN)
               ? e->d->chooses + id
               : NULL;
}

/* How many choices such a question has for the seat: its cards are found, not listed. -1: it takes a
 * list. */
static inline int count_plain(struct kengine *e, const struct kchoose *ch, int seat)
{
    struct klists *l = e->now;
    int n = count_own(e, seat, e->d->acts[ch->actions], l->few[seat]);

    if (n < 0)
        return -1;
    if (!n)
        l->few[seat][n++] = NO_CARD;
    else
        n += ch->may || ch->any;
    l->seat[seat].n = (uint32_t)n;
    return n;
}

int count_options(struct kengine *e, int seat)
{
    struct klists *l = e->now;

    if (e->plain)
        return k_list_options(e, seat);
    if (l->stamp != e->s->stamp || !l->stamp) {
        lists_find(e);
        l = e->now;
    }
    if (l->seat[seat].n)
        return (int)l->seat[seat].n;
    const struct kchoose *ch = plain_choose(e);
    int n = ch ? count_plain(e, ch, seat) : -1;
    return n < 0 ? k_list_options(e, seat) : n;
}

/* Number i of the choices that were just counted. */
INLINE static inline int option_at(struct kengine *e, int seat, int i, struct kchoice *c)
{
    const struct klists *l = e->now;

    if (l->seat[seat].listed) {
        if (list_options(e, seat) < 0)
            return -1;
        *c = e->opts[i];
        return 0;
    }
    const struct kchoose *ch = e->d->chooses + k_top(e->s)->choose.id;
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

    if (r->nrounds >= OPEN_CHOICES)
        return k_fail(e, K_E_NESTED, src, 0, 0);
    context_of(k_top(e->s), &x);
    uint32_t who = k_seats_of(e, ch->who, &x);
    f = frame_push(e, FRAME_CHOOSE, k_top(e->s)->pc);
    if (!f) {
        e->err.src = src; /* where it goes on after the choice nothing may be written */
        return -1;
    }
    f->choose.id = (uint16_t)choose;
    f->choose.round = (uint8_t)r->nrounds++;
    f->choose.acted = ch->all_pass; /* the first round needs none before it */
    bool plainly = ch->from == REF_NONE && !ch->nby && !ch->by_random && !e->plain;
    struct korder_of o = {ch->from, ch->by, ch->together ? 0 : ch->nby,
                          ch->by_random && !ch->together};
    int n = plainly ? seats_of(who, f->choose.order)
                    : seats_in_order(e, who, &o, &x, f->choose.order);
    struct kanswer *a = answers(e->s, f);
    int16_t left = ch->any ? ANY_NUMBER : 1;
    f->choose.norder = (uint8_t)(n < 0 ? 0 : n);
    for (unsigned seat = 0; seat < e->s->nseats; seat++)
        a[seat] = (struct kanswer){.left = who >> seat & 1 ? left : (int16_t)0};
    if (e->s->most_chosen)
        memset(k_set_of(e->s, (unsigned)(a - k_rounds(e->s))), 0xFF,
               2u * e->s->nseats * e->s->most_chosen);
    for (int i = 0; i < f->choose.norder && ch->times != REF_NONE && !ch->any; i++)
        a[f->choose.order[i]].left = (int16_t)times_of(e, ch, f->choose.order[i], &x);
    return e->err.code ? -1 : 0;
}

/* Who is asked next. Without `together` it is the first in order that has picks left. */
static uint32_t who_is_next(struct kengine *e, struct kframe *f, const struct kchoose *ch)
{
    const struct kanswer *a = answers(e->s, f);
    const uint8_t *order = f->choose.order, *end = order + f->choose.norder;
    uint32_t again = 0, left = 0;

    if (!ch->together) {
        while (f->choose.at < f->choose.norder && a[f->choose.order[f->choose.at]].left <= 0)
            f->choose.at++;
        return f->choose.at < f->choose.norder ? BIT(f->choose.order[f->choose.at]) : 0;
    }
    for (; order < end; order++) {
        if (a[*order].left > 0)
            left |= BIT(*order);
        if (a[*order].state == ANS_AGAIN)
            again |= BIT(*order);
    }
    if (again || !ch->all_pass)
        return again ? again : left;
    left = f->choose.acted ? left : 0;
    f->choose.acted = 0;
    return left;
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

/* Takes an answer, one of nopts choices: kept until all are in. */
INLINE static inline int choose_accept(struct kengine *e, int seat, const struct kchoice *c,
                                       int nopts)
{
    struct krules *r = k_rules(e->s);

    if (nopts > 1) {
        k_know(e->s)->picks++;
    } else {
        if (c->action == ACT_NONE)
            k_know(e->s)->empty++;
        else
            k_know(e->s)->forced++;
        e->rounds += MANY_ROUNDS / MANY_FORCED, e->forced += MANY_ROUNDS / MANY_FORCED;
    }
    tell_pick(e, seat, c, nopts);
    r->pending &= (uint16_t)~BIT(seat);
    if (r->decision == DEC_HOOK)
        return hook_accept(e, seat, c, nopts);
    if (r->decision == DEC_ORDER)
        return queue_accept(e, c);
    struct kanswer *a = answers(e->s, k_top(e->s)) + seat;
    a->pick = *c;
    if (e->s->most_chosen)
        keep_set(e, (unsigned)(a - k_rounds(e->s)), &a->pick);
    a->state = ANS_GIVEN;
    unsigned choose = k_top(e->s)->choose.id;
    if (e->d->chooses[choose].together && !stand_apart(e, choose)) {
        bool back;
        a->sign = pick_sign(e, seat, c, &back);
        a->back = back;
    }
    return 0;
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

/* A person with several choices is waited for; the others are answered. */
static int ask_each(struct kengine *e, uint32_t who)
{
    const struct kchoose *own = e->plain ? NULL : plain_choose(e);

    for (uint32_t m = who; m; m &= m - 1) {
        int seat = __builtin_ctz(m);
        if (own && !e->s->seat_kind[seat] && count_plain(e, own, seat) > 1)
            continue;
        if (answer_forced(e, seat))
            return -1;
    }
    return 0;
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
    uint32_t who = who_is_next(e, f, ch);

    if (!who)
        return finish_choose(e, f);
    e->left -= ASK_WORK;
    if (out_of_picks(e)) { /* forced ones alone may go on without end */
        end_unfinished(e);
        return 0;
    }
    if (e->owed && owed_settle(e))
        return -1;
    settle_names(e);
    r->decision = DEC_CHOOSE;
    r->asked = r->pending = (uint16_t)who;
    r->effects = 0;
    e->nrecent = 0;
    struct kanswer *a = answers(e->s, f);
    for (uint32_t m = who; m; m &= m - 1)
        a[__builtin_ctz(m)].state = ANS_ASKED;
    f->choose.step = CH_WAIT;
    list_fresh(e);
    tell_ask(e, who, f->choose.id);
    return ask_each(e, who);
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
        case CH_APPLY: rc = choose_apply(e, f); break;
        default:
            rc = e->d->chooses[f->choose.id].settle && r->nqueue ? queue_next(e) : 0;
            if (rc == 0)
                f->choose.step = CH_ASK;
            else if (rc > 0)
                return rc == 2 && r->pending;
        }
    return rc;
}

void answer_again(struct kanswer *a, uint16_t *set, unsigned most)
{
    a->pick = k_no_choice;
    for (unsigned i = 0; i < most; i++)
        set[i] = NO_CARD;
    a->state = ANS_AGAIN;
    a->sign = a->back = 0;
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
        if (s->most_chosen)
            memset(k_set_of(s, hook_answer(s, h->nanswers, (unsigned)seat)), 0xFF,
                   2u * s->most_chosen);
        return;
    }
    struct kanswer *a = answers(s, k_top(s)) + seat;
    answer_again(a, k_set_of(s, (unsigned)(a - k_rounds(s))), s->most_chosen);
    a->state = ANS_ASKED;
}

/* The same of answers that wait, in a [rules] part that begins `past` bytes behind the live one. */
static void unanswer_waiting(struct kstate *s, uint32_t past, int but)
{
    const struct krules *r = AT(s, s->o_rules + past, struct krules);

    for (int i = 0; i < r->nrounds * s->nseats; i++) {
        struct kanswer *a = AT(s, s->o_rounds + past, struct kanswer) + i;
        uint16_t *sets = AT(s, sets_offset(s) + past, uint16_t);
        if (i % s->nseats != but && a->state == ANS_GIVEN)
            answer_again(a, sets + (size_t)i * s->most_chosen, s->most_chosen);
    }
}

void k_unanswer_others(struct kstate *s, int seat)
{
    for (int i = 0; i < s->nseats; i++)
        if (i != seat)
            k_unanswer(s, i);
    unanswer_waiting(s, 0, seat);
    if (k_rules(s)->hook != REF_NONE)
        unanswer_waiting(s, s->o_check - s->o_rules, seat);
}

/* ---- the calls about an open question ---- */

static inline bool is_asked(struct kengine *e, struct kstate *s, int seat)
{
    k_enter(e, s);
    if (seat >= 0 && seat < s->nseats && (k_rules(s)->pending & BIT(seat)))
        return true;
    k_fail(e, K_E_ASKED, 0, seat, 0);
    return false;
}

int k_options_of(struct kengine *e, struct kstate *s, int seat)
{
    return is_asked(e, s, seat) ? list_options(e, seat) : -1;
}

/* How many choices the seat was found to have in the question at hand; 0: not known. */
INLINE static inline int counted(const struct kengine *e, struct kstate *s, int seat)
{
    const struct klists *l = e->now;
    /* A look at a game with other options in between leaves the engine at that one's lowering. */
    bool at_hand = l->stamp == s->stamp && l->stamp && e->s == s && s->low &&
                   s->low == e->plan->name && !e->plain && !e->err.code;

    return at_hand && (unsigned)seat < s->nseats && (k_rules(s)->pending >> seat & 1)
               ? (int)l->seat[seat].n
               : 0;
}

int k_count_options(struct kengine *e, struct kstate *s, int seat)
{
    int n = counted(e, s, seat);

    return n ? n : is_asked(e, s, seat) ? count_options(e, seat) : -1;
}

int k_pick(struct kengine *e, struct kstate *s, int seat, int index)
{
    int n = counted(e, s, seat);
    struct kchoice c;

    n = n ? n : k_count_options(e, s, seat);

    if (n < 0)
        return -1;
    if ((unsigned)index >= (unsigned)n)
        return k_fail(e, K_E_CHOICE, 0, seat, index);
    if (option_at(e, seat, index, &c))
        return -1;
    if (UNLIKELY(choose_accept(e, seat, &c, n)))
        return k_break(e, s);
    return 0;
}

/* All that are asked answer by chance. */
static int answer_by_chance(struct kengine *e, struct krng *rng, int nrng, uint64_t *picks)
{
    for (uint32_t m = k_rules(e->s)->pending; m; m &= m - 1) {
        int seat = __builtin_ctz(m), n = count_options(e, seat);
        struct kchoice c;

        if (n < 1)
            return -1;
        uint32_t i = n < 2 ? 0 : krng_below(&rng[seat % nrng], (uint32_t)n);
        if (option_at(e, seat, (int)i, &c) || choose_accept(e, seat, &c, n))
            return -1;
        *picks += n > 1;
    }
    return 0;
}

int k_playout(struct kengine *e, struct kstate *s, struct krng *rng, int n, int64_t plies,
              uint64_t *picks)
{
    int rc;

    *picks = 0;
    while ((rc = k_advance(e, s)) == 1 && (plies <= 0 || *picks < (uint64_t)plies))
        if (answer_by_chance(e, rng, n, picks))
            return k_break(e, s);
    return rc;
}

int k_pick_choice(struct kengine *e, struct kstate *s, int seat, struct kchoice c)
{
    uint64_t key =
        k_choice_key(e, s, seat, &c); /* before a list is made: it may be of the last one */
    int n = k_options_of(e, s, seat);

    for (int i = 0; i < n; i++)
        if (choice_key(e, seat, &e->opts[i]) == key) {
            c = e->opts[i];
            return choose_accept(e, seat, &c, n) ? k_break(e, s) : 0;
        }
    return n < 0 ? -1 : k_fail(e, K_E_CHOICE, 0, seat, -1);
}
