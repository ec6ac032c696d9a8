// @ts-check
// A finished game looked back on: every move on the board, and what was better played out.
/** @import { KrouBoard } from "../board/krou-board.js" */
import "./boards.js";
import { Explorer, movesOf } from "./explorer.js";

/** @param {string} id */
const by = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ (by(id));
const board = /** @type {KrouBoard} */ (by("board"));
const explorer = new Explorer(new URLSearchParams(by("review").dataset.question));
const last = JSON.parse(board.dataset.show ?? "{}");
const moves = movesOf(last.line);
const graph = /** @type {SVGSVGElement | null} */ (document.querySelector("#graph"));
const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("#moves a[data-at]")]);

/** How many moves of the game are on the board. */
let at = moves.length;
/** Grows with every step, so that late answers are known as such. */
let step = 0;

function settle() {
  for (const link of links) {
    const here = link.dataset.at === String(at);
    if (here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  button("start").disabled = button("back").disabled = at === 0;
  button("forward").disabled = at === moves.length;
  if (!graph) return;
  const x = graph.viewBox.baseVal.width * (at / (moves.length + 1));
  graph.querySelector("#now")?.setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
}

/** Plays a move of a line on the board. @param {string[]} line @param {number} n @param {number} mine */
async function play(line, n, mine) {
  const before = await explorer.show(line.slice(0, n));
  const move = before.moves.find((m) => m.move === line[n]);
  if (mine !== step || !move) return false;
  if (board.position !== before.position) board.show({ ...before, moves: [] });
  await board.play(move);
  return mine === step;
}

/** @param {number} to */
async function go(to) {
  if (to < 0 || to > moves.length) return;
  const one = to === at + 1;
  const mine = ++step;
  at = to;
  by("said").textContent = "";
  settle();
  if (one) return void (await play(moves, to - 1, mine));
  const shown = await explorer.show(moves.slice(0, to));
  if (mine === step) board.show({ ...shown, moves: [] });
}

/** Plays what was better than a move, from the position before it. @param {number} number @param {string[]} better */
async function show(number, better) {
  const mine = ++step;
  at = number - 1;
  settle();
  const line = [...moves.slice(0, at), ...better];
  by("said").textContent = better.join(" ");
  board.scrollIntoView({ block: "nearest" });
  const shown = await explorer.show(moves.slice(0, at));
  if (mine !== step) return;
  board.show({ ...shown, moves: [] });
  for (let n = at; n < line.length; n++) if (!(await play(line, n, mine))) return;
}

for (const link of links) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void go(Number(link.dataset.at));
  });
}
/** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button.better")).forEach((better) => {
  better.hidden = false;
  better.addEventListener("click", () => void show(Number(better.dataset.from), movesOf(better.dataset.line ?? "")));
});
graph?.addEventListener("click", (event) => {
  const box = graph.getBoundingClientRect();
  void go(Math.round(((event.clientX - box.left) / box.width) * (moves.length + 1)));
});
button("start").addEventListener("click", () => void go(0));
button("back").addEventListener("click", () => void go(at - 1));
button("forward").addEventListener("click", () => void go(at + 1));
addEventListener("keydown", (event) => {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moves.length }[event.key];
  const elsewhere = event.target instanceof Element && event.target.closest("krou-board");
  if (to === undefined || elsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  void go(to);
});

by("walk").hidden = false;
// Where the game was given up or ended early, the last move is shown, not how the seeds were shared out.
void go(moves.length);
