/* kernel.h - the machine: what the parts above the kernel may call.
 *
 * A `struct kengine` is one thread's working memory for one definition. It holds scratch space and
 * the hooks of the script bridge, never a part of a game. A game is a `struct kstate` block. One
 * engine can move any number of blocks. Functions return 0 (or a count), or -1 if the ruleset or
 * the call is at fault. The engine's `err` then says what and where. */
#ifndef CANTRIP_KERNEL_KERNEL_H
#define CANTRIP_KERNEL_KERNEL_H

#include "kernel/state/state.h"

/* ---- errors ------------------------------------------------------------------ */

#define K_ERRORS(X)                                                                            \
    X(K_OK, "OK", "no error")                                                                  \
    X(K_E_QUEUE, "LIMIT-QUEUE", "the queue of effects is full (limits: queue)")                \
    X(K_E_WATCHERS, "LIMIT-WATCHERS", "too many watchers (limits: watchers)")                  \
    X(K_E_MASKS, "LIMIT-MASKS", "too many masks (limits: masks)")                              \
    X(K_E_DEPTH, "LIMIT-DEPTH", "steps are nested too deep (limits: depth)")                   \
    X(K_E_NESTED, "LIMIT-CHOOSE",                                                              \
      "a choice is inside four others that are still open, and no more fit (let one end "      \
      "first)")                                                                                \
    X(K_E_LOOP, "EFFECT-LOOP", "effects cause effects endlessly (limits: effects)")            \
    X(K_E_DIV, "DIVISION-BY-ZERO", "division by zero")                                         \
    X(K_E_RANGE, "RANGE", "a number is out of range")                                          \
    X(K_E_HIDDEN, "HIDDEN-FILTER",                                                             \
      "a choice depends on something that the asked player cannot see")                        \
    X(K_E_CARDS, "TOO-MANY-CARDS", "too many cards")                                           \
    X(K_E_SEATS, "SEATS", "number of seats not allowed")                                       \
    X(K_E_REQUIRES, "REQUIRES", "the game cannot start like this")                             \
    X(K_E_ZONE, "NO-ZONE", "this seat has no such zone")                                       \
    X(K_E_ANSWERS, "HOOK-ANSWERS", "a hook asks too many questions")                           \
    X(K_E_CHOICE, "PICK", "this pick is not offered")                                          \
    X(K_E_ASKED, "NOT-ASKED", "this seat is not asked")                                        \
    X(K_E_HOOK, "HOOK", "a script hook failed")                                                \
    X(K_E_RERUN, "HOOK-RERUN", "a hook asked another question when it was run again")          \
    X(K_E_CHOICES, "LIMIT-CHOICES", "more than 262,144 choices")                               \
    X(K_E_SETS, "LIMIT-SETS", "too many sets of cards to choose from (limits: sets)")          \
    X(K_E_CHOSEN, "LIMIT-CHOSEN", "a choice takes more cards than a set can hold")             \
    X(K_E_NOMEM, "MEMORY", "out of memory")                                                    \
    X(K_E_LOT, "DRAWN-CHOICE",                                                                 \
      "choices, results, texts and bot hooks cannot use random values")                        \
    X(K_E_COUNTER_CARD, "HIDDEN-COUNTER", "a counter may hold only cards that everyone sees")  \
    X(K_E_COUNTER_SET, "COUNTER-HIDDEN",                                                       \
      "cards in a set that not everyone sees keep no counters, so none can be set")            \
    X(K_E_WATCH_HIDDEN, "WATCH-HIDDEN",                                                        \
      "a watcher comes from a card that not everyone sees, and would reveal it. Turn the "     \
      "card face up first, or use a `watches` trait")                                          \
    X(K_E_COUNTER_TELLS, "COUNTER-TELLS",                                                      \
      "a counter or a `say` reveals a hidden card. Before the next choice, `tell` the fact, "  \
      "`show` the card to all, or turn it face up")                                            \
    X(K_E_REPEAT, "ENDLESS", "the phases repeat without a choice")                             \
    X(K_E_FORMULA, "FORMULA-LOOP", "a card's formula depends on itself")                       \
    X(K_E_PASS, "PASS", "a player passes only cards of their own zones")                       \
    X(K_E_WORK, "LIMIT-WORK", "too much work for one decision (limits: work)")                 \
    X(K_E_GAME_WORK, "LIMIT-GAME-WORK", "too much work for one game (limits: game_work)")      \
    X(K_E_SHOW, "SHOW-SET",                                                                    \
      "a card shown for longer must be in a row or pile, because a card of a set has no "      \
      "place")                                                                                 \
    X(K_E_FACT, "TELL-FALSE", "a `tell` says something false about a card")                    \
    X(K_E_BROKEN, "BROKEN", "this game has failed before and cannot go on")
enum kerrcode {
#define X(id, name, text) id,
    K_ERRORS(X)
#undef X
        K_ERRCOUNT
};
struct kerror {
    enum kerrcode code;
    uint32_t src;    /* place in the files (kop.src …); 0: none */
    uint32_t ncycle; /* EFFECT-LOOP: how many of `cycle`, the cards whose effects ran last */
    int32_t a, b;    /* what the message may name: seat, card, hook, word … */
    uint16_t action; /* the action whose choices were being listed, plus 1; 0: none */
    uint16_t cycle[8];
    /* LIMIT-QUEUE, EFFECT-LOOP: effects that cause each other in a circle: how many, and the first
     * of them. LIMIT-DEPTH: the number of frames, and the ops of the innermost ones */
    uint32_t ncircle;
    uint16_t circle[8];
    bool overspent; /* a game failed because its work was used up */
};

/* ---- events: what listeners and observers are told -------------------------------- */

enum ktell {
    TELL_PHASE, /* id: phase name, number: iteration */
    TELL_PHASE_END,
    /* of each card. card, from slot, to slot, place; number: FACE_DOWN if it was so in a set */
    TELL_MOVE,
    TELL_TURN,    /* card, number: face */
    TELL_COUNTER, /* id: counter; seat or card; number: new value, extra: change */
    TELL_SHUFFLE, /* to: slot */
    TELL_SHOW,    /* card; seats: who sees it */
    TELL_ASK,     /* seats: who; id: kchoose ref (or REF_NONE, hook: prompt in extra) */
    TELL_PICK,    /* seat; pick. Only that seat and the all-seeing listener are told */
    /* seat; pick: an answer is carried out. Each observer is told its cards as they see them */
    TELL_ANSWER,
    TELL_EFFECT, /* an effect is taken from the queue: id: keffect; card; seat; verb in extra */
    TELL_CANCEL, /* card */
    TELL_WATCH,  /* a watcher fires: id: kwatch; card; seat */
    TELL_BLOCK,  /* seats, id: kind, extra: what */
    TELL_ROLL,   /* number: what the generator gave; extra: range */
    /* seats in random order, four bits each: number, extra; how many: extra's last four */
    TELL_ORDER,
    TELL_SAY,     /* id: word, or (text) op; number, card, seat; extra: 1 + the step's {word} */
    TELL_USED_UP, /* card: the stamp of an endless zone that has no copy left; to: slot */
    TELL_END,     /* the game is over: number: enum kstatus */
    /* card, to, place: a loop over cards comes to this card. number: its body may ask somebody */
    TELL_EACH,
    /* card, to, place; may: everyone hears that the card is one of these definitions. number,
     * extra: hash of `may`. from_place: how many more cards of this slot are told next */
    TELL_FACT,
    /* def: the card that a watcher, a waiting effect or a frame has lost (run/lost.c) */
    TELL_LOST
};
struct kevent {
    uint8_t kind;
    uint8_t seat;
    uint16_t seats;
    uint16_t card; /* instance; NO_CARD */
    /* definition of the card. REF_NONE: the viewer sees a back. With NO_CARD: of a lost card */
    uint16_t def;
    uint16_t from, to;          /* slots; REF_NONE: none */
    uint16_t place, from_place; /* places in a row or pile; 0 in a set */
    uint16_t id;
    int32_t number, extra;
    /* COUNTER: a `set`, not an `add`. Not in digests, so that those of older replays stay valid */
    bool set;
    uint16_t text; /* MOVE, TURN: the step's text for the log (kop.list). Not in digests */
    uint64_t step; /* MOVE: shared by all cards that one step moves; 0: none. Not in digests */
    uint8_t by;    /* the seat that does it (`you`); NO_SEAT. Not in digests */
    struct kchoice pick;
    uint16_t pick_def[3]; /* definitions of pick's cards as the viewer sees them */
    /* the cards of pick's set and their definitions, during the call */
    const uint16_t *chosen, *chosen_def;
    const uint64_t *may; /* FACT: a bit for each definition, during the call */
    uint32_t seen;       /* observers who see the card, a bit each */
    /* MOVE: observers who know the card without seeing it. Not in digests: it follows from them */
    uint32_t known;
    uint64_t serial; /* number of the event */
};
/* The engine's viewer is a seat, the spectator (nseats) or K_ALL_SEEING. Each event's `def` is what
 * that viewer sees at this moment. Events come in order. The listener must not change the state. */
#define K_ALL_SEEING (-1)
typedef void (*ktell_fn)(void *ctx, struct kstate *s, const struct kevent *ev);

/* ---- the engine ------------------------------------------------------------------ */

struct kengine;

/* Luck by hand, for scenarios and for tests that try every outcome. NULL: the generator decides. */
struct kluck {
    void *ctx;
    /* Writes the wanted order of `slot` into `cards`, which holds the n cards in their old order.
     * 1: done; 0: use the generator; -1: error (the caller sets K_E_RANGE) */
    int (*shuffle)(void *ctx, struct kengine *e, unsigned slot, uint16_t *cards, int n);
    /* 0 .. n-1. cards: the candidates, NULL: no card is drawn. -1: error; -2: use the generator */
    int64_t (*draw)(void *ctx, struct kengine *e, uint32_t n, const uint16_t *cards);
};

enum hook_result { HOOK_DONE, HOOK_ASKS, HOOK_FAILS, HOOK_GONE };
/* The script bridge.
 * `acting` runs a hook. e->s is the state, the top frame is the context (you, them, this,
 * parameters). HOOK_ASKS: the hook stopped at a question that k_hook_ask() has recorded.
 * `go_on` resumes the hook at that question, once e->s (with the question's stamp) has the answers.
 * HOOK_GONE: the bridge has not kept the hook, so the kernel runs it again from its start.
 * `pure` returns a value; on failure it sets e->err. */
struct khost {
    void *ctx;
    enum hook_result (*acting)(void *ctx, struct kengine *e, unsigned hook);
    enum hook_result (*go_on)(void *ctx, struct kengine *e, unsigned hook); /* or NULL */
    int64_t (*pure)(void *ctx, struct kengine *e, unsigned hook, const int64_t *arg, int n);
    bool (*asks)(void *ctx, unsigned hook); /* may this hook ask? NULL: any may */
};

enum { SET_TRIED = 0xFF };
/* The context of an expression: a frame's seats, cards and number; for scripts also open places. */
struct kctx {
    uint8_t you, them, seat; /* and so on as in kframe, so that they are copied together */
    uint8_t set;             /* 1 + answer whose set is bound; SET_TRIED: e->tried; 0: none */
    uint16_t card[BOUND_COUNT]; /* by enum bound */
    int32_t number;
    const int32_t *param; /* K_MAX_PARAMS values, or NULL */
    const int32_t *arg;   /* K_MAX_ARGS values, or NULL */
};

/* ---- what plan.c finds out about a definition, once per engine ---- */
enum { /* kplan.sel; LYING: it asks only where cards lie */
       SEL_RANKS = 1,
       SEL_THIS = 2,
       SEL_LYING = 4,
       SEL_OWN = 8,    /* all cards of its zones, those of `you` or the table */
       SEL_BOUND = 16, /* selects one bound card */
       SEL_MINE = 32,  /* its zones are those of `you`, or the table's */
       SEL_ONE = 64,   /* SEL_MINE without ranking keys */
       SEL_BEST = 128, /* `most` and `least` are its only ranking keys, and it has no `this` */
       /* of zones; ranked by `one_of_each` alone, which depends on definitions; no `this` */
       SEL_KINDS = 256,
};
/* kplan.how, of a step. ANY: the general way. MOVE: moves the picked card. MARK: sets counters of
 * the picked card. WHOLE: moves all cards of a zone, or all pass a hidden set to a neighbour.
 * BOUND: moves cards in slots to a zone of the table. NOTHING: does nothing. */
enum body_how { HOW_ANY, HOW_MOVE, HOW_MARK, HOW_WHOLE, HOW_BOUND, HOW_NOTHING };
enum {                      /* kplan.choose */
       CHOOSE_APART = 1,    /* no seat's answer changes what another is offered */
       CHOOSE_ORDINARY = 2, /* each choice is one card of one set of the seat's own */
       CHOOSE_QUICK = 4,    /* its `do` only lays a card down, may mark it; no `else` */
       CHOOSE_ONCE = 8,     /* seats are asked in number order, equally often */
       CHOOSE_SIGNS = 16,   /* answers are found again by kanswer.sign */
       CHOOSE_NOTED = 32,   /* a pick need only be written into its answer */
       CHOOSE_OVER = 64,    /* over after one round that asks all its seats */
};
/* kplan.names: what an expression depends on: a bit per enum bound, and these */
enum {
    NAMES_CARDS = 256,  /* cards of zones; it may fail */
    NAMES_MORE = 512,   /* anything; it may draw lots or run a script */
    NAMES_KNOWN = 1024, /* in each; alone: no card is read, it cannot fail */
    NAMES_LYING = 4096, /* on the instance or how it lies, not only the definition */
    NAMES_NUMBER = 2048 /* an X_HAS: its usual selector compares with a number of `it` */
};
/* kplan.rank: what a step in a key of `resolution` adds to a waiting effect's rank; 0: unused */
struct krank {
    uint64_t by[ORD_KEYS]; /* CHOSEN: the rank divided by it is that by the keys before */
};
/* kengine.to_owner: the owner stays, is nobody, is seat to_owner - OWNER_SEAT */
enum { OWNER_KEPT, OWNER_NONE, OWNER_SEAT };
#define NO_SET 0xFFFFFFFFu
/* For each trait.
 * Number: set first + i holds the cards whose number is at most least + i, 0 <= i < n. The first
 * set is empty, the last holds all cards. first is 0 if there are no sets, because the values lie
 * too far apart.
 * List of effects: set `first` holds the cards that have any. */
struct ksteps {
    uint32_t first;
    int32_t least, n;
    uint32_t formulas; /* set of the cards whose number is a formula */
};
/* A test as sets.c asks it. NUMBER: first, least, n as in ksteps. WORD: n sets, one per word. FLAG,
 * COUNTER: `first` is the index of the card counter, `least` its start. EACH: card by card. */
enum ask_kind { ASK_NUMBER, ASK_WORD, ASK_FLAG, ASK_COUNTER, ASK_EACH };
struct kask {
    uint8_t kind, cmp; /* enum ask_kind; enum test_cmp */
    uint8_t leaf; /* k_leaf reads its value. 2: it cannot fail; 1: nor while nobody is asked */
    bool each;    /* some cards must be asked one by one */
    bool looks;   /* it depends on what the card is */
    bool exact;   /* a number that must be equal: cards of the set before do not pass */
    ref value, test;
    uint32_t first;
    int32_t least, n;
    uint32_t formulas; /* set of the cards whose number is a formula */
    int64_t from;      /* with value v the cards of set first + v - from pass (test_set) */
    uint64_t flip;     /* all bits: they fail, all others pass; or 0 */
};
/* A selector as plan.c lays it out for sets.c. */
enum { THIS_ONLY = 1, THIS_NOT };
struct kquick {
    uint32_t set; /* cards whose definition passes; NO_SET: all pass */
    uint32_t all; /* as `set`, but if all pass the set of all cards */
    uint32_t asks;
    uint8_t zone[8];
    ref where, of;
    /* `several`, if it selects cards of the seats with at most so many of just these cards: that
     * number, and the seats that count (kseats; REF_NONE: persons). Else REF_NONE */
    ref at_most, among;
    uint8_t nasks;
    uint8_t nzones; /* 0: it selects from no zones */
    uint8_t face;
    uint8_t this;     /* THIS_*; 0: not asked, or asked after the ranking keys */
    uint8_t up, down; /* enum sight: who sees that side in all zones; OWNER: `you` */
    bool usual : 1;   /* SEL_MINE, with no test or with one that one set answers */
    bool bare : 1;    /* `usual`, with no test, any face and nothing to ask card by card */
    bool several : 1; /* as `usual` of one zone of several seats; not card by card */
    bool marks : 1;   /* only cards pass whose counter is not at its start */
    bool rows : 1;    /* no ranking keys; all its zones are rows or piles */
    bool swift : 1;   /* SEL_MINE, any face, tests as in `usual` */
    bool mine : 1;    /* SEL_MINE */
    bool whole : 1;   /* all cards of one zone, of `you` or of the table */
    bool owned : 1;   /* `of` is given: on the table it means the owner */
    bool looks : 1;   /* it may depend on what a card is */
    bool guarded : 1; /* `looks`, and in some zone not everybody sees both sides */
    bool endless : 1; /* one of its zones is endless */
    bool twice : 1;   /* it names a zone twice */
    bool few : 1;     /* if its zones hold few cards, each may be asked alone, in any order */
    bool counts : 1;  /* its cards can be counted as a set */
    bool each : 1;    /* something is asked card by card: tests, `where`, `any`, `except` */
    bool others : 1;  /* it has `any` or `except` */
    bool open : 1;    /* it asks what everyone knows: a counter, `this`, a word */
};
/* Where the cards of a part come from, if sets answer it: those of set `all` in `zone` of the asked
 * seat. They must pass one test; NULL: none. */
struct kfrom {
    const struct kask *ask;
    uint32_t all; /* kquick.all */
    uint8_t zone;
    /* enum bound: the test compares with this trait of an earlier card of the action; 0: not */
    uint8_t own;
    uint16_t trait;
};
/* What an action binds: its card, helper and target, as many as it has (listing.c). */
enum { BINDS_SET = 3 };
struct kbinds {
    struct kchoice none; /* a choice of this action with nothing bound */
    /* of each part; sel[BINDS_SET]: from which a set of cards is chosen, or REF_NONE */
    ref sel[BINDS_SET + 1];
    uint8_t part[3]; /* 0: card, 1: helper, 2: target */
    uint8_t n;
    uint8_t fixed; /* bit k: sel[k] depends on no earlier part */
    uint8_t falls; /* bit k: part k has an `if` of its own */
    uint8_t each;  /* bit k: sel[k] asks something card by card */
    /* bit k: without a card that sel[k] may select the action has no choice */
    uint8_t need;
    bool ends;  /* no set of cards, seat or number follows */
    bool bare;  /* `ends`, and has no `if` */
    bool backs; /* for the asked seat a bound card may be a back */
    /* if its cards come from sets and no `if` is first: their zones, a bit each; else all bits */
    uint64_t swift;
    struct kfrom from[3]; /* if they do */
    /* parts of its `if`, a bit each, that cannot fail and may turn out the same for all cards */
    uint32_t parts;
};
/* Sets of instances, by definition (cast.c). */
struct kcast {
    uint64_t name;       /* the kstate.cast these sets belong to; 0: none */
    const uint64_t **at; /* each set; NULL: not made yet */
    uint64_t *set;       /* storage of the sets: `room` words */
    size_t room;
    uint16_t *def; /* the definition of each of the n instances */
    unsigned n;
    uint64_t *first, *last; /* each definition's first and last card, if neighbours */
    /* as dealt, these are that cast's sets, corrected for the cards in `changed`; 0: of none */
    uint64_t patched;
    unsigned nchanged;
    uint16_t *changed;
};
/* What a CHOOSE_ORDINARY question offers: the cards of `zone` by `action`, and `done` if that is
 * set. CHOOSE_QUICK: `to` is the zone they go to, `mark` the op that marks them (0: none). lasts:
 * the phase's OP_LASTS if its round is this question and at most one pass; else 0. */
struct kplain {
    uint16_t action, mark, lasts;
    uint8_t zone, to;
    bool done, notes;
};
/* kplan.body: runs in a frame; in a frame if somebody is told; without a frame. */
enum body { BODY_FRAMED, BODY_MUTE, BODY_HERE };

/* The parameters of an effect: values of the constant ones; asked: a bit for each other one. */
struct kgiven {
    int32_t fixed[K_MAX_PARAMS];
    uint8_t asked;
    /* an effect that only adds: its entries in kplan.adds, from `adds` on; the work of its ops */
    uint16_t nadds, work;
    uint32_t adds;
    uint64_t rank; /* rank by kplan.rank, without seat and arrival */
};
/* One part of an effect that only adds to counters (ask/adds.c).
 * VALUE: works out `expr`. COUNT: `times` the number of cards in a zone of `you` (kquick `sel`)
 * that are in `set` (NO_SET: any); other: without its own card. Results are numbered as values,
 * parameters first.
 * CARD, SEAT: adds `times` value number `value` (NO_VALUE: 1) to a counter of its card, owner. */
enum { MANY_VALUES = 2 * K_MAX_PARAMS, NO_VALUE = 255 };
enum add_what { ADD_VALUE, ADD_COUNT, ADD_CARD, ADD_SEAT };
struct kadd {
    uint8_t what, value;
    bool other;
    uint16_t counter;
    ref expr, sel;
    int32_t times;
    uint32_t set;
    uint32_t src; /* of the step or call that it comes from */
};

struct kplan {
    struct kdef d; /* the definition the engine goes by */
    uint64_t name; /* as kstate.low; 0: the definition as written */
    uint8_t people;
    int32_t *options; /* options it is made for; NULL: the definition as written */
    struct kcast casts[2], *cast;
    uint16_t *sel;        /* SEL_* */
    uint8_t *choose;      /* per choose: CHOOSE_* */
    struct kplain *plain; /* per choose */
    struct kquick *quick; /* per selector */
    struct kask *asks;    /* per test */
    unsigned ntests;
    /* bitsets of the definition; in `bits` come all definitions, none, and sets of traits */
    unsigned nsets;
    uint64_t *bits;
    unsigned nbits;
    struct ksteps *steps; /* per trait */
    uint8_t *how;         /* per op: enum body_how */
    /* per op: where to go on while nothing waits and nothing is shown; mute: if nobody is told */
    uint16_t *next, *next_mute;
    int8_t *body; /* per op that begins a body: enum body; < 0: a frame all the same (ran.c) */
    bool adds_up; /* some expression is an X_DUE, which looks at the frame of an effect */
    /* per action: it binds one card of a SEL_OWN selector, and nothing else */
    bool *one_own;
    struct kbinds *binds;       /* per action */
    const struct kbinds **acts; /* per place in kdef.acts: the binds of that action */
    uint16_t *names;            /* per expression: what it depends on (NAMES_*) */
    uint64_t *zones;            /* per choose: those of kbinds.swift of all its actions */
    /* per verb: an effect with it. Effects of scripts get its class */
    uint16_t *verb_effect;
    struct kgiven *given; /* per effect */
    bool at_once;         /* triggered effects may begin at once if the queue is emptied next */
    bool looks;           /* something may look at waiting effects while another begins */
    struct kadd *adds;
    uint32_t nadds, cap_adds;
    struct krank rank;
    ref chosen;               /* the option that lets owners order effects; REF_NONE: none */
    bool has_endless;         /* some zone is endless */
    uint64_t waits[EV_KINDS]; /* per event: bit id % 64 of each id that watchers wait for */
    /* per op: somebody may be asked at it or later, while cards bound there are still bound */
    bool *keeps;
    bool any_keeps;
    struct klist *ends; /* per phase name: the counters that end with it, in `ending` */
    uint16_t *ending;
    uint16_t *standing, nstanding; /* traits with watchers that work in a zone */
    /* the counters of the game, of seats, of cards that hold a card: how many, storage indices */
    uint8_t nref_game, nref_seat, nref_card;
    uint8_t ref_game[K_MAX_COUNTERS], ref_seat[K_MAX_COUNTERS], ref_card[K_MAX_COUNTERS];
    int32_t card_start[K_MAX_COUNTERS]; /* start values of card counters */
    /* a card counter has an `in`: it may return to its start */
    bool stays;
};

/* A value of a pure hook, kept while the choices of a question are listed. */
enum { KEPT_VALUES = 16, KEPT_ARGS = 4 };
struct kkept {
    uint64_t listing;
    int64_t arg[KEPT_ARGS];
    int64_t value;
    uint16_t hook;
    uint8_t nargs;
};

/* Sets of up to FEW_WORDS words fit on the C stack and beside a question. For up to COUNTED words
 * code is written without a loop. */
enum { FEW_WORDS = 8, COUNTED = 2 };

/* The choices of an open question, a stretch of buf for each listed seat. They hold for every block
 * with this stamp: also for a clone, until it moves on. */
struct klists {
    uint64_t stamp; /* 0: of no question */
    struct kchoice *buf;
    uint32_t len, cap;
    uint16_t *sets; /* the sets that choices take, kdef.most_chosen places each */
    uint32_t nsets, cap_sets;
    /* seats, a bit each. known: n[seat] is the number of choices. listed: they stand in buf from
     * at[seat] on. Choices that are only counted are made when they are picked */
    uint32_t known, listed;
    uint32_t at[K_MAX_SEATS], n[K_MAX_SEATS];
    /* what it offers, if cards of one's own set alone */
    struct kplain of;
    uint32_t few; /* seats with one choice */
    /* seats whose pick is only written into its answer */
    uint32_t noted;
    uint32_t answers;                       /* offset of the answers in the block; 0: none */
    uint64_t first[K_MAX_SEATS][FEW_WORDS]; /* the cards they may pick */
};

/* Cards that the value of a counter depends on (know/owed.c). */
struct kowed {
    uint16_t to[K_MAX_INSTS];  /* persons who do not know the card, a bit each */
    uint32_t src[K_MAX_INSTS]; /* the step that set the counter */
    uint32_t noting;           /* the step whose value is being traced */
    bool any;
};

/* An effect that was triggered and begins at once. */
struct ktriggered {
    uint16_t effect, card, arrival;
    uint8_t you;
};

/* The ways of fastways.def. SLOW(e, way): is it switched off? */
enum {
#define WAY(id, what) FAST_##id,
#include "kernel/fastways.def"
#undef WAY
    FAST_WAYS
};
#define SLOW(e, way) (e)->off[FAST_##way]

enum { PLANS = 4 };
/* What a place in the files cost: units of work, how often it was worked out, how many cards it
 * asked one by one, and how many clock ticks found it at work. */
struct kcost {
    uint64_t work, times, cards, ticks;
};
/* What ran: how often each op in a frame (in a plain engine: each op), how often each queued
 * effect, and what each place (kop.src …; 0: none) cost. NULL arrays are not counted. */
struct kran {
    uint64_t *op, *effect;
    struct kcost *cost;
    uint32_t at;  /* the place at work now */
    int64_t left; /* kengine.left when `at` began */
    bool paused;
};
/* Tests only: a rule about knowledge that is left out.
 * SEEN: a seen card leaves its class. SHUFFLED, UNSEEN: cards that are shuffled, or leave a hidden
 * set unseen, join one class. UNITED: joined cards share facts. OF_A_SET: a fact about some
 * cards of a set may be about others of it. OF_A_ROW: that some card of a row is so does not tell
 * which. WAITING, UNDER_WAY: what waits, what is under way loses a lost card. SECRET: what waits in
 * secret is told. ANSWERS: a sample takes back answers. */
enum broken_rule {
    BREAK_NONE,
    BREAK_SEEN,
    BREAK_SHUFFLED,
    BREAK_UNSEEN,
    BREAK_UNITED,
    BREAK_OF_A_SET,
    BREAK_OF_A_ROW,
    BREAK_WAITING,
    BREAK_UNDER_WAY,
    BREAK_SECRET,
    BREAK_ANSWERS
};
struct kengine {
    const struct kdef *d; /* lowered for this game (lower.c) */
    struct kstate *s;     /* during a call: the state it works on */
    struct khost host;
    struct kerror err;
    const struct kluck *luck;
    bool orders;         /* which of equal cards comes first may matter (ask/order.c) */
    bool off[FAST_WAYS]; /* ways of fastways.def that are switched off: SLOW, k_without */
    bool plain;          /* all are: the engine goes by the definition as written */
    enum broken_rule break_rule;
    ktell_fn tell;
    void *tell_ctx;
    int viewer;
    /* what each call needs first stands together */
    struct kctx *body; /* context of a body that runs without a frame; NULL: none does */
    ref body_action;   /* the action whose `do` this body is */
    /* everyone knows that the moving card is in this bitset of definitions; REF_NONE: no bitset */
    ref pub_bits;
    uint64_t step;     /* kevent.step of this move or the last one */
    ref step_text;     /* kevent.text of this move */
    uint16_t formulas; /* nesting of card formulas that ask for others */
    bool in_hook;
    /* there is a checkpoint, or the hook cannot ask and needs none */
    bool checkpointed;
    bool sampling; /* a re-run of a hook tries out a sample */
    /* a re-run of a hook before its last recorded answer: tells nothing */
    bool quiet;
    bool telling;               /* somebody is told: the block is tracked, and not `quiet` */
    uint64_t turned[FEW_WORDS]; /* turned since the hook began; no checkpoint yet */
    /* owner of cards moved to the table: OWNER_KEPT, OWNER_NONE, or OWNER_SEAT + seat */
    int to_owner;
    int rerun_at;                /* closed questions that the hook has met so far in this run */
    const struct kdef *origin;   /* the definition as loaded */
    const uint64_t *const *sets; /* kcast.at of the cast in use */
    /* the block to which `now`, the lowering and the cast belong; NULL: not known */
    const struct kstate *hand;
    /* the plan in use; that of the definition as written; those of the last games */
    struct kplan *plan, *written, *plans[PLANS];
    unsigned next_plan;
    /* sight.c: the cards that something names, found for the question with stamp named_for */
    uint64_t named_for, named[(K_MAX_INSTS + 63) / 64];
    /* like.c: three per card, for the question with this stamp and observer */
    struct kcolours {
        uint64_t *v, stamp;
        unsigned room;
        int of;
    } colours;
    struct kstate *scratch;
    uint32_t scratch_size; /* a block to try things out in while a hook waits */
    uint8_t *views;
    uint32_t views_cap;   /* room for two views of so many bytes */
    struct kstate *blank; /* the game last started, before its first shuffle */
    uint16_t *order;      /* its cards, slot by slot as they lie; stored behind it */
    const struct kchoice *opts;
    uint32_t nopts; /* the choices listed last */
    /* lists of the last two questions; `now`: those of the question at hand */
    struct klists lists[2], *now;
    uint64_t stamps; /* the last stamp given to a question */
    /* a stack of lists of cards: its start, next free place and end */
    uint16_t *tmp, *tmp_next, *tmp_end;
    size_t tmp_room, tmp_words; /* places in the stack; words of a set in this game */
    uint8_t asker;              /* the person whose choices are being listed; NO_SEAT: nobody */
    /* k_knows if the asker may also use what they remember; else NULL */
    uint16_t (*recalls)(struct kengine *, struct kstate *, int, unsigned);
    /* notes a card that the asker does not see, while a value is traced (know/owed.c); else NULL */
    bool (*owes)(struct kengine *, unsigned, ref);
    bool met_hidden;              /* the failure came from a card the asker may not see */
    uint16_t tried[K_MAX_CHOSEN]; /* the set that is tried while sets are listed */
    uint8_t ntried;               /* number of its cards */
    struct kowed *owed;           /* freed by whoever set it; NULL: no check (know/owed.c) */
    struct kran *ran;             /* freed by whoever set it; NULL: nothing is counted */
    /* lots may not be drawn: a bot's hook judges, or a result */
    bool judging;
    uint64_t listing, listings;     /* this listing, 0: none is under way; the last */
    struct kkept kept[KEPT_VALUES]; /* found by hook and arguments */
    /* triggered effects that wait outside of the queue, which is empty */
    const struct ktriggered *aside;
    unsigned naside;
    uint32_t rounds; /* rounds and frames since the last decision */
    uint32_t forced; /* forced answers since then */
    int64_t left;    /* units of work this call may still take (k_spend) */
    uint64_t calls;  /* how many calls have begun */
    bool advancing;  /* in k_advance: nested calls take from its work */
    uint16_t recent[8], recent_effect[8];
    uint8_t nrecent, nrecent_effects; /* for EFFECT-LOOP: the last effects' cards; effects */
    /* for LIMIT-QUEUE: the last effects that came into a crowded queue, and which queued them */
    struct kcause {
        uint16_t effect, by;
    } causes[32];
    uint32_t ncauses;
    const struct kstate *causes_in; /* the block that causes are of */
    uint16_t here;                  /* the effect that runs without a frame */
    struct {
        uint64_t hooks, reruns;
    } * hook_stat; /* per acting hook, then per pure hook; or NULL */
};

/* ran.c: from now on work counts for `src`, which is worked out `times` more often, for `cards`
 * more cards. Returns the place before. */
uint32_t k_ran_at(struct kengine *e, uint32_t src, unsigned times, unsigned cards);

/* Fails with K_E_WORK: the call has used up its work (kengine.left). -1 */
int k_overspent(struct kengine *e);

/* Memory of `e` belongs to the engine; k_engine_free frees it. d must outlive e. 0; -1 (memory) */
int k_engine_init(struct kengine *e, const struct kdef *d);
void k_engine_free(struct kengine *e);

/* From the next game on the engine does not use these ways of fastways.def, a bit each. Without any
 * it goes by the definition as written: a plain engine. */
#define K_EVERY_WAY (~(uint64_t)0)
void k_without(struct kengine *e, uint64_t ways);
void k_unlowered(struct kengine *e);
void lower_for(struct kengine *e);
void cast_for(struct kengine *e);
/* Makes s the block that the engine works on. */
static inline void k_at(struct kengine *e, struct kstate *s)
{
    if (s != e->hand)
        e->hand = NULL;
    e->s = s;
    e->telling = s->track && !e->quiet;
    if (e->plain || s->low != e->plan->name || !s->low)
        lower_for(e);
    if (s->cast != e->plan->cast->name || !s->cast)
        cast_for(e);
}

static inline void k_quiet(struct kengine *e, bool quiet)
{
    e->quiet = quiet;
    e->telling = e->s->track && !quiet;
}

/* ---- starting, moving on ------------------------------------------------------------ */

/* Bytes that a game with these seats and options needs; track: with knowledge. If zones grow, it
 * begins with only kstate.size of them. 0: error in e->err. */
uint32_t k_size(struct kengine *e, int people, const int32_t *options, bool track);
/* Sets up a game in `s` (k_size bytes): cards shuffled in their zones, the frame at the start.
 * track: keep knowledge and digests, tell events. Nothing has run yet: call k_advance. Starting
 * again with the same seats and options is a copy. */
int k_start(struct kengine *e, struct kstate *s, int people, const int32_t *options,
            uint64_t seed, bool track);
/* The same game before its first shuffle. The engine owns it, until it starts another. NULL: error
 * in e->err. */
const struct kstate *k_blank(struct kengine *e, int people, const int32_t *options, bool track);
/* Makes s (k_size bytes) a copy of the game `blank` with as many copies in growing zones as the
 * block `grown` of `size` bytes has. False: no game grows so, or memory ran out (e->err). */
bool k_grow_like(struct kengine *e, struct kstate *s, const struct kstate *blank,
                 const struct kstate *grown, size_t size);
/* Marks s as broken, because a call that moves it has failed. Nobody is asked, no hook runs. Only
 * k_start or k_clone over it make it usable; questions about it still work. Returns -1. */
int k_break(struct kengine *e, struct kstate *s);
/* Runs until somebody must decide (1) or the game is over (0); -1: error. Forced decisions are
 * answered, unless s->stop_forced. */
int k_advance(struct kengine *e, struct kstate *s);
/* Lists the choices of an asked seat, in their stated order, in e->opts (valid until the next
 * call). Never empty: ACT_NONE if there is nothing to choose. How many; -1 */
int k_choices_of(struct kengine *e, struct kstate *s, int seat);
/* As k_choices_of, but only counts them. */
int k_count_choices(struct kengine *e, struct kstate *s, int seat);
/* Gives the seat's answer, by its number. Then call k_advance. 0; -1 (K_E_ASKED, K_E_CHOICE) */
int k_pick(struct kengine *e, struct kstate *s, int seat, int index);
/* Plays on with random picks: asked seats pick in order of their numbers, seat i with generator
 * rng[i % n]. A single choice draws no number. Stops when the game is over or, if plies > 0, after
 * so many picks among several choices; *picks counts these. 0: over; 1: a decision is open; -1 */
int k_playout(struct kengine *e, struct kstate *s, struct krng *rng, int n, int64_t plies,
              uint64_t *picks);
/* Writes the choices that were counted last to out. Their sets are those of the list at hand. */
void k_write_choices(struct kengine *e, struct kstate *s, int seat, struct kchoice *out);
/* As k_pick, by one of n choices without a set that were written since the state last moved. */
int k_pick_written(struct kengine *e, struct kstate *s, int seat, const struct kchoice *c,
                   int n);
/* As k_pick, by a choice, which is found by its key (what the seat sees of it). */
int k_pick_choice(struct kengine *e, struct kstate *s, int seat, struct kchoice c);
/* Makes c take these cards as its set; valid until choices are listed next. False: no memory, or no
 * set has so many cards. */
bool k_record_set(struct kengine *e, struct kchoice *c, const uint16_t *cards, int n);
/* What names card c, so that it differs from equal cards. *of, for COUNTS: the counter; for HELD:
 * the card whose counter holds c. */
enum knaming { K_UNNAMED, K_UNDER_WAY, K_WAITS, K_LASTS, K_COUNTS, K_HELD };
enum knaming k_naming(struct kengine *e, struct kstate *s, unsigned c, unsigned *of);
/* Choices that `seat` cannot tell apart have the same key, also in samples. */
uint64_t k_choice_key(struct kengine *e, struct kstate *s, int seat, const struct kchoice *c);
/* Writes the keys of all choices of the seat. How many; -1 */
int k_choice_keys(struct kengine *e, struct kstate *s, int seat, uint64_t *out);
/* As k_choice_key, but equal also for other places of a row or pile that look the same. */
uint64_t k_choice_look(struct kengine *e, struct kstate *s, int seat, const struct kchoice *c);
/* Why a card is not offered: the first reason. A later one means closer to being offered. */
enum kwhy_what {
    WHY_OFFERED, /* it is offered, or one that the seat cannot tell from it */
    WHY_ZONE,    /* it lies in another zone, or in another player's */
    WHY_FACE,
    WHY_SORT, /* it is none of the definitions the selector names */
    WHY_TEST, /* it fails test `test`: its value is `has`, needed is `asked` */
    WHY_THIS, /* `this`, `other` */
    WHY_WHERE,
    WHY_ANY,
    WHY_EXCEPT,
    WHY_RANK, /* most, least, first, last or random take others */
    WHY_IF,   /* the action's `if` */
    WHY_CARD, /* with it bound, no card fits `bound` */
    WHY_SEAT,
    WHY_NUMBER, /* with it bound, no seat or number is left */
    WHY_OTHER,  /* the reason would tell what the seat may not know */
};
enum { WHY_OF_SET = BOUND_TARGET + 1 }; /* a card of a set */
struct kwhy {
    /* enum kwhy_what; the part the card would be (enum bound: card, helper, target; WHY_OF_SET).
     * WHY_CARD: the part for which no card is left */
    uint8_t what, bound;
    ref sel; /* the selector that leaves it out, or REF_NONE */
    ref test;
    int64_t has, asked;
};
/* Writes the cards of a definition that the seat sees to out (ninst places), one for each way they
 * lie. How many. */
int k_seen_of(struct kengine *e, struct kstate *s, int seat, unsigned def, uint16_t *out);
/* The actions of the open question; a script's about a selector is ACT_NONE. Writes at most cap.
 * How many. */
int k_asked_actions(struct kengine *e, struct kstate *s, ref *out, int cap);
/* Why does `action` not offer card c to `seat`, which is asked and sees c? 0; -1 */
int k_why(struct kengine *e, struct kstate *s, int seat, unsigned action, unsigned c,
          struct kwhy *out);
/* Takes back the seat's answer to the open question. The seat is asked again. */
void k_unanswer(struct kstate *s, int seat);
/* As k_unanswer, for all others: also answers not yet carried out, and in the checkpoint. */
void k_unanswer_others(struct kstate *s, int seat);

/* Bytes that are live (k_clone and saves copy them). copied: those that k_copy copies. */
uint32_t k_used(const struct kstate *s, bool copied);
/* Copies s. dst must have s->room bytes. */
void k_clone(struct kstate *dst, const struct kstate *s);
/* As k_clone, onto a state of the same game: skips card counters marked in neither. */
void k_copy(struct kstate *dst, const struct kstate *s);

/* ---- keys ----------------------------------------------------------------------------- */

/* Lays waiting effects in the order of their turn, so that equal games have equal bytes. */
void k_level(struct kstate *s);
uint64_t k_hash(struct kengine *e, struct kstate *s); /* of every live byte */
/* Hash of n bytes, continued from h. */
uint64_t k_hash_bytes(const void *p, size_t n, uint64_t h);
/* The position key (know/key.c): equal for states from which the rules lead to the same. If it may
 * matter which of equal cards comes first, k_position tells them apart by instance.
 * k_position_of_equals never does, so it is the same in worlds where equal cards are swapped. */
uint64_t k_position(struct kengine *e, struct kstate *s);
uint64_t k_position_of_equals(struct kengine *e, struct kstate *s);
/* How many cards the stack k_each may hold. */
size_t each_room(const struct kdef *d, const struct kstate *s);
/* Overwrites every dead byte with `fill`; for the tests. */
void k_scribble(struct kstate *s, uint8_t fill);

/* ---- knowledge -------------------------------------------------------------------------- */

/* Observers are the persons' seats and the spectator, whose number is s->nseats; s->nobs in all.
 * Does observer o see the front of card c now? */
bool k_sees(struct kengine *e, struct kstate *s, int o, unsigned c);
/* The definition of c if o knows it (sees it or remembers it), else REF_NONE. */
uint16_t k_knows(struct kengine *e, struct kstate *s, int o, unsigned c);
/* Writes the definitions that card c may be, as far as o knows, to out (a bit each; d->bits.nwords
 * words). How many; 0: the block keeps no knowledge */
int k_candidates(struct kengine *e, struct kstate *s, int o, unsigned c, uint64_t *out);
/* Do facts leave fewer definitions than the card's class? If so, writes them to out. */
bool k_narrowed(struct kengine *e, struct kstate *s, int o, unsigned c, uint64_t *out);
/* A card and how it lies. */
enum { K_GONE = 0xFF };
struct klook {
    uint16_t def;   /* REF_NONE: a back */
    uint16_t place; /* in a row or pile from 0; in a set among what is seen */
    uint8_t zone;   /* K_GONE: the card has left the game */
    uint8_t seat;   /* whose zone; NO_SEAT: the table */
    uint8_t face, owner;
    bool remembered; /* known but not seen now */
    /* instance, only for looking up public counters; NO_CARD: a back in a hidden set */
    uint16_t card;
    uint16_t nth; /* number among its equals in a set (know/like.c); 0: all are alike */
};
/* Card c as o (or K_ALL_SEEING) sees it now. Cards that look alike in a set have one place. */
void k_lies(struct kengine *e, struct kstate *s, int o, unsigned c, struct klook *out);
/* As k_lies, of the card that a counter holds. Its definition is not hidden. False: none. */
bool k_held_lies(struct kengine *e, struct kstate *s, int o, int32_t value, struct klook *out);
/* The cards of a slot (REF_NONE: all cards) as o (or K_ALL_SEEING) sees and remembers them. Sets
 * come in an order that tells nothing more. known_only: without cards unknown to o. Writes at most
 * cap. How many there are; -1 (memory) */
int k_look(struct kengine *e, struct kstate *s, int o, unsigned slot, bool known_only,
           struct klook *out, int cap);
/* The named phases under way, from outside in: number of the round, of how many if that is sure
 * (else 0), and whose it is (NO_SEAT: nobody's). Writes at most cap. How many there are. */
struct kphase_now {
    ref name;
    int32_t number, of;
    uint8_t seat;
};
int k_phases_now(struct kengine *e, struct kstate *s, struct kphase_now *out, int cap);
/* The waiting effects, in the order in which they would be carried out. Writes at most cap. How
 * many there are. */
struct kwaiting {
    uint16_t card, effect; /* instance; REF_NONE: its parameters are a script's, or secret */
    uint16_t verb, arrival;
    uint16_t target; /* instance; NO_CARD: it has none */
    uint8_t you;
    bool known; /* everyone knows which card it is */
};
int k_waiting(struct kengine *e, struct kstate *s, struct kwaiting *out, int cap);
/* The view as canonical bytes: equal digests, equal bytes. Writes at most cap. The length. */
uint32_t k_view_bytes(struct kengine *e, struct kstate *s, int o, uint8_t *out, uint32_t cap);
uint64_t k_digest(const struct kstate *s, int o);
/* Makes dst a world that o cannot tell from s. Definitions are exchanged within o's classes, the
 * generator gets a new stream, other seats' open answers are taken back. 1: done. 0: refused, as a
 * hook's re-run did not reach o's view; try another stream. -1: error */
int k_resample(struct kengine *e, struct kstate *dst, struct kstate *s, int o, uint64_t stream);
/* Makes dst a copy of s with a new stream for the generator. 1; -1: s is broken */
int k_other_luck(struct kengine *e, struct kstate *dst, struct kstate *s, uint64_t stream);

/* ---- result -------------------------------------------------------------------------------- */

/* A whole win in shares. It is divisible by every number of seats. */
enum { K_WHOLE = 27720 };

struct kresult {
    uint8_t status;   /* enum kstatus */
    uint16_t winners; /* seats that share the win */
    /* how many sides share the win. Each person is a side unless `side` says more. Graded: 1 */
    uint8_t sides;
    uint16_t side[K_MAX_SEATS]; /* per person: the seats on their side, a bit each */
    int64_t score[K_MAX_SEATS];
    int64_t side_score[K_MAX_SEATS]; /* the total of their side */
    bool has_score, graded;          /* graded: each side's result is a part of `out_of` */
    bool staked;                     /* each side's result is its part of all points */
    int64_t out_of[K_MAX_SEATS];
    int32_t share[K_MAX_SEATS]; /* parts of K_WHOLE: of the win, of `out_of` or of all points */
    uint16_t won, lost;         /* by `finish` */
    uint16_t why[8];
    uint8_t nwhy; /* words */
};
int k_result(struct kengine *e, struct kstate *s, struct kresult *out);
/* Each player's place, from 1, in a finished game that scores decided; else 0. Sides share one. */
struct kplaces {
    uint8_t place[K_MAX_SEATS];
    int8_t tie;        /* which of `ties` decided between equal scores; -1: none */
    int64_t tie_value; /* the winners' value of it */
};
int k_places(struct kengine *e, struct kstate *s, struct kplaces *out);
/* The value of a formula of the ruleset for searches, for one person. On failure sets e->err. */
int64_t k_judge(struct kengine *e, struct kstate *s, int seat, ref formula);
/* What each card adds to a person's score, if the score is a sum over cards, or several added up.
 * Writes at most cap. How many; -1 */
struct kscored {
    uint16_t inst;
    int64_t points;
};
int k_score_cards(struct kengine *e, struct kstate *s, unsigned seat, struct kscored *out,
                  int cap);
/* As k_result, from what observer o sees. *known: persons whose score depends on nothing else, a
 * bit each; other scores are 0. `side`, `side_score`: for persons whose whole side is known. */
int k_result_seen(struct kengine *e, struct kstate *s, int o, struct kresult *out,
                  uint32_t *known);
/* The value of a number trait of card c that is a formula. `you` stands for the owner of a card
 * without one. False: it is no formula, fails, depends on what o does not see, or needs a script
 * while a hook runs. Changes nothing, so it may be called at any time. */
bool k_trait_seen(struct kengine *e, struct kstate *s, int o, unsigned you, unsigned c,
                  unsigned trait, int32_t *value);

/* ---- evaluation and steps: for the script bridge, the loader's tests, the scenarios --- */

int64_t k_eval(struct kengine *e, ref expr, struct kctx *x);
uint32_t k_seatset(struct kengine *e, ref seats, struct kctx *x); /* a bit for each seat */
/* Writes the selected cards to out (s->ninst places), in the stated order. How many; -1 */
int k_select(struct kengine *e, ref sel, struct kctx *x, uint16_t *out);
/* As k_select, in any order. */
int k_select_any(struct kengine *e, ref sel, struct kctx *x, uint16_t *out);
int k_count(struct kengine *e, ref sel, struct kctx *x);
/* The owners of the selected cards, a bit each. */
uint32_t k_owners(struct kengine *e, ref sel, struct kctx *x);
/* Card counter i, which only some cards have, of card c. counter_nothing if c does not have it, or
 * not everyone sees what c is. */
int32_t k_own_counter(struct kengine *e, unsigned i, unsigned c);
/* Writes all cards of a definition in the game to out: zone by zone, and in each as they lie. How
 * many; -1: error, also if a seat is asked that does not see what each card of the game is */
int k_bearers(struct kengine *e, unsigned def, uint16_t *out);
/* Context of the top frame. */
void k_context(struct kengine *e, struct kctx *x);
/* May it be asked what card c is? While choices are listed the asker must see it (K_E_HIDDEN). */
bool k_may_look(struct kengine *e, unsigned c);
/* Points *cards to the cards that choice c (of the list at hand, or of the block) takes as a set.
 * How many. */
static inline int k_choice_set(const struct kengine *e, struct kstate *s,
                               const struct kchoice *c, const uint16_t **cards)
{
    *cards = !c->nset             ? NULL
             : c->nset & SET_KEPT ? k_set_of(s, c->set)
                                  : e->now->sets + (size_t)c->set * e->d->most_chosen;
    return set_members(c);
}
/* As k_choice_set, of a bound or tried set, by its kctx.set. */
int k_chosen(struct kengine *e, int64_t set, const uint16_t **cards);
/* A list of ninst places on the engine's stack of lists; give back the last first. NULL: memory */
uint16_t *k_list_grow(struct kengine *e);
static inline size_t k_list_places(const struct kstate *s)
{
    return s->words * 64u; /* rounded up, so that a list may hold a set */
}
/* Has card c left the game? It then lies in the pool, which is no zone. */
static inline bool k_left_game(struct kstate *s, unsigned c)
{
    return k_insts(s)[c].slot == s->nslots - 1u;
}
static inline uint16_t *k_list(struct kengine *e)
{
    uint16_t *list = e->tmp_next;

    if (!list || e->tmp_end - list < (ptrdiff_t)k_list_places(e->s))
        return k_list_grow(e);
    e->tmp_next = list + k_list_places(e->s);
    return list;
}
static inline void k_unlist(struct kengine *e, uint16_t *list)
{
    if (list)
        e->tmp_next = list;
}
/* The slot of a seat's zone; of a zone of the table, its slot for any seat. REF_NONE: none */
static inline unsigned k_slot_of(struct kstate *s, const struct kdef *d, unsigned zone,
                                 unsigned seat)
{
    if (seat < s->nseats)
        return k_slotof(s)[zone * s->nseats + seat];
    return d->zones[zone].per == PER_TABLE ? k_zonebase(s)[zone] : REF_NONE;
}

/* The steps, with their operands worked out. Phases, `do` lists, effects and scripts all call
 * these. Cards and seats must exist. Each returns how many cards (seats) changed; -1: error. text:
 * what the log says instead of its own words; REF_NONE: nothing */
int k_deal(struct kengine *e, uint32_t who, unsigned from, unsigned to, int64_t count,
           int face);
/* How cards move. at: for PLACE_AT, from 1. sel: the selector they come from. REF_NONE: each was
 * named by itself, so they keep their order and tell nothing. op, x: the step, after which the zone
 * may be shuffled; NULL: not known. */
struct kmove {
    unsigned zone;
    int of;    /* seat; -1: each card's owner */
    int owner; /* as kengine.to_owner */
    uint8_t face, place;
    int64_t at;
    ref sel, text;
    const struct kop *op;
    struct kctx *x;
};
int k_move(struct kengine *e, uint16_t *cards, int n, const struct kmove *m);
int k_turn(struct kengine *e, const uint16_t *cards, int n, int face, ref text);
/* As k_turn, of all that a selector selects. -1: turn them one by one, or e->err is set */
int k_turn_set(struct kengine *e, ref sel, struct kctx *x, int face);
int k_fill(struct kengine *e, uint32_t who, unsigned zone, unsigned from);
int k_shuffle(struct kengine *e, uint32_t who, unsigned zone);
/* lasts: until the leaf (UNTIL_LEAF), this phase or the game (REF_NONE) ends, or the card moves */
enum { UNTIL_LEAF = REF_NONE - 1 };
int k_show(struct kengine *e, uint32_t who, const uint16_t *cards, int n, ref lasts);
/* Tells everyone that each card is one of the definitions `may` (a bit each). If not, it fails. */
int k_tell(struct kengine *e, const uint16_t *cards, int n, const uint64_t *may, ref text);
/* Ends what `show` shows, except what lasts longer. */
void k_end_shows(struct kengine *e);
/* give[i]: the seat that gets seat i's cards */
int k_pass(struct kengine *e, uint32_t who, ref sel, const uint8_t *give);
/* `add` and `set` of one counter: of these cards, of the seats `who`, or of the game. a->value is
 * worked out for each, cards as `it`. Without it, or if it is absent, `otherwise` is used. */
int k_assign(struct kengine *e, const struct kassign *a, int64_t otherwise, bool add,
             uint32_t who, struct kctx *x, const uint16_t *cards, int n);
int k_trigger(struct kengine *e, unsigned list, const uint16_t *cards, int n,
              int seat /* -1 owner */);
int k_cancel(struct kengine *e, const uint16_t *cards, int n);
int k_block(struct kengine *e, uint8_t kind, unsigned what, uint32_t who, ref lasts);
int k_finish(struct kengine *e, unsigned word /* 0xFFFF none */, uint32_t won, uint32_t lost);
int k_queue_verb(struct kengine *e, unsigned verb, const int32_t *param, uint8_t given,
                 const struct kctx *x);
void k_say(struct kengine *e, unsigned word, int64_t number, int card, int seat, int said,
           ref text);
/* For each of `who`: parameter `param` of the effect under way, plus that of waiting effects with
 * its verb and other parameters that reach this seat, to due[seat]. Outside of an effect 0. */
enum { DUE_NOBODY = 31, DUES = 32 }; /* DUE_NOBODY: the seat of effects of nobody */
void k_dues(struct kengine *e, unsigned param, uint32_t who, int64_t *due);
int64_t k_due(struct kengine *e, unsigned param, int seat); /* of one seat, or NO_SEAT */
/* A number 1..n by the game's generator, told to everyone. */
int64_t k_roll(struct kengine *e, int64_t n);

/* Puts a question of the running hook to the seats (a bit each). It is about a selector or an
 * action; args: the selector's open places. 1: answered, and (*picks)[seat] are the choices, valid
 * until the next question (*picks NULL: the game is over). 0: not yet; the bridge stops the hook
 * and returns HOOK_ASKS. -1: error */
int k_hook_ask(struct kengine *e, uint32_t seats, ref sel, unsigned action, const int32_t *args,
               int nargs, ref prompt, const struct kchoice **picks);
/* The question at which the hook goes on (khost.go_on), and its answers. Call it once. */
const struct kasked *k_hook_answers(struct kengine *e, const struct kchoice **picks);

/* ---- generator: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
 * generators, OOPSLA 2014), used as a counter: the n-th number is mix(key + n * gamma). */
#define KRNG_GAMMA 0x9e3779b97f4a7c15ull

static inline uint64_t kmix(uint64_t x) /* finaliser by D. Stafford, variant 13 */
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

struct krng krng_stream(uint64_t seed, uint64_t stream);

static inline uint64_t krng_next(struct krng *r)
{
    return kmix(r->key + ++r->count * KRNG_GAMMA);
}

/* For krng_below: draws again if the number would favour some values. */
uint32_t krng_reject(struct krng *r, uint64_t m, uint32_t n);

/* 0 .. n-1, exact, seldom divides (Lemire, Fast random integer generation in an interval, 2019) */
static inline uint32_t krng_below(struct krng *r, uint32_t n)
{
    uint64_t m = (krng_next(r) >> 32) * n;

    return (uint32_t)m < n ? krng_reject(r, m, n) : (uint32_t)(m >> 32);
}

#endif
