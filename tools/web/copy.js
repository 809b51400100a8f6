// A link with a button that copies it.
import { el } from "./dom.js";
import { W } from "./words.js";

async function copy(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // without leave (or without TLS) the old way
    if (shown.select) shown.select();
    else getSelection().selectAllChildren(shown);
    document.execCommand("copy");
  }
}

/** Copies a text, which is `shown` in an element. */
export function copyButton(label, text, shown) {
  const button = el("button", { type: "button", class: "plain", "aria-label": W("COPY_WHAT", { what: label }) }, W("COPY"));
  button.addEventListener("click", async () => {
    await copy(text, shown);
    button.textContent = W("COPIED");
    setTimeout(() => (button.textContent = W("COPY")), 2000);
  });
  return button;
}

export function copyRow(label, url) {
  const field = el("input", { type: "text", readonly: true, value: url, "aria-label": label, onfocus: (e) => e.target.select() });
  return el("div", { class: "copyrow" }, el("span", { class: "copylabel" }, label), field, copyButton(label, url, field));
}
