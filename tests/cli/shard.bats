#!/usr/bin/env bats
# `--shard`, `--tally`, `--checkpoint` of `sim`, `arena`, `check --deep`, `learn --measure`, `mutate`, and `cantrip merge`: parts of a run come to its very bytes.

load ../helper
bats_require_minimum_version 1.5.0

CROWN=tests/rulesets/counting/crown

setup() {
  unset CANTRIP_PATH OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_SIZE PMI_RANK PMI_SIZE SLURM_PROCID SLURM_STEP_NUM_TASKS \
    PARALLEL_SEQ SLURM_ARRAY_TASK_ID PBS_ARRAY_INDEX SGE_TASK_ID LSB_JOBINDEX AWS_BATCH_JOB_ARRAY_INDEX JOB_COMPLETION_INDEX
  cd "$ROOT"
  T=$BATS_TEST_TMPDIR
}

# shards N FLAGS...: the tallies $T/1 ... $T/N of `sim`
shards() {
  local n=$1 i
  for i in $(seq "$n"); do
    "$CANTRIP" sim "${@:2}" --shard "$i/$n" --tally "$T/$i" >"$T/said.$i" 2>"$T/told.$i"
  done
}

# refused COMMAND...: status 2, nothing on stdout, one line on stderr, which is then in $stderr
refused() {
  run --separate-stderr "$@"
  [ "$status" -eq 2 ] || { echo "status $status: $stderr$output"; return 1; }
  [ -z "$output" ] || { echo "it says: $output"; return 1; }
  [ "$(wc -l <<<"$stderr")" -eq 1 ] || { echo "more than a line: $stderr"; return 1; }
  [[ "$stderr" == "cantrip: "* ]]
}

@test "shards of sim come to the very bytes of the whole: text, JSON, tally, in any order and grouping" {
  flags=(fairytale --seats 3 --games 203 --seed 4 --cards all --pairs --option expert=false)
  shards 5 "${flags[@]}"
  "$CANTRIP" sim "${flags[@]}" --tally "$T/whole" >"$T/text"
  "$CANTRIP" sim "${flags[@]}" --json >"$T/json"
  "$CANTRIP" merge "$T/whole" | cmp - "$T/text"
  "$CANTRIP" merge "$T"/{3,1,5,2,4} | cmp - "$T/text"
  "$CANTRIP" merge "$T"/{2,4,5,3,1} --json | cmp - "$T/json"
  "$CANTRIP" merge "$T"/{4,1} --partial --out "$T/a"
  "$CANTRIP" merge "$T"/{5,a} --partial --out "$T/b"
  "$CANTRIP" merge "$T"/{3,2} --partial --out "$T/a"
  "$CANTRIP" merge "$T"/{a,b} --out "$T/c"
  cmp "$T/c" "$T/whole"
  # other cuts of the same games go together, and a part tells itself as merge tells it
  "$CANTRIP" sim "${flags[@]}" --shard 2/2 --tally "$T/half" >"$T/said" 2>/dev/null
  "$CANTRIP" sim "${flags[@]}" --shard 1/4 --tally "$T/first" >/dev/null 2>&1
  "$CANTRIP" sim "${flags[@]}" --shard 2/4 --tally "$T/second" >/dev/null 2>&1
  "$CANTRIP" merge "$T"/{half,second,first} | cmp - "$T/text"
  "$CANTRIP" merge "$T/half" --partial | cmp - "$T/said"
}

@test "a game has its seed by its number: shards record the games that the whole records" {
  "$CANTRIP" sim $CROWN --games 20 --seed 9 --record "$T/whole.replay" >/dev/null
  for i in 1 2 3; do
    "$CANTRIP" sim $CROWN --games 20 --seed 9 --shard $i/3 --record "$T/$i.replay" >/dev/null 2>&1
  done
  cat "$T"/{1,2,3}.replay | cmp - "$T/whole.replay"
}

# bats test_tags=long
@test "every shipped game, with learnt players and programs: shards come to the whole" {
  for game in wizard-quest card-ring once-upon-a-draft tests/rulesets/idioms/sides tests/rulesets/search/memory; do
    bots=random
    [ $game != card-ring ] || bots=greedy,random
    [ $game != tests/rulesets/search/memory ] || bots='exec:echo no,random'
    shards 3 $game --games 20 --seed 2 --bots "$bots"
    "$CANTRIP" sim $game --games 20 --seed 2 --bots "$bots" --json >"$T/json"
    "$CANTRIP" merge "$T"/{1,2,3} --json | cmp - "$T/json"
  done
  grep -q forfeits "$T/json"
  "$CANTRIP" learn $CROWN --seats 2 --games 64 --out "$T/p.policy" >/dev/null
  shards 2 $CROWN --seats 2 --games 20 --seed 2 --bots "learnt:$T/p.policy"
  "$CANTRIP" sim $CROWN --seats 2 --games 20 --seed 2 --bots "learnt:$T/p.policy" >"$T/text"
  "$CANTRIP" merge "$T"/{1,2} | cmp - "$T/text"
  # the weights are part of what was played: the same name, other weights
  "$CANTRIP" learn $CROWN --seats 2 --games 64 --seed 5 --out "$T/p.policy" >/dev/null
  "$CANTRIP" sim $CROWN --seats 2 --games 20 --seed 2 --bots "learnt:$T/p.policy" --shard 2/2 --tally "$T/2" >/dev/null 2>&1
  refused "$CANTRIP" merge "$T"/{1,2}
  [[ "$stderr" == *"$T/2 does not belong to $T/1: weights is '"* ]]
}

@test "two rulesets that are compared: shards come to the whole" {
  mkdir "$T/dear"
  sed 's/coin: {worth: 1}/coin: {worth: 9}, medal: {worth: 3}/' "$CROWN/ruleset.yaml" >"$T/dear/ruleset.yaml"
  flags=($CROWN --against "$T/dear" --games 300 --seed 5 --cards all)
  shards 3 "${flags[@]}"
  for json in "" --json; do
    "$CANTRIP" sim "${flags[@]}" $json >"$T/whole"
    "$CANTRIP" merge "$T"/{2,3,1} $json | cmp - "$T/whole"
  done
}

# bats test_tags=long
@test "shards of arena come to the very bytes of the whole: deals stay whole, ratings too" {
  flags=(fairytale --seats 3 --bots first,random,greedy,random --games 90 --seed 2)
  for i in 1 2 3 4; do
    "$CANTRIP" arena "${flags[@]}" --shard $i/4 --tally "$T/$i" >"$T/said.$i" 2>"$T/told.$i"
  done
  grep -qx 'cantrip: shard 4 of 4: deals 18 to 23 of 23' "$T/told.4"
  "$CANTRIP" arena "${flags[@]}" --tally "$T/whole" >"$T/text"
  "$CANTRIP" arena "${flags[@]}" --json >"$T/json"
  jq -e '.games == 90 and .deals == 23 and .bots[0].rating_error > 0' "$T/json"
  "$CANTRIP" merge "$T"/{3,1,4,2} | cmp - "$T/text"
  "$CANTRIP" merge "$T"/{1,4} --partial --out "$T/a"
  "$CANTRIP" merge "$T"/{3,a,2} --json | cmp - "$T/json"
  "$CANTRIP" merge "$T"/{3,a,2} --out "$T/b"
  cmp "$T/b" "$T/whole"
  "$CANTRIP" merge "$T/2" --partial | cmp - "$T/said.2"
  grep -qx 'partial: 6 of 23 deals; missing: 1-5,12-23' "$T/said.2"
  # on from what a tally holds
  "$CANTRIP" arena "${flags[@]}" --tally "$T/a" --checkpoint 5 2>"$T/told" | cmp - "$T/text"
  cmp "$T/a" "$T/whole"
  [ "$(cat "$T/told")" = "cantrip: note: $T/a already has 11 deals" ]
  # another line-up, other commands
  "$CANTRIP" arena "${flags[@]}" --bots first,random,random,greedy --shard 2/4 --tally "$T/2" >/dev/null 2>&1
  refused "$CANTRIP" merge "$T"/{1,2}
  [[ "$stderr" == *"does not belong to $T/1: place is 'random', not 'greedy'" ]]
  "$CANTRIP" sim fairytale --seats 3 --games 90 --seed 2 --shard 2/4 --tally "$T/2" >/dev/null 2>&1
  refused "$CANTRIP" merge "$T"/{1,2}
  [[ "$stderr" == *"does not belong to $T/1: command is 'sim', not 'arena'" ]]
}

@test "shards of arena: programs that fail and searches are counted, unfinished games too" {
  flags=(tests/rulesets/search/memory --bots 'mcts:3,exec:echo no' --games 12 --seed 2)
  for i in 1 2 3; do
    "$CANTRIP" arena "${flags[@]}" --shard $i/3 --tally "$T/$i" >/dev/null 2>&1
  done
  "$CANTRIP" arena "${flags[@]}" --json >"$T/json"
  jq -e '.bots[1].forfeits > 3' "$T/json"
  "$CANTRIP" merge "$T"/{3,2,1} --json | cmp - "$T/json"
  "$CANTRIP" merge "$T"/{3,2,1} >"$T/text"
  grep -qF 'made at random (its answer is no JSON in one line)' "$T/text"
}

# rare FOLDER: a game in which once in 200 games a number is divided by 0
rare() {
  mkdir -p "$1"
  cat >"$1/ruleset.yaml" <<'Y'
cantrip: 1
title: Rare
players: {min: 2, max: 3}
cards: [{a: {copies: 1}, b: {copies: 399}}]
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: all}
  out:  {per: player, seen_by: all}
let: {bs: {count: {zone: out, card: b}}}
counters: {x: {per: player}}
requires: [{if: players < 3, says: two may play}]
phases:
  - deal: {who: all, from: deck, to: hand, count: 1}
  - choose: {who: all, together: true, card: {zone: hand}, do: [{move: {to: out}}]}
  - each: all
    phases: [{set: {x: "4 // bs"}}]
result: {score: x}
Y
}

# bats test_tags=long
@test "shards of check --deep come to the whole, and the first broken law is told as by the whole" {
  flags=(fairytale --deep --seats 3 --games 48 --seed 2)
  for i in 1 2 3; do
    "$CANTRIP" check "${flags[@]}" --shard $i/3 --tally "$T/$i" >"$T/said.$i" 2>"$T/told.$i"
    [ "$(cat "$T/told.$i")" = "cantrip: shard $i of 3: groups $((2 * i - 1)) to $((2 * i)) of 6" ]
  done
  "$CANTRIP" check "${flags[@]}" --tally "$T/whole" >"$T/text"
  "$CANTRIP" merge "$T"/{2,3,1} | cmp - "$T/text"
  "$CANTRIP" merge "$T"/{2,3} --partial --out "$T/a"
  "$CANTRIP" merge "$T"/{1,a} --out "$T/b"
  cmp "$T/b" "$T/whole"
  "$CANTRIP" merge "$T/2" --partial | cmp - "$T/said.2"
  grep -qx 'partial: 2 of 6 groups; missing: 1-2,5-6' "$T/said.2"
  "$CANTRIP" check "${flags[@]}" --tally "$T/a" --checkpoint 9 2>/dev/null | cmp - "$T/text"
  cmp "$T/a" "$T/whole"
  # wherever the game lies on another machine
  (cd / && "$CANTRIP" check "$ROOT/rulesets/${flags[0]}" "${flags[@]:1}" --shard 1/3 --tally "$T/1") >/dev/null 2>&1
  "$CANTRIP" merge "$T"/{2,3,1} | cmp - "$T/text"
  # only the hash, over all numbers of people
  for i in 1 2 3; do
    "$CANTRIP" check once-upon-a-draft --deep --hash --games 17 --shard $i/3 --tally "$T/$i" >/dev/null 2>&1
  done
  "$CANTRIP" check once-upon-a-draft --deep --hash --games 17 >"$T/text"
  "$CANTRIP" merge "$T"/{3,1,2} | cmp - "$T/text"
  "$CANTRIP" merge "$T"/{3,1,2} --json | jq -er .deep.hash | grep -qf - "$T/text"
  refused "$CANTRIP" check fairytale wizard-quest --deep --shard 1/2
  refused "$CANTRIP" check fairytale --shard 1/2
}

@test "shards of check --deep: the first broken law is told as by the whole, what comes behind may be missing" {
  rare "$T/rare"
  flags=("$T/rare" --deep --games 800 --seed 2)
  run "$CANTRIP" check "${flags[@]}" --tally "$T/whole"
  [ "$status" -eq 1 ]
  echo "$output" >"$T/text"
  grep -q "division by zero" "$T/text"
  broken=$(sed -n 's/^numbers: 1-\([0-9]*\) of 200 groups$/\1/p' "$T/whole")
  [ "$broken" -gt 20 ] # or the seed is to be another
  [ "$broken" -lt 90 ]
  found=0
  for i in $(seq 10); do # one that found something has done well; without a tally it says so
    "$CANTRIP" check "${flags[@]}" --jobs 2 --shard $i/10 --tally "$T/$i" >/dev/null 2>"$T/told"
    if grep -q "division by zero" "$T/told"; then
      found=$((found + 1))
      run "$CANTRIP" check "${flags[@]}" --shard $i/10
      [ "$status" -eq 1 ]
    fi
  done
  [ $found -gt 1 ]
  run "$CANTRIP" merge "$T"/{10,3,5,1,2,4,7,6,9,8}
  [ "$status" -eq 1 ]
  cmp <(echo "$output") "$T/text"
  first=$(((broken + 19) / 20)) # the shard in which it is
  run "$CANTRIP" merge $(seq -f "$T/%.0f" $first)
  [ "$status" -eq 1 ]
  cmp <(echo "$output") "$T/text"
  "$CANTRIP" merge $(seq -f "$T/%.0f" $first) --out "$T/a"
  # a law that is broken further on may not be the first
  refused "$CANTRIP" merge $(seq -f "$T/%.0f" 2 10)
  [[ "$stderr" == *"these are missing: 1-20 "* ]]
  # a shard that found one finds it again
  run "$CANTRIP" check "${flags[@]}" --shard $first/10 --tally "$T/$first" --checkpoint 5
  [ "$status" -eq 0 ]
  has "division by zero"
}

# bats test_tags=long
@test "learn --measure: as learning measures, and shards come to the whole" {
  for seats in 2 3; do
    "$CANTRIP" learn $CROWN --seats $seats --games 1024 --out "$T/new" | sed -n 1p >"$T/told"
    "$CANTRIP" learn $CROWN --seats $seats --games 64 --out "$T/old" >/dev/null
    # the first 400 games are those by which learning measures (of 3 people 402)
    run "$CANTRIP" learn $CROWN --seats $seats --measure "$T/new"
    [[ "$(cat "$T/told")" == "$output"* ]]
    flags=($CROWN --seats $seats --measure "$T/new" --from "$T/old" --games 600)
    for i in 1 2 3; do
      "$CANTRIP" learn "${flags[@]}" --shard $i/3 --tally "$T/$i" >/dev/null 2>&1
    done
    "$CANTRIP" learn "${flags[@]}" --tally "$T/whole" >"$T/text"
    "$CANTRIP" merge "$T"/{3,1,2} | cmp - "$T/text"
    "$CANTRIP" merge "$T"/{3,1} --partial --out "$T/a"
    "$CANTRIP" merge "$T"/{2,a} --out "$T/b"
    cmp "$T/b" "$T/whole"
    "$CANTRIP" learn "${flags[@]}" --tally "$T/a" --checkpoint 9 2>/dev/null | cmp - "$T/text"
    cmp "$T/a" "$T/whole"
  done
  "$CANTRIP" learn wizard-quest --games 400 --out "$T/alone" >/dev/null
  run "$CANTRIP" learn wizard-quest --measure "$T/alone" --games 10
  [[ "$output" =~ ^\ *400\ games:\ 0\.[0-9]+\ ±0\.[0-9]+\ of\ the\ win\ \(0\.[0-9]+\ at\ random\)$ ]]
  grep -q "against random bots (0.[0-9]* is even), 0.[0-9]* ±0.[0-9]* against itself as it was" "$T/text"
  "$CANTRIP" learn $CROWN --seats 3 --measure "$T/new" --from "$T/new" --games 600 --shard 2/3 --tally "$T/2" >/dev/null 2>&1
  refused "$CANTRIP" merge "$T"/{1,2}
  [[ "$stderr" == *"does not belong to $T/1: past is '"* ]]
  refused "$CANTRIP" learn $CROWN --seats 2 --measure "$T/new"
  refused "$CANTRIP" learn $CROWN --shard 1/2
  refused "$CANTRIP" learn $CROWN --seats 3 --measure "$T/new" --seconds 3
}

# queue: a copy of a game of few mutants, with its scenarios, in $T
queue() {
  cp -r tests/rulesets/features/queue "$T/queue"
}

# bats test_tags=long
@test "shards of mutate come to the very bytes of the whole: text, JSON, tally, with any jobs" {
  cp -r tests/rulesets/features/stack "$T/stack"
  cd "$T" # a game is told by the path that was given
  "$CANTRIP" mutate stack --jobs 1 --tally whole >text || [ $? -eq 1 ]
  "$CANTRIP" mutate stack --json >json || [ $? -eq 1 ]
  jq -e 'all(.killed, .survived, .equal, .same, .refused; . > 2) and any(.list[]; .unread)' json
  grep -q "these scenarios would notice them" text
  n=$(jq '.list | length' json)
  for shards in 2 5; do
    for i in $(seq $shards); do
      "$CANTRIP" mutate stack --jobs $((i % 3 + 1)) --shard $i/$shards --tally $i >said.$i 2>told.$i
    done
    run "$CANTRIP" merge $(seq $shards | shuf --random-source=text)
    [ "$status" -eq 1 ]
    cmp <(echo "$output") text
    "$CANTRIP" merge $(seq $shards) --json | cmp - json
  done
  grep -qx "cantrip: shard 5 of 5: mutants $((n * 4 / 5 + 1)) to $n of $n" told.5
  "$CANTRIP" merge 4 1 --partial --out a
  "$CANTRIP" merge 5 a --partial --out b
  "$CANTRIP" merge 3 2 --partial --out c
  "$CANTRIP" merge b c --out d
  cmp d whole
  # a part tells itself as merge tells it, and what was not tried
  { "$CANTRIP" merge 2 --partial || [ $? -eq 1 ]; } | cmp - said.2
  grep -qx "$((n - n * 2 / 5 + n / 5)) of $n were not tried" said.2
  # on from what a tally holds: nothing is tried twice, nothing is left out
  { "$CANTRIP" mutate stack --tally c --checkpoint 9 2>told || [ $? -eq 1 ]; } | cmp - text
  cmp c whole
  [ "$(cat told)" = "cantrip: note: c already has $((n * 3 / 5 - n / 5)) mutants" ]
  # and scenarios are written as by the whole
  "$CANTRIP" mutate stack --out one >/dev/null || [ $? -eq 1 ]
  "$CANTRIP" mutate stack --tally c --checkpoint 9 --out two >/dev/null 2>&1 || [ $? -eq 1 ]
  diff -r one two
}

# bats test_tags=long
@test "shards of mutate: who is killed goes on; all noticed is status 0" {
  game=tests/rulesets/variants/own-order
  "$CANTRIP" mutate $game --tally "$T/whole" >"$T/text" || [ $? -eq 1 ]
  "$CANTRIP" mutate $game --tally "$T/part" --checkpoint 1 --jobs 1 >/dev/null 2>&1 &
  while kill -0 $! 2>/dev/null && [ ! -s "$T/part" ]; do sleep 0.01; done
  kill -KILL $! 2>/dev/null || true
  wait $! || true
  sed -n 's/^numbers: //p' "$T/part"
  { "$CANTRIP" mutate $game --tally "$T/part" --checkpoint 1 2>"$T/told" || [ $? -eq 1 ]; } | cmp - "$T/text"
  grep -q "note: $T/part already has " "$T/told"
  cmp "$T/part" "$T/whole"
  # who is asked to stop writes what there is, and has not done well
  rm "$T/part"
  "$CANTRIP" mutate $game --shard 1/1 --tally "$T/part" --checkpoint 1 --jobs 1 >/dev/null 2>&1 &
  while kill -0 $! 2>/dev/null && [ ! -s "$T/part" ]; do sleep 0.01; done
  kill -TERM $!
  status=0
  wait $! || status=$?
  [ $status -eq 143 ]
  refused "$CANTRIP" merge "$T/part"
  [[ "$stderr" == *"mutants these are missing: "* ]]
  for i in 1 2; do
    "$CANTRIP" mutate tests/rulesets/variants/draft-of-six --shard $i/2 --tally "$T/$i" >/dev/null 2>&1
  done
  "$CANTRIP" merge "$T"/{1,2} | grep -qx 'draft-of-six: 5 of 5 changes are noticed by 2 scenarios: 100.0 % (seed 1)'
}

# bats test_tags=long
@test "shards of mutate: what a game was is part of it" {
  queue
  cd "$T"
  "$CANTRIP" mutate queue --shard 1/2 --tally 1 >/dev/null 2>&1
  "$CANTRIP" mutate queue --shard 2/2 --tally 2 >/dev/null 2>&1
  # a comment moves the lines of which the report speaks
  sed -i '1i # ours' queue/ruleset.yaml
  refused "$CANTRIP" merge 1 2
  [[ "$stderr" == "cantrip: merge: 1: the game has changed since: mutants is '"* ]]
  "$CANTRIP" mutate queue --shard 2/2 --tally moved >/dev/null 2>&1
  refused "$CANTRIP" merge 1 moved
  [[ "$stderr" == "cantrip: merge: moved does not belong to 1: mutants is '"* ]]
  sed -i 1d queue/ruleset.yaml
  # other scenarios
  cp queue/scenarios/*.yaml .
  sed -i 's/^cantrip: 1/&\n# ours/' queue/scenarios/*.yaml
  refused "$CANTRIP" merge 1 2
  [[ "$stderr" == "cantrip: merge: 1: the game has changed since: scenario-files is '"* ]]
  cp *.yaml queue/scenarios/
  "$CANTRIP" mutate queue --seed 2 --shard 2/2 --tally other >/dev/null 2>&1
  refused "$CANTRIP" merge 1 other
  [[ "$stderr" == *"seed is '2', not '1'" ]]
  # the game is elsewhere
  mv queue away
  refused "$CANTRIP" merge 1 2
  [[ "$stderr" == *queue* ]]
  mv away queue
  # survivors are in the tally, of a shard or of all
  "$CANTRIP" mutate queue --shard 1/1 --tally whole >/dev/null 2>&1
  run "$CANTRIP" mutate queue --tally whole
  [ "$status" -eq 1 ]
  refused "$CANTRIP" mutate queue --time 3 --shard 1/2
  [[ "$stderr" == *"--time goes without --shard, --shards and --tally" ]]
}

@test "more shards than games: some play none" {
  shards 5 $CROWN --games 3 --seed 1
  "$CANTRIP" sim $CROWN --games 3 --seed 1 >"$T/whole"
  "$CANTRIP" merge "$T"/{1,2,3,4,5} | cmp - "$T/whole"
  grep -qx 'cantrip: shard 1 of 5: none of 3 games' "$T/told.1"
  grep -qx 'cantrip: shard 2 of 5: games 1 to 1 of 3' "$T/told.2"
}

@test "what does not belong together is refused, and it is said what differs" {
  base=($CROWN --seats 2 --games 20 --seed 1 --cards lay)
  "$CANTRIP" sim "${base[@]}" --shard 1/2 --tally "$T/1" >/dev/null 2>&1
  other() { # other WHAT FLAGS...: a second shard with other flags (the last of a flag counts)
    "$CANTRIP" sim "${base[@]}" "${@:2}" --shard 2/2 --tally "$T/2" >/dev/null 2>&1
    refused "$CANTRIP" merge "$T/1" "$T/2"
    [[ "$stderr" == "cantrip: merge: $T/2 does not belong to $T/1: $1"* ]] || { echo "$stderr"; return 1; }
  }
  other "seed is '2', not '1'" --seed 2
  other "numbers is of 40 games, not of 20 games" --games 40
  other "seat is 'first', not 'random'" --bots first
  other "of-cards is 'spill', not 'lay'" --cards spill
  other "only $T/2 has pairs 'yes'" --pairs
  other "people is '3', not '2'" --seats 3
  "$CANTRIP" sim fairytale --games 20 --seed 1 --option expert=true --shard 1/2 --tally "$T/1" >/dev/null 2>&1
  base=(fairytale --games 20 --seed 1)
  other "only $T/1 has option 'expert=true'"
  other "option is 'expert=false', not 'expert=true'" --option expert=false
  # rules that differ in a number
  copy_games "$T/games"
  sed -i 's/^players: .*/&\nlimits: {picks: 5000}/' "$T/games/rulesets/fairytale/ruleset.yaml"
  CANTRIP_PATH=$T/games/rulesets other "rules is '" --option expert=true
  # a card that was renamed since
  copy_games "$T/games"
  sed -i 's/name: {en: Werewolf/name: {en: Wearwolf/; s/name: Werewolf/name: Wearwolf/' "$T"/games/cards/fairytale/*.yaml
  base=(fairytale --games 20 --seed 1 --cards all)
  "$CANTRIP" sim "${base[@]}" --shard 1/2 --tally "$T/1" >/dev/null 2>&1
  CANTRIP_PATH=$T/games/rulesets other "number "
  [[ "$stderr" == *"of its card-names is 'Wearwolf', not 'Werewolf'" ]]
}

@test "what overlaps is refused with its games, what is missing is named" {
  shards 4 $CROWN --games 20 --seed 1
  "$CANTRIP" sim $CROWN --games 20 --seed 1 --shard 1/3 --tally "$T/third" >/dev/null 2>&1
  refused "$CANTRIP" merge "$T"/{3,2,third}
  [ "$stderr" = "cantrip: merge: $T/third overlaps $T/2: games 6 are in both" ]
  refused "$CANTRIP" merge "$T"/{4,4}
  [ "$stderr" = "cantrip: merge: $T/4 overlaps $T/4: games 16-20 are in both" ]
  refused "$CANTRIP" merge "$T"/{4,2}
  [ "$stderr" = "cantrip: merge: of 20 games these are missing: 1-5,11-15 (--partial merges what there is)" ]
  refused "$CANTRIP" merge "$T"/{4,2} --out "$T/no"
  [ ! -e "$T/no" ]
  run "$CANTRIP" merge "$T"/{4,2} --partial
  [ "${lines[1]}" = "partial: 10 of 20 games; missing: 1-5,11-15" ]
  "$CANTRIP" merge "$T"/{4,2} --partial --json | jq -e '.games == 10 and .of == 20 and .missing == "1-5,11-15"'
  "$CANTRIP" merge "$T"/{4,2,1,3} --partial --json | jq -e '.games == 20 and (has("of") or has("missing") | not)'
}

@test "merging a thousand shards with all cards and pairs of the largest game takes under 10 s" {
  # a tenth of them here; processor, for the machine may have other work
  "$CANTRIP" sim card-ring --games "$(often 40 400)" --seed 1 --cards all --pairs --tally "$T/one" >/dev/null
  tests/made-tallies "$T/one" 100 "$T/made"
  [ "$(ls "$T/made" | wc -l)" -eq 100 ]
  (ulimit -t 1 && exec "$CANTRIP" merge "$T"/made/*.tally --out "$T/all")
  games=$(sed -n 's/^numbers: 1-\([0-9]*\) of .*/\1/p' "$T/one")
  grep -qx "numbers: 1-$((100 * games)) of $((100 * games)) games" "$T/all"
  # every sum is a hundred times that of one, and the least and the greatest are those of one
  python3 - "$T/one" "$T/all" <<'PY'
import sys
one, all = [[l.split() for l in open(p).read().split("\n")] for p in sys.argv[1:]]
rules, keys, met = [], 0, 0
for a, b in zip(one, all):
    if a[:1] == ["table"]:
        keys, rules = int(a[2]), [c[-1] for c in a[3:]]
    elif rules and len(a) == keys + len(rules):
        assert a[:keys] == b[:keys]
        for rule, x, y in zip(rules, a[keys:], b[keys:]):
            assert y == (str(100 * int(x)) if rule == "+" else x), (rule, x, y)
            met += 1
assert len(one) == len(all) and met > 5000, met
PY
}

@test "a part that differs from the others more than chance allows is named, and --parts tells how far each is" {
  flags=($CROWN --seats 2 --games 2000 --seed 1)
  shards 4 "${flags[@]}" --bots random,random
  # on a bad machine another bot plays, which its tally does not tell
  "$CANTRIP" sim "${flags[@]}" --bots first,random --shard 3/4 --tally "$T/bad" >/dev/null 2>&1
  python3 - "$T" <<'PY'
import ctypes, sys
XXH64 = ctypes.CDLL("libxxhash.so.0").XXH64
XXH64.restype, XXH64.argtypes = ctypes.c_uint64, [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64]
text = open(sys.argv[1] + "/bad", "rb").read().replace(b"seat: first", b"seat: random")
text = text[:text.rindex(b"end: ")]
open(sys.argv[1] + "/3", "wb").write(text + b"end: %016x\n" % XXH64(text, len(text), 0))
PY
  run --separate-stderr "$CANTRIP" merge "$T"/{1,2,3,4}
  [ "$status" -eq 0 ]
  [ "$(wc -l <<<"$stderr")" -eq 1 ]
  [[ "$stderr" == "cantrip: merge: note: $T/3 differs from the others: "*" standard errors). Play it again, on another machine" ]]
  "$CANTRIP" merge "$T"/{1,2,3,4} --parts --json 2>/dev/null >"$T/parts"
  jq -e '[.parts[].odd] == [false, false, true, false] and (.parts | all(.games == 500))' "$T/parts"
  # what they are: the mean of a part less that of all, in errors of a part
  python3 - "$CANTRIP" "$T" <<'PY'
import json, math, subprocess, sys
cantrip, folder = sys.argv[1:]
def of(*tallies):
    out = json.loads(subprocess.run([cantrip, "merge", "--partial", "--json", *tallies], capture_output=True).stdout)
    n = out["games"]
    means = {"length": (out["length"]["mean"], out["length"]["sd"])}
    for i, seat in enumerate(out["seats"]):
        wins = seat["wins"] / n
        means[f"wins({i})"] = wins, math.sqrt(wins * (1 - wins))
        means[f"score({i})"] = seat["score"]["mean"], seat["score"]["sd"]
    return {k: (mean, sd / math.sqrt(n)) for k, (mean, sd) in means.items()}
parts = json.load(open(f"{folder}/parts"))["parts"]
whole = of(*(f"{folder}/{i}" for i in "1234"))
for i, part in enumerate(parts):
    mine = of(f"{folder}/{i + 1}")
    residual = {k: (mine[k][0] - whole[k][0]) / whole[k][1] / math.sqrt(3) for k in mine}
    assert abs(residual[part["of"]] - part["residual"]) < 1e-3, (part, residual)
    assert max(map(abs, residual.values())) - abs(part["residual"]) < 1e-3
PY
  # parts that --until did not need are not told
  run --separate-stderr "$CANTRIP" merge "$T"/{1,2,3,4} --until length±5 --parts --json
  jq -e '[.parts[].games] == [500, 500]' <<<"$output"
  # by chance alone nothing is odd
  shards 5 $CROWN --seats 2 --games 500 --seed 2
  run --separate-stderr "$CANTRIP" merge "$T"/{1,2,3,4,5}
  [ -z "$stderr" ]
  run "$CANTRIP" merge "$T"/{1,2,3,4,5} --parts
  [ "$(wc -l <<<"$output")" -eq 6 ]
  [[ "${lines[0]}" =~ ^tally\ +games\ +residual\ +of$ ]]
  refused "$CANTRIP" merge "$T/1" --parts --out "$T/x"
}

@test "a job that is tried again is harmless" {
  shards 2 $CROWN --games 40 --seed 1
  cp "$T/2" "$T/2.before"
  shards 2 $CROWN --games 40 --seed 1
  cmp "$T/2" "$T/2.before"
  "$CANTRIP" merge "$T"/{1,2} >/dev/null
}

@test "launchers: which part it is, from what they set, and a line that tells it" {
  part() { # part SHARD BY VARIABLES...: of 4 shards of 8 games
    run --separate-stderr env "${@:3}" "$CANTRIP" sim $CROWN --games 8 --seed 1 --shards 4
    [ "$status" -eq 0 ] || { echo "$stderr"; return 1; }
    [ "$stderr" = "cantrip: shard $1 of 4, by $2: games $((2 * $1 - 1)) to $((2 * $1)) of 8" ] || { echo "$stderr"; return 1; }
  }
  for v in SLURM_ARRAY_TASK_ID PBS_ARRAY_INDEX SGE_TASK_ID LSB_JOBINDEX PARALLEL_SEQ; do part 1 $v $v=1 && part 4 $v $v=4; done
  for v in SLURM_PROCID JOB_COMPLETION_INDEX AWS_BATCH_JOB_ARRAY_INDEX OMPI_COMM_WORLD_RANK PMI_RANK; do part 1 $v $v=0 && part 4 $v $v=3; done
  # several: who launched the process itself, if it launched more than this one
  part 3 SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_ID=3 SLURM_PROCID=0
  part 3 PARALLEL_SEQ PARALLEL_SEQ=3 SGE_TASK_ID=undefined
  part 2 SLURM_PROCID SLURM_ARRAY_TASK_ID=3 SLURM_PROCID=1 SLURM_STEP_NUM_TASKS=4
  part 3 SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_ID=3 SLURM_PROCID=0 OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=1
  part 2 OMPI_COMM_WORLD_RANK SLURM_ARRAY_TASK_ID=3 SLURM_PROCID=0 OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=4
  part 2 PMI_RANK PMI_RANK=1 PMI_SIZE=4 SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=2
  part 2 PARALLEL_SEQ PARALLEL_SEQ=2 SLURM_ARRAY_TASK_ID=3 SLURM_PROCID=0
  part 2 PARALLEL_SEQ PARALLEL_SEQ=2 JOB_COMPLETION_INDEX=3
  refused env PARALLEL_SEQ=2 OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=4 "$CANTRIP" sim $CROWN --seed 1 --shards 4
  [[ "$stderr" == *"both OMPI_COMM_WORLD_RANK and PARALLEL_SEQ number this process. Say which part it plays: --shard I/4" ]]
  # what is said counts
  run --separate-stderr env SLURM_ARRAY_TASK_ID=3 "$CANTRIP" sim $CROWN --games 8 --seed 1 --shard 2/4
  [ "$stderr" = "cantrip: shard 2 of 4: games 3 to 4 of 8" ]
}

@test "launchers: a number outside is an error, and so is none" {
  refused env SLURM_ARRAY_TASK_ID=5 "$CANTRIP" sim $CROWN --seed 1 --shards 4
  [[ "$stderr" == *"SLURM_ARRAY_TASK_ID=5 is none of 4 shards: it goes from 1 to 4" ]]
  for wrong in SLURM_ARRAY_TASK_ID=0 SLURM_PROCID=4 JOB_COMPLETION_INDEX=-1 PMI_RANK=x PARALLEL_SEQ=1x OMPI_COMM_WORLD_RANK=99999999999999999999; do
    refused env $wrong "$CANTRIP" sim $CROWN --seed 1 --shards 4
    [[ "$stderr" == *"${wrong%%=*}"*"is none of 4 shards"* ]]
  done
  refused "$CANTRIP" sim $CROWN --seed 1 --shards 4
  [[ "$stderr" == *"it is unknown which of the 4 parts this is"*"SLURM_ARRAY_TASK_ID"* ]]
  for wrong in 0/4 5/4 4 /4 1/ 1/4x -1/4 x; do
    refused "$CANTRIP" sim $CROWN --seed 1 --shard $wrong
    [[ "$stderr" == *"--shard needs I/N"* ]]
  done
  refused "$CANTRIP" sim $CROWN --seed 1 --shard 1/4 --shards 4
  refused "$CANTRIP" sim $CROWN --shard 1/4
  [[ "$stderr" == *"the parts of one run need the same seed. Add --seed" ]]
  refused "$CANTRIP" sim $CROWN --checkpoint 5
  [[ "$stderr" == *"--checkpoint goes with --tally" ]]
}

# bats test_tags=long
@test "--checkpoint: a shard that is killed goes on from its last tally, to the same bytes" {
  # so many that the shard takes seconds: in less than one it would be done before it is killed
  flags=(fairytale --games 240000 --seed 3 --cards keep_one --shard 1/2)
  "$CANTRIP" sim "${flags[@]}" --tally "$T/whole" >"$T/text" 2>/dev/null
  kills=0
  for try in 1 2; do # each is killed as soon as it has written something
    before=$(stat -c %i "$T/part" 2>/dev/null || true)
    "$CANTRIP" sim "${flags[@]}" --tally "$T/part" --checkpoint 1 --jobs $try >"$T/said" 2>"$T/told" &
    while kill -0 $! 2>/dev/null && [ "$(stat -c %i "$T/part" 2>/dev/null)" = "$before" ]; do sleep 0.01; done
    kill -KILL $! 2>/dev/null && kills=$((kills + 1))
    wait $! || true
    held=$(sed -n 's/^numbers: //p' "$T/part")
    echo "killed at $held"
  done
  [ $kills -gt 0 ]
  run --separate-stderr "$CANTRIP" sim "${flags[@]}" --tally "$T/part" --checkpoint 1
  echo "goes on: $stderr"
  [[ "$stderr" == *"note: $T/part already has "*" games"* ]]
  cmp "$T/part" "$T/whole"
  cmp <(echo "$output") "$T/text"
  # a job that is done does nothing when it is tried again
  run --separate-stderr "$CANTRIP" sim "${flags[@]}" --tally "$T/part" --checkpoint 1
  [[ "$stderr" == *"note: $T/part already has 120000 games" ]]
  cmp "$T/part" "$T/whole"
  cmp <(echo "$output") "$T/text"
}

@test "--checkpoint goes on from any tally of the shard, and from no other" {
  flags=($CROWN --games 100 --seed 3 --cards lay --pairs)
  "$CANTRIP" sim "${flags[@]}" --tally "$T/whole" >"$T/text"
  "$CANTRIP" sim "${flags[@]}" --shard 3/7 --tally "$T/a" >/dev/null 2>&1
  "$CANTRIP" sim "${flags[@]}" --shard 6/7 --tally "$T/b" >/dev/null 2>&1
  "$CANTRIP" merge "$T"/{b,a} --partial --out "$T/part"
  run --separate-stderr "$CANTRIP" sim "${flags[@]}" --tally "$T/part" --checkpoint 100
  [ "$stderr" = "cantrip: note: $T/part already has 28 games" ]
  cmp "$T/part" "$T/whole"
  cp "$T/a" "$T/kept"
  refused "$CANTRIP" sim "${flags[@]}" --seed 4 --tally "$T/a" --checkpoint 5
  [[ "$stderr" == *"$T/a belongs to another run: seed is '3', not '4'" ]]
  run --separate-stderr "$CANTRIP" sim "${flags[@]}" --shard 1/7 --tally "$T/a" --checkpoint 5
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"$T/a belongs to another part: it has 29-42" ]]
  cmp "$T/a" "$T/kept"
  head -c 300 "$T/a" >"$T/cut"
  refused "$CANTRIP" sim "${flags[@]}" --tally "$T/cut" --checkpoint 5
  [[ "$stderr" == *"it is cut"* ]]
}

@test "a tally with a right sum is refused where it is not written as tallies are" {
  python3 - "$T" <<'PY'
import ctypes, sys

XXH64 = ctypes.CDLL("libxxhash.so.0").XXH64
XXH64.restype = ctypes.c_uint64
XXH64.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64]

def tally(name, value, more=b""):
    text = b"cantrip tally 2\ncommand: sim\nnumbers: 1 of 1 games\ntable t 0 n+\nrows 1\n%s\n%s" % (value, more)
    with open(sys.argv[1] + "/" + name, "wb") as f:
        f.write(text + b"end: %016x\n" % XXH64(text, len(text), 0))

tally("good", b"42535295865117307932921825928971026431")  # the greatest: 2 ** 125 - 1
tally("too-large", b"42535295865117307932921825928971026432")
tally("wrapped", b"%d" % (2 ** 128 + 10 ** 37))  # 10 * 34 … is 2 ** 128 and a little
tally("zero", b"4\0")
tally("list", b"4", b"list l 0\n")
with open(sys.argv[1] + "/old", "wb") as f:  # of a time when each pass of a card counted
    f.write(b"cantrip tally 1\n")
PY
  run "$CANTRIP" merge "$T/good"
  [[ "$output" != *"is no row"* ]]
  for n in too-large wrapped; do
    refused "$CANTRIP" merge "$T/$n"
    [[ "$stderr" == *"$n:6: this is not a row of the table 't'" ]]
  done
  refused "$CANTRIP" merge "$T/old"
  [[ "$stderr" == *"begins with 'cantrip tally 1', but this version reads 'cantrip tally 2': play its games again"* ]]
  refused "$CANTRIP" merge "$T/zero"
  [[ "$stderr" == *"it has a zero byte"* ]]
  refused "$CANTRIP" merge "$T/list"
  [[ "$stderr" == *"list:7: expected a table" ]]
}

@test "the tallies that tests/harness/tally.c begins with are still read" {
  python3 - "$ROOT/tests/harness/corpus/tally" "$T" <<'PY'
import ctypes, os, sys

XXH64 = ctypes.CDLL("libxxhash.so.0").XXH64
XXH64.restype = ctypes.c_uint64
XXH64.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64]
for name in os.listdir(sys.argv[1]):
    text = open(sys.argv[1] + "/" + name, "rb").read()
    if b"\nversion: " in text:
        open(sys.argv[2] + "/" + name, "wb").write(text + b"end: %016x\n" % XXH64(text, len(text), 0))
PY
  for n in "$T"/*; do
    run "$CANTRIP" merge "$n" --partial
    [ "$status" -ne 2 ] || { echo "$n: $output"; return 1; }
  done
  [ "$(ls "$T" | wc -l)" -ge 10 ]
}

@test "a file that is no tally is not written over, and a run that fails writes none" {
  echo precious >"$T/mine"
  refused "$CANTRIP" sim $CROWN --games 5 --seed 1 --tally "$T/mine"
  refused "$CANTRIP" sim $CROWN --games 5 --seed 1 --tally "$T/mine" --checkpoint 1
  "$CANTRIP" sim $CROWN --games 5 --seed 1 --tally "$T/1" >/dev/null
  refused "$CANTRIP" merge "$T/1" --out "$T/mine"
  [ "$(cat "$T/mine")" = precious ]
  refused "$CANTRIP" sim $CROWN --games 5 --seed 1 --tally "$T/no/1"
  refused "$CANTRIP" sim $CROWN --games 5 --seed 1 --seats 99 --tally "$T/2"
  [ ! -e "$T/2" ]
  refused "$CANTRIP" merge
  refused "$CANTRIP" merge "$T/1" "$T/none"
  odd="$T/odd"$'\e'name
  mkdir "$odd"
  cp -r $CROWN "$odd/other"
  refused "$CANTRIP" sim $CROWN --games 5 --seed 1 --cards lay --against "$odd/other" --tally "$T/2"
  [[ "$stderr" == *"that a tally cannot have" ]]
}

@test "every number of --pairs is that of the recorded games" {
  "$CANTRIP" sim $CROWN --seats 3 --games 400 --seed 1 --cards all --pairs --json >"$T/said"
  "$CANTRIP" sim $CROWN --seats 3 --games 400 --seed 1 --record "$T/record" >/dev/null
  python3 - "$T/record" "$T/said" <<'PY'
import json, math, statistics, sys
from collections import defaultdict

# What each seat picked, by kind of choice; seats that never had to give up a card are not among its choosers.
rows = defaultdict(list)                     # kind -> [(set of cards, share, points, game)]
for number, game in enumerate(open(sys.argv[1]).read().split("cantrip replay 1\n")[1:]):
    lines = game.splitlines()
    names = [l[6:].split(",")[0] for l in lines if l.startswith("seat: ")]
    result = dict((p.split()[0], p.split()[1:]) for p in
                  [l for l in lines if l.startswith("result: ")][0][8:].split(", "))
    winners = [n for n in names if "wins" in result[n]]
    for n in names:
        picks = [l[len(n) + 2:].split(" = ")[0] for l in lines if l.startswith(n + ": ")]
        share = 1 / len(winners) if n in winners else 0
        taken = defaultdict(set, lay=set(), spill=set())
        for i, pick in enumerate(picks):
            kind, card = pick.split()[:2] if i < 2 else ("give_up", pick)
            taken[kind].add(card)
        for kind in taken:
            rows[kind].append((taken[kind], share, int(result[n][0]), number))

def worth(rows, a, b, y):
    cells = [[r[y] for r in rows if (a in r[0]) == x and (b in r[0]) == z] for x, z in ((1, 1), (1, 0), (0, 1), (0, 0))]
    if min(map(len, cells)) < 30:
        return None
    mean = sum(s * statistics.fmean(c) for s, c in zip((1, -1, -1, 1), cells))
    return mean, math.sqrt(sum(statistics.variance(c) / len(c) for c in cells) * apart(rows, y))

def apart(rows, y):
    """1 less the correlation of two seats of a game, where it is below 0: they take from each other."""
    mean, games = statistics.fmean(r[y] for r in rows), defaultdict(list)
    for r in rows:
        games[r[3]].append(r[y] - mean)
    twos = [a * b for g in games.values() for i, a in enumerate(g) for k, b in enumerate(g) if i != k]
    return 1 - min(0, statistics.fmean(twos) / statistics.fmean((r[y] - mean) ** 2 for r in rows))

said, told = json.load(open(sys.argv[2]))["pairs"], 0
for kind in ("lay", "spill", "give_up"):
    pairs = {tuple(sorted(p["cards"])): p for p in said.get(kind, [])}
    assert len(pairs) == len(said.get(kind, []))
    for a, b in (("coin", "crown"), ("coin", "stone"), ("crown", "stone")):
        true = worth(rows[kind], a, b, 1)
        assert (true is not None) == ((a, b) in pairs), (kind, a, b, true)
        if true:
            p, told = pairs[a, b], told + 1
            assert p["seats"] == sum(a in r[0] and b in r[0] for r in rows[kind])
            for what, t in (("share", true), ("points", worth(rows[kind], a, b, 2))):
                assert abs(p[what]["mean"] - t[0]) < 2e-6 and abs(p[what]["error"] - t[1]) < 2e-6, (kind, p, t)
assert told >= 4, told
PY
  run "$CANTRIP" sim $CROWN --seats 3 --games 400 --seed 1 --cards lay --pairs
  has "lay, two cards" "seats" "The surest pairs come first"
  refused "$CANTRIP" sim $CROWN --games 5 --pairs
}
