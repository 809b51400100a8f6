#!/usr/bin/env bats
# bats file_tags=long
# What `make coverage` says of branches (tests/coverage.py).

load ../helper

setup() {
  mkdir -p "$BATS_TEST_TMPDIR/core/kernel" "$BATS_TEST_TMPDIR/build"
  cd "$BATS_TEST_TMPDIR"
  cat >core/kernel/f.c <<'C'
int f(int a, int b, int c)
{
    int n = 0;
    if (a || b)
        n++;
    for (int i = 0; i < 2 && n < 9; i++)
        n++;
    switch (c) {
    case 1: return 1;
    default: return n;
    }
}
int main(void)
{
    return f(0, 0, 0) > 2;
}
C
  gcc -c -O0 -g1 --coverage core/kernel/f.c -o build/f.o && gcc --coverage build/f.o -o f && ./f
  : >reasons
}

report() {
  run "$ROOT/tests/coverage.py" --reasons reasons build core/kernel
}

@test "branches that are not taken are listed by file, line and way, and counted" {
  report
  [ "$status" -eq 1 ]
  has "core/kernel/f.c:4: f: if (a || b) | 1 true: never taken" \
    "core/kernel/f.c:4: f: if (a || b) | 2 true: never taken" \
    "core/kernel/f.c:6: f: for (int i = 0; i < 2 && n < 9; i++) | 2 false: never taken" \
    "core/kernel/f.c:8: f: switch (c) { | way 1: never taken" \
    "core/kernel: 4 branches are neither taken nor named in reasons"
  [ "$(grep -c 'never taken' <<<"$output")" = 4 ]
  grep -qE '^core/kernel, all +6 / +10 +60.0 % +0 +4$' <<<"$output"
}

@test "a branch with a reason is no fault; a reason of what is taken or not there is one" {
  cat >reasons <<'EOR'
# file, function, line, way, reason
core/kernel/f.c | f | if (a || b) | 1 true | nobody calls it so
core/kernel/f.c | f | if (a || b) | 2 true | nobody calls it so
core/kernel/f.c | f | for (int i = 0; i < 2 && n < 9; i++) | 2 false | n is at most 2
core/kernel/f.c | f | switch (c) { | way 1 | c is 0
EOR
  report
  [ "$status" -eq 0 ]
  grep -qE '^core/kernel, all +6 / +10 +60.0 % +4 +0$' <<<"$output"
  cat >>reasons <<'EOR'
core/kernel/f.c | f | if (a || b) | 1 false | said of what is taken
core/kernel/f.c | g | if (a || b) | 1 true | said of another function
core/kernel/f.c | f | if (a || b) | 1 true | said twice
core/kernel/f.c | f | if (a || b)
EOR
  report
  [ "$status" -eq 1 ]
  has "reasons:6: that branch is taken: take the row away" "reasons:7: there is no such line or way in that function" \
    "reasons:8: says again what line 2 says" "reasons:9: expected PATH | FUNCTION | TEXT OF THE LINE | WAY | REASON"
}

@test "a build without counters is refused" {
  rm build/f.gcno
  report
  [ "$status" -eq 2 ]
  has "build: nothing there was compiled with --coverage: make coverage"
}
