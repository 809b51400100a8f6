#!/usr/bin/env python3
"""The page in a real browser (Chromium): whole games, by clicks and by keys alone, reloaded and with the server killed in
the middle; nothing in the page's source that the seat may not know; the lobby to the end without an address typed.

axe-core (build/axe, which `make browser` fetches by npm as the lock file says) finds nothing on lobby, table, sheet,
end and replay. SERVE_LONG plays Card Ring too, and opens every game at three widths. With 1/2 every second test is run, with 2/2
the others.
"""
import contextlib
import gzip
import http.server
import json
import os
import random
import re
import signal
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

from client import PATIENCE, ROOT, Server, main, make_untrained, sit
from desk import CARDS, RULES, Desk
from limits import FOUR_CARDS, make_talk, pick_once, whole_log

LIT = ".card.lit, .seatname.lit, .wait.lit, #bar .choice"


class Element(WebElement):
    """Part of a page that may be drawn anew at any time (somebody comes or goes): then it is looked for again, as it was first."""
    found = None

    def again(self):
        if not self.found:
            raise StaleElementReferenceException("what has the focus was drawn anew")
        self._id = self.found().id

    def _execute(self, command, params=None):
        return until_it_stays(lambda: super(Element, self)._execute(command, params), [self])

    def find_elements(self, by=By.ID, value=None):
        return found_by(lambda: super(Element, self).find_elements(by, value))

    def find_element(self, by=By.ID, value=None):
        return found_by(lambda: [super(Element, self).find_element(by, value)])[0]


class Browser(webdriver.Chrome):
    _web_element_cls = Element

    def find_elements(self, by=By.ID, value=None):
        return found_by(lambda: super(Browser, self).find_elements(by, value))

    def find_element(self, by=By.ID, value=None):
        return found_by(lambda: [super(Browser, self).find_element(by, value)])[0]

    def execute_script(self, script, *args):
        return until_it_stays(lambda: super(Browser, self).execute_script(script, *args), [a for a in args if isinstance(a, Element)])

    def hover(self, *elements):
        """The pointer over one after the other."""
        def move():
            chain = ActionChains(self)
            for e in elements:
                chain.move_to_element(e)
            chain.perform()
        until_it_stays(move, elements)


def found_by(look):
    """What is found, each with how it is found again."""
    elements = look()
    for i, e in enumerate(elements):
        e.found = lambda i=i: look()[i]
    return elements


def until_it_stays(what, elements):
    for _ in range(9):
        try:
            return what()
        except StaleElementReferenceException:
            for e in elements:
                e.again()
    return what()


def browser(width=1280, height=800):
    options = Options()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 f"--window-size={width},{height}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.binary_location = "/usr/bin/chromium"
    b = Browser(service=Service("/usr/bin/chromedriver"), options=options)
    b.set_script_timeout(300)  # 30 without it: axe-core takes longer where other tests run
    b.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    return b


AXE = os.path.join(ROOT, "build", "axe", "node_modules", "axe-core", "axe.min.js")


def accessible(b, where):
    """Nothing that keeps people out, by axe-core, if it is here."""
    if not os.path.exists(AXE):
        return
    with open(AXE) as f:
        b.execute_script(f.read())
    found = b.execute_async_script("axe.run(document, {resultTypes: ['violations']}).then(r => arguments[0](r.violations))")
    bad = [(v["id"], v["nodes"][0]["html"][:200]) for v in found]
    assert not bad, f"{where}: {bad}"


def until(what, says):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            found = what()
        except (StaleElementReferenceException, NoSuchElementException):
            found = None  # it is being drawn anew
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("waited in vain: " + says)


class Page:
    """A browser at a table."""

    def __init__(self, b, seed):
        self.b, self.random = b, random.Random(seed)
        self.killed = False  # the server was

    def open(self, server, table, key):
        self.b.get(f"http://127.0.0.1:{server.port}/t/{table}#{key}")
        until(self.drawn, "the table")

    def drawn(self):
        return self.b.execute_script("return document.querySelectorAll('#board .seat, #board .zone, .end').length")

    def over(self):
        return self.b.execute_script("return document.querySelector('#end')?.childElementCount > 0")

    def lit(self):
        return self.b.find_elements(By.CSS_SELECTOR, LIT)

    def click(self):
        """One click on something that lights up; whether there was anything."""
        try:
            one = self.b.execute_script("""
                const found = [...document.querySelectorAll(arguments[0])].filter((e) => e.getClientRects().length);
                const one = found[Math.floor(arguments[1] * found.length)];
                one?.scrollIntoView({block: 'center'});
                return one ?? null;""", LIT, self.random.random())
            if one is None:
                return False
            one.click()
            return True
        except (StaleElementReferenceException, WebDriverException):
            return False  # the table went on under the mouse

    def press(self):
        """The same with keys alone: the list of all choices, and a digit."""
        try:
            return self.press_one()
        except (StaleElementReferenceException, WebDriverException):
            return False  # likewise

    def press_one(self):
        body = self.b.find_element(By.TAG_NAME, "body")
        if not self.lit():
            return False
        if not self.b.find_elements(By.ID, "all"):
            for _ in range(60):
                active = self.b.switch_to.active_element
                if active.get_attribute("data-key") == "all":
                    active.send_keys(Keys.ENTER)
                    break
                active.send_keys(Keys.TAB)
        n = len(self.b.find_elements(By.CSS_SELECTOR, "#all button"))
        if n:
            body.send_keys(str(self.random.randrange(1, min(n, 9) + 1)))
        return n > 0

    def secrets(self):
        """Cards named in the page that the view that it was drawn from does not hold."""
        return self.b.execute_script("""
            const named = new Set([...document.querySelectorAll('[data-card]')].map(e => e.dataset.card).filter(Boolean));
            return [...named];""")

    def log(self):
        """What the browser complains of: of the network only where nobody killed the server meanwhile."""
        expected = ["409", "favicon"] + (["net::ERR_", "503"] if self.killed else [])
        return [e["message"] for e in self.b.get_log("browser") if e["level"] == "SEVERE" and not any(x in e["message"] for x in expected)]

    def close(self):
        said = self.log()
        self.b.quit()
        assert not said, f"the browser says: {said[:3]}"


def known(server, table, key):
    """Cards that the view of this key holds, with those of its log."""
    found = set()

    def walk(o):
        if isinstance(o, dict):
            if isinstance(o.get("card"), str):
                found.add(o["card"])
            for v in o.values():
                walk(v)
        elif isinstance(o, list):
            for v in o:
                walk(v)

    for _, text in server.stream(table, key):
        m = json.loads(text)
        walk(m["view"])
        for line in m["log"]:
            found.update(line["cards"])
        return found


def played(game, seats, kill):
    """A game of two browsers, one of clicks and one of keys, and a third that looks on."""
    chance = random.Random(5)
    with Server(game) as server:
        t = server.table(game, [{"name": f"P{i}"} if i < 2 else {"bot": "random"} for i in range(seats)])
        pages = [Page(browser(), i) for i in range(3)]
        acts = [pages[0].click, pages[1].press]
        try:
            for p, key in zip(pages, t["keys"][:2] + [t["watch"]]):
                p.open(server, t["table"], key)
            steps = 0
            while not all(p.over() for p in pages):
                steps += any([act() for act in acts])
                assert steps < 20000
                at = chance.random()
                if at < 0.02:
                    p = chance.choice(pages)
                    p.b.refresh()
                    until(p.drawn, "the table, after it was loaded again")
                elif at < 0.05:
                    k = chance.randrange(3)
                    if not pages[0].over():
                        named = pages[k].secrets()
                        holds = known(server, t["table"], (t["keys"][:2] + [t["watch"]])[k])
                        assert set(named) <= holds, f"the page names {set(named) - holds}"
                if kill and steps == 12:
                    kill = False
                    port = server.port
                    for p in pages:
                        p.killed = True
                    server.stop(signal.SIGKILL)
                    server.flags = (*server.flags, "--port", str(port))
                    server.start()
        finally:
            for p in pages:
                p.close()


def test_fairy_tale_by_clicks_and_by_keys():
    played("fairytale", 3, kill=True)


def test_card_ring_by_clicks_and_by_keys():
    played("card-ring", 2, kill=False)


def wait_click(b, css):
    """A click on what comes; the page may be drawn anew in between."""
    def click():
        try:
            e = b.find_element(By.CSS_SELECTOR, css)
            b.execute_script("arguments[0].scrollIntoView({block: 'nearest'})", e)  # from below a bar, too
            e.click()
            return True
        except WebDriverException:
            return False
    until(click, css)


def test_nothing_keeps_people_out():
    """Lobby, table, a card's sheet, the end, the replay; from the replay what if is played."""
    with Server("fairytale") as server:
        b = browser()
        try:
            b.get(f"http://127.0.0.1:{server.port}/")
            until(lambda: b.find_elements(By.CSS_SELECTOR, "#form button[type=submit]"), "the lobby")
            accessible(b, "lobby")
            t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}])
            address = f"http://127.0.0.1:{server.port}/t/{t['table']}#{t['keys'][0]}"
            b.get(address)
            until(lambda: b.find_elements(By.CSS_SELECTOR, LIT), "a question")
            accessible(b, "table")
            b.execute_script("document.querySelector('#dock .info').click()")
            until(lambda: b.find_elements(By.CSS_SELECTOR, "dialog[open] dl"), "a card's sheet")
            accessible(b, "sheet")
            b.find_element(By.CSS_SELECTOR, "dialog .close").click()
            sit(server, t["table"], t["keys"])
            until(lambda: b.find_elements(By.CSS_SELECTOR, "#end table.scores"), "the end")
            accessible(b, "end")
            for width, height in ((1280, 800), (844, 390), (390, 844)):
                size(b, width, height)
                b.get("about:blank")
                b.get(address)
                until(lambda: in_sight(b, "#end h2"), f"who has won, at {width} x {height}")
            size(b, 1280, 800)
            wait_click(b, '[data-key="end replay"]')
            wait_click(b, '[data-key="go on"]')
            until(lambda: b.find_element(By.CSS_SELECTOR, ".replay .where").text.startswith("1 "), "the first pick")
            accessible(b, "replay")
            wait_click(b, '[data-key="go whatif"]')
            until(lambda: t["table"] not in b.current_url and b.find_elements(By.CSS_SELECTOR, "#board .zone"), "another table")
        finally:
            b.quit()


def on_the_text(b):
    """Texts of cards on which the small button lies."""
    return b.execute_script("""const on = [];
for (const info of document.querySelectorAll('.info')) {
  const i = info.getBoundingClientRect();
  const walker = document.createTreeWalker(info.previousElementSibling, NodeFilter.SHOW_TEXT);
  for (let n; i.width && (n = walker.nextNode()); ) {
    const range = document.createRange(), box = n.parentElement.getBoundingClientRect();
    range.selectNodeContents(n);
    for (const t of range.getClientRects()) {
      const across = Math.min(t.right, box.right, i.right) - Math.max(t.left, box.left, i.left);
      const down = Math.min(t.bottom, box.bottom, i.bottom) - Math.max(t.top, box.top, i.top);
      if (across > 1 && down > 1) on.push(n.textContent);
    }
  }
}
return on;""")


def size(b, width, height):
    b.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 900})


def in_sight(b, css):
    return b.execute_script("const r = document.querySelector(arguments[0])?.getBoundingClientRect(); return r?.height > 0 && r.top >= 0 && r.bottom <= innerHeight", css)


def misfits(b):
    """What is cut or broken, too small to be read, an inner word of the rules, or lies on something else."""
    return b.execute_script("""const found = [], drawn = (css, root = document) => [...root.querySelectorAll(css)].filter((e) => e.checkVisibility());
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let n; (n = walker.nextNode()); )
  if (n.textContent.trim() && n.parentElement.checkVisibility() && parseFloat(getComputedStyle(n.parentElement).fontSize) < 12) found.push("small: " + n.textContent);
for (const e of drawn(".name, .kind, .text:not(.more), .foot, .zname, .badge, .choice, .prompt, .seathead, #phase"))
  if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth || e.scrollHeight > e.clientHeight + 2 && e.clientHeight) found.push("cut: " + e.className + " " + e.textContent);
for (const e of drawn("main, #bar, #phase")) if (/[a-z]_[a-z]/.test(e.innerText)) found.push("inner word: " + e.innerText.match(/\\S*[a-z]_[a-z]\\S*/)[0]);
for (const e of drawn(".card .name:not(.longest)")) for (const n of e.childNodes)
  for (const word of n.nodeType === 3 ? n.textContent.matchAll(/[^\\s-]+/g) : []) {
    const range = document.createRange();
    range.setStart(n, word.index);
    range.setEnd(n, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map((r) => Math.round(r.top / 8))).size > 1) found.push("broken: " + word[0]);
  }
for (const card of drawn(".card:not(.back)"))
  for (const e of drawn(":scope > .bar, :scope > .kind, :scope > .text, :scope > .foot", card)) {
    const c = card.getBoundingClientRect(), r = e.getBoundingClientRect();
    if (r.left < c.left - 1 || r.right > c.right + 1 || r.bottom > c.bottom + 1) found.push("out of its card: " + e.textContent);
  }
for (const part of drawn(".mat, .middle")) {
  const edge = part.getBoundingClientRect().right + 1;
  for (const e of drawn(".slot", part)) if (!e.closest(".grid") && e.getBoundingClientRect().right > edge) found.push("out of its mat: " + e.textContent);
}
const apart = (list, what) => list.forEach((a, i) => list.slice(i + 1).forEach((b) => {
  const p = a.getBoundingClientRect(), q = b.getBoundingClientRect();
  if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 2) found.push(`${what}: ${a.textContent} on ${b.textContent}`);
}));
for (const cards of drawn(".cards")) apart(drawn(":scope > .slot", cards), "cards");
for (const zones of drawn(".zones")) apart(drawn(":scope > .zone", zones), "zones");
apart(drawn(".mat:not(.own), .middle, .mat.own"), "parts");
if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen");
if (document.querySelector("#bar").getBoundingClientRect().bottom > innerHeight + 1) found.push("the bar is out of sight");
return found;""")


def out_of_sight(b):
    """What of a table cannot be seen without scrolling: a mat, the middle, the hand, the question, a card to pick."""
    return b.execute_script("""return [...document.querySelectorAll(".mat, .middle, #dock .zone, #prompt, .card.lit")].filter((e) => {
  const r = e.getBoundingClientRect(), within = [document.documentElement, e.closest("#scroll, #dock, #bar")].map((f) => f === document.documentElement ? {top: 0, bottom: innerHeight} : f.getBoundingClientRect());
  return within.some((f) => r.top < f.top - 1 || r.bottom > f.bottom + 1);
}).map((e) => e.className + ": " + e.innerText)""")


def test_nothing_is_cut_on_any_screen():
    """Upright, across and on a desk, in both languages: all can be read, what is to be chosen is in sight, an empty zone takes no room.
    On a desk nothing is below the edge, however many cards are known."""
    with Server() as server:
        b = browser()
        try:
            for game, seats, lang, picks in (("fairytale", 3, "fr", 12), ("fairytale", 5, "fr", 22), ("card-ring", 3, "en", 12), ("card-ring", 4, "fr", 40), ("hearts", 4, "fr", 9), ("once-upon-a-draft", 4, "en", 9), ("klondike", 1, "en", 14), ("bridge", 4, "en", 9), ("big-two", 4, "en", 9)):
                t = server.table(game, [{"name": f"Player {i}"} for i in range(seats)], lang=lang)
                sit(server, t["table"], t["keys"], most=picks)
                asked = lambda: [k for k in t["keys"] if k and json.loads(next(server.stream(t["table"], k))[1])["view"].get("choices")]
                until(asked, f"{game}: a player with a choice")
                key = asked()[0]
                for width, height in ((390, 844), (844, 390), (1280, 800)):
                    size(b, width, height)
                    b.get("about:blank")
                    b.get(f"http://127.0.0.1:{server.port}/t/{t['table']}#{key}")
                    until(lambda: b.find_elements(By.CSS_SELECTOR, LIT), f"{game} at {width}")
                    where = f"{game} at {width} x {height}"
                    assert not misfits(b), f"{where}: {misfits(b)}"
                    assert not on_the_text(b), f"{where}: {on_the_text(b)}"
                    assert width < 1280 or not out_of_sight(b), f"{where}: {out_of_sight(b)}"
                    assert b.execute_script("return [...document.querySelectorAll('.zone')].every((z) => z.querySelector('.card'))"), where
                    assert b.execute_script("""const main = document.querySelector('#main').getBoundingClientRect();
return [...document.querySelectorAll(arguments[0])].some((e) => { const r = e.getBoundingClientRect(); return r.width && (e.closest('#bar') || (r.bottom > main.top && r.top < main.bottom)); })""", LIT), f"{where}: nothing to choose is in sight"
        finally:
            b.quit()


def until_picks(server, t, good):
    """Picks by chance until the view of an asked seat is `good`: its key and its message."""
    for _ in range(300):
        told = [(key, json.loads(next(server.stream(t["table"], key))[1])) for key in t["keys"]]
        asked = [(key, m) for key, m in told if m["view"].get("choices")]
        if found := next(((key, m) for key, m in asked if good(m)), None):
            return found
        for key, m in asked:
            choice = m["view"]["choices"][len(m["log"]) % len(m["view"]["choices"])]
            server.ask("POST", f"/api/tables/{t['table']}/pick", {"at": m["at"], "key": choice["key"]}, key)
    raise AssertionError("it does not come to that")


def test_cards_to_pick_are_large_enough_to_read():
    """The dummy's thirteen; of rounds that a `while` may end it is not said how many there are."""
    with Server("bridge") as server:
        b = browser()
        try:
            t = server.table("bridge", [{"name": f"P{i}"} for i in range(4)])
            of_dummy = lambda m: any(c["zone"] == "dummy" for choice in m["view"]["choices"] for c in choice.get("cards", []))
            key, message = until_picks(server, t, of_dummy)
            b.get(f"http://127.0.0.1:{server.port}/t/{t['table']}#{key}")
            until(lambda: b.find_elements(By.CSS_SELECTOR, '[data-zone="dummy"] .card.lit'), "a card of the dummy to pick")
            assert len(message["view"]["table"]["zones"]["dummy"]) > 9
            small = b.execute_script("return [...document.querySelectorAll('.card.lit')].filter((c) => c.offsetWidth < 58 || c.offsetHeight < 70).length")
            assert not small and not out_of_sight(b), (small, out_of_sight(b))
            assert re.match(r"Deal \d+\s+Trick", text_of(b, "#phase")), text_of(b, "#phase")
        finally:
            b.quit()


def test_a_pile_shows_the_cards_that_came_last():
    """Where they do not lie on top: all of the last play that was beaten."""
    with Server("big-two") as server:
        b = browser()
        try:
            t = server.table("big-two", [{"name": f"P{i}"} for i in range(3)])
            def last(m):
                heap = {c["card"] for c in m["view"]["table"]["zones"]["heap"]}
                return next((line["cards"] for line in reversed(m["log"]) if line["cards"] and set(line["cards"]) <= heap), [])
            key, message = until_picks(server, t, lambda m: len(last(m)) > 1 and len(m["view"]["table"]["zones"]["heap"]) > 5)
            b.get(f"http://127.0.0.1:{server.port}/t/{t['table']}#{key}")
            shown = lambda: b.execute_script("return [...document.querySelectorAll('[data-zone=heap] .card')].map((c) => c.dataset.card)")
            until(lambda: sorted(shown()) == sorted(last(message)), "the last play")
        finally:
            b.quit()


def told_of_cards(server, t, key):
    """All that the game says of each card: {identifier: [name, words, sentences]}."""
    meta = server.ask("GET", f"/api/tables/{t['table']}", key=key)[1]
    return {i: [c["name"], *(x["text"] for x in c["text"]), *(x["name"] if x["flag"] else x["text"] for x in c["traits"] if x["text"])] for i, c in meta["cards"].items()}, meta


def test_a_card_drops_nothing():
    """What of a card has no room at its size opens beside it, by the pointer and by keys; its label has all, the hand is sorted."""
    with Server() as server:
        p = Page(browser(), 1)
        b = p.b
        try:
            for game, seats in (("card-ring", 3), ("fairytale", 3)):
                t = server.table(game, [{"name": f"P{i}"} for i in range(seats)])
                sit(server, t["table"], t["keys"], most=5)
                p.open(server, t["table"], t["keys"][0])
                until(lambda: b.find_elements(By.CSS_SELECTOR, "#dock .card"), "a hand")
                while game == "card-ring" and not b.find_elements(By.CSS_SELECTOR, ".card .text.more"):
                    sit(server, t["table"], t["keys"], most=1)
                    p.open(server, t["table"], t["keys"][0])
                told, meta = told_of_cards(server, t, t["keys"][0])
                cards = b.find_elements(By.CSS_SELECTOR, ".card:not(.back)")
                for card in cards:
                    said = card.get_attribute("aria-label")
                    missing = [x for x in told[card.get_attribute("data-card")] if x not in said]
                    assert not missing, f"{said} does not say {missing}"
                plain = lambda text: " ".join(text.split())
                more = [c for c in cards if c.find_elements(By.CSS_SELECTOR, ".text.more")]
                for card in more[:2] + [c for c in cards if "s" in c.get_attribute("class").split()][:2]:
                    b.execute_script("arguments[0].scrollIntoView({block: 'center'})", card)
                    b.hover(b.find_element(By.ID, "home"), card)
                    until(lambda: not b.find_element(By.ID, "tip").get_attribute("hidden"), "what opens beside the card")
                    tip = plain(text_of(b, "#tip"))
                    missing = [x for x in told[card.get_attribute("data-card")] if plain(x) not in tip and x != "✓"]
                    assert not missing, f"{tip} does not tell {missing}"
                    over = b.execute_script("const a = arguments[0].getBoundingClientRect(), t = document.querySelector('#tip').getBoundingClientRect(); return a.left < t.right && t.left < a.right && a.top < t.bottom && t.top < a.bottom", card)
                    assert not over, "it lies on the card"
                order = list(meta["cards"])
                hand = [order.index(c.get_attribute("data-card")) for c in b.find_elements(By.CSS_SELECTOR, '#dock [data-zone="hand"] .card:not(.back)')]
                assert hand == sorted(hand), hand
                assert game != "card-ring" or more, "no card has more than its room: nothing was tried"
            b.hover(b.find_element(By.ID, "home"))
            for _ in range(40):
                b.switch_to.active_element.send_keys(Keys.TAB)
                if b.execute_script("return document.activeElement.matches('.card:not(.back)')"):
                    break
            name = meta["cards"][b.switch_to.active_element.get_attribute("data-card")]["name"]
            until(lambda: name in text_of(b, "#tip h3"), "the same by keys")
            b.execute_script("document.querySelector('#main').dispatchEvent(new Event('scroll'))")
            assert not b.find_element(By.ID, "tip").get_attribute("hidden"), "the page scrolls to what has the focus, and it stays"
            assert b.switch_to.active_element.get_attribute("aria-describedby") == "tip"
            b.switch_to.active_element.send_keys(Keys.ESCAPE)
            until(lambda: b.find_element(By.ID, "tip").get_attribute("hidden"), "that it is closed")
        finally:
            p.close()


def test_the_log_tells_a_story():
    """What comes of a line is folded into it, and nothing is lost: it opens by a click and by a key. Cards that are drawn are told of."""
    with Server("card-ring") as server:
        p = Page(browser(), 1)
        b = p.b
        try:
            t = server.table("card-ring", [{"name": "Ann"}, {"name": "Ben"}])
            sit(server, t["table"], t["keys"], most=12)
            p.open(server, t["table"], t["keys"][0])
            log = until(lambda: whole_log(server, t, t["keys"][0])[0], "a log")
            lines = lambda css: b.execute_script("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", css)
            until(lambda: sorted(lines("#log .line, #log h3")) == sorted(line["text"] for line in log), "all lines")
            top = lines("#log > .line, #log > .folding > details > summary")
            effects = [line["text"] for line in log if line["source"]]
            assert len(effects) > 5 and len(set(effects) & set(top)) < len(set(effects)) / 3, set(effects) & set(top)
            assert sum(line["inner"] for line in log) > 9 and len(top) < 0.7 * sum(not line["heading"] for line in log), (len(top), len(log))
            folded = b.find_element(By.CSS_SELECTOR, "#log .folding ul .line")
            head = folded.find_element(By.XPATH, "ancestor::details/summary")
            seen = lambda: b.execute_script("return arguments[0].checkVisibility()", folded)
            assert not seen()
            head.click()
            until(seen, "what is folded in")
            # by keys: up to a line that is folded, and Enter
            b.execute_script("arguments[0].click()", head)
            b.execute_script("document.querySelector('#log [tabindex=\"0\"]').focus()")
            for _ in range(60):
                if b.execute_script("return document.activeElement.matches('summary')"):
                    break
                b.switch_to.active_element.send_keys(Keys.ARROW_UP)
            b.switch_to.active_element.send_keys(Keys.ENTER)
            until(lambda: b.execute_script("return document.activeElement.parentElement.open"), "the same by keys")
        finally:
            p.close()


def test_a_card_that_has_just_come_is_marked():
    with Server("hearts") as server:
        p = Page(browser(), 1)
        try:
            t = server.table("hearts", [{"name": "Ann"}, *({"bot": "random"} for _ in range(3))], options={"goal": "25"})
            p.open(server, t["table"], t["keys"][0])
            marked = lambda: p.b.execute_script("return [...document.querySelectorAll('.middle .card.new')].map((c) => c.dataset.card)")
            assert not marked(), "nothing has come while one looked on"
            until(lambda: marked() or (p.click() and False), "a card that is marked")
        finally:
            p.close()


def test_words_are_explained_where_they_stand():
    """By hover, by focus and by a tap: in a question, at a zone, on a card and in its sheet."""
    with tempfile.TemporaryDirectory() as root, Server("fairytale") as server:
        mine = os.path.join(root, "mine")
        os.makedirs(mine)
        with open(os.path.join(mine, "ruleset.yaml"), "w") as f:
            f.write("cantrip: 1\nextends: fairytale\nzones: {hand: {means: what you <hold>}}\nwords: {keep_one: Keep one of your hand}\n")
        p = Page(browser(390, 844), 1)
        b = p.b
        shown = lambda word, means: until(lambda: f"{word}\n{means}" in text_of(b, "#tip .meanings"), f"what '{word}' means")
        try:
            while True:  # until a hand has a card with such a word
                t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}], lang="fr")
                p.open(server, t["table"], t["keys"][0])
                until(p.lit, "a question")
                if b.find_elements(By.CSS_SELECTOR, "#dock .card .term"):
                    break
            zone = b.find_element(By.CSS_SELECTOR, "#dock .zname .term")
            zone.click()
            shown("main", "les cartes parmi lesquelles vous choisissez")
            b.find_element(By.ID, "phase").click()
            until(lambda: b.find_element(By.ID, "tip").get_attribute("hidden"), "that it is closed")
            card = b.find_element(By.CSS_SELECTOR, "#dock .card .term").find_element(By.XPATH, "ancestor::button")
            word = card.find_element(By.CSS_SELECTOR, ".term").text
            b.hover(card.find_element(By.CSS_SELECTOR, ".term"))
            until(lambda: word.lower() in text_of(b, "#tip .meanings dt").lower(), word)
            b.execute_script("arguments[0].nextElementSibling.click()", card)
            until(lambda: word.lower() in text_of(b, "dialog[open] .meanings dt").lower(), "the same in its sheet")
            b.find_element(By.CSS_SELECTOR, "dialog .close").click()
            meta = server.ask("GET", f"/api/tables/{t['table']}", key=t["keys"][0])[1]
            assert {m["word"] for m in meta["meanings"]} >= {"main", "conte", "chasser", "ouvrir", "fermer"}, meta["meanings"]
            # in a question a word can be reached by keys
            server.stop()
            server.flags = (mine, "--port", "0")
            p.killed = True
            server.start()
            m = server.table("mine", [{"name": "Ann"}, {"name": "Ben"}])
            p.open(server, m["table"], m["keys"][0])
            until(p.lit, "a question")
            for _ in range(40):
                b.switch_to.active_element.send_keys(Keys.TAB)
                if b.execute_script("return document.activeElement.matches('#prompt .term')"):
                    break
            shown("hand", "what you <hold>")
        finally:
            p.close()


def test_icons_stand_with_their_words():
    """A letter, a sign and a file: on a counter's badge, on a card, in the list of words; small cards have the icon alone."""
    with Server("card-ring", "once-upon-a-draft") as server:
        p = Page(browser(), 1)
        b = p.b
        shown = lambda css: b.execute_script("""return [...document.querySelectorAll(arguments[0])].map((e) =>
            [e.querySelector('img.icon')?.naturalWidth || e.querySelector('.icon')?.innerText, e.querySelector('.said').getBoundingClientRect().width > 1])""", css)
        try:
            t = server.table("card-ring", [{"name": "Ann"}, {"name": "Ben"}])
            p.open(server, t["table"], t["keys"][0])
            until(p.lit, "a question")
            until(lambda: (cards := shown("#dock .card:is(.m, .l) .text .iconed")) and all(c[0] for c in cards), "icons on the cards of the hand")
            b.execute_script("document.querySelector('#dock .info').click()")
            until(lambda: shown("dialog[open] .iconed") and all(all(c) for c in shown("dialog[open] .iconed")), "icons with their words in a card's sheet")
            status, got, body = server.raw("GET", b.execute_script("return document.querySelector('img.icon').getAttribute('src')"))
            assert (status, got.get_content_type(), body[:4]) == (200, "image/svg+xml", b"<svg"), (status, body[:80])
            for wrong in ("~x", "~99999", "~-1", "~0"):
                assert server.raw("GET", f"/art/card-ring/{wrong}")[0] == 404, wrong
            t = server.table("once-upon-a-draft", [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cy"}], lang="fr")
            p.open(server, t["table"], t["keys"][0])
            until(lambda: any(c[0] in "☠♞✦⚒☺⚔♛⚘" for c in shown("#dock .card .kind .iconed")), "signs before the words of a kind")
        finally:
            p.close()


# The words of a game that stand in a text, with those of them that the page explains there.
EXPLAINED = r"""const root = arguments[0], words = arguments[1], text = root.innerText.toLowerCase();
const has = (w) => new RegExp(`(?<!\\p{L})${w}(?!\\p{L})`, 'iu').test(text);
const told = [...root.querySelectorAll('.term')].map((e) => e.dataset.word.toLowerCase());
return words.filter((w) => /^[\p{L} ]+$/u.test(w) && has(w) && !told.some((t) => t.includes(w.toLowerCase())));"""


def test_a_newcomer_plays_in_french():
    """With nothing but visible texts and what opens at them, to the end; each word of the game in a question is explained there."""
    with Server("once-upon-a-draft") as server:
        p = Page(browser(), 7)
        b = p.b
        try:
            t = server.table("once-upon-a-draft", [{"name": "Ann"}, {"bot": "random"}], lang="fr")
            p.open(server, t["table"], t["keys"][0])
            meta = server.ask("GET", f"/api/tables/{t['table']}", key=t["keys"][0])[1]
            words = [x["name"] for x in meta["zones"] + meta["counters"] if not x["untold"]] + ["fantôme"]
            asked, steps = set(), 0
            while not p.over():
                if p.lit() and (question := text_of(b, "#prompt")) not in asked:
                    asked.add(question)
                    wanting = b.execute_script(EXPLAINED, b.find_element(By.ID, "prompt"), words)
                    assert not wanting, f"'{question}' does not explain {wanting}"
                    for term in b.find_elements(By.CSS_SELECTOR, "#prompt .term"):
                        term.click()
                        until(lambda: len(text_of(b, "#tip .meanings dd")) > 8, f"what {term.text} means")
                steps += p.click()
                assert steps < 2000
            assert len(asked) >= 3 and text_of(b, "#end .verdict h2"), asked
        finally:
            p.close()


def test_card_ring_asks_little():
    """At most five questions a turn, by what the player has settled: play all cards, and pass until there is something new."""
    with Server("card-ring") as server:
        p = Page(browser(), 11)
        b = p.b
        try:
            t = server.table("card-ring", [{"name": "Ann"}, {"bot": "random"}])
            p.open(server, t["table"], t["keys"][0])
            b.execute_script("localStorage.setItem('cantrip.settings', JSON.stringify({pass: true}))")
            asked, turns, picks = 0, set(), 0
            while not p.over() and len(turns) < 15:
                # what the page picks by itself is not stopped
                if "By itself" in text_of(b, "#prompt") or not p.lit():
                    time.sleep(0.02)
                    continue
                turns.add(b.execute_script("return document.querySelector('#phase').innerText.match(/\\d+/)?.[0]"))
                half = b.find_elements(By.CSS_SELECTOR, '[data-key="back"]')  # the second click of the same question
                every = b.execute_script("const all = document.querySelector('[data-key=playall]'); all?.click(); return Boolean(all)")
                asked += bool((every or p.click()) and (every or not half))
                picks += 1
                assert picks < 3000
            print(f"card-ring: {asked} questions in {len(turns)} turns: {asked / len(turns):.1f} a turn")
            assert asked <= 5 * len(turns), (asked, len(turns))
        finally:
            p.close()


TEXTS = {"name", "text", "prompt", "label", "title", "means", "word", "says"}  # what players read
MAPS = {"zones", "counters", "called", "cards", "phases", "scores"}  # whose keys are names of the game


class Renaming(http.server.BaseHTTPRequestHandler):
    """A server's answers with random words for every name of the game and every word of its texts, and back."""
    names, server = {}, None

    @classmethod
    def word(cls, name):
        return cls.names.setdefault(name, "".join(random.Random(name).choices("bcdfghjklmnpqrstvwxz", k=len(name) + 1)))

    @classmethod
    def learn(cls, meta):
        ids = [z["id"] for z in meta["zones"] + meta["counters"]] + list(meta["cards"]) + list(meta["phases"])
        ids += [t["id"] for c in meta["cards"].values() for t in c["traits"]]
        for name in ids:
            cls.word(name)

    @classmethod
    def turned(cls, o, key=None):
        if isinstance(o, dict) and key != "words":
            return {(cls.names.get(k, k) if key in MAPS else k): cls.turned(v, k) for k, v in o.items()}
        if isinstance(o, list):
            return [cls.turned(v, key) for v in o]
        if isinstance(o, str) and key in TEXTS:
            return re.sub(r"[^\W\d_]{3,}", lambda m: cls.word(m[0]), o)
        return cls.names.get(o, o) if isinstance(o, str) and key not in ("is", "as", "of", "who", "up", "down") else o

    def go(self):
        c = http.client.HTTPConnection("127.0.0.1", self.server.to, timeout=PATIENCE)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        back = {new: old for old, new in self.names.items()}
        body = re.sub(rb'"(\w+)"', lambda m: b'"' + back.get(m[1].decode(), m[1].decode()).encode() + b'"', body)
        headers = {k: v for k, v in self.headers.items() if k in ("Authorization", "Content-Type", "Last-Event-ID")}
        c.request(self.command, self.path, body or None, headers)
        r = c.getresponse()
        kind = r.headers.get_content_type()
        self.send_response(r.status)
        self.send_header("Content-Type", r.headers["Content-Type"])
        if kind == "text/event-stream":
            self.end_headers()
            for line in iter(r.readline, b""):
                if line.startswith(b"data: "):
                    line = b"data: " + json.dumps(self.turned(json.loads(line[6:]))).encode() + b"\n"
                self.wfile.write(line)
                self.wfile.flush()
            return
        text = r.read()
        if kind == "application/json":
            text = json.dumps(self.turned(json.loads(text))).encode()
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = go

    def log_message(self, *_):
        pass


def test_the_page_knows_no_name():
    """A whole game by clicks where every name and word of the game is random."""
    for game, seats in (("fairytale", 2), ("hearts", 4)):
        with Server(game) as server:
            t = server.table(game, [{"name": "Ann"}] + [{"bot": "random"}] * (seats - 1))
            Renaming.names = {}
            Renaming.learn(server.ask("GET", f"/api/tables/{t['table']}", key=t["keys"][0])[1])
            proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Renaming)
            proxy.daemon_threads, proxy.to, proxy.port = True, server.port, proxy.server_address[1]
            threading.Thread(target=proxy.serve_forever, daemon=True).start()
            p = Page(browser(), 3)
            try:
                p.open(proxy, t["table"], t["keys"][0])
                until(p.lit, "a question")
                zone = server.ask("GET", f"/api/tables/{t['table']}", key=t["keys"][0])[1]["zones"][0]["id"]
                assert zone not in b"".join(x.encode() for x in p.b.execute_script("return [...document.querySelectorAll('.zone')].map((e) => e.dataset.zone)")).decode()
                steps = 0
                while not p.over():
                    steps += p.click()
                    assert steps < 20000
            finally:
                p.close()
                proxy.shutdown()


GIFTS = """cantrip: 1
title: Gifts
players: {min: 2, max: 2}
cards: [{ant: {}, bee: {}, gift: {gives: true}}]
traits: {gives: {is: flag, says: none}}
words: {any: Play a card or be done}
zones:
  hand: {per: player, seen_by: owner, holds: [{card: ant, copies: 5}, {card: gift, copies: 1}]}
  deck: {as: pile, seen_by: nobody, holds: [{card: bee, copies: 9}]}
  row:  {per: player, as: row, seen_by: all}
actions:
  play: {card: {zone: hand}, do: [{move: {to: row}}, {if: card.gives, deal: {who: others, from: deck, to: hand, count: 1}}]}
phases:
  - name: round
    repeat: 2
    phases: [{choose: {who: all, together: true, times: any, done: all_pass, any_of: [play], prompt: any}}]
result: {score: {count: {zone: row}}}
"""


@contextlib.contextmanager
def table_of(rules, other):
    """Ann's page at a table of these rules, with somebody else: (the server, the table, the page)."""
    with tempfile.TemporaryDirectory() as root:
        game = os.path.join(root, "game")
        os.makedirs(game)
        with open(os.path.join(game, "ruleset.yaml"), "w") as f:
            f.write(rules)
        with Server(game) as server:
            p = Page(browser(), 1)
            try:
                t = server.table("game", [{"name": "Ann"}, other])
                p.open(server, t["table"], t["keys"][0])
                yield server, t, p
            finally:
                p.close()


@contextlib.contextmanager
def gifts(**other):
    """A page for Ann, and what picks for the other (Ben, unless `other` says who): "ant", "gift" or "done", when they are asked."""
    with table_of(GIFTS, other or {"name": "Ben"}) as (server, t, p):
        at = lambda: json.loads(next(server.stream(t["table"], t["keys"][1]))[1])

        def ben(what):
            m = until(lambda: (m := at())["view"].get("choices") and m, "that Ben is asked")
            key = next(c["key"] for c in m["view"]["choices"] if c["pick"].endswith(what))
            assert server.ask("POST", f"/api/tables/{t['table']}/pick", {"at": m["at"], "key": key}, t["keys"][1])[0] == 200
        until(p.lit, "a question")
        yield p, ben


def set_in_browser(b, name):
    """A setting, by keys."""
    b.find_element(By.TAG_NAME, "body").send_keys("?")
    wait_click(b, f"dialog[open] input[name={name}]")
    b.switch_to.active_element.send_keys(Keys.ESCAPE)
    until(lambda: not b.find_elements(By.CSS_SELECTOR, "dialog[open]"), "that it is closed")


def test_nobody_is_asked_twice_for_the_same():
    """Whoever is done is asked again only for what is new, if they want it so; all cards are played by one click."""
    with gifts() as (p, ben):
        b = p.b
        asked = lambda: "Play a card" in text_of(b, "#prompt")
        done = lambda: (wait_click(b, "#bar .choice:last-of-type"), until(lambda: "You have chosen" in text_of(b, "#prompt"), "that it counts"))
        done()
        ben("ant")
        until(asked, "the same question, as nobody wants it otherwise")
        set_in_browser(b, "pass")
        done()
        # it is told for less than a second, in which it can be stopped
        b.execute_script("""new MutationObserver((_, o) => {
    const stop = document.querySelector('[data-key="back"]');
    if (stop) { o.disconnect(); window.told = document.querySelector('#prompt').innerText; stop.click(); }
}).observe(document.querySelector('#bar'), {childList: true, subtree: true});""")
        ben("ant")
        until(lambda: "By itself: done" in (b.execute_script("return window.told") or "") and asked(), "what would be picked, and the question when it is stopped")
        done()
        for what in ("ant", "gift"):
            ben(what)  # that he is asked says that she was done
        until(lambda: "bee" in text_of(b, "#dock") and asked(), "a question where there is something new")
        wait_click(b, '[data-key="playall"]')
        for _ in range(8):  # and once more when she has no card left
            ben("done")
        until(lambda: not b.find_elements(By.CSS_SELECTOR, "#dock .card"), "all seven cards by one click")


def test_a_pick_for_good_is_asked_twice_if_one_wants_it():
    """Among players, who must all agree to an undo. Against bots nothing is asked, and it is taken back by a key."""
    hand = lambda p: p.b.execute_script("return document.querySelectorAll('#dock .card[data-card=ant] .count')[0].innerText")
    with gifts() as (p, ben):
        ben("done")
        set_in_browser(p.b, "sure")
        for answer in ("back", "sure"):
            until(lambda: "Play a card" in text_of(p.b, "#prompt"), "the question")
            wait_click(p.b, "#dock .card[data-card=ant]")
            until(lambda: "Sure? play: ant" in text_of(p.b, "#prompt"), "a second question")
            # the other card could be chosen, but for the one that was: there is no reason against it
            p.b.hover(p.b.find_element(By.CSS_SELECTOR, "#dock .card[data-card=gift]"))
            until(lambda: "gift" in text_of(p.b, "#tip:not([hidden]) h3"), "what the card is")
            assert not p.b.execute_script("return performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/why')).length")
            wait_click(p.b, f'[data-key="{answer}"]')
        until(lambda: hand(p) == "4×", "that it counts")
    with gifts(bot="random") as (p, _):
        set_in_browser(p.b, "sure")
        wait_click(p.b, "#dock .card[data-card=ant]")
        until(lambda: hand(p) == "4×", "a pick that counts at once")
        p.b.find_element(By.TAG_NAME, "body").send_keys("u")
        until(lambda: hand(p) == "5×", "that it is taken back")


SPY = """window.heard = [];
window.Notification = class {
  static permission = 'default';
  static requestPermission = async () => (Notification.permission = window.leave);
  constructor(title, says) { heard.push(title + ': ' + says.body); }
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { heard.push('a note'); start.call(this, at); };
document.hasFocus = () => window.looks;
window.looks = true;
window.leave = 'denied';"""


def test_one_is_told_that_it_is_one_s_turn():
    """By a notice where one looks elsewhere, and by a sound; neither unless it is wanted."""
    with gifts() as (p, ben):
        b = p.b
        heard = lambda: b.execute_script("const all = heard; window.heard = []; return all")
        b.execute_script(SPY)

        def turn():
            """Ann is done and Ben plays: then it is hers again."""
            wait_click(b, "#bar .choice:last-of-type")
            until(lambda: "You have chosen" in text_of(b, "#prompt"), "that it counts")
            ben("ant")
            until(p.lit, "her turn")
            return heard()

        b.execute_script("window.looks = false")
        assert turn() == [], "nobody asked for it"
        set_in_browser(b, "notice")
        b.find_element(By.TAG_NAME, "body").send_keys("?")
        until(lambda: b.find_elements(By.CSS_SELECTOR, "dialog[open] input[name=notice]:not(:checked)"), "that it is off without leave")
        wait_click(b, "dialog[open] input[name=notice]")
        until(lambda: "allows no notices" in text_of(b, "dialog[open] .problem"), "what is wrong")
        b.execute_script("window.leave = 'granted'")
        wait_click(b, "dialog[open] input[name=notice]")
        until(lambda: not text_of(b, "dialog[open] .problem"), "leave")
        b.switch_to.active_element.send_keys(Keys.ESCAPE)
        told = turn()
        assert told == ["Gifts: Your turn: Play a card or be done"], told
        b.execute_script("window.looks = true")
        assert turn() == [], "whoever looks sees it"
        set_in_browser(b, "sound")
        assert heard() == ["a note"] * 2, "how it sounds"
        assert turn() == ["a note"] * 2
        b.refresh()
        until(p.lit, "the table")
        b.execute_script(SPY)
        assert turn() == ["a note"] * 2, "the browser keeps it"


COSTS = """cantrip: 1
title: Costs
players: {min: 2, max: 2}
traits: {cost: {is: number}, kind: {one_of: [cold, warm]}}
layout: {colour: kind, red: [warm]}
cards: [{ant: {cost: 1, kind: cold}, bee: {cost: 5, kind: warm}}]
zones:
  hand: {per: player, seen_by: owner, holds: [{card: ant, copies: 1}, {card: bee, copies: 1}]}
  row:  {per: player, as: row, seen_by: all}
counters: {gold: {per: player, start: 2}}
actions: {play: {card: {zone: hand, cost: {at_most: gold}}, do: [{move: {to: row}}]}, rest: {do: []}}
phases: [{repeat: 2, phases: [{choose: {who: all, any_of: [play, rest]}}]}]
result: {score: gold}
"""


def test_a_card_that_cannot_be_chosen_says_why():
    """By the pointer, by keys and by a click; it is asked for once. It looks otherwise than what can be chosen."""
    with table_of(COSTS, {"bot": "random"}) as (_, _, p):
        b = p.b
        until(lambda: b.find_elements(By.CSS_SELECTOR, "#dock .card.lit[data-card=ant]"), "a card that can be chosen")
        looks = lambda card: b.execute_script("return getComputedStyle(document.querySelector(`#dock [data-card=${arguments[0]}]`)).filter", card)
        assert looks("ant") == "none" != looks("bee")
        ink = lambda card: b.execute_script("return getComputedStyle(document.querySelector(`#dock [data-card=${arguments[0]}] .name`)).color", card)
        assert ink("bee") == b.execute_script("const e = document.createElement('p'); e.className = 'bad'; document.body.append(e); const c = getComputedStyle(e).color; e.remove(); return c") != ink("ant")
        told = lambda: "Cost: 5. Needed: at most 2." in text_of(b, "#tip:not([hidden]) .why")
        b.hover(b.find_element(By.CSS_SELECTOR, "#dock [data-card=bee]"))
        until(told, "why, by the pointer")
        b.hover(b.find_element(By.ID, "home"))
        until(lambda: not told(), "that it is closed")
        for _ in range(40):
            b.switch_to.active_element.send_keys(Keys.TAB)
            if b.execute_script("return document.activeElement.matches('#dock .card')"):
                break
        b.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        until(told, "the same by keys")
        wait_click(b, "#dock [data-card=bee]")
        until(lambda: "Needed: at most 2." in text_of(b, "dialog[open] .why"), "the same in its sheet")
        assert b.execute_script("return performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/why')).length") == 1


BIDS = """cantrip: 1
title: Bids
players: {min: 2, max: 2}
cards: [{ant: {copies: 4}}]
words: {ask: What do you bid?, some: How many?}
zones: {hand: {per: player, seen_by: owner, holds: [{card: ant, copies: 2}]}}
counters: {bid: {per: player}, coins: {per: player}}
actions:
  earth: {number: {from: bid + 1, to: 7}, says: "bid {number} of earth", do: [{set: {bid: number}}]}
  water: {number: {from: bid + 1, to: 7}, says: "bid {number} of water", do: [{set: {bid: 10 + number}}]}
  air:   {number: {from: bid + 1, to: 7}, says: "bid {number} of air", do: [{set: {bid: 20 + number}}]}
  pass:  {says: pass, do: []}
phases:
  - choose: {who: all, any_of: [earth, water, air, pass], prompt: ask}
  - {repeat: 5, phases: [{choose: {who: all, number: {from: 0, to: 30}, prompt: some, do: [{set: {coins: number}}]}}]}
result: {score: bid}
"""


def test_numbers_are_told_by_steps_and_bids_by_a_grid():
    """From the form of the choices alone: actions with one number each are columns, many numbers are on a slider."""
    with table_of(BIDS, {"bot": "random"}) as (_, _, p):
        b = p.b
        size(b, 390, 844)
        cells = lambda: b.execute_script("return [...document.querySelectorAll('.bids button')].map((e) => [e.style.gridArea.split(' / ').slice(0, 2).join(), e.innerText, e.ariaLabel])")
        until(lambda: len(cells()) == 21, "the grid")
        assert ["3,2", "3 of water", "bid 3 of water"] in cells(), cells()
        assert text_of(b, ".buttons .choice") == "Pass" and not misfits(b), misfits(b)
        wait_click(b, '.bids [aria-label="bid 3 of water"]')
        shown = lambda: text_of(b, "[data-key=number]")
        for step, is_now in (("MOST", "30"), ("LESS", "29"), ("HALF", "15"), ("MORE", "16"), ("LEAST", "0"), ("LESS", "0")):
            wait_click(b, f'[data-key="{step}"]')
            until(lambda: shown() == is_now, f"{is_now} after {step}")
        b.find_element(By.CSS_SELECTOR, "[data-key=slider]").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        until(lambda: shown() == "2", "two steps by keys")
        assert not misfits(b), misfits(b)
        wait_click(b, "[data-key=number]")
        until(lambda: "coins 2" in text_of(b, "#dock .badges").replace("\n", " "), "that many")
        assert text_of(b, "#dock .score") == "13"


def test_all_can_be_done_by_keys():
    """Each letter of the list of keys does what it says there."""
    with Server("fairytale") as server:
        p = Page(browser(390, 844), 1)
        b = p.b
        try:
            t = server.table("fairytale", [{"name": "Ann"}, {"bot": "random"}], lang="fr")
            p.open(server, t["table"], t["keys"][0])
            until(p.lit, "a question")
            push = lambda key: b.find_element(By.TAG_NAME, "body").send_keys(key)
            push("?")
            told = until(lambda: text_of(b, "dialog[open] dl"), "the list of keys")
            if os.path.exists(AXE):
                accessible(b, "keys")
            push(Keys.ESCAPE)
            opened = {"a": "#all", "r": "#rules:not([hidden])", "l": "body.logopen", "h": "#all .share"}
            for key, css in opened.items():
                assert f"\n{key}\n" in told, told
                push(key)
                until(lambda: b.find_elements(By.CSS_SELECTOR, css), f"what {key} opens")
                while b.find_elements(By.CSS_SELECTOR, "#all, #rules:not([hidden]), body.logopen"):
                    push(Keys.ESCAPE)
        finally:
            p.close()


def test_every_game_at_every_width():
    """Nothing scrolls sideways, and what is to be chosen or the hand is in sight, at the start and some picks later."""
    games = [("fairytale", 2), ("fairytale", 5), ("fairytale-factions", 4), ("wizard-quest", 1),
             ("once-upon-a-draft", 4), ("card-ring", 2), ("card-ring", 4)]
    with Server() as server:
        b = browser()
        try:
            for game, seats in games:
                t = server.table(game, [{"name": f"P{i}"} for i in range(seats)])
                for most in (0, 20 // seats):
                    people = sit(server, t["table"], t["keys"], most=most) if most else []
                    assert not people or people[0].picks > 0
                    for width, height in ((360, 740), (1280, 800), (1920, 1080)):
                        b.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                          {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
                        b.get("about:blank")
                        b.get(f"http://127.0.0.1:{server.port}/t/{t['table']}#{t['keys'][0]}")
                        until(lambda: b.find_elements(By.CSS_SELECTOR, "#dock .seathead"), f"{game} at {width}")
                        wide = b.execute_script("return document.documentElement.scrollWidth - innerWidth")
                        # on a narrow screen all is one column: what is to be chosen is in sight, or else the hand
                        low = b.execute_script("""const lit = innerWidth < 561 ? [...document.querySelectorAll('#board .lit')] : [];
const inSight = (r) => r.top >= 0 && r.bottom <= innerHeight;
return lit.some((e) => inSight(e.getBoundingClientRect())) ? 0 : document.querySelector('#dock').getBoundingClientRect().bottom - innerHeight;""")
                        assert wide <= 0 and low <= 0, f"{game} for {seats} at {width}: {wide} too wide, {low} too low"
                        assert not on_the_text(b), f"{game} for {seats} at {width}: {on_the_text(b)}"
        finally:
            b.quit()


def set_table(b, game, people, name):
    """A table from the lobby: a seat at this screen, one for whom there is a link, programs; where the two links lead."""
    wait_click(b, f'[data-key="game {game}"]')
    count = b.find_elements(By.ID, "people")
    if count:
        Select(count[0]).select_by_value(str(people))
    for i in range(1, people):
        Select(b.find_element(By.ID, f"kind{i}")).select_by_value("link" if i == 1 else "random")
    b.find_element(By.ID, "name0").send_keys(name)
    b.find_element(By.CSS_SELECTOR, "#form button[type=submit]").click()
    if people == 1:
        until(lambda: "/t/" in b.current_url, "the table")
        return None
    until(lambda: b.find_elements(By.CSS_SELECTOR, "#made .copyrow input"), "the links")
    link = b.find_element(By.CSS_SELECTOR, "#made .copyrow input").get_attribute("value")
    b.find_element(By.CSS_SELECTOR, "#made a.main").click()
    return link


def play_out(pages):
    """Clicks until the game is over for all, then to and fro through it."""
    steps = 0
    while not all(p.over() for p in pages):
        steps += any([p.click() for p in pages])
        assert steps < 20000
    for p in pages:
        wait_click(p.b, '[data-key="end replay"]')
        wait_click(p.b, '[data-key="go on"]')
        until(lambda: p.b.find_element(By.CSS_SELECTOR, ".replay .where").text.startswith("1 "), "the first pick")
        wait_click(p.b, '[data-key="go leave"]')
        until(p.over, "the end again")
    return steps


def test_what_all_have_reached_stands_at_the_end():
    """A graded result is told as a part, and not as if nobody had anything; who is named lost has nothing."""
    for named, says in (("nobody", "of 10 reached."), ("lost", "Nobody wins.")):
        with Server("tests/rulesets/features/graded") as server:
            b = browser()
            try:
                t = server.table("graded", [{"name": "Ann"}], options={"named": named})
                b.get(f"http://127.0.0.1:{server.port}/t/{t['table']}#{t['keys'][0]}")
                for number in (0, 3, 3, 1):  # seven, which the rules may call lost
                    wait_click(b, f"#bar .choice:nth-of-type({number + 1})")
                until(lambda: b.find_elements(By.CSS_SELECTOR, "#end .verdict h2"), "the end")
                assert says in text_of(b, "#end .verdict h2"), text_of(b, "#end .verdict h2")
            finally:
                b.quit()


def test_every_game_from_the_lobby_to_the_replay():
    """Two browsers, with nothing but what they are shown."""
    games = {"fairytale": 2, "fairytale-factions": 3, "wizard-quest": 1, "once-upon-a-draft": 4, "card-ring": 2,
             "lantern-night": 3, "tests/rulesets/measure/hearts-hand": 4, "tests/rulesets/games/counties": 2}
    for folder, people in games.items():
        began = time.monotonic()
        with Server(folder) as server:
            first = Page(browser(), 1)
            pages = [first]
            try:
                first.b.get(f"http://127.0.0.1:{server.port}/")
                link = set_table(first.b, folder.split("/")[-1], people, "Ann")
                if link:
                    pages.append(Page(browser(), 2))
                    pages[1].b.get(link)
                for p in pages:
                    until(p.drawn, "the table")
                steps = play_out(pages)
                won = first.b.execute_script("return [...document.querySelectorAll('#end .scores tbody tr')].map((row) => row.className)")
                assert "won" not in won or won[0] == "won", "who has won stands first"
            finally:
                for p in pages:
                    p.close()
        print(f"{folder}: {steps} rounds of clicks in {time.monotonic() - began:.0f} s")


def text_of(b, css):
    return b.execute_script("return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText).join(' ')", css)


def write_a_scenario(b, d):
    """From the open game by one click; a pick is added, expected, and the whole is kept."""
    says = lambda: text_of(b, "#scenariosays")
    wait_click(b, '[data-key="tab scenario"]')
    until(lambda: "It passes." in says(), "a scenario of the open game")
    area = b.find_element(By.ID, "scenariotext")
    rows = lambda: b.execute_script("return document.querySelectorAll('#board [data-zone*=row] .card, #dock [data-zone*=row] .card').length")
    before = rows()
    for _ in range(2):
        n = len(area.get_property("value"))
        wait_click(b, "#scenario .offers button")
        until(lambda: len(area.get_property("value")) > n, "the pick in the text")
        time.sleep(0.5)
    until(lambda: rows() == before + 2, "the position that the scenario leads to")
    wait_click(b, '[data-key="scenario expect"]')
    until(lambda: "expect: {" in area.get_property("value").split("\n")[-2], "what is expected")
    until(lambda: "It passes." in says(), "that it passes")
    if os.path.exists(AXE):
        accessible(b, "scenario")
    wait_click(b, '[data-key="scenario keep"]')
    until(lambda: "Kept: scenarios/scenarios.yaml:4" in says(), "that it is kept")
    until(lambda: "all 2 pass" in text_of(b, "#desk"), "both scenarios")
    area.send_keys(Keys.CONTROL, Keys.HOME)
    area.send_keys("x")
    until(lambda: "line 1" in says(), "the error in the text")
    right = area.get_property("value")[1:]
    wait_click(b, '[data-key="put right"]')
    until(lambda: "It passes." in says(), "that the word which is meant was put in")
    assert area.get_property("value") == right, area.get_property("value")


@contextlib.contextmanager
def desk_page():
    """A desk, and a browser at its table."""
    with Desk("--seed", "3") as d:
        page = Page(browser(), 1)
        try:
            page.b.get(f"http://127.0.0.1:{d.port}/#{d.key}")
            until(page.drawn, "the table")
            yield d, page, page.b
        finally:
            page.close()


def click_until(page, d, picks):
    """Clicks until the desk counts that many picks. It is asked first: after a game's last pick nothing is lit."""
    until(lambda: d.get()["table"]["picks"] >= picks or page.click() and False, f"{picks} picks")


def test_cards_lie_in_a_grid():
    """Where two counters of each card say: across by the round, down by its value, the least of each first."""
    rules = RULES.replace("actions:", "counters: {at: {per: card, says: none}, worth: {per: card, says: none}}\nlayout: {grids: {row: [at, worth]}}\nactions:")
    rules = rules.replace("[{move: {to: row}}]", "[{move: {to: row}}, {set: {cards: card, at: 10 - round, worth: card.value}}]")
    with desk_page() as (d, page, b):
        d.write("ruleset.yaml", rules)
        until(lambda: "No errors" in text_of(b, "#desk") and d.get()["saves"] > 0, "the new rules")
        click_until(page, d, 6)
        drawn = lambda: b.execute_script("""return [...document.querySelectorAll('[data-zone="row"].grid')].map((zone) =>
            [...zone.querySelectorAll('.slot')].map((s) => [+getComputedStyle(s).gridColumnStart, +getComputedStyle(s).gridRowStart, s.textContent]))""")
        until(lambda: drawn() and all(len(z) == 3 for z in drawn()), "three cards of each")
        worth = {"One": 1, "Two": 2, "Three": 3, "Four": 4}
        for zone in drawn():
            assert sorted(c for c, _, _ in zone) == [1, 2, 3], zone
            values = [next(v for n, v in worth.items() if n in text) for _, _, text in zone]
            assert [r for _, r, _ in zone] == [v - min(values) + 1 for v in values], zone
        # one that lies a thousand places away would make a page without end: a list
        d.write("ruleset.yaml", rules.replace("worth: card.value", "worth: 1000 * card.value"))
        until(lambda: not drawn() and text_of(b, '[data-zone="row"]'), "cards that lie in no grid")


def read_a_sentence(b, d):
    """What is typed stays while the pane is drawn again, and becomes YAML to be copied; what is not understood names words."""
    said = lambda text: (b.find_element(By.ID, "sentence").clear(), b.find_element(By.ID, "sentence").send_keys(text + Keys.ENTER))
    said("2 for each Fuor in row of yours")
    until(lambda: "at 'Fuor'" in text_of(b, "#desk .sentence .problem") and "Known there: 1, One" in text_of(b, "#desk .sentence .problem"), "the words known there")
    saves = d.get()["saves"]
    d.write("cards.yaml", CARDS + "\n")
    until(lambda: d.get()["saves"] > saves, "a save")
    said("2 for each Four in row of yours")
    until(lambda: text_of(b, "#desk .sentence pre") == "value: {count: {zone: row, card: four}, times: 2}", "the YAML")
    assert b.find_element(By.ID, "sentence").get_attribute("value") == "2 for each Four in row of yours"
    assert b.switch_to.active_element.get_attribute("id") == "sentence"
    assert not b.find_elements(By.XPATH, "//*[@class='sentence']//button[text()='Insert']"), "there is no editor around it"


def test_the_desk():
    """A card that is changed while a game is open is seen at once; errors stand beside the old game; back and on again."""
    with desk_page() as (d, page, b):
        click_until(page, d, 4)
        until(lambda: not b.execute_script("return document.querySelector('#bar.busy')"), "the last of them")
        picks = d.get()["table"]["picks"]
        until(lambda: text_of(b, "#time .where") == f"{picks} of {picks}", "the time line")
        began = time.monotonic()
        d.rename_over("cards.yaml", CARDS.replace("en: One", "en: Uno").replace("en: Two", "en: Due").replace("en: Three", "en: Tre").replace("en: Four", "en: Quattro"))
        until(lambda: any(w in text_of(b, "#board, #dock") for w in ("Uno", "Due", "Tre", "Quattro")), "the new names")
        print(f"note: a card that was changed stood on the page after {(time.monotonic() - began) * 1000:.0f} ms")
        assert text_of(b, "#time .where") == f"{picks} of {picks}"
        until(lambda: "all 1 pass" in text_of(b, "#desk"), "the scenarios")
        d.write("cards.yaml", CARDS.replace("value: 3", "valu: 3"))
        until(lambda: "cards.yaml:5" in text_of(b, "#desk .findings") and "did you mean 'value'" in text_of(b, "#desk"), "the error")
        until(page.click, "that the game goes on by the old rules")
        d.write("cards.yaml", CARDS)
        until(lambda: "No errors" in text_of(b, "#desk"), "no errors")
        wait_click(b, '[data-key="time first"]')
        until(lambda: "Before pick 1" in text_of(b, "#bar"), "the start")
        assert not b.execute_script("return document.querySelectorAll('.card.lit').length"), "nothing of the past can be chosen"
        wait_click(b, '[data-key="go again"]')
        until(lambda: d.get()["table"]["picks"] == 0, "the game from its start")
        write_a_scenario(b, d)
        read_a_sentence(b, d)
        wait_click(b, '[data-key="tab cards"]')
        until(lambda: "Quatre" in text_of(b, "#gallery"), "the gallery in both languages")
        if os.path.exists(AXE):
            accessible(b, "gallery")
        wait_click(b, '[data-key="tab table"]')
        if os.path.exists(AXE):
            accessible(b, "desk")


def test_errors_are_seen_where_the_desk_is_closed():
    """On a telephone the pane stands behind a button: that bears how many errors there are. All buttons have one line."""
    with desk_page() as (d, page, b):
        b.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 420, "height": 800, "deviceScaleFactor": 1, "mobile": True})
        until(lambda: b.find_elements(By.CSS_SELECTOR, ".logopen"), "the button")
        assert not b.find_elements(By.CSS_SELECTOR, ".logopen .wrong")
        lines = b.execute_script("return new Set([...document.querySelectorAll('#top button')].filter((e) => e.checkVisibility()).map((e) => Math.round((e.getBoundingClientRect().top + e.getBoundingClientRect().bottom) / 6))).size")
        assert lines == 1 and b.execute_script("return document.querySelector('#top').offsetHeight") < 80, lines
        d.write("cards.yaml", CARDS.replace("value: 3", "valu: 3").replace("value: 2", "valu: 2"))
        until(lambda: text_of(b, ".logopen .wrong") == "2", "two errors")
        assert b.execute_script("const r = document.querySelector('.logopen .wrong').getBoundingClientRect(); return r.width > 0 && r.right <= innerWidth && r.bottom <= innerHeight")
        if os.path.exists(AXE):
            accessible(b, "desk with errors")
        d.write("cards.yaml", CARDS)
        until(lambda: not b.find_elements(By.CSS_SELECTOR, ".logopen .wrong"), "no errors")


def test_a_new_card_comes_to_the_open_table():
    """A card that the page has not heard of is drawn, also while a moment of the past is shown; the place of an error is marked in its line."""
    with desk_page() as (d, page, b):
        d.write("cards.yaml", CARDS.replace("value: 3", "valu: 3"))
        until(lambda: text_of(b, "#desk .findings mark") == "v", "the mark in the line")
        d.write("cards.yaml", CARDS + "  five: {name: {en: Five, fr: Cinq}, copies: 20, value: 5}\n")
        until(lambda: "Five" in text_of(b, "#board, #dock"), "the new card")
        click_until(page, d, 2)
        wait_click(b, '[data-key="time first"]')
        until(lambda: "Before pick 1" in text_of(b, "#bar"), "the start")
        d.write("cards.yaml", CARDS + "  six: {name: {en: Six, fr: Six}, copies: 60, value: 6}\n")
        until(lambda: "Six" in text_of(b, "#board, #dock"), "the new card at the start")
        assert not text_of(b, "#lost"), "the line is as good as it was"
        wait_click(b, '[data-key="tab cards"]')
        until(lambda: text_of(b, "#gallery .entry.changed .where").startswith("six"), "what was changed before the cards were looked at")
        assert text_of(b, "#gallery .entry:first-child .where").startswith("six"), "it stands first"
        d.write("cards.yaml", CARDS + "  best: {name: {en: Best, fr: Best}, copies: 9, value: 99}\n")
        until(lambda: "to have it · picked 100 %" in text_of(b, "#gallery .worth"), "a card that everybody takes is told by having it")
        until(lambda: [w.text.split()[0] for w in b.find_elements(By.CSS_SELECTOR, "#gallery .where")] == ["best", "four", "three", "two", "one"], "the best first")
        d.write("cards.yaml", CARDS.replace("  four:", "  fore:"))
        until(lambda: "Scenarios: 1 error; none can be read" in text_of(b, "#desk .scenarios.bad"), "a scenario of a card that is gone")


def test_a_seat_is_its_player_s():
    """Nobody sits down where somebody plays by a link; the owner asks for the seat, and gets it when its player agrees."""
    with Server("fairytale") as server:
        owner, player = Page(browser(), 1), Page(browser(), 2)
        try:
            owner.b.get(f"http://127.0.0.1:{server.port}/")
            link = set_table(owner.b, "fairytale", 2, "Ann")
            player.b.get(link)
            for p in (owner, player):
                until(p.lit, "a question")
            mine = owner.b.current_url
            wait_click(owner.b, '[data-key="seats"]')
            watch = until(lambda: owner.b.find_elements(By.CSS_SELECTOR, "dialog[open] .copyrow input"), "the watch link")[0].get_attribute("value")
            # from the watch link the seat is not to be had
            owner.b.get("about:blank")
            owner.b.get(watch)
            until(owner.drawn, "the table, to look on")
            wait_click(owner.b, '[data-key="seats"]')
            until(lambda: owner.b.find_elements(By.CSS_SELECTOR, "dialog[open] .seatlist li"), "the seats")
            assert not owner.b.find_elements(By.CSS_SELECTOR, "dialog[open] .seatlist .choice"), "a seat in play is offered"
            owner.b.get("about:blank")
            owner.b.get(mine)
            until(owner.lit, "a question")
            for answer in ("stay", "leave"):
                wait_click(owner.b, '[data-key="seats"]')
                wait_click(owner.b, '[data-key="free 1"]')
                until(lambda: "give up your seat" in text_of(player.b, "#notices"), "the question")
                wait_click(player.b, f'[data-key="{answer}"]')
                until(lambda: "give up your seat" not in text_of(player.b, "#notices"), "an end of it")
            # who gave it up looks on, and may sit down again
            until(lambda: player.b.current_url == watch and player.drawn() and not player.lit(), "the table, to look on")
            wait_click(player.b, '[data-key="seats"]')
            wait_click(player.b, "dialog[open] .seatlist .choice")
            until(lambda: player.b.current_url not in (watch, link) and player.lit(), "the seat, by a link of its own")
            player.b.get(f"http://127.0.0.1:{server.port}/")
            assert until(lambda: player.b.find_elements(By.CSS_SELECTOR, "#tablelist a"), "the lobby")[0].get_attribute("href") not in (watch, link)
        finally:
            for p in (owner, player):
                p.close()


def at_a_table(server, names, width=1280, **more):
    """A page for each of them, with a question or the table."""
    t = server.table("fairytale", [{"name": n} for n in names], **more)
    pages = [Page(browser(width), i) for i in range(len(names))]
    for p, key in zip(pages, t["keys"]):
        p.open(server, t["table"], key)
    return t, pages


def test_one_may_give_up_and_a_bot_plays_for_who_is_away():
    with Server("fairytale", "--away", "1") as server:
        t, pages = at_a_table(server, ["Ann", "Ben", "Cy"])
        ann, ben, cy = pages
        try:
            cy.b.get("about:blank")
            until(lambda: "away" in text_of(ann.b, ".seathead"), "that Cy is away")
            time.sleep(1)
            wait_click(ann.b, '[data-key="seats"]')
            accessible(ann.b, "seats")
            wait_click(ann.b, '[data-key="away 2"]')
            until(lambda: "Cy is away" in text_of(ben.b, "#notices"), "the question")
            accessible(ben.b, "the question")
            for answer, who in (("wait 2", "person"), ("replace 2", "bot")):
                wait_click(ben.b, f'[data-key="{answer}"]')
                until(lambda: not text_of(ben.b, "#notices"), "an end of it")
                if who == "person":
                    wait_click(ann.b, '[data-key="seats"]')
                    wait_click(ann.b, '[data-key="away 2"]')
            until(lambda: "bot" in text_of(ann.b, ".seathead"), "a bot")
            cy.open(server, t["table"], t["keys"][2])
            wait_click(cy.b, '[data-key="seats"]')
            wait_click(cy.b, "dialog[open] .row .choice")
            # whether Cy has something to choose depends on what the bot has picked meanwhile
            until(lambda: "Cy" in text_of(cy.b, ".seathead") and "bot" not in text_of(cy.b, ".seathead"), "the seat again")
            # three, two, one
            for p, says in ((cy, "A bot plays on for you"), (ben, "The game ends at once")):
                wait_click(p.b, '[data-key="seats"]')
                wait_click(p.b, '[data-key="giveup"]')
                until(lambda: says in text_of(p.b, "dialog[open] p"), says)
                accessible(p.b, "giving up")
                p.b.switch_to.active_element.send_keys(Keys.ENTER)
                until(lambda: not p.b.find_elements(By.CSS_SELECTOR, "dialog[open]"), "that Enter alone gives nothing up")
                wait_click(p.b, '[data-key="seats"]')
                wait_click(p.b, '[data-key="giveup"]')
                p.b.switch_to.active_element.send_keys(Keys.TAB, Keys.ENTER)
                until(lambda: "gave up" in text_of(ann.b, ".seathead"), "that it is told")
            until(lambda: text_of(ann.b, "#end h2") == "You win.", "the end")
            assert text_of(ann.b, "#end .reasons").startswith("Ben and Cy gave up."), text_of(ann.b, "#end")
            assert not ann.lit() and text_of(ben.b, "#end h2") == "Ann wins."
            accessible(ann.b, "an end by giving up")
            wait_click(ann.b, '[data-key="end again"]')
            until(lambda: t["table"] not in ann.b.current_url and ann.lit(), "another game")
        finally:
            for p in pages:
                p.close()


def test_a_clock_runs_from_the_lobby_on():
    with Server("fairytale") as server:
        ann, ben = Page(browser(), 1), Page(browser(390, 844), 2)
        try:
            ann.b.get(f"http://127.0.0.1:{server.port}/")
            wait_click(ann.b, '[data-key="clock"]')
            accessible(ann.b, "a lobby with a clock")
            minutes = ann.b.find_element(By.ID, "minutes")
            minutes.clear()
            minutes.send_keys("5")
            link = set_table(ann.b, "fairytale", 2, "Ann")
            until(lambda: "5:00" in text_of(ann.b, ".clock") and not ann.b.find_elements(By.CSS_SELECTOR, ".clock.runs"), "clocks that stand still")
            ben.b.get(link)
            for p in (ann, ben):
                until(lambda: len(p.b.find_elements(By.CSS_SELECTOR, ".clock.runs")) == 2, "two clocks that run")
                until(lambda: all("4:00" < said < "4:59" for said in text_of(p.b, ".clock").split()), "seconds")
                accessible(p.b, "clocks")
                assert not misfits(p.b), misfits(p.b)
        finally:
            for p in (ann, ben):
                p.close()


def test_players_talk_and_mute():
    """By a key, on a phone too, where the button of the log counts what is new; who is muted is not heard, also after a reload."""
    with Server("fairytale") as server:
        t, (ann, ben) = at_a_table(server, ["Ann", "Ben"])
        say = lambda p, text: (p.b.find_element(By.TAG_NAME, "body").send_keys("c"), p.b.switch_to.active_element.send_keys(text, Keys.ENTER))
        try:
            say(ann, "Hello <b>")
            until(lambda: text_of(ben.b, ".said") == "Ann Hello <b>" == text_of(ann.b, ".said"), "what Ann says")
            until(lambda: "Ann: Hello <b>" in ben.b.execute_script("return document.querySelector('#live').textContent"), "that it is read out")
            until(lambda: ann.b.execute_script("return document.querySelector('#say').value === '' && document.activeElement.id === 'say'"), "an empty field")
            accessible(ann.b, "chat")
            size(ben.b, 390, 844)
            say(ann, "Again")
            until(lambda: text_of(ben.b, ".unread") == "1", "a count")
            accessible(ben.b, "a count")
            say(ben, "Yes")
            until(lambda: text_of(ann.b, ".said").endswith("Ben Yes") and not text_of(ben.b, ".unread"), "an answer")
            accessible(ben.b, "chat on a phone")
            ben.b.switch_to.active_element.send_keys(Keys.ESCAPE)
            wait_click(ben.b, "#logclose")
            wait_click(ben.b, '[data-key="seats"]')
            wait_click(ben.b, '[data-key="mute 0"]')
            until(lambda: ben.b.find_elements(By.CSS_SELECTOR, '[data-key="mute 0"][aria-pressed=true]'), "that she is muted")
            ben.b.refresh()
            until(ben.lit, "the table")
            say(ann, "Nobody hears me")
            until(lambda: "Nobody hears me" in text_of(ann.b, ".said"), "what Ann says")
            said = lambda: ben.b.execute_script("return document.querySelector('.said')?.textContent")
            until(lambda: said() == "Ben Yes", "only what Ben says")
            assert not text_of(ben.b, ".unread") and "Nobody" not in ben.b.execute_script("return document.querySelector('#live').textContent")
            wait_click(ben.b, '[data-key="seats"]')
            wait_click(ben.b, '[data-key="mute 0"]')
            until(lambda: said().endswith("Nobody hears me"), "all of it")
        finally:
            for p in (ann, ben):
                p.close()


def test_strangers_meet_and_are_watched():
    """One lists a table, another finds it in the lobby and sits down by their own name; then spectators see all cards, if both agree."""
    with Server("fairytale", "--list") as server:
        ann, eve = Page(browser(), 1), Page(browser(390, 844), 2)
        lobby = f"http://127.0.0.1:{server.port}/"
        try:
            ann.b.get(lobby)
            wait_click(ann.b, '[name="listed"]')
            set_table(ann.b, "fairytale", 2, "Ann")
            until(ann.lit, "the table")
            watch = ann.b.execute_script("return JSON.parse(localStorage['cantrip.tables'])[0].watch")
            eve.b.get(lobby)
            until(lambda: "Ann · one free seat" in text_of(eve.b, "#open"), "the table in the lobby")
            accessible(eve.b, "a lobby with open tables")
            eve.b.execute_script("localStorage['cantrip.name'] = JSON.stringify('Eve')")
            wait_click(eve.b, "#openlist a")
            until(lambda: "A seat is free" in text_of(eve.b, "#notices"), "a free seat")
            accessible(eve.b, "a free seat")
            wait_click(eve.b, '[data-key="sit"]')
            until(lambda: eve.lit() and "Eve" in text_of(ann.b, ".seathead"), "the seat, by her name")
            for p in (ann, eve):
                wait_click(p.b, '[data-key="seats"]')
                until(lambda: "Only if all players agree" in text_of(p.b, "#shownote"), "what it means")
                wait_click(p.b, '[data-key="show"]')
                accessible(p.b, "seats with a leave")
                p.b.switch_to.active_element.send_keys(Keys.ESCAPE)
            wait_click(ann.b, '[data-key="seats"]')
            until(lambda: "see all cards now" in text_of(ann.b, "#shownote"), "that all agree")
            ann.b.get("about:blank")
            ann.b.get(f"{lobby}t/{eve.b.current_url.split('/t/')[1].split('#')[0]}#{watch}")
            until(lambda: "you see all cards" in text_of(ann.b, "#notices") and not ann.lit(), "what a spectator is told")
            until(lambda: len(ann.b.find_elements(By.CSS_SELECTOR, ".card[data-card]")) >= 8, "both hands")
            accessible(ann.b, "a table with open cards")
        finally:
            for p in (ann, eve):
                p.close()


def test_a_name_and_a_colour_go_from_table_to_table():
    with Server("fairytale") as server:
        t, (ann, ben) = at_a_table(server, ["Ann", "Ben"])
        dots = lambda p: p.b.execute_script("return [...document.querySelectorAll('.seatname .dot')].map((d) => d.className.slice(4) + d.parentElement.textContent.split(' ')[0])")
        try:
            assert sorted(d[:2] for d in dots(ben)) == ["c0", "c1"]
            ann.b.find_element(By.TAG_NAME, "body").send_keys("?")
            wait_click(ann.b, "dialog[open] .colour.c2 input")
            accessible(ann.b, "settings")
            ann.b.switch_to.active_element.send_keys(Keys.ESCAPE)
            wait_click(ann.b, '[data-key="seats"]')
            name = ann.b.find_element(By.ID, "myname")
            name.clear()
            name.send_keys("Zed", Keys.ENTER)
            until(lambda: "c2Zed" in dots(ben), "the colour and the name")
            other = server.table("fairytale", [{"name": "Cy"}, {}])
            ann.b.get("about:blank")
            ann.open(server, other["table"], other["keys"][1])
            until(lambda: "c2Zed" in dots(ann), "the same at another table")
            # at the seat of somebody else the name is theirs
            third = server.table("fairytale", [{"name": "Cy"}, {"name": "Dan"}])
            ann.b.get("about:blank")
            ann.open(server, third["table"], third["keys"][1])
            until(lambda: "c2Dan" in dots(ann), "Dan's seat")
        finally:
            for p in (ann, ben):
                p.close()


def test_a_link_shows_a_moment_with_notes():
    """Whoever gets it sees the same pick by the same eyes, and the notes at others; nothing of them is read as markup."""
    with Server("fairytale") as server:
        t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}])
        ann, ben = Page(browser(), 1), Page(browser(390, 844), 2)
        note = lambda p: p.b.execute_script("return document.querySelector('#note')?.value")
        where = lambda p: text_of(p.b, ".replay .where")
        try:
            ann.open(server, t["table"], t["keys"][0])
            sit(server, t["table"], t["keys"])
            wait_click(ann.b, '[data-key="end replay"]')
            until(lambda: where(ann).startswith("0 "), "the start")
            for text in ("<b>First</b> & more", ""):
                for _ in range(3):
                    at = int(where(ann).split()[0])
                    wait_click(ann.b, '[data-key="go on"]')
                    until(lambda: where(ann).startswith(f"{at + 1} "), "the next pick")
                ann.b.find_element(By.ID, "note").send_keys(text or "Last")
            wait_click(ann.b, '[data-key="go share"]')
            link = until(lambda: ann.b.find_elements(By.CSS_SELECTOR, "dialog[open] .copyrow input"), "the link")[0].get_attribute("value")
            accessible(ann.b, "a link to share")
            assert t["watch"] in link and not any(key in link for key in t["keys"])
            ben.b.get(link)
            until(lambda: where(ben).startswith("6 ") and note(ben) == "Last", "the moment and its note")
            accessible(ben.b, "a linked replay")
            assert not misfits(ben.b), misfits(ben.b)
            assert ben.b.execute_script("return document.querySelector('#eyes').value") == "0"
            wait_click(ben.b, '[data-key="go note"]')
            until(lambda: where(ben).startswith("3 ") and note(ben) == "<b>First</b> & more", "the other note")
            assert ben.b.execute_script("return document.querySelectorAll('.replay b').length") == 0
            # what is no moment is none
            for said in ("at=99999999", "at=-1&as=9", "at=x&as=<b>&7", "%%%&&=@@"):
                ben.b.get("about:blank")
                ben.b.get(link.split("@")[0] + "@" + said)
                until(lambda: ben.b.find_elements(By.CSS_SELECTOR, "#end:not([hidden]), .replay"), "the end or a replay")
        finally:
            ann.b.quit()
            ben.b.quit()


def test_the_page_can_be_installed():
    """Chromium finds no fault with its manifest; its files are kept, nothing of a table is, and it weighs little."""
    with Server("fairytale") as server:
        p = Page(browser(), 1)
        b = p.b
        try:
            t = server.table("fairytale", [{"name": "Ann"}, {"bot": "random"}])
            b.get(f"http://127.0.0.1:{server.port}/")
            until(lambda: b.execute_async_script("navigator.serviceWorker.ready.then((r) => arguments[0](Boolean(r.active)))"), "the worker")
            faults = b.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"]
            assert not faults, faults
            assert not b.execute_cdp_cmd("Page.getAppManifest", {})["errors"]
            p.open(server, t["table"], t["keys"][0])
            until(p.lit, "a question")
            b.refresh()
            until(p.lit, "a question, through the worker")
            kept = lambda: b.execute_async_script("caches.open('cantrip').then((c) => c.keys()).then((k) => arguments[0](k.map((r) => new URL(r.url).pathname)))")
            until(lambda: "/web/table.js" in kept() and "/web/table.css" in kept(), "its files")
            assert all(name in ("/", "/t/") or name.startswith("/web/") for name in kept()), kept()
            p.killed = True
            server.stop()
            b.refresh()
            until(lambda: text_of(b, "#lost"), "the page, which waits for the server")
            server.flags = (*server.flags, "--port", str(server.port))
            server.start()
            until(p.lit, "the table, without a click")
        finally:
            p.close()


def test_a_page_weighs_little():
    """All files of a page, compressed as a proxy does it."""
    web = os.path.join(ROOT, "tools", "web")
    read = lambda name: open(os.path.join(web, name), "rb").read()
    for page in ("index.html", "table.html"):
        html = read(page).decode()
        seen, todo = set(), [page, *re.findall(r'(?:href|src)="/web/([\w.]+)"', html)]
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                todo += re.findall(r'from "\./([\w.]+)"', read(name).decode())
        weight = sum(len(gzip.compress(read(name))) for name in seen)
        assert len(seen) > 10 and weight < 250_000, (page, weight, sorted(seen))


def test_pages_wait_for_a_server_that_stops_and_starts():
    """While it is stopped (a bot is being trained), while it is away, and while it starts; then the game goes on."""
    with tempfile.TemporaryDirectory() as root, Server(make_untrained(os.path.join(root, "ring"))) as server:
        pages = [Page(browser(), i) for i in range(2)]
        lost = lambda p: not p.b.execute_script("return document.querySelector('#lost').hidden")
        try:
            t = server.table("ring", [{"name": "Ann"}, {"name": "Ben"}, {"bot": "normal"}])
            for p, key in zip(pages, t["keys"]):
                p.open(server, t["table"], key)
                until(p.lit, "a question")
            for i in range(2):
                until(lambda: server.said().count("training bots for") > i, "a bot that is trained")
                began = time.monotonic()
                for p in pages:
                    p.killed = True
                assert server.stop() == 0 and time.monotonic() - began < 2
                for p in pages:
                    until(lambda: lost(p), "a word that the connection is lost")
                time.sleep(2)
                for p in pages:
                    assert lost(p) and not p.b.find_elements(By.CSS_SELECTOR, ".stop"), "it waits no more"
                server.flags = (*server.flags, "--port", str(server.port))
                server.start()
                for p in pages:
                    until(lambda: not lost(p) and p.lit(), "the table, without a click")
            until(lambda: not pages[0].click() and not pages[0].lit(), "picks after it came back, until others are to choose")
            # a page that is opened while the server starts: its files come, and nothing else yet
            server.stop()
            with starting(server.port):
                pages[0].b.get("about:blank")
                pages[0].b.get(f"http://127.0.0.1:{server.port}/t/{t['table']}#{t['keys'][0]}")
                until(lambda: lost(pages[0]) and text_of(pages[0].b, "#lost"), "a word that it waits")
                pages[1].b.get(f"http://127.0.0.1:{server.port}/")
                until(lambda: text_of(pages[1].b, "#form .notice"), "the same in the lobby")
            server.start()
            until(lambda: not lost(pages[0]) and pages[0].drawn(), "the table")
            until(lambda: pages[1].b.find_elements(By.CSS_SELECTOR, "#form button[type=submit]"), "the lobby")
        finally:
            for p in pages:
                p.close()


@contextlib.contextmanager
def starting(port):
    """A proxy whose server is not there yet."""
    class Files(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            path = self.path.split("?")[0]
            name = {"/": "index.html"}.get(path, "table.html" if path.startswith("/t/") else os.path.basename(path))
            file = os.path.join(ROOT, "tools", "web", name)
            found = not path.startswith("/api/") and os.path.exists(file)
            self.send_response(200 if found else 503)
            kind = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}.get(name.rsplit(".")[-1], "text/html")
            self.send_header("Content-Type", kind)
            self.end_headers()
            if found:
                with open(file, "rb") as f:
                    self.wfile.write(f.read())

        def log_message(self, *said):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", port), Files) as files:
        threading.Thread(target=files.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            files.shutdown()


def test_a_wrong_password_is_told():
    with Server("fairytale", "--password", "sesame") as server:
        b = browser()
        try:
            b.get(f"http://127.0.0.1:{server.port}/")
            for word, before in (("x", "This server needs a password."), ("sesame", "That is not this server's password.")):
                until(lambda: text_of(b, "label[for=password]") == before, before)
                b.find_element(By.ID, "password").send_keys(word, Keys.ENTER)
            until(lambda: b.find_elements(By.CSS_SELECTOR, "#form button[type=submit]"), "the lobby")
        finally:
            b.quit()


def test_earlier_lines_are_a_click_away():
    with tempfile.TemporaryDirectory() as root:
        make_talk(os.path.join(root, "talk"), 10, (40, 8), FOUR_CARDS)
        with Server(os.path.join(root, "talk")) as server:
            t = server.table("talk", [{}, {}])
            for key in t["keys"] * 12:
                pick_once(server, t, key)
            p = Page(browser(), 1)
            try:
                p.open(server, t["table"], t["keys"][0])
                assert not text_of(p.b, "#phase"), "a phase of which players are not told"
                shown = lambda: p.b.execute_script("return [...document.querySelectorAll('#log .line[class*=d]')].length")
                whole, asked = len(whole_log(server, t, t["keys"][0])[0]), 0
                while p.b.find_elements(By.CSS_SELECTOR, "#log button"):
                    before, at = shown(), text_of(p.b, "#log button")
                    wait_click(p.b, "#log button")
                    until(lambda: shown() > before and text_of(p.b, "#log button") != at, "earlier lines")
                    asked += 1
                assert shown() == whole and asked > 2, (shown(), whole, asked)
                assert text_of(p.b, "#log li:first-child").startswith("You are dealt ")
            finally:
                p.close()


RULES_OF_MINE = """# Mine <b>

Build a *story* of **twelve
cards**. <img src=x onerror="document.title = 'read as markup'">

* one [word](http://evil.example/)
  that goes on
* two

## Draft

1. Keep one.

| a | b |
|---|---|
| `1` | 2 |
"""


def test_the_rules_lie_beside_the_table():
    """By a button and by a key, at the table and in the lobby, where one is in them; nothing of them is read as markup."""
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(os.path.join(root, "mine"))
        for name, text in (("ruleset.yaml", "cantrip: 1\nextends: fairytale\ntitle: Mine\nrules: mine.md\n"), ("mine.md", RULES_OF_MINE)):
            with open(os.path.join(root, "mine", name), "w") as f:
                f.write(text)
        with Server(os.path.join(root, "mine"), "fairytale") as server:
            p = Page(browser(390, 844), 1)
            b, body = p.b, lambda: p.b.find_element(By.TAG_NAME, "body")
            tags = lambda: b.execute_script("return [...document.querySelectorAll('#rules .prose *')].map(e => e.localName).join(' ')")
            try:
                t = server.table("mine", [{"name": "Ann"}, {"name": "Ben"}], lang="fr")
                p.open(server, t["table"], t["keys"][0])
                body().send_keys("r")
                until(lambda: b.find_elements(By.CSS_SELECTOR, "#rules:not([hidden])"), "the rules")
                assert text_of(b, "#rules h2") == "Mine <b>" and b.title != "read as markup", text_of(b, "#rules h2")
                assert tags().startswith("p em strong ul li li h3 ol li table tr td td tr td code td h3 ul li li li h3 dl"), tags()
                assert "conte\nvos cartes jouées" in text_of(b, "#rules .meanings"), text_of(b, "#rules .meanings")
                assert "<img src=x" in text_of(b, "#rules p") and "twelve cards" in text_of(b, "#rules strong")
                assert text_of(b, "#rules ul:not(.settled) li:first-child") == "one word that goes on"
                until(lambda: text_of(b, "#rules [aria-current]") == "Draft", "the phase under way")
                if os.path.exists(AXE):
                    accessible(b, "rules")
                wide = b.execute_script("const r = document.querySelector('#rules').getBoundingClientRect(); return [r.left >= 0, r.right <= innerWidth]")
                assert wide == [True, True], wide
                for how in (lambda: b.switch_to.active_element.send_keys(Keys.ESCAPE), lambda: body().send_keys("r")):
                    how()
                    until(lambda: b.find_elements(By.CSS_SELECTOR, "#rules[hidden]"), "no rules")
                    wait_click(b, '[data-key="rules"]')
                    until(lambda: b.find_elements(By.CSS_SELECTOR, "#rules:not([hidden])"), "the rules, by the button")
                t = server.table("fairytale", [{"name": "Ann"}, {"name": "Ben"}], options={"hunt_scope": "round"})
                p.open(server, t["table"], t["keys"][0])
                body().send_keys("r")
                until(lambda: "what a Hunt reaches: round" in text_of(b, "#rules .prose"), "the options of this table")
                b.get(f"http://127.0.0.1:{server.port}/")
                wait_click(b, '[data-key="game fairytale"]')
                wait_click(b, '[data-key="rules"]')
                until(lambda: text_of(b, "#rules h2") == "Fairy Tale", "the rules in the lobby")
                b.find_element(By.CSS_SELECTOR, "#rules .close").click()
                until(lambda: b.execute_script("return document.activeElement.dataset.key") == "rules", "the focus where it was")
            finally:
                p.close()


def test_from_the_lobby_to_the_table():
    """However many games there are, who sits where and how to begin is in sight."""
    with Server() as server:
        b = browser(400, 800)
        try:
            b.get(f"http://127.0.0.1:{server.port}/")
            until(lambda: b.find_elements(By.CSS_SELECTOR, "#form button[type=submit]"), "the lobby")
            for width, height in ((1280, 800), (390, 844), (400, 800)):
                size(b, width, height)
                for game in ("wizard-quest", "fairytale"):
                    b.execute_script("document.querySelector(arguments[0]).click()", f'[data-key="game {game}"]')
                    assert in_sight(b, "#form button[type=submit]"), "one has to scroll to begin"
                    assert in_sight(b, ".seatrow:last-child"), f"at {width} x {height} one has to scroll to the seats of {game}"
            b.find_element(By.CSS_SELECTOR, "#form button[type=submit]").click()
            until(lambda: "/t/" in b.current_url, "the table")
            until(lambda: b.find_elements(By.CSS_SELECTOR, LIT), "a question")
            wide = b.execute_script("return document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"the page is {wide} pixels wider than a phone"
        finally:
            b.quit()


if __name__ == "__main__":
    tests = [test_the_desk, test_errors_are_seen_where_the_desk_is_closed, test_cards_lie_in_a_grid, test_what_all_have_reached_stands_at_the_end, test_a_new_card_comes_to_the_open_table, test_a_seat_is_its_player_s, test_one_may_give_up_and_a_bot_plays_for_who_is_away, test_a_clock_runs_from_the_lobby_on, test_players_talk_and_mute, test_strangers_meet_and_are_watched, test_a_name_and_a_colour_go_from_table_to_table, test_a_link_shows_a_moment_with_notes, test_the_page_can_be_installed, test_a_page_weighs_little, test_pages_wait_for_a_server_that_stops_and_starts, test_from_the_lobby_to_the_table, test_the_rules_lie_beside_the_table, test_words_are_explained_where_they_stand, test_icons_stand_with_their_words, test_a_newcomer_plays_in_french, test_the_page_knows_no_name, test_nobody_is_asked_twice_for_the_same, test_one_is_told_that_it_is_one_s_turn, test_a_pick_for_good_is_asked_twice_if_one_wants_it, test_numbers_are_told_by_steps_and_bids_by_a_grid, test_a_card_that_cannot_be_chosen_says_why, test_all_can_be_done_by_keys, test_the_log_tells_a_story, test_a_card_that_has_just_come_is_marked, test_a_card_drops_nothing, test_cards_to_pick_are_large_enough_to_read, test_a_pile_shows_the_cards_that_came_last, test_nothing_is_cut_on_any_screen, test_a_wrong_password_is_told, test_earlier_lines_are_a_click_away, test_fairy_tale_by_clicks_and_by_keys]
    if os.environ.get("SERVE_LONG"):
        tests += [test_card_ring_by_clicks_and_by_keys, test_card_ring_asks_little, test_every_game_at_every_width, test_every_game_from_the_lobby_to_the_replay]
    if os.path.exists(AXE):
        tests.append(test_nothing_keeps_people_out)
    else:
        print("note: no axe-core here, so what keeps people out is not looked for (make browser)")
    part = sys.argv[1].split("/") if "/" in "".join(sys.argv[1:2]) else None  # 1/2: every second one
    main(tests[int(part[0]) - 1::int(part[1])] if part else [t for t in tests if not sys.argv[1:] or t.__name__ in sys.argv[1:]])
