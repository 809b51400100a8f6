// Makes the playground, a folder for any server of files:  node build.mjs WASM OUT NODE_MODULES
// WASM: the folder of the module of the desk; NODE_MODULES: where npm has put what package.json names.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";

const [wasm, out, packages] = process.argv.slice(2).map((path) => resolve(path));
const own = new URL("./", import.meta.url).pathname;
const root = new URL("../../", import.meta.url).pathname;
const web = `${root}tools/web/`;
const { build } = createRequire(`${packages}/`)("esbuild");

/** Modules that stand in for those of the server's page. */
const instead = { "password.js": `${own}transport.js`, "where.js": `${root}tools/wasm/where.js`, "core.js": `${wasm}/core.js`, "words.js": `${web}words.js` };
const stand = {
  name: "stand in",
  setup: (b) => b.onResolve({ filter: /^\.\/(password|where|core|words)\.js$/ }, ({ path }) => ({ path: instead[basename(path)] })),
};

/** All texts below a folder that a game may be read from. */
function texts(folder, files = {}) {
  for (const e of readdirSync(root + folder, { withFileTypes: true })) {
    const path = `${folder}/${e.name}`;
    if (e.isDirectory() && path !== "rulesets/guide") texts(path, files);
    else if (/\.(yaml|lua|svg)$|\/rules\.md$|\/lang\/.*\.md$/.test(path)) files[path] = readFileSync(root + path, "utf8");
  }
  return files;
}

const titleOf = (rules) => /^title: *(?:\{.*?\ben: *)?"?([^",}\n]+)/m.exec(rules)?.[1].trim();
const files = { ...texts("cards"), ...texts("scripts"), ...texts("rulesets") };
const games = Object.keys(files)
  .filter((path) => /^rulesets\/[^/]+\/ruleset\.yaml$/.test(path))
  .map((path) => ({ id: path.split("/")[1], title: titleOf(files[path]) ?? path.split("/")[1] }))
  .sort((a, b) => a.title.localeCompare(b.title));

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  entryPoints: [`${own}playground.js`, `${own}playground.css`, `${own}worker.js`, `${web}desk.js`, `${own}desk.css`],
  entryNames: "[name]",
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  external: ["node:*"],
  nodePaths: [packages],
  plugins: [stand],
  logLevel: "warning",
});
copyFileSync(`${wasm}/core.wasm`, `${out}/core.wasm`);
copyFileSync(`${web}favicon.svg`, `${out}/favicon.svg`);
for (const file of ["index.html", "offline.js"]) copyFileSync(own + file, `${out}/${file}`);
const policy = /<meta http-equiv.*\n/.exec(readFileSync(`${own}index.html`, "utf8"))[0];
const desk = readFileSync(`${web}desk.html`, "utf8").replace(/(<link rel="stylesheet".*\n)+/, `${policy}<link rel="stylesheet" href="desk.css">\n`);
writeFileSync(`${out}/desk.html`, desk.replaceAll("/web/", ""));
writeFileSync(`${out}/library.json`, JSON.stringify({ games, files }));
