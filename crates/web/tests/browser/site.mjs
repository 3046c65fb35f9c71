// The page without a server, and after it was loaded once, without a network: on a phone.
//
// node site.mjs MODULES ADDRESS CHROMIUM PICTURES
import assert from "node:assert/strict";
import { DESKTOP, PHONE, begin, cell, open, run, status, waitForMoves } from "./harness.mjs";
import { GAMES, whole } from "./games.mjs";

/** Those that are not played at the server, or not against an engine there. */
const OTHERS = { havannah: { name: "Havannah", size: "4", player: GAMES.hex.player } };

/** A page that has loaded everything and then loses its network. */
async function offline(options) {
  const page = await open(options);
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  await page.locator("form.new-game").waitFor();
  return page;
}

const games = Object.entries({ ...GAMES, ...OTHERS }).map(([name, game]) => [`a whole game of ${game.name} without a network`, async () => {
  const options = { ...PHONE, colorScheme: "dark" };
  const page = await offline(options);
  await begin(page, name, game.size, name === "arimaa" ? "people" : "first");
  await whole(page, game, options);
}]);

export const tests = {
  ...Object.fromEntries(games),
  async "the engine here hints, proves, explains and looks at a whole game"() {
    const page = await offline(DESKTOP);
    await begin(page, "hex", "5x5", "people");
    for (const [moves, name] of ["c3", "b4", "d2"].entries()) {
      await cell(page, name).click();
      await waitForMoves(page, moves);
    }
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator("#toasts").getByText(/Hint: \w+/).waitFor();
    await page.locator("#analysis-toggle").check();
    await page.waitForFunction(() => /wins|loses/.test(document.querySelector(".lines .line .rate")?.textContent ?? ""));
    await page.locator(".knowledge").first().waitFor();
    await page.locator("#analysis-toggle").uncheck();
    await page.getByLabel("Time for each move").selectOption("0.2");
    await page.getByRole("button", { name: "Analyse whole game" }).click();
    await page.getByRole("button", { name: "Stop analysis" }).waitFor();
    await page.getByRole("button", { name: "Analyse whole game" }).waitFor();
    // The game is in the list, and opens where it stood.
    const before = await status(page);
    await page.getByRole("link", { name: "New game" }).click();
    await page.locator(".recent a").first().click();
    await page.waitForFunction((old) => document.querySelector(".status")?.textContent === old, before);
  },
  async "a game that is not here is told of"() {
    const page = await open(DESKTOP, "/?game=nowhere");
    await page.locator("#toasts").getByText("This browser has no such game").waitFor();
    assert.equal(await page.locator("[data-cell]").count(), 0);
  },
};

await run(tests);
