/* whose.c - which games a file belongs to. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "whose.h"

#include "common.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct search {
    const char *file; /* its real path */
    void (*each)(void *ctx, const char *folder);
    void *ctx;
    int n;
};

static bool is_file(const char *folder, const char *name)
{
    char path[PATH_MAX];
    struct stat st;

    return snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path &&
           !stat(path, &st);
}

/* The path from the working folder, if the file is below it. */
static const char *from_here(const char *path)
{
    char here[PATH_MAX];
    size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;

    if (!n || strncmp(path, here, n) != 0)
        return path;
    return path[n] == '/' ? path + n + 1 : path[n] ? path : ".";
}

/* Does the game in this folder read the file with this real path? */
static bool whose_reads(const char *folder, const char *path)
{
    ct_diags *diags = NULL;
    ct_definition *def = ruleset_open(folder, &diags);
    const char *read;
    char real[PATH_MAX];
    bool out = false;

    for (int i = 0; !out && (read = ct_diags_file(diags, i)); i++)
        out = realpath(read, real) && !strcmp(real, path);
    ct_diags_free(diags);
    ct_free(def);
    return out;
}

static void try_game(void *ctx, const char *name, const char *folder)
{
    struct search *s = ctx;

    (void)name;
    if (!whose_reads(folder, s->file))
        return;
    s->each(s->ctx, folder);
    s->n++;
}

/* Goes to the folder above; false at the top. */
static bool up(char *path)
{
    char *slash = strrchr(path, '/');

    if (!slash || !path[1])
        return false;
    slash[slash == path] = 0;
    return true;
}

int whose_file(const char *path, void (*each)(void *ctx, const char *folder), void *ctx)
{
    char real[PATH_MAX], above[PATH_MAX], games[PATH_MAX + 16];
    struct search s = {real, each, ctx, 0};

    if (!realpath(path, real))
        return 0;
    strcpy(above, real);
    while (up(above))
        if (is_file(above, "ruleset.yaml")) {
            each(ctx, from_here(above));
            return 1;
        }
    strcpy(above, real);
    while (!s.n && up(above)) {
        snprintf(games, sizeof games, "%s/rulesets", above);
        rulesets_in(from_here(games), try_game, &s);
    }
    if (!s.n)
        rulesets_each(try_game, &s);
    return s.n;
}

void whose_readers(const char *path, void (*each)(void *ctx, const char *folder), void *ctx)
{
    char real[PATH_MAX], above[PATH_MAX], games[PATH_MAX + 16];
    struct search s = {real, each, ctx, 0};

    if (!realpath(path, real))
        return;
    strcpy(above, real);
    while (up(above)) {
        snprintf(games, sizeof games, "%s/rulesets", above);
        rulesets_in(from_here(games), try_game, &s);
    }
    rulesets_each(try_game, &s);
}
