/* load.h: a ruleset's files become a definition.
 *
 * A load reports everything it finds, not the first error only; with an error there is no
 * definition. What is returned is immutable and shared by all threads. The files are
 * described in rulesets/guide/reference, the codes of findings in its findings/.
 */
#ifndef CT_LOAD_LOAD_H
#define CT_LOAD_LOAD_H

#include "load/definition.h"
#include "load/edit.h"
#include "load/sites.h"
#include "script/script.h"

/* Loads the ruleset in the folder PATH (its ruleset.yaml), or the file PATH. NULL with at least
 * one error in DIAGS; warnings may be there too when it succeeds. */
struct ct_definition *definition_load(const char *path, struct diags *diags);

struct load_text {
    const char *path, *text;
    size_t len;
};
/* What a load may take from elsewhere; all may be 0. */
struct load_more {
    const char *const *places; /* folders of rulesets that may be extended, up to a NULL */
    const struct node *const
        *cards; /* files of cards as trees ({cards: {ID: …}, defaults}), which
                                      * are copied; they may be `like` cards of the game, and may
                                      * not bear an id of one */
    int ncards;
    const struct edit *edit; /* a change of one of its files */
    struct sites *sites;     /* gets what was read as what, in the arena of the definition */
    /* What files hold, if not what lies on the disk: an editor's text that is not saved yet. */
    const struct load_text *texts;
    int ntexts;
    /* Told of each file that is read, or was to be. NULL: nobody is. */
    void (*told)(void *ctx, const char *path);
    void *ctx;
};
struct ct_definition *definition_load_more(const char *path, const struct load_more *more,
                                           struct diags *diags);

/* Frees all of a definition. NULL is allowed. No engine and no script may use it any more. */
void definition_free(struct ct_definition *def);

/* A script world for one engine of this definition; it ends before the definition does. NULL
 * with *ERR filled. The caller frees it with script_free. */
struct script *definition_open_script(const struct ct_definition *def, struct serror *err);

#endif
