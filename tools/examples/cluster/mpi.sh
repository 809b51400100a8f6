#!/bin/sh
# A run on the hosts of mpirun, a rank a shard:  mpi.sh FOLDER N FLAGS...
#
#     mpi.sh /shared/run 16 sim fairytale --games 1000000 --seed 1 --cards all
set -eu
folder=$1 n=$2
shift 2
mkdir -p "$folder"
mpirun -n "$n" sh -c 'exec cantrip "$@" --tally "$0/$OMPI_COMM_WORLD_RANK.tally" >"$0/$OMPI_COMM_WORLD_RANK.log"' \
    "$folder" "$@" --shards "$n" --jobs 1
cantrip merge "$folder"/*.tally
