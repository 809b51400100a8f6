// Drawing the table from a view: the others above, the table's zones in the middle, one's own mat below.
import { byId, el, refill } from "./dom.js";
import { W } from "./words.js";
import { clockOf } from "./clocks.js";
import { badges } from "./counters.js";
import { drawZone, isHeap } from "./zones.js";
import { explained } from "./tip.js";

/** Zones that only some players see (the hand) stay in sight. All others are on the table, which
 * may scroll. */
export const isPrivate = (zone) => zone.as !== "pile" && !zone.gone && (zone.up !== "everybody" || zone.down === "others");

const told = (meta, zones) => meta.zones.filter((z) => z.id in zones && !z.untold);

/** Zones in the rows of the ruleset's layout. Others follow in a row of their own. */
function rowsOf(zones) {
  const numbers = [...new Set(zones.map((z) => z.row))].sort((a, b) => (a || Infinity) - (b || Infinity));
  return numbers.map((n) => zones.filter((z) => z.row === n).sort((a, b) => a.column - b.column));
}

/** Zones with something in them, row by row: an empty one takes no room. */
function zoneRows(ctx, seat, zones, cardsOf, size, rows = rowsOf) {
  const full = zones.filter((z) => cardsOf[z.id].length);
  const draw = (z) => drawZone(ctx, z, seat, cardsOf[z.id], size(z, cardsOf[z.id]));
  return el("div", { class: "zonerows" }, rows(full).map((row) => el("div", { class: "zones" }, row.map(draw))));
}

const LARGE = 150; // pixels for a large card, and for the space beside the hand
const BESIDE = 190;

const different = (cards) => new Set(cards.map((c) => JSON.stringify(c))).size;

/** The hand's cards are large if they have room side by side; many are small. */
function handSize(zone, cards) {
  const many = zone.as === "set" ? different(cards) : cards.length;
  return many > 14 ? "s" : many * LARGE > byId("main").clientWidth - BESIDE ? "m" : "l";
}

/** The colour of a seat: its player's, or the next of the row. */
export function dotOf(ctx, seat) {
  const own = ctx.table?.seats.find((s) => s.seat === seat)?.colour;
  return ctx.desk || !ctx.view.seats[seat].person ? null : el("span", { class: `dot c${own ? own - 1 : seat % 8}` });
}

/** Why a bot plays the seat to the end. */
export const goneNote = (s) => W(s.gone === "gave up" ? "HAS_GIVEN_UP" : "TIME_UP");

function seatState(ctx, seat) {
  const info = ctx.table?.seats.find((s) => s.seat === seat.seat);
  const notes = [];
  if (info?.gone) notes.push(goneNote(info));
  if (info?.who === "bot") notes.push(W("BOT"));
  if (info?.who === "open") notes.push(W("SEAT_OPEN"));
  if (info?.who === "person" && !info.here && seat.seat !== ctx.me && !ctx.desk) notes.push(W("AWAY"));
  if (ctx.table?.thinking.includes(seat.seat)) notes.push(W("THINKS"));
  else if (ctx.view.asked?.includes(seat.seat) && seat.seat !== ctx.me) notes.push(W("ASKED"));
  return notes;
}

/** What the score is called: the counter's name where a counter is the score. */
const scoreName = (meta) => meta.counters.find((c) => c.score && c.of === "seats")?.name ?? W("SCORE");

const turnOf = (view, seat) => (view.phases ?? []).some((p) => p.seat === seat);

function scoreBadge(ctx, seat) {
  const scores = ctx.view.scores;
  if (!scores || !(seat in scores) || !ctx.view.seats[seat].person) return null;
  const known = scores[seat] !== null;
  const n = known ? String(scores[seat]) : "?";
  return el("span", { class: "scored" }, el("span", { class: "note" }, explained(scoreName(ctx.meta))), " ", el("b", { class: "score", "aria-label": W("SCORE_IS", { n }), role: "img" }, n));
}

function seatHead(ctx, seat) {
  const notes = seatState(ctx, seat);
  const name = seat.seat === ctx.me ? W("YOU_ARE", { name: seat.name }) : seat.name;
  return el(
    "header",
    { class: "seathead" },
    el("h2", {}, el("button", { type: "button", class: "seatname", disabled: true, data: { seat: seat.seat, key: "seat " + seat.seat } }, dotOf(ctx, seat.seat), name)),
    ctx.replay || !ctx.table ? null : clockOf(ctx.table, ctx.table.seats.find((s) => s.seat === seat.seat)),
    scoreBadge(ctx, seat.seat),
    turnOf(ctx.view, seat.seat) ? el("span", { class: "turn" }, W("TURN")) : null,
    notes.map((n) => el("span", { class: "note" }, n)),
    badges(ctx.meta, "seats", seat.counters),
  );
}

function classesOf(ctx, seat, kind) {
  const asked = ctx.view.asked?.includes(seat.seat) ? " asked" : "";
  return kind + asked;
}

const MOST_ROOMY = 5; // cards on another's mat: of more than that only the names are shown
const NARROW = 561; // as in table.css
const FLAT = 481;

const isCompact = (ctx, zone, seat) => isHeap(zone, seat.zones[zone.id]) || (zone.as === "pile" && !ctx.opened.has(`${zone.id}|${seat.seat}`));

/** The mat of another seat. Piles are beside its name. */
function mat(ctx, seat) {
  const [heaps, rest] = [true, false].map((is) => told(ctx.meta, seat.zones).filter((z) => isCompact(ctx, z, seat) === is));
  const rows = (zones, by) => zoneRows(ctx, seat.seat, zones, seat.zones, () => "s", by);
  const dense = rest.reduce((n, z) => n + different(seat.zones[z.id]), 0) > MOST_ROOMY || innerWidth < NARROW || innerHeight < FLAT;
  return el(
    "section",
    { class: classesOf(ctx, seat, `mat other${dense ? " dense" : ""}${seat.person ? "" : " thing"}`), "aria-label": seat.name, data: { mat: seat.seat } },
    el("div", { class: "mathead" }, seatHead(ctx, seat), rows(heaps, (zones) => [zones])),
    rows(rest),
  );
}

/** One's own zones that all see; `tight`: with small cards. */
function ownMat(ctx, seat, tight) {
  const zones = told(ctx.meta, seat.zones).filter((z) => !isPrivate(z));
  const count = zones.reduce((n, z) => n + (z.as === "pile" ? 1 : different(seat.zones[z.id])), 0);
  const small = (z) => tight || z.gone || count > 16 || (count > 5 && (z.as !== "row" || seat.zones[z.id].length > 5));
  if (!zones.some((z) => seat.zones[z.id].length)) return null;
  const list = zoneRows(ctx, seat.seat, zones, seat.zones, (z) => (small(z) ? "s" : "m"));
  return el("section", { class: classesOf(ctx, seat, "mat own"), "aria-label": W("YOUR_MAT") }, list);
}

/** The player's name, score and hand, which stay in sight. The hand is the first such zone that
 * is not empty. */
function dock(ctx, seat) {
  const zones = told(ctx.meta, seat.zones).filter(isPrivate).reverse();
  const hand = zones.findLast((z) => seat.zones[z.id].length);
  return [seatHead(ctx, seat), zoneRows(ctx, seat.seat, zones, seat.zones, (z, cards) => (z === hand ? handSize(z, cards) : "s"))];
}

/** Seats in order, beginning at the player's left. */
function others(view, me) {
  const n = view.seats.length;
  if (me === null) return view.seats;
  return view.seats.map((_, i) => view.seats[(me + 1 + i) % n]).filter((s) => s.seat !== me);
}

function middle(ctx) {
  const { table } = ctx.view;
  const zones = told(ctx.meta, table.zones);
  const count = zones.reduce((n, z) => n + (z.as === "pile" ? 0 : different(table.zones[z.id])), 0);
  const roomy = ctx.view.seats.length === 1 && count <= 6 ? "l" : "m";
  const size = (z) => (z.as !== "row" && count > 12 && different(table.zones[z.id]) > (ctx.view.seats.length === 1 ? 8 : 3) ? "s" : roomy);
  const marks = badges(ctx.meta, "game", table.counters);
  if (!zones.some((z) => table.zones[z.id].length) && !marks && !ctx.view.waiting?.length) return null;
  return el("section", { class: "middle", "aria-label": W("TABLE") }, marks, queue(ctx), zoneRows(ctx, null, zones, table.zones, size));
}

/** The effects that wait, in their order. */
function queue(ctx) {
  const list = ctx.view.waiting ?? [];
  if (!list.length) return null;
  const items = list.map((w, i) => {
    const name = w.card ? (ctx.meta.cards[w.card]?.name ?? w.card) : null;
    const who = typeof w.of === "number" ? ctx.meta.seatName(w.of) : null;
    const head = [who, name].filter(Boolean).join(" · ");
    const aim = w.target?.card && (ctx.meta.cards[w.target.card]?.name ?? w.target.card);
    return el("li", {}, el("button", { type: "button", class: "wait", disabled: true, data: { wait: i, key: "wait " + i } }, head ? el("b", {}, head) : null, " ", w.text ?? w.verb, aim ? ` → ${aim}` : null));
  });
  return el("div", { class: "queue" }, el("h2", {}, W("WAITING")), el("ol", {}, items));
}

/** Where small cards on one's own mat spare the scrolling, they are small. */
function tighten(ctx, seat) {
  const { scrollHeight: whole, clientHeight: room } = byId("scroll");
  const mat = byId("board").querySelector(".mat.own");
  if (!mat || !room || whole <= room || !byId("end").hidden) return;
  const tight = ownMat(ctx, seat, true);
  mat.replaceWith(tight);
  if (byId("scroll").scrollHeight > room) tight.replaceWith(mat);
  ctx.drawn = ctx.drawn.filter((d) => d.button.isConnected);
}

const MANY = 5; // others: more than that stand in narrow columns

/** Draws everything into #board and #dock. ctx: {meta, view, table, me, opened, toggle}; ctx.drawn gets what was drawn. */
export function drawBoard(ctx) {
  ctx.drawn = [];
  const { view, me } = ctx;
  const scrolls = new Map(zonesIn(document).map((z) => [z.dataset.zone + z.dataset.seat, z.querySelector(".cards")?.scrollLeft]));
  const rest = others(view, me).map((s) => mat(ctx, s));
  refill(
    byId("board"),
    rest.length ? el("div", { class: rest.length > MANY ? "others many" : "others" }, rest) : null,
    middle(ctx),
    me === null ? null : ownMat(ctx, view.seats[me]),
  );
  byId("dock").hidden = me === null;
  if (me !== null) {
    byId("dock").dataset.mat = me;
    refill(byId("dock"), ...dock(ctx, view.seats[me]));
    tighten(ctx, view.seats[me]);
  }
  for (const z of zonesIn(document)) {
    const left = scrolls.get(z.dataset.zone + z.dataset.seat);
    if (left) z.querySelector(".cards").scrollLeft = left;
  }
}

/** Texts that have no room on their card say so. All are measured before one is changed. */
function markMore(root) {
  const texts = [...root.querySelectorAll(".card .text")].map((t) => [t, t.scrollHeight > t.clientHeight + 1]);
  for (const [t, more] of texts) {
    t.classList.toggle("more", more);
    t.parentElement.querySelector(".dots").hidden = !more;
  }
}

const zonesIn = (root) => [...root.querySelectorAll(".zone")];

/** Where a card of a choice is on the table. null: it is not drawn. */
export function drawnAt(ctx, { zone, seat, place }) {
  return ctx.drawn.find((d) => d.zone === zone && (d.seat ?? null) === (seat ?? null) && d.places.includes(place)) ?? null;
}

/** Shows the possible choices and the pick so far. `state` is the chooser's. */
export function light(root, ctx, state) {
  const lit = new Set(state.cards.map((c) => drawnAt(ctx, c)));
  const taken = state.takenCards.map((c) => drawnAt(ctx, c));
  root.classList.toggle("choosing", lit.size > 0);
  for (const d of ctx.drawn) lightCard(d, lit.has(d), taken.filter((t) => t === d).length);
  for (const b of root.querySelectorAll(".seatname")) lightButton(b, state.seats.includes(Number(b.dataset.seat)), state.takenSeats.includes(Number(b.dataset.seat)));
  for (const b of root.querySelectorAll(".wait")) lightButton(b, state.waits.includes(Number(b.dataset.wait)), false);
  rove(root);
  markMore(root);
}

/** Scrolls a card that can be chosen into sight, if none is. With `first` the player's hand,
 * which may be below on a narrow screen. */
export function bringIntoSight(root, first) {
  const lit = [...root.querySelectorAll(".card.lit, .seatname.lit, .wait.lit")];
  if (first && !byId("end").hidden) byId("end").scrollIntoView({ block: "start" });
  else if (first && lit.length && !lit.some((e) => e.closest("#dock"))) lit[0].scrollIntoView({ block: "center" });
  else if (first) byId("dock").scrollIntoView({ block: "end" });
  const frame = byId("main").getBoundingClientRect();
  const seen = (e) => {
    const box = e.getBoundingClientRect();
    const end = e.closest("#scroll") && byId("scroll").clientHeight ? Math.min(frame.bottom, byId("scroll").getBoundingClientRect().bottom) : frame.bottom;
    const middle = (box.top + box.bottom) / 2;
    return middle < end && middle > frame.top;
  };
  if (!lit.length || lit.some(seen)) return;
  if (lit[0].closest("#dock")) byId("dock").scrollIntoView({ block: "end" });
  else lit[0].scrollIntoView({ block: "center", inline: "nearest" });
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
  for (const zone of zonesIn(root)) {
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
  const zones = zonesIn(root);
  const z = zones.indexOf(zone);
  const to = { ArrowRight: cards[i + 1], ArrowLeft: cards[i - 1], Home: cards[0], End: cards.at(-1), ArrowDown: first(zones[z + 1]), ArrowUp: first(zones[z - 1]) };
  if (!(key in to)) return false;
  to[key]?.focus();
  return true;
}

const first = (zone) => zone?.querySelector(".card.lit") ?? zone?.querySelector(".card");
