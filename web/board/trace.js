// @ts-check
/**
 * What a move did, as the server tells it, and what there is to say about it.
 *
 * @import { Place, Side } from "./notation.js"
 *
 * @typedef {{ lift: Place, seeds: number }} Lift        all seeds of a pit are taken up
 * @typedef {{ drop: Place, to?: Side }} Drop            one falls; `to`: through a tuzdyk into a store
 * @typedef {{ lap: Place }} Lap                         the sowing goes on from here
 * @typedef {{ capture: Place, seeds: number, to: Side }} Capture
 * @typedef {{ tuzdyk: Place, seeds: number, to: Side }} Tuzdyk
 * @typedef {{ burn: [Place, Place], seeds: [number, number], cost: number, by: Side }} Burn
 * @typedef {{ sweep: Place, seeds: number, to: Side }} Sweep
 * @typedef {Lift | Drop | Lap | Capture | Tuzdyk | Burn | Sweep} Event
 *
 * @typedef {{ move: string, trace: Event[], position: string, again?: boolean, over?: boolean }} Move
 *   a move, its events, the position it leads to, whether the same player moves again
 *
 * @typedef {object} Summary
 * @property {string} move
 * @property {Side} by
 * @property {Place | null} from       where it began
 * @property {Place | null} end        where the last seed fell
 * @property {Map<Place, number>} taken  what was captured, by pit
 * @property {Map<Place, number>} path   how many seeds fell where
 * @property {Place[]} burned
 * @property {Place | null} tuzdyk
 * @property {number} laps
 * @property {number} swept
 * @property {boolean} again
 * @property {boolean} over
 */
import { ownerOf } from "./notation.js";

/** @param {Move} move @returns {Summary} */
export function summarise({ move, trace, again = false, over = false }) {
  const pit = move.replace("!", "");
  /** @type {Summary} */
  const told = {
    move, by: ownerOf(pit), from: pit, end: null, taken: new Map(), path: new Map(),
    burned: [], tuzdyk: null, laps: 0, swept: 0, again, over,
  };
  for (const event of trace) {
    if ("drop" in event) {
      told.end = event.drop;
      told.path.set(event.drop, (told.path.get(event.drop) ?? 0) + 1);
    } else if ("lap" in event) told.laps += 1;
    else if ("capture" in event) told.taken.set(event.capture, event.seeds);
    else if ("tuzdyk" in event) {
      told.tuzdyk = event.tuzdyk;
      told.taken.set(event.tuzdyk, event.seeds);
    } else if ("burn" in event) {
      told.burned = [...event.burn];
      told.from = null;
    } else if ("sweep" in event) told.swept += event.seeds;
  }
  return told;
}

/** @param {Summary} told */
export const captured = (told) => [...told.taken.values()].reduce((sum, n) => sum + n, 0);
