/* write.c - the scenarios that mutants left behind, as they are kept. */
#include "draft.h"

#include "tools/buffer.h"
#include "tools/scenes/written.h"

#include <stdlib.h>
#include <string.h>

/* The part of a path behind its last slash. */
static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *write_scenario(const struct draft *d, const struct ct_mutant *m)
{
    char *json = draft_json(d), name[400];
    json_t *file = json_loads(json, 0, NULL);

    snprintf(name, sizeof name, "tells when %s (%s, line %d)", m->says, file_name(m->file),
             m->line);
    char *out = written_entry(name, json_array_get(json_object_get(file, "scenarios"), 0));
    json_decref(file);
    free(json);
    return out;
}

/* ---- files ---- */

bool scenario_is_new(const struct subject *s, int i)
{
    const char *own = s->out[i].scenario;

    if (s->out[i].fate != FATE_SURVIVED || !own)
        return false;
    for (int k = 0; k < i; k++)
        if (s->out[k].fate == FATE_SURVIVED && s->out[k].scenario &&
            !strcmp(strchr(own, '\n'), strchr(s->out[k].scenario, '\n')))
            return false;
    return true;
}

static bool write_one(const struct subject *s, int i, const char *ruleset)
{
    const char *scenario = s->out[i].scenario;
    char *text = written_file(ruleset, &scenario, 1), *wrong = NULL;
    struct buffer path = {0};

    buffer_add(&path, "%s/mutant-%04d.yaml", s->kept, i);
    bool good = ct_file_replace(buffer_text(&path), text, strlen(text), true, &wrong);
    buffer_free(&path);
    free(text);
    return succeeded(good, "mutate", &wrong);
}

int write_all(const struct subject *s)
{
    const char *ruleset = ct_get_info(ct_mutants_original(s->mutants), NULL).id;
    int n = 0;

    for (int i = 0; i < s->n; i++)
        if (scenario_is_new(s, i)) {
            if (!write_one(s, i, ruleset))
                return -1;
            n++;
        }
    return n;
}
