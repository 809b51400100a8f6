// The server's tables without a server: requests as tools/web makes them, answered by the module. One at a time; what
// waits (a bot's pick, advice) is done between them.
import { bridge } from "./bridge.js";

const SAVES = "/tables";
const ROOM = 1 << 16; // bytes of a stream at a time

/** Emscripten looks for an open file by the name that it had when it was opened; a save gets its name when it is whole. */
function followNames(FS) {
  const { rename } = FS;
  FS.rename = (from, to) => {
    rename(from, to);
    for (const open of FS.streams) if (open?.path === from) open.path = to;
  };
}

export class Tables {
  /** tell(message, transfer): an answer, a part of a stream, or files to keep. */
  constructor(tell) {
    Object.assign(this, { tell, streams: new Map(), hints: new Map(), kept: new Map(), working: false });
  }

  /** `saves`: files that were kept, by name. */
  async open({ wasm, files, folder, saves = {} }) {
    await this.begin(wasm, saves);
    const { def, path, findings } = this.bridge.load(files, folder);
    if (!def) throw new Error(findings.map((f) => f.message).join("\n"));
    this.serve("_js_serve", def, path);
  }

  async begin(wasm, saves) {
    this.bridge = await bridge(wasm);
    this.m = this.bridge.m;
    this.room = this.m._malloc(ROOM);
    followNames(this.m.FS);
    this.m.FS.mkdir(SAVES);
    this.bridge.write(SAVES, saves);
    this.changed();
  }

  /** The folders' names are kept there. */
  serve(name, def, path) {
    const got = this.m[name](def, this.bridge.put(path), this.bridge.put(SAVES));
    if (!got) throw new Error(this.bridge.said.pop());
    return got;
  }

  /** {id, method, path, key, body, last, lang}; path: with its question. */
  request(asked) {
    const url = new URL(asked.path, "http://table");
    const [, table, verb] = /^\/api\/tables\/(\w+)\/(stream|hint)$/.exec(url.pathname) ?? [];
    if (verb === "stream") this.stream(asked, table);
    else if (verb === "hint") this.hint(asked, table);
    else this.answer(asked.id, this.drawn(this.ask({ ...asked, ...Object.fromEntries(url.searchParams), path: url.pathname })));
    this.news();
  }

  ask({ method, path, key, body, lang, to, as }) {
    return this.bridge.json("_js_ask", JSON.stringify({ method, path, key, body, lang, to, as }));
  }

  answer(id, { status, json, text }) {
    this.tell({ id, status, type: json === undefined ? "text/plain" : "application/json", body: json === undefined ? text : JSON.stringify(json) });
  }

  stream({ id, key, last }, table) {
    const [stream, no] = this.bridge.out("_js_listen_to", table, key ?? "", last ?? "");
    if (!stream) return this.answer(id, JSON.parse(no));
    this.streams.set(id, stream);
    this.tell({ id, status: 200, type: "text/event-stream", stream: true });
  }

  hint({ id, key }, table) {
    const [hint, no] = this.bridge.out("_js_ask_hint", table, key ?? "");
    if (hint) this.hints.set(id, hint);
    else this.answer(id, JSON.parse(no));
  }

  /** A page has closed a stream. */
  close(id) {
    if (this.streams.has(id)) this.m._js_leave(this.streams.get(id));
    this.streams.delete(id);
    this.news();
  }

  /** Pictures of cards come with the table: an address in a file leads nowhere. */
  drawn(answer) {
    for (const card of Object.values(answer.json?.cards ?? {})) if (card.art) card.art = this.picture(card.art);
    for (const word of answer.json?.meanings ?? []) if (word.icon?.startsWith("/art/")) word.icon = this.picture(word.icon);
    return answer;
  }

  picture(address) {
    const room = this.m._malloc(8);
    const bytes = this.bridge.call("_js_art", decodeURI(address), room, room + 4);
    const [n, type] = this.m.HEAPU32.subarray(room >> 2, (room >> 2) + 2);
    const text = Array.from(this.m.HEAPU8.subarray(bytes, bytes + (bytes ? n : 0)), (b) => String.fromCharCode(b)).join("");
    const url = bytes ? `data:${this.m.UTF8ToString(type)};base64,${btoa(text)}` : null;
    this.m._free(bytes);
    this.m._free(room);
    return url;
  }

  /** Tells what has happened, and goes on with what waits. */
  news() {
    this.hear();
    this.keep();
    if (this.working) return;
    this.working = true;
    setTimeout(() => {
      this.working = false;
      // nobody looks yet: a bot that has to learn first would keep them waiting
      if (this.streams.size && this.m._js_step()) this.news();
    });
  }

  hear() {
    for (const [id, stream] of this.streams) {
      for (let n; (n = this.m._js_hear(stream, this.room, ROOM)); ) {
        if (n < 0) {
          this.m._js_leave(stream);
          this.streams.delete(id);
          this.tell({ id, end: true });
          break;
        }
        this.tell({ id, bytes: this.m.HEAPU8.slice(this.room, this.room + n) });
      }
    }
    for (const [id, hint] of this.hints) {
      const answer = this.bridge.take(this.m._js_hint(hint));
      if (!answer) continue;
      this.hints.delete(id);
      this.answer(id, JSON.parse(answer));
    }
  }

  /** Files of tables that are others than last time: each is written anew, not over the old one. */
  changed() {
    const { FS } = this.m;
    const now = new Map(FS.readdir(SAVES).filter((f) => /^[0-9a-f]+\.(table|save)$/.test(f)).map((f) => [f, FS.lookupPath(`${SAVES}/${f}`).node]));
    const names = [...now.keys()].filter((f) => now.get(f) !== this.kept.get(f));
    this.kept = now;
    return names;
  }

  keep() {
    const names = this.changed();
    if (names.length) this.tell({ saves: Object.fromEntries(names.map((f) => [f, this.m.FS.readFile(`${SAVES}/${f}`, { encoding: "utf8" })])) });
  }
}
