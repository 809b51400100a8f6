// In a game in one file: what stands in for where.js of tools/web. The address is always the file's own; what lies
// behind # says which table.
export const LINKS = false;
export const HOME = "#";
export const linkTo = (table, keys) => `#t/${table}/${keys}`;

export function here() {
  const [, id, keys] = location.hash.split("/");
  return { id, keys };
}

export function go(link) {
  location.hash = link.slice(1);
}

export function reload(keys) {
  history.replaceState(null, "", linkTo(here().id, keys));
  location.reload();
}
