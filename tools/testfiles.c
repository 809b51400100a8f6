/* testfiles.c - which files an argument of `cantrip test` stands for. */
#include "testfiles.h"

#include "common.h"
#include "memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_dir(const char *path)
{
    struct stat st;

    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* Links within a folder are not followed: its scenarios may be a stranger's. */
static bool is_link(const char *path)
{
    struct stat st;

    if (lstat(path, &st) || !S_ISLNK(st.st_mode))
        return false;
    complain("%s: this is a link, which Cantrip does not follow inside a game", path);
    return true;
}

static bool is_there(const char *path)
{
    struct stat st;

    return !stat(path, &st);
}

static char *join(const char *a, const char *b)
{
    return mem_printf("%s%s%s", a, *a && a[strlen(a) - 1] == '/' ? "" : "/", b);
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);

    return n >= m && !strcmp(text + n - m, end);
}

typedef int (*use_fn)(void *ctx, const char *path);

/* Uses the .yaml files of a folder with this ending, by name; `deep`: also in folders within. 0,
 * or -1 after a message. */
static int use_folder(const char *dir, const char *end, bool deep, use_fn use, void *ctx,
                      int *count)
{
    struct dirent **v;
    int n = scandir(dir, &v, NULL, alphasort), rc = n < 0 ? -1 : 0;

    if (n < 0)
        complain("%s: cannot be read: %s", dir, strerror(errno));
    for (int i = 0; i < n; i++) {
        char *path = join(dir, v[i]->d_name);

        if (v[i]->d_name[0] != '.' && !rc) {
            bool folder = is_dir(path);
            if ((folder ? deep : ends_with(path, end)) && is_link(path)) {
                rc = -1;
            } else if (folder && deep) {
                rc = use_folder(path, end, deep, use, ctx, count);
            } else if (!folder && ends_with(path, end)) {
                ++*count;
                rc = use(ctx, path);
            }
        }
        free(path);
        free(v[i]);
    }
    if (n >= 0)
        free(v);
    return rc;
}

/* The scenarios of a ruleset's folder. */
static int use_ruleset(const char *dir, use_fn use, void *ctx, int *count)
{
    char *sub = join(dir, "scenarios"), *one = join(dir, "scenarios.yaml");
    int rc = 0;

    if (is_link(sub) || is_link(one))
        rc = -1;
    else if (is_dir(sub))
        rc = use_folder(sub, ".yaml", true, use, ctx, count);
    if (!rc && is_there(one)) {
        ++*count;
        rc = use(ctx, one);
    }
    if (!rc)
        rc = use_folder(dir, ".scenario.yaml", false, use, ctx, count);
    free(sub);
    free(one);
    return rc;
}

/* Games of a folder of games. */
struct games_walk {
    use_fn use;
    void *ctx;
    int count, rc;
};

static void use_game(void *ctx, const char *name, const char *folder)
{
    struct games_walk *w = ctx;

    (void)name;
    w->rc |= use_ruleset(folder, w->use, w->ctx, &w->count);
}

int testfiles_all(int (*use)(void *ctx, const char *path), void *ctx)
{
    struct games_walk w = {use, ctx, 0, 0};

    rulesets_each(use_game, &w);
    if (!w.count)
        complain("test: found no games with scenarios in ./rulesets or $CANTRIP_PATH");
    return w.rc || !w.count ? -1 : 0;
}

int testfiles_in(const char *folder, int (*use)(void *ctx, const char *path), void *ctx)
{
    int count = 0, rc = use_ruleset(folder, use, ctx, &count);

    return rc ? -1 : count;
}

int testfiles_of(const char *command, const char *arg, int (*use)(void *ctx, const char *path),
                 void *ctx)
{
    char *ruleset = join(arg, "ruleset.yaml"), *found = NULL;
    struct games_walk walk = {use, ctx, 0, 0};
    int count = 0, rc;
    bool game = is_there(ruleset);

    if (game) {
        rc = use_ruleset(arg, use, ctx, &count);
    } else if (is_dir(arg) && rulesets_in(arg, use_game, &walk)) {
        rc = walk.rc;
        count = walk.count;
    } else if (is_dir(arg)) {
        rc = use_folder(arg, ".yaml", true, use, ctx, &count);
    } else if (is_there(arg) || ends_with(arg, ".yaml")) {
        count = 1;
        rc = use(ctx, arg);
    } else {
        found = ruleset_folder(arg);
        rc = found ? use_ruleset(found, use, ctx, &count) : -1;
        game = true;
    }
    free(ruleset);
    free(found);
    if (!rc && !count)
        complain("%s: %s: there are no scenarios", command, arg);
    return rc || !count ? -1 : game;
}
