"""A server under test, and people who speak HTTP with it: what the programs of this folder share."""
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
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CANTRIP = os.environ.get("CANTRIP_SERVE") or os.path.join(ROOT, "build", "cantrip")
PATIENCE = 60  # seconds; nothing here measures time


def make_untrained(folder):
    """Card Ring under another name, which brings no policy: its bots are trained first, for many seconds."""
    os.makedirs(folder)
    with open(os.path.join(folder, "ruleset.yaml"), "w") as f:
        f.write("cantrip: 1\nextends: card-ring\ntitle: Ring\n")
    return folder


class Server:
    """`cantrip serve` on a port of its own, its tables in a folder that goes with it."""

    command = "serve"
    own_limits = ("--each", "0", "--requests", "0", "--streams", "0")  # what is tested here is faster than people

    def __init__(self, *flags, data=None, env=None):
        self.own = None if data else tempfile.TemporaryDirectory()
        self.data = data or self.own.name
        self.flags, self.env = flags, env or {}
        self.start()

    def start(self):
        env = dict(os.environ, CANTRIP_ROOT=ROOT, XDG_CACHE_HOME=os.path.join(self.data, "cache"))
        env.update(self.env)
        self.log = open(os.path.join(self.data, "server.log"), "a+")
        self.process = subprocess.Popen(
            [CANTRIP, self.command, "--port", "0", "--data", self.data, *self.own_limits, *self.flags],
            cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"no server: {self.said()}")
        self.address, _, self.key = line.strip().partition("#")
        self.port = int(self.address.rstrip("/").rsplit(":", 1)[1])

    def said(self):
        with open(self.log.name) as f:
            return f.read()

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.log.close()
        return status

    def __enter__(self):
        return self

    def __exit__(self, *what):
        log = self.said()
        status = self.stop() if self.process.poll() is None else self.process.returncode
        log += open(self.log.name).read()[len(log):]
        if self.own:
            self.own.cleanup()
        if what[0] is None:  # else that is what is to be told
            assert status == 0 and "Sanitizer" not in log, f"the server ended with {status}: {log[-3000:]}"

    def raw(self, method, path, body=None, headers=None):
        """One request; the status, the headers and the bytes of the answer."""
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            c.request(method, path, body, headers or {})
            r = c.getresponse()
            return r.status, r.headers, r.read()
        finally:
            c.close()

    def ask(self, method, path, body=None, key=None):
        """The same in JSON."""
        headers = {"Authorization": "Bearer " + key} if key else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        status, got, text = self.raw(method, path, body, headers)
        if got.get_content_type() == "application/json":
            return status, json.loads(text)
        return status, text.decode()

    def table(self, game, seats, **more):
        status, a = self.ask("POST", "/api/tables", dict(game=game, seats=seats, **more))
        if status != 201:
            raise SystemExit(f"no table: {status} {a}")
        return a

    def stream(self, table, key, last=None):
        """Messages of a stream as (number, text of the data), until it ends."""
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Authorization": "Bearer " + key}
        if last:
            headers["Last-Event-ID"] = last
        try:
            c.request("GET", f"/api/tables/{table}/stream", None, headers)
            r = c.getresponse()
            if r.status != 200:
                raise SystemExit(f"no stream: {r.status} {r.read()}")
            number = None
            for line in iter(r.readline, b""):
                if not line.endswith(b"\n"):  # cut by the end of the server
                    return
                line = line.decode().rstrip("\n")
                if line.startswith("id: "):
                    number = line[4:]
                elif line.startswith("data: "):
                    yield number, line[6:]
        except (http.client.HTTPException, OSError):
            return
        finally:
            c.close()


class Person(threading.Thread):
    """Sits at a table and plays by chance, or only looks on (`plays` false); keeps every message."""

    def __init__(self, server, table, key, seed=0, plays=True, most=None):
        super().__init__(daemon=True)
        self.server, self.table, self.key = server, table, key
        self.random, self.plays, self.most = random.Random(seed), plays, most
        self.texts, self.picks, self.wrong = [], 0, None
        self.picking = threading.Lock()

    def act(self, m):
        choices = m["view"].get("choices")
        with self.picking:
            if self.plays and choices:
                self.pick(m, choices)

    def rest(self):
        """No pick of theirs is under way any more, and none comes."""
        with self.picking:
            self.plays = False

    def pick(self, m, choices):
        choice = self.random.choice(choices)
        status, a = self.server.ask("POST", f"/api/tables/{self.table}/pick",
                                    {"at": m["at"], "key": choice["key"]}, self.key)
        if status == 200:
            self.picks += 1
        elif status != 409:
            raise AssertionError(f"pick: {status} {a}")

    def run(self):
        try:
            for number, text in self.server.stream(self.table, self.key):
                self.texts.append(text)
                m = json.loads(text)
                if "error" in m or m["view"]["status"] != "running":
                    return
                if self.most is not None and self.picks >= self.most:
                    return
                self.act(m)
        except Exception as wrong:  # told by the test that joins
            self.wrong = wrong

    def last(self):
        return json.loads(self.texts[-1])


def sit(server, table, keys, seed=0, watch=None, most=None):
    """People at all keys (and one who looks on), until the game is over; each with what he was told. With `most`, until one of
    them has made so many picks: the others may wait for his."""
    people = [Person(server, table, key, seed + i, most=most) for i, key in enumerate(keys) if key]
    if watch:
        people.append(Person(server, table, watch, plays=False))
    for p in people:
        p.start()
    end = time.monotonic() + PATIENCE * 4
    while most and all(p.is_alive() for p in people) and time.monotonic() < end:
        time.sleep(0.01)
    for p in people:
        if most:
            p.rest()
        p.join(0 if most and time.monotonic() < end else PATIENCE * 4)
        if p.wrong:
            raise p.wrong
        assert most or not p.is_alive(), "a game that does not end"
    return people


def until(true, what):
    """Waits for it."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"in vain: {what}"
        time.sleep(0.1)


def main(tests):
    """Runs them and says how many passed, as tests/run.sh counts."""
    passed = failed = 0
    for test in tests:
        try:
            test()
            passed += 1
        except (AssertionError, SystemExit, Exception) as wrong:
            failed += 1
            if hasattr(wrong, "stacktrace"):
                wrong.stacktrace = None  # of the browser's driver: twenty lines of numbers, in place of what went wrong
            traceback.print_exc()
            print(f"FAILED {test.__name__}: {type(wrong).__name__}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)
