/* reportcards.c - what is counted of cards for a report, as tables of a tally, and back. */
#include "cardcolumns.h"
#include "simresult.h"

#define FATES(X) X(taken) X(again) X(counted) X(dead) X(games) X(scored)
#define SUMS(X)  X(points) X(tt) X(td) X(dd)
#define GAMES(X) X(used_in) X(dead_in)

#define COLUMN(field) " " #field "+"
#define FIRST(field)  " " #field "<"
static const char fates_columns[] = FATES(COLUMN) SUMS(COLUMN) GAMES(FIRST);
#undef COLUMN
#undef FIRST

static bool is_asked(const struct sim_result *r, int kind)
{
    return r->kind == EVERY_KIND || r->kind == kind;
}

/* A phase and a round in one number. */
static uint32_t at(const struct round_key *k)
{
    return (uint32_t)k->phase * (LAST_ROUND + 1) + (uint32_t)k->round;
}

static void save_rounds(struct tally_saver *s, const struct sim_result *r)
{
    struct tally_table *table = saver_table(s, "rounds", 3, cardcolumns());
    struct round_tally *t = &r->report->rounds;

    roundtally_sort(t);
    for (size_t i = 0; i < t->n; i++) {
        const struct round_key *k = &t->v[i].key;
        if (t->v[i].count.games && is_asked(r, k->kind))
            cardcolumns_save(tallyfile_row(table, (uint32_t)k->kind, at(k), (uint32_t)k->card),
                             &t->v[i].count);
    }
}

static void save_fates(struct tally_saver *s, const struct sim_result *r)
{
    struct tally_table *table = saver_table(s, "fates", 2, fates_columns + 1);

    for (int k = 0; k < r->names.kinds; k++)
        for (int card = 0; is_asked(r, k) && card < r->names.cards; card++) {
            const struct fate_count *c = fatetally_of(&r->report->fates, k, card);
            if (!c->taken)
                continue;
            __int128 *v = tallyfile_row(table, (uint32_t)k, (uint32_t)card, 0);
#define X(field) *v++ = c->field;
            FATES(X)
            SUMS(X)
#undef X
#define X(field) *v++ = c->field ? (__int128)c->field : TALLY_NOTHING;
            GAMES(X)
#undef X
        }
}

void report_save_cards(struct tally_saver *s, const struct sim_result *r)
{
    save_rounds(s, r);
    save_fates(s, r);
}

static void load_rounds(struct tally_loader *l, struct sim_result *r)
{
    const struct tally_table *table = loader_table(l, "rounds", 3, cardcolumns());

    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        const struct round_key k = {(int)key[0], (int)(key[1] / (LAST_ROUND + 1)),
                                    (int)(key[1] % (LAST_ROUND + 1)), (int)key[2]};
        if (key[0] >= (uint32_t)r->names.kinds || key[2] >= (uint32_t)r->names.cards ||
            key[1] / (LAST_ROUND + 1) >= (uint32_t)(r->names.phases + r->names.options) ||
            !k.round) {
            loader_lacks(l, "rounds");
            return;
        }
        cardcolumns_load(l, "rounds", tallyfile_values(table, row),
                         roundtally_at(&r->report->rounds, &k));
    }
}

static void load_fates(struct tally_loader *l, struct sim_result *r)
{
    const struct tally_table *table = loader_table(l, "fates", 2, fates_columns + 1);

    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        const __int128 *v = tallyfile_values(table, row);
        if (key[0] >= (uint32_t)r->names.kinds || key[1] >= (uint32_t)r->names.cards) {
            loader_lacks(l, "fates");
            return;
        }
        struct fate_count *c =
            &r->report->fates.count[key[0] * (uint32_t)r->names.cards + key[1]];
#define X(field)                                                                               \
    if (!tally_is_count(*v))                                                                   \
        loader_lacks(l, "fates");                                                              \
    c->field = (uint64_t)*v++;
        FATES(X)
#undef X
#define X(field) c->field = *v++;
        SUMS(X)
#undef X
#define X(field) c->field = loader_game(l, "fates", *v++);
        GAMES(X)
#undef X
        if (!c->taken || !c->games || c->dead > c->taken || c->again > c->taken ||
            c->counted > c->taken)
            loader_lacks(l, "fates");
    }
}

void report_load_cards(struct tally_loader *l, struct sim_result *r)
{
    load_rounds(l, r);
    load_fates(l, r);
}
