/* edit.h: one change of a game's files, made as they are read: the file itself stays as it is. For mutants (mutate/).
 */
#ifndef CT_LOAD_EDIT_H
#define CT_LOAD_EDIT_H

#include "base/arena.h"
#include "base/node.h"

enum edit_does {
    EDIT_TEXT, /* the scalar reads `text` */
    EDIT_DROP, /* entry, or key, number `at` is not there */
    EDIT_SWAP, /* entries number `at` and `with` change places */
    EDIT_NOT,  /* {not: what stands there} */
    EDIT_KEY,  /* key number `at` reads `text` */
    EDIT_BYTES /* of a script: bytes from `at` up to `with` read `text` */
};

/* The piece of YAML that begins at this place of the file is one of this kind. */
struct edit {
    enum edit_does does;
    const char *path; /* as the loader calls the file */
    enum node_kind kind;
    int line, col;
    size_t at, with;
    const char *text;
};

/* Changes the tree of the file, which is nobody else's; memory comes from ARENA. */
void edit_tree(struct arena *arena, struct node *root, const struct edit *edit);
/* The text of a script with the change; *LEN, its length, becomes that of what is returned. */
char *edit_bytes(struct arena *arena, const char *text, size_t *len, const struct edit *edit);

#endif
