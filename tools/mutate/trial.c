/* trial.c - one mutant: does it load, is it another game, do the scenarios notice it?
 *
 * A scenario notices a mutant when it fails, or when it cannot be read any more: a position that is not possible, a
 * pick that means nothing.
 */
#include "mutate.h"

#include "tools/memory.h"
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

static void tell_report(const char *report)
{
    for (size_t n; *report; report += n + (report[n] != '\0')) {
        n = strcspn(report, "\n");
        char *line = mem_strndup(report, n);
        fputs("  ", stderr);
        text_put(stderr, line);
        fputc('\n', stderr);
        free(line);
    }
}

static void tell_failed(const ct_scenarios *all, const struct ct_scenario *failed,
                        const char *report)
{
    print_findings(ct_scenarios_diags(all));
    if (failed->name) {
        complain("mutate: a scenario fails with the game as it is: %s", failed->name);
        tell_report(report);
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
    *unread = ct_diags_count(ct_scenarios_diags(all)) > 0;
    ct_scenarios_free(all);
    return pass;
}

void trial(const struct subject *s, int i, struct outcome *out)
{
    ct_definition *def = ct_mutant_load(s->mutants, i, NULL);
    ct_engine *engine = def ? ct_engine_new(def, NULL) : NULL; /* its scripts run once */

    *out = (struct outcome){.fate = FATE_REFUSED};
    if (engine) {
        out->behaviour = ct_get_info(def, NULL).behaviour;
        out->fate = ct_mutant_is_same(s->mutants, i, def) ? FATE_SAME : FATE_SURVIVED;
    }
    ct_engine_free(engine);
    ct_free(def);
    if (out->fate == FATE_SURVIVED && !scenarios_pass(s, i, &out->unread))
        out->fate = FATE_KILLED;
}
