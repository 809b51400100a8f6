/* arenareport.c - the tables and JSON of `arena`, and of `merge` for its tallies. */
#include "arenaresult.h"

#include "inference.h"
#include "partial.h"
#include "tools/common.h"
#include "tools/jsontext.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

void arena_result_free(struct arena_result *r)
{
    deals_free(&r->counts);
    numbers_free(&r->numbers);
    free(r->run.loaded);
}

/* ---- JSON ---- */

/* The error as it is shown. */
static double error_of(struct measure m)
{
    return share_error(m.error, m.share, (double)m.deals);
}

/* -1: unknown */
static json_t *error_json(double error)
{
    return error >= 0 ? json_rounded(error) : json_null();
}

static json_t *measure_json(struct measure m)
{
    return json_pack("{s:I, s:o, s:o}", "games", (json_int_t)m.games, "share",
                     json_rounded(m.share), "error", error_json(error_of(m)));
}

static json_t *rating_json(const struct arena_counts *c, const struct rating *r, int i)
{
    json_t *wins = json_array();

    for (int j = 0; j < c->bots; j++)
        json_array_append_new(wins, json_integer((json_int_t)c->wins[i * c->bots + j]));
    return json_pack("{s:o, s:o, s:o}", "half_wins", wins, "rating",
                     r->met ? json_rounded(r->value) : json_null(), "rating_error",
                     error_json(r->error));
}

static json_t *bots_json(const struct arena_result *r)
{
    const struct arena_counts *c = &r->counts;
    struct rating *ratings = arena_ratings(c, numbers_count(&r->numbers));
    json_t *bots = json_array();

    for (int i = 0; i < c->bots; i++) {
        json_t *b = measure_json(arena_measure(c, i, -1)), *seats = json_array();
        const struct arena_bot *own = &c->bot[i];
        struct measure ahead = arena_ahead(c, i);
        for (int p = 0; p < c->people; p++)
            json_array_append_new(seats, measure_json(arena_measure(c, i, p)));
        json_object_update_new(
            b, json_pack("{s:o*, s:I, s:I, s:s*, s:o, s:o*, s:o*}", "bot",
                         json_string(r->name[i]), "refused", (json_int_t)own->refused,
                         "forfeits", (json_int_t)own->forfeits, "forfeits_why",
                         own->forfeits ? ct_forfeit_says(own->amiss) : NULL, "seats", seats,
                         "ahead", ahead.games ? json_rounded(ahead.share) : NULL, "ahead_error",
                         ahead.games ? error_json(ahead.error) : NULL));
        if (ratings)
            json_object_update_new(b, rating_json(c, &ratings[i], i));
        json_array_append_new(bots, b);
    }
    free(ratings);
    return bots;
}

json_t *arena_json(const struct arena_result *r)
{
    json_t *o = run_json(&r->run, &r->numbers, r->of);

    json_object_update_new(
        o, json_pack("{s:I, s:I, s:I, s:o}", "games", (json_int_t)r->counts.games, "deals",
                     (json_int_t)numbers_count(&r->numbers), "unfinished",
                     (json_int_t)r->counts.unfinished, "bots", bots_json(r)));
    return o;
}

/* ---- tables ---- */

static void print_notes(const struct arena_result *r)
{
    const struct arena_counts *c = &r->counts;

    if (c->unfinished)
        printf("%" PRIu64 " games did not end\n", c->unfinished);
    for (int i = 0; i < c->bots; i++) {
        if (c->bot[i].refused)
            printf("%s: %" PRIu64
                   " choices were made at random, because no sample of hidden cards fitted\n",
                   r->name[i], c->bot[i].refused);
        if (c->bot[i].forfeits)
            printf("%s: %" PRIu64 " %s forfeited and made at random (%s)\n", r->name[i],
                   c->bot[i].forfeits, c->bot[i].forfeits == 1 ? "choice" : "choices",
                   ct_forfeit_says(c->bot[i].amiss));
    }
}

/* "0.250 ±0.043". An unknown error is "±?". */
static void add_value(struct table *t, double value, int decimals, double error)
{
    if (error < 0)
        table_addf(t, "%.*f ±?", decimals, value);
    else
        table_addf(t, "%.*f ±%.*f", decimals, value, decimals, error);
}

static void add_rating(struct table *t, const struct rating *r)
{
    if (r->met)
        add_value(t, r->value, 0, r->error);
    else
        table_add(t, "-");
}

/* Did no bot ever come before another, for example because all win or lose together? Then bots
 * cannot be compared. */
static bool compares_nothing(const struct arena_result *r)
{
    const struct arena_counts *c = &r->counts;
    bool ahead = false;

    for (int i = 0; i < c->bots; i++) {
        struct measure m = arena_ahead(c, i);
        ahead |= m.games && (fabs(m.share) > 0 || m.error > 0);
    }
    return c->bots > 1 && c->people > 1 && r->places <= c->people && c->games && !c->uneven &&
           !ahead;
}

static bool have_ahead(const struct arena_result *r)
{
    const struct arena_counts *c = &r->counts;

    if (compares_nothing(r))
        return false;
    for (int i = 0; i < c->bots; i++)
        if (arena_ahead(c, i).games)
            return true;
    return false;
}

static void add_ahead(struct table *t, struct measure m)
{
    if (!m.games)
        table_add(t, "-");
    else if (m.error < 0)
        table_addf(t, "%+.2f ±?", m.share);
    else
        table_addf(t, "%+.2f ±%.2f", m.share, m.error);
}

/* Returns whether there are ratings. */
static bool print_bots(const struct arena_result *r)
{
    const struct arena_counts *c = &r->counts;
    struct rating *ratings = arena_ratings(c, numbers_count(&r->numbers));
    bool aheads = have_ahead(r), rated = ratings != NULL;
    struct table t = {.split = 1};

    table_heads(&t, "player|>share|>error");
    if (aheads)
        table_heads(&t, ">ahead");
    if (ratings)
        table_heads(&t, ">rating");
    for (int p = 0; p < c->people; p++) {
        char seat[24];
        snprintf(seat, sizeof seat, ">seat %d", p);
        table_heads(&t, seat);
    }
    for (int i = 0; i < c->bots; i++) {
        struct measure m = arena_measure(c, i, -1);
        table_add(&t, r->name[i]);
        table_addf(&t, "%.3f", m.share);
        if (error_of(m) < 0)
            table_add(&t, "?");
        else
            table_addf(&t, "%.3f", error_of(m));
        if (aheads)
            add_ahead(&t, arena_ahead(c, i));
        if (ratings)
            add_rating(&t, &ratings[i]);
        for (int p = 0; p < c->people; p++) {
            m = arena_measure(c, i, p);
            add_value(&t, m.share, 3, error_of(m));
        }
    }
    table_show(&t);
    free(ratings);
    return rated;
}

/* Explains the columns. */
static void print_legend(const struct arena_result *r, uint64_t deals, bool rated)
{
    const struct arena_counts *c = &r->counts;

    fputc('\n', stdout);
    text_wrapf(stdout, 0,
               "share: the average part of a win; error, ±: standard errors over deals%s%s",
               deals > 1 ? "" : " (?: unknown with one deal)",
               c->people > 1 ? "; seat N: the share there" : "");
    if (have_ahead(r))
        text_wrapf(stdout, 0, "ahead: points more than the others have on average");
    if (compares_nothing(r))
        text_wrapf(stdout, 0,
                   "In each game all seats had the same result, so this compares nothing. If "
                   "all win or lose together, let one bot play all seats, then the other "
                   "(--bots %s, then --bots %s).",
                   r->name[0], r->name[1]);
    if (rated)
        text_wrapf(stdout, 0, "rating: 400 points more are ten wins to one; the average is 0");
}

void arena_print(const struct arena_result *r)
{
    uint64_t deals = numbers_count(&r->numbers);

    printf("%s: %" PRIu64 " game%s of %" PRIu64 " deal%s, seed %" PRIu64 "\n", r->run.title,
           r->counts.games, r->counts.games == 1 ? "" : "s", deals, deals == 1 ? "" : "s",
           r->run.seed);
    partial_print(&r->numbers, r->of, "deals");
    putchar('\n');
    bool rated = print_bots(r);
    print_notes(r);
    print_legend(r, deals, rated);
}
