"""Old Maid, from the rules that everybody knows."""
from itertools import combinations

SEATS = [2, 3, 8]
HOUSE = []


def play(table):
    n, names = table.players, table.names
    dealer = table.seat(table.find(r"^At random: (\w+)")[1])
    hands = [[] for _ in names]
    for total in (51 // n * n, 51):
        while sum(map(len, hands)) < total:
            found = table.find(r"^ *(\w+) is dealt (.*?)\.$")
            hands[table.seat(found[1])] += [table.card(c) for c in found[2].split(", ")]
    table.same([len(hands[(dealer + 1 + k) % n]) for k in range(n)], [51 // n + (k < 51 % n) for k in range(n)])

    def lay(s):
        sets = [f"pair {a}+{b}" for a, b in combinations(hands[s], 2) if a[1:] == b[1:]]
        if sets:
            for card in table.pick(s, sets).split()[1].split("+"):
                hands[s].remove(card)
        return sets

    for k in range(n):
        while lay((dealer + 1 + k) % n):
            pass
    seat = dealer
    while sum(map(len, hands)) > 1:
        seat = next(s % n for s in range(seat + 1, seat + n + 1) if hands[s % n])
        giver = next(s % n for s in range(seat - 1, seat - n - 1, -1) if hands[s % n])
        found = table.find(r"^ *(\w+) gives (.*) to (\w+)\.$")
        table.same((found[1], found[3]), (names[giver], names[seat]))
        card = table.card(found[2])
        hands[giver].remove(card)
        hands[seat].append(card)
        lay(seat)
    loser = next(s for s in range(n) if hands[s])
    table.same(hands[loser][0][1:], "q")
    return [-int(s == loser) for s in range(n)]
