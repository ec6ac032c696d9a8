// @ts-check
/**
 * The drawing: one SVG, built once for a layout, then only changed where something changes.
 *
 * @import { Place } from "./notation.js"
 * @import { Layout, Spot } from "./geometry.js"
 * @import { Frame } from "./story.js"
 */
import { isStore } from "./notation.js";
import { arrange, look, numbers, SEED_RADIUS, TONES } from "./seeds.js";

const SVG = "http://www.w3.org/2000/svg";
/** So many seeds of a pit are drawn; of more, the number tells. */
const DRAWN = { pit: 30, store: 170 };

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 */
export function el(tag, attributes = {}, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

export class Drawing {
  svg = /** @type {SVGSVGElement} */ (el("svg", { "aria-hidden": "true", focusable: "false" }));
  /** @type {Layout | null} */ layout = null;
  /** @type {Map<Place, { group: SVGElement, count: SVGElement, badge: SVGElement }>} */ #places = new Map();
  /** @type {Map<number, SVGElement>} */ #seeds = new Map();
  /** @type {Map<Place, { x: number, y: number }[]>} */ #slots = new Map();
  #resting = el("g", { class: "seeds" });
  #flying = el("g", { class: "seeds flying" });
  #again = el("g", { class: "again" });

  /** @param {Layout} layout @param {string} again the words for “again” */
  build(layout, again) {
    this.layout = layout;
    this.#places.clear();
    this.#slots.clear();
    const { width, height } = layout;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.classList.toggle("upright", layout.upright);
    const wood = el("g", { class: "board" });
    const end = Math.min(width, height) * 0.3;
    const shape = { x: 3, y: 3, width: width - 6, height: height - 8, rx: end };
    wood.append(
      el("rect", { ...shape, y: 6, class: "under" }),
      el("rect", { ...shape, class: "wood" }),
      grain(layout, shape),
      el("rect", { x: 6.5, y: 6.5, width: width - 13, height: height - 15, rx: end - 3.5, class: "edge" }),
    );
    const hollows = el("g");
    const marks = el("g");
    for (const [place, spot] of layout.spots) hollows.append(this.#place(place, spot, marks));
    const middle = { x: width / 2, y: height / 2 - 1 };
    this.#again = el("g", { class: "again", transform: `translate(${middle.x} ${middle.y})` });
    const long = again.length * 8.4 + 26;
    this.#again.append(
      el("rect", { x: -long / 2, y: -14, width: long, height: 28, rx: 14 }),
      el("text", { y: 5.5 }, again),
    );
    this.svg.replaceChildren(definitions(), wood, hollows, this.#resting, marks, this.#again, this.#flying);
  }

  /** @param {Place} place @param {Spot} spot @param {SVGElement} marks */
  #place(place, spot, marks) {
    const { middle, radius, dx, dy } = spot;
    const stadium = (/** @type {number} */ by, /** @type {string} */ name) =>
      el("rect", {
        x: -dx - radius - by, y: -dy - radius - by, width: 2 * (dx + radius + by), height: 2 * (dy + radius + by),
        rx: radius + by, class: name,
      });
    const at = { transform: `translate(${middle.x} ${middle.y})`, "data-place": place };
    const hollow = el("g", { ...at, class: "hollow" }, stadium(2.5, "lip"), stadium(0, "depth"), stadium(-1, "shade"));
    const r = radius * 0.46;
    const group = el("g", { ...at, class: `marks ${isStore(place) ? "store" : "pit"}` },
      el("path", { class: "scorch", d: `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}` }),
      el("path", { class: "tuzdyk", d: `M0 ${-radius * 0.62}L${radius * 0.62} 0L0 ${radius * 0.62}L${-radius * 0.62} 0Z` }),
      stadium(4.5, "ring can"), stadium(-1.5, "ring just"), stadium(4.5, "ring hint"),
      el("g", { class: "cross" }, el("path", { d: "M-6 -6L6 6M-6 6L6 -6" })),
    );
    const cross = group.lastElementChild;
    cross?.setAttribute("transform", `translate(${radius * 0.72} ${-radius * 0.72})`);
    const badge = el("text", { class: "badge", y: 7 });
    group.append(badge);
    const count = el("text", { class: "count", x: spot.count.x, y: spot.count.y, dy: ".36em" });
    const texts = el("g", { class: "texts", "data-place": place }, count);
    if (!isStore(place)) {
      texts.append(el("text", { class: "letter", x: spot.letter.x, y: spot.letter.y, dy: ".36em" }, place));
      texts.append(el("circle", { class: "dot", cx: spot.letter.x - 2 * (spot.letter.x - spot.count.x), cy: 2 * spot.count.y - spot.letter.y, r: 4.5 }));
    }
    marks.append(group, texts);
    this.#places.set(place, { group, count, badge });
    const begin = place.charCodeAt(0) * 31 + (isStore(place) ? 7 : 0);
    this.#slots.set(place, arrange(begin, radius - 3, dx, dy, isStore(place) ? DRAWN.store : DRAWN.pit));
    return hollow;
  }

  /** Where the nth seed of a place lies. @param {Place} place @param {number} slot */
  at(place, slot) {
    const spots = this.#slots.get(place) ?? [];
    const middle = this.over(place);
    const spot = spots[slot % Math.max(1, spots.length)] ?? { x: 0, y: 0 };
    return { x: middle.x + spot.x, y: middle.y + spot.y };
  }

  /** The middle of a place. @param {Place} place */
  over(place) {
    return this.layout?.spots.get(place)?.middle ?? { x: 0, y: 0 };
  }

  /** Lays all seeds down. @param {Place} place @param {readonly number[]} ids */
  lay(place, ids) {
    ids.forEach((id, slot) => this.move(id, { t: 0, ...this.at(place, slot), lift: 0 }, true));
  }

  /** @param {number} id @param {Frame} frame @param {boolean} resting */
  move(id, frame, resting) {
    let seed = this.#seeds.get(id);
    if (!seed) this.#seeds.set(id, (seed = drawSeed(id)));
    const layer = resting ? this.#resting : this.#flying;
    if (seed.parentNode !== layer || resting) layer.append(seed);
    const { size, angle } = look(id);
    const { x, y, lift, fade = 0 } = frame;
    const scale = size * (1 + 0.28 * lift);
    seed.setAttribute("transform", `translate(${x.toFixed(2)} ${(y - 9 * lift).toFixed(2)}) scale(${scale.toFixed(3)})`);
    seed.firstElementChild?.setAttribute("transform", `translate(${1 + 3 * lift} ${2.5 + 12 * lift})`);
    seed.children[1]?.setAttribute("transform", `rotate(${angle})`);
    seed.style.opacity = fade ? String(1 - fade) : "";
  }

  /** Forgets the seeds that are nowhere. @param {Set<number>} kept */
  keep(kept) {
    for (const [id, seed] of this.#seeds) {
      if (kept.has(id)) continue;
      seed.remove();
      this.#seeds.delete(id);
    }
  }

  /** The number beside a place, and what the last move added to it. @param {Place} place @param {number} count @param {number} [added] */
  count(place, count, added = 0) {
    const drawn = this.#places.get(place);
    if (!drawn) return;
    /** @type {Record<string, string | number>} */
    const below = this.layout?.upright ? { x: this.layout.spots.get(place)?.count.x ?? 0, dy: "1.5em" } : { dx: 4 };
    drawn.count.replaceChildren(String(count), ...(added ? [el("tspan", { class: "trail", ...below }, `+${added}`)] : []));
    drawn.count.parentElement?.classList.toggle("trailing", added > 0);
  }

  /** @param {Place} place @param {string} name @param {boolean} on */
  mark(place, name, on) {
    const drawn = this.#places.get(place);
    drawn?.group.classList.toggle(name, on);
    drawn?.count.parentElement?.classList.toggle(name, on);
    this.svg.querySelector(`.hollow[data-place="${place}"]`)?.classList.toggle(name, on);
  }

  /** A short text on a place. @param {Place} place @param {string} text */
  badge(place, text) {
    const drawn = this.#places.get(place);
    if (drawn) drawn.badge.textContent = text;
  }

  /** @param {...string} names */
  clear(...names) {
    for (const place of this.#places.keys()) for (const name of names) this.mark(place, name, false);
  }

  clearBadges() {
    for (const { badge } of this.#places.values()) badge.textContent = "";
  }

  /** @param {boolean} on */
  again(on) {
    this.#again.classList.toggle("on", on);
  }
}

/** @param {number} id */
function drawSeed(id) {
  const { tone } = look(id);
  const r = SEED_RADIUS;
  return el("g", { class: "seed" },
    el("ellipse", { class: "shadow", rx: r, ry: r * 0.86 }),
    el("ellipse", { class: "body", rx: r, ry: r * 0.84, fill: `url(#tone-${tone})` }),
    el("ellipse", { class: "gleam", cx: -r * 0.28, cy: -r * 0.34, rx: r * 0.3, ry: r * 0.18 }),
  );
}

function definitions() {
  /** @param {string} id @param {string[]} stops @param {Record<string, string | number>} how */
  const radial = (id, stops, how) =>
    el("radialGradient", { id, ...how }, ...stops.map((name, i) =>
      el("stop", { offset: i / Math.max(1, stops.length - 1), class: name })));
  const tones = Array.from({ length: TONES }, (_, i) =>
    radial(`tone-${i}`, [`tone-${i}-lit`, `tone-${i}`, `tone-${i}-dark`], { cx: 0.5, cy: 0.42, r: 0.6 }));
  const wood = el("linearGradient", { id: "wood", x1: 0, y1: 0, x2: 0, y2: 1 },
    el("stop", { offset: 0, class: "wood-lit" }), el("stop", { offset: 0.5, class: "wood-mid" }), el("stop", { offset: 1, class: "wood-dark" }));
  const lip = el("linearGradient", { id: "lip", x1: 0, y1: 0, x2: 0, y2: 1 },
    el("stop", { offset: 0, class: "lip-dark" }), el("stop", { offset: 1, class: "lip-lit" }));
  return el("defs", {}, wood, lip, ...tones,
    radial("depth", ["pit-floor", "pit-floor", "pit-wall"], { cx: 0.5, cy: 0.58, r: 0.62 }));
}

/** A few quiet lines along the wood. @param {Layout} layout @param {{ x: number, y: number, width: number, height: number, rx: number }} shape */
function grain(layout, shape) {
  const { width, height, upright } = layout;
  const [long, across] = upright ? [height, width] : [width, height];
  const next = numbers(5);
  const clip = el("clipPath", { id: "inside" }, el("rect", shape));
  const lines = el("g", { class: "grain", "clip-path": "url(#inside)" });
  for (let i = 0; i < 15; i++) {
    const y = (across / 15) * (i + next());
    const bend = () => (next() - 0.5) * 26;
    const p = (/** @type {number} */ x, /** @type {number} */ v) => (upright ? `${v.toFixed(1)} ${x.toFixed(1)}` : `${x.toFixed(1)} ${v.toFixed(1)}`);
    lines.append(el("path", {
      d: `M${p(0, y)}C${p(long * 0.3, y + bend())} ${p(long * 0.62, y + bend())} ${p(long, y + bend())}`,
      "stroke-width": (0.6 + next() * 2.2).toFixed(2),
    }));
  }
  return el("g", {}, clip, lines);
}
