#!/usr/bin/env bats
# `cantrip sim --report`: a page whose numbers are worked out again from the record of the same games.

load ../helper
bats_require_minimum_version 1.5.0

CROWN=tests/rulesets/counting/crown

setup() {
  unset CANTRIP_PATH
  cd "$ROOT"
  T=$BATS_TEST_TMPDIR
}

# refused COMMAND...: status 2, nothing on stdout, one line on stderr, which is then in $stderr
refused() {
  run --separate-stderr "$@"
  [ "$status" -eq 2 ] || { echo "status $status: $stderr$output"; return 1; }
  [ -z "$output" ] || { echo "it says: $output"; return 1; }
  [ "$(wc -l <<<"$stderr")" -eq 1 ] || { echo "more than a line: $stderr"; return 1; }
}

# bats test_tags=long
@test "every number of a report is that of the recorded games" {
  flags=($CROWN --seats 3 --games 600 --seed 1 --bots random)
  "$CANTRIP" sim "${flags[@]}" --report "$T/page.html" >/dev/null
  "$CANTRIP" sim "${flags[@]}" --record "$T/record" >/dev/null
  tests/report-tables "$T/page.html" >"$T/page.json"
  python3 - "$T/record" "$T/page.json" <<'PY'
import json, math, re, statistics as st, sys
from collections import Counter, defaultdict

page = json.load(open(sys.argv[2]))
tables = {t["label"]: t for ts in page["tables"].values() for t in ts}

# ---- what was played, from the record alone
games = []                                   # [{share, points, picks: [(seat, kind, card, offered)]}]
for game in open(sys.argv[1]).read().split("cantrip replay 1\n")[1:]:
    lines = game.splitlines()
    names = [l[6:].split(",")[0] for l in lines if l.startswith("seat: ")]
    result = dict((p.split()[0], p.split()[1:]) for p in
                  [l for l in lines if l.startswith("result: ")][0][8:].split(", "))
    winners = [n for n in names if "wins" in result[n]]
    g = {"share": [1 / len(winners) if n in winners else 0 for n in names],
         "points": [int(result[n][0]) for n in names], "picks": []}
    for seat, n in enumerate(names):
        box, laid = ["crown", "coin", "stone", "stone"], []
        for i, pick in enumerate(l[len(n) + 2:].split(" = ")[0] for l in lines if l.startswith(n + ": ")):
            if i < 2:
                # lay or spill any of the box; a card that is spilt may go to any of three seats, or the like
                offered = {(k, c) for k in ("lay", "spill") for c in box}
                kind, card = pick.split()[:2]
                box.remove(card)
                laid += [card] if kind == "lay" else []
            else:
                offered, (kind, card) = {("give_up", c) for c in laid}, ("give_up", pick)
            g["picks"].append((seat, kind, card, offered))
    games.append(g)
N = len(games)

# ---- Student's quantile by numerical integration
def t975(v):
    c = math.exp(math.lgamma((v + 1) / 2) - math.lgamma(v / 2)) / math.sqrt(v * math.pi)
    def below(x, steps=2000):
        h = x / steps
        f = lambda y: c * (1 + y * y / v) ** (-(v + 1) / 2)
        return 0.5 + h / 3 * sum(f(i * h) * (1 if i in (0, steps) else 4 if i % 2 else 2) for i in range(steps + 1))
    lo, hi = 1.0, 20.0
    for _ in range(60):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if below(mid) < 0.975 else (lo, mid)
    return lo
quantile = {}
def half(error, n):
    if n not in quantile:
        quantile[n] = t975(n - 1)
    return error * quantile[n]

def near(cell, value, e=None):
    assert abs(cell["v"] - value) <= 1e-6 * max(1, abs(value)), (cell, value)
    if e is not None:
        assert abs(cell["e"] - e) <= 2e-5 * max(1, abs(e)), (cell, e)
    shown = cell["text"].replace("\u2212", "-").replace(",", "").replace("+", "").split(" ")[0]
    places = len(shown.partition(".")[2])
    assert abs(float(shown) - value) <= 0.500001 * 10 ** -places, (cell, value)

def first(found):
    return next((i + 1 for i, g in enumerate(games) if found(g)), None)

def game(cell, number):
    assert (cell and cell["v"]) == number, (cell, number)

# ---- seats
table = tables["Share of the win by seat"]
assert table["head"] == ["seat", "player", "won alone", "shared", "share, %", "against fair", "points", "sd", "least", "most", "wins in game"]
for seat, row in enumerate(table["rows"]):
    share, points = [g["share"][seat] for g in games], [g["points"][seat] for g in games]
    assert row[:2] == [str(seat), "random"]
    near(row[2], sum(s == 1 for s in share))
    near(row[3], sum(0 < s < 1 for s in share))
    near(row[4], 100 * st.fmean(share), 100 * half(st.stdev(share) / math.sqrt(N), N))
    near(row[6], st.fmean(points), half(st.stdev(points) / math.sqrt(N), N))
    near(row[7], st.stdev(points))
    near(row[8], min(points))
    near(row[9], max(points))
    game(row[10], first(lambda g: g["share"][seat]))
# all at once: two differences, their covariance by hand; with 2 degrees of freedom p is exp(-x/2)
d = [[g["share"][i] - g["share"][i + 1] for g in games] for i in (0, 1)]
m, c = [st.fmean(x) for x in d], [[sum((a - st.fmean(x)) * (b - st.fmean(y)) for a, b in zip(x, y)) / (N - 1) / N for y in d] for x in d]
x2 = (m[0] ** 2 * c[1][1] - 2 * m[0] * m[1] * c[0][1] + m[1] ** 2 * c[0][0]) / (c[0][0] * c[1][1] - c[0][1] ** 2)
said = re.search(r"\(chi-square ([0-9.]+) with 2 degrees", page["words"]["seats"])
assert abs(float(said[1]) - x2) < 0.051, (said[0], x2)
p = re.search(r"p = ([0-9.]+)", page["words"]["seats"])
assert abs(float(p[1]) - math.exp(-x2 / 2)) < 0.006, (p[0], math.exp(-x2 / 2))

# ---- scores, margins, lengths, choices
def histogram(label, of):
    true, rows = Counter(v for g in games for v in of(g)), tables[label]["rows"]
    assert [int(r[0]) for r in rows] == sorted(true), (label, rows, true)
    for r in rows:
        near(r[1], true[int(r[0])])
        near(r[2], 100 * true[int(r[0])] / sum(true.values()))
        game(r[3], first(lambda g: int(r[0]) in of(g)))
def margin(g):
    best = sorted(g["points"], reverse=True)
    return [best[0] - best[1]]
histogram("Final scores", lambda g: g["points"])
histogram("Points between the first and the next", margin)
histogram("Picks of a game", lambda g: [len(g["picks"])])
assert f"{100 * st.fmean(margin(g)[0] == 0 for g in games):.0f} % ±" in page["words"]["glance"], page["words"]["glance"]

# ---- cards
def met(g, kind, card):
    """(seat, taken) for each pick of a card, and for each pass that was the seat's last offer."""
    offers = [(s, k == kind and c == card) for s, k, c, o in g["picks"] if (kind, card) in o]
    last = {s: i for i, (s, _) in enumerate(offers)}
    return [(s, taken) for i, (s, taken) in enumerate(offers) if taken or last[s] == i]

def gains(kind, card, y):
    rows = []                                # of each game in which it was offered: P, Q, sums over picks and passes
    for g in games:
        mine = met(g, kind, card)
        if mine:
            rows.append((sum(t for _, t in mine), sum(not t for _, t in mine),
                         sum(g[y][s] for s, t in mine if t), sum(g[y][s] for s, t in mine if not t)))
    P, Q = sum(r[0] for r in rows), sum(r[1] for r in rows)
    mp, mq = sum(r[2] for r in rows) / P, sum(r[3] for r in rows) / Q
    u = [(r[2] - mp * r[0]) / P - (r[3] - mq * r[1]) / Q for r in rows]
    return P, Q, mp, mq, math.sqrt(sum(x * x for x in u) * len(u) / (len(u) - 1)), len(rows)

for kind in ("lay", "spill", "give_up"):
    rows = tables[f"What cards are worth in choices of {kind}"]["rows"]
    assert {r[0] for r in rows} == {"crown", "coin", "stone"}
    assert [r[5]["v"] for r in rows] == sorted((r[5]["v"] for r in rows), reverse=True)
    tests = []
    for r in rows:
        P, Q, mp, mq, error, n = gains(kind, r[0], "share")
        near(r[1], P + Q)
        near(r[2], 100 * P / (P + Q))
        near(r[3], 100 * mp)
        near(r[4], 100 * mq)
        near(r[5], 100 * (mp - mq), 100 * half(error, n))
        tests.append((math.erfc(abs(mp - mq) / error / math.sqrt(2)), r))
        P, Q, mp, mq, error, n = gains(kind, r[0], "points")
        near(r[8], mp - mq, half(error, n))
        took = lambda g, won: any(k == kind and c == r[0] and (g["share"][s] > 0) == won for s, k, c, o in g["picks"])
        game(r[9], first(lambda g: took(g, True)))
        game(r[10], first(lambda g: took(g, False)))
        game(r[11], first(lambda g: any(not taken for _, taken in met(g, kind, r[0]))))
    tests.sort(key=lambda t: t[0])           # Benjamini and Hochberg, as they wrote it: the greatest i with p(i) <= i/n q
    last = max([i + 1 for i, (p, _) in enumerate(tests) if p <= 0.05 * (i + 1) / len(tests)], default=0)
    assert [r[7]["text"] for _, r in tests] == ["yes"] * last + ["no"] * (len(tests) - last), tests
    assert f"{last} of 3 cards gain" in page["words"]["cards"]

# ---- what is picked; a question is told in the game's words
assert "“Give a card up” give_up" in page["text"]
for r in tables["Picks by kind of choice"]["rows"]:
    near(r[1], sum(k == r[0] for g in games for _, k, _, _ in g["picks"]) / N)
assert abs(sum(r[1]["v"] * r[2]["v"] for r in tables["Picks by kind of choice"]["rows"]) * N -
           sum(int(r[0]) * r[1]["v"] for r in tables["Choices of a pick"]["rows"])) < 0.1
PY
}

# again GAME FLAG...: is the page that of the records? What tests/report-check says is in $output.
again() {
  "$CANTRIP" sim "$@" --bots random --report "$T/page.html" --records "$T/games.sqlite" --picks >/dev/null 2>"$T/said" ||
    { grep -q 'this build has no SQLite' "$T/said" && skip "note: report: built without SQLite" || { cat "$T/said"; return 1; }; }
  run tests/report-check "$T/games.sqlite" "$T/page.html"
  [ "$status" -eq 0 ] || { echo "$*: $output"; return 1; }
}

# bats test_tags=long
@test "of many games every number is that of their records, by SQL" {
  again $CROWN --seats 3 --games 5000 --seed 1
  [[ "$output" =~ ^([0-9]+)\ numbers\ of\ 5000\ games ]] && [ "${BASH_REMATCH[1]}" -gt 180 ] || { echo "$output"; return 1; }
  # a page does not grow with its games
  "$CANTRIP" sim $CROWN --seats 3 --games 250 --seed 1 --bots random --report "$T/less.html" >/dev/null
  [ "$(stat -c %s "$T/page.html")" -lt $(($(stat -c %s "$T/less.html") * 11 / 10)) ]
  again fairytale --games "$(often 200 800)" --seed 1
  [[ "$output" =~ ^([0-9]+)\ numbers ]] && [ "${BASH_REMATCH[1]}" -gt 2000 ] || { echo "$output"; return 1; }
}

# bats test_tags=long
@test "by round, what becomes of cards, who leads and how games end: as the games went that are played again from their records" {
  ORCHARD=tests/rulesets/counting/orchard
  again $ORCHARD --seats 3 --games 1200 --seed 1
  run tests/orchard-check "$T/games.sqlite" "$T/page.html"
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  [[ "$output" =~ ^([0-9]+)\ numbers\ of\ 1200\ games,\ ([0-9]+)\ of ]] && [ "${BASH_REMATCH[1]}" -gt 1200 ] && [ "${BASH_REMATCH[2]}" -gt 20 ] ||
    { echo "$output"; return 1; }
}

# bats test_tags=long
@test "by option: games are played with its values in turn, and can be seen again" {
  ORCHARD=tests/rulesets/counting/orchard
  again $ORCHARD --seats 2 --games 1500 --seed 2 --option goal=4,1,9
  run tests/orchard-check "$T/games.sqlite" "$T/page.html" 4,1,9
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  see=$(tests/report-tables "$T/page.html" | jq -r .words.see | grep '^cantrip play')
  [ "$see" = "cantrip play tests/rulesets/counting/orchard --seats 2 --bots random --option goal=4,1,9 --seed 2 --game 1" ]
  "$CANTRIP" sim $ORCHARD --seats 2 --games 6 --seed 2 --option goal=4,1,9 --record "$T/all" >/dev/null
  csplit -s -z -f "$T/game" "$T/all" '/^cantrip replay 1/' '{*}'
  for n in 1 2 3 5; do
    eval "${see/#cantrip/\"\$CANTRIP\"}" --game $n --record "$T/one" >/dev/null
    cmp <(sed '/^$/d' "$T/one") <(sed '/^$/d' "$T/game$(printf %02d $((n - 1)))")
    grep -q "goal=$(cut -d' ' -f$((1 + (n - 1) % 3)) <<<"4 1 9")" "$T/one"
  done
  shards_of $ORCHARD --seats 2 --games 100 --seed 2 --bots random --option goal=4,1,9
  # all combinations, the first option from game to game
  "$CANTRIP" sim fairytale --games 4 --seed 2 --option expert=true,false --option hunt_scope=round --option tied_most=true,false --record "$T/all" >/dev/null
  [ "$(grep -oE '(expert|tied_most|hunt_scope)=[a-z]+' "$T/all" | paste -sd' ')" = "expert=true hunt_scope=round tied_most=true expert=false \
hunt_scope=round tied_most=true expert=true hunt_scope=round tied_most=false expert=false hunt_scope=round tied_most=false" ]
  # each option of one value is as it was
  "$CANTRIP" sim $ORCHARD --seats 2 --games 100 --seed 2 --option goal=4 --json >"$T/one"
  "$CANTRIP" sim $ORCHARD --seats 2 --games 100 --seed 2 --option goal=4,4 --json | diff <(jq 'del(.options)' "$T/one") <(jq 'del(.options)' -)
  refused "$CANTRIP" play $ORCHARD --seats 2 --bots random --option goal=4,1
  [[ "$stderr" == *"give one value"* ]]
  refused "$CANTRIP" sim $ORCHARD --option goal=1,2,3,4,5,6,7,8,9,10,11,12,13
  refused "$CANTRIP" sim $ORCHARD --option goal=1,two
  refused "$CANTRIP" sim $ORCHARD --option goal=1,2 --skill random,greedy --report "$T/other.html"
}

# bats test_tags=long
@test "a phase that goes round once tells nothing by round, and cards that are of no use later have no fate" {
  "$CANTRIP" sim $CROWN --seats 2 --games 300 --seed 2 --bots random --report "$T/page.html" >/dev/null
  tests/report-tables "$T/page.html" | jq -e '.tables | (has("rounds") | not) and has("fates")'
  "$CANTRIP" sim tests/property/intervals/luck --games 100 --seed 2 --bots random --report "$T/page.html" >/dev/null
  tests/report-tables "$T/page.html" | jq -e '.tables | has("rounds") and (has("fates") | not)'
  mkdir "$T/none" && sed 's/^result: .*/result: {}/' $CROWN/ruleset.yaml >"$T/none/ruleset.yaml"
  "$CANTRIP" sim "$T/none" --seats 2 --games 100 --seed 2 --bots random --report "$T/page.html" >/dev/null
  tests/report-tables "$T/page.html" | jq -e '.tables | (has("lead") | not) and .ends[0].rows[0][0] == "nobody wins"'
}

# versus A B FLAG...: two rulesets of which the same games are played. The page is $T/page.html, as tables $T/page.json.
versus() {
  local a=$1 b=$2
  shift 2
  "$CANTRIP" sim "$a" --against "$b" "$@" --bots random --cards all --report "$T/page.html" --json >"$T/both.json"
  tests/report-tables "$T/page.html" >"$T/page.json"
}

# Shards of a comparison come to its very page and tally.
shards_both() {
  "$CANTRIP" sim "$@" --jobs 3 --report "$T/whole.html" --tally "$T/whole" >"$T/text"
  for i in 1 2 3; do "$CANTRIP" sim "$@" --shard $i/3 --report "$T/$i.html" --tally "$T/$i" >/dev/null 2>&1; done
  "$CANTRIP" merge "$T"/{2,3,1} --report "$T/merged.html" | cmp - "$T/text"
  cmp "$T/whole.html" "$T/merged.html"
  "$CANTRIP" merge "$T"/{3,1,2} --out "$T/sum"
  cmp "$T/sum" "$T/whole"
}

# bats test_tags=long
@test "--against: games of the same seed are held against each other, as their records say; changed and new cards stand first" {
  mkdir "$T/dear"
  sed 's/coin: {worth: 1}/coin: {worth: 2}, medal: {worth: 3}/' $CROWN/ruleset.yaml >"$T/dear/ruleset.yaml"
  flags=(--seats 3 --games 2000 --seed 3)
  versus $CROWN "$T/dear" "${flags[@]}"
  jq -e '[.tables.changes[1].rows[][0]][:2] == ["coin", "medal"] and [.tables.changes[1].rows[][1]] == ["changed", "new", null, null]' "$T/page.json"
  jq -r .words.see "$T/page.json" | grep -c '^cantrip play' | grep -qx 2
  jq -r .text "$T/page.json" | grep -qF "$T/dear against $CROWN."
  jq -e '.words.glance | test("Against tests/rulesets/counting/crown: 2,000 of 2,000 games differ, game 1 first.*lay: the gains of 2 of 3 cards change more than luck explains: crown")' "$T/page.json"
  "$CANTRIP" sim $CROWN "${flags[@]}" --bots random --records "$T/a.sqlite" --picks 2>"$T/said" >/dev/null || skip "note: report: built without SQLite"
  "$CANTRIP" sim "$T/dear" "${flags[@]}" --bots random --records "$T/b.sqlite" --picks >/dev/null
  run tests/versus-check "$T/a.sqlite" "$T/b.sqlite" "$T/page.html" "$T/both.json"
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  [[ "$output" =~ ^([0-9]+)\ numbers\ of\ 2000\ pairs ]] && [ "${BASH_REMATCH[1]}" -gt 250 ] || { echo "$output"; return 1; }
  shards_both $CROWN --against "$T/dear" "${flags[@]}" --bots random
}

# Nothing of the two differs: all changes are 0 ± 0, and none is called sure.
nothing_differs() {
  jq -e '[.tables.changes[].rows[][] | objects | select(has("e"))] | length > 20 and all(.v == 0 and .e == 0)' "$T/page.json"
  jq -e '[.tables.changes[1:][].rows[] | select(.[2] != null and .[3] != null) | .[6].text] | length > 5 and all(. == "no")' "$T/page.json"
  jq -r .words.changes "$T/page.json" | grep -q 'No game differs in any number that is counted'
  jq -e '[.cards[][][] | objects | .change | select(. != null)] | length > 10 and all(.mean == 0 and .error == 0)' "$T/both.json"
}

# bats test_tags=long
@test "--against: what a change does not touch differs by exactly 0" {
  mkdir "$T/words" "$T/idle" "$T/late"
  # words alone: a title, notes of a card
  sed 's/^title: .*/title: "Other words"/; s/coin: {worth: 1}/coin: {worth: 1, notes: "of copper"}/' $CROWN/ruleset.yaml >"$T/words/ruleset.yaml"
  ! cmp -s $CROWN/ruleset.yaml "$T/words/ruleset.yaml"
  versus $CROWN "$T/words" --seats 3 --games 500 --seed 3
  nothing_differs
  # a card that is in no game
  sed 's/coin: {worth: 1}/coin: {worth: 1}, gold: {worth: 5, copies: 0}/' $CROWN/ruleset.yaml >"$T/idle/ruleset.yaml"
  sed 's/worth: 5, copies: 0/worth: 9, copies: 0/' "$T/idle/ruleset.yaml" >"$T/late/ruleset.yaml"
  ! cmp -s "$T/late/ruleset.yaml" "$T/idle/ruleset.yaml"
  versus "$T/idle" "$T/late" --seats 3 --games 500 --seed 3
  nothing_differs
}

@test "--against: a point more is a point more" {
  mkdir "$T/one" "$T/two"
  # who keeps a kite has a point more in the second, and chance decides who keeps one
  sed 's/kite: {sort: toy, copies: 5}/kite: {sort: toy, copies: 5, worth: 0}/; s/cards: {zone: lots}/cards: {zone: [lots, kept]}/' \
    tests/property/intervals/luck/ruleset.yaml >"$T/one/ruleset.yaml"
  sed 's/kite: {sort: toy, copies: 5, worth: 0}/kite: {sort: toy, copies: 5, worth: 1}/' "$T/one/ruleset.yaml" >"$T/two/ruleset.yaml"
  ! cmp -s "$T/one/ruleset.yaml" "$T/two/ruleset.yaml"
  versus "$T/one" "$T/two" --seats 2 --games 3000 --seed 3
  python3 - "$T/page.json" <<'PY'
import json, sys
tables = json.load(open(sys.argv[1]))["tables"]["changes"]
rows = {r[0]: r for r in tables[1]["rows"]}
assert tables[1]["rows"][0][:2] == ["kite", "changed"], tables[1]["rows"][0]
at = tables[1]["head"].index("in points")
kite = rows["kite"][at]
# a kite brings its point: of those who keep one, 4 of 29 keep another; of those who pass one at the last, fewer have kept one before
assert 1 - kite["e"] < kite["v"] < 1 + 4 / 29 + kite["e"] and kite["e"] < 0.03, kite
assert rows["kite"][6]["text"] == "yes"
# the mean of a player's points is greater by as many kites as he keeps: two of the toys are kept, one of six of them a kite
points = [r[3] for r in tables[0]["rows"] if r[0].startswith("points")]
assert len(points) == 2 and all(abs(p["v"] - 2 / 6) < 1.5 * p["e"] for p in points), points
# nobody's share of the win changes on an average
assert all(abs(r[3]["v"]) < 1.5 * r[3]["e"] for r in tables[0]["rows"] if r[0].startswith("share")), tables[0]
PY
}

# bats test_tags=long
@test "--skill: one of a level among others of a lower one, in games that can be seen again" {
  "$CANTRIP" sim $CROWN --seats 3 --games 40 --seed 5 --bots first --skill random,greedy,flat:20 --report "$T/page.html" >"$T/text"
  "$CANTRIP" sim $CROWN --seats 3 --games 40 --seed 5 --bots first | cmp - "$T/text" # what is printed is that of the run
  tests/report-tables "$T/page.html" >"$T/page.json"
  for n in $(seq 40); do
    "$CANTRIP" play $CROWN --seats 3 --bots random --seat $(((n - 1) % 3))=flat:20 --seed 5 --game $n --record "$T/game.$n" >/dev/null
  done
  python3 - "$T" <<'PY'
import json, math, statistics as st, sys
page = json.load(open(sys.argv[1] + "/page.json"))
rows = {(r[0], r[1]): r for r in page["tables"]["skill"][0]["rows"]}
assert list(rows) == [("greedy", "random"), ("flat:20", "greedy"), ("flat:20", "random")], rows
shares = []
for n in range(1, 41):
    lines = open(f"{sys.argv[1]}/game.{n}").read().splitlines()
    names = [l[6:].split(",")[0] for l in lines if l.startswith("seat: ")]
    result = dict((p.split()[0], p.split()[1:]) for p in [l for l in lines if l.startswith("result: ")][0][8:].split(", "))
    winners = [name for name in names if "wins" in result[name]]
    shares.append((names[(n - 1) % 3] in winners) / len(winners))
row, mean = rows["flat:20", "random"], st.fmean(shares)
assert row[2]["v"] == 40 and abs(row[3]["v"] - 100 * mean) < 1e-5, (row, mean)
assert abs(row[3]["e"] - 100 * 2.0227 * st.stdev(shares) / math.sqrt(40)) < 0.01, row
assert abs(row[5]["v"] - 400 * math.log10(2 * mean / (1 - mean))) < 1e-3, row
assert row[6]["v"] == 1 + next(i for i, s in enumerate(shares) if s), row
assert f"Skill gains {100 * (mean - 1 / 3) / (2 / 3):.0f} %" in page["words"]["skill"], page["words"]["skill"]
PY
  "$CANTRIP" sim wizard-quest --games 30 --seed 1 --bots random --skill random,greedy --report "$T/page.html" >/dev/null
  tests/report-tables "$T/page.html" | jq -e '[.tables.skill[0].rows[][0]] == ["random", "greedy"]'
  refused "$CANTRIP" sim $CROWN --games 5 --seed 1 --skill random --bots random --report "$T/page.html"
  refused "$CANTRIP" sim $CROWN --games 5 --seed 1 --skill random,human --bots random --report "$T/page.html"
  refused "$CANTRIP" sim $CROWN --games 5 --seed 1 --skill random,greedy
}

# bats test_tags=long
@test "sure are those that the procedure of Benjamini and Hochberg finds, and not all that would be beyond chance alone" {
  local spared=0
  for seed in 1 2 3 4 5 6; do
    again tests/property/intervals/luck --seats 2 --games 300 --seed $seed
    [[ "$output" =~ ,\ ([0-9]+)\ findings ]]
    spared=$((spared + BASH_REMATCH[1]))
  done
  [ "$spared" -ge 1 ] || { echo "nothing is beyond chance here: other seeds"; return 1; }
}

# bats test_tags=long
@test "what is not known is not denied" {
  "$CANTRIP" sim $CROWN --seats 2 --games 1 --seed 2 --bots random --report "$T/page.html" >/dev/null
  tests/report-tables "$T/page.html" >"$T/page.json"
  jq -e '[.tables.cards[].head | index("sure")] | all(. == null)' "$T/page.json"
  jq -r .words.cards "$T/page.json" | grep -q 'No card has a known gain: play more games'
  "$CANTRIP" sim $CROWN --seats 2 --games 4 --seed 2 --bots random --report "$T/page.html" >/dev/null
  tests/report-tables "$T/page.html" | jq -e '[.tables.cards[].rows[][7]] | any(. == "not known")'
  mkdir "$T/none" && sed 's/^result: .*/result: {}/' $CROWN/ruleset.yaml >"$T/none/ruleset.yaml"
  "$CANTRIP" sim "$T/none" --seats 2 --games 200 --seed 2 --bots random --cards lay --pairs --report "$T/page.html" >/dev/null
  tests/report-tables "$T/page.html" >"$T/page.json"
  jq -e '.tables.cards[0].head == ["card", "offered", "taken, %", "wins", "loses", "passed"] and (.tables | has("pairs") | not)' "$T/page.json"
  jq -r .words.cards "$T/page.json" | grep -q 'nobody won, and there are no scores'
}

# shards_of FLAG...: shards come to its very bytes
shards_of() {
  local flags=("$@")
  "$CANTRIP" sim "${flags[@]}" --jobs 1 --report "$T/whole.html" --tally "$T/whole" >"$T/text"
  "$CANTRIP" sim "${flags[@]}" --jobs 3 --report "$T/three.html" >/dev/null
  cmp "$T/whole.html" "$T/three.html"
  for i in 1 2 3; do
    "$CANTRIP" sim "${flags[@]}" --shard $i/3 --report "$T/$i.html" --tally "$T/$i" >/dev/null 2>&1
  done
  "$CANTRIP" merge "$T"/{2,3,1} --report "$T/merged.html" | cmp - "$T/text"
  cmp "$T/whole.html" "$T/merged.html"
  "$CANTRIP" merge "$T"/{3,1,2} --out "$T/sum"
  cmp "$T/sum" "$T/whole"
  "$CANTRIP" merge "$T/2" --partial --report "$T/part.html" >/dev/null
  cmp "$T/part.html" "$T/2.html"
}

# bats test_tags=long
@test "shards come to its very bytes, in any order, and so do jobs" {
  shards_of tests/rulesets/counting/orchard --seats 2 --games 203 --seed 4 --bots random --skill random,greedy
  shards_of fairytale --seats 3 --games 103 --seed 4 --bots random
  tests/report-tables "$T/part.html" | jq -r .text | grep -q 'of 103 games these are missing: 1-34,69-103'
  # what is printed is what is printed without it
  "$CANTRIP" sim fairytale --seats 3 --games 103 --seed 4 --bots random | cmp - "$T/text"
}

@test "the number of a game leads to that game" {
  "$CANTRIP" sim fairytale --seats 3 --games 12 --seed 4 --bots random --option expert=false --report "$T/page.html" \
    --record "$T/all" >/dev/null
  see=$(tests/report-tables "$T/page.html" | jq -r .words.see | grep '^cantrip play')
  [ "$see" = "cantrip play fairytale --seats 3 --bots random --option expert=false --seed 4 --game 1" ]
  csplit -s -z -f "$T/game" "$T/all" '/^cantrip replay 1/' '{*}'
  for n in 1 7 12; do
    eval "${see/#cantrip/\"\$CANTRIP\"}" --game $n --record "$T/one" >/dev/null
    cmp <(sed '/^$/d' "$T/one") <(sed '/^$/d' "$T/game$(printf %02d $((n - 1)))")
  done
  refused "$CANTRIP" play fairytale --game 3
  [[ "$stderr" == *"--game goes with --seed" ]]
}

@test "its players have learnt the game, unless others are named" {
  run "$CANTRIP" sim $CROWN --seats 2 --games 20 --seed 1 --report "$T/page.html"
  has "players: 5000 games" "learnt"
  tests/report-tables "$T/page.html" | jq -r .text | grep -q 'players: learnt; seed 1'
  run "$CANTRIP" sim $CROWN --seats 2 --games 20 --seed 1
  has random
}

@test "names are text, whatever they look like" {
  mkdir "$T/<b>odd's & \$(x)"
  sed "s/^title: .*/title: \"<script>alert('1')\&amp;<\/script>\"/; s/crown: {/crown: {name: \"<\/td><img src=x>\", /" \
    $CROWN/ruleset.yaml >"$T/<b>odd's & \$(x)/ruleset.yaml"
  "$CANTRIP" sim "$T/<b>odd's & \$(x)" --seats 2 --games 50 --seed 1 --bots random --report "$T/page.html" >/dev/null
  ! grep -qE '<(img|b>odd|script>alert)' "$T/page.html"
  tests/report-tables "$T/page.html" >"$T/page.json"
  jq -e '.title == "<script>alert('\''1'\'')&amp;</script>, in numbers"' "$T/page.json"
  jq -e '[.tables.cards[].rows[][0]] | index("</td><img src=x>")' "$T/page.json"
  see=$(jq -r .words.see "$T/page.json" | grep '^cantrip play')
  eval "${see/#cantrip/\"\$CANTRIP\"}" >"$T/said"
}

# bats test_tags=long
@test "every kind of game has a whole page" {
  for game in card-ring wizard-quest once-upon-a-draft tests/rulesets/idioms/sides tests/rulesets/search/memory lantern-night \
    tests/rulesets/measure/hearts-hand; do
    "$CANTRIP" sim $game --games 30 --seed 2 --bots random --report "$T/page.html" >/dev/null
    tests/report-tables "$T/page.html" >"$T/page.json" || { echo "$game"; return 1; }
    ! jq -r .text "$T/page.json" | grep -iwE 'nan|inf|-?nan' || { echo "$game"; return 1; }
  done
  "$CANTRIP" sim $CROWN --games 1 --seed 2 --bots random --report "$T/page.html" >/dev/null
  tests/report-tables "$T/page.html" | jq -r .text | grep -iwE 'nan|inf' && return 1
  "$CANTRIP" sim wizard-quest --games 200 --seed 2 --bots random --report "$T/page.html" >/dev/null
  tests/report-tables "$T/page.html" | jq -r .words.seats | grep -q 'The game is won in'
}

@test "what never came has an interval, too: none of n is not none for ever" {
  "$CANTRIP" sim wizard-quest --games 500 --seed 1 --bots random --report "$T/page.html" --json >"$T/sim.json"
  jq -e '.seats[0].wins == 0' "$T/sim.json"
  tests/report-tables "$T/page.html" | jq -r .words.seats >"$T/words"
  grep -q 'won in 0.0 % ± 0.8' "$T/words" # 1.96² / (500 + 1.96²)
}

@test "a run that stopped when it was sure enough says so, of one process and of shards" {
  "$CANTRIP" sim $CROWN --seats 2 --seed 1 --bots random --until 'wins(0) ± 0.02' --games 3000 --report "$T/whole.html" 2>/dev/null >/dev/null
  tests/report-tables "$T/whole.html" | jq -r .text | grep -q 'sure enough: wins(0) ± 0.02'
  for i in 1 2 3; do "$CANTRIP" sim $CROWN --seats 2 --seed 1 --bots random --games 3000 --shard $i/3 --tally "$T/t$i" --report "$T/shard.html" 2>/dev/null >/dev/null; done
  "$CANTRIP" merge "$T"/t? --until 'wins(0) ± 0.02' --report "$T/merged.html" 2>/dev/null >/dev/null
  tests/report-tables "$T/merged.html" | jq -r .text | grep -q 'sure enough: wins(0) ± 0.02'
}

@test "only a report is written over, and a run that fails writes none" {
  echo precious >"$T/mine"
  refused "$CANTRIP" sim $CROWN --games 5 --seed 1 --bots random --report "$T/mine"
  [ "$(cat "$T/mine")" = precious ]
  refused "$CANTRIP" sim $CROWN --games 5 --seed 1 --bots random --report "$T/no/page.html"
  refused "$CANTRIP" sim $CROWN --games 5 --seed 1 --seats 99 --bots random --report "$T/page.html"
  [ ! -e "$T/page.html" ]
  "$CANTRIP" sim $CROWN --games 5 --seed 1 --bots random --report "$T/page.html" --tally "$T/with" >/dev/null
  "$CANTRIP" sim $CROWN --games 6 --seed 1 --bots random --report "$T/page.html" --tally "$T/six" >/dev/null
  "$CANTRIP" sim $CROWN --games 6 --seed 1 --bots random --tally "$T/without" >/dev/null
  refused "$CANTRIP" merge "$T/without" --report "$T/other.html"
  [[ "$stderr" == *"$T/without: it has no counts for a report. Use sim --report with --tally" ]]
  refused "$CANTRIP" merge "$T/with" --report "$T/mine"
  refused "$CANTRIP" merge "$T/with" --report "$T/page.html" --out "$T/sum"
  "$CANTRIP" merge "$T/with" --report "$T/page.html" >/dev/null
  "$CANTRIP" arena $CROWN --bots random,first --games 4 --seed 1 --tally "$T/arena" >/dev/null
  refused "$CANTRIP" merge "$T/arena" --report "$T/page.html"
  [[ "$stderr" == *"only tallies of sim have a report" ]]
}
