#!/bin/sh
# A run as an array of Slurm, and a job that merges when all of it has ended:  slurm.sh FOLDER N FLAGS...
#
#     slurm.sh /shared/run 16 sim fairytale --games 1000000 --seed 1 --cards all
#
# FOLDER is one that all nodes share. A task that was killed goes on from its tally when it is tried again: by Slurm itself where the
# node failed or the job was preempted, or by hand: sbatch --array=3,7 slurm.sh /shared/run 16 sim ...
set -eu
folder=$1 n=$2
shift 2
if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
    exec cantrip "$@" --shards "$n" --tally "$folder/$SLURM_ARRAY_TASK_ID.tally" --checkpoint "${CHECKPOINT:-60}" >/dev/null
fi
mkdir -p "$folder"
array=$(sbatch --parsable --array="1-$n" --requeue --output="$folder/%a.log" "$0" "$folder" "$n" "$@")
sbatch --dependency="afterany:$array" --output="$folder/result" --wrap "cantrip merge '$folder'/*.tally"
