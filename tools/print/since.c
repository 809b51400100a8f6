/* since.c - an earlier edition of a game, from another folder or a commit.
 *
 * The commit's files go to a temporary folder, which is removed when the edition is read.
 * Signals that would end the process wait until then.
 */
#include "edition.h"

#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/held.h"
#include "tools/memory.h"
#include "tools/newfolder.h"
#include "tools/said.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- other programs ---- */

static bool run(const char *const *argv)
{
    char *said = said_by(argv, true);

    free(said);
    return said != NULL;
}

/* Asks git in a folder for a path or a commit. The repository may be a stranger's, with programs
 * in its configuration. None of them may run, and missing objects are not fetched. */
static char *git(const char *folder, const char *a, const char *b, const char *c)
{
    const char *argv[] = {
        "env", "GIT_ALLOW_PROTOCOL=none", "git", "-C", folder, "rev-parse", a, b, c, NULL};
    char *said = said_by(argv, true);

    if (said)
        said[strcspn(said, "\n")] = 0;
    return said;
}

/* ---- a folder for a while ---- */

/* Text made of two (free()). */
static char *joined(const char *a, const char *b)
{
    return mem_printf("%s%s", a, b);
}

/* The variable that names a folder of objects, quoted, for a ':' would part it in two (free()). */
static char *borrowing(const char *objects)
{
    struct buffer text = {0};

    buffer_add(&text, "GIT_ALTERNATE_OBJECT_DIRECTORIES=\"");
    for (; *objects; objects++)
        buffer_add(&text, strchr("\"\\", *objects) ? "\\%c" : "%c", *objects);
    buffer_add(&text, "\"");
    return buffer_take(&text);
}

/* Writes the commit's tree to `into`, by way of `to`: a repository of our own that borrows the
 * other's objects. So neither side's configuration can run programs named in `.gitattributes`
 * (filter, export-subst). */
static bool unpack(const char *top, const char *commit, const char *to, const char *into)
{
    char *objects = git(top, "--path-format=absolute", "--git-path", "objects"),
         *format = git(top, "--show-object-format", NULL, NULL);
    char *borrowed = borrowing(objects ? objects : ""),
         *kind = joined("--object-format=", format ? format : "sha1"),
         *own = joined(to, "/.git"), *tar = joined(to, "/.tar");
    const char *init[] = {"env",
                          "GIT_CONFIG_GLOBAL=/dev/null",
                          "GIT_CONFIG_NOSYSTEM=1",
                          "git",
                          "init",
                          "-q",
                          "--bare",
                          "--template=",
                          kind,
                          own,
                          NULL},
               *archive[] = {"env",
                             "GIT_CONFIG_GLOBAL=/dev/null",
                             "GIT_CONFIG_NOSYSTEM=1",
                             "GIT_ALLOW_PROTOCOL=none",
                             borrowed,
                             "git",
                             "--git-dir",
                             own,
                             "archive",
                             "--format=tar",
                             "-o",
                             tar,
                             commit,
                             NULL},
               *extract[] = {"tar", "-x", "-f", tar, "-C", into, NULL};
    bool good = objects && run(init) && run(archive) && !mkdir(into, 0700) && run(extract);

    free(objects);
    free(format);
    free(borrowed);
    free(kind);
    free(own);
    free(tar);
    return good;
}

static bool read_unpacked(struct edition *e, const char *top, const char *prefix,
                          const char *commit, const char *since,
                          const struct edition_setup *setup)
{
    const char *tmp = getenv("TMPDIR");
    struct buffer at = {0}, folder = {0};
    struct stat st;
    bool good = false;

    buffer_add(&at, "%s/cantrip-XXXXXX", tmp && *tmp == '/' ? tmp : "/tmp");
    if (!mkdtemp(at.s)) {
        complain("%s: %s: %s", setup->command, buffer_text(&at), strerror(errno));
        buffer_free(&at);
        return false;
    }
    /* its own name is the title of a game without one */
    const char *name = strrchr(top, '/');
    char *into = joined(buffer_text(&at), name && name[1] ? name : "/tree");
    buffer_add(&folder, "%s/%s", into, prefix);
    if (!unpack(top, commit, buffer_text(&at), into))
        complain("%s: --since %s: git and tar cannot unpack it", setup->command, since);
    else if (stat(buffer_text(&folder), &st))
        complain("%s: --since %s: at that time there was no %s", setup->command, since, prefix);
    else
        good = edition_open(e, buffer_text(&folder), setup);
    folder_take_away(buffer_text(&at));
    buffer_free(&folder);
    buffer_free(&at);
    free(into);
    return good;
}

static bool open_commit(struct edition *e, const char *folder, const char *since,
                        const struct edition_setup *setup)
{
    char *top = *since == '-' ? NULL : git(folder, "--show-toplevel", NULL, NULL);
    char *prefix = top ? git(folder, "--show-prefix", NULL, NULL) : NULL, *commit = NULL;
    struct buffer name = {0};
    sigset_t before;
    bool good = false;

    buffer_add(&name, "%s^{commit}", since);
    if (prefix)
        commit = git(folder, "--verify", "--quiet", buffer_text(&name));
    if (!top && *since != '-')
        complain("%s: --since %s: there is no such folder, and git finds no repository at %s",
                 setup->command, since, folder);
    else if (!commit)
        complain("%s: --since %s: there is no such folder and no such commit", setup->command,
                 since);
    if (commit) {
        signals_hold(&before);
        good = read_unpacked(e, top, prefix, commit, since, setup);
        signals_let(&before);
    }
    buffer_free(&name);
    free(commit);
    free(prefix);
    free(top);
    return good;
}

bool edition_open_since(struct edition *e, const char *folder, const char *since,
                        const struct edition_setup *setup)
{
    struct stat st;

    *e = (struct edition){0};
    if (stat(since, &st) || !S_ISDIR(st.st_mode))
        return open_commit(e, folder, since, setup);
    char *there = ruleset_folder(since);
    bool good = there && edition_open(e, there, setup);
    free(there);
    return good;
}
