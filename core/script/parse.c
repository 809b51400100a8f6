/* parse.c - Lua 5.4 (manual, 9) as a tree. It accepts all that Lua does, and more: Lua finds
 * errors. */
#include "script/syntax.h"

#include <setjmp.h>
#include <string.h>

enum { DEEPEST = 190 /* as in Lua: nested blocks and expressions */, MOST_TOKENS = 200000 };

struct list {
    void **v;
    int n;
};

struct parser {
    struct syn_lexer l;
    struct arena *mem;
    jmp_buf wrong;
    struct syn_func *func;
    struct syn_local *scope; /* the last one declared that is visible here */
    struct list global, call, funcs, locals;
    int deep, tokens;
    struct syn_at last_end;
};

static _Noreturn void give_up(struct parser *p)
{
    longjmp(p->wrong, 1);
}

static void add(struct parser *p, struct list *to, void *what)
{
    to->v = arena_room(p->mem, to->v, (size_t)to->n, sizeof *to->v);
    to->v[to->n++] = what;
}

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
    add(p, &p->locals, v);
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
    if (!is(p, LT_NAME))
        give_up(p);
    struct syn_local *v = declare(p, p->l.value, p->l.len, p->l.begins);
    advance(p);
    return v;
}

static struct syn_local *find(const struct parser *p, const char *name, size_t len)
{
    struct syn_local *v = p->scope;

    while (v && (v->len != len || memcmp(v->name, name, len) != 0))
        v = v->up;
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

static struct syn_expr *name_here(struct parser *p)
{
    if (!is(p, LT_NAME))
        give_up(p);
    struct syn_expr *e = leaf(p, LX_NAME);
    e->local = find(p, e->text, e->len);
    if (!e->local)
        add(p, &p->global, e);
    return e;
}

static void expressions(struct parser *p, struct list *to)
{
    do
        add(p, to, expression(p, 0));
    while (take(p, ','));
}

static void set_items(struct syn_expr *e, const struct list *items)
{
    e->item = (struct syn_expr **)items->v;
    e->n = items->n;
}

static struct syn_expr *table(struct parser *p)
{
    struct syn_expr *e = expr_new(p, LX_TABLE, p->l.begins);
    struct list keys = {0}, items = {0};

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
        add(p, &keys, key);
        add(p, &items, item);
        if (!take(p, ',') && !take(p, ';'))
            break;
    }
    want(p, '}');
    set_items(e, &items);
    e->key = (struct syn_expr **)keys.v;
    return e;
}

/* Reads a function from its parameters on. */
static struct syn_expr *function(struct parser *p, struct syn_at at, bool method)
{
    struct syn_expr *e = expr_new(p, LX_FUNCTION, at);
    struct syn_func *f = e->func = arena_alloc(p->mem, sizeof *f), *outer = p->func;
    struct syn_local *scope = p->scope;
    struct list params = {0};

    deeper(p);
    *f = (struct syn_func){.at = at, .outer = outer, .method = method};
    add(p, &p->funcs, f);
    p->func = f;
    if (method)
        add(p, &params, declare(p, "self", 4, at));
    want(p, '(');
    while (!is(p, ')')) {
        if (take(p, LT_DOTS)) {
            f->vararg = true;
            break;
        }
        add(p, &params, declare_here(p));
        if (!take(p, ','))
            break;
    }
    want(p, ')');
    f->param = (struct syn_local **)params.v;
    f->nparams = params.n;
    for (int i = 0; i < params.n; i++) {
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
    struct list items = {0};

    call->line = p->l.begins.line;
    if (is(p, LT_TEXT)) {
        add(p, &items, leaf(p, LX_TEXT));
    } else if (is(p, '{')) {
        add(p, &items, table(p));
    } else {
        want(p, '(');
        if (!is(p, ')'))
            expressions(p, &items);
        want(p, ')');
    }
    set_items(call, &items);
    add(p, &p->call, call);
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
            if (dot && !is(p, LT_NAME))
                give_up(p);
            with->b = dot ? leaf(p, LX_TEXT) : expression(p, 0);
            if (!dot)
                want(p, ']');
            break;
        }
        case ':':
            advance(p);
            if (!is(p, LT_NAME))
                give_up(p);
            with = leaf(p, LX_METHOD);
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

static struct syn_block *inner_block(struct parser *p)
{
    struct syn_block *b = arena_alloc(p->mem, sizeof *b);
    struct syn_local *scope = p->scope;

    block(p, b);
    p->scope = scope;
    return b;
}

static struct syn_stat *stat_new(struct parser *p, enum syn_stat_kind kind)
{
    struct syn_stat *s = arena_alloc(p->mem, sizeof *s);

    s->kind = (uint8_t)kind;
    s->at = p->l.begins;
    return s;
}

static void set_values(struct syn_stat *s, const struct list *items)
{
    s->item = (struct syn_expr **)items->v;
    s->n = items->n;
}

static void set_bodies(struct syn_stat *s, const struct list *bodies)
{
    s->body = (struct syn_block **)bodies->v;
    s->nbodies = bodies->n;
}

static void set_locals(struct syn_stat *s, const struct list *locals)
{
    s->local = (struct syn_local **)locals->v;
    s->nlocals = locals->n;
}

/* `until` sees what the block declares. */
static void repeat_stat(struct parser *p, struct syn_stat *s)
{
    struct syn_block *b = arena_alloc(p->mem, sizeof *b);
    struct syn_local *scope = p->scope;
    struct list items = {0}, bodies = {0};

    block(p, b);
    want(p, LT_UNTIL);
    add(p, &items, expression(p, 0));
    p->scope = scope;
    add(p, &bodies, b);
    set_values(s, &items);
    set_bodies(s, &bodies);
}

static void while_stat(struct parser *p, struct syn_stat *s)
{
    struct list items = {0}, bodies = {0};

    add(p, &items, expression(p, 0));
    want(p, LT_DO);
    add(p, &bodies, inner_block(p));
    want(p, LT_ENDS);
    set_values(s, &items);
    set_bodies(s, &bodies);
}

static void if_stat(struct parser *p, struct syn_stat *s)
{
    struct list items = {0}, bodies = {0};

    do {
        add(p, &items, expression(p, 0));
        want(p, LT_THEN);
        add(p, &bodies, inner_block(p));
    } while (take(p, LT_ELSEIF));
    if (take(p, LT_ELSE))
        add(p, &bodies, inner_block(p));
    want(p, LT_ENDS);
    set_values(s, &items);
    set_bodies(s, &bodies);
}

static void for_stat(struct parser *p, struct syn_stat *s)
{
    struct syn_local *scope = p->scope;
    struct list locals = {0}, items = {0}, bodies = {0};

    add(p, &locals, declare_here(p));
    if (take(p, '=')) {
        s->kind = LS_FORNUM;
    } else {
        while (take(p, ','))
            add(p, &locals, declare_here(p));
        want(p, LT_IN);
    }
    expressions(p, &items);
    want(p, LT_DO);
    for (int i = 0; i < locals.n; i++)
        see(p, locals.v[i]);
    add(p, &bodies, inner_block(p));
    want(p, LT_ENDS);
    p->scope = scope;
    set_locals(s, &locals);
    set_values(s, &items);
    set_bodies(s, &bodies);
}

static void local_stat(struct parser *p, struct syn_stat *s)
{
    struct list locals = {0}, items = {0};
    struct syn_at at = p->l.begins;

    if (take(p, LT_FUNCTION)) {
        s->kind = LS_FUNCTION;
        add(p, &locals, declare_here(p));
        see(p, locals.v[0]);
        add(p, &items, function(p, at, false));
    } else {
        do {
            add(p, &locals, declare_here(p));
            if (take(p, '<')) { /* const, close */
                want(p, LT_NAME);
                want(p, '>');
            }
        } while (take(p, ','));
        if (take(p, '='))
            expressions(p, &items);
        for (int i = 0; i < locals.n; i++)
            see(p, locals.v[i]);
    }
    set_locals(s, &locals);
    set_values(s, &items);
}

static void assigned(struct syn_stat *s, const struct list *targets, const struct list *items)
{
    s->kind = LS_ASSIGN;
    s->target = (struct syn_expr **)targets->v;
    s->ntargets = targets->n;
    set_values(s, items);
    for (int i = 0; i < targets->n; i++)
        if (s->target[i]->local)
            s->target[i]->local->changed = true;
        else if (s->target[i]->kind == LX_NAME)
            s->target[i]->op = '=';
}

/* function a.b.c:d() … */
static void function_stat(struct parser *p, struct syn_stat *s)
{
    struct list targets = {0}, items = {0};
    struct syn_expr *e = name_here(p);
    bool method = false;

    while (!method && (is(p, '.') || is(p, ':'))) {
        struct syn_expr *with = expr_new(p, LX_INDEX, p->l.begins);
        method = is(p, ':');
        advance(p);
        if (!is(p, LT_NAME))
            give_up(p);
        with->a = e;
        with->b = leaf(p, LX_TEXT);
        e = with;
    }
    add(p, &targets, e);
    add(p, &items, function(p, s->at, method));
    assigned(s, &targets, &items);
}

static void expression_stat(struct parser *p, struct syn_stat *s)
{
    struct list targets = {0}, items = {0};
    struct syn_expr *e = suffixed(p);

    if (!is(p, '=') && !is(p, ',')) {
        if (e->kind != LX_CALL && e->kind != LX_METHOD)
            give_up(p);
        add(p, &items, e);
        set_values(s, &items);
        return;
    }
    add(p, &targets, e);
    while (take(p, ','))
        add(p, &targets, suffixed(p));
    want(p, '=');
    expressions(p, &items);
    assigned(s, &targets, &items);
}

static bool ends_block(const struct parser *p)
{
    return is(p, LT_END) || is(p, LT_ENDS) || is(p, LT_ELSE) || is(p, LT_ELSEIF) ||
           is(p, LT_UNTIL);
}

static void return_stat(struct parser *p, struct syn_stat *s)
{
    struct list items = {0};

    if (!ends_block(p) && !is(p, ';'))
        expressions(p, &items);
    take(p, ';');
    set_values(s, &items);
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
    };
    struct list bodies = {0};
    struct syn_stat *s = stat_new(p, LS_CALL);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (take(p, rows[i].token)) {
            s->kind = (uint8_t)rows[i].kind;
            rows[i].read(p, s);
            return s;
        }
    if (take(p, LT_DO)) {
        s->kind = LS_DO;
        add(p, &bodies, inner_block(p));
        want(p, LT_ENDS);
        set_bodies(s, &bodies);
    } else if (take(p, LT_BREAK)) {
        s->kind = LS_BREAK;
    } else if (take(p, LT_GOTO)) {
        s->kind = LS_GOTO;
        want(p, LT_NAME);
    } else if (take(p, LT_LABEL)) {
        s->kind = LS_LABEL;
        want(p, LT_NAME);
        want(p, LT_LABEL);
    } else {
        expression_stat(p, s);
    }
    return s;
}

static void block(struct parser *p, struct syn_block *out)
{
    struct list stats = {0};
    bool over = false;

    deeper(p);
    while (!over && !ends_block(p)) {
        if (take(p, ';'))
            continue;
        over = is(p, LT_RETURN);
        add(p, &stats, statement(p));
    }
    out->v = (struct syn_stat **)stats.v;
    out->n = stats.n;
    p->deep--;
}

/* ---- a file ---------------------------------------------------------------------- */

static struct syn_func *main_function(struct parser *p)
{
    struct syn_func *f = arena_alloc(p->mem, sizeof *f);

    *f = (struct syn_func){.at = {1, 1}, .vararg = true};
    add(p, &p->funcs, f);
    p->func = f;
    advance(p);
    block(p, &f->body);
    if (!is(p, LT_END))
        give_up(p);
    f->ends = p->l.begins;
    return f;
}

const struct syn_file *syn_read(struct arena *mem, const char *text, size_t len)
{
    struct parser *p = arena_alloc(mem, sizeof *p);
    struct syn_file *file = arena_alloc(mem, sizeof *file);

    p->mem = mem;
    syn_lex_begin(&p->l, mem, text, len);
    if (setjmp(p->wrong))
        return NULL;
    file->main = main_function(p);
    file->global = (struct syn_expr **)p->global.v;
    file->nglobals = p->global.n;
    file->call = (struct syn_expr **)p->call.v;
    file->ncalls = p->call.n;
    file->func = (struct syn_func **)p->funcs.v;
    file->nfuncs = p->funcs.n;
    file->local = (struct syn_local **)p->locals.v;
    file->nlocals = p->locals.n;
    return file;
}
