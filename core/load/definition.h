/* definition.h - a loaded game: the compiled kdef and all its words.
 *
 * The loader (load.c) makes it. After that it never changes, and all threads share it. All
 * memory is in `mem`. Ids are those of the kdef: names[i] belongs to entry i.
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

/* `untold`: `says: none`, the log does not mention it. `means`: its explanation for players.
 * `icon`: a letter or sign, or with `icon_in` a file in that folder. NULL: none. */
struct named {
    const char *id;
    struct text says;
    const struct node *node;
    bool untold;
    struct text means;
    const char *icon, *icon_in;
};

/* The index of the id in N entries, or -1. Some entries have no id. */
static inline int named_at(const struct named *v, int n, const char *id)
{
    for (int i = 0; i < n; i++)
        if (v[i].id && !strcmp(v[i].id, id))
            return i;
    return -1;
}

/* A closed list of words, with the place of each. */
struct words {
    const struct named *v;
    uint16_t n;
    struct idmap place;
};

/* Index of a word, or -1. */
static inline int words_at(const struct words *words, const char *id)
{
    return idmap_find(&words->place, id);
}

struct trait_info {
    struct named name;
    struct words words;
    ref words_of; /* 1 + the trait whose words these are; 0: its own words */
};
struct option_info {
    struct named name;
    uint8_t is;          /* V_FLAG, V_NUMBER, V_WORD */
    struct words values; /* V_WORD; value i has number value_is[i] */
    const int32_t *value_is;
    int32_t def;
    int32_t from, to; /* V_NUMBER: least and greatest */
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
    const char *source;      /* "rulebook", "ours" …, or NULL */
    const struct node *node; /* the complete card (after like, for, defaults) */
};
/* The source of an entry of an effect list: its node (with parameters) and its own `says`. */
struct effect_info {
    const struct node *node;
    struct text says;
    bool is_watch;
    uint16_t watch;
    bool leaves;                 /* it may change something that no line of the log tells */
    const struct node *standing; /* of a `watches` trait: the entry with `when`; else NULL */
    struct text standing_says;   /* `says` of that entry, at its first effect */
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

/* How a table is drawn. It does not change the game. */
struct drawn_zone {
    bool small;
    uint8_t row, column; /* from 1; 0: not given */
    ref across, down;    /* a grid: counters of cards with their places, or REF_NONE */
};
struct drawing {
    ref colour;     /* a trait of words, or REF_NONE */
    const int *red; /* the words whose cards have red names */
    int nred;
    ref corner[4];
    uint8_t ncorners;
    const struct drawn_zone *zones;
    struct file_at face; /* the template of printed cards; `dir` NULL: none */
};

/* What lists show about a game. 0, NULL: not given. */
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
        *root;        /* name of the ruleset, its folder, the folder with rulesets/ */
    const char *base; /* folder of the extended ruleset, or NULL */
    struct text title;
    struct about about;
    struct file_at rules[MAX_LANGUAGES]; /* for players, by language; `dir` NULL: none */
    const struct text *person_names;     /* names of players who gave none */
    uint8_t nperson_names;
    const char *languages[MAX_LANGUAGES];
    int nlanguages;

    const struct card_info *cards;
    const struct trait_info *traits;
    const struct named *zones, *counters, *phases, *kinds, *actions;
    const struct option_info *options;
    const struct verb_info *verbs; /* followed by the named steps */
    uint16_t nverbs, nsteps;
    const struct named *words;
    uint16_t nwords;                  /* `words:`: prompts and reasons */
    const struct named *lets;         /* `let:`; says is the text of their formula, if any */
    const struct node *const *let_of; /* [let]: its node */
    int nlets;
    const struct named *classes;
    struct drawing drawing;
    const struct text *step_texts; /* texts of moves and turns: kevent.text */
    const struct effect_info *effects;
    uint16_t neffects;
    const struct node *byword; /* {NAME: {WORD: texts}} of what has a `number_of`: byword.c */
    const struct node *const *requires_nodes; /* their `says` */
    const struct node *ties;                  /* of `result`, or NULL */
    const struct node *fewer_cards; /* `cards`, if it leaves out some of the extended ruleset */
    const char *fewer_cards_hint;

    /* hooks by id: acting hooks are "effect.NAME" or "step.NAME", pure ones "NAME" */
    const char *const *hooks;
    const char *const *pures;
    const char *const *pure_hooks; /* the same for "pure.NAME" */
    const struct script_file *scripts;
    int nscripts;
    const struct sselector *script_sels; /* in the order of `sel` calls while scripts load */
    int nscript_sels;

    const struct read_file *files; /* in reading order */
    const struct position *pos;
    uint32_t npos;              /* kop.src … ; [0] unused */
    uint64_t behaviour, layout; /* fingerprints */
    uint64_t
        compiled; /* fingerprint of the behaviour without scripts, but with their selectors */
    int32_t nrequires;
};

/* byword.c: the name of which PART is a part by word, as cost is of cost_red. NULL: none. */
const char *byword_of_part(const struct node *byword, const char *part);

#endif
