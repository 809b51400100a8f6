/* save.h - a game to continue later: its replay, then its block.
 *
 *     cantrip save 1
 *     …                                as a replay (replay.h), to the line `end: …`
 *     block: 4168 bytes HEX            XXH64 of them
 *     Q0FOVFJJUDE…                     base64, 76 letters a line: the bytes of ct_serialize
 *
 * With the same rules the block is the game. With others the picks are made again.
 */
#ifndef CANTRIP_RECORD_SAVE_H
#define CANTRIP_RECORD_SAVE_H

#include "record/replay.h"

/* Reads a block. `value` follows "block: "; *at is at the lines below. False: *why, at line
 * *line. */
bool save_read_block(struct ct_replay *r, const char *value, const char *text, size_t n,
                     size_t *at, int *line, const char **why);

#endif
