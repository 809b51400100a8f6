/* move.c - how one card moves: what it loses, who is told, what waits for it; shuffles. */
#include "kernel/run/move.h"

/* Moves the last card of a list to place `at`. */
static void list_reinsert(struct kstate *s, unsigned c, unsigned slot, int at)
{
    struct kinst *in = k_insts(s);
    struct kslot *z = k_slots(s) + slot;
    uint16_t before; /* the card that will follow c */

    if (at >= z->count - 1)
        return;
    list_unlink(in, c, z);
    for (before = z->head; at > 0; at--)
        before = in[before].next;
    in[c].next = before;
    in[c].prev = in[before].prev;
    *(in[c].prev == NO_CARD ? &z->head : &in[in[c].prev].next) = (uint16_t)c;
    in[before].prev = (uint16_t)c;
}

/* Bit c % 64 of each card c that a counter holds. */
static uint64_t held_by_counters(struct kengine *e)
{
    const struct kplan *plan = e->plan;
    const int32_t *of_game = k_gamectr(e->s), *of_seat = k_seatctr(e->s);
    const int32_t *end = of_seat + e->s->nseats * e->d->nseat;
    uint64_t held = 0;

    for (int i = 0; i < plan->nref_game; i++)
        if (of_game[plan->ref_game[i]] >= 0)
            held |= 1ull << (of_game[plan->ref_game[i]] & 63);
    for (int i = 0; i < plan->nref_seat; i++)
        for (const int32_t *at = of_seat + plan->ref_seat[i]; at < end; at += e->d->nseat)
            if (*at >= 0)
                held |= 1ull << (*at & 63);
    for (unsigned i = 0; i < plan->nref_card; i++)
        for (unsigned c = next_holder(e, i, NO_CARD, 0); c != NO_CARD;
             c = next_holder(e, i, NO_CARD, c + 1))
            held |= 1ull << (held_card(e, i, c) & 63);
    return held;
}

uint64_t named_or_held(struct kengine *e, unsigned zone)
{
    uint64_t named = may_hold_card(e) ? held_by_counters(e) : 0;

    return zone_hides(e, zone) && anything_named(e) ? named | cards_named(e) : named;
}

void drop_names(struct kengine *e, unsigned c, unsigned slot, uint8_t face)
{
    if (may_hold_card(e))
        drop_references(e, c);
    if (anything_named(e) && !k_telling(e) && !k_ordered(e->s, slot) &&
        !zone_all_see(e, slot, face))
        card_lost(e, c);
}

/* Updates counters and sets of a card that is or becomes odd, where it lies now. */
APART static void land_oddly(struct kengine *e, unsigned c, unsigned from, bool forget,
                             bool owned)
{
    struct kstate *s = e->s;
    unsigned was = k_zone_of(s, from), is = k_zone_of(s, k_insts(s)[c].slot);

    if (forget)
        counters_start(e, c);
    for (unsigned i = 0; e->plan->stays && i < e->d->ncardctr && was != is; i++)
        if (e->d->counters[e->d->card_ctr[i]].in == was && set_has(k_marked(s, i), c))
            card_mark(e, c, i, e->plan->card_start[i]); /* kept only in that zone */
    set_put(k_down(s), c, k_insts(s)[c].face == FACE_DOWN);
    set_put(k_owned(s), c, owned);
    odd_anew(e, c >> 6);
}

void zone_shift(struct kengine *e, unsigned c, unsigned slot, int at, int face, uint64_t named)
{
    struct kstate *s = e->s;
    struct kinst *in = k_insts(s);
    const struct kslotinfo *info = k_slotinfo(s), *to = info + slot;
    uint64_t bit = 1ull << (c & 63), *held = k_held(s, 0) + (c >> 6);
    uint8_t side = face == FACE_DOWN ? FACE_DOWN : FACE_UP, owner = to->seat;
    bool forget = side != FACE_UP || to->up != SIGHT_ALL; /* as zone_forget */
    bool odd = side != FACE_UP || k_odd(s)[c >> 6] & bit, owned = false;
    unsigned from = in[c].slot;

    if (owner == NO_SEAT && !forget) {
        owner = in[c].owner;
        owned = owner != NO_SEAT;
    }
    if (forget && named >> (c & 63) & 1)
        drop_names(e, c, slot, side);
    if (info[from].listed)
        list_unlink(in, c, k_slots(s) + from);
    held[(size_t)from * s->words] &= ~bit;
    k_slots(s)[from].count--;
    if (to->listed)
        list_append(in, c, k_slots(s) + slot);
    held[(size_t)slot * s->words] |= bit;
    k_slots(s)[slot].count++;
    in[c].slot = (uint16_t)slot;
    in[c].shown = 0;
    in[c].owner = owner;
    in[c].face = side;
    if (to->listed && at >= 0)
        list_reinsert(s, c, slot, at);
    if (odd)
        land_oddly(e, c, from, forget, owned);
    else if (owned) {
        k_owned(s)[c >> 6] |= bit;
        k_odd(s)[c >> 6] |= bit;
    }
}

/* An endless zone keeps the stamp and gives a copy of the pool, which still lies there. */
static int take_from_pool(struct kengine *e, unsigned stamp)
{
    struct kstate *s = e->s;
    unsigned c = next_copy(e, stamp, NO_CARD);

    if (c == NO_CARD)
        return k_fail(e, K_E_CARDS, 0, 0, k_zone_of(s, k_insts(s)[stamp].slot) + 1);
    card_own(e, c, NO_SEAT);
    if (k_telling(e))
        for (int o = 0; o < s->nobs; o++)
            know_alone(e, o, c);
    if (anything_named(e)) /* what names it means its earlier life */
        card_lost(e, c);
    if (k_telling(e) && next_copy(e, stamp, c) == NO_CARD) { /* no other copy is left */
        struct kevent ev = k_event(TELL_USED_UP);
        ev.card = (uint16_t)stamp;
        ev.to = k_insts(s)[stamp].slot;
        k_emit(e, &ev, know_seen_by(e, s, stamp));
    }
    k_rules(s)->taken_endlessly |= e->d->zones[k_zone_of(s, k_insts(s)[stamp].slot)].grows;
    uint16_t *bound = e->body ? e->body->card : k_top(s)->card;
    for (int i = 0; i < 4; i++)
        if (bound[i] == stamp)
            bound[i] = (uint16_t)c;
    return (int)c;
}

/* The card leaves the game if every observer saw which it was. It may then be a copy again. */
static void leave_game(struct kengine *e, unsigned c, uint32_t seen)
{
    struct kstate *s = e->s;
    uint32_t all = BIT(s->nobs) - 1;

    for (int i = 0; i < s->nseats; i++)
        if (s->seat_kind[i])
            all &= ~BIT(i);
    if ((seen & all) != all)
        return;
    lose_marks(e, c);
    zone_unlink(s, c);
    zone_append(s, c, s->nslots - 1u);
}

/* How a card lay before it moved. */
struct lay {
    unsigned slot, count, place;
    uint32_t seen;
    uint8_t face;
};

/* Does this move set the owner of cards in this slot? */
static bool sets_owner(struct kengine *e, unsigned slot)
{
    return e->to_owner != OWNER_KEPT && k_slotinfo(e->s)[slot].seat == NO_SEAT;
}

static void tell_move(struct kengine *e, unsigned c, const struct lay *was, unsigned flags)
{
    struct kstate *s = e->s;
    unsigned slot = k_insts(s)[c].slot;
    uint32_t after = know_seen_by(e, s, c);
    bool back = was->face == FACE_DOWN && !k_ordered(s, was->slot);
    int32_t owner = sets_owner(e, slot) ? e->to_owner : 0;

    if (only_digests(e)) {
        digest_move(e, c, was->slot, was->place, back | owner << 1, was->seen | after);
        return;
    }
    struct kevent ev = k_event_of(e, TELL_MOVE, c);
    if (!(flags & MOVED_WHOLE))
        know_moved(e, c, was->slot, was->count, was->seen, after);
    ev.from = (uint16_t)was->slot;
    ev.from_place = (uint16_t)was->place;
    if (back)
        ev.number = FACE_DOWN; /* views show which is left, so it is told */
    ev.extra = owner;
    ev.text = e->step_text;
    /* only at a place: some cards of a set that leave in order would tell of others */
    if (e->tell && k_ordered(s, was->slot))
        ev.known = facts_who_knows(e, c, was->seen | after);
    k_emit(e, &ev, was->seen | after);
}

static unsigned zone_move_with_care(struct kengine *e, unsigned c, unsigned slot, int at,
                                    int face, unsigned flags)
{
    struct kstate *s = e->s;
    const struct kzone *zone = &e->d->zones[k_zone_of(s, slot)];
    unsigned from = k_insts(s)[c].slot;
    bool tell = k_telling(e);
    struct lay was = {from, k_slots(s)[from].count, tell ? zone_place(s, c) : 0,
                      know_seen_by(e, s, c), k_insts(s)[c].face};

    if (e->d->zones[k_zone_of(s, from)].endless) {
        int got = take_from_pool(e, c);
        if (got < 0)
            return NO_CARD;
        c = (unsigned)got;
    }
    if (sets_owner(e, slot))
        k_insts(s)[c].owner =
            e->to_owner == OWNER_NONE ? NO_SEAT : (uint8_t)(e->to_owner - OWNER_SEAT);
    zone_shift(e, c, slot, at, face, ~(uint64_t)0);
    if (tell)
        tell_move(e, c, &was, flags);
    if (zone->gone)
        leave_game(e, c, was.seen | know_seen_by(e, s, c));
    return c;
}

int zone_move_card(struct kengine *e, unsigned c, unsigned slot, int at, int face,
                   unsigned flags)
{
    struct kstate *s = e->s;
    const struct kslotinfo *to = k_slotinfo(s) + slot,
                           *from = k_slotinfo(s) + k_insts(s)[c].slot;
    bool watched = may_wait(e, EV_MOVE);
    unsigned zone = to->zone;

    /* the seat that gains the card: the slot's, or on the table its owner */
    uint8_t gains = to->seat != NO_SEAT ? to->seat : k_insts(s)[c].owner;
    if (k_rules(s)->nmask && k_masked(e, MASK_MOVE, zone, gains))
        return 0;
    if (to->careful || from->careful || k_telling(e) || SLOW(e, FREELY) || e->to_owner) {
        c = zone_move_with_care(e, c, slot, at, face, flags);
        if (c == NO_CARD)
            return -1;
    } else {
        zone_shift(e, c, slot, at, face, ~(uint64_t)0);
    }
    if (k_telling(e) && anything_named(e))
        may_be_lost(e, c); /* told after the move */
    if (watched)
        return k_fire_move(e, from->zone, zone, k_insts(s)[c].owner, (int)c) < 0 ? -1 : 1;
    return 1;
}

/* The cards of a slot lose what they lose where not everyone sees them. Skips those with
 * nothing. */
static void slot_forgets(struct kengine *e, unsigned slot)
{
    const uint64_t *held = k_held(e->s, slot), *odd = k_odd(e->s);
    uint64_t named = SLOW(e, FORGETS)   ? ~(uint64_t)0
                     : may_hold_card(e) ? held_by_counters(e)
                                        : 0;

    for (unsigned w = 0; w < e->s->words; w++)
        for (uint64_t m = held[w] & (odd[w] | named); m; m &= m - 1)
            zone_forget(e, w * 64 + (unsigned)__builtin_ctzll(m));
}

int zone_shuffle(struct kengine *e, unsigned slot, const uint16_t *order)
{
    uint16_t *list = k_list(e);
    int n = k_slots(e->s)[slot].count, done = 0;

    if (!list)
        return -1;
    if (order)
        memcpy(list, order, (size_t)n * sizeof *list);
    else
        zone_cards(e->s, slot, list);
    e->left -= (int64_t)n * MOVE_WORK;
    if (e->luck && e->luck->shuffle)
        done = e->luck->shuffle(e->luck->ctx, e, slot, list, n);
    struct krng rng = k_rules(e->s)->rng; /* a copy, so it is not written at each draw */
    struct kinst *in = READY(k_insts(e->s));
    struct kslot *z = k_slots(e->s) + slot;
    uint16_t after = NO_CARD, *back = &z->tail;
    for (uint32_t i = (uint32_t)n, drawn = done ? i : 1; i; i--) { /* the last card first */
        uint32_t j = i > drawn ? krng_below(&rng, i) : i - 1;
        unsigned c = list[j];
        list[j] = list[i - 1];
        in[c].next = after;
        in[c].shown = 0;
        after = *back = (uint16_t)c;
        back = &in[c].prev;
    }
    *back = NO_CARD;
    z->head = after;
    k_rules(e->s)->rng = rng;
    slot_forgets(e, slot);
    k_unlist(e, list);
    if (done < 0)
        return k_fail(e, K_E_RANGE, 0, (int32_t)slot, 0);
    if (k_telling(e)) {
        struct kevent ev = k_event(TELL_SHUFFLE);
        know_shuffled(e, slot);
        ev.to = (uint16_t)slot;
        k_emit(e, &ev, 0);
    }
    if (n > 1 && anything_named(e))
        slot_lost(e, slot);
    return n;
}

int zone_refill(struct kengine *e, unsigned slot)
{
    struct kstate *s = e->s;
    const struct kslotinfo *info = k_slotinfo(s) + slot;
    ref other = e->d->zones[info->zone].refill;

    if (other == REF_NONE)
        return 0;
    unsigned from = k_slot_of(s, e->d, other, info->seat);
    if (from == REF_NONE || !k_slots(s)[from].count)
        return 0;
    int seat = info->seat == NO_SEAT ? -1 : info->seat, n = 0;
    const uint8_t zone = (uint8_t)other;
    if (!k_move_whole(e, seat < 0 ? 0 : BIT(seat), &zone, 1, info->zone, seat, FACE_UP)) {
        uint16_t *list = k_list(e);
        n = list ? zone_cards(s, from, list) : -1;
        if (n > 0 && k_spend(e, 2 * n + 1)) /* as if selected */
            n = -1;
        if (n > 0)
            n = k_move_list(e, list, n, info->zone, seat, FACE_UP, -1);
        k_unlist(e, list);
    }
    return n < 0 ? -1 : zone_shuffle(e, slot, NULL);
}
