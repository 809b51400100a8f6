/* schema.c - what may be written in a game's files: the table of keys, and JSON Schemas made from it.
 *
 * Each kind of map (enum key_place) is a definition, and so is each kind of value. Where names of a
 * ruleset may be keys, those of the game stand; without a game any may. A schema helps while a
 * file is typed; only `cantrip check` says whether it is right.
 */
#include "api/internal.h"
#include "api/json_make.h"
#include "load/keys.h"

#include <stdlib.h>
#include <string.h>

#define URL "http://json-schema.org/draft-07/schema#"

/* What a value is, by its type; `for` and parameters may stand for any, as a text. Alternatives by `|`:
 * types, @DEFINITION, [a list of such], {a map of such}. */
static const struct {
    enum key_type type;
    const char *name, *schema;
} values[] = {
    {KT_TEXT, "text", "string,number,boolean|{string,number,boolean}"},
    {KT_FLAG, "flag", "boolean|@place"},
    {KT_NUMBER, "integer", "integer|@place"},
    {KT_WORD, "a-word", "string,number,boolean"},
    {KT_WORDS, "words", "@a-word|[@a-word]"},
    {KT_FORMULA, "a-formula", "number,string,boolean|@formula"},
    {KT_COND, "condition", "boolean,string,number|@formula"},
    {KT_SELECTOR, "a-selector", "string|@selector"},
    {KT_CARDS, "cards", "@words|@selector"},
    {KT_SEATS, "some-seats", "string|@seats"},
    {KT_SEAT, "a-seat", "string,integer|@seats"},
    {KT_ZONE, "a-zone", "@words"},
    {KT_STEPS, "steps", "[string|@do|@call]"},
    {KT_PHASES, "phases", "[string|@phase|@call]|{null|@phase}"},
    {KT_EFFECTS, "effects", "[string|@effect|@watch]"},
    {KT_MAP, "map", "object"},
    {KT_LIST, "list", "array|@a-word"},
    {KT_ANY, "anything", ""},
};
#define VALUES (sizeof values / sizeof *values)

/* The keys of the second place may stand at the first, too. */
static const enum key_place beside[][2] = {
    {AT_CHOOSE, AT_ACTION}, {AT_DO, AT_STEP},         {AT_PHASE, AT_STEP},
    {AT_DO, AT_EACH},       {AT_ENTRY, AT_EACH},      {AT_ENTRY, AT_STEP},
    {AT_HOLD, AT_SELECTOR}, {AT_CHOSEN, AT_SELECTOR}, {AT_SELECTOR, AT_FIELD},
};

static json_t *ref_in(const char *name, size_t n)
{
    return json_pack("{s: s+#}", "$ref", "#/definitions/", name, (int)n);
}

static json_t *ref_to(const char *name)
{
    return ref_in(name, strlen(name));
}

static json_t *list_of(json_t *such)
{
    return json_pack("{s: s, s: o}", "type", "array", "items", such);
}

static json_t *map_of(json_t *such)
{
    return json_pack("{s: s, s: o}", "type", "object", "additionalProperties", such);
}

static json_t *words_in(const char *text, size_t n, char between)
{
    json_t *list = json_array();

    for (size_t at = 0, len; at < n; at += len + 1) {
        const char *end = memchr(text + at, between, n - at);
        len = end ? (size_t)(end - text) - at : n - at;
        json_add(list, json_stringn(text + at, len));
    }
    return list;
}

static json_t *schema_in(const char **at);

/* One alternative, up to what ends it. */
static json_t *one_in(const char **at)
{
    const char *text = *at;
    size_t n = strcspn(text, "|]}");

    if (*text == '[' || *text == '{') {
        ++*at;
        json_t *such = schema_in(at);
        ++*at;
        return *text == '[' ? list_of(such) : map_of(such);
    }
    *at += n;
    if (*text == '@')
        return ref_in(text + 1, n - 1);
    return json_pack("{s: o}", "type",
                     memchr(text, ',', n) ? words_in(text, n, ',') : json_stringn(text, n));
}

static json_t *schema_in(const char **at)
{
    json_t *list = json_array(), *one = NULL;

    while (**at && !strchr("]}", **at)) {
        one = one_in(at);
        json_add(list, json_incref(one));
        json_decref(one);
        *at += **at == '|';
    }
    if (json_array_size(list) > 1)
        return json_pack("{s: o}", "anyOf", list);
    one = json_array_size(list) ? json_incref(json_array_get(list, 0)) : json_object();
    json_decref(list);
    return one;
}

static json_t *schema_of(const char *text)
{
    return schema_in(&text);
}

static json_t *place_of(enum key_place at)
{
    return ref_to(load_places[at].name);
}

static json_t *type_of(enum key_type type)
{
    size_t i = 0;

    while (values[i].type != type)
        i++;
    return ref_to(values[i].name);
}

/* Either of two schemas, whose references are taken over. */
static json_t *either(json_t *a, json_t *b)
{
    return json_pack("{s: [o, o]}", "anyOf", a, b);
}

/* {NAME: such}; null takes one away in a ruleset that changes another. */
static json_t *names_of(json_t *such)
{
    return map_of(either(schema_of("null"), such));
}

/* ---- a key's value ---- */

/* Does the table list the words? Those in capitals stand for others. */
static bool lists_words(const struct key *k)
{
    const char *p = k->type == KT_WORD && k->words ? k->words : "";
    bool any = *p;

    for (; *p; p++)
        any &= *p < 'A' || *p > 'Z';
    return any;
}

static json_t *inside_of(enum key_nest nest, enum key_place at)
{
    json_t *one = at == AT_FORMULA    ? type_of(KT_FORMULA)
                  : at == AT_SELECTOR ? type_of(KT_SELECTOR)
                                      : place_of(at);

    if (nest == NEST_LIST && at == AT_ORDER)
        one = either(type_of(KT_WORD), one);
    return nest == NEST_NAMES ? names_of(one) : nest == NEST_LIST ? list_of(one) : one;
}

/* Files of cards, and maps of cards, in a list or alone. `remove` in a map takes cards out. */
static json_t *cards_value(void)
{
    json_t *map = inside_of(NEST_NAMES, AT_CARD), *one;

    json_put(map, "properties",
             json_pack("{s: o}", "remove", either(type_of(KT_WORDS), place_of(AT_CARD))));
    one = either(type_of(KT_WORD), map);

    return either(list_of(json_incref(one)), one);
}

static json_t *value_of(const struct key *k)
{
    if (k->at == AT_RULESET && strcmp(k->key, "cards") == 0)
        return cards_value();
    if (k->at == AT_RULESET && strcmp(k->key, "let") == 0)
        return names_of(either(type_of(KT_FORMULA), place_of(AT_SEATS)));
    if (k->at == AT_CHOOSE && strcmp(k->key, "any_of") == 0)
        return list_of(either(type_of(KT_WORD), names_of(place_of(AT_ACTION))));
    if (lists_words(k))
        return either(json_pack("{s: o}", "enum", words_in(k->words, strlen(k->words), ' ')),
                      ref_to("place"));
    if (k->nest == NEST_NONE)
        return type_of(k->type);
    json_t *in = inside_of(k->nest, k->inside);
    switch (k->type) {
    case KT_MAP: return in;
    case KT_LIST: return k->nest == NEST_LIST ? in : either(type_of(KT_LIST), in);
    case KT_ANY: return either(type_of(KT_WORD), in);
    default: return either(type_of(k->type), in);
    }
}

/* ---- a place ---- */

/* A part of a ruleset that another changes: null takes a key away, and what is needed may be there. */
static bool changed_by_others(enum key_place at)
{
    return at == AT_RULESET || (at >= AT_PLAYERS && at <= AT_RESULT);
}

static void add_key(json_t *properties, const struct key *k)
{
    json_t *value = value_of(k);

    if (changed_by_others(k->at))
        value = either(value, schema_of("null"));
    if (*k->says)
        value = json_pack("{s: s, s: [o]}", "description", k->says, "allOf", value);
    json_put(properties, k->key, value);
}

static void add_keys(json_t *properties, enum key_place at)
{
    for (size_t i = 0; i < load_nkeys; i++)
        if (load_keys[i].at == at)
            add_key(properties, &load_keys[i]);
}

/* What a card writes for a trait. */
static json_t *trait_value(const ct_definition *def, unsigned trait)
{
    const struct words *words = &def->traits[trait].words;
    json_t *list, *word;

    switch ((enum trait_type)def->k.traits[trait].type) {
    case T_NUMBER: return type_of(KT_FORMULA);
    case T_CONDITION: return type_of(KT_COND);
    case T_FLAG: return type_of(KT_FLAG);
    case T_EFFECTS: return type_of(KT_EFFECTS);
    case T_WATCHES: return list_of(place_of(AT_WATCH));
    case T_CARD: return type_of(KT_WORD);
    case T_WORD:
    case T_WORDSET: break;
    }
    list = json_array();
    for (unsigned i = 0; i < words->n; i++)
        json_add(list, json_string(words->v[i].id));
    word = words->n ? either(json_pack("{s: O}", "enum", list), ref_to("place"))
                    : type_of(KT_WORD);
    json_decref(list);
    return def->k.traits[trait].type == T_WORD ? word
                                               : either(list_of(json_incref(word)), word);
}

/* Adds the names of traits and counters as keys. In a card a trait has its values; elsewhere
 * it, or a counter, is asked about. */
static void add_names(json_t *properties, const ct_definition *def, enum key_place at)
{
    unsigned kinds = keys_names(at);

    for (unsigned i = 0; kinds >> NAME_TRAIT & 1 && i < def->k.ntraits; i++)
        json_put(properties, def->traits[i].name.id,
                 at == AT_CARD ? trait_value(def, i) : type_of(KT_ANY));
    for (unsigned i = 0; kinds >> NAME_COUNTER & 1 && i < def->k.ncounters; i++)
        json_put(properties, def->counters[i].id,
                 at == AT_SELECTOR ? type_of(KT_ANY) : type_of(KT_FORMULA));
}

/* A verb's parameters, or the main one alone. */
static json_t *verb_value(const struct verb_info *v)
{
    json_t *params = json_object();

    for (int i = 0; i < v->nparams; i++)
        json_put(params, v->param[i].id,
                 v->param[i].type == V_SEATS ? type_of(KT_SEATS) : type_of(KT_FORMULA));
    return either(
        json_pack("{s: s, s: o, s: b}", "type", "object", "properties", params,
                  "additionalProperties", 0),
        json_pack("{s: [s, s, s, s]}", "type", "string", "number", "boolean", "null"));
}

/* Named steps and verbs may stand where a step may. */
static bool holds_calls(enum key_place at)
{
    return at == AT_ENTRY || at == AT_DO || at == AT_PHASE;
}

/* Such an entry where names are not known: whatever bears no key of a step, phase or loop. */
static json_t *call_schema(const ct_definition *def)
{
    if (def) /* they stand among the keys */
        return json_pack("{s: {}}", "not");
    json_t *others = json_array();
    for (size_t i = 0; i < load_nkeys; i++) {
        const struct key *k = &load_keys[i];
        if ((k->at == AT_STEP || k->at == AT_PHASE || k->at == AT_EACH) &&
            !keys_has(AT_DO, k->key))
            json_add(others, json_pack("{s: [s]}", "required", k->key));
    }
    json_t *o = json_pack("{s: s}", "type", "object"), *properties = json_object();
    json_put(properties, "if", type_of(KT_COND));
    json_put(properties, "else", schema_of("@steps|@phases"));
    json_put(o, "properties", properties);
    json_put(o, "not", json_pack("{s: o}", "anyOf", others));
    return o;
}

static json_t *needed_keys(enum key_place at)
{
    json_t *list = json_array();

    for (size_t i = 0; i < load_nkeys && !changed_by_others(at); i++)
        if (load_keys[i].at == at && load_keys[i].needed)
            json_add(list, json_string(load_keys[i].key));
    return list;
}

static json_t *place_schema(const ct_definition *def, enum key_place at)
{
    json_t *properties = json_object(), *needed = needed_keys(at), *o;
    bool open = !def && (keys_names(at) || at == AT_ENTRY);
    bool notes = at == AT_RULESET || at == AT_LANG || at == AT_CARD_FILE || at == AT_CARD;

    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        if (beside[i][0] == at) {
            add_keys(properties, beside[i][1]);
            open |= !def && keys_names(beside[i][1]);
            if (def)
                add_names(properties, def, beside[i][1]);
        }
    add_keys(properties, at);
    if (def)
        add_names(properties, def, at);
    for (int i = 0; def && holds_calls(at) && i < def->nverbs + def->nsteps; i++)
        json_put(properties, def->verbs[i].name.id, verb_value(&def->verbs[i]));
    o = json_pack("{s: s, s: o, s: b}", "type", "object", "properties", properties,
                  "additionalProperties", open);
    if (notes)
        json_put(o, "patternProperties", json_pack("{s: {}}", "^x-"));
    if (json_array_size(needed))
        json_put(o, "required", json_incref(needed));
    json_decref(needed);
    return o;
}

static json_t *schema_make(const ct_definition *def)
{
    json_t *top = place_of(def ? AT_CARD_FILE : AT_RULESET), *all = json_object();

    for (size_t i = 0; i < VALUES; i++)
        json_put(all, values[i].name, schema_of(values[i].schema));
    json_put(all, "place", json_pack("{s: s, s: s}", "type", "string", "pattern", "[{$.]"));
    json_put(all, "call", call_schema(def));
    for (int at = 0; at < AT_PLACES; at++)
        json_put(all, load_places[at].name, place_schema(def, (enum key_place)at));
    return json_pack("{s: s, s: [o], s: o}", "$schema", URL, "allOf", top, "definitions", all);
}

char *ct_schema(const ct_definition *def)
{
    unsigned lost = mem_losses();

    return json_whole(schema_make(def), JSON_INDENT(2), lost);
}

/* ---- the table itself ---- */

/* How a value is written, by its type. */
static const char *const type_names[] = {
    [KT_TEXT] = "text",      [KT_FLAG] = "true",         [KT_NUMBER] = "number",
    [KT_WORD] = "word",      [KT_WORDS] = "words",       [KT_FORMULA] = "formula",
    [KT_COND] = "condition", [KT_SELECTOR] = "selector", [KT_CARDS] = "cards",
    [KT_SEATS] = "seats",    [KT_SEAT] = "seat",         [KT_ZONE] = "zone",
    [KT_STEPS] = "[step]",   [KT_PHASES] = "[phase]",    [KT_EFFECTS] = "[effect]",
    [KT_MAP] = "{…}",        [KT_LIST] = "[…]",          [KT_ANY] = "any",
};

bool ct_get_key(int i, struct ct_key *out)
{
    static const enum ct_inside how[] = {
        [NEST_NONE] = CT_NOTHING_INSIDE,
        [NEST_MAP] = CT_ONE_INSIDE,
        [NEST_NAMES] = CT_NAMED_INSIDE,
        [NEST_LIST] = CT_LISTED_INSIDE,
    };

    if (i < 0 || (size_t)i >= load_nkeys)
        return false;
    const struct key *k = &load_keys[i];
    *out = (struct ct_key){
        .place = load_places[k->at].name,
        .key = k->key,
        .value = type_names[k->type],
        .words = k->words,
        .says = k->says,
        .needed = k->needed,
        .nests = how[k->nest],
        .inside = k->nest == NEST_NONE ? NULL : load_places[k->inside].name,
        .map = k->type == KT_MAP,
    };
    return true;
}

bool ct_get_key_place(int i, struct ct_key_place *out)
{
    if (i < 0 || i >= AT_PLACES)
        return false;
    unsigned names = keys_names((enum key_place)i);
    *out = (struct ct_key_place){
        .name = load_places[i].name,
        .says = load_places[i].says,
        .traits = names >> NAME_TRAIT & 1,
        .counters = names >> NAME_COUNTER & 1,
    };
    return true;
}
