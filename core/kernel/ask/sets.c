/* sets.c - the cards that a selector of zones selects, as a set. Where cards lie, their face,
 * definitions, numbers and flags are sets that are AND-ed. The rest is asked card by card. select.c
 * does order and ranks.
 *
 * plan.c lays out what a selector asks (kquick). Functions work for any number of words, and are
 * compiled apart for one and two, which most games have. */
#include "kernel/ask/ask.h"

/* ---- faces and tests ---- */

/* Does the asker see this side (kquick.up, down) of all cards in a selector's zones? */
static inline bool sees_side(const struct kengine *e, uint8_t sight, unsigned you)
{
    return sight == SIGHT_ALL || (sight == SIGHT_OWNER && e->asker == you);
}

/* The cards among m (of word w) whose upper side the zones hide from the asker. The asker may still
 * know them, by `show` or from memory. */
INLINE static inline uint64_t backs_in(const struct kengine *e, uint8_t up, uint8_t down,
                                       unsigned you, unsigned w, uint64_t m)
{
    uint64_t turned = m & k_down(e->s)[w];
    uint64_t behind = sees_side(e, up, you) ? 0 : m & ~turned;

    return turned && !sees_side(e, down, you) ? behind | turned : behind;
}

/* Does the selector ask what cards are that its zones hide from the asker? */
INLINE static inline bool has_backs(const struct kengine *e, const struct kquick *p,
                                    const struct kctx *x, const uint64_t *held, unsigned words)
{
    uint64_t backs = 0;

    if (p->guarded && e->asker != NO_SEAT)
        EACH_WORD (w, words)
            backs |= backs_in(e, p->up, p->down, x->you, w, held[w]);
    return backs != 0;
}

/* Keeps in `cards` only cards with this face. */
INLINE static inline void keep_face(const struct kengine *e, uint8_t face, uint64_t *cards,
                                    unsigned words)
{
    if (face == FACE_ANY)
        return;
    const uint64_t *down = k_down(e->s);
    uint64_t flip = face == FACE_UP ? ~(uint64_t)0 : 0;
    EACH_WORD (w, words)
        cards[w] &= down[w] ^ flip;
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
 * all. So do all others, if it is a flag; else each of them is asked. first: as in keep_passing */
INLINE static inline void keep_counter(struct kengine *e, const struct kask *a, int64_t v,
                                       uint64_t *cards, unsigned first, unsigned words)
{
    uint64_t start = compare(a->cmp, a->least, v) ? ~(uint64_t)0 : 0;
    bool flag = a->kind == ASK_FLAG, others = flag && compare(a->cmp, !a->least, v);

    for (unsigned w = 0; w < words; w++) {
        uint64_t m = cards[w] & k_marked(e->s, a->first)[first + w], pass = others ? m : 0;
        cards[w] &= ~m & start;
        cards[w] |= m && !flag ? counters_pass(e, a, v, first + w, m) : pass;
    }
}

/* Of each word of `cards`, keeps the cards that pass a test with this value, unless they must be
 * asked one by one. first: the number of the first word. */
INLINE static inline void keep_passing(struct kengine *e, const struct kask *a, int64_t v,
                                       uint64_t *cards, unsigned first, unsigned words)
{
    if (a->kind == ASK_FLAG || a->kind == ASK_COUNTER)
        keep_counter(e, a, v, cards, first, words);
    if (a->kind > ASK_WORD)
        return;
    const uint64_t *set = cast_set(e, test_set(e, a, v)) + first,
                   *but = cast_set(e, a->formulas) + first;
    for (unsigned w = 0; w < words; w++)
        cards[w] &= (set[w] ^ a->flip) | but[w];
    set = a->exact ? cast_set(e, test_set(e, a, v - 1)) + first : NULL;
    for (unsigned w = 0; set && w < words; w++)
        cards[w] &= ~set[w] | but[w];
}

INLINE static inline void keep_none(uint64_t *cards, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        cards[w] = 0;
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

/* Adds the cards in its zones of `you` and of the table. */
INLINE static inline void add_mine(struct kengine *e, const struct kquick *p, unsigned you,
                                   uint64_t *cards, unsigned words)
{
    for (const uint8_t *zone = p->zone, *end = zone + p->nzones; zone < end; zone++) {
        unsigned slot = k_slot_of(e->s, e->d, *zone, you);
        if (slot == REF_NONE)
            continue;
        EACH_WORD (w, words)
            cards[w] |= held_in(e->s, slot, words)[w];
    }
}

INLINE static inline void lie_there(struct kengine *e, const struct kquick *p, struct kctx *x,
                                    uint64_t *cards, unsigned words)
{
    keep_none(cards, words);
    if (p->mine)
        add_mine(e, p, x->you, cards, words);
    else
        add_of(e, p, x, cards, words);
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

/* If a set is one word: keeps in *m the cards for which an X_HAS of NAMES_NUMBER holds, by the
 * least or greatest number among its selector's cards. False: each must be asked. */
APART static bool which_have(const struct asking *q, ref expr, uint64_t *m)
{
    struct kengine *e = q->e;
    const struct kinst *in = k_insts(e->s);
    const struct kexpr *has = e->d->exprs + expr;
    const struct kquick *p = e->plan->quick + has->a;
    const struct kask *a = e->plan->asks + p->asks;
    const struct ksteps *k = e->plan->steps + e->d->exprs[a->value].imm;
    const int32_t *value = e->d->trait_value + e->d->tests[a->test].id;
    bool up = a->flip; /* it holds up to the greatest number; else from the least up */
    int32_t end = up ? INT32_MIN : INT32_MAX;
    uint64_t there = 0, pass = 0;

    if (!q->seen || e->s->words != 1)
        return false;
    add_mine(e, p, q->x->you, &there, 1);
    if (has_backs(e, p, q->x, &there, 1))
        return false;
    there &= *cast_set(e, p->all);
    keep_face(e, p->face, &there, 1);
    for (uint64_t left = there; left; left &= left - 1) {
        int32_t v = value[in[__builtin_ctzll(left)].def * e->d->ntraits];
        end = (v > end) == up ? v : end;
    }
    if (there) {
        int64_t step = (int64_t)end - !up - k->least;
        step = step < 0 ? 0 : step >= k->n ? k->n - 1 : step;
        pass = *cast_set(e, k->first + (unsigned)step) ^ ~a->flip;
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
    if (a->each || (!q->seen && a->looks))
        return false;
    int64_t v = k_value(q->e, a->value, q->x);
    if (v == K_ABSENT)
        return false;
    keep_passing(q->e, a, v, m, q->i, 1);
    return true;
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
        bool sure = a->leaf > (e->asker != NO_SEAT); /* its value cannot fail */
        if (!sure && (p->open || !any_left(cards, words)) && !some_lie(e, p, x)) {
            keep_none(cards, words);
            return;
        }
        int64_t v = k_leaf(e, a->value, x);
        if (v != K_ABSENT)
            keep_passing(e, a, v, cards, 0, words);
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
    const uint64_t *set = p->set == NO_SET ? NULL : cast_set(e, p->set);
    for (unsigned w = 0; set && w < words; w++)
        cards[w] &= set[w];
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

    if (e->asker != NO_SEAT)
        return false;
    const struct kask *a = e->plan->asks + p->asks;
    const uint64_t *all = cast_set(e, p->all);
    int64_t v = p->nasks ? k_leaf(e, a->value, x) : K_ABSENT;
    EACH_WORD (w, words)
        pass[w] = all[w];
    keep_face(e, p->face, pass, words);
    if (v != K_ABSENT)
        keep_passing(e, a, v, pass, 0, words);
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
    int64_t v = e->d->exprs[a->value].imm;
    int n = 0;

    for (unsigned w = 0, words = s->words; w < words; w++) {
        uint64_t m = marked[w] & all[w] & bear[w] & ((k_down(s)[w] ^ up) | any);
        for (; m; m &= m - 1) {
            unsigned c = w * 64 + (unsigned)__builtin_ctzll(m);
            const struct kslotinfo *info = infos + in[c].slot;
            if (info->zone != p->zone[0] || !(who >> info->seat & 1) ||
                !compare(a->cmp, ctr[c * e->d->ncardctr], v))
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
    unsigned ranks = e->plan->sel[sel] & (SEL_RANKS | SEL_BEST);

    if (SLOW(e, ANY_ORDER) || !p->nzones || p->twice || ranks == SEL_RANKS)
        return k_select(e, sel, x, out);
    uint64_t room[FEW_WORDS], *set = set_room(e, room);
    int n = 0;
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
    return (k_count(e, has->a, x) != 0) == (bool)has->imm;
}

/* Calls nothing but at its end, so it saves no registers. */
int64_t sel_has(struct kengine *e, const struct kexpr *has, struct kctx *x)
{
    const struct kquick *p = e->plan->quick + has->a;
    const uint64_t *set = e->sets[p->all];
    uint64_t there = 0;

    if (!p->bare || e->s->words != 1 || !set)
        return has_anyhow(e, has, x);
    add_mine(e, p, x->you, &there, 1);
    if (has_backs(e, p, x, &there, 1))
        return has_anyhow(e, has, x);
    e->left -= SET_WORK;
    return ((there & *set) != 0) == (bool)has->imm;
}

/* ---- cards that the asker can tell apart ---- */

/* Writes the members of a set that lie in this row or pile to out. How many. */
static inline int by_place(struct kengine *e, unsigned slot, const uint64_t *cards,
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

/* Writes the cards of a set in this slot that the asker can tell apart to out, no used-up stamps.
 * How many; -1: use a list */
static int tell_apart(struct kengine *e, const struct kquick *p, unsigned slot,
                      const uint64_t *cards, uint16_t *out)
{
    uint64_t room[FEW_WORDS], *here = set_room(e, room), any = 0;
    const uint64_t *held = k_held(e->s, slot);
    int kept = 0;

    for (unsigned w = 0; here && w < e->s->words; w++)
        any |= here[w] = held[w] & cards[w];
    int n = !any                             ? 0
            : k_slotinfo(e->s)[slot].ordered ? by_place(e, slot, here, out)
                                             : distinct_cards(e, here, out);
    for (int i = 0; p->endless && i < n; i++)
        if (!used_up(e, out[i]))
            out[kept++] = out[i];
    set_unroom(e, room, here);
    return p->endless && n >= 0 ? kept : n;
}

/* Keeps the cards of a list that pass a test. How many. */
static int passing(struct kengine *e, const struct kask *a, struct kctx *x, uint16_t *card,
                   int n)
{
    int64_t v = k_leaf(e, a->value, x);
    bool sets = a->kind <= ASK_WORD && !a->exact, flip = a->flip;
    unsigned all = e->plan->nsets;

    if (v == K_ABSENT)
        return n;
    const uint64_t *set = cast_set(e, sets ? test_set(e, a, v) : all),
                   *asked = cast_set(e, sets ? a->formulas : all);
    int kept = 0;
    for (int i = 0; i < n; i++) {
        unsigned c = card[i];
        card[kept] = (uint16_t)c;
        kept += set_has(asked, c) ? sel_test(e, e->d->tests + a->test, v, x, c)
                                  : set_has(set, c) != flip;
    }
    e->left -= a->each ? n : 0;
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
    const struct kinst *in = k_insts(e->s);
    int kept = 0;

    for (int i = k_slotinfo(e->s)[slot].ordered ? n : 1; i < n; i++)
        if (in[card[i]].def <= in[card[i - 1]].def)
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
    const uint64_t *all = cast_set(e, p->all), *held = k_held(e->s, slot);
    int n = 0;

    if (any_left(k_down(e->s), e->s->words) || faces_behind(e, slot) & BIT(FACE_UP))
        return -1;
    if (k_slotinfo(e->s)[slot].listed)
        n = by_place(e, slot, all, out);
    else
        for (unsigned w = 0; w < e->s->words; w++)
            for (uint64_t m = held[w] & all[w]; m; m &= m - 1)
                out[n++] = (uint16_t)(w * 64 + (unsigned)__builtin_ctzll(m));
    for (; a < end && n > 0; a++)
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
    unsigned slots[sizeof p->zone], nslots = 0;
    int n = p->few && e->s->words >= WIDE ? distinct_in_few(e, p, x, out) : -1;

    if (n >= 0 || p->twice)
        return n;
    for (int i = 0; i < p->nzones; i++) {
        unsigned slot = k_slot_of(e->s, e->d, p->zone[i], x->you);
        if (slot == REF_NONE || !k_slots(e->s)[slot].count)
            continue;
        if (keeps_order(k_slotinfo(e->s) + slot) || backs_behind(e, slot))
            return -1;
        slots[nslots++] = slot;
    }
    uint64_t room[FEW_WORDS], *set = nslots ? set_room(e, room) : NULL;
    if (set)
        sel_set(e, sel, x, set);
    n = 0;
    for (unsigned i = 0; i < nslots && set && n >= 0; i++) {
        int more = tell_apart(e, p, slots[i], set, out + n);
        n = more < 0 ? -1 : n + more;
    }
    set_unroom(e, room, set);
    return n;
}
