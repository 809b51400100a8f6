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
    return k_rounds(s) + (size_t)f->round * s->nseats;
}

/* ---- what a seat may pick ---- */

bool add_option(struct kengine *e, const struct kchoice *c)
{
    if (e->optlen >= e->optcap) {
        uint32_t cap = e->optcap ? 2 * e->optcap : 64;
        struct kchoice *grown = cap > 262144 ? NULL : realloc(e->optbuf, cap * sizeof *grown);
        if (!grown) {
            k_fail(e, K_E_OPTIONS, 0, 0, 0);
            return false;
        }
        e->optbuf = grown;
        e->optcap = cap;
    }
    e->optbuf[e->optlen++] = *c;
    return true;
}

/* Where a frame, an entry of the queue, a watcher or a counter names this card; 0 = nowhere. */
static uint32_t named_at(struct kengine *e, unsigned c)
{
    struct kstate *s = e->s;
    const struct krules *r = k_rules(s);
    const struct kdef *d = e->d;

    for (int i = 0; i < r->nframes; i++)
        for (int j = 0; j < 4; j++)
            if (k_frames(s)[i].card[j] == c)
                return 1u + (uint32_t)(i * 4 + j);
    for (int i = 0; i < r->nqueue; i++)
        if (k_queue(s)[i].card == c || k_queue(s)[i].evcard == c)
            return 1000u + (uint32_t)i;
    for (int i = 0; i < r->nwatch; i++)
        if (k_watch(s)[i].card == c)
            return 2000u + (uint32_t)i;
    for (int i = 0; i < d->ngame; i++)
        if (d->counters[d->game_ctr[i]].is == V_CARD && k_gamectr(s)[i] == (int32_t)c)
            return 3000u + (uint32_t)i;
    for (int i = 0; i < d->nseat; i++)
        for (int p = 0; d->counters[d->seat_ctr[i]].is == V_CARD && p < s->nseats; p++)
            if (k_seatctr(s)[p * d->nseat + i] == (int32_t)c)
                return 4000u + (uint32_t)(i * K_MAX_SEATS + p);
    return 0;
}

static bool hidden_in_set(struct kengine *e, int seat, unsigned c)
{
    return !k_ordered(e->d, e->s, k_insts(e->s)[c].slot) && !k_sees(e, e->s, seat, c);
}

/* How a seat sees the cards of one slot; `used_up`: an endless pile that has nothing left. */
struct slot_sight { unsigned slot; bool set, up, down, used_up; };

static bool side_seen(uint8_t sight, uint8_t owner, int seat)
{
    return sight == SIGHT_ALL || (sight == SIGHT_OWNER && owner == seat);
}

static struct slot_sight sight_of(struct kengine *e, int seat, unsigned slot)
{
    struct kstate *s = e->s;
    const struct kslotinfo *info = k_slotinfo(s) + slot;
    const struct kzone *z = &e->d->zones[info->zone];

    return (struct slot_sight){slot, z->as == AS_SET, side_seen(z->up, info->seat, seat),
                          side_seen(z->down, info->seat, seat),
                          z->endless && k_slots(s)[s->nslots - 1].head == NO_CARD};
}

static bool seen_with(struct kengine *e, const struct slot_sight *v, int seat, unsigned c)
{
    return (k_insts(e->s)[c].face == FACE_DOWN ? v->down : v->up) || k_sees(e, e->s, seat, c);
}

/* Cards the asked seat cannot see may not be sorted out by what they are. */
static bool hidden_filter(struct kengine *e, const struct kselect *q, int seat, const uint16_t *list,
                          int n)
{
    struct slot_sight v = {.slot = REF_NONE};

    if (q->hidden_ok)
        return false;
    for (int i = 0; i < n; i++) {
        if (v.slot != k_insts(e->s)[list[i]].slot)
            v = sight_of(e, seat, k_insts(e->s)[list[i]].slot);
        if (!seen_with(e, &v, seat, list[i]))
            return true;
    }
    return false;
}

/* Two seen cards of one set that nothing tells apart. */
static bool same_seen(struct kengine *e, const struct slot_sight *v, unsigned a, unsigned b)
{
    const struct kinst *in = k_insts(e->s);

    return v->set && in[a].def == in[b].def && in[a].slot == in[b].slot && !card_order(e, a, b) &&
           !named_at(e, a) && !named_at(e, b);
}

/* One entry of a list for each choice that the seat can tell apart; backs of a set last. */
static int distinct(struct kengine *e, int seat, uint16_t *list, int n)
{
    const struct kinst *in = k_insts(e->s);
    struct slot_sight v = {.slot = REF_NONE};
    int kept = 0, backs = 0;
    uint16_t back[64];

    for (int i = 0; i < n; i++) {
        uint16_t c = list[i];

        if (v.slot != in[c].slot)
            v = sight_of(e, seat, in[c].slot);
        if (v.used_up)
            continue;
        if (v.set && !seen_with(e, &v, seat, c)) {
            int j = 0;
            while (j < backs && in[back[j]].slot != in[c].slot)
                j++;
            if (j == backs && backs < 64)
                back[backs++] = c;
        } else if (!kept || !same_seen(e, &v, list[kept - 1], c)) {
            list[kept++] = c;
        }
    }
    memcpy(list + kept, back, (size_t)backs * sizeof *back);
    return kept + backs;
}

int slot_cards(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *list)
{
    int n = k_select(e, sel, x, list);

    if (n > 0 && hidden_filter(e, &e->d->sels[sel], seat, list, n))
        return k_fail(e, K_E_HIDDEN, e->d->sels[sel].src_pos, seat, 0);
    return distinct(e, seat, list, n);
}

static int choose_options(struct kengine *e, int seat)
{
    const struct kframe *f = k_top(e->s);
    const struct kchoose *ch = &e->d->chooses[f->what];
    uint32_t from = e->optlen;
    struct kctx x;

    k_context(e, &x);
    for (int i = 0; i < ch->nactions; i++)
        if (list_action(e, seat, e->d->acts[ch->actions + i], &x))
            return -1;
    if (e->optlen > from && (ch->may || ch->any)) {
        struct kchoice c = k_no_choice;
        c.action = ACT_DONE;
        add_option(e, &c);
    }
    return e->err.code ? -1 : 0;
}

/* The choices of an open question do not change until all answers are in: they are listed
 * once per seat, and the state's stamp says whose lists the engine holds. */
void list_fresh(struct kengine *e)
{
    const struct kknow *k = k_know(e->s);
    const struct krng *rng = &k_rules(e->s)->rng;

    e->stamp = kmix((uint64_t)(uintptr_t)e + (++e->stamps << 40)) ^
               kmix(rng->key + rng->count + ((k->picks + k->forced) << 32)) ^ e->s->seed;
    e->stamp |= 1;
    e->s->stamp = e->stamp;
    e->listed = e->s;
    e->optlen = 0;
    memset(e->seat_opts, 0, sizeof e->seat_opts);
}

int k_list_options(struct kengine *e, int seat)
{
    struct krules *r = k_rules(e->s);
    int rc = 0;

    if (e->stamp != e->s->stamp || !e->stamp || e->listed != e->s)
        list_fresh(e);
    if (!e->seat_opts[seat].n) {
        e->seat_opts[seat].at = e->optlen;
        rc = r->decision == DEC_HOOK    ? hook_options(e, seat)
             : r->decision == DEC_ORDER ? queue_options(e)
                                        : choose_options(e, seat);
        if (!rc && e->optlen == e->seat_opts[seat].at)
            add_option(e, &k_no_choice);
        e->seat_opts[seat].n = e->optlen - e->seat_opts[seat].at;
    }
    if (rc || e->err.code) {
        e->stamp = 0;
        return -1;
    }
    e->opts = e->optbuf + e->seat_opts[seat].at;
    e->nopts = e->seat_opts[seat].n;
    return (int)e->nopts;
}

/* ---- keys ---- */

static uint64_t card_key(struct kengine *e, int seat, unsigned c)
{
    struct kstate *s = e->s;
    const struct kinst *in = k_insts(s) + c;

    if (c == NO_CARD || left_game(s, c))
        return 0;
    if (k_ordered(e->d, s, in->slot))
        return kmix((uint64_t)in->slot << 20 | (zone_place(s, c) + 1));
    if (hidden_in_set(e, seat, c))
        return kmix((uint64_t)in->slot << 20 | 0xFFFFF);
    uint64_t h = kmix((uint64_t)in->slot << 40 | (uint64_t)in->def << 20 |
                      (uint64_t)in->face << 8 | in->owner);
    for (int i = 0; i < e->d->ncardctr; i++)
        h = kmix(h + (uint32_t)k_cardctr(s)[c * e->d->ncardctr + (unsigned)i]);
    return kmix(h ^ named_at(e, c));
}

uint64_t choice_key(struct kengine *e, int seat, const struct kchoice *c)
{
    uint64_t h = kmix((uint64_t)c->action << 40 | (uint64_t)c->seat << 32 | (uint32_t)c->number);

    h = kmix(h ^ card_key(e, seat, c->card));
    h = kmix(h + 1 + card_key(e, seat, c->helper));
    return kmix(h + 2 + card_key(e, seat, c->target));
}

/* What an answer still equals after others have acted: cards of a set as they look now, a
 * card of a row or pile itself, wherever it slides. */
static uint32_t pick_sign(struct kengine *e, int seat, const struct kchoice *c)
{
    const uint16_t card[3] = {c->card, c->helper, c->target};
    uint64_t h = kmix((uint64_t)c->action << 40 | (uint64_t)c->seat << 32 | (uint32_t)c->number);

    for (unsigned i = 0; i < 3; i++) {
        bool own = card[i] != NO_CARD && k_ordered(e->d, e->s, k_insts(e->s)[card[i]].slot);
        h = kmix(h + i) ^ (own ? (uint64_t)card[i] << 32 : card_key(e, seat, card[i]));
    }
    return (uint32_t)kmix(h);
}

static bool with_back(struct kengine *e, int seat, const struct kchoice *c)
{
    const uint16_t card[3] = {c->card, c->helper, c->target};

    for (int i = 0; i < 3; i++)
        if (card[i] != NO_CARD && hidden_in_set(e, seat, card[i]))
            return true;
    return false;
}

uint64_t k_choice_key(struct kengine *e, struct kstate *s, int seat, const struct kchoice *c)
{
    struct kstate *was = e->s;

    e->s = s;
    uint64_t k = choice_key(e, seat, c);
    e->s = was;
    return k;
}

/* ---- the frame ---- */

static int times_of(struct kengine *e, const struct kchoose *ch, int seat)
{
    struct kctx x;
    int64_t v;

    if (ch->any)
        return ANY_NUMBER;
    if (ch->times == REF_NONE)
        return 1;
    k_context(e, &x);
    x.you = (uint8_t)seat;
    v = k_eval(e, ch->times, &x);
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
    k_context(e, &x);
    uint32_t who = k_seatset(e, ch->who, &x);
    f = frame_push(e, FRAME_CHOOSE, k_top(e->s)->pc);
    if (!f)
        return -1;
    f->what = (uint16_t)choose;
    f->round = (uint8_t)r->nrounds++;
    struct korder_of o = {ch->from, ch->by, ch->together ? 0 : ch->nby,
                          ch->by_random && !ch->together};
    int n = seats_in_order(e, who, &o, &x, f->order);
    f->norder = (uint8_t)(n < 0 ? 0 : n);
    memset(answers(e->s, f), 0, e->s->nseats * sizeof(struct kanswer));
    for (int i = 0; i < f->norder; i++)
        answers(e->s, f)[f->order[i]].left = (int16_t)times_of(e, ch, f->order[i]);
    return e->err.code ? -1 : 0;
}

/* Who is asked next. Without `together` it is the first in order that has picks left. */
static uint32_t who_is_next(struct kengine *e, struct kframe *f, bool together)
{
    struct kanswer *a = answers(e->s, f);
    uint32_t again = 0, left = 0;

    if (!together) {
        while (f->at < f->norder && a[f->order[f->at]].left <= 0)
            f->at++;
        return f->at < f->norder ? BIT(f->order[f->at]) : 0;
    }
    for (int i = 0; i < f->norder; i++) {
        again |= a[f->order[i]].state == ANS_AGAIN ? BIT(f->order[i]) : 0;
        left |= a[f->order[i]].left > 0 ? BIT(f->order[i]) : 0;
    }
    return again ? again : left;
}

/* Seats without a person answer at once; one choice is answered at once. */
int answer_forced(struct kengine *e, int seat)
{
    int n = k_list_options(e, seat);
    uint8_t kind = e->s->seat_kind[seat];

    if (n < 0)
        return -1;
    if (kind) {
        int64_t i = n > 1 && e->d->kinds[kind - 1].random ? k_draw(e, (uint32_t)n, NULL) : 0;
        struct kchoice c = e->opts[i < 0 ? 0 : i];
        return i < 0 ? -1 : choose_accept(e, seat, &c, 1);
    }
    if (n > 1 || e->s->stop_forced)
        return 0;
    struct kchoice c = e->opts[0];
    return choose_accept(e, seat, &c, 1);
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
    const struct kchoose *ch = &e->d->chooses[f->what];
    struct krules *r = k_rules(e->s);
    bool had_choice = f->limit;

    r->nrounds--;
    r->nframes--;
    if (!had_choice && ch->else_pc >= 0 && !frame_push(e, FRAME_LIST, (unsigned)ch->else_pc))
        return -1;
    return 0;
}

static int ask(struct kengine *e, struct kframe *f)
{
    const struct kchoose *ch = &e->d->chooses[f->what];
    struct krules *r = k_rules(e->s);
    uint32_t who = who_is_next(e, f, ch->together);

    if (!who)
        return finish_choose(e, f);
    if (out_of_picks(e)) {      /* forced ones alone may go on without end */
        end_unfinished(e);
        return 0;
    }
    r->decision = DEC_CHOOSE;
    r->asked = r->pending = (uint16_t)who;
    r->effects = 0;
    e->nrecent = 0;
    for (int i = 0; i < e->s->nseats; i++)
        if (who & BIT(i))
            answers(e->s, f)[i].state = ANS_ASKED;
    f->step = CH_WAIT;
    list_fresh(e);
    tell_ask(e, who, f->what);
    for (int i = 0; i < e->s->nseats; i++)
        if ((who & BIT(i)) && answer_forced(e, i))
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

    if (nopts > 1)
        k_know(e->s)->picks++;
    else
        k_know(e->s)->forced++;
    tell_pick(e, seat, c, nopts);
    r->pending &= (uint16_t)~BIT(seat);
    if (r->decision == DEC_HOOK)
        return hook_accept(e, seat, c, nopts);
    if (r->decision == DEC_ORDER)
        return queue_accept(e, c);
    struct kanswer *a = answers(e->s, k_top(e->s)) + seat;
    a->pick = *c;
    a->state = ANS_GIVEN;
    if (e->d->chooses[k_top(e->s)->what].together) {
        a->sign = pick_sign(e, seat, c);
        a->back = with_back(e, seat, c);
    }
    return 0;
}

/* A back of a set stands for any: by lot, by storage order. */
int choose_settle_card(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *card)
{
    if (*card == NO_CARD || !hidden_in_set(e, seat, *card))
        return 0;
    uint16_t *list = k_list(e);
    unsigned slot = k_insts(e->s)[*card].slot;
    int n = list ? k_select(e, sel, x, list) : -1, kept = 0;

    for (int i = 0; i < n; i++)
        if (k_insts(e->s)[list[i]].slot == slot && hidden_in_set(e, seat, list[i]))
            list[kept++] = list[i];
    by_instance(list, kept);
    int64_t k = kept > 1 ? k_draw(e, (uint32_t)kept, list) : 0;
    if (k >= 0 && kept > 0)
        *card = list[k];
    k_unlist(e, list);
    return k < 0 || n < 0 ? -1 : 0;
}

static void choice_context(struct kengine *e, int seat, const struct kchoice *c, struct kctx *x)
{
    k_context(e, x);
    x->you = (uint8_t)seat;
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
static bool still_offered(struct kengine *e, int seat, const struct kanswer *was, struct kchoice *c)
{
    const struct kaction *a = &e->d->actions[c->action];
    struct kctx x;

    k_context(e, &x);
    x.you = (uint8_t)seat;
    if (only_card(a) &&
        sel_holds(e, a->card, &x, c->card) &&
        !e->d->zones[k_zone_of(e->s, k_insts(e->s)[c->card].slot)].endless)
        return true;
    uint64_t key = choice_key(e, seat, c);
    uint32_t from = e->optlen, n = REF_NONE;
    if (list_action(e, seat, c->action, &x))
        return false;
    for (uint32_t i = from; i < e->optlen && n == REF_NONE; i++)
        if (pick_sign(e, seat, &e->optbuf[i]) == was->sign)
            n = i;
    for (uint32_t i = from; i < e->optlen && n == REF_NONE && !was->back; i++)
        if (choice_key(e, seat, &e->optbuf[i]) == key)
            n = i;
    if (n != REF_NONE)
        *c = e->optbuf[n];
    e->optlen = from;
    return n != REF_NONE;
}

/* Backs become cards, slot by slot: later ones look at earlier ones. */
static int settle_cards(struct kengine *e, int seat, const struct kaction *a, struct kchoice *c)
{
    struct kctx x;

    k_context(e, &x);
    x.you = (uint8_t)seat;
    if (choose_settle_card(e, seat, a->card, &x, &c->card))
        return -1;
    x.card[SLOT_CARD] = c->card == NO_CARD ? x.card[SLOT_CARD] : c->card;
    if (choose_settle_card(e, seat, a->helper, &x, &c->helper))
        return -1;
    x.card[SLOT_HELPER] = c->helper == NO_CARD ? x.card[SLOT_HELPER] : c->helper;
    return choose_settle_card(e, seat, a->target, &x, &c->target);
}

static void tell_apply(struct kengine *e, int seat, const struct kchoice *c)
{
    if (!k_telling(e))
        return;
    struct kevent ev = k_event(TELL_APPLY);

    ev.seat = (uint8_t)seat;
    ev.pick = *c;
    k_emit(e, &ev, 0);
}

/* Carries out one answer: pushes the frame of its `do`. */
static int apply_one(struct kengine *e, struct kframe *f, int seat, bool recheck)
{
    struct kanswer *a = answers(e->s, f) + seat;
    struct kchoice c = a->pick;
    struct kctx x;

    a->state = ANS_APPLIED;
    if (c.action != ACT_NONE)
        f->limit = 1;       /* not when he is asked: a sample must not know it */
    if (c.action == ACT_NONE || c.action == ACT_DONE) {
        a->left = 0;
        return 0;
    }
    if (recheck && !still_offered(e, seat, a, &c)) {
        a->state = ANS_AGAIN;
        return e->err.code ? -1 : 0;
    }
    const struct kaction *act = &e->d->actions[c.action];
    if (settle_cards(e, seat, act, &c))
        return -1;
    if (a->left != ANY_NUMBER)
        a->left--;
    f->loop++;
    tell_apply(e, seat, &c);
    if (act->named && e->d->event_used[EV_ACTION] &&
        k_fire(e, EV_ACTION, c.action, seat, c.card == NO_CARD ? -1 : c.card, c.number) < 0)
        return -1;
    if (act->pc < 0)
        return 0;
    struct kframe *g = frame_push(e, FRAME_LIST, (unsigned)act->pc);
    if (!g)
        return -1;
    g->what = c.action;
    choice_context(e, seat, &c, &x);
    g->you = x.you;
    g->seat = x.seat;
    memcpy(g->card, x.card, sizeof g->card);
    g->number = x.number;
    return 0;
}

/* All are in: the order in which they are carried out is settled now. */
static int close_round(struct kengine *e, struct kframe *f)
{
    const struct kchoose *ch = &e->d->chooses[f->what];
    struct krules *r = k_rules(e->s);
    uint32_t who = r->asked, rest = 0;
    struct kctx x;

    r->decision = DEC_NONE;
    r->asked = 0;
    f->step = CH_APPLY;
    if (!ch->together || !(ch->nby || ch->by_random))
        return 0;
    for (int i = 0; i < f->norder; i++)
        rest |= BIT(f->order[i]) & ~who;
    k_context(e, &x);
    struct korder_of o = {ch->from, ch->by, ch->nby, ch->by_random};
    int n = seats_in_order(e, who, &o, &x, f->order);
    for (int i = 0; n >= 0 && i < e->s->nseats; i++)    /* those not asked this time come last */
        if (rest & BIT(i))
            f->order[n++] = (uint8_t)i;
    return n < 0 ? -1 : 0;
}

static int apply(struct kengine *e, struct kframe *f)
{
    const struct kchoose *ch = &e->d->chooses[f->what];
    struct kanswer *a = answers(e->s, f);
    bool again = false;

    if (!ch->together) {
        f->step = CH_SETTLE;
        return apply_one(e, f, f->order[f->at], false);
    }
    while (f->at < f->norder) {
        int seat = f->order[f->at++], frames = k_rules(e->s)->nframes;
        if (a[seat].state != ANS_GIVEN)
            continue;
        if (apply_one(e, f, seat, f->at > 1))
            return -1;
        if (k_rules(e->s)->nframes != frames)
            return 0;
    }
    for (int i = 0; i < f->norder; i++)
        again |= a[f->order[i]].state == ANS_AGAIN;
    f->at = 0;
    f->step = again ? CH_ASK : CH_SETTLE;
    return 0;
}

int choose_step(struct kengine *e)
{
    struct kframe *f = k_top(e->s);
    int rc;

    switch (f->step) {
    case CH_ASK: return ask(e, f);
    case CH_WAIT:
        if (k_rules(e->s)->pending)
            return 1;
        return close_round(e, f);
    case CH_APPLY: return apply(e, f);
    default:
        rc = e->d->chooses[f->what].settle ? queue_next(e) : 0;
        if (rc == 0)
            f->step = CH_ASK;
        return rc < 0 ? -1 : rc == 2 && k_rules(e->s)->pending;
    }
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
