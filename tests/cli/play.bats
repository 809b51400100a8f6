#!/usr/bin/env bats
# `cantrip play`: stories, the prompt, what a person may see.

load ../helper

@test "table says whose a card is, and nothing of a table where nothing lies" {
  mkdir -p "$BATS_TEST_TMPDIR/laid"
  cd "$BATS_TEST_TMPDIR"
  cat >laid/ruleset.yaml <<'Y'
cantrip: 1
players: 2
cards: [{ant: {name: Ant, copies: 4}, bee: {name: Bee, copies: 4}}]
zones:
  hand: {per: player, seen_by: owner, holds: [{copies: 2}]}
  row: {as: row, seen_by: all}
phases:
  - {repeat: 2, phases: [{each: all, phases: [{choose: {card: {zone: hand}, do: [{move: {to: row}}]}}]}]}
result: {score: {count: {zone: hand}}}
Y
  run "$CANTRIP" play ./laid --bots random --seat 0=human --seed 1 <<<$'table\nant\ntable\nquit'
  [ "$(grep -c '^Table' <<<"$output")" -eq 2 ] # once above the second question, once asked for
  [ "$(grep -c 'row: Ant (you), ' <<<"$output")" -eq 2 ]
}

@test "without a terminal a whole game is told, with its winner and final table" {
  run "$CANTRIP" play fairytale --seats 4 </dev/null
  [ "$status" -eq 0 ]
  has "Fairy Tale, seed " "── Round 4 ─" "Draft 5" "Play 3" " plays " "score"
  [[ "$output" =~ (wins\ with|share\ the\ win) ]]
  lacks $'\033'
}

@test "the same seed gives the same bytes, another another game" {
  for i in 1 2; do
    "$CANTRIP" play fairytale --seats 4 --bots random --seed 7 >"$BATS_TEST_TMPDIR/$i" </dev/null
  done
  cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/2"
  "$CANTRIP" play fairytale --seats 4 --bots random --seed 8 >"$BATS_TEST_TMPDIR/3" </dev/null
  ! cmp -s "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/3"
}

@test "without --seed one is made up and said" {
  run "$CANTRIP" play fairytale --bots random </dev/null
  [ "$status" -eq 0 ]
  seed=$(sed -nE '1s/.*seed ([0-9]+)$/\1/p' <<<"$output")
  [ -n "$seed" ]
  again=$("$CANTRIP" play fairytale --bots random --seed "$seed" </dev/null)
  [ "$again" = "$output" ]
}

# bats test_tags=long
@test "every shipped game is told to its end at every number of seats" {
  for g in rulesets/*/; do
    g=$(basename "$g")
    [ -e "rulesets/$g/ruleset.yaml" ] || continue
    seats=$("$CANTRIP" list | awk -v g="$g" '$1 == g' | grep -oE '  [0-9](-[0-9])?  ' | head -1 | tr -d ' ')
    for n in $(seq "${seats%-*}" "${seats#*-}"); do
      run "$CANTRIP" play "$g" --seats "$n" --bots random --seed 5 </dev/null
      [[ "$output" != *"cannot start like this"* ]] || continue
      [ "$status" -eq 0 ] || { echo "$g $n: $output"; return 1; }
      lacks "{" ": :" "#"
    done
  done
}

@test "every shipped game is shuffled: whoever takes the first of all plays another game with another seed" {
  for g in rulesets/*/; do
    g=$(basename "$g")
    [ -e "rulesets/$g/ruleset.yaml" ] || continue
    seats=$("$CANTRIP" list | awk -v g="$g" '$1 == g' | grep -oE '  ([0-9]-)?[0-9]  ' | head -1 | tr -d ' ')
    seats=${seats#*-}
    for seed in 1 2; do                 # all but the line that tells the seed
      "$CANTRIP" play "$g" --seats $((seats > 4 ? 4 : seats)) --bots first --seed $seed </dev/null | tail -n +2 >"$BATS_TEST_TMPDIR/$seed"
    done
    ! cmp -s "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/2" || { echo "$g"; return 1; }
  done
}

@test "French is spoken on demand and by LANG" {
  run "$CANTRIP" play fairytale --bots random --seed 7 --lang fr </dev/null
  has "Conte de fées" "── Manche 1 ─" " joue " "Chacun passe"
  lacks "Everyone" " plays " " is dealt "
  LC_ALL= LANG=fr_CA.UTF-8 run "$CANTRIP" play fairytale --bots random --seed 7 </dev/null
  has "Conte de fées"
  LC_ALL= LANG=de_DE.UTF-8 run "$CANTRIP" play fairytale --bots random --seed 7 </dev/null
  has "Fairy Tale"
}

@test "in French the prompt speaks French, too" {
  run "$CANTRIP" play fairytale --seed 7 --lang fr --bots random --seat 0=human <<<$'?\nzzz\nloupgarou\n99\ncard\ncard loup\nundo\n1\nundo\nhint\nquit'
  [ "$status" -eq 0 ]
  has "un numéro, ou le début d'un nom" "« zzz » n'est pas proposé (? pour l'aide)" \
    "« loupgarou » n'est pas proposé ; vouliez-vous dire « Loup-garou » ?" "choisissez de 1 à 5" "quelle carte ? card NOM" \
    "exemplaires : 2" "faction : Ombre" "vous n'avez aucun choix à reprendre" "1 choix repris" "conseil : " " % de victoire en " \
    "Saint-Empire ; base ; compte comme Colons ; points 1 par" "partie arrêtée ; --seed 7 redonne la même"
  run "$CANTRIP" play fairytale --seed 7 --lang fr --bots random --seat 0=human </dev/null
  has "(fin de l'entrée : un robot joue au hasard pour vous)"
}

@test "in French seats without a person have French names, and de and que are elided" {
  run "$CANTRIP" play once-upon-a-draft --seats 2 --bots random --seed 3 --lang fr </dev/null
  has " à Fantôme 2." "Fantôme 1 joue "
  lacks Ghost
  "$CANTRIP" play once-upon-a-draft --seats 2 --bots random --seed 3 --lang fr \
    --record "$BATS_TEST_TMPDIR/r.replay" >/dev/null </dev/null
  run "$CANTRIP" replay "$BATS_TEST_TMPDIR/r.replay" --verify
  has "1 game, 1 the same"
  run "$CANTRIP" play card-ring --seats 2 --bots random --seed 3 --lang fr </dev/null
  has "(effet d'Adresse mineure)" "(effet de Combat mineur)"
  ! grep -E "\b(de|que) [AEIOUYaeiouyÀÉÈÊàéèê]" <<<"$output"
}

@test "nothing is counted at the table of Fairy Tale" {
  for g in fairytale fairytale-factions; do
    run "$CANTRIP" play $g --seats 2 --bots random --seat 0=human --seed 7 <<<quit
    [ "$status" -eq 0 ]
    has "Keep one card"
    lacks "Table:"
  done
}

@test "what others answered is told when it is carried out, a card of a hand as one that is not seen" {
  run "$CANTRIP" play "$ROOT/tests/rulesets/knowledge/told" --as 1 --bots random --seed 3 </dev/null
  has "Alice: wagers 1." "Alice: hides a card." "Bob: hides a."
  run "$CANTRIP" play "$ROOT/tests/rulesets/knowledge/told" --as spectator --bots random --seed 5 </dev/null
  has "Bob: wagers 2." "Alice: lays b open."      # it shows itself by that
  lacks "Alice plays" "dealt b"
}

# A game for one in which a card is remembered and has a value that is worked out.
prize() {
  mkdir -p "$BATS_TEST_TMPDIR/prize"
  cat >"$BATS_TEST_TMPDIR/prize/ruleset.yaml" <<'Y'
cantrip: 1
title: Prize
players: 1
languages: [en, fr]
traits: {worth: {is: number, says: {en: worth, fr: valeur}}}
cards:
  - ant: {name: Ant, worth: 1}
    bee: {name: Bee, worth: {is: "max(2, 5 - had)", says: {en: "5 less what you had", fr: 5 moins vos prises}}}
zones: {deck: {seen_by: all, holds: [{}]}, out: {seen_by: all}}
counters: {prize: {is: card}, had: {per: player}}
phases:
  - choose: {card: {zone: deck}, do: [{set: {prize: card}}, {add: {had: 1}}, {move: {to: out}}]}
result: {score: "had"}
Y
}

@test "a counter that is a card is shown with the card, in the table and as JSON" {
  prize
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/prize" --seed 1 --bots first --record "$BATS_TEST_TMPDIR/r.replay" </dev/null
  [ "$status" -eq 0 ]
  has "Table: prize Ant"
  run "$CANTRIP" view "$BATS_TEST_TMPDIR/r.replay" --as all --ruleset "$BATS_TEST_TMPDIR/prize"
  has '"prize": "ant"'
}

@test "a formula reads by its says, at the prompt and on the card" {
  prize
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/prize" --seed 1 --bots random --seat 0=human --lang fr < <(printf 'quit\n')
  has "valeur 5 moins vos prises"
  lacks "max("
  run "$CANTRIP" show "$BATS_TEST_TMPDIR/prize" bee --lang en
  has "worth: 5 less what you had"
  # No shipped card shows its source.
  for g in rulesets/*/; do
    [ -e "$g/ruleset.yaml" ] || continue
    run "$CANTRIP" show "$g"
    ! grep -nE '//|==|\(\)|(max|min|if)\(' <<<"$output"
  done
}

@test "the rules of a variant without a README are those of its game" {
  run "$CANTRIP" play "$ROOT/tests/rulesets/variants/louder-dragons" --seats 2 --bots random --seat 0=human --seed 1 <<<$'rules\nquit'
  has "$(head -1 "$ROOT/rulesets/fairytale/README.md")"
}

@test "a seat without a person, of which nothing is told, has no line in the final table" {
  run "$CANTRIP" play "$ROOT/tests/rulesets/idioms/columns" --bots first --seed 1
  [ "$status" -eq 0 ]
  has "Column 3"
  [ "$(tail -1 <<<"$output")" = "Alice wins." ] || [ "$(tail -1 <<<"$output")" = "Alice loses." ]
}

@test "the final table names who played each seat" {
  run "$CANTRIP" play fairytale --seats 3 --bots mcts:2,flat:2,first --seed 7 </dev/null
  [[ "$output" =~ Alice\ +mcts:2\ +-?[0-9]+ && "$output" =~ Bob\ +flat:2\ +-?[0-9]+ && "$output" =~ Cara\ +first\ +-?[0-9]+ ]]
}

@test "a person picks by number, by a beginning without case and accents, and is told what is wrong" {
  run "$CANTRIP" play fairytale --seats 2 --bots random --seat 0=human --seed 7 <<'I'
1
no such card
99
?
table
card werewolf
log
quit
I
  [ "$status" -eq 0 ]
  has "Keep one card" "> 1" "You set " " aside." "'no such card' is not offered" "choose from 1 to 4" \
    "the beginning of a name" "Werewolf (werewolf)" "stopped; --seed 7 deals the same game again"
  first=$("$CANTRIP" play fairytale --seats 2 --bots random --seat 0=human --seed 7 --lang fr <<<quit |
    sed -nE 's/^1  ([^ ]+( [^ ]+)*)  .*/\1/p' | head -n 1)
  typed=$(sed 's/[éèê]/e/g; s/[à]/a/g; s/œ/oe/g; y/ABCDEFGHIJKLMNOPQRSTUVWXYZ/abcdefghijklmnopqrstuvwxyz/' <<<"$first")
  run "$CANTRIP" play fairytale --seats 2 --bots random --seat 0=human --seed 7 --lang fr <<<"$typed"$'\nquit'
  has "Vous mettez $first de côté."
}

@test "when the input ends chance plays on" {
  run "$CANTRIP" play fairytale --seats 2 --bots random --seat 0=human --seed 7 <<<1
  [ "$status" -eq 0 ]
  has "end of input: a random bot plays for you)" "score"
}

@test "a person sees only what he may: no card of another's hand before it is played" {
  "$CANTRIP" play fairytale --seats 3 --bots random --seed 7 </dev/null >"$BATS_TEST_TMPDIR/all"
  run "$CANTRIP" play fairytale --seats 3 --bots random --seed 7 --as 0 </dev/null
  [ "$status" -eq 0 ]
  # What the others are dealt and keep is told by number alone.
  [ -z "$(grep -E '^ *(Bob|Cara) (is dealt|sets) [A-Z]' <<<"$output")" ]
  grep -qE '^ *Bob is dealt [A-Z]' "$BATS_TEST_TMPDIR/all"
  has "Everyone else is dealt 5 cards."
  run "$CANTRIP" play fairytale --seats 3 --bots random --seed 7 --as spectator </dev/null
  [ -z "$(grep -E '^ *[A-Z][a-z]+ (is dealt|sets) [A-Z]' <<<"$output")" ]
  # A face-down card lies before all eyes but its owner's.
  [ -z "$(sed -n '/^Table/,$p' <<<"$output" | grep -E '^ *story:.*\(face down\)')" ]
}

@test "--memory shows what one should remember, and only then" {
  run "$CANTRIP" play fairytale --seats 3 --bots random --seed 7 --as 0 </dev/null
  lacks "(remembered)"
  run "$CANTRIP" play fairytale --seats 3 --bots random --seed 7 --as 0 --memory </dev/null
  has "(remembered)"
}

# bats test_tags=long
@test "at a terminal a person is asked with line editing" {
  command -v script >/dev/null || skip "no script(1)"
  run bash -c "printf '2\nquit\n' | TERM=xterm NO_COLOR=1 script -qec '$CANTRIP play fairytale --seats 2 --seed 7' /dev/null"
  has "You (human)" "Keep one card" "You set " "stopped"
}

@test "options change the game" {
  run "$CANTRIP" play fairytale --seats 4 --bots random --seed 7 --option expert=false </dev/null
  [ "$status" -eq 0 ]
  run "$CANTRIP" play fairytale --seats 5 --bots random --seed 7 --option expert=false </dev/null
  [ "$status" -eq 2 ]
  has "the deck is too small"
}

@test "a designer changes a number in a card file and the next run shows it" {
  copy_games "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR"
  run "$CANTRIP" show fairytale dragons-lair
  has "points: 6"
  sed -i '/^  dragons-lair:/,/points:/s/points: 6/points: 60/' cards/fairytale/dragonvale.yaml
  run "$CANTRIP" show fairytale dragons-lair
  has "points: 60"
}

@test "hint says what a search would do and leaves the game as it is" {
  printf 'hint\n1\nhint\n1\nquit\n' | "$CANTRIP" play fairytale --seats 2 --seat 0=human --seat 1=mcts:10 --seed 3 >"$BATS_TEST_TMPDIR/hinted"
  printf '1\n1\nquit\n' | "$CANTRIP" play fairytale --seats 2 --seat 0=human --seat 1=mcts:10 --seed 3 >"$BATS_TEST_TMPDIR/alone"
  [ "$(grep -c '^hint: ' "$BATS_TEST_TMPDIR/hinted")" -eq 2 ]
  # The best three of five choices, then both of two.
  [ "$(grep -cE ' % of the win in [0-9]+ tr(y|ies)  ' "$BATS_TEST_TMPDIR/hinted")" -eq 5 ]
  tries=$(sed -nE 's/.* % of the win in ([0-9]+) tr.*/\1/p' "$BATS_TEST_TMPDIR/hinted" | head -3)
  [ "$tries" = "$(sort -rn <<<"$tries")" ] # by which it chooses
  best=$(sed -n 's/^hint: //p' "$BATS_TEST_TMPDIR/hinted" | head -1)
  grep -q " $best  " "$BATS_TEST_TMPDIR/alone" # it is one of the choices
  diff <(grep -vE '^(> )?hint|% of the win' "$BATS_TEST_TMPDIR/hinted") <(cat "$BATS_TEST_TMPDIR/alone")
}

# Cara gives to Alice, then Bob to Cara; then Bob takes what was Alice's last.
gifts() {
  mkdir -p "$BATS_TEST_TMPDIR/gifts"
  cat >"$BATS_TEST_TMPDIR/gifts/ruleset.yaml" <<'Y'
cantrip: 1
title: Gifts
players: 3
cards: [{a: {name: Ant}, b: {name: Bee}, c: {name: Cat}, d: {name: Dog}, e: {name: Elk}}]
scripts: [gifts.lua]
zones:
  deck: {as: pile, seen_by: all, holds: [{}]}
  hand: {per: player, seen_by: all}
  line: {per: player, as: row, seen_by: all}
  heap: {as: row, seen_by: all}
let: {held: {count: {zone: hand}}, rich: {where: "held > 0"}, next: {left: rich, of: {owner: {zone: hand, of: all, card: b}}}}
actions:
  grab: {card: {zone: heap}, says: "take {card}", do: [{move: {to: hand}}]}
phases:
  - deal: {who: all, from: deck, to: hand}
  - each: all
    from: {owner: {zone: hand, of: all, card: b}}
    phases: [{deal: {from: deck, to: line, face: down}, if: {count: {zone: hand, card: b}}},
             {deal: {from: deck, to: line}, if: {count: {zone: hand, card: b}}}]
  - run: give
  - move: {cards: {zone: hand, of: all, card: a}, to: heap}
  - choose: {who: {where: "held == 0"}, any_of: [grab]}
Y
  printf '%s\n' "$1" >"$BATS_TEST_TMPDIR/gifts/gifts.lua"
}

@test "cards handed out one after another are told in that order, one that goes to another than who took it too; backs stand in their places" {
  gifts 'local hand = sel{zone = "hand", of = "$1"}
step.give = function(g, e)
  local seat = {}
  for s in g:seats("all") do seat[#seat + 1] = s end
  g:move(hand(seat[3]), "hand", seat[1])
  g:move(hand(seat[2]), "hand", seat[3])
end'
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/gifts" --as spectator --bots random --seed 1 </dev/null
  has "Cara gives Cat to Alice." "Bob gives Bee to Cara." "Bob: take Ant." "Alice takes Ant." "line: 1 card, Elk"
  [ "$(grep -n 'Cara gives' <<<"$output" | cut -d: -f1)" -lt "$(grep -n 'Bob gives' <<<"$output" | cut -d: -f1)" ]
}

@test "a selector of a script that asks for a card that is not there says so" {
  gifts 'local best = sel{zone = "hand", of = "all", most = "card.worth"}
step.give = function(g, e) g:count(best) end'
  sed -i 's/^cards: .*/traits: {worth: {is: number, default: 1}}\n&/' "$BATS_TEST_TMPDIR/gifts/ruleset.yaml"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/gifts" --bots random --seed 1 </dev/null
  [ "$status" -eq 2 ]
  has 'in step.give: there is no card `card` here: leave a place open ("$1") and give it; the card asked about is `it`' "gifts.lua:2"
}

@test "a selector of a script that means \`you\` where nobody is says so, and not where each is asked about" {
  gifts 'local all, mine, rich = sel{zone = "hand", of = "all"}, sel{zone = "hand"}, sel{zone = "hand", of = {most = "held"}}
step.give = function(g, e)
  for seat, card in g:choose_all("all", mine) do g:move(card, "line") end
  g:pass("all", mine, "left")
  g:move(rich, "line")
  g:count(all)
  g:count(mine)
end'
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/gifts" --bots random --seed 1 </dev/null
  [ "$status" -eq 2 ]
  has "in step.give: it is nobody's turn here, so \`you\` is unknown. Say whose (of = \"all\", or of = \"\$1\" and give the seat)" "gifts.lua:7"
}

@test "a let that is seats, in a script: the selector takes it, g:let only one seat" {
  gifts 'local theirs = sel{zone = "hand", of = "rich"}
step.give = function(g, e)
  if g:count(theirs) ~= 3 or g:let("next").index ~= 2 then error("wrong") end
  g:let("rich")
end'
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/gifts" --bots random --seed 1 </dev/null
  [ "$status" -eq 2 ]
  has '`rich` looks at a card, or may be several seats, and cannot be asked for here' "gifts.lua:4"
}

@test "before a pick the others' counters are told as the table tells them, but for numbers as they began" {
  run "$CANTRIP" play once-upon-a-draft --seed 3 --seat 0=human --bots random \
    < <(printf '1\n%.0s' {1..10}; printf 'table\nquit\n')
  prompt=$(grep '^Bob : ' <<<"$output" | tail -2 | head -1)
  table=$(grep '^Bob : ' <<<"$output" | tail -1)
  [[ "$prompt" == *"; équipe : "* ]]
  [ "$(sed 's/ ; .*//' <<<"$prompt")" = "$(LC_ALL=C.UTF-8 sed 's/, . 0\b//g' <<<"$table")" ] || { echo "$prompt / $table"; return 1; }
  [[ "$prompt" == *"★ 1"* ]]
}

@test "a number that is chosen is typed as it is, and told from where to where" {
  mkdir "$BATS_TEST_TMPDIR/bid"
  cat >"$BATS_TEST_TMPDIR/bid/ruleset.yaml" <<'Y'
cantrip: 1
players: 1
cards: [{ant: {}}]
counters: {bid: {start: -1}, cost: {}}
phases:
  - choose: {number: {from: 0, to: 13}, prompt: how_many, do: [{set: {bid: number}}]}
  - choose: {number: {from: -2, to: 1}, if: number != 0, may: true, do: [{set: {cost: number}}]}
words: {how_many: How many?}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/bid" --seed 1 --bots random --seat 0=human <<<$'14\n3\n-2\n'
  [ "$status" -eq 0 ]
  has $'How many?\n\n0 … 13\n> 14\n' "'14' is not offered: type the number itself (? for help)" $'\n\n-2\n-1\n1\ndone\n' "bid 3, cost -2"
}

@test "of an action with many numbers beside others the number is typed, too; few stand in the list" {
  mkdir "$BATS_TEST_TMPDIR/sale"
  cat >"$BATS_TEST_TMPDIR/sale/ruleset.yaml" <<'Y'
cantrip: 1
players: 1
cards: [{ant: {}}]
counters: {bid: {start: 53}, fee: {}}
actions:
  raise: {number: {from: bid + 1, to: 100}, says: "bid {number} coins", do: [{set: {bid: number}}]}
  tip:   {number: {from: 1, to: 4}, says: "tip {number}", do: [{set: {fee: number}}]}
  pass:  {says: pass}
phases:
  - choose: {any_of: [raise, pass]}
  - choose: {any_of: [raise, pass]}
  - choose: {any_of: [tip, pass]}
  - choose: {any_of: [raise, tip]}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/sale" --seed 1 --bots random --seat 0=human <<<$'20\n60\nbid 90 coins\n2\n1\n'
  [ "$status" -eq 0 ]
  has $'\nbid 54 … 100 coins\npass\n> 20\n' "'20' is not offered" $'\nbid 61 … 100 coins\npass\n> bid 90' \
    $'1  tip 1\n2  tip 2\n3  tip 3\n4  tip 4\n5  pass\n> 2' $'\nbid 91 … 100 coins\ntip 1\ntip 2\ntip 3\ntip 4\n> 1\n' "bid 90, fee 1"
  # two with many are a list; what has gaps is one line
  sed -i 's/from: 1, to: 4}/from: 1, to: 24}, if: number % 2 == 0 or number > 16/; /choose/d' "$BATS_TEST_TMPDIR/sale/ruleset.yaml"
  echo '  - {repeat: 2, phases: [{choose: {any_of: [raise, tip]}}, {choose: {any_of: [tip, pass]}}]}' >>"$BATS_TEST_TMPDIR/sale/ruleset.yaml"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/sale" --seed 1 --bots random --seat 0=human <<<$'8\n1\n17\n'
  has $' 1  bid 54 coins\n' $'\ntip 2, 4, 6, 8, 10, 12, 14, 16 … 24\npass\n> 1\n' "bid 61, fee 17"
}

@test "before a pick it is told how many cards the others hold, not how many are in their piles" {
  mkdir "$BATS_TEST_TMPDIR/held"
  cat >"$BATS_TEST_TMPDIR/held/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
cards: [{ant: {copies: 9}}]
counters: {coins: {per: player, start: 2}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}]}
  own: {per: player, as: pile, seen_by: nobody}
  hand: {per: player, seen_by: owner}
  note: {per: player, seen_by: owner, says: none}
phases:
  - deal: {who: all, from: deck, to: hand, count: 2}
  - deal: {who: all, from: deck, to: own, count: 1}
  - deal: {who: all, from: deck, to: note, count: 1}
  - choose: {who: all, together: true, card: {zone: hand}, may: true, do: [{move: {to: own}}]}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/held" --seed 1 --bots human,random <<<$'1\n'
  has $'\nBob: coins 2; hand: 2 cards\nYou: coins 2\n  own: 1 card\n  hand: 2 × ant\n'
  # those of whom nothing else is told have a line for all who hold the same
  sed -i 's/^players: 2/players: 4/; s/, start: 2}/, start: 0}/; s/copies: 9/copies: 20/' "$BATS_TEST_TMPDIR/held/ruleset.yaml"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/held" --seed 1 --bots human,random,random,random <<<$'1\n'
  has $'\nBob, Cara, Dan: hand: 2 cards\nYou: coins 0\n  own: 1 card\n  hand: 2 × ant\n'
}

@test "a prompt names counters of the game: a seat, a word, a card, a number" {
  mkdir "$BATS_TEST_TMPDIR/doubt"
  cat >"$BATS_TEST_TMPDIR/doubt/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
languages: [en, fr]
cards: [{ant: {suit: red}}]
traits: {suit: {one_of: {red: {says: {en: Red, fr: Rouge}}, blue: {says: {en: Blue, fr: Bleu}}}}}
zones: {row: {as: row, seen_by: all, holds: [{}]}}
counters: {claimer: {is: seat}, what: {is: suit}, which: {is: card}, bid: {}, first_seat: {is: seat, start: 0}}
actions: {doubt: {}, pass: {}}
phases:
  - choose: {who: all, together: true, any_of: [doubt, pass], prompt: first}
  - set: {claimer: {left: all, of: first_seat}, what: blue, which: {card: {zone: row}}, bid: 2}
  - choose: {who: all, together: true, any_of: [doubt, pass], prompt: then}
words:
  first: {en: "Nobody[: {claimer}]", fr: "Personne[ : {claimer}]"}
  then:  {en: "Do you doubt {claimer}: {bid} {bid:coin|coins} on {what}, for {which}?", fr: "{claimer} : {bid} sur {what} ?"}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/doubt" --seed 1 --bots human,random <<<$'1\n1\n'
  has $'\nNobody\n' $'\nDo you doubt Bob: 2 coins on Blue, for ant?\n'
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/doubt" --seed 1 --bots human,random --lang fr <<<$'1\n1\n'
  has $'\nPersonne\n' $'\nBob : 2 sur Bleu ?\n'
}

@test "of seats without a person several are numbered, one alone is not" {
  mkdir "$BATS_TEST_TMPDIR/house"
  cat >"$BATS_TEST_TMPDIR/house/ruleset.yaml" <<'Y'
cantrip: 1
players: 1
cards: [{ant: {}}]
options: {houses: {is: number, default: 1}}
seats: {house: {count: houses, says: the house}}
counters: {chips: {per: seat}}
phases: [{set: {who: house, chips: 7}}]
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/house" --seed 1
  [ "$status" -eq 0 ]
  has "The house: chips 7"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/house" --seed 1 --option houses=2
  [ "$status" -eq 0 ]
  has "The house 1: chips 7" "The house 2: chips 7"
}

@test "what a set sets is told as it is, an add as a change; before a pick the table's numbers as they began are not" {
  cat >"$BATS_TEST_TMPDIR/ruleset.yaml" <<'Y'
cantrip: 1
title: Bids
players: 2
cards: [{a: {}}]
zones: {deck: {seen_by: nobody, holds: [{}]}}
counters: {bid: {per: player, start: -1}, pot: {}, round: {start: 1}}
phases:
  - repeat: 2
    phases:
      - choose: {who: all, number: {from: 0, to: 9}, do: [{set: {bid: number}}, {add: {pot: number}}]}
      - set: {round: 2}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR" --seat 0=human --bots first --seed 1 < <(printf '5\nquit\n')
  has "You: bid: 5." "Pot: +5, now 5." "Bob: bid: 0." "Round: 2." $'\nTable: pot 5, round 2\n'
  lacks "+6 bid" "pot 0"
}

@test "counters of cards stand beside the cards of the table and of others, too" {
  cat >"$BATS_TEST_TMPDIR/ruleset.yaml" <<'Y'
cantrip: 1
title: Flags
players: 2
cards: [{a: {}}]
zones: {row: {per: player, as: row, seen_by: all, holds: [{}]}, post: {seen_by: all, holds: [{}]}}
counters: {tired: {per: card, is: flag}}
phases:
  - set: {cards: {zone: row, of: all}, tired: true}
  - set: {cards: {zone: post}, tired: true}
  - choose: {who: all, number: {from: 0, to: 9}}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR" --seat 0=human --bots first --seed 1 < <(printf 'quit\n')
  has "post: a (1: [tired])" "Bob: row: a (1: [tired])"
}

@test "cards with the same beside them are named together, behind how many cards the hand has" {
  cat >"$BATS_TEST_TMPDIR/ruleset.yaml" <<'Y'
cantrip: 1
title: Melds
players: 2
languages: [en, fr]
cards: ["c{n}": {for: {n: [1, 2, 3, 4, 5, 6]}}]
zones:
  row: {per: player, as: row, seen_by: all, holds: [{}], says: row}
  hand: {per: player, seen_by: owner, holds: [{card: c1, copies: 4}], says: hand}
counters: {meld: {per: card, says: meld}}
phases:
  - set: {cards: {zone: row, of: all, card: [c1, c2, c5]}, meld: 1}
  - set: {cards: {zone: row, of: all, card: c3}, meld: 2}
  - choose: {who: all, number: {from: 0, to: 9}}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR" --seat 0=human --bots first --seed 1 < <(printf 'quit\n')
  has "Bob: hand: 4 cards; row: c1, c2, c3, c4, c5, c6 (1–2, 5: [meld 1]; 3: [meld 2])"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR" --lang fr --seat 0=human --bots first --seed 1 < <(printf 'quit\n')
  has "Bob : hand : 4 cartes ; row : c1" " ; 3 : [meld 2])"
}

@test "beside a choice a flag of the card stands by its name alone" {
  cat >"$BATS_TEST_TMPDIR/ruleset.yaml" <<'Y'
cantrip: 1
title: Wings
players: 1
traits: {flies: {is: flag}, power: {is: number}}
cards: [{wasp: {flies: true, power: 2}, ant: {flies: false}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}}
phases: [{choose: {card: {zone: hand}}}]
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR" --seed 1 < <(printf 'quit\n') --seat 0=human
  has "wasp  flies; power 2" "ant   flies no"
}

# A game of ants that lie in a hand and in a row; `bites` asks for its own card, `sings` does not.
ants() {
  mkdir -p ants/scenarios
  cat >ants/ruleset.yaml <<'Y'
cantrip: 1
title: Ants
players: 1
traits: {effects: {is: effects}}
zones:
  hand: {per: player, seen_by: owner, says: hand}
  row: {per: player, as: row, seen_by: all, says: row}
  yard: {per: player, seen_by: all, says: yard}
  out: {per: table, seen_by: all}
  box: {per: table, seen_by: nobody, holds: [{}]}
counters: {food: {per: player}, goal: {per: player, is: card, says: its goal}, tired: {per: card, is: flag, says: tired}}
phases:
  - name: day
    phases:
      - choose: {who: all, card: {zone: [hand, row, yard]}, prompt: which, do: [{move: {to: out}}]}
  - name: night
    phases: [{add: {who: all, food: 1}}]
result: {score: food}
words: {which: Which ant?}
cards:
  - ant: {name: Ant, copies: 9}
    bites: {name: Biter, copies: 3, effects: [{when: night, do: [{move: {cards: this, to: out}}]}]}
    sings: {name: Singer, copies: 3, effects: [{when: night, do: [{add: {food: 1}}]}]}
Y
  cat >ants/scenarios/ants.yaml <<'Y'
cantrip: 1
ruleset: ants
scenarios:
  - name: of two singers it does not matter which one's song lasts
    at: day
    given: {hand: [2x sings, 2x ant], watching: [sings]}
    then:
      - offers: [sings, ant]
      - pick: sings
      - expect: {food: 2}
  - name: of two biters it does, for it goes away itself
    at: day
    given: {yard: [2x bites], watching: [bites]}
    then:
      - offers: [bites#1, bites#2]
      - pick: bites#1
  - name: in a hand, which not all see, its watcher has lost it
    at: day
    given: {hand: [2x bites, ant], watching: [bites]}
    then:
      - offers: [bites, ant]
      - pick: bites
      - expect: {hand: [bites, ant]}
Y
}

@test "equal cards are one choice unless it matters which: a watcher that asks for its own card" {
  cd "$BATS_TEST_TMPDIR"
  ants
  run "$CANTRIP" test ./ants
  [ "$status" -eq 0 ] || { echo "$output"; false; }
  run "$CANTRIP" test --plain ./ants
  [ "$status" -eq 0 ]
}

@test "choices that would read alike say what tells them apart" {
  cd "$BATS_TEST_TMPDIR"
  ants
  sed -i 's/  hand: {per: player, /&holds: [{card: ant, copies: 2}], /; s/  row: {per: player, /&holds: [{card: ant, copies: 2}], /' ants/ruleset.yaml
  run "$CANTRIP" play ./ants --bots human --seed 1 <<<1
  has "Ant (your hand)" "Ant (card 1 of your row)" "Ant (card 2 of your row)"
}

@test "a counter that players are not told does not tell choices apart" {
  cd "$BATS_TEST_TMPDIR"
  mkdir marks
  cat >marks/ruleset.yaml <<'Y'
cantrip: 1
title: Marks
players: 1
cards: [{hen: {copies: 2}}]
zones:
  row: {per: player, as: row, seen_by: all, holds: [{}]}
counters:
  marked: {is: card, says: mark}
phases:
  - repeat: 2
    phases: [{choose: {who: all, card: {zone: row}, do: [{set: {marked: card}}]}}]
result: {score: 0}
Y
  run "$CANTRIP" play ./marks --bots human --seed 1 <<<$'1\n1'
  has "hen (card 1 of your row, mark)"
  sed -i 's/says: mark/says: none/' marks/ruleset.yaml
  run "$CANTRIP" play ./marks --bots human --seed 1 <<<$'1\n1'
  has "hen (card 1 of your row)"
  lacks "mark"
}

@test "a price that is less reads as words" {
  run "$CANTRIP" play card-ring --seats 2 --bots random --seat 0=human --seed 3 < <(yes 1 | head -n 12)
  has "(2 less than 4)"
}

@test "of one's effects that wait it is asked which comes first, and two of one card say what each does" {
  cd "$BATS_TEST_TMPDIR"
  owls owls
  run "$CANTRIP" play owls --bots human --seed 1 <<<"2"
  has "which effect comes first?" "Owl (2 gold)" "Owl (Hunt)" "3  Cat"
  run "$CANTRIP" play owls --bots human --seed 1 --lang fr <<<"2"
  has "quel effet d'abord ?" "Hibou (2 or)" "Hibou (Chasser)" "3  Chat"
  # whose card is lost
  owls lost
  lose_owls lost
  run "$CANTRIP" play lost --bots human --seed 1 <<<"2"
  has "1  an effect (Owl, 2 gold)" "2  an effect (Owl, Hunt)" "3  an effect (Cat, Hunt)"
  run "$CANTRIP" play lost --bots human --seed 1 --lang fr <<<"2"
  has "1  un effet (Hibou, 2 or)" "3  un effet (Chat, Chasser)"
  # whose card he does not see, while all have been told of the effect: no card is drawn here
  cp -r owls hidden
  sed -i 's/as: row, seen_by: all/seen_by: nobody/' hidden/ruleset.yaml
  run "$CANTRIP" play hidden --bots human --seed 1 <<<"2"
  has "1  an effect (Owl, 2 gold)" "2  an effect (Owl, Hunt)" "3  an effect (Cat, Hunt)"
  # of a script, whose numbers may be a secret: its verb
  cp -r owls script
  sed -i 's/^  - trigger:.*/  - each: all\n    phases: [{run: queue}]/; s/^cantrip:.*/&\nscripts: [queue.lua]/' script/ruleset.yaml
  echo "step.queue = function(g) g:queue('pay', {n = 7}) g:queue('hunt', {}) end" >script/queue.lua
  run "$CANTRIP" play script --bots human --seed 1 <<<"2"
  has "1  an effect (Pay)" "2  an effect (Hunt)"
}

@test "at the end it is told what lay hidden: another's hand, no deck, and nothing where all was seen" {
  "$CANTRIP" play lantern-night --bots random --as 0 --seed 1 </dev/null >"$BATS_TEST_TMPDIR/seat"
  "$CANTRIP" play lantern-night --bots random --seed 1 </dev/null >"$BATS_TEST_TMPDIR/all"
  run grep -A2 "What was hidden:" "$BATS_TEST_TMPDIR/seat"
  [ "$status" -eq 0 ]
  hand=$(grep -E '^  hand: ' "$BATS_TEST_TMPDIR/all" | head -1)
  [ -n "$hand" ]
  [ "${lines[1]}" = "  Alice, ${hand#  }" ] # her own, which she alone does not see; Bob's she saw
  [ "${#lines[@]}" -eq 2 ]
  ! grep -q "hidden:" "$BATS_TEST_TMPDIR/all"
}

@test "play: table tells what was told of cards, and what one's own hand may be by it" {
    # Cara was told which of her cards are green: the marks are public, the five that it may be follow
    printf '%s\n' 10 11 table quit >"$BATS_TEST_TMPDIR/lines"
    "$CANTRIP" play lantern-night --seats 3 --bots human --seed 1 <"$BATS_TEST_TMPDIR/lines" >"$BATS_TEST_TMPDIR/out"
    grep -q 'Cara: .*green\|green.*Cara' "$BATS_TEST_TMPDIR/out"
    sed -n '/^> table/,$p' "$BATS_TEST_TMPDIR/out" >"$BATS_TEST_TMPDIR/table"
    grep -qF '1: Green 1/Green 2/Green 3/Green 4/Green 5? [told green]' "$BATS_TEST_TMPDIR/table"
    grep -A2 '^Alice' "$BATS_TEST_TMPDIR/table" | grep -qF '4–5: [told yellow]' # her yellow cards are seen by Cara
}

@test "a card that lies hidden is told to all before its effect asks, or waits while another does, and the view says so" {
  mkdir -p "$BATS_TEST_TMPDIR/owls" && cd "$BATS_TEST_TMPDIR"
  cat >owls/ruleset.yaml <<'EOF'
cantrip: 1
title: Owls
players: 2
traits: {acts: {is: effects}}
zones:
  row: {per: player, as: row, seen_by: all, down_seen_by: owner, holds: [{}]}
counters: {gold: {}}
phases:
  - turn: {cards: {zone: row, of: all}, face: down}
  - trigger: {list: acts, cards: {zone: row, of: all, face: down}}
cards: [{owl: {name: Owl, acts: [{choose: {number: {from: 1, to: 2}, do: [{add: {gold: number}}]}}]}}]
EOF
  run "$CANTRIP" play owls --seed 1
  [ "$status" -eq 0 ]
  grep -A3 '^Bob turns face down Owl' <<<"$output" >told
  printf '%s\n' 'Bob turns face down Owl.' 'Alice shows Owl to Bob (effect of Owl).' 'Bob shows Owl to Alice (effect of Owl).' | diff - <(head -n 3 told)
  "$CANTRIP" sim owls --games 1 --seed 1 --record r.replay >/dev/null
  "$CANTRIP" view r.replay --ruleset owls --to 0 --as Alice >0.json
  python3 - <<'EOF'
import json
view = json.load(open("0.json"))
assert [(w["card"], w["seat"], w["place"]) for w in view["waiting"]] == [("owl", 1, 0)], view["waiting"]
EOF
}

@test "the view says at which card a waiting effect aims" {
  mkdir -p "$BATS_TEST_TMPDIR/aim" && cd "$BATS_TEST_TMPDIR"
  cat >aim/ruleset.yaml <<'EOF'
cantrip: 1
title: Aim
players: 2
cards: [{bolt: {name: Bolt, copies: 2, effects: [{choose: {number: {from: 1, to: 2}}}, {wait: 1}, {hit: 1}]}}]
traits: {effects: {is: effects}}
zones:
  deck:  {as: pile, seen_by: nobody, holds: [{}]}
  row:   {per: player, as: row, seen_by: all}
  waste: {as: row, seen_by: all}
verbs:
  wait: {main: n, params: {n: number}, says: wait, do: [{choose: {number: {from: 1, to: 2}}}]}
  hit:  {main: n, params: {n: number}, says: hit, do: [{move: {cards: target, to: waste}}]}
actions: {fire: {card: {zone: row}, target: {zone: row, of: others}, do: [{trigger: {list: effects}}]}}
phases:
  - deal: {who: all, from: deck, to: row}
  - each: all
    phases: [{choose: {may: true, any_of: [fire]}}]
result: {score: {count: {zone: row}}}
EOF
  "$CANTRIP" sim aim --games 1 --seed 1 --bots first --record r.replay >/dev/null
  "$CANTRIP" view r.replay --ruleset aim --to 1 --as Bob >1.json
  python3 - <<'EOF'
import json
waiting = json.load(open("1.json"))["waiting"]
assert [w["verb"] for w in waiting] == ["wait", "hit"], waiting
assert waiting[1]["target"] == {"card": "bolt", "zone": "row", "seat": 1, "place": 0}, waiting
EOF
}

@test "a tell that leaves everything possible is not told" {
  mkdir "$BATS_TEST_TMPDIR/told"
  cat > "$BATS_TEST_TMPDIR/told/ruleset.yaml" <<'YAML'
cantrip: 1
players: 2
cards: [{"n{rank}": {for: {rank: [1, 2, 3, 4, 5, 6]}}}]
options: {low: {is: number, default: 0}}
traits: {rank: {is: number}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
phases:
  - deal: {who: all, from: deck, to: hand, count: 2}
  - tell: {cards: {zone: hand, of: all}, are_not: {rank: low}}
  - choose: {who: all, together: true, card: {zone: hand}, do: [{move: {to: deck}}]}
YAML
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/told" --bots random --seed 1
  [ "$status" -eq 0 ]
  [[ "$output" != *"cards of "* ]]
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/told" --bots random --seed 1 --option low=1
  [ "$status" -eq 0 ]
  [[ "$output" = *"2 cards of Alice's hand: not n1."* ]]
}

@test "the end of a game for one without a score: nothing of a seat that has nothing" {
  run "$CANTRIP" play wizard-quest --seed 3 --bots first
  [ "$status" -eq 0 ]
  [ "${lines[-1]}" = "Alice loses." ]
  ! printf '%s\n' "${lines[@]}" | grep -x -e Alice -e 'Alice  first'
}

@test "who looks on with a seat's eyes is not the one who wins" {
  run "$CANTRIP" play fairytale --bots random --seed 3 --as 0
  has "Alice wins with"
  run "$CANTRIP" play fairytale --bots random --seed 3 --as 0 --record "$BATS_TEST_TMPDIR/r"
  run "$CANTRIP" replay "$BATS_TEST_TMPDIR/r" --as 0
  has "Alice wins with"
}

@test "who is at the prompt is you, also behind a card and where the input ends" {
  mkdir "$BATS_TEST_TMPDIR/you"
  cat >"$BATS_TEST_TMPDIR/you/ruleset.yaml" <<'Y'
cantrip: 1
languages: [en, fr]
players: 2
cards: [{ant: {}, bee: {}, cat: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{copies: 1}]}, trick: {as: row, seen_by: all}}
phases:
  - each: all
    phases: [{choose: {card: {zone: hand}, times: 2, do: [{move: {to: trick}}]}}]
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/you" --seed 1 --bots random --seat 0=human <<<1
  has "  trick: ant (you)" "a random bot plays for you)"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/you" --lang fr --seed 1 --bots random --seat 0=human <<<1
  has "  trick : ant (vous)" "un robot joue au hasard pour vous)"
}

@test "a hint of which every game that was tried failed says that nothing is known" {
  mkdir "$BATS_TEST_TMPDIR/fails"
  cat >"$BATS_TEST_TMPDIR/fails/ruleset.yaml" <<'Y'
cantrip: 1
players: 1
languages: [en, fr]
cards: [{ant: {}, bee: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, bin: {seen_by: all}}
counters: {n: {}}
phases: [{choose: {who: all, card: {zone: hand}, do: [{move: {to: bin}}]}}, {set: {n: 1 // n}}]
result: {score: n}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/fails" --seed 1 --bots random --seat 0=human <<<$'hint\nquit'
  has "no hint: every game it tried failed"
  lacks $'\nhint: ' "% of the win"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/fails" --lang fr --seed 1 --bots random --seat 0=human <<<$'hint\nquit'
  has "pas de conseil : toutes les parties essayées ont échoué"
}

@test "why there is no hint stands on as many lines as it has" {
  mkdir "$BATS_TEST_TMPDIR/loop"
  cat >"$BATS_TEST_TMPDIR/loop/ruleset.yaml" <<'Y'
cantrip: 1
players: 1
scripts: [bot.lua]
cards: [{ant: {}, bee: {}, cat: {}, dog: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, bin: {seen_by: all}}
phases: [{choose: {who: all, card: {zone: hand}, times: 4, do: [{move: {to: bin}}]}}]
result: {score: 1}
Y
  printf 'local gone = sel{zone = "bin"}\nbot.hopeless = function(g, seat)\n  if g:has(gone) then error "no idea" end\n  return false\nend\n' \
    >"$BATS_TEST_TMPDIR/loop/bot.lua"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/loop" --seed 1 --bots random --seat 0=human <<<$'hint\nquit'
  has "no hint: " $'\n  at '"$BATS_TEST_TMPDIR/loop/bot.lua:3" $'\n    3 | '
  lacks '\x0A'
}

@test "the end says each place, why a tie was won, and what each card brought" {
  mkdir "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
title: Places
players: 4
languages: [en, fr]
traits: {worth: {is: number, default: 0}, shine: {is: number, default: 0}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, hand: {per: player, seen_by: all}}
let: {glow: {sum: shine, cards: {zone: hand}, says: {en: glow, fr: éclat}}}
cards:
  - {ant: {name: Ant, worth: 5, shine: 1}, bee: {name: Bee, worth: 5, shine: 4}}
  - {cat: {name: Cat, worth: 2}, dog: {name: Dog}, elk: {name: Elk, worth: -1, copies: 4}}
phases: [{deal: {who: all, from: deck, to: hand}}, {deal: {who: all, from: deck, to: hand}}]
result: {score: {sum: worth, cards: {zone: hand}}, ties: [glow]}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --bots random --seed 1 </dev/null
  [ "$status" -eq 0 ]
  has "Bob wins with 4." "The tie goes to Bob: glow 4." "
Alice  random      4  2nd
Bob    random      4  ★
Cara   random      1  3rd
Dan    random     -1  4th" "
Card by card:
  Alice 4: Ant 5, Elk -1
  Bob 4: Bee 5, Elk -1
  Cara 1: Cat 2, Elk -1
  Dan -1: Dog 0, Elk -1"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --bots random --seed 1 --lang fr </dev/null
  has "Départage : éclat 4 (Bob)." "Alice  au hasard      4  2e" "Dan    au hasard     -1  4e" "Carte par carte :"
}

@test "texts of cards say what holds by the options in force, and not what else there is" {
  run "$CANTRIP" play fairytale --seats 2 --seed 1 --seat 0=human --bots random --option hunt_scope=round \
    --option tied_most=false < <(printf 'card white hunter\ncard reign of wings\nquit\n')
  has "- Hunt the other Shadow cards played since the draft" "only if: nobody else has as many Dragonvale cards"
  run "$CANTRIP" show fairytale white-hunter --lang fr
  has "- Chasser les autres cartes Ombre jouées avec elle"
  run "$CANTRIP" show fairytale reign-of-wings
  [[ "$output" == *"only if: nobody has more Dragonvale cards" ]]
  run "$CANTRIP" show card-ring training-dummy
  has "- Trash a card of your hand or discard pile"
  run "$CANTRIP" play card-ring --seats 2 --seed 1 --seat 0=human --bots random --option dummy_trash=optional \
    < <(printf 'card training\nquit\n')
  has "- You may trash a card of your hand or discard pile"
}

@test "a list of what a card does bears its name where there are several, wherever cards are told" {
  run "$CANTRIP" show card-ring
  has "Win: +6 Exp; Lose: You: discard 3 cards" "when played: +2 Skill"
  run bash -c "printf 'done\n%.0s' 1 2 3 | '$CANTRIP' play card-ring --seats 2 --seed 4 --seat 0=human --bots random"
  has "fight Training Dummy" "Win: Trash a card of your hand or discard pile"
  run "$CANTRIP" show fairytale
  lacks "effects: "
}

@test "what frames a French game is French" {
  run "$CANTRIP" show fairytale --lang fr
  has "de 2 à 5 joueurs, 100 cartes, dont 47 différentes" "par défaut" "exemplaires" "effets"
  lacks "copies" "default"
  run bash -c "printf 'rules\nquit\n' | '$CANTRIP' play fairytale --seats 2 --seed 4 --seat 0=human --bots random --lang fr"
  has "Vous (humain), Bob (au hasard)" "## Comment on joue" "face cachée" \
    $'\n## Mots\n' "* **main** : les cartes parmi lesquelles vous choisissez"
  lacks "How it is played"
}

@test "a spell that fizzles tells what it costs, also where that is nothing" {
  run bash -c "'$CANTRIP' play wizard-quest --seed 1 --bots random </dev/null | grep -A1 fizzles"
  has "It costs no mana."
  # behind each fizzle stands its cost
  [ "$(grep -c fizzles <<<"$output")" = "$(grep -cE 'costs no mana|Mana: -' <<<"$output")" ]
}

@test "a round of Card Ring tells who gives Failure to whom, how much is left, and who loses" {
  run bash -c "'$CANTRIP' play card-ring --seats 2 --seed 3 --bots random </dev/null"
  has ": give " " a Failure." " Failure, now 0" " loses to "
  run bash -c "'$CANTRIP' play card-ring --seats 2 --seed 3 --bots random --lang fr </dev/null"
  has " : donner un Échec à " " perd contre "
}

# presents FOLDER: a game in which everybody plays cards or is done, and a gift gives the others a card
presents() {
  mkdir -p "$1"
  cat >"$1/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
cards: [{ant: {}, bee: {}, gift: {gives: true}}]
traits: {gives: {is: flag, says: none}}
words: {any: Play a card or be done}
zones:
  hand: {per: player, seen_by: owner, holds: [{card: ant, copies: 2}, {card: gift, copies: 1}]}
  deck: {as: pile, seen_by: nobody, holds: [{card: bee, copies: 9}]}
  row:  {per: player, as: row, seen_by: all}
actions:
  play: {card: {zone: hand}, do: [{move: {to: row}}, {if: card.gives, deal: {who: others, from: deck, to: hand, count: 1}}]}
phases:
  - name: round
    repeat: 2
    phases: [{choose: {who: all, together: true, times: any, done: all_pass, any_of: [play], prompt: any}}]
result: {score: {count: {zone: row}}}
Y
}

@test "all plays the cards of the hand one after the other, and whoever cannot is told so" {
  cd "$BATS_TEST_TMPDIR"
  presents presents
  run "$CANTRIP" play ./presents --bots random --seat 0=human --seed 1 <<<$'all'
  [ "$(sed '/end of input/q' <<<"$output" | grep -c 'You: play: \(ant\|gift\)')" -eq 3 ] || { echo "$output"; return 1; }
  run "$CANTRIP" play ./presents --bots random --seat 0=human --seed 1 <<<$'1\n1\nall\nquit'
  has "here you cannot play several cards one after the other" # there is but one
  run "$CANTRIP" play "$ROOT/rulesets/kuhn" --bots random --seat 0=human --seed 1 <<<$'all\nquit'
  has "here you cannot play several cards one after the other"
}

@test "all plays on by the same action, also where another may take the card by then" {
  cd "$BATS_TEST_TMPDIR"
  presents presents
  sed -i 's/^actions:/&\n  burn: {card: {zone: hand}, if: {count: {zone: row}, at_least: 1}, do: [{move: {to: deck}}]}/; s/any_of: \[play\]/any_of: [burn, play]/' presents/ruleset.yaml
  run "$CANTRIP" play ./presents --bots random --seat 0=human --seed 1 <<<$'all'
  output=$(sed '/end of input/q' <<<"$output")
  [ "$(grep -c 'You: play: ' <<<"$output")" -eq 3 ] || { echo "$output"; return 1; }
  lacks "You: burn"
}

@test "pass is done until there is something new, and not in the next round" {
  cd "$BATS_TEST_TMPDIR"
  presents presents
  # Bob plays his cards one by one; a bee from his gift is new to Alice
  run "$CANTRIP" play ./presents --seat 0=human --seat 1=human --bots random --seed 1 \
    <<<$'pass\nplay ant\nplay ant\nplay gift\ntable\nquit'
  has "1  play: ant" "play: bee"
  [ "$(grep -c '^> pass' <<<"$output")" -eq 1 ]
  run "$CANTRIP" play "$ROOT/rulesets/euchre" --bots random --seat 0=human --seed 1 <<<$'pass\nquit'
  lacks "not offered" "here you must choose"
}
