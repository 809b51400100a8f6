/* option.c - what a stranger writes for the options of a game, `NAME=VALUE`, one a line. Those that are taken, written as the replay of that
 * game has them, are the same options. */
#define _DEFAULT_SOURCE /* strsep */
#include "shared/game.h"

#include <stdlib.h>
#include <string.h>

enum { OPTIONS = 8, PEOPLE = 3 };

static ct_engine *engine;
static int most;

static ct_state *new_game(const char *const *options, int n)
{
    return ct_game_new(engine,
                       &(struct ct_setup){.people = PEOPLE, .options = options, .noptions = n});
}

/* A replay has every option there is. */
static void write_again(ct_state *game)
{
    const char *options[OPTIONS];
    struct ct_replay r;

    ct_replay_init(&r, engine, game, "eval");
    for (int i = 0; i < r.noptions; i++)
        options[i] = r.option[i].text;
    ct_state *again = new_game(options, r.noptions);
    if (!again)
        finding("what was written is refused: %s", ct_error(engine));
    for (int i = 0; i < most; i++)
        if (ct_option_in_game(game, i) != ct_option_in_game(again, i))
            finding("'%s' is read as %d, not %d", options[i], ct_option_in_game(again, i),
                    ct_option_in_game(game, i));
    ct_state_free(again);
    ct_replay_free(&r);
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    const char *options[OPTIONS];
    char *text = malloc(n + 1), *rest = text;
    int many = 0;

    memcpy(text, data, n);
    text[n] = 0;
    while (rest && many < OPTIONS)
        options[many++] = strsep(&rest, "\n");
    ct_state *game = new_game(options, many);
    if (!game)
        tell_error(t, engine);
    for (int i = 0; game && i < most; i++)
        tell_number(t, "an option", (uint64_t)ct_option_in_game(game, i));
    if (game)
        write_again(game);
    bool good = game;
    ct_state_free(game);
    free(text);
    return good ? RAN_WHOLE : RAN_REFUSED;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    ct_definition *def = load_own("tests/rulesets/features/eval");
    engine = ct_engine_new(def, NULL);
    most = ct_get_info(def, NULL).options;
    return most > OPTIONS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}
