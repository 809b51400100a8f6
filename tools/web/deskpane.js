// The desk's reports: errors of the last save, the open game under the new rules, scenarios,
// replays.
import { el, refill } from "./dom.js";
import { openDialog } from "./sheet.js";
import { newGame } from "./newgame.js";
import { place } from "./places.js";

const count = (n, what) => `${n} ${what}${Number(n) === 1 ? "" : "s"}`;

/** The line with its column marked inside it. A mark on the next line fails in a narrow pane,
 * where long lines wrap. */
function excerpt({ excerpt, mark }) {
  const chars = [...excerpt.replace(/\t/g, " ")];
  if (!mark) return el("pre", {}, chars.join(""));
  return el("pre", {}, chars.slice(0, mark - 1).join(""), el("mark", {}, chars[mark - 1] ?? " "), chars.slice(mark).join(""));
}

const finding = (folder) => (f) => {
  const lines = [el("p", { class: "where" }, place(f, folder)), el("p", {}, el("b", {}, f.level), ": " + f.message)];
  if (f.excerpt) lines.push(excerpt(f));
  if (f.hint) lines.push(el("p", { class: "hint" }, f.hint));
  return el("li", { class: f.level === "error" ? "finding bad" : "finding" }, lines);
};

const errorsOf = (list) => list.filter((f) => f.level === "error").length;

/** How many errors and failures the pane tells: where it is closed, its button bears the number. */
export const wrong = ({ findings, trials: t, table }) => errorsOf(findings) + errorsOf(t.findings) + t.failed.length + t.replays.filter((r) => !r.same).length + (table.error ? 1 : 0);

function findings(state) {
  const list = state.findings;
  const errors = errorsOf(list);
  const head = state.broken ? `${count(errors, "error")}: the old rules stay` : list.length ? count(list.length, "warning") : "No errors";
  return el("section", { class: state.broken ? "findings broken" : "findings", data: { saves: state.saves } }, el("h3", {}, head), list.length ? el("ul", {}, list.map(finding(state.folder))) : null);
}

/** "cards/fairytale/shadow.yaml:34" of each file that changed. */
const changes = (state) => state.changed.map((c) => el("li", { class: "where" }, place(c, state.folder)));

function fared(c) {
  if (c.refused) return ["The open game cannot go on with these rules: " + c.refused];
  const lines = [];
  if (c.first !== undefined) lines.push(`Same up to pick ${c.first + 1}. There “${c.prompt}” offers ${c.now} instead of ${c.was}.`);
  else if (c.other) lines.push(c.other[0].toUpperCase() + c.other.slice(1).trim() + ".");
  if (c.why) lines.push(`${c.done} of ${count(c.picks, "pick")} could be made.`, c.why, "The next save tries the other picks again, unless somebody picks first.");
  else lines.push(lines.length ? `All ${c.picks} picks could be made.` : `The game goes on: ${count(c.picks, "pick")}, all as before.`);
  return lines;
}

function carried(desk, timeline) {
  const { carried: c, changed } = desk.state;
  if (!c) return null;
  const look = c.first !== undefined ? el("button", { type: "button", class: "plain small", onclick: () => timeline.go(c.first) }, `Look at pick ${c.first + 1}`) : null;
  return el(
    "section",
    { class: "carried" },
    el("h3", {}, "The open game"),
    fared(c).map((t) => el("p", {}, t)),
    changed.length ? el("ul", { class: "changed", "aria-label": "What has changed" }, changes(desk.state)) : null,
    look,
  );
}

const failure = (desk) => (f) =>
  el("li", {}, el("details", {}, el("summary", {}, f.name), el("p", { class: "where" }, place(f, desk.state.folder), " ", el("button", { type: "button", class: "plain small", onclick: () => desk.openScenario(f.file, f.line) }, "Look")), el("pre", {}, f.report)));

function scenarios(desk) {
  const { trials: t, folder } = desk.state;
  if (!t.of && !t.findings.length) return el("p", { class: "note" }, t.running ? "Scenarios are running …" : "There are no scenarios.");
  const done = t.passed + t.failed.length;
  const errors = errorsOf(t.findings);
  const pass = t.of ? `all ${t.of} pass` : "none can be read";
  const state = t.running && done < t.of ? `${done} of ${t.of} tried` : t.failed.length ? `${t.failed.length} of ${t.of} fail` : pass;
  const head = errors ? `Scenarios: ${count(errors, "error")}; ${t.of ? "of the others " : ""}${state}` : `Scenarios: ${state}`;
  return el(
    "section",
    { class: t.failed.length || errors ? "scenarios bad" : "scenarios", data: { running: String(t.running) } },
    el("h3", {}, head),
    t.findings.length ? el("ul", {}, t.findings.map(finding(folder))) : null,
    t.failed.length ? el("ul", { class: "failures" }, t.failed.slice(0, 50).map(failure(desk))) : null,
  );
}

function replay(desk, r) {
  const open = el("button", { type: "button", class: "plain small", onclick: () => desk.ask("/open", { file: r.file }).then(desk.refresh, (e) => desk.alarm(e.message)) }, "Open");
  return el("li", { class: r.same ? null : "bad" }, el("b", {}, r.file), " ", r.same ? `${count(r.picks, "pick")}, all as before` : (r.says ?? `${r.done} of ${r.picks} picks`), " ", open);
}

function replays(desk) {
  const list = desk.state.trials.replays;
  if (!list.length) return null;
  return el("section", { class: "replays" }, el("h3", {}, "Kept replays"), el("ul", {}, list.map((r) => replay(desk, r))));
}

const whole = (n) => n.toLocaleString("en");
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** A line of the rules: its share of the work, its text, how often it ran, and the reason why it
 * is slow. */
const cost = (folder) => (l) =>
  el(
    "li",
    { class: l.why ? "slow" : null },
    el("meter", { min: "0", max: "1", value: String(l.share), "aria-hidden": "true" }),
    el("p", {}, el("b", {}, percent(l.share)), " ", el("span", { class: "where" }, l.file ? place(l, folder) : "dealing and asking"), l.why ? el("b", { class: "why" }, l.why) : null),
    l.text ? el("pre", {}, l.text) : null,
    l.times ? el("p", { class: "note" }, `${whole(l.times)} times` + (l.cards ? `, ${whole(l.cards)} cards` : "")) : null,
  );

/** Where the time goes: the slowest lines, and the meaning of the reasons. */
function profile({ profile: { games, lines }, folder }) {
  if (!lines?.length) return null;
  const slow = lines.filter((l) => l.why).reduce((sum, l) => sum + l.share, 0);
  const shown = lines.filter((l, i) => i < 6 || (l.why && l.share >= 0.01)).slice(0, 10);
  const why = new Map(shown.filter((l) => l.why).map((l) => [l.why, l.advice]));
  return el(
    "section",
    { class: "profile" },
    el("h3", {}, "Where the time goes" + (slow >= 0.01 ? `: ${percent(slow)} in slow rules` : "")),
    [...why].map(([word, advice]) => el("p", { class: "hint" }, el("b", {}, word), ": " + advice)),
    el("ol", {}, shown.map(cost(folder))),
    el("p", { class: "note" }, `Parts of the time in ${count(games, "game")} of random bots.`),
  );
}

/** How the seats fared in many games of bots, and how many games had no end. */
function played({ played: { games, by, seats, unfinished, wrong } }) {
  if (!games && !wrong) return null;
  const rows = (seats ?? []).map((s, i) => el("tr", {}, el("th", { scope: "row" }, String(i + 1)), el("td", {}, percent(s.share)), el("td", {}, s.score.toFixed(1))));
  return el(
    "section",
    { class: "played", data: { games: String(games) } },
    el("h3", {}, `${count(whole(games), "game")} of ${by === "random" ? "random" : "trained"} bots`),
    el("table", {}, el("thead", {}, el("tr", {}, ["Seat", "wins", "points"].map((t) => el("th", { scope: "col" }, t)))), el("tbody", {}, rows)),
    unfinished ? el("p", { class: "hint" }, `${whole(unfinished)} did not end.`) : null,
    wrong ? el("p", { class: "bad" }, `A game broke: ${wrong}`) : null,
  );
}

/** The first of bug-1.replay, bug-2.replay ... that is not there. */
function freeName(replays) {
  const there = new Set(replays.map((r) => r.file));
  let n = 1;
  while (there.has(`bug-${n}.replay`)) n++;
  return `bug-${n}.replay`;
}

/** Asks for a name and keeps the open game as a replay, tried on each save from then on. */
function keepReplay(desk) {
  const name = el("input", { type: "text", id: "replayname", value: freeName(desk.state.trials.replays), maxlength: "79" });
  const problem = el("p", { class: "problem", role: "alert" });
  const send = async (e) => {
    e.preventDefault();
    try {
      await desk.ask("/keep", { file: name.value.trim() });
      dialog.close();
      desk.refresh();
    } catch (why) {
      problem.textContent = why.message;
    }
  };
  const dialog = openDialog(
    "Keep this game as a replay",
    el("p", {}, "The file goes into replays/ in the game's folder. Each save plays it again, and the desk says where it goes another way."),
    el("form", { class: "row", onsubmit: send }, el("label", { for: "replayname" }, "Name"), name, el("button", { type: "submit", class: "choice main" }, "Keep")),
    problem,
  );
}

export function drawPane(root, desk, timeline) {
  const { state } = desk;
  refill(
    root,
    findings(state),
    state.table.error ? el("section", { class: "findings broken" }, el("h3", {}, "The game broke"), el("pre", {}, state.table.error)) : null,
    desk.sentence,
    carried(desk, timeline),
    scenarios(desk),
    replays(desk),
    played(state),
    profile(state),
    el(
      "p",
      { class: "row" },
      el("button", { type: "button", class: "plain small", data: { key: "newgame" }, onclick: () => newGame(desk) }, "New game …"),
      el("button", { type: "button", class: "plain small", data: { key: "keepreplay" }, onclick: () => keepReplay(desk) }, "Keep as replay …"),
    ),
  );
}
