"""Texas Hold'em with blinds, four rounds of bets and side pots, from the rules that everybody knows."""
from collections import Counter
from itertools import combinations

SEATS = [2, 3, 6, 9]
HOUSE = [{"limit": "true", "hands": 20}, {"buy_in": 30, "blind": 3, "rising": 2}]
RANKS = "2 3 4 5 6 7 8 9 10 j q k a".split()


def value(five):
    """What five cards are: their kind from 0 (high card) to 8 (straight flush), then the ranks that decide, in order."""
    times = Counter(RANKS.index(c[1:]) for c in five)
    order = sorted(times, key=lambda r: (-times[r], -r))
    shape = sorted(times.values(), reverse=True)
    flush = len({c[0] for c in five}) == 1
    straight = len(order) == 5 and order[0] - order[4] == 4
    if order == [12, 3, 2, 1, 0]:                       # five high: the ace is low
        straight, order = True, [3, 2, 1, 0, -1]
    if straight:
        kind = 8 if flush else 4
    elif shape[0] == 4:
        kind = 7
    elif shape == [3, 2]:
        kind = 6
    elif flush:
        kind = 5
    else:
        kind = {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0)
    return kind, order


class Hand:
    def __init__(self, table, chips, button, small):
        self.table, self.chips, self.n = table, chips, len(chips)
        self.button, self.small, self.big = button, small, 2 * small
        self.live = [s for s in range(self.n) if chips[s]]           # who has not folded
        self.paid = [0] * self.n                                     # in the whole hand
        self.board = []

    def after(self, seat, among):
        return next(s % self.n for s in range(seat + 1, seat + 1 + self.n) if s % self.n in among)

    def pay(self, seat, amount):
        amount = min(amount, self.chips[seat])
        self.chips[seat] -= amount
        self.paid[seat] += amount
        self.bets[seat] += amount

    def play(self):
        self.bets = [0] * self.n
        small = self.button if len(self.live) == 2 else self.after(self.button, self.live)
        big = self.after(small, self.live)
        self.pay(small, self.small)
        self.pay(big, self.big)
        hands = {}
        for _ in self.live:
            found = self.table.find(r"^ *(\w+) is dealt (.*?)( \(.*\))?\.$")
            hands[self.table.seat(found[1])] = [self.table.card(c) for c in found[2].split(", ")]
        self.table.same(sorted(hands), self.live)
        self.street(big, self.big, 1)
        for street, count in ((2, 3), (3, 1), (4, 1)):
            if len(self.live) > 1:
                cards = self.table.find(r"^ *Board: (.*)\.$")[1].split(", ")
                self.table.same(len(cards), count)
                self.board += [self.table.card(c) for c in cards]
                self.bets = [0] * self.n
                self.street(self.button, 0, street)
        self.share(hands)

    def street(self, seat, blind, number):
        """A round of bets, after that seat."""
        limit = self.table.options.get("limit")
        least = self.big * (2 if limit and number > 2 else 1)        # the least bet or raise
        raises, spoken = int(number == 1), set()
        while len(self.live) > 1:
            able = [s for s in self.live if self.chips[s]]
            high = max(blind, *self.bets)
            if len(able) > 1:
                waiting = [s for s in able if s not in spoken or self.bets[s] < high]
            else:                                                    # all others are all in
                waiting = [s for s in able if self.bets[s] < max(self.bets)]
            if not waiting:
                return
            seat = self.after(seat, waiting)
            owed, all_in = high - self.bets[seat], self.chips[seat] + self.bets[seat]
            choices = ["fold", "call"] if owed else ["check"]
            if all_in > high and len(able) > 1 and (seat not in spoken or owed >= least) and not (limit and raises == 4):
                low = min(high + least, all_in)
                word = "raise" if high else "bet_it"
                choices += [f"{word} {n}" for n in range(low, (low if limit else all_in) + 1)]
            words = self.table.pick(seat, choices).split()
            spoken.add(seat)
            if words[0] == "fold":
                self.live.remove(seat)
            elif words[0] == "call":
                self.pay(seat, owed)
            elif words[0] != "check":
                self.pay(seat, int(words[1]) - self.bets[seat])
                if int(words[1]) - high >= least:
                    raises += 1
                    least = int(words[1]) - high

    def share(self, hands):
        """The main pot, then the side pots: each goes to the best hands of those who have paid for it."""
        best = {s: max(value(five) for five in combinations(hands[s] + self.board, 5)) if len(self.live) > 1 else 0
                for s in self.live}
        done = 0
        for level in sorted({self.paid[s] for s in self.live}):
            pot = sum(min(p, level) - min(p, done) for p in self.paid)
            for_it = [s for s in self.live if self.paid[s] >= level]
            winners = [s for s in for_it if best[s] == max(best[w] for w in for_it)]
            winners.sort(key=lambda s: (s - self.button - 1) % self.n)
            for place, seat in enumerate(winners):
                self.chips[seat] += pot // len(winners) + (place < pot % len(winners))
            done = level


def play(table):
    options = table.options
    chips = [options.get("buy_in", 100)] * table.players
    button = table.seat(table.find(r"^At random: (\w+)")[1])
    small = options.get("blind", 1)
    for number in range(1, options.get("hands", 1000) + 1):
        if sum(c > 0 for c in chips) == 1:
            break
        hand = Hand(table, chips, button, small)
        hand.play()
        button = hand.after(button, [s for s, c in enumerate(chips) if c])
        if number % options.get("rising", 10) == 0 and small < options.get("buy_in", 100):
            small *= 2
    return chips
