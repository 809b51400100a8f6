#!/usr/bin/env bats
# A game's work is bounded, and by nothing but the game: formulas, rounds, choices, scripts that do not end are
# errors of the ruleset with their place, the same in two runs and with any number of jobs, after seconds at most.

load ../helper

# game CARDS: a ruleset in $G, its first lines; the test adds the others
game() {
  G="$BATS_TEST_TMPDIR/g"
  mkdir -p "$G"
  printf 'cantrip: 1\ntitle: g\nplayers: 2\ncards: [%s]\nzones: {hand: {seen_by: all, holds: [{}]}, deck: {as: pile, seen_by: nobody, shuffled: true, holds: [{}]}}\n' "$1" >"$G/ruleset.yaml"
  cat >>"$G/ruleset.yaml"
}

# stops TEXT...: three games fail alike within 20 s of CPU, with 1 and 4 jobs, and TEXT is told
stops() {
  run bash -c "ulimit -t 20; '$CANTRIP' sim '$G' --games 3 --seed 1 --jobs 1 2>&1"
  local first=$output
  [ "$status" -eq 2 ] || { echo "status $status: $output"; return 1; }
  has "$@"
  run bash -c "ulimit -t 20; '$CANTRIP' sim '$G' --games 3 --seed 1 --jobs 4 2>&1"
  [ "$output" = "$first" ] || { printf '%s\n---\n%s\n' "$first" "$output"; return 1; }
}

@test "two cards' formulas that ask for each other, many times over" {
  game '{a: {copies: 50, points: "sums"}, b: {copies: 50, points: "sums"}}' <<'E'
traits: {points: {is: number, default: 0}}
let: {sums: {sum: points, cards: {zone: hand}}}
phases: [{choose: {who: all, card: {zone: hand}, if: "sums > 3"}}]
result: {score: "1"}
E
  stops FORMULA-LOOP "ruleset.yaml:7:"
}

@test "sums of sums of sums" {
  game '{a: {copies: 500}}' <<'E'
let:
  l0: {sum: "1", cards: {zone: hand}}
  l1: {sum: "l0", cards: {zone: hand}}
  l2: {sum: "l1", cards: {zone: hand}}
  l3: {sum: "l2", cards: {zone: hand}}
phases: [{choose: {who: all, card: {zone: hand}, if: "l3 > 3"}}]
result: {score: "1"}
E
  stops LIMIT-WORK "ruleset.yaml:11:"
}

@test "sums of sums in the score" {
  game '{a: {copies: 500}}' <<'E'
let:
  l0: {sum: "1", cards: {zone: hand}}
  l1: {sum: "l0", cards: {zone: hand}}
  l2: {sum: "l1", cards: {zone: hand}}
  l3: {sum: "l2", cards: {zone: hand}}
phases: [{choose: {who: all, card: {zone: hand}}}]
result: {score: l3}
E
  stops LIMIT-WORK
}

@test "numbers to choose from, of which none is allowed" {
  game '{a: {copies: 5}}' <<'E'
counters: {n: {per: game}}
actions: {go: {number: {from: 1, to: 2147483646}, if: "number < n"}}
phases: [{choose: {who: all, any_of: [go]}}]
result: {score: "1"}
E
  stops LIMIT-WORK "ruleset.yaml:8:"
}

@test "rounds without a decision: what they do counts, not how many they are" {
  game '{a: {copies: 900}}' <<'E'
limits: {effects: 1000000, picks: 100000}
phases: [{forever: true, phases: [{shuffle: {zone: deck}}, {move: {cards: {zone: hand}, to: deck}}, {move: {cards: {zone: deck}, to: hand}}]}]
result: {score: "1"}
E
  stops ENDLESS "ruleset.yaml:7:10"
}

# bats test_tags=long
@test "a game whose decisions do not end" {
  game '{a: {copies: 400}, b: {copies: 400}}' <<'E'
limits: {picks: 100000}
let: {l1: {sum: "1", cards: {zone: hand}}, l2: {sum: "l1", cards: {zone: hand}}}
phases: [{forever: true, phases: [{choose: {who: all, may: true, card: {zone: hand}, if: "l2 > 0"}}]}]
result: {score: "1"}
E
  stops LIMIT-GAME-WORK "ruleset.yaml:8:"
}

@test "limits: work and game_work say how much; no limit may be so high that it is none" {
  game '{a: {copies: 100}, b: {copies: 100}}' <<'E'
limits: {work: 1}
let: {l1: {sum: "1", cards: {zone: hand}}, l2: {sum: "l1", cards: {zone: hand}}}
phases: [{choose: {who: all, may: true, card: {zone: hand}, if: "l2 > 0"}}, {choose: {who: all, card: {zone: hand}}}]
result: {score: "1"}
E
  stops LIMIT-WORK
  sed -i 's/work: 1}/game_work: 1}/' "$G/ruleset.yaml"
  stops LIMIT-GAME-WORK
  sed -i 's/game_work: 1}/effects: 2000000000}/' "$G/ruleset.yaml"
  run "$CANTRIP" check "$G"
  [ "$status" -eq 2 ]
  has "ruleset.yaml:6:"
}

# script: a game whose first step is the file's step.go (standard input)
script() {
  game '{a: {copies: 9}, b: {copies: 9}}' <<'E'
scripts: [g.lua]
phases: [{run: go}]
result: {score: "1"}
E
  cat >"$G/g.lua"
}

# lengths RUNS N...: what comes of a loop of each length, the same in all runs: it ends, or fails
lengths() {
  local runs=$1 n i first
  shift
  for n; do
    printf 'step.go = function(g)\n  for i = 1, %d do end\nend\n' "$n" >"$G/g.lua"
    for ((i = 0; i < runs; i++)); do
      run "$CANTRIP" play "$G" --bots random --seed 1
      [ "$i" -gt 0 ] || first="$status $output"
      [ "$status $output" = "$first" ] || { printf '%s: run %s: %s\n---\n%s\n' "$n" "$i" "$first" "$output"; return 1; }
      [ "$status" -eq $((n < 20000000 ? 0 : 2)) ] || { echo "$n: status $status: $output"; return 1; }
    done
  done
}

# bats test_tags=long
@test "scripts: how long a loop may be is no matter of the clock" {
  script <<<''
  local busy=()
  if [ -z "$CT_LONG" ]; then
    lengths 3 19000000 19990000 19999900 20000000 31000000
    return
  fi
  lengths 2 15000000 19000000 19900000 19990000 19998000 19999900 20000000 20010000 21000000 31000000
  for i in 1 2; do
    while :; do :; done 3>&- &
    busy+=($!)
  done
  lengths 4 15000000 19000000 19900000 19990000 19998000 19999900 20000000 20010000 21000000 31000000 || { kill "${busy[@]}"; return 1; }
  kill "${busy[@]}"
}

# bats test_tags=long
@test "scripts: loops of long comparisons, of conversions, of questions, of insertions" {
  script <<'E'
step.go = function(g)
  local a, b = ('x'):rep(16000) .. 'a', ('x'):rep(16000) .. 'a'
  while a == b do
    local z
  end
end
E
  stops "did too much work for one decision" "g.lua:1"
  printf 'step.go = function(g)\n  local a = ("9"):rep(16000)\n  while true do\n    math.floor(a)\n  end\nend\n' >"$G/g.lua"
  stops "did too much work for one decision" "g.lua:1"
  printf 'local hand = sel{zone = "hand"}\nstep.go = function(g)\n  while true do\n    g:count(hand)\n    g:count(hand)\n  end\nend\n' >"$G/g.lua"
  stops "did too much work for one decision" "g.lua:2"
  printf 'step.go = function(g)\n  local t = {}\n  for i = 1, 9000 do t[i] = i end\n  while true do\n    table.insert(t, 1, 1)\n    table.remove(t, 1)\n  end\nend\n' >"$G/g.lua"
  stops "did too much work for one decision" "g.lua:1"
}

@test "scripts: many hooks, each of which ends" {
  script <<'E'
step.go = function(g)
  for i = 1, 4000000 do
  end
end
E
  sed -i 's/^phases.*/phases: [{forever: true, phases: [{run: go}]}]/' "$G/ruleset.yaml"
  stops "did too much work for one decision" "g.lua:1"
}

@test "scripts: tables that all hooks reach are looked at once" {
  script <<'E'
local big = {}
for i = 1, 20000 do big[i] = {i} end
for i = 1, 2000 do step['s' .. i] = function(g) return big[1] end end
step.go = function(g) end
E
  run bash -c "ulimit -t 10; '$CANTRIP' check '$G'"
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

@test "a hook's work counts from its start, wherever it was kept at a question" {
  script <<'E'
local hand = sel{zone = "hand"}
step.go = function(g)
  for i = 1, 3 do
    for j = 1, 60000 do g:count(hand) end
    for seat in g:seats("all") do g:choose(seat, hand) end
  end
end
E
  run "$CANTRIP" sim "$G" --games 2 --seed 1 --jobs 1
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  sed -i 's/60000/1000000/' "$G/g.lua"
  stops "did too much work for one decision" "g.lua:2"
}

# bats test_tags=long
@test "a long chain of verbs that are the same as another is followed once" {
  game '{a: {copies: 5}}' <<E
verbs: {v0: {do: []}, $(for i in $(seq 3000); do printf 'v%d: {same_as: v%d}, ' "$i" $((i - 1)); done)last: {same_as: v3000}}
phases: [{choose: {who: all, card: {zone: hand}}}]
result: {score: "1"}
E
  run bash -c "ulimit -t 5; '$CANTRIP' check '$G' 2>&1"
  [ "$status" -eq 0 ]
}

@test "a verb that is the same as itself" {
  game '{a: {copies: 5}}' <<"E"
verbs: {a: {same_as: a}}
phases: [{choose: {who: all, card: {zone: hand}}}]
result: {score: "1"}
E
  run "$CANTRIP" check "$G"
  [ "$status" -eq 2 ]
  has "SAME-AS-CYCLE" "ruleset.yaml:6:22"
}

@test "scripts that hold too much once they are read: the file is named" {
  game '{a: {copies: 5}}' <<"E"
scripts: [hooks.lua]
phases: [{run: go}]
result: {score: "1"}
E
  { printf 'local t = {'; yes '{{{{}}}},' | head -n 60000; printf '}\nstep.go = function(g) return t[1] and nil end\n'; } >"$G/hooks.lua"
  run "$CANTRIP" check "$G"
  [ "$status" -eq 2 ]
  has "hooks.lua: error: used more than 64 MB" "[SCRIPT]"
}

@test "seats of \`seats:\` that make the table too large are named, with their place" {
  game '{a: {copies: 5}}' <<"E"
seats: {ghost: {count: players + 9, sits: end, plays: random}}
phases: [{choose: {who: all, card: {zone: hand}}}]
result: {score: "1"}
E
  run "$CANTRIP" sim "$G" --games 1
  [ "$status" -eq 2 ]
  has "2 players and 11 of \`seats\` are more than 12 [SEATS]" "ruleset.yaml:6:9"
  sed 's/count: 3, sits/count: 12, sits/' "$ROOT/tests/rulesets/idioms/columns/ruleset.yaml" >"$G/ruleset.yaml"
  run "$CANTRIP" check "$G"
  [ "$status" -eq 2 ]
  has "error: 1 player and 12 seats of kinds are more than 12 [PLAYERS]"
}

# bats test_tags=long
@test "three cards whose if refuses them all: nothing is listed, and the work is counted all the same" {
  game "$(for i in $(seq 900); do printf 'c%d: {}, ' "$i"; done | sed 's/^/{/; s/, $/}/')" <<"E"
traits: {worth: {is: number, default: 1}}
phases: [{choose: {who: all, card: {zone: hand}, helper: {zone: hand}, target: {zone: hand}, if: card.worth + helper.worth + target.worth > 9, do: []}}]
result: {score: "1"}
E
  stops LIMIT-WORK
}

@test "how far a hook came that did too much is not told: it depends on the release of Lua" {
  game '{a: {copies: 3}}' <<'E'
scripts: [hooks.lua]
words: {said: "Said {number}"}
phases: [{run: go}]
E
  echo 'step.go = function(g) for i = 1, 60000 do g:say("said", i) end end' > "$G/hooks.lua"
  run "$CANTRIP" play "$G" --bots random --seed 1
  [ "$status" -eq 2 ]
  has "did too much work for one decision"
  [[ "$output" != *"Said"* ]]
  echo 'step.go = function(g) for i = 1, 3 do g:say("said", i) end error("enough") end' > "$G/hooks.lua"
  run "$CANTRIP" play "$G" --bots random --seed 1
  [ "$status" -eq 2 ]
  has "Said 3" "enough"
}

# bats test_tags=long
@test "nor is it in the record, which is the same bytes again" {
  game '{a: {copies: 9}, b: {copies: 9}}' <<'E'
scripts: [hooks.lua]
phases: [{run: go}]
E
  echo 'step.go = function(g) while true do math.random(6) end end' > "$G/hooks.lua"
  for i in 1 2 3; do "$CANTRIP" play "$G" --bots random --seed 1 --record "$BATS_TEST_TMPDIR/$i" >/dev/null 2>&1 || [ $? -eq 2 ]; done
  cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/2"
  cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/3"
}

@test "formulas over seats within each other" {
  game '{a: {}}' <<'E'
counters: {gold: {per: player, start: 1}, got: {}}
phases: [{each: all, do: [{set: {got: l12}}]}]
result: {score: gold}
let:
  l0: gold
E
  sed -i 's/^players: 2/players: 8/' "$G/ruleset.yaml"
  for n in {1..12}; do echo "  l$n: {sum: \"l$((n - 1)) // 2 + 1\", seats: all}" >>"$G/ruleset.yaml"; done
  stops LIMIT-WORK
  sed -i 's/{sum: \(.*\), seats: all}/{players: {where: \1 > 0}}/; s/"\(.*\)" > 0/"\1 > 0"/' "$G/ruleset.yaml"
  stops LIMIT-WORK
  sed -i 's/{players: {where: "\(.*\) > 0"}}/{players: {most: "\1"}}/' "$G/ruleset.yaml"
  stops LIMIT-WORK
}

@test "an action without a card for one of its parts is passed over, however many cards there are" {
  for copies in 10 100; do
    game "{a: {rank: 1, copies: $copies}, b: {rank: 2, copies: $copies}}" <<'E'
traits: {rank: {is: number}}
counters: {n: {}}
actions:
  play: {card: {zone: own}, do: [{move: {to: deck}}]}
  bad: {card: {zone: own, where: "it.rank // n > 0"}, helper: {zone: empty}, do: [{move: {to: deck}}]}
phases:
  - deal: {who: all, from: deck, to: own, count: 3}
  - choose: {who: all, together: true, any_of: [play, bad]}
result: {score: {sum: rank, cards: {zone: own}}}
E
    sed -i 's/^zones: {/&own: {per: player, seen_by: owner}, empty: {per: player, seen_by: all}, /' "$G/ruleset.yaml"
    run "$CANTRIP" sim "$G" --games 3 --seed 1
    [ "$status" -eq 0 ] || { echo "$copies: $output"; return 1; }
  done
}

@test "a script's selector asks for a sum over seats where nobody is you" {
  game '{a: {copies: 3}}' <<'E'
scripts: [g.lua]
counters: {stake: {per: player, start: 1}, n: {}}
traits: {cost: {is: number, default: 2}}
let: {pot: {sum: stake, seats: all}}
words: {told: "{number} are cheap"}
phases: [{run: look}]
result: {score: stake}
E
  cat >"$G/g.lua" <<'E'
local cheap = sel{zone = "hand", where = "it.cost <= pot"}
step.look = function(g)
  g:say("told", g:count(cheap))
end
E
  run "$CANTRIP" play "$G" --seed 1
  [ "$status" -eq 0 ]
  has "3 are cheap"
}
