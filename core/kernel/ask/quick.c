/* quick.c - what is asked of all cards of own zones alike (SEL_QUICK): sets are AND-ed, and that is all.
 *
 * The most usual selectors; plan.c lays out what they ask (kquick). Where cards that the asked seat does
 * not see lie among the others, or a set of the cast is not worth making, select.c takes its filter.
 * Written for any number of words and compiled apart for one, which most games have.
 */
#include "kernel/run/run.h"

/* ---- what passes wherever it lies: a mask ---- */

/* Those of a set of the cast (flip: the others) pass. False: the set is not worth making. */
INLINE static inline bool mask_and(struct kengine *e, unsigned id, bool flip, uint64_t *mask,
                                   unsigned words)
{
    const uint64_t *set = cast_wanted(e, id), other = flip ? ~(uint64_t)0 : 0;

    for (unsigned w = 0; w < words && set; w++)
        mask[w] &= set[w] ^ other;
    return set;
}

/* The same but that those of another set pass in any case; NO_SET: there is none. */
INLINE static inline bool mask_but(struct kengine *e, unsigned id, bool flip, unsigned but,
                                   uint64_t *mask, unsigned words)
{
    if (but == NO_SET)
        return mask_and(e, id, flip, mask, words);
    const uint64_t *others = cast_wanted(e, but);
    const uint64_t *set = others ? cast_wanted(e, id) : NULL;
    for (unsigned w = 0; w < words && set; w++)
        mask[w] &= (flip ? ~set[w] : set[w]) | others[w];
    return set;
}

/* All pass or none. */
INLINE static inline bool mask_all(bool pass, uint64_t *mask, unsigned words)
{
    for (unsigned w = 0; w < words && !pass; w++)
        mask[w] = 0;
    return true;
}

/* Cards whose number is at most v; flip: the others. */
INLINE static inline bool mask_at_most(struct kengine *e, const struct kask *a, int64_t v,
                                       bool flip, uint64_t *mask, unsigned words)
{
    if (v >= a->least && v < a->least + a->n)
        return mask_but(e, a->first + (unsigned)(v - a->least), flip, a->formulas, mask, words);
    if ((v < a->least) == flip)
        return true;
    return a->formulas == NO_SET ? mask_all(false, mask, words)
                                 : mask_and(e, a->formulas, false, mask, words);
}

INLINE static inline bool mask_number(struct kengine *e, const struct kask *a, int64_t v,
                                      uint64_t *mask, unsigned words)
{
    return (a->cmp == CMP_AT_LEAST || mask_at_most(e, a, v, false, mask, words)) &&
           (a->cmp == CMP_AT_MOST || mask_at_most(e, a, v - 1, true, mask, words));
}

INLINE static inline bool mask_word(struct kengine *e, const struct kask *a, int64_t v,
                                    uint64_t *mask, unsigned words)
{
    bool flip = a->cmp == CMP_EXCEPT;

    return v >= 0 && v < a->n ? mask_and(e, a->first + (unsigned)v, flip, mask, words)
                              : mask_all(flip, mask, words);
}

/* A flag of a card. */
INLINE static inline bool mask_flag(struct kengine *e, const struct kask *a, int64_t v,
                                    uint64_t *mask, unsigned words)
{
    bool at_start = compare(a->cmp, a->least, v);
    uint64_t flip = at_start ? ~(uint64_t)0 : 0;

    if (compare(a->cmp, !a->least, v) == at_start)
        return mask_all(at_start, mask, words);
    for (unsigned w = 0; w < words; w++)
        mask[w] &= k_marked(e->s, a->first)[w] ^ flip;
    return true;
}

/* What is asked against values. */
INLINE static inline bool mask_asks(struct kengine *e, const struct kquick *p, struct kctx *x,
                                    uint64_t *mask, unsigned words)
{
    const struct kask *a = e->plan->asks + p->asks, *end = a + p->nasks;
    bool ok = true;

    for (; a < end && ok; a++) {
        int64_t v = k_value(e, a->value, x);
        if (v != K_ABSENT)
            ok = a->kind == TEST_NUMBER ? mask_number(e, a, v, mask, words)
                 : a->kind == TEST_WORD ? mask_word(e, a, v, mask, words)
                                        : mask_flag(e, a, v, mask, words);
    }
    return ok;
}

APART static bool asks_one(struct kengine *e, const struct kquick *p, struct kctx *x,
                           uint64_t *mask)
{
    return mask_asks(e, p, x, mask, 1);
}

APART static bool asks_more(struct kengine *e, const struct kquick *p, struct kctx *x,
                            uint64_t *mask)
{
    return mask_asks(e, p, x, mask, e->s->words);
}

/* False: it takes a filter. */
INLINE static inline bool quick_mask(struct kengine *e, const struct kquick *p, struct kctx *x,
                                     uint64_t *mask, unsigned words)
{
    const uint64_t *down = k_down(e->s);

    for (unsigned w = 0; w < words; w++)
        mask[w] = p->face == FACE_ANY    ? ~(uint64_t)0
                  : p->face == FACE_DOWN ? down[w]
                                         : ~down[w];
    if (p->set != NO_SET && !mask_and(e, p->set, false, mask, words))
        return false;
    return !p->nasks || (words == 1 ? asks_one(e, p, x, mask) : asks_more(e, p, x, mask));
}

/* ---- the cards that lie there and pass ---- */

/* Takes out of 64 cards those that work out a number which does not pass. */
APART static uint64_t ask_formulas(struct kengine *e, const struct kask *a, struct kctx *x,
                                   unsigned i, uint64_t m)
{
    const uint64_t *set = cast_set(e, a->formulas);
    int64_t v = m & set[i] ? k_value(e, a->value, x) : K_ABSENT;

    for (uint64_t left = v == K_ABSENT ? 0 : m & set[i]; left; left &= left - 1) {
        unsigned c = i * 64 + (unsigned)__builtin_ctzll(left);
        if (!sel_test(e, e->d->tests + a->test, v, x, c))
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
    for (uint64_t left = m; left; left &= left - 1) {
        own.card[SLOT_IT] = (uint16_t)(i * 64 + (unsigned)__builtin_ctzll(left));
        if (!k_eval(e, p->where, &own))
            m &= ~(left & -left);
    }
    return m;
}

INLINE static inline int count_words(struct kengine *e, const struct kquick *p, struct kctx *x,
                                     int enough, unsigned words)
{
    uint64_t mask[FEW_WORDS], any = 0;
    int n = 0;

    if (!quick_mask(e, p, x, mask, words))
        return -1;
    for (int i = 0; i < p->nzones; i++) {
        unsigned slot = k_slot_of(e->s, e->d, p->zone[i], x->you);
        if (slot == REF_NONE)
            continue;
        if (e->asker != NO_SEAT && shows_back(e, slot, words))
            return -1;
        for (unsigned w = 0; w < words; w++) {
            uint64_t m = k_held(e->s, slot)[w] & mask[w];
            if (m && p->each)
                m = one_by_one(e, p, x, w, m);
            any |= m;
            n += m && enough > 1 ? members(m) : 0;
        }
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

    if (shows_back(e, slot, words) || !quick_mask(e, p, x, cards, words))
        return -1;
    for (unsigned w = 0; w < words; w++) {
        cards[w] &= k_held(e->s, slot)[w];
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
