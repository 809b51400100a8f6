/* cmd_guide.c - `cantrip guide`: the pages of the guide (rulesets/guide) in the terminal. `cantrip
 * explain`: the pages of errors and warnings, one for each code (tests/cli/explain.bats compares
 * them with the sources). `cantrip keys`: what may be written where, from the loader's own table.
 * What they say is in report/guide.lua. */
#include "guide.h"

#include "memory.h"
#include "tools/jsontext.h"
#include "tools/report/data.h"
#include "tools/report/report.h"
#include "tools/screen/markdown.h"
#include "tools/screen/table.h"
#include "tools/there.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <unistd.h>

static char *guide_in(const char *place)
{
    char *index = mem_printf("%s/guide/README.md", place);
    char *found = access(index, R_OK) ? NULL : mem_printf("%s/guide", place);

    free(index);
    return found;
}

/* Beside the first games that have a guide, else in the source tree; or NULL. */
static char *guide_folder(void)
{
    const char **places = ruleset_places(), *tree = rulesets_of_the_tree();
    char *found = NULL;

    for (size_t i = 0; !found && places[i]; i++)
        found = guide_in(places[i]);
    ruleset_places_free(places);
    return found || !tree ? found : guide_in(tree);
}

/* page(path): its text; nil after a message. */
static int page(lua_State *L)
{
    const char *path = luaL_checkstring(L, 1);
    char *wrong = NULL;
    size_t n;
    char *text = there_text(path, &n, &wrong);

    if (!text)
        complain("guide: %s", wrong ? wrong : path);
    lua_pushstring(L, text);
    free(text);
    free(wrong);
    return 1;
}

/* show(text): prints it as Markdown. */
static int show(lua_State *L)
{
    markdown_print(stdout, luaL_checkstring(L, 1), terminal_width(stdout), use_colour(stdout));
    return 0;
}

/* Begins a function of guide.lua, and pushes its first arguments: what it may call, the guide's
 * folder in it, and the topic, which may be NULL. */
static lua_State *begin(const char *function, const char *topic)
{
    static const luaL_Reg functions[] = {{"page", page}, {"show", show}, {NULL, NULL}};
    lua_State *L = report_begin("/web/guide.lua", function);
    char *folder = guide_folder();

    luaL_newlib(L, functions);
    data_set(L, "s:folder", folder);
    lua_pushstring(L, topic);
    free(folder);
    return L;
}

/* The exit status: true, or false after a message. nil: -1. */
static int status_of(lua_State *L)
{
    lua_call(L, 3, 1);
    int rc = lua_isnil(L, -1) ? -1 : lua_toboolean(L, -1) ? EXIT_OK : EXIT_USAGE;
    lua_close(L);
    return rc;
}

int guide_tell(const char *topic)
{
    lua_State *L = begin("help", topic);

    lua_pushnil(L);
    return status_of(L);
}

/* Prints a page by its name; without a name, the list. */
static int pages(const struct usage *usage, int argc, char **argv)
{
    struct list rest = {0};
    int rc = args_parse(usage, argc, argv, &rest);

    if (rc < 0) {
        lua_State *L = begin("pages", rest.n ? rest.v[0] : NULL);
        lua_pushstring(L, usage->command);
        rc = status_of(L);
    }
    args_free(&rest);
    return rc;
}

int cmd_guide(int argc, char **argv)
{
    const struct usage usage = {
        .command = "guide",
        .more = "Without PAGE it lists all pages. PAGE may also be a step, a key, a command, "
                "a call of scripts or a word of a title.\n",
        .examples = "cantrip guide\n"
                    "cantrip guide follow-suit | less\n"
                    "cantrip guide move",
        .most = 1};

    return pages(&usage, argc, argv);
}

int cmd_explain(int argc, char **argv)
{
    const struct usage usage = {
        .command = "explain",
        .more = "CODE is the word in brackets at the end of a message. You get its meaning, an "
                "example and the fix.\n"
                "Without CODE it lists all codes.\n",
        .examples = "cantrip explain NAME-UNKNOWN\n"
                    "cantrip explain | grep HIDDEN",
        .most = 1};

    return pages(&usage, argc, argv);
}

int cmd_keys(int argc, char **argv)
{
    bool json = false;
    const struct flag flags[] = {JSON_FLAG(&json)};
    const struct usage usage =
        USAGE("keys", flags, 0, 1, NULL,
              "cantrip keys\ncantrip keys zone\ncantrip keys choose\ncantrip keys lasts");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        lua_State *L = begin("keys", rest.n ? rest.v[0] : NULL);
        lua_pushboolean(L, json);
        rc = status_of(L);
    }
    args_free(&rest);
    return rc;
}
