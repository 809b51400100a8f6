// libcantrip in JavaScript: games from a map of files. cantrip.d.ts says what each function takes.
import { bridge } from "./bridge.js";

const CT_ALL = -1;
const SPECTATOR = -2;

export async function cantrip({ wasm } = {}) {
  return new Cantrip(await bridge(wasm ?? (await beside("core.wasm"))));
}

async function beside(name) {
  const url = new URL(name, import.meta.url);
  if (url.protocol !== "file:") return (await fetch(url)).arrayBuffer();
  const { readFile } = await import("node:fs/promises");
  return readFile(url);
}

class Cantrip {
  constructor(bridge) {
    this.bridge = bridge;
  }

  get version() {
    return this.bridge.text("_js_version");
  }

  load(files, folder = "") {
    const { def, root, findings } = this.bridge.load(files, folder);
    return { game: def ? new Rules(this.bridge, def, root, Object.keys(files).filter((f) => !folder || f.startsWith(`${folder}/`))) : null, findings };
  }
}

const names = ({ people, seed = 0, options = {} }) => JSON.stringify({ people, seed: String(seed), options: Object.entries(options).map(([k, v]) => `${k}=${v}`) });
const seats = (mask) => Array.from({ length: 32 }, (_, i) => i).filter((i) => (mask >>> i) & 1);

class Rules {
  /** `files`: the paths of those in its own folder. */
  constructor(bridge, def, root, files) {
    Object.assign(this, { bridge, def, root, files });
  }

  about(lang = null) {
    return this.bridge.json("_js_about", this.def, lang ?? 0);
  }

  begin(setup) {
    const engine = this.bridge.tried("_ct_engine_new", this.def);
    const state = this.bridge.call("_js_begin", engine, names(setup));
    if (!state) throw failed(this.bridge, engine);
    return new Game(this, engine, state, this.bridge.m._js_record(engine, state)).advance();
  }

  /** A save or a replay, as Game.save and Game.replay give it. */
  resume(text) {
    const { bridge } = this;
    const record = bridge.tried("_js_record_read", text);
    const engine = bridge.tried("_ct_engine_new", this.def);
    const state = bridge.tried("_js_record_play", record, engine, bridge.m._js_record_picks(record));
    return new Game(this, engine, state, record).advance();
  }

  bot(name, policy = null) {
    const { bridge } = this;
    const at = policy ? bridge.m._malloc(policy.length) : 0;
    if (at) bridge.m.HEAPU8.set(policy, at);
    try {
      return new Bot(this, bridge.tried("_js_bot", this.def, name, at, policy?.length ?? 0));
    } finally {
      bridge.m._free(at);
    }
  }

  test() {
    const files = this.files.filter((f) => /(^|\/)scenarios(\/.*)?\.yaml$|\.scenario\.yaml$/.test(f));
    const cut = (x) => ({ ...x, file: x.file?.replace(`${this.root}/`, "") ?? null });
    const { findings, scenarios } = this.bridge.json("_js_test", files.map((f) => `${this.root}/${f}`).join("\n"));
    return { findings: findings.map(cut), scenarios: scenarios.map(cut) };
  }

  simulate({ games = 1000, first = 1, bots = "random", profile = false, ...setup }) {
    const [text, wrong] = this.bridge.out("_js_simulate", this.def, names(setup), bots, first, games, profile ? 1 : 0);
    if (!text) throw new Error(wrong ?? this.bridge.said.pop() ?? "out of memory");
    return JSON.parse(this.bridge.take(text));
  }

  close() {
    this.bridge.m._ct_free(this.def);
  }
}

const seatOf = (observer) => (observer === "spectator" ? SPECTATOR : observer);
const failed = (bridge, engine) => new Error(bridge.text("_ct_error", engine));

class Game {
  constructor(rules, engine, state, record) {
    Object.assign(this, { rules, engine, state, record, bridge: rules.bridge });
  }

  advance() {
    if (this.bridge.m._ct_advance(this.engine, this.state) < 0) throw failed(this.bridge, this.engine);
    return this;
  }

  json(name, ...args) {
    const got = this.bridge.json(name, this.engine, this.state, ...args);
    if (got === null) throw failed(this.bridge, this.engine);
    return got;
  }

  get people() {
    return this.bridge.m._ct_people(this.state);
  }

  /** Seats that must still choose. */
  get pending() {
    return seats(this.bridge.m._ct_pending(this.state));
  }

  get prompt() {
    return this.bridge.text("_ct_prompt", this.engine, this.state);
  }

  choices(seat) {
    const n = this.bridge.m._ct_choices(this.engine, this.state, seat);
    if (n < 0) throw failed(this.bridge, this.engine);
    return Array.from({ length: n }, (_, i) => this.json("_ct_choice_json", seat, i));
  }

  pick(seat, choice) {
    const { m } = this.bridge;
    if (choice >= m._ct_choices(this.engine, this.state, seat)) throw new Error(`seat ${seat} has no choice ${choice}`);
    m._ct_replay_note(this.record, this.engine, this.state, seat, choice);
    if (m._ct_pick(this.engine, this.state, seat, choice)) throw failed(this.bridge, this.engine);
    return this.pending.length ? this : this.advance();
  }

  get picks() {
    return this.bridge.m._js_record_picks(this.record);
  }

  undo(n = 1) {
    const { m } = this.bridge;
    const state = this.bridge.tried("_js_record_play", this.record, this.engine, Math.max(0, this.picks - n));
    m._ct_state_free(this.state);
    this.state = state;
    return this.advance();
  }

  view(observer = CT_ALL, memory = true) {
    return this.json("_ct_view_json", seatOf(observer), memory ? 1 : 0);
  }

  result(observer = CT_ALL) {
    const { winners, ...result } = this.json("_js_result", seatOf(observer));
    return { ...result, winners: seats(winners) };
  }

  digest(observer) {
    return BigInt.asUintN(64, this.bridge.m._ct_digest(this.state, seatOf(observer)));
  }

  hash() {
    return BigInt.asUintN(64, this.bridge.m._ct_hash(this.engine, this.state));
  }

  /** Gives a function for what was told since it was called last. */
  listen(observer = CT_ALL) {
    const lines = this.bridge.call("_js_listen", this.engine, seatOf(observer));
    return () => this.bridge.json("_js_heard", lines);
  }

  save() {
    const text = this.bridge.take(this.bridge.m._ct_save_text(this.record, this.engine, this.state));
    if (text === null) throw failed(this.bridge, this.engine);
    return text;
  }

  replay() {
    if (this.bridge.m._ct_replay_close(this.record, this.engine, this.state)) throw failed(this.bridge, this.engine);
    return this.bridge.take(this.bridge.m._ct_replay_text(this.record));
  }

  close() {
    const { m } = this.bridge;
    m._js_record_free(this.record);
    m._ct_state_free(this.state);
    m._ct_engine_free(this.engine);
  }
}

class Bot {
  constructor(rules, bot) {
    Object.assign(this, { bot, bridge: rules.bridge });
  }

  begin(game, seat, seed = 0) {
    this.bridge.m._ct_bot_begin(this.bot, game.state, seat, BigInt(seed));
    return this;
  }

  choose(game, seat) {
    const choice = this.bridge.m._ct_bot_choose(this.bot, game.state, seat);
    if (choice < 0) throw new Error(this.bridge.text("_ct_bot_error", this.bot));
    return choice;
  }

  close() {
    this.bridge.m._ct_bot_free(this.bot);
  }
}
