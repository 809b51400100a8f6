/* rulesets.c - finds games by name or folder, loads them, and says what they allow. */
#include "common.h"

#include "folder.h"
#include "memory.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Does a game begin in this folder, and in which file? */
static bool begins_game(const char *folder, struct stat *st)
{
    char path[PATH_MAX];

    return snprintf(path, sizeof path, "%s/ruleset.yaml", folder) < (int)sizeof path &&
           !stat(path, st);
}

static bool is_ruleset(const char *folder)
{
    struct stat st;

    return begins_game(folder, &st);
}

/* Says so if a folder right here has the name of the game that was found elsewhere. */
static void tell_other(const char *name, const char *found)
{
    struct stat here, there;

    if (begins_game(name, &here) && begins_game(found, &there) &&
        (here.st_ino != there.st_ino || here.st_dev != there.st_dev))
        complain("note: '%s' is the game in %s. Yours is './%s'", name, found, name);
}

/* A folder beside the program's; "" if there is none. */
static void beside_program(const char *name, char *to, size_t cap)
{
    char path[PATH_MAX];

    *to = 0;
    char *slash = program_folder(path) ? strrchr(path, '/') : NULL;
    if (!slash)
        return;
    *slash = 0;
    if (snprintf(to, cap, "%s/%s", path, name) >= (int)cap)
        *to = 0;
}

const char *rulesets_of_the_tree(void)
{
    static char folder[PATH_MAX];
    struct stat st;

    beside_program("core/cantrip.h", folder, sizeof folder);
    if (!*folder || stat(folder, &st))
        return NULL;
    beside_program("rulesets", folder, sizeof folder);
    return folder;
}

const char *games_of_the_tree(void)
{
    static char hint[PATH_MAX + 64];
    const char *folder = rulesets_of_the_tree();

    if (!folder)
        return "";
    snprintf(hint, sizeof hint, "; CANTRIP_PATH=%s has those of its source", folder);
    return hint;
}

/* Your own rulesets: $XDG_DATA_HOME/cantrip/rulesets. */
static void own_folder(char *to, size_t cap)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = data && *data == '/' ? snprintf(to, cap, "%s/cantrip/rulesets", data)
            : home && *home      ? snprintf(to, cap, "%s/.local/share/cantrip/rulesets", home)
                                 : (int)cap;

    if (n >= (int)cap)
        *to = 0;
}

/* Calls `each` for the folders that hold rulesets, in the order of search. */
static void places_each(void (*each)(void *ctx, const char *place), void *ctx)
{
    const char *path = getenv("CANTRIP_PATH");
    char own[PATH_MAX], installed[PATH_MAX];

    while (path && *path) {
        size_t n = strcspn(path, ":");
        if (n) {
            char *one = mem_strndup(path, n);
            each(ctx, one);
            free(one);
        }
        path += n + (path[n] == ':');
    }
    each(ctx, "rulesets");
    own_folder(own, sizeof own);
    if (*own)
        each(ctx, own);
    beside_program("share/cantrip/rulesets", installed, sizeof installed);
    if (*installed)
        each(ctx, installed);
}

struct places {
    const char **v;
    size_t n;
};

static void add_place(void *ctx, const char *place)
{
    struct places *p = ctx;

    p->v = mem_realloc(p->v, (p->n + 2) * sizeof *p->v);
    p->v[p->n++] = mem_strdup(place);
    p->v[p->n] = NULL;
}

const char **ruleset_places(void)
{
    struct places p = {NULL, 0};

    places_each(add_place, &p);
    return p.v;
}

void ruleset_places_free(const char **places)
{
    for (size_t i = 0; places && places[i]; i++)
        free((char *)(uintptr_t)places[i]);
    free(places);
}

ct_definition *ruleset_open_near(const char *folder, const char *near, ct_diags **diags)
{
    struct places p = {NULL, 0};

    if (near)
        add_place(&p, near);
    places_each(add_place, &p);
    ct_definition *def = ct_load_among(folder, p.v, diags);
    ruleset_places_free(p.v);
    return def;
}

ct_definition *ruleset_open(const char *folder, ct_diags **diags)
{
    return ruleset_open_near(folder, NULL, diags);
}

struct found {
    char *name, *folder;
};
struct finder {
    struct found *v;
    size_t n;
};

static void look_in(void *ctx, const char *place)
{
    struct finder *f = ctx;
    DIR *dir = opendir(place);
    struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        char folder[PATH_MAX];
        bool known = entry->d_name[0] == '.';
        for (size_t i = 0; i < f->n && !known; i++)
            known = !strcmp(f->v[i].name, entry->d_name);
        if (known ||
            snprintf(folder, sizeof folder, "%s/%s", place, entry->d_name) >=
                (int)sizeof folder ||
            !is_ruleset(folder))
            continue;
        f->v = mem_realloc(f->v, (f->n + 1) * sizeof *f->v);
        f->v[f->n++] = (struct found){mem_strdup(entry->d_name), mem_strdup(folder)};
    }
    if (dir)
        closedir(dir);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct found *)a)->name, ((const struct found *)b)->name);
}

static struct finder find_all(void)
{
    struct finder f = {0};

    places_each(look_in, &f);
    if (f.n)
        qsort(f.v, f.n, sizeof *f.v, by_name);
    return f;
}

static void finder_free(struct finder *f)
{
    for (size_t i = 0; i < f->n; i++) {
        free(f->v[i].name);
        free(f->v[i].folder);
    }
    free(f->v);
}

void rulesets_each(void (*each)(void *ctx, const char *name, const char *folder), void *ctx)
{
    struct finder f = find_all();

    for (size_t i = 0; i < f.n; i++)
        each(ctx, f.v[i].name, f.v[i].folder);
    finder_free(&f);
}

bool rulesets_in(const char *place,
                 void (*each)(void *ctx, const char *name, const char *folder), void *ctx)
{
    struct finder f = {0};
    bool any;

    if (!is_ruleset(place))
        look_in(&f, place);
    any = f.n > 0;
    if (any)
        qsort(f.v, f.n, sizeof *f.v, by_name);
    for (size_t i = 0; i < f.n; i++)
        each(ctx, f.v[i].name, f.v[i].folder);
    finder_free(&f);
    return any;
}

static void list_name(void *ctx, const char *name, const char *folder)
{
    char *names = ctx;
    size_t n = strlen(names);

    (void)folder;
    if (n < 200)
        snprintf(names + n, 256 - n, "%s%.40s", n ? ", " : "", name);
}

/* Nothing is there: names the nearest game. */
static void complain_missing(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *up = mem_strndup(path, slash ? (size_t)(slash - path) : 0);
    struct finder f = {0};

    look_in(&f, up);
    const char **known = mem_alloc((f.n + 1) * sizeof *known);
    for (size_t i = 0; i < f.n; i++)
        known[i] = f.v[i].folder;
    complain_near(path, known, (int)f.n, "%s: there is no such folder", path);
    free(known);
    free(up);
    finder_free(&f);
}

/* Why this path is no game. */
static void complain_folder(const char *path)
{
    char names[256] = "";
    struct stat st;

    if (!stat(path, &st) && !S_ISDIR(st.st_mode))
        complain("%s: this is a file. Name the folder with its ruleset.yaml", path);
    else if (access(path, X_OK) && errno == EACCES)
        complain("%s: cannot be read: %s", path, strerror(EACCES));
    else if (rulesets_in(path, list_name, names))
        complain("%s: it has no ruleset.yaml, but these games: %s%s", path, names,
                 strlen(names) < 200 ? "" : ", ...");
    else if (stat(path, &st))
        complain_missing(path);
    else
        complain("%s: it has no ruleset.yaml", path);
}

char *ruleset_folder(const char *name)
{
    struct finder f = find_all();
    const char **names = mem_alloc((f.n + 1) * sizeof *names);
    char *folder = NULL;

    for (size_t i = 0; i < f.n; i++) {
        names[i] = f.v[i].name;
        if (!strcmp(names[i], name))
            folder = mem_strdup(f.v[i].folder);
    }
    if (folder)
        tell_other(name, folder);
    else if (is_ruleset(name))
        folder = mem_strdup(name);
    if (!folder && (strchr(name, '/') || !strcmp(name, ".") || !strcmp(name, "..")))
        complain_folder(name);
    else if (!folder && *name)
        complain_near(name, names, (int)f.n,
                      "found no game '%s' in ./rulesets, in $CANTRIP_PATH or where Cantrip is "
                      "installed%s",
                      name, f.n ? "" : games_of_the_tree());
    else if (!folder)
        complain("a game's name cannot be empty");
    free(names);
    finder_free(&f);
    return folder;
}

ct_definition *ruleset_load(const char *name)
{
    char *folder = ruleset_folder(name);
    ct_diags *diags = NULL;
    ct_definition *def;

    if (!folder)
        return NULL;
    def = ruleset_open(folder, &diags);
    if (!def)
        print_findings(diags);
    if (!def)
        complain("%s cannot be loaded%s", name, ct_diags_count(diags) ? "" : ": out of memory");
    ct_diags_free(diags);
    free(folder);
    return def;
}

ct_engine *engine_open(const ct_definition *def, char **wrong)
{
    ct_engine *e = ct_engine_new(def, wrong);

    if (!e && !*wrong)
        *wrong = mem_strdup("out of memory");
    return e;
}

/* ---- what a game allows ---- */

const char *language_of(const ct_definition *def, const char *wanted)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *known[16], *env = NULL;
    int n = 0;

    for (const char *lang; n < 16 && (lang = ct_language(def, n)); n++)
        known[n] = lang;
    if (wanted) {
        for (int i = 0; i < n; i++)
            if (!strcmp(known[i], wanted))
                return known[i];
        struct ct_info info = ct_get_info(def, NULL);
        char all[128] = "";
        for (int i = 0; i < n; i++)
            snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "",
                     known[i]);
        complain_near(wanted, known, n, "%s has no language '%s', only %s", info.id, wanted,
                      all);
        return NULL;
    }
    for (int i = 0; i < 3 && !(env && *env); i++)
        env = getenv(variables[i]);
    for (int i = 0; env && i < n; i++) {
        size_t len = strlen(known[i]);
        if (!strncmp(env, known[i], len) && strchr("_.@", env[len]))
            return known[i];
    }
    return n ? known[0] : "en";
}

int seats_of(const ct_definition *def, int64_t wanted, int otherwise)
{
    struct ct_info info = ct_get_info(def, NULL);

    if (!wanted)
        wanted = otherwise < info.min_people   ? info.min_people
                 : otherwise > info.max_people ? info.max_people
                                               : otherwise;
    if (wanted >= info.min_people && wanted <= info.max_people)
        return (int)wanted;
    if (info.min_people == info.max_people)
        complain("%s has %d players, not %" PRId64, info.id, info.min_people, wanted);
    else
        complain("%s has %d to %d players, not %" PRId64, info.id, info.min_people,
                 info.max_people, wanted);
    return -1;
}
