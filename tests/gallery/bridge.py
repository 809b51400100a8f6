"""Contract Bridge: four deals, Chicago or a rubber, from the laws that everybody knows."""
SEATS = [4]
HOUSE = [
    {"scoring": "chicago", "honours": "true"},
    {"scoring": "rubber", "honours": "true", "most": 12},
    {"scoring": "chicago", "deals": 9, "other_side": "true"},
]
# Random bots always bid to seven. With one of them among bots that pass, all contracts are played; bots that pass never play.
BOTS = ["random", "random,first,first,first", "first", "first,first,random,greedy"]
RANKS = "2 3 4 5 6 7 8 9 10 j q k a".split()
STRAINS = ["clubs", "diamonds", "hearts", "spades", "no_trumps"]
BIDS = [(level, strain) for level in range(1, 8) for strain in STRAINS]


def partner(seat):
    return (seat + 2) % 4


def auction(table, dealer):
    """The last bid, by whom it was declared, and how often it is doubled; None if all pass."""
    last, bidder, doubled, passes, seat = None, None, 0, 0, dealer
    first = {}                                              # of a side and a strain: who named it first
    while passes < (3 if last else 4):
        choices = ["pass"]
        for bid in BIDS[BIDS.index(last) + 1 if last else 0:]:
            choices.append(f"bid_{bid[1]} {bid[0]}")
        if last and doubled == 0 and seat % 2 != bidder % 2:
            choices.append("double")
        if last and doubled == 1 and seat % 2 == bidder % 2:
            choices.append("redouble")
        call = table.pick(seat, choices)
        passes = passes + 1 if call == "pass" else 0
        if call in ("double", "redouble"):
            doubled += 1
        elif call != "pass":
            word, level = call.split()
            last, bidder, doubled = (int(level), word[4:]), seat, 0
            first.setdefault((seat % 2, last[1]), seat)
        seat = (seat + 1) % 4
    return (last, first[bidder % 2, last[1]], doubled) if last else None


def tricks_of(table, hands, declarer, trump):
    """How many tricks each side takes."""
    taken, leader, dummy = [0, 0], (declarer + 1) % 4, partner(declarer)
    for _ in range(13):
        played = []
        for seat in [(leader + i) % 4 for i in range(4)]:
            hand = hands[seat]
            follow = [c for c in hand if played and c[0] == played[0][0]]
            card = table.ask(declarer if seat == dummy else seat, follow or hand)
            hand.remove(card)
            played.append(card)
        suits = [trump[0]] if any(c[0] == trump[0] for c in played) else [played[0][0]]
        best = max((c for c in played if c[0] in suits), key=lambda c: RANKS.index(c[1:]))
        leader = (leader + played.index(best)) % 4
        taken[leader % 2] += 1
    return taken


def for_tricks(level, strain, doubled):
    each = 20 if strain in ("clubs", "diamonds") else 30
    return (each * level + (10 if strain == "no_trumps" else 0)) * (1, 2, 4)[doubled]


def for_overtricks(over, strain, doubled, vulnerable):
    if doubled:
        return over * (200 if vulnerable else 100) * doubled
    return over * (20 if strain in ("clubs", "diamonds") else 30)


def for_undertricks(down, doubled, vulnerable):
    if not doubled:
        return down * (100 if vulnerable else 50)
    steps = [200] + [300] * 12 if vulnerable else [100, 200, 200] + [300] * 10
    return sum(steps[:down]) * doubled


def for_slam(level, vulnerable):
    return {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)


def for_honours(hand, trump):
    if trump == "no_trumps":
        return 150 if sum(c[1:] == "a" for c in hand) == 4 else 0
    return {4: 100, 5: 150}.get(sum(c[0] == trump[0] and c[1:] in ("10", "j", "q", "k", "a") for c in hand), 0)


class Match:
    def __init__(self, options):
        self.scoring = options.get("scoring", "single")
        self.options = options
        self.total, self.below, self.games = [0, 0], [0, 0], [0, 0]
        self.played = 0

    def vulnerable(self, side, dealer):
        if self.scoring == "rubber":
            return self.games[side] > 0
        place = self.played % 4
        if place in (0, 3):
            return place == 3
        return (dealer % 2 == side) != bool(self.options.get("other_side"))

    def made(self, side, level, strain, doubled, over, vulnerable):
        value = for_tricks(level, strain, doubled)
        self.total[side] += value + for_overtricks(over, strain, doubled, vulnerable)
        self.total[side] += for_slam(level, vulnerable) + 50 * doubled
        self.below[side] += value
        game = self.below[side] >= 100
        if game:
            self.below = [0, 0]
            self.games[side] += 1
        if self.scoring == "rubber":
            if self.games[side] == 2:
                self.total[side] += 500 if self.games[1 - side] else 700
        elif game:
            self.total[side] += 500 if vulnerable else 300
        elif self.scoring == "single":
            self.total[side] += 50
        elif self.played % 4 == 3:
            self.total[side] += 100

    def score(self, contract, taken, hands, dealer):
        (level, strain), declarer, doubled = contract
        side = declarer % 2
        vulnerable = self.vulnerable(side, dealer)
        over = taken[side] - 6 - level
        if over >= 0:
            self.made(side, level, strain, doubled, over, vulnerable)
        else:
            self.total[1 - side] += for_undertricks(-over, doubled, vulnerable)
        if self.options.get("honours"):
            for seat, hand in enumerate(hands):
                self.total[seat % 2] += for_honours(hand, strain)
        if self.scoring == "single" or (self.scoring == "chicago" and self.played % 4 == 3):
            self.below = [0, 0]
        self.played += 1

    def over(self):
        return max(self.games) == 2 if self.scoring == "rubber" else self.played == self.options.get("deals", 4)

    def stop(self):
        """A rubber that is not finished."""
        if self.scoring == "rubber" and max(self.games) < 2:
            for side in (0, 1):
                if self.games[side] > self.games[1 - side]:
                    self.total[side] += 300
                if self.below[side] and not self.below[1 - side]:
                    self.total[side] += 100


def play(table):
    match = Match(table.options)
    dealer = table.seat(table.find(r"^Dealer: (\w+)")[1])
    for _ in range(table.options.get("most", 24)):
        hands = table.deal()
        contract = auction(table, dealer)
        if contract:
            taken = tricks_of(table, [list(h) for h in hands], contract[1], contract[0][1])
            match.score(contract, taken, hands, dealer)
        if contract or match.scoring == "rubber":           # else the same player deals again
            dealer = (dealer + 1) % 4
        if match.over():
            break
    match.stop()
    return match.total + [0, 0]
