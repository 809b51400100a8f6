/* gametally.c - how games go. */
#include "gametally.h"

#include "tally.h"
#include "tools/look.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

void gametally_begin(struct game_tally *t, int kinds, int words)
{
    *t = (struct game_tally){.kinds = kinds, .words = words};
    t->kind = mem_zero(((size_t)kinds + 1) * sizeof *t->kind);
    t->reason = mem_zero(((size_t)words + 1) * sizeof *t->reason);
}

void gametally_free(struct game_tally *t)
{
    for (int i = 0; i < NHISTOGRAMS; i++)
        histogram_free(&t->histogram[i]);
    free(t->kind);
    free(t->reason);
    *t = (struct game_tally){0};
}

void gametally_pick(struct game_tally *t, int kind, int n, uint64_t number)
{
    struct kind_count *k = &t->kind[kind];

    k->picks++;
    k->choices += (uint64_t)n;
    k->game = earlier(k->game, number);
    k->most = (uint64_t)n > k->most ? (uint64_t)n : k->most;
    histogram_add(&t->histogram[OF_CHOICES], n, number);
}

/* ---- a game that is over ---- */

/* Points between the best side and the next. False: only one side, or no score. */
static bool margin(const struct ct_result *r, unsigned persons, int64_t *out)
{
    int64_t best = 0, next = 0;
    int sides = 0;
    unsigned seen = 0;

    for (int i = 0; r->scored && persons >> i; i++) {
        if (!(persons >> i & 1) || seen >> i & 1)
            continue;
        seen |= r->side[i];
        int64_t points = r->least_wins ? -r->side_score[i] : r->side_score[i];
        if (!sides || points > best) {
            next = best;
            best = points;
        } else if (sides == 1 || points > next) {
            next = points;
        }
        sides++;
    }
    *out = best - next;
    return sides > 1;
}

static void count_seats(struct game_tally *t, const struct ct_result *r, uint64_t number)
{
    for (int i = 0; t->persons >> i; i++) {
        if (!(t->persons >> i & 1))
            continue;
        __int128 share = r->share[i], score = r->scored ? r->score[i] : 0;
        t->seat[i].share += share;
        t->seat[i].score += score;
        if (share)
            t->seat[i].won_in = earlier(t->seat[i].won_in, number);
        if (r->scored)
            histogram_add(&t->histogram[OF_SCORE], r->score[i], number);
        for (int k = i; t->persons >> k; k++) {
            if (!(t->persons >> k & 1))
                continue;
            t->product[i][k].share += share * r->share[k];
            t->product[i][k].score += r->scored ? score * r->score[k] : 0;
        }
    }
}

/* ---- who leads ---- */

static void look(struct game_tally *t, const ct_state *game, const struct ct_result *r)
{
    unsigned first = leaders(r, t->persons);

    if (first)
        leads_look(&t->leads, first, r, ct_get_stats(game).picks);
}

void gametally_asked(struct game_tally *t, ct_engine *engine, ct_state *game)
{
    struct ct_result r;

    t->persons |= persons_of(game);
    if (!ct_get_result(engine, game, &r))
        look(t, game, &r);
}

static void count_leads(struct game_tally *t, const ct_state *game, const struct ct_result *r,
                        uint64_t number)
{
    uint64_t picks = ct_get_stats(game).picks;

    look(t, game, r);
    if (!t->leads.looked)
        return;
    histogram_add(&t->histogram[OF_CHANGES], (int64_t)t->leads.changes, number);
    if (r->winners && picks)
        histogram_add(&t->histogram[OF_DECIDED],
                      (int64_t)(100 * leads_decided(&t->leads, r, picks) / picks), number);
}

/* ---- how it ends ---- */

static void came(struct game_count *c, uint64_t number)
{
    c->games++;
    c->game = earlier(c->game, number);
}

static void count_ending(struct game_tally *t, ct_engine *engine, ct_state *game,
                         const struct ct_result *r, uint64_t number)
{
    enum { MOST = 64 };
    int word[MOST], n;

    came(&t->ending[r->status != CT_OVER ? END_STOPPED
                    : !r->winners        ? END_NOBODY
                    : r->sides > 1       ? END_TIE
                                         : END_ONE],
         number);
    n = r->status == CT_OVER ? ct_reason_words(engine, game, word, MOST) : 0;
    for (int i = 0; i < n && i < MOST; i++)
        if (word[i] >= 0 && word[i] < t->words)
            came(&t->reason[word[i]], number);
}

void gametally_game(struct game_tally *t, ct_engine *engine, ct_state *game,
                    const struct ct_result *r, uint64_t number)
{
    int64_t points;

    t->persons |= persons_of(game);
    histogram_add(&t->histogram[OF_LENGTH], (int64_t)ct_get_stats(game).picks, number);
    count_ending(t, engine, game, r, number);
    if (r->status == CT_OVER) {
        t->ended++;
        count_seats(t, r, number);
        count_leads(t, game, r, number);
        if (margin(r, t->persons, &points))
            histogram_add(&t->histogram[OF_MARGIN], points, number);
    }
    t->leads = (struct leads){0};
}

/* ---- adding up ---- */

#define COUNTED struct game_count
const struct columns game_columns = COLUMNS(NULL, COUNT(games), FIRST(game));
#undef COUNTED
#define COUNTED struct seat_outcome
const struct columns outcome_columns = COLUMNS(NULL, SUM(share), SUM(score), FIRST(won_in));
#undef COUNTED
#define COUNTED struct outcome_product
const struct columns product_columns = COLUMNS(NULL, SUM(share), SUM(score));
#undef COUNTED
#define COUNTED struct kind_count
static bool is_counted(const void *counted)
{
    const struct kind_count *c = counted;

    return c->picks && c->choices >= 2 * c->picks;
}
const struct columns pick_columns =
    COLUMNS(is_counted, COUNT(picks), COUNT(choices), MOST(most), FIRST(game));

void gametally_merge(struct game_tally *into, const struct game_tally *from)
{
    into->ended += from->ended;
    into->persons |= from->persons;
    columns_merge(&outcome_columns, into->seat, from->seat, CT_MAX_SEATS);
    columns_merge(&product_columns, into->product, from->product, CT_MAX_SEATS * CT_MAX_SEATS);
    for (int i = 0; i < NHISTOGRAMS; i++)
        histogram_merge(&into->histogram[i], &from->histogram[i]);
    columns_merge(&pick_columns, into->kind, from->kind, (size_t)from->kinds);
    columns_merge(&game_columns, into->ending, from->ending, NENDINGS);
    columns_merge(&game_columns, into->reason, from->reason, (size_t)from->words);
}
