/* simreport.c - the results of `sim`, and of `merge` for its tallies. */
#include "simresult.h"

#include <stdlib.h>

void sim_result_free(struct sim_result *r)
{
    tally_clear(&r->total);
    cardtally_free(&r->card);
    reporttally_free(r->report);
    versus_free(r->versus);
    free(r->skill);
    causaltally_free(r->causal);
    card_names_free(&r->names);
    numbers_free(&r->numbers);
    free(r->run.loaded);
}

void sim_merge(struct sim_result *into, const struct sim_result *from)
{
    tally_merge(&into->total, &from->total);
    if (sim_counts_cards(into))
        cardtally_merge(&into->card, &from->card);
    if (into->report)
        reporttally_merge(into->report, from->report);
    if (into->versus && from->versus)
        versus_merge(into->versus, from->versus);
    if (into->skill && from->skill)
        skilltally_merge(into->skill, from->skill);
    if (into->causal && from->causal)
        causaltally_merge(into->causal, from->causal);
    numbers_join(&into->numbers, &from->numbers);
}

void sim_begin_counts(struct sim_result *r, const struct sim_result *like, bool report,
                      bool causal)
{
    if (like->cards || report)
        cardtally_begin(&r->card, like->names.kinds, like->names.cards,
                        like->pairs || report ? like->kind : NO_KIND);
    r->report = report ? reporttally_new(&like->names) : NULL;
    r->causal = causal ? causaltally_new(like->names.kinds, like->names.cards) : NULL;
}

void sim_begin_like(struct sim_result *r, const struct sim_result *like,
                    const struct sim_result *other)
{
    *r = (struct sim_result){.cards = like->cards};
    sim_begin_counts(r, like, like->report, like->causal);
    if (other)
        r->versus = versus_new(&like->names, &other->names);
}
