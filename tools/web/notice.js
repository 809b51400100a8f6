// Tells players who look elsewhere that it is their turn: by a notice of the system, by a sound.
import { W } from "./words.js";
import { wants } from "./habits.js";

/** Asks the browser for leave. False: it gives none. */
export async function askLeave() {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}

/** `title`: the game; `prompt`: its question. */
export function yourTurn(title, prompt) {
  if (wants("sound")) ring();
  if (wants("notice") && !(document.visibilityState === "visible" && document.hasFocus())) show(title, prompt);
}

async function show(title, prompt) {
  if (globalThis.Notification?.permission !== "granted") return;
  const says = { body: [W("YOUR_TURN"), prompt].filter(Boolean).join(" "), icon: "/web/favicon.svg", tag: location.pathname };
  try {
    const notice = new Notification(title, says);
    notice.onclick = () => (window.focus(), notice.close());
  } catch {
    // phones show notices by the page's worker only
    (await navigator.serviceWorker?.getRegistration())?.showNotification(title, says);
  }
}

let sounds = null;

/** Two soft notes. Browsers stay silent until the page was clicked once. */
export function ring() {
  sounds ??= new AudioContext();
  sounds.resume();
  [660, 880].forEach((pitch, i) => {
    const at = sounds.currentTime + i * 0.16;
    const note = new OscillatorNode(sounds, { frequency: pitch });
    const loud = new GainNode(sounds, { gain: 0 });
    loud.gain.setTargetAtTime(0.12, at, 0.01);
    loud.gain.setTargetAtTime(0, at + 0.08, 0.09);
    note.connect(loud).connect(sounds.destination);
    note.start(at);
    note.stop(at + 0.7);
  });
}
