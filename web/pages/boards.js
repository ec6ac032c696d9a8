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
  const figure = board.closest("figure");
  /** @type {NodeListOf<HTMLButtonElement>} */ (figure?.querySelectorAll("button.again") ?? []).forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => {
      board.show({ position: button.dataset.position ?? "" });
      for (const move of JSON.parse(button.dataset.moves ?? "[]")) void board.play(move);
    });
  });
});
