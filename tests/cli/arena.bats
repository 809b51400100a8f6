#!/usr/bin/env bats
# `cantrip arena` and the bots: the same bytes on any number of threads, knowledge pays, programs
# that fail forfeit.

bats_require_minimum_version 1.5.0

load ../helper

# share BOT: the share of the win of a bot in the JSON in $output
share() {
  python3 -c 'import json,sys
print([b["share"] for b in json.load(sys.stdin)["bots"] if b["bot"] == sys.argv[1]][0])' "$1" <<<"$output"
}
# at_least A B
at_least() { python3 -c 'import sys; sys.exit(float(sys.argv[1]) < float(sys.argv[2]))' "$1" "$2"; }

@test "the same bytes with --jobs 1, 2 and 3" {
  for j in 1 2 3; do
    "$CANTRIP" arena fairytale --bots mcts:10,flat:10,greedy,random --games "$(often 4 10)" --seed 1 --json \
      --jobs $j >"$BATS_TEST_TMPDIR/$j"
    cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/$j"
  done
}

@test "what the columns are stands below them" {
  run "$CANTRIP" arena fairytale --bots random,first --games 4 --seed 2
  has "share: the average part of a win; error, ±: standard errors" "ahead: points more than the others" "rating: 400 points more are ten wins to one"
}

@test "the error of one deal is not known, and where all was won it is not 0" {
  run "$CANTRIP" arena fairytale --seats 2 --bots random,first --games 2 --seed 2
  has "2 games of 1 deal, seed 2" "random  0.500      ?  +0.00 ±?    0 ±?  0.000 ±?  1.000 ±?" "?: unknown"
  run "$CANTRIP" arena fairytale --seats 2 --bots random,first --games 2 --seed 2 --json
  jq -e '.bots[0] | [.error, .ahead_error, .rating_error, .seats[1].error] | all(. == null)' <<<"$output"
  run "$CANTRIP" arena tests/rulesets/games/courtiers --bots random,first --games 8 --seed 2 --json
  jq -e '.deals == 4 and (.bots[0].seats[0] | .share == 0 and .error == 0.25)' <<<"$output"
}

@test "shares add up to one game each" {
  run "$CANTRIP" arena fairytale --bots random,first --games 40 --seed 2 --json
  [ "$status" -eq 0 ]
  a=$(share random) b=$(share first)
  python3 -c "assert abs(2 * $a + 2 * $b - 1) < 1e-5"
}

@test "ratings: what each came to among the others is what they say it should, and one tie more" {
  run "$CANTRIP" arena fairytale --bots greedy,random,first --games 60 --seed 3 --json
  [ "$status" -eq 0 ]
  python3 -c '
import json, sys
bots = json.load(sys.stdin)["bots"]
n, wins = len(bots), [b["half_wins"] for b in bots]
assert n == 3 and abs(sum(b["rating"] for b in bots)) < 1e-3
for i, b in enumerate(bots):
    met = [wins[i][j] + wins[j][i] for j in range(n)]
    won = sum(wins[i][j] / 2 + .5 for j in range(n) if j != i)
    due = sum((met[j] / 2 + 1) / (1 + 10 ** ((bots[j]["rating"] - b["rating"]) / 400)) for j in range(n) if j != i)
    assert wins[i][i] == 0 and min(met[:i] + met[i + 1:]) > 40
    assert abs(won - due) < 1e-4, (i, won, due)
' <<<"$output"
}

@test "ratings: their errors are those of runs by other seeds" {
  for seed in $(seq "$(often 24 60)"); do
    "$CANTRIP" arena fairytale --bots random,first --games 40 --seed $seed --jobs 1 --json
  done >"$BATS_TEST_TMPDIR/runs"
  python3 - "$BATS_TEST_TMPDIR/runs" <<'P'
import json, sys, statistics
text, at, runs = open(sys.argv[1]).read(), 0, []
while text[at:].strip():
    run, used = json.JSONDecoder().raw_decode(text[at:].lstrip())
    at += len(text[at:]) - len(text[at:].lstrip()) + used
    runs.append([b for b in run["bots"] if b["bot"] == "first"][0])
spread = statistics.stdev(r["rating"] for r in runs)
said = statistics.mean(r["rating_error"] for r in runs)
assert .6 < spread / said < 1.6, (spread, said)
P
}

# bats test_tags=long
@test "ratings: who always wins has one, one player and partners have none" {
  run "$CANTRIP" arena tests/rulesets/search/memory --bots mcts:200,mcts:200,forgets --games 20 --seed 1 --json
  python3 -c 'import json,sys; b = json.load(sys.stdin)["bots"]; assert b[0]["rating"] == -b[1]["rating"] > 100' <<<"$output"
  run "$CANTRIP" arena wizard-quest --bots random,first --games 4 --seed 1
  lacks "rating"
  run "$CANTRIP" arena lantern-night --seats 3 --bots first,random --games 6 --seed 1
  lacks "rating"
  run "$CANTRIP" arena tests/rulesets/idioms/sides --bots first,first,random,random --games 8 --seed 1 --json
  python3 -c 'import json,sys; b = json.load(sys.stdin)["bots"]; assert b[0]["half_wins"][1] + b[1]["half_wins"][0] == 8 * 2 * 2' <<<"$output"
}

# luck MORE RESULT: a game for four, each dealt five of forty stones worth 0 to 39, who then say 0 or 1 and have MORE beside them
luck() {
  mkdir -p "$BATS_TEST_TMPDIR/luck"
  cat >"$BATS_TEST_TMPDIR/luck/ruleset.yaml" <<EOF
cantrip: 1
title: luck
players: 4
traits: {worth: {is: number}}
cards: ["s{worth}": {for: {worth: [$(seq -s, 0 39)]}}]
zones:
  pile: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
counters: {one: {is: seat, start: 0}, more: {per: player}, half: {per: player}}
let: {stones: {sum: worth, cards: {zone: hand}}}
phases:
  - {each: all, phases: [{if: you == one or you == one.left.left, set: {half: 1}}]}
  - {deal: {who: all, from: pile, to: hand, count: 5}}
  - choose: {who: all, together: true, number: {from: 0, to: 1}, do: [{add: {more: "$1"}}]}
result: {score: stones + more, $2}
EOF
}
# is AHEAD LINE-UP: as ahead tells them
is() { jq -e ". == [$1]" <<<"$(ahead "$2")"; }
# ahead LINE-UP: of `last`, who says 1, then of `first`, who says 0; each with its error
ahead() {
  last="exec:while read -r line; do echo '{\"choice\": 1}'; done"
  "$CANTRIP" arena "$BATS_TEST_TMPDIR/luck" --bots "${1//last/$last}" --games 12 --seed 1 --json |
    jq -c '[.bots | sort_by(.bot)[] | .ahead, .ahead_error]'
}

# bats test_tags=long
@test "ahead: rotated, the luck of the deal cancels out, and what is left is what a bot does better" {
  luck "3 * number" "tied: share"
  is "3,0,-3,0" first,last
  is "3,0,-3,0" first,last,last,first
  is "3,0,-3,0" first,last,last,last
  is "null,null" first # nobody to be ahead of
  luck "3 - 3 * number" "tied: share, wins: least" # first says 0 and has more
  is "3,0,-3,0" first,last
  luck "3 * number" "tied: share, side: half" # partners have theirs together, and are no rivals
  is "6,0,-6,0" first,last
  is "0,0,0,0" first,first,last,last
  is "3,0,-3,0" first,last,last,last
  luck "2000000 * number" "tied: share" # beyond a million counts as a million
  jq -e '.[0] > 999800 and .[0] < 1000000' <<<"$(ahead first,last)"
}

@test "each rotation of a line-up that differs is played once" {
  luck "3 * number" "tied: share"
  for lineup in "random 1" "first,greedy 2" "first,greedy,first,greedy 2" "first,greedy,random 4" "first,first,greedy,greedy 4" \
    "first,greedy,random,first,greedy 5"; do
    jq -e --argjson n "${lineup#* }" '.games == 20 and .deals == 20 / $n' \
      <("$CANTRIP" arena "$BATS_TEST_TMPDIR/luck" --bots "${lineup% *}" --games 20 --seed 1 --json)
  done
}

# bats test_tags=long
@test "mcts beats random" {
  run "$CANTRIP" arena fairytale --bots mcts:60,random,random,random --games "$(often 8 16)" --seed 1 --json
  at_least "$(share mcts:60)" 0.6
}

# bats test_tags=long
@test "where a game has hundreds of picks, bot.value is the horizon" {
  for bot in greedy mcts:12; do
    run "$CANTRIP" arena card-ring --seats 2 --bots $bot,random --games 12 --seed 1 --json --timing
    at_least "$(share $bot)" 0.8
  done
  python3 -c 'import json,sys; sys.exit(json.load(sys.stdin)["bots"][0]["picks_per_playout"] > 40)' <<<"$output"
}

# bats test_tags=long
@test "what was passed on is worth knowing" {
  run "$CANTRIP" arena tests/rulesets/search/memory --bots mcts:200,mcts:200,forgets --games 40 --seed 1 --json
  [ "$status" -eq 0 ]
  at_least "$(share mcts:200)" 0.9
}

@test "what all have heard is worth knowing" {
  run "$CANTRIP" arena tests/rulesets/search/told --bots mcts:50,mcts:50,facts=no --games 200 --seed 1 --json
  [ "$status" -eq 0 ]
  at_least "$(share mcts:50)" 0.6
}

@test "a search that sees all cards is a yardstick: it beats the same search where cards are hidden" {
  run "$CANTRIP" arena tests/rulesets/measure/hearts-hand --bots mcts:50,sees=all,mcts:50 --games 100 --seed 1 --json
  [ "$status" -eq 0 ]
  at_least "$(share mcts:50,sees=all)" 0.28
  run "$CANTRIP" arena leduc --bots mcts:50,sees=all,forgets --games 2 --seed 1
  [ "$status" -eq 2 ]
  [[ "$output" == *"sees=all goes without resample, forgets and facts"* ]]
}

@test "a bot plays the same game again, also after its choices in another order" {
  "$CANTRIP" play fairytale --seats 2 --bots mcts:20,flat:20 --seed 5 >"$BATS_TEST_TMPDIR/a"
  "$CANTRIP" play fairytale --seats 2 --bots mcts:20,flat:20 --seed 5 >"$BATS_TEST_TMPDIR/b"
  cmp "$BATS_TEST_TMPDIR/a" "$BATS_TEST_TMPDIR/b"
}

@test "a program that dies or talks nonsense forfeits, and the game goes on" {
  for bot in "exec:echo nonsense" "exec:yes" 'exec:echo "{\"choice\": 99}"'; do
    run "$CANTRIP" arena fairytale --seats 2 --bots "$bot,random" --games 2 --seed 1 --jobs 1
    [ "$status" -eq 0 ]
    [[ "$output" == *"forfeited and made at random ("* ]]
  done
  why() { # why ANSWER REASON
    echo "$1" >"$BATS_TEST_TMPDIR/answer"
    run "$CANTRIP" arena fairytale --seats 2 --bots "exec:while read q; do cat $BATS_TEST_TMPDIR/answer; done,random" --games 2 --seed 1 --jobs 1
    has "forfeited and made at random ($2)"
    run "$CANTRIP" sim fairytale --seats 2 --bots "exec:while read q; do cat $BATS_TEST_TMPDIR/answer; done,random" --games 2 --seed 1
    has "forfeited and made at random ($2)"
  }
  for answer in '{"pick": 1}' '{"choice": "1"}' '{"choice": 1.0, "key": "0123456789abcdef"}' '{"key": 7}'; do
    why "$answer" 'no `choice` that is a whole number in the answer, nor a `key`'
  done
  for answer in '{"choice": 99}' '{"key": "0"}' '{"key": "0123456789abcdef"}'; do
    why "$answer" 'its `choice` (they count from 0) or `key` is none of those offered'
  done
  why '{"choice": 0, "choice": 1}' "a key stands twice in its answer"
  why 'nonsense' "its answer is no JSON in one line"
  run "$CANTRIP" play fairytale --seats 2 --bots "exec:read q; echo '{\"choice\": 0}',random" --seed 1
  has "forfeited and made at random (it ended)"
}

@test "a program that ends before its first answer, or cannot be started, ends the run" {
  for bot in exec:false exec:nosuchcmd "exec:read q"; do
    for what in "arena fairytale --games 2 --jobs 1" "sim fairytale --games 2 --jobs 1" "play fairytale"; do
      run --separate-stderr "$CANTRIP" $what --seats 2 --bots "$bot,random" --seed 1
      [ "$status" -eq 2 ]
      [ "${what%% *}" = play ] || [ -z "$output" ]
      [ "$(grep -c '^cantrip: .*the program ended before its first answer, or does not start: exec:' <<<"$stderr")" -eq 1 ]
    done
  done
  # one that has answered once only forfeits what it does not answer: another game, too
  run "$CANTRIP" arena fairytale --seats 2 --bots "exec:[ -e $BATS_TEST_TMPDIR/again ] && exit; >$BATS_TEST_TMPDIR/again; read q; echo '{\"choice\": 0}',random" --games 2 --seed 1 --jobs 1 --json
  [ "$status" -eq 0 ]
  [ "$(jq -r '.bots[0].forfeits_why' <<<"$output")" = "it ended" ]
}

# Nobody else's sleep, not that of another run of these tests, takes so long.
long_sleep() { echo "sleep 7654.$$"; }

# bats test_tags=long
@test "a program that hangs is ended at its limit, with all that it started, and forfeits" {
  local sleeps
  sleeps=$(long_sleep)
  for command in "$sleeps" "printf 1; $sleeps" "cat >$BATS_TEST_TMPDIR/asked & $sleeps" "setsid $sleeps" "(setsid $sleeps &) ; cat >/dev/null"; do
    begun=$SECONDS
    run "$CANTRIP" arena fairytale --seats 2 --bots "exec,seconds=1:$command,random" --games 1 --seed 1 --jobs 1 --json
    [ "$status" -eq 0 ]
    [ $((SECONDS - begun)) -ge 1 ] # a second for the game, not for each choice
    [ $((SECONDS - begun)) -lt 10 ]
    python3 -c 'import json,sys; b = json.load(sys.stdin)["bots"][0]; assert b["forfeits"] > 10 and b["games"] == 1, b' <<<"$output"
  done
  ! pgrep -f "$sleeps"
}

# bats test_tags=long
@test "a host that is killed leaves no program behind" {
  local sleeps
  sleeps=$(long_sleep)
  for signal in KILL TERM; do
    "$CANTRIP" arena fairytale --seats 2 --bots "exec,seconds=60:(setsid $sleeps &); exec $sleeps,random" --games 1 --jobs 1 >/dev/null &
    for i in $(seq 300); do [ "$(pgrep -fc "^$sleeps")" -eq 2 ] && break; sleep 0.1; done
    [ "$(pgrep -fc "^$sleeps")" -eq 2 ]
    kill -$signal $!
    sleep 0.6
    kill -$signal $! 2>/dev/null || true # TERM only asked; it would wait for the program's minute
    wait $! || true
    for i in $(seq 50); do pgrep -f "^$sleeps" >/dev/null || break; sleep 0.1; done
    ! pgrep -f "^$sleeps"
  done
}

# bats test_tags=long
@test "hostile bots are contained" {
  run "$ROOT/tests/hostile-bots"
  echo "$output"
  [ "$status" -eq 0 ]
}

@test "a program may answer with a choice's key" {
  cat >"$BATS_TEST_TMPDIR/bot.py" <<'P'
import json, sys
for line in sys.stdin:
    choice = json.loads(line)["choices"][-1]
    print(json.dumps({"key": choice["key"]} if sys.argv[1:] else {"choice": json.loads(line)["n"] - 1}), flush=True)
P
  for how in "" key; do
    "$CANTRIP" play fairytale --seats 2 --bots "exec:python3 $BATS_TEST_TMPDIR/bot.py $how,random" --seed 1 --record "$BATS_TEST_TMPDIR/$how.replay" >/dev/null
    grep -v ^seat "$BATS_TEST_TMPDIR/$how.replay" >"$BATS_TEST_TMPDIR/$how.picks"
  done
  cmp "$BATS_TEST_TMPDIR/.picks" "$BATS_TEST_TMPDIR/key.picks"
}

@test "the example bot in Python is understood" {
  run "$CANTRIP" arena fairytale --seats 2 --bots exec:tools/examples/bot.py,random --games 2 --seed 1
  [ "$status" -eq 0 ]
  [[ "$output" != *forfeited* ]]
}

# bats test_tags=long
@test "the example bot in Lua is understood" {
  command -v lua5.4 >/dev/null || skip "lua5.4 is not installed"
  run "$CANTRIP" arena card-ring --seats 2 --bots "exec:lua5.4 tools/examples/bot.lua,random" --games 2 --seed 1
  [ "$status" -eq 0 ]
  [[ "$output" != *forfeited* ]]
}

@test "a program is told nothing hidden" {
  "$CANTRIP" arena tests/rulesets/search/memory --bots "exec:tee -a $BATS_TEST_TMPDIR/lines | tools/examples/bot.py,random" --games 1 --seed 1
  python3 - "$BATS_TEST_TMPDIR/lines" <<'EOF'
import json, sys
seen = 0
for line in open(sys.argv[1]):
    q = json.loads(line)
    assert "seed" not in line, line
    back = [c for c in q["view"]["table"]["zones"]["deck"] if c["card"]]
    for seat in q["view"]["seats"]:
        for zone in seat["zones"].values():
            back += [c for c in zone if c["card"] and not c.get("remembered") and seat["seat"] != q["seat"]]
    assert not back, back
EOF
}

# bats test_tags=long
@test "nobody guesses better than chance" {
  for bot in mcts:50 mcts:50,playouts=mast,prior=mast,resample=seats flat:50,playouts=mast flat:50 greedy; do
    run "$CANTRIP" arena tests/rulesets/search/blind --bots $bot,random --games "$(often 200 400)" --seed 1 --json
    at_least "$(share $bot)" 0.44
    at_least 0.56 "$(share $bot)"
  done
}

# bats test_tags=long
@test "alone, without winners and losers, more is better" {
  mkdir "$BATS_TEST_TMPDIR/heap"
  cat >"$BATS_TEST_TMPDIR/heap/ruleset.yaml" <<'EOF'
cantrip: 1
title: heap
players: 1
cards: [{stone: {}}]
zones: {pile: {seen_by: all, holds: [{}]}}
counters: {heap: {per: player}}
phases:
  - choose: {who: all, times: 5, number: {from: -2, to: 3}, do: [{add: {heap: number}}]}
result: {score: heap}
EOF
  for bot in greedy flat:60 mcts:200; do
    run "$CANTRIP" sim "$BATS_TEST_TMPDIR/heap" --bots $bot --games 20 --seed 1 --json
    [ "$status" -eq 0 ]
    python3 -c 'import json,sys; assert json.load(sys.stdin)["seats"][0]["score"]["mean"] > 12' <<<"$output"
  done
}

# bats test_tags=long
@test "where the least score wins a search that stops on the way wants less" {
  for bot in greedy flat:30,plies=1 mcts:60,plies=1; do
    run "$CANTRIP" arena tests/rulesets/search/least --bots $bot,random --games 60 --seed 1 --json
    at_least "$(share $bot)" 0.7
  done
}

# bats test_tags=long
@test "partners win together, and two bots against two can tell" {
  run "$CANTRIP" sim tests/rulesets/idioms/sides --games 200 --seed 1 --json
  python3 - "$output" <<'EOF'
import json, sys
seats = json.loads(sys.argv[1])["seats"]
for mine, partner in (0, 2), (1, 3):
    assert seats[mine]["wins"] == seats[partner]["wins"] > 30, seats
    assert seats[mine]["shared"] == seats[partner]["shared"], seats
assert seats[0]["wins"] + seats[1]["wins"] + seats[0]["shared"] == 200, seats
EOF
  run "$CANTRIP" arena tests/rulesets/idioms/sides --bots flat:40,random --games 100 --seed 1 --json
  at_least "$(share flat:40)" 0.57
  run "$CANTRIP" play tests/rulesets/idioms/sides --bots random --seed 1 </dev/null
  has "Alice and Cara win together with 4."
}

@test "what a side has together stands beside the scores, in the view as JSON, too" {
  run "$CANTRIP" play tests/rulesets/idioms/sides --bots random --seed 1 --record "$BATS_TEST_TMPDIR/g.rec"
  has "               score  side  best
Alice  random      2     4     0  ★
Bob    random      0     0     0  2nd
Cara   random      2     4     0  ★"
  run bash -c '"$1" view "$2" --as all | jq -c .result.side_scores' _ "$CANTRIP" "$BATS_TEST_TMPDIR/g.rec"
  [ "$output" = "[4,0,4,0]" ]
}

@test "a bot that is written wrongly is explained" {
  run "$CANTRIP" arena fairytale --bots mcts,random --games 1
  [ "$status" -eq 2 ]
  [[ "$output" == *"mcts:N"* ]]
  run "$CANTRIP" arena fairytale --bots mtcs:20 --games 1
  [ "$status" -eq 2 ]
  [[ "$output" == *"no player 'mtcs:20'"* ]]
  run "$CANTRIP" arena fairytale --bots mcts:20,plies=x --games 1
  [ "$status" -eq 2 ]
}

# bats test_tags=long
@test "a bar at a terminal, as sim has it" {
  command -v script >/dev/null || skip "no script(1)"
  run env TERM=xterm script -qec "'$CANTRIP' arena fairytale --seats 2 --seed 1 --jobs 1 --bots 'exec:sleep 1.3; read q; echo no',random --games 2" /dev/null
  has "0 of 2 games" $'\r\e[KFairy Tale: 2 games'
}
