/* answer.c - what a program answers when it is asked: a game between it and `random`. Its process is ours here
 * (bot/process.h): the input waits in the socket that it would write to. */
#include "shared/game.h"

#include "bot/process.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PICKS = 12, MOST = 60000 };

static struct played unit;
static struct ct_bot_spec spec;
static ct_bot *bot; /* anew for each: it knows whether its program has ever answered */
static struct process *running;
static const uint8_t *answers;
static size_t nanswers;
static int theirs = -1; /* the program's end */

bool process_start(struct process *p, const char *command)
{
    int pair[2];

    (void)command;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
        finding("there is no socket");
    size_t n = nanswers < MOST ? nanswers : MOST;
    if (n && write(pair[1], answers, n) != (ssize_t)n)
        finding("a socket takes less than it should");
    shutdown(pair[1], SHUT_WR);
    theirs = pair[1];
    *p = (struct process){.keeper = 1, .to = pair[0], .control = -1};
    running = p;
    return true;
}

/* What it was asked: lines of JSON that can be shown. */
static void tell_questions(struct transcript *t)
{
    static char text[1 << 18];
    ssize_t n, all = 0;

    while (all < (ssize_t)sizeof text - 1 &&
           (n = recv(theirs, text + all, sizeof text - 1 - (size_t)all, MSG_DONTWAIT)) > 0)
        all += n;
    text[all] = 0;
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        json_t *json = json_loads(line, 0, NULL);
        if (!json)
            finding("a question is no JSON: %s", line);
        json_decref(json);
        tell_line(t, "a question", line);
    }
}

void process_stop(struct process *p)
{
    if (!p->keeper)
        return;
    if (unit.t)
        tell_questions(unit.t);
    close(p->to);
    close(theirs);
    *p = (struct process){0};
}

static void play(struct transcript *t)
{
    int seat;

    for (int i = 0; i < PICKS && ct_advance(unit.e, unit.g) == 1; i++) {
        seat = ct_next_seat(unit.g);
        int n = ct_choices(unit.e, unit.g, seat);
        int c =
            seat ? (int)ct_rng_below(&unit.rng, (uint32_t)n) : ct_bot_choose(bot, unit.g, seat);
        if (c < 0 && !memchr(answers, '\n', nanswers))
            break; /* it ended before its first answer */
        if (c < 0 || c >= n)
            finding("a bot's choice is %d of %d: %s", c, n, ct_bot_error(bot));
        tell_number(t, "a choice", (uint64_t)c);
        if (ct_pick(unit.e, unit.g, seat, c))
            finding("%s", ct_error(unit.e));
    }
    tell_number(t, "forfeits", ct_bot_get_stats(bot).forfeits);
    tell_number(t, "hash", ct_hash(unit.e, unit.g));
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    answers = data;
    nanswers = n;
    unit.t = t;
    if (ct_game_restart(unit.e, unit.g, n))
        finding("%s", ct_error(unit.e));
    unit.rng = ct_rng_make(n, 4);
    bot = ct_bot_new(unit.def, &spec);
    ct_bot_begin(bot, unit.g, 0, n);
    play(t);
    process_stop(running);
    ct_bot_free(bot);
    return RAN_WHOLE;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    ct_definition *def = load_own("tests/rulesets/features/unit");
    char why[100];

    (void)argc, (void)argv;
    unit = (struct played){.def = def, .e = ct_engine_new(def, NULL)};
    ct_bot_parse("exec,seconds=5:none", &spec, why, sizeof why);
    unit.g = ct_game_new(unit.e, &(struct ct_setup){.people = 2, .flags = CT_TRACK});
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}
