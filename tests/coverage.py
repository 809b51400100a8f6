#!/usr/bin/env python3
"""Which branches of our C the tests take:  tests/coverage.py [--list FOLDER]... [--reasons FILE] BUILD [FOLDER...]

BUILD was compiled with --coverage, and its programs have run (`make coverage`). A table has the branches of each
file below FOLDER (core/kernel, core/load, core/script, tools/serve), with a total for each folder. Of the first
FOLDER every branch must be taken, or be named in FILE (tests/coverage-reasons); what is neither is listed, and so
are all branches of a folder after --list that are not taken. Exit: 0; 1: there are such in the first FOLDER, or a
row of FILE is wrong; 2: BUILD has no counters.

A row of FILE is  PATH | FUNCTION | TEXT OF THE LINE | WAY | REASON  and means each line of that function with this
text; spaces at its ends do not count. A line with `#` is a remark. WAY is as the list has it: `true` or `false`, with
the number of the condition before it where its line has several; `way N` where that cannot be said, as in a `switch`.
A row is wrong when no such line is there, or when the branch is taken on every such line.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys

FOLDERS = ["core/kernel", "core/load", "core/script", "tools/serve"]


def records(build):
    """What gcov says of each object of the build, one at a time."""
    notes = [os.path.join(room, f) for room, _, names in os.walk(build) for f in names if f.endswith(".gcno")]
    if not notes:
        print(f"{build}: nothing there was compiled with --coverage: make coverage", file=sys.stderr)
        sys.exit(2)
    for first in range(0, len(notes), 50):
        done = subprocess.run(["gcov", "--branch-probabilities", "--json-format", "--stdout", *notes[first:first + 50]],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        for line in done.stdout.splitlines():
            if line.startswith(b"{"):
                yield json.loads(line)


def counted(build, folders):
    """(file, line, function) -> [count, falls through] of each branch, over all objects that have the line."""
    total = {}
    for record in records(build):
        for file in record["files"]:
            path = os.path.relpath(os.path.join(record["current_working_directory"], file["file"]))
            if not any(path.startswith(f + "/") for f in folders):
                continue
            for line in file["lines"]:
                branches = [[b["count"], b["fallthrough"]] for b in line["branches"] if not b["throw"]]
                if not branches:
                    continue
                key = (path, line["line_number"], line.get("function_name", ""))
                known = total.setdefault(key, branches)
                if known is not branches:
                    for a, b in zip(known, branches):
                        a[0] += b[0]
                    known += branches[len(known):]
    return total


def condition(source, number):
    """What is asked in line `number` of a file: to the end of its parentheses, without texts and comments."""
    text = ""
    for line in source[number - 1:number + 9]:
        line = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'', '""', line)
        text += " " + re.sub(r"//.*|/\*.*?(\*/|$)", "", line).strip()
        if text.count("(") <= text.count(")") and not re.search(r"(&&|\|\||[?:=,])\s*$", text):
            break
    return text.strip()


def ways(text, branches):
    """The names of a line's branches. A pair is a condition; the way that falls through is the true one but before
    `||` and at the end of a loop's head. Where that may be otherwise, or the line has other conditions: numbers."""
    pairs = [branches[i:i + 2] for i in range(0, len(branches), 2)]
    if any(len(p) < 2 or p[0][1] == p[1][1] for p in pairs):
        return [f"way {i + 1}" for i in range(len(branches))]
    after = re.findall(r"&&|\|\||\?", text)
    if len(after) < len(pairs):
        after.append("end")
    if len(after) != len(pairs) or re.search(r"!\(.*(&&|\|\|)|^switch\b", text):
        return [f"way {i + 1}" for i in range(len(branches))]
    loop = re.match(r"(\} *)?(while|for)\b", text)
    names = []
    for n, pair in enumerate(pairs):
        turned = after[n] == "||" or (loop and after[n] == "end")
        for _, falls in pair:
            which = "true" if falls != bool(turned) else "false"
            names.append(which if len(pairs) == 1 else f"{n + 1} {which}")
    return names


def read_reasons(path):
    """(file, function, text, way) -> [row's number, what has become of it]."""
    rows, wrong = {}, []
    with open(path) as f:
        for number, line in enumerate(f, 1):
            if not line.strip() or line.startswith("#"):
                continue
            fields = [x.strip() for x in line.split(" | ", 2)[:2] + line.split(" | ", 2)[-1].rsplit(" | ", 2)]
            if len(fields) != 5 or not all(fields):
                wrong.append(f"{path}:{number}: expected PATH | FUNCTION | TEXT OF THE LINE | WAY | REASON")
            elif tuple(fields[:4]) in rows:
                wrong.append(f"{path}:{number}: says again what line {rows[tuple(fields[:4])][0]} says")
            else:
                rows[tuple(fields[:4])] = [number, "there is no such line or way in that function: take the row away, or correct it"]
    return rows, wrong


Figures = collections.namedtuple("Figures", "branches taken named")


def weigh(total, rows):
    """Figures of each file, and the branches that are not taken and not named."""
    figures, missed, sources = {}, [], {}
    for (path, number, function), branches in sorted(total.items()):
        if path not in sources:
            with open(path) as f:
                sources[path] = f.read().split("\n")
        line = sources[path][number - 1].strip()
        if re.match(r"assert\b", line):
            continue
        named = 0
        for name, (count, _) in zip(ways(condition(sources[path], number), branches), branches):
            row = rows.get((path, function, line, name))
            if row and not count:
                row[1] = ""
                named += 1
            elif row and row[1]:
                row[1] = "that branch is taken: take the row away"
            elif not count:
                missed.append((path, number, function, line, name))
        old = figures.get(path, Figures(0, 0, 0))
        taken = sum(1 for count, _ in branches if count)
        figures[path] = Figures(old.branches + len(branches), old.taken + taken, old.named + named)
    return figures, missed


def show(name, f):
    share = 100 * f.taken / f.branches if f.branches else 100
    print(f"{name:<36} {f.taken:>6} / {f.branches:>6} {share:>6.1f} % {f.named:>6} {f.branches - f.taken - f.named:>6}")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("build")
    p.add_argument("folders", nargs="*", default=FOLDERS)
    p.add_argument("--list", action="append", default=[])
    p.add_argument("--reasons", default="tests/coverage-reasons")
    args = p.parse_args()
    folders = args.folders or FOLDERS
    rows, wrong = read_reasons(args.reasons)
    figures, missed = weigh(counted(args.build, folders), rows)
    print(f"{'file':<36} {'taken':>6} / {'all':>6} {'':>8} {'named':>6} {'rest':>6}")
    for folder in folders:
        own = {path: f for path, f in figures.items() if path.startswith(folder + "/")}
        for path, f in sorted(own.items()):
            show(path, f)
        show(f"{folder}, all", Figures(*(sum(x) for x in zip(*own.values()))) if own else Figures(0, 0, 0))
        print()
    for path, number, function, line, way in missed:
        if any(path.startswith(f + "/") for f in [folders[0], *args.list]):
            print(f"{path}:{number}: {function}: {line} | {way}: never taken")
    for number, what in rows.values():
        if what:
            wrong.append(f"{args.reasons}:{number}: {what}")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    rest = sum(1 for m in missed if m[0].startswith(folders[0] + "/"))
    if rest:
        print(f"{folders[0]}: {rest} branches are neither taken nor named in {args.reasons}")
    return 1 if wrong or rest else 0


if __name__ == "__main__":
    sys.exit(main())
