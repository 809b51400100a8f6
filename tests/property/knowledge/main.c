/* main.c - tests/property/knowledge: run from the top folder; README.md says what it proves. */
#include "knowledge.h"

#include "load/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const rulesets[] = {
    "knowledge/draft",       "knowledge/show",     "knowledge/steal",   "knowledge/reshuffle",
    "knowledge/turn",        "knowledge/told",     "knowledge/stock",   "knowledge/ask",
    "knowledge/commit",      "knowledge/packets",  "knowledge/guess",   "knowledge/roll",
    "knowledge/gift",        "knowledge/filter",   "knowledge/row",     "knowledge/peek",
    "knowledge/open",        "knowledge/swap",     "knowledge/token",   "knowledge/dark",
    "knowledge/bids",        "knowledge/draft3",   "knowledge/steal3",  "knowledge/part",
    "knowledge/two",         "knowledge/heap",     "knowledge/clash",   "knowledge/grab",
    "knowledge/place",       "knowledge/flip",     "knowledge/peer",    "knowledge/both",
    "knowledge/known",       "knowledge/greatest", "knowledge/least",   "knowledge/ghost",
    "knowledge/sorted",      "knowledge/mixed",    "knowledge/swept",   "knowledge/backwards",
    "knowledge/brow",        "knowledge/lasting",  "knowledge/pairs",   "knowledge/each",
    "knowledge/clue",        "knowledge/void",     "knowledge/refill",  "knowledge/miss",
    "knowledge/passed",      "knowledge/carried",  "knowledge/hint",    "knowledge/call",
    "knowledge/sleeper",     "knowledge/trap",     "knowledge/waits",   "knowledge/ambush",
    "knowledge/gone",        "knowledge/given",    "knowledge/strayed", "knowledge/chosen",
    "knowledge/passed-over", "knowledge/pending",  "knowledge/secret",  "knowledge/traps",
    "knowledge/some",        "knowledge/some-row", "knowledge/script",  "knowledge/aimed",
    "knowledge/aimed-back",  "knowledge/window",
};
enum { RULESETS = sizeof rulesets / sizeof *rulesets };

static int passed, failed;

static bool open_game(struct game *g, const char *name, bool plain)
{
    struct diags diags = {0};
    struct serror wrong = {.message = ""};
    char dir[120];

    *g = (struct game){.name = name};
    snprintf(dir, sizeof dir, "tests/rulesets/%s", name);
    g->def = definition_load(dir, &(struct load_more){0}, &diags);
    if (!g->def)
        diags_print(&diags, stdout, false);
    diags_free(&diags);
    if (!g->def)
        return false;
    k_engine_init(&g->e, &g->def->k);
    k_without(&g->e, plain ? K_EVERY_WAY : 0);
    if (g->def->nscripts && !(g->script = definition_open_script(g->def, &wrong))) {
        printf("%s:%d: %s\n", wrong.file, wrong.line, wrong.message);
        return false;
    }
    if (g->script)
        g->e.host = script_host(g->script);
    return true;
}

static void close_game(struct game *g)
{
    if (!g->def)
        return;
    k_engine_free(&g->e);
    if (g->script)
        script_free(g->script);
    definition_free(g->def);
}

static void add_up(struct count *all, const struct count *c)
{
    all->histories += c->histories;
    all->sets += c->sets;
    all->samples += c->samples;
    all->unsound += c->unsound;
    all->leaking += c->leaking;
    all->looseness += c->looseness;
    if (!all->first[0])
        memcpy(all->first, c->first, sizeof all->first);
    if (!all->error[0])
        memcpy(all->error, c->error, sizeof all->error);
}

/* Once as games are played, once with a stop at forced decisions too. */
static bool walk_twice(struct game *g, struct count *sum)
{
    bool ok = true;

    for (int i = 0; i < 2 && ok; i++) {
        struct count c;

        g->stop_forced = i == 1;
        ok = !walk_game(g, &c);
        add_up(sum, &c);
        if (g->stop_at_first && (c.unsound || c.leaking))
            break;
    }
    return ok;
}

static void print_row(const char *name, const struct count *c)
{
    printf("%-14s %9ld %9ld %9ld %8ld %8ld %10.3f\n", name, c->histories, c->sets, c->samples,
           c->unsound, c->leaking, c->sets ? c->looseness / (double)c->sets : 0);
}

enum { MANY_HISTORIES = 20000 }; /* walked once more under CT_LONG only */

/* An engine that takes no shortcut finds the same histories, and as many worlds. */
static bool same_plain(const char *name, const struct count *c)
{
    struct game g;
    struct count p = {0};

    if (c->histories > MANY_HISTORIES && !getenv("CT_LONG"))
        return true;
    bool ok = open_game(&g, name, true) && walk_twice(&g, &p);
    close_game(&g);
    if (!ok || p.histories != c->histories || p.sets != c->sets || p.samples != c->samples ||
        p.unsound != c->unsound || p.leaking != c->leaking || p.looseness != c->looseness) {
        printf("  plain: %ld histories, %ld sets, %ld samples %s%s\n", p.histories, p.sets,
               p.samples, p.first, p.error);
        return false;
    }
    return true;
}

static void test_ruleset(const char *name, struct count *all)
{
    struct game g;
    struct count c = {0};
    bool ok = open_game(&g, name, false) && walk_twice(&g, &c);

    print_row(name, &c);
    if (c.first[0])
        printf("  %s\n", c.first);
    if (c.error[0])
        printf("  %s%s%s\n", c.error,
               g.script && script_error(g.script)->message[0] ? ": " : "",
               g.script ? script_error(g.script)->message : "");
    if (ok && !c.unsound && !c.leaking && same_plain(name, &c))
        passed++;
    else
        failed++;
    add_up(all, &c);
    close_game(&g);
}

/* A rule of know.c, facts.c, lost.c or resample.c is left out: the ruleset that was made for it must find it. */
static void test_the_test(enum broken_rule rule, const char *ruleset, const char *what)
{
    struct count c = {0};
    struct game g;
    bool found = false;

    if (open_game(&g, ruleset, false)) {
        g.e.break_rule = rule;
        g.stop_at_first = true;
        walk_twice(&g, &c);
        found = c.unsound || c.leaking;
    }
    close_game(&g);
    printf("left out: %-58s %s %s\n", what, found ? "found by" : "NOT FOUND by", ruleset);
    if (found)
        passed++;
    else
        failed++;
}

int main(int argc, char **argv)
{
    struct count all = {0};

    printf("%-14s %9s %9s %9s %8s %8s %10s\n", "ruleset", "histories", "info sets", "samples",
           "unsound", "leaking", "looseness");
    for (int i = 0; i < RULESETS && argc < 2; i++)
        test_ruleset(rulesets[i], &all);
    for (int i = 1; i < argc; i++)
        test_ruleset(argv[i], &all);
    print_row("total", &all);
    if (argc < 2) {
        test_the_test(BREAK_SEEN, "knowledge/draft",
                      "a card that is seen is alone, and joins nothing");
        test_the_test(BREAK_SHUFFLED, "knowledge/reshuffle", "a shuffle joins nothing");
        test_the_test(BREAK_UNSEEN, "knowledge/draft",
                      "a card that leaves a hidden set unseen joins nothing");
        test_the_test(BREAK_UNITED, "knowledge/refill",
                      "a fact stays where it was, though the card may have gone");
        test_the_test(BREAK_OF_A_SET, "knowledge/hint",
                      "what is told of some cards of a set is told of these");
        test_the_test(BREAK_WAITING, "knowledge/sleeper",
                      "what waits for a card loses it among others");
        test_the_test(BREAK_UNDER_WAY, "knowledge/gone",
                      "what is under way loses it when somebody is asked");
        test_the_test(BREAK_SECRET, "knowledge/secret",
                      "what waits in secret is told when somebody is asked");
        test_the_test(BREAK_ANSWERS, "knowledge/pending",
                      "answers that wait are taken back in a sample");
        test_the_test(BREAK_OF_A_ROW, "knowledge/some-row",
                      "that one of a row is so is told of none of its cards");
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
