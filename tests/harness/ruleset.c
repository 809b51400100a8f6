/* ruleset.c - a stranger's game: its ruleset, behind a line `===` its script, behind another its cards, behind a
 * third its French. What loads is played (shared/game.c). */
#define _GNU_SOURCE /* memmem */
#include "shared/game.h"

#include "base/diag.h"

#include <stdio.h>
#include <string.h>

static const char *const files[] = {"game/ruleset.yaml", "game/script.lua", "game/cards.yaml",
                                    "game/lang/fr.yaml"};
enum {
    FILES = sizeof files / sizeof *files,
    OPTIONAL = 3 /* an empty translation is a finding */
};

/* How many bytes to the line that separates, or to the end. */
static size_t to_line(const char *text, size_t n)
{
    static const char line[] = "\n===\n";
    const char *at = memmem(text, n, line, sizeof line - 1);

    return at ? (size_t)(at - text) + 1 : n;
}

static void write_game(const char *text, size_t n)
{
    for (int i = 0; i < FILES; i++) {
        size_t part = to_line(text, n), skip = part < n ? part + 4 : n;
        if (i < OPTIONAL || part)
            write_file(files[i], text, part);
        else
            remove_file(files[i]);
        text += skip;
        n -= skip;
    }
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    static const char *const places[] = {"tests/rulesets/features", NULL};
    char path[256];
    ct_diags *diags;

    snprintf(path, sizeof path, "%sgame", folder());
    write_game((const char *)data, n);
    ct_definition *def = ct_load_among(path, places, &diags);
    tell_diags(t, diags);
    if (!def)
        return RAN_REFUSED;
    tighten(def);
    tell_definition(def, t);
    play_games(def, sum_of(data, n) % 1000, t);
    ct_free(def);
    return RAN_WHOLE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}
