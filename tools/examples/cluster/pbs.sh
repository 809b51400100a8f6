#!/bin/sh
# A run as a job array of PBS, and a job that merges when all of it has ended:  pbs.sh FOLDER N FLAGS...
#
#     pbs.sh /shared/run 16 sim fairytale --games 1000000 --seed 1 --cards all
#
# FOLDER is one that all nodes share. A part that was killed goes on from its tally when it is started again.
set -eu
folder=$1 n=$2
shift 2
if [ -n "${PBS_ARRAY_INDEX:-}" ]; then
    exec cantrip "$@" --shards "$n" --tally "$folder/$PBS_ARRAY_INDEX.tally" --checkpoint "${CHECKPOINT:-60}" >/dev/null
fi
mkdir -p "$folder"
array=$(qsub -J "1-$n" -j oe -o "$folder/" -- "$(realpath "$0")" "$folder" "$n" "$@")
qsub -W "depend=afterany:$array" -j oe -o "$folder/result" -- /bin/sh -c "cantrip merge '$folder'/*.tally"
