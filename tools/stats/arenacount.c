/* arenacount.c - sums over deals of what bots win, and of who came before whom. */
#include "arenaresult.h"

#include "tools/memory.h"

#include <math.h>
#include <stdlib.h>

static size_t cells(const struct arena_counts *c)
{
    return (size_t)c->bots * (size_t)(c->people + 1);
}

static size_t pairs(const struct arena_counts *c)
{
    return (size_t)c->bots * (size_t)c->bots;
}

void deals_begin(struct arena_counts *c, int bots, int people)
{
    *c = (struct arena_counts){.bots = bots, .people = people};
    c->sums = mem_zero(cells(c) * sizeof *c->sums);
    c->ahead = mem_zero((size_t)bots * sizeof *c->ahead);
    c->wins = mem_zero(pairs(c) * sizeof *c->wins);
    c->moments = mem_zero(moment_place(0, pairs(c)) * sizeof *c->moments);
}

void deals_free(struct arena_counts *c)
{
    free(c->sums);
    free(c->ahead);
    free(c->wins);
    free(c->moments);
    *c = (struct arena_counts){0};
}

void deals_clear(struct arena_counts *c)
{
    int bots = c->bots, people = c->people;

    deals_free(c);
    deals_begin(c, bots, people);
}

/* ---- a deal ---- */

static void add_deal(struct arena_sums *s, int64_t share, int64_t games)
{
    if (!games)
        return;
    s->deals++;
    s->games += (uint64_t)games;
    s->share += share;
    s->squares += (__int128)share * share;
    s->products += (__int128)share * games;
    s->counts += (__int128)games * games;
}

/* The bot of player number `person` in a game of the deal. The line-up rotates. */
static int bot_at(const struct arena_deal *d, int game, int person)
{
    return d->who[(person + game) % d->places];
}

static void count_shares(struct arena_counts *c, const struct arena_deal *d)
{
    for (int bot = 0; bot < c->bots; bot++) {
        struct arena_sums *sums = &c->sums[(size_t)bot * (size_t)(c->people + 1)];
        int64_t share = 0, games = 0;
        for (int p = 0; p < c->people; p++) {
            int64_t here = 0, n = 0;
            for (int g = 0; g < d->games; g++)
                if (bot_at(d, g, p) == bot) {
                    here += d->share[g][p];
                    n++;
                }
            add_deal(&sums[1 + p], here, n);
            share += here;
            games += n;
        }
        add_deal(&sums[0], share, games);
    }
}

/* Sets *by to the points by which a seat is ahead of the mean of its rivals, in CT_WHOLEths of a
 * point. Rivals play for another bot and on another side. False: there are none. */
static bool is_ahead(const struct arena_deal *d, int game, int person, int people, int64_t *by)
{
    int64_t sum = 0;
    int rivals = 0, bot = bot_at(d, game, person);

    for (int p = 0; p < people; p++)
        if (bot_at(d, game, p) != bot && !(d->side[game][p] & d->side[game][person])) {
            sum += d->points[game][p];
            rivals++;
        }
    if (rivals) /* CT_WHOLE is a multiple of every number of seats */
        *by = (int64_t)CT_WHOLE * d->points[game][person] - CT_WHOLE / rivals * sum;
    return rivals;
}

static void count_ahead(struct arena_counts *c, const struct arena_deal *d)
{
    for (int bot = 0; bot < c->bots; bot++) {
        int64_t sum = 0, games = 0, by;
        for (int g = 0; g < d->games; g++)
            for (int p = 0; p < c->people && d->scored[g]; p++)
                if (bot_at(d, g, p) == bot && is_ahead(d, g, p, c->people, &by)) {
                    sum += by;
                    games++;
                }
        add_deal(&c->ahead[bot], sum, games);
    }
}

/* Counts who came before whom, for every two seats of different bots and sides. If both won
 * nothing, neither counts as better. */
static void compare(struct arena_counts *c, const struct arena_deal *d, int64_t *wins)
{
    for (int g = 0; g < d->games; g++)
        for (int p = 0; p < c->people; p++)
            for (int q = 0; q < p; q++) {
                int a = bot_at(d, g, p), b = bot_at(d, g, q);
                int32_t x = d->share[g][p], y = d->share[g][q];
                if (a == b || (d->side[g][p] & d->side[g][q]) || !(x | y))
                    continue;
                c->uneven += x != y;
                wins[a * c->bots + b] += x > y ? 2 : x == y;
                wins[b * c->bots + a] += y > x ? 2 : x == y;
            }
}

static void count_wins(struct arena_counts *c, const struct arena_deal *d)
{
    int64_t *wins = mem_zero(pairs(c) * sizeof *wins);
    size_t *met = mem_alloc(pairs(c) * sizeof *met), n = 0;

    compare(c, d, wins);
    for (size_t i = 0; i < pairs(c); i++)
        if (wins[i]) {
            met[n++] = i;
            c->wins[i] += wins[i];
            for (size_t k = 0; k < n; k++)
                c->moments[moment_place(met[k], i)] += wins[met[k]] * wins[i];
        }
    free(wins);
    free(met);
}

void deals_count(struct arena_counts *c, const struct arena_deal *d)
{
    c->games += (uint64_t)d->games;
    c->unfinished += (uint64_t)d->unfinished;
    count_shares(c, d);
    count_ahead(c, d);
    count_wins(c, d);
}

#define COUNTED struct arena_counts
static const struct columns total_columns =
    COLUMNS(NULL, COUNT(games), COUNT(unfinished), COUNT(uneven));
#undef COUNTED
#define COUNTED struct arena_bot
static const struct columns bot_columns =
    COLUMNS(NULL, COUNT(refused), COUNT(forfeits), WHY(amiss));
#undef COUNTED
#define COUNTED struct arena_sums
static const struct columns sum_columns = COLUMNS(NULL, COUNT(deals), COUNT(games), SUM(share),
                                                  SUM(squares), SUM(products), SUM(counts));
static const struct columns win_columns = COLUMN_OF_NUMBERS("half_wins"),
                            moment_columns = COLUMN_OF_NUMBERS("products");

void deals_merge(struct arena_counts *into, const struct arena_counts *from)
{
    columns_merge(&total_columns, into, from, 1);
    columns_merge(&bot_columns, into->bot, from->bot, MOST_BOTS);
    columns_merge(&sum_columns, into->sums, from->sums, cells(from));
    columns_merge(&sum_columns, into->ahead, from->ahead, (size_t)from->bots);
    columns_merge(&win_columns, into->wins, from->wins, pairs(from));
    columns_merge(&moment_columns, into->moments, from->moments, moment_place(0, pairs(from)));
}

static void *moment_at(void *v, const uint32_t *key, bool read)
{
    struct arena_counts *c = v;

    (void)read;
    return key[1] <= key[0] ? &c->moments[moment_place(key[1], key[0])] : NULL;
}

void deals_tables(struct arena_counts *c, struct tally_way *way)
{
    int n = c->bots, two = n * n;

    cells_pass(way, &(struct cells){"totals", 0, &total_columns, .v = c});
    cells_pass(way, &(struct cells){"bots", 1, &bot_columns, c->bot, n, .whole = true});
    cells_pass(way, &(struct cells){"shares", 2, &sum_columns, c->sums, n, c->people + 1,
                                    .whole = true});
    cells_pass(way, &(struct cells){"ahead", 1, &sum_columns, c->ahead, n, .whole = true});
    cells_pass(way, &(struct cells){"wins", 2, &win_columns, c->wins, n, .m = n});
    cells_pass(way,
               &(struct cells){"moments", 2, &moment_columns, c, two, two, .at = moment_at});
}

/* ---- what they say ---- */

static struct measure measure(const struct arena_sums *s)
{
    struct measure m = {.games = s->games, .deals = s->deals, .error = s->deals > 1 ? 0 : -1};

    if (!m.games)
        return m;
    m.share = (double)s->share / CT_WHOLE / (double)m.games;
    double squares = (double)s->squares / CT_WHOLE / CT_WHOLE,
           products = (double)s->products / CT_WHOLE,
           spread = squares - 2 * m.share * products + m.share * m.share * (double)s->counts;
    if (s->deals > 1 && spread > 0)
        m.error = sqrt(spread * (double)s->deals / (double)(s->deals - 1)) / (double)m.games;
    return m;
}

struct measure arena_measure(const struct arena_counts *c, int bot, int at)
{
    return measure(&c->sums[(size_t)bot * (size_t)(c->people + 1) + (size_t)(at + 1)]);
}

struct measure arena_ahead(const struct arena_counts *c, int bot)
{
    return measure(&c->ahead[bot]);
}

struct rating *arena_ratings(const struct arena_counts *c, uint64_t deals)
{
    struct rating *r;

    if (!c->uneven)
        return NULL;
    r = ratings_fit(c->wins, c->bots);
    ratings_errors(r, c->wins, c->moments, deals, c->bots);
    return r;
}
