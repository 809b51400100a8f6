/* choose.c - decisions: who is asked, and what they answer. apply.c carries answers out.
 *
 * A `choose` is a frame that goes through rounds. ASK: seats with picks left are asked, and forced
 * answers are given. WAIT: for the others. APPLY: answers are carried out in order, each checked
 * again if others acted before. SETTLE: the queue is emptied. Without `together` a round asks one
 * seat. With `done: all_pass` rounds ask every seat with picks left, until nobody acts in one. An
 * answer is not a move: no card moves before APPLY. */
#include "kernel/run/move.h"

#include <stdlib.h>

/* ---- what a seat may pick ---- */

static int list_choose(struct kengine *e, int seat)
{
    const struct kframe *f = k_top(e->s);
    const struct kchoose *ch = &e->d->chooses[f->choose.id];
    uint32_t from = e->now->len;

    if (list_actions(e, seat, f))
        return -1;
    bool may = (e->now->len > from || ch->quiet) && (ch->may || ch->any);
    if (may && UNLIKELY(ch->may_if != REF_NONE)) {
        struct kctx x;
        context_of(f, &x);
        x.you = (uint8_t)seat;
        may = k_eval(e, ch->may_if, &x) != 0;
    }
    if (may) {
        struct kchoice c = k_no_choice;
        c.action = ACT_DONE;
        put_choice(e, &c);
    }
    return e->err.code ? -1 : 0;
}

/* Begins empty lists for a new question. Choices stay until all answers are in, so they are listed
 * once per seat. The state's stamp says which lists are its own. The question before keeps its
 * lists, since a pick may be taken back. */
INLINE inline void list_fresh(struct kengine *e, const struct kframe *f)
{
    struct klists *l = e->now = other_lists(e);
    bool noted = f && e->plan->choose[f->choose.id] & CHOOSE_NOTED;

    l->stamp = e->s->stamp = ++e->stamps;
    l->len = l->nsets = 0;
    l->known = l->listed = l->few = l->noted = 0;
    l->answers = noted ? (uint32_t)((char *)answers(e->s, f) - (char *)e->s) : 0;
    e->hand = SLOW(e, KEPT_LISTS) ? NULL : e->s;
}

/* Finds the lists of this question: at hand, of the question before, or new. */
static inline void lists_find(struct kengine *e)
{
    uint64_t stamp = e->s->stamp;

    if (stamp && e->now->stamp != stamp && other_lists(e)->stamp == stamp)
        e->now = other_lists(e);
    if (SLOW(e, KEPT_LISTS) || !stamp || e->now->stamp != stamp)
        list_fresh(e, k_rules(e->s)->decision == DEC_CHOOSE ? k_top(e->s) : NULL);
    else
        e->hand = e->s;
}

/* Lists the choices of a seat. How many; -1 */
static int list_now(struct kengine *e, int seat)
{
    const struct krules *r = k_rules(e->s);
    struct klists *l = e->now;
    uint32_t at = l->len;

    e->listing = ++e->listings;
    ask_as(e, seat);
    int rc = r->decision == DEC_HOOK    ? list_hook(e, seat)
             : r->decision == DEC_ORDER ? list_queue(e)
                                        : list_choose(e, seat);
    e->listing = 0;
    e->asker = NO_SEAT;
    if (!rc && l->len == at)
        put_choice(e, &k_no_choice);
    if (rc || e->err.code) {
        l->stamp = l->known = l->noted = 0;
        return -1;
    }
    l->at[seat] = at;
    l->known |= BIT(seat);
    l->listed |= BIT(seat);
    return (int)(l->n[seat] = l->len - at);
}

/* Does the question offer only cards of a set of the seat's own? Then choices are only counted. */
static inline bool see_plain(struct kengine *e, const struct kframe *f)
{
    if (!(e->plan->choose[f->choose.id] & CHOOSE_ORDINARY))
        return false;
    e->now->of = e->plan->plain[f->choose.id];
    return true;
}

/* How many choices the seat has; -1 */
APART static int count_choices(struct kengine *e, int seat)
{
    lists_find(e);
    if (e->now->known >> seat & 1)
        return (int)e->now->n[seat];
    bool counted = k_rules(e->s)->decision == DEC_CHOOSE && see_plain(e, k_top(e->s)) &&
                   !count_apart(e, BIT(seat), e->now);
    return counted ? (int)e->now->n[seat] : list_now(e, seat);
}

/* Card number i of a set, or NO_CARD. */
INLINE static inline unsigned nth_card(const uint64_t *set, unsigned words, int i)
{
    for (unsigned w = 0; w < words; w++)
        for (uint64_t m = set[w]; m; m &= m - 1)
            if (!i--)
                return w * 64 + (unsigned)__builtin_ctzll(m);
    return NO_CARD;
}

/* Choice number i of those counted last. c: room for one that was not listed. */
INLINE static inline const struct kchoice *nth_choice(const struct klists *l, unsigned words,
                                                      int seat, int i, struct kchoice *c)
{
    const uint64_t *first = l->first[seat];

    if (l->listed >> seat & 1)
        return l->buf + l->at[seat] + i;
    *c = k_no_choice;
    c->card =
        (uint16_t)(words <= COUNTED ? nth_card(first, COUNTED, i) : nth_card(first, words, i));
    c->action = c->card != NO_CARD ? l->of.action : i ? ACT_DONE : ACT_NONE;
    return c;
}

/* ---- the frame ---- */

static int times_of(struct kengine *e, const struct kchoose *ch, int seat, struct kctx *x)
{
    uint8_t you = x->you, was = seat == NO_SEAT ? e->asker : ask_as(e, seat);
    x->you = (uint8_t)seat;
    int64_t v = k_value(e, ch->times, x);
    x->you = you;
    e->asker = was;
    return v < 0 || v == K_ABSENT ? 0 : v >= ANY_NUMBER ? ANY_NUMBER : (int)v;
}

/* Sets the order of a choose's seats, and how many picks each has. 0; -1 */
static int begin_order(struct kengine *e, const struct kchoose *ch, struct kframe *f,
                       uint32_t who)
{
    struct korder_of o = ch->order;
    struct kanswer *a = answers(e->s, f);
    struct kctx x;

    if (ch->together) /* keys are asked when all have answered */
        o.nby = o.by_random = 0;
    context_of(f - 1, &x);
    int n = seats_in_order(e, who, &o, &x, f->choose.order);
    f->choose.norder = (uint8_t)(n < 0 ? 0 : n);
    for (int i = 0; i < n; i++) {
        unsigned seat = f->choose.order[i];
        a[seat].left = ch->any                 ? ANY_NUMBER
                       : ch->times == REF_NONE ? 1
                                               : (int16_t)times_of(e, ch, (int)seat, &x);
    }
    return e->err.code ? -1 : 0;
}

/* The seats to ask next, a bit each; without `together` the first with picks left. */
static inline uint32_t who_is_next(struct kengine *e, struct kframe *f,
                                   const struct kchoose *ch)
{
    const struct kanswer *a = answers(e->s, f);
    unsigned n = f->choose.norder, at = f->choose.at;
    uint32_t again = 0, left = 0;

    if (!ch->together) {
        while (at < n && a[f->choose.order[at]].left <= 0)
            at++;
        f->choose.at = (uint8_t)at;
        return at < n ? BIT(f->choose.order[at]) : 0;
    }
    for (const uint8_t *seat = f->choose.order, *end = seat + n; seat < end; seat++) {
        left |= (uint32_t)(a[*seat].left > 0) << *seat;
        again |= (uint32_t)(a[*seat].state == ANS_AGAIN) << *seat;
    }
    if (again || !ch->all_pass)
        return again ? again : left;
    left = f->choose.acted ? left : 0;
    f->choose.acted = 0;
    return left;
}

/* Takes an answer, one of nopts choices, and keeps it until all are in. */
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
        e->forced++;
    }
    tell_answer(e, TELL_PICK, seat, c, nopts);
    r->pending &= (uint16_t)~BIT(seat);
    if (r->decision == DEC_HOOK)
        return hook_accept(e, seat, c);
    if (r->decision == DEC_ORDER)
        return queue_accept(e, c);
    const struct kframe *f = k_top(e->s);
    struct kanswer *a = answers(e->s, f) + seat;
    a->pick = *c;
    if (e->s->most_chosen)
        keep_set(e, (unsigned)(a - k_rounds(e->s)), &a->pick);
    a->state = ANS_GIVEN;
    if (e->plan->choose[f->choose.id] & CHOOSE_SIGNS) {
        bool back;
        a->sign = pick_sign(e, seat, c, &back);
        a->back = back;
    }
    return 0;
}

static bool asks_quietly(struct kengine *e)
{
    return k_rules(e->s)->decision == DEC_CHOOSE && e->d->chooses[k_top(e->s)->choose.id].quiet;
}

/* Answers for a seat with one choice or no person. Other seats (n choices) must pick. */
APART static int take_forced(struct kengine *e, int seat, int n)
{
    uint8_t kind = e->s->seat_kind[seat];
    struct kchoice c;
    int64_t i = 0;

    if (n < 0)
        return -1;
    if (!kind && (n > 1 || e->s->stop_forced || asks_quietly(e)))
        return 0;
    if (e->forced > MANY_FORCED) /* here, as nothing else need come between two answers */
        return endless(e);
    if (n > 1 && e->d->kinds[kind - 1].random)
        i = k_draw(e, (uint32_t)n, NULL);
    if (i < 0)
        return -1;
    return choose_accept(e, seat, nth_choice(e->now, e->s->words, seat, (int)i, &c), 1);
}

int answer_forced(struct kengine *e, int seat)
{
    return take_forced(e, seat, count_choices(e, seat));
}

INLINE inline int ask_each(struct kengine *e, const struct kframe *f, uint32_t who)
{
    uint32_t lists = f && see_plain(e, f) ? count_apart(e, who, e->now) : who;

    for (uint32_t m = lists | (who & (e->now->few | ~e->s->people_seats)); m; m &= m - 1) {
        int seat = __builtin_ctz(m);
        int n = lists & m & -m ? list_now(e, seat) : (int)e->now->n[seat];
        if ((n <= 1 || e->s->seat_kind[seat]) && take_forced(e, seat, n))
            return -1;
    }
    return 0;
}

INLINE static inline int finish_choose(struct kengine *e, const struct kframe *f,
                                       const struct kchoose *ch)
{
    struct krules *r = k_rules(e->s);

    r->nrounds--;
    r->nframes--;
    if (f->choose.no_else || ch->else_pc < 0) /* the frame is gone, its bytes are not */
        return 0;
    return frame_list(e, ch->else_pc, REF_NONE, k_top(e->s)->you) ? 0 : -1;
}

/* Asks these seats a question, and gives forced answers. */
INLINE static inline int put_question(struct kengine *e, struct kframe *f, uint32_t who)
{
    struct krules *r = k_rules(e->s);

    e->left -= ASK_WORK;
    settle_names(e);
    r->decision = DEC_CHOOSE;
    r->asked = r->pending = (uint16_t)who;
    r->effects = 0;
    f->choose.step = CH_WAIT;
    list_fresh(e, f);
    if (k_telling(e)) {
        struct kevent ev = k_event(TELL_ASK);
        ev.seats = (uint16_t)who;
        ev.id = f->choose.id;
        k_emit(e, &ev, 0);
    }
    return ask_each(e, f, who);
}

/* Asks the next seats. 0; 1: the choose is over, as there are none; -1 */
APART static int ask_next(struct kengine *e, struct kframe *f, const struct kchoose *ch)
{
    struct kanswer *a = answers(e->s, f);
    uint32_t who = who_is_next(e, f, ch);

    if (!who)
        return finish_choose(e, f, ch) ? -1 : 1;
    if (e->owed && owed_settle(e))
        return -1;
    for (uint32_t m = who; m; m &= m - 1)
        a[__builtin_ctz(m)].state = ANS_ASKED;
    return put_question(e, f, who);
}

/* Begins a CHOOSE_ONCE choose, and asks at once if its first question is for all its seats. */
INLINE static inline int begin_once(struct kengine *e, const struct kchoose *ch,
                                    struct kframe *f, struct kanswer *a, uint32_t who)
{
    bool now = who && (ch->together ? !ch->all_pass : !(who & (who - 1))) && !e->owed;
    uint8_t *order = f->choose.order;
    int16_t left = ch->any ? ANY_NUMBER : 1;
    unsigned nseats = e->s->nseats;

    if (UNLIKELY(ch->times != REF_NONE)) {
        struct kctx x;
        context_of(f - 1, &x);
        left = (int16_t)times_of(e, ch, NO_SEAT, &x);
        now &= left > 0;
    }
    struct kanswer *of = a;
    for (unsigned seat = 0; seat < nseats; seat++, of++) {
        *of = (struct kanswer){0};
        if (who >> seat & 1) {
            *order++ = (uint8_t)seat;
            of->left = left;
            of->state = now ? ANS_ASKED : ANS_OUT;
        }
    }
    f->choose.norder = (uint8_t)(order - f->choose.order);
    return now ? (int)blamed_on(e, ch->src, put_question(e, f, who)) : 0;
}

/* Does each seat have exactly one card in this zone? */
static inline bool one_each(struct kstate *s, unsigned zone)
{
    unsigned slot = k_zonebase(s)[zone], end = slot + s->nseats;

    while (k_slots(s)[slot].count == 1 && ++slot < end)
        ;
    return slot == end && k_zonebase(s)[zone + 1] == end;
}

int choose_begin(struct kengine *e, unsigned choose, uint32_t src)
{
    struct krules *r = k_rules(e->s);
    const struct kchoose *ch = &e->d->chooses[choose];
    uint8_t plan = e->plan->choose[choose];
    unsigned nseats = e->s->nseats;

    if (r->nrounds >= OPEN_CHOICES)
        return k_fail(e, K_E_NESTED, src, 0, 0);
    struct kframe *f = frame_push(e, FRAME_CHOOSE, k_top(e->s)->pc);
    if (!f) {
        e->err.src = src; /* the op behind it may have no place in the files */
        return -1;
    }
    uint32_t who = frame_seats(e, f - 1, ch->who);
    if (e->err.code)
        return -1;
    f->choose.id = (uint16_t)choose;
    f->choose.round = (uint8_t)r->nrounds++;
    f->choose.acted = ch->all_pass; /* lets the first round begin */
    struct kanswer *a = answers(e->s, f);
    if (e->s->most_chosen)
        memset(k_set_of(e->s, (unsigned)(a - k_rounds(e->s))), 0xFF,
               2u * nseats * e->s->most_chosen);
    if (plan & CHOOSE_ONCE)
        return begin_once(e, ch, f, a, who);
    memset(a, 0, nseats * sizeof *a);
    return begin_order(e, ch, f, who);
}

/* Goes on after a round that was its phase's whole round (kplain.lasts): begins the phase's next
 * one in this frame. Asks it, or answers it if each seat has one card. 1; 0: the choose is over;
 * -1 */
APART static int next_round(struct kengine *e, struct kframe *f)
{
    struct kstate *s = e->s;
    const struct kplain *p = e->plan->plain + f->choose.id;
    const struct kop *op = e->d->prog + p->lasts;
    const struct kphase *loop = e->d->phases + op->list;
    struct kframe *around = f - 1;
    struct kanswer *a = answers(s, f);

    if (around->phase.loop >= around->phase.limit || !sets_go_freely(e) || e->owed || e->ran ||
        e->left < 128 * (int64_t)s->ninst || e->rounds > SOME_ROUNDS)
        return 0;
    if (loop->between)
        k_pass_beside(e, op + 1);
    e->left -= OP_WORK * (loop->between ? 5 : 3);
    e->rounds += 2;
    around->phase.loop++;
    if (loop->name != REF_NONE)
        k_phase(s)[loop->name] = around->phase.loop;
    for (unsigned i = 0; i < s->nseats; i++)
        a[i] = (struct kanswer){.left = 1, .state = ANS_ASKED};
    if (!one_each(s, p->zone) || s->stop_forced || k_rules(s)->unsettled ||
        e->forced > MANY_FORCED - K_MAX_SEATS)
        return put_question(e, f, BIT(s->nseats) - 1) ? -1 : 1;
    for (unsigned i = 0; i < s->nseats; i++) {
        a[i].pick = k_no_choice;
        a[i].pick.action = p->action;
        a[i].pick.card = (uint16_t)nth_card(k_held(s, k_zonebase(s)[p->zone] + i), s->words, 0);
        a[i].state = ANS_GIVEN;
    }
    e->left -= ASK_WORK;
    e->forced += s->nseats;
    k_know(s)->forced += s->nseats;
    k_rules(s)->effects = 0;
    f->choose.step = CH_APPLY;
    return 1;
}

/* All answers are in: sets the order to carry them out, by the keys of the choose. 0; -1 */
INLINE static inline int close_round(struct kengine *e, struct kframe *f,
                                     const struct kchoose *ch)
{
    struct krules *r = k_rules(e->s);
    uint32_t who = r->asked, rest = 0;
    struct kctx x;

    r->decision = DEC_NONE;
    r->asked = 0;
    f->choose.step = CH_APPLY;
    if (!ch->together || !(ch->order.nby || ch->order.by_random))
        return 0;
    for (int i = 0; i < f->choose.norder; i++)
        rest |= BIT(f->choose.order[i]) & ~who;
    context_of(f, &x);
    int n = seats_in_order(e, who, &ch->order, &x, f->choose.order);
    if (n >= 0) /* seats not asked this time come last */
        seats_of(rest, f->choose.order + n);
    return n < 0 ? -1 : 0;
}

/* Goes on with a choose until another frame must run, or picks are awaited. */
int choose_step(struct kengine *e, struct kframe *f)
{
    const struct kchoose *ch = &e->d->chooses[f->choose.id];
    const struct krules *r = k_rules(e->s);
    unsigned frames = r->nframes, step = f->choose.step;
    int rc;

    k_ran_back(e, ch->src);
    for (;; step = f->choose.step) {
        if (step == CH_WAIT) {
            if (r->pending)
                return 1;
            if (close_round(e, f, ch))
                return -1;
        }
        if (step == CH_WAIT || step == CH_APPLY) {
            rc = choose_apply(e, f, ch);
            if (rc || r->nframes != frames || r->status != K_RUNNING)
                return rc;
            step = f->choose.step;
        }
        if (step == CH_SETTLE) {
            do
                rc = !r->nqueue ? 0 : ch->settle ? queue_next(e) : window_over(e);
            while (rc == DONE_HERE);
            if (UNLIKELY(e->d->always.n) && !rc && ch->settle)
                rc = begin_always(e);
            if (rc)
                return rc < 0 ? -1 : rc == 2 && r->pending;
            if (over_at_once(e, f, ch)) {
                rc = e->plan->plain[f->choose.id].lasts ? next_round(e, f) : 0;
                if (rc <= 0)
                    return rc ? -1 : finish_choose(e, f, ch);
                continue;
            }
            step = f->choose.step = CH_ASK;
        }
        if (step != CH_ASK)
            continue;
        rc = ask_next(e, f, ch);
        if (rc || r->status != K_RUNNING)
            return rc < 0 ? -1 : 0;
    }
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
        k_hook_picks(s, h->nanswers)[seat] = k_no_choice;
        if (s->most_chosen)
            memset(k_set_of(s, hook_answer(s, h->nanswers, (unsigned)seat)), 0xFF,
                   2u * s->most_chosen);
        return;
    }
    struct kanswer *a = answers(s, k_top(s)) + seat;
    answer_again(a, k_set_of(s, (unsigned)(a - k_rounds(s))), s->most_chosen);
    a->state = ANS_ASKED;
}

/* Takes back waiting answers of seats other than `but`; in the [rules] `past` bytes behind. */
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

/* ---- calls about an open question ---- */

APART static bool is_asked(struct kengine *e, struct kstate *s, int seat)
{
    k_enter(e, s);
    if (seat >= 0 && seat < s->nseats && (k_rules(s)->pending & BIT(seat)))
        return true;
    k_fail(e, K_E_ASKED, 0, seat, 0);
    return false;
}

int k_choices_of(struct kengine *e, struct kstate *s, int seat)
{
    if (!is_asked(e, s, seat))
        return -1;
    lists_find(e);
    if (!(e->now->listed >> seat & 1) && list_now(e, seat) < 0)
        return -1;
    e->opts = e->now->buf + e->now->at[seat];
    e->nopts = e->now->n[seat];
    return (int)e->nopts;
}

/* Is the question at hand, and does it still wait for this one of `these` seats? */
INLINE static inline bool at_hand(const struct kengine *e, const struct klists *l,
                                  struct kstate *s, int seat, uint32_t these)
{
    return e->hand == s && l->stamp == s->stamp && (unsigned)seat < K_MAX_SEATS &&
           (k_rules(s)->pending & these) >> seat & 1;
}

APART static int count_anew(struct kengine *e, struct kstate *s, int seat)
{
    return is_asked(e, s, seat) ? count_choices(e, seat) : -1;
}

int k_count_choices(struct kengine *e, struct kstate *s, int seat)
{
    const struct klists *l = e->now;

    if (at_hand(e, l, s, seat, l->known))
        return (int)l->n[seat];
    return count_anew(e, s, seat);
}

APART static int take_pick(struct kengine *e, struct kstate *s, int seat, int index)
{
    int n = k_count_choices(e, s, seat);
    struct kchoice c;

    if (n < 0)
        return -1;
    e->s = s;
    e->telling = s->track;
    e->err.code = K_OK;
    if ((unsigned)index >= (unsigned)n)
        return k_fail(e, K_E_CHOICE, 0, seat, index);
    if (UNLIKELY(choose_accept(e, seat, nth_choice(e->now, s->words, seat, index, &c), n)))
        return k_break(e, s);
    return 0;
}

/* The pick stands in its answer, and of a CHOOSE_NOTED question no more is needed. */
static inline void pick_noted(struct kstate *s, struct kanswer *a, int seat)
{
    a->state = ANS_GIVEN;
    k_know(s)->picks++;
    k_rules(s)->pending &= (uint16_t)~BIT(seat);
}

int k_pick(struct kengine *e, struct kstate *s, int seat, int index)
{
    const struct klists *l = e->now;
    uint32_t noted = l->noted | (l->answers ? l->listed : 0);

    if (s->track || !at_hand(e, l, s, seat, noted) || (unsigned)index >= l->n[seat] ||
        l->n[seat] < 2)
        return take_pick(e, s, seat, index);
    struct kanswer *a = AT(s, l->answers, struct kanswer) + seat;
    const struct kchoice *c = nth_choice(l, s->words, seat, index, &a->pick);
    if (c != &a->pick)
        a->pick = *c;
    pick_noted(s, a, seat);
    return 0;
}

/* Picks at random for all seats that are asked. */
static int answer_by_chance(struct kengine *e, struct krng *rng, int nrng, uint64_t *picks)
{
    for (uint32_t m = k_rules(e->s)->pending; m; m &= m - 1) {
        int seat = __builtin_ctz(m), n = count_choices(e, seat);
        struct kchoice c;

        if (n < 1)
            return -1;
        int i = n < 2 ? 0 : (int)krng_below(&rng[seat % nrng], (uint32_t)n);
        if (choose_accept(e, seat, nth_choice(e->now, e->s->words, seat, i, &c), n))
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

void k_write_choices(struct kengine *e, struct kstate *s, int seat, struct kchoice *out)
{
    const struct klists *l = e->now;
    uint32_t n = l->n[seat], i = 0;

    if (l->listed >> seat & 1) {
        memcpy(out, l->buf + l->at[seat], n * sizeof *out);
        return;
    }
    for (unsigned w = 0; w < s->words && i < n; w++)
        for (uint64_t m = l->first[seat][w]; m; m &= m - 1) {
            out[i] = k_no_choice;
            out[i].action = l->of.action;
            out[i++].card = (uint16_t)(w * 64 + (unsigned)__builtin_ctzll(m));
        }
    if (i < n) {
        out[i] = k_no_choice;
        out[i].action = i ? ACT_DONE : ACT_NONE;
    }
}

int k_pick_written(struct kengine *e, struct kstate *s, int seat, const struct kchoice *c,
                   int n)
{
    const struct kframe *f = k_top(s);

    if (n > 1 && !s->track && !e->plain && s->low == e->plan->name && s->low &&
        k_rules(s)->decision == DEC_CHOOSE && k_rules(s)->pending >> seat & 1 &&
        e->plan->choose[f->choose.id] & CHOOSE_NOTED) {
        struct kanswer *a = answers(s, f) + seat;
        a->pick = *c;
        pick_noted(s, a, seat);
        return 0;
    }
    if (!is_asked(e, s, seat))
        return -1;
    return choose_accept(e, seat, c, n) ? k_break(e, s) : 0;
}

int k_pick_choice(struct kengine *e, struct kstate *s, int seat, struct kchoice c)
{
    /* before listing, because c may take a set of the last list */
    uint64_t key = k_choice_key(e, s, seat, &c);
    int n = k_choices_of(e, s, seat);

    for (int i = 0; i < n; i++)
        if (choice_key(e, seat, &e->opts[i]) == key) {
            c = e->opts[i];
            return choose_accept(e, seat, &c, n) ? k_break(e, s) : 0;
        }
    return n < 0 ? -1 : k_fail(e, K_E_CHOICE, 0, seat, -1);
}

int k_choice_keys(struct kengine *e, struct kstate *s, int seat, uint64_t *out)
{
    int n = k_choices_of(e, s, seat);

    choice_keys(e, seat, e->opts, n, out);
    return n;
}
