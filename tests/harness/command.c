/* command.c - what a stranger's file or typing makes of the commands that read it. The first line is a kind; what follows is
 * typed at the prompt, or is a replay or save, a scenario, a ruleset. The parts inside have their own harnesses; these are the
 * words that people see. */
#include "shared/game.h"
#include "shared/served.h"

#include "tools/common.h"

#include <stdio.h>
#include <string.h>

#define UNIT "tests/rulesets/features/unit"

enum { WORDS = 12 };

/* `@` is the file, `.` its folder. */
static const struct {
    const char *kind, *file;
    int (*run)(int argc, char **argv);
    const char *words[WORDS];
} commands[] = {
    {"typed",
     NULL,
     cmd_play,
     {"play", UNIT, "--bots", "random", "--seat", "0=human", "--seed", "1"}},
    {"record", "a.save", cmd_replay, {"replay", "@", "--verify"}},
    {"record", "a.save", cmd_replay, {"replay", "@"}},
    {"record", "a.save", cmd_view, {"view", "@"}},
    {"record", "a.save", cmd_resume, {"resume", "@"}},
    {"scenario", "scenarios.yaml", cmd_test, {"test", "@"}},
    {"rules", "well/ruleset.yaml", cmd_check, {"check", "."}},
    {"rules",
     "well/ruleset.yaml",
     cmd_sim,
     {"sim", ".", "--games", "3", "--jobs", "1", "--seed", "1", "--cards", "all"}},
    {"rules", "well/ruleset.yaml", cmd_play, {"play", ".", "--bots", "random", "--seed", "1"}},
};

/* One command of the kind. Its exit status. */
static int ask(size_t i, const char *text, size_t n, struct transcript *t)
{
    char path[300] = "", place[300] = "";
    const char *file = commands[i].file, *words[WORDS + 1] = {NULL};

    if (file) {
        write_file(file, text, n);
        snprintf(path, sizeof path, "%s%s", folder(), file);
        snprintf(place, sizeof place, "%s%.*s", folder(), (int)strcspn(file, "/"), file);
    }
    for (int k = 0; k < WORDS && commands[i].words[k]; k++)
        words[k] = !strcmp(commands[i].words[k], "@")   ? path
                   : !strcmp(commands[i].words[k], ".") ? place
                                                        : commands[i].words[k];
    return tell_command(commands[i].run, words, file ? "" : text, file ? 0 : n,
                        file ? file : "", t);
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    const char *text = (const char *)data, *end = memchr(text, '\n', n);
    size_t kind = end ? (size_t)(end - text) : n, rest = end ? n - kind - 1 : 0;
    enum ran ran = RAN_REFUSED;

    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strlen(commands[i].kind) == kind && !memcmp(commands[i].kind, text, kind) &&
            ask(i, end ? end + 1 : "", rest, t) != EXIT_USAGE)
            ran = RAN_WHOLE;
    return ran;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}
