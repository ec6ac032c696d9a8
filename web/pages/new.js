// @ts-check
// The page of a new game: the rules in words follow what is chosen. Without this, a button shows them.
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("new"));
const quietly = form?.querySelector(".quietly");
quietly?.setAttribute("hidden", "");

/** What was asked for last; answers to anything older are dropped. */
let asked = 0;

async function follow(/** @type {Event} */ event) {
  if (!form) return;
  const number = ++asked;
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const answer = await fetch(`/new?${new URLSearchParams(entries)}`);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (number !== asked) return;
  const changed = event.target instanceof HTMLElement ? event.target.getAttribute("name") : null;
  // Another game has other switches.
  const parts = changed === "rules" ? ["words", "switches"] : ["words"];
  for (const id of parts) document.getElementById(id)?.replaceChildren(...(page.getElementById(id)?.childNodes ?? []));
  const base = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=base]"));
  const theirs = page.querySelector("[name=base]");
  if (base && theirs) base.value = theirs.getAttribute("value") ?? "";
  for (const why of form.querySelectorAll("[id^=why-]")) {
    const text = page.getElementById(why.id)?.textContent ?? "";
    if (why.textContent !== text) why.textContent = text;
    why.toggleAttribute("hidden", text === "");
  }
}
form?.addEventListener("change", (event) => void follow(event));

export {};
