#!/usr/bin/env bats
# `cantrip mutate`: what is tried, what is said of it, and with which status it ends. That a mutant is what it says is
# tested by tests/unit/mutate.c.

load ../helper

setup() {
  unset CANTRIP_PATH
  cd "$BATS_TEST_TMPDIR"
  mkdir -p coins/scenarios
  cat >coins/ruleset.yaml <<'Y'
cantrip: 1
title: Coins
players: 2
cards: [{penny: {copies: 6, worth: 1}, crown: {copies: 4, worth: 5}}]
traits: {worth: {is: number}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
  row:  {per: player, as: row, seen_by: all}
counters:
  fine: {per: player}
let:
  total: {sum: worth, cards: {zone: row}}
phases:
  - deal: {who: all, from: deck, to: hand, count: 3}
  - name: turn
    repeat: 2
    phases:
      - choose: {who: all, together: true, card: {zone: hand}, do: [{move: {to: row}}]}
      - if: turn == 2
        add: {who: {where: total > 5}, fine: 1}
result: {score: total - fine}
Y
  cat >coins/scenarios/play.yaml <<'Y'
cantrip: 1
ruleset: coins
seats: [A, B]
scenarios:
  - name: two coins each, and a fine for who has more than five
    given: {deck: [crown, 2x penny, crown, 3x penny, ...]}
    then:
      - expect: {A.hand.count: 3, B.hand.count: 3, B.sees: {A.hand: [3x unknown]}}
      - {A: crown, B: penny}
      - expect: {A.row: [crown], turn: 2, A.fine: 0}
      - {A: penny, B: penny}
      - expect: {at: end, A.row: [crown, penny], A.fine: 1, A.score: 5, B.score: 2, winners: [A]}
Y
}

# mutants FILTER [FLAG...]: of the JSON list those that jq's FILTER lets pass: line:column change says
mutants() {
  "$CANTRIP" mutate coins --json "${@:2}" | jq -r ".list[] | select($1) | \"\(.line):\(.column) \(.change) \(.says)\""
}

@test "what no scenario notices is printed by its place, with the line and what was changed" {
  run "$CANTRIP" mutate coins
  [ "$status" -eq 1 ]
  has "coins/ruleset.yaml:9:23: drop-key: \`as: row\` is left out
coins/ruleset.yaml:9:41: word: \`all\` becomes \`nobody\`
coins/ruleset.yaml:9:41: word: \`all\` becomes \`owner\`
     9 |   row:  {per: player, as: row, seen_by: all}
       |                       ^                 ^
" "coins/ruleset.yaml:21:34: compare: \`>\` becomes \`>=\`
coins/ruleset.yaml:21:36: number: \`5\` becomes \`4\`
    21 |         add: {who: {where: total > 5}, fine: 1}
       |                                  ^ ^
"
  lacks "ruleset.yaml:16:" "fine: 1\` is left out"
}

@test "the table counts each kind of change, the last line all of them" {
  run "$CANTRIP" mutate coins
  # by hand: five entries of lists of steps, and the two that stand beside another
  [[ "$output" =~ drop-step\ +5\ +5\ +0\ +0\ +0\ +100.0\ % ]]
  [[ "$output" =~ swap\ +2\ +2\ +0\ +0\ +0\ +100.0\ % ]]
  # `who` of the table: nobody is `you` there
  [[ "$output" =~ seats\ +0\ +0\ +0\ +0\ +4$'\n' ]]
  # holds: [{}] without its entry is a game without cards, as without `holds`
  [[ "$output" =~ drop-entry\ +0\ +0\ +0\ +1\ +0$'\n' ]]
  [ "${lines[-1]}" = "coins: 37 of 49 mutants are noticed by 1 scenario: 75.5 %" ]
}

@test "--json lists every mutant, and the same counts" {
  run "$CANTRIP" mutate coins --json
  [ "$status" -eq 1 ]
  jq -e '.ruleset == "coins" and .seed == "1" and .scenarios == 1 and .killed == 37 and .survived == 12 and
         .same == 5 and .refused == 9 and .untried == 0 and .mutants == 49 and (.list | length) == 63' <<<"$output"
  jq -e '[.list[] | .number] == [range(63)]' <<<"$output"
  jq -e '.list[] | select(.line == 21 and .change == "compare") | .fate == "survived" and .column == 34 and
         .file == "coins/ruleset.yaml" and (.excerpt | contains("total > 5"))' <<<"$output"
  [ "$(mutants '.fate == "refused" and .line == 15 and .change == "seats"')" = "15:17 seats \`all\` becomes \`you\`
15:17 seats \`all\` becomes \`others\`" ]
}

@test "any number of jobs prints the same" {
  "$CANTRIP" mutate coins --jobs 1 >one || true
  "$CANTRIP" mutate coins --jobs 5 >five || true
  cmp one five
  "$CANTRIP" mutate coins --json --jobs 1 >one || true
  "$CANTRIP" mutate coins --json --jobs 5 >five || true
  cmp one five
}

@test "a scenario that asks kills what it asks for" {
  [ -n "$(mutants '.fate == "survived" and .line == 21')" ]
  cat >>coins/scenarios/play.yaml <<'Y'
  - name: five is not more than five
    at: turn
    given: {turn: 2, A.row: [5x penny], A.hand: [], B.row: [crown, penny], B.hand: []}
    then:
      - expect: {A.fine: 0, B.fine: 1}
Y
  [ -z "$(mutants '.fate == "survived" and .line == 21')" ]
}

@test "scenarios that fail anyway, that are not there, a game that does not load: status 2" {
  sed -i 's/A.score: 5/A.score: 6/' coins/scenarios/play.yaml
  run "$CANTRIP" mutate coins
  [ "$status" -eq 2 ]
  has "a scenario fails with the game as it is: two coins each" "expected A.score: 6"
  sed -i 's/A.score: 6/A.skore: 6/' coins/scenarios/play.yaml
  run "$CANTRIP" mutate coins
  [ "$status" -eq 2 ]
  has "play.yaml:12:" "A.skore"
  rm -r coins/scenarios
  run "$CANTRIP" mutate coins
  [ "$status" -eq 2 ]
  has "there are no scenarios"
  sed -i 's/repeat: 2/repaet: 2/' coins/ruleset.yaml
  mkdir coins/scenarios
  printf 'cantrip: 1\nruleset: coins\nscenarios: []\n' >coins/scenarios/none.yaml
  run "$CANTRIP" mutate coins
  [ "$status" -eq 2 ]
  has "did you mean 'repeat'?" "cannot be loaded"
}

@test "with --time those that were tried are drawn by --seed, and the rest is told" {
  run "$CANTRIP" mutate coins --time 100 --seed 3 --jobs 1
  [ "$status" -eq 1 ]
  lacks "not tried"
  # by far too little time for this game
  local games="$BATS_TEST_TMPDIR/games"
  copy_games "$games"
  run "$CANTRIP" mutate "$games/rulesets/card-ring" --time 1 --jobs 1
  has "of 1" "were not tried"
}

@test "Ctrl-C prints what there is" {
  local games="$BATS_TEST_TMPDIR/games"
  copy_games "$games"
  # what runs beside a shell ignores SIGINT unless it is told not to
  python3 - "$CANTRIP" "$games/rulesets/card-ring" <<'P'
import signal, subprocess, sys, time
p = subprocess.Popen([sys.argv[1], "mutate", sys.argv[2], "--jobs", "1"], stdout=subprocess.PIPE, text=True,
                     preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
time.sleep(1.5)
p.send_signal(signal.SIGINT)
out = p.communicate(timeout=60)[0]
assert "were not tried" in out and "card-ring: " in out, out
assert p.returncode in (0, 1), p.returncode
P
}

@test "a mutant that goes on for ever is noticed like others" {
  cat >coins/ruleset.yaml <<'Y'
cantrip: 1
players: 1
cards: [{penny: {copies: 3}}]
zones: {deck: {as: pile, seen_by: all, holds: [{}]}, row: {seen_by: all}}
counters: {laid: {}}
phases:
  - name: turn
    while: laid < 3
    phases:
      - move: {cards: {zone: deck, first: 1}, to: row}
      - add: {laid: 1}
Y
  cat >coins/scenarios/play.yaml <<'Y'
cantrip: 1
ruleset: coins
scenarios: [{name: three times, then: [{expect: {at: end, row: [3x penny], laid: 3}}]}]
Y
  [ "$(mutants '.line == 11 and .change == "drop-step" and .fate == "killed"')" = "11:9 drop-step \`{add: {laid: 1}}\` is left out" ]
}
