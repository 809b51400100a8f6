/* bots.h - who sits at the table: players at this terminal, and bots. */
#ifndef CANTRIP_TOOLS_BOTS_H
#define CANTRIP_TOOLS_BOTS_H

#include "cantrip.h"
#include "common.h"

/* A player at this terminal; two bots that need no engine; the other bots of CT_BOTS. */
enum player_kind { PLAYER_HUMAN, PLAYER_RANDOM, PLAYER_FIRST, PLAYER_BOT };
/* May be copied. The copies share `bot`, which keeps nothing from pick to pick. */
struct player {
    enum player_kind kind;
    struct ct_rng rng;
    struct ct_bot_spec spec; /* PLAYER_BOT: what it is */
    ct_bot *bot;             /* made at its first pick; players_free */
    ct_policy *policy;       /* if this player was the first to read it; policies_free */
    uint64_t seed;
    bool begun;
};

const char *player_name(enum player_kind kind);
/* "BOT[,BOT…]" over n seats, round and round. 0 or -1 after a message. */
int players_read(const char *command, const char *list, bool human_allowed, struct player *to,
                 int n);
/* Does the list name more players than sit at the table? Then says so. */
bool players_too_many(const char *command, const char *list, int people);
/* How many players the list names. */
int players_count(const char *list);
/* One player as it is written, also "mcts:500". 0, or -1 after a message. */
int player_read(const char *command, const char *text, bool human_allowed, struct player *to);
/* As it is written. `out` has room for `cap` bytes. */
const char *player_title(const struct player *p, char *out, size_t cap);
/* Must the game be played with CT_TRACK? */
bool players_need_knowledge(const struct player *players, int n);
/* The pick of a bot among n choices of a seat. -1: player_error says why. */
int player_choose(struct player *p, const ct_definition *def, ct_state *game, int seat, int n);
/* What choice i was worth to the last player_choose, as ct_bot_worth. False: the bot ranks
 * nothing. */
bool player_worth(const struct player *p, int i, double *worth);
const char *player_error(const struct player *p);
/* The player's pick for a seat, of *n choices. They are listed in the engine afterwards (a bot
 * lists others on its way). -1: *why says why, or ct_error of the engine if *why is unchanged. */
int player_ask(struct player *p, ct_engine *engine, ct_state *game, int seat, int *n,
               const char **why);
/* Plays to the end with the player of each seat. 0, or -1 as above. */
int players_finish(struct player *const *player, ct_engine *engine, ct_state *game,
                   const char **why);
/* Invalid answers of an outside program. Its picks were made at random instead. */
uint64_t player_forfeits(const struct player *p);
/* What was wrong with the first of them. */
enum ct_forfeit player_amiss(const struct player *p);
void players_free(struct player *players, int n);
/* Gives each player a stream of random numbers for the game with this seed. */
void players_seed(struct player *players, int n, uint64_t seed);
/* The pick of a bot among n choices. */
static inline int player_pick(struct player *p, int n)
{
    return p->kind == PLAYER_FIRST || n < 2 ? 0 : (int)ct_rng_below(&p->rng, (uint32_t)n);
}
/* Lines for --help: of commands that have human players, and of the others. */
#define PLAYERS_HELP  "players: human, or a bot:\n" PROGRAMS_KNOWN
#define PROGRAMS_HELP "players, all of them bots:\n" PROGRAMS_KNOWN
#define PROGRAMS_KNOWN                                                                         \
    CT_BOTS(PROGRAM_KNOWN)                                                                     \
    "after a comma:\n"                                                                         \
    "  plies=P: stop a playout after P picks and guess\n"                                      \
    "  playouts=mast: playouts learn which kinds of picks go well\n"                           \
    "  prior=mast: the search tries those first (with playouts=mast)\n"                        \
    "  resample=seats: seats act on their own knowledge (if they see others' cards)\n"         \
    "  policy=FILE: the search follows a file of `cantrip learn`; comes last\n"                \
    "  sees=all: looks at all cards, as a yardstick\n"                                         \
    "  temperature=T: a trained bot errs, more often with a greater T\n"                       \
    "  games=N: a bot trains on N games (5000; in a solitaire 50000)\n"                        \
    "'mcts' takes the first six and 'learnt' the last two. 'flat' takes plies, playouts and "  \
    "sees. If the\n"                                                                           \
    "ruleset has a `bot`, P is 10 for each player, else 300.\n"
#define PROGRAM_KNOWN(id, word, least, more, says)                                             \
    "  " BOT_FORM(word, least, ":N", more) ": " says "\n"
/* How it is written, with its count if it has one: flat:N */
#define BOT_FORM(word, least, count, more) #word BOT_COUNT_##least(count) more
#define BOT_COUNT_0(count)
#define BOT_COUNT_1(count) count

#endif
