/* tally.c - exact counts of many games. */
#include "tally.h"

#include "tools/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void spread_add(struct spread *s, int64_t v)
{
    if (!s->n || v < s->least)
        s->least = v;
    if (!s->n || v > s->most)
        s->most = v;
    s->n++;
    s->sum += v;
    s->squares += (__int128)v * v;
}

double spread_mean(const struct spread *s)
{
    return s->n ? (double)s->sum / (double)s->n : 0;
}

/* n Σx² - (Σx)². Exact for all sums that games can reach. */
static double unequal(const struct spread *s)
{
    __int128 all, square, less;

    if (__builtin_mul_overflow((__int128)s->n, s->squares, &all) ||
        __builtin_mul_overflow(s->sum, s->sum, &square) ||
        __builtin_sub_overflow(all, square, &less))
        return (double)s->n * (double)s->squares - (double)s->sum * (double)s->sum;
    return (double)less;
}

double spread_sd(const struct spread *s)
{
    if (s->n < 2)
        return 0;
    return sqrt(unequal(s) / ((double)s->n * (double)(s->n - 1)));
}

/* The side of these seats; added if it is missing. */
static struct side_tally *tally_side(struct tally *t, unsigned seats)
{
    size_t at = 0;

    while (at < t->nsides && t->side[at].seats < seats)
        at++;
    if (at < t->nsides && t->side[at].seats == seats)
        return &t->side[at];
    t->side = mem_realloc(t->side, (t->nsides + 1) * sizeof *t->side);
    memmove(t->side + at + 1, t->side + at, (t->nsides++ - at) * sizeof *t->side);
    t->side[at] = (struct side_tally){.seats = seats};
    return &t->side[at];
}

void tally_clear(struct tally *t)
{
    free(t->side);
    *t = (struct tally){0};
}

static void count_sides(struct tally *t, const ct_state *game, const struct ct_result *r)
{
    unsigned seen = 0;
    bool together = false;

    for (int i = 0; i < ct_seats(game); i++)
        together |= ct_is_person(game, i) && r->side[i] & ~(1u << i);
    for (int i = 0; together && i < ct_seats(game); i++) {
        if (!ct_is_person(game, i) || seen >> i & 1)
            continue;
        struct side_tally *side = tally_side(t, r->side[i]);
        seen |= r->side[i];
        side->games++;
        if (r->winners >> i & 1)
            (*(r->sides == 1 ? &side->wins : &side->shared))++;
        if (r->scored)
            spread_add(&side->score, r->side_score[i]);
    }
}

void tally_game(struct tally *t, const ct_state *game, const struct ct_result *r)
{
    struct ct_stats stats = ct_get_stats(game);

    t->games++;
    t->picks += stats.picks;
    t->forced += stats.forced;
    t->hooks += stats.hooks;
    t->reruns += stats.reruns;
    spread_add(&t->length, (int64_t)stats.picks);
    if (r->status != CT_OVER) {
        t->unfinished++;
        return;
    }
    bool one = r->sides == 1;
    t->nobody += !r->winners;
    t->ties += r->sides > 1;
    for (int i = 0; i < ct_seats(game) && i < CT_MAX_SEATS; i++) {
        struct seat_tally *seat = &t->seat[i];
        if (r->winners >> i & 1)
            (*(one ? &seat->wins : &seat->shared))++;
        seat->named_won += r->won >> i & 1;
        seat->named_lost += r->lost >> i & 1;
        if (r->scored && ct_is_person(game, i))
            spread_add(&seat->score, r->score[i]);
        if (r->graded && ct_is_person(game, i))
            spread_add(&t->reached, r->share[i]);
    }
    count_sides(t, game, r);
}

#define COUNTED struct tally
const struct columns tally_columns = COLUMNS(
    NULL, COUNT(games), COUNT(unfinished), COUNT(nobody), COUNT(ties), COUNT(picks),
    COUNT(forced), EVER(scored), SPREAD(length), SPREAD(reached), ASIDE(hooks), ASIDE(reruns));
#undef COUNTED
#define COUNTED struct seat_tally
const struct columns seat_columns =
    COLUMNS(NULL, COUNT(wins), COUNT(shared), COUNT(named_won), COUNT(named_lost),
            COUNT(forfeits), WHY(amiss), SPREAD(score));
#undef COUNTED
#define COUNTED struct side_tally
const struct columns side_columns =
    COLUMNS(NULL, COUNT(games), COUNT(wins), COUNT(shared), SPREAD(score));

void tally_merge(struct tally *into, const struct tally *from)
{
    columns_merge(&tally_columns, into, from, 1);
    columns_merge(&seat_columns, into->seat, from->seat, CT_MAX_SEATS);
    for (size_t i = 0; i < from->nsides; i++)
        columns_merge(&side_columns, tally_side(into, from->side[i].seats), &from->side[i], 1);
}

static void *side_at(void *v, const uint32_t *key, bool read)
{
    struct tally *t = v;

    for (size_t i = 0; !read && i < t->nsides; i++)
        if (t->side[i].seats == *key)
            return &t->side[i];
    return read && *key ? tally_side(t, *key) : NULL;
}

void tally_tables(struct tally *t, int nseats, struct tally_way *way)
{
    cells_pass(way, &(struct cells){"totals", 0, &tally_columns, .v = t});
    cells_pass(way, &(struct cells){"seats", 1, &seat_columns, t->seat, nseats, .whole = true});
    cells_pass(way, &(struct cells){"sides", 1, &side_columns, t, 1 << nseats, .at = side_at});
}
