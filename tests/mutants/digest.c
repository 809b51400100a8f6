/* digest.c - plays games of rulesets and gives each game a number. The number changes with any byte of a
 * state, anything an observer is told or sees, any choice, sample or result.
 *
 * Bots pick at random. Seeds are fixed, numbers of players take turns, and a game ends after 500 picks. Rulesets in
 * `laws` break laws on purpose, those in `variants` repeat a game: both are left out.
 *
 *     digest --write FILE         writes the numbers of 200 games of every ruleset
 *     digest FILE [RULESET...]    plays them (or all) again; says the first game that differs, and ends with 1
 *     digest --sum N RULESET...   plays N games of each, to their end, and prints three numbers for all: of picks and
 *                                 results alone; of states, views and samples too, in either order of bytes; of all
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

/* As mix_bytes, but the order in each `word` of bytes does not count: it is another on other machines. */
static uint64_t mix_words(uint64_t h, const void *bytes, size_t n, size_t word)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < n; i += word) {
        uint64_t sum = 0;
        for (size_t k = i; k < n && k < i + word; k++)
            sum += mix(0, p[k]);
        h = mix(h, sum);
    }
    return mix(h, n);
}

/* Every number of a state lies within eight bytes. The header names the machine's own check sum. */
static uint64_t mix_state(uint64_t h, ct_engine *e, const ct_state *s)
{
    static uint64_t room[1 << 17];
    const uint8_t *bytes = (const uint8_t *)room;
    size_t n = ct_serialize(e, s, (uint8_t *)room, sizeof room), header = bytes[12];

    return n > header && n <= sizeof room ? mix_words(h, bytes + header, n - header, 8)
                                          : mix(h, n);
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

/* Three numbers: of picks and results; in either order of bytes; of all. */
struct sums {
    uint64_t picked, either, all;
};

static void mix_all(struct sums *to, uint64_t v)
{
    to->either = mix(to->either, v);
    to->all = mix(to->all, v);
}

/* An open question: the choices of the seat, what it sees (deep), a sample (deep). */
static void asked(ct_engine *e, ct_state *s, ct_state *other, int seat, int n, bool deep,
                  struct sums *to)
{
    static uint64_t keys[1 << 16];
    static uint8_t view[1 << 16];
    int known = n <= 1 << 16 ? ct_choice_keys(e, s, seat, keys) : 0;

    mix_all(to, (uint64_t)n);
    for (int i = 0; i < known; i++)
        mix_all(to, keys[i]);
    if (!deep)
        return;
    size_t size = ct_view(e, s, seat, view, sizeof view);
    size_t held = size < sizeof view ? size : sizeof view;
    to->either = mix_words(mix_state(to->either, e, s), view, held, held);
    to->all = mix_bytes(to->all, view, held);
    int rc = ct_resample(e, other, s, seat, to->either);
    mix_all(to, (uint64_t)(2 + rc));
    if (rc != 1)
        return;
    to->either = mix_state(to->either, e, other);
    to->all = mix(to->all, ct_hash(e, other));
}

static void mix_error(struct sums *to, ct_engine *e)
{
    const char *text = ct_error(e);

    to->either = mix_bytes(to->either, text, strlen(text));
    to->all = mix_bytes(to->all, text, strlen(text));
}

/* Adds game g to the sums. */
static void play(struct ruleset *r, int g, int most, struct sums *to)
{
    struct ct_info info = ct_get_info(r->def, NULL);
    int range = info.max_people - info.min_people + 1, more, picks = 0;
    struct ct_rng rng = ct_rng_make((uint64_t)g, 5);
    struct ct_result result;
    ct_engine *e = r->engine;
    ct_state *s = ct_game_new(e, &(struct ct_setup){.people = info.min_people + g % range,
                                                    .seed = (uint64_t)g,
                                                    .flags = g % 4 == 3 ? 0 : CT_TRACK});
    bool told = g % 4 != 3;

    mix_all(to, (uint64_t)g);
    if (!s) {
        mix_error(to, e);
        return;
    }
    ct_state *other = ct_clone(s);
    while ((more = ct_advance(e, s)) == 1 && picks < most) {
        int seat = ct_next_seat(s), n = ct_choices(e, s, seat);
        to->all = mix(to->all, ct_hash(e, s));
        mix_all(to, ct_pending(s));
        if (n < 1)
            break;
        asked(e, s, other, seat, n, told && picks % 8 == g % 8, to);
        int pick = (int)ct_rng_below(&rng, (uint32_t)n);
        const char *text = ct_choice_pick(e, s, seat, pick);
        to->picked = mix_bytes(mix(to->picked, (uint64_t)n), text, text ? strlen(text) : 0);
        if (ct_pick(e, s, seat, pick))
            break;
        picks++;
    }
    if (more < 0 || ct_get_result(e, s, &result))
        mix_error(to, e);
    else
        for (int i = 0; i < ct_seats(s); i++) {
            mix_all(to, (uint64_t)result.score[i]);
            to->picked = mix(to->picked, (uint64_t)result.score[i]);
        }
    for (int i = 0; told && i < ct_seats(s); i++)
        mix_all(to, ct_digest(s, i));
    to->all = mix(to->all, ct_hash(e, s));
    to->either = mix_state(to->either, e, s);
    mix_all(to, (uint64_t)picks);
    ct_state_free(other);
    ct_state_free(s);
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
        struct sums of = {0};
        open_ruleset(r);
        for (int g = 0; r->engine && g < games; g++)
            play(r, g, INT_MAX, &of);
        rc |= !r->engine;
        printf("%016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %s\n", of.picked, of.either,
               of.all, r->path);
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
                struct sums is = {0};
                if (r->engine)
                    play(r, g, PICKS, &is);
                slowest = now() - from > slowest ? now() - from : slowest;
                if (writes)
                    r->was[g] = is.all;
                else if (r->was[g] != is.all) {
                    printf("%s: game %d is another\n", r->path, g);
                    return 1;
                }
            }
    if (writes)
        write_numbers(f, 10 * slowest);
    close_rulesets();
    return fclose(f) ? 2 : 0;
}
