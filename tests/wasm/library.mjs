// The library for JavaScript (build/wasm/cantrip) in Node: the same bytes as the command, its findings, undo, saves, bots;
// its types name what there is; as a package that npm has packed and installed.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deepEqual, equal, match, ok, throws } from "node:assert/strict";

const root = new URL("../../", import.meta.url).pathname;
const { cantrip } = await import(`${root}build/wasm/cantrip/cantrip.js`);
const lib = await cantrip();
const GAMES = { fairytale: 4, "card-ring": 3, "wizard-quest": 1, hearts: 4, kuhn: 2 };
const EACH = 40; // games

function read(folder, files = {}) {
  for (const e of readdirSync(root + folder, { withFileTypes: true })) {
    const path = `${folder}/${e.name}`;
    if (e.isDirectory()) read(path, files);
    else files[path] = readFileSync(root + path);
  }
  return files;
}

const tree = { ...read("cards"), ...read("scripts"), ...read("rulesets") };
const texts = (files) => Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.toString()]));

function load(name, files = tree) {
  const { game, findings } = lib.load(files, `rulesets/${name}`);
  deepEqual(findings, []);
  return game;
}

const command = (...args) => execFileSync(process.env.CANTRIP ?? `${root}build/cantrip`, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
const near = (a, b) => ok(Math.abs(a - b) < 1e-5, `${a} is not ${b}`);

function playOut(game) {
  while (game.pending.length) {
    const seat = game.pending[0];
    game.pick(seat, game.picks % game.choices(seat).length);
  }
  return game;
}

const tests = {
  "games of fixed seeds are the same bytes as natively"() {
    const folder = mkdtempSync(join(tmpdir(), "cantrip-"));
    for (const [name, people] of Object.entries(GAMES)) {
      const file = join(folder, name);
      command("sim", `rulesets/${name}`, "--seats", String(people), "--games", String(EACH), "--seed", "53", "--bots", "random", "--record", file);
      const records = readFileSync(file, "utf8").split(/^(?=cantrip replay)/m);
      equal(records.length, EACH);
      const rules = load(name);
      for (const record of records) {
        const game = rules.resume(record);
        equal(game.replay().trim(), record.trim());
        game.close();
      }
      rules.close();
    }
    rmSync(folder, { recursive: true });
  },

  "many games have the same scores as natively"() {
    for (const [name, people] of Object.entries(GAMES)) {
      const native = JSON.parse(command("sim", `rulesets/${name}`, "--seats", String(people), "--games", "200", "--seed", "53", "--bots", "random", "--json"));
      const rules = load(name);
      const here = rules.simulate({ people, games: 200, seed: 53 });
      equal(here.picks, native.picks);
      native.seats.forEach((s, i) => s.score && near(here.seats[i].score, s.score.mean));
      const parts = [1, 101].map((first) => rules.simulate({ people, games: 100, seed: 53, first }));
      equal(parts[0].picks + parts[1].picks, here.picks);
      rules.close();
    }
  },

  "bots play as natively"() {
    const native = JSON.parse(command("sim", "rulesets/fairytale", "--games", "4", "--seed", "3", "--bots", "learnt,mcts:20", "--json"));
    const here = load("fairytale").simulate({ people: 4, games: 4, seed: 3, bots: "learnt,mcts:20" });
    equal(here.picks, native.picks);
    native.seats.forEach((s, i) => near(here.seats[i].score, s.score.mean));
  },

  "the cost of each line is told"() {
    const { profile } = load("fairytale").simulate({ people: 3, games: 20, seed: 1, profile: true });
    near(profile.reduce((sum, line) => sum + line.share, 0), 1);
    match(profile.find((line) => line.file).file, /ruleset\.yaml$/);
  },

  "errors come back as findings"() {
    const files = texts(tree);
    const path = "rulesets/kuhn/ruleset.yaml";
    const { game, findings } = lib.load({ ...files, [path]: files[path].replace("\nzones:", "\nzonse:") }, "rulesets/kuhn");
    equal(game, null);
    const [first] = findings.filter((f) => f.instead === "zones");
    deepEqual([first.level, first.code, first.file], ["error", "KEY-UNKNOWN", path]);
    ok(first.line > 0 && first.message && first.excerpt.includes("zonse"));
    equal(lib.load({}, "rulesets/none").game, null);
    throws(() => load("kuhn").begin({ people: 9 }), /players|people|2/);
    throws(() => load("kuhn").resume("no save"), /save/);
  },

  "a game is played, looked at, taken back, saved and gone on with"() {
    const rules = load("fairytale");
    const about = rules.about("fr");
    deepEqual([about.people, about.languages], [[2, 5], ["en", "fr"]]);
    match(about.rules, /#/);
    const game = rules.begin({ people: 3, seed: 9n, options: { expert: false } });
    const told = game.listen("spectator");
    const before = game.hash();
    deepEqual(game.pending, [0, 1, 2]);
    equal(game.choices(1).length, new Set(game.choices(1).map((c) => c.key)).size);
    equal(game.view(1).observer, 1);
    ok(!JSON.stringify(game.view("spectator")).includes(game.choices(1)[0].cards?.[0]?.card ?? '"choices": [{'));
    game.pick(1, 0);
    deepEqual(game.pending, [0, 2]);
    throws(() => game.pick(0, 99), /no choice 99/);
    equal(game.undo().hash(), before);
    while (game.picks < 20) game.pick(game.pending[0], 0);
    ok(told().length > 0);
    const digest = game.digest(2);
    const again = rules.resume(game.save());
    deepEqual([again.hash(), again.digest(2), again.picks], [game.hash(), digest, 20]);
    equal(playOut(again).hash(), playOut(game).hash());
    const result = game.result();
    equal(result.status, "over");
    near(result.shares.reduce((a, b) => a + b), 1);
    ok(result.winners.every((seat) => result.scores[seat] === Math.max(...result.scores)));
    const policy = tree["rulesets/fairytale/policies/4.policy"];
    const other = rules.begin({ people: 4, seed: 1 });
    const bot = rules.bot("learnt", policy).begin(other, 0);
    ok(bot.choose(other, 0) < other.choices(0).length);
    for (const x of [bot, other, again, game, rules]) x.close();
  },

  "scenarios are played"() {
    const { findings, scenarios } = load("fairytale", { ...tree, ...read("rulesets/fairytale") }).test();
    deepEqual(findings, []);
    const native = JSON.parse(command("test", "rulesets/fairytale", "--json"));
    equal(scenarios.length, native.scenarios.length);
    ok(scenarios.every((s) => s.passed));
  },
};

/** Names of the members that an interface of cantrip.d.ts has. */
function typed(name) {
  const types = readFileSync(`${root}build/wasm/cantrip/cantrip.d.ts`, "utf8");
  const [, body] = new RegExp(`export interface ${name} \\{\n([^]*?)\n\\}`).exec(types);
  return [...body.matchAll(/^  (?:readonly )?(\w+)[?(:]/gm)].map((m) => m[1]).sort();
}

tests["its types name every member, and no other"] = () => {
  const rules = load("kuhn");
  const game = rules.begin({ people: 2 });
  const bot = rules.bot("random");
  const own = (o) => Object.getOwnPropertyNames(Object.getPrototypeOf(o)).filter((m) => !["constructor", "advance", "json"].includes(m));
  for (const [name, o] of Object.entries({ Cantrip: lib, Rules: rules, Game: game, Bot: bot })) deepEqual(typed(name), own(o).sort(), name);
  deepEqual(typed("Result"), Object.keys(game.result()).sort());
  deepEqual(typed("About"), Object.keys(rules.about()).sort());
};

const npm = (folder, ...args) => execFileSync("npm", [...args, "--offline", "--no-audit", "--no-fund"], { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
const hasNpm = spawnSync("npm", ["--version"]).status === 0;
if (!hasNpm) console.log("note: wasm: npm is not here, so no package is packed");

if (hasNpm)
  tests["as npm packs and installs it, it is loaded by its name"] = () => {
    const folder = mkdtempSync(join(tmpdir(), "cantrip-"));
    const [packed] = JSON.parse(npm(folder, "pack", "--json", `${root}build/wasm/cantrip`));
    equal(packed.version, lib.version);
    deepEqual(packed.files.map((f) => f.path).sort(), ["README.md", "bridge.js", "cantrip.d.ts", "cantrip.js", "core.js", "core.wasm", "package.json"]);
    writeFileSync(join(folder, "package.json"), "{}");
    npm(folder, "install", join(folder, packed.filename));
    writeFileSync(join(folder, "own.mjs"), 'import { cantrip } from "cantrip"; console.log((await cantrip()).version);');
    equal(execFileSync("node", [join(folder, "own.mjs")], { encoding: "utf8" }).trim(), lib.version);
    rmSync(folder, { recursive: true });
  };

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    test();
  } catch (e) {
    failed++;
    console.log(`FAILED ${name}\n${e.stack}`);
  }
}
console.log(`${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
