/* cmd_bundle.c - `cantrip bundle`: a game in one file, to be played in any browser.
 *
 * The page and the library for WebAssembly are there already (tools/wasm); the game's files are put
 * into them as they are. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "art.h"
#include "cache.h"
#include "common.h"
#include "folder.h"
#include "jsontext.h"
#include "memory.h"
#include "tools/buffer.h"
#include "tools/screen/table.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Bytes of policies, before they are rounded, so that the file has 800 kB packed; weights are rounded to 1 / PARTS. */
enum { USUAL = 4, POLICIES = 420000, PARTS = 32 };

/* Files by their real paths. */
struct gathered {
    struct list paths;
    size_t common; /* so much of all paths is the same, up to a slash */
};

static void add_path(struct gathered *g, const char *path)
{
    char *real = realpath(path, NULL);
    size_t n = 0;

    for (int i = 0; real && i < g->paths.n; i++)
        if (!strcmp(g->paths.v[i], real)) {
            free(real);
            real = NULL;
        }
    if (!real)
        return;
    const char *other = g->paths.n ? g->paths.v[0] : real;
    size_t most = g->paths.n ? g->common : strlen(real);
    for (size_t i = 0; i < most && real[i] && real[i] == other[i]; i++)
        n = real[i] == '/' ? i + 1 : n;
    g->common = n;
    list_add(&g->paths, real);
}

/* Is it what players read as the rules, in some language? */
static bool is_rules(const ct_definition *def, const char *path)
{
    size_t n;
    char *text = ct_file_read(path, &n, NULL);
    bool is = false;

    for (int i = 0; text && !is && ct_language(def, i); i++) {
        char *rules = ct_rules(def, ct_language(def, i));
        is = rules && !strcmp(text, rules);
        free(rules);
    }
    free(text);
    return is;
}

/* Adds what players read as the rules of this game from a folder. */
static void add_rules(struct gathered *g, const char *folder, const ct_definition *def)
{
    DIR *dir = opendir(folder);

    for (const struct dirent *e; dir && (e = readdir(dir));) {
        const char *dot = strrchr(e->d_name, '.');
        char *path = mem_printf("%s/%s", folder, e->d_name);
        if (dot && !strcmp(dot, ".md") && is_rules(def, path))
            add_path(g, path);
        free(path);
    }
    if (dir)
        closedir(dir);
}

/* Of policies the one for the usual number of players, and others while there is room. */
static void add_policies(struct gathered *g, const ct_definition *def)
{
    int usual = seats_of(def, 0, USUAL);
    off_t size = 0;

    for (int i = 0; i < 2 * CT_MAX_SEATS; i++) {
        int people = i % 2 ? usual - (i + 1) / 2 : usual + i / 2;
        char *path = mem_printf("%s/policies/%d.policy", ct_get_info(def, NULL).folder, people);
        struct stat st;
        if (people > 0 && !stat(path, &st)) {
            bool fits = !size || size + st.st_size <= POLICIES;
            size += fits ? st.st_size : 0;
            if (fits)
                add_path(g, path);
            else
                complain("note: bundle: policies/%d.policy is left out, so that the file stays "
                         "small: for %d players bots use the nearest policy",
                         people, people);
        }
        free(path);
    }
}

/* The file of a picture, if it has one. */
static void add_picture(struct gathered *g, const struct ct_icon *icon)
{
    char *path =
        icon->text && icon->folder ? mem_printf("%s/%s", icon->folder, icon->text) : NULL;

    if (path)
        add_path(g, path);
    free(path);
}

/* What the game is read from, its rules for players, pictures, and what bots were trained for. */
static void gather(struct gathered *g, const ct_definition *def)
{
    const char *folder = ct_get_info(def, NULL).folder, *file;

    for (int i = 0; (file = ct_source_file(def, i)); i++) {
        const char *slash = strrchr(file, '/');
        char *there = mem_strndup(file, slash ? (size_t)(slash - file) : 0);
        add_path(g, file);
        if (slash && !strcmp(slash, "/ruleset.yaml"))
            add_rules(g, there, def);
        free(there);
    }
    add_policies(g, def);
    for (int i = 0; ct_card_id(def, i); i++) {
        char *art = art_file(def, i);
        char *path = art ? mem_printf("%s/%s", folder, art) : NULL;
        if (path)
            add_path(g, path);
        free(path);
        free(art);
    }
    struct ct_icon face = ct_get_drawing(def).face, icon;
    add_picture(g, &face);
    for (int i = 0; ct_get_name(def, i, &(struct ct_name){0}); i++)
        if (ct_get_icon(def, i, &icon))
            add_picture(g, &icon);
}

/* A text as it is. Of other bytes each is a character, 93 further on: what stands for something in a
 * page or in JSON lies before that. Who sends the page packs it, and bytes pack better so than in base64. */
static json_t *content(const char *bytes, size_t n)
{
    json_t *text = strlen(bytes) == n ? json_string(bytes) : NULL;

    if (text)
        return text;
    char *moved = mem_alloc(2 * n + 1), *to = moved;
    for (size_t i = 0; i < n; i++) {
        unsigned c = (unsigned char)bytes[i] + 93u;
        if (c >= 0x80)
            *to++ = (char)(0xc0 | c >> 6);
        *to++ = (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c);
    }
    *to = 0;
    text = json_pack("{ss}", "bytes", moved);
    free(moved);
    return text;
}

/* A policy with rounded weights: packed it is half as large, and bots play as well by it. NULL: the file is none. */
static char *rounded(const ct_definition *def, const char *path, size_t *n)
{
    ct_policy *policy = cache_read(def, path);
    char *text = NULL;

    if (policy) {
        ct_policy_round(policy, PARTS);
        text = mem_had(ct_policy_text(policy, n));
    }
    ct_policy_free(policy);
    return text;
}

static bool put_files(json_t *files, const struct gathered *g, const ct_definition *def)
{
    for (int i = 0; i < g->paths.n; i++) {
        char *wrong = NULL;
        size_t n;
        char *bytes = rounded(def, g->paths.v[i], &n);
        if (!bytes)
            bytes = ct_file_read(g->paths.v[i], &n, &wrong);
        if (!succeeded(bytes, "bundle", &wrong))
            return false;
        json_object_set_new(files, g->paths.v[i] + g->common, content(bytes, n));
        free(bytes);
    }
    return true;
}

/* The game as JSON: {folder, files}. NULL after a message. */
static char *game_text(const ct_definition *def)
{
    struct gathered g = {0};
    json_t *files = json_object();
    char *text = NULL;

    gather(&g, def);
    if (put_files(files, &g, def)) {
        char *rules = realpath(ct_source_file(def, 0), NULL); /* among them */
        char *end = rules ? strrchr(rules, '/') : NULL;
        size_t n = end && end >= rules + g.common ? (size_t)(end - rules) - g.common : 0;
        json_t *o =
            json_pack("{ss% sO}", "folder", mem_said(rules) + g.common, n, "files", files);
        text = mem_had(json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS));
        json_decref(o);
        free(rules);
    }
    json_decref(files);
    list_free(&g.paths);
    return text;
}

/* ---- the page ---- */

/* Adds the page up to a mark, and what stands for it. `<` would end a script. */
static void put(struct buffer *b, const char **page, const char *mark, const char *text,
                const char *smaller)
{
    const char *end = strstr(*page, mark);

    if (!end)
        return;
    buffer_add(b, "%.*s", (int)(end - *page), *page);
    for (; *text; text++)
        if (*text == '<')
            buffer_add(b, "%s", smaller);
        else
            putc(*text, buffer_stream(b));
    *page = end + strlen(mark);
}

static int bundle(const ct_definition *def, const char *page, const char *out)
{
    struct ct_info info = ct_get_info(def, NULL);
    char *game = game_text(def);
    struct buffer b = {0};

    if (!game)
        return EXIT_USAGE;
    put(&b, &page, "@ID@", info.id, "");
    put(&b, &page, "@TITLE@", info.title, "&lt;");
    put(&b, &page, "@GAME@", game, "\\u003c");
    buffer_add(&b, "%s", page);
    free(game);
    size_t n = strlen(buffer_text(&b));
    char *wrong = NULL;
    bool done = ct_file_replace(out, buffer_text(&b), n, false, &wrong);
    buffer_free(&b);
    if (!succeeded(done, "bundle", &wrong))
        return EXIT_USAGE;
    text_put(stdout, out);
    printf(": %.1f MB\n", (double)n / 1e6);
    return EXIT_OK;
}

/* The page without a game (free()). NULL after a message. */
static char *read_page(void)
{
    char path[2 * PATH_MAX], *wrong = NULL, *page;
    size_t n;

    if (!program_file("wasm/game.html", "../share/cantrip/game.html", path, sizeof path)) {
        complain("bundle: the page is not there yet: run `make wasm` where Cantrip was built, "
                 "then try again");
        return NULL;
    }
    page = ct_file_read(path, &n, &wrong);
    succeeded(page, "bundle", &wrong);
    return page;
}

int cmd_bundle(int argc, char **argv)
{
    const char *out = NULL;
    const struct flag flags[] = {
        TEXT_FLAG("out", &out, "FILE", "the file to be written (RULESET.html)"),
    };
    const struct usage usage =
        USAGE("bundle", flags, 1, 1,
              "Open the file in a browser and play, against bots or with others at the same "
              "screen. It needs\n"
              "no network. Tables are kept in the browser.\n",
              "cantrip bundle fairytale\ncantrip bundle mygame --out mygame.html");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        char *page = read_page(), *wrong = NULL, *own = NULL;
        ct_definition *def = page ? ruleset_load(rest.v[0]) : NULL;
        if (def && !out)
            out = own = mem_printf("%s.html", ct_get_info(def, NULL).id);
        rc = def && succeeded(ct_file_may_become(out, "game", &wrong), "bundle", &wrong)
                 ? bundle(def, page, out)
                 : EXIT_USAGE;
        free(own);
        free(page);
        ct_free(def);
    }
    args_free(&rest);
    return rc;
}
