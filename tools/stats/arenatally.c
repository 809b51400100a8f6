/* arenatally.c - the results of `arena`, to and from a tally. */
#include "arenaresult.h"

#include <stdlib.h>
#include <string.h>

/* The line-up: names of bots, in the order of their first places. */
static void pass_places(struct tally_way *w, struct arena_result *r)
{
    const char *place[MOST_BOTS];
    int bots = 0;

    for (int i = 0; i < r->places; i++)
        place[i] = r->name[r->who[i]];
    r->places = way_each(w, "place", place, r->places, MOST_BOTS, "weights", r->weights, false);
    for (int i = 0; i < r->places; i++) {
        r->who[i] = 0;
        while (r->who[i] < bots && strcmp(r->name[r->who[i]], place[i]) != 0)
            r->who[i]++;
        if (r->who[i] == bots)
            r->name[bots++] = place[i];
    }
    if (!bots)
        way_lacks(w, "place");
    if (w->from)
        deals_begin(&r->counts, bots, r->run.people);
}

static void pass(struct tally_way *w, struct arena_result *r)
{
    way_run(w, "arena", &r->run);
    pass_places(w, r);
    r->games = way_number(w, "games", r->games, INT64_MAX);
    r->until = way_text_if(w, "until", r->until);
    way_numbers(w, "deals", &r->numbers, &r->of);
    deals_tables(&r->counts, w);
}

bool arena_save(struct tally_file *f, const struct arena_result *r)
{
    struct tally_way w = {.to = f};
    struct arena_result same = *r;

    pass(&w, &same);
    return way_end(&w, "arena", NULL);
}

bool arena_load(const struct tally_file *f, struct arena_result *r, char **wrong)
{
    struct tally_way w = {.from = f};

    *r = (struct arena_result){0};
    pass(&w, r);
    return way_end(&w, "arena", wrong);
}

void arena_result_free(struct arena_result *r)
{
    deals_free(&r->counts);
    numbers_free(&r->numbers);
    free(r->run.loaded);
}
