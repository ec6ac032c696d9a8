// @ts-check
// Hint and values in a game against the engine.
/** @import { KrouBoard } from "../board/krou-board.js" */
import { worth } from "./explorer.js";

/**
 * Lets the buttons on the page ask, where there are any. Gives back what forgets the answer.
 *
 * @param {string} slug
 * @param {KrouBoard} board
 */
export function offerHelp(slug, board) {
  const box = document.getElementById("help");
  if (!box) return () => {};
  const words = box.dataset;
  /** Grows with every position, so that late answers are known as such. */
  let asked = 0;

  /** @param {boolean} all every move, or only the best */
  const ask = async (all) => {
    const mine = ++asked;
    box.textContent = words.thinking ?? "";
    try {
      const answer = await fetch(`/g/${slug}/help`, { method: "POST" });
      const told = await answer.json();
      if (mine !== asked) return;
      if (!answer.ok) box.textContent = told.error;
      else if (all) {
        const list = document.createElement("ul");
        list.append(...told.moves.map((/** @type {{ move: string, value: number, proved: boolean }} */ { move, value, proved }) => {
          const item = document.createElement("li");
          item.textContent = `${move}: ${worth(value, proved, words)}`;
          return item;
        }));
        box.replaceChildren(list);
      } else {
        box.textContent = `${words.hint}: ${told.best} (${worth(told.value, told.proved, words)})`;
        board.preview(told.best);
      }
    } catch {
      if (mine === asked) box.textContent = words.failed ?? "";
    }
  };
  document.getElementById("hint")?.addEventListener("click", () => void ask(false));
  document.getElementById("values")?.addEventListener("click", () => void ask(true));
  return () => {
    asked += 1;
    box.replaceChildren();
  };
}
