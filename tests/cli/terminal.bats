#!/usr/bin/env bats
# Nothing that a stranger wrote acts on the terminal or forges a line: what a game, a replay or a save says is refused
# with its place when it holds control characters or marks of direction; paths, arguments, messages of scripts are shown
# with these written out (rulesets/guide/explain/what-is-safe.md).

load ../helper

BAD=$'\e[2J\u009b31m\u202e\xff\nFORGED: all is well\r'

setup() {
  cd "$BATS_TEST_TMPDIR"
  unset CANTRIP_PATH
  export LC_ALL=C.UTF-8
}

# clean COMMAND...: what it prints, on both streams, cannot act on a terminal, and no line is forged
clean() {
  status=0
  timeout 60 "$@" >out 2>&1 </dev/null || status=$?
  [ "$status" -le 2 ] || { echo "status $status: $*"; cat -v out; return 1; }
  if LC_ALL=C grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xd8\x9c|\xef\xbb\xbf' out ||
    ! iconv -f UTF-8 -t UTF-8 out >/dev/null || grep -qa '^FORGED' out; then
    echo "$*:"
    cat -v out
    return 1
  fi
  output=$(cat out)
}

# game FOLDER [LINES]: a game that plays, with more lines at its end
game() {
  mkdir -p "$1"
  cat >"$1/ruleset.yaml" <<Y
cantrip: 1
title: Small
players: {min: 1, max: 2}
cards: [cards.yaml]
scripts: [hooks.lua]
traits: {value: {is: number, default: 1}, effects: {is: effects}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
  row: {per: player, as: row, seen_by: all}
verbs: {act: {says: act}}
phases:
  - deal: {who: all, from: deck, to: hand, count: 3}
  - name: round
    repeat: 2
    phases:
      - choose: {who: all, card: {zone: hand}, do: [{move: {to: row}}]}
      - trigger: {list: effects, cards: {zone: row, of: all}}
result: {score: {sum: value, cards: {zone: row}}}
${2:-}
Y
  printf 'cantrip: 1\ncards: {ant: {copies: 9, effects: [act]}, bee: {copies: 9}}\n' >"$1/cards.yaml"
  echo "${HOOKS:-function effect.act(g, e) end}" >"$1/hooks.lua"
}

# bats test_tags=long
@test "every text of a game, spoilt one by one" {
  game src
  cp -R "$ROOT/rulesets/fairytale/." src
  mkdir src/cards src/scripts
  cp -R "$ROOT/cards/fairytale" src/cards
  cp "$ROOT"/scripts/*.lua src/scripts
  run "$ROOT/tests/spoil-texts" src "$(often 150 30)" "$CANTRIP"
  echo "$output"
  [ "$status" -eq 0 ]
}

@test "a control character in a text is found with its place" {
  game g $'words: {hello: "good\\e[2Jbye"}'
  clean "$CANTRIP" check g
  [ "$status" -eq 2 ]
  has "g/ruleset.yaml:20:16: error: the character U+001B cannot stand in a text [TEXT-CHARACTER]"
}

@test "so is a mark of direction, also in a comment" {
  game g $'# \u202e turned round'
  clean "$CANTRIP" check g
  [ "$status" -eq 2 ]
  has "g/ruleset.yaml:20:3: error: the character U+202E cannot stand in a game's file [FILE-ENCODING]"
}

@test "and one in a script" {
  HOOKS=$'function effect.act(g, e) end -- \u2066 x'
  game g
  clean "$CANTRIP" check g
  [ "$status" -eq 2 ]
  has "g/hooks.lua:1:34: error: the character U+2066 cannot stand in a game's file [FILE-ENCODING]"
}

@test "a text that is shown stands on one line, notes and formulas on several" {
  game g $'words:\n  hello: |\n    one\n    two'
  clean "$CANTRIP" check g
  has "g/ruleset.yaml:21:10: error: a text for players must be one line without tabs [TEXT-LINE]"
  game g $'notes: |\n  one\n  two\nlet:\n  much: >\n    1 +\n    1'
  clean "$CANTRIP" check g
  [ "$status" -eq 0 ]
}

@test "a scenario's name and its seats stand on one line, also with values of for_each" {
  game g
  for line in 'name: "one\nFORGED"' 'name: "one\ttwo"' $'name: "{x}"\n    for_each: {x: ["a\\nFORGED"]}'; do
    printf '%s\n' 'cantrip: 1' 'ruleset: g' 'scenarios:' "  - $line" '    then: []' >s.yaml
    clean "$CANTRIP" test s.yaml
    [ "$status" -eq 2 ]
    has "s.yaml:4:11: error: a scenario's name must be one line without tabs [TEXT-LINE]"
  done
  printf '%s\n' 'cantrip: 1' 'ruleset: g' 'seats: ["a\tb"]' 'scenarios:' "  - {name: x, then: []}" >s.yaml
  clean "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "s.yaml:3:9: error: a seat's name must be one word without '.' or '#' [SEAT-NAME]"
}

@test "messages of scripts and the names in their tracebacks" {
  HOOKS='local t = {["x\nFORGED\27[2J"] = function() error("\27[2J\xc2\x9b\xe2\x80\xae\xff\nFORGED: x\r") end}
function effect.act(g, e) t["x\nFORGED\27[2J"]() end'
  game g
  for command in "play g --bots first" "sim g --games 1 --jobs 1" "check g --deep"; do
    clean "$CANTRIP" $command --seed 1
    [ "$status" -ne 0 ]
    has '\x1B[2J\xC2\x9B\xE2\x80\xAE\xFF\x0AFORGED: x'
  done
  HOOKS='error("\27[2J\nFORGED")'
  game g
  clean "$CANTRIP" check g
  has '\x1B[2J\x0AFORGED'
}

# bats test_tags=long
@test "folders and files with such names" {
  local dir=a$BAD
  mkdir "$dir"
  game "$dir/g"
  for command in check show sim; do
    clean "$CANTRIP" $command "$dir/g"
    [ "$status" -eq 0 ]
  done
  clean "$CANTRIP" check "$dir/g" --json
  python3 -c 'import json; json.load(open("out"))'
  clean "$CANTRIP" sim "$dir/g" --games 2 --against "$dir/g" --cards all --json
  python3 -c 'import json; json.load(open("out"))'
  mv "$dir/g/cards.yaml" "$dir/g/c.yaml"
  mkdir "$dir/g/cards.yaml"
  mv "$dir/g/c.yaml" "$dir/g/cards.yaml/b$BAD.yaml"
  sed -i 's/ant:/ant: {x: 1}, cat:/' "$dir/g/cards.yaml/b$BAD.yaml"
  clean "$CANTRIP" check "$dir/g"
  [ "$status" -eq 2 ]
  clean "$CANTRIP" check "$dir"
  clean "$CANTRIP" test "$dir"
  clean "$CANTRIP" play "$dir"
}

@test "a game whose name is no name is refused" {
  mkdir games
  game "games/a$BAD"
  clean "$CANTRIP" check games
  [ "$status" -eq 2 ]
  has "rename the folder"
  CANTRIP_PATH=games clean "$CANTRIP" list
}

@test "arguments that are quoted back" {
  game g
  for args in "$BAD" "--$BAD" "play g --seat $BAD" "play g --bots $BAD" "play g --option x=$BAD" "play g --seed $BAD" \
    "show g $BAD" "play g --lang $BAD" "replay $BAD" "view $BAD" "resume $BAD" "keys $BAD" "schema $BAD" "test $BAD" \
    "play g --as $BAD" "play g --bots exec:$BAD" "test g --filter $BAD" "play g --save $BAD/x" "sim g --record $BAD/x"; do
    IFS=' ' read -r -d '' -a v < <(printf '%s\0' "$args")
    clean "$CANTRIP" "${v[@]}"
    [ "$status" -ne 0 ]
  done
}

@test "what is typed at the prompt" {
  game g
  printf '%s\nquit\n' "why $BAD" "$BAD" >typed
  clean sh -c "'$CANTRIP' play g --bots random --seat 0=human --seed 1 <typed"
}

# bats test_tags=long
@test "replays and saves: refused with their place; a path that cannot stand in one does not" {
  game g
  "$CANTRIP" play g --seats 2 --bots random --seed 1 --record r >/dev/null
  local line bad
  for bad in $'\e[2J' $'\u009b' $'\u202e' $'\xed\xa0\x80' $'\t' $'\u2028'; do
    for line in 2 6 8 10; do
      { head -n $((line - 1)) r; sed -n "${line}s/\$/$bad/p" r; tail -n +$((line + 1)) r; } >bad
      clean "$CANTRIP" replay bad
      [ "$status" -eq 2 ]
      has "bad:$line: byte"
    done
  done
  cp bad "b$BAD"
  clean "$CANTRIP" replay "b$BAD"
  cp r "b$BAD"
  clean "$CANTRIP" replay --verify "b$BAD"
  clean "$CANTRIP" replay "b$BAD" --as x
  mkdir "d$BAD"
  mv g "d$BAD"
  clean "$CANTRIP" play "d$BAD/g" --seats 2 --bots random --seed 1 --record r
  [ "$status" -eq 0 ]
  clean cat r
  clean "$CANTRIP" replay r --ruleset "d$BAD/g"
  [ "$status" -eq 0 ]
}

@test "scenarios: names, picks, what is expected" {
  game g
  mkdir g/scenarios
  cat >g/scenarios/a.yaml <<'Y'
cantrip: 1
ruleset: g
seats: [A, B]
scenarios:
  - name: "x\nFORGED"
    at: round
    given: {A.hand: [ant, bee], B.hand: [bee, ant]}
    then: [{A: "a\nFORGED"}]
Y
  clean "$CANTRIP" test ./g --verbose
  [ "$status" -ne 0 ]
  sed -i 's/x.nFORGED/\\e[2J/' g/scenarios/a.yaml
  clean "$CANTRIP" test ./g --verbose
  [ "$status" -eq 2 ]
  has "a.yaml:5:11: error: the character U+001B cannot stand in a text"
}
