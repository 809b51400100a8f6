/* expression.c - a stranger's formula: read as a tree, and compiled among the names of a ruleset, where nothing and where everything is
 * bound. The tree, written with all its parentheses, is read as the same one; arithmetic is done once more here. */
#include "shared/oracle.h"

#include "api/internal.h"
#include "load/exprparse.h"
#include "load/load.h"
#include "load/loaded.h"
#include "load/parts.h"

#include <stdlib.h>
#include <string.h>

enum { MEMORY = 8 << 20, HOWS = 5 };

static const char folder[] = "tests/rulesets/features/eval", path[] = "a.yaml";
static struct loader names; /* after the names of the ruleset were read */

/* ---- written again ---- */

static const struct {
    enum xop op;
    const char *sign;
} signs[] = {{X_OR, "or"}, {X_AND, "and"}, {X_EQ, "=="}, {X_NE, "!="},   {X_LT, "<"},
             {X_LE, "<="}, {X_GT, ">"},    {X_GE, ">="}, {X_ADD, "+"},   {X_SUB, "-"},
             {X_MUL, "*"}, {X_DIV, "//"},  {X_MOD, "%"}, {X_HOLDS, "in"}};

static void write_tree(const struct ast *a, struct str *out);

static void write_binary(const struct ast *a, struct str *out)
{
    size_t i = 0;

    while (signs[i].op != a->op)
        i++;
    str_add(out, "(");
    write_tree(a->a, out);
    str_addf(out, " %s ", signs[i].sign);
    write_tree(a->b, out);
    str_add(out, ")");
}

static void write_call(const struct ast *a, struct str *out)
{
    str_addf(out, "%s(", a->id);
    for (int i = 0; i < a->nargs; i++) {
        str_add(out, i ? ", " : "");
        write_tree(a->arg[i], out);
    }
    str_add(out, ")");
}

static void write_tree(const struct ast *a, struct str *out)
{
    switch (a->kind) {
    case AST_INT: str_addf(out, "%lld", (long long)a->value); break;
    case AST_FLAG: str_add(out, a->value ? "true" : "false"); break;
    case AST_NAME: str_add(out, a->id); break;
    case AST_PARAM: str_addf(out, "$%s", a->id); break;
    case AST_DOT:
        write_tree(a->a, out);
        str_addf(out, ".%s", a->id);
        break;
    case AST_CALL: write_call(a, out); break;
    case AST_UNARY:
        str_add(out, a->op == X_NOT ? "(not " : "(-");
        write_tree(a->a, out);
        str_add(out, ")");
        break;
    default: write_binary(a, out);
    }
}

static bool same_tree(const struct ast *a, const struct ast *b)
{
    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || a->op != b->op || a->value != b->value || a->nargs != b->nargs ||
        (a->kind != AST_INT && a->id && strcmp(a->id, b->id) != 0)) /* 07 is 7 */
        return false;
    for (int i = 0; i < a->nargs; i++)
        if (!same_tree(a->arg[i], b->arg[i]))
            return false;
    return same_tree(a->a, b->a) && same_tree(a->b, b->b);
}

static struct node *text_node(struct arena *mem, const char *text, size_t n)
{
    return node_new_scalar(mem, source_new(mem, path, text, n), 1, 1, text, n, true);
}

static void write_again(const struct ast *a, struct arena *mem)
{
    struct str text = {0};
    struct diags diags = {0};

    write_tree(a, &text);
    struct ast *again = expr_parse(mem, &diags, text_node(mem, str_of(&text), text.n));
    if (!again && strcmp(diags.v[0].code, "EXPR-LONG") != 0)
        finding("'%s' is refused: %s", str_of(&text), diags.v[0].message);
    if (again && !same_tree(a, again))
        finding("'%s' is read as another tree", str_of(&text));
    diags_free(&diags);
    str_free(&text);
}

/* ---- worked out again: what is made of numbers, flags and signs alone ---- */

enum worth { WORTH_OTHER, WORTH_NONE, WORTH_NUMBER, WORTH_FLAG }; /* NONE: it must be refused */

static enum worth bounded(int64_t v, int64_t *out)
{
    *out = v;
    return v < -EXPR_MAX_NUMBER || v > EXPR_MAX_NUMBER ? WORTH_NONE : WORTH_NUMBER;
}

static enum worth arithmetic(enum xop op, int64_t a, int64_t b, int64_t *out)
{
    bool divides = op == X_DIV || op == X_MOD;

    if (divides && !b)
        return WORTH_NONE;
    int64_t rest = divides ? a % b : 0, whole = divides ? a / b : 0;
    if (rest && (rest < 0) != (b < 0)) {
        rest += b;
        whole--;
    }
    return bounded(op == X_ADD   ? a + b
                   : op == X_SUB ? a - b
                   : op == X_MUL ? a * b
                   : op == X_DIV ? whole
                                 : rest,
                   out);
}

static enum worth worth(const struct ast *a, int64_t *out);

static enum worth worth_binary(const struct ast *a, int64_t *out)
{
    int64_t l = 0, r = 0;
    enum worth left = worth(a->a, &l), right = worth(a->b, &r);

    if (left < WORTH_NUMBER || right < WORTH_NUMBER)
        return left == WORTH_OTHER || right == WORTH_OTHER ? WORTH_OTHER : WORTH_NONE;
    if (a->op == X_AND || a->op == X_OR) {
        *out = a->op == X_AND ? l && r : l || r;
        return left == WORTH_FLAG && right == WORTH_FLAG ? WORTH_FLAG : WORTH_OTHER;
    }
    if (left != WORTH_NUMBER || right != WORTH_NUMBER || a->op == X_HOLDS)
        return WORTH_OTHER;
    if (a->op < X_EQ || a->op > X_GE)
        return arithmetic(a->op, l, r, out);
    *out = a->op == X_EQ   ? l == r
           : a->op == X_NE ? l != r
           : a->op == X_LT ? l < r
           : a->op == X_LE ? l <= r
           : a->op == X_GT ? l > r
                           : l >= r;
    return WORTH_FLAG;
}

static enum worth worth(const struct ast *a, int64_t *out)
{
    enum worth is;

    *out = a->value;
    switch (a->kind) {
    case AST_INT: return WORTH_NUMBER;
    case AST_FLAG: return WORTH_FLAG;
    case AST_BINARY: return worth_binary(a, out);
    case AST_UNARY:
        is = worth(a->a, out);
        if (is <= WORTH_NONE || (is == WORTH_FLAG) != (a->op == X_NOT))
            return is == WORTH_NONE ? is : WORTH_OTHER;
        *out = a->op == X_NOT ? !*out : -*out;
        return is;
    default: return WORTH_OTHER;
    }
}

/* ---- compiled ---- */

/* The tables that a formula adds to; what it has added is taken out of them again. */
#define TABLES(X)                                                                              \
    X(exprs), X(expr_pos), X(xargs), X(seats), X(sels), X(selrefs), X(tests), X(bits), X(pos), \
        X(pures), X(pure_sigs)

static void keep_tables(const struct loader *ld)
{
#define X(table) names.table.v = ld->table.v, names.table.cap = ld->table.cap
    TABLES(X);
#undef X
}

static void check_worth(const struct loader *ld, const struct ast *tree, ref r, bool bad)
{
    int64_t v = 0;
    int32_t is = 0;
    enum worth w = worth(tree, &v);

    if (w == WORTH_NONE && !bad)
        finding("it goes beyond what numbers there are, and is taken");
    if (w >= WORTH_NUMBER && (bad || !expr_is_const(ld, r, &is) || is != v))
        finding("it is worked out as %d, not %lld", is, (long long)v);
}

static void check_places(const struct diags *d, size_t chars)
{
    for (size_t i = 0; i < d->n; i++)
        if (d->v[i].file && !strcmp(d->v[i].file, path) &&
            (d->v[i].line < 1 || d->v[i].col < 1 || (size_t)d->v[i].col > chars + 1))
            finding("an error is at %d:%d of %zu characters", d->v[i].line, d->v[i].col, chars);
}

static ref compile(struct loader *ld, const struct node *n, const struct scope *sc, int how)
{
    switch (how) {
    case 0: return compile_any(ld, n, sc);
    case 1: return compile_cond(ld, n, sc);
    case 2: return compile_expr(ld, n, sc, V_NUMBER);
    case 3: return compile_seats(ld, n, sc);
    default: return compile_def(ld, n, sc);
    }
}

static struct scope bound(const struct loader *ld, bool all)
{
    struct scope sc = scope_none(ld);

    for (int i = 0; i < BOUND_COUNT; i++)
        sc.card[i] = all;
    sc.you = sc.them = sc.seat = sc.number = sc.set = all;
    return sc;
}

/* False: it is refused. */
static bool tell_compiled(struct arena *mem, const char *text, size_t n, const struct ast *tree,
                          int how, bool all, struct transcript *t)
{
    ct_diags *found = calloc(1, sizeof *found);
    struct loader ld = names;
    struct arena_catch c;
    volatile ref r = REF_NONE;

    ld.mem = mem;
    ld.diags = ld.told = &found->d;
    arena_catch(mem, &c);
    arena_limit(mem, MEMORY);
    struct scope sc = bound(&ld, all);
    struct node *node = text_node(mem, text, n);
    if (!setjmp(c.here))
        r = compile(&ld, node, &sc, how);
    arena_uncatch(mem);
    bool bad = found->d.errors || r == REF_NONE;
    if (bad && !found->d.errors && !arena_full(mem))
        finding("it is refused without a word");
    if (tree && !how)
        check_worth(&ld, tree, r, bad);
    check_places(&found->d, n);
    tell_number(t, "what it adds", ld.exprs.n - names.exprs.n);
    tell_diags(t, found);
    keep_tables(&ld);
    return !bad;
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    struct arena *mem = arena_new();
    struct diags diags = {0};
    char *text = arena_strndup(mem, (const char *)data, n);
    bool good = false;

    n = strlen(text);
    int other = 1 + (int)(sum_of(text, n) % (HOWS - 1));
    struct ast *tree = n ? expr_parse(mem, &diags, text_node(mem, text, n)) : NULL;
    check_places(&diags, n);
    if (tree)
        write_again(tree, mem);
    for (int how = 0; n && how < HOWS; how++)
        if (!how || how == other || all_asked())
            good |= tell_compiled(mem, text, n, tree, how, how || n % 2, t);
    diags_free(&diags);
    arena_free(mem);
    return good ? RAN_WHOLE : RAN_REFUSED;
}

/* As load.c does it, up to what names there are. */
static void read_names(struct loader *ld)
{
    static const struct load_more nothing;
    static struct diags diags;
    struct arena *mem = arena_new();
    struct loaded *made = arena_alloc(mem, sizeof *made);
    struct file_at file = file_at(mem, folder, "ruleset.yaml");

    made->def.mem = mem;
    made->def.dir = folder;
    made->def.id = "eval";
    made->def.root = ".";
    *ld = (struct loader){
        .mem = mem, .diags = &diags, .told = &diags, .more = &nothing, .def = &made->def};
    pos_of(ld, NULL);
    ld->root = ruleset_read(ld, &file);
    if (!ld->root)
        finding("run it in the top folder of the tree");
    head_load(ld);
    names_collect(ld);
    options_load(ld);
    traits_declare(ld);
    cards_load(ld, NULL, 0);
    traits_constants(ld);
    counters_load(ld);
    zones_load(ld);
    kinds_load(ld);
    traits_formulas(ld);
    ld->def->k.start_pc = phases_load(ld);
    if (diags.errors)
        finding("%s", diags.v[0].message);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    read_names(&names);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}
