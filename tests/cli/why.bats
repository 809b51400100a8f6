#!/usr/bin/env bats
# Why a card is not offered: `why` at the prompt, and scenarios whose pick is not offered.

load ../helper

# A game whose actions each refuse the rose for a reason of their own.
garden() {
  mkdir -p "$BATS_TEST_TMPDIR/garden"
  cat >"$BATS_TEST_TMPDIR/garden/ruleset.yaml" <<'YAML'
cantrip: 1
players: 2
traits:
  suit:  {one_of: [red, blue]}
  value: {is: number}
zones:
  bag:  {per: table, as: pile, seen_by: nobody, holds: [{}]}
  hand: {per: player, seen_by: owner}
  row:  {per: player, as: row, seen_by: all, down_seen_by: owner}
counters:
  gold:   {per: player}
  trump:  {is: suit, start: blue}
  marked: {per: card}
cards:
  - rose: {suit: red, value: 5}
    lily: {suit: red, value: 9}
    sage: {suit: blue, value: 2}
actions:
  grow:   {card: {zone: hand}}
  theirs: {card: {zone: row, of: others}}
  down:   {card: {zone: row, face: down}}
  blue:   {card: {zone: row, suit: blue}}
  trumps: {card: {zone: row, suit: trump}}
  cheap:  {card: {zone: row, value: {at_most: gold}}}
  notes:  {card: {zone: row, marked: 1}}
  rich:   {card: {zone: row, where: "it.value <= gold"}}
  either: {card: {zone: row, any: [{value: 1}, {value: 2}]}}
  but:    {card: {zone: row, except: {suit: red}}}
  best:   {card: {zone: row, most: value}}
  dear:   {card: {zone: row}, if: "card.value > 6"}
  pair:   {card: {zone: row}, target: {zone: row, value: {at_least: 9}}}
  alone:  {card: {zone: row}, target: {zone: hand}}
  amount: {card: {zone: row}, number: {from: 1, to: gold}}
  give:   {card: {zone: row}, seat: {where: gold > 3}}
phases:
  - deal: {who: all, from: bag, to: row, count: 3}
  - choose: {who: all, any_of: [grow, theirs, down, blue, trumps, cheap, notes, rich, either, but, best, dear, pair, alone, amount, give]}
YAML
}

# The answers of a game to what is typed, from the first prompt on.
typed() { # typed RULESET FLAGS...  <<<LINES
  "$CANTRIP" play "$@" --bots random --seat 0=human | sed -n '/^> /,$p' | sed 's/^> //'
}

@test "why tells the first key, slot or condition that stands against a card, action by action" {
  garden
  cd "$BATS_TEST_TMPDIR"
  typed ./garden --seed 1 >said <<<$'why rose\nquit'
  grep -v '^    ' said >reasons
  diff - reasons <<'TEXT'
why rose
rose, own row:
  grow: it is in row; cards may be chosen from hand
  theirs: it belongs to a player whose cards cannot be chosen
  down: it is face up
  blue: only another kind of card is possible
  trumps: its suit: needed is blue
  cheap: its value is 5; needed is at most 0
  notes: its marked is 0; needed is 1
  rich: its `where` does not hold
  either: it is in none of `any`
  but: it is in `except`
  best: most, least, one_of_each, first or last take other cards
  dear: the `if` does not hold
  pair: it is offered; a pick names card, target
  alone: there is no target to choose with it
  amount: there is no number to choose with it
  give: there is no seat to choose with it
quit
stopped; --seed 1 deals the same game again
TEXT
  # The line stands where it comes nearest.
  run cat said
  has 'garden/ruleset.yaml:24 | cheap:  {card: {zone: row, value: {at_most: gold}}}' \
    'garden/ruleset.yaml:32 | alone:'
  lacks ':19 | grow' ':22 | blue'
}

@test "what is second may be asked about, too" {
  garden
  cd "$BATS_TEST_TMPDIR"
  run typed ./garden --seed 1 <<<$'why sage\nquit'
  has 'pair: it is offered; a pick names card, target'
  sed -i 's/  pair: .*/  pair:   {card: {zone: row, suit: red}, target: {zone: row, value: {at_least: card.value}}}/' garden/ruleset.yaml
  run typed ./garden --seed 1 <<<$'why sage\nquit'
  has 'pair: as target, its value is 2; needed is at least 5'
}

@test "a card that he does not see is nowhere in sight, whoever holds it" {
  # Bob's hand and the deck: he may not learn which.
  run typed fairytale --seats 2 --seed 3 <<<$'why werewolf\nwhy vampire\nwhy demon\nwhy pale rider\nwhy grave keeper\nquit'
  [ "$status" -eq 0 ]
  [ "$(grep -c 'is nowhere in sight' <<<"$output")" -ge 3 ]
  lacks "Bob's hand" "deck"
  run typed fairytale --seats 2 --seed 3 <<<$'why\nwhy nonsense\nquit'
  has 'why NAME' "has no card 'nonsense'"
}

@test "a scenario whose pick is not offered says why, of the action that it names" {
  cat >"$BATS_TEST_TMPDIR/cast.yaml" <<'YAML'
cantrip: 1
ruleset: wizard-quest
seats: [A]
scenarios:
  - name: too dear
    at: turn
    given: {tableau: [d-9, d-2, c-6, s-3], mana: 3}
    then:
      - pick: cast d-9 c-6
YAML
  run "$CANTRIP" test "$BATS_TEST_TMPDIR/cast.yaml"
  [ "$status" -eq 1 ]
  has "'cast d-9 c-6' is not offered" 'cast: its value is 9; needed is at most 3' \
    'rulesets/wizard-quest/ruleset.yaml:106 | card: {suit: diamonds, value: {at_most: purse}}' \
    'cast: as target, its value is 6; needed is at most 2'
  lacks 'gain: ' 'fizzle: '
}

@test "a pick by an action that is not asked for now is told so" {
  cat >"$BATS_TEST_TMPDIR/early.yaml" <<'YAML'
cantrip: 1
ruleset: early
seats: [A]
scenarios:
  - name: too early
    then:
      - pick: sell b
YAML
  mkdir -p "$BATS_TEST_TMPDIR/early"
  cat >"$BATS_TEST_TMPDIR/early/ruleset.yaml" <<'YAML'
cantrip: 1
players: 1
cards: [{a: {}, b: {}}]
zones: {row: {as: row, seen_by: all, holds: [{}]}}
field: {zone: row}
actions:
  buy:  {card: {zone: row}}
  sell: {card: {zone: row}}
phases:
  - choose: {any_of: [buy]}
  - choose: {any_of: [sell]}
YAML
  run "$CANTRIP" test "$BATS_TEST_TMPDIR/early.yaml"
  [ "$status" -eq 1 ]
  has "'sell b' is not offered" "b, row:" "the open choice is not about it"
}

@test "an action without cards is explained, at the prompt and in a scenario" {
  mkdir -p "$BATS_TEST_TMPDIR/calls/scenarios"
  cd "$BATS_TEST_TMPDIR"
  cat >calls/ruleset.yaml <<'YAML'
cantrip: 1
players: 2
cards: [{a: {}}]
zones: {row: {as: row, seen_by: all, holds: [{}]}}
counters: {gold: {per: player}}
actions:
  double: {if: gold > 3, do: []}
  pay:    {number: {from: 1, to: gold}, do: []}
  mark:   {card: {zone: row}, do: []}
  pass:   {do: []}
  late:   {do: []}
phases:
  - {each: all, phases: [{choose: {any_of: [double, pay, mark, pass]}}]}
  - {each: all, phases: [{choose: {any_of: [late, pass]}}]}
YAML
  cat >calls/scenarios/s.yaml <<'YAML'
cantrip: 1
ruleset: calls
seats: [A, B]
scenarios: [{name: too poor, then: [{A: double}]}]
YAML
  run typed ./calls --seed 1 <<<$'why double\nwhy pay\nwhy mark\nwhy late\ntable\nquit'
  has $'double:\n  the `if` does not hold\n' 'calls/ruleset.yaml:7 | double: {if: gold > 3' \
    $'pay:\n  there is no number to choose with it\n' $'mark:\n  it is offered\n' \
    $'late:\n  the open choice is not about it\n'
  run "$CANTRIP" test calls
  [ "$status" -eq 1 ]
  has "'double' is not offered" 'the `if` does not hold' 'ruleset.yaml:7 | double'
}

@test "a script's question is asked about as well" {
  cat >"$BATS_TEST_TMPDIR/open.yaml" <<'YAML'
cantrip: 1
ruleset: fairytale
seats: [A, B]
scenarios:
  - name: what lies face up is not opened
    at: play
    given:
      A.story: [dragons-lair, sky-dance-dragon down, ember-piper down]
      A.hand: [valley-beacon, homesteaders, homesteaders]
      B.hand: [homesteaders, homesteaders, homesteaders]
    then:
      - {A: valley-beacon}
      - {A: dragons-lair}
YAML
  run "$CANTRIP" test "$BATS_TEST_TMPDIR/open.yaml"
  [ "$status" -eq 1 ]
  has "'dragons-lair' is not offered" "Dragon's Lair, own story:" 'it is face up'
}

@test "a pick that lacks a part of its action is told what it names" {
  mkdir -p "$BATS_TEST_TMPDIR/hits/scenarios"
  cat >"$BATS_TEST_TMPDIR/hits/ruleset.yaml" <<'YAML'
cantrip: 1
players: 2
zones:
  hand: {per: player, seen_by: owner, holds: [{}]}
  away: {as: pile, seen_by: all}
actions:
  hit: {card: {zone: hand, card: a}, target: {zone: hand}, seat: others, number: {from: 1, to: 2}, do: [{move: {cards: [card, target], to: away}}]}
  lay: {card: {zone: hand, card: b}, do: [{move: {to: away}}]}
phases: [{choose: {who: all, any_of: [hit, lay]}}]
cards: {a: {}, b: {}}
YAML
  cat >"$BATS_TEST_TMPDIR/hits/scenarios/s.yaml" <<'YAML'
cantrip: 1
ruleset: hits
seats: [A, B]
scenarios:
  - {name: without a target, then: [{A: hit a}]}
YAML
  run "$CANTRIP" test "$BATS_TEST_TMPDIR/hits"
  [ "$status" -eq 1 ]
  has 'hit: it is offered; a pick names card, target, seat, number'
  sed -i 's/{A: hit a}/{A: lay b b}/' "$BATS_TEST_TMPDIR/hits/scenarios/s.yaml"
  run "$CANTRIP" test "$BATS_TEST_TMPDIR/hits"
  [ "$status" -eq 2 ]
  has "s.yaml:5:41" "'b' is one part too many: the action 'lay' takes 1 part"
}

@test "an action that takes no card says nothing of one, where others take some" {
  mkdir "$BATS_TEST_TMPDIR/draws"
  cat >"$BATS_TEST_TMPDIR/draws/ruleset.yaml" <<'YAML'
cantrip: 1
players: 1
cards: [{rose: {copies: 2}, lily: {copies: 2}}]
zones:
  deck: {as: pile, seen_by: nobody, holds: [{card: lily}]}
  hand: {per: player, seen_by: owner, holds: [{card: rose}]}
  heap: {as: pile, seen_by: all, holds: [{card: lily, copies: 1}]}
phases:
  - choose: {who: all, any_of: [{draw: {do: [{deal: {from: deck, to: hand}}]}}, {take: {card: {zone: heap}, do: [{move: {to: hand, of: you}}]}}]}
YAML
  run bash -c 'echo "why rose" | "$1" play "$2" --bots human --plain' _ "$CANTRIP" "$BATS_TEST_TMPDIR/draws"
  [[ "$output" = *"take: it is in hand"* ]]
  [[ "$output" != *"not among the choices"* ]]
}

@test "where no action takes a card, why says so once; a long line of the rules ends where it is cut" {
  garden
  cd "$BATS_TEST_TMPDIR"
  sed -i 's/any_of: .*/any_of: [rest, toil]}/; s/^actions:/&\n  rest: {says: rest}\n  toil: {number: {from: 1, to: 3}}/; s/holds: \[{}\]/holds: [{copies: 2}]/' garden/ruleset.yaml
  sed -i 's/count: 3}/count: 6}/' garden/ruleset.yaml
  run typed ./garden --seed 1 <<<$'why rose\nquit'
  [ "${lines[1]}" = "rose: the open choice is not about cards" ]
  [[ ${lines[2]} == quit ]]
  sed -i "s/any_of: .*/any_of: [cheap, rest, toil]}/; s/^  cheap: .*/  cheap: {card: {zone: row, value: {at_most: $(printf 'gold + %.0s' {1..20})gold}}}/" garden/ruleset.yaml
  run "$CANTRIP" play ./garden --bots random --seat 0=human --seed 1 <<<$'why lily\nquit'
  [[ $output == *"gold + gold"*…* ]]
}

@test "a target that falls away is not what stands against a card" {
  garden
  cd "$BATS_TEST_TMPDIR"
  sed -i '/^actions:/,/^phases:/{/^  [a-z]*:/d}; s/^actions:/actions:\n  shoot: {card: {zone: row}, target: {zone: hand, if: card.value > 6}, if: target.value > 3}\n  rest: {number: {from: 1, to: 2}}/
    s/any_of: \[.*\]/any_of: [shoot, rest]/' garden/ruleset.yaml
  run typed ./garden --seed 1 <<<$'why rose\nwhy lily\nquit'
  echo "$output"
  has '  shoot: the `if` does not hold' '  shoot: there is no target to choose with it'
}
