// @ts-check
// A review is being made; the page turns into it when it is done.
const reviewing = document.getElementById("reviewing");
const bar = /** @type {HTMLProgressElement | null} */ (document.getElementById("progress"));
const done = document.getElementById("done");
const said = document.getElementById("said");

const source = new EventSource(`/g/${reviewing?.dataset.slug}/review/progress`);
source.addEventListener("message", (event) => {
  const told = JSON.parse(event.data);
  if (bar) bar.value = told.done;
  if (done) done.textContent = told.done;
});
source.addEventListener("end", () => {
  source.close();
  location.reload();
});
source.addEventListener("error", () => {
  if (source.readyState === EventSource.CLOSED && said) said.textContent = reviewing?.dataset.failed ?? "";
});
