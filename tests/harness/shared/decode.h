/* decode.h - bytes as a script: whatever they are, one that Lua reads. */
#ifndef CANTRIP_HARNESS_DECODE_H
#define CANTRIP_HARNESS_DECODE_H

#include <stddef.h>
#include <stdint.h>

/* For tests/harness/games/script. The caller frees it. */
char *decode_script(const uint8_t *data, size_t n);

#endif
