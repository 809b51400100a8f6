/* reporttally.c - all counts for a report. */
#include "reporttally.h"

#include "tools/memory.h"

#include <stdlib.h>

struct report_tally *reporttally_new(const struct card_names *names)
{
    struct report_tally *t = mem_zero(sizeof *t);

    t->phases = names->phases;
    t->options = names->options;
    gametally_begin(&t->games, names->kinds, names->words);
    fatetally_begin(&t->fates, names->kinds, names->cards);
    return t;
}

void reporttally_asked(struct report_tally *t, ct_engine *engine, ct_state *game)
{
    gametally_asked(&t->games, engine, game);
}

void reporttally_pick(struct report_tally *t, ct_engine *engine, ct_state *game, int seat,
                      int n, int pick, const struct card_tally *cards, uint64_t number)
{
    gametally_pick(&t->games, ct_choice_kind(engine, game, seat, pick), n, number);
    if (!cards)
        return;
    roundtally_pick(&t->rounds, engine, game, seat, cards);
    for (int i = 0; i < t->options; i++)
        roundtally_count(&t->rounds, t->phases + i, t->value[i] + 1, seat, cards);
    fatetally_pick(&t->fates, seat, cards);
}

void reporttally_game(struct report_tally *t, ct_engine *engine, ct_state *game,
                      const struct ct_result *r, uint64_t number)
{
    gametally_game(&t->games, engine, game, r, number);
    roundtally_game(&t->rounds, r, number);
    fatetally_game(&t->fates, engine, game, r, number);
}

void reporttally_merge(struct report_tally *into, const struct report_tally *from)
{
    gametally_merge(&into->games, &from->games);
    roundtally_merge(&into->rounds, &from->rounds);
    fatetally_merge(&into->fates, &from->fates);
}

void reporttally_free(struct report_tally *t)
{
    if (!t)
        return;
    gametally_free(&t->games);
    roundtally_free(&t->rounds);
    fatetally_free(&t->fates);
    free(t);
}
