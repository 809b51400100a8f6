#!/usr/bin/env python3
"""The desk: what is saved in a game's folder is seen at once, the open game goes on by the new rules, and with errors by the old ones.

A small game is written, played and changed as editors do it: in place, or by a new file that gets the old one's name.
"""
import os
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import PATIENCE, Server, main

RULES = """cantrip: 1
title: High Card
players: {min: 2, max: 4}
languages: [en, fr]
cards: [cards.yaml]
traits:
  value: {is: number}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
  row:  {per: player, as: row, seen_by: all}
actions:
  play: {card: {zone: hand, value: {at_least: 1}}, do: [{move: {to: row}}]}
  drop: {card: {zone: hand, value: 0}, do: [{move: {to: row}}]}
phases:
  - deal: {who: all, from: deck, to: hand, count: 5}
  - name: round
    repeat: 3
    phases:
      - choose: {who: all, together: true, any_of: [play, drop]}
result: {score: {sum: value, cards: {zone: row}}}
"""
CARDS = """cantrip: 1
cards:
  one: {name: {en: One, fr: Un}, copies: 5, value: 1}
  two: {name: {en: Two, fr: Deux}, copies: 5, value: 2}
  three: {name: {en: Three, fr: Trois}, copies: 5, value: 3}
  four: {name: {en: Four, fr: Quatre}, copies: 5, value: 4}
"""
SCENARIOS = """cantrip: 1
ruleset: mine
scenarios:
  - name: four is worth four
    given: {A.row: [four]}
    then:
      - expect: {A.score: 4}
"""


class Desk(Server):
    command = "desk"
    own_limits = ()

    def __init__(self, *flags, within="."):
        self.tmp = tempfile.TemporaryDirectory()
        self.folder = os.path.join(self.tmp.name, within, "mine")
        os.makedirs(self.folder)
        os.mkdir(os.path.join(self.folder, "scenarios"))
        self.write("ruleset.yaml", RULES)
        self.write("cards.yaml", CARDS)
        self.write("scenarios/all.yaml", SCENARIOS)
        super().__init__(self.folder, *flags)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as f:
            f.write(text)

    def rename_over(self, name, text):
        """As an editor that never leaves half a file."""
        self.write(name + ".new", text)
        os.rename(os.path.join(self.folder, name + ".new"), os.path.join(self.folder, name))

    def get(self, what="", status=200):
        got, a = self.ask("GET", "/api/desk" + what, None, self.key)
        assert got == status, f"{what}: {got} {a}"
        return a

    def post(self, what, body, status=200):
        got, a = self.ask("POST", "/api/desk" + what, body, self.key)
        assert got == status, f"{what}: {got} {a}"
        return a

    def until(self, what, says):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            state = self.get()
            if what(state):
                return state
            time.sleep(0.01)
        raise AssertionError(f"waited in vain: {says}: {state}")

    def saved(self, act):
        """Does something to the files and waits until it was seen, and its trials are over."""
        before = self.get()["saves"]
        act()
        return self.until(lambda s: s["saves"] > before and not s["trials"]["running"], "a save that is seen")

    def view(self, seat):
        import json
        for _, text in self.stream(self.get()["table"]["id"], self.get()["table"]["keys"][seat]):
            return json.loads(text)

    def play(self, picks, number=0):
        """Whoever is asked takes his choice of this number (or the last)."""
        for _ in range(picks):
            table = self.get()["table"]
            for seat, key in enumerate(table["keys"]):
                m = self.view(seat)
                choices = m["view"].get("choices")
                if choices:
                    c = choices[min(number, len(choices) - 1)]
                    status, a = self.ask("POST", f"/api/tables/{table['id']}/pick", {"at": m["at"], "key": c["key"]}, key)
                    assert status == 200, a
                    break
            else:
                return


def test_a_save_is_seen_and_the_game_goes_on():
    with Desk("--seed", "3") as d:
        d.play(4)
        before = d.view(0)
        assert d.get()["table"]["picks"] == 4
        s = d.saved(lambda: d.write("cards.yaml", CARDS.replace("name: {en: Four, fr: Quatre}, copies: 5, value: 4", "name: {en: Vier, fr: Quatre}, copies: 5, value: 5")))
        assert s["findings"] == [] and not s["broken"]
        assert s["carried"]["picks"] == s["carried"]["done"] == s["table"]["picks"] == 4, s["carried"]
        assert s["changed"] == [{"file": os.path.join(d.folder, "cards.yaml"), "line": 6}], s["changed"]
        after = d.view(0)
        assert after["table"]["rules"] == before["table"]["rules"] + 1
        assert [z for z in after["view"]["seats"][0]["zones"]["row"]] == [z for z in before["view"]["seats"][0]["zones"]["row"]]
        four = next(c for c in d.get("/game")["gallery"] if c["id"] == "four")
        assert four["says"]["en"]["name"] == "Vier" and four["says"]["fr"]["name"] == "Quatre" and four["line"] == 6
        failed = s["trials"]["failed"]
        assert len(failed) == 1 and failed[0]["name"] == "four is worth four" and failed[0]["line"] == 4
        assert "5" in failed[0]["report"], failed
        s = d.saved(lambda: d.rename_over("cards.yaml", CARDS))
        assert s["trials"]["failed"] == [] and s["trials"]["passed"] == 1


def test_errors_change_nothing_but_what_is_said():
    with Desk("--seed", "3") as d:
        d.play(3)
        before = d.view(1)
        s = d.saved(lambda: d.write("cards.yaml", CARDS.replace("value: 3", "valu: 3")))
        assert s["broken"] and s["findings"][0]["line"] == 5 and "value" in s["findings"][0]["hint"], s["findings"]
        assert s["findings"][0]["excerpt"] and s["findings"][0]["mark"]
        after = d.view(1)
        assert after["view"] == before["view"] and after["table"]["rules"] == before["table"]["rules"]
        d.play(1)  # by the rules of before
        assert d.get()["table"]["picks"] == 4
        s = d.saved(lambda: d.write("cards.yaml", CARDS))
        assert not s["broken"] and s["findings"] == [] and s["table"]["picks"] == 4


def test_the_first_difference_is_named():
    with Desk("--seed", "3") as d:
        d.play(4, number=9)  # the highest
        s = d.saved(lambda: d.write("ruleset.yaml", RULES.replace("at_least: 1", "at_least: 2")))
        c = s["carried"]
        assert c["first"] == 0 and c["now"] < c["was"] and c["prompt"], c
        assert s["changed"][0]["line"] == 13, s["changed"]
        # a pick that is not offered any more: the game stands before it
        s = d.saved(lambda: d.write("ruleset.yaml", RULES.replace("at_least: 1", "at_least: 9")))
        c = s["carried"]
        assert c["done"] == s["table"]["picks"] < c["picks"] and c["why"], c
        # a rule that was half written: what it has cut off is there again when it is whole
        s = d.saved(lambda: d.write("ruleset.yaml", RULES.replace("at_least: 1", "at_least: 8")))
        assert s["carried"]["picks"] == 4 > s["table"]["picks"], s["carried"]
        s = d.saved(lambda: d.write("ruleset.yaml", RULES))
        c = s["carried"]
        assert c["done"] == c["picks"] == s["table"]["picks"] == 4 and "first" not in c, c
        # but not behind a pick that was made meanwhile
        s = d.saved(lambda: d.write("ruleset.yaml", RULES.replace("at_least: 1", "at_most: 2")))
        n = s["table"]["picks"]
        assert n < s["carried"]["picks"] == 4, s["carried"]
        d.play(1)
        s = d.saved(lambda: d.write("ruleset.yaml", RULES))
        assert s["carried"]["done"] == s["carried"]["picks"] == n + 1, s["carried"]


def test_a_game_that_the_rules_refuse_stays():
    with Desk("--seats", "4", "--seed", "3") as d:
        d.play(2)
        s = d.saved(lambda: d.write("ruleset.yaml", RULES.replace("max: 4", "max: 3")))
        assert "refused" in s["carried"] and s["table"]["picks"] == 2, s["carried"]
        d.play(1)
        assert d.get()["table"]["picks"] == 3


def test_a_game_that_fails_by_the_new_rules_stays():
    """A slip that only play finds takes no picks away: when it is mended the game is where it was."""
    endless = RULES.replace("repeat: 3", "repeat: 1000000").replace(
        "choose: {who: all, together: true, any_of: [play, drop]}", "deal: {who: all, from: deck, to: hand, count: 0}")
    with Desk() as d:
        d.play(3)
        s = d.saved(lambda: d.write("ruleset.yaml", endless))
        assert "ENDLESS" in s["carried"]["refused"] and s["table"]["picks"] == 3 and not s["table"]["error"], s
        assert "ENDLESS" in d.post("/begin", {}, 409)["error"]
        s = d.saved(lambda: d.write("ruleset.yaml", RULES))
        assert s["carried"]["done"] == 3 and s["table"]["picks"] == 3, s
        with Server(d.folder) as server:
            d.write("ruleset.yaml", endless)
            server.stop()
            server.start()
            status, a = server.ask("POST", "/api/tables", {"game": "mine", "seats": [{}, {}]})
            assert status == 400 and "LIMIT-WORK" in a["error"], (status, a)  # a served game may take less


def test_back_and_forth():
    with Desk("--seed", "3") as d:
        d.play(5)
        p = d.get("/past?to=2&as=all")
        assert p["to"] == 2 and p["picks"] == 5 and sum(len(s["zones"]["row"]) for s in p["view"]["seats"]) == 2
        assert d.get("/past?to=0&as=1")["view"]["observer"] == 1
        d.get("/past?to=6&as=all", 400)
        d.get("/past?to=1&as=9", 400)
        d.post("/back", {"to": 2})
        assert d.get()["table"]["picks"] == 2
        d.post("/back", {"to": 3}, 400)
        d.play(1, number=9)
        assert d.get()["table"]["picks"] == 3


def test_replays_are_kept_and_tried():
    with Desk("--seed", "3") as d:
        d.play(4, number=9)
        for bad in ("x", "../x.replay", ".x.replay", "a/b.replay", "", 7):
            d.post("/keep", {"file": bad}, 400)
        d.saved(lambda: d.post("/keep", {"file": "bug.replay"}))
        s = d.until(lambda s: s["trials"]["replays"], "the replay")
        assert s["trials"]["replays"] == [{"file": "bug.replay", "picks": 4, "done": 4, "same": True, "says": None}]
        s = d.saved(lambda: d.write("ruleset.yaml", RULES.replace("count: 5", "count: 4")))
        r = s["trials"]["replays"][0]
        assert not r["same"] and r["says"], r
        old = s["table"]["id"]
        d.saved(lambda: d.write("ruleset.yaml", RULES))
        d.post("/open", {"file": "bug.replay"})
        s = d.get()
        assert s["table"]["id"] != old and s["table"]["picks"] == 4
        d.post("/open", {"file": "none.replay"}, 409)


def test_a_moment_becomes_a_scenario():
    """Each moment of a game, played again as a scenario, passes and shows the table that the game had."""
    with Desk("--seed", "3") as d:
        d.play(6, number=9)
        for to in range(7):
            text = d.get(f"/scenario?to={to}")["text"]
            got = d.post("/scenario/try", {"text": text})
            assert got["passed"] is True and got["findings"] == [] and got["expect"] is None, (text, got)
            past = d.get(f"/past?to={to}&as=all")["view"]
            zones = [{z: [c.get("card") for c in cards] for z, cards in s["zones"].items()} for s in past["seats"]]
            assert zones == [{z: [c.get("card") for c in cards] for z, cards in s["zones"].items()} for s in got["view"]["seats"]], text
        # it does not begin before it must: with the round that is under way, and with what was changed since
        assert "at: round" in text and "round: 3" in text and text.count("- {A: ") + text.count("- A: ") + text.count("- B: ") <= 2, text
        assert d.get("/scenario?to=6")["files"] == ["all.yaml"]
        d.get("/scenario?to=7", 400)
        d.get("/scenario", 400)


def test_a_scenario_by_hand():
    with Desk("--seed", "3") as d:
        hand = "cantrip: 1\nruleset: mine\nscenarios:\n  - name: by hand\n    at: round\n    given:\n      A.hand: [one, four]\n      B.hand: [two, three]\n    then:\n"
        got = d.post("/scenario/try", {"text": hand + "      - {A: four, B: two}\n"})
        assert got["passed"] is True and "A.row: [four]" in got["expect"] and got["offers"][0] == {"seat": "A", "picks": ["play one"]}, got
        got = d.post("/scenario/try", {"text": hand + "      - {A: four, B: two}\n" + got["expect"]})
        assert got["passed"] is True and got["expect"] is None, got
        got = d.post("/scenario/try", {"text": hand + "      - {A: three, B: two}\n"})
        assert got["passed"] is False and "three" in got["report"] and got["view"]["seats"][0]["zones"]["hand"], got
        got = d.post("/scenario/try", {"text": hand.replace("at:", "att:")})
        assert got["passed"] is None and got["findings"][0]["line"] == 5 and "view" not in got, got
        assert d.post("/scenario/try", {"text": ""})["findings"] is not None
        d.post("/scenario/try", {}, 400)


def test_scenarios_are_kept_and_tried():
    with Desk("--seed", "3") as d:
        d.play(3)
        text = d.get("/scenario?to=3")["text"]
        for bad in ("x", "../x.yaml", ".x.yaml", "a/b.yaml", "", 7):
            d.post("/scenario/keep", {"text": text, "file": bad}, 400)
        d.post("/scenario/keep", {"text": text.replace("at:", "att:"), "file": "new.yaml"}, 409)
        assert os.listdir(os.path.join(d.folder, "scenarios")) == ["all.yaml"]
        s = d.saved(lambda: d.post("/scenario/keep", {"text": text, "file": "new.yaml"}))
        assert s["trials"]["passed"] == s["trials"]["of"] == 2, s["trials"]
        kept = {}
        s = d.saved(lambda: kept.update(d.post("/scenario/keep", {"text": text, "file": "all.yaml"})))
        assert s["trials"]["passed"] == s["trials"]["of"] == 3
        with open(kept["file"]) as f:
            got = f.read()
        assert got.startswith(SCENARIOS) and got.split("\n")[kept["line"] - 1].startswith("  - name: after 3 picks"), (kept, got)
        again = d.post("/scenario/open", kept)["text"]
        assert again.split("scenarios:")[1] == text.split("scenarios:")[1], again
        d.post("/scenario/open", {"file": kept["file"], "line": 2}, 409)
        d.post("/scenario/open", {"file": "/etc/passwd", "line": 1}, 409)
        # a file whose list does not stand at its end stays as it is
        odd = SCENARIOS + "seats: [A, B]\n"
        d.saved(lambda: d.write("scenarios/odd.yaml", odd))
        d.post("/scenario/keep", {"text": text, "file": "odd.yaml"}, 409)
        with open(os.path.join(d.folder, "scenarios", "odd.yaml")) as f:
            assert f.read() == odd


def test_links_and_pipes_in_a_game_lead_nowhere():
    with Desk() as d:
        out, kept = os.path.join(d.tmp.name, "out"), os.path.join(d.folder, "replays")
        os.mkdir(out)
        os.mkdir(kept)
        with open(os.path.join(out, "mine"), "w") as f:
            f.write("precious")
        d.play(2)
        for folder in ("replays", "scenarios"):
            os.symlink(os.path.join(out, "mine"), os.path.join(d.folder, folder, "link.replay" if folder == "replays" else "link.yaml"))
            os.mkfifo(os.path.join(d.folder, folder, "pipe.replay" if folder == "replays" else "pipe.yaml"))
        for name in ("link", "pipe"):
            assert "not a file of this game" in d.post("/keep", {"file": name + ".replay"}, 409)["error"]
            assert "not a file of this game" in d.post("/open", {"file": name + ".replay"}, 409)["error"]
            assert "not a file of this game" in d.post("/scenario/keep", {"file": name + ".yaml", "text": SCENARIOS}, 409)["error"]
        # tried after a save they are told, too, and nobody waits
        tried = d.saved(lambda: d.write("cards.yaml", CARDS + "\n"))["trials"]["replays"]
        assert [(r["file"], "not a file of this game" in r["says"]) for r in tried] == [("link.replay", True), ("pipe.replay", True)]
        for folder in ("replays", "scenarios"):
            os.rename(os.path.join(d.folder, folder), os.path.join(d.tmp.name, folder))
            os.symlink(out, os.path.join(d.folder, folder))
        assert "not a folder of this game" in d.post("/keep", {"file": "new.replay"}, 409)["error"]
        assert "not a folder of this game" in d.post("/scenario/keep", {"file": "new.yaml", "text": SCENARIOS}, 409)["error"]
        assert os.listdir(out) == ["mine"]
        with open(os.path.join(out, "mine")) as f:
            assert f.read() == "precious"


def test_folders_come_and_go():
    """New ones are watched, also where the rules that name them have errors as long as they are empty, and a game that was moved away and put back."""
    with Desk() as d:
        for name in ("scenarios", "lang", "more"):
            shutil.rmtree(os.path.join(d.folder, name), ignore_errors=True)
            d.saved(lambda: os.mkdir(os.path.join(d.folder, name)))
        s = d.saved(lambda: d.write("scenarios/all.yaml", SCENARIOS))
        assert s["trials"]["passed"] == 1
        assert d.saved(lambda: d.write("ruleset.yaml", RULES.replace("[cards.yaml]", "[cards.yaml, more]")))["broken"]
        assert not d.saved(lambda: d.write("more/five.yaml", "cantrip: 1\ncards:\n  five: {name: Five, copies: 1, value: 5}\n"))["broken"]
        assert d.saved(lambda: os.rename(d.folder, d.folder + ".old"))["broken"]
        d.saved(lambda: shutil.copytree(d.folder + ".old", d.folder))
        d.until(lambda s: not s["broken"], "the game is back")
        s = d.saved(lambda: d.write("ruleset.yaml", RULES.replace("count: 5", "count: 4")))
        assert not s["broken"] and s["changed"], s


def test_a_folder_whose_name_is_no_text():
    with Desk(within=os.fsdecode(b"\xff")) as d:
        s = d.saved(lambda: d.write("ruleset.yaml", RULES.replace("count: 5", "count: 4")))
        assert s["changed"] and s["changed"][0]["file"].endswith("/\\xFF/mine/ruleset.yaml"), s["changed"]


def test_what_is_there_is_not_written_over():
    with Desk() as d:
        d.play(1)
        d.post("/keep", {"file": "bug.replay"})
        d.play(1)
        assert "this name is taken" in d.post("/keep", {"file": "bug.replay"}, 409)["error"]
        # nor is anything behind the end of what can be read
        path = os.path.join(d.folder, "scenarios", "odd.yaml")
        kept = (SCENARIOS + "\0more").encode()
        with open(path, "wb") as f:
            f.write(kept)
        d.post("/scenario/keep", {"text": SCENARIOS.replace("four is", "still is"), "file": "odd.yaml"}, 409)
        with open(path, "rb") as f:
            assert f.read() == kept


def test_games_that_cannot_begin():
    with Desk() as d:
        for people in (13, 100000, 1 << 32, -1):
            assert "`people` must be a number from 0 to 12" in d.post("/begin", {"people": people}, 400)["error"]
        for seed in ("-1", "18446744073709551616", "0x1", " 1", "x"):
            d.post("/begin", {"seed": seed}, 400)
        d.post("/begin", {"people": 5}, 409)
        d.post("/begin", {"people": 4, "seed": "18446744073709551615"})
        assert d.get()["table"]["people"] == 4


def test_a_sentence_becomes_yaml():
    """In the language of the table, by the rules as they were saved last; what is not understood says which words are known there."""
    with Desk("--lang", "fr", "--seed", "3") as d:
        assert d.post("/text", {"text": "value: 3"}) == {"entries": ["value: 3"]}
        four = ["value: {count: {zone: row, card: four}, times: 2}"]
        assert d.post("/text", {"text": "2 par carte Quatre dans rangée à vous."}) == {"entries": four}
        a = d.post("/text", {"text": "2 par carte Cinq dans rangée à vous"})
        assert "'Cinq', word 4 of '2 par carte Cinq dans rangée à vous'. Known there: " in a["wrong"] and "Un" in a["wrong"], a
        d.saved(lambda: d.write("cards.yaml", CARDS.replace("fr: Quatre", "fr: Cinq")))
        assert d.post("/text", {"text": "2 par carte Cinq dans rangée à vous"}) == {"entries": four}
        s = d.saved(lambda: d.write("cards.yaml", CARDS.replace("value: 3", "value: 3, text: 'value: 5'")))
        assert [(f["code"], f["level"], f["line"]) for f in s["findings"]] == [("TEXT-DIFFERS", "warning", 5)], s["findings"]
        d.saved(lambda: d.write("cards.yaml", CARDS.replace("value: 3", "valu: 3")))
        assert "the rules have errors" in d.post("/text", {"text": "3"})["wrong"]
        assert "at most 1000 bytes" in d.post("/text", {"text": "3" * 1001}, 400)["error"]
        assert "at most 1000 bytes" in d.post("/text", {}, 400)["error"]


def test_what_cards_are_worth():
    def worth(cards, by):
        if by == "random":  # what lies in a hand is told by having it: nobody is without any of the most frequent card
            return {c["card"]: c["having"]["points"]["gain"]["mean"] for c in cards if "points" in c["having"]}
        # those who learn always take the best card, and of one that is never passed no gain is known: what they take more
        # often than others
        often = sum(c["picked"] for c in cards) / sum(c["offered"] for c in cards)
        return {c["card"]: c["picked"] / c["offered"] - often for c in cards}

    with Desk() as d:
        def gains():
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                w = d.get("/worth")
                if w.get("games", 0) >= 500:
                    return worth(w["cards"]["play"], w["by"])
                time.sleep(0.02)
            raise AssertionError(f"no games: {w}")
        g = gains()
        assert g["four"] > 0 > g["one"], g
        d.saved(lambda: d.write("cards.yaml", CARDS.replace("value: 1", "value: 9")))
        g = gains()  # of the new rules alone
        assert g["one"] > 0 > g["two"], g


def test_where_the_time_goes():
    with Desk() as d:
        def lines(games=50):
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                told = d.get()["profile"]
                if told.get("games") == games:
                    return {(os.path.basename(l["file"] or ""), l["text"]): l for l in told["lines"]}
                time.sleep(0.02)
            raise AssertionError(f"no profile: {told}")
        deal = lines()["ruleset.yaml", "- deal: {who: all, from: deck, to: hand, count: 5}"]
        assert deal["times"] == 50 and deal["share"] > 0.1 and deal["why"] is None, deal
        slow = 'drop: {card: {zone: hand, where: it.value * it.value < 1}, do: [{move: {to: row}}]}'
        was = "drop: {card: {zone: hand, value: 0}, do: [{move: {to: row}}]}"
        d.saved(lambda: d.write("ruleset.yaml", RULES.replace(was, slow)))
        end = time.monotonic() + PATIENCE
        while ("ruleset.yaml", slow) not in lines() and time.monotonic() < end:
            time.sleep(0.02)
        assert lines()["ruleset.yaml", slow]["why"] == "where", lines()


def test_another_game():
    with Desk("--seed", "3") as d:
        assert d.get()["table"]["people"] == 2
        d.post("/begin", {"people": 3, "lang": "fr", "seed": "12", "options": {}})
        s = d.get()
        assert s["table"]["people"] == 3 and s["table"]["picks"] == 0 and len(s["table"]["keys"]) == 3
        d.post("/begin", {"people": 9}, 409)
        d.post("/begin", {"people": 2, "seed": "x"}, 400)
        d.post("/begin", {"people": 2, "options": {"no-such": "1"}}, 409)
        assert d.get()["table"]["id"] == s["table"]["id"]
        # the open table outlives the server
        d.play(2)
        d.stop()
        d.flags = (d.folder,)
        d.start()
        assert d.get()["table"]["id"] == s["table"]["id"] and d.get()["table"]["picks"] == 2
        # also when the rules have changed meanwhile
        d.stop()
        d.write("ruleset.yaml", RULES.replace("count: 5", "count: 4"))
        d.start()
        assert d.get()["table"]["id"] == s["table"]["id"] and d.get()["carried"]


def test_only_its_key_opens_the_desk():
    with Desk() as d:
        key = d.key
        for wrong in ("", "0" * 32, d.get()["table"]["keys"][0], d.get()["table"]["watch"]):
            for method, what in (("GET", ""), ("GET", "/game"), ("POST", "/keep"), ("POST", "/scenario/keep"), ("GET", "/scenario?to=0"), ("GET", "/past?to=0&as=all")):
                status, _ = d.ask(method, "/api/desk" + what, {} if method == "POST" else None, wrong)
                assert status == 403, (wrong, what, status)
        d.get("/nothing", 404)
        d.post("", {}, 405)
        assert d.key == key
    with Server("fairytale") as s:
        assert s.ask("GET", "/api/desk", None, key)[0] == 404


if __name__ == "__main__":
    main([t for name, t in sorted(globals().items()) if name.startswith("test_")])
