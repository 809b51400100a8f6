#!/usr/bin/env bats
# `cantrip play --save`, `cantrip resume`, `undo` at the prompt.
# CT_KILLS=200 kills more often.

load ../helper

setup() {
  cd "$BATS_TEST_TMPDIR"
  export CANTRIP_PATH="$ROOT/rulesets" LC_ALL=C.UTF-8
}

# Copies of the games that may be changed.
own_games() {
  rm -rf own
  copy_games own
  export CANTRIP_PATH="$PWD/own/rulesets"
}

# saved RULESET N [FLAGS...]: s.save, N picks of seat 0 into a game.
saved() {
  own_games
  { yes 1 | head -n "$2"; echo quit; } |
    "$CANTRIP" play "$1" --bots random --seat 0=human --seed 5 --save s.save "${@:3}" >/dev/null
  PICKS=$(grep -cE '^[A-Z][a-z]+: ' s.save)
  cp s.save s.first
}

# goes_on FLAGS...: s.save is gone on with, and quit; it can be gone on with again without a word.
goes_on() {
  run "$CANTRIP" resume s.save "$@" < <(echo quit)
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  "$CANTRIP" resume s.save < <(echo quit) | grep -q 'has changed since' && return 1
  "$CANTRIP" replay s.save --verify | grep -q '1 the same'
}

# ---- saving and going on ----

@test "a game is saved after each pick and goes on where it was" {
  { printf '1\n2\n'; echo quit; } | "$CANTRIP" play fairytale --bots random --seat 0=human --seed 5 --save s.save >out
  grep -q 'stopped; cantrip resume s.save continues it' out
  run "$CANTRIP" resume s.save < <(printf 'log\nquit\n')
  [ "$status" -eq 0 ]
  has "Fairy Tale, after 8 picks" "Draft 3" "You are dealt"
  [ -z "$(ls -A | grep '\.new$')" ]
}

@test "saving changes nothing in a game, nor does going on" {
  for g in fairytale wizard-quest once-upon-a-draft; do
    yes 1 | head -n 200 >ones || true
    "$CANTRIP" play $g --bots random --seat 0=human --seed 9 --record whole.replay <ones >/dev/null
    { head -n 4 ones; echo quit; } |
      "$CANTRIP" play $g --bots random --seat 0=human --seed 9 --save s.save >/dev/null
    "$CANTRIP" resume s.save --record again.replay <ones >/dev/null
    cmp whole.replay again.replay
    rm s.save
  done
}

@test "a save of an earlier version goes on by its picks, and is verified by its positions" {
  saved fairytale 2
  grep -q '^blocks: [1-9]' s.save
  for earlier in '/^blocks:/d' 's/^blocks: .*/blocks: 1/'; do
    sed -E "$earlier; s/^(end: open )[0-9a-f]+/\10123456789abcdef/" s.first >s.save
    run "$CANTRIP" replay s.save --verify
    has "1 the same"
    goes_on
  done
  sed -E 's/^(end: open )[0-9a-f]+/\10123456789abcdef/' s.first >s.save
  run "$CANTRIP" replay s.save --verify
  [ "$status" -eq 1 ]
  has "do not lead to the hash"
  sed 's/^blocks: .*/blocks: new/' s.first >s.save
  run "$CANTRIP" resume s.save
  [ "$status" -eq 2 ]
  has "s.save:4: blocks: a number is needed"
}

@test "a save of each game at its end is told as over" {
  for g in fairytale fairytale-factions wizard-quest once-upon-a-draft; do
    "$CANTRIP" play $g --bots random --seed 3 --save s.save >/dev/null
    run "$CANTRIP" resume s.save
    [ "$status" -eq 0 ]
    has "after" "Alice"
    rm s.save
  done
}

@test "only a save is written over" {
  echo "my diary" >diary
  run "$CANTRIP" play fairytale --bots random --save diary
  [ "$status" -eq 2 ]
  has "diary is not a save, so it is not overwritten"
  [ "$(cat diary)" = "my diary" ]
  "$CANTRIP" play fairytale --bots random --seed 1 --record r.replay >/dev/null
  run "$CANTRIP" play fairytale --bots random --save r.replay
  [ "$status" -eq 2 ]
  run "$CANTRIP" play fairytale --bots random --save /nowhere/s.save
  [ "$status" -eq 2 ]
  has "cannot be written: No such file or directory"
  run "$CANTRIP" play fairytale --bots random --save x --record x
  [ "$status" -eq 2 ]
  run "$CANTRIP" resume r.replay
  [ "$status" -eq 2 ]
  has "r.replay:1: this is a replay, not a save"
}

@test "damaged saves are refused with their place" {
  saved fairytale 3
  head -c 410 s.first >cut.save
  run "$CANTRIP" resume cut.save
  [ "$status" -eq 2 ]
  [[ "$output" =~ cut.save:[0-9]+:\ the\ file\ is\ cut\ off\ here ]]
  sed 's/^seed: 5/seed: 6/' s.first >seed.save
  run "$CANTRIP" resume seed.save
  [ "$status" -eq 2 ]
  has "seed.save is damaged: pick"
  sed 's/ drawn$/&999/' s.first >drawn.save
  run "$CANTRIP" resume drawn.save
  [ "$status" -eq 2 ]
  [[ "$output" =~ drawn.save:[0-9]+:\ write\ a\ seat\ as\ NAME,\ PLAYER ]]
  sed 's/^\(Q0FO\)./\1_/' s.first >block.save
  run "$CANTRIP" resume block.save
  [ "$status" -eq 2 ]
  [[ "$output" =~ block.save:[0-9]+:\ this\ line\ of\ the\ block ]]
  run "$CANTRIP" resume /bin/sh
  [ "$status" -eq 2 ]
  has "/bin/sh:1:"
  run "$CANTRIP" resume nothing.save
  [ "$status" -eq 2 ]
  has "nothing.save: cannot be read"
}

@test "a program that a save names is started only if allowed" {
  saved fairytale 3
  for program in exec:touch exec,seconds=9:touch; do
    sed "s/^seat: Bob, random.*/seat: Bob, $program pwned/" s.first >e.save
    run "$CANTRIP" resume e.save
    [ "$status" -eq 2 ]
    has "To allow starting it, add --programs"
    [ ! -e pwned ]
  done
}

# ---- SIGKILL ----

picks_in() { if [ -e "$1" ]; then grep -cE '^(Alice|Bob|Cara|Dan): ' "$1" || true; else echo 0; fi; }

# Plays on under way.save for a while, then kills it. How it ended in ENDED: killed or done.
run_and_kill() { # run_and_kill SECONDS PLAYERS SEED
  local pid
  if [ -e way.save ]; then
    "$CANTRIP" resume way.save --record way.replay <feed >out 2>err &
  else
    "$CANTRIP" play fairytale --bots "$2" --seed "$3" --save way.save --record way.replay <feed >out 2>err &
  fi
  pid=$!
  sleep "$1"
  kill -9 $pid 2>/dev/null || true
  if wait $pid 2>/dev/null; then ENDED=done; else ENDED=killed; fi
}

# bats test_tags=long
@test "SIGKILL loses at most the pick being made" {
  kills=${CT_KILLS:-$(often 12 40)} killed=0 finished=0 seed=1
  yes 1 | head -n 5000 >feed || true
  players=human
  while [ $killed -lt "$kills" ]; do
    before=$(picks_in way.save)
    run_and_kill "0.$(printf %03d $((RANDOM % 160 + 15)))" $players $seed
    after=$(picks_in way.save)
    asked=$(grep -c '^> 1' out || true)
    [ ! -s err ] || { cat err; return 1; }
    [ "$((after - before))" -ge "$((asked - 1))" ] || { echo "asked $asked, kept $before to $after"; return 1; }
    if [ $ENDED = done ]; then
      # Broken off so often, it is the game that it would have been.
      "$CANTRIP" play fairytale --bots $players --seed $seed --record whole.replay <feed >/dev/null
      cmp whole.replay way.replay
      finished=$((finished + 1))
      seed=$((seed + 1))
      [ $players = human ] && players=random || players=human
      rm -f way.save way.replay
      continue
    fi
    killed=$((killed + 1))
    [ ! -e way.save ] || "$CANTRIP" replay way.save --verify >verified || { cat verified; return 1; }
  done
  echo "# note: $killed kills, $finished games finished" >&3
}

# ---- undo ----

@test "undo goes back to one's own last picks" {
  run "$CANTRIP" play fairytale --seats 3 --bots random --seat 0=human --seed 4 --save s.save < <(printf '1\n2\nundo\n1\nundo 2\nundo\nundo x\n3\nquit\n')
  [ "$status" -eq 0 ]
  has "1 pick is taken back" "2 picks are taken back" "there is no pick of yours to take back" "undo, or undo N"
  [ "$(grep -c '^Alice: ' s.save)" -eq 1 ]
}

@test "after undo the same picks give the same game" {
  yes 1 | head -n 300 >ones || true
  "$CANTRIP" play fairytale --seats 3 --bots random --seat 0=human --seed 4 --record a.replay <ones >/dev/null
  for i in 1 2 3 4 5 6 7 8 9 10 11 12; do printf '1\n1\nundo\nundo\n1\n'; done >some
  cat some ones | "$CANTRIP" play fairytale --seats 3 --bots random --seat 0=human --seed 4 --record b.replay --save s.save >/dev/null
  cmp a.replay b.replay
  { head -n 7 some; echo quit; } | "$CANTRIP" play fairytale --seats 3 --bots random --seat 0=human --seed 4 --save t.save >/dev/null
  cat some ones | "$CANTRIP" resume t.save --record c.replay >/dev/null
  "$CANTRIP" replay c.replay --verify
}

@test "undo takes back what programs drew before the game was resumed, too" {
  "$CANTRIP" play fairytale --seats 3 --bots random --seat 0=human --seed 948 --record whole.replay < <(printf '1\n1\nundo\n2\n1\nundo 3\n2\n') >/dev/null
  for k in 1 2 4 6; do
    printf '1\n1\nundo\n2\n1\nundo 3\n2\n' >lines
    { head -n $k lines; echo quit; } | "$CANTRIP" play fairytale --seats 3 --bots random --seat 0=human --seed 948 --save "s$k.save" >/dev/null
    tail -n +$((k + 1)) lines | "$CANTRIP" resume "s$k.save" --record "s$k.replay" >/dev/null
    diff <(grep -v '^seat' whole.replay) <(grep -v '^seat' "s$k.replay")
  done
}

# A hook that asks for three of five cards, one after the other.
three_questions() {
  mkdir -p g/three
  cat >g/three/ruleset.yaml <<'Y'
cantrip: 1
title: Three questions
players: 1
traits: {value: {is: number}}
cards: [{a: {value: 1}, b: {value: 2}, c: {value: 3}, d: {value: 4}, e: {value: 5}, f: {value: 6}}]
scripts: [hooks.lua]
zones:
  deck:  {as: pile, seen_by: nobody, holds: [{}], shuffled: false}
  hand:  {per: player, seen_by: owner}
  table: {seen_by: all}
phases:
  - deal: {who: all, from: deck, to: hand, count: 5}
  - each: all
    phases:
      - run: offer
words: {which: which card}
Y
  cat >g/three/hooks.lua <<'L'
local mine = sel{zone = "hand", of = "you"}
step.offer = function(g)
  for _ = 1, 3 do
    local card = g:choose(g.you, mine, "which")
    card:move("table")
  end
end
L
}

@test "undo in the middle of an effect" {
  three_questions
  run "$CANTRIP" play g/three --bots human --save s.save < <(printf '1\n1\nundo\n2\nundo 2\n3\nquit\n')
  [ "$status" -eq 0 ]
  has "2 picks are taken back"
  [ "$(grep -c '^Alice: ' s.save)" -eq 1 ]
  grep -q '^Alice: c' s.save
}

@test "a changed hook that was being answered is asked from its start" {
  three_questions
  printf '1\n4\nquit\n' | "$CANTRIP" play g/three --bots human --save s.save >/dev/null
  [ "$(grep -c '^Alice: ' s.save)" -eq 2 ]
  sed -i 's/of = "you"}/of = "you", value = {at_most = 4}}/' g/three/hooks.lua
  cp s.save before
  run "$CANTRIP" resume s.save </dev/null
  [ "$status" -eq 1 ]
  has "has changed since: its cards or rules do" "1 of 2 picks can be made again" "Alice: e" "this is not offered" \
    "the open effect starts again: 1 more pick is asked again" "--go-on continues"
  cmp s.save before
  run "$CANTRIP" resume s.save --go-on < <(printf 'quit\n')
  [ "$status" -eq 0 ]
  has "after 0 picks" "the old save is now s.save.bak"
  cmp s.save.bak before
}

# ---- cards that change ----

# bats test_tags=long
@test "points are edited: every game goes on" {
  for g in fairytale fairytale-factions wizard-quest once-upon-a-draft card-ring; do
    saved $g 10
    case $g in
    wizard-quest) sed -i 's/value: \[1, 2, 3,/value: [1, 2, 2,/' own/cards/$g/deck.yaml ;;
    once-upon-a-draft) sed -i 's/value: 50$/value: 60/' own/cards/$g/rulebook.yaml ;;
    card-ring) sed -i 's/ cost: 6$/ cost: 7/' own/cards/$g/arsenal.yaml ;;
    *) sed -i '0,/points: 6/s//points: 7/' own/cards/$g/dragonvale.yaml ;;
    esac
    goes_on
    has "$g has changed since: its cards or rules do something else now" "all $PICKS picks can be made again" \
      "after $PICKS picks"
  done
}

# bats test_tags=long
@test "a name is edited: no game has changed" {
  for g in fairytale fairytale-factions wizard-quest once-upon-a-draft card-ring; do
    saved $g 10
    sed -i 's/name: {en: "\?/&New /' own/cards/$g/*.yaml
    goes_on
    lacks "has changed"
    has "after $PICKS picks"
  done
}

# bats test_tags=long
@test "a hook is edited: every game goes on" {
  for g in fairytale fairytale-factions wizard-quest once-upon-a-draft card-ring; do
    saved $g 10
    case $g in
    fairytale*) sed -i '/g:cancel/d' own/rulesets/fairytale/fairytale.lua ;;
    wizard-quest) sed -i 's/return g.mana >= 0/return g.mana >= -1/' own/rulesets/$g/$g.lua ;;
    once-upon-a-draft) sed -i 's/g:add(you, token, g:sum/g:add(you, token, 1 + g:sum/' own/rulesets/$g/$g.lua ;;
    card-ring) sed -i 's/won and "victories" or "defeats", 1)/won and "victories" or "defeats", 2)/' own/rulesets/$g/$g.lua ;;
    esac
    goes_on --go-on
    has "$g has changed since: its cards or rules do something else now" "picks can be made again"
  done
}

@test "a hook does something else: the first pick before which the table differs is named" {
  saved once-upon-a-draft 13 --seed 4
  sed -i 's/g:add(you, token, g:sum/g:add(you, token, 1 + g:sum/' own/rulesets/once-upon-a-draft/once-upon-a-draft.lua
  goes_on --go-on
  [[ "$output" =~ "the table differs after pick "[0-9]+" (s.save:"[0-9]+"), "[A-Z][a-z]+": " ]]
}

# bats test_tags=long
@test "an identifier is edited: the first pick that names it is named, --rename goes on" {
  for g in fairytale fairytale-factions wizard-quest once-upon-a-draft card-ring; do
    saved $g 10
    id=$(grep -E '^[A-Z][a-z]+: ' s.save | sed -n '1{s/ = .*//; s/ #[0-9]*$//; s/.* //; p}')
    [ -n "$id" ]
    if [ $g = wizard-quest ]; then
      sed -i 's/"\([sdch]\)-{rank}"/"\1_{rank}"/' own/cards/$g/deck.yaml
      grep -rlE '\b[sdch]-[kqj]\b' own/rulesets/$g | xargs -r sed -i 's/\b\([sdch]\)-\([kqj]\)\b/\1_\2/g'
      new=${id/-/_}
    else
      new=old-$id
      grep -rlE "\b$id\b" own/cards own/rulesets --include=*.yaml --include=*.lua |
        xargs sed -i -E "s/(^|[^a-z0-9-])$id([^a-z0-9-]|\$)/\1$new\2/g"
    fi
    run "$CANTRIP" resume s.save </dev/null
    [ "$status" -eq 1 ] || { echo "$output"; return 1; }
    has "$g has changed since: cards, copies, zones or counters are new, gone or renamed" \
      "$g has no card or action '$id'" "--rename $id=NEW" "this is not offered" "offered: " "nothing has changed; --go-on"
    cmp s.save s.first
    [ $g = wizard-quest ] && continue
    goes_on --rename $id=$new
    has "all $PICKS picks can be made again" "after $PICKS picks"
  done
}

# bats test_tags=long
@test "a new card: what is dealt is another, and it says so" {
  for g in fairytale fairytale-factions wizard-quest once-upon-a-draft card-ring; do
    saved $g 10
    case $g in
    fairytale*) printf '  newcomer:\n    like: dragons-lair\n    name: {en: Newcomer, fr: Nouveau}\n' >>own/cards/$g/dragonvale.yaml ;;
    wizard-quest) printf '  "c-11":\n    name: {en: "11c", fr: "11c"}\n    suit: clubs\n    value: 10\n' >>own/cards/$g/deck.yaml ;;
    once-upon-a-draft) printf '  newcomer:\n    like: hansel\n    value: 51\n    name: {en: Newcomer, fr: Nouveau}\n' >>own/cards/$g/rulebook.yaml ;;
    card-ring) printf '  newcomer:\n    like: %s\n    name: {en: Newcomer, fr: Nouveau}\n' \
      "$(sed -n 's/^  \([a-z-]*\):$/\1/p' own/cards/$g/arsenal.yaml | head -n 1)" >>own/cards/$g/arsenal.yaml ;;
    esac
    run "$CANTRIP" resume s.save </dev/null
    [ "$status" -eq 1 ] || { echo "$g $output"; return 1; }
    has "$g has changed since: cards, copies, zones or counters are new" "of $PICKS picks can be made again; then" \
      "this is not offered" "offered: "
    cmp s.save s.first
    goes_on --go-on
    has "the old save is now s.save.bak"
    cmp s.save.bak s.first
    # The card is taken out again: the old save is as good as ever.
    own_games
    cp s.save.bak s.save
    goes_on
    lacks "has changed"
    has "after $PICKS picks"
    rm s.save.bak
  done
}

@test "a script that fails on the way says where, and the save stays" {
  saved fairytale 22
  sed -i 's/^effect.open = .*/&\n  g["draw_" .. "nothing"](g)/; s/^effect.close = .*/&\n  g["draw_" .. "nothing"](g)/' own/rulesets/fairytale/fairytale.lua
  run "$CANTRIP" resume s.save --go-on </dev/null
  [ "$status" -eq 2 ]
  has "the game fails" "draw_nothing" "fairytale.lua:"
  cmp s.save s.first
}

@test "a game without any card in it is saved and gone on with" {
  mkdir g
  cat > g/ruleset.yaml <<'Y'
cantrip: 1
players: 2
zones: {pool: {seen_by: all}}
counters: {gold: {per: player}}
phases: [{repeat: 2, phases: [{each: all, phases: [{choose: {number: {from: 0, to: 3}, do: [{add: {gold: number}}]}}]}]}]
cards: [{stone: {}}]
Y
  { echo 2; echo quit; } | "$CANTRIP" play g --bots random --seat 0=human --seed 1 --save s.save >out
  run "$CANTRIP" resume s.save < <(echo quit)
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
}
