#!/bin/sh
# A run as an array job of AWS Batch, and a job that merges when all of it has ended:
#
#     aws-batch.sh QUEUE DEFINITION N sim fairytale --games 1000000 --seed 1 --cards all
#
# The image of DEFINITION has cantrip (Containerfile) and mounts a shared disk at /run/cantrip, such as EFS.
set -eu
queue=$1 definition=$2 n=$3
shift 3
command='["sh","-c","exec cantrip \"$@\" --tally /run/cantrip/$AWS_BATCH_JOB_ARRAY_INDEX.tally --checkpoint 60","cantrip"'
for word in "$@" --shards "$n"; do
    command=$command,\"$(printf %s "$word" | sed 's/[\\"]/\\&/g')\"
done
submit() {
    aws batch submit-job --job-queue "$queue" --job-definition "$definition" --query jobId --output text "$@"
}
array=$(submit --job-name cantrip --array-properties "size=$n" --container-overrides "{\"command\":$command]}")
submit --job-name cantrip-merge --depends-on "jobId=$array" \
    --container-overrides '{"command":["sh","-c","cantrip merge /run/cantrip/*.tally"]}'
