// The desk without a server, and the language server of its editor: a game that is being written. All games that come
// with Cantrip lie beside it, so that it may extend them.
import { bridge } from "./bridge.js";
import { Tables } from "./tables.js";

const ROOT = "/files";
const PLACES = `${ROOT}/rulesets:${ROOT}`;

/** Writes files by their paths; null: the file is gone. */
function put(bridge, files) {
  const { FS } = bridge.m;
  const all = Object.entries(files);
  for (const [path, text] of all) if (text === null && FS.analyzePath(`${ROOT}/${path}`).exists) FS.unlink(`${ROOT}/${path}`);
  bridge.write(ROOT, Object.fromEntries(all.filter(([, text]) => text !== null)));
}

export class Desk extends Tables {
  async open({ wasm, files, folder }) {
    await this.begin(wasm, {});
    this.folder = folder;
    this.write(files);
  }

  /** Files were saved. Without errors the table goes on by the new rules, or begins anew. */
  write(files) {
    put(this.bridge, files);
    if (this.desk) this.m._js_desk_look(this.desk);
    else this.start();
    if (this.desk) this.told();
    this.news();
  }

  start() {
    const { def, path } = this.bridge.read(ROOT, this.folder, PLACES);
    if (!def) return;
    this.desk = this.serve("_js_desk", def, path);
    this.key = this.m.UTF8ToString(this.m._js_desk_key(this.desk));
  }

  /** Where it stands; a game that cannot go on by the new rules gives way to another. */
  told() {
    const state = () => this.ask({ method: "GET", path: "/api/desk", key: this.key }).json;
    if (state().carried?.refused) this.ask({ method: "POST", path: "/api/desk/begin", key: this.key, body: "{}" });
    const files = this.bridge.json("_js_desk_files", this.desk).map((path) => decodeURI(new URL(path, "file:///").pathname).replace(`${ROOT}/`, ""));
    this.tell({ desk: { key: this.key, files, broken: state().broken } });
  }

  /** What it writes itself, scenarios and replays, the editor must know. */
  ask(asked) {
    const answer = super.ask(asked);
    const file = asked.method === "POST" && answer.status === 200 && answer.json?.file;
    if (file) {
      this.tell({ written: { [file.replace(`${ROOT}/`, "")]: this.m.FS.readFile(file, { encoding: "utf8" }) } });
      this.m._js_desk_look(this.desk);
    }
    return answer;
  }
}

/** Speaks the Language Server Protocol; say(text) is called with what it answers. */
export class Language {
  constructor(say) {
    this.say = say;
  }

  async open({ wasm, files }) {
    this.bridge = await bridge(wasm);
    put(this.bridge, files);
    this.session = this.bridge.call("_js_lsp", PLACES);
  }

  write(files) {
    put(this.bridge, files);
  }

  /** Findings come when no more messages do. */
  hear(message) {
    this.pass(message);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.pass(0));
  }

  pass(message) {
    this.bridge.call("_js_lsp_tell", this.session, message);
    const printed = this.bridge.said.splice(0).join("\n");
    for (const text of printed.split(/Content-Length: \d+\r\n\r\n/)) if (text.startsWith("{")) this.say(text);
  }
}
