#!/usr/bin/env bats
# The command as it is built where the libraries are not that it can do without.

load ../helper

setup() {
  BARE=$CANTRIP_ROOT/build/bare/cantrip
  [ -x "$BARE" ] || skip "make build/bare/cantrip"
  cd "$CANTRIP_ROOT"
}

@test "bare: it is linked with none of them; what draws is loaded by nobody who does not print" {
  run ldd "$CANTRIP"
  lacks cairo
  run ldd "$BARE"
  lacks cairo
  lacks sqlite
  lacks microhttpd
  lacks ncursesw
}

@test "bare: serve says what to install" {
  run "$BARE" serve fairytale
  [ "$status" = 2 ]
  has "this build has no HTTP: install libmicrohttpd (Debian: apt-get install libmicrohttpd-dev) and build again"
}

@test "bare: print says what to install, and writes nothing" {
  cd "$BATS_TEST_TMPDIR"
  run env CANTRIP_PATH="$ROOT/rulesets" "$BARE" print fairytale
  [ "$status" = 2 ]
  has "print: this build cannot draw. Install the package cantrip-print, or libpango1.0-dev, librsvg2-dev and fonts-dejavu-core (Debian: apt-get install libpango1.0-dev librsvg2-dev fonts-dejavu-core) and build again"
  [ -z "$(ls)" ]
}

@test "bare: sim --records has no SQLite, and says so; text it has" {
  cd "$BATS_TEST_TMPDIR"
  export CANTRIP_PATH="$ROOT/rulesets"
  run "$BARE" sim fairytale --games 5 --records x.sqlite
  [ "$status" = 2 ]
  has "--records x.sqlite: this build has no SQLite. Write .ndjson or .csv, or install libsqlite3-dev (Debian: apt-get install libsqlite3-dev) and build again"
  [ -z "$(ls)" ]
  "$BARE" sim fairytale --games 5 --seed 1 --records x.csv --picks
  "$CANTRIP" sim fairytale --games 5 --seed 1 --records y.csv --picks
  for t in games seats cards picks offers; do cmp x.$t.csv y.$t.csv; done
}

@test "bare: a terminal of any size has the prompt, and all else is as ever" {
  command -v tmux >/dev/null || skip "no tmux"
  tmux -u -S "$BATS_TEST_TMPDIR/t" -f /dev/null new-session -d -x 100 -y 40 \
    "cd '$CANTRIP_ROOT'; XDG_STATE_HOME='$BATS_TEST_TMPDIR' '$BARE' play wizard-quest --seed 1; sleep 1000"
  for i in $(seq 200); do
    tmux -S "$BATS_TEST_TMPDIR/t" capture-pane -p >"$BATS_TEST_TMPDIR/screen"
    grep -q '^>' "$BATS_TEST_TMPDIR/screen" && break
    sleep 0.05
  done
  tmux -S "$BATS_TEST_TMPDIR/t" kill-server
  grep -q '^>' "$BATS_TEST_TMPDIR/screen"
  [ "$("$BARE" sim fairytale --games 20 --seed 1 --json)" = "$("$CANTRIP" sim fairytale --games 20 --seed 1 --json)" ]
}
