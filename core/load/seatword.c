/* seatword.c: words for one or several seats.
 *
 * A word, a parameter, a map with one key, or an expression for one seat. Codes: KIND-UNKNOWN
 * KEY-CONFLICT, besides those of expr.h.
 */
#include "load/expr.h"
#include "load/meant.h"

#include <string.h>

const struct seat_word seat_words[SEAT_WORDS] = {
#define SEAT_WORD(id, word, one) {#word, SS_##id, one},
#include "kernel/seats.def"
};

const struct seat_word *seat_word_find(const char *id)
{
    int i = PLACE_OF(seat_words, SEAT_WORDS, id);
    return i < 0 ? NULL : &seat_words[i];
}

static ref seats_add(const struct xplace *x, enum seat_op op, unsigned a)
{
    x->ld->here = x->node;
    struct kseats s = {.op = (uint8_t)op, .a = (uint16_t)a};
    return (ref)TABLE_ADD(x->ld, seats, s);
}

static ref seats_of(const struct xplace *x, enum seat_op op, ref a)
{
    return a == REF_NONE ? REF_NONE : seats_add(x, op, a);
}

static bool is_param(const char *text)
{
    return text[0] == '$' && text[1] != '\0' &&
           text[1 + strspn(text + 1, "abcdefghijklmnopqrstuvwxyz_0123456789")] == '\0';
}

bool is_seats(const struct node *n)
{
    return n->kind == NODE_MAP && (node_get(n, "where") || node_get(n, "left") ||
                                   node_get(n, "right") || node_get(n, "owner"));
}

/* The let of this name if it can be seats, else NULL. A {most: …} can, where seats are needed. */
static const struct name *seats_let(const struct loader *ld, const struct node *n)
{
    const struct name *let = n->kind == NODE_SCALAR ? name_find(ld, n->text) : NULL;
    if (!let || let->kind != NAME_LET || let->node->kind != NODE_MAP ||
        node_get(let->node, "cards"))
        return NULL;
    bool by = node_get(let->node, "most") || node_get(let->node, "least");
    return by || is_seats(let->node) ? let : NULL;
}

/* Reports a word that is no name. An expression would only call it unknown. */
static ref unknown_seats(const struct xplace *x, const char *text)
{
    const struct loader *ld = x->ld;
    struct near like = near_begin(ld, text);
    near_each(&like, seat_words, SEAT_WORDS);
    near_each(&like, ld->kind_names.v, ld->kind_names.n);
    for (uint32_t i = 0; i < ld->names.n; i++) {
        const struct name *name = &ld->names.v[i];
        if ((name->kind == NAME_COUNTER && name->index < ld->counters.n &&
             ld->counters.v[name->index].is == V_SEAT) ||
            (name->kind == NAME_LET && is_seats(name->node)))
            near_try(&like, name->id);
    }
    const char *meant = meant_seat(text), *near = meant ? meant : like.best;
    bool cards = is_among("cards card", text);
    SAY(ld, x->node, "NAME-UNKNOWN",
        cards  ? "for cards, write 'each: {cards: {…}}'"
        : near ? hint_near(ld, near)
               : "you, others, all (with you), left, right, …; or {where: …}",
        "unknown seat '%s'", text);
    return REF_NONE;
}

static ref scalar_seats(const struct xplace *x)
{
    const char *text = x->node->text;
    if (x->sc->script && is_param(text)) {
        int place = open_place(x, 0, text + 1);
        return place >= 0 && open_place_is(x, 0, place, V_SEATS, -1)
                   ? seats_add(x, SS_ARG, (unsigned)place)
                   : REF_NONE;
    }
    const struct seat_word *word = seat_word_find(text);
    if (word) {
        site_note(x->ld, SITE_SEATS, x->node, 0);
        /* `others` needs a `you` */
        return seat_bound(x, 0, word->op == SS_OTHERS ? SS_YOU : word->op, NULL)
                   ? seats_add(x, word->op, 0)
                   : REF_NONE;
    }
    int kind = kind_find(x->ld, text);
    if (kind >= 0)
        return seats_add(x, SS_KIND, (unsigned)kind);
    int param = is_param(text) ? param_find(x, 0, text + 1) : -1;
    if (param >= 0 && x->ld->verbs.v[x->sc->verb].info.param[param].type == V_SEATS)
        return seats_add(x, SS_PARAM, (unsigned)param);
    if (is_param(text))
        return param < 0 ? REF_NONE
                         : seats_of(x, SS_VALUE, compile_seat(x->ld, x->node, x->sc));
    const struct name *let = seats_let(x->ld, x->node);
    if (let)
        return let_seats(x, 0, let);
    if (bare_word(x->ld, x->node) && !(text[0] >= '0' && text[0] <= '9'))
        return unknown_seats(x, text);
    struct scope each = *x->sc;
    each.you |=
        strpbrk(text, "<>=") != NULL; /* a comparison, asked of each seat; it is reported */
    struct xval v = expr_value(x->ld, x->node, &each, false, -1);
    return seats_of(x, SS_VALUE, expr_coerce(x, 0, v, XT_SEAT, -1));
}

/* ---- maps ---- */

/* May this be the candidates of `left` or `right`? These are a kind of seats, all, others,
 * seats, or a map that asks each seat, also as a let. A single seat may not: {left: leader}
 * would read as the neighbour of the leader. */
static bool is_candidates(const struct xplace *x, const struct node *value)
{
    const struct name *let = seats_let(x->ld, value);
    if (let)
        return is_candidates(x, let->node);
    if (value->kind == NODE_MAP)
        return node_get(value, "where") || node_get(value, "most") || node_get(value, "least");
    const struct seat_word *word =
        value->kind == NODE_SCALAR ? seat_word_find(value->text) : NULL;
    return value->kind == NODE_SCALAR &&
           (kind_find(x->ld, value->text) >= 0 || (word && !word->one));
}

static void no_candidates(const struct xplace *x, const char *side, const struct node *value)
{
    struct loader *ld = x->ld;
    const char *text = value->kind == NODE_SCALAR ? value->text : "";
    struct near like = near_begin(ld, text);
    near_each(&like, ld->kind_names.v, ld->kind_names.n);
    near_try(&like, name_suggest(ld, text, 1u << NAME_LET));
    const char *near = name_find(ld, text) ? NULL : like.best;
    SAY(ld, value, "KIND-UNKNOWN",
        near    ? hint_near(ld, near)
        : *text ? arena_printf(ld->mem, "for the neighbour of another seat, write '%s.%s'",
                               text, side)
                : "all, others, seats, {where: …}, {most: …} or {least: …}",
        "a kind of seat or a condition is needed here, for the next such seat");
}

/* {left: SEATS, of: SEAT}: the next of those seats, clockwise or the other way, from you or
 * `of`. */
static ref side_seats(const struct xplace *x, enum seat_op op, const struct node *value)
{
    const struct node *of = node_get(x->node, "of");
    if (!is_candidates(x, value)) {
        no_candidates(x, op == SS_LEFT ? "left" : "right", value);
        return REF_NONE;
    }
    ref whose = compile_seat(x->ld, of, x->sc);
    const char *hint = arena_printf(x->ld->mem, "say from which seat: {%s: …, of: SEAT}",
                                    op == SS_LEFT ? "left" : "right");
    if (of ? whose == REF_NONE : !seat_bound(x, 0, op, hint))
        return REF_NONE;
    ref among = compile_seats(x->ld, value, x->sc);
    ref seats = among == REF_NONE ? REF_NONE : seats_add(x, op, (unsigned)(of ? whose + 1 : 0));
    if (seats != REF_NONE)
        x->ld->seats.v[seats].b = (uint16_t)(among + 1);
    return seats;
}

/* most, least, where; `among` beside it: asks only these seats. */
static ref asked_seats(const struct xplace *x, enum seat_op op, const struct node *value)
{
    const struct node *among = node_get(x->node, "among");
    struct scope each = *x->sc;
    each.you = each.each = true;
    ref seats = seats_of(x, op,
                         op == SS_WHERE ? compile_cond(x->ld, value, &each)
                                        : compile_expr(x->ld, value, &each, V_NUMBER));
    if (!among || seats == REF_NONE)
        return seats;
    ref of = compile_seats(x->ld, among, x->sc);
    x->ld->seats.v[seats].b = (uint16_t)(of + 1);
    return of == REF_NONE ? REF_NONE : seats;
}

/* The keys that select seats, and what may be beside each. */
static const struct seats_key {
    const char *id, *more;
    enum seat_op op;
} seats_keys[] = {
#define SEAT_KEY(id, key, type, beside, says) {#key, #beside, SS_##id},
#include "kernel/seats.def"
};
enum { SEATS_KEYS = sizeof seats_keys / sizeof *seats_keys };

/* The key of the map. NULL after an error: none, several, or one that does not fit. */
static const struct seats_key *key_of_seats(const struct xplace *x)
{
    const struct seats_key *found = NULL;
    int n = 0;
    for (int k = 0; k < SEATS_KEYS; k++)
        if (node_get(x->node, seats_keys[k].id)) {
            found = &seats_keys[k];
            n++;
        }
    if (n != 1) {
        SAY(x->ld, x->node, "KEY-CONFLICT", "left, right, most, least, where or owner",
            "name seats by one key, not by %d", n);
        return NULL;
    }
    for (size_t i = 0; i < x->node->n; i++) {
        const char *id = x->node->key[i]->text;
        bool of = strcmp(id, "of") == 0;
        if (strcmp(id, found->id) == 0 || strcmp(id, found->more) == 0)
            continue;
        SAY(x->ld, x->node->key[i], "KEY-CONFLICT", NULL, "'%s' needs %s beside it", id,
            of ? "left or right" : "most, least or where");
        return NULL;
    }
    return found;
}

static ref map_seats(const struct xplace *x)
{
    const struct seats_key *k = keys_check(x->ld, x->node, AT_SEATS) ? key_of_seats(x) : NULL;
    if (!k)
        return REF_NONE;
    const struct node *value = node_get(x->node, k->id);
    if (k->op == SS_LEFT || k->op == SS_RIGHT)
        return side_seats(x, k->op, value);
    return k->op == SS_OWNERS ? seats_of(x, SS_OWNERS, compile_cards(x->ld, value, x->sc))
                              : asked_seats(x, k->op, value);
}

ref compile_seats(struct loader *ld, const struct node *n, const struct scope *sc)
{
    struct xplace x = {ld, n, sc};
    if (!n)
        return REF_NONE;
    if (n->kind == NODE_MAP)
        return map_seats(&x);
    if (n->kind == NODE_SCALAR && !node_is_null(n))
        return scalar_seats(&x);
    SAY(ld, n, "TYPE", "a seat word, or {where: …}", "seats are needed here, not %s",
        n->kind == NODE_LIST ? "a list" : "nothing");
    return REF_NONE;
}

ref compile_seat(struct loader *ld, const struct node *n, const struct scope *sc)
{
    bool scalar = n && n->kind == NODE_SCALAR && !node_is_null(n);
    if (scalar && kind_find(ld, n->text) < 0 && strcmp(n->text, "others") != 0)
        return expr_wanted(ld, n, sc, XT_SEAT);
    ref set = compile_seats(ld, n, sc);
    return set == REF_NONE ? REF_NONE : expr_add(ld, n, X_SEATSET, set, REF_NONE, 0);
}
