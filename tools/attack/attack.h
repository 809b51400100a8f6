/* attack.h - what breaks a game: plans of one rule, played against trained bots, and what they
 * find.
 *
 * Nothing here knows a game: plans are made of the actions, questions, cards and traits that the
 * rules declare. All counts are sums of whole numbers, or least numbers of games, so they are the
 * same for any number of threads. */
#ifndef CANTRIP_TOOLS_ATTACK_ATTACK_H
#define CANTRIP_TOOLS_ATTACK_ATTACK_H

#include "tools/bots.h"
#include "tools/buffer.h"
#include "tools/screen/progress.h"
#include "tools/stats/simresult.h"

/* Plans of one rule: enum, the rule. Where the rule settles nothing, the plan plays as a trained
 * bot. */
#define PLANS(X)                                                                               \
    X(KIND, "always '%s' when it is offered")                                                  \
    X(NOT_KIND, "never '%s' if there is another choice")                                       \
    X(CARD, "always %s when it is offered")                                                    \
    X(KIND_CARD, "always '%s' with %s when it is offered")                                     \
    X(WORD, "always cards that are '%s'")                                                      \
    X(MOST, "always the card with the most '%s'")                                              \
    X(LEAST, "always the card with the least '%s'")                                            \
    X(GREATEST, "always the greatest number")                                                  \
    X(SMALLEST, "always the smallest number")                                                  \
    X(DONE, "stop as soon as possible")                                                        \
    X(FIRST, "always the first choice")                                                        \
    X(CHANCE, "any choice at random")
enum plan_kind {
#define X(name, says) PLAN_##name,
    PLANS(X)
#undef X
};
/* kind: for ct_kind_id; -1 is none. */
struct plan {
    enum plan_kind is;
    int kind, card, trait, word;
};

/* Findings: enum, id, heading, and the least number worth reporting. */
#define FINDINGS(X)                                                                            \
    X(BROKEN, broken, "the game fails", 0)                                                     \
    X(ENDLESS, endless, "games that do not end", 0)                                            \
    X(LOOP, loop, "a loop", 0)                                                                 \
    X(PLAN, plan, "a simple plan that beats trained bots", 0.04)                               \
    X(SEAT, seat, "a seat that wins more or less than its share", 0.03)                        \
    X(STRONG, strong, "a card that is too strong", 0.15)                                       \
    X(WEAK, weak, "a card that is never worth taking", 0.3)                                    \
    X(PAIR, pair, "two cards that win far more together than apart", 0.25)                     \
    X(LEADER, leader, "leaders who are never caught", 0.8)                                     \
    X(NEVER, never, "an action that is never worth taking", 0.04)                              \
    X(DOMINATED, dominated, "a card that another one beats in everything", 0)                  \
    X(IDLE, idle, "a decision that never matters", 0)                                          \
    X(UNUSED, unused, "a rule that nobody ever used", 0)
enum finding_kind {
#define X(name, id, says, least) FIND_##name,
    FINDINGS(X)
#undef X
        NFINDINGS
};

/* A game that shows it: the plan (NULL: none), its seat (-1: all), the seed. */
struct shown {
    const struct plan *plan;
    int seat;
    bool soft; /* trained bots draw their picks */
    uint64_t seed;
};
struct finding {
    enum finding_kind is;
    const char *about[2]; /* identifiers; or NULL */
    char *says;           /* a sentence; free() */
    char *mend;           /* the smallest change of a number that removes it; or NULL */
    double harm;          /* points of the win away from even; the worst comes first */
    struct estimate number;
    bool tested; /* p: how often luck alone brings as much */
    double p;
    bool shows; /* a game does: */
    struct shown game;
    char *file; /* … its replay, once written */
};
struct findings {
    struct finding *v;
    size_t n, cap;
};

/* The results of a line of play: games with a plan at one seat, or at all. */
struct line {
    const struct plan *plan;
    bool all;
    uint64_t seed, deals; /* a deal: with the plan at each seat in turn, or at all seats */
    struct line_count {
        uint64_t games, unended, failed, said; /* said: picks that the plan settled */
        struct ct_learn_sums sums;             /* by deals */
        uint64_t unended_in, won_in,
            failed_in; /* the first: deal * seats + seat + 1; 0: none */
    } got;
};
/* Counts of games of trained bots. */
struct course {
    struct game_tally games;
    uint64_t led, kept, kept_in; /* games: one side leads at half time, … and wins; the first */
    int kinds, cards;
    uint64_t choices; /* so far */
    struct course_card {
        uint64_t shown, taken, met; /* choices that had it, that took it; the last with it */
    } * card;
    struct course_kind {
        uint64_t offered, picked;   /* choices that had it, that took it */
        uint64_t swapped, differed; /* samples with another choice; … and another result */
        __int128 gain, gains;       /* what the others gained, with other picks; its square */
    } * kind;
};

struct attack {
    const char *name;
    const ct_definition *def;
    struct ct_setup setup;
    struct list options;
    uint64_t seed;
    int64_t games, seconds, lessons;
    int jobs, people, seats;
    bool json;
    const char *out, *page;
    ct_policy *policy;
    struct ct_learn_share trained; /* against random bots */
    struct card_names names;
    struct plan *plan;
    size_t plans, cap;
    uint64_t longest; /* a game is cut after so many picks */
    double begun;     /* by seconds_now */
    bool late;        /* something was left out: time was up, or it was stopped */
    struct course course;
    struct sim_result cards; /* of trained bots that draw their picks */
    struct progress progress;
    struct findings found;
    uint64_t looked; /* numbers that were tested */
    char *wrong;     /* the first failure; free() */
};

/* ---- plans.c ---- */

/* Makes all plans that the rules allow, of cards and kinds of choices that came up. */
void plans_make(struct attack *a);
/* The plan's choice of n, where a trained bot takes `pick`. *said: the plan settled it. -1:
 * failed. */
int plan_pick(const struct plan *p, ct_engine *engine, ct_state *game, int seat, int n,
              int pick, struct player *player, bool *said);
/* The plan in words (free()). */
char *plan_text(const struct attack *a, const struct plan *p);
void plan_about(const struct attack *a, const struct plan *p, const char *about[2]);

/* ---- games.c ---- */

/* Plays lines of equally many deals in threads, until a part of the time (0 to 1) is over.
 * `course` counts the play of trained bots, unless NULL. */
void lines_play(struct attack *a, struct line *line, size_t n, double part,
                struct course *course);
/* The plan's share of the win, with its error. */
struct ct_learn_share line_share(const struct attack *a, const struct line *line);
/* Game number `in` of the line. */
struct shown line_game(const struct attack *a, const struct line *line, uint64_t in);
void course_begin(struct course *c, const struct attack *a);
void course_free(struct course *c);
/* A game as a replay, up to `most` picks (free()). NULL: it failed. */
char *game_replay(struct attack *a, const struct shown *game, size_t most);
/* What grows in each round of an endless game: "each round adds 1 to purse" (free()). NULL: no
 * round repeats itself. */
char *game_loop(struct attack *a, const struct shown *game);
/* What fails in a game (free()). NULL: nothing. */
char *game_fails(struct attack *a, const struct shown *game);
/* A trained bot. `soft`: it draws its picks. */
struct player attack_player(const struct attack *a, bool soft);
/* Is this part of the time (0 to 1) over, or did somebody stop us? */
bool attack_over(struct attack *a, double part);

/* ---- find.c: from counts to findings ---- */

void find_all(struct attack *a);
/* Finds the number that would make each too strong or too weak card even (mend.c). */
void mend_all(struct attack *a);
void findings_free(struct findings *f);

/* ---- tell.c ---- */

void attack_print(const struct attack *a);
/* False after a message. */
bool attack_page(const struct attack *a);
bool attack_replays(struct attack *a);

#endif
