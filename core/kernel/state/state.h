/* state.h - the state of a game: one flat block without pointers.
 *
 *   [header]     sizes, offsets, seed: fixed when the game starts
 *   [rules]      everything the rules look at; a script's checkpoint keeps it
 *   [knowledge]  what each observer was told: event number, digests, classes
 *   [hook]       answers given so far to the script hook under way
 *   [checkpoint] copy of [rules] from before that hook's first change
 *   [fixed]      slots, options: fixed when the game starts
 *
 * [hook] and [checkpoint] are live only while a hook's question is open. [rules] begins with krules
 * and the frames, whose places are the same in every block. The other stacks (rounds, queue,
 * watchers, masks) stand at its end. Only the live entries of stacks are copied and hashed.
 * Everything is read and written through these types. */
#ifndef CANTRIP_KERNEL_STATE_H
#define CANTRIP_KERNEL_STATE_H

#include "kernel/def.h"

#include <stddef.h>

struct krng {
    uint64_t key, count;
};

/* K_BROKEN: the game failed, and its state was left like that (k_break). */
enum kstatus { K_RUNNING, K_OVER, K_UNFINISHED, K_BROKEN };

/* A choice: what a seat picks. Cards are instances, or NO_CARD. */
struct kchoice {
    uint16_t action; /* action id, ACT_DONE, ACT_NONE or ACT_CARD */
    uint16_t card, helper, target;
    uint8_t seat;
    uint8_t nset; /* size of the set it takes, | SET_KEPT; 0: no set */
    uint16_t set; /* the set's number among the sets of a list of choices, or of answers */
    int32_t number;
};
enum { SET_KEPT = 0x80 }; /* the set is kept in the block, beside its answer */
static inline int set_members(const struct kchoice *c)
{
    return c->nset & ~SET_KEPT;
}

struct kinst {
    uint16_t def, slot;
    uint16_t next, prev; /* in a listed slot; else NO_CARD */
    uint8_t face, owner; /* enum face; seat or NO_SEAT */
    /* who sees it by `show`, a bit each; THE_PUBLIC: all persons */
    uint16_t shown;
};
struct kslot {
    uint16_t head, tail; /* of a listed slot; else NO_CARD */
    uint16_t count;
};

enum frame_kind { FRAME_BASE, FRAME_PHASE, FRAME_LIST, FRAME_EFFECT, FRAME_CHOOSE, FRAME_CALL };

/* A piece of work under way. frame_push clears all but the cards: every byte has a value. */
struct kframe {
    uint16_t pc;
    uint8_t kind;
    /* the frame with parameters it may ask for is so many below (frame_given); 0: none */
    uint8_t within;
    uint8_t you, them, seat;
    uint8_t set;      /* 1 + the answer whose set of cards is bound; 0: none */
    uint16_t card[4]; /* this, card, helper, target */
    int32_t number;
    union {
        struct {
            int32_t loop, limit; /* this round, from 1 (0: none yet); the last one */
            uint16_t id;
            uint8_t norder; /* LOOP_EACH: how many seats; else 0 */
            uint8_t order[K_MAX_SEATS];
            uint8_t anew; /* as effect.anew, of the card the loop is at */
        } phase;
        struct {
            uint16_t id;
            uint8_t step;  /* CH_*: see choose.c */
            uint8_t at;    /* place in `order` of the next seat */
            uint8_t round; /* number of its answers (k_rounds) */
            /* somebody could pick, so its `else` does not run */
            uint8_t no_else;
            uint8_t acted; /* `done: all_pass`: somebody has picked in this round */
            uint8_t norder;
            uint8_t order[K_MAX_SEATS];
            uint16_t picked; /* if it has `declined`: seats that have picked something */
        } choose;
        struct {
            uint16_t action; /* whose `do` it is; REF_NONE: an `else` */
        } list;
        struct { /* an effect or a call */
            uint16_t id;
            uint8_t known; /* as kqueued.known */
            /* a card it bound will be lost to older frames (run/lost.c); 0 at each question */
            uint8_t anew;
            int32_t param[K_MAX_PARAMS];
        } effect;
    };
};

/* Of each seat that an open `choose` asks. */
struct kanswer {
    struct kchoice pick;
    int16_t left;  /* picks left; ANY_NUMBER: as many as they like */
    uint8_t state; /* enum answer_state */
    uint8_t back;  /* its card is one of the backs of a set */
    uint32_t sign; /* equal for choices that equal the pick (pick_sign) */
};
enum answer_state { ANS_OUT, ANS_ASKED, ANS_GIVEN, ANS_APPLIED, ANS_AGAIN };

/* An effect that waits. A lost card (run/lost.c) is NO_CARD in its four cards and parameters. */
struct kqueued {
    uint16_t effect, arrival;
    union {
        struct {
            uint16_t card, evcard, helper, target;
        };
        uint16_t bound[BOUND_IT]; /* the same, by enum bound */
    };
    uint8_t you, them;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ /* there the first is the highest bit */
    uint8_t spare : 5, open : 1, known : 1, own_param : 1;
#else
    uint8_t own_param : 1; /* a script gave its parameters */
    uint8_t known : 1;     /* everyone knows which card it belongs to, if any */
    uint8_t open : 1;      /* its window has been open since the last effect was taken */
    uint8_t spare : 5;
#endif
    uint8_t given;
    uint16_t verb;
    uint16_t batch; /* effects queued together share it; 0 unless `resolution` needs it */
    int32_t number;
    int32_t param[K_MAX_PARAMS];
    uint64_t rank; /* by the keys of `resolution`: the lowest is first */
};
struct kwatching {
    uint16_t watch, card; /* everyone knows card; NO_CARD: it is lost */
    uint8_t you, pad;
    uint16_t arrival;
};
struct kmasked {
    uint8_t kind, you;
    uint16_t what;
    uint16_t seats;
    ref lasts;
};

/* A question of a script hook, answered or open. */
struct kasked {
    uint16_t seats;  /* who was asked */
    uint16_t given;  /* who has answered */
    ref sel;         /* selector, or REF_NONE */
    uint16_t action; /* action id, ACT_NONE or ACT_SEVERAL */
    ref prompt;
    uint8_t nargs, pad[5];
    /* values of its selector's open places, or its actions */
    int32_t arg[K_MAX_ARGS];
    struct krng rng; /* the game's generator when the question was answered */
};

enum { DEC_NONE, DEC_CHOOSE, DEC_HOOK, DEC_ORDER };

/* LOST: frames or answers have lost cards. SECRET: not everyone knows an effect's card. */
enum { UNSETTLED_LOST = 1, UNSETTLED_SECRET = 2 };

/* --- [rules] without its tables --- */
struct krules {
    struct krng rng;
    uint8_t status, decision; /* enum kstatus; DEC_* */
    uint16_t asked, pending;  /* seats that are asked; that have not answered yet */
    uint16_t nframes, nrounds, nqueue, nwatch, nmask;
    uint16_t arrival, any_shown;
    /* 1 + arrival of the effect that is first by choice; 0: none */
    uint16_t chosen;
    uint16_t batch;               /* batch of the effect queued last */
    uint8_t taken;                /* an effect was taken since: the next begins a batch */
    uint8_t taken_endlessly;      /* a growing zone gave cards since grow_pools looked */
    uint16_t neach;               /* entries of k_each */
    uint16_t hook;                /* effect or step hook under way, REF_NONE = none */
    uint16_t won, lost;           /* seats named by `finish` */
    uint16_t pad[3];              /* explicit: each byte counts in hashes, on every machine */
    _Alignas(8) uint64_t reasons; /* reasons of `finish` that held, a bit each */
    uint32_t effects;             /* effects carried out since the last decision */
    uint16_t finish_op_n;
    /* in a sample pending seats may have one choice left; these are answered at the next advance */
    uint16_t recheck;
    int32_t finish_pc;  /* the op that ended the game, -1 */
    uint16_t unsettled; /* UNSETTLED_*: work of before_asking before the next question */
    uint16_t places;    /* places of k_queue used since the queue was empty */
};

/* --- [knowledge] without its tables --- */
struct kknow {
    uint64_t events;
    uint64_t picks, forced,
        /* answers of several choices, of one, of none */
        empty;
    uint64_t hooks, reruns;
    uint64_t digest[K_MAX_SEATS + 1];
    uint16_t facts; /* 1: facts are kept (k_barred) */
    uint16_t pad[3];
};

struct khookpart {
    uint16_t nanswers; /* answered questions */
    uint8_t open;      /* q[nanswers] is an open question */
    uint8_t pad[5];
    struct kasked q[K_MAX_ANSWERS]; /* behind them: k_hook_picks */
};

struct kstate {
    uint32_t magic, version;
    uint32_t size; /* bytes in use */
    /* bytes it may grow to, all allocated (run/grow.c) */
    uint32_t room;
    uint32_t o_slots, o_insts, o_gamectr, o_seatctr, o_cardctr, o_phase;
    uint32_t o_frames, o_rounds, o_queue, o_queue_order, o_watch, o_masks;
    uint32_t o_rules, o_know, o_classes, o_hook, o_check, o_end;
    uint32_t o_slotzone, o_zonebase, o_options;
    uint32_t o_held, o_down, o_owned, o_odd, o_loses, o_marked, o_slotof, o_facts;
    uint16_t ninst, nslots, nobs, pad;
    uint16_t words; /* 64-bit words of a set of cards */
    uint8_t people, nseats, stop_forced, track;
    uint16_t people_seats;
    uint16_t fact_words;             /* words of a set of definitions; 0: no facts are kept */
    uint8_t seat_kind[K_MAX_SEATS];  /* 0: person; else kind + 1 */
    uint8_t seat_index[K_MAX_SEATS]; /* index among its kind */
    uint32_t o_each : 24;            /* 0: the game has no loops over cards */
    uint32_t most_chosen : 8;        /* places of the set beside each answer */
    uint32_t no_use;                 /* explicit, as in krules */
    uint64_t seed;
    /* From here on neither hashed nor saved: names of what engines have worked out about it. */
    uint64_t stamp; /* of its open question; 0: none */
    /* of the cast: which instance has which definition; 0: no name yet; odd: not as dealt */
    uint64_t cast;
    uint64_t cast_back; /* cast of the checkpoint */
    uint64_t low;       /* of the lowered definition it goes by */
    int64_t work;       /* work done since it began or was loaded (k_spend) */
};

/* kstate.track. 0: nothing. ALL: knowledge, digests, events. TOLD: digests, events (searches). */
enum { TRACK_ALL = 1, TRACK_TOLD = 2 };

#define K_MAGIC   0x504e5443u /* "CTNP" */
#define K_VERSION 10u

/* A slot is one zone of one seat (or of the table). */
struct kslotinfo {
    uint8_t zone, seat;
    bool ordered;     /* a row or pile: each card has a place */
    bool listed;      /* its cards are a linked list, with an order of their own */
    uint8_t up, down; /* enum sight: of cards face up, face down */
    bool careful;     /* its zone is endless or `gone` (cards that come leave the game) */
    uint8_t pad;
};

#define AT(s, off, type)  ((type *)(void *)((char *)(s) + (off)))
#define CAT(s, off, type) ((const type *)(const void *)((const char *)(s) + (off)))

enum {
    RULES_AT = (sizeof(struct kstate) + 7) / 8 * 8,            /* kstate.o_rules */
    FRAMES_AT = RULES_AT + (sizeof(struct krules) + 7) / 8 * 8 /* kstate.o_frames */
};
/* The parts of a block. parts.def has their order and sizes. */
#define PART(name, field, type, n)                                                             \
    static inline type *name(struct kstate *s)                                                 \
    {                                                                                          \
        return AT(s, s->field, type);                                                          \
    }
#include "kernel/state/parts.def"
static inline struct krules *k_rules(struct kstate *s)
{
    return AT(s, RULES_AT, struct krules);
}
/* The waiting effect that is number i in the order of turns, i < nqueue. */
static inline struct kqueued *k_queued(struct kstate *s, unsigned i)
{
    return k_queue(s) + k_queue_order(s)[k_rules(s)->nqueue - 1u - i];
}
/* The cards of a slot. A set of cards has a bit for each instance. */
static inline uint64_t *k_held(struct kstate *s, unsigned slot)
{
    return AT(s, s->o_held, uint64_t) + (size_t)slot * s->words;
}
/* As k_held, if the compiler knows the number of words. */
static inline const uint64_t *held_in(struct kstate *s, unsigned slot, unsigned words)
{
    return AT(s, s->o_held, uint64_t) + (size_t)slot * words;
}
/* The cards whose card counter i is not at its start. */
static inline uint64_t *k_marked(struct kstate *s, unsigned i)
{
    return AT(s, s->o_marked, uint64_t) + (size_t)i * s->words;
}
/* Are cards numbered by definition, as when they were dealt? */
static inline bool as_dealt(const struct kstate *s)
{
    return s->cast && !(s->cast & 1);
}
static inline bool set_has(const uint64_t *set, unsigned c)
{
    return set[c >> 6] >> (c & 63) & 1;
}
static inline void set_put(uint64_t *set, unsigned c, bool in)
{
    uint64_t bit = 1ull << (c & 63);

    set[c >> 6] = in ? set[c >> 6] | bit : set[c >> 6] & ~bit;
}
/* The lowest member of the set from `c` on, or NO_CARD. */
static inline unsigned set_next(const uint64_t *set, unsigned words, unsigned c)
{
    unsigned w = c >> 6;
    uint64_t m = w < words ? set[w] >> (c & 63) << (c & 63) : 0;

    while (!m && ++w < words)
        m = set[w];
    return m ? w * 64 + (unsigned)__builtin_ctzll(m) : NO_CARD;
}
static inline struct kframe *k_frames(struct kstate *s)
{
    return AT(s, FRAMES_AT, struct kframe);
}
/* Does a frame of this kind hold parameters? */
static inline bool gives_params(unsigned kind)
{
    return kind == FRAME_EFFECT || kind == FRAME_CALL;
}
/* The frame of the effect or call whose parameters f may ask for, or NULL. */
static inline const struct kframe *frame_given(const struct kframe *f)
{
    const struct kframe *at = f - f->within;

    return gives_params(at->kind) ? at : NULL;
}
/* The frame of the effect that f belongs to, also through calls, or NULL. */
static inline const struct kframe *frame_effect(const struct kframe *f)
{
    const struct kframe *at = frame_given(f);

    while (at && at->kind == FRAME_CALL)
        at = frame_given(at - 1);
    return at;
}
/* The answers to a script's question, one per seat. */
static inline struct kchoice *k_hook_picks(struct kstate *s, unsigned question)
{
    return AT(s, s->o_hook + (uint32_t)sizeof(struct khookpart), struct kchoice) +
           question * s->nseats;
}
/* After all answers stand the sets that they take, one per answer, filled up with NO_CARD: first
 * those of answers to `choose`, then those of answers to scripts. */
static inline uint32_t sets_offset(const struct kstate *s)
{
    return s->o_rounds + (uint32_t)OPEN_CHOICES * s->nseats * (uint32_t)sizeof(struct kanswer);
}
static inline unsigned hook_answer(const struct kstate *s, unsigned question, unsigned seat)
{
    return (unsigned)OPEN_CHOICES * s->nseats + question * s->nseats + seat;
}
static inline uint16_t *k_set_of(struct kstate *s, unsigned answer)
{
    unsigned first = hook_answer(s, 0, 0);

    return answer < first ? AT(s, sets_offset(s), uint16_t) + (size_t)answer * s->most_chosen
                          : (uint16_t *)(void *)k_hook_picks(s, K_MAX_ANSWERS) +
                                (size_t)(answer - first) * s->most_chosen;
}
enum { EACH_GROUP = 0x8000 };
static inline unsigned each_at(struct kstate *s, unsigned i)
{
    return k_each(s)[i] & (EACH_GROUP - 1u);
}
static inline uint16_t *k_classes(struct kstate *s, int obs)
{
    return AT(s, s->o_classes, uint16_t) + (size_t)obs * s->ninst;
}
/* Definitions that c is not, as the observer knows from public facts (know/facts.c): a bit each. */
static inline uint64_t *k_barred(struct kstate *s, int obs, unsigned c)
{
    return AT(s, s->o_facts, uint64_t) + ((size_t)obs * s->ninst + c) * s->fact_words;
}
/* Does the block have room for knowledge? A search may have set track to 0 since. */
static inline bool k_tracked(const struct kstate *s)
{
    return s->track || s->o_classes < s->o_hook;
}
/* May an observer know more about a card than its class? Searches keep no facts. */
static inline bool facts_live(const struct kstate *s)
{
    return s->track == TRACK_ALL && CAT(s, s->o_know, struct kknow)->facts;
}

/* The slot of a seat's zone; of a zone of the table, its slot for any seat. */
static inline unsigned slot_of_seat(struct kstate *s, unsigned zone, unsigned seat)
{
    return k_slotof(s)[zone * s->nseats + seat];
}
/* The first card of a slot, the next in its slot: by place, in a set by instance; or NO_CARD. */
static inline unsigned k_first(struct kstate *s, unsigned slot)
{
    return k_slotinfo(s)[slot].listed ? k_slots(s)[slot].head
                                      : set_next(k_held(s, slot), s->words, 0);
}
static inline unsigned k_next(struct kstate *s, unsigned c)
{
    unsigned slot = k_insts(s)[c].slot;

    return k_slotinfo(s)[slot].listed ? k_insts(s)[c].next
                                      : set_next(k_held(s, slot), s->words, c + 1);
}

#endif
