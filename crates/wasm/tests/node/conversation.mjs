// Talks with a module of the engine as a page does, and sees that what is promised holds.
//
// node conversation.mjs MODULE
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { start } from "../../../web/page/module.js";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { presets } = (await start(module))({ ask: "version" });

// The best of each game finds a move within its time, and tells of it slice by slice.
for (const [best] of Object.values(presets)) {
  const ask = await start(module, console.error);
  const { position } = ask({ ask: "page", of: { wish: "rules" } }).games.map((game) => ({ ...game, position: game.defaultPosition }))
    .find(({ presets: own }) => own.includes(best));
  const { game } = ask({ ask: "page", of: { wish: "begin", id: "a", game: { position } } });
  // Where chance begins, its moves are among those of the game.
  const moves = game.nodes.map(({ move }) => move).filter(Boolean);
  ask({ ask: "search", preset: best, position, moves, seconds: 0.5, seed: 1 });
  let polls = 0;
  for (;;) {
    const { over, report } = ask({ ask: "poll", seconds: 0.1 });
    polls += 1;
    assert.ok(report.candidates.length > 0, `${best} has no move`);
    assert.ok(report.memory <= 64 << 20, `${best} takes ${report.memory} bytes`);
    if (over) break;
    assert.ok(polls < 1000, `${best} does not come to an end`);
  }
}

// Whatever is asked, there is an answer, and the next one is right.
const ask = await start(module, console.error);
let state = 1;
const random = (most) => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % most;
};
const words = ["ask", "search", "poll", "page", "position", "moves", "wish", "open", "say", "hex 5x5", "a1", "", null, -1, 1e308, {}, [], "\u{10ffff}", "x".repeat(10_000)];
const anything = (depth) => {
  const kind = random(depth > 3 ? 1 : 3);
  if (kind === 0) return words[random(words.length)];
  if (kind === 1) return Array.from({ length: random(4) }, () => anything(depth + 1));
  return Object.fromEntries(Array.from({ length: random(5) }, () => [String(words[random(words.length)]), anything(depth + 1)]));
};
const asks = ["version", "search", "poll", "explain", "signature", "page"];
for (let i = 0; i < 3000; i += 1) {
  const request = { ...Object(anything(0)), ask: asks[random(asks.length)] };
  try {
    ask(request);
  } catch (error) {
    assert.ok(!(error instanceof WebAssembly.RuntimeError), JSON.stringify(request).slice(0, 500));
  }
}
ask({ ask: "search", position: "hex 5x5", playouts: 100 });
assert.equal(ask({ ask: "poll", seconds: 5 }).report.side, "black");
