// A scenario under way: its text below the table, the position it leads to on the table, and whether it passes.
import { byId, el, refill } from "./dom.js";
import { place } from "./places.js";

const PAUSE = 300; // ms without a key before a text is tried

export class ScenarioEditor {
  constructor(root, app, desk) {
    Object.assign(this, { root, app, desk, view: null, tried: null, notice: null, bad: false, number: 0, shown: false });
    this.text = el("textarea", { id: "scenariotext", rows: "14", spellcheck: "false", autocomplete: "off", "aria-label": "The scenario", "aria-describedby": "scenariosays", wrap: "off", oninput: () => this.later() });
    this.file = el("input", { type: "text", id: "scenariofile", value: "scenarios.yaml", maxlength: "79", list: "scenariofiles" });
    this.files = el("datalist", { id: "scenariofiles" });
    this.says = el("div", { id: "scenariosays", "aria-live": "polite" });
    this.offers = el("div", { class: "offers", role: "group", "aria-label": "What is offered" });
    const button = (key, text, act, main) => el("button", { type: "button", class: main ? "choice main" : "plain small", data: { key: "scenario " + key }, onclick: act }, text);
    this.expect = button("expect", "Expect this", () => this.add(this.tried.expect));
    this.root.append(
      el("div", { class: "scenariohead" }, el("h2", {}, "Scenario"), button("draft", "From the open game", () => this.draft()), this.expect, el("span", { class: "gap" }), el("label", { for: "scenariofile" }, "Keep in scenarios/"), this.file, this.files, button("keep", "Keep", () => this.keep(), true)),
      el("div", { class: "scenariobody" }, this.text, el("div", { class: "scenarioside" }, this.says, this.offers)),
    );
  }

  /** The tab was chosen. What was written before is still there. */
  show() {
    this.shown = true;
    if (this.text.value) this.draw();
    else this.draft();
  }

  hide() {
    this.shown = false;
    clearTimeout(this.timer);
  }

  draft() {
    const { to, picks } = { to: this.desk.timeline.to, picks: this.desk.timeline.picks() };
    return this.take(this.desk.ask(`/scenario?to=${to ?? picks}`));
  }

  /** One that is kept, to be looked at. */
  open(file, line) {
    return this.take(this.desk.ask("/scenario/open", { file, line }));
  }

  async take(coming) {
    try {
      const { text, files } = await coming;
      this.text.value = text;
      this.text.scrollTop = this.text.scrollLeft = 0;
      refill(this.files, files.map((f) => el("option", { value: f })));
      this.notice = null;
      await this.try();
    } catch (e) {
      this.tell(e.message, true);
    }
  }

  later() {
    this.notice = null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.try(), PAUSE);
  }

  /** Plays the text; of several under way only the last one counts. */
  async try() {
    const number = ++this.number;
    if (!this.text.value.trim()) return;
    try {
      const tried = await this.desk.ask("/scenario/try", { text: this.text.value });
      if (number !== this.number) return;
      this.tried = tried;
      if (tried.view) this.view = tried.view;
      this.draw();
    } catch (e) {
      this.tell(e.message, true);
    }
  }

  /** The rules changed, so the position may have. */
  again() {
    if (this.shown) this.try();
  }

  /** Adds a line to the scenario's end. */
  add(line) {
    this.text.value = this.text.value.replace(/\s*$/, "\n") + line;
    this.text.scrollTop = this.text.scrollHeight;
    this.later();
  }

  async keep() {
    try {
      const { file, line } = await this.desk.ask("/scenario/keep", { text: this.text.value, file: this.file.value.trim() });
      this.tell(`Kept: ${place({ file, line }, this.desk.state.folder)}. From now on it runs on each save.`, false);
    } catch (e) {
      this.tell(e.message, true);
    }
  }

  tell(text, bad) {
    Object.assign(this, { notice: text, bad });
    this.draw();
  }

  /** The caret goes to a line of the text. */
  goTo(line, column) {
    const before = this.text.value.split("\n").slice(0, line - 1);
    const at = before.reduce((n, l) => n + l.length + 1, 0) + Math.max(0, (column ?? 1) - 1);
    this.text.focus();
    this.text.setSelectionRange(at, at);
  }

  /** Replaces the wrong word by the suggested one: the word in the message, or else the whole
   * word at this place. */
  putRight({ line, column, instead, message }) {
    this.goTo(line, column);
    const [, mark, rest] = /^(["'*]?)(.*)/.exec(this.text.value.slice(this.text.selectionStart));
    const named = [...message.matchAll(/['`]([^'`]+)['`]/g)].map((m) => m[1]).find((word) => rest.startsWith(word));
    const at = this.text.selectionStart + mark.length;
    this.text.setRangeText(instead.replace(/^\*/, ""), at, at + (named ?? /^[\w-]*/.exec(rest)[0]).length, "end");
    this.try();
  }

  /* ---- what the table asks of whatever stands in the place of the open game ---- */

  seat() {
    return null; // no seat's own mat takes the room of the others
  }

  controls() {
    return el("div", { class: "replay" }, el("b", {}, "Where the scenario ends, hidden cards too"));
  }

  /* ---- drawing ---- */

  finding(f) {
    const button = (key, text, onclick) => el("button", { type: "button", class: "plain small", data: { key }, onclick }, text);
    const right = f.instead ? [" ", button("put right", `Write “${f.instead}”`, () => this.putRight(f))] : null;
    return el("li", { class: "finding bad" }, button("to line", `line ${f.line}`, () => this.goTo(f.line, f.column)), " ", f.message, f.hint ? el("p", { class: "hint" }, f.hint, right) : null);
  }

  verdict() {
    const t = this.tried;
    if (!t) return null;
    if (t.findings.length) return el("ul", { class: "findings broken" }, t.findings.map((f) => this.finding(f)));
    if (t.passed) return el("p", { class: "good" }, "It passes.");
    return el("div", {}, el("p", { class: "bad" }, "It fails."), el("pre", {}, t.report ?? ""));
  }

  /** A click adds the pick to the scenario. */
  offer({ seat, picks }) {
    const alone = this.tried.view?.seats.length === 1 || seat === "you";
    const one = (p) => el("button", { type: "button", class: "plain small", data: { key: `offer ${seat} ${p}` }, onclick: () => this.add(`      - ${alone ? "pick" : seat}: ${p}\n`) }, p);
    return el("p", {}, el("b", {}, seat), " ", picks.slice(0, 40).map(one), picks.length > 40 ? ` and ${picks.length - 40} more` : null);
  }

  draw() {
    if (!this.shown) return;
    this.expect.disabled = !this.tried?.expect;
    refill(this.says, this.notice ? el("p", { class: this.bad ? "bad" : "good", role: this.bad ? "alert" : null }, this.notice) : null, this.verdict());
    refill(this.offers, this.tried?.offers?.length ? el("h3", {}, "Offered next. Click to add a pick") : null, (this.tried?.offers ?? []).map((o) => this.offer(o)));
    this.app.replay = this;
    if (this.app.view) this.app.draw();
  }
}

export const scenarioEditor = (app, desk) => new ScenarioEditor(byId("scenario"), app, desk);
