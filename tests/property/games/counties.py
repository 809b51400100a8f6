"""Counties: a card is its name. Three players, small piles and few rounds, so that both ends come."""
from compare import among

COPIES, ROUNDS, PEOPLE = 3, 13, 3
PICK = r"\w+: ([\w-]+(?: [\w-]+)?) "
TABLES = [(["--seats", str(PEOPLE), "--option", f"copies={COPIES}", "--option", f"rounds={ROUNDS}"], {})]

WORTH = {"tin": 1, "brass": 2, "ingot": 3}
POINTS = {"cottage": 1, "manor": 3, "county": 6, "blight": -1}
CRAFTS = {
    "sorting-house": 2, "gatehouse": 2, "crossroad": 3, "joinery": 3, "bailiffs": 4,
    "encore": 4, "foundry": 4, "charcoal-kiln": 4, "hedge-wife": 5, "weekly-fair": 5,
}  # fmt: skip
COST = {"tin": 0, "brass": 3, "ingot": 6, "cottage": 2, "manor": 5, "county": 8, "blight": 0} | CRAFTS


class Person:
    def __init__(self, rng):
        self.deck, self.hand, self.table, self.heap = ["tin"] * 7 + ["cottage"] * 3, [], [], []
        rng.shuffle(self.deck)


class Game:
    def __init__(self, rng, wrong):
        self.rng, self.wrong, self.picks = rng, wrong, []
        self.people = [Person(rng) for _ in range(PEOPLE)]
        self.supply = {"tin": 60 - 7 * PEOPLE, "brass": 40, "ingot": 30, "blight": 10 * (PEOPLE - 1)}
        self.supply |= {name: 8 if PEOPLE == 2 else 12 for name in ("cottage", "manor", "county")}
        self.supply |= {name: COPIES for name in CRAFTS}

    def ask(self, kind, choices, may=False):
        """One of them, each as likely; None: nothing, or nothing wanted. Only what could be otherwise is a pick."""
        if not choices:
            return None
        can = sorted(choices) + [None] * may
        one = among(self.rng, can)
        if len(can) > 1:
            self.picks.append(f"{kind} {one}".strip() if one else "done")
        return one

    def draw(self, me, n):
        for _ in range(n):
            if not me.deck:
                me.deck, me.heap = me.heap, []
                self.rng.shuffle(me.deck)
            if me.deck:
                me.hand.append(me.deck.pop())

    def take(self, me, name):
        if name and self.supply[name]:
            self.supply[name] -= 1
            me.heap.append(name)

    def affordable(self, most):
        return [name for name, n in self.supply.items() if n and COST[name] <= most]

    def discards(self, me, kind, may=False):
        """Whether a card of the hand was discarded."""
        name = self.ask(kind, set(me.hand), may)
        if name:
            me.hand.remove(name)
            me.heap.append(name)
        return name is not None

    def unguarded(self):
        """The others, from the left, but who shows a gatehouse: asked before anything else happens."""
        others = [self.people[(self.turn + i) % PEOPLE] for i in range(1, PEOPLE)]
        return [p for p in others if not self.ask("guard", {"gatehouse"} & set(p.hand), may=True)]

    def perform(self, me, craft):
        if craft == "sorting-house":
            self.actions += 1
            n = 0
            while self.discards(me, "sort_out", may=True):
                n += 1
            self.draw(me, n)
        elif craft == "gatehouse":
            self.draw(me, 2)
        elif craft == "crossroad":
            self.draw(me, 1)
            self.actions += 2
        elif craft == "joinery":
            self.take(me, self.ask("", self.affordable(4)))
        elif craft == "bailiffs":
            victims = self.unguarded()
            self.coins += 2
            for p in victims:
                while len(p.hand) > (2 if self.wrong else 3):  # wrong: a card more
                    self.discards(p, "pay")
        elif craft == "encore":
            self.play(me, "twice", 2)
        elif craft == "foundry":
            self.recast(me)
        elif craft == "charcoal-kiln":
            self.draw(me, 3)
        elif craft == "hedge-wife":
            victims = self.unguarded()
            self.draw(me, 2)
            for p in victims:
                self.take(p, "blight")
        elif craft == "weekly-fair":
            self.draw(me, 1)
            self.actions += 1
            self.buys += 1
            self.coins += 1

    def recast(self, me):
        pairs = [(old, new) for old in set(me.hand) for new in self.affordable(COST[old] + 2)]
        if pairs:
            old, new = among(self.rng, sorted(pairs))
            if len(pairs) > 1:
                self.picks.append("recast " + old)
            me.hand.remove(old)
            self.take(me, new)

    def play(self, me, kind, times):
        """Whether a craft was played; all of the first time comes before the second."""
        craft = self.ask(kind, set(me.hand) & set(CRAFTS), may=True)
        if not craft:
            return False
        me.hand.remove(craft)
        me.table.append(craft)
        self.actions -= kind == "play"
        for _ in range(times):
            self.perform(me, craft)
        return True

    def one_turn(self, me):
        self.actions, self.buys, self.coins = 1, 1, 0
        while self.actions and self.play(me, "play", 1):
            pass
        self.coins += sum(WORTH.get(name, 0) for name in me.hand)
        while self.buys:
            name = self.ask("buy", self.affordable(self.coins), may=True)
            if not name:
                break
            self.take(me, name)
            self.coins -= COST[name]
            self.buys -= 1
        me.heap += me.hand + me.table
        me.hand, me.table = [], []
        self.draw(me, 5)

    def over(self):
        return not self.supply["county"] or sum(not n for n in self.supply.values()) >= 3

    def whole(self):
        for p in self.people:
            self.draw(p, 5)
        for i in range(ROUNDS * PEOPLE):
            self.turn = i % PEOPLE
            self.one_turn(self.people[self.turn])
            if self.over():
                break
        return self.picks, [sum(POINTS.get(name, 0) for name in p.deck + p.hand + p.heap) for p in self.people]


def play(rng, wrong=False):
    return Game(rng, wrong).whole()
