/* skilltally.c - how much skill there is in a game. */
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

void skilltally_merge(struct skill_tally *into, const struct skill_tally *from)
{
    for (int i = 0; i < from->matches; i++) {
        struct skill_count *a = &into->count[i];
        const struct skill_count *b = &from->count[i];
        a->games += b->games;
        a->share += b->share;
        a->share2 += b->share2;
        a->won_in = earlier(a->won_in, b->won_in);
    }
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

void skilltally_save(struct tally_saver *s, const struct skill_tally *t)
{
    for (int i = 0; i < t->levels; i++) {
        saver_text(s, "skill", t->title[i]);
        saver_fingerprint(s, "skill-weights", t->weights[i]);
    }
    saver_number(s, "skill-games", t->most);
    struct tally_table *table = saver_table(s, "skill", 1, "games+ share+ share2+ won_in<");
    for (int i = 0; i < t->matches; i++) {
        const struct skill_count *c = &t->count[i];
        __int128 *v = tallyfile_row(table, (uint32_t)i, 0, 0);
        v[0] = c->games;
        v[1] = c->share;
        v[2] = c->share2;
        v[3] = c->won_in ? (__int128)c->won_in : TALLY_NOTHING;
    }
}

bool skilltally_load(struct tally_loader *l, struct skill_tally *t, int people)
{
    const char *title[MOST_LEVELS];
    uint64_t weights[MOST_LEVELS];
    int n = 0;

    for (size_t i = 0; i + 1 < l->f->nfields && n < MOST_LEVELS; i++) {
        if (strcmp(l->f->field[i].name, "skill") != 0)
            continue;
        title[n] = l->f->field[i].value;
        weights[n++] = loader_fingerprint(l, l->f->field[i + 1].value);
    }
    if (!n)
        return false;
    skilltally_begin(t, n, people);
    memcpy(t->title, title, (size_t)n * sizeof *title);
    memcpy(t->weights, weights, (size_t)n * sizeof *weights);
    t->most = loader_number(l, "skill-games", INT64_MAX);
    const struct tally_table *table =
        loader_table(l, "skill", 1, "games+ share+ share2+ won_in<");
    if (!table || table->rows != (size_t)t->matches)
        loader_lacks(l, "skill");
    for (size_t i = 0; table && i < table->rows && i < (size_t)t->matches; i++) {
        const __int128 *v = tallyfile_values(table, i);
        if (!tally_is_count(v[0]))
            loader_lacks(l, "skill");
        t->count[i] =
            (struct skill_count){(uint64_t)v[0], loader_game(l, "skill", v[3]), v[1], v[2]};
    }
    return true;
}
