#!/usr/bin/env python3
"""Nothing is lost: the server is killed at random moments of games under way and started again.

Every pick that was acknowledged is there afterwards, the same links show the same position, and the game is played to its
end; what it then says of its picks is a whole replay.
"""
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import CANTRIP, PATIENCE, ROOT, Person, Server, main, make_untrained, sit
from strangers import make_game

KILLS = int(os.environ.get("SERVE_KILLS", "6"))


def look(server, table, key):
    """The first message of a stream."""
    for _, text in server.stream(table, key):
        return json.loads(text)


class Busy(Person):
    """Plays till the server is gone; counts what was acknowledged."""

    def run(self):
        try:
            super().run()
        except (OSError, SystemExit):
            pass
        if isinstance(self.wrong, (OSError, http.client.HTTPException, ValueError)):
            self.wrong = None  # what an answer looks like that was cut


def test_killed_at_random_moments():
    chance = random.Random(20261123)
    with Server("fairytale", "card-ring") as server:
        games = [server.table("fairytale", [{"name": "Ann"}, {"bot": "random"}, {"name": "Cy"}]),
                 server.table("card-ring", [{"name": "Ann"}, {"name": "Ben"}])]
        told = {}
        for kill in range(KILLS):
            people = [Busy(server, t["table"], key, seed=kill * 10 + i)
                      for t in games for i, key in enumerate(t["keys"]) if key]
            for p in people:
                p.start()
            time.sleep(0.02 + chance.random() * 0.3)
            server.stop(signal.SIGKILL)
            for p in people:
                p.join()
                assert not p.wrong, p.wrong
                told[p.key] = told.get(p.key, 0) + p.picks
            server.start()
            for t in games:
                made = picks_of(server, t)
                for i, key in enumerate(t["keys"]):
                    if key:
                        assert told[key] <= made[i] <= told[key] + kill + 1, \
                            f"{made[i]} picks are kept, {told[key]} were acknowledged"
        for t in games:
            people = sit(server, t["table"], t["keys"], watch=t["watch"])
            assert people[0].last()["view"]["status"] == "over"
            check_replay(server, t)
        left = [f for f in os.listdir(server.data) if not f.endswith((".table", ".save", ".log")) and f != "cache"]
        assert not left, f"left behind: {left}"


def picks_of(server, t):
    """How many picks of each person stand in the save."""
    names = {}
    with open(os.path.join(server.data, t["table"] + ".save")) as f:
        lines = f.read().split("block:")[0].splitlines()
    seats = [line[6:].split(",")[0] for line in lines if line.startswith("seat: ")]
    for i, name in enumerate(seats):
        names[i] = sum(line.startswith(name + ":") for line in lines)
    return names


def check_replay(server, t):
    status, replay = server.ask("GET", f"/api/tables/{t['table']}/replay", key=t["watch"])
    assert status == 200, replay
    path = os.path.join(server.data, "server.log.replay.log")
    with open(path, "w") as f:
        f.write(replay)
    done = subprocess.run([CANTRIP, "replay", "--verify", path], cwd=ROOT, capture_output=True, text=True,
                          env=dict(os.environ, CANTRIP_ROOT=ROOT))
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_same_links_show_the_same_position():
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}, {"bot": "random"}])
        sit(server, t["table"], t["keys"], most=5)
        def shown():
            all_see = [look(server, t["table"], key) for key in t["keys"][:2] + [t["watch"]]]
            for m in all_see:
                m.pop("table")  # who is there just now
            return all_see

        def settled():  # a bot may still be about to pick
            was, now = None, shown()
            while was != now:
                time.sleep(0.3)
                was, now = now, shown()
            return now

        before = settled()
        for how in (signal.SIGKILL, signal.SIGTERM):
            status = server.stop(how)
            assert how == signal.SIGKILL or status == 0
            server.start()
            assert shown() == before


def test_a_stream_goes_on_where_it_was():
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"bot": "random"}])
        stream = server.stream(t["table"], t["keys"][0])
        log = []
        number, text = next(stream)
        log += json.loads(text)["log"]
        for _ in range(12):
            m = look(server, t["table"], t["keys"][0])
            assert m["log"] == log
            server.ask("POST", f"/api/tables/{t['table']}/pick",
                       {"at": m["at"], "key": m["view"]["choices"][0]["key"]}, t["keys"][0])
            # cut, and taken up at the last number: what came meanwhile comes once
            stream.close()
            while True:
                stream = server.stream(t["table"], t["keys"][0], number)
                number, text = next(stream)
                m = json.loads(text)
                assert not m["reset"]
                log += m["log"]
                if m["view"].get("choices") or m["view"]["status"] != "running":
                    break
                stream.close()
            assert look(server, t["table"], t["keys"][0])["log"] == log


def test_what_is_no_table_is_passed_over():
    with tempfile.TemporaryDirectory() as data:
        with Server("fairytale", data=data) as s:
            t = s.table("fairytale", [{"name": "Ann"}, {"bot": "random"}])
        os.mkfifo(os.path.join(data, "0123456789ab.table"))  # at which nobody waits
        os.mkdir(os.path.join(data, "0123456789ac.table"))
        with Server("fairytale", data=data) as s:
            assert s.ask("GET", "/api/tables/" + t["table"], None, t["keys"][0])[0] == 200
            assert s.ask("GET", "/api/tables/0123456789ab", None, t["keys"][0])[0] == 404
            assert "0123456789ab.table" in s.said() and "does not offer" not in s.said(), s.said()
        with Server("kuhn", data=data) as s:  # tables of other games are counted, not listed
            assert f"1 table in {data} belongs to games that this server does not offer" in s.said(), s.said()
            assert t["table"] not in s.said()


def test_two_servers_do_not_share_tables():
    with Server("fairytale") as one:
        t = one.table("fairytale", [{"name": "Ann"}, {"bot": "random"}])
        with Server("fairytale", data=one.data) as two:
            status, a = two.ask("GET", "/api/tables/" + t["table"], key=t["keys"][0])
            assert status == 409 and "another" in a["error"], a
        status, a = one.ask("GET", "/api/tables/" + t["table"], key=t["keys"][0])
        assert status == 200


def test_another_server_s_tables_are_as_it_left_them():
    """Who took a seat at one server has it at the other, too, and nobody else; what one plays the other does not sweep away."""
    with Server("fairytale") as one:
        t = one.table("fairytale", [{"name": "Ann"}, {}, {"bot": "random"}])
        here, was = "/api/tables/" + t["table"], t["keys"][1]
        with Server("fairytale", "--tables", "1", data=one.data) as two:
            now = one.ask("POST", here + "/seat", {"take": 1, "name": "Zoe"}, t["watch"])[1]["key"]
            one.stop(signal.SIGKILL)
            assert [two.ask("GET", here, key=key)[0] for key in (was, now)] == [403, 200]
            assert two.ask("POST", here + "/seat", {"name": "Zo"}, now)[0] == 200
        one.start()
        assert [one.ask("GET", here, key=key)[0] for key in (was, now)] == [403, 200]


def test_a_table_whose_rules_have_changed_stays_as_it_is():
    with tempfile.TemporaryDirectory() as root:
        game = os.path.join(root, "pictures")
        make_game(game)
        rules = os.path.join(game, "ruleset.yaml")
        with open(rules) as f:
            was = f.read()
        with Server(game) as server:
            t = server.table("pictures", [{"name": "Ann"}, {"name": "Ben"}])
            m = look(server, t["table"], t["keys"][0])
            server.ask("POST", f"/api/tables/{t['table']}/pick",
                       {"at": m["at"], "key": m["view"]["choices"][0]["key"]}, t["keys"][0])
            server.stop()
            save = os.path.join(server.data, t["table"] + ".save")
            with open(save, "rb") as f:
                kept = f.read()
            with open(rules, "w") as f:
                f.write(was.replace("count: 3", "count: 2"))
            server.start()
            for method, verb, body in (("GET", "", None), ("POST", "/undo", {}), ("POST", "/seat", {"bot": "random"})):
                status, a = server.ask(method, f"/api/tables/{t['table']}{verb}", body, t["keys"][0])
                assert status == 409 and "cannot be opened" in a["error"], (verb, status, a)
            assert "error" in look(server, t["table"], t["watch"])
            server.stop()
            with open(save, "rb") as f:
                assert f.read() == kept
            with open(rules, "w") as f:
                f.write(was)
            spoilt = kept.replace(b"\nAlice: ", b"\nAlice: zz-", 1)
            assert spoilt != kept
            with open(save, "wb") as f:
                f.write(spoilt)
            server.start()
            for verb, body in (("/undo", {}), ("/seat", {"bot": "random"})):
                status, a = server.ask("POST", f"/api/tables/{t['table']}{verb}", body, t["keys"][0])
                assert status == 409 and "cannot be opened" in a["error"], (verb, status, a)
            server.stop()
            with open(save, "rb") as f:
                assert f.read() == spoilt, "written over half a game"
            with open(save, "wb") as f:
                f.write(kept)
            server.start()
            assert look(server, t["table"], t["keys"][1])["view"]["choices"]
            assert "choices" not in look(server, t["table"], t["keys"][0])["view"]


def wait_for(server, words, times=1):
    """Until the server has said that so often."""
    end = time.monotonic() + PATIENCE
    while server.said().count(words) < times:
        assert time.monotonic() < end, f"not said: {words}"
        time.sleep(0.02)


def make_slow(folder):
    """A game whose first pick takes many seconds: it says much after it."""
    os.makedirs(folder)
    with open(os.path.join(folder, "ruleset.yaml"), "w") as f:
        f.write("cantrip: 1\ntitle: Slow\nplayers: {min: 1, max: 12}\nlimits: {work: 100000, game_work: 700000}\n"
                f"cards: [{{{', '.join(f'c{i}: {{}}' for i in range(24))}}}]\nzones:\n  deck: {{as: pile, seen_by: nobody, holds: [{{}}]}}\n"
                "  hand: {per: player, seen_by: owner}\n"
                "phases:\n  - deal: {who: all, from: deck, to: hand, count: 2}\n"
                "  - choose: {who: all, card: {zone: hand}, do: []}\n  - repeat: 20000\n    phases:\n"
                + f"      - say: {'x' * 900}\n" * 10 + "  - choose: {who: all, card: {zone: hand}, do: []}\n")


def ask_on(server, table, key):
    """Asks for the stream until nobody answers; what was answered."""
    heard = set()
    while server.process.poll() is None:
        c = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        try:
            c.request("GET", f"/api/tables/{table}/stream", None, {"Authorization": "Bearer " + key})
            heard.add(c.getresponse().status)
        except (OSError, http.client.HTTPException):
            pass
        c.close()
        time.sleep(0.05)
    return heard


def test_it_ends_in_two_seconds_whatever_it_does():
    """While a bot is trained, and while rules compute; nobody has picked meanwhile, nobody hears that there is no table, and the
    port is free at once."""
    with tempfile.TemporaryDirectory() as root:
        slow = os.path.join(root, "slow")
        ring = os.path.join(root, "ring")
        make_slow(slow)
        make_untrained(ring)
        with Server(ring, slow) as server:
            t = server.table("ring", [{"name": "Ann"}, {"bot": "normal"}])
            first = look(server, t["table"], t["keys"][0])["view"]
            for i, how in enumerate((signal.SIGTERM, signal.SIGINT)):
                look(server, t["table"], t["keys"][0])  # opens the table, so that its bot thinks
                wait_for(server, "training bots for", i + 1)
                if i:
                    pick_all(server, server.table("slow", [{"name": f"P{i}"} for i in range(12)]))
                    time.sleep(6)  # by now all that looks at every table waits for this one
                began = time.monotonic()
                server.process.send_signal(how)
                time.sleep(0.1)
                heard = ask_on(server, t["table"], t["keys"][0])
                assert server.stop(how) == 0
                took = time.monotonic() - began
                assert took < 2 and heard <= {200, 503}, f"{how.name}: {took:.1f} seconds, {heard}"
                server.flags = (*server.flags, "--port", str(server.port))
                server.start()
            again = look(server, t["table"], t["keys"][0])["view"]
            assert again == first, "a bot picked that was being trained"


def pick_all(server, t):
    """A pick of each seat, and nobody waits for the last one."""
    def pick(key):
        m = look(server, t["table"], key)
        try:
            server.ask("POST", f"/api/tables/{t['table']}/pick", {"at": m["at"], "key": m["view"]["choices"][0]["key"]}, key)
        except (OSError, http.client.HTTPException):
            pass  # the server has ended

    for key in t["keys"][:-1]:
        pick(key)
    threading.Thread(target=pick, args=t["keys"][-1:], daemon=True).start()


def test_a_game_is_trained_once():
    """By all tables together, and kept although there is no home."""
    with tempfile.TemporaryDirectory() as root:
        game = os.path.join(root, "pictures")
        make_game(game)
        homeless = {"HOME": "/dev/null/nobody", "XDG_CACHE_HOME": "", "TMPDIR": root}
        with Server(game, env=homeless) as server:
            tables = [server.table("pictures", [{"bot": "normal"}, {"bot": "easy"}]) for _ in range(3)]
            for t in tables:
                for _, text in server.stream(t["table"], t["watch"]):
                    if json.loads(text)["view"]["status"] != "running":
                        break
            said = server.said()
            assert said.count("training bots for pictures with 2 players") == 1 and said.count("plays in its place") == 1, said
            assert said.count("trained bots are kept in " + root) == 1, said
        kept = os.path.join(root, f"cantrip-{os.geteuid()}")
        assert len(os.listdir(kept)) == 1 and os.stat(kept).st_mode & 0o077 == 0


if __name__ == "__main__":
    main([test_it_ends_in_two_seconds_whatever_it_does, test_a_game_is_trained_once,
          test_killed_at_random_moments, test_the_same_links_show_the_same_position,
          test_a_stream_goes_on_where_it_was, test_what_is_no_table_is_passed_over, test_two_servers_do_not_share_tables,
          test_another_server_s_tables_are_as_it_left_them,
          test_a_table_whose_rules_have_changed_stays_as_it_is])
