// Looking for an opponent, clocks, and what goes with them, in a real browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, set, sow, stage } from "./browser.js";

const { server, person } = stage();

const people = (...options) => Promise.all(options.map((option) => person(option)));
const leave = (...pages) => Promise.all(pages.map((page) => page.context().close()));
const says = (page, selector, text) =>
  page.waitForFunction(([selector, text]) => document.querySelector(selector)?.textContent.includes(text), [selector, text]);
/** The seconds a clock shows. */
const seconds = async (page, who) => {
  const text = (await page.locator(`#${who} .clock`).textContent()).replace(/[^0-9:.]/g, "");
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
};

test("one click offers a game, one click takes it up, and who leaves takes the offer along", async () => {
  const [one, two, three] = await people({}, {}, {});
  for (const page of [two, three]) await page.goto(server.address);
  await one.goto(server.address);
  await one.getByRole("button", { name: "Find an opponent" }).click();
  await one.waitForURL(/\/g\//);
  const offer = (page) => page.locator("#lobby button");
  await Promise.all([two, three].map((page) => offer(page).waitFor()));
  await one.goto(`${server.address}/rules`);
  await Promise.all([two, three].map((page) => offer(page).waitFor({ state: "detached" })));
  await one.goBack();
  await offer(two).waitFor();
  await accessible(two);
  await offer(two).focus();
  await two.keyboard.press("Enter");
  await two.waitForURL(/\/g\//);
  await Promise.all([one, two].map((page) => page.locator("krou-board").waitFor()));
  assert.equal(one.url(), two.url());
  // A third sees the game among those being played, and watches it.
  await three.locator("#lobby a[href^='/g/']").click();
  await three.locator("#own .clock").waitFor();
  for (const page of [one, two, three]) assert.deepEqual(page.wrongs, []);
  await leave(one, two, three);
});

test("a clock runs for the mover, through a chain, and running out loses the game at once for all", async () => {
  const [one, two, watcher] = await people({}, { locale: "fr-FR" }, { viewport: { width: 390, height: 844 } });
  const address = await set(one, server, { against: "friend", minutes: 0, increment: 8 });
  await two.goto(address);
  await two.getByRole("button", { name: "Rejoindre la partie" }).click();
  await watcher.goto(address);
  await Promise.all([one, two].map((page) => page.locator("#own .clock").waitFor()));
  await sow(one, "C");
  await says(one, "#turn", "Sow again");
  assert.match(await one.locator("#own .clock").textContent(), /▸|⚠/);
  assert.ok((await seconds(one, "own")) < 8);
  await sow(one, "A");
  await says(two, "#turn", "À vous");
  // The increment comes when the turn passes; now the other clock runs.
  assert.ok((await seconds(one, "own")) > 8);
  const before = await seconds(two, "own");
  await two.waitForFunction((before) => Number(document.querySelector("#own .clock").textContent.replace(/^.*:/, "")) < before, before);
  await accessible(two);
  await accessible(watcher);
  // Nobody does anything more. A reload in between changes nothing.
  await one.reload();
  await says(one, "#turn", "ran out of time");
  await says(two, "#turn", "n’a plus de temps");
  await says(watcher, "#turn", "ran out of time");
  assert.match(await one.locator("#turn").textContent(), /won/);
  await one.getByRole("button", { name: "Rematch" }).click();
  await two.getByRole("button", { name: "Accepter" }).click();
  await one.waitForURL((url) => url.href !== address);
  await one.locator("#own .clock").waitFor();
  for (const page of [one, two, watcher]) assert.deepEqual(page.wrongs, []);
  await leave(one, two, watcher);
});

test("clocks go on after the server was killed, and a player who leaves is shown as away", async () => {
  const [one, two] = await people({}, {});
  const address = await set(one, server, { against: "friend", minutes: 5 });
  await two.goto(address);
  await two.getByRole("button", { name: "Join the game" }).click();
  await Promise.all([one, two].map((page) => page.locator("#own .clock").waitFor()));
  await sow(one, "A");
  await says(two, "#turn", "Your turn");
  await server.stop("SIGKILL");
  await server.start();
  await Promise.all([one, two].map((page) => page.waitForFunction(() => document.querySelector("#note").textContent === "")));
  await sow(two, "a");
  await says(one, "#turn", "Your turn");
  const left = await seconds(two, "own");
  assert.ok(left > 200 && left <= 300, String(left));
  await two.goto(server.address);
  await says(one, "#other", "away");
  await leave(one, two);
});

test("a game that does not count yet is aborted, and nobody has won", async () => {
  const [one, two] = await people({}, { locale: "fr-FR" });
  const address = await set(one, server, { against: "friend" });
  await two.goto(address);
  await two.getByRole("button", { name: "Rejoindre la partie" }).click();
  await one.locator("krou-board").waitFor();
  await sow(one, "A");
  await says(two, "#turn", "À vous");
  assert.equal(await two.getByRole("button", { name: "Proposer d’arrêter" }).isVisible(), false);
  await two.getByRole("button", { name: "Interrompre la partie" }).click();
  await two.getByRole("button", { name: "Appuyez encore pour interrompre" }).click();
  await says(one, "#turn", "aborted");
  await says(two, "#turn", "interrompue");
  await accessible(one);
  for (const page of [one, two]) assert.deepEqual(page.wrongs, []);
  await leave(one, two);
});

test("one move of a chain is taken back, or all of it", async () => {
  const [one, two] = await people({}, {});
  const address = await set(one, server, { against: "friend", minutes: 5 });
  await two.goto(address);
  await two.getByRole("button", { name: "Join the game" }).click();
  await one.locator("krou-board").waitFor();
  for (const move of ["C", "F"]) {
    await sow(one, move);
    await says(one, "#turns", move);
  }
  await one.getByRole("button", { name: "Ask to take back one move" }).click();
  await says(two, "#offer", "last move");
  await two.getByRole("button", { name: "Accept" }).click();
  await one.waitForFunction(() => document.querySelector("#turns").textContent === "C");
  await sow(one, "A");
  await says(two, "#turn", "Your turn");
  await one.getByRole("button", { name: "Ask to take back", exact: true }).click();
  await two.getByRole("button", { name: "Accept" }).click();
  await one.waitForFunction(() => document.querySelector("#turns").textContent === "");
  await leave(one, two);
});

test("the rules beside a new game follow its switches, with scripts and without", async () => {
  const [page, plain] = await people({}, { javaScriptEnabled: false });
  await page.goto(`${server.address}/new`);
  await page.locator("select[name=rules]").selectOption("oware");
  await says(page, "#words", "Oware");
  await page.locator("#switches summary").click();
  await page.locator("select[name=seeds]").selectOption("3");
  await says(page, "#words", "36 seeds");
  await page.locator("select[name=bonus]").selectOption("own-store");
  await page.waitForFunction(() => [...document.querySelectorAll("#switches .why")].some((why) => why.textContent));
  await page.locator("select[name=bonus]").selectOption("never");
  await page.waitForFunction(() => [...document.querySelectorAll("#switches .why")].every((why) => !why.textContent));
  await page.locator("input[name=position]").fill("1,2");
  await page.locator("#begin").click();
  await page.waitForFunction(() => /a position is/.test(document.querySelector("#why-position").textContent));
  await accessible(page);
  await page.locator("input[name=position]").fill("");
  await page.locator("#begin").click();
  await page.waitForURL(/\/g\//);
  assert.deepEqual(page.wrongs, []);

  await plain.goto(`${server.address}/new`);
  await plain.locator("select[name=rules]").selectOption("awale");
  await plain.getByRole("button", { name: "Show the rules" }).click();
  assert.match(await plain.locator("#words").textContent(), /two or three seeds/);
  await plain.locator("input[name=time][value=minutes]").check();
  await plain.locator("input[name=minutes]").evaluate((input) => input.removeAttribute("max"));
  await plain.locator("input[name=minutes]").fill("999");
  await plain.getByRole("button", { name: "Begin" }).click();
  assert.match(await plain.locator("#why-clock").textContent(), /180 minutes/);
  await plain.locator("input[name=minutes]").fill("9");
  await plain.getByRole("button", { name: "Begin" }).click();
  await plain.waitForURL(/\/g\//);
  assert.match(await plain.locator("pre").textContent(), /A/);
  await leave(page, plain);
});
