/* files.c: where files lie, and reading them. Paths stay as short as they were given
 * (messages show them); going up turns "rulesets/x" into "rulesets", "." and "..".
 */
#include "base/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_UP = 8 }; /* folders looked through above a ruleset's own */

char *file_join(struct arena *mem, const char *dir, const char *name)
{
    if (!dir[0] || strcmp(dir, ".") == 0)
        return arena_strdup(mem, name);
    return arena_printf(mem, dir[strlen(dir) - 1] == '/' ? "%s%s" : "%s/%s", dir, name);
}

char *file_dir(struct arena *mem, const char *path)
{
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/')
        len--;
    while (len > 0 && path[len - 1] != '/')
        len--;
    if (len == 0)
        return arena_strdup(mem, ".");
    while (len > 1 && path[len - 1] == '/')
        len--;
    return arena_strndup(mem, path, len);
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

char *file_up(struct arena *mem, const char *dir)
{
    size_t len = strlen(dir);
    const char *last = strrchr(dir, '/');
    last = last ? last + 1 : dir;
    char *up;
    if (strcmp(dir, ".") == 0 || len == 0)
        up = arena_strdup(mem, "..");
    else if (strcmp(last, "..") == 0 || strcmp(last, ".") == 0)
        up = arena_printf(mem, "%s/..", dir);
    else
        up = file_dir(mem, dir);
    return file_is_dir(up) && !same_file(dir, up) ? up : NULL;
}

bool file_is_dir(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

bool file_name_ok(const char *name)
{
    if (!name[0] || name[0] == '/')
        return false;
    for (const char *p = name; p; p = strchr(p, '/')) {
        p += *p == '/';
        if (strncmp(p, "..", 2) == 0 && (p[2] == '/' || p[2] == '\0'))
            return false;
    }
    return true;
}

char *file_find(struct arena *mem, const char *dir, const char *folder, const char *name)
{
    char *path = file_join(mem, dir, name);
    if (file_exists(path))
        return path;
    int n = 0;
    for (const char *d = dir; d && n < MAX_UP; d = file_up(mem, d), n++) {
        path = file_join(mem, file_join(mem, d, folder), name);
        if (file_exists(path))
            return path;
    }
    return NULL;
}

static void file_name_add(struct arena *mem, struct file_names *out, const char *name)
{
    if (out->n == out->cap) {
        const char **more = arena_alloc(mem, (2 * out->cap + 16) * sizeof *more);
        if (out->n)
            memcpy(more, out->v, out->n * sizeof *more);
        out->v = more;
        out->cap = 2 * out->cap + 16;
    }
    out->v[out->n++] = name;
}

/* NULL: it cannot be read. */
static DIR *dir_open(struct arena *mem, const char *dir)
{
    DIR *d = opendir(dir);
    if (!d && errno == ENOMEM)
        arena_fail(mem);
    return d;
}

static void close_dir(void *d)
{
    closedir(d);
}

void file_names_add(struct arena *mem, struct file_names *out, const char *dir, const char *ext)
{
    DIR *d = dir_open(mem, dir);
    struct held h;
    if (!d)
        return;
    arena_hold(mem, &h, d, close_dir);
    for (const struct dirent *e; (e = readdir(d));) {
        char *path = file_join(mem, dir, e->d_name);
        size_t len = strlen(e->d_name), end = strlen(ext);
        bool wanted =
            ext[0] == '/'
                ? file_exists(arena_printf(mem, "%s%s", path, ext))
                : file_is_dir(path) || (len > end && strcmp(e->d_name + len - end, ext) == 0);
        if (e->d_name[0] == '.' || !wanted)
            continue;
        file_name_add(mem, out, arena_strdup(mem, e->d_name));
    }
    arena_release(mem, &h);
}

void file_names_above(struct arena *mem, struct file_names *out, const char *dir,
                      const char *folder, const char *ext)
{
    int n = 0;
    if (ext[0] != '/')
        file_names_add(mem, out, dir, ext);
    for (const char *d = dir; d && n < MAX_UP; d = file_up(mem, d), n++)
        file_names_add(mem, out, file_join(mem, d, folder), ext);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int file_list(struct arena *mem, const char *dir, const char *ext, char ***out)
{
    DIR *d = dir_open(mem, dir);
    struct file_names names = {0};
    struct held h;
    if (!d)
        return -1;
    arena_hold(mem, &h, d, close_dir);
    for (const struct dirent *e; (e = readdir(d));) {
        size_t len = strlen(e->d_name), end = strlen(ext);
        if (e->d_name[0] != '.' && len > end && strcmp(e->d_name + len - end, ext) == 0)
            file_name_add(mem, &names, file_join(mem, dir, e->d_name));
    }
    arena_release(mem, &h);
    if (names.n)
        qsort(names.v, names.n, sizeof *names.v, by_bytes);
    *out = (char **)names.v;
    return (int)names.n;
}

/* ---- whole files ---- */

static bool file_wrong(struct str *wrong, const char *path, const char *what)
{
    str_addf(wrong, "%s: %s: %s", path, what, strerror(errno));
    return false;
}

char *file_read(const char *path, size_t *n, struct str *wrong)
{
    unsigned lost = mem_losses();
    struct str all = {0};
    char part[16384];
    struct stat st;
    FILE *f = fopen(path, "rbe");

    if (!f || fstat(fileno(f), &st) || S_ISDIR(st.st_mode)) {
        if (f)
            errno = EISDIR;
        file_wrong(wrong, path, "cannot be read");
        if (f)
            fclose(f);
        return NULL;
    }
    for (size_t got; (got = fread(part, 1, sizeof part, f)) > 0;) {
        str_addn(&all, part, got);
        if (memchr(part, 0,
                   got)) /* no text: it may go on for ever, and its reader stops here */
            break;
    }
    str_addn(&all, "", 0);
    bool bad = ferror(f) || mem_losses() != lost;
    fclose(f);
    if (bad) {
        file_wrong(wrong, path, "cannot be read");
        str_free(&all);
        return NULL;
    }
    *n = all.n;
    return all.s;
}
