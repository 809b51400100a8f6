// The table: keeps the server's messages and lets other modules draw them. The desk's page uses
// one, too (desk.js).
import { byId, el, isWriting, refill, say } from "./dom.js";
import { W, fillWords, recall, setWords } from "./words.js";
import { Stream, call, insist } from "./net.js";
import { arrow, bringIntoSight, drawBoard, drawnAt, isPrivate, light } from "./board.js";
import { meaning } from "./zones.js";
import { Chooser } from "./choose.js";
import { drawBar } from "./bar.js";
import { Log } from "./log.js";
import { openSheet } from "./sheet.js";
import { drawMenu, drawNotices } from "./menu.js";
import { settled } from "./options.js";
import { ownerKey, remember } from "./tables.js";
import { HOME, here } from "./where.js";
import { drawEnd } from "./end.js";
import { show } from "./motion.js";
import { Curtain } from "./curtain.js";
import { Rules } from "./rules.js";
import { Habits, wants } from "./habits.js";
import { Chat } from "./chat.js";
import { setNow } from "./clocks.js";
import { yourTurn } from "./notice.js";
import { cardParts } from "./cards.js";
import { explained, glossary, setMeanings, watch } from "./tip.js";

export const app = {
  id: null,
  keys: [],
  key: null,
  path: null,
  meta: null,
  view: null,
  table: null,
  me: null,
  at: 0,
  opened: new Set(), // zones whose cards lie side by side, though they are piles
  everAsked: new Set(), // zones of which cards could be picked: so far at this table
  plays: [], // the cards of each line of the log that has some
  chooser: null,
  hints: null,
  listOpen: false,
  sure: null,
  coming: null,
};

const board = byId("board");
const main = byId("main");
const rules = new Rules();
const habits = new Habits();
const log = new Log(byId("log"), mark, (n) => app.fetch(`log?to=${n}`).catch((e) => alarm(e.message)), (card) => app.meta.cards[card]?.name);

/** Sits down at a table, with the keys of the seats that are played here or the spectators'. */
export async function sitDown(id, keys) {
  Object.assign(app, { id, keys, path: "/api/tables/" + id });
  try {
    setWords((await insist("/api/words", null, () => line(false))).words);
    line(true);
    if (!keys.length) return fail(W("NO_KEY"));
    await enter(keys[0]);
  } catch (e) {
    fail(e.message);
  }
}

/** Takes a seat by its key: what does not change while the rules do not, then the stream. */
async function enter(key) {
  app.stream?.close();
  app.key = key;
  const meta = await insist(app.path, key, () => line(false));
  setWords(meta.words);
  document.documentElement.lang = meta.lang;
  meta.seatName = (seat) => app.view?.seats[seat]?.name ?? W("SEAT_N", { n: seat + 1 });
  Object.assign(app, { meta, me: meta.you, view: null, chooser: null, everAsked: new Set() });
  meta.rank = new Map(Object.keys(meta.cards).map((id, i) => [id, i]));
  meta.inked = Object.values(meta.cards).some((c) => c.red);
  setMeanings(meta.meanings, Object.values(meta.cards).map((c) => c.name));
  fillWords();
  byId("home").textContent = meta.title;
  document.title = meta.title;
  app.entered?.();
  app.stream = new Stream(app.path + "/stream", key, { told, line, gone: (e) => fail(e.message) });
}

function told(message) {
  if (app.renewed?.(message)) return;
  setNow(message.now);
  // the rules do not know that players gave up
  if (message.table.over && message.view?.status === "running") Object.assign(message.view, { status: "given up", choices: [] });
  const before = app.view;
  const changed = JSON.stringify(before) !== JSON.stringify(message.view);
  Object.assign(app, { view: message.view, table: message.table, at: message.at, final: message.final ?? null, stats: message.stats ?? null, error: message.error ?? null, busy: false });
  clearTimeout(app.coming?.timer);
  app.coming = null;
  if (message.reset) habits.forget();
  if (app.curtain.tell(message)) return;
  app.chat.tell(message.chat);
  if (!before) introduce();
  if (changed) newQuestion(before);
  if (app.chooser) goOnAlone();
  log.add(message.log ?? [], message.reset, message.lost);
  app.plays = [...(message.reset ? [] : app.plays), ...(message.log ?? []).map((l) => l.cards).filter((cards) => cards?.length)].slice(-MOST_PLAYS);
  if (message.reset || !before) draw();
  else show(main, message.moves ?? [], draw);
  if (changed) bringIntoSight(main, !before);
  if (app.chooser && app.byKeys && document.activeElement === document.body) focusFirst();
  app.heard?.(message);
}

/** A player alone at this screen brings the name and the colour that the browser keeps. */
function introduce() {
  const { name, colour } = app.table.seats.find((s) => s.seat === app.me) ?? {};
  if (app.me === null || app.desk || app.keys.length > 1) return;
  const set = (body) => app.call("seat", body).catch(() => {}); // the name may be taken: the seat has its own then
  if (!name && recall("name", "")) set({ name: recall("name", "") });
  if (colour !== recall("colour", colour)) set({ colour: recall("colour", 0) });
}

const MOST_PLAYS = 100; // of the log, that the page knows of

function newQuestion(before) {
  const { choices } = app.view;
  app.asked = new Set((choices ?? []).flatMap((c) => c.cards ?? []).map((c) => `${c.zone}|${c.seat ?? "t"}`));
  for (const zone of app.asked) app.everAsked.add(zone);
  // another player did something: what was pointed at so far stays
  if (app.chooser && JSON.stringify(before?.choices) === JSON.stringify(choices)) return;
  app.chooser = choices?.length && app.view.status === "running" ? new Chooser(choices, reachable) : null;
  app.hints = app.sure = null;
  reasons = new Map();
  app.listOpen = false;
  const asked = app.chooser && !habits.next(app.view);
  if (asked) say(W("YOUR_TURN") + " " + (app.view.prompt ?? ""));
  // after a pick of one's own the next question is no news
  if (asked && before && !before.choices?.length) yourTurn(app.meta.title, app.view.prompt);
  document.title = (app.chooser ? "● " : "") + app.meta.title;
}

/** With the keyboard, the focus moves to the next choice. */
function focusFirst() {
  (main.querySelector(".card.lit, .seatname.lit, .wait.lit") ?? byId("bar").querySelector(".choice"))?.focus();
}

const reachable = (thing) => (thing.card ? Boolean(drawnAt(app, thing.card)) : thing.seat !== undefined || thing.wait !== undefined);

function draw() {
  if (!app.view) return;
  drawPhase();
  app.chat.draw();
  drawMenu(byId("menu"), app);
  drawNotices(byId("notices"), app);
  drawEnd(app);
  drawTable();
}

/** The board, and the bar, which leaves it the room that it has. */
const drawTable = () => drawBoard({ ...shown(), lights: (drawn) => ((app.drawn = drawn), relight()) });

/** The view to draw: the present game, a past moment, or with all hidden cards. */
function shown() {
  if (app.replay?.view) return { ...app, view: app.replay.view, me: app.replay.seat(), asked: null, everAsked: null };
  return { ...app, view: (app.reveal && app.final) || app.view };
}

/** The parts that a click changes: lights and the bar. */
function relight() {
  const nothing = { cards: [], seats: [], waits: [], takenCards: [], takenSeats: [] };
  light(main, app, app.chooser && !app.replay ? app.chooser.state() : nothing);
  drawBar(byId("bar"), app, app.chooser);
}

/** What stands below the rules: the options of this table, and the game's words. */
function words() {
  const list = glossary();
  const options = settled(app.meta);
  return [options && el("h3", {}, W("OPTIONS")), options, list && el("h3", {}, W("WORDS")), list];
}

/** The whole question's reasons, by card. */
let reasons = new Map();
function whyNot(card) {
  if (!reasons.has(card)) reasons.set(card, call(app.path + "/why", app.key, { card }).then((a) => a.why, () => []));
  return reasons.get(card);
}

/** Not during a half-made choice: then unlit cards may be possible, too. */
const isAsked = () => app.chooser && !app.chooser.taken.length;

/** Reasons are requested later, for cards in the hand and near lit ones. */
function reasonsBeside(button, card) {
  const near = button.closest("#dock") ?? button.closest(".zone").querySelector(".lit");
  if (!isAsked() || app.replay || !near || button.matches(".lit, .taken")) return [];
  const list = el("ul", { class: "why" });
  whyNot(card).then((texts) => list.replaceChildren(...texts.map((t) => el("li", {}, t))));
  return [list];
}

/** What is told of a drawn card beside it: all of it, why it cannot be chosen, and what the words on it and its zone's name mean. */
function aboutCard(button) {
  const what = meaning.get(button);
  const zone = app.meta.zones.find((z) => z.id === what?.zone);
  if (!zone) return [];
  const def = app.meta.cards[what.card.card];
  return [...(def ? [el("h3", {}, def.name), ...reasonsBeside(button, what.card.card), ...cardParts(app.meta, what.card)] : []), el("p", { class: "note" }, explained(button.dataset.zone))];
}

const MOST_DOTS = 8;
const MOST_TOLD = 100; // rounds: nobody waits for the thousandth
const phaseName = (p) => app.meta.phases[p.phase] ?? p.phase;
const phasesTold = (view) => (view?.phases ?? []).filter(phaseName);
const phaseNames = () => phasesTold(app.view).map(phaseName);

/** "round 2 of 4 ●●○○", "turn 3, Bob" */
function drawPhase() {
  rules.here(phaseNames());
  const parts = phasesTold(app.replay?.view ?? app.view).map((p) => {
    const who = typeof p.seat === "number" ? app.meta.seatName(p.seat) : null;
    const of = p.of <= MOST_TOLD ? p.of : null;
    const said = of === 1 ? phaseName(p) : W(who ? "PHASE_OF" : of ? "PHASE_N_OF" : "PHASE_N", { what: phaseName(p), n: p.number, of, who });
    const dots = p.of > 1 && p.of <= MOST_DOTS ? el("span", { class: "rounds", "aria-hidden": "true" }, "●".repeat(p.number), "○".repeat(Math.max(0, p.of - p.number))) : null;
    return el("span", { class: "part" }, said, dots);
  });
  refill(byId("phase"), parts);
}

const SOON = 400; // milliseconds before what is picked by itself, and as much again or twice: others see how long it took
function goOnAlone() {
  const choice = habits.next(app.view);
  if (choice) app.coming = { choice, timer: setTimeout(() => send(choice, true), SOON * (1 + 2 * Math.random())) };
}

/** The player stops what was coming. */
function stop() {
  clearTimeout(app.coming?.timer);
  app.coming = null;
  habits.forget();
}

/** With others at the table they must agree before a pick is taken back. */
const isForGood = () => app.table.seats.filter((s) => s.who === "person").length > 1;

/** The player's pick: at once, or after they confirm it. */
function decide(text, go) {
  if (app.busy) return;
  stop();
  app.sure = wants("sure") && isForGood() ? { text, go } : null;
  if (app.sure) relight();
  else go();
}

const pick = (choice) => decide(choice.text, () => send(choice, false));

function pickAll(cards, text) {
  decide(text, () => {
    habits.playAll(app.view, cards);
    send(habits.next(app.view), true);
  });
}

async function send(choice, alone) {
  if (app.busy) return;
  habits.picked(app.view, choice, alone);
  app.coming = app.sure = null;
  app.busy = true;
  byId("bar").classList.add("busy");
  try {
    await call(app.path + "/pick", app.key, { at: app.at, key: choice.key });
  } catch (e) {
    app.busy = false;
    if (e.status !== 409) alarm(e.message);
    if (app.chooser) app.chooser.taken = []; // else the table has gone on, and nobody is asked
    relight();
  }
}

/** A click on a card: it is chosen, taken back, or looked at. */
function clickCard(what) {
  if (app.busy && what.button.classList.contains("lit")) return; // the second half of a double click
  if (app.chooser && !app.busy && !app.replay) {
    const done = app.chooser.takeCard(what);
    if (done) return pick(done);
    if (done === null || app.chooser.giveBack(what)) return relight();
  }
  look(what);
}

function look(what) {
  if (!what.card.card) return;
  const lit = what.button.classList.contains("lit");
  const asked = isAsked() && !lit ? () => whyNot(what.card.card) : null;
  // the table may have been drawn anew when the sheet is closed
  const again = () => main.querySelector(`.card.lit[data-key="${CSS.escape(what.button.dataset.key)}"][data-card="${CSS.escape(what.card.card)}"]`)?.click();
  openSheet(app.meta, what, asked, lit ? again : null);
}

function clickBoard(e) {
  const info = e.target.closest(".info");
  const card = info ? info.previousElementSibling : e.target.closest(".card");
  if (card) return info || held.done ? look(meaning.get(card)) : clickCard(meaning.get(card));
  const seat = e.target.closest(".seatname.lit");
  const wait = e.target.closest(".wait.lit");
  if (seat) taken(app.chooser.take("seat " + seat.dataset.seat));
  else if (wait) taken(app.chooser.take("wait " + wait.dataset.wait));
}

function taken(done) {
  if (done) pick(done);
  else relight();
}

/** A long press looks at a card instead of choosing it. */
const held = { timer: 0, done: false };
function press(e) {
  held.done = false;
  clearTimeout(held.timer);
  if (e.target.closest(".card") && e.pointerType === "touch") held.timer = setTimeout(() => (held.done = true), 500);
}

function mark(cards) {
  for (const c of main.querySelectorAll(".card")) c.classList.toggle("marked", cards.includes(c.dataset.card));
}

function line(connected) {
  const lost = byId("lost");
  if (lost.hidden === connected) return;
  lost.hidden = connected;
  lost.textContent = connected ? "" : W("LOST");
}

function fail(text) {
  app.stream?.close();
  refill(board, el("div", { class: "stop" }, el("h2", {}, W("NO_TABLE")), el("p", {}, text), el("p", {}, el("a", { href: HOME }, W("TO_LOBBY")))));
}

function alarm(text) {
  byId("alarm").textContent = text;
  const note = el("p", { class: "toast" }, text);
  document.body.append(note);
  setTimeout(() => note.remove(), 6000);
}

async function askHint() {
  app.hinting = true;
  relight();
  try {
    const { hints } = await call(app.path + "/hint", app.key, {});
    if (hints.length) {
      app.hints = new Map(hints.map((h) => [h.key, h.share]));
      app.listOpen = true;
    } else {
      alarm(W("HINT_NONE"));
    }
  } catch (e) {
    alarm(e.message);
  }
  app.hinting = false;
  relight();
}

/** The letters of the terminal, for the same. */
const LETTERS = { a: "all", h: "hint", l: "log", r: "rules", u: "undo", "?": "settings" };
const pushed = (button) => button?.checkVisibility() && button.click();

function key(e) {
  if (byId("dialog").open || isWriting(e)) return;
  if (arrow(main, e.key)) return e.preventDefault();
  const card = document.activeElement?.closest?.(".card");
  if (e.key === "i" && card) look(meaning.get(card));
  else if (e.key === "c" && app.chat.focus()) e.preventDefault();
  else if (e.key in LETTERS) pushed(document.querySelector(`[data-key="${LETTERS[e.key]}"]`));
  else if (e.key === "Escape") escape();
  else if (/^[1-9]$/.test(e.key) && app.listOpen && app.chooser) byId("all").querySelectorAll("button")[e.key - 1]?.click();
}

function escape() {
  if (rules.open) rules.close();
  else if (document.body.classList.contains("logopen")) document.body.classList.remove("logopen");
  else if (app.sure || app.coming || app.chooser?.back()) app.back();
  else if (app.listOpen) app.toggleAll();
}

Object.assign(app, {
  draw,
  introduce,
  pick,
  pickAll,
  isOwn: (card) => card.seat === app.me && isPrivate(app.meta.zones.find((z) => z.id === card.zone)),
  enter,
  alarm,
  askHint,
  call: (what, body) => call(`${app.path}/${what}`, app.key, body),
  fetch: (what) => call(`${app.path}/${what}`, app.key),
  clear: () => {
    app.stream.close();
    app.chooser = null;
    stop();
    log.add([], true);
    for (const root of [board, byId("dock"), byId("bar"), byId("notices")]) root.replaceChildren();
  },
  /** One step: what was to be picked by itself is not, what was not sure is not picked, what was pointed at last is not taken. */
  back: () => (app.coming ? stop() : app.sure ? ((app.sure = null), (app.chooser.taken = [])) : app.chooser.back(), relight()),
  toggleRules: () => rules.toggle(app.meta, phaseNames(), words()),
  toggleAll: () => ((app.listOpen = !app.listOpen), relight()),
  toggle: (name) => (app.opened.delete(name) || app.opened.add(name), draw()),
});
watch(aboutCard);
app.chat = new Chat(byId("chat"), app);
app.curtain = new Curtain(byId("curtain"), app);
document.addEventListener("keydown", () => (app.byKeys = true), true);
document.addEventListener("pointerdown", () => (app.byKeys = false), true);
main.addEventListener("click", clickBoard);
main.addEventListener("pointerdown", press);
main.addEventListener("contextmenu", (e) => e.target.closest(".card") && held.done && e.preventDefault());
for (const type of ["pointerup", "pointercancel"]) main.addEventListener(type, () => clearTimeout(held.timer));
byId("logclose").addEventListener("click", () => document.body.classList.remove("logopen"));
document.addEventListener("keydown", key);
addEventListener("resize", () => app.view && drawTable());

if (!document.body.classList.contains("desk")) {
  const { id, keys, moment } = here();
  app.linked = moment ? new URLSearchParams(moment) : null;
  app.entered = () => {
    const watch = app.meta.watch ?? app.key;
    app.owner = ownerKey(id, watch);
    remember({ table: id, title: app.meta.title, keys, watch, owner: app.owner });
  };
  sitDown(id, keys.split(",").filter(Boolean));
}
