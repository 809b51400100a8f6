#!/usr/bin/env bats
# `cantrip show`: a game's cards as a table, a card with all it has.

load ../helper

@test "a game: its options and one line for each card" {
  run "$CANTRIP" show fairytale
  [ "$status" -eq 0 ]
  has "Fairy Tale (fairytale)" "for 2 to 5 players, 100 cards" "expert" "Sky-Dance Dragon"
  n=$(grep -c '^[a-z][a-z-]*  *.*  *[0-9]' <<<"$output")
  [ "$n" -ge 40 ]
}

@test "a game for one is for 1 person" {
  run "$CANTRIP" show wizard-quest
  has "for 1 player, 42 cards"
}

@test "the columns of the table are aligned, accents and all" {
  export LC_ALL=C.UTF-8
  mapfile -t table < <("$CANTRIP" show fairytale --lang fr | awk '/^carte /{head=1} head')
  [ "${#table[@]}" -gt 40 ]
  before=${table[0]%%exemplaires*}
  at=$((${#before} + 11))                      # where the copies end
  for line in "${table[@]:1}"; do
    [[ "${line:at-2:3}" =~ ^[\ 0-9][0-9]\ $ ]] || { echo "$line"; return 1; }
  done
}

@test "a formula that names itself, or one that names another twice and so on, is shown and soon done" {
  mkdir -p "$BATS_TEST_TMPDIR/round"
  {
    printf 'cantrip: 1\ntitle: Round\nplayers: 2\nzones: {hand: {per: player, seen_by: owner, holds: [{}]}}\n'
    printf 'phases: [{choose: {who: all, card: {zone: hand}}}]\ntraits: {effects: {is: effects}, level: {is: number}, so: {is: condition}'
    for i in {0..30}; do printf ', t%d: {is: condition, says: two to the %d}' "$i" "$i"; done
    printf '}\nverbs: {v: {params: {so: flag, n: number}, says: "{n} if {so}", do: []}}\n'
    printf 'cards: [{a: {so: {any: [this.so, players > 1]}, level: {sum: this.level, cards: {zone: hand}}, effects: [{v: {so: this.so, n: this.level}}]'
    for i in {0..29}; do printf ', t%d: {all: [this.t%d, this.t%d]}' "$i" $((i + 1)) $((i + 1)); done
    printf ', t30: players > 2}}]\n'
  } > "$BATS_TEST_TMPDIR/round/ruleset.yaml"
  run timeout 20 "$CANTRIP" show "$BATS_TEST_TMPDIR/round" a
  [ "$status" -eq 0 ]
  has "so: so or players > 1" "two to the 0: two to the 1 and two to the 1" "two to the 29: two to the 30 and two to the 30"
}

@test "a card: what it has, its effects and formulas in words" {
  run "$CANTRIP" show fairytale werewolf
  [ "$status" -eq 0 ]
  has "Werewolf (werewolf)" "copies:" "faction: Shadow" "effects:" "Everyone"
  run "$CANTRIP" show fairytale child-of-the-dragon
  has "1 for each Child of the Dragon of yours" "notes: "
  run "$CANTRIP" show fairytale werewolf --lang fr
  has "Loup-garou" "Tous"
  run "$CANTRIP" show fairytale homesteaders --lang fr
  has "1 par carte Colons à vous"
}

@test "in French what stands side by side is told apart as French does it, also in lists" {
  local game
  for game in fairytale wizard-quest once-upon-a-draft card-ring fairytale-factions; do
    run "$CANTRIP" show $game --lang fr
    [ "$status" -eq 0 ]
    ! tail -n +3 <<<"$output" | grep -nE '[^ ];|;[^ ]'
  done
}

@test "a card is found by its name, without case and accents, by a beginning of one" {
  run "$CANTRIP" show fairytale "SKY-DANCE DRAGON"
  [ "$status" -eq 0 ]
  run "$CANTRIP" show fairytale "fee espiegle" --lang fr
  [ "$status" -eq 0 ]
  has "Fée espiègle"
  run "$CANTRIP" show fairytale homest
  [ "$status" -eq 0 ]
  run "$CANTRIP" show fairytale dragon
  [ "$status" -eq 2 ]
  has "beginning of"
}

@test "no colour without a terminal, colour on one, none with NO_COLOR" {
  command -v script >/dev/null || skip "no script(1)"
  run "$CANTRIP" show fairytale werewolf
  [[ "$output" != *$'\033'* ]]
  run env TERM=xterm script -qec "$CANTRIP show fairytale werewolf" /dev/null
  [[ "$output" == *$'\033'* ]]
  run env TERM=xterm NO_COLOR=1 script -qec "$CANTRIP show fairytale werewolf" /dev/null
  [[ "$output" != *$'\033'* ]]
  run env TERM=dumb script -qec "$CANTRIP show fairytale werewolf" /dev/null
  [[ "$output" != *$'\033'* ]]
}

@test "a card is not mistaken for another whose name begins alike" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
players: 1
cards: [{c-10: {}, twin: {name: c-2}, c-2: {name: Two}, lonesome: {}, d-3: {}, d-30: {}}]
phases: []
Y
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/g" c-1
  [ "$status" -eq 2 ]
  has "has no card 'c-1'; did you mean 'c-10'?"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/g" lo
  [ "$status" -eq 2 ]
  has "did you mean 'lonesome'?"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/g" lon
  [ "$status" -eq 0 ]
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/g" c-2
  has "Two (c-2)"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/g" d-3
  has "d-3 (d-3)"
}

# bats test_tags=long
@test "the tables at the head of the card files say what the cards have" {
  run python3 - "$CANTRIP" <<'P'
import glob, re, subprocess, sys

def shown(game, card):
    out = subprocess.run([sys.argv[1], "show", game, card, "--lang", "en"], capture_output=True, text=True).stdout
    return dict(re.findall(r"^  ([^:\n]+): (.*)$", out, re.M))

rows = 0
for path in sorted(glob.glob("cards/*/*.yaml")):
    game, text = path.split("/")[1], open(path).read()
    cards = set(re.findall(r"^  ([a-z0-9-]+):$", text, re.M))
    head = re.search(r"^#   ((?:copies +)?(?:value +)?card +.*)", text, re.M)
    if not cards or not head:
        continue                                     # a deck of suits has no table of cards
    columns = head.group(1).split()
    number = next(c for c in columns if c in ("points", "value", "cost"))
    for line in re.findall(r"^#(.*)", text, re.M):
        row = next((m for c in cards for m in [re.match(r"(.*?)\s(%s)(?:\s+(.*)|)$" % c, line)] if m), None)
        if not row:
            continue
        before, card, after = row.group(1).strip(), row.group(2), row.group(3) or ""
        cards.discard(card)
        rows += 1
        have = shown(game, card)
        value = before if columns[0] == number else after.split("  ")[0].split(" ")[0]
        if re.fullmatch(r"-?\d+", value) and not re.match(r"\d+ [a-z+]", after):
            seen = have.get("Combat Value" if number == "value" and game == "card-ring" else number, "0")
            if seen != value:
                print(f"{path}: {card}: {number} {value}, but it has {seen}")
        if columns[0] == "copies" and before.isdigit() and have["copies"] != before:
            print(f"{path}: {card}: copies {before}, but it has {have['copies']}")
        if "categories" in columns:
            words = [w.lower() for w in have.get("categories", "").split(", ") if w]
            told = after.split("  ")[0].split(" ")
            if len(words) < 8 and sorted(told) != sorted(words or ["-"]):
                print(f"{path}: {card}: categories {told}, but it has {words}")
    if cards:
        print(f"{path}: not in the table: {sorted(cards)}")
print(rows, "rows")
P
  [ "$status" -eq 0 ]
  [ "$output" = "215 rows" ]
}

# A game whose cards are written as a beginner would: no `says` beside the effects.
own_words() {
  mkdir -p "$BATS_TEST_TMPDIR/own"
  cat > "$BATS_TEST_TMPDIR/own/ruleset.yaml" <<'E'
cantrip: 1
players: 2
languages: [en, fr]
traits: {worth: {is: number, says: {en: value, fr: valeur}}, fx: {is: effects, says: effects}}
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, row: {per: player, seen_by: all}}
field: {zone: row}
counters: {coins: {per: player, says: {en: "{n:coin|coins}", fr: "{n:pièce|pièces}"}}}
verbs:
  draw: {params: {count: number = 1}, main: count, says: {en: "draw {count} {count:card|cards}", fr: "piocher {count} {count:carte|cartes}"}, do: []}
actions:
  sell: {card: {zone: hand}, do: []}
  rest: {says: {en: rest, fr: se reposer}, do: []}
phases: [{choose: {who: all, any_of: [sell, rest]}}]
result: {score: coins}
cards:
  - next: {fx: [{when: fx, once: true, do: [{draw: 2}, {add: {coins: 1}}]}]}
    shop: {fx: [{when: sell, by: others, do: [draw]}]}
    luck: {fx: [{when: {add: coins}, do: [{draw: {count: 3}}]}]}
    pick: {fx: [{choose: {any_of: [sell, rest]}}]}
    poor: {fx: [{draw: 1, if: {least: coins}}], worth: {most: it.worth, cards: {other: true}}}
    heap: {fx: [{draw: {count: {count: {zone: row}}}}, {draw: "2 * coins"}, {draw: coins}]}
    burn: {fx: [{move: {cards: {zone: hand, first: 1}, to: row}}, {move: {cards: {zone: hand, last: 2}, to: row}}]}
    pair: {fx: [{draw: 1, if: {count: {sets: {zone: hand, count: 2, if: coins > 3}}, at_least: 2}}], worth: {sum: coins, sets: {zone: row, count: {from: 2, to: 3}}}}
    thief: {fx: [{add: {who: {most: coins}, coins: -2}}]}
E
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/own"
  [ "$status" -eq 0 ]
}

# shown CARD TEXT [LANGUAGE]
shown() {
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/own" "$1" --lang "${3:-en}"
  [ "$status" -eq 0 ]
  has "$2"
}

@test "effects without words of their own: watchers, verbs in them, counters, actions by what they say" {
  own_words
  shown next "When “effects” of a card is carried out for you (once): draw 2 cards; you: +1 coin"
  shown next "Quand « effects » d'une carte est exécuté pour vous (une fois) : piocher 2 cartes ; vous : +1 pièce" fr
  shown shop "When this is done by the others: sell: draw 1 card"
  shown luck "When coins changes: draw 3 cards"
  shown pick "Choose: sell or rest"
  shown pick "Choisir : sell ou se reposer" fr
  shown poor "If nobody has fewer coins: draw 1 card"
  shown poor "value: the greatest value of: other cards"
  shown pair "If at least 2 sets of 2 cards with coins > 3 in hand: draw 1 card"
  shown pair "groupes de 2–3 cartes dans rangée" fr
  shown pair "value: coins, summed over: sets of 2–3 cards in row"
  shown heap "Draw (1 for each card in row) cards"
  shown heap "Draw (2 * coins) cards"
  shown heap "Draw coins cards"
  shown burn "Move the first of the cards in hand to row"
  shown burn "Mettre la première des cartes dans main dans rangée" fr
  shown burn "Move the last 2: cards in hand to row"
  shown thief "The player with the most coins: -2 coins"
}

@test "how many: each player's, without end, or a number" {
  run "$CANTRIP" show card-ring minor-skill
  has "copies: 7 each"
  run "$CANTRIP" show card-ring greater-fight --lang fr
  has "exemplaires : sans fin"
  run "$CANTRIP" show card-ring royal-bounty
  has "copies: 3"
  run "$CANTRIP" show card-ring
  [[ $output =~ Greater\ Skill\ +no\ end ]]
}

# bats test_tags=long
@test "notes are shown in the language asked for" {
  run "$CANTRIP" show card-ring greater-fight --lang fr
  has "notes : le livret l'appelle aussi Greater Combat"
  run "$CANTRIP" show card-ring greater-fight
  has "notes: the rulebook also calls it Greater Combat"
  for g in rulesets/*/ruleset.yaml; do
    g=$(basename "${g%/*}")
    "$CANTRIP" show "$g" | awk 'f { print $1 } /^card  / { f = 1 }' | while read -r card; do
      "$CANTRIP" show "$g" "$card" --lang fr
    done
  done >"$BATS_TEST_TMPDIR/all"
  run grep -E "notes : .*( the | is | are |\{en)" "$BATS_TEST_TMPDIR/all"
  [ -z "$output" ] || { echo "$output"; false; }
}

@test "what a card counts and what it needs reads as a sentence" {
  run "$CANTRIP" show fairytale ember-dance
  has "points: 3 for each Ember Piper of yours"
  run "$CANTRIP" show fairytale ember-dance --lang fr
  has "points : 3 par carte Flûtiste des braises à vous"
  run "$CANTRIP" show fairytale crown-of-the-eldest
  has "only if: Eldest Wyrm of yours"
  run "$CANTRIP" show fairytale reign-of-wings
  has "only if: nobody has more Dragonvale cards"
  run "$CANTRIP" show fairytale reign-of-wings --lang fr
  has "personne n'a davantage de cartes Val-Dragon"
  run "$CANTRIP" show fairytale white-hunter
  has "Hunt the other Shadow cards played with it"
}

@test "Card Ring's texts: Traps, the Finale's end and lock-out, plurals, where a card goes" {
  run "$CANTRIP" show card-ring collapsing-stair
  has "sort: Trap (beaten with unspent Skill)"
  run "$CANTRIP" show card-ring finale
  has "The game ends after this turn's Recovery Phase" "Unless all other players fought it, too, you may not target it until after a later turn in which another player does"
  run "$CANTRIP" show card-ring curses-foiled-again --lang fr
  has "+3 Échecs"
  run "$CANTRIP" show card-ring tax-collector
  has "Put a card of the supply into your discard pile for nothing"
  run "$CANTRIP" show card-ring wide-reading --lang fr
  has "+1 Adresse toutes les deux cartes différentes de votre défausse"
}

@test "the log says of a flag what is so, and what is no more" {
  run "$CANTRIP" play card-ring --seats 3 --bots random --seed 5 </dev/null
  has "may not target the Finale." "may target the Finale again." "wins the combat."
  run grep -E "(Finale|combat): (yes|no)\.|\+1 discards" <<<"$output"
  [ -z "$output" ]
}

@test "the counters that a card brings, with what they start with" {
  run "$CANTRIP" show "$ROOT/tests/rulesets/features/brings" lens
  has "  counters: charges 3; aim blue"
  run "$CANTRIP" show "$ROOT/tests/rulesets/features/brings" lens --lang fr
  has "charges 3 ; vise blue"
}

@test "--json: what the tables say, for programs" {
  run "$CANTRIP" show fairytale --json
  jq -e '.id == "fairytale" and .people == [2, 5] and .copies == 100 and (.cards | length) == .different' <<<"$output"
  jq -e '.options[] | select(.name == "hunt_scope") | .values | index("round")' <<<"$output"
  jq -e '.cards[] | select(.id == "werewolf") | .copies == "2" and .traits.faction == "Shadow" and .traits.points == "3" and
    .traits.effects == ["Everyone: close 1 Dragonvale card"] and .values == {faction: "shadow", level: "basic", kind: []}' <<<"$output"
  jq -e '.cards[] | select(.id == "child-of-the-dragon") | .values | .kind == ["child-of-the-dragon"]' <<<"$output"
  whole=$output
  run "$CANTRIP" show fairytale Werewolf --json
  [ "$(jq -S . <<<"$output")" = "$(jq -S '.cards[] | select(.id == "werewolf")' <<<"$whole")" ]
  run "$CANTRIP" show fairytale werewolf --json --lang fr
  jq -e '.name != "Werewolf" and .traits.faction != "Shadow" and .values.faction == "shadow"' <<<"$output"
  # a game is called alike by all commands, and its cards are counted alike
  for what in "list" "show fairytale" "check fairytale"; do
    [ "$("$CANTRIP" $what --json | jq -c '[.] | flatten[] | select(.id == "fairytale") | [.copies, .different, .folder]')" = '[100,47,"rulesets/fairytale"]' ]
  done
  # games that load, and one that does not
  mkdir -p "$BATS_TEST_TMPDIR/games/broken"
  echo 'cantrip: 1' >"$BATS_TEST_TMPDIR/games/broken/ruleset.yaml"
  CANTRIP_PATH=$BATS_TEST_TMPDIR/games run "$CANTRIP" list --json
  jq -e '.[] | select(.name == "broken") | .loads == false and has("cards") == false' <<<"$output"
  jq -e '.[] | select(.name == "wizard-quest") | .loads and .people == [1, 1] and .cards == 42 and .title == "Wizard Quest"' <<<"$output"
}

@test "what a card does is told whole: how often, what else, when the game ends, any part of a choice" {
  mkdir -p "$BATS_TEST_TMPDIR/whole"
  cat >"$BATS_TEST_TMPDIR/whole/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
languages: [en, fr]
traits: {fx: {is: effects}, suit: {one_of: [red, blue]}}
counters: {gold: {per: player}}
zones: {hand: {per: player, seen_by: all, holds: [{}], says: hand}, row: {seen_by: all, says: row}}
words: {rich: rich, poor: poor}
phases: [{each: all, phases: [{choose: {card: {zone: hand}, do: [{trigger: {list: fx}}, {move: {to: row}}]}}]}]
cards:
  - a:
      fx:
        - finish: {because: {rich: gold > 9}}
        - finish: {because: {rich: gold > 9, poor: {not: {count: {zone: row}}}}}
        - finish: {because: {rich: true}}
        - {choose: {times: 3, card: {zone: hand}, do: [{move: {to: row}}]}}
        - {choose: {may: true, times: gold, target: {zone: row}, do: [{add: {gold: 1}}]}}
        - {choose: {times: any, card: {zone: hand}, do: [{if: gold > 1, add: {gold: 1}, else: [{add: {gold: 2}}]}]}}
        - {tell: {cards: {zone: hand}, are: {suit: red}}}
Y
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/whole" a
  echo "$output"
  [ "$status" -eq 0 ]
  diff - <(sed -n '/fx:/,$p' <<<"$output") <<'Y'
  fx:
    - The game ends if gold > 9
    - The game ends if gold > 9 or not: at least 1 card in row
    - The game ends
    - Choose: cards in hand (3 times); move a card to row
    - You may choose: cards in row (up to gold times); you: +1 gold
    - Choose: cards in hand (any number of times); if gold > 1: you: +1 gold; if not: you: +2 gold
    - Say of cards in hand: red cards
Y
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/whole" a --lang fr
  grep -q 'La partie se termine si gold > 9$' <<<"$output"
}

@test "a watcher that stands on a card is shown with what it waits for, or in its own words" {
  mkdir -p "$BATS_TEST_TMPDIR/stands"
  cat >"$BATS_TEST_TMPDIR/stands/ruleset.yaml" <<'Y'
cantrip: 1
players: 1
traits: {lasting: {is: watches, in: row, says: while it lies there}}
zones: {row: {per: player, as: row, seen_by: all, holds: [{}]}}
counters: {n: {per: player, says: coins}}
verbs: {earn: {params: {count: number = 1}, main: count, says: "gain {count}", do: [{add: {n: $count}}]}}
phases: [{name: dawn, says: Dawn, repeat: 2, phases: [{add: {n: 1}}]}]
cards:
  - plain: {lasting: [{when: dawn, if: n > 3, do: [earn, {earn: 2}]}]}
    steps: {lasting: [{when: {end: dawn}, do: [{add: {n: 1}}]}]}
    own:   {lasting: [{when: dawn, do: [{earn: 3}], says: at dawn gain three}]}
    inner: {lasting: [{when: dawn, do: [{earn: 3, says: three at dawn}]}]}
Y
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/stands" plain
  has "- When Dawn begins, if n > 3: gain 1" "- When Dawn begins, if n > 3: gain 2"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/stands" steps
  has "- When Dawn ends: you: +1 coins"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/stands" own
  has "- at dawn gain three"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/stands" inner
  has "- Three at dawn"
}

@test "whose events a watcher waits for is told where it says whose" {
  mkdir -p "$BATS_TEST_TMPDIR/whose"
  cat >"$BATS_TEST_TMPDIR/whose/ruleset.yaml" <<'Y'
cantrip: 1
title: Whose
players: 2
languages: [en, fr]
traits: {effects: {is: effects}}
zones: {row: {per: player, as: row, seen_by: all, holds: [{}]}}
counters: {gold: {per: player}}
phases: [{name: turn, each: all, phases: [{trigger: {list: effects, cards: {zone: row}}}]}]
cards:
  - any:   {effects: [{when: turn, do: [{add: {gold: 1}}]}]}
    own:   {effects: [{when: turn, by: you, do: [{add: {gold: 1}}]}]}
    add:   {effects: [{when: {add: gold}, by: you, do: [{add: {gold: 1}}]}]}
    other: {effects: [{when: {add: gold}, by: others, do: [{add: {gold: 1}}]}]}
    come:  {effects: [{when: {move: row}, by: others, cards: {zone: row}, do: [{add: {gold: 1}}]}]}
Y
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/whose" any
  has "- When turn begins: you: +1 gold"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/whose" own
  has "- When turn begins for you: you: +1 gold"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/whose" own --lang fr
  has "- Au début de tour pour vous : vous : +1 gold"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/whose" add
  has "- When gold changes: you: +1 gold"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/whose" other
  has "- When gold changes for the others: you: +1 gold"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/whose" come
  has "- When a card comes to row (the others): you: +1 gold"
}

@test "a verb of several seats has the form of several" {
  mkdir -p "$BATS_TEST_TMPDIR/many"
  cat >"$BATS_TEST_TMPDIR/many/ruleset.yaml" <<'Y'
cantrip: 1
title: Many
players: 3
languages: [en, fr]
traits: {effects: {is: effects}}
zones: {row: {per: player, as: row, seen_by: all, holds: [{}]}}
counters: {gold: {per: player}}
verbs:
  pay: {params: {who: seats = you}, main: who, says: {en: "{who} {who:gain|gains} 1", fr: "{who} {who:gagnez|gagne|gagnent} 1"}, do: [{add: {who: $who, gold: 1}}]}
phases: [{name: turn, each: all, phases: [{trigger: {list: effects, cards: {zone: row}}}]}]
result: {score: gold}
cards:
  - some: {effects: [pay, {pay: others}, {pay: all}, {pay: left}]}
    late: {effects: [{when: turn, do: [{pay: you}, {pay: others}]}]}
Y
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/many" some
  has "You gain 1" "The others gain 1" "Everyone gains 1" "The player on your left gains 1"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/many" some --lang fr
  has "Vous gagnez 1" "Les autres gagnent 1" "Tous gagnent 1" "Votre voisin de gauche gagne 1"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/many" late
  has "When turn begins: you gain 1; the others gain 1"
}

@test "a watcher's text tells which cards it waits for, and how long" {
  mkdir -p "$BATS_TEST_TMPDIR/which"
  cat >"$BATS_TEST_TMPDIR/which/ruleset.yaml" <<'Y'
cantrip: 1
title: Which
players: 2
languages: [en, fr]
traits: {effects: {is: effects}, kind: {one_of: [imp, gold]}, cost: {is: number}}
zones: {row: {per: player, as: row, seen_by: all, holds: [{}]}, past: {per: player, as: row, seen_by: all}}
field: {zone: row}
counters: {gold: {per: player}, rust: {per: card}}
actions: {play: {card: {zone: row}, do: [{move: {to: past}}]}}
phases: [{name: round, phases: [{choose: {who: all, any_of: [play]}}]}]
result: {score: gold}
cards:
  - move: {kind: gold, effects: [{when: {move: past}, by: others, cards: {zone: past, of: all, kind: imp}, lasts: round, once: true, do: [{add: {gold: 1}}]}]}
    turn: {kind: gold, effects: [{when: {turn: down}, by: all, cards: {of: others, cost: {at_least: 3}}, do: [{add: {gold: 1}}]}]}
    act:  {kind: gold, effects: [{when: play, by: all, cards: {kind: gold}, do: [{add: {gold: 1}}]}]}
    list: {kind: imp, effects: [{when: effects, cards: {zone: past, this: true}, do: [{add: {gold: 1}}]}]}
    add:  {kind: imp, effects: [{when: {add: rust}, cards: {kind: gold}, lasts: round, do: [{add: {gold: 1}}]}]}
Y
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/which" move
  has "- When an imp card comes to past (the others) (once, this round): you: +1 gold"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/which" move --lang fr
  has "- Quand une carte imp arrive dans past (les autres) (une fois, jusqu'à la fin de manche) : vous : +1 gold"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/which" turn
  has "- When a card with cost at least 3 of the others is turned face down (everyone): you: +1 gold"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/which" act
  has "- When this is done by everyone: play (a gold card): you: +1 gold"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/which" list
  has "- When “effects” of this card in past is carried out for you: you: +1 gold"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/which" add
  has "- When rust changes (a gold card) (this round): you: +1 gold"
}

@test "the pages of the commands name each key of --json" {
  documented() { # documented HEADING COMMAND...: what it prints stands below this heading of the command's page
    local heading=$1 key part
    shift
    part=$(sed -n "/^##* $heading\$/,/^#/p" "$ROOT/rulesets/guide/reference/commands/$1.md")
    for key in $("$CANTRIP" "$@" --json | jq -r '[., .[]?, .[]?[]?] | map(objects | select(has("faction") or has("effects") | not) | keys[]) | unique[]'); do
      [[ "$part" == *"\`$key\`"* ]] || { echo "$key of $1"; return 1; }
    done
  }
  documented "For programs" list
  documented "One card" show fairytale werewolf
  documented "For programs" test tests/scenario
  documented "For programs" keys zone
  documented "For programs" perft fairytale --depth 1
  documented "A game for one" solve wizard-quest --deals 2 --list --check --timing
  documented "A game for several" solve kuhn --iterations 2
  documented "For programs" arena fairytale --bots first,random --seats 2 --games 4 --timing
  documented "For programs" attack kuhn --games 10 --learn 16 --seed 1
  documented "For programs" tune fairytale werewolf.points=2,3 --games 300 --seats 2
}
