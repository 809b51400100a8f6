/* kernel.h - the machine: what the parts above the kernel may call.
 *
 * A `struct kengine` is one thread's working memory for one definition: it holds
 * scratch space and the hooks of the script bridge, never a part of a game. A
 * game is a `struct kstate` block; one engine moves any number of them.
 *
 * Functions return 0 (or a count) when they succeed and -1 when the ruleset or
 * the call is at fault; the engine's `err` says what and where.
 */
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
      "a choice depends on something that the asked player "                                   \
      "cannot see")                                                                            \
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
      "card "                                                                                  \
      "face up first, or use a `watches` trait")                                               \
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
    uint32_t src;    /* kdef source position (kop.src …), 0 = none */
    uint32_t ncycle; /* EFFECT-LOOP: definitions whose effects ran last: */
    int32_t a, b;    /* what the message may name: seat, card, hook id, word … */
    uint16_t action; /* the action whose choices were being listed, plus 1; 0: none */
    uint16_t cycle[8];
    /* LIMIT-QUEUE, EFFECT-LOOP: how many effects set each other off in a circle, each the next; those of the first places.
     * LIMIT-DEPTH: how many frames there are; the ops of the innermost */
    uint32_t ncircle;
    uint16_t circle[8];
    bool overspent; /* a game failed, and its work was used up */
};

/* ---- events: what is told ------------------------------------------------------ */

enum ktell {
    TELL_PHASE, /* id: phase name, number: iteration */
    TELL_PHASE_END,
    /* card, from slot, to slot, place; number: FACE_DOWN if it lay face down in a set; one event for each card */
    TELL_MOVE,
    TELL_TURN,    /* card, number: face */
    TELL_COUNTER, /* id: counter; seat or card; number: new value, extra: change */
    TELL_SHUFFLE, /* to: slot */
    TELL_SHOW,    /* card; seats: who sees it */
    TELL_ASK,     /* seats: who; id: kchoose ref (or REF_NONE, hook: prompt in extra) */
    TELL_PICK,    /* seat; pick: told to that seat only (and to the all-seeing listener) */
    /* seat; pick: an answer is carried out; each observer is told its cards as he sees them */
    TELL_ANSWER,
    TELL_EFFECT, /* an effect is taken from the queue: id: keffect; card; seat; verb in extra */
    TELL_CANCEL, /* card */
    TELL_WATCH,  /* a watcher fires: id: kwatch; card; seat */
    TELL_BLOCK,  /* seats, id: kind, extra: what */
    TELL_ROLL,   /* number: what the generator gave; extra: range */
    TELL_ORDER,  /* seat order drawn by lot, four bits a seat: number (7 seats), then extra;
                        extra's lowest four bits: how many */
    TELL_SAY, /* id: word, or where text is: the op of its step; number, card, seat; extra: 1 + the {word} of a step */
    TELL_USED_UP, /* card: the stamp of an endless zone, no copy of which is left; to: slot */
    TELL_END,     /* the game is over: number: enum kstatus */
    /* card, to, place: a loop over cards comes to it; number: its body may ask somebody */
    TELL_EACH,
    /* card, to, place; may: all hear that it is one of these definitions; number, extra: their hash; from_place:
     * so many more cards of this slot are told of next */
    TELL_FACT,
    /* def: a watcher, a waiting effect or a frame has lost its card, one of this definition (run/lost.c) */
    TELL_LOST
};
struct kevent {
    uint8_t kind;
    uint8_t seat;
    uint16_t seats;
    uint16_t card; /* instance; NO_CARD */
    /* definition of the card; REF_NONE = a back, unseen by the viewer. With NO_CARD: of a lost card, known to all */
    uint16_t def;
    uint16_t from, to;          /* slots, REF_NONE */
    uint16_t place, from_place; /* positions in row or pile; 0 in a set */
    uint16_t id;
    int32_t number, extra;
    /* COUNTER: by a `set`, not by an `add`. Not in digests, so that those of older replays still hold */
    bool set;
    uint16_t text; /* MOVE, TURN: the step's text for the log (kop.list). Not in digests */
    uint64_t
        step; /* MOVE: a number that all cards have which one step moves; 0: none. Not in digests */
    uint8_t by; /* the seat that does it (`you`), NO_SEAT. Not in digests */
    struct kchoice pick;
    uint16_t pick_def[3]; /* definitions of pick's cards as the viewer sees them */
    /* the cards of pick's set, and their definitions; valid during the call */
    const uint16_t *chosen, *chosen_def;
    const uint64_t *may; /* FACT: a bit for each definition; valid during the call */
    uint32_t seen;       /* the observers who see the card: a bit each, the spectator's last */
    /* MOVE: those who do not and yet know which card it is. Not in digests, which follow from what was told before */
    uint32_t known;
    uint64_t serial; /* event number */
};
/* viewer: a seat, the spectator (nseats) or K_ALL_SEEING: `def` is redacted for it
 * when the event is told. Called in order; must not change the state. */
#define K_ALL_SEEING (-1)
typedef void (*ktell_fn)(void *ctx, struct kstate *s, const struct kevent *ev);

/* ---- the engine ------------------------------------------------------------------ */

struct kengine;

/* Luck by hand, for scenarios and for tests that enumerate: NULL = the generator. */
struct kluck {
    void *ctx;
    /* Writes the wanted order of `slot` into cards (holds them in their old order).
     * 1 = done, 0 = use the generator, -1 = error (K_E_RANGE is set by the caller). */
    int (*shuffle)(void *ctx, struct kengine *e, unsigned slot, uint16_t *cards, int n);
    /* 0 .. n-1; cards: the candidates when cards are drawn, else NULL. -1 = error, -2 = use the generator */
    int64_t (*draw)(void *ctx, struct kengine *e, uint32_t n, const uint16_t *cards);
};

enum hook_result { HOOK_DONE, HOOK_ASKS, HOOK_FAILS, HOOK_GONE };
/* The script bridge. `acting` runs hook h; e->s is the state, the top frame the context (you, them, this,
 * parameters). HOOK_ASKS: the hook was abandoned at a question that k_hook_ask() recorded. `go_on` resumes it at
 * that question, once e->s, which bears the stamp of the question, has the answers; HOOK_GONE: the bridge has not
 * kept the hook, the kernel runs it again. `pure` returns a value, sets e->err on failure. */
struct khost {
    void *ctx;
    enum hook_result (*acting)(void *ctx, struct kengine *e, unsigned hook);
    enum hook_result (*go_on)(void *ctx, struct kengine *e, unsigned hook); /* or NULL */
    int64_t (*pure)(void *ctx, struct kengine *e, unsigned hook, const int64_t *arg, int n);
    bool (*asks)(void *ctx, unsigned hook); /* may the hook ask? NULL: any may */
};

enum { SET_TRIED = 0xFFFF };
/* The context of an expression: you, them, cards and number of a frame; for scripts, open places too. */
struct kctx {
    uint8_t you, them, seat;
    uint16_t card[BOUND_COUNT]; /* by enum bound */
    uint16_t set; /* the answer whose set is bound, plus 1; SET_TRIED: e->tried; 0: none */
    int32_t number;
    const int32_t *param; /* K_MAX_PARAMS or NULL */
    const int32_t *arg;   /* K_MAX_ARGS or NULL */
};

/* What plan.c settles of the definition, once per engine. */
enum { /* of a selector: has ranking keys; `this` or `other`; asks nothing of a card but where it lies */
       SEL_RANKS = 1,
       SEL_THIS = 2,
       SEL_LYING = 4,
       SEL_OWN = 8,    /* all cards of zones of `you`, or of the table */
       SEL_BOUND = 16, /* one bound card */
       SEL_MINE = 32,  /* its zones are those of `you`, or the table's */
       SEL_ONE = 64,   /* the same without ranks */
       SEL_BEST = 128, /* its ranking keys are `most` and `least` alone, and it has no `this` */
       /* of zones; its ranking key is `one_of_each` alone, of what only the definition decides; no `this` */
       SEL_KINDS = 256,
};
/* How a step is carried out: the general way; moves the picked card; changes its counters or face; moves all cards of a zone,
 * or passes all of a hidden set of everybody's to the left or right; moves cards that are bound to slots to a zone of the
 * table; does nothing. */
enum body_how { HOW_ANY, HOW_MOVE, HOW_MARK, HOW_WHOLE, HOW_BOUND, HOW_NOTHING };
enum {                   /* of a choose */
       CHOOSE_APART = 1, /* no seat's answer changes what another is offered */
       CHOOSE_ORDINARY =
           2, /* it offers only cards of one zone of the seat's own, each by itself */
       CHOOSE_QUICK = 4, /* its `do` only lays a card down, perhaps marks it; nothing follows */
       CHOOSE_ONCE = 8,  /* seats are asked in order of their numbers, all as often */
       CHOOSE_SIGNS = 16, /* an answer is found again by its kanswer.sign */
       CHOOSE_NOTED = 32, /* a pick need only be written into its answer */
       CHOOSE_OVER = 64,  /* it is over after one round, if that asks all its seats */
};
enum {                     /* kplan.names: it depends on … a bit per enum bound, and */
       NAMES_CARDS = 256,  /* cards of zones; it may fail */
       NAMES_MORE = 512,   /* anything; it may draw lots or run a script */
       NAMES_KNOWN = 1024, /* this alone: on no card, and it cannot fail */
       NAMES_LYING = 4096, /* which card it is or how it lies, not only its definition */
       NAMES_NUMBER = 2048 /* an X_HAS of a usual selector that compares a number of `it` */
};
/* What a difference of one in each key of `resolution` adds to the rank of a waiting effect; 0: the key is unused. */
struct krank {
    uint64_t by[ORD_KEYS]; /* CHOSEN: what it and the keys after it weigh together */
};
enum { OWNER_KEPT, OWNER_NONE, OWNER_SEAT }; /* kengine.to_owner */
#define NO_SET 0xFFFFFFFFu
/* Of a number trait: n sets, from set `first` on, of the cards whose number is at most least, least + 1, … The
 * first set has no cards, the last has all. first is 0: there are no sets, for the values lie too far apart. Of a list of
 * effects: set `first` are the cards that have any. */
struct ksteps {
    uint32_t first;
    int32_t least, n;
    uint32_t formulas; /* set of the cards whose number is a formula; NO_SET: none */
};
/* A test in the form in which sets.c asks it. NUMBER: first, least, n as in ksteps; WORD: n sets, one for each
 * word; FLAG, COUNTER: `first` is the index of the card counter, `least` its start; EACH: asked of each card
 * alone. */
enum ask_kind { ASK_NUMBER, ASK_WORD, ASK_FLAG, ASK_COUNTER, ASK_EACH };
/* Where the value of a test comes from: an expression; a constant; a counter of the game, of `you`;
 * a parameter; an open place; a number or word of a bound card. */
enum leaf_kind {
    LEAF_NONE,
    LEAF_CONST,
    LEAF_GAME,
    LEAF_YOURS,
    LEAF_PARAM,
    LEAF_ARG,
    LEAF_TRAIT
};
struct kask {
    uint8_t kind, cmp;   /* enum ask_kind; as in ktest */
    uint8_t leaf, bound; /* enum leaf_kind, enum bound */
    int32_t imm;
    bool each;  /* some cards must be asked one by one */
    bool looks; /* it asks what a card is */
    ref value, test;
    uint32_t first;
    int32_t least, n;
    uint32_t formulas; /* as in ksteps */
    /* of a usual test (is_usual): set first + value - from has the cards that pass; flip: those that do not */
    int64_t from;
    uint64_t flip;
};
/* What a selector asks, laid out by plan.c for sets.c. */
enum { THIS_ONLY = 1, THIS_NOT };
struct kquick {
    uint32_t set; /* the cards (of the cast) whose definition passes; NO_SET: all do */
    uint32_t all; /* the same; where all definitions pass, the set of all cards */
    uint32_t asks;
    uint8_t zone[8];
    ref where, of;
    /* `several`, of the seats of `among` (kseats; REF_NONE: persons) that have at most so many of these cards; else
     * REF_NONE */
    ref at_most, among;
    uint8_t nasks;
    uint8_t nzones; /* 0: not of zones */
    uint8_t face;
    uint8_t this;     /* THIS_*; 0: not asked, or asked after the ranking keys */
    uint8_t up, down; /* enum sight: who sees that side in all its zones; OWNER: `you` */
    bool usual : 1;   /* SEL_MINE, with at most one test, which one set answers */
    bool bare : 1;    /* the same without a test; nothing is asked card by card, nor the face */
    bool several : 1; /* the same of one zone of several seats; nothing is asked card by card */
    bool
        marks : 1; /* … of any face, but that its one test is that of a counter which is not at its start */
    bool rows : 1;    /* no ranks; all its zones are rows or piles */
    bool swift : 1;   /* SEL_MINE of any face, with at most one test as in `usual` */
    bool mine : 1;    /* SEL_MINE */
    bool whole : 1;   /* all cards of one zone, of `you` or the table's */
    bool owned : 1;   /* on the table `of` means the owner */
    bool looks : 1;   /* it may ask what a card is */
    bool guarded : 1; /* it may, and in some zone not everybody sees both sides */
    bool endless : 1; /* one of its zones is endless */
    bool twice : 1;   /* a zone is named twice */
    bool few : 1;     /* where its zones have few cards each may be asked alone, in any order */
    bool counts : 1;  /* its cards are counted as a set */
    bool each : 1;    /* something is asked card by card: tests, `where`, `any`, `except` */
    bool others : 1;  /* it has `any` or `except` */
    bool
        open : 1; /* it asks for what all know: counters, `this`, a word, which may be `none` */
};
/* Where the cards for a part of an action come from, as far as sets tell: those of kplan.lacks[test] (NO_TEST: sets do
 * not tell) in zones that kplan.lacks[place], the first with these zones, stands for. They pass one test; NULL: all do. */
struct kfrom {
    const struct kask *ask;
    /* where the test compares with a number of a card that an earlier part binds: by the definition of that card the
     * set of those that pass (kask.flip: fail); else NULL */
    const uint32_t *set_for;
    uint8_t test, place;
};
/* What an action binds: its card, helper and target, as many as there are (listing.c). */
struct kbinds {
    struct kchoice none; /* a choice of the action in which nothing is bound yet */
    ref sel[3];
    uint8_t part[3]; /* 0: card, 1: helper, 2: target */
    uint8_t n;
    uint8_t fixed; /* bit k: sel[k] does not depend on an earlier part */
    uint8_t each;  /* bit k: sel[k] asks something card by card */
    uint8_t need;  /* bit k: without a card of from[k] there is no choice */
    bool ends;     /* no set of cards, seat or number follows them */
    bool bare;     /* `ends`, and there is no `if` */
    bool backs;    /* to the asked seat one of its face-up cards may be a back of a set */
    struct kfrom from[3];
    /* places in kplan.lacks, a bit each: without such cards there is no choice; all places of from, needs */
    uint64_t needs, places;
    uint64_t swift; /* `places`, if its cards come from sets that no `if` names; else all */
    /* parts of its `if`, a bit each: may hold for all cards alike, and cannot fail */
    uint32_t parts;
};
/* Does any card of the set `all` lie in the zones of `sel`, of `you`? It is asked once for all actions of a
 * question. hides: cards that lie face down there count too, for to the seat they may be such cards. */
enum { MANY_LACKS = 63, NO_TEST = 255 };
struct klack {
    uint64_t hides; /* all bits, or none */
    uint32_t all;   /* as kquick.all */
    ref sel;
    uint64_t same; /* places in kplan.lacks with the same zones, a bit each */
};
/* While choices of a seat are listed, where a set is one word: the cards in the zones of kplan.lacks[i]. A bit for
 * each place: the seat has such a zone; its cards, which the seat sees, are all of different definitions. */
struct kbase {
    uint64_t there, apart, held[MANY_LACKS];
};
/* Sets of instances by definition (cast.c). */
struct kcast {
    uint64_t name;       /* the kstate.cast that these sets belong to; 0 = none */
    const uint64_t **at; /* each set; NULL: it is not made yet */
    uint64_t *set;       /* the storage of the sets: `room` words */
    size_t room;
    uint16_t *def; /* which definition each of the n instances bears */
    unsigned n;
    uint64_t *first, *last;    /* of each definition, where its cards are neighbours */
    uint64_t lack[MANY_LACKS]; /* where a set is one word, those of kplan.lacks */
    /* its sets are those of this cast, as dealt out, corrected for the cards `changed`; 0: of none */
    uint64_t patched;
    unsigned nchanged;
    uint16_t *changed;
};
/* What a CHOOSE_ORDINARY question offers: the cards of this zone, by this action, and `done` if that is set. notes: a pick need only be written into its answer. Of CHOOSE_QUICK: the zone
 * where they come to lie, the op that marks them, or 0. lasts: it is all that a round of its phase does, but for a pass
 * (HOW_WHOLE) between two rounds; the OP_LASTS of the phase, else 0. */
struct kplain {
    uint16_t action, mark, lasts;
    uint8_t zone, to;
    bool done, notes;
};
/* How a body runs: in a frame; where it stands, but in a frame where somebody is told; always where it stands. */
enum body { BODY_FRAMED, BODY_MUTE, BODY_HERE };

/* The parameters of an effect: the values of those that are constants, and a bit (`asked`) for each of the others. */
struct kgiven {
    int32_t fixed[K_MAX_PARAMS];
    uint8_t asked;
    /* where it only adds to counters: kplan.adds from `adds` on, so many; and the work of its ops */
    uint16_t nadds, work;
    uint32_t adds;
    uint64_t rank; /* its rank by kplan.rank, without seat and arrival */
};
/* What an effect does that only adds to counters (ask/adds.c), one after the other: a value is worked out, or `times`
 * a value (NO_VALUE: one) is added to a counter of its card, of its owner. Its parameters are the first values. COUNT:
 * the value is `times` the number of cards in one zone of `you` (that of kquick `sel`) that are in a set, NO_SET: any,
 * and (other) not its own. */
enum { MANY_VALUES = 2 * K_MAX_PARAMS, NO_VALUE = 255 };
enum add_what { ADD_VALUE, ADD_COUNT, ADD_CARD, ADD_SEAT };
struct kadd {
    uint8_t what, value;
    bool other;
    uint16_t counter;
    ref expr, sel;
    int32_t times;
    uint32_t set;
    uint32_t src; /* of the step, or call, that it comes from */
};

struct kplan {
    struct kdef d; /* the definition that the engine goes by */
    uint64_t name; /* its name, as in kstate.low; 0: the definition as written */
    uint8_t people;
    int32_t *options; /* NULL: the definition as written */
    struct kcast casts[2], *cast;
    uint16_t *sel;        /* SEL_* */
    uint8_t *choose;      /* per choose: CHOOSE_* */
    struct kplain *plain; /* per choose */
    struct kquick *quick; /* per selector */
    struct kask *asks;
    size_t ntests;      /* places in asks */
    uint32_t **set_for; /* per place in asks: as kfrom.set_for, or NULL */
    unsigned nsets;     /* bitsets of the definition; numbered after them, those in `bits`: */
    uint64_t *bits;
    unsigned nbits;
    struct ksteps *steps; /* per trait */
    uint8_t *how;         /* per op: enum body_how */
    /* per op: where to go on from it while no effect waits and nothing is shown; the same where nobody is told */
    uint16_t *next, *next_mute;
    int8_t *
        body; /* per op where a body begins: enum body, less than 0 where it has a frame all the same (ran.c) */
    bool adds_up; /* something asks for X_DUE, which looks at the frame of an effect */
    /* per action: it binds one card of a SEL_OWN selector and nothing else */
    bool *one_own;
    struct kbinds *binds;       /* per action */
    const struct kbinds **acts; /* per place in kdef.acts: of that action */
    uint16_t *names;            /* per expression: on which bound cards it depends, NAMES_* */
    struct klack lacks[MANY_LACKS];
    unsigned nlacks;
    uint64_t *needs, *places; /* per choose: those of kbinds of all its actions */
    uint16_t *verb_effect; /* per verb: an effect with it, whose class a script's effect has */
    struct kgiven *given;  /* per effect */
    bool
        at_once; /* effects may be begun as soon as they are triggered, where the queue is emptied next */
    bool looks; /* something may look at what waits while effects begin */
    struct kadd *adds;
    uint32_t nadds, cap_adds;
    /* rank by all keys; by the keys before the one that lets the owner choose */
    struct krank rank;
    ref chosen;               /* the option that lets owners order; REF_NONE: they never do */
    bool has_endless;         /* some zone is an endless pile */
    uint64_t waits[EV_KINDS]; /* per event: bit id % 64 of the ids that watchers wait for */
    /* per op: somebody may be asked later, while cards that are bound at this op still are */
    bool *keeps;
    bool any_keeps;
    struct klist *ends; /* per phase name: the counters that last as long as it, in `ending` */
    uint16_t *ending;
    uint16_t *standing, nstanding; /* traits: watchers of cards while they lie in a zone */
    /* how many counters of the game, of seats, of cards hold a card; their storage indices */
    uint8_t nref_game, nref_seat, nref_card;
    uint8_t ref_game[K_MAX_COUNTERS], ref_seat[K_MAX_COUNTERS], ref_card[K_MAX_COUNTERS];
    int32_t card_start[K_MAX_COUNTERS]; /* what the counters of a card start with */
    bool stays; /* some counter of cards goes back to its start when its card leaves a zone */
};

/* The value of a pure hook for these arguments, kept while the choices of a question are listed. */
enum { KEPT_VALUES = 16, KEPT_ARGS = 4 };
struct kkept {
    uint64_t listing;
    int64_t arg[KEPT_ARGS];
    int64_t value;
    uint16_t hook;
    uint8_t nargs;
};

/* Sets of up to FEW_WORDS are kept on the C stack, and beside a question; those of up to COUNTED take no loop. */
enum { FEW_WORDS = 8, COUNTED = 2 };

/* The choices of an open question: a stretch of buf for each seat that is listed. They hold for every block with
 * the same stamp, so for a clone too, until it moves on. */
struct klists {
    uint64_t stamp; /* 0 = of none */
    struct kchoice *buf;
    uint32_t len, cap;
    uint16_t *sets; /* the sets that choices take, each with room for kdef.most_chosen */
    uint32_t nsets, cap_sets;
    /* a bit for each seat: its number of choices n is known; they are listed, in buf from `at`. A choice that is
     * not listed is found when it is asked for */
    uint32_t known, listed;
    uint32_t at[K_MAX_SEATS], n[K_MAX_SEATS];
    struct kplain of; /* what it offers, if only cards of a set of the seat's own */
    uint32_t few;     /* … seats with one choice, a bit each */
    uint32_t noted; /* … seats whose pick is only written into their answer when they pick: */
    uint32_t answers; /* … where the answers stand in the block; 0: there are no such seats */
    uint64_t first[K_MAX_SEATS][FEW_WORDS]; /* … and the cards that they may pick */
};

/* Cards that a counter was worked out from (know/owed.c). */
struct kowed {
    uint16_t to[K_MAX_INSTS];  /* the persons who do not know the card, a bit each */
    uint32_t src[K_MAX_INSTS]; /* place of the step that set the counter */
    uint32_t noting;           /* the same of the step whose value is being traced */
    bool any;
};

/* An effect that was triggered, to be carried out at once. */
struct ktriggered {
    uint16_t effect, card, arrival;
    uint8_t you;
};

/* The ways of fastways.def. */
enum {
#define WAY(id, what) FAST_##id,
#include "kernel/fastways.def"
#undef WAY
    FAST_WAYS
};
/* Is this fast way switched off? */
#define SLOW(e, way) (e)->off[FAST_##way]

enum { PLANS = 4 };
/* What a place in the files cost: units of work, how often it was worked out, and cards asked one by one; at how many
 * ticks of a clock its work was under way. */
struct kcost {
    uint64_t work, times, cards, ticks;
};
/* What ran: how often each op in a frame (in a plain engine every op does) and each effect from the queue; or what each
 * place (kop.src …; 0: none) cost. An array that is NULL is not counted. */
struct kran {
    uint64_t *op, *effect;
    struct kcost *cost;
    uint32_t at;  /* the place whose work is under way */
    int64_t left; /* kengine.left when it began */
    bool paused;
};
/* Tests only: a rule about knowledge that is left out. What is seen stands alone; a shuffle, what leaves a hidden set
 * unseen, joins; facts of what is joined are united, those of some cards of a set or row are of them alone; what waits, what is
 * under way loses its card; what waits in secret is told; a sample takes back answers that wait. */
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
    const struct kdef *d; /* lowered for the game at hand (lower.c) */
    struct kstate *s;     /* the state under way, during a call */
    struct khost host;
    struct kerror err;
    const struct kluck *luck;
    bool orders; /* it may matter which of equal cards of a set comes first (ask/order.c) */
    bool off[FAST_WAYS]; /* the ways of fastways.def that are not taken: SLOW, k_without */
    bool plain;          /* none is: the engine goes by the definition as it is written */
    enum broken_rule break_rule;
    ktell_fn tell;
    void *tell_ctx;
    int viewer;
    /* what a call begins with stands together */
    struct kctx *body; /* the context of a body that runs without a frame, NULL */
    ref body_action;   /* the action whose `do` `body` runs */
    /* what everybody knows of the card that moves: it is of one of these definitions (a
     * bitset), REF_NONE: nothing */
    ref pub_bits;
    uint64_t step;     /* of a move under way, or the last one: kevent.step */
    ref step_text;     /* of a move under way: kevent.text */
    uint16_t formulas; /* depth of formulas of cards that ask for others */
    bool in_hook;
    bool checkpointed; /* a checkpoint is there, or the hook cannot ask and needs none */
    bool sampling;     /* a re-run that tries out a sample */
    bool quiet;        /* a re-run before its last recorded answer: tells nothing */
    bool telling;      /* somebody is told: the block is tracked, and it is not quiet */
    uint64_t turned[FEW_WORDS]; /* since the hook began: no reason yet for a checkpoint */
    /* whose the cards that the move under way lays on the table are: OWNER_KEPT, OWNER_NONE, or OWNER_SEAT + seat */
    int to_owner;
    int rerun_at;                /* closed questions met so far by the hook under way */
    const struct kdef *origin;   /* as it was loaded */
    const uint64_t *const *sets; /* of the cast of the block at hand: kcast.at */
    /* the block to which `now`, the lowering and the cast belong; NULL: not known */
    const struct kstate *hand;
    /* the lowering in use; the definition as written; those of the last games */
    struct kplan *plan, *written, *plans[PLANS];
    unsigned next_plan;
    /* the cards that something names, found for the question with stamp named_for (sight.c) */
    uint64_t named_for, named[(K_MAX_INSTS + 63) / 64];
    struct
        kcolours { /* like.c: three for each card, for the question with this stamp and observer */
        uint64_t *v, stamp;
        unsigned room;
        int of;
    } colours;
    struct kstate *scratch;
    uint32_t scratch_size; /* a block for trying things out while a hook waits */
    uint8_t *views;
    uint32_t views_cap;   /* room for two views of so many bytes */
    struct kstate *blank; /* the game last started, before its first shuffle */
    uint16_t *order;      /* its cards, slot by slot as they lie; behind it */
    const struct kchoice *opts;
    uint32_t nopts; /* the choices last listed */
    /* the choices of the last two questions; those of the question at hand */
    struct klists lists[2], *now;
    uint64_t stamps; /* the last stamp that was given to a question */
    /* a stack of card lists: its start, next free place and end */
    uint16_t *tmp, *tmp_next, *tmp_end;
    size_t tmp_room, tmp_words; /* its places in all; the words of a set in this game */
    uint8_t asker; /* the person whose choices are being listed; NO_SEAT: nobody's */
    /* what the asker knows of a card, where he may look at what he remembers, too: k_knows; NULL */
    uint16_t (*recalls)(struct kengine *, struct kstate *, int, unsigned);
    /* while a value is traced (know/owed.c): notes a card that the asker does not see; NULL */
    bool (*owes)(struct kengine *, unsigned, ref);
    bool met_hidden; /* the last failure was at a card that the asker may not look at */
    uint16_t tried[K_MAX_CHOSEN]; /* the set of cards that is tried while sets are listed */
    uint8_t ntried;               /* how many cards it has */
    struct kowed *owed;           /* freed by whoever set it; NULL: no check (owed.c) */
    struct kran *ran;             /* freed by whoever set it; NULL: nothing is counted */
    bool judging; /* a bot's hook judges, or a result is asked for: no lots are drawn */
    uint64_t listing, listings;     /* the listing under way, 0 = none; how many were */
    struct kkept kept[KEPT_VALUES]; /* by hook and arguments */
    const struct ktriggered
        *aside; /* so many effects wait outside of the queue, which is empty */
    unsigned naside;
    uint32_t rounds; /* rounds and frames since the last decision */
    uint32_t forced; /* forced answers since then */
    int64_t left;    /* units of work that the call under way may still take (k_spend) */
    uint64_t calls;  /* so many calls began */
    bool advancing;  /* in k_advance: calls made meanwhile take from its work */
    uint16_t recent[8], recent_effect[8];
    uint8_t nrecent, nrecent_effects; /* effects' cards, the effects, for EFFECT-LOOP */
    /* for LIMIT-QUEUE: effects that were queued into a crowded queue, and which effect did it; the last ones */
    struct kcause {
        uint16_t effect, by;
    } causes[32];
    uint32_t ncauses;
    const struct kstate *causes_in; /* of this block */
    uint16_t here;                  /* the effect that is carried out without a frame */
    struct {
        uint64_t hooks, reruns;
    } * hook_stat; /* per acting hook, then per pure one; or NULL */
};

/* ran.c: ends the work of one place and begins that of `src`, which is worked out `times` more often, for so many cards.
 * Returns the place before. */
uint32_t k_ran_at(struct kengine *e, uint32_t src, unsigned times, unsigned cards);

/* The work that a call may do is used up (kengine.left): K_E_WORK. -1 */
int k_overspent(struct kengine *e);

/* Memory of `e` is owned by the engine; freed by k_engine_free. d must outlive it. 0 or -1 (memory). */
int k_engine_init(struct kengine *e, const struct kdef *d);
void k_engine_free(struct kengine *e);

/* From the next game on these ways of fastways.def, a bit each, are not taken; without all of them the engine goes by the
 * definition as it is written (a plain engine). */
#define K_EVERY_WAY (~(uint64_t)0)
void k_without(struct kengine *e, uint64_t ways);
void k_unlowered(struct kengine *e);
void lower_for(struct kengine *e);
void cast_for(struct kengine *e);
/* The engine works on this block from now on. */
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

/* Bytes a game needs with these seats and options, and with knowledge or without: its room, of which a game with zones
 * that grow uses kstate.size. 0 = error in e->err. */
uint32_t k_size(struct kengine *e, int people, const int32_t *options, bool track);
/* Sets the game up in `s` (k_size bytes, of the same track): cards in their zones,
 * shuffled, frame at the start. track: keep knowledge, digests and tell events.
 * Does not run yet: k_advance. Starting with the same seats and options again only copies. */
int k_start(struct kengine *e, struct kstate *s, int people, const int32_t *options,
            uint64_t seed, bool track);
/* Such a game before its first shuffle, which is the engine's until it starts another; NULL: it cannot start. */
const struct kstate *k_blank(struct kengine *e, int people, const int32_t *options, bool track);
/* Makes s, of k_size bytes, a copy of the game `blank` that has as many copies of each card of a zone that grows as the
 * block `grown` of `size` bytes. False: no game grows to be so, or memory ran out (e->err). */
bool k_grow_like(struct kengine *e, struct kstate *s, const struct kstate *blank,
                 const struct kstate *grown, size_t size);
/* A call that moves `s` on has failed: nobody is asked, no hook is under way, and nothing but k_start or
 * k_clone over it makes it go on. All else may be asked of it. Returns -1. */
int k_break(struct kengine *e, struct kstate *s);
/* Runs until a decision is open or the game is over. Forced decisions are answered
 * unless s->stop_forced. Returns 1: a decision is open, 0: over, -1 error. */
int k_advance(struct kengine *e, struct kstate *s);
/* The choices of a pending seat, in their stated order, in e->opts (valid until the next
 * call). Never empty: `none` when there is nothing. Count, or -1. */
int k_choices_of(struct kengine *e, struct kstate *s, int seat);
/* The same, but only how many: an ordinary question's choices are found when they are picked. */
int k_count_choices(struct kengine *e, struct kstate *s, int seat);
/* Gives seat's answer: index into the options above. Does not run on: k_advance.
 * 0, or -1 (K_E_ASKED, K_E_CHOICE). */
int k_pick(struct kengine *e, struct kstate *s, int seat, int index);
/* Plays on by chance: whoever is asked picks, in the order of seats, seat i with the numbers of
 * rng[i % n]; one choice draws none. Until the game is over or, plies > 0, so many picks among two or
 * more were made; *picks: how many. 0: over; 1: a decision is open; -1 */
int k_playout(struct kengine *e, struct kstate *s, struct krng *rng, int n, int64_t plies,
              uint64_t *picks);
/* As k_pick, by a choice record, found by its key (what the seat sees). */
int k_pick_choice(struct kengine *e, struct kstate *s, int seat, struct kchoice c);
/* Makes c take these cards as a set; valid until choices are listed next. */
bool k_record_set(struct kengine *e, struct kchoice *c, const uint16_t *cards, int n);
/* What names a card and so tells it from its equals. `of`: for COUNTS the counter, for HELD the card whose counter
 * holds it. */
enum knaming { K_UNNAMED, K_UNDER_WAY, K_WAITS, K_LASTS, K_COUNTS, K_HELD };
enum knaming k_naming(struct kengine *e, struct kstate *s, unsigned c, unsigned *of);
/* Two choices that `seat` cannot tell apart have the same key, also in samples. */
uint64_t k_choice_key(struct kengine *e, struct kstate *s, int seat, const struct kchoice *c);
/* Those of all choices of the seat: how many, -1. */
int k_choice_keys(struct kengine *e, struct kstate *s, int seat, uint64_t *out);
/* The same wherever in a row or pile its cards lie, if the seat sees the same of them. */
uint64_t k_choice_look(struct kengine *e, struct kstate *s, int seat, const struct kchoice *c);
/* Why a card is not offered: the first reason. The later in this list, the nearer it came to being offered. */
enum kwhy_what {
    WHY_OFFERED, /* it is, or one that the seat cannot tell from it */
    WHY_ZONE,    /* it lies in a zone that is not asked for, or is another's */
    WHY_FACE,
    WHY_SORT, /* it is none of the definitions that the selector names */
    WHY_TEST, /* it fails test `test`: its value is `has`, `asked` is wanted */
    WHY_THIS, /* `this`, `other` */
    WHY_WHERE,
    WHY_ANY,
    WHY_EXCEPT,
    WHY_RANK, /* most, least, first, last, random take others */
    WHY_IF,   /* the action's `if` */
    WHY_CARD, /* with it bound, there is no card for `bound` */
    WHY_SEAT,
    WHY_NUMBER, /* with it bound, there is no seat, no number */
    WHY_OTHER,  /* the reason would tell what the seat may not know */
};
enum { WHY_OF_SET = BOUND_TARGET + 1 }; /* a card of a set */
struct kwhy {
    /* enum kwhy_what; the part that the card would be (enum bound: card, helper, target; WHY_OF_SET), with
     * WHY_CARD the part for which there is no card */
    uint8_t what, bound;
    ref sel; /* the selector that does not hold it, or REF_NONE */
    ref test;
    int64_t has, asked;
};
/* The cards of a definition that the seat sees, one for each way in which they lie, to out (ninst
 * places). How many. */
int k_seen_of(struct kengine *e, struct kstate *s, int seat, unsigned def, uint16_t *out);
/* The actions of the open question, at most cap to out; a script's question about a selector is ACT_NONE.
 * How many. */
int k_asked_actions(struct kengine *e, struct kstate *s, ref *out, int cap);
/* Why `seat`, which is asked and sees card c, is not offered it by one of these actions. 0 or -1. */
int k_why(struct kengine *e, struct kstate *s, int seat, unsigned action, unsigned c,
          struct kwhy *out);
/* Takes back the seat's answer in the open simultaneous decision (it is asked again). */
void k_unanswer(struct kstate *s, int seat);
/* The same of all other seats, which are asked once more. Their answers that wait to be carried out are taken back
 * too, in the checkpoint as well. */
void k_unanswer_others(struct kstate *s, int seat);

/* Bytes that are live now (what k_clone and save copy); `copied`: those that k_copy moves over a fresh game. */
uint32_t k_used(const struct kstate *s, bool copied);
/* dst must have s->room bytes. */
void k_clone(struct kstate *dst, const struct kstate *s);
/* The same where dst is a state of the same game: where no card counter is marked in either there is nothing to do. */
void k_copy(struct kstate *dst, const struct kstate *s);

/* ---- keys ----------------------------------------------------------------------------- */

/* Lays what waits in the order of its turn: after it equal games have the same bytes. */
void k_level(struct kstate *s);
uint64_t k_hash(struct kengine *e, struct kstate *s); /* every live byte */
/* Hash of bytes on top of h. */
uint64_t k_hash_bytes(const void *p, size_t n, uint64_t h);
/* The position key (know/key.c): what the rules lead to from here. In a game in which it may matter which of equal
 * cards of a set comes first it tells them apart, by instance; k_position_of_equals never does, so it is the same in
 * each world in which other instances stand for the same cards. */
uint64_t k_position(struct kengine *e, struct kstate *s);
uint64_t k_position_of_equals(struct kengine *e, struct kstate *s);
/* How many cards the stack k_each may hold. */
size_t each_room(const struct kdef *d, const struct kstate *s);
/* Overwrites every dead byte with `fill`; for the tests. */
void k_scribble(struct kstate *s, uint8_t fill);

/* ---- knowledge -------------------------------------------------------------------------- */

/* Observers are the seats (of persons) and the spectator, number s->nseats: s->nobs in all. Does observer o see
 * the front of card c now? */
bool k_sees(struct kengine *e, struct kstate *s, int o, unsigned c);
/* Its definition if o knows it (seen now or remembered), else REF_NONE. */
uint16_t k_knows(struct kengine *e, struct kstate *s, int o, unsigned c);
/* The definitions that card c may be as far as observer o can tell, to out (a bit each; d->bits.nwords words). How
 * many; 0: nothing is known (no knowledge is kept). */
int k_candidates(struct kengine *e, struct kstate *s, int o, unsigned c, uint64_t *out);
/* Do facts leave fewer than its class holds? If so, those, to out. */
bool k_narrowed(struct kengine *e, struct kstate *s, int o, unsigned c, uint64_t *out);
/* A card and how it lies. */
enum { K_GONE = 0xFF };
struct klook {
    uint16_t def;   /* REF_NONE: a back */
    uint16_t place; /* from 0 in a row or pile; in a set in what the observer sees of it */
    uint8_t zone;   /* K_GONE: it has left the game, and has no place */
    uint8_t seat;   /* whose zone; NO_SEAT: the table's */
    uint8_t face, owner;
    bool remembered; /* known but not seen now */
    /* instance, only for looking up public counters; NO_CARD for backs in a hidden set */
    uint16_t card;
    uint16_t
        nth; /* know/like.c: which of the seen cards of its definition in its set; 0: one alone */
};
/* Card c as o (or K_ALL_SEEING) sees it now. Of cards in a set that look alike the place is that of the first. */
void k_lies(struct kengine *e, struct kstate *s, int o, unsigned c, struct klook *out);
/* The card that a counter holds, as k_lies, but all may know what it is. False: it holds none. */
bool k_held_lies(struct kengine *e, struct kstate *s, int o, int32_t value, struct klook *out);
/* The cards of a slot, REF_NONE: of all, as o (K_ALL_SEEING too) sees and remembers them; a set in an order
 * that tells no more than that. known_only: without those that he does not know. Writes at most cap; how many
 * there are, or -1 (memory). */
int k_look(struct kengine *e, struct kstate *s, int o, unsigned slot, bool known_only,
           struct klook *out, int cap);
/* The phases with a name that are under way, the outermost first: number of the round, and whose it is
 * (NO_SEAT). Writes at most cap; how many there are. */
struct kphase_now {
    ref name;
    int32_t number;
    uint8_t seat;
};
int k_phases_now(struct kengine *e, struct kstate *s, struct kphase_now *out, int cap);
/* The effects that wait, in the order in which they would be carried out. */
struct kwaiting {
    uint16_t card, effect; /* instance or NO_CARD; REF_NONE: a script gave its parameters */
    uint16_t verb, arrival;
    uint8_t you;
    bool known; /* all know which card it is */
};
int k_waiting(struct kengine *e, struct kstate *s, struct kwaiting *out, int cap);
/* The whole view as canonical bytes (law: same digest, same bytes). Returns the length;
 * writes at most cap. */
uint32_t k_view_bytes(struct kengine *e, struct kstate *s, int o, uint8_t *out, uint32_t cap);
uint64_t k_digest(const struct kstate *s, int o);
/* Makes dst a world that o cannot tell from s: definitions permuted within o's classes, the
 * generator on a new stream, other seats' open answers taken back. 1: done; 0: refused
 * (in the middle of a hook: the re-run did not reach o's view; try another stream); -1 error. */
int k_resample(struct kengine *e, struct kstate *dst, struct kstate *s, int o, uint64_t stream);
/* Makes dst a copy of s whose generator is on a new stream. 1; -1: s is broken. */
int k_other_luck(struct kengine *e, struct kstate *dst, struct kstate *s, uint64_t stream);

/* ---- result -------------------------------------------------------------------------------- */

/* Shares of a win: a whole is divisible by every number of seats. */
enum { K_WHOLE = 27720 };

struct kresult {
    uint8_t status;   /* enum kstatus */
    uint16_t winners; /* seats that share the win */
    /* how many sides share the win; each person is a side of his own unless `side` says
     * otherwise. Graded: 1, for nobody takes anything from others */
    uint8_t sides;
    uint16_t side[K_MAX_SEATS]; /* of each person: who plays on his side (bit per seat) */
    int64_t score[K_MAX_SEATS];
    int64_t side_score[K_MAX_SEATS]; /* what the people of his side have together */
    bool has_score, graded;          /* graded: each side's result is a part of `out_of` */
    bool staked;                     /* each side's result is its part of all points */
    int64_t out_of[K_MAX_SEATS];
    int32_t share
        [K_MAX_SEATS]; /* per person: parts of K_WHOLE, of the win, of `out_of` or of all points */
    uint16_t won, lost; /* by `finish` */
    uint16_t why[8];
    uint8_t nwhy; /* words */
};
int k_result(struct kengine *e, struct kstate *s, struct kresult *out);
/* Each player's place, from 1, in a game that is over and that scores decided; else 0. A side shares one. */
struct kplaces {
    uint8_t place[K_MAX_SEATS]; /* from 1 */
    int8_t tie;        /* which of `ties` gave the win to some of equal score; -1: none */
    int64_t tie_value; /* theirs */
};
int k_places(struct kengine *e, struct kstate *s, struct kplaces *out);
/* What a formula of the ruleset for searches comes to for a person. e->err: it fails. */
int64_t k_judge(struct kengine *e, struct kstate *s, int seat, ref formula);
/* What each card adds to the score of a person, as far as that is a sum over cards (or several, added up): how many, of
 * which `cap` are written; -1. */
struct kscored {
    uint16_t inst;
    int64_t points;
};
int k_score_cards(struct kengine *e, struct kstate *s, unsigned seat, struct kscored *out,
                  int cap);
/* As k_result, by what observer o sees. *known: the persons whose score rests on nothing else (a bit each); other
 * scores are 0. `side` and `side_score` are given for persons whose whole side is known. */
int k_result_seen(struct kengine *e, struct kstate *s, int o, struct kresult *out,
                  uint32_t *known);
/* The value of a number trait that card c works out by a formula; `you` stands for the owner of a card that is
 * nobody's. False: there is no formula, it fails, rests on what o does not see, or asks a script while a hook
 * runs. May be called while the game goes on: nothing is changed. */
bool k_trait_seen(struct kengine *e, struct kstate *s, int o, unsigned you, unsigned c,
                  unsigned trait, int32_t *value);

/* ---- evaluation and steps: for the script bridge, the loader's tests, the scenarios ----------- */

int64_t k_eval(struct kengine *e, ref expr, struct kctx *x);
uint32_t k_seatset(struct kengine *e, ref seats, struct kctx *x); /* a bit for each seat */
/* Cards selected, in the stated order, into out (capacity s->ninst); count or -1. */
int k_select(struct kengine *e, ref sel, struct kctx *x, uint16_t *out);
/* The same where the order does not matter. */
int k_select_any(struct kengine *e, ref sel, struct kctx *x, uint16_t *out);
int k_count(struct kengine *e, ref sel, struct kctx *x);
uint32_t k_owners(struct kengine *e, ref sel,
                  struct kctx *x); /* a bit for each seat that owns one of its cards */
/* Card counter i, which only some cards have, of card c; counter_nothing where c does not have it, or where not
 * all see what c is. */
int32_t k_own_counter(struct kengine *e, unsigned i, unsigned c);
/* All cards of a definition that are in the game, zone by zone, in each as they lie; while a seat is asked an
 * error (-1) if it does not see what each card of the game is. */
int k_bearers(struct kengine *e, unsigned def, uint16_t *out);
/* Context of the top frame. */
void k_context(struct kengine *e, struct kctx *x);
/* May it be asked what card c is? While a person's choices are listed only if he sees it;
 * else this fails with K_E_HIDDEN. */
bool k_may_look(struct kengine *e, unsigned c);
/* The cards that choice c takes as a set, to *cards; how many. c is of the list at hand, or of the block. */
static inline int k_choice_set(const struct kengine *e, struct kstate *s,
                               const struct kchoice *c, const uint16_t **cards)
{
    *cards = !c->nset             ? NULL
             : c->nset & SET_KEPT ? k_set_of(s, c->set)
                                  : e->now->sets + (size_t)c->set * e->d->most_chosen;
    return set_members(c);
}
/* The same of a set that is bound or tried, by its kctx.set. */
int k_chosen(struct kengine *e, int64_t set, const uint16_t **cards);
/* A list of ninst places on the engine's stack of lists; give back in reverse order. */
uint16_t *k_list_grow(struct kengine *e);
static inline size_t k_list_places(const struct kstate *s)
{
    return s->words * 64u; /* so that a list may also be a set */
}
/* Has the card left the game? Its place is then the pool, which is no zone. */
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
/* The slot of a seat's zone, the table's for any seat; REF_NONE: it has none. */
static inline unsigned k_slot_of(struct kstate *s, const struct kdef *d, unsigned zone,
                                 unsigned seat)
{
    if (seat < s->nseats)
        return k_slotof(s)[zone * s->nseats + seat];
    return d->zones[zone].per == PER_TABLE ? k_zonebase(s)[zone] : REF_NONE;
}

/* The steps, their operands worked out: phases, `do` lists, effects and scripts all come here.
 * Cards and seats must exist. Each returns how many cards (seats) changed, -1 error. text: what
 * the log says instead of its own words, REF_NONE: nothing. */
int k_deal(struct kengine *e, uint32_t who, unsigned from, unsigned to, int64_t count,
           int face);
/* How cards move. at: for PLACE_AT, from 1. sel: the selector from which they come; REF_NONE:
 * each was named by itself, so their order is kept, and what they are is not public. op, x: the
 * step of the program, behind which the zone may be shuffled; NULL: what follows is not known. */
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
/* The same of all that a selector selects, as a set. How many; -1: they must be turned one by one, or e->err is set. */
int k_turn_set(struct kengine *e, ref sel, struct kctx *x, int face);
int k_fill(struct kengine *e, uint32_t who, unsigned zone, unsigned from);
int k_shuffle(struct kengine *e, uint32_t who, unsigned zone);
/* lasts: until the leaf (UNTIL_LEAF), that phase or the game (REF_NONE) ends, or the card goes
 * elsewhere */
enum { UNTIL_LEAF = REF_NONE - 1 };
int k_show(struct kengine *e, uint32_t who, const uint16_t *cards, int n, ref lasts);
/* All hear that each of the cards is one of the definitions `may` (a bit each); one that is not is an error. */
int k_tell(struct kengine *e, const uint16_t *cards, int n, const uint64_t *may, ref text);
/* Ends what `show` shows, but for what lasts longer. */
void k_end_shows(struct kengine *e);
/* pass: give[i] = seat that gets seat i's cards. */
int k_pass(struct kengine *e, uint32_t who, ref sel, const uint8_t *give);
/* `add` and `set`, of one counter: of these cards, of the seats `who` or of the game. a->value
 * is worked out for each, cards as `it`; REF_NONE, or a parameter that was not given:
 * `otherwise`. */
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
/* Parameter `param` of the effect under way, plus that of waiting effects with the same verb and the same other
 * parameters, which reach these seats, to due[seat]. 0 outside of an effect. */
enum { DUE_NOBODY = 31, DUES = 32 }; /* effects of nobody reach nobody, as a seat */
void k_dues(struct kengine *e, unsigned param, uint32_t who, int64_t *due);
int64_t k_due(struct kengine *e, unsigned param, int seat); /* of one seat, or NO_SEAT */
/* 1..n by the game's generator, told to all. */
int64_t k_roll(struct kengine *e, int64_t n);

/* Puts a question of the hook under way. seats: a bit for each that is asked; about a
 * selector or an action; args: the open places of the selector. Returns 1: answered, each seat's
 * choice in its place of *picks (NULL: the game is over, nobody is asked), which stand until the next question;
 * 0: not yet (the bridge abandons the hook and returns HOOK_ASKS); -1 error. */
int k_hook_ask(struct kengine *e, uint32_t seats, ref sel, unsigned action, const int32_t *args,
               int nargs, ref prompt, const struct kchoice **picks);
/* The question at which the hook under way goes on (khost.go_on), and its answers. Once. */
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

/* For krng_below: draws again where the number would not be exact. */
uint32_t krng_reject(struct krng *r, uint64_t m, uint32_t n);

/* 0 .. n-1, exact, seldom divides (Lemire, Fast random integer generation in an interval, 2019) */
static inline uint32_t krng_below(struct krng *r, uint32_t n)
{
    uint64_t m = (krng_next(r) >> 32) * n;

    return (uint32_t)m < n ? krng_reject(r, m, n) : (uint32_t)(m >> 32);
}

#endif
