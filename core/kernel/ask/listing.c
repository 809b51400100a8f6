/* listing.c - the choices of one action: each of its slots in turn is bound to every card it can
 * have.
 *
 * Card, helper and target come first (selectors), then seat and number. The `if` must hold for each
 * combination. Its parts are asked as early as the loader found safe (load/listing.c), so that
 * nobody can notice. What a bound back is may not be asked (hidden.c). */
#include "kernel/ask/ask.h"

/* The state of listing a seat's choices, action by action. */
struct listing {
    struct kengine *e;
    const struct kaction *a;
    const struct kbinds *b;
    int seat;
    uint32_t backs; /* slots bound to cards that the seat does not see, a bit per enum bound */
    struct kctx x;
    struct kchoice c;
    uint16_t *list[3]; /* the cards for each slot, in the order of binding */
    uint32_t sets;     /* sets of cards listed before this action */
    int n[3];          /* cards in `list`; -1: not looked for yet */
    uint32_t sure;     /* parts of the `if` that surely hold, a bit each */
    bool settled;      /* `sure` is worked out */
    uint64_t apart;    /* zones whose cards the seat sees and can tell apart, a bit each */
    uint64_t held[64]; /* the cards in zones that kbinds.swift names */
    /* if cards come from sets: where the next choice goes (NULL: at the list's end), from where on
     * there is no room for 64 more, and the first choice of this action */
    struct kchoice *at, *full, *first;
};

/* Does the condition have the truth value `want`, whatever cards are bound? */
static bool is_sure(struct listing *l, ref expr, bool want)
{
    const struct kexpr *x = l->e->d->exprs + expr;

    if (l->e->plan->names[expr] == NAMES_KNOWN)
        return (k_leaf(l->e, expr, &l->x) != 0) == want;
    if (x->op == X_NOT)
        return is_sure(l, x->a, !want);
    if (x->op != X_AND && x->op != X_OR)
        return false;
    bool first = is_sure(l, x->a, want);
    return first == (want == (x->op == X_OR)) ? first : is_sure(l, x->b, want);
}

enum { SOME_CARDS = 3 }; /* from so many on `sure` is worth asking */

/* Do parts i up to `end` of the `if` hold? */
static bool parts_hold(struct listing *l, int i, int end)
{
    const struct kaction *a = l->a;
    uint64_t sure = l->sure;

    for (; i < end; i++)
        if (!(i < 32 && sure >> i & 1) && !k_leaf(l->e, l->e->d->parts[a->parts + i], &l->x))
            return false;
    return true;
}

/* Do the parts of the `if` hold that can be asked once `w` is bound? */
static inline bool allowed(struct listing *l, enum when w)
{
    int i = w ? l->a->part_end[w - 1] : 0, end = l->a->part_end[w];

    return i == end || parts_hold(l, i, end);
}

static int each_number(struct listing *l)
{
    const struct kaction *a = l->a;
    int64_t lo = 0, hi = 0;

    if (a->from != REF_NONE) {
        lo = k_eval(l->e, a->from, &l->x);
        hi = k_eval(l->e, a->to, &l->x);
        if (lo <= hi && (lo <= INT32_MIN || hi > INT32_MAX))
            return k_fail(l->e, K_E_RANGE, 0, 0, 0);
    }
    struct klists *now = l->e->now;
    uint64_t n = lo > hi ? 0 : (uint64_t)(hi - lo) + 1;
    if (l->e->err.code)
        return -1;
    if (a->part_end[WHEN_ALL] == a->part_end[WHEN_ALL - 1]) { /* each number will do */
        uint32_t most = n > MANY_CHOICES ? MANY_CHOICES + 1 : (uint32_t)n;
        if (now->len + most > now->cap && !choices_grow(l->e, most))
            return -1;
        for (uint32_t i = 0; i < most; i++) {
            now->buf[now->len + i] = l->c;
            now->buf[now->len + i].number = (int32_t)(lo + i);
        }
        now->len += most;
        return n ? k_spend(l->e, (int64_t)n) : 0;
    }
    for (int64_t v = lo; v <= hi; v++) {
        if (k_spend(l->e, 1))
            return -1;
        l->x.number = a->from == REF_NONE ? l->x.number : (int32_t)v;
        if (!allowed(l, WHEN_ALL) && !l->e->err.code)
            continue;
        if (l->e->err.code || (now->len >= now->cap && !choices_grow(l->e, 1)))
            return -1;
        now->buf[now->len] = l->c;
        now->buf[now->len++].number = (int32_t)v;
    }
    return 0;
}

static int seat_and_number(struct listing *l)
{
    const struct kaction *a = l->a;
    struct kengine *e = l->e;
    uint8_t seat = l->x.seat;
    int32_t number = l->x.number;
    int rc = 0;

    if (l->backs && (expr_looks(e, a->from, l->backs) || expr_looks(e, a->to, l->backs) ||
                     expr_looks(e, a->cond, l->backs)))
        return k_fail(e, K_E_HIDDEN, a->src, l->seat, 0);
    if (a->seat == REF_NONE) {
        rc = each_number(l);
        l->x.number = number;
        l->c.number = 0;
        return rc;
    }
    uint32_t seats = k_seatset(e, a->seat, &l->x);
    for (int i = 0; i < e->s->nseats && !rc; i++) {
        l->x.seat = l->c.seat = (uint8_t)i;
        if (seats & BIT(i) && allowed(l, WHEN_SEAT))
            rc = each_number(l);
        l->x.number = number;
    }
    l->x.seat = seat;
    l->c.seat = NO_SEAT;
    l->c.number = 0;
    return rc;
}

/* Lists the choices with the set e->tried, and keeps the set if there are any. */
static int offer_set(void *ctx)
{
    struct listing *l = ctx;
    uint32_t had = l->e->now->len;

    k_ran_cards(l->e, l->e->ntried);
    if (!allowed(l, WHEN_SET))
        return l->e->err.code ? -1 : 0;
    if (!tried_put(l->e, &l->c) || seat_and_number(l))
        return -1;
    return l->e->now->len > had ? tried_keep(l->e, l->a, l->sets) : 0;
}

/* Lists the parts after single cards: a set of cards, seat, number. */
static int last_parts(struct listing *l)
{
    if (l->a->cards == REF_NONE)
        return seat_and_number(l);
    if (l->backs && select_looks(l->e, l->a->cards, l->backs))
        return k_fail(l->e, K_E_HIDDEN, l->e->d->sels[l->a->cards].src_pos, l->seat, 0);
    int rc = each_set(l->e, l->seat, l->a, &l->x, offer_set, l);
    l->c.nset = 0;
    l->c.set = 0;
    return rc;
}

/* Lists the choice as bound now. No set, seat or number follows. */
static int as_it_stands(struct listing *l)
{
    if (allowed(l, WHEN_ALL) && !put_choice(l->e, &l->c))
        return -1;
    return l->e->err.code ? -1 : 0;
}

/* ---- actions whose cards come from sets (kbinds.swift) ---- */

/* Does the asker see all cards of the slot, and has each another definition? */
static bool lie_apart(struct kengine *e, unsigned slot, uint64_t held)
{
    const struct kslotinfo *info = k_slotinfo(e->s) + slot;
    uint64_t borrow = 0;

    return !info->listed && as_dealt(e->s) && !(held & *k_odd(e->s)) &&
           side_seen(info->up, info->seat, e->asker) &&
           first_of_each(e->plan->cast, held, 0, &borrow) == held;
}

/* Notes how cards lie in these zones of the seat, if a set is one word. */
static inline void look_round(struct listing *l, uint64_t zones)
{
    struct kengine *e = l->e;

    l->apart = 0;
    if (e->s->words != 1 || e->asker == NO_SEAT || !e->plan->cast->name) /* no memory */
        return;
    for (; zones; zones &= zones - 1) {
        unsigned zone = (unsigned)__builtin_ctzll(zones);
        unsigned slot = slot_of_seat(e->s, zone, (unsigned)l->seat);
        if (slot == REF_NONE)
            continue;
        l->held[zone] = *held_in(e->s, slot, 1);
        l->apart |= lie_apart(e, slot, l->held[zone]) ? BIT64(zone) : 0;
    }
}

/* Does it need a card that is not there, as far as sets tell and the asker may know? */
static bool lacks_cards(struct listing *l, unsigned need)
{
    struct kengine *e = l->e;
    bool lacks = false;

    for (; need && !lacks; need &= need - 1) {
        const struct kquick *p = e->plan->quick + l->b->sel[__builtin_ctz(need)];
        unsigned slot = slot_of_seat(e->s, p->zone[0], (unsigned)l->seat);
        uint64_t hides = p->looks && p->down == SIGHT_NOBODY ? ~(uint64_t)0 : 0, any = 0;
        if (slot == REF_NONE)
            continue;
        const uint64_t *set = cast_set(e, p->all), *held = k_held(e->s, slot);
        for (unsigned w = 0; w < e->s->words; w++)
            any |= held[w] & (set[w] | (k_down(e->s)[w] & hides));
        lacks = !any;
    }
    return lacks;
}

/* The cards that part f may take, before its test. */
INLINE static inline uint64_t cards_from(const struct listing *l, const struct kfrom *f)
{
    return l->held[f->zone] & *l->e->sets[f->all]; /* cast_for has made it */
}

/* The value that the test of part f compares with. */
INLINE static inline int64_t value_now(struct listing *l, const struct kfrom *f)
{
    const struct kengine *e = l->e;

    if (!f->own)
        return k_leaf(l->e, f->ask->value, &l->x);
    unsigned c = (&l->c.card)[f->own - BOUND_CARD]; /* seen, as all cards are here */
    return e->d->trait_value[(uint32_t)k_insts(e->s)[c].def * e->d->ntraits + f->trait];
}

/* Keeps in *m the cards that pass the test of a part. False: use the general way */
INLINE static inline bool keep_passing(struct listing *l, const struct kfrom *f, uint64_t *m)
{
    struct kengine *e = l->e;
    const struct kask *a = f->ask;

    if (!a)
        return true;
    int64_t v = value_now(l, f);
    if (v == K_ABSENT || e->err.code)
        return !e->err.code;
    *m &= *cast_set(e, test_set(e, a, v)) ^ a->flip;
    return true;
}

/* Keeps in *m the cards that part k can take now. False: use the general way */
INLINE static inline bool look_up(struct listing *l, int k, uint64_t *m)
{
    struct kengine *e = l->e;
    const struct kbinds *b = l->b;

    if (!keep_passing(l, b->from + k, m))
        return false;
    if (!k && b->each && *m) {
        *m = sel_each(e, e->plan->quick + b->sel[k], &l->x, 0, *m);
        if (e->err.code)
            return false;
    }
    return true;
}

/* Do the parts of the `if` hold that need no card? */
static inline bool begins(struct listing *l)
{
    l->a = l->e->d->actions + l->c.action;
    l->sure = 0;
    return allowed(l, WHEN_FIRST);
}

/* Finds where the next choice goes. */
static inline void list_on(struct listing *l)
{
    const struct klists *to = l->e->now;

    l->at = to->buf ? to->buf + to->len : NULL;
    l->full = to->cap < 64 ? l->at : to->buf + (to->cap - 63);
}

/* Counts the written choices in the list. */
static inline void list_up(struct listing *l)
{
    l->e->now->len = (uint32_t)(l->at - l->e->now->buf);
}

/* Makes room for 64 more choices. */
APART static bool room_behind(struct listing *l)
{
    ptrdiff_t first = l->first - l->e->now->buf;

    list_up(l);
    bool grown = choices_grow(l->e, 64);
    list_on(l);
    if (grown)
        l->first = l->e->now->buf + first;
    return grown;
}

/* The last part: each of its cards is a choice. */
INLINE static inline bool add_cards(struct listing *l, int k, uint64_t m)
{
    size_t field = l->b->part[k];

    if (l->at >= l->full && !room_behind(l))
        return false;
    struct kchoice *at = l->at;
    for (; m; m &= m - 1, at++) {
        memcpy(at, &l->c, sizeof *at); /* in one go, not field by field */
        (&at->card)[field] = (uint16_t)__builtin_ctzll(m);
    }
    l->at = at;
    return true;
}

/* One function for each part, since a function that calls itself costs 2 % in a game of two parts.
 * m[k]: the cards for part k, before its test. */
INLINE static inline bool bind_third(struct listing *l, const uint64_t *m)
{
    uint64_t cards = m[2];

    return look_up(l, 2, &cards) && add_cards(l, 2, cards);
}

INLINE static inline void bind_card(struct listing *l, int k, uint64_t m)
{
    (&l->c.card)[l->b->part[k]] = (uint16_t)__builtin_ctzll(m);
}

INLINE static inline bool bind_second(struct listing *l, const uint64_t *m)
{
    uint64_t cards = m[1];
    bool ok = look_up(l, 1, &cards);

    if (l->b->n == 2)
        return ok && add_cards(l, 1, cards);
    for (; cards && ok; cards &= cards - 1) {
        bind_card(l, 1, cards);
        ok = bind_third(l, m);
    }
    return ok;
}

/* As bind_parts, by sets. False: use bind_parts, where failures happen again. */
INLINE static inline bool bind_swiftly(struct listing *l, const uint64_t *m)
{
    uint64_t cards = m[0];

    if (!look_up(l, 0, &cards))
        return false;
    if (l->b->n == 1)
        return add_cards(l, 0, cards);
    for (; cards; cards &= cards - 1) {
        bind_card(l, 0, cards);
        if (!bind_second(l, m))
            return false;
    }
    return true;
}

/* ---- actions that need the general way ---- */

/* Part k has an `if` of its own: 1: it falls away, with NO_CARD as its card; 0; -1. */
APART static int falls_away(struct listing *l, int k)
{
    struct kengine *e = l->e;
    ref cond = l->a->slot_if[l->b->part[k]];

    if (l->backs && expr_looks(e, cond, l->backs))
        return k_fail(e, K_E_HIDDEN, e->d->sels[l->b->sel[k]].src_pos, l->seat, 0);
    l->list[k][0] = NO_CARD;
    return !k_eval(e, cond, &l->x);
}

/* Finds the cards for part k, only once if its selector depends on no earlier part. */
static inline int find_cards(struct listing *l, int k)
{
    struct kengine *e = l->e;
    const struct kbinds *b = l->b;
    int fell;

    if (l->n[k] >= 0 && (b->fixed >> k & 1))
        return l->n[k];
    if (l->backs && select_looks(e, b->sel[k], l->backs))
        return k_fail(e, K_E_HIDDEN, e->d->sels[b->sel[k]].src_pos, l->seat, 0);
    if (!l->list[k] && !(l->list[k] = k_list(e)))
        return -1;
    if (UNLIKELY(b->falls >> k & 1) && (fell = falls_away(l, k)))
        return fell;
    l->n[k] = cards_offered(e, l->seat, b->sel[k], &l->x, l->list[k]);
    k_ran_back(e, l->a->src);
    return l->n[k];
}

/* Adds the n cards for the last part as choices, with nothing asked after it. */
static inline int add_listed(struct listing *l, int k, int n)
{
    struct klists *to = l->e->now;

    if (to->len + (uint32_t)n > to->cap && !choices_grow(l->e, (uint32_t)n))
        return -1;
    struct kchoice *c = to->buf + to->len;
    const uint16_t *card = l->list[k], *end = card + n;
    size_t field = l->b->part[k];
    for (to->len += (uint32_t)n; card < end; card++, c++) {
        *c = l->c;
        (&c->card)[field] = *card;
    }
    return 0;
}

/* Binds the slots from part k on, each to every card in turn; then set, seat and number. */
static int bind_parts(struct listing *l, int k)
{
    const struct kbinds *b = l->b;

    if (k == b->n)
        return b->ends && !l->backs ? as_it_stands(l) : last_parts(l);
    int n = find_cards(l, k), i = b->part[k], rc = 0;
    if (n <= 0 || l->e->err.code)
        return n < 0 || l->e->err.code ? -1 : 0;
    k_ran_cards(l->e, n);
    if (b->bare && k + 1 == b->n)
        return add_listed(l, k, n);
    for (uint32_t m = l->settled || n < SOME_CARDS ? 0 : b->parts; m; m &= m - 1)
        if (is_sure(l, l->e->d->parts[l->a->parts + (unsigned)__builtin_ctz(m)], true))
            l->sure |= m & -m;
    l->settled |= n >= SOME_CARDS;
    uint32_t bit = BIT(BOUND_CARD + i), backs = l->backs;
    uint16_t *bound = &l->x.card[BOUND_CARD + i], outer = *bound, *field = &l->c.card + i;
    for (int j = 0; j < n && !rc; j++) {
        *bound = *field = l->list[k][j];
        if (l->a->asked_later & bit)
            l->backs =
                backs |
                (*bound == NO_CARD || card_seen(l->e, l->e->s, l->seat, *bound) ? 0 : bit);
        if (allowed(l, (enum when)(WHEN_CARD + i)))
            rc = k + 1 == b->n && b->ends && !l->backs ? as_it_stands(l) : bind_parts(l, k + 1);
    }
    if (!rc) /* else nobody notices used-up work if an `if` refuses all cards */
        rc = k_spend(l->e, 0);
    l->backs = backs;
    *bound = outer;
    *field = NO_CARD;
    return rc;
}

const struct kchoice k_no_choice = {ACT_NONE, NO_CARD, NO_CARD, NO_CARD, NO_SEAT, 0, 0, 0};

/* Does the action take one card and nothing else, so that each card is a choice? */
bool only_card(const struct kaction *a)
{
    return a->card != REF_NONE && a->helper == REF_NONE && a->target == REF_NONE &&
           a->cards == REF_NONE && a->seat == REF_NONE && a->from == REF_NONE &&
           a->cond == REF_NONE;
}

/* Lists the choices of one action, in the general way. */
INLINE static inline int list_anyhow(struct listing *l)
{
    l->a = l->e->d->actions + l->c.action;
    l->c = l->b->none;
    if (l->at)
        list_up(l);
    l->at = NULL;
    l->n[0] = l->n[1] = l->n[2] = -1;
    if (l->b->bare && l->b->n == 1) {
        int n = find_cards(l, 0);
        return n < 0 || l->e->err.code || add_listed(l, 0, n) ? -1 : 0;
    }
    l->sure = 0;
    l->settled = false;
    l->sets = l->e->now->nsets;
    if (!l->b->bare && !begins(l))
        return l->e->err.code ? -1 : 0;
    return bind_parts(l, 0) || l->e->err.code ? -1 : 0;
}

/* As list_anyhow, for an action whose cards come from sets and can be told apart. need: slots that
 * must have a card (kbinds.need), or 0 */
INLINE static inline int list_swiftly(struct listing *l, unsigned need)
{
    const struct kbinds *b = l->b;
    struct kengine *e = l->e;
    uint64_t m[3] = {cards_from(l, b->from), 0, 0};

    if (!m[0] && need & 1)
        return 0;
    if (b->n > 1) {
        m[1] = cards_from(l, b->from + 1);
        m[2] = b->n > 2 ? cards_from(l, b->from + 2) : 0;
        if ((!m[1] && need & 2) || (!m[2] && need & 4))
            return 0;
    }
    if (!b->bare && !begins(l))
        return e->err.code ? -1 : 0;
    if (!l->at)
        list_on(l);
    l->first = l->at;
    if (bind_swiftly(l, m))
        return 0;
    if (e->err.code == K_E_NOMEM)
        return -1;
    e->err.code = K_OK;
    l->at = l->first;
    return list_anyhow(l);
}

/* Lists the choices of n actions in the context l.x. zones: as kplan.zones. An action is skipped if
 * a selector that it needs has no card. */
INLINE static inline int list_each(struct listing *l, struct kengine *e, int seat,
                                   const struct kbinds *const *acts, int n, uint64_t zones)
{
    ptrdiff_t lists = e->tmp_next - e->tmp; /* no pointer: lists move when they grow */
    const struct kbinds *const *end = acts + n;
    bool sets = e->listing && e->asker != NO_SEAT && e->plan->cast->name;
    unsigned may_lack = sets ? ~0u : 0;

    l->e = e;
    l->seat = seat;
    l->backs = 0;
    l->list[0] = l->list[1] = l->list[2] = NULL;
    l->x.card[BOUND_IT] = NO_CARD; /* cards bound by choices around this one stay */
    look_round(l, zones);
    uint64_t other = ~l->apart; /* zones where cards need the general way */
    l->x.you = (uint8_t)seat;
    l->at = NULL;
    for (; acts < end; acts++) {
        const struct kbinds *b = l->b = *acts;
        l->c = b->none;
        unsigned need = b->need & may_lack;
        if (!(b->swift & other) ? list_swiftly(l, need)
                                : !(need && lacks_cards(l, need)) && list_anyhow(l)) {
            e->err.action = (uint16_t)(b->none.action + 1);
            break;
        }
    }
    if (l->at)
        list_up(l);
    if (e->tmp) /* else no list was needed */
        e->tmp_next = e->tmp + lists;
    return acts < end ? -1 : 0;
}

APART int list_action(struct kengine *e, int seat, unsigned action, const struct kctx *x)
{
    struct listing l;

    if (SLOW(e, LISTS))
        return list_action_ref(e, seat, action, x);
    uint32_t was = k_ran(e, e->d->actions[action].src, 0);
    l.x = *x;
    const struct kbinds *b = e->plan->binds + action;
    int rc = list_each(&l, e, seat, &b, 1, ~b->swift ? b->swift : 0);
    k_ran_back(e, was);
    return rc;
}

int list_actions(struct kengine *e, int seat, const struct kframe *f)
{
    unsigned id = f->choose.id;
    const struct kchoose *ch = e->d->chooses + id;
    int n = ch->nactions;
    struct listing l;
    int rc = 0;

    context_of(f, &l.x);
    if (!UNLIKELY(SLOW(e, LISTS) || e->ran))
        return list_each(&l, e, seat, e->plan->acts + ch->actions, n, e->plan->zones[id]);
    for (int i = 0; i < n && !rc; i++)
        rc = list_action(e, seat, e->d->acts[ch->actions + i], &l.x);
    return rc;
}

int list_cards(struct kengine *e, int seat, ref sel, struct kctx *x)
{
    struct kchoice c = k_no_choice;
    uint16_t *list = k_list(e);
    int n = !list            ? 0
            : SLOW(e, LISTS) ? offered_ref(e, seat, sel, x, list)
                             : cards_offered(e, seat, sel, x, list);

    c.action = ACT_CARD;
    for (int i = 0; i < n && !e->err.code; i++) {
        c.card = list[i];
        put_choice(e, &c);
    }
    k_unlist(e, list);
    return e->err.code ? -1 : 0;
}
