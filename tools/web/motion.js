// Shows moves: a card glides from its old to its new place. Only a few do, and briefly.
const MOST = 6;
const MOST_NEW = 12; // cards that are marked as new, until something else is drawn
const TIME = 250;
const still = matchMedia("(prefers-reduced-motion: reduce)");

let under = [];

const zoneOf = (root, spot) => (spot ? root.querySelector(`.zone[data-zone="${CSS.escape(spot.zone)}"][data-seat="${spot.seat ?? "t"}"]`) : null);

/** The card at a spot, or its zone, or the mat if the zone is not drawn. */
function elementAt(root, spot) {
  const zone = zoneOf(root, spot);
  if (!zone) return spot ? root.querySelector(`[data-mat="${spot.seat}"] .seathead`) : null;
  const card = spot.place === null ? null : zone.querySelector(`.card[data-key="${CSS.escape(`${spot.zone}|${spot.seat ?? "t"}|${spot.place}`)}"]`);
  return card ?? zone;
}

/** In a set the card has no place: the one that looks like it. */
function arrived(root, move) {
  const zone = zoneOf(root, move.to);
  const same = move.card && zone?.querySelector(`.card[data-card="${CSS.escape(move.card)}"]`);
  return same || elementAt(root, move.to);
}

const way = (m) => [m.from?.zone, m.from?.seat, m.to?.zone, m.to?.seat].join("|");

/** Moves along the same way are shown once; only the last few at all. */
function chosen(moves) {
  const list = [];
  for (const m of moves) if (!list.length || way(list.at(-1)) !== way(m) || m.card) list.push(m);
  return list.slice(-MOST);
}

function glide(target, from, index) {
  const to = target.getBoundingClientRect();
  const card = target.classList.contains("card") ? target : target.querySelector(".card");
  if (!card || !to.width) return;
  const box = card.getBoundingClientRect();
  const frame = (card.closest("#main") ?? document.documentElement).getBoundingClientRect();
  if (box.top < frame.top || box.bottom > frame.bottom) return;
  const ghost = card.cloneNode(true);
  ghost.classList.add("ghost");
  ghost.classList.remove("lit", "marked", "new");
  ghost.removeAttribute("data-key");
  ghost.tabIndex = -1;
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { left: box.left + "px", top: box.top + "px", width: box.width + "px", height: box.height + "px" });
  document.body.append(ghost);
  const x = from.left + from.width / 2 - box.left - box.width / 2;
  const y = from.top + from.height / 2 - box.top - box.height / 2;
  const shift = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
  const delay = (index * TIME) / 2;
  const run = ghost.animate(shift, { duration: TIME, delay, easing: "ease-out", fill: "backwards" });
  const wait = card.animate([{ opacity: 0 }, { opacity: 0 }], { duration: TIME + delay });
  const end = () => (ghost.remove(), wait.cancel());
  run.onfinish = end;
  run.oncancel = end;
  under.push(run);
}

/** Calls `draw` and shows the moves before it. Without animation, only a mark. */
export function show(root, moves, draw) {
  under.forEach((a) => a.cancel());
  under = [];
  const list = still.matches || document.hidden ? [] : chosen(moves);
  const starts = list.map((m) => elementAt(root, m.from)?.getBoundingClientRect());
  draw();
  for (const m of moves.slice(-MOST_NEW)) {
    const card = arrived(root, m);
    if (card?.matches(".card")) card.classList.add("new");
  }
  list.forEach((m, i) => {
    const target = starts[i]?.width ? arrived(root, m) : null;
    if (target) glide(target, starts[i], i);
  });
}
