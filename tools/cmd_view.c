/* cmd_view.c - `cantrip view`: what one seat may know in a saved, recorded or new game, as JSON. */
#include "gamefile.h"
#include "memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct show {
    struct gamefile file;
    const char *ruleset, *as, *lang;
    const char *why; /* not what is seen, but why this card or action is not offered */
    int64_t to, game, seats;
    bool to_given, memory;
    bool fresh; /* a flag was given that goes with a new game */
    struct ct_setup setup;
    struct list options, picks;
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

/* ---- a new game ---- */

/* The seat that picks next: the first that is asked. -1: none is. */
static int asked(const ct_state *game)
{
    unsigned pending = ct_pending(game);

    return pending ? __builtin_ctz(pending) : -1;
}

/* The choice that a text means. -1 after a message. */
static int choice_of(const struct show *v, ct_engine *e, ct_state *game, int seat, int pick)
{
    int n = ct_choices(e, game, seat), found = -1;
    const char *text = v->picks.v[pick];
    struct list all = {0};

    for (int i = 0; i < n && found < 0; i++) {
        list_add(&all, mem_strdup(ct_choice_pick(e, game, seat, i)));
        found = strcmp(all.v[i], text) ? -1 : i;
    }
    if (found < 0)
        complain_near(text, all.v, all.n,
                      "view: --pick %d: '%s' is not offered to seat %d (%d choices)", pick + 1,
                      text, seat, n);
    list_free(&all);
    return found;
}

/* Makes the picks; who has one choice alone makes it by itself. False after a message. */
static bool make_picks(const struct show *v, ct_engine *e, ct_state *game)
{
    int made = 0, rc;

    while ((rc = ct_advance(e, game)) == 1) {
        int seat = asked(game), n = ct_choices(e, game, seat), i = 0;
        if (n > 1 && made == v->picks.n)
            return true;
        if (n > 1 && (i = choice_of(v, e, game, seat, made++)) < 0)
            return false;
        if (ct_pick(e, game, seat, i))
            return complain("view: %s", ct_error(e));
    }
    if (rc < 0)
        return complain("view: %s", ct_error(e));
    return made == v->picks.n ||
           complain("view: the game is over after %d %s", made, made == 1 ? "pick" : "picks");
}

/* The cards' names, then the actions'; NULL after the last. */
static const char *name_at(const ct_definition *def, int cards, int i)
{
    return i < cards ? ct_card_id(def, i) : ct_action_id(def, i - cards);
}

/* Why the card or action is not offered. False after a message. */
static bool tell_why(const struct show *v, const ct_definition *def, ct_engine *e,
                     ct_state *game)
{
    int cards = ct_get_info(def, NULL).different, n = 0, at = 0, seat = asked(game);

    if (seat < 0)
        return complain("view: nobody is asked");
    while (name_at(def, cards, n))
        n++;
    const char **known = mem_alloc(((size_t)n + 1) * sizeof *known);
    for (int i = 0; i < n; i++)
        known[i] = name_at(def, cards, i);
    while (at < n && strcmp(known[at], v->why))
        at++;
    char *text = at == n      ? NULL
                 : at < cards ? ct_why(e, game, seat, at)
                              : ct_why_action(e, game, seat, v->why);
    bool ok = text || (at < n ? complain("view: %s", ct_error(e))
                              : complain_near(v->why, known, n,
                                              "view: there is no card or action '%s'", v->why));
    if (text)
        fputs(text, stdout);
    free(text);
    free(known);
    return ok;
}

static int view_new(const struct show *v, const ct_definition *def, ct_engine *e)
{
    struct ct_setup setup = v->setup;
    struct ct_replay seats = {0};
    char *text = NULL;
    int rc = EXIT_USAGE, observer = CT_SPECTATOR;

    setup.flags = CT_TRACK;
    setup.people = seats_of(def, v->seats, ct_get_info(def, NULL).min_people);
    setup.options = v->options.v;
    setup.noptions = v->options.n;
    ct_state *game = setup.people > 0 ? ct_game_new(e, &setup) : NULL;
    if (!game) {
        if (setup.people > 0)
            complain("view: %s", ct_error(e));
        return EXIT_USAGE;
    }
    ct_replay_init(&seats, e, game, ct_get_info(def, NULL).id);
    if (make_picks(v, e, game) &&
        (!v->as || gamefile_observer(&seats, "view", v->as, &observer))) {
        if (!v->as && asked(game) >= 0)
            observer = asked(game);
        if (v->why)
            rc = tell_why(v, def, e, game) ? EXIT_OK : EXIT_USAGE;
        else if ((text = ct_view_json(e, game, observer, v->memory)))
            rc = puts(text) < 0 ? EXIT_USAGE : EXIT_OK;
        else
            complain("view: %s", ct_error(e));
    }
    free(text);
    ct_replay_free(&seats);
    ct_state_free(game);
    return rc;
}

/* ---- either ---- */

/* r: the game of a file; NULL: a new one of the ruleset. */
static int with_engine(const struct show *v, const struct ct_replay *r)
{
    ct_definition *def = r ? gamefile_ruleset(r, v->ruleset) : ruleset_load(v->ruleset);
    const char *lang = def ? language_of(def, v->lang) : NULL;
    char *wrong = NULL;
    ct_engine *e = lang ? engine_open(def, &wrong) : NULL;
    int rc = EXIT_USAGE;

    if (e) {
        ct_engine_language(e, lang);
        rc = r ? view(v, r, e) : view_new(v, def, e);
    } else if (lang) {
        complain("view: %s", reason(wrong));
    }
    free(wrong);
    ct_engine_free(e);
    ct_free(def);
    return rc;
}

static int view_file(struct show *v, const char *path)
{
    struct ct_replay r = {0};
    int rc = EXIT_USAGE;

    if (v->fresh)
        complain(
            "view: --seats, --seed, --option, --pick and --why go with a ruleset, not with "
            "a file");
    else if (gamefile_open(&v->file, path) && !gamefile_nth(&v->file, v->game, &r))
        rc = with_engine(v, &r);
    ct_replay_free(&r);
    gamefile_close(&v->file);
    return rc;
}

static int view_ruleset(struct show *v, const char *name)
{
    if (v->to_given || v->ruleset || v->game != 1)
        return refuse("view: --to, --game and --ruleset go with a file, not with a ruleset");
    v->ruleset = name;
    return with_engine(v, NULL);
}

int cmd_view(int argc, char **argv)
{
    struct show v = {.game = 1, .setup = {.seed = 1}};
    const struct flag flags[] = {
        TEXT_FLAG(
            "as", &v.as, "SEAT",
            "whose view: a seat's number or name, spectator (the default; of a ruleset who is "
            "asked), or all"),
        SET_FLAG("memory", &v.memory,
                 "also mark cards that a player has seen and should "
                 "remember"),
        COUNT_FLAG("to", &v.to, "N", "after the first N picks (all)", 0, INT32_MAX,
                   .given = &v.to_given),
        COUNT_FLAG("game", &v.game, "N", "which game of the file (1)", 1, INT32_MAX),
        LANG_FLAG(&v.lang),
        TEXT_FLAG("ruleset", &v.ruleset, "RULESET",
                  "use this ruleset (the one named in the file)"),
        COUNT_FLAG("seats", &v.seats, "N", "of a ruleset: players (the fewest)", 1,
                   CT_MAX_SEATS, .given = &v.fresh),
        SEED_FLAG(&v.setup.seed, "of a ruleset: the same seed deals the same (1)",
                  .given = &v.fresh),
        LIST_FLAG("option", &v.options, "K=V", "of a ruleset: an option (may be repeated)",
                  .given = &v.fresh),
        LIST_FLAG("pick", &v.picks, "TEXT",
                  "of a ruleset: the next pick, as `choices` writes it (may be repeated)",
                  .given = &v.fresh),
        TEXT_FLAG("why", &v.why, "TEXT",
                  "of a ruleset: why this card or action is not offered instead",
                  .given = &v.fresh),
    };
    const struct usage usage = USAGE("view", flags, 1, 1, NULL,
                                     "cantrip view evening.save --as 0\n"
                                     "cantrip view evening.replay --to 12 --as spectator\n"
                                     "cantrip view fairytale --seats 2 --seed 3 --as 0");
    struct list rest = {0};
    struct stat st;
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) /* what is there and no folder, and what looks like a file, is one */
        rc = (stat(rest.v[0], &st) ? strchr(rest.v[0], '.') != NULL : !S_ISDIR(st.st_mode))
                 ? view_file(&v, rest.v[0])
                 : view_ruleset(&v, rest.v[0]);
    args_free(&rest);
    args_free(&v.options);
    args_free(&v.picks);
    return rc;
}
