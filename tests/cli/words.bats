#!/usr/bin/env bats
# What the log, the prompt and the tables say, in English and French, and to whom.

load ../helper

# game <YAML: writes a ruleset of that text, to be told
game() {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml"
}

# told FLAG...: the game as it is told, without the table at its end
told() {
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --seed 1 "$@" </dev/null
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  output=$(awk 'NR > 2 && (/^Table$/ || (empty && /^Alice/)) { exit } NR > 2 { print } { empty = $0 == "" }' <<<"$output")
}

# asked PICK...: the game as the person at seat 0 plays it
asked() {
  local picks
  picks=$(printf '%s\n' "$@" quit)
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --seed 1 --bots random --seat 0=human "${flags[@]}" <<<"$picks"
  [ "$status" -eq 0 ]
}

# hands SEATS PHASES: everybody has one card of his own
hands() {
  game <<Y
cantrip: 1
players: $1
languages: [en, fr]
cards: [{ant: {v: 0}, bee: {v: 1}, cat: {v: 2}, dog: {v: 3}}]
traits: {v: {is: number}}
let: {held: {sum: v, cards: {}}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}]}
  hand: {per: player, seen_by: owner}
  dark: {per: player, seen_by: nobody}
field: {zone: hand}
phases:
  - deal: {who: all, from: deck, to: hand, count: 1}
  - $2
Y
}

@test "show tells whose card, and to whom" {
  hands 3 'each: all
    phases: [{show: {to: left, cards: {}}}, {show: {to: all, cards: {}}}, {show: {to: you, cards: {}}}]'
  told --bots first
  has "Alice shows ant to Bob." "Alice shows ant to everyone." "Alice is shown ant." "Cara shows cat to Alice."
  lacks "?"
  told --bots first --as 0
  has "Alice shows ant to Bob." "Bob shows a card to Cara." "Bob shows bee to everyone." "Bob is shown a card." \
    "Cara shows cat to Alice."
  told --bots first --as spectator
  has "Cara shows a card to Alice." "Cara shows cat to everyone." "Cara is shown a card."
  told --bots first --as 0 --lang fr
  has "Alice montre ant à Bob." "Bob montre une carte à Cara." "Bob montre bee à tous." "Bob voit une carte."
  flags=()
  asked
  has "You show ant to Bob." "Bob shows bee to everyone." "Cara shows cat to you."
  flags=(--lang fr)
  asked
  has "Vous montrez ant à Bob." "Cara montre cat à vous."
}

@test "show of several seats' cards, of the table's, to some" {
  hands 4 'show: {to: {where: "held < 2"}, cards: {of: all}}'
  told --bots first
  has "Alice shows ant to Bob." "Bob shows bee to Alice." "Cara shows cat to Alice and Bob."
  flags=(--lang fr)
  asked
  has "Vous montrez ant à Bob." "Dan montre dog à vous et Bob."
  hands 2 'show: {to: all, cards: {zone: deck, first: 1}}'
  told --bots first
  has "Shown to everyone: cat."
  told --bots first --lang fr
  has "Montré à tous : cat."
  hands 2 'each: all
    phases: [{show: {to: you, cards: {zone: deck, first: 2}}}]'
  told --bots first --as 1
  has "Alice is shown 2 cards." "Bob is shown cat, dog."
}

@test "cards that come from a hidden zone into a hand are taken, not set aside" {
  hands 2 'move: {cards: {of: all}, to: dark}'
  cat >>"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
  - each: all
    phases: [{choose: {seat: others, do: [{move: {cards: {zone: dark, of: seat}, to: hand, of: seat}}]}}]
Y
  told --bots first --as 0
  has "Alice takes ant." "Bob takes a card."
  lacks aside
  told --bots first --lang fr
  has "Alice prend ant." "Bob prend bee."
  flags=()
  asked
  has "You take ant."
  sed -i 's/dark: {per: player, seen_by: nobody/dark: {per: player, seen_by: owner/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  told --bots first
  has "Alice takes ant."
  lacks aside
}

# Three cards are passed, together or one by one; then they come into the hand.
passing() {
  game <<Y
cantrip: 1
players: 3
languages: [en, fr]
cards: [{ant: {copies: 3}, bee: {copies: 3}, cat: {copies: 3}}]
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}]}
  hand: {per: player, seen_by: owner}
  passing: {per: player, seen_by: nobody}
field: {zone: hand}
phases:
  - deal: {who: all, from: deck, to: hand, count: 3}
  - move: {cards: {of: all}, to: passing}
$1
  - move: {cards: {zone: passing, of: all}, to: hand}
Y
}

@test "who sees the cards that arrive is told which they are" {
  passing '  - pass: {who: all, cards: {zone: passing}, to: left}'
  told --bots first
  has "Everyone passes 3 cards to the left." "Alice takes 3 × cat." "Bob takes 3 × ant."
  told --bots first --as 0
  has "Alice takes 3 × cat." "Everyone else takes 3 cards."
  told --bots first --as spectator
  has "Everyone takes 3 cards."
  lacks ant bee cat
  told --bots first --as 0 --lang fr
  has "Alice prend 3 × cat." "Chaque autre joueur prend 3 cartes."
  flags=()
  asked
  has "You take 3 × cat."
}

@test "two who pass to the left or right pass to each other" {
  passing '  - pass: {who: all, cards: {zone: passing}, to: right}'
  sed -i 's/players: 3/players: 2/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  told --bots first
  has "Everyone passes 3 cards to the other player."
  lacks right
  told --bots first --lang fr
  has "Chacun passe 3 cartes à l'autre joueur."
}

@test "a card passed into a hand is told to who gets it, a whole hand is not" {
  hands 3 'deal: {who: all, from: deck, to: hand, count: 1}
  - pass: {who: all, cards: {}, to: left}
  - pass: {who: all, cards: {first: 1}, to: left}'
  sed -i 's/ant: {v: 0}/ant: {v: 0, copies: 9}/; s/, to: hand, count: 1}/, to: hand, count: 2}/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  told --bots first --as 0
  has "Everyone passes 4 cards to the left." "Everyone passes 1 card to the left."
  [ "$(grep -c "Alice gets ant." <<<"$output")" -eq 1 ]
  told --bots first --as 0 --lang fr
  has "Alice reçoit ant."
  told --bots first
  lacks "gets"
}

@test "passes one after the other are told one by one, each gift with who gets it" {
  passing '  - pass: {who: all, cards: {zone: passing, first: 1}, to: left}
  - pass: {who: all, cards: {zone: passing, first: 1}, to: left}'
  told --bots first
  [ "$(grep -c "Everyone passes 1 card to the left." <<<"$output")" -eq 2 ]
  lacks "passes 2"
}

@test "gifts of one seat to two are told apart" {
  hands 3 'deal: {who: all, from: deck, to: hand, count: 1}
  - each: all
    phases: [{move: {cards: {v: 0}, to: hand, of: right}}, {move: {cards: {v: 3}, to: hand, of: left}}]'
  sed -i 's/cat: {v: 2}/cat: {v: 0}/; s/bee: {v: 1}/bee: {v: 3}/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  told --bots first
  has "Alice gives dog to Bob." "Alice gives ant to Cara."
}

@test "a blind choice says whose card it is, and leaves out what is not seen" {
  hands 3 'choose: {who: all, card: {zone: hand, of: others}, says: {en: "take {card} {card.v} [({card.v})]", fr: "prendre {card} {card.v}"}, do: [{move: {to: hand, of: you}}]}'
  flags=()
  asked
  grep -qE "take a card of Bob's hand at random$" <<<"$output"
  has "take a card of Cara's hand at random"
  lacks "{" "()"
  flags=(--lang fr)
  asked
  has "prendre une carte au hasard (main de Bob)" "prendre une carte au hasard (main de Cara)"
  sed -i 's/, says: {en.*"}, do/, do/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  asked
  has "1  une carte au hasard (main de Bob)"
}

@test "a card face down in a row is named by its place" {
  hands 2 'deal: {who: all, from: deck, to: row, count: 1, face: down}
  - choose: {who: all, card: {zone: [row, dark], of: all, face: any}, do: [{turn: {face: up}}]}'
  sed -i 's/^zones:/&\n  row: {per: player, as: row, seen_by: all}/; s/count: 1}$/count: 1}\n  - move: {cards: {of: you}, to: dark}/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  sed -i 's/{of: you}, to/{of: all}, to/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  flags=(--lang en)
  asked
  has "card 1 of your row" "card 1 of Bob's row" "a card of your dark at random" "a card of Bob's dark at random"
  flags=(--lang fr)
  asked
  has "carte 1 (rangée)" "carte 1 (rangée de Bob)" "une carte au hasard (dark)" "une carte au hasard (dark de Bob)"
}

@test "a sentence ends with one mark" {
  hands 2 'each: all
    phases: [{choose: {any_of: [ask]}}]
  - finish: {because: {over: {all: [true]}}}'
  cat >>"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
actions:
  ask: {seat: all, says: {en: "{seat}, any ants?", fr: "{seat}, une fourmi ?"}, do: []}
words: {over: {en: That is it!, fr: C'est tout !}}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --bots first --seed 1 </dev/null
  has "Alice: Alice, any ants?"$'\n' "That is it!"$'\n'
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --bots first --seed 1 --lang fr </dev/null
  has "Bob : Alice, une fourmi ?"$'\n' "C'est tout !"$'\n'
}

@test "a score that is a counter stands once in the final table" {
  hands 2 'each: all
    phases: [{add: {coins: 3, gems: 1}}]'
  cat >>"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
counters: {gems: {per: player}, coins: {per: player}}
result: {score: coins}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --bots first --seed 1 </dev/null
  grep -qE "^ +score  gems *$" <<<"$output"
  sed -i 's/score: coins/score: "coins + 1"/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --bots first --seed 1 </dev/null
  grep -qE "^ +score  gems  coins *$" <<<"$output"
}

@test "what is counted has a form for one and one for several" {
  hands 2 'each: all
    phases: [{add: {coins: 1}}, {add: {coins: 2}}, {add: {coins: -1}}, {choose: {number: {from: 0, to: 1}, do: []}}]'
  cat >>"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
counters: {coins: {per: player, says: {en: "{n:coin|coins} of gold", fr: "{n:écu|écus} d'or"}}}
Y
  told --bots first
  has "Alice: +1 coin of gold, now 1." "Alice: +2 coins of gold, now 3." "Alice: -1 coin of gold, now 2."
  told --bots first --lang fr
  has "Alice : +1 écu d'or, en tout 1." "Alice : +2 écus d'or, en tout 3."
  flags=(--lang en)
  asked
  has "You: coins of gold 2"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --bots first --seed 1 </dev/null
  grep -qE "^ +coins of gold *$" <<<"$output"
}

@test "what is counted and set to a number is told as a sentence, where its name has forms" {
  hands 2 'each: all
    phases: [{set: {coins: 1, bid: 4}}, {set: {coins: 20}}, {choose: {number: {from: 0, to: 1}, do: []}}]'
  cat >>"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
counters: {coins: {per: player, says: {en: "{n:coin|coins}", fr: écus}}, bid: {per: player}}
Y
  told --bots first
  has "Alice: 1 coin." "Alice: bid: 4." "Alice: 20 coins."
  told --bots first --lang fr
  has "Alice : écus : 20."
}

@test "a person is asked below what lies open: the trick with whose cards, few of the others" {
  game <<'Y'
cantrip: 1
players: 3
languages: [en, fr]
cards: [{ant: {}, bee: {}, cat: {}, dog: {}, elk: {}, fox: {}}]
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}]}
  hand: {per: player, seen_by: owner}
  trick: {as: row, seen_by: all}
  won: {per: player, seen_by: all}
field: {zone: hand}
counters: {lead: {per: game, is: seat, start: 1, says: {en: leads, fr: commence}}}
phases:
  - deal: {who: all, from: deck, to: hand, count: 2}
  - repeat: 2
    phases:
      - each: all
        from: lead
        phases: [{choose: {card: {}, do: [{move: {to: trick}}]}}]
      - move: {cards: {zone: trick}, to: won, of: lead}
Y
  flags=(--lang en --seat 1=first --seat 2=first)
  asked ant
  has "Table: leads Bob
  trick: cat (Bob), elk (Cara)
Bob, Cara: hand: 1 card
You
  hand: ant, bee
choose a card (hand)"
  sed -i 's/choose: {card: {}, do: /choose: {may: true, card: {}, do: /' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  asked ant
  has "Table: leads Bob
  trick: dog (Bob), fox (Cara)
Bob: won: ant, cat, elk
You
  hand: bee"
  flags=(--lang fr --seat 1=first --seat 2=first)
  asked ant
  has "Table : commence Bob
  trick : dog (Bob), fox (Cara)
Bob : won : ant, cat, elk
Vous
  main : bee"
}

@test "what lies open is told in few lines: of many cards of the table their number, of a pile the first; nothing hidden" {
  game <<'Y'
cantrip: 1
players: 2
cards: [{a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}, i: {}, j: {}, k: {}, l: {}, m: {}}]
zones:
  all: {seen_by: all, holds: [{}]}
  few: {seen_by: all, holds: [{card: [a, b]}]}
  heap: {as: pile, seen_by: all, holds: [{}]}
  deck: {as: pile, seen_by: nobody, holds: [{}]}
  lost: {seen_by: all, gone: true, holds: [{card: a}]}
  seven: {per: player, as: row, seen_by: all, holds: [{card: [a, b, c, d, e, f, g]}]}
  six: {per: player, as: row, seen_by: all, holds: [{card: [a, b, c, d, e, f]}]}
  hand: {per: player, seen_by: owner, holds: [{card: [a, b]}]}
phases:
  - each: all
    phases: [{choose: {card: {zone: hand}, do: []}}]
Y
  sed -i 's/all: {seen/many: {seen/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  flags=()
  asked
  has "Table
  many: 13 cards
  few: a, b
  heap: a and 12 cards
Bob: hand: 2 cards; six: a, b, c, d, e, f
  seven: a, b, c, d, e, f, g
You
  seven: a, b, c, d, e, f, g"
}

@test "rules tells the ruleset's README; where there is none it says so" {
  game <<'Y'
cantrip: 1
players: 1
cards: [{a: {}, b: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}}
phases: [{choose: {card: {zone: hand}, do: []}}]
Y
  run bash -c "printf 'rules\nquit\n' | '$CANTRIP' play '$BATS_TEST_TMPDIR/g' --seat 0=human"
  [ "$status" = 0 ]
  [[ $output == *"there is no $BATS_TEST_TMPDIR/g/README.md"* ]]
  printf '# The game\n\nA card is laid \033[31mdown.\n' >"$BATS_TEST_TMPDIR/g/README.md"
  run bash -c "printf 'rules\nquit\n' | '$CANTRIP' play '$BATS_TEST_TMPDIR/g' --seat 0=human"
  [ "$status" = 0 ]
  [[ $output == *$'# The game\n\nA card is laid \\x1B[31mdown.\n'* ]]
}

@test "says: none keeps traits, zones and counters out of the log, the prompt and the tables" {
  game <<'Y'
cantrip: 1
players: 2
cards: [{ant: {v: 1, mark: true}, bee: {v: 2}}]
traits: {v: {is: number}, mark: {is: flag}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}]}
  hand: {per: player, seen_by: owner}
  dark: {per: player, as: pile, seen_by: all}
  names: {seen_by: all, holds: [{mark: true}]}
counters: {note: {per: player}, coins: {per: player}, final: {per: game, is: card}}
phases:
  - deal: {who: all, from: deck, to: hand, count: 1}
  - move: {cards: {zone: hand, of: all}, to: dark}
  - show: {to: all, cards: {zone: dark, of: all}}
  - shuffle: {zone: dark, of: all}
  - block: {who: all, add: [note], lasts: game}
  - move: {cards: {zone: dark, of: all}, to: hand}
  - each: all
    phases:
      - set: {note: 5}
      - add: {coins: 1}
      - choose: {card: {zone: names}, may: true, do: [{set: {final: card}}]}
Y
  flags=()
  asked
  has "v 1; mark" names note
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/g"
  has mark
  sed -i 's/mark: {is: flag/&, says: none/; s/as: pile, seen_by: all/&, says: none/; s/names: {seen_by: all/&, says: none/
    s/note: {per: player/&, says: none/; s/final: {per: game, is: card/&, says: none/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  asked 1
  lacks mark note dark final "names:"
  has "1  ant " "You: coins 1"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --bots first --seed 1 </dev/null
  lacks mark note dark final names
  has "Alice: +1 coins, now 1." "coins"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/g"
  lacks mark
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/g" ant
  has "mark: yes"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --seat 0=human --plain --seed 1 <<<"card ant"
  has "v: 1"
  lacks "mark:"
  sed -i 's/note: {per: player, says: none/note: {per: player, says: "none"/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  asked
  has "none 5"
}

@test "says: none on a phase hides its heading, not those of the phases in it" {
  game <<'Y'
cantrip: 1
players: 2
cards: [{ant: {}, bee: {}}]
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, hand: {per: player, seen_by: owner}}
counters: {coins: {per: player}}
phases:
  - name: bookkeeping
    says: none
    phases:
      - add: {who: all, coins: 1}
      - name: market
        phases: [{add: {who: all, coins: 1}}]
  - deal: {who: all, from: deck, to: hand, count: 1}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --bots first --seed 1 </dev/null
  lacks Bookkeeping None
  has "── Market" "+1 coins, now 1" "+1 coins, now 2"
  sed -i 's/ says: none/ says: "none"/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --bots first --seed 1 </dev/null
  has "── None" "  Market"
}

# calls ORDER: a game in which the suit of the first card is called; ORDER are the words of `suit`
calls() {
  game <<Y
cantrip: 1
players: 2
languages: [en, fr]
traits: {suit: {one_of: {$1}}}
cards: [{queen: {suit: hearts}, jack: {suit: clubs}, fool: {}}]
zones: {row: {as: row, seen_by: all, holds: [{}]}, out: {seen_by: all}}
counters:
  trump: {is: suit, says: {en: trump, fr: atout}}
  likes: {per: player, is: suit, says: {en: likes, fr: aime}}
  mark:  {per: card, is: suit, says: {en: mark, fr: marque}}
phases:
  - each: all
    phases: [{choose: {card: {zone: row}, do: [{set: {trump: card.suit, likes: trump}}, {set: {cards: card, mark: trump}}, {move: {to: out}}]}}]
  - set: {likes: none, who: {where: "likes == clubs"}}
Y
}

@test "a counter that holds a word is told by what people call the word" {
  local r="$BATS_TEST_TMPDIR/r.replay"
  calls "hearts: {says: {en: Hearts, fr: Cœur}}, clubs: {}"
  told --bots first --record "$r"
  has "Trump: Hearts." "Alice: likes: Hearts." "Queen: mark: Hearts." "Trump: clubs." "Bob: likes: nothing." \
    "Table: trump clubs" "Alice: likes Hearts"
  lacks "likes #" "Bob: likes nothing"
  told --bots first --lang fr
  has "Atout : Cœur." "Alice : aime : Cœur." "Bob : aime : rien."
  run "$CANTRIP" view "$r" --as 1 --ruleset "$BATS_TEST_TMPDIR/g"
  [ "$(jq -c '[.table.counters, .seats[].counters]' <<<"$output")" = '[{"trump":"clubs"},{"likes":"hearts"},{"likes":null}]' ]
  [ "$(jq -c '[.table.zones.out[].counters]' <<<"$output")" = '[{"mark":"hearts"},{"mark":"clubs"}]' ]
}

@test "a replay knows a counter's word by its identifier: their order may change" {
  local r="$BATS_TEST_TMPDIR/r.replay"
  calls "hearts: {}, clubs: {}"
  told --bots first --record "$r"
  calls "spades: {}, hearts: {}, clubs: {}"
  run "$CANTRIP" replay "$r" --ruleset "$BATS_TEST_TMPDIR/g" --verify
  [ "$status" -eq 0 ]
  has "has changed since: cards, copies, zones or counters are new, gone or renamed" "1 the same"
  for other in 's/trump: card.suit, likes: trump/trump: clubs, likes: card.suit/' 's/mark: trump/mark: spades/'; do
    calls "spades: {}, hearts: {}, clubs: {}"
    sed -i "$other" "$BATS_TEST_TMPDIR/g/ruleset.yaml"
    run "$CANTRIP" replay "$r" --ruleset "$BATS_TEST_TMPDIR/g" --verify
    [ "$status" -eq 1 ]
    has "the table differs"
  done
}

# named ORDER: a game in which a suit is chosen, alone and by actions; ORDER are the words of `suit`
named() {
  game <<Y
cantrip: 1
players: 2
languages: [en, fr]
traits: {suit: {one_of: {$1}}}
cards: [{queen: {suit: hearts}, jack: {suit: clubs}}]
zones: {row: {as: row, seen_by: all, holds: [{}]}}
counters:
  trump: {is: suit, says: {en: trump, fr: atout}}
  likes: {per: player, is: suit, says: {en: likes, fr: aime}}
words: {name_trump: {en: Name the trump, fr: Nommez l'atout}}
actions:
  take:  {card: {zone: row}, seat: others, word: suit, if: word != card.suit, do: [{set: {likes: word}}]}
  guess: {word: suit, if: word != trump, says: {en: "guess {word}", fr: "devinez {word}"}, do: [{set: {likes: word}}]}
phases:
  - choose: {who: all, word: suit, prompt: name_trump, if: word != trump, do: [{set: {trump: word}}]}
  - choose: {who: all, card: {zone: row, card: queen}, word: suit, may: true, do: [{set: {likes: word}}]}
  - choose: {who: all, any_of: [take, guess]}
Y
}

@test "a word that is chosen is offered and told as people call it" {
  named "hearts: {says: {en: Hearts, fr: Cœur}}, clubs: {}"
  flags=()
  asked hearts clubs "guess Hearts"
  has "Name the trump" "1  Hearts
2  clubs
> hearts
Trump: Hearts." "1  queen: Hearts" "2  queen: clubs" "You: likes: clubs." "take: queen for Bob: clubs" \
    "take: jack for Bob: Hearts" "You: guess Hearts." "Bob: take: queen for you: clubs." "Bob: likes: clubs."
  lacks "take: queen for Bob: Hearts" "guess clubs"
  flags=(--lang fr)
  asked Cœur clubs "devinez Cœur"
  has "Nommez l'atout" "1  Cœur
2  clubs
> Cœur
Atout : Cœur." "2  queen : clubs" "Vous : aime : clubs." "Vous : devinez Cœur." "clubs."
}

@test "picks of a chosen word are written with its identifier; the order of words may change" {
  local r="$BATS_TEST_TMPDIR/r.replay"
  named "hearts: {says: Hearts}, clubs: {}"
  told --bots first --record "$r"
  run cat "$r"
  has "Alice: hearts =" "Alice: queen hearts =" "Alice: take queen Bob clubs ="
  run "$CANTRIP" view "$r" --to 3 --as 0 --ruleset "$BATS_TEST_TMPDIR/g"
  [ "$(jq -c '[.choices[] | [.pick, .text]]' <<<"$output")" = '[["take queen Bob clubs","take: queen for Bob: clubs"],["take jack Bob hearts","take: jack for Bob: Hearts"],["guess hearts","guess Hearts"]]' ]
  named "clubs: {}, hearts: {}"
  run "$CANTRIP" replay "$r" --ruleset "$BATS_TEST_TMPDIR/g" --verify
  [ "$status" -eq 0 ]
  has "1 the same"
}

@test "a card whose effect lets one choose a word says of what" {
  game <<'Y'
cantrip: 1
players: 2
languages: [en, fr]
traits: {suit: {one_of: [hearts, clubs], says: {en: suit, fr: couleur}}, fx: {is: effects}}
cards: [{queen: {fx: [{choose: {word: suit, do: [{move: {cards: {zone: row, suit: word}, to: out}}]}}]}}]
zones: {row: {as: row, seen_by: all, holds: [{}]}, out: {seen_by: all}}
phases: []
Y
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/g" queen
  has "Choose: suit; move"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/g" queen --lang fr
  has "Choisir : couleur ;"
}

@test "a card whose effect lets one choose a number says which" {
  game <<'Y'
cantrip: 1
players: 2
languages: [en, fr]
counters: {gold: {per: player}}
traits: {fx: {is: effects}}
cards: [{mint: {fx: [{choose: {number: {from: 1, to: gold + 2}, do: [{add: {gold: number}}]}}]}}]
zones: {row: {as: row, seen_by: all, holds: [{}]}}
phases: []
Y
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/g" mint
  has "Choose: a number from 1 to gold + 2; you:"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/g" mint --lang fr
  has "Choisir : un nombre de 1 à gold + 2 ;"
}

@test "a move and a turn say of themselves what they are called; of what is not seen only how many" {
  game <<'Y'
cantrip: 1
players: 2
languages: [en, fr]
zones:
  hand:  {per: player, seen_by: owner, holds: [{copies: 1}]}
  shop:  {seen_by: all, holds: [{copies: 1}]}
  trash: {seen_by: all}
  dark:  {per: player, as: row, seen_by: owner}
phases:
  - each: all
    phases:
      - {move: {cards: {zone: shop}, to: trash, says: {en: "{who} {who:trash|trashes} {cards}.", fr: "{who} {who:écartez|écarte} {cards}."}}}
      - {move: {cards: {zone: hand}, to: dark, says: "{who} {who:bury|buries} {cards}."}}
      - {turn: {cards: {zone: dark}, face: down, says: "{cards}: asleep."}}
cards: [{ant: {}}]
Y
  told --bots random --seat 0=human
  [ "$output" = "You trash ant.
You bury ant.
Ant: asleep.
Bob buries a card.
A card: asleep." ] || { echo "$output"; return 1; }
  told --bots random --seat 0=human --lang fr
  has "Vous écartez ant."
  sed -i 's/{cards}: asleep/{card}: asleep/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
  [ "$status" -eq 2 ] || [ "$status" -eq 1 ]
  has "the text has {card}, which is unknown here" "did you mean" "TEXT-PLACE" "ruleset.yaml:14:"
}

@test "what waits for a card loses it once, by its name if all knew it" {
  game <<'Y'
cantrip: 1
players: 2
languages: [en, fr]
traits: {effects: {is: effects}, worth: {is: number}}
cards: [{ant: {worth: 2, effects: [{when: {add: gold}, by: all, do: [{add: {gone: 1 + this.worth}}]}]}, bee: {copies: 3}}]
counters: {gold: {}, gone: {}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}]}
  row:  {as: row, seen_by: all}
phases:
  - move: {cards: {zone: deck, card: ant}, to: row}
  - trigger: {list: effects, cards: {zone: row}}
  - move: {cards: {zone: row}, to: deck}
  - shuffle: {zone: deck}
  - shuffle: {zone: deck}
  - add: {gold: 1}
Y
  told --bots first --as 1
  has "Ant now looks like other cards, so no effect finds it again." "Gone: +1, now 1 (effect of ant)."
  [ "$(grep -c 'looks like other cards' <<<"$output")" -eq 1 ]
  told --bots first --as spectator --lang fr
  has "Ant ressemble maintenant à d'autres cartes : aucun effet ne la retrouve." "(effet d'ant)"
}

@test "choices: beside several cards stands nothing of the first alone" {
  game <<'Y'
cantrip: 1
players: 1
cards: [{ant: {v: 1}, bee: {v: 2}, cat: {v: 3}}]
traits: {v: {is: number}}
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, row: {as: row, seen_by: all}}
phases:
  - choose: {cards: {zone: hand, count: {from: 1, to: 2}}, do: [{move: {cards: cards, to: row}}]}
Y
  flags=(--plain)
  asked
  grep -qE '^1  ant +v 1$' <<<"$output"
  grep -qE '^4  ant and bee$' <<<"$output"
}

@test "an action with says: none is offered by what is chosen, and the log has what comes of it" {
  game <<'Y'
cantrip: 1
players: 1
cards: [{ant: {}, bee: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, row: {seen_by: all}}
actions:
  play: {says: none, card: {zone: hand}, do: [{move: {to: row}}]}
phases:
  - choose: {any_of: [play, {rest: {says: none}}]}
  - choose: {any_of: [play, {rest: {card: {zone: hand}}}]}
Y
  flags=(--plain)
  asked 1 1
  grep -qx '1  ant' <<<"$output"
  grep -qx '3  rest' <<<"$output"       # nothing is chosen, so it needs its name
  grep -qx '2  rest: bee' <<<"$output"
  has "You play ant."
  lacks "play: ant" none
}

@test "two actions with says: none that offer the same card are told apart by their names" {
  game <<'Y'
cantrip: 1
players: 1
cards: [{ant: {}, bee: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, row: {seen_by: all}, heap: {seen_by: all}}
actions:
  play: {says: none, card: {zone: hand}, do: [{move: {to: row}}]}
  sell: {says: none, card: {zone: hand, card: ant}, do: [{move: {to: heap}}]}
phases:
  - choose: {any_of: [play, sell]}
Y
  flags=(--plain)
  asked
  grep -qx '1  ant (play)' <<<"$output"
  grep -qx '2  bee' <<<"$output"
  grep -qx '3  ant (sell)' <<<"$output"
}

@test "cards of a bank that differ by whose they were are told apart, in a set by name, for programs too" {
  game <<'Y'
cantrip: 1
players: 2
languages: [en, fr]
cards: [{gem: {copies: 2}, coin: {copies: 2}}]
zones: {bank: {seen_by: all, holds: [{}]}, purse: {per: player, seen_by: all}}
phases:
  - {each: all, phases: [{move: {cards: {zone: bank, card: gem, first: 1}, to: purse, of: you}}]}
  - {move: {cards: {zone: purse, of: all}, to: bank}}
  - {choose: {who: all, card: {zone: bank, card: gem}, do: []}}
  - {choose: {who: all, cards: {zone: bank, count: 2}, do: []}}
Y
  flags=(); asked 1
  has "gem (yours)" "gem (Bob's)" "2 × gem" "gem and coin (gem: yours)" "gem and coin (gem: Bob's)"
  flags=(--lang fr); asked 1
  has "gem (à vous)" "gem et coin (gem : à vous)"
  cat >"$BATS_TEST_TMPDIR/log.py" <<'Y'
import json, sys
for line in sys.stdin:
    print(*sorted(c["text"] for c in json.loads(line)["choices"]), sep="; ", file=sys.stderr)
    print('{"choice": 0}', flush=True)
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --seed 1 --bots first --seat 0="exec:python3 $BATS_TEST_TMPDIR/log.py"
  has "gem (Alice's); gem (Bob's)" "gem and coin (gem: Alice's); gem and coin (gem: Bob's)"
}

@test "of a set that is told apart each card of the name says where it lies, of a row its place" {
  game <<'Y'
cantrip: 1
players: 1
cards: [{ant: {copies: 9}}]
zones:
  hand: {per: player, seen_by: owner, holds: [{copies: 2}]}
  line: {as: row, seen_by: all, holds: [{copies: 2}]}
phases:
  - choose: {cards: {zone: [hand, line], count: 2}, do: []}
Y
  flags=(--plain); asked
  grep -qx '1  2 × ant (2 × ant: your hand)' <<<"$output"
  grep -qx '3  2 × ant (ant: your hand, ant: card 2 of the line)' <<<"$output"
  grep -qx '4  2 × ant (ant: card 1 of the line, ant: card 2 of the line)' <<<"$output"
}

@test "sets of the same cards in another order are told apart; equal cards that lie apart are counted together" {
  game <<'Y'
cantrip: 1
players: 1
cards: [{ant: {copies: 2}, bee: {copies: 2}}]
zones:
  hand: {per: player, seen_by: owner, holds: [{copies: 1}]}
  rest: {per: player, seen_by: all, holds: [{copies: 1}]}
phases:
  - choose: {cards: {zone: [hand, rest], count: 2}, do: []}
  - choose: {cards: {zone: [hand, rest], count: 3}, do: []}
Y
  flags=(--plain); asked 1
  grep -qx '3  ant and bee (ant: your hand, bee: your rest)' <<<"$output"
  grep -qx '4  bee and ant (bee: your hand, ant: your rest)' <<<"$output"
  grep -qx '1  2 × ant and bee (bee: your hand)' <<<"$output"
  grep -qx '3  2 × ant and bee (bee: your rest)' <<<"$output"
}

@test "what the words of an action leave out is said where choices differ in it alone: seat, number, word, card, set" {
  game <<'Y'
cantrip: 1
players: 2
cards: [{ant: {copies: 4, kind: six}, bee: {kind: eight, cost: 2}, cat: {kind: eight, cost: 2}}]
traits: {kind: {one_of: [six, eight]}, cost: {is: number}}
zones:
  hand: {per: player, seen_by: owner, holds: [{card: ant, copies: 2}, {card: bee, copies: 1}]}
  line: {as: row, seen_by: all, holds: [{card: cat, copies: 1}]}
phases:
  - each: all
    phases:
      - choose: {any_of: [ask, name, call]}
      - choose: {any_of: [swap, pay, throw, rob]}
actions:
  ask: {says: ask, seat: all, do: []}
  name: {says: name a number, number: {from: 1, to: 2}, do: []}
  call: {says: call a kind, word: kind, do: []}
  swap: {says: "swap {card}", card: {zone: hand, card: ant}, target: {zone: hand, where: it != card}, do: []}
  pay: {says: "pay {card.cost}", card: {zone: [hand, line]}, do: []}
  throw: {says: throw two, cards: {zone: hand, count: 2}, do: []}
  rob: {says: rob, card: {zone: [hand, line], of: all}, do: []}
Y
  flags=(--plain); asked 1
  has "  ask (you)" "  ask (Bob)" "name a number (1)" "name a number (2)" "call a kind (six)" "call a kind (eight)"
  has "swap ant (ant)" "swap ant (bee)" "throw two (2 × ant)" "throw two (ant, bee)"
  has "  pay 0 " "  pay 2 (bee)" "  pay 2 (cat)" "rob (ant)" "rob (a card of Bob's hand at random)"
}

@test "the reader is \"you\" within a sentence, and \"You\" where it begins" {
  game <<'Y'
cantrip: 1
players: 2
languages: [en, fr]
cards: [{ant: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{copies: 2}]}}
counters: {claimer: {is: seat, says: claimer}, lead: {is: seat, start: 0, says: none}}
phases:
  - set: {claimer: lead}
  - {each: all, phases: [{choose: {any_of: [greet, leads], prompt: first}}, {choose: {any_of: [shun, plain], prompt: then}}]}
actions:
  greet: {says: "greet {seat} with {card}", card: {zone: hand}, seat: all, do: []}
  leads: {says: "{seat} {seat:lead|leads}", seat: all, do: []}
  shun: {seat: all, do: []}
  plain: {card: {zone: hand}, seat: all, do: []}
words:
  first: "Do you doubt {claimer}?"
  then: "{claimer}, is it?"
Y
  flags=(--plain); asked 1 1
  has "Claimer: you." "Do you doubt you?" "You, is it?"
  has "1  greet you with ant" "3  You lead" "4  Bob leads" "1  shun: you" "plain: ant for you"
  has "You: greet you with ant." "You: shun: you."
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --seed 1 --lang fr --bots human,first <<<$'3\n1\n'
  has "1  greet vous with ant" "Bob : greet vous with"
}

@test "why a game ended names counters of the game, and the player as \"you\" to himself" {
  game <<'Y'
cantrip: 1
players: 2
languages: [en, fr]
cards: [{ant: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{copies: 2}]}}
counters: {best: {is: seat}, price: {start: 3}, lead: {is: seat, start: 0}}
phases:
  - choose: {who: lead, card: {zone: hand}, may: true, do: []}
  - set: {best: lead}
  - finish: {because: {rich: price > 2}, won: best}
words:
  rich: {en: "{best} {best:have|has} {price} {price:coin|coins}", fr: "{best} {best:avez|a} {price} {price:pièce|pièces}"}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --seed 1 --bots human,first <<<'1'
  has "You have 3 coins."
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --seed 1 --bots first,first
  has "Alice has 3 coins."
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --seed 1 --bots first,first --lang fr
  has "Alice a 3 pièces."
  sed -i 's/^  - set: .*/  - set: {price: 3}/; s/"{best} {best:have|has} {price} {price:coin|coins}"/"over by {best}[ (or {best})]"/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --seed 1 --bots first,first
  has "Over by nobody."
}

@test "words of a trait are called like the cards where every one is a card's id, not where one is by chance" {
  game <<'Y'
cantrip: 1
players: 1
cards: [{ant: {name: Big Ant, kind: ant, colour: noble}, church: {name: Old Church, kind: church, colour: church, points: {count: {zone: row, colour: church}}}}]
traits: {kind: {one_of: [ant, church]}, colour: {one_of: [noble, church]}, points: {is: number}}
zones: {row: {seen_by: all, holds: [{}]}}
phases: [{choose: {word: kind, prompt: kind, do: []}}, {choose: {word: colour, prompt: colour, do: []}}]
words: {kind: Which kind?, colour: Which colour?}
Y
  flags=(--plain); asked 1
  has "1  Big Ant" "2  Old Church" "1  noble" "2  church"
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/g" church
  has "kind: Old Church" "colour: church" "for each church card"
}

@test "several cards that are not seen are counted; a zone whose name is a plural is shuffled" {
  game <<'Y'
cantrip: 1
players: 2
languages: [en, fr]
cards: [{ant: {kind: a}, bee: {kind: b}}]
traits: {kind: {one_of: [a, b]}}
zones:
  roles: {as: pile, seen_by: nobody, holds: [{copies: 2}], says: {en: characters, fr: personnages}}
  hand: {per: player, seen_by: owner, holds: [{card: ant, copies: 3}]}
  dark: {per: player, as: row, seen_by: nobody, holds: [{card: bee, copies: 2}]}
phases:
  - shuffle: {zone: roles}
  - tell: {cards: {zone: hand, of: all}, are: {kind: a}}
  - tell: {cards: {zone: dark, of: all}, are: {kind: b}}
  - {each: all, phases: [{choose: {any_of: [take, rob]}}]}
actions:
  take: {cards: {zone: hand, of: others, count: 2}, do: []}
  rob: {says: rob, cards: {zone: hand, of: all, count: 2}, do: []}
Y
  flags=(--plain); asked 1
  has "Shuffled: characters." "take: 2 cards of Bob's hand at random" "rob (2 cards of Bob's hand at random)"
  has "3 cards of Bob's hand: a." "Cards 1 and 2 of Bob's dark: b."
  flags=(--plain --lang fr); asked 1
  has "Personnages : mélange." "2 cartes au hasard (main de Bob)" "3 cartes (main de Bob) : a." "Cartes 1 et 2 (dark de Bob) : b."
}

@test "an effect that only notes something for the rules is not told" {
  game <<'Y'
cantrip: 1
players: 2
traits: {fx: {is: effects}}
cards: [{ant: {fx: [{set: {note: 1}}, {add: {who: all, note: 1}}, {set: {note: 1, gold: 0}}, {set: {note: 2}, says: "it sulks"}]}}]
counters: {note: {per: player, says: none}, gold: {per: player}}
zones: {hand: {per: player, seen_by: all, holds: [{}]}}
phases: [{trigger: {list: fx, cards: {zone: hand, of: all, first: 1}}}]
Y
  told --bots random
  [ "$output" = "ant: Alice: gold = 0.
ant: it sulks." ] || { echo "$output"; return 1; }
}

@test "words: what stands in [ ] is left out where a card has no such word, or its number is 0" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cd "$BATS_TEST_TMPDIR"
  cat >g/ruleset.yaml <<'Y'
cantrip: 1
players: 1
title: Pond
traits: {kind: {one_of: [fish]}, cost: {is: number}}
zones: {row: {as: row, seen_by: all, holds: [{}]}, heap: {seen_by: all}}
phases:
  - choose: {times: 2, card: {zone: row}, says: "take {card}[ the {card.kind}][ for {card.cost}], worth {card.cost}", do: [{move: {to: heap, says: none}}]}
cards: {carp: {name: Carp, kind: fish, cost: 2}, reed: {name: Reed}}
Y
  run "$CANTRIP" play g --bots first
  [ "$status" -eq 0 ]
  has "take Carp the fish for 2, worth 2." "take Reed, worth 0."
}

@test "words: on a card the words of a counter are called as people call them, with what becomes of those of a set" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cd "$BATS_TEST_TMPDIR"
  cat >g/ruleset.yaml <<'Y'
cantrip: 1
players: 1
title: Pond
languages: [en, fr]
traits: {hue: {one_of: {red: {says: {en: scarlet, fr: écarlate}}, blue: {says: {en: azure, fr: azur}}}}, effects: {is: effects}}
zones: {row: {as: row, seen_by: all, holds: [{}]}}
counters: {had: {set_of: hue, says: {en: ribbons, fr: rubans}}, led: {is: hue, says: {en: lead, fr: tête}}}
phases: [{trigger: {list: effects, cards: {zone: row}}}]
cards: {carp: {hue: red, effects: [{add: {had: [red, blue]}}, {add: {had: -red}}, {set: {had: none}}, {set: {led: blue}}]}}
Y
  run "$CANTRIP" show g carp
  has "+scarlet, +azure ribbons" "-scarlet ribbons" "ribbons = nothing" "lead = azure"
  run "$CANTRIP" show g carp --lang fr
  has "+écarlate, +azur rubans" "-écarlate rubans" "tête = azur"
}

@test "words: a let that says what it is is called so on cards, in the reader's language" {
  mkdir -p "$BATS_TEST_TMPDIR/g/lang"
  cd "$BATS_TEST_TMPDIR"
  cat >g/ruleset.yaml <<'Y'
cantrip: 1
players: 1
title: Pond
traits: {size: {is: number}, effects: {is: effects}}
zones: {row: {as: row, seen_by: all, holds: [{}]}}
counters: {stars: {}}
let: {big: {count: {zone: row, size: {at_least: 3}}, says: the big ones}, few: {is: stars < 3, says: few stars}, bare: stars + 1}
verbs: {gain: {params: {n: number}, main: n, says: "gain {n}", do: [{add: {stars: $n}}]}}
phases: [{trigger: {list: effects, cards: {zone: row}}}]
cards: {carp: {size: big, effects: [{gain: big, if: few}, {gain: bare}]}}
Y
  printf 'cantrip: 1\nlet: {big: les grands, few: "peu d’étoiles"}\n' >g/lang/fr.yaml
  run "$CANTRIP" show g carp
  has "size: the big ones" "If few stars: gain (the big ones)" "Gain bare"
  run "$CANTRIP" show g carp --lang fr
  has "les grands" "peu d’étoiles"
}

@test "words: a counter that is a seat is set to one, in words for seats" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cd "$BATS_TEST_TMPDIR"
  cat >g/ruleset.yaml <<'Y'
cantrip: 1
players: 2
title: Pond
traits: {effects: {is: effects}}
zones: {row: {per: player, as: row, seen_by: all, holds: [{}]}}
counters: {n: {per: player, says: stars}, boss: {is: seat}}
phases: [{trigger: {list: effects, cards: {zone: row, of: all}}}]
cards: {carp: {effects: [{set: {boss: {most: n}}}, {set: {boss: left}}]}}
Y
  run "$CANTRIP" show g carp
  has "boss = the player with the most stars" "boss = the player on your left"
}

@test "cards lie in a grid where two counters of theirs say; where the lines are too short in a list" {
  game <<'Y'
cantrip: 1
title: Garden
players: 1
cards: [{oak: {}, ash: {}, elm: {}, yew: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, garden: {as: row, seen_by: all}}
counters: {east: {per: card}, south: {per: card}}
layout: {grids: {garden: [east, south]}}
phases:
  - move: {cards: {zone: hand}, to: garden}
  - set: {cards: {zone: garden, card: ash}, east: 2}
  - set: {cards: {zone: garden, card: elm}, east: -1, south: 1}
  - set: {cards: {zone: garden, card: yew}, east: 2}
  - choose: {number: {from: 1, to: 2}, do: []}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --plain <<<$'table\nquit'
  has "Table
  garden: 4 cards
       -1   0    1  2
    0       oak     yew +1
    1  elm"
  sed -i 's/oak: {}/oak: {name: "Oak, the oldest of them all, under which nobody has ever been seen to sit or stand"}/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  run script -qec "stty cols 70; \"$CANTRIP\" play \"$BATS_TEST_TMPDIR/g\" --plain" /dev/null <<<$'table\nquit'
  has "[east 2]"
}

@test "a grid says how its cards lie, names no card that is turned down, and stands above a question, too" {
  game <<'Y'
cantrip: 1
title: Wall
players: 2
cards: [{oak: {}, ash: {}, elm: {}, yew: {}}]
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}]}
  wall: {per: player, as: row, seen_by: all, down_seen_by: owner}
counters: {x: {per: card, says: none}, y: {per: card, says: none}, hurt: {per: card}}
layout: {grids: {wall: [x, y]}}
phases:
  - deal: {who: all, from: deck, to: wall, count: 2}
  - set: {cards: {zone: wall, of: all, card: [oak, elm]}, x: 2}
  - set: {cards: {zone: wall, of: all, card: [ash, elm]}, hurt: 3}
  - turn: {cards: {zone: wall, of: all, card: [oak, elm]}, face: down}
  - choose: {who: all, card: {zone: wall, of: all, face: up}, do: []}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --plain --seat 0=human --bots random <<<$'table\nquit'
  has "
Bob
  wall: 2 cards
       0    1  2
    0  yew     card 1 [hurt 3]
You
  wall: 2 cards
       0             1  2
    0  ash [hurt 3]     oak (face down)
choose a card" "> table
You
  wall: 2 cards" "
Bob
  wall: 2 cards
       0    1  2
    0  yew     card 1 [hurt 3]
>"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --plain --seat 0=human --bots random --memory <<<quit
  has "    0  yew     elm (face down) (remembered) [hurt 3]"
}

@test "a choice and the log say what a card's formula comes to, each as far as the reader may know it" {
  game <<'Y'
cantrip: 1
title: Ants
players: 2
cards:
  - ant: {cost: "4 - bridges"}
    bee: {cost: 2}
    cat: {cost: {count: {zone: hand, card: dog}}}
    cow: {cost: {count: {zone: hand, of: all, card: dog}}}
    owl: {cost: "1 // (bridges - 1)"}
    dog: {}
    fox: {}
traits: {cost: {is: number, default: 0}}
counters: {bridges: {per: player, start: 1}}
zones:
  shop: {as: row, seen_by: all, holds: [{card: [ant, bee, cat, cow, owl]}]}
  pile: {as: pile, seen_by: nobody, holds: [{card: [dog, fox], copies: 2}]}
  hand: {per: player, seen_by: owner}
phases:
  - deal: {who: all, from: pile, to: hand, count: 1}
  - each: all
    phases:
      - choose: {card: {zone: shop}, says: "buy {card}[ for {card.cost}]", do: [{add: {bridges: 1}}]}
Y
  flags=(--seat 1=first)
  asked 3
  has "1  buy ant for 3 " "2  buy bee for 2 " "3  buy cat for 1 " "buy cow for 1 for each dog in hand of everyone" "buy owl for 1 // (bridges - 1)" \
    "You: buy cat for 1." "Bob: buy ant for 3."
  flags=()
  told --bots first --as spectator
  has "Alice: buy ant for 3." "Bob: buy ant for 3."
  sed -i 's/card: .ant, bee, cat, cow, owl./card: cat/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  told --bots first --as 0
  has "Alice: buy cat for 1." "Bob: buy cat for 1 for each dog in hand of"
  told --bots first --as spectator
  has "Alice: buy cat for 1 for each dog in hand of"
  told --bots first
  has "Alice: buy cat for 1." "Bob: buy cat for 1."
}

@test "a text that is not translated has the forms of the language that it is in" {
  game <<'Y'
cantrip: 1
players: 2
languages: [en, fr]
cards: [{ant: {}, bee: {}}]
zones: {row: {as: row, seen_by: all, holds: [{}]}, out: {as: row, seen_by: all}}
counters: {coins: {per: player, start: 1, says: "{n:coin|coins}"}, stars: {per: player, start: 1, says: {en: "{n:star|stars}", fr: "{n:étoile|étoiles}"}}}
phases:
  - each: all
    phases:
      - choose: {number: {from: 0, to: 1}, says: "take {number} {number:coin|coins}", do: [{add: {coins: -1, stars: -1}}]}
Y
  told --bots first --lang fr
  has "Alice : take 0 coins." "-1 coin, en tout 0" "-1 étoile, en tout 0"
  told --bots first --lang en
  has "Alice: take 0 coins."
}

@test "a formula of a script that may not look fails no hook whose question is told" {
  cat >"$BATS_TEST_TMPDIR/h.lua" <<'L'
local dogs = sel{zone = "hand", of = "all", card = "dog"}
pure.price = function(g, card)
  return g:count(dogs)
end
effect.market = function(g, e, you)
  if g:choose(you, "buy") then
    you:add("gold", 1)
  end
end
L
  game <<'Y'
cantrip: 1
title: Dogs
players: 2
scripts: [h.lua]
cards: [{ant: {cost: "price(this)"}, dog: {}}]
traits: {cost: {is: number, default: 0}}
counters: {gold: {per: player}}
verbs: {market: {}}
actions: {buy: {card: {zone: shop}, says: "buy {card}[ for {card.cost}]"}}
zones:
  shop: {as: row, seen_by: all, holds: [{card: ant}]}
  pile: {as: pile, seen_by: nobody, holds: [{card: dog, copies: 2}]}
  hand: {per: player, seen_by: owner}
phases:
  - deal: {who: all, from: pile, to: hand, count: 1}
  - each: all
    phases: [{market: {}}]
result: {score: gold}
Y
  mv "$BATS_TEST_TMPDIR/h.lua" "$BATS_TEST_TMPDIR/g"
  local who
  for who in 0 1 spectator; do
    told --bots first --as "$who"
    has "Bob: buy ant for price(this)." "Bob: +1 gold, now 1."
  done
}

@test "texts: whose a chosen card is, as the choice is offered and as it is told" {
  game <<'Y'
cantrip: 1
players: 2
title: Rob
languages: [en]
cards: [{gem: {name: Gem, copies: 4}}]
zones:
  hand: {per: player, seen_by: owner, holds: [{copies: 2}]}
  row: {per: player, as: row, seen_by: all}
  heap: {as: row, seen_by: all}
actions:
  lay: {card: {zone: hand}, says: "lay {card}", do: [{move: {to: row}}]}
  rob: {card: {zone: row, of: others}, says: "take {card} of {card.owner}", do: [{move: {to: hand, of: you}}]}
  get: {card: {zone: heap, of: all}, says: "get {card}[ of {card.owner}]", do: [{move: {to: hand, of: you}}]}
phases:
  - each: all
    phases: [{choose: {any_of: [lay]}}]
  - each: all
    phases: [{choose: {any_of: [rob]}}]
  - move: {cards: {zone: hand, of: all, first: 1}, to: heap}
  - each: all
    phases: [{choose: {any_of: [get]}}]
Y
  run bash -c "printf '1\n1\n1\n1\n' | '$CANTRIP' play '$BATS_TEST_TMPDIR/g' --seat 0=human --seat 1=first --seed 1 --prompt"
  has "You: take Gem of Bob." "Bob: take Gem of you." "You: get Gem of"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --bots first --seed 1 --as 1
  has "Alice: take Gem of Bob." "Bob: take Gem of Alice."
  sed -i 's/card.owner}"/card.owned}"/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
  [ "$status" -eq 2 ]
  has "the text has {card.owned}, which is unknown here" "a trait of the card, or owner"
}
