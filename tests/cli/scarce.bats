#!/usr/bin/env bats
# bats file_tags=long
# When memory runs out in the command: what it prints is whole, or it says so with status 2. (What the library
# does is tests/unit/memory.c.)

load ../helper

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  # The malloc number $FAILS_AT of a program gives nothing; how many there were goes to $COUNT_TO.
  cat >fails.c <<'C'
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static long at, asked;

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("FAILS_AT");
    asked = 0;
    at = text ? atol(text) : 0;
}
__attribute__((destructor)) static void end(void)
{
    const char *to = getenv("COUNT_TO");
    long n = asked;
    FILE *f = to ? fopen(to, "w") : NULL;
    if (f && fprintf(f, "%ld\n", n) > 0)
        fclose(f);
}
static int fails(void)
{
    if (__atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED) != at)
        return 0;
    errno = ENOMEM;
    return 1;
}
void *malloc(size_t n) { return fails() ? NULL : __libc_malloc(n); }
void *calloc(size_t n, size_t m) { return fails() ? NULL : __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { return fails() ? NULL : __libc_realloc(p, n); }
C
  ${CC:-cc} -shared -fPIC -o fails.so fails.c
}

# scarce COMMAND...: with each of some of its allocations failing once
scarce() {
  local n at status tries whole out err
  LD_PRELOAD="$BATS_FILE_TMPDIR/fails.so" COUNT_TO=count "$@" >whole
  n=$(cat count)
  IFS= read -rd '' whole <whole || :
  tries=$(often 40 80)
  [ "$n" -gt 100 ]
  for ((i = 1; i <= tries; i++)); do
    at=$((1 + i * (n - 1) / tries))
    status=0
    LD_PRELOAD="$BATS_FILE_TMPDIR/fails.so" FAILS_AT=$at "$@" >out 2>err || status=$?
    IFS= read -rd '' out <out || : # without a program for each of so many tries
    IFS= read -rd '' err <err || :
    case $status in
    0) [ "$out" = "$whole" ] || { echo "allocation $at of $n: status 0 and another output"; return 1; } ;;
    2) [[ "$err$out" == *memory* ]] || { cat err; echo "allocation $at of $n: nothing said"; return 1; } ;;
    *) cat err; echo "allocation $at of $n: status $status"; return 1 ;;
    esac
  done
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  game="$ROOT/tests/rulesets/features/unit"
}

@test "schemas" {
  scarce "$CANTRIP" schema
  scarce "$CANTRIP" schema "$game"
}

@test "views" {
  "$CANTRIP" play "$game" --seed 1 --bots random --record game.replay >/dev/null
  scarce "$CANTRIP" view game.replay --as 0
  scarce "$CANTRIP" replay game.replay
}

@test "results as JSON" {
  scarce "$CANTRIP" test --json "$ROOT/tests/scenario/word.yaml"
  scarce "$CANTRIP" sim "$game" --games 3 --seed 1 --json --jobs 1
  scarce "$CANTRIP" keys --json
}

@test "cards" {
  scarce "$CANTRIP" show "$game"
  scarce "$CANTRIP" show "$game" "$("$CANTRIP" show "$game" | awk 'heading { print $1; exit } /^card / { heading = 1 }')"
}
