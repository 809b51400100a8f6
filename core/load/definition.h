/* definition.h - a loaded game: the compiled kdef and everything that has words.
 *
 * Made by the loader (load.c), immutable afterwards, shared by all threads. All
 * memory lives in `mem`. Ids are those of the kdef: names[i] belongs to entry i.
 */
#ifndef CANTRIP_LOAD_DEFINITION_H
#define CANTRIP_LOAD_DEFINITION_H

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/files.h"
#include "base/idmap.h"
#include "base/node.h"
#include "script/script.h"

#define MAX_LANGUAGES 8
#define MAX_RULES     (1 << 20) /* bytes of the rules for players */

/* A text in the languages of the ruleset; by_lang[i] NULL = falls back to language 0. */
struct text {
    const char *by_lang[MAX_LANGUAGES];
};

/* `untold`: `says: none`, people are not told of it. `means`: what players are told that it is. */
struct named {
    const char *id;
    struct text says;
    const struct node *node;
    bool untold;
    struct text means;
};

/* Which of N it is; -1: none of them. Some have no id. */
static inline int named_at(const struct named *v, int n, const char *id)
{
    for (int i = 0; i < n; i++)
        if (v[i].id && !strcmp(v[i].id, id))
            return i;
    return -1;
}

/* A closed list of words, and where each stands. */
struct words {
    const struct named *v;
    uint16_t n;
    struct idmap place;
};

/* Place of a word, or -1. */
static inline int words_at(const struct words *words, const char *id)
{
    return idmap_find(&words->place, id);
}

struct trait_info {
    struct named name;
    struct words words;
    ref words_of; /* 1 + the trait whose words these are, too; 0: its own */
};
struct option_info {
    struct named name;
    uint8_t is;          /* V_FLAG, V_NUMBER, V_WORD */
    struct words values; /* V_WORD; value i has number value_is[i] */
    const int32_t *value_is;
    int32_t def;
    int32_t from, to; /* V_NUMBER: the least and the greatest */
};
struct param_info {
    const char *id;
    uint8_t type;
    ref word_trait;
    bool optional;
    ref def;
    const struct node *def_node;
    bool main;
};
struct verb_info {
    struct named name;
    struct param_info param[K_MAX_PARAMS];
    uint8_t nparams;
    uint8_t cls;
    const struct node *steps; /* of a named step: its `do`, or NULL */
};
struct card_info {
    const char *id;
    struct text name;
    const char *source;      /* "rulebook", "ours" …, NULL */
    const struct node *node; /* the card as written (after like, for, defaults) */
};
/* How an entry of an effect list reads: its node (for parameters) and its own `says`. */
struct effect_info {
    const struct node *node;
    struct text says;
    bool is_watch;
    uint16_t watch;
    bool leaves; /* it may leave something that no line of the log tells */
    const struct node
        *standing;             /* of a `watches` trait: the entry with its `when`, else NULL */
    struct text standing_says; /* the `says` of that entry, at the first of its effects */
};

struct position {
    const struct source *src;
    int line, col;
};

/* A file that was read. */
struct read_file {
    const char *path;
    const struct read_file *next;
};
struct script_file {
    const char *path;
    const char *text;
    size_t len;
};

/* How a table is drawn; nothing of it means anything to the game. */
struct drawn_zone {
    bool small;
    uint8_t row, column; /* from 1; 0: not said */
    ref across, down; /* a grid: the counters of cards that say where each lies, or REF_NONE */
};
struct drawing {
    ref colour;     /* a trait of words, or REF_NONE */
    const int *red; /* its words whose cards have red names */
    int nred;
    ref corner[4];
    uint8_t ncorners;
    const struct drawn_zone *zones;
};

/* What lists say of a game; 0, NULL: not said. */
struct about {
    struct text line;
    uint16_t minutes;
    uint8_t weight; /* 1 to 5 */
    const char *kind;
};

struct ct_definition {
    struct kdef k;
    struct arena *mem;
    const char *id, *dir,
        *root;        /* ruleset's name, its folder, the folder that holds rulesets/ */
    const char *base; /* the folder of the ruleset that it extends, or NULL */
    struct text title;
    struct about about;
    struct file_at rules[MAX_LANGUAGES]; /* for players, in each language; `dir` NULL: none */
    const struct text *person_names;     /* what players are called before they have a name */
    uint8_t nperson_names;
    const char *languages[MAX_LANGUAGES];
    int nlanguages;

    const struct card_info *cards;
    const struct trait_info *traits;
    const struct named *zones, *counters, *phases, *kinds, *actions;
    const struct option_info *options;
    const struct verb_info *verbs; /* behind them the named steps */
    uint16_t nverbs, nsteps;
    const struct named *words;
    uint16_t nwords;          /* `words:`: prompts and reasons */
    const struct named *lets; /* `let:`; what they say is their formula, if they are one */
    const struct node *const *let_of; /* [let]: the whole of it */
    int nlets;
    const struct named *classes;
    struct drawing drawing;
    const struct text *step_texts; /* what moves and turns say: kevent.text */
    const struct effect_info *effects;
    uint16_t neffects;
    const struct node *const *requires_nodes; /* their `says` */
    const struct node *ties;                  /* of `result`, or NULL */
    const struct node *fewer_cards; /* `cards`, where it leaves out some of what is extended */
    const char *fewer_cards_hint;

    /* hooks by id: acting hooks are "effect.NAME" or "step.NAME", pure ones "NAME" */
    const char *const *hooks;
    const char *const *pures;
    const char *const *pure_hooks; /* the same as "pure.NAME" */
    const struct script_file *scripts;
    int nscripts;
    const struct sselector
        *script_sels; /* in the order in which `sel` is called while they load */
    int nscript_sels;

    const struct read_file *files; /* in the order in which they were read */
    const struct position *pos;
    uint32_t npos;              /* kop.src … ; [0] unused */
    uint64_t behaviour, layout; /* fingerprints */
    uint64_t
        compiled; /* of the behaviour without what stands in scripts: their selectors count */
    int32_t nrequires;
};

#endif
