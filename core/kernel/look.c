/* look.c - a game for those who show it or think about it: cards with where they lie, and the phases
 * under way. In one sweep, without memory of its own: programs look at each of their decisions.
 */
#include "kernel/internal.h"

/* What an observer knows of each class of cards that he does not see. */
struct sighted {
    int o;
    uint16_t
        *of_class; /* by the class's name: the definition that all its cards are, or REF_NONE */
    const uint16_t *cls;
};

static bool sees(struct kengine *e, int o, unsigned c)
{
    return o == K_ALL_SEEING || card_seen(e, e->s, o, c);
}

/* Where c stands in what o sees of its set: the first that looks so; backs stand behind the others. */
static unsigned stands(struct kengine *e, int o, unsigned c, bool seen)
{
    struct kstate *s = e->s;
    unsigned n = 0;

    for (uint16_t i = k_slots(s)[k_insts(s)[c].slot].head; i != NO_CARD; i = k_insts(s)[i].next)
        n += sees(e, o, i) && (!seen || card_order(e, i, c) < 0);
    return n;
}

void k_lies(struct kengine *e, struct kstate *s, int o, unsigned c, struct klook *out)
{
    const struct kinst *in = k_insts(s) + c;
    const struct kslotinfo *lies = k_slotinfo(s) + in->slot;
    struct kstate *was = e->s;

    e->s = s;
    bool seen = sees(e, o, c), gone = left_game(s, c),
         set = !gone && !k_ordered(e->d, s, in->slot);
    *out = (struct klook){.def = seen ? in->def : REF_NONE,
                          .place = REF_NONE,
                          .zone = gone ? K_GONE : lies->zone,
                          .seat = gone ? NO_SEAT : lies->seat,
                          .face = in->face,
                          .owner = in->owner,
                          .card = (uint16_t)c};
    if (!gone)
        out->place = (uint16_t)(set ? stands(e, o, c, seen) : zone_place(s, c));
    if (set && !seen) { /* any of its backs may be meant */
        out->card = NO_CARD;
        out->face = FACE_ANY;
        out->owner = NO_SEAT;
    }
    e->s = was;
}

/* A class is named by its lowest instance, which is met first. */
static void know_classes(struct kstate *s, struct sighted *v)
{
    const struct kinst *in = k_insts(s);

    v->cls = k_classes(s, v->o);
    for (unsigned i = 0; i < s->ninst; i++) {
        unsigned name = v->cls[i];
        if (name == i)
            v->of_class[i] = in[i].def;
        else if (v->of_class[name] != in[i].def)
            v->of_class[name] = REF_NONE;
    }
}

static uint16_t remembered(const struct sighted *v, unsigned c)
{
    return v->of_class ? v->of_class[v->cls[c]] : REF_NONE;
}

static int order_known(struct kengine *e, const struct sighted *v, bool seen, unsigned a,
                       unsigned b)
{
    int order = seen ? card_order(e, a, b) : order_unseen(e, a, b);

    return order || seen ? order : (int)remembered(v, a) - (int)remembered(v, b);
}

/* Most lie sorted. */
static void sort_known(struct kengine *e, const struct sighted *v, bool seen, uint16_t *list,
                       int n)
{
    for (int i = 1; i < n; i++) {
        uint16_t c = list[i];
        int j = i;
        for (; j > 0 && order_known(e, v, seen, list[j - 1], c) > 0; j--)
            list[j] = list[j - 1];
        list[j] = c;
    }
}

/* The cards of a slot as they lie: in a set those that are seen, then the others, each in an order
 * that tells nothing. *nseen: how many of a set are seen; of a row or pile 0. */
static int cards_in_order(struct kengine *e, const struct sighted *v, unsigned slot,
                          uint16_t *list, int *nseen)
{
    struct kstate *s = e->s;
    int n = zone_cards(s, slot, list), at = 0;

    *nseen = 0;
    if (k_ordered(e->d, s, slot))
        return n;
    uint16_t *dark = k_list(e);
    int ndark = 0;
    for (int i = 0; dark && i < n; i++)
        if (sees(e, v->o, list[i]))
            list[at++] = list[i];
        else
            dark[ndark++] = list[i];
    sort_known(e, v, true, list, at);
    sort_known(e, v, false, dark, ndark);
    for (int i = 0; i < ndark; i++)
        list[at + i] = dark[i];
    k_unlist(e, dark);
    *nseen = at;
    return n;
}

static int look_at(struct kengine *e, const struct sighted *v, unsigned slot, uint16_t *list,
                   struct klook *out, int cap)
{
    struct kstate *s = e->s;
    const struct kinst *in = k_insts(s);
    const struct kslotinfo *lies = k_slotinfo(s) + slot;
    bool ordered = k_ordered(e->d, s, slot);
    int nseen, n = cards_in_order(e, v, slot, list, &nseen);

    for (int i = 0; i < n && i < cap; i++) {
        unsigned c = list[i];
        bool now = ordered ? sees(e, v->o, c) : i < nseen;
        uint16_t def = now ? in[c].def : remembered(v, c);
        out[i] = (struct klook){.def = def,
                                .place = (uint16_t)i,
                                .zone = lies->zone,
                                .seat = lies->seat,
                                .face = in[c].face,
                                .owner = in[c].owner,
                                .remembered = !now && def != REF_NONE,
                                .card = ordered || now ? (uint16_t)c : NO_CARD};
    }
    return n;
}

int k_look(struct kengine *e, struct kstate *s, int o, unsigned slot, struct klook *out,
           int cap)
{
    struct kstate *was = e->s;
    struct sighted v = {.o = o};
    unsigned first = slot == REF_NONE ? 0 : slot;
    unsigned end = slot == REF_NONE ? s->nslots - 1u : slot + 1;
    int n = 0;

    e->s = s;
    uint16_t *list = k_list(e), *classes = k_list(e);
    if (classes && o != K_ALL_SEEING && s->track == TRACK_ALL) {
        v.of_class = classes;
        know_classes(s, &v);
    }
    for (; classes && first < end; first++)
        if (k_slots(s)[first].count)
            n += look_at(e, &v, first, list, out + (n < cap ? n : cap), n < cap ? cap - n : 0);
    int rc = classes ? n : -1;
    k_unlist(e, list);
    e->s = was;
    return rc;
}

int k_phases_now(struct kengine *e, struct kstate *s, struct kphase_now *out, int cap)
{
    const struct kframe *f = k_frames(s);
    int n = 0;

    for (int i = 0; i < k_rules(s)->nframes; i++) {
        if (f[i].kind != FRAME_PHASE || e->d->phases[f[i].what].name == REF_NONE)
            continue;
        if (n < cap)
            out[n] = (struct kphase_now){e->d->phases[f[i].what].name, f[i].loop,
                                         f[i].norder ? f[i].you : NO_SEAT};
        n++;
    }
    return n;
}
