// @ts-check
/**
 * The moves that were tried, as a tree: at every position the first move tried is the main line,
 * the others are branches. Written as `CF(A)b`: in brackets stands what was tried instead of the
 * move before them.
 *
 * @typedef {{ move: string, parent: Node | null, next: Node[], last: Node | null }} Node
 *   a move, what was tried after it, and which of that was walked last
 */

/** @param {string} move @param {Node | null} parent @returns {Node} */
const grow = (move, parent) => ({ move, parent, next: [], last: null });

export class Tree {
  /** @type {Node} */ root = grow("", null);
  /** Where one stands. */
  at = this.root;

  /** The moves that lead to a place. @param {Node} node @returns {string[]} */
  path(node = this.at) {
    return node.parent ? [...this.path(node.parent), node.move] : [];
  }

  /** Goes to a place, and remembers the way. @param {Node} node */
  go(node) {
    this.at = node;
    for (let child = node; child.parent; child = child.parent) child.parent.last = child;
  }

  /** Makes a move from where one stands: a known one is walked, a new one becomes a branch. @param {string} move */
  make(move) {
    let child = this.at.next.find((node) => node.move === move);
    if (!child) {
      child = grow(move, this.at);
      this.at.next.push(child);
    }
    this.go(child);
  }

  /** The place one step on. */
  get forward() {
    return this.at.last ?? this.at.next[0] ?? null;
  }

  /** The place beside this one: another move in the same position. @param {1 | -1} by */
  beside(by) {
    const all = this.at.parent?.next ?? [];
    return all[all.indexOf(this.at) + by] ?? null;
  }

  /** The end of the line one is on. */
  get end() {
    let node = this.at;
    for (let next = node.last ?? node.next[0]; next; next = node.last ?? node.next[0]) node = next;
    return node;
  }

  /** Forgets this place and all that follows; one stands before it then. */
  cut() {
    const { parent } = this.at;
    if (!parent) return;
    parent.next = parent.next.filter((node) => node !== this.at);
    if (parent.last === this.at) parent.last = null;
    this.go(parent);
  }

  get branches() {
    const some = (/** @type {Node} */ node) => node.next.length > 1 || node.next.some(some);
    return some(this.root);
  }

  /** @param {Node} node @returns {string} */
  write(node = this.root) {
    const [first, ...others] = node.next;
    if (!first) return "";
    return first.move + others.map((other) => `(${other.move}${this.write(other)})`).join("") + this.write(first);
  }

  /** Adds what was written. Whatever cannot be read is left out. @param {string} text */
  read(text) {
    const was = this.at;
    /** Where the line went on before each open bracket. @type {Node[]} */
    const open = [];
    this.at = this.root;
    for (const token of text.match(/!?[A-La-l]|[()]/g) ?? []) {
      if (token === "(") {
        open.push(this.at);
        this.at = this.at.parent ?? this.root;
      } else if (token === ")") this.at = open.pop() ?? this.at;
      else this.make(token);
    }
    this.go(was);
  }

  /**
   * Draws the tree as buttons in lists.
   *
   * @param {HTMLElement} into
   * @param {(node: Node) => void} choose
   */
  draw(into, choose) {
    const button = (/** @type {Node} */ node) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = node.move;
      made.classList.toggle("same-turn", sideOf(node) === (node.parent ? sideOf(node.parent) : null));
      if (node === this.at) made.setAttribute("aria-current", "true");
      made.addEventListener("click", () => choose(node));
      return made;
    };
    /** @param {Node} from @param {HTMLElement} list */
    const line = (from, list) => {
      for (let node = from; node.next[0]; node = node.next[0]) {
        const [first, ...others] = node.next;
        list.append(button(first));
        if (!others.length) continue;
        const branches = document.createElement("ul");
        for (const other of others) {
          const item = document.createElement("li");
          item.append(button(other));
          line(other, item);
          branches.append(item);
        }
        list.append(branches);
      }
    };
    into.replaceChildren();
    line(this.root, into);
  }
}

/** @param {Node} node */
const sideOf = (node) => (node.move ? (/[A-L]/.test(node.move) ? "S" : "N") : null);
