// @ts-check
/**
 * A move as a story: when each seed is where. No clock and no drawing here; times are in
 * milliseconds from the beginning.
 *
 * @import { Place } from "./notation.js"
 * @import { Event } from "./trace.js"
 * @import { Point } from "./seeds.js"
 * @import { Seeds } from "./state.js"
 *
 * @typedef {{ t: number, x: number, y: number, lift: number, fade?: number, ease?: "fall" | "glide" }} Frame
 * @typedef {{ t: number, place: Place, count?: number, mark?: "taken" | "again" | "burned" | "tuzdyk", sound?: "drop" | "take" }} Moment
 * @typedef {{ flights: Map<number, Frame[]>, moments: Moment[], duration: number }} Story
 */

/** Beyond so many drops a sowing gets quicker, so that long laps stay watchable. */
const UNHURRIED = 30;

/**
 * @param {Seeds} before
 * @param {Event[]} trace
 * @param {(place: Place, slot: number) => Point} at   where the nth seed of a place lies
 * @param {(place: Place) => Point} over               the middle of a place
 * @param {number} pace                                milliseconds a seed
 * @returns {Story}
 */
export function tell(before, trace, at, over, pace) {
  const seeds = before.clone();
  /** @type {Map<number, Frame[]>} */
  const flights = new Map();
  /** @type {Moment[]} */
  const moments = [];
  const drops = trace.filter((event) => "drop" in event).length;
  const step = pace * Math.max(0.4, Math.sqrt(UNHURRIED / Math.max(UNHURRIED, drops)));
  const rise = pace * 1.6;
  const fall = step * 1.5;
  const pause = pace * 2.4;
  const glide = pace * 4;
  let t = 0;
  /** @type {number[]} */
  let hand = [];
  let previous = "";

  /** @param {number} id @param {Frame} frame */
  const go = (id, frame) => {
    const frames = flights.get(id);
    if (frames) frames.push(frame);
    else flights.set(id, [frame]);
  };
  /** @param {Point} point @param {number} i */
  const held = (point, i) => {
    const r = 4.6 * Math.sqrt(i);
    return { x: point.x + r * Math.cos(i * 2.4), y: point.y - 6 + r * Math.sin(i * 2.4) };
  };
  /** All seeds of a place glide to another one. @param {Place} from @param {Place} to @param {number} count */
  const carry = (from, to, count) => {
    const first = seeds.at(from).length - count;
    const ids = seeds.take(from, count);
    moments.push({ t, place: from, count: first, mark: "taken", sound: "take" });
    ids.forEach((id, i) => {
      const start = t + i * Math.min(22, 160 / ids.length);
      go(id, { t: start, ...at(from, first + i), lift: 0 });
      const slot = seeds.put(to, id);
      go(id, { t: start + glide / 2, ...midway(at(from, first + i), at(to, slot)), lift: 1, ease: "glide" });
      go(id, { t: start + glide, ...at(to, slot), lift: 0, ease: "glide" });
      moments.push({ t: start + glide, place: to, count: slot + 1 });
    });
  };

  for (const event of trace) {
    const kind = Object.keys(event)[0] ?? "";
    if ("lift" in event) {
      if (previous === "lap") t += fall + step;
      const from = event.lift;
      hand = seeds.take(from);
      moments.push({ t, place: from, count: 0 });
      hand.forEach((id, i) => {
        go(id, { t, ...at(from, i), lift: 0 });
        go(id, { t: t + rise, ...held(over(from), i), lift: 1, ease: "glide" });
      });
      t += rise;
    } else if ("drop" in event) {
      t += step;
      hand.forEach((id, i) => go(id, { t, ...held(over(event.drop), i), lift: 1 }));
      const id = hand.pop();
      if (id === undefined) continue;
      if (event.to) {
        go(id, { t: t + fall, ...over(event.drop), lift: 0.2, ease: "fall" });
        const slot = seeds.put(event.to, id);
        go(id, { t: t + fall + glide, ...at(event.to, slot), lift: 0, ease: "glide" });
        moments.push({ t: t + fall + glide, place: event.to, count: slot + 1, sound: "drop" });
      } else {
        const slot = seeds.put(event.drop, id);
        go(id, { t: t + fall, ...at(event.drop, slot), lift: 0, ease: "fall" });
        moments.push({ t: t + fall * 0.7, place: event.drop, count: slot + 1, sound: "drop" });
      }
    } else if ("capture" in event || "tuzdyk" in event) {
      const from = "capture" in event ? event.capture : event.tuzdyk;
      t += previous === "capture" ? step : fall + pause;
      carry(from, event.to, event.seeds);
      if ("tuzdyk" in event) moments.push({ t: t + glide / 2, place: from, mark: "tuzdyk" });
    } else if ("sweep" in event) {
      t += previous === "sweep" ? step * 0.7 : fall + pause * 1.5;
      carry(event.sweep, event.to, event.seeds);
    } else if ("burn" in event) {
      const gone = [
        ...event.burn.map((place) => ({ place, count: seeds.at(place).length })),
        { place: event.by, count: event.cost },
      ];
      for (const { place, count } of gone) {
        const first = seeds.at(place).length - count;
        seeds.take(place, count).forEach((id, i) => {
          const rest = at(place, first + i);
          go(id, { t, ...rest, lift: 0 });
          go(id, { t: t + glide * 1.3, x: rest.x, y: rest.y - 26, lift: 1, fade: 1, ease: "glide" });
        });
        moments.push({ t: t + glide / 2, place, count: first });
        if (place !== event.by) moments.push({ t: t + glide / 2, place, mark: "burned" });
      }
      t += glide * 1.3;
    }
    previous = kind;
  }
  const last = (/** @type {Frame[]} */ frames) => frames.at(-1)?.t ?? 0;
  const duration = Math.max(0, ...[...flights.values()].map(last), ...moments.map((m) => m.t));
  moments.sort((a, b) => a.t - b.t);
  return { flights, moments, duration };
}

/** @param {Point} a @param {Point} b @returns {Point} */
const midway = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 18 });

/**
 * Where a seed is at a moment.
 *
 * @param {Frame[]} frames
 * @param {number} t
 * @returns {Frame}
 */
export function frameAt(frames, t) {
  const next = frames.findIndex((frame) => frame.t > t);
  const end = /** @type {Frame} */ (frames.at(-1));
  if (next < 0) return end;
  const b = /** @type {Frame} */ (frames[next]);
  const a = frames[next - 1];
  if (!a) return b;
  const k = ease((t - a.t) / Math.max(1, b.t - a.t), b.ease);
  const mix = (/** @type {number} */ p, /** @type {number} */ q) => p + (q - p) * k;
  return { t, x: mix(a.x, b.x), y: mix(a.y, b.y), lift: mix(a.lift, b.lift), fade: mix(a.fade ?? 0, b.fade ?? 0) };
}

/** @param {number} k @param {"fall" | "glide"} [kind] */
function ease(k, kind) {
  if (kind === "glide") return k * k * (3 - 2 * k);
  if (kind !== "fall") return k;
  // Falls, overshoots a little and settles.
  const s = 1.4;
  return 1 + (s + 1) * (k - 1) ** 3 + s * (k - 1) ** 2;
}
