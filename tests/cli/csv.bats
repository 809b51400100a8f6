#!/usr/bin/env bats
# Cards in a table of comma-separated values: read, written by `show --csv`, and wrong in all ways.

load ../helper

setup() {
  cd "$BATS_TEST_TMPDIR"
  mkdir g
  cat >g/ruleset.yaml <<'Y'
cantrip: 1
title: Table
players: 2
languages: [en, fr]
traits: {points: {is: number, default: 0}, colour: {one_of: [red, blue]}, on_play: {is: effects}}
cards: [cards.csv]
zones: {deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}, hand: {per: player, seen_by: owner}, plate: {per: player, seen_by: all}}
counters: {coins: {per: player}}
phases:
  - {deal: {who: all, from: deck, to: hand, count: 3}}
  - each: all
    phases: [{choose: {card: {zone: hand}, prompt: keep, do: [{move: {to: plate}}, {trigger: {list: on_play}}]}}]
result: {score: {sum: points, cards: {zone: plate}}}
words: {keep: {en: Keep a card, fr: Garder}}
Y
  cat >table.csv <<'C'
card,name.en,name.fr,copies,points,colour,on_play
# no card
squid,Squid,"Calmar, ""grand""",3,4,red,"[{add: {coins: 1}}]"

trout , Trout ,Truite,4,2,blue,"[{add: {coins: 1}},
 {add: {coins: 2}}]"
tuna,Tuna,"""[le] thon""",5,,blue,
C
  cp table.csv g/cards.csv
}

# The same in YAML.
yaml() {
  cat >g/cards.yaml <<'Y'
cantrip: 1
cards:
  squid: {name: {en: Squid, fr: 'Calmar, "grand"'}, copies: 3, points: 4, colour: red, on_play: [{add: {coins: 1}}]}
  trout: {name: {en: Trout, fr: Truite}, copies: 4, points: 2, colour: blue, on_play: [{add: {coins: 1}}, {add: {coins: 2}}]}
  tuna: {name: {en: Tuna, fr: "[le] thon"}, copies: 5, colour: blue}
Y
  sed -i 's/cards.csv/cards.yaml/' g/ruleset.yaml
}

@test "a table is read as the YAML that says the same, whatever parts its cells" {
  for between in , ';' $'\t'; do
    python3 -c 'import csv, sys; w = csv.writer(open("g/cards.csv", "w"), delimiter=sys.argv[1]); w.writerows(csv.reader(open("table.csv"), skipinitialspace=True))' "$between"
    "$CANTRIP" show g --json >"table$(printf %d "'$between")"
  done
  sed 's/$/\r/' table.csv >g/cards.csv # as Windows ends lines
  "$CANTRIP" show g --json >tabler
  printf '\xEF\xBB\xBF' | cat - table.csv >g/cards.csv # as Excel begins a file
  "$CANTRIP" show g --json >tableb
  yaml
  "$CANTRIP" show g --json >want
  jq -e '[.cards[] | select(.id == "trout") | .traits.on_play | length] == [2]' want
  for t in table[0-9]* tabler tableb; do diff "$t" want || { echo "$t"; return 1; }; done
}

@test "show --csv writes each shipped game's cards as a table that is the same game" {
  mkdir -p t/rulesets
  cp -r "$ROOT"/rulesets/* t/rulesets/
  cp -r "$ROOT/cards" "$ROOT/scripts" t/
  for g in $(often "hearts fairytale card-ring once-upon-a-draft" "$("$CANTRIP" list --json | jq -r '.[].name')"); do
    "$CANTRIP" show "$ROOT/rulesets/$g" --csv >table
    cp table "t/rulesets/$g/table.csv"
    python3 - "t/rulesets/$g/ruleset.yaml" <<'P'
import re, sys
text = open(sys.argv[1]).read()
made = re.sub(r"^cards:.*(\n[ -].*)*", "cards: [table.csv]", text, count=1, flags=re.M)
assert made != text
open(sys.argv[1], "w").write(made)
P
    for what in "show --json" "sim --games 5 --seed 2 --json"; do
      set -- $what
      "$CANTRIP" "$1" "$ROOT/rulesets/$g" "${@:2}" | sed "s|$ROOT/rulesets/||" >want
      "$CANTRIP" "$1" "t/rulesets/$g" "${@:2}" | sed 's|t/rulesets/||' >got
      cmp got want || { echo "$g: $what"; return 1; }
    done
    # and the table of the table is the table
    "$CANTRIP" show "t/rulesets/$g" --csv | cmp - table
  done
}

# wrong SED LINE:COL TEXT…: what `check` says of the table that is changed so
wrong() {
  sed "$1" table.csv >g/cards.csv
  ! cmp -s table.csv g/cards.csv
  run "$CANTRIP" check g
  [ "$status" -eq 2 ] || { echo "$1: $output"; return 1; }
  has "g/cards.csv:$2: error: " "${@:3}"
}

@test "what is wrong in a table is told at its cell" {
  wrong 's/^card,/id,/' 1:1 "the first column of a table of cards is 'card'" CSV-SYNTAX
  wrong 's/blue,$/bleu,/' 7:30 "did you mean 'blue'?"
  wrong 's/^tuna,/,/' 7:2 "this row has no card: its first cell is empty"
  wrong 's/blue,$/&,7/' 7:36 "this row has more cells than the first row has columns"
  wrong 's/thon"""/thon""/' 7:11 "this quote is not closed"
  wrong 's/4,red/"4"x,red/' 3:38 "this stands behind the end of the quotes"
  wrong 's/points,colour/points,points/' 1:36 "there are two columns for 'points'"
  wrong 's/name.en/name/' 1:11 "there are two columns for 'name.fr'"
  wrong 's/copies,/,/' 1:22 "this column has no name"
  wrong 's/copies/copys/' 1:22 "did you mean 'copies'?"
  wrong 's/coins: 2/coin: 2/' 6:9 "did you mean 'coins'?"
  wrong 's/coins: 1}}\]/coins: 1]/' 3:41 "this cell cannot be read as YAML"
  wrong 's/^trout/squid/' 5:1 "the key 'squid' is twice in this map, first on line 3"
  wrong 's/name.fr/name.de/' 1:14 "'de' is not one of the ruleset's languages"
}

@test "tune finds a number in a table" {
  run "$CANTRIP" tune g squid.points=1..3 --games 100 --seed 1
  [ "$status" -eq 0 ]
  has "In the ruleset it has 4."
}

@test "a great table is read in a moment, and one that is too great is refused" {
  python3 -c 'print("card,name.en,copies,points,colour,on_play"); [print(f"c{i},\"Card {i}\",1,{i % 9},red,\"[{{add: {{coins: 1}}}}]\"") for i in range(4000)]' >g/cards.csv
  run timeout 5 "$CANTRIP" check g
  [ "$output" = "g: ok (4000 cards, 4000 different)" ]
  python3 -c 'print("card," + ",".join(f"c{i}" for i in range(300)))' >g/cards.csv
  run "$CANTRIP" check g
  has "there are more than 256 columns"
  python3 -c 'print("card,points\n" + "x,1\n" * 150000)' >g/cards.csv
  run timeout 5 "$CANTRIP" check g
  has "this table has more than 200000 cells"
}

@test "a table has a column for each number by word, there and back" {
  cp -r "$CANTRIP_ROOT/tests/rulesets/features/by-word" w
  "$CANTRIP" show w --csv >w/cards.csv
  grep -qx 'card,copies,gives.green,.*cost.any.*' w/cards.csv
  grep -qx 'drake,2,.*' w/cards.csv
  "$CANTRIP" show w drake >before
  python3 - w/ruleset.yaml <<'P'
import re, sys
text = open(sys.argv[1]).read()
open(sys.argv[1], "w").write(re.sub(r"(?s)^cards:\n.*?^traits:", "cards: [cards.csv]\ntraits:", text, flags=re.M))
P
  "$CANTRIP" show w drake | diff before -
}
