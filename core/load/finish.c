/* finish.c: turns the pools of a load into the arrays of the definition. */
#include <stdlib.h>
#include <string.h>

#include "base/luatext.h"
#include "load/loaded.h"
#include "load/parts.h"

static void *keep(struct arena *mem, const void *v, size_t n, size_t size)
{
    void *copy = arena_alloc(mem, (n + 1) * size);
    if (n)
        memcpy(copy, v, n * size);
    return copy;
}

#define KEEP(ld, pool) keep((ld)->mem, (ld)->pool.v, (ld)->pool.n, sizeof *(ld)->pool.v)

/* A verb needs `this` if one of its effects does; so does a watcher with its effect. */
static void this_asked(struct loader *ld, struct kdef *k)
{
    for (uint32_t i = 0; i < ld->effects.n; i++) {
        struct keffect *f = ld->effects.v + i;
        f->asks_this |= f->verb != REF_NONE && ld->verbs.v[f->verb].k.asks_this;
    }
    for (uint32_t i = 0; i < ld->watches.n; i++)
        ld->watches.v[i].asks_this |= ld->effects.v[ld->watches.v[i].effect].asks_this;
    k->cancels = ld->cancels;
    for (uint32_t i = 0; i < ld->prog.n; i++)
        k->cancels |= ld->prog.v[i].op == OP_CANCEL;
    if (k->window.n) /* it asks for the cards of all that waits */
        k->cancels |= ld->effects.v[k->window.first].asks_this;
}

/* Which slots of their action effects keep. No outer ones are then known in an action. */
static void slots_find(struct loader *ld, struct kdef *k)
{
    for (int b = BOUND_HELPER; b <= BOUND_TARGET; b++) {
        bool asked = ld->slot_asked[b];
        for (int i = 0; i < ld->def->nscripts; i++)
            asked |=
                lua_names(ld->def->scripts[i].text, ld->def->scripts[i].len, bound_names[b]);
        k->slots |= (uint8_t)(asked << b);
    }
    for (uint32_t i = 0; i < ld->actions.n; i++) {
        struct kaction *a = ld->actions.v + i;
        unsigned outer = a->named ? k->slots >> BOUND_CARD : 0;
        a->clears = (uint8_t)(outer | (a->slot_if[1] != REF_NONE) << 1 |
                              (a->slot_if[2] != REF_NONE) << 2);
    }
}

/* Phases whose round number is needed by a formula, or by a script that contains their name. */
static const bool *counted_phases(struct loader *ld)
{
    bool *counted = arena_alloc(ld->mem, ld->phase_names.n + 1);

    for (uint32_t i = 0; i < ld->phase_names.n; i++)
        counted[i] = scripts_name(ld, ld->phase_names.v[i].id, false);
    for (uint32_t i = 0; i < ld->exprs.n; i++)
        if (ld->exprs.v[i].op == X_PHASE)
            counted[ld->exprs.v[i].imm] = true;
    return counted;
}

static void keep_tables(struct loader *ld, struct kdef *k)
{
    this_asked(ld, k);
    slots_find(ld, k);
    k->facts = proofs_find(ld);
#define PLAIN(table, as)   k->as = KEEP(ld, table);
#define NAMES(table, as)   ld->def->as = KEEP(ld, table);
#define COUNTED(table, as) PLAIN(table, as) k->n##as = (uint16_t)ld->table.n;
#define APART(table, as)
#define X(table, type, most, what, kept, as) kept(table, as)
    LOAD_TABLES(X)
#undef X
    k->bits = (struct kbits){KEEP(ld, bits), ld->bit_words ? ld->bit_words : 1};
    k->nphases = (uint16_t)ld->phase_names.n;
    k->counted = counted_phases(ld);
    k->nhooks = (uint16_t)ld->hooks.n;
    k->npures = (uint16_t)ld->pures.n;
}

/* Lists the counter at each index of the three storages. */
static void keep_counters(struct loader *ld, struct kdef *k)
{
    uint16_t *game = arena_alloc(ld->mem, (k->ngame + 1u) * sizeof *game);
    uint16_t *seat = arena_alloc(ld->mem, (k->nseat + 1u) * sizeof *seat);
    uint16_t *card = arena_alloc(ld->mem, (k->ncardctr + 1u) * sizeof *card);
    for (uint32_t i = 0; i < ld->counters.n; i++) {
        const struct kcounter *c = &ld->counters.v[i];
        uint16_t *to = c->per == PER_GAME ? game : c->per == PER_CARD ? card : seat;
        to[c->index] = (uint16_t)i;
    }
    k->game_ctr = game;
    k->seat_ctr = seat;
    k->card_ctr = card;
}

static void keep_verbs(struct loader *ld, struct kdef *k)
{
    uint32_t n = ld->verbs.n;
    struct kverb *verbs = arena_alloc(ld->mem, (n + 1) * sizeof *verbs);
    struct verb_info *infos = arena_alloc(ld->mem, (n + 1) * sizeof *infos);
    uint16_t *given = arena_alloc(ld->mem, (n + 1) * sizeof *given);
    for (uint32_t i = 0; i < n; i++) {
        verbs[i] = ld->verbs.v[i].k;
        infos[i] = ld->verbs.v[i].info;
        given[i] = ld->verbs.v[i].given_bit;
    }
    k->verbs = verbs;
    k->nverbs = (uint16_t)n;
    k->given_bit = given;
    ld->def->verbs = infos;
    while (n && ld->verbs.v[n - 1].step)
        n--;
    ld->def->nverbs = (uint16_t)n;
    ld->def->nsteps = (uint16_t)(ld->verbs.n - n);
}

static const char **pure_hooks(struct loader *ld)
{
    const char **id = arena_alloc(ld->mem, (ld->pures.n + 1) * sizeof *id);
    for (uint32_t i = 0; i < ld->pures.n; i++)
        id[i] = arena_printf(ld->mem, "pure.%s", ld->pures.v[i]);
    return id;
}

static void keep_lets(struct loader *ld)
{
    const struct node *map = section(ld, "let");
    int n = (int)map->n;
    struct named *lets = arena_alloc(ld->mem, ((size_t)n + 1) * sizeof *lets);
    const struct node **of = arena_alloc(ld->mem, ((size_t)n + 1) * sizeof *of);

    for (int i = 0; i < n; i++) {
        of[i] = map->item[i];
        lets[i] = (struct named){.id = map->key[i]->text,
                                 .says.by_lang[0] = map->item[i]->text,
                                 .node = map->key[i]};
    }
    ld->def->lets = lets;
    ld->def->let_of = of;
    ld->def->nlets = n;
}

static void keep_names(struct loader *ld)
{
    struct ct_definition *def = ld->def;
    struct snames *names = &((struct loaded *)def)->names;
    def->nwords = (uint16_t)ld->words.n;
    keep_lets(ld);
    def->neffects = (uint16_t)ld->effect_infos.n;
    names->hooks.v = def->hooks;
    names->pures = (struct swords){def->pures, (int)ld->pures.n};
    names->pure_sig = KEEP(ld, pure_sigs);
    def->pure_hooks = pure_hooks(ld);
    def->nscript_sels = (int)ld->script_sels.n;
    def->npos = ld->pos.n;
}

void loader_finish(struct loader *ld)
{
    depth_check(ld);
    listing_plan(ld);
    leaves_find(ld);
    ld->def->k.engines = arena_alloc(ld->mem, sizeof *ld->def->k.engines);
    keep_tables(ld, &ld->def->k);
    keep_counters(ld, &ld->def->k);
    keep_verbs(ld, &ld->def->k);
    keep_names(ld);
    fingerprint(ld);
}

void loader_drop(struct loader *ld)
{
#define X(table, type, most, what, kept, as) free(ld->table.v);
    LOAD_TABLES(X)
#undef X
}
