/* files.c - files of the folder: no path leads out of it, and no link is followed. */
#include "mcp.h"

#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/memory.h"
#include "tools/textfile.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 2000, MOST_BYTES = 4 << 20, DEEPEST = 8 };

static const char *text_in(const json_t *arguments, const char *name)
{
    return json_string_value(json_object_get(arguments, name));
}

/* One part of a path: no hidden name, no flag, nothing above. */
static bool part_good(const char *part, size_t n)
{
    bool good = n && n < 128 && *part != '.' && *part != '-';

    for (size_t i = 0; i < n && good; i++)
        good = (unsigned char)part[i] > ' ' && part[i] != '\\' && part[i] != 0x7F;
    return good;
}

char *path_wrong(const char *path)
{
    struct stat st;

    for (const char *p = path;; p++) {
        size_t n = strcspn(p, "/");
        if (!part_good(p, n) || !ct_is_line(path))
            return mem_strdup("must be a relative path, without '..' and hidden names");
        char *so_far = mem_strndup(path, (size_t)(p - path) + n);
        bool there = !lstat(so_far, &st), last = !p[n];
        free(so_far);
        if (there && !S_ISDIR(st.st_mode) && !(last && S_ISREG(st.st_mode)))
            return mem_strdup(S_ISLNK(st.st_mode) ? "is a link, or lies behind one"
                                                  : "is no file or folder in here");
        p += n;
        if (last)
            return NULL;
    }
}

/* Is it a file as games have them? */
static bool is_of_games(const char *path)
{
    static const char *const ends[] = {".yaml", ".lua", ".md", ".csv", ".svg", ".json", ".txt"};
    const char *dot = strrchr(path, '.');
    bool good = false;

    for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
        good |= !strcmp(dot, ends[i]);
    return good;
}

/* Its path in the arguments. False: *out says what is wrong. */
static bool path_of(const json_t *arguments, const char **path, struct said *out)
{
    *path = text_in(arguments, "path");
    char *wrong = path_wrong(*path);

    if (!wrong && !is_of_games(*path))
        wrong = mem_strdup("is none of .yaml, .lua, .md, .csv, .svg, .json and .txt");
    if (wrong)
        *out = said_wrong("'%s' %s", *path, wrong);
    free(wrong);
    return !out->wrong;
}

/* ---- listing ---- */

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int shown(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

static void list_in(struct buffer *out, const char *folder, int deep, int *n)
{
    struct dirent **names;
    int many = scandir(*folder ? folder : ".", &names, shown, by_name);

    for (int i = 0; i < many; i++) {
        char *path = mem_printf("%s%s%s", folder, *folder ? "/" : "", names[i]->d_name);
        char *wrong = path_wrong(path);
        struct stat st;
        if (lstat(path, &st) || *n >= MOST_FILES || wrong)
            ; /* not told */
        else if (S_ISDIR(st.st_mode) && deep < DEEPEST)
            list_in(out, path, deep + 1, n);
        else if (S_ISREG(st.st_mode) && ++*n)
            buffer_add(out, "%s (%lld bytes)\n", path, (long long)st.st_size);
        free(wrong);
        free(path);
        free(names[i]);
    }
    if (many >= 0)
        free(names);
}

struct said files_list(const json_t *arguments)
{
    const char *folder = text_in(arguments, "folder");
    struct buffer out = {0};
    int n = 0;

    list_in(&out, folder ? folder : "", 0, &n);
    if (!n)
        buffer_add(&out, "There is no file yet. new_game begins a game.\n");
    if (n >= MOST_FILES)
        buffer_add(&out, "… and more\n");
    return (struct said){buffer_take(&out), false};
}

/* ---- reading and writing ---- */

/* The text of a file. NULL: *out says what is wrong. */
static char *text_at(const char *path, struct said *out)
{
    size_t n = 0;
    uint32_t character;
    struct stat st;
    char *wrong = NULL;
    bool large = !lstat(path, &st) && st.st_size > MOST_BYTES;
    char *text = large ? NULL : ct_file_read(path, &n, &wrong);

    for (size_t at = 0, step; text && !large && at < n; at += step) {
        step = ct_utf8(text + at, n - at, &character);
        large = !step || !character;
    }
    if (!text || large)
        *out = said_wrong("%s: %s", path,
                          large ? "this is no text, or has more than 4 MB" : reason(wrong));
    free(wrong);
    if (out->wrong)
        free(text);
    return out->wrong ? NULL : text;
}

struct said files_read(const json_t *arguments)
{
    json_int_t from = json_integer_value(json_object_get(arguments, "from")),
               lines = json_integer_value(json_object_get(arguments, "lines"));
    struct said out = {0};
    const char *path;
    char *text = path_of(arguments, &path, &out) ? text_at(path, &out) : NULL;

    if (!text)
        return out;
    const char *at = text, *end;
    for (json_int_t i = 1; i < from && *at; i++)
        at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != 0);
    end = at;
    for (json_int_t i = 0; (!lines || i < lines) && *end; i++)
        end += strcspn(end, "\n") + (end[strcspn(end, "\n")] != 0);
    out.text = mem_strndup(at, (size_t)(end - at));
    free(text);
    return out;
}

/* Makes the folders of a path. */
static bool make_folders(const char *path)
{
    char *at = mem_strdup(path);
    bool good = true;

    for (char *p = strchr(at, '/'); p && good; p = strchr(p + 1, '/')) {
        *p = 0;
        good = !mkdir(at, 0777) || errno == EEXIST;
        *p = '/';
    }
    free(at);
    return good;
}

/* Writes it, and says what check finds. */
static struct said write_text(const char *path, const char *text)
{
    struct textfile f;

    if (strlen(text) > MOST_BYTES)
        return said_wrong("%s: a file may have at most 4 MB", path);
    if (!make_folders(path) || !textfile_open(&f, path, false))
        return said_wrong("%s: %s", path, strerror(errno));
    buffer_add(&f.text, "%s", text);
    if (!textfile_close(&f, true))
        return said_wrong("%s: cannot be written: %s", path, strerror(errno));
    struct list words = {0};
    list_add(&words, "check");
    list_add(&words, path);
    struct said found = command_said(&words, 60), out = {0};
    out.text = mem_printf("%s is written.\n%s", path, found.text ? found.text : "");
    free(found.text);
    args_free(&words);
    return out;
}

struct said files_write(const json_t *arguments)
{
    struct said out = {0};
    const char *path;

    return path_of(arguments, &path, &out) ? write_text(path, text_in(arguments, "text")) : out;
}

struct said files_edit(const json_t *arguments)
{
    const char *was = text_in(arguments, "was"), *path;
    struct said out = {0};
    char *text = path_of(arguments, &path, &out) ? text_at(path, &out) : NULL;
    const char *at = text && *was ? strstr(text, was) : NULL;

    if (!text)
        return out;
    if (!at || strstr(at + 1, was)) {
        free(text);
        return said_wrong("%s: the text to replace stands there %s", path,
                          at ? "more than once. Give more of it" : "nowhere");
    }
    char *now = mem_printf("%.*s%s%s", (int)(at - text), text, text_in(arguments, "now"),
                           at + strlen(was));
    out = write_text(path, now);
    free(now);
    free(text);
    return out;
}

struct said files_delete(const json_t *arguments)
{
    struct said out = {0};
    const char *path;

    if (!path_of(arguments, &path, &out))
        return out;
    return unlink(path) ? said_wrong("%s: %s", path, strerror(errno))
                        : (struct said){mem_printf("%s is deleted.", path), false};
}
