/* cmd_show.c - `cantrip show`: a game's cards as a table, or all about one card. */
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/screen/cardview.h"

#include "tools/screen/table.h"

#include <jansson.h>
#include <stdlib.h>

/* ---- the game ---- */

static void show_options(const struct showing *s, int n)
{
    struct table t = {.columns = 3, .wrap = true};
    struct ct_option o;

    if (!n)
        return;
    table_add(&t, own_word(&s->in, "HEAD_OPTION"));
    table_add(&t, own_word(&s->in, "HEAD_DEFAULT"));
    table_add(&t, "");
    for (int i = 0; i < n && ct_get_option(s->in.def, i, s->in.lang, &o); i++) {
        table_add(&t, o.name);
        table_add(&t, o.standard);
        struct buffer says = {0};
        buffer_add(&says, "%s", o.says);
        for (int v = 0; v < o.values; v++)
            buffer_add(&says, "%s%s%s",
                       v        ? ", "
                       : says.n ? " ("
                                : "(",
                       ct_option_value(s->in.def, i, v), v == o.values - 1 ? ")" : "");
        table_add(&t, buffer_text(&says));
        buffer_free(&says);
    }
    table_print(&t, stdout, terminal_width(stdout), s->colour);
    puts("");
    table_free(&t);
}

/* Traits that are short in every card get a column. Lists of effects share one, the last. */
static bool is_used(const struct showing *s, int trait)
{
    for (int c = 0; ct_card_id(s->in.def, c); c++)
        if (ct_card_has(s->in.def, c, trait))
            return true;
    return false;
}

/* Adds a cell, and frees its text. */
static void add_taken(struct table *t, char *text)
{
    table_add(t, text);
    free(text);
}

static void add_list_traits(const struct showing *s, struct table *t, int card)
{
    struct buffer all = {0};
    struct ct_trait_info trait;

    for (int i = 0; ct_get_trait(s->in.def, i, &trait); i++)
        if (trait_is_list(&trait) && ct_card_has(s->in.def, card, i) && !trait.untold)
            list_summary(&all, s, card, i);
    table_add(t, buffer_text(&all));
    buffer_free(&all);
}

/* For a narrow terminal: what a card has stands below the card. */
static void show_cards_short(const struct showing *s, int width)
{
    struct table t = {.columns = 3, .right = {[1] = true}, .wrap = true};

    table_add(&t, own_word(&s->in, "GRID_BACK"));
    table_add(&t, own_word(&s->in, "COPIES"));
    table_add(&t, "");
    for (int c = 0; ct_card_id(s->in.def, c); c++) {
        struct buffer about = {0};
        table_add(&t, ct_card_id(s->in.def, c));
        add_taken(&t, mem_had(ct_card_count(s->in.def, c, s->in.lang)));
        buffer_add(&about, "%s", ct_card_name(s->in.def, c, s->in.lang));
        card_summary(&about, s, c);
        table_add(&t, buffer_text(&about));
        buffer_free(&about);
    }
    table_print(&t, stdout, width, s->colour);
    table_free(&t);
}

static void show_cards(const struct showing *s)
{
    struct table t = {.columns = 4, .right = {[2] = true}};
    int trait[TABLE_COLUMNS], n = 0;
    struct ct_trait_info info;

    for (int i = 0; ct_get_trait(s->in.def, i, &info) && n + 4 < TABLE_COLUMNS; i++)
        if (!trait_is_list(&info) && !info.untold && is_used(s, i))
            trait[n++] = i;
    t.columns = n + 4;
    table_add(&t, own_word(&s->in, "GRID_BACK"));
    table_add(&t, own_word(&s->in, "HEAD_NAME"));
    table_add(&t, own_word(&s->in, "COPIES"));
    for (int i = 0; i < n; i++)
        add_taken(&t, trait_name(s, trait[i]));
    table_add(&t, own_word(&s->in, "HEAD_EFFECTS"));
    for (int c = 0; ct_card_id(s->in.def, c); c++) {
        table_add(&t, ct_card_id(s->in.def, c));
        table_add(&t, ct_card_name(s->in.def, c, s->in.lang));
        add_taken(&t, mem_had(ct_card_count(s->in.def, c, s->in.lang)));
        for (int i = 0; i < n; i++)
            if (ct_card_has(s->in.def, c, trait[i]))
                add_taken(&t, card_text(s, c, trait[i], -1));
            else
                table_add(&t, "");
        add_list_traits(s, &t, c);
    }
    int width = terminal_width(stdout);
    if (width && table_width(&t) > width)
        show_cards_short(s, width);
    else
        table_print(&t, stdout, width, s->colour);
    table_free(&t);
}

static void show_game(const struct showing *s)
{
    struct ct_info info = ct_get_info(s->in.def, s->in.lang);
    bool range = info.min_people != info.max_people;

    printf("%s%s%s (%s)\n", s->colour ? "\033[1m" : "", info.title, s->colour ? "\033[0m" : "",
           info.id);
    char *about =
        SENTENCE(&s->in, range ? "GAME_FOR_RANGE" : "GAME_FOR", NUMBER("n", info.max_people),
                 NUMBER("from", info.min_people), NUMBER("cards", info.copies),
                 NUMBER("different", info.different), TEXT("folder", info.folder));
    text_wrap(stdout, about, 0, 0, terminal_width(stdout));
    puts("\n");
    free(about);
    show_options(s, info.options);
    show_cards(s);
}

/* ---- for programs ---- */

static json_t *taken_text(char *text)
{
    json_t *out = json_text(text);

    free(text);
    return out;
}

/* What a card has in a trait: the entries of a list, or its text. */
static json_t *trait_json(const struct showing *s, int card, int trait,
                          const struct ct_trait_info *info)
{
    json_t *out;

    if (!trait_is_list(info))
        return taken_text(card_text(s, card, trait, -1));
    out = json_array();
    for (int i = 0; i < ct_card_entries(s->in.def, card, trait); i++)
        json_array_append_new(out, taken_text(card_text(s, card, trait, i)));
    return out;
}

/* The value as written, words as identifiers. NULL: it is worked out, or a list. */
static json_t *value_json(const ct_definition *def, int card, int trait, enum ct_trait_kind is)
{
    json_t *words = is == CT_TRAIT_WORDS ? json_array() : NULL;
    int32_t n;

    for (int i = 0; words && ct_trait_word(def, trait, i); i++)
        if (ct_card_is(def, card, trait, i))
            json_array_append_new(words, json_text(ct_trait_word(def, trait, i)));
    if (words || !ct_card_value(def, card, trait, &n))
        return words;
    return is == CT_TRAIT_WORD   ? json_text(ct_trait_word(def, trait, n))
           : is == CT_TRAIT_FLAG ? json_boolean(n)
                                 : json_integer(n);
}

static json_t *card_json(const struct showing *s, int card)
{
    json_t *traits = json_object(), *values = json_object();
    struct ct_trait_info info;

    for (int i = 0; ct_get_trait(s->in.def, i, &info); i++)
        if (ct_card_has(s->in.def, card, i)) {
            json_t *value = value_json(s->in.def, card, i, info.is);
            json_object_set_new(traits, info.id, trait_json(s, card, i, &info));
            if (value)
                json_object_set_new(values, info.id, value);
        }
    return json_pack("{s: o, s: o, s: o, s: o, s: o}", "id",
                     json_text(ct_card_id(s->in.def, card)), "name",
                     json_text(ct_card_name(s->in.def, card, s->in.lang)), "copies",
                     taken_text(mem_had(ct_card_count(s->in.def, card, s->in.lang))), "traits",
                     traits, "values", values);
}

static json_t *options_json(const struct showing *s)
{
    json_t *out = json_array();
    struct ct_option o;

    for (int i = 0; ct_get_option(s->in.def, i, s->in.lang, &o); i++) {
        json_t *values = json_array();
        for (int v = 0; v < o.values; v++)
            json_array_append_new(values, json_text(ct_option_value(s->in.def, i, v)));
        json_array_append_new(
            out, json_pack("{s: o, s: o, s: o, s: o}", "name", json_text(o.name), "default",
                           json_text(o.standard), "says", json_text(o.says), "values", values));
    }
    return out;
}

static json_t *game_json(const struct showing *s)
{
    struct ct_info info = ct_get_info(s->in.def, s->in.lang);
    json_t *cards = json_array();

    for (int i = 0; i < info.cards; i++)
        json_array_append_new(cards, card_json(s, i));
    return json_pack("{s: o, s: o, s: o, s: [i, i], s: i, s: i, s: o, s: o}", "id",
                     json_text(info.id), "title", json_text(info.title), "folder",
                     json_text(info.folder), "people", info.min_people, info.max_people,
                     "copies", info.copies, "different", info.different, "options",
                     options_json(s), "cards", cards);
}

static void csv_print(const ct_definition *def)
{
    char *text = mem_had(ct_cards_csv(def));

    fputs(text, stdout);
    free(text);
}

int cmd_show(int argc, char **argv)
{
    const char *lang = NULL;
    bool json = false, csv = false;
    const struct flag flags[] = {
        TEXT_FLAG("lang", &lang, "XX", "names and texts in this language"),
        SET_FLAG("csv", &csv, "all cards as a table that a spreadsheet and 'cards' can read"),
        JSON_FLAG(&json),
    };
    const struct usage usage = USAGE("show", flags, 1, 2, NULL,
                                     "cantrip show fairytale\ncantrip show fairytale werewolf "
                                     "--lang fr\ncantrip show ./my-game");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);
    struct showing s = {.colour = use_colour(stdout), .notes = true};
    ct_definition *def = NULL;

    if (rc < 0) {
        rc = EXIT_USAGE;
        s.in.def = def = ruleset_load(rest.v[0]);
        s.in.lang = def ? language_of(def, lang) : NULL;
    }
    if (s.in.lang) {
        int card = rest.n > 1 ? card_named("show: ", &s, rest.v[1]) : 0;
        if (csv)
            csv_print(def);
        else if (json && card >= 0)
            json_print(rest.n == 1 ? game_json(&s) : card_json(&s, card), 2);
        else if (rest.n == 1)
            show_game(&s);
        else if (card >= 0)
            card_print(&s, card);
        rc = card >= 0 ? EXIT_OK : EXIT_USAGE;
    }
    ct_free(def);
    args_free(&rest);
    return rc;
}
