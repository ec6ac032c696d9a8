// @ts-check
/**
 * The board by keyboard: one pit is in the page's tab order; arrows go to the pit in that
 * direction, a letter to the pit of that name, Home and End to the ends of the row.
 *
 * @import { Place, Side } from "./notation.js"
 * @import { Layout } from "./geometry.js"
 */
import { indexOf, isStore, ownerOf, pitOf } from "./notation.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  /** @type {Map<Place, HTMLElement>} */ #spots = new Map();
  /** @type {Layout | null} */ #layout = null;
  #choose;
  #finish;
  /** @type {Place | null} */ #at = null;

  /** @param {(place: Place) => void} choose @param {() => void} finish */
  constructor(choose, finish) {
    this.#choose = choose;
    this.#finish = finish;
  }

  /** @param {Map<Place, HTMLElement>} spots @param {Layout | null} layout */
  over(spots, layout) {
    this.#spots = spots;
    this.#layout = layout;
  }

  /** Keeps exactly one pit in the tab order: the last one visited, or the first that can be played. */
  current() {
    const pits = [...this.#spots].filter(([place]) => !isStore(place));
    const can = pits.find(([, spot]) => spot.classList.contains("can"))?.[0];
    const visited = this.#at !== null && this.#spots.get(this.#at)?.classList.contains("can");
    const at = visited ? this.#at : (can ?? this.#at ?? pits[0]?.[0]);
    for (const [place, spot] of pits) spot.tabIndex = place === at ? 0 : -1;
  }

  /** @param {KeyboardEvent} event @param {Side} turn */
  press(event, turn) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const from = event.target instanceof HTMLElement ? event.target.dataset.place : undefined;
    if (!from || isStore(from)) return;
    const arrow = ARROWS[event.key];
    /** @type {Place | null} */
    let to = null;
    if (arrow) to = this.#towards(from, arrow);
    else if (event.key === "Home") to = pitOf(ownerOf(from), 0);
    else if (event.key === "End") to = pitOf(ownerOf(from), (this.#spots.size - 2) / 2 - 1);
    else if (/^[a-l]$/i.test(event.key)) to = pitOf(turn, indexOf(event.key));
    else if (event.key === "Escape") this.#finish();
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#choose(from);
    }
    const spot = to && this.#spots.get(to);
    if (!to || !spot) return;
    event.preventDefault();
    this.#at = to;
    for (const [place, other] of this.#spots) if (!isStore(place)) other.tabIndex = place === to ? 0 : -1;
    spot.focus();
  }

  /** The nearest pit in a direction. @param {Place} from @param {[number, number]} way */
  #towards(from, [x, y]) {
    const here = this.#layout?.spots.get(from)?.middle;
    if (!here) return null;
    let best = null;
    let least = Infinity;
    for (const [place, { middle }] of this.#layout?.spots ?? []) {
      if (isStore(place)) continue;
      const ahead = (middle.x - here.x) * x + (middle.y - here.y) * y;
      const aside = Math.abs((middle.x - here.x) * y) + Math.abs((middle.y - here.y) * x);
      if (ahead > 1 && ahead + 3 * aside < least) {
        least = ahead + 3 * aside;
        best = place;
      }
    }
    return best;
  }
}
