/* there.h - what is already at a path, before it is read or overwritten. Never waits for a pipe. */
#ifndef CANTRIP_TOOLS_THERE_H
#define CANTRIP_TOOLS_THERE_H

#include <stddef.h>

/* Reads up to n bytes from offset `at`. Returns how many; 0: no such file, or it ends before `at`;
 * -1: no regular file, or it cannot be read. */
long there_peek(const char *path, long at, char *to, size_t n);
/* The n bytes of a file (free()). NULL: it is missing, empty or no regular file, or it cannot be
 * read: *wrong says why, unless `wrong` is NULL. */
char *there_text(const char *path, size_t *n, char **wrong);

#endif
