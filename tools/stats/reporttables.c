/* reporttables.c - the counts of a report, to and from the tables of a tally. */
#include "simresult.h"

static const struct columns ended_columns = COLUMN_OF_NUMBERS("games");

/* In a tally the bins are numbered from 0. */
static void *bin_at(void *v, const uint32_t *key, bool read)
{
    return histogram_at((struct histogram *)v + key[0], (int32_t)key[1] - LAST_BIN, read);
}

static void *product_at(void *v, const uint32_t *key, bool read)
{
    struct game_tally *t = v;

    (void)read;
    return key[0] <= key[1] ? &t->product[key[0]][key[1]] : NULL;
}

enum { ROUNDS = LAST_ROUND + 1 };

/* One number holds both phase and round. */
static void *round_at(void *v, const uint32_t *key, bool read)
{
    const struct round_key k = {(int)key[0], (int)(key[1] / ROUNDS), (int)(key[1] % ROUNDS),
                                (int)key[2]};

    return k.round ? roundtally_at(v, &k, read) : NULL;
}

void report_tables(struct sim_result *r, struct tally_way *way)
{
    struct game_tally *t = &r->report->games;
    const struct card_names *n = &r->names;

    cells_pass(way, &(struct cells){"ended", 0, &ended_columns, .v = &t->ended});
    cells_pass(way, &(struct cells){"outcomes", 1, &outcome_columns, t->seat, r->seats,
                                    .whole = true});
    cells_pass(way, &(struct cells){"products", 2, &product_columns, t, r->seats, r->seats,
                                    .whole = true, .at = product_at});
    cells_pass(way, &(struct cells){"histograms", 2, &bin_columns, t->histogram, NHISTOGRAMS,
                                    2 * LAST_BIN + 1, .at = bin_at});
    cells_pass(way, &(struct cells){"picks", 1, &pick_columns, t->kind, .n = t->kinds});
    cells_pass(way, &(struct cells){"endings", 1, &game_columns, t->ending, .n = NENDINGS});
    cells_pass(way, &(struct cells){"reasons", 1, &game_columns, t->reason, .n = t->words});
    cells_pass(way, &(struct cells){"rounds", 3, &card_columns, &r->report->rounds, n->kinds,
                                    (n->phases + n->options) * ROUNDS, n->cards,
                                    .only = &r->kind, .at = round_at});
    cells_pass(way, &(struct cells){"fates", 2, &fate_columns, r->report->fates.count, n->kinds,
                                    n->cards, .only = &r->kind});
}
