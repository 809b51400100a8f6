"""Golf with six cards, nine holes, from its rules for players (rulesets/golf/rules.md)."""
import itertools

SEATS = [2, 4, 6]
HOUSE = [{"holes": 3, "last_turn": "true", "two": 2}, {"turn_up": "may"}, {"turn_up": "must", "last_turn": "true"}]
BOTS = ["random", "first"]  # the first choices never end a hole: the stock is used up twice


def rank(card):
    return card[1:]


def spread(told):
    """'2 × 5♣' as two."""
    count, _, name = told.rpartition(" × ")
    return [name] * int(count or 1)


class Hole:
    def __init__(self, table, dealer):
        self.table, self.n = table, table.players
        self.cards = [[None] * 6 for _ in range(self.n)]              # None is face down; three and three are the rows
        self.seat = (dealer + 1) % self.n
        self.pile = [table.card(table.find(r"^ *Discard pile: (.*)\.$")[1])]
        self.stock = 52 * (1 + (self.n > 4)) - 6 * self.n - 1
        self.renewed = False

    def told(self, pattern):
        return self.table.card(self.table.find(rf"^ *{self.table.names[self.seat]} {pattern}")[1])

    def down(self, seat):
        return [i for i, c in enumerate(self.cards[seat]) if c is None]

    def choose_own(self, action, places, more=()):
        """The place of one of that player's own cards, which the record calls by its name, the n-th of equals by #n; or one of more."""
        row = self.cards[self.seat]
        said = {}
        for i in places:
            name = f"{action} {row[i] or 'unknown'}"
            said[f"{name} #{row[:i + 1].count(row[i])}" if row.count(row[i]) > 1 else name] = i
        pick = self.table.pick(self.seat, [*said, *more])
        return said.get(pick)

    def turn_one_up(self, more=()):
        place = self.choose_own("turn_one", self.down(self.seat), more)
        if place is not None:
            self.cards[self.seat][place] = self.told(r"turns up ([^ ]*)\.$")

    def begin(self):
        for i in range(self.n):
            self.turn_one_up()
            self.turn_one_up()
            self.seat = (self.seat + 1) % self.n

    def turn(self):
        table = self.table
        drawn = table.pick(self.seat, ["draw", f"take {self.pile[-1]}"]) == "draw"
        new = self.told(r"draws ([^ ]*)\.$") if drawn else self.pile.pop()
        self.stock -= drawn
        place = self.choose_own("swap", range(6), [f"throw {new}"] if drawn else [])
        if place is None:
            self.pile.append(new)
            if table.options.get("turn_up") and self.down(self.seat):
                self.turn_one_up(["done"] if table.options["turn_up"] == "may" else [])
        else:
            old = self.cards[self.seat][place]
            self.cards[self.seat][place] = new
            self.pile.append(self.told(r"discards ([^ ]*)\.$"))
            table.same(self.pile[-1], old or self.pile[-1])
        if self.stock == 0 and not self.renewed:
            self.stock, self.pile, self.renewed = len(self.pile) - 1, self.pile[-1:], True

    def play(self):
        self.begin()
        closer = None
        while self.stock and self.seat != closer:
            self.turn()
            if closer is None and not self.down(self.seat):
                closer = self.seat
                if not self.table.options.get("last_turn"):
                    break
            self.seat = (self.seat + 1) % self.n
        return self.score([self.rows(seat) for seat in range(self.n)])

    def rows(self, seat):
        """How that player's cards may lie, once all are up: equal cards are told together, wherever they lie."""
        row, down = self.cards[seat], self.down(seat)
        if not down:
            return [row]
        told = self.table.find(rf"^ *{self.table.names[seat]} turns up (.*)\.$")[1]
        cards = [self.table.card(c) for part in told.split(", ") for c in spread(part)]
        orders = itertools.permutations(cards) if "×" in told else [cards]
        return [[c or order[down.index(i)] for i, c in enumerate(row)] for order in orders]

    def score(self, rows):
        scores = []
        for seat, ways in enumerate(rows):
            could = {self.points(row) for row in ways}
            told = len(could) > 1 and int(self.table.find(rf"^ *{self.table.names[seat]}: ([+-]\d+) points?,")[1])
            scores.append(told if len(could) > 1 and told in could else min(could))
        return scores

    def points(self, row):
        worth = {"a": 1, "2": self.table.options.get("two", -2), "k": 0, "j": 10, "q": 10}
        columns = [(row[i], row[i + 3]) for i in range(3)]
        return sum(worth.get(rank(c), 0) if rank(c) in worth else int(rank(c))
                   for column in columns if rank(column[0]) != rank(column[1]) for c in column)


def play(table):
    total = [0] * table.players
    dealer = table.seat(table.find(r"^At random: (\w+)")[1])
    for _ in range(table.options.get("holes", 9)):
        total = [sum(both) for both in zip(total, Hole(table, dealer).play())]
        dealer = (dealer + 1) % table.players
    return total
