/* cmd_replay.c - `cantrip replay`: tells a recorded game, or plays it again and compares.
 *
 * If its files have changed, it tells the game as far as its picks are still offered. --verify
 * takes every game of the file: status 0, all are as they were; 1, some are not. */
#include "gamefile.h"
#include "tools/memory.h"
#include "tools/screen/board.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct tell {
    struct gamefile file;
    const char *ruleset, *as, *lang;
    int64_t to, game;
    bool verify, to_given;
    struct list renames;
    ct_definition *def;
    char *def_of; /* the name that the definition was loaded by */
    ct_engine *engine;
    struct board board;
    struct player players[CT_MAX_SEATS];
    int observer;
};

/* Loads the game of the replay, unless it is loaded. */
static bool prepare(struct tell *t, const struct ct_replay *r)
{
    char *wrong = NULL;

    if (t->def && (t->ruleset || !strcmp(t->def_of, r->ruleset)))
        return true;
    ct_engine_free(t->engine);
    ct_free(t->def);
    free(t->def_of);
    t->engine = NULL;
    t->def_of = mem_strdup(r->ruleset);
    t->def = gamefile_ruleset(r, t->ruleset);
    if (!t->def)
        return false;
    t->engine = engine_open(t->def, &wrong);
    return succeeded(t->engine != NULL, "replay", &wrong);
}

/* ---- telling ---- */

static void told(void *ctx, const struct ct_line *line)
{
    board_call(ctx, "print_line", "bds", line->kind == CT_LINE_HEADING, line->depth,
               line->text);
}

static void say_change(const struct ct_replay *r, const ct_definition *def)
{
    char *change;

    if (ct_replay_same_rules(r, def))
        return;
    change = ct_replay_change(r, def);
    complain("%s: %s", r->path, change);
    free(change);
}

static bool tell_begin(struct tell *t, const struct ct_replay *r)
{
    const char *lang = language_of(t->def, t->lang);
    struct ct_info info = ct_get_info(t->def, lang);

    t->observer = CT_ALL;
    if (!lang || (t->as && !gamefile_observer(r, "replay", t->as, &t->observer)))
        return false;
    if (t->to_given && (uint64_t)t->to > r->npicks)
        return complain("replay: --to %" PRId64 ": the game has %zu %s", t->to, r->npicks,
                        r->npicks == 1 ? "pick" : "picks");
    ct_engine_language(t->engine, lang);
    gamefile_players(r, t->players);
    t->board.engine = t->engine;
    t->board.in = (struct speech){t->def, lang};
    t->board.players = t->players;
    t->board.colour = use_colour(stdout);
    printf("%s, %d %s, %zu %s\n", info.title, r->people, r->people == 1 ? "player" : "players",
           r->npicks, r->npicks == 1 ? "pick" : "picks");
    return true;
}

/* Prints the table, if the game is not over. */
static void tell_stand(struct tell *t)
{
    putchar('\n');
    board_call(&t->board, "print_all", "d", t->observer);
    if (ct_pending(t->board.game))
        printf("\n%s: %s\n",
               mem_said(ct_seat_name(t->engine, t->board.game, ct_next_seat(t->board.game))),
               mem_said(ct_prompt(t->engine, t->board.game)));
}

static int tell(struct tell *t, const struct ct_replay *r)
{
    char *said = NULL, *why = NULL;
    struct ct_replay_run run = {0};
    struct ct_result res = {0};
    int rc = -1;

    say_change(r, t->def);
    if (!tell_begin(t, r))
        return EXIT_USAGE;
    t->board.game = ct_replay_start(r, t->engine, &said, &why);
    if (said)
        fputs(said, stdout);
    ct_log(t->engine, t->observer, told, &t->board);
    if (t->board.game)
        rc = ct_replay_play(r, t->engine, t->board.game,
                            t->to_given ? (size_t)t->to : r->npicks, &run, &why);
    if (rc == 1 && !ct_get_result(t->engine, t->board.game, &res) && res.status != CT_RUNNING)
        rc = board_call(&t->board, "print_end", "dd", t->observer, -1) ? -1 : 1;
    else if (rc >= 0)
        tell_stand(t);
    if (rc < 1)
        complain("%s", why ? why : ct_error(t->engine));
    free(said);
    free(why);
    return rc == 1                                       ? EXIT_OK
           : rc == 0 && !ct_replay_same_rules(r, t->def) ? EXIT_FINDING
                                                         : EXIT_USAGE;
}

static int tell_one(struct tell *t)
{
    struct ct_replay r = {0};
    int rc = EXIT_USAGE;

    if (!gamefile_nth(&t->file, t->game, &r) &&
        gamefile_rename(&r, "replay", &t->renames, false) && prepare(t, &r))
        rc = tell(t, &r);
    board_free(&t->board);
    ct_state_free(t->board.game);
    ct_replay_free(&r);
    return rc;
}

/* ---- comparing ---- */

/* Does the block of a save agree with its picks? */
static bool block_agrees(const struct ct_replay *r, const ct_definition *def, ct_engine *e,
                         char **why)
{
    ct_state *game;

    if (!r->save || !ct_replay_same_rules(r, def))
        return true;
    game = ct_save_state(r, e, why);
    ct_state_free(game);
    return game != NULL;
}

/* 1: as it was; 0: not so, *why says why; -1: it cannot be played. */
static int verify(const struct ct_replay *r, const ct_definition *def, ct_engine *e, char **why,
                  char **other)
{
    struct ct_replay_run run = {0};
    char *said = NULL;
    ct_state *game = ct_replay_start(r, e, &said, why);
    int rc = game ? ct_replay_play(r, e, game, r->npicks, &run, why) : -1;

    if (rc == 0 && run.other)
        *other = ct_replay_other(r, &run);
    if (rc == 1)
        rc = ct_replay_agrees(r, e, game, &run, why) && block_agrees(r, def, e, why);
    ct_state_free(game);
    free(said);
    return rc;
}

static void say_parts(const struct ct_replay *r, int64_t game, char *why, const char *other)
{
    size_t n = why ? strlen(why) : 0;

    while (n && why[n - 1] == '\n')
        n--;
    printf("%s, game %" PRId64 " differs\n  %.*s\n%s", r->path, game, (int)n, why ? why : "",
           other ? other : "");
}

static int verify_all(struct tell *t)
{
    int64_t games = 0, same = 0;
    int rc, worst = EXIT_OK;
    struct ct_replay r;

    while ((rc = gamefile_next(&t->file, &r)) == 1) {
        char *why = NULL, *other = NULL;
        int agrees = -1;
        games++;
        if (!gamefile_rename(&r, "replay", &t->renames, true) || !prepare(t, &r)) {
            ct_replay_free(&r);
            return EXIT_USAGE;
        }
        if (games == 1)
            say_change(&r, t->def);
        agrees = verify(&r, t->def, t->engine, &why, &other);
        if (agrees == 1)
            same++;
        else
            say_parts(&r, games, why, other);
        if (agrees < 1 && worst == EXIT_OK)
            worst = EXIT_FINDING;
        free(why);
        free(other);
        ct_replay_free(&r);
    }
    ct_replay_free(&r);
    if (rc < 0)
        return EXIT_USAGE;
    text_put(stdout, t->file.path);
    printf(": %" PRId64 " %s, %" PRId64 " the same\n", games, games == 1 ? "game" : "games",
           same);
    return worst;
}

/* ---- the command ---- */

int cmd_replay(int argc, char **argv)
{
    struct tell t = {.game = 1};
    bool one = false;
    const struct flag flags[] = {
        SET_FLAG("verify", &t.verify,
                 "play every game of the file again and compare tables and results"),
        COUNT_FLAG("to", &t.to, "N", "retell the first N picks and show the table", 0,
                   INT32_MAX, .given = &t.to_given),
        COUNT_FLAG("game", &t.game, "N", "which game of the file (1)", 1, INT32_MAX,
                   .given = &one),
        TEXT_FLAG("as", &t.as, "SEAT",
                  "show what this seat (number or name) or `spectator` knows"),
        SET_FLAG("memory", &t.board.memory,
                 "also show cards that you have seen and should "
                 "remember"),
        LANG_FLAG(&t.lang),
        LIST_FLAG("rename", &t.renames, "OLD=NEW", "a card has a new id (may be repeated)"),
        TEXT_FLAG("ruleset", &t.ruleset, "RULESET",
                  "use this ruleset (the one named in the file)"),
    };
    const struct usage usage =
        USAGE("replay", flags, 1, 1,
              "FILE was written by `play --record`, `sim --record` or `play --save`. Status "
              "1: the game's files have\n"
              "changed and the game goes another way. Status 2: FILE is damaged.\n",
              "cantrip replay evening.replay\ncantrip replay evening.replay --to 12 --as 1\n"
              "cantrip replay thousand.replay --verify");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0 && t.verify && (one || t.to_given || t.as))
        rc = refuse(
            "replay: --verify plays all games of the file to the end. It goes without --to, "
            "--game and --as");
    if (rc < 0)
        rc = !gamefile_open(&t.file, rest.v[0]) ? EXIT_USAGE
             : t.verify                         ? verify_all(&t)
                                                : tell_one(&t);
    gamefile_close(&t.file);
    ct_engine_free(t.engine);
    ct_free(t.def);
    free(t.def_of);
    args_free(&t.renames);
    args_free(&rest);
    return rc;
}
