// The pages in a real browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, pit, position, set, sow, stage } from "./browser.js";

const { server, person } = stage();

/** Two people at a table, and one who watches. */
async function table(wish, options = {}) {
  const [one, two, watcher] = await Promise.all([1, 2, 3].map(() => person(options)));
  const address = await set(one, server, { against: "friend", ...wish });
  await two.goto(address);
  await two.getByRole("button", { name: "Join the game" }).click();
  await Promise.all([one, two].map((page) => page.locator("krou-board").waitFor()));
  await watcher.goto(address);
  return { one, two, watcher, address };
}

const settled = (page, line) => page.waitForFunction((line) => document.querySelector("#turns")?.textContent === line, line.replaceAll(" ", ""));
const line = (page) => page.evaluate(() => document.querySelector("#turns").textContent);

/** The moves that may be chosen now, and the seeds each takes; none while seeds are under way. */
const open = (page) => page.evaluate(() => {
  const board = document.querySelector("krou-board");
  const taken = (trace) => trace.map((event) => ("capture" in event ? event.seeds : 0));
  return board.busy ? [] : board.moves.map(({ move, trace }) => ({ move, taken: taken(trace) }));
});

/** Plays on, always as `choose` says, until the game is over or `most` moves are made. */
async function playOn({ one, two }, choose, most = 400) {
  for (let made = 0; made < most; made++) {
    const mover = await Promise.race([one, two].map((page) =>
      page.waitForFunction(() => {
        const board = document.querySelector("krou-board");
        return !board.busy && board.moves.length > 0 || !document.querySelector("#after").hidden;
      }).then(() => page)));
    const ready = (await Promise.all([one, two].map(async (page) => ({ page, moves: await open(page) })))).find(({ moves }) => moves.length);
    if (!ready) {
      if (await mover.evaluate(() => !document.querySelector("#after").hidden)) return made;
      continue;
    }
    const { page, moves } = ready;
    const move = choose(moves.map(({ move }) => move), made, moves.map(({ taken }) => taken));
    const before = await line(page);
    if (move.startsWith("!")) await page.getByRole("button", { name: "Burn a column" }).click();
    await pit(page, move.replace("!", "")).click();
    await page.waitForFunction((before) => document.querySelector("#turns").textContent !== before, before);
  }
  return most;
}

/** Everyone sees the same, and nothing went wrong in any page. */
async function agree({ one, two, watcher }) {
  const moves = await line(one);
  await Promise.all([two, watcher].map((page) => settled(page, moves)));
  await Promise.all([one, two, watcher].map((page) => page.waitForFunction(() => !document.querySelector("krou-board").busy)));
  const positions = await Promise.all([one, two, watcher].map(position));
  assert.equal(positions[1], positions[0]);
  assert.equal(positions[2], positions[0]);
  for (const page of [one, two, watcher]) assert.deepEqual(page.wrongs, []);
}

const leave = (people) => Promise.all(["one", "two", "watcher"].map((who) => people[who].context().close()));

/** The move that captures most; the pits it captures from are remembered. */
const greedy = (seen) => (moves, made, taken) => {
  const sums = taken.map((seeds) => seeds.reduce((sum, n) => sum + n, 0));
  const good = moves.filter((_, i) => sums[i] === Math.max(...sums));
  const move = good[(made * 3) % good.length];
  seen.push(taken[moves.indexOf(move)].filter(Boolean).length);
  return move;
};

const cases = [
  ["kalah", (moves) => moves.at(-1), /[A-F]{2}/],
  ["avalanche", (moves) => moves.at(-1), /[A-F]{2}/],
  ["attic-fire", (moves, made) => (made > 6 && moves.find((m) => m.startsWith("!"))) || moves[made % moves.length], /!/],
  ["bestemshe", (moves, made) => moves[(made * 5) % moves.length], null],
];
for (const [rules, choose, shows] of cases) {
  test(`two browsers play a whole game of ${rules}, a third watches`, async () => {
    const people = await table({ rules });
    await playOn(people, choose);
    await agree(people);
    assert.match(await people.one.locator("#turn").textContent(), /won|draw/i);
    if (shows) assert.match(await line(people.one), shows);
    await leave(people);
  });
}

for (const [rules, pits] of [["awale", 2], ["togyzkumalak", 1]]) {
  test(`two browsers play a whole game of ${rules}, with captures from ${pits} pits or more at once`, async () => {
    const people = await table({ rules });
    const seen = [];
    await playOn(people, greedy(seen));
    await agree(people);
    assert.match(await people.one.locator("#turn").textContent(), /won|draw/i);
    assert.ok(Math.max(...seen) >= pits, seen.join());
    await leave(people);
  });
}

test("a reload and a killed server lose nothing, and the game goes on", async () => {
  const people = await table({ rules: "kalah" });
  await playOn(people, (moves) => moves[0], 5);
  await people.two.reload();
  await playOn(people, (moves) => moves[0], 3);
  await agree(people);
  const before = await line(people.one);
  await server.stop("SIGKILL");
  await people.one.waitForFunction(() => document.querySelector("#note").textContent.startsWith("Connecting"));
  await server.start();
  await Promise.all([people.one, people.two].map((page) => page.waitForFunction(() => document.querySelector("#note").textContent === "")));
  await settled(people.one, before);
  await playOn(people, (moves) => moves[0], 3);
  assert.notEqual(await line(people.one), before);
  await agree(people);
  await leave(people);
});

test("two tabs of one player agree, and take-back, end and rematch need both", async () => {
  const people = await table({ rules: "kalah" });
  const { one, two } = people;
  const tab = await one.context().newPage();
  await tab.goto(one.url());
  await sow(one, "A");
  await settled(tab, "A");
  await one.getByRole("button", { name: "Ask to take back" }).click();
  await two.getByRole("button", { name: "Accept" }).click();
  await settled(one, "");
  await settled(tab, "");
  // Until both have completed two turns a game can only be aborted.
  await playOn(people, (moves) => moves[0], 8);
  await two.getByRole("button", { name: "Offer to end" }).click();
  await tab.getByRole("button", { name: "Accept" }).click();
  await one.waitForFunction(() => !document.querySelector("#after").hidden);
  await one.getByRole("button", { name: "Rematch" }).click();
  await two.getByRole("button", { name: "Accept" }).click();
  const was = people.address;
  await one.waitForURL((url) => url.href !== was);
  await two.waitForURL((url) => url.href !== was);
  assert.equal(one.url(), two.url());
  await leave(people);
});

test("against the engine, by keyboard alone", async () => {
  const page = await person();
  await page.goto(server.address);
  await page.getByRole("button", { name: "Play now" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/g\//);
  await page.waitForFunction(() => document.querySelector("krou-board").moves.length > 0);
  await pit(page, "A").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.querySelector("krou-board").shadowRoot.activeElement.dataset.place), "C");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#turn").textContent === "Sow again");
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#turns li").length >= 2 && document.querySelector("krou-board").moves.length > 0);
  assert.deepEqual(page.wrongs, []);
  await page.context().close();
});

test("on an upright phone the board stands, fills the space, and nothing scrolls sideways", async () => {
  for (const viewport of [{ width: 320, height: 568 }, { width: 390, height: 844 }, { width: 844, height: 390 }]) {
    const page = await person({ viewport, hasTouch: true });
    await set(page, server, { rules: "kalah", against: "engine", level: 1 });
    const box = await page.locator("krou-board .frame").boundingBox();
    assert.equal(box.height > box.width, viewport.height > viewport.width);
    assert.ok(box.y + box.height <= viewport.height, `the board ends at ${box.y + box.height} of ${viewport.height}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= viewport.width, `${wide} is wider than ${viewport.width}`);
    await pit(page, "C").tap();
    await settled(page, "C");
    await accessible(page);
    await page.context().close();
  }
});

test("a click finishes the motion, and seeds travel without it", async () => {
  const page = await person({ speed: "400" });
  await set(page, server, { rules: "kalah", against: "engine", level: 1 });
  await sow(page, "C");
  assert.ok(await page.evaluate(() => document.querySelector("krou-board").busy));
  await page.locator("krou-board .frame").click({ position: { x: 5, y: 5 } });
  await page.waitForFunction(() => !document.querySelector("krou-board").busy);
  await page.context().close();
});

test("French by the browser's preference and by choice", async () => {
  const page = await person({ locale: "fr-FR" });
  await page.goto(`${server.address}/rules/awale`);
  assert.equal(await page.locator("html").getAttribute("lang"), "fr");
  await page.getByRole("button", { name: "English" }).click();
  assert.match(page.url(), /rules\/awale$/);
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await page.context().close();
});

test("a rules page plays its examples, the repetition of a position too", async () => {
  const page = await person();
  await page.goto(`${server.address}/rules/oware`);
  const figure = page.locator("section.rule", { has: page.getByRole("heading", { name: "Repetition" }) }).locator("figure");
  const button = figure.getByRole("button", { name: /Show an example ?, Repetition/ });
  const moves = JSON.parse(await button.getAttribute("data-moves"));
  assert.ok(moves.length > 2 && moves.at(-1).over);
  await button.click();
  const shown = () => figure.locator("krou-board").evaluate((board) => board.position);
  while ((await shown()) !== moves.at(-1).position) await page.waitForTimeout(50);
  assert.deepEqual(page.wrongs, []);
  await page.context().close();
});

test("an analysis link is a complete question, and every move gets a value", async () => {
  const page = await person();
  await page.goto(`${server.address}/analysis?rules=kalah&position=0,0,0,0,1,2/0,0,0,0,0,3/20,22/S`);
  await page.waitForFunction(() => /proved/.test(document.querySelector("#values tr.best .value")?.textContent ?? ""));
  assert.equal(await page.locator("#values tr").count(), 2);
  await pit(page, "F").click();
  await page.waitForURL(/moves=F/);
  await page.reload();
  assert.equal(await page.locator("#line").inputValue(), "F");
  await page.getByRole("button", { name: "Back", exact: false }).first().click();
  await page.waitForURL((url) => !url.searchParams.has("moves"));
  await page.getByRole("button", { name: "Edit the board" }).click();
  await pit(page, "A").click();
  await page.getByRole("button", { name: "Edit the board" }).click();
  await page.waitForURL(/position=1%2C0/);
  assert.deepEqual(page.wrongs, []);
  await page.context().close();
});

test("every page is accessible, in light and dark", async () => {
  const people = await table({ rules: "attic-fire" });
  const address = people.address;
  await leave(people);
  for (const theme of ["light", "dark", "contrast", "shore"]) {
    const page = await person();
    await page.context().addCookies([{ name: "theme", value: theme, url: server.address }]);
    const paths = ["/", "/rules", "/rules/togyzkumalak", "/compare?a=kalah&b=oware", "/analysis", "/analysis?rules=chess", "/new", "/settings", "/api", "/nothing"];
    for (const path of [...(theme === "light" || theme === "dark" ? paths : paths.slice(0, 5)), new URL(address).pathname]) {
      await page.goto(server.address + path);
      await accessible(page);
    }
    await page.context().close();
  }
});

test("pages can be read without scripts", async () => {
  const page = await person({ javaScriptEnabled: false });
  await page.goto(`${server.address}/rules/kalah`);
  assert.match(await page.locator("main").textContent(), /last seed falls in your own store/);
  await page.context().close();
});
