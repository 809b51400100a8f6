/* formula.c: formulas and conditions written as maps: {count: …}, {sum: …}, {most: …}, {all: …}.
 *
 * Each form has one key that names it and a few that may be beside it. All may have `says`.
 */
#include "load/expr_internal.h"

#include <string.h>

#include "load/meant.h"
#include "load/parts.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Are all keys of a map in `known` (ended by NULL)? Reports others with a hint. */
static bool keys_known(struct loader *ld, const struct node *map, const char *const *known)
{
    size_t n = 0, wrong = 0;
    while (known[n])
        n++;
    for (size_t i = 0; i < map->n; i++) {
        const char *key = map->key[i]->text;
        if (PLACE_OF(known, n, key) >= 0)
            continue;
        const char *hint = hint_comma(key);
        const struct meant *m = meant_key(AT_FORMULA, key);
        if (!hint && m)
            hint = m->hint;
        if (!hint)
            hint = hint_near(ld, near_word(ld, key, known, n));
        bool bound = is_among("at_least at_most is", key);
        if (!hint && bound)
            hint = "it needs 'count'. Name this number with a 'let' and compare: 'total >= 20'";
        SAY(ld, map->key[i], "KEY-UNKNOWN", hint, "unknown key '%s'", key);
        wrong++;
    }
    return wrong == 0;
}

static struct xval chain(const struct xplace *x, enum xop op, struct xval v, ref next)
{
    if (v.r == REF_NONE)
        return expr_typed(next, XT_FLAG);
    return expr_operate(x, 0, op, v.r, next, XT_FLAG);
}

/* Before the game begins, only the number of players is known. */
static ref seats_counted(const struct xplace *x, const struct node *who)
{
    if (x->sc->early && node_is(who, "all"))
        return expr_leaf(x, X_PLAYERS, 0, XT_NUMBER).r;
    if (x->sc->early && !expr_under_way(x, 0))
        return REF_NONE;
    return expr_of(x, X_SEATCOUNT, compile_seats(x->ld, who, x->sc), 1, XT_NUMBER).r;
}

/* OP of F over the sets of cards. F NULL: their number. */
static ref over_sets(const struct xplace *x, enum xop op, const struct node *f,
                     const struct node *sets)
{
    struct loader *ld = x->ld;
    struct scope inside = *x->sc;
    struct kaction a = no_action();
    sets_read(ld, sets, "sets", &a, &inside);
    const ref arg[] = {f ? compile_expr(ld, f, &inside, V_NUMBER) : expr_const(ld, 1), a.cond,
                       a.fewest, a.most};
    if (a.cards == REF_NONE || a.most == REF_NONE || arg[0] == REF_NONE ||
        (node_get(sets, "if") && a.cond == REF_NONE))
        return REF_NONE;
    ref first = (ref)ld->xargs.n;
    for (size_t i = 0; i < COUNT(arg); i++)
        TABLE_ADD(ld, xargs, arg[i]);
    return expr_add(ld, x->node, X_OVERSETS, a.cards, first, op);
}

/* {count: SEL, times: F}, {count: {sets: …}, …}, {players: SEATS, …}: the number itself. */
static struct xval counted(const struct xplace *x)
{
    struct loader *ld = x->ld;
    const struct node *times = node_get(x->node, "times"), *who = node_get(x->node, "players");
    const struct node *cards = node_get(x->node, "count"), *sets = node_get(cards, "sets");
    int32_t factor = 1;
    if (sets && !keys_check(ld, cards, AT_SETS))
        return bad;
    ref of = who    ? seats_counted(x, who)
             : sets ? over_sets(x, X_SUM, NULL, sets)
                    : compile_cards(ld, cards, x->sc);
    ref by = compile_expr(ld, times, x->sc, V_NUMBER);
    if (of == REF_NONE || (times && by == REF_NONE))
        return bad;
    bool known = !times || (!who && !sets && expr_is_const(ld, by, &factor));
    ref count = who || sets ? of : expr_add(ld, x->node, X_COUNT, of, REF_NONE, factor);
    return expr_typed(known ? count : expr_add(ld, x->node, X_MUL, count, by, 0), XT_NUMBER);
}

static struct xval count_form(const struct xplace *x, bool as_cond)
{
    static const struct {
        const char *key;
        enum xop op;
    } bounds[] = {{"at_least", X_GE}, {"at_most", X_LE}, {"is", X_EQ}};
    struct loader *ld = x->ld;
    struct xval count = counted(x), v = bad;
    if (count.t == XT_BAD)
        return bad;
    bool bounded = false, failed = false;
    for (size_t i = 0; i < COUNT(bounds); i++) {
        const struct node *bound = node_get(x->node, bounds[i].key);
        ref limit = compile_expr(ld, bound, x->sc, V_NUMBER);
        if (!bound)
            continue;
        bounded = true;
        failed |= limit == REF_NONE;
        if (limit != REF_NONE)
            v = chain(x, X_AND, v, expr_add(ld, x->node, bounds[i].op, count.r, limit, 0));
    }
    if (failed)
        return bad;
    if (!bounded && as_cond)
        return expr_operate(x, 0, X_GE, count.r, expr_const(ld, 1), XT_FLAG);
    return bounded ? v : count;
}

/* {sum: F, cards: SEL}, {sum: F, seats: SEATS}, {sum: F, sets: SETS} and similar forms. */
static struct xval over(const struct xplace *x, enum xop op, const struct node *f)
{
    struct scope inside = *x->sc;
    const struct node *cards = node_get(x->node, "cards"), *seats = node_get(x->node, "seats");
    const struct node *sets = node_get(x->node, "sets"), *last = sets ? sets : seats;
    if ((cards != NULL) + (seats != NULL) + (sets != NULL) != 1) {
        SAY(x->ld, last ? last : x->node, last ? "KEY-CONFLICT" : "KEY-MISSING", NULL,
            last ? "write one of 'cards', 'seats' and 'sets'"
                 : "'cards', 'seats' or 'sets' is missing");
        return bad;
    }
    if (sets)
        return expr_typed(over_sets(x, op, f, sets), XT_NUMBER);
    if (seats && !expr_under_way(x, 0))
        return bad;
    inside.card[BOUND_IT] |= cards != NULL;
    inside.you |= seats != NULL;
    inside.each |= seats != NULL;
    ref of = cards ? compile_cards(x->ld, cards, x->sc) : compile_seats(x->ld, seats, x->sc);
    ref each = compile_expr(x->ld, f, &inside, V_NUMBER);
    if (of == REF_NONE || each == REF_NONE)
        return bad;
    return expr_typed(cards ? expr_add(x->ld, x->node, op, of, each, 0)
                            : expr_add(x->ld, x->node, X_OVERSEATS, of, each, op),
                      XT_NUMBER);
}

/* {most: F, tied: C}: no seat has more than you. If `tied` is false, none has as much. */
static struct xval has_most(const struct xplace *x, enum xop op, const struct node *f)
{
    const struct node *tied = node_get(x->node, "tied");
    struct scope inside = *x->sc;
    int32_t known = 1;
    if (!seat_bound(x, 0, SS_YOU,
                    "for the greatest number write {most: …, seats: all}, and so with 'least'"))
        return bad;
    inside.you = true;
    ref each = compile_expr(x->ld, f, &inside, V_NUMBER);
    ref shared = compile_cond(x->ld, tied, x->sc);
    if (each == REF_NONE || (tied && shared == REF_NONE))
        return bad;
    if (!tied || expr_is_const(x->ld, shared, &known))
        return expr_of(x, op, each, !known, XT_FLAG);
    struct xval yes = expr_of(x, op, each, 0, XT_FLAG);
    return expr_if(x, shared, yes, expr_of(x, op, each, 1, XT_FLAG));
}

static struct xval most_form(const struct xplace *x, enum xop op, enum xop has,
                             const struct node *f)
{
    const struct node *tied = node_get(x->node, "tied");
    const struct node *of = node_key_among(x->node, "cards seats sets");
    if (!of)
        return has_most(x, has, f);
    if (tied)
        SAY(x->ld, tied, "KEY-CONFLICT", NULL, "write 'tied' or '%s', not both", of->text);
    return tied ? bad : over(x, op, f);
}

static struct xval all_form(const struct xplace *x, enum xop op, const struct node *list)
{
    struct xval v = bad;
    bool failed = false;
    if (list->kind != NODE_LIST || list->n == 0) {
        SAY(x->ld, list, list->kind == NODE_LIST ? "LIST-EMPTY" : "TYPE-LIST", NULL,
            "a list of conditions is needed here");
        return bad;
    }
    site_note(x->ld, SITE_LIST, list, 0);
    for (size_t i = 0; i < list->n; i++) {
        ref c = compile_cond(x->ld, list->item[i], x->sc);
        failed |= c == REF_NONE;
        if (c != REF_NONE)
            v = chain(x, op, v, c);
    }
    return failed ? bad : v;
}

/* `is` comes last, because it is also a bound of `count` and `players`. */
enum form {
    FORM_COUNT,
    FORM_PLAYERS,
    FORM_CARD,
    FORM_SUM,
    FORM_MOST,
    FORM_LEAST,
    FORM_ALL,
    FORM_ANY,
    FORM_NOT,
    FORM_IS,
    FORMS
};
static const char *const form_keys[FORMS][7] = {
    [FORM_COUNT] = {"count", "times", "at_least", "at_most", "is", "says", NULL},
    [FORM_PLAYERS] = {"players", "times", "at_least", "at_most", "is", "says", NULL},
    [FORM_CARD] = {"card", "says", NULL},
    [FORM_SUM] = {"sum", "cards", "seats", "sets", "says", NULL},
    [FORM_MOST] = {"most", "cards", "seats", "sets", "tied", "says", NULL},
    [FORM_LEAST] = {"least", "cards", "seats", "sets", "tied", "says", NULL},
    [FORM_ALL] = {"all", "says", NULL},
    [FORM_ANY] = {"any", "says", NULL},
    [FORM_NOT] = {"not", "says", NULL},
    [FORM_IS] = {"is", "says", NULL},
};

/* The form that was probably meant by a map. */
static const char *formula_meant(const struct loader *ld, const struct node *map,
                                 const char *const *forms)
{
    const char *key = map->n > 0 ? map->key[0]->text : "";
    const char *near = near_word(ld, key, forms, FORMS), *braces = hint_braces(ld, map);

    if (strcmp(key, "sets") == 0)
        return "to count them, write {count: {sets: {…}}}";
    if (near || braces)
        return near ? hint_near(ld, near) : braces;
    if (is_seats(map))
        return "these are seats. To count them, write {players: {…}}";
    return key_row(AT_SELECTOR, key) || strcmp(key, "of") == 0
               ? "these are cards. To count them, write {count: {…}}. For the only one, write "
                 "{card: {…}}"
               : "formulas are: count, players, card, sum, most, least, all, any, not, is";
}

static int form_of(const struct loader *ld, const struct node *map)
{
    const char *first[FORMS];
    for (int f = 0; f < FORMS; f++) {
        first[f] = form_keys[f][0];
        if (node_get(map, first[f]))
            return f;
    }
    SAY(ld, map->n > 0 ? map->key[0] : map, map->n > 0 ? "KEY-UNKNOWN" : "KEY-MISSING",
        formula_meant(ld, map, first), "this is not a formula");
    return -1;
}

/* Reports keys that belong to other forms: {players: SEATS, sum: F}, {sum: F, among: SEATS},
 * {most: F, among: SEATS}. True if there was one. */
static bool beside_another(const struct xplace *x, int form)
{
    static const char *const beside[FORMS] = {[FORM_PLAYERS] = "sum most least",
                                              [FORM_SUM] = "among who of",
                                              [FORM_MOST] = "among",
                                              [FORM_LEAST] = "among"};
    const struct node *key = node_key_among(x->node, beside[form] ? beside[form] : "");
    if (key && (form == FORM_MOST || form == FORM_LEAST))
        SAY(x->ld, key, "KEY-UNKNOWN",
            "to name seats, write who: {most: …, among: …}. For the greatest number, write "
            "{most: …, seats: …}",
            "a condition has no 'among', because it compares with all players");
    else if (key)
        SAY(x->ld, key, "KEY-UNKNOWN",
            "to add up a number of each seat, write {sum: F, seats: SEATS}. So with 'most' and "
            "'least'",
            "unknown key '%s'", key->text);
    return key != NULL;
}

struct xval formula_value(const struct xplace *x, bool as_cond)
{
    int form = form_of(x->ld, x->node);
    if (form < 0 || beside_another(x, form) || !keys_known(x->ld, x->node, form_keys[form]))
        return bad;
    const struct node *f = node_get(x->node, form_keys[form][0]);
    site_note(x->ld, SITE_KEYS, x->node, AT_FORMULA);
    if (node_get(x->node, "says"))
        /* only checks it; the texts read it again */
        text_of(x->ld, node_get(x->node, "says"));
    switch (form) {
    case FORM_COUNT:
    case FORM_PLAYERS: return count_form(x, as_cond);
    case FORM_CARD: return expr_of(x, X_ONLY, compile_cards(x->ld, f, x->sc), 0, XT_CARD);
    case FORM_SUM: return over(x, X_SUM, f);
    case FORM_MOST: return most_form(x, X_MOSTOF, X_HASMOST, f);
    case FORM_LEAST: return most_form(x, X_LEASTOF, X_HASLEAST, f);
    case FORM_ALL: return all_form(x, X_AND, f);
    case FORM_ANY: return all_form(x, X_OR, f);
    case FORM_IS: /* an expression with a text; a `let` may be one */
        return as_cond ? expr_typed(compile_cond(x->ld, f, x->sc), XT_FLAG)
                       : expr_value(x->ld, f, x->sc, false, -1);
    default: return expr_of(x, X_NOT, compile_cond(x->ld, f, x->sc), 0, XT_FLAG);
    }
}
