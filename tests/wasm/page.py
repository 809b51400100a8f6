#!/usr/bin/env python3
"""A game in one file (`cantrip bundle`) in a real browser (Chromium), at phone size, from a file and without a network: from the
lobby to the end, with bots and as two at one screen, taken back, hinted, reloaded; nothing in the console. Eight games end as
they do natively (SHORT: two by lot). SHOTS=FOLDER keeps pictures of it. The library for JavaScript runs in a worker of a page."""
import contextlib
import functools
import gzip
import http.server
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "serve"))
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from browser import LIT, Page, browser, until, wait_click
from client import main

COMMAND = os.environ.get("CANTRIP", os.path.join(ROOT, "build", "cantrip"))
MOST, MOST_PACKED = 2 << 20, 800_000
WIDTH, HEIGHT = 390, 844
GAMES = {"fairytale": 4, "card-ring": 4, "wizard-quest": 1, "hearts": 4, "cribbage": 2, "texas-holdem": 2, "durak": 2, "scopa": 2}
SOON = 2  # seconds from opening the file to the first question, on a quiet machine


def bundled(game, folder):
    out = os.path.join(folder, f"{game}.html")
    subprocess.run([COMMAND, "bundle", os.path.join(ROOT, "rulesets", game), "--out", out], check=True)
    with open(out, "rb") as f:
        page = f.read()
    return out, len(page), len(gzip.compress(page, 9))


@contextlib.contextmanager
def phone(path, shows="#form button[type=submit]"):
    """The file, opened where nothing else can be reached, until it shows the lobby or something else."""
    b = browser(WIDTH, HEIGHT)
    page = Page(b, 1)
    try:
        b.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 2, "mobile": True})
        b.execute_cdp_cmd("Network.enable", {})
        b.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
        b.get("file://" + path)
        until(lambda: b.find_elements(By.CSS_SELECTOR, shows), shows)
        yield page
        said = b.get_log("browser")
        assert not said, f"the browser says: {said[:3]}"
    except BaseException:
        shot(b, "failed")
        raise
    finally:
        b.quit()


def shot(b, name):
    if os.environ.get("SHOTS"):
        time.sleep(0.5)
        b.save_screenshot(os.path.join(os.environ["SHOTS"], name + ".png"))


def begin(b, people, here):
    """A table with so many players, the first of them at this screen."""
    select = b.find_elements(By.ID, "people")
    if select:
        Select(select[0]).select_by_value(str(people))
    for i in range(people):
        Select(b.find_element(By.ID, f"kind{i}")).select_by_value("here" if i < here else "easy")
    b.find_element(By.CSS_SELECTOR, "#form button[type=submit]").click()
    until(lambda: b.find_elements(By.CSS_SELECTOR, LIT + ", #curtain button"), "a question")


def to_the_end(page):
    b, picks, end = page.b, 0, time.monotonic() + 240
    while not page.over():
        assert time.monotonic() < end, "the game goes on and on"
        try:
            curtain = b.find_elements(By.CSS_SELECTOR, "#curtain:not([hidden]) button")
            if curtain:
                curtain[0].click()
        except WebDriverException:
            pass  # it has been raised
        picks += page.click()
        assert picks < 3000
    return picks


def to_the_end_quickly(b):
    """Clicks that the page makes itself, as fast as it can: a long game has hundreds."""
    b.set_script_timeout(600)
    return b.execute_async_script("""
        const [lit, done] = arguments;
        let clicks = 0;
        const step = () => {
            if (document.querySelector("#end")?.childElementCount) return done(clicks);
            const found = [...document.querySelectorAll(lit)].filter((e) => e.getClientRects().length);
            const one = found[Math.floor(Math.random() * found.length)];
            if (one) one.click(), clicks++;
            setTimeout(step, 10);
        };
        step();""", LIT)


def test_a_whole_game_against_bots():
    """What there is on the way: a hint, a pick taken back, the rules, another language, the page loaded again."""
    with tempfile.TemporaryDirectory() as folder:
        path, size, packed = bundled("fairytale", folder)
        assert size <= MOST and packed <= MOST_PACKED, (size, packed)
        with phone(path) as page:
            b = page.b
            Select(b.find_element(By.ID, "lang")).select_by_value("fr")
            until(lambda: "nouvelle" in b.find_element(By.ID, "starthead").text, "French")
            shot(b, "lobby-fr")
            Select(b.find_element(By.ID, "lang")).select_by_value("en")
            until(lambda: "A new table" in b.find_element(By.ID, "starthead").text, "English")
            begin(b, 4, 1)
            shot(b, "table")
            wait_click(b, '[data-key="hint"]')
            until(lambda: b.find_elements(By.CSS_SELECTOR, "#all button"), "a hint")
            shot(b, "hint")
            page.click()
            until(lambda: b.find_element(By.CSS_SELECTOR, '[data-key="undo"]').is_enabled(), "a pick that can be taken back")
            wait_click(b, '[data-key="undo"]')
            until(lambda: not b.find_element(By.CSS_SELECTOR, '[data-key="undo"]').is_enabled(), "the pick taken back")
            wait_click(b, '[data-key="rules"]')
            until(lambda: "Fairy Tale" in b.find_element(By.CSS_SELECTOR, "#rules, .rules").text, "the rules")
            shot(b, "rules")
            b.refresh()
            until(lambda: b.find_elements(By.CSS_SELECTOR, LIT), "the same table, loaded again")
            to_the_end(page)
            shot(b, "end")
            wait_click(b, '[data-key="end replay"]')
            wait_click(b, '[data-key="go on"]')
            until(lambda: b.find_element(By.CSS_SELECTOR, ".replay .where").text.startswith("1 "), "the first pick")
            shot(b, "replay")
            wait_click(b, '[data-key="go share"]')
            link = until(lambda: b.find_elements(By.CSS_SELECTOR, "dialog .copyrow input"), "the link")[0].get_attribute("value")
            wait_click(b, "dialog .close")
            with phone(path + link[link.index("#"):], ".replay .where") as friend:
                until(lambda: friend.b.find_element(By.CSS_SELECTOR, ".replay .where").text.startswith("1 "), "the moment of the link")
                shot(friend.b, "link")
                friend.b.get("file://" + path)
                until(lambda: len(friend.b.find_elements(By.CSS_SELECTOR, "#tablelist li")) == 1, "the table of the link in the lobby")
            table = b.current_url
            wait_click(b, '[data-key="go whatif"]')
            until(lambda: b.current_url != table and b.find_elements(By.CSS_SELECTOR, LIT), "what if")
            wait_click(b, "#home")
            until(lambda: len(b.find_elements(By.CSS_SELECTOR, "#tablelist li")) == 2, "both tables in the lobby")
            shot(b, "lobby-again")


def saved(b, folder):
    """The replay, as the button at the end writes it to a file."""
    b.execute_cdp_cmd("Page.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
    wait_click(b, '[data-key="end download"]')
    [file] = until(lambda: [f for f in os.listdir(folder) if f.endswith(".replay")], "the replay")
    return os.path.join(folder, file)


def first_question(path, people):
    """Seconds from opening the file to the first question, the clicks in the lobby included."""
    with phone(path) as page:
        begin(page.b, people, 1)
        return page.b.execute_script("return performance.now()") / 1000


def ended_as_natively(game, people):
    with tempfile.TemporaryDirectory() as folder:
        path, size, packed = bundled(game, folder)
        soon = min(first_question(path, people) for _ in range(3))  # other programs may hold up the others
        with phone(path) as page:
            begin(page.b, people, 1)
            shot(page.b, f"{game}-first")
            picks = to_the_end_quickly(page.b)
            shot(page.b, f"{game}-end")
            replay = saved(page.b, folder)
        checked = [COMMAND, "replay", replay, "--verify", "--ruleset", os.path.join(ROOT, "rulesets", game)]
        said = subprocess.run(checked, check=True, capture_output=True, text=True).stdout
        assert "1 game, 1 the same" in said, said
    print(f"{game}: {size / 1e6:.2f} MB, packed {packed / 1e3:.0f} kB; first question after {soon:.1f} s; {picks} clicks, the same natively")
    return soon


def test_games_end_as_natively():
    """Picks, tables, results and the hash of the whole state, by `cantrip replay --verify`."""
    games = sorted(GAMES)
    if os.environ.get("SHORT"):
        games = random.Random(os.environ.get("LOT_SEED")).sample(games, 2)
    took = [ended_as_natively(game, GAMES[game]) for game in games]
    assert min(took) < SOON or os.getloadavg()[0] > os.cpu_count(), took


def test_every_game_is_small():
    with tempfile.TemporaryDirectory() as folder:
        sizes = {game: bundled(game, folder)[1:] for game in sorted(os.listdir(os.path.join(ROOT, "rulesets")))
                 if os.path.exists(os.path.join(ROOT, "rulesets", game, "ruleset.yaml"))}
    large = {game: s for game, s in sizes.items() if s[0] > MOST or s[1] > MOST_PACKED}
    assert len(sizes) > 20 and not large, large
    print(f"games in one file: {len(sizes)}, the largest packed " + ", ".join(f"{g} {p / 1e3:.0f} kB" for p, g in sorted(((s[1], g) for g, s in sizes.items()), reverse=True)[:3]))


def test_two_at_one_screen():
    with tempfile.TemporaryDirectory() as folder:
        path, size, _ = bundled("kuhn", folder)
        with phone(path) as page:
            begin(page.b, 2, 2)
            shot(page.b, "two")
            to_the_end(page)
            shot(page.b, "two-end")
            wait_click(page.b, '[data-key="end again"]')
            until(lambda: page.b.find_elements(By.CSS_SELECTOR, LIT + ", #curtain button"), "another game")


def test_the_library_runs_in_a_worker():
    """In a page over HTTP, as packages of npm are used: the scores of `cantrip sim`, and how fast."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=ROOT)
    http.server.SimpleHTTPRequestHandler.log_message = lambda *a: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    files = {}
    for top in ("rulesets/fairytale", "cards/fairytale"):
        for here, _, names in os.walk(os.path.join(ROOT, top)):
            for name in names:
                if not name.endswith(".policy"):
                    with open(os.path.join(here, name)) as f:
                        files[os.path.relpath(os.path.join(here, name), ROOT)] = f.read()
    b = browser(WIDTH, HEIGHT)
    try:
        b.get(f"http://127.0.0.1:{server.server_port}/")
        got = b.execute_async_script("""
            const [files, done] = arguments;
            const worker = new Worker(URL.createObjectURL(new Blob([`
                import { cantrip } from "${location.origin}/build/wasm/cantrip/cantrip.js";
                onmessage = async ({ data }) => {
                    const { game } = (await cantrip()).load(data, "rulesets/fairytale");
                    const begun = performance.now();
                    const got = game.simulate({ people: 4, games: 2000, seed: 53 });
                    postMessage({ ...got, seconds: (performance.now() - begun) / 1000 });
                };`], { type: "text/javascript" })), { type: "module" });
            worker.onmessage = ({ data }) => done(data);
            worker.onerror = (e) => done({ wrong: e.message });
            worker.postMessage(files);""", files)
    finally:
        b.quit()
        server.shutdown()
    native = subprocess.run([COMMAND, "sim", os.path.join(ROOT, "rulesets", "fairytale"), "--seats", "4", "--games", "2000", "--seed", "53", "--bots", "random", "--json"],
                            check=True, capture_output=True, text=True).stdout
    native = json.loads(native)
    assert got.get("picks") == native["picks"], got
    for here, there in zip(got["seats"], native["seats"]):
        assert abs(here["score"] - there["score"]["mean"]) < 1e-5
    print(f"Fairy Tale in Chromium: {got['games'] / got['seconds']:.0f} random games a second")


if __name__ == "__main__":
    tests = [test_a_whole_game_against_bots, test_games_end_as_natively, test_every_game_is_small, test_two_at_one_screen, test_the_library_runs_in_a_worker]
    main([t for t in tests if not sys.argv[1:] or t.__name__ in sys.argv[1:]])
