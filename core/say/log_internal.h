/* log_internal.h - shared by log.c (what is told, and its order) and log_move.c (sentences about
 * moved and turned cards). */
#ifndef CANTRIP_SAY_LOG_INTERNAL_H
#define CANTRIP_SAY_LOG_INTERNAL_H

#include "say/describe_internal.h"
#include "say/log.h"

enum {
    LOG_PHASES = 16,
    LOG_ZONES = 256,
    TOLD_PARTS = 3,
    TOLD_CARDS = TOLD_PARTS + K_MAX_CHOSEN
};

/* A card that moved, turned or was shown. `seat`: who did it or whose card it is, or NO_SEAT.
 * `owner`: of a turned card. */
struct moved {
    uint16_t def,
        card; /* the card itself, if that reveals nothing: it stays in its slot; else NO_CARD */
    uint8_t seat, from_seat, to_seat, owner;
    uint64_t number; /* of the event */
};

/* Events that belong together: same kind, zones, cause. */
struct group {
    bool open;
    uint8_t kind;     /* TELL_MOVE, TELL_TURN or TELL_SHOW */
    uint8_t face;     /* TURN */
    uint8_t from, to; /* zones; SHOW: from */
    uint16_t seats;   /* SHOW: the observer */
    uint16_t text;    /* the step's text, or REF_NONE */
    uint16_t had;     /* MOVE: how many cards the viewer has there afterwards */
    bool chosen;      /* a pick is being carried out */
    bool of_another;  /* MOVE: a player moves another's cards, but does not play them */
    bool mixed;       /* MOVE: a step with its own words, with several source or target zones */
    bool in_effect;
    uint16_t effect; /* the card of the effect, or REF_NONE */
    uint16_t people_seats;
    struct moved *v;
    uint64_t step; /* MOVE: that of its last card (kevent.step) */
    uint64_t last; /* its last event, by number */
    size_t n;
    int cap;
};

struct log {
    const struct voice *voice;
    int viewer;
    ct_log_fn fn;
    void *ctx;
    struct {
        uint16_t id, number;
        uint8_t seat;
        bool counts, told;
        uint64_t event; /* its first event */
    } phase[LOG_PHASES];
    int nphases;
    struct group group;
    struct group
        spared; /* last moved cards that were told with their pick: not told again alone */
    /* zones whose cards were all passed to the viewer and not told yet: the viewer was not asked
     * since */
    uint8_t given[LOG_ZONES / 8];
    uint16_t effect; /* definition of the effect told last */
    /* keffect to be told in words if nothing is seen to come of it, REF_NONE */
    uint16_t held;
    uint8_t held_seat;
    bool held_acted;                /* something was told since */
    uint64_t held_number;           /* the event that it is */
    struct kchoice told;            /* a pick that is told in words */
    uint16_t told_card[TOLD_CARDS]; /* its card, helper and target, then its set … */
    uint16_t told_def[TOLD_CARDS];  /* … as the viewer sees them, REF_NONE: a back */
    int8_t told_owner[CT_PART_SET]; /* owners of its cards, by part */
    struct ct_worth told_worth[CT_MAX_WORTH]; /* what its words name */
    int ntold_worth;
    uint8_t told_seat;
    uint64_t told_number; /* the event that it is */
    bool pick_held;       /* it waits for the event after it */
    uint64_t number;      /* of the event at hand */
    uint64_t first, last; /* events that the sentence at hand is about; 0: the one at hand */
    struct str
        told_of; /* of a TELL_FACT and earlier ones that belong to it: places or names of cards */
    unsigned ntold_of, told_from,
        told_to;          /* … the places that follow each other up to the last */
    struct str told_fact; /* the fact told last, while nothing has been done since */
    struct str line;
    bool in_hook;     /* a script's hook is running: texts wait for its end */
    struct str waits; /* lines one behind the other, with their texts */
};

/* Says the sentence in log->line, with its cause if there is one, and empties it. */
void log_line(struct log *log, bool in_effect, uint16_t effect);
/* The subjects of a sentence in a step's own words. */
static inline const char *log_seat(const struct voice *v, unsigned seat)
{
    return seat >= K_MAX_SEATS ? own(W_L_EVERYONE, v->t) : seat_within(v, seat);
}
/* Tells the group and empties it. */
void group_tell(struct log *log);

/* log_fact.c: writes the sentence of a TELL_FACT, with earlier ones that belong to it, to
 * log->line. False: none (yet). */
bool log_fact(struct log *log, struct kstate *s, const struct kevent *ev);

#endif
