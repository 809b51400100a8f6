/* cmd_view.c - `cantrip view`: what one seat may know in a saved or recorded game, as JSON. */
#include "gamefile.h"

#include <inttypes.h>
#include <stdlib.h>

struct show {
    struct gamefile file;
    const char *ruleset, *as, *lang;
    int64_t to, game;
    bool to_given, memory;
};

static int view(const struct show *v, const struct ct_replay *r, ct_engine *e)
{
    struct ct_replay_run run = {0};
    char *said = NULL, *why = NULL;
    ct_state *game = NULL;
    char *text = NULL;
    int observer = CT_SPECTATOR;

    if (v->as && !gamefile_observer(r, "view", v->as, &observer))
        return EXIT_USAGE;
    if (v->to_given && (uint64_t)v->to > r->npicks)
        return refuse("view: --to %" PRId64 ": the game has %zu %s", v->to, r->npicks,
                      r->npicks == 1 ? "pick" : "picks");
    game = ct_replay_start(r, e, &said, &why);
    if (game &&
        ct_replay_play(r, e, game, v->to_given ? (size_t)v->to : r->npicks, &run, &why) == 1)
        text = ct_view_json(e, game, observer, v->memory);
    if (text)
        puts(text);
    else
        complain("view: %s", why ? why : ct_error(e));
    free(text);
    ct_state_free(game);
    free(said);
    free(why);
    return text ? EXIT_OK : EXIT_USAGE;
}

static int with_engine(const struct show *v, const struct ct_replay *r)
{
    ct_definition *def = gamefile_ruleset(r, v->ruleset);
    const char *lang = def ? language_of(def, v->lang) : NULL;
    char *wrong = NULL;
    ct_engine *e = lang ? engine_open(def, &wrong) : NULL;
    int rc = EXIT_USAGE;

    if (e) {
        ct_engine_language(e, lang);
        rc = view(v, r, e);
    } else if (lang) {
        complain("view: %s", reason(wrong));
    }
    free(wrong);
    ct_engine_free(e);
    ct_free(def);
    return rc;
}

int cmd_view(int argc, char **argv)
{
    struct show v = {.game = 1};
    const struct flag flags[] = {
        TEXT_FLAG("as", &v.as, "SEAT",
                  "whose view: a seat's number or name, spectator (the default), or all"),
        SET_FLAG("memory", &v.memory,
                 "also mark cards that a player has seen and should "
                 "remember"),
        COUNT_FLAG("to", &v.to, "N", "after the first N picks (all)", 0, INT32_MAX,
                   .given = &v.to_given),
        COUNT_FLAG("game", &v.game, "N", "which game of the file (1)", 1, INT32_MAX),
        LANG_FLAG(&v.lang),
        TEXT_FLAG("ruleset", &v.ruleset, "RULESET",
                  "use this ruleset (the one named in the file)"),
    };
    const struct usage usage = USAGE("view", flags, 1, 1, NULL,
                                     "cantrip view evening.save --as 0\n"
                                     "cantrip view evening.replay --to 12 --as spectator");
    struct list rest = {0};
    struct ct_replay r = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0)
        rc = gamefile_open(&v.file, rest.v[0]) && !gamefile_nth(&v.file, v.game, &r)
                 ? with_engine(&v, &r)
                 : EXIT_USAGE;
    ct_replay_free(&r);
    gamefile_close(&v.file);
    args_free(&rest);
    return rc;
}
