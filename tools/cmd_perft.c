/* cmd_perft.c - `cantrip perft`: counts all ways to play a game up to a depth.
 *
 * A way is a row of picks among two or more. Seats that choose together pick one after another in
 * seat order. Luck comes from the seed, as in play. A game that ends sooner is one way. The
 * numbers in tests/perft prove that a faster kernel still plays by the same rules. Depths are
 * counted one after the other, so Ctrl-C leaves those that are complete. */
#include "common.h"
#include "memory.h"
#include "stopped.h"
#include "tools/jsontext.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 32 };

struct perft {
    ct_engine *engine;
    ct_state *at[MAX_DEPTH + 1]; /* [depth]: the game there */
    uint64_t ways[MAX_DEPTH + 1];
    int depth;
    int64_t after; /* random picks before the counting begins */
    bool plain;    /* the engine takes no shortcut */
};

/* Streams below 2000 of a seed are the game's and its players'. */
enum { CHANCE_STREAM = 2000 };

/* Counts a game that is over. */
static void count_over(struct perft *p, int depth)
{
    for (; depth <= p->depth; depth++)
        p->ways[depth]++;
}

/* Runs at[depth] to its next decision among two or more. The number of choices; 0: over; -1:
 * error. */
static int next_decision(struct perft *p, int depth, int *seat)
{
    ct_state *s = p->at[depth];
    int rc;

    while ((rc = ct_advance(p->engine, s)) == 1) {
        *seat = ct_next_seat(s);
        int n = ct_choices(p->engine, s, *seat);
        if (n != 1)
            return n;
        if (ct_pick(p->engine, s, *seat, 0))
            return -1;
    }
    return rc;
}

/* Plays at[0] on at random. 0, or -1. */
static int play_there(struct perft *p, uint64_t seed)
{
    struct ct_rng chance = ct_rng_make(seed, CHANCE_STREAM);
    int seat = 0, n = 0;

    for (int64_t i = 0; i < p->after && (n = next_decision(p, 0, &seat)) > 0; i++)
        if (ct_pick(p->engine, p->at[0], seat, (int)ct_rng_below(&chance, (uint32_t)n)))
            return -1;
    return n < 0 ? -1 : 0;
}

/* Counts what follows at[depth]. 0, or -1: it failed, or was stopped. */
static int count(struct perft *p, int depth)
{
    int seat = 0, n = next_decision(p, depth, &seat);

    if (stopped())
        return -1;
    if (n <= 0) {
        if (n == 0)
            count_over(p, depth);
        return n;
    }
    p->ways[depth]++;
    if (depth + 1 == p->depth)
        p->ways[p->depth] += (uint64_t)n;
    for (int i = 0; i < n && depth + 1 < p->depth; i++) {
        ct_copy(p->at[depth + 1], p->at[depth]);
        if (ct_pick(p->engine, p->at[depth + 1], seat, i) || count(p, depth + 1))
            return -1;
    }
    return 0;
}

/* Counts depth after depth, and prints each if `tell`. 0, or -1: `depth` is the last that is
 * complete. */
static int count_each(struct perft *p, bool tell)
{
    uint64_t whole[MAX_DEPTH + 1] = {0};
    int most = p->depth, depth = 0, rc = 0;

    if (tell)
        puts("depth          ways");
    for (; depth < most; depth++) {
        p->depth = depth + 1;
        memset(p->ways, 0, sizeof p->ways);
        rc = count(p, 0);
        if (rc)
            break;
        memcpy(whole, p->ways, sizeof whole);
        if (tell)
            printf("%5d  %12" PRIu64 "\n", p->depth, whole[p->depth]);
        fflush(stdout);
    }
    p->depth = depth;
    memcpy(p->ways, whole, sizeof whole);
    return rc;
}

/* Counts the ways that begin with each first pick, a line for each. 0, or -1. */
static int divide(struct perft *p)
{
    int seat = 0, n = next_decision(p, 0, &seat);

    for (int i = 0; i < n; i++) {
        ct_copy(p->at[1], p->at[0]);
        ct_choices(p->engine, p->at[0], seat);
        char *name = mem_had(strdup(mem_said(ct_choice_pick(p->engine, p->at[0], seat, i))));
        memset(p->ways, 0, sizeof p->ways);
        int rc = ct_pick(p->engine, p->at[1], seat, i);
        if (!rc && p->depth == 1)
            p->ways[1] = 1;
        else if (!rc)
            rc = count(p, 1);
        if (!rc)
            printf("%12" PRIu64 "  %s\n", p->ways[p->depth], name ? name : "?");
        free(name);
        if (rc)
            return -1;
    }
    return n < 0 ? -1 : 0;
}

static void print_json(const struct perft *p, const char *id, const struct ct_setup *setup,
                       int of)
{
    json_t *ways = json_array();

    for (int i = 1; i <= p->depth; i++)
        json_array_append_new(ways, json_integer((json_int_t)p->ways[i]));
    json_t *all = json_pack("{s:s, s:o, s:i, s:I, s:o, s:o}", "ruleset", id, "seed",
                            json_seed(setup->seed), "people", setup->people, "after",
                            (json_int_t)p->after, "options",
                            json_texts(setup->options, setup->noptions), "ways", ways);
    if (p->depth < of)
        json_object_set_new(all, "of", json_integer(of));
    json_print(all, 1);
}

static int run(struct perft *p, const char *id, const struct ct_setup *setup, bool by_pick,
               bool json)
{
    int rc = EXIT_USAGE, of = p->depth;

    p->at[0] = ct_game_new(p->engine, setup);
    if (!p->at[0])
        return refuse("perft: %s: %s", id, ct_error(p->engine));
    for (int i = 1; i <= p->depth; i++)
        p->at[i] = ct_clone(p->at[0]);
    if (play_there(p, setup->seed) ||
        ((by_pick ? divide(p) : count_each(p, !json)) && !stopped())) {
        complain("perft: %s: %s", id, ct_error(p->engine));
        rc = EXIT_FINDING;
    } else {
        rc = EXIT_OK;
        if (json)
            print_json(p, id, setup, of);
        else if (stopped())
            printf("partial: stopped during %s\n",
                   by_pick ? "the next pick" : "the next depth");
    }
    for (int i = 0; i <= of; i++)
        ct_state_free(p->at[i]);
    return rc;
}

static int play(struct perft *p, const char *name, int64_t seats, struct ct_setup *setup,
                bool by_pick, bool json)
{
    ct_definition *def = ruleset_load(name);
    char *wrong = NULL;
    int rc = EXIT_USAGE;

    if (!def)
        return EXIT_USAGE;
    struct ct_info info = ct_get_info(def, NULL);
    setup->people = seats_of(def, seats, info.min_people);
    if (setup->people > 0) {
        p->engine = engine_open(def, &wrong);
        if (p->engine) {
            ct_engine_plain(p->engine, p->plain);
            rc = run(p, info.id, setup, by_pick, json);
        } else {
            complain("perft: %s: %s", info.id, reason(wrong));
        }
    }
    free(wrong);
    ct_engine_free(p->engine);
    ct_free(def);
    return rc;
}

int cmd_perft(int argc, char **argv)
{
    struct ct_setup setup = {.seed = 1};
    struct list options = {0}, rest = {0};
    struct perft p = {0};
    int64_t seats = 0, depth = 3;
    bool by_pick = false, json = false;
    const struct flag flags[] = {
        COUNT_FLAG("depth", &depth, "D", "how many picks (3)", 1, MAX_DEPTH),
        COUNT_FLAG("after", &p.after, "N", "make N random picks first (0)", 0, 1000000),
        SEATS_FLAG(&seats, "the fewest the game allows"),
        SEED_FLAG(&setup.seed, "the same seed shuffles the same way (1)"),
        OPTION_FLAG(&options),
        SET_FLAG("divide", &by_pick, "count separately for each first pick"),
        JSON_FLAG(&json),
        PLAIN_FLAG(&p.plain),
    };
    const struct usage usage =
        USAGE("perft", flags, 1, 1,
              "It counts the ways to make D picks, each from two choices or more. Players who "
              "choose together pick in\n"
              "seat order. A game that ends sooner is one way.\n",
              "cantrip perft fairytale --seats 3 --depth 4\n"
              "cantrip perft fairytale --seats 3 --after 30 --depth 4\ncantrip perft fairytale "
              "--depth 4 --divide");
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0 && by_pick && json)
        rc = refuse("perft: --divide and --json do not go together");
    if (rc < 0) {
        setup.options = options.v;
        setup.noptions = options.n;
        p.depth = (int)depth;
        stopped_heed();
        rc = play(&p, rest.v[0], seats, &setup, by_pick, json);
    }
    args_free(&rest);
    args_free(&options);
    return rc;
}
