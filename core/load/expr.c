/* expr.c: formulas and conditions: operators and whole values.
 *
 * A scalar is parsed (exprparse.c) and its tree becomes records. exprname.c looks up names,
 * exprtype.c checks types, formula.c reads maps. Each value has a type. XT_BAD means that its
 * error was reported.
 */
#include "load/expr_internal.h"

#include <string.h>

/* ---- operators ---- */

/* Gives both values the same type. An open type becomes that of the other. */
static bool unify(const struct xplace *x, size_t at, struct xval *l, struct xval *r)
{
    if (l->t == XT_BAD || r->t == XT_BAD)
        return false;
    if (l->t == XT_ANY || r->t == XT_ANY) {
        struct xval *any = l->t == XT_ANY ? l : r, *other = any == l ? r : l;
        enum xtype t = other->t == XT_ANY || other->t == XT_PHASE ? XT_NUMBER : other->t;
        bool open = x->ld->exprs.v[any->r].op == X_ARG || other->t != XT_ANY;
        if (open && !expr_settle_any(x, at, *any, t, other->trait))
            return false;
        any->t = (uint8_t)t;
        any->trait = other->trait;
        return other->t != XT_ANY || unify(x, at, l, r);
    }
    if ((l->t == XT_WORDS && xval_is_number(*r)) || (r->t == XT_WORDS && xval_is_number(*l))) {
        struct xval *set = l->t == XT_WORDS ? l : r;
        *set = expr_typed(expr_coerce(x, at, *set, XT_NUMBER, -1), XT_NUMBER);
    }
    if (xval_is_number(*l) && xval_is_number(*r)) {
        l->t = r->t = XT_NUMBER;
        return true;
    }
    return l->t == r->t && ((l->t != XT_WORD && l->t != XT_WORDS) || l->trait == r->trait);
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t fold(enum xop op, int64_t a, int64_t b)
{
    switch (op) {
    case X_ADD: return a + b;
    case X_SUB: return a - b;
    case X_MUL: return a * b;
    case X_DIV: return floor_div(a, b);
    case X_MOD: return a - floor_div(a, b) * b;
    case X_EQ: return a == b;
    case X_NE: return a != b;
    case X_LT: return a < b;
    case X_LE: return a <= b;
    case X_GT: return a > b;
    case X_GE: return a >= b;
    case X_AND: return a && b;
    case X_OR: return a || b;
    case X_MIN: return a < b ? a : b;
    default: return a > b ? a : b; /* X_MAX */
    }
}

struct xval expr_operate(const struct xplace *x, size_t at, enum xop op, ref a, ref b,
                         enum xtype t)
{
    int32_t va, vb;
    if (a == REF_NONE || b == REF_NONE)
        return bad;
    bool right = expr_is_const(x->ld, b, &vb);
    if ((op == X_DIV || op == X_MOD) && right && vb == 0)
        return BAD(x, at, "DIVISION-BY-ZERO", NULL, "this divides by zero");
    if (!right || !expr_is_const(x->ld, a, &va))
        return expr_typed(expr_add(x->ld, x->node, op, a, b, 0), t);
    int64_t v = fold(op, va, vb);
    if (v < -EXPR_MAX_NUMBER || v > EXPR_MAX_NUMBER)
        return BAD(x, at, "RANGE", NULL, "the result is too large: numbers go up to %d",
                   EXPR_MAX_NUMBER);
    return expr_leaf(x, X_CONST, (int)v, t);
}

/* Is it a bare name without a meaning of its own? Then it is a word of the other side's type. */
static bool is_free(const struct xplace *x, const struct ast *a)
{
    return a->kind == AST_NAME && !name_reserved(a->id) && !name_find(x->ld, a->id);
}

static void tell_unlike(const struct xplace *x, const struct ast *a, struct xval l,
                        struct xval r)
{
    const char *hint = hyphens_hint(x, a->a->at);
    if (!hint && (l.t == XT_FLAG) != (r.t == XT_FLAG) &&
        (xval_is_number(l) || xval_is_number(r)))
        hint = "write the flag alone: 'FLAG' or 'not FLAG'";
    ERROR(x, a->at, "TYPE", hint ? hint : hyphens_hint(x, a->b->at),
          "%s and %s cannot be compared", xtype_name(x->ld, l), xtype_name(x->ld, r));
}

static struct xval compare(const struct xplace *x, const struct ast *a)
{
    bool order = a->op != X_EQ && a->op != X_NE;
    struct xval l = bad, r;
    if (is_free(x, a->a)) {
        r = expr_tree(x, a->b, bad);
        l = r.t == XT_BAD ? bad : expr_tree(x, a->a, r);
    } else {
        l = expr_tree(x, a->a, bad);
        r = l.t == XT_BAD && is_free(x, a->b) ? bad : expr_tree(x, a->b, l);
    }
    if (l.t == XT_BAD || r.t == XT_BAD)
        return bad;
    if (order && l.t == XT_WORDS && r.t == XT_WORDS)
        l = expr_typed(expr_coerce(x, a->at, l, XT_NUMBER, -1), XT_NUMBER);
    struct xval was_l = l, was_r = r;
    if (!unify(x, a->at, &l, &r))
        tell_unlike(x, a, was_l, was_r);
    else if (order && l.t != XT_NUMBER)
        ERROR(x, a->at, "TYPE", NULL, "only numbers have an order, and this is %s",
              xtype_name(x->ld, was_l));
    else
        return expr_operate(x, a->at, a->op, l.r, r.r, XT_FLAG);
    return bad;
}

/* WORD in SET */
static struct xval holds_value(const struct xplace *x, const struct ast *a)
{
    struct xval set = expr_tree(x, a->b, bad), like = set;
    if (set.t == XT_BAD)
        return bad;
    if (set.t != XT_WORDS)
        return BAD(x, a->b->from, "TYPE", "a counter with 'set_of'",
                   "'in' needs a set of words, and this is %s", xtype_name(x->ld, set));
    like.t = XT_WORD;
    ref word = expr_coerce(x, a->a->from, expr_tree(x, a->a, like), XT_WORD, set.trait);
    return word == REF_NONE
               ? bad
               : expr_typed(expr_add(x->ld, x->node, X_HOLDS, set.r, word, 0), XT_FLAG);
}

static struct xval binary_value(const struct xplace *x, const struct ast *a)
{
    if (a->op == X_HOLDS)
        return holds_value(x, a);
    if (a->op >= X_EQ && a->op <= X_GE)
        return compare(x, a);
    if (a->op == X_AND || a->op == X_OR) {
        ref l = expr_tree_condition(x, a->a), r = expr_tree_condition(x, a->b);
        return expr_operate(x, a->at, a->op, l, r, XT_FLAG);
    }
    ref l = expr_tree_number(x, a->a), r = expr_tree_number(x, a->b);
    return expr_operate(x, a->at, a->op, l, r, XT_NUMBER);
}

static struct xval unary_value(const struct xplace *x, const struct ast *a)
{
    int32_t known;
    ref r = a->op == X_NOT ? expr_tree_condition(x, a->a) : expr_tree_number(x, a->a);
    enum xtype t = a->op == X_NOT ? XT_FLAG : XT_NUMBER;
    if (r == REF_NONE)
        return bad;
    if (expr_is_const(x->ld, r, &known))
        return expr_leaf(x, X_CONST, a->op == X_NOT ? !known : -known, t);
    return expr_typed(expr_add(x->ld, x->node, a->op, r, REF_NONE, 0), t);
}

struct xval expr_if(const struct xplace *x, ref c, struct xval yes, struct xval no)
{
    if (c == REF_NONE)
        return bad;
    ref r = expr_add(x->ld, x->node, X_IF, c, yes.r, 0);
    if (r == REF_NONE)
        return bad;
    x->ld->exprs.v[r].c = no.r;
    yes.r = r;
    yes.option = -1;
    return yes;
}

static struct xval if_value(const struct xplace *x, const struct ast *a, struct xval like)
{
    if (a->nargs != 3)
        return BAD(x, a->at, "EXPR-SYNTAX", "write 'if(condition, value, other value)'",
                   "'if' takes three values, not %d", a->nargs);
    ref c = expr_tree_condition(x, a->arg[0]);
    struct xval yes = expr_tree(x, a->arg[1], like), no = expr_tree(x, a->arg[2], like);
    struct xval was_yes = yes, was_no = no;
    if (yes.t == XT_BAD || no.t == XT_BAD)
        return bad;
    if (yes.t == XT_ANY && no.t == XT_ANY)
        return expr_if(x, c, yes, no);
    if (unify(x, a->arg[2]->from, &yes, &no))
        return expr_if(x, c, yes, no);
    return BAD(x, a->arg[2]->from, "TYPE", NULL,
               "'if' gives %s or %s, but both must be of one type", xtype_name(x->ld, was_yes),
               xtype_name(x->ld, was_no));
}

/* due(PARAM): the parameter, added to that of equal effects waiting for `you`. */
static struct xval due_value(const struct xplace *x, const struct ast *a)
{
    ref seat;
    if (a->nargs != 1 || (a->arg[0]->kind != AST_NAME && a->arg[0]->kind != AST_PARAM))
        return BAD(x, a->at, "EXPR-SYNTAX", NULL,
                   "'due' needs the name of one parameter of the verb");
    struct ast param = *a->arg[0];
    param.kind = AST_PARAM;
    bool script = x->sc->script && x->sc->args;
    if ((!script && expr_param(x, &param).t == XT_BAD) || !expr_seat_asked(x, a, NULL, &seat))
        return bad;
    int i = script ? param_find_any(x, param.at, param.id, true)
                   : param_find(x, param.at, param.id);
    if (i < 0)
        return bad;
    if (script && x->sc->args->due && strcmp(x->sc->args->due, param.id) != 0)
        return BAD(x, param.at, "OPEN-PLACE", NULL,
                   "one selector can use 'due' of only one parameter");
    if (script) {
        x->sc->args->due = arena_printf(x->ld->mem, "%s", param.id);
        x->sc->args->due_at = (uint8_t)i;
    }
    return expr_leaf(x, X_DUE, i, XT_NUMBER);
}

static struct xval call_value(const struct xplace *x, const struct ast *a, struct xval like)
{
    bool min = strcmp(a->id, "min") == 0;
    if (strcmp(a->id, "if") == 0)
        return if_value(x, a, like);
    if (strcmp(a->id, "due") == 0)
        return due_value(x, a);
    if (!min && strcmp(a->id, "max") != 0)
        return expr_pure(x, a);
    if (a->nargs < 2)
        return BAD(x, a->at, "EXPR-SYNTAX", NULL, "'%s' takes two values or more", a->id);
    struct xval v = expr_typed(expr_tree_number(x, a->arg[0]), XT_NUMBER);
    for (int i = 1; i < a->nargs; i++)
        v = expr_operate(x, a->at, min ? X_MIN : X_MAX, v.r, expr_tree_number(x, a->arg[i]),
                         XT_NUMBER);
    return v;
}

/* `like`: the value it is compared with, whose words need no trait. */
struct xval expr_tree(const struct xplace *x, const struct ast *a, struct xval like)
{
    switch (a->kind) {
    case AST_INT: return expr_leaf(x, X_CONST, (int)a->value, XT_NUMBER);
    case AST_FLAG: return expr_leaf(x, X_CONST, (int)a->value, XT_FLAG);
    case AST_NAME: return expr_name(x, a, like);
    case AST_PARAM: return expr_param(x, a);
    case AST_DOT: return expr_dot(x, a, like);
    case AST_CALL: return call_value(x, a, like);
    case AST_UNARY: return unary_value(x, a);
    default: return binary_value(x, a);
    }
}

/* ---- whole values ---- */

/* `like`: the wanted type, whose words need no trait. */
static struct xval value_like(struct loader *ld, const struct node *n, const struct scope *sc,
                              bool as_cond, struct xval like)
{
    struct xplace x = {ld, n, sc};
    struct xval v;
    int64_t number;
    bool flag;
    if (n->kind == NODE_MAP)
        return formula_value(&x, as_cond);
    if (n->kind == NODE_SCALAR &&
        expr_word_like(&x, n->text, like, &v)) { /* the word may have hyphens */
        site_note(ld, SITE_WORD, n, like.trait);
        return v;
    }
    if (n->kind == NODE_LIST || node_is_null(n)) {
        SAY(ld, n, "TYPE", as_cond ? "write '{all: […]}' or '{any: […]}'" : NULL,
            "a %s is needed here, not %s", as_cond ? "condition" : "value",
            n->kind == NODE_LIST ? "a list" : "nothing");
        return bad;
    }
    site_note(ld, SITE_FORMULA, n, 0);
    if (node_int(n, &number))
        return number >= -EXPR_MAX_NUMBER && number <= EXPR_MAX_NUMBER
                   ? expr_leaf(&x, X_CONST, (int)number, XT_NUMBER)
                   : BAD(&x, 0, "RANGE", NULL, "numbers go from -%d to %d", EXPR_MAX_NUMBER,
                         EXPR_MAX_NUMBER);
    if (node_bool(n, &flag))
        return expr_leaf(&x, X_CONST, flag, XT_FLAG);
    const struct ast *a = expr_parse(ld->mem, ld->diags, n);
    return a ? expr_tree(&x, a, like) : bad;
}

struct xval expr_value(struct loader *ld, const struct node *n, const struct scope *sc,
                       bool as_cond, int trait)
{
    struct xval like = {REF_NONE, trait >= 0 ? XT_WORD : XT_BAD, trait, -1};
    return value_like(ld, n, sc, as_cond, like);
}

ref expr_wanted(struct loader *ld, const struct node *n, const struct scope *sc,
                enum xtype want)
{
    struct xplace x = {ld, n, sc};
    struct xval like = {REF_NONE, (uint8_t)want, -1, -1};
    return expr_coerce(&x, 0, value_like(ld, n, sc, false, like), want, -1);
}

ref compile_cond(struct loader *ld, const struct node *n, const struct scope *sc)
{
    struct xplace x = {ld, n, sc};
    if (!n)
        return REF_NONE;
    site_note(ld, SITE_COND, n, 0);
    struct xval v = expr_value(ld, n, sc, true, -1);
    bool text = n->kind == NODE_SCALAR;
    return expr_condition(&x, 0, v, text ? n->text : NULL, text ? n->len : 0).r;
}

bool bare_word(const struct loader *ld, const struct node *n)
{
    const char *t = n->text;
    return n->kind == NODE_SCALAR && n->len && *t != '-' && strspn(t, WORD_CHARS) == n->len &&
           !name_reserved(t) && !name_find(ld, t);
}

/* The word of the trait that was probably meant, or the counter that holds one. */
static const char *word_near(struct loader *ld, const char *word, int trait)
{
    const struct trait_info *t = &ld->trait_infos.v[trait];
    struct near near = near_begin(ld, word);
    near_each(&near, t->words.v, t->words.n);
    for (uint32_t i = 0; i < ld->counters.n; i++)
        if (ld->counters.v[i].is == V_WORD && ld->counters.v[i].trait == trait)
            near_try(&near, ld->counter_names.v[i].id);
    return hint_near(ld, near.best);
}

static bool known_word(struct loader *ld, const struct node *n, int trait)
{
    if (!bare_word(ld, n) || word_find(ld, trait, n->text) >= 0)
        return true;
    return SAY(ld, n, "WORD-UNKNOWN", word_near(ld, n->text, trait),
               "'%s' is not a word of '%s'", n->text, ld->trait_infos.v[trait].name.id);
}

ref compile_word(struct loader *ld, const struct node *n, const struct scope *sc, int trait)
{
    struct xplace x = {ld, n, sc};
    if (trait >= 0 && (ld->traits.v[trait].type == TYPE_TOLD || !known_word(ld, n, trait)))
        return REF_NONE;
    return expr_coerce(&x, 0, expr_value(ld, n, sc, false, trait), XT_WORD, trait);
}

ref compile_said(struct loader *ld, const struct node *n, const struct scope *sc,
                 uint16_t *trait)
{
    struct xplace x = {ld, n, sc};
    if (!n)
        return REF_NONE;
    struct xval v = expr_value(ld, n, sc, false, -1);
    *trait = v.trait < 0 ? REF_NONE : (uint16_t)v.trait;
    if (v.t == XT_BAD || v.t == XT_WORD)
        return v.r;
    ERROR(&x, 0, "TYPE",
          "a word of a card ('card.suit'), of a counter, or a parameter that is one ('$what')",
          "a word is needed here, and this is %s", xtype_name(ld, v));
    return REF_NONE;
}

static ref words_of_list(struct loader *ld, const struct node *list, int trait)
{
    int32_t set = 0;
    site_note(ld, SITE_LIST, list, 0);
    for (size_t i = 0; i < list->n; i++) {
        const struct node *n = list->item[i];
        site_note(ld, SITE_WORD, n, trait);
        int w = n->kind == NODE_SCALAR ? word_find(ld, trait, n->text) : -1;
        if (w < 0) {
            SAY(ld, n, "WORD-UNKNOWN",
                n->kind == NODE_SCALAR ? word_near(ld, n->text, trait) : NULL,
                "a list holds words of '%s'", ld->trait_infos.v[trait].name.id);
            return REF_NONE;
        }
        set |= 1 << w;
    }
    return expr_const(ld, set);
}

ref compile_words(struct loader *ld, const struct node *n, const struct scope *sc, int trait)
{
    struct xplace x = {ld, n, sc};
    int32_t word;
    if (n->kind == NODE_LIST)
        return words_of_list(ld, n, trait);
    if (!known_word(ld, n, trait))
        return REF_NONE;
    struct xval v = expr_value(ld, n, sc, false, trait);
    if (v.t == XT_WORDS && traits_same_words(ld, v.trait, trait))
        return v.r;
    ref r = expr_coerce(&x, 0, v, XT_WORD, trait);
    return r == REF_NONE                 ? r
           : expr_is_const(ld, r, &word) ? expr_const(ld, word < 0 ? 0 : 1 << word)
                                         : expr_add(ld, n, X_WORDS, r, REF_NONE, 0);
}

ref compile_def(struct loader *ld, const struct node *n, const struct scope *sc)
{
    struct xplace x = {ld, n, sc};
    struct xval v = expr_value(ld, n, sc, false, -1);
    enum xop op = v.t == XT_BAD ? X_CONST : (enum xop)ld->exprs.v[v.r].op;
    ref r = expr_coerce(&x, 0, v, v.t == XT_ANY ? XT_CARD : XT_DEF, -1);
    if (r == REF_NONE || (op != X_ARG && op != X_PARAM))
        return r;
    /* A missing parameter stays K_ABSENT, so its key does not count. */
    struct xval absent = expr_typed(expr_const(ld, K_ABSENT), XT_DEF);
    ref missing = expr_add(ld, n, X_EQ, v.r, absent.r, 0);
    struct xval def = expr_typed(expr_add(ld, n, X_CARDDEF, v.r, REF_NONE, 0), XT_DEF);
    return expr_if(&x, missing, absent, def).r;
}

ref compile_expr(struct loader *ld, const struct node *n, const struct scope *sc,
                 enum value_type want)
{
    if (!n)
        return REF_NONE;
    switch (want) {
    case V_FLAG: return compile_cond(ld, n, sc);
    case V_SEAT: return compile_seat(ld, n, sc);
    case V_SEATS: return compile_seats(ld, n, sc);
    case V_SELECTOR: return compile_cards(ld, n, sc);
    case V_WORD: return compile_word(ld, n, sc, -1);
    default: break;
    }
    if (want == V_NUMBER_OR_ALL && node_is(n, "all"))
        return expr_const(ld, K_ALL);
    return expr_wanted(ld, n, sc, xtype_of(want));
}

ref compile_amount(struct loader *ld, const char *key, const struct node *n,
                   const struct scope *sc)
{
    ref r = compile_expr(ld, n, sc, V_NUMBER);
    int32_t known;
    if (expr_is_const(ld, r, &known) && known < 0 && known != K_ABSENT)
        SAY(ld, n, "VALUE-RANGE", NULL, "'%s' is %d, so nothing would happen", key, known);
    return r;
}

ref compile_any(struct loader *ld, const struct node *n, const struct scope *sc)
{
    struct xplace x = {ld, n, sc};
    struct xval v = expr_value(ld, n, sc, false, -1);
    return v.t == XT_ANY ? expr_coerce(&x, 0, v, XT_NUMBER, -1) : v.r;
}
