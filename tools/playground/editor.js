// The editor: CodeMirror, with the language server in a worker for findings, completion, names and what they mean.
import { EditorView, basicSetup } from "codemirror";
import { HighlightStyle, StreamLanguage, ensureSyntaxTree, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { keymap, placeholder } from "@codemirror/view";
import { acceptCompletion, autocompletion, closeCompletion, completionStatus, moveCompletionSelection, selectedCompletionIndex } from "@codemirror/autocomplete";
import { indentWithTab } from "@codemirror/commands";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { setDiagnostics } from "@codemirror/lint";
import { yaml } from "@codemirror/lang-yaml";
import { LSPClient, LSPPlugin, Workspace, findReferencesKeymap, hoverTooltips, jumpToDefinitionKeymap, renameKeymap, serverCompletion } from "@codemirror/lsp-client";
import { tags } from "@lezer/highlight";

const ROOT = "file:///files/";
const uriOf = (path) => ROOT + path.split("/").map(encodeURIComponent).join("/");
const pathOf = (uri) => decodeURIComponent(uri.slice(ROOT.length));
const PAUSE = 60; // ms without a key before a text is checked

const dark = EditorView.theme({}, { dark: matchMedia("(prefers-color-scheme: dark)").matches });
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.keyword], color: "var(--key)" },
  { tag: [tags.string, tags.content, tags.number, tags.bool], color: "var(--ink)" },
  { tag: tags.string, color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--number)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: "var(--soft)" },
]);

/** Markdown of a game may have any HTML in it: only plain elements stay. */
function plainHTML(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const e of [...body.querySelectorAll("*")].reverse()) {
    if (!/^(P|CODE|EM|STRONG|UL|LI|BR)$/.test(e.tagName)) e.replaceWith(e.textContent);
    else for (const { name } of [...e.attributes]) e.removeAttribute(name);
  }
  return body.innerHTML;
}

/** Enter ends a line, whatever is offered; Tab takes what is marked, or the first. */
const takes = autocompletion({ selectOnOpen: false, icons: false });
const take = (view) => completionStatus(view.state) === "active" && (selectedCompletionIndex(view.state) !== null || moveCompletionSelection(true)(view)) && acceptCompletion(view);

/** The open file, as the language server's client knows it. `editor.show` puts another in its place. */
class Files extends Workspace {
  constructor(client, editor) {
    super(client);
    Object.assign(this, { editor, files: [], versions: new Map() });
  }

  next(uri) {
    this.versions.set(uri, (this.versions.get(uri) ?? 0) + 1);
    return this.versions.get(uri);
  }

  openFile(uri, languageId, view) {
    const file = { uri, languageId, version: this.next(uri), doc: view.state.doc, getView: () => view };
    this.files.push(file);
    this.client.didOpen(file);
  }

  closeFile(uri) {
    this.files = this.files.filter((f) => f.uri !== uri);
    this.client.didClose(uri);
  }

  syncFiles() {
    const changed = [];
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.getView());
      if (!plugin || plugin.unsyncedChanges.empty) continue;
      changed.push({ file, prevDoc: file.doc, changes: plugin.unsyncedChanges });
      Object.assign(file, { doc: file.getView().state.doc, version: this.next(file.uri) });
      plugin.clear();
    }
    return changed;
  }

  async displayFile(uri) {
    return this.editor.shows(pathOf(uri)) ? this.editor.view : null;
  }

  /** A name is changed in all files. */
  updateFile(uri, update) {
    if (this.getFile(uri)) super.updateFile(uri, update);
    else this.editor.changeOther(pathOf(uri), update);
  }
}

const keyOf = (doc, pair) => {
  const key = pair.getChild("Key");
  return key && doc.sliceString(key.from, key.to).replace(/^["']|["']$/g, "");
};

/** The map of the card that a place of a file stands in: what a key below `cards` has. */
function cardAt(state, at) {
  const pairs = [];
  const line = state.doc.lineAt(at);
  const inside = Math.max(at, line.from + line.text.search(/\S|$/) + 1);
  for (let n = ensureSyntaxTree(state, state.doc.length, 1000)?.resolveInner(Math.min(inside, line.to), -1); n; n = n.parent) if (n.name === "Pair") pairs.unshift(n);
  const [top, card] = pairs;
  return card && keyOf(state.doc, top) === "cards" ? (card.getChild("FlowMapping") ?? card.getChild("BlockMapping")) : null;
}

/** What puts "key: value" into a card; an entry of that key gives way. */
function putInto(doc, card, text) {
  const pairs = card.getChildren("Pair");
  const old = pairs.find((p) => keyOf(doc, p) === text.split(":")[0]);
  if (old) return { from: old.from, to: old.to, insert: text };
  if (card.name === "FlowMapping") return { from: pairs.at(-1)?.to ?? card.from + 1, insert: pairs.length ? `, ${text}` : text };
  const first = pairs[0].from;
  return { from: pairs.at(-1).to, insert: `\n${" ".repeat(first - doc.lineAt(first).from)}${text}` };
}

export class Editor {
  /** `worker` has the language server. changed(path, text); found(path, findings); shows(path): shows a file, if it is one of
   * the game's. */
  constructor(root, worker, { changed, found, shows }) {
    Object.assign(this, { root, changed, found, shows, states: new Map(), path: null });
    this.client = new LSPClient({
      rootUri: ROOT,
      timeout: 20_000, // the worker has to begin first
      sanitizeHTML: plainHTML,
      workspace: (client) => new Files(client, this),
      notificationHandlers: { "textDocument/publishDiagnostics": (_, { uri, diagnostics }) => this.told(pathOf(uri), diagnostics) },
      extensions: [serverCompletion(), hoverTooltips(), keymap.of([...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap])],
    });
    const hearers = new Set();
    worker.addEventListener("message", ({ data }) => typeof data === "string" && hearers.forEach((hear) => hear(data)));
    this.client.connect({ send: (hear) => worker.postMessage({ hear }), subscribe: (hear) => hearers.add(hear), unsubscribe: (hear) => hearers.delete(hear) });
  }

  state(path, doc) {
    return EditorState.create({
      doc,
      extensions: [
        basicSetup,
        takes,
        keymap.of([{ key: "Tab", run: take }, indentWithTab]),
        path.endsWith(".lua") ? StreamLanguage.define(lua) : path.endsWith(".yaml") ? yaml() : [],
        dark,
        syntaxHighlighting(colours),
        EditorView.contentAttributes.of({ "aria-label": path }),
        EditorView.lineWrapping,
        path.endsWith("ruleset.yaml") ? placeholder("Write the rules here. Ctrl-Space shows what may stand at a place.") : [],
        EditorView.updateListener.of((u) => u.docChanged && this.typed()),
        this.client.plugin(uriOf(path), path.split(".").pop()),
      ],
    });
  }

  show(path, text) {
    if (this.path === path) return;
    if (this.path) this.keep();
    this.path = path;
    this.view?.destroy(); // what it still waits for belongs to the other file
    this.view = new EditorView({ parent: this.root, state: this.states.get(path) ?? this.state(path, text) });
    this.view.scrollDOM.tabIndex = 0; // it scrolls by keys, too
    this.view.focus();
  }

  /** What was typed is sent, and the state is there when the file is shown again. */
  keep() {
    this.sync();
    closeCompletion(this.view);
    this.states.set(this.path, this.view.state);
  }

  /** Another text than the one that was typed. */
  forget(path = null) {
    if (path === null) this.states.clear();
    else this.states.delete(path);
    if (path === null || path === this.path) this.path = null;
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sync(), PAUSE);
    this.changed(this.path, this.view.state.doc.toString());
  }

  sync() {
    clearTimeout(this.timer);
    this.client.sync();
  }

  changeOther(path, update) {
    const state = this.states.get(path);
    if (!state) return;
    const next = state.update(update).state;
    this.states.set(path, next);
    this.changed(path, next.doc.toString());
  }

  told(path, findings) {
    this.found(path, findings);
    const plugin = path === this.path && LSPPlugin.get(this.view);
    if (!plugin) return true;
    const at = (place) => plugin.unsyncedChanges.mapPos(Math.min(plugin.syncedDoc.length, plugin.fromPosition({ ...place, line: Math.min(place.line, plugin.syncedDoc.lines - 1) }, plugin.syncedDoc)));
    const shown = findings.map(({ range, severity, message, data }) => ({
      from: at(range.start),
      to: at(range.end),
      severity: severity === 1 ? "error" : "warning",
      message,
      actions: data?.instead ? [{ name: `Write “${data.instead}”`, apply: (view, from, to) => view.dispatch({ changes: { from, to, insert: data.instead } }) }] : [],
    }));
    this.view.dispatch(setDiagnostics(this.view.state, shown));
    return true;
  }

  /** Puts "key: value" into the card at the cursor; elsewhere to where the cursor is. */
  insert(text) {
    const { state } = this.view;
    const at = state.selection.main.head;
    const card = cardAt(state, at);
    const change = card ? putInto(state.doc, card, text) : { from: at, insert: text };
    this.view.dispatch({ changes: change, selection: { anchor: change.from + change.insert.length }, scrollIntoView: true });
    this.view.focus();
  }

  /** The cursor goes to a place of the file that is shown. */
  goTo({ line, character }) {
    const { doc } = this.view.state;
    const { from, to } = doc.line(Math.min(line + 1, doc.lines));
    this.view.dispatch({ selection: { anchor: Math.min(from + character, to) }, scrollIntoView: true });
    this.view.focus();
  }
}
