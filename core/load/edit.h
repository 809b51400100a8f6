/* edit.h: one change of a game's files, made while they are read. The file itself does not
 * change. For mutants (mutate/). */
#ifndef CT_LOAD_EDIT_H
#define CT_LOAD_EDIT_H

#include "base/arena.h"
#include "base/node.h"

enum edit_does {
    EDIT_TEXT, /* replaces a scalar by `text` */
    EDIT_DROP, /* removes entry or key number `at` */
    EDIT_SWAP, /* swaps entries number `at` and `with` */
    EDIT_NOT,  /* wraps the node: {not: …} */
    EDIT_KEY,  /* renames key number `at` to `text` */
    EDIT_BYTES /* of a script: replaces bytes `at` … `with` by `text` */
};

/* Applies to the node of this kind that begins at this place of the file. */
struct edit {
    enum edit_does does;
    const char *path; /* as the loader names the file */
    enum node_kind kind;
    int line, col;
    size_t at, with;
    const char *text;
};

/* Changes the tree of a file, which must not be shared. Memory comes from ARENA. */
void edit_tree(struct arena *arena, struct node *root, const struct edit *edit);
/* The text of a script after the change. *LEN becomes its new length. */
char *edit_bytes(struct arena *arena, const char *text, size_t *len, const struct edit *edit);

#endif
