/* formula.c - the changes of an expression: at each token, in its place. */
#include "mutate/mutate.h"

#include "load/exprparse.h"

#include <string.h>

struct formula {
    struct ct_mutants *m;
    const struct place_noted *p; /* NULL: it is a string of a script: */
    const char *path;
    const struct node *at; /* … here, */
    size_t first;          /* … from this byte on */
    const char *text;
};

static void in_script(struct formula *f, enum ct_mutator by, size_t from, size_t to,
                      const char *text, const char *fmt)
{
    struct edit e = {.does = EDIT_BYTES,
                     .path = f->path,
                     .line = f->at->line,
                     .col = f->at->col,
                     .at = f->first + from,
                     .with = f->first + to,
                     .text = text};
    const char *was = arena_strndup(f->m->mem, f->text + from, to - from);

    mutant_add(f->m, by, e, f->at, f->at->col + 1 + (int)from, fmt, was, text);
}

/* Bytes from … to of the expression read otherwise. */
static void becomes(struct formula *f, enum ct_mutator by, size_t from, size_t to,
                    const char *text, const char *fmt)
{
    if (!f->p) {
        in_script(f, by, from, to, text, fmt);
        return;
    }
    const struct node *raw = f->p->raw;
    struct edit e = edit_of(f->p, EDIT_TEXT);
    const char *was = arena_strndup(f->m->mem, f->text + from, to - from);

    e.text = arena_printf(f->m->mem, "%.*s%s%s", (int)(f->p->off + from), raw->text, text,
                          f->text + to);
    mutant_add(f->m, by, e, raw, text_column(raw, f->p->off + from), fmt, was, text);
}

#define BECOMES "`%s` becomes `%s`"

/* ---- operators ---- */

static void binary_mutants(struct formula *f, const struct ast *a)
{
    const struct sign *sign = other_sign(f->text + a->at, 0, false);

    if (sign)
        becomes(f, sign->by, a->at, a->at + strlen(sign->is), sign->other, BECOMES);
}

static void unary_mutants(struct formula *f, const struct ast *a)
{
    bool is_not = a->op == X_NOT;

    becomes(f, is_not ? CT_MUTATOR_DROP_NOT : CT_MUTATOR_ARITHMETIC, a->from,
            a->from + (is_not ? 3 : 1), "", "`%s` is left out%s");
}

/* if(c, a, b) → if(c, b, a) */
static void swap_branches(struct formula *f, const struct ast *a)
{
    const struct ast *yes = a->arg[1], *no = a->arg[2];
    size_t between = no->from - yes->to;
    const char *turned = arena_printf(f->m->mem, "%.*s%.*s%.*s", (int)(no->to - no->from),
                                      f->text + no->from, (int)between, f->text + yes->to,
                                      (int)(yes->to - yes->from), f->text + yes->from);

    becomes(f, CT_MUTATOR_BRANCHES, yes->from, no->to, turned, BECOMES);
}

static void call_mutants(struct formula *f, const struct ast *a)
{
    size_t end = a->from + strlen(a->id);

    if (!strcmp(a->id, "if") && a->nargs == 3)
        swap_branches(f, a);
    else if (!strcmp(a->id, "min") || !strcmp(a->id, "max"))
        becomes(f, CT_MUTATOR_ARITHMETIC, a->from, end, a->id[1] == 'i' ? "max" : "min",
                BECOMES);
}

/* ---- names and numbers ---- */

static void id_mutants(struct formula *f, size_t from, const char *id)
{
    const struct ct_definition *def = f->m->def;
    bool zone, side = !strcmp(id, "left") || !strcmp(id, "right");
    const char *other = side ? NULL : other_name(def, id, &zone);
    enum ct_mutator by = other && zone ? CT_MUTATOR_ZONE : CT_MUTATOR_NAME;

    if (side && !f->m->solo) {
        other = other_seats(id, 0);
        by = CT_MUTATOR_SEATS;
    } else if (!side && !other) {
        other = other_word(def, -1, id);
        by = CT_MUTATOR_WORD;
    }
    if (other)
        becomes(f, by, from, from + strlen(id), other, BECOMES);
}

static void number_mutants(struct formula *f, const struct ast *a)
{
    long long v = a->value;

    becomes(f, CT_MUTATOR_NUMBER, a->from, a->to, arena_printf(f->m->mem, "%lld", v + 1),
            BECOMES);
    if (v > 0)
        becomes(f, CT_MUTATOR_NUMBER, a->from, a->to, arena_printf(f->m->mem, "%lld", v - 1),
                BECOMES);
}

static void walk(struct formula *f, const struct ast *a)
{
    switch (a->kind) {
    case AST_INT: number_mutants(f, a); break;
    case AST_FLAG:
        becomes(f, CT_MUTATOR_FLAG, a->from, a->to, a->value ? "false" : "true", BECOMES);
        break;
    case AST_NAME: id_mutants(f, a->from, a->id); break;
    case AST_DOT: id_mutants(f, a->at, a->id); break;
    case AST_CALL: call_mutants(f, a); break;
    case AST_UNARY: unary_mutants(f, a); break;
    case AST_BINARY: binary_mutants(f, a); break;
    default: break;
    }
    if (a->kind == AST_DOT || a->kind == AST_UNARY || a->kind == AST_BINARY)
        walk(f, a->a);
    if (a->kind == AST_BINARY)
        walk(f, a->b);
    for (int i = 0; i < a->nargs; i++)
        walk(f, a->arg[i]);
}

/* ---- the whole ---- */

static const struct ast *parsed(struct ct_mutants *m, const struct node *at, const char *text)
{
    struct diags quiet = {0};
    const struct node *n = node_word_at(m->mem, at, text);
    const struct ast *a = expr_parse(m->mem, &quiet, n);

    diags_free(&quiet);
    return a;
}

void formula_mutants(struct ct_mutants *m, const struct place_noted *p)
{
    struct formula f = {.m = m, .p = p, .text = p->raw->text + p->off};
    const struct ast *a = parsed(m, p->raw, f.text);

    if (a)
        walk(&f, a);
}

bool formula_turns(struct ct_mutants *m, const struct place_noted *p)
{
    const struct ast *a = parsed(m, p->raw, p->raw->text + p->off);

    return a && ((a->kind == AST_UNARY && a->op == X_NOT) ||
                 (a->kind == AST_BINARY && (a->op == X_EQ || a->op == X_NE)));
}

void formula_in_script(struct ct_mutants *m, const char *path, const struct node *at,
                       size_t from, size_t to)
{
    struct formula f = {.m = m, .path = path, .at = at, .first = from};

    f.text = arena_strndup(m->mem, at->src->text + from, to - from);
    const struct ast *a = parsed(m, at, f.text);
    if (a)
        walk(&f, a);
}
