// Who plays and analyses for this page: a server, or the browser itself.

import { capitalised, toast } from "./dom.js";
import { preferences } from "./preferences.js";
import { server } from "./server.js";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Message} Message */

/** A conversation about a game. @typedef {{ask: (wish: import("./types.js").Command["do"], details?: Record<string, any>) => Promise<Answer>}} Conversation */

/**
 * @typedef {object} Backend
 * @property {"server"|"here"} place where the engine is
 * @property {() => Promise<import("./types.js").Rules>} rules
 * @property {() => Promise<import("./types.js").Listed[]>} games those that changed last
 * @property {(options: import("./types.js").NewGame) => Promise<{id: string}>} begin
 * @property {(id: string, format: string) => Promise<string>} record
 * @property {(id: string, node: number) => Promise<string>} picture
 * @property {(id: string, node: number) => Promise<string>} position the position as a file
 * @property {(id: string, hear: (message: Message) => void, onconnection: (connected: boolean) => void) => Conversation} converse
 * @property {(id: string) => string} address the address of a game's page
 * @property {() => string|undefined} current the game that the page's address leads to
 */

/** Whoever was chosen. @type {Backend} */
export let backend = server;

/** Whether the page comes without a server. */
export const isAlone = document.documentElement.dataset.engine === "here";

/** Finds out who there is, rather whom the settings ask for, and what can be played there. */
export async function choose() {
  const here = async () => {
    backend = (await import("./local.js")).local;
    return backend.rules();
  };
  if (isAlone) return here();
  if (preferences.engine === "here") {
    try {
      return await here();
    } catch (error) {
      toast(`${capitalised(/** @type {Error} */ (error).message)}: the server plays`, "error");
    }
  }
  backend = server;
  try {
    return await server.rules();
  } catch (error) {
    if (preferences.engine !== "auto") throw error;
    // Whoever has neither hears of the server.
    return here().catch(() => { throw error; });
  }
}
