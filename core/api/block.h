/* block.h - a game's state as bytes, and back.
 *
 *   0  "CANTRIP1"       8  block size (u32)  12 header size (u32)
 *  16  behaviour (u64)  24  layout (u64)     32  XXH64 of the block (u64)
 *  40  the block, unused bytes zero
 *
 * Little-endian. The check sum finds accidental changes. Against deliberate ones every count,
 * index and identifier is checked before use.
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
/* A block of its own (free()). NULL: *why is a static message. */
struct kstate *block_read(const struct ct_definition *def, struct kengine *e,
                          const uint8_t *bytes, size_t n, const char **why);
/* Is every number in the block valid? `like`: a valid block of the same game, for the fixed
 * part. NULL, or a static message. */
const char *block_fault(const struct ct_definition *def, struct kstate *s,
                        const struct kstate *like);

#endif
