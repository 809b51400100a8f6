/* cmd_resume.c - `cantrip resume`: goes on with a saved game.
 *
 * If the rules are unchanged, the saved state is the game. Else its picks are made again, as long
 * as they are offered. A script hook that was being answered is asked from its start. The file
 * stays as it is until you go on. If picks are lost, the old file is kept (FILE.bak). */
#include "gamefile.h"
#include "memory.h"
#include "play.h"
#include "policies.h"
#include "tools/screen/table.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct resume {
    struct play play;
    struct gamefile file;
    const char *ruleset, *lang;
    bool go_on, programs;
    struct list renames;
    size_t kept; /* picks of the file that still hold */
};

/* Prints lines, if there are any, and frees them. */
static void print_text(char *text)
{
    size_t n = text ? strlen(text) : 0;

    if (n)
        printf("%s%s", text, text[n - 1] == '\n' ? "" : "\n");
    free(text);
}

/* ---- the same rules ---- */

/* Takes the block, once the picks are known to lead to it. */
static int take_block(struct resume *m)
{
    struct ct_replay *r = &m->play.session.rec;
    struct ct_replay_run run = {0};
    char *wrong = NULL, *said = NULL;
    ct_state *game = ct_replay_start(r, m->play.board.engine, &said, &wrong), *saved = NULL;
    int rc = game ? ct_replay_play(r, m->play.board.engine, game, r->npicks, &run, &wrong) : -1;

    if (rc == 1 && !ct_replay_agrees(r, m->play.board.engine, game, &run, &wrong))
        rc = 0;
    if (rc == 1)
        saved = ct_save_state(r, m->play.board.engine, &wrong);
    if (!saved)
        complain("resume: %s is damaged: %s", r->path, reason(wrong));
    ct_state_free(game);
    free(wrong);
    free(said);
    m->play.board.game = saved;
    m->kept = r->npicks;
    return saved ? EXIT_OK : EXIT_USAGE;
}

/* ---- other rules ---- */

/* Asks before picks are lost. */
static bool wants_to(struct resume *m)
{
    char answer[16];

    if (m->go_on)
        return true;
    if (!m->play.board.terminal) {
        printf("nothing has changed; --go-on continues from there\n");
        return false;
    }
    printf("continue from there? [y/N] ");
    fflush(stdout);
    return fgets(answer, sizeof answer, stdin) && (*answer == 'y' || *answer == 'Y');
}

static bool keep_old(const struct resume *m)
{
    char *path = mem_printf("%s.bak", m->file.path), *wrong = NULL;
    bool ok = ct_file_may_become(path, "save", &wrong) &&
              ct_file_replace(path, m->file.text, m->file.n, true, &wrong);
    if (ok) {
        fputs("the old save is now ", stdout);
        text_put(stdout, path);
        putchar('\n');
    }
    free(path);
    return succeeded(ok, "resume", &wrong);
}

/* Renews the check of a pick: with other rules the table before it may differ. */
static void renew_check(void *ctx, size_t pick, int choice, int choices)
{
    struct resume *m = ctx;

    (void)choice;
    (void)choices;
    m->play.session.rec.pick[pick].check =
        ct_replay_check(m->play.board.engine, m->play.board.game);
}

/* Goes back to pick `to`. The session has the picks before it. */
static bool back_to(struct resume *m, size_t to)
{
    struct ct_replay *r = &m->play.session.rec;
    struct ct_replay_run run = {.each = renew_check, .ctx = m};
    char *why = NULL;
    bool ok;

    ct_replay_cut(r, to);
    ok = !ct_game_restart(m->play.board.engine, m->play.board.game, r->seed) &&
         ct_replay_play(r, m->play.board.engine, m->play.board.game, to, &run, &why) == 1;
    if (!ok)
        complain("resume: %s", why ? why : ct_error(m->play.board.engine));
    free(why);
    return ok;
}

static void words_of_loss(const struct ct_replay *r, const struct ct_replay_run *run,
                          size_t kept, const char *why)
{
    printf("%zu of %zu picks can be made again; then\n"
           "  %s\n",
           run->done, r->npicks, why);
    if (kept < run->done)
        printf("the open effect starts again: %zu more %s asked again\n", run->done - kept,
               run->done - kept == 1 ? "pick is" : "picks are");
}

/* Takes identifiers, options and fingerprints from the new rules. */
static void adopt_rules(struct resume *m)
{
    struct ct_replay *old = &m->play.session.rec, now;

    ct_replay_init(&now, m->play.board.engine, m->play.board.game, old->ruleset);
    for (int i = 0; i < now.nseats && i < old->nseats; i++) {
        if (old->seat[i].player)
            ct_replay_player(&now, i, old->seat[i].player);
        now.seat[i].drawn = old->seat[i].drawn;
    }
    now.pick = old->pick;
    now.npicks = old->npicks;
    now.path = old->path;
    now.line = old->line;
    m->play.session.fresh = true;
    old->pick = NULL;
    old->path = NULL;
    old->npicks = 0;
    ct_replay_free(old);
    *old = now;
}

static int make_again(struct resume *m)
{
    struct ct_replay *r = &m->play.session.rec;
    ct_engine *e = m->play.board.engine;
    struct ct_replay_run run = {0};
    char *why = NULL, *said = NULL;
    int rc = EXIT_OK, made;

    print_text(ct_replay_change(r, m->play.def));
    m->play.board.game = ct_replay_start(r, e, &said, &why);
    print_text(said);
    made = m->play.board.game ? ct_replay_play(r, e, m->play.board.game, r->npicks, &run, &why)
                              : -1;
    m->kept = made == 0 ? run.hook_from : run.done;
    if (made == 1) {
        printf("all %zu picks can be made again\n", r->npicks);
        if (run.other && !m->renames.n)
            print_text(ct_replay_other(r, &run));
    } else if (made == 0) {
        words_of_loss(r, &run, m->kept, why);
        rc = !wants_to(m) ? EXIT_FINDING : keep_old(m) ? EXIT_OK : EXIT_USAGE;
    } else {
        rc = refuse("resume: %s", reason(why));
    }
    free(why);
    if (rc == EXIT_OK && !back_to(m, m->kept))
        rc = EXIT_USAGE;
    if (rc == EXIT_OK)
        adopt_rules(m);
    return rc;
}

/* ---- going on ---- */

/* Repeats the log, unseen, so that `log` has it. */
static bool tell_again(struct resume *m)
{
    struct play *p = &m->play;
    struct ct_replay_run run = {0};
    char *why = NULL;
    ct_state *game = ct_clone(p->board.game);
    bool ok;

    p->quiet = true;
    ok = !ct_game_restart(p->board.engine, game, p->session.rec.seed) &&
         ct_replay_play(&p->session.rec, p->board.engine, game, p->session.rec.npicks, &run,
                        &why) == 1;
    p->quiet = false;
    if (!ok)
        complain("resume: %s", why ? why : ct_error(p->board.engine));
    ct_state_free(game);
    free(why);
    return ok;
}

/* Reads the players' policies, for the players and options of the file. */
static bool read_policies(struct play *p)
{
    const struct ct_replay *r = &p->session.rec;
    struct list options = {0};

    for (int i = 0; i < r->noptions; i++)
        list_add(&options, r->option[i].text);
    struct ct_setup setup = {.people = r->people, .options = options.v, .noptions = options.n};
    int rc = policies_read("resume", p->def, &setup, p->players, CT_MAX_SEATS);
    args_free(&options);
    return !rc;
}

static int go_on(struct resume *m)
{
    struct play *p = &m->play;
    struct ct_replay *r = &p->session.rec;
    struct ct_info info;

    gamefile_players(r, p->players);
    p->session.from = r->npicks;
    p->setup.seed = r->seed;
    if (!read_policies(p) || !play_observer(p))
        return EXIT_USAGE;
    info = ct_get_info(p->def, p->lang);
    printf("%s, after %zu %s\n", info.title, r->npicks, r->npicks == 1 ? "pick" : "picks");
    return tell_again(m) ? play_on(p) : EXIT_USAGE;
}

/* A program that a file names is started only after you say so. */
static bool players_known(const struct resume *m, const struct ct_replay *r)
{
    struct player p = {0};

    for (int i = 0; i < r->nseats; i++) {
        const char *player = r->seat[i].player;
        if (!player)
            continue;
        if (player_read("resume", player, true, &p))
            return complain("%s: seat %s is played by '%s'", r->path, r->seat[i].name, player);
        if (!m->programs && p.kind == PLAYER_BOT && p.spec.kind == CT_BOT_EXEC)
            return complain("%s: seat %s is played by '%s'. To allow starting it, add "
                            "--programs",
                            r->path, r->seat[i].name, player);
    }
    return true;
}

static int resume(struct resume *m)
{
    struct ct_replay *r = &m->play.session.rec;
    int rc;

    m->play.session.save = m->file.path;
    if (!session_files(&m->play.session, "resume", NULL) ||
        !gamefile_open(&m->file, m->file.path) || gamefile_next(&m->file, r) != 1)
        return EXIT_USAGE;
    if (!r->save)
        return refuse("%s:%d: this is a replay, not a save. Use cantrip replay", r->path,
                      r->line);
    if (!gamefile_rename(r, "resume", &m->renames, false))
        return EXIT_USAGE;
    m->play.def = players_known(m, r) ? gamefile_ruleset(r, m->ruleset) : NULL;
    if (!m->play.def || !play_engine(&m->play, m->lang))
        return EXIT_USAGE;
    if (m->ruleset) {
        free(r->ruleset);
        r->ruleset = mem_strdup(m->ruleset);
    }
    rc = ct_replay_same_rules(r, m->play.def) ? take_block(m) : make_again(m);
    return rc == EXIT_OK ? go_on(m) : rc;
}

int cmd_resume(int argc, char **argv)
{
    struct resume m = {.play = {.command = "resume", .terminal = isatty(0)}};
    const struct flag flags[] = {
        SET_FLAG(
            "go-on", &m.go_on,
            "if cards have changed, continue before the first pick that is no longer offered"),
        LIST_FLAG("rename", &m.renames, "OLD=NEW", "a card has a new id (may be repeated)"),
        SET_FLAG("programs", &m.programs,
                 "allow starting the programs (exec:) that FILE names"),
        TEXT_FLAG("record", &m.play.session.record, "FILE",
                  "write the picks to FILE at the end, for cantrip replay"),
        TEXT_FLAG("as", &m.play.as, "SEAT",
                  "bots only: show what this seat sees, or `spectator`"),
        SET_FLAG("memory", &m.play.board.memory,
                 "also show cards that you have seen and "
                 "should remember"),
        PROMPT_FLAG(&m.play.lines),
        PLAIN_FLAG(&m.play.plain),
        LANG_FLAG(&m.lang),
        TEXT_FLAG("ruleset", &m.ruleset, "RULESET",
                  "use this ruleset (the one named in the file)"),
    };
    const struct usage usage =
        USAGE("resume", flags, 1, 1,
              "FILE was written by `play --save` and is saved again after each pick. If the "
              "game's files have changed,\n"
              "the picks are made again. Status 1: a pick is no longer offered, and nothing "
              "was done.\n",
              "cantrip resume evening.save\ncantrip resume evening.save --go-on");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        m.play.board.terminal = m.play.terminal && isatty(1);
        m.play.board.colour = use_colour(stdout);
        m.file.path = rest.v[0];
        rc = resume(&m);
        play_free(&m.play);
    }
    gamefile_close(&m.file);
    args_free(&m.renames);
    args_free(&rest);
    return rc;
}
