// @ts-check
/**
 * How seeds look and lie. Everything is drawn by a small generator from a fixed beginning, so that
 * the same seed always looks the same and the same place is always filled in the same way: adding
 * a seed moves no other.
 *
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ size: number, tone: number, angle: number }} Look
 */

export const SEED_RADIUS = 9;
export const TONES = 4;

/** Numbers in [0, 1) that only depend on the beginning (mulberry32). @param {number} begin */
export function numbers(begin) {
  let a = begin | 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {number} id @returns {Look} */
export function look(id) {
  const next = numbers(id * 7919 + 17);
  return { size: 0.9 + next() * 0.2, tone: Math.floor(next() * TONES), angle: Math.floor(next() * 360) };
}

/**
 * Where the seeds of a place lie, in the order in which they arrive, relative to its middle. The
 * place is a stadium: a circle of `radius` drawn out by `dx`, `dy` to either side. Each next seed
 * takes, of many spots drawn by lot, the one nearest to the middle that touches no other; when
 * the ground is full a second layer begins on top, and so on: a heap.
 *
 * @param {number} begin   what makes this place differ from others
 * @param {number} radius
 * @param {number} dx
 * @param {number} dy
 * @param {number} count
 * @returns {Point[]}
 */
export function arrange(begin, radius, dx, dy, count) {
  const next = numbers(begin * 104729 + 71);
  /** @type {Point[]} */
  const all = [];
  /** @type {Point[]} */
  let layer = [];
  let room = radius - SEED_RADIUS * 0.72;
  const long = Math.hypot(dx, dy) > 0;
  while (all.length < count) {
    let best = null;
    let least = Infinity;
    for (let i = 0; i < 500; i++) {
      const along = next() * 2 - 1;
      const turn = next() * 2 * Math.PI;
      const r = room * Math.sqrt(next());
      const spot = { x: along * dx + r * Math.cos(turn), y: along * dy + r * Math.sin(turn) };
      const near = layer.some((p) => Math.hypot(p.x - spot.x, p.y - spot.y) < SEED_RADIUS * 1.53);
      // In a pit seeds roll to the middle; along a store they spread, drawn a little inwards.
      const pull = long ? 0.35 * Math.hypot(spot.x, spot.y) + next() * 60 : Math.hypot(spot.x, spot.y);
      if (!near && pull < least) {
        least = pull;
        best = spot;
      }
    }
    if (best) {
      layer.push(best);
      all.push(best);
    } else {
      layer = [];
      room = Math.max(room * 0.72, SEED_RADIUS * 0.6);
    }
  }
  return all;
}
