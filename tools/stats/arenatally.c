/* arenatally.c - what `arena` has counted, as a tally, and back. */
#include "arenaresult.h"

#include <stdlib.h>
#include <string.h>

#define TOTALS(X)     X(games) X(unfinished) X(uneven)
#define SUMS(X)       X(deals) X(games) X(share) X(squares) X(products) X(counts)
#define COLUMN(field) " " #field "+"
static const char totals_columns[] = TOTALS(COLUMN);
static const char sums_columns[] = SUMS(COLUMN);
#undef COLUMN
static const char bots_columns[] = "refused+ forfeits+ amiss>", wins_columns[] = "half_wins+",
                  moments_columns[] = "products+";

/* ---- saving ---- */

static void save_sums(__int128 *v, const struct arena_sums *sums)
{
#define X(field) *v++ = sums->field;
    SUMS(X)
#undef X
}

static void save_counts(struct tally_saver *s, const struct arena_counts *c)
{
    uint32_t bots = (uint32_t)c->bots;
    __int128 *v = tallyfile_row(saver_table(s, "totals", 0, totals_columns + 1), 0, 0, 0);

#define X(field) *v++ = c->field;
    TOTALS(X)
#undef X
    struct tally_table *t = saver_table(s, "bots", 1, bots_columns);
    for (uint32_t i = 0; i < bots; i++) {
        v = tallyfile_row(t, i, 0, 0);
        v[0] = c->refused[i];
        v[1] = c->forfeits[i];
        v[2] = c->amiss[i];
    }
    t = saver_table(s, "shares", 2, sums_columns + 1);
    for (uint32_t i = 0; i < bots; i++)
        for (uint32_t seat = 0; seat <= (uint32_t)c->people; seat++)
            save_sums(tallyfile_row(t, i, seat, 0),
                      &c->sums[i * (uint32_t)(c->people + 1) + seat]);
    t = saver_table(s, "ahead", 1, sums_columns + 1);
    for (uint32_t i = 0; i < bots; i++)
        save_sums(tallyfile_row(t, i, 0, 0), &c->ahead[i]);
    t = saver_table(s, "wins", 2, wins_columns);
    for (uint32_t i = 0; i < bots * bots; i++)
        if (c->wins[i])
            *tallyfile_row(t, i / bots, i % bots, 0) = c->wins[i];
    t = saver_table(s, "moments", 2, moments_columns);
    for (uint32_t b = 0; b < bots * bots; b++)
        for (uint32_t a = 0; a <= b; a++)
            if (c->moments[moment_place(a, b)])
                *tallyfile_row(t, b, a, 0) = c->moments[moment_place(a, b)];
}

bool arena_save(struct tally_file *f, const struct arena_result *r)
{
    struct tally_saver s = {f, "", true};

    saver_run(&s, "arena", &r->run);
    for (int i = 0; i < r->places; i++) {
        saver_text(&s, "place", r->name[r->who[i]]);
        if (r->weights[i])
            saver_fingerprint(&s, "weights", r->weights[i]);
    }
    saver_number(&s, "games", r->games);
    if (r->until)
        saver_text(&s, "until", r->until);
    f->unit = "deals";
    f->of = r->of;
    numbers_join(&f->numbers, &r->numbers);
    save_counts(&s, &r->counts);
    return saver_end(&s, "arena");
}

/* ---- loading ---- */

/* The line-up: bots by their names, in the order in which they come first. */
static void load_places(struct tally_loader *l, struct arena_result *r)
{
    int bots = 0;

    for (size_t i = 0; i < l->f->nfields; i++) {
        const struct tally_field *field = &l->f->field[i];
        if (!strcmp(field->name, "weights") && r->places)
            r->weights[r->places - 1] = loader_fingerprint(l, field->value);
        if (strcmp(field->name, "place") != 0)
            continue;
        if (r->places == MOST_BOTS) {
            loader_lacks(l, "place");
            break;
        }
        int b = 0;
        while (b < bots && strcmp(r->name[b], field->value) != 0)
            b++;
        if (b == bots)
            r->name[bots++] = field->value;
        r->who[r->places++] = b;
    }
    if (!bots)
        loader_lacks(l, "place");
    deals_begin(&r->counts, bots, r->run.people);
}

/* Values of a table with one column, at places that are made of two keys. */
static void load_cells(struct tally_loader *l, const char *name, const char *columns,
                       uint32_t most, bool triangle, int64_t *to)
{
    const struct tally_table *t = loader_table(l, name, 2, columns);

    for (size_t row = 0; t && row < t->rows; row++) {
        const uint32_t *key = tallyfile_keys(t, row);
        __int128 v = *tallyfile_values(t, row);
        if (key[0] >= most || key[1] >= most || (triangle && key[1] > key[0]) ||
            !tally_is_count(v)) {
            loader_lacks(l, name);
            return;
        }
        to[triangle ? moment_place(key[1], key[0]) : (size_t)key[0] * most + key[1]] =
            (int64_t)v;
    }
}

/* False: they count less than nothing. */
static bool load_sums(const __int128 *v, struct arena_sums *sums)
{
    bool good = tally_is_count(v[0]) && tally_is_count(v[1]);

#define X(field) sums->field = (__typeof__(sums->field))*v++;
    SUMS(X)
#undef X
    return good;
}

static void load_ahead(struct tally_loader *l, struct arena_counts *c)
{
    const struct tally_table *t = loader_table(l, "ahead", 1, sums_columns + 1);

    if (!t || t->rows != (size_t)c->bots) {
        loader_lacks(l, "ahead");
        return;
    }
    for (size_t row = 0; row < t->rows; row++)
        if (*tallyfile_keys(t, row) != row ||
            !load_sums(tallyfile_values(t, row), &c->ahead[row]))
            loader_lacks(l, "ahead");
}

static void load_shares(struct tally_loader *l, struct arena_counts *c)
{
    const struct tally_table *t = loader_table(l, "shares", 2, sums_columns + 1);
    uint32_t seats = (uint32_t)c->people + 1;

    if (!t || t->rows != (size_t)c->bots * seats) {
        loader_lacks(l, "shares");
        return;
    }
    for (size_t row = 0; row < t->rows; row++) { /* all of them, ascending */
        const uint32_t *key = tallyfile_keys(t, row);
        if (key[0] != row / seats || key[1] != row % seats ||
            !load_sums(tallyfile_values(t, row), &c->sums[row]))
            loader_lacks(l, "shares");
    }
}

static void load_counts(struct tally_loader *l, struct arena_counts *c)
{
    const struct tally_table *t = loader_table(l, "totals", 0, totals_columns + 1);
    uint32_t bots = (uint32_t)c->bots;

    if (t && t->rows == 1) {
        const __int128 *v = tallyfile_values(t, 0);
        if (!tally_is_count(v[0]) || !tally_is_count(v[1]) || !tally_is_count(v[2]))
            loader_lacks(l, "totals");
#define X(field) c->field = (uint64_t)*v++;
        TOTALS(X)
#undef X
    } else {
        loader_lacks(l, "totals");
    }
    t = loader_table(l, "bots", 1, bots_columns);
    if (!t || t->rows != bots)
        loader_lacks(l, "bots");
    for (uint32_t i = 0; t && i < bots && i < t->rows; i++) {
        const __int128 *v = tallyfile_values(t, i);
        if (*tallyfile_keys(t, i) != i || !tally_is_count(v[0]) || !tally_is_count(v[1]) ||
            v[2] < 0 || v[2] > CT_FORFEIT_RANGE)
            loader_lacks(l, "bots");
        c->amiss[i] = (enum ct_forfeit)v[2];
        c->refused[i] = (uint64_t)v[0];
        c->forfeits[i] = (uint64_t)v[1];
    }
    load_shares(l, c);
    load_ahead(l, c);
    load_cells(l, "wins", wins_columns, bots, false, c->wins);
    load_cells(l, "moments", moments_columns, bots * bots, true, c->moments);
}

bool arena_load(const struct tally_file *f, struct arena_result *r, char **wrong)
{
    struct tally_loader l = {.f = f, .side = ""};
    const struct tally_field *until = tallyfile_get(f, "until", 0);

    *r = (struct arena_result){0};
    loader_run(&l, &r->run);
    load_places(&l, r);
    r->games = loader_number(&l, "games", INT64_MAX);
    r->until = until ? until->value : NULL;
    r->of = f->of;
    numbers_join(&r->numbers, &f->numbers);
    load_counts(&l, &r->counts);
    return loader_end(&l, "arena", wrong);
}
