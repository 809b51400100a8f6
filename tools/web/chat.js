// What players say at the table. Each browser hides those whom its player has muted.
import { byId, el, say } from "./dom.js";
import { dotOf } from "./board.js";
import { W, keep, recall } from "./words.js";

const MOST = 100; // seats that are muted, of all tables

export class Chat {
  /** `root`: beside the log, or null where there is no chat. */
  constructor(root, app) {
    Object.assign(this, { root, app, lines: [], unread: 0 });
    if (!root) return;
    this.list = el("ol", { class: "said", tabindex: "0" });
    this.field = el("input", { type: "text", id: "say", maxlength: "200", autocomplete: "off", enterkeyhint: "send" });
  }

  /** The key of a seat's mute: tables that follow each other have one watch link. */
  mute(seat) {
    return `${this.app.meta.watch ?? this.app.id} ${seat}`;
  }

  isMuted(seat) {
    return recall("muted", []).includes(this.mute(seat));
  }

  toggle(seat) {
    const list = recall("muted", []);
    keep("muted", this.isMuted(seat) ? list.filter((m) => m !== this.mute(seat)) : [this.mute(seat), ...list].slice(0, MOST));
    this.draw();
  }

  /** New lines; those from an earlier number on are all that the server has. */
  tell(lines) {
    if (!this.root || !lines?.length) return;
    const next = this.lines.length ? this.lines.at(-1).n + 1 : 0;
    const whole = lines[0].n < next;
    const fresh = lines.filter((l) => (whole ? l.n >= next : true) && l.seat !== this.app.me && !this.isMuted(l.seat));
    this.lines = whole ? lines : [...this.lines, ...lines];
    fresh.forEach((l) => say(this.text(l)));
    if (!byId("logpane").checkVisibility({ visibilityProperty: true })) this.unread += fresh.length;
  }

  text(l) {
    return W("COUNTER", { what: this.app.meta.seatName(l.seat), value: l.text });
  }

  /** The pane is looked at. */
  read() {
    this.unread = 0;
  }

  /** The pane is opened if it has to be. False: there is no chat. */
  focus() {
    if (!this.root || this.root.hidden || !this.field.isConnected) return false;
    if (!this.field.checkVisibility({ visibilityProperty: true })) document.querySelector('[data-key="log"]').click();
    this.field.focus();
    return true;
  }

  /** Alone with bots there is nobody to talk to. */
  draw() {
    const { root, app } = this;
    if (!root) return;
    const shown = this.lines.filter((l) => !this.isMuted(l.seat));
    root.hidden = !shown.length && (app.me === null || app.table.seats.filter((s) => s.who === "person" || s.who === "open").length < 2);
    if (root.hidden) return;
    if (!root.childElementCount) root.append(el("h2", {}, W("CHAT")), this.list, this.form());
    this.list.setAttribute("aria-label", W("CHAT"));
    this.list.replaceChildren(...shown.map((l) => el("li", {}, dotOf(app, l.seat), el("b", {}, app.meta.seatName(l.seat)), " ", el("bdi", {}, l.text))));
    this.list.scrollTop = this.list.scrollHeight;
  }

  form() {
    if (this.app.me === null) return "";
    return el("form", { class: "row", onsubmit: (e) => this.send(e) }, el("label", { for: "say", class: "hidden" }, W("SAY_LABEL")), this.field, el("button", { type: "submit", class: "plain" }, W("SAY")));
  }

  async send(e) {
    e.preventDefault();
    const text = this.field.value.trim();
    if (!text) return;
    try {
      await this.app.call("say", { text });
      this.field.value = "";
    } catch (problem) {
      this.app.alarm(problem.message);
    }
  }
}
