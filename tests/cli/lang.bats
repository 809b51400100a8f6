#!/usr/bin/env bats
# Files lang/LL.yaml beside a ruleset: its texts in another language. What they say is tested by the loader's unit
# test, too (tests/unit/load.c).

load ../helper

setup() {
  mkdir -p "$BATS_TEST_TMPDIR/g/lang"
  cd "$BATS_TEST_TMPDIR"
  cat >g/ruleset.yaml <<'Y'
cantrip: 1
title: Ants
players: 2
traits: {worth: {is: number, says: worth}, effects: {is: effects, says: when played}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], says: deck}
  hand: {per: player, seen_by: owner, says: hand}
  row:  {per: player, as: row, seen_by: all, says: row}
field: {zone: row}
counters: {honey: {per: player, says: "{n:drop|drops} of honey"}}
requires: [{if: "players == 2", says: for two}]
verbs: {sip: {params: {n: number = 1}, main: n, says: "sip {n}", do: [{add: {honey: $n}}]}}
phases:
  - deal: {who: all, from: deck, to: hand, count: 3}
  - name: day
    says: day
    repeat: 2
    phases:
      - choose: {who: all, together: true, card: {zone: hand}, prompt: play_one, says: "send {card}", do: [{move: {to: row}}]}
      - trigger: {list: effects, cards: {of: all}}
result: {score: {sum: worth, cards: {}}}
words: {play_one: Send an ant}
cards:
  worker: {name: Worker, copies: 6, worth: 1, effects: [{sip: 2}]}
  queen:  {name: Queen, like: worker, worth: {is: "2 * honey", says: twice the honey}, effects: [sip, {sip: 3, says: "sip three, and rest"}]}
Y
  cat >g/lang/fr.yaml <<'Y'
cantrip: 1
title: Fourmis
traits: {worth: valeur, effects: quand on la joue}
zones: {deck: pioche, hand: main, row: rangée}
counters: {honey: "{n:goutte|gouttes} de miel"}
requires: [à deux]
verbs: {sip: "boire {n}"}
phases:
  day: {says: jour, phases: [{choose: "envoyer {card}"}]}
words: {play_one: Envoyez une fourmi}
cards:
  worker: Ouvrière
  queen:
    name: Reine
    worth: deux fois le miel
    effects: ["boire trois, et se reposer"]
Y
}

@test "a game speaks the language of a file that lies in lang/" {
  run "$CANTRIP" show g queen --lang fr
  [ "$status" -eq 0 ]
  has "Reine (queen)" "valeur : deux fois le miel" "quand on la joue :" "- Boire 1" "- Boire trois, et se reposer"
  run "$CANTRIP" show g queen
  has "Queen (queen)" "worth: twice the honey" "- Sip three, and rest"
  run "$CANTRIP" play g --bots first --seed 1 --lang fr </dev/null
  [ "$status" -eq 0 ]
  has "Fourmis" "Jour 1" "gouttes de miel" "rangée"
  lacks "honey" "day" "Queen" "Worker"
}

@test "a file more is a language more; without one the ruleset speaks its own" {
  printf 'cantrip: 1\ntitle: Ameisen\n' >g/lang/de.yaml
  run "$CANTRIP" show g --lang de
  [ "$status" -eq 0 ]
  [ "${lines[0]}" = "Ameisen (g)" ]
  has "Queen"
  rm -r g/lang
  run "$CANTRIP" show g --lang fr
  [ "$status" -eq 2 ]
  has "en"
}

@test "a text for nothing is told with the place in its file" {
  sed -i 's/^zones: .*/zones: {deck: pioche, hnad: main}/; s/  worker: /  wroker: /' g/lang/fr.yaml
  run "$CANTRIP" check g
  [ "$status" -eq 2 ]
  has "g/lang/fr.yaml:4:23: error: there is no 'hnad' with a text here in the ruleset [TEXT-UNMATCHED]" \
    "did you mean 'hand'?" \
    "g/lang/fr.yaml:12:3: error: there is no card 'wroker' [TEXT-UNMATCHED]" "did you mean 'worker'?"
  [ "$(grep -c error: <<<"$output")" -eq 2 ]
}

@test "ten wrong files, each told and none more than that" {
  local -A wrong=(
    [empty]='' [list]='[a]' [word]='title' [no-version]='title: Jeu' [syntax]='cantrip: 1
title: [' [null-cards]='cantrip: 1
cards: [a]' [deep]="cantrip: 1
phases: $(printf '{day: %.0s' {1..50})x$(printf '}%.0s' {1..50})" [map-for-text]='cantrip: 1
title: {a: b}' [alias]='cantrip: 1
title: *nothing' [bytes]=$'cantrip: 1\ntitle: "\xff"' [control]=$'cantrip: 1\ntitle: "a\\u202Eb"'
    [language]='cantrip: 1
languages: [de]' [lists]='cantrip: 1
phases: [a, b, c]')
  for name in "${!wrong[@]}"; do
    printf '%s' "${wrong[$name]}" >g/lang/fr.yaml
    run "$CANTRIP" check g
    [ "$status" -eq 2 ] || { echo "$name: $output"; return 1; }
    has "g/lang/fr.yaml" "error:"
  done
}

@test "no link is followed to lang/ nor from it, and names of files are languages" {
  printf 'title: [secret\n' >secret
  mv g/lang away
  ln -s ../away g/lang
  run "$CANTRIP" check g
  [ "$status" -eq 2 ]
  has "[FILE-KIND]" "g/lang: error: this is a link"
  rm g/lang
  mv away g/lang
  ln -s ../../secret g/lang/de.yaml
  run "$CANTRIP" check g
  [ "$status" -eq 2 ]
  has "[FILE-KIND]" "g/lang/de.yaml: error: this is a link"
  lacks secret
  rm g/lang/de.yaml
  cp g/lang/fr.yaml "g/lang/a b.yaml"
  run "$CANTRIP" check g
  [ "$status" -eq 2 ]
  has "[LANGUAGE-FILE]" "'a b' is not a valid name of a language"
  mv "g/lang/a b.yaml" g/lang/en.yaml
  run "$CANTRIP" check g
  [ "$status" -eq 2 ]
  has "[LANGUAGE-FILE]" "the ruleset itself is written in 'en'"
  for i in {1..9}; do cp g/lang/fr.yaml g/lang/l$i.yaml; done
  run "$CANTRIP" check g
  [ "$status" -eq 2 ]
  has "[LIMIT-FILES]"
}

@test "what a game does has nothing to do with its languages" {
  "$CANTRIP" sim g --games 1 --seed 3 --record with >/dev/null
  rm -r g/lang
  "$CANTRIP" sim g --games 1 --seed 3 --record without >/dev/null
  grep -q '^rules: ' with
  cmp with without
}

@test "our games read in one language each, with lines under 100 columns" {
  cd "$ROOT"
  run grep -nE '[{ ](en|fr): ' rulesets/*/ruleset.yaml cards/*/*.yaml
  [ "$status" -eq 1 ] || { echo "$output"; return 1; }
  run env LC_ALL=C.UTF-8 grep -nE '^.{100}' rulesets/*/ruleset.yaml rulesets/*/lang/*.yaml
  [ "$status" -eq 1 ] || { echo "$output"; return 1; }
}

@test "what the seats are called: as the game says, in each language, until they are named" {
  sed -i 's/^players: 2/players: {min: 2, max: 2, names: [North, {en: South, fr: Midi}]}/' g/ruleset.yaml
  run "$CANTRIP" play ./g --seed 1 --bots random
  has "North (random), South (random)" "North: send"
  run "$CANTRIP" play ./g --seed 1 --bots random --lang fr
  has "North (au hasard), Midi (au hasard)"
  echo 'players: {names: [Nord, ~]}' >>g/lang/fr.yaml
  run "$CANTRIP" play ./g --seed 1 --bots random --lang fr --record r
  has "Nord (au hasard), Midi (au hasard)"
  run "$CANTRIP" replay r
  has "Nord"
  sed -i 's/\[Nord, ~\]/[Nord]/' g/lang/fr.yaml
  run "$CANTRIP" check g
  [ "$status" -eq 2 ]
  has "fr.yaml" "2 entries of this list have a text, but here stands 1"
}

# deck_game LANGUAGES CARDS: a game in ./d that uses the folder cards/two, which has French and German texts
deck_game() {
  mkdir -p d/lang cards/two/lang
  printf 'cantrip: 1\ncards: {jack: {name: J, worth: 2}, ten: {name: "10", worth: 1}}\n' >cards/two/two.yaml
  printf 'cantrip: 1\ncards: {jack: V}\n' >cards/two/lang/fr.yaml
  printf 'cantrip: 1\ncards: {jack: {name: B}}\n' >cards/two/lang/de.yaml
  cat >d/ruleset.yaml <<Y
cantrip: 1
title: Two
players: 1
languages: $1
traits: {worth: {is: number, says: worth}}
zones: {hand: {per: player, seen_by: owner, holds: [{}]}}
phases: [{choose: {who: all, card: {zone: hand}, do: [{move: {to: hand}}]}}]
result: {score: 1}
cards: $2
Y
}

names_in() { "$CANTRIP" show d --lang "$1" --json | jq -r '[.cards[].name] | join(" ")'; }

@test "a folder of cards brings texts in other languages; the game's own file comes over them" {
  deck_game '[en, fr, de]' '[two]'
  [ "$(names_in en) $(names_in fr) $(names_in de)" = "J 10 V 10 B 10" ]
  printf 'cantrip: 1\ncards: {jack: Valet, ten: Dix}\n' >d/lang/fr.yaml
  [ "$(names_in fr) $(names_in de)" = "Valet Dix B 10" ]
  rm d/lang/fr.yaml
  deck_game '[fr, en]' '[two]' # the game is written in French, the cards are not
  [ "$(names_in fr) $(names_in en)" = "V 10 J 10" ]
  deck_game '[fr]' '[two]'
  [ "$(names_in fr)" = "V 10" ]
  deck_game '[en]' '[two]' # a game that has no French gets none
  run "$CANTRIP" show d --lang fr
  [ "$status" -eq 2 ]
  deck_game '[en, fr]' '[two, {jack: {name: Knave}}]' # its new name has no translation
  [ "$(names_in en) $(names_in fr)" = "Knave 10 Knave 10" ]
  deck_game '[en, fr]' '[two, {remove: [jack]}]'
  [ "$(names_in fr)" = "10" ]
  run "$CANTRIP" check d
  [ "$status" -eq 0 ]
  [[ $output != *CARDS-IGNORED* ]]
}

@test "slips in the texts of a folder of cards" {
  deck_game '[en, fr]' '[two]'
  printf 'cantrip: 1\ncards: {jakc: V, ten: {nam: Dix}}\n' >cards/two/lang/fr.yaml
  printf 'cantrip: 1\ntitle: Zwei\ncards: {}\n' >cards/two/lang/de.yaml
  run "$CANTRIP" check d
  [ "$status" -eq 2 ]
  has "cards/two/lang/fr.yaml:2:9: error: there is no card 'jakc'" "did you mean 'jack'?" \
    "cards/two/lang/fr.yaml:2:24: error: there is no 'nam' with a text here" "cards/two/lang/de.yaml:2:1: error: unknown key 'title'"
}

@test "cards/standard: the letters of its court cards in French and German" {
  deck_game '[en, fr, de]' '[standard]'
  sed -i 's/^traits:.*/traits: {suit: {one_of: [clubs, diamonds, hearts, spades]}, rank: {is: number}}/' d/ruleset.yaml
  cp -R "$ROOT/cards/standard" cards/
  [ "$(names_in fr | grep -oE '[^ ]*♥' | xargs)" = "2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ V♥ D♥ R♥ A♥" ]
  [ "$(names_in de | grep -oE '[^ ]*♠' | xargs)" = "2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ B♠ D♠ K♠ A♠" ]
}
