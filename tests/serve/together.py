#!/usr/bin/env python3
"""What players settle among themselves: giving up, a bot for who is away."""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Server, main, sit, until


def look(server, t, key):
    """The first message of a stream."""
    return json.loads(next(server.stream(t["table"], key))[1])


def at(server, t, verb, body, key):
    return server.ask("POST", f"/api/tables/{t['table']}/{verb}", body, key)


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
            assert [s["gave_up"] for s in m["table"]["seats"]] == [True, False]
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
        assert not any(s["gave_up"] for s in people[0].last()["table"]["seats"])


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


if __name__ == "__main__":
    main([test_whoever_gives_up_ends_a_game_of_two, test_a_bot_plays_on_for_whoever_gives_up,
          test_a_bot_plays_for_who_is_away_if_the_others_agree])
