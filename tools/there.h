/* there.h - what lies at a path already, before it is written over. */
#ifndef CANTRIP_TOOLS_THERE_H
#define CANTRIP_TOOLS_THERE_H

#include <stddef.h>

/* Up to n bytes from `at` of the file at a path: how many; 0: none is there, or nothing so far in; -1: what is there is no
 * file, or cannot be read, and is not waited for. */
long there_peek(const char *path, long at, char *to, size_t n);

#endif
