"""Whist, a rubber of games to five points, from the rules that everybody knows."""

SEATS = [4]
HOUSE = [{"honours": "true"}, {"goal": 7, "games": 1}]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"]
SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def strength(card, led, trump):
    return RANKS.index(card[1:]) + (100 if card[0] == trump else 0 if card[0] == led else -100)


def tricks_of(table, hands, trump, leader):
    """How many tricks each side takes."""
    won = [0, 0]
    for _ in range(13):
        played = []
        for seat in [(leader + i) % 4 for i in range(4)]:
            allowed = [c for c in hands[seat] if not played or c[0] == played[0][0]] or hands[seat]
            card = table.ask(seat, allowed)
            hands[seat].remove(card)
            played.append(card)
        best = max(played, key=lambda card: strength(card, played[0][0], trump))
        leader = (leader + played.index(best)) % 4
        won[leader % 2] += 1
    return won


def play(table):
    goal, to_win = table.options.get("goal", 5), table.options.get("games", 2)
    points, games = [0, 0], [0, 0]
    dealer = table.seat(table.find(r"^Dealer: (\w+)")[1])
    while max(games) < to_win:
        hands = [[] for _ in range(4)]
        while min(map(len, hands)) < 12 or sum(map(len, hands)) < 51:
            found = table.find(r"^ *(\w+) is dealt (.*?)\.( |$)")
            hands[table.seat(found[1])] += [SUITS[c[-1]] + c[:-1].lower() for c in found[2].split(", ")]
        turned = table.find(r"Card turned up: (.*)\.")[1]
        trump = SUITS[turned[-1]]
        hands[dealer].append(trump + turned[:-1].lower())
        assert all(len(hand) == 13 for hand in hands)
        honours = [sum(c in hands[s] + hands[s + 2] for c in (trump + "a", trump + "k", trump + "q", trump + "j")) for s in (0, 1)]
        could = [p < goal - 1 for p in points]
        won = tricks_of(table, hands, trump, (dealer + 1) % 4)
        for side in (0, 1):
            points[side] += max(won[side] - 6, 0)
        if max(points) < goal and table.options.get("honours") == "true":
            for side in (0, 1):
                if could[side] and honours[side] > 2:
                    points[side] += 2 * honours[side] - 4
        if max(points) >= goal:
            games[points.index(max(points))] += 1
            points = [0, 0]
        dealer = (dealer + 1) % 4
    return [games[0], games[1], 0, 0]
