// In a game in one file: what stands in for password.js. The page asks the worker, not a server; tables are kept in this
// browser.
import { remembered } from "./tables.js";
import { here } from "./where.js";
import { STORE, keep, recall } from "./words.js";

const part = (id) => document.getElementById(id).textContent;
const worker = new Worker(URL.createObjectURL(new Blob([part("worker")], { type: "text/javascript" })));
const waiting = new Map(); // by number: an answer's promise, then its stream
let last = 0;

worker.postMessage({ open: { packed: part("core"), ...JSON.parse(part("game")), saves: savesOf([here().id, ...remembered().map((t) => t.table)]) } });

worker.addEventListener("message", ({ data }) => {
  if (data.saves) return keepSaves(data.saves);
  const asked = waiting.get(data.id);
  if (data.stream) asked.answer(new Response(streamOf(data.id, asked), { status: data.status, headers: { "Content-Type": data.type } }));
  else if (data.bytes) asked?.stream?.enqueue(data.bytes);
  else if (data.end) end(data.id);
  else if (asked) {
    waiting.delete(data.id);
    asked.answer(new Response(data.body, { status: data.status, headers: { "Content-Type": data.type } }));
  }
});
worker.addEventListener("error", (e) => waiting.forEach(({ fail }) => fail(new Error(e.message || "the worker does not start"))));

function streamOf(id, asked) {
  return new ReadableStream({ start: (stream) => (asked.stream = stream), cancel: () => leave(id) });
}

function end(id) {
  waiting.get(id)?.stream?.close();
  waiting.delete(id);
}

function leave(id) {
  if (waiting.delete(id)) worker.postMessage({ close: id });
}

/** The files of these tables. Those of forgotten ones go. */
function savesOf(tables) {
  try {
    for (const key of Object.keys(localStorage)) {
      const [, table] = /([0-9a-f]+)\.(table|save)$/.exec(key) ?? [];
      if (table && key.startsWith(STORE) && !tables.includes(table)) localStorage.removeItem(key);
    }
  } catch {
    // nothing is kept here
  }
  const names = tables.flatMap((t) => [`${t}.table`, `${t}.save`]);
  return Object.fromEntries(names.map((name) => [name, recall(name, null)]).filter(([, text]) => text !== null));
}

/** Each file by itself: the game may be open twice. */
function keepSaves(changed) {
  for (const [name, text] of Object.entries(changed)) keep(name, text);
}

/** fetch, answered by the worker. */
export function fetchIn(path, { method = "GET", headers = {}, body, signal }) {
  const id = ++last;
  return new Promise((answer, fail) => {
    waiting.set(id, { answer, fail });
    signal?.addEventListener("abort", () => {
      const asked = waiting.get(id);
      leave(id);
      asked?.stream?.error(new Error("closed"));
    });
    worker.postMessage({ id, method, path, key: headers.Authorization?.replace("Bearer ", ""), last: headers["Last-Event-ID"], body, lang: navigator.language });
  });
}
