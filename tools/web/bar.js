// The bar: the question, the choices that cards on the table do not show, and the list of all.
import { el, refill } from "./dom.js";
import { W } from "./words.js";
import { explained } from "./tip.js";
import { allCards } from "./habits.js";
import { drawGrid, drawSlider, sorted } from "./numbers.js";

const FEW = 12; // more buttons than that stand in the list only

/** "Bob", "Bob and Cara", "Bob, Cara and Dan" */
export function names(list) {
  if (list.length < 2) return list.join("");
  return W("AND", { a: list.slice(0, -1).join(", "), b: list.at(-1) });
}

function headline(ctx, chooser) {
  const { view, meta, me } = ctx;
  if (view.status !== "running") return W("OVER");
  if (ctx.coming) return W("BY_ITSELF", { what: ctx.coming.choice.text });
  if (ctx.sure) return W("SURE", { what: ctx.sure.text });
  if (chooser) return view.prompt || W("CHOOSE");
  const asked = (view.asked ?? []).filter((s) => s !== me);
  if (me !== null && view.asked?.includes(me)) return W("ANSWERED");
  return asked.length ? W(asked.length > 1 ? "WAIT_FOR_MANY" : "WAIT_FOR", { who: names(asked.map((s) => meta.seatName(s))) }) : W("WAIT");
}

function choiceButton(ctx, choice, number, hints, text = choice.text) {
  const share = hints?.get(choice.key);
  return el(
    "button",
    { type: "button", class: "choice", "aria-label": text === choice.text ? null : choice.text, data: { key: "choice " + choice.key }, onclick: () => ctx.pick(choice) },
    number !== null ? el("kbd", {}, String(number)) : null,
    el("span", {}, explained(text)),
    share !== undefined ? el("span", { class: "share" }, W("PERCENT", { n: Math.round(share * 100) })) : null,
  );
}

function allChoices(ctx, hints) {
  const list = [...ctx.view.choices];
  if (hints) list.sort((a, b) => (hints.get(b.key) ?? -1) - (hints.get(a.key) ?? -1));
  const items = list.map((c, i) => el("li", {}, choiceButton(ctx, c, i < 9 ? i + 1 : null, hints)));
  return el("ol", { class: "all", id: "all", "aria-label": W("ALL_CHOICES") }, items);
}

/** The choices for what was pointed at so far: {row: buttons, wide: those with lines of their
 * own}. */
function buttons(ctx, chooser) {
  if (ctx.coming) return { row: [], wide: [] };
  if (ctx.sure) return { row: [el("button", { type: "button", class: "choice main", data: { key: "sure" }, onclick: ctx.sure.go }, W("YES"))], wide: [] };
  const s = chooser.state();
  const { grids, sliders, rest } = sorted(s.buttons);
  const many = rest.length > FEW && !chooser.taken.length;
  const list = many ? [] : rest.map((c) => choiceButton(ctx, c, null, null));
  if (s.setDone) {
    list.unshift(el("button", { type: "button", class: "choice main", data: { key: "set" }, onclick: () => ctx.pick(s.setDone) }, W("TAKE_THESE", { n: s.takenCards.length })));
  }
  const all = chooser.taken.length ? [] : allCards(ctx.view, ctx.isOwn);
  const text = W("ALL_OF", { n: all.length });
  if (all.length > 1) list.unshift(el("button", { type: "button", class: "choice", data: { key: "playall" }, onclick: () => ctx.pickAll(all, text) }, text));
  const wide = [
    ...grids.map((g) => drawGrid(g, (c, short) => choiceButton(ctx, c, null, null, short))),
    ...sliders.map((l) => drawSlider(l, chooser.numbers.get(l[0].key) ?? 0, (at) => chooser.numbers.set(l[0].key, at), ctx.pick)),
  ];
  return { row: list, wide };
}

/** Draws the bar. ctx: {view, meta, me, pick, back, toggleAll, askHint, listOpen, hints, busy}; no chooser: one is not asked. */
export function drawBar(root, ctx, chooser) {
  if (ctx.replay) {
    refill(root, ctx.replay.controls());
    return;
  }
  const tools = chooser
    ? [
        ctx.coming || ctx.sure || chooser.taken.length
          ? el("button", { type: "button", class: "plain", data: { key: "back" }, onclick: () => ctx.back() }, W(ctx.coming ? "STOP" : "BACK_STEP"))
          : null,
        el("button", { type: "button", class: "plain", "aria-expanded": String(ctx.listOpen), "aria-controls": "all", data: { key: "all" }, onclick: ctx.toggleAll }, W("ALL_CHOICES")),
        el("button", { type: "button", class: "plain", data: { key: "hint" }, disabled: ctx.hinting, onclick: ctx.askHint }, ctx.hinting ? W("HINT_COMES") : W("HINT")),
      ]
    : [];
  const { row: list, wide } = chooser ? buttons(ctx, chooser) : { row: [], wide: [] };
  const row = list.length ? el("div", { class: list.length > 3 ? "buttons many" : "buttons" }, list) : null;
  root.classList.toggle("mine", Boolean(chooser));
  root.classList.toggle("busy", Boolean(ctx.busy));
  refill(
    root,
    chooser && ctx.listOpen ? allChoices(ctx, ctx.hints) : null,
    el(
      "div",
      { class: "barline" },
      el("h2", { class: "prompt", id: "prompt" }, chooser ? el("span", { class: "yours" }, W("YOUR_TURN")) : null, explained(headline(ctx, chooser), true)),
      list.length > 3 ? null : row,
      el("div", { class: "tools" }, tools),
    ),
    list.length > 3 ? row : null,
    wide,
  );
}
