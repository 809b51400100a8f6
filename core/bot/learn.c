/* learn.c - bots learn a game by playing against themselves, from the result alone.
 *
 * Games come in batches. Up to four threads play a batch with the weights from before it. Each game
 * has random numbers of its own number, and what they teach is added up in their order. So the
 * weights depend on the seed and on nothing else. Steps are those of AdaGrad (Duchi, Hazan, Singer
 * 2011): a weight that has changed often and far changes less. */
#include "bot/learner.h"
#include "bot/memory.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float STEP = 0.04f;
/* Players who need not end a game may learn not to. So a game is cut when it has TIMES as many
 * choices as a random game (and SOME). The first games, which are random, are cut after FIRST; if
 * most of them are, all later ones after FEW. */
enum { CUT_TIMES = 20, CUT_SOME = 200, CUT_FIRST = 4000, CUT_FEW = 1000 };
/* How much a choice is drawn back to being open, against being sure too early (Williams, Peng
 * 1991). With opponents also because they would be learnt by heart. */
static const float OPEN_ALONE = 0.01f, OPEN_AMONG = 0.03f;

/* ---- making and ending ---- */

int learner_fail(ct_learner *l, const char *why)
{
    if (!l->error[0])
        snprintf(l->error, sizeof l->error, "%s", why);
    return -1;
}

static bool make_player(ct_learner *l, struct player *p, char **wrong)
{
    p->engine = ct_engine_new(l->def, wrong);
    if (!p->engine || !features_init(&p->features, l->def))
        return false;
    p->game = ct_game_new(p->engine, &l->setup);
    if (!p->game && wrong)
        *wrong = strdup(ct_error(p->engine));
    return p->game;
}

static bool copy_options(ct_learner *l, const struct ct_setup *setup)
{
    l->option = calloc((size_t)setup->noptions + 1, sizeof *l->option);
    if (!l->option)
        return false;
    for (int i = 0; i < setup->noptions; i++)
        if (!(l->option[i] = strdup(setup->options[i])))
            return false;
    l->setup.options = (const char *const *)l->option;
    return true;
}

static bool make_tables(ct_learner *l)
{
    l->weight = calloc(POLICY_SIZE, sizeof *l->weight);
    l->steps = calloc(POLICY_SIZE, sizeof *l->steps);
    l->now = calloc(1, sizeof *l->now);
    l->past = calloc(1, sizeof *l->past);
    for (int i = 0; i < PARTS; i++)
        if (!lesson_init(&l->lesson[i]))
            return false;
    return l->weight && l->steps && l->now && l->past;
}

/* Notes what the file will say: rules, people, options, cards. */
static bool describe(ct_learner *l, const ct_policy *from)
{
    struct ct_info info = ct_get_info(l->def, NULL);
    ct_policy *p = l->now;
    int cap_known = 0, cap_options = 0;

    p->info = (struct ct_policy_info){.people = l->setup.people,
                                      .seed = l->seed,
                                      .games = from ? from->info.games : 0,
                                      .behaviour = info.behaviour,
                                      .layout = info.layout};
    snprintf(p->info.ruleset, sizeof p->info.ruleset, "%s", info.id);
    for (int i = 0; i < info.cards; i++)
        if (!bot_keep(&p->known, &p->nknown, &cap_known, ct_card_id(l->def, i)))
            return false;
    for (int i = 0; i < l->setup.noptions; i++)
        if (!bot_keep(&p->option, &p->noptions, &cap_options, l->option[i]))
            return false;
    return true;
}

ct_learner *ct_learner_new(const ct_definition *def, const struct ct_setup *setup,
                           const ct_policy *from, int jobs, char **wrong)
{
    ct_learner *l = calloc(1, sizeof *l);

    if (wrong)
        *wrong = NULL;
    if (!l)
        return NULL;
    l->def = def;
    l->setup = *setup;
    l->setup.flags = CT_TRACK;
    l->seed = setup->seed;
    l->nplayers = jobs < 1 ? 1 : jobs > MOST_JOBS ? MOST_JOBS : jobs;
    l->players = calloc((size_t)l->nplayers, sizeof *l->players);
    bool made = l->players && copy_options(l, setup) && make_tables(l);
    for (int i = 0; made && i < l->nplayers; i++)
        made = make_player(l, &l->players[i], wrong);
    if (!made) {
        ct_learner_free(l);
        return NULL;
    }
    for (int i = 0; from && i < POLICY_SIZE; i++) {
        l->past->weight[i] = from->weight[i];
        l->weight[i] = (float)from->weight[i] / POLICY_ONE;
    }
    return describe(l, from) ? l : (ct_learner_free(l), NULL);
}

void ct_learner_free(ct_learner *l)
{
    if (!l)
        return;
    if (l->players)
        easier_leave(l);
    for (int i = 0; i < l->nplayers && l->players; i++) {
        features_free(&l->players[i].features);
        trace_free(&l->players[i].trace);
        ct_state_free(l->players[i].game);
        ct_engine_free(l->players[i].engine);
    }
    for (int i = 0; l->option && i < l->setup.noptions; i++)
        free(l->option[i]);
    for (int i = 0; i < PARTS; i++)
        lesson_free(&l->lesson[i]);
    free(l->option);
    free(l->players);
    free(l->weight);
    free(l->steps);
    ct_policy_free(l->now);
    ct_policy_free(l->past);
    free(l);
}

/* ---- a game ---- */

static int answer(ct_learner *l, struct player *p, int seat, choose_fn choose, void *how,
                  struct ct_rng *rng, uint64_t *choices)
{
    int n = ct_choices(p->engine, p->game, seat), pick = 0;

    if (n < 1)
        return -1;
    if (n > 1) {
        ++*choices;
        pick = choose(l, p, seat, n, rng, how);
    }
    return pick < 0 ? -1 : ct_pick(p->engine, p->game, seat, pick);
}

static int went_wrong(struct player *p, struct played *out)
{
    snprintf(out->wrong, sizeof out->wrong, "%s", ct_error(p->engine));
    return -1;
}

int learner_begin(struct player *p, uint64_t seed, struct played *out)
{
    out->wrong[0] = 0;
    out->choices = 0;
    return ct_game_restart(p->engine, p->game, seed) ||
                   features_begin(&p->features, p->engine, p->game)
               ? went_wrong(p, out)
               : 0;
}

bool learner_is_long(const ct_learner *l, const struct played *out)
{
    return out->choices >= (l->longest ? l->longest : (uint64_t)CUT_FIRST);
}

/* Plays the game that was begun, until it is over or cut. */
int learner_play_out(ct_learner *l, struct player *p, choose_fn choose, void *how,
                     struct ct_rng *rng, struct played *out)
{
    int rc;

    while ((rc = ct_advance(p->engine, p->game)) == 1 && !learner_is_long(l, out)) {
        unsigned pending = ct_pending(p->game);
        for (int seat = 0; pending >> seat; seat++)
            if ((pending >> seat & 1) && answer(l, p, seat, choose, how, rng, &out->choices))
                return went_wrong(p, out);
    }
    return rc < 0 || ct_get_result(p->engine, p->game, &out->result) ? went_wrong(p, out) : 0;
}

int learner_choose(ct_learner *l, struct player *p, int seat, int n, struct ct_rng *rng,
                   void *how)
{
    (void)how;
    if (features_gather(&p->features, p->engine, p->game, seat, n))
        return -1;
    return trace_choose(&p->trace, l->weight, &p->features, seat, n, rng);
}

/* How far the seat's side is ahead of the others' mean; 0: there are none. */
static double lead(const struct ct_result *r, int seat)
{
    double others = 0;
    int n = 0;

    for (int i = 0; i < CT_MAX_SEATS; i++)
        if (r->side[i] && !(r->side[seat] >> i & 1)) {
            others += (double)r->side_score[i];
            n++;
        }
    double by = n ? (double)r->side_score[seat] - others / n : 0;
    return r->least_wins ? -by : by;
}

/* An amount, compared with the usual one, as a part of the win: half for none. */
static double part(double amount, double usual)
{
    double p = usual > 0 ? 0.5 + amount / (4 * usual) : 0.5;

    return p < 0 ? 0 : p > 1 ? 1 : p;
}

static bool for_score(const ct_learner *l, const struct ct_result *r)
{
    return l->setup.people == 1 && r->scored && !r->graded && !(r->won | r->lost);
}

/* What each seat got, 0 to 1. If scores are compared half of it is the lead, which says more than
 * who won; in a game that was cut all of it. */
static void returns(const ct_learner *l, const struct ct_result *r, int seats, double *out)
{
    bool compared = r->scored && !r->graded && !r->staked && l->setup.people > 1;

    for (int i = 0; i < CT_MAX_SEATS; i++)
        out[i] = 0;
    for (int i = 0; i < seats; i++) {
        double above = (double)r->score[i] - l->mean, won = (double)r->share[i] / CT_WHOLE;
        if (for_score(l, r))
            won = part(r->least_wins ? -above : above, l->spread);
        else if (compared)
            won = r->status == CT_OVER ? (won + part(lead(r, i), l->spread)) / 2
                                       : part(lead(r, i), l->spread);
        out[i] = won;
    }
}

/* ---- a batch ---- */

struct work {
    ct_learner *l;
    int n;
    void (*play)(ct_learner *l, struct player *p, int i, void *ctx);
    void *ctx;
    atomic_int next, joined;
};

static void *work(void *arg)
{
    struct work *w = arg;
    struct player *p = &w->l->players[atomic_fetch_add(&w->joined, 1)];
    int i;

    while ((i = atomic_fetch_add(&w->next, 1)) < w->n)
        w->play(w->l, p, i, w->ctx);
    return NULL;
}

void learner_play_all(ct_learner *l, int n,
                      void (*play)(ct_learner *l, struct player *p, int i, void *ctx),
                      void *ctx)
{
    pthread_t thread[MOST_JOBS];
    struct work w = {.l = l, .n = n, .play = play, .ctx = ctx};
    int threads = 0;

    while (threads < l->nplayers - 1 && threads < n - 1 &&
           !pthread_create(&thread[threads], NULL, work, &w))
        threads++;
    work(&w);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
}

static void play_game(ct_learner *l, struct player *p, int game)
{
    struct played *out = &l->batch[game];
    struct ct_rng r = ct_rng_make(l->seed, l->games + (uint64_t)game);
    double returned[CT_MAX_SEATS];

    trace_clear(&p->trace);
    if (learner_begin(p, ct_rng_next(&r), out) ||
        learner_play_out(l, p, learner_choose, NULL, &r, out))
        return;
    returns(l, &out->result, ct_seats(p->game), returned);
    trace_teach(&p->trace, returned, l->setup.people == 1 ? OPEN_ALONE : OPEN_AMONG,
                &l->lesson[game / PART]);
}

static void play_part(ct_learner *l, struct player *p, int part, void *ctx)
{
    const int *games = ctx;

    for (int game = part * PART; game < (part + 1) * PART && game < *games; game++)
        play_game(l, p, game);
}

/* Adds up what the games of the batch teach, in their order, and makes the step. */
static void take_step(ct_learner *l)
{
    struct lesson *all = &l->lesson[0];

    for (int part = 1; part < PARTS; part++) {
        struct lesson *one = &l->lesson[part];
        for (int i = 0; i < one->n; i++) {
            uint32_t at = one->place[i];
            if (all->change[at] == 0)
                all->place[all->n++] = at;
            all->change[at] += one->change[at];
            if (all->change[at] == 0)
                all->change[at] = 1e-30f;
            one->change[at] = 0;
        }
        one->n = 0;
    }
    for (int i = 0; i < all->n; i++) {
        uint32_t at = all->place[i];
        float change = all->change[at];
        l->steps[at] += change * change;
        l->weight[at] += STEP * change / (sqrtf(l->steps[at]) + 1e-4f);
        all->change[at] = 0;
    }
    all->n = 0;
}

/* Learns what is usual: of scores alone at the table, of leads among several. */
static void learn_usual(ct_learner *l, double amount, double off)
{
    double rate = 1.0 / (double)(++l->scores < 200 ? l->scores : 200);

    l->mean += rate * (amount - l->mean);
    l->spread += rate * ((off < 0 ? -off : off) - l->spread);
}

static void learn_scores(ct_learner *l, int games)
{
    for (int g = 0; g < games; g++) {
        const struct ct_result *r = &l->batch[g].result;
        double score = (double)r->score[0];
        if (for_score(l, r))
            learn_usual(l, score, score - l->mean);
        else if (r->scored && !r->graded)
            for (int i = 0; i < CT_MAX_SEATS; i++)
                if (r->side[i])
                    learn_usual(l, 0, lead(r, i));
    }
}

static void count(ct_learner *l, int games)
{
    for (int g = 0; g < games; g++) {
        const struct ct_result *r = &l->batch[g].result, *one = &l->batch[0].result;
        l->choices += l->batch[g].choices;
        l->varied |= memcmp(r->share, one->share, sizeof r->share) != 0 ||
                     (r->scored && memcmp(r->score, one->score, sizeof r->score) != 0);
        for (int i = 1; i < l->setup.people; i++)
            l->varied |= r->share[i] != r->share[0];
    }
    l->games += (uint64_t)games;
}

/* Counts the games of the batch that were cut; after the first batch sets how long games may be. */
static void count_cut(ct_learner *l, int games)
{
    uint64_t choices = 0, cut = 0;

    for (int g = 0; g < games; g++) {
        choices += l->batch[g].choices;
        cut += learner_is_long(l, &l->batch[g]);
    }
    l->cut += cut;
    if (!l->longest)
        l->longest = 2 * cut > (uint64_t)games
                         ? CUT_FEW
                         : CUT_TIMES * choices / (uint64_t)games + CUT_SOME;
}

int ct_learner_batch(ct_learner *l, uint64_t most)
{
    int games = most < BATCH ? (int)most : BATCH;

    if (l->error[0])
        return -1;
    easier_before(l);
    learner_play_all(l, PARTS, play_part, &games);
    for (int g = 0; g < games; g++)
        if (l->batch[g].wrong[0])
            return learner_fail(l, l->batch[g].wrong);
    take_step(l);
    learn_scores(l, games);
    count(l, games);
    count_cut(l, games);
    easier_count(l, games);
    return 0;
}

const char *ct_learner_error(const ct_learner *l)
{
    return l->error;
}

struct ct_learned ct_learner_get(const ct_learner *l)
{
    return (struct ct_learned){.games = l->games,
                               .choices = l->choices,
                               .varied = l->varied,
                               .cut = l->cut,
                               .longest = l->longest,
                               .easier = l->easier.option};
}

/* ---- the file ---- */

void learner_freeze(ct_learner *l)
{
    for (int i = 0; i < POLICY_SIZE; i++) {
        float w = l->weight[i] * POLICY_ONE;
        l->now->weight[i] = w > INT16_MAX    ? INT16_MAX
                            : w < -INT16_MAX ? -INT16_MAX
                                             : (int16_t)(w < 0 ? w - 0.5f : w + 0.5f);
    }
}

char *ct_learner_text(ct_learner *l, size_t *n)
{
    learner_freeze(l);
    uint64_t before = l->now->info.games;
    int measured = l->now->info.measured;
    l->now->info.games += l->games;
    if (l->now->info.measured_at != l->games)
        l->now->info.measured = 0; /* other weights */
    char *out = ct_policy_text(l->now, n);
    l->now->info.games = before;
    l->now->info.measured = measured;
    return out;
}
