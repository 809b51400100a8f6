/* every_ruleset.h - the shipped rulesets and those of the tests, for laws that hold in each of them. */
#ifndef EVERY_RULESET_H
#define EVERY_RULESET_H

#include "kernel_fixture.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Loads the ruleset of the folder; false: it has errors, as some of the tests' have. */
static inline bool opens(struct game *g, const char *path)
{
    struct diags diags = {0};
    struct serror err;

    memset(g, 0, sizeof *g);
    g->def = definition_load(path, &(struct load_more){0}, &diags);
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

/* Calls fn for the ruleset in a folder, or for those below it. */
static inline void each_below(const char *folder, void (*fn)(const char *path, void *ctx),
                              void *ctx)
{
    char path[600];
    struct stat st;

    assert_true(snprintf(path, sizeof path, "%s/ruleset.yaml", folder) < (int)sizeof path);
    if (!stat(path, &st)) {
        static unsigned met; /* with CT_QUICK those that are shipped, of others one in twelve */
        if (!getenv("CT_QUICK") || !strncmp(folder, "rulesets/", 9) || met++ % 12 == 0)
            fn(folder, ctx);
        return;
    }
    DIR *dir = opendir(folder);
    for (struct dirent *d; dir && (d = readdir(dir));) {
        int n = snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
        if (d->d_name[0] != '.' && n < (int)sizeof path)
            each_below(path, fn, ctx);
    }
    if (dir)
        closedir(dir);
}

/* Calls fn(path, ctx) for the folder of each ruleset. */
static inline void each_ruleset(void (*fn)(const char *path, void *ctx), void *ctx)
{
    each_below("rulesets", fn, ctx);
    each_below("tests/rulesets", fn, ctx);
}

#endif
