/* digest.c - plays games of rulesets and gives each game a number. The number changes with any byte of a
 * state, anything an observer is told or sees, any choice, sample or result.
 *
 * Bots pick at random. Seeds are fixed, numbers of players take turns, and a game ends after 500 picks. Rulesets in
 * `laws` break laws on purpose, those in `variants` repeat a game: both are left out.
 *
 *     digest --write FILE         writes the numbers of 200 games of every ruleset
 *     digest FILE [RULESET...]    plays them (or all) again; says the first game that differs, and ends with 1
 *     digest --sum N RULESET...   plays N games of each, to their end, and prints two numbers for all: one of picks and
 *                                 results alone, one of all (bytes of a state are in the machine's order)
 *
 * Three games of each ruleset come first, so that a difference shows soon. A game that takes ten times as long as the
 * slowest unchanged one (a figure in the file) ends the program with a signal.
 */
#include "core/cantrip.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>

enum { GAMES = 200, FIRST = 3, MOST = 400, PICKS = 500 };

struct ruleset {
    char path[300];
    ct_definition *def;
    ct_engine *engine;
    uint64_t was[GAMES];
};
static struct ruleset rulesets[MOST];
static int nrulesets;

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ (h >> 29);
}

static uint64_t mix_bytes(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < n; i++)
        h = mix(h, p[i]);
    return mix(h, n);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void find(const char *folder)
{
    struct dirent **names;
    struct stat st;
    char path[300];

    snprintf(path, sizeof path, "%s/ruleset.yaml", folder);
    if (!stat(path, &st)) {
        if (nrulesets < MOST)
            snprintf(rulesets[nrulesets++].path, sizeof path, "%s", folder);
        return;
    }
    int n = scandir(folder, &names, NULL, by_name);
    for (int i = 0; i < n; i++) {
        const char *name = names[i]->d_name;
        if (*name != '.' && strcmp(name, "laws") != 0 && strcmp(name, "variants") != 0 &&
            snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path)
            find(path);
        free(names[i]);
    }
    if (n >= 0)
        free(names);
}

/* A number for an open question: the choices of the seat, what it sees (deep), a sample (deep). */
static uint64_t asked(ct_engine *e, ct_state *s, ct_state *other, int seat, int n, bool deep)
{
    static uint64_t keys[1 << 16];
    static uint8_t view[1 << 16];
    uint64_t h = (uint64_t)n;

    if (n <= 1 << 16 && ct_choice_keys(e, s, seat, keys) == n)
        h = mix_bytes(h, keys, (size_t)n * sizeof *keys);
    if (!deep)
        return h;
    size_t size = ct_view(e, s, seat, view, sizeof view);
    h = mix_bytes(h, view, size < sizeof view ? size : sizeof view);
    int rc = ct_resample(e, other, s, seat, h);
    return mix(h, rc == 1 ? ct_hash(e, other) : (uint64_t)(2 + rc));
}

/* `picked`: mixed with picks and results, in words and numbers; or NULL. */
static uint64_t play(struct ruleset *r, int g, int most, uint64_t *picked)
{
    struct ct_info info = ct_get_info(r->def, NULL);
    int range = info.max_people - info.min_people + 1, more, picks = 0;
    struct ct_rng rng = ct_rng_make((uint64_t)g, 5);
    struct ct_result result;
    ct_engine *e = r->engine;
    ct_state *s = ct_game_new(e, &(struct ct_setup){.people = info.min_people + g % range,
                                                    .seed = (uint64_t)g,
                                                    .flags = g % 4 == 3 ? 0 : CT_TRACK});
    uint64_t h = mix((uint64_t)g, 1);
    bool told = g % 4 != 3;

    if (!s)
        return mix_bytes(h, ct_error(e), strlen(ct_error(e)));
    ct_state *other = ct_clone(s);
    while ((more = ct_advance(e, s)) == 1 && picks < most) {
        int seat = ct_next_seat(s), n = ct_choices(e, s, seat);
        h = mix(mix(h, ct_hash(e, s)), ct_pending(s));
        if (n < 1)
            break;
        h = mix(h, asked(e, s, other, seat, n, told && picks % 8 == g % 8));
        int pick = (int)ct_rng_below(&rng, (uint32_t)n);
        if (picked) {
            const char *text = ct_choice_pick(e, s, seat, pick);
            *picked = mix_bytes(mix(*picked, (uint64_t)n), text, text ? strlen(text) : 0);
        }
        if (ct_pick(e, s, seat, pick))
            break;
        picks++;
    }
    if (more < 0 || ct_get_result(e, s, &result))
        h = mix_bytes(h, ct_error(e), strlen(ct_error(e)));
    else
        for (int i = 0; i < ct_seats(s); i++)
            h = mix(h, (uint64_t)result.score[i]);
    for (int i = 0; picked && i < ct_seats(s); i++)
        *picked = mix(*picked, more < 0 ? 0 : (uint64_t)result.score[i]);
    for (int i = 0; told && i < ct_seats(s); i++)
        h = mix(h, ct_digest(s, i));
    h = mix(mix(h, ct_hash(e, s)), (uint64_t)picks);
    ct_state_free(other);
    ct_state_free(s);
    return h;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Ends the program after so many seconds of processor time, unless it is called again. */
static void watch(double seconds)
{
    struct itimerval t = {.it_value = {(time_t)seconds, 100000}};

    setitimer(ITIMER_PROF, &t, NULL);
}

/* Reads the numbers of the rulesets at hand. False: the file lacks one. */
static bool read_numbers(FILE *f, double *limit)
{
    int found = 0, i;
    char path[300];

    if (fscanf(f, "%lf", limit) != 1)
        return false;
    while (fscanf(f, "%299s", path) == 1) {
        uint64_t was[GAMES];
        for (int g = 0; g < GAMES; g++)
            if (fscanf(f, "%" SCNx64, &was[g]) != 1)
                return false;
        for (i = 0; i < nrulesets && strcmp(rulesets[i].path, path) != 0; i++)
            ;
        if (i < nrulesets)
            memcpy(rulesets[i].was, was, sizeof was), found++;
    }
    return found == nrulesets;
}

static void write_numbers(FILE *f, double limit)
{
    fprintf(f, "%f\n", limit);
    for (struct ruleset *r = rulesets; r < rulesets + nrulesets; r++) {
        fprintf(f, "%s", r->path);
        for (int g = 0; g < GAMES; g++)
            fprintf(f, " %" PRIx64, r->was[g]);
        fputc('\n', f);
    }
}

static void open_ruleset(struct ruleset *r)
{
    if ((r->def = ct_load(r->path, NULL)))
        r->engine = ct_engine_new(r->def, NULL);
}

static void close_rulesets(void)
{
    for (struct ruleset *r = rulesets; r < rulesets + nrulesets; r++) {
        ct_engine_free(r->engine);
        ct_free(r->def);
    }
}

/* A line for each ruleset: its numbers, and where it lies. */
static int sum(int games, char **folders)
{
    int rc = 0;

    for (; *folders; folders++)
        find(*folders);
    for (struct ruleset *r = rulesets; r < rulesets + nrulesets; r++) {
        uint64_t all = 0, picked = 0;
        open_ruleset(r);
        for (int g = 0; r->engine && g < games; g++)
            all = mix(all, play(r, g, INT_MAX, &picked));
        rc |= !r->engine;
        printf("%016" PRIx64 " %016" PRIx64 " %s\n", picked, all, r->path);
        fflush(stdout);
    }
    close_rulesets();
    return rc;
}

int main(int argc, char **argv)
{
    if (argc > 3 && !strcmp(argv[1], "--sum"))
        return sum(atoi(argv[2]), argv + 3);
    bool writes = argc == 3 && !strcmp(argv[1], "--write");
    double slowest = 0, limit = 3600;
    FILE *f = argc > 1 ? fopen(argv[1 + writes], writes ? "w" : "r") : NULL;

    if (!f) {
        fprintf(stderr,
                "usage: digest --write FILE | FILE [RULESET...] | --sum N RULESET...\n");
        return 2;
    }
    for (int i = 2; i < argc && !writes; i++)
        find(argv[i]);
    if (!nrulesets) {
        find("rulesets");
        find("tests/rulesets");
    }
    if (!writes && !read_numbers(f, &limit))
        return 2;
    for (int round = 0; round < 2; round++)
        for (struct ruleset *r = rulesets; r < rulesets + nrulesets; r++)
            for (int g = round * FIRST; g < (round ? GAMES : FIRST); g++) {
                watch(limit);
                double from = now();
                if (!g)
                    open_ruleset(r);
                uint64_t is = r->engine ? play(r, g, PICKS, NULL) : 1;
                slowest = now() - from > slowest ? now() - from : slowest;
                if (writes)
                    r->was[g] = is;
                else if (r->was[g] != is) {
                    printf("%s: game %d is another\n", r->path, g);
                    return 1;
                }
            }
    if (writes)
        write_numbers(f, 10 * slowest);
    close_rulesets();
    return fclose(f) ? 2 : 0;
}
