"""Durak with throwing in, a match of deals, from the rules that everybody knows; transferring as a house rule."""

SEATS = [2, 3, 5]
HOUSE = [{"transfer": "true", "losses": 2}, {"neighbours": "true", "first_five": "true", "losses": 2}]
RANKS = "6 7 8 9 10 j q k a".split()


def height(card):
    return RANKS.index(card[1:])


class Deal:
    def __init__(self, table, first):
        self.table, self.n, self.attacker = table, table.players, first
        self.hands = table.deal()
        self.last = table.card(table.find(r"^ *Trump card: (.*)\.$")[1])
        self.trump = self.last[0]
        self.talon = 35 - 6 * self.n
        self.bouts = 0

    def option(self, name):
        return self.table.options.get(name) == "true"

    def beats(self, card, other):
        return height(card) > height(other) if card[0] == other[0] else card[0] == self.trump

    def after(self, seat, step=1):
        """The next player with cards, to the left or to the right."""
        return next(s % self.n for s in range(seat + step, seat + step * (self.n + 1), step) if self.hands[s % self.n])

    def lay(self, seat, card, on):
        self.hands[seat].remove(card)
        on.append(card)
        self.thrown += on is self.open

    def play(self):
        """Who is left with cards; None if nobody is."""
        while sum(map(bool, self.hands)) > 1 and self.bouts < 100:
            self.bout()
        left = [s for s, hand in enumerate(self.hands) if hand]
        return left[0] if len(left) == 1 else None

    def bout(self):
        self.bouts += 1
        self.defender = self.after(self.attacker)
        self.open, self.beaten, self.taking, self.thrown = [], [], False, 0
        card = self.table.pick(self.attacker, ["lead " + c for c in self.hands[self.attacker]])
        self.lay(self.attacker, card.split()[1], self.open)
        self.defend()
        seat, passes = self.attacker, 0
        while passes < self.n and self.room():
            if seat != self.defender and self.may_throw(seat):
                ranks = set(map(height, self.open + self.beaten))
                fit = ["throw_in " + c for c in self.hands[seat] if height(c) in ranks]
                pick = self.table.pick(seat, fit + ["enough"])
                if pick != "enough":
                    self.lay(seat, pick.split()[1], self.open)
                    self.defend()
                    passes = 0
                    continue
            seat, passes = (seat + 1) % self.n, passes + 1
        if self.taking:
            self.hands[self.defender] += self.open + self.beaten
        self.refill()
        if any(self.hands):
            gone = self.taking or not self.hands[self.defender]
            self.attacker = self.after(self.defender) if gone else self.defender

    def room(self):
        most = 5 if self.option("first_five") and self.bouts == 1 else 6
        return self.thrown < most and len(self.open) < len(self.hands[self.defender])

    def may_throw(self, seat):
        if not self.option("neighbours"):
            return True
        return self.hands[seat] and seat in (self.after(self.defender), self.after(self.defender, -1))

    def defend(self):
        while self.open and not self.taking:
            hand = self.hands[self.defender]
            choices = [f"beat {c} {o}" for c in hand for o in self.open if self.beats(c, o)] + ["take_all"]
            follower = self.after(self.defender)
            follows = follower != self.defender and len(self.hands[follower]) > len(self.open)
            if self.option("transfer") and follows and not self.beaten:
                choices += ["hand_on " + c for c in hand if height(c) == height(self.open[0])]
            words = self.table.pick(self.defender, choices).split()
            if words[0] == "take_all":
                self.taking = True
            elif words[0] == "beat":
                self.open.remove(words[2])
                self.beaten.append(words[2])
                self.lay(self.defender, words[1], self.beaten)
            else:
                self.lay(self.defender, words[1], self.open)
                self.attacker, self.defender = self.defender, follower

    def refill(self):
        order = [s % self.n for s in range(self.attacker, self.attacker + self.n) if s % self.n != self.defender]
        for seat in order + [self.defender]:
            hand = self.hands[seat]
            count = min(6 - len(hand), self.talon)
            if count > 0:
                found = self.table.find(r"^ *(\w+) is dealt (.*?)( \(.*\))?\.$")
                self.table.same(self.table.seat(found[1]), seat)
                hand += [self.table.card(c) for c in found[2].split(", ")]
                self.talon -= count
            if len(hand) < 6 and self.last:
                hand.append(self.last)
                self.last = None


def play(table):
    fools = [0] * table.players
    first = table.seat(table.find(r"^At random: (\w+)")[1])
    for _ in range(table.options.get("deals", 20)):
        if max(fools) >= table.options.get("losses", 3):
            break
        fool = Deal(table, first).play()
        if fool is not None:
            fools[fool] += 1
            first = (fool - 1) % table.players
    return fools
