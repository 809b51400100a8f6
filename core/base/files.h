/* files.h - where files lie, what lies in a folder, whole files. */
#ifndef CANTRIP_BASE_FILES_H
#define CANTRIP_BASE_FILES_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* DIR/NAME, or FOLDER/NAME in DIR or a folder above it; a path in the arena or NULL. */
char *file_find(struct arena *mem, const char *dir, const char *folder, const char *name);
char *file_join(struct arena *mem, const char *dir, const char *name);
char *file_dir(struct arena *mem, const char *path);
/* The next folder up; NULL at the top. */
char *file_up(struct arena *mem, const char *dir);
bool file_is_dir(const char *path);
bool file_exists(const char *path);
/* Whether a ruleset may name this file: no absolute path, no `..`. */
bool file_name_ok(const char *name);
/* The files of a folder that end in EXT, sorted bytewise; count, or -1. */
int file_list(struct arena *mem, const char *dir, const char *ext, char ***out);

/* Names of files, for "did you mean". */
struct file_names {
    const char **v;
    size_t n, cap;
};
/* Adds what lies in DIR: files that end in EXT and folders; with an EXT that begins with '/'
 * the folders that hold such a file. */
void file_names_add(struct arena *mem, struct file_names *out, const char *dir,
                    const char *ext);
/* The same of all places where file_find looks. */
void file_names_above(struct arena *mem, struct file_names *out, const char *dir,
                      const char *folder, const char *ext);

/* Reads a whole file (freed by the caller, with a zero byte behind it). NULL: *wrong. */
char *file_read(const char *path, size_t *n, struct str *wrong);

#endif
