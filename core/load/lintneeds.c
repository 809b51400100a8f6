/* lintneeds.c: which parameters a function needs.
 *
 * A missing parameter is nil, and many functions test for that. So a parameter is needed only if
 * the function surely looks into it, or computes with it, before anything else can happen. Then
 * a call without it always fails.
 */
#include "load/lint.h"

#include <string.h>

static bool is(const struct syn_expr *e, const struct syn_local *p)
{
    while (e && e->kind == LX_PAREN)
        e = e->a;
    return e && e->kind == LX_NAME && e->local == p;
}

static bool fails(const struct syn_expr *e, const struct syn_local *p);

static bool one_fails(struct syn_expr *const *v, int n, const struct syn_local *p)
{
    bool any = false;

    for (int i = 0; i < n && !any; i++)
        any = v[i] && fails(v[i], p);
    return any;
}

/* Does the expression fail if p is nil? */
static bool fails(const struct syn_expr *e, const struct syn_local *p)
{
    bool counts = e->op != LT_EQ && e->op != LT_NE && e->op != LT_NOT;

    switch ((enum syn_kind)e->kind) {
    case LX_INDEX: return is(e->a, p) || fails(e->a, p) || fails(e->b, p);
    case LX_CALL:
    case LX_METHOD: return is(e->a, p) || fails(e->a, p) || one_fails(e->item, e->n, p);
    case LX_TABLE: return one_fails(e->item, e->n, p) || one_fails(e->key, e->n, p);
    case LX_BINARY:
        if (e->op == LT_AND || e->op == LT_OR)
            return fails(e->a, p);
        return (counts && (is(e->a, p) || is(e->b, p))) || fails(e->a, p) || fails(e->b, p);
    case LX_UNARY: return (counts && is(e->a, p)) || fails(e->a, p);
    case LX_PAREN: return fails(e->a, p);
    default: return false;
    }
}

/* May the block leave its function or loop early? */
static bool may_leave(const struct syn_block *b)
{
    for (int i = 0; i < b->n; i++) {
        const struct syn_stat *s = b->v[i];
        if (s->kind == LS_RETURN || s->kind == LS_BREAK || s->kind == LS_GOTO)
            return true;
        for (int k = 0; k < s->nbodies; k++)
            if (may_leave(s->body[k]))
                return true;
    }
    return false;
}

/* Does the block surely fail if p is nil? */
static bool block_fails(const struct syn_block *b, const struct syn_local *p)
{
    for (int i = 0; i < b->n; i++) {
        const struct syn_stat *s = b->v[i];
        bool some = s->kind == LS_IF ||
                    s->kind == LS_WHILE; /* only the first condition is surely evaluated */
        bool body = s->kind == LS_DO || s->kind == LS_REPEAT;

        if (body && block_fails(s->body[0], p))
            return true;
        if (body && may_leave(s->body[0]))
            return false;
        if (one_fails(s->target, s->ntargets, p) || one_fails(s->item, some ? 1 : s->n, p))
            return true;
        if (s->kind == LS_RETURN || s->kind == LS_BREAK || s->kind == LS_GOTO)
            return false;
        for (int k = 0; k < s->nbodies; k++)
            if (may_leave(s->body[k]))
                return false;
    }
    return false;
}

int lint_misses(const struct syn_func *f, int given)
{
    for (int i = given; i < f->nparams; i++)
        if (!f->param[i]->changed && block_fails(&f->body, f->param[i]))
            return i;
    return -1;
}

const char *lint_pure_misses(const struct lint *k, const char *name, int given)
{
    for (int i = 0; i < k->nhooks; i++) {
        const struct lint_hook *h = k->hooks + i;
        int at = h->kind == HOOK_PURE && !strcmp(h->name, name) ? lint_misses(h->f, given) : -1;
        if (at >= 0)
            return h->f->param[at]->name;
    }
    return NULL;
}
