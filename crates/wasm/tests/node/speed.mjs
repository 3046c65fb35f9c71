// Prints how many simulations the best player of each game makes in a second of processor time, as
// `spinney bench` measures them natively: the tree is grown once as a rehearsal, and then anew.
//
// node --experimental-default-type=module speed.mjs MODULE [SECONDS] [PRESET]
import { readFileSync } from "node:fs";
import { start } from "../../../web/page/module.js";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const wanted = Number(process.argv[3] ?? 1);

/** Processor time of this process so far, in seconds. */
const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };

const { presets } = (await start(module))({ ask: "version" });
for (const [best] of Object.values(presets)) {
  if ((process.argv[4] ?? best) !== best) continue;
  const ask = await start(module, console.error);
  const { position } = ask({ ask: "signature", preset: best });
  // Where chance begins, it has made its moves by the time that somebody is to think.
  const { game } = ask({ ask: "page", of: { wish: "begin", id: "a", game: { position } } });
  const moves = game.nodes.map(({ move }) => move).filter(Boolean);
  let rate = 0;
  for (const seed of [1, 2]) {
    const begun = spent();
    let simulations = 0;
    while (spent() - begun < wanted) {
      // By playouts, since a slice of time is a short one where others work on the machine as well.
      ask({ ask: "search", preset: best, position, moves, seed, memory: 64, playouts: 50_000 });
      const { report } = ask({ ask: "poll", seconds: 60 });
      simulations += report.simulations;
      if (report.provenWinner) break;
    }
    rate = simulations / (spent() - begun);
  }
  console.log(`${best} ${position}: ${Math.round(rate)} simulations per second of processor time`);
}
