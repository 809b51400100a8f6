#!/usr/bin/env bats
# Memory is flat in long games and bounded in everything that is read; what is told between two picks is bounded too
# (rulesets/guide/explain/what-is-safe.md).

load ../helper

setup() {
  cd "$BATS_TEST_TMPDIR"
  unset CANTRIP_PATH
  export LC_ALL=C.UTF-8
}

# peak COMMAND...: $kb it took at most (Python's 14 MB at least; no more than 4 GB: else it fails), its status, $output;
# input from `typed`
peak() {
  touch typed
  run python3 - "$@" <<'P'
import resource, subprocess, sys
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, resource.RLIM_INFINITY))
with open("out", "wb") as out, open("typed", "rb") as typed:
    p = subprocess.run(sys.argv[1:], stdin=typed, stdout=out, stderr=subprocess.STDOUT, timeout=280)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, p.returncode)
P
  read -r kb status <<<"$output"
  output=$(head -c 20000 out)
  echo "$*: $kb KB, status $status"
}

# long FOLDER PICKS: a game of so many picks that ends unfinished
long() {
  mkdir -p "$1"
  cat >"$1/ruleset.yaml" <<Y
cantrip: 1
players: {min: 1, max: 2}
cards: [{ant: {copies: 6}, bee: {copies: 6}}]
zones: {hand: {per: player, seen_by: owner}, deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}}
counters: {n: {per: player}}
limits: {picks: $2, game_work: 700000}
phases:
  - deal: {who: all, from: deck, to: hand, count: 3}
  - forever: true
    phases: [{choose: {who: all, card: {zone: hand}, do: [{add: {n: 1}}, {move: {to: hand}}]}}]
result: {score: n}
Y
}

# bats test_tags=long
@test "memory is flat in long games" {
  local n
  n=$(often 50000 100000)
  long short 2000
  long long "$n"
  peak "$CANTRIP" sim short --seats 2 --games 1 --seed 1
  local least=$kb
  peak "$CANTRIP" sim long --seats 2 --games 1 --seed 1
  [ "$status" -eq 0 ]
  [ "$kb" -lt $((least + 1000)) ]
  # the picks are kept, for undo, save and record: 100 bytes each, and as much again while they are written
  peak "$CANTRIP" play long --seats 2 --bots random --seed 1
  [ "$status" -eq 0 ]
  [ "$kb" -lt $((least + 1000 + n / 10)) ]
  peak "$CANTRIP" play long --seats 2 --bots random --seed 1 --record r
  [ "$kb" -lt $((least + 1000 + n / 5)) ]
  peak "$CANTRIP" replay r
  [ "$status" -eq 0 ]
  [ "$kb" -lt $((least + 1000 + n / 5)) ]
  peak "$CANTRIP" sim long --seats 2 --games 4 --jobs 2 --seed 1 --record rs
  [ "$status" -eq 0 ]
  [ "$kb" -lt $((least + 2000 + n * 2 / 5)) ]
}

# bats test_tags=long
@test "a person's game: the log that the prompt remembers is bounded" {
  long short 2000
  long long 20000
  seq 20000 | sed 's/.*/1/' >typed
  peak "$CANTRIP" play short --seats 2 --bots random --seat 0=human --seed 1
  local least=$kb
  peak "$CANTRIP" play long --seats 2 --bots random --seat 0=human --seed 1
  [ "$kb" -lt $((least + 5000)) ]
}

@test "a search of picks without end" {
  long solo 100000
  sed -i 's/{min: 1, max: 2}/1/; s/who: all, //; s/count: 3/count: 7/' solo/ruleset.yaml
  peak "$CANTRIP" solve solo --deals 1 --nodes "$(often 30000 100000)" --jobs 1 --seed 1
  echo "$output"
  [ "$status" -eq 0 ]
  [ "$kb" -lt 100000 ]
  has "undecided       1" "1 of these: more picks in a row than 64 MB hold"
}

# told TEXT HOOK: a loop that tells without end stops with its place; what it told is bounded
told() {
  mkdir -p g
  cat >g/ruleset.yaml <<Y
cantrip: 1
players: 2
cards: [{ant: {copies: 60}}]
scripts: [hooks.lua]
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, heap: {as: row, seen_by: all}}
counters: {n: {per: player}}
words: {hello: "Hello there, a rather long sentence with the number {number} that is told again and again"}
phases: [{run: go}]
result: {score: n}
Y
  printf 'local deck, heap = sel{zone = "deck", first = 1}, sel{zone = "heap"}\nfunction step.go(g, e)\n  while true do %s end\nend\n' "$1" >g/hooks.lua
  peak "$CANTRIP" play g --seats 2 --bots random --seed 1
  [ "$status" -eq 2 ]
  [ "$kb" -lt 40000 ]
  [ "$(stat -c %s out)" -lt 10000000 ]
  tail -n 5 out >end
  grep -q 'g/hooks.lua:' end
}

# bats test_tags=long
@test "a loop that tells" {
  told 'g:say("hello", 1)'
  told 'g:add("all", "n", 1) g:add("all", "n", -1)'
  told 'g:move(deck, "heap") g:move(heap, "deck")'
  told 'g:show("all", deck)'
  told 'g:roll(6)'
  told 'g:move(deck, "heap") g:turn(heap, "down") g:turn(heap, "up") g:move(heap, "deck")'
}

# loads_not CODE TEXT: the game in g is refused, with little memory
loads_not() {
  peak "$CANTRIP" check ./g
  echo "$output"
  [ "$status" -eq 2 ]
  has "$1" "$2"
  [ "$kb" -lt 400000 ]
}

small() {
  mkdir -p g
  cat >g/ruleset.yaml <<'Y'
cantrip: 1
players: 2
cards: [cards.yaml]
traits: {value: {is: number, default: 1}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}}
phases: [{finish: {because: {over: true}}}]
words: {over: over}
Y
}

# bats test_tags=long
@test "what one file makes of itself" {
  small
  # each of 1000 cards gets a note of 1 MB
  python3 -c '
print("cantrip: 1\ncards:\n  c{a}: {for: {a: [" + ",".join(map(str, range(1000))) + "]}, notes: \"" + "x{a}" * 250000 + "\"}")' >g/cards.yaml
  loads_not LIMIT-CARDS "this 'for' makes too many cards"
  # a text of 60,000 places for a text of 60,000 bytes
  python3 -c '
print("cantrip: 1\ncards:\n  c{a}: {for: {a: [1], b: [" + "y" * 60000 + "]}, notes: \"" + "{b}" * 60000 + "\"}")' >g/cards.yaml
  loads_not LIMIT-CARDS "this 'for' makes a text over 65536 bytes"
  # an alias of a list of aliases ...
  python3 -c '
print("cantrip: 1\nx-a: &a0 [x, x, x, x, x, x, x, x, x, x]")
for i in range(1, 9): print(f"x-{i}: &a{i} [" + ", ".join([f"*a{i-1}"] * 10) + "]")
print("cards: {ant: {}}")' >g/cards.yaml
  loads_not YAML-LIMIT "more than 200000 values"
  # a text of a megabyte that is shown a million times
  python3 -c 'print("cantrip: 1\ncards:\n  ant: {name: \"" + "x" * 1000000 + "\"}")' >g/cards.yaml
  loads_not TEXT-LINE "at most 1000 bytes"
  python3 -c 'print("cantrip: 1\ncards:\n  " + "x" * 65 + ": {}")' >g/cards.yaml
  loads_not NAME-SYNTAX "at most 64"
}

# bats test_tags=long
@test "what many files are together" {
  small
  rm -f g/cards.yaml
  mkdir -p g/cards.yaml
  for i in 1 2 3 4; do
    python3 -c "print('cantrip: 1\nnotes: [' + 'a,' * 150000 + 'a]\ncards: {c$i: {}}')" >g/cards.yaml/$i.yaml
  done
  loads_not FILE-SIZE "500000 values"
  has g/cards.yaml/4.yaml
}

@test "for_each of a scenario" {
  small
  echo 'cantrip: 1
cards: {ant: {copies: 9}}' >g/cards.yaml
  mkdir g/scenarios
  {
    printf 'cantrip: 1\nruleset: g\nseats: [A, B]\nscenarios:\n  - name: many\n    for_each:\n'
    for k in a b c d; do printf '      %s: [%s]\n' $k "$(seq -s, 200)"; done
    printf '    at: start\n    then: []\n'
  } >g/scenarios/many.yaml
  peak "$CANTRIP" test ./g
  [ "$status" -eq 2 ]
  [ "$kb" -lt 60000 ]
  has "g/scenarios/many.yaml:7:7: error: for_each makes more than 1000 scenarios [LIMIT-SCENARIOS]"
}

# bats test_tags=long
@test "scenarios with cards of their own: a game each" {
  mkdir -p g/scenarios
  "$ROOT/tests/many-cards" 2000 g
  {
    printf 'cantrip: 1\nruleset: g\nseats: [A, B]\nscenarios:\n  - name: many\n    for_each: {a: [%s]}\n' "$(seq -s, 900)"
    printf '    cards: {own-{a}: {copies: "{a}"}}\n    at: start\n    then: []\n'
  } >g/scenarios/many.yaml
  sed -i 's/own-{a}/"own-{a}"/' g/scenarios/many.yaml
  peak "$CANTRIP" test ./g
  echo "$output"
  [ "$status" -eq 2 ]
  [ "$kb" -lt 500000 ]
  has LIMIT-MEMORY "256 MB" g/scenarios/many.yaml
}
