// The time line: any moment of the open game, with anybody's eyes; from there it can be played on.
import { el, refill } from "./dom.js";

export class Timeline {
  constructor(root, app, desk) {
    Object.assign(this, { root, app, desk, to: null, view: null, asking: false, wanted: undefined, all: false });
  }

  picks() {
    return this.desk.state?.table.picks ?? 0;
  }

  /** Shows the table after `to` picks; at the last one the game is live again. */
  go(to) {
    if (to >= this.picks() && !this.all) return this.leave();
    this.wanted = Math.min(to, this.picks());
    if (!this.asking) this.fetch();
  }

  async fetch() {
    this.asking = true;
    while (this.wanted !== undefined) {
      const want = this.wanted;
      this.wanted = undefined;
      try {
        const as = this.all ? "all" : (this.app.me ?? "spectator");
        const got = await this.desk.ask(`/past?to=${want}&as=${as}`);
        this.to = got.to;
        this.view = got.view;
        this.app.replay = this;
        this.app.draw();
      } catch (e) {
        this.app.alarm(e.message);
      }
    }
    this.asking = false;
    this.draw();
  }

  /** Back to the present game. */
  leave() {
    Object.assign(this, { to: null, view: null, all: false, wanted: undefined });
    this.app.replay = null;
    if (this.app.view) this.app.draw();
    this.draw();
  }

  /** The rules changed: the shown moment now follows the new ones. */
  renew() {
    if (this.to !== null) this.go(this.to);
  }

  /** The table told something: how many picks there are may have changed. */
  async told() {
    const { table } = await this.desk.ask("").catch(() => ({}));
    if (!table || table.id !== this.app.id) return;
    this.desk.state.table = table;
    if (this.all) this.go(this.to === null ? table.picks : Math.min(this.to, table.picks));
    this.draw();
  }

  seat() {
    return this.app.me;
  }

  /** In place of the question while a moment of the past is shown. */
  controls() {
    const here = this.to === this.picks();
    return el(
      "div",
      { class: "replay" },
      el("b", {}, here ? "The whole table, hidden cards too" : `Before pick ${this.to + 1}`),
      here ? null : el("button", { type: "button", class: "choice", data: { key: "go again" }, onclick: () => this.again() }, "Play on from here"),
      el("button", { type: "button", class: "plain", data: { key: "go leave" }, onclick: () => this.leave() }, "Back to the game"),
    );
  }

  async again() {
    try {
      await this.desk.ask("/back", { to: this.to });
      this.leave();
      this.desk.refresh();
    } catch (e) {
      this.app.alarm(e.message);
    }
  }

  eyes() {
    const seats = (this.app.view?.seats ?? []).filter((s) => s.person).map((s) => [String(s.seat), s.name]);
    const options = [["", "the player who must choose"], ...seats, ["spectator", "spectator"], ["all", "everything, hidden cards too"]];
    const now = this.all ? "all" : this.desk.eyes;
    const select = el("select", { id: "eyes", data: { key: "eyes" } }, options.map(([v, t]) => el("option", { value: v, selected: v === now }, t)));
    select.addEventListener("change", () => this.look(select.value));
    return el("span", { class: "eyes" }, el("label", { for: "eyes" }, "Seen by"), " ", select);
  }

  look(eyes) {
    const at = this.to ?? this.picks();
    this.leave();
    if (eyes === "all") {
      this.all = true;
      return this.go(at);
    }
    this.desk.look(eyes);
  }

  draw() {
    const picks = this.picks();
    const at = this.to ?? picks;
    const step = (key, text, label, to) =>
      el("button", { type: "button", class: "plain", "aria-label": label, disabled: to < 0 || to > picks || to === at, data: { key: "time " + key }, onclick: () => this.go(to) }, text);
    const slider = el("input", { type: "range", min: "0", max: String(picks), value: String(at), "aria-label": "Pick", data: { key: "time slider" } });
    slider.addEventListener("input", () => this.go(Number(slider.value)));
    refill(
      this.root,
      step("first", "«", "To the start", 0),
      step("back", "‹", "One pick back", at - 1),
      slider,
      step("on", "›", "One pick on", at + 1),
      step("last", "»", "To the end", picks),
      el("span", { class: "where" }, `${at} of ${picks}`),
      this.eyes(),
    );
  }
}
