/* easier.c - the way to a game that nobody wins at random: through its easier variants.
 *
 * Lost games alone teach nothing. So after PATIENCE of them in a row, every variant that differs in
 * one value of one option is tried with what was learnt so far. LESSONS games are learnt of the
 * hardest one that is won often, or else of the one that is won most. Then all are tried again, the
 * game itself first. The ruleset thus brings its own curriculum (Bengio and others, "Curriculum
 * learning", 2009). */
#include "bot/learner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 4096, TRIED = 256, LESSONS = 8192 };
/* A twentieth. */
static const int64_t OFTEN = (int64_t)CT_WHOLE * TRIED / 20;

/* The shares of the win of all seats that people play, added up. */
static int64_t won(const ct_state *game, const struct ct_result *r)
{
    int64_t sum = 0;

    for (int seat = 0; seat < ct_seats(game); seat++)
        sum += ct_is_person(game, seat) ? r->share[seat] : 0;
    return sum;
}

void easier_swap(ct_learner *l)
{
    for (int i = 0; i < l->nplayers && l->easier.option; i++) {
        ct_state *game = l->players[i].game;
        l->players[i].game = l->players[i].easier;
        l->players[i].easier = game;
    }
}

void easier_leave(ct_learner *l)
{
    easier_swap(l);
    for (int i = 0; i < l->nplayers; i++) {
        ct_state_free(l->players[i].easier);
        l->players[i].easier = NULL;
    }
    free(l->easier.option);
    l->easier.option = NULL;
}

/* Makes each thread's easier game, with this option. False: there is no such game. */
static bool sit_down(ct_learner *l, const char *option)
{
    struct ct_setup setup = l->setup;
    const char **all = malloc(((size_t)setup.noptions + 1) * sizeof *all);
    bool good = all && (l->easier.option = strdup(option));

    if (good) {
        setup.options = all;
        setup.noptions = 0;
        for (int i = 0; i < l->setup.noptions; i++)
            if (strncmp(option, l->setup.options[i], strcspn(option, "=") + 1) != 0)
                all[setup.noptions++] = l->setup.options[i];
        all[setup.noptions++] = option;
        easier_swap(l);
        for (int i = 0; i < l->nplayers; i++) {
            struct player *p = &l->players[i];
            p->game = ct_game_new(p->engine, &setup);
            good = good && p->game;
        }
    }
    free(all);
    if (!good)
        easier_leave(l);
    return good;
}

/* ---- which game ---- */

static void play_trial(ct_learner *l, struct player *p, int i, void *ctx)
{
    struct ct_rng r = ct_rng_make(~l->seed, l->games + (uint64_t)i);
    int64_t *share = ctx;
    struct played out;

    trace_clear(&p->trace);
    if (!learner_begin(p, ct_rng_next(&r), &out) &&
        !learner_play_out(l, p, learner_choose, NULL, &r, &out))
        share[i] = won(p->game, &out.result);
}

/* How much is won of the current game. */
static int64_t try_game(ct_learner *l)
{
    int64_t share[TRIED] = {0}, sum = 0;

    learner_play_all(l, TRIED, play_trial, share);
    for (int i = 0; i < TRIED; i++)
        sum += share[i];
    return sum;
}

/* Value v of the option as "name=value". False: it has no more, or takes any number. */
static bool option_text(const ct_definition *def, int i, int v, char *out, size_t cap)
{
    static const char *const flags[] = {"true", "false"};
    struct ct_option o;
    const char *value = NULL;

    if (!ct_get_option(def, i, NULL, &o))
        return false;
    if (o.kind == CT_WORD)
        value = ct_option_value(def, i, v);
    else if (o.kind == CT_FLAG && v < 2)
        value = flags[v];
    int n = value ? snprintf(out, cap, "%s=%s", o.name, value) : -1;
    return n >= 0 && (size_t)n < cap;
}

/* Is it better to learn than the one with `best`? Of those won often the harder one is. */
static bool is_better(int64_t sum, int64_t best)
{
    return sum >= OFTEN && best >= OFTEN ? sum < best : sum > best;
}

/* Finds the option with which it is learnt best. False: without one, or nobody wins with any. */
static bool find_easier(ct_learner *l, char *out, size_t cap)
{
    char option[256];
    int64_t best = try_game(l);

    if (best >= OFTEN)
        return false;
    for (int i = 0; i < ct_get_info(l->def, NULL).options; i++)
        for (int v = 0; option_text(l->def, i, v, option, sizeof option); v++) {
            int64_t sum = sit_down(l, option) ? try_game(l) : 0;
            easier_leave(l);
            if (!is_better(sum, best))
                continue;
            best = sum;
            snprintf(out, cap, "%s", option);
        }
    return *out;
}

/* ---- when ---- */

void easier_before(ct_learner *l)
{
    struct way *w = &l->easier;
    char option[256] = "";

    if (!w->patience)
        w->patience = PATIENCE;
    if (w->option ? w->left : w->lost < w->patience)
        return;
    easier_leave(l);
    w->lost = 0;
    if (find_easier(l, option, sizeof option) && sit_down(l, option))
        w->left = LESSONS;
    else
        w->patience *= 2;
}

void easier_count(ct_learner *l, int games)
{
    struct way *w = &l->easier;

    if (w->option) {
        w->left -= w->left < (uint64_t)games ? w->left : (uint64_t)games;
        return;
    }
    for (int g = 0; g < games; g++) {
        const struct ct_result *r = &l->batch[g].result;
        bool lost = !r->scored && !r->graded && !won(l->players[0].game, r);
        w->lost = lost ? w->lost + 1 : 0;
    }
}
