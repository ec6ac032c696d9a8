// @ts-check
/**
 * Which seeds lie where. A seed keeps its number, and so its look, wherever it goes; the order in
 * a place is the order of arrival.
 *
 * @import { Place, Position, Side } from "./notation.js"
 */
import { places } from "./notation.js";

export class Seeds {
  /** @type {Map<Place, number[]>} */
  #held = new Map();
  /** @type {number[]} */
  #free = [];
  #next = 0;

  /** @param {Place} place @returns {readonly number[]} */
  at(place) {
    return this.#held.get(place) ?? [];
  }

  /** Every seed on the board. */
  all() {
    return [...this.#held.values()].flat();
  }

  clone() {
    const copy = new Seeds();
    for (const [place, ids] of this.#held) copy.#held.set(place, [...ids]);
    copy.#free = [...this.#free];
    copy.#next = this.#next;
    return copy;
  }

  /** Makes it so with as little movement as possible. @param {Position} position */
  become({ pits, cells }) {
    const kept = places(pits);
    for (const place of this.#held.keys()) if (!kept.includes(place)) this.take(place).forEach((id) => this.#free.push(id));
    for (const place of kept) {
      const ids = this.#list(place);
      const wanted = cells.get(place)?.seeds ?? 0;
      if (ids.length > wanted) this.#free.push(...ids.splice(wanted));
    }
    for (const place of kept) {
      const ids = this.#list(place);
      const wanted = cells.get(place)?.seeds ?? 0;
      while (ids.length < wanted) ids.push(this.#free.pop() ?? this.#next++);
    }
  }

  /** Takes the last `count` seeds of a place, or all. @param {Place} place @param {number} [count] */
  take(place, count = Infinity) {
    const ids = this.#list(place);
    return ids.splice(Math.max(0, ids.length - count));
  }

  /** Puts a seed down and says which place in the heap it has. @param {Place} place @param {number} id */
  put(place, id) {
    return this.#list(place).push(id) - 1;
  }

  /** The seed leaves the game. @param {number} id */
  remove(id) {
    this.#free.push(id);
  }

  /** @param {Place} place */
  #list(place) {
    let ids = this.#held.get(place);
    if (!ids) this.#held.set(place, (ids = []));
    return ids;
  }
}
