/* parts.h: what the loader's own files share: small readers, and the parts of a load in the
 * order in which load.c runs them. build.h holds what the compilers of formulas share.
 */
#ifndef CT_LOAD_PARTS_H
#define CT_LOAD_PARTS_H

#include "base/luatext.h"
#include "load/build.h"
#include "load/expr.h"
#include "load/keys.h"

/* ---- read.c: small readers; each complains and returns its default when it cannot ---- */

#define SAY(ld, at, code, hint, ...) node_error((ld)->diags, at, code, hint, __VA_ARGS__)

/* Entry I of a list; of anything else that is there it is the only one. NULL: there are no more. */
const struct node *node_nth(const struct node *n, size_t i);
bool read_is_map(struct loader *ld, const struct node *n, const char *what);
/* The same with a hint, which may be NULL. */
bool read_is_map_or(struct loader *ld, const struct node *n, const char *what,
                    const char *hint);
bool read_is_list(struct loader *ld, const struct node *n, const char *what);
/* The same with a hint for who wrote a map, which may be NULL. */
bool read_is_list_or(struct loader *ld, const struct node *n, const char *what,
                     const char *map);
/* The text of a plain scalar, or NULL. WHAT names what is wanted: "a zone". */
const char *read_word(struct loader *ld, const struct node *n, const char *what);
bool read_flag(struct loader *ld, const struct node *map, const char *key, bool otherwise);
int32_t read_int(struct loader *ld, const struct node *map, const char *key, int32_t otherwise,
                 int32_t min, int32_t max);
/* Which of WORDS, the values of KEY, this is or means in other systems; NULL. */
const char *enum_meant(struct loader *ld, const char *key, const char *words, const char *word);
/* Place of the value of KEY among WORDS, which a space separates: "set row pile". */
int read_enum(struct loader *ld, const struct node *map, const char *key, const char *words,
              int otherwise);
/* Whether this is how a name of a ruleset is written (names.c). */
bool name_syntax(const char *id);
/* As text_names, in some script. */
bool scripts_name(const struct loader *ld, const char *word, bool dashes);
/* May an action be called so that is written where it is offered? Told if not. */
bool action_name_fits(struct loader *ld, const struct node *key);
/* Index of what is named, or -1. */
int read_name(struct loader *ld, const struct node *n, enum name_kind kind);
/* The same; REF_NONE, too, where N is left out. */
ref read_ref(struct loader *ld, const struct node *n, enum name_kind kind);
int read_text_word(struct loader *ld, const struct node *n);
int read_verb(struct loader *ld, const struct node *n);
/* A phase, or REF_NONE for the word `game`, for no node, or after an error. */
ref read_lasts(struct loader *ld, const struct node *n);
enum face read_face(struct loader *ld, const struct node *map);
/* A map where a list of steps is wanted: how its step is written as one; else OTHERWISE. */
const char *hint_listed(const struct loader *ld, const struct node *n, const char *otherwise);
/* What a kind of name is called: "a zone". */
const char *name_kind_says(enum name_kind kind);
/* A scope in which nothing is bound (in a game for one: `you`). */
struct scope scope_none(const struct loader *ld);
/* Of what is worked out before the game lies there: `holds`, kinds of seats. */
struct scope scope_early(const struct loader *ld);
/* The nearest of N texts as a hint, or NULL. */
const char *hint_of(const struct loader *ld, const char *word, const char *const *ids,
                    size_t n);
/* Reports each {name} of a text that is none of these. */
void text_places_check(struct loader *ld, const struct node *n, const char *const *ids,
                       size_t count);
/* Is it a text, in one language or in several, and not the map of the keys of a `say`? */
bool text_alone(const struct node *n);
/* Is a key of the map one of the ruleset's languages, or written as most languages are? */
bool in_languages(const struct loader *ld, const struct node *map);
/* Reports what a text of a `say` names and is not given, and what is given that no text names. */
void say_text_check(struct loader *ld, const struct node *map);
struct text text_or_none(struct loader *ld, const struct node *map, const char *key);
/* The `says` of an entry of a list, which stands on cards: never `none`. */
struct text says_on_card(struct loader *ld, const struct node *map);
/* The `says` of a trait, zone, counter, phase, action or verb: a text, or none (untold). */
void says_or_none(struct loader *ld, const struct node *map, struct named *named);

/* ---- extend.c ---- */

/* Folder of the file in which a node stands. */
char *node_dir(struct arena *mem, const struct node *n);
/* Reads the ruleset of FILE and all that it extends; NULL after an error that ends the load. */
struct node *ruleset_read(struct loader *ld, const struct file_at *file);
/* What a file holds if not what lies on the disk; NULL: that. Who wants to know is told that it is read. */
const struct load_text *text_instead(const struct loader *ld, const char *path);
/* Reads a file of the game, whose files together have a stated size; NULL: told. */
struct node *game_file_load(struct loader *ld, const struct file_at *at);
/* Notes that a file was read. */
void read_note(struct loader *ld, const char *path);
/* file_find of what N names, from the folder of its file, else of a ruleset that is extended, else where games are
 * looked for. */
bool ruleset_file(struct loader *ld, const struct node *n, const char *folder,
                  struct file_at *at);
/* The key of the ruleset's own list NAME where that took the place of the one it extends and lacks some of it, with a hint; NULL. */
const struct node *list_instead(struct loader *ld, const char *name, const char **hint);
/* AT, unless the ruleset's own list NAME took the place of that of the one it extends, and AT, elsewhere, misses what stood
 * there: then the key of that list, with a hint. */
const struct node *list_blamed(struct loader *ld, const struct node *at, const char *name,
                               const char **hint);
/* The nearest name that ruleset_file would have found, as a hint; or NULL. */
const char *ruleset_file_near(struct loader *ld, const struct node *n, const char *folder,
                              const char *ext);
/* `cantrip: 1`. False: not a file that this interpreter reads. */
bool version_check(struct loader *ld, const struct node *root);

/* ---- the parts, in this order ---- */

void head_load(struct loader *ld);      /* ruleset.c: title, languages, players, limits */
void names_collect(struct loader *ld);  /* names.c: the one name space, words, verbs */
void options_load(struct loader *ld);   /* ruleset.c */
void traits_declare(struct loader *ld); /* traits.c */
/* cards.c; false: a file of cards could not be read, so what mentions cards cannot be checked. */
bool cards_load(struct loader *ld, const struct node *const *extra, int nextra);
void traits_constants(struct loader *ld); /* traits.c: words, constants, bitsets */
void kinds_load(struct loader *ld);       /* zones.c: kinds of seats */
void counter_declare(struct loader *ld, const struct node *key,
                     const struct node *node); /* names.c */
void counters_load(struct loader *ld);         /* zones.c */
void zones_load(struct loader *ld);            /* zones.c */
void drawing_load(struct loader *ld);          /* drawing.c: layout */
void about_load(struct loader *ld);            /* about.c: about, rules */
void order_load(struct loader *ld);            /* ruleset.c: resolution */
void traits_formulas(struct loader *ld);       /* traits.c */
void verbs_load(struct loader *ld);            /* verbs.c */
void actions_declare(struct loader *ld);
void actions_load(struct loader *ld);   /* actions.c */
void lists_load(struct loader *ld);     /* effects.c: effect lists and watchers of cards */
void always_load(struct loader *ld);    /* always.c: what the rules do by themselves */
void always_check(struct loader *ld);   /* ALWAYS-CIRCLE */
int32_t phases_load(struct loader *ld); /* phases.c */
void result_load(struct loader *ld);    /* ruleset.c: result, requires */
void lets_check(struct loader *ld);     /* check.c */
struct xval let_value(struct loader *ld, size_t let);
void texts_check(struct loader *ld);                                  /* check.c */
void action_text_check(struct loader *ld, const struct node *action); /* its `says` */
void steps_check(struct loader *ld);    /* calls.c: named steps that nothing calls */
void circles_check(struct loader *ld);  /* circles.c */
void nesting_check(struct loader *ld);  /* nesting.c */
void choices_check(struct loader *ld);  /* check.c: HIDDEN-FILTER */
void pitfalls_check(struct loader *ld); /* pitfalls.c: what is probably not meant */
void names_unused(struct loader *ld);   /* unused.c: what is declared and never named */
void leaves_find(struct loader *ld);    /* leaves.c: effect_info.leaves */
void scripts_load(struct loader *ld);   /* scripts.c */

/* ---- steps.c, actions.c, phases.c: programs ---- */

/* A stretch of the program under way; jumps count from its start until code_end. */
struct code {
    struct arena *mem;
    POOL(struct kop) op;
    struct held h;
};

/* Where steps stand. */
struct place {
    struct scope sc;
    bool leaf;           /* a leaf of `phases` */
    enum key_place keys; /* what may stand beside the step: AT_PHASE, AT_DO, AT_ENTRY */
};

struct kop op_new(struct loader *ld, enum op op, const struct node *at);
void code_begin(struct loader *ld, struct code *code);
uint32_t code_emit(struct code *code, struct kop op);
/* Jump JUMP (an index of code_emit) goes to what is emitted next. */
void code_here(struct code *code, uint32_t jump);
/* Ends the stretch, moves it into the program, frees it; its pc. */
int32_t code_end(struct loader *ld, struct code *code);
/* A `do` list as a stretch of its own; its pc. */
int32_t steps_stretch(struct loader *ld, const struct node *list, const struct place *place);
/* The entries of a `do` list. */
void steps_compile(struct loader *ld, struct code *code, const struct node *list,
                   const struct place *place);
/* The step of an entry; NULL after an error. *KEY is its key. */
const struct node *step_find(struct loader *ld, const struct node *entry, enum key_place keys,
                             const struct node **key);
/* A key that only `phases` have, and the complaint about it elsewhere. */
bool is_loop(const char *key);
void say_loop(struct loader *ld, const struct node *key);
void step_emit(struct loader *ld, struct code *code, const struct node *key,
               const struct node *value, const struct place *place);
void choose_emit(struct loader *ld, struct code *code, const struct node *key,
                 const struct node *value, const struct place *place);
/* Would the key be a call of a named step or verb there? */
bool is_call(const struct loader *ld, const char *key, enum key_place beside);
/* Is the entry a bare word that could be the name of one, and is none, nor a key that wants a value? Then it is told. */
bool bare_slip(struct loader *ld, const struct node *entry, enum key_place beside);
/* Such a call; VALUE its parameters. */
void call_emit(struct loader *ld, struct code *code, const struct node *key,
               const struct node *value, const struct place *place);
/* An effect that belongs to no card and does nothing yet. */
struct keffect effect_of_rules(struct loader *ld, const struct node *at);
/* effects.c: adds it to the game's; its number. */
uint16_t effect_keep(struct loader *ld, struct keffect f, struct effect_info info);
/* May the op ask somebody, itself or by what it calls? */
bool op_asks(const struct loader *ld, const struct kop *op);
/* So many loops over cards lie within each other here. */
void loops_note(struct loader *ld, int loops);
/* The body of a verb is compiled, if it is not yet. */
void verb_compile(struct loader *ld, uint32_t verb);
void verb_body(struct loader *ld, uint32_t verb);
/* The verb that a chain of `same_as` ends at; -1: told. */
int verb_end(struct loader *ld, uint32_t verb);
void step_declare(struct loader *ld, struct verb_build *v);
/* One level more of steps within each other; false: too many, which is told. */
bool steps_deeper(struct loader *ld, const struct node *at);
/* Is the entry a loop over seats or cards whose body are steps? */
bool is_each(const struct node *entry);
/* Such a loop, without its `if`; what may stand beside it PLACE says. */
void each_emit(struct loader *ld, struct code *code, const struct node *entry,
               const struct place *place);
/* The loop over seats of an `each`; *SC becomes the scope inside. */
void each_seats(struct loader *ld, const struct node *item, struct scope *sc, struct kphase *p);
/* An op about a loop of `phases`; its place in the stretch. */
uint32_t phase_op(struct loader *ld, struct code *code, enum op which, const struct node *at,
                  ref phase);
/* The items of a `phases`, `between` or `else` list. */
void phases_compile(struct loader *ld, struct code *code, const struct node *list,
                    const struct scope *sc);
/* The order of seats: `from`, `reversed` and `by: [F…, random]`, keys of MAP (NULL: it has none). */
struct korder_of order_compile(struct loader *ld, const struct node *map,
                               const struct scope *sc);
/* Its keys `by`, asked in the scope EACH of a seat or card. */
void by_compile(struct loader *ld, const struct node *list, const struct scope *each,
                struct korder_of *o);
/* The zone that N names, or that a parameter of the step is in all calls of the body that is being compiled; -1 after an
 * error. */
int zone_of_name(struct loader *ld, const struct node *n, const struct scope *sc);
/* The class of an effect: what `class:` says, else OTHERWISE (-1: it must be said). */
uint8_t class_of(struct loader *ld, const struct node *entry, int otherwise);
/* Acting hook by id; added when it is new. */
ref hook_of(struct loader *ld, const char *kind, const char *name);

/* Fills verb, pc, params of an effect from `VERB: value` (NULL: bare). */
void params_give(struct loader *ld, int verb, const struct node *key, const struct node *value,
                 const struct scope *sc, struct keffect *f);

/* ---- listing.c, finish.c, fingerprint.c: after a load without errors ---- */
void depth_check(struct loader *ld);   /* what lies within each other */
void listing_plan(struct loader *ld);  /* when the parts of an `if` are asked */
void loader_finish(struct loader *ld); /* pools into the definition */
void loader_drop(struct loader *ld);   /* frees the pools */
void fingerprint(struct loader *ld);

/* A node at that place, for a finding. */
static inline struct node node_at(const struct position *p)
{
    return (struct node){.kind = NODE_SCALAR, .src = p->src, .line = p->line, .col = p->col};
}

/* The parts of what is compiled so far. */
static inline struct kparts parts_so_far(const struct loader *ld)
{
    return (struct kparts){ld->exprs.v, ld->xargs.v,   ld->seats.v,
                           ld->sels.v,  ld->selrefs.v, ld->tests.v};
}

/* around.c: is the card that is `it` outside of a selector asked for in this value of its? */
bool asks_around(const struct loader *ld, ref expr);

/* ---- proofs.c ---- */

/* Marks the choices whose answers may prove something; can any fact come about in the game? */
bool proofs_find(struct loader *ld);

#endif
