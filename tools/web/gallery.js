// All cards of the game, as they are written now, in every language.
import { el, refill } from "./dom.js";
import { place } from "./places.js";

const traitText = (t) => (t.flag ? t.name : `${t.name}: ${t.text}`);

function face(lang, says) {
  return el(
    "div",
    { class: "face c" + (says.colour === undefined ? "x" : says.colour % 8), lang },
    says.art ? el("img", { src: says.art, alt: "", loading: "lazy" }) : null,
    el("h2", {}, says.name, el("span", { class: "copies" }, says.copies)),
    el("p", { class: "traits" }, says.traits.map(traitText).join(" · ")),
    says.text.map((t) => el("p", { class: "text" }, t.label ? el("b", {}, t.label, " ") : null, t.text)),
  );
}

/** Why there is nothing to compare: the card that everybody takes is the one to look at. */
const unknown = (w) => (w.picked === w.offered ? ": everybody took it" : w.picked ? "" : ": nobody took it");

/** The result of a card: in the kind of choice that offered it most, or for having it if `sim
 * --cards` reports that. */
function worthOf(worth, id) {
  const all = Object.entries(worth?.cards ?? {}).flatMap(([kind, list]) => list.filter((w) => w.card === id).map((w) => ({ kind, ...w, ...w.having })));
  all.sort((a, b) => b.offered - a.offered);
  return all.find((w) => w.share || w.points) ?? all[0];
}

/** "+0.016 ±0.001 of the win": what picking it, or having it, was worth. */
function worthLine(one) {
  if (!one) return null;
  const picked = `picked ${Math.round((100 * one.picked) / one.offered)} %`;
  if (!one.share && !one.points) return el("p", { class: "worth" }, `${picked}${unknown(one)}`);
  const sign = (n, digits) => (n < 0 ? "−" : "+") + Math.abs(n).toFixed(digits);
  const part = (e, digits, unit) => `${sign(e.gain.mean, digits)} ±${e.gain.error.toFixed(digits)} ${unit}`;
  const said = [one.share ? part(one.share, 3, "of the win") : null, one.points ? part(one.points, 1, "points") : null];
  const title = one.having ? "This compares having the card with never having it" : `This compares players who picked it (${one.kind.replace(/_/g, " ")}) with players who could have picked it and did not`;
  return el("p", { class: "worth", title }, said.filter(Boolean).join(", "), one.having ? " to have it" : "", ` · ${picked}`);
}

/** Cards by their result: the best first, unknown ones last. */
const worthNumber = (one) => (one?.share ?? one?.points)?.gain.mean ?? -Infinity;

function card(c, changed, folder, worth) {
  return el(
    "li",
    { class: changed ? "entry changed" : "entry", data: { id: c.id } },
    el("div", { class: "faces" }, Object.entries(c.says).map(([lang, says]) => face(lang, says))),
    worthLine(worth),
    el("p", { class: "where" }, c.id, " · ", place(c, folder)),
  );
}

export class Gallery {
  constructor(root, desk) {
    Object.assign(this, { root, desk, cards: null, before: null, filter: "", worth: null });
  }

  /** The cards before any change, seen or not. */
  async load() {
    this.cards ??= (await this.desk.ask("/game")).gallery;
  }

  /** The rules changed: loads the visible cards again and marks changed ones. */
  stale() {
    if (this.cards) this.before = new Map(this.cards.map((c) => [c.id, JSON.stringify(c.says)]));
    this.cards = null;
    if (!this.root.hidden) this.open();
  }

  /** Games were played, so results of cards may have changed. */
  async news() {
    if (this.root.hidden || !this.cards) return;
    this.worth = await this.desk.ask("/worth").catch(() => null);
    this.draw();
  }

  async open() {
    try {
      await this.load();
      this.worth = await this.desk.ask("/worth");
    } catch (e) {
      return refill(this.root, el("p", { class: "notice bad" }, e.message));
    }
    const search = el("input", { type: "text", id: "find", value: this.filter, placeholder: "Find …", "aria-label": "Find a card", data: { key: "find" } });
    search.addEventListener("input", () => ((this.filter = search.value), this.draw()));
    this.list = el("ul", { class: "entries" });
    refill(this.root, el("p", { class: "row" }, search, (this.said = el("span", { class: "note" }))), this.list);
    this.draw();
  }

  changed(c) {
    return this.before !== null && this.before.get(c.id) !== JSON.stringify(c.says);
  }

  draw() {
    if (!this.cards) return; // they have changed meanwhile and are loaded again
    const want = this.filter.toLowerCase();
    const list = this.cards.filter((c) => JSON.stringify(c).toLowerCase().includes(want));
    const worth = new Map(list.map((c) => [c, worthOf(this.worth, c.id)]));
    const number = (c) => worthNumber(worth.get(c));
    list.sort((a, b) => this.changed(b) - this.changed(a) || (number(a) === number(b) ? 0 : number(b) - number(a)));
    const { games, by, wrong } = this.worth ?? {};
    const played = wrong ? ` · a game broke: ${wrong}` : games ? ` · worth in ${games} games of ${by === "random" ? "random bots" : "trained bots"}` : "";
    this.said.textContent = `${list.length} of ${this.cards.length} cards${played}`;
    refill(this.list, list.map((c) => card(c, this.changed(c), this.desk.state.folder, worth.get(c))));
  }
}
