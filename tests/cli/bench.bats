#!/usr/bin/env bats
# tools/bench: the games in C are the rulesets' games; the short form; instructions per pick.

load ../helper

bench=build/bench/bench

@test "a thousand games end in C as they do interpreted, at every number of seats" {
  games=$(often 200 1000)
  run "$bench" --check "$games"
  echo "$output"
  [ "$status" -eq 0 ]
  [ "$(grep -c "$games games end as in C" <<<"$output")" -eq 9 ]
}

# bats test_tags=long
@test "bench plays the games of cantrip sim" {
  command -v python3 >/dev/null || skip "no python3"
  for game in fairytale:4 wizard-quest:1 card-ring:3; do
    run "$CANTRIP" sim ${game%:*} --seats ${game#*:} --games 20 --seed 1 --json
    [ "$status" -eq 0 ]
    picks=$(python3 -c 'import json,sys; print(json.load(sys.stdin)["picks"])' <<<"$output")
    run "$bench" --play $game 20
    echo "$output, sim: $picks"
    [ "$output" = "$game ${game#*:} 20 games $picks picks" ]
  done
}

# Shipped games in which nobody picks: there is no pick to be measured.
asking_nobody() {
  local game
  for game in rulesets/*/ruleset.yaml; do
    game=$(basename "${game%/*}")
    [ "$("$CANTRIP" sim "$game" --games 3 --seed 1 --json | jq .picks)" != 0 ] || echo "$game"
  done
}

# bats test_tags=long
@test "the short form measures every ruleset, and the games in C" {
  command -v python3 >/dev/null || skip "no python3"
  run "$bench" --short --json
  [ "$status" -eq 0 ]
  python3 -c '
import json, os, sys
doc = json.load(sys.stdin)
rows = doc["rows"]
had = {r["ruleset"] for r in rows if not r["in_c"]}
tricks = {"hearts-hand", "hearts-plain", "oh-hell-deal", "oh-hell-plain"}
nobody_picks = set(sys.argv[1:])
assert set(os.listdir("rulesets")) - {"README.md", "guide", "shared"} - nobody_picks | tricks | {"fairytale-steps"} <= had, had
assert {r["ruleset"] for r in rows if r["in_c"]} == {"fairytale", "wizard-quest"}
for r in rows:
    assert r["picks_per_second"] > 0 and r["ns_per_pick"] > 0, r
    compared = r["ruleset"] in ("fairytale", "fairytale-steps", "wizard-quest") and not r["in_c"]
    assert compared == ("times_in_c" in r), r
    assert (r["ruleset"] in tricks) == ("of_openspiel" in r), r
    if not r["in_c"]:
        assert r["clone"]["bytes"] > 0, r
asks = {r["ruleset"] for r in rows if r.get("clone_in_question")}
assert "fairytale" in asks and "fairytale-steps" not in asks, asks
' $(asking_nobody) <<<"$output"
  run "$bench" --short wizard-quest fairytale/c:4
  [ "$status" -eq 0 ]
  grep -q "^wizard-quest  .* 1 .*x" <<<"$output"
  lacks OpenSpiel
  run "$bench" --short oh-hell-deal              # brings what it is measured by
  [ "$status" -eq 0 ]
  has "fairytale in C " "of OpenSpiel's (0.4); wanted: 1.2"
}

@test "Hearts and Oh Hell in plain words are the same games" {
  cd "$ROOT"
  for game in hearts:hand oh-hell:deal; do
    for words in "${game#*:}" plain; do
      run "$CANTRIP" sim "tests/rulesets/measure/${game%:*}-$words" --games 300 --seed 1 --records "$BATS_TEST_TMPDIR/$game-$words.csv"
      [ "$status" -eq 0 ]
    done
    for part in games seats cards; do
      cmp "$BATS_TEST_TMPDIR/$game-${game#*:}.$part.csv" "$BATS_TEST_TMPDIR/$game-plain.$part.csv"
    done
  done
}

@test "without a fast way the same games are played" {
  run "$bench" --play fairytale:4 3 - SETS LISTS BODIES FREELY
  [ "$status" -eq 0 ]
  [ "$(wc -l <<<"$output")" -eq 5 ] && [ "$(sort -u <<<"$output" | wc -l)" -eq 1 ]
}

@test "bench refuses what it does not know" {
  for args in "no-such-game" "fairytale:9" "card-ring/c" "--seconds 0" "--what" "--play fairytale" "--play fairytale:4 1 NO_SUCH_WAY"; do
    run "$bench" $args
    [ "$status" -eq 2 ] || { echo "$args: $status $output"; return 1; }
  done
}

# bats test_tags=long
@test "instructions per pick are not above those stored" {
  if [ "$(often 0 1)" = 0 ]; then      # one game with scripts, one without; all in `make test`
    grep -E '^(compiler|fairytale:|wizard-quest:)' tests/bench-instructions.txt >"$BATS_TEST_TMPDIR/some"
    export BENCH_STORED="$BATS_TEST_TMPDIR/some"
  fi
  run tests/bench-guard
  echo "$output"
  [ "$status" -eq 0 ]
  grep '^note:' <<<"$output" >&3 || true
}

# bats test_tags=long
@test "words do not matter: rules in other words play the same games at the same cost" {
  python3 -c 'import yaml' || skip "no python3-yaml"
  some='fairytale: rounds|wizard-quest: a target|hearts: one action|courtiers: either'
  run tests/wordings --part "$(often 1 4)" "$(often "$some" .)"
  echo "$output"
  [ "$status" -eq 0 ]
  grep '^note:' <<<"$output" >&3 || true
}

# bats test_tags=long
@test "another rule is not taken for another wording, and a dear one is seen" {
  python3 -c 'import yaml' || skip "no python3-yaml"
  export WORDINGS="$BATS_TEST_TMPDIR/pairs.yaml"
  rule='{from: "target: {suit: clubs, value: {at_most: 10}}", to: "target: {suit: clubs, value: {at_most: 9}}"}'
  dear='{from: "enemies:   {count: {suit: clubs}, at_least: 1}", to: "enemies:   {count: {suit: clubs, one_of_each: it.value}, at_least: 1}"}'
  printf 'rulesets/wizard-quest:\n  seats: 1\n  games: 5\n  pairs:\n    a rule: {words: [%s]}\n    dear: {words: [%s]}\n' \
    "$rule" "$dear" >"$WORDINGS"
  run tests/wordings
  echo "$output"
  [ "$status" -eq 1 ]
  has "a rule: plays other games" "dear: costs +" "0 passed, 2 failed"
}

# bats test_tags=long
@test "the guard sees a loss of 6 %, lets 4 % pass and notes a gain of 6 %" {
  line=$(grep '^wizard-quest/c' tests/bench-instructions.txt)
  export BENCH_STORED="$BATS_TEST_TMPDIR/stored"
  # shellcheck disable=SC2086 # three words
  set -- $line
  printf 'compiler x\n%s 50 %s\n' "$1" "$3" >"$BENCH_STORED"
  run tests/bench-guard --update
  [ "$status" -eq 0 ]
  cp "$BENCH_STORED" "$BENCH_STORED.now"
  for loss in 0.94 1.04 1.06; do
    awk -v loss=$loss '/^wizard/ { $3 = sprintf("%.2f", $3 / loss) } { print }' "$BENCH_STORED.now" >"$BENCH_STORED"
    run tests/bench-guard
    echo "$loss: $status $output"
    [ "$status" -eq "$([ $loss = 1.06 ] && echo 1 || echo 0)" ]
    case $loss in
    0.94) has "note: over 5 % fewer instructions than stored: wizard-quest/c:1; make bench-update" ;;
    1.04) lacks note: "over 5 %" ;;
    1.06) has "over 5 % more instructions than stored" "make bench-update" ;;
    esac
  done
}

@test "how long games take to load is measured, of all games and of one" {
  tests/many-cards 20 "$BATS_TEST_TMPDIR/many"
  run tests/bench-loading --rounds=1 "$BATS_TEST_TMPDIR/many"
  [ "$status" -eq 0 ]
  [[ "$output" =~ ^cantrip\ list\ .*cantrip\ check\ .*/many:\ [0-9.]+\ ms,\ [0-9.]+\ ms\ of\ CPU$ ]]
}

# bats test_tags=long
@test "what a second thread gains is measured beside what a second copy of a game in C gains" {
  run tests/bench-jobs 1
  [ "$status" -lt 2 ]
  [[ "$output" =~ ^--jobs\ 2:\ [0-9.]+\ times.*two\ copies.*\ [0-9.]+\ of\ what\ there\ is,\ wanted:\ 0.95$ ]]
}
