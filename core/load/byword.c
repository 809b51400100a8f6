/* byword.c: numbers by word (`number_of`), and the step `spend`.
 *
 * Nothing after the load knows them. The trait cost: {number_of: [red, any]} has the traits
 * cost_red and cost_any beside it, and is their sum. The counter mana: {number_of: cost} becomes
 * the counter mana_red and the `let` mana. Only costs have the word `any`.
 */
#include <string.h>

#include "base/luatext.h"
#include "load/parts.h"

static const char any[] = "any";

const struct node *byword_words(const struct loader *ld, const char *id)
{
    return node_get(ld->byword, id);
}

/* ---- trees that are written here ---- */

static void move_to(struct node *n, const struct node *at)
{
    n->src = at->src;
    n->line = at->line;
    n->col = at->col;
    for (size_t i = 0; i < n->n; i++) {
        if (n->kind == NODE_MAP)
            move_to(n->key[i], at);
        move_to(n->item[i], at);
    }
}

/* The YAML of TEXT, as if it stood at AT. */
static const struct node *written(struct loader *ld, const struct node *at, const char *text)
{
    struct node *n = node_load_text("", text, strlen(text), ld->mem, ld->diags);
    if (n)
        move_to(n, at);
    return n;
}

/* "mana_red + mana_blue": FORM for each word but `any`, with the word for each %. */
static const char *of_each(struct loader *ld, const struct node *words, const char *between,
                           const char *form)
{
    const char *out = "", *p;
    for (size_t i = 0; i < words->n; i++) {
        if (node_is(words->key[i], any))
            continue;
        out = arena_printf(ld->mem, "%s%s", out, *out ? between : "");
        for (const char *f = form; *f; f = *p ? p + 1 : p) {
            p = f + strcspn(f, "%");
            out = arena_printf(ld->mem, "%s%.*s%s", out, (int)(p - f), f,
                               *p ? words->key[i]->text : "");
        }
    }
    return out;
}

const char *byword_of_part(const struct node *byword, const char *part)
{
    for (size_t i = 0; byword && i < byword->n; i++) { /* NULL: no ruleset was read */
        const struct node *of = byword->key[i];
        if (strncmp(part, of->text, of->len) == 0 && part[of->len] == '_' &&
            node_get(byword->item[i], part + of->len + 1))
            return of->text;
    }
    return NULL;
}

static struct node *part_key(struct loader *ld, const struct node *at, const char *id,
                             const char *word)
{
    return node_word_at(ld->mem, at, arena_printf(ld->mem, "%s_%s", id, word));
}

/* The value for WORD: that of a map, or the formula with `_WORD` at each number by word. */
static const struct node *part_value(struct loader *ld, const struct node *n, const char *word)
{
    const char *out = "";
    if (n->kind != NODE_SCALAR)
        return n->kind == NODE_MAP ? node_get(n, word) : n;
    for (const char *p = n->text, *end; *p; p = end) {
        for (end = p + 1; *end && name_char(*end) == name_char(*p); end++)
            ;
        const char *id = arena_strndup(ld->mem, p, (size_t)(end - p));
        bool by = byword_words(ld, id);
        out = arena_printf(ld->mem, "%s%s%s%s", out, id, by ? "_" : "", by ? word : "");
    }
    return node_new_scalar(ld->mem, n->src, n->line, n->col, out, strlen(out), n->plain);
}

static bool keys_are_words(struct loader *ld, const struct node *map, const char *id)
{
    const struct node *words = byword_words(ld, id);
    bool ok = words->n; /* else there was an error */
    for (size_t i = 0; ok && map->kind == NODE_MAP && i < map->n; i++)
        if (!node_get(words, map->key[i]->text))
            ok = SAY(ld, map->key[i], "WORD-UNKNOWN", hint_key(ld, map->key[i]->text, words),
                     "'%s' is not a word of '%s'", map->key[i]->text, id);
    return ok;
}

/* ---- declarations ---- */

/* Can the key be one more of the words? */
static bool word_fits(struct loader *ld, const struct node *words, const struct node *key)
{
    const char *id = read_word(ld, key, "a word");
    if (id && node_get(words, id))
        return SAY(ld, key, "NAME-TAKEN", NULL, "the word '%s' is here twice", id);
    return id && ((name_syntax(id) && !name_reserved(id)) ||
                  SAY(ld, key, "NAME-SYNTAX",
                      "use small letters, digits and _, and no word of the language",
                      "'%s' cannot be a word of 'number_of'", id));
}

/* The words of `number_of` as a map: those written there, or those of a trait but `any`. Empty
 * after an error. */
static struct node *words_of(struct loader *ld, const struct node *of)
{
    const struct node *traits = section(ld, "traits"), *words = of;
    if (of->kind == NODE_SCALAR) {
        const struct node *trait = node_get(traits, of->text),
                          *key = node_key_among(trait, "number_of one_of set_of");
        words = byword_words(ld, of->text);
        if (words && !words->n) /* there was an error */
            return (struct node *)words;
        words = words || !key ? words : node_get(trait, key->text);
        if (!words || words->kind == NODE_SCALAR)
            words = NULL,
            SAY(ld, of, "TRAIT-UNKNOWN", trait ? NULL : hint_key(ld, of->text, traits),
                "'%s' is not a trait whose words are listed", of->text);
    }
    struct node *out = node_map_at(ld->mem, of);
    for (size_t i = 0; words && i < words->n; i++) {
        struct node *key = words->kind == NODE_MAP ? words->key[i] : words->item[i];
        if ((words == of || !node_is(key, any)) && word_fits(ld, out, key))
            node_map_add(ld->mem, out, key,
                         words->kind == NODE_MAP ? words->item[i]
                                                 : node_word_at(ld->mem, key, "~"));
    }
    if (!words || *of_each(ld, out, "", "%"))
        return out;
    SAY(ld, of, "LIST-EMPTY", "for example [red, blue, any]", "'number_of' has no words");
    return node_map_at(ld->mem, of);
}

/* The trait or counter of one word: the word's texts, and of a counter what N says besides. */
static struct node *part_of(struct loader *ld, const struct node *n, const struct node *key,
                            const struct node *texts, bool counter)
{
    struct node *out = counter ? map_without(ld, n, "number_of says means icon start")
                               : node_map_at(ld->mem, n);
    const struct node *start = counter ? node_get(n, "start") : NULL,
                      *value = start ? part_value(ld, start, key->text) : NULL;
    node_map_add(ld->mem, out, node_word_at(ld->mem, key, "is"),
                 node_word_at(ld->mem, key, "number"));
    if (value)
        node_map_add(ld->mem, out, node_word_at(ld->mem, start, "start"), (struct node *)value);
    if (!node_get(texts, "says"))
        node_map_add(ld->mem, out, node_word_at(ld->mem, key, "says"), node_copy(ld->mem, key));
    for (size_t i = 0; texts->kind == NODE_MAP && i < texts->n; i++)
        if (is_among("says means icon", texts->key[i]->text))
            node_map_add(ld->mem, out, texts->key[i], texts->item[i]);
    return out;
}

/* A copy of the section with the parts. The sums of counters go to LETS. */
static struct node *parts_of(struct loader *ld, const char *name, struct node *lets)
{
    const struct node *map = section(ld, name);
    struct node *out = node_map_at(ld->mem, map);
    for (size_t i = 0; i < map->n; i++) {
        const struct node *n = map->item[i], *of = node_get(n, "number_of");
        struct node *words = of ? words_of(ld, of) : NULL;
        const char *id = map->key[i]->text;
        if (!words || !lets)
            node_map_add(ld->mem, out, map->key[i], map->item[i]);
        if (!words)
            continue;
        node_map_add(ld->mem, ld->byword, map->key[i], words);
        if (lets) {
            read_word(ld, of, "a trait with words");
            if (node_is(node_get(n, "per"), "card")) {
                SAY(ld, node_get(n, "per"), "KEY-CONFLICT", NULL,
                    "a counter of cards cannot have 'number_of'");
                n = map_without(ld, n, "per in");
            }
            const char *sum = of_each(ld, words, " + ", arena_printf(ld->mem, "%s_%%", id));
            keys_refuse(ld, n, "is set_of says means icon", NULL,
                        "'%s' beside 'number_of': its numbers are called like the words");
            node_map_add(ld->mem, lets, map->key[i],
                         node_word_at(ld->mem, of, words->n ? sum : "0"));
            if (node_get(n, "start"))
                keys_are_words(ld, node_get(n, "start"), id);
        }
        for (size_t w = 0; w < words->n; w++)
            node_map_add(ld->mem, out, part_key(ld, words->key[w], id, words->key[w]->text),
                         part_of(ld, n, words->key[w], words->item[w], lets));
    }
    return out;
}

void byword_lay(struct loader *ld)
{
    struct node *root = map_without(ld, ld->root, "traits counters let"),
                *lets = map_without(ld, section(ld, "let"), "");
    ld->def->byword = ld->byword = node_map_at(ld->mem, ld->root);
    struct node *traits = parts_of(ld, "traits", NULL),
                *counters = parts_of(ld, "counters", lets);
    if (!ld->byword->n)
        return;
    node_map_add(ld->mem, root, node_word_at(ld->mem, root, "traits"), traits);
    node_map_add(ld->mem, root, node_word_at(ld->mem, root, "counters"), counters);
    node_map_add(ld->mem, root, node_word_at(ld->mem, root, "let"), lets);
    ld->root = root;
}

/* ---- cards ---- */

/* The sum of {red: 1, any: 2}. Reports what is no number. -1: an error. */
static int64_t sum_of(struct loader *ld, const struct node *map, const char *id)
{
    int64_t sum = 0, one = 0;
    bool ok =
        read_is_map_or(ld, map, arena_printf(ld->mem, "'%s'", id), "write '{WORD: NUMBER}'") &&
        keys_are_words(ld, map, id);
    for (size_t i = 0; ok && i < map->n; i++, sum += one)
        if (!node_int(map->item[i], &one) || one < 0 || one > 1000000)
            ok = SAY(ld, map->item[i], "TYPE-NUMBER", NULL,
                     "a number from 0 to 1000000 is needed");
    return ok ? sum : -1;
}

void byword_card(struct loader *ld, struct node *card)
{
    for (size_t i = 0, all = card->n; i < all; i++) {
        const char *id = card->key[i]->text, *of = byword_of_part(ld->byword, id);
        struct node *map = card->item[i];
        if (of)
            SAY(ld, card->key[i], "KEY-CONFLICT", arena_printf(ld->mem, "write it in '%s'", of),
                "'%s' is a part of '%s'", id, of);
        if (!byword_words(ld, id) || node_is_null(map))
            continue;
        if (sum_of(ld, map, id) < 0)
            map = card->item[i] = node_map_at(ld->mem, map);
        for (size_t w = 0; w < map->n; w++)
            node_map_add(ld->mem, card, part_key(ld, map->key[w], id, map->key[w]->text),
                         map->item[w]);
    }
}

const struct node *byword_sum(struct loader *ld, const struct node *value, const char *id)
{
    bool by = value && value->kind == NODE_MAP && byword_words(ld, id);
    return by ? node_word_at(ld->mem, value,
                             arena_printf(ld->mem, "%lld", (long long)sum_of(ld, value, id)))
              : value;
}

/* ---- uses ---- */

struct node *byword_spread(struct loader *ld, const struct node *key, const struct node *value)
{
    const struct node *words = byword_words(ld, key->text), *part;
    struct node *out = node_map_at(ld->mem, key);
    int64_t number = 0;
    if (!words || name_index(ld, key->text, NAME_LET) < 0 ||
        !keys_are_words(ld, value, key->text))
        return NULL;
    if (node_int(value, &number) && number) {
        SAY(ld, value, "TYPE-MAP",
            arena_printf(ld->mem, "write '{%s: %s}'", words->key[0]->text, value->text),
            "'%s' has a number for each word", key->text);
        return NULL;
    }
    for (size_t i = 0; i < words->n; i++)
        if ((part = part_value(ld, value, words->key[i]->text)))
            node_map_add(ld->mem, out, part_key(ld, key, key->text, words->key[i]->text),
                         (struct node *)part);
    return out;
}

/* The last name of "card.cost" or "leader.mana", if it is one of numbers by word: counters or
 * traits. NULL after an error. */
static const char *last_name(struct loader *ld, const struct node *n, enum name_kind kind)
{
    const char *text = n->kind == NODE_SCALAR ? n->text : "", *dot = strrchr(text, '.'),
               *id = dot ? dot + 1 : text;
    const struct node *words = byword_words(ld, id);
    if (words && name_index(ld, id, kind) >= 0 && !text[strspn(text, NAME_CHARS ".$")])
        return words->n ? id : NULL;
    SAY(ld, n, "NAME-UNKNOWN", hint_key(ld, id, ld->byword),
        "%s with 'number_of' is needed here",
        kind == NAME_TRAIT ? "a card's trait" : "a counter");
    return NULL;
}

struct node *byword_paid(struct loader *ld, const struct node *key, const struct node *purse)
{
    const struct node *words = byword_words(ld, key->text);
    if (!words)
        SAY(ld, key, "TYPE", NULL, "'%s' has no 'number_of', so 'paid_by' has no meaning",
            key->text);
    if (!words || !words->n || !last_name(ld, purse, NAME_LET))
        return NULL;
    return (struct node *)written(
        ld, purse,
        arena_printf(
            ld->mem, "{%s, %s: {at_most: %s}}",
            of_each(ld, words, ", ",
                    arena_printf(ld->mem, "%s_%%: {at_most: %s_%%}", key->text, purse->text)),
            key->text, purse->text));
}

const struct node *byword_spend(struct loader *ld, const struct node *key,
                                const struct node *map)
{
    struct node *one = map_without(ld, map, "prompt");
    const struct node *cost = one->n ? *one->item : NULL;
    const char *prompt = read_word(ld, node_get(map, "prompt"), "a word of 'words'");
    const char *trait = one->n == 1 ? last_name(ld, cost, NAME_TRAIT) : NULL,
               *purse = one->n ? (*one->key)->text : "", *c = trait ? cost->text : "";
    const struct node *words = byword_words(ld, purse),
                      *due = trait ? byword_words(ld, trait) : NULL;
    struct arena *mem = ld->mem;
    if (one->n != 1)
        SAY(ld, key, "KEY-MISSING", "write 'spend: {COUNTER: card.COST}'",
            "'spend' needs one counter and what it pays");
    if (one->n != 1 || !trait || !last_name(ld, *one->key, NAME_LET))
        return NULL;
    const char *fixed = of_each(ld, due, ", ", arena_printf(mem, "%s_%%: '-%s_%%'", purse, c));
    if (!node_get(due, any))
        return written(ld, key, arena_printf(mem, "[{add: {%s}}]", fixed));
    const char *all =
                   of_each(ld, words, ", ", arena_printf(mem, "%s_%%: '-%s_%%'", purse, purse)),
               *has = of_each(ld, words, " + ",
                              arena_printf(mem, "if(word == %%, %s_%%, 0)", purse)),
               *take = of_each(ld, words, ", ",
                               arena_printf(mem, "%s_%%: 'if(word == %%, -1, 0)'", purse));
    return written(
        ld, key,
        arena_printf(
            mem,
            "[{add: {%s}}, {if: '%s_any > 0 and %s <= %s_any', add: {%s}, else: [{choose: "
            "{times: %s_any, word: %s, if: '%s > 0', says: none, %s%s%s"
            "do: [{add: {%s}}]}}]}]",
            fixed, c, purse, c, all, c, trait, has, prompt ? "prompt: " : "",
            prompt ? prompt : "", prompt ? ", " : "", take));
}
