// In a game in one file: what stands in for where.js of tools/web. The address is always the file's own; what lies
// behind # says which table, or has a whole table of a game that is over.
import { pack } from "./pack.js";
import { recall } from "./words.js";

export const LINKS = false;
export const HOME = "#";
export const linkTo = (table, keys) => `#t/${table}/${keys}`;

/** The names of a table's files. */
export const filesOf = (table) => [`${table}.table`, `${table}.save`];

/** Both files of the table go with the link: whoever has the game can look at it. */
export async function linkToReplay(table, key, says) {
  const files = Object.fromEntries(filesOf(table).map((name) => [name, recall(name, null)]));
  return `${location.href.split("#")[0]}#r/${table}/${key}/${await pack(files)}@${says}`;
}

export function here() {
  const [way, moment] = location.hash.split("@");
  const [, id, keys, packed] = way.split("/");
  return { id, keys, packed, moment };
}

export function go(link) {
  location.hash = link.slice(1);
}

export function reload(keys) {
  history.replaceState(null, "", linkTo(here().id, keys));
  location.reload();
}
