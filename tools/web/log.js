// The log: sentences, headings, and marking the cards that a sentence is about.
import { el, say } from "./dom.js";
import { W } from "./words.js";

const SPOKEN = 8; // of many new lines at once the last are read out

export class Log {
  /** `mark(cards)`: called with the identifiers a line is about, [] when it is left; `ask(n)` gives lines before number n. */
  constructor(list, mark, ask) {
    Object.assign(this, { list, mark, ask });
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
    this.list.append(...this.draw(lines, lost));
    this.list.querySelectorAll("[tabindex='0']").forEach((e) => (e.tabIndex = -1));
    const last = [...this.list.querySelectorAll(".line[tabindex]")].at(-1);
    if (last) last.tabIndex = 0;
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
    if (!anew) lines.slice(-SPOKEN).forEach((l) => say(l.text));
  }

  draw(lines, lost) {
    const earlier = el("button", { type: "button", class: "plain", onclick: () => this.look(lost, earlier) }, W("LOG_EARLIER", { n: lost }));
    return [...(lost ? [el("li", { class: "line" }, earlier)] : []), ...lines.map(drawLine)];
  }

  /** What is read stays where it is. */
  async look(before, earlier) {
    earlier.disabled = true;
    const got = await this.ask(before);
    earlier.disabled = false;
    if (!got || !earlier.isConnected) return;
    const below = this.list.scrollHeight - this.list.scrollTop;
    earlier.parentElement.replaceWith(...this.draw(got.log, got.lost));
    this.list.scrollTop = this.list.scrollHeight - below;
    this.list.querySelector("button")?.focus({ preventScroll: true });
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
