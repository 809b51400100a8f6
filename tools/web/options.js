// The options of a game as fields of a form, and what was filled in.
import { el } from "./dom.js";
import { W } from "./words.js";

const plain = (word) => word.replace(/[_-]/g, " ");

function field(option) {
  const id = "option-" + option.name;
  const says = option.says || plain(option.name);
  if (option.kind === "flag") {
    return el("label", { class: "check" }, el("input", { type: "checkbox", name: id, checked: option.standard === "true" }), el("span", {}, says));
  }
  const input =
    option.kind === "word"
      ? el("select", { id, name: id }, option.values.map((v, i) => el("option", { value: v, selected: v === option.standard }, option.words?.[i] ?? plain(v))))
      : el("input", { type: "number", id, name: id, value: option.standard, required: true });
  return el("p", { class: "field" }, el("label", { for: id }, says), input);
}

/** The options that a table was set with: {name: value}. */
export const given = (meta) => Object.fromEntries(meta.given.map((text) => text.split("=")));

/** How they stand at a table, as a list; a flag that is not set is left out. null: there are none. */
export function settled(meta) {
  const set = given(meta);
  const says = (o, value) => (o.kind === "flag" ? o.says || plain(o.name) : `${o.says || plain(o.name)}: ${o.kind === "word" ? plain(value) : value}`);
  const told = meta.options.map((o) => [o, set[o.name] ?? o.standard]).filter(([o, value]) => o.kind !== "flag" || value === "true");
  return told.length ? el("ul", { class: "settled" }, told.map(([o, value]) => el("li", {}, says(o, value)))) : null;
}

/** What stands under the seats: the game's language and its options, folded up. */
export function optionFields(game, language) {
  if (!game.options.length && !language) return null;
  return el("details", { class: "options" }, el("summary", {}, W("OPTIONS")), el("div", { class: "optionlist" }, language, game.options.map(field)));
}

const count = (name, word, value, most) => el("p", { class: "field" }, el("label", { for: name }, W(word)), el("input", { type: "number", id: name, name, value: String(value), min: "0", max: String(most), required: true }));

/** What is the same for every game: a clock, and if the server `lists` tables, whether it does this one. */
export function tableFields(lists) {
  return [el("details", { class: "options" }, el("summary", { data: { key: "clock" } }, W("CLOCK")), el("div", { class: "optionlist" }, count("minutes", "CLOCK_MINUTES", 0, 600), count("plus", "CLOCK_PLUS", 10, 600), el("p", { class: "note" }, W("CLOCK_NOTE")))), lists ? el("label", { class: "check" }, el("input", { type: "checkbox", name: "listed" }), el("span", {}, W("LIST_IT"))) : null];
}

/** The same in the server's form. */
export const readTable = (form) => ({ ...(Number(form.minutes.value) ? { clock: { minutes: Number(form.minutes.value), plus: Number(form.plus.value) } } : {}), ...(form.listed?.checked ? { listed: true } : {}) });

/** Only what differs from its standard is sent. */
export function readOptions(form, game) {
  const out = {};
  for (const option of game.options) {
    const input = form.elements["option-" + option.name];
    const value = option.kind === "flag" ? String(input.checked) : input.value;
    if (value !== option.standard) out[option.name] = value;
  }
  return out;
}
