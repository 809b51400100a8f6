#!/usr/bin/env python3
"""Many tables at once: tests/serve/load.py [TABLES [SECONDS]] (300 for 60).

At each table a person and a bot play, a pick a second, and two streams listen, to the end of their games and on at a new
table. Printed is the time from the pick to the event at who looks on, the server's memory at the start and at the end, and
whether each stream heard every pick. For measuring by hand: nothing here fails by being slow.
"""
import json
import os
import random
import resource
import selectors
import socket
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Server


class Stream:
    """A stream read without a thread of its own."""

    def __init__(self, port, table, key):
        self.table, self.buffer, self.message, self.heard = table, b"", None, 0
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall((f"GET /api/tables/{table.id}/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                             f"Authorization: Bearer {key}\r\n\r\n").encode())
        self.socket.setblocking(False)

    def read(self):
        """The messages that have come; chunks are cut at line ends, for each message is one write or several."""
        try:
            part = self.socket.recv(1 << 20)
        except (BlockingIOError, ConnectionResetError):
            return []
        if not part:
            raise SystemExit("a stream ended")
        self.buffer += part
        found = []
        while b"\ndata: " in self.buffer:
            at = self.buffer.index(b"\ndata: ")
            end = self.buffer.find(b"}\n\n", at)
            if end < 0:
                break
            data, self.buffer = self.buffer[at + 7:end + 1], self.buffer[end + 3:]
            found.append(json.loads(unchunked(data)))
        return found


def unchunked(data):
    """Without the lengths of chunks in between: JSON of one line has no line ends of its own."""
    parts = data.split(b"\r\n")
    return b"".join(parts[::2]) if len(parts) > 1 else data


class Table:
    def __init__(self, server, number):
        self.server, self.random = server, random.Random(number)
        self.games, self.picked, self.lost = 0, {}, 0
        self.begin()

    def begin(self):
        t = self.server.table("fairytale", [{"name": "Ann"}, {"bot": "random"}, {"bot": "random"}])
        self.id, self.key, self.watch = t["table"], t["keys"][0], t["watch"]
        self.latest, self.games = None, self.games + 1


def poster(server, work, times):
    """One of those who send picks: asks are short, so a few are enough for all tables."""
    import http.client
    c = http.client.HTTPConnection("127.0.0.1", server.port)
    while (job := work.get()) is not None:
        table, body = job
        began = time.monotonic()
        table.sent = began
        c.request("POST", f"/api/tables/{table.id}/pick", json.dumps(body),
                  {"Content-Type": "application/json", "Authorization": "Bearer " + table.key})
        r = c.getresponse()
        r.read()
        times["answer"].append(time.monotonic() - began)
        times["refused"] += r.status != 200


def memory(pid):
    with open(f"/proc/{pid}/status") as f:
        return next(int(line.split()[1]) for line in f if line.startswith("VmRSS")) / 1024


def say(name, values):
    values = sorted(values)
    at = lambda share: values[min(len(values) - 1, int(share * len(values)))] * 1000
    print(f"{name}: {len(values)}, median {at(.5):.1f} ms, p99 {at(.99):.1f} ms, most {values[-1] * 1000:.1f} ms")


def load(ntables, seconds):
    import queue
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with Server("fairytale", "--tables", "100000") as server:
        tables = [Table(server, i) for i in range(ntables)]
        selector, times, work = selectors.DefaultSelector(), {"event": [], "answer": [], "refused": 0}, queue.Queue()

        def listen(table):
            for key, plays in ((table.key, True), (table.watch, False)):
                s = Stream(server.port, table, key)
                s.plays = plays
                selector.register(s.socket, selectors.EVENT_READ, s)

        for t in tables:
            listen(t)
        posters = [threading.Thread(target=poster, args=(server, work, times), daemon=True) for _ in range(4)]
        fresh, begun = queue.Queue(), queue.Queue()
        posters.append(threading.Thread(target=beginner, args=(fresh, begun), daemon=True))
        for p in posters:
            p.start()
        end, due, first = time.monotonic() + seconds, {t: time.monotonic() + t.random.random() for t in tables}, None
        while time.monotonic() < end:
            for found, _ in selector.select(0.005):
                s = found.data
                now = time.monotonic()
                if s.socket.fileno() < 0:  # closed with the game just before
                    continue
                for m in s.read():
                    if s.plays:
                        s.table.latest = m
                    elif getattr(s.table, "sent", None) and m["log"]:
                        times["event"].append(now - s.table.sent)
                        s.table.sent = None
                if s.plays and s.table.latest and s.table.latest["view"]["status"] == "over":
                    over(selector, s.table, fresh)
            while not begun.empty():
                listen(begun.get())
            now = time.monotonic()
            for t in tables:
                if due[t] <= now and t.latest and t.latest["view"].get("choices"):
                    m, t.latest, due[t] = t.latest, None, now + 1
                    work.put((t, {"at": m["at"], "key": t.random.choice(m["view"]["choices"])["key"]}))
            if first is None and now > end - seconds * 0.9:
                first = memory(server.process.pid)
        for p in posters:
            work.put(None)
        fresh.put(None)
        for p in posters:
            p.join()
        say("answers to picks", times["answer"])
        say("from pick to event", times["event"])
        print(f"refused: {times['refused']}; games: {sum(t.games for t in tables)}; "
              f"memory: {first:.0f} MB, in the end {memory(server.process.pid):.0f} MB")


def over(selector, table, fresh):
    for key in [k for k in selector.get_map().values() if k.data.table is table]:
        selector.unregister(key.fileobj)
        key.fileobj.close()
    table.latest = None
    fresh.put(table)


def beginner(fresh, begun):
    """Begins new games beside what is measured."""
    while (table := fresh.get()) is not None:
        table.begin()
        begun.put(table)


if __name__ == "__main__":
    load(*(int(a) for a in (sys.argv[1:] + ["300", "60"][len(sys.argv) - 1:])))
