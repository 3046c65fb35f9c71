// A module of the engine and the way to ask it: text in, text out, as its interface says.

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/**
 * Starts a module.
 * @param {WebAssembly.Module} module
 * @param {(text: string) => void} [log] is told why a module ends itself
 * @returns {Promise<(request: object) => any>} asks it something, which throws where it refuses
 */
export async function start(module, log = () => {}) {
  /** @param {number} at @param {number} length */
  const bytes = (at, length) => new Uint8Array(engine.memory.buffer, at >>> 0, length);
  const host = {
    now_ms: () => performance.timeOrigin + performance.now(),
    log: (/** @type {number} */ at, /** @type {number} */ length) => log(decoder.decode(bytes(at, length))),
  };
  const instance = await WebAssembly.instantiate(module, { host });
  const engine = /** @type {{memory: WebAssembly.Memory, spinney_input: (length: number) => number, spinney_call: () => number, spinney_output: () => number}} */ (/** @type {unknown} */ (instance.exports));
  return (request) => {
    const text = encoder.encode(JSON.stringify(request));
    bytes(engine.spinney_input(text.length), text.length).set(text);
    const length = engine.spinney_call();
    const answer = JSON.parse(decoder.decode(bytes(engine.spinney_output(), length)));
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.ok;
  };
}
