/* schema.c - the table of keys, and JSON Schemas made from it for a game's files.
 *
 * Each kind of map (enum key_place) and each kind of value is a definition. Where names of a
 * ruleset may be keys, a schema with a game lists its names; without a game it allows all. A
 * schema only helps while typing. Whether a file is right, only `cantrip check` knows.
 */
#include "api/schema.h"
#include "api/internal.h"
#include "api/json_make.h"
#include "load/keys.h"

#include <stdlib.h>
#include <string.h>

/* The form of each type of value. `for` and parameters may replace any value by a text.
 * Alternatives by `|`: types, @DEFINITION, [a list], {a map} (schema.h). Then a description. */
static const struct {
    const char *name, *schema, *written;
} values[] = {
    [KT_TEXT] = {"text", "string,number,boolean|{string,number,boolean}", "text"},
    [KT_FLAG] = {"flag", "boolean|@place", "true"},
    [KT_NUMBER] = {"integer", "integer|@place", "number"},
    [KT_COUNT] = {"how-many", "integer,boolean|@place", "number, true"},
    [KT_WORD] = {"a-word", "string,number,boolean", "word"},
    [KT_WORDS] = {"words", "@a-word|[@a-word]", "words"},
    [KT_FORMULA] = {"a-formula", "number,string,boolean|@formula", "formula"},
    [KT_COND] = {"condition", "boolean,string,number|@formula", "condition"},
    [KT_SELECTOR] = {"a-selector", "string|@selector", "selector"},
    [KT_CARDS] = {"cards", "@words|@selector", "cards"},
    [KT_SEATS] = {"some-seats", "string|@seats", "seats"},
    [KT_SEAT] = {"a-seat", "string,integer|@seats", "seat"},
    [KT_ZONE] = {"a-zone", "@words", "zone"},
    [KT_STEPS] = {"steps", "[string|@do|@call]", "[step]"},
    [KT_PHASES] = {"phases", "[string|@phase|@call]|{null|@phase}", "[phase]"},
    [KT_EFFECTS] = {"effects", "[string|@effect|@watch]", "[effect]"},
    [KT_MAP] = {"map", "object", "{…}"},
    [KT_LIST] = {"list", "array|@a-word", "[…]"},
    [KT_ANY] = {"anything", "", "any"},
};
#define VALUES (sizeof values / sizeof *values)

/* The keys of the second place may stand at the first, too. */
static const enum key_place beside[][2] = {
    {AT_CHOOSE, AT_ACTION},  {AT_DO, AT_STEP},         {AT_PHASE, AT_STEP},
    {AT_DO, AT_EACH},        {AT_ENTRY, AT_EACH},      {AT_ENTRY, AT_STEP},
    {AT_HOLD, AT_SELECTOR},  {AT_CHOSEN, AT_SELECTOR}, {AT_SLOT, AT_SELECTOR},
    {AT_SELECTOR, AT_FIELD},
};

static json_t *place_of(enum key_place at)
{
    return schema_ref(load_places[at].name);
}

static json_t *type_of(enum key_type type)
{
    return schema_ref(values[type].name);
}

/* {NAME: value}. In a ruleset that changes another, null removes an entry. */
static json_t *names_of(json_t *such)
{
    return schema_map(schema_either(schema_of("null"), such));
}

/* ---- a key's value ---- */

static json_t *inside_of(enum key_nest nest, enum key_place at)
{
    json_t *one = at == AT_FORMULA    ? type_of(KT_FORMULA)
                  : at == AT_SELECTOR ? type_of(KT_SELECTOR)
                                      : place_of(at);

    if (nest == NEST_LIST && at == AT_ORDER)
        one = schema_either(type_of(KT_WORD), one);
    return nest == NEST_NAMES ? names_of(one) : nest == NEST_LIST ? schema_list(one) : one;
}

static json_t *value_of(const struct key *k)
{
    if (k->at == AT_RULESET && strcmp(k->key, "cards") == 0) {
        /* card files, and maps of cards, in a list or alone; `remove` in a map removes cards */
        json_t *map = inside_of(NEST_NAMES, AT_CARD), *one;
        json_put(
            map, "properties",
            json_pack("{s: o}", "remove", schema_either(type_of(KT_WORDS), place_of(AT_CARD))));
        one = schema_either(type_of(KT_WORD), map);
        return schema_either(schema_list(json_incref(one)), one);
    }
    if (k->at == AT_RULESET && strcmp(k->key, "let") == 0)
        return names_of(schema_either(type_of(KT_FORMULA), place_of(AT_SEATS)));
    if (k->at == AT_CHOOSE && strcmp(k->key, "any_of") == 0)
        return schema_list(schema_either(type_of(KT_WORD), names_of(place_of(AT_ACTION))));
    /* the table lists the words; those in capitals stand for others */
    const char *p = k->type == KT_WORD && k->words ? k->words : "";
    bool any = *p;
    for (; *p; p++)
        any &= *p < 'A' || *p > 'Z';
    if (any)
        return schema_either(
            json_pack("{s: o}", "enum", schema_words(k->words, strlen(k->words), ' ')),
            schema_ref("place"));
    if (k->nest == NEST_NONE)
        return type_of(k->type);
    json_t *in = inside_of(k->nest, k->inside);
    switch (k->type) {
    case KT_MAP: return in;
    case KT_LIST: return k->nest == NEST_LIST ? in : schema_either(type_of(KT_LIST), in);
    case KT_ANY: return schema_either(type_of(KT_WORD), in);
    default: return schema_either(type_of(k->type), in);
    }
}

/* ---- a place ---- */

/* A part that changes another ruleset's: null removes a key, and needed keys may come from the
 * other. */
static bool changed_by_others(enum key_place at)
{
    return at == AT_RULESET || (at >= AT_PLAYERS && at <= AT_RESULT);
}

static void add_keys(json_t *properties, enum key_place at)
{
    for (size_t i = 0; i < load_nkeys; i++) {
        const struct key *k = &load_keys[i];
        if (k->at != at)
            continue;
        json_t *value = value_of(k);
        if (changed_by_others(at))
            value = schema_either(value, schema_of("null"));
        json_put(properties, k->key, schema_said(value, k->says));
    }
}

/* ---- names of the game ---- */

enum { SHOWN_WORDS = 24 };

/* A text of the game in its first language, with a full stop. Empty if players are not told. */
static void add_says(struct str *s, const struct named *name)
{
    const char *says = name->untold ? NULL : name->says.by_lang[0];

    if (says)
        str_addf(s, "%s. ", says);
}

/* A value with its description. */
static json_t *said(json_t *value, struct str *s)
{
    json_t *out = schema_said(value, s->n ? str_of(s) : "");

    str_free(s);
    return out;
}

static void add_words(struct str *s, const struct words *words)
{
    for (unsigned i = 0; i < words->n && i < SHOWN_WORDS; i++)
        str_addf(s, "%s%s", i ? ", " : "", words->v[i].id);
    if (words->n > SHOWN_WORDS)
        str_addf(s, ", …");
}

/* A word of the trait; a text of any kind, too, where a formula may stand. */
static json_t *word_value(const ct_definition *def, unsigned trait, bool formula)
{
    const struct words *words = &def->traits[trait].words;
    json_t *otherwise = formula ? type_of(KT_ANY) : schema_ref("place");
    bool number = def->k.traits[trait].type == T_NUMBER;

    return words->n && !number ? schema_either(SCHEMA_ENUM(words->v, words->n), otherwise)
                               : (json_decref(otherwise), type_of(formula ? KT_ANY : KT_WORD));
}

/* The value of a trait on a card. */
static json_t *trait_value(const ct_definition *def, unsigned trait)
{
    json_t *word;

    switch ((enum trait_type)def->k.traits[trait].type) {
    case T_NUMBER: return type_of(def->traits[trait].words.n ? KT_MAP : KT_FORMULA);
    case T_CONDITION: return type_of(KT_COND);
    case T_FLAG: return type_of(KT_FLAG);
    case T_EFFECTS: return type_of(KT_EFFECTS);
    case T_WATCHES: return schema_list(place_of(AT_WATCH));
    case T_CARD: return type_of(KT_WORD);
    case T_WORD:
    case T_WORDSET: break;
    }
    word = word_value(def, trait, false);
    return def->k.traits[trait].type == T_WORD
               ? word
               : schema_either(schema_list(json_incref(word)), word);
}

static json_t *trait_said(const ct_definition *def, unsigned trait, json_t *value)
{
    static const char *const is[] = {
        [T_NUMBER] = "A number, or a formula",
        [T_CONDITION] = "A condition",
        [T_FLAG] = "true or false",
        [T_WORD] = "A word: ",
        [T_WORDSET] = "Words: ",
        [T_CARD] = "The id of a card",
        [T_EFFECTS] = "Effects",
        [T_WATCHES] = "Watchers that work while the card lies in ",
    };
    const struct ktrait *t = &def->k.traits[trait];
    struct str s = {0};

    add_says(&s, &def->traits[trait].name);
    str_addf(&s, "%s", is[t->type]);
    if (t->type == T_WORD || t->type == T_WORDSET)
        add_words(&s, &def->traits[trait].words);
    else if (t->type == T_WATCHES)
        str_addf(&s, "%s", def->zones[t->zone].id);
    return said(value, &s);
}

static json_t *counter_said(const ct_definition *def, unsigned counter, json_t *value)
{
    static const char *const whose[] = {
        [PER_TABLE] = "the game",       [PER_PLAYER] = "each player", [PER_SEAT] = "each seat",
        [PER_KIND] = "seats of a kind", [PER_CARD] = "each card",
    };
    struct str s = {0};

    add_says(&s, &def->counters[counter]);
    str_addf(&s, "A counter of %s", whose[def->k.counters[counter].per]);
    return said(value, &s);
}

/* Adds the names of traits and counters as keys. In a card a trait has its values; elsewhere
 * it, or a counter, is asked about. */
static void add_names(json_t *properties, const ct_definition *def, enum key_place at)
{
    unsigned kinds = keys_names(at);

    for (unsigned i = 0; kinds >> NAME_TRAIT & 1 && i < def->k.ntraits; i++)
        json_put(
            properties, def->traits[i].name.id,
            trait_said(def, i, at == AT_CARD ? trait_value(def, i) : word_value(def, i, true)));
    for (unsigned i = 0; kinds >> NAME_COUNTER & 1 && i < def->k.ncounters; i++)
        json_put(properties, def->counters[i].id,
                 counter_said(def, i, type_of(at == AT_SELECTOR ? KT_ANY : KT_FORMULA)));
    for (size_t i = 0; (at == AT_ADD || at == AT_SET || at == AT_SPEND) && i < def->byword->n;
         i++)
        json_put(properties, def->byword->key[i]->text, type_of(KT_ANY));
}

static json_t *param_value(const ct_definition *def, const struct param_info *p)
{
    if (p->type == V_WORD && p->word_trait != REF_NONE)
        return word_value(def, p->word_trait, true);
    return type_of(p->type == V_SEATS ? KT_SEATS : p->type == V_ZONE ? KT_ZONE : KT_FORMULA);
}

/* "count: number, needed": how its verb declares it. */
static void add_param(struct str *s, const ct_definition *def, const struct param_info *p)
{
    static const char *const is[] = {
        [V_NUMBER] = "number", [V_FLAG] = "flag",   [V_CARD] = "card",
        [V_ZONE] = "zone",     [V_SEATS] = "seats", [V_NUMBER_OR_ALL] = "number or all",
    };
    bool of_trait = p->type == V_WORD && p->word_trait != REF_NONE;
    const char *type = of_trait ? def->traits[p->word_trait].name.id
                       : p->type < sizeof is / sizeof *is && is[p->type] ? is[p->type]
                                                                         : "word";

    str_addf(s, "%s: %s%s", p->id, type,
             p->optional || p->def_node || p->def != REF_NONE ? ", may be left out" : "");
    if (p->main)
        str_addf(s, "; what stands alone is that");
}

/* A verb's parameters, or only the main one. */
static json_t *verb_value(const ct_definition *def, const struct verb_info *v)
{
    json_t *params = json_object(), *alone = NULL;
    struct str s = {0};

    add_says(&s, &v->name);
    for (int i = 0; i < v->nparams; i++) {
        struct str own = {0};
        json_t *value = param_value(def, &v->param[i]);
        add_param(&own, def, &v->param[i]);
        str_addf(&s, "%s%s", i ? ". " : "", str_of(&own));
        if (v->param[i].main && v->param[i].type == V_WORD)
            alone = json_incref(value);
        json_put(params, v->param[i].id, said(value, &own));
    }
    json_t *map = json_pack("{s: s, s: o, s: b}", "type", "object", "properties", params,
                            "additionalProperties", 0);
    json_t *one = schema_of("string,number,boolean,null");
    return said(schema_either(map, alone ? schema_either(alone, one) : one), &s);
}

/* Makes a schema more exact with a game: its zones and cards. */
static void add_definitions(json_t *all, const ct_definition *def)
{
    json_put(all, "a-zone",
             schema_either(SCHEMA_ENUM(def->zones, def->k.nzones), schema_ref("words")));
    json_put(all, "a-card",
             schema_either(SCHEMA_ENUM(def->cards, def->k.ncards), schema_ref("words")));
}

/* A named step or verb in place of a step, if names are unknown: any key that is no step, phase
 * or loop. */
static json_t *call_schema(const ct_definition *def)
{
    if (def) /* they stand among the keys */
        return json_pack("{s: {}}", "not");
    json_t *others = json_array();
    for (size_t i = 0; i < load_nkeys; i++) {
        const struct key *k = &load_keys[i];
        if ((k->at == AT_STEP || k->at == AT_PHASE || k->at == AT_EACH) &&
            !key_row(AT_DO, k->key))
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
    if (def && json_object_get(properties, "card") &&
        (at == AT_SELECTOR || at == AT_CHOSEN || at == AT_SLOT))
        json_put(properties, "card", schema_ref("a-card"));
    bool calls = def && (at == AT_ENTRY || at == AT_DO || at == AT_PHASE);
    for (int i = 0; calls && i < def->nverbs + def->nsteps; i++)
        json_put(properties, def->verbs[i].name.id, verb_value(def, &def->verbs[i]));
    o = json_pack("{s: s, s: o, s: b}", "type", "object", "properties", properties,
                  "additionalProperties", open);
    if (notes)
        json_put(o, "patternProperties", json_pack("{s: {}}", "^x-"));
    if (json_array_size(needed))
        json_put(o, "required", json_incref(needed));
    json_decref(needed);
    return o;
}

static json_t *seats_value(void)
{
    static const char words[] =
#define SEAT_WORD(id, word, one) #word " "
#include "kernel/seats.def"
        ;
    json_t *known = json_pack("{s: o}", "enum", schema_words(words, sizeof words - 2, ' '));

    return schema_either(known, schema_of("string|@seats"));
}

static json_t *schema_make(const ct_definition *def)
{
    json_t *all = json_object();

    for (size_t i = 0; i < VALUES; i++)
        json_put(all, values[i].name, schema_of(values[i].schema));
    json_put(all, "some-seats", seats_value());
    if (def)
        add_definitions(all, def);
    json_put(all, "place", json_pack("{s: s, s: s}", "type", "string", "pattern", "[{$.]"));
    json_put(all, "call", call_schema(def));
    for (int at = 0; at < AT_PLACES; at++)
        json_put(all, load_places[at].name, place_schema(def, (enum key_place)at));
    return schema_open(load_places[def ? AT_CARD_FILE : AT_RULESET].name, all);
}

char *ct_schema(const ct_definition *def)
{
    unsigned lost = mem_losses();

    return json_whole(schema_make(def), JSON_INDENT(2), lost);
}

/* ---- the table itself ---- */

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
        .value = values[k->type].written,
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
