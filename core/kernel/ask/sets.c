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
INLINE static inline void mask_and(struct kengine *e, unsigned id, bool flip, unsigned but,
                                   uint64_t *mask, unsigned words)
{
    const uint64_t *set = cast_set(e, id), *others = but == NO_SET ? NULL : cast_set(e, but);
    uint64_t other = flip ? ~(uint64_t)0 : 0;

    for (unsigned w = 0; w < words; w++)
        mask[w] &= (set[w] ^ other) | (others ? others[w] : 0);
}

INLINE static inline void mask_none(uint64_t *mask, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        mask[w] = 0;
}

/* Cards whose number is at most v; flip: the others. */
INLINE static inline void mask_at_most(struct kengine *e, const struct kask *a, int64_t v,
                                       bool flip, uint64_t *mask, unsigned words)
{
    if (v >= a->least && v < a->least + a->n)
        mask_and(e, a->first + (unsigned)(v - a->least), flip, a->formulas, mask, words);
    else if ((v < a->least) != flip && a->formulas != NO_SET)
        mask_and(e, a->formulas, false, NO_SET, mask, words);
    else if ((v < a->least) != flip)
        mask_none(mask, words);
}

INLINE static inline void mask_number(struct kengine *e, const struct kask *a, int64_t v,
                                      uint64_t *mask, unsigned words)
{
    if (a->cmp != CMP_AT_LEAST)
        mask_at_most(e, a, v, false, mask, words);
    if (a->cmp != CMP_AT_MOST)
        mask_at_most(e, a, v - 1, true, mask, words);
}

INLINE static inline void mask_word(struct kengine *e, const struct kask *a, int64_t v,
                                    uint64_t *mask, unsigned words)
{
    bool flip = a->cmp == CMP_EXCEPT;

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
INLINE static inline void mask_asks(struct kengine *e, const struct kquick *p, struct kctx *x,
                                    uint64_t *mask, unsigned words)
{
    const struct kask *a = e->plan->asks + p->asks, *end = a + p->nasks;

    for (; a < end; a++) {
        int64_t v = k_leaf(e, a->value, x);
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

/* The set is handed over by value, or copied: what has no address stays in registers. */
APART static uint64_t asks_one(struct kengine *e, const struct kquick *p, struct kctx *x,
                               uint64_t m)
{
    mask_asks(e, p, x, &m, 1);
    return m;
}

struct two {
    uint64_t w[2];
};

APART static struct two asks_two(struct kengine *e, const struct kquick *p, struct kctx *x,
                                 struct two m)
{
    mask_asks(e, p, x, m.w, 2);
    return m;
}

APART static void asks_more(struct kengine *e, const struct kquick *p, struct kctx *x,
                            uint64_t *mask)
{
    mask_asks(e, p, x, mask, e->s->words);
}

INLINE static inline void mask_alike(struct kengine *e, const struct kquick *p, struct kctx *x,
                                     uint64_t *mask, unsigned words)
{
    const uint64_t *down = k_down(e->s);
    uint64_t flip = p->face == FACE_UP ? ~(uint64_t)0 : 0, any = 0;

    for (unsigned w = 0; w < words && p->face != FACE_ANY; w++)
        mask[w] &= down[w] ^ flip;
    if (p->set != NO_SET)
        mask_and(e, p->set, false, NO_SET, mask, words);
    for (unsigned w = 0; w < words; w++)
        any |= mask[w];
    if (!p->nasks || !any)
        return;
    if (words == 1) {
        mask[0] = asks_one(e, p, x, mask[0]);
    } else if (words == 2) {
        struct two m = asks_two(e, p, x, (struct two){{mask[0], mask[1]}});
        mask[0] = m.w[0];
        mask[1] = m.w[1];
    } else {
        asks_more(e, p, x, mask);
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

/* Of 64 cards those that pass what is asked of each. */
APART static uint64_t each_card(struct kengine *e, const struct kquick *p, struct kctx *x,
                                unsigned i, uint64_t m)
{
    const struct kask *a = e->plan->asks + p->asks, *end = a + p->nasks;

    for (; a < end; a++)
        if (a->each)
            m = each_test(e, a, x, i, m);
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

/* k_held where the width is known. */
INLINE static inline const uint64_t *held_in(struct kstate *s, unsigned slot, unsigned words)
{
    return AT(s, s->o_held, uint64_t) + (size_t)slot * words;
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
INLINE static inline uint64_t backs_in(struct kengine *e, const struct kquick *p, unsigned you,
                                       unsigned w, uint64_t m)
{
    uint64_t down = m & k_down(e->s)[w];
    uint64_t behind = sees_side(e, p->up, you) ? 0 : m & ~down;

    return down && !sees_side(e, p->down, you) ? behind | down : behind;
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

/* Of cards of its zones those that it selects; ranks apart. */
INLINE static inline void pass_words(struct kengine *e, const struct kquick *p, struct kctx *x,
                                     uint64_t *cards, unsigned words)
{
    if (p->guarded && e->asker != NO_SEAT)
        for (unsigned w = 0; w < words; w++)
            if (cards[w] && backs_in(e, p, x->you, w, cards[w]))
                cards[w] = no_backs(e, p, x, w, cards[w]);
    mask_alike(e, p, x, cards, words);
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

APART static void set_one(struct kengine *e, const struct kquick *p, struct kctx *x,
                          uint64_t *cards)
{
    uint64_t m;

    set_words(e, p, x, &m, 1);
    *cards = m;
}

APART static void set_two(struct kengine *e, const struct kquick *p, struct kctx *x,
                          uint64_t *cards)
{
    uint64_t m[2];

    set_words(e, p, x, m, 2);
    cards[0] = m[0];
    cards[1] = m[1];
}

void sel_set(struct kengine *e, ref sel, struct kctx *x, uint64_t *cards)
{
    const struct kquick *p = e->plan->quick + sel;

    if (e->s->words == 1)
        set_one(e, p, x, cards);
    else if (e->s->words == 2)
        set_two(e, p, x, cards);
    else
        set_words(e, p, x, cards, e->s->words);
}

int select_set(struct kengine *e, ref sel, struct kctx *x, uint64_t *set)
{
    const struct kquick *p = e->plan->quick + sel;

    if (e->plain || !p->nzones || p->twice || (e->plan->sel[sel] & SEL_RANKS))
        return -1;
    e->left -= SET_WORK;
    sel_set(e, sel, x, set);
    return set_size(set, e->s->words);
}

int select_any(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    uint64_t room[FEW_WORDS], *set = set_room(e, room);
    int n = set ? select_set(e, sel, x, set) : -1;

    if (n > 0)
        set_cards(set, e->s->words, out);
    set_unroom(e, room, set);
    return n < 0 ? k_select(e, sel, x, out) : n;
}

/* ---- how many ---- */

/* `any`: no more than whether there is one. */
INLINE static inline int count_words(struct kengine *e, const struct kquick *p, struct kctx *x,
                                     bool any, uint64_t *cards, unsigned words)
{
    int n = 0;

    set_words(e, p, x, cards, words);
    for (unsigned w = 0; w < words; w++)
        n = any ? n | (cards[w] != 0) : n + (cards[w] ? members(cards[w]) : 0);
    return n;
}

APART static int count_one(struct kengine *e, const struct kquick *p, struct kctx *x)
{
    uint64_t m;

    return count_words(e, p, x, false, &m, 1);
}

APART static int count_two(struct kengine *e, const struct kquick *p, struct kctx *x, bool any)
{
    uint64_t m[2];

    return count_words(e, p, x, any, m, 2);
}

APART static int count_more(struct kengine *e, const struct kquick *p, struct kctx *x, bool any)
{
    uint64_t room[FEW_WORDS], *set = set_room(e, room);
    int n = set ? count_words(e, p, x, any, set, e->s->words) : 0;

    set_unroom(e, room, set);
    return n;
}

int sel_count(struct kengine *e, ref sel, struct kctx *x)
{
    const struct kquick *p = e->plan->quick + sel;

    return e->s->words == 1   ? count_one(e, p, x)
           : e->s->words == 2 ? count_two(e, p, x, false)
                              : count_more(e, p, x, false);
}

bool sel_any(struct kengine *e, ref sel, struct kctx *x)
{
    const struct kquick *p = e->plan->quick + sel;
    uint64_t m;

    return e->s->words == 1   ? count_words(e, p, x, true, &m, 1)
           : e->s->words == 2 ? count_two(e, p, x, true)
                              : count_more(e, p, x, true);
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

/* Of a set that is not empty. A single card is told apart from no other: nothing need be asked about it. */
INLINE static inline int tell_apart(struct kengine *e, const struct kquick *p, unsigned slot,
                                    const uint64_t *cards, unsigned words, uint16_t *out)
{
    unsigned first = 0, more = 0;
    int kept = 0;

    while (!cards[first])
        first++;
    for (unsigned w = first + 1; w < words; w++)
        more |= cards[w] != 0;
    if (!p->endless && !more && !(cards[first] & (cards[first] - 1))) {
        out[0] = (uint16_t)(first * 64 + (unsigned)__builtin_ctzll(cards[first]));
        return 1;
    }
    int n = k_slotinfo(e->s)[slot].ordered ? by_place(e, slot, cards, out)
                                           : distinct_cards(e, cards, out);
    if (!p->endless || n < 0)
        return n;
    for (int i = 0; i < n; i++)
        if (!used_up(e, out[i]))
            out[kept++] = out[i];
    return kept;
}

APART static int distinct_wide(struct kengine *e, const struct kquick *p, struct kctx *x,
                               unsigned slot, uint16_t *out)
{
    const uint64_t *held = k_held(e->s, slot);
    unsigned words = e->s->words;
    uint64_t room[FEW_WORDS], *set = set_room(e, room), any = 0;
    int n = -1;

    if (set && (p->looks || !shows_back(e, slot, words))) {
        for (unsigned w = 0; w < words; w++)
            set[w] = held[w];
        pass_words(e, p, x, set, words);
        for (unsigned w = 0; w < words; w++)
            any |= set[w];
        n = any ? tell_apart(e, p, slot, set, words, out) : 0;
    }
    set_unroom(e, room, set);
    return n;
}

int sel_distinct(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    const struct kquick *p = e->plan->quick + sel;
    unsigned slot = k_slot_of(e->s, e->d, p->zone[0], x->you);

    if (slot == REF_NONE || !k_slots(e->s)[slot].count)
        return 0;
    if (e->s->words > 1)
        return distinct_wide(e, p, x, slot, out);
    uint64_t m = *held_in(e->s, slot, 1);
    if (!p->looks && backs_in(e, p, x->you, 0, m))
        return -1;
    pass_words(e, p, x, &m, 1);
    return m ? tell_apart(e, p, slot, &(uint64_t){m}, 1, out) : 0;
}

/* ---- is there any of its face and definitions? ---- */

INLINE static inline uint64_t lacking_words(struct kengine *e, uint64_t needs, unsigned you,
                                            unsigned words)
{
    struct kstate *s = e->s;
    const uint16_t *slotof = k_slotof(s) + you;
    const uint64_t *down = k_down(s);
    uint64_t lacking = 0;

    for (; needs; needs &= needs - 1) {
        const struct klack *k = e->plan->lacks + __builtin_ctzll(needs);
        unsigned slot = slotof[k->zone * s->nseats];
        if (slot == REF_NONE)
            continue;
        const uint64_t *held = held_in(s, slot, words);
        const uint64_t *set = k->set == NO_SET ? NULL : cast_set(e, k->set);
        uint64_t any = 0;
        for (unsigned w = 0; w < words; w++)
            any |= held[w] & ((set ? set[w] : ~(uint64_t)0) | (k->hides ? down[w] : 0));
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
