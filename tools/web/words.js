// The page's words come from the server (words.def); here they are only looked up and filled in.

// until the server has answered it cannot say so in another language
let words = { PAGE_LOST: "The connection is lost. Trying again…" };

export function setWords(map) {
  words = map;
}

/** W("SCORE_OF", {n: 3}): PAGE_SCORE_OF with {n} replaced. A missing word shows its name. */
export function W(name, values = {}) {
  const text = words["PAGE_" + name] ?? name;
  return text.replace(/\{(\w+)\}/g, (all, key) => (key in values ? String(values[key]) : all));
}

/** A sentence of the server in the table's language; one that is not known stays. */
export const translated = (text) => words[text] ?? words[text.replace(/\d+/, "{n}")]?.replace("{n}", text.match(/\d+/)) ?? text;

/** Fills the texts that stand in the HTML: data-w for the content, data-w-label for the label. */
export function fillWords(root = document) {
  for (const e of root.querySelectorAll("[data-w]")) e.textContent = W(e.dataset.w);
  for (const e of root.querySelectorAll("[data-w-label]")) e.setAttribute("aria-label", W(e.dataset.wLabel));
}

/** Before each key of this browser's storage: games in one file may have theirs beside each other. */
export const STORE = document.documentElement.dataset.store ?? "cantrip.";

/** Settings of this browser; without storage (private windows) they last as long as the tab, whose name keeps them. */
const kept = new Map(named());
function named() {
  try {
    return JSON.parse(globalThis.name.slice(STORE.length));
  } catch {
    return []; // another name, or none
  }
}
export function recall(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(STORE + key)) ?? otherwise;
  } catch {
    return kept.get(key) ?? otherwise;
  }
}
export function keep(key, value) {
  kept.set(key, value);
  try {
    localStorage.setItem(STORE + key, JSON.stringify(value));
  } catch {
    globalThis.name = STORE + JSON.stringify([...kept]);
  }
}
