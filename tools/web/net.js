// Talks to the server: requests with the seat's key, and the stream of events.
import { fetchIn } from "./password.js";
import { translated } from "./words.js";

/** A failed request: message is the server's sentence, status its code (0: no answer). */
export class Refused extends Error {
  constructor(status, message) {
    super(translated(message));
    this.status = status;
  }
}

export async function call(path, key, body) {
  const headers = key ? { Authorization: "Bearer " + key } : {};
  const request = { headers, cache: "no-store" };
  if (body !== undefined) {
    request.method = "POST";
    request.body = JSON.stringify(body);
    headers["Content-Type"] = "application/json";
  }
  let answer;
  try {
    answer = await fetchIn(path, request);
  } catch (e) {
    throw new Refused(0, String(e.message));
  }
  const type = answer.headers.get("Content-Type") ?? "";
  const data = type.startsWith("application/json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refused(answer.status, data.error ?? String(answer.status));
  return data;
}

/** The server is stopping, starting or out of reach: it will answer later. */
const isAway = (e) => e instanceof Refused && [0, 429, 502, 503, 504].includes(e.status);

/** Asks until the server answers; waits() is called before each pause. */
export async function insist(path, key, waits) {
  for (let tries = 0; ; tries++) {
    try {
      return await call(path, key);
    } catch (e) {
      if (!isAway(e)) throw e;
    }
    waits();
    await pause(tries);
  }
}

const SILENCE = 40_000; // longer than two heartbeats: the connection is dead
const PAUSES = [1, 2, 4, 8, 15]; // seconds before the next try
const pause = (tries) => new Promise((next) => setTimeout(next, PAUSES[Math.min(tries, PAUSES.length - 1)] * 1000));

/** The stream of a table, which comes back by itself. EventSource cannot send the key, so fetch reads it. */
export class Stream {
  /** told(message), line(connected), gone(Refused): the server ended the stream for good. */
  constructor(path, key, { told, line, gone }) {
    Object.assign(this, { path, key, told, line, gone });
    this.last = null;
    this.tries = 0;
    this.closed = false;
    this.run();
  }

  close() {
    this.closed = true;
    this.abort?.abort();
  }

  async run() {
    while (!this.closed) {
      try {
        await this.read();
      } catch (e) {
        if (e instanceof Refused && e.status >= 400 && e.status < 500 && e.status !== 429) {
          if (!this.closed) this.gone(e);
          return;
        }
      }
      if (this.closed) return;
      this.line(false);
      await pause(this.tries++);
    }
  }

  async read() {
    this.abort = new AbortController();
    const headers = { Authorization: "Bearer " + this.key };
    if (this.last) headers["Last-Event-ID"] = this.last;
    this.listen();
    try {
      const answer = await fetchIn(this.path, { headers, signal: this.abort.signal, cache: "no-store" });
      if (!answer.ok) throw await refusal(answer);
      await this.lines(answer.body.getReader());
    } finally {
      clearTimeout(this.timer);
    }
  }

  listen() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.abort.abort(), SILENCE);
  }

  async lines(reader) {
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.closed) return;
      this.listen();
      this.tries = 0;
      this.line(true);
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop();
      blocks.forEach((b) => this.block(b));
    }
  }

  block(text) {
    let data = "";
    let id = null;
    for (const line of text.split("\n")) {
      if (line.startsWith("id:")) id = line.slice(3).trim();
      else if (line.startsWith("data:")) data += line.slice(5).trim();
    }
    try {
      if (data) this.told(JSON.parse(data));
    } catch (e) {
      console.error(e); // a mistake of the page looks like a lost connection
      throw e;
    }
    // only now: unread messages are requested again
    if (id) this.last = id;
  }
}

async function refusal(answer) {
  let message = String(answer.status);
  try {
    message = (await answer.json()).error ?? message;
  } catch {
    // no sentence came with it
  }
  return new Refused(answer.status, message);
}

/** The first message of a stream, for a look at another seat of this screen. */
export function peek(path, key) {
  return new Promise((done, failed) => {
    const stream = new Stream(path, key, {
      told: (message) => (stream.close(), done(message)),
      line: () => {},
      gone: failed,
    });
  });
}
