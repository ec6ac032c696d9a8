// Analysis and review in a real browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, choices, pit, position, set, stage } from "./browser.js";

const { server, person } = stage();

const tree = (page) => page.evaluate(() => decodeURIComponent(location.hash.slice(1)));
const current = (page) => page.locator("#tree [aria-current]").textContent();
const moves = (page, wanted) => page.waitForURL((url) => (url.searchParams.get("moves") ?? "") === wanted);

test("branches of moves can be tried, walked by keys, carried in the address and forgotten", async () => {
  const page = await person();
  await page.goto(`${server.address}/analysis?rules=kalah`);
  await pit(page, "C").click();
  await moves(page, "C");
  await pit(page, "A").click();
  await moves(page, "CA");
  await page.getByRole("button", { name: "Back" }).click();
  await moves(page, "C");
  await pit(page, "B").click();
  await moves(page, "CB");
  assert.equal(await tree(page), "CA(B)");

  await page.locator("h2").first().click();
  await page.keyboard.press("ArrowUp");
  await moves(page, "CA");
  await page.keyboard.press("ArrowDown");
  await moves(page, "CB");
  await page.keyboard.press("Home");
  await moves(page, "");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await moves(page, "CB");
  const there = await position(page);

  await page.reload();
  await page.locator("#tree [aria-current]").waitFor();
  assert.equal(await current(page), "B");
  assert.equal(await tree(page), "CA(B)");
  assert.equal(await position(page), there);
  await accessible(page);
  await page.getByRole("button", { name: "Forget this branch" }).click();
  await moves(page, "C");
  assert.equal(await page.locator("#tree button").count(), 2);
  assert.deepEqual(page.wrongs, []);
  await page.context().close();
});

test("a move is explained, and the best chain of a turn is played", async () => {
  const page = await person({ locale: "fr-FR" });
  await page.goto(`${server.address}/analysis?position=6,4,2,3,1,1/0,0,0,0,0,1/0,0/S`);
  await page.getByRole("button", { name: "Pourquoi ? F" }).click();
  await page.waitForFunction(() => /Sud/.test(document.querySelector("#why li")?.textContent ?? ""));
  await page.waitForFunction(() => /prouvé|environ/.test(document.querySelector("#bar").getAttribute("aria-label")));
  await accessible(page);
  await page.getByRole("button", { name: "La meilleure chaîne de ce tour" }).click();
  await page.waitForFunction(() => /17 graines gagnées/.test(document.querySelector("#chain-found").textContent));
  assert.equal(await page.locator("#tree button").count(), 17);
  assert.match(await page.locator("#turn").textContent(), /^Terminé/);
  assert.deepEqual(page.wrongs, []);
  await page.context().close();
});

test("a position is pasted, edited by touch, and leaves as text and picture", async () => {
  const page = await person({ hasTouch: true });
  await page.goto(`${server.address}/analysis?rules=kalah`);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "0,0,0,0,1,2/0,0,0,0,0,3/20,22/S");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await page.waitForURL(/position=0%2C0%2C0%2C0%2C1%2C2/);
  await page.getByRole("button", { name: "Edit the board" }).click();
  await page.getByRole("button", { name: "Take seeds away" }).click();
  await pit(page, "f").tap();
  await page.getByRole("button", { name: "Change who moves" }).click();
  await page.getByRole("button", { name: "Edit the board" }).click();
  await page.waitForURL(/0%2C0%2C0%2C0%2C0%2C2%2F20%2C22%2FN/);
  await page.getByText("Take it with you").click();
  assert.equal(await page.locator("#text").inputValue(), "0,0,0,0,1,2/0,0,0,0,0,2/20,22/N");
  for (const [kind, type] of [["svg", "image/svg+xml"], ["png", "image/png"]]) {
    const answer = await page.request.get(server.address + (await page.locator(`#${kind}`).getAttribute("href")));
    assert.equal(answer.headers()["content-type"], type);
  }
  await accessible(page);
  assert.deepEqual(page.wrongs, []);
  await page.context().close();
});

/** Plays a few moves against the engine, always the leftmost, and gives up. */
async function lost(page) {
  const address = await set(page, server, { rules: "kalah", against: "engine", level: 5 });
  for (let made = 0; made < 4; made++) {
    await page.waitForFunction(() => document.querySelector("krou-board").moves.length > 0);
    const before = await page.locator("#turns").textContent();
    await pit(page, (await choices(page))[0]).click();
    await page.waitForFunction((was) => document.querySelector("#turns").textContent !== was, before);
  }
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Press again" }).click();
  return address;
}

test("a finished game is reviewed: values, mistakes, and what was better played on the board", async () => {
  const page = await person();
  await lost(page);
  await page.getByRole("link", { name: "Review this game" }).click();
  await page.locator("#graph").waitFor();
  assert.match(page.url(), /\/review$/);
  assert.match(await page.locator(".accuracy").textContent(), /%/);
  const all = await page.locator("#moves a[data-at]").count();
  assert.ok(all >= 5, `${all} moves`);
  await page.locator("#moves a[data-at='1']").click();
  await page.waitForFunction(() => /^0,5,5,5,5,4/.test(document.querySelector("krou-board").position));
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector("krou-board").position.endsWith("/0,0/S"));
  assert.ok(await page.locator(".slip").count(), "some move was a mistake");
  const better = page.locator("button.better").first();
  const line = (await better.getAttribute("data-line")).split(" ");
  await better.click();
  await page.waitForFunction((wanted) => document.querySelector("#said").textContent === wanted, line.join(" "));
  await page.waitForFunction(() => document.querySelector("krou-board").shadowRoot.querySelector(".from") !== null);
  await accessible(page);
  assert.deepEqual(page.wrongs, []);

  // Everything is there without scripts, in the other language, for anybody.
  const reader = await person({ javaScriptEnabled: false, locale: "fr-FR" });
  await reader.goto(page.url());
  assert.match(await reader.locator("main").textContent(), /Précision/);
  assert.equal(await reader.locator("#moves a[data-at]").count(), all);
  await Promise.all([page, reader].map((one) => one.context().close()));
});

test("against the engine there is a hint and there are values, and none between people", async () => {
  const page = await person();
  await set(page, server, { rules: "awale", against: "engine", level: 1 });
  await page.waitForFunction(() => document.querySelector("krou-board").moves.length > 0);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.waitForFunction(() => /^Hint: [A-Fa-f] \((about|[+−\d])/.test(document.querySelector("#help").textContent));
  await page.getByRole("button", { name: "Values" }).click();
  await page.locator("#help li").first().waitFor();
  assert.equal(await page.locator("#help li").count(), 6);
  await accessible(page);
  await set(page, server, { rules: "awale", against: "friend" });
  assert.equal(await page.getByRole("button", { name: "Hint" }).count(), 0);
  assert.deepEqual(page.wrongs, []);
  await page.context().close();
});

test("analysis and review are accessible in every theme, and fit a phone", async () => {
  const first = await person();
  const address = await lost(first);
  await first.goto(`${address}/review`);
  await first.locator("#graph").waitFor();
  for (const theme of ["light", "dark", "contrast", "shore"]) {
    const page = await person({ viewport: { width: 390, height: 844 } });
    await page.context().addCookies([{ name: "theme", value: theme, url: server.address }]);
    for (const path of [`${address}/review`, `${server.address}/analysis?moves=CF#CF(A)`]) {
      await page.goto(path);
      await accessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${path}: ${wide} is wider than the phone`);
    }
    await page.context().close();
  }
  await first.context().close();
});
