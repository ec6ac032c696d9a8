// @ts-check
/**
 * Where things are on the board, lying or standing. Lengths are units of the drawing; a pit and
 * its surroundings take 100 along the board.
 *
 * Lying, the own row is below, read to the right, and the own store at the right. Standing, all
 * that is turned a quarter clockwise: the own row is the left column read downwards, the own
 * store at the bottom.
 *
 * @import { Place, Side } from "./notation.js"
 * @import { Point } from "./seeds.js"
 *
 * @typedef {object} Spot
 * @property {Point} middle
 * @property {number} radius    of a pit, or of a store's ends
 * @property {number} dx        half the straight part of a store
 * @property {number} dy
 * @property {Point} count      where the number stands
 * @property {Point} letter
 *
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {boolean} upright
 * @property {Map<Place, Spot>} spots
 */
import { indexOf, isStore, ownerOf, places } from "./notation.js";

const PITCH = 100;
const PIT = 42;
const MARGIN = 14;
const GAP = 20;

/**
 * What differs between lying and standing: the strip in which a row's numbers stand, and how much
 * of the board's length a store takes. A standing board is short of length and has width to spare.
 */
const LYING = { strip: 34, store: 104, letter: 30 };
const STANDING = { strip: 62, store: 88, letter: 29 };

/** @param {{ strip: number }} way */
const across = ({ strip }) => 2 * (MARGIN + strip + 2 * PIT) + GAP;

/** @param {number} pits @param {{ store: number }} way */
const along = (pits, { store }) => pits * PITCH + 2 * (MARGIN + store);

/**
 * Whether a board stands better than it lies in the space there is.
 *
 * @param {number} pits
 * @param {number} width
 * @param {number} height
 */
export function standsBetter(pits, width, height) {
  const lying = Math.min(width / along(pits, LYING), height / across(LYING));
  const standing = Math.min(width / across(STANDING), height / along(pits, STANDING));
  return standing > lying * 1.1;
}

/**
 * @param {number} pits
 * @param {Side} view     who sits below
 * @param {boolean} upright
 * @returns {Layout}
 */
export function layOut(pits, view, upright) {
  const way = upright ? STANDING : LYING;
  const { strip: band, store } = way;
  const length = along(pits, way);
  const breadth = across(way);
  // From the lying board to the drawing.
  const turn = (/** @type {number} */ x, /** @type {number} */ y) => (upright ? { x: breadth - y, y: x } : { x, y });
  /** @type {Map<Place, Spot>} */
  const spots = new Map();
  for (const place of places(pits)) {
    const own = ownerOf(place) === view;
    const strip = own ? breadth - MARGIN - band / 2 : MARGIN + band / 2;
    if (isStore(place)) {
      const x = own ? length - MARGIN - store / 2 : MARGIN + store / 2;
      const radius = store / 2 - 10;
      const half = (breadth - 2 * (MARGIN + band)) / 2 - radius;
      spots.set(place, {
        middle: turn(x, breadth / 2), radius, dx: upright ? half : 0, dy: upright ? 0 : half,
        count: turn(x, strip), letter: turn(x, strip),
      });
    } else {
      const i = own ? indexOf(place) : pits - 1 - indexOf(place);
      const x = MARGIN + store + PITCH * (i + 0.5);
      const y = own ? breadth - MARGIN - band - PIT : MARGIN + band + PIT;
      spots.set(place, {
        middle: turn(x, y), radius: PIT, dx: 0, dy: 0,
        count: turn(x, strip), letter: turn(x + way.letter, strip),
      });
    }
  }
  const [width, height] = upright ? [breadth, length] : [length, breadth];
  return { width, height, upright, spots };
}
