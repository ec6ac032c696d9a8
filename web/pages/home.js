// @ts-check
// The lobby on the first page: shows who comes and goes while one looks.
const lobby = document.getElementById("lobby");
/** @type {EventSource | null} */
let source = null;

function show(/** @type {MessageEvent} */ event) {
  if (!lobby) return;
  // Whoever is about to press something keeps it under their finger.
  const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.seek : undefined;
  lobby.innerHTML = event.data;
  const again = held ? lobby.querySelector(`[data-seek="${CSS.escape(held)}"]`) : null;
  if (again instanceof HTMLElement) again.focus();
}

/** Listens while the page is seen: a browser has only a few connections for all its tabs. */
function listen() {
  source?.close();
  source = null;
  if (document.visibilityState !== "visible") return;
  source = new EventSource("/lobby");
  source.addEventListener("lobby", show);
}
addEventListener("pagehide", () => source?.close());
document.addEventListener("visibilitychange", listen);
addEventListener("pageshow", listen);

export {};
