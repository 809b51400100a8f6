"""President, a match of hands, from its rules for players (rulesets/president/rules.md)."""
import functools
import itertools

SEATS = [3, 4, 7]
HOUSE = [{"tax": 0, "goal": 5}, {"tax": 1, "scum_leads": "true"}, {"skips": "true", "revolution": "true"},
         {"skips": "true", "stay_out": "true"}]


@functools.cache
def height(card):
    return {"2": 15, "a": 14, "k": 13, "q": 12, "j": 11}.get(card[1:]) or int(card[1:])


def sets(hand, sizes):
    """All sets of that many cards of one rank."""
    for size in sizes:
        for rank in sorted({height(c) for c in hand}):
            yield from itertools.combinations([c for c in hand if height(c) == rank], size)


class Hand:
    def __init__(self, table, hands, leader):
        self.table, self.hands, self.seat = table, hands, leader
        self.lying, self.player, self.passed, self.turned, self.out = None, None, set(), False, []

    def option(self, name):
        return self.table.options.get(name) == "true"

    def in_it(self):
        return [s for s, hand in enumerate(self.hands) if hand]

    def after(self, seat, among):
        n = len(self.hands)
        return next((s % n for s in range(seat + 1, seat + n) if s % n in among), None)

    def beats(self, cards):
        new, old = height(cards[0]), height(self.lying[0])
        return new == old and self.option("skips") or (new < old if self.turned else new > old)

    def choices(self):
        hand = self.hands[self.seat]
        if not self.lying:
            return ["lead " + c for c in hand] + ["lead_more " + "+".join(cards) for cards in sets(hand, (2, 3, 4))]
        found = [cards for cards in sets(hand, [len(self.lying)]) if self.beats(cards)]
        return ["follow " + "+".join(cards) for cards in found] + ["pass"]

    def turn(self):
        words = self.table.pick(self.seat, self.choices()).split()
        if words == ["pass"]:
            self.passed.add(self.seat)
        else:
            self.lay(words[1].split("+"))
        waiting = set(self.in_it()) - self.passed - {self.player}
        if waiting:
            self.seat = self.after(self.seat, waiting)
        else:                                           # all others have passed
            self.seat = self.player if self.hands[self.player] else self.after(self.player, self.in_it())
            self.lying, self.player, self.passed = None, None, set()

    def lay(self, cards):
        hand = self.hands[self.seat]
        same = self.lying and height(cards[0]) == height(self.lying[0])
        for card in cards:
            hand.remove(card)
        self.lying, self.player = cards, self.seat
        if not hand:
            self.out.append(self.seat)
        if not self.option("stay_out"):
            self.passed = set()
        if same:
            skipped = self.after(self.seat, set(self.in_it()) - self.passed - {self.seat})
            self.passed |= {skipped} - {None}
        if len(cards) == 4 and self.option("revolution"):
            self.turned = not self.turned

    def play(self):
        while len(self.in_it()) > 1:
            self.turn()
        return self.out + self.in_it()


def give(table, hands, poor, rich, count):
    """The poor one's highest cards, and then as many back."""
    for giver, taker, highest in ((poor, rich, True), (rich, poor, False)):
        for _ in range(count):
            best = max(map(height, hands[giver]))
            card = table.ask(giver, [c for c in hands[giver] if not highest or height(c) == best])
            hands[giver].remove(card)
            hands[taker].append(card)


def deal(table, first):
    """Everyone's cards: those that are left over go to the first, and on to the left."""
    n, hands = table.players, table.deal()
    table.same([len(h) for h in hands], [52 // n + ((s - first) % n < 52 % n) for s in range(n)])
    return hands


def play(table):
    n, goal, tax = table.players, table.options.get("goal", 11), table.options.get("tax", 2)
    points, order = [0] * n, None
    first = (table.seat(table.find(r"^At random: (\w+)")[1]) + 1) % n
    while max(points) < goal:
        hands = deal(table, first)
        leader = first
        if order:
            give(table, hands, order[-1], order[0], min(tax, 1) if n == 3 else tax)
            if n > 3 and tax == 2:
                give(table, hands, order[-2], order[1], 1)
            leader = order[-1] if table.options.get("scum_leads") else first
        order = Hand(table, hands, leader).play()
        points[order[0]] += 2
        points[order[1]] += 1
        first = order[0]
    return points
