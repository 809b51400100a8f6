/* given.c - looks up the names in `at`, `given` and `luck` of a scenario.
 *
 * `at` is a phase, or several words for nested phases (`chapter_3 company`). If several phases
 * have the name, it is the first. `given` sets zones (lists of cards), counters, round numbers
 * of the phase and those around it, `watching` and `seen`.
 */
#include "kernel/run/setup.h"
#include "say/text.h"
#include "scenario/scenario.h"

#include <stdlib.h>
#include <string.h>

/* ---- at ---- */

static bool phase_named(const struct kdef *d, int32_t pc, int name)
{
    return d->prog[pc].op == OP_PHASE && d->phases[d->prog[pc].list].name == name;
}

/* How many of these names the phases around pc have, from outside to inside. -1: nothing leads
 * there. */
static int names_around(const struct kdef *d, int32_t pc, const int *names, int n)
{
    int32_t first = k_setup_stretch(d, pc), caller = k_setup_caller(d, first);
    int have = caller >= 0 ? names_around(d, caller, names, n) : first == d->start_pc ? 0 : -1;

    for (int32_t p = first; p < pc && have >= 0 && have < n; p++)
        if (phase_named(d, p, names[have]) && pc < d->prog[p].jump)
            have++;
    return have;
}

/* The first phase with the last of these names, inside phases with the other names. -1: none. */
static int32_t find_phase(const struct kdef *d, int32_t from, int32_t to, const int *names,
                          int n)
{
    for (int32_t pc = from; pc < to && n; pc++)
        if (phase_named(d, pc, names[n - 1]) && names_around(d, pc, names, n - 1) == n - 1)
            return pc;
    return -1;
}

static void compile_at(struct scene *sc, const struct node *n)
{
    const struct kdef *d = &sc->g->def->k;
    int names[8], count = 0;

    sc->at = AT_START;
    if (!n || node_is(n, "start"))
        return;
    if (!scene_needs(sc, n, NODE_SCALAR, "'at' must be a phase, 'start' or 'end'"))
        return;
    if (!strcmp(n->text, "end")) {
        sc->at = AT_END;
        return;
    }
    char *save = NULL, *text = arena_strdup(sc->mem, n->text);
    for (char *w = strtok_r(text, " ", &save); w && count < 8; w = strtok_r(NULL, " ", &save)) {
        names[count] = name_phase(sc, n, w);
        if (names[count++] < 0)
            return;
    }
    sc->at = AT_PHASE_BEGIN;
    sc->at_pc = find_phase(d, d->start_pc, (int32_t)d->nprog, names, count);
    if (sc->at_pc < 0) /* search the phases of named steps */
        sc->at_pc = find_phase(d, 0, d->start_pc, names, count);
    if (sc->at_pc < 0)
        scene_error(sc, n, "PHASE-UNKNOWN", NULL, "there is no such phase inside the others");
}

/* ---- given ---- */

static void given_zone(struct scene *sc, const struct place *at, const struct node *n)
{
    struct card_list list;

    if (sc->g->def->k.zones[k_slotinfo(sc->base)[at->slot].zone].endless) {
        scene_error(sc, n, "ZONE-ENDLESS", NULL, "cards of an endless zone cannot be set");
        return;
    }
    if (!name_cards(sc, n, false, &list))
        return;
    for (int i = 0; i < sc->nzones; i++)
        if (sc->zones[i].slot == at->slot) {
            scene_error(sc, n, "KEY-DUPLICATE", NULL, "the zone %s is set twice",
                        sc->slot_name[at->slot]);
            return;
        }
    struct given_zone *z = LIST_ADD(sc->mem, sc->zones, sc->nzones);
    z->slot = at->slot;
    z->list = list;
    sc->chance |= list.rest;
}

static void given_entry(struct scene *sc, const struct node *key, const struct node *n,
                        int seat);

static void given_value(struct scene *sc, const struct node *key, const struct place *at,
                        const struct node *n)
{
    struct value v;

    if (!name_value(sc, n, at->kind == AT_COUNTER ? at->id : -1, &v))
        return;
    if (at->kind == AT_PHASE && v.number < 1) {
        scene_error(sc, n, "RANGE", NULL, "the number of a phase begins with 1");
        return;
    }
    struct given_value *g = LIST_ADD(sc->mem, sc->values, sc->nvalues);
    g->at = *at;
    g->value = v;
    g->node = key;
}

static void given_map(struct scene *sc, const struct node *n, int seat)
{
    bool map = scene_needs(sc, n, NODE_MAP, "a map is needed here, {name: value}");

    for (size_t i = 0; map && i < n->n; i++)
        given_entry(sc, n->key[i], n->item[i], seat);
}

/* `watching: [Alice card, …]` */
static void given_watching(struct scene *sc, const struct node *n)
{
    bool list = scene_needs(sc, n, NODE_LIST, "a list is needed here, [SEAT CARD, ...]");

    for (size_t i = 0; list && i < n->n; i++) {
        const struct node *item = n->item[i];
        char seat[64] = "", card[128] = "", more[8] = "";
        int got = item->kind == NODE_SCALAR
                      ? sscanf(item->text, "%63s %127s %7s", seat, card, more)
                      : 0;
        int who, def;

        if (got == 1 && sc->people == 1) {
            memcpy(card, seat, sizeof seat);
            who = 0;
        } else if (got != 2) {
            scene_error(sc, item, "TYPE", NULL, "SEAT CARD is needed here");
            continue;
        } else {
            who = name_seat_at(sc, item, seat);
        }
        def = card_index(sc->g->def, card);
        if (def < 0)
            scene_error(sc, item, "CARD-UNKNOWN", NULL, "'%s' is not a card", card);
        if (who >= 0 && def >= 0)
            *LIST_ADD(sc->mem, sc->watching, sc->nwatching) =
                (struct given_watch){who, def, item};
    }
}

/* `seen: {Bob: [Alice.hand, deck]}` */
static void given_seen(struct scene *sc, const struct node *n)
{
    bool map = scene_needs(sc, n, NODE_MAP, "a map is needed here, {SEAT: [zones]}");

    for (size_t i = 0; map && i < n->n; i++) {
        const struct node *zones = n->item[i];
        int who = name_seat_at(sc, n->key[i], n->key[i]->text);
        bool list = scene_needs(sc, zones, NODE_LIST, "a list of zones is needed here");

        for (size_t k = 0; who >= 0 && list && k < zones->n; k++) {
            const struct node *zone = zones->item[k];
            struct place at;

            if (zone->kind != NODE_SCALAR || !name_place(sc, zone, zone->text, -1, &at) ||
                at.kind != AT_ZONE)
                scene_error(sc, zone, "TYPE", NULL, "a zone is needed here");
            else
                *LIST_ADD(sc->mem, sc->seen, sc->nseen) = (struct given_seen){who, at.slot};
        }
    }
}

static void given_entry(struct scene *sc, const struct node *key, const struct node *n,
                        int seat)
{
    struct place at;

    bool watching = seat < 0 && !strcmp(key->text, "watching");
    bool seen = seat < 0 && !strcmp(key->text, "seen");

    if (watching)
        given_watching(sc, n);
    if (seen)
        given_seen(sc, n);
    if (watching || seen || !name_place(sc, key, key->text, seat, &at))
        return;
    switch (at.kind) {
    case AT_SEAT: given_map(sc, n, at.seat); break;
    case AT_ZONE: given_zone(sc, &at, n); break;
    case AT_COUNTER:
    case AT_PHASE: given_value(sc, key, &at, n); break;
    default: scene_error(sc, key, "TYPE", NULL, "'given' cannot set '%s'", key->text);
    }
}

/* ---- luck ---- */

static void luck_entry(struct scene *sc, const struct node *n)
{
    struct luck_entry l = {.node = n};

    if (n->kind == NODE_LIST) {
        l.kind = LUCK_CARDS;
        if (!name_cards(sc, n, false, &l.list))
            return;
        sc->chance |= l.list.rest;
    } else if (n->kind != NODE_SCALAR) {
        scene_error(sc, n, "TYPE", NULL,
                    "a card, a seat, a number or a list of cards is needed here");
        return;
    } else if (node_int(n, &l.value)) {
        l.kind = LUCK_NUMBER;
    } else if ((l.value = name_seat(sc, n->text, n->len)) >= 0) {
        l.kind = LUCK_SEAT;
    } else {
        struct node list = {
            .kind = NODE_LIST, .line = n->line, .col = n->col, .src = n->src, .n = 1};
        struct node *item = node_copy(sc->mem, n);

        list.item = &item;
        l.kind = LUCK_CARD;
        if (!name_cards(sc, &list, false, &l.list))
            return;
        l.value = l.list.v[0].def;
    }
    *LIST_ADD(sc->mem, sc->luck, sc->nluck) = l;
}

static void compile_luck(struct scene *sc, const struct node *n)
{
    if (!n ||
        !scene_needs(sc, n, NODE_LIST,
                     "'luck' must be a list, with an entry for each shuffle, draw or roll"))
        return;
    for (size_t i = 0; i < n->n; i++) {
        if (node_is(n->item[i], "...")) {
            sc->luck_rest = sc->chance = true;
            if (i + 1 < n->n)
                scene_error(sc, n->item[i], "REST", NULL,
                            "write '...' only at the end of a list");
            return;
        }
        luck_entry(sc, n->item[i]);
    }
}

/* Round numbers may only belong to the phase of the position and to phases around it. */
static void check_phases(struct scene *sc)
{
    const struct kdef *d = &sc->g->def->k;

    for (int i = 0; i < sc->nvalues; i++) {
        const struct given_value *g = &sc->values[i];

        if (g->at.kind == AT_PHASE &&
            (sc->at != AT_PHASE_BEGIN || (!phase_named(d, sc->at_pc, g->at.id) &&
                                          names_around(d, sc->at_pc, &g->at.id, 1) < 1)))
            scene_error(sc, g->node, "PHASE-OUTER", NULL,
                        "'%s' is not the phase of 'at' or around it",
                        sc->g->def->phases[g->at.id].id);
    }
}

/* Leaves zones to the generator that the scenario does not set and the start shuffles. */
static void chance_of_zones(struct scene *sc)
{
    const struct kdef *d = &sc->g->def->k;

    for (unsigned slot = 0; slot + 1 < sc->base->nslots; slot++) {
        bool given = false;

        for (int i = 0; i < sc->nzones; i++)
            given |= sc->zones[i].slot == slot;
        if (!given && d->zones[k_slotinfo(sc->base)[slot].zone].shuffled &&
            k_slots(sc->base)[slot].count > 1)
            sc->chance = true;
    }
}

void compile_given(struct scene *sc)
{
    const struct node *given = node_get(sc->node, "given");

    compile_at(sc, node_get(sc->node, "at"));
    if (given)
        given_map(sc, given, -1);
    check_phases(sc);
    compile_luck(sc, node_get(sc->node, "luck"));
    chance_of_zones(sc);
}
