/* sets.c - what a selector of zones selects, as a set: where cards lie, face, definitions, numbers and flags
 * are sets that are AND-ed; what is left is asked card by card. Order and ranks are select.c's.
 *
 * plan.c lays out what a selector asks (kquick). Written for any number of words and compiled apart for one
 * and two, which most games have.
 */
#include "kernel/run/run.h"

/* ---- a mask: of some cards those that pass ---- */

/* Those of a set of the cast (flip: the others) pass; those of the set `but`, if there is one, in any
 * case. */
INLINE static inline void mask_and(struct kengine *e, unsigned id, uint64_t flip, unsigned but,
                                   uint64_t *mask, unsigned words)
{
    const uint64_t *set = cast_set(e, id), *others = but == NO_SET ? NULL : cast_set(e, but);

    for (unsigned w = 0; w < words; w++)
        mask[w] &= (set[w] ^ flip) | (others ? others[w] : 0);
}

INLINE static inline void mask_none(uint64_t *mask, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        mask[w] = 0;
}

/* Cards whose number is at most v; flip: the others. */
INLINE static inline void mask_at_most(struct kengine *e, const struct kask *a, int64_t v,
                                       uint64_t flip, uint64_t *mask, unsigned words)
{
    int64_t step = v - a->least;

    step = step < 0 ? 0 : step >= a->n ? a->n - 1 : step;
    mask_and(e, a->first + (unsigned)step, flip, a->formulas, mask, words);
}

INLINE static inline void mask_number(struct kengine *e, const struct kask *a, int64_t v,
                                      uint64_t *mask, unsigned words)
{
    if (a->cmp != CMP_AT_LEAST)
        mask_at_most(e, a, v, 0, mask, words);
    if (a->cmp != CMP_AT_MOST)
        mask_at_most(e, a, v - 1, ~(uint64_t)0, mask, words);
}

INLINE static inline void mask_word(struct kengine *e, const struct kask *a, int64_t v,
                                    uint64_t *mask, unsigned words)
{
    uint64_t flip = a->cmp == CMP_EXCEPT ? ~(uint64_t)0 : 0;

    if (v >= 0 && v < a->n)
        mask_and(e, a->first + (unsigned)v, flip, NO_SET, mask, words);
    else if (!flip)
        mask_none(mask, words);
}

/* A counter of cards: those that have it at its start pass all, or none. So do the others if it is a flag. */
INLINE static inline void mask_counter(struct kengine *e, const struct kask *a, int64_t v,
                                       uint64_t *mask, unsigned words)
{
    bool at_start = compare(a->cmp, a->least, v);
    bool others = a->kind == ASK_COUNTER || compare(a->cmp, !a->least, v);
    uint64_t flip = at_start ? ~(uint64_t)0 : 0;

    if (!at_start && !others)
        mask_none(mask, words);
    else if (at_start != others)
        for (unsigned w = 0; w < words; w++)
            mask[w] &= k_marked(e->s, a->first)[w] ^ flip;
}

/* What is asked against values. */
/* The value that a test asks for, where nothing need be worked out for it. */
INLINE static inline bool leaf_value(const struct kengine *e, const struct kask *a,
                                     const struct kctx *x, int64_t *v)
{
    struct kstate *s = e->s;

    switch ((enum leaf_kind)a->leaf) {
    case LEAF_CONST: *v = a->imm; return true;
    case LEAF_GAME: *v = k_gamectr(s)[a->imm]; return true;
    case LEAF_YOURS:
        if (x->you >= s->nseats)
            return false;
        *v = k_seatctr(s)[x->you * e->d->nseat + a->imm];
        return true;
    case LEAF_PARAM: *v = x->param ? x->param[a->imm] : K_ABSENT; return true;
    case LEAF_ARG: *v = x->arg ? x->arg[a->imm] : K_ABSENT; return true;
    case LEAF_TRAIT: {
        unsigned c = x->card[a->slot];
        if (c >= s->ninst || (e->asker != NO_SEAT && !card_seen(e, s, e->asker, c)))
            return false;
        *v = e->d->trait_value[(uint32_t)k_insts(s)[c].def * e->d->ntraits + (uint32_t)a->imm];
        return true;
    }
    default: return false;
    }
}

INLINE static inline void mask_asks(struct kengine *e, const struct kquick *p, struct kctx *x,
                                    uint64_t *mask, unsigned words)
{
    const struct kask *a = e->plan->asks + p->asks, *end = a + p->nasks;

    for (; a < end; a++) {
        int64_t v;
        if (!leaf_value(e, a, x, &v))
            v = k_eval(e, a->value, x);
        if (v == K_ABSENT)
            continue;
        if (a->kind == ASK_NUMBER)
            mask_number(e, a, v, mask, words);
        else if (a->kind == ASK_WORD)
            mask_word(e, a, v, mask, words);
        else if (a->kind != ASK_EACH)
            mask_counter(e, a, v, mask, words);
    }
}

/* ---- what is asked of each ---- */

/* Takes out of 64 cards those that do not pass a test which cannot be asked of all alike. */
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

/* The same of a counter that may have more than two values. */
static uint64_t each_counter(struct kengine *e, const struct kask *a, struct kctx *x,
                             unsigned i, uint64_t m)
{
    const int32_t *of = k_cardctr(e->s) + a->first;
    int64_t v = k_value(e, a->value, x);

    e->left -= members(m);
    for (uint64_t left = v == K_ABSENT ? 0 : m; left; left &= left - 1) {
        unsigned c = i * 64 + (unsigned)__builtin_ctzll(left);
        if (!compare(a->cmp, of[c * e->d->ncardctr], v))
            m &= ~(left & -left);
    }
    return m;
}

/* Of 64 cards those that pass what is asked of each. */
APART static uint64_t each_card(struct kengine *e, const struct kquick *p, struct kctx *x,
                                unsigned i, uint64_t m)
{
    const struct kask *a = e->plan->asks + p->asks, *end = a + p->nasks;

    for (; a < end; a++)
        if (a->each)
            m = a->kind == ASK_COUNTER ? each_counter(e, a, x, i, m) : each_test(e, a, x, i, m);
    if (!p->more)
        return m;
    struct kctx own = *x;
    for (uint64_t left = m; left && !e->err.code && !k_spend(e, 1); left &= left - 1) {
        own.card[BOUND_IT] = (uint16_t)(i * 64 + (unsigned)__builtin_ctzll(left));
        if (p->where != REF_NONE ? !k_eval(e, p->where, &own) : false)
            m &= ~(left & -left);
        else if (p->others && !sel_others(e, (ref)(p - e->plan->quick), x, own.card[BOUND_IT]))
            m &= ~(left & -left);
    }
    return m;
}

/* ---- the cards that lie there ---- */

/* Of 64 cards those that are somebody's of `who`. */
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

/* Of the zones of these seats; on the table `of` means the owner. */
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
        const uint16_t *slot = k_slotof(s) + (size_t)zone * s->nseats;
        for (uint32_t m = who & (BIT(s->nseats) - 1); m; m &= m - 1)
            if (slot[__builtin_ctz(m)] != REF_NONE)
                add_slot(e, slot[__builtin_ctz(m)], cards, words);
    }
}

/* The values of what it asks are worked out. May what a card is then be asked? `none`: no card can pass,
 * whatever it is. */
static bool looks_now(struct kengine *e, const struct kquick *p, struct kctx *x, bool *none)
{
    const struct kask *a = e->plan->asks + p->asks, *end = a + p->nasks;
    bool looks = p->set != NO_SET;

    *none = false;
    for (; a < end; a++) {
        int64_t v = k_value(e, a->value, x);
        looks |= a->looks && v != K_ABSENT;
        *none |=
            a->kind == ASK_WORD && a->cmp == CMP_IS && v != K_ABSENT && (v < 0 || v >= a->n);
    }
    return looks;
}

bool sel_may_ask(struct kengine *e, ref sel, struct kctx *x, unsigned c)
{
    const struct kquick *p = e->plan->quick + sel;
    bool none;

    if (e->asker == NO_SEAT || !p->looks || may_look(e, c) || !looks_now(e, p, x, &none))
        return true;
    if (!none && sel_public(e, sel, x, c)) {
        if (owed_instead(e, c))
            return true;
        e->met_hidden = true;
        k_fail(e, K_E_HIDDEN, e->d->sels[sel].src_pos, e->asker, 0);
    }
    return false;
}

/* Takes out of 64 cards those that the asked seat does not see: they may not be asked about. */
APART static uint64_t no_backs(struct kengine *e, const struct kquick *p, struct kctx *x,
                               unsigned i, uint64_t m)
{
    for (uint64_t left = m; left; left &= left - 1)
        if (!sel_may_ask(e, (ref)(p - e->plan->quick), x,
                         i * 64 + (unsigned)__builtin_ctzll(left)))
            m &= ~(left & -left);
    return m;
}

/* Does the asked seat see such a side of all cards of p's zones? */
static inline bool sees_side(const struct kengine *e, uint8_t sight, unsigned you)
{
    return sight == SIGHT_ALL || (sight == SIGHT_OWNER && e->asker == you);
}

/* Of cards of word w that lie there those whose side the asked seat does not see, but perhaps the card
 * for another reason: `show`, memory. */
INLINE static inline uint64_t backs_in(const struct kengine *e, uint8_t up, uint8_t down,
                                       unsigned you, unsigned w, uint64_t m)
{
    uint64_t turned = m & k_down(e->s)[w];
    uint64_t behind = sees_side(e, up, you) ? 0 : m & ~turned;

    return turned && !sees_side(e, down, you) ? behind | turned : behind;
}

INLINE static inline void lie_there(struct kengine *e, const struct kquick *p, struct kctx *x,
                                    uint64_t *cards, unsigned words)
{
    mask_none(cards, words);
    if (!p->mine)
        add_of(e, p, x, cards, words);
    for (int i = 0; p->mine && i < p->nzones; i++) {
        unsigned slot = k_slot_of(e->s, e->d, p->zone[i], x->you);
        if (slot != REF_NONE)
            add_slot(e, slot, cards, words);
    }
}

/* Of these those that lie like this. */
INLINE static inline void mask_face(const struct kengine *e, uint8_t face, uint64_t *mask,
                                    unsigned words)
{
    if (face == FACE_ANY)
        return;
    const uint64_t *down = k_down(e->s);
    uint64_t flip = face == FACE_UP ? ~(uint64_t)0 : 0;
    for (unsigned w = 0; w < words; w++)
        mask[w] &= down[w] ^ flip;
}

/* ---- what it selects; ranks apart ---- */

/* Of cards of its zones those that it selects. */
INLINE static inline void pass_words(struct kengine *e, const struct kquick *p, struct kctx *x,
                                     uint64_t *cards, unsigned words)
{
    for (unsigned w = 0; w < words && p->guarded && e->asker != NO_SEAT; w++)
        if (cards[w] && backs_in(e, p->up, p->down, x->you, w, cards[w]))
            cards[w] = no_backs(e, p, x, w, cards[w]);
    if (p->set != NO_SET)
        mask_and(e, p->set, 0, NO_SET, cards, words);
    mask_face(e, p->face, cards, words);
    if (p->nasks)
        mask_asks(e, p, x, cards, words);
    if (p->this) {
        unsigned c = x->card[BOUND_THIS];
        uint64_t flip = p->this == THIS_NOT ? ~(uint64_t)0 : 0;
        for (unsigned w = 0; w < words; w++)
            cards[w] &= (c >> 6 == w ? 1ull << (c & 63) : 0) ^ flip;
    }
    for (unsigned w = 0; p->each && w < words; w++)
        if (cards[w])
            cards[w] = each_card(e, p, x, w, cards[w]);
}

INLINE static inline void set_words(struct kengine *e, const struct kquick *p, struct kctx *x,
                                    uint64_t *cards, unsigned words)
{
    lie_there(e, p, x, cards, words);
    pass_words(e, p, x, cards, words);
}

/* Of cards of its zone those that a usual selector (kquick.usual) selects of this face, but for what it asks of each.
 * False: it takes more. Nothing is called here, so that nothing need be saved. */
INLINE static inline bool usual_words(const struct kengine *e, const struct kquick *p,
                                      const struct kctx *x, const uint64_t *held, uint8_t face,
                                      uint64_t *cards, unsigned words)
{
    const uint64_t *set = e->sets[p->all];
    uint64_t any = 0;
    int64_t v = 0;

    if (!set)
        return false;
    if (p->guarded && e->asker != NO_SEAT)
        for (unsigned w = 0; w < words; w++)
            if (backs_in(e, p->up, p->down, x->you, w, held[w]))
                return false;
    for (unsigned w = 0; w < words; w++)
        cards[w] = held[w] & set[w];
    mask_face(e, face, cards, words);
    for (unsigned w = 0; w < words; w++)
        any |= cards[w];
    if (!p->nasks || !any)
        return true;
    const struct kask *a = e->plan->asks + p->asks;
    if (!leaf_value(e, a, x, &v) || v == K_ABSENT)
        return v == K_ABSENT;
    v -= a->from;
    if (a->kind == ASK_NUMBER)
        v = v < 0 ? 0 : v >= a->n ? a->n - 1 : v;
    if ((uint64_t)v >= (uint64_t)a->n || !(set = e->sets[a->first + (unsigned)v]))
        return false;
    for (unsigned w = 0; w < words; w++)
        cards[w] &= set[w] ^ a->flip;
    return true;
}

/* The same of a zone of several seats. */
INLINE static inline bool usual_of(struct kengine *e, const struct kquick *p, struct kctx *x,
                                   uint64_t *cards, unsigned words)
{
    const uint16_t *slot = k_slotof(e->s) + (size_t)p->zone[0] * e->s->nseats;
    uint64_t all[2] = {0, 0};

    if (!p->several)
        return false;
    uint32_t who = k_seats_of(e, p->of, x) & (BIT(e->s->nseats) - 1);
    for (; who; who &= who - 1) {
        unsigned at = slot[__builtin_ctz(who)];
        for (unsigned w = 0; at != REF_NONE && w < words; w++)
            all[w] |= held_in(e->s, at, words)[w];
    }
    return usual_words(e, p, x, all, p->face, cards, words);
}

APART static uint64_t any_one(struct kengine *e, const struct kquick *p, struct kctx *x)
{
    uint64_t m;

    if (!usual_of(e, p, x, &m, 1))
        set_words(e, p, x, &m, 1);
    return m;
}

APART static void any_two(struct kengine *e, const struct kquick *p, struct kctx *x,
                          uint64_t *cards)
{
    if (!usual_of(e, p, x, cards, 2))
        set_words(e, p, x, cards, 2);
}

static uint64_t set_one(struct kengine *e, const struct kquick *p, struct kctx *x)
{
    unsigned slot;
    uint64_t m;

    if (!p->usual || x->you >= e->s->nseats)
        return any_one(e, p, x);
    slot = slot_of_seat(e->s, p->zone[0], x->you);
    if (slot == REF_NONE)
        return 0;
    if (!usual_words(e, p, x, held_in(e->s, slot, 1), p->face, &m, 1))
        return any_one(e, p, x);
    return p->each && m ? each_card(e, p, x, 0, m) : m;
}

static void set_two(struct kengine *e, const struct kquick *p, struct kctx *x, uint64_t *cards)
{
    unsigned slot =
        p->usual && x->you < e->s->nseats ? slot_of_seat(e->s, p->zone[0], x->you) : REF_NONE;

    if (slot == REF_NONE || !usual_words(e, p, x, held_in(e->s, slot, 2), p->face, cards, 2)) {
        any_two(e, p, x, cards);
        return;
    }
    for (unsigned w = 0; p->each && w < 2; w++)
        cards[w] = cards[w] ? each_card(e, p, x, w, cards[w]) : 0;
}

APART static void set_more(struct kengine *e, const struct kquick *p, struct kctx *x,
                           uint64_t *cards)
{
    set_words(e, p, x, cards, e->s->words);
}

void sel_set(struct kengine *e, ref sel, struct kctx *x, uint64_t *cards)
{
    const struct kquick *p = e->plan->quick + sel;

    if (e->s->words == 1)
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

    if (e->plain || !p->nzones || p->twice || ranks == SEL_RANKS) {
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

bool sel_any(struct kengine *e, ref sel, struct kctx *x)
{
    const struct kquick *p = e->plan->quick + sel;

    return !p->whole && e->s->words == 1 ? set_one(e, p, x) != 0 : sel_count(e, sel, x) != 0;
}

/* ---- those that the asked seat can tell apart ---- */

/* The members of a set that lie in a row or pile. */
APART static int by_place(struct kengine *e, unsigned slot, const uint64_t *cards,
                          uint16_t *out)
{
    int n = 0;

    for (unsigned c = k_slots(e->s)[slot].head; c != NO_CARD; c = k_insts(e->s)[c].next)
        if (set_has(cards, c))
            out[n++] = (uint16_t)c;
    return n;
}

/* Is it a set whose cards keep an order of their own? */
static inline bool keeps_order(const struct kslotinfo *slot)
{
    return slot->listed && !slot->ordered;
}

/* The one zone of `you` in which there are cards; REF_NONE: there are none, or *several. */
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

/* A single card is told apart from no other: nothing need be asked about it. */
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

APART static int distinct_anyhow(struct kengine *e, const struct kquick *p, struct kctx *x,
                                 uint16_t *out)
{
    bool several = false;
    unsigned slot = p->nzones == 1 ? k_slot_of(e->s, e->d, p->zone[0], x->you)
                                   : only_slot(e, p, x->you, &several);

    if (slot == REF_NONE || !k_slots(e->s)[slot].count)
        return several ? -1 : 0;
    if (keeps_order(k_slotinfo(e->s) + slot) || shows_back(e, slot, e->s->words))
        return -1;
    return distinct_wide(e, p, x, slot, out);
}

/* The cards, if all are told apart by what they are, to out; -1 */
INLINE static inline int list_apart(struct kengine *e, const uint64_t *cards, unsigned words,
                                    uint16_t *out)
{
    const struct kcast *k = e->plan->cast;
    uint64_t alike = 0, borrow = 0;
    int n = 0;

    for (unsigned w = 0; w < words; w++)
        alike |=
            (cards[w] & ~first_of_each(k, cards[w], w, &borrow)) | (cards[w] & k_odd(e->s)[w]);
    for (unsigned w = 0; w < words && !alike; w++)
        for (uint64_t left = cards[w]; left; left &= left - 1)
            out[n++] = (uint16_t)(w * 64 + (unsigned)__builtin_ctzll(left));
    return alike ? -1 : n;
}

/* The same of those that pass what is asked of each. */
APART static int list_passing(struct kengine *e, const struct kquick *p, struct kctx *x,
                              uint64_t first, uint64_t second, uint16_t *out)
{
    uint64_t m[2] = {first ? each_card(e, p, x, 0, first) : 0,
                     second ? each_card(e, p, x, 1, second) : 0};
    int n = list_apart(e, m, e->s->words, out);

    return n < 0 ? tell_apart(e, p, slot_of_seat(e->s, p->zone[0], x->you), m, out) : n;
}

/* As distinct_anyhow, of what lies plainly. */
INLINE static inline int distinct_words(struct kengine *e, const struct kquick *p,
                                        struct kctx *x, uint16_t *out, unsigned words)
{
    struct kstate *s = e->s;
    uint64_t m[2];

    if (!p->plainly || x->you >= s->nseats || !as_dealt(s))
        return distinct_anyhow(e, p, x, out);
    unsigned slot = slot_of_seat(s, p->zone[0], x->you);
    if (slot == REF_NONE)
        return 0;
    if (!usual_words(e, p, x, held_in(s, slot, words), FACE_ANY, m, words))
        return distinct_anyhow(e, p, x, out);
    if (p->each)
        return list_passing(e, p, x, m[0], words > 1 ? m[1] : 0, out);
    int n = list_apart(e, m, words, out);
    return n < 0 ? distinct_anyhow(e, p, x, out) : n;
}

APART static int distinct_two(struct kengine *e, const struct kquick *p, struct kctx *x,
                              uint16_t *out)
{
    return distinct_words(e, p, x, out, 2);
}

int sel_distinct(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    const struct kquick *p = e->plan->quick + sel;

    return e->s->words == 1   ? distinct_words(e, p, x, out, 1)
           : e->s->words == 2 ? distinct_two(e, p, x, out)
                              : distinct_anyhow(e, p, x, out);
}

/* ---- is there any of its face and definitions? ---- */

INLINE static inline uint64_t lacking_words(struct kengine *e, uint64_t needs, unsigned you,
                                            unsigned words)
{
    struct kstate *s = e->s;
    const uint64_t *down = k_down(s);
    uint64_t lacking = 0;

    for (; needs; needs &= needs - 1) {
        const struct klack *k = e->plan->lacks + __builtin_ctzll(needs);
        unsigned slot = slot_of_seat(s, k->zone, you);
        const uint64_t *set = e->sets[k->all];
        if (slot == REF_NONE || !set)
            continue;
        const uint64_t *held = held_in(s, slot, words);
        uint64_t any = 0;
        for (unsigned w = 0; w < words; w++)
            any |= held[w] & (set[w] | (down[w] & k->hides));
        lacking |= any ? 0 : needs & -needs;
    }
    return lacking;
}

APART static uint64_t lacking_more(struct kengine *e, uint64_t needs, unsigned you)
{
    return lacking_words(e, needs, you, e->s->words);
}

uint64_t sel_lacking(struct kengine *e, uint64_t needs, unsigned you)
{
    return e->s->words == 1 ? lacking_words(e, needs, you, 1) : lacking_more(e, needs, you);
}
