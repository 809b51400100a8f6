// What the player may set in this browser, and the keys of the table.
import { el } from "./dom.js";
import { W, keep, recall } from "./words.js";
import { openDialog } from "./sheet.js";
import { SETTINGS, want, wants } from "./habits.js";
import { askLeave, ring } from "./notice.js";

/** Each key with the word that says what it does. */
const KEYS = [
  ["Tab", "KEY_TAB"],
  ["← → ↑ ↓", "KEY_ARROWS"],
  ["Enter", "KEY_ENTER"],
  ["i", "KEY_ABOUT"],
  ["a", "ALL_CHOICES"],
  ["1–9", "KEY_DIGITS"],
  ["h", "HINT"],
  ["u", "UNDO"],
  ["r", "RULES"],
  ["l", "LOG"],
  ["c", "CHAT"],
  ["?", "SETTINGS"],
  ["Esc", "KEY_ESCAPE"],
];

/** A notice needs the browser's leave. A sound is heard at once. */
async function set(box, problem) {
  want(box.name, box.checked);
  problem.textContent = "";
  if (box.checked && box.name === "sound") ring();
  if (box.checked && box.name === "notice" && !(await askLeave())) {
    want(box.name, (box.checked = false));
    problem.textContent = W("NO_NOTICES");
  }
}

/** The player's colour, at this table and the next ones. */
function colours(app) {
  const now = recall("colour", 0);
  const pick = (n) => (keep("colour", n), app.introduce());
  const one = (n) => el("label", { class: n ? `colour c${n - 1}` : "colour" }, el("input", { type: "radio", name: "colour", value: String(n), checked: n === now, onchange: () => pick(n) }), n ? el("span", { class: "dot" }) : null, el("span", {}, W("COLOUR_" + n)));
  return el("fieldset", {}, el("legend", {}, W("COLOUR")), el("div", { class: "colours" }, [...Array(9).keys()].map(one)));
}

/** The dialog of all that this browser keeps, and of the keys. */
export function openSettings(app) {
  const problem = el("p", { class: "problem", role: "alert" });
  const boxes = SETTINGS.map((name) =>
    el("label", { class: "check" }, el("input", { type: "checkbox", name, checked: wants(name), onchange: (e) => (set(e.target, problem), app.draw()) }), el("span", {}, W("SET_" + name.toUpperCase()))),
  );
  const keys = KEYS.flatMap(([key, word]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, W(word))]);
  openDialog(W("SETTINGS"), el("div", { class: "settings" }, boxes, problem, app.desk ? null : colours(app)), el("h3", {}, W("KEYS")), el("dl", {}, keys)).className = "settingsdialog";
}
