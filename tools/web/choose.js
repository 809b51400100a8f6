// Choosing by pointing: a choice is a sequence of things (cards, a seat, a number, …), and what was pointed at narrows down.
// No drawing here.

const cardToken = (c) => `card ${c.zone}|${c.seat ?? "t"}|${c.place}`;

/** The parts of a choice whose order matters, and those whose order does not. */
function things(choice) {
  const cards = choice.cards ?? [];
  const ordered = cards.filter((c) => c.part !== "set").map((c) => ({ token: cardToken(c), card: c }));
  const set = cards.filter((c) => c.part === "set").map((c) => ({ token: cardToken(c), card: c }));
  if (choice.waiting !== undefined && !ordered.length) ordered.push({ token: `wait ${choice.waiting}`, wait: choice.waiting });
  if (choice.seat !== undefined && choice.seat !== null) ordered.push({ token: `seat ${choice.seat}`, seat: choice.seat });
  if (choice.number !== undefined) ordered.push({ token: `number ${choice.number}` });
  if (choice.word !== undefined) ordered.push({ token: `word ${choice.word}` });
  return { choice, ordered, set };
}

/** The parts of a choice that remain after `taken`. null: it is no longer possible. */
function rest(one, taken) {
  const n = Math.min(taken.length, one.ordered.length);
  for (let i = 0; i < n; i++) if (one.ordered[i].token !== taken[i]) return null;
  const set = [...one.set];
  for (const token of taken.slice(one.ordered.length)) {
    const at = set.findIndex((t) => t.token === token);
    if (at < 0) return null;
    set.splice(at, 1);
  }
  return { one, ordered: one.ordered.slice(n), set };
}

export class Chooser {
  /** `reachable(thing)`: can it be pointed at on the table? If not, it becomes a button. */
  constructor(choices, reachable) {
    this.all = choices.map(things);
    this.reachable = reachable;
    this.taken = [];
    this.numbers = new Map(); // which number of a slider is shown
  }

  /** Choices that are still possible, with their remaining parts. */
  possible() {
    return this.all.map((one) => rest(one, this.taken)).filter(Boolean);
  }

  /** What lights up: {cards, seats, waits}; what was taken; and buttons for the other choices. */
  state() {
    const s = { cards: [], seats: [], waits: [], takenCards: [], takenSeats: [], buttons: [], setDone: null };
    const seen = new Set();
    for (const left of this.possible()) this.sort(left, s, seen);
    for (const thing of this.takenThings()) {
      if (thing.card) s.takenCards.push(thing.card);
      else if (thing.seat !== undefined) s.takenSeats.push(thing.seat);
    }
    return s;
  }

  /** Puts the next thing of one choice where it belongs. */
  sort(left, s, seen) {
    const next = left.ordered.length ? [left.ordered[0]] : left.set;
    if (!next.length) {
      if (left.one.set.length) s.setDone = left.one.choice;
      else s.buttons.push(left.one.choice);
      return;
    }
    for (const thing of next) {
      if (!this.reachable(thing)) {
        s.buttons.push(left.one.choice);
        return;
      }
      if (seen.has(thing.token)) continue;
      seen.add(thing.token);
      if (thing.card) s.cards.push(thing.card);
      else if (thing.seat !== undefined) s.seats.push(thing.seat);
      else if (thing.wait !== undefined) s.waits.push(thing.wait);
    }
  }

  takenThings() {
    const some = this.possible()[0]?.one;
    if (!some) return [];
    return this.taken.map((token) => [...some.ordered, ...some.set].find((t) => t.token === token)).filter(Boolean);
  }

  /** Points at a lit token. Returns the choice if it is complete, else null. */
  take(token) {
    this.taken.push(token);
    const left = this.possible();
    const only = left.length === 1 ? left[0] : null;
    return only && !only.ordered.length && !only.one.set.length ? only.one.choice : null;
  }

  /** Points at a drawn card: {zone, seat, places}. undefined: it was not lit; else as take(). */
  takeCard({ zone, seat, places }) {
    const c = this.state().cards.find((t) => t.zone === zone && (t.seat ?? null) === (seat ?? null) && places.includes(t.place));
    return c ? this.take(cardToken(c)) : undefined;
  }

  /** Takes a card back that was pointed at; false: it was not. */
  giveBack({ zone, seat, places }) {
    const at = this.taken.findLastIndex((token) => places.some((place) => token === cardToken({ zone, seat, place })));
    if (at < 0) return false;
    // the next part depends on an ordered one; members of a set do not
    const inSet = this.possible().every((left) => at >= left.one.ordered.length);
    if (inSet) this.taken.splice(at, 1);
    else this.taken.length = at;
    return true;
  }

  back() {
    return this.taken.pop() !== undefined;
  }
}
