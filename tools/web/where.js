// Where the page is, and how it goes elsewhere. A game in one file has its own (tools/wasm/where.js).

/** Can others come by a link? */
export const LINKS = true;
export const HOME = "/";
export const linkTo = (table, keys) => `${location.origin}/t/${table}#${keys}`;

/** A moment of a game that is over, with what `says` tells of it. */
export const linkToReplay = async (table, key, says) => `${linkTo(table, key)}@${says}`;

/** The table that the address names, its keys, and behind @ the moment of a replay. */
export function here() {
  const [keys, moment] = location.hash.slice(1).split("@");
  return { id: location.pathname.split("/")[2], keys, moment };
}

export function go(link) {
  location.href = link;
}

/** The same table with other keys. */
export function reload(keys) {
  history.replaceState(null, "", "#" + keys);
  location.reload();
}
