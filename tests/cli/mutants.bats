#!/usr/bin/env bats
# bats file_tags=long
# `make mutants`: which changes tests/mutants/make makes of C, and that its switch turns on one alone.

load ../helper

setup() {
  cd "$ROOT"
  /usr/bin/python3 -c 'import clang.cindex as c; c.Index.create()' 2>/dev/null || skip "no libclang here (make mutants installs it)"
  cat >"$BATS_TEST_TMPDIR/tiny.c" <<'EOC'
#include <stdio.h>
#define MOST 9
enum { FEW = 2 };
static int room[4 + 1];
static int sum(const int *of, int n)
{
    static int kept = 7;
    int all = 0;
    for (int i = 0; i < n; i++)
        if (of[i] && all < MOST)
            all += of[i];
    switch (n) {
    case 1: kept--;
    }
    return all - -n;
}
int main(void)
{
    int some[3] = {1, 2, 3};
    room[1] = sum(some, sizeof some / sizeof some[0]);
    printf("%d\n", room[1]);
    return 0;
}
EOC
}

@test "one change each, none in a macro's text or where C wants a constant" {
  run tests/mutants/make --list "$BATS_TEST_TMPDIR/tiny.c" -- -std=c11
  [ "$status" -eq 0 ]
  cut -d: -f2,4- <<<"$output" | tee "$BATS_TEST_TMPDIR/got"
  diff - "$BATS_TEST_TMPDIR/got" <<'EOC'
8: int all = 1;
9: for (int i = 1; i < n; i++)
9: for (int i = 0; i <= n; i++)
9: for (int i = 0; i >= n; i++)
9: for (int i = 0; i < n; i--)
10: if (!(of[i] && all < MOST))
10: if (of[i] || all < MOST)
10: if (of[i] && all <= MOST)
10: if (of[i] && all >= MOST)
11: ;
11: all -= of[i];
13: case 1: ;
13: case 1: kept++;
15: return all + -n;
15: return all - n;
19: int some[3] = {0, 2, 3};
19: int some[3] = {2, 2, 3};
19: int some[3] = {1, 2 - 1, 3};
19: int some[3] = {1, 2 + 1, 3};
19: int some[3] = {1, 2, 3 - 1};
19: int some[3] = {1, 2, 3 + 1};
20: ;
20: room[0] = sum(some, sizeof some / sizeof some[0]);
20: room[2] = sum(some, sizeof some / sizeof some[0]);
21: ;
21: printf("%d\n", room[0]);
21: printf("%d\n", room[2]);
22: return 1;
EOC
}

@test "one build holds them all, and MUTANT switches one on" {
  cd "$BATS_TEST_TMPDIR"
  "$ROOT/tests/mutants/make" --count 28 --out . tiny.c -- -std=c11
  cc -std=c11 -D_POSIX_C_SOURCE=200809L -I"$ROOT" -o tiny src/tiny.c "$ROOT/tests/mutants/mutant.c"
  [ "$(./tiny)" = 9 ]
  number() { jq -r --arg now "$1" '.mutants[] | select(.now == $now).n' mutants.json; }
  [ "$(MUTANT=$(number 'return all + -n;') ./tiny)" = 3 ]
  [ "$(MUTANT=$(number 'if (of[i] && all >= MOST)') ./tiny)" = 3 ]
  mkdir met
  MUTANT_MET=met ./tiny >/dev/null
  [ "$(tr -d '\0' <met/* | wc -c)" = 26 ] # all but the two of `case 1`
}
