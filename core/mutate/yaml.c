/* yaml.c - the changes of a map, a list or a scalar, by its role. */
#include "mutate/mutate.h"

#include "load/keys.h"

#include <stdio.h>
#include <string.h>

/* ---- keys that may be left out ---- */

/* Keys for a thing's type or name, and keys that the map needs. A zone's form before the first
 * step is one, too: no scenario can test it, as it must hold in every order. */
static bool stays(const char *key)
{
    return is_among("is per one_of set_of in name notes art source like for says "
                    "prompt params main same_as phases any_of shuffled",
                    key) ||
           !strncmp(key, "x-", 2);
}

/* The first key of a formula is its kind. */
static bool beside_formula(const struct node *map, const char *key)
{
    return is_among("times at_least at_most tied", key) ||
           (!strcmp(key, "is") && (node_get(map, "count") || node_get(map, "players")));
}

static bool is_selector(enum key_place at)
{
    return at == AT_SELECTOR || at == AT_HOLD || at == AT_CHOSEN || at == AT_SLOT;
}

/* Places whose maps are declarations or no rules. */
static bool left_alone(enum key_place at)
{
    return at == AT_RULESET || at == AT_SHARED || at == AT_CARD_FILE || at == AT_VALUE ||
           at == AT_LAYOUT || at == AT_LIMITS || at == AT_PLAYERS || at == AT_WHEN ||
           at == AT_SEATS;
}

/* Would the load miss it? */
static bool missed(const struct ct_mutants *m, enum key_place at, const char *key)
{
    if (!strcmp(key, "zone")) /* otherwise `field` names it */
        return at == AT_FIELD || (at == AT_SELECTOR && !m->has_field);
    return (at == AT_VERB || at == AT_NAMED) && (!strcmp(key, "do") || !strcmp(key, "class"));
}

/* Can the map do without this key, as far as known? */
static bool may_go(const struct ct_mutants *m, const struct node *map, enum key_place at,
                   const char *key)
{
    const struct key *row = key_row(at, key);

    if (left_alone(at) || stays(key) || missed(m, at, key) ||
        (row && (row->needed || row->type == KT_TEXT)))
        return false;
    if (at == AT_FORMULA)
        return beside_formula(map, key);
    if (at == AT_DO || at == AT_ENTRY) /* the others are steps */
        return row && map->n > 1;
    return is_selector(at) || (map->n > 1 && (row || keys_names(at)));
}

static void drop_key(struct ct_mutants *m, const struct place_noted *p, size_t i)
{
    struct edit e = edit_of(p, EDIT_DROP);

    e.at = i;
    mutant_add(m, CT_MUTATOR_DROP_KEY, e, p->raw->key[i], 0, "`%s` is left out",
               mutant_words(m, p->raw->key[i], p->raw->item[i]));
}

/* ---- keys that have an opposite ---- */

static void other_key(struct ct_mutants *m, const struct place_noted *p, size_t i)
{
    struct edit e = edit_of(p, EDIT_KEY);
    const struct node *key = p->raw->key[i];
    enum ct_mutator by;
    const char *other = opposite_key(key->text, &by);

    e.at = i;
    e.text = other;
    if (other && !node_get(p->raw, other))
        mutant_add(m, by, e, key, 0, "`%s` becomes `%s`", key->text, other);
}

static void keys_mutants(struct ct_mutants *m, const struct place_noted *p)
{
    enum key_place at = (enum key_place)p->site->arg;
    bool turns = at == AT_FORMULA || at == AT_SEATS || is_selector(at);

    for (size_t i = 0; i < p->raw->n; i++) {
        if (may_go(m, p->raw, at, p->raw->key[i]->text))
            drop_key(m, p, i);
        if (turns)
            other_key(m, p, i);
    }
}

/* A parameter that has a default, or may be missing. */
static void params_mutants(struct ct_mutants *m, const struct place_noted *p)
{
    const struct verb_info *verb = &m->def->verbs[p->site->arg];

    for (size_t i = 0; i < p->raw->n; i++)
        for (int k = 0; k < verb->nparams; k++)
            if (!strcmp(verb->param[k].id, p->raw->key[i]->text) &&
                (verb->param[k].optional || verb->param[k].def != REF_NONE))
                drop_key(m, p, i);
}

/* ---- lists ---- */

static void drop_entry(struct ct_mutants *m, const struct place_noted *p, size_t i)
{
    bool step = p->site->is == SITE_STEPS || p->site->is == SITE_EFFECTS;
    struct edit e = edit_of(p, EDIT_DROP);

    e.at = i;
    mutant_add(m, step ? CT_MUTATOR_DROP_STEP : CT_MUTATOR_DROP_ENTRY, e, p->raw->item[i], 0,
               "`%s` is left out", mutant_words(m, NULL, p->raw->item[i]));
}

static void swap_entries(struct ct_mutants *m, const struct place_noted *p, size_t i)
{
    struct edit e = edit_of(p, EDIT_SWAP);

    e.at = i;
    e.with = i + 1;
    mutant_add(m, CT_MUTATOR_SWAP, e, p->raw->item[i], 0, "`%s` comes before `%s`",
               mutant_words(m, NULL, p->raw->item[i + 1]),
               mutant_words(m, NULL, p->raw->item[i]));
}

/* Is the entry a step for the log only? No scenario can notice it. */
static bool only_told(const struct place_noted *p, size_t i)
{
    bool steps = p->site->is == SITE_STEPS || p->site->is == SITE_EFFECTS;

    return steps && only_says(p->raw->item[i]);
}

static void list_mutants(struct ct_mutants *m, const struct place_noted *p)
{
    bool ordered = p->site->is == SITE_STEPS || p->site->is == SITE_ORDERED;

    for (size_t i = 0; i < p->raw->n && p->raw->kind == NODE_LIST; i++) {
        if (only_told(p, i))
            continue;
        drop_entry(m, p, i);
        if (ordered && i + 1 < p->raw->n && !only_told(p, i + 1))
            swap_entries(m, p, i);
    }
    for (size_t i = 0; i < p->raw->n && p->raw->kind == NODE_MAP; i++) {
        if (p->raw->n > 1)
            drop_key(m, p, i);
        other_key(m, p, i);
    }
}

/* ---- conditions ---- */

static void cond_mutants(struct ct_mutants *m, const struct place_noted *p)
{
    const struct node *raw = p->raw;
    bool flag, is_not = raw->kind == NODE_MAP && node_get(raw, "not");

    if (node_bool(raw, &flag) || (raw->kind == NODE_SCALAR && formula_turns(m, p)))
        return;
    if (raw->kind != NODE_SCALAR)
        mutant_add(m, is_not ? CT_MUTATOR_DROP_NOT : CT_MUTATOR_NEGATE, edit_of(p, EDIT_NOT),
                   raw, 0, is_not ? "`not` is left out of `%s`" : "not `%s`",
                   mutant_words(m, NULL, raw));
    if (raw->kind != NODE_SCALAR)
        return;
    struct edit e = edit_of(p, EDIT_TEXT);
    e.text = arena_printf(m->mem, "%.*snot (%s)", (int)p->off, raw->text, raw->text + p->off);
    mutant_add(m, CT_MUTATOR_NEGATE, e, raw, 0, "not `%s`", mutant_words(m, NULL, raw));
}

/* ---- scalars ---- */

/* The scalar, from where it was read, is another one. */
static void reads(struct ct_mutants *m, const struct place_noted *p, enum ct_mutator by,
                  const char *other)
{
    struct edit e = edit_of(p, EDIT_TEXT);

    if (!other)
        return;
    e.text = arena_printf(m->mem, "%.*s%s", (int)p->off, p->raw->text, other);
    mutant_add(m, by, e, p->raw, 0, "`%s` becomes `%s`", p->raw->text + p->off, other);
}

static void number_mutants(struct ct_mutants *m, const struct place_noted *p)
{
    int64_t number;

    if (!node_int(p->raw, &number))
        return;
    reads(m, p, CT_MUTATOR_NUMBER, arena_printf(m->mem, "%lld", (long long)number + 1));
    reads(m, p, CT_MUTATOR_NUMBER, arena_printf(m->mem, "%lld", (long long)number - 1));
}

static void flag_mutants(struct ct_mutants *m, const struct place_noted *p)
{
    bool flag;

    if (node_bool(p->raw, &flag))
        reads(m, p, CT_MUTATOR_FLAG, flag ? "false" : "true");
}

static void one_of_mutants(struct ct_mutants *m, const struct place_noted *p)
{
    const char *other;

    for (int i = 0; (other = other_of(m->mem, p->site->words, p->raw->text, i)); i++)
        reads(m, p, CT_MUTATOR_WORD, other);
}

static void name_mutants(struct ct_mutants *m, const struct place_noted *p)
{
    bool zone;
    const char *other = other_name(m->def, p->raw->text + p->off, &zone);

    reads(m, p, zone ? CT_MUTATOR_ZONE : CT_MUTATOR_NAME, other);
}

static void seats_mutants(struct ct_mutants *m, const struct place_noted *p)
{
    for (int i = 0; i < 2 && !m->solo; i++)
        reads(m, p, CT_MUTATOR_SEATS, other_seats(p->raw->text + p->off, i));
}

void yaml_mutants(struct ct_mutants *m, const struct place_noted *p)
{
    const char *text = p->raw->kind == NODE_SCALAR ? p->raw->text + p->off : NULL;

    if (!lets_need(m, p))
        return;
    switch (p->site->is) {
    case SITE_KEYS: keys_mutants(m, p); break;
    case SITE_PARAMS: params_mutants(m, p); break;
    case SITE_STEPS:
    case SITE_EFFECTS:
    case SITE_LIST:
    case SITE_ORDERED: list_mutants(m, p); break;
    case SITE_COND: cond_mutants(m, p); break;
    case SITE_FORMULA: formula_mutants(m, p); break;
    case SITE_FLAG: flag_mutants(m, p); break;
    case SITE_NUMBER: number_mutants(m, p); break;
    case SITE_ONE_OF: one_of_mutants(m, p); break;
    case SITE_NAME: name_mutants(m, p); break;
    case SITE_SEATS: seats_mutants(m, p); break;
    case SITE_WORD: reads(m, p, CT_MUTATOR_WORD, other_word(m->def, p->site->arg, text)); break;
    case SITE_CARD: reads(m, p, CT_MUTATOR_CARD, other_card(m->def, text)); break;
    }
}
