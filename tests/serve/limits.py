#!/usr/bin/env python3
"""Nobody takes what is everybody's: a game that talks or computes without end, an address that asks too much, tables at
which nobody sits, a server with a password."""
import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import CANTRIP, ROOT, Person, Server, main, until

LIMITED = ("--each", "50", "--requests", "100", "--streams", "64")  # what stands in the manual
TALK = """cantrip: 1
title: Talk
players: {min: 1, max: 12}
limits: {work: 100000, game_work: 700000}
cards: [{%s}]
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}]}
  hand: {per: player, seen_by: owner}
counters: {x: {per: game}}
phases:
  - deal: {who: all, from: deck, to: hand, count: 2}
  - name: round
    repeat: %d
    says: none
    phases:
      - repeat: %d
        phases: [%s]
      - choose: {who: all, cards: {zone: hand, count: 1}, do: []}
result: {score: x}
"""
FOUR_CARDS = "c1: {copies: 1}, c2: {copies: 1}, c3: {copies: 1}, c4: {copies: 1}"


def make_talk(folder, times, says, cards="c1: {copies: 24}", rounds=1000):
    """A game that says so many texts so many times before each question."""
    os.makedirs(folder)
    with open(os.path.join(folder, "ruleset.yaml"), "w") as f:
        f.write(TALK % (cards, rounds, times, ", ".join(f'{{say: "{"x" * says[1]}"}}' for _ in range(says[0]))))


def memory(server, what):
    with open(f"/proc/{server.process.pid}/status") as f:
        return next(int(line.split()[1]) for line in f if line.startswith(what)) / 1024


def ask_in_vain(server, path, body):
    """A question whose answer may be late, or cut by the server's end."""
    try:
        server.ask("POST", path, body)
    except (OSError, http.client.HTTPException):
        pass


def test_one_game_does_not_stop_the_others():
    with tempfile.TemporaryDirectory() as root:
        make_talk(os.path.join(root, "flood"), 2000, (40, 1000))
        with Server("fairytale", os.path.join(root, "flood")) as server:
            t = server.table("fairytale", [{"name": "Ann"}, {"bot": "random"}])
            ann = Person(server, t["table"], t["keys"][0])
            flood = [threading.Thread(target=ask_in_vain, args=(server, "/api/tables", {
                "game": "flood", "seats": [{"bot": "random"}] * 12}), daemon=True) for _ in range(6)]
            for f in flood:
                f.start()
            time.sleep(0.5)
            slowest = 0
            ann.start()
            while any(f.is_alive() for f in flood) and ann.is_alive():
                began = time.monotonic()
                status, _ = server.ask("GET", "/api/tables/" + t["table"], None, t["keys"][0])
                slowest = max(slowest, time.monotonic() - began)
                assert status == 200
                time.sleep(0.05)
            ann.join(120)
            assert not ann.is_alive() and not ann.wrong and ann.last()["view"]["status"] == "over", ann.wrong
            print(f"six tables of a game that talks without end: another one answers within {slowest:.2f} s, "
                  f"{memory(server, 'VmHWM'):.0f} MB")
            assert slowest < 1, slowest
            assert "Sanitizer" in os.environ.get("CANTRIP_SERVE", "") or memory(server, "VmHWM") < 500


def pick_once(server, t, key):
    _, said = next(server.stream(t["table"], key))
    m = json.loads(said)
    body = {"at": m["at"], "key": m["view"]["choices"][0]["key"]}
    assert server.ask("POST", f"/api/tables/{t['table']}/pick", body, key)[0] == 200


def test_what_was_told_has_an_end():
    with tempfile.TemporaryDirectory() as root:
        make_talk(os.path.join(root, "talk"), 10, (40, 8), FOUR_CARDS)
        with Server(os.path.join(root, "talk")) as server:
            t = server.table("talk", [{"name": "Ann"}, {"name": "Ben"}])
            for key in t["keys"] * 12:
                pick_once(server, t, key)
            number, text = next(server.stream(t["table"], t["keys"][0]))
            m = json.loads(text)
            assert m["reset"] and m["lost"] > 1000 and 1000 < len(m["log"]) <= 4000, (m["lost"], len(m["log"]))
            assert m["lost"] + len(m["log"]) >= 5000, (m["lost"], len(m["log"]))
            # who has heard all so far hears of no line twice
            _, text = next(server.stream(t["table"], t["keys"][0], last=number))
            assert json.loads(text)["log"] == [] and "lost" not in json.loads(text), text[:300]


def whole_log(server, t, key):
    """What a stream shows, and before it what the page asks for, line by line; how often it asked."""
    m = json.loads(next(server.stream(t["table"], key))[1])
    log, lost, asked = m["log"], m.get("lost", 0), 0
    while lost:
        status, got = server.ask("GET", f"/api/tables/{t['table']}/log?to={lost}", None, key)
        assert status == 200 and got["lost"] + len(got["log"]) == lost and got["log"], (status, str(got)[:300])
        log, lost, asked = got["log"] + log, got["lost"], asked + 1
    return log, asked


def replayed(server, t, root, observer):
    done = subprocess.run([CANTRIP, "replay", "--as", observer, os.path.join(server.data, t["table"] + ".save")],
                          env=dict(os.environ, CANTRIP_ROOT=ROOT, CANTRIP_PATH=root), capture_output=True, text=True)
    return [line.strip() for line in done.stdout.splitlines()[1:]]


def test_earlier_lines_come_from_the_saved_game():
    with tempfile.TemporaryDirectory() as root:
        make_talk(os.path.join(root, "talk"), 10, (40, 8), FOUR_CARDS)
        with Server(os.path.join(root, "talk")) as server:
            t = server.table("talk", [{}, {}])
            for key in t["keys"] * 12:
                pick_once(server, t, key)
            here = f"/api/tables/{t['table']}/log?to="
            hands = []
            for observer, key in (("0", t["keys"][0]), ("1", t["keys"][1]), ("spectator", t["watch"])):
                log, asked = whole_log(server, t, key)
                assert len(log) >= 5000 and asked > 2, (len(log), asked)
                full = replayed(server, t, root, observer)
                own = f"{'Alice' if observer == '0' else 'Bob'} is dealt"
                says = [line["text"].replace("You are dealt", own) for line in log]
                assert says == full[:len(says)] and "dealt" not in "".join(full[len(says):]), observer
                hands.append({c for line in log for c in line["cards"]})
                for wrong in ("", "0", "-1", "x", "7x", str(len(log) + 1), "9" * 30):
                    assert server.ask("GET", here + wrong, None, key)[0] == 400, wrong
            assert len(hands[0]) == len(hands[1]) == 2 and not hands[0] & hands[1] and not hands[2], hands
            assert server.ask("GET", here + "5", None, "0" * 32)[0] == 403
            before = len(whole_log(server, t, t["watch"])[0])
            for key in t["keys"]:  # and the game itself goes on as if nobody had asked
                pick_once(server, t, key)
            log, _ = whole_log(server, t, t["watch"])
            assert len(log) == before + 400 and [line["text"] for line in log] == replayed(server, t, root, "spectator")[:len(log)]
        with Server("fairytale", *LIMITED) as server:
            t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}])
            for key in t["keys"] * 3:
                pick_once(server, t, key)
            for key in t["keys"] + [t["watch"]]:
                log = json.loads(next(server.stream(t["table"], key))[1])["log"]
                asked = [server.ask("GET", f"/api/tables/{t['table']}/log?to={len(log)}", None, key) for _ in range(8)]
                assert asked[0] == (200, {"log": log, "lost": 0}), "who sat down, and is spoken to, as it was told"
                assert asked[-1][0] == 429, "a game is not played again for nothing"


def test_no_long_game_is_played_again_for_one_who_looks():
    with tempfile.TemporaryDirectory() as root:
        make_talk(os.path.join(root, "long"), 100, (40, 8), FOUR_CARDS)
        with Server(os.path.join(root, "long")) as server:
            t = server.table("long", [{}, {}])
            look = lambda: server.ask("GET", f"/api/tables/{t['table']}/log?to=9", None, t["watch"])
            assert look()[0] == 200
            for key in t["keys"] * 4:
                pick_once(server, t, key)
            status, got = look()
            assert status == 409 and "too long" in got["error"], got


def ask_from(server, address, method, path, body=None, key=None, **more):
    """As ask, through a proxy that says whose question it is."""
    headers = {"X-Forwarded-For": address} if address else {}
    headers.update({"Authorization": "Bearer " + key} if key else {}, **more)
    if body is not None:
        headers["Content-Type"] = "application/json"
    return server.raw(method, path, json.dumps(body) if body is not None else None, headers)


BOTS = {"game": "fairytale", "seats": [{"bot": "random"}, {"bot": "random"}]}


def test_one_address_does_not_fill_the_house():
    with Server("fairytale", *LIMITED, "--each", "5") as server:
        for _ in range(5):
            t = server.table("fairytale", [{"name": "Ann"}, {"bot": "random"}])
        got, headers, text = ask_from(server, None, "POST", "/api/tables", BOTS)
        assert got == 429 and int(headers["Retry-After"]) > 0 and b"no more tables today: one address may begin 5 a day" in text, text
        assert server.ask("GET", "/api/tables/" + t["table"], key=t["keys"][0])[0] == 200
        server.stop()
        server.start()  # and it is no way out to wait for another server
        assert ask_from(server, None, "POST", "/api/tables", BOTS)[0] == 429


def test_requests_of_one_address():
    with Server("fairytale", *LIMITED, "--requests", "10") as server:
        c = http.client.HTTPConnection("127.0.0.1", server.port)
        got = []
        for _ in range(80):
            c.request("GET", "/api/words")
            r = c.getresponse()
            r.read()
            got.append(r.status)
        assert got[:50] == [200] * 50 and 429 in got, got
        c.request("GET", "/web/style.css")
        assert c.getresponse().status == 200, "the page itself is always there"
        until(lambda: server.ask("GET", "/api/words")[0] == 200, "a stock that fills up again")
        assert "429" not in server.said()


def test_requests_with_one_key():
    with Server("fairytale", *LIMITED, "--requests", "1000") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}])
        here = "/api/tables/" + t["table"]
        got = [server.ask("GET", here, key=t["keys"][0])[0] for _ in range(400)]
        assert got[:100] == [200] * 100 and 429 in got, got
        assert server.ask("GET", here, key=t["keys"][1])[0] == 200, "another key is not meant"


def test_streams_of_one_address_and_one_key():
    with Server("fairytale", *LIMITED, "--streams", "10") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}])
        here = f"/api/tables/{t['table']}/stream"
        open_ones = []

        def listen(key):
            c = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
            c.request("GET", here, None, {"Authorization": "Bearer " + key})
            open_ones.append(c)
            return c.getresponse().status
        assert [listen(t["keys"][0]) for _ in range(9)] == [200] * 8 + [429], "eight with one key"
        assert [listen(t["watch"]) for _ in range(3)] == [200] * 2 + [429], "ten of one address"
        for c in open_ones:
            c.close()
        until(lambda: listen(t["keys"][1]) == 200, "streams that have gone count no more")
    with Server("fairytale", *LIMITED, "--streams", "20") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}])
        here, open_ones = f"/api/tables/{t['table']}/stream", []
        assert [listen(t["watch"]) for _ in range(12)] == [200] * 12, "any number looks on with the one key of all"


def test_a_table_counts_on_the_day_on_which_it_was_begun():
    with Server("fairytale", *LIMITED, "--each", "1") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"bot": "random"}])
        assert ask_from(server, None, "POST", "/api/tables", BOTS)[0] == 429
        server.stop()
        path = os.path.join(server.data, t["table"] + ".table")
        with open(path) as f:
            kept = json.load(f)
        kept["begun"] -= 2 * 24 * 3600
        with open(path, "w") as f:
            json.dump(kept, f)
        server.start()  # played at just now, and begun two days ago
        assert ask_from(server, None, "POST", "/api/tables", BOTS)[0] == 201


def test_a_proxy_says_who_asks():
    with Server("fairytale", *LIMITED, "--each", "1", "--proxy") as server:
        for said, status in (("192.0.2.1", 201), ("192.0.2.1", 429), ("192.0.2.2", 201),
                             ("192.0.2.9, 192.0.2.1", 429),  # what a client writes itself stands before the proxy's
                             ("2001:db8:0:1::1", 201), ("2001:db8:0:1::2", 429), ("2001:db8:0:2::1", 201),
                             ("::ffff:192.0.2.2", 429), ("rubbish", 201), (None, 429)):
            assert ask_from(server, said, "POST", "/api/tables", BOTS)[0] == status, said
        assert ask_from(server, "192.0.2.7", "GET", "/api/nothing")[0] == 404
        assert "serve: 192.0.2.7 GET /api/nothing: 404" in server.said()
    with Server("fairytale", *LIMITED, "--each", "1") as server:  # without the flag it is anybody's word
        assert ask_from(server, "192.0.2.1", "POST", "/api/tables", BOTS)[0] == 201
        assert ask_from(server, "192.0.2.2", "POST", "/api/tables", BOTS)[0] == 429


def test_a_name_without_proxy_is_told_what_that_means():
    note = "all players have the same address and share its limits"
    for flags, says in (((), True), (("--proxy",), False), (("--each", "0", "--requests", "0", "--streams", "0"), False)):
        with Server("fairytale", *LIMITED, "--host", "games.example", *flags) as server:
            if says:
                until(lambda: note in server.said(), note)
            else:
                time.sleep(0.5)
            assert (note in server.said()) == says, flags


def files(server):
    return {f.split(".")[0] for f in os.listdir(server.data) if f.endswith(".table")}


def test_a_table_at_which_nobody_sits_goes():
    with Server("fairytale", *LIMITED, "--empty", "0") as server:
        sat = server.table("fairytale", [{"name": "Ann"}, {"bot": "random"}])
        assert server.ask("GET", "/api/tables/" + sat["table"], key=sat["keys"][0])[0] == 200
        empty = [server.table("fairytale", seats) for seats in ([{"name": "Ann"}, {}], BOTS["seats"])]
        # to have looked on is not to have sat down
        assert server.ask("GET", "/api/tables/" + empty[0]["table"], key=empty[0]["watch"])[0] == 200
        until(lambda: files(server) == {sat["table"]}, "tables at which nobody sat")
        assert server.ask("GET", "/api/tables/" + sat["table"], key=sat["keys"][0])[0] == 200
        server.flags = ("fairytale", *LIMITED)  # for so long that they are there at the next start
        server.stop()
        server.start()
        later = server.table("fairytale", [{"name": "Ann"}, {}])
        server.flags = ("fairytale", *LIMITED, "--empty", "0")
        server.stop()
        server.start()
        assert later["table"] in files(server)
        until(lambda: files(server) == {sat["table"]}, "a table of before the start at which nobody sat")


def test_programs_think_first_where_somebody_waits():
    with tempfile.TemporaryDirectory() as root:
        make_talk(os.path.join(root, "talk"), 1, (1, 8), FOUR_CARDS, rounds=60)  # two picks for a line
        with Server(os.path.join(root, "talk"), *LIMITED) as server:
            others = [server.table("talk", [{"bot": "hard"}] * 2) for _ in range(20)]
            lines = lambda: sum(len(json.loads(next(server.stream(o["table"], o["watch"]))[1])["log"]) for o in others)
            t = server.table("talk", [{"name": "Ann"}, {"bot": "hard"}])
            ann = Person(server, t["table"], t["keys"][0], most=13)
            before = lines()
            ann.start()
            until(lambda: ann.picks >= 13 or ann.wrong, "picks of a bot for which somebody waits")
            picks = 2 * (lines() - before)
            print(f"13 picks of a player, meanwhile {picks} at 20 tables of bots alone")
            assert not ann.wrong and picks < 100, "the twelve between came after all others: 240"
            ann.join(60)


def test_a_password():
    with Server("fairytale", *LIMITED, "--password", "Äpfel & Nüsse") as server:
        cookie = {"Cookie": "a=b; cantrip=%C3%84pfel%20%26%20N%C3%BCsse"}
        for path in ("/", "/web/style.css", "/t/000000000000", "/api/words"):
            assert ask_from(server, None, "GET", path)[0] == 200, path
        for path in ("/api/games", "/api/tables/000000000000", "/art/fairytale/x"):
            assert ask_from(server, None, "GET", path)[0] == 401, path
            assert ask_from(server, None, "GET", path, **cookie)[0] in (200, 404), path
        assert ask_from(server, None, "POST", "/api/tables", BOTS)[0] == 401
        got, _, text = ask_from(server, None, "POST", "/api/tables", BOTS, **cookie)
        assert got == 201
        t = json.loads(text)
        # a key is none of the server
        assert ask_from(server, None, "GET", "/api/tables/" + t["table"], key=t["watch"])[0] == 401
        assert ask_from(server, None, "GET", f"/api/tables/{t['table']}/stream", key=t["watch"])[0] == 401
        assert ask_from(server, None, "GET", "/api/tables/" + t["table"], key=t["watch"], **cookie)[0] == 200
        for wrong in ("", "x", "Äpfel", "Äpfel & Nüsse!"):
            assert ask_from(server, None, "GET", "/api/games", **{"X-Password": wrong.encode()})[0] == 401, wrong
        assert ask_from(server, None, "GET", "/api/games", **{"X-Password": "Äpfel & Nüsse".encode()})[0] == 200
        got = [ask_from(server, None, "GET", "/api/games", **{"X-Password": f"guess{i}"})[0] for i in range(100)]
        assert got[:5] == [401] * 5 and 429 in got, "who guesses waits"
        assert "Äpfel" not in server.said()
    with Server("fairytale", *LIMITED, "--password", "x", "--requests", "0") as server:
        got = [ask_from(server, None, "GET", "/api/games", **{"X-Password": f"guess{i}"})[0] for i in range(100)]
        assert got[:5] == [401] * 5 and 429 in got, "also where requests have no limit"
        until(lambda: [ask_from(server, None, "GET", "/api/games", **{"X-Password": word})[0] for word in ("guess", "x")] == [429, 429],
              "the right word, which waits as long")
        until(lambda: ask_from(server, None, "GET", "/api/games", **{"X-Password": "x"})[0] == 200, "a stock that fills up")
        assert [ask_from(server, None, "GET", "/api/games", **{"X-Password": "x"})[0] for _ in range(200)] == [200] * 200


def test_a_password_in_a_file():
    with tempfile.TemporaryDirectory() as root:
        with open(os.path.join(root, "word"), "w") as f:
            f.write("open sesame\n")
        with Server("fairytale", *LIMITED, "--password", "@" + f.name) as server:
            assert ask_from(server, None, "GET", "/api/games", **{"X-Password": "open sesame"})[0] == 200
            assert ask_from(server, None, "GET", "/api/games", **{"X-Password": "@" + f.name})[0] == 401


if __name__ == "__main__":
    main([t for name, t in globals().copy().items() if name.startswith("test_")])
