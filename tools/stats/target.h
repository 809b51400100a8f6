/* target.h - how sure a run is to become: `--until 'gain(werewolf) ± 0.001'`.
 *
 * A run is looked at after stated numbers of games, all of which have ended: a prefix of the numbers, so that short games are
 * no more likely to be counted than long ones. It stops at the first look at which the standard error is small enough; what
 * the value is plays no part. That is the fixed-width rule of Chow and Robbins (Annals of Mathematical Statistics 36, 1965,
 * 457-462), which Glynn and Whitt (Annals of Applied Probability 2, 1992, 180-198) show valid for estimates of simulations
 * such as ratios: the narrower the width, the nearer are intervals to holding the truth as often as they say.
 */
#ifndef CANTRIP_TOOLS_STATS_TARGET_H
#define CANTRIP_TOOLS_STATS_TARGET_H

#include <stdbool.h>
#include <stdint.h>

/* What can be asked for: word, of what ("": of nothing), command, what it is. */
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
    char text[400]; /* as it is written */
    char of[320];   /* the card, seat or bot */
    double width;
    int at,
        in; /* what that is, as a number: target_find of the command; `in`: the card's kind of choice */
};

/* Reads a target of a command. False after a message. */
bool target_read(struct target *t, const char *command, const char *text);
/* Is it reached after n games or deals, with this standard error (negative: not known)? */
bool target_reached(const struct target *t, double error, uint64_t n);
/* The next look after that at n (0: the first; `first` is when), at most `of`. */
uint64_t target_look(uint64_t n, uint64_t first, uint64_t of);
/* Says on stderr how the run ended. */
void target_tell(const struct target *t, double error, uint64_t n, const char *unit,
                 bool reached);

struct sim_result;
struct arena_result;
/* Sets `at`. False after a message: there is no such card, seat, bot. */
bool sim_target_find(struct target *t, const char *command, const struct sim_result *r);
bool arena_target_find(struct target *t, const char *command, const struct arena_result *r);
/* The standard error as it stands; -1: not known. */
double sim_target_error(const struct target *t, const struct sim_result *r);
double arena_target_error(const struct target *t, const struct arena_result *r);

/* The first look: after so many games, or deals. */
enum { FIRST_LOOK_GAMES = 1000, FIRST_LOOK_DEALS = 100 };

#define UNTIL_HELP                                                                             \
    "stop when this is as sure: gain(CARD), points(CARD), wins(SEAT), score(SEAT), length"
#define UNTIL_ARENA_HELP "stop when this is as sure: share(BOT), ahead(BOT), rating(BOT)"

#endif
