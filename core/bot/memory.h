/* memory.h - realloc that never fails: running out of memory ends the program. */
#ifndef CANTRIP_BOT_MEMORY_H
#define CANTRIP_BOT_MEMORY_H

#include <stddef.h>

void *bot_alloc(void *old, size_t size);

#endif
