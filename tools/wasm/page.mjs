// Makes the page of a game in one file, all but the game:  node page.mjs WEB WASM OUT
// WEB: tools/web; WASM: the folder of the module. `cantrip bundle` puts the game into OUT.
// Scripts and styles are made small by esbuild, the module is packed by zopfli.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [web, wasm, out] = process.argv.slice(2);
const own = new URL("./", import.meta.url).pathname;
const read = (path) => readFileSync(path, "utf8").replace(/^[ \t]+/gm, "");
const most = { encoding: "utf8", maxBuffer: 1 << 28 };
const small = (text, loader = "js") => execFileSync("esbuild", ["--minify", "--charset=utf8", `--loader=${loader}`], { ...most, input: text }).trim();

/** Modules that stand in for those of the server's page. */
const instead = { "password.js": `${own}transport.js`, ...Object.fromEntries(["where.js", "wire.js", "pack.js"].map((name) => [name, own + name])) };

const IMPORT = /^(import .* from |export .* from |import )"\.\/([\w-]+\.js)";$/gm;

/** All modules that these need, by name; they call each other without a path. */
function modules(names, found = new Map()) {
  for (const name of names) {
    if (found.has(name)) continue;
    const text = read(instead[name] ?? `${web}/${name}`);
    found.set(name, small(text.replace(IMPORT, '$1"$2";')));
    modules([...text.matchAll(IMPORT)].map((m) => m[2]), found);
  }
  return found;
}

/** Modules of the worker as one text: a worker has no map of imports. */
function joined(paths) {
  return small(paths.map((p) => read(p).replace(/^import .*;$/gm, "").replace(/^export default .*;$/gm, "").replace(/^export /gm, "").replaceAll("import.meta.url", '""')).join("\n"));
}

const body = (file) => /<body class="(\w+)">\n([^]*)<\/body>/.exec(read(`${web}/${file}`));
/** Links lead to what lies behind #; who plays at one screen needs no chat. */
const template = (file) => body(file).slice(1).map((x) => x.replaceAll('href="/"', 'href="#"').replace(/ *<section id="chat".*\n/, ""));
const styles = { "style.css": "lobby table", "lobby.css": "lobby", "cards.css": "table", "table.css": "table" };
const icon = `data:image/svg+xml;base64,${Buffer.from(read(`${web}/favicon.svg`)).toString("base64")}`;

function script(attributes, text) {
  if (/<\/script|<!--/i.test(text)) throw new Error(`a script cannot stand in a page: ${attributes}`);
  return `<script ${attributes}>\n${text}\n</script>`;
}

const pages = ["index.html", "table.html"].map((file) => {
  const [name, html] = template(file);
  return `<template data-page="${name}">\n${html.replaceAll("/web/favicon.svg", icon)}</template>`;
});
const page = `<!-- cantrip game 1 -->
<!doctype html>
<html lang="en" data-store="cantrip.@ID@.">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data:">
<title>@TITLE@</title>
<link rel="icon" href="${icon}">
${Object.entries(styles).map(([file, of]) => `<style data-of="${of}">\n${small(read(`${web}/${file}`), "css")}</style>`).join("\n")}
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
${pages.join("\n")}
${[...modules(["lobby.js", "table.js"])].map(([name, text]) => script(`type="text/plain" data-module="${name}"`, text)).join("\n")}
${script('type="text/plain" id="worker"', joined([`${wasm}/core.js`, `${own}bridge.js`, `${own}tables.js`, `${own}worker.js`]))}
${script('type="text/plain" id="core"', execFileSync("zopfli", ["-c", `${wasm}/core.wasm`], { maxBuffer: 1 << 28 }).toString("base64"))}
<script type="application/json" id="game">@GAME@</script>
${script("", small(read(`${own}begin.js`)))}
</body>
</html>
`;
writeFileSync(out, page);
