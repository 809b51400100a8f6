/* report.c - the outcomes of a game's mutants: survivors by place, a table of kinds, the score.
 *
 * The score is the share of mutants that a scenario notices, of all that are different games.
 */
#include "mutate.h"

#include "tools/buffer.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/scenes/written.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *const fates[] = {
#define X(id, name, says) #name,
    FATES(X)
#undef X
};

static const char *fate_name(enum fate fate)
{
    return fates[fate];
}

/* ---- counting ---- */

struct counts {
    int of[FATE_COUNT];
};

static struct counts count(const struct subject *s, int by)
{
    struct counts c = {{0}};
    struct ct_mutant m;

    for (int i = 0; i < s->n; i++)
        if (ct_get_mutant(s->mutants, i, &m) && (by < 0 || (int)m.by == by))
            c.of[s->out[i].fate]++;
    return c;
}

static int games(const struct counts *c)
{
    return c->of[FATE_KILLED] + c->of[FATE_SURVIVED] + c->of[FATE_PASSED] + c->of[FATE_EQUAL];
}

/* Those that count: what no scenario noticed counts even if no game was played. */
static int counted(const struct counts *c)
{
    return games(c) - c->of[FATE_EQUAL];
}

static double score(const struct counts *c)
{
    return counted(c) ? 100.0 * c->of[FATE_KILLED] / counted(c) : 100.0;
}

bool report_survivors(const struct subject *s)
{
    return count(s, -1).of[FATE_SURVIVED] > 0;
}

struct print {
    uint64_t behaviour;
    int number;
};

static int by_behaviour(const void *a, const void *b)
{
    const struct print *x = a, *y = b;

    return x->behaviour != y->behaviour ? (x->behaviour < y->behaviour ? -1 : 1)
                                        : x->number - y->number;
}

void report_twins(struct subject *s)
{
    struct print *v = mem_alloc((size_t)(s->n + 1) * sizeof *v);
    int n = 0;

    for (int i = 0; i < s->n; i++)
        if (s->out[i].fate >= FATE_KILLED)
            v[n++] = (struct print){s->out[i].behaviour, i};
    qsort(v, (size_t)n, sizeof *v, by_behaviour);
    for (int i = 1; i < n; i++)
        if (v[i].behaviour == v[i - 1].behaviour) {
            struct outcome *twin = &s->out[v[i].number];
            twin->fate = FATE_SAME;
            free(twin->scenario);
            twin->scenario = NULL;
        }
    free(v);
}

/* ---- as text ---- */

/* How the game is begun that shows the difference. */
static char *game_text(const struct subject *s, int64_t number)
{
    struct buffer b = {0};
    struct terms t;

    terms_of(ct_mutants_original(s->mutants), (uint64_t)number, &t);
    buffer_add(&b, "%d player%s, seed %" PRIu64, t.people, t.people == 1 ? "" : "s",
               game_seed(s->seed, (uint64_t)number + 1));
    for (int i = 0; i < t.noptions; i++)
        buffer_add(&b, ", %s", t.option[i]);
    return buffer_take(&b);
}

/* file:line:col, and the change. */
static void print_change(const struct subject *s, const struct ct_mutant *m, int i)
{
    text_wrapf(stdout, 4, "%s:%d:%d: %s: %s", m->file, m->line, m->column,
               ct_mutator_name(m->by), m->says);
    if (s->out[i].fate != FATE_SURVIVED || s->out[i].scenario)
        return;
    char *game = s->out[i].game < 0 ? NULL : game_text(s, s->out[i].game);
    if (game)
        printf("    (a game differs, but no scenario shows it: %s)\n", game);
    else
        puts("    (a scenario notices it, but cannot be written)");
    free(game);
}

/* Columns that the excerpt takes before its mark. */
static int mark_column(const struct ct_mutant *m)
{
    size_t n = 0;
    uint32_t c;

    for (int k = 1; k < m->mark && m->excerpt[n]; k++)
        n += ct_utf8(m->excerpt + n, strlen(m->excerpt + n), &c);
    char *before = mem_strndup(m->excerpt, n);
    int width = text_width(before);
    free(before);
    return width;
}

/* The line, and below it a mark for each of n changes of it. */
static void print_line(const struct ct_mutant *m, int n)
{
    int column = 0;

    if (!m[0].excerpt)
        return;
    printf("%6d | ", m[0].line);
    text_put(stdout, m[0].excerpt);
    printf("\n       | ");
    for (int i = 0; i < n; i++) {
        int at = m[i].excerpt && !strcmp(m[i].excerpt, m[0].excerpt) && m[i].mark > 0
                     ? mark_column(&m[i])
                     : -1;
        if (at < column)
            continue;
        printf("%*s^", at - column, "");
        column = at + 1;
    }
    putchar('\n');
}

/* Those of one line together. */
static void print_all(const struct subject *s, enum fate fate)
{
    struct ct_mutant *v = mem_alloc((size_t)(s->n + 1) * sizeof *v);
    int *number = mem_alloc((size_t)(s->n + 1) * sizeof *number), n = 0;

    for (int i = 0; i < s->n; i++)
        if (s->out[i].fate == fate && ct_get_mutant(s->mutants, i, &v[n]))
            number[n++] = i;
    for (int i = 0, end; i < n; i = end) {
        for (end = i; end < n && v[end].line == v[i].line && !strcmp(v[end].file, v[i].file);
             end++)
            print_change(s, &v[end], number[end]);
        print_line(&v[i], end - i);
    }
    free(number);
    free(v);
}

static void add_row(struct table *t, const char *name, const struct counts *c)
{
    table_add(t, name);
    table_addf(t, "%d", games(c));
    table_addf(t, "%d", c->of[FATE_KILLED]);
    table_addf(t, "%d", c->of[FATE_SURVIVED]);
    table_addf(t, "%d", c->of[FATE_EQUAL]);
    table_addf(t, "%d", c->of[FATE_SAME]);
    table_addf(t, "%d", c->of[FATE_REFUSED]);
    if (games(c))
        table_addf(t, "%.1f %%", score(c));
    else
        table_add(t, "");
}

static void print_table(const struct subject *s)
{
    struct table t = {.split = 1};

    table_heads(&t, "change|>mutants|>killed|>survived|>equal|>same|>refused|>score");
    for (int by = 0; by < CT_NMUTATORS; by++) {
        struct counts c = count(s, by);
        if (games(&c) + c.of[FATE_SAME] + c.of[FATE_REFUSED])
            add_row(&t, ct_mutator_name((enum ct_mutator)by), &c);
    }
    struct counts all = count(s, -1);
    add_row(&t, "all", &all);
    table_show(&t);
}

/* Scenarios that would notice them, ready to keep, in one file. */
static void print_scenarios(const struct subject *s)
{
    const char **v = mem_alloc((size_t)(s->n + 1) * sizeof *v);
    int n = 0;

    for (int i = 0; i < s->n; i++)
        if (scenario_is_new(s, i))
            v[n++] = s->out[i].scenario;
    if (n && s->kept) {
        printf("\n%s now in ",
               n == 1 ? "a scenario that notices it is" : "scenarios that notice them are");
        text_put(stdout, s->kept);
        putchar('\n');
    } else if (n) {
        char *file = written_file(ct_get_info(ct_mutants_original(s->mutants), NULL).id, v, n);
        printf("\n%s would notice %s:\n\n%s", n == 1 ? "this scenario" : "these scenarios",
               n == 1 ? "it" : "them", file);
        free(file);
    }
    free(v);
}

static double share(int part, int of)
{
    return of ? 100.0 * part / of : 0;
}

static void print_sums(const struct subject *s, const struct counts *all)
{
    struct ct_info info = ct_get_info(ct_mutants_original(s->mutants), NULL);

    if (all->of[FATE_UNTRIED])
        printf("%d of %d were not tried\n", all->of[FATE_UNTRIED], s->n);
    if (all->of[FATE_EQUAL])
        printf("%d of %d probably change nothing: %.1f %%\n", all->of[FATE_EQUAL], games(all),
               share(all->of[FATE_EQUAL], games(all)));
    printf("%s: %d of %d changes are noticed by %d scenario%s: %.1f %% (seed %" PRIu64 ")\n",
           info.id, all->of[FATE_KILLED], counted(all), s->scenarios,
           s->scenarios == 1 ? "" : "s", score(all), s->seed);
}

void report_text(const struct subject *s)
{
    struct counts all = count(s, -1);
    bool survivors = report_survivors(s);

    print_all(s, FATE_SURVIVED);
    print_scenarios(s);
    if (all.of[FATE_EQUAL])
        printf("%sthese probably change nothing, because none of up to %d games differs:\n",
               survivors ? "\n" : "", s->games);
    print_all(s, FATE_EQUAL);
    if (all.of[FATE_PASSED])
        printf("%sno scenario notices these, and there was no time to see whether games "
               "differ:\n",
               survivors || all.of[FATE_EQUAL] ? "\n" : "");
    print_all(s, FATE_PASSED);
    if (games(&all) > all.of[FATE_KILLED])
        putchar('\n');
    print_table(s);
    putchar('\n');
    print_sums(s, &all);
}

/* ---- as JSON ---- */

static json_t *mutant_json(const struct subject *s, int i)
{
    const struct outcome *out = &s->out[i];
    const char *ruleset = ct_get_info(ct_mutants_original(s->mutants), NULL).id;
    struct ct_mutant m;

    ct_get_mutant(s->mutants, i, &m);
    json_t *o =
        json_pack("{s:i, s:s, s:b, s:s, s:o, s:i, s:i, s:o, s:o}", "number", i, "fate",
                  fate_name(out->fate), "unread", out->unread, "change", ct_mutator_name(m.by),
                  "file", json_text(m.file), "line", m.line, "column", m.column, "says",
                  json_text(m.says), "excerpt", json_text(m.excerpt));
    if (out->fate == FATE_SURVIVED && out->scenario) {
        const char *scenario = out->scenario;
        char *file = written_file(ruleset, &scenario, 1);
        json_object_set_new(o, "scenario", json_text(file));
        free(file);
    } else if (out->fate == FATE_SURVIVED && out->game >= 0) {
        char *game = game_text(s, out->game);
        json_object_set_new(o, "game", json_text(game));
        free(game);
    }
    return o;
}

void report_json(const struct subject *s)
{
    struct ct_info info = ct_get_info(ct_mutants_original(s->mutants), NULL);
    struct counts c = count(s, -1);
    char seed[24];
    json_t *list = json_array(), *all;

    for (int i = 0; i < s->n; i++)
        json_array_append_new(list, mutant_json(s, i));
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)s->seed);
    all = json_pack("{s:s, s:s, s:i, s:i, s:f}", "ruleset", info.id, "seed", seed, "scenarios",
                    s->scenarios, "mutants", games(&c), "score", score(&c) / 100);
    for (int f = 0; f < FATE_COUNT; f++)
        json_object_set_new(all, fate_name((enum fate)f), json_integer(c.of[f]));
    json_object_set_new(all, "list", list);
    json_dumpf(all, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(all);
}
