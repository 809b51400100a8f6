// The log: headings and sentences. Results of a sentence are folded into it. A sentence marks its
// cards.
import { el, say } from "./dom.js";
import { W } from "./words.js";
import { explained } from "./tip.js";

const SPOKEN = 8; // of many new lines at once the last are read out

export class Log {
  /** `mark(cards)`: called with the identifiers a line is about, [] when it is left; `ask(n)` gives lines before number n;
   * `name(card)`: what a card is called. */
  constructor(list, mark, ask, name) {
    Object.assign(this, { list, mark, ask, name, under: [] });
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
    if (anew) {
      this.list.replaceChildren();
      this.under = [];
    }
    this.list.append(...this.draw(lines, lost, this.under));
    this.stop();
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
    if (!anew) lines.filter((l) => !l.inner).slice(-SPOKEN).forEach((l) => say(l.text));
  }

  /** One place for the Tab key, at the newest line; arrows go on from there. */
  stop() {
    const lines = this.lines();
    lines.forEach((e, i) => (e.tabIndex = i === lines.length - 1 ? 0 : -1));
  }

  lines() {
    return [...this.list.querySelectorAll(".line[data-cards], summary.line")].filter((e) => e.checkVisibility());
  }

  /** `under`: the lines since the last heading, into which others may be folded: the elements and their texts. */
  draw(lines, lost, under) {
    const earlier = el("button", { type: "button", class: "plain", onclick: () => this.look(lost, earlier) }, W("LOG_EARLIER", { n: lost }));
    const out = lost ? [el("li", { class: "line" }, earlier)] : [];
    for (const line of lines) {
      const into = line.heading ? null : this.into(line, under);
      if (into) fold(into, line);
      else out.push(this.entry(line, under));
    }
    return out;
  }

  /** The line it belongs to: the one about the card of the effect, or else the last one. */
  into(line, under) {
    const source = line.source && this.name(line.source);
    return (source && under.findLast((u) => u.text.includes(source))) || (line.inner && under.at(-1)) || null;
  }

  entry(line, under) {
    if (line.heading) {
      under.length = 0;
      return el("li", { class: `heading d${depth(line)}` }, el("h3", {}, line.text));
    }
    const item = drawLine(line, "li");
    under.push({ item, line, text: line.text });
    return item;
  }

  /** Keeps the visible text in place. */
  async look(before, earlier) {
    earlier.disabled = true;
    const got = await this.ask(before);
    earlier.disabled = false;
    if (!got || !earlier.isConnected) return;
    const below = this.list.scrollHeight - this.list.scrollTop;
    earlier.parentElement.replaceWith(...this.draw(got.log, got.lost, []));
    this.list.scrollTop = this.list.scrollHeight - below;
    this.list.querySelector("button")?.focus({ preventScroll: true });
  }

  key(e) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[e.key];
    const lines = this.lines();
    const to = step && lines[lines.indexOf(document.activeElement) + step];
    if (!to) return;
    e.preventDefault();
    e.stopPropagation();
    document.activeElement.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }
}

const depth = (line) => Math.min(line.depth ?? 0, 5);

/** A line that is about cards can be focused: the arrow keys walk from one to the next. */
function drawLine(line, tag) {
  const about = line.cards?.length ? { tabindex: "-1", data: { cards: line.cards.join(" ") } } : {};
  return el(tag, { class: `line d${depth(line)}`, ...about }, explained(line.text));
}

/** The first line that is folded makes an entry one that can be opened. */
function fold(entry, line) {
  if (!entry.rest) {
    entry.rest = el("ul");
    entry.item.className = "folding";
    entry.item.removeAttribute("tabindex");
    entry.item.replaceChildren(el("details", {}, drawLine(entry.line, "summary"), entry.rest));
  }
  entry.rest.append(drawLine(line, "li"));
}
