// Explains words in place, and shows parts of a card that do not fit: a small pane beside the
// pointer.
import { byId, el } from "./dom.js";

let meanings = new Map();
let pattern = null;

/** `list`: [{word, means, icon}] of the game. A word is known with a usual ending, too, but not within one of `names`. */
export function setMeanings(list, names) {
  places.clear();
  meanings = new Map(list.map((m) => [m.word, m]));
  for (const m of list) if (!meanings.has(m.word.toLowerCase())) meanings.set(m.word.toLowerCase(), m);
  const words = (list.length ? [...meanings.keys(), ...names] : []).sort((a, b) => b.length - a.length).map((w) => w.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/er$/, "(?:er|ez|ent|ées?|és?|es?)"));
  pattern = words.length ? new RegExp(`(?<!\\p{L})(${words.join("|")})(?:e?[sdx])?(?!\\p{L})`, "giu") : null;
}

/** What is known of a word of the pattern: as it is written, or in another form. */
const known = (shown) => [shown, shown.toLowerCase(), shown.toLowerCase().replace(/(ez|ent|ées?|és?|es?)$/, "er")].map((w) => meanings.get(w)).find(Boolean);

/** A picture or a sign; a letter is on a disc. The word that it stands with is read out. */
function iconOf({ icon }) {
  if (!icon) return null;
  if (/^(\/|data:)/.test(icon)) return el("img", { class: "icon", src: icon, alt: "" });
  return el("span", { class: /[\p{L}\p{N}]/u.test(icon) ? "icon letter" : "icon", "aria-hidden": "true" }, icon);
}

/** A word with its icon, and its explanation. Where there is little room the icon stands for the word. */
function term(shown, meaning, alone) {
  const capital = meaning.word[0] !== meaning.word[0].toLowerCase(); // then one without it is another word
  const icon = capital && shown[0] !== meaning.word[0] ? null : iconOf(meaning);
  const inner = icon ? [icon, el("span", { class: "said" }, shown)] : [shown];
  const data = { word: meaning.word };
  const said = { class: `${meaning.means ? "term" : ""}${icon ? " iconed" : ""}`, data };
  return alone && meaning.means ? el("button", { type: "button", ...said }, inner) : el("span", said, inner);
}

/** Where words to be explained stand in a text: a board is drawn of the same texts again and again. */
const places = new Map();
const MOST_PLACES = 5000;
function placesIn(text) {
  if (places.size > MOST_PLACES) places.clear();
  if (!places.has(text)) places.set(text, [...text.matchAll(pattern)].map((m) => ({ at: m.index, shown: m[0], meaning: known(m[1]) })));
  return places.get(text);
}

/** A text with its words to be explained: `alone`: each can be focused, for it stands in nothing that can. */
export function explained(text, alone = false) {
  if (!pattern) return [text];
  const out = [];
  let from = 0;
  for (const { at, shown, meaning } of placesIn(text)) {
    out.push(text.slice(from, at), meaning ? term(shown, meaning, alone) : shown);
    from = at + shown.length;
  }
  return [...out, text.slice(from)].filter(Boolean);
}

/** The words that stand in these elements with their meanings, each once; null: none. */
export function meaningsIn(elements) {
  const terms = elements.flatMap((e) => (e.matches("[data-word]") ? [e] : [...e.querySelectorAll("[data-word]")]));
  return glossary([...new Set(terms.map((t) => meanings.get(t.dataset.word)))]);
}

/** A list of words; without one all that the game explains. */
export function glossary(list = new Set(meanings.values())) {
  const told = [...list].filter((m) => m.means);
  if (!told.length) return null;
  return el("dl", { class: "meanings" }, told.flatMap((m) => [el("dt", {}, iconOf(m), m.word), el("dd", {}, m.means)]));
}

let anchor = null;

function hide() {
  anchor?.removeAttribute("aria-describedby");
  anchor = null;
  byId("tip").hidden = true;
}

/** Beside the anchor, where there is room: right, left, above, below. */
function place(tip) {
  const at = anchor.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const within = (n, size, room) => Math.max(6, Math.min(n, room - size - 6));
  const beside = at.right + width + 14 < innerWidth ? at.right + 8 : at.left - width - 8;
  const flat = at.width > innerWidth / 3 || beside < 6;
  const above = at.top - height - 8;
  const x = flat || anchor.matches(".term") ? within(at.left, width, innerWidth) : beside;
  const y = flat || anchor.matches(".term") ? (above > 6 ? above : at.bottom + 8) : within(at.top, height, innerHeight);
  Object.assign(tip.style, { left: x + "px", top: within(y, height, innerHeight) + "px" });
}

function show(at, content) {
  const parts = content.filter(Boolean);
  if (at === anchor) return;
  hide();
  if (!parts.length) return;
  anchor = at;
  const tip = byId("tip");
  tip.replaceChildren(...parts);
  tip.hidden = false;
  at.setAttribute("aria-describedby", "tip");
  place(tip);
}

/** Shows them at the pointer or focus. `about(card)`: elements about a drawn card. */
export function watch(about) {
  document.body.append(el("div", { id: "tip", role: "tooltip", hidden: true }));
  const of = (target, what) => {
    const at = target.closest?.(".card") ?? target.closest?.(what);
    if (!at || at.closest("dialog")) return hide();
    const told = at.matches(".card") ? about(at) : [];
    show(at, [...told, meaningsIn([at, ...told])]);
  };
  new ResizeObserver(() => anchor && place(byId("tip"))).observe(byId("tip")); // reasons come later
  document.addEventListener("mouseover", (e) => of(e.target, ".term"));
  document.addEventListener("focusin", (e) => e.target.matches(":focus-visible") && of(e.target, ".term, .line, .choice"));
  document.addEventListener("focusout", hide);
  document.addEventListener("click", (e) => (e.target.closest(".term") && !e.target.closest(".card, .choice") ? of(e.target, ".term") : hide()));
  document.addEventListener("keydown", (e) => e.key === "Escape" && hide());
  // who goes by keys has the page scroll to where they are
  document.addEventListener("scroll", () => (anchor?.contains(document.activeElement) ? place(byId("tip")) : hide()), true);
}
