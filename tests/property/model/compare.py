"""Games played by chance, by cantrip and by a model of their rules in Python: means of figures must agree within 4 sigma.

A game is (picks, scores): the kind of each pick among two or more, and the score of each seat.
"""
import collections
import math
import os
import random
import re
import subprocess
import tempfile

CANTRIP = os.environ.get("CANTRIP", "build/cantrip")
SIGMAS = 4
RARE = 40  # what happens less often in both together is not compared


def among(rng, choices):
    return choices[int(rng.random() * len(choices))]


def interpreted(ruleset, games, pick, flags=()):
    """Games of cantrip's; the first group of `pick` is a pick's kind in a line of the record."""
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "record")
        subprocess.run(
            [CANTRIP, "sim", ruleset, "--games", str(games), "--seed", "17", "--record", record, *flags],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        picks = []
        with open(record, encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("result: "):
                    yield picks, [int(seat.split()[1]) for seat in line[8:].split(", ")]
                    picks = []
                elif " = " in line:
                    picks.append(re.match(pick, line)[1])


def figures(game):
    """Numbers of a game of which the means are compared."""
    picks, scores = game
    yield "picks", len(picks)
    yield f"{len(picks)} picks", 1
    yield "picks, squared", len(picks) ** 2
    for kind, n in collections.Counter(picks).items():
        yield "picked: " + kind, n
    yield "all scores", sum(scores)
    yield "all scores, squared", sum(score * score for score in scores)
    for seat, score in enumerate(scores):
        yield f"score of seat {seat}", score
    for score, seats in collections.Counter(scores).items():
        yield f"seats with score {score}", seats


def gather(games, of_game):
    """Sum and sum of squares of each figure; those of a game that lacks one are 0."""
    sums, n = collections.defaultdict(lambda: [0, 0, 0]), 0
    for n, game in enumerate(games, 1):
        for name, x in of_game(game):
            of = sums[name]
            of[0] += x
            of[1] += x * x
            of[2] += 1
    return n, sums


def differences(ours, theirs):
    """(how many sigmas, name, mean of ours, mean of theirs), the greatest first."""
    (n, a), (m, b) = ours, theirs
    found = []
    for name in set(a) | set(b):
        if a[name][2] + b[name][2] < RARE:
            continue
        x, y = a[name][0] / n, b[name][0] / m
        error = math.sqrt((a[name][1] / n - x * x) / n + (b[name][1] / m - y * y) / m)
        found.append((abs(x - y) / error if error else 0, name, x, y))
    return sorted(found, reverse=True)


def compare(title, cantrips, model, games, of_game=figures):
    """Whether cantrip's games are those of model(rng, wrong=False), and not those of model(rng, wrong=True): (passed, failed)."""
    passed = failed = 0
    ours = gather(cantrips, of_game)
    for wrong in (False, True):
        rng = random.Random(5)
        theirs = gather((model(rng, wrong=wrong) for _ in range(games)), of_game)
        found = differences(ours, theirs)
        bad = [f for f in found if f[0] > SIGMAS]
        print(
            f"{title}{', played wrongly here' if wrong else ''}: {ours[0]} games, {len(found)} figures, {len(bad)} differ; "
            f"a game {ours[1]['picks'][0] / games:.3f} picks, {theirs[1]['picks'][0] / games:.3f} here; all scores "
            f"{ours[1]['all scores'][0] / games:.3f}, {theirs[1]['all scores'][0] / games:.3f} here"
        )
        if bool(bad) == wrong and ours[0] == games:
            passed += 1
            continue
        failed += 1
        for sigmas, what, x, y in found[:5]:
            print(f"  {what}: {x:.5f}, {y:.5f} here: {sigmas:.1f} sigma")
    return passed, failed


def games_wanted(argv, short):
    """How many: of the command line, else 20,000 with CT_LONG."""
    return int(argv[1]) if len(argv) > 1 else 20000 if os.environ.get("CT_LONG") else short
