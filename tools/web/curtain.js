// Several seats at one screen: between two persons a curtain hides the table until the other one says so.
import { el } from "./dom.js";
import { W } from "./words.js";
import { peek } from "./net.js";

export class Curtain {
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.searching = false;
  }

  /** Looks at a message; true: the curtain is down and nothing of it may be drawn. */
  tell(message) {
    const { app, root } = this;
    if (!root.hidden) return true;
    const { status, choices, asked } = message.view;
    if (app.keys.length > 1 && status === "running" && !choices?.length && asked?.some((s) => s !== app.me || asked.length > 1)) this.search();
    return false;
  }

  /** Is it the turn of another player at this screen? Only their own stream says so, as it is
   * secret who has answered. */
  async search() {
    this.missed = this.searching; // a request during another answer is handled after it
    if (this.searching) return;
    this.searching = true;
    const { app } = this;
    const here = app.keys.indexOf(app.key);
    for (let i = 1; i < app.keys.length; i++) {
      const key = app.keys[(here + i) % app.keys.length];
      try {
        const { view } = await peek(app.path + "/stream", key);
        if (view.choices?.length && view.status === "running") {
          if (app.view && !app.view.choices?.length) this.lower(key, view.seats[view.observer].name);
          break;
        }
      } catch {
        // a key that is no good: that seat is not played here
      }
    }
    this.searching = false;
    if (this.missed && app.view) this.tell({ view: app.view });
  }

  lower(key, name) {
    const { root, app } = this;
    const button = el("button", { type: "button", class: "choice main" }, W("CURTAIN_GO", { who: name }));
    button.addEventListener("click", () => this.raise(key));
    root.replaceChildren(el("h2", { id: "curtainhead" }, W("CURTAIN", { who: name })), el("p", {}, W("CURTAIN_GIVE", { who: name })), button);
    this.show(true);
    app.clear();
    button.focus();
  }

  /** Nothing behind the curtain can be reached, by keys neither. */
  show(on) {
    for (const e of document.body.children) if (e !== this.root) e.inert = on;
    this.root.hidden = !on;
  }

  raise(key) {
    this.show(false);
    this.app.enter(key).catch((e) => this.app.alarm(e.message));
  }
}
