// @ts-check
// The one who set the table waits here; the page turns into the game when somebody sits down.
const waiting = document.getElementById("waiting");
const share = /** @type {HTMLInputElement | null} */ (document.getElementById("share"));
const copy = /** @type {HTMLButtonElement | null} */ (document.getElementById("copy"));

if (share) share.value = location.href;
if (copy && share && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(share.value);
    copy.textContent = copy.dataset.copied ?? "";
  });
}
if (waiting) {
  const source = new EventSource(`/g/${waiting.dataset.slug}/wait`);
  source.addEventListener("seated", () => {
    source.close();
    location.reload();
  });
}
