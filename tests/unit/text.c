/* Tests of core/say/text.c: growing strings, templates, languages.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "say/text.h"

static const struct tongue english = {.own = OWN_EN}, french = {.own = OWN_FR};

/* The values that the templates below may name. */
struct values {
    int64_t n;
    bool n_absent;
    const char *faction;
    bool you;
};

static bool value(void *ctx, const char *name, struct text_value *out)
{
    const struct values *v = ctx;

    if (!strcmp(name, "n")) {
        out->kind = VALUE_NUMBER;
        out->number = v->n;
        out->absent = v->n_absent;
    } else if (!strcmp(name, "faction")) {
        out->absent = !v->faction;
        str_add(&out->words, v->faction ? v->faction : "");
    } else if (!strcmp(name, "who")) {
        out->kind = VALUE_SEAT;
        out->you = v->you;
        str_add(&out->words, v->you ? "you" : "Bob");
    } else {
        return false;
    }
    return true;
}

static void check_in(struct tongue t, const char *template, struct values v, const char *want)
{
    struct str s = {0};

    template_add(&s, template, t, value, &v);
    assert_string_equal(str_of(&s), want);
    str_free(&s);
}

static void check(const char *template, struct values v, const char *want)
{
    check_in(english, template, v, want);
}

static void plain_text_stays(void **state)
{
    (void)state;
    check("", (struct values){0}, "");
    check("turn a card", (struct values){0}, "turn a card");
    check("café ★ {", (struct values){0}, "café ★ {");
}

static void values_are_filled_in(void **state)
{
    (void)state;
    check("{n} of {faction}", (struct values){.n = 3, .faction = "Shadow"}, "3 of Shadow");
    check("{n}", (struct values){.n = -2}, "-2");
    check("{unknown} {n}", (struct values){.n = 1}, "{unknown} 1");
}

static void forms_go_by_number(void **state)
{
    (void)state;
    const char *t = "{n} {n:card|cards}";
    check(t, (struct values){.n = 1}, "1 card");
    check(t, (struct values){.n = 0}, "0 cards");
    check(t, (struct values){.n = 2}, "2 cards");
    check_in(french, "{n} {n:carte|cartes}", (struct values){.n = 0}, "0 carte");
    check_in(french, "{n} {n:carte|cartes}", (struct values){.n = 1}, "1 carte");
    check_in(french, "{n} {n:carte|cartes}", (struct values){.n = 2}, "2 cartes");
}

static void forms_go_by_seat(void **state)
{
    (void)state;
    const char *t = "{who} {who:discard|discards}";
    check(t, (struct values){.you = true}, "you discard");
    check(t, (struct values){.you = false}, "Bob discards");
    check("{who}'s card, and {who}’s", (struct values){.you = true}, "your card, and your");
    check("{who}'s card, and {who}’s", (struct values){.you = false}, "Bob's card, and Bob’s");
    check("{who}'selves", (struct values){.you = true}, "you'selves");
    check_in(french, "{who}'s", (struct values){.you = true}, "you's");
}

static void brackets_fall_away(void **state)
{
    (void)state;
    const char *t = "turn {n} [{faction}] {n:card|cards}";
    check(t, (struct values){.n = 2, .faction = "Shadow"}, "turn 2 Shadow cards");
    check(t, (struct values){.n = 1}, "turn 1 card");
    check("gain [{n} ★] [{faction}]", (struct values){.n = 0}, "gain");
    check("gain [{n} ★]", (struct values){.n = 4}, "gain 4 ★");
    check("gain [{n} ★]", (struct values){.n = 4, .n_absent = true}, "gain");
    check("[{faction} ]card", (struct values){0}, "card");
    check("take {faction}", (struct values){0}, "take");
    check("take {faction} cards {faction:a|b}.", (struct values){0}, "take cards.");
    check("a [b [{faction}] c] d", (struct values){0}, "a b c d");
    check("a [{faction}].", (struct values){0}, "a.");
    check("an open [ bracket", (struct values){0}, "an open  bracket");
    check("an open [{faction}\0!", (struct values){0},
          "an open"); /* nothing behind the end is read */
}

static void french_elides(void **state)
{
    (void)state;
    static const char *const words[][2] = {{"Adresse", "l'effet d'Adresse"},
                                           {"Écho", "l'effet d'Écho"},
                                           {"Œuf", "l'effet d'Œuf"},
                                           {"Héritière", "l'effet d'Héritière"},
                                           {"Homme", "l'effet d'Homme"},
                                           {"Hansel", "l'effet de Hansel"},
                                           {"Héros", "l'effet de Héros"},
                                           {"Bob", "l'effet de Bob"},
                                           {"Le Chat botté", "l'effet du Chat botté"},
                                           {"Les Trois Ours", "l'effet des Trois Ours"},
                                           {"Le", "l'effet de Le"},
                                           {"L'Ogre", "l'effet de L'Ogre"},
                                           {"", "l'effet de "},
                                           {"é", "l'effet d'é"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        check_in(french, "l'effet de {faction}", (struct values){.faction = words[i][0]},
                 words[i][1]);
    struct values a = {.faction = "Adresse", .n = 11};
    check_in(french, "de {faction} (de {faction})", a, "d'Adresse (d'Adresse)");
    check_in(french, "plus que [{faction}]", a, "plus qu'Adresse");
    check_in(french, "monde {faction}, de {n}", a, "monde Adresse, de 11");
    check_in(english, "de {faction}", a, "de Adresse");
}

static void one_mark_ends_a_sentence(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"a.", "a."},
                                           {"Who?.", "Who?"},
                                           {"a..", "a."},
                                           {"No!.", "No!"},
                                           {"and so….", "and so…"},
                                           {"é.", "é."},
                                           {".", "."},
                                           {"", ""},
                                           {"a?", "a?"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct str s = {0};
        str_add(&s, pairs[i][0]);
        str_one_stop(&s);
        assert_string_equal(str_of(&s), pairs[i][1]);
        str_free(&s);
    }
}

static void strings_grow(void **state)
{
    (void)state;
    struct str s = {0};
    assert_string_equal(str_of(&s), "");
    for (int i = 0; i < 1000; i++)
        str_addf(&s, "%d,", i % 10);
    assert_int_equal(s.n, 2000);
    assert_int_equal(strlen(str_of(&s)), 2000);
    str_clear(&s);
    assert_string_equal(str_of(&s), "");
    str_free(&s);
}

static void capitals(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"card", "Card"},     {"écarter", "Écarter"},
                                           {"1 card", "1 card"}, {"", ""},
                                           {"Éa", "Éa"},         {"÷", "÷"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct str s = {0};
        str_add(&s, pairs[i][0]);
        str_capital(&s, 0);
        assert_string_equal(str_of(&s), pairs[i][1]);
        str_free(&s);
    }
}

static void languages_fall_back(void **state)
{
    (void)state;
    struct text both = {{"one", "un"}}, one = {{"one"}}, none = {{NULL}};
    assert_string_equal(text_in(&both, 1), "un");
    assert_string_equal(text_in(&one, 1), "one");
    assert_string_equal(text_in(&none, 1), "");
    assert_string_equal(text_in(NULL, 0), "");
    assert_string_equal(text_in(&both, 99), "one");

    struct ct_definition def = {.languages = {"fr", "en"}, .nlanguages = 2};
    assert_int_equal(tongue_of(&def, "en").text, 1);
    assert_int_equal(tongue_of(&def, "en").own, OWN_EN);
    assert_int_equal(tongue_of(&def, NULL).own, OWN_FR);
    assert_int_equal(tongue_of(&def, "de").text, 0);
}

/* Each sentence of Cantrip's own has the same values in each language. */
static void own_words_agree(void **state)
{
    (void)state;
    for (int w = 0; w < W_COUNT; w++) {
        const char *en = own((enum own_word)w, english), *fr = own((enum own_word)w, french);
        assert_true(*en && *fr);
        for (const char *p = strchr(en, '{'); p; p = strchr(p + 1, '{')) {
            char name[32] = "{";
            size_t n = strcspn(p + 1, ":}");
            assert_true(n < sizeof name - 2);
            memcpy(name + 1, p + 1, n);
            name[n + 1] = 0;
            if (!strstr(fr, name))
                fail_msg("%s: '%s' has no %s}", en, fr, name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_stays),   cmocka_unit_test(values_are_filled_in),
        cmocka_unit_test(forms_go_by_number), cmocka_unit_test(forms_go_by_seat),
        cmocka_unit_test(brackets_fall_away), cmocka_unit_test(french_elides),
        cmocka_unit_test(strings_grow),       cmocka_unit_test(one_mark_ends_a_sentence),
        cmocka_unit_test(capitals),           cmocka_unit_test(languages_fall_back),
        cmocka_unit_test(own_words_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
