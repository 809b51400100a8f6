"""Crazy Eights, a match of hands, from the rules that everybody knows."""

SEATS = [2, 3, 5]
HOUSE = [{"few": 1}]


def rank(card):
    return card[1:]


def worth(card):
    return {"8": 50, "a": 1, "k": 10, "q": 10, "j": 10}.get(rank(card)) or int(rank(card))


def play_hand(table, dealer, points):
    n = table.players
    hands = table.deal()
    stock = 52 - sum(map(len, hands)) - 1
    top = table.card(table.find(r"^ *Pile: (.*)\.$")[1])
    while rank(top) == "8":
        top = table.card(table.find(r"^ *Pile: (.*)\.$")[1])
    suit, seat, passed, drawn = top[0], (dealer + 1) % n, 0, 0
    while all(hands) and passed < n:
        hand = hands[seat]
        choices = [f"play {c}" for c in hand if rank(c) != "8" and (c[0] == suit or rank(c) == rank(top))]
        choices += [f"eight {c} {s}" for c in hand if rank(c) == "8" for s in ("clubs", "diamonds", "hearts", "spades")]
        if stock and (not table.options.get("few") or drawn < table.options["few"]):
            choices.append("draw")
        if not choices:
            passed, drawn, seat = passed + 1, 0, (seat + 1) % n
            continue
        pick = table.pick(seat, choices).split()
        if pick[0] == "draw":
            hand.append(table.card(table.find(rf"^ *{table.names[seat]} draws (.*)\.$")[1]))
            stock, drawn = stock - 1, drawn + 1
            continue
        top = pick[1]
        hand.remove(top)
        suit = pick[2][0] if pick[0] == "eight" else top[0]
        passed, drawn, seat = 0, 0, (seat + 1) % n
    left = [sum(map(worth, hand)) for hand in hands]
    for s in range(n):
        if left[s] == min(left):
            points[s] += sum(l - left[s] for l in left)


def play(table):
    points, goal = [0] * table.players, 50 * table.players
    dealer = table.seat(table.find(r"^At random: (\w+)")[1])
    while max(points) < goal:
        play_hand(table, dealer, points)
        dealer = (dealer + 1) % table.players
    return points
