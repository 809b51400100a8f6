/* scenario.c - the public interface: scenarios read and played. */
#include "scenario/scenario.h"

#include "api/internal.h"
#include "base/arena.h"
#include "mutate/mutate.h"

#include <stdlib.h>

struct ct_scenarios {
    struct arena *mem;
    struct grounds grounds;
    struct scenes scenes;
    ct_diags diags;
    bool plain;
    int seeds; /* under which a scenario with chance in it is played */
};

static void keep_places(void *ctx)
{
    ct_scenarios *all = ctx;

    all->grounds.places = arena_strings(all->mem, all->grounds.places);
}

ct_scenarios *ct_scenarios_new(const char *const *places)
{
    ct_scenarios *all = calloc(1, sizeof *all);

    if (!all)
        return NULL;
    all->mem = all->grounds.mem = arena_new();
    all->grounds.places = places;
    all->seeds = SCENE_SEEDS;
    if (all->mem && arena_try(all->mem, keep_places, all))
        return all;
    ct_scenarios_free(all);
    return NULL;
}

void ct_scenarios_free(ct_scenarios *all)
{
    if (!all)
        return;
    grounds_free(&all->grounds);
    diags_free(&all->diags.d);
    arena_free(all->mem);
    free(all);
}

void ct_scenarios_plain(ct_scenarios *all, bool plain)
{
    all->plain = plain;
}

void ct_scenarios_seeds(ct_scenarios *all, int n)
{
    all->seeds = n > SCENE_SEEDS ? n : SCENE_SEEDS;
}

void ct_scenarios_mutant(ct_scenarios *all, const ct_mutants *mutants, int i)
{
    all->grounds.edit = mutant_edit(mutants, i);
}

/* TEXT: NULL: that of the file. */
static int read_scenarios(ct_scenarios *all, const char *path, const char *text, size_t n)
{
    size_t errors = all->diags.d.errors;
    struct reading f = {&all->scenes, &all->grounds, path,         text, n,
                        NULL,         all->mem,      &all->diags.d};

    arena_limit(all->mem, SCENES_MEMORY);
    bool done = arena_try(all->mem, scenes_read, &f);
    if (!done && arena_full(all->mem))
        diags_add(&all->diags.d, DIAG_ERROR, "LIMIT-MEMORY", path, 0, 0, NULL,
                  "test fewer files at once", "the scenarios take more than %d MB",
                  SCENES_MEMORY >> 20);
    else if (!done)
        diags_lost(&all->diags.d);
    return all->diags.d.errors == errors ? 0 : -1;
}

int ct_scenarios_read(ct_scenarios *all, const char *path)
{
    return read_scenarios(all, path, NULL, 0);
}

int ct_scenarios_read_text(ct_scenarios *all, const char *path, const char *text, size_t n)
{
    return read_scenarios(all, path, text, n);
}

const ct_diags *ct_scenarios_diags(const ct_scenarios *all)
{
    return &all->diags;
}

int ct_scenarios_count(const ct_scenarios *all)
{
    return all->scenes.n;
}

struct scene *scenario_at(const ct_scenarios *all, int i)
{
    return i >= 0 && i < all->scenes.n ? all->scenes.v[i] : NULL;
}

bool ct_get_scenario(const ct_scenarios *all, int i, struct ct_scenario *out)
{
    if (i < 0 || i >= all->scenes.n)
        return false;
    const struct scene *sc = all->scenes.v[i];
    *out = (struct ct_scenario){
        .name = sc->name,
        .file = sc->node->src ? sc->node->src->path : "?",
        .line = sc->node->line,
    };
    return true;
}

int ct_scenario_play(ct_scenarios *all, int i, char **report)
{
    int passed = 1;

    if (report)
        *report = NULL;
    if (i < 0 || i >= all->scenes.n || all->scenes.v[i]->bad)
        return -1;
    struct scene *sc = all->scenes.v[i];
    if (sc->refused && sc->base && report)
        *report = mem_copy("the game starts\n", 16);
    if (sc->refused)
        return !sc->base;
    k_without(sc->g->e, all->plain ? K_EVERY_WAY : 0);
    for (int seed = 1; seed <= (sc->chance ? all->seeds : 1) && passed > 0; seed++) {
        char *why = NULL;
        passed = scene_run(sc, (uint64_t)seed, &why);
        if (report && !passed)
            *report = why;
        else
            free(why);
    }
    return passed;
}
