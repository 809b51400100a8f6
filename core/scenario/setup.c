/* setup.c - sets up the position of a scenario in a state.
 *
 * The game starts as usual. Then the cards of named zones are exchanged. A wanted card comes
 * from its starting zone, if possible from that seat's own cards. Other cards stay where they
 * start if that zone is not named or its list ends with `...`; else they leave the game.
 */
#include "scenario/scenario.h"

#include "kernel/run/setup.h"

#include <stdlib.h>
#include <string.h>

/* A card's counter that holds a card. It is set after all cards are placed. */
struct pointing {
    unsigned holder;
    uint16_t counter;
    const struct value *value;
    const struct node *node;
    struct pointing *next;
};

struct placing {
    struct arena *mem;
    struct scene *sc;
    struct kengine *e;
    struct kstate *s;
    struct str *out;
    uint16_t *home; /* slot where the instance starts */
    bool *used;
    struct pointing *pointing;
};

/* The best free instance of the definition for `slot`. -1: none. */
static int find_free(const struct placing *p, int def, unsigned slot)
{
    uint8_t seat = k_slotinfo(p->s)[slot].seat;
    int best = -1, best_rank = 0;

    for (int c = 0; c < p->s->ninst; c++) {
        unsigned zone = k_slotinfo(p->s)[p->home[c]].zone;

        if (p->used[c] || k_insts(p->s)[c].def != def || zone >= p->e->d->nzones ||
            p->e->d->zones[zone].endless)
            continue;
        uint8_t whose = k_slotinfo(p->s)[p->home[c]].seat;
        int rank = p->home[c] == slot ? 4 : whose == seat ? 3 : whose == NO_SEAT ? 2 : 1;
        if (rank > best_rank) {
            best = c;
            best_rank = rank;
        }
    }
    return best;
}

/* A card of an endless zone: a copy from its pool. */
static int find_endless(const struct placing *p, int def)
{
    bool stamp = false;

    for (int c = 0; c < p->s->ninst; c++) {
        unsigned zone = k_slotinfo(p->s)[p->home[c]].zone;

        stamp |= k_insts(p->s)[c].def == def && zone < p->e->d->nzones &&
                 p->e->d->zones[zone].endless;
    }
    for (int c = 0; stamp && c < p->s->ninst; c++)
        if (p->home[c] == p->s->nslots - 1 && !p->used[c] && k_insts(p->s)[c].def == def)
            return c;
    return -1;
}

static int place_one(struct placing *p, const struct card_want *w, unsigned slot)
{
    int c = find_free(p, w->def, slot);

    if (c < 0)
        c = find_endless(p, w->def);
    if (c < 0) {
        int n = 0;
        for (int i = 0; i < p->s->ninst; i++)
            n += k_insts(p->s)[i].def == w->def;
        str_addf(p->out, "given: the game has only so many '%s': %d\n",
                 p->sc->g->def->cards[w->def].id, n);
        p->sc->misplaced = w->node;
        return -1;
    }
    p->used[c] = true;
    k_setup_put(p->e, p->s, (unsigned)c, slot, w->down ? FACE_DOWN : FACE_UP,
                w->owner < 0 ? NO_SEAT : (unsigned)w->owner);
    for (int i = 0; i < w->nctr; i++) {
        const struct value *v = &w->ctr[i].value;
        if (!v->is_card) {
            k_setup_counter(p->e, p->s, w->ctr[i].counter, (unsigned)c, (int32_t)v->number);
            continue;
        }
        struct pointing *one = arena_alloc(p->mem, sizeof *one);
        *one = (struct pointing){(unsigned)c, w->ctr[i].counter, v, w->node, p->pointing};
        p->pointing = one;
    }
    return 0;
}

/* Puts the unused cards that start in a named zone behind the named ones, or out of the game. */
static void place_rest(struct placing *p, const struct given_zone *z)
{
    const struct kinst *in = k_insts(p->s);
    struct held h;
    uint16_t *left = arena_borrow(p->mem, &h, (size_t)(p->s->ninst + 1) * sizeof *left);
    int n = 0;

    for (unsigned c = k_first(p->s, z->slot); c != NO_CARD; c = k_next(p->s, c))
        if (!p->used[c])
            left[n++] = c;
    for (int i = 0; i < n; i++)
        if (z->list.rest)
            k_setup_put(p->e, p->s, left[i], z->slot, in[left[i]].face, in[left[i]].owner);
        else
            k_setup_aside(p->e, p->s, left[i]);
    arena_release(p->mem, &h);
}

static int place_cards(struct placing *p)
{
    int rc = 0;

    for (int c = 0; c < p->s->ninst; c++)
        p->home[c] = k_insts(p->s)[c].slot;
    for (int i = 0; i < p->sc->nzones; i++)
        for (int k = 0; k < p->sc->zones[i].list.n; k++) {
            const struct card_want *w = &p->sc->zones[i].list.v[k];
            for (int copy = 0; copy < w->copies && !rc; copy++)
                rc = place_one(p, w, p->sc->zones[i].slot);
        }
    for (int i = 0; i < p->sc->nzones && !rc; i++)
        place_rest(p, &p->sc->zones[i]);
    return rc;
}

int scene_nth(struct kstate *s, const struct value *v)
{
    int nth = v->nth ? v->nth : 1;

    for (unsigned c = k_first(s, (unsigned)v->slot); c != NO_CARD; c = k_next(s, c))
        if (k_insts(s)[c].def == v->def && --nth == 0)
            return (int)c;
    return -1;
}

/* The instance that a card value means: in the named zone, or else one that everyone can see. */
static int find_card(struct kengine *e, struct kstate *s, const struct value *v)
{
    if (v->slot >= 0)
        return scene_nth(s, v);
    for (int c = 0; c < s->ninst; c++)
        if (k_insts(s)[c].def == v->def && k_insts(s)[c].slot != s->nslots - 1 &&
            k_sees(e, s, s->nseats, (unsigned)c))
            return c;
    return -1;
}

/* The instance for a counter. -1: none. -2 after an error: no such card. */
static int32_t card_value(struct placing *p, const struct value *v, const struct node *n)
{
    int c = v->def < 0 ? -1 : find_card(p->e, p->s, v);

    if (c < 0 && v->def >= 0) {
        str_addf(p->out, "given, line %d: the card is nowhere that everyone sees\n", n->line);
        return -2;
    }
    return c;
}

static int set_pointing(struct placing *p)
{
    for (const struct pointing *one = p->pointing; one; one = one->next) {
        int32_t c = card_value(p, one->value, one->node);
        if (c < -1)
            return -1;
        k_setup_counter(p->e, p->s, one->counter, one->holder, c);
    }
    return 0;
}

static int set_values(struct placing *p, int32_t *number)
{
    for (int i = 0; i < p->sc->nvalues; i++) {
        const struct given_value *g = &p->sc->values[i];
        int64_t v = g->value.number;

        if (g->at.kind == AT_PHASE) {
            number[g->at.id] = (int32_t)v;
            continue;
        }
        if (g->value.is_card && (v = card_value(p, &g->value, g->node)) < -1)
            return -1;
        k_setup_counter(p->e, p->s, (unsigned)g->at.id,
                        g->at.seat < 0 ? 0 : (unsigned)g->at.seat, (int32_t)v);
    }
    return 0;
}

static int set_watching(struct placing *p)
{
    for (int i = 0; i < p->sc->nwatching; i++) {
        const struct given_watch *w = &p->sc->watching[i];
        int card = -1;

        for (int c = 0; c < p->s->ninst; c++)
            if (k_insts(p->s)[c].def == w->def &&
                (card < 0 || k_insts(p->s)[c].owner == w->seat))
                card = c;
        int n = card < 0 ? 0 : k_setup_watch(p->e, p->s, (unsigned)card, (unsigned)w->seat);
        if (n <= 0) {
            str_addf(p->out, "given, line %d: '%s' leaves no watcher when it is played\n",
                     w->node->line, p->sc->g->def->cards[w->def].id);
            return -1;
        }
    }
    return 0;
}

static int set_place(struct placing *p, const int32_t *number)
{
    if (p->sc->at == AT_END)
        k_setup_over(p->e, p->s);
    else if (p->sc->at == AT_PHASE_BEGIN && k_setup_at(p->e, p->s, p->sc->at_pc, number)) {
        str_addf(p->out, "the game cannot be in this position: ");
        show_error(p->sc->g, p->out);
        return -1;
    }
    return 0;
}

int scene_setup(struct arena *mem, struct scene *sc, struct kengine *e, struct kstate *s,
                uint64_t seed, struct str *out)
{
    struct held home, used, numbers;
    struct placing p = {mem, sc, e, s, out, NULL, NULL, NULL};
    unsigned nphases = sc->g->def->k.nphases;
    int32_t *number = arena_borrow(mem, &numbers, (nphases + 1u) * sizeof *number);
    bool bare =
        !sc->nzones && !sc->nvalues && !sc->nwatching && !sc->nseen && sc->at == AT_START;
    int rc = k_start(e, s, sc->people, sc->options, seed, true);

    memory_check(mem, e);
    memset(number, 0, (nphases + 1u) * sizeof *number);
    if (rc)
        show_error(sc->g, out);
    s->stop_forced = 1;
    p.home = arena_borrow(mem, &home, (sc->base->ninst + 1u) * sizeof *p.home);
    p.used = arena_borrow(mem, &used, (sc->base->ninst + 1u) * sizeof *p.used);
    memset(p.used, 0, (sc->base->ninst + 1u) * sizeof *p.used);
    if (!rc && !bare) {
        rc = place_cards(&p) || set_pointing(&p) || set_values(&p, number) ||
             set_place(&p, number) || set_watching(&p) || k_setup_known(e, s);
        for (int i = 0; i < sc->nseen && !rc; i++)
            k_setup_seen(e, s, sc->seen[i].seat, sc->seen[i].slot);
        memory_check(mem, e);
    }
    arena_release(mem, &used);
    arena_release(mem, &home);
    arena_release(mem, &numbers);
    return rc ? -1 : 0;
}
