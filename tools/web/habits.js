// What the page picks by itself where its player asked for it: nothing that they did not decide before. No drawing here.
import { keep, recall } from "./words.js";

/** The settings of this browser, all off at first: "pass": do not ask again for what was declined; "sure": ask before a pick counts. */
export const SETTINGS = ["pass", "sure"];
export const wants = (name) => recall("settings", {})[name] === true;
export const want = (name, on) => keep("settings", { ...recall("settings", {}), [name]: on });

/** The question, in its place: what was decided in another phase or for another question does not hold. */
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

  /** Something was taken back, or the page has lost its place: what was decided is so no more. */
  forget() {
    this.declined = null;
    this.cards = [];
  }

  /** This of the view's choices is picked, by the player or `alone`. */
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

  /** What is to be picked by itself; null: the player is asked. */
  next(view) {
    return this.cards.length ? this.nextCard(view) : this.nextPass(view);
  }

  /** A question that a card asks comes between; after it the others are played. */
  nextCard(view) {
    if (this.at !== place(view)) return null;
    return view.choices.find((c) => isPlain(c) && this.cards.includes(c.cards[0].card)) ?? null;
  }

  /** It hangs on nothing but what the player was shown and declined. */
  nextPass(view) {
    const { declined } = this;
    if (!wants("pass") || declined?.place !== place(view) || !view.choices.every((c) => declined.texts.includes(c.text))) return null;
    return view.choices.find((c) => c.is === "done") ?? null;
  }
}
