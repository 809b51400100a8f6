/* versustables.c - what differs between two rulesets, as tables of a tally, and back. */
#include "simresult.h"

#define SUMS(X, s)                                                                             \
    X(s.uu)                                                                                    \
    X(s.uv)                                                                                    \
    X(s.vu) X(s.vv) X(s.up) X(s.uq) X(s.vp) X(s.vq) X(s.pu) X(s.pv) X(s.qu) X(s.qv)
#define COUNTS(X) X(pp) X(pq) X(qp) X(qq) SUMS(X, share) SUMS(X, score)

#define COLUMN(field) " " #field "+"
static const char columns[] = "games+ differ+ first<" COUNTS(COLUMN);
#undef COLUMN

/* ---- saving ---- */

static __int128 game_or_none(uint64_t game)
{
    return game ? (__int128)game : TALLY_NOTHING;
}

static void save_sum(struct tally_table *table, int of, int seat, const struct versus_sum *sum)
{
    if (!sum->differ)
        return;
    __int128 *v = tallyfile_row(table, (uint32_t)of, (uint32_t)seat, 0);
    v[0] = sum->by;
    v[1] = sum->by2;
    v[2] = sum->differ;
    v[3] = game_or_none(sum->first);
}

/* Which quantity a row is of; only the first two have seats. */
enum { SHARE, SCORE, PICKS, TIES };

void versus_save(struct tally_saver *s, const struct sim_result *a)
{
    const struct versus_tally *t = a->versus;
    struct tally_table *table = saver_table(s, "versus", 0, "games+ differ+ first<");
    __int128 *v = tallyfile_row(table, 0, 0, 0);

    v[0] = t->games;
    v[1] = t->differ;
    v[2] = game_or_none(t->first);
    table = saver_table(s, "versus-games", 2, "by+ by2+ differ+ first<");
    for (int i = 0; i < a->seats; i++)
        save_sum(table, SHARE, i, &t->share[i]);
    for (int i = 0; i < a->seats; i++)
        save_sum(table, SCORE, i, &t->score[i]);
    save_sum(table, PICKS, 0, &t->picks);
    save_sum(table, TIES, 0, &t->ties);
    table = saver_table(s, "versus-cards", 2, columns);
    for (int k = 0; k < t->kinds; k++)
        for (int card = 0; card < t->cards; card++) {
            const struct versus_count *c = &t->count[k * t->cards + card];
            if (!c->games || (a->kind != EVERY_KIND && a->kind != k && k != t->kinds - 1))
                continue;
            v = tallyfile_row(table, (uint32_t)k, (uint32_t)card, 0);
            *v++ = c->games;
            *v++ = c->differ;
            *v++ = game_or_none(c->first);
#define X(field) *v++ = c->field;
            COUNTS(X)
#undef X
        }
}

/* ---- loading ---- */

static uint64_t load_count(struct tally_loader *l, const char *name, __int128 v)
{
    if (!tally_is_count(v))
        loader_lacks(l, name);
    return (uint64_t)v;
}

static void load_games(struct tally_loader *l, struct versus_tally *t)
{
    const struct tally_table *table =
        loader_table(l, "versus-games", 2, "by+ by2+ differ+ first<");

    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        const __int128 *v = tallyfile_values(table, row);
        struct versus_sum *sums[] = {t->share, t->score, &t->picks, &t->ties};
        if (key[0] > TIES || key[1] >= (key[0] <= SCORE ? CT_MAX_SEATS : 1)) {
            loader_lacks(l, "versus-games");
            return;
        }
        sums[key[0]][key[1]] =
            (struct versus_sum){v[0], v[1], load_count(l, "versus-games", v[2]),
                                loader_game(l, "versus-games", v[3])};
    }
}

static void load_cards(struct tally_loader *l, struct versus_tally *t)
{
    const struct tally_table *table = loader_table(l, "versus-cards", 2, columns);

    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        const __int128 *v = tallyfile_values(table, row);
        if (key[0] >= (uint32_t)t->kinds || key[1] >= (uint32_t)t->cards) {
            loader_lacks(l, "versus-cards");
            return;
        }
        struct versus_count *c = &t->count[key[0] * (uint32_t)t->cards + key[1]];
        c->games = load_count(l, "versus-cards", *v++);
        c->differ = load_count(l, "versus-cards", *v++);
        c->first = loader_game(l, "versus-cards", *v++);
#define X(field) c->field = *v++;
        COUNTS(X)
#undef X
    }
}

void versus_load(struct tally_loader *l, struct sim_result *a, const struct sim_result *b)
{
    const struct tally_table *table = loader_table(l, "versus", 0, "games+ differ+ first<");

    a->versus = versus_new(&a->names, &b->names);
    if (table && table->rows == 1) {
        const __int128 *v = tallyfile_values(table, 0);
        a->versus->games = load_count(l, "versus", v[0]);
        a->versus->differ = load_count(l, "versus", v[1]);
        a->versus->first = loader_game(l, "versus", v[2]);
    } else {
        loader_lacks(l, "versus");
    }
    load_games(l, a->versus);
    load_cards(l, a->versus);
}
