#!/usr/bin/env python3
"""What players settle among themselves: giving up, a bot for who is away, clocks, chat,
what spectators see, and who finds a table."""
import json
import os
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Server, main, sit, until


def look(server, t, key):
    """The first message of a stream."""
    return json.loads(next(server.stream(t["table"], key))[1])


def at(server, t, verb, body, key):
    return server.ask("POST", f"/api/tables/{t['table']}/{verb}", body, key)


def pick(server, t, key):
    """The first choice."""
    m = look(server, t, key)
    assert at(server, t, "pick", {"at": m["at"], "key": m["view"]["choices"][0]["key"]}, key)[0] == 200


class Streaming(threading.Thread):
    """Reads a stream to its end."""

    def __init__(self, server, t, key):
        super().__init__(daemon=True)
        self.stream, self.told = server.stream(t["table"], key), []
        self.start()
        until(lambda: self.told, "the first message")

    def run(self):
        for _, text in self.stream:
            self.told.append(json.loads(text))

    def last(self):
        return self.told[-1]


def test_whoever_gives_up_ends_a_game_of_two():
    """At once, for good, also after a restart; what was hidden is shown then, and the players go on with another game."""
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}])
        ann, ben = t["keys"]
        here = "/api/tables/" + t["table"]
        assert at(server, t, "giveup", {}, t["watch"])[0] == 403
        sit(server, t["table"], t["keys"], most=3)
        m = look(server, t, ben)
        assert not m["table"]["over"] and "final" not in m
        assert at(server, t, "giveup", {}, ann) == (200, {})
        for again in range(2):
            m = look(server, t, ben)
            assert m["table"]["over"] and "final" in m and "stats" in m
            assert [s["gone"] for s in m["table"]["seats"]] == ["gave up", ""]
            for verb, body in (("giveup", {}), ("undo", {}), ("seat", {"bot": None}), ("replace", {"seat": 1}),
                               ("pick", {"at": m["at"], "key": "0" * 16})):
                assert at(server, t, verb, body, ann)[0] == 409, verb
            assert at(server, t, "giveup", {}, ben)[0] == 409
            assert server.ask("GET", here + "/past?to=1&as=all", key=t["watch"])[0] == 200
            code, replay = server.ask("GET", here + "/replay", key=t["watch"])
            assert code == 200 and "fairytale" in replay, replay[:300]
            server.stop()
            server.start()
        code, a = at(server, t, "rematch", {}, ben)
        assert code == 200
        people = sit(server, a["table"], t["keys"], watch=t["watch"])
        assert people[0].last()["view"]["status"] == "over"
        assert not any(s["gone"] for s in people[0].last()["table"]["seats"])


def test_a_bot_plays_on_for_whoever_gives_up():
    """Among three the game goes on to its end; the seat is not to be had again, and its player sees no more than before."""
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cy"}])
        assert at(server, t, "giveup", {}, t["keys"][0]) == (200, {})
        m = look(server, t, t["keys"][0])
        assert not m["table"]["over"] and "final" not in m and m["table"]["seats"][0]["who"] == "bot"
        assert at(server, t, "seat", {"bot": None}, t["keys"][0])[0] == 409
        people = sit(server, t["table"], t["keys"][1:])
        assert people[0].last()["view"]["status"] == "over"
        # all players have given up: nobody waits for bots
        t = server.table("fairytale", [{"name": "Ann"}, {"bot": "random"}, {"bot": "random"}])
        at(server, t, "giveup", {}, t["keys"][0])
        assert look(server, t, t["watch"])["table"]["over"]


def test_a_bot_plays_for_who_is_away_if_the_others_agree():
    with Server("fairytale", "--away", "1") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cy"}, {}])
        ann, ben, cy, _ = t["keys"]
        replace = lambda key, seat=2, **more: at(server, t, "replace", {"seat": seat, **more}, key)
        seats = lambda: look(server, t, t["watch"])["table"]["seats"]
        streams = [server.stream(t["table"], key) for key in (ann, ben, cy)]
        for s in streams:
            next(s)
        assert replace(t["watch"])[0] == 403
        for seat in (0, 2, 7, -1, "2", None):  # oneself, one who is there, nobody
            assert replace(ann, seat)[0] == 409, seat
        streams.pop().close()
        until(lambda: not seats()[2]["here"], "that Cy is away")
        code, a = replace(ann)
        assert code == 200 and a["replaced"] is False and 0 <= a.get("wait", 0) <= 1, a
        until(lambda: "wait" not in replace(ann)[1], "a second")
        assert seats()[2]["replace"] == [0] and seats()[2]["who"] == "person", "Ben is there and has not agreed"
        assert replace(ben, no=True)[0] == 200 and seats()[2]["replace"] == []
        assert replace(ann)[1] == {"replaced": False}
        # back in time: all of it is forgotten
        streams.append(server.stream(t["table"], cy))
        next(streams[-1])
        assert seats()[2]["replace"] == [] and replace(ben)[0] == 409
        streams.pop().close()
        until(lambda: not seats()[2]["here"], "that Cy is away")
        until(lambda: "wait" not in replace(ann)[1], "a second")
        assert replace(ben) == (200, {"replaced": True}) and seats()[2]["who"] == "bot"
        assert replace(ben)[0] == 409, "a bot is not replaced"
        # who never came is away as well; who was away takes the seat back
        replace(ann, 3)
        assert replace(ben, 3) == (200, {"replaced": True})
        server.stop()
        server.start()
        assert seats()[2]["who"] == "bot"
        assert at(server, t, "seat", {"bot": None}, cy)[0] == 200 and seats()[2]["who"] == "person"
    with Server("fairytale") as server:  # nobody is hurried
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}])
        code, a = at(server, t, "replace", {"seat": 1}, t["keys"][0])
        assert code == 200 and 110 < a["wait"] <= 120, a


def test_clocks_tell_nobody_who_has_chosen():
    """They run when all have come. In a secret question the others' clocks seem to run until it closes."""
    with Server("fairytale") as server:
        for clock in (1, [], "x", {}, {"minutes": 0}, {"minutes": 601}, {"minutes": -1}, {"minutes": "5"}, {"minutes": 1.5}, {"minutes": 1e300},
                      {"minutes": 5, "plus": -1}, {"minutes": 5, "plus": 601}, {"minutes": 5, "plus": "1"}, {"minutes": 5, "plus": None}):
            code, a = server.ask("POST", "/api/tables", {"game": "fairytale", "seats": [{}, {}], "clock": clock})
            assert code == 400 and "a clock has" in a["error"], (clock, code, a)
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}, {"bot": "random"}], clock={"minutes": 5, "plus": 30})
        clocks = lambda m: [(s["left"], s["since"]) for s in m["table"]["seats"]]
        ann = Streaming(server, t, t["keys"][0])
        assert clocks(ann.last())[:2] == [(300000, 0)] * 2 and ann.last()["table"]["plus"] == 30
        ben = Streaming(server, t, t["keys"][1])
        until(lambda: all(since for _, since in clocks(ann.last())[:2]), "that they run")
        m = ann.last()
        assert clocks(m) == clocks(ben.last()) and m["now"] >= clocks(m)[0][1]
        told, was = len(ben.told), clocks(ben.last())
        pick(server, t, t["keys"][0])
        until(lambda: not clocks(ann.last())[0][1], "that Ann's own stands still")
        assert 320000 < clocks(ann.last())[0][0] <= 330000 and clocks(ann.last())[1] == was[1]
        time.sleep(1.5)
        assert len(ben.told) == told, "Ben is told that Ann has chosen"
        assert clocks(look(server, t, t["watch"])) == was
        pick(server, t, t["keys"][1])
        left = lambda p, seat: p.last()["table"]["seats"][seat]["left"] - p.last()["now"] + p.last()["table"]["seats"][seat]["since"]
        until(lambda: clocks(ben.last())[0][0] > 300000 and all(abs(left(ann, i) - left(ben, i)) < 100 for i in (0, 1)), "what both have left")
        server.stop()
        server.start()
        for left, since in clocks(look(server, t, t["watch"]))[:2]:
            assert 315000 < left <= 330000 and not since, (left, since)


def test_a_bot_plays_on_when_time_is_up():
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}], clock={"minutes": 1})
        server.stop()
        path = os.path.join(server.data, t["table"] + ".table")
        for wrong in (-5, 10**15, "x", None, 300):  # what is no time is none
            with open(path) as f:
                kept = json.load(f)
            kept["seats"][0]["left"] = wrong
            with open(path, "w") as f:
                json.dump(kept, f)
        server.start()
        ann, ben = (Streaming(server, t, key) for key in t["keys"])
        until(lambda: ben.last()["table"]["seats"][0]["gone"] == "time up", "that Ann's time is up")
        assert ben.last()["table"]["seats"][0]["who"] == "bot" and not ben.last()["table"]["over"]
        m = ann.last()
        assert at(server, t, "pick", {"at": m["at"], "key": "0" * 16}, t["keys"][0])[0] == 409
        code, a = at(server, t, "seat", {"bot": None}, t["keys"][0])
        assert code == 409 and "to the end" in a["error"]
        people = sit(server, t["table"], [t["keys"][1]])
        assert people[0].last()["view"]["status"] == "over"
        code, a = at(server, t, "rematch", {}, t["keys"][1])
        again = look(server, a, t["watch"])["table"]
        assert [(s["who"], s["gone"], s["left"]) for s in again["seats"]] == [("person", "", 60000)] * 2, again


def test_players_talk():
    """All at the table hear it, whoever comes later too; the newest 50 lines are kept, and nothing but lines."""
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}])
        ann, watch = t["keys"][0], Streaming(server, t, t["watch"])
        for text in (None, 3, "", "   ", "x" * 301, "a\nb", "a\u202eb", "a\u0000b", "a\u001bb", ["x"]):
            assert at(server, t, "say", {"text": text}, ann)[0] == 400, text
        assert at(server, t, "say", {"text": "x"}, t["watch"])[0] == 403
        assert "chat" not in look(server, t, ann)
        for i in range(60):
            assert at(server, t, "say", {"text": f"line {i} <b>"}, t["keys"][i % 2]) == (200, {})
        until(lambda: sum(len(m.get("chat", [])) for m in watch.told) == 60, "all lines, once")
        said = [line for m in watch.told for line in m.get("chat", [])]
        assert said == [{"n": i, "seat": i % 2, "text": f"line {i} <b>"} for i in range(60)], said[:3]
        assert look(server, t, ann)["chat"] == said[10:]
        pick(server, t, ann)
        assert "chat" not in watch.last() or watch.last()["chat"][-1]["n"] == 59
        server.stop()
        server.start()
        assert look(server, t, ann)["chat"] == said[10:], "what was said before the server stopped"
        assert at(server, t, "say", {"text": "after"}, ann)[0] == 200
        assert look(server, t, ann)["chat"][-1] == {"n": 60, "seat": 0, "text": "after"}


def test_spectators_see_all_cards_if_all_players_agree():
    """Also a player whose seat a bot plays just now. One who changes their mind, leaves, or comes anew, closes them again."""
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}, {}, {"bot": "random"}])
        ann, ben, cy, _ = t["keys"]
        hidden = lambda m: any(not c.get("card") for s in m["view"]["seats"] for c in s["zones"]["hand"])
        show = lambda key, yes=True: at(server, t, "seat", {"show": yes}, key)[0]
        assert show(t["watch"]) == 403 and show(ann, 3) == 400
        assert show(ann) == 200 and show(ben) == 200
        assert hidden(look(server, t, t["watch"])), "a seat is free"
        look(server, t, cy)
        assert hidden(look(server, t, t["watch"])), "Cy has not agreed"
        assert at(server, t, "seat", {"bot": "random"}, cy)[0] == 200
        assert hidden(look(server, t, t["watch"])), "nor has the bot for Cy"
        assert show(cy) == 200
        m = look(server, t, t["watch"])
        assert not hidden(m) and m["table"]["open"] and not hidden(look(server, t, t["owner"]))
        for key in (ann, ben, cy):
            assert hidden(look(server, t, key)), "players see no more than before"
        server.stop()
        server.start()
        assert not hidden(look(server, t, t["watch"]))
        assert show(ben, False) == 200 and hidden(look(server, t, t["watch"]))
        assert show(ben) == 200 and not hidden(look(server, t, t["watch"]))
        # whoever has seen all cards cannot sit down
        until(lambda: not look(server, t, t["watch"])["table"]["seats"][1]["here"], "that Ben is away")
        assert at(server, t, "seat", {"free": 1}, t["owner"])[1] == {"freed": True}
        assert hidden(look(server, t, t["watch"]))
        code, a = at(server, t, "seat", {"take": 1, "name": "Eve"}, t["watch"])
        assert code == 409 and "have seen the cards" in a["error"], a


def test_open_tables_are_listed_if_all_want_it():
    seats = [{"name": "Ann"}, {}, {"bot": "random"}]
    with Server("fairytale", "--list") as server:
        found = lambda s=server: [x["table"] for x in s.ask("GET", "/api/tables")[1]["tables"]]
        t = server.table("fairytale", seats, listed=True)
        other = server.table("fairytale", seats)
        full = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}], listed=True)
        assert found() == [], "nobody is there"
        ann = [Streaming(server, x, x["keys"][0]) for x in (t, other, full)][0]
        until(lambda: found() == [t["table"]], "the one that wants it and has a free seat")
        code, a = server.ask("GET", "/api/tables?lang=fr")
        assert code == 200 and a == {"lists": True, "tables": [{"table": t["table"], "watch": t["watch"], "game": "fairytale", "title": "Conte de fées",
                                                                "names": ["Ann"], "free": 1, "minutes": 0}]}, a
        assert not any(key and key in json.dumps(a) for key in [*t["keys"], t["owner"]]), "a key of a seat"
        assert at(server, t, "seat", {"take": 1, "name": "Zoe"}, a["tables"][0]["watch"])[0] == 200 and found() == []
        assert ann.last()
        for method in ("PUT", "DELETE"):
            assert server.raw(method, "/api/tables")[0] == 405
    with Server("fairytale") as server:
        t = server.table("fairytale", seats, listed=True)
        look(server, t, t["keys"][0])
        assert server.ask("GET", "/api/tables") == (200, {"lists": False, "tables": []})


def test_a_player_brings_a_colour():
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}])
        for colour in (-1, 9, 1.5, "1", None, [], 10**18):
            assert at(server, t, "seat", {"colour": colour}, t["keys"][0])[0] == 400, colour
        assert at(server, t, "seat", {"colour": 3}, t["watch"])[0] == 403
        assert at(server, t, "seat", {"colour": 3}, t["keys"][0])[0] == 200
        server.stop()
        server.start()
        assert [s["colour"] for s in look(server, t, t["watch"])["table"]["seats"]] == [3, 0]


def test_tables_of_older_servers_are_opened():
    """Their files know nothing of all this. What is none of ours is refused with a sentence."""
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}])
        server.stop()
        path = os.path.join(server.data, t["table"] + ".table")
        with open(path) as f:
            kept = json.load(f)
        old = dict(kept, seats=[{k: s[k] for k in ("who", "name", "key", "level", "opened")} for s in kept["seats"]])
        for key in ("minutes", "plus", "shown", "listed"):
            del old[key]
        odd = dict(kept, minutes="many", plus=10**12, seats=[dict(s, gone=7, left=[]) for s in kept["seats"]])
        for text, opens in ((json.dumps(old), True), (json.dumps(odd), True), ("{}", False), (json.dumps(dict(kept, seats=7)), False)):
            with open(path, "w") as f:
                f.write(text)
            server.start()
            code = server.ask("GET", "/api/tables/" + t["table"], key=t["keys"][0])[0]
            assert code == (200 if opens else 404), text
            assert opens or "this table is incomplete" in server.said()
            if opens:
                m = look(server, t, t["keys"][0])
                assert m["table"]["plus"] is None and not any(s["gone"] or s["left"] for s in m["table"]["seats"])
            server.stop()
        server.start()


if __name__ == "__main__":
    main([test_whoever_gives_up_ends_a_game_of_two, test_a_bot_plays_on_for_whoever_gives_up,
          test_a_bot_plays_for_who_is_away_if_the_others_agree, test_clocks_tell_nobody_who_has_chosen,
          test_players_talk, test_a_player_brings_a_colour, test_spectators_see_all_cards_if_all_players_agree,
          test_open_tables_are_listed_if_all_want_it, test_a_bot_plays_on_when_time_is_up, test_tables_of_older_servers_are_opened])
