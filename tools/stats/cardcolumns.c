/* cardcolumns.c - what is counted of a card, as a row of a tally: its columns are fields of struct card_count. */
#include "cardcolumns.h"

#define CARD_SUMS(X, s) X(s.u) X(s.v) X(s.uu) X(s.vv) X(s.uv) X(s.up) X(s.uq) X(s.vp) X(s.vq)
#define CARD_COUNTS(X)                                                                         \
    X(picked) X(passed) X(games) X(games_picked) X(games_passed) X(holders) X(owners)
#define CARD_GAMES(X) X(won_in) X(lost_in) X(passed_in)
#define CARDS(X)      CARD_COUNTS(X) X(pp) X(qq) X(pq) CARD_SUMS(X, share) CARD_SUMS(X, score)

#define COLUMN(field) " " #field "+"
#define FIRST(field)  " " #field "<"
static const char columns[] = CARDS(COLUMN) CARD_GAMES(FIRST);
#undef COLUMN
#undef FIRST
enum {
#define COUNT(field) +1
    NCARD_COUNTS = 0 CARD_COUNTS(COUNT)
#undef COUNT
};

const char *cardcolumns(void)
{
    return columns + 1;
}

void cardcolumns_save(__int128 *v, const struct card_count *c)
{
#define X(field) *v++ = c->field;
    CARDS(X)
#undef X
#define X(field) *v++ = c->field ? (__int128)c->field : TALLY_NOTHING;
    CARD_GAMES(X)
#undef X
}

void cardcolumns_load(struct tally_loader *l, const char *table, const __int128 *v,
                      struct card_count *c)
{
    for (int i = 0; i < NCARD_COUNTS; i++)
        if (!tally_is_count(v[i]))
            loader_lacks(l, table);
#define X(field) c->field = (__typeof__(c->field))*v++;
    CARDS(X)
#undef X
#define X(field) c->field = loader_game(l, table, *v++);
    CARD_GAMES(X)
#undef X
    if (!c->games || c->picked < c->games_picked || c->passed < c->games_passed ||
        c->games_picked > c->games || c->games_passed > c->games ||
        c->games > c->games_picked + c->games_passed || !c->games_picked != !c->picked ||
        !c->games_passed != !c->passed || c->holders < c->games || c->owners > c->holders ||
        c->holders > c->picked + c->passed)
        loader_lacks(l, table);
}
