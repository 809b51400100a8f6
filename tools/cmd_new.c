/* cmd_new.c - `cantrip new`: writes a small game for you to change. */
#include "common.h"
#include "tools/new/newgame.h"

#include <string.h>

#define X(name, says) #name "|"
static const char kind_words[] = NEW_KINDS(X);
#undef X

static const char *const kinds[] = {
#define X(name, says) #name,
    NEW_KINDS(X)
#undef X
};
enum { NKINDS = sizeof kinds / sizeof *kinds };

static const char more[] =
    "The folder NAME gets rules, cards, scenarios, a README and settings for editors.\n"
    "Kinds:\n"
#define X(name, says) "  " #name ": " says "\n"
    NEW_KINDS(X)
#undef X
    ;

static bool is_kind(const char *kind)
{
    for (int i = 0; i < NKINDS; i++)
        if (!strcmp(kinds[i], kind))
            return true;
    return complain_near(kind, kinds, NKINDS, "new: there is no kind '%s', only %.*s", kind,
                         (int)sizeof kind_words - 2, kind_words);
}

static void tell(const struct newgame *g)
{
    const char *here = strchr(g->path, '/') ? "" : "./";
    int n = (int)strlen(g->path);

    while (n > 1 && g->path[n - 1] == '/')
        n--;
    printf("%.*s: a game for you to change. Its README.md says what is where.\n"
           "\n",
           n, g->path);
    printf("    cantrip play %s%.*s\n", here, n, g->path);
    printf("    cantrip check %s%.*s\n", here, n, g->path);
    printf("    cantrip test %s%.*s\n", here, n, g->path);
    printf("    cantrip desk %s%.*s\n", here, n, g->path);
}

int cmd_new(int argc, char **argv)
{
    struct newgame g = {0};
    char argument[sizeof kind_words];
    const struct flag flags[] = {
        TEXT_FLAG("kind", &g.kind, argument, "what kind of game (draft)"),
        TEXT_FLAG("like", &g.like, "RULESET", "extend this game, with one card more"),
    };
    const struct usage usage =
        USAGE("new", flags, 1, 1, more,
              "cantrip new river --kind trick\ncantrip new my-tale --like fairytale");
    struct list rest = {0};

    memcpy(argument, kind_words, sizeof kind_words - 2);
    argument[sizeof kind_words - 2] = 0;
    int rc = args_parse(&usage, argc, argv, &rest);
    if (rc < 0 && g.kind && g.like)
        rc = refuse("new: --kind and --like do not go together");
    if (rc < 0 && g.kind && !is_kind(g.kind))
        rc = EXIT_USAGE;
    if (rc < 0) {
        g.path = rest.v[0];
        if (!g.kind && !g.like)
            g.kind = kinds[0];
        rc = newgame_make(&g) ? EXIT_OK : EXIT_USAGE;
    }
    if (rc == EXIT_OK && g.path)
        tell(&g);
    args_free(&rest);
    return rc;
}
