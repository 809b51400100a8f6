// A worker of the playground: the desk, or the language server. playground.js is the other end.
import { Desk, Language } from "../wasm/desk.js";

const say = (message) => postMessage(message);
let part = null;
let opened = null;

function open({ as, ...how }) {
  part = as === "desk" ? new Desk(say) : new Language(say);
  return part.open(how);
}

addEventListener("message", async ({ data }) => {
  try {
    if (data.open) return void (await (opened = open(data.open)));
    await opened;
    if (data.write) part.write(data.write);
    else if (data.hear) part.hear(data.hear);
    else if (data.close) part.close(data.close);
    else part.request(data);
  } catch (e) {
    const wrong = String(e.message ?? e);
    say(data.id ? { id: data.id, status: 500, type: "application/json", body: JSON.stringify({ error: wrong }) } : { wrong });
  }
});
