/* attack.h - what breaks a game: plans of one rule that are played against trained play, and what was found.
 *
 * Nothing here knows a game: what is tried is made of the actions, questions, cards and traits that the rules declare. All counts
 * are sums of whole numbers, or least numbers of games, so that they are the same for any number of threads.
 */
#ifndef CANTRIP_TOOLS_ATTACK_ATTACK_H
#define CANTRIP_TOOLS_ATTACK_ATTACK_H

#include "tools/bots.h"
#include "tools/buffer.h"
#include "tools/screen/progress.h"
#include "tools/stats/simresult.h"

/* Plans of one rule: enum, what it is in a sentence, of its subject; what it does not settle trained play does. */
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

/* What is found: enum, id, its heading, the least that is told: of the number that its sentence has. */
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

/* A game that shows it: who plays which plan (NULL: none), at which seat (-1: all), with which seed. */
struct shown {
    const struct plan *plan;
    int seat;
    bool soft; /* trained play draws its choices */
    uint64_t seed;
};
struct finding {
    enum finding_kind is;
    const char *about[2]; /* identifiers; or NULL */
    char *says;           /* a sentence; free() */
    char *mend;           /* the smallest change that removes it, where a number can; or NULL */
    double harm;          /* what is to be told first: points of the win away from even */
    struct estimate number;
    bool tested; /* p: how often chance alone would bring as much */
    double p;
    bool shows; /* a game does: */
    struct shown game;
    char *file; /* … its replay, once it is written */
};
struct findings {
    struct finding *v;
    size_t n, cap;
};

/* What became of a line of play: games of a plan at one seat (or at all). */
struct line {
    const struct plan *plan;
    bool all;
    uint64_t seed,
        deals; /* each deal is played with the plan at each seat in turn, or once with it at all */
    struct line_count {
        uint64_t games, unended, failed, said; /* said: picks that the plan settled */
        struct ct_learn_sums sums;             /* by deals */
        uint64_t unended_in, won_in,
            failed_in; /* the first: deal * seats + seat + 1; 0: none */
    } got;
};
/* Of trained play among itself. */
struct course {
    struct game_tally games;
    uint64_t led, kept,
        kept_in; /* games in which one side leads at half time, … and wins; the first */
    int kinds, cards;
    uint64_t choices; /* so far */
    struct course_card {
        uint64_t shown, taken,
            met; /* choices that had it, that took it; the last that had it */
    } * card;
    struct course_kind {
        uint64_t offered, picked;   /* choices that had it, that took it */
        uint64_t swapped, differed; /* samples with another choice in its place; that went
                                     * otherwise with the same picks */
        __int128 gain, gains; /* of the others what came of it, with other picks; its square */
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
    bool late;        /* something was left out: the time was up, or it was stopped */
    struct course course;
    struct sim_result cards; /* of trained play that draws its choices */
    struct progress progress;
    struct findings found;
    uint64_t looked; /* numbers that were tested */
    char *wrong;     /* the first failure; free() */
};

/* ---- plans.c ---- */

/* All plans that the rules allow, of cards and kinds of choices that were met. */
void plans_make(struct attack *a);
/* What the plan takes of n choices, of which trained play takes `pick`; *said: it settled something. -1: failed. */
int plan_pick(const struct plan *p, ct_engine *engine, ct_state *game, int seat, int n,
              int pick, struct player *player, bool *said);
/* The plan in words; free(). What it is about. */
char *plan_text(const struct attack *a, const struct plan *p);
void plan_about(const struct attack *a, const struct plan *p, const char *about[2]);

/* ---- games.c ---- */

/* Plays lines of as many deals each, all over the threads, until so much of the time (0 to 1) is over. `course`: what is counted of trained play; or NULL. */
void lines_play(struct attack *a, struct line *line, size_t n, double part,
                struct course *course);
/* The share of the win that the plan had, with its error. */
struct ct_learn_share line_share(const struct attack *a, const struct line *line);
/* The game that is number `in` of the line. */
struct shown line_game(const struct attack *a, const struct line *line, uint64_t in);
void course_begin(struct course *c, const struct attack *a);
void course_free(struct course *c);
/* A game as the text of a replay, of at most so many picks; free(). NULL: it failed. */
char *game_replay(struct attack *a, const struct shown *game, size_t most);
/* What grows in each round of a game that did not end: "each round adds 1 to purse"; free(). NULL: no round repeats itself. */
char *game_loop(struct attack *a, const struct shown *game);
/* What fails in it; free(). NULL: nothing. */
char *game_fails(struct attack *a, const struct shown *game);
/* Trained play at one seat; `soft`: it draws its choices. */
struct player attack_player(const struct attack *a, bool soft);
/* Is the time up, or were we asked to stop? `part` of the time, from 0 to 1. */
bool attack_over(struct attack *a, double part);

/* ---- find.c: from counts to findings ---- */

void find_all(struct attack *a);
/* For cards that were found too strong or too weak: which number of theirs would make them even (mend.c). */
void mend_all(struct attack *a);
void findings_free(struct findings *f);

/* ---- tell.c ---- */

void attack_print(const struct attack *a);
void attack_json(const struct attack *a);
/* False after a message. */
bool attack_page(const struct attack *a);
bool attack_replays(struct attack *a);

#endif
