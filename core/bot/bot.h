/* bot.h - players that are programs, for every game and with no line about any.
 *
 *     random            picks by chance
 *     first             picks the first choice
 *     greedy            looks one pick ahead, by `bot.value` or the score
 *     flat:N            N random playouts, shared over the choices
 *     mcts:N[,plies=P]  N iterations of a tree search over what each seat has been told
 *     exec:COMMAND      another program, asked in lines of JSON (README.md); it has 5 seconds
 *                       for an answer, `exec,seconds=S:COMMAND` S
 *
 * A bot knows what its seat knows: it looks at samples (ct_resample), never at the game as it
 * is. It counts iterations and reads no clock, and its random numbers come from the seed it is
 * given, so that its games can be repeated. `mcts:N,forgets` and `flat:N,forgets` remember
 * nothing that they do not see: a measure of what knowledge is worth.
 */
#ifndef CANTRIP_BOT_BOT_H
#define CANTRIP_BOT_BOT_H

#include "cantrip.h"

/* Shares of the win are whole numbers: WHOLE is divisible by every number of seats. */
enum { WHOLE = 27720 };

/* Word, enum, the least count behind the colon (0: no count). */
#define BOTS(X)                                                                                \
    X(RANDOM, random, 0)                                                                       \
    X(FIRST, first, 0)                                                                         \
    X(GREEDY, greedy, 0)                                                                       \
    X(FLAT, flat, 1)                                                                           \
    X(MCTS, mcts, 1)                                                                           \
    X(EXEC, exec, 0)

enum bot_kind {
#define X(id, word, least) BOT_##id,
    BOTS(X)
#undef X
        BOT_KINDS
};

struct bot_spec {
    enum bot_kind kind;
    int n;        /* playouts, iterations */
    int plies;    /* picks of a playout before it is cut; 0: not said */
    bool forgets; /* joins all that is unseen */
    int seconds;  /* for a program's answer; 0: not said */
    char command[256];
};

/* Reads a bot as above. 0; or -1 and what is wrong in `why`. */
int bot_parse(const char *text, struct bot_spec *out, char *why, size_t cap);
/* How it is written. `out` has room for `cap` bytes. */
void bot_name(const struct bot_spec *spec, char *out, size_t cap);
/* Must the game be played with CT_TRACK for this bot? */
bool bot_needs_knowledge(const struct bot_spec *spec);

struct bot;
/* NULL: the scripts of the ruleset do not load (ct_engine_new says why), or memory ran out. */
struct bot *bot_new(const ct_definition *def, const struct bot_spec *spec);
void bot_free(struct bot *bot);
/* Before each game: where it sits and its seed. All games of a bot have the same people and
 * options. What cannot be made ready is told by bot_choose. */
void bot_begin(struct bot *bot, ct_state *game, int seat, uint64_t seed);
/* The number of its choice for `seat`, which is pending; -1: bot_error. */
int bot_choose(struct bot *bot, ct_state *game, int seat);
const char *bot_error(struct bot *bot);

/* What the last bot_choose that searched thought of choice i: its share of the win (greedy: a
 * measure of the position), by how many playouts. False: nothing. */
struct bot_estimate {
    double share;
    uint64_t visits;
};
bool bot_estimate(const struct bot *bot, int i, struct bot_estimate *out);

struct bot_stats {
    uint64_t choices;    /* searched */
    uint64_t iterations; /* playouts */
    uint64_t picks;      /* in playouts, among two or more, those taken back too */
    uint64_t refused;    /* choices made at random: 1,000 samples were refused */
    uint64_t forfeits;   /* exec: answers that were none, made up by chance */
};
struct bot_stats bot_get_stats(const struct bot *bot);

#endif
