/* script.c - a stranger's script in a game that calls everything which a script may define. Bytes are a
 * program of calls (shared/decode.c), unless they begin like a comment of Lua: then they are the script. */
#include "shared/decode.h"
#include "shared/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    static const char *const places[] = {NULL};
    char path[256], *text = NULL;
    ct_diags *diags;

    snprintf(path, sizeof path, "%sscript", folder());
    if (n < 2 || memcmp(data, "--", 2) != 0)
        text = decode_script(data, n);
    if (getenv("HARNESS_TRACE") && text)
        fprintf(stderr, "%s\n", text);
    write_file("script/hooks.lua", text ? text : (const char *)data, text ? strlen(text) : n);
    free(text);
    ct_definition *def = ct_load_among(path, places, &diags);
    tell_diags(t, diags);
    if (!def)
        return RAN_REFUSED;
    tighten(def);
    play_games(def, sum_of(data, n) % 1000, t);
    ct_free(def);
    return RAN_WHOLE;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    size_t n;
    char *text = ct_file_read("tests/harness/games/script/ruleset.yaml", &n, NULL);
    if (!text)
        finding("run it in the top folder of the tree");
    write_file("script/ruleset.yaml", text, n);
    free(text);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}
