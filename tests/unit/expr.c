/* Tests of core/load/expr.c, exprparse.c and seatword.c: what formulas, conditions and seat
 * words become, and what is refused, where and with which hint.
 */
#include "loader_fixture.h"

static ref value(const char *text, enum value_type want)
{
    return compile_expr(&ld, node_get(yaml(text), "v"), &sc, want);
}

static void becomes(const char *text, enum value_type want, const char *records)
{
    ref r = value(text, want);
    no_errors();
    assert_string_equal(shown_expr(r), records);
}

static void number(const char *text, const char *records)
{
    becomes(text, V_NUMBER, records);
}
static void cond(const char *text, const char *records)
{
    becomes(text, V_FLAG, records);
}

static void refused(const char *text, enum value_type want, const char *code, int col,
                    const char *hint)
{
    assert_int_equal(value(text, want), REF_NONE);
    one_error(code, col, hint);
}

static void test_arithmetic(void **state)
{
    (void)state;
    number("v: 5", "5");
    number("v: -5", "-5");
    number("v: '5'", "5");
    number("v: xp", "you.xp");
    number("v: 2 * xp + mana // 2", "(+ (* 2 you.xp) (// mana 2))");
    number("v: 1 + 2 * 3 - 10", "-3");
    number("v: -7 // 2", "-4");
    number("v: -7 % 3", "2");
    number("v: xp - mana - 1", "(- (- you.xp mana) 1)");
    number("v: (xp - (mana - 1)) * 2", "(* (- you.xp (- mana 1)) 2)");
    number("v: -max(0, xp - 2, mana)", "(neg (max (max 0 (- you.xp 2)) mana))");
    number("v: min(players, 3)", "(min players 3)");
    number("v: --xp", "(neg (neg you.xp))");
    number("v: if(won, xp, mana) - 1", "(- (if you.won you.xp mana) 1)");
    number("v: round % 2", "(% phase0 2)");
    number("v: level", "option1");
}

static void test_conditions(void **state)
{
    (void)state;
    cond("v: true", "1");
    cond("v: not won", "(not you.won)");
    cond("v: not xp == 2 and won or expert", "(or (and (not (== you.xp 2)) you.won) option0)");
    cond("v: xp > 2 and (won or mana <= 3)", "(and (> you.xp 2) (or you.won (<= mana 3)))");
    cond("v: foe", "(isset you.foe)");
    cond("v: foe and foe.rare", "(and (isset you.foe) you.foe.rare)");
    cond("v: leader", "(isset leader)");
    cond("v: round", "(!= phase0 0)");
    cond("v: leader == you", "(== leader you)");
    cond("v: leader.foe.owner != left", "(!= leader.foe.owner left)");
    cond("v: 1 == 2", "0");
    cond("v: round % 2 == 1", "(== (% phase0 2) 1)");
}

static void test_cards(void **state)
{
    (void)state;
    sc.card[BOUND_CARD] = sc.card[BOUND_THIS] = true;
    number("v: card.cost + this.fresh", "(+ card.cost this.fresh)");
    number("v: card.owner.xp", "card.owner.xp");
    cond("v: card.tint == red", "(== card.tint 0)");
    cond("v: blue != card.tint", "(!= 1 card.tint)");
    cond("v: card.tint == this.tint", "(== card.tint this.tint)");
    cond("v: card.tint and not this.tint", "(and (isset card.tint) (not (isset this.tint)))");
    refused("v: card.tint == none", V_FLAG, "TYPE", 17,
            "to test for no seat, card or word, write 'not …', for example 'not card.suit'");
    cond("v: card.tint == if(won, green, blue)", "(== card.tint (if you.won 2 1))");
    cond("v: card.card == this.card", "(== card.card this.card)");
    cond("v: card.card == this.friend", "(== card.card this.friend)");
    cond("v: card == this", "(== card this)");
    cond("v: this.friend", "(isset this.friend)");
    becomes("v: owner", V_SEAT, "card.owner");
    becomes("v: if(card.rare, hand, deck)", V_ZONE, "(if card.rare 1 0)");
    becomes("v: foe", V_CARD, "you.foe");
}

static void test_words_and_options(void **state)
{
    (void)state;
    cond("v: level == hard", "(== option1 3)");
    cond("v: easy == level", "(== 0 option1)");
    sc.own_card = OAK;
    sc.card[BOUND_THIS] = true;
    struct node *n = yaml("a: oak-tree\nb: this.card\nc: oak-trea\nd: this.tint");
    assert_string_equal(shown_expr(compile_word(&ld, node_get(n, "a"), &sc, KIND)), "3");
    assert_string_equal(shown_expr(compile_word(&ld, node_get(n, "b"), &sc, KIND)), "3");
    assert_string_equal(shown_expr(compile_word(&ld, node_get(n, "d"), &sc, TINT)),
                        "this.tint");
    no_errors();
    assert_int_equal(compile_word(&ld, node_get(n, "c"), &sc, KIND), REF_NONE);
    one_error("WORD-UNKNOWN", 4, "did you mean 'oak-tree'?");
    assert_int_equal(compile_word(&ld, node_get(n, "d"), &sc, KIND), REF_NONE);
    one_error("TYPE", 4, NULL);
    assert_int_equal(compile_word(&ld, node_get(n, "b"), &sc, TINT), REF_NONE);
    one_error("WORD-UNKNOWN", 9, NULL);
}

static void test_forms(void **state)
{
    (void)state;
    number("v: {count: {zone: deck}}", "(count*1)");
    number("v: {count: {zone: deck}, times: 3}", "(count*3)");
    number("v: {count: {zone: deck}, times: xp}", "(* (count*1) you.xp)");
    cond("v: {count: {zone: deck}}", "(>= (count*1) 1)");
    cond("v: {count: {zone: deck}, at_least: 2, at_most: xp}",
         "(and (>= (count*1) 2) (<= (count*1) you.xp))");
    cond("v: {count: {zone: deck}, is: 13}", "(== (count*1) 13)");
    number("v: {sum: cost, cards: {zone: row}}", "(sum it.cost)");
    number("v: {sum: 'if(ok, points, 0) + fresh', cards: {zone: row}}",
           "(sum (+ (if it.ok it.points 0) it.fresh))");
    number("v: {most: cost, cards: {zone: row}}", "(most it.cost)");
    number("v: {least: 'cost + xp', cards: {zone: row}}", "(least (+ it.cost you.xp))");
    number("v: {sum: xp + 1, seats: others}", "(seatsum (+ you.xp 1))");
    number("v: {most: xp, seats: all}", "(seatmost you.xp)");
    number("v: {least: xp, seats: {where: foe}}", "(seatleast you.xp)");
    number("v: {count: {sets: {zone: row, count: 2}}}", "(setsum 1, , 2, 2)");
    number("v: {most: {sum: cost, cards: cards}, sets: {zone: row, count: {from: xp, to: 4}, "
           "if: {count: {among: cards}, is: 3}}}",
           "(setmost (sum it.cost), (== (count*1) 3), you.xp, 4)");
    number("v: {least: xp, sets: {zone: row, count: 1}, says: x}", "(setleast you.xp, , 1, 1)");
    cond("v: {count: {sets: {zone: row, count: 2}}, at_least: 2}", "(>= (setsum 1, , 2, 2) 2)");
    number("v: {count: {sets: {zone: row, count: 2}}, times: 2}", "(* (setsum 1, , 2, 2) 2)");
    refused("v: {sets: {zone: row, count: 2}}", V_NUMBER, "KEY-UNKNOWN", 5,
            "to count them, write {count: {sets: {…}}}");
    refused("v: {count: {zone: row, sets: {count: 2}}}", V_NUMBER, "KEY-UNKNOWN", 13,
            "write it inside 'sets: {…}'");
    refused("v: {count: {zone: row, subsets: {count: 2}}}", V_NUMBER, "KEY-UNKNOWN", 24,
            "to count sets of cards, write {count: {sets: {…}}}");
    refused("v: {sum: xp, combos: {zone: row, count: 2}}", V_NUMBER, "KEY-UNKNOWN", 14,
            "write 'sets: {…}'");
    refused("v: {count: {sets: {zone: row}}}", V_NUMBER, "KEY-MISSING", 19, NULL);
    refused("v: {count: {sets: {zone: row, count: 2, if: xp}}}", V_NUMBER, "NOT-CONDITION", 45,
            "write 'xp > 0'");
    refused("v: {sum: xp, cards: {}, sets: {zone: row, count: 2}}", V_NUMBER, "KEY-CONFLICT",
            31, NULL);
    refused("v: {most: xp, tied: true, sets: {zone: row, count: 2}}", V_NUMBER, "KEY-CONFLICT",
            21, NULL);
    refused("v: {sum: xp}", V_NUMBER, "KEY-MISSING", 4, NULL);
    refused("v: {sum: xp, cards: {}, seats: all}", V_NUMBER, "KEY-CONFLICT", 32, NULL);
    refused("v: {most: xp, seats: all, tied: false}", V_NUMBER, "KEY-CONFLICT", 33, NULL);
    refused("v: {sum: xp, among: all}", V_NUMBER, "KEY-UNKNOWN", 14,
            "to add up a number of each seat, write {sum: F, seats: SEATS}. So with 'most' "
            "and 'least'");
    refused("v: {players: all, most: xp}", V_NUMBER, "KEY-UNKNOWN", 19,
            "to add up a number of each seat, write {sum: F, seats: SEATS}. So with 'most' "
            "and 'least'");
    cond("v: {most: xp}", "(hasmost0 you.xp)");
    cond("v: {least: xp, tied: true}", "(hasleast0 you.xp)");
    cond("v: {most: {count: {zone: row}}, tied: false}", "(hasmost1 (count*1))");
    cond("v: {most: xp, tied: expert}", "(if option0 (hasmost0 you.xp) (hasmost1 you.xp))");
    cond("v: {all: [won, {not: expert}, {any: [foe, leader == you]}]}",
         "(and (and you.won (not option0)) (or (isset you.foe) (== leader you)))");
}

static void test_players_counted(void **state)
{
    (void)state;
    number("v: {players: {where: foe}}", "(players*1)");
    number("v: {players: active}", "(players*1)");
    cond("v: {players: others, at_least: 2}", "(>= (players*1) 2)");
    cond("v: {players: dummy}", "(>= (players*1) 1)");
    refused("v: {players: laeder}", V_NUMBER, "NAME-UNKNOWN", 14, "did you mean 'leader'?");
    refused("v: {where: foe}", V_FLAG, "KEY-UNKNOWN", 5,
            "these are seats. To count them, write {players: {…}}");
    number("v: {players: active, times: 2}", "(* (players*1) 2)");
}

static void test_lets(void **state)
{
    (void)state;
    number("v: deck_size * 2", "(* (count*1) 2)");
    number("v: power", "(- (if you.foe.rare you.xp mana) 1)");
    refused("v: 1 + weak", V_NUMBER, "UNBOUND", 40, NULL); /* in the let */
    sc.card[BOUND_CARD] = true;
    cond("v: weak == 0", "(== (count*1) 0)");
    refused("v: weak", V_FLAG, "NOT-CONDITION", 4, "write 'weak > 0'");
    refused("v: loop_a", V_NUMBER, "LET-LOOP", 4, NULL);
    refused("v: wrong", V_NUMBER, "NAME-UNKNOWN", 4, "did you mean 'mana'?");
    refused("v: power", V_FLAG, "NOT-CONDITION", 4, NULL);
}

static void test_verbs_and_numbers(void **state)
{
    (void)state;
    refused("v: $count", V_NUMBER, "UNBOUND", 4, NULL);
    sc.verb = 0;
    number("v: $count + 1", "(+ $0 1)");
    cond("v: foe.tint == $tint", "(== you.foe.tint $2)");
    becomes("v: $with", V_CARD, "$3");
    number("v: $who.xp", "one($who).xp");
    refused("v: 1 + $cuont", V_NUMBER, "PARAM-UNKNOWN", 8, "did you mean 'count'?");
    refused("v: $what", V_CARD, "TYPE", 4, NULL);
    refused("v: number", V_NUMBER, "UNBOUND", 4, NULL);
    sc.number = true;
    number("v: -number", "(neg number)");
    becomes("v: all", V_NUMBER_OR_ALL, "2147483647");
    becomes("v: $count", V_NUMBER_OR_ALL, "$0");
    refused("v: all", V_NUMBER, "TYPE", 4, NULL);
}

static void test_pure(void **state)
{
    (void)state;
    number("v: different(you) // 2", "(// different(you) 2)");
    cond("v: 'legal(leader, xp, foe)'", "legal(leader, you.xp, you.foe)");
    cond("v: different(left) > 1 and legal(you, 1, foe)",
         "(and (> different(left) 1) legal(you, 1, you.foe))");
    assert_int_equal(ld.pures.n, 2);
    assert_int_equal(ld.pure_sigs.v[1].nargs, 3);
    assert_int_equal(ld.pure_sigs.v[1].arg[0], V_SEAT);
    assert_int_equal(ld.pure_sigs.v[1].arg[2], V_CARD);
    refused("v: different(xp)", V_NUMBER, "PURE-TYPES", 4, NULL);
    refused("v: xp(you)", V_NUMBER, "TYPE", 4, NULL);
}

static void test_syntax_errors(void **state)
{
    (void)state;
    refused("v: xp +", V_NUMBER, "EXPR-SYNTAX", 8, NULL);
    refused("v: 'xp + '", V_NUMBER, "EXPR-SYNTAX", 10, NULL);
    refused("v: xp mana", V_NUMBER, "EXPR-SYNTAX", 7, NULL);
    refused("v: (xp", V_NUMBER, "EXPR-SYNTAX", 7, NULL);
    refused("v: xp / 2", V_NUMBER, "EXPR-SYNTAX", 7, NULL);
    refused("v: xp = 2", V_FLAG, "EXPR-SYNTAX", 7, "write '=='");
    refused("v: xp is 2", V_FLAG, "EXPR-SYNTAX", 7, "write '=='");
    refused("v: won && expert", V_FLAG, "EXPR-SYNTAX", 8, "write 'and'");
    refused("v: 1 < xp < 3", V_FLAG, "EXPR-SYNTAX", 11, "join two comparisons with 'and'");
    refused("v: 'é + xp'", V_NUMBER, "EXPR-SYNTAX", 5, NULL);
    refused("v: 1.5", V_NUMBER, "EXPR-SYNTAX", 4, NULL);
    refused("v: xp + 3x", V_NUMBER, "EXPR-SYNTAX", 9, NULL);
    refused("v: if(won, 1)", V_NUMBER, "EXPR-SYNTAX", 4, NULL);
    refused("v: xp.", V_NUMBER, "EXPR-SYNTAX", 7, NULL);
    refused("v: ''", V_NUMBER, "EXPR-EMPTY", 5, NULL);
    refused("v: $", V_NUMBER, "EXPR-SYNTAX", 4, NULL);
    refused("v:", V_NUMBER, "TYPE", 3, NULL);
    refused("v: [1, 2]", V_NUMBER, "TYPE", 4, NULL);
    refused("v: >\n  1 +\n  manna", V_NUMBER, "NAME-UNKNOWN", 4, "did you mean 'mana'?");
}

static void test_long(void **state)
{
    char text[4000] = "v: 1";
    (void)state;
    for (int i = 0; i < 300; i++)
        strcat(text, " + xp");
    refused(text, V_NUMBER, "EXPR-LONG", 643, NULL);
    strcpy(text, "v: '");
    for (int i = 0; i < 250; i++)
        strcat(text, "-");
    strcat(text, "xp'");
    assert_int_not_equal(value(text, V_NUMBER), REF_NONE);
    strcpy(text, "v: '");
    for (int i = 0; i < 1000; i++)
        strcat(text, "(");
    strcat(text, "'");
    refused(text, V_NUMBER, "EXPR-LONG", 261, NULL);
}

static void test_type_errors(void **state)
{
    (void)state;
    refused("v: mana", V_FLAG, "NOT-CONDITION", 4, "write 'mana > 0'");
    refused("v: 3", V_FLAG, "NOT-CONDITION", 4, "write true");
    refused("v: won or xp + 1", V_FLAG, "NOT-CONDITION", 11, "write 'xp + 1 > 0'");
    refused("v: not level", V_FLAG, "NOT-CONDITION", 8, "write 'level == …'");
    refused("v: deck", V_FLAG, "NOT-CONDITION", 4, NULL);
    refused("v: xp + won", V_NUMBER, "TYPE", 9, "write 'if(…, 1, 0)'");
    refused("v: you", V_NUMBER, "TYPE", 4, NULL);
    refused("v: leader == xp", V_FLAG, "TYPE", 11, NULL);
    refused("v: leader < you", V_FLAG, "TYPE", 11, NULL);
    refused("v: foe.kind", V_FLAG, "TYPE", 8, NULL);
    refused("v: foe.effects", V_FLAG, "TYPE", 8, NULL);
    refused("v: foe.xp", V_NUMBER, "TYPE", 8, "write '.owner' between them");
    refused("v: you.mana", V_NUMBER, "TYPE", 8, NULL);
    refused("v: you.cost", V_NUMBER, "TYPE", 8, NULL);
    refused("v: if(won, xp, you)", V_NUMBER, "TYPE", 16, NULL);
    refused("v: buy", V_NUMBER, "TYPE", 4, NULL);
    refused("v: foe.tint == 3", V_FLAG, "TYPE", 13, NULL);
}

static void test_names_and_scope(void **state)
{
    (void)state;
    refused("v: 1 + mnaa", V_NUMBER, "NAME-UNKNOWN", 8, "did you mean 'mana'?");
    refused("v: foe.csot", V_NUMBER, "NAME-UNKNOWN", 8, "did you mean 'cost'?");
    refused("v: foe.tint == rde", V_FLAG, "WORD-UNKNOWN", 16, "did you mean 'red'?");
    refused("v: red", V_NUMBER, "NAME-UNKNOWN", 4,
            "it is a word of 'tint'. Compare it with a value");
    refused(
        "v: dummy.xp", V_NUMBER, "NAME-UNKNOWN", 4,
        "there may be several such seats. Keep the one you mean in a counter that is a seat: "
        "'set: {bank: dummy}'");
    refused("v: cost", V_NUMBER, "NEEDS-CARD", 4, NULL);
    refused("v: card.cost", V_NUMBER, "UNBOUND", 4, NULL);
    refused("v: them.xp", V_NUMBER, "UNBOUND", 4, NULL);
    refused("v: seat.xp", V_NUMBER, "UNBOUND", 4, NULL);
    sc.card[BOUND_THIS] = true;
    refused("v: cost + 1", V_NUMBER, "NEEDS-CARD", 4, "write 'this.cost'");
    refused("v: target.cost + 1", V_NUMBER, "UNBOUND", 4, "use 'this'");
    sc.you = false;
    refused("v: xp", V_NUMBER, "UNBOUND", 4, NULL);
    refused("v: {most: xp}", V_FLAG, "UNBOUND", 4, NULL);
    number("v: leader.xp", "leader.xp");
    ld.solo = true;
    number("v: xp", "you.xp");
    sc.them = sc.seat = true;
    number("v: them.xp + seat.xp", "(+ them.xp seat.xp)");
}

static void test_ranges(void **state)
{
    (void)state;
    number("v: 2147483646", "2147483646");
    refused("v: 2147483647", V_NUMBER, "RANGE", 4, NULL);
    refused("v: xp + 99999999999999999999", V_NUMBER, "RANGE", 9, NULL);
    refused("v: 2000000000 + 2000000000", V_NUMBER, "RANGE", 15, NULL);
    refused("v: 100000 * 100000", V_NUMBER, "RANGE", 11, NULL);
    refused("v: xp // 0", V_NUMBER, "DIVISION-BY-ZERO", 7, NULL);
    refused("v: xp % (2 - 2)", V_NUMBER, "DIVISION-BY-ZERO", 7, NULL);
}

static void test_form_errors(void **state)
{
    (void)state;
    refused("v: {cuont: {zone: deck}}", V_NUMBER, "KEY-UNKNOWN", 5, "did you mean 'count'?");
    refused("v: {count: {zone: deck}, tims: 2}", V_NUMBER, "KEY-UNKNOWN", 26,
            "did you mean 'times'?");
    refused("v: {}", V_NUMBER, "KEY-MISSING", 4, NULL);
    refused("v: {sum: cost}", V_NUMBER, "KEY-MISSING", 4, NULL);
    refused("v: {all: []}", V_FLAG, "LIST-EMPTY", 10, NULL);
    refused("v: {all: [xp]}", V_FLAG, "NOT-CONDITION", 11, "write 'xp > 0'");
    refused("v: {most: xp}", V_NUMBER, "TYPE", 4, NULL);
    refused("v: {most: cost, cards: {zone: row}, tied: true}", V_NUMBER, "KEY-CONFLICT", 43,
            NULL);
    refused("v: {count: {zone: deck}, is: 2}", V_NUMBER, "TYPE", 4, NULL);
}

static void test_all_errors_are_told(void **state)
{
    (void)state;
    assert_int_equal(value("v: {all: [manna > 0, xp, {count: {zone: dekc}}]}", V_FLAG),
                     REF_NONE);
    assert_int_equal(diags.n, 3);
    assert_int_equal(value("v: aaa + bbb", V_NUMBER), REF_NONE);
    assert_int_equal(diags.n, 5);
}

static void test_scripts(void **state)
{
    struct sselector args = {0};
    (void)state;
    sc.script = true;
    sc.args = &args;
    cond("v: $2 > xp and foe.tint == $1", "(and (> arg1 you.xp) (== you.foe.tint arg0))");
    assert_int_equal(args.nargs, 2);
    assert_int_equal(args.arg[1].type, V_NUMBER);
    assert_int_equal(args.arg[0].type, V_WORD);
    assert_int_equal(args.arg[0].trait, TINT);
    refused("v: won and $1", V_FLAG, "OPEN-PLACE", 12, NULL);
    refused("v: $9", V_NUMBER, "OPEN-PLACE", 4, NULL);
    refused("v: $nothing", V_NUMBER, "PARAM-UNKNOWN", 4, NULL);
}

/* ---- seats ---- */

static const struct kseats *seats(const char *text)
{
    ref r = compile_seats(&ld, node_get(yaml(text), "v"), &sc);
    return r == REF_NONE ? NULL : &ld.seats.v[r];
}

static void seats_are(const char *text, enum seat_op op, int a)
{
    const struct kseats *s = seats(text);
    no_errors();
    assert_non_null(s);
    assert_int_equal(s->op, op);
    if (a >= 0)
        assert_int_equal(s->a, a);
}

static void no_seats(const char *text, const char *code, int col, const char *hint)
{
    assert_null(seats(text));
    one_error(code, col, hint);
}

static void test_seats(void **state)
{
    (void)state;
    seats_are("v: you", SS_YOU, 0);
    seats_are("v: all", SS_ALL, 0);
    seats_are("v: others", SS_OTHERS, 0);
    seats_are("v: seats", SS_SEATS, 0);
    seats_are("v: dummy", SS_KIND, 0);
    seats_are("v: left", SS_LEFT, 0);
    seats_are("v: {right: dummy}", SS_RIGHT, 0);
    assert_int_equal(ld.seats.v[seats("v: {right: dummy}")->b - 1].op, SS_KIND);
    assert_int_equal(ld.seats.v[seats("v: {left: {where: foe}}")->b - 1].op, SS_WHERE);
    assert_int_not_equal(seats("v: {left: others, of: leader}")->a, 0);
    seats_are("v: leader", SS_VALUE, -1);
    seats_are("v: 'if(round % 2 == 1, left, right)'", SS_VALUE, -1);
    seats_are("v: {most: xp}", SS_MOST, -1);
    seats_are("v: {where: foe}", SS_WHERE, -1);
    seats_are("v: {owner: {most: cost, zone: circle}}", SS_OWNERS, -1);
    sc.verb = 0;
    seats_are("v: $who", SS_PARAM, 1);
    no_seats("v: $count", "TYPE", 4, NULL);
    no_seats("v: them", "UNBOUND", 4, NULL);
    no_seats("v: laeder", "NAME-UNKNOWN", 4, "did you mean 'leader'?");
    no_seats("v: {left: them}", "KIND-UNKNOWN", 11,
             "for the neighbour of another seat, write 'them.left'");
    no_seats("v: {left: {owner: {zone: circle}}}", "KIND-UNKNOWN", 11,
             "all, others, seats, {where: …}, {most: …} or {least: …}");
    no_seats("v: {left: others, of: laeder}", "NAME-UNKNOWN", 23, "did you mean 'leader'?");
    no_seats("v: {where: won, of: leader}", "KEY-CONFLICT", 17, NULL);
    no_seats("v: {left: others, among: all}", "KEY-CONFLICT", 19, NULL);
    no_seats("v: {among: all}", "KEY-CONFLICT", 4, NULL);
    no_seats("v: {right: dumy}", "KIND-UNKNOWN", 12, "did you mean 'dummy'?");
    no_seats("v: {most: xp, where: won}", "KEY-CONFLICT", 4, NULL);
    no_seats("v: {mots: xp}", "KEY-UNKNOWN", 5, "did you mean 'most'?");
    no_seats("v: {where: xp}", "NOT-CONDITION", 12, NULL);
    no_seats("v: [you, them]", "TYPE", 4, NULL);
    sc.you = false;
    no_seats("v: others", "UNBOUND", 4, NULL);
    no_seats("v: {left: others}", "UNBOUND", 4, NULL);
    no_seats("v: {left: leader}", "KIND-UNKNOWN", 11,
             "for the neighbour of another seat, write 'leader.left'");
    no_seats("v: {left: activ}", "KIND-UNKNOWN", 11, "did you mean 'active'?");
    seats_are("v: {left: all, of: leader}", SS_LEFT, -1);
    seats_are("v: {where: xp > 2}", SS_WHERE, -1);
}

static void test_lets_that_are_seats(void **state)
{
    (void)state;
    seats_are("v: active", SS_WHERE, -1);
    seats_are("v: next", SS_LEFT, -1);
    seats_are("v: richest", SS_MOST, -1);
    cond("v: richest", "(hasmost0 you.xp)");
    becomes("v: next", V_SEAT, "one(kind)");
    number("v: next.xp", "one(kind).xp");
    assert_int_equal(ld.seats.v[seats("v: {right: active}")->b - 1].op, SS_WHERE);
    refused("v: active", V_SEAT, "TYPE", 4,
            "count them with '{players: active}'. The next of them is '{left: active}'");
    no_seats("v: round_a", "LET-LOOP", 13, NULL);
    no_seats("v: {left: next}", "KIND-UNKNOWN", 11,
             "for the neighbour of another seat, write 'next.left'");
}

static void test_one_seat(void **state)
{
    (void)state;
    becomes("v: leader", V_SEAT, "leader");
    becomes("v: you", V_SEAT, "you");
    becomes("v: leader.left", V_SEAT, "leader.left");
    becomes("v: leader.left.right", V_SEAT, "leader.left.right");
    becomes("v: dummy", V_SEAT, "one(kind)");
    becomes("v: {owner: {most: cost, zone: circle}}", V_SEAT, "one(owners)");
    refused("v: all", V_SEAT, "TYPE", 4, NULL);
    refused("v: foe", V_SEAT, "TYPE", 4, "add '.owner'");
}

static void test_script_seats(void **state)
{
    struct sselector args = {0};
    (void)state;
    sc.script = true;
    sc.args = &args;
    seats_are("v: $3", SS_ARG, 2);
    assert_int_equal(args.nargs, 3);
    assert_int_equal(args.arg[2].type, V_SEATS);
}

static void test_texts(void **state)
{
    struct node *n = yaml("a: cat\nb: {en: cat, fr: chat}\nc: {fr: chat}\nd: {en: x, fe: y}");
    (void)state;
    assert_string_equal(text_of(&ld, node_get(n, "a")).by_lang[0], "cat");
    assert_string_equal(text_of(&ld, node_get(n, "b")).by_lang[1], "chat");
    no_errors();
    text_of(&ld, node_get(n, "c"));
    one_error("LANGUAGE-MISSING", 4, NULL);
    text_of(&ld, node_get(n, "d"));
    one_error("LANGUAGE-UNKNOWN", 12, "did you mean 'fr'?");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_arithmetic),
        TEST(test_conditions),
        TEST(test_cards),
        TEST(test_words_and_options),
        TEST(test_forms),
        TEST(test_lets),
        TEST(test_verbs_and_numbers),
        TEST(test_pure),
        TEST(test_syntax_errors),
        TEST(test_long),
        TEST(test_type_errors),
        TEST(test_names_and_scope),
        TEST(test_ranges),
        TEST(test_form_errors),
        TEST(test_all_errors_are_told),
        TEST(test_scripts),
        TEST(test_seats),
        TEST(test_lets_that_are_seats),
        TEST(test_players_counted),
        TEST(test_one_seat),
        TEST(test_script_seats),
        TEST(test_texts),
    };
    return cmocka_run_group_tests_name("expr", tests, NULL, NULL);
}
