"""Spades to 500 points, from the rules that everybody knows."""

SEATS = [4]
HOUSE = [{"blind_nil": "true"}, {"goal": 100, "floor": -200}]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"]


def strength(card, led):
    return RANKS.index(card[1:]) + (100 if card[0] == "s" else 0 if card[0] == led else -100)


def bidding(table, dealer, total, blind_nil):
    bids, blind = [None] * 4, [False] * 4
    for seat in [(dealer + i) % 4 for i in (1, 2, 3, 4)]:
        if blind_nil and total[1 - seat % 2] - total[seat % 2] >= 100:
            blind[seat] = table.ask(seat, ["go_blind", "look"]) == "go_blind"
        bid = "bid_nil" if blind[seat] else table.ask(seat, ["bid_nil"] + list(range(1, 14)))
        bids[seat] = 0 if bid == "bid_nil" else bid
    return bids, blind


def tricks_of(table, hands, leader):
    taken, broken = [0] * 4, False
    for _ in range(13):
        played = []
        for seat in [(leader + i) % 4 for i in range(4)]:
            hand = hands[seat]
            if played:
                allowed = [c for c in hand if c[0] == played[0][0]]
            else:
                allowed = [c for c in hand if broken or c[0] != "s"]
            card = table.ask(seat, allowed or hand)
            hand.remove(card)
            played.append(card)
            broken = broken or card[0] == "s"
        best = max(played, key=lambda card: strength(card, played[0][0]))
        leader = (leader + played.index(best)) % 4
        taken[leader] += 1
    return taken


def play(table):
    options = table.options
    total, bags = [0, 0], [0, 0]
    dealer = table.seat(table.find(r"^Dealer: (\w+)")[1])
    while True:
        hands = table.deal()
        bids, blind = bidding(table, dealer, total, options.get("blind_nil") == "true")
        taken = tricks_of(table, hands, (dealer + 1) % 4)
        for side in (0, 1):
            both = (side, side + 2)
            contract = sum(bids[s] for s in both)
            towards = sum(taken[s] for s in both if bids[s])
            over = sum(taken[s] for s in both if not bids[s])
            if towards >= contract:
                total[side] += 10 * contract
                over += towards - contract
            else:
                total[side] -= 10 * contract
            for s in both:
                if bids[s] == 0:
                    total[side] += (200 if blind[s] else 100) * (-1 if taken[s] else 1)
            total[side] += over
            bags[side] += over
            while bags[side] >= 10:
                bags[side] -= 10
                total[side] -= 100
        ended = max(total) >= options.get("goal", 500) or min(total) <= options.get("floor", -500)
        if ended and total[0] != total[1]:
            return [total[0], total[1], 0, 0]
        dealer = (dealer + 1) % 4
