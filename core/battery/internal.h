/* internal.h - shared by the files of the battery. */
#ifndef CANTRIP_BATTERY_INTERNAL_H
#define CANTRIP_BATTERY_INTERNAL_H

#include "api/internal.h"

struct bytes {
    uint8_t *v;
    size_t n, cap;
};
/* A pick as it was made, and the hash of the game before it. */
struct past_pick {
    uint8_t seat;
    int index;
    uint64_t hash;
};
/* The game so far: every pick, and the state before every `stride`-th pick. Room of earlier,
 * larger games stays. */
struct past {
    struct past_pick *v;
    size_t n, stride;
    ct_state **kept;
    size_t nkept, nstates;
};

enum { BATTERY_WAYS = 6 };
/* Two engines play the same game. `straight` plays state a without a break; `round` plays b,
 * which at every pick is written to bytes and read back. */
struct battery {
    const ct_definition *def;
    const struct ct_setup *setup;
    struct ct_battery *out;
    ct_engine *straight, *round;
    ct_state *a, *b, *sample, *other;
    ct_state *way[BATTERY_WAYS]; /* ways.c */
    struct ct_rng picks, rng,
        ways; /* rng, ways: random numbers for the laws, apart from those for picks */
    uint64_t game, seed; /* of the game under way, from 1 */
    uint64_t end;        /* hash of its last state */
    struct past past;
    /* of `a` at this pick: its hash, its position key, what each observer sees */
    uint64_t hash, position;
    struct bytes view[CT_MAX_SEATS + 1];
    uint64_t choices
        [CT_MAX_SEATS]; /* … of each seat that is asked: its choices as one number, how many */
    int nchoices[CT_MAX_SEATS];
    struct bytes view_b, written, keys;
    uint8_t rubbish; /* for the dead bytes of b at its next pick */
    bool only_play;
    bool held;       /* the game is being checked */
    bool no_memory;  /* out of memory: laws are neither broken nor proved */
    unsigned losses; /* mem_losses when it began */
    /* the straight engine's scripts, listened to */
    struct khost inner;
    uint64_t print;                   /* fingerprint of all that hooks reach */
    unsigned *watched, *watched_pure; /* calls of each hook that were looked at one by one */
    unsigned watched_laws;            /* picks at which the check and bot hooks ran */
    char hook[112];                   /* the hook that ran last */
    bool named;                       /* the error names its hook itself */
    char keeper[112];                 /* the hook that kept something; "": none */
    uint32_t hopeless;                /* seats that bot.hopeless gave up in this game */
    /* a third engine, which counts what runs; NULL if games are only played */
    ct_coverage *coverage;
    struct kran ran;
    ct_engine *counting;
    ct_state *counted; /* NULL: it could not follow */
};

/* Notes that memory ran out; returns false. */
bool battery_no_memory(struct battery *t);
/* Makes room for so many bytes. */
bool battery_room(struct battery *t, struct bytes *to, size_t size);
/* Notes that a law is broken, once: `fmt` says how. Returns false. */
bool law_broken(struct battery *t, enum ct_law law, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Does so with an error of `e`. */
bool law_error(struct battery *t, enum ct_law law, ct_engine *e, const char *what);
/* Does so with an earlier error's code and TEXT. */
bool law_fault(struct battery *t, enum ct_law law, enum kerrcode code, const char *what,
               const char *text);

/* ---- coverage.c: notes what ran in out->ran ---- */

/* False: no memory. */
bool coverage_begin(struct battery *t);
void coverage_game(struct battery *t, struct ct_setup setup); /* one begins */
void coverage_advance(struct battery *t);               /* the straight game has gone on */
void coverage_pick(struct battery *t, int seat, int i); /* before it is made there */
void coverage_over(struct battery *t);                  /* a game is */
void coverage_end(struct battery *t);

/* ---- laws.c: each false when its law is broken ---- */

/* Listens to the straight engine's scripts and forgets earlier results. */
void laws_listen(struct battery *t);
/* Starts the checks of the next position of a. */
bool law_look(struct battery *t);
/* Writes b to bytes and reads it, with rubbish in unused bytes. It must stay equal to a. */
bool law_same(struct battery *t);
bool law_keeps(struct battery *t);
bool law_checks(struct battery *t);
/* Calls the bot hooks of the scripts for every player. */
bool law_judges(struct battery *t);
/* No winner may have been given up. */
bool law_given_up(struct battery *t, uint32_t winners);
/* Compares every pending seat's choices in both games. */
bool law_choices(struct battery *t);
/* Checks what every observer can and cannot know, with another world of theirs. */
bool law_worlds(struct battery *t);
/* Back through `past` to the start, and forward again from every state that was kept. */
bool law_undo(struct battery *t);

/* ---- ways.c: positions that come about in several ways ---- */

/* Room for the ways from a game that begins; false: no memory. */
bool ways_begin(struct battery *t);
void ways_end(struct battery *t);
/* Positions with the same key must continue alike. */
bool law_ways(struct battery *t);

#endif
