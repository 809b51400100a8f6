"""Go Fish, from the rules that everybody knows."""

SEATS = [2, 3, 6]
HOUSE = []
KINDS = dict(zip("twos threes fours fives sixes sevens eights nines tens jacks queens kings aces".split(),
                 "2 3 4 5 6 7 8 9 10 j q k a".split()))


def play(table):
    n, names = table.players, table.names
    seat = table.seat(table.find(r"^At random: (\w+)")[1])
    hands, books = table.deal(), [0] * n
    stock = 52 - sum(map(len, hands))

    def draw(s):
        return table.card(table.find(rf"^ *{names[s]} (?:draws|is dealt) ([^ ]*?)\.?(?: \(fished\)\.)?$")[1])

    missed = False
    while True:
        for s in range(n):
            for face in KINDS.values():
                if sum(c[1:] == face for c in hands[s]) == 4:
                    hands[s] = [c for c in hands[s] if c[1:] != face]
                    books[s] += 1
            if not hands[s] and stock:
                hands[s].append(draw(s))
                stock -= 1
        if sum(books) == 13:
            return books
        if missed or not hands[seat]:
            seat = next(s % n for s in range(seat + 1, seat + n + 1) if hands[s % n])
            missed = False
        mine = [k for k, face in KINDS.items() if any(c[1:] == face for c in hands[seat])]
        others = [s for s in range(n) if s != seat and hands[s]]
        _, name, kind = table.pick(seat, [f"ask {names[s]} {k}" for s in others for k in mine]).split()
        asked, face = table.seat(name), KINDS[kind]
        got = [c for c in hands[asked] if c[1:] == face]
        if got:
            hands[asked] = [c for c in hands[asked] if c[1:] != face]
            hands[seat] += got
            continue
        if stock:
            card = draw(seat)
            hands[seat].append(card)
            stock -= 1
            missed = card[1:] != face
        else:
            missed = True
