// Drawing the table from a view: the others above, the table's zones in the middle, one's own mat below.
import { byId, el, refill } from "./dom.js";
import { W } from "./words.js";
import { clockOf } from "./clocks.js";
import { badges } from "./counters.js";
import { allBare, drawZone, isHeap } from "./zones.js";
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

/** Where there is little room the board is drawn anew, until nothing of it is below the edge: step by step … */
const STEPS = [
  "seen", // … other players' cards are small again that could be picked before
  "own", // … those on one's own mat are small, unless they can be picked now
  "others", // … other players' are tiny, unless they can be picked now
  "middle", // … the middle's are small, unless they can be picked now
  "hand", // … those of the hand are smaller, and small if only others can be picked
  "mine", // … one's own mat is beside the hand, and cards on it are tiny, unless they can be picked now
  "table", // … and the middle's
  "asked", // … all but the hand's are small, also those that can be picked now
];

/** Can a card of this zone be picked now? `ever`: or could it before? */
const isAsked = (ctx, zone, seat, ever) => (ever ? ctx.everAsked : ctx.asked)?.has(`${zone.id}|${seat ?? "t"}`);

/** Zones with something in them, row by row: an empty one takes no room. With the step `tiny` those are tiny of which no card
 * can be picked. */
function zoneRows(ctx, seat, zones, cardsOf, size, tiny, rows = rowsOf) {
  const full = zones.filter((z) => cardsOf[z.id].length);
  const draw = (z) => drawZone(ctx, z, seat, cardsOf[z.id], ctx.tight.has(tiny) && !isAsked(ctx, z, seat) ? "t" : size(z, cardsOf[z.id]), isAsked(ctx, z, seat) && !ctx.tight.has("asked"));
  return el("div", { class: "zonerows" }, rows(full).map((row) => el("div", { class: "zones" }, row.map(draw))));
}

const LARGE = 150; // pixels for a large card, for one of middle size, which may be narrower, and for the space beside the hand
const MIDDLING = 130;
const NARROW = 106;
const BESIDE = 200;

const different = (cards) => new Set(cards.map((c) => JSON.stringify(c))).size;

const manyIn = (zone, cards) => (zone.as === "set" ? different(cards) : cards.length);
const besideName = () => byId("main").clientWidth - BESIDE;

/** The hand's cards are large if they have room side by side; many are small. */
function handSize(ctx, zone, seat, cards) {
  const many = manyIn(zone, cards);
  if (many > 14) return "s";
  if (ctx.tight.has("hand")) return ctx.asked?.size && !isAsked(ctx, zone, seat) ? "s" : "m";
  return many * LARGE > besideName() ? "m" : "l";
}

/** Cards of the hand that all but have room side by side are a little narrower. */
function narrow(zone, cards) {
  const each = besideName() / manyIn(zone, cards);
  return each < MIDDLING && each >= NARROW ? `--narrow: ${Math.floor(each) - 8}px` : "";
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
const isPhone = () => innerWidth < 561 || innerHeight < 481; // as in table.css

const isCompact = (ctx, zone, seat) => isHeap(zone, seat.zones[zone.id]) || (zone.as === "pile" && !ctx.opened.has(`${zone.id}|${seat.seat}`));

/** The mat of another seat. Piles are beside its name. */
function mat(ctx, seat) {
  const [heaps, rest] = [true, false].map((is) => told(ctx.meta, seat.zones).filter((z) => isCompact(ctx, z, seat) === is));
  const large = (z) => seat.person && isAsked(ctx, z, seat.seat, !ctx.tight.has("seen")) && !ctx.tight.has("asked");
  const rows = (zones, by) => zoneRows(ctx, seat.seat, zones, seat.zones, (z) => (large(z) ? "m" : "s"), "others", by);
  const dense = rest.reduce((n, z) => n + different(seat.zones[z.id]), 0) > MOST_ROOMY || isPhone();
  return el(
    "section",
    { class: classesOf(ctx, seat, `mat other${dense ? " dense" : ""}${seat.person ? "" : " thing"}`), "aria-label": seat.name, data: { mat: seat.seat } },
    el("div", { class: "mathead" }, seatHead(ctx, seat), rows(heaps, (zones) => [zones])),
    rows(rest),
  );
}

/** One's own zones that all see. */
function ownMat(ctx, seat) {
  const zones = told(ctx.meta, seat.zones).filter((z) => !isPrivate(z));
  const count = zones.reduce((n, z) => n + (z.as === "pile" ? 1 : different(seat.zones[z.id])), 0);
  const asked = (z) => isAsked(ctx, z, seat.seat) && !ctx.tight.has("asked") && !isPhone();
  const small = (z) => z.gone || count > 16 || (!asked(z) && (ctx.tight.has("own") || (count > 5 && (z.as !== "row" || seat.zones[z.id].length > 5))));
  if (!zones.some((z) => seat.zones[z.id].length)) return null;
  const list = zoneRows(ctx, seat.seat, zones, seat.zones, (z) => (small(z) ? "s" : "m"), "mine");
  return el("section", { class: classesOf(ctx, seat, "mat own"), "aria-label": W("YOUR_MAT") }, list);
}

/** The player's name, score and hand, which stay in sight; `more` stands beside it. The hand is the first such zone that is
 * not empty. */
function dock(ctx, seat, more) {
  const zones = told(ctx.meta, seat.zones).filter(isPrivate).reverse();
  const hand = zones.findLast((z) => seat.zones[z.id].length);
  byId("dock").style.cssText = hand && !isPhone() ? narrow(hand, seat.zones[hand.id]) : "";
  return [seatHead(ctx, seat), el("div", { class: "held" }, zoneRows(ctx, seat.seat, zones, seat.zones, (z, cards) => (z === hand ? handSize(ctx, z, seat.seat, cards) : "s")), more)];
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
  const small = (z) => ctx.tight.has("middle") && !(isAsked(ctx, z, null) && !ctx.tight.has("asked"));
  const many = (z) => z.as !== "row" && count > (allBare(ctx.meta, table.zones[z.id]) ? 17 : 12) && different(table.zones[z.id]) > (ctx.view.seats.length === 1 ? 8 : 3);
  const size = (z) => (small(z) || (many(z) && !isAsked(ctx, z, null, !ctx.tight.has("seen"))) ? "s" : roomy);
  const marks = badges(ctx.meta, "game", table.counters);
  if (!zones.some((z) => table.zones[z.id].length) && !marks && !ctx.view.waiting?.length) return null;
  return el("section", { class: "middle", "aria-label": W("TABLE") }, marks, queue(ctx), zoneRows(ctx, null, zones, table.zones, size, "table"));
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

const MANY = 5; // others: more than that stand in narrow columns

/** Draws the board with some of the STEPS taken. */
function drawTight(ctx, steps) {
  ctx.drawn = [];
  ctx.tight = new Set(steps);
  byId("board").classList.toggle("tight", ctx.tight.has("others"));
  const { view, me } = ctx;
  const rest = others(view, me).map((s) => mat(ctx, s));
  const own = me === null ? null : ownMat(ctx, view.seats[me]);
  const beside = ctx.tight.has("mine") && !isPhone();
  refill(
    byId("board"),
    rest.length ? el("div", { class: rest.length > MANY ? "others many" : "others" }, rest) : null,
    middle(ctx),
    beside ? null : own,
  );
  byId("dock").hidden = me === null;
  if (me !== null) {
    byId("dock").dataset.mat = me;
    refill(byId("dock"), ...dock(ctx, view.seats[me], beside ? own : null));
  }
  ctx.lights(ctx.drawn);
}

/** Are the board and the hand in sight, without scrolling? On a phone they scroll together. */
const fits = () => ["scroll", "dock", "main"].map(byId).every((e) => e.scrollHeight <= e.clientHeight || !e.clientHeight);

const INSTEAD = { own: "mine", middle: "table" }; // the second makes the first needless

let last = { key: null, steps: [], room: true };

/** Takes as few steps as let the board fit, and then back those that were not needed. If it never fits, what can be picked is
 * not small. While the same is asked, steps that do stay: the board is calm, and drawn once. */
function fit(ctx) {
  const key = JSON.stringify([[...(ctx.asked ?? [])].sort(), innerWidth, innerHeight, ctx.me, Boolean(ctx.replay), byId("end").hidden]);
  const draw = (steps) => (drawTight(ctx, (last.steps = steps)), fits());
  const room = draw(key === last.key ? last.steps : []) || !byId("end").hidden;
  if (room || (key === last.key && !last.room)) return void Object.assign(last, { key, room });
  let [least, most] = [1, STEPS.length + 1];
  while (least < most) {
    const half = (least + most) >> 1;
    if (draw(STEPS.slice(0, half))) most = half;
    else least = half + 1;
  }
  last = { key, steps: STEPS.slice(0, least > STEPS.length ? -1 : least), room: least <= STEPS.length };
  for (const step of last.room ? last.steps.slice(0, -1).reverse() : []) {
    const { steps } = last;
    if (!steps.includes(INSTEAD[step]) && !draw(steps.filter((s) => s !== step))) last.steps = steps;
  }
  if (String([...ctx.tight]) !== String(last.steps)) draw(last.steps);
}

/** Draws everything into #board and #dock, with as few STEPS as let it fit. ctx: {meta, view, table, me, opened,
 * asked, everAsked, plays, toggle, lights}; ctx.lights(drawn) lights up what can be picked of what was drawn. */
export function drawBoard(ctx) {
  const scrolls = new Map(zonesIn(document).map((z) => [z.dataset.zone + z.dataset.seat, z.querySelector(".cards")?.scrollLeft]));
  fit(ctx);
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
