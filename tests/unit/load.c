/* Tests of the loader (core/load/load.c and its parts): rulesets in temporary folders; what each
 * finding is called, where it stands and what it suggests; extends, like, for, defaults; what a
 * game compiles to; fingerprints.
 */
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

#include "../../core/load/load.h"
#include "say/describe.h"
#include "say/text.h"

/* ---- a folder for each test ---- */

static char folder[64];
static char made[64][160]; /* what stands in it, in the order in which it was made */
static int nmade;
static struct diags diags;
static struct ct_definition *def;

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/cantrip-load-XXXXXX");
    assert_non_null(mkdtemp(folder));
    nmade = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    definition_free(def);
    def = NULL;
    diags_free(&diags);
    while (nmade > 0)
        remove(made[--nmade]);
    rmdir(folder);
    return 0;
}

static void remember(const char *path)
{
    assert_true(nmade < 64);
    snprintf(made[nmade++], sizeof made[0], "%s", path);
}

/* Writes FILE ("rulesets/x/ruleset.yaml") with the folders it needs. */
static void put(const char *file, const char *text)
{
    char path[160];
    struct stat st;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    for (char *p = path + strlen(folder) + 1; (p = strchr(p, '/')); p++) {
        *p = '\0';
        if (stat(path, &st) != 0) {
            assert_int_equal(mkdir(path, 0700), 0);
            remember(path);
        }
        *p = '/';
    }
    if (stat(path, &st) != 0)
        remember(path);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* The games here declare more than they name, which tests/cli/check.bats is about. */
static void drop_unused(void)
{
    size_t kept = 0;

    for (size_t i = 0; i < diags.n; i++) {
        struct diag *d = &diags.v[i];
        if (strcmp(d->code, "NAME-UNUSED") != 0 && strcmp(d->code, "PARAM-UNUSED") != 0) {
            diags.v[kept++] = *d;
            continue;
        }
        free(d->file);
        free(d->message);
        free(d->excerpt);
        free(d->hint);
        free(d->instead);
    }
    diags.n = kept;
}

static struct ct_definition *load(const char *ruleset)
{
    char path[160];
    definition_free(def);
    diags_free(&diags);
    snprintf(path, sizeof path, "%s/%s", folder, ruleset);
    def = definition_load(path, &(struct load_more){0}, &diags);
    drop_unused();
    return def;
}

static struct ct_definition *load_good(const char *ruleset)
{
    load(ruleset);
    if (diags.n)
        diags_print(&diags, stderr, false);
    assert_int_equal(diags.n, 0);
    assert_non_null(def);
    return def;
}

static const struct diag *found(const char *code, int line)
{
    for (size_t i = 0; i < diags.n; i++)
        if (strcmp(diags.v[i].code, code) == 0 && (line == 0 || diags.v[i].line == line))
            return &diags.v[i];
    return NULL;
}

static const struct diag *must_find(const char *code, int line, int col)
{
    const struct diag *d = found(code, line);
    if (!d || (col && d->col != col)) {
        fprintf(stderr, "wanted %s at %d:%d\n", code, line, col);
        diags_print(&diags, stderr, false);
    }
    assert_non_null(d);
    if (col)
        assert_int_equal(d->col, col);
    return d;
}

static void must_hint(const struct diag *d, const char *hint)
{
    assert_non_null(d->hint);
    assert_string_equal(d->hint, hint);
}

/* ---- one game, one section of which is wrong ---- */

static const struct {
    const char *key, *text;
} base[] = {
    {"cantrip", "cantrip: 1"},
    {"players", "players: {min: 2, max: 3}"},
    {"languages", "languages: [en, fr]"},
    {"options", "options: {hard: {is: flag}, level: {one_of: [low, high]}}"},
    {"traits",
     "traits: {worth: {is: number}, suit: {one_of: [red, blue], default: red}, "
     "kin: {set_of: word}, fx: {is: effects}, eyes: {is: watches, in: row, says: eyes}, "
     "twin: {is: card}, big: {is: flag}}"},
    {"zones", "zones: {deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}, "
              "hand: {per: player, seen_by: owner}, row: {per: player, as: row, seen_by: all}, "
              "market: {seen_by: all, size: 3}}"},
    {"counters", "counters: {score: {per: player}, mark: {per: card}, boss: {is: seat}, "
                 "hot: {is: flag}}"},
    {"let", "let: {total: \"players + 1\"}"},
    {"verbs",
     "verbs: {gain: {params: {n: number = 1}, main: n, says: \"gain {n}\", "
     "do: [{add: {score: $n}}]}, give: {params: {n: number, to: suit optional}, do: []}}"},
    {"actions",
     "actions: {play: {card: {zone: hand}, says: \"play {card}\", do: [{move: {to: row}}]}}"},
    {"resolution", "resolution: [arrival]"},
    {"phases", "phases: [{deal: {who: all, from: deck, to: hand}}]"},
    {"result", "result: {score: score}"},
    {"words", "words: {over: it is over}"},
    {"cards", "cards: {a: {worth: 1}, b: {worth: 2, copies: 3}}"},
    {"field", "field: {zone: row}"},
    {"limits", "limits: {queue: 10}"},
    {"seats", "seats: {}"},
    {"requires", "requires: []"},
    {"scripts", "scripts: []"},
    {"steps", "steps: {}"},
    {"always", "always: []"},
    {"layout", "layout: {}"},
};
enum { NBASE = sizeof base / sizeof *base };

/* Writes the game with TEXT for the section KEY (NULL: left out) and for those that begin a further
 * line of it; its line. */
static int put_game(const char *key, const char *text)
{
    char all[4096] = "", next[40];
    int line = 0;
    for (int i = 0; i < NBASE; i++) {
        bool here = strcmp(base[i].key, key) == 0;
        snprintf(next, sizeof next, "\n%s:", base[i].key);
        if (!here && text && strstr(text, next)) {
            strcat(all, "\n");
            continue;
        }
        line = here ? i + 1 : line;
        strcat(all, here ? (text ? text : "") : base[i].text);
        strcat(all, "\n");
    }
    put("rulesets/game/ruleset.yaml", all);
    return line;
}

static void test_base_is_good(void **state)
{
    (void)state;
    put_game("", NULL);
    load_good("rulesets/game");
    assert_string_equal(def->id, "game");
    assert_string_equal(def->root, folder);
    assert_int_equal(def->k.ncards, 2);
    assert_int_equal(def->k.min_people, 2);
    assert_int_equal(def->k.limits.queue, 10);
    assert_int_equal(def->k.limits.watchers, 32);
}

/* No ALWAYS-CIRCLE: the entry, or one before it, which is asked first, may end what begins it. */
static void test_always_may_end(void **state)
{
    static const char *const texts[] = {
        "always: [{if: hot, do: [{set: {hot: false}}]}]",
        "always: [{if: players > 5, do: [{finish: {because: {over: hot}}}]}]",
        "always: [{if: players > 9 and hot, do: [{choose: {who: all, any_of: [play]}}]}]",
        "always: [{each: {where: score > 3}, do: [{add: {score: -1}}]}]",
        "always: [{each: {cards: {zone: market}}, do: [{move: {to: deck}}]}]",
        "always: [{if: {count: {zone: market, mark: 1}}, do: [{set: {cards: {zone: market}, "
        "mark: 0}}]}]",
        "always: [{if: hot and total > 1, do: [{set: {hot: false}}]}, "
        "{if: hot, do: [{add: {who: all, score: 1}}]}]",
        "always: [{if: {count: {zone: market, worth: 2}}, do: [{shuffle: {zone: deck}}]}]",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        put_game("always", texts[i]);
        load_good("rulesets/game");
        assert_int_equal(def->k.always.n, i == 6 ? 2 : 1);
        definition_free(def);
        def = NULL;
    }
}

static const struct {
    const char *code, *key, *text;
    int col;
} bad[] = {
    {"VERSION-MISSING", "cantrip", "", 0},
    {"VERSION-UNKNOWN", "cantrip", "cantrip: 2", 10},
    {"KEY-UNKNOWN", "limits", "limits: {queeu: 3}", 10},
    {"KEY-MISSING", "options", "options: {hard: {default: true}}", 17},
    {"KEY-CONFLICT", "traits", "traits: {worth: {is: number, one_of: [a]}}", 17},
    {"TYPE-MAP", "zones", "zones: [deck]", 8},
    {"TYPE-LIST", "phases", "phases: {deal: {}}", 9},
    {"TYPE-NUMBER", "limits", "limits: {queue: many}", 17},
    {"TYPE-FLAG", "zones", "zones: {deck: {seen_by: all, gone: maybe}}", 36},
    {"TYPE-WORD", "phases", "phases: [{name: [a], phases: []}]", 17},
    {"VALUE-RANGE", "limits", "limits: {queue: 0}", 17},
    {"VALUE-RANGE", "options", "options: {hard: {is: number, from: 3, to: 1}}", 43},
    {"VALUE-RANGE", "options", "options: {hard: {is: number, default: 0, from: 1}}", 39},
    {"KEY-CONFLICT", "options", "options: {hard: {is: flag, from: 1}}", 34},
    {"VALUE-UNKNOWN", "zones", "zones: {deck: {seen_by: nobdy}}", 25},
    {"PLAYERS", "players", "players: 20", 10},
    {"PLAYERS", "players", "players: {min: 3, max: 2}", 10},
    {"PLAYERS", "players", "players: {min: 2, max: 2, names: [Ann, Bea, Cy]}", 45},
    {"PLAYERS", "players", "players: {min: 2, max: 2, names: [Ann, Ann]}", 40},
    {"PLAYERS", "players", "players: {min: 2, max: 2, names: ['']}", 35},
    {"NAME-SYNTAX", "counters", "counters: {Score: {}}", 12},
    {"NAME-RESERVED", "counters", "counters: {you: {}}", 12},
    {"NAME-RESERVED", "counters", "counters: {who: {}}", 12},
    {"NAME-RESERVED", "traits", "traits: {copies: {is: number}}", 10},
    {"NAME-RESERVED", "verbs", "verbs: {deal: {do: []}}", 9},
    {"NAME-TAKEN", "counters", "counters: {deck: {}}", 12},
    {"NAME-TAKEN", "options", "options: {o: {one_of: [a, a]}}", 27},
    {"ACTION-UNKNOWN", "phases", "phases: [{choose: {who: all, any_of: [paly]}}]", 39},
    {"LIST-EMPTY", "phases", "phases: [{choose: {who: all, any_of: []}}]", 38},
    {"CARD-UNKNOWN", "cards", "cards: {abc: {twin: abd}}", 21},
    {"CLASS-UNKNOWN", "verbs", "verbs: {gain: {class: early, do: []}}", 23},
    {"COUNTER-UNKNOWN", "phases", "phases: [{block: {who: all, add: [scroe], lasts: game}}]",
     35},
    {"KEY-UNKNOWN", "layout", "layout: {color: suit}", 10},
    {"TRAIT-UNKNOWN", "layout", "layout: {colour: siut}", 18},
    {"TRAIT-UNKNOWN", "layout", "layout: {colour: worth}", 18},
    {"WORD-UNKNOWN", "layout", "layout: {colour: suit, red: [blu]}", 30},
    {"KEY-CONFLICT", "layout", "layout: {colour: none, red: [blue]}", 30},
    {"TRAIT-UNKNOWN", "layout", "layout: {corners: [none, fx]}", 26},
    {"TRAIT-UNKNOWN", "layout", "layout: {corners: hand}", 19},
    {"VALUE-RANGE", "layout", "layout: {corners: [suit, suit, suit, suit, worth]}", 44},
    {"ZONE-UNKNOWN", "layout", "layout: {small: [hnad]}", 18},
    {"ZONE-UNKNOWN", "layout", "layout: {rows: [[deck, suit]]}", 24},
    {"TYPE-LIST", "layout", "layout: {rows: deck}", 16},
    {"ZONE-UNKNOWN", "layout", "layout: {grids: {dekc: [mark, mark]}}", 18},
    {"VALUE-RANGE", "layout", "layout: {grids: {deck: [mark]}}", 24},
    {"COUNTER-UNKNOWN", "layout", "layout: {grids: {deck: [mark, score]}}", 31},
    {"COUNTER-UNKNOWN", "layout", "layout: {grids: {deck: [makr, mark]}}", 25},
    {"VALUE-RANGE", "layout", "layout: {rows: [[], [deck]]}", 17},
    {"KEY-CONFLICT", "layout", "layout: {rows: [[deck, market], [deck]]}", 34},
    {"KEY-CONFLICT", "layout", "layout: {rows: [[hand, market]]}", 24},
    {"OPTION-UNKNOWN", "resolution", "resolution: [{chosen: hrad}]", 23},
    {"PHASE-UNKNOWN", "counters", "counters: {score: {lasts: trun}}", 27},
    {"ZONE-UNKNOWN", "counters", "counters: {score: {per: card, in: hnad}}", 35},
    {"KEY-CONFLICT", "counters", "counters: {score: {per: player, in: hand}}", 37},
    {"TRAIT-UNKNOWN", "phases", "phases: [{trigger: {list: worth, cards: {of: all}}}]", 27},
    {"WORD-UNKNOWN", "cards", "cards: {a: {suit: rde}}", 19},
    {"WORD-UNKNOWN", "phases", "phases: [{finish: {because: {ovre: true}}}]", 30},
    {"WORD-UNKNOWN", "options", "options: {o: {one_of: [a, b], default: c}}", 40},
    {"ZONE-UNKNOWN", "phases", "phases: [{deal: {who: all, from: dekc, to: hand}}]", 34},
    {"ZONE-UNKNOWN", "phases", "phases: [{deal: {who: all, from: score, to: hand}}]", 34},
    {"VERB-UNKNOWN", "cards", "cards: {a: {fx: [{gian: 1}]}}", 19},
    {"KEY-CONFLICT", "cards",
     "cards: {a: {fx: [{each: all, do: [{add: {score: 1}}], else: [{add: {score: 2}}]}]}}", 55},
    {"KEY-CONFLICT", "cards",
     "cards: {a: {fx: [{each: all, if: true, do: [draw], else: [draw]}]}}", 52},
    {"KEY-CONFLICT", "cards",
     "cards: {a: {eyes: [{when: {move: row}, once: true, do: [{gain: 1}]}]}}", 46},
    {"KEY-CONFLICT", "cards",
     "cards: {a: {eyes: [{when: {move: row}, lasts: game, do: [{gain: 1}]}]}}", 47},
    {"VERB-UNKNOWN", "verbs", "verbs: {a: {same_as: b}}", 22},
    {"CARDS-NONE", "cards", "cards: {}", 8},
    {"CARD-TWICE", "cards", "cards: [{a: {}}, {a: {}}]", 19},
    {"CARD-UNKNOWN", "cards", "cards: [{a: {}}, {remove: [b]}]", 28},
    {"REMOVES-NOTHING", "cards", "cards: [{a: {}}, {b: ~}]", 19},
    {"NAME-SYNTAX", "cards", "cards: {a b: {}}", 9},
    {"FOR-LENGTH", "cards", "cards: {\"a-{x}\": {for: {x: [1, 2], y: [1]}}}", 39},
    {"TYPE-WORD", "cards", "cards: {\"a-{x}\": {for: {x: [1, {}]}}}", 32},
    {"TYPE-WORD", "cards", "cards: {a: {for: {x: [[2]]}, notes: {\"{x}\": 1}}}", 23},
    {"TEXT-PLACE", "cards", "cards: {\"a-{z}\": {for: {x: [1, 2]}}}", 9},
    {"KEY-UNKNOWN", "cards", "cards: {\"a-{x}\": {for: {x: [1, 2], wroth: [1, 2]}}}", 36},
    {"COUNTER-TWICE", "cards",
     "cards: {a: {counters: {n: {}}}, b: {counters: {n: {is: flag}}}}", 48},
    {"KEY-CONFLICT", "cards", "cards: {a: {counters: {n: {per: game}}}}", 33},
    {"NAME-TAKEN", "cards", "cards: {a: {counters: {score: {}}}}", 24},
    {"NAME-RESERVED", "cards", "cards: {a: {counters: {where: {}}}}", 24},
    {"NAME-SYNTAX", "cards", "cards: {a: {counters: {a-b: {}}}}", 24},
    {"KEY-UNKNOWN", "cards", "cards: {a: {counters: {n: {lsats: round}}}}", 28},
    {"TYPE-MAP", "cards", "cards: {a: {counters: {n: 3}}}", 27},
    {"TYPE-MAP", "cards", "cards: {a: {counters: [n]}}", 23},
    {"LIKE-CYCLE", "cards", "cards: {a: {like: b}, b: {like: a}}", 19},
    {"CARD-UNKNOWN", "cards", "cards: {a: {like: ab}}", 19},
    {"SAME-AS-CYCLE", "verbs", "verbs: {a: {same_as: b}, b: {same_as: a}}", 22},
    {"BETWEEN-LOOP", "phases", "phases: [{between: [], phases: []}]", 20},
    {"CLASS-MISSING", "resolution", "resolution: [{class: [early, late]}]", 0},
    {"COUNTER-KIND", "phases", "phases: [{add: {hot: 1}}]", 17},
    {"COUNTER-KIND", "phases", "phases: [{add: {who: all, mark: 1, score: 1}}]", 11},
    {"HIDDEN-FILTER", "phases", "phases: [{choose: {who: all, card: {zone: deck, worth: 1}}}]",
     36},
    {"HIDDEN-FILTER", "phases",
     "phases: [{choose: {who: all, card: {zone: hand, of: others, worth: 1}}}]", 36},
    {"SHOW-SET", "phases",
     "phases: [{each: all, phases: [{show: {to: all, cards: {zone: hand}, lasts: game}}]}]",
     76},
    {"KEY-CONFLICT", "result", "result: {score: score, out_of: 25, ties: [score]}", 42},
    {"KEY-CONFLICT", "result", "result: {score: score, out_of: 25, wins: least}", 42},
    {"KEY-MISSING", "result", "result: {out_of: 25}", 18},
    {"NOT-CONDITION", "result", "bot: {hopeless: 3}", 17},
    {"KEY-UNKNOWN", "result", "bot: {wealth: score}", 7},
    {"KEY-CONFLICT", "result", "bot: {worth: score, value: 500}", 14},
    {"VALUE-RANGE", "result", "result: {score: score, out_of: 0}", 32},
    {"VALUE-RANGE", "result", "result: {score: score, stake: 0}", 31},
    {"KEY-MISSING", "result", "result: {stake: 25}", 17},
    {"KEY-CONFLICT", "result", "result: {score: score, stake: 25, out_of: 9}", 43},
    {"VALUE-RANGE", "counters",
     "counters: {score: {per: player}, mark: {per: card}, boss: {is: seat, start: 2}, hot: "
     "{is: flag}}",
     77},
    {"PARAM-MISSING", "cards", "cards: {a: {fx: [give]}}", 18},
    {"CLASS-UNKNOWN", "cards", "cards: {a: {fx: [{gain: 1, class: early}]}}", 35},
    {"TYPE-MAP", "cards", "cards: {a: {fx: [{give: 1}]}}", 25},
    {"PARAM-TYPE", "verbs", "verbs: {gain: {params: {n: nubmer}, do: []}}", 28},
    {"PARAM-TYPE", "verbs", "verbs: {gain: {params: {n: number maybe}, do: []}}", 28},
    {"PARAM-TYPE", "verbs",
     "verbs: {gain: {params: {m: number, n: number = $m}, do: [{gain: {m: 1}}]}}", 39},
    {"PARAM-UNKNOWN", "verbs", "verbs: {gain: {params: {n: number}, main: m, do: []}}", 43},
    {"PARAM-UNKNOWN", "cards", "cards: {a: {fx: [{gain: {m: 1}}]}}", 26},
    {"PARAM-UNKNOWN", "resolution", "resolution: [{given: m}]", 22},
    {"RUN-PLACE", "verbs", "verbs: {gain: {do: [{run: x}]}}", 22},
    {"SLOT-UNBOUND", "phases", "phases: [{turn: {face: up}}]", 11},
    {"STEP-MISSING", "phases", "phases: [{if: hard}]", 10},
    {"STEP-SEVERAL", "phases", "phases: [{shuffle: {zone: deck}, cancel: {cards: {of: all}}}]",
     34},
    {"TEXT-NONE", "cards", "cards: {a: {fx: [{gain: 1, says: none}]}}", 34},
    {"TEXT-PLACE", "verbs", "verbs: {gain: {says: \"{m}\", do: []}}", 22},
    {"TEXT-PLACE", "verbs",
     "verbs: {gain: {params: {n: number}, main: n, says: \"{n\", do: []}}", 52},
    {"TEXT-PLACE", "actions",
     "actions: {play: {card: {zone: hand}, says: \"{card.mark}\", do: []}}", 44},
    {"TYPE-LIST", "traits", "traits: {suit: {set_of: siut}, siuts: {one_of: [red]}}", 25},
    {"TYPE-LIST", "traits", "traits: {suit: {set_of: suit}}", 25},
    {"TYPE-LIST", "traits", "traits: {suit: {set_of: n}, n: {is: number}}", 25},
    {"KEY-CONFLICT", "counters", "counters: {n: {is: number, set_of: suit}}", 20},
    {"VALUE-UNKNOWN", "counters", "counters: {n: {set_of: siut}}", 24},
    {"WORD-UNKNOWN", "counters", "counters: {n: {set_of: suit, start: [rde]}}", 38},
    {"TEXT-PLACE", "counters", "counters: {gold: {per: player, says: \"{n:coin}\"}}", 38},
    {"TEXT-PLACE", "traits", "traits: {worth: {is: number, says: \"{n:eye|eyes}\"}}", 36},
    {"TEXT-PLACE", "traits", "traits: {suit: {one_of: {red: {says: \"{foo}\"}, blue: {}}}}",
     38},
    {"TEXT-PLACE", "zones",
     "zones: {row: {per: player, seen_by: all, says: {en: row, fr: \"{foo}\"}}}", 62},
    {"TEXT-PLACE", "options", "options: {hard: {is: flag, says: \"{foo}\"}}", 34},
    {"TEXT-PLACE", "counters", "counters: {gold: {per: player, says: \"{m:coin|coins}\"}}", 38},
    {"TEXT-PLACE", "counters", "counters: {gold: {per: player, says: {en: \"{n:a|b} {n\"}}}",
     43},
    {"WHO-MISSING", "phases", "phases: [{gain: 1}]", 11},
    {"LOOP-PLACE", "verbs", "verbs: {gain: {do: [{each: all, add: {score: 1}}]}}", 22},
    {"LOOP-PLACE", "cards", "cards: {a: {fx: [{while: hard, gain: 1}]}}", 19},
    {"LOOP-PLACE", "cards", "cards: {a: {fx: [{repeat: 2, phases: []}]}}", 19},
    {"STEP-SEVERAL", "verbs", "verbs: {gain: {do: [{each: all, do: [], add: {score: 1}}]}}",
     41},
    {"STEP-SEVERAL", "cards", "cards: {a: {fx: [{each: all, do: [], gain: 1}]}}", 38},
    {"KEY-CONFLICT", "verbs", "verbs: {gain: {do: [{each: all, do: [], repeat: 2}]}}", 41},
    {"KEY-CONFLICT", "phases", "phases: [{each: all, do: [], name: x}]", 30},
    {"KEY-CONFLICT", "phases", "phases: [{each: all, do: [], phases: []}]", 26},
    {"KEY-UNKNOWN", "verbs", "verbs: {gain: {do: [{each: all, do: [], form: left}]}}", 41},
    {"KEY-UNKNOWN", "verbs", "verbs: {gain: {do: [{each: {cards: this, of: all}, do: []}]}}",
     42},
    {"KEY-CONFLICT", "verbs", "verbs: {gain: {do: [{each: {cards: this}, from: you, do: []}]}}",
     49},
    {"KEY-CONFLICT", "verbs",
     "verbs: {gain: {do: [{each: {cards: this}, by: [random], do: []}]}}", 47},
    {"SLOT-UNBOUND", "verbs", "verbs: {gain: {do: [{each: all, do: [{turn: {face: up}}]}]}}",
     39},
    {"WHO-MISSING", "phases",
     "phases: [{each: {cards: {zone: deck}}, do: [{add: {score: 1}}]}]", 46},
    {"STEP-CIRCLE", "verbs", "verbs: {gain: {do: [{each: all, do: [gain]}]}}", 38},
    {"NAME-RESERVED", "verbs", "verbs: {each: {do: []}}", 9},
    {"NAME-TAKEN", "phases", "phases: [{choose: {who: all, any_of: [{play: {do: []}}]}}]", 40},
    {"NAME-TAKEN", "phases", "phases: [{choose: {who: all, any_of: [play, play]}}]", 45},
    {"KEY-CONFLICT", "phases", "phases: [{set: {hot: true}, says: it grows hot}]", 35},
    {"KEY-CONFLICT", "phases", "phases: [{each: all, phases: [{gain: 2, says: more}]}]", 47},
    {"NAME-TAKEN", "phases",
     "phases: [{choose: {who: all, any_of: [{x: {do: []}}, {x: {do: []}}]}}]", 55},
    {"NAME-RESERVED", "phases", "phases: [{choose: {who: all, any_of: [{done: {do: []}}]}}]",
     40},
    {"NAME-SYNTAX", "phases", "phases: [{choose: {who: all, any_of: [{Fight: {do: []}}]}}]",
     40},
    {"KEY-CONFLICT", "phases",
     "phases: [{choose: {who: all, any_of: [{x: {do: []}, y: {do: []}}]}}]", 39},
    {"KEY-UNKNOWN", "phases", "phases: [{choose: {who: all, any_of: [{x: {dod: []}}]}}]", 44},
    {"TYPE-MAP", "phases", "phases: [{choose: {who: all, any_of: [{x: 1}]}}]", 43},
    {"TEXT-PLACE", "phases",
     "phases: [{choose: {who: all, any_of: [{x: {says: \"{card}\", do: []}}]}}]", 50},
    {"STEP-CIRCLE", "steps",
     "steps: {a: {do: [b]}, b: {do: [{each: all, do: [{c: }]}]}, c: {do: [b]}}", 69},
    {"STEP-CIRCLE", "steps", "steps: {a: {do: [gain]}}\nverbs: {gain: {do: [a]}}", 18},
    {"STEP-CIRCLE", "actions",
     "actions: {play: {card: {zone: hand}, do: [a]}}\n"
     "steps: {a: {do: [{choose: {who: all, any_of: [play]}}]}}",
     43},
    {"LIMIT-CHOOSE", "steps",
     "steps: {a: {do: [{choose: {who: all, seat: all, do: [b]}}]}, "
     "b: {do: [{choose: {seat: all, do: [{choose: {seat: all, do: "
     "[{choose: {seat: all, do: [{choose: {seat: all}}]}}]}}]}}]}}",
     150},
    {"STEP-PLACE", "steps", "steps: {a: {phases: []}, b: {do: [{if: hot, a: }]}}", 45},
    {"NAME-RESERVED", "steps", "steps: {deal: {do: []}}", 9},
    {"NAME-RESERVED", "steps", "steps: {repeat: {do: []}}", 9},
    {"NAME-RESERVED", "steps", "steps: {while: {do: []}}", 9},
    {"NAME-TAKEN", "steps", "steps: {gain: {do: []}}", 9},
    {"NAME-SYNTAX", "steps", "steps: {Gain: {do: []}}", 9},
    {"KEY-MISSING", "steps", "steps: {a: {}}", 9},
    {"KEY-CONFLICT", "steps", "steps: {a: {do: [], phases: []}}", 29},
    {"KEY-UNKNOWN", "steps", "steps: {a: {do: [], class: x}}", 21},
    {"KEY-UNKNOWN", "steps", "steps: {sweep: {do: []}, a: {do: [{sweap: 1}]}}", 36},
    {"VERB-UNKNOWN", "steps", "steps: {sweep: {do: []}, a: {do: [sweap]}}", 35},
    {"PARAM-MISSING", "steps", "steps: {a: {params: {n: number}, do: []}, b: {do: [a]}}", 52},
    {"PARAM-UNKNOWN", "steps",
     "steps: {a: {params: {n: number}, do: []}, b: {do: [{a: {n: 1, m: 1}}]}}", 63},
    {"PARAM-UNKNOWN", "steps",
     "steps: {a: {params: {n: number}, do: [{add: {who: all, score: $m}}]}}", 63},
    {"PARAM-UNKNOWN", "steps", "steps: {a: {main: m, do: []}}", 19},
    {"TYPE-MAP", "steps", "steps: {a: {params: {n: number}, do: []}, b: {do: [{a: 1}]}}", 56},
    {"STEP-SEVERAL", "steps",
     "steps: {a: {do: []}, b: {do: [{a: , add: {who: all, score: 1}}]}}", 37},
    {"STEP-SEVERAL", "steps", "steps: {a: {do: []}, b: {do: [{each: all, do: [], a: }]}}", 51},
    {"SLOT-UNBOUND", "steps", "steps: {a: {do: [{turn: {face: up}}]}}\nphases: [a]", 19},
    {"WHO-MISSING", "steps", "steps: {a: {do: [{add: {score: 1}}]}}\nphases: [a]", 19},
    {"UNBOUND", "steps", "steps: {a: {params: {who: seats = you}, do: []}}\nphases: [a]", 27},
    {"UNBOUND", "actions",
     "actions: {play: {card: {zone: hand}, do: [own]}}\nverbs: {own: {do: [{move: {cards: "
     "this, to: row}}]}}",
     43},
    {"RUN-PLACE", "steps", "steps: {a: {do: [{run: x}]}}", 19},
    {"TEXT-PLACE", "steps", "steps: {a: {says: \"{m}\", do: []}}", 19},
    {"KEY-CONFLICT", "phases", "phases: [{choose: {who: all, seat: others, declined: []}}]",
     54},
    {"KEY-CONFLICT", "phases",
     "phases: [{choose: {who: all, together: true, may: true, done: all_pass, seat: others, "
     "declined: []}}]",
     97},
    {"KEY-MISSING", "phases", "phases: [{show: {cards: {zone: deck}}}]", 17},
    {"KEY-MISSING", "phases", "phases: [{tell: {cards: {zone: deck}}}]", 11},
    {"KEY-MISSING", "phases", "phases: [{tell: {cards: {zone: deck}, are: {}}}]", 44},
    {"KEY-MISPLACED", "phases", "phases: [{tell: {cards: {zone: deck}, are: {zone: hand}}}]",
     45},
    {"KEY-MISPLACED", "phases", "phases: [{tell: {cards: {zone: deck}, are_not: {mark: 1}}}]",
     55},
    {"KEY-MISPLACED", "phases",
     "phases: [{tell: {cards: {zone: deck}, are: {any: [{face: up}]}}}]", 52},
    {"KEY-CONFLICT", "phases", "phases: [{move: {cards: {zone: deck}, to: market, of: boss}}]",
     55},
    {"KEY-CONFLICT", "cards", "cards: {a: {fx: [{when: {from: row}, do: [gain]}]}}", 25},
    {"KEY-CONFLICT", "cards", "cards: {a: {fx: [{when: {add: score, from: row}, do: [gain]}]}}",
     25},
    {"ZONE-UNKNOWN", "cards", "cards: {a: {fx: [{when: {move: row, from: rwo}, do: [gain]}]}}",
     43},
    {"KEY-CONFLICT", "phases",
     "phases: [{each: {cards: {zone: market}}, by: [random], do: [{turn: "
     "{face: up}}]}]",
     46},
    {"UNBOUND", "phases",
     "phases: [{each: {cards: {zone: market}}, by: [score], do: [{turn: "
     "{face: up}}]}]",
     47},
    {"TYPE-LIST", "always", "always: {if: hot, do: []}", 9},
    {"TYPE-MAP", "always", "always: [hot]", 10},
    {"KEY-MISSING", "always", "always: [{do: [{set: {hot: true}}]}]", 10},
    {"KEY-MISSING", "always", "always: [{if: hot}]", 10},
    {"KEY-UNKNOWN", "always", "always: [{if: hot, when: hot, do: [{set: {hot: false}}]}]", 20},
    {"KEY-CONFLICT", "always", "always: [{if: hot, by: [1], do: [{set: {hot: false}}]}]", 24},
    {"NOT-CONDITION", "always", "always: [{if: players, do: [{set: {hot: false}}]}]", 15},
    {"WHO-MISSING", "always", "always: [{if: hot, do: [{add: {score: 1}}]}]", 26},
    {"SLOT-UNBOUND", "always", "always: [{if: hot, do: [{turn: {face: up}}]}]", 26},
    {"RUN-PLACE", "always", "always: [{if: hot, do: [{run: x}]}]", 26},
    {"ALWAYS-CIRCLE", "always", "always: [{if: hot, do: [{add: {who: all, score: 1}}]}]", 10},
    {"ALWAYS-CIRCLE", "always",
     "always: [{if: hot, do: [{set: {hot: false}}]}, "
     "{each: {where: score > 3}, do: [{turn: {cards: {zone: row}, face: down}}]}]",
     48},
    {"ALWAYS-CIRCLE", "always", "always: [{each: all, do: [{deal: {from: deck, to: hand}}]}]",
     10},
    {"ALWAYS-CIRCLE", "always",
     "always: [{each: {cards: {zone: market}}, do: [{add: {who: all, score: 1}}]}]", 10},
    {"TEXT-PLACE", "words", "words: {over: done, taken: \"{who} takes {card}\"}", 28},
    {"TEXT-PLACE", "words", "words: {over: done, taken: {en: \"{seat} takes {crad}\"}}", 33},
    {"TEXT-PLACE", "cards", "cards: {\"a-{x}\": {for: {x: [1, 2]}, name: \"{y}\"}}", 43},
    {"WHO-MISSING", "phases", "phases: [{deal: {from: deck, to: hand}}]", 11},
    {"WHO-MISSING", "phases", "phases: [{choose: {card: {of: all}}}]", 11},
    {"KEY-CONFLICT", "phases",
     "phases: [{choose: {who: all, card: {zone: hand}, do: [{move: {to: row, owner: you}}]}}]",
     79},
    {"KEY-CONFLICT", "phases",
     "phases: [{choose: {who: all, card: {zone: hand}, do: [{move: {to: deck, owner: "
     "none}}]}}]",
     80},
    {"VALUE-RANGE", "phases",
     "phases: [{move: {cards: {zone: hand, of: all}, to: deck, place: 0}}]", 65},
    {"ZONE-OWNER", "zones",
     "zones: {a: {seen_by: all, refill: b}, b: {per: player, seen_by: all}}", 35},
    {"ZONE-OWNER", "phases", "phases: [{pass: {who: all, cards: {zone: deck}, to: left}}]", 35},
    {"EARLY", "zones", "zones: {deck: {seen_by: all, holds: [{first: {count: {zone: deck}}}]}}",
     54},
    {"EARLY", "zones", "zones: {deck: {seen_by: all, holds: [{copies: \"score + hot\"}]}}", 48},
    {"EARLY", "zones", "zones: {deck: {seen_by: all, holds: [{if: twice(1)}]}}", 43},
    {"EARLY", "seats", "seats: {ghost: {count: {count: {zone: deck}}}}", 32},
    {"EARLY", "seats", "seats: {ghost: {count: {players: seats}}}", 24},
    {"KEY-CONFLICT", "phases", "phases: [{fill: {zone: market, from: market}}]", 38},
    {"KEY-MISSING", "phases", "phases: [{fill: {who: all, zone: row, from: deck}}]", 34},
    {"VALUE-RANGE", "result",
     "result: {score: score, ties: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, "
     "17]}",
     30},
    {"NAME-UNKNOWN", "result", "result: {score: score, side: taem}", 30},
    {"KEY-CONFLICT", "phases", "phases: [{each: all, repeat: 2, phases: []}]", 22},
    {"KEY-CONFLICT", "phases", "phases: [{repeat: 2, shuffle: {zone: deck}}]", 19},
    {"KEY-CONFLICT", "phases",
     "phases: [{choose: {who: all, times: any, done: all_pass, card: {zone: hand}}}]", 48},
    {"KEY-CONFLICT", "phases",
     "phases: [{choose: {who: all, any_of: [play], card: {of: all}}}]", 46},
    {"KEY-CONFLICT", "resolution", "window: {do: []}", 9},
    {"CLASS-UNKNOWN", "resolution", "window: {class: [erly], do: []}", 18},
    {"KEY-MISSING", "resolution", "window: {class: [early]}", 9},
    {"TYPE-MAP", "resolution", "window: [{choose: {may: true}}]", 9},
    {"FILE-MISSING", "cards", "cards: [gaem]", 9},
    {"FILE-NAME", "cards", "cards: [../gaem]", 9},
    {"FILE-MISSING", "scripts", "scripts: [game.lua]", 11},
    {"HOOK-MISSING", "verbs", "verbs: {gain: {says: x}}", 9},
    {"HOOK-MISSING", "phases", "phases: [{run: tidy}]", 16},
    {"HOOK-MISSING", "result", "result: {score: \"different(you)\"}", 18},
    {"LANGUAGE-UNKNOWN", "words", "words: {over: {de: aus}}", 16},
    {"LANGUAGE-MISSING", "words", "words: {over: {fr: fini}}", 15},
    {"TEXT", "words", "words: {over: [a]}", 15},
    {"LIMIT-NAMES", "seats",
     "seats: {a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}, i: {}}", 8},
    {"NAME-UNKNOWN", "let", "let: {total: \"scroe + 1\"}", 0},
    {"UNBOUND", "requires", "requires: [{if: \"score > 1\", says: no}]", 0},
};

static void test_each_code_with_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int line = put_game(bad[i].key, bad[i].text);
        assert_null(load("rulesets/game"));
        if (strcmp(bad[i].code, "CLASS-MISSING") == 0)
            line = 9; /* the verb lacks it */
        if (strcmp(bad[i].code, "VERSION-MISSING") == 0)
            line = 2; /* the map begins there */
        const struct diag *d = must_find(bad[i].code, line, bad[i].col);
        if (strcmp(bad[i].code, "CLASS-MISSING") == 0)
            must_hint(d, "class: early, or late");
    }
}

/* What is wrong with a named step or its call, in words. */
static void test_named_steps_say(void **state)
{
    static const struct {
        const char *key, *text, *code, *message, *hint;
    } said[] = {
        {"steps", "steps: {a: {do: [b]}, b: {do: [{each: all, do: [c]}]}, c: {do: [b]}}",
         "STEP-CIRCLE", "'b' calls itself: b → c → b",
         "write a loop as an 'each' or a phase with 'while'"},
        {"steps",
         "steps: {a: {do: [b]}, b: {do: [{choose: {who: all, any_of: [play]}}]}}\n"
         "actions: {play: {card: {zone: hand}, do: [a]}}",
         "STEP-CIRCLE", "'b' calls itself: b → play → a → b", NULL},
        {"steps", "steps: {sweep: {do: []}, a: {do: [{sweap: 1}]}}", "KEY-UNKNOWN",
         "unknown key 'sweap'", "did you mean 'sweep'?"},
        {"steps", "steps: {sweep: {do: []}, a: {phases: [sweap]}}", "VERB-UNKNOWN",
         "unknown verb or step 'sweap'", "did you mean 'sweep'?"},
        {"steps", "steps: {a: {do: [nothing_like_it]}}", "VERB-UNKNOWN",
         "unknown verb or step 'nothing_like_it'",
         "write it under 'verbs', or under 'steps' if only phases use it"},
        {"verbs", "verbs: {a: {do: [{move: {cards: target, to: row}}]}}", "UNBOUND",
         "an effect's 'target' is that of its action, and no action has one",
         "give the action that triggers it a 'target'"},
        {"steps", "steps: {a: {do: [if]}}", "TYPE-MAP", "a step must be a map: {key: value}",
         NULL},
        {"phases", "phases: [repeat]", "TYPE-MAP",
         "a phase or step must be a map: {key: value}", NULL},
        {"cards", "cards: {a: {fx: [shuffle]}}", "TYPE-MAP",
         "a step must be a map: {key: value}", NULL},
        {"steps", "steps: {a: {do: [3]}}", "TYPE-MAP", "a step must be a map: {key: value}",
         NULL},
        {"steps",
         "steps: {a: {params: {n: number, m: number}, do: []}, b: {do: [{a: {n: 1}}]}}",
         "PARAM-MISSING", "'a' needs the parameter 'm'",
         "for example 'a: {n: …, m: …}', or some of these"},
        {"steps", "steps: {a: {params: {n: number}, do: []}, b: {do: [{a: {nn: 1}}]}}",
         "PARAM-UNKNOWN", "the step 'a' has no parameter 'nn'", "did you mean 'n'?"},
        {"steps", "steps: {gain: {do: []}}", "NAME-TAKEN", "'gain' is already a verb", NULL},
        {"actions",
         "actions: {play: {card: {zone: hand}, do: [own]}}\n"
         "verbs: {own: {do: [{move: {cards: this, to: row}}]}}",
         "UNBOUND", "the verb 'own' needs 'this', and no card has this effect", NULL},
        {"actions",
         "actions: {play: {card: {zone: hand}, do: [hit]}, aim: {target: {zone: row}}}\n"
         "verbs: {hit: {do: [{move: {cards: target, to: row}}]}}",
         "UNBOUND", "the verb 'hit' needs 'target', and none is chosen here", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        int line = put_game(said[i].key, said[i].text);
        assert_null(load("rulesets/game"));
        const struct diag *d = must_find(said[i].code, line, 0);
        assert_string_equal(d->message, said[i].message);
        if (said[i].hint)
            must_hint(d, said[i].hint);
    }
}

/* Nothing calls it: that is a warning, and its slips are told as if all were bound there. */
static void test_a_step_without_calls(void **state)
{
    (void)state;
    int line =
        put_game("steps", "steps: {a: {params: {n: number}, do: [{move: {cards: [card, "
                          "target], to: row}}, {add: {who: them, score: $n + number}}]}}");
    assert_non_null(load("rulesets/game"));
    assert_int_equal(diags.n, 1);
    const struct diag *d = must_find("STEP-UNUSED", line, 9);
    assert_int_equal(d->level, DIAG_WARNING);
    line = put_game("steps", "steps: {a: {do: [{add: {score: $m}}]}}");
    assert_null(load("rulesets/game"));
    must_find("PARAM-UNKNOWN", line, 32);
}

/* A body is compiled once for what is bound where it is called, whoever calls it. */
static void test_a_step_has_a_body_for_each_scope(void **state)
{
    static const char *const calls[] = {"a", "a, a, a",
                                        "{each: all, do: [a, a]}, {each: all, phases: [a]}"};
    int32_t ops[3];
    (void)state;
    for (int i = 0; i < 3; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "steps: {a: {do: [{add: {who: all, score: 1}}]}}\nphases: [%s]", calls[i]);
        put_game("steps", text);
        load_good("rulesets/game");
        ops[i] = 0;
        for (uint32_t pc = 0; pc < def->k.nprog; pc++)
            ops[i] += def->k.prog[pc].op == OP_ADD;
    }
    assert_int_equal(ops[0], ops[1]);
    assert_int_equal(ops[0], ops[2]);
    put_game("steps", "steps: {a: {do: [{add: {who: all, score: 1}}]}}\nphases: [a, {each: "
                      "all, phases: [a]}]");
    load_good("rulesets/game");
    ops[1] = 0;
    for (uint32_t pc = 0; pc < def->k.nprog; pc++)
        ops[1] += def->k.prog[pc].op == OP_ADD;
    assert_int_equal(ops[0] + 1, ops[1]);
}

static void test_more_codes(void **state)
{
    (void)state;
    put_game("cards", "cards: [game.yaml]");
    put("cards/game.yaml", "cards:\n  c: {}\n");
    assert_null(load("rulesets/game"));
    must_find("VERSION-MISSING", 1, 1);
    assert_null(load("rulesets/nothing"));
    assert_non_null(found("FILE-MISSING", 0));
}

static void test_counters_are_limited(void **state)
{
    (void)state;
    char text[2048] = "counters: {";
    for (int i = 0; i < 65; i++)
        sprintf(text + strlen(text), "c%d: {}, ", i);
    strcat(text, "}");
    put_game("counters", text);
    assert_null(load("rulesets/game"));
    assert_non_null(found("LIMIT-COUNTERS", 7));
}

static void test_too_many_cards(void **state)
{
    (void)state;
    char *text = malloc(100000), *p = text;
    p += sprintf(p, "cards: {\"c-{n}\": {for: {n: [0");
    for (int i = 1; i < 4200; i++)
        p += sprintf(p, ", %d", i);
    sprintf(p, "]}}, last: {}}");
    char *all = malloc(120000);
    sprintf(all, "cantrip: 1\nplayers: 2\nphases: []\n%s\n", text);
    put("rulesets/game/ruleset.yaml", all);
    assert_null(load("rulesets/game"));
    must_find("LIMIT-CARDS", 4, 0);
    free(text);
    free(all);
}

/* ---- one slip is one error, with the right advice ---- */

static void only(const char *code, int line, const char *hint)
{
    for (size_t i = diags.n > 1 ? 0 : diags.n; i < diags.n; i++)
        print_error("%s:%d: %s [%s]\n", diags.v[i].file, diags.v[i].line, diags.v[i].message,
                    diags.v[i].code);
    assert_int_equal(diags.n, 1);
    const struct diag *d = must_find(code, line, 0);
    if (hint)
        must_hint(d, hint);
}

/* What a designer gets wrong at one place, and the one error that it is. */
static const struct {
    const char *key, *text, *code, *hint;
} slips[] = {
    {"cantrip", "", "VERSION-MISSING", "begin the file with `cantrip: 1`"},
    {"zones",
     "zoens: {deck: {as: pile, seen_by: nobody}, hand: {per: player, seen_by: owner}, row: "
     "{seen_by: all}}",
     "KEY-UNKNOWN", "did you mean 'zones'?"},
    {"zones",
     "zones: {deck: {as: pile, senby: nobody}, hand: {per: player, seen_by: owner}, row: "
     "{seen_by: all}}",
     "KEY-UNKNOWN", "did you mean 'seen_by'?"},
    {"let", "lets: {total: players}\nresult: {score: total}", "KEY-UNKNOWN",
     "did you mean 'let'?"},
    {"phases", "phases: [{nmae: lap, repeat: 2, phases: [{set: {who: all, score: lap}}]}]",
     "KEY-UNKNOWN", "did you mean 'name'?"},
    {"cards", "cards: [nothing.yaml]", "FILE-MISSING", NULL},
    {"scripts", "scripts: [game.lua]\nactions: {go: {if: \"may(you)\", seat: all}}",
     "FILE-MISSING", NULL},
    {"phases", "phases: [{deal: {from: deck, to: market, count: 3}}]", "WHO-MISSING",
     "write 'move: {cards: {zone: deck, first: 3}, to: market}'"},
    {"phases", "phases: [{deal: {from: deck, to: hand}}]", "WHO-MISSING",
     "write 'who: all', or put it into an 'each'"},
    {"phases", "phases: [{set: {hot: 1}}]", "NOT-CONDITION", "write true"},
    {"phases", "phases: [{set: {hot: 0}}]", "NOT-CONDITION", "write false"},
    {"phases", "phases: [{set: {hot: players}}]", "NOT-CONDITION", "write 'players > 0'"},
    {"phases", "phases: [{set: {who: all, score: true}}]", "TYPE", "write 1"},
    {"phases", "phases: [{choose: {who: all, number: {from: 5, to: 1}}}]", "VALUE-RANGE", NULL},
    {"actions",
     "actions: {play: {card: {zone: hand}, do: [{move: {to: row, says: \"{who} {who:lay} "
     "it.\"}}]}}",
     "TEXT-PLACE", "as in {who:ONE|SEVERAL}"},
    {"phases", "phases: [{add: {hot: 1}}]", "COUNTER-KIND", "use 'set'"},
    {"phases", "phases: [{shuffle: deck}]", "TYPE-MAP", "write 'shuffle: {zone: deck}'"},
    {"phases", "phases: [{choose: {who: all, card: {zone: hand, worth: {more_than: 2}}}}]",
     "KEY-UNKNOWN", "did you mean 'at_least'?"},
    {"phases", "phases: [{choose: {who: all, card: {zone: hand, worth: > 5}}}]", "YAML-SYNTAX",
     "a comparison is a map: {at_least: 6}"},
    {"phases", "phases: [{choose: {who: all, card: {zone: hand, worth: \"> 5\"}}}]",
     "EXPR-SYNTAX", "a comparison is a map: {at_least: 6}"},
    {"phases", "phases: [{choose: {who: all, cards: {zone: hand, count: 2-3}}}]", "VALUE-RANGE",
     "write '{from: 2, to: 3}'"},
    {"phases", "phases: [{score: {who: all, add: 2}}]", "KEY-UNKNOWN",
     "to change a counter, write 'add: {score: …}' or 'set: {score: …}'"},
    {"phases", "phases: [{set: {boss: nobody}}]", "NAME-UNKNOWN", "write 'none'"},
    {"phases", "phases: [{each: all, phases: [{set: {boss: me}}]}]", "NAME-UNKNOWN",
     "write 'you'"},
    {"phases",
     "phases: [{set: {lead: best}}]\ncounters: {score: {per: player}, mark: {per: card}, boss: "
     "{is: seat}, hot: {is: flag}, best: {is: card}, lead: {is: suit}}",
     "TYPE", "add '.suit'"},
    {"phases", "phases: [{set: {hot: market.suit == red}}]", "TYPE",
     "use a 'let': {card: {zone: market}} is its one card, {count: {zone: market}} the number "
     "of cards"},
    {"phases", "phases: [{set: {who: all, score: market.count}}]", "NAME-UNKNOWN",
     "use a 'let': {card: {zone: market}} is its one card, {count: {zone: market}} the number "
     "of cards"},
    {"phases", "phases: [{if: hot == 1, set: {hot: false}}]", "TYPE",
     "write the flag alone: 'FLAG' or 'not FLAG'"},
    {"phases", "phases: [{set: {boss: boss.partner}}]", "NAME-UNKNOWN",
     "the seat opposite in a game for four is 'SEAT.left.left'. For teams give partners the "
     "same counter, {where: …}"},
    {"phases", "phases: [{move: {cards: {zone: market}, to: boss.row}}]", "NAME-UNKNOWN",
     "it is a zone. Name the player beside it: 'row, of: boss'"},
    {"phases", "phases: [{choose: {who: score == 4, card: {zone: hand}}}]", "TYPE",
     "write seats with a condition as a map: {where: …}"},
    {"phases", "phases: [{set: hot}]", "TYPE-MAP", "write 'set: {hot: true}'"},
    {"phases", "phases: [{set: boss = none}]", "TYPE-MAP", "write 'set: {boss: none}'"},
    {"let", "let: {reds: players, total: red + 1}", "NAME-UNKNOWN",
     "it is a word of 'suit'. Compare it with a value; or did you mean 'reds'?"},
    {"phases", "phases: [{set: {hto: true}}]", "KEY-UNKNOWN", "did you mean 'hot'?"},
    {"phases", "phases: [{set: {glory: 1}}]", "KEY-UNKNOWN",
     "declare it in the ruleset's 'counters'"},
    {"phases", "phases: [{if: {sum: worth, cards: {of: all}, at_least: 3}, set: {hot: true}}]",
     "KEY-UNKNOWN",
     "it needs 'count'. Name this number with a 'let' and compare: 'total >= 20'"},
    {"phases", "phases: [{set: {who: everyone, score: 1}}]", "NAME-UNKNOWN",
     "did you mean 'all'?"},
    {"phases", "phases: [{set: {who: zigzag, score: 1}}]", "NAME-UNKNOWN",
     "you, others, all (with you), left, right, …; or {where: …}"},
    {"phases", "phases: [{set: {who: othres, score: 1}}]", "NAME-UNKNOWN",
     "did you mean 'others'?"},
    {"phases", "phases: [{set: {who: bos, score: 1}}]", "NAME-UNKNOWN", "did you mean 'boss'?"},
    {"phases", "phases: [{set: {who: all, score: “1”}}]", "EXPR-SYNTAX",
     "put a formula between plain quotes: \"…\""},
    {"phases", "phases: [{set: {who: all, score: −1}}]", "EXPR-SYNTAX", "write a plain '-'"},
    {"phases", "phases: [{if: players ≥ 3, set: {hot: true}}]", "EXPR-SYNTAX", "write '>='"},
    {"cards", "cards: {a: {suit: green}}", "WORD-UNKNOWN", "one of: red, blue"},
    {"cards", "cards: {a: {name: {en: Ant, de: Ameise}}}", "LANGUAGE-UNKNOWN",
     "one of: en, fr"},
    {"counters",
     "counters: {score: {per: player}, mark: {per: card}, boss: {is: player}, hot: {is: "
     "flag}}\nphases: [{if: boss, set: {boss: {left: all, of: boss}}}, {add: {who: boss, "
     "score: boss.score}}, {set: {boss: none}}]",
     "VALUE-UNKNOWN", "did you mean 'seat'?"},
    {"counters",
     "counters: {score: {per: player}, mark: {per: card, is: bool}, boss: {is: seat}, hot: "
     "{is: flag}}\nphases: [{set: {cards: {zone: market, mark: true}, mark: false}}, {set: "
     "{hot: {count: {zone: market, mark: {at_least: 2}}}}}]",
     "VALUE-UNKNOWN", "did you mean 'flag'?"},
    {"counters",
     "counters: {score: {per: player}, mark: {per: card}, boss: {is: seat}, hot: {is: "
     "suits}}\nphases: [{if: hot == red, set: {hot: blue}}, {set: {hot: none}}, {move: "
     "{cards: {zone: market, suit: hot}, to: row, of: boss}}]",
     "VALUE-UNKNOWN", "did you mean 'suit'?"},
    {"traits",
     "traits: {worth: {is: number}, suit: {oneof: [red, blue], default: red}, kin: "
     "{set_of: "
     "word}, fx: {is: effects}, eyes: {is: watches, in: row, says: eyes}, twin: {is: card}, "
     "big: {is: "
     "flag}}\ncounters: {score: {per: player}, mark: {per: card}, boss: {is: seat}, hot: "
     "{is: suit}}\nphases: [{if: hot == red, set: {hot: blue}}, {move: {cards: {zone: "
     "market, suit: red}, to: deck}}]\ncards: {a: {worth: 1, suit: blue}, b: {worth: 2, "
     "suit: [red]}}",
     "KEY-UNKNOWN", "did you mean 'one_of'?"},
    {"let",
     "let: {due: players, total: due}\nphases: [{set: {who: all, score: due}}, {set: {who: "
     "all, score: \"1 + due\"}}]",
     "NAME-RESERVED", NULL},
    {"let",
     "let: {total: $n}\nphases: [{set: {who: all, score: total}}, {rise: {}}]\n"
     "steps: {rise: {params: {m: number = 1}, do: [{set: {who: all, score: "
     "\"total + $m\"}}]}}",
     "UNBOUND", "a 'let' has no parameters. Make it a verb, a step or a script's function"},
    {"zones",
     "zones: {deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}, Hand: {per: "
     "player, seen_by: owner}, row: {per: player, as: row, seen_by: all}, market: "
     "{seen_by: all, size: 3}}\nphases: [{deal: {who: all, from: deck, to: hand}}, {set: "
     "{who: all, score: {count: {zone: hand, of: all}}}}]",
     "NAME-SYNTAX", "use small letters, digits and _, at most 64, with a letter first"},
    {"phases", "phases: [{if: hot, set: {hot: false}, else: {set: {hot: true}}}]", "TYPE-LIST",
     "write a list, even of one step: [{set: …}]"},
    {"phases", "phases: [{set: {boss: {left: all}}}]", "UNBOUND",
     "say from which seat: {left: …, of: SEAT}"},
    {"phases", "phases: [{set: {boss: {most: score, seats: all}}}]", "KEY-UNKNOWN",
     "did you mean 'among'?"},
    {"phases", "phases: [{set: {who: all, score: {most: score}}}]", "UNBOUND",
     "for the greatest number write {most: …, seats: all}, and so with 'least'"},
    {"phases", "phases: [{each: all, do: [{set: {score: {most: score}}}]}]", "TYPE",
     "for the greatest number write {most: …, seats: all}, and so with 'least'"},
    {"phases", "phases: [{choose: {who: all, any_of: play}}]", "TYPE-LIST",
     "write 'any_of: [play]'"},
    {"phases",
     "phases: [{choose: {who: all, any_of: play, pass, give}}]\nactions: {play: {do: []}, "
     "pass: {do: []}, give: {do: []}}",
     "TYPE-LIST", "write 'any_of: [play, pass, give]'"},
    {"phases", "phases: [{finish: {because: over}}]", "TYPE-MAP",
     "write 'because: {over: true}'"},
    {"phases", "phases: [{set: {boss: boss.next}}]", "NAME-UNKNOWN", "did you mean 'left'?"},
    {"phases", "phases: [{set: {hot: pure.may(boss)}}]", "EXPR-SYNTAX", "write 'may(…)'"},
    {"phases", "phases: [{set: {hot: boss.may(1)}}]", "EXPR-SYNTAX", "write 'may(…)'"},
    {"cards", "cards: {a: {fx: [give]}}", "PARAM-MISSING",
     "for example 'give: {n: …, to: …}', or some of these"},
    {"cards", "cards: {a: {fx: [{give: 1}]}}", "TYPE-MAP",
     "for example 'give: {n: …, to: …}', or some of these"},
    {"traits",
     "traits: {worth: {is: number}, suit: {one_of: [red, blue], default: red}, kin: {set_of: "
     "suits}, fx: {is: effects}, eyes: {is: watches, in: row, says: eyes}, twin: {is: card}, "
     "big: {is: "
     "flag}}\ncards: {a: {kin: [red]}, b: {kin: [blue]}}",
     "TYPE-LIST", "did you mean 'suit'?"},
    {"traits",
     "traits: {worth: {is: number}, suit: {one_of: [red, blue], default: red}, kin: {set_of: "
     "word}, fx: {is: effect}, eyes: {is: watches, in: row, says: eyes}, twin: {is: card}, "
     "big: {is: "
     "flag}}\ncards: {a: {fx: [draw]}}\nsteps: {draw: {do: [{deal: {who: all, from: deck, to: "
     "hand}}]}}",
     "VALUE-UNKNOWN", "did you mean 'effects'?"},
    {"zones",
     "zones: {deck: {as: stack, seen_by: nobody, holds: [{}], shuffled: true}, hand: {per: "
     "player, seen_by: owner}, row: {per: player, as: row, seen_by: all}, market: {seen_by: "
     "all, "
     "size: 3}}",
     "VALUE-UNKNOWN", "did you mean 'pile'?"},
    {"phases",
     "phases: [{name: worth, repeat: 2, phases: [{add: {who: all, score: worth}}, {set: {hot: "
     "worth == 1}}]}]",
     "NAME-TAKEN", NULL},
    {"cards",
     "cards: {a: {worth: one}}\nzones: {deck: {as: pile, seen_by: nobody, holds: "
     "[{worth: 1}]}, hand: {per: player, seen_by: owner}, row: {per: player, as: row, seen_by: "
     "all}, market: {seen_by: all, size: 3}}",
     "NAME-UNKNOWN", "write a number or a formula"},
    {"phases", "phases: [{add: {who: all, score: great-wall}}]\ncards: {great-wall: {}}",
     "NAME-UNKNOWN",
     "in a formula '-' is minus. If you mean 'great-wall', it is a card. Use it in a "
     "selector, {card: great-wall}, or give it a trait for formulas"},
    {"phases", "phases: [{loop: true, phases: [{set: {hot: true}}]}]", "KEY-UNKNOWN",
     "write 'forever: true', 'repeat: N' or 'while: …'"},
    {"phases", "phases: [{choose: {who: all, cards: {zone: hand, number: 2}}}]", "KEY-UNKNOWN",
     "did you mean 'count'?"},
    {"phases", "phases: [{each: cards, do: [{set: {cards: card, mark: 1}}]}]", "NAME-UNKNOWN",
     "for cards, write 'each: {cards: {…}}'"},
};

static void test_one_slip_is_one_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        int line = put_game(slips[i].key, slips[i].text);
        assert_null(load("rulesets/game"));
        only(slips[i].code, slips[i].key[0] == 'c' && slips[i].text[0] == 0 ? 2 : line,
             slips[i].hint);
    }
}

/* ---- counters that hold a word ---- */

#define WORD_COUNTERS                                                                          \
    "\ncounters: {score: {per: player}, hot: {is: flag}, boss: {is: seat}, trump: {is: "       \
    "suit}, "                                                                                  \
    "led: {is: suit, start: blue}, sort: {is: hue, start: none}, family: {is: kin, start: "    \
    "elf}, "                                                                                   \
    "mark: {per: card, is: suit}}"                                                             \
    "\ntraits: {worth: {is: number}, suit: {one_of: [red, blue], default: red}, hue: "         \
    "{one_of: "                                                                                \
    "[red, green]}, kin: {set_of: word}, mood: {one_of: [glad, none]}}"                        \
    "\ncards: {a: {kin: [dwarf, elf]}}\nverbs: {}"

static void test_words_of_counters(void **state)
{
    (void)state;
    put_game("phases", "phases: [{set: {trump: led, sort: none, family: dwarf, hot: \"trump == "
                       "blue and not sort\"}}]" WORD_COUNTERS);
    load_good("rulesets/game");
    const struct kcounter *trump = &def->k.counters[3];
    assert_true(trump->is == V_WORD && trump->start == -1);
    assert_string_equal(def->traits[trump->trait].name.id, "suit");
    assert_true(trump[1].start == 1 && trump[2].start == -1 && trump[3].start == 1);
    assert_string_equal(counter_word(def, 4, 1), "blue");
    assert_null(counter_word(def, 4, -1));
    assert_null(counter_word(def, 4, 2));
    assert_null(counter_word(def, 0, 0));
    char many[1000] = "counters: {x: {is: t19}}\ntraits: {";
    for (int i = 0; i < 20; i++)
        sprintf(many + strlen(many), "t%d: {one_of: [a]}, ", i);
    strcat(many, "}\ncards: {a: {}}\nverbs: {}\nresult: {}");
    put_game("counters", many);
    load_good("rulesets/game");
}

static void test_wrong_words_of_counters(void **state)
{
    static const struct {
        const char *step, *code, *hint, *message;
    } wrong[] = {
        {"set: {trump: rde}", "WORD-UNKNOWN", "did you mean 'red'?",
         "'rde' is not a word of 'suit'"},
        {"set: {trump: green}", "WORD-UNKNOWN", NULL, "'green' is not a word of 'suit'"},
        {"set: {trump: trumpf}", "WORD-UNKNOWN", "did you mean 'trump'?",
         "'trumpf' is not a word of 'suit'"},
        {"set: {trump: 3}", "WORD-UNKNOWN", NULL, "'3' is not a word of 'suit'"},
        {"set: {trump: score}", "UNBOUND", NULL,
         "it is nobody's turn here, so 'you' is "
         "unknown here"},
        {"set: {trump: 1 + 1}", "TYPE", NULL,
         "a word of 'suit' is needed here, and this is a number"},
        {"set: {trump: sort}", "TYPE", NULL,
         "a word of 'suit' is needed here, and this is a word of 'hue'"},
        {"set: {trump: \"if(hot, led, sort)\"}", "TYPE", NULL,
         "'if' gives a word of 'suit' or a word of 'hue', but both must be of one type"},
        {"set: {boss: trump}", "TYPE", NULL,
         "a seat is needed here, and this is a word of "
         "'suit'"},
        {"set: {hot: trump == sort}", "TYPE", NULL,
         "a word of 'suit' and a word of 'hue' cannot be compared"},
        {"set: {hot: trump == rde}", "WORD-UNKNOWN", "did you mean 'red'?",
         "'rde' is neither a word of 'suit' nor a name"},
        {"set: {hot: trump == none}", "TYPE",
         "to test for no seat, card or word, write 'not …', for example 'not card.suit'",
         "'none' is not a single value"},
        {"set: {hot: trump == 1}", "TYPE", NULL,
         "a word of 'suit' and a number cannot be compared"},
        {"set: {hot: trump < red}", "TYPE", NULL,
         "only numbers have an order, and this is a word of 'suit'"},
        {"add: {who: all, score: trump + 1}", "TYPE", NULL,
         "a number is needed here, and this is a word of 'suit'"},
        {"add: {trump: 1}", "COUNTER-KIND", "use 'set'",
         "'trump' is not a number, so nothing can be added"},
        {"cancel: {cards: {of: all, suit: sort}}", "TYPE", NULL,
         "a word of 'suit' is needed here, and this is a word of 'hue'"},
        {"cancel: {cards: {of: all, mark: sort}}", "TYPE", NULL,
         "a word of 'suit' is needed here, and this is a word of 'hue'"},
        {"cancel: {cards: {of: all, mark: rde}}", "WORD-UNKNOWN", "did you mean 'red'?",
         "'rde' is not a word of 'suit'"},
        {"cancel: {cards: {of: all, mark: {at_least: red}}}", "TYPE", NULL,
         "'mark' is not a number, and only numbers have an order"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[1000];
        snprintf(text, sizeof text, "phases: [{%s}]" WORD_COUNTERS, wrong[i].step);
        int line = put_game("phases", text);
        assert_null(load("rulesets/game"));
        only(wrong[i].code, line, wrong[i].hint);
        assert_string_equal(found(wrong[i].code, 0)->message, wrong[i].message);
    }
}

static void test_wrong_counters_of_words(void **state)
{
    static const struct {
        const char *counter, *code, *hint, *message;
        int col;
    } wrong[] = {
        {"is: siut", "VALUE-UNKNOWN", "did you mean 'suit'?",
         "'is' must be one of number flag seat card suit kin mood, not 'siut'", 24},
        {"is: worth", "VALUE-UNKNOWN", NULL,
         "'is' must be one of number flag seat card suit kin mood, not 'worth'", 24},
        {"is: suit, start: rde", "WORD-UNKNOWN", "did you mean 'red'?",
         "'rde' is not a word of 'suit'", 37},
        {"is: suit, start: 0", "WORD-UNKNOWN", NULL, "'0' is not a word of 'suit'", 37},
        {"is: mood", "NAME-RESERVED", NULL,
         "'none' is a word of 'mood', but in a counter it means no word", 24},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "counters: {trump: {%s}}\ntraits: {worth: {is: number}, suit: {one_of: [red, "
                 "blue]}, "
                 "kin: {set_of: word}, mood: {one_of: [glad, none]}}\nverbs: {}\nresult: {}",
                 wrong[i].counter);
        int line = put_game("counters", text);
        assert_null(load("rulesets/game"));
        only(wrong[i].code, line, wrong[i].hint);
        assert_string_equal(found(wrong[i].code, 0)->message, wrong[i].message);
        assert_int_equal(found(wrong[i].code, 0)->col, wrong[i].col);
    }
}

/* ---- words that are chosen ---- */

#define WORD_PARTS                                                                             \
    "\ncounters: {score: {per: player}, trump: {is: suit}, hot: {is: flag}, sort: {is: hue}}"  \
    "\ntraits: {worth: {is: number}, suit: {one_of: [red, blue]}, hue: {one_of: [red, "        \
    "green]}, "                                                                                \
    "kin: {set_of: word}, mood: {one_of: [glad, none]}, end: {one_of: [done]}, echo: "         \
    "{one_of: [word]}, fx: {is: effects}}"                                                     \
    "\ncards: {a: {suit: red}}\nverbs: {}\nresult: {}\nactions: {play: {card: {zone: hand}}, " \
    "tint: {word: hue, says: \"{word}\", do: []}}"

static void test_chosen_words(void **state)
{
    (void)state;
    put_game("phases",
             "phases: [{choose: {who: all, word: suit, if: fresh, do: [{set: {trump: word, "
             "hot: word == red}}, "
             "{choose: {number: {from: 1, to: 3}, do: [{add: {score: number}}, {choose: "
             "{any_of: [tint]}}]}}]}}]" WORD_PARTS
             "\nlet: {fresh: \"word != trump\", green: word == green, sized: number > 1}");
    load_good("rulesets/game");
    const struct kaction *a = &def->k.actions[0];
    assert_true(a[0].word == REF_NONE && a[2].word == REF_NONE && a[2].from != REF_NONE);
    assert_string_equal(def->traits[a[1].word].name.id, "hue");
    assert_string_equal(def->traits[a[3].word].name.id, "suit");
    assert_int_equal(def->k.exprs[a[3].from].imm, 0);
    assert_int_equal(def->k.exprs[a[3].to].imm, 1);
    assert_int_equal(action_word(def, 3, "blue"), 1);
    assert_int_equal(action_word(def, 3, "green"), -1);
    assert_int_equal(action_word(def, 0, "red"), -1);
}

struct wrong_choose {
    const char *choose, *code, *hint, *message;
};

static void refused(const struct wrong_choose *wrong, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char text[1500];
        snprintf(text, sizeof text, "phases: [{choose: {who: all, %s}}]" WORD_PARTS,
                 wrong[i].choose);
        int line = put_game("phases", text);
        assert_null(load("rulesets/game"));
        only(wrong[i].code, line, wrong[i].hint);
        if (wrong[i].message)
            assert_string_equal(found(wrong[i].code, 0)->message, wrong[i].message);
    }
}

static void test_wrong_chosen_words(void **state)
{
    static const struct wrong_choose wrong[] = {
        {"word: siut", "TRAIT-UNKNOWN", "did you mean 'suit'?",
         "'siut' is not a trait of this ruleset"},
        {"word: siut, if: word == red, do: [{set: {trump: word}}]", "TRAIT-UNKNOWN",
         "did you mean 'suit'?", "'siut' is not a trait of this ruleset"},
        {"word: worth", "TRAIT-UNKNOWN", NULL, "'worth' is not a trait of words"},
        {"word: [suit]", "TYPE-WORD", NULL, NULL},
        {"word: kin", "LIST-EMPTY", NULL, "'kin' has no words, so there is nothing to choose"},
        {"word: mood", "NAME-RESERVED", NULL,
         "'none' is a word of 'mood', and means something else where a word is chosen"},
        {"word: end", "NAME-RESERVED", NULL,
         "'done' is a word of 'end', and means something else where a word is chosen"},
        {"word: echo", "NAME-RESERVED", NULL,
         "'word' is a word of 'echo', and means something else where a word is chosen"},
        {"word: suit, number: {from: 1, to: 2}, if: number > 1 and word == red", "KEY-CONFLICT",
         NULL, "an action chooses a 'number' or a 'word', not both"},
        {"word: suit, if: word == rde", "WORD-UNKNOWN", "did you mean 'red'?",
         "'rde' is neither a word of 'suit' nor a name"},
        {"word: suit, if: trump != wrod", "WORD-UNKNOWN", "did you mean 'word'?",
         "'wrod' is neither a word of 'suit' nor a name"},
        {"word: suit, if: word == sort", "TYPE", NULL,
         "a word of 'suit' and a word of 'hue' cannot be compared"},
        {"word: suit, if: word", "NOT-CONDITION", NULL, "a word of 'suit' is not a condition"},
        {"word: suit, if: word > 1", "TYPE", NULL,
         "a word of 'suit' and a number cannot be compared"},
        {"word: suit, if: number > 1", "UNBOUND", NULL,
         "no number was chosen, so 'number' is "
         "unknown here"},
        {"word: suit, do: [{set: {sort: word}}]", "TYPE", NULL,
         "a word of 'hue' is needed here, and this is a word of 'suit'"},
        {"number: {from: 1, to: 2}, do: [{choose: {word: suit, do: [{add: {score: number}}]}}]",
         "UNBOUND", NULL, "no number was chosen, so 'number' is unknown here"},
        {"word: suit, do: [{choose: {number: {from: 1, to: 2}, do: [{set: {trump: word}}]}}]",
         "UNBOUND", NULL, "no word was chosen, so 'word' is unknown here"},
        {"card: {zone: hand, suit: word}, word: suit", "UNBOUND", NULL,
         "no word was chosen, so 'word' is unknown here"},
        {"any_of: [play], word: suit", "KEY-CONFLICT",
         "write 'any_of: [{NAME: {…}}]', or an action under 'actions'",
         "'word' belongs to an action, not beside 'any_of'"},
        {"any_of: [play], do: []", "KEY-CONFLICT",
         "give each action its own 'do': 'any_of: [{NAME: {…, do: […]}}]'. Write what follows "
         "all of them after the 'choose'",
         "'do' belongs to an action, not beside 'any_of'"},
        {"any_of: [play], if: hot", "KEY-CONFLICT",
         "write it beside 'choose', or in an action: 'any_of: [{NAME: {…, if: …}}]'",
         "'if' belongs to an action, not beside 'any_of'"},
        {"prompt: over", "KEY-MISSING", NULL,
         "'choose' needs 'any_of', card, cards, target, seat, number or word"},
    };
    (void)state;
    refused(wrong, sizeof wrong / sizeof *wrong);
}

static void test_wrong_sets_of_cards(void **state)
{
    static const struct wrong_choose wrong[] = {
        {"cards: {zone: hand}", "KEY-MISSING", NULL, "the key 'count' is missing"},
        {"cards: {zone: hand, count: 0}", "VALUE-RANGE",
         "to allow none at all, write 'may: true'", "a set needs at least one card"},
        {"cards: {zone: hand, count: 33}", "VALUE-RANGE", NULL, "a set has at most 32 cards"},
        {"cards: {zone: hand, count: {from: 3, to: 2}}", "VALUE-RANGE", NULL,
         "there is no number from 3 to 2"},
        {"cards: {among: cards, count: 2}", "UNBOUND", NULL,
         "no cards were chosen, so 'cards' is "
         "unknown here"},
        {"cards: {zone: hand, cuont: 2}", "KEY-UNKNOWN", "did you mean 'count'?", NULL},
        {"cards: {zone: hand, count: 2, if: {count: {among: cards, zone: hand}}}",
         "KEY-CONFLICT", NULL, "'among' already says which cards, so leave out 'zone'"},
        {"cards: {zone: hand, count: 2, if: {count: {among: card}}}", "VALUE-UNKNOWN",
         "write 'among: cards'", "only the chosen set of cards is possible here"},
        {"cards: {zone: hand, count: 2}, if: cards > 1", "TYPE",
         "count them with '{count: {among: cards}}', or call a script's function: "
         "'NAME(cards)'",
         "'cards' is a set of cards, not a single value"},
        {"card: {zone: hand}, do: [{move: {cards: cards, to: row}}]", "UNBOUND", NULL,
         "no cards were chosen, so 'cards' is unknown here"},
        {"card: {zone: hand, except: {among: cards}}, cards: {zone: hand, count: 1}", "UNBOUND",
         NULL, "no cards were chosen, so 'cards' is unknown here"},
    };
    (void)state;
    refused(wrong, sizeof wrong / sizeof *wrong);
}

static void test_wrong_places_of_chosen_words(void **state)
{
    static const struct {
        const char *key, *text, *code, *message;
    } wrong[] = {
        {"let", "let: {odd: word == rde}" WORD_PARTS, "WORD-UNKNOWN",
         "'rde' is neither a word of 'hue' nor a name"},
        {"let", "let: {odd: word == 1}\nactions: {play: {card: {zone: hand}}}", "UNBOUND",
         "no word was chosen, so 'word' is unknown here"},
        {"actions", "actions: {play: {number: {from: 1, to: 2}, says: \"{word}\"}}",
         "TEXT-PLACE", "the text has {word}, which is unknown here"},
        {"cards",
         "cards: {a: {fx: [{when: {add: score}, do: [{choose: {word: suit, do: [{add: {score: "
         "number}}]}}]}]}}",
         "UNBOUND", "no number was chosen, so 'number' is unknown here"},
        {"counters",
         "counters: {score: {per: player}, mark: {per: card}, boss: {is: seat}, hot: {is: "
         "flag}, word: {}}",
         "NAME-RESERVED", "'word' is a word of the language and cannot name a counter"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int line = put_game(wrong[i].key, wrong[i].text);
        assert_null(load("rulesets/game"));
        only(wrong[i].code, line, NULL);
        assert_string_equal(found(wrong[i].code, 0)->message, wrong[i].message);
    }
}

/* What is wrong with a `say`, in words. */
static void test_a_step_that_says(void **state)
{
    static const char given[] =
        "to use {seat}, write 'say: {says: …, seat: …}'. So with {number}, {word} and {card}";
    static const struct {
        const char *step, *code, *message, *hint;
    } said[] = {
        {"say: \"{seat} wakes\"", "TEXT-PLACE", "the text has {seat}, which is unknown here",
         given},
        {"say: {en: wakes, fr: \"{card} s'éveille\"}", "TEXT-PLACE",
         "the text has {card}, which is unknown here", given},
        {"say: {says: \"{nubmer}\", number: 1}", "TEXT-PLACE",
         "the text has {nubmer}, which is unknown here", "did you mean 'number'?"},
        {"say: {says: \"{card.worth}\", card: {zone: market}}", "TEXT-PLACE",
         "a 'say' prints only the name of a card, {card}, not {card.…}",
         "use 'number: card.…' and write {number}"},
        {"say: none", "TEXT-NONE", "this 'say' has no text", "leave the step out"},
        {"say: \"\"", "TEXT-NONE", "this 'say' has no text", "leave the step out"},
        {"say: {says: none}", "TEXT-NONE", "this 'say' has no text", "leave the step out"},
        {"say: [a]", "TEXT", "'say' needs a text",
         "write a text, or {says: …} with its values"},
        {"say: {de: wacht auf}", "LANGUAGE-UNKNOWN",
         "'de' is not one of the ruleset's languages", "one of: en, fr"},
        {"say: {number: 1}", "KEY-MISSING", "the key 'says' is missing",
         "says: the sentence, with {number}, {seat}, {word} and {card}"},
        {"say: {text: it wakes}", "KEY-UNKNOWN", "unknown key 'text'", "did you mean 'says'?"},
        {"say: {says: it wakes, if: hot}", "KEY-UNKNOWN", "unknown key 'if'",
         "write it beside the step: {say: {…}, if: …}"},
        {"say: {says: \"{card}\", card: [market]}", "TYPE",
         "a 'say' takes one card, not a list", "write a 'say' for each"},
        {"say: {says: \"{seat}\", seat: all}", "TYPE", "'all' is not a single value", NULL},
        {"say: {says: \"{number}\", number: hot}", "TYPE",
         "a number is needed here, and this is a flag", "write 'if(…, 1, 0)'"},
        {"log: it wakes", "KEY-UNKNOWN", "unknown key 'log'", "did you mean 'say'?"},
        {"print: it wakes", "KEY-UNKNOWN", "unknown key 'print'", "did you mean 'say'?"},
        {"message: it wakes", "KEY-UNKNOWN", "unknown key 'message'", "did you mean 'say'?"},
        {"announce: it wakes", "KEY-UNKNOWN", "unknown key 'announce'", "did you mean 'say'?"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        char text[200];
        snprintf(text, sizeof text, "phases: [{%s}]", said[i].step);
        int line = put_game("phases", text);
        assert_null(load("rulesets/game"));
        only(said[i].code, line, said[i].hint);
        assert_string_equal(found(said[i].code, line)->message, said[i].message);
    }
}

/* What is given to a `say` and no text has is a warning; in one language it may be left out. */
static void test_a_step_that_says_too_little(void **state)
{
    (void)state;
    int line = put_game("phases", "phases: [{say: {says: it wakes, number: 1, seat: boss}}]");
    assert_non_null(load("rulesets/game"));
    assert_int_equal(diags.n, 2);
    const struct diag *d = must_find("TEXT-UNUSED", line, 41);
    assert_string_equal(d->message, "the text does not use the number");
    must_hint(d, "write {number} into the text, or leave it out");
    put_game("phases",
             "phases: [{say: {says: {en: \"{number:once|often}\", fr: oui}, number: 1}}]");
    load_good("rulesets/game");
}

/* A reason and a prompt name counters of the game, what a script says what it is given. */
static void test_words_that_name_nothing(void **state)
{
    static const struct {
        const char *phases, *hint;
    } uses[] = {
        {"[{finish: {because: {over: true}}}]", "did you mean 'seated'?"},
        {"[{choose: {who: all, prompt: over, card: {zone: deck}}}]", "did you mean 'seated'?"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        char text[500];
        snprintf(
            text, sizeof text,
            "cantrip: 1\nplayers: 2\ncards: [{a: {}}]\nzones: {deck: {seen_by: all, holds: "
            "[{}]}}\n"
            "words:\n  over: \"{seat} goes out\"\n  told: \"{seat} goes out\"\nphases: %s\n"
            "counters: {seated: {}, gold: {per: player}}\n",
            uses[i].phases);
        put("rulesets/game/ruleset.yaml", text);
        assert_null(load("rulesets/game"));
        only("TEXT-PLACE", 6, uses[i].hint);
    }
}

static void test_reasons_have_a_limit(void **state)
{
    char words[1500] = "words: {w0: a", phases[1500] = "phases: [{finish: {because: {w0: true";

    (void)state;
    for (int i = 1; i <= 63; i++) {
        size_t w = strlen(words), p = strlen(phases);
        snprintf(words + w, sizeof words - w, ", w%d: a", i);
        snprintf(phases + p, sizeof phases - p, ", w%d: true", i);
    }
    strcat(words, "}\n");
    strcat(phases, "}}}]\n");
    char text[3200];
    snprintf(text, sizeof text,
             "cantrip: 1\nplayers: 2\ncards: [{a: {}}]\nzones: {deck: {seen_by: all, holds: "
             "[{}]}}\n%s%s",
             words, phases);
    put("rulesets/game/ruleset.yaml", text);
    assert_null(load("rulesets/game"));
    only("LIMIT-REASONS", 6, NULL);
}

/* What mentions a card is not judged when a file of cards cannot be read. */
static void test_cards_that_cannot_be_read(void **state)
{
    (void)state;
    put("rulesets/game/ruleset.yaml",
        "cantrip: 1\nplayers: 2\ncards: [game.yaml]\nzones: {deck: {seen_by: all, holds: "
        "[{card: knight}]}}\n"
        "let: {knight: {count: {zone: deck, card: knight}}}\nphases: [{cancel: {cards: {zone: "
        "deck, card: queen}}}]\n");
    put("cards/game.yaml", "cantrip: 1\ncards:\n  knight: {copies: 2\n  queen: {}\n");
    assert_null(load("rulesets/game"));
    only("YAML-SYNTAX", 3, NULL);
}

/* What a script's function takes and what it is used as. */
static void test_functions_of_scripts(void **state)
{
    static const struct {
        const char *text, *code;
    } use[] = {
        {"phases: [{set: {hot: yes()}}, {add: {who: all, score: two(1)}}]", NULL},
        {"phases: [{add: {who: all, score: \"many(1, 2, 3)\"}}]", NULL},
        {"phases: [{set: {hot: \"two() == two()\"}}]", NULL},
        {"phases: [{set: {hot: \"yes(5, 6)\"}}]", "PURE-TYPES"},
        {"phases: [{add: {who: all, score: \"two(1, 2)\"}}]", "PURE-TYPES"},
        {"phases: [{set: {hot: yes()}}, {set: {hot: \"yes() > 0\"}}]", "PURE-TYPES"},
        {"phases: [{set: {boss: two()}}, {add: {who: all, score: two()}}]", "PURE-TYPES"},
        {"phases: [{cancel: {cards: {of: all, suit: two()}}}]", "PURE-TYPES"},
        {"phases: [{set: {hot: needs()}}]", "PURE-TYPES"},
        {"phases: [{add: {who: all, score: two()}},\n  {add: {who: all, score: two(1)}}]",
         "PURE-TYPES"}, /* where it has fewer */
        {"phases: [{each: all, phases: [{set: {hot: needs(you)}}]}]", NULL},
    };
    (void)state;
    put("scripts/game.lua",
        "function pure.yes(g) return true end\nfunction pure.two(g, a) return 2 end\n"
        "function pure.many(g, ...) return 2 end\n"
        "function pure.needs(g, s) local of = s.score return of > 1 end\n");
    for (size_t i = 0; i < sizeof use / sizeof *use; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s\nscripts: [game.lua]", use[i].text);
        int line = put_game("phases", text);
        if (!use[i].code) {
            load_good("rulesets/game");
            continue;
        }
        assert_null(load("rulesets/game"));
        must_find(use[i].code, line, 0);
    }
}

/* What a step may show may be asked about: the same in YAML and in Lua, but not where the script only
 * speaks of it. */
static void test_cards_that_are_shown_may_be_asked_about(void **state)
{
    static const char choose[] = "{choose: {who: all, card: {zone: deck, worth: 1}}}";
    static const struct {
        const char *step, *script;
        bool good;
    } t[] = {
        {"{show: {to: all, cards: {zone: deck}}}", "", true},
        {"{run: peek}",
         "local s = sel{zone = 'deck'} function step.peek(g) g:show('all', g:card(s)) end",
         true},
        {"{run: peek}",
         "local s = sel{zone = 'deck'}\nlocal function look(g) g:show('all', g:card(s)) end\n"
         "function step.peek(g) look(g) end",
         true},
        {"{run: peek}", "-- nothing to show\nfunction step.peek(g) local show = 1 end", false},
        {"{run: peek}", "function step.peek(g) g:card(sel{zone = 'showdown'}) end", false},
        {"{shuffle: {zone: deck}}", "function step.other(g) g:show({}, 'all') end", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        char text[400];
        put("scripts/game.lua", t[i].script);
        snprintf(text, sizeof text, "phases: [%s, %s]\nscripts: [game.lua]", t[i].step, choose);
        int line = put_game("phases", text);
        if (t[i].good) {
            load_good("rulesets/game");
            continue;
        }
        assert_null(load("rulesets/game"));
        must_find("HIDDEN-FILTER", line, 0);
    }
}

/* ---- four slips in one run ---- */

static void test_four_slips_at_once(void **state)
{
    (void)state;
    put("rulesets/tale/ruleset.yaml",
        "cantrip: 1\n"
        "players: {min: 2, max: 4}\n"
        "cards: [tale]\n"
        "traits:\n"
        "  house: {one_of: [north, south, west]}\n"
        "  acts: {is: effects}\n"
        "zones:\n"
        "  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}\n"
        "  story: {per: player, as: row, seen_by: all, down_seen_by: owner}\n"
        "field: {zone: story}\n"
        "verbs:\n"
        "  close: {params: {who: seats = you, house: house optional}, do: [{turn: {cards: {of: "
        "$who, "
        "house: $house}, face: down}}]}\n"
        "phases:\n"
        "  - deal: {who: all, from: deck, to: stroy, count: 5}\n");
    put("cards/tale/people.yaml", "cantrip: 1\n"
                                  "cards:\n"
                                  "  lair:\n"
                                  "    house: north\n"
                                  "    acts:\n"
                                  "      - clsoe: {house: north}\n"
                                  "  owl:\n"
                                  "    house: nroth\n"
                                  "    acts: [{close: {who: all}}]\n"
                                  "    coppies: 3\n");
    assert_null(load("rulesets/tale"));
    assert_int_equal(diags.n, 4);
    const struct diag *verb = must_find("VERB-UNKNOWN", 6, 9);
    must_hint(verb, "did you mean 'close'?");
    assert_non_null(strstr(verb->file, "cards/tale/people.yaml"));
    must_hint(must_find("WORD-UNKNOWN", 8, 12), "did you mean 'north'?");
    must_hint(must_find("KEY-UNKNOWN", 10, 5), "did you mean 'copies'?");
    const struct diag *zone = must_find("ZONE-UNKNOWN", 14, 38);
    must_hint(zone, "did you mean 'story'?");
    assert_non_null(strstr(zone->file, "rulesets/tale/ruleset.yaml"));
}

/* ---- extends ---- */

static void put_base(void)
{
    put("rulesets/base/ruleset.yaml",
        "cantrip: 1\n"
        "title: {en: Base, fr: Socle}\n"
        "languages: [en, fr]\n"
        "players: {min: 2, max: 5}\n"
        "cards: [base]\n"
        "options: {hard: {is: flag, default: true, says: hard}}\n"
        "traits: {worth: {is: number}}\n"
        "zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, hand: {per: player, seen_by: "
        "owner}}\n"
        "let: {size: {count: {zone: deck}, times: 2}}\n"
        "phases:\n"
        "  - name: round\n"
        "    repeat: 4\n"
        "    phases:\n"
        "      - {name: draw, phases: [{deal: {who: all, from: deck, to: hand}}]}\n"
        "      - {name: rest, phases: []}\n"
        "result: {score: {count: {zone: hand}}}\n");
    put("cards/base/a.yaml", "cantrip: 1\ncards: {a: {worth: 1}, b: {worth: 2}}\n");
}

static void test_extends(void **state)
{
    (void)state;
    put_base();
    put("cards/more/a.yaml", "cantrip: 1\ncards: {x: {worth: 7}}\n");
    put("rulesets/more/ruleset.yaml", "cantrip: 1\n"
                                      "extends: base\n"
                                      "title: More\n"
                                      "players: {max: 3}\n"
                                      "cards: [more]\n"
                                      "options: {hard: {default: false}}\n"
                                      "let: {size: \"players\"}\n"
                                      "phases: {round: {repeat: 2}, rest: null}\n");
    load_good("rulesets/more");
    assert_string_equal(def->title.by_lang[0], "More");
    assert_int_equal(def->k.min_people, 2);
    assert_int_equal(def->k.max_people, 3);
    assert_int_equal(def->k.ncards, 1);
    assert_string_equal(def->cards[0].id, "x");
    assert_int_equal(def->options[0].def, 0);
    assert_string_equal(def->options[0].name.says.by_lang[0], "hard");
    assert_int_equal(def->k.nphases, 2);
    assert_int_equal(def->k.phases[0].loop, LOOP_REPEAT);
    assert_int_equal(def->k.exprs[def->k.phases[0].arg].imm, 2);
}

static void test_extends_from_another_root(void **state)
{
    (void)state;
    put_base();
    put("tests/rulesets/twin/ruleset.yaml",
        "cantrip: 1\nextends: base\nzones: {deck: {shuffled: true}}\n");
    load_good("tests/rulesets/twin");
    assert_int_equal(def->k.ncards, 2); /* found beside the ruleset that names them */
    assert_true(def->k.zones[0].shuffled);
    assert_int_equal(def->k.zones[0].as, AS_PILE);
}

static void test_extends_errors(void **state)
{
    (void)state;
    put_base();
    put("rulesets/more/ruleset.yaml",
        "cantrip: 1\nextends: base\nphases: {ruond: {repeat: 2}}\nzones: {dekc: null}\n");
    assert_null(load("rulesets/more"));
    must_hint(must_find("PHASE-UNKNOWN", 3, 10), "did you mean 'round'?");
    must_hint(must_find("REMOVES-NOTHING", 4, 9), "did you mean 'deck'?");
    put("rulesets/base/ruleset.yaml",
        "cantrip: 1\nplayers: 2\ncards: [{a: {}}]\n"
        "phases: [{name: day, phases: [{name: noon, repeat: 2, phases: []}]}]\n");
    put("rulesets/more/ruleset.yaml",
        "cantrip: 1\nextends: base\nphases: {day: {noon: {repeat: 3}}}\n");
    assert_null(load("rulesets/more"));
    must_hint(must_find("KEY-UNKNOWN", 3, 16), "write 'phases: {noon: …}', because it is "
                                               "inside");
    put("rulesets/base/ruleset.yaml",
        "cantrip: 1\nplayers: 2\ncards: [{a: {}}]\noptions: {hard: {is: flag}}\nphases: []\n");
    put("rulesets/more/ruleset.yaml",
        "cantrip: 1\nextends: base\noptions: {hrad: {default: true}}\n");
    assert_null(load("rulesets/more"));
    must_hint(must_find("EXTENDS-NEW", 3, 11), "did you mean 'hard'?");
    put("rulesets/more/ruleset.yaml", "cantrip: 1\nextends: more\n");
    assert_null(load("rulesets/more"));
    must_find("EXTENDS-CYCLE", 2, 10);
    put("rulesets/more/ruleset.yaml", "cantrip: 1\nextends: bsae\n");
    assert_null(load("rulesets/more"));
    must_find("FILE-MISSING", 2, 10);
}

/* ---- cards ---- */

static int card_at(const char *id)
{
    for (int c = 0; c < def->k.ncards; c++)
        if (strcmp(def->cards[c].id, id) == 0)
            return c;
    fail_msg("no card %s", id);
    return -1;
}

static int trait_at(const char *id)
{
    for (int t = 0; t < def->k.ntraits; t++)
        if (strcmp(def->traits[t].name.id, id) == 0)
            return t;
    fail_msg("no trait %s", id);
    return -1;
}

static int32_t value(const char *card, const char *trait)
{
    return def->k.trait_value[card_at(card) * def->k.ntraits + trait_at(trait)];
}

static bool has_word(const char *card, const char *trait, const char *word)
{
    int t = trait_at(trait);
    const struct words *w = &def->traits[t].words;
    for (int i = 0; i < w->n; i++)
        if (strcmp(w->v[i].id, word) == 0)
            return bits_has(&def->k, (ref)(def->k.traits[t].bits + i), (uint16_t)card_at(card));
    return false;
}

static void test_like_defaults_for(void **state)
{
    (void)state;
    put_game("cards", "cards: [game]");
    put("cards/game/1.yaml",
        "cantrip: 1\n"
        "defaults: {suit: blue, source: ours}\n"
        "cards:\n"
        "  old: {like: first, name: Old, worth: 9}\n" /* later file, other suit */
        "  plain: {}\n");
    put("cards/game/2.yaml",
        "cantrip: 1\n"
        "defaults: {suit: red}\n"
        "cards:\n"
        "  first: {copies: 4, worth: 3, kin: [this.card, x], big: true, source: rulebook}\n"
        "  \"s-{rank}\": {for: {rank: [a, 2], worth: [1, 20]}, name: \"{rank} of x\", kin: "
        "[\"{rank}\"]}\n");
    load_good("rulesets/game");
    assert_int_equal(def->k.ncards, 5);
    assert_string_equal(def->cards[0].id, "old");
    assert_int_equal(value("old", "worth"), 9);
    assert_int_equal(def->k.cards[0].copies, 4);
    assert_int_equal(value("old", "big"), 1);
    assert_true(has_word("old", "suit", "blue"));
    assert_true(has_word("first", "suit", "red"));
    assert_true(has_word("first", "kin", "first"));
    assert_true(has_word("old", "kin", "old")); /* this.card is the card's own id */
    assert_false(has_word("old", "kin", "first"));
    assert_string_equal(def->cards[0].source, "ours");
    assert_int_equal(value("s-a", "worth"), 1);
    assert_int_equal(value("s-2", "worth"), 20);
    assert_true(has_word("s-2", "kin", "2"));
    assert_string_equal(def->cards[card_at("s-2")].name.by_lang[0], "2 of x");
    assert_string_equal(def->cards[card_at("plain")].name.by_lang[0], "plain");
    assert_int_equal(value("plain", "twin"), -1);
}

/* A game of two files; its `cards` has ENTRIES behind them. */
static void put_variant(const char *entries)
{
    static char text[400];
    snprintf(text, sizeof text, "cards: [one.yaml, two.yaml, %s]", entries);
    put_game("cards", text);
    put("cards/one.yaml", "cantrip: 1\n"
                          "defaults: {suit: blue}\n"
                          "cards:\n"
                          "  a: {worth: 1, copies: 2, name: Ant}\n"
                          "  b: {like: a, name: Bee}\n"
                          "  c: {like: b, suit: red}\n");
    put("cards/two.yaml", "cantrip: 1\ncards: {d: {worth: 4, like: a}, e: {}}\n");
}

static void test_cards_are_changed(void **state)
{
    (void)state;
    put_variant(
        "{a: {worth: 7, suit: red}, e: {copies: 0}}, {new: {name: New}, e: {worth: 9}}");
    load("rulesets/game");
    assert_non_null(def);
    assert_int_equal(def->k.ncards, 6);
    assert_int_equal(value("a", "worth"), 7);
    assert_true(has_word("a", "suit", "red"));
    assert_int_equal(def->k.cards[card_at("a")].copies, 2);
    assert_int_equal(def->k.cards[card_at("e")].copies, 0);
    assert_int_equal(value("e", "worth"), 9);
    assert_int_equal(value("c", "worth"), 7);
    assert_int_equal(value("d", "worth"), 4);
    assert_true(has_word("b", "suit", "blue")); /* of its file */
    assert_int_equal(diags.n, 1);
    const struct diag *d = must_find("LIKE-CHANGED", 15, 30);
    assert_string_equal(d->message, "'a' has changed, and so have the cards like it: 'b', "
                                    "'c', 'd'");
    must_hint(d, "write 'worth' in cards that should stay as they were");
    /* what each of them writes itself is not changed with it */
    put_variant("{a: {name: Aunt}}");
    load("rulesets/game");
    d = must_find("LIKE-CHANGED", 15, 30);
    assert_string_equal(d->message, "'a' has changed, and so have the cards like it: 'd'");
}

static void test_cards_are_removed(void **state)
{
    (void)state;
    put_variant("{remove: [a], e: ~, \"{x}\": {for: {x: [d]}, worth: 5}}, {e: {worth: 3}}");
    load("rulesets/game");
    assert_non_null(def);
    assert_int_equal(def->k.ncards, 4);
    assert_string_equal(def->cards[0].id, "b");
    assert_int_equal(value("b", "worth"), 1); /* of a, which is no card of the game */
    assert_int_equal(value("d", "worth"), 5);
    assert_int_equal(value("e", "worth"), 3); /* written anew */
    const struct diag *d = must_find("LIKE-CHANGED", 15, 39);
    assert_string_equal(d->message,
                        "'a' is removed, but these cards like it keep its fields: 'b', 'd'");
    put_variant("{remove: [bb, b]}");
    assert_null(load("rulesets/game"));
    must_hint(must_find("CARD-UNKNOWN", 15, 39), "did you mean 'b'?");
    put_variant("{remove: [e, e]}");
    assert_null(load("rulesets/game"));
    must_find("CARD-UNKNOWN", 15, 42);
    put_variant("{remove: e}");
    load_good("rulesets/game");
    assert_int_equal(def->k.ncards, 4);
    put_variant("{remove: [a, b, c, d, e]}");
    assert_null(load("rulesets/game"));
    must_find("CARDS-NONE", 15, 8);
    put_variant("{aa: {worth: 3}, ab: {worth: 1, name: x}}");
    assert_non_null(load("rulesets/game"));
    assert_int_equal(diags.n, 1);
    must_hint(must_find("CARD-NEW", 15, 30), "did you mean 'a'?");
    put_game(
        "cards",
        "cards: [{k0: {worth: 1}}, {k1: {worth: 2}}]"); /* nothing there that it could change */
    load_good("rulesets/game");
}

static void test_cards_are_changed_by_who_extends(void **state)
{
    (void)state;
    put_game("", NULL);
    put("rulesets/more/ruleset.yaml", "cantrip: 1\nextends: game\n"
                                      "cards: {b: {worth: 5}, remove: [a], c: {like: b}}\n");
    load_good("rulesets/more");
    assert_int_equal(def->k.ncards, 2);
    assert_int_equal(value("c", "worth"), 5);
    assert_int_equal(def->k.cards[card_at("c")].copies, 3);
    put("rulesets/most/ruleset.yaml", "cantrip: 1\nextends: more\ncards: {c: {worth: 6}}\n");
    load_good("rulesets/most");
    assert_int_equal(value("c", "worth"), 6);
    put("rulesets/more/ruleset.yaml", "cantrip: 1\nextends: game\ncards: [{b: {worth: 5}}]\n");
    load_good("rulesets/more");
    assert_int_equal(def->k.ncards, 1);
}

/* ---- lang/LL.yaml ---- */

/* A game with a text in every kind of place. */
static const char *const spoken =
    "cantrip: 1\n"
    "title: Game\n"
    "players: {min: 2, max: 3}\n"
    "options: {level: {one_of: {low: {says: easy}, high: {}}, says: how hard}}\n"
    "traits: {worth: {is: number, says: worth}, fx: {is: effects}, hush: {is: flag, says: "
    "none}, kin: {one_of: [red, blue]}}\n"
    "zones: {deck: {as: pile, seen_by: nobody, holds: [{}], says: heap}, hand: {per: player, "
    "seen_by: owner}}\n"
    "field: {zone: hand}\n"
    "counters: {score: {per: player, says: {en: points}}}\n"
    "requires: [{if: \"players > 1\", says: too few}, {if: \"players < 9\", says: too many}]\n"
    "verbs: {gain: {params: {n: number = 1}, main: n, says: \"gain {n}\", do: [{add: {score: "
    "$n}}]}}\n"
    "phases:\n"
    "  - deal: {who: all, from: deck, to: hand}\n"
    "  - {name: day, says: a day, phases: [{name: noon, says: noon, phases: [{choose: {who: "
    "all, "
    "together: true, card: {}, says: \"put {card}\", do: [{move: {to: deck, says: "
    "gone}}]}}]}]}\n"
    "  - {name: noon, phases: [{shuffle: {zone: deck}}]}\n"
    "result: {score: {is: score, says: what you have}}\n"
    "words: {over: it is over}\n"
    "cards:\n"
    "  a: {name: Ant, notes: small, fx: [gain, {gain: 2, says: more}, {when: noon, do: [{gain: "
    "3, "
    "says: at noon}]}]}\n"
    "  b: {like: a, name: Bee, worth: {is: score, says: as many}}\n"
    "  c: {copies: 2}\n";

static void put_spoken(const char *french)
{
    static char text[2000];
    put("rulesets/game/ruleset.yaml", spoken);
    snprintf(text, sizeof text, "cantrip: 1\n%s\n", french);
    put("rulesets/game/lang/fr.yaml", text);
}

static void says(const struct text *text, const char *en, const char *fr)
{
    assert_string_equal(text_in(text, 0), en);
    assert_string_equal(text_in(text, 1), fr);
}

static void test_texts_are_laid_over(void **state)
{
    (void)state;
    put_spoken("title: Jeu\n"
               "options: {level: {says: difficulté, one_of: {low: facile}}}\n"
               "traits: {worth: valeur}\n"
               "zones: {deck: tas}\n"
               "counters: {score: {says: des points}}\n"
               "requires: [~, trop]\n"
               "verbs: {gain: \"recevez {n}\"}\n"
               "phases:\n"
               "  day: {says: un jour}\n"
               "  noon: {says: midi, phases: [{choose: \"posez {card}\"}]}\n"
               "result: {score: votre avoir}\n"
               "words: {over: c'est fini}\n"
               "cards:\n"
               "  a: {name: Fourmi, notes: petite, fx: [plus, {do: [à midi]}]}\n"
               "  b: Abeille\n"
               "notes: for who translates\n"
               "x-own: {a: b}");
    load_good("rulesets/game");
    assert_int_equal(def->nlanguages, 2);
    assert_string_equal(def->languages[1], "fr");
    says(&def->title, "Game", "Jeu");
    says(&def->options[0].name.says, "how hard", "difficulté");
    says(&def->options[0].values.v[0].says, "easy", "facile");
    says(&def->traits[0].name.says, "worth", "valeur");
    says(&def->zones[0].says, "heap", "tas");
    says(&def->counters[0].says, "points", "des points");
    says(&def->verbs[0].name.says, "gain {n}", "recevez {n}");
    says(&def->phases[0].says, "a day", "un jour");
    says(&def->phases[1].says, "noon", "midi");
    says(&def->words[0].says, "it is over", "c'est fini");
    says(&def->actions[0].says, "put {card}", "posez {card}");
    says(&def->cards[0].name, "Ant", "Fourmi");
    says(&def->cards[1].name, "Bee", "Abeille");
    says(&def->cards[2].name, "c", "c");
    const struct node *notes =
        node_get(def->cards[1].node, "notes"); /* of the card it is like */
    assert_string_equal(node_get(notes, "fr")->text, "petite");
    for (int card = 0; card < 2; card++) {
        const struct klist *fx = &def->k.trait_list[card * def->k.ntraits + 1];
        says(&def->effects[fx->first + 1].says, "more", "plus");
    }
}

static const struct {
    const char *code, *french;
    int col;
    const char *hint;
} untrue[] = {
    {"TEXT-UNMATCHED", "zone: {deck: tas}", 1, "did you mean 'zones'?"},
    {"TEXT-UNMATCHED", "zones: {dekc: tas}", 9, "did you mean 'deck'?"},
    {"TEXT-UNMATCHED", "zones: {hand: main}", 15,
     "give it a text there first, for example 'says: hand'"},
    {"TEXT-UNMATCHED", "zones: {deck: {holds: [rien]}}", 23, NULL},
    {"TEXT-UNMATCHED", "phases: {noon: {phases: [{choose: {do: [parti]}}]}}", 41,
     "its text is inside 'move'. Write '{move: TEXT}'"},
    {"TEXT-UNMATCHED", "phases: {day: {phases: [{phases: [x]}]}}", 35,
     "its text is inside 'choose'. Write '{choose: TEXT}'"},
    {"TEXT-UNMATCHED", "zones: tas", 8, NULL},
    {"TEXT-UNMATCHED", "players: {min: deux}", 16, NULL},
    {"TEXT-UNMATCHED", "traits: {hush: chut}", 16, NULL},
    {"TEXT-UNMATCHED", "traits: {hush: {says: chut}}", 23, NULL},
    {"TEXT-UNMATCHED", "traits: {kin: {one_of: {red: rouge}}}", 24,
     "give them texts in the ruleset first, for example '{red: {says: red}, …}'"},
    {"TEXT-UNMATCHED", "requires: [trop]", 11,
     "count only entries with a text; '~' leaves one as it is"},
    {"TEXT-UNMATCHED", "result: {rien: x}", 10, "only 'score' may stand here"},
    {"TEXT-UNMATCHED", "phases: {dya: un jour}", 10, "did you mean 'day'?"},
    {"TEXT-UNMATCHED", "phases: {day: {phases: [x, y]}}", 24, NULL},
    {"TEXT-UNMATCHED", "words: {ovr: fini}", 9, "did you mean 'over'?"},
    {"TEXT-UNMATCHED", "cards: {aa: Fourmi}", 9, "did you mean 'a'?"},
    {"TEXT-UNMATCHED", "cards: {a: {nam: Fourmi}}", 13, "did you mean 'name'?"},
    {"TEXT-UNMATCHED", "cards: {c: {name: C}}", 13, NULL},
    {"TEXT-UNMATCHED", "cards: {a: {fx: plus}}", 17,
     "it is a list there. Write its texts as a list"},
    {"TEXT", "title: {fr: Jeu}", 8, NULL},
    {"TEXT-LINE", "title: \"le\\tjeu\"", 8, NULL},
    {"TEXT-PLACE", "verbs: {gain: \"recevez {m}\"}", 15, NULL},
    {"TYPE-MAP", "cards: Fourmi", 8, NULL},
};

static void test_texts_that_fit_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof untrue / sizeof *untrue; i++) {
        put_spoken(untrue[i].french);
        assert_null(load("rulesets/game"));
        const struct diag *d = must_find(untrue[i].code, 2, untrue[i].col);
        assert_non_null(strstr(d->file, "lang/fr.yaml"));
        if (untrue[i].hint)
            must_hint(d, untrue[i].hint);
        assert_int_equal(diags.n, 1);
    }
}

static void test_languages_of_files(void **state)
{
    (void)state;
    put_spoken("title: Jeu");
    put("rulesets/game/lang/de.yaml", "cantrip: 1\ntitle: Spiel\n");
    put("rulesets/game/lang/README.md", "no texts\n");
    load_good("rulesets/game");
    assert_int_equal(def->nlanguages, 3);
    assert_string_equal(def->languages[1], "de"); /* by name */
    assert_string_equal(def->title.by_lang[2], "Jeu");
    put("rulesets/game/lang/de.yaml", "title: Spiel\n");
    assert_null(load("rulesets/game"));
    must_find("VERSION-MISSING", 1, 1);
    put("rulesets/game/lang/de.yaml", "cantrip: 1\n");
    put("rulesets/game/lang/en.yaml", "cantrip: 1\ntitle: Same\n");
    assert_null(load("rulesets/game"));
    assert_string_equal(must_find("LANGUAGE-FILE", 0, 0)->message,
                        "the ruleset itself is written in 'en'");
}

static void test_texts_of_what_is_extended(void **state)
{
    (void)state;
    put_spoken("title: Jeu\nzones: {deck: tas}\nwords: {over: fini}\n"
               "cards: {a: {name: Fourmi, notes: petite}, b: Abeille}");
    put("rulesets/more/ruleset.yaml",
        "cantrip: 1\nextends: game\nlanguages: [en]\ntitle: More\n"
        "words: {over: done}\n"
        "cards: {a: {name: Aunt}, remove: [b]}\n");
    put("rulesets/more/lang/fr.yaml", "cantrip: 1\ntitle: Plus\n");
    put("rulesets/more/lang/de.yaml", "cantrip: 1\nzones: {deck: Haufen}\n");
    load("rulesets/more");
    assert_non_null(def);
    assert_int_equal(diags.errors, 0);
    assert_int_equal(def->nlanguages, 3);
    assert_string_equal(def->languages[1], "fr");
    says(&def->title, "More", "Plus");
    says(&def->zones[0].says, "heap", "tas");
    assert_string_equal(def->zones[0].says.by_lang[2], "Haufen");
    says(&def->words[0].says, "done", "done"); /* not what the other's text was in French */
    says(&def->cards[0].name, "Aunt", "Aunt");
    assert_string_equal(node_get(node_get(def->cards[0].node, "notes"), "fr")->text, "petite");
    put("rulesets/more/lang/fr.yaml", "cantrip: 1\ncards: {b: Abeille}\n");
    assert_null(load("rulesets/more"));
    must_find("TEXT-UNMATCHED", 2, 9);
}

static void test_formulas_of_cards(void **state)
{
    (void)state;
    put_game("cards",
             "cards: {a: {worth: {count: {card: this.card}}}, b: {worth: \"2 * 3\"}, c: {}}");
    load_good("rulesets/game");
    int t = trait_at("worth"), n = def->k.ntraits;
    assert_int_not_equal(def->k.trait_expr[0 * n + t], REF_NONE);
    assert_int_equal(def->k.exprs[def->k.trait_expr[0 * n + t]].op, X_COUNT);
    assert_int_equal(def->k.trait_expr[2 * n + t], REF_NONE);
    assert_true(def->k.traits[t].formula);
}

static void test_more_cards_from_a_scenario(void **state)
{
    (void)state;
    struct arena *mem = arena_new();
    const char *text = "cantrip: 1\ncards: {x: {like: b, worth: 5}}\n";
    const struct node *file = node_load_text("scenario.yaml", text, strlen(text), mem, &diags);
    char path[160];
    put_game("", NULL);
    snprintf(path, sizeof path, "%s/rulesets/game", folder);
    def = definition_load(path, &(struct load_more){.cards = &file, .ncards = 1}, &diags);
    assert_non_null(def);
    arena_free(mem);
    assert_int_equal(def->k.ncards, 3);
    assert_string_equal(def->cards[2].id, "x");
    assert_int_equal(def->k.cards[2].copies, 3);
    assert_int_equal(value("x", "worth"), 5);
    assert_string_equal(def->cards[2].node->src->path, "scenario.yaml");
}

/* ---- programs ---- */

static void assert_ops(int32_t pc, const uint8_t *ops, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_int_equal(def->k.prog[pc + (int32_t)i].op, ops[i]);
}

#define OPS(pc, ...)                                                                           \
    assert_ops(pc, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

static void test_phases_compile(void **state)
{
    (void)state;
    put_game("phases", "phases: [{name: turn, repeat: 2, phases: [{shuffle: {zone: deck}}], "
                       "between: [{shuffle: {zone: deck}}]}, {if: hard, shuffle: {zone: deck}, "
                       "else: [{deal: {who: all, from: deck, to: hand}}]}]");
    load_good("rulesets/game");
    int32_t pc = def->k.start_pc;
    OPS(pc, OP_PHASE, OP_ITER, OP_SETTLE, OP_SHUFFLE, OP_SETTLE, OP_LEAF, OP_ITER_END,
        OP_SETTLE, OP_LASTS, OP_SHUFFLE, OP_SETTLE, OP_LEAF, OP_JUMP, OP_UNLESS, OP_SHUFFLE,
        OP_SETTLE, OP_LEAF, OP_JUMP, OP_DEAL, OP_SETTLE, OP_LEAF, OP_END);
    assert_int_equal(def->k.prog[pc].jump, pc + 13);
    assert_int_equal(def->k.prog[pc + 8].jump, pc + 1);
    assert_int_equal(def->k.prog[pc + 12].jump, pc + 1);
    assert_int_equal(def->k.prog[pc + 13].jump, pc + 18);
    assert_int_equal(def->k.prog[pc + 17].jump, pc + 21);
    assert_true(def->k.phases[0].between);
}

static void test_choose_compiles(void **state)
{
    (void)state;
    put_game(
        "phases",
        "phases: [{choose: {who: all, together: true, times: any, prompt: over, card: {zone: "
        "hand}, number: {from: 0, to: card.worth}, do: [{move: {to: row}}, {add: "
        "{mark: 1}}]}}, {choose: {who: all, any_of: [play], else: [{finish: {because: "
        "{over: true}}}]}}]");
    load_good("rulesets/game");
    const struct kchoose *c = def->k.chooses;
    assert_true(c[0].together && c[0].any && c[0].may && c[0].settle);
    assert_int_equal(c[0].prompt, 0);
    const struct kaction *a = &def->k.actions[def->k.acts[c[0].actions]];
    assert_false(a->named);
    assert_int_not_equal(a->to, REF_NONE);
    OPS(a->pc, OP_MOVE, OP_ADD, OP_END);
    assert_true(def->k.actions[def->k.acts[c[1].actions]].named);
    OPS(c[1].else_pc, OP_FINISH, OP_END);
    assert_int_equal(def->k.reasons[0].cond, REF_NONE);
}

static void test_effects_and_watchers(void **state)
{
    (void)state;
    put_game(
        "cards",
        "cards: {a: {fx: [{gain: 3, if: hard}, gain, {when: play, by: others, lasts: game, do: "
        "[{gain: 1}, {add: {who: them, score: 1}}, {add: {score: number}}]}, {shuffle: {zone: "
        "deck}}], "
        "eyes: [{when: {add: score}, do: [{add: {who: them, score: number}}]}]}}");
    assert_null(load("rulesets/game")); /* a play brings no number */
    assert_int_equal(diags.n, 1);
    put_game(
        "cards",
        "cards: {a: {fx: [{gain: 3, if: hard}, gain, {when: play, by: others, once: true, do: "
        "[{gain: 1}, {add: {who: them, score: 1}}, {move: {cards: card, to: row}}]}, {shuffle: "
        "{zone: "
        "deck}}], eyes: [{when: {add: score}, do: [{add: {who: them, score: number}}]}]}}");
    load_good("rulesets/game");
    const struct kdef *k = &def->k;
    struct klist fx = k->trait_list[trait_at("fx")], eyes = k->trait_list[trait_at("eyes")];
    assert_int_equal(fx.n, 4);
    assert_int_equal(eyes.n, 1);
    const struct keffect *f = &k->effects[fx.first];
    assert_int_equal(f[0].given, 1);
    assert_int_not_equal(f[0].cond, REF_NONE);
    assert_int_equal(f[1].given, 0);
    assert_int_equal(k->exprs[f[1].param[0]].imm, 1); /* its default */
    assert_int_equal(f[0].pc, k->verbs[0].pc);
    OPS(f[2].pc, OP_WATCH, OP_WATCH, OP_END); /* a verb, and two steps as one */
    OPS(f[3].pc, OP_SHUFFLE, OP_END);
    assert_true(def->effects[fx.first + 2].is_watch);
    const struct kwatch *w = &k->watches[def->effects[fx.first + 2].watch];
    assert_true(w->once && w->event == EV_ACTION);
    assert_int_equal(k->effects[w->effect].verb, 0);
    OPS(k->effects[w[1].effect].pc, OP_ADD, OP_MOVE, OP_END);
    assert_int_equal(k->watches[eyes.first].event, EV_ADD);
    assert_true(k->event_used[EV_ACTION] && k->event_used[EV_ADD] && !k->event_used[EV_TURN]);
}

static void test_optional_done(void **state)
{
    (void)state;
    put_game("verbs", "verbs: {gain: {params: {n: number = 1, may: flag = false}, main: n, do: "
                      "[{choose: {may: "
                      "$may, card: {zone: hand}, do: [{move: {to: row}}]}}]}}");
    load_good("rulesets/game");
    OPS(def->k.verbs[0].pc, OP_CHOOSE, OP_END);
    assert_true(def->k.chooses[0].may && def->k.chooses[0].may_if != REF_NONE);
    assert_false(def->k.chooses[0].settle);
}

static void test_resolution_and_same_as(void **state)
{
    (void)state;
    put_game("resolution", "resolution: [{class: [early, late]}, {given: n}, seat]");
    assert_null(load("rulesets/game"));
    char all[4096] = "";
    for (int i = 0; i < NBASE; i++) {
        const char *line = base[i].text;
        if (strcmp(base[i].key, "resolution") == 0)
            line = "resolution: [{class: [early, late]}, {given: n}, seat]";
        if (strcmp(base[i].key, "verbs") == 0)
            line = "verbs: {gain: {class: late, params: {m: number = 1, n: number optional}, "
                   "says: \"+{m}\", do: "
                   "[{add: {score: $m}}]}, get: {same_as: gain, says: \"get {m}\"}}";
        strcat(strcat(all, line), "\n");
    }
    put("rulesets/game/ruleset.yaml", all);
    load_good("rulesets/game");
    assert_int_equal(def->k.ncls, 2);
    assert_int_equal(def->k.norder, 4);
    assert_int_equal(def->k.order[0].key, ORD_CLASS);
    assert_int_equal(def->k.order[3].key, ORD_ARRIVAL);
    assert_int_equal(def->k.given_bit[0], 2);
    assert_int_equal(def->k.given_bit[1], 2);
    assert_int_equal(def->verbs[1].cls, 1);
    assert_int_equal(def->k.verbs[1].pc, def->k.verbs[0].pc);
    assert_string_equal(def->verbs[1].name.says.by_lang[0], "get {m}");
}

/* ---- scripts ---- */

static void test_scripts(void **state)
{
    (void)state;
    put_game("verbs", "verbs: {gain: {params: {n: number = 1}, main: n}}");
    assert_null(load("rulesets/game"));
    must_find("HOOK-MISSING", 9, 9);
    char all[4096] = "";
    for (int i = 0; i < NBASE; i++) {
        const char *line = base[i].text;
        if (strcmp(base[i].key, "verbs") == 0)
            line = "verbs: {gain: {params: {n: number = 1}, main: n}}";
        if (strcmp(base[i].key, "scripts") == 0)
            line = "scripts: [game.lua]";
        strcat(strcat(all, line), "\n");
    }
    put("rulesets/game/ruleset.yaml", all);
    put("scripts/game.lua", "local mine = sel{zone = \"hand\", of = \"$1\", suit = \"$2\"}\n"
                            "effect.gain = function(g, e) e.you:add(\"score\", e.n) end\n");
    load_good("rulesets/game");
    assert_int_equal(def->k.nhooks, 1);
    assert_string_equal(def->hooks[0], "effect.gain");
    assert_int_equal(def->nscript_sels, 1);
    assert_int_equal(def->script_sels[0].nargs, 2);
    struct serror err;
    struct script *script = definition_open_script(def, &err);
    assert_non_null(script);
    script_free(script);
    put("scripts/game.lua",
        "local mine = sel{zone = \"hadn\"}\n\n"
        "local more = sel{suti = \"red\"}\neffect.gian = function(g, e) end\n");
    assert_null(load("rulesets/game"));
    must_hint(must_find("ZONE-UNKNOWN", 1, 0), "did you mean 'hand'?");
    must_find("KEY-UNKNOWN", 3, 0);
    must_hint(must_find("HOOK-MISSING", 9, 9), "did you mean 'gian'?");
    assert_null(found("HOOK-UNUSED", 0)); /* one slip, one message */
    put("scripts/game.lua", "\nlocal x = = 1\n");
    assert_null(load("rulesets/game"));
    must_find("SCRIPT", 2, 0);
}

/* Nothing would happen, and nobody would know why. What is set is refused. */
static void test_counters_that_no_card_keeps(void **state)
{
    static const struct {
        const char *phases;
        bool kept, refused;
    } steps[] = {
        {"phases: [{add: {cards: {zone: hand, of: all}, mark: 1}}]", false, false},
        {"phases: [{set: {cards: {zone: hand, of: all}, mark: 1}}]", false, true},
        {"phases: [{set: {cards: {zone: [hand, hand], of: all, face: up}, mark: 1}}]", false,
         true},
        {"phases: [{add: {cards: {zone: market, face: down}, mark: 1}}]", false, false},
        {"phases: [{add: {cards: {zone: [hand, market], of: all}, mark: 1}}]", true, false},
        {"phases: [{set: {cards: {zone: [hand, market], of: all}, mark: 1}}]", true, false},
        {"phases: [{add: {cards: {zone: deck}, mark: 1}}]", true, false},
        {"phases: [{add: {cards: {zone: row, of: all}, mark: 1}}]", true, false},
        {"phases: [{choose: {who: all, card: {zone: hand}, do: [{add: {mark: 1}}]}}]", false,
         false},
        {"phases: [{choose: {who: all, card: {zone: hand}, do: [{add: {score: 1}}, {set: "
         "{cards: card, mark: 1}}]}}]",
         false, false},
        {"phases: [{choose: {who: all, card: {zone: hand}, do: [{move: {to: row}}, {add: "
         "{mark: 1}}]}}]",
         true, false},
        {"phases: [{choose: {who: all, card: {zone: row}, do: [{add: {mark: 1}}]}}]", true,
         false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        put_game("phases", steps[i].phases);
        assert_true(!load("rulesets/game") == steps[i].refused);
        assert_true(!found("COUNTER-HIDDEN", 0) == steps[i].kept);
    }
}

/* What people write who know another notation, or think of YAML as of text. */
static void test_what_was_meant(void **state)
{
    static const struct {
        const char *phases, *code, *hint;
    } slips[] = {
        {"phases: [{choose: {who: all, card: {zone: hand, worth: {max: 2}}}}]", "KEY-UNKNOWN",
         "did you mean 'at_most'?"},
        {"phases: [{choose: {who: all, card: {zone: hand, worth: {not: 2}}}}]", "KEY-UNKNOWN",
         "did you mean 'except'?"},
        {"phases: [{set: {mark: {zone: row}}}]", "KEY-UNKNOWN",
         "these are cards. To count them, write {count: {…}}. For the only one, write {card: "
         "{…}}"},
        {"phases: [{set: {mark: {n}}}]", "KEY-UNKNOWN",
         "braces open a map. For the value from 'for', add quotes: \"{n}\""},
        {"phases: [{choose: {who: all, card: {zone: row}}, else: []}]", "KEY-CONFLICT",
         "write what happens if nobody has a choice inside: choose: {…, else: […]}"},
        {"phases: [{repeat: 2, as: day, phases: []}]", "KEY-UNKNOWN", "did you mean 'name'?"},
        {"phases: [{set: {mark: 1 if hot}}]", "EXPR-SYNTAX",
         "write 'if(condition, value, other value)'. A step with a condition has 'if' beside "
         "it"},
        {"phases: [{add: {who: all where hot, score: 1}}]", "EXPR-SYNTAX",
         "write seats with a condition as a map: {where: gold > 0, among: others}. Cards, "
         "too: {zone: row, where: it.cost > 2}"},
        {"phases: [{choose: {who: all, card: {zone: row}, do: [{gain: {n: 1, if: hot}}]}}]",
         "PARAM-UNKNOWN", "write 'if' beside it: {gain: {…}, if: …}"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "%s\ncounters: {score: {per: player}, mark: {}, hot: {is: flag}}\n"
                 "verbs: {gain: {params: {n: number}, do: [{add: {score: $n}}]}}\n"
                 "zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, "
                 "hand: {per: player, seen_by: owner}, row: {per: player, seen_by: all}, "
                 "site: {seen_by: all}}",
                 slips[i].phases);
        put_game("phases", text);
        assert_null(load("rulesets/game"));
        const struct diag *d = found(slips[i].code, 0);
        assert_non_null(d);
        assert_non_null(d->hint);
        assert_string_equal(d->hint, slips[i].hint);
    }
}

/* A suggestion is something that can stand there. */
static void test_suggestions_of_the_right_kind(void **state)
{
    static const struct {
        const char *phases, *hint;
    } slips[] = {
        {"phases: [{choose: {who: all, card: {zone: hand}, do: [{move: {to: suite}}]}}]",
         "did you mean 'site'?"},
        {"phases: [{choose: {who: all, card: {zone: hand}, do: [{move: {to: \"if(card.big, "
         "suite, hand)\"}}]}}]",
         "did you mean 'site'?"},
        {"phases: [{set: {hot: site == suite}}]", "did you mean 'site'?"},
        {"phases: [{add: {who: all, score: marker}}]", "did you mean 'mark'?"},
        {"phases: [{choose: {who: marker, card: {zone: row}}}]", "did you mean 'marked'?"},
        {"phases: [{choose: {who: all, card: {zone: row}, from: marker}}]",
         "did you mean 'marked'?"},
        {"phases: [{add: {who: all, score: marked.scare}}]", "did you mean 'score'?"},
        {"phases: [{choose: {who: all, card: {zone: hand, where: \"it.scare > 0\"}}}]",
         "did you mean 'scar'?"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "%s\ncounters: {score: {per: player}, scar: {per: card}, mark: {}, "
                 "marked: {is: seat}, hot: {is: flag}}\n"
                 "zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, "
                 "hand: {per: player, seen_by: owner}, row: {per: player, seen_by: all}, "
                 "site: {seen_by: all}}",
                 slips[i].phases);
        put_game("phases", text);
        assert_null(load("rulesets/game"));
        const struct diag *d = found("NAME-UNKNOWN", 0);
        assert_non_null(d);
        must_hint(d, slips[i].hint);
    }
}

/* The game with this in the file loads, and the warning is told or not. */
static void must_warn(const char *file, const char *text, const char *code, bool told)
{
    put_game(file, text);
    assert_non_null(load("rulesets/game"));
    if (!found(code, 0) == told)
        fail_msg("%s: %s", text, told ? "not told" : "told");
}

/* `of: all` with zones of seats and of the table: on the table it asks for owners. */
static void test_cards_that_nobody_had(void **state)
{
    static const struct {
        const char *phases;
        bool told;
    } t[] = {
        {"phases: [{move: {cards: {zone: [hand, deck], of: all}, to: row, of: boss}}]", true},
        {"phases: [{move: {cards: {zone: deck}, to: market}}, {move: {cards: {zone: [hand, "
         "market], of: all}, to: deck}}]",
         true},
        {"phases: [{deal: {who: all, from: deck, to: market}}, {move: {cards: {zone: [hand, "
         "market], of: all}, to: deck}}]",
         true},
        {"phases: [{fill: {zone: market, from: deck}}, {move: {cards: {zone: [hand, market], "
         "of: all}, to: deck}}]",
         true},
        {"phases: [{move: {cards: {zone: hand, of: all}, to: market}}, {move: {cards: {zone: "
         "[hand, market], of: all}, to: deck}}]",
         false},
        {"phases: [{move: {cards: {zone: [hand, row], of: all}, to: deck}}]", false},
        {"phases: [{move: {cards: {zone: [market, deck], of: all}, to: deck}}]", false},
        {"phases: [{each: all, phases: [{move: {cards: {zone: [hand, deck]}, to: row}}]}]",
         false},
        {"phases: [{each: all, phases: [{move: {cards: {zone: deck, of: you}, to: row}}]}]",
         true},
        {"phases: [{each: all, phases: [{move: {cards: {zone: market, of: you}, to: row}}]}]",
         false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++)
        must_warn("phases", t[i].phases, "OF-OWNER", t[i].told);
}

/* A watcher's cards are looked for where they lie when they have come. */
static void test_watchers_for_cards_elsewhere(void **state)
{
    static const struct {
        const char *cards;
        bool told;
    } t[] = {
        {"cards: {a: {fx: [{when: {move: row}, cards: {zone: hand}, do: [{gain: 1}]}]}}", true},
        {"cards: {a: {fx: [{when: {move: row}, cards: {suit: red}, do: [{gain: 1}]}]}}", false},
        {"cards: {a: {fx: [{when: {move: deck}, cards: {suit: red}, do: [{gain: 1}]}]}}", true},
        {"cards: {a: {fx: [{when: {move: deck}, cards: {zone: [row, deck]}, do: [{gain: "
         "1}]}]}}",
         false},
        {"cards: {a: {fx: [{when: {move: deck}, do: [{gain: 1}]}]}}", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++)
        must_warn("cards", t[i].cards, "WATCH-ZONE", t[i].told);
}

/* An effect that waits has no `else`, whatever it is: how it is written instead. */
static void test_else_in_a_list(void **state)
{
    static const char *const entry[] = {"gain: 1", "turn: {face: down}"};
    (void)state;
    for (size_t i = 0; i < sizeof entry / sizeof *entry; i++) {
        char text[256];
        snprintf(text, sizeof text, "cards: {a: {fx: [{if: hard, %s, else: [{gain: 2}]}]}}",
                 entry[i]);
        put_game("cards", text);
        assert_null(load("rulesets/game"));
        const struct diag *d = found("KEY-UNKNOWN", 0);
        assert_non_null(d);
        must_hint(d, "in a list of effects write 'each: you, do: [{if: …, …, else: […]}]'");
    }
}

/* What can be meant where nothing near is known. */
static void test_what_to_write_instead(void **state)
{
    static const struct {
        const char *phases, *code, *hint;
    } t[] = {
        {"phases: [{choose: {who: all, card: {zone: hand}, do: [{if: hard, do: [{gain: "
         "1}]}]}}]",
         "KEY-UNKNOWN",
         "to put several steps under one 'if', name them in 'steps:', or write 'each: you, "
         "if: …, do: […]'"},
        {"phases: [{choose: {who: all, card: {zone: hand}, do: [{if: hard, else: [{gain: "
         "1}]}]}}]",
         "STEP-MISSING", "write 'if: not …' and the step of the 'else'"},
        {"phases: [{choose: {who: all, card: {zone: hand, "
         "where: it.total > 1}, do: []}}]",
         "TYPE",
         "for a value of a card, use a trait with a formula as its 'default'. For its owner, "
         "write '.owner' between them"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        put_game("phases", t[i].phases);
        assert_null(load("rulesets/game"));
        const struct diag *d = found(t[i].code, 0);
        assert_non_null(d);
        must_hint(d, t[i].hint);
    }
}

/* Then the deck is empty, and the game soon over. */
static void test_no_zone_holds_a_card(void **state)
{
    static const char zones[] =
        "zones: {deck: {as: pile, seen_by: nobody%s}, hand: {per: player, "
        "seen_by: owner}, row: {per: player, as: row, seen_by: all}, "
        "market: {seen_by: all, size: 3}}";
    char text[300];
    (void)state;
    for (int held = 0; held < 2; held++) {
        snprintf(text, sizeof text, zones, held ? ", holds: [{card: a}]" : "");
        must_warn("zones", text, "CARDS-NOWHERE", !held);
    }
}

/* A free word that one card has, where others are shared. */
static void test_words_that_one_card_has(void **state)
{
    static const char traits[] =
        "\ntraits: {kin: {set_of: word}, suit: {one_of: [red, blue], default: red}, worth: "
        "{is: number, default: 1}, fx: {is: effects}}\nverbs: {}\nphases: ";
    static const struct {
        const char *cards, *phases;
        int col; /* 0: none */
    } t[] = {
        {"cards: {a: {kin: [owl, wolf]}, b: {kin: [owl, wlof]}, c: {kin: [wolf]}}", "[]", 47},
        {"cards: {a: {kin: [owl, wolf]}, b: {kin: [owl, wlof]}, c: {kin: [wolf]}}",
         "[{cancel: {cards: {of: all, kin: wlof}}}]", 0},
        {"cards: {a: {kin: [owl, wolf]}, b: {kin: [owl, wolf]}}", "[]", 0},
        {"cards: {a: {kin: [owl, ant]}, b: {kin: [owl, bee]}, c: {kin: [fly]}}", "[]",
         0},                                                                   /* labels */
        {"cards: {a: {kin: [owl, wolf]}, b: {kin: [owl, wolf, b]}}", "[]", 0}, /* its own id */
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        char text[700];
        snprintf(text, sizeof text, "%s%s%s", t[i].cards, traits, t[i].phases);
        int line = put_game("cards", text);
        assert_non_null(load("rulesets/game"));
        if (!found("WORD-ALONE", 0) == (t[i].col > 0))
            fail_msg("%s: %s", t[i].cards, t[i].phases);
        if (t[i].col)
            must_hint(must_find("WORD-ALONE", line, t[i].col), "did you mean 'wolf'?");
    }
}

/* Two lists without a name for people: what a card does would run together. */
static void test_lists_without_names(void **state)
{
    static const struct {
        const char *traits;
        bool warned;
    } t[] = {
        {"{a: {is: effects}, b: {is: effects}}", true},
        {"{a: {is: effects}, b: {is: watches, in: hand}}", true},
        {"{a: {is: effects}, b: {is: effects, says: Lose}}", false},
        {"{a: {is: effects}, b: {is: effects, says: none}}", false},
        {"{a: {is: effects}, b: {is: number}}", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        char text[400];
        snprintf(text, sizeof text, "traits: %s\nverbs: {}\nphases: []", t[i].traits);
        int line = put_game("traits", text);
        load("rulesets/game");
        if (!found("LIST-UNNAMED", 0) == t[i].warned)
            fail_msg("%s", t[i].traits);
        if (t[i].warned)
            must_find("LIST-UNNAMED", line, 10);
    }
}

/* A section that was not indented is one error; what it declares is there for all else. */
static void test_what_is_not_indented(void **state)
{
    (void)state;
    int line =
        put_game("zones", "zones:\ndeck: {as: pile, seen_by: nobody, holds: [{}]}\nhand: {per: "
                          "player, seen_by: owner}\nrow: {seen_by: all}");
    assert_null(load("rulesets/game"));
    must_hint(must_find("KEY-INDENT", line + 1, 1), "indent the lines that belong to it");
    assert_int_equal(diags.n, 1);
    line = put_game("traits",
                    "traits:\n  worth: {is: number}\n  zones:\n  deck: {as: pile, seen_by: "
                    "nobody, holds: [{}]}\n  hand: {per: player, seen_by: owner}\n  "
                    "row: {per: player, as: row, seen_by: all}\n  market: {seen_by: "
                    "all, size: 3}\nverbs: {}\ncards: {a: {worth: 1}}");
    assert_null(load("rulesets/game"));
    only("KEY-INDENT", line + 2, "indent it like 'traits'");
    put_game("cards", "cards:\nx-note: 1\nzoens: {}"); /* a slip of another kind */
    assert_null(load("rulesets/game"));
    assert_null(found("KEY-INDENT", 0));
}

/* Nothing behind a colon is null, but who leaves a trait out writes ~. Told once of all cards of a `for`. */
static void test_a_trait_without_a_value(void **state)
{
    (void)state;
    int line = put_game("cards", "cards: {a: {worth: }, b: {worth: ~}}");
    assert_non_null(load("rulesets/game"));
    must_hint(must_find("VALUE-EMPTY", line, 20), "write a value, or ~ if there is none");
    assert_int_equal(diags.n, 1);
    line = put_game("cards", "cards: {\"a-{x}\": {for: {x: [1, 2]}, worth: }}");
    assert_non_null(load("rulesets/game"));
    must_find("VALUE-EMPTY", line, 44);
    assert_int_equal(diags.n, 1);
}

static void test_a_list_of_for_that_nothing_names(void **state)
{
    static const char *const text[][2] = {
        {"cards: {a: {for: {deep: [1, 2]}, worth: 1}}", "write {deep} where its values belong"},
        {"cards: {\"a-{x}\": {for: {x: [1, 2], wroth: [1, 2]}}}", "did you mean 'worth'?"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        put_game("cards", text[i][0]);
        assert_null(load("rulesets/game"));
        const struct diag *d = must_find("KEY-UNKNOWN", 0, 0);
        assert_non_null(strstr(d->message, "this entry has no "));
        must_hint(d, text[i][1]);
    }
}

/* Also where every card says something else. */
static void test_defaults_that_no_card_needs(void **state)
{
    static const struct {
        const char *trait, *code;
    } t[] = {
        {"worth: {is: number, default: o}", "NAME-UNKNOWN"},
        {"worth: {is: number, default: 1 + players}", NULL},
        {"worth: {is: condition, default: perhaps}", "NAME-UNKNOWN"},
        {"worth: {is: flag, default: 3}", "TYPE-FLAG"},
        {"worth: {one_of: [1, 2], default: 3}", "WORD-UNKNOWN"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        char text[400];
        bool flag = strstr(t[i].trait, "is: flag") || strstr(t[i].trait, "condition");
        snprintf(text, sizeof text,
                 "traits: {%s, suit: {one_of: [red, blue], default: red}, fx: {is: "
                 "effects}}\ncards: {a: {worth: %s}}\nresult: {}",
                 t[i].trait, flag ? "true" : "1");
        put_game("traits", text);
        load("rulesets/game");
        if (t[i].code ? !found(t[i].code, 0) : diags.errors > 0) {
            diags_print(&diags, stderr, false);
            fail_msg("%s", t[i].trait);
        }
    }
}

/* A file may hold another text than lies on the disk, by whatever path it is called; what was read is told. */
static void test_texts_of_an_editor(void **state)
{
    static const char wrong[] = "nothing = 1\n";
    const struct ct_file_text texts[] = {
        {"rulesets/../rulesets/fairytale/fairytale.lua", wrong, sizeof wrong - 1}};
    const struct ct_load_how how = {.texts = texts, .ntexts = 1};
    ct_diags *found = NULL;
    struct ct_diag d = {0};
    const char *file;
    int lua = 0, cards = 0;
    bool told = false;
    (void)state;
    assert_null(ct_load_with("rulesets/fairytale", &how, &found));
    for (size_t i = 0; ct_diags_get(found, i, &d); i++)
        told |= strstr(d.file, "fairytale.lua") && d.line == 1 && strstr(d.message, "nothing");
    assert_true(told);
    for (int i = 0; (file = ct_diags_file(found, i)); i++) {
        lua += strstr(file, "fairytale.lua") != NULL;
        cards += strstr(file, "cards/fairytale/") != NULL;
    }
    assert_int_equal(lua, 1);
    assert_true(cards > 3);
    ct_diags_free(found);
    ct_definition *good = ct_load_with("rulesets/fairytale", &(struct ct_load_how){0}, &found);
    assert_non_null(good);
    ct_free(good);
    ct_diags_free(found);
}

/* Warned of where the order says nothing, and only there. */
static void test_the_first_of_a_set(void **state)
{
    static const struct {
        const char *phases;
        bool warned;
    } steps[] = {
        {"phases: [{move: {cards: {zone: hand, of: all, first: 1}, to: row}}]", true},
        {"phases: [{move: {cards: {last: 1, zone: [hand, market], of: all}, to: row}}]", true},
        {"phases: [{move: {cards: {zone: hand, of: all, random: 1}, to: row}}]", false},
        {"phases: [{move: {cards: {zone: row, of: all, first: 1}, to: hand}}]", false},
        {"phases: [{move: {cards: {zone: [hand, row], of: all, first: 1}, to: hand}}]", false},
        {"phases: [{move: {cards: {zone: deck, first: 1}, to: market}}]", false},
        {"phases: [{deal: {who: all, from: deck, to: hand}}]", false},
        {"phases: [{deal: {who: all, from: hand, to: row}}]", true},
        {"phases: [{shuffle: {zone: deck}}]", false},
        {"phases: [{shuffle: {zone: hand, of: all}}]", true},
        {"phases: [{move: {cards: {zone: hand, of: all, card: a, first: 1}, to: row}}]", false},
        {"phases: [{choose: {who: all, card: {zone: hand}, do: [{move: {cards: {zone: hand, "
         "suit: card.suit, first: 2}, to: row}}]}}]",
         false},
        {"phases: [{move: {cards: {zone: hand, of: all, suit: led, first: 2}, to: row}}]\n"
         "counters: {score: {per: player}, led: {is: suit}}",
         false},
        {"phases: [{move: {cards: {zone: market, mark: score, first: 2}, to: deck}}]\n"
         "counters: {score: {}, mark: {per: card}}",
         true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        put_game("phases", steps[i].phases);
        assert_non_null(load("rulesets/game"));
        assert_true(!found("SET-ORDER", 0) == !steps[i].warned);
    }
}

static void test_dealt_from_itself(void **state)
{
    (void)state;
    for (int same = 0; same < 2; same++) {
        put_game("phases", same ? "phases: [{deal: {who: all, from: deck, to: deck}}]"
                                : "phases: [{deal: {who: all, from: deck, to: hand}}]");
        assert_non_null(load("rulesets/game"));
        assert_true(!found("KEY-CONFLICT", 0) == !same);
    }
}

/* ---- how a table is drawn ---- */

static const char *trait_of(int trait)
{
    const char *id = ct_trait_id(def, trait);
    return id ? id : "";
}

static void zone_is_drawn(int zone, bool small, int row, int column)
{
    struct ct_zone_info z;
    assert_true(ct_get_zone(def, zone, &z));
    assert_true(z.small == small && z.row == row && z.column == column);
}

static void test_layout(void **state)
{
    (void)state;
    put_game("layout",
             "layout: {colour: kin, red: [u, w], corners: [worth, none, big], small: deck, "
             "rows: [[market, deck], [hand]]}\ncards: {a: {kin: [v, u]}, b: {kin: w}}");
    load_good("rulesets/game");
    struct ct_drawing drawn = ct_get_drawing(def);
    assert_string_equal(trait_of(drawn.colour), "kin");
    assert_string_equal(trait_of(drawn.corner[0]), "worth");
    assert_int_equal(drawn.corner[1], -1);
    assert_string_equal(trait_of(drawn.corner[2]), "big");
    assert_int_equal(drawn.corner[3], -1);
    zone_is_drawn(0, true, 1, 2);
    zone_is_drawn(1, false, 2, 1);
    zone_is_drawn(2, false, 0, 0);
    zone_is_drawn(3, false, 1, 1);
    for (int w = 0; w < 3; w++) {
        bool of_b = !strcmp(ct_trait_word(def, drawn.colour, w), "w");
        assert_true(ct_card_is(def, 0, drawn.colour, w) == !of_b);
        assert_true(ct_card_is(def, 1, drawn.colour, w) == of_b);
    }
    assert_true(ct_card_red(def, 0) && ct_card_red(def, 1) && !ct_card_red(def, 2));
    assert_false(ct_card_is(def, 0, drawn.colour, 3) || ct_card_is(def, 2, drawn.colour, 0));
    assert_false(ct_card_is(def, 0, drawn.corner[0], 0));
}

/* Where nothing is said the first trait of one word colours, and `none` lets nothing do it. */
static void test_layout_unsaid(void **state)
{
    (void)state;
    put_game("layout", NULL);
    load_good("rulesets/game");
    assert_string_equal(trait_of(ct_get_drawing(def).colour), "suit");
    zone_is_drawn(3, false, 0, 0);
    uint64_t behaviour = def->behaviour, layout = def->layout;
    put_game("layout", "layout: {colour: none, small: market}");
    load_good("rulesets/game");
    assert_int_equal(ct_get_drawing(def).colour, -1);
    assert_true(def->behaviour == behaviour && def->layout == layout); /* old saves go on */
}

/* ---- fingerprints ---- */

static void test_fingerprints(void **state)
{
    (void)state;
    put_game("", NULL);
    load_good("rulesets/game");
    uint64_t behaviour = def->behaviour, layout = def->layout;
    put_game("words", "# a comment\nwords: {over: the end}");
    load_good("rulesets/game");
    assert_true(def->behaviour == behaviour && def->layout == layout);
    put_game("cards", "cards: {a: {worth: 1, name: A}, b: {worth: 3, copies: 3}}");
    load_good("rulesets/game");
    assert_true(def->behaviour != behaviour && def->layout == layout);
    put_game("counters",
             "counters: {score: {per: player}, mark: {per: card}, boss: {is: seat}, hot: {is: "
             "flag}, more: {}}");
    load_good("rulesets/game");
    assert_true(def->layout != layout);
    put_game(
        "counters",
        "counters: {score: {per: player}, x: {is: kin}}\ncards: {a: {kin: u}, b: {kin: v}}");
    load_good("rulesets/game");
    layout = def->layout;
    behaviour = def->behaviour;
    put_game(
        "counters",
        "counters: {score: {per: player}, x: {is: kin}}\ncards: {a: {kin: u}, b: {kin: w}}");
    load_good("rulesets/game");
    assert_true(def->layout != layout); /* a block holds the word by its place */
    put_game(
        "counters",
        "counters: {score: {per: player}, x: {is: suit}}\ncards: {a: {kin: u}, b: {kin: v}}");
    load_good("rulesets/game");
    assert_true(def->behaviour != behaviour);
    put_game("actions", "actions: {play: {word: hue}}\ntraits: {hue: {one_of: [a, b]}, kin: "
                        "{one_of: [c, d]}}\ncards: {x: {}}\nverbs: {}");
    load_good("rulesets/game");
    behaviour = def->behaviour;
    layout = def->layout;
    put_game("actions", "actions: {play: {word: hue}}\ntraits: {hue: {one_of: [b, a]}, kin: "
                        "{one_of: [c, d]}}\ncards: {x: {}}\nverbs: {}");
    load_good("rulesets/game");
    assert_true(def->layout != layout); /* so does a frame, or an answer */
    put_game("actions", "actions: {play: {word: kin}}\ntraits: {hue: {one_of: [a, b]}, kin: "
                        "{one_of: [c, d]}}\ncards: {x: {}}\nverbs: {}");
    load_good("rulesets/game");
    assert_true(def->behaviour != behaviour && def->layout != layout);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_base_is_good),
        TEST(test_always_may_end),
        TEST(test_layout),
        TEST(test_layout_unsaid),
        TEST(test_each_code_with_its_place),
        TEST(test_named_steps_say),
        TEST(test_a_step_that_says),
        TEST(test_a_step_that_says_too_little),
        TEST(test_a_step_without_calls),
        TEST(test_a_step_has_a_body_for_each_scope),
        TEST(test_more_codes),
        TEST(test_one_slip_is_one_error),
        TEST(test_words_of_counters),
        TEST(test_wrong_words_of_counters),
        TEST(test_wrong_counters_of_words),
        TEST(test_chosen_words),
        TEST(test_wrong_chosen_words),
        TEST(test_wrong_sets_of_cards),
        TEST(test_wrong_places_of_chosen_words),
        TEST(test_words_that_name_nothing),
        TEST(test_reasons_have_a_limit),
        TEST(test_cards_that_cannot_be_read),
        TEST(test_functions_of_scripts),
        TEST(test_counters_are_limited),
        TEST(test_too_many_cards),
        TEST(test_cards_that_are_shown_may_be_asked_about),
        TEST(test_four_slips_at_once),
        TEST(test_extends),
        TEST(test_extends_from_another_root),
        TEST(test_extends_errors),
        TEST(test_like_defaults_for),
        TEST(test_cards_are_changed),
        TEST(test_cards_are_removed),
        TEST(test_cards_are_changed_by_who_extends),
        TEST(test_texts_are_laid_over),
        TEST(test_texts_that_fit_nothing),
        TEST(test_languages_of_files),
        TEST(test_texts_of_what_is_extended),
        TEST(test_formulas_of_cards),
        TEST(test_more_cards_from_a_scenario),
        TEST(test_phases_compile),
        TEST(test_choose_compiles),
        TEST(test_effects_and_watchers),
        TEST(test_optional_done),
        TEST(test_resolution_and_same_as),
        TEST(test_scripts),
        TEST(test_counters_that_no_card_keeps),
        TEST(test_cards_that_nobody_had),
        TEST(test_watchers_for_cards_elsewhere),
        TEST(test_else_in_a_list),
        TEST(test_what_to_write_instead),
        TEST(test_no_zone_holds_a_card),
        TEST(test_words_that_one_card_has),
        TEST(test_lists_without_names),
        TEST(test_what_is_not_indented),
        TEST(test_a_trait_without_a_value),
        TEST(test_a_list_of_for_that_nothing_names),
        TEST(test_defaults_that_no_card_needs),
        TEST(test_texts_of_an_editor),
        TEST(test_the_first_of_a_set),
        TEST(test_dealt_from_itself),
        TEST(test_suggestions_of_the_right_kind),
        TEST(test_what_was_meant),
        TEST(test_fingerprints),
    };
    return cmocka_run_group_tests_name("load", tests, NULL, NULL);
}
