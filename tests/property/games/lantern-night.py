"""Lantern Night: a card is (colour, number)."""
from compare import among

PICK = r"\w+: (\w+) "
TABLES = [(["--seats", "3"], {})]

COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}


def choices(hands, me, whispers):
    """Everything that can be done: what, and with what."""
    can = [("hang", i) for i in range(len(hands[me]))]
    if whispers < 8:
        can += [("put_out", i) for i in range(len(hands[me]))]
    for seat, hand in enumerate(hands):
        if seat != me and whispers:
            can += [("tell_colour", c) for c in {colour for colour, _ in hand}]
            can += [("tell_number", r) for r in {number for _, number in hand}]
    return can


def play(rng, wrong=False):
    people, each = 3, 5
    deck = [(c, r) for c in range(5) for r, n in COPIES.items() for _ in range(n)]
    rng.shuffle(deck)
    hands = [[deck.pop() for _ in range(each)] for _ in range(people)]
    height, whispers, matches, left, me, picks = [0] * 5, 8, 3, None, 0, []
    while True:
        can = choices(hands, me, whispers)
        what, which = among(rng, can)
        if len(can) > 1:
            picks.append(what)
        if what.startswith("tell"):
            whispers -= 1
        else:
            colour, number = hands[me].pop(which)
            if what == "put_out":
                whispers += 1
            elif number == height[colour] + 1:
                height[colour] = number
                whispers += number == 5 and whispers < 8
            else:
                matches -= 1
        if left is not None:
            left -= 1
        if sum(height) == 25 or matches == (-1 if wrong else 0) or left == 0:  # wrong: a match more
            return picks, [sum(height)] * people
        if len(hands[me]) < each and deck:
            hands[me].append(deck.pop())
            left = people if not deck else left
        me = (me + 1) % people
