/* look.c - what screens and bots ask of a game: cards and where they lie, and the phases under way.
 * One sweep without allocation, because programs ask at each of their decisions. */
#include "kernel/know/know.h"

/* What an observer knows of cards, and which cards of the current slot they see. */
struct sighted {
    int o;
    uint16_t *known; /* by card: what it must be, or REF_NONE; NULL: nothing known */
    uint16_t *dark;  /* room for the unseen cards of a set */
    bool known_only;
    struct kslotinfo lies; /* the current slot */
    bool up, down;         /* the observer sees every card that lies face up, face down */
    bool by_card;          /* it depends on the card's owner */
};

static inline bool sees(struct kengine *e, int o, unsigned c)
{
    return o == K_ALL_SEEING || card_seen(e, e->s, o, c);
}

/* The place of c in what o sees of its set: the first card's that looks the same. Backs come
 * last. */
static unsigned stands(struct kengine *e, int o, unsigned c, bool seen, uint16_t *nth)
{
    const struct kinst *in = k_insts(e->s);
    unsigned before = 0;
    uint16_t *like = k_list(e), *number = k_list(e);
    int n = 0, at = 0;

    for (unsigned i = k_first(e->s, in[c].slot); i != NO_CARD && number; i = k_next(e->s, i))
        if (sees(e, o, i) && seen && in[i].def == in[c].def)
            like[n++] = (uint16_t)i;
        else
            before += sees(e, o, i) && (!seen || in[i].def < in[c].def);
    if (n > 1) {
        sort_cards(e, like, n);
        number_likes(e, o, like, n, number);
        while (like[at] != c)
            at++;
        *nth = number[at];
        while (at && number[at - 1] == number[at])
            at--;
    }
    k_unlist(e, like);
    return before + (unsigned)at;
}

void k_lies(struct kengine *e, struct kstate *s, int o, unsigned c, struct klook *out)
{
    const struct kinst *in = k_insts(s) + c;
    const struct kslotinfo *lies = k_slotinfo(s) + in->slot;
    struct kstate *was = e->s;

    k_at(e, s);
    bool seen = sees(e, o, c), gone = k_left_game(s, c), set = !gone && !k_ordered(s, in->slot);
    *out = (struct klook){.def = seen ? in->def : REF_NONE,
                          .place = REF_NONE,
                          .zone = gone ? K_GONE : lies->zone,
                          .seat = gone ? NO_SEAT : lies->seat,
                          .face = in->face,
                          .owner = in->owner,
                          .card = (uint16_t)c};
    if (!gone)
        out->place = (uint16_t)(set ? stands(e, o, c, seen, &out->nth) : zone_place(s, c));
    if (set && !seen) { /* all backs of the set look so */
        out->card = NO_CARD;
        out->face = FACE_ANY;
        out->owner = NO_SEAT;
    }
    e->s = was;
}

bool k_held_lies(struct kengine *e, struct kstate *s, int o, int32_t value, struct klook *out)
{
    if (value < 0 || value >= s->ninst)
        return false;
    k_lies(e, s, o, (unsigned)value, out);
    out->def = k_insts(s)[value].def;
    return true;
}

static uint16_t remembered(const struct sighted *v, unsigned c)
{
    return v->known ? v->known[c] : REF_NONE;
}

/* Sorts cards that are all seen, or all unseen; most lists are sorted already. */
static void sort_known(struct kengine *e, const struct sighted *v, bool seen, uint16_t *list,
                       int n)
{
    int64_t left = e->left; /* looking costs the game no work */
    int order;

    if (seen)
        sort_cards(e, list, n);
    e->left = left;
    SORT(uint16_t, list, seen ? 0 : n,
         (order = order_unseen(e, a, b)) ? order > 0 : remembered(v, a) > remembered(v, b));
}

/* Does the observer see c? Its face decides, unless it is shown, or theirs on the table. */
static inline bool seen_now(struct kengine *e, const struct sighted *v, const struct kinst *in,
                            unsigned c)
{
    return (in[c].face == FACE_DOWN ? v->down : v->up) ||
           ((v->by_card || in[c].shown) && sees(e, v->o, c));
}

/* Lists a set's cards: *nseen seen ones, then the others, both in an order that tells nothing. */
static int set_in_order(struct kengine *e, const struct sighted *v, unsigned slot,
                        uint16_t *list, int *nseen)
{
    const struct kinst *in = k_insts(e->s);
    uint16_t *dark = v->dark;
    int at = 0, ndark = 0;

    for (unsigned c = k_first(e->s, slot); c != NO_CARD; c = k_next(e->s, c))
        if (seen_now(e, v, in, c))
            list[at++] = (uint16_t)c;
        else if (!v->known_only || remembered(v, c) != REF_NONE)
            dark[ndark++] = (uint16_t)c;
    sort_known(e, v, true, list, at);
    sort_known(e, v, false, dark, ndark);
    for (int i = 0; i < ndark; i++)
        list[at + i] = dark[i];
    *nseen = at;
    return at + ndark;
}

static inline void look_at(const struct kinst *in, const struct sighted *v, unsigned c,
                           bool now, struct klook *out)
{
    out->def = now ? in[c].def : remembered(v, c);
    out->remembered = !now && out->def != REF_NONE;
    out->zone = v->lies.zone;
    out->seat = v->lies.seat;
    out->face = in[c].face;
    out->owner = in[c].owner;
    out->nth = 0;
}

/* Writes the cards of a row or pile by place. How many there are. */
static int look_at_row(struct kengine *e, const struct sighted *v, unsigned slot,
                       struct klook *out, int cap)
{
    const struct kinst *in = k_insts(e->s);
    unsigned place = 0;
    int n = 0;

    for (unsigned c = k_first(e->s, slot); c != NO_CARD; c = k_next(e->s, c), place++) {
        bool now = seen_now(e, v, in, c);
        if (v->known_only && !now && remembered(v, c) == REF_NONE)
            continue;
        if (n < cap) {
            look_at(in, v, c, now, &out[n]);
            out[n].place = (uint16_t)place;
            out[n].card = (uint16_t)c;
        }
        n++;
    }
    return n;
}

/* Writes a set's cards. How many. Unseen cards have places only if all are written. */
static int look_at_set(struct kengine *e, const struct sighted *v, unsigned slot,
                       uint16_t *list, struct klook *out, int cap)
{
    const struct kinst *in = k_insts(e->s);
    int nseen, n = set_in_order(e, v, slot, list, &nseen);
    uint16_t *nth = v->dark; /* no longer needed */

    for (int i = 0, like; i < nseen; i += like) {
        for (like = 1; i + like < nseen && in[list[i + like]].def == in[list[i]].def;)
            like++;
        number_likes(e, v->o, list + i, like, nth + i);
    }
    for (int i = 0; i < n && i < cap; i++) {
        look_at(in, v, list[i], i < nseen, &out[i]);
        out[i].place = i < nseen || !v->known_only ? (uint16_t)i : REF_NONE;
        out[i].card = i < nseen ? list[i] : NO_CARD;
        out[i].nth = i < nseen ? nth[i] : 0;
    }
    return n;
}

int k_look(struct kengine *e, struct kstate *s, int o, unsigned slot, bool known_only,
           struct klook *out, int cap)
{
    struct kstate *was = e->s;
    struct sighted v = {.o = o, .known_only = known_only};
    unsigned first = slot == REF_NONE ? 0 : slot;
    unsigned end = slot == REF_NONE ? s->nslots - 1u : slot + 1;
    int n = 0, seat = o < s->nseats ? o : -1;

    k_at(e, s);
    uint16_t *list = k_list(e), *known = k_list(e);
    bool room = (v.dark = k_list(e)) != NULL && list && known;
    if (room && o != K_ALL_SEEING && s->track == TRACK_ALL)
        facts_known(s, o, v.known = known);
    for (; room && first < end; first++) {
        int at = n < cap ? n : cap;
        if (!k_slots(s)[first].count)
            continue;
        v.lies = k_slotinfo(s)[first];
        v.up = o == K_ALL_SEEING || side_seen(v.lies.up, v.lies.seat, seat);
        v.down = o == K_ALL_SEEING || side_seen(v.lies.down, v.lies.seat, seat);
        v.by_card = v.lies.seat == NO_SEAT;
        n += k_ordered(s, first) ? look_at_row(e, &v, first, out + at, cap - at)
                                 : look_at_set(e, &v, first, list, out + at, cap - at);
    }
    k_unlist(e, list);
    e->s = was;
    return room ? n : -1;
}

int k_phases_now(struct kengine *e, struct kstate *s, struct kphase_now *out, int cap)
{
    const struct kframe *f = k_frames(s);
    int n = 0;

    k_at(e, s);
    for (int i = 0; i < k_rules(s)->nframes; i++) {
        const struct kphase *p = f[i].kind == FRAME_PHASE ? &e->d->phases[f[i].phase.id] : NULL;
        if (!p || p->name == REF_NONE)
            continue;
        bool sure = p->loop == LOOP_REPEAT && p->cond == REF_NONE; /* no `while` ends it */
        const struct kexpr *of = sure ? &e->d->exprs[p->arg] : NULL;
        int32_t rounds = p->loop == LOOP_ONCE ? 1 : of && of->op == X_CONST ? of->imm : 0;
        if (n < cap)
            out[n] = (struct kphase_now){p->name, f[i].phase.loop, rounds,
                                         f[i].phase.norder ? f[i].you : NO_SEAT};
        n++;
    }
    return n;
}
