/* shard.h - which part of a long run a process plays: `--shard I/N`, or `--shards N` and what launched it says I.
 *
 * Games are numbered from 1, and the seed of a game depends on its number alone. Shard I of N plays the numbers from
 * (I-1)/N to I/N of all: they follow each other, so files of the shards, one after the other, are those of the run.
 */
#ifndef CANTRIP_TOOLS_STATS_SHARD_H
#define CANTRIP_TOOLS_STATS_SHARD_H

#include "numbers.h"
#include "tools/common.h"

/* The variables by which launchers number processes: name, the number of the first, the variable that says how many
 * processes it launched (or NULL), what it is. In the order in which they are taken: who launched the process itself
 * before who launched what launched it. */
#define LAUNCHERS(X)                                                                           \
    X("OMPI_COMM_WORLD_RANK", 0, "OMPI_COMM_WORLD_SIZE", "mpirun of Open MPI")                 \
    X("PMI_RANK", 0, "PMI_SIZE", "mpiexec of MPICH and Intel MPI")                             \
    X("SLURM_PROCID", 0, "SLURM_STEP_NUM_TASKS", "srun of Slurm")                              \
    X("PARALLEL_SEQ", 1, NULL, "GNU parallel")                                                 \
    X("SLURM_ARRAY_TASK_ID", 1, NULL, "arrays of Slurm: sbatch --array=1-N")                   \
    X("JOB_COMPLETION_INDEX", 0, NULL, "indexed Jobs of Kubernetes")

struct shard {
    const char *text; /* --shard, or NULL */
    int64_t shards;   /* --shards, or 0 */
    uint64_t i, n;    /* shard i of n; n 0: all is played */
    const char *by;   /* the variable that said i, or NULL */
};

enum { MOST_SHARDS = 1000000000 };
/* Their rows in a table of flags. */
#define SHARD_FLAGS(s)                                                                         \
    TEXT_FLAG("shard", &(s)->text, "I/N", "play only part I of N: for several machines"),      \
        COUNT_FLAG("shards", &(s)->shards, "N",                                                \
                   "the same, where Slurm, MPI, Kubernetes or GNU parallel says which part",   \
                   1, MOST_SHARDS)

/* After args_parse: which part it is. False after a message. */
bool shard_read(struct shard *s, const char *command);
/* Its numbers, first … last, of 1 … of; none (first > last) where there are fewer numbers than shards. */
struct range shard_range(const struct shard *s, uint64_t of);
/* Says which part it plays, in a line on stderr; nothing where all is played. */
void shard_tell(const struct shard *s, uint64_t of, const char *unit);

#endif
