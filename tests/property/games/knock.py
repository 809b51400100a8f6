"""Knocking rummy: a card is (suit, rank)."""
import collections
import itertools

from compare import among

PICK = r"\w+: (\w+)"
TABLES = [
    (["--option", "goal=0"], {"goal": 0, "knock": 10}),
    (["--option", "goal=0", "--option", "knock=60"], {"goal": 0, "knock": 60}),
    (["--option", "goal=60", "--option", "knock=70"], {"goal": 60, "knock": 70}),
]


def points(cards):
    return sum(min(rank, 10) for _, rank in cards)


def sets(hand):
    of_rank = collections.defaultdict(list)
    for card in hand:
        of_rank[card[1]].append(card)
    for alike in of_rank.values():
        for n in range(3, len(alike) + 1):
            yield from map(frozenset, itertools.combinations(alike, n))


def runs(hand):
    for suit, low in hand:
        high = low
        while (suit, high + 1) in hand and high - low < 9:
            high += 1
            if high - low >= 2:
                yield frozenset((suit, rank) for rank in range(low, high + 1))


def melds(hand):
    return [*sets(hand), *runs(hand)]


def saved(which):
    """The most points in melds that have no card in common."""
    if not which:
        return 0
    meld, *rest = which
    return max(saved(rest), points(meld) + saved([other for other in rest if not meld & other]))


def deadwood(hand):
    return points(hand) - saved(melds(hand))


class Hand:
    def __init__(self, rng, dealer, knock, picks):
        self.rng, self.knock, self.picks = rng, knock, picks
        self.stock = [(suit, rank) for suit in range(4) for rank in range(1, 14)]
        rng.shuffle(self.stock)
        self.hands = [[self.stock.pop() for _ in range(10)] for _ in range(2)]
        self.pile = [self.stock.pop()]
        self.dealer = dealer

    def ask(self, choices):
        pick = among(self.rng, choices)
        if len(choices) > 1:
            self.picks.append(pick[0])
        return pick

    def until_a_knock(self, wrong):
        """Who knocks, or None."""
        me, taken = 1 - self.dealer, None
        for seat in (1 - self.dealer,) if wrong else (1 - self.dealer, self.dealer):  # wrong: the dealer is not asked
            if self.ask([("take",), ("done",)])[0] == "take":
                me, taken = seat, self.take(seat)
                break
        else:
            self.hands[me].append(self.stock.pop())
        while not self.throws_and_knocks(me, taken):
            if len(self.stock) == 2:
                return None
            me, taken = 1 - me, None
            if self.ask([("draw",), ("take",)])[0] == "take":
                taken = self.take(me)
            else:
                self.hands[me].append(self.stock.pop())
        return me

    def take(self, seat):
        card = self.pile.pop()
        self.hands[seat].append(card)
        return card

    def throws_and_knocks(self, me, taken):
        hand = self.hands[me]
        can = [("throw", card) for card in hand if card != taken]
        in_melds = melds(hand)
        near = points(hand) - saved(in_melds) <= self.knock + 10  # else no card that is thrown is enough
        for card in hand if near else ():
            if card != taken and points(hand) - points([card]) - saved([m for m in in_melds if card not in m]) <= self.knock:
                can.append(("knocks", card))
        what, card = self.ask(can)
        hand.remove(card)
        self.pile.append(card)
        return what == "knocks"

    def lay(self, me, last, also=lambda: []):
        """Melds that leave no more than `last`; `also` gives what else may be done."""
        laid = {"lay_set": [], "lay_run": []}
        while True:
            hand = self.hands[me]
            can = [("lay_set", m) for m in sets(hand)] + [("lay_run", m) for m in runs(hand)]
            can = [(what, m) for what, m in can if deadwood(set(hand) - m) <= last] + also()
            if not can:
                return laid
            if points(hand) <= last:
                can.append(("done", None))
            what, which = self.ask(can)
            if what == "done":
                return laid
            if what in laid:
                laid[what].append(set(which))
                self.hands[me] = [card for card in hand if card not in which]
            else:
                card, meld = which
                meld.add(card)
                hand.remove(card)

    def score(self, knocker):
        """Points of the knocker and of the other."""
        laid = self.lay(knocker, self.knock)
        left, other = points(self.hands[knocker]), 1 - knocker

        def additions():
            if left == 0:
                return []
            can = [("add_set", (card, s)) for card in self.hands[other] for s in laid["lay_set"] if card[1] in {r for _, r in s}]
            for suit, rank in self.hands[other]:
                for run in laid["lay_run"]:
                    if (suit, rank - 1) in run or (suit, rank + 1) in run:
                        can.append(("add_run", ((suit, rank), run)))
            return can

        self.lay(other, 1000, additions)
        gap = points(self.hands[other]) - left
        if left == 0:
            return gap + 25, 0
        return (gap, 0) if gap > 0 else (0, 25 - gap)


def play(rng, wrong=False, goal=0, knock=10):
    dealer, total, picks = 0, [0, 0], []
    while True:
        hand = Hand(rng, dealer, knock, picks)
        knocker = hand.until_a_knock(wrong)
        if knocker is not None:
            of_knocker, of_other = hand.score(knocker)
            total[knocker] += of_knocker
            total[1 - knocker] += of_other
            dealer = knocker if of_other else 1 - knocker
        if max(total) >= goal:
            return picks, total
