#!/usr/bin/env bats
# What the log says of effects that come to nothing, and of whose cards were turned.

load ../helper

game() {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cd "$BATS_TEST_TMPDIR"
  cat >g/ruleset.yaml
}

@test "log: an effect that found nothing to act on says so; one that may leave something unseen does not" {
  game <<'Y'
cantrip: 1
players: 2
title: Pond
languages: [en]
scripts: [g.lua]
traits: {effects: {is: effects}, late: {is: effects}}
zones: {row: {as: row, seen_by: all, holds: [{}]}, heap: {seen_by: all}}
counters: {note: {says: none}}
verbs:
  sink:  {says: sink,  do: [{move: {cards: {zone: row, card: [rock]}, to: heap}}]}
  jot:   {says: jot,   do: [{set: {note: 1}}]}
  heave: {says: heave}
  chalk: {says: chalk}
  lift:  {says: lift}
  stir:  {says: stir, do: [{trigger: {list: late, cards: {zone: row}}}]}
  wake:  {says: wake}
  dip:   {says: dip, do: [dredge]}
steps: {dredge: {do: [{turn: {cards: {zone: row, card: [rock]}, face: down}}]}}
phases:
  - trigger: {list: effects, cards: {zone: row}}
cards:
  pike: {name: Pike, effects: [sink]}
  carp: {name: Carp, effects: [jot]}
  eel:  {name: Eel, effects: [{when: {move: heap}, lasts: game, says: lurk, do: [{set: {note: 2}}]}]}
  crab: {name: Crab, effects: [heave]}
  cod:  {name: Cod, effects: [chalk]}
  perch: {name: Perch, effects: [dip]}
  tench: {name: Tench, effects: [lift]}
  ray:  {name: Ray, effects: [stir]}
  dace: {name: Dace, effects: [wake], late: [{shuffle: {zone: heap}}]}
  rock: {name: Rock, copies: 0}
Y
  cat >g/g.lua <<'L'
local rocks = sel{zone = "row", card = {"rock"}}
local tenches = sel{zone = "row", card = {"tench"}}
effect.heave = function(g) g:move(rocks(), "heap") end
effect.chalk = function(g) g:set("note", 3) end
effect.wake = function(g) g:trigger("late", rocks()) end
effect.lift = function(g) g:move(tenches(), "heap") end
L
  run "$CANTRIP" play g --seed 1 --bots random
  [ "$status" = 0 ]
  has "Pike: Sink (to no effect)."
  has "Crab: Heave (to no effect)."
  has "Perch: Dip (to no effect)."
  has "Carp: Jot."
  has "Ray: Stir."
  has "Dace: Wake."
  has "Eel: Lurk."
  has "Cod: Chalk."
  has "Tench, from row to heap (effect of Tench)."
  lacks "Tench: "
}

@test "log: two passes in a row tell who looks on all that came to them" {
  game <<'Y'
cantrip: 1
title: Passes
players: 3
traits: {rank: {is: number}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}]}
  hand: {per: player, seen_by: owner}
  for_left: {per: player, seen_by: owner}
  for_right: {per: player, seen_by: owner}
phases:
  - deal: {who: all, from: deck, to: for_left}
  - deal: {who: all, from: deck, to: for_right}
  - deal: {who: all, from: deck, to: hand}
  - pass: {who: all, cards: {zone: for_left}, to: left}
  - pass: {who: all, cards: {zone: for_right}, to: right}
  - move: {cards: {zone: [for_left, for_right], of: all}, to: hand}
cards: [{"n{rank}": {for: {rank: [1, 2, 3, 4, 5, 6, 7, 8, 9]}, name: "Number {rank}", rank: "{rank}"}}]
result: {score: {sum: rank, cards: {zone: hand}}}
Y
  run "$CANTRIP" play g --seed 1 --bots random --as 0
  [ "$status" = 0 ]
  has "Alice gets Number 3." "Alice gets Number 5."
}

@test "log: whose the cards are that were turned on the table" {
  game <<'Y'
cantrip: 1
title: Pond
players: 2
zones:
  bank: {as: pile, seen_by: nobody, holds: [{}]}
  hand: {per: player, seen_by: owner}
  mid:  {as: row, seen_by: all}
phases:
  - deal: {who: all, from: bank, to: hand, count: 1}
  - choose: {who: all, card: {zone: hand}, do: [{move: {to: mid}}]}
  - choose: {who: all, card: {zone: mid, of: others}, do: [{turn: {face: down}}]}
  - turn: {cards: {zone: mid, of: all}, face: up}
cards: {pike: {name: Pike}, carp: {name: Carp}}
Y
  run "$CANTRIP" play g --seed 1 --bots random
  [ "$status" = 0 ]
  has "Alice turns face down Bob's Carp."
  has "Bob turns face down Alice's Pike."
  has "Turned face up: Alice's Pike; Bob's Carp."
}

@test "log: cards that are dealt or drawn to a place that all see say where, for they come into no hand" {
  run "$CANTRIP" play "$ROOT/rulesets/card-ring" --seats 2 --seed 3 --bots random
  has "Steam Fist (Card Queue)." "Alice draws Grand Theory (Card Queue)." "Alice draws 3 × Minor Skill, 2 × Minor Fight."
  run "$CANTRIP" play "$ROOT/rulesets/card-ring" --seats 2 --seed 3 --bots random --lang fr
  has "Alice pioche Grande Théorie (file de cartes)." "Poing à vapeur (file de cartes)."
}

@test "log: cards that are dealt to a pile of a seat that nobody sees say where, too, and are not taken for its hand" {
  game <<'Y'
cantrip: 1
title: Goods
players: 2
cards: [{a: {copies: 3}, b: {copies: 3}}]
zones:
  deck:  {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  goods: {per: player, as: pile, seen_by: nobody}
  hand:  {per: player, seen_by: owner}
phases:
  - {each: all, do: [{deal: {from: deck, to: goods}}, {deal: {from: deck, to: hand}}]}
  - deal: {who: all, from: deck, to: goods}
Y
  run "$CANTRIP" play ./g --seed 3 --bots random --as 0
  has "Bob is dealt a card (goods)." "Bob is dealt a card." "Everyone is dealt a card (goods)."
}

@test "log: a set that is laid down before all is told with all its cards, whatever is laid first" {
  game <<'Y'
cantrip: 1
players: 2
title: Pair
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, hand: {per: player, seen_by: owner}, row: {as: row, seen_by: all}, heap: {as: pile, seen_by: nobody}}
actions:
  hit:  {cards: {zone: hand, count: 3}, says: "hit with {cards}", do: [{move: {cards: cards, to: row}}]}
  hide: {cards: {zone: hand, count: 2}, says: "hide {cards}", do: [{move: {cards: cards, to: heap}}]}
  both: {card: {zone: hand, card: emu}, target: {zone: hand, card: fox}, says: "play {card} on {target}", do: [{move: {cards: [card, target], to: row}}]}
phases:
  - deal: {who: all, from: deck, to: hand, count: 7}
  - choose: {who: all, any_of: [hit]}
  - choose: {who: all, any_of: [hide]}
  - choose: {who: all, any_of: [both]}
cards: [{ant: {}, bee: {}, cat: {}, cow: {}, dog: {}, emu: {}, fox: {}, gnu: {}, hen: {}, ibis: {}, jay: {}, kiwi: {}, lark: {}, mole: {}}]
Y
  run "$CANTRIP" play g --seed 1 --bots first --as spectator
  [ "$status" = 0 ]
  has "Alice: hit with ant, bee and cat." "Alice: hide 2 cards." "Alice: play emu on fox."
  lacks "Alice plays"
}

@test "log: who played first is told first, also where nobody had to be asked in between" {
  game <<'Y'
cantrip: 1
players: 3
title: Round
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, hand: {per: player, seen_by: owner}, row: {as: row, seen_by: all}, heap: {seen_by: all}}
counters: {leader: {is: seat, start: 1}}
phases:
  - deal: {who: all, from: deck, to: hand, count: 2}
  - {each: all, from: leader, phases: [{choose: {card: {zone: hand, first: 1}, do: [{move: {to: row}}]}}]}
  - {each: all, from: leader, phases: [{choose: {card: {zone: hand}, do: [{move: {to: heap, says: "{who} {who:lay|lays} {cards}."}}]}}]}
cards: [{ant: {}, bee: {}, cat: {}, cow: {}, dog: {}, emu: {}}]
Y
  run "$CANTRIP" play g --seed 1 --bots random
  [ "$status" = 0 ]
  [ "$(grep -E 'plays|lays' <<<"$output" | cut -d' ' -f1 | tr '\n' ' ')" = "Bob Cara Alice Bob Cara Alice " ]
}

@test "log: a set of cards that comes to where all see it is told whole to everybody, on one line" {
  game <<'Y'
cantrip: 1
players: {min: 2, max: 2}
title: Pond
zones: {hand: {per: player, seen_by: owner, holds: [{copies: 1}]}, heap: {seen_by: all}, dark: {seen_by: nobody}}
actions:
  lay:  {cards: {zone: hand, count: 3}, says: "lay {cards}", do: [{move: {cards: cards, to: heap}}, {turn: {cards: cards, face: down, says: "{cards} {cards:is|are} turned by {who}."}}]}
  half: {cards: {zone: hand, count: 2}, says: "hide {cards}", do: [{move: {cards: {among: cards, card: carp}, to: heap}}, {move: {cards: cards, to: dark}}]}
phases: [{each: all, phases: [{choose: {any_of: [lay]}}]}]
cards: {carp: {name: Carp}, pike: {name: Pike}, tench: {name: Tench}}
Y
  for as in 0 1 spectator; do
    run "$CANTRIP" play g --bots first --as "$as"
    has "Alice: lay Carp, Pike and Tench." "Bob: lay Carp, Pike and Tench." "are turned by"
    [[ "$output" != *"a card"* ]]
  done
  sed -i 's/count: 3/count: 1/' g/ruleset.yaml
  run "$CANTRIP" play g --bots first
  has "Carp is turned by Alice."
  sed -i 's/any_of: \[lay\]/any_of: [half]/' g/ruleset.yaml
  run "$CANTRIP" play g --bots first --as spectator
  has "hide Carp and a card."
}

@test "log: a block of nobody is none: it is not told, and takes no place among the masks" {
  game <<'Y'
cantrip: 1
players: 2
title: Pond
limits: {masks: 1}
zones: {heap: {seen_by: all, holds: [{}]}}
counters: {n: {per: player}, poor: {per: player}}
phases:
  - name: day
    phases:
      - block: {who: {where: n > 5}, add: [n], lasts: day}
      - block: {who: all, add: [poor], lasts: day}
      - add: {who: all, n: 1, poor: 1}
cards: {carp: {}}
Y
  run "$CANTRIP" play g
  [ "$status" -eq 0 ]
  has "Everyone: no more poor." "Alice: +1 n, now 1."
  [[ "$output" != *": no more n"* ]]
}

@test "log: who takes cards of his own beside others' takes them, and gives himself nothing" {
  game <<'Y'
cantrip: 1
players: 2
title: Pond
zones:
  hand: {per: player, seen_by: owner}
  bag:  {per: player, seen_by: nobody, holds: [{copies: 1}]}
phases: [{each: all, phases: [{choose: {cards: {zone: bag, of: all, count: 2}, do: [{move: {cards: cards, to: hand, of: you}}]}}]}]
cards: {carp: {name: Carp}}
Y
  run "$CANTRIP" play g --bots first --as spectator
  has "Alice takes a card." "Bob gives a card to Alice."
  [[ "$output" != *"to Alice"*"to Alice"* ]]
}

@test "log: a flag of a phase that a step takes back is told, if it has words for that; without them it is not" {
  game <<'Y'
cantrip: 1
players: 2
zones: {row: {as: row, seen_by: all, holds: [{}]}}
counters:
  safe: {per: player, is: flag, lasts: day, says: "{n:is protected|is protected no more}"}
  busy: {per: player, is: flag, lasts: day, says: busy}
phases:
  - name: day
    phases:
      - {set: {who: all, safe: true, busy: true}}
      - {each: all, phases: [{set: {safe: false, busy: false}}, {set: {safe: false}}]}
cards: {carp: {}}
Y
  run "$CANTRIP" play g
  [ "$status" -eq 0 ]
  has "Alice: is protected." "Alice: is protected no more." "Alice: busy."
  [ "$(grep -c "Alice: is protected no more" <<<"$output")" -eq 1 ]
  [[ "$output" != *"no busy"* && "$output" != *"busy: no"* && "$output" != *"no more busy"* ]]
}

@test "log: a fact is told by a word before a number, whichever trait is written first" {
  game <<'Y'
cantrip: 1
players: 2
traits: {rank: {is: number}, role: {one_of: {duke: {says: Duke}, page: {says: Page}, cook: {says: Cook}, maid: {says: Maid}}}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
phases:
  - deal: {who: all, from: deck, to: hand}
  - tell: {cards: {zone: hand, of: all, rank: [0, 1, 2]}, are_not: {rank: 3}}
cards: {duke: {rank: 3, role: duke}, page: {rank: 2, role: page, copies: 9}, cook: {rank: 1, role: cook, copies: 9}, maid: {role: maid, copies: 9}}
Y
  run "$CANTRIP" play g --seed 1
  has "The card in Alice's hand: not Duke."
}

@test "log: who is robbed of a card plays none, and who keeps a card of a gift takes it" {
  game <<'Y'
cantrip: 1
title: Robber
players: 2
zones:
  hand: {per: player, seen_by: owner}
  drawn: {per: player, as: row, seen_by: owner}
  shop: {as: row, seen_by: all}
  deck: {as: pile, seen_by: nobody, holds: [{}]}
counters: {alice: {is: seat, start: 0, says: none}, getter: {is: seat, says: none}}
phases:
  - deal: {who: all, from: deck, to: hand}
  - deal: {who: alice, from: deck, to: drawn, count: 2}
  - each: alice.left
    phases:
      - choose: {seat: others, do: [{move: {cards: {zone: hand, of: seat}, to: shop}}]}
      - choose: {card: {zone: hand}, do: [{move: {to: shop}}]}
  - each: alice
    phases:
      - choose:
          number: {from: 1, to: 1}
          do: [{each: all, do: [{set: {getter: you}}, {move: {cards: {zone: drawn, of: alice, first: 1}, to: hand, of: getter}}]}]
cards: {ant: {name: Ant}, bee: {name: Bee}, cat: {name: Cat}, dog: {name: Dog}}
Y
  run "$CANTRIP" play g --seed 1 --bots random
  [ "$status" = 0 ]
  has "Alice: Ant, from hand to shop." "Bob plays Bee." "Alice takes Cat." "Alice gives Dog to Bob."
}

@test "log: cards that go to a deck are not set aside" {
  game <<'Y'
cantrip: 1
players: 2
languages: [en]
zones: {deck: {per: player, as: pile, seen_by: nobody, holds: [{}], shuffled: true}, hand: {per: player, seen_by: owner}}
phases:
  - {deal: {who: all, from: deck, to: hand, count: 2}}
  - choose: {who: all, may: true, any_of: [{again: {says: take another hand, do: [{move: {cards: {zone: hand}, to: deck}}]}}]}
cards: {carp: {}, pike: {}}
Y
  run "$CANTRIP" play g --bots first --seed 1
  has "Alice: pike, carp, from hand to deck."
  lacks "aside"
  run "$CANTRIP" play g --bots first --seed 1 --as 0
  has "Bob: 2 cards, from hand to deck."
}

@test "log: nobody takes back what goes from before him to a pile or bag of the table" {
  game <<'Y'
cantrip: 1
players: 2
title: Keep
languages: [en]
zones: {deck: {as: pile, seen_by: nobody}, bag: {seen_by: nobody}, hand: {per: player, seen_by: owner}, city: {per: player, as: row, seen_by: all, holds: [{}]}}
phases: [{each: all, phases: [{choose: {number: {from: 1, to: 1}, do: [{move: {cards: {zone: city, first: 1}, to: deck}}, {move: {cards: {zone: city, first: 1}, to: bag}}, {move: {cards: {zone: city, first: 1}, to: hand}}]}}]}]
cards: {den: {}, inn: {}, spa: {}}
Y
  run "$CANTRIP" play g --seed 1 --bots random
  has "Alice: den, from city to deck." "Alice sets inn aside." "Alice takes back spa."
}

@test "log: a card that moves again within its zone is not told as two" {
  game <<'Y'
cantrip: 1
players: 1
cards: [{ant: {copies: 2}, bee: {}}]
zones: {line: {as: row, seen_by: all, holds: [{card: ant, copies: 1}, {card: bee}]}}
phases:
  - move: {cards: {zone: line, first: 1}, to: line}
  - move: {cards: {zone: line, first: 1}, to: line}
  - move: {cards: {zone: line, first: 1}, to: line}
Y
  run "$CANTRIP" play g --seed 1
  has $'Ant, bee, from line to line.\nAnt, from line to line.'
}

@test "log: a pick that names one of several cards that go: all of them have a line, or none" {
  game <<'Y'
cantrip: 1
players: 1
title: Sale
languages: [en]
cards: {ant: {name: Ant, copies: 6, kind: a}, bee: {name: Bee, kind: b}}
traits: {kind: {is: word}}
zones:
  hand: {per: player, seen_by: owner, holds: [{}]}
  heap: {as: pile, seen_by: all}
phases:
  - choose:
      card: {zone: hand, one_of_each: kind}
      number: {from: 3, to: 3}
      if: card.kind == a
      says: "sell {number} {card}"
      do: [{move: {cards: {zone: hand, kind: card.kind, first: number}, to: heap}}]
  - choose: {any_of: [{one: {card: {zone: hand, kind: a}, says: "give {card}", do: [{move: {to: heap}}, {move: {cards: {zone: hand, kind: a}, to: heap}}]}}]}
  - choose: {any_of: [{two: {card: {zone: hand}, says: "drop {card}", do: [{move: {to: heap}}, {move: {cards: {zone: heap}, to: hand}}]}}]}
Y
  run "$CANTRIP" play g --bots first --seed 1
  has "Alice: sell 3 Ant." "Alice plays 3 × Ant." "Alice: give Ant." "Alice plays 2 × Ant." "Alice: drop Bee."
  [[ ! "$output" =~ "plays Ant" && ! "$output" =~ "plays Bee" ]]
}

@test "log: a card that lies face down at its place is told by its name to who knows it when it goes on, no other" {
  cd "$ROOT"
  run bash -c "printf '1\n' | '$CANTRIP' play tests/rulesets/features/recalled --seat 0=random --seat 1=human --seed 3"
  has "Alice: cat, from trump to hand." "Alice is dealt a card." "Alice: 3 cards, from hand to deck."
}

@test "log: what was passed to the reader and moves on before he could look at it is told card by card" {
  cd "$ROOT"
  run "$CANTRIP" play tests/rulesets/measure/hearts-hand --seats 4 --seed 3 --bots first --as 0
  has "Everyone passes 3 cards to the left." "Everyone: 3 cards, from gift to hand."
  [ "$(grep -c 'Alice gets ' <<< "$output")" -eq 1 ]
  [[ "$output" =~ "to the left."$'\n'"  Alice gets "[^$'\n']+,[^$'\n']+,[^$'\n']+$'\n'"  Everyone: 3 cards" ]]
  run "$CANTRIP" play tests/rulesets/measure/hearts-hand --seats 4 --seed 3 --bots first --as spectator
  [[ ! "$output" =~ " gets " ]]
  run "$CANTRIP" play rulesets/once-upon-a-draft --lang en --seats 4 --seed 3 --bots first --as 0
  [[ "$output" =~ "passes 7 cards" && ! "$output" =~ "Alice gets " ]]
}

@test "a pass, and that somebody had no choice, are told where declined and else say them" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
title: Passing
players: 2
cards: [{ant: {v: 1}, bee: {v: 2}}]
traits: {v: {is: number}}
zones: {hand: {per: player, seen_by: owner}, row: {as: row, seen_by: all}, deck: {as: pile, seen_by: nobody, holds: [{}]}}
phases:
  - deal: {who: all, from: deck, to: hand}
  - each: all
    phases:
      - choose:
          may: true
          card: {zone: hand, v: 2}
          do: [{move: {to: row}}]
          declined: [{say: {says: "{seat} {seat:pass|passes}.", seat: you}}]
          else: [{say: {says: "{seat}: go.", seat: you}}]
result: {score: 1}
Y
  run bash -c "printf 'done\n' | '$CANTRIP' play '$BATS_TEST_TMPDIR/g' --seat 0=random --seat 1=human"
  has "Alice: go." "You pass."
}

@test "says: none at a verb: nothing of it stands in the log, nor on the card; its moves do" {
  mkdir -p "$BATS_TEST_TMPDIR/v"
  cat >"$BATS_TEST_TMPDIR/v/ruleset.yaml" <<'Y'
cantrip: 1
title: Frogs
players: 1
cards: [{frog: {name: Frog, fx: [window, {peep: 1}]}}]
traits: {fx: {is: effects}}
counters: {open: {is: number, says: none}}
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, row: {as: row, seen_by: all}}
verbs:
  window: {says: none, do: [{set: {open: 1}}]}
  peep: {says: "peep {n}", main: n, params: {n: number}, do: [{set: {open: $n}}]}
phases:
  - choose: {who: all, card: {zone: hand}, do: [{move: {to: row}}, {trigger: {list: fx, cards: card}}]}
result: {score: open}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/v" --bots random --seed 1
  [ "$status" -eq 0 ]
  has "Frog: peep 1."
  [[ $output != *indow* ]]
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/v" frog
  has "Peep 1"
  [[ $output != *indow* && $output != *"- "$'\n'* ]]
}
