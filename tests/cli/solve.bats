#!/usr/bin/env bats
# `cantrip solve`: how many deals of a game for one can be won; exact answers about small games for several.

load ../helper

@test "the same bytes with --jobs 1 and 3" {
  for j in 1 3; do
    "$CANTRIP" solve wizard-quest --deals 30 --seed 1 --json --jobs $j >"$BATS_TEST_TMPDIR/$j"
    cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/$j"
  done
}

@test "one deal in five is winnable on hard, four in five on normal" {
  run "$CANTRIP" solve wizard-quest --option difficulty=hard --deals 100 --seed 1
  [[ "$output" == *"winnable       22 "*"undecided       0 "* ]]
  run "$CANTRIP" solve wizard-quest --deals 100 --seed 1
  [[ "$output" == *"winnable       78 "*"undecided       0 "* ]]
}

@test "bot.hopeless of wizard-quest never prunes a win, with small deals" {
  run "$CANTRIP" solve tests/rulesets/search/quest --option difficulty=hard --deals 15 --seed 1 --nodes 1000000 --check
  [ "$status" -eq 0 ]
  [[ "$output" == *"undecided       0 "* ]]
  [[ "$output" == *"never wrong"* ]]
}

@test "what the count owes to bot.hopeless is said, and how it is proved" {
  run "$CANTRIP" solve wizard-quest --deals 10 --seed 1
  [[ "$output" == *"positions called hopeless"*"(by the ruleset's bot.hopeless; --check searches them too"* ]]
  run "$CANTRIP" solve tests/rulesets/search/quest --option difficulty=hard --deals 5 --seed 1 --check
  [[ "$output" != *"by the ruleset's"* ]]
}

@test "a hook that lies is found out" {
  run "$CANTRIP" solve tests/rulesets/search/liar --deals 1 --seed 1 --check
  [ "$status" -eq 1 ]
  [[ "$output" == *"bot.hopeless is WRONG: 1 "* ]]
}

@test "equal cards that a name tells apart: which of them comes first belongs to the position" {
  for g in equals equals-bound; do
    run "$CANTRIP" solve "tests/rulesets/search/$g" --deals 4 --seed 1
    has "winnable        4 " "undecided       0 "
  done
}

@test "what is for games for one, and for several" {
  run "$CANTRIP" solve fairytale --deals 1
  [ "$status" -eq 2 ]
  has "not a solitaire"
  run "$CANTRIP" solve wizard-quest --bots random
  [ "$status" -eq 2 ]
  has "wizard-quest is a solitaire: --bots does not go with it"
  run "$CANTRIP" solve kuhn --bots random,random,first
  [ "$status" -eq 2 ]
  has "--bots names 3 players, but 2 play"
  run "$CANTRIP" solve kuhn --bots random --iterations 5
  [ "$status" -eq 2 ]
  has "--bots and --iterations do not go together"
}

@test "a game that is too large: how large, and what to do" {
  run "$CANTRIP" solve fairytale
  [ "$status" -eq 2 ]
  has "one shuffle or roll has some 10^135 outcomes" "cantrip arena"
  run "$CANTRIP" solve kuhn --nodes 54 # it has one more: 1 + 6 deals times 9
  [ "$status" -eq 2 ]
  has "after 54 positions it is not over" "--nodes" "cantrip arena"
  run "$CANTRIP" solve kuhn --nodes 55 --iterations 1
  [ "$status" -eq 0 ]
}

# known GAME VALUE: the value of the first seat, and that nobody gains 0.001
known() {
  run "$CANTRIP" solve "$1" --json
  [ "$status" -eq 0 ]
  [ "$(jq ".unit == \"points\" and (.seats[0].value - ($2) | fabs) < 0.001 and (.seats[1].value + ($2) | fabs) < 0.001
           and .exploitability >= 0 and .exploitability < 0.001" <<<"$output")" = true ] || { echo "$output"; return 1; }
}

@test "the known values of the first seat: -1/18 in Kuhn's game, -0.0856 in Leduc" {
  known kuhn '-1/18'
  known leduc -0.0856
}

@test "by chance in Leduc the two best responses gain 4.747222, as OpenSpiel has it" {
  run "$CANTRIP" solve leduc --bots random --json
  [ "$(jq '(2 * .exploitability - 4.747222 | fabs) < 0.000003 and .positions == 1 + 90 * 85' <<<"$output")" = true ]
}

@test "best responses are the best of all policies, tried one by one" {
  for bots in random first random,first first,random; do
    "$CANTRIP" solve kuhn --bots $bots --json >"$BATS_TEST_TMPDIR/said"
    python3 - $bots "$BATS_TEST_TMPDIR/said" <<'P'
import itertools, json, sys

def game(mine, theirs):
    """What the first seat gains. A policy says how likely the second choice (bet, fold) is with a card, after what was done."""
    total = 0
    for a, b in itertools.permutations(range(3), 2):
        win = 1 if a > b else -1
        bet, folds, raised, gives_in = mine[a, ""], theirs[b, "bet"], theirs[b, "check"], mine[a, "check bet"]
        total += bet * (folds + (1 - folds) * 2 * win)
        total += (1 - bet) * ((1 - raised) * win + raised * (-gives_in + (1 - gives_in) * 2 * win))
    return total / 6

first = [(c, h) for c in range(3) for h in ("", "check bet")]
second = [(c, h) for c in range(3) for h in ("bet", "check")]
chance = {"random": 0.5, "first": 0.0}
bots = sys.argv[1].split(",")
a, b = dict.fromkeys(first, chance[bots[0]]), dict.fromkeys(second, chance[bots[-1]])
pure = lambda sets: [dict(zip(sets, p)) for p in itertools.product((0, 1), repeat=len(sets))]
said = json.load(open(sys.argv[2]))
value, best = [s["value"] for s in said["seats"]], [s["best"] for s in said["seats"]]
assert [s["bot"] for s in said["seats"]] == [bots[0], bots[-1]]
wanted = [game(a, b), -game(a, b), max(game(p, b) for p in pure(first)), max(-game(a, p) for p in pure(second))]
assert all(abs(x - y) < 2e-6 for x, y in zip(value + best, wanted)), (value, best, wanted)
P
  done
}

@test "a program that draws is asked several times, the same with the same seed" {
  run "$CANTRIP" solve kuhn --bots mcts:20 --asks 8 --seed 3 --json
  first=$output
  [ "$(jq '.exploitability > 0 and .seed == "3"' <<<"$output")" = true ]
  run "$CANTRIP" solve kuhn --bots mcts:20 --asks 8 --seed 3 --json
  [ "$output" = "$first" ]
}

@test "Ctrl-C: the iterations that were made are told" {
  "$CANTRIP" solve kuhn --iterations 1000000000 >"$BATS_TEST_TMPDIR/out" &
  sleep 2
  kill -TERM $!
  wait $! || status=$?
  [ "$status" -eq 143 ]
  grep -qE 'exploitability 0\.0000[0-9]+ after [0-9]+ of 1000000000 iterations' "$BATS_TEST_TMPDIR/out"
}

@test "--list names each deal by its seed, in JSON too, and the count agrees" {
  run "$CANTRIP" solve wizard-quest --deals 20 --seed 1 --json --list
  [ "$(jq '([.list[] | select(.answer == "winnable")] | length) == .winnable' <<<"$output")" = true ]
  seeds=$(jq -r '.list[].seed' <<<"$output")
  [ "$seeds" = "$("$CANTRIP" solve wizard-quest --deals 20 --seed 1 --list | sed -n 's/^[0-9]* --seed \([0-9]*\) .*/\1/p')" ]
}

# bats test_tags=long
@test "a bar at a terminal, as sim has it" {
  command -v script >/dev/null || skip "no script(1)"
  run env TERM=xterm script -qec "timeout -s KILL 3 '$CANTRIP' solve wizard-quest --check --nodes 100000000 --jobs 1 --seed 1" /dev/null
  has " of 300 deals" # how many are solved by then depends on the machine
}

@test "a position that comes back is known again: how many picks were made is no part of it" {
  run "$CANTRIP" solve tests/rulesets/features/fro --deals 1 --seed 1 --json
  [ "$(jq -c '[.winnable, .undecided, .nodes]' <<<"$output")" = "[0,0,12]" ]
}

@test "a position that comes back in another round of a loop without a name is known again" {
  run "$CANTRIP" solve tests/rulesets/features/round --deals 1 --seed 1 --json # four positions, three picks in each
  [ "$(jq -c '[.winnable, .undecided, .nodes]' <<<"$output")" = "[0,0,12]" ]
}

@test "a position that comes back in another round of a loop whose number no rule asks is known again" {
  cp -r "$ROOT/tests/rulesets/features/round" "$BATS_TEST_TMPDIR/named"
  sed -i 's/  - forever: true/  - name: turn\n    forever: true/' "$BATS_TEST_TMPDIR/named/ruleset.yaml"
  run "$CANTRIP" solve "$BATS_TEST_TMPDIR/named" --deals 1 --seed 1 --json
  [ "$(jq -c '[.winnable, .undecided, .nodes]' <<<"$output")" = "[0,0,12]" ]
  sed -i 's/  stop: {do/  stop: {if: turn > 0, do/' "$BATS_TEST_TMPDIR/named/ruleset.yaml" # one asks: no two are the same
  run "$CANTRIP" solve "$BATS_TEST_TMPDIR/named" --deals 1 --seed 1 --nodes 1000 --json
  [ "$(jq -c '[.winnable, .undecided, .nodes]' <<<"$output")" = "[0,1,1000]" ]
}

@test "beside a script a loop is counted whose name stands in it; one that is put together is refused" {
  local game="$BATS_TEST_TMPDIR/scripted"
  cp -r "$ROOT/tests/rulesets/features/round" "$game"
  sed -i 's/  - forever: true/  - name: lap\n    forever: true/; s/  stop: {do/  stop: {if: go_on(), do/; s/^players: 1/players: 1\nscripts: [go.lua]/' "$game/ruleset.yaml"
  for asked in 'true:0,0,12' 'g.lap-1 >= 0:0,1,1000'; do
    echo "pure.go_on = function(g) return ${asked%:*} end" >"$game/go.lua"
    run "$CANTRIP" solve "$game" --deals 1 --seed 1 --nodes 1000 --json
    [ "$(jq -c '[.winnable, .undecided, .nodes]' <<<"$output")" = "[${asked##*:}]" ] || { echo "$output"; return 1; }
  done
  echo "pure.go_on = function(g) return g['l' .. 'ap'] > 0 end" >"$game/go.lua"
  run "$CANTRIP" solve "$game" --deals 1 --seed 1
  [ "$status" -eq 2 ]
  has "read a phase by its name: g.lap" "go.lua:1"
}

@test "what is too deep is turned away from: a win that lies beside it is found" {
  cat >"$BATS_TEST_TMPDIR/ruleset.yaml" <<'Y'
cantrip: 1
title: Down and down
players: 1
cards: [{a: {}}]
zones: {here: {seen_by: all, holds: [{}]}}
counters: {depth: {}}
actions:
  down: {do: [{add: {depth: 1}}]}
  stop: {do: [{finish: {won: you, because: {stopped: true}}}]}
phases: [{forever: true, phases: [{choose: {any_of: [down, stop]}}]}]
words: {stopped: stopped}
Y
  run "$CANTRIP" solve "$BATS_TEST_TMPDIR" --deals 1 --seed 1 --json
  [ "$(jq -c '[.winnable, .undecided]' <<<"$output")" = "[1,0]" ]
}
