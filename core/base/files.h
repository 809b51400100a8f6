/* files.h - where files lie, what lies in a folder, whole files. */
#ifndef CANTRIP_BASE_FILES_H
#define CANTRIP_BASE_FILES_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* A file that a game names: `below` in `dir`. The folder is opened as it is given, which is the user's
 * matter; below it no link is followed, and only a regular file or a folder is opened. Without `dir`
 * the user named the file, which may be a link. */
struct file_at {
    const char *dir, *below;
    const char *path; /* both, for messages */
};
enum file_kind { FILE_IS_MISSING, FILE_IS_LINK, FILE_IS_FILE, FILE_IS_FOLDER, FILE_IS_OTHER };

struct file_at file_at(struct arena *mem, const char *dir, const char *below);
/* What is there: a link also if one of the folders on the way is one. */
enum file_kind file_kind(const struct file_at *at);
/* Opens a regular file of at most `most` bytes for reading. -1: why not, with a code (base/diag.h). */
struct file_fault {
    const char *code, *why;
    bool memory; /* there is none left */
};
int file_open(const struct file_at *at, size_t most, size_t *size, struct file_fault *fault);
/* Reads on in it, MOST bytes at the most. How many; -1: errno. */
ptrdiff_t file_fill(int fd, char *text, size_t most);
void file_drop(void *fd); /* closes it, for arena_hold */

/* DIR/NAME, or FOLDER/NAME in DIR or a folder above it: the first that is there, whatever it is. False:
 * none is. */
bool file_find(struct arena *mem, const char *dir, const char *folder, const char *name,
               struct file_at *out);
char *file_join(struct arena *mem, const char *dir, const char *name);
char *file_dir(struct arena *mem, const char *path);
/* The next folder up; NULL at the top. */
char *file_up(struct arena *mem, const char *dir);
bool file_is_dir(const char *path);
/* Do both name the same file or folder, which is there? */
bool file_is_same(const char *a, const char *b);
bool file_exists(const char *path);
/* Whether a ruleset may name this file: no absolute path, no `..`. */
bool file_name_ok(const char *name);
/* The files of a folder that end in one of EXT (".yaml .csv"), sorted bytewise; count, or -1. `most`: no more are listed; the
 * count is then most + 1. */
int file_list(struct arena *mem, const struct file_at *folder, const char *ext, int most,
              struct file_at **out);

/* Names of files, for "did you mean". */
struct file_names {
    const char **v;
    size_t n;
};
/* Adds what lies in DIR (no link below it is followed): files that end in EXT and folders; with an EXT
 * that begins with '/' the folders that hold such a file. At most NAMES_MOST in all. */
enum { NAMES_MOST = 5000 };
void file_names_add(struct arena *mem, struct file_names *out, const char *dir,
                    const char *ext);
/* The same of all places where file_find looks. */
void file_names_above(struct arena *mem, struct file_names *out, const char *dir,
                      const char *folder, const char *ext);

/* Reads a whole file of at most FILE_MOST bytes that the user named (freed by the caller, with a zero
 * byte behind it). NULL: *wrong. */
enum { FILE_MOST = 128 * 1024 * 1024 };
char *file_read(const char *path, size_t *n, struct str *wrong);
/* Adds "PATH: WHAT: " and why (errno). False. */
bool file_wrong(struct str *wrong, const char *path, const char *what);

#endif
