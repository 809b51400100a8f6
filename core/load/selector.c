/* selector.c: selectors of cards.
 *
 * Keys known at load (a word, a card, a number on the card) become a bitset of definitions.
 * Computed keys (`$faction`, `cost: {at_most: mana}`, counters) become tests. A selector inside
 * `any` or `except` is a filter. It takes nothing from `field`, and without a zone it accepts
 * any. Codes: ZONE-UNKNOWN ZONE-MISSING FIELD-LOOP IT-AROUND KEY-MISPLACED NOT-STATIC LIMIT-
 * TESTS SET-ORDER VALUE-UNKNOWN, besides those of expr.h.
 */
#include "load/expr.h"

#include <stdlib.h>
#include <string.h>

#include "load/keys.h"
#include "load/meant.h"
#include "load/parts.h"

struct sel {
    struct loader *ld;
    const struct node *node;
    const struct scope *sc;
    struct kselect k;
    struct ktest test[CAP_TESTS];
    int ntests;
    bool filter;  /* inside `any` or `except` */
    bool fixed;   /* only keys known at load */
    bool written; /* only what is written on cards: selects definitions, not cards */
    bool zone_given;
    int beside; /* a place whose keys stand beside it, not AT_RULESET; 0: none */
    bool failed;
};

#define ERROR(s, n, ...) (node_error((s)->ld->diags, n, __VA_ARGS__), (s)->failed = true)

/* ---- bitsets ---- */

static uint64_t *bits_at(struct loader *ld, ref set)
{
    return &ld->bits.v[(size_t)set * ld->bit_words];
}

static ref bits_where(struct loader *ld, ref set, bool inverse)
{
    ref out = bits_new(ld);
    for (uint32_t c = 0; c < ld->card_infos.n; c++) {
        bool in = set == REF_NONE || (bits_at(ld, set)[c / 64] >> (c % 64) & 1u);
        if (in != inverse)
            bit_set(ld, out, (int)c);
    }
    return out;
}

static void bits_or(struct loader *ld, ref into, ref set)
{
    for (int i = 0; i < ld->bit_words; i++)
        bits_at(ld, into)[i] |= bits_at(ld, set)[i];
}

/* Adds a static key. All static keys must hold. Sets are shared, so they never change. */
static void keep_bits(struct sel *s, ref set)
{
    if (s->k.bits == REF_NONE) {
        s->k.bits = set;
        return;
    }
    ref both = bits_new(s->ld);
    for (int i = 0; i < s->ld->bit_words; i++)
        bits_at(s->ld, both)[i] = bits_at(s->ld, s->k.bits)[i] & bits_at(s->ld, set)[i];
    s->k.bits = both;
}

/* ---- the field of a key ---- */

enum field_kind { FIELD_CARD, FIELD_TRAIT, FIELD_COUNTER };
struct field {
    enum field_kind kind;
    int id; /* trait; counter id */
    const struct node *key;
};

static enum trait_type field_trait(const struct sel *s, const struct field *f)
{
    return (enum trait_type)s->ld->traits.v[f->id].type;
}

static bool field_has_words(const struct sel *s, const struct field *f)
{
    return f->kind == FIELD_TRAIT &&
           (field_trait(s, f) == T_WORD || field_trait(s, f) == T_WORDSET);
}

/* Are the values of all cards known before the game? */
static bool field_is_static(const struct sel *s, const struct field *f)
{
    const struct loader *ld = s->ld;
    if (f->kind != FIELD_TRAIT || field_has_words(s, f))
        return f->kind != FIELD_COUNTER;
    if (ld->traits.v[f->id].formula || field_trait(s, f) == T_CONDITION)
        return false;
    for (uint32_t c = 0; c < ld->card_infos.n; c++)
        if (ld->trait_expr.v[c * ld->traits.n + (uint32_t)f->id] != REF_NONE)
            return false;
    return true;
}

static bool field_is_number(const struct sel *s, const struct field *f)
{
    return f->kind == FIELD_COUNTER ? s->ld->counters.v[f->id].is == V_NUMBER
                                    : f->kind == FIELD_TRAIT && field_trait(s, f) == T_NUMBER;
}

static bool compares(int32_t a, enum test_cmp cmp, int32_t b)
{
    switch (cmp) {
    case CMP_IS: return a == b;
    case CMP_EXCEPT: return a != b;
    case CMP_AT_LEAST: return a >= b;
    default: return a <= b;
    }
}

/* The definitions for which `cmp value` holds. */
static ref field_bits(const struct sel *s, const struct field *f, enum test_cmp cmp,
                      int32_t value)
{
    struct loader *ld = s->ld;
    if (field_has_words(s, f)) {
        ref set = (ref)(ld->traits.v[f->id].bits + value);
        return cmp == CMP_IS ? set : bits_where(ld, set, true);
    }
    ref out = bits_new(ld);
    if (f->kind == FIELD_CARD && cmp == CMP_IS) {
        bit_set(ld, out, value);
        return out;
    }
    for (uint32_t c = 0; c < ld->card_infos.n; c++) {
        int32_t has = f->kind == FIELD_CARD
                          ? (int32_t)c
                          : ld->trait_value.v[c * ld->traits.n + (uint32_t)f->id];
        if (compares(has, cmp, value))
            bit_set(ld, out, (int)c);
    }
    return out;
}

/* ---- values ---- */

/* A card's id, `this.card`, or a value that holds a card. */
static ref card_value(struct sel *s, const struct node *n)
{
    struct loader *ld = s->ld;
    int card = n->kind == NODE_SCALAR ? card_find(ld, n->text) : -1;
    if (node_is(n, "this.card") && s->sc->own_card >= 0)
        card = s->sc->own_card;
    if (card >= 0 && card_find(ld, n->text) == card)
        site_note(ld, SITE_CARD, n, 0);
    if (card >= 0)
        return expr_const(ld, card);
    if (!bare_word(ld, n))
        return compile_def(ld, n, s->sc);
    const char *hint = HINT_IN(ld, n->text, ld->card_infos.v, ld->card_infos.n);
    const struct node *blamed = list_blamed(ld, n, "cards", &hint);
    ERROR(s, blamed, "CARD-UNKNOWN", hint, "there is no card '%s'", n->text);
    return REF_NONE;
}

static ref field_value(struct sel *s, const struct field *f, const struct node *n)
{
    struct loader *ld = s->ld;
    if (f->kind == FIELD_COUNTER) {
        const struct kcounter *c = &ld->counters.v[f->id];
        return c->is == V_WORD || c->is == V_WORDS
                   ? compile_word(ld, n, s->sc, c->trait)
                   : compile_expr(ld, n, s->sc, (enum value_type)c->is);
    }
    if (f->kind == FIELD_CARD)
        return card_value(s, n);
    switch (field_trait(s, f)) {
    case T_WORD:
    case T_WORDSET: return compile_word(ld, n, s->sc, f->id);
    case T_FLAG:
    case T_CONDITION: return compile_cond(ld, n, s->sc);
    case T_CARD: return card_value(s, n);
    default: return compile_expr(ld, n, s->sc, V_NUMBER);
    }
}

/* The field of the card `it` as an expression. */
static ref field_of_it(const struct sel *s, const struct field *f)
{
    struct loader *ld = s->ld;
    ref it = expr_add(ld, s->node, X_BOUND, REF_NONE, REF_NONE, BOUND_IT);
    enum xop op = f->kind == FIELD_CARD    ? X_CARDDEF
                  : f->kind == FIELD_TRAIT ? X_TRAIT
                                           : counter_op(&ld->counters.v[f->id]);
    int imm = f->kind == FIELD_COUNTER ? ld->counters.v[f->id].index : f->id;
    return expr_add(ld, s->node, op, it, REF_NONE, imm);
}

/* ---- conditions of a key ---- */

static void add_where(struct sel *s, ref cond)
{
    if (cond == REF_NONE)
        s->failed = true;
    else if (s->k.where == REF_NONE)
        s->k.where = cond;
    else
        s->k.where = expr_add(s->ld, s->node, X_AND, s->k.where, cond, 0);
}

static bool of_words(const struct sel *s, const struct field *f)
{
    return f->kind == FIELD_COUNTER && s->ld->counters.v[f->id].is == V_WORDS;
}

/* Does the field of `it` equal that value or contain that word? */
static ref is_value(const struct sel *s, const struct field *f, ref value)
{
    return expr_add(s->ld, s->node, of_words(s, f) ? X_HOLDS : X_EQ, field_of_it(s, f), value,
                    0);
}

/* A counter that only some cards have, or a set, is tested as in `where`. A missing parameter
 * drops the test. */
static void ask_own(struct sel *s, const struct field *f, enum test_cmp cmp, ref value,
                    const struct node *at)
{
    if (asks_around(s->ld, value)) {
        ERROR(s, at, "IT-AROUND", NULL, "'%s' cannot depend on another card, the 'it' outside",
              f->key->text);
        return;
    }
    static const uint8_t ops[] = {
        [CMP_IS] = X_EQ, [CMP_EXCEPT] = X_NE, [CMP_AT_LEAST] = X_GE, [CMP_AT_MOST] = X_LE};
    enum xop given = (enum xop)s->ld->exprs.v[value].op;
    ref cond = !of_words(s, f)
                   ? expr_add(s->ld, s->node, (enum xop)ops[cmp], field_of_it(s, f), value, 0)
               : cmp == CMP_IS
                   ? is_value(s, f, value)
                   : expr_add(s->ld, s->node, X_NOT, is_value(s, f, value), REF_NONE, 0);
    if (given == X_PARAM || given == X_ARG) {
        ref absent = expr_add(s->ld, s->node, X_EQ, value, expr_const(s->ld, K_ABSENT), 0);
        cond = expr_add(s->ld, s->node, X_OR, absent, cond, 0);
    }
    add_where(s, cond);
}

static void add_test(struct sel *s, const struct field *f, enum test_cmp cmp, ref value,
                     const struct node *at)
{
    if (s->written && !field_is_static(s, f)) {
        ERROR(s, at, "KEY-MISPLACED", NULL,
              "'%s' changes during the game, and only values on the cards count here",
              f->key->text);
        return;
    }
    if (s->fixed) {
        ERROR(s, at, "NOT-STATIC", "use options and 'players' in 'if', 'copies' and 'first'",
              "a zone's first cards are fixed when the game loads, so no formula is possible "
              "here");
        return;
    }
    if (s->ntests == CAP_TESTS) {
        ERROR(s, at, "LIMIT-TESTS", NULL, "more than %d conditions in one selector", CAP_TESTS);
        return;
    }
    if (f->kind == FIELD_COUNTER &&
        (of_words(s, f) || s->ld->counters.v[f->id].bits != REF_NONE)) {
        ask_own(s, f, cmp, value, at);
        return;
    }
    struct ktest t = {.cmp = (uint8_t)cmp, .id = (uint16_t)f->id, .value = value};
    t.kind = f->kind == FIELD_CARD      ? TEST_DEF
             : f->kind == FIELD_COUNTER ? TEST_COUNTER
             : field_has_words(s, f)    ? TEST_WORD
                                        : TEST_NUMBER;
    if (f->kind == FIELD_COUNTER)
        t.id = s->ld->counters.v[f->id].index;
    s->test[s->ntests++] = t;
}

static void one_value(struct sel *s, const struct field *f, enum test_cmp cmp,
                      const struct node *n)
{
    int32_t known;
    ref value = field_value(s, f, n);
    if (value == REF_NONE)
        s->failed = true;
    else if (expr_is_const(s->ld, value, &known) && field_is_static(s, f))
        keep_bits(s, field_bits(s, f, cmp, known));
    else
        add_test(s, f, cmp, value, n);
}

static ref finish(struct sel *s);
static struct kselect blank(struct loader *ld, const struct node *n);

static void any_of(struct sel *s, const ref *refs, size_t n)
{
    s->k.any = (ref)s->ld->selrefs.n;
    s->k.nany = (uint16_t)n;
    for (size_t i = 0; i < n; i++)
        TABLE_ADD(s->ld, selrefs, refs[i]);
}

/* One of these values, some of which use the `it` outside. That excludes `where`, where `it` is
 * another card. */
static void around_list(struct sel *s, const struct field *f, const struct node *list)
{
    ref refs[CAP_VALUES];
    if (node_get(s->node, "any")) {
        ERROR(s, list, "IT-AROUND", "write it into 'any' or into its own 'let'",
              "beside 'any', no list can depend on the 'it' outside");
        return;
    }
    if (s->k.nany) {
        ERROR(s, list, "IT-AROUND", "use 'any'",
              "only one list of a selector can depend on the 'it' outside");
        return;
    }
    for (size_t i = 0; i < list->n; i++) {
        struct sel one = {.ld = s->ld, .node = list->item[i], .sc = s->sc, .filter = true};
        one.k = blank(s->ld, one.node);
        one_value(&one, f, CMP_IS, one.node);
        refs[i] = finish(&one);
        s->failed |= refs[i] == REF_NONE;
    }
    any_of(s, refs, list->n);
}

/* One of these values, some of which are not known at load. */
static void dynamic_list(struct sel *s, const struct field *f, const struct node *list,
                         const ref *value)
{
    ref cond = REF_NONE;
    if (s->fixed || s->written || field_has_words(s, f)) {
        ERROR(s, list, "NOT-STATIC", s->fixed ? NULL : "use 'any'",
              "a list's words must be known before the game");
        return;
    }
    for (size_t i = 0; i < list->n; i++)
        if (asks_around(s->ld, value[i])) {
            around_list(s, f, list);
            return;
        }
    for (size_t i = 0; i < list->n; i++) {
        ref same = is_value(s, f, value[i]);
        cond = i == 0 ? same : expr_add(s->ld, list, X_OR, cond, same, 0);
    }
    add_where(s, cond);
}

/* [v, w]: one of them. */
static void list_value(struct sel *s, const struct field *f, const struct node *list)
{
    ref value[CAP_VALUES];
    bool known = field_is_static(s, f), bad = false;
    int32_t imm;
    if (list->n == 0 || list->n > CAP_VALUES) {
        ERROR(s, list, list->n ? "LIMIT-TESTS" : "LIST-EMPTY", NULL,
              "a list holds 1 to %d values", CAP_VALUES);
        return;
    }
    site_note(s->ld, SITE_LIST, list, 0);
    for (size_t i = 0; i < list->n; i++) {
        value[i] = field_value(s, f, list->item[i]);
        bad |= value[i] == REF_NONE;
        known = known && expr_is_const(s->ld, value[i], &imm);
    }
    s->failed |= bad;
    if (!bad && !known)
        dynamic_list(s, f, list, value);
    if (bad || !known)
        return;
    ref set = bits_new(s->ld);
    for (size_t i = 0; i < list->n; i++)
        bits_or(s->ld, set, field_bits(s, f, CMP_IS, s->ld->exprs.v[value[i]].imm));
    keep_bits(s, set);
}

static bool range_keys(struct loader *ld, const struct node *map)
{
    bool ok = true;

    for (size_t i = 0; i < map->n; i++)
        if (!key_row(AT_RANGE, map->key[i]->text)) {
            keys_unknown(ld, map->key[i], AT_RANGE, AT_RANGE);
            ok = false;
        }
    return ok;
}

/* {at_least: F, at_most: F, except: v or [v, w]} */
static void range_value(struct sel *s, const struct field *f, const struct node *map)
{
    static const char *const keys[] = {"at_least", "at_most", "except", NULL};
    static const enum test_cmp cmps[] = {CMP_AT_LEAST, CMP_AT_MOST, CMP_EXCEPT};
    if (!range_keys(s->ld, map)) {
        s->failed = true;
        return;
    }
    site_note(s->ld, SITE_LIST, map, 0);
    for (int k = 0; keys[k]; k++) {
        const struct node *v = node_get(map, keys[k]);
        if (!v)
            continue;
        if (cmps[k] != CMP_EXCEPT && !field_is_number(s, f))
            ERROR(s, v, "TYPE", NULL, "'%s' is not a number, and only numbers have an order",
                  f->key->text);
        else if (v->kind != NODE_LIST)
            one_value(s, f, cmps[k], v);
        else
            for (size_t i = 0; i < v->n; i++)
                one_value(s, f, cmps[k], v->item[i]);
        if (v->kind == NODE_LIST)
            site_note(s->ld, SITE_LIST, v, 0);
    }
}

/* Does its declaration have an error, so that its values are unknown? */
static bool field_told(const struct sel *s, const struct field *f)
{
    return f->kind == FIELD_COUNTER ? s->ld->counters.v[f->id].is == TYPE_TOLD
                                    : s->ld->traits.v[f->id].type == TYPE_TOLD;
}

static void field_key(struct sel *s, const struct field *f, const struct node *value)
{
    if (f->kind == FIELD_TRAIT &&
        (field_trait(s, f) == T_EFFECTS || field_trait(s, f) == T_WATCHES))
        ERROR(s, f->key, "TYPE", NULL, "'%s' is a list of effects, which selectors cannot test",
              f->key->text);
    else if (value->kind == NODE_LIST)
        list_value(s, f, value);
    else if (value->kind == NODE_MAP)
        range_value(s, f, value);
    else
        one_value(s, f, CMP_IS, value);
}

/* ---- keys of all selectors ---- */

static void key_card(struct sel *s, const struct node *key, const struct node *v)
{
    struct field f = {FIELD_CARD, 0, key};
    field_key(s, &f, v);
}

static void add_zone(struct sel *s, const struct node *v, unsigned zone)
{
    if (memchr(s->k.zone, (int)zone, s->k.nzones))
        return; /* named twice */
    if (s->k.nzones < sizeof s->k.zone)
        s->k.zone[s->k.nzones++] = (uint8_t)zone;
    else
        ERROR(s, v, "LIMIT-TESTS", NULL, "a selector may name at most 8 zones");
}

static void one_zone(struct sel *s, const struct node *v)
{
    const struct name *name = v->kind == NODE_SCALAR ? name_find(s->ld, v->text) : NULL;
    const char *text = v->kind == NODE_SCALAR ? v->text : "";
    if (name && name->kind == NAME_ZONE) {
        site_note(s->ld, SITE_NAME, v, NAME_ZONE);
        add_zone(s, v, name->index);
        return;
    }
    if (*text == '$' && !s->sc->script) {
        int zone = zone_of_name(s->ld, v, s->sc);
        if (zone >= 0)
            add_zone(s, v, (unsigned)zone);
        s->failed |= zone < 0;
        return;
    }
    ERROR(s, v, "ZONE-UNKNOWN", hint_near(s->ld, name_suggest(s->ld, text, 1u << NAME_ZONE)),
          "there is no zone '%s'", text);
}

static void key_zone(struct sel *s, const struct node *key, const struct node *v)
{
    s->zone_given = true;
    if (v->kind != NODE_LIST) {
        one_zone(s, v);
        return;
    }
    site_note(s->ld, SITE_LIST, v, 0);
    if (v->n == 0)
        ERROR(s, key, "LIST-EMPTY", NULL, "a zone is needed here");
    for (size_t i = 0; i < v->n; i++)
        one_zone(s, v->item[i]);
}

static void key_of(struct sel *s, const struct node *key, const struct node *v)
{
    (void)key;
    s->k.of_given = true;
    s->k.of = compile_seats(s->ld, v, s->sc);
    s->failed |= s->k.of == REF_NONE;
}

static void key_face(struct sel *s, const struct node *key, const struct node *v)
{
    static const char *const faces[] = {
        [FACE_ANY] = "any", [FACE_UP] = "up", [FACE_DOWN] = "down"};
    (void)key;
    site_one_of(s->ld, v, "any up down");
    int face = v->kind == NODE_SCALAR ? PLACE_OF(faces, 3, v->text) : -1;
    if (face < 0)
        ERROR(s, v, "VALUE-UNKNOWN", "up, down or any", "a face is needed here");
    else
        s->k.face = (uint8_t)face;
}

static struct scope with_it(const struct sel *s)
{
    struct scope inside = *s->sc;
    inside.card[BOUND_IT] = true;
    return inside;
}

static void key_where(struct sel *s, const struct node *key, const struct node *v)
{
    struct scope inside = with_it(s);
    (void)key;
    add_where(s, compile_cond(s->ld, v, &inside));
}

static ref compile_filter(struct sel *s, const struct node *n);

static void key_any(struct sel *s, const struct node *key, const struct node *v)
{
    ref refs[CAP_VALUES];
    if (v->kind != NODE_LIST || v->n == 0) {
        ERROR(s, key, "TYPE-LIST", "write [{…}, {…}]", "'any' needs a list of selectors");
        return;
    }
    if (v->n > CAP_VALUES) {
        ERROR(s, key, "LIMIT-TESTS", NULL, "'any' may have at most %d selectors", CAP_VALUES);
        return;
    }
    site_note(s->ld, SITE_LIST, v, 0);
    for (size_t i = 0; i < v->n; i++)
        refs[i] = compile_filter(s, v->item[i]);
    any_of(s, refs, v->n);
}

static void key_except(struct sel *s, const struct node *key, const struct node *v)
{
    (void)key;
    s->k.except = compile_filter(s, v);
}

/* most, least, first, last, random: each with a number. most and least are about `it`. */
static void key_number(struct sel *s, const struct node *key, const struct node *v)
{
    struct scope inside = with_it(s);
    const char *id = key->text;
    bool it = strcmp(id, "most") == 0 || strcmp(id, "least") == 0;
    ref r =
        it ? compile_expr(s->ld, v, &inside, V_NUMBER) : compile_amount(s->ld, id, v, s->sc);
    ref *to = strcmp(id, "most") == 0    ? &s->k.most
              : it                       ? &s->k.least
              : strcmp(id, "first") == 0 ? &s->k.first
              : strcmp(id, "last") == 0  ? &s->k.last
                                         : &s->k.random;
    *to = r;
    s->failed |= r == REF_NONE;
}

/* one_of_each: any value of `it`. */
static void key_each(struct sel *s, const struct node *key, const struct node *v)
{
    struct scope inside = with_it(s);
    (void)key;
    s->k.each = compile_any(s->ld, v, &inside);
    s->failed |= s->k.each == REF_NONE;
}

static bool set_bound(struct sel *s, const struct node *n)
{
    struct xplace x = {s->ld, n, s->sc};
    if (!s->sc->set)
        fail_unbound(&x, 0, NULL, "no cards were chosen, so 'cards' is unknown");
    return s->sc->set;
}

/* among: cards */
static void key_among(struct sel *s, const struct node *key, const struct node *v)
{
    const char *other = node_get(s->node, "zone") ? "zone"
                        : node_get(s->node, "of") ? "of"
                                                  : NULL;
    if (other)
        ERROR(s, key, "KEY-CONFLICT", NULL,
              "'among' already says which cards, so leave out "
              "'%s'",
              other);
    else if (v->kind != NODE_SCALAR || strcmp(v->text, "cards") != 0)
        ERROR(s, v, "VALUE-UNKNOWN", "write 'among: cards'",
              "only the chosen set of cards is possible here");
    else
        s->failed |= !set_bound(s, v);
    s->k.src = SRC_BOUND;
    s->k.bound = BOUND_SET;
}

static void key_this(struct sel *s, const struct node *key, const struct node *v)
{
    struct xplace x = {s->ld, key, s->sc};
    bool on = false;
    if (!node_bool(v, &on)) {
        ERROR(s, v, "TYPE-FLAG", NULL, "'%s' is true or false", key->text);
    } else if (on && !s->sc->card[BOUND_THIS]) {
        fail_unbound(&x, 0, NULL, "no card has this effect, so 'this' is unknown");
        s->failed = true;
    } else if (this_is_asked(s->ld, s->sc), key->text[0] == 't') {
        s->k.this_only = on;
    } else {
        s->k.not_this = on;
    }
}

enum { IN_FILTER = 1, IN_HOLDS = 2, IN_ARE = 4 };
static const struct {
    const char *id;
    void (*read)(struct sel *s, const struct node *key, const struct node *value);
    unsigned where; /* otherwise it is a key of selectors only */
} keys[] = {
    {"zone", key_zone, IN_FILTER},
    {"of", key_of, IN_FILTER},
    {"face", key_face, IN_FILTER},
    {"card", key_card, IN_FILTER | IN_HOLDS | IN_ARE},
    {"where", key_where, IN_FILTER},
    {"any", key_any, IN_FILTER | IN_ARE},
    {"except", key_except, IN_FILTER | IN_ARE},
    {"most", key_number, 0},
    {"least", key_number, 0},
    {"first", key_number, 0},
    {"last", key_number, 0},
    {"random", key_number, 0},
    {"one_of_each", key_each, 0},
    {"this", key_this, IN_FILTER},
    {"other", key_this, IN_FILTER},
    {"among", key_among, IN_FILTER},
};
enum { KEYS = sizeof keys / sizeof *keys };

static void unknown_key(struct sel *s, const struct node *key)
{
    struct loader *ld = s->ld;
    struct near like = near_begin(ld, key->text);
    for (uint32_t i = 0; i < ld->names.n; i++) {
        const struct name *name = &ld->names.v[i];
        if (name->kind == NAME_TRAIT ||
            (name->kind == NAME_COUNTER && ld->counters.v[name->index].per == PER_CARD))
            near_try(&like, name->id);
    }
    const char *near = like.best;
    bool bound = strcmp(key->text, "at_least") == 0 || strcmp(key->text, "at_most") == 0;
    const char *comma = hint_comma(key->text);
    ERROR(s, key, "KEY-UNKNOWN",
          bound ? "write it beside 'count' or under a trait"
          : comma
              ? comma
              : meant_hint(ld, key->text, s->fixed ? AT_HOLD : AT_SELECTOR, AT_SELECTOR, &near),
          "there is no key of selectors, trait or counter of cards '%s'", key->text);
}

static void named_key(struct sel *s, const struct node *key, const struct node *value)
{
    const struct name *name = name_find(s->ld, key->text);
    struct field f = {FIELD_TRAIT, name ? name->index : 0, key};
    if (name && name->kind == NAME_COUNTER && s->ld->counters.v[f.id].per == PER_CARD)
        f.kind = FIELD_COUNTER;
    else if (!name || name->kind != NAME_TRAIT) {
        unknown_key(s, key);
        return;
    }
    if (field_told(s, &f))
        s->failed = true;
    else
        field_key(s, &f, value);
}

static void read_key(struct sel *s, const struct node *key, const struct node *value)
{
    unsigned here =
        (s->filter ? IN_FILTER : 0) | (s->fixed ? IN_HOLDS : 0) | (s->written ? IN_ARE : 0);
    int at = PLACE_OF(keys, KEYS, key->text);
    if (at < 0)
        named_key(s, key, value);
    else if (here & ~keys[at].where)
        ERROR(s, key, "KEY-MISPLACED", NULL, "'%s' cannot stand %s", key->text,
              s->fixed || s->written ? "here, only values on the cards"
                                     : "in 'any' or 'except', which test one card at a time");
    else
        keys[at].read(s, key, value);
}

/* ---- the whole ---- */

static struct kselect blank(struct loader *ld, const struct node *n)
{
    return (struct kselect){.src = SRC_ZONES,
                            .of = REF_NONE,
                            .value = REF_NONE,
                            .bits = REF_NONE,
                            .tests = REF_NONE,
                            .where = REF_NONE,
                            .any = REF_NONE,
                            .except = REF_NONE,
                            .most = REF_NONE,
                            .least = REF_NONE,
                            .each = REF_NONE,
                            .first = REF_NONE,
                            .last = REF_NONE,
                            .random = REF_NONE,
                            .hidden_ok = true,
                            .src_pos = pos_of(ld, n)};
}

static ref sel_add(struct loader *ld, const struct node *n, struct kselect k)
{
    ld->here = n;
    return (ref)TABLE_ADD(ld, sels, k);
}

static bool all_on_table(const struct sel *s)
{
    for (int i = 0; i < s->k.nzones; i++)
        if (s->ld->zones.v[s->k.zone[i]].per != PER_TABLE)
            return false;
    return true;
}

/* The default of `of`: that of `field` if no zone is named; all owners on a table zone; else
 * you. */
static void default_of(struct sel *s)
{
    struct xplace x = {s->ld, s->node, s->sc};
    const struct node *of = s->zone_given ? NULL : node_get(s->ld->field, "of");
    if (all_on_table(s) && !of)
        return;
    if (of && s->ld->in_field) {
        ERROR(s, s->node, "FIELD-LOOP", "write 'zone: …' here",
              "the `of` of `field` depends on `field`");
    } else if (of && (of->kind != NODE_SCALAR || strcmp(of->text, "you") != 0)) {
        s->ld->in_field = true;
        s->k.of = compile_seats(s->ld, of, s->sc);
        s->ld->in_field = false;
        s->failed |= s->k.of == REF_NONE;
    } else if (!seat_bound(&x, 0, SS_YOU)) {
        s->failed = true;
    }
    s->k.of_given = of != NULL;
}

/* A selector without a zone means `field`. Its own keys override those of `field`. */
static void defaults(struct sel *s)
{
    const struct node *zone = node_get(s->ld->field, "zone");
    const struct node *face = node_get(s->ld->field, "face");
    if (!s->zone_given && zone) {
        key_zone(s, zone, zone);
        s->zone_given = false;
    } else if (!s->zone_given) {
        ERROR(s, s->node, "ZONE-MISSING", "write 'zone: …', or 'field' in the ruleset",
              "the zone is missing");
        return;
    }
    if (!s->zone_given && !node_get(s->node, "face") && face)
        key_face(s, face, face);
    if (!s->k.of_given && !s->failed)
        default_of(s);
}

/* May it be asked about hidden cards? Only counters are public. */
static bool hidden_ok(const struct sel *s)
{
    const struct kselect *k = &s->k;
    for (int i = 0; i < s->ntests; i++)
        if (s->test[i].kind != TEST_COUNTER)
            return false;
    if (k->bits != REF_NONE || k->where != REF_NONE || k->most != REF_NONE ||
        k->least != REF_NONE || k->each != REF_NONE)
        return false;
    for (int i = 0; i < k->nany; i++)
        if (!s->ld->sels.v[s->ld->selrefs.v[k->any + i]].hidden_ok)
            return false;
    return k->except == REF_NONE || s->ld->sels.v[k->except].hidden_ok;
}

/* Does the test compare with another card, or with words that a counter holds? */
static bool asks_another(const struct ktest *t, enum xop value)
{
    return t->cmp == CMP_IS &&
           (value == X_TRAIT || value == X_CARDDEF ||
            (t->kind != TEST_COUNTER && (value == X_GAME || value == X_SEATCTR ||
                                         value == X_CARDCTR || value == X_OWNCTR)));
}

/* Are all selected cards alike: one card of the file, or equal to another card in the tested
 * field? */
static bool all_alike(const struct sel *s)
{
    int different = s->k.bits == REF_NONE ? 2 : 0;
    if (s->ld->card_infos.n < 2)
        return true;
    for (int i = 0; different < 2 && i < s->ld->bit_words; i++)
        different += __builtin_popcountll(bits_at(s->ld, s->k.bits)[i]);
    for (int i = 0; i < s->ntests; i++)
        if (asks_another(&s->test[i], (enum xop)s->ld->exprs.v[s->test[i].value].op))
            return true;
    return different < 2;
}

/* Warns of the first cards of a set, which has no order. */
static void set_order(struct sel *s)
{
    const struct node *at = node_get(s->node, s->k.first != REF_NONE ? "first" : "last");
    bool sets = s->k.nzones > 0;
    for (int i = 0; i < s->k.nzones; i++)
        sets &= s->ld->zones.v[s->k.zone[i]].as == AS_SET;
    if (at && sets && !all_alike(s))
        node_warning(s->ld->diags, at, "SET-ORDER",
                     "use 'random' or a 'choose', or make it a row or pile, which keeps its "
                     "order",
                     "a set has no order, so these are the first or last of the card files");
}

static ref finish(struct sel *s)
{
    if (s->failed)
        return REF_NONE;
    set_order(s);
    if (s->ntests > 0)
        s->k.tests = (ref)s->ld->tests.n;
    s->k.ntests = (uint16_t)s->ntests;
    for (int i = 0; i < s->ntests; i++)
        TABLE_ADD(s->ld, tests, s->test[i]);
    s->k.hidden_ok = hidden_ok(s);
    return sel_add(s->ld, s->node, s->k);
}

static bool read_keys(struct sel *s)
{
    s->k = blank(s->ld, s->node);
    if (s->node->kind != NODE_MAP) {
        ERROR(s, s->node, "TYPE-MAP", meant_zone(s->ld, s->node),
              "a selector is needed here: {key: value, …}");
        return false;
    }
    site_note(s->ld, SITE_KEYS, s->node, AT_SELECTOR);
    for (size_t i = 0; i < s->node->n; i++)
        if (!s->beside || !key_row((enum key_place)s->beside, s->node->key[i]->text))
            read_key(s, s->node->key[i], s->node->item[i]);
    return true;
}

static ref compile_filter(struct sel *outer, const struct node *n)
{
    struct sel s = {
        .ld = outer->ld, .node = n, .sc = outer->sc, .filter = true, .written = outer->written};
    if (read_keys(&s) && !s.k.of_given && s.k.nzones && s.k.src == SRC_ZONES) /* all owners */
        s.k.of = (ref)TABLE_ADD(s.ld, seats, ((struct kseats){.op = SS_SEATS}));
    ref r = finish(&s);
    outer->failed |= r == REF_NONE;
    return r;
}

ref compile_written(struct loader *ld, const struct node *n, const struct scope *sc)
{
    struct sel outer = {.ld = ld, .node = n, .sc = sc, .written = true};
    return n ? compile_filter(&outer, n) : REF_NONE;
}

static ref compile(struct sel *s)
{
    if (!expr_under_way(&(struct xplace){s->ld, s->node, s->sc}, 0))
        s->failed = true;
    else if (read_keys(s) && s->k.src == SRC_ZONES)
        defaults(s);
    return finish(s);
}

ref compile_selector(struct loader *ld, const struct node *n, const struct scope *sc)
{
    return n ? compile(&(struct sel){.ld = ld, .node = n, .sc = sc}) : REF_NONE;
}

ref compile_beside(struct loader *ld, const struct node *n, const struct scope *sc, int place)
{
    return compile(&(struct sel){.ld = ld, .node = n, .sc = sc, .beside = place});
}

ref compile_static(struct loader *ld, const struct node *n)
{
    struct scope sc = {.own_card = -1, .verb = -1};
    struct sel s = {.ld = ld, .node = n, .sc = &sc, .fixed = true};
    s.k = blank(ld, n);
    site_note(ld, SITE_KEYS, n, AT_HOLD);
    if (n->kind != NODE_MAP)
        ERROR(&s, n, "TYPE-MAP", NULL, "cards are needed here: {card: …} or {TRAIT: …}");
    for (size_t i = 0; n->kind == NODE_MAP && i < n->n; i++)
        if (!is_among("copies first if", n->key[i]->text))
            read_key(&s, n->key[i], n->item[i]);
    if (s.failed)
        return REF_NONE;
    return s.k.bits == REF_NONE ? bits_where(ld, REF_NONE, false) : s.k.bits;
}

/* ---- `cards:` ---- */

ref select_bound(struct loader *ld, enum bound bound, const struct node *at)
{
    struct kselect k = blank(ld, at);
    k.src = SRC_BOUND;
    k.bound = (uint8_t)(1u << bound);
    return sel_add(ld, at, k);
}

/* `cards` is not reserved. If no set is chosen, a name of the ruleset keeps its meaning. */
static bool is_set(const struct loader *ld, const struct node *n, const struct scope *sc)
{
    return node_is(n, "cards") && (sc->set || !name_find(ld, n->text));
}

/* `cards`: the chosen set. */
static ref select_set(struct loader *ld, const struct node *at, const struct scope *sc)
{
    struct sel s = {.ld = ld, .node = at, .sc = sc, .k = blank(ld, at)};
    s.k.src = SRC_BOUND;
    s.k.bound = BOUND_SET;
    return set_bound(&s, at) ? sel_add(ld, at, s.k) : REF_NONE;
}

/* [card, target] */
static ref bound_list(struct loader *ld, const struct node *list, const struct scope *sc)
{
    struct kselect k = blank(ld, list);
    bool failed = list->n == 0;
    site_note(ld, SITE_LIST, list, 0);
    k.src = SRC_BOUND;
    if (failed)
        node_error(ld->diags, list, "LIST-EMPTY", NULL, "a card is needed here");
    for (size_t i = 0; i < list->n; i++) {
        if (is_set(ld, list->item[i], sc)) {
            failed |= select_set(ld, list->item[i], sc) == REF_NONE;
            k.bound |= BOUND_SET;
            continue;
        }
        ref r = compile_expr(ld, list->item[i], sc, V_CARD);
        bool bound = r != REF_NONE && ld->exprs.v[r].op == X_BOUND;
        if (r != REF_NONE && !bound)
            node_error(ld->diags, list->item[i], "TYPE", "this, card, helper, target",
                       "a list holds slots of cards only");
        failed |= !bound;
        if (bound)
            k.bound |= (uint8_t)(1u << ld->exprs.v[r].imm);
    }
    return failed ? REF_NONE : sel_add(ld, list, k);
}

ref compile_cards(struct loader *ld, const struct node *n, const struct scope *sc)
{
    if (!n || n->kind == NODE_MAP)
        return compile_selector(ld, n, sc);
    if (n->kind == NODE_LIST)
        return bound_list(ld, n, sc);
    if (is_set(ld, n, sc))
        return select_set(ld, n, sc);
    ref value = compile_expr(ld, n, sc, V_CARD);
    if (value == REF_NONE)
        return REF_NONE;
    if (ld->exprs.v[value].op == X_BOUND)
        return select_bound(ld, (enum bound)ld->exprs.v[value].imm, n);
    struct kselect k = blank(ld, n);
    k.src = SRC_VALUE;
    k.value = value;
    return sel_add(ld, n, k);
}
