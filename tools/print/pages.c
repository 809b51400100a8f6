/* pages.c - a folder of pages that is there when it is whole. */
#include "pages.h"

#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/memory.h"
#include "tools/newfolder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char list_name[] = "pages.txt", list_head[] = "cantrip print\n";

struct pages {
    const char *path, *command;
    struct newfolder folder;
    struct buffer list;
};

/* ---- what lies in a folder ---- */

/* The list of a folder of ours (free()); NULL: it is none. */
static char *read_list(const char *folder)
{
    struct buffer path = {0};
    size_t n;

    buffer_add(&path, "%s/%s", folder, list_name);
    char *list = ct_file_read(buffer_text(&path), &n, NULL);
    buffer_free(&path);
    if (list && strncmp(list, list_head, sizeof list_head - 1) != 0) {
        free(list);
        list = NULL;
    }
    return list;
}

/* Is it in the list: does a line begin with its name, and end or go on inside it? */
static bool listed(const char *list, const char *name)
{
    size_t n = strlen(name);

    for (const char *line = list; line && *line;
         line = strchr(line, '\n'), line += line != NULL)
        if (!strncmp(line, name, n) && (line[n] == '\t' || line[n] == '/'))
            return true;
    return !strcmp(name, list_name);
}

/* The first file there that is none of ours (free()); NULL: all are. */
static char *stranger(const char *folder)
{
    char *list = read_list(folder), *found = NULL;
    DIR *dir = opendir(folder);
    struct dirent *e;

    while (dir && !found && (e = readdir(dir)))
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 &&
            !(list && listed(list, e->d_name)))
            found = mem_strdup(e->d_name);
    if (dir)
        closedir(dir);
    free(list);
    return found;
}

/* ---- the folder that is made ---- */

static bool may_replace(const char *path, const char *command)
{
    struct stat st;
    char *other = NULL;

    if (stat(path, &st))
        return true;
    if (!S_ISDIR(st.st_mode))
        return complain(
            "%s: %s is not a folder, so it is not overwritten. Name another with --out",
            command, path);
    if ((other = stranger(path)))
        complain("%s: %s has '%s' in it, which %s did not make. Name another folder with --out",
                 command, path, other, command);
    free(other);
    return !other;
}

struct pages *pages_begin(const char *path, const char *command)
{
    struct pages *p = mem_zero(sizeof *p);

    p->path = path;
    p->command = command;
    buffer_add(&p->list, "%s", list_head);
    if (may_replace(path, command)) {
        if (newfolder_begin(&p->folder, path))
            return p;
        complain("%s: %s: %s", command, path, strerror(errno));
    }
    buffer_free(&p->list);
    free(p);
    return NULL;
}

static bool put(struct pages *p, const char *name, const char *bytes, size_t n)
{
    struct buffer path = {0};
    char *wrong = NULL;

    buffer_add(&path, "%s/%s", buffer_text(&p->folder.path), name);
    for (char *s = path.s + p->folder.path.n + 1; (s = strchr(s, '/')); *s++ = '/') {
        *s = 0;
        mkdir(path.s, 0777);
    }
    bool good = ct_file_replace(buffer_text(&path), bytes, n, false, &wrong);
    buffer_free(&path);
    return succeeded(good, p->command, &wrong);
}

bool pages_add(struct pages *p, const char *name, const char *bytes, size_t n, const char *says)
{
    buffer_add(&p->list, "%s\t%s\n", name, says);
    return !bytes || put(p, name, bytes, n);
}

const char *pages_path(const struct pages *p)
{
    return buffer_text(&p->folder.path);
}

bool pages_end(struct pages *p, bool wanted)
{
    bool good = wanted && put(p, list_name, buffer_text(&p->list), p->list.n);

    if (!newfolder_end(&p->folder, good, true)) {
        complain("%s: %s: %s", p->command, p->path, strerror(errno));
        good = false;
    }
    buffer_free(&p->list);
    free(p);
    return good;
}
