/* reporttables.c - what is counted for a report, as tables of a tally, and back. */
#include "simresult.h"

static const struct columns ended_columns = COLUMN_OF_NUMBERS("games");

/* Bins are numbered from 0 there. */
static void pass_histograms(struct game_tally *t, const struct tally_way *way)
{
    static const char name[] = "histograms";

    if (way->to) {
        struct tally_table *table = columns_table(&bin_columns, way->to, name, 2);
        for (int of = 0; of < NHISTOGRAMS; of++)
            for (int32_t i = 0; i < t->histogram[of].bins; i++)
                if (t->histogram[of].v[i].n)
                    columns_put(&bin_columns, &t->histogram[of].v[i], table, (uint32_t)of,
                                (uint32_t)(t->histogram[of].first + i + LAST_BIN), 0);
        return;
    }
    const struct tally_table *table = columns_found(&bin_columns, way->from, name, 2);
    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        struct bin b;
        if (key[0] >= NHISTOGRAMS || key[1] > 2 * LAST_BIN) {
            loader_lacks(way->from, name);
            return;
        }
        columns_get(&bin_columns, &b, way->from, name, tallyfile_values(table, row));
        histogram_put(&t->histogram[key[0]], (int32_t)key[1] - LAST_BIN, &b);
    }
}

static void pass_products(struct sim_result *r, const struct tally_way *way)
{
    static const char name[] = "products";
    struct game_tally *t = &r->report->games;
    uint32_t seats = (uint32_t)r->seats;

    if (way->to) {
        struct tally_table *table = columns_table(&product_columns, way->to, name, 2);
        for (uint32_t i = 0; i < seats; i++)
            for (uint32_t k = i; k < seats; k++)
                columns_put(&product_columns, &t->product[i][k], table, i, k, 0);
        return;
    }
    const struct tally_table *table = columns_found(&product_columns, way->from, name, 2);
    if (table && table->rows != (size_t)seats * (seats + 1) / 2)
        loader_lacks(way->from, name);
    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        if (key[0] > key[1] || key[1] >= seats) {
            loader_lacks(way->from, name);
            return;
        }
        columns_get(&product_columns, &t->product[key[0]][key[1]], way->from, name,
                    tallyfile_values(table, row));
    }
}

/* A phase and a round stand in one number. */
static void pass_rounds(struct sim_result *r, const struct tally_way *way)
{
    enum { ROUNDS = LAST_ROUND + 1 };
    static const char name[] = "rounds";
    struct round_tally *t = &r->report->rounds;

    if (way->to) {
        struct tally_table *table = columns_table(&card_columns, way->to, name, 3);
        roundtally_sort(t);
        for (const struct round_count *c = t->v; c < t->v + t->n; c++)
            if (c->count.games && (r->kind == EVERY_KIND || r->kind == c->key.kind))
                columns_put(&card_columns, &c->count, table, (uint32_t)c->key.kind,
                            (uint32_t)(c->key.phase * ROUNDS + c->key.round),
                            (uint32_t)c->key.card);
        return;
    }
    const struct tally_table *table = columns_found(&card_columns, way->from, name, 3);
    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        const struct round_key k = {(int)key[0], (int)(key[1] / ROUNDS), (int)(key[1] % ROUNDS),
                                    (int)key[2]};
        if (key[0] >= (uint32_t)r->names.kinds || key[2] >= (uint32_t)r->names.cards ||
            k.phase >= r->names.phases + r->names.options || !k.round) {
            loader_lacks(way->from, name);
            return;
        }
        columns_get(&card_columns, roundtally_at(t, &k), way->from, name,
                    tallyfile_values(table, row));
    }
}

void report_tables(struct sim_result *r, const struct tally_way *way)
{
    struct game_tally *t = &r->report->games;

    cells_pass(way, &(struct cells){"ended", 0, &ended_columns, .v = &t->ended});
    cells_pass(way, &(struct cells){"outcomes", 1, &outcome_columns, t->seat, r->seats,
                                    .whole = true});
    pass_products(r, way);
    pass_histograms(t, way);
    cells_pass(way, &(struct cells){"picks", 1, &pick_columns, t->kind, .n = t->kinds});
    cells_pass(way, &(struct cells){"endings", 1, &game_columns, t->ending, .n = NENDINGS});
    cells_pass(way, &(struct cells){"reasons", 1, &game_columns, t->reason, .n = t->words});
    pass_rounds(r, way);
    cells_pass(way, &(struct cells){"fates", 2, &fate_columns, r->report->fates.count,
                                    r->names.kinds, r->names.cards, .only = &r->kind});
}
