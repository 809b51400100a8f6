/* edit.c: see edit.h. */
#include "load/edit.h"

#include <string.h>

/* Finds the piece in the tree of the file, or NULL. */
static struct node *edit_find(struct node *n, const struct edit *e)
{
    struct node *found =
        n->kind == e->kind && n->line == e->line && n->col == e->col ? n : NULL;
    for (size_t i = 0; i < n->n && !found; i++)
        found = edit_find(n->item[i], e);
    return found;
}

static void reads(struct arena *arena, struct node *scalar, const char *text)
{
    scalar->len = strlen(text);
    scalar->text = arena_strndup(arena, text, scalar->len);
}

static void drop(struct node *n, size_t at)
{
    size_t after = n->n - at - 1;
    memmove(n->item + at, n->item + at + 1, after * sizeof *n->item);
    if (n->kind == NODE_MAP)
        memmove(n->key + at, n->key + at + 1, after * sizeof *n->key);
    n->n--;
}

/* Changes it in place, for everyone who shares the node. */
static void negate(struct arena *arena, struct node *n)
{
    struct node *inside = arena_alloc(arena, sizeof *inside);
    *inside = *n;
    *n = *node_map_at(arena, n);
    node_map_add(arena, n, node_word_at(arena, n, "not"), inside);
}

void edit_tree(struct arena *arena, struct node *root, const struct edit *e)
{
    struct node *n = edit_find(root, e), *was;
    if (!n)
        return;
    switch (e->does) {
    case EDIT_TEXT: reads(arena, n, e->text); break;
    case EDIT_DROP: drop(n, e->at); break;
    case EDIT_SWAP:
        was = n->item[e->at];
        n->item[e->at] = n->item[e->with];
        n->item[e->with] = was;
        break;
    case EDIT_NOT: negate(arena, n); break;
    case EDIT_KEY: reads(arena, n->key[e->at], e->text); break;
    case EDIT_BYTES: break;
    }
}

char *edit_bytes(struct arena *arena, const char *text, size_t *len, const struct edit *e)
{
    size_t more = strlen(e->text), rest = *len - e->with;
    char *out = arena_alloc(arena, e->at + more + rest + 1);
    memcpy(out, text, e->at);
    memcpy(out + e->at, e->text, more);
    memcpy(out + e->at + more, text + e->with, rest);
    *len = e->at + more + rest;
    return out;
}
