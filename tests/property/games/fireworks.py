"""Fireworks: a card is (colour, rank)."""
from compare import among

PICK = r"\w+: (\w+) "
TABLES = [(["--seats", "3"], {})]

COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}


def choices(hands, me, clues):
    """Everything that can be done: what, and with what."""
    can = [("play", i) for i in range(len(hands[me]))]
    if clues < 8:
        can += [("discard", i) for i in range(len(hands[me]))]
    for seat, hand in enumerate(hands):
        if seat != me and clues:
            can += [("tell_colour", c) for c in {colour for colour, _ in hand}]
            can += [("tell_rank", r) for r in {rank for _, rank in hand}]
    return can


def play(rng, wrong=False):
    people, each = 3, 5
    deck = [(c, r) for c in range(5) for r, n in COPIES.items() for _ in range(n)]
    rng.shuffle(deck)
    hands = [[deck.pop() for _ in range(each)] for _ in range(people)]
    height, clues, fuses, left, me, picks = [0] * 5, 8, 3, None, 0, []
    while True:
        can = choices(hands, me, clues)
        what, which = among(rng, can)
        if len(can) > 1:
            picks.append(what)
        if what.startswith("tell"):
            clues -= 1
        else:
            colour, rank = hands[me].pop(which)
            if what == "discard":
                clues += 1
            elif rank == height[colour] + 1:
                height[colour] = rank
                clues += rank == 5 and clues < 8
            else:
                fuses -= 1
        if left is not None:
            left -= 1
        if sum(height) == 25 or fuses == (-1 if wrong else 0) or left == 0:  # wrong: a fuse more
            return picks, [sum(height)] * people
        if len(hands[me]) < each and deck:
            hands[me].append(deck.pop())
            left = people if not deck else left
        me = (me + 1) % people
