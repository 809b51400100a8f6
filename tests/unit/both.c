/* both.c - a step is the same step, whoever says it: a phase, a `do`, an effect, or a script.
 *
 * Of each step a tiny ruleset is written twice, with the step as YAML and as a call from a script:
 * as a leaf of `phases`, with `you` bound, as an effect, in an action's `do`. The two games are
 * played side by side. Each time that somebody is asked they must have told the same, drawn as many
 * lots, show the same to each observer, and leave him the same to guess.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "kernel_fixture.h"

#include "api/internal.h"
#include "cantrip.h"

#include <unistd.h>

/* %s: the scripts; the verb; the step. Reds and blues lie apart before they come to `mix`, so
 * all know which may be which. */
static const char *const ruleset =
    "cantrip: 1\n"
    "title: Both\n"
    "players: {min: 2, max: 3}\n"
    "%s"
    "cards:\n"
    "  - r1: {suit: red, worth: 1, later: [grow]}\n"
    "    r2: {suit: red, worth: 2, copies: 2, late: [grow, wane]}\n"
    "    b1: {suit: blue, worth: 3, late: [wane]}\n"
    "    b2: {suit: blue, worth: 4, late: [grow]}\n"
    "    b3: {suit: blue, worth: 5}\n"
    "    g1: {suit: green, worth: 6, copies: 6, late: [wane]}\n"
    "    g2: {suit: green, worth: 7, copies: 6}\n"
    "    w1: {suit: white, worth: 0, effects: [it]}\n"
    "traits:\n"
    "  suit: {one_of: [red, blue, green, white]}\n"
    "  worth: {is: number}\n"
    "  effects: {is: effects}\n"
    "  late: {is: effects}\n"
    "  later: {is: effects}\n"
    "words: {over: it is over}\n"
    "resolution: [{class: [early, tardy]}, seat, arrival]\n"
    "zones:\n"
    "  reds: {as: pile, seen_by: nobody, holds: [{suit: red}], shuffled: true}\n"
    "  blues: {as: pile, seen_by: nobody, holds: [{suit: blue}], shuffled: true}\n"
    "  deck: {as: pile, seen_by: nobody, holds: [{suit: green}], shuffled: true}\n"
    "  spot: {as: row, seen_by: all, holds: [{suit: white}]}\n"
    "  mix: {seen_by: nobody}\n"
    "  out: {as: row, seen_by: nobody}\n"
    "  heap: {seen_by: all}\n"
    "  mid: {as: row, seen_by: all}\n"
    "  hand: {per: player, seen_by: owner}\n"
    "  row: {per: player, as: row, seen_by: all, down_seen_by: owner}\n"
    "  pack: {per: player, as: pile, seen_by: nobody}\n"
    "  shop: {per: player, as: row, seen_by: all, size: 2}\n"
    "counters:\n"
    "  gold: {per: player, start: 1}\n"
    "  proud: {per: player, is: flag}\n"
    "  pot: {}\n"
    "  leader: {is: seat}\n"
    "  prize: {is: card}\n"
    "  hue: {is: suit}\n"
    "  mark: {per: card}\n"
    "verbs:\n"
    "  grow: {class: tardy, says: grow, do: [{add: {pot: 1}}]}\n"
    "  wane: {class: early, says: wane, do: [{add: {pot: -1}}]}\n"
    "  it: {class: early, says: it%s}\n"
    "phases:\n"
    "  - deal: {who: all, from: deck, to: hand, count: 3}\n"
    "  - deal: {who: all, from: deck, to: row, count: 1, face: down}\n"
    "  - move: {cards: {zone: reds, first: 3}, to: mix}\n"
    "  - move: {cards: {zone: blues, first: 3}, to: mix}\n"
    "  - move: {cards: {zone: mix, suit: blue, first: 1}, to: mid}\n"
    "  - {each: {owner: {zone: row, of: all}}, phases: [{set: {leader: you}}]}\n"
    "  - name: day\n"
    "    phases:\n"
    "%s"
    "      - choose: {who: all, together: true, card: {zone: hand}, do: [{move: {to: out}}]}\n"
    "  - move: {cards: {zone: [mix, mid]}, to: out}\n"
    "  - choose: {who: all, together: true, card: {zone: hand}, do: [{move: {to: mid}}]}\n"
    "result: {score: {count: {zone: hand}}}\n";

/* A step as YAML, and what a script says for it, with the selectors of `sels` by name. */
struct both {
    const char *name, *yaml, *lua;
    bool several; /* steps, and so no leaf */
};
static const char *const sels =
    "local red = sel{zone = \"mix\", suit = \"red\", first = 1}\n"
    "local reds = sel{zone = \"mix\", suit = \"red\"}\n"
    "local blues = sel{zone = \"mix\", suit = \"blue\"}\n"
    "local mix, mid, row = sel{zone = \"mix\"}, sel{zone = \"mid\"}, "
    "sel{zone = \"row\", of = \"all\"}\n"
    "local hands = sel{zone = \"hand\", of = \"all\"}\n"
    "local hand, two = sel{zone = \"hand\"}, "
    "sel{zone = \"hand\", worth = 7}\n";
static const struct both steps[] = {
    {"deal", "deal: {who: all, from: deck, to: hand}", "g:deal(\"all\", \"deck\", \"hand\")",
     false},
    {"deal_down", "deal: {who: all, from: deck, to: row, count: 2, face: down}",
     "g:deal(\"all\", \"deck\", \"row\", 2, \"down\")", false},
    {"move", "move: {cards: {zone: mix, suit: red, first: 1}, to: out}", "g:move(red, \"out\")",
     false},
    {"move_all", "move: {cards: {zone: mix}, to: out}", "g:move(mix, \"out\")", false},
    {"move_part", "move: {cards: {zone: mix, suit: red}, to: out, place: first}",
     "g:move(reds, \"out\", nil, nil, \"first\")", false},
    {"move_hands", "move: {cards: {zone: hand, of: all}, to: pack}", "g:move(hands, \"pack\")",
     false},
    {"move_down", "move: {cards: {zone: mid}, to: row, of: leader, face: down, place: 1}",
     "g:move(mid, \"row\", g.leader, \"down\", 1)", false},
    {"move_open", "move: {cards: {zone: row, of: all}, to: heap, owner: leader}",
     "g:move(row, \"heap\", nil, nil, nil, g.leader)", false},
    {"move_seen", "move: {cards: {zone: mix, suit: red}, to: hand, of: leader}",
     "g:move(reds, \"hand\", g.leader)", false},
    {"pass", "pass: {who: all, cards: {zone: hand}, to: left}",
     "g:pass(\"all\", hand, \"left\")", false},
    {"pass_part", "pass: {who: leader, cards: {zone: hand, worth: 7}, to: right}",
     "g:pass(g.leader, two, \"right\")", false},
    {"fill", "fill: {who: all, zone: shop, from: deck}", "g:fill(\"all\", \"shop\", \"deck\")",
     false},
    {"turn", "turn: {cards: {zone: row, of: all}, face: up}", "g:turn(row, \"up\")", false},
    {"turn_down", "turn: {cards: {zone: mid}, face: down}", "g:turn(mid, \"down\")", false},
    {"shuffle", "shuffle: {zone: deck}", "g:shuffle(\"deck\")", false},
    {"shuffle_of", "shuffle: {zone: row, of: leader}", "g:shuffle(\"row\", g.leader)", false},
    {"show", "show: {to: leader, cards: {zone: mix}}", "g:show(g.leader, mix)", false},
    {"show_all", "show: {to: all, cards: {zone: mix, suit: red}}", "g:show(\"all\", reds)",
     false},
    {"show_lasts", "show: {to: all, cards: {zone: row, of: all}, lasts: day}",
     "g:show(\"all\", row, \"day\")", false},
    {"tell", "tell: {cards: {zone: mix, suit: red}, are: {suit: red}}",
     "g:tell(reds, \"suit\", \"red\")", false},
    {"tell_not", "tell: {cards: {zone: hand, of: all}, are_not: {suit: red}}",
     "g:tell(hands, \"suit\", \"red\", false)", false},
    {"add", "add: {who: all, gold: 2}", "g:add(\"all\", \"gold\", 2)", false},
    {"add_game", "add: {pot: -3}", "g:add(\"pot\", -3)", false},
    {"add_cards", "add: {cards: {zone: [mid]}, mark: 2}", "g:add(mid, \"mark\", 2)", false},
    {"add_hidden", "add: {cards: {zone: mix}, mark: 2}", "g:add(mix, \"mark\", 2)", false},
    {"set", "set: {who: leader, proud: true}", "g:set(g.leader, \"proud\", true)", false},
    {"set_seat", "set: {leader: none}", "g:set(\"leader\", nil)", false},
    {"set_word", "set: {hue: blue}", "g:set(\"hue\", \"blue\")", false},
    {"set_cards", "set: {cards: {zone: mid}, mark: 4}", "g:set(mid, \"mark\", 4)", false},
    {"trigger", "trigger: {list: late, cards: {zone: [mid]}}", "g:trigger(\"late\", mid)",
     false},
    {"trigger_who", "trigger: {list: late, cards: {zone: hand, of: all}, who: leader}",
     "g:trigger(\"late\", hands, g.leader)", false},
    {"cancel", "cancel: {cards: {zone: mid}}", "g:cancel(mid)", false},
    {"block", "block: {who: leader, move: mid, lasts: game}",
     "g:block(\"move\", \"mid\", g.leader)", false},
    {"block_add", "block: {who: all, add: [gold], lasts: day}",
     "g:block(\"add\", \"gold\", \"all\", \"day\")", false},
    {"block_turn", "block: {who: all, turn: up, lasts: day}",
     "g:block(\"turn\", \"up\", \"all\", \"day\")", false},
    {"card_move", "move: {cards: {zone: mid}, to: pack, of: leader, face: down}",
     "g:card(mid):move(\"pack\", g.leader, \"down\")", false},
    {"card_turn", "turn: {cards: {zone: mid}, face: down}", "g:card(mid):turn(\"down\")",
     false},
    {"card_add", "add: {cards: {zone: mid}, mark: 3}", "g:card(mid):add(\"mark\", 3)", false},
    {"card_set", "set: {cards: {zone: mid}, mark: 0}", "g:card(mid):set(\"mark\", 0)", false},
    {"seat_add", "add: {who: leader, gold: -2}", "g.leader:add(\"gold\", -2)", false},
    {"seat_set", "set: {who: leader, gold: 9}", "g.leader:set(\"gold\", 9)", false},
    {"cancelled",
     "trigger: {list: late, cards: {zone: hand, of: all}}}, {cancel: {cards: {zone: "
     "hand}}",
     "g:trigger(\"late\", hands) g:cancel(hand)", true},
    {"card_cancelled",
     "trigger: {list: late, cards: {zone: hand, of: all}}}, {trigger: {list: late, cards: "
     "{zone: mid}}}, {cancel: {cards: {zone: mid}}",
     "g:trigger(\"late\", hands) g:trigger(\"late\", mid) g:card(mid):cancel()", true},
    {"blocked", "block: {who: all, add: [gold], lasts: day}}, {add: {who: all, gold: 4}",
     "g:block(\"add\", \"gold\", \"all\", \"day\") g:add(\"all\", \"gold\", 4)", true},
    {"moved_on",
     "move: {cards: {zone: mix, suit: red}, to: out}}, {move: {cards: {zone: mix, "
     "suit: blue}, to: pack, of: leader}",
     "g:move(reds, \"out\") g:move(blues, \"pack\", g.leader)", true},
    {"finish", "finish: {because: {over: true}, won: leader}", "g:finish(\"over\", g.leader)",
     false},
};
enum place { LEAF, YOURS, EFFECT, CHOSEN, PLACES };
static const char *const places[PLACES] = {"leaf", "yours", "effect", "chosen"};

/* What is said and told between two questions, to who sees all. */
struct heard {
    char text[8000];
    size_t n;
};

struct side {
    ct_definition *def;
    ct_engine *engine;
    ct_state *game;
    struct heard heard;
};
static struct side side[2]; /* as YAML, as a script */
static char at[120];
static int faults;
static bool parted; /* in the game under way */

__attribute__((format(printf, 1, 2))) static void part(const char *fmt, ...)
{
    char text[600];
    va_list ap;

    if (parted)
        return;
    parted = true;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    print_error("%s: %s\n", at, text);
    faults++;
}

static void say(void *ctx, const struct ct_line *line)
{
    struct heard *h = ctx;
    int n = snprintf(h->text + h->n, sizeof h->text - h->n, "%d %s\n", line->depth, line->text);

    assert_true(h->n + (size_t)n < sizeof h->text);
    h->n += (size_t)n;
}

/* ---- the two games ---- */

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[200];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0 && !fclose(f));
}

static const char *put(char *to, size_t cap, const char *fmt, const char *with)
{
    char *at_step = strchr(fmt, '@');

    snprintf(to, cap, "%.*s%s%s", (int)(at_step - fmt), fmt, with, at_step + 1);
    return to;
}

/* Loads the game in which the step stands there, as YAML or in a script. */
static void load_side(const char *folder, const struct both *b, enum place place, bool script)
{
    static const char *const leaf[PLACES] = {
        "      - {@}\n", "      - {each: {where: you == leader}, phases: [{@}]}\n",
        "      - trigger: {list: effects, cards: {zone: spot}, who: leader}\n",
        "      - choose: {who: leader, card: {zone: hand}, do: [{@}]}\n"};
    char verb[300], step[400], hook[1500], text[8000];
    const char *runs = !script ? b->yaml : place == CHOSEN ? "it: {}" : "run: it";
    ct_diags *diags;

    put(verb, sizeof verb, ", do: [{@}]", place == EFFECT ? b->yaml : "add: {pot: 0}");
    if (place == EFFECT)
        snprintf(step, sizeof step, "%s", leaf[place]);
    else
        put(step, sizeof step, leaf[place], runs);
    snprintf(text, sizeof text, ruleset, script ? "scripts: [it.lua]\n" : "",
             script && place >= EFFECT ? "" : verb, step);
    snprintf(hook, sizeof hook, "%s%s.it = function(g) %s end\n", sels,
             place >= EFFECT ? "effect" : "step", b->lua);
    write_file(folder, "ruleset.yaml", text);
    write_file(folder, "it.lua", hook);
    side[script].def = ct_load(folder, &diags);
    if (!side[script].def) {
        char *why = ct_diags_text(diags, false);
        fail_msg("%s: %s", at, why);
    }
    ct_diags_free(diags);
}

/* One game in four is told to nobody, one in four played without shortcuts. */
static void begin(struct side *to, int people, uint64_t seed)
{
    const struct ct_setup setup = {
        .people = people, .seed = seed, .flags = seed % 4 ? CT_TRACK : 0};

    to->engine = ct_engine_new(to->def, NULL);
    assert_non_null(to->engine);
    ct_engine_plain(to->engine, seed % 4 == 3);
    assert_int_equal(ct_log(to->engine, CT_EVERY, say, &to->heard), 0);
    to->game = ct_game_new(to->engine, &setup);
    assert_non_null(to->game);
}

static void end(struct side *of)
{
    ct_state_free(of->game);
    ct_engine_free(of->engine);
}

/* ---- what must be the same ---- */

static void same_observer(struct kstate *a, struct kstate *b, int o)
{
    static uint8_t view[2][20000];
    struct kengine *e[2] = {&side[0].engine->k, &side[1].engine->k};
    uint32_t n = k_view_bytes(e[0], a, o, view[0], sizeof view[0]);
    uint32_t m = k_view_bytes(e[1], b, o, view[1], sizeof view[1]);

    if (k_digest(a, o) != k_digest(b, o))
        part("observer %d was told other things", o);
    if (n != m || memcmp(view[0], view[1], n) != 0)
        part("observer %d sees another table", o);
    if (memcmp(k_classes(a, o), k_classes(b, o), a->ninst * sizeof(uint16_t)) != 0)
        part("observer %d tells other cards apart", o);
    for (unsigned c = 0; c < a->ninst; c++) {
        uint64_t may[2][K_MAX_DEF_WORDS] = {{0}};
        int p = k_candidates(e[0], a, o, c, may[0]), q = k_candidates(e[1], b, o, c, may[1]);
        if (p != q || memcmp(may[0], may[1], sizeof may[0]) != 0)
            part("to observer %d card %u may be %d cards, by the script %d", o, c, p, q);
    }
}

static void same_now(void)
{
    struct kstate *a = block(side[0].game), *b = block(side[1].game);

    if (k_rules(a)->rng.count != k_rules(b)->rng.count)
        part("%u lots are drawn, by the script %u", (unsigned)k_rules(a)->rng.count,
             (unsigned)k_rules(b)->rng.count);
    if (strcmp(side[0].heard.text, side[1].heard.text) != 0)
        part("is said:\n%sby the script:\n%s", side[0].heard.text, side[1].heard.text);
    for (unsigned c = 0; c < a->ninst; c++)
        if (memcmp(k_insts(a) + c, k_insts(b) + c, sizeof(struct kinst)) != 0)
            part("card %u lies elsewhere", c);
    for (int o = 0; o < a->nobs && a->track; o++)
        same_observer(a, b, o);
}

/* Moves both on. Is the game over? */
static bool over(void)
{
    int more[2];

    for (int i = 0; i < 2; i++) {
        side[i].heard.n = 0;
        side[i].heard.text[0] = 0;
        more[i] = ct_advance(side[i].engine, side[i].game);
        if (more[i] < 0)
            fail_msg("%s: %s", at, ct_error(side[i].engine));
    }
    if (more[0] != more[1])
        part("%s, by the script it is otherwise", more[0] ? "somebody is asked" : "it is over");
    return !more[0] || !more[1];
}

static void same_result(void)
{
    struct ct_result r[2] = {{0}, {0}};

    for (int i = 0; i < 2; i++)
        if (ct_get_result(side[i].engine, side[i].game, &r[i]))
            fail_msg("%s: %s", at, ct_error(side[i].engine));
    if (memcmp(&r[0], &r[1], sizeof r[0]) != 0)
        part("another result");
}

static void play(const struct both *b, enum place place, int people, uint64_t seed)
{
    struct krng rng = krng_stream(seed, 5);

    snprintf(at, sizeof at, "%s (%s, %d people, seed %u)", b->name, places[place], people,
             (unsigned)seed);
    parted = false;
    begin(&side[0], people, seed);
    begin(&side[1], people, seed);
    while (!over() && !parted) {
        same_now();
        for (int seat; !parted && (seat = ct_next_seat(side[0].game)) >= 0;) {
            int n = ct_choices(side[0].engine, side[0].game, seat);
            assert_int_equal(ct_choices(side[1].engine, side[1].game, seat), n);
            int pick = (int)krng_below(&rng, (uint32_t)n);
            for (int i = 0; i < 2; i++)
                assert_int_equal(ct_pick(side[i].engine, side[i].game, seat, pick), 0);
        }
    }
    same_now();
    same_result();
    end(&side[0]);
    end(&side[1]);
}

static void a_step_is_the_same_in_a_script(void **state)
{
    char folder[] = "/tmp/cantrip-both-XXXXXX", path[200];
    int games = getenv("CT_LONG") ? 40 : 4;

    (void)state;
    assert_non_null(mkdtemp(folder));
    for (const struct both *b = steps; b < steps + N(steps); b++)
        for (enum place place = b->several ? EFFECT : LEAF; place < PLACES; place++) {
            snprintf(at, sizeof at, "%s (%s)", b->name, places[place]);
            load_side(folder, b, place, false);
            load_side(folder, b, place, true);
            for (int i = 0; i < games; i++)
                play(b, place, 2 + i / 2 % 2, (uint64_t)i + 1);
            ct_free(side[0].def);
            ct_free(side[1].def);
        }
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, i ? "it.lua" : "ruleset.yaml");
        unlink(path);
    }
    rmdir(folder);
    assert_int_equal(faults, 0);
}

/* But `choose`: a hook asks by other means, and goes on with the answer. */
static void each_call_is_tried(void **state)
{
    static const char *const calls[] = {
#define G_CALL(name, ...)    "g:" #name "(",
#define CARD_CALL(name, ...) "g:card(mid):" #name "(",
#define SEAT_CALL(name, ...) "g.leader:" #name "(",
#include "kernel/steps.def"
    };

    (void)state;
    for (int i = 0; i < N(calls); i++) {
        int k = 0;
        while (k < N(steps) && !strstr(steps[k].lua, calls[i]) && strcmp(calls[i], "g:choose("))
            k++;
        if (k == N(steps))
            fail_msg("no step here is said by %s…)", calls[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_call_is_tried),
                                       cmocka_unit_test(a_step_is_the_same_in_a_script)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
