#!/usr/bin/env bats
# `cantrip tune`: a number of a card is tried, value by value.

load ../helper

# row VALUE: what is told of it
row() {
  grep -E "^$1( \\*)? " <<<"$output" | tr -s ' ' | sed 's/ \*//' | cut -d' ' -f2-
}

# of CARD: what `sim --cards` tells of it, in $sim
sim_of() {
  sim=$("$CANTRIP" sim "$2" --cards keep_one --games 400 --seed 7 --seats 4 | grep "^$1 " | sed "s/^$1 *//" | tr -s ' ')
}

@test "tune: the value that the file has is the game as it is, another is the game with that number written" {
  run "$CANTRIP" tune fairytale werewolf.points=2..4 --games 400 --seed 7 --seats 4
  [ "$status" -eq 0 ]
  has "points of Werewolf, keep_one, 400 games for each value, seed 7" "3 * " "* as it is"
  sim_of Werewolf fairytale
  [ -n "$sim" ] && [ "$(row 3)" = "$sim" ]
  mkdir "$BATS_TEST_TMPDIR/mine"
  printf 'cantrip: 1\nextends: fairytale\ncards: [fairytale, {werewolf: {points: 4}}]\n' >"$BATS_TEST_TMPDIR/mine/ruleset.yaml"
  sim_of Werewolf "$BATS_TEST_TMPDIR/mine"
  [ "$(row 4)" = "$sim" ]
  run "$CANTRIP" tune fairytale werewolf.points=4 --games 20 --seed 7
  has "In the ruleset it has 3."
  lacks "* as it is"
  run "$CANTRIP" tune fairytale werewolf.points=2..4 --games 400 --seed 7 --seats 4
  cp "$ROOT/cards/fairytale/shadow.yaml" "$BATS_TEST_TMPDIR/before"
  local two=$output
  run "$CANTRIP" tune fairytale werewolf.points=2..4 --games 400 --seed 7 --seats 4 --jobs 3
  [ "$output" = "$two" ]
  cmp "$ROOT/cards/fairytale/shadow.yaml" "$BATS_TEST_TMPDIR/before"
}

@test "tune: a number that a card has by like, or not at all, is its own for the while; that of a model is not tried" {
  run "$CANTRIP" tune fairytale mushroom-ring.points=0,1 --games 200 --seed 7
  [ "$status" -eq 0 ]
  has "points of Mushroom Ring" "1 * "
  run "$CANTRIP" tune fairytale valley-beacon.points=0,2 --games 20
  [ "$status" -eq 2 ]
  has "tune: '" "' is shared with other cards"
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
title: Ants
players: 2
cards: [{ant: {copies: 8, worth: 3}, "bee": {}, cat: {worth: {count: {zone: hand}}}, cow: {worth: "1"}, dog: {worth: 9},
         "e{worth}": {for: {worth: [1, 2]}}, "f{n}": {for: {n: [1, 2]}, x-n: "{n}", worth: 4}}]
traits: {worth: {is: number, default: 2}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}, hand: {per: player, seen_by: owner}, kept: {per: player, seen_by: owner}}
phases:
  - {deal: {who: all, from: deck, to: hand, count: 3}}
  - {choose: {who: all, together: true, card: {zone: hand}, do: [{move: {to: kept}}]}}
result: {score: {sum: worth, cards: {zone: kept}}}
Y
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" bee.worth=0..9 --games 2000 --seed 3
  [ "$status" -eq 0 ]
  has "worth of bee" "2 * " "Its gain is 0 at about"
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" bee.copies=1..3 --games 100 --seed 3
  has "1 * "
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" cow.worth=1,2 --games 100 --seed 3
  has "1 * "
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" dog.worth=7..9 --games 300 --seed 3
  has "None of these values makes its gain 0: it gains with each."
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" bee.worth=8..9 --games 20 --seed 1
  has "With all of these values its gain may be 0. Play more games"
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" bee.worth=3,6 --games 100 --seed 3
  has "With 1 of these 2 values its gain may be 0."
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" cat.worth=1 --games 100
  [ "$status" -eq 2 ]
  has "is not a plain number in the files"
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" e1.worth=1,3 --games 100
  has "worth of e1" "1 * "
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" f1.worth=3,4 --games 100
  [ "$status" -eq 2 ]
  has "is shared with other cards"
}

@test "tune: what is no card, no number, no values" {
  run "$CANTRIP" tune fairytale warewolf.points=1
  [ "$status" -eq 2 ]
  has "no card 'warewolf'; did you mean 'werewolf'?"
  run "$CANTRIP" tune fairytale
  [ "$status" -eq 2 ]
  has "tune: RULESET CARD.FIELD=VALUES is missing"
  run "$CANTRIP" tune fairytale werewolf.pionts=1
  has "no card has a number 'pionts'; did you mean 'points'?"
  run "$CANTRIP" tune fairytale werewolf.faction=1
  has "no card has a number 'faction'"
  run "$CANTRIP" tune fairytale werewolf.effects=1..3
  [ "$status" -eq 2 ]
  has "'effects' is a list of effects." "write {VERB: this.TRAIT} there, and tune the trait"
  local what
  for what in werewolf werewolf.points werewolf=1 .points=1 werewolf.points= werewolf.points=1,,2 \
    werewolf.points=1,1 werewolf.points=1..25 werewolf.points=1, werewolf.points=x werewolf.points=99999999999; do
    run "$CANTRIP" tune fairytale "$what"
    [ "$status" -eq 2 ] || { echo "$what"; false; }
    has "write CARD.FIELD=VALUES"
  done
  run "$CANTRIP" tune fairytale werewolf.points=5..2
  [ "$status" -eq 2 ]
  [ "$output" = "cantrip: tune: 'werewolf.points=5..2': write the smaller number first: 2..5" ]
  run "$CANTRIP" tune fairytale werewolf.points=1 --cards keep_won
  [ "$status" -eq 2 ]
  has "did you mean 'keep_one'?"
  run "$CANTRIP" tune fairytale werewolf.copies=30000 --games 10
  [ "$status" -eq 2 ]
  has "with werewolf.copies = 30000 the game cannot be loaded"
}

@test "tune --json" {
  run "$CANTRIP" tune fairytale werewolf.points=1,5 --games 300 --seed 7 --json
  [ "$status" -eq 0 ]
  jq -e '.card == "werewolf" and .field == "points" and .kind == "keep_one" and .games == 300 and (.values | length) == 2
    and .values[0].value == 1 and .values[0].is == false and .values[1].gain.mean > .values[0].gain.mean and .even.mean > 1 and .even.mean < 5' <<<"$output"
}

@test "tune: a place is found behind a byte order mark and between the lines of another system; where there is none, that is said" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  printf '\xef\xbb\xbfcards: [{ant: {worth: 3, copies: 3}}, cards.yaml]\r\n' >"$BATS_TEST_TMPDIR/g/ruleset.yaml"
  cat >>"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
title: Ants
players: 2
traits: {worth: {is: number, default: 2}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}, hand: {per: player, seen_by: owner}}
phases:
  - {deal: {who: all, from: deck, to: hand, count: 2}}
  - {choose: {who: all, together: true, card: {zone: hand}}}
result: {score: {sum: worth, cards: {zone: hand}}}
Y
  printf 'cantrip: 1\r\ncards:\r\n  bee:\r\n\r\n    # so many\r\n\r\n    copies: 2\r\n  cat: &cat {copies: 1}\r\n' >"$BATS_TEST_TMPDIR/g/cards.yaml"
  local what
  for what in ant.worth bee.worth cat.copies; do
    run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" $what=1..3 --games 20 --seed 3
    [ "$status" -eq 0 ]
    has "* as it is"
  done
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" cat.worth=1..3 --games 20
  [ "$status" -eq 2 ]
  has "found no place to change 'worth' of 'cat'"
}

@test "tune: a share of the win is not compared with points" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
title: Alone
players: 1
traits: {worth: {is: number, default: 0}, more: {is: number, default: 0}}
counters: {gold: {per: player}, sum: {per: player}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}, hand: {per: player, seen_by: owner}}
phases:
  - {deal: {who: all, from: deck, to: hand, count: 3}}
  - {choose: {who: all, card: {zone: hand}, do: [{add: {gold: card.worth, sum: card.more}}]}}
  - {finish: {because: {rich: {players: {where: gold >= 4}}}, won: all}}
  - {finish: {because: {poor: 'true'}, lost: all}}
words: {rich: Rich, poor: Poor}
result: {score: sum}
cards: [{ant: {worth: 3, copies: 3}, bee: {more: 5, copies: 3}}]
Y
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" ant.worth=1..3 --games 200 --seed 3
  [ "$status" -eq 2 ]
  has "'ant' gains the same with each of these values of 'worth'. Try other values, or more, copies"
  sed -i 's/worth: 3, copies/worth: 3, more: 1, copies/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" ant.more=1..3 --games 200 --seed 3
  has "None of these values makes its gain 0: it loses with each."
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" ant.worth=3,4 --games 200 --seed 3
  has "The gain of too few values is known"
}

@test "tune: a game that fails is told with the value that it fails with, a kind of choice that there is none of by its own name" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
title: Ants
players: 2
traits: {worth: {is: number}}
counters: {gold: {per: player}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, hand: {per: player, seen_by: owner}}
phases:
  - {deal: {who: all, from: deck, to: hand, count: 2}}
  - {choose: {who: all, card: {zone: hand}, do: [{add: {gold: 6 // card.worth}}]}}
result: {score: gold}
cards: [{ant: {worth: 3, copies: 2}, bee: {worth: 2, copies: 2}}]
Y
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" ant.worth=0..1 --games 20 --seed 3
  [ "$status" -eq 2 ]
  has "tune: with ant.worth = 0: game " "division by zero"
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" ant.worth=1..2 --cards buy
  [ "$status" -eq 2 ]
  has "tune: --cards 'buy' is not a kind of choice of g"
}

# Two cards of four are dealt; one is laid, then the other. Who passes the ace lays it next.
@test "tune: a card that is the seat's own already is told by having it; a kind of choice without it is refused, and which tell it is said" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
title: Aces
players: 2
traits: {worth: {is: number}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}, hand: {per: player, seen_by: owner}, laid: {per: player, seen_by: all}}
phases:
  - {deal: {who: all, from: deck, to: hand, count: 3}}
  - {choose: {who: all, times: 2, prompt: lay, card: {zone: hand}, do: [{move: {to: laid}}]}}
  - {choose: {who: all, may: true, prompt: praise, card: {zone: laid, worth: 3}, do: [{set: {praised: 1}}]}}
counters: {praised: {per: player}}
words: {lay: Lay, praise: Praise}
result: {score: {sum: worth, cards: {zone: [hand, laid]}}, tied: share}
cards: [{ace: {worth: 5}, a: {worth: 3}, b: {worth: 3}, c: {worth: 3}, d: {worth: 3}, e: {worth: 3}, f: {worth: 3}, g: {worth: 3}}]
Y
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" ace.worth=1..5 --games 2000 --seed 3 --json
  [ "$status" -eq 0 ]
  # even is what all others are worth, and each point more is a point more: whoever picks it first
  jq -e '.kind == "lay" and .having and (.even.mean - 3 | fabs) < 0.2 and ([.values[].points.mean] as $p |
    all(range(4); ($p[. + 1] - $p[.] - 1 | fabs) < 1e-5))' <<<"$output"
  run "$CANTRIP" tune "$BATS_TEST_TMPDIR/g" ace.worth=1,5 --games 100 --seed 3 --cards praise
  [ "$status" -eq 2 ]
  has "'ace' is never offered in 'praise', so its worth there is unknown; it is offered in lay"
}
