#!/usr/bin/env bats
# Fairy Tale's verbs as Lua hooks and as `do:` lists: the same bytes (FORMATS: two ways to write a verb).

load ../helper

@test "games with the verbs in Lua and in steps give the same numbers" {
  games=$(often 80 250)
  for seats in 2 3 4 5; do
    "$CANTRIP" sim fairytale --seats $seats --games "$games" --seed 11 --json |
      grep -v '"ruleset"' >"$BATS_TEST_TMPDIR/lua"
    "$CANTRIP" sim "tests/rulesets/measure/fairytale-steps" --seats $seats --games "$games" --seed 11 --json |
      grep -v '"ruleset"' >"$BATS_TEST_TMPDIR/steps"
    cmp "$BATS_TEST_TMPDIR/lua" "$BATS_TEST_TMPDIR/steps"
  done
}

@test "every sentence of a story is the same with the verbs in Lua and in steps" {
  for seed in 1 2 3 4 5 6; do
    "$CANTRIP" play fairytale --seats 4 --bots random --seed $seed </dev/null |
      tail -n +2 >"$BATS_TEST_TMPDIR/lua"
    "$CANTRIP" play "tests/rulesets/measure/fairytale-steps" --seats 4 --bots random --seed $seed </dev/null |
      tail -n +2 >"$BATS_TEST_TMPDIR/steps"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/lua")" -gt 50 ]
    cmp "$BATS_TEST_TMPDIR/lua" "$BATS_TEST_TMPDIR/steps"
  done
}
