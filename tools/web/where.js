// Where the page is, and how it goes elsewhere. A game in one file has its own (tools/wasm/where.js).

/** Can others come by a link? */
export const LINKS = true;
export const HOME = "/";
export const linkTo = (table, keys) => `${location.origin}/t/${table}#${keys}`;

/** The table that the address names, and its keys. */
export const here = () => ({ id: location.pathname.split("/")[2], keys: location.hash.slice(1) });

export function go(link) {
  location.href = link;
}

/** The same table with other keys. */
export function reload(keys) {
  history.replaceState(null, "", "#" + keys);
  location.reload();
}
