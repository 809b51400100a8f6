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

/** Does the ruleset say what stands in the corners? */
const hasCorners = (meta) => meta.corners.some(Boolean);

/** A sentence is too long for a corner; it stands below then. */
const inCorner = (meta, t) => meta.corners.includes(t.id) && t.text.length <= 12;

/** What is told below the name: all that stands nowhere else. */
function otherTraits(meta, def) {
  const apart = (t) => (hasCorners(meta) ? inCorner(meta, t) : isNumber(t.text));
  return def.traits.filter((t) => t.id !== meta.colour && t.text && t.text !== def.name && !apart(t));
}

/** A card's face may be too small for all that is said of it: it is told whole by the pointer. */
const whole = (meta, def, label) => [label, ...otherTraits(meta, def).map(traitText), ...def.text].join("\n");

const traitText = (t) => (t.flag ? t.name : t.word ? t.text : `${t.name} ${t.text}`);

/** What the ruleset wants in this corner (0: above left … 3: below right); null: nothing, or the card has it not. */
function corner(meta, def, at) {
  const t = def.traits.find((t) => t.id === meta.corners[at]);
  if (!t?.text || !inCorner(meta, t)) return null;
  return el("span", { class: `corner at${at}${isNumber(t.text) ? " number" : ""}`, title: t.name }, t.flag ? t.name : t.text);
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
    const said = (t) => isNumber(t.text) || (inCorner(meta, t) && t.id !== meta.colour);
    const some = hasCorners(meta) ? def.traits.filter((t) => t.text && said(t)) : numbers(def);
    some.forEach((t) => parts.push(t.flag ? t.name : `${t.name} ${t.text}`));
  }
  if (def && card.up === false) parts.push(W("FACE_DOWN"));
  if (card.remembered) parts.push(W("REMEMBERED"));
  if (card.owner_name) parts.push(card.owner_name);
  return parts.concat(cardCounters(meta, card)).join(", ");
}

/** What stands at the foot: numbers with their names, or the lower corners; a small card has its colour's word there, too. */
function foot(meta, def, word, small) {
  const said = small && word ? el("span", { class: "word" }, word) : null;
  if (hasCorners(meta)) {
    const below = [corner(meta, def, 2), said, corner(meta, def, 3)];
    return below.some(Boolean) ? el("span", { class: "foot" }, below) : null;
  }
  const shown = numbers(def).map((t) => el("span", { class: "number", title: t.name }, el("b", {}, t.text), small ? null : el("small", {}, t.name)));
  return shown.length || said ? el("span", { class: "foot" }, said, el("span", { class: "numbers" }, shown)) : null;
}

/** A word that is too long for the card's width in the usual letters. */
const isLong = (name, many) => name.split(/[\s-]+/).some((word) => word.length > (many ? 6 : 9));

function head(meta, def, count) {
  const many = count > 1 ? el("span", { class: "count" }, `${count}×`) : null;
  const name = el("span", { class: isLong(def.name, many) ? "name long" : "name" }, many, def.name);
  return hasCorners(meta) ? el("span", { class: "top" }, corner(meta, def, 0), name, corner(meta, def, 1)) : name;
}

function face(meta, def, size, count) {
  const small = size === "s";
  const word = meta.corners.includes(meta.colour) ? null : colourWord(meta, def);
  const parts = [head(meta, def, count)];
  if (!small) {
    const [long, short] = [true, false].map((is) => otherTraits(meta, def).filter((t) => traitText(t).length > 16 === is).slice(0, 2));
    if (word) parts.push(el("span", { class: "word" }, word));
    short.forEach((t) => parts.push(el("span", { class: "trait" }, traitText(t))));
    const text = long.map(traitText).concat(def.text);
    if (text.length) parts.push(el("span", { class: "text" }, text.join(" · ")));
  }
  return [...parts, foot(meta, def, word, small)];
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
    { type: "button", class: classes.join(" "), "aria-label": label, title: def ? whole(meta, def, label) : label, tabindex: "-1", data: { key, label, card: card.card ?? "" } },
    def ? [picture(def), ...face(meta, def, size, count)] : [el("span", { class: "pattern" }), count > 1 ? el("span", { class: "count" }, String(count)) : null],
    marks.length ? el("span", { class: "marks" }, marks) : null,
    card.may_be ? el("span", { class: "maybe" }, maybe(meta, card.may_be)) : null,
  );
}

function maybe(meta, ids) {
  const names = ids.slice(0, 3).map((id) => meta.cards[id]?.name ?? id);
  return names.join(" / ") + (ids.length > 3 ? " …" : "") + "?";
}
