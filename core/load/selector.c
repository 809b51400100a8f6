/* selector.c: selectors of cards.
 *
 * Keys known at load (a word, a card, a number on the card) become a bitset of definitions.
 * Computed keys (`$faction`, `cost: {at_most: mana}`, counters) become tests. A selector inside
 * `any` or `except` is a filter. It takes nothing from `field`, and without a zone it accepts
 * any. Codes: ZONE-UNKNOWN ZONE-MISSING FIELD-LOOP IT-AROUND KEY-MISPLACED NOT-STATIC LIMIT-
 * TESTS SET-ORDER VALUE-UNKNOWN, besides those of expr.h.
 */

#include <string.h>

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
    uint8_t type; /* enum trait_type; of a counter its value_type */
    bool number;
    bool word;  /* a trait of words */
    bool words; /* a counter that is a set of words */
    bool fixed; /* the values of all cards are known before the game */
};

static struct field field_of(const struct loader *ld, enum field_kind kind, int id,
                             const struct node *key)
{
    struct field f = {.kind = kind, .id = id, .key = key, .fixed = kind != FIELD_COUNTER};
    if (kind == FIELD_COUNTER)
        f.type = ld->counters.v[id].is;
    f.words = kind == FIELD_COUNTER && f.type == V_WORDS;
    f.number = kind == FIELD_COUNTER && f.type == V_NUMBER;
    if (kind != FIELD_TRAIT)
        return f;
    f.type = ld->traits.v[id].type;
    f.number = f.type == T_NUMBER;
    f.word = f.type == T_WORD || f.type == T_WORDSET;
    f.fixed = f.word || !(ld->traits.v[id].formula || f.type == T_CONDITION);
    for (uint32_t c = 0; c < ld->card_infos.n && f.fixed && !f.word; c++)
        f.fixed = ld->trait_expr.v[c * ld->traits.n + (uint32_t)id] == REF_NONE;
    return f;
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
    if (f->word) {
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
    switch ((enum trait_type)f->type) {
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

/* Does an expression use the `it` around it? A selector that asks each card binds `it` to that
 * card (`where`, `most`, `least`, `one_of_each`). In its other keys `it` is still the card outside.
 * So such a key must not be moved into a `where`. */
static bool part_asks(void *ctx, enum part_is is, ref r, bool each)
{
    const struct kparts *p = ctx;
    if (each)
        return false;
    if (is == IS_EXPR && p->exprs[r].op == X_BOUND)
        return p->exprs[r].imm == BOUND_IT;
    if (is == IS_SELECT && p->sels[r].bound >> BOUND_IT & 1)
        return true;
    return k_any_part(p, is, r, part_asks, ctx);
}

static bool asks_around(const struct loader *ld, ref expr)
{
    struct kparts p = parts_so_far(ld);
    return expr != REF_NONE && part_asks(&p, IS_EXPR, expr, false);
}

static void add_where(struct sel *s, ref cond)
{
    if (cond == REF_NONE)
        s->failed = true;
    else if (s->k.where == REF_NONE)
        s->k.where = cond;
    else
        s->k.where = expr_add(s->ld, s->node, X_AND, s->k.where, cond, 0);
}

/* Does the field of `it` equal that value or contain that word? */
static ref is_value(const struct sel *s, const struct field *f, ref value)
{
    return expr_add(s->ld, s->node, f->words ? X_HOLDS : X_EQ, field_of_it(s, f), value, 0);
}

/* A counter that only some cards have, or a set, is tested as in `where`. A missing parameter
 * drops the test. */
static void ask_own(struct sel *s, const struct field *f, enum test_cmp cmp, ref value)
{
    static const uint8_t ops[] = {
        [CMP_IS] = X_EQ, [CMP_EXCEPT] = X_NE, [CMP_AT_LEAST] = X_GE, [CMP_AT_MOST] = X_LE};
    enum xop given = (enum xop)s->ld->exprs.v[value].op;
    ref cond =
        !f->words ? expr_add(s->ld, s->node, (enum xop)ops[cmp], field_of_it(s, f), value, 0)
        : cmp == CMP_IS ? is_value(s, f, value)
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
    const struct kcounter *c = f->kind == FIELD_COUNTER ? &s->ld->counters.v[f->id] : NULL;
    bool own = c && (f->words || c->bits != REF_NONE);
    if (s->written && !f->fixed)
        ERROR(s, at, "KEY-MISPLACED", NULL,
              "'%s' changes during the game, and only values on the cards count here",
              f->key->text);
    else if (s->fixed)
        ERROR(s, at, "NOT-STATIC", "use options and 'players' in 'if', 'copies' and 'first'",
              "a zone's first cards are fixed when the game loads, so no formula is possible "
              "here");
    else if (s->ntests == CAP_TESTS)
        ERROR(s, at, "LIMIT-TESTS", NULL, "more than %d conditions in one selector", CAP_TESTS);
    else if (own && asks_around(s->ld, value))
        ERROR(s, at, "IT-AROUND", NULL, "'%s' cannot depend on another card, the 'it' outside",
              f->key->text);
    else if (own)
        ask_own(s, f, cmp, value);
    else
        s->test[s->ntests++] = (struct ktest){.kind = f->kind == FIELD_CARD ? TEST_DEF
                                                      : c                   ? TEST_COUNTER
                                                      : f->word             ? TEST_WORD
                                                                            : TEST_NUMBER,
                                              .cmp = (uint8_t)cmp,
                                              .id = c ? c->index : (uint16_t)f->id,
                                              .value = value};
}

static void one_value(struct sel *s, const struct field *f, enum test_cmp cmp,
                      const struct node *n)
{
    int32_t known;
    ref value = field_value(s, f, n);
    if (value == REF_NONE)
        s->failed = true;
    else if (expr_is_const(s->ld, value, &known) && f->fixed)
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
    if (s->fixed || s->written || f->word) {
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
    bool known = f->fixed, bad = false;
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
    for (size_t i = 0; i < list->n; i++) {
        ref one = field_bits(s, f, CMP_IS, s->ld->exprs.v[value[i]].imm);
        for (int w = 0; w < s->ld->bit_words; w++)
            bits_at(s->ld, set)[w] |= bits_at(s->ld, one)[w];
    }
    keep_bits(s, set);
}

static void paid_by(struct sel *s, const struct node *key, const struct node *map);

/* {at_least: F, at_most: F, except: v or [v, w]}, or {paid_by: COUNTER} */
static void range_value(struct sel *s, const struct field *f, const struct node *map)
{
    static const char *const keys[] = {"at_least", "at_most", "except"};
    static const enum test_cmp cmps[] = {CMP_AT_LEAST, CMP_AT_MOST, CMP_EXCEPT};
    const struct node *words = byword_words(s->ld, f->key->text);
    bool ok = true;
    for (size_t i = 0; i < map->n; i++) {
        const char *word = map->key[i]->text;
        if (key_row(AT_RANGE, word))
            continue;
        ok = false;
        if (node_get(words, word))
            ERROR(s, map->key[i], "KEY-UNKNOWN",
                  arena_printf(s->ld->mem, "write '%s_%s: …'", f->key->text, word),
                  "'%s' is no range", word);
        else
            keys_unknown(s->ld, map->key[i], AT_RANGE, AT_RANGE);
    }
    s->failed |= !ok;
    if (ok && node_get(map, "paid_by")) {
        paid_by(s, f->key, map);
        return;
    }
    if (ok)
        site_note(s->ld, SITE_LIST, map, 0);
    for (int k = 0; ok && k < 3; k++) {
        const struct node *v = node_get(map, keys[k]);
        if (!v)
            continue;
        if (cmps[k] != CMP_EXCEPT && !f->number)
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

static void field_key(struct sel *s, const struct field *f, const struct node *value)
{
    if (f->kind != FIELD_CARD && f->type == TYPE_TOLD)
        s->failed = true; /* its declaration has an error, so its values are unknown */
    else if (f->kind == FIELD_TRAIT && (f->type == T_EFFECTS || f->type == T_WATCHES))
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
    struct field f = field_of(s->ld, FIELD_CARD, 0, key);
    field_key(s, &f, v);
}

static void one_zone(struct sel *s, const struct node *v)
{
    const char *text = v->kind == NODE_SCALAR ? v->text : "";
    const struct name *name = name_find(s->ld, text);
    bool named = name && name->kind == NAME_ZONE, param = *text == '$' && !s->sc->script;
    int zone = named ? name->index : param ? zone_of_name(s->ld, v, s->sc) : -1;
    s->failed |= zone < 0;
    if (named)
        site_note(s->ld, SITE_NAME, v, NAME_ZONE);
    else if (!param)
        ERROR(s, v, "ZONE-UNKNOWN",
              hint_near(s->ld, name_suggest(s->ld, text, 1u << NAME_ZONE)),
              "there is no zone '%s'", text);
    if (zone < 0 || memchr(s->k.zone, zone, s->k.nzones)) /* perhaps named twice */
        return;
    if (s->k.nzones < sizeof s->k.zone)
        s->k.zone[s->k.nzones++] = (uint8_t)zone;
    else
        ERROR(s, v, "LIMIT-TESTS", NULL, "a selector may name at most 8 zones");
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

static void key_face(struct sel *s, const struct node *key, const struct node *v)
{
    (void)key;
    site_one_of(s->ld, v, "any up down");
    s->k.face = node_is(v, "up") ? FACE_UP : node_is(v, "down") ? FACE_DOWN : FACE_ANY;
    if (s->k.face == FACE_ANY && !node_is(v, "any"))
        ERROR(s, v, "VALUE-UNKNOWN", "up, down or any", "a face is needed here");
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
    bool list = v->kind == NODE_LIST && v->n;
    if (!list)
        ERROR(s, key, "TYPE-LIST", "write [{…}, {…}]", "'any' needs a list of selectors");
    else if (v->n > CAP_VALUES)
        ERROR(s, key, "LIMIT-TESTS", NULL, "'any' may have at most %d selectors", CAP_VALUES);
    if (!list || v->n > CAP_VALUES)
        return;
    site_note(s->ld, SITE_LIST, v, 0);
    for (size_t i = 0; i < v->n; i++)
        refs[i] = compile_filter(s, v->item[i]);
    any_of(s, refs, v->n);
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
              "'among' already says which cards, so leave out '%s'", other);
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
enum { OWN, SEATS, FILTER, AMOUNT, OF_IT, ANY_OF_IT };
static const struct {
    const char *id;
    unsigned where; /* otherwise it is a key of selectors only */
    int is;         /* what is compiled for the field; OWN: read() does it */
    size_t field;
    void (*read)(struct sel *s, const struct node *key, const struct node *value);
} keys[] = {
#define FIELD(name) offsetof(struct kselect, name), NULL
    {"zone", IN_FILTER, OWN, 0, key_zone},
    {"of", IN_FILTER, SEATS, FIELD(of)},
    {"face", IN_FILTER, OWN, 0, key_face},
    {"card", IN_FILTER | IN_HOLDS | IN_ARE, OWN, 0, key_card},
    {"where", IN_FILTER, OWN, 0, key_where},
    {"any", IN_FILTER | IN_ARE, OWN, 0, key_any},
    {"except", IN_FILTER | IN_ARE, FILTER, FIELD(except)},
    {"most", 0, OF_IT, FIELD(most)},
    {"least", 0, OF_IT, FIELD(least)},
    {"first", 0, AMOUNT, FIELD(first)},
    {"last", 0, AMOUNT, FIELD(last)},
    {"random", 0, AMOUNT, FIELD(random)},
    {"one_of_each", 0, ANY_OF_IT, FIELD(each)},
    {"this", IN_FILTER, OWN, 0, key_this},
    {"other", IN_FILTER, OWN, 0, key_this},
    {"among", IN_FILTER, OWN, 0, key_among},
};
enum { KEYS = sizeof keys / sizeof *keys };

static ref key_value(struct sel *s, int is, const struct node *key, const struct node *v)
{
    struct scope inside = with_it(s);
    switch (is) {
    case SEATS: return compile_seats(s->ld, v, s->sc);
    case FILTER: return compile_filter(s, v);
    case AMOUNT: return compile_amount(s->ld, key->text, v, s->sc);
    case OF_IT: return compile_expr(s->ld, v, &inside, V_NUMBER);
    default: return compile_any(s->ld, v, &inside);
    }
}

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
    bool trait = name && name->kind == NAME_TRAIT;
    if (!trait && !(name && name->kind == NAME_COUNTER &&
                    s->ld->counters.v[name->index].per == PER_CARD)) {
        unknown_key(s, key);
        return;
    }
    struct field f = field_of(s->ld, trait ? FIELD_TRAIT : FIELD_COUNTER, name->index, key);
    field_key(s, &f, value);
}

/* KEY: {paid_by: PURSE}: the keys that it means. */
static void paid_by(struct sel *s, const struct node *key, const struct node *map)
{
    struct sites *sites = s->ld->sites;
    const struct node *keys = byword_paid(s->ld, key, node_get(map, "paid_by"));
    s->failed |= !keys;
    if (map->n > 1)
        ERROR(s, key, "KEY-CONFLICT", NULL, "beside 'paid_by' no other range is possible");
    s->ld->sites = NULL; /* they stand in no file */
    for (size_t i = 0; keys && i < keys->n; i++)
        named_key(s, keys->key[i], keys->item[i]);
    s->ld->sites = sites;
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
    else if (keys[at].is == OWN)
        keys[at].read(s, key, value);
    else {
        ref r = key_value(s, keys[at].is, key, value);
        memcpy((char *)&s->k + keys[at].field, &r, sizeof r);
        s->failed |= r == REF_NONE;
    }
}

/* ---- the whole ---- */

static struct kselect blank(struct loader *ld, const struct node *n)
{
    struct kselect k = {.src = SRC_ZONES, .hidden_ok = true, .src_pos = pos_of(ld, n)};
    k.of = k.value = k.bits = k.tests = k.where = k.any = k.except = k.most = k.least = k.each =
        k.first = k.last = k.random = REF_NONE;
    return k;
}

static ref sel_add(struct loader *ld, const struct node *n, struct kselect k)
{
    ld->here = n;
    return (ref)TABLE_ADD(ld, sels, k);
}

/* The default of `of`: that of `field` if no zone is named; all owners on a table zone; else
 * you. */
static void default_of(struct sel *s)
{
    struct xplace x = {s->ld, s->node, s->sc};
    const struct node *of = s->zone_given ? NULL : node_get(s->ld->field, "of");
    bool table = true;
    for (int i = 0; i < s->k.nzones; i++)
        table &= s->ld->zones.v[s->k.zone[i]].per == PER_TABLE;
    if (table && !of)
        return;
    if (of && s->ld->in_field) {
        ERROR(s, s->node, "FIELD-LOOP", "write 'zone: …' here",
              "the `of` of `field` depends on `field`");
    } else if (of && !node_is(of, "you")) {
        s->ld->in_field = true;
        s->k.of = compile_seats(s->ld, of, s->sc);
        s->ld->in_field = false;
        s->failed |= s->k.of == REF_NONE;
    } else if (!seat_bound(&x, 0, SS_YOU, NULL)) {
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

/* Are all selected cards alike: one card of the file, or in the tested field equal to another
 * card or to words that a counter holds? */
static bool all_alike(const struct sel *s)
{
    int different = s->k.bits == REF_NONE ? 2 : 0;
    if (s->ld->card_infos.n < 2)
        return true;
    for (int i = 0; different < 2 && i < s->ld->bit_words; i++)
        different += __builtin_popcountll(bits_at(s->ld, s->k.bits)[i]);
    for (int i = 0; i < s->ntests; i++) {
        uint8_t value = s->ld->exprs.v[s->test[i].value].op;
        bool counter =
            value == X_GAME || value == X_SEATCTR || value == X_CARDCTR || value == X_OWNCTR;
        if (s->test[i].cmp == CMP_IS && (value == X_TRAIT || value == X_CARDDEF ||
                                         (counter && s->test[i].kind != TEST_COUNTER)))
            return true;
    }
    return different < 2;
}

static ref finish(struct sel *s)
{
    if (s->failed)
        return REF_NONE;
    /* the first cards of a set depend on the order of the card files: a warning */
    const struct node *at = node_get(s->node, s->k.first != REF_NONE ? "first" : "last");
    bool sets = s->k.nzones > 0;
    for (int i = 0; i < s->k.nzones; i++)
        sets &= s->ld->zones.v[s->k.zone[i]].as == AS_SET;
    if (at && sets && !all_alike(s))
        WARN(s->ld, at, "SET-ORDER",
             "use 'random' or a 'choose', or make it a row or pile, which keeps its order",
             "a set has no order, so these are the first or last of the card files");
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
    s->k.of_given = node_get(s->node, "of");
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

int zone_in(const struct loader *ld, ref sel, int i)
{
    const struct kselect *k = sel == REF_NONE ? NULL : &ld->sels.v[sel];
    return k && k->src == SRC_ZONES && i < k->nzones ? k->zone[i] : -1;
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
        SAY(ld, list, "LIST-EMPTY", NULL, "a card is needed here");
    for (size_t i = 0; i < list->n; i++) {
        if (is_set(ld, list->item[i], sc)) {
            failed |= select_set(ld, list->item[i], sc) == REF_NONE;
            k.bound |= BOUND_SET;
            continue;
        }
        ref r = compile_expr(ld, list->item[i], sc, V_CARD);
        bool bound = r != REF_NONE && ld->exprs.v[r].op == X_BOUND;
        if (r != REF_NONE && !bound)
            SAY(ld, list->item[i], "TYPE", "this, card, helper, target",
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
