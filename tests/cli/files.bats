#!/usr/bin/env bats
# A game reads its own files and no others: links within it are not followed, pipes and devices not opened, sizes are
# stated (rulesets/guide/explain/what-is-safe.md).

load ../helper
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  unset CANTRIP_PATH
  export LC_ALL=C.UTF-8 XDG_DATA_HOME=$PWD/none
  printf 'password: swordfish\n- broken [\n' >secret
  mkdir -p mods/g
  cp -R "$ROOT/tests/rulesets/features/cast/." mods/g
}

# refuses CODE TEXT COMMAND...: in time, with status 2, the code and the text; nothing of the secret is told
refuses() {
  local code=$1 text=$2
  shift 2
  run timeout 20 "$CANTRIP" "$@" </dev/null
  [ "$status" -eq 2 ] || { echo "status $status: $output"; return 1; }
  has "$code" "$text"
  lacks swordfish broken
}

# plain FOLDER: a game that plays
plain() {
  mkdir -p "$1"
  cat >"$1/ruleset.yaml" <<Y
cantrip: 1
players: 2
cards: [${2:-cards.yaml}]
scripts: [${3:-hooks.lua}]
traits: {value: {is: number, default: 1}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, hand: {per: player, seen_by: owner}}
phases: [{deal: {who: all, from: deck, to: hand}}, {choose: {who: all, card: {zone: hand}, do: [{add: {cards: card, n: 1}}]}}]
counters: {n: {per: card}}
result: {score: {sum: value, cards: {zone: hand}}}
Y
  printf 'cantrip: 1\ncards: {ant: {copies: 9}, bee: {copies: 9}}\n' >"$1/cards.yaml"
  echo 'local x = 1' >"$1/hooks.lua"
}

@test "a link as file of cards, script, ruleset, scenario" {
  plain g
  "$CANTRIP" check ./g
  ln -sf "$PWD/secret" g/cards.yaml
  refuses FILE-KIND "g/cards.yaml: error: this is a link" check ./g
  plain h
  ln -sf "$PWD/secret" h/hooks.lua
  refuses FILE-KIND "h/hooks.lua: this is a link" check ./h
  plain i
  ln -sf "$PWD/secret" i/ruleset.yaml
  refuses FILE-KIND "i/ruleset.yaml: error: this is a link" check ./i
  plain j
  mkdir j/scenarios
  ln -s "$PWD/secret" j/scenarios/a.yaml
  refuses "" "j/scenarios/a.yaml: this is a link" test ./j
  rm -r j/scenarios
  mkdir own
  cp secret own/a.yaml
  ln -s "$PWD/own" j/scenarios
  refuses "" "j/scenarios: this is a link" test ./j
}

@test "a folder that is a link, and what lies behind one" {
  mkdir -p private/deep
  cp secret private/x.yaml
  cp secret private/deep/x.lua
  plain g pack hooks.lua
  ln -s "$PWD/private" g/pack
  refuses FILE-KIND "g/pack: error: this is a link" check ./g
  plain h pack/x.yaml hooks.lua
  ln -s "$PWD/private" h/pack
  refuses FILE-KIND "h/pack/x.yaml: error: this is a link, or inside one" check ./h
  plain i cards.yaml deep/x.lua
  ln -s "$PWD/private" i/scripts
  refuses FILE-KIND "i/scripts/deep/x.lua: this is a link, or inside one" check ./i
  # a name that is not there: what lies behind a link is no hint
  plain j cards.yaml y.lua
  cp secret private/yy.lua
  ln -s "$PWD/private" j/scripts
  refuses FILE-MISSING "no script 'y.lua'" check ./j
  lacks yy.lua
}

@test "a pipe, a device, a folder in place of a file" {
  plain g
  for file in cards.yaml hooks.lua ruleset.yaml; do
    plain g
    rm g/$file
    mkfifo g/$file
    refuses FILE-KIND "pipe or device" check ./g
    rm g/$file
  done
  for device in /dev/stdin /dev/zero /dev/tty; do
    for file in cards.yaml hooks.lua; do
      plain g
      ln -sf $device g/$file
      refuses FILE-KIND "link" check ./g
      rm g/$file
    done
  done
  plain g
  mkdir g/dir.lua
  plain g cards.yaml dir.lua
  refuses FILE-KIND "this is a folder" check ./g
  mkdir g/ruleset
  mkfifo g/ruleset/ruleset.yaml
  refuses FILE-KIND "pipe or device" check ./g/ruleset
}

# bats test_tags=long
@test "sizes: of a file, of all together, how many" {
  plain g
  truncate -s 5M g/cards.yaml
  refuses FILE-SIZE "larger than 4 MB" check ./g
  plain g
  truncate -s 2M g/hooks.lua
  refuses FILE-SIZE "larger than 1048576 bytes" check ./g
  plain g pack
  mkdir g/pack
  for i in 1 2 3 4 5 6; do
    { printf 'cantrip: 1\ncards: {c%s: {}}\nnotes: |\n' "$i"; yes '  much to be said' | head -c 3000000; echo; } >"g/pack/$i.yaml"
  done
  refuses FILE-SIZE "the game is larger than 16 MB" check ./g
  rm g/pack/*
  for i in $(seq 1001); do : >"g/pack/$i.yaml"; done
  refuses LIMIT-FILES "more than 1000 files of cards" check ./g
}

@test "a game may be a link, and what it extends where games are looked for" {
  mkdir -p src places
  plain src/base
  mkdir -p src/mine
  printf 'cantrip: 1\nextends: base\n' >src/mine/ruleset.yaml
  "$CANTRIP" check src/mine
  ln -s "$PWD/src/base" places/base
  ln -s "$PWD/src/mine" places/mine
  CANTRIP_PATH=places "$CANTRIP" check mine
  # beside it, but in a folder where games are not looked for
  refuses FILE-KIND "places/base/ruleset.yaml: error: this is a link" check places/mine
  mkdir -p places/evil
  printf 'cantrip: 1\nextends: base\n' >places/evil/ruleset.yaml
  mkdir places/two
  ln -s "$PWD/secret" places/two/ruleset.yaml
  printf 'cantrip: 1\nextends: two\n' >places/evil/ruleset.yaml
  CANTRIP_PATH=places refuses FILE-KIND "places/two/ruleset.yaml" check evil
}

@test "names that lead out of the game" {
  for name in ../secret /etc/passwd a/../../secret; do
    plain g "\"$name\""
    refuses FILE-NAME "leads out of the game" check ./g
    plain g cards.yaml "\"$name\""
    refuses FILE-NAME "leads out of the game" check ./g
    printf 'cantrip: 1\nextends: "%s"\n' "$name" >g/ruleset.yaml
    refuses FILE-NAME "cannot be the name of a ruleset" check ./g
  done
}

@test "a file that is read whole has a stated size" {
  truncate -s 3G huge
  for command in view replay resume; do
    run bash -c "ulimit -v 500000; timeout 20 '$CANTRIP' $command huge"
    [ "$status" -eq 2 ]
    has "huge: larger than 128 MB"
  done
  run bash -c "ulimit -v 900000; yes | timeout 60 '$CANTRIP' view /dev/stdin"
  [ "$status" -eq 2 ]
  has "larger than 128 MB"
  cp "$ROOT/tests/scenario/effects.yaml" s.yaml 2>/dev/null || cp "$(ls "$ROOT"/tests/scenario/*.yaml | head -1)" s.yaml
  truncate -s 3G s.yaml
  run timeout 20 "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has FILE-SIZE
}

@test "a folder that lies right here and is called like a game: the note says which is meant" {
  cp -r "$ROOT/rulesets/war" hearts
  run --separate-stderr env CANTRIP_PATH="$ROOT/rulesets" "$CANTRIP" check hearts
  [[ "$stderr" == "cantrip: note: 'hearts' is the game in $ROOT/rulesets/hearts. Yours is './hearts'"* ]] || { echo "$stderr"; return 1; }
  run --separate-stderr env CANTRIP_PATH="$ROOT/rulesets" "$CANTRIP" check ./hearts
  [ "$stderr" = "" ]
  # the same by two ways
  cd "$ROOT/rulesets"
  run --separate-stderr env CANTRIP_PATH="$ROOT/rulesets" "$CANTRIP" check hearts
  [ "$stderr" = "" ]
}
