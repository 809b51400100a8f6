/* scenario.c - a stranger's file of scenarios, read and played. The ruleset that it is about is loaded once; one
 * with cards of its own anew. */
#include "shared/game.h"

#include "api/internal.h"
#include "base/arena.h"
#include "scenario/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };

static struct grounds kept; /* of the ruleset, once it was named */
static char path[256];

/* Takes from `gs` what the input alone has loaded. */
static void drop_grounds(struct grounds *gs)
{
    struct ground **last = &gs->first;

    while (*last && *last != kept.first)
        last = &(*last)->next;
    *last = NULL;
    grounds_free(gs);
    kept.first->started = NULL; /* a scene of the input */
}

static void play(struct scenes *scenes, struct transcript *t)
{
    for (int i = 0; i < scenes->n && i < MOST; i++) {
        struct scene *sc = scenes->v[i];
        tell_line(t, "a scenario's name", sc->name);
        for (uint64_t seed = 1; !sc->bad && seed <= (sc->chance ? 2u : 1u); seed++) {
            char *why = NULL;
            tell_number(t, "passed", (uint64_t)scene_run(sc, seed, &why));
            tell_text(t, "a report", why);
        }
    }
}

/* As ct_scenarios_read and ct_scenario_play do it. */
static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    struct arena *mem = arena_new();
    struct grounds gs = {.mem = mem, .first = kept.first};
    struct scenes scenes = {0};
    ct_diags *found = calloc(1, sizeof *found);
    struct arena_catch c;

    write_file("rulesets/t/scenarios.yaml", data, n);
    arena_catch(mem, &c);
    arena_limit(mem, SCENES_MEMORY);
    if (!setjmp(c.here))
        scenes_read(&(struct reading){
            .out = &scenes, .gs = &gs, .path = path, .mem = mem, .diags = &found->d});
    else if (!arena_full(mem))
        finding("memory ran out");
    arena_uncatch(mem);
    size_t errors = found->d.errors;
    tell_diags(t, found);
    if (!errors)
        play(&scenes, t);
    drop_grounds(&gs);
    arena_free(mem);
    return errors ? RAN_REFUSED : RAN_WHOLE;
}

/* tests/rulesets/features/scenario as rulesets/t. */
static void copy_game(void)
{
    static const char *const files[] = {"ruleset.yaml", "hooks.lua"};

    for (int i = 0; i < 2; i++) {
        char from[100], to[100];
        size_t n;
        snprintf(from, sizeof from, "tests/rulesets/features/unit/%s", files[i]);
        snprintf(to, sizeof to, "rulesets/t/%s", files[i]);
        char *text = ct_file_read(from, &n, NULL);
        if (!text)
            finding("run it in the top folder of the tree");
        write_file(to, text, n);
        free(text);
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char first[] = "cantrip: 1\nscenarios: []\nruleset: t\n";
    struct diags diags = {0};
    struct node *name;

    (void)argc, (void)argv;
    copy_game();
    snprintf(path, sizeof path, "%srulesets/t/scenarios.yaml", folder());
    write_file("rulesets/t/scenarios.yaml", first, strlen(first));
    kept.mem = arena_new();
    name = node_new_scalar(kept.mem, NULL, 1, 1, "t", 1, true);
    struct ground *g = ground_get(&kept, path, name, NULL, &diags);
    if (!g)
        finding("the game does not load: %s", diags.n ? diags.v[0].message : "?");
    tighten((ct_definition *)(uintptr_t)g->def);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}
