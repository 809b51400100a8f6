"""Blackjack, a match of deals, from its rules for players (rulesets/blackjack/rules.md)."""

SEATS = [2, 4, 6]
HOUSE = [{"deals": 50, "packs": 1, "surrender": "true"}, {"hits_soft": "true", "packs": 8}]


def worth(card):
    return {"a": 1, "j": 10, "q": 10, "k": 10}.get(card[1:]) or int(card[1:])


def total(cards):
    """What they count, and whether an ace counts 11."""
    hard = sum(map(worth, cards))
    soft = hard <= 11 and any(worth(c) == 1 for c in cards)
    return hard + 10 * soft, soft


def is_blackjack(cards):
    return len(cards) == 2 and total(cards)[0] == 21


class Deal:
    def __init__(self, table, chips):
        self.table, self.chips = table, chips

    def dealt(self, name, count, verb="is dealt"):
        """So many cards that this one got: equal ones are told together, and the log begins anew where all were shuffled."""
        cards = []
        while len(cards) < count:
            for part in self.table.find(rf"^ *{name} {verb} (.*) \(hand\)\.$")[1].split(", "):
                times, _, card = part.rpartition(" × ")
                cards += [self.table.card(card)] * int(times or 1)
        self.table.same(len(cards), count)
        return cards

    def pay(self, seat, chips):
        self.chips[seat] += chips
        return -chips

    def play(self):
        table = self.table
        players = [s for s, c in enumerate(self.chips) if c]
        self.bets = {s: self.bet(s) for s in players}
        hands = {s: self.dealt(table.names[s], 2) for s in players}
        dealer = self.dealt("The dealer", 2)
        insured = {s: self.insurance(s) for s in players} if worth(dealer[0]) == 1 else {}
        if is_blackjack(dealer):
            for s in players:
                self.pay(s, 3 * insured.get(s, 0) + self.bets[s] * is_blackjack(hands[s]))
            return
        open_bets = []
        for s in players:
            if is_blackjack(hands[s]):
                self.pay(s, self.bets[s] + 3 * self.bets[s] // 2)
            else:
                open_bets += [(s, *hand) for hand in self.turn(s, hands[s])]
        if open_bets:
            self.dealer_draws(dealer)
        for s, points, bet in open_bets:
            house = total(dealer)[0]
            self.pay(s, 2 * bet if house > 21 or points > house else bet if points == house else 0)

    def bet(self, seat):
        bet = int(self.table.pick(seat, [f"bet_it {n}" for n in range(1, min(10, self.chips[seat]) + 1)]).split()[1])
        self.chips[seat] -= bet
        return bet

    def insurance(self, seat):
        half = self.bets[seat] // 2
        if not half or half > self.chips[seat] or self.table.pick(seat, ["insure", "done"]) == "done":
            return 0
        self.chips[seat] -= half
        return half

    def dealer_draws(self, dealer):
        def goes_on():
            points, soft = total(dealer)
            return points < 17 or points == 17 and soft and self.table.options.get("hits_soft")

        if goes_on():
            while goes_on():
                dealer += self.dealt("The dealer", 1)

    def turn(self, seat, first):
        """The points and bets of that player's hands that are not bust, in their order."""
        waiting, done, bet = [(first, self.bets[seat])], [], self.bets[seat]
        name = self.table.names[seat]
        while waiting:
            cards, stake = waiting.pop(0)
            while total(cards)[0] < 21:
                choices, pair = ["hit", "stand"], len(cards) == 2
                hands = len(done) + 1 + len(waiting)
                if pair and self.chips[seat] >= stake:
                    choices.append("double")
                if pair and worth(cards[0]) == worth(cards[1]) and hands < 4 and self.chips[seat] >= bet:
                    choices.append("split")
                if pair and hands == 1 and self.table.options.get("surrender"):
                    choices.append("give_up")
                pick = self.table.pick(seat, choices)
                if pick == "stand":
                    break
                if pick == "give_up":
                    self.chips[seat] += bet // 2
                    return []
                if pick == "split":
                    self.chips[seat] -= bet
                    new = self.dealt(name, 2, "draws")
                    waiting.append(([cards[1], new[1]], bet))
                    cards = [cards[0], new[0]]
                    if worth(cards[0]) == 1:
                        done += [(total(hand)[0], b) for hand, b in [(cards, stake), *waiting]]
                        return done
                    continue
                cards = cards + self.dealt(name, 1, "draws")
                if pick == "double":
                    self.chips[seat] -= stake
                    stake *= 2
                    break
            done.append((total(cards)[0], stake))
        return [(points, stake) for points, stake in done if points <= 21]


def play(table):
    chips = [100] * table.players
    for _ in range(table.options.get("deals", 20)):
        if any(chips):
            Deal(table, chips).play()
    return chips
