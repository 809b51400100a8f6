// The page's end of the wire to a worker with tables (tables.js).

/** fetch, answered by the worker. */
export function wire(worker) {
  const waiting = new Map(); // by number: an answer's promise, then its stream
  let last = 0;

  function leave(id) {
    if (waiting.delete(id)) worker.postMessage({ close: id });
  }
  const streamOf = (id, asked) => new ReadableStream({ start: (stream) => (asked.stream = stream), cancel: () => leave(id) });

  worker.addEventListener("message", ({ data }) => {
    const asked = waiting.get(data.id);
    if (!asked) return;
    const answer = (body) => asked.answer(new Response(body, { status: data.status, headers: { "Content-Type": data.type } }));
    if (data.stream) return answer(streamOf(data.id, asked));
    if (data.bytes) return asked.stream?.enqueue(data.bytes);
    waiting.delete(data.id);
    if (data.end) asked.stream?.close();
    else answer(data.body);
  });
  worker.addEventListener("error", (e) => waiting.forEach(({ fail }) => fail(new Error(e.message || "the worker does not start"))));

  return (path, { method = "GET", headers = {}, body, signal } = {}) => {
    const id = ++last;
    return new Promise((answer, fail) => {
      const asked = { answer, fail };
      waiting.set(id, asked);
      signal?.addEventListener("abort", () => {
        leave(id);
        asked.stream?.error(new Error("closed"));
      });
      worker.postMessage({ id, method, path, key: headers.Authorization?.replace("Bearer ", ""), last: headers["Last-Event-ID"], body, lang: navigator.language });
    });
  };
}
