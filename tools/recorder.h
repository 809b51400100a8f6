/* recorder.h - writes the replays of many games into one file, in the order of the games. */
#ifndef CANTRIP_TOOLS_RECORDER_H
#define CANTRIP_TOOLS_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

struct recorder;

/* NULL after a message. */
struct recorder *recorder_new(const char *path);
/* Takes over the text of game i (from 0; free()), from any thread. Waits while it is far ahead of
 * a long game. False: no more can be written, recorder_end says why. */
bool recorder_put(struct recorder *r, uint64_t i, char *text);
/* A game failed: threads stop waiting for it. */
void recorder_give_up(struct recorder *r);
/* Puts the file in its place if it is wanted, and frees all. False after a message. */
bool recorder_end(struct recorder *r, bool wanted);

#endif
