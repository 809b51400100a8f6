// A sentence that a card is to say becomes the YAML that says it.
import { el, refill } from "./dom.js";
import { copyButton } from "./copy.js";

/** The playground has an editor around the desk, and takes an entry to the card at its cursor. */
const insert = () => parent.insertEntry;

function entry(text) {
  const shown = el("pre", {}, text);
  const put = insert() ? el("button", { type: "button", class: "plain small", data: { key: "insert" }, onclick: () => insert()(text) }, "Insert") : null;
  return [shown, el("p", { class: "row" }, put, copyButton("YAML", text, shown))];
}

/** One element for as long as the page is open: what is being typed stays when the pane is drawn again. */
export function sentenceReader(desk) {
  const field = el("input", { type: "text", id: "sentence", maxlength: "1000", autocomplete: "off", placeholder: "What a card is to say", data: { key: "sentence" } });
  const button = el("button", { type: "submit", class: "plain small", data: { key: "read sentence" } }, "Read");
  const answer = el("div", {});
  const send = async (e) => {
    e.preventDefault();
    if (!field.value.trim() || button.disabled) return;
    button.disabled = true;
    refill(answer, el("p", { class: "note" }, "Reading …"));
    try {
      const { entries, wrong } = await desk.ask("/text", { text: field.value });
      refill(answer, wrong ? el("p", { class: "problem" }, wrong) : entries.flatMap(entry));
    } catch (why) {
      refill(answer, el("p", { class: "problem" }, why.message));
    }
    button.disabled = false;
  };
  return el("section", { class: "sentence" }, el("h3", {}, el("label", { for: "sentence" }, "Type a sentence")), el("form", { class: "row", onsubmit: send }, field, button), answer);
}
