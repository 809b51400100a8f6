/* facts.c - public facts about hidden cards: what each may still be.
 *
 * Besides classes, each observer has for each instance the definitions that it surely is not
 * (k_barred). A world is a deal within the classes in which no instance is one of these. A fact is
 * true of one card at one place. If nobody can tell any more which card that was, each card that it
 * may be may be what any of them may be. What is kept may be too loose, never too tight.
 *
 *   told of cards of a row or pile, of a zone's     they are nothing else
 *     only card, of all hidden cards of a set
 *   told of some cards of a hidden set              as many of the cards that may be so are nothing
 *                                                   else; not kept if these are of several classes
 *   proven that at least one card is so (prove.c)   nothing, if one is known to be so. Else one of
 *                                                   those that may be so is nothing else: if they
 *                                                   lie in one hidden set, in one class with equal
 *                                                   facts, or if there is only one
 *   a card leaves a hidden set; a shuffle           each card that it may be may be what any of
 *                                                   them may be
 *   the observer sees a card                        it needs no fact: it stands alone
 *   else                                            a fact travels with its card */
#include "kernel/know/know.h"

/* Collects the definitions that the class holds. */
static void pool_of(struct kstate *s, int o, unsigned cls, uint64_t *pool)
{
    const struct kinst *in = k_insts(s);
    const uint16_t *of = k_classes(s, o);

    memset(pool, 0, s->fact_words * sizeof *pool);
    for (unsigned i = 0; i < s->ninst; i++)
        if (of[i] == cls)
            set_put(pool, in[i].def, true);
}

/* The definitions that a class holds (its pool), worked out again only for another class. NO_CARD:
 * none yet. As the set is large, only `cls` is set at first. */
struct pools {
    unsigned cls;
    uint64_t set[K_MAX_DEF_WORDS];
};

static const uint64_t *pool(struct kstate *s, int o, unsigned c, struct pools *p)
{
    unsigned cls = k_classes(s, o)[c];

    if (p->cls != cls)
        pool_of(s, o, p->cls = cls, p->set);
    return p->set;
}

static bool rows_alike(struct kstate *s, int o, const uint16_t *cards, int n)
{
    const uint64_t *first = k_barred(s, o, cards[0]);
    const uint16_t *cls = k_classes(s, o);
    int i = 1;

    while (i < n && cls[cards[i]] == cls[cards[0]] &&
           !memcmp(k_barred(s, o, cards[i]), first, s->fact_words * sizeof *first))
        i++;
    return i >= n;
}

void facts_unite(struct kengine *e, int o, const uint16_t *cards, int n)
{
    struct kstate *s = e->s;
    uint64_t both[K_MAX_DEF_WORDS];
    struct pools p;

    if (!facts_live(s) || n < 2 || rows_alike(s, o, cards, n) || e->break_rule == BREAK_UNITED)
        return;
    p.cls = NO_CARD;
    memset(both, 0xFF, s->fact_words * sizeof *both);
    for (int i = 0; i < n; i++) {
        const uint64_t *barred = k_barred(s, o, cards[i]), *held = pool(s, o, cards[i], &p);
        for (unsigned w = 0; w < s->fact_words; w++)
            both[w] &= barred[w] | ~held[w];
    }
    for (int i = 0; i < n; i++)
        memcpy(k_barred(s, o, cards[i]), both, s->fact_words * sizeof *both);
}

int facts_able(struct kengine *e, int o, const uint16_t *cards, int n, const uint64_t *may,
               uint16_t *out)
{
    struct kstate *s = e->s;
    struct pools p;
    int k = 0;

    p.cls = NO_CARD;
    for (int i = 0; i < n; i++) {
        const uint64_t *barred = k_barred(s, o, cards[i]), *held = pool(s, o, cards[i], &p);
        uint64_t any = 0;
        for (unsigned w = 0; w < s->fact_words; w++)
            any |= held[w] & ~barred[w] & may[w];
        if (any)
            out[k++] = cards[i];
    }
    return k;
}

/* ---- a fact is heard ---- */

static void bar_but(struct kstate *s, int o, unsigned c, const uint64_t *may)
{
    uint64_t *barred = k_barred(s, o, c);

    for (unsigned w = 0; w < s->fact_words; w++)
        barred[w] |= ~may[w];
}

/* Observer o hears a fact about cards[i]. In a row, or if all hidden cards of a set are told of,
 * they know which card that is. Else it may be any of the set's cards that may be so; one of a
 * class stands for all. If these are of several classes the fact is dropped, as joining the classes
 * would lose more than it gives. */
static void hear(struct kengine *e, int o, const uint16_t *cards, int n, int i,
                 const uint64_t *may, uint16_t *list)
{
    struct kstate *s = e->s;
    unsigned c = cards[i], slot = k_insts(s)[c].slot;

    if (card_seen(e, s, o, c))
        return;
    if (!k_ordered(s, slot) && know_unseen(e, o, slot, cards, n, list) &&
        e->break_rule != BREAK_OF_A_SET) {
        int k = facts_able(e, o, list, know_unseen(e, o, slot, cards, i, list), may, list);
        if (!one_class(k_classes(s, o), list, k))
            return;
        facts_unite(e, o, list, k);
    }
    bar_but(s, o, c, may);
}

static void facts_begin(struct kstate *s)
{
    if (!facts_live(s))
        memset(k_barred(s, 0, 0), 0,
               (size_t)s->nobs * s->ninst * s->fact_words * sizeof(uint64_t));
    k_know(s)->facts = 1;
}

void facts_hear(struct kengine *e, const uint16_t *cards, int n, const uint64_t *may)
{
    struct kstate *s = e->s;

    for (int i = 0; e->owed && i < n; i++)
        for (int o = 0; o < s->nobs; o++)
            owed_known(e, o, cards[i]);
    if (!s->fact_words || s->track != TRACK_ALL || !n)
        return;
    facts_begin(s);
    uint16_t *list = k_list(e);
    for (int o = 0; o < s->nobs && list; o++)
        for (int i = 0; i < n; i++)
            hear(e, o, cards, n, i, may, list);
    k_unlist(e, list);
}

/* As far as o knows, can card c only be one of `may`? */
static bool surely(struct kengine *e, int o, unsigned c, const uint64_t *may, struct pools *p)
{
    struct kstate *s = e->s;
    const uint64_t *barred = k_barred(s, o, c), *held = pool(s, o, c, p);
    uint64_t else_be = 0;

    if (card_seen(e, s, o, c))
        return set_has(may, k_insts(s)[c].def);
    for (unsigned w = 0; w < s->fact_words; w++)
        else_be |= held[w] & ~barred[w] & ~may[w];
    return !else_be;
}

/* Observer o hears that at least one of the cards is one of `may`. If o knows equally much about
 * these cards of one hidden set, they may be told that it is this one. If they could tell the cards
 * apart, that would be too much. */
static void hear_some(struct kengine *e, int o, const uint16_t *cards, int n,
                      const uint64_t *may, uint16_t *list)
{
    struct kstate *s = e->s;
    const struct kinst *in = k_insts(s);
    struct pools p;
    int k = 0, is = 0;

    p.cls = NO_CARD;
    for (int i = 0; i < n; i++) {
        if (surely(e, o, cards[i], may, &p))
            return;
        if (!card_seen(e, s, o, cards[i]))
            list[k++] = cards[i];
    }
    k = facts_able(e, o, list, k, may, list);
    if (k > 1 && e->break_rule != BREAK_OF_A_ROW &&
        (k_ordered(s, in[list[0]].slot) || !rows_alike(s, o, list, k)))
        return;
    for (int i = 1; i < k; i++)
        if (in[list[i]].slot != in[list[0]].slot)
            return;
    while (is < k && !set_has(may, in[list[is]].def))
        is++;
    if (is < k)
        bar_but(s, o, list[is], may);
}

void facts_hear_some(struct kengine *e, const uint16_t *cards, int n, const uint64_t *may)
{
    struct kstate *s = e->s;
    uint16_t *list = k_list(e);

    facts_begin(s);
    for (int o = 0; o < s->nobs && list; o++)
        hear_some(e, o, cards, n, may, list);
    k_unlist(e, list);
}

/* ---- what follows ---- */

enum { FEW_DEFS = 256, FEW = FEW_DEFS / 64 }; /* of a larger class nothing is concluded */

/* What the cards of a class may be instead of what they are. leads[d] holds first the definitions
 * (by place in def) that some card which is d may be; then all that a chain leads to from there. A
 * chain of exchanges that leads back to d is another possible deal. */
struct exchanges {
    unsigned n;
    uint16_t def[FEW_DEFS];
    uint64_t leads[FEW_DEFS][FEW];
};

static unsigned nth_def(const struct exchanges *x, unsigned def)
{
    unsigned low = 0, end = x->n;

    while (end - low > 1) {
        unsigned mid = (low + end) / 2;
        *(x->def[mid] <= def ? &low : &end) = mid;
    }
    return low;
}

/* The definitions of the class that c may be, by place in def. */
static void places_of(struct kstate *s, int o, const struct exchanges *x, unsigned c,
                      uint64_t out[FEW])
{
    const uint64_t *barred = k_barred(s, o, c);

    memset(out, 0, FEW * sizeof *out);
    for (unsigned d = 0; d < x->n; d++)
        if (!set_has(barred, x->def[d]))
            set_put(out, d, true);
}

static void close_chains(struct exchanges *x)
{
    for (unsigned by = 0; by < x->n; by++)
        for (unsigned from = 0; from < x->n; from++)
            if (set_has(x->leads[from], by))
                for (unsigned w = 0; w < FEW; w++)
                    x->leads[from][w] |= x->leads[by][w];
}

/* Fills x for a class. False: it holds too many definitions. */
static bool find_exchanges(struct kstate *s, int o, unsigned cls, struct exchanges *x)
{
    const struct kinst *in = k_insts(s);
    const uint16_t *of = k_classes(s, o);
    uint64_t held[K_MAX_DEF_WORDS], mine[FEW];

    pool_of(s, o, cls, held);
    if (set_size(held, s->fact_words) > FEW_DEFS)
        return false;
    x->n = (unsigned)set_cards(held, s->fact_words, x->def);
    memset(x->leads, 0, x->n * sizeof *x->leads);
    for (unsigned i = cls; i < s->ninst; i++) {
        if (of[i] != cls)
            continue;
        places_of(s, o, x, i, mine);
        for (unsigned w = 0; w < FEW; w++)
            x->leads[nth_def(x, in[i].def)][w] |= mine[w];
    }
    close_chains(x);
    return true;
}

/* Could a card which is `is` and may be `mine` be definition d? (All by place in def.) */
static bool could_be(const struct exchanges *x, const uint64_t mine[FEW], unsigned is,
                     unsigned d)
{
    return d == is || (set_has(mine, d) && set_has(x->leads[d], is));
}

/* For cards of a class of several: out[card] is what they are in every deal, else REF_NONE. */
static void conclude(struct kstate *s, int o, unsigned cls, uint16_t *out)
{
    const uint16_t *of = k_classes(s, o);
    struct exchanges x;
    uint64_t mine[FEW];

    if (!find_exchanges(s, o, cls, &x))
        x.n = 0;
    for (unsigned i = cls; i < s->ninst; i++) {
        if (of[i] != cls)
            continue;
        out[i] = REF_NONE;
        if (!x.n)
            continue;
        uint16_t is = k_insts(s)[i].def;
        unsigned at = nth_def(&x, is), d = 0;
        places_of(s, o, &x, i, mine);
        while (d < x.n && (d == at || !could_be(&x, mine, at, d)))
            d++;
        out[i] = d == x.n ? is : REF_NONE;
    }
}

/* Only classes of different definitions need `conclude`, and few are. */
void facts_known(struct kstate *s, int o, uint16_t *out)
{
    const uint16_t *of = k_classes(s, o);
    const struct kinst *in = k_insts(s);

    for (unsigned i = 0; i < s->ninst; i++)
        if (of[i] == i)
            out[i] = in[i].def;
        else if (in[i].def != in[of[i]].def)
            out[of[i]] = REF_NONE;
    for (unsigned i = 0; i < s->ninst; i++)
        out[i] = out[of[i]];
    for (unsigned i = 0; i < s->ninst && facts_live(s); i++)
        if (of[i] == i && out[i] == REF_NONE)
            conclude(s, o, i, out);
}

uint32_t facts_who_knows(struct kengine *e, unsigned c, uint32_t seen)
{
    struct kstate *s = e->s;
    uint16_t *known = s->track == TRACK_ALL ? k_list(e) : NULL;
    uint32_t who = 0;

    for (int o = 0; o < s->nobs && known; o++) {
        if (seen & BIT(o))
            continue;
        facts_known(s, o, known);
        who |= known[c] != REF_NONE ? BIT(o) : 0;
    }
    k_unlist(e, known);
    return who;
}

int k_candidates(struct kengine *e, struct kstate *s, int o, unsigned c, uint64_t *out)
{
    unsigned cls = k_classes(s, o)[c], words = e->d->bits.nwords;
    struct exchanges x;
    uint64_t mine[FEW];

    memset(out, 0, words * sizeof *out);
    if (card_seen(e, s, o, c) || s->track != TRACK_ALL) {
        set_put(out, k_insts(s)[c].def, card_seen(e, s, o, c));
        return out[k_insts(s)[c].def >> 6] != 0;
    }
    if (facts_live(s) && find_exchanges(s, o, cls, &x)) {
        unsigned at = nth_def(&x, k_insts(s)[c].def);
        places_of(s, o, &x, c, mine);
        for (unsigned d = 0; d < x.n; d++)
            set_put(out, x.def[d], could_be(&x, mine, at, d));
    } else {
        for (unsigned i = 0; i < s->ninst; i++)
            if (k_classes(s, o)[i] == cls)
                set_put(out, k_insts(s)[i].def, true);
    }
    return set_size(out, words);
}

bool k_narrowed(struct kengine *e, struct kstate *s, int o, unsigned c, uint64_t *out)
{
    uint64_t held[K_MAX_DEF_WORDS];

    if (!facts_live(s) || card_seen(e, s, o, c))
        return false;
    pool_of(s, o, k_classes(s, o)[c], held);
    return k_candidates(e, s, o, c, out) < set_size(held, s->fact_words);
}
