// Counters as badges: those that say something, in words.
import { el } from "./dom.js";
import { W } from "./words.js";
import { explained } from "./tip.js";

/** A counter's value in words; null where there is nothing to say (a flag that is not set, no seat, at its start). */
export function counterText(meta, counter, value) {
  switch (counter.is) {
    case "flag":
      return value ? counter.name : null;
    case "seat":
      return value === null || value < 0 ? null : W("COUNTER", { what: counter.name, value: meta.seatName(value) });
    case "card":
      return value === null ? null : W("COUNTER", { what: counter.name, value: meta.cards[value]?.name ?? value });
    case "word":
      return value === null ? null : W("COUNTER", { what: counter.name, value: counter.called[value] });
    case "words":
      return value?.length ? W("COUNTER", { what: counter.name, value: value.map((v) => counter.called[v]).join(", ") }) : null;
    default:
      return value === counter.start && counter.start === 0 && !counter.score ? null : `${counter.name} ${value}`;
  }
}

/** Badges of a seat ("seats") or of the table ("game"). The score stands elsewhere. */
export function badges(meta, of, values) {
  const list = meta.counters
    .filter((c) => c.of === of && !c.untold && c.id in values && !c.score)
    .map((c) => badge(meta, c, values[c.id]))
    .filter(Boolean);
  return list.length ? el("ul", { class: "badges" }, list) : null;
}

function badge(meta, counter, value) {
  const text = counterText(meta, counter, value);
  if (!text) return null;
  if (counter.is !== "number") return el("li", { class: "badge" }, explained(text));
  return el("li", { class: "badge" }, explained(counter.name), " ", el("b", {}, String(value)));
}
