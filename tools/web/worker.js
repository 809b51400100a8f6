// The page's worker: keeps the page's own files, so that it opens while the server is away. It
// keeps nothing of a table: neither its address nor what the server says of it.
const KEPT = "cantrip";

/** The name under which a file is kept. null: it is none of the page's. */
function nameOf({ method, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return null;
  if (pathname.startsWith("/t/")) return "/t/";
  return pathname === "/" || pathname.startsWith("/web/") ? pathname : null;
}

/** The server's file, or the kept one if the server does not answer. */
async function newest(request, name) {
  const kept = await caches.open(KEPT);
  try {
    const got = await fetch(request);
    if (got.ok) await kept.put(name, got.clone());
    return got;
  } catch (away) {
    const file = await kept.match(name);
    if (file) return file;
    throw away;
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (e) => {
  const name = nameOf(e.request);
  if (name) e.respondWith(newest(e.request, name));
});
self.addEventListener("notificationclick", (e) => {
  e.notification.close();
  e.waitUntil(self.clients.matchAll({ type: "window" }).then((pages) => pages[0]?.focus()));
});
