"""Cribbage to 121, with crib, cut, his heels, pegging and the show, from the rules that everybody knows."""
from itertools import combinations

SEATS = [2, 3]
HOUSE = [{"goal": 61}, {"muggins": "true"}]
RANKS = "a 2 3 4 5 6 7 8 9 10 j q k".split()


class Over(Exception):
    pass


def pip(card):
    return RANKS.index(card[1:]) + 1


def worth(card):
    return min(pip(card), 10)


def is_run(cards):
    pips = sorted(map(pip, cards))
    return len(cards) > 2 and all(b - a == 1 for a, b in zip(pips, pips[1:]))


def shown(four, cut, is_crib):
    """What four cards and the starter bring."""
    five = four + [cut]
    sets = [s for n in range(2, 6) for s in combinations(five, n)]
    points = 2 * sum(sum(map(worth, s)) == 15 for s in sets)
    points += 2 * sum(len(s) == 2 and pip(s[0]) == pip(s[1]) for s in sets)
    longest = max((len(s) for s in sets if is_run(s)), default=0)
    points += sum(longest for s in sets if len(s) == longest and is_run(s))
    if len({c[0] for c in five}) == 1:
        points += 5
    elif len({c[0] for c in four}) == 1 and not is_crib:
        points += 4
    return points + ("j" in [c[1:] for c in four if c[0] == cut[0]])


def pegged(line):
    """What the card played last brings, without the point for a go."""
    points = 2 * (sum(map(worth, line)) in (15, 31))
    alike = next(n for n in range(len(line), 0, -1) if len(set(map(pip, line[-n:]))) == 1)
    points += alike * (alike - 1)
    return points + next((n for n in range(len(line), 2, -1) if is_run(line[-n:])), 0)


class Match:
    def __init__(self, table):
        self.table, self.n = table, table.players
        self.points, self.goal = [0] * self.n, table.options.get("goal", 121)

    def add(self, seat, points):
        self.points[seat] += points
        if self.points[seat] >= self.goal:
            raise Over

    def discard(self, hands):
        crib, count = [], 2 if self.n == 2 else 1
        picks = []
        for hand in hands:
            sets = combinations(hand, count)
            picks.append(self.table.pick(len(picks), ["lay_away " + "+".join(s) for s in sets]))
        for seat, pick in enumerate(picks):
            for card in pick.split()[1].split("+"):
                hands[seat].remove(card)
                crib.append(card)
        return crib

    def peg(self, hands, dealer):
        hands, seat, last = [list(h) for h in hands], (dealer + 1) % self.n, None
        while any(hands):
            line, silent = [], 0
            while silent < self.n and sum(map(worth, line)) < 31:
                fit = [c for c in hands[seat] if worth(c) + sum(map(worth, line)) <= 31]
                if fit:
                    card = self.table.pick(seat, ["play " + c for c in fit]).split()[1]
                    hands[seat].remove(card)
                    line.append(card)
                    last, silent = seat, 0
                    self.add(seat, pegged(line))
                else:
                    silent += 1
                seat = (seat + 1) % self.n
            if sum(map(worth, line)) < 31:
                self.add(last, 1)
            seat = (last + 1) % self.n

    def score(self, seat, points):
        if self.table.options.get("muggins"):
            pick = self.table.pick(seat, [f"tell {n}" for n in range(30)])
            told = min(int(pick.split()[1]), points)
            self.add(seat, told)
            self.add((seat + 1) % self.n, points - told)
        else:
            self.add(seat, points)

    def hand(self, dealer):
        hands = self.table.deal()
        crib = self.discard(hands)
        cut = self.table.card(self.table.find(r"^ *Starter: (.*)\.$")[1])
        if cut[1:] == "j":
            self.add(dealer, 2)
        self.peg(hands, dealer)
        for seat in range(dealer + 1, dealer + 1 + self.n):
            self.score(seat % self.n, shown(hands[seat % self.n], cut, False))
        told = [self.table.card(c) for c in self.table.find(r"^ *The crib: (.*)\.$")[1].split(", ")]
        if not set(crib) <= set(told) or len(told) != 4:
            self.table.same(told, crib)
        self.score(dealer, shown(told, cut, True))


def play(table):
    match = Match(table)
    dealer = table.seat(table.find(r"^At random: (\w+)")[1])
    try:
        while True:
            match.hand(dealer)
            dealer = (dealer + 1) % table.players
    except Over:
        return [min(p, match.goal) for p in match.points]
