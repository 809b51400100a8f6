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
  has "Reine (queen)" "valeur : deux fois le miel" "quand on la joue :" "- Boire 1" "- Boire trois, et se reposer"
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
  has "[LANGUAGE-FILE]" "'a b' is not how a language is written"
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
  has "fr.yaml" "2 entries of this list have a text, and here stands 1"
}
