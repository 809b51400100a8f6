// Picks that the page makes if the player asked for it: only what they decided before. No drawing
// here.
import { keep, recall } from "./words.js";

/** Settings of this browser, off at first. "pass": do not ask again after a refusal. "sure": ask
 * before a pick counts. "notice" and "sound": tell that it is one's turn. */
export const SETTINGS = ["pass", "sure", "notice", "sound"];
export const wants = (name) => recall("settings", {})[name] === true;
export const want = (name, on) => keep("settings", { ...recall("settings", {}), [name]: on });

/** The question and its phase: a decision does not hold for other questions or phases. */
const place = (view) => JSON.stringify([view.phases, view.prompt]);

/** Is it one action with one card, and nothing else? */
const isPlain = (c) => c.is === "action" && c.cards?.length === 1 && c.cards[0].part === "card" && [c.seat, c.number, c.word].every((x) => x === undefined);

/**
 * The cards that one's own eyes alone see, if all that can be done but to be done is one and the same action with any of them:
 * identifiers, as often as the card is there. Else none. `isOwn(card)`: does it lie there?
 */
export function allCards(view, isOwn) {
  const some = view.choices.filter((c) => c.is !== "done");
  const one = some.every((c) => isPlain(c) && c.action === some[0].action && isOwn(c.cards[0]));
  if (!one || some.length === view.choices.length) return [];
  return some.flatMap(({ cards: [{ card, zone, seat }] }) => view.seats[seat].zones[zone].filter((x) => x.card === card).map(() => card));
}

export class Habits {
  constructor() {
    this.forget();
  }

  /** A pick was taken back, or the page lost its connection: earlier decisions no longer hold. */
  forget() {
    this.declined = null;
    this.cards = [];
  }

  /** One of the view's choices is picked, by the player or `alone` by the page. */
  picked(view, choice, alone) {
    if (alone) return choice.cards && this.cards.splice(this.cards.indexOf(choice.cards[0].card), 1);
    const again = this.declined?.place === place(view) ? this.declined.texts : [];
    this.cards = [];
    this.declined = choice.is === "done" ? { place: place(view), texts: [...again, ...view.choices.map((c) => c.text)] } : null;
  }

  /** The player has decided on these cards, one after the other. */
  playAll(view, cards) {
    this.declined = null;
    this.cards = [...cards];
    this.at = place(view);
  }

  /** The pick that the page makes. null: the player is asked. */
  next(view) {
    return this.cards.length ? this.nextCard(view) : this.nextPass(view);
  }

  /** A question that a card asks comes between; after it the others are played. */
  nextCard(view) {
    if (this.at !== place(view)) return null;
    return view.choices.find((c) => isPlain(c) && this.cards.includes(c.cards[0].card)) ?? null;
  }

  /** It depends only on what the player saw and refused. */
  nextPass(view) {
    const { declined } = this;
    if (!wants("pass") || declined?.place !== place(view) || !view.choices.every((c) => declined.texts.includes(c.text))) return null;
    return view.choices.find((c) => c.is === "done") ?? null;
  }
}
