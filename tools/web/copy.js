// A link with a button that copies it.
import { el } from "./dom.js";
import { W } from "./words.js";

async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // without leave (or without TLS) the old way
    field.select();
    document.execCommand("copy");
  }
}

export function copyRow(label, url) {
  const field = el("input", { type: "text", readonly: true, value: url, "aria-label": label, onfocus: (e) => e.target.select() });
  const button = el("button", { type: "button", class: "plain", "aria-label": W("COPY_WHAT", { what: label }) }, W("COPY"));
  button.addEventListener("click", async () => {
    await copy(url, field);
    button.textContent = W("COPIED");
    setTimeout(() => (button.textContent = W("COPY")), 2000);
  });
  return el("div", { class: "copyrow" }, el("span", { class: "copylabel" }, label), field, button);
}
