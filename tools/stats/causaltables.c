/* causaltables.c - what taking cards did, as tables of a tally, and back. */
#include "simresult.h"

#define COUNTS(X) X(samples) X(same)
#define SUMS(X)                                                                                \
    X(m) X(mm) X(share.md) X(share.mmd) X(share.mmdd) X(margin.md) X(margin.mmd) X(margin.mmdd)
#define GAMES(X) X(better_in) X(worse_in)

#define COLUMN(field) " " #field "+"
#define FIRST(field)  " " #field "<"
static const char columns[] = COUNTS(COLUMN) SUMS(COLUMN) GAMES(FIRST);
#undef COLUMN
#undef FIRST
static const char totals[] = "cut+ won> scored>";

void causal_save(struct tally_saver *s, const struct sim_result *r)
{
    const struct causal_tally *t = r->causal;
    struct tally_table *table = saver_table(s, "causal-totals", 0, totals);
    __int128 *v = tallyfile_row(table, 0, 0, 0);

    v[0] = t->cut;
    v[1] = t->won;
    v[2] = t->scored;
    table = saver_table(s, "causal", 2, columns + 1);
    for (int k = 0; k < t->kinds; k++)
        for (int card = 0; card < t->cards; card++) {
            const struct causal_count *c = causaltally_of(t, k, card);
            if (!c->samples)
                continue;
            v = tallyfile_row(table, (uint32_t)k, (uint32_t)card, 0);
#define X(field) *v++ = c->field;
            COUNTS(X)
            SUMS(X)
#undef X
#define X(field) *v++ = c->field ? (__int128)c->field : TALLY_NOTHING;
            GAMES(X)
#undef X
        }
}

static void load_row(struct tally_loader *l, const __int128 *v, struct causal_count *c)
{
#define X(field)                                                                               \
    if (!tally_is_count(*v))                                                                   \
        loader_lacks(l, "causal");                                                             \
    c->field = (uint64_t)*v++;
    COUNTS(X)
#undef X
#define X(field) c->field = *v++;
    SUMS(X)
#undef X
#define X(field) c->field = loader_game(l, "causal", *v++);
    GAMES(X)
#undef X
    if (!c->samples || c->same > c->samples || c->m < (__int128)c->samples || c->mm < c->m)
        loader_lacks(l, "causal");
}

void causal_load(struct tally_loader *l, struct sim_result *r)
{
    const struct tally_table *table = loader_table(l, "causal-totals", 0, totals);
    struct causal_tally *t = r->causal = causaltally_new(r->names.kinds, r->names.cards);

    if (table && table->rows == 1 && tally_is_count(*tallyfile_values(table, 0))) {
        t->cut = (uint64_t)tallyfile_values(table, 0)[0];
        t->won = tallyfile_values(table, 0)[1] == 1;
        t->scored = tallyfile_values(table, 0)[2] == 1;
    } else {
        loader_lacks(l, "causal-totals");
    }
    table = loader_table(l, "causal", 2, columns + 1);
    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        if (key[0] >= (uint32_t)t->kinds || key[1] >= (uint32_t)t->cards) {
            loader_lacks(l, "causal");
            return;
        }
        load_row(l, tallyfile_values(table, row),
                 &t->count[key[0] * (uint32_t)t->cards + key[1]]);
    }
}
