/* parse.c - Lua 5.4 (manual, 9) as a tree. It accepts all that Lua does, and more: Lua finds
 * errors. */
#include "script/syntax.h"

#include <setjmp.h>
#include <string.h>

enum { DEEPEST = 190 /* as in Lua: nested blocks and expressions */, MOST_TOKENS = 200000 };

struct parser {
    struct syn_lexer l;
    struct arena *mem;
    jmp_buf wrong;
    struct syn_file *file;
    struct syn_func *func;
    struct syn_local *scope; /* the last one declared that is visible here */
    int deep, tokens;
    struct syn_at last_end;
};

static _Noreturn void give_up(struct parser *p)
{
    longjmp(p->wrong, 1);
}

/* Adds to a list of n. */
#define ADD(p, v, n, what)                                                                     \
    ((v) = arena_room((p)->mem, (void *)(v), (size_t)(n), sizeof *(v)), (v)[(n)++] = (what))

static void advance(struct parser *p)
{
    p->last_end = p->l.at;
    if (++p->tokens > MOST_TOKENS)
        give_up(p);
    syn_lex(&p->l);
    if (p->l.token == LT_WRONG)
        give_up(p);
}

static bool is(const struct parser *p, int token)
{
    return p->l.token == token;
}

static bool take(struct parser *p, int token)
{
    if (!is(p, token))
        return false;
    advance(p);
    return true;
}

static void want(struct parser *p, int token)
{
    if (!take(p, token))
        give_up(p);
}

static void deeper(struct parser *p)
{
    if (++p->deep > DEEPEST)
        give_up(p);
}

/* ---- variables ------------------------------------------------------------------- */

static struct syn_local *declare(struct parser *p, const char *name, size_t len,
                                 struct syn_at at)
{
    struct syn_local *v = arena_alloc(p->mem, sizeof *v);

    if (len == 4 && memcmp(name, "_ENV", 4) == 0) /* from here on global names are unknown */
        give_up(p);
    *v = (struct syn_local){.name = name, .len = len, .at = at, .of = p->func};
    ADD(p, p->file->local, p->file->nlocals, v);
    v->next = p->func->locals;
    p->func->locals = v;
    return v;
}

static void see(struct parser *p, struct syn_local *v)
{
    v->up = p->scope;
    p->scope = v;
}

/* Declares the name that comes next. */
static struct syn_local *declare_here(struct parser *p)
{
    struct syn_local *v = declare(p, p->l.value, p->l.len, p->l.begins);

    want(p, LT_NAME);
    return v;
}

/* ---- expressions ----------------------------------------------------------------- */

static struct syn_expr *expression(struct parser *p, int limit);
static void block(struct parser *p, struct syn_block *out);

static struct syn_expr *expr_new(struct parser *p, enum syn_kind kind, struct syn_at at)
{
    struct syn_expr *e = arena_alloc(p->mem, sizeof *e);

    e->kind = (uint8_t)kind;
    e->at = at;
    return e;
}

/* The next token as it is. */
static struct syn_expr *leaf(struct parser *p, enum syn_kind kind)
{
    struct syn_expr *e = expr_new(p, kind, p->l.begins);

    e->text = kind == LX_NUMBER ? p->l.from : p->l.value;
    e->len = kind == LX_NUMBER ? (size_t)(p->l.to - p->l.from) : p->l.len;
    e->whole = p->l.whole;
    advance(p);
    return e;
}

/* The name that must come next. */
static struct syn_expr *name_leaf(struct parser *p, enum syn_kind kind)
{
    if (!is(p, LT_NAME))
        give_up(p);
    return leaf(p, kind);
}

static struct syn_expr *name_here(struct parser *p)
{
    struct syn_expr *e = name_leaf(p, LX_NAME);

    struct syn_local *v = p->scope;
    while (v && (v->len != e->len || memcmp(v->name, e->text, e->len) != 0))
        v = v->up;
    e->local = v;
    if (!e->local)
        ADD(p, p->file->global, p->file->nglobals, e);
    return e;
}

#define EXPRESSIONS(p, v, n)                                                                   \
    do                                                                                         \
        ADD(p, v, n, expression(p, 0));                                                        \
    while (take(p, ','))

static struct syn_expr *table(struct parser *p)
{
    struct syn_expr *e = expr_new(p, LX_TABLE, p->l.begins);
    int keys = 0;

    want(p, '{');
    while (!is(p, '}')) {
        struct syn_expr *key = NULL, *item;

        if (take(p, '[')) {
            key = expression(p, 0);
            want(p, ']');
            want(p, '=');
            item = expression(p, 0);
        } else {
            struct syn_lexer before = p->l;
            if (is(p, LT_NAME)) {
                key = leaf(p, LX_TEXT);
                if (!take(p, '=')) { /* no key: the expression begins with a name */
                    p->l = before;
                    key = NULL;
                }
            }
            item = expression(p, 0);
        }
        ADD(p, e->key, keys, key);
        ADD(p, e->item, e->n, item);
        if (!take(p, ',') && !take(p, ';'))
            break;
    }
    want(p, '}');
    return e;
}

/* Reads a function from its parameters on. */
static struct syn_expr *function(struct parser *p, struct syn_at at, bool method)
{
    struct syn_expr *e = expr_new(p, LX_FUNCTION, at);
    struct syn_func *f = e->func = arena_alloc(p->mem, sizeof *f), *outer = p->func;
    struct syn_local *scope = p->scope;

    deeper(p);
    *f = (struct syn_func){.at = at, .outer = outer, .method = method};
    ADD(p, p->file->func, p->file->nfuncs, f);
    p->func = f;
    if (method)
        ADD(p, f->param, f->nparams, declare(p, "self", 4, at));
    want(p, '(');
    while (!is(p, ')')) {
        if (take(p, LT_DOTS))
            break;
        ADD(p, f->param, f->nparams, declare_here(p));
        if (!take(p, ','))
            break;
    }
    want(p, ')');
    for (int i = 0; i < f->nparams; i++) {
        f->param[i]->param = true;
        see(p, f->param[i]);
    }
    block(p, &f->body);
    want(p, LT_ENDS);
    f->ends = p->last_end;
    p->func = outer;
    p->scope = scope;
    p->deep--;
    return e;
}

static void arguments(struct parser *p, struct syn_expr *call)
{
    call->line = p->l.begins.line;
    if (is(p, LT_TEXT)) {
        ADD(p, call->item, call->n, leaf(p, LX_TEXT));
    } else if (is(p, '{')) {
        ADD(p, call->item, call->n, table(p));
    } else {
        want(p, '(');
        if (!is(p, ')'))
            EXPRESSIONS(p, call->item, call->n);
        want(p, ')');
    }
    ADD(p, p->file->call, p->file->ncalls, call);
}

/* A name or an expression in brackets, and all that follows: .name [i] :name(…) (…) */
static struct syn_expr *suffixed(struct parser *p)
{
    struct syn_expr *e, *with;

    if (is(p, '(')) {
        e = expr_new(p, LX_PAREN, p->l.begins);
        advance(p);
        e->a = expression(p, 0);
        want(p, ')');
    } else {
        e = name_here(p);
    }
    for (;; e = with) {
        switch (p->l.token) {
        case '.':
        case '[': {
            bool dot = is(p, '.');
            with = expr_new(p, LX_INDEX, p->l.begins);
            advance(p);
            with->a = e;
            with->b = dot ? name_leaf(p, LX_TEXT) : expression(p, 0);
            if (!dot)
                want(p, ']');
            break;
        }
        case ':':
            advance(p);
            with = name_leaf(p, LX_METHOD);
            with->a = e;
            arguments(p, with);
            break;
        case '(':
        case '{':
        case LT_TEXT:
            with = expr_new(p, LX_CALL, e->kind == LX_INDEX ? e->b->at : e->at);
            with->a = e;
            arguments(p, with);
            break;
        default: return e;
        }
    }
}

static struct syn_expr *simple(struct parser *p)
{
    struct syn_at at = p->l.begins;

    switch (p->l.token) {
    case LT_NUMBER: return leaf(p, LX_NUMBER);
    case LT_TEXT: return leaf(p, LX_TEXT);
    case LT_NIL: return leaf(p, LX_NIL);
    case LT_TRUE: return leaf(p, LX_TRUE);
    case LT_FALSE: return leaf(p, LX_FALSE);
    case LT_DOTS: return leaf(p, LX_VARARG);
    case '{': return table(p);
    case LT_FUNCTION: advance(p); return function(p, at, false);
    default: return suffixed(p);
    }
}

/* How tightly a sign binds on the left (*right: right); 0: it has no two operands. */
static int binds(int op, int *right)
{
    static const struct {
        int op, left, right;
    } rows[] = {
        {LT_OR, 1, 1}, {LT_AND, 2, 2}, {'<', 3, 3},    {'>', 3, 3},       {LT_LE, 3, 3},
        {LT_GE, 3, 3}, {LT_NE, 3, 3},  {LT_EQ, 3, 3},  {'|', 4, 4},       {'~', 5, 5},
        {'&', 6, 6},   {LT_SHL, 7, 7}, {LT_SHR, 7, 7}, {LT_CONCAT, 9, 8}, {'+', 10, 10},
        {'-', 10, 10}, {'*', 11, 11},  {'/', 11, 11},  {LT_IDIV, 11, 11}, {'%', 11, 11},
        {'^', 14, 13},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op) {
            *right = rows[i].right;
            return rows[i].left;
        }
    return 0;
}

enum { UNARY = 12 };

static struct syn_expr *expression(struct parser *p, int limit)
{
    struct syn_expr *e;
    int right = 0;

    deeper(p);
    if (is(p, LT_NOT) || is(p, '-') || is(p, '#') || is(p, '~')) {
        e = expr_new(p, LX_UNARY, p->l.begins);
        e->op = p->l.token;
        advance(p);
        e->a = expression(p, UNARY);
    } else {
        e = simple(p);
    }
    while (binds(p->l.token, &right) > limit) {
        struct syn_expr *both = expr_new(p, LX_BINARY, p->l.begins);

        both->op = p->l.token;
        advance(p);
        both->a = e;
        both->b = expression(p, right);
        e = both;
    }
    p->deep--;
    return e;
}

/* ---- statements ------------------------------------------------------------------ */

/* Reads a body of the statement. */
static void body(struct parser *p, struct syn_stat *s)
{
    struct syn_block *b = arena_alloc(p->mem, sizeof *b);

    block(p, b);
    ADD(p, s->body, s->nbodies, b);
}

/* One whose variables end with it. */
static void inner_body(struct parser *p, struct syn_stat *s)
{
    struct syn_local *scope = p->scope;

    body(p, s);
    p->scope = scope;
}

static void condition(struct parser *p, struct syn_stat *s)
{
    ADD(p, s->item, s->n, expression(p, 0));
}

/* `until` sees what the block declares. */
static void repeat_stat(struct parser *p, struct syn_stat *s)
{
    struct syn_local *scope = p->scope;

    body(p, s);
    want(p, LT_UNTIL);
    condition(p, s);
    p->scope = scope;
}

static void while_stat(struct parser *p, struct syn_stat *s)
{
    condition(p, s);
    want(p, LT_DO);
    inner_body(p, s);
    want(p, LT_ENDS);
}

static void do_stat(struct parser *p, struct syn_stat *s)
{
    inner_body(p, s);
    want(p, LT_ENDS);
}

static void if_stat(struct parser *p, struct syn_stat *s)
{
    do {
        condition(p, s);
        want(p, LT_THEN);
        inner_body(p, s);
    } while (take(p, LT_ELSEIF));
    if (take(p, LT_ELSE))
        inner_body(p, s);
    want(p, LT_ENDS);
}

static void declare_local(struct parser *p, struct syn_stat *s)
{
    ADD(p, s->local, s->nlocals, declare_here(p));
}

static void see_locals(struct parser *p, const struct syn_stat *s)
{
    for (int i = 0; i < s->nlocals; i++)
        see(p, s->local[i]);
}

static void for_stat(struct parser *p, struct syn_stat *s)
{
    struct syn_local *scope = p->scope;

    declare_local(p, s);
    if (take(p, '=')) {
        s->kind = LS_FORNUM;
    } else {
        while (take(p, ','))
            declare_local(p, s);
        want(p, LT_IN);
    }
    EXPRESSIONS(p, s->item, s->n);
    want(p, LT_DO);
    see_locals(p, s);
    inner_body(p, s);
    want(p, LT_ENDS);
    p->scope = scope;
}

static void local_stat(struct parser *p, struct syn_stat *s)
{
    struct syn_at at = p->l.begins;

    if (take(p, LT_FUNCTION)) {
        s->kind = LS_FUNCTION;
        declare_local(p, s);
        see_locals(p, s);
        ADD(p, s->item, s->n, function(p, at, false));
        return;
    }
    do {
        declare_local(p, s);
        if (take(p, '<')) { /* const, close */
            want(p, LT_NAME);
            want(p, '>');
        }
    } while (take(p, ','));
    if (take(p, '='))
        EXPRESSIONS(p, s->item, s->n);
    see_locals(p, s);
}

static void assigned(struct parser *p, struct syn_stat *s, struct syn_expr *e)
{
    s->kind = LS_ASSIGN;
    ADD(p, s->target, s->ntargets, e);
}

/* Its variables are assigned only behind its values. */
static void note_assigned(const struct syn_stat *s)
{
    for (int i = 0; i < s->ntargets; i++)
        if (s->target[i]->local)
            s->target[i]->local->changed = true;
        else if (s->target[i]->kind == LX_NAME)
            s->target[i]->op = '=';
}

/* function a.b.c:d() … */
static void function_stat(struct parser *p, struct syn_stat *s)
{
    struct syn_expr *e = name_here(p);
    bool method = false;

    while (!method && (is(p, '.') || is(p, ':'))) {
        struct syn_expr *with = expr_new(p, LX_INDEX, p->l.begins);
        method = is(p, ':');
        advance(p);
        with->a = e;
        with->b = name_leaf(p, LX_TEXT);
        e = with;
    }
    assigned(p, s, e);
    ADD(p, s->item, s->n, function(p, s->at, method));
    note_assigned(s);
}

static void expression_stat(struct parser *p, struct syn_stat *s)
{
    struct syn_expr *e = suffixed(p);

    if (!is(p, '=') && !is(p, ',')) {
        if (e->kind != LX_CALL && e->kind != LX_METHOD)
            give_up(p);
        ADD(p, s->item, s->n, e);
        return;
    }
    assigned(p, s, e);
    while (take(p, ','))
        assigned(p, s, suffixed(p));
    want(p, '=');
    EXPRESSIONS(p, s->item, s->n);
    note_assigned(s);
}

static bool ends_block(const struct parser *p)
{
    return is(p, LT_END) || is(p, LT_ENDS) || is(p, LT_ELSE) || is(p, LT_ELSEIF) ||
           is(p, LT_UNTIL);
}

static void return_stat(struct parser *p, struct syn_stat *s)
{
    if (!ends_block(p) && !is(p, ';'))
        EXPRESSIONS(p, s->item, s->n);
    take(p, ';');
}

/* Its own word is read already. */
static void word_stat(struct parser *p, struct syn_stat *s)
{
    if (s->kind != LS_BREAK)
        want(p, LT_NAME);
    if (s->kind == LS_LABEL)
        want(p, LT_LABEL);
}

static struct syn_stat *statement(struct parser *p)
{
    static const struct {
        int token;
        enum syn_stat_kind kind;
        void (*read)(struct parser *p, struct syn_stat *s);
    } rows[] = {
        {LT_IF, LS_IF, if_stat},
        {LT_WHILE, LS_WHILE, while_stat},
        {LT_FOR, LS_FORIN, for_stat},
        {LT_REPEAT, LS_REPEAT, repeat_stat},
        {LT_LOCAL, LS_LOCAL, local_stat},
        {LT_FUNCTION, LS_ASSIGN, function_stat},
        {LT_RETURN, LS_RETURN, return_stat},
        {LT_DO, LS_DO, do_stat},
        {LT_BREAK, LS_BREAK, word_stat},
        {LT_GOTO, LS_GOTO, word_stat},
        {LT_LABEL, LS_LABEL, word_stat},
    };
    struct syn_stat *s = arena_alloc(p->mem, sizeof *s);

    *s = (struct syn_stat){.kind = LS_CALL, .at = p->l.begins};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (take(p, rows[i].token)) {
            s->kind = (uint8_t)rows[i].kind;
            rows[i].read(p, s);
            return s;
        }
    expression_stat(p, s);
    return s;
}

static void block(struct parser *p, struct syn_block *out)
{
    bool over = false;

    deeper(p);
    while (!over && !ends_block(p)) {
        if (take(p, ';'))
            continue;
        over = is(p, LT_RETURN);
        ADD(p, out->v, out->n, statement(p));
    }
    p->deep--;
}

/* ---- a file ---------------------------------------------------------------------- */

const struct syn_file *syn_read(struct arena *mem, const char *text, size_t len)
{
    struct parser *p = arena_alloc(mem, sizeof *p);

    p->mem = mem;
    p->file = arena_alloc(mem, sizeof *p->file);
    syn_lex_begin(&p->l, mem, text, len);
    if (setjmp(p->wrong))
        return NULL;
    struct syn_func *f = arena_alloc(p->mem, sizeof *f);
    *f = (struct syn_func){.at = {1, 1}};
    ADD(p, p->file->func, p->file->nfuncs, f);
    p->func = f;
    advance(p);
    block(p, &f->body);
    if (!is(p, LT_END))
        give_up(p);
    f->ends = p->l.begins;
    p->file->main = f;
    return p->file;
}
