// Players with accounts, in a real browser.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, KROU, set, sow, stage } from "./browser.js";

const PASSWORD = "seven stones";

const { server, person } = stage();

/** Fills in the form to sign up, or in, and sends it. */
async function sign(page, where, name, password = PASSWORD) {
  await page.goto(`${server.address}/${where}`);
  await page.locator("input[name=name]").fill(name);
  await page.locator("input[name=password]").fill(password);
  await page.locator("main form button").click();
}

async function account(name, options = {}) {
  const page = await person(options);
  await sign(page, "signup", name);
  await page.waitForURL(`${server.address}/`);
  return page;
}

/** One challenges the other from their page to a rated game, who joins and gives up. */
async function ratedGame(host, guest, guestName, rules) {
  await host.goto(`${server.address}/players/${guestName}`);
  const form = host.locator("form[action='/games']");
  await form.locator("select[name=rules]").selectOption(rules);
  await form.locator("select[name=rated]").selectOption("rated");
  await form.locator("button").click();
  await host.waitForURL(/\/g\//);
  await guest.goto(server.address);
  await guest.locator(`a[href='${new URL(host.url()).pathname}']`).click();
  await guest.getByRole("button", { name: "Join the game" }).click();
  await guest.locator(".presence.here").first().waitFor();
  assert.equal(await guest.getByRole("button", { name: "Ask to take back" }).count(), 0);
  // Until both have completed two turns a game can only be aborted.
  await guest.getByRole("button", { name: "Abort the game" }).waitFor();
  const [first, second] = (await guest.locator("#table").getAttribute("data-you")) === "S" ? [guest, host] : [host, guest];
  for (const [page, move] of [[first, "B"], [second, "b"], [first, "A"], [second, "a"]]) await sow(page, move);
  await guest.getByRole("button", { name: "Resign" }).click();
  await guest.getByRole("button", { name: "Press again to resign" }).click();
  await guest.waitForFunction(() => !document.querySelector("#after").hidden);
}

test("a guest who signs up keeps their games, also one that goes on", async () => {
  const page = await person();
  const table = await set(page, server, { rules: "kalah", against: "engine", level: 1 });
  await sow(page, "C");
  await page.waitForFunction(() => document.querySelector("#turns").textContent === "C");
  await sign(page, "signup", "Ama");
  await page.locator(`main a[href='${new URL(table).pathname}']`).first().waitFor();
  assert.equal(await page.locator(".top .me").textContent(), "Ama");
  await page.goto(`${server.address}/players/Ama`);
  assert.match(await page.locator("main").textContent(), /Ama – Krou level 1/);
  await page.goto(table);
  await sow(page, "F");
  await page.waitForFunction(() => document.querySelector("#turns").textContent.startsWith("CF"));
  assert.deepEqual(page.wrongs, []);
  await page.context().close();
});

test("names that look alike are refused with a reason, and what was typed stays", async () => {
  const paul = await account("Paul");
  await paul.context().close();
  const page = await person();
  for (const alike of ["PAUL", "PauI", "pau1"]) {
    await sign(page, "signup", alike);
    assert.match(await page.getByRole("alert").textContent(), /choose another name/);
    assert.equal(await page.locator("input[name=name]").inputValue(), alike);
    assert.equal(await page.locator("input[name=password]").inputValue(), "");
  }
  await accessible(page);
  await page.context().close();
});

test("rated games change ratings, the pages show it, and axe finds nothing", async () => {
  const [esi, kofi] = await Promise.all(["Esi", "Kofi"].map((name) => account(name)));
  await ratedGame(esi, kofi, "Kofi", "oware");
  await ratedGame(esi, kofi, "Kofi", "oware");
  const rating = async (name) => {
    await esi.goto(`${server.address}/players/${name}`);
    return Number((await esi.locator("table.numbers td").first().textContent()).match(/\d+/)[0]);
  };
  assert.ok((await rating("Kofi")) < 1500);
  assert.ok((await rating("Esi")) > 1500);
  assert.match(await esi.locator(".graph svg").getAttribute("aria-label"), /2 games/);
  for (const theme of ["light", "dark", "contrast", "shore"]) {
    await esi.context().addCookies([{ name: "theme", value: theme, url: server.address }]);
    const paths = ["/players/Esi", "/players", "/signin", "/signup", "/account", "/api"];
    for (const path of theme === "light" || theme === "dark" ? paths : paths.slice(0, 1)) {
      await esi.goto(server.address + path);
      await accessible(esi);
    }
  }
  await esi.setViewportSize({ width: 320, height: 568 });
  for (const path of ["/players/Esi", "/players", "/account"]) {
    await esi.goto(server.address + path);
    assert.ok((await esi.evaluate(() => document.documentElement.scrollWidth)) <= 320, path);
  }
  assert.deepEqual([...esi.wrongs, ...kofi.wrongs], []);
  await Promise.all([esi, kofi].map((page) => page.context().close()));
});

test("everything about an account works without scripts, in French too", async () => {
  const page = await account("Élodie", { javaScriptEnabled: false, locale: "fr-FR" });
  await page.goto(`${server.address}/account`);
  await page.locator("input[name=label]").fill("mon robot");
  await page.getByRole("button", { name: "Créer un jeton" }).click();
  const token = await page.locator(".made code").textContent();
  const me = () => fetch(`${server.address}/api/account`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal((await (await me()).json()).name, "Élodie");
  await page.getByRole("button", { name: "Révoquer mon robot" }).click();
  assert.equal((await me()).status, 401);
  await page.locator("input[name=old]").fill(PASSWORD);
  await page.locator("input[name=new]").fill("eight stones");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await page.getByRole("button", { name: "Se déconnecter", exact: true }).click();
  assert.equal(await page.locator(".top .me").textContent(), "Se connecter");
  await sign(page, "signin", "élodie");
  assert.match(await page.getByRole("alert").textContent(), /pas de compte/);
  await sign(page, "signin", "élodie", "eight stones");
  assert.equal(await page.locator(".top .me").textContent(), "Élodie");
  await page.context().close();
});

test("signing out everywhere reaches the pages that are open elsewhere", async () => {
  const here = await account("Efua");
  const there = await person();
  await sign(there, "signin", "efua");
  await there.waitForURL(`${server.address}/`);
  await set(there, server, { rules: "kalah", against: "engine", level: 1 });
  await sow(there, "C");
  assert.equal(await there.locator(".top .me").textContent(), "Efua");
  await here.goto(`${server.address}/account`);
  const sessions = here.getByRole("table").filter({ hasText: "Browser" }).locator("tbody tr");
  assert.equal(await sessions.count(), 2);
  assert.match(await sessions.first().textContent(), /Chrome, Linux/);
  assert.equal(await sessions.filter({ hasText: "this one" }).count(), 1);
  await accessible(here);
  await here.getByRole("button", { name: "Sign out everywhere" }).click();
  await here.waitForURL(`${server.address}/`);
  for (const page of [here, there]) {
    await page.locator(".top .me", { hasText: "Sign in" }).waitFor();
  }
  assert.deepEqual([...here.wrongs, ...there.wrongs], []);
  await Promise.all([here, there].map((page) => page.context().close()));
});

test("one's games are exported, taken over by the command, and the account deleted", async () => {
  const page = await account("Yaa");
  const table = await set(page, server, { rules: "oware", against: "engine", level: 1 });
  await page.goto(`${server.address}/account`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download all my games" }).click()]);
  const data = mkdtempSync(join(tmpdir(), "krou-"));
  const file = join(data, "games.krou");
  await download.saveAs(file);
  const said = execFileSync(KROU, ["games", "import", file, "--data", join(data, "store"), "--lang", "en"], { encoding: "utf8" });
  assert.match(said, /1/);
  rmSync(data, { recursive: true, force: true });

  await page.locator("form[action='/account/delete'] input").fill(PASSWORD);
  await page.getByRole("button", { name: "Delete the account" }).click();
  await page.waitForURL(`${server.address}/`);
  assert.equal(await page.locator(".top .me").textContent(), "Sign in");
  const gone = await page.goto(`${server.address}/players/Yaa`);
  assert.equal(gone.status(), 404);
  await page.goto(table);
  assert.doesNotMatch(await page.locator("main").textContent(), /Yaa/);
  await page.context().close();
});
