/* reporttally.c - all that is counted for a report. */
#include "reporttally.h"

#include "tools/memory.h"

#include <stdlib.h>

struct report_tally *reporttally_new(const struct card_names *names)
{
    struct report_tally *t = mem_zero(sizeof *t);

    gametally_begin(&t->games, names->kinds);
    return t;
}

void reporttally_pick(struct report_tally *t, ct_engine *engine, ct_state *game, int seat,
                      int n, int pick, uint64_t number)
{
    gametally_pick(&t->games, ct_choice_kind(engine, game, seat, pick), n, number);
}

void reporttally_game(struct report_tally *t, const ct_state *game, const struct ct_result *r,
                      uint64_t number)
{
    gametally_game(&t->games, game, r, number);
}

void reporttally_merge(struct report_tally *into, const struct report_tally *from)
{
    gametally_merge(&into->games, &from->games);
}

void reporttally_clear(struct report_tally *t)
{
    gametally_clear(&t->games);
}

void reporttally_free(struct report_tally *t)
{
    if (t)
        gametally_free(&t->games);
    free(t);
}
