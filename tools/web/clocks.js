// The clocks of a table. Between messages the page counts on by itself.
import { el } from "./dom.js";
import { W } from "./words.js";

const SHORT = 30_000; // milliseconds: so little is told by a colour

let ahead = 0; // of the server's clock, before the page's

export function setNow(now) {
  if (now !== undefined) ahead = now - performance.now();
}

/** What is left of a seat's clock, in milliseconds. */
const left = ({ left, since }) => Math.max(0, since ? left - (performance.now() + ahead - since) : left);

function show(clock) {
  const seconds = Math.ceil(left(clock.seat) / 1000);
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  clock.classList.toggle("short", seconds * 1000 <= SHORT);
}

/** `s`: a seat of the table. Screen readers read the time when they come to it, and not each second. */
export function clockOf(table, s) {
  if (table.plus === null || !s || s.gone || !["person", "open"].includes(s.who)) return null;
  const clock = el("span", { class: s.since ? "clock runs" : "clock", role: "timer", title: W("TIME_LEFT") });
  clock.seat = s;
  show(clock);
  return clock;
}

setInterval(() => document.querySelectorAll(".clock.runs").forEach(show), 250);
