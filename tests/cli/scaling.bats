#!/usr/bin/env bats
# bats file_tags=long
# What more of one thing costs, counted in instructions (callgrind), so that no clock is asked.

load ../helper

setup() { command -v valgrind >/dev/null || skip "no valgrind"; }

# Instructions of a command.
cost() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | awk '/Collected :/ { print $NF }'
}

# waiting N CLASSES RESOLUTION: instructions of an effect that queues itself anew, while N wait.
waiting() {
  local game="$BATS_TEST_TMPDIR/waiting-$1" few many
  mkdir -p "$game"
  cat >"$game/ruleset.yaml" <<YAML
cantrip: 1
title: Waiting
players: {min: 2, max: 2}
options: {more: {is: number, from: 0, to: 9000, default: 500}}
limits: {queue: 600, work: 100000}
traits: {effects: {is: effects}}
zones: {row: {as: row, seen_by: all}, deck: {as: pile, seen_by: nobody, holds: [{}]}}
counters: {made: {}, lead: {is: seat, start: 0}}
resolution: $3
verbs:
  again:   {${2:+class: b, }says: again, do: [{add: {made: 1}}, {trigger: {list: effects, cards: this, who: lead}}]}
  sooner:  {${2:+class: a, }says: again, do: [{add: {made: 1}}, {trigger: {list: effects, cards: this, who: lead}}]}
phases:
  - move: {cards: {zone: deck}, to: row}
  - trigger: {list: effects, cards: {zone: row}, who: lead}
cards:
  - ant: {copies: $(($1 / 2)), effects: [{again: {}, if: made < more}]}
    bee: {copies: $(($1 / 2)), effects: [{sooner: {}, if: made < more}]}
result: {score: made}
YAML
  few=$(cost "$CANTRIP" sim "$game" --games 5 --jobs 1 --option more=500)
  many=$(cost "$CANTRIP" sim "$game" --games 5 --jobs 1 --option more=2500)
  echo $(((many - few) / 10000))
}

@test "an effect costs less than three times as much while 500 wait as while 10 do" {
  for order in '|[arrival]' 'two|[{class: [a, b]}, arrival]' '|[newest, arrival]'; do
    few=$(waiting 10 "${order%|*}" "${order#*|}")
    many=$(waiting 500 "${order%|*}" "${order#*|}")
    echo "${order#*|}: $few instructions where 10 wait, $many where 500 do"
    [ "$few" -gt 100 ]
    [ "$many" -lt $((few * 3)) ]
  done
}

# options N: instructions of an iteration of mcts in a game of N options.
options() {
  local game="$BATS_TEST_TMPDIR/options-$1" few many
  mkdir -p "$game"
  cat >"$game/ruleset.yaml" <<YAML
cantrip: 1
title: Options
players: {min: 2, max: 2}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}}
counters: {sum: {per: player}}
phases:
  - name: lap
    repeat: 5
    phases: [{choose: {who: all, number: {from: 1, to: $1}, do: [{add: {sum: "if(number % 7 == 3, 1, 0)"}}]}}]
cards: [{ant: {}}]
result: {score: sum}
YAML
  few=$(cost "$CANTRIP" sim "$game" --games 1 --jobs 1 --seed 1 --bots mcts:100)
  many=$(cost "$CANTRIP" sim "$game" --games 1 --jobs 1 --seed 1 --bots mcts:300)
  echo $(((many - few) / 2000))
}

@test "an iteration of mcts with 1,000 options costs ten times one with 10" {
  few=$(options 10)
  many=$(options 1000)
  echo "$few instructions with 10 options, $many with 1,000"
  [ "$few" -gt 1000 ]
  [ "$many" -le $((few * 10)) ]
}

# apart N VALUE: instructions of finding the different values of N cards, for each card and ten times
# (of ninety times, so that what a run has by chance hardly counts).
apart() {
  local game="$BATS_TEST_TMPDIR/apart-$1" few many
  mkdir -p "$game"
  cat >"$game/ruleset.yaml" <<YAML
cantrip: 1
title: Apart
players: {min: 2, max: 2}
options: {laps: {is: number, from: 0, to: 100, default: 2}}
limits: {work: 100000}
traits: {worth: {is: number}}
zones: {row: {as: row, seen_by: all}, deck: {as: pile, seen_by: nobody, holds: [{copies: 2}]}}
counters: {mark: {per: card}, sum: {}}
phases:
  - move: {cards: {zone: deck}, to: row}
  - {repeat: laps, name: lap, phases: [{add: {sum: {count: {zone: row, one_of_each: $2}}}}]}
result: {score: sum}
YAML
  awk -v n="$(($1 / 2))" 'BEGIN { printf "cards: [{"; for (i = 1; i <= n; i++) printf "c%d: {worth: %d}, ", i, i * 7919 % 100003; print "}]" }' >>"$game/ruleset.yaml"
  few=$(cost "$CANTRIP" sim "$game" --games 1 --jobs 1 --seed 1 --option laps=2)
  many=$(cost "$CANTRIP" sim "$game" --games 1 --jobs 1 --seed 1 --option laps=92)
  echo $(((many - few) / (9 * $1)))
}

@test "different values among 1,000 cards cost for each card what they cost among 100" {
  for value in it.card it.worth 'it.worth + it.mark'; do
    few=$(apart 100 "$value")
    many=$(apart 1000 "$value")
    echo "$value: $few for each of 100 cards, $many for each of 1,000"
    [ "$few" -gt 100 ]
    [ $((many * 10)) -lt $((few * 15)) ]
    for flag in '' --plain; do
      run "$CANTRIP" sim "$BATS_TEST_TMPDIR/apart-1000" --games 1 --json $flag
      [ "$(jq '.seats[0].score.mean' <<<"$output")" = 1000 ]
    done
  done
}
