/* schema.c - a JSON Schema of scenario files, for editors. With a game it knows options, zones,
 * counters and phases. */
#include "scenario/scenario.h"

#include "api/internal.h"
#include "api/json_make.h"
#include "api/schema.h"

#include <string.h>

static const struct row {
    const char *place, *key, *schema, *says;
} rows[] = {
#define FILE_KEY(key, schema, says)   {"file", #key, schema, says},
#define SCENE_KEY(key, schema, says)  {"scenario", #key, schema, says},
#define LINE_KEY(key, schema, says)   {"line", #key, schema, says},
#define GIVEN_KEY(key, schema, says)  {"given", #key, schema, says},
#define EXPECT_KEY(key, schema, says) {"expect", #key, schema, says},
#include "scenario/keys.def"
};

static json_t *keys_of(const char *place)
{
    json_t *out = json_object();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].place, place))
            json_put(out, rows[i].key, schema_said(schema_of(rows[i].schema), rows[i].says));
    return out;
}

/* A map with these keys, and others of the form `others`. */
static json_t *map_with(json_t *properties, json_t *others)
{
    return json_pack("{s: s, s: o, s: o}", "type", "object", "properties", properties,
                     "additionalProperties", others);
}

static json_t *with_notes(json_t *map, const char *needed)
{
    json_put(map, "patternProperties", json_pack("{s: {}}", "^x-"));
    json_put(map, "required", schema_words(needed, strlen(needed), ' '));
    return map;
}

/* ---- names of the game ---- */

/* The things of a seat or the table: in the map of a seat, or as keys of their own. */
static void put_things(json_t *out, const ct_definition *def, bool expected)
{
    static const char *const as[] = {"A set of cards, in any order", "A row of cards, in order",
                                     "A pile of cards, the first is on top"};

    for (unsigned i = 0; i < def->k.nzones; i++)
        json_put(out, def->zones[i].id,
                 schema_said(schema_of("array"), as[def->k.zones[i].as]));
    for (unsigned i = 0; i < def->k.ncounters; i++)
        if (def->k.counters[i].per != PER_CARD)
            json_put(out, def->counters[i].id, schema_said(schema_of(""), "A counter"));
    if (expected) {
        json_put(out, "score", schema_of("integer"));
        json_put(out, "sees", schema_of("object"));
    }
}

/* "A.hand", "hand.count": keys with a seat or a question. */
static json_t *dotted(const ct_definition *def)
{
    struct str s = {0};

    str_addf(&s, "^([^ ]+[.])?(score|sees");
    for (unsigned i = 0; i < def->k.nzones; i++)
        str_addf(&s, "|%s", def->zones[i].id);
    for (unsigned i = 0; i < def->k.ncounters; i++)
        str_addf(&s, "|%s", def->counters[i].id);
    for (unsigned i = 0; i < def->k.nphases; i++)
        str_addf(&s, "|%s", def->phases[i].id);
    str_addf(&s, ")(#[0-9]+)?([.]count)?$");
    json_t *out = json_pack("{s: {}}", str_of(&s));
    str_free(&s);
    return out;
}

static json_t *position_of(const ct_definition *def, const char *place)
{
    bool expected = !strcmp(place, "expect");
    json_t *keys = keys_of(place);

    if (!def)
        return map_with(keys, json_true());
    json_t *of_seat = json_object();
    put_things(of_seat, def, expected);
    put_things(keys, def, expected);
    for (unsigned i = 0; i < def->k.nphases; i++)
        json_put(keys, def->phases[i].id,
                 schema_said(schema_of("integer,string"), "The running number of this phase"));
    json_t *out = map_with(keys, map_with(of_seat, json_true()));
    json_put(out, "patternProperties", dotted(def));
    return out;
}

static json_t *option_of(const struct option_info *option)
{
    if (option->is == V_NUMBER)
        return json_pack("{s: s, s: i, s: i}", "type", "integer", "minimum", option->from,
                         "maximum", option->to);
    return option->is == V_FLAG ? schema_of("boolean")
                                : SCHEMA_ENUM(option->values.v, option->values.n);
}

/* The options of a known game. A variable of for_each may stand for each. */
static json_t *options_of(const ct_definition *def)
{
    json_t *out = json_object();

    for (unsigned i = 0; def && i < def->k.noptions; i++) {
        const struct option_info *o = &def->options[i];
        const char *says = o->name.says.by_lang[0];
        json_put(
            out, o->name.id,
            schema_said(schema_either(option_of(o), schema_ref("variable")), says ? says : ""));
    }
    return map_with(out, def ? json_false() : json_true());
}

static json_t *phases_of(const ct_definition *def)
{
    json_t *list = schema_words("start end", 9, ' ');

    for (unsigned i = 0; def && i < def->k.nphases; i++)
        json_add(list, json_string(def->phases[i].id));
    return schema_either(json_pack("{s: o}", "enum", list), schema_of("string"));
}

static json_t *make(const ct_definition *def)
{
    static const char *const results[] = {RESULT_WORDS};
    json_t *all = json_object(), *scenario = keys_of("scenario");

    json_put(scenario, "at",
             schema_said(phases_of(def),
                         "the phase that begins now; `start` (if not given) or `end`"));
    json_put(all, "file",
             with_notes(map_with(keys_of("file"), json_false()), "cantrip scenarios"));
    json_t *one = with_notes(map_with(scenario, json_false()), "name");
    json_put(one, "anyOf",
             json_pack("[{s: [s]}, {s: [s]}]", "required", "then", "required", "starts"));
    json_put(all, "scenario", one);
    json_put(all, "line",
             schema_either(json_pack("{s: [s]}", "enum", "forced"),
                           map_with(keys_of("line"), schema_ref("picks"))));
    json_put(all, "given", position_of(def, "given"));
    json_put(all, "expect", position_of(def, "expect"));
    json_put(all, "options", options_of(def));
    json_put(all, "seats", schema_of("integer|[string,integer]|string"));
    json_put(all, "picks", schema_of("string,integer|[string,integer]"));
    json_put(all, "result", schema_either(SCHEMA_ENUM(results, 6), schema_ref("variable")));
    json_put(all, "variable", json_pack("{s: s, s: s}", "type", "string", "pattern", "[{]"));
    return schema_open("file", all);
}

char *ct_schema_scenarios(const ct_definition *def)
{
    unsigned lost = mem_losses();

    return json_whole(make(def), JSON_INDENT(2), lost);
}
