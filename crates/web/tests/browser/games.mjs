// Each game from its start to its end: by clicks on a desktop, by taps on a phone in the dark.
import assert from "node:assert/strict";
import { DESKTOP, GAME_ADDRESS, PHONE, accessible, begin, cell, fresh, moveCount, open, saved, status, waitForMoves } from "./harness.mjs";

const isOver = async (page) => /has won|the end|deadlock/i.test(await status(page));

/** Presses something, as people do on that screen. */
const press = (page, locator) => (page.touch ? locator.tap() : locator.click());

/** Boards of cells: the cell nearest to the middle, because games end sooner so. */
const cells = {
  async move(page) {
    const legal = await page.locator(".cell.legal").evaluateAll((all) => {
      const box = document.querySelector(".board").getBoundingClientRect();
      const off = (c) => { const b = c.getBoundingClientRect(); return Math.hypot(b.x + b.width / 2 - box.x - box.width / 2, b.y + b.height / 2 - box.y - box.height / 2); };
      return all.sort((a, b) => off(a) - off(b)).map((c) => c.getAttribute("data-cell"));
    });
    await press(page, cell(page, legal[0]));
    if (page.touch) await press(page, page.getByRole("button", { name: `Play ${legal[0]}`, exact: true }));
  },
};

/** Both sides of Arimaa together, until Gold's rabbit is there. */
const SHORT_GAME = "a2a3 a3a4 a4a5 end a7a6 a6b6 b6c6 c6d6 e2e3 end b7b6 b6c6 a8a7 a7b7 a5a6 a6a7 a7a8 end";

const arimaa = {
  async start(page) {
    await press(page, page.getByRole("button", { name: "Guarded traps" }));
    await page.locator('.status:has-text("Silver to set up")').waitFor();
    await press(page, cell(page, "e7"));
    await page.locator('[data-cell="e7"][aria-label*="silver elephant"]').waitFor();
    await press(page, page.getByRole("button", { name: "Classic" }));
    await page.locator('.status:has-text("Gold to move")').waitFor();
    page.script = SHORT_GAME.split(" ");
  },
  async move(page) {
    const next = page.script.shift();
    if (next === "end") {
      await press(page, page.getByRole("button", { name: "End turn" }));
      return;
    }
    const [from, to] = [next.slice(0, 2), next.slice(2)];
    await page.locator(`[data-cell="${from}"].pickable`).waitFor();
    // A piece that has stepped stays picked.
    if (await cell(page, from).getAttribute("aria-pressed") !== "true") await press(page, cell(page, from));
    await page.locator(`[data-cell="${to}"][aria-label*="step here"]`).waitFor();
    await press(page, cell(page, to));
  },
};

const tantrix = {
  async move(page) {
    await press(page, page.locator("button.hand-tile:not(.idle)").first());
    await page.locator("button.hand-tile[aria-pressed=true]").waitFor();
    if (await page.locator(".space.chosen").count() === 0) {
      await press(page, page.locator(".space.legal").first());
      await page.locator(".space.chosen").waitFor();
    }
    await press(page, page.getByRole("button", { name: "Lay tile" }));
  },
};

export const GAMES = {
  hex: { name: "Hex", size: "5x5", position: "hex 4x4", player: cells, against: "hex/best" },
  y: { name: "Y", size: "6", position: "y 5", player: cells, against: "y/best" },
  polyy: { name: "Poly-Y", size: "5,4", position: "polyy 5,3", player: cells, against: "polyy/best" },
  arimaa: { name: "Arimaa", size: "", position: "arimaa", player: arimaa },
  tantrix: { name: "Tantrix", size: "red blue", position: "tantrix red blue", player: tantrix, against: "tantrix/random" },
};

/** Waits until a person is to move or the game is over. */
const myTurn = (page) => page.waitForFunction(() => document.querySelector(".cell.legal, .square.pickable, button.hand-tile, .kind")
  || /has won|the end|deadlock/i.test(document.querySelector(".status")?.textContent ?? ""));

/** Undo, redo and reload lead to where the game stands. */
async function backAndForth(page) {
  const moves = await moveCount(page);
  const before = await status(page);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.waitForFunction((old) => document.querySelector(".status").textContent !== old, before);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await page.waitForFunction((old) => document.querySelector(".status").textContent === old, before);
  await page.reload();
  await page.waitForFunction((old) => document.querySelector(".status")?.textContent === old, before);
  assert.equal(await moveCount(page), moves);
}

async function analysed(page) {
  await page.locator("#analysis-toggle").check();
  await page.waitForFunction(() => /^\d+\.\d%$|wins|loses/.test(document.querySelector(".lines .line .rate")?.textContent ?? ""));
  await page.locator("#analysis-toggle").uncheck();
}

/** What is saved and opened again is saved alike. */
async function thereAndBack(page, options) {
  const record = async (at) => {
    await at.getByRole("button", { name: "Export" }).click();
    const text = String(await saved(at, at.getByRole("button", { name: /^Save (?!SVG|PNG)/ }).first()));
    await at.locator("dialog .close").click();
    return text;
  };
  // A page may have several formats; the first is the one that keeps everything.
  const first = await record(page);
  const other = await open(options);
  await other.getByRole("button", { name: "Import" }).click();
  await other.getByLabel("Record").fill(first);
  await other.getByRole("button", { name: "Open" }).click();
  await other.waitForURL(GAME_ADDRESS);
  await waitForMoves(other, (await moveCount(page)) - 1);
  assert.equal(await record(other), first);
}

export async function whole(page, { player }, options) {
  page.touch = options.hasTouch === true;
  await player.start?.(page);
  for (let turns = 0; ; turns++) {
    assert.ok(turns < 200, "the game does not end");
    await myTurn(page);
    if (await isOver(page)) break;
    if (turns === 2) {
      await backAndForth(page);
      await analysed(page);
      await accessible(page, "a game that goes on");
      await myTurn(page);
    }
    const before = await moveCount(page);
    await player.move(page);
    await waitForMoves(page, before);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `wider than the screen by ${wide}`);
  await accessible(page, "a finished game");
  await thereAndBack(page, options);
}

export const tests = Object.fromEntries(Object.entries(GAMES).flatMap(([name, game]) => [
  [`a whole game of ${game.name} by clicks`, async () => {
    const page = await open();
    await begin(page, name, game.size, name === "arimaa" ? "people" : "first");
    await whole(page, game, DESKTOP);
    if (name !== "arimaa" && name !== "tantrix") assert.ok(await page.locator(".mark.winning").count() >= 3);
  }],
  [`a whole game of ${game.name} by taps on a dark phone`, async () => {
    const options = { ...PHONE, colorScheme: "dark" };
    const seats = game.against ? [{ kind: "person" }, { kind: "engine", preset: game.against, level: 1 }] : undefined;
    const { id } = await fresh({ position: game.position, seats });
    const page = await open(options, `/g/${id}`);
    await page.locator("[data-cell], .hand").first().waitFor();
    await whole(page, game, options);
  }],
]));
