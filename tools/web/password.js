// A server with a password: asked for once, then every request brings it in a cookie of this browser.
import { el } from "./dom.js";
import { W, setWords } from "./words.js";

let asking = null; // one question for all requests that wait

/** fetch, after the password where the server wants one. */
export async function fetchIn(path, request) {
  for (;;) {
    const answer = await fetch(path, request);
    if (answer.status !== 401) return answer;
    await (asking ??= ask().finally(() => (asking = null)));
  }
}

async function ask() {
  const got = await fetch("/api/words"); // the words of a table come with it, and it is not let in
  setWords((await got.json()).words);
  const says = /(^|; )cantrip=/.test(document.cookie) ? "PASSWORD_WRONG" : "PASSWORD_WANTED";
  await new Promise((done) => {
    const input = el("input", { type: "password", id: "password", autocomplete: "current-password", required: true });
    const form = el("form", { method: "dialog" }, el("h2", { id: "passwordtitle" }, W("PASSWORD")), el("p", {}, el("label", { for: "password" }, W(says))), el("p", { class: "row" }, input, el("button", { class: "choice main" }, W("PASSWORD_IN"))));
    const dialog = el("dialog", { "aria-labelledby": "passwordtitle" }, form);
    form.addEventListener("submit", () => (document.cookie = `cantrip=${encodeURIComponent(input.value)}; path=/; SameSite=Strict; max-age=31536000${location.protocol === "https:" ? "; Secure" : ""}`));
    dialog.addEventListener("close", () => (dialog.remove(), done()));
    document.body.append(dialog);
    dialog.showModal();
  });
}
