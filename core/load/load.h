/* load.h: loads a ruleset's files into a definition.
 *
 * A load reports all errors, not only the first. With an error there is no definition. The
 * result never changes and is shared by all threads. The files are described in
 * rulesets/guide/reference, the codes of errors and warnings in its findings/.
 */
#ifndef CT_LOAD_LOAD_H
#define CT_LOAD_LOAD_H

#include "load/definition.h"
#include "load/edit.h"
#include "load/sites.h"
#include "script/script.h"

struct load_text {
    const char *path, *text;
    size_t len;
};
/* Additional input of a load. All may be 0. */
struct load_more {
    const char *const *places; /* folders of rulesets to extend, ended by NULL */
    const struct node *const
        *cards; /* files of cards as trees ({cards: {ID: …}, defaults}), which
                                      * are copied; they may be `like` cards of the game, and may
                                      * not bear an id of one */
    int ncards;
    const struct edit *edit; /* a change of one file */
    struct sites *sites;     /* gets the role of each node; in the definition's arena */
    /* Contents of files in place of those on disk: an editor's unsaved text. */
    const struct load_text *texts;
    int ntexts;
    /* Called for each file that is read or looked for. May be NULL. */
    void (*told)(void *ctx, const char *path);
    void *ctx;
};
/* Loads the ruleset in the folder PATH (its ruleset.yaml), or the file PATH. NULL: at least one
 * error is in DIAGS. Warnings may be there in any case. */
struct ct_definition *definition_load(const char *path, const struct load_more *more,
                                      struct diags *diags);

/* Frees a definition. NULL: does nothing. No engine or script may still use it. */
void definition_free(struct ct_definition *def);

/* Opens the scripts for one engine of this definition. The caller frees them with script_free,
 * before the definition. NULL: *ERR says why. */
struct script *definition_open_script(const struct ct_definition *def, struct serror *err);

#endif
