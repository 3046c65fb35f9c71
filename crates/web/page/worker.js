// A thread with a module of the engine, which answers one request after the other.

import { start } from "./module.js";

/** @type {WebAssembly.Module|undefined} */
let module;
/** @type {Promise<(request: object) => any>|undefined} */
let asked;
let last = "";

addEventListener("message", async ({ data: { id, compiled, request } }) => {
  module ??= compiled;
  if (!module) return;
  try {
    asked ??= start(module, (text) => { last = text; });
    postMessage({ id, answer: (await asked)(request) });
  } catch (error) {
    const lost = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    // A module that has ended itself is of no use any more; the next request gets another one.
    if (lost) asked = undefined;
    postMessage({ id, lost, error: lost ? `the engine failed: ${last || error.message}` : /** @type {Error} */ (error).message });
    last = "";
  }
});
