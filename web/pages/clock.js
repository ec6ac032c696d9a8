// @ts-check
/**
 * The players' clocks. The server counts; this shows what it last said, minus the time since.
 *
 * @typedef {"S" | "N"} Side
 * @typedef {{ left: [number, number], running: Side | null }} Told milliseconds of South and North
 */
const LOW = 20_000;
/** Seconds at which the own clock is read out. */
const MARKS = [60, 30, 10];
const DAY = 86_400_000;

/**
 * What a clock shows: `2 d 5 h`, `1:04:09`, `4:09`, `0:09.4`.
 * @param {number} left @param {string} day @param {string} hour
 */
export function written(left, day = "d", hour = "h") {
  const whole = Math.max(0, left);
  if (whole >= DAY) return `${Math.floor(whole / DAY)} ${day} ${Math.floor((whole % DAY) / 3_600_000)} ${hour}`;
  // The last seconds are shown in tenths; before, a clock stands at 0:20 for the whole of that second.
  const tenths = whole < LOW / 2;
  const seconds = tenths ? Math.floor(whole / 100) / 10 : Math.ceil(whole / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = tenths ? `0${seconds.toFixed(1)}` : two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

export class Clocks {
  /** @type {Told | null} */ #told = null;
  #heard = 0;
  #places;
  #own;
  #say;
  #words;
  /** The mark last read out. */
  #marked = Infinity;

  /**
   * @param {Record<Side, HTMLElement | null | undefined>} places where each is shown
   * @param {Side | ""} own whose clock is read out
   * @param {(seconds: number) => void} say reads out how many seconds are left
   * @param {{ day: string, hour: string, low: string }} words
   */
  constructor(places, own, say, words) {
    this.#places = places;
    this.#own = own;
    this.#say = say;
    this.#words = words;
  }

  /** @param {Told} told */
  hear(told) {
    if (!this.#told) setInterval(() => this.#show(), 100);
    this.#told = told;
    this.#heard = performance.now();
    this.#marked = Infinity;
    this.#show();
  }

  /** @param {Side} side */
  left(side) {
    if (!this.#told) return Infinity;
    const spent = this.#told.running === side ? performance.now() - this.#heard : 0;
    return this.#told.left[side === "S" ? 0 : 1] - spent;
  }

  #show() {
    for (const side of /** @type {const} */ (["S", "N"])) {
      const place = this.#places[side];
      if (!place || !this.#told) continue;
      const left = this.left(side);
      const runs = this.#told.running === side;
      const low = left < LOW && this.#told.running !== null;
      // A mark as well as a colour: what runs has an arrow, what runs out a warning.
      const text = `${low ? `⚠ ` : runs ? "▸ " : ""}${written(left, this.#words.day, this.#words.hour)}`;
      if (place.textContent !== text) place.textContent = text;
      place.hidden = false;
      place.classList.toggle("running", runs);
      place.classList.toggle("low", low);
      place.title = low ? this.#words.low : "";
      if (runs && side === this.#own) this.#read(left);
    }
  }

  /** @param {number} left */
  #read(left) {
    const mark = MARKS.findLast((mark) => left <= mark * 1000);
    if (mark === undefined || mark >= this.#marked) return;
    this.#marked = mark;
    // Only while it is passed, not when a turn begins with less.
    if (left > mark * 1000 - 1500) this.#say(mark);
  }
}
