/* memory.h - arrays that grow; without memory they stay as they are. */
#ifndef CANTRIP_BOT_MEMORY_H
#define CANTRIP_BOT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Room for `n` elements of `size` bytes in the array whose address stands at `array`. */
bool bot_room(void *array, int *cap, int n, size_t size);

#endif
