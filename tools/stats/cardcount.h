/* cardcount.h - results of the seats that picked one card, and of those that passed it. */
#ifndef CANTRIP_TOOLS_STATS_CARDCOUNT_H
#define CANTRIP_TOOLS_STATS_CARDCOUNT_H

#include "columns.h"
#include "inference.h"

/* Sums over games. In a game all seats together pick the card P times and pass it Q times. U is
 * the sum of y over the picks and V over the passes. y is the seat's share of the win, or its
 * score. */
struct card_sums {
    __int128 u, v;           /* sums of U, of V */
    __int128 uu, vv, uv;     /* sums of U², V², U·V */
    __int128 up, uq, vp, vq; /* sums of U·P, U·Q, V·P, V·Q */
};

/* One card in one kind of choice, in games that ended. */
struct card_count {
    uint64_t picked, passed;                    /* offers, as carddeeds_add counts them */
    uint64_t games, games_picked, games_passed; /* games with an offer, a pick, a pass */
    uint64_t holders;                           /* seats with an offer, summed over games */
    uint64_t owners; /* those that had it without a pick (havingtally.h) */
    /* the first game in which a seat picked it and won a share, picked it and won none, passed
     * it; 0: none */
    uint64_t won_in, lost_in, passed_in;
    __int128 pp, qq, pq; /* sums of P², Q², P·Q */
    struct card_sums share, score;
};
extern const struct columns card_columns;

/* What the seats of a game did with a card: how often each picked it, and whether each passed it
 * at its last offer. */
struct card_deeds {
    struct {
        uint32_t picked, passed;
    } seat[CT_MAX_SEATS];
};
/* A seat is offered the card. Only its last offer counts as a pass: ten passes count once, and a
 * later pick replaces them. */
static inline void carddeeds_add(struct card_deeds *d, int seat, bool picked)
{
    d->seat[seat].picked += picked;
    d->seat[seat].passed = !picked;
}
/* The sums over all seats of a finished game: P, Q, and U and V in shares and points. */
struct card_game {
    int64_t p, q;
    __int128 u[2], v[2];
    int holders, owners; /* seats with an offer; seats that had it without a pick */
    bool won, lost;      /* a seat that picked it had a share of the win; had none */
};

/* The results of a card: of seats that picked it, of seats that passed it, and the difference.
 * `known`: at least two games had a pick, and two had a pass. */
struct card_worth {
    bool known;
    struct estimate picked, passed, gain;
};

struct card_game card_game_of(const struct card_deeds *d, const struct ct_result *r);
/* Adds the game with this number (from 1). */
void cardcount_add(struct card_count *c, const struct card_game *g, uint64_t number);
/* `c` counts only games in which the card was picked. Adds the passes of all games: `c` lacks
 * the games in which the card was only passed. */
void cardcount_all_passes(struct card_count *c, const struct card_count *all);
/* In shares of the win (0 … 1); in points. */
struct card_worth card_share(const struct card_count *c);
struct card_worth card_score(const struct card_count *c);

#endif
