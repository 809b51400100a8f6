/* targets.c - what is spoilt, and which commands read it then. */
#include "fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/common.h"

enum { MOST_ARGUMENTS = 16 };

int cantrip(const char *command, ...)
{
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } commands[] = {
#define X(name, arguments, summary) {#name, cmd_##name},
        COMMANDS(X)
#undef X
    };
    char *argv[MOST_ARGUMENTS + 1] = {(char *)(uintptr_t)command};
    int argc = 1;
    va_list ap;

    va_start(ap, command);
    while (argc < MOST_ARGUMENTS && (argv[argc] = va_arg(ap, char *)) != NULL)
        argc++;
    va_end(ap);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(commands[i].name, command))
            return commands[i].run(argc, argv);
    return -1;
}

bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);

    return n >= m && !strcmp(text + n - m, end);
}

static bool is_rule(const char *path)
{
    return (ends_with(path, ".yaml") || ends_with(path, ".lua")) &&
           !strstr(path, "/scenarios/");
}

static bool is_scenario(const char *path)
{
    return strstr(path, "/scenarios/") && ends_with(path, ".yaml");
}

static bool is_record(const char *path)
{
    return ends_with(path, ".save") || ends_with(path, ".replay");
}

static bool is_answers(const char *path)
{
    return ends_with(path, ".answers");
}

static bool is_typed(const char *path)
{
    return ends_with(path, ".typed");
}

/* The folder "rulesets/NAME" of a file in it. The game of a card file has the folder's name. */
static void ruleset_of(const char *path, char *out, size_t cap)
{
    const char *name = strchr(path, '/');
    int n = name ? (int)strcspn(name + 1, "/") : 0;

    snprintf(out, cap, "rulesets/%.*s", n, name ? name + 1 : "");
    if (access(out, F_OK))
        snprintf(out, cap, "rulesets/card-ring"); /* a shared script */
}

static int run_rules(struct ct_rng *rng, const char *path)
{
    char ruleset[256], seed[32];

    ruleset_of(path, ruleset, sizeof ruleset);
    snprintf(seed, sizeof seed, "%u", ct_rng_below(rng, 1000));
    int rc = cantrip("check", ruleset, NULL);
    if (rc == EXIT_OK && (rc = cantrip("sim", ruleset, "--games", "3", "--jobs", "1", "--seed",
                                       seed, "--cards", "all", NULL)) == EXIT_OK)
        rc = cantrip("play", ruleset, "--bots", "random", "--seed", seed, NULL);
    return rc;
}

static int run_scenario(struct ct_rng *rng, const char *path)
{
    (void)rng;
    return cantrip("test", path, NULL);
}

static int run_record(struct ct_rng *rng, const char *path)
{
    switch (ct_rng_below(rng, 4)) {
    case 0: return cantrip("replay", path, "--verify", NULL);
    case 1: return cantrip("view", path, NULL);
    case 2: return cantrip("replay", path, NULL);
    default: return cantrip("resume", path, NULL);
    }
}

static int run_typed(struct ct_rng *rng, const char *path)
{
    static const char *const games[] = {"fairytale", "wizard-quest", "card-ring",
                                        "once-upon-a-draft"};

    if (!freopen(path, "r", stdin))
        return -1;
    return cantrip("play", games[ct_rng_below(rng, 4)], "--seat", "0=human", "--seed", "1",
                   NULL);
}

/* A program that answers with the file, whatever it is asked. */
static int run_answers(struct ct_rng *rng, const char *path)
{
    char bot[256], seed[32];

    snprintf(bot, sizeof bot, "exec,seconds=5:cat %s,random", path);
    snprintf(seed, sizeof seed, "%u", ct_rng_below(rng, 1000));
    return cantrip("play", "fairytale", "--seats", "2", "--bots", bot, "--seed", seed, NULL);
}

const struct target targets[] = {
    {"rules", "rulesets, cards and scripts: check, sim, play", run_rules, is_rule, false},
    {"scenarios", "scenarios: test", run_scenario, is_scenario, false},
    {"records", "saves and replays: replay, view, resume", run_record, is_record, false},
    {"prompt", "what is typed at the prompt: play", run_typed, is_typed, false},
    {"answers", "what a program answers: play", run_answers, is_answers, false},
    {"tallies", "tallies, damaged and foreign: merge", run_tally, is_tally, true},
};
const int ntargets = sizeof targets / sizeof *targets;
