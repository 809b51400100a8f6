#!/usr/bin/env bats
# The README as a newcomer follows it: every command that it names is run word by word, in a folder with the games and with the
# files that it has written before; what it shows of an answer is the answer. What takes long is stopped after some seconds, as
# a person does with Ctrl-C.

load ../helper

setup() {
  unset CANTRIP_PATH
  cd "$BATS_TEST_TMPDIR"
  export HOME=$PWD/home XDG_CACHE_HOME=$PWD/cache XDG_STATE_HOME=$PWD/state
  mkdir -p bin build home mine/cards
  ln -s "$CANTRIP" bin/cantrip
  ln -s "$CANTRIP" build/cantrip
  PATH=$PWD/bin:$PATH
  cp -r "$ROOT/rulesets" "$ROOT/cards" "$ROOT/scripts" .
  mkdir -p rulesets/high-card cards/high-card
  yaml 1 >rulesets/high-card/ruleset.yaml
  yaml 2 >cards/high-card/cards.yaml
  yaml 3 >mine/ruleset.yaml
  printf 'cantrip: 1\ncards:\n  hermit: {name: Hermit, faction: shadow, level: basic, points: 4, copies: 2}\n' >mine/cards/hermit.yaml
}

# yaml N: the Nth block of YAML in README.md
yaml() {
  awk -v n="$1" '/^```yaml$/ { if (++k == n) on = 1; next } /^```/ { on = 0 } on' "$ROOT/README.md"
}

# Commands in the order in which they stand: `cantrip …` in a text, and lines of a block of shell.
commands() {
  awk '/^```sh$/ { sh = 1; next } /^```/ { sh = 0; next }
       sh { if (match($0, /build\/cantrip [^#]*/)) { c = substr($0, RSTART, RLENGTH); sub(/ +$/, "", c); print c } next }
       { while (match($0, /`cantrip [^`]*`/)) { print substr($0, RSTART + 1, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH) } }' "$ROOT/README.md"
}

# shown COMMAND: the block of text that follows it
shown() {
  awk -v c="\`$1\`" 'index($0, c) { found = 1 } found && /^```$/ { if (on) exit; on = 1; next } on' "$ROOT/README.md"
}

# Runs it for as long as somebody would wait, at a prompt that gets no answers.
try() {
  local seconds=1
  case $1 in
  *learn\ *) seconds=60 ;;            # what it writes is named later
  *' serve' | *' desk '*) seconds=2 ;;
  esac
  case $1 in
  *learn\ *) set -- "$1 --games 300" ;;
  *' serve' | *' desk '*) set -- "$1 --port 0" ;; # the tests of others may have 8080
  esac
  timeout -k 20 -s INT $seconds bash -c "exec $1" </dev/null >out 2>err
}

# bats test_tags=long
@test "every command of the README does what it says, or goes on until it is stopped" {
  commands >list
  [ "$(wc -l <list)" -ge 25 ]
  while read -r command; do
    case $command in
    'cantrip COMMAND --help') command='cantrip sim --help' ;;
    'cantrip schema') ;;
    'cantrip merge') command='cantrip merge --help' ;; # of the tallies that the manual makes
    'cantrip play') command='cantrip play --help' ;;
    'cantrip print') command='cantrip print --help' ;;
    'cantrip check --deep') command='cantrip check --deep high-card' ;;
    esac
    status=0
    try "$command" || status=$?
    case $status in
    0 | 124 | 130) ;;
    *) echo "$command: status $status"; cat err; return 1 ;;
    esac
    if grep -q ': error: ' err; then echo "$command:"; cat err; return 1; fi
  done <list
}

@test "what the README shows of an answer is the answer" {
  for command in 'cantrip list' 'cantrip show fairytale werewolf' 'cantrip play fairytale --seats 4 --bots random --seed 7'; do
    shown "$command" >want
    [ "$(wc -l <want)" -ge 3 ]
    try "$command"
    # its lines in this order, "..." for any others
    python3 - <<'P'
want = open("want").read().splitlines()
got = iter(open("out").read().splitlines())
for line in want:
    if line.strip() != "...":
        assert line in got, f"not there, or not behind the line before: {line!r}"
P
  done
}

@test "the finding that the README shows is what check says of that slip" {
  shown 'cantrip check fairytale' >want
  sed -i '0,/close: {faction: this.faction}/s//cloze: {faction: this.faction}/' cards/fairytale/dragonvale.yaml
  run cantrip check fairytale
  [ "$status" != 0 ]
  while IFS= read -r line; do
    grep -qxF -- "$line" <<<"$output" || { echo "not said: $line"; echo "$output"; return 1; }
  done <want
}
