/* there.h - what lies at a path already: before it is written over, or read where nobody may wait for it. */
#ifndef CANTRIP_TOOLS_THERE_H
#define CANTRIP_TOOLS_THERE_H

#include <stddef.h>

/* Up to n bytes from `at` of the file at a path: how many; 0: none is there, or nothing so far in; -1: what is there is no
 * file, or cannot be read, and is not waited for. */
long there_peek(const char *path, long at, char *to, size_t n);
/* The text of a file that is there, n bytes; the caller frees it. NULL: there is none, it is empty or no file (a pipe), or
 * *wrong says why it cannot be read (NULL: nobody asks). */
char *there_text(const char *path, size_t *n, char **wrong);

#endif
