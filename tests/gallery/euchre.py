"""Euchre to 10 points, from the rules that everybody knows."""

SEATS = [4]
HOUSE = [{"stick": "true", "goal": 5}]
RANKS = ["9", "10", "j", "q", "k", "a"]
WORDS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
TWIN = {"c": "s", "s": "c", "d": "h", "h": "d"}


def suit_of(card, trump):
    """The jack of the trumps' colour is a trump."""
    return trump if card[1:] == "j" and card[0] == TWIN[trump] else card[0]


def strength(card, led, trump):
    if card[1:] == "j" and suit_of(card, trump) == trump:
        return 1001 if card[0] == trump else 1000
    return RANKS.index(card[1:]) + (100 if card[0] == trump else 0 if card[0] == led else -100)


def call(table, dealer, up, stick):
    """Who makes which trumps, and whether alone; None where nobody does."""
    order = [(dealer + i) % 4 for i in (1, 2, 3, 4)]
    for seat in order:
        pick = table.ask(seat, ["order_up", "order_alone", "pass"])
        if pick != "pass":
            return seat, up[0], pick == "order_alone", True
    words = [w for w in WORDS if WORDS[w] != up[0]]
    for seat in order:
        choices = [f"{how} {word}" for how in ("make", "make_alone") for word in words]
        if not (stick and seat == dealer):
            choices.append("pass_again")
        pick = table.ask(seat, choices)
        if pick != "pass_again":
            return seat, WORDS[pick.split()[1]], pick.startswith("make_alone"), False
    return None


def play(table):
    goal = table.options.get("goal", 10)
    points = [0, 0]
    dealer = table.seat(table.find(r"^Dealer: (\w+)")[1])
    while max(points) < goal:
        hands = table.deal()
        up = table.card(table.find(r"Card turned up: (.*)\.")[1])
        called = call(table, dealer, up, table.options.get("stick") == "true")
        if called:
            maker, trump, alone, ordered = called
            idle = (maker + 2) % 4 if alone else None
            if ordered and dealer != idle:
                hands[dealer].append(up)
                hands[dealer].remove(table.ask(dealer, hands[dealer]))
            leader = (dealer + 1) % 4
            if leader == idle:
                leader = (leader + 1) % 4
            won = [0, 0]
            for _ in range(5):
                played, who = [], []
                for seat in [(leader + i) % 4 for i in range(4) if (leader + i) % 4 != idle]:
                    hand = hands[seat]
                    allowed = hand
                    if played:
                        allowed = [c for c in hand if suit_of(c, trump) == suit_of(played[0], trump)] or hand
                    card = table.ask(seat, allowed)
                    hand.remove(card)
                    played.append(card)
                    who.append(seat)
                best = max(played, key=lambda card: strength(card, suit_of(played[0], trump), trump))
                leader = who[played.index(best)]
                won[leader % 2] += 1
            side = maker % 2
            if won[side] < 3:
                points[1 - side] += 2
            else:
                points[side] += 1 if won[side] < 5 else 4 if alone else 2
        dealer = (dealer + 1) % 4
    return [points[0], points[1], 0, 0]
