/* def.h - the compiled form of a game: what the loader makes and the kernel runs.
 *
 * A `struct kdef` is immutable once loaded and shared by all threads. All parts
 * are arrays of small records that name each other by index (`ref`); REF_NONE
 * means "not given". The kernel sees no text: names are for messages and come
 * back out through the ids. The vocabulary (steps, selectors, seat words,
 * expressions) is described in rulesets/guide/reference.
 */
#ifndef CANTRIP_KERNEL_DEF_H
#define CANTRIP_KERNEL_DEF_H

#include <stdbool.h>
#include <stdint.h>

typedef uint16_t ref;
#define REF_NONE 0xFFFFu

#define K_MAX_SEATS    12        /* persons and other seats together */
#define K_MAX_INSTS    20000     /* cards of a game, each copy counted */
#define K_MAX_PARAMS   6         /* parameters of one verb */
#define K_MAX_ARGS     8         /* open places $1..$8 of a script's selector */
#define K_MAX_ANSWERS  32        /* answers one script hook may ask for */
#define K_MAX_COUNTERS 64        /* counters of one kind (a bit each in 64) */
#define K_MAX_QUEUE    4000      /* effects that wait */
#define K_MAX_CHOSEN   32        /* cards that one choice takes as a set */
#define OPEN_CHOICES   4         /* `choose` steps open within one another */
#define K_ABSENT       INT32_MIN /* an optional parameter that was not given */

#define NO_CARD 0xFFFFu /* as an instance index; as a value: -1 */
#define NO_SEAT 0xFFu

/* ---- words shared by all parts ------------------------------------------ */

enum face { FACE_ANY, FACE_UP, FACE_DOWN };
/* SIGHTS: who sees one side of a zone's cards; ZONE_KINDS: how its cards lie. X(id, the word in the files). The
 * order of SIGHTS matters: each lets more seats see than the one before. */
#define SIGHTS(X)     X(NOBODY, nobody) X(OWNER, owner) X(OTHERS, others) X(ALL, all)
#define ZONE_KINDS(X) X(SET, set) X(ROW, row) X(PILE, pile)
#define X(id, word)   SIGHT_##id,
enum sight { SIGHTS(X) };
#undef X
#define X(id, word) AS_##id,
enum zone_as { ZONE_KINDS(X) };
#undef X
enum per { PER_GAME, PER_TABLE = PER_GAME, PER_PLAYER, PER_SEAT, PER_KIND, PER_CARD };
enum value_type { /* what a value is: known to the loader, checked there */
                  V_NUMBER,
                  V_FLAG,
                  V_SEAT,
                  V_CARD,
                  V_ZONE,
                  V_WORD,
                  V_SEATS,
                  V_SELECTOR,
                  V_NUMBER_OR_ALL,
                  V_WORDS, /* of a counter: a set of words of its trait, a bit for each */
                  V_CARDS  /* the chosen set (kctx.set), as an argument of a pure hook */
};
#define K_MAX_WORDS 30          /* of a V_WORDS counter; so no value is K_ALL or K_ABSENT */
#define K_ALL       (INT32_MAX) /* the word `all` where a number may be `all` */

/* ---- expressions --------------------------------------------------------- *
 * A tree of records, evaluated by value (int64). Conditions give 0 or 1; a
 * seat is its index, a card its instance, -1 is "none"; a zone and a word are
 * their ids. `a`, `b`, `c` are expression refs unless stated.                */

enum xop {
    X_CONST,     /* imm */
    X_GAME,      /* game counter [imm] (index among game counters) */
    X_SEATCTR,   /* seat counter [imm] of seat a (REF_NONE: you) */
    X_CARDCTR,   /* card counter [imm] of card a */
    X_OWNCTR,    /* of a counter that only some cards have; of others 0, or -1 */
    X_TRAIT,     /* trait [imm] of card a: number, flag, condition, word or card */
    X_CARDDEF,   /* definition id of card a */
    X_CARDOWNER, /* owner seat of card a */
    X_BOUND,     /* imm: enum bound; the card bound there */
    /* imm: an enum seat_op that gives one seat (YOU, THEM, CHOSEN, LEFT, RIGHT); a: as in kseats */
    X_SEATREF,
    X_SEATSET, /* a: kseats ref; the one seat of the set, -1 if not exactly one */
    X_OPTION,  /* option [imm] */
    X_PHASE,   /* running number of phase name [imm], 0 while it does not run */
    X_PLAYERS, /* number of persons */
    X_PARAM,   /* parameter [imm] of the verb under way; K_ABSENT when not given */
    X_ARG,     /* open place [imm] of a script's selector; K_ABSENT when nil */
    X_NUMBER,  /* the number that was chosen (of a word: its place in the trait) */
    X_NEG,
    X_NOT,
    X_ISSET, /* a; ISSET: a >= 0 (seat, card, word) */
    X_ADD,
    X_SUB,
    X_MUL,
    X_DIV,
    X_MOD, /* a, b; // and % round down; by 0: an error */
    X_EQ,
    X_NE,
    X_LT,
    X_LE,
    X_GT,
    X_GE,
    X_AND,
    X_OR, /* AND, OR: b is not asked where a decides */
    X_MIN,
    X_MAX,
    X_IF,      /* a ? b : c */
    X_COUNT,   /* cards selected by selector a, times imm */
    X_SUM,     /* sum of b over the cards of selector a, each as `it` */
    X_MOSTOF,  /* greatest b over the cards of selector a, 0 if none */
    X_LEASTOF, /* smallest */
    X_HASMOST, /* no person's a is greater than yours; imm 1: nor equal */
    X_HASLEAST,
    /* parameter [imm] of the effect under way and of waiting effects like it, added up: k_due */
    X_DUE,
    X_PURE,      /* pure hook [imm] with arguments xargs[a .. a+b) */
    X_SEATCOUNT, /* a: kseats ref; how many seats */
    X_AS,        /* b with seat a as `you`; imm if there is no such seat */
    X_CARDZONE,  /* zone in which card a lies, -1 if it has left the game */
    X_HOLDS,     /* does the set of words a hold the word b? */
    X_SIZE,      /* how many words the set a holds */
    X_WORDS,     /* the set that holds nothing but the word a */
    X_ONLY,      /* the card of selector a; -1 if there is none, or several */
    /* made by lower.c: trait [imm] of the card bound at a */
    X_BOUNDTRAIT,
    /* made by lower.c: does selector a select any card (imm 1), or none (imm 0)? */
    X_HAS,
    X_CHOSEN, /* the chosen set (kctx.set), as an argument of a pure hook */
    /* b over the seats a (kseats ref), each as `you`; imm: X_SUM, X_MOSTOF or X_LEASTOF; 0 if there are none */
    X_OVERSEATS,
    /* place of card a in its row or pile, from 1; 0: in a set, out of the game, no card */
    X_CARDAT,
    X_PASSES, /* made by normal.c: does `it` pass test [imm]? */
    X_RAN,    /* made by ran.c: `marked`, whose cost is told */
};
struct kexpr {
    uint8_t op;
    uint8_t marked; /* of X_RAN: its op */
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
}; /* b, of LEFT, RIGHT, MOST, LEAST, WHERE: among which seats, a kseats ref + 1; 0: persons */

/* ---- selectors ------------------------------------------------------------ */

enum bound { BOUND_THIS, BOUND_CARD, BOUND_HELPER, BOUND_TARGET, BOUND_IT, BOUND_COUNT };
/* Bits after those of the single bound cards: a script's selector uses `you`; the chosen set of cards. */
enum { NAMES_YOU = 1 << BOUND_COUNT, BOUND_SET = 4 << BOUND_COUNT };
enum sel_src { SRC_ZONES, SRC_BOUND, SRC_VALUE };
enum test_kind { TEST_COUNTER, TEST_NUMBER, TEST_WORD, TEST_DEF };
enum test_cmp { CMP_IS, CMP_EXCEPT, CMP_AT_LEAST, CMP_AT_MOST };

/* One dynamic condition of a selector. COUNTER: card counter `id`. NUMBER:
 * trait `id` against the value. WORD: word trait `id` holds the value (by
 * bitset traits[id].bits + value). DEF: the definition is the value. A value
 * that is K_ABSENT makes the test fall away. */
struct ktest {
    uint8_t kind, cmp;
    uint16_t id;
    ref value;
};

struct kselect {
    uint8_t src;  /* enum sel_src */
    uint8_t face; /* enum face */
    /* SRC_BOUND: which bound cards (a bit per enum bound, BOUND_SET), in the order of the enum */
    uint8_t bound;
    uint8_t nzones;
    uint8_t zone[8]; /* zone ids; nzones is 0 in a filter (any, except) of any zone */
    bool this_only, not_this;
    bool of_given;  /* `of` was given: on table zones it means the owner */
    bool hidden_ok; /* no key looks at what a card is */
    ref of;         /* kseats; REF_NONE = you */
    ref value;      /* SRC_VALUE: expression giving a card */
    ref bits;       /* bitset of definitions; REF_NONE = all */
    ref tests;
    uint16_t ntests;
    ref where; /* condition about `it` */
    ref any;
    uint16_t nany;   /* selectors any[.. +nany) of selrefs: the card must be in one */
    ref except;      /* selector whose cards are left out */
    ref most, least; /* expressions about `it` */
    /* expression about `it`: of cards with equal values only the first */
    ref each;
    ref first, last, random; /* expressions: how many */
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
    bool formula; /* some card's value is an expression: kdef.trait_expr */
    ref bits;     /* T_WORD, T_WORDSET: bitset of word w is bits + w */
    uint16_t nwords;
    uint8_t zone; /* T_WATCHES: its watchers work while the card lies in this zone */
};

/* Range of effects (or watches) of one card's list. */
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
    uint8_t up, down;  /* enum sight of cards face up, face down */
    bool shuffled, gone;
    ref size;        /* expression or REF_NONE */
    ref refill;      /* zone or REF_NONE */
    int32_t endless; /* above 0: an endless zone; copies that it may give of each definition */
    bool grows; /* … and more are made when few are left: it never runs out (run/grow.c) */
    uint16_t hold, nhold;
};

struct kcounter {
    uint8_t per, kind; /* enum per */
    uint8_t is;        /* V_NUMBER, V_FLAG, V_SEAT, V_CARD, V_WORD, V_WORDS */
    ref trait;      /* V_WORD, V_WORDS: whose words; the value is the word's place, -1 = none */
    uint16_t index; /* among the counters with the same storage (game/seat/card) */
    int32_t start;
    ref lasts; /* phase name or REF_NONE */
    ref bits;  /* definitions whose cards have it; REF_NONE: all cards do */
    ref in; /* of cards: zone; when its card leaves that, it goes back to its start; REF_NONE */
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

/* An entry of a card's effect list; the body of a watcher or action effect; or a call, that is a named step, or a
 * verb among steps, which runs at once. */
struct keffect {
    uint16_t card;  /* definition it belongs to, REF_NONE = none */
    uint16_t trait; /* list it stands in */
    uint16_t verb;  /* verb id (of a call perhaps a named step's), REF_NONE = steps alone */
    uint8_t cls;    /* place in resolution's class list */
    uint8_t given;  /* bit per parameter that was given */
    ref cond;       /* `if`, asked when taken from the queue */
    ref param[K_MAX_PARAMS]; /* expressions; V_SEATS parameters: kseats refs */
    bool asks_this;          /* it may ask which card it belongs to */
    bool call;               /* a call: run by OP_CALL, never queued */
    int32_t pc;              /* body */
    uint32_t src;
};

struct kverb {
    uint8_t nparams;
    /* enum value_type; the value of V_SEATS has a bit for each seat */
    uint8_t type[K_MAX_PARAMS];
    ref word_trait[K_MAX_PARAMS]; /* V_WORD: trait whose words it takes */
    ref hook;                     /* acting hook, REF_NONE: `do` list */
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
    ref from;    /* of MOVE: only of cards that come from this zone; REF_NONE = any */
    ref by;      /* kseats seen from the watcher's seat; REF_NONE = you */
    ref cards;   /* selector the event's card must be in; REF_NONE = any */
    ref cond;
    ref lasts; /* phase name; REF_NONE = the game */
    bool once;
    bool asks_this;  /* it, or what it does, may ask which card it belongs to */
    uint16_t effect; /* the keffect its `do` is queued as */
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

/* `cond` is the whole `if`. `parts` are what stands between its outermost `and`s, sorted by when they can be
 * asked: those before part_end[w] as soon as everything up to w (enum when: card, helper, target …) is bound. */
struct kaction {
    ref card, helper, target; /* selectors */
    ref cards;                /* a set of this selector's cards: */
    ref fewest, most;         /* … expressions: so many */
    ref seat;                 /* kseats */
    ref from, to;             /* expressions of `number` */
    ref word;                 /* trait whose words the numbers stand for; REF_NONE: none */
    ref cond;
    ref parts; /* the first part, in kdef.parts */
    uint8_t part_end[WHEN_COUNT];
    /* which of card, helper, target (bit per enum bound) do not depend on an earlier one: their cards are looked
     * for once */
    uint8_t fixed;
    /* which of these three a later selector, a bound of `number` or the `if` names */
    uint8_t asked_later;
    /* which of these three look only at cards that the asked seat sees: they cannot fail, so they are not looked for
     * where a later one has no card */
    uint8_t sure;
    /* which of them, and the set (BOUND_SET), name a card bound before that may be a back: then they are refused, also
     * where there is no card for them */
    uint8_t asks_backs;
    int32_t pc; /* its `do`, -1 = nothing */
    bool named; /* has a name; if it stands in `actions:`, watchers can wait for it */
    uint32_t src;
};
#define ACT_NONE    0xFFFFu /* nothing to choose */
#define ACT_DONE    0xFFFEu /* no more */
#define ACT_EFFECT  0xFFFCu /* which of one's effects is first: card, number = its arrival */
#define ACT_CARD    0xFFFDu /* a script's question about a selector */
#define ACT_SEVERAL 0xFFFBu /* a script's question about the actions in kasked.arg */

/* The order of seats: clockwise from one, then by keys. */
struct korder_of {
    ref from;     /* expression: seat that is first */
    ref reversed; /* condition: it goes round the other way; REF_NONE = it never does */
    ref by;
    uint8_t nby;    /* expressions xargs[by ..) asked of each seat, or card */
    bool by_random; /* ties by the generator */
};

struct kchoose {
    ref who; /* kseats; REF_NONE = you */
    struct korder_of order;
    bool together, may, any; /* any: as often as wanted */
    bool all_pass; /* a seat that passed is asked again, until all pass in one round */
    bool settle;   /* stands in a leaf of `phases`: the queue is emptied after each pick */
    bool proves;   /* an answer may prove what lies in a zone that not all see (know/prove.c) */
    ref times;     /* expression per seat; REF_NONE = 1 */
    ref may_if; /* with `may`: condition, asked of who is asked as his choices are listed; REF_NONE = it holds */
    ref actions;
    uint8_t nactions;    /* action ids acts[actions ..) */
    int32_t else_pc;     /* -1 = none */
    int32_t declined_pc; /* of a seat that took `done` and nothing before; -1 = none */
    ref prompt;          /* word, REF_NONE */
    uint32_t src;
};

/* ---- the program --------------------------------------------------------------- *
 * `phases`, every `do` and every effect list are stretches of one array of ops;
 * each stretch ends with OP_END. Fields not named are unused; those of the steps stand in
 * steps.def.                                                                      */

enum op {
    OP_END,      /* the frame is done */
    OP_JUMP,     /* jump */
    OP_UNLESS,   /* cond = count: jump when it does not hold */
    OP_PHASE,    /* list: kphase; pushes the loop's frame, body at pc + 1; jump: after it */
    OP_ITER,     /* start of an iteration (list: kphase) */
    OP_ITER_END, /* end of an iteration: its end event */
    /* ends what `lasts` the iteration; the next begins at jump (or `between` follows), or the frame is done */
    OP_LASTS,
    OP_SETTLE, /* empty the queue */
    OP_LEAF,   /* a leaf of phases is done: `show` ends */
#define STEP(id, ...) OP_##id,
#define TEXT_STEP(...)
#include "kernel/steps.def"
    OP_WATCH, /* list: kwatch; installs it */
    OP_CALL,  /* list: keffect; its body runs now, in a frame with its parameters */
#define WORD_STEP(...)
#define TEXT_STEP(id, ...) OP_##id, /* newer than these, whose numbers stand in fingerprints */
#include "kernel/steps.def"
    OP_COUNT
};
enum { PLACE_LAST, PLACE_FIRST, PLACE_AT };
enum { MOVE_REVERSED = 1 }; /* kop.flags: the last card first, as a pile that is turned over */

struct kop {
    uint8_t op, face, place, flags;
    ref who, cards, zone, to, of, from, count, list;
    uint16_t n;
    ref lasts;
    int32_t jump;
    uint32_t src; /* place in the files: kdef.pos */
};

struct kassign {
    uint16_t counter;
    ref value;
}; /* counter id; expression */
/* A mask lasts until a phase ends: it stops changes (ADD, TURN, MOVE), or lets seats see a card (SHOW). */
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
    bool asks; /* CARDS: somebody may be asked in its body */
    ref arg;   /* REPEAT: times; EACH: kseats; CARDS: selector */
    ref cond;  /* WHILE, and beside REPEAT and EACH: the loop goes on while it holds */
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
    /* how many engines were made for it: the one thing that changes */
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
    const uint16_t *deep; /* [expr]: how deep it is nested, itself counted; for card_formula */
    const ref *xargs;
    const struct kseats *seats;
    const struct kselect *sels;
    const ref *selrefs;
    const struct ktest *tests;
    struct kbits bits;
    const struct keffect *effects;
    const struct kverb *verbs;
    /* [verb]: a bit for each of its parameters that an ORD_GIVEN key names */
    const uint16_t *given_bit;
    const struct kwatch *watches;
    bool facts; /* something may be told, or proven, of cards that not all see (know/facts.c) */
    bool cancels; /* something may take the effects of a card out of the queue */
    uint8_t event_used[EV_KINDS]; /* some watcher waits for such an event */
    const struct kaction *actions;
    uint8_t most_chosen; /* the most cards that any action takes as a set */
    const ref *parts;    /* expressions: parts of actions' `if` */
    const ref *acts;
    const struct kchoose *chooses;
    const struct kop *prog;
    uint32_t nprog;
    uint16_t each_deep; /* loops over cards nested in one body, at most; 0: there are none */
    uint16_t nactions, nsels, nchooses, neffects, nverbs, nwatches, nexprs;
    const struct kassign *assigns;
    const struct kmask *masks;
    const struct kreason *reasons;
    const struct kphase *phases;
    const bool *counted; /* [name of a phase]: the rules may ask for its running number */
    const struct korder *order;
    uint8_t norder;
    int32_t start_pc; /* `phases` */
    struct klist
        always; /* effects that begin by themselves, wherever nothing waits and their `if` holds */
    const ref *requires_;
    uint8_t nrequires; /* conditions checked when a game starts */

    ref score; /* expression per person or REF_NONE */
    ref side;  /* expression: people for whom it has the same value play together; REF_NONE */
    /* expression per person: the score that can be reached (a graded game); REF_NONE */
    ref out_of;
    ref stake; /* expression per person: every point counts, as if they had sat down with so many; REF_NONE */
    ref ties;
    uint8_t nties; /* expressions xargs[ties ..) */
    bool tied_share, least_wins;

    struct {
        uint16_t queue, watchers, masks, depth;
        uint32_t picks, effects;
        uint16_t sets;            /* sets of cards that one action may offer a seat */
        uint32_t work, game_work; /* thousands of units (k_spend): of a decision, of a game */
    } limits;
    /* what searches go by: formulas per person, the last a condition; REF_NONE */
    ref bot_value, bot_worth, bot_hopeless;
};

enum { USUAL_WORK = 20000, USUAL_GAME_WORK = 500000 }; /* limits.work, game_work: defaults */
enum { USUAL_SETS = 4096, MANY_SETS = 16384 };         /* limits.sets: default, maximum */

static inline bool bits_has(const struct kdef *d, ref set, uint16_t card)
{
    return (d->bits.word[(uint32_t)set * d->bits.nwords + (card >> 6)] >> (card & 63)) & 1u;
}
/* Does a definition have `value` (a word, a number, a flag) as this trait? Not for formulas and lists. */
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
/* The value that is read where a card or a seat does not have the counter. */
static inline int32_t counter_nothing(const struct kcounter *k)
{
    return k->is == V_NUMBER || k->is == V_FLAG || k->is == V_WORDS ? 0 : -1;
}

/* ---- within.c: what lies within an expression, a selector or a set of seats ---- */

enum part_is { IS_EXPR, IS_SELECT, IS_SEATS };
/* Where the parts stand, of a definition or of one that is still made. */
struct kparts {
    const struct kexpr *exprs;
    const ref *xargs;
    const struct kseats *seats;
    const struct kselect *sels;
    const ref *selrefs;
    const struct ktest *tests;
};
/* Is told of a part. each: it is asked of each of a selector's cards, as `it`. True: no more need be told. */
typedef bool part_fn(void *ctx, enum part_is is, ref r, bool each);
/* Tells fn of each part that lies in r itself, not of what lies within these, until it returns true. Did it? */
bool k_any_part(const struct kparts *p, enum part_is is, ref r, part_fn *fn, void *ctx);

#endif
