/* steps.c - the steps as functions. The program and the script bridge both call them. */
#include "kernel/run/move.h"

int k_dest_slot(struct kengine *e, unsigned zone, int seat, unsigned c)
{
    struct kstate *s = e->s;
    int who = seat;

    if (e->d->zones[zone].per == PER_TABLE)
        return k_zonebase(s)[zone];
    if (who < 0)
        who = k_insts(s)[c].owner;
    if (who == NO_SEAT)
        who = you_now(e);
    unsigned slot =
        who < 0 || who >= s->nseats ? REF_NONE : k_slot_of(s, e->d, zone, (unsigned)who);
    return slot == REF_NONE ? k_fail(e, K_E_ZONE, 0, who, (int32_t)zone) : (int)slot;
}

bool k_hidden_set(struct kengine *e, const uint16_t *list, int n)
{
    const struct kslotinfo *set = k_slotinfo(e->s) + k_insts(e->s)[list[0]].slot;
    bool hidden = false;

    for (int i = 0; i < n && !set->ordered; i++)
        hidden |= (k_insts(e->s)[list[i]].face == FACE_DOWN ? set->down : set->up) != SIGHT_ALL;
    return hidden;
}

bool k_tells_cards(struct kengine *e, ref sel, unsigned zone, int face)
{
    const struct kselect *q = e->d->sels + sel;
    const struct kzone *to = e->d->zones + zone;

    return to->as != AS_SET && (face == FACE_DOWN ? to->down : to->up) != SIGHT_ALL &&
           q->random == REF_NONE && (q->src == SRC_ZONES || q->bound == BOUND_SET);
}

/* Puts the cards that lie in hidden sets into random order, slot by slot. 0; -1 */
static int k_mix(struct kengine *e, uint16_t *list, int n)
{
    const struct kinst *in = k_insts(e->s);

    for (int i = 0, end; i < n; i = end) {
        bool alike = true;
        for (end = i + 1; end < n && in[list[end]].slot == in[list[i]].slot; end++)
            alike &= in[list[end]].def == in[list[i]].def;
        if (alike || !k_hidden_set(e, list + i, end - i))
            continue;
        for (int k = i; k + 1 < end; k++) {
            int64_t v = k_draw(e, (uint32_t)(end - k), list + k);
            if (v < 0)
                return -1;
            uint16_t drawn = list[k + v];
            list[k + v] = list[k];
            list[k] = drawn;
        }
    }
    return 0;
}

/* Do all cards of a slot, a set of several, move? Asked only if knowledge depends on it. */
static bool whole_set(struct kengine *e, const uint16_t *cards, int n, unsigned slot)
{
    struct kstate *s = e->s;
    int count = 0;

    if (told_only(e) || k_ordered(s, slot) || k_slots(s)[slot].count < 2 ||
        k_slots(s)[slot].count > n)
        return false;
    for (int i = 0; i < n; i++)
        count += k_insts(s)[cards[i]].slot == slot;
    return count == k_slots(s)[slot].count;
}

/* Updates knowledge after a whole set has moved. For each observer: cards that come into sight are
 * seen one by one (in a pass cards keep their faces). The others lie in an order they did not see,
 * or take their classes along. */
static void whole_moved(struct kengine *e, const uint16_t *cards, const uint16_t *seen, int n)
{
    struct kstate *s = e->s;
    uint16_t *list = k_list(e), *dark = k_list(e);

    for (int o = 0; o < s->nobs && dark; o++) {
        int k = 0, left = 0;
        for (int i = 0; i < n; i++)
            if (!(seen[i] & BIT(o)))
                *(k_sees(e, s, o, cards[i]) ? &list[k++] : &dark[left++]) = cards[i];
        know_set_seen(e, o, list, k);
        if (left && k_ordered(s, k_insts(s)[dark[0]].slot))
            know_join(e, o, dark, left);
    }
    k_unlist(e, list);
}

/* Where a move leads. slot: where the last card went; it holds for all, or for cards of one owner
 * if each goes to its owner's zone. at: a place from 0; -1: the end. ahead (NULL: one card, or the
 * end): number of cards before the next one's place, per seat's slot and the table's; -1: not
 * known. */
struct way {
    unsigned zone;
    int of_seat, face, at, slot;
    bool of_owner;
    int *ahead;
    const uint16_t *cards;
    int n;
};

/* The slot that card c goes to. -1: error */
static inline int way_of(struct kengine *e, unsigned c, struct way *w)
{
    struct kstate *s = e->s;
    uint8_t owner = k_insts(s)[c].owner;

    if (w->slot >= 0 && (!w->of_owner || k_slotinfo(s)[w->slot].seat == owner))
        return w->slot;
    return w->slot = k_dest_slot(e, w->zone, w->of_seat, c);
}

/* Moves card c to its place in w->slot. The first card goes behind w->at cards that stay, each other
 * one behind the one before. */
APART static int move_placed(struct kengine *e, bool freely, unsigned c, const struct way *w,
                             uint64_t named, unsigned flags)
{
    const struct kinst *in = k_insts(e->s);
    uint8_t seat = k_slotinfo(e->s)[w->slot].seat;
    int *ahead = w->ahead + (seat == NO_SEAT ? K_MAX_SEATS : seat), left = w->at;
    unsigned other = *ahead < 0 ? k_slots(e->s)[w->slot].head : NO_CARD;

    *ahead += *ahead < 0;
    for (; other != NO_CARD && left > 0; other = in[other].next) {
        left -= !list_has(w->cards, w->n, other);
        ++*ahead;
    }
    bool leaves = w->at > 0 && in[c].slot == w->slot && (int)zone_place(e->s, c) < *ahead;
    int got =
        zone_send(e, freely, c, (unsigned)w->slot, *ahead - leaves, w->face, named, flags);

    *ahead += got > 0 && !leaves;
    return got;
}

/* Moves card c. freely, named: as for zone_send. */
static inline int move_one(struct kengine *e, bool freely, unsigned c, struct way *w,
                           uint64_t named, unsigned flags)
{
    if (way_of(e, c, w) < 0)
        return -1;
    return UNLIKELY(w->ahead != NULL)
               ? move_placed(e, freely, c, w, named, flags)
               : zone_send(e, freely, c, (unsigned)w->slot, w->at, w->face, named, flags);
}

/* Moves cards and tells it. Cards of a slot stand together. Whole sets update knowledge once. */
static int move_telling(struct kengine *e, const uint16_t *cards, int n, struct way *w)
{
    struct kstate *s = e->s;
    int moved = 0;

    for (int i = 0; i < n;) {
        unsigned from = k_insts(s)[cards[i]].slot;
        int first = i;
        uint16_t *seen = whole_set(e, cards + i, n - i, from) ? k_list(e) : NULL;

        do {
            if (seen)
                seen[i - first] = (uint16_t)know_seen_by(e, s, cards[i]);
            int got = move_one(e, false, cards[i], w, 0, seen ? MOVED_WHOLE : 0);
            if (got < 0)
                return k_unlist(e, seen), -1;
            moved += got;
            i++;
        } while (i < n && k_insts(s)[cards[i]].slot == from);
        if (seen)
            whole_moved(e, cards + first, seen, i - first);
        k_unlist(e, seen);
    }
    return moved;
}

int k_move_list(struct kengine *e, const uint16_t *cards, int n, unsigned zone, int of_seat,
                int face, int at)
{
    int moved = 0, ahead[K_MAX_SEATS + 1];
    struct way w = {.zone = zone, .of_seat = of_seat, .face = face, .slot = -1};

    w.at = at;
    w.cards = cards;
    w.n = n;
    w.of_owner = of_seat < 0 && e->d->zones[zone].per != PER_TABLE;
    k_touch(e);
    if (n <= 0 || way_of(e, cards[0], &w) < 0)
        return n > 0 ? -1 : 0;
    e->left -= (int64_t)n * MOVE_WORK;
    if (w.at >= 0 && n > 1)
        w.ahead = memset(ahead, 0xFF, sizeof ahead);
    if (w.at > 0) /* for finding the place */
        e->left -= (int64_t)n * (w.at + n);
    if (k_telling(e))
        return move_telling(e, cards, n, &w);
    bool freely = moves_freely(e);
    uint64_t named = freely ? named_cards(e, zone, face) : 0;
    for (int i = 0; i < n; i++) {
        int got = move_one(e, freely, cards[i], &w, named, 0);
        if (got < 0)
            return -1;
        moved += got;
    }
    return moved;
}

int k_move(struct kengine *e, uint16_t *cards, int n, const struct kmove *m)
{
    int64_t at = m->place == PLACE_LAST ? -1 : m->place == PLACE_FIRST ? 0 : m->at - 1;

    if (n && m->place == PLACE_AT && at < 0)
        return k_fail(e, K_E_RANGE, 0, 0, 0);
    if (n > 1 && m->sel != REF_NONE && k_tells_cards(e, m->sel, m->zone, m->face) &&
        !(m->op && then_shuffled(e, m->op, m->zone, m->x, cards, n)) && k_mix(e, cards, n))
        return -1; /* their order would tell what they are */
    move_told(e, m->sel, m->text);
    e->to_owner = m->owner;
    at = at < e->s->ninst ? at : e->s->ninst; /* beyond the last card */
    int rc = k_move_list(e, cards, n, m->zone, m->of, m->face, (int)at);
    e->to_owner = OWNER_KEPT;
    e->pub_bits = e->step_text = REF_NONE;
    return rc;
}

enum at_once { ONE_BY_ONE, AT_ONCE, WITH_OWNERS };
/* The first n cards of a slot (all of a set), and the slot that they go to the end of. */
struct load {
    unsigned from, to, n;
    enum at_once how;
};
enum { LOADS = K_MAX_SEATS * sizeof((struct kselect *)0)->zone }; /* one per slot */

/* Are these cards odd only because they have owners? */
APART static bool only_owned(struct kengine *e, const struct load *l, int n)
{
    uint64_t other = 0;

    for (const struct load *end = l + n; l < end; l++)
        for (unsigned w = 0; w < e->s->words; w++) {
            other |= k_held(e->s, l->from)[w] & k_down(e->s)[w];
            for (unsigned i = 0; i < e->d->ncardctr; i++)
                other |= k_held(e->s, l->from)[w] & k_marked(e->s, i)[w];
        }
    return !other;
}

/* Can cards go from slots of one zone to slots of another at once, face up? They may only lose
 * names and owners there, and must come in the order in which they lie. */
INLINE static inline enum at_once moves_at_once(struct kengine *e, const struct load *l, int n)
{
    struct kstate *s = e->s;
    const struct kslotinfo *there = k_slotinfo(s) + l->to, *here = k_slotinfo(s) + l->from;
    const uint64_t *odd = k_odd(s), *held = k_held(s, 0);
    unsigned words = s->words;
    uint64_t apart = 0;

    for (int i = 0; i < n; i++)
        for (unsigned w = 0; w < words; w++)
            apart |= held[l[i].from * words + w] & odd[w];
    if (l->to == l->from || (there->careful | here->careful) ||
        (there->listed && !here->ordered && (here->listed || apart || !as_dealt(s))))
        return ONE_BY_ONE;
    if (apart)
        return only_owned(e, l, n) ? WITH_OWNERS : ONE_BY_ONE;
    return there->seat == NO_SEAT && there->up == SIGHT_ALL && here->seat != NO_SEAT
               ? WITH_OWNERS
               : AT_ONCE;
}

/* Notes which of the cards that move to another slot have an owner on the table. Returns whether
 * they keep their owners. In a seat's zone they become the seat's. */
APART static bool settle_owners(struct kstate *s, unsigned from, unsigned to)
{
    const struct kslotinfo *there = k_slotinfo(s) + to;
    const uint64_t *held = k_held(s, from);
    bool keeps = there->seat == NO_SEAT && there->up == SIGHT_ALL;
    bool asks = keeps && k_slotinfo(s)[from].seat == NO_SEAT;

    for (unsigned w = 0; w < s->words; w++) {
        const struct kinst *in = k_insts(s) + w * 64;
        uint64_t owned = keeps ? held[w] : 0;
        for (uint64_t m = asks ? held[w] : 0; m; m &= m - 1)
            if (in[__builtin_ctzll(m)].owner == NO_SEAT)
                owned &= ~(m & -m);
        k_owned(s)[w] = (k_owned(s)[w] & ~held[w]) | owned;
        k_odd(s)[w] = (k_odd(s)[w] & ~held[w]) | owned;
    }
    return keeps;
}

/* Notes that the cards m, of the 64 cards in[0 .. 63], lie in a slot. keeps: they keep their
 * owners. */
INLINE static inline void lay_word(struct kinst *in, uint64_t m, unsigned slot, uint8_t owner,
                                   bool keeps)
{
    for (; m; m &= m - 1) {
        struct kinst *it = in + (unsigned)__builtin_ctzll(m);
        it->slot = (uint16_t)slot;
        it->owner = keeps ? it->owner : owner;
    }
}

/* Moves all cards of a set. keeps: see lay_word. */
static void lay_all(struct kstate *s, struct load l, bool keeps)
{
    const struct kslotinfo *there = k_slotinfo(s) + l.to;
    uint64_t *held = k_held(s, l.from), *into = k_held(s, l.to);
    struct kinst *in = k_insts(s);

    for (unsigned w = 0; w < s->words; w++, in += 64) {
        for (uint64_t m = there->listed ? held[w] : 0; m; m &= m - 1)
            list_append(k_insts(s), w * 64 + (unsigned)__builtin_ctzll(m), k_slots(s) + l.to);
        lay_word(in, held[w], l.to, there->seat, keeps);
        into[w] |= held[w];
        held[w] = 0;
    }
    k_slots(s)[l.to].count += (uint16_t)l.n;
    k_slots(s)[l.from].count = 0;
}

/* Moves the first n cards of a list. keeps: see lay_word. */
INLINE static inline void lay_first(struct kstate *s, struct load l, bool listed, bool keeps)
{
    struct kslot *was = k_slots(s) + l.from, *is = k_slots(s) + l.to;
    uint64_t *held = READY(k_held(s, l.from)), *into = READY(k_held(s, l.to));
    struct kinst *in = READY(k_insts(s));
    uint8_t owner = k_slotinfo(s)[l.to].seat;
    uint16_t to = (uint16_t)l.to;
    unsigned c = was->head;

    was->count -= (uint16_t)l.n;
    is->count += (uint16_t)l.n;
    for (unsigned n = l.n; n; n--) {
        struct kinst *it = in + c;
        uint64_t bit = 1ull << (c & 63);
        held[c >> 6] ^= bit;
        into[c >> 6] ^= bit;
        c = it->next;
        it->next = it->prev = NO_CARD;
        if (listed)
            list_append(in, (unsigned)(it - in), is);
        it->slot = to;
        if (!keeps)
            it->owner = owner;
    }
    was->head = (uint16_t)c;
    *(c == NO_CARD ? &was->tail : &in[c].prev) = NO_CARD;
}

/* Moves cards to the end of another slot, in their order. Whatever names one of them loses it. */
static void move_at_once(struct kengine *e, uint64_t named, struct load l)
{
    struct kstate *s = e->s;
    const struct kslotinfo *info = k_slotinfo(s);
    unsigned c = named ? k_first(s, l.from) : NO_CARD;

    for (unsigned i = 0; named && i < l.n; i++, c = k_next(s, c))
        if (named >> (c & 63) & 1)
            drop_names(e, c, l.to, FACE_UP);
    bool keeps = l.how == WITH_OWNERS && settle_owners(s, l.from, l.to);
    if (info[l.from].listed)
        lay_first(s, l, info[l.to].listed, keeps);
    else
        lay_all(s, l, keeps);
}

/* Finds what moves from a zone (of the seats `who`) at once, to out. How many; -1: not at once */
INLINE static inline int find_loads(struct kengine *e, uint32_t who, unsigned zone, unsigned to,
                                    int of_seat, struct load *out)
{
    struct kstate *s = e->s;
    bool table = e->d->zones[zone].per == PER_TABLE;
    int n = 0;

    for (uint32_t m = table ? 1 : who & (BIT(s->nseats) - 1); m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m), from = slot_of_seat(s, zone, i);
        unsigned slot = k_slot_of(s, e->d, to, of_seat < 0 ? i : (unsigned)of_seat);
        if (from == REF_NONE || !k_slots(s)[from].count)
            continue;
        if (slot == REF_NONE || slot == from)
            return -1;
        out[n++] = (struct load){from, slot, k_slots(s)[from].count, ONE_BY_ONE};
    }
    enum at_once how = n ? moves_at_once(e, out, n) : AT_ONCE;
    for (int i = 0; i < n; i++)
        out[i].how = how;
    return how == ONE_BY_ONE ? -1 : n;
}

/* Moves the sets of n seats from slots `from` on into those from `to` on, or (table) all into one.
 * False: some card is odd */
INLINE static inline bool shift_across(struct kengine *e, unsigned from, unsigned to,
                                       unsigned n, bool table, unsigned words)
{
    uint64_t *take = READY(k_held(e->s, from)), *into = READY(k_held(e->s, to)), apart = 0;
    struct kslot *was = READY(k_slots(e->s) + from), *is = READY(k_slots(e->s) + to);
    const uint64_t *odd = k_odd(e->s);
    struct kinst *in = READY(k_insts(e->s));
    unsigned moved = 0, next = table ? 0 : 1;

    for (unsigned i = 0; i < n; i++)
        EACH_WORD (w, words)
            apart |= take[i * words + w] & odd[w];
    for (unsigned i = 0; i < n && !apart; i++, was++, take += words) {
        EACH_WORD (w, words) {
            uint64_t m = take[w];
            take[w] = 0;
            into[w] |= m;
            lay_word(in + w * 64, m, to, table ? NO_SEAT : (uint8_t)i, false);
        }
        moved += was->count;
        is->count += was->count;
        was->count = 0;
        is += next;
        to += next;
        into += next * words;
    }
    e->left -= moved * (MOVE_WORK + 2) + !apart; /* as if selected */
    return !apart;
}

/* Are these all seats, each with a set in this zone, so that its slots stand side by side? */
static inline bool all_have(struct kengine *e, uint32_t who, unsigned zone)
{
    const struct kslotinfo *info = k_slotinfo(e->s) + k_zonebase(e->s)[zone];

    return who == BIT(e->s->nseats) - 1 && e->s->people_seats == who &&
           k_zonebase(e->s)[zone + 1] - k_zonebase(e->s)[zone] == e->s->nseats &&
           info->seat != NO_SEAT && !(info->listed | info->careful) && e->s->words <= FEW_WORDS;
}

/* Moves all sets of a zone to sets of another, or of the table. False: nothing was done */
static inline bool shift_zone(struct kengine *e, uint32_t who, unsigned zone, unsigned to)
{
    unsigned from = k_zonebase(e->s)[zone], into = k_zonebase(e->s)[to], n = e->s->nseats;
    const struct kslotinfo *there = k_slotinfo(e->s) + into;
    bool table = there->seat == NO_SEAT && there->up != SIGHT_ALL;

    if (zone == to || !all_have(e, who, zone) || named_cards(e, to, FACE_UP) ||
        (table ? there->listed | there->careful : !all_have(e, who, to)))
        return false;
    k_touch(e);
    return e->s->words == COUNTED ? shift_across(e, from, into, n, table, COUNTED)
                                  : shift_across(e, from, into, n, table, e->s->words);
}

bool k_move_whole(struct kengine *e, uint32_t who, const uint8_t *zone, int nzones, unsigned to,
                  int of_seat, int face)
{
    struct load load[LOADS];
    int n = 0, more = moves_freely(e) && face != FACE_DOWN ? 0 : -1;

    if (!more && nzones == 1 && of_seat < 0 && shift_zone(e, who, zone[0], to))
        return true;
    for (int i = 0; i < nzones && more >= 0; i++) {
        more = find_loads(e, who, zone[i], to, of_seat, load + n);
        n += more;
    }
    if (more < 0)
        return false;
    uint64_t named = named_cards(e, to, FACE_UP);
    k_touch(e);
    e->left--;
    for (int i = 0; i < n; i++) {
        e->left -= (int64_t)load[i].n * (MOVE_WORK + 2); /* as if selected */
        move_at_once(e, named, load[i]);
    }
    return true;
}

/* Moves the cards m of word w to their owners' sets, face up. */
static void go_home(struct kengine *e, unsigned w, uint64_t m, const uint16_t *home)
{
    struct kstate *s = e->s;
    uint64_t marked = 0;

    for (unsigned i = 0; i < e->d->ncardctr; i++)
        marked |= k_marked(s, i)[w];
    k_down(s)[w] &= ~m;
    k_owned(s)[w] &= ~m;
    k_odd(s)[w] &= ~m | marked;
    for (; m; m &= m - 1) {
        struct kinst *it = k_insts(s) + w * 64 + (unsigned)__builtin_ctzll(m);
        it->slot = home[it->owner];
        it->next = it->prev = NO_CARD;
        it->face = FACE_UP;
        k_held(s, it->slot)[w] |= m & -m;
        k_slots(s)[it->slot].count++;
    }
}

bool k_move_home(struct kengine *e, unsigned zone, unsigned to, int face)
{
    struct kstate *s = e->s;
    unsigned from = k_zonebase(s)[zone];
    const struct kslotinfo *there = k_slotinfo(s) + k_zonebase(s)[to];
    const uint16_t *home = k_slotof(s) + (size_t)to * s->nseats;
    const uint64_t *held = k_held(s, from);
    bool ok = moves_freely(e) && face != FACE_DOWN && there->up == SIGHT_ALL &&
              !there->listed && !there->careful && !k_slotinfo(s)[from].careful &&
              !e->plan->stays;

    for (unsigned w = 0; w < s->words; w++) /* each card must have an owner */
        ok &= !(held[w] & ~k_owned(s)[w]);
    for (unsigned i = 0; i < s->nseats; i++) /* and each seat such a zone */
        ok &= home[i] != REF_NONE;
    if (!ok)
        return false;
    k_touch(e);
    e->left -= 1 + (int64_t)k_slots(s)[from].count * (MOVE_WORK + 2); /* as if selected */
    for (unsigned w = 0; w < s->words; w++)
        if (held[w])
            go_home(e, w, held[w], home);
    lift_all(s, from);
    return true;
}

/* Deals cards from the top of a slot to another, one by one. How many; -1 */
static int deal_each(struct kengine *e, bool freely, uint64_t named, unsigned src, unsigned dst,
                     int64_t count, int face)
{
    struct kstate *s = e->s;
    int dealt = 0;

    for (; dealt < count; dealt++) {
        if (k_spend(e, MOVE_WORK))
            return -1;
        if (!k_slots(s)[src].count && zone_refill(e, src) < 0)
            return -1;
        unsigned c = k_first(s, src);
        if (c == NO_CARD)
            break;
        int got = zone_send(e, freely, c, dst, -1, face, named, 0);
        if (got < 0)
            return -1;
        if (!got)
            break; /* masked, as the rest would be */
    }
    return dealt;
}

/* Can cards be dealt at once from a list to this slot, with nobody told? */
INLINE static inline bool deals_at_once(struct kengine *e, unsigned src, unsigned dst, int face)
{
    struct load l = {src, dst, 0, AT_ONCE};

    return moves_freely(e) && !SLOW(e, DEALS) && face != FACE_DOWN &&
           k_slotinfo(e->s)[src].listed && moves_at_once(e, &l, 1) == AT_ONCE;
}

/* Deals one seat its cards. How many; -1 */
INLINE static inline int deal_one(struct kengine *e, bool at_once, uint64_t named, unsigned src,
                                  unsigned dst, int64_t count, int face)
{
    struct kstate *s = e->s;
    struct load l = {src, dst, (unsigned)count, AT_ONCE};

    if (!at_once || count <= 0 || count > k_slots(s)[src].count)
        return deal_each(e, moves_freely(e), named, src, dst, count, face);
    e->left -= count * MOVE_WORK;
    if (named | k_slotinfo(s)[dst].listed)
        move_at_once(e, named, l);
    else
        lay_first(s, l, false, false);
    return (int)count;
}

int k_deal(struct kengine *e, uint32_t who, unsigned from, unsigned to, int64_t count, int face)
{
    struct kstate *s = e->s;
    uint64_t named = named_cards(e, to, face);
    unsigned last = REF_NONE;
    bool at_once = false;
    struct kctx x;
    int dealt = 0;

    k_touch(e);
    k_context(e, &x);
    unsigned seat = x.you < s->nseats ? x.you : 0;
    for (int i = 0; i < s->nseats; i++, seat = seat + 1 < s->nseats ? seat + 1 : 0) {
        if (!(who & BIT(seat)))
            continue;
        unsigned src = slot_of_seat(s, from, seat), dst = slot_of_seat(s, to, seat);
        if (src == REF_NONE || dst == REF_NONE)
            return k_fail(e, K_E_ZONE, 0, (int32_t)seat,
                          (int32_t)(src == REF_NONE ? from : to));
        if (src != last || src == dst)
            at_once = deals_at_once(e, src, dst, face);
        last = src;
        int got = deal_one(e, at_once, named, src, dst, count, face);
        if (got < 0)
            return -1;
        dealt += got;
    }
    return dealt;
}

/* Fills one slot of a zone, for this seat. How many cards came; -1 */
INLINE static inline int fill_slot(struct kengine *e, uint64_t named, unsigned slot,
                                   unsigned seat, unsigned zone, unsigned from)
{
    struct kstate *s = e->s;
    ref most = e->d->zones[zone].size;
    int n = 0, got;

    if (most == REF_NONE)
        return 0;
    int64_t size = e->d->exprs[most].imm, wants;
    if (e->d->exprs[most].op != X_CONST || SLOW(e, DEALS)) { /* worked out for its seat */
        struct kctx x;
        k_context(e, &x);
        x.you = k_slotinfo(s)[slot].seat != NO_SEAT ? k_slotinfo(s)[slot].seat : x.you;
        size = k_eval(e, most, &x);
    }
    unsigned src = k_slot_of(s, e->d, from, seat);
    if (src == REF_NONE)
        return k_fail(e, K_E_ZONE, 0, (int32_t)seat, (int32_t)from);
    if (src == slot) /* filling a zone from itself would never end */
        return 0;
    /* more than once, because dealt cards may leave the game */
    for (; (wants = size - k_slots(s)[slot].count) > 0; n += got) {
        got =
            deal_one(e, deals_at_once(e, src, slot, FACE_UP), named, src, slot, wants, FACE_UP);
        if (got < wants)
            return e->err.code ? -1 : n + got;
    }
    return n;
}

int k_fill(struct kengine *e, uint32_t who, unsigned zone, unsigned from)
{
    unsigned slot = k_zonebase(e->s)[zone], end = k_zonebase(e->s)[zone + 1];
    uint64_t named = named_cards(e, zone, FACE_UP);
    int n = 0;

    k_touch(e);
    if (e->d->zones[zone].per == PER_TABLE)
        return fill_slot(e, named, slot, NO_SEAT, zone, from);
    for (; slot < end; slot++) {
        uint8_t seat = k_slotinfo(e->s)[slot].seat;
        if (!(who & BIT(seat)))
            continue;
        int got = fill_slot(e, named, slot, seat, zone, from);
        if (got < 0)
            return -1;
        n += got;
    }
    return n;
}

int k_shuffle(struct kengine *e, uint32_t who, unsigned zone)
{
    unsigned slot = k_zonebase(e->s)[zone], end = k_zonebase(e->s)[zone + 1];
    int n = 0, got = 0;

    k_touch(e);
    for (; slot < end && got >= 0 && k_ordered(e->s, slot); slot++) {
        uint8_t seat = k_slotinfo(e->s)[slot].seat;
        got = seat == NO_SEAT || who & BIT(seat) ? zone_shuffle(e, slot, NULL) : 0;
        n += got;
    }
    return got < 0 ? -1 : n;
}

int k_turn(struct kengine *e, const uint16_t *cards, int n, int face, ref text)
{
    struct kstate *s = e->s;
    int turned = 0;

    for (int i = 0; i < n; i++) {
        struct kinst *in = k_insts(s) + cards[i];

        if (in->face == face ||
            (k_rules(s)->nmask && k_masked(e, MASK_TURN, (unsigned)face, in->owner)))
            continue;
        k_touch(e);
        uint32_t before = k_telling(e) ? know_seen_by(e, s, cards[i]) : 0;
        turn_over(e, cards[i] >> 6, 1ull << (cards[i] & 63));
        if (face == FACE_DOWN && !k_ordered(s, in->slot))
            zone_forget(e, cards[i]);
        else if (face == FACE_DOWN && e->d->own_counters &&
                 !zone_all_see(e, in->slot, FACE_DOWN))
            for (unsigned k = 0; k < e->d->ncardctr; k++) /* they would tell what it is */
                if (e->d->counters[e->d->card_ctr[k]].bits != REF_NONE)
                    card_mark(e, cards[i], k, e->plan->card_start[k]);
        if (k_telling(e)) {
            uint32_t after = know_seen_by(e, s, cards[i]);
            struct kevent ev = k_event_of(e, TELL_TURN, cards[i]);
            know_turned(e, cards[i], before, after);
            ev.number = face;
            ev.text = text;
            k_emit(e, &ev, before | after);
        }
        if (anything_named(e))
            may_be_lost(e, cards[i]);
        e->left -= TOLD_WORK;
        turned++;
        if (may_wait_for(e, EV_TURN, (unsigned)face) &&
            k_fire(e, EV_TURN, (unsigned)face, in->owner, cards[i], 1) < 0)
            return -1;
    }
    return turned;
}

int k_turn_set(struct kengine *e, ref sel, struct kctx *x, int face)
{
    struct kstate *s = e->s;
    uint64_t cards[FEW_WORDS], flip = face == FACE_DOWN ? ~(uint64_t)0 : 0;
    int n = 0;

    if (!e->plan->quick[sel].rows || s->words > FEW_WORDS || k_telling(e) || e->owed ||
        may_wait(e, EV_TURN) || k_rules(s)->nmask || e->d->own_counters)
        return -1;
    sel_set(e, sel, x, cards);
    e->left -= SET_WORK;
    for (unsigned w = 0; w < s->words && !e->err.code; w++) {
        uint64_t m = cards[w] & (k_down(s)[w] ^ flip);
        e->turned[w] ^= m;
        if (m)
            n += turn_over(e, w, m);
    }
    e->left -= (int64_t)n * TOLD_WORK;
    return e->err.code ? -1 : n;
}

/* Removes the masks that show c if it has moved since (its `shown` is then 0). */
static void unshow(struct kengine *e, unsigned c)
{
    struct krules *r = k_rules(e->s);
    struct kmasked *m = k_masks(e->s);
    int n = 0;

    if (k_insts(e->s)[c].shown)
        return;
    for (int i = 0; i < r->nmask; i++)
        if (m[i].kind != MASK_SHOW || m[i].what != c)
            m[n++] = m[i];
    r->nmask = (uint16_t)n;
}

/* Shows the card to these seats; if all persons then see it, to the spectator as well. */
static void show_to(struct kengine *e, unsigned c, uint32_t seats)
{
    struct kstate *s = e->s;
    struct kinst *in = k_insts(s) + c;

    in->shown = (uint16_t)(seats & ~BIT(THE_PUBLIC));
    if (in->shown && !(s->people_seats & ~know_seen_by(e, s, c)))
        in->shown |= BIT(THE_PUBLIC);
}

/* Also removes masks that show a card which has moved since. */
void k_end_shows(struct kengine *e)
{
    struct krules *r = k_rules(e->s);
    const struct kmasked *m = k_masks(e->s);
    uint16_t any = 0;

    for (unsigned c = 0; r->any_shown && c < e->s->ninst; c++) {
        uint16_t *shown = &k_insts(e->s)[c].shown, lasting = 0;
        unshow(e, c);
        for (int i = 0; *shown && i < r->nmask; i++)
            lasting |= m[i].kind == MASK_SHOW && m[i].what == c ? m[i].seats : 0;
        if (*shown)
            show_to(e, c, lasting);
        any |= *shown;
    }
    r->any_shown = any != 0;
}

static int add_mask(struct kengine *e, struct kmasked mask)
{
    struct krules *r = k_rules(e->s);

    if (r->nmask >= e->d->limits.masks)
        return k_fail(e, K_E_MASKS, 0, 0, 0);
    k_masks(e->s)[r->nmask++] = mask;
    return 0;
}

int k_tell(struct kengine *e, const uint16_t *cards, int n, const uint64_t *may, ref text)
{
    struct kstate *s = e->s;
    uint64_t h = 0; /* of `may` */

    for (unsigned d = 0; d < e->d->ncards; d++)
        h += set_has(may, d) ? kmix(d + 1u) : 0;
    k_touch(e);
    e->left -= (int64_t)n * TOLD_WORK;
    for (int i = 0; i < n; i++) {
        uint16_t def = k_insts(s)[cards[i]].def;
        if (!set_has(may, def))
            return k_fail(e, K_E_FACT, 0, def, 0);
        if (!k_telling(e))
            continue;
        struct kevent ev = k_event_of(e, TELL_FACT, cards[i]);
        for (int k = i + 1; k < n && k_insts(s)[cards[k]].slot == ev.to; k++)
            ev.from_place++;
        ev.number = (int32_t)h;
        ev.extra = (int32_t)(h >> 32);
        ev.may = may;
        ev.text = text;
        k_emit(e, &ev, know_seen_by(e, s, cards[i]));
    }
    if (k_telling(e))
        facts_hear(e, cards, n, may);
    return n;
}

int k_show(struct kengine *e, uint32_t who, const uint16_t *cards, int n, ref lasts)
{
    struct kstate *s = e->s;

    k_touch(e);
    for (int i = 0; i < n; i++) {
        struct kinst *in = k_insts(s) + cards[i];
        uint32_t before = know_seen_by(e, s, cards[i]);

        e->left -= TOLD_WORK;
        if (!in->shown && k_rules(s)->nmask)
            unshow(e, cards[i]);
        show_to(e, cards[i], in->shown | who);
        k_rules(s)->any_shown = 1;
        if (k_telling(e)) {
            uint32_t after = know_seen_by(e, s, cards[i]);
            struct kevent ev = k_event_of(e, TELL_SHOW, cards[i]);
            know_turned(e, cards[i], before, after);
            ev.seats = (uint16_t)who;
            k_emit(e, &ev, after);
        }
        if (lasts == UNTIL_LEAF)
            continue;
        if (add_mask(e, (struct kmasked){MASK_SHOW, NO_SEAT, cards[i], (uint16_t)who, lasts}))
            return -1;
        if (!k_ordered(s, in->slot)) /* nobody could tell equal cards apart */
            return k_fail(e, K_E_SHOW, 0, 0, 0);
    }
    return n;
}

/* What one seat gives from one slot in a pass: a stretch of the list, and where it goes. */
struct gift {
    int first, n;
    unsigned from, to;
    bool whole;
};
enum { GIFTS = K_MAX_SEATS * sizeof((struct kselect *)0)->zone };

/* Lists what each seat gives, a gift for each stretch of cards from one slot. How many; -1. Seats
 * can only give cards of their own zones, so that no two seats give one card. Gifts that a mask
 * stops stay with their givers. */
static int gather_gifts(struct kengine *e, uint32_t who, ref sel, const uint8_t *give,
                        uint16_t *list, struct gift *g)
{
    const struct kslotinfo *info = k_slotinfo(e->s);
    int n = 0, k = 0;
    struct kctx x;

    k_context(e, &x);
    for (unsigned seat = 0; seat < e->s->nseats; seat++) {
        if (!(who & BIT(seat)) || give[seat] == NO_SEAT)
            continue;
        x.you = (uint8_t)seat;
        int got = k_select(e, sel, &x, list + n), end = n + (got > 0 ? got : 0);
        for (int i; n < end; n = i) {
            unsigned from = k_insts(e->s)[list[n]].slot, zone = info[from].zone;
            unsigned to = k_slot_of(e->s, e->d, zone, give[seat]);

            for (i = n + 1; i < end && k_insts(e->s)[list[i]].slot == from; i++)
                ;
            if (to == REF_NONE)
                return k_fail(e, K_E_ZONE, 0, give[seat], (int32_t)zone);
            if (info[from].seat != seat)
                return k_fail(e, K_E_PASS, 0, (int32_t)seat, (int32_t)zone);
            bool whole = k_telling(e) && whole_set(e, list + n, i - n, from);
            if (!k_rules(e->s)->nmask || !k_masked(e, MASK_MOVE, zone, info[to].seat))
                g[k++] = (struct gift){n, i - n, from, to, whole};
        }
    }
    return k;
}

static void pass_known(struct kengine *e, const struct gift *g, const uint16_t *list,
                       const uint16_t *seen)
{
    struct kstate *s = e->s;

    if (g->whole) {
        whole_moved(e, list + g->first, seen + g->first, g->n);
        return;
    }
    for (int i = g->first; i < g->first + g->n; i++)
        for (int o = 0; o < s->nobs; o++)
            if ((seen[i] & BIT(o)) || k_sees(e, s, o, list[i]))
                know_alone(e, o, list[i]);
}

static void pass_told(struct kengine *e, const struct gift *g, const uint16_t *list,
                      const uint16_t *seen)
{
    struct kstate *s = e->s;

    for (int i = 0; i < g->n; i++) {
        unsigned c = list[g->first + i];
        unsigned place = k_ordered(s, g->to) ? (unsigned)i : 0;
        uint32_t sees = seen[g->first + i] | know_seen_by(e, s, c);

        if (only_digests(e)) {
            digest_move(e, c, g->from, place, 0, sees);
            continue;
        }
        struct kevent ev = k_event_of(e, TELL_MOVE, c);
        ev.from = (uint16_t)g->from;
        ev.from_place = (uint16_t)place;
        k_emit(e, &ev, sees);
    }
}

/* Takes the cards of a gift out of their slot. First notes who sees them; if they are part of a
 * hidden set, all cards that they may be are joined. */
static void lift_gift(struct kengine *e, const struct gift *g, const uint16_t *list,
                      uint16_t *seen)
{
    struct kstate *s = e->s;
    uint16_t *all = NULL;

    for (int i = g->first; k_telling(e) && i < g->first + g->n; i++)
        seen[i] = (uint16_t)know_seen_by(e, s, list[i]);
    if (k_telling(e) && !g->whole && !told_only(e) && !k_ordered(s, g->from))
        all = k_list(e);
    for (int o = 0; o < s->nobs && all; o++)
        know_join(e, o, all, know_unseen(e, o, g->from, NULL, 0, all));
    k_unlist(e, all);
    if (g->n == k_slots(s)[g->from].count)
        lift_all(s, g->from);
    else
        for (int j = g->first; j < g->first + g->n; j++)
            zone_unlink(s, list[j]);
}

static void lay_gift(struct kengine *e, const struct gift *g, const uint16_t *list)
{
    struct kstate *s = e->s;
    const struct kzone *z = &e->d->zones[k_zone_of(s, g->to)];
    uint8_t owner = k_slotinfo(s)[g->to].seat;
    bool open = z->up == SIGHT_ALL;
    bool bare = z->as == AS_SET && !open && z->down != SIGHT_ALL; /* they had nothing to lose */

    for (int j = g->first; j < g->first + g->n; j++) {
        struct kinst *in = k_insts(s) + list[j];
        zone_append(s, list[j], g->to);
        in->shown = 0;
        card_own(e, list[j], owner);
        if (!bare && (!open || in->face == FACE_DOWN))
            zone_forget(e, list[j]);
    }
}

/* Gives the set of each of n seats, in slots from `first` on, to the next seat (up: true) or
 * back. */
INLINE static inline void shift_round(struct kengine *e, unsigned first, unsigned n, bool up,
                                      unsigned words)
{
    unsigned last = up ? n - 1 : 0, seat = up ? 0 : n - 1, moved = 0;
    struct kslot *slots = READY(k_slots(e->s) + first), *z = slots + seat;
    uint64_t *all = k_held(e->s, first), *held = all + (size_t)seat * words, carried[FEW_WORDS];
    struct kinst *in = READY(k_insts(e->s));
    uint16_t count = slots[last].count;
    int next = up ? 1 : -1;

    EACH_WORD (w, words)
        carried[w] = all[last * words + w];
    for (unsigned k = n; k; k--, z += next, seat += (unsigned)next, held += next * (int)words) {
        uint16_t was = z->count;
        EACH_WORD (w, words) {
            uint64_t m = carried[w];
            carried[w] = held[w];
            held[w] = m;
            lay_word(in + w * 64, m, first + seat, (uint8_t)seat, false);
        }
        z->count = count;
        moved += count * (MOVE_WORK + 1) + (count != 0); /* as if selected */
        count = was;
    }
    e->left -= moved;
}

void k_pass_beside(struct kengine *e, const struct kop *op)
{
    const struct kexpr *all = e->d->exprs, *to = all + op->of;
    unsigned first = k_zonebase(e->s)[e->plan->quick[op->cards].zone[0]], n = e->s->nseats;

    k_touch(e);
    /* passes_beside: it is the same for all seats, so it needs no context */
    while (to->op == X_IF)
        to = all + (k_leaf(e, to->a, NULL) ? to->b : to->c);
    if (e->s->words == COUNTED)
        shift_round(e, first, n, to->imm == SS_LEFT, COUNTED);
    else
        shift_round(e, first, n, to->imm == SS_LEFT, e->s->words);
}

int k_pass(struct kengine *e, uint32_t who, ref sel, const uint8_t *give)
{
    struct gift g[GIFTS];
    bool tell = k_telling(e);
    int n = 0;

    k_touch(e);
    uint16_t *list = k_list(e), *seen = k_list(e);
    int k = seen ? gather_gifts(e, who, sel, give, list, g) : -1;
    for (int i = 0; i < k; i++)
        lift_gift(e, &g[i], list, seen);
    for (int i = 0; i < k; i++) {
        lay_gift(e, &g[i], list);
        n += g[i].n;
    }
    e->left -= (int64_t)n * MOVE_WORK;
    for (int i = 0; i < k && tell && !told_only(e); i++)
        pass_known(e, &g[i], list, seen);
    for (int i = 0; i < k && tell; i++)
        pass_told(e, &g[i], list, seen);
    for (int i = 0; i < k && anything_named(e); i++)
        those_lost(e, list + g[i].first, g[i].n);
    for (int i = 0; i < k && n >= 0 && may_wait(e, EV_MOVE); i++)
        for (int j = g[i].first; j < g[i].first + g[i].n && n >= 0; j++)
            if (k_fire_move(e, k_zone_of(e->s, g[i].from), k_zone_of(e->s, g[i].to),
                            k_slotinfo(e->s)[g[i].to].seat, list[j]))
                n = -1;
    k_unlist(e, list);
    return k < 0 ? -1 : n;
}

int k_block(struct kengine *e, uint8_t kind, unsigned what, uint32_t who, ref lasts)
{
    struct kmasked mask = {kind, k_top(e->s)->you, (uint16_t)what, (uint16_t)who, lasts};
    struct kevent ev = k_event(TELL_BLOCK);

    if (!who)
        return 0;
    k_touch(e);
    if (add_mask(e, mask))
        return -1;
    ev.seats = (uint16_t)who;
    ev.id = kind;
    ev.extra = (int32_t)what;
    k_emit(e, &ev, 0);
    return __builtin_popcount(who);
}

RARE int k_finish(struct kengine *e, unsigned word, uint32_t won, uint32_t lost)
{
    struct krules *r = k_rules(e->s);

    k_touch(e);
    r->won |= (uint16_t)won;
    r->lost |= (uint16_t)lost;
    if (word != 0xFFFF)
        r->finish_op_n = (uint16_t)(word + 1);
    end_game(e, K_OVER);
    return 1;
}

void k_say(struct kengine *e, unsigned word, int64_t number, int card, int seat, int said,
           ref text)
{
    e->left -= SAY_WORK;
    if (!k_telling(e))
        return;
    struct kevent ev = k_event(TELL_SAY);
    ev.id = (uint16_t)word;
    ev.text = text;
    ev.number = (int32_t)number;
    if (said >= 0)
        ev.extra = said + 1;
    if (seat >= 0)
        ev.seat = (uint8_t)seat;
    if (card >= 0)
        ev.card = (uint16_t)card;
    k_emit(e, &ev, card >= 0 ? know_seen_by(e, e->s, (unsigned)card) : 0);
}

int64_t k_roll(struct kengine *e, int64_t n)
{
    struct kevent ev = k_event(TELL_ROLL);

    k_touch(e);
    if (n < 1 || n > INT32_MAX)
        return k_fail(e, K_E_RANGE, 0, (int32_t)n, 0);
    int64_t v = k_draw(e, (uint32_t)n, NULL);
    if (v < 0)
        return -1;
    e->left -= TOLD_WORK;
    ev.number = (int32_t)v + 1;
    ev.extra = (int32_t)n;
    k_emit(e, &ev, 0);
    return v + 1;
}
