#!/usr/bin/env python3
"""Nobody is told more than his view: whole games over HTTP, every message held against `cantrip view`.

The view of each message must be, to the byte of its JSON, one that the command gives for this observer of the recorded
game; log and moves may name no card that the observer's views do not hold (the game's rules are known to all, so names of
cards are searched for in what a message tells of this game).
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import CANTRIP, ROOT, Server, main, sit

GAMES = [("fairytale", 2), ("wizard-quest", 1)]
if os.environ.get("SERVE_LONG"):
    GAMES += [("fairytale", 5), ("fairytale-factions", 3), ("once-upon-a-draft", 4)]


def command_views(path, picks, observer):
    """What the command shows this observer after each number of picks."""
    views = []
    for to in range(picks + 1):
        done = subprocess.run([CANTRIP, "view", path, "--to", str(to), "--as", observer, "--memory"],
                              cwd=ROOT, env=dict(os.environ, CANTRIP_ROOT=ROOT), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        views.append(json.loads(done.stdout))
    return views


def named(view):
    """Cards that a view tells of."""
    found = set()

    def walk(o):
        if isinstance(o, dict):
            if isinstance(o.get("card"), str):
                found.add(o["card"])
            found.update(o.get("may_be", []))
            for v in o.values():
                walk(v)
        elif isinstance(o, list):
            for v in o:
                walk(v)

    walk(view)
    return found


def plain(view):
    """Without the names that people gave themselves, and texts that hold them."""
    view = json.loads(json.dumps(view))
    for seat in view["seats"]:
        seat.pop("name", None)
    for choice in view.get("choices", []):
        choice.pop("text")
        choice.pop("pick")
    for waiting in view.get("waiting", []):
        waiting.pop("text", None)
    view.pop("prompt", None)
    return view


def held(server, game, seats):
    table = server.table(game, [{"name": f"P{i}"} for i in range(seats)])
    people = sit(server, table["table"], table["keys"], watch=table["watch"])
    status, replay = server.ask("GET", f"/api/tables/{table['table']}/replay", key=table["watch"])
    assert status == 200, replay
    path = os.path.join(server.data, game + ".replay")
    with open(path, "w") as f:
        f.write(replay)
    picks = people[0].last()["view"] and json.loads(json.dumps(
        server.ask("GET", f"/api/tables/{table['table']}/past?to=0", key=table["watch"])[1]))["picks"]
    sits = [k for k, key in enumerate(table["keys"]) if key]
    for person, observer in zip(people, [str(k) for k in sits] + ["spectator"]):
        allowed = [plain(v) for v in command_views(path, picks, observer)]
        known = set().union(*(named(v) for v in allowed))
        for text in person.texts:
            m = json.loads(text)
            assert plain(m["view"]) in allowed, f"{game}, {observer}: a view that the command does not give"
            if m["view"]["status"] == "running":
                assert "final" not in m, "what was hidden is told before the end"
                told = named(m["moves"]).union(*(set(line["cards"]) for line in m["log"]))
                assert told <= known, f"{game}, {observer}: told of {told - known}"
        assert m["view"]["status"] == "over" and "final" in m
        for seat, cards in enumerate(m["stats"]["scored"]):  # fairytale's score is what its cards bring
            assert cards is None or sum(c["points"] for c in cards) == m["view"]["result"]["scores"][seat]
        assert sum(m["stats"]["picks"]) == picks and (m["stats"]["scored"][0] is not None) == game.startswith("fairytale")


def test_views():
    with Server() as server:
        for game, seats in GAMES:
            held(server, game, seats)
            print(f"{game}: {seats} people and who looks on were told what they may know")


def test_what_is_picked_in_secret_moves_nobody_elses_stream():
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}])
        bens = server.stream(t["table"], t["keys"][1])
        anns = server.stream(t["table"], t["keys"][0])
        m = json.loads(next(anns)[1])
        before = json.loads(next(bens)[1])
        while not all(s["here"] for s in before["table"]["seats"]):
            before = json.loads(next(bens)[1])
        status, _ = server.ask("POST", f"/api/tables/{t['table']}/pick",
                               {"at": m["at"], "key": m["view"]["choices"][0]["key"]}, t["keys"][0])
        assert status == 200
        # the next that Ben hears is what he does himself, and his question is still the same
        status, _ = server.ask("POST", f"/api/tables/{t['table']}/seat", {"name": "Benno"}, t["keys"][1])
        assert status == 200
        after = json.loads(next(bens)[1])
        assert after["table"]["seats"][1]["name"] == "Benno", "a message before it"
        assert after["at"] == before["at"] and not after["log"] and not after["moves"]


def test_a_line_names_the_cards_of_its_own_sentence():
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": n} for n in ("Ann", "Ben", "Cy")])
        for key in t["keys"]:  # whoever is dealt to first, second or last
            line = {l["text"].split(" dealt")[0]: l for l in json.loads(next(server.stream(t["table"], key))[1])["log"]}
            assert line["You are"]["cards"], line
            assert not line["Everyone else is"]["cards"], line


def test_a_hint_is_of_the_choices_that_are_offered():
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"bot": "random"}])
        m = json.loads(next(server.stream(t["table"], t["keys"][0]))[1])
        status, a = server.ask("POST", f"/api/tables/{t['table']}/hint", {}, t["keys"][0])
        assert status == 200
        assert {h["key"] for h in a["hints"]} == {c["key"] for c in m["view"]["choices"]}
        shares = [h["share"] for h in a["hints"]]
        assert shares == sorted(shares, reverse=True) and 0 <= shares[-1] <= shares[0] <= 1
        status, a = server.ask("POST", f"/api/tables/{t['table']}/hint", {}, t["watch"])
        assert status == 403


FAILS = """cantrip: 1
players: 1
cards: [{ant: {}, bee: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, bin: {seen_by: all}}
counters: {n: {}}
phases: [{choose: {who: all, card: {zone: hand}, do: [{move: {to: bin}}]}}, {set: {n: 1 // n}}]
result: {score: n}
"""


def test_where_all_games_that_are_tried_fail_there_is_no_hint():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "fails").mkdir()
        pathlib.Path(folder, "fails/ruleset.yaml").write_text(FAILS)
        with Server(f"{folder}/fails") as server:
            t = server.table("fails", [{"name": "Ann"}])
            status, a = server.ask("POST", f"/api/tables/{t['table']}/hint", {}, t["keys"][0])
            assert status == 200 and a == {"hints": []}


def lines(texts):
    return [line["text"] for m in map(json.loads, texts) for line in m["log"]]


def goes_on(server, t, to, texts):
    """From pick `to` seat 1 plays on: he is told what he was told and asked what he was asked, also after a kill."""
    was = server.ask("GET", f"/api/tables/{t['table']}/past?to={to}&as=1", key=t["watch"])[1]["view"]
    status, a = server.ask("POST", f"/api/tables/{t['table']}/whatif", {"to": to, "as": 1, "bot": "random"}, t["keys"][0])
    assert status == 201 and a["keys"][0] is None, a
    first = next(server.stream(a["table"], a["keys"][1]))[1]
    told, old = lines([first]), lines(texts)
    half = min(len(told), len(old)) // 2  # the programs may have played since
    assert told[:half] == old[:half], "another log"
    if was.get("choices"):
        now = json.loads(first)["view"]
        assert plain(now)["seats"][1] == plain(was)["seats"][1]
        assert [c["key"] for c in now["choices"]] == [c["key"] for c in was["choices"]]
        status, _ = server.ask("POST", f"/api/tables/{a['table']}/undo", {}, a["keys"][1])
        assert status == 409, "a pick of the other game was taken back"
    server.stop(signal.SIGKILL)
    server.start()
    end = sit(server, a["table"], a["keys"])[0].last()
    assert end["view"]["status"] == "over"
    status, replay = server.ask("GET", f"/api/tables/{a['table']}/replay", key=a["keys"][1])
    assert status == 200 and "\nworld: " in replay
    path = os.path.join(server.data, "whatif.replay")
    with open(path, "w") as f:
        f.write(replay)
    done = subprocess.run([CANTRIP, "replay", "--verify", path], capture_output=True, text=True,
                          env=dict(os.environ, CANTRIP_ROOT=ROOT))
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_if():
    with Server("fairytale", "once-upon-a-draft") as server:
        games = [("fairytale", 2, (0, 7, 30))]
        if os.environ.get("SERVE_LONG"):
            games += [("fairytale", 5, range(0, 60, 4)), ("once-upon-a-draft", 4, range(0, 50, 5))]
        for game, seats, moments in games:
            t = server.table(game, [{"name": f"P{i}"} for i in range(seats)])

            def ask(**body):
                return server.ask("POST", f"/api/tables/{t['table']}/whatif", body, t["keys"][0])[0]
            assert ask(to=0, bot="random", **{"as": 0}) == 409, "it is not over yet"
            people = sit(server, t["table"], t["keys"], watch=t["watch"])
            for to in moments:
                goes_on(server, t, to, people[1].texts)
            for body in ({"to": -1, "as": 1, "bot": "random"}, {"to": 0, "as": 12, "bot": "random"}, {"to": 0, "as": 0},
                         {"to": "0", "as": 0, "bot": "easy"}, {"to": 0, "as": 0, "bot": "good"}):
                assert ask(**body) == 400, body


def test_seats_are_called_as_the_game_says_until_somebody_is_named():
    with Server("tests/rulesets/idioms/partners") as server:
        assert server.ask("GET", "/api/games")[1]["games"][0]["names"] == ["North", "East", "South", "West"]
        t = server.table("partners", [{"name": "Ann"}, {"bot": "random"}, {"bot": "random"}, {}])
        for _, text in server.stream(t["table"], t["keys"][0]):
            seats = json.loads(text)["view"]["seats"]
            assert [s["name"] for s in seats if s["person"]] == ["Ann", "East", "South", "West"], seats
            break


def test_a_table_is_drawn_as_its_ruleset_says():
    with Server("card-ring", "once-upon-a-draft", "hearts") as server:
        def about(game, seats):
            t = server.table(game, [{"name": f"P{i}"} for i in range(seats)])
            return server.ask("GET", f"/api/tables/{t['table']}", key=t["watch"])[1]
        ring = about("card-ring", 2)
        assert ring["colour"] == "sort" and ring["corners"] == ["cost", "value", None, None]
        at = {z["id"]: (z["row"], z["column"], z["small"]) for z in ring["zones"]}
        assert all(z["grid"] is None for z in ring["zones"])
        assert at["enemies"] == (1, 1, False) and at["supply"] == (2, 1, True) and at["hand"] == (0, 0, False)
        draft = about("once-upon-a-draft", 4)
        assert {c["name"][-1] for c in about("hearts", 4)["cards"].values() if c.get("red")} == {"♦", "♥"}
        assert draft["colour"] == "category"
        colour = {}  # of each word, by the cards that have one word
        for card in draft["cards"].values():
            for word in {t["text"] for t in card["traits"] if t["id"] == "category" and "," not in t["text"]}:
                assert colour.setdefault(word, card["colour"]) == card["colour"], card
        assert sorted(colour.values()) == list(range(8)), colour


def test_a_card_tells_its_lists_by_name_and_by_the_tables_options():
    with Server("card-ring", "fairytale") as server:
        def cards(game, options, seats=2):
            t = server.table(game, [{"name": f"P{i}"} for i in range(seats)], options=options)
            return server.ask("GET", f"/api/tables/{t['table']}", key=t["watch"])[1]["cards"]
        ring = cards("card-ring", {"dummy_trash": "optional"})
        assert ring["kraken"]["text"][0] == {"label": "Win", "text": "+6 Exp"}, ring["kraken"]
        assert ring["kraken"]["text"][1]["label"] == "Lose" and ring["kraken"]["text"][1]["text"].startswith("You: discard 3"), ring["kraken"]
        assert ring["training-dummy"]["text"] == [{"label": "Win", "text": "You may trash a card of your hand or discard pile"}]
        tale = cards("fairytale", {"tied_most": "false"})
        needs = next(t for t in tale["reign-of-wings"]["traits"] if t["id"] == "needs")
        assert (needs["name"], needs["text"], needs["word"]) == ("only if", "nobody else has as many Dragonvale cards", False)


def test_a_table_tells_its_rules_and_words_and_what_lines_came_of():
    """In the table's language; a phase says of how many rounds it is, a line which card's effect it tells, and whether it only goes with others."""
    with Server("fairytale", "war") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}], lang="fr")
        meta = server.ask("GET", f"/api/tables/{t['table']}", key=t["watch"])[1]
        assert meta["rules"].startswith("# Conte de fées\n"), meta["rules"][:40]
        means = {m["word"]: m["means"] for m in meta["meanings"]}
        assert means["ouvrir"] == "retourner face visible des cartes de votre conte" and len(means) == len(meta["meanings"]), means
        games = {g["id"]: g["rules"] for g in server.ask("GET", "/api/games?lang=fr")[1]["games"]}
        assert games["fairytale"] == meta["rules"] and games["war"], games
        def said():
            m = json.loads(next(server.stream(t["table"], t["keys"][0]))[1])
            return m, [line for line in m["log"] if not line["heading"]]
        sit(server, t["table"], t["keys"], most=14)
        m, lines = said()
        assert [(p["phase"], p["of"]) for p in m["view"]["phases"]][:1] == [("round", 4)], m["view"]["phases"]
        if not any("(effet" in line["text"] for line in lines):  # no card of these had one: the whole game does
            sit(server, t["table"], t["keys"])
            m, lines = said()
        aside = [line for line in lines if "de côté" in line["text"]]
        assert {line["inner"] for line in aside if line["cards"]} == {False} and {line["inner"] for line in aside if not line["cards"]} == {True}, aside
        assert all(line["source"] in meta["cards"] for line in lines if line["source"]), lines
        effects = [line for line in lines if "(effet" in line["text"]]
        assert effects and all(line["source"] for line in effects), effects
        assert not any(line["heading"] and line["inner"] for line in m["log"])


if __name__ == "__main__":
    main([test_a_table_tells_its_rules_and_words_and_what_lines_came_of, test_a_card_tells_its_lists_by_name_and_by_the_tables_options, test_views, test_what_if, test_a_table_is_drawn_as_its_ruleset_says, test_seats_are_called_as_the_game_says_until_somebody_is_named, test_a_hint_is_of_the_choices_that_are_offered,
          test_where_all_games_that_are_tried_fail_there_is_no_hint, test_a_line_names_the_cards_of_its_own_sentence,
          test_what_is_picked_in_secret_moves_nobody_elses_stream])
