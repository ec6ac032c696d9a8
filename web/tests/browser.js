// A server of our own and Chromium to look at it with.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

export const KROU = process.env.KROU ?? new URL("../../target/debug/krou", import.meta.url).pathname;
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const AXE = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

class Server {
  data = mkdtempSync(join(tmpdir(), "krou-"));
  port = "0";
  address = "";

  async start() {
    assert.ok(existsSync(KROU), `there is no ${KROU}; build it first: cargo build --bin krou`);
    this.process = spawn(KROU, ["serve", "--data", this.data, "--port", this.port, "--lang", "en"], { stdio: ["ignore", "pipe", "inherit"] });
    this.ended = new Promise((resolve) => this.process.once("exit", resolve));
    const lines = createInterface({ input: this.process.stdout });
    const [line] = await Promise.race([
      new Promise((resolve) => lines.once("line", (text) => resolve([text]))),
      this.ended.then((code) => Promise.reject(new Error(`krou serve ended with ${code}`))),
    ]);
    this.address = line.match(/http:\S+/)[0];
    this.port = new URL(this.address).port;
    return this;
  }

  /** @param {"SIGTERM" | "SIGKILL"} signal */
  async stop(signal = "SIGTERM") {
    this.process.kill(signal);
    return this.ended;
  }

  async end() {
    if (this.process) await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** What the tests of a file share, from before the first to after the last: a server, and people who come to it. */
export function stage() {
  const server = new Server();
  let browser;
  before(async () => {
    await server.start();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  });
  after(async () => {
    await browser?.close();
    await server.end();
  });
  return { server, person: (options) => person(browser, server, options) };
}

/** A person: a context of their own, with cookies of their own. Errors of the page fail the test. */
async function person(browser, server, options = {}) {
  const { speed = "off", ...rest } = options;
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1100, height: 760 }, ...rest });
  context.setDefaultTimeout(20_000);
  if (speed) await context.addCookies([{ name: "speed", value: speed, url: server.address }]);
  const page = await context.newPage();
  page.wrongs = [];
  page.on("pageerror", (error) => page.wrongs.push(error.message));
  page.on("console", (message) => {
    // A lost connection is part of what is tested.
    if (message.type() === "error" && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text())) page.wrongs.push(message.text());
  });
  return page;
}

/** Established rules of accessibility, on the page and inside the board. */
export async function accessible(page) {
  const found = await page.evaluate(async (axe) => {
    if (!window.axe) (0, eval)(axe);
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join("; ")}`);
  }, AXE);
  assert.deepEqual(found, [], page.url());
}

export const pit = (page, letter) => page.locator(`krou-board button[data-place="${letter}"]`);
export const position = (page) => page.evaluate(() => document.querySelector("krou-board").position);
export const choices = (page) => page.evaluate(() => document.querySelector("krou-board").moves.map((m) => m.move));
/** Sows a pit as soon as the board lets it be chosen; until then a press does nothing. */
export async function sow(page, letter) {
  await page.waitForFunction((letter) => {
    const board = document.querySelector("krou-board");
    return !board.busy && board.moves?.some(({ move }) => move === letter);
  }, letter);
  await pit(page, letter).click();
}

/** Sets a table by the form a page would send, and opens it. */
export async function set(page, server, wish) {
  await page.goto(`${server.address}/new?${new URLSearchParams({ rules: wish.rules ?? "kalah" })}`);
  await page.locator(`input[name=against][value=${wish.against ?? "friend"}]`).check();
  await page.locator(`input[name=side][value=${wish.side ?? "first"}]`).check();
  if (wish.level) await page.locator("select[name=level]").selectOption(String(wish.level));
  if (wish.minutes !== undefined) {
    await page.locator("input[name=time][value=minutes]").check();
    await page.locator("input[name=minutes]").fill(String(wish.minutes));
    await page.locator("input[name=increment]").fill(String(wish.increment ?? 0));
  }
  await page.locator("#begin").click();
  await page.waitForURL(/\/g\//);
  return page.url();
}
