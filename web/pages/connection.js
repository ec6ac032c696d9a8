// @ts-check
/**
 * A connection that comes back by itself and asks only for what it has missed.
 *
 * @typedef {Record<string, (told: any) => void>} Ears
 */
const LONGEST_WAIT = 8000;
/** The code with which the server closes when the session has ended. */
const SIGNED_OUT = 4401;

export class Connection {
  /** The version of the game seen last; -1 before the first. */
  version = -1;
  #path;
  #ears;
  /** @type {WebSocket | null} */ #socket = null;
  #wait = 250;
  #over = false;

  /** @param {string} path @param {Ears} ears what to do with each kind of message */
  constructor(path, ears) {
    this.#path = path;
    this.#ears = ears;
    addEventListener("pagehide", () => {
      this.#over = true;
      this.#socket?.close();
    });
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.#over = false;
      this.open();
    });
  }

  open() {
    const address = new URL(this.#path, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.version >= 0) address.searchParams.set("since", String(this.version));
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#wait = 250;
      this.#ears.found?.(null);
    });
    socket.addEventListener("message", (event) => {
      const told = JSON.parse(event.data);
      if (typeof told.v === "number") {
        // Told twice is heard once.
        if (told.type !== "state" && told.v <= this.version) return;
        this.version = told.v;
      }
      this.#ears[told.type]?.(told);
    });
    socket.addEventListener("close", (event) => {
      if (this.#over || this.#socket !== socket) return;
      // Signed out, here or elsewhere: the page shows what is left to see.
      if (event.code === SIGNED_OUT) {
        this.#over = true;
        location.reload();
        return;
      }
      this.#ears.lost?.(null);
      setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    });
  }

  /** @param {object} message */
  say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
