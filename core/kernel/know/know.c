/* know.c - what each observer knows: a partition of the instances into classes.
 *
 * As far as the observer knows, the definitions of a class may be dealt among its instances in any
 * way. A class is named by its lowest instance. It may be too large, never too small. Each function
 * below is a row of this table:
 *
 *   set-up                                       all cards of a deck are one class
 *   a card is seen at a place that can be named  it stands alone
 *   it moves from such a place, or a whole       it takes its class along
 *     zone moves unseen
 *   a card leaves a hidden set unseen            the classes of all cards it may be are joined
 *   a card leaves it and the observer sees it    the classes that hold such a card are joined, then
 *                                                the card stands alone
 *   a shuffle, an unseen change of order         the classes are joined
 *   turned face down at a place with a name      nothing changes: memory is perfect
 *
 * The spectator also sees what is shown to all players. tests/property/knowledge compares the rows
 * with all histories of small games. */
#include "kernel/know/know.h"

bool k_sees(struct kengine *e, struct kstate *s, int o, unsigned c)
{
    return card_seen(e, s, o, c);
}

/* As card_seen, for all observers, a bit each. On the table the card's owner counts. The last bit
 * is the spectator, who sees what everyone sees. */
uint32_t know_seen_by(struct kengine *e, struct kstate *s, unsigned c)
{
    const struct kinst *in = k_insts(s) + c;
    const struct kslotinfo *info = k_slotinfo(s) + in->slot;
    uint32_t all = BIT(s->nobs) - 1, seats = all >> 1, m = 0;

    if (UNLIKELY(SLOW(e, SEEN_BY))) {
        for (int o = 0; o < s->nobs; o++)
            m |= card_seen(e, s, o, c) ? BIT(o) : 0;
        return m;
    }
    uint8_t sight = in->face == FACE_DOWN ? info->down : info->up;
    uint8_t owner = info->seat == NO_SEAT ? in->owner : info->seat;
    if (sight == SIGHT_ALL)
        return all;
    uint32_t his = owner != NO_SEAT ? BIT(owner) & seats : 0;
    if (in->shown)
        m = (in->shown >> THE_PUBLIC & 1 ? BIT(s->nseats) : 0) | (in->shown & seats);
    return sight == SIGHT_OWNER ? m | his : sight == SIGHT_OTHERS ? m | (seats & ~his) : m;
}

void know_alone(struct kengine *e, int o, unsigned c)
{
    struct kstate *s = e->s;
    uint16_t *cls = k_classes(s, o), old = cls[c], rep = NO_CARD;

    if (told_only(e))
        return;
    if (e->owed)
        owed_known(e, o, c);
    if (facts_live(s))
        memset(k_barred(s, o, c), 0, s->fact_words * sizeof(uint64_t));
    cls[c] = (uint16_t)c;
    if (old != c)
        return;
    for (unsigned i = c + 1; i < s->ninst; i++)
        if (cls[i] == old) {
            if (rep == NO_CARD)
                rep = (uint16_t)i;
            cls[i] = rep;
        }
}

void know_join(struct kengine *e, int o, const uint16_t *cards, int n)
{
    uint64_t mark[(K_MAX_INSTS + 63) / 64];

    if (told_only(e))
        return;
    facts_unite(e, o, cards, n);
    if (one_class(k_classes(e->s, o), cards, n))
        return;
    memset(mark, 0, e->s->words * 8u);
    for (int i = 0; i < n; i++)
        set_put(mark, k_classes(e->s, o)[cards[i]], true);
    uint16_t *cls = k_classes(e->s, o), low = NO_CARD;
    for (unsigned i = 0; i < e->s->ninst; i++)
        if (set_has(mark, cls[i])) { /* the lowest member names the joined class */
            low = low == NO_CARD ? (uint16_t)i : low;
            cls[i] = low;
        }
}

/* Writes those of `cards` whose class holds a definition in `may` to out (which may be `cards`). */
static int class_holds(struct kstate *s, int o, const uint16_t *cards, int n,
                       const uint64_t *may, uint16_t *out)
{
    const struct kinst *in = k_insts(s);
    const uint16_t *cls = k_classes(s, o);
    uint64_t holds[(K_MAX_INSTS + 63) / 64];
    int k = 0;

    memset(holds, 0, s->words * 8u);
    for (unsigned i = 0; i < s->ninst; i++)
        if (set_has(may, in[i].def))
            set_put(holds, cls[i], true);
    for (int i = 0; i < n; i++)
        if (set_has(holds, cls[cards[i]]))
            out[k++] = cards[i];
    return k;
}

/* Joins those of `cards` that may be definition d or, if d is REF_NONE, one in the public filter
 * `bits`: their class holds it, and no fact rules it out. */
static void join_holding(struct kengine *e, int o, const uint16_t *cards, int n, uint16_t d,
                         ref bits)
{
    struct kstate *s = e->s;
    unsigned words = e->d->bits.nwords;
    uint64_t may[K_MAX_DEF_WORDS];

    if (one_class(k_classes(s, o), cards, n) && !facts_live(s))
        return;
    uint16_t *able = k_list(e);
    memset(may, d == REF_NONE ? 0xFF : 0, words * sizeof *may);
    if (d != REF_NONE)
        set_put(may, d, true);
    else if (bits != REF_NONE)
        memcpy(may, e->d->bits.word + (size_t)bits * words, words * sizeof *may);
    if (able)
        know_join(e, o, able,
                  facts_live(s) ? facts_able(e, o, cards, n, may, able)
                                : class_holds(s, o, cards, n, may, able));
    k_unlist(e, able);
}

int know_unseen(struct kengine *e, int o, unsigned slot, const uint16_t *but, int nbut,
                uint16_t *out)
{
    struct kstate *s = e->s;
    int n = 0;

    for (unsigned c = k_first(s, slot); c != NO_CARD; c = k_next(s, c))
        if (!card_seen(e, s, o, c) && !list_has(but, nbut, c))
            out[n++] = (uint16_t)c;
    return n;
}

/* Lists c, which lies or lay in the slot, and the cards of the slot that o does not see. */
static int hidden_with(struct kengine *e, int o, unsigned slot, unsigned c, uint16_t *out)
{
    out[0] = (uint16_t)c;
    return 1 + know_unseen(e, o, slot, out, 1, out + 1);
}

/* o comes to see c, which was one of the slot's cards that they could not tell apart. */
static void comes_into_sight(struct kengine *e, int o, unsigned slot, unsigned c,
                             uint16_t *list)
{
    if (e->break_rule != BREAK_SEEN)
        join_holding(e, o, list, hidden_with(e, o, slot, c, list), k_insts(e->s)[c].def,
                     REF_NONE);
    know_alone(e, o, c);
}

/* Updates knowledge of c, which moved from `from` (with count_before cards). */
void know_moved(struct kengine *e, unsigned c, unsigned from, unsigned count_before,
                uint32_t seen_before, uint32_t seen_after)
{
    struct kstate *s = e->s;
    bool nameable = k_ordered(s, from) || count_before == 1;

    if (told_only(e))
        return;
    uint16_t *list = k_list(e);

    for (int o = 0; o < s->nobs && list; o++) {
        bool before = seen_before & BIT(o), after = seen_after & BIT(o);

        if (nameable) {
            if (before || after)
                know_alone(e, o, c);
        } else if (after && !before) {
            comes_into_sight(e, o, from, c, list);
        } else if (!before && e->break_rule != BREAK_UNSEEN) {
            int n = hidden_with(e, o, from, c, list);
            join_holding(e, o, list, n, REF_NONE, e->pub_bits);
        }
    }
    k_unlist(e, list);
}

/* A whole set comes into o's sight: they know each of its cards. */
void know_set_seen(struct kengine *e, int o, const uint16_t *cards, int n)
{
    for (int i = 0; i < n && !told_only(e); i++) {
        if (e->break_rule != BREAK_SEEN)
            join_holding(e, o, cards + i, n - i, k_insts(e->s)[cards[i]].def, REF_NONE);
        know_alone(e, o, cards[i]);
    }
}

/* c was turned or shown where it lies. */
void know_turned(struct kengine *e, unsigned c, uint32_t seen_before, uint32_t seen_after)
{
    struct kstate *s = e->s;
    unsigned slot = k_insts(s)[c].slot;

    if (told_only(e))
        return;
    uint16_t *list = k_list(e);

    for (int o = 0; o < s->nobs && list; o++) {
        if (!(seen_after & BIT(o)) || (seen_before & BIT(o)))
            continue;
        if (k_ordered(s, slot))
            know_alone(e, o, c);
        else
            comes_into_sight(e, o, slot, c, list);
    }
    k_unlist(e, list);
}

void know_shuffled(struct kengine *e, unsigned slot)
{
    struct kstate *s = e->s;

    if (told_only(e))
        return;
    uint16_t *list = k_list(e);
    int n = list ? zone_cards(s, slot, list) : 0;

    for (int o = 0; o < s->nobs && list; o++) {
        if (e->break_rule != BREAK_SHUFFLED)
            know_join(e, o, list, n);
        for (int i = 0; i < n; i++)
            if (card_seen(e, s, o, list[i]))
                know_alone(e, o, list[i]);
    }
    k_unlist(e, list);
}

void know_setup(struct kengine *e)
{
    struct kstate *s = e->s;
    uint16_t *list = k_list(e);

    for (int o = 0; o < s->nobs && list; o++) {
        uint16_t *cls = k_classes(s, o);

        for (unsigned i = 0; i < s->ninst; i++)
            cls[i] = (uint16_t)i;
        for (unsigned slot = 0; slot + 1 < s->nslots; slot++)
            know_join(e, o, list, know_unseen(e, o, slot, NULL, 0, list));
    }
    k_unlist(e, list);
}

uint16_t k_knows(struct kengine *e, struct kstate *s, int o, unsigned c)
{
    const struct kinst *in = k_insts(s);
    const uint16_t *cls = k_classes(s, o);

    if (card_seen(e, s, o, c))
        return in[c].def;
    if (!s->track)
        return REF_NONE;
    if (facts_live(s)) {
        uint64_t may[K_MAX_DEF_WORDS];
        return k_candidates(e, s, o, c, may) == 1 ? in[c].def : REF_NONE;
    }
    for (unsigned i = 0; i < s->ninst; i++)
        if (cls[i] == cls[c] && in[i].def != in[c].def)
            return REF_NONE;
    return in[c].def;
}

uint64_t k_digest(const struct kstate *s, int o)
{
    const uint64_t *digest = CAT(s, s->o_know, struct kknow)->digest;

    return s->track == TRACK_TOLD ? digest[o] ^ digest[s->nseats] * KRNG_GAMMA : digest[o];
}
