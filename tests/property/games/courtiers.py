"""Courtiers: a card is its rank; rounds until somebody has two favours."""
from compare import among

PICK = r"\w+: (\w+ \w+)"
TABLES = [(["--seats", str(n), "--option", "goal=2"], {"people": n}) for n in (2, 3, 4)]

NAMES = "page gossip duellist chaperone chamberlain regent duchess heiress".split()
DECK = [1] * 5 + [2, 3, 4, 5] * 2 + [6, 7, 8]
PAGE, GOSSIP, DUELLIST, CHAPERONE, CHAMBERLAIN, REGENT, DUCHESS, HEIRESS = range(1, 9)


class Round:
    def __init__(self, rng, people, wrong):
        self.deck = DECK[:]
        rng.shuffle(self.deck)
        self.aside = self.deck.pop()
        if people == 2:
            del self.deck[-3:]
        self.hand = [[self.deck.pop()] for _ in range(people)]
        self.spent = [0] * people
        self.living = set(range(people))
        self.hidden = set()
        self.wrong = wrong

    def choices(self, me):
        """What may be played: (what it does, card, whom it is aimed at, named card)."""
        hand = set(self.hand[me])
        if DUCHESS in hand and hand & {CHAMBERLAIN, REGENT}:
            hand = {DUCHESS}
        out_of_reach = set() if self.wrong else self.hidden  # wrong: a chaperone protects nobody
        others = sorted(self.living - out_of_reach - {me})
        for card in hand:
            if card == CHAMBERLAIN:
                yield from (("dismiss", card, seat, None) for seat in [me, *others])
            elif card == CHAPERONE:
                yield "hide", card, None, None
            elif card >= DUCHESS:
                yield "leave", card, None, None
            elif not others:
                yield "waste", card, None, None
            elif card == PAGE:
                yield from (("accuse", card, seat, name) for seat in others for name in range(2, 9))
            else:
                does = {GOSSIP: "look", DUELLIST: "challenge", REGENT: "exchange"}[card]
                yield from ((does, card, seat, None) for seat in others)

    def discard(self, seat, card):
        self.hand[seat].remove(card)
        self.spent[seat] += card
        if card == HEIRESS:
            self.knock_out(seat)

    def knock_out(self, seat):
        self.living.discard(seat)
        for card in self.hand[seat][:]:
            self.discard(seat, card)

    def carry_out(self, me, does, card, seat, name):
        self.discard(me, card)
        if does == "accuse" and self.hand[seat] == [name]:
            self.knock_out(seat)
        elif does == "challenge":
            mine, other = self.hand[me][0], self.hand[seat][0]
            if mine > other:
                self.knock_out(seat)
            elif mine < other:
                self.knock_out(me)
        elif does == "hide":
            self.hidden.add(me)
        elif does == "dismiss":
            self.discard(seat, self.hand[seat][0])
            if seat in self.living:
                self.hand[seat].append(self.deck.pop() if self.deck else self.aside)
        elif does == "exchange":
            self.hand[me], self.hand[seat] = self.hand[seat], self.hand[me]

    def winners(self):
        def strength(seat):
            return self.hand[seat][0], self.spent[seat]

        best = max(strength(seat) for seat in self.living)
        return {seat for seat in self.living if strength(seat) == best}


def play(rng, wrong=False, people=3):
    favours, me, picks = [0] * people, 0, []
    while max(favours) < 2:
        here, starter = Round(rng, people, wrong), me
        while len(here.living) > 1 and here.deck:
            here.hidden.discard(me)
            here.hand[me].append(here.deck.pop())
            can = list(here.choices(me))
            pick = among(rng, can)
            if len(can) > 1:
                picks.append(f"{pick[0]} {NAMES[pick[1] - 1]}")
            here.carry_out(me, *pick)
            me = (me + 1) % people
            while me not in here.living:
                me = (me + 1) % people
        won = here.winners()
        for seat in won:
            favours[seat] += 1
        # who won begins, of several the next after who began
        me = next(s % people for s in range(starter + 1, starter + 1 + people) if s % people in won)
    return picks, favours
