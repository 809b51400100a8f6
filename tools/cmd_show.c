/* cmd_show.c - `cantrip show`: a game's cards as a table, or one card with all it has.
 *
 * It looks at the definition itself: what a card has is not in the public interface, which is
 * for playing.
 */
#include "tools/screen/cardview.h"

#include "tools/screen/table.h"

#include <stdlib.h>

/* ---- the game ---- */

static void show_options(const struct showing *s, int n)
{
    struct table t = {.columns = 3, .wrap = true};
    struct ct_option o;

    if (!n)
        return;
    table_add(&t, "option");
    table_add(&t, "default");
    table_add(&t, "");
    for (int i = 0; i < n && ct_get_option(s->def, i, s->lang, &o); i++) {
        table_add(&t, o.name);
        table_add(&t, o.standard);
        struct str says = {0};
        str_add(&says, o.says);
        for (int v = 0; v < o.values; v++)
            str_addf(&says, "%s%s%s",
                     v        ? ", "
                     : says.n ? " ("
                              : "(",
                     ct_option_value(s->def, i, v), v == o.values - 1 ? ")" : "");
        table_add(&t, str_of(&says));
        str_free(&says);
    }
    table_print(&t, stdout, terminal_width(stdout), s->colour);
    puts("");
    table_free(&t);
}

/* Traits that say something short of some card come as columns; lists of effects as one, last.
 */
static bool is_used(const struct showing *s, int trait)
{
    for (unsigned c = 0; c < s->def->k.ncards && !s->def->traits[trait].name.untold; c++)
        if (trait_given(s->def, c, (unsigned)trait))
            return true;
    return false;
}

static void add_list_traits(const struct showing *s, struct table *t, unsigned card)
{
    struct str all = {0};

    for (int i = 0; i < s->def->k.ntraits; i++)
        if (trait_is_list(s->def, (unsigned)i) && trait_given(s->def, card, (unsigned)i) &&
            !s->def->traits[i].name.untold) {
            if (all.n)
                str_add(&all, own(W_SEMICOLON, s->t));
            trait_text(&all, s->def, card, (unsigned)i, s->t);
        }
    table_add(t, str_of(&all));
    str_free(&all);
}

/* For a terminal that the table does not fit: what a card has in one column, below itself. */
static void show_cards_short(const struct showing *s, int width)
{
    struct table t = {.columns = 3, .right = {[1] = true}, .wrap = true};

    table_add(&t, "card");
    table_add(&t, "copies");
    table_add(&t, "");
    for (unsigned c = 0; c < s->def->k.ncards; c++) {
        struct str about = {0};
        table_add(&t, s->def->cards[c].id);
        table_addf(&t, "%d", s->def->k.cards[c].copies);
        str_add(&about, card_name(s->def, c, s->t));
        card_summary(&about, s, c);
        table_add(&t, str_of(&about));
        str_free(&about);
    }
    table_print(&t, stdout, width, s->colour);
    table_free(&t);
}

static void show_cards(const struct showing *s)
{
    struct table t = {.columns = 4, .right = {[2] = true}};
    int trait[TABLE_COLUMNS], n = 0;

    for (int i = 0; i < s->def->k.ntraits && n + 4 < TABLE_COLUMNS; i++)
        if (!trait_is_list(s->def, (unsigned)i) && is_used(s, i))
            trait[n++] = i;
    t.columns = n + 4;
    table_add(&t, "card");
    table_add(&t, "name");
    table_add(&t, "copies");
    for (int i = 0; i < n; i++) {
        struct str head = {0};
        name_add(&head, &s->def->traits[trait[i]].name, s->t);
        table_add(&t, str_of(&head));
        str_free(&head);
    }
    table_add(&t, "effects");
    for (unsigned c = 0; c < s->def->k.ncards; c++) {
        table_add(&t, s->def->cards[c].id);
        table_add(&t, card_name(s->def, c, s->t));
        table_addf(&t, "%d", s->def->k.cards[c].copies);
        for (int i = 0; i < n; i++) {
            struct str cell = {0};
            if (trait_given(s->def, c, (unsigned)trait[i]))
                trait_text(&cell, s->def, c, (unsigned)trait[i], s->t);
            table_add(&t, str_of(&cell));
            str_free(&cell);
        }
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
    struct ct_info info = ct_get_info(s->def, s->lang);
    struct str about = {0};

    printf("%s%s%s (%s)\n", s->colour ? "\033[1m" : "", info.title, s->colour ? "\033[0m" : "",
           info.id);
    if (info.min_people == info.max_people)
        str_addf(&about, "for %d %s, ", info.min_people,
                 info.min_people == 1 ? "person" : "people");
    else
        str_addf(&about, "for %d to %d people, ", info.min_people, info.max_people);
    str_addf(&about, "%d cards, %d different; %s", info.copies, info.cards, info.folder);
    text_wrap(stdout, str_of(&about), 0, 0, terminal_width(stdout));
    puts("\n");
    str_free(&about);
    show_options(s, info.options);
    show_cards(s);
}

int cmd_show(int argc, char **argv)
{
    const char *lang = NULL;
    const struct flag flags[] = {
        {"lang", FLAG_TEXT, &lang, "XX", "names and texts in this language", 0, 0, NULL},
    };
    const struct usage usage = {"show",
                                flags,
                                1,
                                NULL,
                                "cantrip show fairytale\ncantrip show fairytale werewolf "
                                "--lang fr\ncantrip show ./my-game",
                                1,
                                2};
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);
    struct showing s = {.colour = use_colour(stdout)};
    ct_definition *def = NULL;

    if (rc < 0) {
        rc = EXIT_USAGE;
        s.def = def = ruleset_load(rest.v[0]);
        s.lang = def ? language_of(def, lang) : NULL;
    }
    if (s.lang) {
        s.t = tongue_of(def, s.lang);
        int card = rest.n > 1 ? card_named("show: ", &s, rest.v[1]) : 0;
        if (rest.n == 1)
            show_game(&s);
        else if (card >= 0)
            card_print(&s, (unsigned)card);
        rc = card >= 0 ? EXIT_OK : EXIT_USAGE;
    }
    ct_free(def);
    args_free(&rest);
    return rc;
}
