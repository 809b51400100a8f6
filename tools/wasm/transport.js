// In a game in one file: what stands in for password.js. The page asks the worker, not a server; tables are kept in this
// browser.
import { remembered } from "./tables.js";
import { unpack } from "./pack.js";
import { filesOf, here } from "./where.js";
import { wire } from "./wire.js";
import { STORE, keep, recall } from "./words.js";

const part = (id) => document.getElementById(id).textContent;
const worker = new Worker(URL.createObjectURL(new Blob([part("worker")], { type: "text/javascript" })));

const ask = wire(worker);
const opened = open();

worker.addEventListener("message", ({ data }) => data.saves && keepSaves(data.saves));

/** The table of a link is kept like those of this browser, unless it is there or the link is cut. */
async function open() {
  const { id, packed } = here();
  const files = packed ? await unpack(packed).catch(() => null) : null;
  if (files) keepSaves(Object.fromEntries(filesOf(id).map((name) => [name, recall(name, null) ?? String(files[name])])));
  worker.postMessage({ open: { packed: part("core"), ...JSON.parse(part("game")), saves: savesOf([id, ...remembered().map((t) => t.table)]) } });
}

/** fetch, answered by the worker. */
export const fetchIn = (...asked) => opened.then(() => ask(...asked));

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
  const names = tables.flatMap(filesOf);
  return Object.fromEntries(names.map((name) => [name, recall(name, null)]).filter(([, text]) => text !== null));
}

/** Each file by itself: the game may be open twice. */
function keepSaves(changed) {
  for (const [name, text] of Object.entries(changed)) keep(name, text);
}
