// Drawing the table from a view: the others above, the table's zones in the middle, one's own mat below.
import { el, refill } from "./dom.js";
import { W } from "./words.js";
import { badges } from "./counters.js";
import { drawZone, meaning } from "./zones.js";

/** Zones of a mat: what all see is nearer to the middle, what is one's own nearer to oneself, the hand last. */
function inOrder(meta, zones, own) {
  const list = meta.zones.filter((z) => z.id in zones && !z.untold);
  if (!own) return list;
  const mine = list.filter((z) => z.up === "owner" && z.as !== "pile").reverse();
  const rank = (z) => (mine.includes(z) ? 2 + mine.indexOf(z) : z.as === "pile" || z.gone ? 1 : 0);
  return list.sort((a, b) => rank(a) - rank(b));
}

function sizeOf(zone, cards, own) {
  if (!own) return "s";
  const many = new Set(cards.map((c) => JSON.stringify(c))).size;
  if (many > 30) return "s";
  return many > 14 || zone.gone ? "m" : "l";
}

function seatState(ctx, seat) {
  const info = ctx.table?.seats.find((s) => s.seat === seat.seat);
  const notes = [];
  if (info?.who === "bot") notes.push(W("BOT"));
  if (info?.who === "open") notes.push(W("SEAT_OPEN"));
  if (info?.who === "person" && !info.here && seat.seat !== ctx.me) notes.push(W("AWAY"));
  if (ctx.table?.thinking.includes(seat.seat)) notes.push(W("THINKS"));
  else if (ctx.view.asked?.includes(seat.seat)) notes.push(W("ASKED"));
  return notes;
}

const turnOf = (view, seat) => (view.phases ?? []).some((p) => p.seat === seat);

function scoreBadge(ctx, seat) {
  const scores = ctx.view.scores;
  if (!scores || !(seat in scores) || !ctx.view.seats[seat].person) return null;
  const known = scores[seat] !== null;
  return el("span", { class: "score", title: W("SCORE"), "aria-label": W("SCORE_IS", { n: known ? scores[seat] : "?" }), role: "img" }, known ? String(scores[seat]) : "?");
}

function seatHead(ctx, seat) {
  const notes = seatState(ctx, seat);
  const name = seat.seat === ctx.me ? W("YOU_ARE", { name: seat.name }) : seat.name;
  return el(
    "header",
    { class: "seathead" },
    el("h3", {}, el("button", { type: "button", class: "seatname", disabled: true, data: { seat: seat.seat, key: "seat " + seat.seat } }, name)),
    scoreBadge(ctx, seat.seat),
    turnOf(ctx.view, seat.seat) ? el("span", { class: "turn" }, W("TURN")) : null,
    notes.map((n) => el("span", { class: "note" }, n)),
    badges(ctx.meta, "seats", seat.counters),
  );
}

function mat(ctx, seat, own) {
  const zones = inOrder(ctx.meta, seat.zones, own).map((z) => {
    const cards = seat.zones[z.id];
    return drawZone(ctx, z, seat.seat, cards, sizeOf(z, cards, own));
  });
  const classes = ["mat", own ? "own" : "other"];
  if (ctx.view.asked?.includes(seat.seat)) classes.push("asked");
  if (ctx.view.out_of?.includes?.(seat.seat)) classes.push("out");
  return el("section", { class: classes.join(" "), "aria-label": seat.name, data: { mat: seat.seat } }, seatHead(ctx, seat), el("div", { class: "zones" }, zones));
}

/** Seats in the order in which they sit, beginning on one's left. */
function others(view, me) {
  const n = view.seats.length;
  if (me === null) return view.seats;
  return view.seats.map((_, i) => view.seats[(me + 1 + i) % n]).filter((s) => s.seat !== me);
}

function tableSize(view, zone, cards) {
  const many = new Set(cards.map((c) => JSON.stringify(c))).size;
  if (many > 24) return "s";
  return view.seats.length === 1 && many <= 10 ? "l" : "m";
}

function middle(ctx) {
  const { table } = ctx.view;
  const zones = ctx.meta.zones
    .filter((z) => z.id in table.zones && !z.untold)
    .map((z) => drawZone(ctx, z, null, table.zones[z.id], tableSize(ctx.view, z, table.zones[z.id])));
  const marks = badges(ctx.meta, "game", table.counters);
  if (!zones.length && !marks && !ctx.view.waiting?.length) return null;
  return el("section", { class: "middle", "aria-label": W("TABLE") }, marks, queue(ctx), el("div", { class: "zones" }, zones));
}

/** The effects that wait, in their order. */
function queue(ctx) {
  const list = ctx.view.waiting ?? [];
  if (!list.length) return null;
  const items = list.map((w, i) => {
    const name = w.card ? (ctx.meta.cards[w.card]?.name ?? w.card) : null;
    const who = typeof w.of === "number" ? ctx.meta.seatName(w.of) : null;
    const head = [who, name].filter(Boolean).join(" · ");
    return el("li", {}, el("button", { type: "button", class: "wait", disabled: true, data: { wait: i, key: "wait " + i } }, head ? el("b", {}, head) : null, " ", w.text ?? w.verb));
  });
  return el("div", { class: "queue" }, el("h3", {}, W("WAITING")), el("ol", {}, items));
}

/** Draws everything into `root`. ctx: {meta, view, table, me, opened, toggle}; ctx.drawn gets what was drawn. */
export function drawBoard(root, ctx) {
  ctx.drawn = [];
  const { view, me } = ctx;
  const rest = others(view, me).map((s) => mat(ctx, s, false));
  const scrolls = new Map([...root.querySelectorAll(".zone")].map((z) => [z.dataset.zone + z.dataset.seat, z.querySelector(".cards").scrollLeft]));
  refill(
    root,
    rest.length ? el("div", { class: `others n${Math.min(rest.length, 6)}` }, rest) : null,
    middle(ctx),
    me === null ? null : mat(ctx, view.seats[me], true),
  );
  for (const z of root.querySelectorAll(".zone")) {
    const left = scrolls.get(z.dataset.zone + z.dataset.seat);
    if (left) z.querySelector(".cards").scrollLeft = left;
  }
}

/** Where a card of a choice lies on the table; null: it is not drawn. */
export function drawnAt(ctx, { zone, seat, place }) {
  return ctx.drawn.find((d) => d.zone === zone && (d.seat ?? null) === (seat ?? null) && d.places.includes(place)) ?? null;
}

/** Shows what can be chosen and what was. `state` is the chooser's. */
export function light(root, ctx, state) {
  const lit = new Set(state.cards.map((c) => drawnAt(ctx, c)));
  const taken = state.takenCards.map((c) => drawnAt(ctx, c));
  root.classList.toggle("choosing", lit.size > 0);
  for (const d of ctx.drawn) lightCard(d, lit.has(d), taken.filter((t) => t === d).length);
  for (const b of root.querySelectorAll(".seatname")) lightButton(b, state.seats.includes(Number(b.dataset.seat)), state.takenSeats.includes(Number(b.dataset.seat)));
  for (const b of root.querySelectorAll(".wait")) lightButton(b, state.waits.includes(Number(b.dataset.wait)), false);
  rove(root);
}

function lightCard(d, lit, taken) {
  const b = d.button;
  b.classList.toggle("lit", lit);
  b.classList.toggle("taken", taken > 0);
  b.parentElement.classList.toggle("haslit", lit);
  const said = [b.dataset.label, b.dataset.zone];
  if (taken) said.push(W("TAKEN"));
  if (lit) said.push(W("CAN_BE_CHOSEN"));
  b.setAttribute("aria-label", said.join(", "));
  b.dataset.taken = taken > 1 ? taken : "";
}

function lightButton(b, lit, taken) {
  b.disabled = !lit;
  b.classList.toggle("lit", lit);
  b.classList.toggle("taken", taken);
}

/** Tab stops: every lit card; in a zone without one its first card, and arrows go on from there. */
function rove(root) {
  for (const zone of root.querySelectorAll(".zone")) {
    const cards = [...zone.querySelectorAll(".card")];
    const any = cards.some((c) => c.classList.contains("lit"));
    cards.forEach((c, i) => {
      c.tabIndex = (any ? c.classList.contains("lit") : i === 0) ? 0 : -1;
    });
  }
}

/** Arrow keys: along a zone, and up or down to the next zone. True if the key was one of these. */
export function arrow(root, key) {
  const at = document.activeElement;
  const zone = at?.closest?.(".zone");
  if (!zone || !root.contains(at)) return false;
  const cards = [...zone.querySelectorAll(".card")];
  const i = cards.indexOf(at.classList.contains("info") ? at.previousElementSibling : at);
  const zones = [...root.querySelectorAll(".zone")].filter((z) => z.querySelector(".card"));
  const z = zones.indexOf(zone);
  const to = { ArrowRight: cards[i + 1], ArrowLeft: cards[i - 1], Home: cards[0], End: cards.at(-1), ArrowDown: first(zones[z + 1]), ArrowUp: first(zones[z - 1]) };
  if (!(key in to)) return false;
  to[key]?.focus();
  return true;
}

const first = (zone) => zone?.querySelector(".card.lit") ?? zone?.querySelector(".card");

export { meaning };
