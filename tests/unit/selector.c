/* Tests of core/load/selector.c: which bits, tests and defaults a selector becomes, and what
 * is refused, where and with which hint. Cards are shown by their letters: fox owl oak elf =
 * F O K E.
 */
#include "loader_fixture.h"

static ref compile(const char *text)
{
    return compile_cards(&ld, node_get(yaml(text), "v"), &sc);
}

static const struct kselect *sel(const char *text)
{
    ref r = compile(text);
    no_errors();
    assert_int_not_equal(r, REF_NONE);
    return &ld.sels.v[r];
}

static const char *cards_in(ref set)
{
    static char out[CARDS + 1];
    int n = 0;
    if (set == REF_NONE)
        return "all";
    for (int c = 0; c < CARDS; c++)
        if (ld.bits.v[set * ld.bit_words] >> c & 1)
            out[n++] = "FOKE"[c];
    out[n] = '\0';
    return out;
}

/* Only a bitset comes of these keys. */
static void bits(const char *keys, const char *cards)
{
    char text[200];
    snprintf(text, sizeof text, "v: {zone: row, %s}", keys);
    const struct kselect *s = sel(text);
    assert_string_equal(cards_in(s->bits), cards);
    assert_int_equal(s->ntests, 0);
    assert_int_equal(s->where, REF_NONE);
}

/* Only tests come of these keys; the last one is this. */
static void test(const char *keys, int n, enum test_kind kind, enum test_cmp cmp, int id,
                 const char *value)
{
    char text[200];
    snprintf(text, sizeof text, "v: {zone: row, %s}", keys);
    const struct kselect *s = sel(text);
    assert_int_equal(s->bits, REF_NONE);
    assert_int_equal(s->ntests, n);
    assert_int_equal(s->hidden_ok, kind == TEST_COUNTER);
    const struct ktest *t = &ld.tests.v[s->tests + n - 1];
    assert_int_equal(t->kind, kind);
    assert_int_equal(t->cmp, cmp);
    assert_int_equal(t->id, id);
    assert_string_equal(shown_expr(t->value), value);
}

static void refused(const char *text, const char *code, int col, const char *hint)
{
    assert_int_equal(compile(text), REF_NONE);
    one_error(code, col, hint);
}

static void test_static_keys(void **state)
{
    (void)state;
    bits("tint: red", "FE");
    bits("kind: magic", "OE");
    bits("kind: oak-tree", "K");
    bits("tint: [red, green]", "FKE");
    bits("tint: {except: red}", "OK");
    bits("kind: {except: [animal, magic]}", "K");
    bits("tint: red, kind: magic", "E");
    bits("cost: 2", "FE");
    bits("cost: [2, 7]", "FKE");
    bits("cost: {at_least: 3, at_most: 6}", "O");
    bits("cost: {at_least: 2, except: 5}", "FKE");
    bits("cost: 1 + 1", "FE");
    bits("rare: true", "E");
    bits("rare: false, tint: red", "F");
    bits("card: owl", "O");
    bits("card: [oak-tree, elf]", "KE");
    bits("friend: fox", "OE");
    bits("friend: fox, card: elf, cost: 2", "E");
    bits("tint: blue, card: elf", "");
    assert_string_equal(cards_in((ref)ld.traits.v[TINT].bits), "FE"); /* shared, unchanged */
}

static void test_own_card(void **state)
{
    (void)state;
    sc.card[BOUND_THIS] = true;
    sc.own_card = FOX;
    bits("kind: this.card", "F");
    bits("card: this.card", "F");
    bits("card: [this.card, owl]", "FO");
    test("tint: this.tint", 1, TEST_WORD, CMP_IS, TINT, "this.tint");
    test("card: this.friend", 1, TEST_DEF, CMP_IS, 0, "this.friend");
    sc.own_card = -1;
    test("card: this.card", 1, TEST_DEF, CMP_IS, 0, "this.card");
    refused("v: {zone: row, kind: this.card}", "TYPE", 22, NULL);
}

static void test_dynamic_keys(void **state)
{
    (void)state;
    test("fresh: 1", 1, TEST_COUNTER, CMP_IS, 0, "1");
    test("beaten: true", 1, TEST_COUNTER, CMP_IS, 1, "1");
    test("cost: {at_most: xp}", 1, TEST_NUMBER, CMP_AT_MOST, COST, "you.xp");
    test("cost: {at_most: xp + 2}", 1, TEST_NUMBER, CMP_AT_MOST, COST, "(+ you.xp 2)");
    test("cost: mana", 1, TEST_NUMBER, CMP_IS, COST, "mana");
    test("points: 2", 1, TEST_NUMBER, CMP_IS, POINTS, "2");
    test("points: {at_least: 2, except: [4, 5]}", 3, TEST_NUMBER, CMP_EXCEPT, POINTS, "5");
    test("ok: true", 1, TEST_NUMBER, CMP_IS, OK, "1");
    sc.verb = 0;
    test("tint: $tint", 1, TEST_WORD, CMP_IS, TINT, "$2");
    test("tint: {except: $tint}", 1, TEST_WORD, CMP_EXCEPT, TINT, "$2");
    test("card: $with", 1, TEST_DEF, CMP_IS, 0, "(if (== $3 absent) absent $3.card)");
    sc.card[BOUND_CARD] = true;
    test("cost: {at_most: card.cost}", 1, TEST_NUMBER, CMP_AT_MOST, COST, "card.cost");
    test("card: card", 1, TEST_DEF, CMP_IS, 0, "card.card");
    const struct kselect *s = sel("v: {zone: row, fresh: [1, xp]}");
    assert_string_equal(shown_expr(s->where), "(or (== it.fresh 1) (== it.fresh you.xp))");
    s = sel("v: {zone: row, points: [1, 2], where: rare}");
    assert_string_equal(shown_expr(s->where),
                        "(and (or (== it.points 1) (== it.points 2)) it.rare)");
    refused("v: {zone: row, tint: [red, $tint]}", "NOT-STATIC", 22, "use 'any'");
}

/* In a `let` `it` is the card that is asked about where the `let` is used: never that of the selector. */
static void test_it_around(void **state)
{
    (void)state;
    sc.card[BOUND_IT] = true;
    test("points: it.points", 1, TEST_NUMBER, CMP_IS, POINTS, "it.points");
    const struct kselect *s = sel("v: {zone: row, points: [2, it.points]}");
    assert_int_equal(s->where, REF_NONE);
    assert_int_equal(s->nany, 2);
    const struct kselect *one = &ld.sels.v[ld.selrefs.v[s->any + 1]];
    assert_string_equal(shown_expr(ld.tests.v[one->tests].value), "it.points");
    assert_int_equal(sel("v: {zone: row, points: [2, xp]}")->nany, 0);
    refused("v: {zone: row, points: [2, it.points], any: [{tint: red}]}", "IT-AROUND", 24,
            "write it into 'any' or into its own 'let'");
    refused("v: {zone: row, points: [2, it.points], fresh: [1, it.fresh]}", "IT-AROUND", 47,
            "use 'any'");
}

static void test_zones_and_seats(void **state)
{
    assert_int_equal(sel("v: {zone: [row, row]}")->nzones, 1);
    assert_true(sel("v: {zone: row, fresh: 1}")->hidden_ok);
    const struct kselect *s = sel("v: {zone: [row, circle]}");
    (void)state;
    assert_int_equal(s->nzones, 2);
    assert_int_equal(s->zone[1], CIRCLE);
    assert_int_equal(s->of, REF_NONE);
    assert_false(s->of_given);
    assert_true(s->hidden_ok);
    assert_int_equal(s->face, FACE_ANY);
    s = sel("v: {zone: circle, of: others, face: down}");
    assert_true(s->of_given);
    assert_int_equal(ld.seats.v[s->of].op, SS_OTHERS);
    assert_int_equal(s->face, FACE_DOWN);
    assert_true(s->hidden_ok);
    refused("v: {zone: row, most: card.cost}", "UNBOUND", 22, "use 'it'");
    refused("v: {tint: red}", "ZONE-MISSING", 4, NULL);
    refused("v: {zone: haand}", "ZONE-UNKNOWN", 11, "did you mean 'hand'?");
    refused("v: {zone: [hand, mana]}", "ZONE-UNKNOWN", 18, NULL);
    refused("v: {zone: hand, of: al}", "NAME-UNKNOWN", 21, NULL);
    refused("v: {zone: hand, face: upp}", "VALUE-UNKNOWN", 23, NULL);
    sc.you = false;
    refused("v: {zone: hand}", "UNBOUND", 4, NULL);
    assert_int_equal(sel("v: {zone: deck}")->of, REF_NONE);
    sel("v: {zone: hand, of: all}");
}

static void test_field(void **state)
{
    (void)state;
    ld.field = node_get(yaml("v: {zone: row, of: you, face: up}"), "v");
    const struct kselect *s = sel("v: {}");
    assert_int_equal(s->zone[0], ROW);
    assert_int_equal(s->face, FACE_UP);
    assert_int_equal(s->of, REF_NONE);
    s = sel("v: {zone: deck, face: any}");
    assert_int_equal(s->zone[0], DECK);
    assert_int_equal(s->nzones, 1);
    assert_int_equal(s->face, FACE_ANY);
    assert_false(s->of_given);
    s = sel("v: {of: all}");
    assert_int_equal(ld.seats.v[s->of].op, SS_ALL);
    assert_int_equal(s->zone[0], ROW);
    s = sel("v: {any: [{tint: red}, {zone: hand}, {of: others}], except: {face: down}}");
    assert_int_equal(s->nany, 3);
    const struct kselect *f = &ld.sels.v[ld.selrefs.v[s->any]];
    assert_int_equal(f->nzones, 0);
    assert_int_equal(f->face, FACE_ANY);
    f = &ld.sels.v[ld.selrefs.v[s->any + 1]];
    assert_int_equal(f->nzones, 1);
    assert_int_equal(ld.seats.v[f->of].op, SS_SEATS);
    assert_true(ld.sels.v[ld.selrefs.v[s->any + 2]].of_given);
    assert_int_equal(ld.sels.v[s->except].face, FACE_DOWN);
    assert_false(s->hidden_ok);
    ld.field = node_get(yaml("v: {zone: circle, of: others}"), "v");
    assert_true(sel("v: {}")->of_given);
    assert_false(sel("v: {zone: hand}")->of_given);
    assert_int_equal(sel("v: {zone: deck}")->of, REF_NONE);
}

static void test_ranking(void **state)
{
    const struct kselect *s = sel("v: {first: xp, most: cost, where: it.fresh > 0, zone: row}");
    (void)state;
    assert_string_equal(shown_expr(s->first), "you.xp");
    assert_string_equal(shown_expr(s->most), "it.cost");
    assert_string_equal(shown_expr(s->where), "(> it.fresh 0)");
    s = sel("v: {zone: row, last: 1, random: 2}");
    assert_string_equal(shown_expr(s->random), "2");
    assert_true(s->hidden_ok);
    refused("v: {zone: row, this: true}", "UNBOUND", 16, NULL);
    sc.card[BOUND_THIS] = true;
    s = sel("v: {zone: row, least: cost, this: true}");
    assert_true(s->this_only);
    assert_false(s->not_this);
    assert_true(sel("v: {zone: row, other: true}")->not_this);
    assert_false(sel("v: {zone: row, other: false}")->not_this);
    refused("v: {zone: row, any: [{first: 1}]}", "KEY-MISPLACED", 23, NULL);
}

static void test_errors(void **state)
{
    (void)state;
    refused("v: {zone: row, tnit: red}", "KEY-UNKNOWN", 16, "did you mean 'tint'?");
    refused("v: {zone: row, frehs: 1}", "KEY-UNKNOWN", 16, "did you mean 'fresh'?");
    refused("v: {zone: row, exept: {}}", "KEY-UNKNOWN", 16, "did you mean 'except'?");
    refused("v: {zone: row, xp: 1}", "KEY-UNKNOWN", 16, NULL);
    refused("v: {zone: row, effects: 1}", "TYPE", 16, NULL);
    refused("v: {zone: row, tint: [blue, rde]}", "WORD-UNKNOWN", 29, "did you mean 'red'?");
    refused("v: {zone: row, card: oaktree}", "CARD-UNKNOWN", 22, "did you mean 'oak-tree'?");
    refused("v: {zone: row, cost: {atleast: 1}}", "KEY-UNKNOWN", 23,
            "did you mean 'at_least'?");
    refused("v: {zone: row, at_least: 1}", "KEY-UNKNOWN", 16,
            "write it beside 'count' or under a trait");
    refused("v: {zone: row, tint: {at_least: red}}", "TYPE", 33, NULL);
    refused("v: {zone: row, cost: []}", "LIST-EMPTY", 22, NULL);
    refused("v: {zone: row, where: cost}", "NOT-CONDITION", 23, "write 'cost > 0'");
    refused("v: {zone: row, any: {}}", "TYPE-LIST", 16, NULL);
    refused("v: {zone: row, except: card}", "TYPE-MAP", 24, NULL);
    assert_int_equal(compile("v: {zone: rowe, tint: rde, card: fxo, where: xp}"), REF_NONE);
    assert_int_equal(diags.n, 4);
}

static void test_cards_operand(void **state)
{
    (void)state;
    sc.card[BOUND_CARD] = sc.card[BOUND_TARGET] = true;
    const struct kselect *s = sel("v: card");
    assert_int_equal(s->src, SRC_BOUND);
    assert_int_equal(s->bound, 1 << BOUND_CARD);
    assert_true(s->hidden_ok);
    s = sel("v: [card, target]");
    assert_int_equal(s->bound, 1 << BOUND_CARD | 1 << BOUND_TARGET);
    s = sel("v: foe");
    assert_int_equal(s->src, SRC_VALUE);
    assert_string_equal(shown_expr(s->value), "you.foe");
    refused("v: helper", "UNBOUND", 4, "use 'card'");
    refused("v: [card, foe]", "TYPE", 11, NULL);
    refused("v: []", "LIST-EMPTY", 4, NULL);
    refused("v: hand", "TYPE", 4, "write '{zone: …}'");
    refused("v: cadr", "NAME-UNKNOWN", 4, "did you mean 'card'?");
}

static void is_static(const char *text, const char *cards)
{
    ref r = compile_static(&ld, node_get(yaml(text), "v"));
    no_errors();
    assert_string_equal(cards_in(r), cards);
}

static void test_static_filter(void **state)
{
    (void)state;
    is_static("v: {}", "FOKE");
    is_static("v: {tint: red, if: expert, copies: 3, first: 2}", "FE");
    is_static("v: {card: fox, copies: 7}", "F");
    is_static("v: {rare: false}", "FOK");
    compile_static(&ld, node_get(yaml("v: {cost: mana}"), "v"));
    one_error("NOT-STATIC", 11, "use options and 'players' in 'if', 'copies' and 'first'");
    compile_static(&ld, node_get(yaml("v: {zone: row}"), "v"));
    one_error("KEY-MISPLACED", 5, NULL);
    compile_static(&ld, node_get(yaml("v: {tnit: red}"), "v"));
    one_error("KEY-UNKNOWN", 5, "did you mean 'tint'?");
}

static void test_script(void **state)
{
    struct sselector args = {0};
    (void)state;
    sc.script = sc.card[BOUND_THIS] = true;
    sc.args = &args;
    const struct kselect *s = sel("v: {zone: row, of: '$1', tint: '$2', fresh: 1, first: '$3',"
                                  " beaten: $4, card: $5, other: true}");
    static const uint8_t types[] = {V_SEATS, V_WORD, V_NUMBER, V_FLAG, V_CARD};
    assert_int_equal(ld.seats.v[s->of].op, SS_ARG);
    assert_int_equal(s->ntests, 4);
    assert_int_equal(args.nargs, 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(args.arg[i].type, types[i]);
    assert_int_equal(args.arg[1].trait, TINT);
    assert_string_equal(shown_expr(s->first), "arg2");
    assert_string_equal(shown_expr(ld.tests.v[s->tests].value), "arg1");
    sel("v: {zone: row, of: $1, where: it.tint == $2}");
    refused("v: {zone: row, tint: $1}", "OPEN-PLACE", 22, NULL);
    assert_int_equal(sel("v: $5")->src, SRC_VALUE);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_static_keys),   TEST(test_own_card),        TEST(test_dynamic_keys),
        TEST(test_it_around),     TEST(test_zones_and_seats), TEST(test_field),
        TEST(test_ranking),       TEST(test_errors),          TEST(test_cards_operand),
        TEST(test_static_filter), TEST(test_script),
    };
    return cmocka_run_group_tests_name("selector", tests, NULL, NULL);
}
