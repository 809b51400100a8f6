/* part.h - the part of a long run that a process plays: which numbers, and the tally of it on the disk.
 *
 * Threads take numbers and count into sums of their own; what they hand in is always whole, sums and numbers, so that a
 * tally can be written at any time. With --checkpoint one is, every so often, and a process that finds one goes on from it.
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
    /* The tally of what is handed in, called from a thread of its own; false after a message. Set by the command
     * before part_play. */
    bool (*save)(void *ctx, struct tally_file *f);
    pthread_mutex_t *guard; /* held meanwhile */
    /* Counts on from what an earlier process had handed in. False: *wrong says why not (free()). */
    bool (*take_up)(void *ctx, const struct tally_file *found, char **wrong);
    void *ctx;

    /* from part_begin on */
    uint64_t of;
    struct numbers todo; /* still to be played; part_take takes them from the front */
    uint64_t limit;      /* … up to this one */
    pthread_mutex_t lock;
    pthread_cond_t moved;
    pthread_t writer;
    atomic_uint round; /* of handing in */
    int workers, handed;
    bool writing, over, failed, heeds;
    ct_file *file;
};

/* A thread hands in when what it has counted lies in so many places, too: the ranges do not become more and more. */
enum { MOST_RANGES = 1000 };

/* Their rows in a table of flags. */
#define PART_FLAGS(p)                                                                          \
    SHARD_FLAGS(&(p)->shard),                                                                  \
        TEXT_FLAG("tally", &(p)->path, "FILE", "write the counts to FILE, for cantrip merge"), \
        COUNT_FLAG("checkpoint", &(p)->every, "S",                                             \
                   "with --tally: write FILE every S seconds, and continue from it when "      \
                   "started again",                                                            \
                   1, 1000000)

/* Is only a part to be played, or a tally to be written? */
static inline bool part_given(const struct part *p)
{
    return p->path || p->shard.text || p->shard.shards;
}
/* After args_parse. False after a message. `seeded`: a seed was given, or there is always the same. */
bool part_read(struct part *p, const char *command, bool seeded);

/* The part of a run that `head` describes, a tally with nothing counted; its `of` may become less, where `until` stands
 * in it and FILE is of a run that was stopped. Says which part it is. `found` becomes what FILE holds of it, to be
 * counted on from (tallyfile_free); without fields: nothing. False after a message; else part_end. */
bool part_begin(struct part *p, struct tally_file *head, struct tally_file *found);
/* The same of the run of `of` numbers that `save` tells of; with what FILE holds taken up. */
bool part_open(struct part *p, uint64_t of, const char *unit);
/* Begins and ends writing checkpoints. */
void part_play(struct part *p);
void part_stop(struct part *p);

/* ---- for threads ---- */

void part_join(struct part *p);
void part_leave(struct part *p);
/* The next numbers to play, one after the other, at most `many`. False: there are none left. */
bool part_take(struct part *p, uint64_t many, struct range *out);
/* Is this thread (whose *round begins at 0) to hand in what it has counted? Then it does so and calls part_handed. */
static inline bool part_due(struct part *p, unsigned *round)
{
    unsigned now = atomic_load_explicit(&p->round, memory_order_relaxed);
    bool due = now != *round;

    *round = now;
    return due;
}
void part_handed(struct part *p);
/* From now on a first Ctrl-C (stopped.h) has the same effect as if there were no numbers left. */
void part_heed(struct part *p);
/* No number above this one is taken. */
void part_limit(struct part *p, uint64_t last);
/* How many are still to be taken. */
uint64_t part_left(struct part *p);

/* ---- the end ---- */

/* Writes the tally if it is wanted, and frees all. False after a message. */
bool part_end(struct part *p, bool wanted);
/* The exit status of a command that found something. A shard whose tally holds it has done well, whatever launched it
 * need not try it again: `cantrip merge` has the status of the run. */
int part_status(const struct part *p, int status);

#endif
