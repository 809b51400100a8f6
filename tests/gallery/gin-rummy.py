"""Gin Rummy to 100, with gin, undercut, laying off, boxes and Oklahoma, from the rules that everybody knows."""
from functools import cache
from itertools import combinations

SEATS, BOTS = [2], ["random", "greedy"]
HOUSE = [{"goal": 50, "gin": 20, "undercut": 10, "box": 20}, {"oklahoma": "true", "spades": "true", "big_gin": "true"}]
RANKS = "a 2 3 4 5 6 7 8 9 10 j q k".split()


@cache
def pip(card):
    return RANKS.index(card[1:]) + 1


def worth(cards):
    return sum(min(pip(c), 10) for c in cards)


def runs(hand):
    """All runs of three or more."""
    for first in hand:
        run = [first]
        while True:
            found = [c for c in hand if c[0] == first[0] and pip(c) == pip(run[-1]) + 1]
            if not found:
                break
            run += found
            if len(run) > 2:
                yield list(run)


def sets(hand):
    """All sets of three or four of a rank."""
    for size in (3, 4):
        for rank in sorted(set(map(pip, hand))):
            for cards in combinations([c for c in hand if pip(c) == rank], size):
                yield list(cards)


def deadwood(hand, kinds=(runs, sets)):
    """The least that the cards can count that are in no meld."""
    least = worth(hand)
    for kind in kinds:
        for meld in kind(hand):
            least = min(least, deadwood([c for c in hand if c not in meld], kinds))
    return least


def unions(hand):
    """What sets of ranks can be laid: each choice of disjoint sets, as one set of cards."""
    yield []
    found = list(sets(hand))
    for count in (1, 2, 3):
        for some in combinations(found, count):
            if len({pip(s[0]) for s in some}) == count:
                yield sum(some, [])


class Hand:
    def __init__(self, table, dealer):
        self.table, self.dealer = table, dealer
        self.hands = table.deal()
        self.pile = [self.turned()]
        self.stock = 31
        up = self.pile[0]
        self.limit, self.times = 10, 1
        if table.options.get("oklahoma"):
            self.limit = 0 if pip(up) == 1 else worth([up])
            if table.options.get("spades") and up[0] == "s":
                self.times = 2

    def turned(self):
        return self.table.card(self.table.find(r"^ *Discard pile: (.*)\.$")[1])

    def draw(self, seat):
        self.stock -= 1
        found = self.table.find(r"^ *(\w+) draws (.*?)( \(.*\))?\.$")
        self.table.same(self.table.seat(found[1]), seat)
        self.hands[seat].append(self.table.card(found[2]))

    def take(self, seat):
        self.hands[seat].append(self.pile.pop())
        return self.hands[seat][-1]

    def play(self):
        """Who has won, and how many points; None if the stock ran out."""
        seat, taken = 1 - self.dealer, None
        for one in (1 - self.dealer, self.dealer):
            if self.table.pick(one, ["take " + self.pile[-1], "leave"]) != "leave":
                seat, taken = one, self.take(one)
                break
        else:
            self.draw(seat)
        while True:
            hand = self.hands[seat]
            choices = ["big"] if self.table.options.get("big_gin") and deadwood(hand) == 0 else []
            how = self.table.pick(seat, choices + ["throw " + c for c in hand if c != taken]).split()
            if how[0] != "big":
                hand.remove(how[1])
                self.pile.append(how[1])
                left = deadwood(hand)
                how = [self.table.pick(seat, ["go_on"] + ["knock"] * (left <= self.limit))]
            if how[0] != "go_on":
                winner, points = self.show(seat, how[0])
                return winner, points * self.times
            if self.stock == 2:
                return None
            seat, taken = 1 - seat, None
            if self.table.pick(seat, ["draw", "take " + self.pile[-1]]) == "draw":
                self.draw(seat)
            else:
                taken = self.take(seat)

    def lay(self, seat, cards):
        self.hands[seat] = [c for c in self.hands[seat] if c not in cards]

    def show(self, seat, how):
        limit = 0 if how == "big" else self.limit
        hand = self.hands[seat]
        choices = []
        for some in unions(hand):
            if deadwood([c for c in hand if c not in some], (runs,)) <= limit:
                choices.append("lay_sets " + "+".join(some) if some else "done")
        pick = self.table.pick(seat, choices)
        laid, on = [], pick.split()[1].split("+") if pick != "done" else []
        self.lay(seat, on)
        while True:
            hand = self.hands[seat]
            choices = ["done"] if worth(hand) <= limit else []
            for run in runs(hand):
                if deadwood([c for c in hand if c not in run], (runs,)) <= limit:
                    choices.append("lay_a_run " + "+".join(run))
            if choices == ["done"]:
                break
            pick = self.table.pick(seat, choices)
            if pick == "done":
                break
            laid.append(sorted(pick.split()[1].split("+"), key=pip))
            self.lay(seat, laid[-1])
        mine = worth(self.hands[seat])
        self.answer(1 - seat, on, laid, mine > 0)
        theirs = worth(self.hands[1 - seat])
        options = self.table.options
        if mine == 0:
            return seat, theirs + options.get("gin", 25) + 6 * (how == "big")
        if theirs <= mine:
            return 1 - seat, mine - theirs + options.get("undercut", 25)
        return seat, theirs - mine

    def answer(self, seat, on, laid, may_lay_off):
        """The other's melds, and the cards laid off on those of the knocker."""
        while True:
            hand = self.hands[seat]
            choices = ["lay_set " + "+".join(s) for s in sets(hand)] + ["lay_run " + "+".join(r) for r in runs(hand)]
            if may_lay_off:
                choices += ["to_set " + c for c in hand if pip(c) in map(pip, on)]
                choices += ["to_run " + c for c in hand if any(self.beside(c, run) for run in laid)]
            pick = self.table.pick(seat, choices + ["done"])
            if pick == "done":
                return
            cards = pick.split()[1].split("+")
            self.lay(seat, cards)
            if pick.startswith("to_run"):
                run = next(r for r in laid if self.beside(cards[0], r))
                run.append(cards[0])
                run.sort(key=pip)

    @staticmethod
    def beside(card, run):
        return run[0][0] == card[0] and pip(card) in (pip(run[0]) - 1, pip(run[-1]) + 1)


def play(table):
    options = table.options
    points, boxes = [0, 0], [0, 0]
    dealer = table.seat(table.find(r"^At random: (\w+)")[1])
    for _ in range(options.get("hands", 20)):
        if max(points) >= options.get("goal", 100):
            break
        end = Hand(table, dealer).play()
        if end:
            winner, won = end
            points[winner] += won
            boxes[winner] += 1
            dealer = 1 - winner
    if max(points) >= options.get("goal", 100):
        first = points.index(max(points))
        points[first] += 200 if points[1 - first] == 0 else 100
    return [p + options.get("box", 25) * b for p, b in zip(points, boxes)]
