#!/usr/bin/env bats
# `cantrip mutate`: what is tried, what is said of it, the scenarios that it writes, and with which status it ends. That a
# mutant is what it says is tested by tests/unit/mutate.c.

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

# fair: a game in which there is something for every kind of change; a scenario of its rules
fair() {
  mkdir -p fair/scenarios
  cat >fair/ruleset.yaml <<'Y'
cantrip: 1
title: Fair
players: 2
cards: [{coin: {copies: 8, kind: gold}, gem: {copies: 4, kind: stone}}]
traits: {kind: {one_of: [gold, stone]}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
  row:  {per: player, as: row, seen_by: all}
  lost: {seen_by: all}
counters: {fine: {per: player}, prize: {per: player}}
phases:
  - deal: {who: all, from: deck, to: hand, count: 3}
  - name: turn
    repeat: 2
    phases:
      - choose: {who: all, together: true, card: {zone: hand}, do: [{move: {to: row}}]}
      - move: {cards: {zone: deck, random: 1, kind: gold}, to: lost}
      - if: turn == 2 and not lying > 2
        add: {who: {most: laid + prize}, prize: "if(lying == 2, 2, 1)"}
      - add: {who: {where: {count: {zone: row, card: gem}, at_least: 2}}, fine: 1}
let:
  lying: {count: {zone: lost}}
  laid: {count: {zone: row}}
result: {score: prize - fine}
Y
  cat >fair/scenarios/fair.yaml <<'Y'
cantrip: 1
ruleset: fair
seats: [A, B]
scenarios:
  - name: two turns
    given: {deck: [coin, 2x gem, gem, 3x coin, gem, 2x coin]}
    luck: [coin, coin]
    then:
      - {A: gem, B: coin}
      - expect: {lost: [coin], A.prize: 0, B.prize: 0}
      - {A: gem, B: coin}
      - expect: {at: end, lost: [2x coin], A.row: [2x gem], B.row: [2x coin], A.prize: 2, B.prize: 2, A.fine: 1, B.fine: 0,
                 winners: [B]}
Y
}

# bats test_tags=long
@test "what no scenario notices is printed by its place, with the line and what was changed" {
  run "$CANTRIP" mutate coins
  [ "$status" -eq 1 ]
  has "coins/ruleset.yaml:9:41: word: \`all\` becomes \`nobody\`
coins/ruleset.yaml:9:41: word: \`all\` becomes \`owner\`
     9 |   row:  {per: player, as: row, seen_by: all}
       |                                         ^
" "coins/ruleset.yaml:19:28: drop-key: \`together: true\` is left out
    19 |       - choose: {who: all, together: true, card: {zone: hand}, do: [{move: {to: row}}]}
       |                            ^
"
  lacks "ruleset.yaml:16:" "fine: 1\` is left out"
}

# bats test_tags=long
@test "what no game shows is probably equal: no two coins are worth five" {
  run "$CANTRIP" mutate coins
  has "these probably change nothing, because none of up to 2000 games differs:
" "coins/ruleset.yaml:21:34: compare: \`>\` becomes \`>=\`
coins/ruleset.yaml:21:36: number: \`5\` becomes \`4\`
    21 |         add: {who: {where: total > 5}, fine: 1}
       |                                  ^ ^
" "5 of 49 probably change nothing: 10.2 %"
  # a coin of four and one of one are
  sed -i 's/worth: 5/worth: 4/' coins/ruleset.yaml
  sed -i 's/A.fine: 1, A.score: 5/A.fine: 0, A.score: 5/' coins/scenarios/play.yaml
  [ "$(mutants '.fate == "killed" and .line == 21 and .change == "compare"')" ]
}

# bats test_tags=long
@test "the table counts each kind of change, the last line all of them, with the seed" {
  run "$CANTRIP" mutate coins
  # by hand: five entries of lists of steps, and the two that stand beside another
  [[ "$output" =~ drop-step\ +5\ +5\ +0\ +0\ +0\ +0\ +100.0\ % ]]
  [[ "$output" =~ swap\ +2\ +2\ +0\ +0\ +0\ +0\ +100.0\ % ]]
  # `who` of the table: nobody is `you` there
  [[ "$output" =~ seats\ +0\ +0\ +0\ +0\ +0\ +4$'\n' ]]
  # holds: [{}] without its entry is a game without cards, as without `holds`
  [[ "$output" =~ drop-entry\ +0\ +0\ +0\ +0\ +1\ +0$'\n' ]]
  [ "${lines[-1]}" = "coins: 37 of 44 changes are noticed by 1 scenario: 84.1 % (seed 1)" ]
  run "$CANTRIP" mutate coins --seed 77
  [ "${lines[-1]}" = "coins: 37 of 44 changes are noticed by 1 scenario: 84.1 % (seed 77)" ]
}

# bats test_tags=long
@test "every kind of change that --help lists has something to change, and a mutant that is noticed" {
  fair
  "$CANTRIP" mutate fair --json >fair.json || [ $? -eq 1 ]
  "$CANTRIP" mutate --help | sed -n '/^changes:/,/^$/p' | sed -n 's/^  \([a-z-]*\)  *[^ ].*/\1/p' >kinds
  [ "$(wc -l <kinds)" -eq 18 ]
  while read -r kind; do
    case $kind in
      # one list, of what the deck holds, one flag, two `who` of the table: same and refused, as counted above
      drop-entry|flag|seats) ;;
      *) jq -e --arg k "$kind" 'any(.list[]; .change == $k and .fate == "killed")' fair.json || { echo "no $kind"; return 1; } ;;
    esac
  done <kinds
  jq -e 'any(.list[]; .change == "drop-entry" and .fate == "same") and any(.list[]; .change == "flag") and
         any(.list[]; .change == "seats" and .fate == "refused")' fair.json
}

# bats test_tags=long
@test "the scenario that is written passes for the game and fails for the mutant" {
  fair
  "$CANTRIP" mutate fair --json >fair.json || [ $? -eq 1 ]
  # noticed LINE CHANGE OLD NEW: the one for which OLD becomes NEW in that line
  noticed() {
    jq -er --argjson l "$1" --arg c "$2" --arg s "$3" \
      '.list[] | select(.line == $l and .change == $c and (.says | startswith($s))) | .scenario' fair.json >fair/scenarios/new.yaml
    "$CANTRIP" test fair/scenarios/new.yaml
    cp fair/ruleset.yaml kept.yaml
    sed -i "$1s/$4/$5/" fair/ruleset.yaml
    ! cmp -s kept.yaml fair/ruleset.yaml
    run "$CANTRIP" test fair/scenarios/new.yaml
    [ "$status" -eq 1 ]
    has "0 passed, 1 failed"
    run "$CANTRIP" test fair/scenarios/fair.yaml
    [ "$status" -eq 0 ]
    cp kept.yaml fair/ruleset.yaml
  }
  noticed 4 number '`8` becomes `9`' 'copies: 8' 'copies: 9'
  noticed 8 word '`owner` becomes `all`' owner all
  noticed 10 word '`all` becomes `nobody`' all nobody
  noticed 17 drop-key '`together: true`' ' together: true,' ''
  noticed 23 zone '`lost` becomes `deck`' lost deck
  # no luck can tell of this, but where one coin is left
  noticed 18 drop-key '`kind: gold`' ', kind: gold' ''
  noticed 4 word '`stone` becomes `gold`' stone gold
}

# bats test_tags=long
@test "a scenario says no more than what it takes" {
  run "$CANTRIP" mutate coins
  has "these scenarios would notice them:

cantrip: 1
ruleset: coins
scenarios:
  - name: \"tells when \`6\` becomes \`7\` (ruleset.yaml, line 4)\"
    seats: [A, B]
    then:
      - expect: {deck.count: 4}

" "  - name: \"tells when \`all\` becomes \`nobody\` (ruleset.yaml, line 9)\"
    seats: [A, B]
    given:
      deck: [penny, crown]
    then:
      - A: crown
      - expect: {B.sees: {A.row: [crown, penny]}}
"
  # the other three numbers of coins have the same scenario: it stands there once
  lacks "5\` (ruleset.yaml, line 4)"
}

# bats test_tags=long
@test "--out writes them, a file each, into a folder of their own; with them nothing survives" {
  run "$CANTRIP" mutate coins --out new
  [ "$status" -eq 1 ]
  has "scenarios that notice them are now in new"
  lacks "scenarios:"
  [ "$(ls new | wc -l)" -eq 3 ]
  run "$CANTRIP" mutate coins --out new
  [ "$status" -eq 2 ]
  has "new is not empty: --out needs an empty folder"
  run "$CANTRIP" mutate coins --out there/is/none
  [ "$status" -eq 2 ]
  has "there/is/none cannot be made: No such file or directory"
  cp new/*.yaml coins/scenarios/
  run "$CANTRIP" mutate coins
  [ "$status" -eq 0 ]
  [ "${lines[-1]}" = "coins: 44 of 44 changes are noticed by 4 scenarios: 100.0 % (seed 1)" ]
}

# bats test_tags=long
@test "--json lists every mutant, and the same counts" {
  run "$CANTRIP" mutate coins --json
  [ "$status" -eq 1 ]
  jq -e '.ruleset == "coins" and .seed == "1" and .scenarios == 1 and .killed == 37 and .survived == 7 and .equal == 5 and
         .same == 5 and .refused == 9 and .untried == 0 and .mutants == 49 and (.list | length) == 63' <<<"$output"
  jq -e '[.list[] | .number] == [range(63)]' <<<"$output"
  jq -e '.list[] | select(.line == 21 and .change == "compare") | .fate == "equal" and .column == 34 and
         .file == "coins/ruleset.yaml" and (.excerpt | contains("total > 5"))' <<<"$output"
  jq -e '[.list[] | select(.fate == "survived")] | length == 7 and all(.scenario | startswith("cantrip: 1\n"))' <<<"$output"
  [ "$(mutants '.fate == "refused" and .line == 15 and .change == "seats"')" = "15:17 seats \`all\` becomes \`you\`
15:17 seats \`all\` becomes \`others\`" ]
}

# bats test_tags=long
@test "any number of jobs prints the same" {
  "$CANTRIP" mutate coins --jobs 1 >one || true
  "$CANTRIP" mutate coins --jobs 5 >five || true
  cmp one five
  "$CANTRIP" mutate coins --json --jobs 1 --out a >one || true
  "$CANTRIP" mutate coins --json --jobs 5 --out b >five || true
  cmp one five
  diff -r a b
}

# bats test_tags=long
@test "a scenario that asks kills what it asks for" {
  [ -n "$(mutants '.fate == "equal" and .line == 21')" ]
  cat >>coins/scenarios/play.yaml <<'Y'
  - name: five is not more than five
    at: turn
    given: {turn: 2, A.row: [5x penny], A.hand: [], B.row: [crown, penny], B.hand: []}
    then:
      - expect: {A.fine: 0, B.fine: 1}
Y
  [ -z "$(mutants '(.fate == "survived" or .fate == "equal") and .line == 21')" ]
}

@test "scenarios that fail anyway, that are not there, a game that does not load: status 2" {
  sed -i 's/A.score: 5/A.score: 6/' coins/scenarios/play.yaml
  run "$CANTRIP" mutate coins
  [ "$status" -eq 2 ]
  has "a scenario fails before any change: two coins each" "expected A.score: 6"
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

# bats test_tags=long
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

# bats test_tags=long
@test "with --time all scenarios come first, and a file of messages hears how far it is" {
  status=0
  "$CANTRIP" mutate "$ROOT/tests/rulesets/games/knock" --time 8 --json >out 2>err || status=$?
  [ "$status" -le 1 ]
  jq -e '.killed + .survived + .passed > 20' out
  jq -e '[.list[] | select(.fate == "passed" and .scenario)] == []' out
  grep -Eq '[0-9]+ of 6[0-9]+ mutants' err
  # into a pipe nothing is said: the output is JSON alone
  run "$CANTRIP" mutate "$ROOT/tests/rulesets/games/knock" --time 6 --json
  jq -e '.untried >= 0' <<<"$output"
}

# bats test_tags=long
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
assert p.returncode in (130, 1), p.returncode
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

@test "a game without scenarios is told by the command that was asked" {
  mkdir "$BATS_TEST_TMPDIR/bare"
  cp "$ROOT/tests/rulesets/idioms/columns/ruleset.yaml" "$BATS_TEST_TMPDIR/bare/"
  run "$CANTRIP" mutate "$BATS_TEST_TMPDIR/bare"
  [ "$status" -eq 2 ]
  has "cantrip: mutate: $BATS_TEST_TMPDIR/bare: there are no scenarios"
}

# bats test_tags=long
@test "a start that the original or the mutant alone forbids is a difference, and its scenario is written" {
  cd "$BATS_TEST_TMPDIR"
  mkdir -p few/scenarios
  cat >few/ruleset.yaml <<'Y'
cantrip: 1
title: Few
players: {min: 2, max: 4}
options: {small: {is: flag, default: false}}
cards: [{coin: {copies: 12}}]
zones:
  deck: {as: pile, seen_by: nobody, holds: [{copies: "if(small, 6, 12)"}]}
  hand: {per: player, seen_by: owner}
let: {lying: {count: {zone: deck}}}
requires: [{if: "players * 3 <= lying", says: too few}]
phases: [{deal: {who: all, from: deck, to: hand, count: 1}}]
result: {score: {count: {zone: hand}}}
Y
  printf 'cantrip: 1\nscenarios: [{name: it ends, seats: 2, at: end, then: [{expect: {at: end}}]}]\n' >few/scenarios/s.yaml
  run "$CANTRIP" mutate few --json
  [ "$(jq '[.list[] | select(.line == 10 and .fate == "equal")] | length' <<<"$output")" -eq 0 ]
  [ "$(jq '[.list[] | select(.line == 10 and (.scenario // "" | contains("starts: false")))] | length' <<<"$output")" -ge 2 ]
  [ "$(jq '[.list[] | select(.line == 10 and .fate == "survived" and .scenario == null)] | length' <<<"$output")" -eq 0 ]
}
