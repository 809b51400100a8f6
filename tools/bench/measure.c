/* measure.c - plays and times one contestant. */
#include "measure.h"

#include "api/internal.h"
#include "kernel/kernel.h"
#include "tools/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Processor seconds of this thread: other programs do not count. */
static double seconds_run(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

static void play_wizard(uint64_t seed, int people, struct ref_outcome *out)
{
    (void)people;
    ref_wizard(seed, out);
}

static const struct by_hand hands[] = {
    {"fairytale", ref_fairytale, ref_fairytale_differs},
    {"wizard-quest", play_wizard, ref_wizard_differs},
};

const struct by_hand *by_hand_find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof hands / sizeof *hands; i++)
        if (!strcmp(hands[i].ruleset, ruleset))
            return &hands[i];
    return NULL;
}

static int complain(const struct contest *c, const char *why)
{
    fprintf(stderr, "bench: %s, %d seats: %s\n", c->name, c->people, why);
    return -1;
}

/* ---- one game: as tools/cmd_sim.c plays it ---- */

static uint64_t game_seed(uint64_t seed, uint64_t i)
{
    struct ct_rng r = ct_rng_make(seed, i);

    return ct_rng_next(&r);
}

static void seed_bots(struct ct_rng *bot, int n, uint64_t seed)
{
    for (int i = 0; i < n; i++)
        bot[i] = ct_rng_make(seed, REF_BOT_STREAM + (uint64_t)i);
}

/* All that are asked pick at random. */
static int answer(struct contest *c, struct ct_rng *bot)
{
    unsigned pending = ct_pending(c->game);

    for (int seat = 0; pending >> seat; seat++) {
        if (!(pending >> seat & 1))
            continue;
        int n = ct_choices(c->engine, c->game, seat);
        int k = n < 2 ? 0 : (int)ct_rng_below(&bot[seat], (uint32_t)n);
        if (n < 1 || ct_pick(c->engine, c->game, seat, k))
            return -1;
    }
    return 0;
}

static int play_out(struct contest *c, struct ct_rng *bot)
{
    int rc;

    while ((rc = ct_advance(c->engine, c->game)) == 1)
        if (answer(c, bot))
            return -1;
    return rc;
}

static int start(struct contest *c, struct ct_rng *bot, uint64_t game)
{
    uint64_t seed = game_seed(c->seed, game);

    seed_bots(bot, c->people, seed);
    return ct_game_restart(c->engine, c->game, seed);
}

static int play_interpreted(struct contest *c, uint64_t first, uint64_t last)
{
    struct ct_rng bot[CT_MAX_SEATS];
    struct ct_result r;

    for (uint64_t i = first; i < last; i++) {
        if (start(c, bot, i) || play_out(c, bot) || ct_get_result(c->engine, c->game, &r))
            return complain(c, ct_error(c->engine));
        struct ct_stats stats = ct_get_stats(c->game);
        c->picks += stats.picks;
        c->forced += stats.forced;
        c->hooks += stats.hooks;
        c->reruns += stats.reruns;
    }
    return 0;
}

__attribute__((noinline, noclone)) int contest_play(struct contest *c, uint64_t first,
                                                    uint64_t last)
{
    struct ref_outcome out;

    c->picks = c->forced = c->hooks = c->reruns = 0;
    if (!c->hand)
        return play_interpreted(c, first, last);
    for (uint64_t i = first; i < last; i++) {
        c->hand->play(game_seed(c->seed, i), c->people, &out);
        c->picks += out.picks;
        c->forced += out.forced;
    }
    return 0;
}

/* ---- opening ---- */

int contest_open(struct contest *c, const ct_definition *def, const char *name, int people,
                 uint64_t seed)
{
    char *wrong;

    *c = (struct contest){.def = def, .people = people, .seed = seed};
    snprintf(c->name, sizeof c->name, "%s", name);
    c->engine = ct_engine_new(def, &wrong);
    if (!c->engine) {
        complain(c, wrong ? wrong : "the scripts do not load");
        free(wrong);
        return -1;
    }
    c->game = ct_game_new(c->engine, &(struct ct_setup){.people = people, .seed = seed});
    return c->game ? 0 : complain(c, ct_error(c->engine));
}

void contest_open_by_hand(struct contest *c, const struct by_hand *hand, int people,
                          uint64_t seed)
{
    *c = (struct contest){.hand = hand, .people = people, .seed = seed};
    snprintf(c->name, sizeof c->name, "%s in C", hand->ruleset);
}

void contest_close(struct contest *c)
{
    struct clones *both[] = {&c->mid, &c->asked};

    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < both[i]->n; k++)
            ct_state_free(both[i]->state[k]);
        ct_state_free(both[i]->to);
    }
    ct_state_free(c->game);
    ct_engine_free(c->engine);
}

/* ---- clones ---- */

static void keep(struct clones *w, const ct_state *game)
{
    w->bytes = (w->bytes * w->n + k_used(block(game), true)) / (w->n + 1);
    w->state[w->n++] = ct_clone(game);
    if (!w->to)
        w->to = ct_clone(game);
}

/* Plays game i to see its length, then again to its middle, after its open questions. */
static int collect_game(struct contest *c, uint64_t i)
{
    struct ct_rng bot[CT_MAX_SEATS];
    bool taken = false;
    int rc;

    if (start(c, bot, i) || play_out(c, bot))
        return -1;
    uint64_t half = ct_get_stats(c->game).picks / 2;
    if (start(c, bot, i))
        return -1;
    while ((rc = ct_advance(c->engine, c->game)) == 1) {
        bool of_hook = k_rules(block(c->game))->decision == DEC_HOOK;
        if (!taken && !of_hook && c->mid.n < STATES && ct_get_stats(c->game).picks >= half) {
            keep(&c->mid, c->game);
            taken = true;
        }
        if (of_hook && c->asked.n < STATES)
            keep(&c->asked, c->game);
        if (answer(c, bot))
            return -1;
    }
    return rc;
}

int contest_collect(struct contest *c)
{
    for (uint64_t i = 0; !c->hand && i < 2 * STATES && (c->mid.n < STATES || i < STATES); i++)
        if (collect_game(c, i))
            return complain(c, ct_error(c->engine));
    return 0;
}

static void time_clones(struct clones *w, double seconds)
{
    double begun = seconds_run(), took;
    uint64_t n = 0;

    if (!w->n)
        return;
    do {
        for (int k = 0; k < 64; k++, n++)
            ct_copy(w->to, w->state[n % (uint64_t)w->n]);
        took = seconds_run() - begun;
    } while (took < seconds);
    took = took * 1e9 / (double)n;
    if (!w->ns || took < w->ns)
        w->ns = took;
}

/* ---- rounds ---- */

static int time_starts(struct contest *c, double seconds)
{
    double begun = seconds_run(), took;
    uint64_t n = 0;

    do {
        for (int k = 0; k < 16; k++, n++)
            if (ct_game_restart(c->engine, c->game, n))
                return complain(c, ct_error(c->engine));
        took = seconds_run() - begun;
    } while (took < seconds);
    took = took * 1e9 / (double)n;
    if (!c->start_ns || took < c->start_ns)
        c->start_ns = took;
    return 0;
}

int contest_calibrate(struct contest *c, double seconds)
{
    double took = 0;
    uint64_t n = 1;

    for (;; n *= 2) {
        double begun = seconds_run();
        if (contest_play(c, 0, n))
            return -1;
        took = seconds_run() - begun;
        if (took > seconds / 4 || n > (1u << 30))
            break;
    }
    c->games = (uint64_t)((double)n * seconds / took);
    if (c->games < 1)
        c->games = 1;
    return 0;
}

/* Times the same games, played without leaving the library. */
static int time_playouts(struct contest *c)
{
    double begun = seconds_run(), took;
    struct ct_rng bot[CT_MAX_SEATS];

    for (uint64_t i = 0; i < c->games; i++)
        if (start(c, bot, i) || ct_playout(c->engine, c->game, bot, CT_MAX_SEATS, 0, NULL))
            return complain(c, ct_error(c->engine));
    took = seconds_run() - begun;
    if (!c->inside || took < c->inside)
        c->inside = took;
    return 0;
}

int contest_round(struct contest *c, double seconds)
{
    double begun = seconds_run(), took;

    if (contest_play(c, 0, c->games))
        return -1;
    took = seconds_run() - begun;
    if (!c->seconds || took < c->seconds)
        c->seconds = took;
    if (c->hand)
        return 0;
    if (time_playouts(c))
        return -1;
    time_clones(&c->mid, seconds / 20);
    time_clones(&c->asked, seconds / 20);
    return time_starts(c, seconds / 20);
}

/* ---- by hand and interpreted ---- */

static bool same(const struct ref_outcome *a, const struct ref_outcome *b)
{
    return !memcmp(a->score, b->score, sizeof a->score) && a->winners == b->winners &&
           a->won == b->won && a->lost == b->lost && a->picks == b->picks &&
           a->forced == b->forced;
}

static int outcome(struct contest *c, uint64_t game, struct ref_outcome *out)
{
    struct ct_rng bot[CT_MAX_SEATS];
    struct ct_result r;
    int32_t counter;

    if (start(c, bot, game) || play_out(c, bot) || ct_get_result(c->engine, c->game, &r))
        return complain(c, ct_error(c->engine));
    struct ct_stats stats = ct_get_stats(c->game);
    *out = (struct ref_outcome){.winners = r.winners,
                                .won = r.won,
                                .lost = r.lost,
                                .picks = (uint32_t)stats.picks,
                                .forced = (uint32_t)stats.forced};
    if (r.scored)
        memcpy(out->score, r.score, sizeof out->score);
    else if (ct_counter(c->engine, c->game, 0, -1, &counter))
        out->score[0] = counter;
    return 0;
}

static void print_outcome(const char *who, const struct ref_outcome *o, int people)
{
    fprintf(stderr, "  %-12s", who);
    for (int i = 0; i < people; i++)
        fprintf(stderr, " %" PRId64, o->score[i]);
    fprintf(stderr, "; winners %x, won %x, lost %x; %u picks, %u forced\n", o->winners, o->won,
            o->lost, o->picks, o->forced);
}

int contest_compare(const struct by_hand *hand, struct contest *c, uint64_t games)
{
    const char *card = hand->differs(c->def);

    if (card) {
        fprintf(stderr, "bench: %s has other cards than the game in C: %s\n", c->name, card);
        return -1;
    }
    for (uint64_t i = 0; i < games; i++) {
        struct ref_outcome a, b;
        hand->play(game_seed(c->seed, i), c->people, &a);
        if (outcome(c, i, &b))
            return -1;
        if (same(&a, &b))
            continue;
        fprintf(stderr,
                "bench: %s, %d seats: game %" PRIu64 " (--seed %" PRIu64
                " of `cantrip play`) ends otherwise than in C\n",
                c->name, c->people, i, game_seed(c->seed, i));
        print_outcome("in C", &a, c->people);
        print_outcome("interpreted", &b, c->people);
        return -1;
    }
    return 0;
}
