/* report.c - what is told of a game's mutants, for text.lua and json.lua. */
#include "mutate.h"

#include "tools/buffer.h"
#include "tools/memory.h"
#include "tools/report/data.h"
#include "tools/report/report.h"
#include "tools/scenes/written.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const fates[] = {
#define X(id, name, says) #name,
    FATES(X)
#undef X
};

bool report_survivors(const struct subject *s)
{
    bool some = false;

    for (int i = 0; i < s->n; i++)
        some |= s->out[i].fate == FATE_SURVIVED;
    return some;
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

/* ---- for the scripts ---- */

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

static void push_mutant(lua_State *L, const struct subject *s, int i)
{
    const struct outcome *out = &s->out[i];
    bool survived = out->fate == FATE_SURVIVED;
    char *game = survived && out->game >= 0 ? game_text(s, out->game) : NULL;
    char *file = NULL;
    const char *scenario = out->scenario;
    struct ct_mutant m;

    ct_get_mutant(s->mutants, i, &m);
    if (survived && scenario)
        file =
            written_file(ct_get_info(ct_mutants_original(s->mutants), NULL).id, &scenario, 1);
    data_new(L, "d:number s:fate b:unread s:change s:file d:line d:column s:says s:excerpt", i,
             fates[out->fate], out->unread, ct_mutator_name(m.by), m.file, m.line, m.column,
             m.says, m.excerpt);
    data_set(L, "d:mark s:scenario s:game", m.excerpt && m.mark > 0 ? mark_column(&m) : -1,
             file, game);
    free(file);
    free(game);
}

/* Scenarios that would notice some, in one file. */
static void set_scenarios(lua_State *L, const struct subject *s, const char *ruleset)
{
    const char **v = mem_alloc((size_t)(s->n + 1) * sizeof *v);
    int n = 0;

    for (int i = 0; i < s->n; i++)
        if (scenario_is_new(s, i))
            v[n++] = s->out[i].scenario;
    char *file = n ? written_file(ruleset, v, n) : NULL;
    data_set(L, "d:new s:written", n, file);
    free(file);
    free(v);
}

void report_mutants(const struct subject *s, bool json)
{
    lua_State *L = report_begin(json ? "/web/json.lua" : "/web/text.lua", "mutants");
    const char *ruleset = ct_get_info(ct_mutants_original(s->mutants), NULL).id;
    char seed[24];

    snprintf(seed, sizeof seed, "%" PRIu64, s->seed);
    data_new(L, "s:id s:seed d:scenarios d:games s:kept", ruleset, seed, s->scenarios, s->games,
             s->kept);
    set_scenarios(L, s, ruleset);
    data_texts(L, "fates", fates, FATE_COUNT);
    lua_newtable(L);
    for (int by = 0; by < CT_NMUTATORS; by++)
        data_text(L, ct_mutator_name((enum ct_mutator)by));
    lua_setfield(L, -2, "changes");
    lua_newtable(L);
    for (int i = 0; i < s->n; i++) {
        push_mutant(L, s, i);
        data_append(L);
    }
    lua_setfield(L, -2, "list");
    if (!json) {
        report_print(L, 1);
        return;
    }
    json_t *all = report_json(L, 1);
    json_dumpf(all, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(all);
}
