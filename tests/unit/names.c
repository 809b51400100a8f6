/* What the header calls by a number has a name, up to the last and no further. */
#include "cantrip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Number i is called as in the list (which ends with NULL), and what is before and behind has no name. */
static void called(const char *(*name)(const ct_definition *def, int i),
                   const ct_definition *def, const char *const *list)
{
    int i = 0;

    for (; list[i]; i++)
        assert_string_equal(name(def, i), list[i]);
    assert_null(name(def, i));
    assert_null(name(def, -1));
}

static void identifiers_come_in_the_order_of_the_ruleset(void **state)
{
    ct_definition *def = ct_load("tests/rulesets/features/unit", NULL);

    (void)state;
    /* four a `choose` has for itself */
    called(ct_action_id, def,
           (const char *const[]){"play", "take", "wish", "rob", "burn", "hide", "", "", "", "",
                                 NULL});
    called(ct_verb_id, def,
           (const char *const[]){"earn", "peek", "ask", "stop", "dream", NULL});
    called(ct_word_id, def, (const char *const[]){"which", "back", NULL});
    called(ct_word_text, def, (const char *const[]){"which", "back", NULL});
    called(ct_trait_id, def, (const char *const[]){"worth", "effects", "stand", NULL});
    ct_free(def);
}

/* The word under which a name is met in texts, with what it means. */
static void means(const ct_definition *def, const char *lang, const char *called,
                  const char *says)
{
    struct ct_name name;
    int found = 0;

    for (int i = 0; ct_get_name(def, i, &name); i++) {
        char *word;
        const char *text = ct_meaning(def, i, lang, &word);
        assert_int_equal(text != NULL, word != NULL);
        if (text && !strcmp(word, called)) {
            assert_string_equal(text, says);
            found++;
        }
        free(word);
    }
    assert_int_equal(found, says ? 1 : 0);
}

static void names_are_explained_by_the_word_that_players_meet(void **state)
{
    ct_definition *def = ct_load("tests/rulesets/features/means", NULL);

    (void)state;
    assert_non_null(def);
    means(def, NULL, "open",
          "turn cards face up");            /* a verb: the first word outside of braces */
    means(def, NULL, "hand", "your cards"); /* a zone without `says`: its usual word */
    means(def, NULL, "coin", "money");      /* a counter: one of it */
    means(def, NULL, "Moon", "the night's cards");
    means(def, NULL, "suit", "sun or moon");
    means(def, NULL, "same", "the first one");      /* two of one name: once */
    means(def, NULL, "lay", "put it on the table"); /* an action: likewise */
    means(def, NULL, "ghost", "nobody sits there");
    means(def, NULL, "sun", ""); /* it has only an icon */
    means(def, NULL, "deck", NULL);
    means(def, "fr", "ouvrir", "retourner des cartes");
    means(def, "fr", "main", "vos cartes");
    means(def, "fr", "coin", "money"); /* what the other language has not */
    ct_free(def);
}

static void icon(const ct_definition *def, const char *name, const char *text, bool file)
{
    struct ct_name n;
    struct ct_icon got = {0};
    int i = 0;

    while (ct_get_name(def, i, &n) && strcmp(n.name, name) != 0)
        i++;
    assert_int_equal(ct_get_icon(def, i, &got), text != NULL);
    if (text)
        assert_string_equal(got.text, text);
    assert_int_equal(got.folder != NULL, file);
}

static void icons_are_letters_signs_and_files(void **state)
{
    ct_definition *def = ct_load("tests/rulesets/features/means", NULL);

    (void)state;
    icon(def, "suit", "S", false);
    icon(def, "coins", "●", false);
    icon(def, "sun", "sun.svg", true);
    icon(def, "moon", NULL, false);
    icon(def, "deck", NULL, false);
    assert_false(ct_get_icon(def, -1, &(struct ct_icon){0}));
    assert_false(ct_get_icon(def, 1 << 20, &(struct ct_icon){0}));
    ct_free(def);
}

static void each_kind_of_event_has_a_name_and_says_what_stands_in_it(void **state)
{
    (void)state;
    for (int i = 0; i < CT_NEVENTS; i++) {
        const char *name = ct_event_name((enum ct_event_kind)i);
        assert_true(name && *name && *ct_event_says((enum ct_event_kind)i));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(name, ct_event_name((enum ct_event_kind)j));
    }
    assert_null(ct_event_name(CT_NEVENTS));
    assert_null(ct_event_says(CT_NEVENTS));
}

static void a_state_takes_as_many_bytes_at_the_end_as_at_the_start(void **state)
{
    ct_definition *def = ct_load("tests/rulesets/features/unit", NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    ct_state *s = ct_game_new(e, &(struct ct_setup){.people = 2, .seed = 1});
    ct_state *more = ct_game_new(e, &(struct ct_setup){.people = 3, .seed = 1});
    struct ct_rng rng = ct_rng_make(1, 1);
    size_t size = ct_state_size(s);

    (void)state;
    assert_int_equal(ct_playout(e, s, &rng, 1, 0, NULL), 0);
    assert_true(size > 0 && ct_state_size(s) == size && ct_state_size(more) > size);
    ct_state_free(s);
    ct_state_free(more);
    ct_engine_free(e);
    ct_free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identifiers_come_in_the_order_of_the_ruleset),
        cmocka_unit_test(names_are_explained_by_the_word_that_players_meet),
        cmocka_unit_test(icons_are_letters_signs_and_files),
        cmocka_unit_test(each_kind_of_event_has_a_name_and_says_what_stands_in_it),
        cmocka_unit_test(a_state_takes_as_many_bytes_at_the_end_as_at_the_start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
