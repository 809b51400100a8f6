/* A small game as the loader sees it before formulas are compiled, made by hand, and a
 * writer that shows compiled expressions as text: "(+ mana you.xp)".
 */
#ifndef LOADER_FIXTURE_H
#define LOADER_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "load/build.h"
#include "load/parts.h"

enum { TINT, KIND, COST, POINTS, RARE, OK, FRIEND, EFFECTS, TRAITS };
enum { FOX, OWL, OAK, ELF, CARDS };
enum { DECK, HAND, ROW, CIRCLE };

static struct loader ld;
static struct diags diags;
static struct ct_definition def;
static struct scope sc; /* `you` is bound; set_up makes it anew */

static struct node *yaml(const char *text)
{
    struct node *n = node_load_text("t.yaml", text, strlen(text), ld.mem, &diags);
    assert_non_null(n);
    return n;
}

static void name(const char *id, enum name_kind kind, int index, const char *let)
{
    struct node *n = let ? node_get(yaml(let), "v") : NULL;
    TABLE_ADD(&ld, names, ((struct name){id, kind, (uint16_t)index, n, false}));
}

static struct words words(int n, const char *const *ids)
{
    struct named *v = arena_alloc(ld.mem, (size_t)n * sizeof *v);
    struct idmap place = {0};
    for (int i = 0; i < n; i++) {
        v[i].id = ids[i];
        idmap_add(&place, ld.mem, ids[i], i);
    }
    return (struct words){v, (uint16_t)n, place};
}

static void add_trait(const char *id, enum trait_type type, int n, const char *const *ids)
{
    struct ktrait t = {.type = (uint8_t)type, .bits = (ref)ld.bits.n, .nwords = (uint16_t)n};
    struct trait_info info = {.name = {.id = id}, .words = words(n, ids)};
    for (int i = 0; i < n; i++)
        bits_new(&ld);
    name(id, NAME_TRAIT, (int)ld.traits.n, NULL);
    TABLE_ADD(&ld, traits, t);
    TABLE_ADD(&ld, trait_infos, info);
}

static void add_traits(void)
{
    static const char *const tints[] = {"red", "blue", "green"};
    static const char *const kinds[] = {"animal", "magic", "fox", "oak-tree"};
    ld.bit_words = 1;
    add_trait("tint", T_WORD, 3, tints);
    add_trait("kind", T_WORDSET, 4, kinds);
    add_trait("cost", T_NUMBER, 0, NULL);
    add_trait("points", T_NUMBER, 0, NULL);
    add_trait("rare", T_FLAG, 0, NULL);
    add_trait("ok", T_CONDITION, 0, NULL);
    add_trait("friend", T_CARD, 0, NULL);
    add_trait("effects", T_EFFECTS, 0, NULL);
}

static void add_cards(void)
{
    static const char *const ids[CARDS] = {"fox", "owl", "oak-tree", "elf"};
    static const int value[CARDS][TRAITS] = {{0, 0, 2, 1, 0, 1, -1, 0},
                                             {1, 0, 5, 2, 0, 1, FOX, 0},
                                             {2, 0, 7, 0, 0, 1, -1, 0},
                                             {0, 0, 2, 3, 1, 1, FOX, 0}};
    static const uint8_t kinds[CARDS] = {1 | 4, 1 | 2, 8, 2};
    for (int c = 0; c < CARDS; c++) {
        TABLE_ADD(&ld, cards, (struct kcard){1});
        TABLE_ADD(&ld, card_infos, ((struct card_info){.id = ids[c]}));
        idmap_add(&ld.card_place, ld.mem, ids[c], c);
        for (int t = 0; t < TRAITS; t++) {
            TABLE_ADD(&ld, trait_value, value[c][t]);
            TABLE_ADD(&ld, trait_expr, c == OAK && t == POINTS ? 0 : REF_NONE);
        }
        bit_set(&ld, (ref)(ld.traits.v[TINT].bits + value[c][TINT]), c);
        for (int w = 0; w < 4; w++)
            if (kinds[c] >> w & 1)
                bit_set(&ld, (ref)(ld.traits.v[KIND].bits + w), c);
    }
    ld.traits.v[POINTS].formula = true;
}

static void add_zones_and_counters(void)
{
    static const struct {
        const char *id;
        uint8_t per;
    } zones[] = {
        {"deck", PER_TABLE}, {"hand", PER_PLAYER}, {"row", PER_PLAYER}, {"circle", PER_TABLE}};
    static const struct {
        const char *id;
        uint8_t per, is;
        uint16_t index;
    } ctrs[] = {{"mana", PER_GAME, V_NUMBER, 0}, {"leader", PER_GAME, V_SEAT, 1},
                {"xp", PER_PLAYER, V_NUMBER, 0}, {"foe", PER_PLAYER, V_CARD, 1},
                {"won", PER_PLAYER, V_FLAG, 2},  {"fresh", PER_CARD, V_NUMBER, 0},
                {"beaten", PER_CARD, V_FLAG, 1}};
    for (int i = 0; i < 4; i++) {
        TABLE_ADD(&ld, zones, ((struct kzone){.per = zones[i].per, .as = AS_ROW}));
        TABLE_ADD(&ld, zone_names, (struct named){.id = zones[i].id});
        name(zones[i].id, NAME_ZONE, i, NULL);
    }
    for (int i = 0; i < 7; i++) {
        struct kcounter c = {
            .per = ctrs[i].per, .is = ctrs[i].is, .index = ctrs[i].index, .bits = REF_NONE};
        TABLE_ADD(&ld, counters, c);
        TABLE_ADD(&ld, counter_names, (struct named){.id = ctrs[i].id});
        name(ctrs[i].id, NAME_COUNTER, i, NULL);
    }
}

static void add_options(void)
{
    static const char *const levels[] = {"easy", "very-hard", "hard"};
    static const int32_t is[] = {0, 9, 3};
    TABLE_ADD(&ld, option_infos,
              ((struct option_info){.name = {.id = "expert"}, .is = V_FLAG}));
    TABLE_ADD(&ld, option_infos,
              ((struct option_info){.name = {.id = "level"},
                                    .is = V_WORD,
                                    .values = words(3, levels),
                                    .value_is = is}));
    name("expert", NAME_OPTION, 0, NULL);
    name("level", NAME_OPTION, 1, NULL);
    name("round", NAME_PHASE, 0, NULL);
    name("buy", NAME_ACTION, 0, NULL);
    TABLE_ADD(&ld, kind_names, (struct named){.id = "dummy"});
}

static void add_lets(void)
{
    name("deck_size", NAME_LET, 0, "v: {count: {zone: deck}}");
    name("weak", NAME_LET, 1, "v: {count: {zone: row, cost: {at_most: card.cost}}}");
    name("power", NAME_LET, 2, "v: 'if(foe.rare, xp, mana) - 1'");
    name("loop_a", NAME_LET, 3, "v: loop_b + 1");
    name("loop_b", NAME_LET, 4, "v: loop_a");
    name("wrong", NAME_LET, 5, "v: manna + 1");
    name("active", NAME_LET, 6, "v: {where: foe}");
    name("next", NAME_LET, 7, "v: {left: active, of: leader}");
    name("richest", NAME_LET, 8, "v: {most: xp}");
    name("round_a", NAME_LET, 9, "v: {left: round_b}");
    name("round_b", NAME_LET, 10, "v: {where: 'round_a == you'}");
}

static void add_verb(void)
{
    struct verb_build v = {.info = {.name = {.id = "draw"}, .nparams = 5}};
    v.info.param[0] = (struct param_info){.id = "count", .type = V_NUMBER};
    v.info.param[1] = (struct param_info){.id = "who", .type = V_SEATS};
    v.info.param[2] = (struct param_info){.id = "tint", .type = V_WORD, .word_trait = TINT};
    v.info.param[3] = (struct param_info){.id = "with", .type = V_CARD};
    v.info.param[4] = (struct param_info){.id = "what", .type = V_SELECTOR};
    TABLE_ADD(&ld, verbs, v);
}

static int set_up(void **state)
{
    (void)state;
    memset(&ld, 0, sizeof ld);
    memset(&def, 0, sizeof def);
    ld.mem = arena_new();
    ld.diags = &diags;
    ld.def = &def;
    def.languages[0] = "en";
    def.languages[1] = "fr";
    def.nlanguages = 2;
    sc = (struct scope){.you = true, .own_card = -1, .verb = -1};
    add_traits();
    add_cards();
    add_zones_and_counters();
    add_options();
    add_lets();
    add_verb();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    loader_drop(&ld);
    diags_free(&diags);
    arena_free(ld.mem);
    return 0;
}

/* ---- records as text ---- */

static char shown[2048];

static void show(const char *fmt, ...)
{
    size_t at = strlen(shown);
    va_list args;
    va_start(args, fmt);
    vsnprintf(shown + at, sizeof shown - at, fmt, args);
    va_end(args);
}

static void show_expr(ref r);

static void show_op(const char *id, const struct kexpr *e)
{
    show("(%s", id);
    for (int i = 0; i < 3; i++) {
        ref operand = i == 0 ? e->a : i == 1 ? e->b : e->c;
        if (operand == REF_NONE)
            continue;
        show(" ");
        show_expr(operand);
    }
    show(")");
}

static void show_of(const struct kexpr *e, const char *id)
{
    if (e->a == REF_NONE)
        show("you");
    else
        show_expr(e->a);
    show(".%s", id);
}

static const char *counter_id(enum per per, int index)
{
    for (uint32_t i = 0; i < ld.counters.n; i++)
        if (ld.counters.v[i].per == per && ld.counters.v[i].index == index)
            return ld.counter_names.v[i].id;
    return "?";
}

static void show_expr(ref r)
{
    static const char *const slots[] = {"this", "card", "helper", "target", "it"};
    static const char *const seats[] = {[SS_YOU] = "you",
                                        [SS_THEM] = "them",
                                        [SS_CHOSEN] = "seat",
                                        [SS_LEFT] = "left",
                                        [SS_RIGHT] = "right"};
    static const char *const ops[] = {
        [X_NEG] = "neg", [X_NOT] = "not", [X_ISSET] = "isset", [X_ADD] = "+", [X_SUB] = "-",
        [X_MUL] = "*",   [X_DIV] = "//",  [X_MOD] = "%",       [X_EQ] = "==", [X_NE] = "!=",
        [X_LT] = "<",    [X_LE] = "<=",   [X_GT] = ">",        [X_GE] = ">=", [X_AND] = "and",
        [X_OR] = "or",   [X_MIN] = "min", [X_MAX] = "max",     [X_IF] = "if"};
    if (r == REF_NONE) {
        show("NONE");
        return;
    }
    const struct kexpr *e = &ld.exprs.v[r];
    switch (e->op) {
    case X_CONST: show(e->imm == K_ABSENT ? "absent" : "%d", e->imm); break;
    case X_GAME: show("%s", counter_id(PER_GAME, e->imm)); break;
    case X_SEATCTR: show_of(e, counter_id(PER_PLAYER, e->imm)); break;
    case X_CARDCTR: show_of(e, counter_id(PER_CARD, e->imm)); break;
    case X_TRAIT: show_of(e, ld.trait_infos.v[e->imm].name.id); break;
    case X_CARDDEF: show_of(e, "card"); break;
    case X_CARDOWNER: show_of(e, "owner"); break;
    case X_BOUND: show("%s", slots[e->imm]); break;
    case X_SEATREF:
        if (e->a) {
            show_expr((ref)(e->a - 1));
            show(".");
        }
        show("%s", seats[e->imm]);
        break;
    case X_SEATSET:
        show(ld.seats.v[e->a].op == SS_PARAM    ? "one($who)"
             : ld.seats.v[e->a].op == SS_OWNERS ? "one(owners)"
                                                : "one(kind)");
        break;
    case X_SEATCOUNT: show("(players*%d)", e->imm); break;
    case X_OPTION: show("option%d", e->imm); break;
    case X_PHASE: show("phase%d", e->imm); break;
    case X_PLAYERS: show("players"); break;
    case X_PARAM: show("$%d", e->imm); break;
    case X_ARG: show("arg%d", e->imm); break;
    case X_NUMBER: show("number"); break;
    case X_COUNT: show("(count*%d)", e->imm); break;
    case X_SUM:
    case X_MOSTOF:
    case X_LEASTOF:
        show(e->op == X_SUM ? "(sum " : e->op == X_MOSTOF ? "(most " : "(least ");
        show_expr(e->b);
        show(")");
        break;
    case X_OVERSEATS:
        show(e->imm == X_SUM ? "(seatsum " : e->imm == X_MOSTOF ? "(seatmost " : "(seatleast ");
        show_expr(e->b);
        show(")");
        break;
    case X_OVERSETS:
        show(e->imm == X_SUM ? "(setsum " : e->imm == X_MOSTOF ? "(setmost " : "(setleast ");
        for (int i = 0; i < 4; i++) {
            show(i ? ", " : "");
            if (ld.xargs.v[e->b + i] != REF_NONE)
                show_expr(ld.xargs.v[e->b + i]);
        }
        show(")");
        break;
    case X_HASMOST:
    case X_HASLEAST:
        show(e->op == X_HASMOST ? "(hasmost%d " : "(hasleast%d ", e->imm);
        show_expr(e->a);
        show(")");
        break;
    case X_PURE:
        show("%s(", ld.pures.v[e->imm]);
        for (int i = 0; i < e->b; i++) {
            show(i ? ", " : "");
            show_expr(ld.xargs.v[e->a + i]);
        }
        show(")");
        break;
    default: show_op(ops[e->op], e); break;
    }
}

static const char *shown_expr(ref r)
{
    shown[0] = '\0';
    show_expr(r);
    return shown;
}

/* ---- findings ---- */

static void no_errors(void)
{
    if (diags.n > 0)
        diags_print(&diags, stderr, false);
    assert_int_equal(diags.n, 0);
}

/* The one finding there is; forgets it. HINT NULL: any. */
static void one_error(const char *code, int col, const char *hint)
{
    if (diags.n != 1 || strcmp(diags.v[0].code, code) != 0 || diags.v[0].col != col)
        diags_print(&diags, stderr, false);
    assert_int_equal(diags.n, 1);
    assert_string_equal(diags.v[0].code, code);
    assert_int_equal(diags.v[0].col, col);
    if (hint) {
        assert_non_null(diags.v[0].hint);
        assert_string_equal(diags.v[0].hint, hint);
    }
    diags_free(&diags);
}

#endif
