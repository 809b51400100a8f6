/* exprtype.c: records of expressions and their types: conversions and conditions. */
#include "load/expr_internal.h"

/* ---- records ---- */

ref expr_add(struct loader *ld, const struct node *at, enum xop op, ref a, ref b, int32_t imm)
{
    ld->here = at ? at : ld->here;
    struct kexpr e = {.op = (uint8_t)op, .a = a, .b = b, .c = REF_NONE, .imm = imm};
    TABLE_ADD(ld, expr_pos, pos_of(ld, at));
    return (ref)TABLE_ADD(ld, exprs, e);
}

ref expr_const(struct loader *ld, int32_t value)
{
    return expr_add(ld, NULL, X_CONST, REF_NONE, REF_NONE, value);
}

bool expr_is_const(const struct loader *ld, ref r, int32_t *value)
{
    if (r == REF_NONE || ld->exprs.v[r].op != X_CONST)
        return false;
    *value = ld->exprs.v[r].imm;
    return true;
}

struct xval expr_typed(ref r, enum xtype t)
{
    return r == REF_NONE ? bad : (struct xval){r, (uint8_t)t, -1, -1};
}

struct xval expr_of(const struct xplace *x, enum xop op, ref a, int imm, enum xtype t)
{
    return a == REF_NONE ? bad : expr_typed(expr_add(x->ld, x->node, op, a, REF_NONE, imm), t);
}

struct xval expr_leaf(const struct xplace *x, enum xop op, int imm, enum xtype t)
{
    return expr_typed(expr_add(x->ld, x->node, op, REF_NONE, REF_NONE, imm), t);
}

struct xval expr_word(const struct xplace *x, int trait, int word)
{
    struct xval v = expr_leaf(x, X_CONST, word, XT_WORD);
    v.trait = trait;
    return v;
}

/* ---- types ---- */

const char *xtype_name(const struct loader *ld, struct xval v)
{
    static const char *const names[] = {"nothing", "anything", "a number",           "a flag",
                                        "a seat",  "a card",   "the kind of a card", "a zone",
                                        "a word",  "a phase",  "a set of words"};
    if (v.t == XT_WORD && v.trait >= 0)
        return arena_printf(ld->mem, "a word of '%s'", ld->trait_infos.v[v.trait].name.id);
    return names[v.t];
}

bool xval_is_number(struct xval v)
{
    return v.t == XT_NUMBER || v.t == XT_PHASE;
}

enum xtype xtype_of(unsigned type)
{
    static const uint8_t types[] = {
        [V_FLAG] = XT_FLAG, [V_SEAT] = XT_SEAT, [V_CARD] = XT_CARD,
        [V_ZONE] = XT_ZONE, [V_WORD] = XT_WORD, [V_WORDS] = XT_WORDS};
    return type < sizeof types && types[type] ? (enum xtype)types[type] : XT_NUMBER;
}

/* A definition is a word without trait: the card's id. A set of words is their number. */
enum value_type xtype_noted(enum xtype t)
{
    static const uint8_t types[XT_CARDS + 1] = {
        [XT_FLAG] = V_FLAG, [XT_SEAT] = V_SEAT, [XT_CARD] = V_CARD,   [XT_ZONE] = V_ZONE,
        [XT_WORD] = V_WORD, [XT_DEF] = V_WORD,  [XT_CARDS] = V_CARDS,
    };
    return (enum value_type)types[t];
}

bool open_place_is(const struct xplace *x, size_t at, int place, enum value_type type,
                   int trait)
{
    struct sselector *args = x->sc->args;
    ref noted = trait < 0 ? REF_NONE : (ref)trait;
    if (!args)
        return true;
    while (!args->named[place] && args->nargs <= place) {
        args->arg[args->nargs].type = UINT8_MAX;
        args->arg[args->nargs++].trait = REF_NONE;
    }
    if (args->arg[place].type != UINT8_MAX &&
        (args->arg[place].type != type || args->arg[place].trait != noted)) {
        if (args->named[place])
            ERROR(x, at, "OPEN-PLACE", NULL, "$%s is used for two different things",
                  args->named[place]);
        else
            ERROR(x, at, "OPEN-PLACE", "give it a number of its own",
                  "$%d is used for two different things", place + 1);
        return false;
    }
    if (args->nargs + args->nnamed > K_MAX_ARGS)
        return ERROR(x, at, "OPEN-PLACE", NULL, "a selector has at most %d open places",
                     K_MAX_ARGS);
    args->arg[place].type = (uint8_t)type;
    args->arg[place].trait = noted;
    return true;
}

/* Notes the type that a script's function must give. False after an error: it is used with two
 * types. */
static bool note_result(const struct xplace *x, size_t at, struct xval v, enum xtype want)
{
    const struct kexpr *e = &x->ld->exprs.v[v.r];
    if (e->op == X_PURE && want == XT_WORD)
        return ERROR(x, at, "PURE-TYPES", NULL,
                     "a word is needed here, and the script's function '%s' gives none",
                     x->ld->pures.v[e->imm]);
    if (e->op != X_PURE ||
        (want != XT_NUMBER && want != XT_FLAG && want != XT_SEAT && want != XT_CARD))
        return true;
    struct spure *sig = &x->ld->pure_sigs.v[e->imm];
    if (sig->result == UINT8_MAX)
        sig->result = (uint8_t)xtype_noted(want);
    static const char *const names[] = {[V_NUMBER] = "a number",
                                        [V_FLAG] = "true or false",
                                        [V_SEAT] = "a seat",
                                        [V_CARD] = "a card"};
    return sig->result == xtype_noted(want) ||
           ERROR(x, at, "PURE-TYPES", NULL, "'%s' is %s here, but %s elsewhere",
                 x->ld->pures.v[e->imm], names[xtype_noted(want)], names[sig->result]);
}

bool expr_settle_any(const struct xplace *x, size_t at, struct xval v, enum xtype want,
                     int trait)
{
    const struct kexpr *e = &x->ld->exprs.v[v.r];
    return e->op == X_ARG ? open_place_is(x, at, e->imm, xtype_noted(want), trait)
                          : note_result(x, at, v, want);
}

/* TRAIT: of the wanted word, or -1. */
static const char *type_hint(const struct loader *ld, struct xval v, enum xtype want, int trait)
{
    int32_t known;
    if (want == XT_NUMBER && v.t == XT_FLAG && expr_is_const(ld, v.r, &known))
        return known ? "write 1" : "write 0";
    enum xop op = v.t == XT_FLAG ? (enum xop)ld->exprs.v[v.r].op : X_CONST;
    if (want == XT_NUMBER && (op == X_HASMOST || op == X_HASLEAST))
        return "for the greatest number write {most: …, seats: all}, and so with 'least'";
    if (want == XT_NUMBER && v.t == XT_FLAG)
        return "write 'if(…, 1, 0)'";
    if (want == XT_SEAT && v.t == XT_CARD)
        return "add '.owner'";
    if (want == XT_SEAT && v.t == XT_NUMBER && expr_is_const(ld, v.r, &known) && known >= 0 &&
        known < K_MAX_SEATS)
        return arena_printf(ld->mem,
                            "give seat %d a name among the counters, 'seat%d: {is: seat, "
                            "start: %d}', and write 'seat%d' here",
                            known, known, known, known);
    if (want == XT_SEAT && v.t == XT_NUMBER)
        return "the player who acts is 'you'; all players are 'all'";
    if (want == XT_SEAT && v.t == XT_FLAG)
        return "write seats with a condition as a map: {where: …}";
    if (want == XT_WORD && v.t == XT_CARD && trait >= 0)
        return arena_printf(ld->mem, "add '.%s'", ld->trait_infos.v[trait].name.id);
    if (want == XT_CARD && v.t == XT_ZONE)
        return "write '{zone: …}'";
    if (want == XT_WORD && v.t == XT_DEF)
        return "'this.card' is a word only on a card";
    if (want == XT_WORD && v.option >= 0)
        return arena_printf(ld->mem, "'%s' is an option", ld->option_infos.v[v.option].name.id);
    return NULL;
}

bool traits_same_words(const struct loader *ld, int a, int b)
{
    if (a < 0 || b < 0)
        return a == b;
    ref of_a = ld->trait_infos.v[a].words_of, of_b = ld->trait_infos.v[b].words_of;
    return (of_a ? of_a - 1 : a) == (of_b ? of_b - 1 : b);
}

ref expr_coerce(const struct xplace *x, size_t at, struct xval v, enum xtype want, int trait)
{
    if (v.t == XT_BAD)
        return REF_NONE;
    if (v.t == XT_ANY)
        return expr_settle_any(x, at, v, want, trait) ? v.r : REF_NONE;
    if (want == XT_NUMBER && xval_is_number(v))
        return v.r;
    if (want == XT_NUMBER && v.t == XT_WORDS)
        return expr_add(x->ld, x->node, X_SIZE, v.r, REF_NONE, 0);
    if (want == XT_DEF && v.t == XT_CARD)
        return expr_add(x->ld, x->node, X_CARDDEF, v.r, REF_NONE, 0);
    if (v.t == want &&
        (want != XT_WORD || trait < 0 || traits_same_words(x->ld, v.trait, trait)))
        return v.r;
    struct xval wanted = {REF_NONE, (uint8_t)want, trait, -1};
    const char *hyphens = hyphens_hint(x, at);
    ERROR(x, at, "TYPE", hyphens ? hyphens : type_hint(x->ld, v, want, trait),
          "%s is needed here, and this is %s", xtype_name(x->ld, wanted), xtype_name(x->ld, v));
    return REF_NONE;
}

/* A condition: a flag, or that something exists. `text` of length `len`: its source. */
struct xval expr_condition(const struct xplace *x, size_t at, struct xval v, const char *text,
                           size_t len)
{
    uint8_t op = v.t == XT_WORD ? x->ld->exprs.v[v.r].op : X_CONST;
    bool param = op == X_PARAM; /* is it given? */
    /* a word of a counter, or of a card's trait, may be missing */
    if (v.t == XT_SEAT || v.t == XT_CARD || v.t == XT_DEF || op == X_TRAIT || op == X_GAME ||
        op == X_SEATCTR || op == X_CARDCTR || op == X_OWNCTR)
        return expr_of(x, X_ISSET, v.r, 0, XT_FLAG);
    if (param || v.t == XT_PHASE || v.t == XT_WORDS) {
        ref none = expr_const(x->ld, param ? K_ABSENT : 0);
        return expr_typed(expr_add(x->ld, x->node, X_NE, v.r, none, 0), XT_FLAG);
    }
    if (v.t == XT_ANY && !expr_settle_any(x, at, v, XT_FLAG, -1))
        return bad;
    if (v.t == XT_BAD || v.t == XT_FLAG || v.t == XT_ANY)
        return v.t == XT_BAD ? v : expr_typed(v.r, XT_FLAG);
    const char *hint = v.t == XT_ZONE ? "write '{count: {zone: …}}'" : NULL;
    int32_t known;
    if (v.t == XT_NUMBER && v.option < 0 && expr_is_const(x->ld, v.r, &known))
        hint = known ? "write true" : "write false";
    else if (v.t == XT_NUMBER && text)
        hint = arena_printf(x->ld->mem, "write '%.*s %s'", (int)len, text,
                            v.option >= 0 ? "== …" : "> 0");
    return BAD(x, at, "NOT-CONDITION", hint, "%s is not a condition", xtype_name(x->ld, v));
}

ref expr_tree_condition(const struct xplace *x, const struct ast *a)
{
    struct xval v = expr_tree(x, a, bad);
    return expr_condition(x, a->from, v, x->node->text + a->from, a->to - a->from).r;
}

ref expr_tree_number(const struct xplace *x, const struct ast *a)
{
    return expr_coerce(x, a->from, expr_tree(x, a, bad), XT_NUMBER, -1);
}
