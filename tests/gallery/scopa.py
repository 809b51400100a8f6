"""Scopa to 11 points, with primiera, from the rules that everybody knows."""
import itertools

SEATS = [2, 3, 4]
HOUSE = [{"goal": 16}]
WORDS = {"ace": "a", "jack": "j", "knight": "n", "king": "k"}
VALUE = {"a": 1, "j": 8, "n": 9, "k": 10}
PRIME = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}


def card_id(name):
    rank, suit = name.split(" of ")
    return {"cups": "c", "coins": "d", "batons": "b", "swords": "s"}[suit] + WORDS.get(rank, rank)


def value(card):
    return VALUE.get(card[1:]) or int(card[1:])


def captures(card, lying):
    """What that card may take: one of its value, else any that add up to it."""
    ones = [(c,) for c in lying if value(c) == value(card)]
    if ones:
        return ones
    low = [c for c in lying if value(c) < value(card)]
    return [s for k in range(2, len(low) + 1) for s in itertools.combinations(low, k) if sum(map(value, s)) == value(card)]


def prime(cards):
    best = [max((PRIME[value(c)] for c in cards if c[0] == suit), default=None) for suit in "cdbs"]
    return 0 if None in best else sum(best)


def play(table):
    table.card = card_id
    n = table.players
    sides = [s % 2 for s in range(n)] if n == 4 else list(range(n))
    points = [0] * (max(sides) + 1)
    dealer = table.seat(table.find(r"^Dealer: (\w+)")[1])
    while True:
        lying = []
        while not lying or sum(value(c) == 10 for c in lying) > 2:
            lying = [card_id(c) for c in table.find(r"On the table: (.*)\.$")[1].split(", ")]
        taken = [[] for _ in points]
        last, stock = None, 36
        while stock:
            hands = table.deal()
            stock -= 3 * n
            for _ in range(3):
                for seat in [(dealer + i) % n for i in range(1, n + 1)]:
                    card = table.ask(seat, hands[seat])
                    hands[seat].remove(card)
                    ways = captures(card, lying)
                    if not ways:
                        lying.append(card)
                        continue
                    way = table.ask(seat, ["+".join(w) for w in ways]).split("+")
                    lying = [c for c in lying if c not in way]
                    last = sides[seat]
                    taken[last] += way + [card]
                    if not lying and (stock or any(hands)):
                        points[last] += 1
        if last is not None:
            taken[last] += lying
        for what in (len, lambda cards: sum(c[0] == "d" for c in cards), lambda cards: "d7" in cards, prime):
            counts = [what(cards) for cards in taken]
            if max(counts) and counts.count(max(counts)) == 1:
                points[counts.index(max(counts))] += 1
        if max(points) >= table.options.get("goal", 11) and points.count(max(points)) == 1:
            return points + [0] * (n - len(points))
        dealer = (dealer + 1) % n
