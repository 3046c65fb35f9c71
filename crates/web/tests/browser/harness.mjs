// A browser whose every complaint counts, and what all tests do with it.
//
// node page.mjs MODULES ADDRESS CHROMIUM PICTURES
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [modules, server, executablePath, folder] = process.argv.slice(2);
export const [address, pictures] = [server, folder];
const require = createRequire(path.join(modules, "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const browser = await chromium.launch({
  executablePath,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"],
});
export const DESKTOP = { viewport: { width: 1280, height: 860 } };
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
/** Where games are, on a server and without one. */
export const GAME_ADDRESS = /(\/g\/|\?game=)\w+/;
/** @type {string[]} */
export const problems = [];

/** Opens a page whose every complaint counts. */
export async function open(options = {}, at = "/") {
  const context = await browser.newContext({ ...DESKTOP, acceptDownloads: true, ...options });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) problems.push(message.text()); });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(blob|data):/.test(url)) problems.push(`asks others: ${url}`);
  });
  // While the page is being written, its files need not be built in first.
  const files = process.env.SPINNEY_PAGE;
  if (files) await context.route("**/page/*", (route) => route.fulfill({ path: path.join(files, path.basename(route.request().url())) }));
  await page.goto(address + at);
  return page;
}

export async function accessible(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const told = violations.map((v) => `${v.id}: ${v.help}\n  ${v.nodes.slice(0, 3).map((n) => n.html).join("\n  ")}`);
  assert.deepEqual(told, [], `${what} is not accessible`);
}

/** Starts a game by the form. */
export async function begin(page, game, size, players, more = async () => {}) {
  await page.locator(`input[name=game][value=${game}]`).check();
  await page.getByLabel("Players").selectOption(players);
  await page.getByLabel("Board", { exact: true }).selectOption(size);
  if (await page.getByLabel("Level").isVisible()) await page.getByLabel("Level").selectOption("1");
  await more();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(GAME_ADDRESS);
  await page.locator("[data-cell], .hand").first().waitFor();
}

async function post(at, body) {
  const response = await fetch(address + at, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const answer = await response.json();
  assert.ok(response.ok, JSON.stringify(answer));
  return answer;
}

/** A new game over the server's own interface. */
export const fresh = (options) => post("/api/games", options);

export const command = (id, wish) => post(`/api/games/${id}`, wish);

export const game = async (id) => (await fetch(`${address}/api/games/${id}`)).json();

export const status = (page) => page.locator(".status").textContent();
export const cell = (page, name) => page.locator(`[data-cell="${name}"]`);
/** How many moves the list has. */
export const moveCount = (page) => page.locator(".moves .move").count();
export const waitForMoves = (page, more) => page.waitForFunction((n) => document.querySelectorAll(".moves .move").length > n, more);

/** What a button of the page saves to disk. */
export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readFileSync(await download.path());
}

/** Runs tests one by one, and ends with what they came to. */
export async function run(tests) {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    if (!name.includes(process.env.SPINNEY_ONLY ?? "")) continue;
    problems.length = 0;
    const start = Date.now();
    try {
      await test();
      assert.deepEqual(problems, []);
      console.log(`ok: ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED: ${name}\n${error.stack}\n${problems.join("\n")}`);
    }
    for (const context of browser.contexts()) await context.close();
  }
  await browser.close();
  process.exit(failed ? 1 : 0);
}
