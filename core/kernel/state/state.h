/* state.h - the state of a game: one flat block without pointers.
 *
 *   [header]     sizes, offsets, seed: settled when the game starts
 *   [rules]      all that the rules look at; what a script's checkpoint keeps
 *   [knowledge]  what each observer was told: event number, digests, classes
 *   [hook]       answers given so far to the script hook that is under way
 *   [checkpoint] copy of [rules] as it was before that hook's first change
 *   [fixed]      slots, options: settled when the game starts, like the header
 *
 * [hook] and [checkpoint] are live only while a hook's question is open. [rules] begins with krules and the
 * frames, whose places are the same in every block; the other stacks (rounds, queue, watchers, masks) stand at
 * its end. Of stacks only the live entries are copied and hashed. Nothing here is reached but through these types.
 */
#ifndef CANTRIP_KERNEL_STATE_H
#define CANTRIP_KERNEL_STATE_H

#include "kernel/def.h"

#include <stddef.h>

struct krng {
    uint64_t key, count;
};

/* K_BROKEN: the game failed, and its state is left as it was then (k_break). */
enum kstatus { K_RUNNING, K_OVER, K_UNFINISHED, K_BROKEN };

/* A choice record: what a seat picks. Cards are instances, NO_CARD = none. */
struct kchoice {
    uint16_t action; /* action id, ACT_DONE, ACT_NONE or ACT_CARD */
    uint16_t card, helper, target;
    uint8_t seat;
    uint8_t nset; /* how many cards it takes as a set, SET_KEPT; 0: none */
    uint16_t set; /* where they stand among the sets of a list of choices, or of answers */
    int32_t number;
};
enum { SET_KEPT = 0x80 }; /* kchoice.nset: the set is kept in the block, beside its answer */
static inline int set_members(const struct kchoice *c)
{
    return c->nset & ~SET_KEPT;
}

struct kinst {
    uint16_t def, slot;
    uint16_t next, prev; /* in a listed slot; else NO_CARD */
    uint8_t face, owner; /* enum face; seat or NO_SEAT */
    uint16_t
        shown; /* seats that see it now by `show` (bit per seat); THE_PUBLIC: all persons see it */
};
struct kslot {
    uint16_t head, tail; /* of a listed slot; else NO_CARD */
    uint16_t count;
};

enum frame_kind { FRAME_BASE, FRAME_PHASE, FRAME_LIST, FRAME_EFFECT, FRAME_CHOOSE, FRAME_CALL };

/* A piece of work under way. frame_push clears all but the cards, so that no byte is dead. */
struct kframe {
    uint16_t pc;
    uint8_t kind;
    /* how many frames below is the one whose parameters it may ask for (frame_given), 0: none */
    uint8_t within;
    uint8_t you, them, seat;
    uint8_t set;      /* the answer whose set of cards is bound, plus 1; 0: none */
    uint16_t card[4]; /* this, card, helper, target */
    int32_t number;
    union {
        struct {
            int32_t loop, limit; /* the round under way, from 1 (0: none yet); the last round */
            uint16_t id;
            uint8_t norder; /* LOOP_EACH: how many seats it goes through; else 0 */
            uint8_t order[K_MAX_SEATS];
            uint8_t anew; /* as of an effect: the cards that the loop comes to */
        } phase;
        struct {
            uint16_t id;
            uint8_t step;  /* see choose.c */
            uint8_t at;    /* place in `order` of the next seat */
            uint8_t round; /* its place among the rounds (k_rounds) */
            /* its `else` is not run, because somebody could pick */
            uint8_t no_else;
            uint8_t acted; /* `done: all_pass`: somebody did not pass in this round */
            uint8_t norder;
            uint8_t order[K_MAX_SEATS];
            uint16_t picked; /* where it has a `declined`: seats that have picked something */
        } choose;
        struct {
            uint16_t action; /* whose `do` it is; REF_NONE: an `else` */
        } list;
        struct { /* of an effect, or of a call */
            uint16_t id;
            uint8_t known; /* as kqueued.known */
            /* some of its own cards were lost before to what was under way; 0 while somebody is asked (run/lost.c) */
            uint8_t anew;
            int32_t param[K_MAX_PARAMS];
        } effect;
    };
};

/* Per seat, while it is asked by an open `choose`. */
struct kanswer {
    struct kchoice pick;
    int16_t left;  /* picks it has left; INT16_MAX = any number */
    uint8_t state; /* enum answer_state */
    uint8_t back;  /* a card of the pick is one of the backs of a set */
    uint32_t sign; /* identifies the choices that equal the pick (pick_sign) */
};
enum answer_state { ANS_OUT, ANS_ASKED, ANS_GIVEN, ANS_APPLIED, ANS_AGAIN };

/* An effect that waits in the queue. Cards that are lost (run/lost.c) are NO_CARD in card, evcard and parameters. */
struct kqueued {
    uint16_t effect, card, evcard, arrival;
    uint8_t you, them;
    uint8_t own_param : 1; /* its parameters were given by a script */
    uint8_t known : 1;     /* all know which card it belongs to, if to any */
    uint8_t spare : 6;
    uint8_t given;
    uint16_t verb;
    uint16_t batch; /* shared by effects queued together; 0 unless `resolution` asks for it */
    int32_t number;
    int32_t param[K_MAX_PARAMS];
    uint64_t rank; /* by the keys of `resolution`: the least comes first */
};
struct kwatching {
    uint16_t watch, card; /* card: all know which it is; NO_CARD: it is lost */
    uint8_t you, pad;
    uint16_t arrival;
};
struct kmasked {
    uint8_t kind, you;
    uint16_t what;
    uint16_t seats;
    ref lasts;
};

/* A question of a script hook that was answered, or is open. */
struct kasked {
    uint16_t seats;  /* who was asked */
    uint16_t given;  /* who has answered */
    ref sel;         /* selector, or REF_NONE */
    uint16_t action; /* action id, ACT_NONE or ACT_SEVERAL */
    ref prompt;
    uint8_t nargs, pad[5];
    int32_t
        arg[K_MAX_ARGS]; /* of its selector's open places the values, or its several actions */
    struct krng rng;     /* the live generator when the question closed */
};

enum { DEC_NONE, DEC_CHOOSE, DEC_HOOK, DEC_ORDER };

/* LOST: frames or answers have lost cards (k_loses). SECRET: not all know the card of an effect, waiting or under way. */
enum { UNSETTLED_LOST = 1, UNSETTLED_SECRET = 2 };

/* --- [rules] without its tables --- */
struct krules {
    struct krng rng;
    uint8_t status, decision; /* enum kstatus; DEC_* */
    uint16_t asked, pending;  /* seats the open question asks; still to answer */
    uint16_t nframes, nrounds, nqueue, nwatch, nmask;
    uint16_t arrival, any_shown;
    uint16_t chosen; /* arrival + 1 of the effect that its owner chose to be first, 0: none */
    uint16_t batch;  /* batch of the effect queued last; */
    uint8_t taken;   /* 1: an effect was taken since, the next queued begins a batch */
    uint8_t taken_endlessly;      /* 1: of a zone that grows since grow_pools looked last */
    uint16_t neach;               /* entries of k_each: cards that loops will come to */
    uint16_t hook;                /* effect or step hook under way, REF_NONE = none */
    uint16_t won, lost;           /* seats named by `finish` */
    _Alignas(8) uint64_t reasons; /* a bit for each reason of `finish` that held */
    uint32_t effects;             /* effects resolved since the last decision */
    uint16_t finish_op_n;
    /* in a sample pending seats may have one choice left; these are answered at the next advance */
    uint16_t recheck;
    int32_t finish_pc;  /* the op that ended the game, -1 */
    uint16_t unsettled; /* UNSETTLED_*: what before_asking does before the next question */
    uint16_t places;    /* of the queue that were used since nothing waited */
};

/* --- [knowledge] without its tables --- */
struct kknow {
    uint64_t events;
    uint64_t picks, forced,
        empty; /* answers: one of several choices, the only choice, none offered */
    uint64_t hooks, reruns;
    uint64_t digest[K_MAX_SEATS + 1];
    uint16_t next_class;
    uint16_t facts; /* 1: facts are kept (k_barred) */
    uint16_t pad[2];
};

struct khookpart {
    uint16_t nanswers; /* closed questions */
    uint8_t open;      /* the question at [nanswers] is open */
    uint8_t pad[5];
    struct kasked q[K_MAX_ANSWERS]; /* behind them: k_hook_picks */
};

struct kstate {
    uint32_t magic, version;
    uint32_t size; /* bytes of the whole block */
    uint32_t
        room; /* … and how many it may come to have, all of which are allocated (run/grow.c) */
    uint32_t o_slots, o_insts, o_gamectr, o_seatctr, o_cardctr, o_phase;
    uint32_t o_frames, o_rounds, o_queue, o_queue_order, o_watch, o_masks;
    uint32_t o_rules, o_know, o_classes, o_hook, o_check, o_end;
    uint32_t o_slotzone, o_zonebase, o_options;
    uint32_t o_held, o_down, o_owned, o_odd, o_loses, o_marked, o_slotof, o_facts;
    uint16_t ninst, nslots, nobs, pad;
    uint16_t words; /* 64-bit words of a set of cards */
    uint8_t people, nseats, stop_forced, track;
    uint16_t people_seats;
    uint16_t fact_words; /* 64-bit words of a set of definitions; 0: facts are never kept */
    uint8_t seat_kind[K_MAX_SEATS];  /* 0 = person, else kind + 1 */
    uint8_t seat_index[K_MAX_SEATS]; /* index among its kind */
    uint32_t o_each : 24;            /* 0: the game has no loops over cards */
    uint32_t most_chosen : 8;        /* places of the set beside each answer */
    uint64_t seed;
    /* From here on neither hashed nor saved: names under which an engine keeps what it has worked out of this
     * block. */
    uint64_t stamp; /* names its open question; 0: none */
    /* names the cast: which instance bears which definition; 0: no name yet; odd: not as dealt out */
    uint64_t cast;
    uint64_t cast_back; /* the cast of the checkpoint */
    uint64_t low;       /* names the lowered definition that it goes by */
    int64_t work;       /* units of work done since it was begun or loaded (k_spend) */
};

/* kstate.track. 0: nothing; ALL: knowledge, digests and events; TOLD: digests and events (searches only). */
enum { TRACK_ALL = 1, TRACK_TOLD = 2 };

#define K_MAGIC   0x504e5443u /* "CTNP" */
#define K_VERSION 9u

/* A slot is one zone of one seat (or of the table). */
struct kslotinfo {
    uint8_t zone, seat;
    bool ordered;     /* a row or a pile: each card has a place */
    bool listed;      /* its cards keep an order of their own, as a linked list */
    uint8_t up, down; /* enum sight, of cards face up and face down */
    bool careful;     /* its zone is `gone` (cards that come leave the game) or endless */
    uint8_t pad;
};

#define AT(s, off, type)  ((type *)(void *)((char *)(s) + (off)))
#define CAT(s, off, type) ((const type *)(const void *)((const char *)(s) + (off)))

enum {
    RULES_AT = (sizeof(struct kstate) + 7) / 8 * 8,            /* kstate.o_rules */
    FRAMES_AT = RULES_AT + (sizeof(struct krules) + 7) / 8 * 8 /* kstate.o_frames */
};
/* The parts of a block; their order and sizes: parts.def */
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
/* The effect that i others come before, of the nqueue that wait. */
static inline struct kqueued *k_queued(struct kstate *s, unsigned i)
{
    return k_queue(s) + k_queue_order(s)[k_rules(s)->nqueue - 1u - i];
}
/* A set of cards has a bit for each instance. The cards of a slot: */
static inline uint64_t *k_held(struct kstate *s, unsigned slot)
{
    return AT(s, s->o_held, uint64_t) + (size_t)slot * s->words;
}
/* The same where the number of words is known to the compiler. */
static inline const uint64_t *held_in(struct kstate *s, unsigned slot, unsigned words)
{
    return AT(s, s->o_held, uint64_t) + (size_t)slot * words;
}
/* The cards whose card counter i is not at its start: */
static inline uint64_t *k_marked(struct kstate *s, unsigned i)
{
    return AT(s, s->o_marked, uint64_t) + (size_t)i * s->words;
}
/* Are the cards numbered in the order of their definitions, as when they were dealt out? */
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
/* The lowest member of the set from `c` on; NO_CARD: none. */
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
/* The frame of the effect that f belongs to, through any calls; NULL. */
static inline const struct kframe *frame_effect(const struct kframe *f)
{
    const struct kframe *at = frame_given(f);

    while (at && at->kind == FRAME_CALL)
        at = frame_given(at - 1);
    return at;
}
/* The answers to a script's question, one for each seat. */
static inline struct kchoice *k_hook_picks(struct kstate *s, unsigned question)
{
    return AT(s, s->o_hook + (uint32_t)sizeof(struct khookpart), struct kchoice) +
           question * s->nseats;
}
/* Behind all answers stand the sets that they take, one for each answer; NO_CARD after the last card. First those
 * of answers to `choose`, then those of answers to a script's questions. */
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
/* The definitions that c is not, as the observer knows from public facts (know/facts.c): a bit each. */
static inline uint64_t *k_barred(struct kstate *s, int obs, unsigned c)
{
    return AT(s, s->o_facts, uint64_t) + ((size_t)obs * s->ninst + c) * s->fact_words;
}
/* Was the game begun with knowledge? There is room for it, then, also if a search has since put track to 0. */
static inline bool k_tracked(const struct kstate *s)
{
    return s->track || s->o_classes < s->o_hook;
}
/* Does any observer know of a card that it is not some definition of its class? Searches keep no facts. */
static inline bool facts_live(const struct kstate *s)
{
    return s->track == TRACK_ALL && CAT(s, s->o_know, struct kknow)->facts;
}

/* The slot of a seat's zone; of a zone of the table, its slot for any seat. */
static inline unsigned slot_of_seat(struct kstate *s, unsigned zone, unsigned seat)
{
    return k_slotof(s)[zone * s->nseats + seat];
}
/* The cards of a slot one by one, in storage order: by place, in a set by instance. NO_CARD: no more. */
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
