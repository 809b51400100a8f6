/* cantrip.h - the public interface of libcantrip, an interpreter for card games.
 *
 *     game = f(definition, options, seats, seed, picks)
 *
 * A `ct_definition` is a loaded game: immutable, may be used by all threads at once. A
 * `ct_engine` is one thread's machinery for one definition. A `ct_state` is a game under way:
 * plain data that any engine of its definition can move on; a thousand of them may be moved
 * through one engine. The only way into a game is a pick: a seat's choice of one entry of a
 * list.
 *
 *     char *wrong;
 *     ct_definition *def = ct_load("rulesets/high-card", NULL);
 *     ct_engine *engine = ct_engine_new(def, &wrong);
 *     ct_state *game = ct_game_new(engine, &(struct ct_setup){.people = 2, .seed = 7});
 *     while (ct_advance(engine, game) == 1) {
 *         int seat = ct_next_seat(game);
 *         int n = ct_choices(engine, game, seat);
 *         ct_pick(engine, game, seat, n - 1);
 *     }
 *
 * Conventions. What a `_new`, `_load`, `_clone` function or a function documented so returns
 * belongs to the caller and goes to the `_free` function of its kind; other strings belong to
 * the library and live as long as is said. Texts are UTF-8. Seats are numbered from 0,
 * clockwise; sets of seats are masks with bit 1 << seat. Functions that can fail return NULL
 * or -1, and ct_error() of the engine says what and where. Nothing here prints or exits.
 *
 * Running out of memory is such a failure everywhere: NULL or -1 (0 from functions that return a size or a key;
 * NULL from those that return a text), ct_error() says "out of memory" (ct_error_code "MEMORY"), nothing is lost that the caller
 * had, and nothing stays allocated.
 *
 * A game that failed. Where ct_advance or ct_playout returns -1, ct_game_restart too, or ct_pick but for a
 * seat that is not asked and a choice that is not offered or cannot be listed (these change nothing), the game is broken
 * (CT_BROKEN): it stands as it stood when it failed. Nobody is asked and nothing moves it on: ct_advance, ct_playout and
 * ct_resample return -1, ct_serialize and ct_save_text refuse it. Everything else may be asked of it as of any game: what is seen is
 * what lay there then, to each observer what they may know of it; it has a hash, a position and statistics, copies of it are broken, too,
 * and ct_replay_close writes down what was played. ct_copy over it and ct_game_restart make it a whole
 * game again, and the engine is none the worse. So is a world that ct_resample did not return 1 for broken.
 *
 * What is shared in a process. Definitions, engines and states share nothing but what is given to them:
 * there is no thread of the library, and no handler of a signal. Endless loops of scripts end by what they have
 * done, which is counted. After fork() both processes go on as they were. Before dlclose() all engines are freed.
 */
#ifndef CANTRIP_H
#define CANTRIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* what leaves the library */
#endif

#define CT_VERSION   "0.1.0"
#define CT_MAX_SEATS 12

typedef struct ct_definition ct_definition;
typedef struct ct_engine ct_engine;
typedef struct ct_state ct_state;
typedef struct ct_diags ct_diags;

/* ---- loading ---- */

/* One finding of the loader. The strings live as long as the list and can be shown as they are (ct_is_line), but
 * for `file`, the path as it was given. */
struct ct_diag {
    bool error;       /* false: a warning */
    const char *code; /* "KEY-UNKNOWN": stable */
    const char *file; /* or NULL */
    int line, column; /* from 1; 0: none */
    const char *message;
    const char *excerpt; /* the line of the file, its part around the column, or NULL */
    int mark;         /* the character of the excerpt at which the column is, from 1; 0: none */
    const char *hint; /* "did you mean 'close'?", or NULL */
    const char
        *instead; /* "close": what the word at this place probably ought to be, or NULL */
};

/* Loads the ruleset in `folder` (which holds ruleset.yaml), with its cards and scripts. NULL if
 * there are errors. All errors are found, not the first only. `diags`, if not NULL, gets the
 * list of findings, warnings too, whatever is returned (NULL: no memory even for that): ct_diags_free. */
ct_definition *ct_load(const char *folder, ct_diags **diags);
/* The same. A ruleset that it extends and that does not lie near is looked for in the folders
 * of `places`, a list that ends with NULL. */
ct_definition *ct_load_among(const char *folder, const char *const *places, ct_diags **diags);
/* The same, for editors: a file may hold another text than lies on the disk. All but `folder` may be 0. */
struct ct_file_text {
    const char *path, *text;
    size_t size; /* bytes of the text */
};
struct ct_load_how {
    const char *const *places;
    const struct ct_file_text *texts;
    int ntexts;
};
ct_definition *ct_load_with(const char *folder, const struct ct_load_how *how,
                            ct_diags **diags);
/* Can a game begin, with some number of people and the options as they stand? If not that is a finding more: -1. */
int ct_begins(const ct_definition *def, ct_diags *diags);
/* From now on no decision of its games may take more than so many thousands of units of work, whatever its `limits` allow:
 * for who plays games of strangers. Before any engine; the game stays the same one to saves and replays. */
void ct_limit_work(ct_definition *def, int thousands);
/* Frees a definition. Its engines must be gone before. NULL is allowed. */
void ct_free(ct_definition *def);

/* Number of findings, and one of them (0 … count - 1; false if there is no such). */
size_t ct_diags_count(const ct_diags *diags);
bool ct_diags_get(const ct_diags *diags, size_t i, struct ct_diag *out);
/* Their numbers sorted by place, as ct_diags_text has them, into `order`, room for all. 0, or -1: no memory. */
int ct_diags_order(const ct_diags *diags, size_t *order);
/* All findings as text, sorted by place, with the source line and a mark under the fault.
 * `colour`: with ANSI colours. The caller frees it with free(). */
char *ct_diags_text(const ct_diags *diags, bool colour);
/* File number i (from 0) of those that a load read, or was to read, whatever came of it; its path as in findings. NULL
 * after the last. */
const char *ct_diags_file(const ct_diags *diags, int i);
void ct_diags_free(ct_diags *diags);

/* "Did you mean": the one of n names that a word was probably meant to be, by typing errors or as
 * its beginning; NULL. Entries that are NULL are skipped. */
const char *ct_suggest(const char *word, const char *const *names, size_t n);
/* Decodes the character at the start of n bytes of UTF-8 into *character; returns how many bytes
 * it takes, 0 if they are none. */
size_t ct_utf8(const char *text, size_t n, uint32_t *character);

/* Can this stand in a line that is shown: UTF-8 without control characters, marks of direction and
 * the like (core/base/shown.h)? Names and texts of a game that is loaded can. */
bool ct_is_line(const char *text);
/* A text from elsewhere (a path, an argument), fit to be shown: those characters, and bytes that are
 * no UTF-8, as \xNN. `lines`: a message of several: a line break stays where a blank follows it, and
 * at the end. The caller frees it with free(); NULL without memory. */
char *ct_shown(const char *text, bool lines);

/* ---- what a definition is ---- */

/* `lang`: a language code such as "fr". NULL, or one that the game has not: its first language.
 * Strings live as long as the definition. */

struct ct_info {
    const char *id, *title, *folder;
    int min_people, max_people;
    int cards, copies; /* so many have identifiers; all copies of them */
    int different;     /* cards that have copies */
    int options, languages, zones, counters;
    int card_counters; /* of the counters those of single cards: ct_card_counter */
    int phases, actions, verbs, words, traits; /* so many have identifiers */
    uint64_t behaviour, layout; /* fingerprints: of the rules; of ids and sizes */
    const char *line, *kind;    /* of `about`: a sentence, "" if not said; a word, or NULL */
    int minutes, weight;        /* how long a game lasts; 1 (easy to learn) to 5; 0: not said */
};
struct ct_info ct_get_info(const ct_definition *def, const char *lang);
/* The rules for players, in Markdown (free()). NULL: the ruleset names no file, or it cannot be read. */
char *ct_rules(const ct_definition *def, const char *lang);
/* What the game calls person i, from 0, until they are named; NULL: nothing of its own. */
const char *ct_person_name(const ct_definition *def, int i, const char *lang);
/* Language code number i, or NULL. The first is the one that texts fall back to. */
const char *ct_language(const ct_definition *def, int i);

enum ct_option_kind { CT_FLAG, CT_NUMBER, CT_WORD };
/* What a table settles before the game. */
struct ct_option {
    const char *name, *says; /* says: "" if the ruleset does not say */
    enum ct_option_kind kind;
    int values;        /* CT_WORD: how many, see ct_option_value */
    char standard[64]; /* its default as one would write it: "true", "7", "easy" */
};
bool ct_get_option(const ct_definition *def, int i, const char *lang, struct ct_option *out);
/* Value v of a CT_WORD option, or NULL. */
const char *ct_option_value(const ct_definition *def, int i, int v);

/* How a zone is: for screens. */
enum ct_zone_as { CT_SET, CT_ROW, CT_PILE };
enum ct_sight {
    CT_NOBODY,
    CT_OWNER,
    CT_OTHERS,
    CT_EVERYBODY
}; /* others: all seats but the owner */
struct ct_zone_info {
    const char *id;
    bool table; /* one for all, else one for each seat that has it */
    enum ct_zone_as as;
    enum ct_sight up, down; /* who sees cards that lie face up, face down */
    bool untold;            /* `says: none`: people are not told of it */
    bool gone;              /* what goes there leaves the game */
    int endless; /* at most so many copies of each card are in the game at a time (the stamp itself not counted), INT_MAX:
                  * any number; 0: it is no such pile */
    /* `layout:`: it takes little room; where it lies among those of its place (the table, or a
     * seat's mat): row and column from 1, 0 where nothing is said: behind the others. */
    bool small;
    int row, column;
    /* … its cards lie in a grid: the counters of cards that say how far to the right and how far down each lies, from
     * anywhere; -1: in none. */
    int grid_across, grid_down;
};
bool ct_get_zone(const ct_definition *def, int zone, struct ct_zone_info *out);

/* What a counter holds, and whose it is. */
enum ct_counts {
    CT_COUNTS_NUMBER,
    CT_COUNTS_FLAG,
    CT_COUNTS_SEAT,
    CT_COUNTS_CARD,
    CT_COUNTS_WORD,
    CT_COUNTS_WORDS /* several words of a trait: a bit for each, the first word the lowest */
};
enum ct_counter_of { CT_OF_GAME, CT_OF_SEATS, CT_OF_CARDS };
struct ct_counter_info {
    const char *id;
    enum ct_counts is;
    enum ct_counter_of of;
    int32_t start;
    int lasts;     /* a phase, at whose end it starts anew; -1: the game */
    int trait;     /* whose words it holds (ct_trait_word); -1: it holds none */
    bool untold;   /* `says: none` */
    bool is_score; /* the score is this counter and nothing else */
    int in;        /* of cards: a zone; when its card leaves that, it starts anew; -1: none */
};
bool ct_get_counter(const ct_definition *def, int counter, struct ct_counter_info *out);

/* File number i (from 0) of those that were read: the ruleset's, those that it extends, cards, languages, scripts; its
 * path as in findings. NULL after the last. */
const char *ct_source_file(const ct_definition *def, int i);

/* Identifiers by number, NULL where there is none such: of actions (an action without a name has
 * ""), verbs, words of `words:` (prompts, reasons, sentences), traits, and of the words of a trait. */
const char *ct_action_id(const ct_definition *def, int action);
const char *ct_verb_id(const ct_definition *def, int verb);
const char *ct_word_id(const ct_definition *def, int word);
const char *ct_word_text(const ct_definition *def, int word); /* in the first language */
const char *ct_trait_id(const ct_definition *def, int trait);
const char *ct_trait_word(const ct_definition *def, int trait, int word);

/* Identifier and name of card number i (0 … cards - 1), or NULL; its copies. */
const char *ct_card_id(const ct_definition *def, int i);
const char *ct_card_name(const ct_definition *def, int i, const char *lang);
int ct_card_copies(const ct_definition *def, int i);
/* The same for people: "2", "7 each" (each player starts with so many), "no end". The caller frees it with
 * free(); NULL: no such card, or no memory. */
char *ct_card_count(const ct_definition *def, int i, const char *lang);
/* All cards as a table of comma-separated values that `cards` of a ruleset may name: a row a card, a column a key. The
 * caller frees it with free(); NULL: no memory. */
char *ct_cards_csv(const ct_definition *def);
/* Where it is written: a file (as in findings) and its line, from 1; NULL: no such card. */
const char *ct_card_file(const ct_definition *def, int i, int *line);
/* Where one of its fields ("copies", a trait) is written as a single word or number: its text, and the file with line and
 * column (characters, from 1) at which it begins, with a quotation mark if it is quoted. A field that it has by `like`,
 * `defaults` or `for` is written there. Without a field: where its identifier stands. False: no such card, no such field, or it is a
 * list or a map. */
struct ct_written {
    const char *file, *text; /* they live as long as the definition */
    int line, column;
    bool quoted;
};
bool ct_card_written(const ct_definition *def, int i, const char *field,
                     struct ct_written *out);
/* A warning of your own about a field that is written so, as if it came from the loader. `code` must stay; `hint` may be
 * NULL. */
void ct_card_warn(const ct_definition *def, int i, const char *field, ct_diags *diags,
                  const char *code, const char *message, const char *hint);
/* Where the ruleset says that the card comes from ("rulebook"), or NULL. */
const char *ct_card_source(const ct_definition *def, int i);

/* What a trait holds. */
enum ct_trait_kind {
    CT_TRAIT_NUMBER,
    CT_TRAIT_CONDITION, /* worked out, true or false */
    CT_TRAIT_FLAG,
    CT_TRAIT_WORD,
    CT_TRAIT_WORDS,
    CT_TRAIT_CARD,
    CT_TRAIT_EFFECTS, /* a list of entries, */
    CT_TRAIT_WATCHES  /* … this one too */
};
struct ct_trait_info {
    const char *id;
    enum ct_trait_kind is;
    bool untold; /* `says: none` */
    bool
        headed; /* a list whose name stands before what it says: people are told of others, too */
};
bool ct_get_trait(const ct_definition *def, int trait, struct ct_trait_info *out);

/* An icon: a letter or sign; or with `folder`, an SVG file there. */
struct ct_icon {
    const char *text, *folder;
};

/* How a card is drawn, by `layout:` (rulesets/guide/reference): traits, or -1. colour: whose words give
 * cards their colours; where the ruleset does not say, the first trait of one word with 2 to 8
 * words that people are told of. corner: above left and right, below left and right. */
struct ct_drawing {
    int colour;
    int corner[4];
    struct ct_icon face; /* the template of printed cards, an SVG file; text NULL: none */
};
struct ct_drawing ct_get_drawing(const ct_definition *def);
/* Its name. The caller frees it with free(); NULL: no such trait, or no memory. */
char *ct_trait_name(const ct_definition *def, int trait, const char *lang);
/* Is there anything to tell of the card's trait: was it given, is the list not empty? */
bool ct_card_has(const ct_definition *def, int card, int trait);
/* What is written there as a number: a number or flag as it is, a word by its number (ct_trait_word, -1: none). False: no
 * such card or trait, one of another kind, or it is worked out in play. */
bool ct_card_value(const ct_definition *def, int card, int trait, int32_t *out);
/* Has it the trait's word of this number (ct_trait_word), alone or among others? False too where there is no such card, trait or word. */
bool ct_card_is(const ct_definition *def, int card, int trait, int word);
/* Is its name in red, by `layout: red`? */
bool ct_card_red(const ct_definition *def, int card);
/* How many entries it has in a trait that is a list; else 0. */
int ct_card_entries(const ct_definition *def, int card, int trait);
/* What the card has there, in words: "3", "owls, wolves"; "" if nothing. Of a list its entry number
 * `entry` (from 0), or all (-1). By the options of `game`, one of this definition; NULL: by the defaults.
 * The caller frees it with free(); NULL: no such card, trait or entry, or no memory. */
char *ct_card_text(const ct_definition *def, const ct_state *game, int card, int trait,
                   int entry, const char *lang);
/* Field number i (from 0) of the card as it is written that means nothing to the game (notes, art,
 * x-…): its key, which lives as long as the definition; NULL after the last. *text: its value as YAML on one
 * line, of {en: …, fr: …} the text in this language; freed by the caller with free(); NULL: no memory. */
const char *ct_card_field(const ct_definition *def, int card, int i, const char *lang,
                          char **text);

/* ---- what may be written in a game's files: the loader's own table ---- */

/* What the value of a key holds beside what `value` says: maps of the place `inside`. */
enum ct_inside { CT_NOTHING_INSIDE, CT_ONE_INSIDE, CT_NAMED_INSIDE, CT_LISTED_INSIDE };
struct ct_key {
    const char *place, *key;
    const char *value; /* how it is written: "text", "formula", "[step]" */
    const char *words; /* the words that may stand there, or NULL */
    const char *says;
    bool needed;
    bool map; /* a map and nothing else */
    enum ct_inside nests;
    const char *inside; /* or NULL */
};
/* A kind of map: a zone, a `choose`. Names of traits or counters may be keys there too. */
struct ct_key_place {
    const char *name, *says;
    bool traits, counters;
};
/* Number i of them; false after the last. */
bool ct_get_key(int i, struct ct_key *out);
bool ct_get_key_place(int i, struct ct_key_place *out);
/* A JSON Schema (draft 07, which editors of YAML know) of any ruleset.yaml; with a definition of
 * that game's files of cards, with its traits and their words, verbs, counters and zones. The
 * caller frees it with free(). NULL: no memory. */
char *ct_schema(const ct_definition *def);
/* The same of files of scenarios; with a definition of that game's, with its options, zones, counters and phases. */
char *ct_schema_scenarios(const ct_definition *def);

/* ---- what a game's files name ---- */

/* Kinds of names: enum, what it is. */
#define CT_NAMES(X)                                                                            \
    X(CARD, "a card")                                                                          \
    X(TRAIT, "a trait of cards")                                                               \
    X(TRAIT_WORD, "a word")                                                                    \
    X(OPTION, "an option")                                                                     \
    X(VERB, "a verb")                                                                          \
    X(STEP, "a named step")                                                                    \
    X(ZONE, "a zone")                                                                          \
    X(COUNTER, "a counter")                                                                    \
    X(PHASE, "a phase")                                                                        \
    X(ACTION, "an action")                                                                     \
    X(KIND, "a kind of seats")                                                                 \
    X(LET, "a value that has a name (let)")                                                    \
    X(TEXT, "a text for people")
enum ct_names {
#define X(id, says) CT_NAMES_##id,
    CT_NAMES(X)
#undef X
};
const char *ct_names_says(enum ct_names is);

struct ct_name {
    enum ct_names is;
    const char *name,
        *says; /* says: its text in the game's first language, of LET its formula; "" if it has none */
    const char *of;   /* TRAIT_WORD: the trait; else NULL */
    const char *file; /* where it is declared, or NULL: */
    int line, column; /* … from 1 */
};
/* Name number i (from 0) of all that the game's files declare. False after the last. */
bool ct_get_name(const ct_definition *def, int i, struct ct_name *out);
/* What players are told that name number i means (`means`), in a language of the game (NULL: its first), and how it
 * is called in texts: *word (free()), of a verb or action the first word of its `says`. "": it only has an icon. NULL:
 * neither, or a name before it is called so, too. */
const char *ct_meaning(const ct_definition *def, int i, const char *lang, char **word);
/* The icon of name number i. False: none. */
bool ct_get_icon(const ct_definition *def, int i, struct ct_icon *out);

/* ---- engines ---- */

/* An engine for `def`, which must outlive it. NULL: a script failed; `*wrong`, if `wrong` is
 * not NULL, then says how (the caller frees it with free(); NULL: out of memory). For use by one thread at a time.
 */
ct_engine *ct_engine_new(const ct_definition *def, char **wrong);
void ct_engine_free(ct_engine *engine);
const ct_definition *ct_engine_definition(const ct_engine *engine);
/* From the next game on the engine takes no fast way (core/kernel/fastways.def): what it does is the same,
 * slow and obvious. For tests, and for telling a shortcut's fault from a ruleset's. */
void ct_engine_plain(ct_engine *engine, bool plain);
/* The same of one way of core/kernel/fastways.def, by its name; all others are taken. False: there is none of this name. */
bool ct_engine_without(ct_engine *engine, const char *way);
/* The language of choices, results and the log. Default: the game's first. */
void ct_engine_language(ct_engine *engine, const char *lang);
/* How the log and the choices name seats: `names[seat]` (copied; NULL entries keep the name that
 * the game gives, else a usual one), and the seat that is called "you", or -1. 0 or -1. */
int ct_engine_names(ct_engine *engine, const char *const *names, int nnames, int you);
/* The name of a seat in this game; lives until the next call that names seats. */
const char *ct_seat_name(ct_engine *engine, const ct_state *state, int seat);
/* The same within a sentence, where it may be "you". */
const char *ct_seat_within(ct_engine *engine, const ct_state *state, int seat);
/* What went wrong in the last call that failed: message, place in the files with the line, and
 * for a script its traceback, fit to be shown (ct_shown). Never NULL; lives until the next call with this engine. */
const char *ct_error(ct_engine *engine);
/* Which kind of failure that was: "HIDDEN-FILTER", the code in the brackets of its message (of a script "HOOK", or that of the call
 * that it made), stable; "MEMORY" where memory ran out. "": none failed, or what was asked for cannot be (an option, a file). */
const char *ct_error_code(const ct_engine *engine);

/* ---- games ---- */

enum {
    CT_TRACK = 1,      /* keep what each seat knows and tell the log: views, digests and
                        * resample need it; without it playing is faster */
    CT_STOP_FORCED = 2 /* ct_advance stops at decisions with one choice too */
};
/* What a game starts from. Options that are not named have their defaults. */
struct ct_setup {
    int people;
    uint64_t seed;
    unsigned flags;
    const char *const *options; /* "name=value" each */
    int noptions;
};
/* A new game, set up and shuffled. NULL: the number of people or an option is not allowed, or
 * the ruleset forbids the start. Next: ct_advance. */
ct_state *ct_game_new(ct_engine *engine, const struct ct_setup *setup);
/* Starts `state` again with the people, options and flags of its setup and another seed; allocates
 * nothing. 0 or -1: it is broken. */
int ct_game_restart(ct_engine *engine, ct_state *state, uint64_t seed);
void ct_state_free(ct_state *state);
/* A copy that lives on its own. */
ct_state *ct_clone(const ct_state *state);
/* The bytes that are allocated for it: the same for all states of a setup. */
size_t ct_state_size(const ct_state *state);
/* Copies `from` over `to`; both must come from the same game (or its clones). */
void ct_copy(ct_state *to, const ct_state *from);

/* Runs until somebody must choose (1) or the game is over (0). -1: the ruleset is at fault, and the
 * game is broken. */
int ct_advance(ct_engine *engine, ct_state *state);
/* Seats of the game, those without a person included; the number of people; is this a person?
 */
int ct_seats(const ct_state *state);
int ct_people(const ct_state *state);
bool ct_is_person(const ct_state *state, int seat);
uint64_t ct_seed(const ct_state *state);
/* Value of option number i in this game. */
int32_t ct_option_in_game(const ct_state *state, int i);
/* Seats that the open decision asks, whether they have answered or not; those still to answer.
 */
unsigned ct_asked(const ct_state *state);
unsigned ct_pending(const ct_state *state);
/* The first seat still to answer, or -1. */
int ct_next_seat(const ct_state *state);
/* What the open decision is about, for a prompt ("" if the ruleset does not say); counters of the game
 * that it names are filled in. Lives until the next call with this engine. */
const char *ct_prompt(ct_engine *engine, ct_state *state);

/* The choices of a pending seat in their stated order; their number (at least 1) or -1. They are
 * the same until the game moves on, whatever is asked in between. */
int ct_choices(ct_engine *engine, ct_state *state, int seat);
/* Choice i of a seat that is asked, in words; lives until the next call that names something.
 * Here and below: NULL or -1 (of ct_choice_key and ct_choice_look 0) where the seat is not asked now or has no such
 * choice. */
const char *ct_choice_text(ct_engine *engine, ct_state *state, int seat, int i);
/* The same as a pick line of a scenario or replay: identifiers, not names. */
const char *ct_choice_pick(ct_engine *engine, ct_state *state, int seat, int i);
/* A number that two choices share if the seat cannot tell them apart, and only then. The choice
 * that is the same in another world, or after undo and load, has the same. */
uint64_t ct_choice_key(ct_engine *engine, ct_state *state, int seat, int i);
/* The keys of all its choices, as ct_choice_key, into `out`, which has room for as many as ct_choices says: their number, or -1. */
int ct_choice_keys(ct_engine *engine, ct_state *state, int seat, uint64_t *out);
/* What a pick looks like: as ct_choice_key, but for a card in a row or pile what the seat sees of it (its
 * definition, face and counters) and not its place. For what programs learn of picks. */
uint64_t ct_choice_look(ct_engine *engine, ct_state *state, int seat, int i);
/* The choice with this key, among those of the seat; -1. */
int ct_choice_find(ct_engine *engine, ct_state *state, int seat, uint64_t key);
/* The card (number in the definition) that choice i is about; -1: none, or not seen. */
int ct_choice_card(ct_engine *engine, ct_state *state, int seat, int i);
/* The same of a choice of several cards at once: all that are seen, each definition once, into `cards`, room for CT_MAX_CHOSEN.
 * How many: of another choice, and of one with a card or a target beside them, 1, or 0. */
int ct_choice_cards(ct_engine *engine, ct_state *state, int seat, int i, int *cards);
/* The kind of choice i: its action or, without one, the word that the question is asked with; a
 * number for ct_kind_id. */
int ct_choice_kind(ct_engine *engine, ct_state *state, int seat, int i);
/* Identifier of a kind of choice: actions, words, then "choice" for what has neither; NULL after the last. An action without a
 * name and a word that is only a reason to end are "", and no kind. */
const char *ct_kind_id(const ct_definition *def, int kind);

/* A card as somebody sees it: what it is, and where and how it lies. */
struct ct_card {
    int32_t card;    /* number in the definition; -1: a back */
    bool up;         /* lies face up */
    bool remembered; /* known, but not seen now */
    int8_t owner;    /* seat or -1 */
    int8_t seat;     /* whose zone; -1: the table's */
    int16_t zone;    /* -1: it has left the game, or that is not told */
    int16_t
        place; /* from 0 in what ct_zone_cards gives of its zone; in a set, which has no places,
                      * that of a choice is the first card that looks so; -1: not told */
    int32_t nth; /* of seen cards of this definition in its set that can be told apart: which,
                  * from 1, for cards alike the same; 0: they are alike, or there is one */
};

/* A choice as a value: it needs no state and may be kept, copied and compared. */
enum ct_chosen {
    CT_CHOSEN_NONE,   /* there is nothing to choose */
    CT_CHOSEN_DONE,   /* no more */
    CT_CHOSEN_ACTION, /* an action of the ruleset, with what it takes */
    CT_CHOSEN_CARD,   /* a card that a script asks for */
    CT_CHOSEN_EFFECT /* which of one's waiting effects comes first: its card, if it has one still */
};
/* What a card of a choice is to its action; several cards chosen at once are CT_PART_SET: they come last, and their
 * order means nothing. */
enum ct_part { CT_PART_CARD, CT_PART_HELPER, CT_PART_TARGET, CT_PART_SET };
enum { CT_MAX_CHOSEN = 40, CT_MAX_WORTH = 4 };
/* What a number trait of a chosen card, which is a formula, came to when the choice was read. */
struct ct_worth {
    uint8_t part; /* enum ct_part, of one card */
    int16_t trait;
    int32_t value;
};
struct ct_choice {
    uint64_t key;      /* as ct_choice_key */
    enum ct_chosen is; /* which of the following are given */
    int asked;         /* the seat whose choice it is */
    int kind;          /* number for ct_kind_id; -1 in an event, unless it is an action's */
    int action;        /* number for ct_action_id; -1: none */
    int seat;          /* the seat that is chosen; -1: none */
    bool numbered;     /* a number is chosen: */
    int32_t number;    /* … 0 if none is; CT_CHOSEN_EFFECT: its place in ct_waiting, or -1 */
    int trait, word;   /* the word that is chosen: ct_trait_word; -1: none */
    int ncards;        /* cards that are chosen: */
    uint8_t part[CT_MAX_CHOSEN];        /* … enum ct_part */
    struct ct_card card[CT_MAX_CHOSEN]; /* … as the asked seat sees them now, without memory */
    /* those that the action's `says` names, the first few, as far as the observer may know them: */
    int nworth;
    struct ct_worth worth[CT_MAX_WORTH];
};
/* Choice i as a value. 0 or -1. */
int ct_get_choice(ct_engine *engine, ct_state *state, int seat, int i, struct ct_choice *out);
/* A kept choice in words, and as a pick line, in the engine's language; `state` (any of the same
 * game) gives the seats their names. Live until the next call that names something. */
const char *ct_chosen_text(ct_engine *engine, const ct_state *state,
                           const struct ct_choice *choice);
const char *ct_chosen_pick(ct_engine *engine, const ct_state *state,
                           const struct ct_choice *choice);
/* The same as JSON (rulesets/guide/reference/commands/view.md), for programs: what it is, key, text, pick, cards. free(). */
char *ct_chosen_json(ct_engine *engine, const ct_state *state, const struct ct_choice *choice);
/* Choice i of an asked seat, its text as ct_choice_text. free(). */
char *ct_choice_json(ct_engine *engine, ct_state *state, int seat, int i);
/* Why the card (number in the definition) is not offered to a seat that is asked: for each place where the
 * seat sees it, and each action of the question, the first key, slot or condition that stands against
 * it, with its line in the ruleset. Lines of text, in English; free(). NULL: the seat is not asked. */
char *ct_why(ct_engine *engine, ct_state *state, int seat, int card);
/* The same of an action, by its identifier, which may take no card. */
char *ct_why_action(ct_engine *engine, ct_state *state, int seat, const char *id);
/* What stands against a card: of a selector's keys, of the action's slots and `if` the first that does. */
enum ct_against {
    CT_AGAINST_NOTHING, /* it is offered, or one that is the same */
    CT_AGAINST_ZONE,    /* it lies in a zone that is not asked for, or is another's */
    CT_AGAINST_FACE,
    CT_AGAINST_SORT, /* it is none of the cards that are asked for */
    CT_AGAINST_TEST, /* a trait or counter of it is another than is asked for */
    CT_AGAINST_THIS,
    CT_AGAINST_WHERE,
    CT_AGAINST_ANY,
    CT_AGAINST_EXCEPT,
    CT_AGAINST_RANK, /* most, least, first, last, random take others */
    CT_AGAINST_IF,
    CT_AGAINST_SLOT, /* there is no card to choose with it */
    CT_AGAINST_SEAT,
    CT_AGAINST_NUMBER,
    CT_AGAINST_OTHER /* what would have to be asked may not be known */
};
struct ct_reason {
    struct ct_card card; /* where the seat sees it */
    int action;          /* number for ct_action_id; -1: a script's question */
    enum ct_against against;
    enum ct_part part; /* what it would be to the action, as far as it comes */
    const char
        *text; /* a sentence for the player, in the engine's language; lives during the call */
    const char *file; /* for who writes the rules: where it is written; NULL: nowhere */
    int line;         /* from 1; 0: none */
};
typedef void (*ct_why_fn)(void *ctx, const struct ct_reason *reason);
/* The same as data, for each place where the seat sees the card and each action of the question: how many
 * reasons `fn` was told, or -1 (not asked). It must not use the engine. */
int ct_why_each(ct_engine *engine, ct_state *state, int seat, int card, ct_why_fn fn,
                void *ctx);
/* Gives a seat's answer. Then: ct_advance. 0 or -1 (not asked, not offered; else the game is broken). */
int ct_pick(ct_engine *engine, ct_state *state, int seat, int i);
struct ct_rng;
/* Plays on at random: the very picks that ct_advance, ct_choices, ct_rng_below and ct_pick would make
 * in turn, whoever is asked in the order of seats, seat i with the numbers of rng[i % n] (n >= 1; who
 * has one choice draws none). Until the game is over or, plies > 0, that many picks among two or more
 * were made: then all who were asked have answered and the next decision is open. *picks: how many
 * were made; or NULL. 0: over, 1: a decision is open, -1: the game is broken. */
int ct_playout(ct_engine *engine, ct_state *state, struct ct_rng *rng, int n, int plies,
               uint64_t *picks);

/* ---- what can be seen ---- */

/* An observer is a seat, the spectator (CT_SPECTATOR) or, for tools that hide nothing, CT_ALL.
 * Seats and the spectator need a game with CT_TRACK. */

enum { CT_ALL = -1, CT_SPECTATOR = -2 };

/* Identifier of zone z; its name, which lives until the next call that names something. */
const char *ct_zone_id(const ct_definition *def, int zone);
const char *ct_zone_name(ct_engine *engine, int zone);
/* The cards of a zone (of a seat, or of the table: seat -1) as the observer may see them: a set
 * by what they see, then backs; a row or pile in order. Writes at most `cap`; returns how many
 * there are, -1 if the seat has no such zone. */
int ct_zone_cards(ct_engine *engine, ct_state *state, int observer, int zone, int seat,
                  struct ct_card *out, int cap);
/* How many cards lie there, which everybody knows; -1: no such zone. */
int ct_zone_count(ct_engine *engine, const ct_state *state, int zone, int seat);
/* The cards of all zones in one sweep, zone by zone and seat by seat, each zone as ct_zone_cards
 * gives it: for programs, which look at every decision. CT_KNOWN leaves out those that the observer
 * does not know, decks for the most part; a remembered one in a set then has no place. `counters`, if not NULL, has room for
 * cap * card_counters (ct_get_info) values: those of card i begin at i * card_counters. Writes
 * at most `cap` cards; returns how many there are, or -1. Without CT_TRACK nothing is
 * remembered. Allocates nothing once the engine has looked at a game of this size. */
enum ct_which { CT_EVERY, CT_KNOWN };
int ct_look(ct_engine *engine, ct_state *state, int observer, enum ct_which which,
            struct ct_card *out, int32_t *counters, int cap);
/* What the card at a place of a row or pile may be as far as the observer can tell, by what they saw and by facts that
 * all heard (`tell`, who could not follow suit; core/kernel/know/facts.c): a bit for each card of the ruleset, 64 to a word, in
 * words of `may`, which has room for all. How many; 0: nothing is known (no CT_TRACK); -1: no such observer or
 * place, or a set, whose unseen cards have none. */
int ct_candidates(ct_engine *engine, ct_state *state, int observer, int zone, int seat,
                  int place, uint64_t *may);
/* The card that counter c holds, as the observer sees it (but what it is all know): of the game (seat -1), a seat,
 * or, where `holder` is not NULL, of that card, as ct_zone_cards or ct_look (CT_EVERY) gave it to this observer. False: it
 * holds none, or there is no such counter or card. */
bool ct_held(ct_engine *engine, ct_state *state, int observer, int counter, int seat,
             const struct ct_card *holder, struct ct_card *out);
/* Identifier of counter c; its value for the game (seat -1) or a seat. False: no such counter
 * there (those of single cards are given by ct_look). A card is told by its definition, a word of
 * a trait as what ct_counter_word takes; -1: no seat, no card, no word. All counters are public. */
const char *ct_counter_id(const ct_definition *def, int counter);
const char *ct_counter_name(ct_engine *engine, int counter);
bool ct_counter(ct_engine *engine, const ct_state *state, int counter, int seat,
                int32_t *value);
/* The values of all counters at once: out[c] for each counter c, CT_ABSENT where the seat (-1: the
 * game) has none such. `out` has room for as many as there are. */
#define CT_ABSENT INT32_MIN
void ct_counters(ct_engine *engine, const ct_state *state, int seat, int32_t *out);
/* The number of the i-th counter of single cards, -1 after the last. */
int ct_card_counter(const ct_definition *def, int i);
/* A counter that has this value, in words: "stars 2", "leads", "first player Bob"; `state` gives the
 * seats their names. "" where there is nothing to say: a flag that is not set, no seat, card, word.
 * Lives until the next call that names something. */
const char *ct_counter_text(ct_engine *engine, const ct_state *state, int counter,
                            int32_t value);
/* Identifier of the word that the value stands for; NULL: none, or the counter holds no words. */
const char *ct_counter_word(const ct_definition *def, int counter, int32_t value);

/* A phase that is under way: its number for ct_phase_id, the round (from 1), whose turn of it
 * (-1: it has no turns), and how many rounds it has (1: it is no loop; 0: the rules do not write
 * out how many, or a `while` may end it before). */
struct ct_phase {
    int phase, number, seat, of;
};
/* The phases with a name that are under way, the outermost first: everybody knows them. Writes
 * at most `cap`; returns how many there are. */
int ct_phases(ct_engine *engine, ct_state *state, struct ct_phase *out, int cap);
const char *ct_phase_id(const ct_definition *def, int phase);
/* What players call it; "": they are not told of it. */
const char *ct_phase_name(ct_engine *engine, int phase);

/* An effect that waits to be carried out. */
struct ct_waiting {
    bool of_card;          /* it is the effect of a card: */
    struct ct_card card;   /* … this one */
    int seat;              /* whose it is, -1: nobody's */
    int verb;              /* number for ct_verb_id; -1: bare steps */
    int effect;            /* number for ct_effect_text; -1: a script made it */
    bool aimed;            /* it keeps the target of the action that triggered it: */
    struct ct_card target; /* … this card */
};
/* What waits, as far as the observer may know, in the order in which it is carried out: effects
 * of cards that they see now or that all know, and of none. While somebody is asked all are known. Writes at most `cap`; returns how many there are. */
int ct_waiting(ct_engine *engine, ct_state *state, int observer, struct ct_waiting *out,
               int cap);
/* What an effect does, a sentence without its full stop; `seat`: whose it is (-1: spoken to the
 * reader). "" if there is no such effect. Lives until the next call that names something. */
const char *ct_effect_text(ct_engine *engine, const ct_state *state, int effect, int seat);

/* The whole view of an observer as canonical bytes: two states that they cannot tell apart give
 * the same. Writes at most `cap`; returns the length. */
size_t ct_view(ct_engine *engine, ct_state *state, int observer, uint8_t *out, size_t cap);
/* The same as JSON, for programs that show a game (rulesets/guide/reference/commands/view.md):
 * who is asked, the observer's choices, table and seats with their zones and counters. `memory`: with cards that
 * they should remember, marked. The caller frees it with free(). NULL: ct_error says why. */
char *ct_view_json(ct_engine *engine, ct_state *state, int observer, bool memory);
/* Running hash of all that the observer was told and of their own picks. */
uint64_t ct_digest(const ct_state *state, int observer);
/* Another world that `seat` cannot tell from `state`, by stream number `stream` (the same
 * stream gives the same world), written over `to` (a clone of the game). 1: done; 0: this
 * stream was refused, try another; -1: error. */
int ct_resample(ct_engine *engine, ct_state *to, ct_state *state, int seat, uint64_t stream);

/* A copy of the game with all cards as they lie and other luck to come, by stream number `stream`: for measuring what
 * knowledge is worth. 1; -1: error. */
int ct_other_luck(ct_engine *engine, ct_state *to, ct_state *state, uint64_t stream);

/* The game itself becomes that world: for "what if", played on from a place in a game that is over. As ct_resample;
 * ct_advance goes on from there. */
int ct_enter_world(ct_engine *engine, ct_state *game, int seat, uint64_t stream);

/* The same for searches in which every seat acts on what it knows itself: in such a world each seat but
 * `seat` knows what is public and what it sees, so that it may be sampled anew for any of them
 * (`inside`: `state` is such a world; the digests go on from it). */
int ct_redeterminize(ct_engine *engine, ct_state *to, ct_state *state, int seat,
                     uint64_t stream, bool inside);

/* For searches, in copies and samples only: from now on keep the digests but no more what each
 * seat knows, or keep neither and tell nothing (CT_MUTE, the fastest). Views and ct_resample of
 * such a state are not to be had any more, and ct_look tells what a seat sees there, nothing that it remembers; ct_copy over it makes it what the other is. */
enum ct_quiet { CT_DIGESTS, CT_MUTE };
void ct_quiet(ct_state *state, enum ct_quiet how);
/* The seat forgets: what it does not see now may be any of the cards that it does not see. For
 * measuring what knowledge is worth. */
void ct_forget(ct_engine *engine, ct_state *state, int seat);
/* Nobody has heard any fact: what cards may be rests on what was seen alone. For the same. */
void ct_forget_facts(ct_state *state);
/* The ruleset's `bot: {value}` (or its script's bot.value) for a seat, in thousandths of a win (0 … 1000); its `hopeless`.
 * 1: it has this and `*out` is set; 0: it has not; -1: the formula or the hook failed. */
int ct_bot_value(ct_engine *engine, ct_state *state, int seat, int64_t *out);
int ct_bot_hopeless(ct_engine *engine, ct_state *state, int seat, bool *out);
/* Its `bot: {worth}` for each seat (0 of one without a person), CT_MAX_SEATS of them: to be compared as scores are. So, too. */
int ct_bot_worths(ct_engine *engine, ct_state *state, int64_t *out);

/* ---- how it ends ---- */

enum ct_status { CT_RUNNING, CT_OVER, CT_UNFINISHED, CT_BROKEN };
/* Shares of the win are whole numbers: CT_WHOLE is divisible by every number of seats. */
enum { CT_WHOLE = 27720 };
struct ct_result {
    /* CT_UNFINISHED: stopped at the limit of picks; CT_BROKEN: a call that moved it on failed */
    enum ct_status status;
    unsigned winners; /* who share the win */
    int sides; /* so many sides do: each winner's share is 1/sides (`result: {side: …}`) */
    unsigned side
        [CT_MAX_SEATS]; /* of each person: a bit for each player on their side, their own too */
    unsigned won, lost; /* named by the rules as winners, losers */
    bool scored, least_wins; /* the greatest score wins, or the least */
    bool
        graded; /* `out_of`: each side's result is what part of that it reached; winners reached all */
    bool staked; /* `stake`: every point counts, each side's result is its part of all points */
    int64_t out_of[CT_MAX_SEATS]; /* graded: of each person */
    int share
        [CT_MAX_SEATS]; /* of each person: their share of the win, or the part reached or held, of CT_WHOLE. While
                              * a game runs 0, graded and staked as it stands */
    int64_t score[CT_MAX_SEATS];
    int64_t side_score
        [CT_MAX_SEATS]; /* of each person: what the players of their side have together */
};
/* The result as it stands, scores too, whatever is hidden. 0 or -1. */
int ct_get_result(ct_engine *engine, ct_state *state, struct ct_result *out);
/* The result as far as the observer may know it: *known are the persons whose score is told (a mask
 * of seats; the others' stands as 0). While the game runs that is a score which follows from what they
 * see or remember, and from nothing that is hidden from them; side_score where their whole side is
 * known. When the game is over everything is told. CT_ALL: everything. 0 or -1. */
int ct_result_for(ct_engine *engine, ct_state *state, int observer, struct ct_result *out,
                  unsigned *known);
/* Each player's place in a game that is over and that scores decided: 1 is the best. Equal scores, and players of one
 * side, share a place. 0: the seat has no player, or lost by the rules; all are 0 where scores did not decide. *tie: what
 * broke a tie for the first place, in words, or ""; *value: what the winners have of it (a side together). The text
 * lives until the next call. 0, or -1 (ct_error). */
int ct_places(ct_engine *engine, ct_state *state, int place[CT_MAX_SEATS], const char **tie,
              int64_t *value);
/* What each card adds to the score of a person, where the score is a sum over cards (`score: {sum: …}`, also several, added
 * up): cards by number in the definition, in the order of the sum. All of it, whatever is hidden: for a game that is
 * over. Writes at most `cap`; returns how many there are (0: the score is no such sum), or -1. */
struct ct_scored {
    int card;
    int64_t points;
};
int ct_score_cards(ct_engine *engine, ct_state *state, int seat, struct ct_scored *out,
                   int cap);
/* A copy of a card: `copy` is its own number through a game, `card` what it is; it lies in this zone of this seat. */
struct ct_copy {
    int copy, card, zone, seat;
};
/* The copies that came to lie with a seat since the last call, in zones of its own in which it sees what lies face up: its hand, not its
 * deck. For counting: all, whatever is hidden. Writes at most `cap`, the rest at the next call; returns how many. What lay where is noted
 * in `kept`, so many words of the caller's: all 0 before the first call of a game, and when there are more of them. */
size_t ct_copies_kept(const ct_state *state);
int ct_copies_come(const ct_engine *engine, const ct_state *state, uint64_t *kept,
                   struct ct_copy *out, int cap);
/* Why the game ended, in words ("" if nothing is to be said). Lives until the next call. */
const char *ct_reasons(ct_engine *engine, ct_state *state);
/* The reasons as numbers for ct_word_id. Writes at most `cap`; returns how many there are, or -1. */
int ct_reason_words(ct_engine *engine, ct_state *state, int *out, int cap);

struct ct_stats {
    uint64_t picks;         /* answers among two or more: `limits: picks` */
    uint64_t forced;        /* answers where there was one choice */
    uint64_t empty;         /* questions that offered nothing */
    uint64_t hooks, reruns; /* script hooks run, and run again */
    uint64_t work;          /* units since the game was begun or read: `limits: game_work` */
};
struct ct_stats ct_get_stats(const ct_state *state);

/* Counts runs and re-runs of each hook from now on (or not). 0 or -1. */
int ct_count_hooks(ct_engine *engine, bool on);
/* Hook number i by name, with its counts; acting ones first, then pure ones ("pure.NAME"), which are
 * counted as they are run: what a listing remembers is not asked again. False: no such hook, or they are not counted. */
bool ct_get_hook(const ct_engine *engine, int i, const char **name, uint64_t *runs,
                 uint64_t *reruns);

/* ---- profile: what each line of the rules costs ---- */

/* From now on counts what each line costs, in units of work (rulesets/guide/reference, limits): the same on every machine. Only
 * before the engine's first game; games go on as without, slower. 0 or -1. */
int ct_engine_profile(ct_engine *engine);
/* What was counted by engines of one definition, added up. NULL: no memory. Then: ct_profile_free, NULL is allowed. */
typedef struct ct_profile ct_profile;
ct_profile *ct_profile_new(const ct_definition *def);
/* Adds what the engine has counted since it was last added. */
void ct_profile_add(ct_profile *profile, ct_engine *engine);
void ct_profile_free(ct_profile *profile);
/* Notes which line is worked out now. Called by a signal's handler, at ticks of a clock, it finds where time is spent. */
void ct_profile_tick(ct_engine *engine);
struct ct_profiled {
    const char *file; /* NULL: no rule's, as when a game is dealt */
    int line;
    const char *
        text; /* the line without blanks around it, `len` bytes; as long as the definition lives */
    size_t len;
    uint64_t work; /* in the line, without what other lines do for it */
    double share;  /* of all work */
    double time;   /* of all ticks; -1: there were fewer than 100 */
    /* how often it was worked out: a step done, an action looked at, a formula asked */
    uint64_t times;
    uint64_t cards; /* that were looked at or moved for it one by one */
    /* what sets of cards cannot answer, in a word ("where", "script" …; NULL: nothing), and what to do about it */
    const char *why, *advice;
};
/* Line i, the dearest first: by time where ticks tell it, else by work. False: no more lines cost anything. */
bool ct_profile_get(const ct_profile *profile, int i, struct ct_profiled *out);

/* ---- keys and bytes ---- */

/* Hash of every byte that counts; of the position alone (for search and repetition: with the same luck and picks the
 * game goes on alike), never 0 but for a failure. */
uint64_t ct_hash(ct_engine *engine, ct_state *state);
uint64_t ct_position(ct_engine *engine, ct_state *state);

/* The game as bytes: a header (kind, version, fingerprints, check sum), then the block. Same
 * state, same bytes. Returns the length, 0 without memory or of a broken game; writes at most `cap`. */
size_t ct_serialize(ct_engine *engine, const ct_state *state, uint8_t *out, size_t cap);
/* The game that was written so, by the same definition. Bytes that are cut, changed, foreign
 * or of other rules are refused: NULL, and ct_error says why. */
ct_state *ct_deserialize(ct_engine *engine, const uint8_t *bytes, size_t n);

/* ---- the battery: a ruleset held against the laws of the library ---- */

/* The laws: name, what each says. */
#define CT_LAWS(X)                                                                             \
    X(RUNS, runs, "a random game goes on without an error")                                    \
    X(ENDS, ends, "most random games end before the limit of picks")                           \
    X(CHOICES, choices, "every player who must choose has choices, and all of them differ")    \
    X(SAME, same, "a copy of a game continues like the game")                                  \
    X(UNDO, undo, "undo and redo give the same game")                                          \
    X(SECRET, secret, "hidden cards change neither a player's view nor their choices")         \
    X(WORLD, world, "bots can play on from the hidden cards that they imagine")                \
    X(TELLS, tells, "counters and texts reveal no hidden card to the player who must choose")  \
    X(KEEPS, keeps, "a script's function keeps nothing for its next call")                     \
    X(CHECKS, checks, "the game's own check functions are true at every pick")                 \
    X(JUDGES, judges, "the bot hooks judge every position, and no hopeless player wins")       \
    X(POSITION, position, "equal positions continue alike")
enum ct_law {
#define X(id, name, says) CT_LAW_##id,
    CT_LAWS(X)
#undef X
        CT_NLAWS
};
const char *ct_law_name(enum ct_law law);
const char *ct_law_says(enum ct_law law);

/* Samples made while a script hook was under way; a sample is accepted if the hook, run again
 * in it, comes to the same question and the same view. */
struct ct_battery_hook {
    uint64_t samples, accepted;
};
/* What came of it. Everything is a sum: batteries of parts add up to that of the whole. */
struct ct_battery {
    uint64_t games, unfinished, picks, samples;
    uint64_t
        held; /* of the picks those that were held against the laws: of a game the first 10,000, and as long as it has taken
              * little of the work it may take: 4 million units */
    uint64_t hash; /* of all states of all games: the same on every machine */
    /* by number of the hook (ct_get_hook has its name) */
    struct ct_battery_hook *hook;
    int nhooks;
    uint64_t *
        ran; /* by number of the part (ct_coverage): how often it ran; of ct_battery_hash NULL */
    int nran;
    bool cannot_start; /* these people and options are not allowed: `message` says why */
    bool broken;       /* a law is: which, and in words where and how */
    enum ct_law law;
    char *message;
};
/* Plays `games` random games like `setup`, numbers first, first + 1, …, whose seeds come from
 * setup->seed, and holds them against every law at every pick (held), until one is broken. 0: no law
 * is (or the game cannot start); 1: out->broken; -1: no engine, or no memory (out->message). Then:
 * ct_battery_free. For use in several threads at once. */
int ct_battery(const ct_definition *def, const struct ct_setup *setup, uint64_t first,
               uint64_t games, struct ct_battery *out);
/* Only plays them, for `hash`: much faster. */
int ct_battery_hash(const ct_definition *def, const struct ct_setup *setup, uint64_t first,
                    uint64_t games, struct ct_battery *out);
void ct_battery_free(struct ct_battery *out);

/* ---- coverage: which parts of a game's rules ran ---- */

/* What a part is: enum, what it means that it never ran. */
#define CT_COVERS(X)                                                                           \
    X(STEP, "a step never runs")                                                               \
    X(ELSE, "an `if` is never false")                                                          \
    X(EFFECT, "an effect is never carried out")                                                \
    X(ACTION, "an action is never taken")                                                      \
    X(CARD, "a card never leaves where it begins")                                             \
    X(HOOK, "a function of a script is never called")                                          \
    X(REASON, "the game never ends for this reason")
enum ct_covers {
#define X(id, says) CT_COVERS_##id,
    CT_COVERS(X)
#undef X
        CT_NCOVERS
};
const char *ct_covers_says(enum ct_covers is);

/* All that can run, each part once wherever it is called from. */
typedef struct ct_coverage ct_coverage;
struct ct_covered {
    enum ct_covers is;
    const char *name; /* the step's, action's, card's …; "": it has none */
    const char *file; /* NULL: nowhere */
    int line, column;
    const int *
        after; /* it can only run when one of these parts did; none: whenever the game is played */
    int nafter;
};
/* NULL: no memory. It lives no longer than the definition. Then: ct_coverage_free, NULL is allowed. */
ct_coverage *ct_coverage_of(const ct_definition *def);
int ct_coverage_count(const ct_coverage *coverage);
bool ct_coverage_get(const ct_coverage *coverage, int i, struct ct_covered *out);
void ct_coverage_free(ct_coverage *coverage);

/* ---- mutants: a game with one change of its rules, to see whether its scenarios notice ---- */

/* How rules are changed: enum, name, what. */
#define CT_MUTATORS(X)                                                                         \
    X(DROP_STEP, "drop-step", "a step, phase or effect is left out")                           \
    X(DROP_ENTRY, "drop-entry", "an entry of a list is left out")                              \
    X(DROP_KEY, "drop-key", "a key that may be left out is left out")                          \
    X(SWAP, "swap", "two neighbours change places where order counts")                         \
    X(NEGATE, "negate", "a condition is turned round")                                         \
    X(DROP_NOT, "drop-not", "a 'not' is left out")                                             \
    X(COMPARE, "compare", "< and <=, > and >=, == and != stand for each other")                \
    X(LOGIC, "logic", "'and' and 'or', all and any stand for each other")                      \
    X(ARITHMETIC, "arithmetic",                                                                \
      "+ and -, * and +, // and *, min and max stand for each other")                          \
    X(BRANCHES, "branches", "the two values of if(…) change places")                           \
    X(NUMBER, "number", "a number is one more, or one less")                                   \
    X(FLAG, "flag", "true is false, false is true")                                            \
    X(SEATS, "seats", "another word for seats")                                                \
    X(WORD, "word", "another of the words that may stand there")                               \
    X(ZONE, "zone", "another zone")                                                            \
    X(NAME, "name", "another counter, trait, phase or class of the same kind")                 \
    X(CARD, "card", "another card")                                                            \
    X(OPPOSITE, "opposite",                                                                    \
      "at_least and at_most, most and least, first and last, this and other")
enum ct_mutator {
#define X(id, ...) CT_MUTATOR_##id,
    CT_MUTATORS(X)
#undef X
        CT_NMUTATORS
};
const char *ct_mutator_name(enum ct_mutator by);
const char *ct_mutator_says(enum ct_mutator by);

/* All that can be made of a game. One is numbered by where it stands in the game's files, so that the same files
 * have the same mutants. Immutable: may be used by all threads at once. */
typedef struct ct_mutants ct_mutants;
struct ct_mutant {
    enum ct_mutator by;
    const char *file;    /* as in findings */
    int line, column;    /* from 1: where the change is */
    const char *excerpt; /* the line, its part around the column; or NULL */
    int mark;            /* where the column stands in it, from 1; 0: nowhere */
    const char *says;    /* the change, in English: "3 becomes 4" */
};
/* Of the ruleset in `folder`, loaded as ct_load_among does. Not changed are texts, names, types, `limits`, `layout`, how
 * many may play, what only `bot` and `check` hooks of scripts ask, and, unless `base`, the files that a ruleset
 * reads that it extends. NULL: there are errors, which `diags` gets (ct_diags_free), or no memory. */
ct_mutants *ct_mutants_new(const char *folder, const char *const *places, bool base,
                           ct_diags **diags);
void ct_mutants_free(ct_mutants *mutants);
/* The game without any change; it lives as long as the mutants. */
const ct_definition *ct_mutants_original(const ct_mutants *mutants);
int ct_mutants_count(const ct_mutants *mutants);
/* Number i; its texts live as long as the mutants. False: there is no such. */
bool ct_get_mutant(const ct_mutants *mutants, int i, struct ct_mutant *out);
/* Loads number i (-1: the original); no file is written. NULL: such a game has errors (`diags`, as in ct_load), or no
 * memory. Then: ct_free. */
ct_definition *ct_mutant_load(const ct_mutants *mutants, int i, ct_diags **diags);
/* Is what was so loaded the very game that the original is, for all that the loader can see? */
bool ct_mutant_is_same(const ct_mutants *mutants, int i, const ct_definition *def);

/* ---- scenarios: the tests of a ruleset (tests/scenario/README.md says how they are written) ---- */

typedef struct ct_scenarios ct_scenarios;
struct ct_scenario {
    const char *name, *file; /* live as long as the collection */
    int line;
};
/* An empty collection. A ruleset that does not lie near the file that names it is looked for in
 * the folders of `places`, a list that ends with NULL. NULL: memory ran out. */
ct_scenarios *ct_scenarios_new(const char *const *places);
void ct_scenarios_free(ct_scenarios *all);
/* From now on they are played without shortcuts, as ct_engine_plain says. */
void ct_scenarios_plain(ct_scenarios *all, bool plain);
/* From now on one that leaves something to chance is played with n seeds, not with eight, if that is more. */
void ct_scenarios_seeds(ct_scenarios *all, int n);
/* From now on rulesets are loaded with the change of mutant number i (-1: as they are), as far as they read the file that it
 * changes. The mutants must outlive the collection. Before any file is read. */
void ct_scenarios_mutant(ct_scenarios *all, const ct_mutants *mutants, int i);
/* Adds the scenarios of a file. -1: there are errors in it, which are added to the findings. */
int ct_scenarios_read(ct_scenarios *all, const char *path);
/* The same of n bytes of text; `path` is where they would lie, for the ruleset and for messages. */
int ct_scenarios_read_text(ct_scenarios *all, const char *path, const char *text, size_t n);
/* The findings so far; they belong to the collection. */
const ct_diags *ct_scenarios_diags(const ct_scenarios *all);
int ct_scenarios_count(const ct_scenarios *all);
bool ct_get_scenario(const ct_scenarios *all, int i, struct ct_scenario *out);
/* Plays scenario i; with eight seeds if something in it is left to chance. 1: it passes. 0: it
 * does not, and `*report`, if `report` is not NULL, says why (free()). -1: it has errors,
 * or memory ran out. */
int ct_scenario_play(ct_scenarios *all, int i, char **report);
/* Scenario i as JSON, `for_each` filled in: name, ruleset, seats (names), options, and as they are written cards,
 * at, given, luck, then. Such a text is a scenario again, for JSON is YAML. The caller frees it with free(); NULL: there is
 * no such, or no memory. */
char *ct_scenario_json(const ct_scenarios *all, int i);

/* A scenario that a program goes on with: position and luck are the scenario's, the picks are the program's. */
typedef struct ct_scene ct_scene;
/* Scenario i where its `then` begins. What is left to chance, where `luck` ends too, comes from `seed`: one that says nothing of
 * either is the game of that seed. NULL: there is no such, or
 * it has errors, or no memory. One at a time of a ruleset of the collection: nothing goes on any more with one that was there before. */
ct_scene *ct_scene_new(ct_scenarios *all, int i, uint64_t seed);
void ct_scene_free(ct_scene *scene);
/* Chance brings in `scene` what it has brought in `lead`, as if its `luck` were that of the other. Who wants other luck, or has met
 * less of it when it settles, cannot go on. They may be of two definitions; as long as `scene` lives `lead` must. */
void ct_scene_follow(ct_scene *scene, const ct_scene *lead);
/* The engine and the game, to look at: they belong to the scene. What seats are called is as the scenario has it. */
ct_engine *ct_scene_engine(const ct_scene *scene);
ct_state *ct_scene_game(const ct_scene *scene);
const char *ct_scene_seat(const ct_scene *scene, int seat); /* NULL: there is no such */
/* How many lines its `then` has; the pick that line i is (*seat: whose, -1: of the one who is asked), NULL: it is none. */
int ct_scene_lines(const ct_scene *scene);
const char *ct_scene_line_pick(const ct_scene *scene, int i, int *seat);
/* Makes a pick as a line of a scenario does. 1: done; 0: it cannot be, ct_scene_error says why, and nothing goes on any
 * more; -1: no memory. */
int ct_scene_pick(ct_scene *scene, int seat, const char *text);
/* Goes on to the decision at which an `expect` would look. The same. */
int ct_scene_settle(ct_scene *scene);
const char *ct_scene_error(const ct_scene *scene);
/* Choice i of a seat that is asked, as the pick of a scenario that can mean no other; NULL: there is no such. Lives until the next
 * such call. */
const char *ct_scene_choice(ct_scene *scene, int seat, int i);
/* What luck has brought so far, as a scenario's `luck` in JSON. free(); NULL: no memory. */
char *ct_scene_luck(const ct_scene *scene);
/* How many entries that has. */
int ct_scene_luck_count(const ct_scene *scene);

/* ---- choices as numbers, what is seen as an array: for programs that learn ----
 *
 * Each choice has a number of a fixed range: what it is (action, card, target, seat, number), not where it stands in the
 * list. So a number means the same in each position, each run and on each machine, and has words. Where an action's parts
 * are too many, for the cards of a set, and where equal cards can be told apart, a choice has several numbers, given in
 * turn ("card, card, these"). Choices of one list never have the same ones.
 */

/* The numbers of games of one setup, for one engine, which must outlive them. For use by one thread at a time. */
typedef struct ct_numbers ct_numbers;
/* NULL: ct_error says why. The seed does not matter. */
ct_numbers *ct_numbers_new(ct_engine *engine, const struct ct_setup *setup);
void ct_numbers_free(ct_numbers *numbers);
/* How many numbers there are, 0 … n - 1; the length of an observation. */
int ct_numbers_actions(const ct_numbers *numbers);
int ct_numbers_values(const ct_numbers *numbers);
/* What a number stands for: "follow hq". free(); NULL: no such number, or no memory. */
char *ct_number_text(const ct_numbers *numbers, int number);
/* The numbers of choice i of a seat that is asked, in turn: how many, at most CT_MAX_NUMBERS (0: it is the only choice); -1. */
enum { CT_MAX_NUMBERS = 64 };
int ct_choice_numbers(ct_numbers *numbers, ct_state *state, int seat, int i, int32_t *out);
/* A seat has given some numbers. The choice that they lead to; or CT_SEVERAL, and may[x], one for each number, is 1
 * where x may be next, else 0. -1: not asked, or no choice begins so. */
enum { CT_SEVERAL = -2 };
int ct_numbers_next(ct_numbers *numbers, ct_state *state, int seat, const int32_t *given,
                    int ngiven, uint8_t *may);

/* What an observation consists of: enum, name, what it says. A number is two values, its hundreds and the rest. */
#define CT_SPANS(X)                                                                            \
    X(COUNTER, counter, "counter `id`: a number; 1 for a flag, at its seat, card or word")     \
    X(PHASE, phase,                                                                            \
      "phase `id`: its round, 0 if it is not under way; a 1 at whose turn it is")              \
    X(GIVEN, given, "1 + the last numbers given to the open question, the latest first")       \
    X(COUNT, count, "how many cards lie in zone `id`")                                         \
    X(CARDS, cards, "for each card: how many copies are known to lie in zone `id`")            \
    X(PLACES, places, "for each card: its place in that row, from 1; of several the last")     \
    X(DOWN, down, "for each card: how many of these copies lie face down")                     \
    X(MARK, mark, "for each card: how far from its start card counter `id` of them is")        \
    X(OWNED, owned, "for each card: how many of those on the table this seat owns")
enum ct_span_is {
#define X(id, name, says) CT_SPAN_##id,
    CT_SPANS(X)
#undef X
};
struct ct_span {
    enum ct_span_is is;
    int id;      /* of the counter, phase or zone; -1: none */
    int whose;   /* 0: the observer's, 1: the next seat's, clockwise …; -1: the table's */
    int from, n; /* its values */
};
/* Span i; false after the last. */
bool ct_get_span(const ct_numbers *numbers, int i, struct ct_span *out);
const char *ct_span_name(enum ct_span_is is);
/* What the observer sees and, in a game with CT_TRACK, remembers, as ct_look tells it: ct_numbers_values numbers, which stop at 127. Seats count from the observer. `given`: the numbers that they have given to the open question. 0 or -1. */
int ct_observe(ct_numbers *numbers, ct_state *state, int observer, const int32_t *given,
               int ngiven, int8_t *out);

/* Many games at once, over threads, into arrays of the caller. */
typedef struct ct_batch ct_batch;
/* For each game, one after another; NULL: not wanted. They are as the last call since ct_batch_reset left them: a step
 * writes what has changed. */
struct ct_batch_arrays {
    int8_t *seen;  /* what the seat that is asked sees: ct_numbers_values */
    uint8_t *may;  /* its numbers that may come next: ct_numbers_actions */
    int32_t *seat; /* that seat */
    uint8_t *
        over; /* a game ended in this call and the next one began: enum ct_status of the last; else 0 */
    double *share;   /* of the game that ended, for each seat: its share of the win; else 0 */
    int64_t *score;  /* … its score */
    uint64_t *seeds; /* of the game under way */
};
/* `seats`: those that are asked, a mask; others pick at random. NULL: *wrong says why (free()). */
ct_batch *ct_batch_new(const ct_definition *def, const struct ct_setup *setup, int games,
                       int threads, unsigned seats, char **wrong);
void ct_batch_free(ct_batch *batch);
/* Begins all games anew: game i has seeds[i], and later games in its place have seeds that follow from it. NULL: those of games
 * 1 … n of `cantrip sim` with the seed of the setup. 0; -1: ct_batch_error. */
int ct_batch_reset(ct_batch *batch, const uint64_t *seeds, const struct ct_batch_arrays *out);
/* Gives a number in each game, one that `may` allows, and goes on to the next question. The same for any number of
 * threads. 0; -1: ct_batch_error, and only ct_batch_reset helps. */
int ct_batch_step(ct_batch *batch, const int32_t *numbers, const struct ct_batch_arrays *out);
const char *ct_batch_error(const ct_batch *batch);

/* ---- what is learnt: policies for bots, by self-play from the result alone ----
 *
 * A policy is a soft choice: each choice is worth the sum of learnt weights of what it is (kind, cards, seat, number) and of
 * what it is together with each thing that its seat knows (each card by zone, by whose it is, by face; counters;
 * phases). Everything has its identifier for a name, so a policy fits a game whose cards were changed, and says which are
 * new to it. core/bot/policy_file.c has the format of the file.
 */

typedef struct ct_policy ct_policy;
struct ct_policy_info {
    char ruleset[64]; /* its identifier */
    int people;
    uint64_t seed, games;       /* how it was learnt */
    uint64_t behaviour, layout; /* the fingerprints then, */
    bool same_rules;            /* … which are those of now */
    int fresh;                  /* cards of the game that it has not met */
    int measured;               /* so many games among random bots, 0: none: */
    double share, error;        /* … its share of the win */
    double even;                /* … and what is even there; 0: not known */
    uint64_t measured_at;       /* … after so many games of learning here */
};
/* Reads a policy for this game from the bytes of a file. NULL: it is damaged, cut, or of another game; *wrong says which
 * (free(); NULL: no memory). Then: ct_policy_free. Immutable; may be used by all threads. */
ct_policy *ct_policy_read(const ct_definition *def, const char *path, const char *text,
                          size_t n, char **wrong);
/* The same as bytes, which the caller frees with free(). NULL: no memory. */
char *ct_policy_text(const ct_policy *policy, size_t *n);
/* Rounds its weights to whole parts of 1 / parts (1 to 256): its bytes pack into fewer. Before anybody plays by it. */
void ct_policy_round(ct_policy *policy, int parts);
void ct_policy_free(ct_policy *policy);
struct ct_policy_info ct_policy_get_info(const ct_policy *policy);
/* Number i of the cards that are new to it; of the options that were given, "name=value". -1, NULL after the last. */
int ct_policy_new_card(const ct_policy *policy, int i);
const char *ct_policy_option(const ct_policy *policy, int i);

/* Learns: batch by batch, the same weights for any number of jobs (threads). */
typedef struct ct_learner ct_learner;
struct ct_learned {
    uint64_t games, choices; /* … among two or more */
    bool varied;             /* the results were not all alike */
    uint64_t cut,
        longest; /* games that were cut, after so many choices: twenty times those of random games */
    /* "name=value": it learns with this option first, because nobody wins without; or NULL. Until the next batch. */
    const char *easier;
};
struct ct_learn_share {
    double share, error;
    double even; /* what the same seats have where all play at random */
    int games;
    uint64_t cut; /* games that were cut, as in struct ct_learned; of ct_learner_measure */
};
/* For games like `setup`, from its seed on; `from`: what is known already, or NULL. NULL: *wrong says why (free(); NULL:
 * no memory). */
ct_learner *ct_learner_new(const ct_definition *def, const struct ct_setup *setup,
                           const ct_policy *from, int jobs, char **wrong);
void ct_learner_free(ct_learner *learner);
/* Plays one more batch of games, `most` of them at most, and learns from it. 0; -1: ct_learner_error. */
int ct_learner_batch(ct_learner *learner, uint64_t most);
const char *ct_learner_error(const ct_learner *learner);
struct ct_learned ct_learner_get(const ct_learner *learner);
/* Its share of the win at one seat (and those of its side) in turn, the others playing at random, and as it played when it was measured last
 * (`past` NULL: not wanted; for one: its own share, and nothing). 0; -1: ct_learner_error. */
int ct_learner_measure(ct_learner *learner, int games, struct ct_learn_share *random,
                       struct ct_learn_share *past);
/* The deals first … first + deals - 1 of such a measurement, as whole numbers that add up over parts: it plays as it stands (a
 * learner that has not learnt yet: as its `from`), at each seat once in a deal, among random bots (NULL) or by a policy of
 * the same game. `even`: what all have together where all of them play so, once in a deal. At most 10^8 deals at a time.
 * 0; -1: ct_learner_error. */
struct ct_learn_sums {
    uint64_t deals;
    uint64_t share,
        squares; /* over deals: of what it got at all seats together, in CT_WHOLEs; of its square */
};
int ct_learner_deals(ct_learner *learner, const ct_policy *others, bool even, uint64_t first,
                     uint64_t deals, struct ct_learn_sums *out);
/* The share that such sums come to, for so many people. Its error is by deals: the games of one are not independent. */
struct ct_learn_share ct_learn_share_of(double share, double squares, uint64_t deals,
                                        int people);
/* What was learnt so far, as the bytes of a file (free()). NULL: no memory. */
char *ct_learner_text(ct_learner *learner, size_t *n);

/* ---- bots: players that are programs, for every game and with no line about any ----
 *
 * CT_BOTS lists them, as they are written: `mcts:500`. `,plies=P` behind the count cuts playouts,
 * `,playouts=mast` lets them learn, `,prior=mast` behind it makes that the prior of the tree of `mcts`, `,resample=seats` lets each seat in the tree of `mcts` act on what it knows
 * itself, `,policy=FILE` behind all else makes a policy its prior and its player of playouts. `learnt:FILE` plays by a policy, which the caller reads and puts into the spec;
 * `learnt,temperature=T:FILE` draws its choice, the more openly the greater T; `learnt,games=N` names no file, but how
 * many games it is to be learnt from first. A program has 5 seconds for an answer, `exec,seconds=S:COMMAND` S; a process of ours
 * watches it and ends it with all that it started.
 *
 * A bot knows what its seat knows: it looks at samples (ct_resample), never at the game as it
 * is. It counts iterations and reads no clock, and its random numbers come from the seed it is
 * given, so that its games can be repeated. `mcts:N,forgets` and `flat:N,forgets` remember
 * nothing that they do not see: a measure of what knowledge is worth. `mcts:N,sees=all` looks at all cards: a measure
 * of what it costs not to.
 */

/* Enum, word, the least count behind the colon (0: no count), what else stands there, what it does. A
 * bot that needs no knowledge stands before GREEDY. */
#define CT_BOTS(X)                                                                             \
    X(RANDOM, random, 0, "", "picks at random")                                                \
    X(FIRST, first, 0, "", "picks the first choice")                                           \
    X(GREEDY, greedy, 0, "", "looks one pick ahead, by the score or the ruleset's `bot`")      \
    X(FLAT, flat, 1, "", "plays N random games, spread over the choices")                      \
    X(MCTS, mcts, 1, "", "searches N times, with what its seat knows")                         \
    X(LEARNT, learnt, 0, ":FILE",                                                              \
      "was trained by `cantrip learn`; without FILE it trains first")                          \
    X(EXEC, exec, 0, ":COMMAND", "another program, asked in JSON lines")

/* What stands behind a comma. */
#define CT_BOT_OPTIONS(X)                                                                      \
    X("plies=")                                                                                \
    X("forgets")                                                                               \
    X("facts=no")                                                                              \
    X("sees=all")                                                                              \
    X("playouts=")                                                                             \
    X("prior=") X("resample=") X("seconds=") X("games=") X("temperature=") X("policy")

enum ct_bot_kind {
#define X(id, ...) CT_BOT_##id,
    CT_BOTS(X)
#undef X
        CT_BOT_KINDS
};

struct ct_bot_spec {
    enum ct_bot_kind kind;
    int n;             /* playouts, iterations */
    int plies;         /* picks of a playout before it is cut; 0: 10 for each person, or 300 */
    bool forgets;      /* joins all that is unseen */
    bool no_facts;     /* goes by what was seen, not by what all have heard */
    bool sees_all;     /* a yardstick: searches in the game itself, with other luck to come */
    bool mast;         /* playouts prefer picks of kinds that went well */
    bool mast_prior;   /* … and the tree tries first what playouts have learnt to prefer */
    bool guided;       /* a policy is the tree's prior and plays its playouts */
    bool resample;     /* the world is sampled anew for each seat that picks in the tree */
    int seconds;       /* for a program's answer; 0: not said */
    int games;         /* learnt: from so many, where no file is named; 0: not said */
    int temperature;   /* learnt: in thousandths; 0: takes what is worth most */
    char command[256]; /* of a program; learnt, guided: the file */
    const ct_policy *policy; /* learnt, guided: what was read from it; outlives the bot */
};

/* Reads a bot as above. 0; or -1 and what is wrong in `why`. */
int ct_bot_parse(const char *text, struct ct_bot_spec *out, char *why, size_t cap);
/* How it is written. `out` has room for `cap` bytes. */
void ct_bot_name(const struct ct_bot_spec *spec, char *out, size_t cap);
/* Must the game be played with CT_TRACK for this bot? */
bool ct_bot_needs_knowledge(const struct ct_bot_spec *spec);

typedef struct ct_bot ct_bot;
/* NULL: the scripts of the ruleset do not load (ct_engine_new says why), or memory ran out. */
ct_bot *ct_bot_new(const ct_definition *def, const struct ct_bot_spec *spec);
void ct_bot_free(ct_bot *bot);
/* Before each game: where it sits and its seed. All games of a bot have the same people and
 * options. What cannot be made ready is told by ct_bot_choose. */
void ct_bot_begin(ct_bot *bot, ct_state *game, int seat, uint64_t seed);
/* The number of its choice for `seat`, which is pending; -1: ct_bot_error. */
int ct_bot_choose(ct_bot *bot, ct_state *game, int seat);
const char *ct_bot_error(ct_bot *bot);

/* What the last ct_bot_choose that searched thought of choice i: its share of the win (greedy: a
 * measure of the position), by how many playouts. False: nothing. */
struct ct_bot_estimate {
    double share;
    uint64_t visits;
};
bool ct_bot_get_estimate(const ct_bot *bot, int i, struct ct_bot_estimate *out);
/* What choice i was worth to the last ct_bot_choose, beside the others: the more, the sooner it is taken. The unit is the bot's
 * own: visits, a share, learnt weights, the order. False: it ranks nothing (random, exec; a search whose samples were refused),
 * or there is no such choice. */
bool ct_bot_worth(const ct_bot *bot, int i, double *worth);

/* Why the first answer of a program was none: enum, in words. */
#define CT_FORFEITS(X)                                                                         \
    X(NONE, "")                                                                                \
    X(START, "it does not start")                                                              \
    X(ENDED, "it ended")                                                                       \
    X(LATE, "no answer in time")                                                               \
    X(LONG, "its answer is too long")                                                          \
    X(JSON, "its answer is no JSON in one line")                                               \
    X(TWICE, "a key stands twice in its answer")                                               \
    X(KEY, "no `choice` that is a whole number in the answer, nor a `key`")                    \
    X(RANGE, "its `choice` (they count from 0) or `key` is none of those offered")
enum ct_forfeit {
#define X(id, says) CT_FORFEIT_##id,
    CT_FORFEITS(X)
#undef X
};
const char *ct_forfeit_says(enum ct_forfeit why);

struct ct_bot_stats {
    enum ct_forfeit why; /* exec: the first answer that was none */
    uint64_t choices;    /* searched */
    uint64_t iterations; /* playouts */
    uint64_t picks;      /* in playouts, among two or more, those taken back too */
    uint64_t refused;    /* choices made at random: 1,000 samples were refused, or all failed */
    uint64_t forfeits;   /* exec: answers that were none, made up at random */
};
struct ct_bot_stats ct_bot_get_stats(const ct_bot *bot);

/* ---- exact search in games for one: can this deal be won, its draws known? ----
 *
 * Depth first over all picks, each position (ct_position) looked at once, positions that the
 * ruleset calls hopeless not at all. What the generator still has to say is taken as the seed
 * has it; a game whose draws are all laid down by the deal is solved exactly.
 */

typedef struct ct_solver ct_solver;

enum ct_solve_answer { CT_WINNABLE, CT_LOST, CT_UNDECIDED, CT_FAILED };
struct ct_solve_report {
    uint64_t nodes;  /* picks tried */
    uint64_t pruned; /* positions that were called hopeless */
    uint64_t wrong;  /* of these, winnable all the same: `check` only */
    int depth;       /* picks of the win */
    bool
        too_deep; /* undecided, and ways were longer than 64 MB hold: no further was gone there */
    bool no_memory; /* why it failed; else ct_error of the engine */
};

/* NULL: memory ran out. */
ct_solver *ct_solver_new(ct_engine *engine);
void ct_solver_free(ct_solver *s);
/* Solves the game from `deal` on, with at most `nodes` picks. With `check` nothing is pruned:
 * hopeless positions are searched like any, and each that can be won is counted. CT_FAILED:
 * memory ran out, or ct_error of the engine says why. All deals of a solver are of one game. */
enum ct_solve_answer ct_solver_run(ct_solver *s, const ct_state *deal, uint64_t nodes,
                                   bool check, struct ct_solve_report *out);

/* ---- chance by hand ---- */

/* Says what chance decides: which of n outcomes, 0 … n - 1; anything else, and the game fails.
 * Outcome i is as likely as weight[i] of the sum of the weights; NULL: all are alike. A shuffle is
 * asked card by card, the first card first, equal cards being one outcome. What a script's hook
 * drew before it asked somebody would be drawn again when it is run again: where a hook has asked,
 * n is 0, and the game fails. */
typedef int (*ct_chance_fn)(void *ctx, int n, const int *weight);
/* From now on `fn` is asked in place of the generator, in games that this engine moves. NULL: the
 * generator. */
void ct_chance(ct_engine *engine, ct_chance_fn fn, void *ctx);

/* ---- exact answers about small games of chance and hidden cards ----
 *
 * All ways in which a game can go, in memory: all that chance can decide (ct_chance), every pick.
 * A seat that has been told the same (ct_digest) is in the same information set and plays alike
 * there. Points are played for where nothing but they decides, nobody has a partner and those of
 * all always add up to the same; else the share of the win.
 */

typedef struct ct_exact ct_exact;

/* How a seat plays in an information set, of which `state` is one position: into chance[i] how
 * likely it takes choice i of n, which add up to 1; they come as 1/n. 0, or -1: it cannot be said. */
typedef int (*ct_exact_policy)(void *ctx, ct_state *state, int seat, int n, double *chance);

/* A tree that has only its root yet, of games with this setup, whose flags do not matter, with at
 * most `most` positions. `policy` (NULL: at random) is asked once for each information set. NULL:
 * out of memory, or ct_error says why. The engine must live as long as the tree. */
ct_exact *ct_exact_new(ct_engine *engine, const struct ct_setup *setup, uint64_t most,
                       ct_exact_policy policy, void *ctx);
void ct_exact_free(ct_exact *exact);
/* Adds up to n positions. 1: there are more; 0: the tree is whole; -1: ct_exact_error, which lives
 * as long as the tree and until the next call with the engine. */
int ct_exact_grow(ct_exact *exact, int n);
const char *ct_exact_error(ct_exact *exact);

struct ct_exact_size {
    uint64_t positions, ends;
    int sets[CT_MAX_SEATS]; /* information sets of each seat */
    bool points;            /* of a whole tree: they are played for */
    bool too_large;         /* why it failed: there are more than `most` positions, … */
    double outcomes; /* … in one place 10 to the power of this by chance alone; 0: in all */
};
struct ct_exact_size ct_exact_get_size(const ct_exact *exact);

/* What a policy is worth, in points or shares of the win. */
struct ct_exact_worth {
    double value[CT_MAX_SEATS]; /* to each seat, if all play by it */
    double best[CT_MAX_SEATS];  /* … if that seat alone plays its best response to it */
    /* What a seat gains by that: the mean of the seats that choose. 0 is an equilibrium. */
    double exploitability;
};
/* An iteration of CFR+ on a whole tree, seat by seat (Tammelin, Solving Large Imperfect Information
 * Games Using CFR+, 2014; counterfactual regret: Zinkevich and others, 2007). The average of all
 * comes as near as one likes to an equilibrium of two seats; of more it may not. */
void ct_exact_iterate(ct_exact *exact);
enum ct_exact_which { CT_EXACT_GIVEN, CT_EXACT_AVERAGE };
/* Of a whole tree: the policy that was given, or the average of all iterations. */
void ct_exact_measure(ct_exact *exact, enum ct_exact_which which, struct ct_exact_worth *out);

/* ---- what happens ---- */

/* What happens is told to observers as events, which are data, and in sentences. Both have numbers
 * of their own for each observer, 1, 2, 3 …, for a count that all share would betray answers that
 * are still secret: who cannot tell two games apart is told the same, with the same numbers. What
 * an observer may not know stands in no event of theirs. The set-up is told to CT_ALL only; the
 * others find it in their first view. */

/* Kinds of events: name, and what stands in `struct ct_event` beside the observer's number. */
#define CT_EVENTS(X)                                                                           \
    X(PHASE, phase, "a round of a phase begins: id; value: its number, seat: whose turn")      \
    X(PHASE_END, phase_end, "it ends: the same")                                               \
    X(MOVE, move, "card goes from … to")                                                       \
    X(TURN, turn, "card is turned, in to")                                                     \
    X(COUNTER, counter, "counter id of the game, seat or card is value now, other more")       \
    X(SHUFFLE, shuffle, "the cards in to are shuffled")                                        \
    X(SHOW, show, "card, in to, is shown to seats")                                            \
    X(ASK, ask, "seats are asked; id: the word of the question, or -1")                        \
    X(PICK, pick, "the answer of this observer: choice, one of value")                         \
    X(ANSWER, answer, "the answer of seat is carried out: choice")                             \
    X(EFFECT, effect, "an effect of card (seat's) begins: id: its verb; value: the effect")    \
    X(CANCEL, cancel, "effects of card that waited are taken away")                            \
    X(WATCH, watch, "what card watched for has come, for seat")                                \
    X(BLOCK, block, "seats may not, for a while: id (enum ct_block), value: what")             \
    X(ROLL, roll, "value was drawn, from 1 to other")                                          \
    X(ORDER, order, "an order of seats was drawn: order, norder")                              \
    X(SAY, say, "word id is said (-1: the text of step other), of value, card, seat")          \
    X(USED_UP, used_up, "the endless pile in to has no more of card")                          \
    X(END, end,                                                                                \
      "the game is over: value (enum ct_status); seats have won, other lost (masks)")          \
    X(EACH, each, "a loop over cards comes to card, in to; value: 1: somebody may be asked")   \
    X(FACT, fact, "all hear of card, in to, that it is one of may")                            \
    X(LOST, lost, "no watcher or effect can tell card from others any more")
enum ct_event_kind {
#define X(id, name, says) CT_EVENT_##id,
    CT_EVENTS(X)
#undef X
        CT_NEVENTS
};
/* What may not be done: counter `value` made more or less, cards turned up (value 1) or down (0), cards
 * moved to zone `value`. */
enum ct_block { CT_BLOCK_ADD, CT_BLOCK_TURN, CT_BLOCK_MOVE };
/* A zone, or a place in it. */
struct ct_spot {
    int16_t zone;  /* -1: none, or outside of the game */
    int16_t place; /* in a row or pile, from 0; -1: a set has none, or it is not told */
    int8_t seat;   /* -1: the table's */
};
struct ct_event {
    uint64_t number; /* of this observer */
    enum ct_event_kind kind;
    bool of_card;        /* a card is told: */
    struct ct_card card; /* … as they see or know it; it lies in `to`, if that is told */
    struct ct_spot from, to;
    int seat;       /* -1: none */
    unsigned seats; /* a mask */
    int id;         /* -1: none */
    int32_t value, other;
    bool set; /* COUNTER: it was set, not added to */
    int norder;
    uint8_t order[CT_MAX_SEATS];
    const struct ct_choice *choice; /* PICK, ANSWER; else NULL. Lives during the call. */
    const uint64_t
        *may; /* FACT: a bit for each card of the ruleset, 64 to a word; else NULL. So, too. */
};
const char *ct_event_name(enum ct_event_kind kind);
/* What stands in it, for people who write programs. */
const char *ct_event_says(enum ct_event_kind kind);
/* The event as JSON: `number`, `event` (the kind), and what the kind has of `card` (null: a back) with `up` and
 * `owner`, `from` and `to` (each `zone`, `seat`, `place`), `seat`, `seats`, `id` (of a phase, counter, verb or word; of a
 * block `add`, `turn` or `move`), `value`, `other`, `order`, `choice`, `may_be` (identifiers). The caller frees it with free(). */
char *ct_event_json(ct_engine *engine, const ct_state *state, const struct ct_event *event);

enum ct_line_kind { CT_LINE_HEADING, CT_LINE_PLAIN };
struct ct_line {
    enum ct_line_kind kind;
    int depth;        /* how deep in the phases, from 0 */
    const char *text; /* one sentence; lives during the call */
    /* Of the events that it tells the first and the last, by number; what lies between may be another sentence's, where one
     * tells of a seat and one of all others. */
    uint64_t first, last;
    int source; /* number of the card whose effect it tells, -1: of none */
};
/* Both are called while games with CT_TRACK are moved through the engine, and must not use it;
 * an event comes before the sentence about it. `state` is the game at that moment, all of it:
 * for names only. */
typedef void (*ct_event_fn)(void *ctx, const ct_state *state, const struct ct_event *event);
typedef void (*ct_log_fn)(void *ctx, const struct ct_line *line);

/* One who is told. */
struct ct_listener {
    int observer;      /* a seat, CT_SPECTATOR or CT_ALL */
    ct_event_fn event; /* or NULL */
    ct_log_fn line;    /* or NULL */
    void *ctx;         /* for both */
    const char *lang;  /* of the sentences; NULL: the engine's */
    int you;           /* the seat that they call "you", or -1 */
    uint64_t told;     /* how many events they were told of this game before; 0: none */
};
/* All who are told of one game, each in their way. An engine that moves several games tells of each
 * to its own audience: ct_tell before it moves another one. NULL: no memory. */
typedef struct ct_audience ct_audience;
ct_audience *ct_audience_new(const ct_definition *def);
void ct_audience_free(ct_audience *audience);
/* Adds one (copied). His number in the audience, from 0, or -1 (no memory). */
int ct_audience_add(ct_audience *audience, const struct ct_listener *listener);
/* How many events number i has been told by now: 0 again when a game starts. */
uint64_t ct_audience_told(const ct_audience *audience, int i);
/* From now on what happens in games moved through this engine is told to them; NULL: to nobody.
 * An audience is freed by who made it, after the engine was given another. */
void ct_tell(ct_engine *engine, ct_audience *audience);
/* For one observer's sentences alone, beside any audience: told to `fn`, in the engine's language. NULL
 * stops it. 0 or -1. */
int ct_log(ct_engine *engine, int observer, ct_log_fn fn, void *ctx);

/* ---- replays and saves: a game as the picks that made it (core/record/replay.h has the format) ----
 *
 * A replay is plain data; what it owns goes with ct_replay_free. Texts that are called `said`,
 * `wrong` or `why` are added to what stands there: begin with NULL, and free() in the end. Without memory
 * for its words a failure stays a failure, and its text what it was; a text that is returned is NULL.
 */

struct ct_replay_seat {
    char *name, *player; /* player NULL: nobody sits there */
    uint64_t drawn;      /* random numbers that its program has used (saves) */
};
struct ct_replay_pick {
    int seat;
    char *text; /* "keep owl", "unknown #2" */
    int check;  /* the table before it, -1: not given */
    int line;
    bool world;      /* no pick: from here on the game goes on in another world, … */
    uint64_t stream; /* … which that seat cannot tell from this one: ct_enter_world */
};
struct ct_replay_option {
    char *text; /* "name=value" */
    int line;
};
struct ct_replay {
    char *path; /* of the file, fit to be shown, for messages; NULL: not read from one */
    char *ruleset;
    uint64_t behaviour, layout, seed;
    int people;
    struct ct_replay_option *option;
    int noptions;
    struct ct_replay_seat seat[CT_MAX_SEATS];
    int nseats;
    struct ct_replay_pick *pick;
    size_t npicks;
    enum ct_status end;
    uint64_t blocks; /* the version of blocks whose bytes `hash` is of; 0: not said */
    uint64_t hash, position;
    char *result; /* NULL: none */
    int line, people_line, end_line;
    bool lost;      /* memory ran out: ct_replay_close fails */
    bool save;      /* it was read as a save */
    uint8_t *block; /* of a save */
    size_t nblock;
    int block_line;
};

/* Told of each pick before it is made: its number, and which of how many choices (-1 of 0: it is another world). */
typedef void (*ct_replay_fn)(void *ctx, size_t pick, int choice, int choices);
struct ct_replay_run {
    size_t done;       /* picks made */
    bool other;        /* the table was another one before … */
    size_t other_at;   /* … this pick (or the end) */
    size_t hook_from;  /* first pick that answers the script hook under way; = done: none */
    uint64_t hook_run; /* which run of a hook that is */
    ct_replay_fn each; /* or NULL */
    void *ctx;
};

/* A replay of a game that has just begun; its seats are played by people unless ct_replay_player
 * says otherwise. */
void ct_replay_init(struct ct_replay *r, ct_engine *engine, ct_state *game,
                    const char *ruleset);
void ct_replay_player(struct ct_replay *r, int seat, const char *player);
void ct_replay_free(struct ct_replay *r);
/* Notes the pick that is about to be made: choice i of those listed last, for this seat. */
void ct_replay_note(struct ct_replay *r, ct_engine *engine, ct_state *game, int seat, int i);
/* Notes that the game is about to go on in another world, by ct_enter_world; it counts as a pick. */
void ct_replay_note_world(struct ct_replay *r, ct_engine *engine, ct_state *game, int seat,
                          uint64_t stream);
/* Forgets the picks from number n on. */
void ct_replay_cut(struct ct_replay *r, size_t n);
/* Notes how the game stands now. 0 or -1 (ct_error). */
int ct_replay_close(struct ct_replay *r, ct_engine *engine, ct_state *game);
/* The text of a replay (free()), NULL: memory ran out; of a save of the game, which it notes, NULL:
 * ct_error. */
char *ct_replay_text(const struct ct_replay *r);
char *ct_save_text(struct ct_replay *r, ct_engine *engine, ct_state *game);
/* The sum of what lies where: 0 … 65535. */
int ct_replay_check(ct_engine *engine, ct_state *game);

/* Reads the replay or save that begins at *at, which is moved behind it; *line likewise. False:
 * it is refused, *wrong says "PATH:LINE: why". ct_replay_free in both cases. */
bool ct_replay_read(struct ct_replay *r, const char *path, const char *text, size_t n,
                    size_t *at, int *line, char **wrong);
/* Identifier `was` is called `now` in all picks: a card was renamed. How many picks it changed. */
size_t ct_replay_rename(struct ct_replay *r, const char *was, const char *now);
/* Were these the rules? If not, what has changed since: a sentence (free()). */
bool ct_replay_same_rules(const struct ct_replay *r, const ct_definition *def);
char *ct_replay_change(const struct ct_replay *r, const ct_definition *def);

/* Names the seats as the replay does, for texts and for its picks. */
void ct_replay_names(const struct ct_replay *r, ct_engine *engine, int you);
/* The game at its start. Options that the game has not any more are left out and told in *said,
 * if its fingerprints have changed. NULL: *wrong. */
ct_state *ct_replay_start(const struct ct_replay *r, ct_engine *engine, char **said,
                          char **wrong);
/* Plays on to pick number `to`, and to the question or end that follows. 1: done; 0: the next
 * pick (run->done) cannot be made, *why says so in words; -1: the ruleset fails, *why. */
int ct_replay_play(const struct ct_replay *r, ct_engine *engine, ct_state *game, size_t to,
                   struct ct_replay_run *run, char **why);
/* Does the game stand as the replay says? Adds what differs to *why. */
bool ct_replay_agrees(const struct ct_replay *r, ct_engine *engine, ct_state *game,
                      const struct ct_replay_run *run, char **why);
/* Since when the table was another one (run->other), a line (free()). */
char *ct_replay_other(const struct ct_replay *r, const struct ct_replay_run *run);
/* The game of a save, if the rules are the same; by its picks, if its block is of another version. NULL: *wrong says
 * "PATH:LINE: why". */
ct_state *ct_save_state(const struct ct_replay *r, ct_engine *engine, char **wrong);

/* Replaces a file at one stroke: whoever reads it, and however this process or the machine ends,
 * finds the old or the new one. `durable`: after a failure of power the new one. False: *wrong says
 * why. */
bool ct_file_replace(const char *path, const char *text, size_t n, bool durable, char **wrong);
/* Removes what writers of this file left beside it when they were killed or the power went. ct_file_replace does so,
 * too: this is for a file that may never be written again. */
void ct_file_sweep(const char *path);
/* The same for a file that grows: it gets its name when it is whole, and until then has none, or one beside
 * it (NULL: none) that is to be unlinked by who is ended by a signal. `named`: it has one, for libraries that open files
 * by name; what a process that was killed left there, the next draft of the same file takes away. NULL: *wrong says
 * why. False: errno says it. _end frees the draft, which gets its name if `wanted`. */
typedef struct ct_draft ct_draft;
ct_draft *ct_draft_begin(const char *path, bool named, char **wrong);
const char *ct_draft_beside(const ct_draft *draft);
bool ct_draft_add(ct_draft *draft, const char *text, size_t n);
bool ct_draft_end(ct_draft *draft, bool wanted);
/* Reads a whole file (free(), with a zero byte behind it). NULL: *wrong (NULL: nobody asks why). */
char *ct_file_read(const char *path, size_t *n, char **wrong);
/* May `path` be written as a file of this kind ("save", "replay")? Only if there is none, an
 * empty one, or one of this kind, and its folder takes files. False: *wrong. */
bool ct_file_may_become(const char *path, const char *kind, char **wrong);
/* A file of a kind that this process alone replaces, again and again, until it lets go of it or ends.
 * NULL: another one does, or it is no file of that kind (NULL: of any); *wrong says which. There may be none yet.
 * Writing fails if another process has put a file there since. */
typedef struct ct_file ct_file;
ct_file *ct_file_keep(const char *path, const char *kind, char **wrong);
bool ct_file_write(ct_file *file, const char *text, size_t n, bool durable, char **wrong);
void ct_file_release(ct_file *file);

/* ---- Cantrip's own words ---- */

/* The sentences of words.def, for screens that speak the game's languages: number w by its name (NULL
 * after the last), and as it is written there in the language: a template, "{n} {n:card|cards}". They live for
 * ever. `def` NULL: in "en" or "fr", of no game. */
const char *ct_own_name(int w);
int ct_own_find(const char *name); /* -1: no such */
const char *ct_own_text(const ct_definition *def, const char *lang, int w);
/* A value for such a template, by name. */
enum ct_filled { CT_FILLED_TEXT, CT_FILLED_NUMBER, CT_FILLED_SEAT };
struct ct_filling {
    const char *name;
    enum ct_filled is;
    const char *text; /* TEXT; of a SEAT its name */
    int64_t number;
    bool you; /* SEAT: the one spoken to */
};
/* The sentence with these values. The caller frees it with free(); NULL: no such sentence. */
char *ct_own_say(const ct_definition *def, const char *lang, int w,
                 const struct ct_filling *with, int n);

/* ---- random numbers ---- */

/* SplitMix64 used as a counter: what the kernel uses, for bots that are to be reproducible. */
struct ct_rng {
    uint64_t key, count;
};
struct ct_rng ct_rng_make(uint64_t seed, uint64_t stream);
uint64_t ct_rng_next(struct ct_rng *rng);
/* 0 … n - 1, each as likely. */
uint32_t ct_rng_below(struct ct_rng *rng, uint32_t n);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
