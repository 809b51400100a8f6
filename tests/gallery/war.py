"""War, from the rules that everybody knows.  Nobody decides: the model knows each deck but for its order after a shuffle."""

SEATS = [2]
HOUSE = [{"down": 3}, {"battles": 100}]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"]


def play(table):
    down, limit = table.options.get("down", 1), table.options.get("battles", 2000)
    ordered = [[c for c in cards] for cards in table.deal()]  # the front is on top
    decks = [list(cards) for cards in ordered]
    won, battle = [[], []], 0
    while all(len(d) + len(w) for d, w in zip(decks, won)) and battle < limit:
        battle += 1
        field = [[], []]

        def refresh():
            for s in (0, 1):
                if not decks[s]:
                    decks[s], won[s], ordered[s] = won[s], [], None

        def held(s):
            return len(decks[s]) + len(won[s])

        def lay(s, told):
            card = table.card(table.find(rf"^ *{table.names[s]} {told}\.$")[1])
            if ordered[s]:
                table.same(card, ordered[s].pop(0))
            elif card not in decks[s]:
                table.same(card, decks[s])
            decks[s].remove(card)
            field[s].append(card)
            return card

        def up():
            refresh()
            cards = []
            for s in (0, 1):
                cards.append(lay(s, "turns up (.*)"))
            return [RANKS.index(c[1:]) for c in cards]

        ranks = up()
        while ranks[0] == ranks[1] and held(0) and held(1):
            for _ in range(down):
                refresh()
                for s in (0, 1):
                    if held(s) > 1:
                        lay(s, "lays (.*) face down")
            ranks = up()
        if ranks[0] != ranks[1]:
            taker = int(ranks[1] > ranks[0])
            table.same(int(table.find(rf"^ *{table.names[taker]} takes (\d+) cards")[1]), len(field[0] + field[1]))
            won[taker] += field[0] + field[1]
        else:
            return [held(s) + len(field[s]) for s in (0, 1)]
    return [len(d) + len(w) for d, w in zip(decks, won)]
