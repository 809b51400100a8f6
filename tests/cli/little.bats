#!/usr/bin/env bats
# Little memory, little stack: a command does what it does, or says that it cannot.

load ../helper

setup() {
  cd "$BATS_TEST_TMPDIR"
  export CANTRIP_PATH="$ROOT/rulesets" LC_ALL=C.UTF-8
}

# What fails the n-th allocation of a command, and with AND_ON all after it.
failing_malloc() {
  cat >fail.c <<'X'
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static atomic_long asked;
static long at = -1, on;
static int fails(void)
{
    long n = atomic_fetch_add(&asked, 1) + 1;
    if (at < 0) {
        const char *t = getenv("FAIL_AT");
        at = t ? atol(t) : 0;
        on = getenv("AND_ON") != NULL;
    }
    if (at && (on ? n >= at : n == at)) {
        errno = ENOMEM;
        return 1;
    }
    return 0;
}
void *malloc(size_t n) { return fails() ? NULL : __libc_malloc(n); }
void *calloc(size_t n, size_t s) { return fails() ? NULL : __libc_calloc(n, s); }
void *realloc(void *p, size_t n) { return fails() ? NULL : __libc_realloc(p, n); }
__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("COUNT");
    FILE *f = path ? fopen(path, "w") : NULL;
    if (f) {
        fprintf(f, "%ld\n", atomic_load(&asked));
        fclose(f);
    }
}
X
  "${CC:-cc}" -shared -fPIC -O1 -o fail.so fail.c
}

@test "an allocation that fails: the same output, or a message and status 2" {
  failing_malloc
  "$CANTRIP" play wizard-quest --bots random --seed 1 --save s.save >/dev/null
  tries=$(often 24 200)
  for command in "schema" "schema fairytale" "view s.save --as all" "list" "show fairytale" "show fairytale werewolf" \
    "keys zone" "check wizard-quest --json" "sim wizard-quest --games 3 --seed 1 --jobs 1 --json" \
    "arena wizard-quest --bots random --games 2 --seed 1 --jobs 1 --json" "solve wizard-quest --deals 1 --nodes 100 --seed 1 --jobs 1 --json" \
    "replay s.save" "play wizard-quest --bots random --seed 1 --save t.save --record t.replay"; do
    rm -f t.save t.replay
    COUNT=count LD_PRELOAD=$PWD/fail.so "$CANTRIP" $command >whole
    total=$(cat count)
    for i in $(seq "$tries"); do
      at=$((1 + (total - 1) * i / tries))
      rm -f t.save t.replay
      rc=0
      unset AND_ON
      [ $((i % 2)) = 0 ] || export AND_ON=1
      FAIL_AT=$at LD_PRELOAD=$PWD/fail.so "$CANTRIP" $command >part 2>said || rc=$?
      unset AND_ON
      if [ $rc = 0 ]; then cmp whole part; else [ $rc -le 2 ] && { [ -s said ] || grep -q "out of memory" part; }; fi ||
        { echo "$command, allocation $at of $total: status $rc"; cat said; return 1; }
      [ -z "$(ls -A | grep '\.new$')" ]
    done
  done
}

# Sixty formulas, one within the other, each as deep as the loader lets it be.
deep_game() {
  python3 - <<'P'
import os
os.makedirs("deep", exist_ok=True)
cards = ", ".join(f'c{i}: {{v: "{"- " * 248}m{i}"}}' for i in range(98))
lets = ", ".join(f"m{i}: {{sum: v, cards: {{zone: hand, card: c{i + 1}}}}}" for i in range(98))
open("deep/ruleset.yaml", "w").write(f"""cantrip: 1
title: Deep
players: 1
cards: [{{{cards}, c98: {{v: 1}}}}]
traits: {{v: {{is: number}}}}
let: {{{lets}}}
zones:
  hand: {{per: player, seen_by: owner, holds: [{{}}]}}
  row: {{per: player, as: row, seen_by: all}}
phases:
  - choose: {{who: all, card: {{zone: hand}}, do: [{{move: {{to: row}}}}]}}
result: {{score: {{sum: v, cards: {{zone: hand}}}}}}
""")
P
}

@test "a small stack is enough for every command" {
  "$CANTRIP" play wizard-quest --bots random --seed 1 --save s.save >/dev/null
  for kb in 64 256 512; do
    for command in "check fairytale" "play fairytale --bots random --seed 1" "sim card-ring --games 4 --jobs 2" "replay s.save" \
      "arena fairytale --bots mcts:10,random --games 2 --jobs 2" "schema fairytale" "solve wizard-quest --deals 1 --nodes 1000" "view s.save"; do
      run bash -c "ulimit -s $kb -c 0; exec \"\$0\" $command" "$CANTRIP"
      [ "$status" -eq 0 ] || { echo "$kb $command: $status $output"; return 1; }
    done
  done
}

@test "a small stack is enough for formulas as deep as can be" {
  deep_game
  for kb in 64 256 8192; do
    for command in "check ./deep" "sim ./deep --games 2 --seed 5 --jobs 2" "play ./deep --bots mcts:5 --seed 5"; do
      run bash -c "ulimit -s $kb -c 0; exec \"\$0\" $command" "$CANTRIP"
      [ "$status" -le 2 ] || { echo "$kb $command: $status $output"; return 1; }
      [ "$status" -ne 2 ] || { [[ "$output" == *"[LIMIT-DEPTH]"* || "$output" == *"[LIMIT-DEFINITION]"* || "$output" == *"[FORMULA-LOOP]"* ]] || { echo "$output"; return 1; }; }
    done
  done
}

@test "files that are nested deep are findings" {
  mkdir -p deep
  for what in "'\"' + '(' * N + '1' + ')' * N + '\"'" "'\"' + '- ' * N + '1\"'" "'\"' + 'not ' * N + 'true\"'" "'[' * N + ']' * N" \
    "'{sum: ' * N + '1' + '}' * N" "'{count: ' + '{zone: hand, not: ' * N + '{card: a}' + '}' * N + '}'"; do
    for n in 60 250 5000 200000; do
      python3 -c "
N = $n
open('deep/ruleset.yaml', 'w').write('''cantrip: 1
title: Deep
players: 1
cards: [{a: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}}
phases: [{choose: {who: all, card: {zone: hand}, do: []}}]
result: {score: ''' + $what + '}\n')"
      run bash -c 'ulimit -s 256 -c 0; exec timeout 20 "$0" check ./deep' "$CANTRIP"
      [ "$status" -le 2 ] || { echo "$what, $n: $status"; return 1; }
    done
  done
}
