#!/usr/bin/env python3
"""Nobody gets in, and nobody brings it down: requests by strangers, some hundreds, cut, huge, slow, forged, replayed.

Each is refused (or answered as any other), the server stays up, its log has one line for a refusal and no secret.
"""
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import CANTRIP, ROOT, Server, main, sit



def send(server, data, wait=True):
    """Bytes over a socket of their own; what comes back before it is closed or silent."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as s:
        try:
            s.sendall(data)
            if not wait:
                return b""
            s.shutdown(socket.SHUT_WR)
            got = b""
            while len(got) < 1 << 20:
                part = s.recv(65536)
                if not part:
                    break
                got += part
            return got
        except (ConnectionError, socket.timeout):
            return b""


def request(server, method="GET", path="/", headers=(), body=b"", host=None):
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{server.port}'}", "Connection: close", *headers]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return send(server, "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + body)


def status(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def begin(server):
    return server.table("fairytale", [{"name": "Ann"}, {"bot": "random"}, {}])


def test_only_who_has_the_key():
    with Server("fairytale", "wizard-quest") as server:
        t, other = begin(server), begin(server)
        here = "/api/tables/" + t["table"]
        near = t["keys"][0][:-1] + ("1" if t["keys"][0][-1] == "0" else "0")
        keys = ["", "0" * 32, near, ("1" if t["keys"][0][0] == "0" else "0") + t["keys"][0][1:], t["keys"][0][:-1], t["keys"][0] + "0", t["keys"][0].upper() + "x", other["keys"][0],
                other["watch"], "../" + t["keys"][0], "' or 1", "\u00e9" * 16]
        for key in keys:
            for verb in ("", "/stream", "/past", "/replay"):
                got = request(server, "GET", here + verb, [f"Authorization: Bearer {key}"])
                assert status(got) in (403, 400), (verb, key, got[:200])
            for verb in ("/pick", "/why", "/undo", "/seat", "/rematch", "/giveup", "/replace", "/say"):
                got = request(server, "POST", here + verb, [f"Authorization: Bearer {key}", "Content-Type: application/json"],
                              b'{"at": 0, "key": "0000000000000000", "name": "Eve"}')
                assert status(got) in (403, 400), (verb, key, got[:200])
        # a key in the address is none
        assert status(request(server, "GET", f"{here}?key={t['keys'][0]}")) == 403
        # who looks on neither plays nor sees
        watch = ["Authorization: Bearer " + t["watch"], "Content-Type: application/json"]
        for verb, body in (("/pick", {"at": 0, "key": "0" * 16}), ("/undo", {}), ("/rematch", {}), ("/giveup", {}), ("/say", {"text": "x"}), ("/replace", {"seat": 0}), ("/seat", {"bot": "easy"}),
                           ("/seat", {"take": 0, "name": "Eve"}), ("/seat", {"take": 1, "name": "Eve"})):
            got = request(server, "POST", here + verb, watch, json.dumps(body).encode())
            assert status(got) in (403, 409), (verb, got[:200])
        for verb in ("/past?to=3&as=0", "/replay"):
            assert status(request(server, "GET", here + verb, watch)) == 409
        said = server.said()
        for secret in t["keys"] + [t["watch"]]:
            assert not secret or secret not in said, "a secret in the log"


def test_nobody_chooses_the_seed():
    with Server("fairytale") as server:
        code, a = server.ask("POST", "/api/tables", {"game": "fairytale", "seats": [{}, {}, {}], "seed": 3})
        assert code == 400 and a["error"] == "a table has no 'seed': send game, lang, seats, options, clock and listed", a


def ends(stream):
    """Does it end by itself, and soon?"""
    reader = threading.Thread(target=lambda: [None for _ in stream], daemon=True)
    reader.start()
    reader.join(10)
    return not reader.is_alive()


def test_a_free_seat_is_taken_with_another_key():
    with Server("fairytale") as server:
        t = begin(server)
        here = "/api/tables/" + t["table"]
        assert server.ask("POST", here + "/seat", {"take": 2, "name": "Zoe"}, t["keys"][0])[0] == 409, "who sits takes a second seat"
        code, a = server.ask("POST", here + "/seat", {"take": 2, "name": "Zoe"}, t["watch"])
        assert code == 200 and a["key"] != t["keys"][2]
        assert server.ask("GET", here, key=t["keys"][2])[0] == 403
        assert server.ask("GET", here, key=a["key"])[1]["you"] == 2
        assert server.ask("POST", here + "/seat", {"take": 2, "name": "Eve"}, t["watch"])[0] == 409


def message(stream, wanted=lambda m: True):
    """The next message of which that is true."""
    for _, text in stream:
        m = json.loads(text)
        if wanted(m):
            return m
    raise AssertionError("the stream has ended")


def test_a_seat_whose_link_was_opened_is_taken():
    """Without a name, too, and while nobody is there; only the owner frees it, and asks the player who is there."""
    with Server("fairytale") as server:
        t = begin(server)
        here, mine, watch, owner = "/api/tables/" + t["table"], t["keys"][2], t["watch"], t["owner"]
        seat = lambda key, **body: server.ask("POST", here + "/seat", body, key)
        stream = server.stream(t["table"], mine)
        m = message(stream)
        assert m["table"]["seats"][2]["who"] == "person" and m["view"]["choices"]
        assert seat(watch, take=2, name="Eve")[0] == 409
        for key in (watch, t["keys"][0], mine):
            assert seat(key, free=2)[0] == 403, "only the owner frees a seat"
        assert seat(mine, leave=True)[0] == 409, "nobody asked"
        assert seat(owner, free=1)[0] == 409 and seat(owner, free=7)[0] == 409, "no player sits there"
        # the player is there: first asked, then free to stay or go
        assert seat(owner, free=2) == (200, {"freed": False})
        message(stream, lambda m: m["table"]["seats"][2]["asked"])
        assert seat(mine, leave=False) == (200, {"freed": False})
        message(stream, lambda m: not m["table"]["seats"][2]["asked"])
        assert seat(owner, free=2)[1] == {"freed": False} and seat(watch, take=2, name="Eve")[0] == 409
        assert seat(mine, leave=True) == (200, {"freed": True})
        assert ends(stream), "who gave up the seat is still told"
        assert server.ask("GET", here, key=mine)[0] == 403
        code, a = seat(watch, take=2, name="Zoe")
        assert code == 200
        # it stays taken while nobody is there, also after a restart; the owner then frees it at once
        server.stop()
        server.start()
        assert seat(watch, take=2, name="Eve")[0] == 409
        assert seat(owner, free=2) == (200, {"freed": True})
        assert server.ask("GET", here, key=a["key"])[0] == 403
        code, a = seat(watch, take=2, name="Eve")
        if os.environ.get("SERVE_LONG"):  # who is there and says nothing has a minute
            stream = server.stream(t["table"], a["key"])
            message(stream)
            assert seat(owner, free=2) == (200, {"freed": False})
            time.sleep(61)
            assert seat(owner, free=2) == (200, {"freed": True}) and ends(stream)


def test_who_has_no_name_is_asked_before_picks_are_taken_back():
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {}])
        here = "/api/tables/" + t["table"]
        for key in t["keys"]:
            m = message(server.stream(t["table"], key))
            assert server.ask("POST", here + "/pick", {"at": m["at"], "key": m["view"]["choices"][0]["key"]}, key)[0] == 200
        for key, by in zip(t["keys"], (0, None)):
            assert server.ask("POST", here + "/undo", {}, key)[0] == 200
            assert message(server.stream(t["table"], t["keys"][1]))["table"]["undo"]["by"] == by


def test_names_that_look_alike():
    """A kind of blank, what is not drawn, accents and case do not make another name."""
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann Lee"}, {}, {"name": "Ren\u00e9"}])
        name = lambda key, said: server.ask("POST", f"/api/tables/{t['table']}/seat", {"name": said}, key)[0]
        for said in ("Ann\u00a0Lee", "Ann\u3000Lee", "Ann  Lee", "Ann\u200d Lee", "ANN LEE", "A\u0301nn Lee",
                     "Rene\u0301", "Rene", "Re\ufe0fne\u0301"):
            assert name(t["keys"][1], said) == 409, ascii(said)
        for said in ("A\u200bnn", "Ann\u2060", "A" + "\u0301" * 4 + "nn", "A" + "\u0301" * 29, "\u0301Ann", "\u00a0Ann", "Ann\u00a0", "\u3164",
                     "\u200d", "\ufe0f", "\u00a0", "A\u00adnn", "A\u034fnn", "\U000e0041Ann"):
            assert name(t["keys"][1], said) == 400, ascii(said)
        for said in ("Anne Lee", "Nguy\u0065\u0302\u0303n", "\u2764\ufe0f", "\U0001f469\u200d\U0001f467", "\u5c71\u7530\u3000\u592a\u90ce",
                     "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd"):
            assert name(t["keys"][1], said) == 200, ascii(said)
        code, a = server.ask("POST", "/api/tables", {"game": "fairytale", "seats": [{"name": "Ann"}, {"name": "a\u0301nn"}]})
        assert code == 400 and "look alike" in a["error"], a


def test_only_by_our_name_and_from_our_page():
    with Server("fairytale", "--host", "games.example") as server:
        post = ["Content-Type: application/json"]
        body = b'{"game": "fairytale", "seats": [{}, {}]}'
        for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", "", "localhost.evil", "[::2]",
                     "games.example.evil", "127.0.0.1:80:80", "127.0.0.1:x"):
            for path in ("/", "/api/games", "/web/style.css", "/t/000000000000"):
                got = request(server, "GET", path, host=host or " ")
                assert status(got) in (400, 403), (host, got[:100])
        for host in ("localhost", "127.0.0.1", f"localhost:{server.port}", "games.example", "GAMES.example:443", "[::1]"):
            assert status(request(server, "GET", "/api/games", host=host)) == 200, host
        with Server("fairytale", "--bind", "0.0.0.0") as open_to_all:  # by any address of this machine, and by no name but its own
            for host, code in (("192.168.1.5", 200), (f"10.0.0.1:{server.port}", 200), ("[fe80::1]", 200), ("localhost", 200), ("evil.example", 403),
                               ("10.0.0.1.evil.example", 403), ("10.0.0", 403), ("[10.0.0.1]", 403), ("10.0.0.1:x", 403), ("1" * 60, 403)):
                assert status(request(open_to_all, "GET", "/api/games", host=host)) == code, host
            assert open_to_all.address == f"http://127.0.0.1:{open_to_all.port}/"
        for origin in ("http://evil.example", "null", "https://127.0.0.1.evil", "file://", "http://games.example.evil"):
            got = request(server, "POST", "/api/tables", post + ["Origin: " + origin], body)
            assert status(got) == 403, (origin, got[:100])
        # what listens at another port of this host is another's
        for origin in ("http://127.0.0.1", "https://127.0.0.1", "http://127.0.0.1:1", f"http://localhost:{server.port}", "http://games.example:1",
                       f"http://127.0.0.1:{server.port}0", "http://"):
            got = request(server, "POST", "/api/tables", post + ["Origin: " + origin], body)
            assert status(got) == 403, (origin, got[:100])
        for origin, host in ((f"http://127.0.0.1:{server.port}", None), ("https://games.example", None), ("http://localhost:9", "localhost:9"),
                             ("https://GAMES.example:444", "games.example:444")):
            got = request(server, "POST", "/api/tables", post + ["Origin: " + origin], body, host=host)
            assert status(got) == 201, (origin, got[:100])
        # said twice, one of them could be meant for a proxy and the other for us
        here = f"127.0.0.1:{server.port}"
        for twice in ("Host: evil.example", "host: " + here, "Origin: http://evil.example", "Content-Type: text/plain", "AUTHORIZATION: Bearer 0"):
            got = request(server, "POST", "/api/tables", post + [f"Origin: http://{here}", "Authorization: Bearer 1", twice], body)
            assert status(got) == 400, (twice, got[:100])
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "",
                     "application/jsonx", "text/plain; application/json"):
            got = request(server, "POST", "/api/tables", ["Content-Type: " + kind], body)
            assert status(got) == 415, (kind, got[:100])


def test_every_answer_says_what_browsers_may_do():
    with Server("fairytale") as server:
        t = begin(server)
        for path in ("/", "/t/" + t["table"], "/api/games", "/api/tables/" + t["table"], "/web/no-such"):
            _, headers, _ = server.raw("GET", path)
            assert "default-src 'none'" in headers["Content-Security-Policy"], path
            assert "unsafe" not in headers["Content-Security-Policy"]
            assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"
            assert headers["Cache-Control"] == "no-store" and headers["X-Frame-Options"] == "DENY"


def test_bodies_that_are_no_question():
    with Server("fairytale") as server:
        t = begin(server)
        post = ["Content-Type: application/json", "Authorization: Bearer " + t["keys"][0]]
        here = "/api/tables/" + t["table"]
        bodies = [b"", b"null", b"[]", b"1", b'"x"', b"{", b"{}x", b'{"a": 1, "a": 2}', b"\xff\xfe", b'{"\xc3": 1}',
                  b'{"at": 1e999}', b"[" * 5000, b'{"key": "' + b"a" * 15000 + b'"}', b'{"at": "x", "key": 3}',
                  b'{"at": -1, "key": "ffffffffffffffff"}', b'{"at": 99999999999999999999}', b'{"name": ""}',
                  b'{"name": " x"}', b'{"name": "' + b"x" * 31 + b'"}', '{"name": "a\u202eb"}'.encode(),
                  b'{"name": "a\\u0000b"}', b'{"name": "a\\u001bb"}', b'{"name": "a\\nb"}', b'{"name": 3}',
                  b'{"bot": "mcts:1000000"}', b'{"bot": "exec:id"}', b'{"bot": "learnt:/etc/passwd"}', b'{"bot": 3}',
                  b'{"take": 99, "name": "x"}', b'{"take": -1, "name": "x"}', b'{"take": 0.5, "name": "x"}',
                  b'{"take": 4294967298, "name": "x"}']
        for body in bodies:
            for verb in ("/pick", "/seat", "/replace", "/say"):
                got = request(server, "POST", here + verb, post, body)
                assert 400 <= status(got) < 500, (verb, body[:60], got[:200])
            got = request(server, "POST", "/api/tables", post, body)
            assert 400 <= status(got) < 500, (body[:60], got[:200])
        for body, why in ((b'{"at": "x", "key": "0123456789abcdef"}', "`at` must be a number"), (b'{"key": "0123456789abcdef"}', "`at` must be a number"),
                          (b'{"at": 1}', "`key` a text"), (b'{"name": "a\\u0000b"}', "character \\u0000"), (b'{"a\\u0000b": 1}', "character \\u0000"),
                          (b'{"at": ' + b"9" * 23 + b"}", "too large"), (b'{"at": 1e400}', "too large"), (b"[" * 30000 + b"]" * 30000, "nested too deeply"),
                          (b'{"at": 1, "at": 2}', "twice"), (b"[]", "must be a JSON object"), (b"{", "must be a JSON object")):
            got = request(server, "POST", here + "/pick", post, body)
            assert status(got) == 400 and why in json.loads(got.split(b"\r\n\r\n")[1])["error"], (body[:60], got)
        for expert in (True, "true"):
            code, a = server.ask("POST", "/api/tables", {"game": "fairytale", "seats": [{}, {}], "options": {"expert": expert}})
            assert code == 201, (expert, code, a)
            os.remove(os.path.join(server.data, a["table"] + ".table"))
            os.remove(os.path.join(server.data, a["table"] + ".save"))
        tables = [{"game": "../fairytale"}, {"game": "fairytale"}, {"game": "fairytale", "seats": 3},
                  {"game": "fairytale", "seats": [{}]}, {"game": "fairytale", "seats": [{}] * 13},
                  {"game": "fairytale", "seats": [{}, 1]}, {"game": "fairytale", "seats": [{}, {"bot": "exec:id"}]},
                  {"game": "fairytale", "seats": [{}, {"name": "\u202e"}]},
                  {"game": "fairytale", "seats": [{"name": "A"}, {"name": "A"}]},
                  {"game": "fairytale", "seats": [{}, {}], "options": {"no-such": "1"}},
                  {"game": "fairytale", "seats": "x"}, {"game": "fairytale", "seats": {"0": {}, "1": {}}},
                  {"game": "fairytale", "seats": [{}, {}], "options": [1]},
                  {"game": "fairytale", "seats": [{}, {}], "options": "expert=true"},
                  {"game": "fairytale", "seats": [{}, {}], "options": {"expert": 1}},
                  {"game": "fairytale", "seats": [{}, {}], "options": {"expert": "x" * 3000}},
                  {"game": "fairytale", "seats": [{}, {}], "options": {"\u001b[31m": "true"}}]
        for table in tables:
            code, a = server.ask("POST", "/api/tables", table)
            assert code == 400 and a["error"], (table, code, a)
            if table.get("seats") in ([{}], [{}] * 13):
                assert "the game needs 2 to 5" in a["error"], a
        assert request(server, "POST", "/api/tables", post, b"x" * 200000)[9:12] in (b"413", b"")
        files = {f.split(".")[0] for f in os.listdir(server.data) if f.endswith((".table", ".save"))}
        assert files == {t["table"]}, "a table that was refused left files"


def test_paths():
    with Server("fairytale") as server:
        t = begin(server)
        paths = ["/web/../Makefile", "/web/..%2fMakefile", "/web/%2e%2e/Makefile", "/web//etc/passwd", "/etc/passwd", "/web/",
                 "/web/style.css/", "/web/style.css%00", "/%", "/%00", "//", "/t", "/api", "/api/",
                 "/api/tables/", "/api/tables/" + "0" * 12, "/api/tables/" + t["table"] + "x",
                 "/api/tables/" + t["table"].upper() + "X", "/api/tables/..", "/api/tables/" + t["table"] + "/no-such",
                 "/api/tables/" + t["table"] + "/pick/", "/" + "a" * 12000, "/?" + "b" * 12000, "/api/games?lang=" + "x" * 3000,
                 "/api/games?lang=%1b%5b31m", "/web/" + "\x7f", "*", "http://evil.example/", "/web/%c0%ae%c0%ae/Makefile"]
        for path in paths:
            got = request(server, "GET", path, ["Authorization: Bearer " + t["keys"][0]])
            assert status(got) in (0, 400, 403, 404, 405, 414, 431) or path.startswith(("/api/games", "/?", "http")), \
                (path[:60], got[:120])
            assert b"root:" not in got and b"LIB_SRC" not in got
        for method in ("PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "CONNECT", "GETT", "get", "X" * 3000):
            for path in ("/", "/api/games", "/api/tables/" + t["table"]):
                assert status(request(server, method, path)) in (0, 400, 404, 405, 403, 501), method
        for path in ("/%00", "/web/style.css%00", "/api/games%00x", "/api/tables/" + t["table"] + "%00", "/%00?x=%00"):
            assert status(request(server, "GET", path, ["Authorization: Bearer " + t["keys"][0]])) == 404, path
        said = server.said()
        assert "\x1b" not in said and "\x7f" not in said


def test_rubbish_and_cut_requests():
    chance = random.Random(7)
    with Server("fairytale") as server:
        t = begin(server)
        whole = (f"POST /api/tables/{t['table']}/why HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                 f"Authorization: Bearer {t['keys'][0]}\r\nContent-Length: 21\r\n\r\n" + '{"card": "werewolf"} ').encode()
        for cut in range(0, len(whole), 3):
            send(server, whole[:cut], wait=False)
        for _ in range(150):
            spoilt = bytearray(whole)
            for _ in range(chance.randrange(1, 6)):
                spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
            send(server, bytes(spoilt), wait=False)
        for _ in range(50):
            send(server, chance.randbytes(chance.randrange(1, 3000)), wait=False)
        for head in (b"Content-Length: -1", b"Content-Length: 99999999999999999999", b"Transfer-Encoding: chunked",
                     b"Content-Length: 5\r\nContent-Length: 6", b"Expect: 100-continue", b"X: " + b"y" * 60000,
                     b"\r\n".join(b"X%d: y" % i for i in range(3000)), b"Range: bytes=0-1,2-3", b"Upgrade: websocket",
                     b"Last-Event-ID: " + b"f" * 4000):
            send(server, b"POST / HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n\r\nzz\r\n\r\n", wait=False)
        # many that say nothing, and streams that are not read
        quiet = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
        for last in ("", "0-0", "ffffffffffffffff-99999999999999999999", "x", "-", "1-2-3"):
            s = socket.create_connection(("127.0.0.1", server.port))
            s.sendall((f"GET /api/tables/{t['table']}/stream HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: {last}\r\n"
                       f"Authorization: Bearer {t['keys'][0]}\r\n\r\n").encode())
            quiet.append(s)
        sit(server, t["table"], [t["keys"][0], None, t["keys"][2]])
        for s in quiet:
            s.close()
        assert server.ask("GET", "/api/games")[0] == 200


def test_pictures_only_of_the_game_s_folder():
    with tempfile.TemporaryDirectory() as root:
        game = os.path.join(root, "my game")
        make_game(game)
        with open(os.path.join(root, "secret.png"), "w") as f:
            f.write("root: outside")
        os.symlink(os.path.join(root, "secret.png"), os.path.join(game, "link.png"))
        os.symlink(root, os.path.join(game, "way"))
        os.mkfifo(os.path.join(game, "pipe.png"))
        with Server(game) as server:
            t = server.table("my game", [{"name": "Ann"}, {"bot": "random"}])
            cards = server.ask("GET", "/api/tables/" + t["table"], key=t["keys"][0])[1]["cards"]
            got, headers, data = server.raw("GET", cards["a"]["art"])
            assert got == 200 and data == b"a picture" and headers.get_content_type() == "image/png"
            assert "sandbox" in headers.get_all("Content-Security-Policy")
            assert "art" not in cards["b"], "no kind that is shown"
            for card in "cdefg":
                got, _, data = server.raw("GET", cards[card]["art"])
                assert got == 404 and b"root:" not in data, card
            for path in ("/art/", "/art/my%20game", "/art/my%20game/", "/art/my%20game/zz", "/art/../my%20game/a",
                         "/art/my%20game/link.png", "/art/fairytale/werewolf"):
                assert status(request(server, "GET", path)) == 404, path


def make_game(folder):
    """A small game whose cards name pictures, good and bad."""
    os.makedirs(os.path.join(folder, "pictures"))
    with open(os.path.join(folder, "pictures", "a.png"), "w") as f:
        f.write("a picture")
    with open(os.path.join(folder, "cards.yaml"), "w") as f:
        f.write("cantrip: 1\ncards:\n")
        for card, art in zip("abcdefg", ("pictures/a.png", "cards.yaml", "../secret.png", "link.png", "way/secret.png",
                                         "pipe.png", "/etc/x.png")):
            f.write(f"  {card}: {{name: {card.upper()}, copies: 2, art: {art}}}\n")
    with open(os.path.join(folder, "ruleset.yaml"), "w") as f:
        f.write("cantrip: 1\ntitle: Pictures\nplayers: {min: 2, max: 2}\nlanguages: [en]\ncards: [cards.yaml]\n"
                "zones:\n  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}\n"
                "  hand: {per: player, seen_by: owner}\n  row: {per: player, as: row, seen_by: all}\n"
                "phases:\n  - deal: {who: all, from: deck, to: hand, count: 3}\n"
                "  - choose: {who: all, card: {zone: hand}, do: [{move: {to: row}}]}\n"
                "result: {score: {count: {zone: row}}}\n")


def test_a_port_is_one_servers():
    with Server("fairytale") as server:
        done = subprocess.run([CANTRIP, "serve", "fairytale", "--port", str(server.port), "--data", server.data],
                              cwd=ROOT, env=dict(os.environ, CANTRIP_ROOT=ROOT), capture_output=True, text=True, timeout=30)
        assert done.returncode == 2 and f"port {server.port}" in done.stderr, done.stderr


def refused(*args):
    """What is said where no server begins."""
    with tempfile.TemporaryDirectory() as data:
        done = subprocess.run([CANTRIP, "serve", "--port", "0", "--data", data, *args], cwd=ROOT, capture_output=True,
                              env=dict(os.environ, CANTRIP_ROOT=ROOT), text=True, timeout=30)
    assert done.returncode == 2, done
    return done.stderr


def test_what_cannot_be_served():
    with tempfile.TemporaryDirectory() as root:
        for name in ("a/mine", "b/mine"):
            make_game(os.path.join(root, name))
        assert "two games have the name mine: " in refused(os.path.join(root, "a/mine"), os.path.join(root, "b/mine"))
        assert "--host needs a value" in refused("fairytale", "--host", "")
        assert refused("fairytale", "--data", os.path.join(root, "a/mine/cards.yaml")).endswith(": Not a directory\n")
        for path in ("a/mine/", "a/mine/.", "a/mine//", "a/mine/pictures/.."):  # each is that game, and once
            with Server(os.path.join(root, path), os.path.join(root, "a/mine")) as server:
                assert [g["id"] for g in server.ask("GET", "/api/games")[1]["games"]] == ["mine"], path


def test_names_of_thirty_letters():
    with Server("fairytale") as server:
        for name in ("x" * 30, "\u5973" * 30, "\U0001F9DA" * 30):
            t = server.table("fairytale", [{"name": name}, {}])
            server.stop()
            server.start()
            for _, text in server.stream(t["table"], t["keys"][0]):
                assert name in json.dumps(json.loads(text)["table"], ensure_ascii=False)
                break


def test_as_many_tables_as_are_allowed():
    with Server("fairytale", "--tables", "3") as server:
        for _ in range(3):
            begin(server)
        code, a = server.ask("POST", "/api/tables", {"game": "fairytale", "seats": [{}, {}]})
        assert code == 503 and "3 tables" in a["error"], a
        assert len([f for f in os.listdir(server.data) if f.endswith(".table")]) == 3


if __name__ == "__main__":
    main([test_only_who_has_the_key, test_nobody_chooses_the_seed, test_a_free_seat_is_taken_with_another_key, test_a_seat_whose_link_was_opened_is_taken,
          test_who_has_no_name_is_asked_before_picks_are_taken_back,
          test_names_that_look_alike, test_only_by_our_name_and_from_our_page,
          test_every_answer_says_what_browsers_may_do, test_bodies_that_are_no_question, test_paths,
          test_rubbish_and_cut_requests, test_pictures_only_of_the_game_s_folder,
          test_a_port_is_one_servers, test_what_cannot_be_served, test_names_of_thirty_letters, test_as_many_tables_as_are_allowed])
