#!/usr/bin/env bats
# `cantrip sim --causal`: what taking a card does, held against games of which the truth is worked out card by card.

load ../helper
bats_require_minimum_version 1.5.0

AHEAD=tests/rulesets/counting/ahead

setup() {
  unset CANTRIP_PATH
  cd "$ROOT"
  T=$BATS_TEST_TMPDIR
}

# truth: what counting/ahead comes to, all ways of choosing and all luck, as JSON: of each card what it makes of the share of the win
# and of the margin to take it and not another choice, which is drawn from the rest; mean over all offers of all games.
truth() {
  python3 - <<'PY'
import json
from fractions import Fraction as F
from itertools import permutations, product

# luck that no choice changes: two of six fates, two pushes
lucks = [a + p - b - q for a, b in permutations(range(6), 2) for p, q in product(range(4), repeat=2)]
shares = {}
def share(lead):                                   # of who is before the other by so much, before that luck
    if lead not in shares:
        shares[lead] = sum(F(1) if lead + x > 0 else F(1, 2) if lead + x == 0 else 0 for x in lucks) / len(lucks)
    return shares[lead]

ROWS = {True: ["star"] * 3 + ["moon", "dud"], False: ["star"] + ["moon"] * 3 + ["dud"]}
HEAD = {True: 4, False: 0}
# all games of a seat that leads or not, against the other: (chance, my cards, its cards, storm)
def games(leads, first=None, second=None):
    """`first`, `second`: what I may take; any of the row if that is not said."""
    for storm in (False, True):
        mine = [first or ROWS[leads]] + [second or ROWS[leads]] * storm
        other = [ROWS[not leads]] * (1 + storm)
        for a in product(*mine):
            for b in product(*other):
                yield F(1, 2) / len(list(product(*mine))) / len(list(product(*other))), a, b, storm
def comes_to(leads, only_storm=False, **may):
    worth = lambda card, storm: {"star": 4 if storm else 1, "moon": 2, "dud": 0}[card]
    chance = total = points = F(0)
    for p, a, b, storm in games(leads, **may):
        if only_storm and not storm:
            continue
        lead = HEAD[leads] - HEAD[not leads] + sum(worth(c, storm) for c in a) - sum(worth(c, storm) for c in b)
        chance, total, points = chance + p, total + p * share(lead), points + p * lead
    return total / chance, points / chance

out = {}
for card in ("star", "moon", "dud"):
    offers = did = moved = F(0)
    for leads in (True, False):
        rest = [c for c in ROWS[leads] if c != card]
        for weight, when, storm in ((F(1), "first", False), (F(1, 2), "second", True)):
            a, b = (comes_to(leads, storm, **{when: f}) for f in ([card], rest))
            offers, did, moved = offers + weight, did + weight * (a[0] - b[0]), moved + weight * (a[1] - b[1])
    out[card] = [float(did / offers), float(moved / offers)]
json.dump(out, __import__("sys").stdout)
PY
}

# bats test_tags=long
@test "the causal gain is what it is where the gain is not: who is ahead takes other cards" {
  truth >"$T/truth"
  "$CANTRIP" sim $AHEAD --bots random --games 40000 --seed 1 --cards take --causal --json >"$T/said"
  python3 - "$T/truth" "$T/said" <<'PY'
import json, sys
true, said = (json.load(open(f)) for f in sys.argv[1:])
gain = {c["card"]: c["share"]["gain"] for c in said["cards"]["take"]}
assert [c["card"] for c in said["causal"]["take"]] == sorted(true, key=lambda c: -true[c][0])
# of three cards that are offered alike one has three copies: it is sampled a third as often
sampled = {c["card"]: c["sampled"] for c in said["causal"]["take"]}
assert sum(sampled.values()) == 40000
for card, part in ("star", 3), ("dud", 3), ("moon", 1):
    assert abs(sampled[card] - 40000 * part / 7) < 400, sampled
for c in said["causal"]["take"]:
    for what, value in zip(("share", "margin"), true[c["card"]]):
        print(c["card"], what, value, c[what])
        assert abs(c[what]["mean"] - value) < 1.96 * c[what]["error"], (c, what, value)
        assert c[what]["error"] < (0.005 if what == "share" else 0.04)
    plain = gain[c["card"]]
    assert c["gain"] == plain
    if c["card"] != "dud":
        assert abs(plain["mean"] - true[c["card"]][0]) > 50 * plain["error"], (c, plain)
PY
}

# of_nothing FOLDER: counting/ahead, where no card that can be taken is worth anything
of_nothing() {
  mkdir -p "$1"
  sed -e 's/star: {worth: .*/star: {worth: 0}/' -e 's/moon: {worth: 2,/moon: {worth: 0,/' $AHEAD/ruleset.yaml >"$1/ruleset.yaml"
  [ "$(diff $AHEAD/ruleset.yaml "$1/ruleset.yaml" | grep -c '^>')" -eq 2 ]
}

@test "a card that does nothing gains exactly nothing: both ways have equal luck, and players who choose alike" {
  of_nothing "$T/nothing"
  for bots in random first mcts:3; do
    run "$CANTRIP" sim "$T/nothing" --bots $bots --games 300 --seed 2 --cards take --causal --json
    [ "$status" -eq 0 ]
    jq -e '.causal.take | length == 3 and all(.share == {mean: 0, error: 0} and .margin == .share and .same == .sampled and .rate == 1
             and .better_in == null and .worse_in == null)' <<<"$output"
    jq -e '[.causal.take[].sampled] | add == 300' <<<"$output"
  done
  # what luck there is decides these games, and a card that all else is better than gains less than nothing
  jq -e '[.seats[].wins] | all(. > 20)' <<<"$output"
}

@test "the best of the rest is what the player thinks best of it, and the card goes where he would have it go" {
  # `first` takes the first of the row: a star, or, behind, the star and then a moon. To take a star is 1 or 4 in place of the moon's 2,
  # to take the moon in place of a star the reverse, to take nothing in place of a star one or four less.
  cat >"$T/truth.py" <<'PY'
import json, sys
for c in json.load(sys.stdin)["causal"]["take"]:
    n, mean, error = c["sampled"], c["margin"]["mean"], c["margin"]["error"]
    # offers: 2 seats, calm: 1 choice each, storm: 2 each; the first choices see calm and storm, the second storm alone
    true = {"star": (2 * (0.5 * (1 - 2) + 0.5 * (4 - 2)) + 1 * (4 - 2)) / 3,
            "moon": (2 * (0.5 * (2 - 1) + 0.5 * (2 - 4)) + 1 * (2 - 4)) / 3,
            "dud": (2 * (0.5 * (0 - 1) + 0.5 * (0 - 4)) + 1 * (0 - 4)) / 3}[c["card"]]
    print(c, true)
    assert n > 1000 and error < 0.05 and abs(mean - true) < 3 * error
PY
  "$CANTRIP" sim $AHEAD --bots first --games 8000 --seed 1 --cards take --causal --json | python3 "$T/truth.py"
}

@test "shards come to the bytes of the whole, with any number of jobs: text, JSON, page, tally" {
  flags=($AHEAD --bots random --games 203 --seed 4 --cards take --causal)
  "$CANTRIP" sim "${flags[@]}" --jobs 1 --tally "$T/whole" --report "$T/page.html" >"$T/text"
  "$CANTRIP" sim "${flags[@]}" --jobs 3 --report "$T/again.html" | cmp - "$T/text"
  cmp "$T/page.html" "$T/again.html"
  "$CANTRIP" sim "${flags[@]}" --json >"$T/json"
  for i in 1 2 3; do
    "$CANTRIP" sim "${flags[@]}" --shard $i/3 --tally "$T/$i" --report "$T/part.html" >/dev/null 2>&1
  done
  "$CANTRIP" merge "$T"/{3,1,2} --report "$T/merged.html" | cmp - "$T/text"
  cmp "$T/page.html" "$T/merged.html"
  "$CANTRIP" merge "$T"/{2,1,3} --json | cmp - "$T/json"
  "$CANTRIP" merge "$T"/{2,3,1} --out "$T/sum"
  cmp "$T/sum" "$T/whole"
  # what is printed of the games is that of a run without
  "$CANTRIP" sim $AHEAD --bots random --games 203 --seed 4 --cards take >"$T/plain"
  head -n "$(wc -l <"$T/plain")" "$T/text" | cmp - "$T/plain"
  # and is no part of such a run
  "$CANTRIP" sim $AHEAD --bots random --games 203 --seed 4 --cards take --shard 1/3 --tally "$T/1" >/dev/null 2>&1
  "$CANTRIP" sim "${flags[@]}" --shard 2/3 --tally "$T/2" >/dev/null 2>&1
  run "$CANTRIP" merge "$T"/{2,1}
  [ "$status" -eq 2 ]
  has "does not belong to" "causal 'yes'"
}

@test "where the least wins it is the other way round" {
  sed 's/tied: share}/tied: share, wins: least}/' $AHEAD/ruleset.yaml >"$T/ruleset.yaml"
  flags=(--bots random --games 500 --seed 5 --cards take --causal --json)
  "$CANTRIP" sim $AHEAD "${flags[@]}" | jq -c '[.causal.take[] | [.card, .share.mean, .margin.mean]] | sort' >"$T/most"
  "$CANTRIP" sim "$T" "${flags[@]}" | jq -c '[.causal.take[] | [.card, -.share.mean, -.margin.mean]] | sort' >"$T/least"
  cmp "$T/most" "$T/least"
}

@test "who plays by what he has learnt turns down for the second best; it is he who plays if nobody is named" {
  # a pile for one: the best of three, then the second best
  "$CANTRIP" learn $AHEAD --games 2000 --seed 1 --out "$T/a.policy" >/dev/null
  "$CANTRIP" sim $AHEAD --bots "learnt:$T/a.policy" --games 2000 --seed 1 --cards take --causal --json >"$T/said"
  # it takes stars, as it should: what a star is turned down for is a moon, which costs 1 or brings 2, and never nothing
  jq -e '(.cards.take[] | select(.card == "star") | .picked / .offered > 0.99) and (.causal.take[] | select(.card == "star").margin | (.mean - 1) / .error | fabs < 3)' "$T/said"
  run "$CANTRIP" sim $AHEAD --games 5 --seed 1 --cards take --causal
  has "players: 5000 games" "0     learnt" "sampled"
  run "$CANTRIP" sim $AHEAD --games 5 --seed 1 --cards take --causal --bots first
  has "0     first"
}

# bats test_tags=long
@test "every number of the page's part is what JSON tells, with Student's and Wilson's half widths" {
  flags=($AHEAD --bots random --games 900 --seed 6 --cards take --causal)
  "$CANTRIP" sim "${flags[@]}" --json --report "$T/page.html" >"$T/said"
  tests/report-tables "$T/page.html" >"$T/page.json"
  python3 - "$T/said" "$T/page.json" <<'PY'
import json, sys
said, page = (json.load(open(f)) for f in sys.argv[1:])
table, = page["tables"]["causal"]
assert table["head"] == ["card", "sampled", "same, %", "gain", "causal gain", "drawn", "sure", "margin", "better in", "worse in"], table["head"]
assert len(table["rows"]) == len(said["causal"]["take"]) == 3
T = lambda n: 1.96 + 2.4 / n                                    # Student's quantile, to a thousandth
for row, c in zip(table["rows"], said["causal"]["take"]):
    n = c["sampled"]
    near = lambda cell, v, half: abs(cell["v"] - v) < 1e-3 and abs(cell["e"] / half - 1) < 2e-3
    assert row[0].lower() == c["card"] and row[1]["v"] == n and abs(row[2]["v"] - 100 * c["same"] / n) < 1e-4
    assert near(row[3], 100 * c["gain"]["mean"], 100 * 1.9626 * c["gain"]["error"]), row
    half = 100 * max(T(n) * c["share"]["error"], 3.8415 / (n + 3.8415))
    assert near(row[4], 100 * c["share"]["mean"], half), (row, c, half)
    assert near(row[7], c["margin"]["mean"], T(n) * c["margin"]["error"]), (row, c)
    assert (row[6]["text"] == "yes") == (c["rate"] <= 0.05) and abs(row[6]["v"] - c["rate"]) < 1e-5, row
    for cell, name in (row[8], "better_in"), (row[9], "worse_in"):
        assert (cell and cell["v"]) == c.get(name), (row, c)
# all three are sure, and in the summary: two are better taken, one is not
told = ["%s\u00a0%+.1f" % (c["card"], 100 * c["share"]["mean"]) for c in said["causal"]["take"]]
assert [c["share"]["mean"] > 0 for c in said["causal"]["take"]] == [True, True, False]
sentence = "“Take a card”, with the card and without it: 3 of 3 cards do more than luck explains, in percentage points of the win; the best are %s, %s; the worst are %s." % tuple(told)
assert sentence.replace("\u00a0-", "\u00a0\u2212") in page["words"]["glance"], (sentence, page["words"]["glance"])
PY
  # what never differed may differ yet: no interval ends at 0
  of_nothing "$T/nothing"
  "$CANTRIP" sim "$T/nothing" --bots random --games 300 --seed 2 --cards take --causal --report "$T/page.html" >/dev/null
  tests/report-tables "$T/page.html" | python3 -c '
import json, sys
rows = json.load(sys.stdin)["tables"]["causal"][0]["rows"]
for row in rows:
    n = row[1]["v"]
    assert row[4]["v"] == 0 and abs(row[4]["e"] - 100 * 3.8415 / (n + 3.8415)) < 1e-3 and row[7]["e"] == 0 and row[6]["text"] == "no", row
assert len(rows) == 3'
  # a page of a run without it has no such part
  "$CANTRIP" sim $AHEAD --bots random --games 20 --seed 6 --report "$T/page.html" >/dev/null
  tests/report-tables "$T/page.html" | jq -e '.tables | has("causal") | not'
}

@test "what --causal goes with, and what it says of nothing" {
  run "$CANTRIP" sim $AHEAD --games 5 --causal
  [ "$status" -eq 2 ]
  has "--causal goes with --cards or --report"
  run "$CANTRIP" sim $AHEAD --games 5 --cards take --causal --against $AHEAD
  [ "$status" -eq 2 ]
  has "--causal goes without --against"
  run "$CANTRIP" sim $AHEAD --games 5 --seed 1 --cards push --causal --bots random
  [ "$status" -eq 0 ]
  has "no choice offered a card and something else"
}
