/* equilibrium.c - `cantrip solve` for several players, if the tree is small. */
#include "equilibrium.h"

#include "bots.h"
#include "common.h"
#include "policies.h"
#include "tools/clock.h"
#include "tools/jsontext.h"
#include "tools/screen/progress.h"
#include "tools/screen/table.h"
#include "tools/stopped.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { STEP = 1000 }; /* positions between two looks at Ctrl-C */

struct run {
    const struct equilibrium *how;
    ct_engine *engine;
    ct_exact *exact;
    struct player player[CT_MAX_SEATS];
    const char *why; /* why a bot failed */
    int iterations;  /* made so far */
    struct ct_exact_size size;
    struct ct_exact_worth worth;
    double seconds;
};

/* A bot's policy: how often it makes each pick. A bot with known odds need not be asked. */
static int ask(void *ctx, ct_state *state, int seat, int n, double *chance)
{
    struct run *run = ctx;
    struct player *p = &run->player[seat];

    if (p->kind == PLAYER_RANDOM)
        return 0; /* already set */
    memset(chance, 0, (size_t)n * sizeof *chance);
    for (int i = 0; i < run->how->asks; i++) {
        int count;
        players_seed(p, 1, run->how->seed + (uint64_t)i);
        int pick = player_ask(p, run->engine, state, seat, &count, &run->why);
        if (pick < 0)
            return -1;
        chance[pick] += 1.0 / run->how->asks;
    }
    return 0;
}

/* Grows the whole tree. 1; 0: stopped; -1: after a message. */
static int grow(struct run *run)
{
    const struct equilibrium *how = run->how;
    const char *id = ct_get_info(how->def, NULL).id;
    struct progress progress;
    int rc = 1;

    run->exact =
        ct_exact_new(run->engine, &how->setup, how->positions, how->bots ? ask : NULL, run);
    if (!run->exact) {
        complain("solve: %s", ct_error(run->engine));
        return -1;
    }
    progress_begin(&progress, "positions at most", how->positions);
    while (!stopped() && (rc = ct_exact_grow(run->exact, STEP)) == 1)
        progress_add(&progress, STEP);
    progress_end(&progress);
    run->size = ct_exact_get_size(run->exact);
    if (rc >= 0)
        return !rc;
    if (!run->size.too_large)
        complain("solve: %s: %s", id, run->why ? run->why : ct_exact_error(run->exact));
    else if (run->size.outcomes > 0)
        complain("solve: %s is too large for exact answers: one shuffle or roll has some "
                 "10^%.0f outcomes, and --nodes allows %" PRIu64
                 " positions; `cantrip arena` compares bots by games",
                 id, run->size.outcomes, how->positions);
    else
        complain("solve: %s is too large for exact answers: after %" PRIu64
                 " positions it is not over. Raise --nodes, or use `cantrip arena`, which "
                 "compares bots by games",
                 id, run->size.positions);
    return -1;
}

static void iterate(struct run *run)
{
    int n = run->how->bots ? 0 : run->how->iterations;
    struct progress progress;

    progress_begin(&progress, "iterations", (uint64_t)n);
    for (; run->iterations < n && !stopped(); run->iterations++) {
        ct_exact_iterate(run->exact);
        progress_add(&progress, 1);
    }
    progress_end(&progress);
    ct_exact_measure(run->exact, run->how->bots ? CT_EXACT_GIVEN : CT_EXACT_AVERAGE,
                     &run->worth);
}

/* ---- what comes out ---- */

static void print_json(const struct run *run)
{
    const struct equilibrium *how = run->how;
    json_t *seats = json_array();
    char text[320];

    for (int i = 0; i < CT_MAX_SEATS; i++) {
        if (!run->size.sets[i])
            continue;
        const char *bot = how->bots ? player_title(&run->player[i], text, sizeof text) : NULL;
        json_array_append_new(seats,
                              json_pack("{s:i, s:i, s:o*, s:o, s:o}", "seat", i, "sets",
                                        run->size.sets[i], "bot", bot ? json_string(bot) : NULL,
                                        "value", json_rounded(run->worth.value[i]), "best",
                                        json_rounded(run->worth.best[i])));
    }
    json_print(json_pack("{s:s, s:s, s:o*, s:i, s:o, s:I, s:I, s:s, s:o*, s:o, s:o, s:o*}",
                         "ruleset", ct_get_info(how->def, NULL).id, "version", CT_VERSION,
                         "seed", how->bots ? json_seed(how->seed) : NULL, "people",
                         how->setup.people, "options",
                         json_texts(how->setup.options, how->setup.noptions), "positions",
                         (json_int_t)run->size.positions, "ends", (json_int_t)run->size.ends,
                         "unit", run->size.points ? "points" : "share", "iterations",
                         how->bots ? NULL : json_integer(run->iterations), "seats", seats,
                         "exploitability", json_rounded(run->worth.exploitability), "seconds",
                         how->timing ? json_real(run->seconds) : NULL),
               2);
}

static void print_text(const struct run *run)
{
    const struct equilibrium *how = run->how;
    struct table t = {0};
    char title[320];

    printf("%s: %" PRIu64 " positions, %" PRIu64 " ends; in %s\n",
           ct_get_info(how->def, NULL).title, run->size.positions, run->size.ends,
           run->size.points ? "points" : "shares of the win");
    table_heads(&t, "seat|player|>information sets|>value|>best response");
    for (int i = 0; i < CT_MAX_SEATS; i++) {
        if (!run->size.sets[i])
            continue;
        table_addf(&t, "%d|%s|%d|%.4f|%.4f", i,
                   how->bots ? player_title(&run->player[i], title, sizeof title)
                             : "equilibrium",
                   run->size.sets[i], run->worth.value[i], run->worth.best[i]);
    }
    table_print(&t, stdout, terminal_width(stdout), false);
    table_free(&t);
    printf("exploitability %.6f", run->worth.exploitability);
    if (!how->bots)
        printf(" after %d of %d iterations", run->iterations, how->iterations);
    puts("");
    if (!how->bots && how->setup.people > 2)
        text_wrapf(stdout, 1,
                   "(with more than two seats this may not be an equilibrium: exploitability "
                   "says how near it is)");
    if (how->timing)
        printf("%.2f s\n", run->seconds);
}

/* ---- all of it ---- */

static int solve(struct run *run)
{
    double begun = seconds_now();
    int rc = grow(run);

    if (rc < 0)
        return EXIT_USAGE;
    if (!rc) {
        complain("solve: stopped after %" PRIu64 " positions; the rest of the tree is unknown",
                 run->size.positions);
        return EXIT_OK;
    }
    iterate(run);
    run->seconds = seconds_now() - begun;
    if (run->how->json)
        print_json(run);
    else
        print_text(run);
    return EXIT_OK;
}

int equilibrium_solve(const struct equilibrium *how)
{
    struct run run = {.how = how};
    char *wrong = NULL;
    int rc = EXIT_USAGE, people = how->setup.people;

    if (how->bots && (players_too_many("solve", how->bots, people) ||
                      players_read("solve", how->bots, false, run.player, people)))
        return EXIT_USAGE;
    run.engine = engine_open(how->def, &wrong);
    if (succeeded(run.engine, "solve", &wrong) &&
        !policies_read("solve", how->def, &how->setup, run.player, people))
        rc = solve(&run);
    players_free(run.player, people);
    policies_free(run.player, people);
    ct_exact_free(run.exact);
    ct_engine_free(run.engine);
    return rc;
}
