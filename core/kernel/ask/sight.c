/* sight.c - which cards a seat can tell apart: lists of distinct cards, keys of choices. */
#include "kernel/ask/ask.h"

/* What names a card, as one number. k_naming needs this order. */
enum {
    AT_FRAME = 1,
    AT_EACH = 999,
    AT_QUEUE = 1000,
    AT_WATCH = 2000,
    AT_GAME = 3000,
    AT_SEAT = 4000,
    AT_SET = 5000,
    AT_CARD = 10000
};

/* Does it matter which of several equal cards a watcher or effect belongs to? `cancel` finds an
 * effect by its card, also one that a watcher is still to queue. */
static inline bool watcher_names(const struct kengine *e, const struct kwatching *w)
{
    return e->d->cancels || e->d->watches[w->watch].asks_this;
}

static inline bool effect_names(const struct kengine *e, const struct kqueued *q)
{
    return e->d->cancels || e->d->effects[q->effect].asks_this;
}

static inline bool binds_any(const struct kframe *f)
{
    uint64_t four;

    memcpy(&four, f->card, sizeof four);
    return ~four != 0;
}

/* Calls `met` for each card that a frame, loop, watcher, set or counter names, until it returns
 * true. */
typedef bool met_fn(void *ctx, unsigned c, uint32_t at);
INLINE static inline void each_name(struct kengine *e, met_fn *met, void *ctx)
{
    struct kstate *s = e->s;
    const struct krules *r = k_rules(s);
    const struct kplan *plan = e->plan;
    const struct kframe *f = k_frames(s);
    uint64_t sets = 0; /* the answers whose sets are bound in a frame, a bit each */

    for (unsigned i = 0; i < r->nframes; i++) {
        for (unsigned j = 0; j < 4 && binds_any(f + i); j++)
            if (met(ctx, f[i].card[j], AT_FRAME + i * 4 + j))
                return;
        sets |= f[i].set ? BIT64(f[i].set - 1) : 0;
    }
    for (unsigned i = 0; i < r->neach; i++)
        if (met(ctx, each_at(s, i), AT_EACH))
            return;
    for (unsigned i = 0; i < r->nwatch; i++)
        if (watcher_names(e, k_watch(s) + i) && met(ctx, k_watch(s)[i].card, AT_WATCH + i))
            return;
    for (; sets; sets &= sets - 1) {
        unsigned i = (unsigned)__builtin_ctzll(sets);
        for (unsigned j = 0; j < s->most_chosen; j++)
            if (met(ctx, k_set_of(s, i)[j], AT_SET + i * K_MAX_CHOSEN + j))
                return;
    }
    for (unsigned i = 0; i < plan->nref_game; i++)
        if (met(ctx, (unsigned)k_gamectr(s)[plan->ref_game[i]], AT_GAME + plan->ref_game[i]))
            return;
    for (unsigned i = 0; i < plan->nref_seat; i++)
        for (unsigned p = 0; p < s->nseats; p++)
            if (met(ctx, (unsigned)k_seatctr(s)[p * e->d->nseat + plan->ref_seat[i]],
                    AT_SEAT + plan->ref_seat[i] * K_MAX_SEATS + p))
                return;
    for (unsigned i = 0; i < plan->nref_card; i++)
        for (unsigned by = next_holder(e, i, NO_CARD, 0); by != NO_CARD;
             by = next_holder(e, i, NO_CARD, by + 1))
            if (met(ctx, held_card(e, i, by), AT_CARD + plan->ref_card[i] * K_MAX_INSTS + by))
                return;
}

struct finding {
    unsigned c;
    uint32_t at;
};

static bool is_found(void *ctx, unsigned c, uint32_t at)
{
    struct finding *f = ctx;

    f->at = c == f->c ? at : 0;
    return f->at;
}

/* Where something names this card; 0: nowhere. */
static uint32_t named_at(struct kengine *e, unsigned c)
{
    struct finding found = {c, 0};
    uint32_t first = UINT32_MAX;

    each_name(e, is_found, &found);
    if (found.at && found.at < AT_QUEUE)
        return found.at;
    for (unsigned i = 0; i < k_rules(e->s)->nqueue; i++) {
        const struct kqueued *q = k_queued(e->s, i);
        if (q->arrival < first && ((q->card == c && effect_names(e, q)) || q->evcard == c ||
                                   q->helper == c || q->target == c))
            first = q->arrival;
    }
    return first > UINT16_MAX ? found.at : AT_QUEUE + k_arrived_before(e->s, first);
}

static bool mark(void *ctx, unsigned c, uint32_t at)
{
    (void)at;
    if (c < K_MAX_INSTS)
        set_put(ctx, c, true);
    return false;
}

/* Marks all cards for which named_at is not 0. */
static void mark_named(struct kengine *e, uint64_t *set)
{
    for (unsigned w = 0; w < e->s->words; w++)
        set[w] = 0;
    each_name(e, mark, set);
    for (unsigned i = 0; i < k_rules(e->s)->nqueue; i++) {
        const struct kqueued *q = k_queued(e->s, i);
        mark(set, effect_names(e, q) ? q->card : NO_CARD, 0);
        for (unsigned k = BOUND_CARD; k < BOUND_IT; k++)
            mark(set, q->bound[k], 0);
    }
}

enum knaming k_naming(struct kengine *e, struct kstate *s, unsigned c, unsigned *of)
{
    k_at(e, s);
    uint32_t at = named_at(e, c);

    *of = at >= AT_CARD   ? (at - AT_CARD) % K_MAX_INSTS
          : at >= AT_SET  ? 0
          : at >= AT_SEAT ? e->d->seat_ctr[(at - AT_SEAT) / K_MAX_SEATS]
          : at >= AT_GAME ? e->d->game_ctr[at - AT_GAME]
                          : 0;
    return at >= AT_CARD    ? K_HELD
           : at >= AT_SET   ? K_UNDER_WAY
           : at >= AT_GAME  ? K_COUNTS
           : at >= AT_WATCH ? K_LASTS
           : at >= AT_QUEUE ? K_WAITS
           : at             ? K_UNDER_WAY
                            : K_UNNAMED;
}

/* The cards that something names, found once for each question. */
static const uint64_t *named_now(struct kengine *e)
{
    if (e->named_for != e->now->stamp) {
        mark_named(e, e->named);
        e->named_for = e->now->stamp;
    }
    return e->named;
}

bool card_is_named(struct kengine *e, unsigned c)
{
    bool open =
        k_rules(e->s)->decision != DEC_NONE && e->s->stamp && e->s->stamp == e->now->stamp;

    return !(e->listing || open) || SLOW(e, NAMED) ? named_at(e, c) != 0
                                                   : set_has(named_now(e), c);
}

uint32_t naming_order(struct kengine *e, unsigned c)
{
    uint32_t at = card_is_named(e, c) ? named_at(e, c) : 0;

    return !at ? UINT32_MAX : at < AT_CARD ? at : at - (at - AT_CARD) % K_MAX_INSTS;
}

static bool hidden_in_set(struct kengine *e, int seat, unsigned c)
{
    return !k_ordered(e->s, k_insts(e->s)[c].slot) && !card_seen(e, e->s, seat, c);
}

APART static bool set_has_back(struct kengine *e, int seat, const struct kchoice *c)
{
    const uint16_t *cards;
    int n = k_choice_set(e, e->s, c, &cards), i = 0;

    while (i < n && !hidden_in_set(e, seat, cards[i]))
        i++;
    return i < n;
}

bool choice_has_back(struct kengine *e, int seat, const struct kchoice *c)
{
    return (c->card != NO_CARD && hidden_in_set(e, seat, c->card)) ||
           (c->helper != NO_CARD && hidden_in_set(e, seat, c->helper)) ||
           (c->target != NO_CARD && hidden_in_set(e, seat, c->target)) ||
           (c->nset && set_has_back(e, seat, c));
}

/* Replaces the back of a set by a card drawn from all backs of this set that the selector selects
 * and that are not in `taken`. Sorted by instance first. */
static int settle_card(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *card,
                       const uint16_t *taken, int ntaken)
{
    if (*card == NO_CARD || !hidden_in_set(e, seat, *card))
        return 0;
    uint16_t *list = k_list(e);
    unsigned slot = k_insts(e->s)[*card].slot;
    uint8_t was = ask_as(e, seat);
    int n = list ? k_select(e, sel, x, list) : -1, kept = 0;

    e->asker = was;
    for (int i = 0; i < n; i++)
        if (k_insts(e->s)[list[i]].slot == slot && hidden_in_set(e, seat, list[i]) &&
            !list_has(taken, ntaken, list[i]))
            list[kept++] = list[i];
    by_instance(list, kept);
    int64_t k = kept > 1 ? k_draw(e, (uint32_t)kept, list) : 0;
    if (k >= 0 && kept > 0)
        *card = list[k];
    k_unlist(e, list);
    return k < 0 || n < 0 ? -1 : 0;
}

int choose_settle_set(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *card,
                      int n)
{
    int rc = 0;

    for (int i = 0; i < n && !rc; i++)
        rc = settle_card(e, seat, sel, x, card + i, card, i);
    return rc;
}

/* ---- lists ---- */

bool same_seen(struct kengine *e, unsigned a, unsigned b)
{
    const struct kinst *in = k_insts(e->s);

    return in[a].slot == in[b].slot && !card_order(e, a, b) && !card_is_named(e, a) &&
           !card_is_named(e, b);
}

/* Does something name a card of the set (k_naming)? */
INLINE static inline bool some_named(struct kengine *e, const uint64_t *set)
{
    const uint64_t *named = named_now(e);
    uint64_t any = 0;

    for (unsigned w = 0; w < e->s->words; w++)
        any |= set[w] & named[w];
    return any != 0;
}

/* As count_apart, for one slot and a number of words that the compiler knows. first: gets the cards
 * that may be picked, one of those that are alike; at least COUNTED words are written. -1: make a
 * list */
INLINE static inline int count_words(struct kengine *e, const uint64_t *cards, unsigned count,
                                     unsigned words, const struct kcast *k, const uint64_t *odd,
                                     uint64_t *first)
{
    uint64_t borrow = 0, met = 0, any = 0;
    int n = (int)count;

    for (unsigned w = 0; w < words; w++)
        any |= cards[w] & odd[w];
    for (unsigned w = words; w < COUNTED; w++)
        first[w] = 0;
    for (unsigned w = 0; w < words; w++) {
        uint64_t apart = first_of_each(k, cards[w], w, &borrow);
        met |= cards[w] & ~apart;
        first[w] = apart;
    }
    if (!(met | any))
        return n;
    if (any || some_named(e, cards))
        return -1;
    for (unsigned w = 0; w < words; w++)
        for (uint64_t more = cards[w] & ~first[w]; more; more &= more - 1)
            n--;
    return n;
}

INLINE static inline uint32_t count_seats(struct kengine *e, uint32_t who, unsigned words,
                                          struct klists *l)
{
    struct kstate *s = e->s;
    const uint16_t *slot = READY(k_slotof(s) + (size_t)l->of.zone * s->nseats);
    const struct kslot *slots = READY(k_slots(s));
    const struct kcast *k = e->plan->cast;
    const uint64_t *odd = READY(k_odd(s)), *held = READY(k_held(s, 0));
    uint32_t lists = 0, few = 0;

    for (uint32_t left = who; left; left &= left - 1) {
        unsigned seat = (unsigned)__builtin_ctz(left), at = slot[seat];
        int n = 0;
        if (at == REF_NONE || (words > COUNTED && !slots[at].count))
            memset(l->first[seat], 0, sizeof l->first[seat]);
        else
            n = count_words(e, held + (size_t)at * words, slots[at].count, words, k, odd,
                            l->first[seat]);
        if (n < 0)
            lists |= BIT(seat);
        n += !n || l->of.done;
        if (n <= 1)
            few |= BIT(seat);
        l->n[seat] = (uint32_t)n;
    }
    who &= ~lists;
    l->known |= who;
    l->few |= who & few;
    l->noted |= l->of.notes ? who & ~few : 0;
    return lists;
}

uint32_t count_apart(struct kengine *e, uint32_t seats, struct klists *l)
{
    return !as_dealt(e->s) || e->s->words > FEW_WORDS ? seats
           : e->s->words == 1                         ? count_seats(e, seats, 1, l)
           : e->s->words == 2                         ? count_seats(e, seats, 2, l)
                                                      : count_seats(e, seats, e->s->words, l);
}

int distinct_cards(struct kengine *e, const uint64_t *cards, uint16_t *out)
{
    struct kstate *s = e->s;
    const uint64_t *odd = k_odd(s);
    uint64_t borrow = 0;
    int n = 0, met = 0;

    if (!as_dealt(s))
        return -1;
    for (unsigned w = 0; w < s->words; w++) {
        uint64_t first = first_of_each(e->plan->cast, cards[w], w, &borrow);
        if (cards[w] & odd[w])
            return -1;
        met += cards[w] ? members(cards[w]) : 0;
        for (; first; first &= first - 1)
            out[n++] = (uint16_t)(w * 64 + (unsigned)__builtin_ctzll(first));
    }
    return n < met && some_named(e, cards) ? -1 : n;
}

/* The place of a card that lies in the slot of c and that the seat cannot tell from c: a seen one
 * (the cards are sorted by definition), or else any back. -1: none */
static int one_like(struct kengine *e, const uint16_t *card, int n, unsigned c, bool seen)
{
    const struct kinst *in = k_insts(e->s);

    while (n-- > 0 && (!seen || in[card[n]].def == in[c].def))
        if (seen ? same_seen(e, card[n], c) : in[card[n]].slot == in[c].slot)
            return n;
    return -1;
}

/* Writes the cards that a selector offers to the seat into `list`, backs of sets last. Cards that
 * the seat cannot tell apart are one group, and group[i] is the number of card i's group. If `group`
 * is NULL, it writes one card of each group. Returns how many, or -1. */
static int offered(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *list,
                   uint16_t *group, int *groups)
{
    uint16_t *back = k_list(e);
    int n = back ? k_select(e, sel, x, list) : -1, kept = 0, backs = 0;

    *groups = 0;
    for (int i = 0; i < n; i++) {
        unsigned c = list[i], slot = k_insts(e->s)[c].slot;
        const struct kzone *z = &e->d->zones[k_zone_of(e->s, slot)];
        bool set = z->as == AS_SET;
        if (z->endless && used_up(e, c))
            continue;
        if (set && !card_seen(e, e->s, seat, c)) {
            back[backs++] = (uint16_t)c;
            continue;
        }
        int like = set ? one_like(e, list, kept, c, true) : -1;
        if (like >= 0 && !group)
            continue;
        if (group)
            group[kept] = like >= 0 ? group[like] : (uint16_t)(*groups)++;
        list[kept++] = (uint16_t)c;
    }
    int seen = kept;
    for (int i = 0; i < backs; i++) { /* the backs of a slot are one group */
        int like = one_like(e, back, i, back[i], false);
        if (like >= 0 && !group)
            continue;
        if (group)
            group[kept] = like >= 0 ? group[seen + like] : (uint16_t)(*groups)++;
        list[kept++] = back[i];
    }
    k_unlist(e, back);
    return n < 0 ? -1 : kept;
}

int offered_anyhow(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *list)
{
    int groups;

    return offered(e, seat, sel, x, list, NULL, &groups);
}

/* Sorts n cards by group and counts each group. */
static int by_groups(struct kengine *e, uint16_t *card, const uint16_t *group, uint16_t *size,
                     int n, int groups)
{
    uint16_t *at = k_list(e), *was = k_list(e);
    unsigned sum = 0;

    if (!was)
        return -1;
    memset(size, 0, (size_t)groups * sizeof *size);
    memcpy(was, card, (size_t)n * sizeof *was);
    for (int i = 0; i < n; i++)
        size[group[i]]++;
    for (int g = 0; g < groups; sum += size[g++])
        at[g] = (uint16_t)sum;
    for (int i = 0; i < n; i++)
        card[at[group[i]]++] = was[i];
    k_unlist(e, at);
    return n;
}

int offered_groups(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *list,
                   uint16_t *size, int *groups)
{
    uint16_t *group = k_list(e);
    int n = group ? offered(e, seat, sel, x, list, group, groups) : -1;

    n = n < 0 ? -1 : by_groups(e, list, group, size, n, *groups);
    k_unlist(e, group);
    return n;
}

/* ---- keys ---- */

/* A key of what card c is (`def`), how it lies and what names it. */
static uint64_t looks_key(struct kengine *e, unsigned c, uint16_t def)
{
    const struct kinst *in = k_insts(e->s) + c;
    unsigned n = e->d->ncardctr;
    const int32_t *ctr = k_cardctr(e->s) + c * n;
    uint64_t h = kmix((uint64_t)in->slot << 40 | (uint64_t)def << 20 | (uint64_t)in->face << 8 |
                      in->owner);

    for (unsigned i = 0; i < n; i++)
        h = kmix(h + (uint32_t)ctr[i]);
    return kmix(h ^ (card_is_named(e, c) ? named_at(e, c) : 0));
}

static uint64_t seen_key(struct kengine *e, unsigned c)
{
    return looks_key(e, c, k_insts(e->s)[c].def);
}

static uint64_t card_key(struct kengine *e, int seat, unsigned c)
{
    struct kstate *s = e->s;
    const struct kinst *in = k_insts(s) + c;

    if (k_left_game(s, c))
        return 0;
    if (k_ordered(s, in->slot))
        return kmix((uint64_t)in->slot << 20 | (zone_place(s, c) + 1));
    return card_seen(e, s, seat, c) ? seen_key(e, c) : kmix((uint64_t)in->slot << 20 | 0xFFFFF);
}

/* As card_key, but in a row or pile by what the seat sees of the card, not by its place. */
static uint64_t card_look(struct kengine *e, int seat, unsigned c)
{
    const struct kinst *in = k_insts(e->s) + c;

    if (k_left_game(e->s, c) || !k_ordered(e->s, in->slot))
        return card_key(e, seat, c);
    return looks_key(e, c, card_seen(e, e->s, seat, c) ? in->def : REF_NONE);
}

/* The key of a set of cards, in whatever order. */
typedef uint64_t key_fn(struct kengine *e, int seat, unsigned c);
static uint64_t set_key(struct kengine *e, int seat, const struct kchoice *c, key_fn *key)
{
    const uint16_t *cards;
    int n = k_choice_set(e, e->s, c, &cards);
    uint64_t sum = (uint64_t)n;

    for (int i = 0; i < n; i++)
        sum += kmix(key(e, seat, cards[i]) + 4);
    return sum;
}

INLINE static inline uint64_t key_by(struct kengine *e, int seat, const struct kchoice *c,
                                     key_fn *key)
{
    uint64_t h =
        kmix((uint64_t)c->action << 40 | (uint64_t)c->seat << 32 | (uint32_t)c->number);

    h = kmix(h ^ (c->card == NO_CARD ? 0 : key(e, seat, c->card)));
    h = kmix(h + 1 + (c->helper == NO_CARD ? 0 : key(e, seat, c->helper)));
    h = kmix(h + 2 + (c->target == NO_CARD ? 0 : key(e, seat, c->target)));
    return c->nset ? kmix(h ^ set_key(e, seat, c, key)) : h;
}

/* Replays hold hashes of these keys, so they must not change. */
uint64_t choice_key(struct kengine *e, int seat, const struct kchoice *c)
{
    return key_by(e, seat, c, card_key);
}

void choice_keys(struct kengine *e, int seat, const struct kchoice *c, int n, uint64_t *out)
{
    for (int i = 0; i < n; i++)
        out[i] = key_by(e, seat, c + i, card_key);
}

/* The part of pick_sign that a card adds. */
INLINE static inline uint64_t card_sign(struct kengine *e, int seat, unsigned c, bool *back)
{
    unsigned slot = k_insts(e->s)[c].slot;

    if (k_ordered(e->s, slot))
        return (uint64_t)c << 32;
    bool seen = card_seen(e, e->s, seat, c);
    *back |= !seen;
    return seen ? seen_key(e, c) : kmix((uint64_t)slot << 20 | 0xFFFFF);
}

/* A sign that finds an answer again after others have acted. A card of a set counts as it looks
 * now; a card of a row or pile counts as itself, wherever it is now. *back: one of the cards is a
 * back. */
uint32_t pick_sign(struct kengine *e, int seat, const struct kchoice *c, bool *back)
{
    const uint16_t card[3] = {c->card, c->helper, c->target};
    uint64_t h = (uint64_t)c->action << 40 | (uint64_t)c->seat << 32 | (uint32_t)c->number;

    *back = false;
    for (unsigned i = 0; i < 3; i++) {
        if (card[i] == NO_CARD)
            continue;
        h = kmix(h + i) ^ card_sign(e, seat, card[i], back);
    }
    if (c->nset) {
        const uint16_t *cards;
        int n = k_choice_set(e, e->s, c, &cards);
        for (int i = 0; i < n; i++) /* + 4, because card 0 of a row has sign 0 */
            h += kmix(card_sign(e, seat, cards[i], back) + 4);
    }
    return (uint32_t)kmix(h);
}

static uint64_t key_at(struct kengine *e, struct kstate *s, int seat, const struct kchoice *c,
                       key_fn *key)
{
    struct kstate *was = e->s;

    k_at(e, s);
    uint64_t k = key_by(e, seat, c, key);
    e->s = was;
    return k;
}

uint64_t k_choice_key(struct kengine *e, struct kstate *s, int seat, const struct kchoice *c)
{
    return key_at(e, s, seat, c, card_key);
}

uint64_t k_choice_look(struct kengine *e, struct kstate *s, int seat, const struct kchoice *c)
{
    return key_at(e, s, seat, c, card_look);
}
