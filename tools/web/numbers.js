// Choices of a number: steps and a slider, or a grid for several actions. Their form alone
// decides.
import { el } from "./dom.js";
import { W } from "./words.js";

const STEPS = 5; // from this many numbers on there is a slider
const ROWS = 13; // of a grid; more than that are sliders

/** Lists of choices that are alike by `key`. */
function alike(choices, key) {
  const lists = new Map();
  for (const c of choices) lists.set(key(c), [...(lists.get(key(c)) ?? []), c]);
  return [...lists.values()];
}

const different = (list, what) => new Set(list.map(what)).size;

/** {grids, sliders: lists of choices, rest: choices}. A slider's numbers go up. */
export function sorted(choices) {
  const out = { grids: [], sliders: [], rest: choices.filter((c) => c.number === undefined) };
  for (const list of alike(choices.filter((c) => c.number !== undefined), (c) => JSON.stringify([c.cards, c.seat]))) {
    const columns = alike(list, (c) => c.action);
    const rows = different(list, (c) => c.number);
    if (columns.length > 1 && list.length >= STEPS && rows > 1 && rows <= ROWS) out.grids.push(columns.flat());
    else for (const one of columns) one.length < STEPS ? out.rest.push(...one) : out.sliders.push(one.sort((a, b) => a.number - b.number));
  }
  return out;
}

/** The cells of a grid leave out whole words at which all texts begin or end. */
function short(texts) {
  const words = texts.map((t) => t.split(" "));
  const same = (at) => words.every((w) => w.length > 1 && w.at(at) === words[0].at(at));
  let head = 0;
  while (head < words[0].length && same(head)) head++;
  return words.map((w) => w.slice(head).join(" "));
}

/** A row for each number, a column for each action. `button(choice, text)` draws one. */
export function drawGrid(list, button) {
  const columns = [...new Set(list.map((c) => c.action))];
  const rows = [...new Set(list.map((c) => c.number))].sort((a, b) => a - b);
  const texts = short(list.map((c) => c.text));
  const cells = list.map((c, i) => {
    const cell = button(c, texts[i]);
    cell.style.gridArea = `${rows.indexOf(c.number) + 1} / ${columns.indexOf(c.action) + 1}`;
    return cell;
  });
  return el("div", { class: "bids", role: "group", "aria-labelledby": "prompt" }, cells);
}

/** `at`: the shown index, changed by `keep(at)`; `pick(choice)`. */
export function drawSlider(list, at, keep, pick) {
  const last = list.length - 1;
  const half = list.findLastIndex((c) => c.number <= list[last].number / 2);
  const go = el("button", { type: "button", class: "choice main", data: { key: "number" }, onclick: () => pick(list[slider.value]) });
  const slider = el("input", { type: "range", min: "0", max: String(last), "aria-labelledby": "prompt", data: { key: "slider" }, oninput: () => set(slider.valueAsNumber) });
  const steps = [
    ["LEAST", W("LEAST"), () => 0],
    ["LESS", "−", () => slider.valueAsNumber - 1],
    ["MORE", "+", () => slider.valueAsNumber + 1],
    ["HALF", W("HALF"), () => half],
    ["MOST", W("MOST"), () => last],
  ].filter(([name]) => name !== "HALF" || half > 0);
  const buttons = steps.map(([name, text, to]) => el("button", { type: "button", class: "plain", "aria-label": W(name), data: { key: name }, onclick: () => set(to()) }, text));
  function set(to) {
    const now = Math.max(0, Math.min(last, to));
    slider.value = now;
    slider.setAttribute("aria-valuetext", list[now].text);
    go.replaceChildren(list[now].text);
    keep(now);
  }
  set(at);
  return el("div", { class: "numbers" }, slider, buttons, go);
}
