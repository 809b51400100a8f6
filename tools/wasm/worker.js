// Tables in a worker. Messages: {open}, {id, method, path, …}, {close: id}; transport.js is the other end.
import { Tables } from "./tables.js";

const tables = new Tables((message) => postMessage(message));
let opened = null;

/** Bytes of a text of base64, unpacked. */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function open({ packed, files, ...how }) {
  const bytes = (f) => (typeof f === "string" ? f : Uint8Array.from(f.bytes, (c) => c.charCodeAt(0) - 93)); // cmd_bundle.c
  const whole = Object.fromEntries(Object.entries(files).map(([path, f]) => [path, bytes(f)]));
  await tables.open({ ...how, files: whole, wasm: await unpacked(packed) });
}

addEventListener("message", async ({ data }) => {
  try {
    if (data.open) return void (await (opened = open(data.open)));
    await opened;
    if (data.close) tables.close(data.close);
    else tables.request(data);
  } catch (e) {
    postMessage({ id: data.id, status: 500, type: "application/json", body: JSON.stringify({ error: String(e.message ?? e) }) });
  }
});
