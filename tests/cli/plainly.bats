#!/usr/bin/env bats
# A choice that fails, fails alike with shortcuts and without (--plain), of the same action.

load ../helper

# alike PHASE ACTIONS TEXT...: three games end alike both ways, and TEXT is told
alike() {
  G="$BATS_TEST_TMPDIR/g"
  mkdir -p "$G"
  cat >"$G/ruleset.yaml" <<END
cantrip: 1
title: g
players: 2
cards: [{a: {copies: 4, worth: 1}, b: {copies: 4, worth: 2}}]
traits: {worth: {is: number, default: 0}}
counters: {gold: {}, mine: {per: player}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}]}
  hand: {per: player, seen_by: owner}
  back: {per: player, seen_by: others}
  pool: {seen_by: all}
  dark: {seen_by: nobody}
phases:
  - deal: {who: all, from: deck, to: hand, count: 2}
  - move: {cards: {zone: deck, first: 2}, to: dark}
  - choose: {who: all, any_of: [$1]}
actions:
$2
result: {score: mine}
END
  shift 2
  local fast
  run bash -c "ulimit -t 20; '$CANTRIP' sim '$G' --games 3 --seed 1 --jobs 1 2>&1"
  fast=$output
  has "$@"
  run bash -c "ulimit -t 20; '$CANTRIP' sim '$G' --games 3 --seed 1 --jobs 1 --plain 2>&1"
  [ "$output" = "$fast" ] || { printf '%s\n---\n%s\n' "$fast" "$output"; return 1; }
}

@test "what a hidden card is, is asked before it is seen that a later part has no card" {
  alike one '  one: {card: {zone: hand, of: all, worth: 1}, target: {zone: pool}, do: [{add: {mine: 1}}]}' \
    'HIDDEN-FILTER' 'when the action `one`'
}

@test "a part that asks what a back is, is refused though no card could be asked about" {
  alike one '  one: {card: {zone: dark}, cards: {zone: hand, where: "it.worth > 5 and card.worth > 1", count: 1}, do: [{add: {mine: 1}}]}' \
    'HIDDEN-FILTER' 'when the action `one`'
}

@test "whose cards are meant is worked out, and fails, though none lies there" {
  alike one '  one: {card: {zone: back, of: {owner: {zone: hand, of: all, most: worth}}}, do: [{add: {mine: 1}}]}' \
    'HIDDEN-FILTER' 'when the action `one`'
}

@test "whose cards are meant fails in a filter, too, of a card that is nobody's" {
  alike one '  one: {card: {zone: dark, any: [{zone: [hand, dark], of: {owner: {zone: hand, of: all, most: worth}}}, {}]}, do: [{add: {mine: 1}}]}' \
    'HIDDEN-FILTER' 'when the action `one`'
}

@test "a target's own condition that asks what a back is, is refused though it would fall away" {
  alike one '  one: {card: {zone: dark}, target: {zone: pool, if: card.worth > 1}, do: [{add: {mine: 1}}]}' \
    'HIDDEN-FILTER' 'when the action `one`'
}
