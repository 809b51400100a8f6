/* cardcount.h - what became of the seats that picked one card, and of those that passed it: sums, and what they say. */
#ifndef CANTRIP_TOOLS_STATS_CARDCOUNT_H
#define CANTRIP_TOOLS_STATS_CARDCOUNT_H

#include "columns.h"

/* Sums over games. In a game all seats together pick the card P times and pass it Q times; U is the sum of y over those
 * picks, V over those passes, where y is the seat's share of the win or its score. */
struct card_sums {
    __int128 u, v;           /* of U, of V */
    __int128 uu, vv, uv;     /* of U², V², U·V */
    __int128 up, uq, vp, vq; /* of U·P, U·Q, V·P, V·Q */
};

/* One card in one kind of choice, in games that ended. */
struct card_count {
    uint64_t picked, passed;                    /* offers; see carddeeds_add */
    uint64_t games, games_picked, games_passed; /* in which it was offered, picked, passed */
    uint64_t
        holders; /* seats of those games that it was offered to, each game's counted anew; … */
    uint64_t owners; /* … that had it without picking it (havingtally.h) */
    uint64_t won_in, lost_in, passed_in; /* the first game in which a seat that picked it had a
                                          * share of the win, had none, in which one passed it; 0: none */
    __int128 pp, qq, pq;                 /* sums of P², Q², P·Q */
    struct card_sums share, score;
};
extern const struct columns card_columns;

/* What the seats of a game did with it: how often each picked it, and whether it passed it at its last offer. */
struct card_deeds {
    struct {
        uint32_t picked, passed;
    } seat[CT_MAX_SEATS];
};
/* A seat is offered the card. A pass counts at the last offer: not if the seat picks the card later, and once if it passes it ten times. */
static inline void carddeeds_add(struct card_deeds *d, int seat, bool picked)
{
    d->seat[seat].picked += picked;
    d->seat[seat].passed = !picked;
}
/* The same of all seats together, in a game that is over: P, Q; U and V in shares and in points. */
struct card_game {
    int64_t p, q;
    __int128 u[2], v[2];
    int holders, owners; /* seats that did either; … that had it without picking it */
    bool won, lost;      /* a seat that picked it had a share of the win, had none */
};

/* A mean, or the difference of two, with its standard error. */
struct estimate {
    double mean, error;
};
/* What a card's numbers say: with those who picked it, with those who passed it, and the first less the
 * second. `known`: in two games at least somebody did either. */
struct card_worth {
    bool known;
    struct estimate picked, passed, gain;
};

struct card_game card_game_of(const struct card_deeds *d, const struct ct_result *r);
/* The game has this number (from 1). */
void cardcount_add(struct card_count *c, const struct card_game *g, uint64_t number);
/* C counts some games in which a card was picked; the passes of all games are put in: those in which it was passed alone come to it. */
void cardcount_all_passes(struct card_count *c, const struct card_count *all);
/* In shares of the win (0 … 1), in points. */
struct card_worth card_share(const struct card_count *c);
struct card_worth card_score(const struct card_count *c);

#endif
