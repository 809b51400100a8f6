/* about.c - the parts of a game that never change, as JSON. */
#include "about.h"

#include "art.h"
#include "tools/art.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

json_t *about_words(const ct_definition *def, const char *lang)
{
    json_t *words = json_object();

    for (int w = 0; ct_own_name(w); w++) {
        bool page = !strncmp(ct_own_name(w), "PAGE_", 5),
             said = !strncmp(ct_own_name(w), "SAID_", 5); /* its English is its name */
        if (page || said)
            json_object_set_new(words, page ? ct_own_name(w) : ct_own_text(NULL, "en", w),
                                json_string(ct_own_text(def, lang, w)));
    }
    return words;
}

/* How the game is played, in Markdown; null if it does not say. */
static json_t *rules_json(const ct_definition *def, const char *lang)
{
    char *text = ct_rules(def, lang);
    json_t *out = text ? json_string(text) : NULL; /* NULL also if it is not UTF-8 */

    free(text);
    return out ? out : json_null();
}

/* ---- choosing a game ---- */

static json_t *options_json(const ct_definition *def, const char *lang)
{
    static const char *const kinds[] = {
        [CT_FLAG] = "flag", [CT_NUMBER] = "number", [CT_WORD] = "word"};
    json_t *out = json_array();
    struct ct_option o;

    for (int i = 0; ct_get_option(def, i, lang, &o); i++) {
        json_t *values = json_array();
        for (int v = 0; o.kind == CT_WORD && v < o.values; v++)
            json_array_append_new(values, json_string(ct_option_value(def, i, v)));
        json_array_append_new(out, json_pack("{ss ss ss ss so}", "name", o.name, "says", o.says,
                                             "kind", kinds[o.kind], "standard", o.standard,
                                             "values", values));
    }
    return out;
}

json_t *about_game(const struct game *game, const char *lang)
{
    struct ct_info info = ct_get_info(game->def, lang);
    json_t *languages = json_array(), *names = json_array();

    for (int i = 0; ct_language(game->def, i); i++)
        json_array_append_new(languages, json_string(ct_language(game->def, i)));
    for (int i = 0; ct_person_name(game->def, i, lang); i++)
        json_array_append_new(names, json_string(ct_person_name(game->def, i, lang)));
    return json_pack("{ss ss s[ii] so si so so ss ss? si so}", "id", game->name, "title",
                     info.title, "people", info.min_people, info.max_people, "names", names,
                     "cards", info.copies, "languages", languages, "options",
                     options_json(game->def, lang), "line", info.line, "kind", info.kind,
                     "minutes", info.minutes, "rules", rules_json(game->def, lang));
}

/* ---- a table's game ---- */

static json_t *zone_json(struct gametable *t, int z)
{
    static const char *const as[] = {[CT_SET] = "set", [CT_ROW] = "row", [CT_PILE] = "pile"},
                             *const sees[] = {[CT_NOBODY] = "nobody",
                                              [CT_OWNER] = "owner",
                                              [CT_OTHERS] = "others",
                                              [CT_EVERYBODY] = "everybody"};
    struct ct_zone_info i;

    ct_get_zone(t->game->def, z, &i);
    json_t *grid = i.grid_across < 0
                       ? json_null()
                       : json_pack("[ss]", ct_counter_id(t->game->def, i.grid_across),
                                   ct_counter_id(t->game->def, i.grid_down));
    return json_pack("{ss ss sb ss ss ss sb sb sb si si so}", "id", i.id, "name",
                     mem_said(ct_zone_name(t->engine, z)), "table", i.table, "as", as[i.as],
                     "up", sees[i.up], "down", sees[i.down], "untold", i.untold, "gone", i.gone,
                     "small", i.small, "row", i.row, "column", i.column, "grid", grid);
}

/* What its words are called: what is said of a counter, without its name. */
static json_t *called_json(struct gametable *t, int c, const struct ct_counter_info *i)
{
    json_t *out = json_object();
    size_t name = strlen(ct_counter_name(t->engine, c));
    const char *id;

    for (int w = 0; (id = ct_trait_word(t->game->def, i->trait, w)); w++) {
        int32_t value = i->is == CT_COUNTS_WORDS ? (int32_t)1 << w : w;
        const char *text = ct_counter_text(t->engine, t->state, c, value);
        json_object_set_new(out, id, json_string(strlen(text) > name ? text + name + 1 : id));
    }
    return out;
}

static json_t *counter_json(struct gametable *t, int c)
{
    static const char *const is[] = {
        [CT_COUNTS_NUMBER] = "number", [CT_COUNTS_FLAG] = "flag", [CT_COUNTS_SEAT] = "seat",
        [CT_COUNTS_CARD] = "card",     [CT_COUNTS_WORD] = "word", [CT_COUNTS_WORDS] = "words"};
    static const char *const of[] = {
        [CT_OF_GAME] = "game", [CT_OF_SEATS] = "seats", [CT_OF_CARDS] = "cards"};
    struct ct_counter_info i;

    ct_get_counter(t->game->def, c, &i);
    return json_pack("{ss ss ss ss si sb sb so}", "id", i.id, "name",
                     mem_said(ct_counter_name(t->engine, c)), "of", of[i.of], "is", is[i.is],
                     "start", (int)i.start, "untold", i.untold, "score", i.is_score, "called",
                     called_json(t, c, &i));
}

/* {label, text}: a list behind its name ("Win", "+6 Exp; draw 1 card"). A single entry has no
 * label (NULL). */
static void add_text(json_t *to, const char *label, char *text)
{
    if (*text)
        json_array_append_new(to, json_pack("{ss? ss}", "label", label, "text", text));
    free(text);
}

/* Adds one trait of a card. Entries of a list go to `text`, one sentence each; other traits to
 * `traits`. */
static void add_trait(const ct_definition *def, const ct_state *table, const char *lang,
                      int card, int trait, json_t *traits, json_t *text)
{
    struct ct_trait_info i;

    ct_get_trait(def, trait, &i);
    if (i.untold || !ct_card_has(def, card, trait))
        return;
    char *name = mem_had(ct_trait_name(def, trait, lang));
    if (i.is == CT_TRAIT_EFFECTS || i.is == CT_TRAIT_WATCHES) {
        for (int e = i.headed ? -1 : 0; e < (i.headed ? 0 : ct_card_entries(def, card, trait));
             e++)
            add_text(text, i.headed ? name : NULL,
                     mem_had(ct_card_text(def, table, card, trait, e, lang)));
        free(name);
        return;
    }
    char *value = mem_had(ct_card_text(def, table, card, trait, -1, lang));
    if (*value)
        json_array_append_new(traits, json_pack("{ss ss ss sb sb}", "id", i.id, "name", name,
                                                "text", value, "flag", i.is == CT_TRAIT_FLAG,
                                                "word", i.is == CT_TRAIT_WORD));
    free(name);
    free(value);
}

json_t *about_card(const struct game *game, const ct_state *table, const char *lang, int card)
{
    const ct_definition *def = game->def;
    json_t *traits = json_array(), *text = json_array();

    for (int trait = 0; ct_trait_id(def, trait); trait++)
        add_trait(def, table, lang, card, trait, traits, text);
    char *copies = mem_had(ct_card_count(def, card, lang));
    json_t *out = json_pack("{ss ss so so}", "name", ct_card_name(def, card, lang), "copies",
                            copies, "traits", traits, "text", text);
    free(copies);
    char *art = art_address(game, card);
    if (art)
        json_object_set_new(out, "art", json_string(art));
    free(art);
    int word = art_colour(def, card);
    if (word >= 0)
        json_object_set_new(out, "colour", json_integer(word));
    if (ct_card_red(def, card))
        json_object_set_new(out, "red", json_true());
    return out;
}

static json_t *phases_json(struct gametable *t)
{
    json_t *out = json_object();

    for (int p = 0; ct_phase_id(t->game->def, p); p++)
        json_object_set_new(out, ct_phase_id(t->game->def, p),
                            json_string(mem_said(ct_phase_name(t->engine, p))));
    return out;
}

static json_t *corners_json(const ct_definition *def)
{
    struct ct_drawing drawn = ct_get_drawing(def);
    json_t *out = json_array();

    for (int i = 0; i < 4; i++) {
        const char *id = ct_trait_id(def, drawn.corner[i]);
        json_array_append_new(out, id ? json_string(id) : json_null());
    }
    return out;
}

/* What stands with words on the cards: [{word, means, icon}], each word once. */
static json_t *meanings_json(const struct game *game, const char *lang)
{
    const ct_definition *def = game->def;
    json_t *list = json_array();
    struct ct_name name;

    for (int i = 0; ct_get_name(def, i, &name); i++) {
        char *word;
        const char *means = ct_meaning(def, i, lang, &word);
        char *icon = means ? art_icon(game, i) : NULL;
        if (means)
            json_array_append_new(
                list, json_pack("{ss ss ss*}", "word", word, "means", means, "icon", icon));
        free(icon);
        free(word);
    }
    return list;
}

json_t *about_table(struct gametable *t, int observer)
{
    const ct_definition *def = t->game->def;
    json_t *zones = json_array(), *counters = json_array(), *cards = json_object(),
           *given = json_array();
    int colour = ct_get_drawing(def).colour;

    for (int z = 0; ct_zone_id(def, z); z++)
        json_array_append_new(zones, zone_json(t, z));
    for (int c = 0; ct_counter_id(def, c); c++)
        json_array_append_new(counters, counter_json(t, c));
    for (int i = 0; i < t->options.n; i++)
        json_array_append_new(given, json_string(t->options.v[i]));
    for (int i = 0; ct_card_id(def, i); i++)
        json_object_set_new(cards, ct_card_id(def, i),
                            about_card(t->game, t->state, t->lang, i));
    return json_pack("{ss ss ss ss ss? so so si so so so ss? so so so so so so}", "table",
                     t->id, "game", t->game->name, "title", ct_get_info(def, t->lang).title,
                     "lang", t->lang, "watch", observer >= 0 ? t->watch : NULL, "you",
                     observer >= 0 ? json_integer(observer) : json_null(), "words",
                     about_words(def, t->lang), "seats", t->nseats, "zones", zones, "counters",
                     counters, "phases", phases_json(t), "colour",
                     colour >= 0 ? ct_trait_id(def, colour) : NULL, "corners",
                     corners_json(def), "cards", cards, "rules", rules_json(def, t->lang),
                     "options", options_json(def, t->lang), "given", given, "meanings",
                     meanings_json(t->game, t->lang));
}
