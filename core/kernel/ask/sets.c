/* sets.c - the cards that a selector of zones selects, as a set. Where cards lie, their face,
 * definitions, numbers and flags are sets that are AND-ed. The rest is asked card by card. select.c
 * does order and ranks.
 *
 * plan.c lays out what a selector asks (kquick). Functions work for any number of words, and are
 * compiled apart for one and two, which most games have. */
#include "kernel/ask/usual.h"

/* ---- remove from `cards` the ones that fail a test ---- */

/* Keeps the cards of set `id` (flip: those outside of it), and all cards of set `but`. */
INLINE static inline void keep_and(struct kengine *e, unsigned id, uint64_t flip, unsigned but,
                                   uint64_t *cards, unsigned words)
{
    const uint64_t *set = cast_set(e, id), *others = but == NO_SET ? NULL : cast_set(e, but);

    for (unsigned w = 0; w < words; w++)
        cards[w] &= (set[w] ^ flip) | (others ? others[w] : 0);
}

INLINE static inline void keep_none(uint64_t *cards, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        cards[w] = 0;
}

/* Keeps the cards whose number is at most v (flip: greater than v). */
INLINE static inline void keep_at_most(struct kengine *e, const struct kask *a, int64_t v,
                                       uint64_t flip, uint64_t *cards, unsigned words)
{
    int64_t step = v - a->least;

    step = step < 0 ? 0 : step >= a->n ? a->n - 1 : step;
    keep_and(e, a->first + (unsigned)step, flip, a->formulas, cards, words);
}

INLINE static inline void keep_number(struct kengine *e, const struct kask *a, int64_t v,
                                      uint64_t *cards, unsigned words)
{
    if (a->cmp != CMP_AT_LEAST)
        keep_at_most(e, a, v, 0, cards, words);
    if (a->cmp != CMP_AT_MOST)
        keep_at_most(e, a, v - 1, ~(uint64_t)0, cards, words);
}

INLINE static inline void keep_word(struct kengine *e, const struct kask *a, int64_t v,
                                    uint64_t *cards, unsigned words)
{
    uint64_t flip = a->cmp == CMP_EXCEPT ? ~(uint64_t)0 : 0;

    if (v >= 0 && v < a->n)
        keep_and(e, a->first + (unsigned)v, flip, NO_SET, cards, words);
    else if (!flip)
        keep_none(cards, words);
}

/* Of the cards m of word w, those whose counter passes. */
static uint64_t counters_pass(struct kengine *e, const struct kask *a, int64_t v, unsigned w,
                              uint64_t m)
{
    const int32_t *of = k_cardctr(e->s) + a->first;
    unsigned step = e->d->ncardctr;

    for (uint64_t left = m; left; left &= left - 1)
        if (!compare(a->cmp, of[(w * 64 + (unsigned)__builtin_ctzll(left)) * step], v))
            m &= ~(left & -left);
    return m;
}

/* Keeps the cards whose counter passes. Cards with the counter at its start pass together or not at
 * all. So do all others, if it is a flag; else each of them is asked. */
INLINE static inline void keep_counter(struct kengine *e, const struct kask *a, int64_t v,
                                       uint64_t *cards, unsigned words)
{
    uint64_t start = compare(a->cmp, a->least, v) ? ~(uint64_t)0 : 0;
    bool flag = a->kind == ASK_FLAG, others = flag && compare(a->cmp, !a->least, v);

    for (unsigned w = 0; w < words; w++) {
        uint64_t m = cards[w] & k_marked(e->s, a->first)[w], pass = others ? m : 0;
        cards[w] &= ~m & start;
        cards[w] |= m && !flag ? counters_pass(e, a, v, w, m) : pass;
    }
}

/* ---- the cards that lie there ---- */

/* Of the cards m of word i, those whose owner is in `who`. */
APART static uint64_t only_owned(struct kengine *e, uint32_t who, unsigned i, uint64_t m)
{
    const struct kinst *in = k_insts(e->s) + (size_t)i * 64;

    for (uint64_t left = m; left; left &= left - 1) {
        uint8_t owner = in[__builtin_ctzll(left)].owner;
        if (owner == NO_SEAT || !(who & BIT(owner)))
            m &= ~(left & -left);
    }
    return m;
}

INLINE static inline void add_slot(struct kengine *e, unsigned slot, uint64_t *cards,
                                   unsigned words)
{
    const uint64_t *held = held_in(e->s, slot, words);

    for (unsigned w = 0; w < words; w++)
        cards[w] |= held[w];
}

/* Adds the cards in one zone of these seats. */
INLINE static inline void lie_with(struct kengine *e, unsigned zone, uint32_t who,
                                   uint64_t *all, unsigned words)
{
    const uint16_t *slot = READY(k_slotof(e->s) + (size_t)zone * e->s->nseats);
    const uint64_t *held = READY(k_held(e->s, 0));

    for (who &= BIT(e->s->nseats) - 1; who; who &= who - 1) {
        unsigned at = slot[__builtin_ctz(who)];
        for (unsigned w = 0; at != REF_NONE && w < words; w++)
            all[w] |= held[(size_t)at * words + w];
    }
}

/* Adds the cards in the zones of the selector's seats. On the table `of` means the owner. */
INLINE static inline void add_of(struct kengine *e, const struct kquick *p, struct kctx *x,
                                 uint64_t *cards, unsigned words)
{
    struct kstate *s = e->s;
    uint32_t who = k_seats_of(e, p->of, x);

    for (int i = 0; i < p->nzones; i++) {
        unsigned zone = p->zone[i];
        if (e->d->zones[zone].per == PER_TABLE) {
            const uint64_t *held = held_in(s, k_zonebase(s)[zone], words);
            for (unsigned w = 0; w < words; w++)
                cards[w] |= p->owned ? only_owned(e, who, w, held[w]) : held[w];
            continue;
        }
        lie_with(e, zone, who, cards, words);
    }
}

/* Does the selector ask what a card is, with its tests worked out? */
static bool looks_now(struct kengine *e, const struct kquick *p, struct kctx *x)
{
    const struct kask *a = e->plan->asks + p->asks, *end = a + p->nasks;
    bool looks = p->set != NO_SET;

    for (; a < end; a++)
        looks |= k_value(e, a->value, x) != K_ABSENT && a->looks;
    return looks;
}

bool sel_may_ask(struct kengine *e, ref sel, struct kctx *x, unsigned c)
{
    const struct kquick *p = e->plan->quick + sel;

    if (e->asker == NO_SEAT || !p->looks || may_look(e, c))
        return true;
    if (!sel_public(e, sel, x, c))
        return false;
    if (!looks_now(e, p, x) || owed_instead(e, c, e->origin->sels[sel].bits))
        return true;
    e->met_hidden = true;
    k_fail(e, K_E_HIDDEN, e->d->sels[sel].src_pos, e->asker, 0);
    return false;
}

/* Of the cards m of word i, those that the asker may ask about. */
APART static uint64_t no_backs(struct kengine *e, const struct kquick *p, struct kctx *x,
                               unsigned i, uint64_t m)
{
    for (uint64_t left = m; left; left &= left - 1)
        if (!sel_may_ask(e, (ref)(p - e->plan->quick), x,
                         i * 64 + (unsigned)__builtin_ctzll(left)))
            m &= ~(left & -left);
    return m;
}

INLINE static inline void lie_there(struct kengine *e, const struct kquick *p, struct kctx *x,
                                    uint64_t *cards, unsigned words)
{
    keep_none(cards, words);
    if (!p->mine)
        add_of(e, p, x, cards, words);
    for (int i = 0; p->mine && i < p->nzones; i++) {
        unsigned slot = k_slot_of(e->s, e->d, p->zone[i], x->you);
        if (slot != REF_NONE)
            add_slot(e, slot, cards, words);
    }
}

/* ---- what is asked card by card ---- */

/* Of the cards m of word i, those that pass a test which sets cannot answer. */
APART static uint64_t each_test(struct kengine *e, const struct kask *a, struct kctx *x,
                                unsigned i, uint64_t m)
{
    const uint64_t *defs = a->kind == ASK_NUMBER ? cast_definitions(e, a->formulas) : NULL;
    int64_t v = k_value(e, a->value, x);

    for (uint64_t left = m; left && !e->err.code && !k_spend(e, 1); left &= left - 1) {
        unsigned c = i * 64 + (unsigned)__builtin_ctzll(left);
        if ((!defs || set_has(defs, k_insts(e->s)[c].def)) &&
            !sel_test(e, e->d->tests + a->test, v, x, c))
            m &= ~(left & -left);
    }
    return m;
}

/* Word i of a set, a condition asked of each card as `it`. seen: the asker sees them all. */
struct asking {
    struct kengine *e;
    struct kctx *x;
    unsigned i;
    bool seen;
};

/* The least (greatest: the greatest) number, by trait `id`, of cards in a set of one word. */
INLINE static inline int64_t end_of(struct kengine *e, unsigned id, uint64_t there,
                                    bool greatest)
{
    const int32_t *value = e->d->trait_value + id;
    const struct kinst *in = k_insts(e->s);
    unsigned step = e->d->ntraits;
    int32_t end = greatest ? INT32_MIN : INT32_MAX;

    for (; there; there &= there - 1) {
        int32_t v = value[in[__builtin_ctzll(there)].def * step];
        end = (v > end) == greatest ? v : end;
    }
    return end;
}

/* If a set is one word: keeps in *m the cards for which an X_HAS of NAMES_NUMBER holds, by the
 * least or greatest number among its selector's cards. False: each must be asked. */
APART static bool which_have(const struct asking *q, ref expr, uint64_t *m)
{
    struct kengine *e = q->e;
    const struct kexpr *has = e->d->exprs + expr;
    const struct kquick *p = e->plan->quick + has->a;
    const struct kask *a = e->plan->asks + p->asks;
    uint64_t there, pass = 0;
    int any;

    if (!q->seen || q->x->you >= e->s->nseats || e->s->words != 1)
        return false;
    lie_mine(e, p, q->x->you, &there, 1);
    if (has_backs(e, p, q->x, &there, 1) ||
        (any = usual_lie(e, p, &there, p->face, &there, 1)) < 0)
        return false;
    if (any) { /* flip: up to the greatest number; else from the least up */
        const struct ksteps *k = e->plan->steps + a->imm;
        int64_t end = end_of(e, e->d->tests[a->test].id, there, a->flip != 0);
        int64_t step = end - !a->flip - k->least;
        step = step < 0 ? 0 : step >= k->n ? k->n - 1 : step;
        const uint64_t *set = e->sets[k->first + (unsigned)step];
        if (!set)
            return false;
        pass = *set ^ ~a->flip;
    }
    *m &= has->imm ? pass : ~pass;
    return true;
}

/* Of the cards m, those for which a condition holds. */
static uint64_t ask_each(const struct asking *q, ref expr, uint64_t m)
{
    struct kengine *e = q->e;

    for (uint64_t left = m; left && !e->err.code && !k_spend(e, 1); left &= left - 1) {
        q->x->card[BOUND_IT] = (uint16_t)(q->i * 64 + (unsigned)__builtin_ctzll(left));
        if (!k_eval(e, expr, q->x))
            m &= ~(left & -left);
    }
    return m;
}

/* Keeps in *m the cards that pass a test (an X_PASSES). False: each must be asked. */
APART static bool which_pass(const struct asking *q, const struct kask *a, uint64_t *m)
{
    struct kengine *e = q->e;

    if (!q->seen && a->looks)
        return false;
    int64_t v = k_value(e, a->value, q->x);
    if (a->kind == ASK_FLAG || a->kind == ASK_COUNTER) {
        *m = counters_pass(e, a, v, q->i, *m);
        return true;
    }
    const uint64_t *set =
        a->each || (a->kind == ASK_NUMBER && a->cmp == CMP_IS) || e->s->words != 1
            ? NULL
            : usual_set(e, a, v);
    *m &= set ? *set ^ a->flip : ~(uint64_t)0;
    return set != NULL;
}

/* Answers a condition for all of *m at once, if no card matters or a set answers. Else false. */
static inline bool ask_once(const struct asking *q, ref expr, uint64_t *m)
{
    struct kengine *e = q->e;
    unsigned names = e->plan->names[expr];
    const struct kexpr *x = e->d->exprs + expr;

    if (x->op == X_PASSES && which_pass(q, e->plan->asks + x->imm, m))
        return true;

    if (names & BIT(BOUND_IT))
        return names & NAMES_NUMBER && which_have(q, expr, m);
    *m = k_eval(e, expr, q->x) ? *m : 0;
    return true;
}

static uint64_t ask_all(const struct asking *q, ref expr, uint64_t m);

static inline uint64_t ask_part(const struct asking *q, ref expr, uint64_t m)
{
    if (!ask_once(q, expr, &m))
        return ask_all(q, expr, m);
    q->e->left -= SET_WORK;
    return m;
}

/* As ask_each, but parts of the condition that do not depend on the card are asked once. */
APART static uint64_t ask_all(const struct asking *q, ref expr, uint64_t m)
{
    const struct kexpr *v = q->e->d->exprs + expr;

    for (; v->op == X_AND && m; v = q->e->d->exprs + expr) {
        m = ask_part(q, v->a, m);
        expr = v->b;
    }
    if (!m)
        return 0;
    q->e->left -= SET_WORK;
    if (ask_once(q, expr, &m))
        return m;
    if (v->op == X_NOT)
        return m & ~ask_part(q, v->a, m);
    if (v->op == X_IF) {
        uint64_t yes = ask_part(q, v->a, m);
        return (yes ? ask_part(q, v->b, yes) : 0) |
               (yes != m ? ask_part(q, v->c, m & ~yes) : 0);
    }
    if (v->op != X_OR)
        return ask_each(q, expr, m);
    uint64_t first = ask_part(q, v->a, m);
    return first == m ? m : first | ask_part(q, v->b, m & ~first);
}

/* The cards m for which `where` holds: by ask_all, if that is allowed. If it fails, ask_each asks
 * again, to fail at the right card. */
static uint64_t which_fulfil(struct kengine *e, const struct kquick *p, struct kctx *x,
                             unsigned i, uint64_t m)
{
    bool all =
        !SLOW(e, WHERE) && !(e->plan->names[p->where] & NAMES_MORE) && !e->owed && !e->err.code;
    struct asking q = {e, x, i,
                       e->asker == NO_SEAT || !backs_in(e, p->up, p->down, x->you, i, m)};
    uint16_t was = x->card[BOUND_IT];
    uint64_t hold = all ? ask_all(&q, p->where, m) : 0;

    if (!all || (e->err.code && e->err.code != K_E_NOMEM)) {
        e->err.code = all ? K_OK : e->err.code;
        hold = ask_each(&q, p->where, m);
    }
    x->card[BOUND_IT] = was;
    return hold;
}

/* As sel_each, if more than `where` is asked. */
APART static uint64_t each_more(struct kengine *e, const struct kquick *p, struct kctx *x,
                                unsigned i, uint64_t m)
{
    const struct kask *a = e->plan->asks + p->asks, *end = a + p->nasks;

    for (; a < end; a++)
        if (a->each)
            m = each_test(e, a, x, i, m);
    if (p->where != REF_NONE && !p->others)
        return which_fulfil(e, p, x, i, m);
    if (!p->others)
        return m;
    struct kctx own = *x;
    for (uint64_t left = m; left && !e->err.code && !k_spend(e, 1); left &= left - 1) {
        own.card[BOUND_IT] = (uint16_t)(i * 64 + (unsigned)__builtin_ctzll(left));
        if ((p->where != REF_NONE && !k_eval(e, p->where, &own)) ||
            !sel_others(e, (ref)(p - e->plan->quick), x, own.card[BOUND_IT]))
            m &= ~(left & -left);
    }
    return m;
}

uint64_t sel_each(struct kengine *e, const struct kquick *p, struct kctx *x, unsigned i,
                  uint64_t m)
{
    if (UNLIKELY(e->ran != NULL))
        k_ran(e, e->d->sels[p - e->plan->quick].src_pos, (unsigned)members(m));
    return p->where == REF_NONE || p->others || p->nasks ? each_more(e, p, x, i, m)
                                                         : which_fulfil(e, p, x, i, m);
}

/* ---- what a selector selects, without ranking keys ---- */

INLINE static inline bool any_left(const uint64_t *cards, unsigned words)
{
    uint64_t any = 0;

    for (unsigned w = 0; w < words; w++)
        any |= cards[w];
    return any != 0;
}

/* Does any card lie in the selector's zones with its face and counters? If not, values that its
 * tests compare with are not worked out, as that might fail. */
APART static bool some_lie(struct kengine *e, const struct kquick *p, struct kctx *x)
{
    uint64_t room[FEW_WORDS], *set = set_room(e, room);
    unsigned c = set ? 0 : NO_CARD;

    if (set)
        lie_there(e, p, x, set, e->s->words);
    while (c != NO_CARD && (c = set_next(set, e->s->words, c)) != NO_CARD &&
           !sel_public(e, (ref)(p - e->plan->quick), x, c))
        c++;
    set_unroom(e, room, set);
    return c != NO_CARD;
}

/* Keeps the cards that pass the tests which sets answer. */
INLINE static inline void keep_asks(struct kengine *e, const struct kquick *p, struct kctx *x,
                                    uint64_t *cards, unsigned words)
{
    const struct kask *a = e->plan->asks + p->asks, *end = a + p->nasks;

    for (; a < end; a++) {
        int64_t v;
        if (!leaf_value(e, a, x, &v)) {
            if ((p->open || !any_left(cards, words)) && !some_lie(e, p, x)) {
                keep_none(cards, words);
                return;
            }
            v = k_eval(e, a->value, x);
        }
        if (v == K_ABSENT)
            continue;
        if (a->kind == ASK_NUMBER)
            keep_number(e, a, v, cards, words);
        else if (a->kind == ASK_WORD)
            keep_word(e, a, v, cards, words);
        else if (a->kind != ASK_EACH)
            keep_counter(e, a, v, cards, words);
    }
}

/* Of the cards in its zones, keeps those that a selector selects. */
INLINE static inline void pass_words(struct kengine *e, const struct kquick *p, struct kctx *x,
                                     uint64_t *cards, unsigned words)
{
    keep_face(e, p->face, cards, words);
    for (unsigned w = 0; w < words && p->guarded && e->asker != NO_SEAT; w++)
        if (cards[w] && backs_in(e, p->up, p->down, x->you, w, cards[w]))
            cards[w] = no_backs(e, p, x, w, cards[w]);
    if (p->nasks && !any_left(cards, words)) /* values that tests compare with may fail */
        return;
    if (p->set != NO_SET)
        keep_and(e, p->set, 0, NO_SET, cards, words);
    if (p->nasks)
        keep_asks(e, p, x, cards, words);
    if (p->this) {
        unsigned c = x->card[BOUND_THIS];
        uint64_t flip = p->this == THIS_NOT ? ~(uint64_t)0 : 0;
        for (unsigned w = 0; w < words; w++)
            cards[w] &= (c >> 6 == w ? 1ull << (c & 63) : 0) ^ flip;
    }
    for (unsigned w = 0; p->each && w < words; w++)
        if (cards[w])
            cards[w] = sel_each(e, p, x, w, cards[w]);
}

INLINE static inline void set_words(struct kengine *e, const struct kquick *p, struct kctx *x,
                                    uint64_t *cards, unsigned words)
{
    lie_there(e, p, x, cards, words);
    pass_words(e, p, x, cards, words);
}

static const uint64_t every[2] = {~(uint64_t)0, ~(uint64_t)0};

/* The cards of a kquick.at_most selector. False: use the general way */
INLINE static inline bool few_words(struct kengine *e, const struct kquick *p, struct kctx *x,
                                    uint64_t *cards, unsigned words)
{
    const struct kexpr *most = e->d->exprs + p->at_most;
    uint32_t who = p->among == REF_NONE ? e->s->people_seats : k_seats_of(e, p->among, x);
    const uint16_t *slot = READY(k_slotof(e->s) + (size_t)p->zone[0] * e->s->nseats);
    const uint64_t *held = READY(k_held(e->s, 0));
    int64_t due[DUES];
    uint64_t pass[2], mine[2];
    uint8_t you = x->you;

    if (e->asker != NO_SEAT || !usual_words(e, p, x, every, p->face, pass, words))
        return false;
    keep_none(cards, words);
    bool asks = most->op == X_DUE;
    for (uint32_t m = who &= BIT(e->s->nseats) - 1; m; m &= m - 1) {
        unsigned seat = (unsigned)__builtin_ctz(m), at = slot[seat];
        EACH_WORD (w, words)
            mine[w] = at == REF_NONE ? 0 : held[(size_t)at * words + w] & pass[w];
        if (!any_left(mine, words))
            continue;
        if (asks)
            k_dues(e, (unsigned)most->imm, who, due);
        asks = false;
        x->you = (uint8_t)seat;
        int64_t n = most->op == X_DUE ? due[seat] : k_eval(e, p->at_most, x);
        bool few = set_size(mine, words) <= n;
        EACH_WORD (w, words)
            cards[w] |= few ? mine[w] : 0;
    }
    x->you = you;
    return true;
}

static uint64_t set_one(struct kengine *e, const struct kquick *p, struct kctx *x)
{
    uint64_t m;

    set_words(e, p, x, &m, 1);
    return m;
}

static void set_two(struct kengine *e, const struct kquick *p, struct kctx *x, uint64_t *cards)
{
    set_words(e, p, x, cards, 2);
}

APART static void set_more(struct kengine *e, const struct kquick *p, struct kctx *x,
                           uint64_t *cards)
{
    set_words(e, p, x, cards, e->s->words);
}

APART static void set_few(struct kengine *e, const struct kquick *p, struct kctx *x,
                          uint64_t *cards)
{
    unsigned words = e->s->words;

    if (words > 2 ||
        !(words == 1 ? few_words(e, p, x, cards, 1) : few_words(e, p, x, cards, 2)))
        set_more(e, p, x, cards);
}

int sel_marked(struct kengine *e, const struct kquick *p, struct kctx *x, unsigned list,
               uint16_t *out)
{
    struct kstate *s = e->s;
    const struct kask *a = e->plan->asks + p->asks;
    const struct kslotinfo *infos = READY(k_slotinfo(s));
    const struct kinst *in = READY(k_insts(s));
    const int32_t *ctr = READY(k_cardctr(s) + a->first);
    const uint64_t *marked = READY(k_marked(s, a->first)), *all = cast_set(e, p->all),
                   *bear = cast_set(e, e->plan->steps[list].first);
    uint64_t up = p->face == FACE_UP ? ~(uint64_t)0 : 0, any = p->face == FACE_ANY ? ~up : 0;
    uint32_t who = k_seats_of(e, p->of, x) & (BIT(s->nseats) - 1), seats = 0;
    uint16_t of[K_MAX_SEATS];
    int n = 0;

    for (unsigned w = 0, words = s->words; w < words; w++) {
        uint64_t m = marked[w] & all[w] & bear[w] & ((k_down(s)[w] ^ up) | any);
        for (; m; m &= m - 1) {
            unsigned c = w * 64 + (unsigned)__builtin_ctzll(m);
            const struct kslotinfo *info = infos + in[c].slot;
            if (info->zone != p->zone[0] || !(who >> info->seat & 1) ||
                !compare(a->cmp, ctr[c * e->d->ncardctr], a->imm))
                continue;
            if (seats >> info->seat & 1)
                return -1;
            seats |= BIT(info->seat);
            of[info->seat] = (uint16_t)c;
        }
    }
    for (; seats; seats &= seats - 1)
        out[n++] = of[__builtin_ctz(seats)];
    return n;
}

void sel_set(struct kengine *e, ref sel, struct kctx *x, uint64_t *cards)
{
    const struct kquick *p = e->plan->quick + sel;

    if (p->at_most != REF_NONE)
        set_few(e, p, x, cards);
    else if (e->s->words == 1)
        cards[0] = set_one(e, p, x);
    else if (e->s->words == 2)
        set_two(e, p, x, cards);
    else
        set_more(e, p, x, cards);
}

int k_select_any(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    const struct kquick *p = e->plan->quick + sel;
    uint64_t room[FEW_WORDS], *set = set_room(e, room);
    unsigned ranks = e->plan->sel[sel] & (SEL_RANKS | SEL_BEST);
    int n = 0;

    if (SLOW(e, ANY_ORDER) || !p->nzones || p->twice || ranks == SEL_RANKS) {
        set_unroom(e, room, set);
        return k_select(e, sel, x, out);
    }
    e->left -= SET_WORK;
    if (set) {
        sel_set(e, sel, x, set);
        n = set_cards(set, e->s->words, out);
    }
    set_unroom(e, room, set);
    return ranks ? keep_bests(e, e->d->sels + sel, x, out, n) : n;
}

uint32_t k_owners(struct kengine *e, ref sel, struct kctx *x)
{
    const struct kinst *in = k_insts(e->s);
    uint16_t *list = k_list(e);
    int n = list ? k_select_any(e, sel, x, list) : 0;
    uint32_t who = 0;

    for (int i = 0; i < n; i++)
        who |= in[list[i]].owner == NO_SEAT ? 0 : BIT(in[list[i]].owner);
    k_unlist(e, list);
    return who;
}

/* ---- how many ---- */

APART static int count_many(struct kengine *e, ref sel, struct kctx *x)
{
    uint64_t room[FEW_WORDS], *set = set_room(e, room);

    if (set)
        sel_set(e, sel, x, set);
    int n = set ? set_size(set, e->s->words) : 0;
    set_unroom(e, room, set);
    return n;
}

APART static int count_two(struct kengine *e, const struct kquick *p, struct kctx *x)
{
    uint64_t m[2];

    set_two(e, p, x, m);
    return set_size(m, 2);
}

int sel_count(struct kengine *e, ref sel, struct kctx *x)
{
    const struct kquick *p = e->plan->quick + sel;

    if (p->whole) {
        unsigned slot = k_slot_of(e->s, e->d, p->zone[0], x->you);
        return slot == REF_NONE ? 0 : k_slots(e->s)[slot].count;
    }
    if (e->s->words != 1)
        return e->s->words == 2 ? count_two(e, p, x) : count_many(e, sel, x);
    uint64_t m = set_one(e, p, x);
    return m ? members(m) : 0;
}

APART static int64_t has_anyhow(struct kengine *e, const struct kexpr *has, struct kctx *x)
{
    const struct kquick *p = e->plan->quick + has->a;

    e->left -= SET_WORK;
    bool any = !p->counts                      ? count_listed(e, has->a, x) != 0
               : !p->whole && e->s->words == 1 ? set_one(e, p, x) != 0
                                               : sel_count(e, has->a, x) != 0;
    return any == (bool)has->imm;
}

/* Calls nothing but at its end, so it saves no registers. */
int64_t sel_has(struct kengine *e, const struct kexpr *has, struct kctx *x)
{
    const struct kquick *p = e->plan->quick + has->a;
    const uint64_t *set = e->sets[p->all];
    uint64_t there;

    if (!p->bare || e->s->words != 1 || x->you >= e->s->nseats || !set)
        return has_anyhow(e, has, x);
    lie_mine(e, p, x->you, &there, 1);
    if (has_backs(e, p, x, &there, 1))
        return has_anyhow(e, has, x);
    e->left -= SET_WORK;
    return ((there & *set) != 0) == (bool)has->imm;
}

/* ---- cards that the asker can tell apart ---- */

/* Writes the members of a set that lie in this row or pile to out. How many. */
APART static int by_place(struct kengine *e, unsigned slot, const uint64_t *cards,
                          uint16_t *out)
{
    int n = 0;

    for (unsigned c = k_slots(e->s)[slot].head; c != NO_CARD; c = k_insts(e->s)[c].next)
        if (set_has(cards, c))
            out[n++] = (uint16_t)c;
    return n;
}

/* Is the slot a set with an order of its own? */
static inline bool keeps_order(const struct kslotinfo *slot)
{
    return slot->listed && !slot->ordered;
}

/* The only slot of its zones of `you` with cards; REF_NONE: none, or *several have. */
INLINE static inline unsigned only_slot(struct kengine *e, const struct kquick *p, unsigned you,
                                        bool *several)
{
    unsigned slot = REF_NONE;

    *several = false;
    for (int i = 0; i < p->nzones; i++) {
        unsigned at = k_slot_of(e->s, e->d, p->zone[i], you);
        if (at == REF_NONE || !k_slots(e->s)[at].count)
            continue;
        *several |= slot != REF_NONE;
        slot = at;
    }
    return *several ? REF_NONE : slot;
}

/* Writes the cards that the asker can tell apart to out, no used-up stamps. How many; -1: use a
 * list */
static int tell_apart(struct kengine *e, const struct kquick *p, unsigned slot,
                      const uint64_t *cards, uint16_t *out)
{
    int kept = 0, n = k_slotinfo(e->s)[slot].ordered ? by_place(e, slot, cards, out)
                                                     : distinct_cards(e, cards, out);

    for (int i = 0; p->endless && i < n; i++)
        if (!used_up(e, out[i]))
            out[kept++] = out[i];
    return p->endless && n >= 0 ? kept : n;
}

APART static int distinct_wide(struct kengine *e, const struct kquick *p, struct kctx *x,
                               unsigned slot, uint16_t *out)
{
    unsigned words = e->s->words;
    uint64_t room[FEW_WORDS], *set = set_room(e, room), any = 0;

    if (set)
        sel_set(e, (ref)(p - e->plan->quick), x, set);
    for (unsigned w = 0; set && w < words; w++)
        any |= set[w];
    int n = any ? tell_apart(e, p, slot, set, out) : 0;
    set_unroom(e, room, set);
    return n;
}

/* Does one set hold the cards on the right side of a number? */
static inline bool sides_by_set(const struct kask *a)
{
    return a->kind == ASK_NUMBER && a->cmp != CMP_IS;
}

/* The set of the cards on the right side of v (kask.flip: on the wrong side). */
static inline const uint64_t *side_set(struct kengine *e, const struct kask *a, int64_t v)
{
    int64_t step = v - a->from;

    step = step < 0 ? 0 : step >= a->n ? a->n - 1 : step;
    return cast_set(e, a->first + (unsigned)step);
}

/* Of the cards whose number is a formula, about which the set says nothing, keeps those that pass.
 * How many. */
static int really_passing(struct kengine *e, const struct kask *a, int64_t v, struct kctx *x,
                          uint16_t *card, int n)
{
    const uint64_t *formulas = cast_set(e, a->formulas);
    int kept = 0;

    for (int i = 0; i < n; i++)
        if (!set_has(formulas, card[i]) || sel_test(e, e->d->tests + a->test, v, x, card[i]))
            card[kept++] = card[i];
    return kept;
}

/* Writes the cards of a slot that are in `set` (flip: outside) or `but` to out. How many. */
static inline int sift(struct kengine *e, unsigned slot, const uint64_t *set, uint64_t flip,
                       const uint64_t *but, uint16_t *out)
{
    const struct kinst *in = k_insts(e->s);
    const uint64_t *held = k_held(e->s, slot);
    int n = 0;

    if (!k_slotinfo(e->s)[slot].listed) {
        for (unsigned w = 0; w < e->s->words; w++)
            for (uint64_t m = held[w] & ((set[w] ^ flip) | but[w]); m; m &= m - 1)
                out[n++] = (uint16_t)(w * 64 + (unsigned)__builtin_ctzll(m));
        return n;
    }
    for (unsigned c = k_slots(e->s)[slot].head; c != NO_CARD; c = in[c].next) {
        out[n] = (uint16_t)c;
        n += ((set[c >> 6] ^ flip) | but[c >> 6]) >> (c & 63) & 1;
    }
    return n;
}

/* As sift, by a test (sides_by_set). */
static int sift_by(struct kengine *e, const struct kask *a, struct kctx *x, unsigned slot,
                   uint16_t *out)
{
    bool some = a->formulas != NO_SET;
    int64_t v;

    if (!leaf_value(e, a, x, &v))
        v = k_eval(e, a->value, x);
    if (v == K_ABSENT)
        return zone_cards(e->s, slot, out);
    const uint64_t *but =
        cast_set(e, some ? a->formulas : a->first); /* the first set is empty */
    int n = sift(e, slot, side_set(e, a, v), a->flip, but, out);
    return some && n && !k_spend(e, n) ? really_passing(e, a, v, x, out, n) : n;
}

/* Keeps the cards of a list that pass a test. How many. */
static int passing(struct kengine *e, const struct kask *a, struct kctx *x, uint16_t *card,
                   int n)
{
    int64_t v = k_leaf(e, a->value, x);
    int kept = 0;

    for (int i = 0; i < n; i++)
        if (sel_test(e, e->d->tests + a->test, v, x, card[i]))
            card[kept++] = card[i];
    return kept;
}

/* Keeps the cards of a list for which `where` holds. How many. */
static int fulfilling(struct kengine *e, ref where, struct kctx *x, uint16_t *card, int n)
{
    uint16_t was = x->card[BOUND_IT];
    int kept = 0;

    k_ran_cards(e, n);
    for (int i = 0; i < n && !e->err.code && !k_spend(e, 1); i++) {
        x->card[BOUND_IT] = card[i];
        if (k_eval(e, where, x))
            card[kept++] = card[i];
    }
    x->card[BOUND_IT] = was;
    return kept;
}

/* few cards, asked one by one if sets have so many words */
enum { FEW_CARDS = 8, WIDE = 3 };

/* Keeps a slot's cards that are not used up, if all differ. How many; -1: use another way */
static inline int still_apart(struct kengine *e, const struct kquick *p, unsigned slot,
                              uint16_t *card, int n)
{
    int kept = 0;

    for (int i = 1; i < n && !k_slotinfo(e->s)[slot].ordered; i++)
        if (k_insts(e->s)[card[i]].def <= k_insts(e->s)[card[i - 1]].def)
            return -1;
    if (!p->endless)
        return n;
    for (int i = 0; i < n; i++)
        if (!used_up(e, card[i]))
            card[kept++] = card[i];
    return kept;
}

/* As tell_apart, for all that a selector selects in a slot with few cards, asked one by one. */
static int distinct_few(struct kengine *e, const struct kquick *p, struct kctx *x,
                        unsigned slot, uint16_t *out)
{
    const struct kask *a = e->plan->asks + p->asks, *end = a + p->nasks;
    const uint64_t *all = cast_set(e, p->all);
    int n;

    if (any_left(k_down(e->s), e->s->words) || faces_behind(e, slot) & BIT(FACE_UP))
        return -1;
    if (p->set == NO_SET && a < end && sides_by_set(a))
        n = sift_by(e, a++, x, slot, out);
    else
        n = sift(e, slot, all, 0, all, out);
    for (; a < end && n > 0 && !k_spend(e, a->each ? n : 0); a++)
        n = passing(e, a, x, out, n);
    if (p->where != REF_NONE && n > 0)
        n = fulfilling(e, p->where, x, out, n);
    return n > 0 ? still_apart(e, p, slot, out, n) : n;
}

/* As distinct_few, if all zones have few cards. -1: use another way */
static int distinct_in_few(struct kengine *e, const struct kquick *p, struct kctx *x,
                           uint16_t *out)
{
    int n = 0;

    for (int i = 0; i < p->nzones; i++) {
        unsigned slot = k_slot_of(e->s, e->d, p->zone[i], x->you);
        unsigned count = slot == REF_NONE ? 0 : k_slots(e->s)[slot].count;
        if (!count)
            continue;
        int here = count <= FEW_CARDS && !keeps_order(k_slotinfo(e->s) + slot)
                       ? distinct_few(e, p, x, slot, out + n)
                       : -1;
        if (here < 0)
            return -1;
        n += here;
    }
    return n;
}

int sel_distinct(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    const struct kquick *p = e->plan->quick + sel;
    bool several = false;
    int few = p->few && e->s->words >= WIDE ? distinct_in_few(e, p, x, out) : -1;

    if (few >= 0)
        return few;
    unsigned slot = p->nzones == 1 ? k_slot_of(e->s, e->d, p->zone[0], x->you)
                                   : only_slot(e, p, x->you, &several);
    if (slot == REF_NONE || !k_slots(e->s)[slot].count)
        return several ? -1 : 0;
    return keeps_order(k_slotinfo(e->s) + slot) || backs_behind(e, slot)
               ? -1
               : distinct_wide(e, p, x, slot, out);
}

/* ---- selectors of a question that have no card ---- */

/* Does the asker see all cards of the slot, and has each another definition? */
static bool lie_apart(struct kengine *e, unsigned slot, uint64_t held)
{
    const struct kslotinfo *info = k_slotinfo(e->s) + slot;
    uint64_t borrow = 0;

    return !info->listed && as_dealt(e->s) && !(held & *k_odd(e->s)) && e->asker != NO_SEAT &&
           side_seen(info->up, info->seat, e->asker) &&
           first_of_each(e->plan->cast, held, 0, &borrow) == held;
}

void sel_places(struct kengine *e, uint64_t places, unsigned you, struct kbase *base)
{
    struct kstate *s = e->s;

    if (e->asker == NO_SEAT || !e->plan->cast->name) /* no memory for its sets */
        return;
    for (; places; places &= places - 1) {
        unsigned i = (unsigned)__builtin_ctzll(places);
        const struct kquick *p = e->plan->quick + e->plan->lacks[i].sel;
        bool several = false;
        unsigned slot =
            p->nzones == 1 ? slot_of_seat(s, p->zone[0], you) : only_slot(e, p, you, &several);
        if (slot == REF_NONE)
            continue;
        uint64_t held = *held_in(s, slot, 1), bit = places & -places;
        base->held[i] = held;
        base->there |= bit;
        base->apart |= !p->endless && lie_apart(e, slot, held) ? bit : 0;
    }
}

static uint64_t lacking_one(struct kengine *e, uint64_t tests, const struct kbase *base)
{
    uint64_t lacking = 0;

    for (; tests; tests &= tests - 1) {
        const struct klack *k = e->plan->lacks + __builtin_ctzll(tests);
        unsigned i = (unsigned)__builtin_ctzll(k->same);
        if (base->there >> i & 1 &&
            !(base->held[i] & (*e->sets[k->all] | (*k_down(e->s) & k->hides))))
            lacking |= tests & -tests;
    }
    return lacking;
}

/* For sets of several words. It gains little, but which actions are skipped may not depend on how
 * many cards there are. */
APART static uint64_t lacking_more(struct kengine *e, uint64_t tests, unsigned you)
{
    struct kstate *s = e->s;
    const uint64_t *down = k_down(s);
    uint64_t lacking = 0;

    for (; tests; tests &= tests - 1) {
        const struct klack *k = e->plan->lacks + __builtin_ctzll(tests);
        unsigned slot = slot_of_seat(s, e->plan->quick[k->sel].zone[0], you);
        const uint64_t *set = e->sets[k->all];
        uint64_t any = slot == REF_NONE;
        for (unsigned w = 0; w < s->words && !any; w++)
            any = k_held(s, slot)[w] & (set[w] | (down[w] & k->hides));
        lacking |= any ? 0 : tests & -tests;
    }
    return lacking;
}

uint64_t sel_lacking(struct kengine *e, uint64_t tests, unsigned you, const struct kbase *base)
{
    if (!tests || e->asker == NO_SEAT || !e->plan->cast->name) /* no memory for its sets */
        return 0;
    return e->s->words == 1 ? lacking_one(e, tests, base) : lacking_more(e, tests, you);
}
