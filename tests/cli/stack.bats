#!/usr/bin/env bats
# A small stack (`ulimit -s`), and what is nested as deep as can be.

load ../helper

setup() {
  cd "$BATS_TEST_TMPDIR"
  export CANTRIP_PATH="$ROOT/rulesets" LC_ALL=C.UTF-8
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

# bats test_tags=long
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
      [ "$status" -ne 2 ] || [[ "$output" == *"[FORMULA-LOOP]"* ]]
    done
  done
}

# bats test_tags=long
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
