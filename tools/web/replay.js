// Going back and forth through a game that is over, with the eyes of any seat.
import { el } from "./dom.js";
import { W, keep, recall } from "./words.js";
import { go, linkTo, linkToReplay } from "./where.js";
import { copyRow } from "./copy.js";
import { openDialog } from "./sheet.js";

const LONGEST = 200; // letters of a note: links must not grow too long
const MOST = 40;

export class Replay {
  /** `link`: what a link says of a moment, its eyes and the notes at picks (URLSearchParams), or null. */
  constructor(app, link = null) {
    this.app = app;
    this.as = link?.get("as") ?? (app.me === null ? "spectator" : String(app.me));
    this.notes = link ? new Map([...link].filter(([name]) => /^\d+$/.test(name))) : new Map(Object.entries(recall("notes " + app.id, {})));
    this.note = el("input", { type: "text", id: "note", maxlength: String(LONGEST), autocomplete: "off", data: { key: "note" }, onchange: () => this.write() });
    this.picks = 0;
    this.to = 0;
    this.view = null;
    this.asking = false;
    this.wanted = undefined;
  }

  /** A note belongs to the moment that is shown. This browser keeps it; a link brings it to others. */
  write() {
    const text = this.note.value.trim();
    if (text) this.notes.set(String(this.to), text);
    else this.notes.delete(String(this.to));
    keep("notes " + this.app.id, Object.fromEntries(this.notes));
  }

  async share() {
    this.write();
    const says = new URLSearchParams([["at", this.to], ["as", this.as], ...[...this.notes].slice(0, MOST)]);
    openDialog(W("SHARE"), el("p", {}, W("SHARE_NOTE")), copyRow(W("LINK"), await linkToReplay(this.app.id, this.app.meta.watch ?? this.app.key, says)));
  }

  /** The next moment that has a note, around the end; -1: there is no other. */
  nextNote() {
    const at = [...this.notes.keys()].map(Number).filter((n) => n !== this.to && n <= this.picks).sort((a, b) => a - b);
    return at.find((n) => n > this.to) ?? at[0] ?? -1;
  }

  /** Shows the table after `to` picks. While one view comes only the last wish is kept. */
  async go(to) {
    this.wanted = to;
    if (this.asking) return;
    this.asking = true;
    while (this.wanted !== undefined) {
      const want = this.wanted;
      this.wanted = undefined;
      try {
        await this.fetch(want);
      } catch (e) {
        this.app.alarm(e.message);
      }
    }
    this.asking = false;
  }

  async fetch(to) {
    const got = await this.app.fetch(`past?to=${to}&as=${this.as}`);
    if (this.view) this.write();
    Object.assign(this, { picks: got.picks, to: got.to, view: got.view });
    this.note.value = this.notes.get(String(this.to)) ?? "";
    this.app.draw();
  }

  /** The seat whose mat is at the bottom. */
  seat() {
    return /^\d+$/.test(this.as) ? Number(this.as) : this.app.me;
  }

  controls() {
    const step = (key, text, label, to) =>
      el("button", { type: "button", class: "plain", "aria-label": label, disabled: to < 0 || to > this.picks || to === this.to, data: { key: "go " + key }, onclick: () => this.go(to) }, text);
    const slider = el("input", { type: "range", min: "0", max: String(this.picks), value: String(this.to), "aria-label": W("REPLAY_AT"), data: { key: "slider" } });
    slider.addEventListener("input", () => this.go(Number(slider.value)));
    return el(
      "div",
      { class: "replay", role: "group", "aria-label": W("REPLAY") },
      step("first", "«", W("REPLAY_FIRST"), 0),
      step("back", "‹", W("REPLAY_BACK"), this.to - 1),
      slider,
      step("on", "›", W("REPLAY_ON"), this.to + 1),
      step("last", "»", W("REPLAY_LAST"), this.picks),
      el("span", { class: "where" }, W("REPLAY_OF", { n: this.to, of: this.picks })),
      this.eyes(),
      this.whatIf(),
      el("button", { type: "button", class: "choice", data: { key: "go leave" }, onclick: () => ((this.app.replay = null), this.app.draw()) }, W("REPLAY_LEAVE")),
      this.noteLine(step),
    );
  }

  /** The note at this moment, the way to the next one, and the link. */
  noteLine(step) {
    return el(
      "span",
      { class: "noteline" },
      el("label", { for: "note" }, W("NOTE")),
      this.note,
      step("note", "✎", W("NEXT_NOTE"), this.nextNote()),
      el("button", { type: "button", class: "plain", data: { key: "go share" }, onclick: () => this.share() }, W("SHARE")),
    );
  }

  /** Plays on from here, with the knowledge of the seat whose view is shown. */
  whatIf() {
    if (!/^\d+$/.test(this.as) || this.view?.status !== "running") return null;
    const note = W("WHAT_IF_NOTE", { who: this.view.seats[this.as].name });
    return el("button", { type: "button", class: "plain", title: note, "aria-description": note, data: { key: "go whatif" }, onclick: () => this.playOn() }, W("WHAT_IF"));
  }

  async playOn() {
    try {
      const as = Number(this.as);
      const { table, keys } = await this.app.call("whatif", { to: this.to, as, bot: "normal" });
      go(linkTo(table, keys[as]));
    } catch (e) {
      this.app.alarm(e.message);
    }
  }

  eyes() {
    const options = this.app.view.seats.filter((s) => s.person).map((s) => [String(s.seat), s.name]);
    options.push(["spectator", W("EYES_SPECTATOR")], ["all", W("EYES_ALL")]);
    const select = el("select", { id: "eyes", data: { key: "eyes" } }, options.map(([v, t]) => el("option", { value: v, selected: v === this.as }, t)));
    select.addEventListener("change", () => ((this.as = select.value), this.go(this.to)));
    return el("span", { class: "eyes" }, el("label", { for: "eyes" }, W("EYES")), " ", select);
  }
}
