/* target.h - how sure a run should become: `--until 'gain(werewolf) ± 0.001'`, or which of two
 * values is the true one: `--until 'share(new) 0.5 or 0.52'`.
 *
 * A run is checked after fixed numbers of games, all of which have ended. So short games are no
 * more likely to be counted than long ones. It stops at the first check where the standard error
 * is small enough, whatever the value is. This is the fixed-width rule of Chow and Robbins
 * (Annals of Mathematical Statistics 36, 1965, 457-462). Glynn and Whitt (Annals of Applied
 * Probability 2, 1992, 180-198) show that it holds for ratios from simulations: the narrower the
 * width, the nearer the intervals come to their promise.
 *
 * Between two values a sequential probability ratio test decides (Wald, Annals of Mathematical
 * Statistics 16, 1945, 117-186), with the normal likelihood of the mean and its standard error. A
 * wrong answer comes at most one time in 20 where the truth is one of the two values.
 */
#ifndef CANTRIP_TOOLS_STATS_TARGET_H
#define CANTRIP_TOOLS_STATS_TARGET_H

#include "inference.h"

#include <stdbool.h>
#include <stdint.h>

/* The possible targets: word, its argument ("": none), command, meaning. */
#define TARGETS(X)                                                                             \
    X(GAIN, gain, "CARD", "sim", "what picking a card gains, in shares of the win")            \
    X(POINTS, points, "CARD", "sim", "the same in points")                                     \
    X(WINS, wins, "SEAT", "sim", "the part of the games that a seat wins alone")               \
    X(SCORE, score, "SEAT", "sim", "the mean score of a seat")                                 \
    X(LENGTH, length, "", "sim", "the mean picks of a game")                                   \
    X(SHARE, share, "BOT", "arena", "a bot's share of the win")                                \
    X(AHEAD, ahead, "BOT", "arena", "its points ahead of the others")                          \
    X(RATING, rating, "BOT", "arena", "its rating")

enum target_kind {
#define X(id, ...) TARGET_##id,
    TARGETS(X)
#undef X
        NTARGETS
};
struct target {
    enum target_kind kind;
    char text[400];   /* as given */
    char of[320];     /* the card, seat or bot */
    double width;     /* 0: the target is one of two values, */
    double low, high; /* which are these */
    int at,
        in; /* their numbers, set by the command's target_find; `in`: the card's kind of choice */
};

/* Reads a target of a command. False after a message. */
bool target_read(struct target *t, const char *command, const char *text);
/* Is it reached after n games or deals with this value (error negative: unknown)? */
bool target_reached(const struct target *t, struct estimate now, uint64_t n);
/* The next check after n (0: the first check, at `first`), at most `of`. */
uint64_t target_look(uint64_t n, uint64_t first, uint64_t of);
/* Says on stderr how the run ended. */
void target_tell(const struct target *t, struct estimate now, uint64_t n, const char *unit,
                 bool reached);

struct sim_result;
struct arena_result;
/* Sets `at`. False after a message: no such card, seat or bot. */
bool sim_target_find(struct target *t, const char *command, const struct sim_result *r);
bool arena_target_find(struct target *t, const char *command, const struct arena_result *r);
/* The present value with its standard error; -1: unknown. */
struct estimate sim_target_now(const struct target *t, const struct sim_result *r);
struct estimate arena_target_now(const struct target *t, const struct arena_result *r);

/* The first check, in games or deals. */
enum { FIRST_LOOK_GAMES = 1000, FIRST_LOOK_DEALS = 100 };

#define UNTIL_HELP                                                                             \
    "stop when WHAT is known to ±ERROR; 'WHAT LOW or HIGH': when it is clear which. WHAT: "   \
    "gain(CARD), points(CARD), wins(SEAT), score(SEAT), length"
#define UNTIL_ARENA_HELP                                                                       \
    "stop when WHAT is known to ±ERROR; 'WHAT LOW or HIGH': when it is clear which. WHAT: "   \
    "share(BOT), ahead(BOT), rating(BOT)"

#endif
