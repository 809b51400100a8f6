#!/usr/bin/env bats
# `cantrip text`: what a card says becomes the YAML that says it.

load ../helper

DRAFTS="fairytale fairytale-factions once-upon-a-draft card-ring cinder-and-mist"

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
