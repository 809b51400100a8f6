// The end: winners, scores, hidden cards, a new game, and the way back through the game.
import { byId, el, refill, say } from "./dom.js";
import { W } from "./words.js";
import { go, linkTo } from "./where.js";
import { names } from "./bar.js";
import { Replay } from "./replay.js";

/** For a graded result: the part that all have reached, in a sentence. null: they differ, or
 * lost. */
function reached({ result, seats }) {
  const people = seats.filter((s) => s.person).map((s) => s.seat);
  const same = (list) => list && people.every((s) => list[s] === list[people[0]]);
  if (!same(result.out_of) || !same(result.scores) || people.every((s) => result.lost?.includes(s))) return null;
  return W("REACHED", { n: result.scores[people[0]], of: result.out_of[people[0]] });
}

const gaveUp = (app) => app.table.seats.filter((s) => s.gone === "gave up").map((s) => app.view.seats[s.seat].name);

/** The seats that won. null: the game has no result. */
function winnersOf(app) {
  const { result, status } = app.view;
  if (status !== "given up") return status === "over" && result ? (result.winners ?? []) : null;
  const stayed = app.table.seats.filter((s) => s.who !== "nobody" && s.gone !== "gave up").map((s) => s.seat);
  return stayed.length === 1 ? stayed : [];
}

/** Who won, in a sentence. */
function verdict(app) {
  const { seats, status } = app.view;
  const won = winnersOf(app);
  if (!won) return W("UNFINISHED");
  const me = app.keys.length > 1 ? null : app.me; // several players at one screen: none is "you"
  const winners = won.map((s) => (s === me ? W("YOU") : seats[s].name));
  if (!winners.length) return status === "given up" ? W("NOBODY_WINS") : (reached(app.view) ?? W("NOBODY_WINS"));
  if (winners.length > 1) return W("WINNERS", { who: names(winners) });
  return won[0] === me ? W("YOU_WIN") : W("WINNER", { who: winners[0] });
}

function reasons(app) {
  const gave = gaveUp(app);
  const says = [gave.length ? W(gave.length > 1 ? "GAVE_UP_MANY" : "GAVE_UP", { who: names(gave) }) : null, app.view.result?.reasons];
  return says.filter(Boolean).map((text) => el("p", { class: "reasons" }, text));
}

function scores(app) {
  if (app.view.status === "given up") return null;
  const list = app.view.result?.scores ?? app.view.scores;
  if (!list?.length) return null;
  const best = list[app.view.result?.winners?.[0]]; // the winners first: in some games they have the least
  const least = list.every((n) => n === null || n === undefined || best <= n);
  const rows = app.view.seats
    .filter((s) => s.person && list[s.seat] !== undefined && list[s.seat] !== null)
    .map((s) => [s, list[s.seat]])
    .sort((a, b) => (least ? a[1] - b[1] : b[1] - a[1]))
    .map(([s, n]) => el("tr", { class: app.view.result?.winners?.includes(s.seat) ? "won" : null }, el("th", { scope: "row" }, s.name), el("td", {}, String(n))));
  if (!rows.length) return null;
  return el("table", { class: "scores" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, W("WHO")), el("th", { scope: "col" }, W("SCORE")))), el("tbody", {}, rows));
}

/** What each card scored, the most first. Equal ones are joined. */
function cardRows(app, seat, total) {
  const groups = new Map();
  for (const { card, points } of app.stats.scored[seat]) {
    const key = `${card} ${points}`;
    const g = groups.get(key) ?? { card, points, n: 0 };
    groups.set(key, { ...g, n: g.n + 1 });
  }
  const list = [...groups.values()].sort((a, b) => b.points * b.n - a.points * a.n);
  const rest = total - list.reduce((sum, g) => sum + g.points * g.n, 0);
  const row = (what, points) => el("tr", {}, el("th", { scope: "row" }, what), el("td", {}, String(points)));
  const name = (g) => (g.n > 1 ? `${g.n} × ` : "") + (app.meta.cards[g.card]?.name ?? g.card);
  return list.map((g) => row(name(g), g.points * g.n)).concat(rest ? [row(W("BESIDES"), rest)] : []);
}

/** If the score is a sum over cards: each seat's cards with their points. */
function byCard(app) {
  const list = app.view.result?.scores;
  const seats = app.view.seats.filter((s) => list && app.stats?.scored[s.seat]);
  if (!seats.length) return null;
  const one = (s) => el("section", {}, el("h3", {}, `${s.name}: ${list[s.seat]}`), el("table", { class: "scores" }, el("tbody", {}, cardRows(app, s.seat, list[s.seat]))));
  return el("details", { class: "bycard" }, el("summary", { data: { key: "end bycard" } }, W("BY_CARD")), el("div", { class: "bycards" }, seats.map(one)));
}

function statistics(app) {
  if (!app.stats) return null;
  const { choices, forced, picks } = app.stats;
  const each = app.view.seats.filter((s) => s.person).map((s) => `${s.name}: ${picks[s.seat]}`);
  return el("p", { class: "reasons" }, W("STATS", { n: choices, forced }), each.length > 1 ? ` · ${W("PICKS")} (${each.join(", ")})` : null);
}

async function again(app) {
  try {
    const { table } = await app.call("rematch", {});
    go(linkTo(table, app.keys.join(",")));
  } catch (e) {
    app.alarm(e.message);
  }
}

/** The replay has to be fetched with the key, so it is no plain link. */
async function download(app) {
  try {
    const text = await app.fetch("replay");
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const a = el("a", { href: url, download: `${app.meta.game}-${app.id}.replay` });
    document.body.append(a);
    a.click();
    a.remove();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  } catch (e) {
    app.alarm(e.message);
  }
}

const button = (key, text, onclick, pressed = null) =>
  el("button", { type: "button", class: key === "again" ? "choice main" : "plain", "aria-pressed": pressed, data: { key: "end " + key }, onclick }, text);

function buttons(app) {
  return el(
    "div",
    { class: "row" },
    app.me === null ? null : button("again", W("AGAIN"), () => (app.desk ? app.desk.again() : again(app))),
    app.final ? button("reveal", W("REVEAL"), () => ((app.reveal = !app.reveal), app.draw()), String(Boolean(app.reveal))) : null,
    button("replay", W("REPLAY"), () => (app.desk ? app.desk.timeline.go(0) : replay(app))),
    button("download", W("DOWNLOAD"), () => download(app)),
  );
}

function replay(app) {
  app.replay = new Replay(app);
  app.replay.go(0);
}

/** Draws the end above the table if the game is over. */
export function drawEnd(app) {
  const root = byId("end");
  const over = app.view.status !== "running";
  const news = over && !app.ended;
  app.ended = over;
  if (news && app.linked) {
    app.replay = new Replay(app, app.linked);
    app.replay.go(Number(app.linked.get("at")) || 0);
    app.linked = null;
  }
  root.hidden = !over || Boolean(app.replay);
  if (!over) Object.assign(app, { replay: app.desk ? app.replay : null, reveal: false });
  if (root.hidden) return;
  refill(root, el("div", { class: "verdict" }, el("h2", {}, verdict(app)), scores(app), reasons(app), statistics(app)), byCard(app), buttons(app));
  if (news) {
    root.scrollIntoView();
    say(verdict(app));
  }
}
