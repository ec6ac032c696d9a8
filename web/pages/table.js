// @ts-check
// A game being played or watched. The server alone decides; this shows what it says.
/**
 * @import { KrouBoard } from "../board/krou-board.js"
 * @import { Move } from "../board/trace.js"
 * @typedef {"S" | "N"} Side
 * @typedef {{ position: string, line: string, to_move: Side, scores: number[], over: boolean, abortable: boolean, moves: Move[], last: Move | null, again: boolean, result: { winner: Side | null, scores: number[], reason: string } | null }} Shown
 * @typedef {"end" | "back" | "back-one" | "rematch"} Deal
 */
import "./boards.js";
import { Clocks } from "./clock.js";
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
/** What the button for leaving the game does when it is pressed once more. @type {"abort" | "resign" | null} */
let sure = null;
/** The move that was sent and not yet answered. @type {string | null} */
let sent = null;

/** @param {Side} side */
const nameOf = (side) => names[side];
/** The line of a player above or below the board. @param {Side} side */
const lineOf = (side) => by(side === (you === "N" ? "N" : "S") ? "own" : "other");
/** A word of the page by its name in messages. @param {string} name */
const word = (name) => words[name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())] ?? "";

const clocks = new Clocks(
  { S: lineOf("S")?.querySelector(".clock"), N: lineOf("N")?.querySelector(".clock") },
  you,
  (seconds) => {
    const line = by("time");
    if (line) line.textContent = `${seconds} ${words.seconds}`;
  },
  { day: words.day ?? "", hour: words.hour ?? "", low: words.low ?? "" },
);

/** How the game ended. @param {NonNullable<Shown["result"]>} result */
function ending(result) {
  if (result.reason === "aborted") return words.aborted ?? "";
  const who = result.winner ? `${nameOf(result.winner)} ${words.won}` : words.draw;
  const loser = result.winner ? nameOf(result.winner === "S" ? "N" : "S") : "";
  const why = { resigned: `${loser} ${words.resigned}`, "out-of-time": `${loser} ${words.outOfTime}`, agreed: words.agreed }[result.reason];
  return `${who}, ${result.scores.join(" – ")}${why ? ` · ${why}` : ""}`;
}

/** Whether the last own turn had several moves, so that one of them can be taken back. */
function chained() {
  const own = shown.line.split(" ").filter((turn) => (/[a-z]/.test(turn) ? "N" : "S") === you);
  return (own.at(-1) ?? "").replaceAll("!", "").length > 1;
}

/** Until each player has completed two turns a game is aborted, then resigned. */
const leaving = () => (shown.abortable ? "abort" : "resign");

function labelResign() {
  const button = by("resign");
  const leave = leaving();
  const asked = leave === "abort" ? words.sureAbort : words.sure;
  if (button) button.textContent = (sure === leave ? asked : words[leave]) ?? "";
}

function settle() {
  forgetHelp();
  const yours = !shown.over && shown.to_move === you;
  const turn = by("turn");
  if (turn) {
    turn.textContent = shown.result
      ? ending(shown.result)
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
  for (const side of /** @type {const} */ (["S", "N"])) {
    const line = lineOf(side);
    const who = line?.querySelector(".who");
    const score = line?.querySelector(".score");
    if (who) who.textContent = nameOf(side) + (you === side ? ` (${words.own})` : "");
    if (score) score.textContent = String(shown.scores[side === "S" ? 0 : 1]);
  }
  by("during")?.toggleAttribute("hidden", shown.over);
  by("after")?.toggleAttribute("hidden", !shown.over);
  by("review")?.toggleAttribute("hidden", !shown.over);
  by("analysis")?.toggleAttribute("hidden", !shown.over && words.engine !== "true");
  by("end")?.toggleAttribute("hidden", shown.abortable);
  labelResign();
  by("back-one")?.toggleAttribute("hidden", !chained());
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
    if (text) text.textContent = `${nameOf(theirs[1])} ${word(theirs[0])}`;
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
  clocks(/** @type {import("./clock.js").Told} */ told) {
    clocks.hear(told);
  },
  offers(/** @type {{ offers: [Deal, Side][] }} */ told) {
    offers = told.offers;
    showOffers();
  },
  presence(/** @type {{ here: boolean[] }} */ told) {
    for (const side of /** @type {const} */ (["S", "N"])) {
      const line = lineOf(side);
      const dot = line?.querySelector(".presence");
      const here = told.here[side === "S" ? 0 : 1] || (words.engine === "true" && side !== you);
      dot?.classList.toggle("here", here);
      dot?.setAttribute("role", "img");
      dot?.setAttribute("aria-label", (here ? words.here : words.away) ?? "");
      const gone = line?.querySelector(".gone");
      if (gone) gone.textContent = here ? "" : `(${words.away})`;
    }
  },
  said(/** @type {{ by: Side, what: string }} */ told) {
    note(`${nameOf(told.by)}: ${word(told.what)}`);
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

for (const deal of /** @type {const} */ (["back", "back-one", "end", "rematch"])) {
  by(deal)?.addEventListener("click", () => connection.say({ type: "offer", deal }));
}
by("accept")?.addEventListener("click", () => connection.say({ type: "offer", deal: by("offer")?.dataset.deal }));
by("decline")?.addEventListener("click", () => connection.say({ type: "decline", deal: by("offer")?.dataset.deal }));
by("resign")?.addEventListener("click", () => {
  const leave = leaving();
  if (sure === leave) return connection.say({ type: leave });
  sure = leave;
  labelResign();
  setTimeout(() => {
    sure = null;
    labelResign();
  }, 4000);
});
by("greetings")?.addEventListener("click", (event) => {
  const what = event.target instanceof HTMLElement ? event.target.dataset.say : undefined;
  if (what) connection.say({ type: "say", what });
});

board.show(shown);
settle();
connection.open();
