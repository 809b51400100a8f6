/* cmd_play.c - `cantrip play`: you and bots play a game in the terminal.
 *
 * You see what one observer may know: the only player's view, the spectator's if there are several
 * players, everything if there is none. Without a terminal, players that were not asked for become
 * random bots, so that the command never waits. */
#include "common.h"

#include "buffer.h"
#include "levels.h"
#include "memory.h"
#include "play.h"
#include "policies.h"
#include "tools/screen/table.h"
#include "variants.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- who plays ---- */

/* "K=PLAYER". */
static int read_seat(struct play *p, const char *text)
{
    char *end;
    long seat = strtol(text, &end, 10);

    if (end == text || *end != '=') {
        complain("play: --seat '%s': write it as NUMBER=PLAYER, such as 1=random", text);
        return -1;
    }
    if (seat < 0 || seat >= p->setup.people) {
        complain("play: --seat %s: seats are numbered from 0 to %d here", text,
                 p->setup.people - 1);
        return -1;
    }
    p->named[seat] = true;
    return player_read("play", end + 1, true, &p->players[seat]);
}

/* Puts players on their seats once the game is set up: in some games seats without a player come
 * between theirs. */
static void seat_people(struct play *p)
{
    struct player by_person[CT_MAX_SEATS];
    int person = 0;

    memcpy(by_person, p->players, sizeof by_person);
    for (int seat = 0; seat < ct_seats(p->board.game); seat++)
        if (ct_is_person(p->board.game, seat))
            p->players[seat] = by_person[person++];
}

/* ---- levels ---- */

static int read_level(const struct play *p)
{
    const char *names[NLEVELS];
    int level = level_find(p->level);

    for (int i = 0; i < NLEVELS; i++)
        names[i] = level_name((enum level)i);
    if (level < 0)
        complain_near(p->level, names, NLEVELS, "play: --level '%s': easy, normal or hard",
                      p->level);
    return level;
}

/* Seats bots of this level where no player was named. 0, or -1 after a message. */
static int seat_others(struct play *p, enum level level)
{
    for (int seat = 0; seat < p->setup.people; seat++)
        if (!p->named[seat] &&
            player_read("play", level_player(level), true, &p->players[seat]))
            return -1;
    return 0;
}

static bool any_unnamed(const struct play *p)
{
    for (int seat = 0; seat < p->setup.people; seat++)
        if (!p->named[seat])
            return true;
    return false;
}

/* Does a human play? Then they need opponents, and the seed must stay secret. */
static bool people_play(const struct play *p)
{
    for (int seat = 0; seat < CT_MAX_SEATS; seat++)
        if (p->players[seat].kind == PLAYER_HUMAN)
            return true;
    return false;
}

/* Seats trained bots. If they cannot be trained now (you stopped it, or a rule fails in some
 * game), random bots play: you can try a game that is not finished. 0, or -1 after a message. */
static int seat_opponents(struct play *p)
{
    if (!people_play(p) || !any_unnamed(p))
        return 0;
    if (seat_others(p, LEVEL_normal))
        return -1;
    if (!policies_try("play", p->def, &p->setup, p->players, CT_MAX_SEATS))
        return 0;
    complain("note: so the others play at random");
    for (int seat = 0; seat < p->setup.people; seat++)
        if (!p->named[seat])
            p->players[seat].kind = PLAYER_RANDOM;
    return 0;
}

static int read_players(struct play *p)
{
    int level = p->level ? read_level(p) : -1;

    for (int i = 0; i < CT_MAX_SEATS; i++)
        p->players[i].kind = PLAYER_RANDOM;
    if (p->level && level < 0)
        return -1;
    if (p->level && p->bots) {
        complain("play: --level goes without --bots: it sets the players that you do not name");
        return -1;
    }
    if (!p->bots && p->terminal) {
        p->players[0].kind = PLAYER_HUMAN;
        p->named[0] = true;
    }
    if (p->bots && (players_too_many("play", p->bots, p->setup.people) ||
                    players_read("play", p->bots, true, p->players, CT_MAX_SEATS)))
        return -1;
    for (int i = 0; i < p->seat_flags.n; i++)
        if (read_seat(p, p->seat_flags.v[i]))
            return -1;
    if (level >= 0 && seat_others(p, (enum level)level))
        return -1;
    if (policies_read("play", p->def, &p->setup, p->players, CT_MAX_SEATS))
        return -1;
    return p->bots || p->level ? 0 : seat_opponents(p);
}

/* Whose view is shown: the only player's, the spectator's, or all. */
static int read_observer(struct play *p)
{
    int people = 0, last = 0;
    char *end;

    for (int i = 0; i < ct_seats(p->board.game); i++)
        if (ct_is_person(p->board.game, i) && p->players[i].kind == PLAYER_HUMAN) {
            people++;
            last = i;
        }
    p->observer = people == 1 ? last : people ? CT_SPECTATOR : CT_ALL;
    if (!p->as)
        return 0;
    long seat = strtol(p->as, &end, 10);
    if (people) {
        complain("%s: --as is for games between bots: a human player sees their own cards",
                 p->command);
        return -1;
    }
    if (!strcmp(p->as, "spectator"))
        p->observer = CT_SPECTATOR;
    else if (*p->as && !*end && ct_is_person(p->board.game, (int)seat))
        p->observer = (int)seat;
    else {
        complain("%s: --as '%s': a seat's number, or spectator", p->command, p->as);
        return -1;
    }
    return 0;
}

/* The seat that the log calls `you`; -1: none, also with a seat's view (--as). */
static int spoken_to(const struct play *p)
{
    return p->observer >= 0 && !p->as ? p->observer : -1;
}

/* ---- the game ---- */

static void told(void *ctx, const struct ct_line *line)
{
    struct play *p = ctx;

    board_call(&p->board, "tell", "bdsbb", line->kind == CT_LINE_HEADING, line->depth,
               line->text, !p->quiet && !p->board.screen,
               p->board.terminal || p->observer != CT_ALL);
}

static void say_seed(struct play *p, const char *w)
{
    char seed[24];

    snprintf(seed, sizeof seed, "%" PRIu64, ct_seed(p->board.game));
    board_say(&p->board, w, "seed", seed);
}

static void print_title(struct play *p)
{
    struct ct_info info = ct_get_info(p->def, p->lang);
    struct buffer who = {0};
    char title[512];

    printf("%s%s%s", p->board.colour ? "\033[1m" : "", info.title,
           p->board.colour ? "\033[0m" : "");
    if (p->seed_told)
        printf(", seed %" PRIu64, p->setup.seed);
    puts("");
    if (p->show_seed)
        say_seed(p, "SEED_WARNED");
    for (int i = 0, any = 0; i < ct_seats(p->board.game); i++)
        if (ct_is_person(p->board.game, i))
            buffer_add(&who, "%s%s (%s)", any++ ? ", " : "",
                       mem_said(ct_seat_name(p->board.engine, p->board.game, i)),
                       board_player(&p->board, i, title, sizeof title));
    text_put_line(stdout, buffer_text(&who), 0, 2, terminal_width(stdout));
    buffer_free(&who);
}

/* Several players share a keyboard and must not see each other's hands. 0 once the next player is
 * there. Until then the last one is typing, so `undo` is theirs. */
static int hand_over(struct play *p, int seat)
{
    bool other = p->people > 1 && p->board.terminal && seat + 1 != p->at_keyboard;
    int left = other ? board_call(&p->board, "hand_over", "d", seat) : 0;

    if (!left || !p->at_keyboard)
        p->at_keyboard = seat + 1;
    return left;
}

/* Asks a player. At the end of the input a random bot plays on for them. */
static int ask(struct play *p, int seat)
{
    int n = board_call(&p->board, "goes_on", "d", seat);

    if (n >= 0)
        return n;
    if (p->board.screen)
        return board_call(&p->board, "ask_at_screen", "dd", seat, p->people);
    if ((n = hand_over(p, seat)))
        return n;
    n = board_call(&p->board, "ask", "d", seat);
    if (n != PROMPT_END || p->board.terminal)
        return n;
    board_say(&p->board, "INPUT_ENDED", "who",
              mem_said(ct_seat_within(p->board.engine, p->board.game, seat)));
    p->players[seat].kind = PLAYER_RANDOM;
    n = ct_choices(p->board.engine, p->board.game, seat);
    return n < 1 ? PROMPT_ERROR : player_pick(&p->players[seat], n);
}

/* Takes back the last n picks of the player at the prompt. PROMPT_UNDO or PROMPT_ERROR. */
static int undo(struct play *p, int seat, int n)
{
    int lines = board_call(&p->board, "log_lines", ""), rc;

    board_call(&p->board, "forget_habit", "d", seat);
    p->quiet = true;
    rc = session_undo(&p->session, p->board.engine, p->board.game, seat, n, p->players);
    p->quiet = false;
    if (rc == -1)
        return PROMPT_ERROR;
    char *said = SENTENCE(&p->board.in,
                          rc == -2 ? "UNDO_NONE"
                          : rc     ? "UNDO_ONLY"
                                   : "UNDONE",
                          NUMBER("n", rc ? rc : n));
    if (p->board.screen)
        board_call(&p->board, "note", "s", said);
    else
        text_put_line(stdout, said, 0, 2, terminal_width(stdout));
    free(said);
    if (!rc)
        /* undo replays without printing, so its lines are there twice */
        board_call(&p->board, "forget_log", "d", lines);
    return PROMPT_UNDO;
}

static int answer(struct play *p, int seat)
{
    ct_engine *e = p->board.engine;
    const struct player before = p->players[seat];
    int n, pick;

    if (p->board.screen && term_stopped())
        return PROMPT_QUIT;
    if (p->players[seat].kind == PLAYER_HUMAN) {
        pick = ask(p, seat);
        if (pick < 0)
            return pick > PROMPT_UNDO ? pick
                                      : undo(p, p->board.screen ? seat : p->at_keyboard - 1,
                                             PROMPT_UNDO - pick + 1);
        if (ct_choices(e, p->board.game, seat) < 1)
            return PROMPT_ERROR;
    } else {
        n = ct_choices(e, p->board.game, seat);
        if (n < 1)
            return PROMPT_ERROR;
        pick = p->board.screen
                   ? term_choose(&p->board, &p->players[seat], p->observer, seat, n)
                   : player_choose(&p->players[seat], p->def, p->board.game, seat, n);
        if (pick == THINK_STOPPED)
            return PROMPT_QUIT;
        if (pick < 0)
            p->wrong = player_error(&p->players[seat]);
        if (pick < 0 || ct_choices(e, p->board.game, seat) != n)
            return PROMPT_ERROR;
    }
    session_note(&p->session, e, p->board.game, seat, pick, &before);
    return ct_pick(e, p->board.game, seat, pick) ? PROMPT_ERROR : 0;
}

/* Saves. Before a player is asked, and at the end, the save must be on the disk. While bots play
 * it is only written, which survives the end of the process. */
static void save(struct play *p, bool durable)
{
    session_save(&p->session, p->board.engine, p->board.game, p->players, durable);
}

/* Gets the answers of all that are asked: 0; or PROMPT_UNDO, PROMPT_QUIT, PROMPT_ERROR. */
static int round_of_answers(struct play *p)
{
    unsigned pending = ct_pending(p->board.game);
    int did;

    for (int seat = 0; pending >> seat; seat++) {
        if (!(pending >> seat & 1))
            continue;
        save(p, p->players[seat].kind == PLAYER_HUMAN);
        did = answer(p, seat);
        if (did)
            return did == PROMPT_END ? PROMPT_QUIT : did;
    }
    return 0;
}

/* Plays to the end: 0; or PROMPT_QUIT, PROMPT_ERROR. */
static int play_out(struct play *p)
{
    int rc, did;

    while ((rc = ct_advance(p->board.engine, p->board.game)) == 1) {
        did = round_of_answers(p);
        if (did && did != PROMPT_UNDO)
            return did;
    }
    if (!rc)
        save(p, true);
    return rc < 0 ? PROMPT_ERROR : 0;
}

/* Prints the seed, once, when the game is over, fails or is stopped, unless it is saved and can go
 * on. */
static void tell_seed(struct play *p)
{
    if (!p->seed_told && p->board.game)
        say_seed(p, "SEED_TOLD");
    p->seed_told = true;
}

static int fail(struct play *p)
{
    if (!p->session.save)
        tell_seed(p);
    return refuse("%s: %s", p->command, p->wrong ? p->wrong : ct_error(p->board.engine));
}

/* Quotes a file name for a shell. */
static void add_file(struct buffer *to, const char *file)
{
    static const char safe[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    const char *quote = strspn(file, safe) == strlen(file) ? "" : "'";

    buffer_add(to, "%s%s", *file == '-' ? "./" : "", quote);
    for (const char *s = file; *s; s++)
        if (*s == '\'')
            buffer_add(to, "'\\''");
        else
            buffer_add(to, "%c", *s);
    buffer_add(to, "%s", quote);
}

static void say_stopped(struct play *p)
{
    struct buffer how = {0};
    const char *save = p->session.failed ? NULL : p->session.save;

    if (save) {
        buffer_add(&how, "cantrip resume ");
        add_file(&how, save);
    } else {
        buffer_add(&how, "--seed %" PRIu64, ct_seed(p->board.game));
    }
    board_say(&p->board, save ? "STOPPED_SAVED" : "STOPPED", "how", buffer_text(&how));
    buffer_free(&how);
}

/* A game that is stopped at the full screen is saved. */
static void keep_somewhere(struct play *p)
{
    struct session *s = &p->session;

    if (!s->save)
        s->save = session_save_place(s, p->command, ct_get_info(p->def, NULL).id, &p->place);
}

/* Plays to the end, or until it is stopped; on the full screen if a player sits at one. */
static int play_shown(struct play *p)
{
    int rc;

    for (int i = 0; i < ct_seats(p->board.game); i++)
        p->people += ct_is_person(p->board.game, i) && p->players[i].kind == PLAYER_HUMAN;
    if (p->people && p->board.terminal && !p->lines)
        term_open(&p->board);
    bool shown = p->board.screen;
    rc = play_out(p);
    if (shown && !rc)
        board_call(&p->board, "show_end", "d", p->observer);
    term_close(&p->board);
    if (shown && rc == PROMPT_QUIT)
        keep_somewhere(p);
    return rc;
}

static int played(struct play *p)
{
    struct board *b = &p->board;

    switch (play_shown(p)) {
    case 0:
        if (board_call(b, "print_end", "dd", p->observer, spoken_to(p)))
            return fail(p);
        tell_seed(p);
        p->over = true;
        return EXIT_OK;
    case PROMPT_QUIT:
        save(p, true);
        say_stopped(p);
        return EXIT_OK;
    default: return fail(p);
    }
}

/* Says which outside programs failed and had random picks made for them. */
static void say_forfeits(const struct play *p)
{
    char title[320];

    for (int i = 0; i < CT_MAX_SEATS; i++) {
        uint64_t n = player_forfeits(&p->players[i]);
        if (n)
            complain("%s: %s, %s: %" PRIu64 " %s forfeited and made at random (%s)", p->command,
                     mem_said(ct_seat_name(p->board.engine, p->board.game, i)),
                     player_title(&p->players[i], title, sizeof title), n,
                     n == 1 ? "choice" : "choices",
                     ct_forfeit_says(player_amiss(&p->players[i])));
    }
}

int play_on(struct play *p)
{
    int rc = EXIT_USAGE;

    if (ct_advance(p->board.engine, p->board.game) < 0) {
        fail(p);
    } else {
        save(p, true);
        if (p->session.failed)
            return EXIT_USAGE;
        rc = played(p);
        say_forfeits(p);
    }
    if (!session_end(&p->session, p->board.engine, p->board.game) || p->session.failed)
        rc = EXIT_USAGE;
    think_end(rc);
    return rc;
}

bool play_observer(struct play *p)
{
    if (read_observer(p))
        return false;
    ct_replay_names(&p->session.rec, p->board.engine, spoken_to(p));
    ct_log(p->board.engine, p->observer, told, p);
    return true;
}

bool play_engine(struct play *p, const char *lang)
{
    char *wrong = NULL;

    if (!(p->lang = language_of(p->def, lang)))
        return false;
    p->board.engine = engine_open(p->def, &wrong);
    if (!succeeded(p->board.engine, p->command, &wrong))
        return false;
    ct_engine_plain(p->board.engine, p->plain);
    p->board.in = (struct speech){p->def, p->lang};
    p->board.players = p->players;
    ct_engine_language(p->board.engine, p->lang);
    return true;
}

void play_free(struct play *p)
{
    board_free(&p->board);
    buffer_free(&p->place);
    players_free(p->players, CT_MAX_SEATS);
    policies_free(p->players, CT_MAX_SEATS);
    session_free(&p->session);
    ct_state_free(p->board.game);
    ct_engine_free(p->board.engine);
    ct_free(p->def);
}

static int play(struct play *p, const char *name, int64_t seats, const char *lang)
{
    struct board *b = &p->board;

    if (!session_files(&p->session, "play", "save"))
        return EXIT_USAGE;
    p->def = ruleset_load(name);
    if (!p->def || (p->setup.people = seats_of(p->def, seats, 4)) < 0 || read_players(p) ||
        !play_engine(p, lang))
        return EXIT_USAGE;
    b->game = ct_game_new(b->engine, &p->setup);
    if (!b->game)
        return fail(p);
    seat_people(p);
    players_seed(p->players, CT_MAX_SEATS, p->setup.seed);
    ct_replay_init(&p->session.rec, b->engine, b->game, name);
    p->session.fresh = true;
    if (!play_observer(p))
        return EXIT_USAGE;
    session_players(&p->session, p->players);
    p->seed_told = p->seeded || !people_play(p);
    print_title(p);
    p->seed_told |= p->show_seed;
    return play_on(p);
}

/* Flags that are not about the game itself. */
struct said {
    int64_t seats, game;
    struct list options, rest;
    struct variants variants; /* of the options */
    const char *lang;
};

/* Takes the options and the seed of one game. If options have several values, it is that game of
 * the run. False after a message. */
static bool choose_game(struct play *p, struct said *said)
{
    struct variants *v = &said->variants;

    if (!variants_read(v, "play", &said->options))
        return false;
    if (v->n > 1 && !said->game)
        return complain("play: --option %s: give one value (several go with --game)",
                        v->text[0]);
    if (said->game && !p->seeded)
        return complain("play: --game goes with --seed");
    const struct list *options =
        &v->options[said->game ? variant_of(v, (uint64_t)said->game) : 0];
    p->setup.options = options->v;
    p->setup.noptions = options->n;
    if (!p->seeded)
        p->setup.seed = seed_by_chance();
    if (said->game)
        p->setup.seed = game_seed(p->setup.seed, (uint64_t)said->game);
    return true;
}

static int read_flags(struct play *p, struct said *said, int argc, char **argv)
{
    const struct flag flags[] = {
        SEATS_FLAG(&said->seats, "4, or what the game allows"),
        LIST_FLAG("seat", &p->seat_flags, "K=PLAYER",
                  "the player at seat K, from 0 (may be repeated)"),
        TEXT_FLAG("bots", &p->bots, "BOT[,BOT...]",
                  "the players, seat by seat; if too few, "
                  "again from the first"),
        TEXT_FLAG("level", &p->level, "LEVEL",
                  "how strong your opponents are: easy, normal, hard (they train before the "
                  "first game)"),
        SEED_FLAG(&p->setup.seed,
                  "the same seed and picks give the same game (random, printed at the end)",
                  .given = &p->seeded),
        COUNT_FLAG("game", &said->game, "N",
                   "with --seed: game N of `cantrip sim` with this seed", 1, INT64_MAX),
        SET_FLAG("show-seed", &p->show_seed,
                 "print the seed at the start; with it, hidden cards can be worked out"),
        OPTION_FLAG(&said->options),
        LANG_FLAG(&said->lang),
        SET_FLAG("memory", &p->board.memory,
                 "also show cards that you have seen and should "
                 "remember"),
        TEXT_FLAG("as", &p->as, "SEAT", "bots only: show what this seat sees, or `spectator`"),
        TEXT_FLAG("save", &p->session.save, "FILE",
                  "save the game to FILE after each pick, for cantrip resume"),
        TEXT_FLAG("record", &p->session.record, "FILE",
                  "write the picks to FILE at the end, for cantrip replay"),
        PROMPT_FLAG(&p->lines),
        PLAIN_FLAG(&p->plain),
    };
    const struct usage usage = USAGE(
        "play", flags, 1, 1,
        PLAYERS_HELP
        "At a terminal you sit at seat 0. Your opponents are trained bots (see --level). If "
        "no human plays, they\n"
        "are random bots.\n"
        "At the prompt, type ? for help.\n",
        "cantrip play fairytale\ncantrip play fairytale --seats 3 --seat 1=human --lang fr\n"
        "cantrip play fairytale --seats 4 --bots random --seed 7\n"
        "cantrip play fairytale --level normal --save evening.save");
    return args_parse(&usage, argc, argv, &said->rest);
}

/* Asks for another game with the same players and options, if you have played one to its end at a
 * terminal and no file keeps it. */
static bool wants_another(struct play *p)
{
    char answer[16];

    if (!p->over || !p->board.terminal || !p->people || p->session.save || p->session.record)
        return false;
    fputs(own_word(&p->board.in, "PLAY_AGAIN"), stdout);
    fflush(stdout);
    if (!fgets(answer, sizeof answer, stdin))
        return false;
    for (int c = strchr(answer, '\n') ? '\n' : 0; c != '\n' && c != EOF;)
        c = getchar(); /* the rest of a long line is no answer */
    return *answer && strchr("yYoO", *answer);
}

/* Plays one game. *another: play one more, with a new seed. */
static int play_one(int argc, char **argv, bool *another)
{
    struct play p = {.command = "play", .terminal = isatty(0), .setup = {.flags = CT_TRACK}};
    struct said said = {0};
    int rc = read_flags(&p, &said, argc, argv);

    if (rc < 0) {
        p.seeded = p.seeded && !*another;
        said.game = *another ? 0 : said.game;
        *another = false;
        p.board.terminal = p.terminal && isatty(1);
        p.board.colour = use_colour(stdout);
        rc = choose_game(&p, &said) ? play(&p, said.rest.v[0], said.seats, said.lang)
                                    : EXIT_USAGE;
        *another = rc == EXIT_OK && wants_another(&p);
        play_free(&p);
        variants_free(&said.variants);
    }
    args_free(&said.rest);
    args_free(&said.options);
    args_free(&p.seat_flags);
    return rc;
}

int cmd_play(int argc, char **argv)
{
    bool another = false;
    int rc;

    do
        rc = play_one(argc, argv, &another);
    while (another);
    return rc;
}
