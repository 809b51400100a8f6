/* gametally.c - how games go. */
#include "gametally.h"

#include "tally.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

void gametally_begin(struct game_tally *t, int kinds)
{
    *t = (struct game_tally){.kinds = kinds};
    t->kind = mem_zero(((size_t)kinds + 1) * sizeof *t->kind);
}

void gametally_clear(struct game_tally *t)
{
    struct game_tally kept = {.kinds = t->kinds, .kind = t->kind};

    memset(t->kind, 0, (size_t)t->kinds * sizeof *t->kind);
    for (int i = 0; i < NHISTOGRAMS; i++) {
        histogram_clear(&t->histogram[i]);
        kept.histogram[i] = t->histogram[i];
    }
    *t = kept;
}

void gametally_free(struct game_tally *t)
{
    for (int i = 0; i < NHISTOGRAMS; i++)
        histogram_free(&t->histogram[i]);
    free(t->kind);
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

/* Points between the best side and the next; false: there is one side, or no score. */
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
        t->share[i] += share;
        t->score[i] += score;
        if (share)
            t->won_in[i] = earlier(t->won_in[i], number);
        if (r->scored)
            histogram_add(&t->histogram[OF_SCORE], r->score[i], number);
        for (int k = i; t->persons >> k; k++) {
            if (!(t->persons >> k & 1))
                continue;
            t->shares[i][k] += share * r->share[k];
            t->scores[i][k] += r->scored ? score * r->score[k] : 0;
        }
    }
}

void gametally_game(struct game_tally *t, const ct_state *game, const struct ct_result *r,
                    uint64_t number)
{
    int64_t points;

    for (int i = 0; i < ct_seats(game); i++)
        t->persons |= (unsigned)ct_is_person(game, i) << i;
    histogram_add(&t->histogram[OF_LENGTH], (int64_t)ct_get_stats(game).picks, number);
    if (r->status != CT_OVER)
        return;
    t->ended++;
    count_seats(t, r, number);
    if (margin(r, t->persons, &points))
        histogram_add(&t->histogram[OF_MARGIN], points, number);
}

/* ---- adding up ---- */

void gametally_merge(struct game_tally *into, const struct game_tally *from)
{
    into->ended += from->ended;
    into->persons |= from->persons;
    for (int i = 0; i < CT_MAX_SEATS; i++) {
        into->won_in[i] = earlier(into->won_in[i], from->won_in[i]);
        into->share[i] += from->share[i];
        into->score[i] += from->score[i];
        for (int k = i; k < CT_MAX_SEATS; k++) {
            into->shares[i][k] += from->shares[i][k];
            into->scores[i][k] += from->scores[i][k];
        }
    }
    for (int i = 0; i < NHISTOGRAMS; i++)
        histogram_merge(&into->histogram[i], &from->histogram[i]);
    for (int i = 0; i < from->kinds; i++) {
        struct kind_count *a = &into->kind[i];
        const struct kind_count *b = &from->kind[i];
        a->picks += b->picks;
        a->choices += b->choices;
        a->most = a->most > b->most ? a->most : b->most;
        a->game = earlier(a->game, b->game);
    }
}
