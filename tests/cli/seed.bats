#!/usr/bin/env bats
# The seed tells all hands: it is long when it comes by chance, told when a game with people is over, and in
# nothing that a seat is given.

load ../helper

setup() {
  cd "$BATS_TEST_TMPDIR"
  export CANTRIP_PATH="$ROOT/rulesets" LC_ALL=C.UTF-8
}

seed_of() { sed -n 's/^seed: //p' "$1" | head -n 1; }

@test "seeds by chance have 64 bits" {
  for i in 1 2 3 4; do
    "$CANTRIP" play wizard-quest --bots random --record r.replay >/dev/null
    seed_of r.replay
    "$CANTRIP" sim wizard-quest --games 1 --json | sed -n 's/.*"seed": "\(.*\)".*/\1/p'
    "$CANTRIP" arena wizard-quest --bots random --games 1 --json | sed -n 's/.*"seed": "\(.*\)".*/\1/p'
  done >seeds
  [ "$(sort -u seeds | wc -l)" -eq 12 ]
  # 12 numbers below 10^17 have a chance of 1 in 10^27
  [ "$(grep -cE '^[0-9]{18,20}$' seeds)" -ge 1 ]
  [ "$(grep -cE '^[0-9]{1,6}$' seeds)" -eq 0 ]
}

@test "a game with people tells its seed when it is over" {
  run "$CANTRIP" play fairytale --bots random --seat 0=human --record r.replay </dev/null
  [ "$status" -eq 0 ]
  seed=$(seed_of r.replay)
  [ "${lines[0]}" = "Fairy Tale" ]
  [ "$(tail -n 1 <<<"$output")" = "seed $seed" ]
  [ "$(grep -c "$seed" <<<"$output")" -eq 1 ]
  # and the same seed gives the same game
  "$CANTRIP" play fairytale --bots random --seat 0=human --seed "$seed" --record again.replay </dev/null >told
  cmp r.replay again.replay
  [ "$(head -n 1 told)" = "Fairy Tale, seed $seed" ]
}

@test "quitting tells it where the game cannot go on, and a save keeps it" {
  run "$CANTRIP" play fairytale --bots random --seat 0=human --record r.replay < <(printf '1\n?\ntable\nlog\nquit\n')
  has "stopped; --seed $(seed_of r.replay) deals the same game again"
  [ "$(grep -c "$(seed_of r.replay)" <<<"$output")" -eq 1 ]
  run "$CANTRIP" play fairytale --bots random --seat 0=human --save s.save < <(printf '1\n2\ntable\nlog\nquit\n')
  seed=$(seed_of s.save)
  [ -n "$seed" ]
  lacks "seed" "$seed"
  run "$CANTRIP" resume s.save < <(printf 'log\nundo\n1\nquit\n')
  has "stopped; cantrip resume s.save"
  lacks "seed" "$seed"
  run "$CANTRIP" resume s.save </dev/null
  [ "$(tail -n 1 <<<"$output")" = "seed $seed" ]
}

@test "whoever asks for it is warned" {
  run "$CANTRIP" play fairytale --bots random --seat 0=human --show-seed --record r.replay </dev/null
  has "seed $(seed_of r.replay) (with it, hidden cards can be worked out)"
  [ "$(grep -c "$(seed_of r.replay)" <<<"$output")" -eq 1 ]
}

@test "a game of programs tells it at the start" {
  run "$CANTRIP" play fairytale --bots random --record r.replay
  [ "${lines[0]}" = "Fairy Tale, seed $(seed_of r.replay)" ]
  [ "$(grep -c "$(seed_of r.replay)" <<<"$output")" -eq 1 ]
}

@test "a game that fails tells it, unless it is saved" {
  mkdir -p g
  cat >g/ruleset.yaml <<'Y'
cantrip: 1
title: Fails
players: 1
cards: [{a: {}, b: {}}]
scripts: [hooks.lua]
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}]}
  hand: {per: player, seen_by: owner}
phases:
  - deal: {who: all, from: deck, to: hand, count: 2}
  - each: all
    phases:
      - run: fails
words: {which: which card}
Y
  cat >g/hooks.lua <<'L'
local mine = sel{zone = "hand", of = "you"}
step.fails = function(g)
  g:choose(g.you, mine, "which")
  g["no" .. "thing"](g)
end
L
  run "$CANTRIP" play ./g --bots human < <(echo 1)
  [ "$status" -eq 2 ]
  has "nothing"
  [[ "$output" =~ (^|$'\n')"seed "[0-9]+($'\n'|$) ]]
  run "$CANTRIP" play ./g --bots human --save s.save < <(echo 1)
  [ "$status" -eq 2 ]
  lacks "$(seed_of s.save)"
}

# bats test_tags=long
@test "nothing that a seat is given holds it" {
  # a given seed: of those by chance one in sixty ends Wizard Quest before its third pick
  seed=11400714819323198485
  for g in fairytale fairytale-factions wizard-quest once-upon-a-draft card-ring; do
    "$CANTRIP" play $g --bots random --seed $seed --save s.save --record r.replay >/dev/null
    [ "$(seed_of s.save)" = $seed ]
    hex=$(python3 -c 'print("%016x" % int(__import__("sys").argv[1]))' "$seed")
    for file in s.save r.replay; do
      for as in 0 spectator all; do
        for to in "" "--to 3"; do
          run "$CANTRIP" view $file --as $as --memory $to
          [ "$status" -eq 0 ]
          lacks '"seed' "$seed" "$hex"
          run "$CANTRIP" replay $file --as $as $to
          [ "$status" -eq 0 ]
          lacks "seed $seed" "$seed" "$hex"
        done
      done
    done
    rm s.save r.replay
  done
}
