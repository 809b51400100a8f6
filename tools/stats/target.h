/* target.h - how sure a run should become: `--until 'gain(werewolf) ± 0.001'`.
 *
 * A run is checked after fixed numbers of games, all of which have ended. So short games are no
 * more likely to be counted than long ones. It stops at the first check where the standard error
 * is small enough, whatever the value is. This is the fixed-width rule of Chow and Robbins
 * (Annals of Mathematical Statistics 36, 1965, 457-462). Glynn and Whitt (Annals of Applied
 * Probability 2, 1992, 180-198) show that it holds for ratios from simulations: the narrower the
 * width, the nearer the intervals come to their promise.
 */
#ifndef CANTRIP_TOOLS_STATS_TARGET_H
#define CANTRIP_TOOLS_STATS_TARGET_H

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
    char text[400]; /* as given */
    char of[320];   /* the card, seat or bot */
    double width;
    int at,
        in; /* their numbers, set by the command's target_find; `in`: the card's kind of choice */
};

/* Reads a target of a command. False after a message. */
bool target_read(struct target *t, const char *command, const char *text);
/* Is it reached after n games or deals with this standard error (negative: unknown)? */
bool target_reached(const struct target *t, double error, uint64_t n);
/* The next check after n (0: the first check, at `first`), at most `of`. */
uint64_t target_look(uint64_t n, uint64_t first, uint64_t of);
/* Says on stderr how the run ended. */
void target_tell(const struct target *t, double error, uint64_t n, const char *unit,
                 bool reached);

struct sim_result;
struct arena_result;
/* Sets `at`. False after a message: no such card, seat or bot. */
bool sim_target_find(struct target *t, const char *command, const struct sim_result *r);
bool arena_target_find(struct target *t, const char *command, const struct arena_result *r);
/* The present standard error; -1: unknown. */
double sim_target_error(const struct target *t, const struct sim_result *r);
double arena_target_error(const struct target *t, const struct arena_result *r);

/* The first check, in games or deals. */
enum { FIRST_LOOK_GAMES = 1000, FIRST_LOOK_DEALS = 100 };

#define UNTIL_HELP                                                                             \
    "stop when this is as sure: gain(CARD), points(CARD), wins(SEAT), score(SEAT), length"
#define UNTIL_ARENA_HELP "stop when this is as sure: share(BOT), ahead(BOT), rating(BOT)"

#endif
