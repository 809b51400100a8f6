// Drawing one card, or a group of cards that look the same.
import { el } from "./dom.js";
import { W } from "./words.js";
import { counterText } from "./counters.js";

const isNumber = (text) => /^[-−]?\d+$/.test(text);

/** What colours the card, as a word; null: nothing does. */
function colourWord(meta, def) {
  return def.traits.find((t) => t.id === meta.colour)?.text || null;
}

/** The numbers that stand on a card's face, with their names. */
function numbers(def) {
  return def.traits.filter((t) => isNumber(t.text)).slice(0, 3);
}

function otherTraits(meta, def) {
  return def.traits.filter((t) => t.id !== meta.colour && t.text && !isNumber(t.text));
}

/** The card's own counters, those not at their start, in words. */
export function cardCounters(meta, card) {
  return Object.entries(card.counters ?? {})
    .map(([id, value]) => [meta.counters.find((c) => c.id === id && c.of === "cards"), value])
    .filter(([counter]) => counter && !counter.untold)
    .map(([counter, value]) => counterText(meta, counter, value))
    .filter(Boolean);
}

/** Name and traits in one line, for labels and tooltips. */
export function cardLine(meta, card, count = 1) {
  const def = card.card && meta.cards[card.card];
  const parts = [def ? def.name : W("BACK")];
  if (count > 1) parts[0] = W("TIMES", { n: count, what: parts[0] });
  if (def) {
    const word = colourWord(meta, def);
    if (word) parts.push(word);
    numbers(def).forEach((t) => parts.push(`${t.name} ${t.text}`));
  }
  if (def && card.up === false) parts.push(W("FACE_DOWN"));
  if (card.remembered) parts.push(W("REMEMBERED"));
  if (card.owner_name) parts.push(card.owner_name);
  return parts.concat(cardCounters(meta, card)).join(", ");
}

function face(meta, card, def, size) {
  const word = colourWord(meta, def);
  const kept = [el("span", { class: "name" }, def.name)];
  const nums = numbers(def);
  if (nums.length) {
    const shown = nums.map((t) => el("span", { class: "number", title: t.name }, el("b", {}, t.text), size === "s" ? null : el("small", {}, t.name)));
    kept.push(el("span", { class: "numbers" }, shown));
  }
  if (word) kept.push(el("span", { class: "word" }, word));
  if (size !== "s") {
    otherTraits(meta, def).slice(0, 2).forEach((t) => kept.push(el("span", { class: "trait" }, t.text)));
    if (def.text.length) kept.push(el("span", { class: "text" }, def.text.join(" · ")));
  }
  return kept;
}

function picture(def) {
  return def.art ? el("img", { class: "art", src: def.art, alt: "", loading: "lazy" }) : null;
}

/**
 * A button that is the card. `size`: l, m or s; `count`: so many look like this. It has no click of its own: board.js listens.
 * An unlit card is out of the order of focus (tabindex -1); light() in board.js decides.
 */
export function cardButton(meta, card, { size, count = 1, key }) {
  const def = card.card ? meta.cards[card.card] : null;
  const classes = ["card", size];
  if (!def) classes.push("back");
  else if (card.up === false) classes.push("down");
  if (card.remembered) classes.push("remembered");
  if (def && def.colour !== null && def.colour !== undefined) classes.push("c" + (def.colour % 8));
  const label = cardLine(meta, card, count);
  const marks = cardCounters(meta, card).map((t) => el("span", { class: "mark" }, t));
  return el(
    "button",
    { type: "button", class: classes.join(" "), "aria-label": label, title: label, tabindex: "-1", data: { key, label, card: card.card ?? "" } },
    def ? [picture(def), ...face(meta, card, def, size)] : el("span", { class: "pattern", "aria-hidden": "true" }),
    marks.length ? el("span", { class: "marks" }, marks) : null,
    card.may_be ? el("span", { class: "maybe" }, maybe(meta, card.may_be)) : null,
    count > 1 ? el("span", { class: "count" }, `${count}×`) : null,
  );
}

function maybe(meta, ids) {
  const names = ids.slice(0, 3).map((id) => meta.cards[id]?.name ?? id);
  return names.join(" / ") + (ids.length > 3 ? " …" : "") + "?";
}
