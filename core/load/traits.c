/* traits.c: traits of cards: declarations, and each card's constants and formulas.
 *
 * Constants of all cards come first. Selectors turn them into bitsets, and formulas of cards use
 * them for `this.x`.
 */
#include <string.h>

#include "load/parts.h"

static const struct node *trait_node(const struct loader *ld, size_t t)
{
    return node_get(ld->root, "traits")->item[t];
}

/* Are the trait's words the ones that cards write? */
static bool open_words(const struct node *n)
{
    const struct node *is = node_get(n, "is"), *set = node_get(n, "set_of");
    return node_is(is, "word") || node_is(set, "word");
}

/* `set_of: TRAIT`: a set with the words of another trait. */
static bool others_words(const struct node *set)
{
    return set && set->kind == NODE_SCALAR && strcmp(set->text, "word") != 0;
}

/* ORDER: `type` of declare_type */
#define TYPES "number condition flag word card effects watches"

static void declare_type(struct loader *ld, const struct node *n, struct ktrait *k,
                         struct trait_info *info)
{
    static const uint8_t type[] = {T_NUMBER, T_CONDITION, T_FLAG,   T_WORD,
                                   T_CARD,   T_EFFECTS,   T_WATCHES};
    const struct node *one = node_get(n, "one_of"), *set = node_get(n, "set_of"),
                      *number = node_get(n, "number_of");
    bool known = keys_check(ld, n, AT_TRAIT);
    int is = read_enum(ld, n, "is", TYPES, -1);
    if ((one != NULL) + (set != NULL) + (number != NULL) + (node_get(n, "is") != NULL) > 1)
        SAY(ld, n, "KEY-CONFLICT", NULL,
            "a trait has only one of 'is', 'one_of', 'set_of' and 'number_of'");
    else if (known && !one && !set && !number && !node_get(n, "is"))
        SAY(ld, n, "KEY-MISSING", NULL, "say what it is: is: number, one_of: [...], …");
    if (one || set) {
        k->type = one ? T_WORD : T_WORDSET;
        if (!open_words(n) && !others_words(set))
            info->words = words_read(ld, one ? one : set, NULL);
    } else if (number) {
        const struct node *words = byword_words(ld, info->name.id);
        k->type = words->n ? T_NUMBER : TYPE_TOLD;
        info->words = words_read(ld, words->n ? words : NULL, NULL);
        keys_refuse(ld, n, "default", NULL, "'%s' beside 'number_of': what is left out is 0");
    } else {
        k->type = is < 0 ? TYPE_TOLD : type[is];
    }
    if (k->type == T_WATCHES) {
        int zone = node_get(n, "in") ? read_name(ld, node_get(n, "in"), NAME_ZONE) : -1;
        if (!node_get(n, "in"))
            SAY(ld, n, "KEY-MISSING", NULL, "say where the card must be: in: ZONE");
        k->zone = (uint8_t)(zone < 0 ? 0 : zone);
    } else if (node_get(n, "in")) {
        SAY(ld, node_get(n, "in"), "KEY-CONFLICT", NULL, "'in' needs `is: watches`");
    }
}

/* Takes over the words of a trait, which may come after it. */
static void share_words(struct loader *ld, size_t t)
{
    const struct node *set = node_get(trait_node(ld, t), "set_of");
    const struct name *name = name_find(ld, set->text);
    if (!name || name->kind != NAME_TRAIT ||
        (ld->traits.v[name->index].type != T_WORD &&
         ld->traits.v[name->index].type != TYPE_TOLD)) {
        ld->traits.v[t].type = TYPE_TOLD;
        SAY(ld, set, "TYPE-LIST",
            name ? NULL : hint_near(ld, name_suggest(ld, set->text, 1u << NAME_TRAIT)),
            "'%s' is not a trait of one word. Write a list of words, [a, b], or such a trait",
            set->text);
    } else {
        ld->trait_infos.v[t].words_of = (ref)(name->index + 1);
    }
}

/* What `colour: [red, green]` or `cost: number` means. NULL: another form. */
static const char *short_trait(struct loader *ld, const struct node *n)
{
    if (n->kind == NODE_LIST)
        return "write '{one_of: [a, b]}'";
    const char *is = n->kind == NODE_SCALAR ? enum_meant(ld, "is", TYPES, n->text) : NULL;
    return is ? arena_printf(ld->mem, "write '{is: %s}'", is) : NULL;
}

void traits_declare(struct loader *ld)
{
    const struct node *map = section(ld, "traits");
    for (size_t i = 0; i < map->n; i++) {
        struct ktrait k = {.bits = REF_NONE};
        struct trait_info info = {.name = {.id = map->key[i]->text, .node = map->key[i]}};
        if (read_is_map_or(ld, map->item[i], "a trait", short_trait(ld, map->item[i]))) {
            says_or_none(ld, map->item[i], &info.name);
            declare_type(ld, map->item[i], &k, &info);
        } else {
            k.type = TYPE_TOLD;
        }
        TABLE_ADD(ld, traits, k);
        TABLE_ADD(ld, trait_infos, info);
    }
    for (size_t t = 0; t < ld->traits.n; t++)
        if (others_words(node_get(trait_node(ld, t), "set_of")) &&
            ld->traits.v[t].type == T_WORDSET)
            share_words(ld, t);
}

/* The value on the card, or the trait's default, or NULL. */
static const struct node *value_of(struct loader *ld, size_t card, size_t t)
{
    const char *id = ld->trait_infos.v[t].name.id;
    const struct node *v = byword_sum(ld, node_get(ld->card_infos.v[card].node, id), id);
    return v && !node_is_null(v) ? v : node_get(trait_node(ld, t), "default");
}

/* The word as written. `this.card` is the card's own id. */
static const char *word_of(struct loader *ld, const struct node *n, size_t card)
{
    const char *id = read_word(ld, n, "a word");
    return id && strcmp(id, "this.card") == 0 ? ld->card_infos.v[card].id : id;
}

/* Written word number I. A map (reported) has none. */
static const struct node *nth_word(const struct node *v, size_t i)
{
    return v && v->kind != NODE_MAP ? node_nth(v, i) : NULL;
}

static void collect_open(struct loader *ld, size_t t)
{
    POOL(struct named) pool = {0};
    struct held h;
    arena_hold(ld->mem, &h, &pool.v, pool_drop);
    struct idmap place = {0};
    for (size_t c = 0; c < ld->card_infos.n; c++) {
        const struct node *v = value_of(ld, c, t), *n;
        for (size_t i = 0; (n = nth_word(v, i)); i++) {
            const char *id = word_of(ld, n, c);
            if (!id || idmap_find(&place, id) >= 0)
                continue;
            ld->here = n;
            if (pool.n >= CAP_WORDS)
                load_too_large(ld, "words of one trait", CAP_WORDS);
            if (!word_syntax(id))
                SAY(ld, n, "NAME-SYNTAX", "use letters, digits, - and _, at most 64",
                    "'%s' is not a valid word", id);
            idmap_add(&place, ld->mem, id, (int)pool.n);
            POOL_ADD(ld, pool, ((struct named){.id = id, .node = n}));
        }
    }
    struct named *v = arena_alloc(ld->mem, (pool.n + 1) * sizeof *v);
    if (pool.n)
        memcpy(v, pool.v, pool.n * sizeof *v);
    ld->trait_infos.v[t].words = (struct words){v, (uint16_t)pool.n, place};
    arena_release(ld->mem, &h);
}

int word_of_trait(struct loader *ld, const struct node *n, const char *id, size_t t)
{
    int w = id ? word_find(ld, (int)t, id) : -1;
    if (id && w < 0)
        SAY(ld, n, "WORD-UNKNOWN", words_hint(ld, &ld->trait_infos.v[t].words, id),
            "'%s' is not a word of the trait '%s'", id, ld->trait_infos.v[t].name.id);
    return w;
}

static int word_value(struct loader *ld, const struct node *n, size_t card, size_t t)
{
    int w = word_of_trait(ld, n, word_of(ld, n, card), t);
    site_note(ld, SITE_WORD, n, (int)t);
    if (w >= 0)
        bit_set(ld, (ref)(ld->traits.v[t].bits + w), (int)card);
    return w;
}

static int card_value(struct loader *ld, const struct node *v, size_t card)
{
    const char *id = word_of(ld, v, card);
    int at = id ? card_find(ld, id) : -1;
    if (at >= 0)
        site_note(ld, SITE_CARD, v, 0);
    if (id && at < 0)
        SAY(ld, v, "CARD-UNKNOWN", HINT_IN(ld, id, ld->card_infos.v, ld->card_infos.n),
            "there is no card '%s'", id);
    return at;
}

static int32_t number_value(struct loader *ld, const struct node *v, size_t t)
{
    int64_t number = 0;
    struct scope sc = scope_none(ld);
    bool word = v->kind == NODE_SCALAR && v->len && name_syntax(v->text);
    site_note(ld, SITE_FORMULA, v->kind == NODE_SCALAR ? v : NULL, 0);
    if (word && !name_find(ld, v->text) && !name_reserved(v->text)) {
        compile_expr(ld, v, &sc, V_NUMBER); /* an error; the trait is then no formula */
    } else if (!node_int(v, &number)) {
        ld->traits.v[t].formula = true;
    } else if (number < -1000000000 || number > 1000000000) {
        SAY(ld, v, "VALUE-RANGE", NULL, "numbers go from -1000000000 to 1000000000");
        number = 0;
    }
    return (int32_t)number;
}

static int32_t flag_value(struct loader *ld, const struct node *v, size_t t)
{
    bool flag = false;
    if (node_bool(v, &flag)) {
        site_note(ld, SITE_FLAG, v, 0);
        return flag;
    }
    if (ld->traits.v[t].type == T_CONDITION)
        ld->traits.v[t].formula = true;
    else
        SAY(ld, v, "TYPE-FLAG", NULL, "'%s' is true or false", ld->trait_infos.v[t].name.id);
    return 0;
}

static int32_t constant(struct loader *ld, size_t card, size_t t)
{
    const struct node *v = value_of(ld, card, t);
    uint8_t type = ld->traits.v[t].type;
    if (!v)
        return type == T_WORD || type == T_CARD ? -1 : 0;
    switch (type) {
    case T_NUMBER: return number_value(ld, v, t);
    case T_CONDITION:
    case T_FLAG: return flag_value(ld, v, t);
    case T_WORD: return word_value(ld, v, card, t);
    case T_CARD: return card_value(ld, v, card);
    case T_WORDSET:
        if (v->kind == NODE_MAP)
            read_is_list(ld, v, ld->trait_infos.v[t].name.id);
        site_note(ld, SITE_LIST, v->kind == NODE_LIST ? v : NULL, 0);
        for (size_t i = 0; nth_word(v, i); i++)
            word_value(ld, nth_word(v, i), card, t);
        return 0;
    default: return 0;
    }
}

void traits_constants(struct loader *ld)
{
    for (size_t t = 0; t < ld->traits.n; t++)
        if (open_words(trait_node(ld, t)))
            collect_open(ld, t);
    for (size_t t = 0; t < ld->traits.n; t++) {
        ref of = ld->trait_infos.v[t].words_of;
        if (of)
            ld->trait_infos.v[t].words = ld->trait_infos.v[of - 1].words;
        struct ktrait *k = &ld->traits.v[t];
        ld->here = trait_node(ld, t);
        k->nwords = ld->trait_infos.v[t].words.n;
        for (int w = 0; w < k->nwords; w++) {
            ref set = bits_new(ld);
            if (w == 0)
                k->bits = set;
        }
    }
    for (size_t c = 0; c < ld->card_infos.n; c++)
        for (size_t t = 0; t < ld->traits.n; t++) {
            int32_t value = constant(ld, c, t);
            TABLE_ADD(ld, trait_value, value);
            TABLE_ADD(ld, trait_expr, REF_NONE);
            TABLE_ADD(ld, trait_list, ((struct klist){0, 0}));
        }
}

/* Compiles a value unless it is written as a number or a flag. CARD: whose it is, or -1. */
static ref formula(struct loader *ld, const struct node *v, size_t t, int card)
{
    bool number = ld->traits.v[t].type == T_NUMBER, flag;
    struct scope sc = scope_of_card(ld);
    int64_t constant;
    sc.own_card = card;
    if (!v || (number ? node_int(v, &constant) : node_bool(v, &flag)))
        return REF_NONE;
    return number ? compile_expr(ld, v, &sc, V_NUMBER) : compile_cond(ld, v, &sc);
}

/* Checks a default even if no card uses it. */
static void default_check(struct loader *ld, size_t t)
{
    const struct node *v = node_get(trait_node(ld, t), "default");
    bool used = !v || !ld->card_infos.n;

    for (size_t c = 0; c < ld->card_infos.n && !used; c++)
        used = value_of(ld, c, t) == v;
    if (used)
        return;
    ld->aside = true;
    switch (ld->traits.v[t].type) {
    case T_NUMBER:
    case T_CONDITION: formula(ld, v, t, -1); break;
    case T_FLAG: flag_value(ld, v, t); break;
    case T_WORD:
        if (!open_words(trait_node(ld, t)))
            word_of_trait(ld, v, word_of(ld, v, 0), t);
        break;
    default: break;
    }
    ld->aside = false;
}

void traits_formulas(struct loader *ld)
{
    for (size_t t = 0; t < ld->traits.n; t++) {
        default_check(ld, t);
        for (size_t c = 0; ld->traits.v[t].formula && c < ld->card_infos.n; c++) {
            size_t at = c * ld->traits.n + t;
            ref x = formula(ld, value_of(ld, c, t), t, (int)c);
            if (!expr_is_const(ld, x, &ld->trait_value.v[at]))
                ld->trait_expr.v[at] = x;
        }
    }
}
