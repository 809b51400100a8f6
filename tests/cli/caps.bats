#!/usr/bin/env bats
# A game that has too much of anything is refused, with a finding at its place, in little time and memory. The
# games are written by tests/too-much, the caps stand in core/load/caps.h.

load ../helper

# refused KIND: status 2, an error of a limit, at most 5 seconds of CPU and 512 MB
refused() {
  "$ROOT/tests/too-much" "$1" "$BATS_TEST_TMPDIR/$1"
  run bash -c "ulimit -t 5; case \$1 in */san/*) ;; *) ulimit -v 524288 ;; esac; exec \"\$@\"" - "$CANTRIP" check "$BATS_TEST_TMPDIR/$1"
  [ "$status" -eq 2 ] || { echo "$1: status $status: ${output:0:2000}"; return 1; }
  [[ "$output" =~ ruleset.yaml:[0-9]+:[0-9]+:\ error:\ .*\[LIMIT-[A-Z]+\] || "$output" =~ s.lua:[0-9]+.*\[LIMIT-[A-Z]+\] ]] ||
    { echo "$1: ${output:0:2000}"; return 1; }
}

# bats test_tags=long
@test "a tower of lets is refused, whether anything asks for it or not" {
  refused let_tower
  has "more than 65000 formulas"
  refused let_vain
  has "uses of 'let'"
}

@test "formulas that lie too deep within each other" {
  refused all_deep
  has "more than 1000 formulas within each other"
}

# bats test_tags=long
@test "too much of anything else" {
  for kind in $("$ROOT/tests/too-much" --list); do
    refused "$kind"
  done
}

@test "formulas that lie deep, but not too deep, are worked out" {
  "$ROOT/tests/too-much" all_deep "$BATS_TEST_TMPDIR/deep"
  sed -i 's/gold > 1, gold > 1, gold > 1/gold > 1/g' "$BATS_TEST_TMPDIR/deep/ruleset.yaml"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/deep"
  [ "$status" -eq 0 ]
  run "$CANTRIP" sim "$BATS_TEST_TMPDIR/deep" --games 1 --seed 1
  [ "$status" -eq 0 ]
}

@test "a set has at most 30 words, and 'in' asks sets of words alone" {
  local words
  mkdir -p "$BATS_TEST_TMPDIR/wide"
  words=$(seq -s, 1 31 | sed 's/[0-9]*/w&/g')
  game() {
    printf 'cantrip: 1\ntitle: t\nplayers: 2\ntraits: {w: {one_of: [%s]}, v: {one_of: [a, b]}}\nzones: {d: {seen_by: all}}\ncards: [{c: {}}]\n%s\n' "$words" "$1" \
      >"$BATS_TEST_TMPDIR/wide/ruleset.yaml"
    run "$CANTRIP" check "$BATS_TEST_TMPDIR/wide"
  }
  game $'counters: {n: {set_of: w}}\nphases: []'
  has "[LIMIT-WORDS]" "ruleset.yaml:7:24"
  game $'counters: {n: {set_of: v}, m: {}}\nphases: [{add: {m: "if(a in m, 1, 0)"}}]'
  has "'in' needs a set of words, and this is a number"
  game $'counters: {n: {set_of: v}, m: {}}\nphases: [{add: {m: "if(w1 in n, 1, 0)"}}]'
  has "'w1' is neither a word of 'v' nor a name"
  game $'counters: {n: {set_of: v}, m: {}}\nphases: [{add: {n: [a, c]}}]'
  has "[WORD-UNKNOWN]" "ruleset.yaml:8:24"
  game $'counters: {n: {set_of: v}, m: {}}\nphases: [{add: {n: a}}]'
  [ "$status" -eq 0 ]
}
