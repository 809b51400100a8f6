#!/usr/bin/env bats
# `cantrip perft`: the numbers of tests/perft, counted again.

load ../helper

# count FILE [RULESET] [FLAG...]: counts every row (of the ruleset, unless that is "") again; prints those that
# differ. Status 1 if any does.
count() {
  local game people seed after depth ways got rc=0
  while read -r game people seed after depth ways; do
    [[ "$game" == "#"* || ( -n "${2:-}" && "$game" != "$2" ) ]] && continue
    got=$("$CANTRIP" perft "$game" --seats "$people" --seed "$seed" --after "$after" --depth "$depth" "${@:3}")
    got=${got##*[[:space:]]} # the last number of the last line
    [ "$got" = "$ways" ] && continue
    echo "$game with $people players, seed $seed, after $after picks, depth $depth: $got ways, not $ways"
    rc=1
  done <"$1"
  return $rc
}

# The numbers; in short, the least of each game.
few() { if [ "$(often short long)" = long ]; then echo tests/perft/numbers.txt; else least; fi; }
least() {
  awk '!/^#/ && NF && (!($1 in least) || $6 < least[$1]) { least[$1] = $6; row[$1] = $0 }
       END { for (game in row) print row[game] }' tests/perft/numbers.txt >"$BATS_TEST_TMPDIR/few"
  echo "$BATS_TEST_TMPDIR/few"
}

# bats test_tags=long
@test "every stored number is met" {
  [ "$(grep -cv '^#' tests/perft/numbers.txt)" -ge 40 ]
  count tests/perft/numbers.txt
}

# bats test_tags=long
@test "an engine that takes no shortcut meets them too" {
  count "$(few)" "" --plain
}

@test "the least number of each game is met" {
  count "$(least)"
}

@test "every shipped game has numbers" {
  for g in rulesets/*/ruleset.yaml; do
    grep -q "^$(basename "$(dirname "$g")") " tests/perft/numbers.txt
  done
}

@test "a changed rule changes a number" {
  copy_games "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR"
  run count "$ROOT/tests/perft/numbers.txt" wizard-quest
  [ "$status" -eq 0 ]
  sed -i 's/value: \[1, 2, 3, 4,/value: [1, 2, 4, 4,/' cards/wizard-quest/*.yaml
  ! diff -rq cards "$ROOT/cards" >/dev/null
  run count "$ROOT/tests/perft/numbers.txt" wizard-quest
  [ "$status" -eq 1 ]
  has "wizard-quest with 1 players"
}

@test "--divide shares the ways out among the first picks" {
  run "$CANTRIP" perft tests/rulesets/perft/bids --depth 4 --divide
  [ "$status" -eq 0 ]
  [ "$(awk '{ print $1, $2 }' <<<"$output")" = "6 a
3 b" ]
}

@test "--json" {
  run "$CANTRIP" perft tests/rulesets/perft/bids --depth 4 --json
  [ "$status" -eq 0 ]
  [ "$(python3 -c 'import json, sys; print(json.load(sys.stdin)["ways"])' <<<"$output")" = "[2, 4, 7, 9]" ]
}

@test "bad input is refused" {
  run "$CANTRIP" perft
  [ "$status" -eq 2 ]
  run "$CANTRIP" perft fairytale --seats 9
  [ "$status" -eq 2 ]
  run "$CANTRIP" perft fairytale --option nonsense=1
  [ "$status" -eq 2 ]
  has nonsense
  run "$CANTRIP" perft fairytale-factions --seats 5
  [ "$status" -eq 2 ]
  has REQUIRES
}
