/* compare.c - how a card stands to others, for bots that learn: against a statement of it in plain words. */
#include "bot/compare.h"
#include "bot/features.h"
#include "every_ruleset.h"

#include <cmocka.h>
#include <stdlib.h>

enum { CARDS = 52, SUIT = 0, RANK = 1 };

struct table {
    ct_definition *def;
    struct compare compare;
    uint32_t zone[8];
    int trick, taken; /* a row of the table; none */
};

static void open_table(struct table *t)
{
    *t = (struct table){.def = ct_load("tests/rulesets/measure/oh-hell-deal", NULL)};
    struct ct_info info = ct_get_info(t->def, NULL);

    assert_int_equal(info.cards, CARDS);
    assert_true(compare_init(&t->compare, t->def));
    for (int z = 0; z < info.zones; z++) {
        t->zone[z] = features_name("zone", ct_zone_id(t->def, z));
        if (!strcmp(ct_zone_id(t->def, z), "trick"))
            t->trick = z;
        if (!strcmp(ct_zone_id(t->def, z), "played"))
            t->taken = z;
    }
}

static void close_table(struct table *t)
{
    compare_free(&t->compare);
    ct_free(t->def);
}

static int32_t written(const struct table *t, int card, int trait)
{
    int32_t value = -2;

    assert_true(ct_card_value(t->def, card, trait, &value));
    return value;
}

/* None there; none greater; one; more. */
static int standing(const struct table *t, const struct ct_card *row, int n, int card,
                    bool suit)
{
    int there = 0, greater = 0;

    for (int i = 0; i < n; i++) {
        if (suit && written(t, row[i].card, SUIT) != written(t, card, SUIT))
            continue;
        there++;
        if (written(t, row[i].card, RANK) > written(t, card, RANK))
            greater++;
    }
    return !there ? 0 : greater == 0 ? 1 : greater == 1 ? 2 : 3;
}

static struct ct_card lying(int card, int zone, bool up)
{
    return (struct ct_card){
        .card = card, .up = up, .owner = -1, .seat = -1, .zone = (int16_t)zone};
}

/* Cards that stand alike have the same two numbers, others have not. */
static void a_card_stands_as_it_does(void **state)
{
    struct ct_rng rng = ct_rng_make(1, 0);
    uint32_t known[2][4] = {{0}};
    struct table t;

    (void)state;
    open_table(&t);
    for (int trial = 0; trial < 300; trial++) {
        struct ct_card row[4];
        int n = 1 + (int)ct_rng_below(&rng, 4);
        for (int i = 0; i < n; i++)
            row[i] = lying((int)ct_rng_below(&rng, CARDS), t.trick, true);
        compare_see(&t.compare, row, n);
        assert_int_equal(compare_rows(&t.compare), 2);
        for (int card = 0; card < CARDS; card++)
            for (int suit = 0; suit < 2; suit++) {
                uint32_t *as = &known[suit][standing(&t, row, n, card, suit)];
                uint32_t is = compare_with_row(&t.compare, suit, card, t.zone);
                assert_true(!*as || *as == is);
                *as = is;
            }
    }
    assert_int_equal(known[0][0], 0); /* a row with cards has some of any */
    for (int i = 1; i < 8; i++)
        for (int k = i + 1; k < 8; k++)
            assert_int_not_equal(known[i / 4][i % 4], known[k / 4][k % 4]);
    close_table(&t);
}

/* What lies face down, in a hand, in what is no row, is not compared with; each row is by itself. */
static void only_open_rows_of_the_table(void **state)
{
    struct table t;

    (void)state;
    open_table(&t);
    struct ct_card seen[] = {lying(3, t.taken, true), lying(4, t.trick, false),
                             lying(-1, t.trick, true), lying(5, t.trick, true)};
    seen[3].seat = 2;
    compare_see(&t.compare, seen, 4);
    assert_int_equal(compare_rows(&t.compare), 0);
    seen[3].seat = -1;
    compare_see(&t.compare, seen, 4);
    assert_int_equal(compare_rows(&t.compare), 2);
    close_table(&t);
}

static void by_how_much(void **state)
{
    struct table t;

    (void)state;
    open_table(&t);
    assert_int_equal(t.compare.nnumbers, 1);
    for (int card = 0; card < CARDS; card++)
        assert_int_equal(compare_pair(&t.compare, 0, card, 7),
                         written(&t, card, RANK) - written(&t, 7, RANK));
    close_table(&t);
}

/* Formulas, lists and what is not there have no value; a trait that all cards share is not compared. */
static void values_that_are_written(void **state)
{
    ct_definition *def = ct_load("rulesets/fairytale", NULL);
    struct ct_info info = ct_get_info(def, NULL);
    struct compare c;
    int32_t value = 7;

    (void)state;
    for (int i = 0; i < info.traits; i++) {
        struct ct_trait_info t;
        assert_true(ct_get_trait(def, i, &t));
        bool one = t.is == CT_TRAIT_FLAG || t.is == CT_TRAIT_WORD;
        if (t.is != CT_TRAIT_NUMBER)
            assert_int_equal(ct_card_value(def, 0, i, &value), one);
        if (!strcmp(t.id, "points") || !strcmp(t.id, "effects"))
            assert_false(ct_card_value(def, 0, i, &value));
    }
    assert_false(ct_card_value(def, -1, 0, &value));
    assert_false(ct_card_value(def, info.cards, 0, &value));
    assert_false(ct_card_value(def, 0, info.traits, &value));
    assert_true(compare_init(&c, def));
    assert_int_equal(c.nnumbers, 0);
    compare_free(&c);
    ct_free(def);
    def =
        ct_load("rulesets/once-upon-a-draft", NULL); /* value; icons are one of each, on all */
    assert_true(compare_init(&c, def));
    assert_int_equal(c.nnumbers, 1);
    compare_free(&c);
    ct_free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_stands_as_it_does),
        cmocka_unit_test(only_open_rows_of_the_table),
        cmocka_unit_test(by_how_much),
        cmocka_unit_test(values_that_are_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
