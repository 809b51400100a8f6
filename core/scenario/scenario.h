/* scenario.h - what the parts of the scenario runner share.
 *
 *   scenario.c cantrip.h's functions: files read, scenarios played
 *   find.c    which ruleset a file is about; loaded definitions, kept
 *   read.c    a file to its scenarios: `for_each`, seats, options, keys
 *   name.c    names to seats, zones, counters, cards, with "did you mean"
 *   given.c   `at`, `given`, `luck` compiled
 *   then.c    `then` compiled: picks, offers, expectations
 *   setup.c   a compiled position put into a state
 *   luck.c    what shuffles, draws and rolls bring
 *   run.c     one run: the lines of `then`, strictly
 *   scene.c   a scenario that a program goes on with
 *   expect.c  an expectation against the state
 *   match.c   wants and what fits them, one each
 *   show.c    choices and positions as text
 *   schema.c  a JSON Schema of such files
 *
 * A scenario is compiled once, so that all errors of a file are told with their places, and
 * run once or, when something in it is left to the generator, under SCENE_SEEDS seeds or more.
 * The format is described in tests/scenario/README.md.
 */
#ifndef CANTRIP_SCENARIO_SCENARIO_H
#define CANTRIP_SCENARIO_SCENARIO_H

#include "base/str.h"
#include "cantrip.h"
#include "kernel/kernel.h"
#include "load/definition.h"
#include "script/script.h"

/* The result of a game: `result`. */
#define RESULT_WORDS "running", "over", "won", "lost", "tied", "unfinished"

enum { SCENE_SEEDS = 8, MAX_TOKENS = 12, MAX_CTR_TESTS = 6 };

/* A loaded ruleset, kept for all scenarios about it. */
struct ground {
    const struct scene *started; /* the last started scenario; equal starts are shared */
    char *dir;
    const struct node *extra;  /* the scenario's `cards:`, NULL = none */
    struct ct_definition *def; /* NULL: it has errors */
    ct_engine *engine;         /* NULL: its scripts have errors */
    struct kengine *e;         /* its own */
    struct ct_scene *scene;    /* the scene that a program plays, or NULL */
    struct ground *next;
};

/* A written value: a number, a flag, a seat or a card. */
struct value {
    int64_t number; /* number, flag, seat; -1 = none */
    bool is_card;
    int def;  /* is_card: the definition */
    int slot; /* is_card: its zone slot, -1 = any */
    int nth;  /* is_card: the nth card there, from 1; 0: any */
};

/* A list of cards: [Nx] ID [down] [of SEAT] [counter=N] …, `...` at the end. */
struct card_want {
    int def; /* -1: unknown (the back of a card) */
    int copies;
    bool down;
    int owner; /* seat, -1 = not given */
    int nctr;
    struct {
        uint16_t counter;
        struct value value;
    } ctr[MAX_CTR_TESTS];
    const struct node *node;
};
struct card_list {
    struct card_want *v;
    int n;
    bool rest; /* ended with `...` */
    const struct node *node;
};

/* Where a name points: "Alice.fight", "Fiona.guest.pile", "round", "deck.count". */
enum place_kind {
    AT_NOTHING,
    AT_SEAT,
    AT_ZONE,
    AT_COUNT,
    AT_COUNTER,
    AT_PHASE,
    AT_SCORE,
    AT_SEES
};
struct place {
    enum place_kind kind;
    int seat;      /* -1 = none */
    unsigned slot; /* ZONE, COUNT */
    int id;        /* COUNTER, PHASE */
};

struct given_zone {
    unsigned slot;
    struct card_list list;
};
struct given_value {
    struct place at;
    struct value value;
    const struct node *node;
};
struct given_watch {
    int seat, def;
    const struct node *node;
};
struct given_seen {
    int seat;
    unsigned slot;
};

enum luck_kind { LUCK_CARDS, LUCK_CARD, LUCK_SEAT, LUCK_NUMBER };
struct luck_entry {
    enum luck_kind kind;
    struct card_list list; /* CARDS */
    int64_t value;         /* CARD: definition, SEAT, NUMBER */
    const struct node *node;
};

struct pick_text {
    char *token[MAX_TOKENS];
    int n;
    int seat; /* -1 = the one asked */
    const struct node *node;
};

enum want_kind {
    WANT_CARDS,
    WANT_COUNT,
    WANT_COUNTER,
    WANT_PHASE,
    WANT_SCORE,
    WANT_ASKS,
    WANT_AT,
    WANT_WINNERS,
    WANT_RESULT,
    WANT_WHY
};
struct want {
    enum want_kind kind;
    int viewer; /* -1 = the true position, else `sees` of this observer */
    struct place at;
    struct card_list list;
    struct value value;
    uint32_t seats;
    uint64_t words; /* AT: bit per phase; WHY: list in word[] */
    int word[8];
    int nwords;
    const struct node *key, *node;
};

enum line_kind { LINE_PICK, LINE_OFFERS, LINE_EXPECT, LINE_REFUSED };
struct line {
    enum line_kind kind;
    struct pick_text pick; /* PICK, REFUSED */
    struct pick_text *offers;
    int noffers;
    int seat; /* OFFERS */
    struct want *wants;
    int nwants;
    const struct node *node;
};

enum at_kind { AT_START, AT_END, AT_PHASE_BEGIN };

struct scene {
    struct ground *g;
    struct arena *mem;
    struct diags *diags;
    const char *name;
    const struct node *node; /* the scenario, `for_each` filled in */
    const struct node *file; /* the whole file */
    bool bad;                /* it has errors and cannot run */
    bool refused;            /* `starts: false`: it passes if there is no `base` */
    int people;
    const char *seat_name[K_MAX_SEATS];
    int32_t options[256];
    uint32_t size;
    struct kstate *base;    /* the game as it starts; gives the layout */
    const char **slot_name; /* "A.story" */
    enum at_kind at;
    int32_t at_pc;
    struct given_zone *zones;
    int nzones;
    struct given_value *values;
    int nvalues;
    struct given_watch *watching;
    int nwatching;
    struct given_seen *seen;
    int nseen;
    struct luck_entry *luck;
    int nluck;
    bool luck_rest;
    struct line *lines;
    int nlines;
    bool chance;                  /* part of it is left to the generator */
    const struct node *misplaced; /* the node of `given` that is impossible, or NULL */
};

/* ---- find.c ---- */
struct grounds {
    struct arena *mem;
    struct ground *first;
    size_t bytes;              /* size of the definitions */
    const char *const *places; /* folders of rulesets, ended by NULL; or NULL */
    const struct edit *edit;   /* change that rulesets are loaded with, or NULL */
    const struct node
        *elsewhere; /* the last `ruleset` that names another game than the file's */
};
/* The ruleset NAME (a map: no name) for the file PATH, loaded with the extra cards. NULL after
 * an error. */
struct ground *ground_get(struct grounds *gs, const char *path, const struct node *name,
                          const struct node *extra, struct diags *diags);
void grounds_free(struct grounds *gs);

/* ---- read.c ---- */
/* Bytes for the scenarios of one run and their games. */
enum { SCENES_MEMORY = 256 << 20 };
struct scenes {
    struct scene **v; /* in the arena */
    int n;
};
/* A file to read, or a text in its place. Its scenarios are added to the list; errors go to
 * diags. */
struct reading {
    struct scenes *out;
    struct grounds *gs;
    const char *path, *text; /* text NULL: read the file */
    size_t n;
    const struct node *file;
    struct arena *mem;
    struct diags *diags;
};
void scenes_read(void *reading); /* for arena_try */
/* The arena reports it when the kernel runs out of memory. */
void memory_check(struct arena *mem, const struct kengine *e);
/* Adds an error to the scene, which then cannot run. */
#define scene_error(sc, n, ...) ((sc)->bad = true, node_error((sc)->diags, n, __VA_ARGS__))
/* Is the node of that kind? If not, it reports that WHAT is needed. */
bool scene_needs(struct scene *sc, const struct node *n, enum node_kind kind, const char *what);
/* Names for "did you mean". */
struct names {
    const char **v;
    int n;
};
/* Adds the text that each element of an array begins with. An array of texts works, too. */
void names_add(struct scene *sc, struct names *to, const void *v, size_t n, size_t size);
struct names names_of(struct scene *sc, const void *v, size_t n, size_t size);
#define NAMES_ADD(sc, to, v, n) names_add(sc, to, v, (size_t)(n), sizeof *(v))
#define NAMES_OF(sc, v, n)      names_of(sc, v, (size_t)(n), sizeof *(v))
/* Reports an unknown name, with the nearest of `names`. */
bool scene_unknown(struct scene *sc, const struct node *n, const char *code, const char *what,
                   const char *word, struct names names);

/* ---- name.c ---- */
int name_seat(const struct scene *sc, const char *text, size_t len); /* -1 */
/* Does so for a node. -1 after an error. */
int name_seat_at(struct scene *sc, const struct node *n, const char *text);
/* Reads a dotted name within `seat` (-1 = none). False after an error. */
bool name_place(struct scene *sc, const struct node *key, const char *text, int seat,
                struct place *out);
bool name_seats(struct scene *sc, const struct node *n, uint32_t *seats);
bool name_value(struct scene *sc, const struct node *n, int counter, struct value *out);
bool name_cards(struct scene *sc, const struct node *n, bool unknown_ok, struct card_list *out);
int name_phase(struct scene *sc, const struct node *n, const char *text);
/* "A.story" for a slot. */
void name_slots(struct scene *sc);
int *seat_words(const char *text, int *n);

/* ---- given.c, then.c ---- */
void compile_given(struct scene *sc);
void compile_then(struct scene *sc);

/* ---- running ---- */
struct luck_state {
    const struct scene *sc;
    struct str *out;   /* error messages */
    int pos, hook_pos; /* next entry; the first one of the present hook */
    int met,
        met_pos
            [K_MAX_ANSWERS]; /* answers met in this run of the hook; entries used before each */
    bool failed;
    struct krng rng; /* for `...` */
    struct kluck luck;
    struct khost inner;      /* the wrapped host */
    struct arena *notes;     /* memory to note results after the last entry, or NULL */
    struct luck_entry *made; /* … as further entries */
    int nmade;
    const struct luck_state *lead; /* results are copied from this one, or NULL */
};
struct run {
    struct arena *mem; /* freed with the run */
    struct scene *sc;
    struct kengine *e;
    struct kstate *s;
    uint64_t seed;
    struct luck_state luck;
    struct str *out; /* report of a failure */
    bool failed;
    const struct node *at; /* the present line */
};

/* Sets up the scene's position in s, with memory of mem. 0, or -1: impossible (message in out). */
int scene_setup(struct arena *mem, struct scene *sc, struct kengine *e, struct kstate *s,
                uint64_t seed, struct str *out);
void luck_begin(struct luck_state *l, const struct scene *sc, struct kengine *e, uint64_t seed,
                struct str *out);
void luck_end(struct luck_state *l, struct kengine *e);
/* Entry number i, used or not. */
const struct luck_entry *luck_at(const struct luck_state *l, int i);
/* Runs the scene with a seed. 1: passed. 0: `report` says why (the caller frees it). -1: out of
 * memory. */
int scene_run(struct scene *sc, uint64_t seed, char **report);
/* Sets up position and luck; sets `failed` if that is impossible. */
void run_begin(struct run *r);
void run_fail(struct run *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Is it the word `forced`? It makes all picks up to the next real choice. */
static inline bool pick_is_forced(const struct pick_text *p)
{
    return p->seat < 0 && p->n == 1 && !strcmp(p->token[0], "forced");
}
/* Makes a pick and plays to the next decision with a choice. */
void run_pick(struct run *r, const struct pick_text *p);
void run_settle(struct run *r);
/* Checks one expectation and reports the differences. */
void run_expect(struct run *r, const struct want *w);

/* The asked seats, as a mask. */
static inline uint32_t run_pending(const struct run *r)
{
    return k_rules(r->s)->status == K_RUNNING ? k_rules(r->s)->pending : 0;
}

/* ---- match.c ---- */
/* Matches nk wants with n things, one to one. Satisfies as many wants as possible. fits[k * n +
 * j]: does thing j fit want k? owner[j]: the want of thing j, or -1. have[k]: is want k
 * satisfied? True: all are. */
bool match(struct arena *mem, const bool *fits, int nk, int n, int *owner, bool *have);

/* ---- scenario.c ---- */
/* Number i, or NULL. */
struct scene *scenario_at(const ct_scenarios *all, int i);

/* ---- show.c ---- */
/* The card in play that the token names; NO_CARD: none. `#k` counts offered cards. */
uint16_t pick_card(struct run *r, int seat, const char *token);
/* The action that a token names, -1 = none. */
int action_named(const struct run *r, const char *token);
/* Does the option match the tokens? opts: all options of the seat, for #k. open: as far as they go,
 * since `refused: steal` is about everything to steal. */
bool pick_fits(struct run *r, int seat, const struct kchoice *opts, int which,
               const struct pick_text *p, bool open);
/* Builds a record for a pick that is not offered, with its own action or that of LIKE. False:
 * the words make none. */
bool pick_record(struct run *r, int seat, const struct kchoice *like, const struct pick_text *p,
                 struct kchoice *out);
void show_choice(struct run *r, struct str *out, int seat, const struct kchoice *opts, int n,
                 int which);
void show_position(struct run *r, struct str *out);
void show_offers(struct run *r, struct str *out);
/* The nth card of the value's zone (0: the first). -1: none. */
int scene_nth(struct kstate *s, const struct value *v);
/* A counter's value as a scenario writes it. A card (of the state) is its identifier. */
void show_counter(const struct scene *sc, struct kstate *s, struct str *out, int ctr,
                  int32_t v);
void show_value(struct run *r, struct str *out, int ctr, int32_t v);
/* "2x coin, rock": equal neighbours together, at most `most` texts. */
void show_texts(struct str *out, const char *const *text, int n, int most);
void show_list(const struct scene *sc, struct str *out, const struct card_list *l);
void show_error(const struct ground *g, struct str *out);

#endif
