/* log_internal.h - shared by log.c (what is told, in which order) and log_move.c (cards that
 * move and turn, in sentences). */
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

/* One card that moved, turned or was shown. `seat`: whose doing or whose card, NO_SEAT;
 * `owner`, of what was turned: whose card. */
struct moved {
    uint16_t def,
        card; /* the card itself, where that tells nothing: it stays in its slot; else NO_CARD */
    uint8_t seat, from_seat, to_seat, owner;
    uint64_t number; /* of the event */
};

/* Events that belong together: same kind, zones, cause. */
struct group {
    bool open;
    uint8_t kind;     /* TELL_MOVE, TELL_TURN or TELL_SHOW */
    uint8_t face;     /* TURN */
    uint8_t from, to; /* zones; SHOW: from */
    uint16_t seats;   /* SHOW: to whom */
    uint16_t text;    /* what the step says of it, REF_NONE */
    uint16_t had;     /* MOVE: how many cards the viewer has there afterwards */
    bool chosen;      /* a pick is being carried out */
    bool of_another; /* MOVE: what somebody does with another's cards, who does not play them */
    bool mixed;      /* MOVE: of a step with words of its own, from or to several zones */
    bool in_effect;
    uint16_t effect; /* the card whose effect it is, or REF_NONE */
    uint16_t people_seats;
    struct moved *v;
    uint64_t step; /* MOVE: that of its last card (kevent.step) */
    uint64_t last; /* its last event, by number */
    size_t n, cap;
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
        uint64_t event; /* with which it began */
    } phase[LOG_PHASES];
    int nphases;
    struct group group;
    struct group
        spared; /* cards that moved last and were told with their pick: not told again alone */
    /* zones in which all of the viewer's cards were passed to them and not told yet: they were not asked since */
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
    int8_t told_owner[CT_PART_SET]; /* whose its cards were, by part */
    struct ct_worth told_worth[CT_MAX_WORTH]; /* what its words name */
    int ntold_worth;
    uint8_t told_seat;
    uint64_t told_number; /* the event that it is */
    bool pick_held;       /* it waits for the event after it */
    uint64_t number;      /* of the event at hand */
    uint64_t first, last; /* events that the sentence at hand is about; 0: the one at hand */
    struct str
        told_of; /* of a TELL_FACT, and those before it that belong to it: the cards' places or names */
    unsigned ntold_of, told_from,
        told_to;          /* … the places that follow each other up to the last */
    struct str told_fact; /* the fact told last, while nothing has been done since */
    struct str line;
    bool in_hook;     /* a script's hook is under way: what is said waits until it is over, */
    struct str waits; /* lines one behind the other, with their texts */
};

/* Says the sentence in log->line, with its cause if there is one, and empties it. */
void log_line(struct log *log, bool in_effect, uint16_t effect);
/* Who a sentence in a step's own words is about. */
static inline const char *log_seat(const struct voice *v, unsigned seat)
{
    return seat >= K_MAX_SEATS ? own(W_L_EVERYONE, v->t) : seat_within(v, seat);
}
/* Says what the group holds and empties it. */
void group_tell(struct log *log);

/* log_fact.c: the sentence of a TELL_FACT and of those before it that belong to it, into log->line. False: there
 * is none (yet). */
bool log_fact(struct log *log, struct kstate *s, const struct kevent *ev);

#endif
