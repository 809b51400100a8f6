/* sites.h: the role of each piece of a game's files. Mutants use it: it says where and how to
 * change the game (mutate/).
 *
 * The readers note it if load_more.sites is set. A piece that is compiled in several places is
 * noted several times.
 */
#ifndef CT_LOAD_SITES_H
#define CT_LOAD_SITES_H

#include "base/arena.h"
#include "base/node.h"

struct loader;

enum site_is {
    SITE_KEYS,    /* a map; arg: its place (keys.h), which says its keys */
    SITE_PARAMS,  /* a map of parameters; arg: the verb or named step */
    SITE_STEPS,   /* a list of steps or phases */
    SITE_EFFECTS, /* a card's list of effects or watchers */
    SITE_LIST,    /* a list or map with independent entries */
    SITE_ORDERED, /* a list of values in which order matters */
    SITE_FORMULA, /* a scalar: a word of formulas, or an expression */
    SITE_COND,    /* any condition */
    SITE_FLAG,    /* true or false */
    SITE_NUMBER,
    SITE_ONE_OF, /* one of `words`, separated by spaces */
    SITE_NAME,   /* a name of the ruleset; arg: enum name_kind */
    SITE_SEATS,  /* a word for seats */
    SITE_WORD,   /* a word; arg: its trait */
    SITE_CARD    /* the id of a card */
};

struct site {
    enum site_is is;
    int arg;
    bool aside; /* only checked, or for a script */
    const char *words;
    const struct node *node; /* the compiled node, perhaps a copy of the file's */
};

/* A YAML file as it was read, without any change. */
struct site_file {
    const char *path;
    const struct node *root;
};

/* Everything is in the definition's arena. Begin with {0}. */
struct sites {
    struct site *v;
    size_t n;
    struct site_file *file;
    size_t nfiles;
};

/* Notes a piece, if load_more.sites is set. */
void site_note(struct loader *ld, enum site_is is, const struct node *node, int arg);
/* Is the step or phase a `say` without `else`? Then nothing in it is noted, because it cannot
 * change a game. */
bool only_says(const struct node *entry);
void site_one_of(struct loader *ld, const struct node *node, const char *words);
void site_file_note(struct loader *ld, const char *path, const struct node *root);

#endif
