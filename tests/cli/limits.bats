#!/usr/bin/env bats
# A ruleset that runs into a limit, or asks for what cannot be, gets a named error with the place in its files and never
# a crash. The ruleset is tests/rulesets/features/limits: its option `t` says what goes wrong.

load ../helper

go() { # go T [FLAGS...]: one game with option t=T
  local t=$1
  shift
  run timeout 120 "$CANTRIP" sim tests/rulesets/features/limits --option "t=$t" --games 1 --seats 2 --jobs 1 --bots first "$@"
}

# fails T CODE TEXT: the game stops with this error, and the place is the line of `t == T`, or one that holds TEXT.
fails() {
  local line place
  go "$1"
  [ "$status" -eq 2 ] || { echo "status $status: $output"; return 1; }
  has "[$2]"
  line=$(grep -n -F -- "${3:-t == $1,}" tests/rulesets/features/limits/ruleset.yaml | head -1 | cut -d: -f1)
  place="tests/rulesets/features/limits/ruleset.yaml:$line:"
  has "$place"
}

@test "nothing goes wrong without one of these" {
  go none
  [ "$status" -eq 0 ]
}

@test "limits: queue" {
  fails queue LIMIT-QUEUE "ant: {again"
  has "limits: queue"
}

@test "limits: watchers" {
  fails watchers LIMIT-WATCHERS "bee: {worth"
  has "limits: watchers"
}

@test "limits: masks" {
  fails masks LIMIT-MASKS
  has "limits: masks"
}

@test "limits: depth, phases within each other" {
  fails depth LIMIT-DEPTH
  has "limits: depth" "the limit is 8" "within tests/rulesets/features/limits/ruleset.yaml:43:28: "
}

@test "limits: depth, check says beforehand where there is no room, and how much is needed" {
  cp -R "$ROOT/tests/rulesets/features/limits" "$BATS_TEST_TMPDIR/limits"
  cd "$BATS_TEST_TMPDIR"
  run "$CANTRIP" check ./limits
  has "limits/ruleset.yaml:43:161: warning:" "are 9 deep, but \`limits: depth\` allows 8" "write limits: {depth: 9}" LIMIT-DEPTH
  sed -i 's/depth: 8/depth: 9/' limits/ruleset.yaml
  run "$CANTRIP" check ./limits
  lacks LIMIT-DEPTH
  run "$CANTRIP" sim ./limits --option t=depth --games 1 --seats 2 --jobs 1 --bots first --plain
  [ "$status" -eq 0 ]
}

@test "five choices within each other are refused where they are written, and in play where only that knows" {
  local game="$BATS_TEST_TMPDIR/nested"
  mkdir -p "$game"
  cat >"$game/ruleset.yaml" <<'E'
cantrip: 1
players: 2
limits: {depth: 20}
traits: {effects: {is: effects}}
zones: {hand: {per: player, seen_by: owner, holds: [{}]}}
cards: [{a: {copies: 2, effects: [deep]}}]
verbs: {deep: {do: [{choose: {number: {from: 1, to: 2}, do: [three]}}]}}
steps:
  three: {do: [{choose: {number: {from: 1, to: 2}, do: [{choose: {any_of: [two]}}]}}]}
actions:
  two:  {number: {from: 1, to: 2}, do: [{choose: {number: {from: 1, to: 2}, do: []}}]}
  play: {card: {zone: hand}, do: [{trigger: {list: effects}}]}
phases: [{choose: {who: all, times: 1, any_of: [play]}}]
E
  run "$CANTRIP" sim "$game" --games 1
  [ "$status" -eq 2 ]
  has "LIMIT-CHOOSE" "ruleset.yaml:11:"
  sed -i 's/do: \[{trigger: {list: effects}}\]/do: [deep]/' "$game/ruleset.yaml"
  run "$CANTRIP" check "$game"
  [ "$status" -eq 2 ]
  has "LIMIT-CHOOSE" "ruleset.yaml:11:42: error: this choice is inside 4 others (lines 13, 7, 9 and 9)"
  sed -i 's/any_of: \[two\]/number: {from: 1, to: 2}/' "$game/ruleset.yaml"
  run "$CANTRIP" sim "$game" --games 1
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

@test "limits: effects, the circle of cards is named" {
  local limits=tests/rulesets/features/limits/ruleset.yaml
  fails loop EFFECT-LOOP "gnu: {again"
  has "these set each other off" "gnu, $limits:79:" "hen, $limits:80:"
  fails loop_self EFFECT-LOOP "cat: {worth"
  has "this sets itself off" "cat, $limits:76:"
}

@test "limits: effects, entries of 'always' that set each other off are named with their lines" {
  mkdir "$BATS_TEST_TMPDIR/never"
  cat >"$BATS_TEST_TMPDIR/never/ruleset.yaml" <<'E'
cantrip: 1
title: Never
players: 1
cards: [ant: {}]
zones: {yard: {as: row, seen_by: all, holds: [{}]}}
counters: {gold: {}, silver: {}, heat: {}}
always:
  - {if: gold > silver, do: [{set: {silver: gold + 1}}]}
  - {if: heat > 1, do: [{set: {heat: 0}}]}
  - if: silver > gold
    do: [{set: {gold: silver + 1}}]
phases:
  - choose: {number: {from: 1, to: 2}, do: [{add: {gold: 1}}]}
result: {score: gold}
E
  run "$CANTRIP" sim "$BATS_TEST_TMPDIR/never" --games 1
  [ "$status" -eq 2 ]
  has "effects cause effects endlessly" "[EFFECT-LOOP]" "these set each other off" \
    "a rule, $BATS_TEST_TMPDIR/never/ruleset.yaml:8:5: {if: gold > silver" \
    "a rule, $BATS_TEST_TMPDIR/never/ruleset.yaml:10:5: if: silver > gold"
  [[ "$output" != *heat* ]]
  sed -i '8,9d; s/gold: silver + 1/heat: 1/' "$BATS_TEST_TMPDIR/never/ruleset.yaml" # `check` sees that
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/never"
  [ "$status" -eq 2 ]
  has "ruleset.yaml:8:5: error: it would go on forever: its steps do not change its condition [ALWAYS-CIRCLE]"
}

@test "limits: queue, two cards that set each other off are named with the lines of their 'when'" {
  mkdir -p "$BATS_TEST_TMPDIR/circle"
  cat >"$BATS_TEST_TMPDIR/circle/ruleset.yaml" <<'E'
cantrip: 1
title: Circle
players: 1
traits: {stands: {is: watches, in: yard}}
zones:
  yard: {as: row, seen_by: all, holds: [{}]}
counters: {gold: {}, silver: {}, copper: {}}
phases:
  - choose: {number: {from: 0, to: 1}, do: [{add: {gold: 1}}]}
result: {score: gold}
cards:
  - ant:
      stands:
        - when: {add: gold}
          do: [{add: {silver: 1}}]
    bee:
      stands:
        - when: {add: silver}
          do: [{add: {gold: 1}}, {add: {gold: 1}}]
    cow:
      stands:
        - when: {add: gold}
          do: [{add: {copper: 1}}]
E
  for how in "play --bots random" "sim --games 1"; do
    run "$CANTRIP" ${how%% *} "$BATS_TEST_TMPDIR/circle" ${how#* } --seed 1
    [ "$status" -eq 2 ]
    has "[LIMIT-QUEUE]" "these set each other off" "ant, $BATS_TEST_TMPDIR/circle/ruleset.yaml:14:11: when: {add: gold}" \
      "bee, $BATS_TEST_TMPDIR/circle/ruleset.yaml:18:11: when: {add: silver}"
    [[ "$output" != *cow,* ]]
  done
}

@test "limits: effects, a game that was played before does not stand in the cycle" {
  run timeout 120 "$CANTRIP" sim tests/rulesets/features/limits --option t=loop --games 3 --seats 2 --jobs 1 --bots first
  has "EFFECT-LOOP" "gnu, tests" "hen, tests"
  [[ "$output" != *cat,* ]]
}

@test "limits: picks, the game ends unfinished and is counted apart" {
  go picks
  [ "$status" -eq 0 ]
  has "a game has 50.0 picks" "1 unfinished"
  run "$CANTRIP" play tests/rulesets/features/limits --option t=picks --seats 2 --bots first --seed 1
  has "The game stops unfinished after 50 picks (limits: picks)."
}

@test "limits: picks counts neither forced answers nor questions that offer nothing" {
  cat >"$BATS_TEST_TMPDIR/ruleset.yaml" <<'Y'
cantrip: 1
players: 1
cards: [{a: {}}, {b: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, void: {per: player, seen_by: all}}
limits: {picks: 100}
phases:
  - forever: true
    phases:
      - choose: {card: {zone: hand}, do: []}
      - choose: {card: {zone: void}, do: []}
      - choose: {card: {zone: void}, may: true, do: []}
      - choose: {number: {from: 1, to: 1}, do: []}
Y
  run timeout 120 "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 1 --jobs 1
  [ "$status" -eq 0 ]
  has "has 100.0 picks" " 99.0 forced" "1 unfinished"
}

@test "limits: picks ends no game in which no player ever has a choice: that goes on for ever" {
  fails forced ENDLESS
  fails loop_choice ENDLESS "ponder: {do"
  fails forced_none ENDLESS
}

@test "phases that go round without a decision" {
  fails round ENDLESS "t == round, while"
  fails round_step ENDLESS "t == round_step, forever"
}

# alone PHASE DO: a ruleset of phases where no player ever has a choice
alone() {
  cat >"$BATS_TEST_TMPDIR/ruleset.yaml" <<Y
cantrip: 1
players: 2
cards: [{a: {copies: 4, effects: [again]}}]
traits: {effects: {is: effects}}
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, open: {seen_by: all}}
verbs: {again: {do: [{choose: {number: {from: 1, to: 1}, do: [{trigger: {list: effects, cards: this}}]}}]}}
phases:
$1
Y
  run timeout 120 "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 1 --jobs 1
  [ "$status" -eq 2 ]
}

@test "a lone card that goes to and fro: the error says that a pick is missing, not a decision" {
  cat >"$BATS_TEST_TMPDIR/ruleset.yaml" <<'Y'
cantrip: 1
title: To and fro
players: 1
cards: [{a: {}}]
zones: {here: {seen_by: all, holds: [{}]}, there: {seen_by: all}}
actions:
  go:   {card: {zone: here}, do: [{move: {to: there}}]}
  come: {card: {zone: there}, do: [{move: {to: here}}]}
phases: [{forever: true, phases: [{choose: {any_of: [go, come]}}]}]
Y
  run "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 1
  [ "$status" -eq 2 ]
  has "no player had more than one choice" "to give up" "[ENDLESS]"
}

@test "phases that go round while no player ever has a choice" {
  alone '  - forever: true
    phases: [{each: all, phases: [{choose: {card: {zone: hand}, do: [{move: {to: open}}]}}]}]'
  has "[ENDLESS]" "ruleset.yaml:8:5"
  alone '  - forever: true
    phases:
      - while: {count: {zone: hand, of: all}}
        phases: [{choose: {who: all, together: true, number: {from: 1, to: 1}, do: []}}]'
  has "[ENDLESS]" "ruleset.yaml:10:9"
  alone '  - trigger: {list: effects, cards: {zone: hand, of: all, first: 1}}'
  has "[ENDLESS]" "ruleset.yaml:6:"
  run timeout 120 "$CANTRIP" check --deep --games 2 "$BATS_TEST_TMPDIR"
  [ "$status" -eq 1 ]
  has "breaks the law \`runs\`" "[ENDLESS]"
}

@test "division by zero, in a step and in what is offered" {
  fails divide DIVISION-BY-ZERO
  fails modulo DIVISION-BY-ZERO
}

@test "numbers that are too great" {
  fails times RANGE
  fails too_great RANGE
}

@test "a place before the first" {
  fails no_place RANGE "no_place, move:"
}

@test "a card's formula that asks for itself" {
  fails formula FORMULA-LOOP "eel: {worth"
  fails formula_cond FORMULA-LOOP "eel: {worth"
}

@test "a choice may not depend on a card that is not seen: selector, if, number, later slot" {
  fails back HIDDEN-FILTER
  fails back_if HIDDEN-FILTER
  fails back_number HIDDEN-FILTER
  fails back_slot HIDDEN-FILTER
}

@test "nor may \`may\` and \`times\` of a choose: neither of one who is asked alone nor of all at once" {
  local key plain asked
  for key in 'may: left.low > 1' 'times: left.low' 'may: low > 1' 'times: low'; do
    for plain in "" --plain; do
      for asked in "who: all, together: true" "who: all" ""; do
        cat > "$BATS_TEST_TMPDIR/ruleset.yaml" <<Y
cantrip: 1
players: 2
traits: {worth: {is: number}}
zones: {hand: {per: player, seen_by: owner, holds: [{copies: 2}]}, open: {as: row, seen_by: all}}
let: {low: {count: {zone: hand, worth: 1}}}
phases: [{each: all, phases: [{choose: {${asked:+$asked, }$key, card: {zone: hand}, do: [{move: {to: open}}]}}]}]
cards: {a: {worth: 1}, b: {worth: 2}}
Y
        run timeout 60 "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 2 --seed 1 --jobs 1 $plain
        case $key in
          *left*) has "HIDDEN-FILTER" "ruleset.yaml:5:" ;;
          *) [ "$status" -eq 0 ] ;;
        esac
      done
    done
  done
}

@test "a key that nil takes out of a selector looks at nothing, so cards that are not seen may be offered" {
  cat > "$BATS_TEST_TMPDIR/hooks.lua" <<'L'
local worth = sel{zone = "hand", of = "left", worth = "$1"}
step.any = function(g) g:move(g:choose(g.you, worth(nil)), "open") end
step.one = function(g) g:move(g:choose(g.you, worth(1)), "open") end
L
  local hook
  for hook in any one; do
    cat > "$BATS_TEST_TMPDIR/ruleset.yaml" <<Y
cantrip: 1
players: {min: 2, max: 2}
scripts: [hooks.lua]
traits: {worth: {is: number}}
zones: {hand: {per: player, seen_by: owner, holds: [{copies: 2}]}, open: {per: player, as: row, seen_by: all}}
phases: [{each: all, phases: [{run: $hook}]}]
cards: {a: {worth: 1}, b: {worth: 2}}
Y
    run timeout 60 "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 2 --seed 1 --jobs 1
    if [ $hook = any ]; then [ "$status" -eq 0 ]; else has "HIDDEN-FILTER" "hooks.lua:3"; fi
    run timeout 60 "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 2 --seed 1 --jobs 1 --plain
    if [ $hook = any ]; then [ "$status" -eq 0 ]; else has "HIDDEN-FILTER" "hooks.lua:3"; fi
  done
}

@test "who asks about his own cards that others see asks about cards he does not see, beside those that he sees too" {
  local plain
  cat > "$BATS_TEST_TMPDIR/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
traits: {worth: {is: number}}
zones:
  hand: {per: player, seen_by: owner, holds: [{copies: 1}]}
  back: {per: player, seen_by: others, holds: [{copies: 1}]}
  open: {per: player, seen_by: all}
phases:
  - {if: "players > 2", show: {to: all, cards: {zone: [hand, back], of: all}}}
  - choose: {who: all, card: {zone: [hand, back], of: others, worth: 1}, do: [{move: {to: open, of: you}}]}
cards: {a: {worth: 1}, b: {worth: 2}}
Y
  for plain in "" --plain; do
    run timeout 60 "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 2 --seed 1 --jobs 1 $plain
    has "failed" "HIDDEN-FILTER" "ruleset.yaml:10:"
  done
  sed -i 's/\[hand, back\], of: others/[hand, back]/' "$BATS_TEST_TMPDIR/ruleset.yaml"
  for plain in "" --plain; do
    run timeout 60 "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 2 --seed 1 --jobs 1 $plain
    has "failed" "HIDDEN-FILTER" "ruleset.yaml:10:"
  done
  sed -i '/choose/s/\[hand, back\], /back, of: others, /' "$BATS_TEST_TMPDIR/ruleset.yaml"
  for plain in "" --plain; do
    run timeout 60 "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 2 --seed 1 --jobs 1 $plain
    [ "$status" -eq 0 ]
  done
  sed -i '/if: /d; s/back, of: others, /back, /' "$BATS_TEST_TMPDIR/ruleset.yaml"
  run timeout 60 "$CANTRIP" check "$BATS_TEST_TMPDIR"
  has "never sees the cards in 'back'" "HIDDEN-FILTER" "ruleset.yaml:9:"
}

@test "what is shown as long as a phase lasts may be asked about until then, by a step and by a hook" {
  local step plain
  cat > "$BATS_TEST_TMPDIR/hooks.lua" <<'L'
local dark = sel{zone = "dark"}
step.leaf = function(g) g:show("all", dark) end
step.turn = function(g) g:show("all", dark, "turn") end
step.game = function(g) g:show("all", dark, "game") end
step.trun = function(g) g:show("all", dark, "trun") end
L
  shows() { # shows STEP [FLAG]
    cat > "$BATS_TEST_TMPDIR/ruleset.yaml" <<Y
cantrip: 1
players: 2
scripts: [hooks.lua]
traits: {worth: {is: number}}
zones: {dark: {as: row, seen_by: nobody, holds: [{copies: 1}]}, open: {per: player, seen_by: all}}
phases:
  - {name: turn, phases: [$1, {each: all, phases: [{choose: {card: {zone: dark, worth: 1}, may: true, do: [{move: {to: open}}]}}]}]}
  - {if: ${3:-players > 2}, choose: {who: all, card: {zone: dark, worth: 2}, do: [{move: {to: open, of: you}}]}}
cards: {a: {worth: 1}, b: {worth: 2}}
Y
    run timeout 60 "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 2 --seed 1 --jobs 1 $2
  }
  for plain in "" --plain; do
    for step in '{run: turn}' '{run: game}' '{show: {to: all, cards: {zone: dark}, lasts: turn}}' '{show: {to: all, cards: {zone: dark}, lasts: game}}'; do
      shows "$step" "$plain"
      [ "$status" -eq 0 ] || { echo "$step: $output"; return 1; }
    done
    for step in '{run: leaf}' '{show: {to: all, cards: {zone: dark}}}'; do
      shows "$step" "$plain"
      has "HIDDEN-FILTER"
    done
    for step in '{run: turn}' '{show: {to: all, cards: {zone: dark}, lasts: turn}}'; do
      shows "$step" "$plain" "players == 2"
      has "HIDDEN-FILTER" "ruleset.yaml:8:"
    done
  done
  shows '{run: trun}'
  has "is not a phase, or" "did you mean 'turn'"
}

@test "a seat passes on its own cards only: what two give would go two ways" {
  fails pass PASS "t == pass"
}

@test "a counter may not name a hidden card" {
  fails hidden_card HIDDEN-COUNTER
}

@test "a step that takes more than an endless pile has" {
  fails endless TOO-MANY-CARDS
  has "no copy of a card is left in '"
}

@test "a seat without such a zone" {
  fails ghost NO-ZONE
  has "this seat has no such zone: seat 2 has no 'hand' [NO-ZONE]"
}

@test "nobody's card that goes to a seat's zone where nobody is you: whose? It is told at load where that is certain" {
  mkdir "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
cards: {ant: {copies: 9}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, hand: {per: player, seen_by: owner}, row: {as: row, seen_by: all}}
phases:
  - move: {cards: {zone: deck, first: 3}, to: row}
  - move: {cards: {zone: row}, to: hand}
result: {score: 1}
Y
  run "$CANTRIP" sim "$BATS_TEST_TMPDIR/g" --games 1
  [ "$status" = 2 ]
  has "it is unknown whose 'hand' is meant: the card has no owner, and it is nobody's turn. Write \`of\` [NO-ZONE]" "ruleset.yaml:7:5"
  sed -i 's/{zone: row}, to/{zone: deck, first: 1}, to/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
  [ "$status" = 2 ]
  has "ruleset.yaml:7:5: error: whose 'hand'? The cards of 'deck' are nobody's, and it is nobody's turn here, so 'you' is unknown here [WHO-MISSING]"
}

@test "more choices than can be listed" {
  fails choices LIMIT-CHOICES
}

@test "more sets of cards than may be offered, a set that is too large" {
  run "$CANTRIP" sim "$ROOT/tests/rulesets/features/sets-many" --games 1 --option many=7
  [ "$status" -eq 2 ]
  has "[LIMIT-SETS]" "more than 20" "sets-many/ruleset.yaml:15:"
  run "$CANTRIP" sim "$ROOT/tests/rulesets/features/sets-many" --games 1 --option many=33 --option least=33 --option most=40
  [ "$status" -eq 2 ]
  has "[LIMIT-CHOSEN]" "at most 32" "sets-many/ruleset.yaml:15:"
}

@test "what cannot start: requires, seats, too many cards" {
  go needs
  [ "$status" -eq 2 ]
  has "this table is not allowed" "[REQUIRES]"
  go many
  [ "$status" -eq 2 ]
  has "more than 20000 [TOO-MANY-CARDS]" "ruleset.yaml:"
  go none --seats 9
  [ "$status" -eq 2 ]
  has "1 to 4"
}

@test "a hook that asks too often, and one that fails, with the script's line" {
  go answers
  [ "$status" -eq 2 ]
  has "HOOK-ANSWERS" "step.ask" "features/limits/hooks.lua:7"
  go fails
  [ "$status" -eq 2 ]
  has "step.fail" "features/limits/hooks.lua:15"
  go disguised
  [ "$status" -eq 2 ]
  has "step.disguised" "written like this" "features/limits/hooks.lua:24"
}

@test "of several actions it is said which could not be offered, though what failed serves them all" {
  cat >"$BATS_TEST_TMPDIR/hooks.lua" <<'L'
local hands = sel{zone = "hand", of = "all", card = "a"}
pure.bold = function(g) return g:count(hands) > 0 end
L
  for weak in "{not: {count: {zone: hand, of: others, card: a}}}" '"bold()"'; do
    cat >"$BATS_TEST_TMPDIR/ruleset.yaml" <<Y
cantrip: 1
players: 2
scripts: [hooks.lua]
zones:
  hand: {per: player, seen_by: owner, holds: [{copies: 1}]}
  away: {as: pile, seen_by: nobody}
let: {weak: $weak}
actions:
  one: {card: {zone: hand}, do: [{move: {to: away}}]}
  two: {card: {zone: hand}, if: weak, do: [{move: {to: away}}]}
phases: [{choose: {who: all, any_of: [one, two]}}, {choose: {who: all, card: {zone: hand}, do: [{move: {to: away}}]}}]
cards: {a: {}, b: {}}
Y
    for plain in "" --plain; do
      run timeout 60 "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 1 --seed 1 $plain
      [ "$status" -eq 2 ]
      has "HIDDEN-FILTER" "when the action \`two\` was to be offered, at " "ruleset.yaml:10"
    done
  done
  sed -i 's/any_of: \[one, two\]/card: {zone: hand}, if: weak, do: [{move: {to: away}}]/; s/^  two.*//' "$BATS_TEST_TMPDIR/ruleset.yaml"
  run timeout 60 "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 1 --seed 1
  has "HIDDEN-FILTER"
  [[ "$output" != *"to be offered"* ]] # it has no name
}

@test "a function of a script is given a chosen set, and may look only at what the asked seat sees" {
  cat >"$BATS_TEST_TMPDIR/hooks.lua" <<'L'
pure.total = function(g, cards)
  local sum = 0
  for _, card in ipairs(cards) do sum = sum + card.worth end
  return sum
end
L
  for sight in owner nobody; do
    cat >"$BATS_TEST_TMPDIR/ruleset.yaml" <<Y
cantrip: 1
players: 2
scripts: [hooks.lua]
traits: {worth: {is: number}}
zones: {hand: {per: player, seen_by: $sight, holds: [{copies: 2}]}, away: {as: pile, seen_by: all}}
phases: [{choose: {who: all, cards: {zone: hand, count: 2, if: "total(cards) == 3"}, do: [{move: {cards: cards, to: away}}]}}]
cards: {a: {worth: 1}, b: {worth: 2}}
Y
    for plain in "" --plain; do
      run timeout 60 "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 1 --seed 1 $plain
      if [ $sight = owner ]; then [ "$status" -eq 0 ]; else has "in pure.total" "HIDDEN-FILTER" "hooks.lua:3"; fi
    done
  done
  sed -i 's/total(cards) == 3/total(2) == 3 or total(cards) == 3/' "$BATS_TEST_TMPDIR/ruleset.yaml"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR"
  has "PURE-TYPES" "'total' has other values here than elsewhere"
  sed -i 's/total(2) == 3 or total(cards) == 3/cards == 3/' "$BATS_TEST_TMPDIR/ruleset.yaml"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR"
  has "'cards' is a set of cards, not a single value" "NAME(cards)"
}

@test "a pile without end says true or a number" {
  cp -r tests/rulesets/variants/last-greater-fight "$BATS_TEST_TMPDIR/piles"
  sed -i 's/{endless: null, .*/{endless: sure}/' "$BATS_TEST_TMPDIR/piles/ruleset.yaml"
  run build/cantrip check "$BATS_TEST_TMPDIR/piles"
  [ "$status" -eq 2 ]
  [[ $output == *"7:21: error: 'endless' must be true or a whole number [TYPE-NUMBER]"* ]]
}
