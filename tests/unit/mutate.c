/* mutate.c - core/mutate: a mutant is the game that somebody would have who wrote the change into the file by hand.
 *
 * A small game is written a piece to a line, so that what a mutant says can be done to its lines: leave out those of
 * a piece, exchange those of two, put one text in the place of another. That game is loaded from its files
 * and must be the mutant's, by fingerprint. Of the games of the tree the changes of single texts are done so, too.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cantrip.h"

static const char game[] = "cantrip: 1\n"
                           "title: Lamps\n"
                           "players: {min: 2, max: 3}\n"
                           "limits: {picks: 500}\n"
                           "cards:\n"
                           "  lamp:\n"
                           "    name: Lamp\n"
                           "    copies: 6\n"
                           "    tint: red\n"
                           "    light: 2\n"
                           "    shown: true\n"
                           "    effects:\n"
                           "      - glow: 1\n"
                           "      - dim:\n"
                           "          who: others\n"
                           "        if: sparks > 1 and not late\n"
                           "  moth:\n"
                           "    name: Moth\n"
                           "    copies: 5\n"
                           "    tint: blue\n"
                           "    light:\n"
                           "      count:\n"
                           "        zone: row\n"
                           "        card: lamp\n"
                           "        of: all\n"
                           "      times: 2\n"
                           "traits:\n"
                           "  tint:\n"
                           "    one_of: [red, blue, green]\n"
                           "  light:\n"
                           "    is: number\n"
                           "    default: 0\n"
                           "  shown: {is: flag}\n"
                           "  effects: {is: effects}\n"
                           "zones:\n"
                           "  deck:\n"
                           "    as: pile\n"
                           "    seen_by: nobody\n"
                           "    holds: [{}]\n"
                           "    shuffled: true\n"
                           "  hand:\n"
                           "    per: player\n"
                           "    seen_by: owner\n"
                           "  row:\n"
                           "    per: player\n"
                           "    as: row\n"
                           "    seen_by: all\n"
                           "    down_seen_by: owner\n"
                           "field:\n"
                           "  zone: row\n"
                           "  of: you\n"
                           "layout: {colour: tint}\n"
                           "counters:\n"
                           "  sparks:\n"
                           "    per: player\n"
                           "    start: 1\n"
                           "    lasts: turn\n"
                           "  embers:\n"
                           "    per: player\n"
                           "  late: {is: flag}\n"
                           "let:\n"
                           "  bright: max(sparks, embers) + 1\n"
                           "  most_lit:\n"
                           "    most: embers\n"
                           "scripts: [lamps.lua]\n"
                           "verbs:\n"
                           "  glow:\n"
                           "    main: count\n"
                           "    params: {count: number = 1}\n"
                           "    says: glow {count}\n"
                           "    do:\n"
                           "      - add: {sparks: $count}\n"
                           "      - add: {embers: \"if(late, 1, 2)\"}\n"
                           "  dim:\n"
                           "    params: {who: seats = all}\n"
                           "    says: \"{who} dims\"\n"
                           "phases:\n"
                           "  - deal:\n"
                           "      who: all\n"
                           "      from: deck\n"
                           "      to: hand\n"
                           "      count: 3\n"
                           "  - name: turn\n"
                           "    repeat: 3\n"
                           "    phases:\n"
                           "      - choose:\n"
                           "          who: all\n"
                           "          together: true\n"
                           "          card:\n"
                           "            zone: hand\n"
                           "            any:\n"
                           "              - tint: red\n"
                           "              - light:\n"
                           "                  at_least: bright - 2\n"
                           "          do:\n"
                           "            - move: {to: row}\n"
                           "            - turn: {face: down}\n"
                           "      - trigger: {list: effects, cards: {of: all}}\n"
                           "      - if: turn == 2\n"
                           "        set: {late: true}\n"
                           "result:\n"
                           "  score: embers\n"
                           "  wins: most\n";

static const char script[] = "local lit = sel{zone = \"row\", of = \"all\", tint = \"red\"}\n"
                             "local none = sel{zone = \"deck\"}\n"
                             "effect.dim = function(g, e, who)\n"
                             "  for seat in g:seats(who) do\n"
                             "    if seat.sparks > 0 then\n"
                             "      g:add(seat, \"sparks\", -1)\n"
                             "      g:add(seat, \"embers\", g:count(lit))\n"
                             "    end\n"
                             "  end\n"
                             "end\n"
                             "bot.value = function(g, seat)\n"
                             "  return 100 + g:count(none)\n"
                             "end\n";

static char root[] = "/tmp/cantrip-mutate-XXXXXX";

/* ---- files ---- */

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "we");

    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static char *read_file(const char *path)
{
    char *wrong = NULL;
    size_t n;
    char *text = ct_file_read(path, &n, &wrong);

    if (!text)
        fail_msg("%s", wrong);
    return text;
}

/* The path of a file in the folder of the tests. */
static const char *in_root(const char *name)
{
    static char path[4][300];
    static int turn;
    char *to = path[turn++ % 4];

    snprintf(to, sizeof path[0], "%s/%s", root, name);
    return to;
}

static void begin_lamps(void)
{
    mkdir(in_root("lamps"), 0700);
    write_file(in_root("lamps/ruleset.yaml"), game);
    write_file(in_root("lamps/lamps.lua"), script);
}

static uint64_t behaviour(ct_definition *def)
{
    uint64_t print = def ? ct_get_info(def, NULL).behaviour : 0;

    ct_free(def);
    return print;
}

static ct_mutants *mutants_of(const char *folder, bool base)
{
    ct_diags *diags = NULL;
    ct_mutants *m = ct_mutants_new(folder, NULL, base, &diags);

    if (!m)
        fail_msg("%s", ct_diags_text(diags, false));
    ct_diags_free(diags);
    return m;
}

/* ---- a text by its lines ---- */

static char *line_at(char *text, int line)
{
    while (--line > 0)
        text = strchr(text, '\n') + 1;
    return text;
}

static int indent(const char *line)
{
    return (int)strspn(line, " ");
}

/* Where the piece ends that begins at LINE: before the next that lies no deeper. */
static char *piece_end(char *line)
{
    int own = indent(line);
    char *next = strchr(line, '\n') + 1;

    while (*next && indent(next) > own)
        next = strchr(next, '\n') + 1;
    return next;
}

/* The text with bytes from … to of it in the place of what stood there. */
static char *spliced(const char *text, const char *from, const char *to, const char *with,
                     size_t n)
{
    size_t before = (size_t)(from - text), after = strlen(to);
    char *out = malloc(before + n + after + 1);

    memcpy(out, text, before);
    memcpy(out + before, with, n);
    memcpy(out + before + n, to, after + 1);
    return out;
}

/* `A` becomes `B` at the mutant's place; NULL: it says something else, or A does not stand there so. */
static char *replaced(char *text, const struct ct_mutant *m)
{
    static const char middle[] = "` becomes `";
    const char *was = m->says + 1, *mid = strstr(m->says, middle);
    size_t len = mid ? (size_t)(mid - was) : 0, n = mid ? strlen(mid) - strlen(middle) - 1 : 0;
    char *at = mid ? line_at(text, m->line) : NULL;

    for (int c = 1; at && c < m->column; c++)
        do
            at++;
        while (((unsigned char)*at & 0xC0) == 0x80);
    if (at && (*at == '"' || *at == '\'') && *was != '"')
        at++;
    if (!at || strncmp(at, was, len) != 0)
        return NULL;
    return spliced(text, at, at + len, mid + strlen(middle), n);
}

/* `A` is left out: its lines go, if it has lines of its own. */
static char *shortened(char *text, const struct ct_mutant *m)
{
    char *line = line_at(text, m->line), *end = piece_end(line);
    bool entry = m->by != CT_MUTATOR_DROP_KEY && line[m->column - 3] == '-' &&
                 indent(line) == m->column - 3;

    if (!strstr(m->says, "is left out") || (indent(line) != m->column - 1 && !entry) ||
        strncmp(m->says, "`not`", 5) == 0)
        return NULL;
    return spliced(text, line, end, "", 0);
}

/* `B` comes before `A`: two pieces exchange their lines. */
static char *exchanged(char *text, const struct ct_mutant *m)
{
    char *a = line_at(text, m->line), *b = piece_end(a), *end = piece_end(b);
    size_t first = (size_t)(b - a), second = (size_t)(end - b);
    char both[4000];

    if (!strstr(m->says, "comes before") || a[m->column - 3] != '-')
        return NULL;
    memcpy(both, b, second);
    memcpy(both + second, a, first);
    return spliced(text, a, end, both, first + second);
}

/* not `C`, of a condition that is a text on its line. */
static char *turned(char *text, const struct ct_mutant *m)
{
    char *at = line_at(text, m->line) + m->column - 1, *end = strchr(at, '\n');
    char with[400];
    bool lua = strstr(m->file, ".lua") != NULL;

    if (strncmp(m->says, "not `", 5) != 0 || *at == '{')
        return NULL;
    if (lua)
        end = strstr(at, " then");
    int n = snprintf(with, sizeof with, "not (%.*s)", (int)(end - at), at);
    return spliced(text, at, end, with, (size_t)n);
}

static char *by_hand(char *text, const struct ct_mutant *m)
{
    static char *(*const ways[])(char *, const struct ct_mutant *) = {replaced, shortened,
                                                                      exchanged, turned};
    char *out = NULL;

    for (size_t i = 0; i < sizeof ways / sizeof *ways && !out; i++)
        out = ways[i](text, m);
    return out;
}

/* Writes it into the file, loads, writes the file back. 1: it is the mutant; 0: it is not; -1: not done by hand. */
static int agrees(const ct_mutants *all, int i, const char *folder, const char *file)
{
    struct ct_mutant m;
    char *was = read_file(file);

    assert_true(ct_get_mutant(all, i, &m));
    char *now = by_hand(was, &m);
    if (!now) {
        free(was);
        return -1;
    }
    write_file(file, now);
    uint64_t own = behaviour(ct_load(folder, NULL));
    write_file(file, was);
    uint64_t mutant = behaviour(ct_mutant_load(all, i, NULL));
    if (own != mutant)
        print_message("%s:%d:%d %s\n", m.file, m.line, m.column, m.says);
    free(was);
    free(now);
    return own == mutant;
}

/* ---- the small game ---- */

static void mutants_are_what_they_say(void **state)
{
    ct_mutants *all = mutants_of(in_root("lamps"), false);
    int done[CT_NMUTATORS] = {0}, met[CT_NMUTATORS] = {0};
    struct ct_mutant m;

    (void)state;
    for (int i = 0; ct_get_mutant(all, i, &m); i++) {
        int rc = agrees(all, i, in_root("lamps"), m.file);
        assert_int_not_equal(rc, 0);
        met[m.by]++;
        done[m.by] += rc == 1;
    }
    for (int by = 0; by < CT_NMUTATORS; by++)
        if (!met[by] || (!done[by] && by != CT_MUTATOR_DROP_NOT && by != CT_MUTATOR_DROP_ENTRY))
            fail_msg("%s: %d, by hand %d", ct_mutator_name((enum ct_mutator)by), met[by],
                     done[by]);
    ct_mutants_free(all);
}

static bool there(const ct_mutants *all, int line, const char *says)
{
    struct ct_mutant m;

    for (int i = 0; ct_get_mutant(all, i, &m); i++)
        if (m.line == line && strcmp(m.says, says) == 0)
            return true;
    return false;
}

/* The line of the small game, or of its script, in which the text stands. */
static int line_of(const char *text, const char *piece)
{
    const char *at = strstr(text, piece);
    int line = 1;

    assert_non_null(at);
    for (const char *p = text; p < at; p++)
        line += *p == '\n';
    return line;
}

/* Changes that no line shows as its own. */
static void pieces_within_a_line_are_changed(void **state)
{
    static const struct {
        const char *piece, *says;
    } wanted[] = {
        {"if: sparks", "`not` is left out"},         {"if: sparks", "`and` becomes `or`"},
        {"if: sparks", "`sparks` becomes `embers`"}, {"holds: [{}]", "`{}` is left out"},
        {"if(late", "`1, 2` becomes `2, 1`"},        {"number = 1", "`1` becomes `2`"},
        {"seats = all", "`all` becomes `others`"},   {"max(sparks", "`max` becomes `min`"},
        {"max(sparks", "`+` becomes `-`"},
    };
    ct_mutants *all = mutants_of(in_root("lamps"), false);

    (void)state;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!there(all, line_of(game, wanted[i].piece), wanted[i].says))
            fail_msg("%s: %s", wanted[i].piece, wanted[i].says);
    ct_mutants_free(all);
}

/* Texts, names, types, limits and what only bots ask. */
static void what_is_no_rule_is_left_alone(void **state)
{
    static const char *const yaml[] = {
        "title:",  "players:", "limits:",     "name: Lamp", "is: number", "shuffled: true",
        "layout:", "scripts:", "main: count", "says: glow", "says: \"{",  "one_of:"};
    static const char *const lua[] = {"local none", "bot.value", "return 100"};
    ct_mutants *all = mutants_of(in_root("lamps"), false);
    struct ct_mutant m;

    (void)state;
    for (int i = 0; ct_get_mutant(all, i, &m); i++) {
        bool script_line = strstr(m.file, ".lua") != NULL;
        for (size_t k = 0; k < (script_line ? 3 : sizeof yaml / sizeof *yaml); k++)
            if (m.line == line_of(script_line ? script : game, script_line ? lua[k] : yaml[k]))
                fail_msg("%s:%d %s", m.file, m.line, m.says);
    }
    ct_mutants_free(all);
}

static void places_are_those_of_the_files(void **state)
{
    ct_mutants *all = mutants_of(in_root("lamps"), false);
    struct ct_mutant m, last = {.line = 0, .file = ""};

    (void)state;
    assert_false(ct_get_mutant(all, -1, &m));
    assert_false(ct_get_mutant(all, ct_mutants_count(all), &m));
    for (int i = 0; ct_get_mutant(all, i, &m); i++) {
        if (strcmp(m.file, last.file) == 0)
            assert_true(m.line >= last.line);
        assert_int_equal(m.mark, m.column); /* no line is cut, none has signs of two bytes */
        assert_true(strlen(m.excerpt) >= (size_t)m.column);
        last = m;
    }
    ct_mutants_free(all);
}

static void number_minus_one_is_the_game(void **state)
{
    ct_mutants *all = mutants_of(in_root("lamps"), false);
    ct_definition *same = ct_mutant_load(all, -1, NULL);
    int others = 0;

    (void)state;
    assert_true(ct_mutant_is_same(all, -1, same));
    assert_int_equal(behaviour(same), ct_get_info(ct_mutants_original(all), NULL).behaviour);
    for (int i = 0; i < ct_mutants_count(all); i++) {
        ct_definition *def = ct_mutant_load(all, i, NULL);
        others += def && !ct_mutant_is_same(all, i, def);
        ct_free(def);
    }
    assert_true(others > 100);
    ct_mutants_free(all);
}

/* A key that says what is so anyway changes nothing, in a script's selector neither. */
static void what_changes_nothing_is_known(void **state)
{
    ct_mutants *all = mutants_of(in_root("lamps"), false);
    struct ct_mutant m;
    int met = 0;

    (void)state;
    for (int i = 0; ct_get_mutant(all, i, &m); i++) {
        bool zone = m.line == 1 && strcmp(m.says, "`zone = \"row\",` is left out") == 0;
        bool wins = strcmp(m.says, "`wins: most` is left out") == 0;
        bool of = m.line == line_of(game, "of: you") && strstr(m.says, "is left out");
        if (!zone && !wins && !of)
            continue;
        ct_definition *def = ct_mutant_load(all, i, NULL);
        assert_non_null(def);
        assert_true(ct_mutant_is_same(all, i, def));
        ct_free(def);
        met++;
    }
    assert_int_equal(met, 3);
    ct_mutants_free(all);
}

/* ---- a game that extends another ---- */

static void only_its_own_files_are_changed(void **state)
{
    mkdir(in_root("glow"), 0700);
    write_file(in_root("glow/ruleset.yaml"), "cantrip: 1\n"
                                             "extends: lamps\n"
                                             "phases: {turn: {repeat: 2}}\n"
                                             "cards: {lamp: {light: 3}}\n");
    ct_mutants *own = mutants_of(in_root("glow"), false),
               *all = mutants_of(in_root("glow"), true);
    struct ct_mutant m;
    int base = 0;

    (void)state;
    assert_int_equal(ct_mutants_count(own), 4); /* repeat ±1, light ±1 */
    for (int i = 0; ct_get_mutant(own, i, &m); i++)
        assert_non_null(strstr(m.file, "/glow/"));
    for (int i = 0; ct_get_mutant(all, i, &m); i++)
        base += strstr(m.file, "lamps") != NULL;
    assert_true(base > 100);
    ct_mutants_free(own);
    ct_mutants_free(all);
}

/* ---- the games of the tree ---- */

/* All changes of one text by another, in a copy of the tree's games. */
static int tried(const char *id)
{
    char folder[64];
    int done = 0;
    struct ct_mutant m;

    snprintf(folder, sizeof folder, "rulesets/%s", id);
    ct_mutants *all = mutants_of(in_root(folder), false);
    for (int i = 0; ct_get_mutant(all, i, &m); i += 3) {
        if (!strstr(m.says, " becomes "))
            continue;
        int rc = agrees(all, i, in_root(folder), m.file);
        assert_int_not_equal(rc, 0);
        done += rc == 1;
    }
    ct_mutants_free(all);
    return done;
}

static void changes_of_the_games_are_what_they_say(void **state)
{
    char command[400];

    (void)state;
    snprintf(command, sizeof command, "cp -r rulesets cards scripts %s", root);
    assert_int_equal(system(command), 0);
    assert_true(tried("fairytale") > 60);
    assert_true(tried("once-upon-a-draft") > 100);
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(root))
        return -1;
    begin_lamps();
    return 0;
}

static int tear_down(void **state)
{
    char command[64];

    (void)state;
    snprintf(command, sizeof command, "rm -r %s", root);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mutants_are_what_they_say),
        cmocka_unit_test(pieces_within_a_line_are_changed),
        cmocka_unit_test(what_is_no_rule_is_left_alone),
        cmocka_unit_test(places_are_those_of_the_files),
        cmocka_unit_test(number_minus_one_is_the_game),
        cmocka_unit_test(what_changes_nothing_is_known),
        cmocka_unit_test(only_its_own_files_are_changed),
        cmocka_unit_test(changes_of_the_games_are_what_they_say),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
