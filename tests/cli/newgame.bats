#!/usr/bin/env bats
# A game written in an empty folder from the READMEs alone, in under 60 lines and without C.

load ../helper

setup() {
  unset CANTRIP_PATH
  cd "$BATS_TEST_TMPDIR"
  mkdir -p rulesets/high-card cards/high-card
  cat >rulesets/high-card/ruleset.yaml <<'Y'
cantrip: 1
title: {en: High Card, fr: La plus forte}
players: {min: 2, max: 4}
languages: [en, fr]
cards: [high-card]
scripts: [high-card.lua]
traits:
  value:   {is: number}
  effects: {is: effects}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
  row:  {per: player, seen_by: all}
  won:  {per: player, seen_by: all}
counters:
  coins: {per: player}
verbs:
  earn:
    params: {coins: number}
    main: coins
    says: {en: "earn {coins} {coins:coin|coins}", fr: "gagner {coins} {coins:pièce|pièces}"}
    do: [{add: {coins: $coins}}]
  rob:
    says: {en: take a coin from everybody, fr: prendre une pièce à chacun}
phases:
  - deal: {who: all, from: deck, to: hand, count: 3}
  - name: round
    repeat: 3
    phases:
      - choose: {who: all, together: true, prompt: which, card: {zone: hand}, do: [{move: {to: row}}]}
      - trigger: {list: effects, cards: {zone: row, of: all}}
      - move: {cards: {zone: row, of: all, most: value}, to: won}
      - move: {cards: {zone: row, of: all}, to: won}
result: {score: "coins"}
words:
  which: {en: Which card do you show?, fr: Quelle carte montrez-vous ?}
Y
  cat >rulesets/high-card/high-card.lua <<'L'
effect.rob = function(g, e)
  for seat in g:seats("others") do
    if seat.coins > 0 then
      seat:add("coins", -1)
      e.you:add("coins", 1)
    end
  end
end
L
  cat >cards/high-card/cards.yaml <<'Y'
cantrip: 1
cards:
  farmer: {name: {en: Farmer, fr: Fermier}, copies: 8, value: 1, effects: [{earn: 1}]}
  miller: {name: {en: Miller, fr: Meunière}, copies: 6, value: 2, effects: [{earn: 2}]}
  robber: {name: {en: Robber, fr: Voleur}, copies: 4, value: 3, effects: [rob]}
Y
}

@test "it has under 60 lines" {
  [ "$(cat rulesets/high-card/* cards/high-card/* | wc -l)" -lt 60 ]
}

@test "it checks, also deeply" {
  run "$CANTRIP" check high-card --deep --games 60
  [ "$status" -eq 0 ]
  has "high-card: ok (18 cards, 3 different)" " games, every law holds at each of "
}

@test "it is shown in words, in both languages" {
  run "$CANTRIP" show high-card miller
  has "Miller (miller)" "Earn 2 coins"
  run "$CANTRIP" show high-card farmer --lang fr
  has "Fermier (farmer)" "Gagner 1 pièce"
  run "$CANTRIP" show high-card robber
  has "Take a coin from everybody"
}

@test "it plays at every number of seats, in sentences" {
  for n in 2 3 4; do
    run "$CANTRIP" play high-card --seats $n --bots random --seed 4 </dev/null
    [ "$status" -eq 0 ] || { echo "$output"; return 1; }
    has "── Round 3 ─" "Alice plays " "coins" "score"
  done
}

@test "a person plays it by name" {
  run "$CANTRIP" play high-card --seats 2 --seat 0=human --bots first --seed 4 <<'I'
farm
mill
rob
farm
mill
rob
farm
mill
rob
I
  [ "$status" -eq 0 ]
  has "Which card do you show?" "You play "
}

@test "it simulates" {
  run "$CANTRIP" sim high-card --seats 4 --games 200 --seed 1 --json
  [ "$status" -eq 0 ]
  has '"games": 200' '"unfinished": 0'
}

@test "the program in C that the guide shows compiles and runs" {
  awk '/^```c$/ { on = 1; next } /^```/ { on = 0 } on' "$ROOT/rulesets/guide/howto/cantrip-from-c.md" >program.c
  lib="$ROOT/build/libcantrip.a"
  [ -e "$lib" ] && [ -e "$ROOT/build/.deps.libs" ] || skip "no library"
  "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -I"$ROOT/core" program.c "$lib" \
    $(cat "$ROOT/build/.deps.libs") -lm -pthread -o program
  cd "$ROOT"
  run "$BATS_TEST_TMPDIR/program"
  [ "$status" -eq 0 ]
  has "Alice: " "Dan: "
}
