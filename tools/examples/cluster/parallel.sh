#!/bin/sh
# A run on hosts that ssh reaches, by GNU parallel:  parallel.sh HOST,HOST,... N FLAGS...
#
#     parallel.sh one,two,: 64 sim fairytale --games 1000000 --seed 1 --cards all
#
# ':' is this machine. Each host has cantrip in its PATH; the tallies come here, into the working directory.
set -eu
hosts=$1 n=$2
shift 2
seq "$n" | parallel --sshlogin "$hosts" --retries 3 --joblog jobs --return {}.tally --cleanup \
    --quote cantrip "$@" --jobs 1 --shard "{}/$n" --tally {}.tally >/dev/null
cantrip merge $(seq -f %.0f.tally "$n")
