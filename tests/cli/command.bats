#!/usr/bin/env bats
# The command itself: help, version, flags, finding rulesets, `list`.

load ../helper

@test "--help names every command and ends well; no command is wrong" {
  run "$CANTRIP" --help
  [ "$status" -eq 0 ]
  has list show check play sim test examples:
  run "$CANTRIP"
  [ "$status" -eq 2 ]
  has usage:
}

@test "each command has help with examples" {
  for c in list show check play sim test; do
    run "$CANTRIP" $c --help
    [ "$status" -eq 0 ]
    has "cantrip $c"
    [[ "$output" == *examples* || "$output" == *Examples* ]] || { echo "$c: no examples"; return 1; }
  done
}

@test "help COMMAND is its --help, for every command" {
  for c in $("$CANTRIP" help | sed -n 's/^  \([a-z]*\) .*/\1/p' | grep -v cantrip); do
    run "$CANTRIP" help "$c"
    [ "$status" -eq 0 ]
    [ "$output" = "$("$CANTRIP" "$c" --help)" ]
    has "usage: cantrip $c"
  done
  run "$CANTRIP" help help
  [ "$status" -eq 0 ]
  has "commands:"
}

@test "only commands in which people play name human as a player" {
  run "$CANTRIP" play --help
  has "players: human, or a bot:" $'\n  random: picks at random\n'
  for c in sim arena; do
    run "$CANTRIP" $c --help
    has "players, all of them bots:" $'\n  random: picks at random\n'
    lacks "human"
  done
}

# at WIDTH COMMAND: $output of the command at a terminal so wide
at() {
  command -v script >/dev/null || skip "no script(1)"
  run env TERM=dumb LC_ALL=C.UTF-8 script -qec "stty cols $1; $2" /dev/null
  output=${output//$'\r'/}
}

# no line of $output is wider; examples are there to be copied, and stay whole
narrow() {
  local wide
  wide=$(sed '/^examples:/,$d' <<<"$output" | LC_ALL=C.UTF-8 grep -E "^.{$1}." | head -3) || true
  [ -z "$wide" ] || { echo "wider than $1: $wide"; return 1; }
}

# bats test_tags=long
@test "on a narrow terminal lines end between words: help, cards, a game, the choices" {
  for w in 50 80; do
    for c in "help" "help play" "help check" "help sim" "help schema" "show card-ring" "show fairytale oath-of-the-lair" \
      "play fairytale --bots random --seed 1 --lang fr" "play fairytale --seed 7 --lang fr"; do
      at $w "echo quit | '$CANTRIP' $c"
      [ "$status" -eq 0 ] && [ -n "$output" ] || { echo "$c: $output"; return 1; }
      narrow $w || { echo "$c"; return 1; }
    done
  done
  at 80 "'$CANTRIP' show card-ring"
  has $'Haggling; main deck; cost 4; when played: +1\n                              Skill; Cards cost you 1 less this turn'
  at 50 "echo quit | '$CANTRIP' play once-upon-a-draft --seed 7 --bots random --seat 0=human"
  has $'\n── Chapitre I ────────────────────────────────────\n' $'    Vous recevez Jack, Hansel, Tweedledum, Le\n      Prince,'
  [ -z "$(grep -E '^ *([:;!?»×]|.* (×|«)$)' <<<"$output")" ]
}

@test "help is less than 80 columns wide where there is no terminal" {
  for c in help $("$CANTRIP" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    "$CANTRIP" help $c >"$BATS_TEST_TMPDIR/help" 2>/dev/null || "$CANTRIP" help >"$BATS_TEST_TMPDIR/help"
    ! LC_ALL=C.UTF-8 grep -E '^.{80}' "$BATS_TEST_TMPDIR/help" || { echo "$c"; return 1; }
  done
}

@test "--version says which" {
  run "$CANTRIP" --version
  [ "$status" -eq 0 ]
  [[ "$output" =~ ^cantrip\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
}

# wrong TEXT ARGUMENT...: one line on stderr with the text, nothing on stdout, status 2
wrong() {
  local text=$1
  shift
  run --separate-stderr "$CANTRIP" "$@"
  [ "$status" -eq 2 ] || { echo "$*: status $status"; return 1; }
  [ -z "$output" ] || { echo "$*: output $output"; return 1; }
  [ "$(wc -l <<<"$stderr")" -eq 1 ] || { echo "$*: $stderr"; return 1; }
  [[ "$stderr" == *"$text"* ]] || { echo "$*: $stderr"; return 1; }
}

bats_require_minimum_version 1.5.0

# bats test_tags=long
@test "every wrong word gets one clear line" {
  wrong "there is no command 'paly' (see cantrip --help); did you mean 'play'?" paly
  wrong "there is no flag --seets" play fairytale --seets 4
  wrong "did you mean '--seats'?" play fairytale --seets 4
  wrong "did you mean 'learnt'?" play fairytale --bots lernt
  wrong "--seats needs a value" play fairytale --seats
  wrong "--seats needs a whole number from 1 to 12, not 'four'" play fairytale --seats four
  wrong "fairytale has 2 to 5 players, not 9" play fairytale --seats 9
  wrong "not 'x7'" play fairytale --seed x7
  wrong "not '18446744073709551616'" play fairytale --seed 18446744073709551616
  wrong "no player 'randm', only human, random, first" play fairytale --bots randm
  wrong "did you mean 'random'?" play fairytale --bots randm
  wrong "no player 'human', only random, first" sim fairytale --bots human
  wrong "write it as NUMBER=PLAYER" play fairytale --seat random
  wrong "seats are numbered from 0 to 3" play fairytale --seat 4=random
  wrong "has no option 'expart'; did you mean 'expert'?" play fairytale --bots random --option expart=true
  wrong "'maybe' is not one of: true, false" play fairytale --bots random --option expert=maybe
  wrong "cantrip: sim: option expert: 'maybe' is not one of: true, false" sim fairytale --games 300 --option expert=maybe
  wrong "write it as name=value" play fairytale --bots random --option expert
  wrong "has no language 'frr', only en, fr; did you mean 'fr'?" play fairytale --lang frr
  wrong "--json takes no value" sim fairytale --json=yes
  wrong "one argument too many: 'extra'" play fairytale extra
  wrong "RULESET is missing" play
  wrong "replay: FILE is missing (see cantrip replay --help)" replay
  wrong "resume: FILE is missing" resume
  wrong "view: FILE is missing" view
  wrong "there is no command and no page 'plya' (see cantrip --help and cantrip guide); did you mean 'play'?" help plya
  wrong "--save needs a value: --save FILE" play fairytale --save ''
  wrong "--cards needs a value" sim fairytale --cards=
  wrong "--bots names 3 players, but 2 play" sim fairytale --bots random,first,first --seats 2
  wrong "'exec,secs=1:cat': write it as exec:COMMAND or exec,seconds=S:COMMAND" play fairytale --bots random,exec,secs=1:cat --seats 2
  wrong "'mcts:0': write it as mcts:N, N from 1 to " play fairytale --bots mcts:0
  wrong "--bots names 2 players, but 1 plays" play wizard-quest --bots random,first
  wrong "there is no flag '-n': write flags in full" sim fairytale -n 4
  wrong "--games needs a whole number from 1" sim fairytale --games 0
  wrong "go with --deep" check fairytale --games 5
  wrong "has no card 'werewulf'; did you mean 'werewolf'?" show fairytale werewulf
  wrong "has no card 'de'; did you mean 'demon'?" show fairytale de
  wrong "has no card 'd'; several begin so: Dragon's Lair, Demon, Dragon Plague" show fairytale d
}

@test "an unknown ruleset: the nearest name; a path: what is not there" {
  wrong "found no game 'fairytail'" play fairytail
  wrong "did you mean 'fairytale'?" play fairytail
  wrong "./nowhere: there is no such folder" play ./nowhere
  wrong "rulesets/fairytail: there is no such folder; did you mean 'rulesets/fairytale'?" check rulesets/fairytail
  wrong "./core: it has no ruleset.yaml" play ./core
  wrong "ruleset.yaml: this is a file. Name the folder" play rulesets/fairytale/ruleset.yaml
  wrong "shadow.yaml: this is a file. Name the folder" play cards/fairytale/shadow.yaml
}

@test "list: name, title, seats, cards" {
  run "$CANTRIP" list
  [ "$status" -eq 0 ]
  has "name " "fairytale" "Fairy Tale" "2-5" "100"
  local row
  for row in 'fairytale +Fairy Tale +2-5 +30 +100 ' 'once-upon-a-draft +Once upon a Draft +2-6 +30 +50 ' 'card-ring +Card Ring +2-4 +60 +115 ' \
    'wizard-quest +Wizard Quest +1 +10 +42 ' 'fairytale-factions +Fairy Tale: Factions +2-5 +30 +110 ' 'kuhn +Kuhn Poker +2 +2 +3 ' \
    'hearts +Hearts +4 +45 +52 ' 'oh-hell +Oh Hell +3-7 +45 +52 ' 'euchre +Euchre +4 +30 +24 '; do
    grep -qE "^  $row" <<<"$output" || { echo "no row $row"; return 1; }
  done
  [ "$(grep -c '^  ' <<<"$output")" = "$(ls -d rulesets/*/ruleset.yaml | wc -l)" ]
  has $'\nbetting\n  blackjack ' $'\ndraft\n  fairytale ' $'\nsolitaire\n  klondike ' "Thirteen enemies, never enough mana"
  run "$CANTRIP" list --lang fr
  has "Conte de fées" "Treize ennemis, jamais assez de mana"
  run bash -c '"$1" list --json | jq -c ".[] | select(.name == \"kuhn\") | [.kind, .minutes, .weight, .line]"' - "$CANTRIP"
  [ "$output" = '["betting",2,1,"Three cards, one bet, and the question whether to bluff."]' ]
}

# game ABOUT... : a game of one phase in ./g, with these lines at its top
tiny_game() {
  mkdir -p g/lang
  { printf '%s\n' 'cantrip: 1' 'title: Tiny' 'players: 2' 'cards: [{ant: {}, bee: {}}]' \
    'zones: {hand: {per: player, seen_by: owner, holds: [{}]}}' 'phases: [{choose: {who: all, card: {zone: hand}, do: []}}]' \
    'result: {score: 1}' "$@"; } >g/ruleset.yaml
}

@test "about: what lists say of a game; what is no kind, minute or sentence is told with its place" {
  cd "$BATS_TEST_TMPDIR"
  tiny_game 'about: {line: One ant, kind: [race], minutes: 0, weight: 6, mood: glad}'
  run "$CANTRIP" check g
  [ "$status" -eq 2 ]
  has "g/ruleset.yaml:8:30: error: a kind of game" "'minutes' must be from 1 to 1000" \
    "'weight' must be from 1 to 5" "unknown key 'mood'"
  tiny_game 'about: {line: One ant, kind: race}'
  printf 'cantrip: 1\nabout: Une fourmi\n' >g/lang/fr.yaml
  CANTRIP_PATH=$PWD run "$CANTRIP" list --lang fr
  [ "$(xargs <<<"$output")" = "name title players cards race g Tiny 2 2 Une fourmi" ]
  tiny_game # without `about` there is nothing to translate, and the game stands among the others
  run "$CANTRIP" check g
  has "g/lang/fr.yaml:2:1: error: there is no 'about' with a text here"
  rm g/lang/fr.yaml
  CANTRIP_PATH=$PWD run "$CANTRIP" list
  [ "$(xargs <<<"$output")" = "name title players cards other g Tiny 2 2" ]
  mkdir h # what extends it has the sentence, and may change a part of it
  tiny_game 'about: {line: One ant, kind: race}'
  printf 'cantrip: 1\nextends: g\nabout: {line: Two ants}\n' >h/ruleset.yaml
  CANTRIP_PATH=$PWD run "$CANTRIP" list --json
  [ "$(jq -c '.[] | [.name, .line, .kind]' <<<"$output" | xargs)" = "[g,One ant,race] [h,Two ants,race]" ]
}

@test "rules: a game's file for players, in its languages, and of what it extends; none: one sentence, and status 2" {
  cd "$BATS_TEST_TMPDIR"
  tiny_game 'rules: rules.md'
  printf '# Tiny\n\nDraw.\n' >g/rules.md
  printf 'cantrip: 1\ntitle: Petit\n' >g/lang/fr.yaml
  run "$CANTRIP" rules ./g --lang fr
  [ "$output" = $'# Tiny\n\nDraw.' ]
  printf '# Petit\n\nPiochez.\n' >g/lang/fr.md
  run "$CANTRIP" rules ./g --lang fr
  [ "$status" -eq 0 ]
  [ "$output" = $'# Petit\n\nPiochez.' ]
  mkdir h
  printf 'cantrip: 1\nextends: g\n' >h/ruleset.yaml
  CANTRIP_PATH=$PWD run "$CANTRIP" rules h --lang fr
  [ "$output" = $'# Petit\n\nPiochez.' ]
  run bash -c "printf 'rules\nquit\n' | '$CANTRIP' play ./g --seat 0=human --bots random"
  has $'# Tiny\n\nDraw.\n'
  mv g/rules.md g/rule.md
  run "$CANTRIP" check g
  [ "$status" -eq 2 ]
  has "g/ruleset.yaml:8:8: error: there is no file 'rules.md' beside the ruleset" "did you mean 'rule.md'?"
  ln -s rule.md g/rules.md
  run "$CANTRIP" check g
  has "'rules.md' is a link or a folder"
  tiny_game 'rules: ../rules.md'
  run "$CANTRIP" check g
  has "g/ruleset.yaml:8:8: error: '../rules.md' leads out of the game's folder"
  tiny_game
  run "$CANTRIP" rules ./g
  [ "$status" -eq 2 ]
  [ "$output" = "cantrip: rules: ./g has no rules for players. Add 'rules: FILE.md' to its ruleset.yaml" ]
}

@test "rules: on a terminal paragraphs and entries of lists fill its width, and headings and ** are bold" {
  cd "$BATS_TEST_TMPDIR"
  tiny_game 'rules: rules.md'
  printf '# Tiny\n\nOne\n`x`\n*six* is\n2 * 3.\n* **Ant**: it\n  crawls on and on\n* Bee\n\n| a | b |\n' >g/rules.md
  run env TERM=xterm script -qec "stty cols 16; '$CANTRIP' rules ./g" /dev/null
  [ "$(tr -d '\r' <<<"$output")" = $'\e[1mTiny\e[0m\n\nOne x six is\n2 * 3.\n* \e[1mAnt\e[0m: it\n  crawls on and\n  on\n* Bee\n\n| a | b |' ]
}

@test "the rules of each shipped game are there in each of its languages" {
  for g in "$ROOT"/rulesets/*/ruleset.yaml; do
    for lang in en fr; do
      run "$CANTRIP" rules "${g%/*}" --lang $lang
      [ "$status" -eq 0 ]
      [ "${#lines[@]}" -le 80 ] # one page
      own=$output
    done
    [ "$own" != "$("$CANTRIP" rules "${g%/*}" --lang en)" ]
  done
}

@test "rulesets are found in CANTRIP_PATH, which comes first, and in ./rulesets" {
  cd "$BATS_TEST_TMPDIR"
  run "$CANTRIP" list
  [ "$status" -eq 0 ]
  [ "$output" = "cantrip: found no games in \$CANTRIP_PATH or ./rulesets; CANTRIP_PATH=$ROOT/rulesets has those of its source" ]
  run "$CANTRIP" new mine --like fairytale
  [ "$status" -eq 2 ]
  has "found no game 'fairytale' in ./rulesets" "CANTRIP_PATH=$ROOT/rulesets has those of its source"
  mkdir bin # where it is installed there is none
  cp "$CANTRIP" bin/cantrip
  run bin/cantrip list
  [ "$output" = "cantrip: found no games in \$CANTRIP_PATH or ./rulesets" ]
  export CANTRIP_PATH="/nowhere:$ROOT/rulesets:$ROOT/tests/rulesets/knowledge"
  run "$CANTRIP" list
  has fairytale reshuffle
  mkdir -p other/fairytale
  printf 'cantrip: 1\ntitle: Another\nplayers: 1\n' >other/fairytale/ruleset.yaml
  export CANTRIP_PATH="$PWD/other:$ROOT/rulesets"
  run "$CANTRIP" list
  [[ "$output" != *"Fairy Tale "* ]]
}

@test "an installed command finds the games beside it" {
  mkdir -p "$BATS_TEST_TMPDIR/p/bin" "$BATS_TEST_TMPDIR/p/share/cantrip"
  cp "$CANTRIP" "$BATS_TEST_TMPDIR/p/bin/cantrip"
  copy_games "$BATS_TEST_TMPDIR/p/share/cantrip"
  cd "$BATS_TEST_TMPDIR"
  run p/bin/cantrip list --json
  [ "$status" -eq 0 ]
  has "p/share/cantrip/rulesets/fairytale"
  run p/bin/cantrip play fairytale --bots random --seed 1
  [ "$status" -eq 0 ]
}

# bats test_tags=long
@test "output that cannot be written is no success, and no finding either" {
  [ -e /dev/full ] || skip
  cd "$BATS_TEST_TMPDIR"
  "$CANTRIP" new tiny >/dev/null
  for command in "show ./tiny" "mutate ./tiny --time 1 --jobs 1"; do
    run bash -c '"$0" $1 >/dev/full' "$CANTRIP" "$command"
    [ "$status" -eq 2 ]
    has "cannot write the output"
  done
}

@test "a game has one name, however the way to it is written" {
  cd "$BATS_TEST_TMPDIR"
  "$CANTRIP" new tiny >/dev/null
  for at in ./tiny ./tiny/ ./tiny/. ./tiny//. ./tiny/cards/.. "$PWD/tiny/."; do
    run "$CANTRIP" check "$at"
    [ "${output%% *}" = tiny: ] || { echo "$at: $output"; false; }
  done
  cd tiny/cards
  run "$CANTRIP" check ..
  [ "${output%% *}" = tiny: ]
  cd ..
  run "$CANTRIP" show ..
  [ "$status" -eq 2 ]
  [ "$output" = "cantrip: ..: it has no ruleset.yaml, but these games: tiny" ]
}
