#!/usr/bin/env bats
# bats file_tags=long
# The README as a newcomer follows it: every command that it names in a sentence is run word by word, in a folder with the
# games and with the files that it has shown. What takes long is stopped after some seconds, as players do with Ctrl-C.
# What it shows of an answer is tried by tests/book.

load ../helper

setup() {
  unset CANTRIP_PATH
  cd "$BATS_TEST_TMPDIR"
  export HOME=$PWD/home XDG_CACHE_HOME=$PWD/cache XDG_STATE_HOME=$PWD/state
  mkdir -p bin home
  ln -s "$CANTRIP" bin/cantrip
  PATH=$PWD/bin:$PATH
  cp -r "$ROOT/rulesets" "$ROOT/cards" "$ROOT/scripts" .
  grep -oE "^<!-- file: [^ /]*/" "$ROOT/README.md" | sed "s/.* //" | xargs mkdir -p
  awk '/^<!-- file: / { f = $3 } /^```/ { on = f && !on; if (!on) f = ""; next } on { print >f }' "$ROOT/README.md"
}

# Commands in the order in which they stand: `cantrip …` in a text.
commands() { grep -o '`cantrip [^`]*`' "$ROOT/README.md" | tr -d '`'; }

# Runs it for as long as somebody would wait, at a prompt that gets no answers.
try() {
  local seconds=1
  case $1 in
  *' serve' | *' desk '*)
    seconds=2
    set -- "$1 --port 0" # the tests of others may have 8080
    ;;
  esac
  timeout -k 20 -s INT $seconds bash -c "exec $1" </dev/null >out 2>err
}

@test "every command of the README does what it says, or goes on until it is stopped" {
  commands >list
  [ "$(wc -l <list)" -ge 10 ]
  while read -r command; do
    status=0
    try "$command" || status=$?
    grep -q 'run `make wasm`' err && continue # it is said that this comes first
    case $status in
    0 | 124 | 130) ;;
    *) echo "$command: status $status"; cat err; return 1 ;;
    esac
    if grep -q ': error: ' err; then echo "$command:"; cat err; return 1; fi
  done <list
}
