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

/** Fills an element anew and leaves the focus where it was, by data-key. */
export function refill(parent, ...children) {
  const at = document.activeElement;
  const key = at && parent.contains(at) ? at.dataset.key : null;
  parent.replaceChildren(...children.flat().filter(Boolean));
  if (key) parent.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** Back to where the focus was; that may have been drawn anew, and is found by its data-key then. */
export function focusAgain(back) {
  const key = back?.dataset?.key;
  (back?.isConnected ? back : key && document.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus?.();
}

/** Is the key meant for a field in which one writes, or for the browser? */
export const isWriting = (e) => e.ctrlKey || e.metaKey || e.altKey || e.target.matches("select, textarea, input:not([type=radio], [type=checkbox], [type=range])");

/** Says something to screen readers, and to nobody else. */
export function say(text) {
  const live = byId("live");
  if (!live || !text) return;
  live.append(el("p", {}, text));
  while (live.childElementCount > 30) live.firstChild.remove();
}
