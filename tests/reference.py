"""What the pages of the reference have from the program's own lists, for tests/book: between marks, and renewed by --write.

    <!-- says: PLACE KEY -->       the sentence of a row of `cantrip keys --json`
    <!-- keys: PLACE [KEY...] -->  a table of a place's keys, or of some of them
    <!-- calls: NAME... -->        a table of calls of scripts (core/kernel/steps.def, core/script/calls.def), told as
                                   scripts/cantrip.lua tells them
    <!-- end -->                   behind each of these

Three further lists have pages: the commands, the words for seats, the kinds of zones; `missing` tells what has none,
which call no script of the guide uses, and which key no page is tried without (tests/book).
And `without` takes a key out of a game, to see that the example of its page would come out otherwise.
"""
import functools, json, pathlib, re, subprocess, textwrap

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "rulesets" / "guide" / "reference"
MARKS = ("says", "keys", "calls")
OWNERS = {"G": "g", "CARD": "card", "SEAT": "seat"}
CLASSES = {"g": "Game", "card": "Card", "seat": "Seat"}


@functools.lru_cache(None)
def rows(cantrip):
    out = subprocess.run([cantrip, "keys", "--json"], capture_output=True, text=True, check=True).stdout
    return {(r["place"], r["key"]): r for r in json.loads(out)}


@functools.lru_cache(None)
def calls():
    """{"g:count": (what it is called with, what it gives, what it does)}, and functions of Lua's libraries."""
    found, told, text = {}, {}, (ROOT / "scripts" / "cantrip.lua").read_text()
    for note, owner, name in re.findall(r"((?:^---.*\n)+)function (\w+):(\w+)\(", text, re.M):
        said = [line[3:].strip() for line in note.splitlines() if line[3:4] != "@"]
        told[owner, name] = " ".join(said)
    for file in ("core/kernel/steps.def", "core/script/calls.def"):
        for kind, args in re.findall(r"^(G|CARD|SEAT)_(?:CALL|READ)\((.*)\)$", (ROOT / file).read_text(), re.M):
            name, takes, gives = re.match(r"(\w+), .*?\"(.*)\", (\w+)$", args).groups()
            owner = OWNERS[kind]
            ways = [", ".join(re.sub(r"(\?)?:\w+", r"\1", arg) for arg in way.split()) for way in takes.split("|")]
            found[f"{owner}:{name}"] = (ways, gives.lower(), told.get((CLASSES[owner], name), ""))
    return found


def cell(text):
    return text.replace("|", "\\|")


def split_default(says):
    """("how many each gets", "1") of "how many each gets (1)"."""
    m = re.match(r"(.*?) ?\(([^()]*)\)$", says)
    return (m[1], m[2]) if m else (says, "")


def key_row(r):
    says, default = split_default(r["says"])
    value = ", ".join(f"`{w}`" for w in r["value"].split(" | ")) if r.get("words") else r["value"]
    if len(value) > 100:
        value = r["type"]  # the page lists its words
    # Without `if`, `where` or `while` nothing is asked. Any other flag or condition is then false.
    if r["value"] in ("true", "condition") and r["key"] not in ("if", "where", "while"):
        default = default or "no"
    if re.fullmatch(r"[\w.-]+", default) and default not in ("you", "no"):
        default = f"`{default}`"
    return f"| `{r['key']}` | {cell(value)} | {'needed' if r['needed'] else cell(default)} | {cell(says)} |"


def generated(cantrip, kind, args):
    """The lines that stand between such a mark and its end."""
    words, known = args.split(), rows(cantrip)
    if kind == "says":
        says = known[tuple(words)]["says"]
        return [says[0].upper() + says[1:] + "."]
    if kind == "keys":
        picked = [r for (place, key), r in known.items() if place == words[0] and (key in words[1:] or not words[1:])]
        return ["| key | value | without it | what it does |", "|---|---|---|---|"] + [key_row(r) for r in picked]
    table = ["| call | gives | what it does |", "|---|---|---|"]
    for name in words:
        ways, gives, says = calls()[name]
        table += [f"| `{name}({way})` | {gives} | {says} |" for way in ways]
    return table


def renew(cantrip, text):
    """The page with its generated parts as they must be."""

    def part(m):
        return "\n".join([m[1]] + generated(cantrip, m[2], m[3]) + ["<!-- end -->"])

    return re.sub(r"(?ms)^(<!-- (says|keys|calls): ([^\n]*) -->)\n.*?^<!-- end -->$", part, text)


# ---- the language on one page, for readers that want all of it at once: programs, mostly ----

LANGUAGE = REFERENCE.parent / "explain" / "language.md"
EXAMPLES = [("rules/scenarios.md", "A small game, and a scenario that tests it:"),
            ("rules/actions.md", "Actions with slots:"),
            ("lua/scripts.md", "A rule in Lua:")]
# What of a page says the language: its own tables and its notes.
PARTS = [("Formulas", "rules/formula.md"), ("Seats", "rules/seats.md"), ("Names", "rules/names.md"), ("Cards", "rules/cards.md"),
         ("Zones", "rules/zones.md"), ("Effects and watchers", "rules/watchers.md"), ("Texts", "rules/texts.md"),
         ("Scenarios", "rules/scenarios.md"), ("Scripts", "lua/scripts.md")]


def files_of(page):
    """[(name, language, text)] of the files that a page writes as a whole."""
    found = re.findall(r"(?ms)^<!-- file: (\S+) -->\n```(\w+)\n(.*?)^```", (REFERENCE / page).read_text())
    return [(name, language, text) for name, language, text in found]


def told_by(page):
    """A page's tables that are not generated, and its notes, without links."""
    text = re.sub(r"(?ms)^<!-- (keys|calls): .*?^<!-- end -->\n", "", (REFERENCE / page).read_text())
    text = re.sub(r"(?ms)^## What can go wrong.*|^See also:.*|^<!--.*?-->\n|^```.*?^```\n|^> .*?\n\n", "", text)
    tables = re.findall(r"(?m)(?:^\|.*\n)+", text.split("## Notes")[0])
    notes = text.split("## Notes")[1] if "## Notes" in text else ""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", "\n".join(tables) + "\n" + re.split(r"(?m)^##+ ", notes)[0].strip()).strip()


def key_line(r):
    says, default = split_default(r["says"])
    extra = "needed" if r["needed"] else f"without it {default}" if default else ""
    line = f"`{r['key']}`: {r['value']}{'; ' + extra if extra else ''}. {says[0].upper() + says[1:]}."
    return textwrap.fill(line, 98, initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def key_lines(cantrip, place, of):
    """A line for each key; one for all that are as in the same place before."""
    first, alike, lines = {}, {}, []
    for (at, key), r in rows(cantrip).items():
        first.setdefault((key, r["value"], r["needed"], r["says"]), at)
    for r in of:
        at = first[r["key"], r["value"], r["needed"], r["says"]]
        if at == place:
            lines.append(key_line(r))
        else:
            alike.setdefault(at, []).append(f"`{r['key']}`")
    for at, keys in alike.items():
        lines += textwrap.wrap(f"- As in {at}: {', '.join(keys)}.", 98, subsequent_indent="  ")
    return lines


def language(cantrip):
    """The whole language: examples, what the pages say of its parts, all keys, all calls."""
    out = ["# The language on one page", "",
           "This page has the whole language in short: examples, words, every key, every call of Lua. It is",
           "made from the other pages by `tests/book --write`. To learn it, begin with the",
           "[tutorial](../tutorial/01-two-files.md).", "",
           "A game is a folder with `ruleset.yaml`, and what that names: files of cards in `cards/`, scripts,",
           "`scenarios/`. `cantrip check FOLDER` finds what is wrong, `cantrip test FOLDER` runs the",
           "scenarios, and `cantrip explain CODE` tells more of an error.", "", "## Examples", ""]
    for page, says in EXAMPLES:
        out += [says, ""]
        for name, kind, text in files_of(page):
            out += [f"<!-- not run: {name.split('/')[-1]} of another page -->", f"```{kind}", f"{text.rstrip()}", "```", ""]
    for heading, page in PARTS:
        out += [f"## {heading}", "", told_by(page), ""]
    out += ["## Every key", ""]
    places = re.findall(r"(?m)^(\S+) +(.*)$", subprocess.run([cantrip, "keys"], capture_output=True, text=True, check=True).stdout)
    for place, where in places[1:]:
        of = [r for (at, _), r in rows(cantrip).items() if at == place]
        if of:
            out += [f"### {place}", "", where[0].upper() + where[1:] + ":", ""] + key_lines(cantrip, place, of) + [""]
    out += ["## Every call", ""]
    for name, (ways, gives, says) in calls().items():
        for way in ways:
            out.append(textwrap.fill(f"`{name}({way})`: {gives}. {says}", 98, initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))
    return "\n".join(out) + "\n"


LLMS = REFERENCE.parent / "llms.txt"


def llms():
    """The guide's index for language models (llmstxt.org): what it is, and a link to each page."""
    parts = re.split(r"(?m)^## (.+)$", (REFERENCE.parent / "README.md").read_text())
    out = ["# Cantrip", "", "> An interpreter for card games that are written in YAML and Lua. It checks them, tests them, plays",
           "> them, and measures how fair their cards are.", "",
           "Read [the language on one page](explain/language.md) first. `cantrip mcp` is a server of the Model Context",
           "Protocol ([mcp](reference/commands/mcp.md))."]
    for heading, text in zip(parts[1::2], parts[2::2]):
        links = [(page, re.search(r"(?m)^# (.+)$", (REFERENCE.parent / page).read_text())[1].replace("`", ""))
                 for page in re.findall(r"\]\(([^)#:]+\.md)\)", text) if not page.startswith("..")]
        out += ["", f"## {heading}", ""] * bool(links) + [f"- [{title}]({page})" for page, title in links]
    return "\n".join(out) + "\n"


def inside(value):
    if isinstance(value, dict):
        yield value
        for v in value.values():
            yield from inside(v)
    elif isinstance(value, list):
        for v in value:
            yield from inside(v)


def without(tree, key):
    """Takes the key out of a game, wherever it stands, a step with what stands beside it; how often it was there.
    `KEY:VALUE`: the value takes the place of each map that has the key; `/KEY:VALUE`: of the key's at the top."""
    key, _, value = key.partition(":")
    if value and key.startswith("/") and key[1:] in tree:
        tree[key[1:]] = yaml.safe_load(value)
        return 1
    if value:
        n = 0
        for m in list(inside(tree)):
            for k, v in m.items():
                if isinstance(v, dict) and key in v:
                    m[k], n = yaml.safe_load(value), n + 1
        return n
    maps = [m for m in inside(tree) if key in m]
    for m in maps:
        del m[key]
    empty = {id(m) for m in maps if not set(m) - {"if", "else", "class", "says"}}
    for m in list(inside(tree)):
        for k, v in m.items():
            if isinstance(v, list) and k != "holds":
                m[k] = [x for x in v if id(x) not in empty]
    return len(maps)


def missing(cantrip):
    """The rows that no page of the reference tells of, and what a page lacks besides what is generated."""
    pages = {p: p.read_text() for p in sorted(REFERENCE.rglob("*.md"))}
    shown, out = set(), []
    for text in pages.values():
        for kind, args in re.findall(r"^<!-- (\w+): (.*) -->$", text, re.M):
            if kind == "keys":
                place, *keys = args.split()
                shown |= {r for r in rows(cantrip) if r[0] == place and (r[1] in keys or not keys)}
            elif kind == "calls":
                shown |= set(args.split())
            elif kind == "says":
                shown.add(tuple(args.split()))
    out += [f"no page of the reference has the key {key} of {place}" for place, key in rows(cantrip) if (place, key) not in shown]
    out += [f"no page of the reference has the call {call}" for call in calls() if call not in shown]
    lua = "\n".join(b for p in REFERENCE.parent.rglob("*.md") for b in re.findall(r"(?ms)^```lua\n(.*?)^```", p.read_text()))
    used = lambda owner, name: re.search(rf"\bg:{name}\b" if owner == "g" else rf"(?<!\bg):{name}\b", lua)
    out += [f"no script of the guide uses {call}" for call in calls() if not used(*call.split(":"))]
    guide = {p: p.read_text() for p in REFERENCE.parent.rglob("*.md")}
    tried = {p.stem for p in guide if p.parent.name == "steps"}
    for text in guide.values():
        for keys in re.findall(r"^<!-- (?:shows|declares): (.*) -->$", text, re.M):
            tried |= {k.split(":")[0].lstrip("/") for k in keys.split()}
    untried = {k for (_, k), r in rows(cantrip).items() if k not in tried and not r["says"].endswith("not read")}
    out += [f"no page is tried without the key {key}: write <!-- shows: {key} --> on one" for key in sorted(untried)]
    listed = subprocess.run([cantrip, "--help"], capture_output=True, text=True, check=True).stdout
    for command in re.findall(r"^  (\w+)(?: |$)", listed.split("commands:")[1].split("\n\n")[0], re.M):
        if REFERENCE / "commands" / f"{command}.md" not in pages:
            out.append(f"no page of the reference has the command {command}")
    seats = (ROOT / "core" / "kernel" / "seats.def").read_text()
    words = [("rules/seats.md", w) for w in re.findall(r"^SEAT_WORD\(\w+, (\w+),", seats, re.M)]
    kinds = (ROOT / "core" / "kernel" / "def.h").read_text()
    for listed in re.findall(r"#define (?:SIGHTS|ZONE_KINDS)\(X\) +(.*)", kinds):
        words += [("rules/zones.md", w) for w in re.findall(r"X\(\w+, (\w+)\)", listed)]
    for page, word in words:
        if not re.search(rf"(?m)^\| `{word}` \|", pages.get(REFERENCE / page, "")):
            out.append(f"{page} has no row for {word}")
    for page, text in pages.items():
        own = re.sub(r"(?ms)^<!-- (says|keys|calls): .*?^<!-- end -->$|^ *```.*?^ *```$|^<!--.*?-->$|^#.*?$", "", text)
        if not re.search(r"[A-Z][^.]*\.", own):
            out.append(f"{page.relative_to(REFERENCE)} has no sentence of its own")
        # the pages of errors and warnings are tried by tests/book in their own way
        if page.parent.name != "findings" and not re.search(r"^```console$", text, re.M):
            out.append(f"{page.relative_to(REFERENCE)} has no example that runs")
    return out
