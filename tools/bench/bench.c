/* bench.c - how fast games are played: `make bench`.
 *
 *     build/bench/bench [--short] [--json] [--seconds S] [--rounds N] [RULESET[:SEATS] …]
 *     build/bench/bench --check [GAMES]
 *     build/bench/bench --play RULESET[:SEATS] GAMES [WAY ...]
 *
 * The first plays each ruleset at each number of seats, and beside them the games that are
 * written by hand in C, all in one run: they take turns, several rounds, and the best round
 * of each counts. Time is that of the thread, one thread. A table, or JSON. A name that ends
 * in `/c` is the game in C. Games that OpenSpiel plays, too, bring Fairy Tale in C with them: a
 * line says how its speed stands to ours.
 *
 * --check plays the games in C and the rulesets with the same seeds (a thousand): scores,
 * winners, numbers of picks must be the same. --play only plays, for profilers:
 * tests/bench-guard counts the instructions of contest_play in it, without each WAY of
 * core/kernel/fastways.def (`-`: with all) in tests/fastways.
 */
#include "measure.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 96, SEED = 1 };

/* Measured if nothing is named. Fairy Tale's verbs are Lua; its twin has them as steps. */
static const char usual[] =
    "fairytale fairytale-steps fairytale-factions wizard-quest once-upon-a-draft card-ring "
    "kuhn leduc hearts-hand hearts-plain oh-hell-deal oh-hell-plain hearts spades oh-hell "
    "whist euchre briscola scopa klondike old-maid go-fish crazy-eights cribbage "
    "lantern-night cinder-and-mist president golf blackjack texas-holdem gin-rummy durak "
    "bridge "
    "big-two";
/* Rulesets that are measured against another one's game in C. */
static const char *const same_game[][2] = {{"fairytale-steps", "fairytale"}};

/* Games that OpenSpiel (compiled C++) plays, too: how many in the time of one game of Fairy Tale
 * in C with four seats, both measured on one machine. We want to play WANTED times as many. */
static const struct rival {
    const char *ruleset;
    double games;
} rivals[] = {{"hearts-hand", 0.157},
              {"hearts-plain", 0.157},
              {"oh-hell-deal", 0.4},
              {"oh-hell-plain", 0.4}};
static const char yardstick[] = "fairytale";
enum { YARDSTICK_SEATS = 4 };
static const double WANTED = 1.2;

struct bench {
    ct_definition *def[MOST];
    char id[MOST][64];
    int ndefs;
    struct contest contest[MOST];
    int n;
    double seconds;
    int rounds;
    bool brief, json;
};

/* ---- what takes part ---- */

/* A ruleset by its name in rulesets/ or tests/rulesets/measure/, or by its folder. */
static ct_definition *definition(struct bench *b, const char *name)
{
    static const char *const places[] = {"rulesets/", "tests/rulesets/measure/", ""};
    ct_diags *diags = NULL;
    ct_definition *def = NULL;
    char path[256];

    for (int i = 0; i < b->ndefs; i++)
        if (!strcmp(b->id[i], name))
            return b->def[i];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s%s/ruleset.yaml", places[i], name);
        FILE *f = fopen(path, "r");
        if (!f)
            continue;
        fclose(f);
        path[strlen(path) - strlen("/ruleset.yaml")] = 0;
        def = ct_load(path, &diags);
        break;
    }
    if (!def) {
        char *text = diags ? ct_diags_text(diags, false) : NULL;
        fprintf(stderr, "bench: %s: %s\n", name, text ? text : "there is no such ruleset");
        free(text);
    } else if (b->ndefs < MOST) {
        snprintf(b->id[b->ndefs], sizeof b->id[0], "%s", name);
        b->def[b->ndefs++] = def;
    }
    ct_diags_free(diags);
    return def;
}

static int add(struct bench *b, const char *name, int people, bool in_c)
{
    struct contest *c = &b->contest[b->n];
    ct_definition *def;

    if (b->n == MOST) {
        fprintf(stderr, "bench: too much at once\n");
        return -1;
    }
    for (int i = 0; i < b->n; i++) /* one game in C serves several rulesets */
        if (in_c && b->contest[i].hand == by_hand_find(name) && b->contest[i].people == people)
            return 0;
    if (in_c) {
        contest_open_by_hand(c, by_hand_find(name), people, SEED);
        b->n++;
        return 0;
    }
    if (!(def = definition(b, name)))
        return -1;
    b->n++; /* it must be closed even if it does not open */
    return contest_open(c, def, name, people, SEED);
}

static const char *base_of(const char *name)
{
    for (size_t i = 0; i < sizeof same_game / sizeof *same_game; i++)
        if (!strcmp(same_game[i][0], name))
            return same_game[i][1];
    return name;
}

static const struct rival *rival_of(const char *name)
{
    for (size_t i = 0; i < sizeof rivals / sizeof *rivals; i++)
        if (!strcmp(rivals[i].ruleset, name))
            return &rivals[i];
    return NULL;
}

/* Does the ruleset refuse this number of players, though its `players:` allows it? */
static bool refused(const ct_definition *def, const char *name, int people)
{
    ct_engine *engine = ct_engine_new(def, NULL);
    ct_state *game =
        engine ? ct_game_new(engine, &(struct ct_setup){.people = people, .seed = SEED}) : NULL;
    bool refuses = engine && !game;

    if (refuses)
        fprintf(stderr, "note: %s, %d seats: left out: %s\n", name, people, ct_error(engine));
    ct_state_free(game);
    ct_engine_free(engine);
    return refuses;
}

/* Adds NAME (all seats), NAME:SEATS or NAME/c (the game in C). */
static int add_named(struct bench *b, const char *what)
{
    char name[64];
    const char *colon = strchr(what, ':');
    size_t len = colon ? (size_t)(colon - what) : strlen(what);
    bool in_c = len > 2 && !strncmp(what + len - 2, "/c", 2);

    len -= in_c ? 2 : 0;
    snprintf(name, sizeof name, "%.*s", (int)(len < 60 ? len : 60), what);
    if (in_c && !by_hand_find(name)) {
        fprintf(stderr, "bench: %s is not written in C\n", name);
        return -1;
    }
    ct_definition *def = definition(b, name);
    if (!def || (rival_of(name) && add(b, yardstick, YARDSTICK_SEATS, true)))
        return -1;
    struct ct_info info = ct_get_info(def, NULL);
    int from = info.min_people, to = info.max_people;
    if (colon) {
        from = to = atoi(colon + 1);
        if (to < info.min_people || to > info.max_people) {
            fprintf(stderr, "bench: %s: not for %d\n", name, to);
            return -1;
        }
    } else if (b->brief) {
        from = to = to < 4 ? to : from > 4 ? from : 4;
    }
    for (int people = from; people <= to; people++) {
        if (from < to && refused(def, name, people))
            continue;
        if (!in_c && by_hand_find(base_of(name)) && add(b, base_of(name), people, true))
            return -1;
        if (add(b, name, people, in_c))
            return -1;
    }
    return 0;
}

/* ---- the run ---- */

static int run(struct bench *b)
{
    for (int i = 0; i < b->n; i++)
        if (contest_calibrate(&b->contest[i], b->seconds) || contest_collect(&b->contest[i]))
            return -1;
    for (int r = 0; r < b->rounds; r++)
        for (int i = 0; i < b->n; i++)
            if (contest_round(&b->contest[i], b->seconds))
                return -1;
    return 0;
}

static double games_a_second(const struct contest *c)
{
    return (double)c->games / c->seconds;
}

/* How much faster the game in C is; 0: there is none. */
static double ratio(const struct bench *b, const struct contest *c)
{
    const struct by_hand *hand = c->hand ? NULL : by_hand_find(base_of(c->name));

    for (int i = 0; hand && i < b->n; i++)
        if (b->contest[i].hand == hand && b->contest[i].people == c->people)
            return games_a_second(&b->contest[i]) / games_a_second(c);
    return 0;
}

/* How many are played in the time of one game of the yardstick. */
static double share(const struct bench *b, const struct contest *c)
{
    for (int i = 0; i < b->n; i++)
        if (b->contest[i].hand == by_hand_find(yardstick) &&
            b->contest[i].people == YARDSTICK_SEATS)
            return games_a_second(c) / games_a_second(&b->contest[i]);
    return 0;
}

static void print_clones(const struct clones *w)
{
    if (w->n)
        printf(" %6.0f %6.0f", w->ns, w->bytes);
    else
        printf(" %6s %6s", "-", "-");
}

static void print_row(const struct bench *b, const struct contest *c)
{
    double games = (double)c->games, times = ratio(b, c);

    printf("%-20s %5d %10.0f %11.0f %8.1f", c->name, c->people, games_a_second(c),
           (double)c->picks / c->seconds, c->seconds * 1e9 / (double)c->picks);
    if (!c->hand) {
        if (times > 0)
            printf(" %6.1fx", times);
        else
            printf(" %7s", "-");
        printf(" %9.0f", (double)c->games / c->inside);
        printf(" %7.0f", c->start_ns);
        print_clones(&c->mid);
        print_clones(&c->asked);
        printf(" %7.1f %8.1f", (double)c->hooks / games, (double)c->reruns / games);
    }
    puts("");
}

static void print_rivals(const struct bench *b)
{
    for (int i = 0; i < b->n; i++) {
        const struct contest *c = &b->contest[i];
        const struct rival *r = rival_of(c->name);
        if (r)
            printf("%s: %.3f games for each of %s in C, %d seats: %.2f of OpenSpiel's (%g); "
                   "wanted: %.1f\n",
                   c->name, share(b, c), yardstick, YARDSTICK_SEATS, share(b, c) / r->games,
                   r->games, WANTED);
    }
}

/* A game in C is above its ruleset at the same number of seats. */
static void print_table(const struct bench *b)
{
    printf("%-20s %5s %10s %11s %8s %7s %9s %7s %13s %13s %16s\n", "", "", "", "", "", "slower",
           "playouts", "", "clone", "in a question", "a game");
    printf("%-20s %5s %10s %11s %8s %7s %9s %7s %6s %6s %6s %6s %7s %8s\n", "ruleset", "seats",
           "games/s", "picks/s", "ns/pick", "than C", "games/s", "start", "ns", "bytes", "ns",
           "bytes", "hooks", "re-runs");
    for (int i = 0; i < b->n; i++)
        print_row(b, &b->contest[i]);
    printf("\nbest of %d rounds, %g s each; start: ns to set a game up\n", b->rounds,
           b->seconds);
    print_rivals(b);
}

static json_t *clones_json(const struct clones *w)
{
    return w->n ? json_pack("{s:f, s:f}", "ns", w->ns, "bytes", w->bytes) : json_null();
}

static void print_json(const struct bench *b)
{
    json_t *list = json_array();

    for (int i = 0; i < b->n; i++) {
        const struct contest *c = &b->contest[i];
        const struct rival *r = rival_of(c->name);
        double games = (double)c->games, times = ratio(b, c);
        json_t *o =
            json_pack("{s:s, s:b, s:i, s:I, s:f, s:f, s:f, s:f, s:f}", "ruleset",
                      c->hand ? c->hand->ruleset : c->name, "in_c", c->hand != NULL, "seats",
                      c->people, "games", (json_int_t)c->games, "games_per_second",
                      games_a_second(c), "picks_per_second", (double)c->picks / c->seconds,
                      "ns_per_pick", c->seconds * 1e9 / (double)c->picks, "picks_per_game",
                      (double)c->picks / games, "forced_per_game", (double)c->forced / games);
        if (times)
            json_object_set_new(o, "times_in_c", json_real(times));
        if (r) {
            json_object_set_new(o, "for_each_in_c", json_real(share(b, c)));
            json_object_set_new(o, "of_openspiel", json_real(share(b, c) / r->games));
        }
        if (!c->hand) {
            json_object_set_new(o, "playouts_per_second", json_real(games / c->inside));
            json_object_set_new(o, "start_ns", json_real(c->start_ns));
            json_object_set_new(o, "clone", clones_json(&c->mid));
            json_object_set_new(o, "clone_in_question", clones_json(&c->asked));
            json_object_set_new(o, "hooks_per_game", json_real((double)c->hooks / games));
            json_object_set_new(o, "reruns_per_game", json_real((double)c->reruns / games));
        }
        json_array_append_new(list, o);
    }
    json_t *all = json_pack("{s:s, s:i, s:i, s:f, s:o}", "version", CT_VERSION, "seed", SEED,
                            "rounds", b->rounds, "seconds", b->seconds, "rows", list);
    json_dumpf(all, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(8));
    puts("");
    json_decref(all);
}

/* ---- what is asked for ---- */

static int measure(struct bench *b, char **names, int n)
{
    int rc = 0, len;
    char name[64];

    for (int i = 0; i < n && !rc; i++)
        rc = add_named(b, names[i]);
    for (const char *at = usual; !n && !rc && sscanf(at, "%63s%n", name, &len) == 1; at += len)
        rc = add_named(b, name);
    if (!rc)
        rc = run(b);
    if (!rc)
        b->json ? print_json(b) : print_table(b);
    return rc;
}

/* Compares the games in C with their rulesets at every number of seats. */
static int check(struct bench *b, uint64_t games)
{
    static const char *const whose[] = {"fairytale", "fairytale-steps", "wizard-quest"};
    int rc = 0;

    for (size_t i = 0; i < sizeof whose / sizeof *whose && !rc; i++)
        rc = add_named(b, whose[i]);
    for (int i = 0; i < b->n && !rc; i++) {
        struct contest *c = &b->contest[i];
        if (c->hand)
            continue;
        rc = contest_compare(by_hand_find(base_of(c->name)), c, games);
        if (!rc)
            printf("%s, %d seats: %" PRIu64 " games end as in C\n", c->name, c->people, games);
    }
    return rc;
}

/* Turns a fast way off; "-": none is. Then prepares the engine. */
static int without(struct contest *c, const char *way)
{
    if (!c->engine || (strcmp(way, "-") && !ct_engine_without(c->engine, way))) {
        fprintf(stderr, "bench: there is no fast way '%s' (core/kernel/fastways.def)\n", way);
        return -1;
    }
    if (!strcmp(way, "-"))
        ct_engine_plain(c->engine, false);
    ct_state_free(
        ct_game_new(c->engine, &(struct ct_setup){.people = c->people, .seed = SEED}));
    return 0;
}

/* Plays, for a profiler, and prints what. With `ways`, which ends with NULL: once without each. */
static int play(struct bench *b, const char *name, uint64_t games, char *const *ways)
{
    struct contest *c = &b->contest[0];

    b->brief = true;
    if (add_named(b, name))
        return -1;
    while (c->hand && c + 1 < b->contest + b->n) /* the game in C that comes with it */
        c++;
    do {
        if ((*ways && without(c, *ways)) || contest_play(c, 0, games))
            return -1;
        printf("%s %d %" PRIu64 " games %" PRIu64 " picks\n", name, c->people, games, c->picks);
    } while (*ways && *++ways);
    return 0;
}

static int usage(void)
{
    fputs(
        "usage: bench [--short] [--json] [--seconds S] [--rounds N] [RULESET[/c][:SEATS] ...]\n"
        "       bench --check [GAMES]\n"
        "       bench --play RULESET[/c][:SEATS] GAMES [WAY ...]\n",
        stderr);
    return 2;
}

static int run_command(struct bench *b, int argc, char **argv)
{
    int i = 1;

    if (argc > 1 && !strcmp(argv[1], "--check"))
        return check(b, argc > 2 ? strtoull(argv[2], NULL, 10) : 1000) ? 1 : 0;
    if (argc > 1 && !strcmp(argv[1], "--play"))
        return argc < 4                                                  ? usage()
               : play(b, argv[2], strtoull(argv[3], NULL, 10), argv + 4) ? 2
                                                                         : 0;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (!strcmp(argv[i], "--short")) {
            b->brief = true;
            b->seconds = 0.02;
            b->rounds = 2;
        } else if (!strcmp(argv[i], "--json")) {
            b->json = true;
        } else if (!strcmp(argv[i], "--seconds") && i + 1 < argc) {
            b->seconds = atof(argv[++i]);
        } else if (!strcmp(argv[i], "--rounds") && i + 1 < argc) {
            b->rounds = atoi(argv[++i]);
        } else {
            return usage();
        }
    }
    if (b->seconds <= 0 || b->rounds < 1)
        return usage();
    return measure(b, argv + i, argc - i) ? 2 : 0;
}

int main(int argc, char **argv)
{
    struct bench *b = calloc(1, sizeof *b);

    if (!b)
        return 2;
    b->seconds = 0.15;
    b->rounds = 5;
    int rc = run_command(b, argc, argv);
    for (int i = 0; i < b->n; i++)
        contest_close(&b->contest[i]);
    for (int i = 0; i < b->ndefs; i++)
        ct_free(b->def[i]);
    free(b);
    return rc;
}
