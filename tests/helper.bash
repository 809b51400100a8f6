# What the files of tests/cli share; `load ../helper` stands at their head.
#
# $ROOT is the top folder and $CANTRIP the command, both absolute.

ROOT="${CANTRIP_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}"
CANTRIP="${CANTRIP:-$ROOT/build/cantrip}"

# script(1) runs its command in $SHELL: everywhere the one that CI has
export SHELL=/bin/sh
# nothing that is learnt goes to the cache of who tests
export XDG_CACHE_HOME="${BATS_FILE_TMPDIR:-${TMPDIR:-/tmp}}/cache"

# Each test begins in the top folder; a file that wants another place has a setup of its own.
setup() {
  unset CANTRIP_PATH
  cd "$ROOT"
}

# has TEXT...: each stands in $output
has() {
  local text
  for text in "$@"; do
    [[ "$output" == *"$text"* ]] || { printf 'missing: %s\n---\n%s\n' "$text" "$output"; return 1; }
  done
}

# lacks TEXT...: none stands in $output
lacks() {
  local text
  for text in "$@"; do
    [[ "$output" != *"$text"* ]] || { printf 'present: %s\n---\n%s\n' "$text" "$output"; return 1; }
  done
}

# copy_games FOLDER: the games with all they need, to spoil them there
copy_games() {
  mkdir -p "$1"
  cp -R "$ROOT/rulesets" "$ROOT/cards" "$ROOT/scripts" "$1/"
}

# often SHORT LONG: how often something is tried: LONG in `make test` (CT_LONG is set), else SHORT
often() {
  if [ -n "${CT_LONG:-}" ]; then echo "$2"; else echo "$1"; fi
}

# owls FOLDER: a game in which one's effects wait, and it is asked which comes first
owls() {
  mkdir -p "$1"
  cat >"$1/ruleset.yaml" <<'EOF'
cantrip: 1
title: Owls
players: 1
languages: [en, fr]
options: {own: {is: flag, default: true}}
traits: {acts: {is: effects}}
zones: {row: {per: table, as: row, seen_by: all, holds: [{}]}}
counters: {gold: {}, mice: {}}
resolution: [{chosen: own}, arrival]
verbs:
  pay: {main: n, params: {n: number}, says: {en: "{n} gold", fr: "{n} or"}, do: [{add: {gold: $n}}]}
  hunt: {says: {en: hunt, fr: chasser}, do: [{add: {mice: gold}}]}
phases:
  - trigger: {list: acts, cards: {zone: row}, who: all}
cards: [{owl: {name: {en: Owl, fr: Hibou}, acts: [{pay: 2}, hunt]}, cat: {name: {en: Cat, fr: Chat}, acts: [hunt]}}]
EOF
}

# lose_owls FOLDER: the same, but the cards lie in a deck by then, shuffled
lose_owls() {
  sed -i 's/^zones: {/&deck: {per: table, as: pile, seen_by: nobody}, /
s/^  - trigger:.*/  - each: all\n    do:\n    &\n      - move: {cards: {zone: row}, to: deck}\n      - shuffle: {zone: deck}/' "$1/ruleset.yaml"
}
