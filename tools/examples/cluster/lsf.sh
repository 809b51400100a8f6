#!/bin/sh
# A run as a job array of LSF, and a job that merges when all of it has ended:  lsf.sh FOLDER N FLAGS...
#
#     lsf.sh /shared/run 16 sim fairytale --games 1000000 --seed 1 --cards all
#
# FOLDER is one that all hosts share. A part that was killed goes on from its tally when it is started again.
set -eu
folder=$1 n=$2
shift 2
if [ "${LSB_JOBINDEX:-0}" -gt 0 ]; then
    exec cantrip "$@" --shards "$n" --tally "$folder/$LSB_JOBINDEX.tally" --checkpoint "${CHECKPOINT:-60}" >/dev/null
fi
mkdir -p "$folder"
name=cantrip-$$
bsub -J "$name[1-$n]" -o "$folder/%I.log" "$(realpath "$0")" "$folder" "$n" "$@"
bsub -w "ended($name)" -o "$folder/result" /bin/sh -c "cantrip merge '$folder'/*.tally"
