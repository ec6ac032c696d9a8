// @ts-check
// A game being played or watched. The server alone decides; this shows what it says.
/**
 * @import { KrouBoard } from "../board/krou-board.js"
 * @import { Move } from "../board/trace.js"
 * @typedef {"S" | "N"} Side
 * @typedef {{ position: string, line: string, to_move: Side, scores: number[], over: boolean, moves: Move[], last: Move | null, again: boolean, result: { winner: Side | null, scores: number[], reason: string } | null }} Shown
 * @typedef {"end" | "back" | "rematch"} Deal
 */
import "./boards.js";
import { Connection } from "./connection.js";
import { offerHelp } from "./help.js";

/** @param {string} id */
const by = (id) => document.getElementById(id);
const table = /** @type {HTMLElement} */ (by("table"));
const words = table.dataset;
const board = /** @type {KrouBoard} */ (by("board"));
const you = /** @type {Side | ""} */ (words.you ?? "");
const names = { S: words.south ?? "", N: words.north ?? "" };

const forgetHelp = offerHelp(words.slug ?? "", board);

/** @type {Shown} */
let shown = JSON.parse(board.dataset.show ?? "{}");
/** @type {[Deal, Side][]} */
let offers = [];
/** The move that was sent and not yet answered. @type {string | null} */
let sent = null;

/** @param {Side} side */
const nameOf = (side) => names[side];

function settle() {
  forgetHelp();
  const yours = !shown.over && shown.to_move === you;
  const turn = by("turn");
  if (turn) {
    turn.textContent = shown.result
      ? `${shown.result.winner ? `${nameOf(shown.result.winner)} ${words.won}` : words.draw}, ${shown.result.scores.join(" – ")}`
      : yours
        ? (shown.again ? words.again : words.yourTurn) ?? ""
        : `${nameOf(shown.to_move)} ${words.theirTurn}`;
  }
  const turns = shown.line.split(" ").filter(Boolean).map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  });
  by("turns")?.replaceChildren(...turns);
  for (const [id, side] of /** @type {const} */ ([["own", you === "N" ? "N" : "S"], ["other", you === "N" ? "S" : "N"]])) {
    const line = by(id);
    const who = line?.querySelector(".who");
    const score = line?.querySelector(".score");
    if (who) who.textContent = nameOf(side) + (you === side ? ` (${words.own})` : "");
    if (score) score.textContent = String(shown.scores[side === "S" ? 0 : 1]);
  }
  by("during")?.toggleAttribute("hidden", shown.over);
  by("after")?.toggleAttribute("hidden", !shown.over);
  by("review")?.toggleAttribute("hidden", !shown.over);
  by("analysis")?.toggleAttribute("hidden", !shown.over && words.engine !== "true");
}

/** Lets the player choose, if it is their turn and the board has come to rest. */
function open() {
  const yours = !shown.over && shown.to_move === you && sent === null;
  if (!board.busy && board.position === shown.position) board.moves = yours ? shown.moves : [];
}

function showOffers() {
  const box = by("offer");
  const theirs = offers.find(([, side]) => side !== you);
  const own = offers.find(([, side]) => side === you);
  if (!box || !you) return;
  box.hidden = !theirs;
  if (theirs) {
    const text = box.querySelector("p");
    if (text) text.textContent = `${nameOf(theirs[1])} ${words[theirs[0]]}`;
    box.dataset.deal = theirs[0];
  }
  note(own ? words.offered ?? "" : "");
}

/** @param {string} text */
function note(text) {
  const line = by("note");
  if (line) line.textContent = text;
}

const connection = new Connection(`/g/${words.slug}/live`, {
  state(/** @type {{ shown: Shown }} */ told) {
    shown = told.shown;
    sent = null;
    // What is on the board already is not drawn anew, so that a reconnect disturbs nothing.
    if (board.position !== shown.position) board.show(shown);
    settle();
    open();
  },
  move(/** @type {{ move: Move, shown: Shown }} */ told) {
    shown = told.shown;
    const own = sent === told.move.move;
    sent = null;
    settle();
    // An own move is already under way on the board.
    if (!own) void board.play(told.move).then(open);
    else open();
  },
  change(/** @type {{ shown: Shown }} */ told) {
    shown = told.shown;
    sent = null;
    board.show(shown);
    settle();
    open();
  },
  offers(/** @type {{ offers: [Deal, Side][] }} */ told) {
    offers = told.offers;
    showOffers();
  },
  presence(/** @type {{ here: boolean[] }} */ told) {
    for (const [id, side] of /** @type {const} */ ([["own", you === "N" ? 1 : 0], ["other", you === "N" ? 0 : 1]])) {
      const dot = by(id)?.querySelector(".presence");
      const here = told.here[side] || (id === "other" && words.engine === "true");
      dot?.classList.toggle("here", here);
      dot?.setAttribute("role", "img");
      dot?.setAttribute("aria-label", (here ? words.here : words.away) ?? "");
    }
  },
  said(/** @type {{ by: Side, what: string }} */ told) {
    const key = told.what.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    note(`${nameOf(told.by)}: ${words[key] ?? ""}`);
  },
  next(/** @type {{ table: string }} */ told) {
    if (you) location.assign(`/g/${told.table}`);
  },
  refused(/** @type {{ why: string }} */ told) {
    note(told.why);
    sent = null;
    board.show(shown);
    open();
  },
  lost() {
    note(words.connecting ?? "");
  },
  found() {
    note("");
    // What was sent and not answered is said again; said twice it is still played once.
    if (sent !== null) connection.say({ type: "move", move: sent, v: connection.version });
  },
});

board.addEventListener("krou-move", (event) => {
  sent = /** @type {CustomEvent} */ (event).detail.move;
  connection.say({ type: "move", move: sent, v: connection.version });
});
board.addEventListener("krou-played", open);

for (const deal of /** @type {const} */ (["back", "end", "rematch"])) {
  by(deal)?.addEventListener("click", () => connection.say({ type: "offer", deal }));
}
by("accept")?.addEventListener("click", () => connection.say({ type: "offer", deal: by("offer")?.dataset.deal }));
by("decline")?.addEventListener("click", () => connection.say({ type: "decline", deal: by("offer")?.dataset.deal }));
const resign = by("resign");
resign?.addEventListener("click", () => {
  if (resign.dataset.sure) return connection.say({ type: "resign" });
  const usual = resign.textContent;
  resign.dataset.sure = "yes";
  resign.textContent = words.sure ?? "";
  setTimeout(() => {
    delete resign.dataset.sure;
    resign.textContent = usual;
  }, 4000);
});
by("greetings")?.addEventListener("click", (event) => {
  const what = event.target instanceof HTMLElement ? event.target.dataset.say : undefined;
  if (what) connection.say({ type: "say", what });
});

board.show(shown);
settle();
connection.open();
