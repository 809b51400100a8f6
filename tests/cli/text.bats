#!/usr/bin/env bats
# `cantrip text`: what a card says becomes the YAML that says it.

load ../helper

DRAFTS="fairytale fairytale-factions once-upon-a-draft card-ring cinder-and-mist"

# coop CARDS: a game whose ruleset has these cards
coop() {
  cd "$BATS_TEST_TMPDIR"
  mkdir -p coop
  cat >coop/ruleset.yaml <<Y
cantrip: 1
title: Coop
players: 2
$1
traits: {points: {is: number}, effects: {is: effects, says: first}, lasting: {is: effects, says: last}}
counters: {eggs: {per: player}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  yard: {per: player, as: row, seen_by: all}
verbs:
  gain: {params: {n: number}, main: n, says: "gain {n} {n:egg|eggs}", do: [{add: {eggs: \$n}}]}
  lose: {params: {n: number}, main: n, says: "lose {n} {n:egg|eggs}", do: [{add: {eggs: -\$n}}]}
phases:
  - deal: {who: all, from: deck, to: yard, count: 3}
  - trigger: {list: effects, cards: {zone: yard, of: all}}
  - trigger: {list: lasting, cards: {zone: yard, of: all}}
result: {score: {sum: points + eggs, cards: {zone: yard}}}
Y
}

@test "a sentence becomes the entries that say it" {
  run "$CANTRIP" text fairytale --read 'Everyone: close 2 Shadow cards; You: open 1 card'
  [ "$status" -eq 0 ]
  [ "$output" = "effects: [{close: {who: all, count: 2, faction: shadow}}, {open: {}}]" ]
}

@test "parts that stand nowhere together are put together" {
  run "$CANTRIP" text fairytale --read \
    "If Queen of Moss or nobody has more Shadow cards: everyone: open 7 cards"
  [ "$status" -eq 0 ]
  has "count: 7" "who: all" "any: [{count: {card: queen-of-moss}}, {most: " "faction: shadow"
}

@test "a trait may be named, and small letters and plain spaces do" {
  run "$CANTRIP" text fairytale --lang fr --read 'points: 4 par carte reine des mousses à vous'
  [ "$output" = "points: {count: {card: queen-of-moss}, times: 4}" ]
  run "$CANTRIP" text fairytale --lang fr --read 'vous : ouvrir 3 cartes ombre'
  has "open: {faction: shadow, count: 3}"
}

@test "each line of stdin is a sentence" {
  run "$CANTRIP" text fairytale <<<$'9\n\nYou: close 5 cards'
  [ "$status" -eq 0 ]
  has "# 9" "points: 9" "# You: close 5 cards" "effects: [{close: {count: 5}}]"
}

@test "what is not understood: the place, and the words known there" {
  run "$CANTRIP" text fairytale --read 'You: close 1 purple card'
  [ "$status" -eq 2 ]
  has "at 'purple', word 5 of" "Known there: Dragonvale, Fairywood, Holy, card"
  run "$CANTRIP" text fairytale --read 'You: close 1'
  [ "$status" -eq 2 ]
  has "at the end, word 5"
}

@test "cards in a list of the ruleset, and in a table; a full stop at the end" {
  for cards in 'cards: [{hen: {copies: 9, effects: [{gain: 3}]}}]' \
    $'cards: # two\n  - hen: {copies: 9, effects: [{gain: 3}]}\n  - {owl: {}}' 'cards: [hens.csv]'; do
    coop "$cards"
    printf 'card,copies,effects\nhen,9,[{gain: 3}]\n' >coop/hens.csv
    run "$CANTRIP" text coop --read 'Gain 4 eggs; Gain 1 egg.'
    echo "$cards: $output"
    [ "$output" = "effects: [{gain: 4}, {gain: 1}]" ]
  done
}

@test "check: a text that says something else than the data is a warning, with what either says" {
  coop 'cards:
  - hen: {copies: 4, text: Gain 2 eggs., effects: [{gain: 3}]}
    owl: {copies: 4, text: "Points: 3 for each owl in yard of yours", points: {count: {zone: yard, card: owl}, times: 2}}
    cat: {copies: 4, text: Lose 1 egg, points: 1}
    jay: {copies: 4, text: Lose 1 egg, lasting: [{lose: 2}]}'
  run "$CANTRIP" check ./coop
  echo "$output"
  [ "$status" -eq 0 ]
  [ "$(grep -c 'warning: ' <<<"$output")" -eq 4 ]
  has "./coop/ruleset.yaml:5:28: warning: the text of 'hen' says 'Gain 2 eggs.', but its data says 'Gain 3 eggs' [TEXT-DIFFERS]"
  has "if the text is right, write effects: [{gain: 2}]" "write points: {count: {zone: yard, card: owl}, times: 3}"
  has "the text of 'cat' says 'Lose 1 egg', but its data says nothing of it" "write lasting: [{lose: 1}]"
  run "$CANTRIP" check --json ./coop
  [ "$(jq -c '[.[].findings[] | select(.code == "TEXT-DIFFERS") | [.line, .level]]' <<<"$output")" = \
    '[[5,"warning"],[6,"warning"],[7,"warning"],[8,"warning"]]' ]
}

@test "check: a text that says the same, or that cannot be read, or stands beside own words, is none" {
  coop 'cards:
  - hen: {copies: 4, text: gain 3  EGGS., effects: [{gain: 3}]}
    owl: {copies: 4, text: "Points: 2 for each owl in yard of yours", points: {count: {zone: yard, card: owl}, times: 2}}
    cat: {copies: 4, text: It purrs, effects: [{lose: 1}]}
    jay: {copies: 4, text: Gain 1 egg, effects: [{gain: 2, says: it shines}]}
    kea: {copies: 4, text: Gain 2 eggs, lasting: [{gain: 2}]}
    emu: {copies: 4, effects: [{gain: 2}]}
    owl2: {like: kea, name: Old Kea, copies: 1, lasting: [{gain: 5}]}'
  run "$CANTRIP" check ./coop
  echo "$output"
  [ "$output" = "coop: ok (25 cards, 7 different)" ]
  sed -i '/gain 3  EGGS/s/gain: 3/gain: 4/' coop/ruleset.yaml
  run "$CANTRIP" check ./coop
  has "the text of 'hen' says"
}

@test "what the cards of Fairy Tale say is read back" {
  run "$CANTRIP" text fairytale --check
  [ "$status" -eq 0 ]
  has "51 of 51 texts are read back (49 as if"
}

@test "made cards of Fairy Tale are read back" {
  run "$ROOT/tests/made-texts" "$CANTRIP" fairytale fr 10 7
  echo "$output"
  [ "$status" -eq 0 ]
}

# bats test_tags=long
@test "what each card of each game says is read back, in both languages" {
  for game in "$ROOT"/rulesets/*/ruleset.yaml; do
    for lang in en fr; do
      run "$CANTRIP" text "$(dirname "$game")" --check --lang "$lang"
      echo "$game $lang: $output"
      [ "$status" -eq 0 ]
    done
  done
}

# bats test_tags=long
@test "200 made cards with other numbers, names and nestings are read back" {
  for game in $DRAFTS; do
    for lang in en fr; do
      run "$ROOT/tests/made-texts" "$CANTRIP" "$game" "$lang" 20 3
      echo "$output"
      [ "$status" -eq 0 ]
    done
  done
}
