// The buttons at the top, the dialog of seats, and requests of other players.
import { byId, el, refill } from "./dom.js";
import { W, keep, recall } from "./words.js";
import { openDialog } from "./sheet.js";
import { copyRow } from "./copy.js";
import { goneNote } from "./board.js";
import { call } from "./net.js";
import { names } from "./bar.js";
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

/** On a phone a button has a sign alone. */
const menuButton = (sign, word, key, onclick, props = {}, ...more) =>
  el("button", { type: "button", title: W(word), data: { key }, onclick, ...props, class: "plain " + (props.class ?? "") }, el("span", { class: "sign", "aria-hidden": "true" }, sign), el("span", { class: "word" }, W(word)), ...more);

export function drawMenu(root, app) {
  const { undo } = app.table;
  refill(
    root,
    app.me !== null && app.view.status === "running" ? menuButton("↶", "UNDO", "undo", () => send(app, "undo", {}), { disabled: !undo.may }) : null,
    app.meta.rules ? menuButton("§", "RULES", "rules", app.toggleRules, { "aria-keyshortcuts": "r" }) : null,
    menuButton("☺", "SEATS", "seats", () => openSeats(app)),
    menuButton("⚙", "SETTINGS", "settings", () => openSettings(app), { "aria-keyshortcuts": "?", class: "alone" }),
    menuButton("≡", "LOG", "log", () => openLog(app), { class: "logopen" }, app.chat.unread ? el("b", { class: "unread", title: W("UNREAD", { n: app.chat.unread }) }, String(app.chat.unread)) : null, app.desk?.wrong ? el("b", { class: "wrong", title: "errors and failures" }, String(app.desk.wrong)) : null),
  );
}

function openLog(app) {
  app.chat.read();
  app.draw();
  const open = document.body.classList.toggle("logopen");
  if (open) byId("logclose").focus();
  for (const list of document.querySelectorAll("#log, .said")) list.scrollTop = list.scrollHeight;
}

/** Bars for requests without an answer: taking back, a new game, a broken game. */
export function drawNotices(root, app) {
  refill(root, watchNotice(app), leaveNotice(app), undoNotice(app), ...app.table.seats.map((s) => replaceNotice(app, s)), rematchNotice(app), app.error ? el("p", { class: "notice bad" }, W("BROKEN"), " ", app.error) : null);
}

/** Spectators are told what they may do here: sit down, see all cards. */
function watchNotice(app) {
  const seat = app.me === null && app.view.status === "running" && app.table.seats.find((s) => s.who === "open");
  if (app.me !== null || (!seat && !app.table.open)) return null;
  return el(
    "p",
    { class: "notice", role: "status" },
    W(app.table.open ? "WATCH_OPEN" : "SEAT_IS_FREE"),
    seat ? el("button", { type: "button", class: "choice", data: { key: "sit" }, onclick: () => takeSeat(app, seat.seat) }, W("TAKE_SEAT")) : null,
  );
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

/** Others agree that a bot plays for somebody who is away. */
function replaceNotice(app, s) {
  if (!s.replace.length) return null;
  const mine = app.me === null || s.replace.includes(app.me);
  const ask = (body) => send(app, "replace", { seat: s.seat, ...body });
  return el(
    "p",
    { class: "notice", role: "status" },
    W("REPLACE_ASKED", { who: app.meta.seatName(s.seat), by: names(s.replace.map(app.meta.seatName)) }),
    mine ? null : el("button", { type: "button", class: "choice", data: { key: "replace " + s.seat }, onclick: () => ask() }, W("AGREE")),
    app.me === null ? null : el("button", { type: "button", class: "plain", data: { key: "wait " + s.seat }, onclick: () => ask({ no: true }) }, W("KEEP_WAITING")),
  );
}

function rematchNotice(app) {
  if (!app.table.rematch) return null;
  return el("p", { class: "notice", role: "status" }, W("REMATCH_IS"), el("a", { href: linkTo(app.table.rematch, app.keys.join(",")) }, W("REMATCH_GO")));
}

function who(app, s) {
  const parts = [];
  if (s.gone) parts.push(goneNote(s));
  if (s.who === "bot") parts.push(W("BOT_LEVEL", { level: W("LEVEL_" + (s.bot ?? "normal").toUpperCase()) }));
  else if (s.who === "open") parts.push(W("SEAT_OPEN"));
  else if (s.who === "person") parts.push(s.here ? W("HERE") : W("AWAY"));
  if (s.shows) parts.push(W("SHOWS"));
  if (app.table.thinking.includes(s.seat)) parts.push(W("THINKS"));
  return parts.join(", ");
}

function seatRow(app, s, close) {
  const take = app.me === null && s.who === "open";
  const away = app.me !== null && s.seat !== app.me && app.view.status === "running" && ["person", "open"].includes(s.who) && !s.here;
  const free = app.owner && s.who === "person" && s.seat !== app.me;
  return el(
    "li",
    {},
    el("b", {}, app.meta.seatName(s.seat)),
    " ",
    el("span", { class: "note" }, who(app, s)),
    take ? el("button", { type: "button", class: "choice", onclick: () => (close(), takeSeat(app, s.seat)) }, W("TAKE_SEAT")) : null,
    away ? el("button", { type: "button", class: "plain", data: { key: "away " + s.seat }, onclick: () => (close(), replaceSeat(app, s.seat)) }, W("LET_A_BOT_PLAY")) : null,
    s.who === "person" && s.seat !== app.me && !app.desk
      ? el("button", { type: "button", class: "plain", "aria-pressed": String(app.chat.isMuted(s.seat)), data: { key: "mute " + s.seat }, onclick: (e) => (app.chat.toggle(s.seat), e.target.setAttribute("aria-pressed", String(app.chat.isMuted(s.seat)))) }, W("MUTE"))
      : null,
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
  const mine = recall("name", "");
  const got = (mine && (await app.call("seat", { take: seat, name: mine }).catch(() => null))) || (await send(app, "seat", { take: seat, name: app.meta.seatName(seat) }));
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

/** If all who are there agree, a bot plays there until its player is back. */
async function replaceSeat(app, seat) {
  const got = await send(app, "replace", { seat });
  if (got?.wait) app.alarm(W("REPLACE_WAIT", { who: app.meta.seatName(seat), n: got.wait }));
}

/** Giving up needs a second click, for it cannot be taken back. */
function askGiveUp(app, close) {
  const seats = app.table.seats.filter((s) => s.who !== "nobody" && s.gone !== "gave up");
  const yes = el("button", { type: "button", class: "choice main", data: { key: "giveup yes" }, onclick: () => (send(app, "giveup", {}), close()) }, W("GIVE_UP"));
  openDialog(W("GIVE_UP_SURE"), el("p", {}, W(seats.length > 2 ? "GIVE_UP_BOT" : "GIVE_UP_ENDS")), el("p", { class: "row" }, el("button", { type: "button", class: "plain", data: { key: "giveup no" }, onclick: close }, W("BACK_STEP")), yes));
  yes.previousSibling.focus();
}

function ownSeat(app, close) {
  const mine = app.table.seats.find((s) => s.seat === app.me);
  const name = el("input", { type: "text", id: "myname", maxlength: "40", value: app.meta.seatName(app.me), autocomplete: "nickname" });
  const rename = (called) => (app.desk || keep("name", called), send(app, "seat", { name: called }), close());
  const form = el(
    "form",
    { class: "row", onsubmit: (e) => (e.preventDefault(), rename(name.value.trim())) },
    el("label", { for: "myname" }, W("YOUR_NAME")),
    name,
    el("button", { type: "submit", class: "plain" }, W("RENAME")),
  );
  const show = app.desk ? null : el("p", {}, el("label", { class: "check" }, el("input", { type: "checkbox", data: { key: "show" }, checked: mine.shows, "aria-describedby": "shownote", onchange: (e) => send(app, "seat", { show: e.target.checked }) }), el("span", {}, W("SHOW_CARDS"))), el("span", { class: "note", id: "shownote" }, W(app.table.open ? "SHOWN_NOTE" : "SHOW_NOTE")));
  if (mine?.gone || app.view.status !== "running") return [form];
  if (mine?.who === "bot") return [form, takeBack(app, close), show];
  const giveUp = app.desk ? null : el("p", { class: "row" }, el("button", { type: "button", class: "plain", data: { key: "giveup" }, onclick: () => askGiveUp(app, close) }, W("GIVE_UP")));
  return [form, handOver(app, close), show, giveUp];
}

const takeBack = (app, close) =>
  el("p", { class: "row" }, el("button", { type: "button", class: "choice", onclick: () => (send(app, "seat", { bot: null }), close()) }, W("TAKE_BACK")));

function handOver(app, close) {
  const level = el("select", { id: "hand" }, LEVELS.map((l) => el("option", { value: l, selected: l === "normal" }, W("LEVEL_" + l.toUpperCase()))));
  const go = el("button", { type: "button", class: "plain", onclick: () => (send(app, "seat", { bot: level.value }), close()) }, W("HAND_OVER"));
  return el("p", { class: "row" }, el("label", { for: "hand" }, W("TO_A_BOT")), level, go);
}
