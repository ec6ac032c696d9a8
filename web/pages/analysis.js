// @ts-check
// The analysis board: moves to try, the value of each, and an address that always says it all.
/**
 * @import { KrouBoard } from "../board/krou-board.js"
 * @import { Move } from "../board/trace.js"
 * @typedef {{ position: string, line: string, to_move: "S" | "N", over: boolean, moves: Move[], last: Move | null, again: boolean, result: { winner: string | null, scores: number[] } | null }} Shown
 * @typedef {{ move: string, value: number, proved: boolean, line: string[] }} Valued
 * @typedef {{ value: number, proved: boolean, best: string | null, moves: Valued[], depth: number }} Analysed
 */
import "./boards.js";

/** @template {HTMLElement} T @param {string} id @returns {T} */
const by = (id) => /** @type {T} */ (document.getElementById(id));
const board = /** @type {KrouBoard} */ (by("board"));
const asked = new URLSearchParams(board.dataset.question);
const progress = by("progress");
const words = progress.dataset;
const fr = document.documentElement.lang === "fr";

/** @type {Shown} */
let shown = JSON.parse(board.dataset.show ?? "{}");
/** The moves made, and those taken back that can be made again. @type {string[]} */
let made = (shown.line.match(/!?[A-La-l]/g) ?? []);
/** @type {string[]} */
let undone = [];
/** @type {EventSource | null} */
let source = null;

const question = () => {
  const query = new URLSearchParams();
  for (const key of ["rules", "set", "position"]) if (asked.get(key)) query.set(key, asked.get(key) ?? "");
  if (made.length) query.set("moves", made.join(""));
  return query;
};

/** @param {number} value @param {boolean} proved */
const worth = (value, proved) => {
  const number = Math.abs(value).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
  const text = (value > 0 ? "+" : value < 0 ? "−" : "") + number;
  return proved ? `${text} ${words.proved}` : `${words.about} ${text}`;
};

function settle() {
  const query = question();
  const address = `/analysis${query.size ? `?${query}` : ""}`;
  history.replaceState(null, "", address);
  /** @type {HTMLAnchorElement} */ (by("link")).href = address;
  by("line").textContent = shown.line;
  const side = shown.to_move === "S" ? (fr ? "Sud" : "South") : fr ? "Nord" : "North";
  const again = shown.again ? (fr ? " rejoue" : " again") : "";
  by("turn").textContent = shown.result
    ? `${fr ? "Terminé" : "Over"}: ${shown.result.scores.join(" – ")}`
    : fr ? `Au trait : ${side}${again}` : `${side} to move${again}`;
  /** @type {HTMLButtonElement} */ (by("back")).disabled = /** @type {HTMLButtonElement} */ (by("start")).disabled = made.length === 0;
  /** @type {HTMLButtonElement} */ (by("forward")).disabled = undone.length === 0;
  analyse();
}

async function load() {
  const answer = await fetch(`/api/show?${question()}`);
  const body = await answer.json();
  if (!answer.ok) {
    by("turn").textContent = body.error;
    return false;
  }
  shown = body;
  return true;
}

/** @param {string} move */
async function make(move) {
  const chosen = shown.moves.find((m) => m.move === move);
  if (!chosen) return;
  source?.close();
  made.push(move);
  const playing = board.play(chosen);
  if (await load()) {
    settle();
    await playing;
    if (board.position === shown.position) board.moves = shown.moves;
  }
}

async function jump() {
  if (!(await load())) return;
  board.show(shown);
  settle();
}

function analyse() {
  source?.close();
  by("values").replaceChildren();
  by("bar").hidden = true;
  progress.textContent = "";
  if (shown.over) return;
  progress.textContent = words.thinking ?? "";
  const opened = new EventSource(`/api/analyse/stream?${new URLSearchParams([...question(), ["seconds", "6"]])}`);
  source = opened;
  opened.addEventListener("message", (event) => {
    if (source === opened) show(JSON.parse(event.data));
  });
  opened.addEventListener("end", () => opened.close());
  opened.addEventListener("error", () => opened.close());
}

/** @param {Analysed} analysed */
function show(analysed) {
  const rows = analysed.moves.map((valued, i) => {
    const row = document.createElement("tr");
    row.classList.toggle("best", i === 0);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = valued.move;
    button.addEventListener("click", () => void make(valued.move));
    const mark = document.createElement("span");
    mark.className = "mark";
    mark.textContent = valued.proved ? "✓" : "";
    const cells = [button, worth(valued.value, valued.proved), valued.line.slice(1, 9).join(" ")].map((content, n) => {
      const cell = document.createElement("td");
      if (n === 1) cell.append(mark);
      cell.append(content);
      if (n) cell.className = n === 1 ? "value" : "then";
      return cell;
    });
    row.append(...cells);
    return row;
  });
  by("values").replaceChildren(...rows);
  progress.textContent = analysed.proved ? worth(analysed.value, true) : `${words.depth} ${analysed.depth}`;
  const south = shown.to_move === "S" ? analysed.value : -analysed.value;
  by("bar").hidden = false;
  const span = /** @type {HTMLElement} */ (by("bar").firstElementChild);
  span.style.width = `${(100 / (1 + Math.exp(-south / 7))).toFixed(1)}%`;
}

board.addEventListener("krou-move", (event) => {
  event.preventDefault();
  undone = [];
  void make(/** @type {CustomEvent} */ (event).detail.move);
});
by("back").addEventListener("click", () => {
  const move = made.pop();
  if (move) undone.push(move);
  void jump();
});
by("forward").addEventListener("click", () => {
  const move = undone.pop();
  if (move) void make(move);
});
by("start").addEventListener("click", () => {
  while (made.length) undone.push(/** @type {string} */ (made.pop()));
  void jump();
});
by("edit").addEventListener("click", () => {
  const editing = board.getAttribute("mode") !== "edit";
  by("edit").setAttribute("aria-pressed", String(editing));
  if (editing) {
    source?.close();
    board.setAttribute("mode", "edit");
    board.moves = [];
    return;
  }
  board.removeAttribute("mode");
  if (board.position !== shown.position) {
    asked.set("position", board.position);
    made = [];
    undone = [];
  }
  void jump();
});

board.show(shown);
settle();
