// @ts-check
// What all boards of a page have in common: the reader's settings, and examples that play.
/** @import { KrouBoard } from "../board/krou-board.js" */
import "../board/krou-board.js";

/** @param {string} name */
const cookie = (name) => document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`))?.split("=")[1];

/** @param {KrouBoard} board */
export function prepare(board) {
  for (const name of ["numbers", "speed"]) {
    const value = cookie(name);
    if (value) board.setAttribute(name, value);
  }
  board.toggleAttribute("sound", cookie("sound") === "on");
}

/** @type {NodeListOf<KrouBoard>} */ (document.querySelectorAll("krou-board")).forEach(prepare);

/** @type {NodeListOf<KrouBoard>} */ (document.querySelectorAll("krou-board.example")).forEach((board) => {
  const move = JSON.parse(board.dataset.example ?? "null");
  const start = board.getAttribute("position") ?? "";
  const button = /** @type {HTMLButtonElement | null} */ (board.parentElement?.querySelector("button.again"));
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    board.show({ position: start });
    void board.play(move);
  });
});
