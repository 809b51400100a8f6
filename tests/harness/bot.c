/* bot.c - what a stranger writes for a bot, its first line, and for the options of a game, one a line (`NAME=VALUE`). A bot's name is
 * read as the bot that it names; options that are taken are the game's. */
#define _DEFAULT_SOURCE /* strsep */
#include "shared/game.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 400, OPTIONS = 4 };

static ct_engine *engine;

static bool same(const struct ct_bot_spec *a, const struct ct_bot_spec *b)
{
    return a->kind == b->kind && a->n == b->n && a->plies == b->plies &&
           a->forgets == b->forgets && a->no_facts == b->no_facts && a->mast == b->mast &&
           a->mast_prior == b->mast_prior && a->guided == b->guided &&
           a->resample == b->resample && a->seconds == b->seconds && a->games == b->games &&
           a->temperature == b->temperature && !strcmp(a->command, b->command);
}

static bool tell_bot_name(const char *text, struct transcript *t)
{
    struct ct_bot_spec spec, again;
    char why[LONGEST] = "", name[LONGEST], short_name[8];

    if (ct_bot_parse(text, &spec, why, sizeof why)) {
        if (!*why)
            finding("a bot is refused without a word");
        tell_line(t, "why it is no bot", why);
        return false;
    }
    ct_bot_name(&spec, name, sizeof name);
    tell_line(t, "a bot", name);
    if (ct_bot_parse(name, &again, why, sizeof why) || !same(&spec, &again))
        finding("'%s' is read as another bot than '%s'", name, text);
    ct_bot_name(&spec, short_name, sizeof short_name);
    if (strncmp(name, short_name, sizeof short_name - 1) != 0)
        finding("'%s' is cut to '%s'", name, short_name);
    tell_number(t, "it needs knowledge", ct_bot_needs_knowledge(&spec));
    return true;
}

static bool tell_options(const char *const *options, int n, struct transcript *t)
{
    struct ct_setup setup = {.people = 3, .options = options, .noptions = n};
    ct_state *game = ct_game_new(engine, &setup);

    if (!game) {
        tell_error(t, engine);
        return false;
    }
    for (int i = 0; i < ct_get_info(ct_engine_definition(engine), NULL).options; i++)
        tell_number(t, "an option", (uint64_t)ct_option_in_game(game, i));
    ct_state_free(game);
    return true;
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    const char *options[OPTIONS];
    char *text = malloc(n + 1), *rest = text;
    int many = 0;

    memcpy(text, data, n);
    text[n] = 0;
    bool good = tell_bot_name(strsep(&rest, "\n"), t);
    while (rest && many < OPTIONS)
        options[many++] = strsep(&rest, "\n");
    if (many)
        good |= tell_options(options, many, t);
    free(text);
    return good ? RAN_WHOLE : RAN_REFUSED;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    engine = ct_engine_new(load_own("tests/rulesets/features/eval"), NULL);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}
