// The dialog that begins another game at the desk.
import { el } from "./dom.js";
import { openDialog } from "./sheet.js";
import { optionFields, readOptions } from "./options.js";

function numbers(from, to, now) {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i).map((n) => el("option", { value: n, selected: n === now }, String(n)));
}

export async function newGame(desk) {
  let game;
  try {
    game = await desk.ask("/game");
  } catch (e) {
    return desk.alarm(e.message);
  }
  const [least, most] = game.people;
  const people = el("select", { id: "newpeople", name: "people" }, numbers(least, most, Math.min(most, Math.max(least, desk.state.table.people))));
  const lang = el("select", { id: "newlang", name: "lang" }, game.languages.map((l) => el("option", { value: l }, l)));
  const seed = el("input", { type: "text", id: "newseed", name: "seed", inputmode: "numeric", placeholder: "random" });
  const problem = el("p", { class: "problem", role: "alert" });
  const field = (label, input) => el("p", { class: "field" }, el("label", { for: input.id }, label), input);
  const send = async (e) => {
    e.preventDefault();
    const form = e.target;
    try {
      await desk.ask("/begin", { people: Number(people.value), lang: lang.value, seed: seed.value.trim(), options: readOptions(form, game) });
      dialog.close();
      desk.refresh();
    } catch (why) {
      problem.textContent = why.message;
    }
  };
  const dialog = openDialog(
    "A new game",
    el(
      "form",
      { class: "newgame", onsubmit: send },
      field("How many play", people),
      game.languages.length > 1 ? field("Language", lang) : null,
      field("Seed", seed),
      optionFields(game, null),
      problem,
      el("p", { class: "row" }, el("button", { type: "submit", class: "choice main" }, "Begin")),
    ),
  );
}
