// What the player may set in this browser, and the keys of the table.
import { el } from "./dom.js";
import { W } from "./words.js";
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

/** `changed()` is called when something was set. */
export function openSettings(changed) {
  const problem = el("p", { class: "problem", role: "alert" });
  const boxes = SETTINGS.map((name) =>
    el("label", { class: "check" }, el("input", { type: "checkbox", name, checked: wants(name), onchange: (e) => (set(e.target, problem), changed()) }), el("span", {}, W("SET_" + name.toUpperCase()))),
  );
  const keys = KEYS.flatMap(([key, word]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, W(word))]);
  openDialog(W("SETTINGS"), el("div", { class: "settings" }, boxes, problem), el("h3", {}, W("KEYS")), el("dl", {}, keys)).className = "settingsdialog";
}
