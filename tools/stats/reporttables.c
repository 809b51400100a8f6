/* reporttables.c - what is counted for a report, as tables of a tally, and back. */
#include "simresult.h"

/* ---- saving ---- */

static __int128 game_or_none(uint64_t game)
{
    return game ? (__int128)game : TALLY_NOTHING;
}

static void save_outcomes(struct tally_saver *s, const struct sim_result *r)
{
    const struct game_tally *t = &r->report->games;
    struct tally_table *table = saver_table(s, "outcomes", 1, "share+ score+ won_in<");

    for (int i = 0; i < r->seats; i++) {
        __int128 *v = tallyfile_row(table, (uint32_t)i, 0, 0);
        v[0] = t->share[i];
        v[1] = t->score[i];
        v[2] = game_or_none(t->won_in[i]);
    }
    table = saver_table(s, "products", 2, "share+ score+");
    for (int i = 0; i < r->seats; i++)
        for (int k = i; k < r->seats; k++) {
            __int128 *v = tallyfile_row(table, (uint32_t)i, (uint32_t)k, 0);
            v[0] = t->shares[i][k];
            v[1] = t->scores[i][k];
        }
}

/* Bins are numbered from 0 there. */
static void save_histograms(struct tally_saver *s, const struct game_tally *t)
{
    struct tally_table *table = saver_table(s, "histograms", 2, "n+ game<");

    for (int of = 0; of < NHISTOGRAMS; of++) {
        const struct histogram *h = &t->histogram[of];
        for (int32_t i = 0; i < h->bins; i++) {
            if (!h->v[i].n)
                continue;
            __int128 *v =
                tallyfile_row(table, (uint32_t)of, (uint32_t)(h->first + i + LAST_BIN), 0);
            v[0] = h->v[i].n;
            v[1] = game_or_none(h->v[i].game);
        }
    }
}

static void save_kinds(struct tally_saver *s, const struct game_tally *t)
{
    struct tally_table *table = saver_table(s, "picks", 1, "picks+ choices+ most> game<");

    for (int k = 0; k < t->kinds; k++) {
        if (!t->kind[k].picks)
            continue;
        __int128 *v = tallyfile_row(table, (uint32_t)k, 0, 0);
        v[0] = t->kind[k].picks;
        v[1] = t->kind[k].choices;
        v[2] = t->kind[k].most;
        v[3] = game_or_none(t->kind[k].game);
    }
}

static void save_count(struct tally_table *table, int of, const struct game_count *c)
{
    if (!c->games)
        return;
    __int128 *v = tallyfile_row(table, (uint32_t)of, 0, 0);
    v[0] = c->games;
    v[1] = game_or_none(c->game);
}

static void save_endings(struct tally_saver *s, const struct game_tally *t)
{
    struct tally_table *table = saver_table(s, "endings", 1, "games+ game<");

    for (int i = 0; i < NENDINGS; i++)
        save_count(table, i, &t->ending[i]);
    table = saver_table(s, "reasons", 1, "games+ game<");
    for (int i = 0; i < t->words; i++)
        save_count(table, i, &t->reason[i]);
}

void report_save(struct tally_saver *s, const struct sim_result *r)
{
    struct tally_table *table = saver_table(s, "ended", 0, "games+");

    *tallyfile_row(table, 0, 0, 0) = r->report->games.ended;
    save_outcomes(s, r);
    save_histograms(s, &r->report->games);
    save_kinds(s, &r->report->games);
    save_endings(s, &r->report->games);
    report_save_cards(s, r);
}

/* ---- loading ---- */

static uint64_t load_count(struct tally_loader *l, const char *name, __int128 v)
{
    if (!tally_is_count(v))
        loader_lacks(l, name);
    return (uint64_t)v;
}

static void load_outcomes(struct tally_loader *l, struct sim_result *r)
{
    const struct tally_table *table = loader_table(l, "outcomes", 1, "share+ score+ won_in<");
    size_t seats = (size_t)r->seats, row = 0;

    for (; table && row < table->rows && row < seats; row++) {
        const __int128 *v = tallyfile_values(table, row);
        r->report->games.share[row] = v[0];
        r->report->games.score[row] = v[1];
        r->report->games.won_in[row] = loader_game(l, "outcomes", v[2]);
    }
    if (!table || row < seats || table->rows > seats)
        loader_lacks(l, "outcomes");
    table = loader_table(l, "products", 2, "share+ score+");
    if (!table || table->rows != seats * (seats + 1) / 2) {
        loader_lacks(l, "products");
        return;
    }
    for (row = 0; row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        const __int128 *v = tallyfile_values(table, row);
        if (key[0] > key[1] || key[1] >= seats) {
            loader_lacks(l, "products");
            return;
        }
        r->report->games.shares[key[0]][key[1]] = v[0];
        r->report->games.scores[key[0]][key[1]] = v[1];
    }
}

static void load_histograms(struct tally_loader *l, struct game_tally *t)
{
    const struct tally_table *table = loader_table(l, "histograms", 2, "n+ game<");

    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        const __int128 *v = tallyfile_values(table, row);
        struct bin b = {load_count(l, "histograms", v[0]), loader_game(l, "histograms", v[1])};
        if (key[0] >= NHISTOGRAMS || key[1] > 2 * LAST_BIN || !b.n || !b.game) {
            loader_lacks(l, "histograms");
            return;
        }
        histogram_put(&t->histogram[key[0]], (int32_t)key[1] - LAST_BIN, &b);
    }
}

static void load_kinds(struct tally_loader *l, struct game_tally *t)
{
    const struct tally_table *table =
        loader_table(l, "picks", 1, "picks+ choices+ most> game<");

    for (size_t row = 0; table && row < table->rows; row++) {
        uint32_t kind = *tallyfile_keys(table, row);
        const __int128 *v = tallyfile_values(table, row);
        if (kind >= (uint32_t)t->kinds || v[0] < 1 || v[1] < 2 * v[0]) {
            loader_lacks(l, "picks");
            return;
        }
        t->kind[kind] =
            (struct kind_count){load_count(l, "picks", v[0]), load_count(l, "picks", v[1]),
                                load_count(l, "picks", v[2]), loader_game(l, "picks", v[3])};
    }
}

static void load_counts(struct tally_loader *l, const char *name, struct game_count *c, int n)
{
    const struct tally_table *table = loader_table(l, name, 1, "games+ game<");

    for (size_t row = 0; table && row < table->rows; row++) {
        uint32_t of = *tallyfile_keys(table, row);
        const __int128 *v = tallyfile_values(table, row);
        if (of >= (uint32_t)n) {
            loader_lacks(l, name);
            return;
        }
        c[of] = (struct game_count){load_count(l, name, v[0]), loader_game(l, name, v[1])};
    }
}

void report_load(struct tally_loader *l, struct sim_result *r)
{
    const struct tally_table *ended = loader_table(l, "ended", 0, "games+");

    if (ended && ended->rows == 1)
        r->report->games.ended = load_count(l, "ended", *tallyfile_values(ended, 0));
    else
        loader_lacks(l, "ended");
    load_outcomes(l, r);
    load_histograms(l, &r->report->games);
    load_kinds(l, &r->report->games);
    load_counts(l, "endings", r->report->games.ending, NENDINGS);
    load_counts(l, "reasons", r->report->games.reason, r->names.words);
    report_load_cards(l, r);
}
