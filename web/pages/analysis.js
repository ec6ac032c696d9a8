// @ts-check
// The analysis board: moves to try, the value of each, why, and an address that always says it all.
/**
 * @import { KrouBoard } from "../board/krou-board.js"
 * @import { Shown } from "./explorer.js"
 * @import { Node } from "./tree.js"
 * @typedef {{ move: string, value: number, proved: boolean, line: string[] }} Valued
 * @typedef {{ value: number, proved: boolean, best: string | null, line: string[], moves: Valued[], depth: number }} Analysed
 */
import "./boards.js";
import { ask, Explorer, movesOf, worth } from "./explorer.js";
import { Tree } from "./tree.js";

/** @template {HTMLElement} T @param {string} id @returns {T} */
const by = (id) => /** @type {T} */ (document.getElementById(id));
/** @param {string} id @returns {HTMLButtonElement} */
const button = (id) => by(id);
const board = /** @type {KrouBoard} */ (by("board"));
const words = by("study").dataset;
const explorer = new Explorer(new URLSearchParams(board.dataset.question));
const tree = new Tree();

/** @type {Shown} */
let shown = JSON.parse(board.dataset.show ?? "{}");
/** @type {EventSource | null} */
let source = null;
/** Grows with every step, so that late answers are known as such. */
let step = 0;

// ---- where one stands

/** The address of this position with all that was tried. */
function address() {
  const query = explorer.question(tree.path());
  return `/analysis${query.size ? `?${query}` : ""}${tree.branches || tree.at.next.length ? `#${tree.write()}` : ""}`;
}

/**
 * Brings the move one stands at into view within the moves tried; the page stays where it is.
 *
 * @param {HTMLElement} moves
 */
function showCurrent(moves) {
  const current = moves.querySelector("[aria-current]");
  if (!(current instanceof HTMLElement)) return;
  moves.scrollTop = current.offsetTop - (moves.clientHeight - current.offsetHeight) / 2;
}

function settle() {
  history.replaceState(null, "", address());
  tree.draw(by("tree"), (node) => void go(node));
  showCurrent(by("tree"));
  const side = (shown.to_move === "S" ? words.south : words.north) ?? "";
  by("turn").textContent = shown.result
    ? `${words.over}: ${shown.result.scores.join(" – ")}`
    : (shown.again ? words.again : words.toMove)?.replace("{}", side) ?? "";
  button("start").disabled = button("back").disabled = button("cut").disabled = !tree.at.parent;
  button("forward").disabled = !tree.forward;
  by("chain").hidden = !shown.again && !shown.moves.some((move) => move.again);
  by("why").replaceChildren();
  by("chain-found").textContent = "";
  const query = explorer.question(tree.path());
  /** @type {HTMLInputElement} */ (by("link")).value = new URL(address(), location.href).href;
  /** @type {HTMLInputElement} */ (by("text")).value = shown.position;
  /** @type {HTMLInputElement} */ (by("line")).value = shown.line;
  for (const kind of ["svg", "png"]) /** @type {HTMLAnchorElement} */ (by(kind)).href = `/board.${kind}?${query}`;
  analyse();
}

/** @param {string} why */
function complain(why) {
  by("turn").textContent = why;
}

/** Goes somewhere in the tree; one step on is played on the board. @param {Node} node */
async function go(node) {
  const from = tree.at;
  const mine = ++step;
  source?.close();
  tree.go(node);
  const move = node.parent === from ? shown.moves.find((m) => m.move === node.move) : undefined;
  const playing = move && board.play(move);
  try {
    const next = await explorer.show(tree.path());
    if (mine !== step) return;
    shown = next;
  } catch (error) {
    // What cannot be played is no branch.
    tree.cut();
    tree.draw(by("tree"), (other) => void go(other));
    board.show(shown);
    return complain(String(error instanceof Error ? error.message : error));
  }
  settle();
  if (!playing) return board.show(shown);
  await playing;
  if (mine === step && board.position === shown.position) board.moves = shown.moves;
}

/** @param {string} move */
function make(move) {
  const before = tree.at;
  tree.make(move);
  const made = tree.at;
  tree.at = before;
  return go(made);
}

// ---- what the engine says

function analyse() {
  source?.close();
  by("values").replaceChildren();
  by("bar").hidden = true;
  by("progress").textContent = "";
  by("best").textContent = "";
  if (shown.over) return;
  by("progress").textContent = words.thinking ?? "";
  for (const { move } of shown.moves) by("values").append(row(move));
  const query = explorer.question(tree.path());
  query.set("seconds", "6");
  const opened = new EventSource(`/api/analyse/stream?${query}`);
  source = opened;
  opened.addEventListener("message", (event) => {
    if (source === opened) show(JSON.parse(event.data));
  });
  opened.addEventListener("end", () => opened.close());
  opened.addEventListener("error", () => {
    opened.close();
    if (source === opened && !by("best").textContent) by("progress").textContent = words.busy ?? "";
  });
}

/** A line of the table; its values come as they are found. The order stays, so that nothing moves under a finger. @param {string} move */
function row(move) {
  const made = document.createElement("tr");
  made.dataset.move = move;
  const play = document.createElement("button");
  play.type = "button";
  play.textContent = move;
  play.addEventListener("click", () => void make(move));
  const why = document.createElement("button");
  why.type = "button";
  why.className = "why-button";
  why.textContent = "?";
  why.setAttribute("aria-label", `${words.why} ${move}`);
  why.addEventListener("click", () => void explain(move));
  made.append(...[play, "", "", why].map((content, n) => {
    const cell = document.createElement("td");
    cell.className = ["", "value", "then", ""][n] ?? "";
    cell.append(content);
    return cell;
  }));
  return made;
}

/** @param {Analysed} analysed */
function show(analysed) {
  for (const valued of analysed.moves) {
    const made = /** @type {HTMLElement | null} */ (by("values").querySelector(`tr[data-move="${valued.move}"]`));
    if (!made) continue;
    const best = valued.move === analysed.best;
    made.classList.toggle("best", best);
    const mark = document.createElement("span");
    mark.className = "mark";
    mark.textContent = valued.proved ? "✓" : "";
    made.querySelector(".value")?.replaceChildren(mark, worth(valued.value, valued.proved, words), best ? " ★" : "");
    const then = made.querySelector(".then");
    if (then) then.textContent = valued.line.slice(1, 9).join(" ");
  }
  by("progress").textContent = analysed.proved ? "" : `${words.depth} ${analysed.depth}`;
  by("best").textContent = `${words.best}: ${analysed.line.slice(0, 12).join(" ")}`;
  const south = shown.to_move === "S" ? analysed.value : -analysed.value;
  const bar = by("bar");
  bar.hidden = false;
  const said = `${words.south}: ${worth(south, analysed.proved, words)}`;
  bar.setAttribute("aria-label", said);
  const fill = /** @type {HTMLElement} */ (bar.firstElementChild);
  fill.style.width = `${(100 / (1 + Math.exp(-south / 7))).toFixed(1)}%`;
  by("bar-value").textContent = said;
}

/** @param {string} move */
async function explain(move) {
  const mine = step;
  const box = by("why");
  box.textContent = words.thinking ?? "";
  const query = explorer.question(tree.path());
  query.set("move", move);
  query.set("seconds", "1");
  try {
    const told = await ask(`/api/explain?${query}`);
    if (mine !== step) return;
    const heading = document.createElement("h3");
    heading.textContent = told.value === null ? move : `${move}: ${worth(told.value, told.proved, words)}`;
    const list = document.createElement("ul");
    list.append(...told.why.map((/** @type {string} */ sentence) => {
      const item = document.createElement("li");
      item.textContent = sentence;
      return item;
    }));
    box.replaceChildren(heading, list);
  } catch (error) {
    if (mine === step) box.textContent = String(error instanceof Error ? error.message : error);
  }
}

by("chain").addEventListener("click", async () => {
  const found = by("chain-found");
  found.textContent = words.thinking ?? "";
  const from = tree.at;
  try {
    const query = explorer.question(tree.path());
    query.set("seconds", "10");
    const told = await ask(`/api/turn?${query}`);
    if (tree.at !== from) return;
    for (const move of told.chain) await make(move);
    by("chain-found").textContent = (words.chained ?? "").replace("{}", told.chain.join(" ")).replace("{}", told.gained).replace("{}", told.store);
  } catch (error) {
    found.textContent = String(error instanceof Error ? error.message : error);
  }
});

// ---- walking

const walks = {
  start: () => tree.root,
  back: () => tree.at.parent,
  forward: () => tree.forward,
  end: () => tree.end,
  up: () => tree.beside(-1),
  down: () => tree.beside(1),
};
/** @type {Record<string, keyof typeof walks>} */
const keys = { ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "up", ArrowDown: "down", Home: "start", End: "end" };

/** @param {keyof typeof walks} way */
function walk(way) {
  const node = walks[way]();
  if (node && node !== tree.at) void go(node);
  return node !== null;
}

for (const way of /** @type {const} */ (["start", "back", "forward"])) by(way).addEventListener("click", () => walk(way));
by("cut").addEventListener("click", () => {
  const { parent } = tree.at;
  tree.cut();
  if (parent) void go(parent);
});
/** @param {Event} event */
const typing = (event) => event.target instanceof Element && event.target.closest("input, select, textarea, krou-board") !== null;
addEventListener("keydown", (event) => {
  const way = keys[event.key];
  if (!way || typing(event) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (walk(way)) event.preventDefault();
});

board.addEventListener("krou-move", (event) => {
  event.preventDefault();
  void make(/** @type {CustomEvent} */ (event).detail.move);
});

// ---- setting up

/** Begins anew at a position. @param {string} position */
async function begin(position) {
  const was = explorer.start.get("position") ?? "";
  explorer.from(position);
  try {
    shown = await explorer.show([]);
  } catch (error) {
    if (was) explorer.from(was);
    complain(String(error instanceof Error ? error.message : error));
    return false;
  }
  step += 1;
  tree.root.next = [];
  tree.root.last = null;
  tree.at = tree.root;
  board.show(shown);
  settle();
  return true;
}

/** @param {boolean} on */
function edit(on) {
  by("edit").setAttribute("aria-pressed", String(on));
  by("editing").hidden = !on;
  button("take").setAttribute("aria-pressed", "false");
  if (on) {
    source?.close();
    board.setAttribute("mode", "edit");
    board.moves = [];
  } else board.removeAttribute("mode");
}

by("edit").addEventListener("click", async () => {
  if (!board.hasAttribute("mode")) return edit(true);
  const { position } = board;
  if (position === shown.position) {
    edit(false);
    board.show(shown);
    settle();
  } else if (await begin(position)) edit(false);
});
by("take").addEventListener("click", () => {
  const taking = board.getAttribute("mode") !== "take";
  board.setAttribute("mode", taking ? "take" : "edit");
  by("take").setAttribute("aria-pressed", String(taking));
});
by("empty").addEventListener("click", () => {
  const [south = "", north = "", , turn] = board.position.split("/");
  const none = (/** @type {string} */ row) => row.split(",").map((cell) => (/\d/.test(cell) ? "0" : cell)).join(",");
  board.show({ position: [none(south), none(north), "0,0", turn].join("/") });
});
by("swap").addEventListener("click", () => {
  const { position } = board;
  board.show({ position: position.slice(0, -1) + (position.endsWith("S") ? "N" : "S") });
  complain((words.toMove ?? "").replace("{}", (position.endsWith("S") ? words.north : words.south) ?? ""));
});
addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text").trim() ?? "";
  if (typing(event) || !/^[\dxt, ]+(\/[\dxt,SN]+)*$/.test(text) || !text.includes(",")) return;
  event.preventDefault();
  edit(false);
  void begin(text);
});

// ---- leaving

document.querySelectorAll("[data-copy]").forEach((copy) => copy.addEventListener("click", async () => {
  const field = /** @type {HTMLInputElement} */ (by(/** @type {HTMLElement} */ (copy).dataset.copy ?? ""));
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    by("copied").textContent = words.copied ?? "";
  } catch {
    // Selected, it can be copied by hand.
  }
}));

// The branches first, so that they keep their order; then the way to where one stands.
tree.read(decodeURIComponent(location.hash.slice(1)));
for (const move of movesOf(shown.line)) tree.make(move);
board.show(shown);
settle();
