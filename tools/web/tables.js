// The tables that this browser has opened, newest first.
import { keep, recall } from "./words.js";

const MOST = 30;

export function remembered() {
  return recall("tables", []);
}

/** {table, title, keys, watch, owner, seat}: what is not given stays as it was; seat: the keys are to be kept in place of others. */
export function remember(table) {
  const list = remembered();
  const old = list.find((t) => t.table === table.table) ?? {};
  // a spectator's link must not replace that of a seat
  const keys = old.keys && !table.seat ? old.keys : table.keys;
  const entry = { ...old, ...table, keys, when: Date.now() };
  keep("tables", [entry, ...list.filter((t) => t !== old)].slice(0, MOST));
}

/** The key of who began the table, if that was this browser; tables that follow each other have one, and one watch link. */
export const ownerKey = (id, watch) => remembered().find((t) => t.owner && (t.table === id || t.watch === watch))?.owner;

export function forget(id) {
  keep("tables", remembered().filter((t) => t.table !== id));
}
