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

@test "says: none leaves the line of a move and of a fact out" {
  says none ', says: none'
  [ "$status" -eq 0 ]
  [[ $output != *None* ]]
  [ "$(sed -n '/^Alice (random)/,/^Table/p' <<<"$output" | grep -c '^ ')" -eq 0 ]
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
  [[ $output == *"1 card of Alice's hand: Monk."* ]]
}
