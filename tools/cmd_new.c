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

int cmd_new(int argc, char **argv)
{
    const char *kind = NULL, *like = NULL;
    char argument[sizeof kind_words];
    const struct flag flags[] = {
        TEXT_FLAG("kind", &kind, argument, "what kind of game (draft)"),
        TEXT_FLAG("like", &like, "RULESET", "extend this game, with one card more"),
    };
    const struct usage usage =
        USAGE("new", flags, 1, 1, more,
              "cantrip new river --kind trick\ncantrip new my-tale --like fairytale");
    struct list rest = {0};

    memcpy(argument, kind_words, sizeof kind_words - 2);
    argument[sizeof kind_words - 2] = 0;
    int rc = args_parse(&usage, argc, argv, &rest);
    if (rc < 0 && kind && like)
        rc = refuse("new: --kind and --like do not go together");
    if (rc < 0 && kind && !is_kind(kind))
        rc = EXIT_USAGE;
    if (rc < 0)
        rc = newgame_make(rest.v[0], kind || like ? kind : kinds[0], like) ? EXIT_OK
                                                                           : EXIT_USAGE;
    args_free(&rest);
    return rc;
}
