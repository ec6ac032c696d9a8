// @ts-check
/**
 * `<krou-board>`: a mancala board. It knows no rules: it is given a position and the moves that
 * may be played, each with its trace, and says which one was chosen.
 *
 * See docs/board-element.md.
 *
 * @import { Place, Position, Side } from "./notation.js"
 * @import { Move, Summary } from "./trace.js"
 * @import { Moment } from "./story.js"
 *
 * @typedef {{ position?: string, moves?: Move[], last?: Move | null, again?: boolean }} Shown
 */
import { Animation } from "./animate.js";
import { Drawing } from "./draw.js";
import { layOut, standsBetter } from "./geometry.js";
import { Keys } from "./keys.js";
import { isStore, MOST_SEEDS, ownerOf, places, readPosition, writePosition } from "./notation.js";
import { play as sound } from "./sound.js";
import { Seeds } from "./state.js";
import { tell } from "./story.js";
import { sheet } from "./style.js";
import { captured, summarise } from "./trace.js";
import { wordsFor } from "./words.js";

const START = "4,4,4,4,4,4/4,4,4,4,4,4/0,0/S";
const PACE = 110;

export class KrouBoard extends HTMLElement {
  static observedAttributes = ["position", "view", "numbers", "lang", "south", "north", "mode", "upright"];

  #root = this.attachShadow({ mode: "open" });
  #drawing = new Drawing();
  #seeds = new Seeds();
  #position = readPosition(START);
  /** @type {Move[]} */ #moves = [];
  /** @type {Move | null} */ #last = null;
  #again = false;
  #burning = false;
  /** @type {Animation | null} */ #animation = null;
  #epoch = 0;
  /** @type {Promise<unknown>} */ #queue = Promise.resolve();
  /** @type {Map<Place, HTMLElement>} */ #spots = new Map();
  #keys = new Keys((place) => this.#choose(place), () => this.finish());
  #frame = make("div", "frame");
  #buttons = make("div", "spots");
  #line = make("p", "line");
  #said = make("div", "said");
  #burn = /** @type {HTMLButtonElement} */ (make("button", "burn"));
  #size = new ResizeObserver(() => this.#fit());
  #onWindow = () => this.#fit();

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sheet];
    this.#frame.append(this.#drawing.svg, this.#buttons);
    this.#buttons.setAttribute("role", "group");
    this.#line.setAttribute("part", "line");
    this.#line.setAttribute("aria-hidden", "true");
    this.#said.setAttribute("aria-live", "polite");
    this.#said.setAttribute("role", "status");
    this.#burn.type = "button";
    this.#burn.addEventListener("click", () => this.#setBurning(!this.#burning));
    const below = make("div", "below");
    below.setAttribute("part", "below");
    below.append(this.#line, this.#burn);
    this.#root.append(this.#frame, below, this.#said);
    this.#listen();
  }

  connectedCallback() {
    this.#size.observe(this);
    addEventListener("resize", this.#onWindow);
    this.#build();
  }

  disconnectedCallback() {
    this.#size.disconnect();
    removeEventListener("resize", this.#onWindow);
    this.finish();
  }

  /** @param {string} name @param {string | null} _old @param {string | null} value */
  attributeChangedCallback(name, _old, value) {
    if (name === "position" && value) this.show({ position: value });
    else if (this.isConnected) this.#build();
  }

  /** The position, as it is written. */
  get position() {
    return writePosition(this.#position);
  }
  set position(text) {
    this.show({ position: text });
  }

  /** The moves that may be chosen now. */
  get moves() {
    return this.#moves;
  }
  set moves(moves) {
    this.#moves = moves;
    this.#refresh();
  }

  /** Whether a move is being shown. */
  get busy() {
    return this.#animation !== null;
  }

  /** Shows this at once, whatever was going on. @param {Shown} shown */
  show({ position, moves, last, again }) {
    this.#epoch += 1;
    this.#animation?.finish();
    this.#animation = null;
    if (position !== undefined) {
      this.#position = readPosition(position);
      this.#moves = [];
      this.#last = null;
      this.#again = false;
    }
    if (moves !== undefined) this.#moves = moves;
    if (last !== undefined) this.#last = last;
    if (again !== undefined) this.#again = again;
    if (!this.isConnected) return;
    if (this.#drawing.layout && this.#spots.size === 2 * this.#position.pits + 2) this.#settle();
    else this.#build();
  }

  /**
   * Plays a move on the board, after those that are still being shown. The promise is kept when
   * it is done.
   *
   * @param {Move} move
   */
  play(move) {
    const epoch = this.#epoch;
    const next = this.#queue.then(() => (epoch === this.#epoch ? this.#run(move) : undefined));
    this.#queue = next;
    return next;
  }

  /** Shows where a move that may be chosen would lead, as if the pointer were on its pit. @param {string} move */
  preview(move) {
    this.#setBurning(move.startsWith("!"));
    this.#preview(move.replace("!", ""));
  }

  /** Ends the motion: the board shows where it leads. */
  finish() {
    this.#animation?.finish();
  }

  get #words() {
    const lang = this.getAttribute("lang") ?? this.closest("[lang]")?.getAttribute("lang") ?? "";
    return wordsFor(lang);
  }

  /** @returns {Side} */
  get #view() {
    return this.getAttribute("view") === "N" ? "N" : "S";
  }

  /** @param {Side} side */
  #name(side) {
    return this.getAttribute(side === "S" ? "south" : "north") || this.#words.sides[side === "S" ? 0 : 1];
  }

  #pace() {
    const speed = this.getAttribute("speed");
    const pace = speed === "off" ? 0 : Number(speed ?? PACE);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return still || document.hidden || !Number.isFinite(pace) ? 0 : Math.max(0, pace);
  }

  // ---- building

  #build() {
    this.#animation?.finish();
    const { pits } = this.#position;
    this.#drawing.build(layOut(pits, this.#view, this.#upright()), this.#words.again);
    const focused = /** @type {HTMLElement | null} */ (this.#root.activeElement)?.dataset.place;
    this.#buttons.setAttribute("aria-label", this.#words.board);
    this.#burn.textContent = this.#words.burn;
    this.#spots.clear();
    for (const place of places(pits)) {
      const spot = isStore(place) ? make("span", "spot") : make("button", "spot");
      if (spot instanceof HTMLButtonElement) spot.type = "button";
      else spot.setAttribute("role", "img");
      spot.dataset.place = place;
      this.#spots.set(place, spot);
    }
    this.#buttons.replaceChildren(...this.#spots.values());
    this.#keys.over(this.#spots, this.#drawing.layout);
    if (focused) this.#spots.get(focused)?.focus();
    this.#fit();
    this.#settle();
  }

  #upright() {
    const wish = this.getAttribute("upright");
    if (wish === "always" || wish === "never") return wish === "always";
    const { width, height } = this.#room();
    return standsBetter(this.#position.pits, width, height);
  }

  /** The space there is: the width of the element, and its greatest height. */
  #room() {
    const limit = parseFloat(getComputedStyle(this).maxHeight);
    const below = this.#line.parentElement?.offsetHeight ?? 0;
    const height = (Number.isFinite(limit) ? limit : innerHeight) - below;
    return { width: this.clientWidth || 320, height: Math.max(160, height) };
  }

  #fit() {
    const layout = this.#drawing.layout;
    if (!layout || !this.isConnected) return;
    if (layout.upright !== this.#upright()) return void this.#build();
    const { width, height } = this.#room();
    const scale = Math.min(width / layout.width, height / layout.height);
    this.#frame.style.width = `${Math.floor(layout.width * scale)}px`;
    this.#frame.style.height = `${Math.floor(layout.height * scale)}px`;
    for (const [place, spot] of this.#spots) {
      const at = layout.spots.get(place);
      if (!at) continue;
      spot.style.left = `${(100 * at.middle.x) / layout.width}%`;
      spot.style.top = `${(100 * at.middle.y) / layout.height}%`;
      spot.style.width = `${(100 * 2 * (at.radius + at.dx + 4)) / layout.width}%`;
      spot.style.height = `${(100 * 2 * (at.radius + at.dy + 4)) / layout.height}%`;
      spot.style.position = "absolute";
    }
  }

  // ---- showing

  /** Puts everything where it belongs. */
  #settle() {
    this.#seeds.become(this.#position);
    this.#drawing.keep(new Set(this.#seeds.all()));
    for (const place of this.#spots.keys()) this.#drawing.lay(place, this.#seeds.at(place));
    this.#refresh();
  }

  #refresh() {
    const told = this.#last && summarise(this.#last);
    const still = told !== null && this.#pace() === 0;
    this.#drawing.clear("can", "from", "end", "taken", "chosen", "hint-end", "hint-taken", "burned", "tuzdyk");
    this.#drawing.clearBadges();
    for (const [place, spot] of this.#spots) {
      const cell = this.#position.cells.get(place) ?? { seeds: 0, mark: "" };
      this.#drawing.count(place, cell.seeds, still ? told?.path.get(place) : 0);
      if (cell.mark) this.#drawing.mark(place, cell.mark, true);
      const move = this.#moveAt(place);
      spot.classList.toggle("can", move !== undefined);
      this.#drawing.mark(place, "can", move !== undefined);
      this.#label(place, spot, move);
    }
    if (told) this.#markLast(told);
    this.#drawing.again(this.#again);
    const burns = this.#moves.some((m) => m.move.startsWith("!"));
    this.#burn.hidden = !burns;
    if (!burns && this.#burning) this.#setBurning(false);
    this.#keys.current();
    this.#line.textContent = told ? this.#tell(told) : "";
    const focused = /** @type {HTMLElement | null} */ (this.#root.activeElement)?.dataset.place;
    if (focused) this.#preview(focused);
  }

  /** @param {Summary} told */
  #markLast(told) {
    if (told.from) this.#drawing.mark(told.from, "from", true);
    for (const place of told.burned) this.#drawing.mark(place, "from", true);
    if (told.end) this.#drawing.mark(told.end, "end", true);
    for (const place of told.taken.keys()) this.#drawing.mark(place, "taken", true);
  }

  /** @param {Place} place @param {HTMLElement} spot @param {Move | undefined} move */
  #label(place, spot, move) {
    const words = this.#words;
    const { seeds = 0, mark = "" } = this.#position.cells.get(place) ?? {};
    const owner = this.#name(ownerOf(place));
    const name = isStore(place) ? words.store(owner) : words.pit(owner, place);
    const holds = mark === "burned" ? words.burned : mark === "tuzdyk" ? words.tuzdyk : words.seeds(seeds);
    const next = move ? `. ${this.#foretell(summarise(move))}` : "";
    spot.setAttribute("aria-label", `${name}: ${holds}${next}`);
    if (spot instanceof HTMLButtonElement) {
      spot.setAttribute("aria-disabled", String(!move && !this.#editing));
    }
  }

  /** @param {Place} place */
  #moveAt(place) {
    const wanted = this.#burning ? `!${place}` : place;
    return this.#moves.find((m) => m.move === wanted);
  }

  /** @param {Place} place */
  #where(place) {
    return isStore(place) ? this.#words.store(this.#name(ownerOf(place))) : place;
  }

  /** @param {Summary} told */
  #foretell(told) {
    return this.#words.preview(told, (place) => this.#where(place), captured(told));
  }

  /** @param {Summary} told */
  #tell(told) {
    return this.#words.told(told, this.#name(told.by), (place) => this.#where(place), captured(told));
  }

  /** Shows where a move would lead, or nothing. @param {Place | undefined} place */
  #preview(place) {
    this.#drawing.clear("chosen", "hint-end", "hint-taken");
    this.#drawing.clearBadges();
    const move = place && !this.busy ? this.#moveAt(place) : undefined;
    if (!move || !place) {
      this.#line.textContent = this.#last ? this.#tell(summarise(this.#last)) : "";
      return;
    }
    const told = summarise(move);
    this.#drawing.mark(place, "chosen", true);
    if (told.end) {
      this.#drawing.mark(told.end, "hint-end", true);
      this.#drawing.badge(told.end, told.again ? "↻" : "●");
    }
    for (const burned of told.burned) this.#drawing.badge(burned, "✕");
    for (const [taken, seeds] of told.taken) {
      this.#drawing.mark(taken, "hint-taken", true);
      this.#drawing.badge(taken, `−${seeds}`);
    }
    this.#line.textContent = this.#foretell(told);
  }

  // ---- playing

  /** @param {Move} move */
  async #run(move) {
    const epoch = this.#epoch;
    const pace = this.#pace();
    this.#moves = [];
    this.#last = null;
    this.#again = false;
    this.#refresh();
    if (pace > 0 && this.#drawing.layout) {
      const drawing = this.#drawing;
      const story = tell(this.#seeds, move.trace, (p, slot) => drawing.at(p, slot), (p) => drawing.over(p), pace);
      this.#animation = new Animation(story, (id, frame, rest) => drawing.move(id, frame, rest), (m, live) => this.#happen(m, live));
      this.#animation.start();
      await this.#animation.done;
      this.#animation = null;
      if (epoch !== this.#epoch) return;
      this.#follow(move);
    }
    this.#position = readPosition(move.position);
    this.#last = move;
    this.#again = move.again ?? false;
    this.#settle();
    this.#said.textContent = this.#tell(summarise(move));
    this.dispatchEvent(new CustomEvent("krou-played", { detail: { move: move.move }, bubbles: true, composed: true }));
  }

  /** Lets the seeds themselves go where the story took them, so that none changes its look. @param {Move} move */
  #follow(move) {
    /** @type {number[]} */
    let hand = [];
    for (const event of move.trace) {
      if ("lift" in event) hand = this.#seeds.take(event.lift);
      else if ("drop" in event) this.#seeds.put(event.to ?? event.drop, /** @type {number} */ (hand.pop()));
      else if ("capture" in event) this.#carry(event.capture, event.to, event.seeds);
      else if ("tuzdyk" in event) this.#carry(event.tuzdyk, event.to, event.seeds);
      else if ("sweep" in event) this.#carry(event.sweep, event.to, event.seeds);
    }
  }

  /** @param {Place} from @param {Place} to @param {number} count */
  #carry(from, to, count) {
    for (const id of this.#seeds.take(from, count)) this.#seeds.put(to, id);
  }

  /** @param {Moment} moment @param {boolean} live */
  #happen({ place, count, mark, sound: click }, live) {
    if (count !== undefined) this.#drawing.count(place, count);
    if (mark) this.#drawing.mark(place, mark, true);
    if (click && live && this.hasAttribute("sound")) sound(click);
  }

  // ---- choosing

  #listen() {
    const placeOf = (/** @type {Event} */ event) =>
      /** @type {HTMLElement | null} */ (event.target instanceof HTMLElement ? event.target.closest("[data-place]") : null)?.dataset.place;
    let finishing = false;
    this.#frame.addEventListener("pointerdown", () => {
      finishing = this.busy;
      if (finishing) this.finish();
    });
    this.#buttons.addEventListener("click", (event) => {
      const place = placeOf(event);
      if (finishing) finishing = false;
      else if (place) this.#choose(place, event.shiftKey ? -1 : 1);
    });
    this.#buttons.addEventListener("contextmenu", (event) => {
      const place = placeOf(event);
      if (!this.#editing || !place) return;
      event.preventDefault();
      this.#edit(place, -1);
    });
    this.#buttons.addEventListener("pointerover", (event) => this.#preview(placeOf(event)));
    this.#buttons.addEventListener("pointerleave", () => this.#preview(undefined));
    this.#buttons.addEventListener("focusin", (event) => this.#preview(placeOf(event)));
    this.#buttons.addEventListener("focusout", () => this.#preview(undefined));
    this.#buttons.addEventListener("keydown", (event) => {
      const place = placeOf(event);
      if (this.#editing && place && (event.key === "+" || event.key === "-")) {
        event.preventDefault();
        this.#edit(place, event.key === "+" ? 1 : -1);
      } else this.#keys.press(event, ownTurn(this.#position));
    });
  }

  /** @param {Place} place @param {1 | -1} [by] */
  #choose(place, by = 1) {
    if (this.#editing) return void this.#edit(place, this.#editing === by ? 1 : -1);
    if (this.busy || this.getAttribute("mode") === "view") return;
    const move = this.#moveAt(place);
    if (!move) return;
    this.#setBurning(false);
    const event = new CustomEvent("krou-move", { detail: { move: move.move }, bubbles: true, composed: true, cancelable: true });
    if (this.dispatchEvent(event)) void this.play(move);
  }

  /** What a press does to a pit when the board is edited: adds a seed, or takes one; else nothing. */
  get #editing() {
    const mode = this.getAttribute("mode");
    return mode === "edit" ? 1 : mode === "take" ? -1 : 0;
  }

  /** @param {Place} place @param {1 | -1} by */
  #edit(place, by) {
    const cell = this.#position.cells.get(place);
    const total = [...this.#position.cells.values()].reduce((sum, c) => sum + c.seeds, 0);
    if (!cell || cell.mark || cell.seeds + by < 0 || total + by > MOST_SEEDS) return;
    cell.seeds += by;
    this.#last = null;
    this.#settle();
    const detail = { position: this.position };
    this.dispatchEvent(new CustomEvent("krou-edit", { detail, bubbles: true, composed: true }));
  }

  /** @param {boolean} on */
  #setBurning(on) {
    if (on !== this.#burning) {
      this.#burning = on;
      this.#refresh();
    }
    this.#burn.setAttribute("aria-pressed", String(on));
  }
}

/** @param {Position} position */
const ownTurn = (position) => position.turn;

/** @param {string} tag @param {string} name */
function make(tag, name) {
  const node = document.createElement(tag);
  node.className = name;
  return node;
}

if (!customElements.get("krou-board")) customElements.define("krou-board", KrouBoard);
