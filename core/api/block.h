/* block.h - a game's state as bytes, and back.
 *
 *   0  "CANTRIP1"       8  block size (u32)  12 header size (u32)
 *  16  behaviour (u64)  24  layout (u64)     32  XXH64 of the block (u64)
 *  40  the block, dead bytes zero
 *
 * Little-endian. Bytes that were changed by accident are found by the check sum; what was
 * changed on purpose is still checked before use: every count, place and identifier.
 */
#ifndef CANTRIP_API_BLOCK_H
#define CANTRIP_API_BLOCK_H

#include "kernel/kernel.h"
#include "load/definition.h"

#include <stddef.h>

/* Writes at most `cap` bytes; returns how many there are, 0: no memory. */
size_t block_write(const struct ct_definition *def, const struct kstate *s, uint8_t *out,
                   size_t cap);
/* The one *why that is no fault of the bytes. */
extern const char block_no_memory[];
/* A block of its own (free()), or NULL and a message in *why (static). */
struct kstate *block_read(const struct ct_definition *def, struct kengine *e,
                          const uint8_t *bytes, size_t n, const char **why);
/* Is every number in the block in its range? `like`: a block of the same game that is right in
 * its fixed part. NULL, or what is wrong (static). */
const char *block_fault(const struct ct_definition *def, struct kstate *s,
                        const struct kstate *like);

#endif
