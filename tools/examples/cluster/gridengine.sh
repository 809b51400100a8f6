#!/bin/sh
# A run as a task array of Grid Engine, and a job that merges when all of it has ended:  gridengine.sh FOLDER N FLAGS...
#
#     gridengine.sh /shared/run 16 sim fairytale --games 1000000 --seed 1 --cards all
#
# FOLDER is one that all nodes share. A part that was killed goes on from its tally when it is started again.
set -eu
folder=$1 n=$2
shift 2
case ${SGE_TASK_ID:-undefined} in
undefined) ;;
*) exec cantrip "$@" --shards "$n" --tally "$folder/$SGE_TASK_ID.tally" --checkpoint "${CHECKPOINT:-60}" >/dev/null ;;
esac
mkdir -p "$folder"
name=cantrip-$$
qsub -N "$name" -t "1-$n" -b y -j y -o "$folder/" "$(realpath "$0")" "$folder" "$n" "$@"
qsub -hold_jid "$name" -b y -j y -o "$folder/result" /bin/sh -c "cantrip merge '$folder'/*.tally"
