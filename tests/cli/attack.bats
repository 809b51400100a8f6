#!/usr/bin/env bats
# `attack`: what breaks a game.
load ../helper

# A game in which to sow always wins, though sowing once is worth nothing; `sing` is never possible, `hum` never matters.
hoard() {
  mkdir -p "$BATS_TEST_TMPDIR/hoard"
  cat > "$BATS_TEST_TMPDIR/hoard/ruleset.yaml" <<'GAME'
cantrip: 1
title: Hoard
players: 2
cards: [{spade: {}}]
zones: {shed: {as: row, seen_by: all, holds: [{}]}}
counters:
  grain: {per: player}
  gold:  {per: player}
actions:
  dig:  {do: [{add: {gold: 1}}]}
  sow:  {do: [{add: {grain: 1}}]}
  hum:  {}
  purr: {}
  sing: {if: gold > 100, do: [{add: {gold: 1}}]}
phases:
  - choose: {who: all, together: true, any_of: [hum, purr]}
  - name: round
    repeat: 8
    phases:
      - choose: {who: all, together: true, any_of: [dig, sow, sing]}
result: {score: "gold + if(grain >= 8, 30, 0)"}
GAME
  cd "$BATS_TEST_TMPDIR"
}

# attack STATUS RULESET [FLAG...]
attack() {
  run "$CANTRIP" attack "${@:2}" --seed 1 --learn 400 --games 120
  [ "$status" -eq "$1" ]
}

@test "a plan that trained play does not know, a decision that never matters, a rule that nobody used" {
  hoard
  attack 1 hoard --json --out found --report page.html
  jq -e '[.findings[] | select(.kind == "plan")][0] | .about == ["sow"] and .number.mean > 0.4' <<<"$output"
  jq -e '[.findings[] | select(.kind == "idle").about[]] | contains(["hum"]) or contains(["purr"])' <<<"$output"
  jq -e '[.findings[] | select(.kind == "unused").about[]] | contains(["sing"])' <<<"$output"
  jq -e '.findings[0].kind == "plan"' <<<"$output"
  # its replay is a game in which sowing wins
  file=$(jq -r '.findings[0].replay' <<<"$output")
  run "$CANTRIP" replay "$file"
  [ "$status" -eq 0 ]
  [ "$(grep -c 'sow' <<<"$output")" -ge 8 ]
  grep -q 'a simple plan that beats trained bots' page.html
}

@test "the same seed gives the same bytes, with any number of threads" {
  hoard
  attack 1 hoard --json --jobs 1
  one=$output
  attack 1 hoard --json --jobs 3
  [ "$output" = "$one" ]
}

@test "where only luck decides nothing is found but that decisions do not matter" {
  mkdir -p "$BATS_TEST_TMPDIR/luck"
  cat > "$BATS_TEST_TMPDIR/luck/ruleset.yaml" <<'GAME'
cantrip: 1
title: Luck
players: 2
cards: [{"n{rank}": {for: {rank: [1, 2, 3, 4, 5, 6, 7, 8]}}}]
traits: {rank: {is: number}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
actions: {hum: {}, purr: {}}
phases:
  - choose: {who: all, together: true, any_of: [hum, purr]}
  - deal: {who: all, from: deck, to: hand}
result: {score: {sum: rank, cards: {zone: hand}}}
GAME
  attack 1 "$BATS_TEST_TMPDIR/luck" --json
  [ "$(jq -r '[.findings[].kind] | unique | join(" ")' <<<"$output")" = idle ]
}

@test "each round of a loop says what grows in it" {
  hoard
  sed -i 's/repeat: 8/forever: true/; s/any_of: \[dig, sow, sing\]/any_of: [dig, sow, leave]/
          s/^  sing: .*/  leave: {do: [{finish: {because: {left: true}}}]}/' hoard/ruleset.yaml
  echo 'words: {left: somebody has left}' >> hoard/ruleset.yaml
  attack 1 hoard --json
  jq -e '[.findings[] | select(.kind == "loop" and .about == ["dig"])][0].says | contains("gold +1")' <<<"$output"
}

@test "what it cannot write is said before anything is played" {
  hoard
  echo mine > page.html
  run "$CANTRIP" attack hoard --report page.html
  [ "$status" -eq 2 ]
  [[ $output == *"page.html"* ]]
  [ "$(cat page.html)" = mine ]
}

@test "a card that is too strong, with the number that makes it even" {
  mkdir -p "$BATS_TEST_TMPDIR/orchard"
  cat > "$BATS_TEST_TMPDIR/orchard/ruleset.yaml" <<'GAME'
cantrip: 1
title: Orchard
players: 2
cards:
  - apple: {points: 9, copies: 4}
    "pear-{n}": {for: {n: [1, 2, 3, 4, 5, 6]}, points: 2, copies: 3}
traits: {points: {is: number}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
  kept: {per: player, as: row, seen_by: all}
phases:
  - deal: {who: all, from: deck, to: hand, count: 4}
  - name: draft
    repeat: 3
    phases:
      - choose: {who: all, together: true, card: {zone: hand}, prompt: keep_one, do: [{move: {to: kept}}]}
      - pass: {who: all, cards: {zone: hand}, to: left}
result: {score: {sum: points, cards: {zone: kept}}}
words: {keep_one: Keep one}
GAME
  attack 1 "$BATS_TEST_TMPDIR/orchard" --json
  jq -e '.findings[0] | .kind == "strong" and .about == ["apple"]' <<<"$output"
  # all other cards are worth 2
  value=$(jq -r '.findings[0].mend' <<<"$output" | sed 's/.*about \([0-9.]*\) .*/\1/')
  awk -v v="$value" 'BEGIN { exit !(v >= 1 && v <= 4) }'
}

@test "asked to stop it tells what is known by then" {
  hoard
  "$CANTRIP" attack hoard --seed 1 --learn 400 --games 1000000 --json > told.json &
  sleep 1.5
  kill -TERM $!
  wait $! || status=$?
  [ "$status" -eq 143 ] || [ "$status" -eq 1 ]
  jq -e '.partial == true' told.json
}
