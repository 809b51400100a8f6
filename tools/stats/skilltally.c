/* skilltally.c - how much skill a game needs. */
#include "skilltally.h"

#include "tally.h"

#include <math.h>
#include <string.h>

static void add_match(struct skill_tally *t, int level, int others)
{
    t->match[t->matches++] = (struct skill_match){level, others};
}

void skilltally_begin(struct skill_tally *t, int levels, int people)
{
    *t = (struct skill_tally){.levels = levels};
    for (int i = 0; people == 1 && i < levels; i++)
        add_match(t, i, -1);
    for (int i = 1; people > 1 && i < levels; i++)
        add_match(t, i, i - 1);
    for (int i = 2; people > 1 && i < levels; i++)
        add_match(t, i, 0);
}

void skilltally_add(struct skill_tally *t, int match, int share, uint64_t number)
{
    struct skill_count *c = &t->count[match];

    c->games++;
    c->share += share;
    c->share2 += (__int128)share * share;
    c->won_in = earlier(c->won_in, share ? number : 0);
}

#define COUNTED struct skill_count
static const struct columns columns =
    COLUMNS(NULL, COUNT(games), SUM(share), SUM(share2), FIRST(won_in));

void skilltally_merge(struct skill_tally *into, const struct skill_tally *from)
{
    columns_merge(&columns, into->count, from->count, (size_t)from->matches);
}

void skilltally_clear(struct skill_tally *t)
{
    memset(t->count, 0, sizeof t->count);
}

struct estimate skill_share(const struct skill_count *c)
{
    double n = (double)c->games, mean = n > 0 ? (double)c->share / n : 0,
           spread = n > 0 ? (double)c->share2 / n - mean * mean : 0;

    return (struct estimate){mean / CT_WHOLE,
                             n > 1 ? sqrt(fmax(spread, 0) / (n - 1)) / CT_WHOLE : 0};
}

double skill_rating(double share, int n)
{
    if (share <= 0 || share >= 1)
        return share > 0 ? INFINITY : -INFINITY;
    return 400 * log10(share * n / (1 - share));
}

/* ---- in a tally ---- */

bool skilltally_pass(struct skill_tally *t, int people, struct tally_way *w)
{
    struct skill_tally had = *t;

    had.levels = way_each(w, "skill", had.title, had.levels, MOST_LEVELS, "skill-weights",
                          had.weights, true);
    if (!had.levels)
        return false;
    if (w->from) {
        skilltally_begin(t, had.levels, people);
        memcpy(t->title, had.title, sizeof t->title);
        memcpy(t->weights, had.weights, sizeof t->weights);
    }
    t->most = way_number(w, "skill-games", t->most, INT64_MAX);
    cells_pass(w, &(struct cells){"skill", 1, &columns, t->count, t->matches, .whole = true});
    return true;
}
