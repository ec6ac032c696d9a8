// @ts-check
/**
 * Runs a story against the clock.
 *
 * @import { Frame, Moment, Story } from "./story.js"
 */
import { frameAt } from "./story.js";

export class Animation {
  /** @type {Story} */ #story;
  /** @type {(id: number, frame: Frame, resting: boolean) => void} */ #move;
  /** @type {(moment: Moment, live: boolean) => void} */ #happen;
  #begun = 0;
  #told = 0;
  #request = 0;
  /** @type {Set<number>} */ #settled = new Set();
  /** @type {() => void} */ #resolve = () => {};
  /** Settled when the story is told. */
  done = new Promise((resolve) => (this.#resolve = () => resolve(undefined)));

  /**
   * @param {Story} story
   * @param {(id: number, frame: Frame, resting: boolean) => void} move  puts a seed somewhere
   * @param {(moment: Moment, live: boolean) => void} happen             something else changes
   */
  constructor(story, move, happen) {
    this.#story = story;
    this.#move = move;
    this.#happen = happen;
  }

  start() {
    this.#begun = performance.now();
    this.#request = requestAnimationFrame(() => this.#tick());
  }

  #tick() {
    const t = performance.now() - this.#begun;
    this.#show(t, true);
    if (t >= this.#story.duration) this.#resolve();
    else this.#request = requestAnimationFrame(() => this.#tick());
  }

  /** @param {number} t @param {boolean} live */
  #show(t, live) {
    for (const [id, frames] of this.#story.flights) {
      const first = /** @type {Frame} */ (frames[0]);
      const last = /** @type {Frame} */ (frames.at(-1));
      if (t < first.t || this.#settled.has(id)) continue;
      const resting = t >= last.t;
      if (resting) this.#settled.add(id);
      this.#move(id, frameAt(frames, t), resting);
    }
    for (; this.#told < this.#story.moments.length; this.#told++) {
      const moment = /** @type {Moment} */ (this.#story.moments[this.#told]);
      if (moment.t > t) break;
      this.#happen(moment, live);
    }
  }

  /** Goes to the end at once. */
  finish() {
    cancelAnimationFrame(this.#request);
    this.#show(this.#story.duration, false);
    this.#resolve();
  }
}
