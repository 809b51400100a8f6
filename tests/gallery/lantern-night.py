"""Lantern Night, from its rules for players (rulesets/lantern-night/rules.md)."""
import itertools
import re

SEATS = [2, 3, 4, 5]
HOUSE = [{"strict": "true"}, {"sixth": "five"}, {"sixth": "ten"}]
BOTS = ["random", "flat:20,plies=1,sees=all"]  # at random the cart is never empty; these see all and hang most lanterns
COLOURS = ["yellow", "green", "violet", "white", "red"]
COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}


def lantern(name):
    colour, number = name.lower().split()
    return colour, int(number)


def lanterns(told):
    """'2 × Red 1, White 3' as a list."""
    found = []
    for part in told.split(", "):
        count, _, name = part.rpartition(" × ")
        found += [lantern(name)] * int(count or 1)
    return found


def shines(card, hint):
    """Does that hint, a colour or a number, mean this lantern?"""
    return hint in card or card[0] == "painted" and hint in COLOURS


def places(told):
    """'1, 3–5 and 7' as places of a hand, from 0."""
    found = set()
    for part in re.split(r", | and ", told):
        first, _, last = part.partition("–")
        found |= set(range(int(first) - 1, int(last or first)))
    return found


def play(table):
    n = table.players
    painted = {"five": dict.fromkeys(COPIES, 1), "ten": COPIES}.get(table.options.get("sixth"), {})
    cart = 5 * sum(COPIES.values()) + sum(painted.values())
    goal = 5 * (len(COLOURS) + bool(painted))
    size = 5 if n < 4 else 4
    hands = []
    for name in table.names:
        held = lanterns(table.find(rf"^ *{name} is dealt (.*?)\.")[1])
        table.same(len(held), size)
        hands.append(sorted(set(itertools.permutations(held))))
        cart -= size

    def keep(whose, what, fits):
        """The log groups equal lanterns of a hand, so several orders are possible: those that fit what it says then."""
        left = [o for o in hands[whose] if fits(o)]
        if not left:
            table.same(what, hands[whose])
        hands[whose] = left

    hung = {}
    whispers, matches, last = 8, 3, None
    for seat in itertools.cycle(range(n)):
        own, me = range(len(hands[seat][0])), table.names[seat]
        choices = [f"hang unknown #{i + 1}" for i in own]
        if whispers < 8:
            choices += [f"put_out unknown #{i + 1}" for i in own]
        if whispers > 0:
            for other in set(range(n)) - {seat}:
                to, held = table.names[other], hands[other][0]
                choices += [f"tell_colour {to} {c}" for c in COLOURS if any(shines(card, c) for card in held)]
                choices += [f"tell_number {to} {k}" for k in COPIES if any(shines(card, k) for card in held)]
        what, who, which = table.pick(seat, choices).split()
        if what in ("hang", "put_out"):
            at = int(which[1:]) - 1
            verb = "hang" if what == "hang" else "put out"
            card = lantern(table.find(rf"^ *{me}: {verb} (.*)\.$")[1])
            keep(seat, card, lambda o: o[at] == card)
            hands[seat] = sorted({o[:at] + o[at + 1:] for o in hands[seat]})
            colour, number = card
            if what == "put_out":
                whispers += 1
            elif hung.get(colour, 0) == number - 1:
                hung[colour] = number
                whispers += number == 5 and whispers < 8
            else:
                matches -= 1
        else:
            whispers -= 1
            other = table.names.index(who)
            hint = int(which) if what == "tell_number" else which
            meant = places(table.find(rf"^ *Cards? ([^a-z]*(?:and [^a-z]*)?) of {who}'s hand")[1])
            keep(other, meant, lambda o: meant == {i for i, c in enumerate(o) if shines(c, hint)})
        score = sum(hung.values())
        if score == goal or matches == 0 or last == seat:
            break
        if len(hands[seat][0]) < size and cart:
            new = lantern(table.find(rf"^ *{me} is dealt (.*)\.$")[1])
            hands[seat] = [o + (new,) for o in hands[seat]]
            cart -= 1
            last = seat if cart == 0 else None
    return [0 if matches == 0 and table.options.get("strict") else score] * n
