// Drawing one card, or a group of cards that look the same: title between corners, picture, kind, text, lower corners.
import { el } from "./dom.js";
import { W } from "./words.js";
import { counterText } from "./counters.js";
import { explained } from "./tip.js";
import { ornament } from "./ornament.js";

const isNumber = (text) => /^[-−]?\d+$/.test(text);

/** A sentence is too long for a corner; it stands in the text then. */
const fits = (t) => t.text.length <= 12;

/** The trait in each corner (0: top left … 3: bottom right): by the ruleset, or else numbers, the
 * first at the top right. */
function cornersOf(meta, def) {
  const ids = meta.corners.some(Boolean) ? meta.corners : [null, ...def.traits.filter((t) => isNumber(t.text)).map((t) => t.id)].slice(0, 4);
  return [0, 1, 2, 3].map((at) => def.traits.find((t) => t.id === ids[at] && t.text && fits(t)) ?? null);
}

/** The parts of a card's face: {corners, kind: words, text: [{label, text}]}. */
export function parts(meta, def) {
  const corners = cornersOf(meta, def);
  const rest = def.traits.filter((t) => t.text && t.text !== def.name && !corners.includes(t));
  const isKind = (t) => t.flag || ((t.word || t.id === meta.colour) && t.text.length <= 40);
  const kind = rest.filter(isKind).sort((a, b) => (b.id === meta.colour) - (a.id === meta.colour));
  const said = rest.filter((t) => !isKind(t)).map((t) => ({ label: t.name, text: t.text }));
  return { corners, kind: kind.map((t) => (t.flag ? t.name : t.text)), text: said.concat(def.text) };
}

const SIGNS = /^(\p{L}{1,2}|(?=.*[^\p{L}]).{1,3})$/u; // "K", "10♠"; not "One"

/** Has a card nothing but a name so short that it is the picture itself? */
export const isBare = (meta, def) => SIGNS.test(def.name) && !parts(meta, def).text.length;

const sentence = (t, tag) => el(tag, {}, t.label ? [el("b", {}, explained(t.label)), " "] : null, explained(t.text));

/** Everything about a card, for a close look: {kind, text, list} as elements. */
export function cardParts(meta, card) {
  const def = meta.cards[card.card];
  const { corners, kind, text } = parts(meta, def);
  const rows = corners.filter(Boolean).map((t) => [t.name, t.flag ? "✓" : t.text]);
  const marks = cardCounters(meta, card).map((t) => [W("MARK"), t]);
  return [
    kind.length ? el("p", { class: "kind" }, explained(kind.join(" · "))) : null,
    text.length ? el("div", { class: "text" }, text.map((t) => sentence(t, "p"))) : null,
    rows.length || marks.length ? el("dl", {}, [...rows, ...marks].flatMap(([name, value]) => [el("dt", {}, explained(name)), el("dd", {}, value)])) : null,
  ].filter(Boolean);
}

/** The card's own counters, those not at their start, in words. */
export function cardCounters(meta, card) {
  return Object.entries(card.counters ?? {})
    .map(([id, value]) => [meta.counters.find((c) => c.id === id && c.of === "cards"), value])
    .filter(([counter]) => counter && !counter.untold)
    .map(([counter, value]) => counterText(meta, counter, value))
    .filter(Boolean);
}

/** Name and all that stands on the card in one line, for labels. */
export function cardLine(meta, card, count = 1) {
  const def = card.card && meta.cards[card.card];
  const said = [def ? def.name : W("BACK")];
  if (count > 1) said[0] = W("TIMES", { n: count, what: said[0] });
  if (def) {
    const { corners, kind, text } = parts(meta, def);
    said.push(...kind, ...corners.filter(Boolean).map((t) => (t.flag ? t.name : `${t.name} ${t.text}`)));
    said.push(...text.map((t) => (t.label ? W("COUNTER", { what: t.label, value: t.text }) : t.text)));
    if (card.up === false) said.push(W("FACE_DOWN"));
  }
  if (card.remembered) said.push(W("REMEMBERED"));
  if (card.owner_name) said.push(card.owner_name);
  return said.concat(cardCounters(meta, card)).join(", ");
}

function corner(t, at) {
  return t ? el("span", { class: `corner at${at}${isNumber(t.text) ? " number" : ""}` }, t.flag ? t.name : t.text) : null;
}

/** A word that is too long for the card's width in the usual letters. */
const longOf = (name, many) => {
  const most = Math.max(...name.split(/[\s-]+/).map((word) => word.length));
  return (most > (many ? 6 : 9) ? " long" : "") + (most > 13 ? " longest" : "");
};

function face(meta, id, size, count) {
  const def = meta.cards[id];
  const { corners, kind, text } = parts(meta, def);
  const many = count > 1 ? el("span", { class: "count" }, `${count}×`) : null;
  const name = el("span", { class: "name" + longOf(def.name, many) }, many, many && " ", def.name);
  const foot = [corner(corners[2], 2), corner(corners[3], 3)];
  const bare = isBare(meta, def);
  const glyph = bare ? el("span", { class: "glyph" }, def.name) : null;
  const picture = def.art ? el("img", { class: "art", src: def.art, alt: "", loading: "lazy" }) : (glyph ?? ornament(id, def.colour ?? 0));
  if (size === "t") return [el("span", { class: "bar" }, many, many ? null : corners.slice(0, 2).map((t, at) => t && isNumber(t.text) && corner(t, at))), el("span", { class: "picture" }, picture)];
  return [
    el("span", { class: "bar" }, corner(corners[0], 0), corner(corners[1], 1), name),
    size === "s" ? null : el("span", { class: "picture" }, picture),
    kind.length && !bare ? el("span", { class: "kind" }, explained(kind.join(" · "))) : null,
    size !== "s" && text.length ? el("span", { class: "text" }, text.map((t) => sentence(t, "span"))) : null,
    el("span", { class: "dots", hidden: true }, "⋯"),
    foot.some(Boolean) ? el("span", { class: "foot" }, foot) : null,
  ];
}

/** A button for a card. `size`: l, m, s or t. `count`: how many look like this. board.js listens for
 * clicks. An unlit card has no focus (tabindex -1); light() in board.js decides. */
export function cardButton(meta, card, { size, count = 1, key }) {
  const def = card.card ? meta.cards[card.card] : null;
  const classes = ["card", size];
  if (!def) classes.push("back");
  else if (card.up === false) classes.push("down");
  if (card.remembered) classes.push("remembered");
  if (def?.red) classes.push("red");
  if (def && def.colour !== null && def.colour !== undefined) classes.push("c" + (def.colour % 8));
  const label = cardLine(meta, card, count);
  const marks = size === "t" ? [] : [def && card.up === false ? W("FACE_DOWN") : null, ...cardCounters(meta, card)].filter(Boolean).map((t) => el("span", { class: "mark" }, t));
  return el(
    "button",
    { type: "button", class: classes.join(" "), "aria-label": label, tabindex: "-1", data: { key, label, card: card.card ?? "" } },
    def ? face(meta, card.card, size, count) : [el("span", { class: "pattern" }), count > 1 ? el("span", { class: "count" }, String(count)) : null],
    marks.length ? el("span", { class: "marks" }, marks) : null,
    card.may_be ? maybe(meta, card.may_be) : null,
  );
}

const MAYBE_AT_MOST = 8;

/** The common first words of these names, with the space after them. */
function sharedStart(names) {
  let start = names[0];
  while (!names.every((n) => n.startsWith(start))) start = start.slice(0, -1);
  return start.slice(0, start.lastIndexOf(" ") + 1);
}

/** What a back may be: "White 1 / 2 / 5?". Too many cards would not fit on the small face. */
function maybe(meta, ids) {
  if (ids.length > MAYBE_AT_MOST) return null;
  const names = ids.map((id) => meta.cards[id]?.name ?? id);
  const start = sharedStart(names);
  const shown = names.slice(0, start ? MAYBE_AT_MOST : 3).map((n) => n.slice(start.length));
  return el("span", { class: "maybe" }, start + shown.join(" / ") + (names.length > shown.length ? " …" : "") + "?");
}
