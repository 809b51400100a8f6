/* memory.h - arrays that grow. Without memory they stay as they are. */
#ifndef CANTRIP_BOT_MEMORY_H
#define CANTRIP_BOT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for `n` elements of `size` bytes in *array, an array of *cap. False: no memory. */
bool bot_room(void *array, int *cap, int n, size_t size);
/* Adds a copy of the text to a list of *n. */
bool bot_keep(char ***list, int *n, int *cap, const char *text);

#endif
