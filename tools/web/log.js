// The log: sentences, headings, and marking the cards that a sentence is about.
import { el, say } from "./dom.js";
import { W } from "./words.js";

const SPOKEN = 8; // of many new lines at once the last are read out

export class Log {
  /**
   * `mark(cards)`: called with the identifiers a line is about, [] when it is left. `earlier(to)` asks for lines before
   * number `to`: {from, log}.
   */
  constructor(list, mark, earlier) {
    this.list = list;
    this.mark = mark;
    this.earlier = earlier;
    list.addEventListener("keydown", (e) => this.key(e));
    for (const type of ["mouseover", "focusin"]) list.addEventListener(type, (e) => this.over(e.target));
    for (const type of ["mouseleave", "focusout"]) list.addEventListener(type, () => this.mark([]));
    list.addEventListener("click", (e) => this.over(e.target));
  }

  over(target) {
    const line = target.closest?.("[data-cards]");
    this.mark(line ? line.dataset.cards.split(" ") : []);
  }

  /** Adds lines; `anew`: they are the whole log, but for so many `lost` at its start. New ones are read out and come into view. */
  add(lines, anew, lost) {
    const atEnd = anew || this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 80;
    if (anew) this.list.replaceChildren();
    if (lost) this.list.append(this.head(lost));
    this.list.append(...lines.map(drawLine));
    this.list.querySelectorAll("[tabindex='0']").forEach((e) => (e.tabIndex = -1));
    const last = [...this.list.querySelectorAll(".line[tabindex]")].at(-1);
    if (last) last.tabIndex = 0;
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
    if (!anew) lines.slice(-SPOKEN).forEach((l) => say(l.text));
  }

  /** In place of the first `lost` lines a button that brings the last of them. */
  head(lost) {
    const bring = async () => {
      button.disabled = true;
      const { from, log } = await this.earlier(lost).catch(() => ({ from: lost, log: [] }));
      button.disabled = false;
      if (!log.length || !line.isConnected) return;
      const height = this.list.scrollHeight;
      line.replaceWith(...(from ? [this.head(from)] : []), ...log.map(drawLine));
      this.list.scrollTop += this.list.scrollHeight - height; // what was in view stays there
    };
    const button = el("button", { class: "plain", onclick: bring }, W("LOG_LOST", { n: lost }));
    const line = el("li", { class: "line" }, button);
    return line;
  }

  key(e) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[e.key];
    const lines = [...this.list.querySelectorAll(".line[tabindex]")];
    const to = step && lines[lines.indexOf(document.activeElement) + step];
    if (!to) return;
    e.preventDefault();
    e.stopPropagation();
    document.activeElement.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }
}

function drawLine(line) {
  const depth = "d" + Math.min(line.depth ?? 0, 5);
  if (line.heading) return el("li", { class: `heading ${depth}` }, el("h3", {}, line.text));
  if (!line.cards?.length) return el("li", { class: `line ${depth}` }, line.text);
  // a list item that can be focused: the arrow keys walk from one to the next
  return el("li", { class: `line ${depth}`, tabindex: "-1", data: { cards: line.cards.join(" ") } }, line.text);
}
