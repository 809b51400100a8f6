#!/usr/bin/env bats
# `cantrip sim --cards`: which cards win, worked out again from the record of the same games.

load ../helper
bats_require_minimum_version 1.5.0

CROWN=tests/rulesets/counting/crown

# oracle RECORD: what --cards should say of counting/crown, as JSON. Each seat begins with a crown, a coin and
# two stones, lays or spills two of them and may give up one that it laid; errors are sums over the games, one
# by one.
oracle() {
  python3 - "$1" <<'PY'
import json, math, sys
from collections import defaultdict

def seat_of_game(picks):
    """(kind, card) -> [how often it picked it, whether it passed it at its last offer] of one seat."""
    met, box, laid = defaultdict(lambda: [0, 0]), ["crown", "coin", "stone", "stone"], []
    for i, pick in enumerate(picks):
        if i < 2:
            offered = {(k, c) for k in ("lay", "spill") for c in box}
            taken = tuple(pick.split()[:2])
            box.remove(taken[1])
            if taken[0] == "lay":
                laid.append(taken[1])
        else:
            offered, taken = {("give_up", c) for c in laid}, ("give_up", pick)
        for o in offered:
            met[o] = [met[o][0] + (o == taken), int(o != taken)]
    return met

seats = defaultdict(list)                    # (kind, card) -> [(picked, passed, share, points, game)]
for number, game in enumerate(open(sys.argv[1]).read().split("cantrip replay 1\n")[1:]):
    lines = game.splitlines()
    names = [l[6:].split(",")[0] for l in lines if l.startswith("seat: ")]
    result = dict((p.split()[0], p.split()[1:]) for p in
                  [l for l in lines if l.startswith("result: ")][0][8:].split(", "))
    winners = [n for n in names if "wins" in result[n]]
    for n in names:
        picks = [l[len(n) + 2:].split(" = ")[0] for l in lines if l.startswith(n + ": ")]
        share = 1 / len(winners) if n in winners else 0
        for key, (p, q) in seat_of_game(picks).items():
            seats[key].append((p, q, share, int(result[n][0]), number))

def estimates(rows, y):
    P, Q = sum(r[0] for r in rows), sum(r[1] for r in rows)
    mp, mq = sum(r[0] * r[y] for r in rows) / P, sum(r[1] * r[y] for r in rows) / Q
    games = defaultdict(lambda: [0, 0, 0, 0])                # what the choices of a game add to the two means
    for r in rows:
        for i, more in enumerate((r[0] * (r[y] - mp) / P, r[1] * (r[y] - mq) / Q, r[0], r[1])):
            games[r[4]][i] += more
    def root(f, among):
        u = [f(*g[:2]) for g in games.values() if among(*g[2:])]
        return math.sqrt(sum(x * x for x in u) * len(u) / (len(u) - 1))
    return {"picked": [mp, root(lambda a, b: a, lambda p, q: p)], "passed": [mq, root(lambda a, b: b, lambda p, q: q)],
            "gain": [mp - mq, root(lambda a, b: a - b, lambda p, q: True)]}

out = defaultdict(dict)
for (kind, card), rows in seats.items():
    out[kind][card] = {"offered": sum(r[0] + r[1] for r in rows), "picked": sum(r[0] for r in rows),
                       "share": estimates(rows, 2), "points": estimates(rows, 3)}
json.dump(out, sys.stdout)
PY
}

@test "every number of --cards is that of the recorded games" {
  "$CANTRIP" sim $CROWN --seats 3 --games 300 --seed 1 --cards all --json >"$BATS_TEST_TMPDIR/said"
  "$CANTRIP" sim $CROWN --seats 3 --games 300 --seed 1 --record "$BATS_TEST_TMPDIR/record" >/dev/null
  oracle "$BATS_TEST_TMPDIR/record" >"$BATS_TEST_TMPDIR/true"
  python3 - "$BATS_TEST_TMPDIR/said" "$BATS_TEST_TMPDIR/true" <<'PY'
import json, sys
said, true = json.load(open(sys.argv[1]))["cards"], json.load(open(sys.argv[2]))
assert set(said) == set(true) == {"lay", "spill", "give_up"}, set(said)
for kind in true:
    assert {c["card"] for c in said[kind]} == set(true[kind])
    for c in said[kind]:
        t = true[kind][c["card"]]
        assert (c["offered"], c["picked"]) == (t["offered"], t["picked"]), (kind, c)
        for what in ("share", "points"):
            for name, (mean, error) in t[what].items():
                assert abs(c[what][name]["mean"] - mean) < 2e-6, (kind, c["card"], what, name)
                assert abs(c[what][name]["error"] - error) < 2e-6, (kind, c["card"], what, name)
PY
}

@test "who always won, or never, gains nothing for certain" {
  run "$CANTRIP" sim fairytale --games 4 --seed 1 --cards keep_one --json
  jq -e '[.cards.keep_one[] | select(.share and (.share.picked.mean | . == 0 or . == 1)) | .share] |
    length > 0 and all(.picked.error >= 0.25 and .gain.error >= .picked.error)' <<<"$output"
}

@test "the best card stands first, and the same bytes with any number of jobs" {
  for j in 1 3; do
    "$CANTRIP" sim $CROWN --seats 2 --games 500 --seed 2 --cards lay --jobs $j >"$BATS_TEST_TMPDIR/$j"
  done
  cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/3"
  run sed -n '/^lay$/,/^share:/p' "$BATS_TEST_TMPDIR/1"
  [[ "${lines[2]}" == crown* && "${lines[3]}" == coin* && "${lines[4]}" == stone* ]]
  [ "${#lines[@]}" -eq 6 ]
}

@test "only the seats of the first player's kind are counted" {
  run "$CANTRIP" sim $CROWN --seats 2 --bots first,random --games 50 --seed 2 --cards lay --json
  # `first` lays the crown, then the coin, and passes the stones to the last
  [ "$(jq -c '[.cards.lay[] | [.card, .offered, .picked]] | sort' <<<"$output")" = '[["coin",50,50],["crown",50,50],["stone",50,0]]' ]
}

@test "a kind of choice that there is not: what is near, exit 2" {
  run "$CANTRIP" sim $CROWN --cards spil
  [ "$status" -eq 2 ]
  has "--cards 'spil' is not a kind of choice of crown, only " "spill, " "all; did you mean 'spill'?"
  # a reason to end is no kind
  run "$CANTRIP" sim kuhn --cards folded
  [ "$status" -eq 2 ]
  has "only check, bet, call, fold, your_turn, choice, all"
  run "$CANTRIP" sim wizard-quest --games 10 --seed 1 --cards combo
  [ "$status" -eq 0 ]
  has "no card was offered in such a choice; these choices offered cards: "
  ! grep -q 'there were:.*combo' <<<"$output"
}

@test "--against: each card in both rulesets, as by a run of its own, and the difference" {
  mkdir "$BATS_TEST_TMPDIR/dear"                # where a coin is worth 9, not 1
  sed 's/coin: {worth: 1}/coin: {worth: 9}/' "$CROWN/ruleset.yaml" >"$BATS_TEST_TMPDIR/dear/ruleset.yaml"
  ! cmp -s "$CROWN/ruleset.yaml" "$BATS_TEST_TMPDIR/dear/ruleset.yaml"
  flags=(--games 3000 --seed 5 --cards all --json)
  "$CANTRIP" sim "$CROWN" "${flags[@]}" >"$BATS_TEST_TMPDIR/one"
  "$CANTRIP" sim "$BATS_TEST_TMPDIR/dear" "${flags[@]}" >"$BATS_TEST_TMPDIR/two"
  "$CANTRIP" sim "$CROWN" --against "$BATS_TEST_TMPDIR/dear" "${flags[@]}" >"$BATS_TEST_TMPDIR/both"
  python3 - "$BATS_TEST_TMPDIR"/{one,two,both} <<'PY'
import json, sys
one, two, both = [json.load(open(f))["cards"] for f in sys.argv[1:]]
moved = 0
for kind, cards in both.items():
    assert {c["card"] for c in cards} == {c["card"] for c in one[kind]}
    sure = []
    for c in cards:
        a, b = [next(x for x in run[kind] if x["card"] == c["card"]) for run in (one, two)]
        for unit in ("share", "points"):
            ga, gb, change = a[unit]["gain"], b[unit]["gain"], c[unit]["change"]
            assert c[unit]["gain"] == ga and c[unit]["then"] == gb, (c, ga, gb)
            assert abs(change["mean"] - (gb["mean"] - ga["mean"])) < 3e-6
            # of pairs of games: less than if they had nothing to do with each other (tests/versus-check works it out)
            assert 0 <= change["error"] < (ga["error"] ** 2 + gb["error"] ** 2) ** .5
            moved += abs(change["mean"]) > 5 * change["error"]
        sure.append(abs(c["share"]["change"]["mean"]) / c["share"]["change"]["error"])
    assert sure == sorted(sure, reverse=True) or all(abs(x - y) < 1e-2 for x, y in zip(sure, sorted(sure, reverse=True)))
assert moved > 0
PY
  run "$CANTRIP" sim "$CROWN" --against "$BATS_TEST_TMPDIR/dear" --games 500 --seed 5 --cards all
  has "500 games each, seed 5" "change" "coin" $'as a part of a win\nthen: the same in '
  "$CANTRIP" sim "$CROWN" --against "$CROWN" --games 200 --seed 5 --cards all --json |
    jq -e '[.cards[][] | .share.change.mean, .points.change.mean] | length > 5 and all(. == 0)'
}

@test "--against: a card that one of the two lacks stands last, with what it is worth in the other" {
  mkdir "$BATS_TEST_TMPDIR/more"
  sed 's/coin: {worth: 1}/coin: {worth: 1}, medal: {worth: 30}/' "$CROWN/ruleset.yaml" >"$BATS_TEST_TMPDIR/more/ruleset.yaml"
  flags=(--games 500 --seed 5 --cards all --json)
  "$CANTRIP" sim "$BATS_TEST_TMPDIR/more" "${flags[@]}" >"$BATS_TEST_TMPDIR/alone"
  "$CANTRIP" sim "$CROWN" --against "$BATS_TEST_TMPDIR/more" "${flags[@]}" >"$BATS_TEST_TMPDIR/then"
  "$CANTRIP" sim "$BATS_TEST_TMPDIR/more" --against "$CROWN" "${flags[@]}" >"$BATS_TEST_TMPDIR/gain"
  python3 - "$BATS_TEST_TMPDIR"/{alone,then,gain} <<'PY'
import json, sys
alone, then, gain = [json.load(open(f))["cards"] for f in sys.argv[1:]]
met = 0
for kind, cards in alone.items():
    medal = [c for c in cards if c["card"] == "medal"]
    for c in medal:
        for unit in ("share", "points"):
            assert then[kind][-1] == {"card": "medal", **{u: {"then": c[u]["gain"]} for u in ("share", "points")}}
            assert gain[kind][-1] == {"card": "medal", **{u: {"gain": c[u]["gain"]} for u in ("share", "points")}}
        met += 1
assert met
PY
  run "$CANTRIP" sim "$CROWN" --against "$BATS_TEST_TMPDIR/more" --games 500 --seed 5 --cards all
  has "medal" "cards of only one of the two games last"
}

# bats test_tags=long
@test "--against with learnt: one policy plays both, and learns on where a card is new to it" {
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
  mkdir "$BATS_TEST_TMPDIR/same" "$BATS_TEST_TMPDIR/more"
  sed 's/^result:/counters: {unused: {}}\nresult:/' "$CROWN/ruleset.yaml" >"$BATS_TEST_TMPDIR/same/ruleset.yaml"
  sed 's/coin: {worth: 1}/coin: {worth: 1}, medal: {worth: 30}/' "$CROWN/ruleset.yaml" >"$BATS_TEST_TMPDIR/more/ruleset.yaml"
  flags=(--bots learnt,temperature=2 --games 200 --seed 5 --cards all --json)
  "$CANTRIP" sim "$CROWN" --against "$BATS_TEST_TMPDIR/same" "${flags[@]}" 2>"$BATS_TEST_TMPDIR/said" |
    jq -e '[.cards[][] | .share.change.mean, .points.change.mean] | length > 5 and all(. == 0)'
  [ "$(wc -l <"$BATS_TEST_TMPDIR/said")" -eq 1 ]
  has_learnt=$(cat "$BATS_TEST_TMPDIR/said")
  [[ "$has_learnt" == *"training bots for crown with 3 players"* ]]
  run --separate-stderr "$CANTRIP" sim "$CROWN" --against "$BATS_TEST_TMPDIR/more" "${flags[@]}"
  [ "$status" -eq 0 ]
  [ "$stderr" = "cantrip: note: 1 card of 'more' is new to the bots: training them for 5000 games, for both" ]
  # for itself each learns its own
  run --separate-stderr "$CANTRIP" sim "$CROWN" --against "$BATS_TEST_TMPDIR/more" "${flags[@]}" --relearn
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"training bots for more with 3 players"*"the bots were trained for each version"* ]]
  for wrong in "--against $CROWN --cards all --relearn" "--bots learnt --relearn"; do
    run "$CANTRIP" sim "$CROWN" $wrong --games 5
    [ "$status" -eq 2 ]
    has "--relearn "
  done
}

@test "--against wants --cards, and a ruleset that there is" {
  run "$CANTRIP" sim "$CROWN" --against fairytale --games 5
  [ "$status" -eq 2 ]
  has "--against goes with --cards or --report"
  run "$CANTRIP" sim "$CROWN" --against fairytail --games 5 --cards all
  [ "$status" -eq 2 ]
  has "did you mean 'fairytale'?"
  run "$CANTRIP" sim "$CROWN" --against "$CROWN" --games 5 --cards all --timing
  [ "$status" -eq 2 ]
}

# bats test_tags=long
@test "a card that everybody takes has no gain, and is named: above the table, against another ruleset, and at a glance" {
  cd "$BATS_TEST_TMPDIR"
  "$CANTRIP" new wood >/dev/null
  mkdir strong
  cat >strong/ruleset.yaml <<'EOF'
cantrip: 1
extends: wood
cards: {phoenix: {name: Phoenix, copies: 3, kind: beast, points: 40}}
EOF
  run -0 "$CANTRIP" sim ./strong --games 500 --seed 1 --cards keep_one --bots learnt,games=2000 --report strong.html
  has "nothing to compare: always picked Phoenix (--causal says what they are worth)"
  [[ "$output" =~ "always picked Phoenix".*"card  " ]]
  run -0 cat strong.html
  has "<b>“Keep one card”</b>: nothing to compare: always picked Phoenix (<code>--causal</code> says what they are worth)"
  run -0 "$CANTRIP" sim ./wood --against ./strong --games 500 --seed 1 --cards keep_one --bots learnt,games=2000
  has "nothing to compare in ./strong: always picked Phoenix"
  [[ "$output" =~ $'\n'Phoenix' '*$'\n' ]]
  run -0 "$CANTRIP" sim ./wood --against ./strong --games 500 --seed 1 --cards keep_one --bots learnt,games=2000 --report both.html
  run -0 sed -n '/id="changes"/,/id="seats"/p' both.html
  has Phoenix
}

# Two of four cards are kept at once; each is worth what its name says, and no other decides.
# bats test_tags=long
@test "of several cards that are picked at once each counts: in the table, caused, on the page, in records" {
  mkdir -p "$BATS_TEST_TMPDIR/two"
  cd "$BATS_TEST_TMPDIR"
  cat >two/ruleset.yaml <<'Y'
cantrip: 1
title: Two
players: 2
traits: {worth: {is: number}}
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, kept: {per: player, seen_by: all}}
phases: [{choose: {who: all, prompt: keep, cards: {zone: hand, count: 2}, do: [{move: {cards: cards, to: kept}}]}}]
words: {keep: Keep two}
result: {score: {sum: worth, cards: {zone: kept}}}
cards: [{four: {copies: 2, worth: 4}, two: {copies: 2, worth: 2}, one: {copies: 2, worth: 1}, none: {copies: 2}}]
Y
  sed -i 's/holds: \[{}\]/holds: [{copies: 1}]/; s/{copies: 2, /{/g; s/, none: {copies: 2}/, zero: {}/' two/ruleset.yaml
  run "$CANTRIP" check two
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  "$CANTRIP" sim two --games 2000 --seed 1 --json --cards keep --records run.csv --picks >told.json
  # each card is in three of six pairs; who kept it has its worth, and a third of the others': 4 + 1 less 2 + 1 + 0 of the rest
  python3 - <<'P'
import csv, json
told = {c["card"]: c for c in json.load(open("told.json"))["cards"]["keep"]}
worth = {"four": 4, "two": 2, "one": 1, "zero": 0}
assert set(told) == set(worth), told.keys()
for card, w in worth.items():
    c = told[card]
    assert c["offered"] == 4000 and abs(c["picked"] / 4000 - 0.5) < 0.03, c
    with_it, without = w + (7 - w) / 3, 2 * (7 - w) / 3
    assert abs(c["points"]["gain"]["mean"] - (with_it - without)) < 0.2, (card, c["points"])
offers = list(csv.DictReader(open("run.offers.csv")))
picks = list(csv.DictReader(open("run.picks.csv")))
assert len(offers) == 4 * len(picks) == 16000 and sum(o["picked"] == "1" for o in offers) == 2 * len(picks)
for card in worth:
    assert sum(o["picked"] == "1" and o["card"] == card for o in offers) == told[card]["picked"]
P
  # caused: the same, for by chance nobody prefers a card
  "$CANTRIP" sim two --bots random --games 2000 --seed 1 --json --cards keep --causal >caused.json
  python3 - <<'P'
import json
told = {c["card"]: c["margin"] for c in json.load(open("caused.json"))["causal"]["keep"]}
for card, w in (("four", 4), ("two", 2), ("one", 1), ("zero", 0)):
    assert abs(told[card]["mean"] - (4 * w - 7) / 3) < 4 * told[card]["error"] < 0.7, (card, told[card])
P
}

# Each seat is dealt four of thirteen cards, and a fifth later; the ace decides most games. A hand is played one card at a
# time, so that passing the ace says nothing.
@test "what is offered again and again is sorted by having it, as worked out from the records, and merges" {
  mkdir "$BATS_TEST_TMPDIR/dealt"
  cd "$BATS_TEST_TMPDIR"
  cat >dealt/ruleset.yaml <<'Y'
cantrip: 1
title: Dealt
players: 2
traits: {worth: {is: number}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
  laid: {per: player, seen_by: all}
phases:
  - deal: {who: all, from: deck, to: hand, count: 4}
  - choose: {who: all, times: 3, prompt: lay, card: {zone: hand}, do: [{move: {to: laid}}]}
  - deal: {who: all, from: deck, to: hand, count: 1}
  - choose: {who: all, times: 1, prompt: lay, card: {zone: hand}, do: [{move: {to: laid}}]}
words: {lay: Lay a card}
result: {score: {sum: worth, cards: {zone: [hand, laid]}}, tied: share}
cards: [{ace: {worth: 5}, king: {worth: 2}, low: {worth: 1}, a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}, i: {}, j: {}}]
Y
  flags=(--games 400 --seed 1 --cards lay)
  "$CANTRIP" sim dealt "${flags[@]}" --bots random --json --records run.csv --report page.html >told.json
  "$CANTRIP_ROOT/tests/report-tables" page.html >page.json
  python3 - <<'P'
import csv, json, math
from collections import defaultdict
share = {(s["game"], s["seat"]): float(s["share"]) for s in csv.DictReader(open("run.seats.csv"))}
laid = defaultdict(set)
had = defaultdict(set)                  # of a seat all that it ever had lies with it at the end
for c in csv.DictReader(open("run.cards.csv")):
    if c["zone"] in ("hand", "laid"):
        had[c["card"]].add((c["game"], c["seat"]))
    if c["zone"] == "laid":
        laid[c["card"]].add((c["game"], c["seat"]))
told = json.load(open("told.json"))
near = lambda a, b: abs(a - b) < 2e-6
assert {c["card"] for c in told["having"]} == set(had)
for c in told["having"]:
    mine = had[c["card"]]
    P, Q = len(mine), len(share) - len(mine)
    assert (c["had"], c["not_had"]) == (P, Q), c
    mp, mq = sum(share[s] for s in mine) / P, sum(v for s, v in share.items() if s not in mine) / Q
    games = defaultdict(float)
    for s, v in share.items():
        games[s[0]] += (v - mp) / P if s in mine else -(v - mq) / Q
    error = math.sqrt(sum(x * x for x in games.values()) * len(games) / (len(games) - 1))
    gain = c["any"]["gain"]
    if mp < 1:
        assert abs(gain["mean"] - (mp - mq)) < 2e-6 and abs(gain["error"] - error) < 2e-6, (c, mp - mq, error)
    # four of five were dealt before the first pick; nothing goes round, and nothing is picked before it is had
    assert "picked" not in c and "by_3" not in c and c["opening"]["gain"]["mean"] is not None
    # who laid it had it; nobody else is compared with
    assert near(c["used"]["not_had"]["mean"], mq)
    mine = laid[c["card"]]
    assert near(c["used"]["had"]["mean"], sum(share[s] for s in mine) / len(mine))
first = told["cards"]["lay"][0]
assert first["card"] == "ace" and first["having"]["share"]["gain"]["mean"] > 0.5, first
# the page has the same
page = json.load(open("page.json"))
assert "compares having a card with never having it" in page["words"]["cards"] and "the best are ace" in page["words"]["glance"]
table = next(t for ts in page["tables"].values() for t in ts if t["label"] == "What cards are worth in choices of lay")
at = {h: i for i, h in enumerate(table["head"])}
assert table["rows"][0][0] == "ace"
for row in table["rows"]:
    mine = had[row[0]]
    mp, mq = sum(share[s] for s in mine) / len(mine), sum(v for s, v in share.items() if s not in mine) / (len(share) - len(mine))
    assert abs(row[at["with, %"]]["v"] - 100 * mp) < 1e-4 and abs(row[at["without, %"]]["v"] - 100 * mq) < 1e-4, row
    assert abs(row[at["gain"]]["v"] - 100 * (mp - mq)) < 1e-4, row
    first = min(int(s[0]) for s in mine if share[s])
    assert row[at["wins"]]["v"] == first, (row, first)
order = [c["having"]["share"]["gain"]["mean"] for c in told["cards"]["lay"]]
assert order == sorted(order, reverse=True)
P
  "$CANTRIP" sim dealt "${flags[@]}" --jobs 1 >whole
  "$CANTRIP" sim dealt "${flags[@]}" --jobs 3 | cmp - whole
  for i in 1 2 3; do "$CANTRIP" sim dealt "${flags[@]}" --shard $i/3 --tally $i.tally >/dev/null 2>&1; done
  "$CANTRIP" merge 3.tally 1.tally 2.tally | cmp - whole
  grep -q "compares having a card with never having it" whole
  # the same games with a king of 6: what a change is, from the records of both
  mkdir dear && sed 's/king: {worth: 2}/king: {worth: 6}/' dealt/ruleset.yaml >dear/ruleset.yaml
  "$CANTRIP" sim dear "${flags[@]}" --records dear.csv >/dev/null
  "$CANTRIP" sim dealt --against dear "${flags[@]}" --json >both.json
  python3 - <<'P'
import csv, json, math
from collections import defaultdict
def read(name):
    share = {(s["game"], s["seat"]): float(s["share"]) for s in csv.DictReader(open(f"{name}.seats.csv"))}
    had = defaultdict(set)
    for c in csv.DictReader(open(f"{name}.cards.csv")):
        if c["zone"] in ("hand", "laid"):
            had[c["card"]].add((c["game"], c["seat"]))
    return share, had
def gain(card, share, had):
    mine = had[card]
    P, Q = len(mine), len(share) - len(mine)
    mp, mq = sum(share[s] for s in mine) / P, sum(v for s, v in share.items() if s not in mine) / Q
    games = defaultdict(float)
    for s, v in share.items():
        games[s[0]] += (v - mp) / P if s in mine else -(v - mq) / Q
    return mp - mq, games
one, two = read("run"), read("dear")
told = json.load(open("both.json"))["cards"]["lay"]
assert told[0]["card"] == "king"
for c in told:
    (g, e), (h, f) = gain(c["card"], *one), gain(c["card"], *two)
    by = c["share"]["change"]
    error = math.sqrt(sum((f[x] - e[x]) ** 2 for x in e) * len(e) / (len(e) - 1))
    assert abs(by["mean"] - (h - g)) < 2e-6 and abs(by["error"] - error) < 2e-6, (c, h - g, error)
P
}
