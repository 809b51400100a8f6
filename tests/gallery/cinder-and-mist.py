"""Cinder and Mist, from its rules for players and its cards: a stack with priority, fights, and spirits that die at once."""
import re

SEATS = [2]
HOUSE = [{"flames": 12}]
# name: cost, strength, toughness, copies, and what it can do
SPIRITS = {
    "cinder": {
        "ash-mouse": (1, 2, 1, 3, ""),
        "soot-fox": (2, 2, 2, 3, "swift"),
        "kiln-hand": (2, 3, 2, 3, ""),
        "torchbearer": (2, 2, 3, 2, ""),
        "bellows-imp": (3, 2, 3, 2, ""),
        "smoke-adder": (3, 2, 2, 2, "withering"),
        "spark-herd": (4, None, 4, 2, ""),
        "furnace-ox": (4, 4, 4, 2, "searing"),
        "red-drake": (5, 4, 3, 2, "winged"),
    },
    "mist": {
        "dew-moth": (1, 1, 1, 3, "winged"),
        "reed-heron": (3, 2, 3, 3, "winged"),
        "fog-toad": (2, 1, 4, 3, ""),
        "rain-caller": (2, 1, 2, 2, ""),
        "lake-maid": (3, 2, 2, 2, ""),
        "mist-cat": (3, 3, 2, 2, "quick"),
        "marsh-leech": (3, 3, 3, 2, "leeching"),
        "tide-warden": (4, 3, 5, 2, "watchful"),
        "drowned-king": (6, 6, 6, 1, "shrouded"),
    },
}
TOKENS = {"spark": (0, 1, 1, 0, "token"), "wisp": (0, 1, 1, 0, "token winged")}
# name: cost, what it aims at, whether it is quick
CHARMS = {
    "flicker": (1, "foe", True),
    "flare": (1, "friend", True),
    "backdraft": (3, "foe", True),
    "fire-lash": (3, None, True),
    "wildfire": (4, None, False),
    "rekindle": (2, None, False),
    "hush": (2, "card", True),
    "wash-away": (2, "foe", True),
    "veil": (1, "friend", True),
    "chill": (1, "foe", True),
    "undertow": (3, "foe", False),
    "long-breath": (3, None, False),
    "whisper": (2, None, False),
}


class Over(Exception):
    pass


class Card:
    """A card on the stack or in a line."""

    def __init__(self, name, owner):
        self.name, self.owner, self.aim = name, owner, None
        found = SPIRITS["cinder"].get(name) or SPIRITS["mist"].get(name) or TOKENS.get(name)
        self.spirit = found is not None
        if found:
            self.base, self.tough, self.words = found[1], found[2], found[4].split()
        self.tired = self.doomed = False
        self.growth = 0
        self.rest()

    def rest(self):
        """What ends with the turn."""
        self.fresh = self.fought = False
        self.wounds = self.lent = self.shield = 0


def cost(name):
    if name in CHARMS:
        return CHARMS[name][0]
    return (SPIRITS["cinder"].get(name) or SPIRITS["mist"].get(name))[0]


def aims(name):
    return CHARMS[name][1] if name in CHARMS else None


def quick(name):
    return CHARMS[name][2] if name in CHARMS else name == "mist-cat"


class Game:
    def __init__(self, table):
        self.table = table
        start = int(table.options.get("flames", 20))
        self.flame, self.light, self.lanterns = [start, start], [0, 0], [0, 0]
        self.hand, self.line, self.dark = [[], []], [[], []], [[], []]
        self.left = [30, 30]
        self.stack, self.turn, self.fight = [], 0, None

    def named(self, text):
        """The cards that a line of the log names: 2 × Ash Mouse is two."""
        cards = []
        for one in text.split(", "):
            times, name = re.match(r"(?:(\d+) × )?(.*)", one).groups()
            cards += [name.lower().replace(" ", "-")] * int(times or 1)
        return cards

    def draw(self, seat, count):
        if self.left[seat] < count:
            raise Over
        found = self.table.find(r"^ *(\w+) draws (.*?)( \(effect of .*\))?\.$")
        cards = self.named(found[2])
        self.table.same((self.table.seat(found[1]), len(cards)), (seat, count))
        self.left[seat] -= count
        self.hand[seat] += cards

    def ask(self, seat, choices, may=True):
        """One of (verb, card, aim), each with a name; what reads alike is told apart by its place.  None: done."""
        words = []
        for verb, card, aim in choices:
            words.append(" ".join(w for w in (verb, getattr(card, "name", card), getattr(aim, "name", aim)) if w))
        if not choices:
            return None
        if len(choices) + may == 1:
            return choices[0]
        table = self.table
        if table.done == len(table.picks):
            raise ValueError(f"the model asks {table.names[seat]} among {words}, the game is over")
        who, pick = table.picks[table.done]
        offer = table.offers[table.done]
        table.done += 1
        where = f"pick {table.done}, {who}: {pick}"
        if table.seat(who) != seat or len(choices) + may != offer["choices"]:
            table.same(f"{where} of {offer['choices']}", f"{table.names[seat]} of {len(choices) + may}: {words}")
        offered = {(kind, card) for kind, cards in offer["offers"].items() for card in cards}
        ours = {(verb or offer["kind"], getattr(card, "name", card)) for verb, card, _ in choices}
        if choices[0][0]:
            table.same(sorted(offered), sorted(ours))
        if pick == "done" and may:
            return None
        return self.find(where, re.sub(r"\b\w+\.(?=[a-z])", "", pick), choices, words)

    def find(self, where, pick, choices, words):
        """The choice that is written so: `harm flicker spark #2` is the second spark that flicker may aim at."""
        bare = re.sub(r" ?#\d+", "", pick)
        fits = [c for c, w in zip(choices, words) if w == bare]
        if not fits:
            self.table.same(where, words)
        number = re.search(r"#(\d+)", pick)
        return fits[int(number[1]) - 1 if number else 0]

    def might(self, card):
        base = len(self.line[card.owner]) if card.base is None else card.base
        return max(0, base + card.lent + card.growth)

    def bury(self):
        """Spirits with too many wounds die, Torchbearers see it, and a flame may be out."""
        while True:
            dead = [c for line in self.line for c in line if c.doomed or c.wounds >= c.tough + c.shield + c.growth]
            if not dead:
                break
            for card in dead:
                self.leave(card)
                if "token" not in card.words:
                    self.dark[card.owner].insert(0, card.name)
                    seers = sum(c.name == "torchbearer" for c in self.line[card.owner])
                    self.flame[1 - card.owner] -= seers
        if min(self.flame) <= 0:
            raise Over

    def leave(self, card):
        self.line[card.owner].remove(card)
        if self.fight and card is self.fight[0]:
            self.fight = None
        elif self.fight and card is self.fight[1]:
            self.fight = (self.fight[0], "gone")

    def choices(self, seat):
        calm = seat == self.turn and not self.stack and not self.fight
        found = []
        for name in sorted(set(self.hand[seat])):
            if cost(name) > self.light[seat]:
                continue
            aim = aims(name)
            if aim == "card":
                found += [("cast", name, c) for c in self.stack if c.owner != seat]
            elif quick(name) or calm:
                if aim is None:
                    found.append(("cast", name, None))
                elif aim == "friend":
                    found += [("cast", name, c) for c in self.line[seat]]
                else:
                    found += [("cast", name, c) for c in self.line[1 - seat] if "shrouded" not in c.words]
        if calm:
            for card in self.line[seat]:
                if not card.tired and not card.fought and (not card.fresh or "swift" in card.words):
                    found.append(("attack", card, None))
        return found

    def act(self, seat, choice):
        verb, card, aim = choice
        if verb == "attack":
            card.fought = True
            card.tired = "watchful" not in card.words
            self.fight = (card, None)
            return
        self.hand[seat].remove(card)
        self.light[seat] -= cost(card)
        laid = Card(card, seat)
        laid.aim = aim
        self.stack.append(laid)
        if not laid.spirit:
            for one in self.line[seat]:
                one.growth += one.name == "rain-caller"

    def happen(self):
        """The top card of the stack."""
        card = self.stack[-1]
        me, other = card.owner, 1 - card.owner
        if card.spirit:
            self.stack.pop()
            card.fresh = True
            self.line[me].append(card)
            self.bury()
        aim = card.aim
        if aim is None or aim in self.stack or aim in self.line[aim.owner]:
            self.effect(card, aim, me, other)
        self.bury()
        if not card.spirit:
            self.stack.remove(card)
            self.dark[me].insert(0, card.name)

    def call(self, token, seat):
        self.line[seat].append(Card(token, seat))
        self.line[seat][-1].fresh = True

    def effect(self, card, aim, me, other):
        name = card.name
        if name == "bellows-imp":
            self.call("spark", me)
        elif name in ("lake-maid", "veil", "chill", "long-breath"):
            if name == "veil":
                aim.shield += 3
            if name == "chill":
                aim.tired = True
            self.draw(me, 2 if name == "long-breath" else 1)
        elif name in ("flicker", "backdraft"):
            aim.wounds += 2 if name == "flicker" else 4
        elif name == "flare":
            aim.lent += 3
            aim.shield += 1
        elif name == "fire-lash":
            self.flame[other] -= 4
        elif name == "wildfire":
            for one in self.line[0] + self.line[1]:
                one.wounds += 2
        elif name == "rekindle":
            spirits = [c for c in self.dark[me] if c not in CHARMS]
            chosen = self.ask(me, [(None, c, None) for c in spirits], may=False)
            if chosen:
                self.dark[me].remove(chosen[1])
                self.hand[me].append(chosen[1])
            self.flame[me] += 2
        elif name == "hush":
            self.stack.remove(aim)
            self.dark[aim.owner].insert(0, aim.name)
        elif name == "wash-away":
            self.leave(aim)
            if "token" not in aim.words:
                self.hand[aim.owner].append(aim.name)
        elif name == "undertow":
            aim.doomed = True
        elif name == "whisper":
            chosen = self.ask(other, [(None, c, None) for c in sorted(set(self.hand[other]))], may=False)
            if chosen:
                self.hand[other].remove(chosen[1])
                self.dark[other].insert(0, chosen[1])
            self.call("wisp", me)

    def block(self):
        attacker, me, other = self.fight[0], self.turn, 1 - self.turn
        winged = "winged" in attacker.words
        may = [c for c in self.line[other] if not c.tired and not c.fought and ("winged" in c.words or not winged)]
        chosen = self.ask(other, [(None, c, None) for c in may])
        if chosen:
            chosen[1].fought = True
            self.fight = (attacker, chosen[1])
            return
        self.flame[other] -= self.might(attacker)
        self.feed(attacker, me)
        self.fight = None
        self.bury()

    def feed(self, attacker, me):
        if "leeching" in attacker.words:
            self.flame[me] += self.might(attacker)

    def hit(self):
        (attacker, blocker), me, other = self.fight, self.turn, 1 - self.turn
        self.fight = None
        force = self.might(attacker)
        if blocker == "gone":
            if "searing" in attacker.words:
                self.flame[other] -= force
        else:
            self.feed(attacker, me)
            if "searing" in attacker.words:
                self.flame[other] -= max(0, force - (blocker.tough + blocker.shield + blocker.growth - blocker.wounds))
            back = self.might(blocker)
            blocker.wounds += force
            attacker.wounds += back
            blocker.doomed |= "withering" in attacker.words
            attacker.doomed |= "withering" in blocker.words
        self.bury()

    def play_turn(self, first, second):
        me = self.turn
        self.lanterns[me] = min(8, self.lanterns[me] + 1)
        self.light[me] = self.lanterns[me] + second
        for card in self.line[me]:
            card.tired = False
        if not first:
            self.draw(me, 1)
        asked, passes = me, 0
        while True:
            choice = self.ask(asked, self.choices(asked))
            if choice:
                self.act(asked, choice)
                asked, passes = 1 - asked, 0
                continue
            if not self.stack and not self.fight:
                break
            passes += 1
            asked = 1 - asked
            if passes == 2:
                if self.stack:
                    self.happen()
                elif self.fight[1]:
                    self.hit()
                else:
                    self.block()
                asked, passes = me, 0
        for card in self.line[0] + self.line[1]:
            card.rest()

    def start(self):
        table = self.table
        table.ask(1, ["cinder", "mist"])
        for seat, count in ((0, 6), (1, 6)):
            self.draw(seat, count)
        for seat, count in ((0, 6), (1, 6)):
            while table.ask(seat, ["mulligan", "done"] if count > 1 else ["done"]) == "mulligan":
                count -= 1
                self.left[seat] += len(self.hand[seat])
                self.hand[seat] = []
                self.draw(seat, count)


def play(table):
    game = Game(table)
    try:
        game.start()
        turns = 0
        while True:
            game.turn = turns % 2
            game.play_turn(turns == 0, turns == 1)
            turns += 1
    except Over:
        return game.flame
