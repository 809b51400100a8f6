#!/usr/bin/env bats
# On a terminal of 80 columns nothing that a command prints is wider: lines end between words, tables go on below.

load ../helper

setup() { cd "$ROOT"; export XDG_CACHE_HOME=$BATS_TEST_TMPDIR; }

# fits STATUS COMMAND...
fits() {
  local wanted=$1
  shift
  run python3 tests/cli/columns.py "$CANTRIP" "$@"
  [ "$status" -eq "$wanted" ] || { echo "$*: status $status"; echo "$output"; return 1; }
}

# bats test_tags=long
@test "help of every command" {
  fits 0 --help
  commands=$("$CANTRIP" complete -- '' | cut -f1)
  grep -qx sim <<<"$commands"
  for command in $commands; do fits 0 "$command" --help; done
}

# bats test_tags=long
@test "tables with more columns than there is room for" {
  fits 0 arena fairytale --bots random,greedy --games 8 --seed 1
  grep -Eq '^player +share +error +ahead +rating' <<<"$output"
  # every seat stands there, below
  for seat in 0 1 2 3; do [ "$(grep -c "seat $seat" <<<"$output")" -eq 1 ]; done
  [ "$(grep -c '^greedy' <<<"$output")" -eq 2 ]
  fits 0 sim fairytale --games 50 --seed 1 --cards keep_one
  fits 0 sim fairytale --games 50 --seed 1 --cards keep_one --against fairytale-factions
  fits 0 sim fairytale --games 50 --seed 1 --cards keep_one --pairs
  fits 0 sim fairytale --games 50 --seed 1 --cards keep_one --causal --bots random
}

# bats test_tags=long
@test "what is known, what is found, what is counted" {
  fits 0 keys
  fits 0 keys choose
  fits 0 list
  fits 0 show fairytale
  fits 0 show card-ring
  fits 0 sim once-upon-a-draft --games 50 --seed 1
  fits 0 perft fairytale --depth 2 --seed 1
  fits 0 solve wizard-quest --seed 1
  fits 0 learn fairytale --games 200 --seed 1 --out "$BATS_TEST_TMPDIR/a.policy"
  fits 0 check fairytale --deep --games 5
  fits 0 play fairytale --bots random --seed 1 --plain
}

@test "a message that is longer than the terminal is wide" {
  fits 2 list once-upon-a-draft-or-any-other-name-that-is-somewhat-long-for-a-message
  grep -q "one argument too many" <<<"$(tr '\n' ' ' <<<"$output" | tr -s ' ')"
}
