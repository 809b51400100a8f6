/* trial.c - one mutant: does it load, is it another game, does a scenario notice it, and if not,
 * could one?
 *
 * A scenario notices a mutant if it fails or cannot be read any more (an impossible position, a
 * pick without meaning).
 */
#include "draft.h"

#include "tools/memory.h"
#include "tools/scenes/written.h"
#include "tools/screen/table.h"

#include <stdlib.h>
#include <string.h>

/* Do those of one file pass? *report: why the first that does not; or NULL. */
static bool file_passes(ct_scenarios *all, const char *path, struct ct_scenario *failed,
                        char **report)
{
    int from = ct_scenarios_count(all);
    bool pass = ct_scenarios_read(all, path) == 0;

    for (int i = from; i < ct_scenarios_count(all) && pass; i++) {
        pass = ct_scenario_play(all, i, report) == 1;
        if (!pass && failed)
            ct_get_scenario(all, i, failed);
    }
    return pass;
}

static ct_scenarios *collection(const struct subject *s, int mutant)
{
    ct_scenarios *all = ct_scenarios_new(s->places);

    if (!all)
        mem_die();
    ct_scenarios_mutant(all, s->mutants, mutant);
    return all;
}

static void tell_failed(const ct_scenarios *all, const struct ct_scenario *failed,
                        const char *report)
{
    print_findings(ct_scenarios_diags(all));
    if (failed->name) {
        complain("mutate: a scenario fails before any change: %s", failed->name);
        text_put_behind(stderr, report, "  ");
    } else {
        complain("mutate: the scenarios cannot be read");
    }
}

int trial_begin(const struct subject *s)
{
    ct_scenarios *all = collection(s, -1);
    struct ct_scenario failed = {0};
    char *report = NULL;
    bool pass = true;

    for (int f = 0; f < s->files.n && pass; f++)
        pass = file_passes(all, s->files.v[f], &failed, &report);
    if (!pass)
        tell_failed(all, &failed, report ? report : "");
    else
        print_findings(ct_scenarios_diags(all));
    int n = pass ? ct_scenarios_count(all) : -1;
    free(report);
    ct_scenarios_free(all);
    return n;
}

static bool scenarios_pass(const struct subject *s, int i, bool *unread)
{
    ct_scenarios *all = collection(s, i);
    bool pass = true;

    for (int f = 0; f < s->files.n && pass; f++)
        pass = file_passes(all, s->files.v[f], NULL, NULL);
    *unread = findings_bad(ct_scenarios_diags(all));
    ct_scenarios_free(all);
    return pass;
}

/* ---- one that no scenario notices ---- */

/* Drafts that are tried for one place, and in all; picks in games that differ; drafts to shorten
 * one. */
enum { SEARCHING = 100, DRAFTS = 600, PICKS = 12000, SHORTENING = 400 };

static char *scenario_for(const struct subject *s, int i, struct bench *b, struct draft *d)
{
    struct ct_mutant m;

    ct_get_mutant(s->mutants, i, &m);
    b->most = SHORTENING;
    shorten(b, d);
    const char *own, *ruleset = json_string_value(json_object_get(d->scene, "ruleset"));
    char *text = write_scenario(d, &m);
    own = text;
    char *file = written_file(ruleset, &own, 1);
    if (!bench_proves(b, file)) {
        free(text);
        text = NULL;
    }
    free(file);
    draft_free(d);
    return text;
}

static void look_closer(const struct subject *s, int i, const ct_definition *def,
                        struct outcome *out)
{
    char *path = mem_printf("%s/scenarios/mutant.yaml", s->folder);
    struct bench b;
    struct draft d = {0};
    int64_t next = 0;
    bool parts = false;
    enum fate before = out->fate;

    out->fate = FATE_SURVIVED;

    bench_open(&b, s, i, path);
    b.most = SEARCHING;
    bool good = search_scenarios(&b, &d);
    while (!good && b.picks < PICKS && b.tried < DRAFTS &&
           (next = differ_next(s, def, next, s->games)) >= 0) {
        if (!parts)
            out->game = next;
        parts = true;
        b.most = SEARCHING;
        good = search_game(&b, next++, &d);
    }
    if (mutate_stopped(s) && !good)
        out->fate = before;
    else if (good)
        out->scenario = scenario_for(s, i, &b, &d);
    else if (!parts)
        out->fate = FATE_EQUAL;
    bench_close(&b);
    free(path);
}

void trial(const struct subject *s, int i, struct outcome *out)
{
    ct_definition *def = ct_mutant_load(s->mutants, i, NULL);
    ct_engine *engine = def ? ct_engine_new(def, NULL) : NULL; /* its scripts run once */

    *out = (struct outcome){.fate = FATE_REFUSED, .game = -1};
    if (engine) {
        out->behaviour = ct_get_info(def, NULL).behaviour;
        out->fate = ct_mutant_is_same(s->mutants, i, def) ? FATE_SAME : FATE_PASSED;
    }
    ct_engine_free(engine);
    ct_free(def);
    if (out->fate == FATE_PASSED && !scenarios_pass(s, i, &out->unread))
        out->fate = FATE_KILLED;
}

void trial_closer(const struct subject *s, int i, struct outcome *out)
{
    ct_definition *def = ct_mutant_load(s->mutants, i, NULL);

    if (def)
        look_closer(s, i, def, out);
    ct_free(def);
}
