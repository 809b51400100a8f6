/* quick.c - what is asked of all cards of own zones alike (SEL_QUICK): sets are AND-ed, and that is all.
 *
 * The most usual selectors; plan.c lays out what they ask (kquick). Where cards that the asked seat does
 * not see lie among the others select.c takes its filter.
 * Written for any number of words and compiled apart for one, which most games have.
 */
#include "kernel/run/run.h"

/* ---- a mask: of some cards those that pass ---- */

/* The same as mask_and, card by card: where the set of the cast is not worth making. */
APART static void by_definition(struct kengine *e, unsigned id, bool flip, unsigned but,
                                uint64_t *mask)
{
    const uint64_t *defs = cast_definitions(e, id);
    const uint64_t *others = but == NO_SET ? NULL : cast_definitions(e, but);

    for (unsigned w = 0; w < e->s->words; w++)
        for (uint64_t left = mask[w]; left; left &= left - 1) {
            unsigned def = k_insts(e->s)[w * 64 + (unsigned)__builtin_ctzll(left)].def;
            if (set_has(defs, def) == flip && !(others && set_has(others, def)))
                mask[w] &= ~(left & -left);
        }
}

/* Those of a set of the cast (flip: the others) pass; those of the set `but`, if there is one, in any
 * case. */
INLINE static inline void mask_and(struct kengine *e, unsigned id, bool flip, unsigned but,
                                   uint64_t *mask, unsigned words)
{
    const uint64_t *others = but == NO_SET ? NULL : cast_wanted(e, but);
    const uint64_t *set = but == NO_SET || others ? cast_wanted(e, id) : NULL;
    uint64_t other = flip ? ~(uint64_t)0 : 0;

    if (!set)
        by_definition(e, id, flip, but, mask);
    for (unsigned w = 0; w < words && set; w++)
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

/* A flag of a card. */
INLINE static inline void mask_flag(struct kengine *e, const struct kask *a, int64_t v,
                                    uint64_t *mask, unsigned words)
{
    bool at_start = compare(a->cmp, a->least, v);
    uint64_t flip = at_start ? ~(uint64_t)0 : 0;

    if (compare(a->cmp, !a->least, v) != at_start)
        for (unsigned w = 0; w < words; w++)
            mask[w] &= k_marked(e->s, a->first)[w] ^ flip;
    else if (!at_start)
        mask_none(mask, words);
}

/* What is asked against values. */
INLINE static inline void mask_asks(struct kengine *e, const struct kquick *p, struct kctx *x,
                                    uint64_t *mask, unsigned words)
{
    const struct kask *a = e->plan->asks + p->asks, *end = a + p->nasks;

    for (; a < end; a++) {
        int64_t v = k_value(e, a->value, x);
        if (v == K_ABSENT)
            continue;
        if (a->kind == TEST_NUMBER)
            mask_number(e, a, v, mask, words);
        else if (a->kind == TEST_WORD)
            mask_word(e, a, v, mask, words);
        else
            mask_flag(e, a, v, mask, words);
    }
}

APART static void asks_one(struct kengine *e, const struct kquick *p, struct kctx *x,
                           uint64_t *mask)
{
    mask_asks(e, p, x, mask, 1);
}

APART static void asks_more(struct kengine *e, const struct kquick *p, struct kctx *x,
                            uint64_t *mask)
{
    mask_asks(e, p, x, mask, e->s->words);
}

INLINE static inline void quick_mask(struct kengine *e, const struct kquick *p, struct kctx *x,
                                     uint64_t *mask, unsigned words)
{
    const uint64_t *down = k_down(e->s);

    for (unsigned w = 0; w < words && p->face != FACE_ANY; w++)
        mask[w] &= p->face == FACE_DOWN ? down[w] : ~down[w];
    if (p->set != NO_SET)
        mask_and(e, p->set, false, NO_SET, mask, words);
    if (p->nasks && words == 1)
        asks_one(e, p, x, mask);
    else if (p->nasks)
        asks_more(e, p, x, mask);
}

/* ---- the cards that lie there and pass ---- */

/* Takes out of 64 cards those that work out a number which does not pass. */
APART static uint64_t ask_formulas(struct kengine *e, const struct kask *a, struct kctx *x,
                                   unsigned i, uint64_t m)
{
    const uint64_t *defs = cast_definitions(e, a->formulas);
    int64_t v = k_value(e, a->value, x);

    for (uint64_t left = m; left; left &= left - 1) {
        unsigned c = i * 64 + (unsigned)__builtin_ctzll(left);
        if (set_has(defs, k_insts(e->s)[c].def) && !sel_test(e, e->d->tests + a->test, v, x, c))
            m &= ~(left & -left);
    }
    return m;
}

/* Of 64 cards those that pass what is asked of each. */
APART static uint64_t one_by_one(struct kengine *e, const struct kquick *p, struct kctx *x,
                                 unsigned i, uint64_t m)
{
    const struct kask *a = e->plan->asks + p->asks, *end = a + p->nasks;

    for (; a < end; a++)
        if (a->formulas != NO_SET)
            m = ask_formulas(e, a, x, i, m);
    if (p->where == REF_NONE)
        return m;
    struct kctx own = *x;
    for (uint64_t left = m; left && !e->err.code && !k_spend(e, 1); left &= left - 1) {
        own.card[BOUND_IT] = (uint16_t)(i * 64 + (unsigned)__builtin_ctzll(left));
        if (!k_eval(e, p->where, &own))
            m &= ~(left & -left);
    }
    return m;
}

/* The cards of its zones; false: the asked seat does not see all. */
INLINE static inline bool held_there(struct kengine *e, const struct kquick *p, unsigned you,
                                     uint64_t *cards, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        cards[w] = 0;
    for (int i = 0; i < p->nzones; i++) {
        unsigned slot = k_slot_of(e->s, e->d, p->zone[i], you);
        if (slot == REF_NONE)
            continue;
        if (e->asker != NO_SEAT && shows_back(e, slot, words))
            return false;
        for (unsigned w = 0; w < words; w++)
            cards[w] |= k_held(e->s, slot)[w];
    }
    return true;
}

INLINE static inline int count_words(struct kengine *e, const struct kquick *p, struct kctx *x,
                                     int enough, unsigned words)
{
    uint64_t cards[FEW_WORDS], any = 0;
    int n = 0;

    if (!held_there(e, p, x->you, cards, words))
        return -1;
    quick_mask(e, p, x, cards, words);
    for (unsigned w = 0; w < words; w++) {
        if (cards[w] && p->each)
            cards[w] = one_by_one(e, p, x, w, cards[w]);
        any |= cards[w];
        n += cards[w] && enough > 1 ? members(cards[w]) : 0;
    }
    return enough > 1 ? n : any != 0;
}

APART static int count_more(struct kengine *e, const struct kquick *p, struct kctx *x,
                            int enough)
{
    return e->s->words > FEW_WORDS ? -1 : count_words(e, p, x, enough, e->s->words);
}

int quick_count(struct kengine *e, ref sel, struct kctx *x, int enough)
{
    const struct kquick *p = e->plan->quick + sel;

    return e->s->words == 1 ? count_words(e, p, x, enough, 1) : count_more(e, p, x, enough);
}

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

INLINE static inline int list_words(struct kengine *e, const struct kquick *p, struct kctx *x,
                                    unsigned slot, uint16_t *out, unsigned words)
{
    uint64_t cards[FEW_WORDS], any = 0;

    if (shows_back(e, slot, words))
        return -1;
    for (unsigned w = 0; w < words; w++)
        cards[w] = k_held(e->s, slot)[w];
    quick_mask(e, p, x, cards, words);
    for (unsigned w = 0; w < words; w++) {
        if (cards[w] && p->each)
            cards[w] = one_by_one(e, p, x, w, cards[w]);
        any |= cards[w];
    }
    if (!any || (p->endless && !k_slots(e->s)[e->s->nslots - 1].count)) /* used up */
        return 0;
    return k_slotinfo(e->s)[slot].ordered ? by_place(e, slot, cards, out)
                                          : distinct_cards(e, cards, out);
}

APART static int list_wide(struct kengine *e, const struct kquick *p, struct kctx *x,
                           unsigned slot, uint16_t *out)
{
    return e->s->words > FEW_WORDS ? -1 : list_words(e, p, x, slot, out, e->s->words);
}

int quick_cards(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    const struct kquick *p = e->plan->quick + sel;
    unsigned slot = k_slot_of(e->s, e->d, p->zone[0], x->you);

    if (slot == REF_NONE || !k_slots(e->s)[slot].count)
        return 0;
    if (k_slotinfo(e->s)[slot].listed && !k_slotinfo(e->s)[slot].ordered)
        return -1;
    return e->s->words == 1 ? list_words(e, p, x, slot, out, 1) : list_wide(e, p, x, slot, out);
}

/* ---- is there any of its face and definitions? ---- */

INLINE static inline bool none_words(struct kengine *e, const struct kquick *p, unsigned you,
                                     unsigned words)
{
    const uint64_t *set = p->set == NO_SET ? NULL : cast_set(e, p->set), *down = k_down(e->s);
    uint64_t any = 0;
    bool behind = false;

    for (int i = 0; i < p->nzones && !any; i++) {
        unsigned slot = k_slot_of(e->s, e->d, p->zone[i], you);
        if (slot == REF_NONE)
            continue;
        const uint64_t *held = k_held(e->s, slot);
        for (unsigned w = 0; w < words; w++) {
            uint64_t m = set ? held[w] & set[w] : held[w];
            any |= p->face == FACE_ANY ? m : p->face == FACE_DOWN ? m & down[w] : m & ~down[w];
        }
        behind |= !any && k_slots(e->s)[slot].count && shows_back(e, slot, words);
    }
    return !any && !behind;
}

APART static bool none_more(struct kengine *e, const struct kquick *p, unsigned you)
{
    return none_words(e, p, you, e->s->words);
}

bool quick_none(struct kengine *e, ref sel, unsigned you)
{
    const struct kquick *p = e->plan->quick + sel;

    if (!p->nzones)
        return false;
    return e->s->words == 1 ? none_words(e, p, you, 1) : none_more(e, p, you);
}
