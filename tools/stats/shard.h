/* shard.h - which part of a long run this process plays: `--shard I/N`, or `--shards N` with I from
 * its launcher.
 *
 * Games are numbered from 1, and a game's seed depends on its number only. Shard I of N plays
 * the numbers from (I-1)/N to I/N of all. So the files of all shards, one after the other, are
 * those of the run.
 */
#ifndef CANTRIP_TOOLS_STATS_SHARD_H
#define CANTRIP_TOOLS_STATS_SHARD_H

#include "numbers.h"
#include "tools/common.h"

/* Variables that number the processes of launchers: name, first number, variable with the number
 * of processes (or NULL), launcher. The first match counts: a direct launcher comes before one
 * that launched the launcher. */
#define LAUNCHERS(X)                                                                           \
    X("OMPI_COMM_WORLD_RANK", 0, "OMPI_COMM_WORLD_SIZE", "mpirun of Open MPI")                 \
    X("PMI_RANK", 0, "PMI_SIZE", "mpiexec of MPICH and Intel MPI")                             \
    X("SLURM_PROCID", 0, "SLURM_STEP_NUM_TASKS", "srun of Slurm")                              \
    X("PARALLEL_SEQ", 1, NULL, "GNU parallel")                                                 \
    X("SLURM_ARRAY_TASK_ID", 1, NULL, "arrays of Slurm: sbatch --array=1-N")                   \
    X("PBS_ARRAY_INDEX", 1, NULL, "arrays of PBS: qsub -J 1-N")                                \
    X("SGE_TASK_ID", 1, NULL, "arrays of Grid Engine: qsub -t 1-N")                            \
    X("LSB_JOBINDEX", 1, NULL, "arrays of LSF: bsub -J NAME[1-N]")                             \
    X("AWS_BATCH_JOB_ARRAY_INDEX", 0, NULL, "array jobs of AWS Batch")                         \
    X("JOB_COMPLETION_INDEX", 0, NULL, "indexed Jobs of Kubernetes")

struct shard {
    const char *text; /* --shard, or NULL */
    int64_t shards;   /* --shards, or 0 */
    uint64_t i, n;    /* shard i of n; n 0: plays everything */
    const char *by;   /* the variable that said i, or NULL */
};

enum { MOST_SHARDS = 1000000000 };
/* Rows for a table of flags. */
#define SHARD_FLAGS(s)                                                                         \
    TEXT_FLAG("shard", &(s)->text, "I/N", "play only part I of N: for several machines"),      \
        COUNT_FLAG("shards", &(s)->shards, "N",                                                \
                   "the same, where a launcher (Slurm, MPI, PBS, …) says which part", 1,       \
                   MOST_SHARDS)

/* Finds the shard, after args_parse. False after a message. */
bool shard_read(struct shard *s, const char *command);
/* Its numbers, first … last, of 1 … of. None (first > last) if there are more shards than
 * numbers. */
struct range shard_range(const struct shard *s, uint64_t of);
/* Prints on stderr which part it plays. Nothing if it plays all. */
void shard_tell(const struct shard *s, uint64_t of, const char *unit);

#endif
