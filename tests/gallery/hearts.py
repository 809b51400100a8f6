"""Hearts to 100 points, from the rules that everybody knows."""

SEATS = [4]
HOUSE = [{"jack": "true"}, {"queen_breaks": "true", "moon": "subtract"}, {"clean_first": "false", "goal": 50}]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"]


def rank(card):
    return RANKS.index(card[1:])


def penalty(card):
    return 13 if card == "sq" else int(card[0] == "h")


def pass_on(table, hands, steps):
    gifts = [[], [], [], []]
    for _ in range(3):
        picks = [table.ask(seat, hands[seat]) for seat in range(4)]
        for seat, card in enumerate(picks):
            hands[seat].remove(card)
            gifts[seat].append(card)
    for seat in range(4):
        hands[(seat + steps) % 4] += gifts[seat]


def play_hand(table, hands, options):
    """The penalties of each seat, and who took the jack of diamonds."""
    points, jack, broken = [0] * 4, None, False
    leader = next(seat for seat in range(4) if "c2" in hands[seat])
    for trick in range(13):
        played = []
        for seat in (leader, leader + 1, leader + 2, leader + 3):
            hand = hands[seat % 4]
            if not played:
                allowed = [c for c in hand if broken or c[0] != "h"] or hand
                if trick == 0:
                    allowed = ["c2"]
            else:
                allowed = [c for c in hand if c[0] == played[0][0]]
                if not allowed:
                    allowed = hand
                    if trick == 0 and options.get("clean_first") != "false":
                        allowed = [c for c in hand if not penalty(c)] or hand
            card = table.ask(seat % 4, allowed)
            hand.remove(card)
            played.append(card)
            if card[0] == "h" or (card == "sq" and options.get("queen_breaks") == "true"):
                broken = True
        best = max((c for c in played if c[0] == played[0][0]), key=rank)
        leader = (leader + played.index(best)) % 4
        points[leader] += sum(map(penalty, played))
        if "dj" in played:
            jack = leader
    return points, jack


def play(table):
    options, total, deals = table.options, [0] * 4, 0
    while max(total) < options.get("goal", 100):
        deals += 1
        hands = table.deal()
        steps = [0, 1, 3, 2][deals % 4]  # left, right, across, not at all
        if steps:
            pass_on(table, hands, steps)
        points, jack = play_hand(table, hands, options)
        if 26 in points:
            if options.get("moon") == "subtract":
                points = [-p for p in points]
            else:
                points = [26 - p for p in points]
        if options.get("jack") == "true":
            points[jack] -= 10
        total = [t + p for t, p in zip(total, points)]
    return total
