"""Wells and Wards: recursion for a stack. What is cast asks for answers; an answer is over before what it answers happens."""
from compare import among

PICK = r"\w+: (\w+(?: \w+)?)"
TABLES = [([], {})]

DECK = {"sprite": 3, "wolf": 3, "ogre": 2, "adept": 2, "dart": 2, "growth": 2, "fireball": 2, "study": 2, "ward": 2}
COST = {"sprite": 1, "wolf": 2, "ogre": 4, "adept": 2, "dart": 1, "growth": 1, "fireball": 2, "study": 2, "ward": 1}
STRENGTH = {"sprite": 1, "wolf": 2, "ogre": 4, "adept": 1}


class Over(Exception):
    """Somebody has no life left."""


class Creature:
    def __init__(self, owner, name):
        self.owner, self.name, self.tired, self.fresh, self.wounds, self.more = owner, name, False, True, 0, 0

    def might(self):
        return STRENGTH[self.name] + self.more


class Pending:
    """What was cast: it happens unless it is called off."""

    def __init__(self, seat, name, target):
        self.seat, self.name, self.target, self.off = seat, name, target, False


class Strike:
    """A strike that waits; it is off when the creature is gone."""

    def __init__(self, duel, striker):
        self.duel, self.striker, self.seat = duel, striker, striker.owner

    @property
    def off(self):
        return self.striker not in self.duel.board


class Duel:
    def __init__(self, rng, wrong):
        self.rng, self.wrong, self.picks = rng, wrong, []
        self.life, self.wells, self.mana = [10, 10], [1, 1], [0, 0]
        self.decks = [[name for name, n in DECK.items() for _ in range(n)] for _ in range(2)]
        for deck in self.decks:
            rng.shuffle(deck)
        self.hands, self.board, self.stack = [[], []], [], []

    def ask(self, can):
        """One of (words, ...), or None for none of them, each as likely."""
        if not can:
            return None
        one = among(self.rng, can + [None])
        self.picks.append(one[0] if one else "done")
        return one

    def draw(self, seat, n):
        for _ in range(min(n, len(self.decks[seat]))):
            self.hands[seat].append(self.decks[seat].pop())

    def lose(self, seat, n):
        self.life[seat] -= n
        if self.life[seat] <= 0:
            raise Over

    def castable(self, seat, answering):
        for name in sorted(set(self.hands[seat])):
            if COST[name] > self.mana[seat]:
                continue
            if name in ("dart", "growth"):
                yield from (("aim " + name, name, creature) for creature in self.board)
            elif name == "ward":
                yield from (("ward ward", name, p) for p in self.stack if p.seat != seat and not p.off)
            elif name == "fireball" or not answering:
                yield "cast " + name, name, None

    def cast(self, seat, name, target):
        self.hands[seat].remove(name)
        self.mana[seat] -= COST[name]
        for creature in self.board:
            if creature.owner == seat and creature.name == "adept":
                self.lose(1 - seat, 1)
        spell = Pending(seat, name, target)
        self.stack.append(spell)
        if self.wrong:  # wrong: what is answered happens first
            self.happen(spell)
            spell.off = True
        self.wait(spell)
        if not spell.off:
            self.happen(spell)
        self.stack.remove(spell)

    def wait(self, what):
        """Until both pass, one after the other; an answer may be answered, and after it they are asked anew."""
        passed = 0
        while passed < 2 and (not what.off or self.wrong):
            seat = (1 - what.seat, what.seat)[passed]
            answer = self.ask(list(self.castable(seat, True)))
            passed = 0 if answer else passed + 1
            if answer:
                self.cast(seat, *answer[1:])

    def happen(self, spell):
        if spell.name in STRENGTH:
            self.board.append(Creature(spell.seat, spell.name))
        elif spell.name == "dart":
            spell.target.wounds += 2
            self.bury()
        elif spell.name == "growth":
            spell.target.more += 2
        elif spell.name == "fireball":
            self.lose(1 - spell.seat, 2)
        elif spell.name == "study":
            self.draw(spell.seat, 2)
        elif spell.name == "ward":
            spell.target.off = True

    def bury(self):
        self.board = [c for c in self.board if c.wounds < c.might()]

    def strike(self, striker):
        striker.tired = True
        me = striker.owner
        self.wait(Strike(self, striker))
        if striker not in self.board:
            return
        block = self.ask([(c.name, c) for c in self.board if c.owner != me and not c.tired])
        if block:
            block[1].wounds += striker.might()
            striker.wounds += block[1].might()
        else:
            self.lose(1 - me, striker.might())
        self.bury()

    def one_turn(self, me, first):
        if not first and self.wells[me] < 5:
            self.wells[me] += 1
        self.mana[me] = self.wells[me]
        for creature in self.board:
            creature.wounds = creature.more = 0
            creature.fresh = False
            creature.tired = creature.tired and creature.owner != me
        if not self.decks[me]:
            self.lose(me, 2)
        self.draw(me, 1)
        while True:
            can = list(self.castable(me, False))
            can += [("strike " + c.name, c) for c in self.board if c.owner == me and not c.tired and not c.fresh]
            pick = self.ask(can)
            if not pick:
                return
            if len(pick) == 2:
                self.strike(pick[1])
            else:
                self.cast(me, *pick[1:])

    def whole(self):
        for seat in (0, 1):
            self.draw(seat, 4)
        try:
            turn = 0
            while True:
                self.one_turn(turn % 2, turn < 2)
                turn += 1
        except Over:
            return self.picks, self.life


def play(rng, wrong=False):
    return Duel(rng, wrong).whole()
