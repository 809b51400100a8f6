/* part.h - the part of a long run that this process plays: its numbers, and its tally on disk.
 *
 * Threads take numbers and count into sums of their own. They hand in whole games only, so a
 * tally can be written at any time. --checkpoint writes one regularly, and a later process
 * continues from it.
 */
#ifndef CANTRIP_TOOLS_STATS_PART_H
#define CANTRIP_TOOLS_STATS_PART_H

#include "shard.h"
#include "tallyfile.h"

#include <pthread.h>
#include <stdatomic.h>

struct part {
    const char *command;
    struct shard shard;
    const char *path; /* --tally, or NULL */
    int64_t every;    /* --checkpoint: seconds, or 0 */
    /* Writes the tally of what was handed in, in a thread of its own. False after a message. The
     * command sets it before part_play. */
    bool (*save)(void *ctx, struct tally_file *f);
    pthread_mutex_t *guard; /* locked during `save` */
    /* Continues from the counts of an earlier process. False: *wrong says why not (free()). */
    bool (*take_up)(void *ctx, const struct tally_file *found, char **wrong);
    void *ctx;

    /* set by part_begin */
    uint64_t of;
    struct numbers todo; /* still to play; part_take takes from the front */
    uint64_t limit;      /* … up to this number */
    pthread_mutex_t lock;
    pthread_cond_t moved;
    pthread_t writer;
    atomic_uint round; /* number of the present handing in */
    int workers, handed;
    bool writing, over, failed, heeds;
    ct_file *file;
};

/* A thread also hands in when its numbers have this many ranges. This limits their number. */
enum { MOST_RANGES = 1000 };

/* Rows for a table of flags. */
#define PART_FLAGS(p)                                                                          \
    SHARD_FLAGS(&(p)->shard),                                                                  \
        TEXT_FLAG("tally", &(p)->path, "FILE", "write the counts to FILE, for cantrip merge"), \
        COUNT_FLAG("checkpoint", &(p)->every, "S",                                             \
                   "with --tally: write FILE every S seconds, and continue from it when "      \
                   "started again",                                                            \
                   1, 1000000)

/* Does the process play only a part, or write a tally? */
static inline bool part_given(const struct part *p)
{
    return p->path || p->shard.text || p->shard.shards;
}
/* Reads the flags, after args_parse. `seeded`: the seed was given or is fixed. False after a
 * message. */
bool part_read(struct part *p, const char *command, bool seeded);

/* Finds and prints the part of a run. `head` is its tally without counts. `of` in it becomes
 * less if FILE is of a run that its `until` stopped. `found` is the content of FILE, to continue
 * from (tallyfile_free), or has no fields. False after a message. If true, call part_end at the
 * end. */
bool part_begin(struct part *p, struct tally_file *head, struct tally_file *found);
/* Does what part_begin does for a run of `of` numbers with `save` and `take_up`. */
bool part_open(struct part *p, uint64_t of, const char *unit);
/* Start and stop writing checkpoints. */
void part_play(struct part *p);
void part_stop(struct part *p);

/* ---- for threads ---- */

void part_join(struct part *p);
void part_leave(struct part *p);
/* Takes the next numbers, at most `many`. False: no more. */
bool part_take(struct part *p, uint64_t many, struct range *out);
/* Should this thread hand in its counts? Then it does, and calls part_handed. *round begins at
 * 0. */
static inline bool part_due(struct part *p, unsigned *round)
{
    unsigned now = atomic_load_explicit(&p->round, memory_order_relaxed);
    bool due = now != *round;

    *round = now;
    return due;
}
void part_handed(struct part *p);
/* From now on a first Ctrl-C (stopped.h) acts as if no numbers were left. */
void part_heed(struct part *p);
/* Ends the numbers after `last`. */
void part_limit(struct part *p, uint64_t last);
/* How many numbers are left to take. */
uint64_t part_left(struct part *p);

/* ---- the end ---- */

/* Writes the tally if `wanted`, and frees everything. False after a message. */
bool part_end(struct part *p, bool wanted);
/* The exit status of a command with findings. A shard that wrote its tally has succeeded, so
 * that its launcher does not try again. `cantrip merge` gives the status of the run. */
int part_status(const struct part *p, int status);

#endif
