"""Briscola, the best of three hands, from the rules that everybody knows."""

SEATS = [2, 3, 4]
HOUSE = [{"games": 3}]
WORDS = {"ace": "a", "jack": "j", "knight": "n", "king": "k"}
WEAK_TO_STRONG = ["2", "4", "5", "6", "7", "j", "n", "k", "3", "a"]
WORTH = {"a": 11, "3": 10, "k": 4, "n": 3, "j": 2}


def card_id(name):
    """The ace of cups is ca, the seven of coins d7: denari."""
    rank, suit = name.split(" of ")
    return {"cups": "c", "coins": "d", "batons": "b", "swords": "s"}[suit] + WORDS.get(rank, rank)


def strength(card, led, trump):
    return WEAK_TO_STRONG.index(card[1:]) + (100 if card[0] == trump else 0 if card[0] == led else -100)


def play(table):
    table.card = card_id
    n = table.players
    sides = [s % 2 for s in range(n)] if n == 4 else list(range(n))
    wins = [0] * (max(sides) + 1)
    dealer = table.seat(table.find(r"^Dealer: (\w+)")[1])
    while max(wins) < table.options.get("games", 2):
        hands = table.deal()
        trump = card_id(table.find(r"Card turned up: (.*)\.")[1])[0]
        points = [0] * len(wins)
        leader, stock = (dealer + 1) % n, 40 - (n == 3) - 3 * n
        for _ in range(40 // n):
            order = [(leader + i) % n for i in range(n)]
            played = []
            for seat in order:
                card = table.ask(seat, hands[seat])
                hands[seat].remove(card)
                played.append(card)
            best = max(played, key=lambda card: strength(card, played[0][0], trump))
            leader = order[played.index(best)]
            points[sides[leader]] += sum(WORTH.get(card[1:], 0) for card in played)
            for i in range(n if stock else 0):
                seat = (leader + i) % n
                stock -= 1
                if stock:
                    found = table.find(r"^ *(\w+) is dealt (.*?)\.( |$)")
                else:
                    found = table.find(r"^ *(\w+) takes (.*?)\.( |$)")
                assert table.seat(found[1]) == seat
                hands[seat].append(card_id(found[2]))
        assert stock == 0 and sum(points) == 120
        if points.count(max(points)) == 1:
            wins[points.index(max(points))] += 1
        dealer = (dealer + 1) % n
    return wins + [0] * (n - len(wins))
