"""Oh Hell from ten cards down to one and up again, from the rules that everybody knows."""

SEATS = [3, 4, 5, 6, 7]
HOUSE = [{"hook": "false", "scoring": "tricks", "most": 4}]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"]
MOST = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}


def strength(card, led, trump):
    return RANKS.index(card[1:]) + (100 if card[0] == trump else 0 if card[0] == led else -100)


def play(table):
    n, options = table.players, table.options
    most = min(MOST[n], options.get("most", 10))
    total = [0] * n
    dealer = table.seat(table.find(r"^Dealer: (\w+)")[1])
    for size in list(range(most, 0, -1)) + list(range(2, most + 1)):
        hands = table.deal()
        assert all(len(hand) == size for hand in hands)
        trump = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}[table.find(r"Card turned up: .*([♣♦♥♠])\.")[1]]
        order = [(dealer + i) % n for i in range(1, n + 1)]
        bids = {}
        for seat in order:
            allowed = list(range(size + 1))
            if seat == dealer and options.get("hook") != "false":
                allowed = [b for b in allowed if b + sum(bids.values()) != size]
            bids[seat] = table.ask(seat, allowed)
        taken = [0] * n
        leader = order[0]
        for _ in range(size):
            played = []
            for seat in [(leader + i) % n for i in range(n)]:
                hand = hands[seat]
                allowed = hand
                if played:
                    allowed = [c for c in hand if c[0] == played[0][0]] or hand
                card = table.ask(seat, allowed)
                hand.remove(card)
                played.append(card)
            best = max(played, key=lambda card: strength(card, played[0][0], trump))
            leader = (leader + played.index(best)) % n
            taken[leader] += 1
        for seat in range(n):
            if taken[seat] == bids[seat]:
                total[seat] += 10 + bids[seat]
            elif options.get("scoring") == "tricks":
                total[seat] += taken[seat]
        dealer = order[0]
    return total
