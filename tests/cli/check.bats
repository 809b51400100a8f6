#!/usr/bin/env bats
# `cantrip check`: every error at once, with its place. For --deep see deep.bats.

load ../helper
bats_require_minimum_version 1.5.0

# bats test_tags=long
@test "the shipped games are without fault" {
  run "$CANTRIP" check
  [ "$status" -eq 0 ]
  has "fairytale: ok (100 cards"
  [[ "$output" != *error* ]]
}

@test "four misspellings in card and ruleset files give four messages in one run" {
  copy_games "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR"
  sed -i '0,/- close: /s//- cloze: /' cards/fairytale/dragonvale.yaml            # a verb
  sed -i 's/^defaults: {faction: shadow/defaults: {faction: shadwo/' cards/fairytale/shadow.yaml
  sed -i '0,/ copies: /s// copeis: /' cards/fairytale/dragonvale.yaml            # a key
  sed -i 's/from: deck, to: hand/from: dekc, to: hand/' rulesets/fairytale/ruleset.yaml
  run "$CANTRIP" check fairytale
  [ "$status" -eq 2 ]
  [ "$(grep -cE '^[^ ]+:[0-9]+:[0-9]+: error: ' <<<"$output")" -eq 4 ]
  has "cards/fairytale/dragonvale.yaml:" "cards/fairytale/shadow.yaml:" "rulesets/fairytale/ruleset.yaml:"
  has "did you mean 'close'" "did you mean 'shadow'" "did you mean 'copies'" "did you mean 'deck'"
  has " | " "^"
}

@test "a game that nobody wins, or that nothing ends, is told" {
  mkdir "$BATS_TEST_TMPDIR/ends"
  cd "$BATS_TEST_TMPDIR/ends"
  cat >ruleset.yaml <<'Y'
cantrip: 1
title: Ends
players: 1
cards: [a: {copies: 3}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}}
phases:
  - forever: true
    phases: [{choose: {who: all, card: {zone: hand}, do: []}}]
Y
  run "$CANTRIP" check .
  [ "$status" -eq 0 ]
  has "ruleset.yaml:7:14: warning: nothing ends the game, because no rule has a 'finish' [FOREVER]" \
    "warning: nobody ever wins: no 'result' and no 'finish' [RESULT-NONE]"
  echo 'result: {score: "1"}' >>ruleset.yaml
  sed -i 's/forever: true/repeat: 2/' ruleset.yaml
  run "$CANTRIP" check .
  [[ "$output" != *warning* ]]
  sed -i 's/repeat: 2/forever: true/; /result/d' ruleset.yaml
  echo '  - finish: {because: {over: "true"}}' >>ruleset.yaml
  echo 'words: {over: Over}' >>ruleset.yaml
  run "$CANTRIP" check .
  [[ "$output" != *warning* ]]
  sed -i '/finish/d; /words/d' ruleset.yaml
  echo 'scripts: [a.lua]' >>ruleset.yaml
  sed -i '/forever/i\  - run: stop' ruleset.yaml
  echo 'function step.stop(g) g:finish{} end' >a.lua
  run "$CANTRIP" check .
  [[ "$output" != *"[FOREVER]"* ]]
}

@test "what is written as elsewhere: names of flags and numbers, Lua's operators, keys of the ruleset" {
  mkdir "$BATS_TEST_TMPDIR/foreign"
  cd "$BATS_TEST_TMPDIR/foreign"
  cat >ruleset.yaml <<'Y'
cantrip: 1
title: Foreign
players: 1
cards: [cards.yaml]
scripts: [a.lua]
counters: {gold: {per: player}}
zones: {hand: {per: player, seen_by: owner, holds: [{}]}}
phases:
  - choose: {who: all, may: True, card: {zone: hand}, do: []}
  - choose: {who: all, cards: {zone: hand, count: {from: 3}}, do: []}
  - set: {who: all, gold: one}
result: {score: coins + worth}
Y
  printf 'cards: {a: {copies: 3}}\nwords: {a: b}\n' >cards.yaml
  printf 'function worth(g) return 1 end\n' >a.lua
  run "$CANTRIP" check .
  [ "$status" -eq 2 ]
  hint() { # hint FINDING HINT
    grep -A3 -F "$1" <<<"$output" | grep -qxF "   = $2" || { echo "$1"; echo "$output"; return 1; }
  }
  hint "unknown name 'True'" "write 'true'"
  hint "unknown name 'one'" "write a number or a formula"
  hint "the key 'to' is missing" "to: the most"
  hint "unknown key 'words'" "'words' belongs in ruleset.yaml"
  [[ "$output" != *"coins()"* ]]
  sed -i 's/coins + //' ruleset.yaml
  run "$CANTRIP" check .
  hint "unknown name 'worth'" "call a script's function with brackets: worth()"
  lua() { # lua LINE PLACE HINT
    printf 'function step.x(g)\n  %s\nend\n' "$1" >a.lua
    run "$CANTRIP" check .
    hint "a.lua:2:$2: error:" "$3"
  }
  lua 'if g == 1 then return 1 elif g == 2 then return 2 end' 27 'Lua writes `elseif`'
  lua 'if g != 1 then return 1 end' 8 'Lua writes `~=`'
  lua 'if g && g then return 1 end' 8 'Lua writes `and`'
  lua 'local a = 1; a += 1' 18 'write a = a + …'
}

@test "how many, written out, is not below 0; worked out that is none" {
  mkdir "$BATS_TEST_TMPDIR/below"
  cat >"$BATS_TEST_TMPDIR/below/ruleset.yaml" <<'Y'
cantrip: 1
title: Below
players: 1
cards: [a: {copies: 9}]
options: {less: {is: number, default: -3}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}, hand: {per: player, seen_by: owner}}
phases:
  - deal: {who: all, from: deck, to: hand, count: -5}
  - {repeat: -3, phases: [{deal: {who: all, from: deck, to: hand}}]}
  - choose: {who: all, times: 1 - 2, card: {zone: hand}, do: []}
  - move: {cards: {zone: deck, first: -1}, to: hand, of: {left: {where: "true"}}}
  - deal: {who: all, from: deck, to: hand, count: less}
  - {repeat: less, phases: [{deal: {who: all, from: deck, to: hand}}]}
result: {score: {count: {zone: hand}}}
Y
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/below"
  [ "$status" -eq 2 ]
  [ "$(grep -c "\[VALUE-RANGE\]" <<<"$output")" -eq 4 ]
  has ":8:51: error: 'count' is -5, so nothing would happen" ":9:14: error: 'repeat' is -3" ":10:31: error: 'times' is -1" ":11:39: error: 'first' is -1"
  sed -i '8,11d' "$BATS_TEST_TMPDIR/below/ruleset.yaml"
  run "$CANTRIP" sim "$BATS_TEST_TMPDIR/below" --games 1 --json
  [ "$(jq '.seats[0].mean // .seats[0].score.mean' <<<"$output")" = 0 ] || { echo "$output"; return 1; }
}

@test "a hook names a parameter that its verb has not: file, line, what was meant, what there is" {
  copy_games "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR"
  local lua=rulesets/once-upon-a-draft/once-upon-a-draft.lua
  sed -i 's/^function effect.echo(g, e, token,/function effect.echo(g, e, tokn,/' $lua
  sed -i 's/^step.total = function(g, e, you)/step.total = function(g, e, you, count)/' rulesets/card-ring/card-ring.lua
  run "$CANTRIP" check once-upon-a-draft
  [ "$status" -eq 2 ]
  has "$lua:$(grep -n effect.echo $lua | cut -d: -f1):" "[SCRIPT-NAME]" "did you mean 'token'" "function effect.echo"
  has "effect.echo has no parameter \`tokn\`" "you may have token, this, you, them, card"
  run "$CANTRIP" check card-ring
  [ "$status" -eq 2 ]
  has "step.total has no parameter \`count\`" "you may have this, you, them"      # a step has no verb's
}

@test "a path is as good as a name, and several may be given" {
  run "$CANTRIP" check rulesets/fairytale tests/rulesets/knowledge/ask
  [ "$status" -eq 0 ]
  has "fairytale: ok" "ask: ok"
}

@test "a game that does not load is not played, and says so" {
  copy_games "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR"
  echo 'nonsense: 1' >>rulesets/fairytale/ruleset.yaml
  for c in play sim show; do
    run "$CANTRIP" $c fairytale
    [ "$status" -eq 2 ]
    has "nonsense" "fairytale cannot be loaded"
  done
  run "$CANTRIP" list
  [ "$status" -eq 0 ]
  has "does not load: cantrip check fairytale"
}

# bats test_tags=long
@test "of a folder of games each is checked; other commands say which games it holds" {
  copy_games "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR"
  run "$CANTRIP" check ./rulesets
  [ "$status" -eq 0 ]
  has "fairytale: ok" "card-ring: ok"
  run "$CANTRIP" check rulesets tests
  [ "$status" -eq 2 ]
  has "fairytale: ok" "found no game 'tests'"
  run "$CANTRIP" play ./rulesets --bots random
  [ "$status" -eq 2 ]
  has "./rulesets: it has no ruleset.yaml, but these games: big-two, blackjack, bridge, briscola, "
  echo 'nonsense: 1' >>rulesets/fairytale/ruleset.yaml
  run "$CANTRIP" check ./rulesets
  [ "$status" -eq 2 ]
  has "nonsense" "card-ring: ok"
  run "$CANTRIP" check ./cards
  has "./cards: it has no ruleset.yaml"
  lacks "but games"
}

@test "check --json: findings with their places, for editors and CI" {
  copy_games "$BATS_TEST_TMPDIR/g"
  sed -i 's/seen_by: all, down/seen_bi: all, down/; s/repeat: 4/repaet: 4/' "$BATS_TEST_TMPDIR/g/rulesets/fairytale/ruleset.yaml"
  run --separate-stderr "$CANTRIP" check --json "$BATS_TEST_TMPDIR/g/rulesets/fairytale" wizard-quest
  [ "$status" -eq 2 ]
  jq -e 'length == 2 and (map(.ok) == [false, true]) and .[1].ruleset == "wizard-quest" and .[1].findings == []
    and (.[0].findings | length >= 2)' <<<"$output"
  jq -e '.[0].findings[] | select(.message == "unknown key '"'seen_bi'"'") |
    .level == "error" and .code == "KEY-UNKNOWN" and (.file | endswith("fairytale/ruleset.yaml")) and
    .line > 0 and .column > 0 and (.hint | test("seen_by")) and (.excerpt | test("story"))' <<<"$output"
}

# bats test_tags=long
@test "check --deep --json: what the table says, and the same of merged parts" {
  run --separate-stderr "$CANTRIP" check fairytale --deep --seats 3 --games 30 --seed 5
  [ "$status" -eq 0 ]
  table=$output
  run --separate-stderr "$CANTRIP" check fairytale --deep --seats 3 --games 30 --seed 5 --json
  [ "$status" -eq 0 ]
  jq -e 'length == 1 and .[0].ok and (.[0].scenarios > 0)' <<<"$output"
  deep=$(jq -S '.[0].deep' <<<"$output")
  said=$(jq -r '"\(.games) games, every law holds at each of \(.picks) picks; \(.samples) samples; hash \(.hash)"' <<<"$deep")
  grep -q "^fairytale: $said\$" <<<"$table"
  [ "$(jq '.never | length' <<<"$deep")" -eq "$(grep -c ': note: ' <<<"$table")" ]
  for i in 1 2; do
    "$CANTRIP" check fairytale --deep --seats 3 --games 30 --seed 5 --shard $i/2 --tally "$BATS_TEST_TMPDIR/$i.tally"
  done
  run --separate-stderr "$CANTRIP" merge "$BATS_TEST_TMPDIR"/[12].tally --json
  [ "$status" -eq 0 ]
  [ "$(jq -S .deep <<<"$output")" = "$deep" ]
  [ "$(jq -r .ruleset <<<"$output")" = fairytale ]
}

# bats test_tags=long
@test "check --deep --json: a broken law, and parts of the rules that never ran" {
  copy_games "$BATS_TEST_TMPDIR/g"
  run --separate-stderr "$CANTRIP" check "$BATS_TEST_TMPDIR/g/rulesets/card-ring" --deep --seats 2 --games 1 --json
  jq -e '.[0].deep.never | length > 0 and all(.says != "" and (.file == null or .line > 0))' <<<"$output"
  run --separate-stderr "$CANTRIP" check tests/rulesets/laws/ends --deep --games 8 --json
  [ "$status" -eq 1 ]
  jq -e '.[0].deep.broken | test("breaks the law `ends`")' <<<"$output"
}

@test "check --json: bytes that are no UTF-8 do not spoil it" {
  mkdir "$BATS_TEST_TMPDIR/bad"
  printf 'cantrip: 1\nplayers: 2\nz\303\050nes: {}\nphases: []\n' >"$BATS_TEST_TMPDIR/bad/ruleset.yaml"
  run --separate-stderr "$CANTRIP" check --json "$BATS_TEST_TMPDIR/bad"
  [ "$status" -eq 2 ]
  jq -e '.[0].ok == false and (.[0].findings | length) > 0' <<<"$output"
}

# with_sel SELECTOR-IN-LUA: a ruleset whose script makes it.
with_sel() {
  mkdir -p "$BATS_TEST_TMPDIR/sel"
  cat >"$BATS_TEST_TMPDIR/sel/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
scripts: [hooks.lua]
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, row: {per: player, seen_by: all}}
counters: {gold: {per: player}}
verbs:
  take: {params: {count: number, worth: number}}
  give: {params: {worth: number, count: number}}
  draw: {params: {number: number, cards: number}}
traits: {effects: {is: effects}}
phases:
  - deal: {who: all, from: deck, to: row, count: 3}
  - trigger: {list: effects, cards: {zone: row, of: all}}
  - run: plain
cards: [{ant: {copies: 5, effects: [{draw: {number: 1, cards: 2}}]}, bee: {copies: 5, effects: [{draw: {number: 1, cards: 1}}]}}]
Y
  cat >"$BATS_TEST_TMPDIR/sel/hooks.lua" <<L
local some = $1
effect.take = function(g) g:count(some) end
effect.give = function(g) g:count(some) end
effect.draw = function(g, e, you, cards) g:say("found", g:count(some)) end
step.plain = function(g) ${2:-} end
L
  echo 'words: {found: "found {number}"}' >>"$BATS_TEST_TMPDIR/sel/ruleset.yaml"
}

@test "\$PARAM in a selector of a script: of the effect whose hook asks" {
  with_sel 'sel{zone = "row", of = {where = "you.left == you.left and $cards == $number + 1", among = "all"}}'
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/sel" --bots random --seed 4
  [ "$status" -eq 2 ] # take has no such parameter
  has "hooks.lua:2:35: error: this selector needs \$number, which only hooks of a verb with a parameter \`number\` have [SCRIPT-NAME]"
  with_sel 'sel{zone = "row", of = {where = "$count > 1", among = "$worth"}}'
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/sel"
  [ "$status" -eq 2 ]
  has "hooks.lua:4:65: error: this selector needs \$worth"
  with_sel 'sel{zone = "row", of = "$cards"}' # where it cannot be seen before, it is told when the hook runs
  sed -i 's/^effect.\(take\|give\).*/effect.\1 = function(g) end/; s/g:count(some)/g:count(({some})[1])/' "$BATS_TEST_TMPDIR/sel/hooks.lua"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/sel" --bots random --seed 4
  [ "$status" -eq 2 ]
  has "effect.draw: \$cards does not fit its place in this selector" "hooks.lua:4"
}

@test "due(PARAM) in a selector of a script: of the verb whose hook asks" {
  with_sel 'sel{zone = "row", of = {where = {count = {zone = "row"}, at_most = "due(cards)"}, among = "all"}}'
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/sel" --bots random --seed 4
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  has "Found 3" "Found 0"
  with_sel 'sel{zone = "row", of = {where = "due(cards) > 1", among = "all"}}' 'g:count(some)'
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/sel" --bots random --seed 4
  [ "$status" -eq 2 ]
  has "step.plain: this selector needs due(cards), which only hooks of a verb with a parameter \`cards\` have" "hooks.lua:5"
  with_sel 'sel{zone = "row", of = {where = "due(crads) > 1"}}'
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/sel"
  [ "$status" -eq 2 ]
  has "no verb has a parameter 'crads' [PARAM-UNKNOWN]" "did you mean 'cards'"
  with_sel 'sel{zone = "row", of = {where = "due(count) > 1"}}'
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/sel"
  [ "$status" -eq 2 ]
  has "'count' is parameter 1 of 'take', and 2 of 'give' [PARAM-UNKNOWN]" "use g:due in a hook"
  with_sel 'sel{zone = "row", of = {where = "due(cards) > due(number)"}}'
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/sel"
  [ "$status" -eq 2 ]
  has "one selector can use 'due' of only one parameter [OPEN-PLACE]"
}

@test "scenarios are read, too: what they name is looked up, and nothing is played" {
  copy_games "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR"
  run "$CANTRIP" check fairytale
  [ "$status" -eq 0 ]
  [[ "$output" =~ "different; "[0-9]+" scenarios)" ]]
  local f=rulesets/fairytale/scenarios/hunts.yaml
  sed -i '0,/white-hunter/s//wihte-hunter/' $f
  run "$CANTRIP" check fairytale
  [ "$status" -eq 2 ]
  has "$f:" "did you mean 'white-hunter'?"
  lacks "fairytale: ok"
  run --separate-stderr "$CANTRIP" check --json fairytale
  [ "$status" -eq 2 ]
  jq -e '.[0].ok == false and (.[0].findings[] | select(.file == "'$f'") | .line > 0)' <<<"$output"
  # a wrong expectation is no slip of the file: `test` finds it
  cp "$ROOT/$f" $f
  sed -i '0,/expect: {\(.*\)/s//expect: {winners: [], \1/' $f
  run "$CANTRIP" check fairytale
  [ "$status" -eq 0 ]
}

@test "a pick that no pick can be: numbers alone, lists within lists, nothing at all" {
  copy_games "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR"
  local f=rulesets/fairytale/scenarios/hunts.yaml new
  for new in "'3 4'" "[[werewolf]]" "[]"; do
    cp "$ROOT/$f" $f
    sed -i "0,/{A: white-hunter/s//{A: $new/" $f
    run "$CANTRIP" check fairytale
    [ "$status" -eq 2 ]
    has "$f:"
  done
}

@test "a single file: the games that it belongs to are found" {
  copy_games "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR"
  run "$CANTRIP" check cards/wizard-quest/deck.yaml
  [ "$status" -eq 0 ]
  has "wizard-quest: ok"
  lacks "fairytale"
  run "$CANTRIP" check scripts/deckbuilding.lua rulesets/fairytale/fairytale.lua
  [ "$status" -eq 0 ]
  has "card-ring: ok" "fairytale: ok"
  # of scenarios that file alone
  run "$CANTRIP" check rulesets/fairytale/scenarios/hunts.yaml
  [ "$status" -eq 0 ]
  [[ "$output" =~ "fairytale: ok (100 cards, 47 different; "([0-9]+) ]] && [ "${BASH_REMATCH[1]}" -lt 40 ]
  # from another folder, and when it does not load
  cd cards/wizard-quest
  echo 'nonsense: 1' >>deck.yaml
  run "$CANTRIP" check deck.yaml
  [ "$status" -eq 2 ]
  has "deck.yaml:" "nonsense"
  cd "$BATS_TEST_TMPDIR"
  echo "x" >cards/other.yaml
  run "$CANTRIP" check cards/other.yaml
  [ "$status" -eq 2 ]
  has "cards/other.yaml: no game reads this file"
}

@test "a field that asks for itself is a finding" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  for of in '{where: {count: {}}}' '{owner: {}}' '{most: {sum: 1, cards: {face: up}}}' '{left: {where: {count: {}}}}'; do
    cat > "$BATS_TEST_TMPDIR/g/ruleset.yaml" <<Y
cantrip: 1
title: G
players: 2
cards: [{ant: {copies: 4}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}}
field: {zone: hand, of: $of}
phases: [{choose: {who: all, card: {}}}]
Y
    run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
    [ "$status" -eq 2 ]
    has "ruleset.yaml:6:" "[FIELD-LOOP]"
  done
}

@test "scenarios in a game's folder are about that game, also if it was copied or they name another" {
  cd "$BATS_TEST_TMPDIR"
  "$CANTRIP" new wood >/dev/null
  cp -R wood mine
  run -0 "$CANTRIP" test ./mine
  sed -i 's/points: {count: {kind: stream}}/points: 0/' mine/cards/cards.yaml
  run -0 "$CANTRIP" check ./mine
  lacks warning error
  run -1 "$CANTRIP" test ./mine
  sed -i '2a ruleset: wood' mine/scenarios/cards.yaml
  for command in check test; do
    run "$CANTRIP" $command ./mine
    [ "$status" -eq "$([ $command = check ] && echo 0 || echo 1)" ]
    has "mine/scenarios/cards.yaml:3:10: warning: 'wood' has no effect, because the file is in the folder of" SCENARIO-ELSEWHERE
    has "remove 'ruleset:'"
    [ "$(grep -c ELSEWHERE <<<"$output")" -eq 1 ]
  done
  run -0 "$CANTRIP" test ./wood
  lacks ELSEWHERE
  mv mine/scenarios/cards.yaml alone.yaml
  run -0 "$CANTRIP" test alone.yaml # of the folder beside it
  lacks ELSEWHERE
  sed -i '/^ruleset/d' alone.yaml
  run -2 "$CANTRIP" test alone.yaml
  has "alone.yaml:" "'ruleset: NAME' is missing, because this file is in no game's folder [KEY-MISSING]"
}

# bats test_tags=long
@test "a shipped game that was copied under another name checks, tests and mutates as before" {
  cd "$BATS_TEST_TMPDIR"
  mkdir rulesets
  cp -R "$ROOT/cards" "$ROOT/scripts" .
  cp -R "$ROOT/rulesets/once-upon-a-draft" rulesets/twice
  run -0 "$CANTRIP" check ./rulesets/twice
  lacks warning error
  run -0 "$CANTRIP" test ./rulesets/twice
  run "$CANTRIP" mutate ./rulesets/twice --time 1
  [ "$status" -le 1 ]
  lacks error:
}

@test "one slip is one error" {
  cd "$BATS_TEST_TMPDIR"
  "$CANTRIP" new wood >/dev/null
  sed -i 's/hand: {per: player/hand: {per: players/' wood/ruleset.yaml
  run -2 "$CANTRIP" check ./wood
  has "did you mean 'player'?"
  [ "$(grep -c error: <<<"$output")" -eq 1 ]
  sed -i 's/hand: {per: players, seen_by: owner/hand: {per: player, seen_by: /' wood/ruleset.yaml
  run -2 "$CANTRIP" check ./wood
  has "'seen_by' must be one of nobody owner others all [TYPE-WORD]"
  [ "$(grep -c error: <<<"$output")" -eq 1 ]
  copy_games .
  sed -i 's/class: close/clas: close/' rulesets/fairytale/ruleset.yaml
  run -2 "$CANTRIP" check rulesets/fairytale
  has "did you mean 'class'?"
  [ "$(grep -c error: <<<"$output")" -eq 1 ]
  sed -i 's/seen_by: }/seen_by: owner}/' wood/ruleset.yaml
  sed -i '4,$d' wood/cards/cards.yaml
  seq -f '  c%.0f: {name: A card}' 5000 >>wood/cards/cards.yaml
  run -2 "$CANTRIP" check ./wood
  has "more than 4096 cards [LIMIT-CARDS]"
  [ "$(grep -c LIMIT-CARDS <<<"$output")" -eq 1 ]
}

@test "check: cards that came through a hidden pile of the table are nobody's, and 'of' says so" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
cards: [{ant: {copies: 4}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, dark: {as: pile, seen_by: nobody}, open: {seen_by: all}}
counters: {n: {}}
phases:
  - move: {cards: {zone: hand, of: all}, to: dark}
  - move: {cards: {zone: dark}, to: open}
  - set: {n: {count: {zone: [hand, open], of: all}}}
  - set: {n: {count: {zone: dark, of: all}}}
Y
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
  has "ruleset.yaml:9:22: warning: on the table 'of' means the owner, so it skips cards in 'open' without one"
  has "ruleset.yaml:10:22: warning: cards in 'dark' have no owner, so 'of' finds none"
}

@test "check: the name of a flag with one form is told what a flag's forms are" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
counters: {by_hand: {is: flag, says: "{n:plays hand}"}, gold: {says: "{n:coin}"}}
phases: []
Y
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
  [ "$status" = 2 ] || [ "$status" = 1 ]
  has "the name of a flag may have only {n:SO|NO MORE}" "{n:is locked out|may come back}" \
    "the name of a counter may have only {n:ONE|SEVERAL}" "{n:token|tokens}"
}

@test "check: a function that a formula calls and no script has is told where functions are found" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
phases: []
result: {score: path(you)}
Y
  echo 'pure.path = function(g, seat) return 0 end' >"$BATS_TEST_TMPDIR/g/path.lua"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
  has "ruleset.yaml:4:17: error: no script defines pure.path [HOOK-MISSING]" "'scripts: [FILE.lua]'"
  echo 'scripts: [path.lua]' >>"$BATS_TEST_TMPDIR/g/ruleset.yaml"
  echo 'pure.way = function(g, seat) return 0 end' >"$BATS_TEST_TMPDIR/g/path.lua"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
  has "write the function in a file of 'scripts'"
}

@test "check: a comma that ends a formula, a phase with do, a zone that is misspelt, a step within one that nothing calls" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
players: 1
cards: [{ant: {type: keeper}}]
traits: {type: {one_of: [keeper, goal]}}
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, keepers: {as: row, seen_by: all}}
counters: {n: {}, gold: {per: player}}
steps:
  inner: {do: [{move: {cards: {zone: hand}, to: keepers}}]}
  outer: {do: [inner]}
phases:
  - set: {n: max(n, 0)}
  - {name: late, do: [outer]}
  - move: {cards: {zone: hand}, to: keeper}
  - move: {cards: {zone: hand, where: max(n, it.n) > 0}, to: keepers}
  - {each: all, do: [{add: {left.gold: 1}}]}
  - {each: all, anticlockwise: true, do: [inner]}
  - {each: {cards: {zone: keepers}}, reversed: true, do: [inner]}
  - {repeat: 2, reversed: true, phases: [{each: all, do: [inner]}]}
Y
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
  [ "$status" = 2 ]
  has "ruleset.yaml:11:21: error: there is no counter '0)'" "put the formula in quotes, because a comma ends a value in { }"
  has "there is no counter 'left.gold' [KEY-UNKNOWN]" "   = write 'who: left, gold: …'"
  has "there is no key of selectors, trait or counter of cards 'it.n) > 0' [KEY-UNKNOWN]
    14 |   - move: {cards: {zone: hand, where: max(n, it.n) > 0}, to: keepers}
       |                                              ^
   = put the formula in quotes, because a comma ends a value in { }"
  has "ruleset.yaml:12:5: error: there is no step here" "write 'phases' instead of 'do', which needs 'each'"
  has "ruleset.yaml:13:37: error: unknown name 'keeper'" "did you mean 'keepers'?"
  lacks "nothing calls the step" # what has an error may call it
  has "ruleset.yaml:16:17: error: unknown key 'anticlockwise'" "did you mean 'reversed'?"
  has "ruleset.yaml:17:48: error: 'reversed' goes with an 'each' over seats"
  has "ruleset.yaml:18:5: error: 'from', 'reversed' and 'by' need 'each'"
  sed -i '11,$d' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
  echo '  - set: {n: 1}' >>"$BATS_TEST_TMPDIR/g/ruleset.yaml"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
  has "ruleset.yaml:9:3: warning: nothing calls the step 'outer'"
  [[ $output != *"'inner'"* ]]
}

@test "what is declared and never named is told: actions no choice offers, lets, counters, words, options, parameters" {
  mkdir -p "$BATS_TEST_TMPDIR/g" "$BATS_TEST_TMPDIR/variant"
  cd "$BATS_TEST_TMPDIR/g"
  cat >ruleset.yaml <<'Y'
cantrip: 1
players: 2
cards: [{ant: {}}]
scripts: [a.lua]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, spare: {seen_by: all}}
options: {quick: {is: flag}, slow: {is: flag}, odd: {is: flag}}
counters: {gold: {per: player}, dust: {}, told: {}, mist: {}}
let:
  rich: gold > 3
  poor: not poor_man
  poor_man: gold == 0
verbs:
  pay: {params: {n: number, of: seats}, do: [{add: {who: all, gold: $n}}]}
actions:
  tax: {says: "take rich taxes of the dust", do: [{add: {gold: 1}}]}
  aid: {says: "take aid, as for tax", do: [{pay: {n: 1, of: all}}]}
phases:
  - each: all
    phases: [{if: not slow, choose: {prompt: act, any_of: [tax]}}]
  - run: go
words: {act: "Do what? {told} times", how: How?, luck: Of a script}
result: {score: gold}
notes: "{mist} is for those who change this game"
Y
  cat >a.lua <<'L'
local rich = "luck"
function step.go(g) g:say(rich) if g.option.odd then g:add("gold", 1) end end
L
  run "$CANTRIP" check .
  [ "$status" -eq 0 ]
  has "ruleset.yaml:16:3: warning: no 'choose' offers the action 'aid' [NAME-UNUSED]" "   = write it into an 'any_of'" \
    "ruleset.yaml:10:3: warning: nothing uses the let 'poor' [NAME-UNUSED]" \
    "ruleset.yaml:7:33: warning: nothing uses the counter 'dust' [NAME-UNUSED]" \
    "ruleset.yaml:6:11: warning: nothing uses the option 'quick' [NAME-UNUSED]" \
    "ruleset.yaml:21:39: warning: nothing uses the word 'how' [NAME-UNUSED]" \
    "ruleset.yaml:13:29: warning: the verb 'pay' does nothing with its parameter 'of' [PARAM-UNUSED]"
  [ "$(grep -c UNUSED <<<"$output")" -eq 6 ]
  printf 'cantrip: 1\nextends: g\nactions: {toll: {do: [{add: {gold: 2}}]}}\n' >../variant/ruleset.yaml
  run "$CANTRIP" check ../variant                          # what it does not bring itself is not its own
  has "no 'choose' offers the action 'toll'"
  [ "$(grep -c UNUSED <<<"$output")" -eq 1 ]
  sed -i 's/seen_by: all/sen_by: all/' ruleset.yaml        # with an error a part may not be there
  run "$CANTRIP" check .
  [[ "$output" != *UNUSED* ]]
}

@test "an unknown name that is a parameter or a card, an 'among' in a condition: the hint says how it is written" {
  mkdir -p "$BATS_TEST_TMPDIR/near"
  cat >"$BATS_TEST_TMPDIR/near/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, row: {as: row, seen_by: all}}
counters: {n: {per: player}}
cards: [{ant: {copies: 2}}]
steps: {gain: {params: {above: number}, do: [{add: {n: "above + 1"}}]}}
let: {ahead: {most: n, among: others}}
phases:
  - each: all
    phases: [{choose: {card: {zone: hand}, do: [{if: card.card == ant, move: {to: row}}, {gain: {above: 1}}]}}]
result: {score: n}
Y
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/near"
  [ "$status" -eq 2 ]
  [[ "$output" = *"ruleset.yaml:6:57: error: unknown name 'above'"*"= for the parameter, write \$above"* ]]
  [[ "$output" = *"unknown name 'ant'"*"= it is a card. Use it in a selector, {card: ant}"* ]]
  [[ "$output" = *"a condition has no 'among', because it compares with all players [KEY-UNKNOWN]"*"who: {most: …, among: …}"* ]]
}

@test "names around a '-' that together are a card or a word: the hint says that it is minus" {
  mkdir -p "$BATS_TEST_TMPDIR/minus"
  cat >"$BATS_TEST_TMPDIR/minus/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
traits: {hue: {one_of: [dark-blue, red]}}
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, row: {as: row, seen_by: all}}
counters: {n: {per: player}, m: {per: player}}
cards: [{old-city: {hue: red}, great-wall: {hue: red}, n-m: {hue: dark-blue}}]
let: {old: {count: {zone: row}, at_least: 1}, city: {count: {zone: row}}}
actions:
  a: {card: {zone: hand}, do: [{if: card.card == old-city, add: {n: 1}}]}
  b: {card: {zone: hand}, do: [{if: card.card == great-wall, add: {n: 1}}]}
  c: {card: {zone: hand}, do: [{if: n-m == card.card, add: {n: n-m}}]}
  d: {card: {zone: hand}, do: [{if: card.hue == dark-blue, add: {n: 1}}]}
  e: {card: {zone: hand}, do: [{if: n-old, add: {n: 1}}]}
phases: [{each: all, phases: [{choose: {any_of: [a, b, c, d, e]}}]}]
result: {score: n}
Y
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/minus"
  [ "$status" -eq 2 ]
  for card in old-city great-wall n-m; do
    has "in a formula '-' is minus. If you mean '$card', it is a card. Use it in a selector, {card: $card}"
  done
  has "If you mean 'dark-blue', it is a word of 'hue'. Use it in a selector, {hue: dark-blue}" \
    ":13:39: error: a number is needed here, and this is a flag" "= write 'if(…, 1, 0)'"
}

@test "a comma in a formula in { }: each of its pieces says so" {
  mkdir -p "$BATS_TEST_TMPDIR/comma"
  cat >"$BATS_TEST_TMPDIR/comma/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
cards: [{ant: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, row: {as: row, seen_by: all}}
counters: {n: {per: player}}
actions:
  a: {card: {zone: hand}, do: [{if: n == 0 and max(n, 1) >= 2, add: {n: 1}}]}
  b: {card: {zone: hand, where: max(n, 2) >= min(1,  3)}, do: [{add: {n: 1}}]}
phases: [{each: all, if: max(n, 4) >= 2, phases: [{choose: {any_of: [a, b]}}]}]
let: {q: {count: {zone: hand}, at_least: max(n, 5)}}
result: {score: max(n, max(6, 7))}
Y
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/comma"
  [ "$status" -eq 2 ]
  for key in "1) >= 2" "2) >= min(1" "3)" "4) >= 2" "5)" "max(6" "7))"; do
    grep -F -A 3 "'$key'" <<<"$output" | grep -qF "put the formula in quotes, because a comma ends a value in { }" || { echo "$key: $output"; false; }
  done
}

# slip LINE...: what check says of a game whose phases are these
slip() {
  mkdir -p "$BATS_TEST_TMPDIR/s"
  {
    cat <<'Y'
cantrip: 1
players: 2
cards: [{ant: {copies: 9}}]
zones: {deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}, hand: {per: player, seen_by: owner}}
counters: {gold: {per: player}}
phases:
Y
    printf '  %s\n' "$@"
  } >"$BATS_TEST_TMPDIR/s/ruleset.yaml"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/s"
  [ "$status" -eq 2 ]
}

@test "check: what other systems call so is told by what it is called here" {
  slip '- draw: {count: 2}'
  has "unknown key 'draw'" "write 'deal: {who: you, from: deck, to: hand, count: 1}'"
  slip '- choose: {who: all, actions: [x]}' '- add: {who: everybody, gold: 1}'
  has "unknown key 'actions'" "did you mean 'any_of'?" "unknown seat 'everybody'" "did you mean 'all'?"
  slip '- move: {cards: {zone: hand, owner: all, count: 2}, to: discard}' '- move: {cards: {zone: hand, of: all}, from: hand, to: deck}'
  has "did you mean 'of'?" "'first: 2', or 'random: 2' for cards at random" "write the zone in the cards: 'cards: {zone: hand}'" "the zones are deck, hand"
  slip '- finish: {winner: you}'
  has "because: {WORD: condition}: the game ends if one of them holds" "did you mean 'won'?"
  slip '- choose: {who: all, card: hand, do: []}'
  has "card must be a map" "write '{zone: hand}'"
  slip '- choose: {who: all, any_of: {buy: {card: {zone: hand}}}}'
  has "write '- NAME: {…}', an entry for each"
  slip '- {repeat: 2, do: [{add: {gold: 1}}]}'
  has "write 'phases' instead of 'do', which needs 'each'"
  slip '- setup: [{deal: {from: deck, to: hand, who: all}}]' '- turn: [{choose: {who: all, card: {zone: hand}}}]'
  has "for a phase of that name, write '- name: setup'" "for a phase of that name, write '- name: turn'"
  slip '- deal: {from: deck, to: hand, who: all}' '- if: "count(hand) > 2"' '  deal: {from: deck, to: hand, who: all}'
  has "as a map it is a formula: {count: …}"
  slip '- choose: {who: all, card: {zone: hand}, do: {move: {to: deck}}}' '- {add: {who: all, gold: 1}}'
  has "write a list, even of one step: [{move: …}]"
  sed -i 's/^counters: .*/counters: {gold: 3, life: {per: players, min: 0}}/; s/as: pile/as: stack/; s/seen_by: owner/seen_by: me/; s/ant: {/&cost: 2, /' "$BATS_TEST_TMPDIR/s/ruleset.yaml"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/s"
  has "write '{start: 3}'" "a counter has no limits" "did you mean 'pile'?" "did you mean 'owner'?" "declare it in the ruleset's 'traits'"
  # a name of the game's own that is spelt nearly so comes first, and a slip has no second one
  slip '- {each: all, repeat: 2, phases: [{choose: {card: {zone: hand}, do: []}}]}'
  has "'each' and 'repeat' in one phase"
  lacks "needs 'who'"
  sed -i 's/^phases:/verbs: {drawn: {do: [{add: {gold: 1}}]}}\nphases:/' "$BATS_TEST_TMPDIR/s/ruleset.yaml"
  sed -i '$s/.*/  - {each: all, do: [{draw: {}}]}/' "$BATS_TEST_TMPDIR/s/ruleset.yaml"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/s"
  has "did you mean 'drawn'?"
}

@test "a trait that is written short is told in words that may stand there" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  printf "cantrip: 1\ntitle: X\nplayers: 2\ntraits:\n  a: string\n  b: int\n  c: flag\n  d: red\n" >"$BATS_TEST_TMPDIR/g/ruleset.yaml"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
  has "write '{is: word}'" "write '{is: number}'" "write '{is: flag}'"
  lacks "{is: string}" "{is: int}" "{is: red}"
}

@test "an if or else within a step stands beside it" {
  mkdir -p "$BATS_TEST_TMPDIR/within"
  cat >"$BATS_TEST_TMPDIR/within/ruleset.yaml" <<'Y'
cantrip: 1
title: Within
players: 2
cards: [{a: {copies: 4}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, row: {as: row, seen_by: all}}
counters: {n: {per: player}}
phases:
  - add: {who: all, n: 1, if: n > 1}
  - move: {cards: {zone: hand, of: all}, to: row, else: []}
result: {score: n}
Y
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/within"
  [ "$status" -eq 2 ]
  has ":8:27: error: unknown key 'if'" "= write it beside the step: {add: {…}, if: …}"
  has ":9:51: error: unknown key 'else'" "= write it beside the step: {move: {…}, else: …}"
}

@test "a zone that is a parameter: what is no name there, in a verb, misspelt, not given" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
cards: {ant: {copies: 20, fx: [dig: row_a]}}
traits: {fx: {is: effects}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, hand: {per: player, seen_by: owner}, row_a: {as: row, seen_by: all}, row_b: {as: row, seen_by: all}}
counters: {n: {}}
verbs:
  dig: {params: {which: zone}, main: which, do: [{move: {cards: {zone: $which, first: 1}, to: hand}}]}
steps:
  clear: {params: {which: zone}, main: which, do: [{move: {cards: {zone: $which}, to: deck}}]}
  stir:  {params: {which: zone}, main: which, do: [{shuffle: {zone: $wich}}]}
  lost:  {params: {which: zone optional}, do: [{move: {cards: {zone: $which}, to: deck}}]}
phases:
  - deal: {who: all, from: deck, to: hand, count: 3}
  - clear: "if(n > 1, row_a, row_b)"
  - clear: row_c
  - stir: deck
  - lost
result: {score: n}
Y
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
  [ "$status" = 2 ]
  has ":8:72: error: the zone '\$which' is unknown until the verb's effect begins [ZONE-UNKNOWN]" \
    "   = in a selector, name all possible zones: {zone: [A, B], where: it.zone == \$which}"
  has ":10:74: error: '\$which' must be the name of a zone where the step is called (line 15) [ZONE-UNKNOWN]"
  has ":11:69: error: the step 'stir' has no parameter 'wich' [PARAM-UNKNOWN]" "did you mean 'which'?"
  has ":12:70: error: '\$which' must be the name of a zone where the step is called (line 18)"
  has ":16:12: error: unknown name 'row_c' [NAME-UNKNOWN]" "did you mean 'row_a'?"
  [ "$(grep -c error: <<<"$output")" = 5 ]
}

@test "values that a formula gives a function in the wrong order are told where it calls it, also while a game runs" {
  mkdir "$BATS_TEST_TMPDIR/g"
  cd "$BATS_TEST_TMPDIR/g"
  cat >ruleset.yaml <<'Y'
cantrip: 1
players: 2
scripts: [f.lua]
cards: [{ant: {worth: 2}, bee: {worth: 1}}]
traits: {worth: {is: number}}
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, bin: {seen_by: all}}
counters: {gold: {per: player}}
phases:
  - choose:
      who: all
      card: {zone: hand, where: "it.worth > 0 and proven(it, you)"}
      do: [{move: {to: bin}}]
result: {score: gold}
Y
  printf 'pure.proven = function(g, who, card)\n  return card.worth > 0 and who.gold == 0\nend\n' >f.lua
  run "$CANTRIP" check .
  [ "$status" -eq 2 ]
  has "ruleset.yaml:11:51: error: 'proven' has a card as 'who' and a seat as 'card'. Swap them [PURE-TYPES]" \
    "f.lua:2:15: error: a seat has no \`worth\`"
  # a slip that no order mends is the script's alone
  sed -i 's/card.worth/card.wroth/' f.lua
  run "$CANTRIP" check .
  has "f.lua:2:15: error: a seat has no \`wroth\`"
  lacks "PURE-TYPES"
  # where it cannot be seen before: the place of the formula, not only that of the question
  printf 'pure.proven = function(g, who, card)\n  local t = {}\n  t[1] = card\n  return t[1].worth > 0\nend\n' >f.lua
  run "$CANTRIP" play . --bots random --seed 1 </dev/null
  has "in pure.proven: a seat has no \`worth\`" "at f.lua:4" "at ruleset.yaml:11:33"
  sed -i 's/(it, you)/(you, it)/' ruleset.yaml
  run "$CANTRIP" play . --bots random --seed 1 </dev/null
  [ "$status" -eq 0 ]
}

@test "check: what is written in place of a number, and a trait beside the rules" {
  cd "$BATS_TEST_TMPDIR"
  "$CANTRIP" new wood >/dev/null
  sed -i 's/points: 2}/points: fifteen}/' wood/cards/cards.yaml
  run -2 "$CANTRIP" check ./wood
  has "unknown name 'fifteen' [NAME-UNKNOWN]" "a formula has only numbers and names of the ruleset"
  for n in 3000000000 99999999999999999999; do
    sed -i "s/points: [a-z0-9]*}/points: $n}/" wood/cards/cards.yaml
    run -2 "$CANTRIP" check ./wood
    has "numbers go from -1000000000 to 1000000000 [VALUE-RANGE]"
  done
  echo 'points: 3' >>wood/ruleset.yaml
  run -2 "$CANTRIP" check ./wood
  has "unknown key 'points' [KEY-UNKNOWN]" "it is a trait. Write 'points' in a card"
}

@test "check: a picture that is not there, of cards of one's own" {
  cd "$BATS_TEST_TMPDIR"
  "$CANTRIP" new wood >/dev/null
  sed -i 's/name: Fox,/name: Fox, art: none.png,/; s|name: Oak,|name: Oak, art: pics/oak.SVG,|; s/name: Boar,/name: Boar, art: by Ann,/' wood/cards/cards.yaml
  mkdir wood/pics
  touch wood/pics/oak.SVG
  run -0 "$CANTRIP" check ./wood
  has "wood/cards/cards.yaml:7:28: warning: there is no picture './wood/none.png' [FILE-MISSING]"
  [ "$(grep -c warning: <<<"$output")" -eq 1 ]
  mkdir more
  printf 'cantrip: 1\nextends: wood\ncards: {elk: {name: Elk, art: elk.png, kind: beast}}\n' >more/ruleset.yaml
  cd more
  run -0 "$CANTRIP" check .
  has "ruleset.yaml:3:31: warning: there is no picture './elk.png'"
  [ "$(grep -c warning: <<<"$output")" -eq 1 ]
}

@test "check: a text that loses its end to a comment" {
  cd "$BATS_TEST_TMPDIR"
  "$CANTRIP" new wood >/dev/null
  sed -i '4,$d' wood/cards/cards.yaml
  cat >>wood/cards/cards.yaml <<'Y'
  oak:
    name: The Giant #2
    copies: 8 #2
  pine:
    name: Pine # 2 of them
    notes: "#2" #3
  elm:
    name: "Elm #2"
Y
  run "$CANTRIP" check ./wood
  has "wood/cards/cards.yaml:5:11: warning: the text ends here, because ' #' begins a comment [TEXT-CUT]" "in quotes"
  [ "$(grep -c TEXT-CUT <<<"$output")" -eq 1 ]
}

@test "check: a script that goes on for ever while it is loaded is told at its own statement" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
phases: []
scripts: [g.lua]
Y
  printf -- '-- a\nlocal x = 1\n\nwhile true do\n  x = x + 1\nend\n' >"$BATS_TEST_TMPDIR/g/g.lua"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
  has "g.lua:4:1: error: did too much work for one decision" "4 | while true do"
  printf 'local function f()\n  while true do end\nend\n\nf()\n' >"$BATS_TEST_TMPDIR/g/g.lua"
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/g"
  has "g.lua:5:1: error: did too much work for one decision" "5 | f()"
}

@test "what searches go by: a formula and a function of one name are one too many, and a formula that fails is told" {
  cp -r tests/rulesets/features/rated "$BATS_TEST_TMPDIR/rated"
  cd "$BATS_TEST_TMPDIR"
  run "$CANTRIP" check rated
  [ "$status" -eq 0 ]
  echo 'function bot.value(g, seat) return 500 end' > rated/hooks.lua
  echo 'scripts: [hooks.lua]' >> rated/ruleset.yaml
  run "$CANTRIP" check rated
  [ "$status" -eq 2 ]
  [[ "$output" == *'ruleset.yaml:22:10: error: a script has bot.value, too [KEY-CONFLICT]'* ]]
  rm rated/hooks.lua
  sed -i '/^scripts/d; s|^  value: .*|  value: "1000 // gold"|' rated/ruleset.yaml
  run "$CANTRIP" check --deep --games 2 rated
  [ "$status" -eq 1 ]
  [[ "$output" == *'`judges`'*'DIVISION-BY-ZERO'*'rated/ruleset.yaml:22'* ]]
  run "$CANTRIP" sim rated --bots greedy --games 1
  [ "$status" -eq 2 ]
  [[ "$output" == *'DIVISION-BY-ZERO'* ]]
  # a function that only such a formula calls is called
  cp "$ROOT/tests/rulesets/features/rated/ruleset.yaml" rated
  echo 'function pure.rich(g, seat) return seat.gold * 2 end' > rated/hooks.lua
  echo 'scripts: [hooks.lua]' >> rated/ruleset.yaml
  sed -i 's|^  value: .*|  worth: "rich(you) - best"|' rated/ruleset.yaml
  run "$CANTRIP" check --deep --games 2 rated
  [[ "$output" == *'every law holds'* && "$output" != *'never called'* ]]
  # what is extended says one, this one the other
  printf '%s\n' 'cantrip: 1' 'extends: rated' 'bot: {value: 500}' > more.yaml
  mkdir more && mv more.yaml more/ruleset.yaml
  CANTRIP_PATH=. run "$CANTRIP" check more
  [ "$status" -eq 2 ]
  [[ "$output" == *"'worth' and 'value' both judge"*"'worth: ~'"* ]]
  sed -i 's/value: 500/worth: ~, value: 500/' more/ruleset.yaml
  CANTRIP_PATH=. run "$CANTRIP" check more
  [[ "$output" == *'more: ok'* ]]
}

@test "small slips: an empty each, a number for a seat, a let that is nowhere right, one kind of card" {
  mkdir "$BATS_TEST_TMPDIR/slips"
  cat >"$BATS_TEST_TMPDIR/slips/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
cards: [{a: {copies: 4}}]
zones:
  deck: {seen_by: nobody, holds: [{}]}
  hand: {per: player, seen_by: all}
counters: {dealer: {is: seat}, n: {}, won: {per: player}}
let: {most: "won + 1"}
phases:
  - deal: {who: all, from: deck, to: hand, count: 1}
  - {each: {where: true}, do: []}
  - set: {dealer: 1}
  - set: {n: most}
  - set: {n: "most + 1"}
result: {score: {count: {zone: hand}}}
Y
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/slips"
  [ "$status" -eq 2 ] || [ "$status" -eq 1 ]
  has "ruleset.yaml:11:31: warning: this 'each' does nothing [DO-EMPTY]"
  has "give seat 1 a name among the counters, 'seat1: {is: seat, start: 1}', and write 'seat1' here"
  has "ruleset.yaml:8:14: error: it is nobody's turn here, so 'you' is unknown where 'most' is used (line 13) [UNBOUND]"
  [ "$(grep -c UNBOUND <<<"$output")" -eq 1 ]
  lacks SET-ORDER
}

# of_a_hand LET: a game with this let, and a card of which there are no copies
of_a_hand() {
  mkdir -p "$BATS_TEST_TMPDIR/h"
  cat >"$BATS_TEST_TMPDIR/h/ruleset.yaml" <<Y
cantrip: 1
title: Hand
players: 2
cards: [{ant: {copies: 6, v: 1}, bee: {copies: 0, v: 2}}]
traits: {v: {is: number}}
zones: {hand: {per: player, seen_by: owner, holds: [{copies: 1}]}}
let: {n: $1}
phases: [{choose: {who: all, card: {zone: hand}, do: [{move: {to: hand}}]}}]
result: {score: n}
Y
  run "$CANTRIP" check "$BATS_TEST_TMPDIR/h"
}

@test "a zone and a phase may share a name; where a formula may mean either, and of other names, both places are told" {
  mkdir -p "$BATS_TEST_TMPDIR/z/scenarios"
  cd "$BATS_TEST_TMPDIR"
  cat >z/ruleset.yaml <<'Y'
cantrip: 1
title: Tricks
players: 2
cards: [{ant: {copies: 8, fx: [{when: {end: trick}, by: all, do: [{add: {seen: 1}}]}, {when: trick, by: all, do: [{add: {seen: 1}}]}]}}]
traits: {fx: {is: watches, in: trick}}
zones: {hand: {per: player, seen_by: owner}, deck: {as: pile, seen_by: nobody, holds: [{}]}, trick: {as: row, seen_by: all}}
counters: {led: {per: player, lasts: trick}, seen: {per: player}}
phases:
  - deal: {who: all, from: deck, to: hand, count: 2}
  - name: trick
    repeat: 2
    phases:
      - choose: {who: all, card: {zone: hand}, do: [{move: {to: trick}}, {add: {led: 1}}]}
      - move: {cards: {zone: [trick, hand], of: all, where: it.zone == trick}, to: hand}
result: {score: 1}
Y
  cat >z/scenarios/s.yaml <<'Y'
cantrip: 1
seats: [A, B]
scenarios:
  - name: the phase begins, and ends
    at: trick
    given: {A.hand: [ant], B.hand: [ant]}
    then: [{A: ant}, {expect: {A.led: 1, trick: [ant], at: trick}}, {B: ant}, {expect: {A.led: 0, trick: [], A.hand.count: 1}}]
Y
  run "$CANTRIP" test z
  [ "$status" -eq 0 ]
  sed -i 's/score: 1/score: trick/' z/ruleset.yaml
  run "$CANTRIP" check z
  [ "$status" -eq 2 ]
  has "z/ruleset.yaml:15:17: error: 'trick' is a zone and a phase, so a formula is ambiguous. Rename one" \
    "the zone is in z/ruleset.yaml:6, the phase in z/ruleset.yaml:10"
  sed -i 's/score: trick/score: 1/; s/^counters: {/&trick: {}, /' z/ruleset.yaml
  run "$CANTRIP" check z
  has "z/ruleset.yaml:7:12: error: 'trick' is already a zone" "the other stands in z/ruleset.yaml:6"
  mkdir y # the other may stand in another file
  sed -i 's/^counters: {trick: {}, /counters: {/' z/ruleset.yaml
  printf 'cantrip: 1\nextends: z\ncounters: {deck: {}}\n' >y/ruleset.yaml
  CANTRIP_PATH=$PWD run "$CANTRIP" check y
  has "y/ruleset.yaml:3:12: error: 'deck' is already a zone" "the other stands in $PWD/z/ruleset.yaml:6"
}

@test "if beside count or in players: where it stands; a card without copies is not counted" {
  of_a_hand '{count: {zone: hand}, if: v > 1}'
  has ":7:32: error: unknown key 'if'" "'count: {zone: hand, where: …}'"
  of_a_hand '{count: {zone: hand, if: v > 1}}'
  has "did you mean 'where'?"
  of_a_hand '{players: {if: v > 1}}'
  has "did you mean 'where'?"
  of_a_hand '{count: {zone: hand}}'
  has "h: ok (6 cards, 1 different)"
}

@test "numbers by word: each slip is one error, with its place and what was meant" {
  local game="$BATS_TEST_TMPDIR/by-word" from=tests/rulesets/features/by-word/ruleset.yaml
  mkdir "$game"
  cd "$CANTRIP_ROOT"
  # slip FROM TO PLACE MESSAGE [HINT]
  slip() {
    grep -qF "$1" "$from"
    python3 -c 'import sys; t = open(sys.argv[1]).read(); open(sys.argv[2], "w").write(t.replace(*sys.argv[3:5], 1))' \
      "$from" "$game/ruleset.yaml" "$1" "$2"
    run "$CANTRIP" check "$game"
    [ "$status" -eq 2 ]
    [ "$(grep -c ' error: ' <<<"$output")" -eq 1 ]
    has "ruleset.yaml:$3: error: $4" "${5:-}"
  }
  slip 'any: 2}' 'anny: 2}' 9:39 "'anny' is not a word of 'cost' [WORD-UNKNOWN]" "did you mean 'any'?"
  slip 'any: 2}' 'any: few}' 9:44 "a number from 0 to 1000000 is needed [TYPE-NUMBER]"
  slip 'cost: {any: 3}' 'cost: 3' 10:30 "'cost' must be a map: {key: value} [TYPE-MAP]" "write '{WORD: NUMBER}'"
  slip 'cost: {any: 3}' 'cost: {any: 3}, cost_any: 3' 10:40 "'cost_any' is a part of 'cost' [KEY-CONFLICT]" "write it in 'cost'"
  slip 'any: {}' 'any: {}, Plum: {}' 14:98 "'Plum' cannot be a word of 'number_of' [NAME-SYNTAX]"
  slip 'number_of: gives' 'number_of: gievs' 25:35 "'gievs' is not a trait whose words are listed [TRAIT-UNKNOWN]" "did you mean 'gives'?"
  slip 'says: gives' 'default: 1' 16:37 "'default' beside 'number_of': what is left out is 0 [KEY-CONFLICT]"
  slip 'start: {red: 1}' 'start: {rod: 1}' 25:50 "'rod' is not a word of 'spent' [WORD-UNKNOWN]" "did you mean 'red'?"
  slip 'start: {red: 1}' 'says: gone' 25:48 "'says' beside 'number_of': its numbers are called like the words [KEY-CONFLICT]"
  slip 'paid_by: mana' 'paid_by: manna' 31:40 "a counter with 'number_of' is needed here [NAME-UNKNOWN]" "did you mean 'mana'?"
  slip 'cost: {paid_by: mana}' 'worth: {paid_by: mana}' 31:24 "'worth' has no 'number_of', so 'paid_by' has no meaning [TYPE]"
  slip 'paid_by: mana' 'paid_by: mana, at_least: 1' 31:24 "beside 'paid_by' no other range is possible [KEY-CONFLICT]"
  slip 'cost: {paid_by: mana}' 'cost: {red: 2}' 31:31 "'red' is no range [KEY-UNKNOWN]" "write 'cost_red: …'"
  slip 'spend: {mana: card.cost' 'spend: {mna: card.cost' 32:39 "unknown key 'mna' [KEY-UNKNOWN]" "did you mean 'mana'?"
  slip 'spend: {mana: card.cost' 'spend: {mana: card.cots' 32:45 "a card's trait with 'number_of' is needed here [NAME-UNKNOWN]" "did you mean 'cost'?"
  slip 'mana: card.cost, prompt' 'prompt' 32:31 "'spend' needs one counter and what it pays [KEY-MISSING]" "write 'spend: {COUNTER: card.COST}'"
  slip 'if: mana > 0' 'if: mana.red > 0' 36:32 "there is no trait, counter or 'let' 'red' [NAME-UNKNOWN]" "write 'mana_red'"
  slip 'set: {mana: 0}}, {add' 'set: {mana: 3}}, {add' 36:55 "'mana' has a number for each word [TYPE-MAP]" "write '{red: 3}'"
  slip 'add: {spent: {green' 'add: {spend: {green' 37:22 "there is no counter 'spend' [KEY-UNKNOWN]" "did you mean 'spent'?"
}
