/* tallies.c - tallies that are damaged or foreign, some with a right check sum. */
#include "fuzz.h"

#include "tools/common.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* Runs with two shards each: records/NAME-1.tally and …-2. */
static const struct run_of {
    const char *name, *command, *game, *flag, *value;
} runs[] = {
    {"plain", "sim", "rulesets/counting/crown", "--seats", "3"},
    {"seed", "sim", "rulesets/counting/crown", "--seed", "2"},
    {"seats", "sim", "rulesets/counting/crown", "--seats", "2"},
    {"bots", "sim", "rulesets/counting/crown", "--bots", "first"},
    {"games", "sim", "rulesets/counting/crown", "--games", "21"},
    {"kind", "sim", "rulesets/counting/crown", "--cards", "lay"},
    {"causal", "sim", "rulesets/counting/crown", "--causal", "--bots=random"},
    {"against", "sim", "rulesets/counting/crown", "--against", "rulesets/counting/crown"},
    {"option", "sim", "fairytale", "--option", "expert=true"},
    {"game", "sim", "fairytale", "--jobs", "1"},
    {"alone", "sim", "wizard-quest", "--jobs", "1"},
    {"arena", "arena", "rulesets/counting/crown", "--jobs", "1"},
    {"check", "check", "rulesets/counting/crown", "--deep", "--hash"},
    {"laws", "check", "rulesets/counting/crown", "--deep", "--jobs=1"},
    {"learn", "learn", "rulesets/counting/crown", "--measure", "records/p.policy"},
    {"arena-bots", "arena", "rulesets/counting/crown", "--bots", "first,random,greedy"},
    {"report", "sim", "rulesets/counting/orchard", "--report=records/page.html",
     "--bots=random"},
    {"mutate", "mutate", "rulesets/features/ownerless", "--jobs", "1"},
};
enum { NRUNS = sizeof runs / sizeof *runs };

static void path_of(uint32_t run, uint32_t shard, char *out, size_t cap)
{
    snprintf(out, cap, "records/%s-%u.tally", runs[run].name, shard + 1);
}

/* The other flag of each command. */
static void more_of(const char *command, const char **flag, const char **value)
{
    bool sim = !strcmp(command, "sim"), arena = !strcmp(command, "arena");

    *flag = sim ? "--cards" : arena ? "--bots" : "--seats";
    *value = sim ? "all" : arena ? "first,random" : "3";
}

/* Makes the tally of one shard of a run. */
static bool make(const struct run_of *r, uint32_t shard, const char *path)
{
    const char *flag, *value, *part = shard ? "2/2" : "1/2";

    if (!strcmp(r->command, "mutate"))
        return cantrip("mutate", r->game, r->flag, r->value, "--shard", part, "--tally", path,
                       NULL) == EXIT_OK;
    more_of(r->command, &flag, &value);
    return cantrip(r->command, r->game, "--games", "20", "--seed", "1", flag, value, "--shard",
                   part, "--tally", path, r->flag, r->value, NULL) == EXIT_OK;
}

bool tallies_make(void)
{
    char path[64];

    if (cantrip("learn", "rulesets/counting/crown", "--seats", "3", "--games", "32", "--out",
                "records/p.policy", NULL))
        return false;
    for (uint32_t i = 0; i < NRUNS; i++)
        for (uint32_t shard = 0; shard < 2; shard++) {
            path_of(i, shard, path, sizeof path);
            if (!make(&runs[i], shard, path))
                return false;
        }
    return true;
}

bool is_tally(const char *path)
{
    return ends_with(path, ".tally");
}

/* The check sum of a tally. Where its last line begins; 0: it has none. */
static size_t sum_of(const char *text, size_t n, char sum[17])
{
    size_t end = 0;

    for (size_t i = 0; i + 6 <= n; i++)
        if (!memcmp(text + i, "\nend: ", 6))
            end = i + 1;
    snprintf(sum, 17, "%016" PRIx64, (uint64_t)XXH64(text, end, 0));
    return end;
}

/* Is the check sum right, or made right? */
static bool right_sum(char *text, size_t n, bool make)
{
    char sum[17];
    size_t end = sum_of(text, n, sum);

    if (!end || n != end + sizeof "end: 0123456789abcdef" || text[n - 1] != '\n')
        return false;
    if (make)
        memcpy(text + end + 5, sum, 16);
    return !memcmp(text + end + 5, sum, 16);
}

/* Takes a tally of another run, or the same part of this one. */
static int run_foreign(struct ct_rng *rng)
{
    uint32_t a = ct_rng_below(rng, NRUNS), b = ct_rng_below(rng, NRUNS),
             shard = ct_rng_below(rng, 2);
    char one[64], two[64];

    path_of(a, shard, one, sizeof one);
    path_of(b, a == b ? shard : ct_rng_below(rng, 2), two, sizeof two);
    return cantrip("merge", one, two, "--partial", NULL) == EXIT_USAGE ? EXIT_USAGE : -1;
}

/* Takes the spoilt tally beside one of the files; every second time with a right check sum. */
int run_tally(struct ct_rng *rng, const char *path)
{
    char other[64];
    size_t n;

    if (!ct_rng_below(rng, 4))
        return run_foreign(rng);
    char *text = read_text(path, &n);
    bool right = text && right_sum(text, n, ct_rng_below(rng, 2)),
         good = text && write_text(path, text, n);
    free(text);
    if (!good)
        return -1;
    path_of(ct_rng_below(rng, NRUNS), ct_rng_below(rng, 2), other, sizeof other);
    uint32_t how = ct_rng_below(rng, 3);
    int rc = how == 0 ? cantrip("merge", path, "--partial", NULL)
             : how == 1
                 ? cantrip("merge", other, path, "--partial", "--json", NULL)
                 : cantrip("merge", path, "--partial", "--report", "records/page.html", NULL);
    return right || rc == EXIT_USAGE ? rc : -1; /* a damaged tally must be refused */
}
