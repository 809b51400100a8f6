// Drawing one card, or a group of cards that look the same.
import { el } from "./dom.js";
import { W } from "./words.js";
import { counterText } from "./counters.js";

const isNumber = (text) => /^[-−]?\d+$/.test(text);

/** What colours the card, as a word; null: nothing does, or its name says so. */
function colourWord(meta, def) {
  const text = def.traits.find((t) => t.id === meta.colour)?.text;
  return text && text !== def.name ? text : null;
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

/** What stands at the foot: numbers with their names; a small card has its colour's word there, too. */
function foot(def, word, small) {
  const shown = numbers(def).map((t) => el("span", { class: "number", title: t.name }, el("b", {}, t.text), small ? null : el("small", {}, t.name)));
  if (!shown.length && !(small && word)) return null;
  return el("span", { class: "foot" }, small && word ? el("span", { class: "word" }, word) : null, el("span", { class: "numbers" }, shown));
}

function face(meta, def, size, count) {
  const small = size === "s";
  const word = colourWord(meta, def);
  const many = count > 1 ? el("span", { class: "count" }, `${count}×`) : null;
  const parts = [el("span", { class: "name" }, many, def.name)];
  if (!small) {
    if (word) parts.push(el("span", { class: "word" }, word));
    otherTraits(meta, def).slice(0, 2).forEach((t) => parts.push(el("span", { class: "trait" }, t.flag ? t.name : t.text)));
    if (def.text.length) parts.push(el("span", { class: "text" }, def.text.join(" · ")));
  }
  return [...parts, foot(def, word, small)];
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
    def ? [picture(def), ...face(meta, def, size, count)] : [el("span", { class: "pattern" }), count > 1 ? el("span", { class: "count" }, String(count)) : null],
    marks.length ? el("span", { class: "marks" }, marks) : null,
    card.may_be ? el("span", { class: "maybe" }, maybe(meta, card.may_be)) : null,
  );
}

function maybe(meta, ids) {
  const names = ids.slice(0, 3).map((id) => meta.cards[id]?.name ?? id);
  return names.join(" / ") + (ids.length > 3 ? " …" : "") + "?";
}
