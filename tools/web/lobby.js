// The lobby: the game, its players, and links to the seats.
import { byId, el, isWriting, refill } from "./dom.js";
import { W, fillWords, keep, recall, setWords } from "./words.js";
import { call, insist } from "./net.js";
import { copyRow } from "./copy.js";
import { forget, remember, remembered } from "./tables.js";
import { go, linkTo } from "./where.js";
import { optionFields, readOptions, readTable, tableFields } from "./options.js";
import { ornament } from "./ornament.js";
import { Rules } from "./rules.js";
import { readSeats, seatRows } from "./seats.js";

const rules = new Rules();
let lang = null;
let games = [];
let chosen = null; // the game
let lists = false; // does the server list tables?

async function begin() {
  try {
    await speak(recall("lang", null));
  } catch (e) {
    byId("form").replaceChildren(el("p", { class: "notice bad", role: "alert" }, e.message));
  }
  drawTables();
}

/** Loads words and games in a language; null: the browser's. */
async function speak(wanted) {
  const waits = () => byId("form").replaceChildren(el("p", { class: "notice", role: "status" }, W("LOST")));
  const got = await insist("/api/words" + (wanted ? "?lang=" + wanted : ""), null, waits);
  lang = got.lang;
  setWords(got.words);
  document.documentElement.lang = lang;
  fillWords();
  drawLanguages(got.languages);
  games = (await insist("/api/games?lang=" + lang, null, waits)).games;
  await drawOpen();
  const last = chosen?.id ?? recall("game", null);
  chosen = games.find((g) => g.id === last) ?? games[0];
  drawForm();
  drawTables();
}

const LANGUAGE_NAMES = { en: "English", fr: "Français", de: "Deutsch", es: "Español", it: "Italiano" };
const languageName = (l) => LANGUAGE_NAMES[l] ?? l;

function drawLanguages(list) {
  const change = (e) => (keep("lang", e.target.value), speak(e.target.value).catch(() => {}));
  const select = el("select", { id: "lang", onchange: change, data: { key: "lang" } }, list.map((l) => el("option", { value: l, lang: l, selected: l === lang }, languageName(l))));
  refill(byId("language"), el("label", { for: "lang", class: "hidden" }, W("LANGUAGE")), select);
}

function people(game) {
  const [least, most] = game.people;
  return least === most ? W(least === 1 ? "FOR_ONE" : "FOR_N", { n: least }) : W("FOR_RANGE", { from: least, to: most });
}

function gameChoice(game, order) {
  const input = el("input", { type: "radio", name: "game", value: game.id, checked: game === chosen, data: { key: "game " + game.id } });
  input.addEventListener("change", () => ((chosen = game), keep("game", game.id), drawForm()));
  const facts = [people(game), game.minutes ? W("OF_MINUTES", { n: game.minutes }) : null, W("OF_CARDS", { n: game.cards })].filter(Boolean).join(" · ");
  const picture = el("span", { class: `drawn c${order % 8}` }, ornament(game.id, order));
  const line = game.line ? el("span", { class: "note" }, game.line) : null;
  return el("label", { class: "game" }, input, picture, el("span", { class: "title" }, game.title), el("span", { class: "note" }, facts), line);
}

function gameLanguage() {
  const own = chosen.languages.includes(lang) ? lang : chosen.languages[0];
  if (chosen.languages.length < 2) return null;
  const select = el("select", { id: "gamelang", name: "gamelang" }, chosen.languages.map((l) => el("option", { value: l, lang: l, selected: l === own }, languageName(l))));
  return el("p", { class: "field" }, el("label", { for: "gamelang" }, W("GAME_LANGUAGE")), select);
}

function rulesButton() {
  if (!chosen.rules) return null;
  return el("button", { type: "button", class: "plain big", "aria-keyshortcuts": "r", data: { key: "rules" }, onclick: () => rules.toggle(chosen) }, W("RULES_OF", { game: chosen.title }));
}

function drawForm() {
  const form = byId("form");
  form.onsubmit = submit;
  const setup = [
    el("h3", {}, chosen.title),
    seatRows(chosen, recall("name", "")),
    optionFields(chosen, gameLanguage()),
    ...tableFields(lists),
    el("p", { id: "problem", class: "problem", role: "alert" }),
    el("p", { class: "row begin" }, el("button", { type: "submit", class: "choice main big" }, W("BEGIN")), rulesButton()),
  ];
  const at = form.querySelector(".gamegrid")?.scrollLeft;
  refill(form, el("fieldset", { class: "games" }, el("legend", {}, W("GAME")), el("div", { class: "gamegrid" }, games.map(gameChoice))), el("div", { class: "setup" }, setup));
  const grid = form.querySelector(".gamegrid");
  grid.scrollLeft = at ?? grid.querySelector(":has(:checked)").offsetLeft - grid.clientWidth / 3;
}

async function submit(e) {
  e.preventDefault();
  const form = byId("form");
  const seats = readSeats(form);
  const me = seats.find((s) => s.here);
  if (me) keep("name", me.body.name);
  const body = { game: chosen.id, lang: form.gamelang?.value ?? chosen.languages[0], options: readOptions(form, chosen), seats: seats.map((s) => s.body), ...readTable(form) };
  byId("problem").textContent = "";
  try {
    made(await call("/api/tables", null, body), seats);
  } catch (problem) {
    byId("problem").textContent = problem.message;
  }
}

/** The table exists. A player alone with bots goes to it at once. Otherwise the links are shown. */
function made(answer, seats) {
  const here = seats.map((s, i) => (s.here ? answer.keys[i] : null)).filter(Boolean).join(",");
  const links = seats.map((s, i) => (s.remote && answer.keys[i] ? [s.body.name || W("SEAT_N", { n: i + 1 }), answer.keys[i]] : null)).filter(Boolean);
  remember({ table: answer.table, title: chosen.title, keys: here || answer.watch, watch: answer.watch, owner: answer.owner, links, seat: true });
  const mine = linkTo(answer.table, here || answer.watch);
  if (!links.length) {
    go(mine);
    return;
  }
  drawMade(answer.table, links, answer.watch, mine, Boolean(here));
  drawTables();
}

function drawMade(table, links, watch, mine, playing) {
  const root = byId("made");
  root.hidden = false;
  root.replaceChildren(
    el("h2", { tabindex: "-1", id: "madehead" }, W("TABLE_IS_SET")),
    el("p", {}, W("SEND_LINKS")),
    ...links.map(([name, key]) => copyRow(name, linkTo(table, key))),
    copyRow(W("WATCH_LINK"), linkTo(table, watch)),
    el("p", { class: "row" }, el("a", { class: "choice main big", href: mine }, W(playing ? "OPEN_SEAT" : "OPEN_WATCH"))),
  );
  byId("madehead").focus();
  root.scrollIntoView({ block: "start" });
}

function drawTables() {
  const list = remembered();
  byId("tables").hidden = !list.length;
  refill(byId("tablelist"), list.map(tableRow));
}

function tableRow(t) {
  const when = new Date(t.when).toLocaleString(lang ?? undefined, { dateStyle: "medium", timeStyle: "short" });
  const drop = () => (forget(t.table), drawTables());
  const links = t.links?.length
    ? el("button", { type: "button", class: "plain", data: { key: "links " + t.table }, onclick: () => drawMade(t.table, t.links, t.watch, linkTo(t.table, t.keys), t.keys !== t.watch) }, W("LINKS"))
    : null;
  return el(
    "li",
    {},
    el("a", { href: linkTo(t.table, t.keys) }, t.title),
    el("span", { class: "note" }, when),
    links,
    el("button", { type: "button", class: "plain", "aria-label": W("FORGET_WHAT", { what: t.title }), data: { key: "forget " + t.table }, onclick: drop }, W("FORGET")),
  );
}

/** Tables with a free seat, if the server lists them. */
async function drawOpen() {
  const got = await call("/api/tables?lang=" + lang).catch(() => ({ tables: [] }));
  lists = got.lists ?? lists;
  byId("open").hidden = !got.tables.length;
  refill(byId("openlist"), got.tables.map(openRow));
}

function openRow(t) {
  const facts = [...t.names, W(t.free > 1 ? "N_FREE" : "ONE_FREE", { n: t.free }), t.minutes ? W("CLOCK_OF", { n: t.minutes }) : null].filter(Boolean).join(" · ");
  return el("li", {}, el("a", { href: linkTo(t.table, t.watch), data: { key: "open " + t.table } }, t.title), el("span", { class: "note" }, facts));
}

const AGAIN = 10_000; // milliseconds until the list is looked up again
setInterval(() => lists && !document.hidden && drawOpen(), AGAIN);
document.addEventListener("keydown", (e) => e.key === "r" && byId("form") && chosen?.rules && !isWriting(e) && rules.toggle(chosen));
begin();
