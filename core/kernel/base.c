/* base.c - what of selectors does not depend on the context, worked out once for all of them.
 *
 * A base is the cards of one zone, the table's or `you`r own, that lie one way and are some of the
 * definitions. Selectors that agree in this share it, and ask only its cards, and only what is left
 * to ask. Nothing changes while choices are listed, nor in a hook that judges a position for a bot:
 * a zone's cards are then dealt to its bases in one walk, when one of them is wanted and the zone is
 * known to be asked often (kplan.deal), or is asked again.
 */
#include "kernel/internal.h"

#include <stdlib.h>

/* ---- what is settled once per engine ---- */

/* Takes out of `bits` the definitions whose number does not pass a test against a constant. */
static void only_passing(const struct kdef *d, const struct ktest *t, uint64_t *bits)
{
    int32_t v = d->exprs[t->value].imm;

    for (unsigned c = 0; c < d->ncards; c++) {
        int32_t left = d->trait_value[c * d->ntraits + t->id];
        bool ok = t->cmp == CMP_IS         ? left == v
                  : t->cmp == CMP_EXCEPT   ? left != v
                  : t->cmp == CMP_AT_LEAST ? left >= v
                                           : left <= v;
        if (!ok)
            bits[c >> 6] &= ~(1ull << (c & 63));
    }
}

/* A number that no card works out, against a constant. */
static bool is_settled(const struct kdef *d, const struct ktest *t)
{
    return t->kind == TEST_NUMBER && !d->traits[t->id].formula &&
           d->exprs[t->value].op == X_CONST && d->exprs[t->value].imm != K_ABSENT;
}

/* Which definitions pass, and which tests are left to ask. */
static void settle_tests(struct kengine *e, unsigned sel, uint64_t *bits)
{
    const struct kdef *d = e->d;
    const struct kselect *q = &d->sels[sel];
    struct ksettled *p = &e->plan.settled[sel];

    p->bits = q->bits == REF_NONE ? NULL : d->bits.word + (uint32_t)q->bits * d->bits.nwords;
    for (int i = 0; i < q->ntests; i++) {
        if (!is_settled(d, &d->tests[q->tests + i])) {
            p->tests |= (uint16_t)BIT(i);
            continue;
        }
        for (unsigned w = 0; w < d->bits.nwords && p->bits != bits; w++)
            bits[w] = p->bits ? p->bits[w] : ~(uint64_t)0;
        p->bits = bits;
        only_passing(d, &d->tests[q->tests + i], bits);
    }
}

static bool same_bits(const struct kdef *d, const uint64_t *a, const uint64_t *b)
{
    return a == b || (a && b && !memcmp(a, b, d->bits.nwords * sizeof *a));
}

static bool bit_of(const uint64_t *bits, unsigned card)
{
    return !bits || (bits[card >> 6] >> (card & 63) & 1);
}

/* The base of these cards: there is one, or it is made. BASES: there are too many. */
static unsigned base_of(struct kengine *e, uint8_t zone, uint8_t face, const uint64_t *bits)
{
    struct kplan *p = &e->plan;
    unsigned i = 0;

    while (i < p->nbases && (p->base[i].zone != zone || p->base[i].face != face ||
                             !same_bits(e->d, p->base[i].bits, bits)))
        i++;
    if (i < p->nbases || i == BASES)
        return i;
    p->nbases++;
    p->base[i].zone = zone;
    p->base[i].face = face;
    p->base[i].bits = bits;
    p->zone_bases[zone] |= 1ull << i;
    for (unsigned c = 0; c < e->d->ncards; c++)
        p->bases_of[c] |= (uint64_t)bit_of(bits, c) << i;
    return i;
}

static void find_bases(struct kengine *e, unsigned sel)
{
    const struct kselect *q = &e->d->sels[sel];
    struct ksettled *p = &e->plan.settled[sel];
    uint64_t zones = 0;

    if (q->src != SRC_ZONES || !own_zones(e->d, q))
        return;
    for (int i = 0; i < q->nzones; i++) {
        if (q->zone[i] >= BASE_ZONES || e->d->zones[q->zone[i]].endless)
            return;
        unsigned base = base_of(e, q->zone[i], q->face, p->bits);
        if (base == BASES)
            return;
        p->base[i] = (uint8_t)base;
        p->bases |= 1ull << base;
        zones |= 1ull << q->zone[i];
    }
    p->zones = zones;
}

/* The zones that a question's actions ask often enough for dealing their cards to be worth while. */
static uint64_t zones_to_deal(const struct kengine *e, const struct kchoose *ch)
{
    uint64_t once = 0, twice = 0, often = 0;

    for (int i = 0; i < ch->nactions; i++) {
        const struct kaction *a = &e->d->actions[e->d->acts[ch->actions + i]];
        const ref sel[] = {a->card, a->helper, a->target};
        for (int j = 0; j < 3; j++) {
            uint64_t zones = sel[j] == REF_NONE ? 0 : e->plan.settled[sel[j]].zones;
            often |= twice & zones;
            twice |= once & zones;
            once |= zones;
        }
    }
    return often;
}

int bases_make(struct kengine *e)
{
    const struct kdef *d = e->d;
    struct kplan *p = &e->plan;

    p->settled = calloc(d->nsels + 1u, sizeof *p->settled);
    p->bits = calloc((d->nsels + 1u) * (d->bits.nwords + 1u), sizeof *p->bits);
    p->bases_of = calloc(d->ncards + 1u, sizeof *p->bases_of);
    p->deal = calloc(d->nchooses + 1u, sizeof *p->deal);
    if (!p->settled || !p->bits || !p->bases_of || !p->deal)
        return -1;
    for (unsigned i = 0; i < d->nsels; i++) {
        settle_tests(e, i, p->bits + i * d->bits.nwords);
        find_bases(e, i);
    }
    for (unsigned i = 0; i < d->nchooses; i++)
        p->deal[i] = zones_to_deal(e, &d->chooses[i]);
    return 0;
}

void bases_free(struct kengine *e)
{
    free(e->plan.settled);
    free(e->plan.bits);
    free(e->plan.bases_of);
    free(e->plan.deal);
}

/* ---- while nothing changes ---- */

/* One more card for a base; a set's stand in canonical order. */
static inline void add_card(struct kengine *e, unsigned base, uint16_t c, bool set)
{
    const struct kinst *in = k_insts(e->s);
    struct kbase *b = &e->plan.base[base];
    unsigned def = in[c].def, j = b->n++;

    e->filled |= 1ull << base;
    for (; set && j > 0 && in[b->card[j - 1]].def >= def; j--) {
        if (in[b->card[j - 1]].def == def) {
            e->twins |= 1ull << base;
            if (card_order(e, b->card[j - 1], c) <= 0)
                break;
        }
        b->card[j] = b->card[j - 1];
    }
    b->card[j] = c;
}

/* False: there are too many cards, or one that the asked seat does not see, so that it matters what
 * is asked of it and when; or nobody is asked, and backs come last (select.c). */
static bool deal_cards(struct kengine *e, unsigned slot, uint64_t bases)
{
    const struct kinst *in = k_insts(e->s);
    unsigned behind = faces_behind(e, slot);
    const struct kzone *z = &e->d->zones[k_zone_of(e->s, slot)];
    bool set = z->as == AS_SET, ups = set && e->asker == NO_SEAT && z->up != z->down;

    if (k_slots(e->s)[slot].count > BASE_CARDS)
        return false;
    for (uint16_t c = k_slots(e->s)[slot].head; c != NO_CARD; c = in[c].next) {
        if (((behind >> in[c].face & 1) && !may_look(e, c)) || (ups && in[c].face == FACE_DOWN))
            return false;
        for (uint64_t m = e->plan.bases_of[in[c].def] & bases; m; m &= m - 1) {
            unsigned base = (unsigned)__builtin_ctzll(m), face = e->plan.base[base].face;
            if (face == FACE_ANY || face == in[c].face)
                add_card(e, base, c, set);
        }
    }
    return true;
}

void bases_begin(struct kengine *e, uint8_t you, uint64_t zones)
{
    e->dealer = you;
    e->calm = true;
    e->deal = zones;
    e->asked = e->dealt = 0;
}

void bases_end(struct kengine *e)
{
    e->calm = false;
}

bool bases_asked(struct kengine *e, uint64_t zones)
{
    if (e->listing)
        return false;
    e->deal |= e->asked & zones & ~e->dealt; /* dealt once, barred: it could not be done */
    e->asked |= zones;
    return !(zones & ~e->deal);
}

bool bases_deal(struct kengine *e, uint64_t zones)
{
    for (; zones; zones &= zones - 1) {
        unsigned zone = (unsigned)__builtin_ctzll(zones),
                 slot = k_slot_of(e->s, e->d, zone, e->dealer);
        uint64_t bases = e->plan.zone_bases[zone];
        for (uint64_t m = bases; m; m &= m - 1)
            e->plan.base[__builtin_ctzll(m)].n = 0;
        e->filled &= ~bases;
        e->twins &= ~bases;
        e->dealt |= 1ull << zone;
        if (slot != REF_NONE && !deal_cards(e, slot, bases)) {
            e->deal &= ~(1ull << zone);
            return false;
        }
    }
    return true;
}

int bases_cards(const struct kengine *e, ref sel, uint16_t *out)
{
    int n = 0;

    for (int z = 0; z < e->d->sels[sel].nzones; z++) {
        const struct kbase *b = &e->plan.base[e->plan.settled[sel].base[z]];
        for (int i = 0; i < b->n; i++)
            out[n + i] = b->card[i];
        n += b->n;
    }
    return n;
}

int bases_count(const struct kengine *e, ref sel)
{
    int n = 0;

    for (int z = 0; z < e->d->sels[sel].nzones; z++)
        n += e->plan.base[e->plan.settled[sel].base[z]].n;
    return n;
}
