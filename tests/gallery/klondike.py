"""Klondike, from the rules that everybody knows."""

SEATS = [1]
HOUSE = [{"draw": 1}, {"draw": 1, "passes": 1}, {"draw": 2, "passes": 3}]
RANKS = "a23456789tjqk"


def low(card):
    return RANKS.index(card[1:].replace("10", "t")) + 1


def red(card):
    return card[0] in "dh"


def fits(card, under):
    return low(under) == low(card) + 1 and red(card) != red(under)


def play(table):
    turn, limit = table.options.get("draw", 3), table.options.get("passes", 0)
    columns = []
    for n in range(1, 8):
        found = table.find(rf"Column {n} is dealt (.*) \(column\)")
        columns.append([table.card(c) for c in found[1].rstrip(".").split(", ")])
    shown = [1] * 7
    stock, waste, home = [None] * 24, [], dict.fromkeys("cdhs", 0)
    gone, idle, rest = 0, 0, None
    while sum(home.values()) < 52 and idle < 2:
        choices = {}
        froms = [(waste[-1:], None)] + [(columns[n][-shown[n]:], n) for n in range(7) if columns[n]]
        for cards, n in froms:
            if cards and low(cards[-1]) == home[cards[-1][0]] + 1:
                choices[f"up {cards[-1]}"] = (n, 1, "home")
        froms += [([suit + RANKS[height - 1].replace("t", "10")], suit) for suit, height in home.items() if height]
        for cards, n in froms:
            for at, card in enumerate(cards):
                for to in range(7):
                    if to != n and columns[to] and fits(card, columns[to][-1]):
                        choices[f"pack {card} {columns[to][-1]}"] = (n, len(cards) - at, to)
                if low(card) == 13 and [] in columns and not (isinstance(n, int) and len(columns[n]) == len(cards) - at):
                    choices[f"settle {card}"] = (n, len(cards) - at, columns.index([]))
        if stock:
            choices["turn_cards"] = None
        elif waste and (limit == 0 or gone + 1 < limit):
            choices["turn_over"] = None
        else:
            choices["give_up"] = None
        pick = table.pick(0, choices)
        if pick == "give_up":
            break
        if pick == "turn_cards":
            told = [table.card(c) for c in table.find(r"turns? up (.*)\.")[1].split(", ")][::-1]
            ours, stock = stock[:turn], stock[turn:]
            table.same(len(told), len(ours))
            table.same(told, [c or t for c, t in zip(ours, told)])
            waste += told
        elif pick == "turn_over":
            now = len(waste) + sum(len(c) - s for c, s in zip(columns, shown))
            idle, rest, gone = idle + 1 if now == rest else 0, now, gone + 1
            stock, waste = waste, []
        else:
            n, count, to = choices[pick]
            if n is None:
                cards = [waste.pop()]
            elif n in home:
                cards = [pick.split()[1]]
                home[n] -= 1
            else:
                cards = columns[n][-count:]
                del columns[n][-count:]
                shown[n] -= count
                if not shown[n] and columns[n]:
                    shown[n] = 1
            if to == "home":
                home[cards[0][0]] += 1
            else:
                columns[to] += cards
                shown[to] += count
    return [sum(home.values())]
