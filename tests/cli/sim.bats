#!/usr/bin/env bats
# `cantrip sim`: the same numbers on any number of threads; what the JSON says.

load ../helper

# value PATH: a number of the JSON in $output
value() {
  jq -er --arg path "$1" 'getpath($path / "." | map(tonumber? // .))' <<<"$output"
}

@test "the same bytes with --jobs 1, 2, 3 and 7" {
  for j in 1 2 3 7; do
    "$CANTRIP" sim fairytale --seats 4 --games 300 --seed 1 --json --jobs $j >"$BATS_TEST_TMPDIR/$j"
    cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/$j"
    "$CANTRIP" sim fairytale --seats 4 --games 300 --seed 1 --jobs $j >"$BATS_TEST_TMPDIR/t$j"
    cmp "$BATS_TEST_TMPDIR/t1" "$BATS_TEST_TMPDIR/t$j"
  done
}

@test "the JSON has what it should, and its sums are right" {
  run "$CANTRIP" sim fairytale --seats 4 --games 500 --seed 3 --json
  [ "$status" -eq 0 ]
  [ "$(value ruleset)" = fairytale ]
  [ "$(value games)" -eq 500 ]
  [ "$(value unfinished)" -eq 0 ]
  [ "$(value picks)" -gt 0 ]
  [ "$(value forced)" -gt 0 ]
  [ "$(value seats.3.bot)" = random ]
  wins=$(($(value seats.0.wins) + $(value seats.1.wins) + $(value seats.2.wins) + $(value seats.3.wins)))
  [ $((wins + $(value ties) + $(value nobody))) -eq 500 ]
  for f in mean sd min max; do value seats.0.score.$f; done
  [[ "$output" != *seconds* ]]
}

@test "wall time only with --timing" {
  run "$CANTRIP" sim fairytale --games 50 --seed 3 --json --timing
  for f in seconds processor_seconds games_per_second picks_per_second reruns; do value $f; done
  run "$CANTRIP" sim fairytale --games 50 --seed 3 --timing
  has "games/s" "re-runs" "effect.close" "s of processor"
  run "$CANTRIP" sim tests/rulesets/features/worth-pure --games 5 --seed 3 --timing
  [[ "$output" =~ pure\.worth_of\ +[1-9][0-9]*\ +0 ]]
}

@test "bots sit where they are put" {
  run "$CANTRIP" sim fairytale --seats 3 --games 20 --seed 3 --bots first,random
  [ "$status" -eq 0 ]
  has "0     first" "1     random" "2     first"
}

@test "every shipped game ends, at every number of seats" {
  for g in rulesets/*/ruleset.yaml; do
    g=$(basename "$(dirname "$g")")
    for n in 1 2 3 4 5 6; do
      run "$CANTRIP" sim "$g" --seats $n --games "$(often 10 30)" --seed 2 --jobs 2
      [ "$status" -eq 0 ] || [[ "$output" == *" players, not "* || "$output" == *"cannot start like this"* ]] || { echo "$g $n: $output"; return 1; }
    done
  done
}

# peak ARGS...: the most memory that the command had, in KB, as it says itself when it ends
peak() {
  rm -f "$BATS_TEST_TMPDIR/tally"
  LD_PRELOAD="$BATS_TEST_TMPDIR/tells.so" TELL="$BATS_TEST_TMPDIR/told" "$CANTRIP" "$@" --seed 1 --jobs 2 >/dev/null 2>&1
  awk '/^VmHWM:/ { print $2 }' "$BATS_TEST_TMPDIR/told"
}

# bats test_tags=long
@test "memory stays flat, however many games" {
  cat >"$BATS_TEST_TMPDIR/tells.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
__attribute__((destructor)) static void tell(void)
{
    char text[8192];
    FILE *from = fopen("/proc/self/status", "r"), *to = fopen(getenv("TELL"), "w");
    fwrite(text, 1, fread(text, 1, sizeof text, from), to);
    fclose(to);
}
C
  ${CC:-cc} -shared -fPIC -o "$BATS_TEST_TMPDIR/tells.so" "$BATS_TEST_TMPDIR/tells.c"
  local tally="--shard 1/2 --checkpoint 1 --tally $BATS_TEST_TMPDIR/tally" crown=tests/rulesets/counting/crown
  "$CANTRIP" learn $crown --seats 2 --games 64 --out "$BATS_TEST_TMPDIR/p.policy" >/dev/null
  for run in "sim tests/rulesets/search/memory" "sim tests/rulesets/knowledge/ask" \
    "sim $crown --cards all --pairs $tally" "sim $crown --cards all --causal --bots random $tally" "arena tests/rulesets/search/memory --bots random,first $tally" \
    "check $crown --deep --hash $tally" "learn $crown --seats 2 --measure $BATS_TEST_TMPDIR/p.policy $tally"; do
    few=$(peak $run --games 1000)
    many=$(peak $run --games 20000)
    echo "$run: $few KB for 1,000 games, $many KB for 20,000"
    [ "$few" -gt 1000 ]
    [ "$many" -lt $((few + 1024)) ] # a block lost in each game would be more
  done
}

# bats test_tags=long
@test "a bar at a terminal when it takes longer than a second, gone at the end" {
  command -v script >/dev/null || skip "no script(1)"
  # A program that sleeps and then answers nothing that is offered: chance plays on.
  long="'$CANTRIP' sim fairytale --seats 2 --seed 1 --jobs 1 --bots 'exec:sleep 1.3; read q; echo no',random"
  run env TERM=xterm script -qec "$long --games 2" /dev/null
  has $'\r[........................]   0 %  0 of 2 games' "50 %  1 of 2 games  " " s left" \
    $'\r\e[KFairy Tale: 2 games'
  bar=$(grep -c '%  ' <<<"${output//$'\r'/$'\n'}")
  [ "$bar" -gt 3 ]
  for term in TERM=dumb TERM=; do
    run env $term script -qec "$long --games 1" /dev/null
    [[ "$output" == "Fairy Tale: 1 game, "* ]]
  done
  run bash -c "$long --games 1 2>&1 >/dev/null"
  [ -z "$output" ]
  run env TERM=xterm script -qec "'$CANTRIP' sim fairytale --games 300 --seed 1" /dev/null
  [[ "$output" == "Fairy Tale: 300 games"* ]]
}

@test "a program that fails is told: its seat was played by chance" {
  local failing='exec:read q; echo no'
  run "$CANTRIP" sim fairytale --seats 2 --bots "random,$failing" --games 3 --seed 1
  [ "$status" -eq 0 ]
  [[ "$output" =~ "seat 1, $failing: "[0-9]+" choices forfeited and made at random" ]]
  lacks "seat 0, random:"
  run bash -c '"$0" sim fairytale --seats 2 --bots "random,$1" --games 3 --seed 1 --json | jq -c "[.seats[] | .forfeits_why]"' "$CANTRIP" "$failing"
  [ "$output" = '[null,"its answer is no JSON in one line"]' ]
  run bash -c '"$0" play fairytale --seats 2 --bots "random,$1" --seed 1 2>&1 >/dev/null' "$CANTRIP" "$failing"
  [[ "$output" =~ "play: Bob, $failing: "[0-9]+" choices forfeited and made at random" ]]
}

@test "of games that name who loses the table shows how often" {
  mkdir -p "$BATS_TEST_TMPDIR/potato"
  cd "$BATS_TEST_TMPDIR"
  cat >potato/ruleset.yaml <<'Y'
cantrip: 1
title: Potato
players: {min: 1, max: 3}
cards: [{potato: {}, apple: {copies: 2}}]
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
phases:
  - deal: {who: all, from: deck, to: hand, count: 1}
  - finish: {lost: {owner: {zone: hand, of: all, card: potato}}, because: {hot: true}}
words: {hot: it was hot}
Y
  run "$CANTRIP" sim ./potato --seats 3 --games 100 --seed 1
  has "100 ended with several winners" "% of games  lost  % lost"
  table=$output
  run "$CANTRIP" sim ./potato --seats 3 --games 100 --seed 1 --json
  for i in 0 1 2; do
    [ "$(grep -cE "^$i +random +0 +$(value seats.$i.shared) +0.0 +$(value seats.$i.lost) +$(value seats.$i.lost).0$" <<<"$table")" -eq 1 ]
  done
  [ $(($(value seats.0.lost) + $(value seats.1.lost) + $(value seats.2.lost))) -eq 100 ]
  # one alone loses what he does not win
  run "$CANTRIP" sim ./potato --seats 1 --games 10 --seed 1
  lacks "lost"
}

@test "a game of sim can be watched: a failure names its seed" {
  mkdir -p "$BATS_TEST_TMPDIR/rulesets/div"
  cd "$BATS_TEST_TMPDIR"
  cat >rulesets/div/ruleset.yaml <<'Y'
cantrip: 1
title: Division
players: 2
cards: [{a: {copies: 4}, b: {copies: 4}}]
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
  out:  {per: player, seen_by: all}
let: {bs: {count: {zone: out, card: b}}}
counters: {x: {per: player}}
phases:
  - deal: {who: all, from: deck, to: hand, count: 2}
  - choose: {who: all, together: true, card: {zone: hand}, do: [{move: {to: out}}]}
  - each: all
    phases: [{set: {x: "4 // bs"}}]
Y
  run "$CANTRIP" sim div --games 40 --seed 1
  [ "$status" -eq 2 ]
  has "division by zero" "rulesets/div/ruleset.yaml:15:" "--seed "
  one=$output
  for j in 1 2 3 7; do
    run "$CANTRIP" sim div --games 40 --seed 1 --jobs $j
    [ "$output" = "$one" ]
  done
  seed=$(sed -nE 's/.*--seed ([0-9]+) of.*/\1/p' <<<"$one")
  run "$CANTRIP" play div --seats 2 --bots random --seed "$seed" </dev/null
  [ "$status" -eq 2 ]
  has "division by zero"
}

@test "the table is of persons: a seat without one, that never wins, is left out" {
  run "$CANTRIP" sim once-upon-a-draft --seats 2 --games 5 --seed 1
  has "0     random" "2     random"
  lacks "none"
  "$CANTRIP" sim once-upon-a-draft --seats 2 --games 5 --seed 1 --json | jq -e '.seats | map(.bot) == ["random", "none", "random", "none"]'
}

@test "who play together are counted as a side, too: as text, as JSON, and where parts of a run are merged" {
  cd "$BATS_TEST_TMPDIR"
  flags=("$ROOT/tests/rulesets/idioms/sides" --games 60 --seed 2)
  "$CANTRIP" sim "${flags[@]}" --json >whole.json
  jq -e '.sides | map(.seats) == [[0, 2], [1, 3]]' whole.json
  jq -e '[.sides, .seats] as [$d, $s] | [0, 1] | all($d[.].wins == $s[.].wins and $d[.].shared == $s[.].shared and $d[.].games == 60)' whole.json
  jq -e '[.sides, .seats] as [$d, $s] | [0, 1] | all(($d[.].score.mean - $s[.].score.mean - $s[. + 2].score.mean | fabs) < 1e-5)' whole.json
  run "$CANTRIP" sim "${flags[@]}"
  has "side  games  wins" "0+2      60 " "1+3      60 "
  for i in 1 2 3; do "$CANTRIP" sim "${flags[@]}" --shard $i/3 --tally $i.tally >/dev/null 2>&1; done
  "$CANTRIP" merge {2,3,1}.tally --json | cmp - whole.json
  # of three, one plays alone: he is a side of one
  "$CANTRIP" sim "${flags[@]}" --seats 3 --json --jobs 2 | jq -e '.sides | map(.seats) == [[1], [0, 2]]'
  # where nobody plays with anybody there are none
  "$CANTRIP" sim fairytale --games 5 --seed 1 --json | jq -e '.sides == null'
  run "$CANTRIP" sim fairytale --games 5 --seed 1
  lacks "side"
}

# bats test_tags=long
@test "a program can tell by its JSON all choices apart that have keys of their own, also of like cards" {
  cat >"$BATS_TEST_TMPDIR/log.py" <<'P'
import json, random, sys
lot = random.Random(1)
for line in sys.stdin:
    q = json.loads(line)
    seen = [json.dumps({k: v for k, v in c.items() if k not in ("key", "text")}, sort_keys=True) for c in q["choices"]]
    if len(set(seen)) < len(seen):
        sys.exit("alike: " + line)
    for seat in q["view"]["seats"]:
        for card in seat["zones"]["worn"]:
            at = card.get("held", {}).get("wearer")
            assert not at or q["view"]["seats"][at["seat"]]["zones"][at["zone"]][at["place"]].get("nth") == at.get("nth")
    print(json.dumps({"choice": lot.randrange(q["n"])}), flush=True)
P
  run "$CANTRIP" sim "$ROOT/tests/rulesets/features/likes" --games 5 --seed 1 --jobs 1 --bots "exec:python3 $BATS_TEST_TMPDIR/log.py"
  [ "$status" -eq 0 ]
  lacks forfeited
}

@test "an option of several values: that its games are counted together is said" {
  run "$CANTRIP" sim fairytale --games 4 --seed 1 --seats 2 --option hunt_scope=reveal,round
  has "played with hunt_scope=reveal,round in turn and counted together; --report has a column for each value"
  run "$CANTRIP" sim fairytale --games 4 --seed 1 --seats 2 --option hunt_scope=round
  [[ $output != *"counted together"* ]]
}
