# told.bats - what a step's own `says` tells: a line, or none; and how a fact is told that leaves several cards.
load ../helper

setup() {
  mkdir -p "$BATS_TEST_TMPDIR/claim"
  cat >"$BATS_TEST_TMPDIR/claim/ruleset.yaml" <<'Y'
cantrip: 1
title: Claim
players: 2
traits: {role: {one_of: {duke: {says: Duke}, page: {says: Page}, monk: {says: Monk}, cook: {says: Cook}}}}
zones:
  hand:  {per: player, seen_by: owner, holds: [{}]}
  table: {as: row, seen_by: all}
cards:
  - duke: {name: Duke, role: duke}
    page: {name: Page, role: page}
    monk: {name: Monk, role: monk}
    cook: {name: Cook, role: cook}
phases:
  - {each: all, phases: [{move: {cards: {zone: hand, role: duke}, to: table, says: SAYS}}]}
  - {each: all, phases: [{tell: {cards: {zone: hand}, are_not: {role: duke}TOLD}}]}
Y
  cd "$BATS_TEST_TMPDIR" || return 1
}

# says SAYS TOLD: the game with them, told
says() {
  sed -i "s/SAYS/$1/; s/TOLD/$2/" claim/ruleset.yaml
  run "$CANTRIP" play ./claim --bots random --seed 1
}

@test "the order of an 'each' over cards is for all to see, so its 'by' asks for nothing hidden" {
  mkdir "$BATS_TEST_TMPDIR/order"
  cat >"$BATS_TEST_TMPDIR/order/ruleset.yaml" <<'E'
cantrip: 1
title: Order
players: 2
cards:
  - "n{rank}": {for: {rank: [1, 2, 3, 4]}}
traits: {rank: {is: number}}
counters: {gold: {per: player}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
  heap: {as: row, seen_by: all}
phases:
  - deal: {who: all, from: deck, to: hand, count: 2}
  - {each: {cards: {zone: hand, of: all}}, by: [card.rank], do: [{move: {to: heap}}]}
result: {score: gold}
E
  run "$CANTRIP" sim "$BATS_TEST_TMPDIR/order" --games 1
  [ "$status" -eq 2 ]
  has "[HIDDEN-FILTER]" "ruleset.yaml:14:12"
  sed -i 's/by: .card.rank./by: [card.owner.gold]/' "$BATS_TEST_TMPDIR/order/ruleset.yaml"
  run "$CANTRIP" check --deep "$BATS_TEST_TMPDIR/order"
  [ "$status" -eq 0 ]
}

@test "says: none leaves the line of a move and of a fact out" {
  says none ', says: none'
  [ "$status" -eq 0 ]
  [[ $output != *None* ]]
  [ "$(sed -n '/^Alice (random)/,/^\(Table\|Alice\)$/p' <<<"$output" | grep -c '^ ')" -eq 0 ]
}

@test "a card that is not one of several is told as what it is not" {
  says '"{who} {who:show|shows} {cards}."' ''
  [[ $output == *"Alice shows Duke."* ]]
  [[ $output == *"3 cards of Alice's hand: not Duke."* ]]
}

@test "one card that has a number of its own is told by its name" {
  sed -i 's/^traits: {/traits: {rank: {is: number}, /; s/monk: {name/monk: {rank: 3, name/; s/role: monk}/role: cook}/' claim/ruleset.yaml
  sed -i 's/cards: {zone: hand}, are_not: {role: duke}/cards: {zone: hand, rank: 3}, are: {rank: 3}/' claim/ruleset.yaml
  says none ''
  [[ $output == *"One of the cards in Alice's hand: Monk."* ]]
}

# cards TELL: what is told of three hidden suits of five ranks, by it
cards() {
  mkdir -p suits
  cat >suits/ruleset.yaml <<Y
cantrip: 1
players: 1
languages: [en, fr]
cards:
  - {"red{r}": {for: {r: [1, 2, 3, 4, 5]}, suit: red, rank: "{r}"}}
  - {"blue{r}": {for: {r: [1, 2, 3, 4, 5]}, suit: blue, rank: "{r}"}}
  - {"green{r}": {for: {r: [1, 2, 3, 4, 5]}, suit: green, rank: "{r}"}}
  - {tall: {suit: red, shape: long, rank: 1}, stick: {suit: blue, shape: long, rank: 2}, pole: {suit: red, shape: long, rank: 3}}
  - {spare: {copies: 0, suit: green, rank: 5}}
traits: {suit: {one_of: [red, blue, green]}, rank: {is: number}, shape: {one_of: [flat, long], default: flat}}
zones: {pile: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}, dark: {seen_by: nobody, holds: [{card: red4}]}}
phases: [{tell: {cards: {zone: dark}, $1}}]
Y
  run "$CANTRIP" play ./suits --bots random --seed 1 "${@:2}"
}

@test "a fact of two traits is told by both, one of a number's bounds by these" {
  cards 'are_not: {suit: green, rank: {at_most: 3}}'
  [[ $output == *": not green of rank at most 3."* ]] || { echo "$output"; false; }
  cards 'are_not: {suit: green, rank: {at_most: 3}}' --lang fr
  [[ $output == *" : pas green de rank au plus 3."* ]] || { echo "$output"; false; }
  cards 'are: {suit: red, rank: {at_least: 3}}'
  [[ $output == *": red of rank at least 3."* ]] || { echo "$output"; false; }
  cards 'are: {rank: {at_least: 3}}'
  [[ $output == *": rank at least 3."* ]] || { echo "$output"; false; }
  cards 'are: {suit: red, rank: [2, 3, 4]}'
  [[ $output == *": red of rank 2 to 4."* ]] || { echo "$output"; false; }
  cards 'are_not: {shape: long, suit: red}'
  [[ $output == *": not both red and long."* ]] || { echo "$output"; false; }
}

@test "where one card lies, its place in a row is not told" {
  cards 'are_not: {suit: green}'
  sed -i 's/dark: {seen_by/dark: {as: row, seen_by/' suits/ruleset.yaml
  run "$CANTRIP" play ./suits --bots random --seed 1
  [[ $output == *"The dark: not green."* ]] || { echo "$output"; false; }
}

@test "of many cards of a fact those are counted that are in the game" {
  cards 'are: {any: [{suit: red, rank: 4}, {suit: [blue, green], rank: [1, 3, 5]}]}'
  [[ $output == *": one of 7 cards."* ]] || { echo "$output"; false; }
}

@test "a step with words of its own is one line, also of cards from two zones; two steps are two" {
  mkdir -p catch
  cat >catch/ruleset.yaml <<'Y'
cantrip: 1
players: 2
cards: [{ant: {copies: 9}, bee: {copies: 9}}]
zones:
  hand: {per: player, seen_by: owner, holds: [{card: ant, copies: 2}]}
  line: {as: row, seen_by: all, holds: [{card: bee, copies: 4}]}
  taken: {per: player, seen_by: all}
actions:
  catch:
    says: none
    card: {zone: hand}
    target: {zone: line, first: 1}
    do: [{move: {cards: [card, target], to: taken, of: you, says: "{who} {who:capture|captures} {cards}."}}]
phases:
  - each: all
    phases: [{choose: {any_of: [catch]}}]
  - each: all
    phases: [{choose: {any_of: [catch]}}]
Y
  run "$CANTRIP" play ./catch --bots random --seed 1
  [ "$(grep -c 'captures ant, bee\.' <<<"$output")" -eq 4 ] || { echo "$output"; false; }
  [ "$(grep -c 'captures' <<<"$output")" -eq 4 ]
}

@test "what is shown to all persons is told by name to who only watches, and to who share a screen" {
  cat >shown.yaml <<'Y'
cantrip: 1
players: 3
cards: {ant: {name: Ant, copies: 6}}
zones:
  hand: {per: player, seen_by: owner, holds: [{copies: 1}], says: hand}
  brow: {per: player, seen_by: others, holds: [{copies: 1}], says: brow}
phases:
  - each: all
    phases:
      - show: {to: TO, cards: {zone: ZONE}}
Y
  while read -r to zone said; do
    mkdir -p "$to-$zone"
    sed "s/TO/$to/; s/ZONE/$zone/" shown.yaml >"$to-$zone/ruleset.yaml"
    run "$CANTRIP" play "./$to-$zone" --bots random --as spectator --seed 1
    [ "$status" -eq 0 ]
    echo "$to $zone: $output"
    [[ $output == *"$said"* ]]
  done <<'SHOWN'
all hand Alice shows Ant to everyone.
others hand Alice shows Ant to everyone
you brow Alice is shown Ant
left hand Alice shows a card to Bob.
SHOWN
}

@test "places that follow each other are told as a range, and no fact twice in a row" {
  mkdir -p row
  cat >row/ruleset.yaml <<'Y'
cantrip: 1
players: 2
cards: ["c{n}": {for: {n: [1, 2, 3, 4, 5, 6, 7, 8, 9]}}]
traits: {kind: {one_of: [a, b]}}
counters: {n: {}}
zones:
  row: {as: row, seen_by: nobody, holds: [{}], says: row}
  hand: {per: player, seen_by: owner, holds: [{card: [c1, c2]}], says: hand}
phases:
  - tell: {cards: {zone: row, card: [c1, c2, c4, c5, c6, c8]}, are_not: {card: c9}}
  - choose: {who: all, card: {zone: hand}, do: [{tell: {cards: {zone: row, card: [c1, c8, c7, c6]}, are_not: {card: c9}}}]}
Y
  run "$CANTRIP" play ./row --bots random --seed 1
  [[ $output == *"Cards 1, 2, 4–6 and 8 of the row: not c9."* ]]
  [ "$(grep -c 'Cards 1 and 6–8 of the row: not c9.' <<<"$output")" -eq 1 ]
  sed -i 's/c9}}}\]/c9}}}, {add: {n: 1}}]/' row/ruleset.yaml
  run "$CANTRIP" play ./row --bots random --seed 1
  [ "$(grep -c 'Cards 1 and 6–8 of the row: not c9.' <<<"$output")" -eq 2 ]
}
