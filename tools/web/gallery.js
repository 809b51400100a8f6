// All cards of the game, as they are written now, in every language.
import { el, refill } from "./dom.js";
import { place } from "./places.js";

const traitText = (t) => (t.flag ? t.name : `${t.name}: ${t.text}`);

function face(lang, says) {
  return el(
    "div",
    { class: "face c" + (says.colour === undefined ? "x" : says.colour % 8), lang },
    says.art ? el("img", { src: says.art, alt: "", loading: "lazy" }) : null,
    el("h3", {}, says.name, el("span", { class: "copies" }, says.copies)),
    el("p", { class: "traits" }, says.traits.map(traitText).join(" · ")),
    says.text.map((t) => el("p", { class: "text" }, t)),
  );
}

function card(c, changed, folder) {
  return el(
    "li",
    { class: changed ? "entry changed" : "entry", data: { id: c.id } },
    el("div", { class: "faces" }, Object.entries(c.says).map(([lang, says]) => face(lang, says))),
    el("p", { class: "where" }, c.id, " · ", place(c, folder)),
  );
}

export class Gallery {
  constructor(root, desk) {
    Object.assign(this, { root, desk, cards: null, before: null, filter: "" });
  }

  /** The rules changed: what is shown is asked for again, and cards that are others are marked. */
  stale() {
    if (this.cards) this.before = new Map(this.cards.map((c) => [c.id, JSON.stringify(c.says)]));
    this.cards = null;
    if (!this.root.hidden) this.open();
  }

  async open() {
    try {
      this.cards ??= (await this.desk.ask("/game")).gallery;
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
    const want = this.filter.toLowerCase();
    const list = this.cards.filter((c) => JSON.stringify(c).toLowerCase().includes(want));
    list.sort((a, b) => this.changed(b) - this.changed(a));
    this.said.textContent = `${list.length} of ${this.cards.length} cards`;
    refill(this.list, list.map((c) => card(c, this.changed(c), this.desk.state.folder)));
  }
}
