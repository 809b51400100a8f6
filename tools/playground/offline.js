// Keeps the playground's files, so that it opens without a network, and with one as it is now.
const KEPT = "cantrip playground";
const FILES = ["./", "desk.html", "desk.css", "desk.js", "core.wasm", "favicon.svg", "library.json", "playground.css", "playground.js", "worker.js"];

async function newest(request) {
  const kept = await caches.open(KEPT);
  try {
    const got = await fetch(request);
    if (got.ok) await kept.put(request, got.clone());
    return got;
  } catch (away) {
    const file = await kept.match(request);
    if (file) return file;
    throw away;
  }
}

addEventListener("install", (e) => e.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => skipWaiting())));
addEventListener("activate", (e) => e.waitUntil(clients.claim()));
addEventListener("fetch", (e) => {
  if (e.request.method === "GET" && e.request.url.startsWith(registration.scope)) e.respondWith(newest(e.request));
});
