// The ornament of a card that has no picture: rings of petals, drawn from its identifier; its colour gives the outer shape.
const SVG = "http://www.w3.org/2000/svg";
const drawn = new Map();

/** Numbers from 0 to n - 1 that follow from a text (FNV-1a). */
function numbers(id) {
  let h = 2166136261;
  for (const c of id) h = Math.imul(h ^ c.codePointAt(0), 16777619);
  return (n) => {
    h = Math.imul(h ^ (h >>> 15), 2246822519) + 0x9e3779b9;
    return ((h ^ (h >>> 13)) >>> 0) % n;
  };
}

/** One petal, facet, bud or drop along the x-axis between two radii. */
const SHAPES = [
  (a, b, w) => `M${a} 0C${a} ${w} ${(a + b) / 2} ${w} ${b} 0C${(a + b) / 2} ${-w} ${a} ${-w} ${a} 0Z`,
  (a, b, w) => `M${a} 0L${(a + b) / 2} ${w}L${b} 0L${(a + b) / 2} ${-w}Z`,
  (a, b, w) => `M${a} 0Q${b} ${-w} ${b} 0Q${b} ${w} ${a} 0Z`,
  (a, b, w) => `M${a} 0C${b} ${-2 * w} ${b} ${w} ${b} ${w}C${b} ${w} ${(a + b) / 2} ${w} ${a} 0Z`,
];

function element(name, values) {
  const e = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) e.setAttribute(key, value);
  return e;
}

function draw(id, colour) {
  const next = numbers(id);
  const folds = 5 + next(5);
  const svg = element("svg", { viewBox: "-50 -50 100 100", class: "ornament", "aria-hidden": "true" });
  svg.append(element("circle", { r: 48, class: "ring" }));
  for (let i = 0, edge = 46; i < 3; i++) {
    const n = i === 1 ? 2 * folds : folds;
    const inner = i === 2 ? 0 : edge * (0.4 + 0.05 * next(5));
    const wide = (0.6 + 0.1 * next(5)) * (Math.PI * (inner + edge)) / 2 / n;
    const shape = SHAPES[i ? next(4) : colour % 4](inner, edge, wide);
    const petals = Array.from({ length: n }, (_, k) => element("path", { d: shape, transform: `rotate(${(360 * k / n - 90).toFixed(1)})` }));
    const ring = element("g", { class: "petals p" + i });
    ring.append(...petals);
    svg.append(ring);
    edge = inner + (i ? 0 : 2);
  }
  return svg;
}

/** An element of its own for each card that is drawn. */
export function ornament(id, colour) {
  const key = `${id} ${colour}`;
  if (!drawn.has(key)) drawn.set(key, draw(id, colour));
  return drawn.get(key).cloneNode(true);
}
