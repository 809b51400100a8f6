// The sheet of a card: name, traits, text, place, and why it cannot be chosen.
import { byId, el, focusAgain } from "./dom.js";
import { W } from "./words.js";
import { cardParts } from "./cards.js";
import { meaningsIn } from "./tip.js";

/** Opens a dialog with this title and these children; closing it gives the focus back. */
export function openDialog(title, ...children) {
  const dialog = byId("dialog");
  const back = document.activeElement;
  dialog.replaceChildren(
    el("header", {}, el("h2", { id: "dialogtitle" }, title), el("button", { type: "button", class: "close", "aria-label": W("CLOSE"), onclick: () => dialog.close() }, "×")),
    ...children.flat().filter(Boolean),
  );
  dialog.onclick = (e) => {
    if (e.target === dialog) dialog.close(); // beside it; what is returned here would stop the click
  };
  dialog.onclose = () => focusAgain(back);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** `what`: {card, button} as drawn; `why()`: resolves to sentences, or null: nothing is asked. */
export function openSheet(meta, what, why, choose) {
  const def = meta.cards[what.card.card];
  const reasons = el("ul", { class: "why", "aria-live": "polite" });
  const parts = cardParts(meta, what.card);
  const rows = [el("dt", {}, W("COPIES")), el("dd", {}, def.copies)];
  if (what.button) rows.push(el("dt", {}, W("LIES_IN")), el("dd", {}, what.button.dataset.zone));
  const dialog = openDialog(
    def.name,
    def.art ? el("img", { class: "artlarge", src: def.art, alt: "" }) : null,
    parts,
    el("dl", {}, rows),
    meaningsIn(parts),
    reasons,
    choose ? el("p", { class: "row" }, el("button", { type: "button", class: "choice main", onclick: () => (dialog.close(), choose()) }, W("CHOOSE_IT"))) : null,
  );
  dialog.className = "sheet c" + (def.colour ?? "x");
  why?.().then((list) => {
    if (!list?.length) return;
    reasons.before(el("h3", {}, W("WHY_NOT")));
    reasons.replaceChildren(...list.map((t) => el("li", {}, t)));
  });
}
