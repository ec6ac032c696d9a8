// @ts-check
/**
 * Places and positions as they are written. Nothing here knows a rule.
 *
 * A place is one letter: `A`–`L` are South's pits from South's left, `a`–`l` North's from North's
 * left, `S` and `N` the stores.
 *
 * @typedef {"S" | "N"} Side
 * @typedef {string} Place
 * @typedef {{ seeds: number, mark: "" | "burned" | "tuzdyk" }} Cell
 * @typedef {{ pits: number, cells: Map<Place, Cell>, turn: Side }} Position
 */

/** @type {Side[]} */
export const SIDES = ["S", "N"];
export const MOST_PITS = 12;
export const MOST_SEEDS = 255;

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "S" ? "N" : "S");

/** @param {Side} side @param {number} index @returns {Place} */
export const pitOf = (side, index) => String.fromCharCode((side === "S" ? 65 : 97) + index);

/** @param {Place} place */
export const isStore = (place) => place === "S" || place === "N";

/** Whose place it is. @param {Place} place @returns {Side} */
export const ownerOf = (place) => {
  if (place === "S" || place === "N") return place;
  return place < "a" ? "S" : "N";
};

/** A pit's number in its owner's row, from 0. @param {Place} pit */
export const indexOf = (pit) => pit.toUpperCase().charCodeAt(0) - 65;

/** All places of a board: South's pits and store, then North's. @param {number} pits @returns {Place[]} */
export const places = (pits) =>
  SIDES.flatMap((side) => [...Array.from({ length: pits }, (_, i) => pitOf(side, i)), side]);

/**
 * Reads `SOUTH/NORTH/STORES/TURN`, such as `4,4,4,4,4,4/4,4,4,4,4,4/0,0/S`.
 *
 * @param {string} text
 * @returns {Position}
 */
export function readPosition(text) {
  const [south = "", north = "", stores = "", turn = "", ...rest] = text.trim().split("/");
  const rows = { S: south.split(","), N: north.split(",") };
  const held = stores.split(",");
  const pits = rows.S.length;
  const wrong = () => new Error(`“${text}” is not a position: it is SOUTH/NORTH/STORES/TURN, such as 4,4,4/4,4,4/0,0/S`);
  if (rest.length || (turn !== "S" && turn !== "N")) throw wrong();
  if (rows.N.length !== pits || pits > MOST_PITS || held.length !== 2) throw wrong();
  /** @param {string} word @returns {Cell} */
  const cell = (word) => {
    if (word === "x") return { seeds: 0, mark: "burned" };
    if (word === "t") return { seeds: 0, mark: "tuzdyk" };
    if (!/^\d{1,3}$/.test(word) || Number(word) > MOST_SEEDS) throw wrong();
    return { seeds: Number(word), mark: "" };
  };
  /** @type {Map<Place, Cell>} */
  const cells = new Map();
  for (const side of SIDES) {
    rows[side].forEach((word, i) => cells.set(pitOf(side, i), cell(word)));
    cells.set(side, cell(held[side === "S" ? 0 : 1] ?? ""));
  }
  return { pits, cells, turn };
}

/** Writes a position. @param {Position} position */
export function writePosition({ pits, cells, turn }) {
  /** @param {Place} place */
  const word = (place) => {
    const cell = cells.get(place);
    return cell?.mark ? (cell.mark === "burned" ? "x" : "t") : String(cell?.seeds ?? 0);
  };
  const row = (/** @type {Side} */ side) =>
    Array.from({ length: pits }, (_, i) => word(pitOf(side, i))).join(",");
  return `${row("S")}/${row("N")}/${word("S")},${word("N")}/${turn}`;
}
