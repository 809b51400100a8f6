/* common.c - flags, messages, finding and loading rulesets. */
#include "common.h"

#include "load/arena.h"
#include "load/suggest.h"
#include "table.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- messages ---- */

void complain(const char *fmt, ...)
{
    va_list args;

    fflush(stdout);
    fputs("cantrip: ", stderr);
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fputc('\n', stderr);
}

void complain_near(const char *word, const char *const *known, int n, const char *fmt, ...)
{
    const char *near = suggest(word, known, (size_t)n);
    va_list args;

    fflush(stdout);
    fputs("cantrip: ", stderr);
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    if (near)
        fprintf(stderr, "; did you mean '%s'?", near);
    fputc('\n', stderr);
}

bool use_colour(FILE *out)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

    return isatty(fileno(out)) && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

uint64_t seed_by_chance(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    struct ct_rng r = ct_rng_make((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec,
                                  (uint64_t)getpid());
    return ct_rng_next(&r) % 1000000;
}

void list_add(struct list *l, const char *text)
{
    l->v = mem_realloc(l->v, ((size_t)l->n + 1) * sizeof *l->v);
    l->v[l->n++] = text;
}

void args_free(struct list *l)
{
    free(l->v);
    *l = (struct list){0};
}

/* ---- flags ---- */

static const struct {
    const char *name, *arguments, *summary;
} commands[] = {
#define X(name, arguments, summary) {#name, arguments, summary},
    COMMANDS(X)
#undef X
};

static const char *arguments_of(const char *command)
{
    size_t i = 0;

    while (strcmp(commands[i].name, command) != 0)
        i++;
    return commands[i].arguments;
}

static void help(const struct usage *u)
{
    struct table t = {.columns = 2, .wrap = true};
    int width = terminal_width(stdout);

    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(commands[i].name, u->command)) {
            printf("usage: cantrip %s%s%s%s\n", u->command, u->nflags ? " [FLAGS]" : "",
                   *commands[i].arguments ? " " : "", commands[i].arguments);
            putchar(toupper(*commands[i].summary));
            text_wrap(stdout, commands[i].summary + 1, 1, 0, width);
            puts(".\n");
        }
    table_add(&t, "flags:");
    table_add(&t, "");
    for (int i = 0; i < u->nflags; i++) {
        table_addf(&t, "  --%s%s%s", u->flags[i].name, u->flags[i].argument ? " " : "",
                   u->flags[i].argument ? u->flags[i].argument : "");
        table_add(&t, u->flags[i].help);
    }
    table_add(&t, "  --help");
    table_add(&t, "this text");
    table_print(&t, stdout, width, false);
    table_free(&t);
    if (u->more) {
        putchar('\n');
        text_fill(stdout, u->more, width);
    }
    if (u->examples) {
        puts("\nexamples:");
        for (const char *s = u->examples; *s; s += strcspn(s, "\n"), s += *s == '\n')
            printf("  %.*s\n", (int)strcspn(s, "\n"), s);
    }
}

static bool read_count(const char *text, int64_t *out)
{
    char *end;

    if (!*text || strspn(text, "-0123456789") != strlen(text))
        return false;
    errno = 0;
    *out = strtoll(text, &end, 10);
    return !*end && !errno;
}

static bool read_seed(const char *text, uint64_t *out)
{
    char *end;

    if (!*text || strspn(text, "0123456789") != strlen(text))
        return false;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return !*end && !errno;
}

static int no_value(const struct usage *u, const struct flag *f)
{
    complain("%s: --%s wants a value: --%s %s", u->command, f->name, f->name, f->argument);
    return EXIT_USAGE;
}

static int take_value(const struct usage *u, const struct flag *f, const char *value)
{
    int64_t n;

    switch (f->kind) {
    case FLAG_SET:
        break;
    case FLAG_TEXT:
        if (!*value)
            return no_value(u, f);
        *(const char **)f->to = value;
        break;
    case FLAG_LIST:
        list_add(f->to, value);
        break;
    case FLAG_SEED:
        if (read_seed(value, f->to))
            break;
        complain("%s: --%s wants a whole number from 0 to %" PRIu64 ", not '%s'", u->command,
                 f->name, UINT64_MAX, value);
        return EXIT_USAGE;
    case FLAG_COUNT:
        if (read_count(value, &n) && n >= f->min && n <= f->max) {
            *(int64_t *)f->to = n;
            break;
        }
        complain("%s: --%s wants a whole number from %" PRId64 " to %" PRId64 ", not '%s'",
                 u->command, f->name, f->min, f->max, value);
        return EXIT_USAGE;
    }
    if (f->given)
        *f->given = true;
    return -1;
}

static int unknown_flag(const struct usage *u, const char *name)
{
    const char *known[64];
    int n = 0;

    for (; n < u->nflags && n < 60; n++)
        known[n] = u->flags[n].name;
    known[n++] = "help";
    complain_near(name, known, n, "%s: there is no flag --%s (see cantrip %s --help)",
                  u->command, name, u->command);
    return EXIT_USAGE;
}

/* One argument that begins with "--"; may take the next one too. */
static int take_flag(const struct usage *u, int argc, char **argv, int *i)
{
    const char *eq = strchr(argv[*i], '=');
    char name[64];
    size_t len = eq ? (size_t)(eq - argv[*i]) - 2 : strlen(argv[*i]) - 2;

    snprintf(name, sizeof name, "%.*s", (int)(len < 60 ? len : 60), argv[*i] + 2);
    if (!strcmp(name, "help")) {
        help(u);
        return EXIT_OK;
    }
    for (int k = 0; k < u->nflags; k++) {
        const struct flag *f = &u->flags[k];
        if (strcmp(f->name, name) != 0)
            continue;
        if (f->kind == FLAG_SET) {
            if (eq) {
                complain("%s: --%s takes no value", u->command, name);
                return EXIT_USAGE;
            }
            *(bool *)f->to = true;
            return take_value(u, f, NULL);
        }
        if (!eq && *i + 1 >= argc)
            return no_value(u, f);
        return take_value(u, f, eq ? eq + 1 : argv[++*i]);
    }
    return unknown_flag(u, name);
}

int args_parse(const struct usage *u, int argc, char **argv, struct list *rest)
{
    bool plain = false;

    for (int i = 1; i < argc; i++) {
        if (!plain && !strcmp(argv[i], "--")) {
            plain = true;
        } else if (!plain && (!strcmp(argv[i], "-h") || !strcmp(argv[i], "-?"))) {
            help(u);
            return EXIT_OK;
        } else if (!plain && !strncmp(argv[i], "--", 2)) {
            int rc = take_flag(u, argc, argv, &i);
            if (rc >= 0)
                return rc;
        } else if (!plain && argv[i][0] == '-' && argv[i][1]) {
            complain("%s: flags are written in full: '%s' is none (see cantrip %s --help)",
                     u->command, argv[i], u->command);
            return EXIT_USAGE;
        } else {
            list_add(rest, argv[i]);
        }
    }
    if (rest->n < u->least || (u->most >= 0 && rest->n > u->most)) {
        const char *extra = rest->n > u->most && u->most >= 0 ? rest->v[u->most] : NULL;
        if (extra)
            complain("%s: one argument too many: '%s' (see cantrip %s --help)", u->command,
                     extra, u->command);
        else if (!strcmp(arguments_of(u->command), "FILE"))
            complain("%s: which file? (see cantrip %s --help)", u->command, u->command);
        else
            complain(
                "%s: which game? 'cantrip list' shows what there is (see cantrip %s --help)",
                u->command, u->command);
        return EXIT_USAGE;
    }
    return -1;
}

/* ---- rulesets ---- */

static bool is_ruleset(const char *folder)
{
    char path[PATH_MAX];
    struct stat st;

    return snprintf(path, sizeof path, "%s/ruleset.yaml", folder) < (int)sizeof path &&
           !stat(path, &st);
}

/* The folder beside the program: PREFIX/share/cantrip/rulesets. */
static void installed_folder(char *to, size_t cap)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);

    *to = 0;
    if (n <= 0)
        return;
    path[n] = 0;
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(path, '/');
        if (!slash)
            return;
        *slash = 0;
    }
    if (snprintf(to, cap, "%s/share/cantrip/rulesets", path) >= (int)cap)
        *to = 0;
}

/* Rulesets a person keeps for himself: $XDG_DATA_HOME/cantrip/rulesets. */
static void own_folder(char *to, size_t cap)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = data && *data == '/' ? snprintf(to, cap, "%s/cantrip/rulesets", data)
            : home && *home      ? snprintf(to, cap, "%s/.local/share/cantrip/rulesets", home)
                                 : (int)cap;

    if (n >= (int)cap)
        *to = 0;
}

/* Calls `each` for the folders that hold rulesets, in the order of the search. */
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
    installed_folder(installed, sizeof installed);
    if (*installed)
        each(ctx, installed);
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
        f->v[f->n++] = (struct found){mem_strndup(entry->d_name, strlen(entry->d_name)),
                                      mem_strndup(folder, strlen(folder))};
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

/* Why no game can be meant by this path. */
static void complain_folder(const char *path)
{
    char names[256] = "";
    struct stat st;

    if (!stat(path, &st) && !S_ISDIR(st.st_mode))
        complain("%s: this is a file: a game is the folder that holds its ruleset.yaml", path);
    else if (rulesets_in(path, list_name, names))
        complain("%s: there is no ruleset.yaml in it, but games: %s%s", path, names,
                 strlen(names) < 200 ? "" : ", ...");
    else
        complain("%s: %s", path,
                 stat(path, &st) ? "there is no such folder"
                                 : "there is no ruleset.yaml in it");
}

char *ruleset_folder(const char *name)
{
    struct finder f = find_all();
    const char **names = mem_alloc((f.n + 1) * sizeof *names);
    char *folder = NULL;

    for (size_t i = 0; i < f.n; i++) {
        names[i] = f.v[i].name;
        if (!strcmp(names[i], name))
            folder = mem_strndup(f.v[i].folder, strlen(f.v[i].folder));
    }
    if (!folder && is_ruleset(name))
        folder = mem_strndup(name, strlen(name));
    if (!folder && strchr(name, '/'))
        complain_folder(name);
    else if (!folder && *name)
        complain_near(name, names, (int)f.n,
                      "there is no game '%s' in ./rulesets or $CANTRIP_PATH", name);
    else if (!folder)
        complain("the name of a game is empty");
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
    def = ct_load(folder, &diags);
    if (!def && ct_diags_count(diags)) {
        char *text = ct_diags_text(diags, use_colour(stderr));
        fflush(stdout);
        fputs(text, stderr);
        free(text);
    }
    if (!def)
        complain("%s cannot be loaded", name);
    ct_diags_free(diags);
    free(folder);
    return def;
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
        complain_near(wanted, known, n, "%s does not speak '%s', only %s", info.id, wanted,
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
        complain("%s is for %d, not for %" PRId64, info.id, info.min_people, wanted);
    else
        complain("%s is for %d to %d people, not for %" PRId64, info.id, info.min_people,
                 info.max_people, wanted);
    return -1;
}
