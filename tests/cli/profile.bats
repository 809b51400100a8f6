# `cantrip sim --profile`: what each line of the rules costs. tests/rulesets/counting/costs is counted by hand.

load ../helper

COSTS=tests/rulesets/counting/costs

# line FILE:LINE FIELD: what the profile in $output says of a line
line() {
  jq -r --arg file "$COSTS/${1%:*}" --argjson line "${1#*:}" \
    '.profile[] | select(.file == $file and .line == $line) | '"$2" <<<"$output"
}

# A game: 8 questions with 4, 4, 3, 3, 2, 2, 1, 1 cards in hand. After each round both hands are added up.
@test "times and cards are as counted by hand" {
  run "$CANTRIP" sim $COSTS --games 10 --seed 1 --profile --json
  [ "$status" -eq 0 ]
  [ "$(line ruleset.yaml:19 '"\(.times) \(.cards) \(.why)"')" = "80 200 where" ]
  [ "$(line ruleset.yaml:16 '"\(.times) \(.cards) \(.why)"')" = "80 120 sum" ]
  [ "$(line ruleset.yaml:22 '"\(.times) \(.cards) \(.why)"')" = "80 0 null" ]
  [ "$(line ruleset.yaml:24 .times)" = 40 ] # rounds
  [ "$(line ruleset.yaml:30 .times)" = 80 ] # an `if`
  [ "$(line ruleset.yaml:31 .times)" = 60 ] # which does not hold in the last round
  [ "$(line ruleset.yaml:22 .text)" = "- add: {sum: card.value}" ]
  [ "$(jq '.profile | map(.share) | add * 1000 | round' <<<"$output")" = 1000 ]
  [ "$(jq '.profile | [.[].work] | . == (sort | reverse)' <<<"$output")" = true ]
}

@test "a script is told by its lines" {
  run "$CANTRIP" sim $COSTS --games 10 --seed 1 --profile --json
  [ "$(line costs.lua:3 '"\(.times) \(.why) \(.text)"')" = '160 script g:add(you, "sum", i)' ]
  [ "$(line ruleset.yaml:32 '"\(.times) \(.why)"')" = "80 script" ] # the step that runs it
}

@test "what a word means is said below the table" {
  run "$CANTRIP" sim $COSTS --games 10 --seed 1 --profile
  has "share  times  cards  slow " " costs.lua:3 " "where: The condition is asked card by card." \
    "sum: Each card is looked at." "script: Lua runs each time."
  [ "$(grep -c '^script: ' <<<"$output")" -eq 1 ]
}

@test "why cards are asked one by one" {
  mkdir "$BATS_TEST_TMPDIR/why"
  cat >"$BATS_TEST_TMPDIR/why/cards.yaml" <<'EOF'
cantrip: 1
cards:
  low: {name: Low, copies: 3, value: 1, suit: red}
  high: {name: High, copies: 3, value: {count: {zone: row}}, suit: blue}
EOF
  cat >"$BATS_TEST_TMPDIR/why/ruleset.yaml" <<'EOF'
cantrip: 1
title: Why
players: 2
cards: [cards.yaml]
traits: {value: {is: number}, suit: {one_of: [red, blue]}}
zones:
  hand: {per: player, seen_by: owner, holds: [{}]}
  row: {per: player, as: row, seen_by: all}
counters: {kinds: {per: player}}
actions:
  by_set: {card: {zone: hand, suit: red}, do: [{move: {to: row}}]}
  by_trait: {card: {zone: hand, value: {at_most: 1}}, do: [{move: {to: row}}]}
  by_if: {card: {zone: hand}, if: card.suit == red or kinds > 9, do: [{move: {to: row}}]}
  in_pairs: {card: {zone: hand}, target: {zone: hand}, if: card.value != target.value, do: [{move: {cards: [card, target], to: row}}]}
  in_sets: {cards: {zone: hand, count: 2}, do: [{move: {cards: cards, to: row}}]}
phases:
  - repeat: 2
    phases:
      - choose: {who: all, any_of: [by_set, by_trait, by_if, in_pairs, in_sets]}
      - set: {who: all, kinds: 0}
      - each: all
        phases:
          - set:
              kinds:
                {count: {zone: hand, one_of_each: it.suit}}
result: {score: kinds}
EOF
  run "$CANTRIP" sim "$BATS_TEST_TMPDIR/why" --games 10 --seed 1 --profile --json --jobs 2 # one thread plays none
  [ "$status" -eq 0 ]
  why() { jq -r '.profile[] | select(.text | startswith($t)) | .why' --arg t "$1" <<<"$output"; }
  [ "$(why by_set)" = null ]
  [ "$(why by_trait)" = trait ]
  [ "$(why by_if)" = null ]
  [ "$(why in_pairs)" = if ]
  [ "$(why in_sets)" = "sets tried" ]
  [ "$(why '{count: {zone: hand, one')" = ranking ]
  [ "$(jq -r '[.profile[] | select(.why == "formula") | .text][0]' <<<"$output")" = \
    'high: {name: High, copies: 3, value: {count: {zone: row}}, suit: blue}' ]
}

# bats test_tags=long
@test "any number of threads gives the same profile, and the games are those without it" {
  for game in fairytale card-ring tests/rulesets/games/courtiers; do
    args=(--games 40 --seed 5 --seats 4 --json)
    "$CANTRIP" sim $game "${args[@]}" --profile --jobs 1 >"$BATS_TEST_TMPDIR/1"
    "$CANTRIP" sim $game "${args[@]}" --profile --jobs 2 >"$BATS_TEST_TMPDIR/2"
    cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/2"
    "$CANTRIP" sim $game "${args[@]}" >"$BATS_TEST_TMPDIR/without"
    jq 'del(.profile)' "$BATS_TEST_TMPDIR/1" | cmp - <(jq . "$BATS_TEST_TMPDIR/without")
    "$CANTRIP" sim $game --games 5 --seed 5 --seats 4 --record "$BATS_TEST_TMPDIR/a" >/dev/null
    "$CANTRIP" sim $game --games 5 --seed 5 --seats 4 --profile --record "$BATS_TEST_TMPDIR/b" >/dev/null
    cmp "$BATS_TEST_TMPDIR/a" "$BATS_TEST_TMPDIR/b"
  done
}

@test "what --profile does not go with is said" {
  run "$CANTRIP" sim $COSTS --games 5 --profile --plain
  [ "$status" -eq 2 ]
  has "--profile goes without --against, --plain and --tally"
}

# bats test_tags=long
@test "time stands beside it with --timing alone" {
  local game="$BATS_TEST_TMPDIR/one-rule"
  mkdir "$game"
  cat >"$game/ruleset.yaml" <<'YAML'
cantrip: 1
title: One rule
players: {min: 2, max: 2}
traits: {worth: {is: number}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}}
counters: {sum: {}, mark: {per: card}}
phases:
  - {repeat: 20, name: lap, phases: [{add: {sum: {count: {zone: deck, where: it.mark + it.worth > lap}}}}]}
cards: [{ant: {copies: 100, worth: 3}, bee: {copies: 100, worth: 12}}]
result: {score: sum}
YAML
  run "$CANTRIP" sim "$game" --games 20000 --seed 1 --profile --json --timing
  [ "$status" -eq 0 ]
  # a rule that is most of the work, and of the time
  [ "$(jq '.profile[0] | .time > 0.3 and .share > 0.3' <<<"$output")" = true ]
  [ "$(jq '.profile | map(.time) | add * 1000 | round' <<<"$output")" = 1000 ]
  run "$CANTRIP" sim $COSTS --games 5 --seed 1 --profile --json
  [ "$(jq '.profile | any(has("time"))' <<<"$output")" = false ]
}
