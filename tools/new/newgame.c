/* newgame.c - writes the files of a new game. The folder gets its name when the game loads. */
#include "newgame.h"

#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/memory.h"
#include "tools/newfolder.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A word of the templates, and its text. */
struct word {
    const char *name, *value;
};
struct making {
    const char *to, *folder; /* the game's folder, and its draft */
    struct word word[8];
    int nwords;
    bool bad;
};

/* ---- names ---- */

static bool is_name(const char *name)
{
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_");

    return n > 0 && n <= 64 && !name[n] && islower((unsigned char)*name);
}

/* "river-run": River Run (free()). */
static char *title_of(const char *name)
{
    char *out = mem_strdup(name);

    for (char *c = out; *c; c++) {
        if (*c == '-' || *c == '_')
            *c = ' ';
        else if (c == out || c[-1] == ' ')
            *c = (char)toupper((unsigned char)*c);
    }
    return out;
}

/* ---- writing ---- */

static void fail(struct making *m, const char *path, const char *why)
{
    if (!m->bad)
        complain("new: %s: %s", path, why);
    m->bad = true;
}

static void make_folder(struct making *m, const char *path)
{
    struct stat st;

    if (!stat(path, &st) && S_ISDIR(st.st_mode))
        return;
    if (mkdir(path, 0777))
        fail(m, path, strerror(errno));
}

/* Makes the folders above a file of the game. */
static void make_way(struct making *m, char *path)
{
    for (char *c = path + strlen(m->folder) + 1; (c = strchr(c, '/')) && !m->bad; c++) {
        *c = 0;
        make_folder(m, path);
        *c = '/';
    }
}

static void put(struct making *m, const char *name, const char *text, size_t n)
{
    struct buffer path = {0};
    char *wrong = NULL;

    buffer_add(&path, "%s/%s%s", m->folder, strncmp(name, "dot-", 4) ? "" : ".",
               strncmp(name, "dot-", 4) ? name : name + 4);
    char *own = buffer_take(&path);
    make_way(m, own);
    if (!m->bad && !ct_file_replace(own, text, n, false, &wrong))
        fail(m, own, reason(wrong));
    free(wrong);
    free(own);
}

static const char *value_of(const struct making *m, const char *name, size_t n)
{
    for (int i = 0; i < m->nwords; i++)
        if (strlen(m->word[i].name) == n && !strncmp(m->word[i].name, name, n))
            return m->word[i].value;
    return "";
}

static void fill(struct making *m, const char *name, const char *text)
{
    struct buffer out = {0};
    const char *at;

    while ((at = strstr(text, "{{"))) {
        size_t n = strcspn(at + 2, "}");
        buffer_add(&out, "%.*s%s", (int)(at - text), text, value_of(m, at + 2, n));
        text = at + 2 + n + 2;
    }
    buffer_add(&out, "%s", text);
    put(m, name, buffer_text(&out), out.n);
    buffer_free(&out);
}

/* Writes the files of a folder of templates. */
static void fill_all(struct making *m, const char *of)
{
    size_t n = strlen(of);

    for (const struct new_file *f = new_files; f->name && !m->bad; f++)
        if (!strncmp(f->name, of, n) && f->name[n] == '/')
            fill(m, f->name + n + 1, (const char *)f->bytes);
}

static void put_schema(struct making *m, const char *name, char *schema)
{
    mem_had(schema);
    if (!m->bad)
        put(m, name, schema, strlen(schema));
    free(schema);
}

/* Writes what editors need. */
static void put_schemas(struct making *m, const ct_definition *def)
{
    put_schema(m, "schemas/ruleset.json", ct_schema(NULL));
    put_schema(m, "schemas/cards.json", ct_schema(def));
    put_schema(m, "schemas/scenarios.json", ct_schema_scenarios(def));
}

/* ---- the game ---- */

static void word_set(struct making *m, const char *name, const char *value)
{
    int i = 0;

    while (i < m->nwords && strcmp(m->word[i].name, name) != 0)
        i++;
    m->nwords += i == m->nwords;
    m->word[i] = (struct word){name, value};
}

/* Card i of the extended game, for a card like it. */
static void word_card(struct making *m, const ct_definition *like, int i)
{
    const char *card = ct_card_id(like, i), *name = ct_card_name(like, i, NULL);

    word_set(m, "CARD", card);
    word_set(m, "CARD_NAME", strpbrk(name, "\"\\") ? card : name);
}

/* Writes the rules, and loads the new game. NULL after a message. If formulas name the card that
 * one is like, another is tried. */
static ct_definition *write_rules(struct making *m, const char *kind, const ct_definition *like)
{
    int tries = like ? ct_get_info(like, NULL).cards : 1;
    ct_definition *def = NULL;

    for (int i = 0; i < tries && !def && !m->bad; i++) {
        ct_diags *diags = NULL;
        if (like)
            word_card(m, like, i);
        fill_all(m, like ? "like" : kind);
        def = m->bad ? NULL : ruleset_open(m->folder, &diags);
        if (!def && !m->bad && i == tries - 1) {
            print_findings(diags);
            fail(m, m->folder, "the new game does not load");
        }
        ct_diags_free(diags);
    }
    return def;
}

static void write_all(struct making *m, const char *kind, const ct_definition *like)
{
    struct newfolder folder;
    struct stat st = {0};

    if (!lstat(m->to, &st) || !newfolder_begin(&folder, m->to)) {
        fail(m, m->to, st.st_nlink ? "it already exists" : strerror(errno));
        return;
    }
    m->folder = buffer_text(&folder.path);
    fill_all(m, "every"); /* a kind may have its own version of these */
    ct_definition *def = m->bad ? NULL : write_rules(m, kind, like);
    if (def)
        put_schemas(m, def);
    ct_free(def);
    if (!newfolder_end(&folder, !m->bad, false))
        fail(m, m->to, strerror(errno));
}

/* The state of the game at its first question. A game without questions is over. */
static const char *first_result(const ct_definition *def, int people)
{
    const struct ct_setup setup = {.people = people, .seed = 1};
    ct_engine *engine = ct_engine_new(def, NULL);
    ct_state *game = engine ? ct_game_new(engine, &setup) : NULL;
    bool over = game && !ct_advance(engine, game);

    ct_state_free(game);
    ct_engine_free(engine);
    return over ? "over" : "running";
}

/* Opens the extended game. NULL after a message. */
static ct_definition *open_like(struct making *m, const char *ruleset, char seats[16])
{
    ct_definition *like = ruleset_load(ruleset);

    if (!like)
        return NULL;
    struct ct_info info = ct_get_info(like, NULL);
    if (!info.cards) {
        complain("new: --like %s: it has no cards", info.id);
        ct_free(like);
        return NULL;
    }
    snprintf(seats, 16, "%d", info.min_people);
    word_set(m, "LIKE", info.id);
    word_set(m, "SEATS", seats);
    word_set(m, "RESULT", first_result(like, info.min_people));
    return like;
}

bool newgame_make(const struct newgame *g)
{
    size_t n;
    const char *last = folder_last(g->path, &n);
    char *name = mem_strndup(last, n), *title = title_of(name), seats[16];
    struct making m = {.to = g->path};
    ct_definition *like = NULL;

    m.bad = !is_name(name);
    if (m.bad)
        complain("new: '%s' is not a name for a game. Use small letters, digits, - and _, at "
                 "most 64, a letter first",
                 name);
    word_set(&m, "NAME", name);
    word_set(&m, "TITLE", title);
    if (!m.bad && g->like) {
        like = open_like(&m, g->like, seats);
        m.bad = !like;
    }
    if (!m.bad)
        write_all(&m, g->kind, like);
    ct_free(like);
    free(title);
    free(name);
    return !m.bad;
}
