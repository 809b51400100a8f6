#!/usr/bin/env bats
# bats file_tags=long
# Ctrl-C in a long command: what there is is printed, and it is what a run of so many games prints; the status is 130; no
# file is left behind.

load ../helper

setup() { cd "$ROOT"; T=$BATS_TEST_TMPDIR; }

# stop SECONDS ARGUMENT...: the command is asked to stop after S seconds, or after twice as many
# as long as it has nothing to say yet: nothing here measures time
stop() {
  local seconds=$1
  shift
  for _ in 1 2 3 4 5 6; do
    run --separate-stderr timeout --preserve-status -k 60 -s INT "$seconds" "$CANTRIP" "$@"
    [ "$status" -eq 130 ] || { echo "status $status"; echo "$stderr"; return 1; }
    ! enough || return 0
    seconds=$((seconds * 2))
  done
}

enough() { grep -q '^partial: [1-9]' <<<"$output"; }

# played UNIT: of how many it is
played() { sed -nE "s/^partial: ([0-9]+) of [0-9]+ $1; missing: [0-9]+-[0-9]+\$/\1/p" <<<"$output"; }

bats_require_minimum_version 1.5.0

@test "sim: the games that were played, as if no more had been wanted" {
  stop 1 sim fairytale --games 100000000 --seed 3 --jobs 2
  n=$(played games)
  [ "$n" -gt 0 ]
  cut_short=$(sed '/^partial:/d; s/[0-9]* games, seed 3/games, seed 3/' <<<"$output")
  run "$CANTRIP" sim fairytale --games "$n" --seed 3
  diff <(sed 's/[0-9]* games, seed 3/games, seed 3/' <<<"$output") - <<<"$cut_short"
}

@test "arena: the deals that were played" {
  stop 1 arena fairytale --bots random,first --seats 2 --games 100000000 --seed 3 --jobs 2
  n=$(played deals)
  [ "$n" -gt 0 ]
  cut_short=$(grep -E '^(random|first)' <<<"$output")
  run "$CANTRIP" arena fairytale --bots random,first --seats 2 --games $((2 * n)) --seed 3
  diff <(grep -E '^(random|first)' <<<"$output") - <<<"$cut_short"
}

@test "tune: the values that were tried" {
  enough() { grep -q '^partial: [0-9] of 9 values; missing: [1-9]' <<<"$output"; }
  stop 1 tune fairytale mushroom-ring.points=1..9 --games 1000000 --seed 3
  n=$(sed -nE 's/^partial: ([0-9]) of 9 values; missing: .*$/\1/p' <<<"$output")
  [ "$(grep -cE '^ *[1-9]\*? +[0-9]+ ' <<<"$output")" -eq "$n" ]
}

@test "learn: what was learnt" {
  enough() { grep -q "^wrote $T/x.policy\$" <<<"$output"; }
  stop 1 learn fairytale --games 100000000 --seed 3 --out "$T/x.policy"
}

@test "the manual names the status" {
  run "$CANTRIP" sim --help=man
  grep -A1 '^130$' <<<"$output" | grep -qF 'stopped by Ctrl\-C'
}

@test "check --deep: the laws held so far, and two processes agree" {
  stop 4 check fairytale --deep --games 1000000
  [ "$(played groups)" -gt 0 ]
  grep -q 'every law holds at each of' <<<"$output"
  ! grep -q process <<<"$stderr"
}

@test "solve: the first deals, as if no more had been wanted" {
  stop 1 solve wizard-quest --deals 100000000 --seed 3 --jobs 2 --list
  n=$(sed -nE 's/^partial: ([0-9]+) of 100000000 deals; missing: .*$/\1/p' <<<"$output")
  [ "$n" -gt 0 ]
  cut_short=$(sed '/^partial:/d' <<<"$output")
  run "$CANTRIP" solve wizard-quest --deals "$n" --seed 3 --list
  diff - <(echo "$output") <<<"$cut_short"
}

@test "perft: the depths that were counted whole" {
  enough() { [ "$(grep -cE '^ +[0-9]+ +[0-9]+$' <<<"$output")" -ge 2 ]; }
  stop 1 perft fairytale --seats 2 --depth 30 --seed 3
  grep -q '^partial: ' <<<"$output"
  n=$(grep -cE '^ +[0-9]+ +[0-9]+$' <<<"$output")
  [ "$n" -ge 2 ]
  cut_short=$(sed '/^partial:/d' <<<"$output")
  run "$CANTRIP" perft fairytale --seats 2 --depth "$n" --seed 3
  diff - <(echo "$output") <<<"$cut_short"
  enough() { true; } # whatever it has is told
  stop 1 perft fairytale --seats 2 --depth 30 --seed 3 --json
  [ "$(jq .of <<<"$output")" -eq 30 ]
}

# twice PID SIGNAL: when it heeds the signal it is sent twice, 2 ms apart
twice() {
  python3 - "$@" <<'PY'
import os, re, signal, sys, time
pid, number = int(sys.argv[1]), getattr(signal, "SIG" + sys.argv[2])
while not int(re.search(r"SigCgt:\s*(\w+)", open(f"/proc/{pid}/status").read()).group(1), 16) >> number - 1 & 1:
    time.sleep(0.01)
time.sleep(0.3)
os.kill(pid, number)
time.sleep(0.002)
try:
    os.kill(pid, number)
except ProcessLookupError:
    pass  # it was quicker
PY
}

@test "a signal that comes to a process and to its group is one, as timeout sends it" {
  for signal in INT TERM HUP; do
    env --default-signal=INT,HUP "$CANTRIP" perft fairytale --seats 2 --depth 30 --seed 3 --json >"$T/out" &
    twice $! $signal
    rc=0
    wait $! || rc=$?
    [ $rc -eq $((128 + $(kill -l $signal))) ] || { echo "$signal: $rc"; return 1; }
    [ "$(jq .of "$T/out")" -eq 30 ]
  done
}

@test "one that comes later ends at once, whatever is under way" {
  env --default-signal=INT "$CANTRIP" sim fairytale --games 2 --seed 1 --jobs 1 --bots mcts:10000000 >/dev/null 2>&1 &
  twice $! INT
  sleep 0.6
  kill -INT $! # it was there still
  rc=0
  wait $! || rc=$?
  [ $rc -eq 130 ]
}

@test "what is written is not kept in part" {
  cd "$T"
  for flag in "--record games.replay" "--records games.csv" "--tally games.tally"; do
    run timeout -k 60 -s INT 1 "$CANTRIP" sim "$ROOT"/rulesets/fairytale --games 100000000 --seed 3 $flag
    [ "$status" -ne 0 ]
    [ -z "$(ls)" ] || { ls; return 1; }
  done
}
