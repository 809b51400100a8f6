// The buttons at the top, the dialog of seats, and requests of other players.
import { byId, el, refill } from "./dom.js";
import { W } from "./words.js";
import { openDialog } from "./sheet.js";
import { copyRow } from "./copy.js";
import { call } from "./net.js";
import { openSettings } from "./settings.js";
import { remember } from "./tables.js";
import { HOME, LINKS, linkTo, reload } from "./where.js";

export const LEVELS = ["easy", "normal", "hard", "random"];

/** Sends a request to the table. A refusal is shown. */
async function send(app, what, body) {
  try {
    return await app.call(what, body);
  } catch (e) {
    app.alarm(e.message);
    return null;
  }
}

export function drawMenu(root, app) {
  const { undo } = app.table;
  refill(
    root,
    app.me !== null && app.view.status === "running"
      ? el("button", { type: "button", class: "plain", data: { key: "undo" }, disabled: !undo.may, onclick: () => send(app, "undo", {}) }, W("UNDO"))
      : null,
    app.meta.rules ? el("button", { type: "button", class: "plain", "aria-keyshortcuts": "r", data: { key: "rules" }, onclick: app.toggleRules }, W("RULES")) : null,
    el("button", { type: "button", class: "plain", data: { key: "seats" }, onclick: () => openSeats(app) }, W("SEATS")),
    el("button", { type: "button", class: "plain", "aria-keyshortcuts": "?", "aria-label": W("SETTINGS"), title: W("SETTINGS"), data: { key: "settings" }, onclick: () => openSettings(app.draw) }, "⚙"),
    el("button", { type: "button", class: "plain logopen", data: { key: "log" }, onclick: () => openLog() }, W("LOG"), app.desk?.wrong ? el("b", { class: "wrong", title: "errors and failures" }, String(app.desk.wrong)) : null),
  );
}

function openLog() {
  const open = document.body.classList.toggle("logopen");
  if (open) byId("logclose").focus();
  byId("log").scrollTop = byId("log").scrollHeight;
}

/** Bars for requests without an answer: taking back, a new game, a broken game. */
export function drawNotices(root, app) {
  refill(root, leaveNotice(app), undoNotice(app), rematchNotice(app), app.error ? el("p", { class: "notice bad" }, W("BROKEN"), " ", app.error) : null);
}

/** The owner would like the seat back that is played here. */
function leaveNotice(app) {
  if (!app.table.seats.some((s) => s.seat === app.me && s.asked)) return null;
  return el(
    "p",
    { class: "notice", role: "status" },
    W("LEAVE_ASKED"),
    el("button", { type: "button", class: "choice", data: { key: "leave" }, onclick: () => leaveSeat(app) }, W("LEAVE")),
    el("button", { type: "button", class: "plain", data: { key: "stay" }, onclick: () => send(app, "seat", { leave: false }) }, W("STAY")),
  );
}

function undoNotice(app) {
  const { by, agreed } = app.table.undo;
  if (by === null || by === undefined) return null;
  const mine = app.me === null || agreed.includes(app.me);
  const text = by === app.me ? W("UNDO_YOU_ASKED") : W("UNDO_ASKED", { who: app.meta.seatName(by) });
  return el(
    "p",
    { class: "notice", role: "status" },
    text,
    mine ? null : el("button", { type: "button", class: "choice", data: { key: "agree" }, onclick: () => send(app, "undo", {}) }, W("AGREE")),
    app.me === null ? null : el("button", { type: "button", class: "plain", data: { key: "refuse" }, onclick: () => send(app, "undo", { no: true }) }, mine ? W("UNDO_DROP") : W("REFUSE")),
  );
}

function rematchNotice(app) {
  if (!app.table.rematch) return null;
  return el("p", { class: "notice", role: "status" }, W("REMATCH_IS"), el("a", { href: linkTo(app.table.rematch, app.keys.join(",")) }, W("REMATCH_GO")));
}

function who(app, s) {
  const parts = [];
  if (s.who === "bot") parts.push(W("BOT_LEVEL", { level: W("LEVEL_" + (s.bot ?? "normal").toUpperCase()) }));
  else if (s.who === "open") parts.push(W("SEAT_OPEN"));
  else if (s.who === "person") parts.push(s.here ? W("HERE") : W("AWAY"));
  if (app.table.thinking.includes(s.seat)) parts.push(W("THINKS"));
  return parts.join(", ");
}

function seatRow(app, s, close) {
  const take = app.me === null && s.who === "open";
  const free = app.owner && s.who === "person" && s.seat !== app.me;
  return el(
    "li",
    {},
    el("b", {}, app.meta.seatName(s.seat)),
    " ",
    el("span", { class: "note" }, who(app, s)),
    take ? el("button", { type: "button", class: "choice", onclick: () => (close(), takeSeat(app, s.seat)) }, W("TAKE_SEAT")) : null,
    free ? el("button", { type: "button", class: "plain", data: { key: "free " + s.seat }, onclick: () => (close(), freeSeat(app, s.seat)) }, W("FREE_SEAT")) : null,
  );
}

function openSeats(app) {
  const close = () => byId("dialog").close();
  const rows = app.table.seats.filter((s) => s.who !== "nobody").map((s) => seatRow(app, s, close));
  const watch = app.meta.watch;
  const dialog = openDialog(
    W("SEATS"),
    el("ul", { class: "seatlist" }, rows),
    app.me === null ? null : ownSeat(app, close),
    watch && LINKS && !app.desk ? copyRow(W("WATCH_LINK"), linkTo(app.id, watch)) : null,
    app.desk ? null : el("p", { class: "row" }, el("a", { href: HOME }, W("TO_LOBBY"))),
  );
  dialog.className = "seatsdialog";
}

/** Taking a seat gives a key: the page goes on with it. */
async function takeSeat(app, seat) {
  const got = await send(app, "seat", { take: seat, name: app.meta.seatName(seat) });
  if (got) playBy(app, got.key);
}

/** The page goes on with other keys, and so does the lobby's link. */
function playBy(app, keys) {
  remember({ table: app.id, keys, seat: true });
  reload(keys);
}

async function leaveSeat(app) {
  app.stream.close(); // its key is about to become invalid
  if (await send(app, "seat", { leave: true })) playBy(app, app.keys.filter((k) => k !== app.key).join(",") || app.meta.watch);
  else app.enter(app.key);
}

/** By the owner's key. Whoever sits there and is here is asked first. */
async function freeSeat(app, seat) {
  try {
    const { freed } = await call(app.path + "/seat", app.owner, { free: seat });
    if (!freed) app.alarm(W("FREE_ASKED", { who: app.meta.seatName(seat) }));
  } catch (e) {
    app.alarm(e.message);
  }
}

function ownSeat(app, close) {
  const mine = app.table.seats.find((s) => s.seat === app.me);
  const name = el("input", { type: "text", id: "myname", maxlength: "40", value: app.meta.seatName(app.me), autocomplete: "nickname" });
  const rename = el(
    "form",
    { class: "row", onsubmit: (e) => (e.preventDefault(), send(app, "seat", { name: name.value.trim() }), close()) },
    el("label", { for: "myname" }, W("YOUR_NAME")),
    name,
    el("button", { type: "submit", class: "plain" }, W("RENAME")),
  );
  return [rename, mine?.who === "bot" ? takeBack(app, close) : handOver(app, close)];
}

const takeBack = (app, close) =>
  el("p", { class: "row" }, el("button", { type: "button", class: "choice", onclick: () => (send(app, "seat", { bot: null }), close()) }, W("TAKE_BACK")));

function handOver(app, close) {
  const level = el("select", { id: "hand" }, LEVELS.map((l) => el("option", { value: l, selected: l === "normal" }, W("LEVEL_" + l.toUpperCase()))));
  const go = el("button", { type: "button", class: "plain", onclick: () => (send(app, "seat", { bot: level.value }), close()) }, W("HAND_OVER"));
  return el("p", { class: "row" }, el("label", { for: "hand" }, W("TO_A_BOT")), level, go);
}
