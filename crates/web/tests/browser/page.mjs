// The page in a real browser, as people use it: by clicks, by taps, by keys.
//
// node page.mjs MODULES ADDRESS CHROMIUM PICTURES
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [modules, address, executablePath, pictures] = process.argv.slice(2);
const require = createRequire(path.join(modules, "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const browser = await chromium.launch({
  executablePath,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"],
});
const DESKTOP = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
/** @type {string[]} */
let problems = [];

/** Opens a page whose every complaint counts. */
async function open(options = {}, at = "/") {
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
  const folder = process.env.SPINNEY_PAGE;
  if (folder) await context.route("**/page/*", (route) => route.fulfill({ path: path.join(folder, path.basename(route.request().url())) }));
  await page.goto(address + at);
  return page;
}

async function accessible(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const told = violations.map((v) => `${v.id}: ${v.help}\n  ${v.nodes.slice(0, 3).map((n) => n.html).join("\n  ")}`);
  assert.deepEqual(told, [], `${what} is not accessible`);
}

/** Starts a game by the form. */
async function begin(page, game, size, players, more = async () => {}) {
  await page.locator(`input[name=game][value=${game}]`).check();
  await page.getByLabel("Players").selectOption(players);
  const sizes = page.getByLabel("Board", { exact: true });
  await sizes.selectOption(size);
  if (await page.getByLabel("Level").isVisible()) await page.getByLabel("Level").selectOption("1");
  await more();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/g\/\w+/);
  await page.locator(".cell").first().waitFor();
}

/** A new game over the server's own interface. */
async function fresh(options) {
  const response = await fetch(`${address}/api/games`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(options) });
  const game = await response.json();
  assert.equal(response.status, 201, JSON.stringify(game));
  return game;
}

const status = (page) => page.locator(".status").textContent();
const stones = (page) => page.locator(".stone.black:not(.ahead):not(.pending), .stone.white:not(.ahead):not(.pending)").count();
const cell = (page, name) => page.locator(`[data-cell="${name}"]`);

/** Plays the first cell that may be played until somebody has won. */
async function playOn(page, pick) {
  for (let moves = 0; moves < 200; moves++) {
    await page.waitForFunction(() => document.querySelector(".cell.legal") || /won/.test(document.querySelector(".status")?.textContent ?? ""));
    if (/won/.test(await status(page))) return;
    // In the middle first: games end sooner.
    const legal = await page.locator(".cell.legal").evaluateAll((cells) => {
      const box = document.querySelector(".board").getBoundingClientRect();
      const off = (c) => { const b = c.getBoundingClientRect(); return Math.hypot(b.x + b.width / 2 - box.x - box.width / 2, b.y + b.height / 2 - box.y - box.height / 2); };
      return cells.sort((a, b) => off(a) - off(b)).map((c) => c.getAttribute("data-cell"));
    });
    const before = await stones(page);
    await pick(legal[0]);
    await page.waitForFunction((n) => document.querySelectorAll(".stone.black:not(.ahead):not(.pending), .stone.white:not(.ahead):not(.pending)").length > n, before);
  }
  assert.fail("the game does not end");
}

const tests = {
  async "the home page is small, quick and accessible"() {
    const page = await open();
    await page.getByRole("heading", { name: "New game" }).waitFor();
    const bytes = await page.evaluate(() => performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0));
    assert.ok(bytes > 10_000 && bytes < 200_000, `${bytes} bytes`);
    await accessible(page, "home");
    const dark = await open({ colorScheme: "dark" });
    await dark.getByRole("heading", { name: "New game" }).waitFor();
    await accessible(dark, "home, dark");
  },

  async "a whole game of Hex against the engine, by clicks"() {
    const page = await open();
    await begin(page, "hex", "5x5", "first");
    await playOn(page, (name) => cell(page, name).click());
    assert.match(await status(page), /has won/);
    assert.ok(await page.locator(".mark.winning").count() >= 5);
    await accessible(page, "a finished game");
  },

  async "whole games of Y and Poly-Y on a phone, by taps that are confirmed"() {
    for (const [game, size] of [["y", "6"], ["polyy", "5,4"]]) {
      const page = await open(PHONE);
      await begin(page, game, size, "first");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${game} is wider than the screen by ${wide}`);
      await playOn(page, async (name) => {
        await cell(page, name).tap();
        await page.getByRole("button", { name: `Play ${name}`, exact: true }).tap();
      });
      assert.match(await status(page), /has won/);
      await accessible(page, `${game} on a phone`);
    }
  },

  async "a whole game by keys alone"() {
    const { id } = await fresh({ position: "hex 3x3" });
    const page = await open({}, `/g/${id}`);
    await cell(page, "a1").waitFor();
    await page.keyboard.press("b");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-cell"));
    assert.equal(await focused(), "b2");
    for (const name of ["b2", "a1", "b1", "a2", "b3"]) {
      for (let steps = 0; (await focused()) !== name; steps++) {
        assert.ok(steps < 12, `cannot reach ${name} from ${await focused()}`);
        const here = await focused();
        const [dx, dy] = [name.charCodeAt(0) - here.charCodeAt(0), name.charCodeAt(1) - here.charCodeAt(1)];
        await page.keyboard.press(dy > 0 ? "ArrowDown" : dy < 0 ? "ArrowUp" : dx > 0 ? "ArrowRight" : "ArrowLeft");
      }
      await page.keyboard.press("Enter");
      await page.waitForFunction((n) => document.querySelector(`[data-cell="${n}"]`)?.getAttribute("aria-label")?.includes("stone"), name);
    }
    assert.match(await status(page), /Black has won/);
  },

  async "undo, redo, variations, comments and reload"() {
    const { id } = await fresh({ position: "hex 5x5" });
    const page = await open({}, `/g/${id}`);
    for (const name of ["a1", "b2", "c3"]) {
      await cell(page, name).click();
      await page.locator(`.move[aria-current]:has-text("${name}")`).waitFor();
    }
    await page.keyboard.press("u");
    await page.locator('.move[aria-current]:has-text("b2")').waitFor();
    await page.keyboard.press("y");
    await page.locator('.move[aria-current]:has-text("c3")').waitFor();
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.querySelectorAll(".stone.black, .stone.white").length === 0);
    await page.keyboard.press("ArrowRight");
    await page.locator('.move[aria-current]:has-text("a1")').waitFor();
    await cell(page, "e5").click();
    await page.locator('.variation .move[aria-current]:has-text("e5")').waitFor();
    await page.getByLabel("Comment").fill("Far away.");
    await page.getByLabel("Comment").blur();
    await page.locator('.moves .comment:has-text("Far away.")').waitFor();
    await page.reload();
    await page.locator('.moves .comment:has-text("Far away.")').waitFor();
    assert.equal(await stones(page), 3);
    assert.match(await status(page), /White to move/);
    await accessible(page, "a game with a variation");
  },

  async "the swap is offered, and clocks run"() {
    const page = await open();
    await begin(page, "hex", "5x5", "people", () => page.getByLabel("Clock").selectOption("60+0"));
    assert.equal(await page.locator(".clock").first().textContent(), "1:00");
    await cell(page, "b2").click();
    await page.getByRole("button", { name: "Swap" }).click();
    await page.locator('.move:has-text("swap")').waitFor();
    assert.equal(await stones(page), 1);
    await page.waitForFunction(() => document.querySelector(".clock")?.textContent !== "1:00");
    page.once("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "Resign" }).click();
    await page.locator('.status:has-text("by resignation")').waitFor();
  },

  async "a click shows at once while the engine thinks"() {
    const { id } = await fresh({ position: "hex 11x11" });
    const page = await open({}, `/g/${id}#analysis`);
    await page.locator(".mark.best").waitFor();
    const shown = await page.evaluate(async () => {
      const cell = document.querySelector('[data-cell="c5"]');
      cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return document.querySelectorAll(".stone.black").length;
    });
    assert.equal(shown, 1);
  },

  async "analysis writes numbers on cells, lists lines, and judges a whole game"() {
    const { id } = await fresh({ record: "(;GM[11]SZ[5];B[c3];W[a1];B[b4];W[e1];B[c2];W[e5])" });
    const page = await open({}, `/g/${id}`);
    await page.locator("#analysis-toggle").check();
    await page.keyboard.press("Home");
    await page.locator(".lines .line").nth(2).waitFor();
    const notes = await page.locator(".note:not(.small)").allTextContents();
    assert.ok(notes.filter((text) => /^\d+$|win|loss/.test(text)).length >= 3, notes.join());
    await page.locator(".lines .line").first().hover();
    await page.locator(".stone.ahead").first().waitFor();
    await page.locator("#analysis-toggle").uncheck();
    await page.getByLabel("Time for each move").selectOption("0.2");
    await page.getByRole("button", { name: "Analyse whole game" }).click();
    await page.locator(".graph .rate").waitFor();
    await page.getByRole("button", { name: "Analyse whole game" }).waitFor();
    await page.locator(".move .mark").first().waitFor();
    const box = await page.locator(".graph").boundingBox();
    await page.mouse.click(box.x + box.width - 2, box.y + 20);
    await page.locator('.move[aria-current]:has-text("e5")').waitFor();
    await page.locator(".move:has(.mark)").first().click();
    await page.locator(".verdict button").waitFor();
    await accessible(page, "an analysed game");
  },

  async "records go in and come out, as text, picture and link"() {
    const sgf = "(;FF[4]GM[11]SZ[5];B[a2];W[c3](;B[b4])(;B[d2]C[Or this.]))";
    const page = await open();
    await page.getByRole("button", { name: "Import" }).click();
    await accessible(page, "the import dialog");
    await page.getByLabel("Record").fill(sgf);
    await page.getByRole("button", { name: "Open" }).click();
    await page.waitForURL(/\/g\/\w+/);
    await page.locator('.comment:has-text("Or this.")').waitFor();
    const saved = async (name) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
      return readFileSync(await download.path());
    };
    await page.getByRole("button", { name: "Export" }).click();
    await accessible(page, "the export dialog");
    const out = String(await saved("Save SGF"));
    assert.ok(out.includes("C[Or this.]") && out.includes(";B[a2];W[c3]"), out);
    assert.ok(String(await saved("Save SVG")).startsWith("<svg"));
    const png = await saved("Save PNG");
    assert.ok(png.subarray(1, 4).toString() === "PNG" && png.length > 2000);
    await page.evaluate(() => { navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }; });
    await page.getByRole("button", { name: "Copy link that carries the game" }).click();
    await page.waitForFunction(() => globalThis.copied);
    const link = await page.evaluate(() => globalThis.copied);
    const other = await open({}, link.slice(address.length));
    await other.waitForURL(/\/g\/\w+/);
    await other.locator('.comment:has-text("Or this.")').waitFor();
    const bad = await open({}, "/#record=AAAA");
    await bad.locator(".toast.error").waitFor();
  },

  async "dialogs, settings and the turned board"() {
    const { id } = await fresh({ position: "hex 5x5" });
    const page = await open({}, `/g/${id}`);
    await cell(page, "c3").waitFor();
    await page.keyboard.press("?");
    await accessible(page, "the help");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Colours").selectOption("dark");
    await accessible(page, "the settings, dark");
    await page.keyboard.press("Escape");
    const level = await page.locator(".board").getAttribute("viewBox");
    await page.getByRole("button", { name: "Turn board" }).click();
    await page.waitForFunction((old) => document.querySelector(".board")?.getAttribute("viewBox") !== old, level);
    await accessible(page, "a game, dark");
  },

  async "every game that there is can be opened and played a few moves"() {
    const { games } = await (await fetch(`${address}/api/rules`)).json();
    for (const { name, defaultPosition, presets } of games) {
      const { id } = await fresh({ position: defaultPosition, seats: [{ kind: "engine", preset: presets[0], level: 1 }] });
      const page = await open({}, `/g/${id}`);
      await page.locator(".moves .move").nth(3).waitFor();
      await accessible(page, name);
      await page.context().close();
    }
  },

  async "pictures of the page"() {
    const hex = "(;GM[11]SZ[11];B[b10];W[f6];B[g4];W[d8];B[h7];W[g6];B[i5];W[h4];B[h5];W[g5];B[f8];W[e7])";
    const y = { position: "y bent-93" };
    const polyy = { position: "polyy 5,7" };
    const shots = [
      ["page-hex", DESKTOP, { record: hex }], ["page-y", { ...DESKTOP, colorScheme: "dark" }, y], ["page-polyy-phone", { ...PHONE, deviceScaleFactor: 1 }, polyy],
    ];
    for (const [name, size, options] of shots) {
      const { id } = await fresh(options);
      if (!options.record) {
        const cells = name === "page-y" ? [40, 46, 52, 33, 60, 28] : [52, 43, 60, 44, 35, 70, 61];
        for (const [node, at] of cells.entries()) {
          const { view } = await (await fetch(`${address}/api/games/${id}`)).json();
          await fetch(`${address}/api/games/${id}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ do: "play", node, move: view.legal[at % view.legal.length] }) });
        }
      }
      const page = await open(size, `/g/${id}${options.record ? "" : "#analysis"}`);
      if (options.record) {
        await page.getByLabel("Time for each move").selectOption("0.2");
        await page.getByRole("button", { name: "Analyse whole game" }).click();
        await page.locator(".graph .rate").waitFor();
        await page.getByRole("button", { name: "Analyse whole game" }).waitFor();
        await page.locator("#analysis-toggle").check();
      }
      await page.locator(".lines .line").nth(3).waitFor();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: path.join(pictures, `${name}.png`) });
    }
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (!name.includes(process.env.SPINNEY_ONLY ?? "")) continue;
  problems = [];
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
