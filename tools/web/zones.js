// Draws a zone: a row has places, a set joins equal cards, a pile shows its top.
import { el } from "./dom.js";
import { W } from "./words.js";
import { cardButton, isBare } from "./cards.js";
import { explained } from "./tip.js";

/** What each drawn card stands for: {zone, seat, places, card}. */
export const meaning = new WeakMap();

/** Cards of a zone as they are drawn: [{card, places}]. In a row every place stands for itself. */
function grouped(meta, zone, cards) {
  const groups = [];
  const same = new Map();
  cards.forEach((card, place) => {
    const look = JSON.stringify(card);
    if (zone.as === "set" && same.has(look)) {
      same.get(look).places.push(place);
      return;
    }
    const group = { card, places: [place] };
    same.set(look, group);
    groups.push(group);
  });
  return zone.as === "set" ? groups.sort((a, b) => rank(meta, a) - rank(meta, b)) : groups;
}

/** Zones without order are sorted as the game lists its cards. Unknown cards come last. */
const rank = (meta, { card }) => meta.rank.get(card.card) ?? Infinity;

/** A pile of which the top is seen: the first card. `plays`: cards that came together, the latest last; if they do not lie
 * on top but at the end, all of these are seen. */
function pileGroups(cards, plays) {
  const ids = cards.map((c) => c.card);
  const open = new Set(cards.filter((c) => c.up !== false && !c.remembered).map((c) => c.card));
  const came = plays.findLast((play) => play.every((id) => open.has(id))) ?? [];
  const [top, ...more] = came.length && !came.includes(ids[0]) ? came.map((id) => ids.lastIndexOf(id)) : [0];
  const rest = ids.map((_, place) => place).filter((place) => place !== top && !more.includes(place));
  return [...more.map((place) => ({ card: cards[place], places: [place] })), { card: cards[top], places: [top, ...rest], pile: cards.length }];
}

/** "your hand", "Bob's story", "deck" */
export function zoneLabel(ctx, zone, seat) {
  if (seat === null) return zone.name;
  if (seat === ctx.me) return W("ZONE_YOURS", { zone: zone.name });
  return W("ZONE_OF", { who: ctx.meta.seatName(seat), zone: zone.name });
}

const known = (cards) => cards.some((c) => c.card);

/** Backs only, and more of them than one looks at one by one. */
export const isHeap = (zone, cards) => zone.as !== "row" && cards.length > 0 && !known(cards);

function slot(ctx, zone, seat, group, size) {
  const key = [zone.id, seat ?? "t", group.places[0]].join("|");
  const many = group.pile ?? group.places.length;
  // the pile's name says how many; lower cards differ from the top one
  const count = group.pile && group.card.card ? 1 : many;
  const button = cardButton(ctx.meta, group.card, { size, count, key });
  button.dataset.zone = zoneLabel(ctx, zone, seat);
  const what = { zone: zone.id, seat, places: group.places, card: group.card, button };
  meaning.set(button, what);
  ctx.drawn.push(what);
  const def = ctx.meta.cards[group.card.card];
  const info = def
    ? el("button", { type: "button", class: "info", tabindex: "-1", "aria-label": W("ABOUT", { card: def.name }), data: { about: key } }, "i")
    : null;
  const deep = many > 1 && (group.pile || !group.card.card) ? " deep" : "";
  return el("div", { class: `slot ${size}${deep}` }, button, info);
}

const nameOf = (zone, seat) => `${zone.id}|${seat ?? "t"}`;

function slots(ctx, zone, seat, cards, size) {
  const closed = zone.as === "pile" && !ctx.opened.has(nameOf(zone, seat));
  const groups = closed ? pileGroups(cards, seat === null ? ctx.plays : []) : grouped(ctx.meta, zone, cards);
  return groups.map((g) => slot(ctx, zone, seat, g, size));
}

/** The button that fans a pile out, where there is something to see below its top. */
function fan(ctx, zone, seat, cards) {
  if (zone.as !== "pile" || cards.length < 2 || !known(cards)) return null;
  const name = nameOf(zone, seat);
  const open = ctx.opened.has(name);
  return el(
    "button",
    { type: "button", class: "fan", "aria-expanded": String(open), data: { key: "fan " + name }, onclick: () => ctx.toggle(name) },
    open ? W("PILE_CLOSE") : W("PILE_OPEN"),
  );
}

/** Where each card of a grid lies: [across, down], by its counters. */
function placesIn(ctx, grid, cards) {
  const starts = grid.map((id) => ctx.meta.counters.find((c) => c.id === id && c.of === "cards")?.start ?? 0);
  return cards.map((card) => grid.map((id, i) => card.counters?.[id] ?? starts[i]));
}

const MOST_PLACES = 64; // across or down, as at the terminal: who lays a card farther away gets a list

/** The cards of a grid by rows, with room for empty places. null: no grid, or too large. */
function gridOf(ctx, zone, seat, cards, size) {
  if (!zone.grid || zone.as === "pile" || isHeap(zone, cards)) return null;
  const at = placesIn(ctx, zone.grid, cards);
  const [left, top] = [0, 1].map((i) => Math.min(...at.map((p) => p[i])));
  if (at.some(([x, y]) => x - left >= MOST_PLACES || y - top >= MOST_PLACES)) return null;
  const groups = cards.map((card, place) => ({ card, places: [place], at: at[place] }));
  groups.sort((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0]);
  return groups.map((g) => {
    const drawn = slot(ctx, zone, seat, g, size);
    drawn.style.gridArea = `${g.at[1] - top + 1} / ${g.at[0] - left + 1}`;
    return drawn;
  });
}

/** Have they all but a short name? Then they need no room for text. */
export const allBare = (meta, cards) => cards.every((c) => !meta.cards[c.card] || isBare(meta, meta.cards[c.card]));

/** A zone with its name; `size`: l, m, s, or t: tiny, unless all that the cards have is a short name. `asked`: a zone that
 * the ruleset calls small is not. */
export function drawZone(ctx, zone, seat, cards, size, asked) {
  const bare = allBare(ctx.meta, cards);
  const small = size === "t" && !bare ? "t" : zone.gone || (zone.small && !asked) || zone.up === "nobody" || isHeap(zone, cards) || size === "t" ? "s" : size;
  const label = zoneLabel(ctx, zone, seat);
  const described = `${label}, ${W(cards.length === 1 ? "ONE_CARD" : "N_CARDS", { n: cards.length })}`;
  const grid = gridOf(ctx, zone, seat, cards, small);
  const drawn = grid ?? slots(ctx, zone, seat, cards, small);
  const wide = grid ? "grid" : isHeap(zone, cards) || zone.as === "pile" ? "heap" : `w${Math.min(drawn.length, 4)}`;
  const classes = `zone as-${zone.as} ${small} ${wide}${zone.gone ? " gone" : ""}${bare ? (ctx.meta.inked ? " bare inked" : " bare") : ""}`;
  return el(
    "div",
    { class: classes, role: "group", "aria-label": described, data: { zone: zone.id, seat: seat ?? "t" } },
    el(
      "p",
      { class: "zname" },
      explained(zone.name),
      el("span", { class: "n" }, String(cards.length)),
      fan(ctx, zone, seat, cards),
    ),
    el("div", { class: "cards" }, drawn),
  );
}
