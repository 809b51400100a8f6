/* places.c - the pieces of YAML that a load has noted, each once, in the order of the files. */
#include "mutate/mutate.h"

#include <stdlib.h>
#include <string.h>

/* A piece of a file, whoever noted it. */
struct piece {
    int file;
    struct node *node;
};
struct noted {
    size_t piece;
    const struct site *site;
};
struct places {
    struct arena *mem;
    struct piece *piece;
    size_t n;
};

/* ---- the files in pieces ---- */

static void add_pieces(struct places *p, int file, struct node *n)
{
    *LIST_ADD(p->mem, p->piece, p->n) = (struct piece){file, n};
    for (size_t i = 0; i < n->n; i++)
        add_pieces(p, file, n->item[i]);
}

static int by_place(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    const struct node *n = x->node, *m = y->node;

    return x->file != y->file   ? x->file - y->file
           : n->line != m->line ? n->line - m->line
           : n->col != m->col   ? n->col - m->col
                                : (int)n->kind - (int)m->kind;
}

/* The file that the piece stands in, by number; -1: it was made, or is of a script. */
static int file_of(const struct sites *s, const struct node *n)
{
    for (size_t i = 0; i < s->nfiles; i++)
        if (s->file[i].root->src == n->src)
            return (int)i;
    return -1;
}

/* ---- notes ---- */

/* Is the text that was read all of the piece, or its end? */
static bool reads_alike(const struct node *raw, const struct node *read, size_t *off)
{
    *off = 0;
    if (raw->kind != NODE_SCALAR)
        return true;
    if (raw->len < read->len || !raw->len)
        return false;
    *off = raw->len - read->len;
    return strcmp(raw->text + *off, read->text) == 0 &&
           (*off == 0 || raw->text[*off - 1] == ' ' || raw->text[*off - 1] == '=');
}

static int by_piece(const void *a, const void *b)
{
    const struct noted *x = a, *y = b;

    return x->piece != y->piece           ? (x->piece < y->piece ? -1 : 1)
           : x->site->is != y->site->is   ? (int)x->site->is - (int)y->site->is
           : x->site->arg != y->site->arg ? x->site->arg - y->site->arg
                                          : (int)x->site->aside - (int)y->site->aside;
}

/* The notes that lead to a piece, in order; how many. */
static size_t find_all(const struct ct_mutants *m, const struct places *p, struct noted *out)
{
    const struct sites *s = &m->sites;
    size_t n = 0, off;

    for (size_t i = 0; i < s->n; i++) {
        struct piece key = {file_of(s, s->v[i].node), (struct node *)(uintptr_t)s->v[i].node};
        struct piece *found =
            key.file < 0 ? NULL : bsearch(&key, p->piece, p->n, sizeof key, by_place);
        if (found && reads_alike(found->node, key.node, &off))
            out[n++] = (struct noted){(size_t)(found - p->piece), &s->v[i]};
    }
    if (n)
        qsort(out, n, sizeof *out, by_piece);
    return n;
}

static bool same_note(const struct noted *a, const struct noted *b)
{
    return a->piece == b->piece && a->site->is == b->site->is && a->site->arg == b->site->arg;
}

/* The first of several equal pieces (aliases) stands for all. */
static void keep_first(struct places *p)
{
    size_t n = 0;

    if (p->n)
        qsort(p->piece, p->n, sizeof *p->piece, by_place);
    for (size_t i = 0; i < p->n; i++)
        if (n == 0 || by_place(&p->piece[n - 1], &p->piece[i]) != 0)
            p->piece[n++] = p->piece[i];
    p->n = n;
}

void places_each(struct ct_mutants *m, bool (*skip)(void *ctx, const char *path), void *ctx,
                 place_fn fn)
{
    const struct sites *s = &m->sites;
    struct places p = {.mem = m->mem};
    struct noted *v = arena_alloc(m->mem, (s->n + 1) * sizeof *v);
    bool *skipped = arena_alloc(m->mem, s->nfiles + 1);

    for (size_t i = 0; i < s->nfiles; i++) {
        skipped[i] = skip(ctx, s->file[i].path);
        add_pieces(&p, (int)i, (struct node *)(uintptr_t)s->file[i].root);
    }
    keep_first(&p);
    size_t n = find_all(m, &p, v);
    for (size_t i = 0; i < n; i++) {
        const struct piece *piece = &p.piece[v[i].piece];
        struct place_noted at = {v[i].site, piece->node, s->file[piece->file].path, 0};
        if (skipped[piece->file] || (i && same_note(&v[i], &v[i - 1])))
            continue;
        reads_alike(at.raw, at.site->node, &at.off);
        fn(m, &at);
    }
}
