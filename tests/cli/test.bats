#!/usr/bin/env bats
# `cantrip test`: what it says and with which status it ends. What a scenario can say is tested
# by tests/scenario.

bats_require_minimum_version 1.5.0
load ../helper

setup() {
  export CANTRIP_PATH="$ROOT/tests/rulesets/features"
  cd "$BATS_TEST_TMPDIR"
}

# scenario FILE: writes a file of scenarios for tests/rulesets/features/scenario; the list comes from stdin.
scenario() {
  { printf 'cantrip: 1\nruleset: scenario\nseats: [Ann, Ben]\nscenarios:\n'; cat; } >"$1"
}

@test "a folder of scenarios passes and is counted" {
  run "$CANTRIP" test "$ROOT/tests/scenario"
  [ "$status" -eq 0 ]
  [[ "${lines[-1]}" =~ ^[0-9]+\ passed,\ 0\ failed$ ]]
  [ "${#lines[@]}" -eq 1 ]
}

@test "in a game's own folder, or below it, 'test .' tests that game" {
  cp -R "$ROOT/tests/rulesets/features/scenario" own
  mkdir own/scenarios
  printf 'cantrip: 1\nruleset: own\nscenarios: [{name: it ends, at: end, then: [{expect: {at: end}}]}]\n' >own/scenarios/s.yaml
  for at in own own/scenarios; do
    cd "$BATS_TEST_TMPDIR/$at"
    run "$CANTRIP" test .
    [ "$output" = "1 passed, 0 failed" ]
  done
  run "$CANTRIP" test ..
  [ "$output" = "1 passed, 0 failed" ]
  run "$CANTRIP" test s.yaml
  [ "$output" = "1 passed, 0 failed" ]
  sed -i 's/: own/: owm/' s.yaml # as in a copy under another name: they are this game's all the same
  run "$CANTRIP" test .
  has "1 passed, 0 failed" "s.yaml:2:10: warning:" SCENARIO-ELSEWHERE
}

@test "of a folder of games each is tested; without arguments each that is found" {
  mkdir -p rulesets/a/scenarios rulesets/b
  for g in a b; do printf 'cantrip: 1\nplayers: 1\nphases: []\ncards: [{ant: {}}]\n' >rulesets/$g/ruleset.yaml; done
  printf 'cantrip: 1\nruleset: a\nscenarios: [{name: it ends, at: end, then: [{expect: {at: end}}]}]\n' >rulesets/a/scenarios/s.yaml
  sed 's/: a$/: b/' rulesets/a/scenarios/s.yaml >rulesets/b/scenarios.yaml
  run "$CANTRIP" test rulesets
  [ "$status" -eq 0 ]
  [ "$output" = "2 passed, 0 failed" ]
  unset CANTRIP_PATH
  run "$CANTRIP" test
  [ "$status" -eq 0 ]
  [ "$output" = "2 passed, 0 failed" ]
  rm -r rulesets
  run "$CANTRIP" test
  [ "$status" -eq 2 ]
  has "found no games with scenarios"
}

@test "--verbose names those that pass, --filter chooses" {
  run "$CANTRIP" test "$ROOT/tests/scenario/runner.yaml" --filter "a forced" --verbose
  [ "$status" -eq 0 ]
  has "ok    a forced pick may be written" "1 passed, 0 failed"
}

@test "a failure shows place, position, offers and what differs" {
  scenario s.yaml <<'Y'
  - name: wrong
    at: work
    given: {Ann: {hand: [coin, rock], gold: 2}, Ben.row: [crown down]}
    then:
      - Ann: play coin
      - expect: {Ann.gold: 4, Ben.row: [crown], asks: [Ben], why: goal_met}
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 1 ]
  has "FAIL  wrong" "s.yaml:5" "line 10" "expected Ann.gold: 4" "found 3" "expected Ben.row: [crown]" \
    "found [crown down]" "expected asks: [Ben]" "found [Ann]" $'expected why: goal_met\n           found none\n' "position:" "Ann.hand" "offered:" "0 passed, 1 failed"
}

@test "forced that takes nothing fails; it is a line, and no pick of a seat" {
  scenario s.yaml <<'Y'
  - {name: a choice, at: feast, given: {Ann.hand: [coin, rock], Ben.hand: [rock]}, then: [forced]}
  - {name: over, at: end, then: [forced]}
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 1 ]
  has "'forced' takes nothing: somebody has a choice to make" "'forced' takes nothing: the game is over" "0 passed, 2 failed"
  scenario s.yaml <<'Y'
  - {name: a line, at: feast, then: [force, {refused: forced}, {Ann: forced}]}
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "s.yaml:5:38: error: write a line as a map" "or as the word 'forced'" "s.yaml:5:55: error:" "s.yaml:5:70: error:"
}

@test "a running number of a phase that does not run here, or not so often" {
  scenario s.yaml <<'Y'
  - {name: elsewhere, at: work, given: {feast: 2}, then: [{Ann: done}]}
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "s.yaml:5:41" "'feast' is not the phase of 'at' or around it"
  scenario s.yaml <<'Y'
  - {name: too often, at: work, given: {work: 3}, then: [{Ann: done}]}
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "the game cannot be in this position"
}

@test "a pick that is not offered, one that nobody is asked for, one too many" {
  scenario s.yaml <<'Y'
  - {name: one, at: work, given: {Ann.hand: [coin]}, then: [{Ann: play rock}]}
  - {name: two, at: work, given: {Ann.hand: [coin], Ben.hand: [coin]}, then: [{Ben: play coin}]}
  - {name: three, at: end, then: [{Ann: done}]}
  - {name: four, at: work, given: {Ann.hand: [coin, rock]}, then: [{refused: play coin}]}
  - {name: five, at: work, given: {Ann.hand: [coin, rock]}, then: [{offers: [play coin, done]}]}
  - {name: six, at: work, given: {Ann: {gold: 2, hand: []}}, then: [{refused: pay Ben 2}]}
  - {name: seven, at: work, given: {Ann: {gold: 2, hand: []}}, then: [{refused: done}]}
  - {name: eight, at: work, given: {Ann: {gold: 2, hand: []}}, then: [{refused: pay}]}
  - {name: nine, at: work, given: {Ann: {gold: 2, hand: []}}, then: [{refused: pay Ben}]}
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 1 ]
  has "'play rock' is not offered" "Ben has no choice before another player has one" \
    "the pick 'done' is one too many: the game is over" "'play coin' is offered to Ann" \
    "offered to Ann, too: play rock" "'pay Ben 2' is offered to Ann" "'done' is offered to Ann" \
    "'pay' is offered to Ann" "'pay Ben' is offered to Ann" "0 passed, 9 failed"
  scenario s.yaml <<'Y'
  - {name: many, at: work, given: {Ann: {gold: 30000, hand: [coin]}}, then: [{Ann: play rock}]}
  - {name: few, at: work, given: {Ann: {gold: 3, hand: [coin]}}, then: [{Ann: play rock}]}
Y
  run "$CANTRIP" test s.yaml
  has "Ann: [play coin, give coin Ben, pay Ben 1 … 30000, done]" \
    "pay Ben 1, pay Ben 2, pay Ben 3, done]"
  [ "$(grep -c 'pay Ben 1 … 30000' <<<"$output")" -eq 1 ] # once
  [ "${#lines[@]}" -lt 40 ]
  scenario s.yaml <<'Y'
  - {name: never, at: work, given: {Ann.hand: [coin]}, then: [{refused: play coin rock}]}
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "s.yaml:5:" "'rock' is one part too many: the action 'play' takes 1 part"
}

@test "a card that may mean several is not guessed" {
  scenario s.yaml <<'Y'
  - {name: which, at: work, given: {Ann.hand: [purse], Ann.row: [coin, coin]}, then: [{Ann: pair purse coin}]}
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 1 ]
  has "fits 2 of the choices. Add the action, the zone or #k" "pair purse coin#1" "pair purse coin#2"
}

@test "a filter that chooses nothing is an error" {
  scenario s.yaml <<'Y'
  - {name: one, at: work, given: {Ann.hand: [coin]}, then: [{expect: {asks: Ann}}]}
Y
  run "$CANTRIP" test s.yaml --filter zzz
  [ "$status" -eq 2 ]
  has "no scenario's name holds 'zzz' (there are 1)"
}

@test "a misspelt ruleset is told once, with the near name" {
  for n in one two; do echo "  - {name: $n, then: [{expect: {asks: Ann}}]}"; done | scenario s.yaml
  sed -i 's/: scenario$/: scenarioss/' s.yaml
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "s.yaml:2:10: error: there is no ruleset 'scenarioss'" "did you mean 'scenario'?"
  [ "$(grep -c scenarioss <<<"$output")" -eq 2 ]
  lacks "cantrip:"
}

@test "a misspelt key is one error" {
  scenario s.yaml <<'Y'
  - {nmae: one, them: [{expect: {asks: Cid}}]}
Y
  sed -i 's/^seats: .*/seat: [Ann, Cid]/' s.yaml
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "did you mean 'name'?" "did you mean 'then'?" "did you mean 'seats'?"
  [ "$(grep -c error: <<<"$output")" -eq 3 ]
}

@test "a name of a seat that is misspelt is one error, wherever the right one stands" {
  scenario s.yaml <<'Y'
  - {name: one, at: market, given: {Ann.hand: [coin], Ann.gold: 3}, then: [{Ann: coin}, {expect: {Ann.gold: 4, asks: Ann}}]}
  - {name: two, at: market, given: {Ann.hand: [coin]}, then: [{Ann: coin}]}
Y
  sed -i 's/^seats: .*/seats: [An, Ben]/' s.yaml
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "'Ann' is not a seat"
  [ "$(grep -c error: <<<"$output")" -eq 1 ]
}

@test "half a decision is a failure" {
  scenario s.yaml <<'Y'
  - name: half
    at: market
    given: {Ann.hand: [coin, rock], Ben.hand: [coin, rock]}
    then: [{Ann: coin}]
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 1 ]
  has "more picks are needed"
}

@test "a counter that holds a word: what was found, and a word that there is not" {
  scenario s.yaml <<'Y'
  - name: wrong
    ruleset: word
    options: {t: none}
    given: {Ann.row: [heart, spade mark=clubs], Ann.fond: hearts}
    then: [{expect: {trump: clubs, Ann.fond: none, Ann.row: [heart mark=clubs, joker]}}]
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 1 ]
  has "expected trump: clubs
           found none" "found hearts" "expected Ann.row: [heart mark=clubs, joker]" "trump none" "fond hearts" \
    "heart mark=hearts, spade mark=spades"
  sed -i 's/mark=clubs\], Ann.fond: hearts/mark=culbs], Ann.fond: harts/' s.yaml
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "s.yaml:8:30: error: 'culbs' is not a word of 'suit' [WORD-UNKNOWN]" "did you mean 'clubs'?" "did you mean 'hearts'?"
}

@test "a counter of cards that holds a card stands in the position as it is written" {
  scenario s.yaml <<'Y'
  - name: wrong
    ruleset: pinned
    at: turn
    given: {yard: [x], used: [pin wears=x]}
    then: [{expect: {used: [pin wears=none]}}]
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 1 ]
  has "expected used: [pin wears=none]
           found [pin wears=x]" "used           pin wears=x"
  sed -i 's/wears=x/wears=yard.x#0/' s.yaml
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "after '#' write which one, from 1 [TYPE]"
  sed -i 's/yard: \[x\]/yard: []/; s/#0/#2/' s.yaml
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "given, line 8: the card is nowhere that everyone sees"
}

@test "a counter without its value after a card" {
  scenario s.yaml <<'Y'
  - name: wrong
    ruleset: word
    options: {t: none}
    given: {Ann.row: [heart, spade mark]}
    then: []
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "s.yaml:8:30: error: 'mark' is a counter. Write its value after it [WORD-UNKNOWN]" "write 'mark=N'"
  sed -i 's/spade mark/spade makr/' s.yaml
  run "$CANTRIP" test s.yaml
  has "'makr' is not 'down', 'of SEAT' or 'counter=N' [WORD-UNKNOWN]"
}

@test "picks of words: what was offered, and a word that there is not" {
  scenario s.yaml <<'Y'
  - name: wrong
    ruleset: word
    options: {t: asked}
    given: {trump: spades, Ann.hand: [club], Ben.hand: [joker]}
    then: [{offers: {Ann: [call hearts, name club Ben spades, leave club, done]}}, {Ann: call spades, Ben: done}]
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 1 ]
  has "not offered to Ann: name club Ben spades" "offered to Ann, too: call clubs" \
    "Ben: [call hearts, call clubs, name joker Ann hearts, leave joker, done]"
  sed -i 's/Ann: call spades/Ann: call spaeds/' s.yaml
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "error: 'spaeds' is not a card, seat, action or word [PICK]" "did you mean 'spades'?"
  sed -i 's/Ann: call spaeds/Ann: "name joker #2"/' s.yaml
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "write '#2' after its card without a space [PICK]"
}

@test "luck is as strict as the picks" {
  scenario s.yaml <<'Y'
  - {name: none, at: night, given: {deck: [rock, coin, purse]}, then: [{expect: {at: work}}]}
  - {name: more, at: work, given: {Ann.hand: [coin]}, luck: [3], then: [{expect: {asks: Ann}}]}
  - {name: card, at: night, given: {deck: [rock, coin, purse]}, luck: [coin], then: [{expect: {at: work}}]}
  - {name: order, at: dawn, given: {deck: [], heap: [coin, rock]}, luck: [[coin, purse]], then: [{expect: {at: work}}]}
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 1 ]
  has "'luck' does not say how; 'luck: [...]' allows any result" "1 entries of 'luck' are left over" "a card that is not shuffled" \
    "luck, line 7: one of 2 is picked at random (a roll): a number from 1 to 2 is needed, not coin" "0 passed, 4 failed"
}

@test "luck for an order of seats by lot, and what is said of an entry that does not fit" {
  mkdir lot
  cat >lot/ruleset.yaml <<'Y'
cantrip: 1
title: Lot
players: 3
cards: {x: {}, y: {}, z: {}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, out: {as: pile, seen_by: all}}
counters: {n: {}, order: {per: player}}
phases:
  - {each: all, by: [random], phases: [{add: {n: 1}}, {set: {order: n}}]}
  - {name: end_of, phases: [{move: {cards: {zone: deck, random: 1}, to: out}}, {shuffle: {zone: deck}}]}
result: {score: order}
Y
  cat >lot/s.yaml <<'Y'
cantrip: 1
ruleset: lot
seats: [A, B, C]
scenarios:
  - {name: one, luck: [3, 2, ...], then: [{expect: {A.order: 1, B.order: 2, C.order: 3}}]}
  - {name: two, luck: [1, 1, ...], then: [{expect: {B.order: 1, C.order: 2, A.order: 3}}]}
  - {name: more, luck: [4, 1, ...], then: [{expect: {at: end}}]}
  - {name: card, luck: [3, [2x x, y], ...], then: [{expect: {at: end}}]}
  - {name: draw, at: end_of, luck: [1, ...], then: [{expect: {at: end}}]}
  - {name: list, at: end_of, luck: [x, y, ...], then: [{expect: {at: end}}]}
Y
  run "$CANTRIP" test lot/s.yaml
  [ "$status" -eq 1 ]
  has "luck, line 7: one of 3 is picked at random (an order of seats: the last one): a number from 1 to 3 is needed, not 4" \
    "luck, line 8: one of 2 is picked at random (an order of seats: the last one): a number from 1 to 2 is needed, not [2x x, y]" \
    "luck, line 9: a card is drawn: a card is needed, not 1" "luck, line 10: deck is shuffled: a list of cards is needed, not y" "2 passed, 4 failed"
}

@test "all misspellings of a file are told at once, with their places" {
  cat >s.yaml <<'Y'
cantrip: 1
ruleset: scenario
seats: [Ann, Ben]
scenarios:
  - name: typos
    at: nigth
    givn: {}
    given:
      Ann.hnd: [coin]
      Anne: {gold: 1}
      Ben.row: [coin donw, cion]
      Ben.gold: lots
    options: {pace: quick}
    then:
      - Anna: play coin
      - Ann: plya coin
      - expect: {Ann.gould: 2, result: wun}
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "s.yaml:6:9" "did you mean 'night'?" "s.yaml:7:5" "did you mean 'given'?" "s.yaml:9:7" \
    "did you mean 'hand'?" "did you mean 'Ann'?" "s.yaml:13:21" \
    "did you mean 'down'?" "did you mean 'coin'?" "a number is needed here, not 'lots'" \
    "did you mean 'play'?" "did you mean 'gold'?" "did you mean 'won'?"
}

@test "a name of a seat that is none is told as such, not as a seat too few; a number that is too great as such" {
  cat >seats.yaml <<'Y'
cantrip: 1
scenarios:
  - {name: twice, ruleset: fairytale, seats: [A, A], then: [{expect: {A.score: 0}}]}
  - {name: one, ruleset: wizard-quest, seats: [A, B], then: [{expect: {A.score: 0}}]}
  - {name: great, ruleset: fairytale, given: {round: 99999999999}, then: [{expect: {A.score: 0}}]}
Y
  CANTRIP_PATH=$ROOT/rulesets run "$CANTRIP" test seats.yaml
  [ "$status" -eq 2 ]
  has "two seats have the name 'A'" "this game has 1 players, not 2" "the number '99999999999' is out of range"
  lacks "not for 1 "
}

@test "what cannot be is an error: too many copies, an unknown ruleset, no scenarios" {
  scenario s.yaml <<'Y'
  - {name: many, at: work, given: {Ann.hand: [9x coin]}, then: [{expect: {asks: Ann}}]}
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "s.yaml:5:47" "the game has only so many 'coin': 4"
  sed -i 's/: scenario$/: scenari/' s.yaml
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "'scenari'"
  mkdir empty
  printf 'cantrip: 1\nruleset: scenario\nscenarios: []\n' >none.yaml
  for none in empty none.yaml; do
    run "$CANTRIP" test $none
    [ "$status" -eq 2 ]
    [ "$output" = "cantrip: test: $none: there are no scenarios" ]
  done
}

@test "a broken ruleset is told with its own errors" {
  mkdir -p rulesets/bad
  printf 'cantrip: 1\nplayers: 2\ncards: [{a: {}}]\nzones: {deck: {seen_by: nobdy}}\nphases: []\n' >rulesets/bad/ruleset.yaml
  printf 'cantrip: 1\nruleset: bad\nscenarios: [{name: x, then: [{expect: {asks: A}}]}]\n' >s.yaml
  run "$CANTRIP" test ./s.yaml
  [ "$status" -eq 2 ]
  has "bad/ruleset.yaml:4" "nobody"
}

@test "--json is JSON" {
  scenario s.yaml <<'Y'
  - {name: good, at: end, given: {Ann.gold: 1}, then: [{expect: {winners: Ann}}]}
  - {name: bad, at: end, given: {Ann.gold: 1}, then: [{expect: {winners: Ben}}]}
Y
  run "$CANTRIP" test s.yaml --json
  [ "$status" -eq 1 ]
  has '"passed": 1' '"failed": 1' '"name": "good"' '"line": 6' '"report":'
}

@test "the same bytes every time" {
  "$CANTRIP" test "$ROOT/tests/scenario" --verbose >a
  "$CANTRIP" test "$ROOT/tests/scenario" --verbose >b
  cmp a b
}

@test "a failed look says why it looks too early, or in vain" {
  cat >s.yaml <<'Y'
cantrip: 1
scenarios:
  - name: forced
    ruleset: fairytale
    seats: [Ann, Ben]
    at: play
    given: {Ann.hand: [ember-piper], Ben.hand: [reed-piper]}
    then: [{expect: {Ann.story: [ember-piper]}}]
  - name: trash
    ruleset: card-ring
    seats: [Ann, Ben]
    at: end
    then: [{expect: {trash: [minor-skill]}}]
  - name: lot
    ruleset: card-ring
    seats: [Ann, Ben]
    at: playing
    given: {Ann.hand: [], Ben.hand: []}
    then: [{expect: {at: turn}}]
Y
  CANTRIP_PATH="$ROOT/rulesets" run "$CANTRIP" test s.yaml
  [ "$status" -eq 1 ]
  has "nobody has a choice, but the game waits here. Write the pick as a line of \`then\`" \
    "cards put here leave the game (\`gone\`), so it is always empty" \
    "one of 2 is picked at random (an order of seats: the last one), but 'luck' does not say how"
}

@test "a game that does not start says why on one line, and where on the next" {
  mkdir -p game/scenarios
  cat >game/ruleset.yaml <<'Y'
cantrip: 1
players: {min: 2, max: 3}
cards: {ant: {}}
options: {n: {is: number, default: 1}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{copies: "1 // n"}]}}
requires: [{if: n < 10, says: too many}]
phases: [{shuffle: {zone: deck}}]
Y
  cat >game/scenarios/s.yaml <<'Y'
cantrip: 1
ruleset: game
seats: [Ann, Ben]
scenarios:
  - {name: many, options: {n: 11}, then: []}
  - {name: nought, options: {n: 0}, then: []}
Y
  run "$CANTRIP" check game
  [ "$status" -eq 2 ]
  has "cannot start like this: too many [REQUIRES] [START]" "division by zero [DIVISION-BY-ZERO] [START]" \
    "= at game/ruleset.yaml:5:"
  [[ "$output" != *'\x0A'* ]]
}

@test "test: a pick that was passed over for a forced one, and comes nowhere, says so and why" {
  mkdir -p "$BATS_TEST_TMPDIR/g/scenarios"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
title: Higher
players: 2
traits: {rank: {is: number}}
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, row: {as: row, seen_by: all}}
counters: {height: {}}
actions:
  lay: {card: {zone: hand, rank: {at_least: height + 1}}, do: [{move: {to: row}}, {set: {height: card.rank}}]}
  pass: {do: []}
phases: [{name: go, each: all, phases: [{choose: {any_of: [lay, pass]}}]}, {each: all, phases: [{choose: {card: {zone: hand}, do: []}}]}]
cards: [{"c{rank}": {for: {rank: [1, 2, 3]}}}]
Y
  cat >"$BATS_TEST_TMPDIR/g/scenarios/a.yaml" <<'Y'
cantrip: 1
ruleset: g
seats: [A, B]
scenarios:
  - {name: low, at: go, given: {A.hand: [c1, c2, c3], B.hand: [c1, c2]}, then: [{A: lay c3}, {B: lay c2}]}
  - {name: over, at: go, given: {A.hand: [c3], B.hand: [c2]}, then: [{A: lay c3}, {B: lay c2}]}
Y
  cd "$BATS_TEST_TMPDIR"
  run "$CANTRIP" test ./g
  [ "$status" = 1 ]
  has "before, B had one choice, not 'lay c2': pass" "needed is at least 4" "is one too many: the game is over"
  [ "$(grep -c "before, B had one choice, not 'lay c2': pass" <<<"$output")" = 2 ]
}

# bats test_tags=long
@test "a game is loaded once for all scenarios that bring the same cards: hundreds take no more memory than one" {
  cat >s.yaml <<Y
cantrip: 1
ruleset: $ROOT/rulesets/wizard-quest
scenarios:
  - name: n{n} m{m}
    for_each: {n: [$(seq -s, 31)], m: [$(seq -s, 31)]}
    cards: {spare: {name: Spare, copies: 0}}
    then: [{expect: {discard.count: 0}}]
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 0 ]
  has "961 passed"
  # what is wrong with them is told at each place
  printf 'cantrip: 1\nruleset: %s\nscenarios:\n%s%s' "$ROOT/rulesets/wizard-quest" "$(printf '  - {name: n%d, cards: {spare: {nome: x}}, then: [{expect: {at: end}}]}\n' 1 2)" $'\n' >s.yaml
  run "$CANTRIP" test s.yaml
  has "s.yaml:4:" "s.yaml:5:"
}

@test "starts: false: no such game may start; a game that starts fails, other keys beside it are an error" {
  cd "$BATS_TEST_TMPDIR"
  head='cantrip: 1\nruleset: %s\nscenarios:\n'
  # shellcheck disable=SC2059
  printf "$head  - {name: five, seats: 5, options: {expert: false}, starts: false}\n" "$ROOT/rulesets/fairytale" >s.yaml
  run -0 "$CANTRIP" test s.yaml
  sed -i 's/seats: 5/seats: 4/' s.yaml
  run -1 "$CANTRIP" test s.yaml
  has "the game starts"
  sed -i 's/starts: false/starts: false, at: start/' s.yaml
  run -2 "$CANTRIP" test s.yaml
  has "with 'starts: false' no game begins, so leave out 'at' [KEY-CONFLICT]"
  sed -i 's/starts: false, at: start/starts: 3/' s.yaml
  run -2 "$CANTRIP" test s.yaml
  has "'starts' is true or false [TYPE]"
}

@test "a key of the scenario within given, and a pick whose card stands behind its seat: what to write" {
  scenario s.yaml <<'Y'
  - {name: inside, given: {at: work, Ann.hand: [coin]}, then: [{Ann: coin}]}
  - {name: twice, at: work, given: {Ann.hand: [coin]}, then: [{Ann: Ann.coin}]}
Y
  run "$CANTRIP" test s.yaml
  [ "$status" -eq 2 ]
  has "s.yaml:5:28: error: 'at' is a key of the scenario. Write it beside 'given' and 'then', not in them" \
    "s.yaml:6:69: error: 'Ann' is a seat. Write the zone before the card, for example 'Ann.hand.coin', or 'coin' alone"
}

@test "all shipped games are tested in one go" {
  for g in "$ROOT"/rulesets/*/scenarios; do set -- "$@" "${g%/scenarios}"; done
  run "$CANTRIP" test "$@"
  [ "$status" -eq 0 ]
  [[ "$output" == *" passed, 0 failed" ]] && [ "${output%% *}" -gt 2000 ]
}
