// The seats of a new table and their players.
import { el } from "./dom.js";
import { W } from "./words.js";
import { LEVELS } from "./menu.js";
import { LINKS } from "./where.js";

/** Possible players of a seat: at this screen, by a link, or a bot. */
const KINDS = ["here", LINKS ? "link" : null, ...LEVELS].filter(Boolean);
const kindName = (kind) => (LEVELS.includes(kind) ? W("BOT_LEVEL", { level: W("LEVEL_" + kind.toUpperCase()) }) : W(kind === "here" ? "SEAT_HERE" : "SEAT_LINK"));

/** own: the game's name for the seat. */
function row(i, name, own) {
  const kind = el("select", { name: "kind", id: "kind" + i, "aria-label": W("SEAT_WHO", { n: i + 1 }) }, KINDS.map((k) => el("option", { value: k, selected: k === (i ? "normal" : "here") }, kindName(k))));
  const field = el("input", { type: "text", name: "name", id: "name" + i, maxlength: "40", value: i ? "" : name, placeholder: own || W("NAME"), "data-own": own, "aria-label": W("SEAT_NAME", { n: i + 1 }), autocomplete: i ? "off" : "nickname" });
  const adapt = () => (field.hidden = LEVELS.includes(kind.value));
  kind.addEventListener("change", adapt);
  adapt();
  return el("li", { class: "seatrow" }, el("span", { class: "seatno", "aria-hidden": "true" }, own || String(i + 1)), kind, field);
}

/** One row for each player, with a field for their number if the game allows several. */
export function seatRows(game, name) {
  const [least, most] = game.people;
  const list = el("ol", { class: game.names.length ? "seatrows named" : "seatrows" });
  const fill = (n) => {
    while (list.childElementCount > n) list.lastChild.remove();
    while (list.childElementCount < n) list.append(row(list.childElementCount, name, game.names[list.childElementCount] || ""));
  };
  const start = Math.min(most, Math.max(least, 3));
  fill(start);
  const select = el("select", { id: "people", name: "people" }, Array.from({ length: most - least + 1 }, (_, i) => least + i).map((n) => el("option", { value: n, selected: n === start }, String(n))));
  select.addEventListener("change", () => fill(Number(select.value)));
  return el("fieldset", { class: "seats" }, el("legend", {}, W("SEATS")), least === most ? null : el("p", { class: "field" }, el("label", { for: "people" }, W("PEOPLE")), select), list);
}

/** [{here, remote, body}]: body in the server's form. */
export function readSeats(form) {
  return [...form.querySelectorAll(".seatrow")].map((r, i) => {
    const kind = r.querySelector("select").value;
    const field = r.querySelector("input");
    const name = field.value.trim();
    if (LEVELS.includes(kind)) return { here: false, remote: false, body: { bot: kind } };
    const here = kind === "here";
    if (!name && !here) return { here, remote: true, body: {} };
    return { here, remote: !here, body: { name: name || field.dataset.own || W("SEAT_N", { n: i + 1 }) } };
  });
}
