/* every_ruleset.h - the shipped rulesets and those of the tests, for laws that hold in each of them. */
#ifndef EVERY_RULESET_H
#define EVERY_RULESET_H

#include "kernel_fixture.h"

#include <dirent.h>
#include <sys/stat.h>

/* Loads the ruleset of the folder; false: it has errors, as some of the tests' have. */
static inline bool opens(struct game *g, const char *path)
{
    struct diags diags = {0};
    struct serror err;

    memset(g, 0, sizeof *g);
    g->def = definition_load(path, &diags);
    diags_free(&diags);
    if (!g->def)
        return false;
    for (int i = 0; i < g->def->k.noptions; i++)
        g->opt[i] = g->def->k.options[i].def;
    assert_int_equal(k_engine_init(&g->e, &g->def->k), 0);
    if (g->def->nscripts && !(g->script = definition_open_script(g->def, &err)))
        return false;
    if (g->script)
        g->e.host = script_host(g->script);
    return true;
}

/* Calls fn(path, ctx) for the folder of each ruleset. */
static inline void each_ruleset(void (*fn)(const char *path, void *ctx), void *ctx)
{
    static const char *const folders[] = {"rulesets", "tests/rulesets"};

    for (int i = 0; i < 2; i++) {
        DIR *dir = opendir(folders[i]);
        assert_non_null(dir);
        for (struct dirent *d; (d = readdir(dir));) {
            char path[600];
            struct stat st;

            snprintf(path, sizeof path, "%s/%s/ruleset.yaml", folders[i], d->d_name);
            if (d->d_name[0] == '.' || stat(path, &st))
                continue;
            *strrchr(path, '/') = 0;
            fn(path, ctx);
        }
        closedir(dir);
    }
}

#endif
