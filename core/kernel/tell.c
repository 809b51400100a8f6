/* tell.c - what happens is told: to each observer's digest, and to the listener.
 *
 * An event is redacted for an observer when it is told: the definition stands in it
 * only if he sees the card at that moment. A digest runs over all that its
 * observer was told, so equal digests mean equal histories for him.
 */
#include "kernel/internal.h"

struct kevent k_event(enum ktell kind)
{
    struct kevent ev;

    memset(&ev, 0, sizeof ev);
    ev.kind = (uint8_t)kind;
    ev.seat = NO_SEAT;
    ev.card = NO_CARD;
    ev.def = ev.from = ev.to = ev.id = REF_NONE;
    ev.pick.card = ev.pick.helper = ev.pick.target = NO_CARD;
    ev.pick.action = ACT_NONE;
    return ev;
}

/* What of the event o is told, as words to hash. */
static uint64_t told_hash(struct kengine *e, const struct kevent *ev, bool sees, int o)
{
    uint64_t w[4];

    w[0] = ev->kind | (uint64_t)ev->seat << 8 | (uint64_t)ev->seats << 16 |
           (uint64_t)ev->from << 32 | (uint64_t)ev->to << 48;
    w[1] = (sees ? k_insts(e->s)[ev->card].def : REF_NONE) | (uint64_t)ev->place << 16 |
           (uint64_t)ev->from_place << 32 | (uint64_t)ev->id << 48;
    w[2] = (uint32_t)ev->number | (uint64_t)(uint32_t)ev->extra << 32;
    w[3] = 0;
    if (ev->kind == TELL_EFFECT && !sees && ev->card != NO_CARD)
        w[1] |= 0xFFFFull << 48, w[2] = 0;
    if (ev->kind == TELL_PICK)
        w[3] = k_choice_key(e, e->s, o, &ev->pick);
    return k_hash_bytes(w, sizeof w, 0);
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

    if ((ev->kind == TELL_PICK && !all && ev->seat != v) || (ev->kind == TELL_APPLY && !all))
        return;
    bool sees = all || (seen & BIT(v));
    out.def = shown_def(e, ev->card, sees);
    if (ev->kind == TELL_EFFECT && !sees)
        out.id = REF_NONE;
    const uint16_t c[3] = {ev->pick.card, ev->pick.helper, ev->pick.target};
    for (int i = 0; i < 3; i++)
        out.pick_def[i] =
            shown_def(e, c[i], c[i] != NO_CARD && (all || k_sees(e, e->s, v, c[i])));
    e->tell(e->tell_ctx, e->s, &out);
}

void k_emit(struct kengine *e, struct kevent *ev, uint32_t seen)
{
    struct kstate *s = e->s;
    struct kknow *k = k_know(s);

    if (!k_telling(e))
        return;
    ev->serial = k->events++;
    for (int o = 0; o < s->nobs; o++) {
        bool person = o == s->nseats || !s->seat_kind[o];

        if (!person || (ev->kind == TELL_PICK && ev->seat != o) || ev->kind == TELL_APPLY)
            continue;
        uint64_t h = told_hash(e, ev, ev->card != NO_CARD && (seen & BIT(o)), o);
        k->digest[o] = kmix(k->digest[o] ^ h) + 0x9e3779b97f4a7c15ull;
    }
    if (e->tell)
        call_listener(e, ev, seen);
}
