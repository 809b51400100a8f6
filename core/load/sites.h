/* sites.h: as what the loader read each piece of a game's files: where the game can be changed, and how (mutate/).
 *
 * Noted by the readers themselves, when somebody wants to know (load_more.sites), so that what is noted is what
 * counted. A piece that is compiled in several places is noted as often.
 */
#ifndef CT_LOAD_SITES_H
#define CT_LOAD_SITES_H

#include "base/arena.h"
#include "base/node.h"

struct loader;

enum site_is {
    SITE_KEYS,    /* a map; arg: its place (keys.h), whose keys may stand in it */
    SITE_PARAMS,  /* a map of parameters; arg: of which verb or named step */
    SITE_STEPS,   /* a list of steps or phases */
    SITE_EFFECTS, /* a card's list of effects or watchers */
    SITE_LIST,    /* a list, or a map, whose entries stand each for themselves */
    SITE_ORDERED, /* a list of values in which it matters what comes first */
    SITE_FORMULA, /* a scalar: a word of formulas, or an expression */
    SITE_COND,    /* a condition, of whatever kind */
    SITE_FLAG,    /* true or false */
    SITE_NUMBER,
    SITE_ONE_OF, /* one of `words`, a space between two */
    SITE_NAME,   /* a name of the ruleset; arg: enum name_kind */
    SITE_SEATS,  /* a word for seats */
    SITE_WORD,   /* a word; arg: of this trait */
    SITE_CARD    /* the id of a card */
};

struct site {
    enum site_is is;
    int arg;
    bool aside; /* compiled only to be checked, or for a script */
    const char *words;
    const struct node *node; /* as it was compiled: perhaps a copy of what stands in the file */
};

/* A file of YAML as it was read, before anything was changed. */
struct site_file {
    const char *path;
    const struct node *root;
};

/* All of it lies in the arena of the definition. Begin with {0}. */
struct sites {
    struct site *v;
    size_t n;
    struct site_file *file;
    size_t nfiles;
};

/* Notes it, if somebody wants to know. */
void site_note(struct loader *ld, enum site_is is, const struct node *node, int arg);
/* Is the step or phase a `say`, with no `else` beside it? Then nothing in it is noted: it changes no game. */
bool only_says(const struct node *entry);
void site_one_of(struct loader *ld, const struct node *node, const char *words);
void site_file_note(struct loader *ld, const char *path, const struct node *root);

#endif
