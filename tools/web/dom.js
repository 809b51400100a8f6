// Elements from a short description. Texts go through textContent only: no data is ever read as markup.

/** el("button", {class: "lit", onclick: f, "aria-label": "…"}, "text", child, …); null and false are left out. */
export function el(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(e.dataset, value);
    else if (name === "value") e.value = value;
    else e.setAttribute(name, value === true ? "" : value);
  }
  e.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return e;
}

export const byId = (id) => document.getElementById(id);

/** Fills an element again and keeps the focus, by data-key. */
export function refill(parent, ...children) {
  const at = document.activeElement;
  const key = at && parent.contains(at) ? at.dataset.key : null;
  parent.replaceChildren(...children.flat().filter(Boolean));
  if (key) parent.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** Restores the focus. If its element was drawn again, it is found by data-key. */
export function focusAgain(back) {
  const key = back?.dataset?.key;
  (back?.isConnected ? back : key && document.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus?.();
}

/** Is the key meant for a text field, or for the browser? */
export const isWriting = (e) => e.ctrlKey || e.metaKey || e.altKey || e.target.matches("select, textarea, input:not([type=radio], [type=checkbox], [type=range])");

/** A page with a manifest can be installed: its worker keeps its files. Browsers allow it with HTTPS or on this computer. */
if (document.querySelector("link[rel=manifest]")) navigator.serviceWorker?.register("/worker.js").catch(() => {});

/** Tells a text to screen readers only. */
export function say(text) {
  const live = byId("live");
  if (!live || !text) return;
  live.append(el("p", {}, text));
  while (live.childElementCount > 30) live.firstChild.remove();
}
