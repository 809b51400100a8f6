"""Big Two, ten hands for three or four, from the rules that everybody knows."""
from collections import Counter
from functools import cache
from itertools import combinations

SEATS = [4, 3]
HOUSE = [{"stay_out": "true", "hands": 3}, {"winner_leads": "true", "suits_first": "true"}]
RANKS = "3 4 5 6 7 8 9 10 j q k a 2".split()
FIVES = ["straight", "flush", "full_house", "four", "straight"]
SUITS = "dchs"                                              # from low to high


@cache
def height(card):
    return RANKS.index(card[1:])


@cache
def power(card):
    """The order of single cards: the 3 of diamonds is lowest, the 2 of spades highest."""
    return height(card), SUITS.index(card[0])


def five(cards, suits_first):
    """What five cards are, from 0 (straight) to 4 (straight flush), and what decides between two.

    None if they are nothing."""
    heights = sorted(map(height, cards))
    flush = len({c[0] for c in cards}) == 1
    straight = heights == list(range(heights[0], heights[0] + 5))
    if not (flush or straight) and len(set(heights)) > 2:   # most are nothing
        return None
    times = sorted(Counter(heights).items(), key=lambda item: -item[1])
    top = max(map(power, cards))
    if flush and suits_first:
        top = top[::-1] if not straight else top
    if flush and straight:
        return 4, top
    if times[0][1] == 4:
        return 3, times[0][0]
    if times[0][1] == 3 and times[1][1] == 2:
        return 2, times[0][0]
    if flush:
        return 1, top
    if straight:
        return 0, top
    return None


def plays(hand, size, suits_first):
    """All that can be played with so many cards (0: any): its name, the cards, their rank."""
    for card in hand if size in (0, 1) else []:
        yield "single", (card,), power(card)
    for count, name in ((2, "pair"), (3, "triple")):
        for cards in combinations(hand, count) if size in (0, count) else []:
            if len(set(map(height, cards))) == 1:
                yield name, cards, max(map(power, cards))
    for cards in combinations(hand, 5) if size in (0, 5) else []:
        found = five(cards, suits_first)
        if found:
            yield FIVES[found[0]], cards, found


class Hand:
    def __init__(self, table, hands, leader, must):
        self.table, self.hands, self.seat, self.must = table, hands, leader, must
        self.n = len(hands)
        self.lying, self.player, self.passed = None, None, set()

    def choices(self):
        found, size = {}, self.lying[0] if self.lying else 0
        suits_first = bool(self.table.options.get("suits_first"))
        for name, cards, rank in plays(self.hands[self.seat], size, suits_first):
            if self.must and self.must not in cards:
                continue
            if self.lying and rank <= self.lying[1]:
                continue
            found[name + " " + "+".join(sorted(cards))] = (cards, rank)
        if self.lying:
            found["pass"] = None
        return found

    def play(self):
        while True:
            found = self.choices()
            pick = self.table.pick(self.seat, found)
            if pick == "pass":
                self.passed.add(self.seat)
            else:
                cards, rank = found[pick]
                for card in cards:
                    self.hands[self.seat].remove(card)
                if not self.hands[self.seat]:
                    return self.seat
                self.lying, self.player, self.must = (len(cards), rank), self.seat, None
                if not self.table.options.get("stay_out"):
                    self.passed = set()
            right = [(self.seat - i) % self.n for i in range(1, self.n + 1)]
            waiting = [s for s in right if s not in self.passed and s != self.player]
            if waiting:
                self.seat = waiting[0]
            else:
                self.seat, self.lying, self.passed = self.player, None, set()


def penalty(left, dealt):
    return left * (3 if left == dealt else 2 if left >= 10 else 1)


def deal(table):
    """Everyone's cards, the odd one with them, and the card that must be played first."""
    n, lines = table.players, []
    for _ in range(n + 52 % n):
        found = table.find(r"^ *(\w+) is dealt (.*?)\.$")
        lines.append((table.seat(found[1]), [table.card(c) for c in found[2].split(", ")]))
    hands = [cards for _, cards in sorted(lines[:n])]
    table.same([len(h) for h in hands], [52 // n] * n)
    lowest = min(sum(hands, []), key=power)
    for seat, rest in lines[n:]:
        table.same(lowest in hands[seat], True)
        hands[seat] += rest
    return hands, min(sum(hands, []), key=power)


def play(table):
    n, points, winner = table.players, [0] * table.players, None
    for _ in range(table.options.get("hands", 10)):
        hands, must = deal(table)
        leader = next(s for s in range(n) if must in hands[s])
        dealt = [len(h) for h in hands]
        if winner is not None and table.options.get("winner_leads"):
            leader, must = winner, None
        winner = Hand(table, hands, leader, must).play()
        lost = [penalty(len(h), d) for h, d in zip(hands, dealt)]
        for seat in range(n):
            points[seat] += sum(lost) if seat == winner else -lost[seat]
    return points
