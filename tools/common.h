/* common.h - what the subcommands share: the table of commands, flags, finding and loading
 * rulesets, messages.
 *
 * Exit status everywhere: 0 done, 1 a finding (a failed test, games that part), 2 bad input or
 * usage, 128 and the number of a signal after which it stopped (130: Ctrl-C). A subcommand gets its own name as argv[0] and returns that status. Results go to
 * stdout, messages to stderr.
 */
#ifndef CANTRIP_TOOLS_COMMON_H
#define CANTRIP_TOOLS_COMMON_H

#include "cantrip.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { EXIT_OK = 0, EXIT_FINDING = 1, EXIT_USAGE = 2 };

/* The commands: name, arguments, summary. Help, dispatch, suggestions and the declarations of
 * cmd_NAME are made from this list. */
#define COMMANDS(X)                                                                            \
    X(list, "", "all games, by kind")                                                          \
    X(rules, "RULESET", "how a game is played, for players")                                   \
    X(show, "RULESET [CARD]", "a game's cards, or everything about one card")                  \
    X(text, "RULESET", "read what a card says: a sentence becomes the YAML that says it")      \
    X(check, "[RULESET|PATH...]", "report every error; --deep plays games to find more")       \
    X(new, "NAME", "begin a small game of your own")                                           \
    X(guide, "[PAGE]", "how to write a game: tutorial, how-tos, explanations, reference")      \
    X(explain, "[CODE]", "what an error or warning means, with an example and the fix")        \
    X(play, "RULESET", "play a game, or watch bots play it")                                   \
    X(serve, "[RULESET|FOLDER...]", "play in the browser, with friends and bots")              \
    X(desk, "RULESET", "design a game: every save updates the open table")                     \
    X(resume, "FILE", "continue a saved game")                                                 \
    X(replay, "FILE", "retell a recorded game, or check that it still plays the same")         \
    X(view, "FILE|RULESET", "what a seat knows in a saved, recorded or new game, as JSON")     \
    X(sim, "RULESET", "play many games with bots and count the results")                       \
    X(tune, "RULESET CARD.FIELD=VALUES", "find the value that makes a card fair")              \
    X(attack, "RULESET", "find what breaks a game: plans, cards, seats, endless games")        \
    X(merge, "TALLY...", "combine the results of several machines")                            \
    X(arena, "RULESET", "compare bots: they play the same deals from every seat")              \
    X(learn, "RULESET", "train a bot for a game")                                              \
    X(solve, "RULESET",                                                                        \
      "how many deals of a solitaire can be won; perfect play of small games")                 \
    X(perft, "RULESET", "count all possible games up to a depth (perft)")                      \
    X(test, "[RULESET|FILE...]", "run scenarios")                                              \
    X(mutate, "RULESET", "change the rules, one at a time: does a scenario notice?")           \
    X(keys, "[PLACE|KEY]", "which keys a game's files may have, and where")                    \
    X(schema, "[RULESET]", "a JSON Schema for editors, of rulesets or of a game's cards")      \
    X(lsp, "", "a language server: your editor shows errors while you type")                   \
    X(mcp, "[FOLDER]", "a server for language models: they write, check and test games")       \
    X(print, "RULESET [CARD...]", "print a game's cards on paper")                             \
    X(bundle, "RULESET", "make one file of a game, to be played in any browser")               \
    X(export, "RULESET", "a game's cards for the tables of other programs")                    \
    X(complete, "-- [WORD...]", "complete a command line, for shells")

#define X(name, arguments, summary) int cmd_##name(int argc, char **argv);
COMMANDS(X)
#undef X

/* ---- flags ------------------------------------------------------------------------------ */

struct list {
    const char **v;
    int n;
};

enum flag_kind {
    FLAG_SET,   /* --json           bool *to */
    FLAG_TEXT,  /* --lang xx        const char **to */
    FLAG_COUNT, /* --games N        int64_t *to, from min to max */
    FLAG_INT,   /* --days N         the same: int *to */
    FLAG_SEED,  /* --seed S         uint64_t *to */
    FLAG_LIST   /* --option k=v     struct list *to, may be given several times */
};
struct flag {
    const char *name; /* without the dashes */
    enum flag_kind kind;
    void *to;
    const char *argument, *help; /* for --help */
    int64_t min, max;
    bool *given; /* may be NULL */
};
/* A row of a table of flags. To learn whether the flag was given, add `.given = &given`. */
#define FLAG_ROW(NAME, KIND, TO, ARGUMENT, ...)                                                \
    {                                                                                          \
        .name = NAME, .kind = KIND, .to = TO, .argument = ARGUMENT, .help = __VA_ARGS__        \
    }
#define SET_FLAG(name, to, ...)            FLAG_ROW(name, FLAG_SET, to, NULL, __VA_ARGS__)
#define TEXT_FLAG(name, to, argument, ...) FLAG_ROW(name, FLAG_TEXT, to, argument, __VA_ARGS__)
#define LIST_FLAG(name, to, argument, ...) FLAG_ROW(name, FLAG_LIST, to, argument, __VA_ARGS__)
#define COUNT_FLAG(name, to, argument, says, least, ...)                                       \
    FLAG_ROW(name, FLAG_COUNT, to, argument, says, .min = least, .max = __VA_ARGS__)
#define INT_FLAG(name, to, argument, says, least, ...)                                         \
    FLAG_ROW(name, FLAG_INT, to, argument, says, .min = least, .max = __VA_ARGS__)
/* Flags that several commands have. */
#define SEED_FLAG(to, ...) FLAG_ROW("seed", FLAG_SEED, to, "S", __VA_ARGS__)
#define SEATS_FLAG(to, otherwise)                                                              \
    COUNT_FLAG("seats", to, "N", "number of players (" otherwise ")", 1, CT_MAX_SEATS)
#define JOBS_FLAG(to) INT_FLAG("jobs", to, "N", "threads (one per processor)", 1, 1024)
#define OPTION_FLAG(to)                                                                        \
    LIST_FLAG("option", to, "K=V", "an option of the game (may be repeated)")
#define LANG_FLAG(to)                                                                          \
    TEXT_FLAG("lang", to, "XX", "language (that of LANG, or the game's first)")
#define JSON_FLAG(to)   SET_FLAG("json", to, "for programs")
#define PLAIN_FLAG(to)  SET_FLAG("plain", to, "take no shortcuts: slower, with the same result")
#define PROMPT_FLAG(to) SET_FLAG("prompt", to, "lines and a prompt instead of a full screen")

struct usage {
    const char *command; /* its name in COMMANDS */
    const struct flag *flags;
    int nflags;
    const char *more;     /* text below the flags, or NULL */
    const char *examples; /* one a line */
    int least, most;      /* arguments that are no flags; most -1: any number */
};
/* For a command whose table of flags is the array `flags`. */
#define USAGE(command, flags, least, most, more, examples)                                     \
    {                                                                                          \
        command, flags, sizeof flags / sizeof *flags, more, examples, least, most              \
    }

/* Hidden forms of --help: a page for man(1); the words that may come next (complete.h). */
#define HELP_MAN      "--help=man"
#define HELP_COMPLETE "--help=complete"

/* Reads the flags of argv[1..]. Other arguments go to `rest` (args_free). Returns -1 to go on,
 * else the exit status: 0 after --help, 2 after a message. */
int args_parse(const struct usage *u, int argc, char **argv, struct list *rest);
void args_free(struct list *l);
void list_add(struct list *l, const char *text);
/* Frees a list that owns its texts. */
void list_free(struct list *l);

/* How many processors there are: the default number of threads. */
int processors(void);

/* ---- messages -------------------------------------------------------------------------------
 */

/* "cantrip: MESSAGE" on stderr. Always false, so callers can return it. */
bool complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* As complain, but EXIT_USAGE. */
#define refuse(...) (complain(__VA_ARGS__), EXIT_USAGE)
/* As complain, with "; did you mean 'x'?" if a known name is near. */
bool complain_near(const char *word, const char *const *known, int n, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* The library's reason for a failure. It is NULL if there was no memory for it. */
static inline const char *reason(const char *wrong)
{
    return wrong ? wrong : "out of memory";
}
/* Returns `good`. If it is false, prints `who` and the library's reason, and frees the reason. */
bool succeeded(bool good, const char *who, char **wrong);
/* Prints the errors and warnings of a load on stderr. */
void print_findings(const ct_diags *diags);
/* Is there an error among them? */
bool findings_bad(const ct_diags *diags);
/* Does this stream get colours? Only a terminal does, unless NO_COLOR or TERM=dumb is set. */
bool use_colour(FILE *out);

/* A random seed: 64 bits from the system. A seed tells all hands, so it must be too long to guess. */
uint64_t seed_by_chance(void);
/* Reads a seed: a whole number of 64 bits. False: it is none. */
bool seed_read(const char *text, uint64_t *out);
/* The seed of game i (from 1) in a run with one seed. */
uint64_t game_seed(uint64_t seed, uint64_t i);

/* ---- rulesets
 * --------------------------------------------------------------------------------- */

/* Calls `each` for every ruleset, sorted by name. It looks in $CANTRIP_PATH's folders, ./rulesets
 * and ../share/cantrip/rulesets beside the program; the first of a name counts. */
void rulesets_each(void (*each)(void *ctx, const char *name, const char *folder), void *ctx);
/* As above, for the rulesets in `place`. False: `place` is a ruleset itself, or holds none. */
bool rulesets_in(const char *place,
                 void (*each)(void *ctx, const char *name, const char *folder), void *ctx);
/* The folder of a ruleset, given by name or path (free()). NULL after a message. */
char *ruleset_folder(const char *name);
/* Loads the ruleset of a folder. It may extend any game that is found. */
ct_definition *ruleset_open(const char *folder, ct_diags **diags);
/* As above; first those in `near` are looked at. */
ct_definition *ruleset_open_near(const char *folder, const char *near, ct_diags **diags);
/* The folder `rulesets` of the source tree of this program. NULL: it is installed. */
const char *rulesets_of_the_tree(void);
/* Ends a message that no game is found: names the games of the source tree, or is "". */
const char *games_of_the_tree(void);
/* The folders where games are looked for, up to a NULL; ruleset_places_free. */
const char **ruleset_places(void);
void ruleset_places_free(const char **places);
/* Finds and loads a ruleset, and prints what is wrong. NULL after a message. */
ct_definition *ruleset_load(const char *name);
/* Makes an engine. NULL: *wrong says why (free()). */
ct_engine *engine_open(const ct_definition *def, char **wrong);
/* The language to use: --lang if given (NULL after a message if the game lacks it), else that of
 * the environment, else the game's first. */
const char *language_of(const ct_definition *def, const char *wanted);
/* Checks --seats (0: not given) against the game. Returns the number of seats, or -1 after a
 * message. */
int seats_of(const ct_definition *def, int64_t wanted, int otherwise);

#endif
