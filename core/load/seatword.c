/* seatword.c: seat words: which seats, or which one.
 *
 * A word, a parameter, a map of one key, or an expression that gives one seat. Codes:
 * KIND-UNKNOWN KEY-CONFLICT, besides those of expr.h.
 */
#include "load/expr.h"
#include "load/keys.h"

#include <stdlib.h>
#include <string.h>

#include "load/suggest.h"

static const struct { const char *id; enum seat_op op; } words[] = {
    {"you", SS_YOU},       {"them", SS_THEM},   {"seat", SS_SLOT}, {"left", SS_LEFT},
    {"right", SS_RIGHT},   {"others", SS_OTHERS}, {"all", SS_ALL}, {"seats", SS_SEATS},
};

static ref seats_add(const struct xplace *x, enum seat_op op, unsigned a)
{
    if (!pool_room(x->ld, x->node, x->ld->seats.n))
        return REF_NONE;
    struct kseats s = {.op = (uint8_t)op, .a = (uint16_t)a};
    return (ref)POOL_ADD(x->ld, x->ld->seats, s);
}

static ref seats_of(const struct xplace *x, enum seat_op op, ref a)
{
    return a == REF_NONE ? REF_NONE : seats_add(x, op, a);
}

/* `others` are others than you. */
static ref word_seats(const struct xplace *x, enum seat_op op)
{
    if (!seat_bound(x, 0, op == SS_OTHERS ? SS_YOU : op))
        return REF_NONE;
    return seats_add(x, op, 0);
}

static ref param_seats(const struct xplace *x)
{
    int i = param_find(x, 0, x->node->text + 1);
    if (i < 0)
        return REF_NONE;
    if (x->ld->verbs.v[x->sc->verb].info.param[i].type == V_SEATS)
        return seats_add(x, SS_PARAM, (unsigned)i);
    return seats_of(x, SS_VALUE, compile_seat(x->ld, x->node, x->sc));
}

static bool is_param(const char *text)
{
    return text[0] == '$' && text[1] != '\0'
        && text[1 + strspn(text + 1, "abcdefghijklmnopqrstuvwxyz_0123456789")] == '\0';
}

static ref scalar_seats(const struct xplace *x)
{
    const char *text = x->node->text;
    int place = open_place(x->node, x->sc);
    if (place >= 0)
        return open_place_is(x, 0, place, V_SEATS, -1) ? seats_add(x, SS_ARG, (unsigned)place)
                                                       : REF_NONE;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].id, text) == 0)
            return word_seats(x, words[i].op);
    int kind = kind_find(x->ld, text);
    if (kind >= 0)
        return seats_add(x, SS_KIND, (unsigned)kind);
    if (!x->sc->script && is_param(text))
        return param_seats(x);
    struct xval v = expr_value(x->ld, x->node, x->sc, false, -1);
    return seats_of(x, SS_VALUE, expr_coerce(x, 0, v, XT_SEAT, -1));
}

/* ---- maps ---- */

static ref side_seats(const struct xplace *x, enum seat_op op, const struct node *value)
{
    int kind = value->kind == NODE_SCALAR ? kind_find(x->ld, value->text) : -1;
    if (kind >= 0)
        return seat_bound(x, 0, op) ? seats_add(x, op, (unsigned)kind + 1) : REF_NONE;
    const char **ids = mem_alloc((x->ld->kind_names.n + 1) * sizeof *ids);
    for (uint32_t i = 0; i < x->ld->kind_names.n; i++)
        ids[i] = x->ld->kind_names.v[i].id;
    const char *text = value->kind == NODE_SCALAR ? value->text : "";
    const char *near = suggest(text, ids, x->ld->kind_names.n);
    node_error(x->ld->diags, value, "KIND-UNKNOWN",
               near ? hint_near(x->ld, near)
                    : "the neighbour of another seat: 'left' within 'each: SEAT'",
               "a kind of seat is wanted here");
    free(ids);
    return REF_NONE;
}

static ref asked_seats(const struct xplace *x, enum seat_op op, const struct node *value)
{
    struct scope each = *x->sc;
    each.you = true;
    return seats_of(x, op, op == SS_WHERE ? compile_cond(x->ld, value, &each)
                                          : compile_expr(x->ld, value, &each, V_NUMBER));
}

/* `among` beside most, least, where: only these seats are asked. */
static ref among_seats(const struct xplace *x, ref seats, const struct node *among)
{
    ref of = seats == REF_NONE ? REF_NONE : compile_seats(x->ld, among, x->sc);
    if (of == REF_NONE)
        return REF_NONE;
    x->ld->seats.v[seats].b = (uint16_t)(of + 1);
    return seats;
}

static ref map_seats(const struct xplace *x)
{
    static const char *const keys[] = {"left", "right", "most", "least", "where", "owner"};
    static const enum seat_op ops[] = {SS_LEFT, SS_RIGHT, SS_MOST, SS_LEAST, SS_WHERE, SS_OWNERS};
    int k = 0;
    if (!keys_check(x->ld, x->node, AT_SEATS))
        return REF_NONE;
    const struct node *among = node_get(x->node, "among");
    if (x->node->n != 1 + (among != NULL)) {
        node_error(x->ld->diags, x->node, "KEY-CONFLICT", "left, right, most, least, where or owner",
                   "seats are named by one key, here are %zu", x->node->n);
        return REF_NONE;
    }
    int at = x->node->n == 2 && x->node->item[0] == among;
    while (strcmp(keys[k], x->node->key[at]->text) != 0)
        k++;
    const struct node *value = x->node->item[at];
    if (among && ops[k] != SS_MOST && ops[k] != SS_LEAST && ops[k] != SS_WHERE) {
        node_error(x->ld->diags, among, "KEY-CONFLICT", NULL, "'among' stands beside most, least or where");
        return REF_NONE;
    }
    if (ops[k] == SS_LEFT || ops[k] == SS_RIGHT)
        return side_seats(x, ops[k], value);
    if (ops[k] == SS_OWNERS)
        return seats_of(x, SS_OWNERS, compile_cards(x->ld, value, x->sc));
    ref seats = asked_seats(x, ops[k], value);
    return among ? among_seats(x, seats, among) : seats;
}

ref compile_seats(struct loader *ld, const struct node *n, const struct scope *sc)
{
    struct xplace x = {ld, n, sc};
    if (n->kind == NODE_MAP)
        return map_seats(&x);
    if (n->kind == NODE_SCALAR && !node_is_null(n))
        return scalar_seats(&x);
    node_error(ld->diags, n, "TYPE", "a seat word, or {where: …}", "seats are wanted here, not %s",
               n->kind == NODE_LIST ? "a list" : "nothing");
    return REF_NONE;
}

ref compile_seat(struct loader *ld, const struct node *n, const struct scope *sc)
{
    struct xplace x = {ld, n, sc};
    bool scalar = n->kind == NODE_SCALAR && !node_is_null(n);
    if (scalar && kind_find(ld, n->text) < 0 && strcmp(n->text, "others") != 0)
        return expr_coerce(&x, 0, expr_value(ld, n, sc, false, -1), XT_SEAT, -1);
    ref set = compile_seats(ld, n, sc);
    return set == REF_NONE ? REF_NONE : expr_add(ld, n, X_SEATSET, set, REF_NONE, 0);
}
