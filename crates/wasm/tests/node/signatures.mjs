// Prints the signature of every preset as a module of the engine has it, in the words of signatures.txt.
//
// node signatures.mjs MODULE
import { readFileSync } from "node:fs";
import { start } from "../../../web/page/module.js";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { presets } = (await start(module))({ ask: "version" });
for (const preset of Object.values(presets).flat()) {
  // A module each, so that none has the memory of another.
  const ask = await start(module, console.error);
  const { signature, position } = ask({ ask: "signature", preset });
  console.log(`${signature} ${preset} ${position}`);
}
