// The desk: the table of a game in development, with reports for its author. It speaks English, as
// messages do.
import { byId, el, refill } from "./dom.js";
import { call } from "./net.js";
import { given } from "./options.js";
import { app, sitDown } from "./table.js";
import { drawMenu } from "./menu.js";
import { Curtain } from "./curtain.js";
import { drawPane, wrong } from "./deskpane.js";
import { Gallery } from "./gallery.js";
import { scenarioEditor } from "./scenario.js";
import { sentenceReader } from "./sentence.js";
import { Timeline } from "./timeline.js";

const key = location.hash.slice(1);
const ask = (what, body) => call("/api/desk" + what, key, body);

/** No curtain: whoever sits at the desk sees all seats. It only goes on to the next one that is asked. */
class Follower extends Curtain {
  tell(message) {
    if (!desk.eyes) super.tell(message);
    return false;
  }
  lower(next) {
    app.enter(next).catch((e) => app.alarm(e.message));
  }
}

const desk = {
  ask,
  state: null,
  wrong: 0,
  /** "": the asked seat; else a seat's number or "spectator": the view that is shown. */
  eyes: "",
  view: "table",
  news: null,
  rules: null,
  refresh,
  alarm: (text) => app.alarm(text),
};
const timeline = new Timeline(byId("time"), app, desk);
const gallery = new Gallery(byId("gallery"), desk);
const scenario = scenarioEditor(app, desk);
desk.timeline = timeline;
desk.sentence = sentenceReader(desk);
/** A scenario that is kept, with the position it leads to. */
desk.openScenario = (file, line) => {
  show("scenario", true);
  scenario.open(file, line);
};

/** Another game of the same kind. */
desk.again = () => ask("/begin", { people: desk.state.table.people, options: given(app.meta) }).then(refresh, (e) => app.alarm(e.message));

async function begin() {
  app.desk = desk;
  app.curtain = new Follower(byId("curtain"), app);
  app.renewed = renewed;
  app.heard = heard;
  app.entered = () => (document.title = app.meta.title + " – desk");
  drawTabs();
  await refresh();
  gallery.load().catch((e) => app.alarm(e.message));
}

/** Asks how it stands; sits down at another table if that is the open one now. */
async function refresh() {
  try {
    desk.state = await ask("");
  } catch (e) {
    return refill(byId("desk"), el("p", { class: "notice bad" }, e.message));
  }
  const { table } = desk.state;
  if (table.id !== app.id) {
    timeline.leave();
    desk.rules = null;
    await sitDown(table.id, keysOf(table));
  }
  desk.wrong = wrong(desk.state);
  if (app.view) drawMenu(byId("menu"), app);
  drawPane(byId("desk"), desk, timeline);
  timeline.draw();
}

function keysOf(table) {
  const seats = table.keys.filter(Boolean);
  if (desk.eyes === "spectator") return [table.watch];
  return desk.eyes ? [table.keys[Number(desk.eyes)], ...seats] : seats;
}

/** Shows another seat's view from now on. */
desk.look = (eyes) => {
  desk.eyes = eyes;
  const { table } = desk.state;
  const next = eyes === "spectator" ? table.watch : eyes === "" ? app.key : table.keys[Number(eyes)];
  app.keys = keysOf(table);
  app.enter(next === table.watch && eyes === "" ? app.keys[0] : next).catch((e) => app.alarm(e.message));
};

/** Other rules? Then the table is entered again before anything is drawn: it may have cards that the page has never heard of. */
function renewed(message) {
  const { rules } = message.table;
  const other = desk.rules !== null && rules !== desk.rules;
  desk.rules = rules;
  if (!other) return false;
  app.enter(app.key).then(enteredAgain, (e) => app.alarm(e.message));
  return true;
}

function enteredAgain() {
  gallery.stale();
  scenario.again();
  timeline.renew();
}

/** Asks for news after each message of the table. */
function heard(message) {
  const { news } = message.table;
  timeline.told();
  if (news !== desk.news) {
    desk.news = news;
    refresh();
    gallery.news();
  }
}

const VIEWS = { table: "Table", scenario: "Scenario", cards: "Cards" };

function drawTabs() {
  const tab = (id) =>
    el("button", { type: "button", role: "tab", class: "plain", "aria-selected": String(desk.view === id), data: { key: "tab " + id }, onclick: () => show(id) }, VIEWS[id]);
  refill(byId("tabs"), Object.keys(VIEWS).map(tab));
}

/** `given`: the view is being loaded. */
function show(view, given) {
  const was = desk.view;
  desk.view = view;
  byId("main").hidden = view === "cards";
  byId("foot").hidden = view !== "table";
  byId("scenario").hidden = view !== "scenario";
  byId("gallery").hidden = view !== "cards";
  drawTabs();
  if (was === "scenario" && view !== "scenario") leaveScenario();
  if (view === "scenario") given ? (scenario.shown = true) : scenario.show();
  if (view === "cards") gallery.open();
}

/** The table shows the open game again, or the moment of it that it showed before. */
function leaveScenario() {
  scenario.hide();
  app.replay = timeline.to === null ? null : timeline;
  if (app.view) app.draw();
}

begin();
