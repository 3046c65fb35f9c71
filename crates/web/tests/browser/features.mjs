// What can be done with games on the page.
import assert from "node:assert/strict";
import path from "node:path";
import { DESKTOP, PHONE, accessible, address, begin, cell, command, fresh, game, moveCount, open, pictures, saved, status, waitForMoves } from "./harness.mjs";

/** A game of Tantrix in its middle. */
const TANTRIX = `Game: tantrix red blue
Red: Person
Blue: Person

red +41
blue +49
red +20 +52 +1 +56 +30
blue +27 +40 +28 +53 +47
blue 53.0@0,0 +9
red 1.2@-1,1 +14
blue 49.1@-1,-1 +10
red 30.3@-2,0 +33
red 33.3@0,2 +23
red 23.1@1,1 +4
blue 40.2@0,-2 +51
blue 9.0@1,-1 +34
blue 34.0@2,0 +13
red 4.1@1,3 +17
blue 10.4@2,2 +5
blue 51.4@-4,0 +36
blue 28.2@-3,1 +44
red 20.4@-2,2 +8
red 8.4@-3,-1 +11
red 56.3@-1,3 +21
red 11.3@-2,-2 +55`;

const stones = (page) => page.locator(".stone.black:not(.ahead):not(.pending):not(.imagined), .stone.white:not(.ahead):not(.pending):not(.imagined)").count();

export const tests = {
  async "the home page is small, quick and accessible"() {
    const page = await open();
    await page.getByRole("heading", { name: "New game" }).waitFor();
    const bytes = await page.evaluate(() => performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0));
    assert.ok(bytes > 10_000 && bytes < 200_000, `${bytes} bytes`);
    const paint = await page.evaluate(() => performance.getEntriesByType("paint")[0]?.startTime ?? 0);
    console.log(`figures: ${bytes} bytes transferred, first paint after ${paint.toFixed(0)} ms`);
    await accessible(page, "home");
    const dark = await open({ colorScheme: "dark" });
    await dark.getByRole("heading", { name: "New game" }).waitFor();
    await accessible(dark, "home, dark");
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

  async "moves are numbered one by one, by turns or by rounds"() {
    const numbers = async (position, ...moves) => {
      const { id, state } = await fresh({ position });
      let node = state.live;
      for (const move of moves) ({ node } = await command(id, { do: "play", node, move }));
      const page = await open({}, `/g/${id}`);
      await page.locator(".moves .move").nth(moves.length).waitFor();
      return page.locator(".moves .number").allTextContents();
    };
    // After this swap the first player has the colour of the second, and moves.
    assert.deepEqual(await numbers("y 5 swap-sides", "c3", "swap-sides", "b2"), ["1.", "2.", "3."]);
    const board = "[rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
    assert.deepEqual(await numbers(`arimaa 2g ${board}`, "Ee2n", "Ee3n", "end", "ed7s", "end", "Hh2n"), ["2g", "2s", "3g"]);
    assert.deepEqual(await numbers(`arimaa 7s ${board}`, "ed7s", "end", "Ee2n"), ["7s", "8g"]);
    const { id } = await fresh({ record: TANTRIX });
    const page = await open({}, `/g/${id}`);
    const laid = (await game(id)).nodes.filter(({ side }) => side !== "" && side !== "chance");
    await page.locator(".moves .move").nth(laid.length).waitFor();
    const turns = laid.filter(({ side }, i) => side !== laid[i - 1]?.side).length;
    assert.deepEqual(await page.locator(".moves .number").allTextContents(), Array.from({ length: turns }, (_, i) => `${i + 1}.`));
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
    const arimaa = await fresh({ position: "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]" });
    const other = await open({}, `/g/${arimaa.id}#analysis`);
    await other.locator(".lines .line").first().waitFor();
    const stepped = await other.evaluate(async () => {
      const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      for (const square of ["e2", "e3"]) {
        document.querySelector(`[data-cell="${square}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
        await frames();
      }
      return document.querySelector('[data-cell="e3"]').getAttribute("aria-label");
    });
    assert.match(stepped, /gold elephant/);
  },

  async "analysis writes numbers on cells, lists lines, and judges a whole game"() {
    // A board that no solver is done with before there are lines to show.
    const open_game = await fresh({ record: "(;GM[11]SZ[9];B[c3];W[a1])" });
    const wide = await open({}, `/g/${open_game.id}`);
    await wide.locator("#analysis-toggle").check();
    await wide.keyboard.press("Home");
    await wide.locator(".lines .line").nth(2).waitFor();
    const notes = await wide.locator(".note:not(.small)").allTextContents();
    assert.ok(notes.filter((text) => /^\d+$|win|loss/.test(text)).length >= 3, notes.join());
    await wide.locator(".lines .line").first().hover();
    await wide.locator(".stone.ahead").first().waitFor();
    await wide.locator("#analysis-toggle").uncheck();
    const { id } = await fresh({ record: "(;GM[11]SZ[5];B[c3];W[a1];B[b4];W[e1];B[c2];W[e5])" });
    const page = await open({}, `/g/${id}`);
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
    await page.getByRole("button", { name: "Export" }).click();
    await accessible(page, "the export dialog");
    const out = String(await saved(page, page.getByRole("button", { name: "Save SGF" })));
    assert.ok(out.includes("C[Or this.]") && out.includes(";B[a2];W[c3]"), out);
    assert.ok(String(await saved(page, page.getByRole("button", { name: "Save SVG" }))).startsWith("<svg"));
    const png = await saved(page, page.getByRole("button", { name: "Save PNG" }));
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

  async "a whole turn of Arimaa by drag: a push onto a trap, taken back step by step"() {
    const { id } = await fresh({ position: "arimaa 5g [rrrr...........e..........r.......E.....................RRRR....]" });
    const page = await open({}, `/g/${id}`);
    const label = (square) => cell(page, square).getAttribute("aria-label");
    const middle = async (square) => { const box = await cell(page, square).boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    await page.locator('[data-cell="c4"].pickable').waitFor();
    await page.mouse.move(...(await middle("c4")));
    await page.mouse.down();
    await page.mouse.move(...(await middle("c5")), { steps: 5 });
    await page.mouse.up();
    await page.locator('[data-cell="c5"][aria-pressed=true]').waitFor();
    assert.match(await label("c6"), /step here, loses the silver rabbit on c6/);
    await accessible(page, "a piece that is picked");
    await cell(page, "c6").click();
    await page.locator('[data-cell="c5"][aria-label*="gold elephant"]').waitFor();
    assert.match(await label("c6"), /empty, trap/);
    assert.equal(await page.locator(".tray .piece-icon").count(), 1);
    await page.locator('.pips[aria-label^="2 of 4"]').waitFor();
    await page.getByRole("button", { name: "Take step back" }).click();
    await page.locator('[data-cell="c4"][aria-label*="gold elephant"]').waitFor();
    await page.getByRole("button", { name: "Take step back" }).click();
    await page.locator('[data-cell="c5"][aria-label*="silver rabbit"]').waitFor();
    assert.equal(await page.locator(".tray .piece-icon").count(), 0);
    // A drag by one square is a step.
    await page.mouse.move(...(await middle("c4")));
    await page.mouse.down();
    await page.mouse.move(...(await middle("d4")), { steps: 5 });
    await page.mouse.up();
    await page.locator('[data-cell="d4"][aria-label*="gold elephant"]').waitFor();
    await page.locator('.pips[aria-label^="3 of 4"]').waitFor();
    await page.keyboard.press("e");
    await page.locator('.status:has-text("Silver to move")').waitFor();
    assert.equal(await page.locator(".arrow.last").count(), 1);
  },

  async "a game of Arimaa by keys alone"() {
    const { id } = await fresh({ position: "arimaa 5g [.....rrr........R.....................................RRR......e]" });
    const page = await open({}, `/g/${id}`);
    await page.locator('[data-cell="a6"].pickable').waitFor();
    await page.keyboard.press("b");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-cell"));
    const walk = async (to) => {
      for (let steps = 0; (await focused()) !== to; steps++) {
        assert.ok(steps < 16, `cannot reach ${to}`);
        const here = await focused();
        const [dx, dy] = [to.charCodeAt(0) - here.charCodeAt(0), to.charCodeAt(1) - here.charCodeAt(1)];
        await page.keyboard.press(dy > 0 ? "ArrowUp" : dy < 0 ? "ArrowDown" : dx > 0 ? "ArrowRight" : "ArrowLeft");
      }
    };
    await walk("a6");
    await page.keyboard.press("Enter");
    for (const square of ["a7", "a8"]) {
      await walk(square);
      await page.locator(`[data-cell="${square}"][aria-label*="step here"]`).waitFor();
      await page.keyboard.press("Enter");
      await page.locator(`[data-cell="${square}"][aria-label*="gold rabbit"]`).waitFor();
    }
    await page.keyboard.press("u");
    await page.locator('[data-cell="a7"][aria-label*="gold rabbit"]').waitFor();
    await page.keyboard.press("y");
    await page.locator('[data-cell="a8"][aria-label*="gold rabbit"]').waitFor();
    await page.keyboard.press("e");
    await page.locator('.status:has-text("Gold has won")').waitFor();
  },

  async "pieces are set up by hand"() {
    const { id } = await fresh({ position: "arimaa" });
    const page = await open({}, `/g/${id}`);
    await page.getByRole("button", { name: /Place a rabbit/ }).click();
    await page.locator('.kind[aria-pressed=true][aria-label^="Place a rabbit, 8"]').waitFor();
    await cell(page, "a1").click();
    await page.locator('[data-cell="a1"][aria-label*="gold rabbit"]').waitFor();
    await page.getByRole("button", { name: /Place a rabbit, 7 left/ }).waitFor();
    await accessible(page, "pieces being set up");
  },

  async "tiles are laid and turned by keys alone, and the table pans and zooms"() {
    const { id } = await fresh({ record: TANTRIX });
    const page = await open({}, `/g/${id}`);
    await page.locator("button.hand-tile").first().waitFor();
    const before = await moveCount(page);
    const tiles = await page.locator("button.hand-tile").count();
    const turned = async () => page.locator("button.hand-tile[aria-pressed=true] .link").first().getAttribute("d");
    for (let key = 1; ; key++) {
      assert.ok(key <= tiles, "no tile fits");
      await page.keyboard.press(String(key));
      await page.locator("button.hand-tile[aria-pressed=true]").waitFor();
      if (await page.locator(".space.legal").count() > 0) break;
    }
    const first = await turned();
    await page.keyboard.press("r");
    await page.waitForFunction((old) => document.querySelector("button.hand-tile[aria-pressed=true] .link")?.getAttribute("d") !== old, first);
    await page.keyboard.press("b");
    for (let steps = 0; !(await page.evaluate(() => document.activeElement?.classList.contains("legal"))); steps++) {
      assert.ok(steps < 40, "no space can be reached");
      await page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][steps % 4]);
    }
    await page.keyboard.press("Enter");
    await page.locator(".space.chosen").waitFor();
    await accessible(page, "a tile that is about to be laid");
    await page.keyboard.press("Enter");
    await waitForMoves(page, before);
    const seen = () => page.locator(".tile-table").getAttribute("viewBox");
    const changes = async (act) => {
      const old = await seen();
      await act();
      await page.waitForFunction((box) => document.querySelector(".tile-table").getAttribute("viewBox") !== box, old);
    };
    const box = await page.locator(".tile-table").boundingBox();
    await changes(() => page.keyboard.press("+"));
    await changes(() => page.keyboard.press("Shift+ArrowLeft"));
    await page.mouse.move(box.x + 20, box.y + 20);
    await changes(() => page.mouse.wheel(0, 200));
    await changes(async () => {
      await page.mouse.down();
      await page.mouse.move(box.x + 90, box.y + 60, { steps: 4 });
      await page.mouse.up();
    });
    await changes(() => page.keyboard.press("0"));
  },

  async "a tile is turned by click and by wheel"() {
    const { id } = await fresh({ record: TANTRIX });
    const page = await open({}, `/g/${id}`);
    await page.locator("button.hand-tile").first().waitFor();
    // A place where some tile can lie in more than one way.
    const { view } = await game(id);
    const ways = new Map();
    for (const move of view.legal) {
      const [, tile, spot] = /^(\d+)\.\d@(.*)$/.exec(move);
      ways.set(`${tile} ${spot}`, (ways.get(`${tile} ${spot}`) ?? 0) + 1);
    }
    const [most] = [...ways].sort((a, b) => b[1] - a[1])[0];
    assert.ok(ways.get(most) > 1, "every tile lies in one way only");
    const [tile, spot] = most.split(" ");
    await page.locator(`[data-tile="${tile}"]`).click();
    await page.locator(`[data-tile="${tile}"][aria-pressed=true]`).waitFor();
    await cell(page, spot).click();
    await page.locator(".ghost.mine").waitFor();
    const lies = () => page.locator(".ghost.mine .link").first().getAttribute("d");
    for (const turn of [() => cell(page, spot).click(), async () => { await cell(page, spot).hover(); await page.mouse.wheel(0, 100); }, () => page.keyboard.press("r")]) {
      const old = await lies();
      await turn();
      await page.waitForFunction((d) => document.querySelector(".ghost.mine .link")?.getAttribute("d") !== d, old);
    }
    const before = await moveCount(page);
    await page.getByRole("button", { name: "Lay tile" }).click();
    await waitForMoves(page, before);
  },

  async "in a variation of Tantrix one says which tile is drawn"() {
    const { id } = await fresh({ record: TANTRIX });
    const page = await open({}, `/g/${id}`);
    await page.locator("button.hand-tile").first().waitFor();
    // Back to before the last tile was laid: its draw and its placement are undone.
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("button", { name: "Draw", exact: true }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.locator("button.hand-tile:not(.idle)").first().waitFor();
    const before = await moveCount(page);
    await page.locator("button.hand-tile:not(.idle)").last().click();
    await page.locator("button.hand-tile[aria-pressed=true]").waitFor();
    if (await page.locator(".space.chosen").count() === 0) await page.locator(".space.legal").last().click();
    await page.getByRole("button", { name: "Lay tile" }).click();
    const draw = page.getByRole("button", { name: "Draw", exact: true });
    await draw.waitFor();
    await accessible(page, "a draw in a variation");
    await page.getByLabel("Tile that is drawn").selectOption({ index: 2 });
    await draw.click();
    await page.locator("button.hand-tile").first().waitFor();
    await waitForMoves(page, before);
  },

  async "what is proven of positions of Hex and Y"() {
    for (const [position, moves] of [["hex 6x6", [7, 19, 17, 22]], ["y 7", [8, 15, 11, 17]]]) {
      const { id } = await fresh({ position });
      for (const [node, at] of moves.entries()) {
        const { view } = await game(id);
        await command(id, { do: "play", node, move: view.legal[at] });
      }
      const page = await open({}, `/g/${id}#analysis`);
      await page.locator(".knowledge p").first().waitFor();
      // New lines of the analysis may push the list away from under the pointer.
      const pointed = page.locator(".cell.pointed");
      for (let tries = 0; (await pointed.count()) === 0; tries += 1) {
        assert.ok(tries < 50, "no cell is pointed at");
        await page.locator(".knowledge .chip").first().hover();
        await page.waitForTimeout(100);
      }
      await accessible(page, "what is proven");
      await page.locator("#analysis-toggle").uncheck();
      await page.locator(".knowledge").waitFor({ state: "hidden" });
    }
  },

  async "what to expect of a game of Tantrix"() {
    const { id } = await fresh({ record: TANTRIX });
    const page = await open({}, `/g/${id}#analysis`);
    await page.locator(".knowledge td").first().waitFor();
    const rows = await page.locator(".knowledge tbody tr").count();
    assert.ok(rows > 2, "nothing is needed");
    await page.locator(".knowledge .chip").first().focus();
    await page.locator(".space.pointed").waitFor();
    await accessible(page, "the odds");
  },

  async "of three players each has a line in the graph"() {
    const { id } = await fresh({ position: "tantrix red blue green" });
    for (let turn = 0; turn < 9; turn += 1) {
      const { state, view } = await game(id);
      await command(id, { do: "play", node: state.live, move: view.legal[turn % view.legal.length] });
    }
    const page = await open({}, `/g/${id}`);
    await page.getByLabel("Time for each move").selectOption("0.2");
    await page.getByRole("button", { name: "Analyse whole game" }).click();
    for (const side of ["red", "blue", "green"]) await page.locator(`.graph .rate.${side}[points*=" "]`).waitFor();
    await page.getByRole("button", { name: "Analyse whole game" }).waitFor();
    await accessible(page, "a graph of three");
  },

  async "pictures of the page"() {
    const hex = "(;GM[11]SZ[11];B[b10];W[f6];B[g4];W[d8];B[h7];W[g6];B[i5];W[h4];B[h5];W[g5];B[f8];W[e7])";
    const arimaa = "arimaa 12s [rr.r.rrr.h.c.dh..d..e...r..m.......M....R..E.HD..DHC..C.RRR.RRRR]";
    const shots = [
      ["page-hex", DESKTOP, { record: hex }],
      ["page-y", { ...DESKTOP, colorScheme: "dark" }, { position: "y bent-93" }, [40, 46, 52, 33, 60, 28]],
      ["page-polyy-phone", { ...PHONE, deviceScaleFactor: 1 }, { position: "polyy 5,7" }, [52, 43, 60, 44, 35, 70, 61]],
      ["page-arimaa", DESKTOP, { position: arimaa }],
      ["page-tantrix", DESKTOP, { record: TANTRIX }],
    ];
    for (const [name, size, options, cells = []] of shots) {
      const { id } = await fresh(options);
      for (const [node, at] of cells.entries()) {
        const { view } = await game(id);
        await command(id, { do: "play", node, move: view.legal[at % view.legal.length] });
      }
      const page = await open(size, `/g/${id}`);
      await page.locator("[data-cell], .hand").first().waitFor();
      if (options.record === hex) {
        await page.getByLabel("Time for each move").selectOption("0.2");
        await page.getByRole("button", { name: "Analyse whole game" }).click();
        await page.locator(".graph .rate").waitFor();
        await page.getByRole("button", { name: "Analyse whole game" }).waitFor();
      }
      await page.locator("#analysis-toggle").check();
      await page.locator(".lines .line").nth(2).waitFor();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: path.join(pictures, `${name}.png`) });
      await page.context().close();
    }
  },
};
