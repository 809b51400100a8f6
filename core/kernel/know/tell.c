/* tell.c - what happens is told: to each observer's digest, and to the listener.
 *
 * An event is redacted when it is told: it has the definition only if the observer sees the card at
 * that moment. A digest covers all that its observer was told, so equal digests mean equal
 * histories. */
#include "kernel/know/know.h"
#include "kernel/wide.h"

struct kevent k_event(enum ktell kind)
{
    static const struct kevent none = {
        .seat = NO_SEAT,
        .card = NO_CARD,
        .def = REF_NONE,
        .from = REF_NONE,
        .to = REF_NONE,
        .id = REF_NONE,
        .text = REF_NONE,
        .pick = {.card = NO_CARD, .helper = NO_CARD, .target = NO_CARD, .action = ACT_NONE}};
    struct kevent ev = none;

    ev.kind = (uint8_t)kind;
    return ev;
}

struct kevent k_event_of(struct kengine *e, enum ktell kind, unsigned c)
{
    struct kevent ev = k_event(kind);

    ev.card = (uint16_t)c;
    ev.to = k_insts(e->s)[c].slot;
    ev.place = (uint16_t)zone_place(e->s, c);
    return ev;
}

/* Both halves of a product, folded. */
static inline uint64_t fold_product(uint64_t a, uint64_t b)
{
    struct wide p = wide_product(a, b);

    return p.low ^ p.high;
}

/* Digits of pi. */
#define PI_1 0x243f6a8885a308d3ull
#define PI_2 0x13198a2e03707344ull
#define PI_3 0xa4093822299f31d0ull
#define PI_4 0x082efa98ec4e6c89ull

/* A hash of an event for those who see its card, or for the others. pick: key of the pick as its
 * seat sees it. */
INLINE static inline uint64_t told_hash(struct kengine *e, const struct kevent *ev, bool sees,
                                        uint64_t pick)
{
    uint64_t w[4];

    w[0] = ev->kind | (uint64_t)ev->seat << 8 | (uint64_t)ev->seats << 16 |
           (uint64_t)ev->from << 32 | (uint64_t)ev->to << 48;
    w[1] = (sees ? k_insts(e->s)[ev->card].def : ev->def) | (uint64_t)ev->place << 16 |
           (uint64_t)ev->from_place << 32 | (uint64_t)ev->id << 48;
    w[2] = (uint32_t)ev->number | (uint64_t)(uint32_t)ev->extra << 32;
    w[3] = pick;
    if (ev->kind == TELL_EFFECT && !sees && ev->card != NO_CARD)
        w[1] |= 0xFFFFull << 48, w[2] = 0;
    return e->s->track == TRACK_TOLD /* a quick one, as digests are only compared */
               ? fold_product(w[0] ^ PI_1, w[1] ^ PI_2) ^ fold_product(w[2] ^ PI_3, w[3] ^ PI_4)
               : k_hash_bytes(w, sizeof w, 0);
}

static uint16_t shown_def(struct kengine *e, unsigned c, bool sees)
{
    return c != NO_CARD && sees ? k_insts(e->s)[c].def : REF_NONE;
}

static void call_listener(struct kengine *e, struct kevent *ev, uint32_t seen)
{
    struct kevent out = *ev;
    int v = e->viewer;
    bool all = v == K_ALL_SEEING;

    if (ev->kind == TELL_PICK && !all && ev->seat != v)
        return;
    bool sees = all || ((seen | ev->known) & BIT(v));
    out.step = ev->kind == TELL_MOVE ? e->step : 0;
    out.by = e->body || k_rules(e->s)->nframes ? you_now(e) : NO_SEAT;
    out.seen = ev->card == NO_CARD ? 0 : seen;
    if (ev->card != NO_CARD)
        out.def = shown_def(e, ev->card, sees);
    if (ev->kind == TELL_EFFECT && ev->card != NO_CARD && !sees)
        out.id = REF_NONE;
    const uint16_t c[3] = {ev->pick.card, ev->pick.helper, ev->pick.target};
    for (int i = 0; i < 3; i++)
        out.pick_def[i] =
            shown_def(e, c[i], c[i] != NO_CARD && (all || k_sees(e, e->s, v, c[i])));
    uint16_t def[K_MAX_CHOSEN];
    int n = k_choice_set(e, e->s, &ev->pick, &out.chosen);
    for (int i = 0; i < n; i++)
        def[i] = shown_def(e, out.chosen[i], all || k_sees(e, e->s, v, out.chosen[i]));
    out.chosen_def = n ? def : NULL;
    e->tell(e->tell_ctx, e->s, &out);
}

/* Who has a digest. In a search the spectator's is one for all that everyone is told alike. */
static inline uint32_t digested(const struct kstate *s)
{
    return s->people_seats | (s->track == TRACK_TOLD ? 0 : BIT(s->nseats));
}

/* Adds an event to the digests of these seats; in a search mixed with what everyone was told. */
static inline void digest_those(struct kstate *s, uint32_t seats, uint64_t h)
{
    uint64_t *digest = k_know(s)->digest;

    if (s->track == TRACK_TOLD && seats != BIT(s->nseats))
        h += digest[s->nseats];
    for (; seats; seats &= seats - 1) {
        uint64_t *d = digest + __builtin_ctz(seats);
        *d = s->track == TRACK_TOLD ? fold_product(*d ^ h, KRNG_GAMMA)
                                    : kmix(*d ^ h) + KRNG_GAMMA;
    }
}

/* Adds an event to all digests: one hash for those who see its card, one for the others. */
static void digest_all(struct kengine *e, const struct kevent *ev, uint32_t seen)
{
    struct kstate *s = e->s;
    uint32_t who = digested(s), see = ev->card == NO_CARD ? 0 : seen & who;

    if (s->track == TRACK_TOLD && (!see || see == who)) /* everyone is told alike */
        who = BIT(s->nseats), see = see ? who : 0;
    if (see)
        digest_those(s, see, told_hash(e, ev, true, 0));
    if (who & ~see)
        digest_those(s, who & ~see, told_hash(e, ev, false, 0));
}

void digest_move(struct kengine *e, unsigned c, unsigned from, unsigned place, int how,
                 uint32_t seen)
{
    struct kstate *s = e->s;
    uint32_t who = s->people_seats, see = seen & who, all = BIT(s->nseats);
    uint64_t way = (uint64_t)place << 32 | (uint64_t)k_insts(s)[c].slot << 16 | from;
    uint64_t lies = (uint64_t)zone_place(s, c) << 32 | (uint64_t)how << 8 | TELL_MOVE;
    uint64_t h = fold_product(way ^ PI_1, lies ^ PI_2);

    k_know(s)->events++;
    if (see != who)
        digest_those(s, see ? who & ~see : all, h);
    if (see)
        digest_those(s, see == who ? all : see, fold_product(h ^ k_insts(s)[c].def, PI_3));
}

/* Adds an answer: those who see its cards hear which they are, others places or backs. Its seat
 * knows. */
static void digest_answer(struct kengine *e, const struct kevent *ev)
{
    struct kstate *s = e->s;
    uint16_t card[3 + K_MAX_CHOSEN];
    uint32_t who = digested(s), own = who & BIT(ev->seat);
    uint32_t sees[3 + K_MAX_CHOSEN];
    const uint16_t *set;
    int n = k_choice_set(e, s, &ev->pick, &set);

    if (own)
        digest_those(s, own, told_hash(e, ev, false, 0));
    card[0] = ev->pick.card, card[1] = ev->pick.helper, card[2] = ev->pick.target;
    for (int i = 0; i < n; i++)
        card[3 + i] = set[i];
    n += 3;
    for (int i = 0; i < n; i++)
        sees[i] = card[i] == NO_CARD ? 0 : know_seen_by(e, s, card[i]);
    for (who &= ~own; who;) {
        int o = __builtin_ctz(who);
        uint32_t alike = who;
        for (int i = 0; i < n; i++)
            alike &= sees[i] & BIT(o) ? sees[i] : ~sees[i];
        digest_those(s, alike, told_hash(e, ev, false, choice_key(e, o, &ev->pick)));
        who &= ~alike;
    }
}

void k_emit(struct kengine *e, struct kevent *ev, uint32_t seen)
{
    struct kstate *s = e->s;

    if (!k_telling(e))
        return;
    ev->serial = k_know(s)->events++;
    if (ev->kind == TELL_PICK) {
        if (!s->seat_kind[ev->seat])
            digest_those(s, BIT(ev->seat),
                         told_hash(e, ev, false, k_choice_key(e, s, ev->seat, &ev->pick)));
    } else if (ev->kind == TELL_ANSWER) {
        digest_answer(e, ev);
    } else {
        digest_all(e, ev, seen);
    }
    if (e->tell)
        call_listener(e, ev, seen);
}

void end_game(struct kengine *e, enum kstatus how)
{
    struct krules *r = k_rules(e->s);
    struct kevent ev = k_event(TELL_END);

    r->status = (uint8_t)how;
    ev.number = how;
    ev.seats = r->won;
    ev.extra = r->lost;
    k_emit(e, &ev, 0);
}
