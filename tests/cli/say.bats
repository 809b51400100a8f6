#!/usr/bin/env bats
# The step `say`: what the log has of it, in two languages and for each who hears it; what may not be said to all; what is
# left out; that it changes no game. What the loader finds is tested by tests/unit/load.c.

load ../helper

setup() {
  cd "$BATS_TEST_TMPDIR"
  SAY="$ROOT/tests/rulesets/features/say"
}

@test "a text alone, one with values, what is said in an effect, in both languages" {
  run "$CANTRIP" play "$SAY" --seats 2 --bots random --seed 3 </dev/null
  [ "$status" -eq 0 ]
  has "The dragon wakes." "The pot holds 7." "  Alice hides Bee." "  Alice shows Bee, the best is 2." \
    "  Alice is praised 2 times (effect of Bee)." "  Buzz, Bob (effect of Bee)." "  Bob rests." "  Hoot! (effect of Owl)" \
    "  Alice ends with Ant." "  Alice has Owl left."
  lacks "Nothing of this" "Buzz (effect"
  run "$CANTRIP" play "$SAY" --seats 2 --bots random --seed 3 --lang fr </dev/null
  [ "$status" -eq 0 ]
  has "Le dragon s'éveille." "Le pot contient 7." "  Alice montre Bee, la meilleure vaut 2." "  Alice : 2 louanges (effet de Bee)." \
    "  Bob se repose." "  Alice mène avec Bee." "  Buzz, Bob (effet de Bee)."
  lacks "The dragon" "rests"
}

@test "a watcher says what it saw, and who reads is you" {
  run "$CANTRIP" play "$SAY" --seats 2 --bots random --seed 7 </dev/null
  has "The owl sees Bob get 1 (effect of Owl)."
  run "$CANTRIP" play "$SAY" --seats 2 --seat 0=human --bots first --seed 3 <<<$'1\n1\n1\n1\n1\n'
  has "You hide Ant." "You show Ant, the best is 1."
}

@test "the name of a card is told to who sees it, to others there is a card" {
  run "$CANTRIP" play "$SAY" --seats 2 --bots random --seed 3 --as 1 </dev/null
  has "  Alice hides a card." "  Alice shows Bee, the best is 2." "  Bob hides Owl."
  run "$CANTRIP" play "$SAY" --seats 2 --bots random --seed 3 --as spectator </dev/null
  has "  Alice hides a card." "  Bob hides a card."
}

@test "without a seat or a single card its brackets are left out, or the sentence" {
  run "$CANTRIP" play "$SAY" --seats 2 --bots random --seed 3 </dev/null
  has "  The leader is Alice, with Bee." "  So far for Alice." "  The best card is Bee." "  Of several, Bee."
  [ "$(grep -c "Of several" <<<"$output")" -eq 1 ]
  run "$CANTRIP" play "$SAY" --seats 2 --bots first --seed 1 </dev/null
  output=$(sed -n '/Day 1/,/Day 2/p' <<<"$output")
  has "  So far."
  lacks "The leader is" "The best card" "Of several"
}

@test "what all hear may not rest on what not all see, told or not, nor lie out of range" {
  local said="a text for everyone depends on something hidden [HIDDEN-FILTER]" t at
  for t in card:33:87 seat:34:58 sum:35:20 which:38:51; do
    at="features/say/ruleset.yaml:${t#*:}"
    run "$CANTRIP" play "$SAY" --seats 2 --bots first --seed 1 --option "t=${t%%:*}" </dev/null
    [ "$status" -ne 0 ]
    has "$said" "$at"
    run "$CANTRIP" sim "$SAY" --seats 2 --games 1 --seed 1 --option "t=${t%%:*}"
    [ "$status" -ne 0 ]
    has "$said" "$at"
  done
  for t in range:RANGE:36 lot:DRAWN-CHOICE:37 drawn:DRAWN-CHOICE:39; do
    run "$CANTRIP" sim "$SAY" --seats 2 --games 1 --seed 1 --option "t=${t%%:*}"
    [ "$status" -ne 0 ]
    has "$(cut -d: -f2 <<<"$t")" "ruleset.yaml:${t##*:}"
  done
}

@test "in the text of a card it stands for nothing" {
  run "$CANTRIP" show "$SAY" ant
  has "    - You: +1 gold"
  [ "$(grep -c "^    - " <<<"$output")" -eq 1 ]
  run "$CANTRIP" show "$SAY" bee
  lacks "effects" "Buzz" "praise"
  run "$CANTRIP" show "$SAY" owl
  has "    - Choose: hoot"
  lacks "eyes"
}

# texts ENTRY: what a card shows whose list is that
texts() {
  mkdir -p g
  cat >g/ruleset.yaml <<Y
cantrip: 1
players: 1
traits: {fx: {is: effects, says: fx}}
zones: {row: {per: player, as: row, seen_by: all, holds: [{}]}}
field: {zone: row}
counters: {gold: {per: player}, luck: {}}
phases: [{trigger: {list: fx, cards: {}}}]
cards: {a: {name: Ann, fx: [$1]}}
Y
  run "$CANTRIP" show g a
  [ "$status" -eq 0 ]
}

@test "what is done beside it is told as if it were not there" {
  texts '{each: you, do: [{say: ho}, {add: {gold: 1}}, {say: {says: "{seat}", seat: you}}]}'
  has "    - You in turn: each: +1 gold"
  lacks ";" "ho"
  texts '{each: you, do: [{if: luck > 0, say: ha, else: [{add: {gold: 1}}]}]}'
  has "    - You in turn: if not: luck > 0: each: +1 gold"
  texts '{each: you, do: [{if: luck > 0, add: {gold: 1}, else: [{say: ha}]}]}'
  has "    - You in turn: if luck > 0: each: +1 gold"
  lacks ";" "not"
  texts '{choose: {may: true, number: {from: 1, to: 2}, do: [{say: ha}], declined: [{say: ho}]}}'
  has "    - You may choose: a number from 1 to 2"
  lacks ";" "not"
  texts '{say: ha}, {add: {gold: 1}}, {when: {add: gold}, do: [{say: ho}]}, {say: ha, says: it laughs}'
  has "    - You: +1 gold" "    - It laughs"
  [ "$(grep -c "^    - " <<<"$output")" -eq 2 ]
}

@test "texts, and that something is said, change no game: replays and saves fit" {
  cp -r "$SAY" say
  "$CANTRIP" sim say --seats 2 --games 3 --seed 3 --record one >/dev/null
  sed -i 's/The dragon wakes/The dragon sleeps/; s/\[, with {card}\]/[ and {card}]/; 0,/, says: none}/s//}/' say/ruleset.yaml
  rm -r say/lang
  "$CANTRIP" sim say --seats 2 --games 3 --seed 3 --record two >/dev/null
  cmp one two
  run "$CANTRIP" replay one --ruleset say --verify
  [ "$status" -eq 0 ]
}

@test "keys and schema know it" {
  run "$CANTRIP" keys say
  [ "$status" -eq 0 ]
  has "says" "number" "seat" "card" "text or {say}"
  run "$CANTRIP" schema "$SAY"
  [ "$status" -eq 0 ]
  has '"say"'
}

@test "no mutant is made of what is only said" {
  texts '{add: {gold: 1}}'
  mkdir g/scenarios
  printf 'cantrip: 1\nruleset: g\nscenarios:\n  - {name: one, given: {row: [a]}, then: [{expect: {gold: 1}}]}\n' >g/scenarios/one.yaml
  run "$CANTRIP" mutate g --json
  [ "$status" -le 1 ]
  before=$(grep -c '"change"' <<<"$output")
  [ "$before" -gt 0 ]
  sed -i 's/^phases: \[/&{say: Here it goes.}, {say: {says: "{number}", number: luck + 1}, if: luck > 0}, /; s/fx: \[{/fx: [{say: ha}, {/' g/ruleset.yaml
  run "$CANTRIP" mutate g --json
  [ "$(grep -c '"change"' <<<"$output")" -eq "$before" ]
}

@test "a word is said as it is called: of a card's trait, of a counter, of a parameter; without one its brackets or the sentence are left out" {
  mkdir g
  cat >g/ruleset.yaml <<'Y'
cantrip: 1
title: Said words
players: 2
languages: [en, fr]
cards: [{ant: {suit: red, copies: 2}, bee: {copies: 2}}]
traits: {suit: {one_of: {red: {says: {en: Red, fr: Rouge}}, blue: {}}}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, row: {as: row, seen_by: all}}
counters: {led: {is: suit}, n: {}}
steps:
  peg: {params: {amount: number, what: word, suit: suit optional}, do: [{add: {n: $amount}}, {say: {says: {en: "{number} for {word}.", fr: "{number} pour {word}."}, number: $amount, word: $what}}, {say: {says: "Of suit {word}.", word: $suit}}]}
phases:
  - move: {cards: {zone: deck, first: 1}, to: row}
  - peg: {amount: 2, what: run}
  - peg: {amount: 3, what: pair, suit: red}
  - say: {says: "Led[ is {word}].", word: led}
  - set: {led: blue}
  - say: {says: "Led now[ is {word}].", word: led}
  - say: {says: "The card is {word}.", word: {card: {zone: row}}}
result: {score: n}
words: {run: {en: a run, fr: une suite}, pair: {en: a pair, fr: une paire}}
Y
  run "$CANTRIP" check g
  [ "$status" -eq 2 ]
  has "a word is needed here, and this is a card [TYPE]" "a word of a card ('card.suit'), of a counter, or a parameter that is one ('\$what')"
  sed -i 's/word: {card: {zone: row}}}/word: top.suit}/; s/^counters/let: {top: {card: {zone: row}}}\n&/' g/ruleset.yaml
  run "$CANTRIP" check g
  [ "$status" -eq 0 ]
  lacks "warning"
  run "$CANTRIP" play ./g --bots random --seed 1 </dev/null
  has "2 for a run." "3 for a pair." "Of suit Red." "Led." "Led now is blue." "The card is Red."
  [ "$(grep -c "Of suit" <<<"$output")" -eq 1 ]
  run "$CANTRIP" play ./g --bots random --seed 1 --lang fr </dev/null
  has "2 pour une suite." "3 pour une paire." "The card is Rouge."
  sed -i 's/ now\[ is {word}\]\./ now./' g/ruleset.yaml
  run "$CANTRIP" check g
  has "the text does not use the word [TEXT-UNUSED]"
  sed -i 's/seen_by: all}}$/per: player, seen_by: owner}}/; s/, to: row}/, to: row, of: boss}/; s/n: {}/n: {}, boss: {is: seat, start: 0}/; s/{zone: row}}}/{zone: row, of: boss}}}/' g/ruleset.yaml
  run "$CANTRIP" play ./g --bots random --seed 1 </dev/null
  [ "$status" -ne 0 ]
  has "a text for everyone depends on something hidden [HIDDEN-FILTER]"
}
