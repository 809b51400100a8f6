// Going back and forth through a game that is over, with the eyes of any seat.
import { el } from "./dom.js";
import { W } from "./words.js";
import { go, linkTo } from "./where.js";

export class Replay {
  constructor(app) {
    this.app = app;
    this.as = app.me === null ? "spectator" : String(app.me);
    this.picks = 0;
    this.to = 0;
    this.view = null;
    this.asking = false;
    this.wanted = undefined;
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
    Object.assign(this, { picks: got.picks, to: got.to, view: got.view });
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
