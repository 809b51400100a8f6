/* zone.h - cards in zones: lists of cards and one card's move, inlined where they run. */
#ifndef CANTRIP_KERNEL_ZONE_H
#define CANTRIP_KERNEL_ZONE_H

#include "kernel/run/run.h"

/* Where the tables of a block lie. They are looked up once for many cards: what moves stores bytes, and after
 * such a store nothing is known of what was looked up before. */
struct ground {
    struct kinst *in;
    struct kslot *slot;
    const struct kslotinfo *info;
    uint64_t *held, *odd;
    unsigned words;
    uint64_t named; /* bit c % 64 of each card c that a counter or what waits may hold */
};

INLINE static inline struct ground ground_of(struct kstate *s)
{
    return (struct ground){k_insts(s), k_slots(s), k_slotinfo(s), k_held(s, 0),
                           k_odd(s),   s->words,   ~(uint64_t)0};
}

/* Are there counters that hold a card? */
static inline bool may_hold_card(const struct kengine *e)
{
    return e->plan->nref_game | e->plan->nref_seat;
}
uint64_t held_by_counters(struct kengine *e);
/* A bit for each that they hold, as ground.named. */
INLINE static inline uint64_t named_cards(struct kengine *e)
{
    return e->plain ? ~(uint64_t)0 : may_hold_card(e) ? held_by_counters(e) : 0;
}

/* ---- the lists of rows, piles and what is shuffled ---- */

static inline void list_unlink(struct kinst *in, unsigned c, struct kslot *z)
{
    uint16_t p = in[c].prev, n = in[c].next;

    *(p == NO_CARD ? &z->head : &in[p].next) = n;
    *(n == NO_CARD ? &z->tail : &in[n].prev) = p;
    in[c].next = in[c].prev = NO_CARD;
}

static inline void list_append(struct kinst *in, unsigned c, struct kslot *z)
{
    uint16_t last = z->tail;

    in[c].next = NO_CARD;
    in[c].prev = last;
    *(last == NO_CARD ? &z->head : &in[last].next) = (uint16_t)c;
    z->tail = (uint16_t)c;
}

/* ---- a card is taken from where it lies, and laid down ---- */

INLINE static inline void zone_lift(const struct ground *g, unsigned c)
{
    unsigned slot = g->in[c].slot;

    if (g->info[slot].listed)
        list_unlink(g->in, c, g->slot + slot);
    set_put(g->held + (size_t)slot * g->words, c, false);
    g->slot[slot].count--;
}

INLINE static inline void zone_lay(const struct ground *g, unsigned c, unsigned slot)
{
    if (g->info[slot].listed)
        list_append(g->in, c, g->slot + slot);
    set_put(g->held + (size_t)slot * g->words, c, true);
    g->in[c].slot = (uint16_t)slot;
    g->slot[slot].count++;
}

static inline void zone_unlink(struct kstate *s, unsigned c)
{
    struct ground g = ground_of(s);

    zone_lift(&g, c);
}

static inline void zone_append(struct kstate *s, unsigned c, unsigned slot)
{
    struct ground g = ground_of(s);

    zone_lay(&g, c, slot);
}

/* at: its place from 0; it must be listed */
void zone_insert(struct kstate *s, unsigned c, unsigned slot, int at);

/* at: place from 0, -1 = last; a set has no places */
static inline void zone_link(struct kstate *s, unsigned c, unsigned slot, int at)
{
    if (at < 0 || !k_slotinfo(s)[slot].listed)
        zone_append(s, c, slot);
    else
        zone_insert(s, c, slot, at);
}

/* Of 64 instances those that are odd. */
static inline void odd_anew(struct kengine *e, unsigned w)
{
    struct kstate *s = e->s;
    uint64_t odd = k_down(s)[w] | k_owned(s)[w];

    for (unsigned i = 0; i < e->d->ncardctr; i++)
        odd |= k_marked(s, i)[w];
    k_odd(s)[w] = odd;
}

static inline void card_turn(struct kengine *e, unsigned c, unsigned face)
{
    struct kinst *in = k_insts(e->s) + c;

    if (in->face == face)
        return;
    in->face = (uint8_t)face;
    set_put(k_down(e->s), c, face == FACE_DOWN);
    odd_anew(e, c >> 6);
}

/* The seat's that it lies with, on the table anybody's or nobody's. */
static inline void card_own(struct kengine *e, unsigned c, uint8_t owner)
{
    struct kinst *in = k_insts(e->s) + c;
    bool table = k_slotinfo(e->s)[in->slot].seat == NO_SEAT;

    in->owner = owner;
    if (set_has(k_owned(e->s), c) == (table && owner != NO_SEAT))
        return;
    set_put(k_owned(e->s), c, table && owner != NO_SEAT);
    odd_anew(e, c >> 6);
}

/* A card's counter, by its place among such counters. */
INLINE static inline void card_mark(struct kengine *e, unsigned c, unsigned i, int32_t v)
{
    bool on = v != e->plan->card_start[i];

    k_cardctr(e->s)[c * e->d->ncardctr + i] = v;
    set_put(k_marked(e->s, i), c, on);
    if (on)
        set_put(k_odd(e->s), c, true);
    else
        odd_anew(e, c >> 6);
}

static inline void counters_start(struct kengine *e, unsigned c)
{
    if (!set_has(k_odd(e->s), c))
        return;
    for (unsigned i = 0; i < e->d->ncardctr; i++)
        if (set_has(k_marked(e->s, i), c))
            card_mark(e, c, i, e->plan->card_start[i]);
}

void drop_references(struct kengine *e, unsigned c);

/* c, which something may name, comes to lie where not all see it. */
void drop_names(struct kengine *e, unsigned c, unsigned slot, uint8_t face);

/* No counter or reference tells c from others any more. */
static inline void lose_marks(struct kengine *e, unsigned c)
{
    counters_start(e, c);
    if (may_hold_card(e))
        drop_references(e, c);
}

/* c lies where not all see it. */
INLINE static inline void zone_forget(struct kengine *e, unsigned c)
{
    struct kinst *in = k_insts(e->s) + c;
    unsigned z = k_zone_of(e->s, in->slot);

    lose_marks(e, c);
    if (z < e->d->nzones && e->d->zones[z].per == PER_TABLE)
        card_own(e, c, NO_SEAT);
}

static inline bool card_marked(struct kengine *e, unsigned c)
{
    bool any = false;

    for (unsigned i = 0; i < e->d->ncardctr; i++)
        any |= set_has(k_marked(e->s, i), c);
    return any;
}

/* What a card that is odd, or comes to be, loses or keeps as it lands; see zone_forget. */
APART static void land_oddly(struct kengine *e, unsigned c, uint8_t face, uint8_t owner,
                             bool forget)
{
    struct kstate *s = e->s;
    struct kinst *in = k_insts(s) + c;
    uint64_t bit = 1ull << (c & 63), *odd = k_odd(s) + (c >> 6), *down = k_down(s) + (c >> 6),
             *owned = k_owned(s) + (c >> 6);

    if (*odd & bit && forget)
        counters_start(e, c);
    *down = face == FACE_DOWN ? *down | bit : *down & ~bit;
    bool table = k_slotinfo(s)[in->slot].seat == NO_SEAT;
    *owned = owner != NO_SEAT && table ? *owned | bit : *owned & ~bit;
    if ((*down | *owned) & bit)
        *odd |= bit;
    else if (*odd & bit && !card_marked(e, c))
        *odd &= ~bit;
    in->face = face;
    in->owner = owner;
}

/* c comes to lie in a slot, in none so far. Bytes are stored last: after that nothing is known. */
INLINE static inline void zone_land(struct kengine *e, const struct ground *g, unsigned c,
                                    unsigned slot, int at, int face)
{
    const struct kslotinfo *to = g->info + slot;
    uint8_t side = face == FACE_ANY ? FACE_UP : (uint8_t)face, owner = to->seat;
    bool forget = side != FACE_UP || to->up != SIGHT_ALL; /* as zone_forget */
    bool odd = side != FACE_UP || set_has(g->odd, c);

    if (owner == NO_SEAT && !forget) {
        owner = g->in[c].owner;
        odd |= owner != NO_SEAT;
    }
    if (forget && g->named >> (c & 63) & 1)
        drop_names(e, c, slot, side);
    if (at < 0 || !to->listed)
        zone_lay(g, c, slot);
    else
        zone_insert(e->s, c, slot, at);
    g->in[c].shown = 0;
    if (odd)
        land_oddly(e, c, side, owner, forget);
    else
        g->in[c].owner = owner; /* it lay face up and unmarked, and so it does */
}

#define MOVED_WHOLE                                                                            \
    1u /* one of all the cards of its set: knowledge is dealt with by the caller */
/* A move that is told, from an endless zone or out of the game: the card that moved, NO_CARD: error. */
unsigned zone_move_with_care(struct kengine *e, unsigned c, unsigned slot, int at, int face,
                             unsigned flags);

/* Whose cards become more: the seat of the slot, on the table the card's owner. */
static inline int gains(struct kstate *s, unsigned c, unsigned slot)
{
    uint8_t seat = k_slotinfo(s)[slot].seat;

    return seat != NO_SEAT ? seat : k_insts(s)[c].owner;
}

/* Moves one card (at: place from 0, -1 = last), tells it and lets watchers know. 1; 0: masked; -1 */
static inline int zone_move_card(struct kengine *e, unsigned c, unsigned slot, int at, int face,
                                 unsigned flags)
{
    struct kstate *s = e->s;
    const struct kslotinfo *to = k_slotinfo(s) + slot,
                           *from = k_slotinfo(s) + k_insts(s)[c].slot;
    bool watched = may_wait(e, EV_MOVE);
    unsigned zone = to->zone;

    if (k_rules(s)->nmask && k_masked(e, MASK_MOVE, zone, gains(s, c, slot)))
        return 0;
    if (to->careful || from->careful || k_telling(e) || e->plain || e->to_owner) {
        c = zone_move_with_care(e, c, slot, at, face, flags);
        if (c == NO_CARD)
            return -1;
    } else {
        struct ground g = ground_of(s);
        zone_lift(&g, c);
        zone_land(e, &g, c, slot, at, face);
    }
    if (k_telling(e) && anything_waits(e))
        may_be_lost(e, c); /* told after the move */
    if (watched)
        return k_fire(e, EV_MOVE, zone, k_insts(s)[c].owner, (int)c, 1) < 0 ? -1 : 1;
    return 1;
}

/* May cards lie in this zone where they would be lost? */
static inline bool zone_hides(const struct kengine *e, unsigned zone)
{
    const struct kzone *z = &e->d->zones[zone];

    return z->as == AS_SET && (z->up != SIGHT_ALL || z->down != SIGHT_ALL);
}

/* What a step that moves cards looks up once. */
struct mover {
    struct ground g;
    bool plainly; /* nobody is told, and nothing watches, forbids or minds a move */
};

/* zone: where all of them go; REF_NONE: to several */
INLINE static inline struct mover mover_of(struct kengine *e, unsigned zone)
{
    bool minded = k_telling(e) || k_rules(e->s)->nmask || may_wait(e, EV_MOVE);

    struct mover m = {ground_of(e->s), !minded};

    m.g.named = named_cards(e);
    if (anything_waits(e) && m.plainly && (zone == REF_NONE || zone_hides(e, zone)))
        m.g.named |= waiting_cards(e);
    return m;
}

/* As zone_move_card. */
INLINE static inline int zone_send(struct kengine *e, const struct mover *m, unsigned c,
                                   unsigned slot, int at, int face, unsigned flags)
{
    if (!m->plainly || m->g.info[slot].careful || m->g.info[m->g.in[c].slot].careful)
        return zone_move_card(e, c, slot, at, face, flags);
    zone_lift(&m->g, c);
    zone_land(e, &m->g, c, slot, at, face);
    return 1;
}

#endif
