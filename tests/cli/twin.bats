#!/usr/bin/env bats
# Fairy Tale's verbs as Lua hooks and as `do:` lists: the same bytes (FORMATS: two ways to write a verb).

@test "a thousand games with the verbs in Lua and in steps give the same numbers" {
    for seats in 2 3 4 5; do
        "$CANTRIP" sim fairytale --seats $seats --games 250 --seed 11 --json |
            grep -v '"ruleset"' > "$BATS_TEST_TMPDIR/lua"
        "$CANTRIP" sim "$CANTRIP_ROOT/tests/rulesets/fairytale-steps" --seats $seats --games 250 --seed 11 --json |
            grep -v '"ruleset"' > "$BATS_TEST_TMPDIR/steps"
        cmp "$BATS_TEST_TMPDIR/lua" "$BATS_TEST_TMPDIR/steps"
    done
}

@test "every sentence of a story is the same with the verbs in Lua and in steps" {
    for seed in 1 2 3 4 5 6; do
        "$CANTRIP" play fairytale --seats 4 --bots random --seed $seed < /dev/null |
            tail -n +2 > "$BATS_TEST_TMPDIR/lua"
        "$CANTRIP" play "$CANTRIP_ROOT/tests/rulesets/fairytale-steps" --seats 4 --bots random --seed $seed < /dev/null |
            tail -n +2 > "$BATS_TEST_TMPDIR/steps"
        [ "$(wc -l < "$BATS_TEST_TMPDIR/lua")" -gt 50 ]
        cmp "$BATS_TEST_TMPDIR/lua" "$BATS_TEST_TMPDIR/steps"
    done
}
