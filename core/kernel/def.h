/* def.h - the compiled form of a game: what the loader makes and the kernel runs.
 *
 * A `struct kdef` never changes once it is loaded, and all threads share it. Its parts are arrays
 * of small records that name each other by index (`ref`). REF_NONE means "not given". The kernel
 * sees no text: names are for messages, which find them by id. The vocabulary (steps, selectors,
 * seat words, expressions) is described in rulesets/guide/reference. */
#ifndef CANTRIP_KERNEL_DEF_H
#define CANTRIP_KERNEL_DEF_H

#include <stdbool.h>
#include <stdint.h>

typedef uint16_t ref;
#define REF_NONE 0xFFFFu

#define K_MAX_SEATS    12        /* persons and other seats together */
#define K_MAX_INSTS    20000     /* all copies of all cards */
#define K_MAX_PARAMS   6         /* parameters of one verb */
#define K_MAX_ARGS     8         /* open places $1..$8 of a script's selector */
#define K_MAX_ANSWERS  32        /* answers one script hook may ask for */
#define K_MAX_COUNTERS 64        /* counters of one kind */
#define K_MAX_QUEUE    4000      /* effects that wait */
#define K_MAX_CHOSEN   32        /* cards that one choice takes as a set */
#define OPEN_CHOICES   4         /* `choose` steps open inside each other */
#define K_ABSENT       INT32_MIN /* value of an optional parameter that was not given */

#define NO_CARD 0xFFFFu /* an instance; as a value: -1 */
#define NO_SEAT 0xFFu

/* ---- words shared by all parts ------------------------------------------ */

enum face { FACE_ANY, FACE_UP, FACE_DOWN };
/* SIGHTS: who sees one side of a zone's cards, in order: each lets more seats see than the one
 * before. ZONE_KINDS: how its cards lie. X(id, the word in the files). */
#define SIGHTS(X)     X(NOBODY, nobody) X(OWNER, owner) X(OTHERS, others) X(ALL, all)
#define ZONE_KINDS(X) X(SET, set) X(ROW, row) X(PILE, pile)
#define X(id, word)   SIGHT_##id,
enum sight { SIGHTS(X) };
#undef X
#define X(id, word) AS_##id,
enum zone_as { ZONE_KINDS(X) };
#undef X
enum per { PER_GAME, PER_TABLE = PER_GAME, PER_PLAYER, PER_SEAT, PER_KIND, PER_CARD };
enum value_type { /* what a value is; the loader checks it */
                  V_NUMBER,
                  V_FLAG,
                  V_SEAT,
                  V_CARD,
                  V_ZONE,
                  V_WORD,
                  V_SEATS,
                  V_SELECTOR,
                  V_NUMBER_OR_ALL,
                  V_WORDS, /* of a counter: a set of words of its trait, a bit each */
                  V_CARDS  /* the chosen set (kctx.set), as an argument of a pure hook */
};
#define K_MAX_WORDS 30          /* of a V_WORDS counter; so K_ALL and K_ABSENT are no sets */
#define K_ALL       (INT32_MAX) /* the word `all` in place of a number */

/* ---- expressions --------------------------------------------------------- *
 * A tree of records, evaluated by value (int64). A condition is 0 or 1. A seat is its index, a card
 * its instance, and -1 is "none". A zone or a word is its id. `a`, `b`, `c` are expression refs
 * unless stated. */

enum xop {
    X_CONST,     /* imm */
    X_GAME,      /* game counter [imm] (index among game counters) */
    X_SEATCTR,   /* seat counter [imm] of seat a (REF_NONE: you) */
    X_CARDCTR,   /* card counter [imm] of card a */
    X_OWNCTR,    /* as CARDCTR, if only some cards have the counter; others: 0 or -1 */
    X_TRAIT,     /* trait [imm] of card a: number, flag, condition, word or card */
    X_CARDDEF,   /* definition id of card a */
    X_CARDOWNER, /* owner seat of card a */
    X_BOUND,     /* imm: enum bound; the card bound there */
    /* a; imm: a seat_op that gives one seat (YOU, THEM, CHOSEN, LEFT, RIGHT) */
    X_SEATREF,
    X_SEATSET, /* a: kseats ref; its one seat, -1 if it is not exactly one */
    X_OPTION,  /* option [imm] */
    X_PHASE,   /* running number of phase name [imm], 0 while it does not run */
    X_PLAYERS, /* number of persons */
    X_PARAM,   /* parameter [imm] of the verb under way; K_ABSENT when not given */
    X_ARG,     /* open place [imm] of a script's selector; K_ABSENT when nil */
    X_NUMBER,  /* the number that was chosen; of a word its place in the trait */
    X_NEG,
    X_NOT,
    X_ISSET, /* a >= 0: is there a seat, card or word? */
    X_ADD,
    X_SUB,
    X_MUL,
    X_DIV,
    X_MOD, /* a, b; // and % round down; dividing by 0 is an error */
    X_EQ,
    X_NE,
    X_LT,
    X_LE,
    X_GT,
    X_GE,
    X_AND,
    X_OR, /* a, b; b is not asked if a decides */
    X_MIN,
    X_MAX,
    X_IF,      /* a ? b : c */
    X_COUNT,   /* cards selected by selector a, times imm */
    X_SUM,     /* sum of b over the cards of selector a, each as `it` */
    X_MOSTOF,  /* greatest b over the cards of selector a, 0 if none */
    X_LEASTOF, /* smallest */
    X_HASMOST, /* no person's a is greater than yours; imm 1: nor equal */
    X_HASLEAST,
    /* parameter [imm] of the effect under way plus that of waiting effects like it: k_due */
    X_DUE,
    X_PURE,      /* pure hook [imm] with arguments xargs[a .. a+b) */
    X_SEATCOUNT, /* a: kseats ref; how many seats */
    X_AS,        /* b with seat a as `you`; imm if a is no seat */
    X_CARDZONE,  /* zone of card a, -1 if it has left the game */
    X_HOLDS,     /* does the set of words a hold word b? */
    X_SIZE,      /* number of words in the set a */
    X_WORDS,     /* the set with the one word a */
    X_ONLY,      /* the one card of selector a; -1 if it is not exactly one */
    /* lower.c makes it: trait [imm] of the card bound at a */
    X_BOUNDTRAIT,
    /* lower.c makes it: does selector a select any card (imm 1), or none (imm 0)? */
    X_HAS,
    X_CHOSEN, /* the chosen set (kctx.set), as an argument of a pure hook */
    /* X_SUM, X_MOSTOF or X_LEASTOF (imm) of b over the seats a (kseats), each as `you`; or 0 */
    X_OVERSEATS,
    /* place of card a in its row or pile, from 1; else 0 */
    X_CARDAT,
    /* X_SUM, X_MOSTOF or X_LEASTOF (imm) over the sets of cards of selector a, each as the chosen
     * set, of xargs[b]; or 0. Its `if`, fewest and most cards follow there. */
    X_OVERSETS,
    X_PASSES, /* normal.c makes it: does `it` pass test [imm]? */
    X_RAN,    /* ran.c makes it: `marked`, with its cost counted */
};
struct kexpr {
    uint8_t op;
    uint8_t marked; /* X_RAN: the op it stands for */
    uint8_t pad[2];
    ref a, b, c;
    uint16_t pad2;
    int32_t imm;
};

/* ---- seats ---------------------------------------------------------------- */

enum seat_op {
#define SEAT_WORD(id, ...) SS_##id,
#define SEAT_OTHER(id)     SS_##id,
#include "kernel/seats.def"
};
struct kseats {
    uint8_t op, pad;
    uint16_t a, b;
}; /* b: LEFT, RIGHT, MOST, LEAST, WHERE: 1 + kseats to choose among; 0: persons */

/* ---- selectors ------------------------------------------------------------ */

enum bound { BOUND_THIS, BOUND_CARD, BOUND_HELPER, BOUND_TARGET, BOUND_IT, BOUND_COUNT };
/* More such bits: the selector uses `you` (scripts); the chosen set. */
enum { NAMES_YOU = 1 << BOUND_COUNT, BOUND_SET = 4 << BOUND_COUNT };
enum { BOUND_SLOTS = 1 << BOUND_HELPER | 1 << BOUND_TARGET };
enum sel_src { SRC_ZONES, SRC_BOUND, SRC_VALUE };
enum test_kind { TEST_COUNTER, TEST_NUMBER, TEST_WORD, TEST_DEF };
enum test_cmp { CMP_IS, CMP_EXCEPT, CMP_AT_LEAST, CMP_AT_MOST };

/* One test of a selector that needs a value. COUNTER: card counter `id`. NUMBER: trait `id`. WORD:
 * word trait `id` holds the value (bitset traits[id].bits + value). DEF: the definition is the
 * value. If the value is K_ABSENT the test is left out. */
struct ktest {
    uint8_t kind, cmp;
    uint16_t id;
    ref value;
};

struct kselect {
    uint8_t src;  /* enum sel_src */
    uint8_t face; /* enum face */
    /* SRC_BOUND: which bound cards (a bit per enum bound, BOUND_SET), in this order */
    uint8_t bound;
    uint8_t nzones;
    uint8_t zone[8]; /* zone ids; none in a filter (any, except) of any zone */
    bool this_only, not_this;
    bool of_given;  /* `of` was given: on the table it means the owner */
    bool hidden_ok; /* it never asks what a card is */
    ref of;         /* kseats; REF_NONE = you */
    ref value;      /* SRC_VALUE: expression giving a card */
    ref bits;       /* bitset of definitions; REF_NONE = all */
    ref tests;
    uint16_t ntests;
    ref where; /* condition on `it` */
    ref any;
    uint16_t nany;   /* selectors selrefs[any .. + nany): the card must be in one of them */
    ref except;      /* selector whose cards are left out */
    ref most, least; /* expressions of `it` */
    /* expression of `it`: of cards with equal values only the first */
    ref each;
    ref first, last, random; /* how many */
    uint32_t src_pos;
};

/* ---- cards, traits, zones, counters ---------------------------------------- */

enum trait_type {
    T_NUMBER,
    T_CONDITION,
    T_FLAG,
    T_WORD,
    T_WORDSET,
    T_CARD,
    T_EFFECTS,
    T_WATCHES
};

struct ktrait {
    uint8_t type;
    bool formula; /* some card's value is an expression (kdef.trait_expr) */
    ref bits;     /* T_WORD, T_WORDSET: bitset of word w is bits + w */
    uint16_t nwords;
    uint8_t zone; /* T_WATCHES: they work while the card lies in this zone */
};

/* A stretch of effects (or watches): the list of one card. */
struct klist {
    uint16_t first, n;
};

struct kcard {
    int32_t copies;
};

struct khold {
    ref bits;
    ref copies, first, cond; /* expressions or REF_NONE */
};

struct kzone {
    uint8_t per, kind; /* enum per; PER_KIND: seat kind */
    uint8_t as;        /* enum zone_as */
    uint8_t up, down;  /* enum sight: who sees cards face up, face down */
    bool shuffled, gone;
    ref size;        /* expression or REF_NONE */
    ref refill;      /* zone or REF_NONE */
    int32_t endless; /* endless zone: how many copies it may give of each definition; else 0 */
    bool grows;      /* endless, and makes more copies when few are left (run/grow.c) */
    uint16_t hold, nhold;
};

struct kcounter {
    uint8_t per, kind; /* enum per */
    uint8_t is;        /* V_NUMBER, V_FLAG, V_SEAT, V_CARD, V_WORD, V_WORDS */
    ref trait;         /* V_WORD, V_WORDS. A V_WORD value is the word's place, -1: none */
    uint16_t index;    /* among counters of the same storage (game, seat, card) */
    int32_t start;
    ref lasts; /* phase name or REF_NONE */
    ref bits;  /* definitions whose cards have it; REF_NONE: all */
    ref in;    /* of cards: back to `start` when the card leaves this zone; REF_NONE */
};

struct kseatkind {
    ref cond;
    ref count;
    bool at_end;
    bool random;
};
struct koption {
    int32_t def;
};

/* ---- effects, watchers ------------------------------------------------------ */

/* An entry of a card's effect list, the body of a watcher, or a call: a named step or verb used as
 * a step, which runs at once. */
struct keffect {
    uint16_t card;           /* its definition; REF_NONE: none */
    uint16_t trait;          /* the list it stands in */
    uint16_t verb;           /* REF_NONE: only steps; of a call its verb or named step */
    uint8_t cls;             /* its class: a place in resolution's list */
    uint8_t given;           /* which parameters were given, a bit each */
    ref cond;                /* its `if`, asked when its turn comes */
    ref param[K_MAX_PARAMS]; /* V_SEATS: kseats refs */
    bool asks_this;          /* it may ask which card it belongs to */
    bool call;               /* run by OP_CALL, never queued */
    int32_t pc;              /* body */
    uint32_t src;
};

struct kverb {
    uint8_t nparams;
    /* enum value_type; a V_SEATS value has a bit for each seat */
    uint8_t type[K_MAX_PARAMS];
    ref word_trait[K_MAX_PARAMS]; /* V_WORD: the trait */
    ref hook;                     /* acting hook; REF_NONE: a `do` list */
    int32_t pc;
    bool asks_this; /* it may ask which card its effect belongs to */
};

enum event { /* what watchers can wait for */
#define EVENT(id, ...)      EV_##id,
#define NAME_EVENT(id, ...) EV_##id,
#include "kernel/events.def"
             EV_KINDS
};
struct kwatch {
    uint8_t event;
    uint8_t cls;
    uint16_t id; /* phase name, action, list trait, counter id, face, zone */
    ref from;    /* MOVE: only cards from this zone; REF_NONE: from any */
    ref by;      /* kseats, seen from the watcher's seat; REF_NONE: `you` */
    ref cards;   /* the event's card must be in it; REF_NONE: any card or none */
    ref cond;
    ref lasts; /* phase name; REF_NONE: the game */
    bool once;
    bool asks_this;  /* it, or its `do`, may ask which card it belongs to */
    uint16_t effect; /* its `do` */
    uint32_t src;
};

/* ---- actions and choices ----------------------------------------------------- */

enum when {
    WHEN_FIRST,
    WHEN_CARD,
    WHEN_HELPER,
    WHEN_TARGET,
    WHEN_SET,
    WHEN_SEAT,
    WHEN_ALL,
    WHEN_COUNT
};

/* `cond` is the whole `if`. `parts` are its outermost `and`ed conditions, sorted by when they can
 * be asked: those before part_end[w] as soon as everything up to w (enum when) is bound. */
struct kaction {
    ref card, helper, target; /* selectors */
    /* of each of them: the condition without which it falls away; REF_NONE: it never does */
    ref slot_if[3];
    ref cards;        /* the selector that a set of cards is chosen from */
    ref fewest, most; /* sizes of the set */
    ref seat;         /* kseats */
    ref from, to;     /* expressions of `number` */
    ref word;         /* the numbers stand for words of this trait; REF_NONE */
    ref cond;
    ref parts; /* its first part, in kdef.parts */
    uint8_t part_end[WHEN_COUNT];
    /* which of card, helper, target (a bit per enum bound) depend on no earlier one: looked for
     * once */
    uint8_t fixed;
    /* which of them a later selector, a bound of `number` or the `if` names */
    uint8_t asked_later;
    /* which of them look only at cards that the asked seat sees: they cannot fail, so they are
     * skipped if a later one has no card */
    uint8_t sure;
    /* which of them, and the set (BOUND_SET), name an earlier card that may be a back: an error,
     * even if there is no card for them */
    uint8_t asks_backs;
    /* which of card, helper, target (bit 0, 1, 2) are no card unless they are chosen, whatever is
     * bound around it */
    uint8_t clears;
    int32_t pc; /* its `do`, -1 = nothing */
    bool named; /* if it stands in `actions:` too, watchers can wait for it */
    uint32_t src;
};
#define ACT_NONE    0xFFFFu /* nothing to choose */
#define ACT_DONE    0xFFFEu /* `done` */
#define ACT_EFFECT  0xFFFCu /* which of one's own effects is first: card, number = arrival */
#define ACT_CARD    0xFFFDu /* a script's question about a selector */
#define ACT_SEVERAL 0xFFFBu /* a script's question about the actions in kasked.arg */

/* The order of seats: clockwise from one seat, then by keys. */
struct korder_of {
    ref from;     /* the first seat */
    ref reversed; /* condition: the other way round; REF_NONE: never */
    ref by;
    uint8_t nby;    /* expressions xargs[by ..), asked of each seat (or card) */
    bool by_random; /* ties are drawn */
};

struct kchoose {
    ref who; /* kseats; REF_NONE = you */
    struct korder_of order;
    bool together, may, any; /* any: as often as they like */
    bool all_pass;           /* whoever passed is asked again, until all pass at once */
    bool settle;             /* in a leaf of `phases`: the queue is emptied after each pick */
    bool quiet;              /* `done` is there even alone, and nobody takes it for a seat */
    bool proves;             /* answers may prove facts about hidden cards (know/prove.c) */
    ref times;               /* per seat; REF_NONE: 1 */
    /* condition for `may`, asked of each seat as its choices are listed; REF_NONE: it holds */
    ref may_if;
    ref actions;
    uint8_t nactions;    /* action ids acts[actions ..) */
    int32_t else_pc;     /* -1 = none */
    int32_t declined_pc; /* for seats that took `done` at once; -1: none */
    ref prompt;          /* word, REF_NONE */
    uint32_t src;
};

/* ---- the program --------------------------------------------------------------- *
 * `phases`, every `do` and every effect list are stretches of one array of ops. OP_END ends each
 * stretch. steps.def says which fields a step uses. */

enum op {
    OP_END,      /* the frame is done */
    OP_JUMP,     /* jump */
    OP_UNLESS,   /* cond = count: jump when it does not hold */
    OP_PHASE,    /* list: kphase; pushes the loop's frame. Body at pc + 1; jump: after it */
    OP_ITER,     /* start of an iteration (list: kphase) */
    OP_ITER_END, /* end of an iteration: its end event */
    /* ends what `lasts` the round; the next is at jump (or `between` is first), else the frame
     * ends */
    OP_LASTS,
    OP_SETTLE, /* empty the queue */
    OP_LEAF,   /* a leaf of phases ends, and what `show` shows */
#define STEP(id, ...) OP_##id,
#define TEXT_STEP(...)
#define LATE_STEP(...)
#include "kernel/steps.def"
    OP_WATCH, /* list: kwatch; installs it */
    OP_CALL,  /* list: keffect; runs its body now, in a frame with its parameters */
#define WORD_STEP(...)
/* last, because ops' numbers stand in fingerprints */
#define TEXT_STEP(id, ...) OP_##id,
#define LATE_STEP          TEXT_STEP
#include "kernel/steps.def"
    OP_COUNT
};
enum { PLACE_LAST, PLACE_FIRST, PLACE_AT };
enum { MOVE_REVERSED = 1 }; /* kop.flags: the last card first, as if the pile is turned over */

struct kop {
    uint8_t op, face, place, flags;
    ref who, cards, zone, to, of, from, count, list;
    uint16_t n;
    ref lasts;
    int32_t jump;
    uint32_t src; /* place in the files, for messages; 0: none */
};

struct kassign {
    uint16_t counter;
    ref value;
}; /* counter id; expression */
/* A mask lasts until a phase ends. It stops a change, or (SHOW) lets seats see a card. */
enum mask_kind { MASK_ADD, MASK_TURN, MASK_MOVE, MASK_SHOW };
struct kmask {
    uint8_t kind;
    uint16_t what;
}; /* counter id, face, zone id */
struct kreason {
    uint16_t word;
    ref cond;
}; /* word id; condition or REF_NONE = holds */

enum loop { LOOP_ONCE, LOOP_REPEAT, LOOP_FOREVER, LOOP_WHILE, LOOP_EACH, LOOP_CARDS };
struct kphase {
    ref name; /* phase name or REF_NONE */
    uint8_t loop;
    bool between;
    bool asks; /* CARDS: its body may ask somebody */
    ref arg;   /* REPEAT: times; EACH: kseats; CARDS: selector */
    ref cond;  /* WHILE, REPEAT, EACH: the loop goes on while it holds */
    struct korder_of order;
};

enum order_key { ORD_CLASS, ORD_GIVEN, ORD_SEAT, ORD_CHOSEN, ORD_ARRIVAL, ORD_NEWEST };
enum { ORD_KEYS = ORD_NEWEST + 1 };
struct korder {
    uint8_t key;
    uint16_t arg;
}; /* GIVEN: parameter name id; CHOSEN: option */

/* ---- the whole -------------------------------------------------------------------- */

enum { K_MAX_DEF_WORDS = (REF_NONE + 64u) / 64 }; /* 64-bit words of a set of definitions */
struct kbits {
    const uint64_t *word;
    uint16_t nwords;
}; /* table of bitsets over definitions */

struct kdef {
    uint16_t ncards, ntraits, nzones, ncounters, nphases, noptions, nkinds;
    uint16_t ngame, nseat, ncardctr; /* counters by storage */
    bool own_counters;               /* some card counters belong to some cards only */
    uint8_t min_people, max_people;
    uint8_t ncls; /* effect classes, at least 1 */
    uint16_t nhooks, npures;
    /* how many engines were made for it: the only part that changes */
    _Atomic uint64_t *engines;

    const struct kcard *cards;
    const int32_t *trait_value;     /* [card * ntraits + trait]: number, flag, word, card */
    const ref *trait_expr;          /* [card * ntraits + trait]: formula or REF_NONE */
    const struct klist *trait_list; /* [card * ntraits + trait]: effects, watches */
    const struct ktrait *traits;
    const struct kzone *zones;
    const struct khold *holds;
    const struct kcounter *counters;
    const uint16_t *game_ctr, *seat_ctr, *card_ctr; /* storage index -> counter id */
    const struct koption *options;
    const struct kseatkind *kinds;
    const struct kexpr *exprs;
    const uint32_t *expr_src; /* [expr]: its place in the files */
    const uint16_t *deep;     /* [expr]: its depth, from 1; for card_formula */
    const ref *xargs;
    const struct kseats *seats;
    const struct kselect *sels;
    const ref *selrefs;
    const struct ktest *tests;
    struct kbits bits;
    const struct keffect *effects;
    const struct kverb *verbs;
    /* [verb]: the parameters that an ORD_GIVEN key names, a bit each */
    const uint16_t *given_bit;
    const struct kwatch *watches;
    bool facts;                   /* facts about hidden cards may arise (know/facts.c) */
    bool cancels;                 /* effects may be taken out of the queue */
    uint8_t slots;                /* of BOUND_SLOTS: effects keep those of their action */
    uint8_t event_used[EV_KINDS]; /* some watcher waits for such an event */
    const struct kaction *actions;
    uint8_t most_chosen; /* the most cards that any action takes as a set */
    const ref *parts;    /* expressions: parts of actions' `if` */
    const ref *acts;
    const struct kchoose *chooses;
    const struct kop *prog;
    uint32_t nprog;
    uint16_t each_deep; /* most loops over cards inside each other; 0: there are none */
    uint16_t nactions, nsels, nchooses, neffects, nverbs, nwatches, nexprs;
    const struct kassign *assigns;
    const struct kmask *masks;
    const struct kreason *reasons;
    const struct kphase *phases;
    const bool *counted; /* [phase name]: the rules may ask for its running number */
    const struct korder *order;
    uint8_t norder;
    int32_t start_pc; /* `phases` */
    /* effects that begin by themselves if nothing waits and their `if` holds */
    struct klist always;
    /* an effect, if any, whose steps happen before waiting effects of these classes (a bit each) */
    struct klist window;
    uint64_t window_cls;
    const ref *requires_;
    uint8_t nrequires; /* conditions to start a game */

    ref score; /* expression per person or REF_NONE */
    ref side;  /* persons with the same value play together; REF_NONE */
    /* expression per person: the score that could be reached (graded games); REF_NONE */
    ref out_of;
    ref stake; /* per person: every point counts, as if they had paid so many; REF_NONE */
    ref ties;
    uint8_t nties; /* expressions xargs[ties ..) */
    bool tied_share, least_wins;

    struct {
        uint16_t queue, watchers, masks, depth;
        uint32_t picks, effects;
        uint16_t sets;            /* sets of cards that one action may offer a seat */
        uint32_t work, game_work; /* thousands of units (k_spend), per decision, per game */
    } limits;
    /* formulas per person for searches, the last a condition; REF_NONE */
    ref bot_value, bot_worth, bot_hopeless;
};

enum { USUAL_WORK = 20000, USUAL_GAME_WORK = 500000 }; /* limits.work, game_work: defaults */
enum { USUAL_SETS = 4096, MANY_SETS = 16384 };         /* limits.sets: default, maximum */

static inline bool bits_has(const struct kdef *d, ref set, uint16_t card)
{
    return (d->bits.word[(uint32_t)set * d->bits.nwords + (card >> 6)] >> (card & 63)) & 1u;
}
/* Does a definition have `value` (word, number, flag) as this trait? Not for formulas or lists. */
static inline bool def_has(const struct kdef *d, unsigned trait, int32_t value, uint16_t card)
{
    const struct ktrait *t = &d->traits[trait];

    return t->type == T_WORD || t->type == T_WORDSET
               ? bits_has(d, (ref)(t->bits + value), card)
               : d->trait_value[(uint32_t)card * d->ntraits + trait] == value;
}
/* Do cards of this definition have the card counter k? */
static inline bool brings(const struct kdef *d, const struct kcounter *k, uint16_t card)
{
    return k->bits == REF_NONE || bits_has(d, k->bits, card);
}
/* The value read from a card or a seat that does not have the counter. */
static inline int32_t counter_nothing(const struct kcounter *k)
{
    return k->is == V_NUMBER || k->is == V_FLAG || k->is == V_WORDS ? 0 : -1;
}

/* ---- within.c: what lies within an expression, a selector or a set of seats ---- */

enum part_is { IS_EXPR, IS_SELECT, IS_SEATS };
/* The arrays of a definition, which may still be under construction. */
struct kparts {
    const struct kexpr *exprs;
    const ref *xargs;
    const struct kseats *seats;
    const struct kselect *sels;
    const ref *selrefs;
    const struct ktest *tests;
};
/* Visits a part. each: it is asked of each card of a selector, as `it`. True: stop. */
typedef bool part_fn(void *ctx, enum part_is is, ref r, bool each);
/* Visits the parts that lie directly in r, until fn returns true. Did it? */
bool k_any_part(const struct kparts *p, enum part_is is, ref r, part_fn *fn, void *ctx);

#endif
