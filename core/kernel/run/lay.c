/* lay.c - the seats, zones and cards that a game begins with, by its options. */
#include "kernel/run/run.h"

/* Places the seats: persons, and seats without a person between or after them. */
static int lay_seats(struct kengine *e, struct kstate *h, int people)
{
    const struct kdef *d = e->d;
    uint8_t kind[K_MAX_SEATS];
    int n = 0, extra = 0;
    int want[8] = {0};

    for (int k = 0; k < d->nkinds && k < 8; k++) {
        struct kctx x = ctx_of(NO_SEAT);
        bool on = d->kinds[k].cond == REF_NONE || k_eval(e, d->kinds[k].cond, &x);

        int64_t n = on ? k_eval(e, d->kinds[k].count, &x) : 0;

        want[k] = n < 0 ? 0 : n > K_MAX_SEATS ? K_MAX_SEATS : (int)n;
        extra += want[k];
    }
    if (people < 1 || people + extra > K_MAX_SEATS)
        return k_fail(e, K_E_SEATS, 0, people, extra);
    for (int p = 0; p < people; p++) {
        kind[n++] = 0;
        for (int k = 0; k < d->nkinds && k < 8; k++)
            if (!d->kinds[k].at_end && want[k] > 0) {
                kind[n++] = (uint8_t)(k + 1);
                want[k]--;
            }
    }
    for (int k = 0; k < d->nkinds && k < 8; k++)
        for (; want[k] > 0; want[k]--)
            kind[n++] = (uint8_t)(k + 1);
    h->people = (uint8_t)people;
    h->nseats = (uint8_t)n;
    h->nobs = (uint16_t)(n + 1);
    int index[9] = {0};
    for (int i = 0; i < n; i++) {
        h->seat_kind[i] = kind[i];
        h->seat_index[i] = (uint8_t)index[kind[i]]++;
        if (!kind[i])
            h->people_seats |= (uint16_t)BIT(i);
    }
    return 0;
}

/* The number of slots of the zone. */
static int zone_slots(const struct kzone *z, const struct kstate *h)
{
    int n = z->per == PER_TABLE;

    for (unsigned i = 0; i < h->nseats; i++)
        n += seat_has(h, z->per, z->kind, i);
    return n;
}

void each_held(struct kengine *e, unsigned z, struct kctx *x,
               void (*put)(void *ctx, unsigned card, int64_t copies), void *ctx)
{
    const struct kdef *d = e->d;
    const struct khold *hold = d->holds + d->zones[z].hold;

    for (const struct khold *end = hold + d->zones[z].nhold; hold < end; hold++) {
        int64_t first = hold->first == REF_NONE ? INT32_MAX : k_eval(e, hold->first, x);

        if (hold->cond != REF_NONE && !k_eval(e, hold->cond, x))
            continue;
        for (unsigned c = 0; c < d->ncards && first > 0; c++)
            if (hold->bits == REF_NONE || bits_has(d, hold->bits, (uint16_t)c)) {
                put(ctx, c,
                    hold->copies != REF_NONE ? k_eval(e, hold->copies, x) : d->cards[c].copies);
                first--;
            }
    }
}

/* What a zone of one seat starts with: number of cards, number of definitions. */
struct stock {
    int64_t cards, stamps;
    uint64_t met[K_MAX_DEF_WORDS];
};

static void count_copies(void *ctx, unsigned card, int64_t copies)
{
    enum { TOO_MANY = K_MAX_INSTS + 1 }; /* so that no sum of them overflows */
    struct stock *of = ctx;

    if (copies <= 0)
        return;
    of->cards += copies > TOO_MANY ? TOO_MANY : copies;
    of->stamps += !set_has(of->met, card);
    set_put(of->met, card, true);
}

/* How many instances zone z starts with, in all slots together; with the copies of an endless
 * zone. */
static int64_t zone_holds(struct kengine *e, const struct kstate *h, unsigned z)
{
    struct kctx x = ctx_of(NO_SEAT);
    struct stock of;
    int64_t slots = zone_slots(e->d->zones + z, h);

    of.cards = of.stamps = 0;
    memset(of.met, 0, e->d->bits.nwords * sizeof *of.met);
    each_held(e, z, &x, count_copies, &of);
    return of.cards * slots + (slots ? of.stamps * e->d->zones[z].endless : 0);
}

/* How many cards such a game may come to have. If a zone grows: one more for each pick, and what is
 * made in advance, at most as many as at the start. */
static int64_t most_cards(const struct kdef *d, int64_t cards)
{
    int64_t most = 2 * cards + d->limits.picks;
    bool grows = false;

    for (int z = 0; z < d->nzones; z++)
        grows |= d->zones[z].grows;
    return !grows ? cards : most < K_MAX_INSTS ? most : K_MAX_INSTS;
}

/* Fills the fixed part of a header: seats, sizes, offsets. */
static int lay_header(struct kengine *e, struct kstate *h, int people, bool track)
{
    const struct kdef *d = e->d;
    int64_t cards = 0;
    int slots = 0;

    memset(h, 0, sizeof *h);
    h->magic = K_MAGIC;
    h->version = K_VERSION;
    h->track = track;
    if (lay_seats(e, h, people))
        return -1;
    for (int z = 0; z < d->nzones; z++) {
        slots += zone_slots(d->zones + z, h);
        cards += zone_holds(e, h, (unsigned)z);
        if (cards < 0 || cards > K_MAX_INSTS || slots > 2000)
            return k_fail(e, K_E_CARDS, 0, (int32_t)cards, z + 1);
    }
    if (e->err.code)
        return -1;
    h->nslots = (uint16_t)(slots + 1); /* the last slot is the pool of unused instances */
    h->most_chosen = d->most_chosen;
    h->fact_words = d->facts ? d->bits.nwords : 0;
    layout_parts(d, h, (unsigned)most_cards(d, cards));
    uint32_t room = h->size;
    layout_parts(d, h, (unsigned)cards);
    h->room = room;
    return 0;
}

/* Options are read through the state: a small block stands in for it until there is a header. */
static int lay_with_options(struct kengine *e, struct kstate *h, int people,
                            const int32_t *options, bool track)
{
    struct {
        struct kstate h;
        struct krules r;
        int32_t opt[256];
    } mini;

    memset(&mini, 0, sizeof mini);
    mini.h.people = (uint8_t)people;
    mini.h.o_options = offsetof(__typeof__(mini), opt);
    _Static_assert(offsetof(__typeof__(mini), r) == RULES_AT, "as in a block");
    for (int i = 0; i < e->d->noptions && i < 256; i++)
        mini.opt[i] = options[i];
    e->s = &mini.h;
    int rc = lay_header(e, h, people, track);
    e->s = NULL;
    return rc;
}

uint32_t k_size(struct kengine *e, int people, const int32_t *options, bool track)
{
    struct kstate h;

    k_unlowered(e);
    e->err.code = K_OK;
    if (people < e->d->min_people || people > e->d->max_people) {
        k_fail(e, K_E_SEATS, 0, people, 0);
        return 0;
    }
    ran_pause(e, true);
    bool bad = lay_with_options(e, &h, people, options, track);
    ran_pause(e, false);
    return bad ? 0 : h.room;
}

static void lay_slots(const struct kdef *d, struct kstate *s)
{
    unsigned slot = 0;

    for (unsigned i = 0; i < d->nzones; i++) {
        const struct kzone *z = &d->zones[i];
        bool ordered = z->as != AS_SET, table = z->per == PER_TABLE;
        struct kslotinfo info = {.zone = (uint8_t)i,
                                 .seat = NO_SEAT,
                                 .ordered = ordered,
                                 .listed = ordered || z->shuffled || z->refill != REF_NONE,
                                 .up = z->up,
                                 .down = z->down,
                                 .careful = z->gone || z->endless};

        k_zonebase(s)[i] = (uint16_t)slot;
        if (table)
            k_slotinfo(s)[slot++] = info;
        for (unsigned seat = 0; seat < s->nseats; seat++) {
            bool has = seat_has(s, z->per, z->kind, seat);
            info.seat = (uint8_t)seat;
            if (has)
                k_slotinfo(s)[slot] = info;
            k_slotof(s)[i * s->nseats + seat] = table ? k_zonebase(s)[i]
                                                : has ? (uint16_t)slot++
                                                      : REF_NONE;
        }
    }
    k_zonebase(s)[d->nzones] = (uint16_t)slot;
    k_slotinfo(s)[slot] =
        (struct kslotinfo){.zone = 0xFF, .seat = NO_SEAT, .up = SIGHT_ALL, .down = SIGHT_ALL};
}

int layout_fill(struct kengine *e, struct kstate *s, int people, const int32_t *options,
                bool track)
{
    const struct kdef *d = e->d;
    struct kstate h;

    if (lay_with_options(e, &h, people, options, track))
        return -1;
    /* other parts are written before they are read */
    memset(s, 0, h.o_frames);
    memset((char *)s + h.o_phase, 0, h.o_rounds - h.o_phase);
    memset((char *)s + h.o_know, 0, h.o_hook - h.o_know);
    memset((char *)s + h.o_slotzone, 0, h.o_end - h.o_slotzone);
    *s = h;
    e->s = s;
    for (int i = 0; i < d->noptions; i++)
        k_options(s)[i] = options[i];
    lay_slots(d, s);
    layout_empty(s);
    return 0;
}
