// @ts-check
/**
 * Lines of moves from one start: what the server shows of each, asked once.
 *
 * @import { Move } from "../board/trace.js"
 * @typedef {"S" | "N"} Side
 * @typedef {{ position: string, line: string, to_move: Side, scores: number[], over: boolean, moves: Move[], last: Move | null, again: boolean, result: { winner: Side | null, scores: number[] } | null }} Shown
 */

/** The moves of a text, one by one. @param {string} text @returns {string[]} */
export const movesOf = (text) => text.match(/!?[A-La-l]/g) ?? [];

/** Asks the server; what it refuses becomes an error with its sentence. @param {string} address */
export async function ask(address) {
  const answer = await fetch(address);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  return body;
}

export class Explorer {
  /** Rules, switches and start. @type {URLSearchParams} */ start;
  /** @type {Map<string, Promise<Shown>>} */ #known = new Map();

  /** @param {URLSearchParams} asked */
  constructor(asked) {
    this.start = new URLSearchParams();
    for (const key of ["rules", "set", "position"]) {
      const value = asked.get(key);
      if (value) this.start.set(key, value);
    }
  }

  /** The question that a line of moves answers to. @param {string[]} moves */
  question(moves) {
    const query = new URLSearchParams(this.start);
    if (moves.length) query.set("moves", moves.join(""));
    return query;
  }

  /** The same at another start. @param {string} position */
  from(position) {
    this.start.set("position", position);
    this.#known.clear();
  }

  /** @param {string[]} moves @returns {Promise<Shown>} */
  show(moves) {
    const key = moves.join("");
    const known = this.#known.get(key);
    if (known) return known;
    const asked = ask(`/api/show?${this.question(moves)}`);
    this.#known.set(key, asked);
    asked.catch(() => this.#known.delete(key));
    return asked;
  }
}

/**
 * A value in the reader's words: `+6 proved`, `about −2.5`.
 *
 * @param {number} value
 * @param {boolean} proved
 * @param {DOMStringMap} words  with `proved` and `about`
 */
export function worth(value, proved, words) {
  const tenths = Math.round(10 * value) / 10;
  const number = Math.abs(tenths).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
  const text = (tenths > 0 ? "+" : tenths < 0 ? "−" : "") + number;
  return proved ? `${text} ${words.proved}` : `${words.about} ${text}`;
}
