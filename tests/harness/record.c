/* record.c - a stranger's replay or save, brought to the rules that it names and to others: read, played,
 * gone on with and written again. */
#include "shared/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The game that the corpus was written by, and it after a change. */
static struct played games[2];

/* Plays on from where the record ends. */
static void go_on(struct played *p, uint64_t seed)
{
    p->rng = ct_rng_make(seed, 4);
    ct_replay_init(&p->record, p->e, p->g, "unit");
    play_further(p, 6);
    if (!ct_replay_close(&p->record, p->e, p->g))
        tell_text(p->t, "a record", ct_replay_text(&p->record));
    ct_replay_free(&p->record);
}

/* The picks made again, as far as they are offered. */
static void play_again(struct played *p, const struct ct_replay *r)
{
    struct ct_replay_run run = {0};
    char *said = NULL, *why = NULL;

    p->g = ct_replay_start(r, p->e, &said, &why);
    if (p->g) {
        int rc = ct_replay_play(r, p->e, p->g, r->npicks, &run, &why);
        tell_number(p->t, "how it was played", (uint64_t)rc);
        tell_number(p->t, "picks made", run.done);
        if (rc == 1)
            tell_number(p->t, "agrees", ct_replay_agrees(r, p->e, p->g, &run, &why));
        if (run.other)
            tell_text(p->t, "what is other", ct_replay_other(r, &run));
        tell_game(p);
        if (!r->save || !ct_replay_same_rules(r, p->def))
            go_on(p, r->seed);
    }
    tell_text(p->t, "what a record says", said);
    tell_text(p->t, "why it ends", why);
    ct_state_free(p->g);
}

static void take_up(struct played *p, const struct ct_replay *r)
{
    char *wrong = NULL;

    if (!ct_replay_same_rules(r, p->def))
        tell_text(p->t, "what has changed", ct_replay_change(r, p->def));
    p->g = r->save ? ct_save_state(r, p->e, &wrong) : NULL;
    if (p->g)
        go_on(p, r->seed);
    tell_text(p->t, "why it is no save", wrong);
    ct_state_free(p->g);
    play_again(p, r);
}

/* All records of the text; false: the first is refused. */
static bool read_all(const char *text, size_t n, struct transcript *t)
{
    size_t at = 0;
    int line = 0, many = 0;

    while (at < n && many < 4) {
        struct ct_replay r;
        char *wrong = NULL;
        bool ok = ct_replay_read(&r, "a\x1b.save", text, n, &at, &line, &wrong);
        tell_text(t, "why it is refused", wrong);
        many += ok;
        if (ok)
            tell_number(t, "renamed", ct_replay_rename(&r, "ant", "bee"));
        for (int i = 0; ok && i < 2; i++) {
            games[i].t = t;
            take_up(&games[i], &r);
        }
        ct_replay_free(&r);
        if (!ok)
            break;
    }
    return many > 0;
}

/* The fingerprints change with the game: `rules: now` stands for those of today. */
static char *today(const uint8_t *data, size_t n, size_t *size)
{
    static const char now[] = "\nrules: now\n";
    struct ct_info info = ct_get_info(games[0].def, NULL);
    char *text = calloc(1, n + 64), *at;

    if (!text)
        abort();
    memcpy(text, data, n);
    *size = n;
    if (!(at = strstr(text, now)))
        return text;
    size_t head = (size_t)(at - text), tail = head + strlen(now);
    *size =
        (size_t)snprintf(text + head, 64, "\nrules: %016llx %016llx\n",
                         (unsigned long long)info.behaviour, (unsigned long long)info.layout) +
        head;
    memcpy(text + *size, data + tail, n - tail);
    *size += n - tail;
    return text;
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    size_t size;
    char *text = today(data, n, &size);
    bool ok = read_all(text, size, t);

    free(text);
    return ok ? RAN_WHOLE : RAN_REFUSED;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char *const paths[] = {"tests/rulesets/features/unit",
                                        "tests/harness/games/changed"};

    (void)argc, (void)argv;
    for (int i = 0; i < 2; i++) {
        ct_definition *def = load_own(paths[i]);
        tighten(def);
        games[i] = (struct played){.def = def, .e = ct_engine_new(def, NULL)};
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}
