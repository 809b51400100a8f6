// The rules for players: Markdown becomes elements, and nothing of it is ever read as markup.
import { el, focusAgain } from "./dom.js";
import { W } from "./words.js";

const MARKS = [
  [/\*\*(.+?)\*\*/, "strong"],
  [/\*(.+?)\*/, "em"],
  [/`(.+?)`/, "code"],
];

/** A line's text with its marks; for a link its words. */
function inline(text) {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  const found = MARKS.map(([mark, tag]) => ({ at: mark.exec(plain), tag })).filter((f) => f.at);
  if (!found.length) return [plain];
  const { at, tag } = found.reduce((a, b) => (b.at.index < a.at.index ? b : a));
  const inner = tag === "code" ? [at[1]] : inline(at[1]);
  return [plain.slice(0, at.index), el(tag, {}, inner), ...inline(plain.slice(at.index + at[0].length))];
}

/** The kind of a line: a heading, a list entry, a table row, or a paragraph. */
function kindOf(line) {
  const heading = /^(#+) +(.*)/.exec(line);
  if (heading) return { tag: `h${Math.min(heading[1].length + 1, 6)}`, text: heading[2] };
  const entry = /^ {0,3}(?:([-*+])|\d+[.)]) +(.*)/.exec(line);
  if (entry) return { list: entry[1] ? "ul" : "ol", text: entry[2] };
  if (/^\|/.test(line)) return { row: true, text: line };
  return { tag: "p", text: line.trim() };
}

/** Blocks of lines that belong together. A line that begins nothing continues the block before
 * it. */
function blocks(text) {
  const list = [];
  let open = false;
  for (const line of text.split(/\r?\n/)) {
    const kind = kindOf(line);
    const goesOn = open && kind.tag === "p";
    if (line.trim() && goesOn) list.at(-1).text += " " + kind.text;
    else if (line.trim()) list.push(kind);
    open = line.trim() !== "" && !/^h/.test(kind.tag);
  }
  return list;
}

const cells = (text) => text.replace(/^\||\|\s*$/g, "").split("|").map((c) => c.trim());

/** Elements of a text in Markdown. */
export function markdown(text) {
  const out = [];
  let last = null;
  for (const { tag, list, row, text: words } of blocks(text)) {
    const holder = list ?? (row ? "table" : null);
    if (holder && last?.localName !== holder) out.push((last = el(holder)));
    if (!holder) out.push((last = el(tag, {}, inline(words))));
    else if (list) last.append(el("li", {}, inline(words)));
    else if (!/^[\s|:-]+$/.test(words)) last.append(el("tr", {}, cells(words).map((c) => el("td", {}, inline(c)))));
  }
  return out;
}

/** The part of the rules for the running phase: the heading or entry with the innermost phase's
 * name. */
function markHere(root, phases) {
  root.querySelectorAll("[aria-current]").forEach((e) => e.removeAttribute("aria-current"));
  const called = (e) => e.textContent.toLowerCase().replace(/[.:]$/, "");
  const names = [...root.querySelectorAll("h2, h3, h4, li > strong:first-child")];
  for (const phase of phases.map((p) => p.toLowerCase()).reverse()) {
    const one = names.find((e) => called(e) === phase) ?? names.find((e) => phase.split(/\s+/).includes(called(e)));
    if (one) return (one.closest("li") ?? one).setAttribute("aria-current", "step");
  }
}

/** The drawer. It lies beside the table, which goes on. */
export class Rules {
  constructor() {
    this.root = el("aside", { id: "rules", hidden: true, "aria-labelledby": "ruleshead" });
    document.body.append(this.root);
    this.root.addEventListener("keydown", (e) => e.key === "Escape" && (e.stopPropagation(), this.close()));
  }

  get open() {
    return !this.root.hidden;
  }

  /** `game`: {title, rules}; `more`: elements that follow. */
  toggle(game, phases = [], more = []) {
    if (this.open) return this.close();
    this.back = document.activeElement;
    const [title, ...rest] = markdown(game.rules);
    const named = title?.localName === "h2";
    this.root.replaceChildren(
      el("header", {}, el("h2", { id: "ruleshead", tabindex: "-1" }, named ? title.textContent : game.title), el("button", { type: "button", class: "close", "aria-label": W("CLOSE"), onclick: () => this.close() }, "×")),
      el("div", { class: "prose", tabindex: "0", role: "group", "aria-labelledby": "ruleshead" }, named ? rest : [title, ...rest], more),
    );
    this.root.hidden = false;
    this.here(phases);
    this.root.querySelector("h2").focus();
  }

  here(phases) {
    if (this.open) markHere(this.root, phases);
  }

  close() {
    this.root.hidden = true;
    focusAgain(this.back);
  }
}
