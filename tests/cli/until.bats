#!/usr/bin/env bats
# `--until`: a run stops at the first of its stated looks at which something is sure enough, after games 1 to n.

load ../helper
bats_require_minimum_version 1.5.0

CROWN=tests/rulesets/counting/crown

setup() {
  unset CANTRIP_PATH
  cd "$ROOT"
  T=$BATS_TEST_TMPDIR
}

# bats test_tags=long
@test "sim stops at the first look that is sure enough, for any number of jobs, and tells what so many games tell" {
  python3 - "$CANTRIP" $CROWN <<'PY'
import json, math, subprocess, sys

def sim(*flags):
    done = subprocess.run([sys.argv[1], "sim", sys.argv[2], "--seats", "2", "--seed", "3", *flags], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr

def errors(n):
    out = json.loads(sim("--cards", "all", "--games", str(n), "--json")[0])
    coin = next(c for c in out["cards"]["lay"] if c["card"] == "coin")
    wins = out["seats"][0]["wins"] / n
    return {"gain(lay coin)": coin["share"]["gain"]["error"], "points(lay coin)": coin["points"]["gain"]["error"],
            "wins(0)": math.sqrt(wins * (1 - wins) / n), "score(1)": out["seats"][1]["score"]["sd"] / math.sqrt(n),
            "length": out["length"]["sd"] / math.sqrt(n)}

for what, width in (("gain(lay coin)", .013), ("points(lay coin)", .03), ("wins(0)", .009), ("score(1)", .02), ("length", .013)):
    target = f"{what} ± {width}"
    told = {sim("--cards", "all", "--until", target, "--jobs", j) for j in "123"}
    assert len(told) == 1, told
    text, said = told.pop()
    n = int(said.split("stopped after ")[1].split()[0])
    assert said.startswith(f"cantrip: stopped after {n} games: {target} is ± "), said
    assert text == sim("--cards", "all", "--games", str(n))[0]
    looks = [1000]
    while looks[-1] < n:
        looks.append(looks[-1] + looks[-1] // 4)
    assert looks[-1] == n and len(looks) > 1, (what, looks)
    enough = [errors(look)[what] ** 2 + 1 / look ** 2 <= width ** 2 for look in looks]
    assert enough == [False] * (len(looks) - 1) + [True], (what, looks, enough)
PY
}

# bats test_tags=long
@test "between two values sim stops at the first look where one is 19 times as likely, and is seldom wrong" {
  python3 - "$CANTRIP" $CROWN "$(often 60 400)" <<'PY'
import json, math, os, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

def sim(*flags, seed=3):
    done = subprocess.run([sys.argv[1], "sim", sys.argv[2], "--seats", "2", "--seed", str(seed), "--jobs", "1", *flags],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr

def now(what, n, seed=3):
    out = json.loads(sim("--games", str(n), "--json", seed=seed)[0])
    wins, score, length = out["seats"][0]["wins"] / n, out["seats"][1]["score"], out["length"]
    return {"wins(0)": (wins, wins * (1 - wins) / n), "score(1)": (score["mean"], score["sd"] ** 2 / n),
            "length": (length["mean"], length["sd"] ** 2 / n)}[what]

def lean(low, high, mean, variance, n):
    """The logarithm of how much likelier the high value is than the low one."""
    likely = lambda value: -(mean - value) ** 2 / 2 / (variance + 1 / n ** 2)  # noqa: E731
    return likely(high) - likely(low)

for what, gap in (("wins(0)", .02), ("score(1)", .05), ("length", .03)):
    truth = now(what, 100000, 99)[0]
    for low, high in ((truth, truth + gap), (truth - gap, truth)):
        low, high = round(low, 3), round(high, 3)
        said = sim("--until", f"{what} {low} or {high}")[1]
        n = int(said.split("stopped after ")[1].split()[0])
        looks = [1000]
        while looks[-1] < n:
            looks.append(looks[-1] + looks[-1] // 4)
        assert looks[-1] == n, (what, n)
        leans = [lean(low, high, *now(what, look), look) for look in looks]
        assert [abs(x) >= math.log(19) for x in leans] == [False] * (len(looks) - 1) + [True], (what, leans)
        value = high if leans[-1] > 0 else low
        assert said.startswith(f"cantrip: stopped after {n} games: {what} {low} or {high} is {value:g} ("), said

truth, runs = now("wins(0)", 400000, 99)[0], int(sys.argv[3])
def wrong(seed):
    low, high = (truth, truth + .03) if seed % 2 else (truth - .03, truth)
    said = sim("--until", f"wins(0) {low} or {high}", seed=seed)[1]
    return f" is {low if seed % 2 else high:g} (" not in said
missed = sum(ThreadPoolExecutor(os.cpu_count()).map(wrong, range(1, runs + 1)))
assert missed <= .05 * runs + 3 * math.sqrt(.05 * .95 * runs), missed
PY
}

# It was that of the last look alone, a fifth of it.
@test "processor time is that of all looks" {
  seconds() { "$CANTRIP" sim $CROWN --seats 2 --seed 1 --jobs 1 --json --timing "$@" 2>/dev/null | jq .processor_seconds; }
  all=$(seconds --until 'wins(0) ± 0.004')
  games=$("$CANTRIP" sim $CROWN --seats 2 --seed 1 --json --until 'wins(0) ± 0.004' 2>/dev/null | jq .games)
  awk -v all="$all" -v once="$(seconds --games "$games")" 'BEGIN { exit !(all > once / 2) }'
}

@test "what it cannot be is refused, what is not reached is told, with status 1" {
  for wrong in 'wins(2) ± 0.1' 'wins(x) ± 0.1' 'wins ± 1' 'length(1) ± 1' 'length' 'length ± 0' 'length ± x' 'share(random) ± 1' 'gain(coin) ± 1' 'wins(0) 0.5 or' 'wins(0) 0.5 or 0.4' 'wins(0) x or 0.4' 'length 1 or 2 or 3' \
    ''; do
    run --separate-stderr "$CANTRIP" sim $CROWN --seats 2 --seed 1 --games 2000 --until "$wrong"
    [ "$status" -eq 2 ] || { echo "$wrong: $status"; return 1; }
    [ "$(wc -l <<<"$stderr")" -eq 1 ]
  done
  for wrong in 'gain(coin) ± 1' 'gain(spill coin) ± 1' 'gain(lay coyn) ± 1'; do
    cards=all
    [[ "$wrong" != *spill* ]] || cards=lay
    run "$CANTRIP" sim $CROWN --seed 1 --cards $cards --until "$wrong"
    [ "$status" -eq 2 ]
  done
  has "did you mean 'coin'?"
  run "$CANTRIP" sim $CROWN --seed 1 --until 'wins(0) ± 0.1' --shard 1/2
  [ "$status" -eq 2 ]
  has "Use it with merge"
  run --separate-stderr "$CANTRIP" sim $CROWN --seats 2 --seed 1 --games 1100 --until 'wins(0)+-.0001'
  [ "$status" -eq 1 ]
  [[ "$stderr" == "cantrip: note: 1100 games were not enough for wins(0) ± .0001: it is ± 0.01"* ]]
  [[ "$output" == *": 1100 games, seed 1"* ]]
}

# bats test_tags=long
@test "a run with a target that is killed goes on, and one that was stopped is stopped" {
  flags=($CROWN --seats 2 --seed 3 --cards lay --until 'gain(coin) ± 0.006')
  "$CANTRIP" sim "${flags[@]}" --tally "$T/whole" >"$T/text" 2>"$T/told"
  n=$(sed -n 's/^numbers: 1-\([0-9]*\) of .*/\1/p' "$T/whole")
  grep -qx "numbers: 1-$n of $n games" "$T/whole"
  [ "$n" -gt 4000 ]
  # what is on the disk in the midst of it: some games up to some look
  for some in 700 1000 1250 3000; do
    "$CANTRIP" sim $CROWN --seats 2 --seed 3 --cards lay --games $some --tally "$T/part" >/dev/null
    python3 - "$T/part" $some <<'PY'
import sys

def xxh64(data):
    """XXH64 of bytes, with seed 0."""
    m, p = 2**64 - 1, (11400714785074694791, 14029467366897019727, 1609587929392839161, 9650029242287828579, 2870177450012600261)
    rot = lambda v, r: (v << r | v >> 64 - r) & m
    step = lambda acc, lane: rot((acc + lane * p[1]) & m, 31) * p[0] & m
    word = lambda at, size: int.from_bytes(data[at : at + size], "little")
    at, n = 0, len(data)
    acc = [(p[0] + p[1]) & m, p[1], 0, -p[0] & m]
    while at + 32 <= n:
        acc = [step(acc[i], word(at + 8 * i, 8)) for i in range(4)]
        at += 32
    h = p[4]
    if n >= 32:
        h = sum(rot(a, r) for a, r in zip(acc, (1, 7, 12, 18))) & m
        for a in acc:
            h = ((h ^ step(0, a)) * p[0] + p[3]) & m
    h = (h + n) & m
    while at + 8 <= n:
        h = (rot(h ^ step(0, word(at, 8)), 27) * p[0] + p[3]) & m
        at += 8
    if at + 4 <= n:
        h = (rot(h ^ word(at, 4) * p[0] & m, 23) * p[1] + p[2]) & m
        at += 4
    for byte in data[at:]:
        h = rot(h ^ byte * p[4] & m, 11) * p[0] & m
    h = (h ^ h >> 33) * p[1] & m
    h = (h ^ h >> 29) * p[2] & m
    return h ^ h >> 32

path, some = sys.argv[1:]
lines = open(path).read().split("\n")
assert lines[-2] == "end: %016x" % xxh64(("\n".join(lines[:-2]) + "\n").encode())
lines = [l.replace(f"1-{some} of {some} games", f"1-{some} of 1000000000 games") for l in lines[:-2]]
lines.insert(lines.index("of-cards: lay") + 1, "until: gain(coin) ± 0.006")
text = "\n".join(lines) + "\n"
end = "%016x" % xxh64(text.encode())
open(path, "w").write(text + f"end: {end}\n")
PY
    run --separate-stderr "$CANTRIP" sim "${flags[@]}" --tally "$T/part" --checkpoint 5
    [ "$status" -eq 0 ]
    [[ "$stderr" == "cantrip: note: $T/part already has $some games"$'\n'"$(cat "$T/told")" ]]
    cmp "$T/part" "$T/whole"
    cmp <(echo "$output") "$T/text"
  done
  run --separate-stderr "$CANTRIP" sim "${flags[@]}" --tally "$T/part" --checkpoint 5
  cmp "$T/part" "$T/whole"
  cmp <(echo "$output") "$T/text"
  run "$CANTRIP" sim $CROWN --seats 2 --seed 3 --cards lay --until 'gain(coin) ± 0.005' --tally "$T/part" --checkpoint 5
  [ "$status" -eq 2 ]
  has "until is 'gain(coin) ± 0.006', not 'gain(coin) ± 0.005'"
}

@test "merge stops after the first tallies that are sure enough, in the order of their games" {
  for i in $(seq 8); do
    "$CANTRIP" sim $CROWN --seats 2 --games 8000 --seed 5 --shard $i/8 --tally "$T/$i" >/dev/null 2>&1
  done
  run --separate-stderr "$CANTRIP" merge "$T"/{8,3,1,2,7,4,5,6} --until 'wins(1) ± 0.008'
  [ "$status" -eq 0 ]
  n=$(sed -n 's/.*stopped after \([0-9]*\) games: .*/\1/p' <<<"$stderr")
  [ "$n" -gt 1000 ]
  [ "$n" -lt 8000 ]
  [ $((n % 1000)) -eq 0 ]
  cmp <(echo "$output") <("$CANTRIP" sim $CROWN --seats 2 --games $n --seed 5)
  error() { "$CANTRIP" sim $CROWN --seats 2 --games $1 --seed 5 --json | jq ".seats[1].wins / $1 | (. * (1 - .) / $1) + 1 / $1 / $1 <= 0.008 * 0.008"; }
  [ "$(error $n)" = true ]
  [ "$(error $((n - 1000)))" = false ]
  "$CANTRIP" merge "$T"/? --until 'wins(1) ± 0.008' --out "$T/merged" 2>/dev/null
  "$CANTRIP" sim $CROWN --seats 2 --games $n --seed 5 --tally "$T/one" >/dev/null
  cmp "$T/merged" "$T/one"
  # what is missing at the beginning is waited for; nothing is told before
  run --separate-stderr "$CANTRIP" merge "$T"/{1,3,4,5,6,7,8} --until 'wins(1) ± 0.008'
  [ "$status" -eq 1 ]
  [ -z "$output" ]
  [[ "$stderr" == *"1000 games were not enough for wins(1) ± 0.008"* ]]
  # between two values it goes on just so
  run --separate-stderr "$CANTRIP" merge "$T"/{8,3,1,2,7,4,5,6} --until 'wins(1) 0.1 or 0.9'
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"stopped after 1000 games: wins(1) 0.1 or 0.9 is 0."* ]]
  run --separate-stderr "$CANTRIP" merge "$T"/1 --until 'wins(1) 0.4999 or 0.5001'
  [ "$status" -eq 1 ]
  [[ "$stderr" =~ "1000 games were not enough for wins(1) 0.4999 or 0.5001: it is 0."[0-9]+" ± 0.01" ]]
  run --separate-stderr "$CANTRIP" merge "$T"/{1,2,3} --until 'gain(coin) ± 0.008'
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"needs --cards" ]]
}

@test "arena stops by a share, points ahead or a rating, after whole deals" {
  flags=($CROWN --seats 2 --bots first,random --seed 2)
  for what in "error share(first) ± 0.02" "ahead_error ahead(first) ± 0.05" "rating_error rating(first) ± 10"; do
    error=${what%% *} what=${what#* }
    for j in 1 3; do
      "$CANTRIP" arena "${flags[@]}" --until "$what" --jobs $j --json >"$T/$j" 2>"$T/told"
    done
    cmp "$T/1" "$T/3"
    deals=$(sed -n 's/.*stopped after \([0-9]*\) deals: .*/\1/p' "$T/told")
    "$CANTRIP" arena "${flags[@]}" --games $((2 * deals)) --json | cmp - "$T/1"
    jq -e --argjson n "$deals" --arg error "$error" --argjson most "${what#*± }" \
      'if $n > 0 then .bots[0][$error] < $most and .deals == $n else false end' "$T/1"
  done
  "$CANTRIP" arena "${flags[@]}" --until "share(first) ± 0.02" --tally "$T/whole" >"$T/text" 2>/dev/null
  "$CANTRIP" arena "${flags[@]}" --until "share(first) ± 0.02" --tally "$T/whole" --checkpoint 9 2>"$T/told" | cmp - "$T/text"
  grep -q "note: .* already has" "$T/told"
  "$CANTRIP" merge "$T/whole" | cmp - "$T/text"
  for i in 1 2 3 4; do
    "$CANTRIP" arena "${flags[@]}" --games 1600 --shard $i/4 --tally "$T/part$i" >/dev/null 2>&1
  done
  run --separate-stderr "$CANTRIP" merge "$T"/part{3,2,1,4} --until "share(first) ± 0.02"
  [[ "$stderr" =~ stopped\ after\ ([0-9]+)\ deals ]]
  cmp <(echo "$output") <("$CANTRIP" arena "${flags[@]}" --games $((2 * BASH_REMATCH[1])))
}

# bats test_tags=long
@test "intervals of runs that were stopped so hold the truth as often as they say" {
  python3 - "$CANTRIP" $CROWN "$(often 80 600)" <<'PY'
import json, os, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

def sim(*flags):
    done = subprocess.run([sys.argv[1], "sim", sys.argv[2], "--seats", "2", "--cards", "lay", "--json", *flags], capture_output=True)
    assert done.returncode == 0, done.stderr
    out = json.loads(done.stdout)
    coin = next(c for c in out["cards"]["lay"] if c["card"] == "coin")["points"]["gain"]
    return out["games"], coin["mean"], coin["error"]

truth = sim("--games", "200000", "--seed", "12345")
runs = int(sys.argv[3])
# sure enough after 1,562 or 1,952 games, as chance has it
told = list(ThreadPoolExecutor(os.cpu_count()).map(
    lambda seed: sim("--seed", str(seed), "--jobs", "1", "--until", "points(coin) ± 0.03"), range(1, runs + 1)))
held = sum(abs(mean - truth[1]) <= 1.96 * error for _, mean, error in told) / runs
print(f"{runs} runs of {sorted({n for n, _, _ in told})} games: {held:.3f} hold the truth, {truth}")
assert len({n for n, _, _ in told}) > 1
assert .95 - 4 * (.95 * .05 / runs) ** .5 < held < .95 + 4 * (.95 * .05 / runs) ** .5
PY
}
