// The playground: an editor, and beside it the table of the desk. Both ask workers; no server answers.
import { byId, el, refill } from "../web/dom.js";
import { keep, recall } from "../web/words.js";
import { wire } from "../wasm/wire.js";
import { pack, unpack } from "../wasm/pack.js";
import { Editor } from "./editor.js";

const QUIET = 350; // ms without a key before the table is told
const NEW = { folder: "mygame", files: { "mygame/ruleset.yaml": "" } };

const library = fetch("library.json").then((r) => r.json());
const core = fetch("core.wasm").then((r) => r.arrayBuffer());
const page = { game: null, shown: null, findings: new Map(), unsaved: {}, desk: null };

/* ---- the game ---- */

/** A game that comes with Cantrip: the files of its folder. Those that it reads elsewhere come when it is loaded. */
async function shipped(id) {
  const { files } = await library;
  const folder = `rulesets/${id}`;
  return { folder, files: Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith(`${folder}/`) && !path.endsWith(".md"))) };
}

/** The game that the address names, else the one that was written last. */
async function asked() {
  const { game, g } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const kept = recall("playground", null);
  if (!game && !g) return kept ?? NEW;
  if (kept) keep("playground before", kept);
  history.replaceState(null, "", location.pathname);
  return g ? unpack(g).catch(() => (alert("This link is not whole."), kept ?? NEW)) : shipped(game);
}

async function open(game) {
  const [{ files }, wasm] = [await library, await core];
  Object.assign(page, { game, shown: null, unsaved: {} });
  page.findings.clear();
  for (const worker of [page.language, page.table]) worker?.terminate();
  const begin = (as) => {
    const worker = new Worker("worker.js", { type: "module" });
    worker.postMessage({ open: { as, wasm, folder: game.folder, files: { ...files, ...game.files } } });
    return worker;
  };
  page.language = begin("language");
  page.table = begin("desk");
  page.desk = null;
  window.fetchIn = wire(page.table);
  page.table.addEventListener("message", ({ data }) => (data.desk ? standing(data.desk) : data.written ? written(data.written) : data.wrong ? wait(data.wrong) : null));
  byId("editor").replaceChildren();
  page.editor = new Editor(byId("editor"), page.language, { changed, found, shows });
  wait();
  shows(Object.keys(game.files).find((f) => f === `${game.folder}/ruleset.yaml`) ?? Object.keys(game.files)[0]);
  drawFindings();
  drawGames();
}

/** What the table says of itself: which files the game is read from, and how it is reached. */
async function standing({ key, files }) {
  if (key !== page.desk) {
    page.desk = key;
    byId("desk").src = `desk.html#${key}`;
    byId("desk").hidden = false;
    byId("wait").hidden = true;
  }
  const others = (await library).files;
  for (const path of files) if (path in others) page.game.files[path] ??= others[path];
  drawFiles();
}

function wait(why = "The table comes when the rules have no errors.") {
  byId("desk").hidden = true;
  byId("desk").removeAttribute("src");
  byId("wait").hidden = false;
  byId("wait").textContent = why;
}

/** The table has written a scenario or a replay. */
function written(files) {
  for (const path of Object.keys(files)) page.editor.forget(path);
  Object.assign(page.game.files, files);
  page.language.postMessage({ write: files });
  save();
  shows(page.shown);
}

/* ---- typing ---- */

function changed(path, text) {
  page.game.files[path] = text;
  page.unsaved[path] = text;
  clearTimeout(page.timer);
  page.timer = setTimeout(save, QUIET);
}

function save() {
  clearTimeout(page.timer);
  keep("playground", page.game);
  if (!Object.keys(page.unsaved).length) return;
  for (const worker of [page.language, page.table]) worker.postMessage({ write: page.unsaved });
  page.unsaved = {};
}

function shows(path) {
  if (!(path in page.game.files)) return false;
  save();
  page.shown = path;
  page.editor.show(path, page.game.files[path]);
  drawFiles();
  return true;
}

/** The desk has read a sentence. */
window.insertEntry = (text) => {
  side("writing");
  page.editor.insert(text);
};

/* ---- files ---- */

/** Its name from the game's folder on; other folders as they are. */
const nameOf = (path) => (path.startsWith(`${page.game.folder}/`) ? path.slice(page.game.folder.length + 1) : path);
const errorsOf = (path) => (page.findings.get(path) ?? []).filter((f) => f.severity === 1).length;

function add(name) {
  const path = `${page.game.folder}/${name.replace(/^[./]+/, "")}`;
  if (!/\.(yaml|lua|md)$/.test(path)) return alert("The name of a file ends with .yaml, .lua or .md.");
  if (!(path in page.game.files)) changed(path, "");
  shows(path);
}

function remove(path) {
  if (!confirm(`Delete ${nameOf(path)}?`)) return;
  delete page.game.files[path];
  page.editor.forget(path);
  page.findings.delete(path);
  page.unsaved[path] = null;
  shows(Object.keys(page.game.files)[0]);
}

function drawFiles() {
  const own = (path) => path.startsWith(`${page.game.folder}/`);
  const paths = Object.keys(page.game.files).sort((a, b) => own(b) - own(a) || b.endsWith("/ruleset.yaml") - a.endsWith("/ruleset.yaml") || a.localeCompare(b));
  const tab = (path) =>
    el(
      "span",
      { class: "file" },
      el("button", { type: "button", role: "tab", class: "plain", "aria-selected": String(path === page.shown), title: path, data: { key: path }, onclick: () => shows(path) }, nameOf(path), errorsOf(path) ? el("span", { class: "wrong" }, String(errorsOf(path))) : null),
      path === page.shown && own(path) && nameOf(path) !== "ruleset.yaml" ? el("button", { type: "button", class: "close", "aria-label": `Delete ${nameOf(path)}`, onclick: () => remove(path) }, "×") : null,
    );
  refill(byId("files"), paths.map(tab));
  byId("files").querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/* ---- findings ---- */

function found(path, findings) {
  page.findings.set(path, findings);
  drawFiles();
  drawFindings();
}

function drawFindings() {
  const all = [...page.findings].flatMap(([path, list]) => list.map((f) => ({ path, ...f })));
  all.sort((a, b) => a.severity - b.severity);
  const go = (f) => shows(f.path) && page.editor.goTo(f.range.start);
  const one = (f) =>
    el(
      "li",
      { class: f.severity === 1 ? "bad" : "" },
      el("button", { type: "button", onclick: () => go(f) }, el("span", { class: "where" }, `${nameOf(f.path)}:${f.range.start.line + 1}`), " ", f.message),
    );
  refill(byId("findings"), all.length ? el("ul", {}, all.slice(0, 20).map(one)) : el("p", {}, "No errors"));
}

/* ---- the bar ---- */

async function drawGames() {
  const { games } = await library;
  const before = recall("playground before", null);
  const option = (value, text) => el("option", { value }, text);
  refill(byId("games"), option("", "Open …"), option("new", "An empty game"), before ? option("before", "What you wrote before") : null, el("optgroup", { label: "Games of Cantrip" }, games.map((g) => option(g.id, g.title))));
}

async function choose({ target }) {
  const name = target.value;
  target.value = "";
  save();
  const next = name === "new" ? structuredClone(NEW) : name === "before" ? recall("playground before", NEW) : await shipped(name);
  keep("playground before", page.game);
  await open(next);
}

async function copyLink() {
  const url = `${location.origin}${location.pathname}#g=${await pack(page.game)}`;
  history.replaceState(null, "", url);
  const told = await navigator.clipboard?.writeText(url).then(() => "Copied", () => null);
  byId("link").textContent = told ?? "In the address bar";
  setTimeout(() => (byId("link").textContent = "Copy link"), 2000);
}

function side(name) {
  document.body.className = name;
  for (const b of byId("sides").children) b.setAttribute("aria-pressed", String(b.dataset.side === name));
}

byId("link").addEventListener("click", copyLink);
for (const b of byId("sides").children) b.addEventListener("click", () => side(b.dataset.side));
side("writing");
byId("add").addEventListener("submit", (e) => {
  e.preventDefault();
  if (byId("newfile").value.trim()) add(byId("newfile").value.trim());
  e.target.reset();
});
byId("games").addEventListener("change", choose);
navigator.serviceWorker?.register("offline.js").catch(() => {});
addEventListener("hashchange", async () => open(await asked()));
open(await asked());
