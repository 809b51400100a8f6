#!/usr/bin/env bats
# A game that fails: what was played until then stands in its replay, and in its save. The ruleset is
# tests/rulesets/features/broken: its option `t` says what goes wrong, always after two picks. What else
# may be asked of such a game is in tests/unit/broken.c.

load ../helper

broken=tests/rulesets/features/broken
ways="at_once after_a_change after_a_question after_two in_an_answer pure queue watchers masks depth loop divide pile counter mark number together"

@test "a game that nothing is wrong with" {
  run "$CANTRIP" play $broken --seats 2 --seed 3 --record "$BATS_TEST_TMPDIR/r"
  [ "$status" -eq 0 ]
  run grep '^end: over' "$BATS_TEST_TMPDIR/r"
  [ "$status" -eq 0 ]
}

# bats test_tags=long
@test "play: the replay of a game that fails has all its picks, and fails where the game did" {
  for t in $ways; do
    run "$CANTRIP" play $broken --option t=$t --seats 2 --seed 3 --record "$BATS_TEST_TMPDIR/$t"
    [ "$status" -eq 2 ] || { echo "$t: status $status: $output"; return 1; }
    wrong=$(grep -A 1 '^cantrip: play: ' <<<"$output")
    wrong=${wrong#cantrip: play: }
    run cat "$BATS_TEST_TMPDIR/$t"
    has $'\nend: broken '
    lacks $'\nresult: '
    picks=$(grep -c '^\(Alice\|Bob\): ' "$BATS_TEST_TMPDIR/$t")
    [ "$picks" -ge 2 ]
    run "$CANTRIP" replay "$BATS_TEST_TMPDIR/$t"
    [ "$status" -eq 2 ]
    has "after $picks picks the game fails: $wrong"
  done
}

@test "play: a score that cannot be worked out loses no replay" {
  run "$CANTRIP" play $broken --option t=score --seats 2 --seed 3 --record "$BATS_TEST_TMPDIR/r"
  [ "$status" -eq 2 ]
  has DIVISION-BY-ZERO
  run cat "$BATS_TEST_TMPDIR/r"
  has $'\nend: over '
  lacks $'\nresult: '
}

@test "play: a game that fails before anybody picks has a replay without picks" {
  run "$CANTRIP" play tests/rulesets/features/limits --option t=divide --seats 2 --record "$BATS_TEST_TMPDIR/r"
  [ "$status" -eq 2 ]
  run cat "$BATS_TEST_TMPDIR/r"
  has $'\nend: broken '
}

@test "resume: what was saved before the failure is whole, and is played up to the failure again" {
  for t in at_once after_two; do
    run "$CANTRIP" play $broken --option t=$t --seats 2 --seed 3 --save "$BATS_TEST_TMPDIR/$t.save"
    [ "$status" -eq 2 ]
    run "$CANTRIP" resume "$BATS_TEST_TMPDIR/$t.save" --record "$BATS_TEST_TMPDIR/$t"
    [ "$status" -eq 2 ]
    has "in step.$t: "
    run cat "$BATS_TEST_TMPDIR/$t"
    has $'\nend: broken '
  done
}

@test "replay: a ruleset that was mended since plays on, and --verify tells" {
  cp -R $broken "$BATS_TEST_TMPDIR/broken"
  cd "$BATS_TEST_TMPDIR"
  run "$CANTRIP" play ./broken --option t=at_once --seats 2 --seed 3 --record r
  [ "$status" -eq 2 ]
  sed -i 's/return g\["no" .. "thing"\].here/return/' broken/hooks.lua
  run "$CANTRIP" replay r
  [ "$status" -eq 0 ]
  run "$CANTRIP" replay r --verify
  [ "$status" -eq 1 ]
  has "the game is open, not broken"
}

@test "fewer copies than none are none, and take no other zone's room" {
  cat >"$BATS_TEST_TMPDIR/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
options: {x: {is: number, default: 0}}
cards: [{a: {}, b: {}}]
zones:
  deck: {as: pile, seen_by: nobody, holds: [{card: a, copies: 3}]}
  more: {seen_by: all, holds: [{card: b, copies: "x - 2"}]}
phases: [{move: {cards: {zone: deck}, to: more}}]
result: {score: {count: {zone: more}}}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR" --seed 1
  [ "$status" -eq 0 ]
  has "3 × a"
}
