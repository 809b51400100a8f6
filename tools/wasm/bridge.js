// The module of WebAssembly, and what goes to it and comes from it.
import core from "./core.js";

/** Each game has a folder of its own in the module's memory. */
let folders = 0;

/** The module; `wasm`: its bytes. What it prints goes to `said`. */
export async function bridge(wasm) {
  const said = [];
  const note = (line) => said.push(line);
  return new Bridge(await core({ wasmBinary: wasm, locateFile: (name) => name, print: note, printErr: note }), said);
}

/** Texts and numbers between JavaScript and C. */
class Bridge {
  constructor(m, said) {
    Object.assign(this, { m, said });
  }

  /** A text for C; freed by who asked for it. */
  put(text) {
    const n = this.m.lengthBytesUTF8(text) + 1;
    const at = this.m._malloc(n);
    this.m.stringToUTF8(text, at, n);
    return at;
  }

  /** Calls a function with texts where texts stand. */
  call(name, ...args) {
    const texts = args.map((a) => (typeof a === "string" ? this.put(a) : 0));
    try {
      return this.m[name](...args.map((a, i) => texts[i] || a));
    } finally {
      texts.forEach((t) => t && this.m._free(t));
    }
  }

  /** A text that belongs to us now. */
  take(at) {
    if (!at) return null;
    const text = this.m.UTF8ToString(at);
    this.m._free(at);
    return text;
  }

  text(name, ...args) {
    return this.m.UTF8ToString(this.call(name, ...args));
  }

  json(name, ...args) {
    const text = this.take(this.call(name, ...args));
    return text === null ? null : JSON.parse(text);
  }

  /** Calls a function whose last argument is a place for a text; gives both. */
  out(name, ...args) {
    const place = this.m._malloc(4);
    this.m.HEAPU32[place >> 2] = 0;
    try {
      const got = this.call(name, ...args, place);
      return [got, this.take(this.m.HEAPU32[place >> 2])];
    } finally {
      this.m._free(place);
    }
  }

  /** The same of a text that says what is wrong. */
  tried(name, ...args) {
    const [got, wrong] = this.out(name, ...args);
    if (!got) throw new Error(wrong ?? "out of memory");
    return got;
  }

  write(folder, files) {
    const { FS } = this.m;
    for (const [path, content] of Object.entries(files)) {
      const at = `${folder}/${path}`;
      FS.mkdirTree(at.slice(0, at.lastIndexOf("/")));
      FS.writeFile(at, content);
    }
  }

  /** Loads the game in a folder of these files: its number (0: there are errors), where it lies, what was found. */
  load(files, folder) {
    const root = `/games/${++folders}`;
    this.write(root, files);
    return this.read(root, folder, places(root, files));
  }

  /** Reads the game that lies there, and those that it extends in `places`. */
  read(root, folder, places) {
    const path = folder ? `${root}/${folder}` : root;
    const [def, findings] = this.out("_js_load", path, places);
    const cut = (f) => ({ ...f, file: f.file?.replace(`${root}/`, "") ?? null });
    return { def, root, path, findings: JSON.parse(findings).map(cut) };
  }
}

/** The folders that hold folders of games: a game may extend another by its name. Cards, scripts and parts that games share
 * lie beside or in such a folder, even if it holds no other game. */
function places(root, files) {
  const all = Object.keys(files).map((f) => `${root}/${f}`);
  const games = all.filter((f) => f.endsWith("/ruleset.yaml")).map((f) => f.split("/").slice(0, -2).join("/"));
  const shared = all.map((f) => /^(.*)\/(?:cards|scripts|rulesets)\//.exec(f)).filter((m) => m);
  return [...new Set([...games, ...shared.map((m) => `${m[1]}/rulesets`)])].join(":");
}
