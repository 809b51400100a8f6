/* parts.h: shared by the files of the loader: small readers, and the parts of a load in the
 * order of load.c. For compilers of formulas see build.h. */
#ifndef CT_LOAD_PARTS_H
#define CT_LOAD_PARTS_H

#include "base/luatext.h"
#include "load/build.h"
#include "load/expr.h"
#include "load/keys.h"

/* ---- read.c: small readers; on an error they report it and return their default ---- */

/* Entry I of a list. Anything else counts as a list of one. NULL: no more. */
const struct node *node_nth(const struct node *n, size_t i);
/* Is the word an entry of the list? */
bool list_has(const struct node *list, const char *word);
/* Is it so of some text or key in the tree? */
bool node_any(const struct node *n, bool (*has)(const char *text, const char *word),
              const char *word);
/* The map under this key of the ruleset. If there is none, an empty one. */
const struct node *section(const struct loader *ld, const char *key);
bool read_is_map(struct loader *ld, const struct node *n, const char *what);
/* Does the same with a hint, which may be NULL. */
bool read_is_map_or(struct loader *ld, const struct node *n, const char *what,
                    const char *hint);
bool read_is_list(struct loader *ld, const struct node *n, const char *what);
/* Does the same with a hint for the author of a map. It may be NULL. */
bool read_is_list_or(struct loader *ld, const struct node *n, const char *what,
                     const char *map);
/* The text of a plain scalar, or NULL. WHAT is the needed thing: "a zone". */
const char *read_word(struct loader *ld, const struct node *n, const char *what);
bool read_flag(struct loader *ld, const struct node *map, const char *key, bool otherwise);
int32_t read_int(struct loader *ld, const struct node *map, const char *key, int32_t otherwise,
                 int32_t min, int32_t max);
/* The word of WORDS that is, or means in other systems, this value of KEY. NULL: none. */
const char *enum_meant(struct loader *ld, const char *key, const char *words, const char *word);
/* Index of KEY's value in WORDS, which are separated by spaces: "set row pile". */
int read_enum(struct loader *ld, const struct node *map, const char *key, const char *words,
              int otherwise);
/* Has it the form of a ruleset's name (names.c)? */
bool name_syntax(const char *id);
/* Does what text_names does, for all scripts. */
bool scripts_name(const struct loader *ld, const char *word, bool dashes);
/* May an action written where it is offered have this name? Reports it if not. */
bool action_name_fits(struct loader *ld, const struct node *key);
/* Index of the named thing, or -1. */
int read_name(struct loader *ld, const struct node *n, enum name_kind kind);
/* Does so with REF_NONE for an error, or if N is missing. */
ref read_ref(struct loader *ld, const struct node *n, enum name_kind kind);
int read_text_word(struct loader *ld, const struct node *n);
/* A phase. REF_NONE: the word `game`, no node, or an error. */
ref read_lasts(struct loader *ld, const struct node *n);
/* For a map in place of a list of steps: how to write its step in a list; else OTHERWISE. */
const char *hint_listed(const struct loader *ld, const struct node *n, const char *otherwise);
/* What a kind of name is called: "a zone". */
const char *name_kind_says(enum name_kind kind);
/* A scope in which nothing is bound (in a game for one: `you`). */
struct scope scope_none(const struct loader *ld);
/* The scope of an effect on a card: `you` and `this`. */
struct scope scope_of_card(const struct loader *ld);
/* As scope_of_card, of one that an action may have triggered: also its slots. */
struct scope scope_of_effect(const struct loader *ld);
/* A scope in which everything is bound, except `it`. */
struct scope scope_of_all(const struct loader *ld);
/* The nearest of N texts as a hint, or NULL. */
const char *hint_of(const struct loader *ld, const char *word, const char *const *ids,
                    size_t n);
/* Reports each {name} of a text, in one language or several, that is neither in this list nor an
 * option. OTHERWISE: a hint. */
void text_places_check(struct loader *ld, const struct node *n, const char *const *ids,
                       size_t count, const char *otherwise);
/* Is it a text, in one language or several, and not the map of a `say`? */
bool text_alone(const struct node *n);
/* Reports names in a `say` text without a value, and values that no text uses. */
void say_text_check(struct loader *ld, const struct node *map);
struct text text_or_none(struct loader *ld, const struct node *map, const char *key);
/* `says: none` */
bool says_none(const struct node *map);
/* The `says` of a trait, zone, counter, phase, action or verb: a text, or none (untold). */
void says_or_none(struct loader *ld, const struct node *map, struct named *named);
/* The `icon` of such a map. */
void icon_read(struct loader *ld, const struct node *map, struct named *named);
/* The file that N names in the game's folder. False: N is NULL, or after an error about WHAT;
 * the hint is a file with that ending. */
bool read_file(struct loader *ld, const struct node *n, const char *what, const char *ending,
               struct file_at *at);

/* Errors and warnings between the two are dropped. */
struct quiet {
    struct diags diags, *loud;
    struct held h;
};
void quiet_begin(struct loader *ld, struct arena *mem, struct quiet *q);
void quiet_end(struct loader *ld, struct arena *mem, struct quiet *q);

/* ---- wordlist.c: closed lists of words: values of traits and options ---- */

/* Reads [a, b] or {a: {says, is}}. *IS (may be NULL) gets each word's number, by default its
 * index. The result is in the arena. */
struct words words_read(struct loader *ld, const struct node *n, const int32_t **is);
/* The number of the word ID (NULL: none) of a trait. -1: none; reported at N. */
int word_of_trait(struct loader *ld, const struct node *n, const char *id, size_t t);
/* Is it a trait of words, as far as is known? */
static inline bool has_words(const struct loader *ld, int trait)
{
    uint8_t type = ld->traits.v[trait].type;
    return type == T_WORD || type == T_WORDSET || type == TYPE_TOLD ||
           ld->trait_infos.v[trait].words.n;
}
/* "did you mean" one of them, or NULL. */
const char *words_hint(const struct loader *ld, const struct words *words, const char *id);
/* Has it the form of a word or a card's id: letters, digits, - and _? */
bool word_syntax(const char *id);

/* ---- byword.c: numbers by word ---- */

/* Lays the traits, counters and `let`s that `number_of` means into the ruleset. */
void byword_lay(struct loader *ld);
/* The words of a trait or counter with `number_of`: {WORD: texts}. NULL: it has none. */
const struct node *byword_words(const struct loader *ld, const char *id);
/* Adds the parts of a card's numbers by word to it, and empties wrong ones. */
void byword_card(struct loader *ld, struct node *card);
/* What a card writes for the trait ID: of numbers by word their sum. */
const struct node *byword_sum(struct loader *ld, const struct node *value, const char *id);
/* {mana_red: …, mana_blue: …} for KEY, a counter with `number_of`. NULL: it is none. */
struct node *byword_spread(struct loader *ld, const struct node *key, const struct node *value);
/* The keys of a selector for `KEY: {paid_by: PURSE}`. NULL after an error. */
struct node *byword_paid(struct loader *ld, const struct node *key, const struct node *purse);
/* The steps that `spend: MAP` means. NULL after an error. */
const struct node *byword_spend(struct loader *ld, const struct node *key,
                                const struct node *map);

/* ---- extend.c ---- */

/* The folder of the file that a node is from. */
char *node_dir(struct arena *mem, const struct node *n);
/* The map without these keys, between which spaces stand. */
struct node *map_without(struct loader *ld, const struct node *map, const char *keys);
/* BASE with the changes and additions of OVER, both below the key PARENT ("": they are whole). */
struct node *ruleset_merge(struct loader *ld, const struct node *base, const struct node *over,
                           const char *parent);
/* uses.c: lays the parts that ROOT uses over *BELOW (NULL: there is nothing yet), which becomes
 * the result. False: an error ends the load. */
bool uses_lay(struct loader *ld, struct node **below, const struct node *root);
/* unused.c: is the node of a file in the game's own folder? */
bool node_is_own(const struct loader *ld, const struct node *n);
/* unused.c: does the key hold a text for players or authors? */
bool key_is_text(const char *key);
/* Reads the ruleset of FILE and everything it extends. NULL: an error ends the load. */
struct node *ruleset_read(struct loader *ld, const struct file_at *file);
/* The content that replaces a file, or NULL: read the disk. It tells load_more.told about the
 * file. */
const struct load_text *text_instead(const struct loader *ld, const char *path);
/* Reads a file of the game, within the limit for all its files. NULL after an error. */
struct node *game_file_load(struct loader *ld, const struct file_at *at);
/* Notes that a file was read. */
void read_note(struct loader *ld, const char *path);
/* Finds the file that N names: from the folder of its file, from extended rulesets, and in the
 * places for games. */
bool ruleset_file(struct loader *ld, const struct node *n, const char *folder,
                  struct file_at *at);
/* The key of the ruleset's own list NAME, if it replaces an extended list and lacks some of it,
 * with a hint. NULL: it does not. */
const struct node *list_instead(struct loader *ld, const char *name, const char **hint);
/* The place to blame for something missing at AT. Usually AT itself. If the ruleset's list NAME
 * replaces an extended list that had it, it is the key of that list, with a hint. */
const struct node *list_blamed(struct loader *ld, const struct node *at, const char *name,
                               const char **hint);
/* The names that ruleset_file can find; the nearest of them as a hint, or NULL. */
struct file_names ruleset_files_near(struct loader *ld, const struct node *n,
                                     const char *folder, const char *ext);
const char *ruleset_file_near(struct loader *ld, const struct node *n, const char *folder,
                              const char *ext);
/* Checks `cantrip: 1`. False: this interpreter cannot read the file. */
bool version_check(struct loader *ld, const struct node *root);

/* ---- the parts, in this order ---- */

void head_load(struct loader *ld);     /* ruleset.c: title, languages, about, players, limits */
void names_collect(struct loader *ld); /* names.c: the one name space, words, verbs */
void options_load(struct loader *ld);  /* ruleset.c */
void traits_declare(struct loader *ld); /* traits.c */
/* cards.c. False: a card file could not be read, so uses of cards cannot be checked. */
bool cards_load(struct loader *ld, const struct node *const *extra, int nextra);
void traits_constants(struct loader *ld); /* traits.c: words, constants, bitsets */
void kinds_load(struct loader *ld);       /* zones.c: kinds of seats */
void counter_declare(struct loader *ld, const struct node *key,
                     const struct node *node); /* names.c */
void counters_load(struct loader *ld);         /* zones.c */
void zones_load(struct loader *ld);            /* zones.c */
void drawing_load(struct loader *ld);          /* drawing.c: layout */
void order_load(struct loader *ld);            /* ruleset.c: resolution */
void traits_formulas(struct loader *ld);       /* traits.c */
void verbs_load(struct loader *ld);            /* verbs.c */
void actions_declare(struct loader *ld);
void actions_load(struct loader *ld); /* actions.c */
struct kaction no_action(void);
/* actions.c: reads the map of `cards` or `sets` (KEY) and its `if`; binds the set in *SC. */
void sets_read(struct loader *ld, const struct node *n, const char *key, struct kaction *a,
               struct scope *sc);
void lists_load(struct loader *ld);     /* effects.c: effect lists and watchers of cards */
void slots_check(struct loader *ld);    /* exprname.c: slots that no action has */
void always_load(struct loader *ld);    /* always.c: rules that act by themselves */
void window_load(struct loader *ld);    /* always.c: steps before waiting effects */
void always_check(struct loader *ld);   /* ALWAYS-CIRCLE */
int32_t phases_load(struct loader *ld); /* phases.c */
void result_load(struct loader *ld);    /* ruleset.c: result, requires */
void lets_check(struct loader *ld);     /* check.c */
struct xval let_value(struct loader *ld, size_t let);
void texts_check(struct loader *ld);                                  /* check.c */
void action_text_check(struct loader *ld, const struct node *action); /* its `says` */
void steps_check(struct loader *ld);    /* calls.c: unused named steps */
void circles_check(struct loader *ld);  /* circles.c */
void nesting_check(struct loader *ld);  /* nesting.c */
void choices_check(struct loader *ld);  /* check.c: HIDDEN-FILTER */
void pitfalls_check(struct loader *ld); /* pitfalls.c: likely mistakes */
void names_unused(struct loader *ld);   /* unused.c: unused names */
void leaves_find(struct loader *ld);    /* leaves.c: effect_info.leaves */
void scripts_load(struct loader *ld);   /* scripts.c */

/* ---- steps.c, actions.c, phases.c: programs ---- */

/* A stretch of the program being written. Jumps count from its start, until code_end. */
struct code {
    struct arena *mem;
    POOL(struct kop) op;
    struct held h;
};

/* A place of steps. */
struct place {
    struct scope sc;
    bool leaf;           /* a leaf of `phases` */
    enum key_place keys; /* keys allowed beside the step: AT_PHASE, AT_DO, AT_ENTRY */
};

struct kop op_new(struct loader *ld, enum op op, const struct node *at);
void code_begin(struct loader *ld, struct code *code);
uint32_t code_emit(struct code *code, struct kop op);
/* Emits the jump past an entry whose `if` does not hold, for code_here. Reports an `else` alone. */
uint32_t if_emit(struct loader *ld, struct code *code, const struct node *entry,
                 const struct scope *sc);
/* Has the entry an `else`? Then the jump now leads to it, and *UNLESS becomes the jump past it. */
bool else_emit(struct loader *ld, struct code *code, const struct node *entry,
               uint32_t *unless);
/* Lets jump JUMP (an index of code_emit, or none) go to the next emitted op. */
void code_here(struct code *code, uint32_t jump);
/* Ends the stretch, moves it into the program and frees it. Returns its pc. */
int32_t code_end(struct loader *ld, struct code *code);
/* Compiles a `do` list as a separate stretch. Returns its pc; -1: there is no list. */
int32_t steps_stretch(struct loader *ld, const struct node *list, const struct place *place);
/* The entries of a `do` list. */
void steps_compile(struct loader *ld, struct code *code, const struct node *list,
                   const struct place *place);
/* The step of an entry. NULL after an error. *KEY is its key. */
const struct node *step_find(struct loader *ld, const struct node *entry, enum key_place keys,
                             const struct node **key);
/* Is it a key of `phases` only? The second reports it elsewhere. */
bool is_loop(const char *key);
void say_loop(struct loader *ld, const struct node *key);
void step_emit(struct loader *ld, struct code *code, const struct node *key,
               const struct node *value, const struct place *place);
void choose_emit(struct loader *ld, struct code *code, const struct node *key,
                 const struct node *value, const struct place *place);
/* make.c: gives the game an endless zone, if it has none and there is a step `make`. */
void make_zone(struct loader *ld);
/* The cards of endless zones that `make` takes copies of. */
ref make_cards(struct loader *ld, const struct node *n, const struct scope *sc);
/* Would the key call a named step or verb there? */
bool is_call(const struct loader *ld, const char *key, enum key_place beside);
/* Reports a bare word that could be a name but is neither a name nor a key. True if it did. */
bool bare_slip(struct loader *ld, const struct node *entry, enum key_place beside);
/* Compiles such a call. VALUE has its parameters. */
void call_emit(struct loader *ld, struct code *code, const struct node *key,
               const struct node *value, const struct place *place);
/* An effect without a card that does nothing yet. */
struct keffect effect_of_rules(struct loader *ld, const struct node *at);
/* effects.c: adds the effect to the game. Returns its number. */
uint16_t effect_keep(struct loader *ld, struct keffect f, struct effect_info info);
/* May the op ask a player, itself or through calls? */
bool op_asks(const struct loader *ld, const struct kop *op);
/* Stretch number I that an op leads to: of a call its body; of a choice the `else`, its actions,
 * `declined`. -1: not there. `asking`: the choice is still open. False: no more. */
struct inner {
    int32_t pc;
    bool asking;
};
bool inner_pc(const struct loader *ld, const struct kop *op, int i, struct inner *in);
/* Notes the number of nested loops over cards here. */
void loops_note(struct loader *ld, int loops);
/* Compiles the body of a verb, unless it is compiled. */
void verb_compile(struct loader *ld, uint32_t verb);
void verb_body(struct loader *ld, uint32_t verb);
/* The verb at the end of a chain of `same_as`. -1 after an error. */
int verb_end(struct loader *ld, uint32_t verb);
void step_declare(struct loader *ld, struct verb_build *v);
/* The entries of a list of steps or phases: one more level of nesting. */
typedef void entry_emit(struct loader *ld, struct code *code, const struct node *entry,
                        const struct place *place);
void entries_compile(struct loader *ld, struct code *code, const struct node *list,
                     const struct place *place, entry_emit *emit);
/* Is the entry a loop of steps over seats or cards? */
bool is_each(const struct node *entry);
/* Compiles such a loop without its `if`. PLACE says which keys may be beside it. */
void each_emit(struct loader *ld, struct code *code, const struct node *entry,
               const struct place *place);
/* The items of a `phases`, `between` or `else` list. */
void phases_compile(struct loader *ld, struct code *code, const struct node *list,
                    const struct scope *sc);
/* The order of seats: `from`, `reversed` and `by: [F…, random]` of MAP (NULL: none). */
struct korder_of order_compile(struct loader *ld, const struct node *map,
                               const struct scope *sc);
/* Compiles the keys of `by` in the scope EACH of a seat or card. */
void by_compile(struct loader *ld, const struct node *list, const struct scope *each,
                struct korder_of *o);
/* The zone that N names: a zone, or a parameter with the same zone in all calls of this body. -1
 * after an error. */
int zone_of_name(struct loader *ld, const struct node *n, const struct scope *sc);
/* The class of an effect: from `class:`, else OTHERWISE (-1: it must be given). */
uint8_t class_of(struct loader *ld, const struct node *entry, int otherwise);
/* The acting hook with this id, added if it is new. */
ref hook_of(struct loader *ld, const char *kind, const char *name);

/* Sets verb, pc and params of an effect from `VERB: value` (NULL: bare). */
void params_give(struct loader *ld, int verb, const struct node *key, const struct node *value,
                 const struct scope *sc, struct keffect *f);

/* ---- listing.c, finish.c, fingerprint.c: after a load without errors ---- */
void depth_check(struct loader *ld);   /* limits of nesting */
void listing_plan(struct loader *ld);  /* when clauses of an `if` are checked */
void loader_finish(struct loader *ld); /* pools into the definition */
void loader_drop(struct loader *ld);   /* frees the pools */
void fingerprint(struct loader *ld);

/* A node at that place, for an error or warning. */
static inline struct node node_at(const struct position *p)
{
    return (struct node){.kind = NODE_SCALAR, .src = p->src, .line = p->line, .col = p->col};
}

/* What is compiled so far. */
static inline struct kparts parts_so_far(const struct loader *ld)
{
    return (struct kparts){ld->exprs.v, ld->xargs.v,   ld->seats.v,
                           ld->sels.v,  ld->selrefs.v, ld->tests.v};
}

/* ---- proofs.c ---- */

/* Marks the choices whose answers may prove something. Can the game have facts at all? */
bool proofs_find(struct loader *ld);

#endif
