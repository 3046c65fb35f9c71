// A table and an engine in this browser, in place of a server.

import { Crew, Thread } from "./crew.js";
import { toast } from "./dom.js";
import * as keeper from "./keeper.js";
import { Talk } from "./talk.js";

/** @typedef {import("./types.js").Message} Message */

const ENGINE = new URL("./spinney.wasm", import.meta.url);
/** Letters of a game's name: none that look alike. */
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** @returns {Promise<WebAssembly.Module>} */
async function compile() {
  const response = await fetch(ENGINE);
  if (!response.ok) throw new Error("there is no engine for browsers here");
  // Not every host knows what such a file is.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @type {Promise<WebAssembly.Module>|undefined} */
let compiled;
const module = () => (compiled ??= compile());

/** The thread of the table, which never searches and so is never busy. @type {Promise<Thread>|undefined} */
let table;

/** @param {object} wish @returns {Promise<any>} */
async function grant(wish) {
  table ??= module().then((ready) => new Thread(ready));
  return (await table).ask({ ask: "page", of: wish });
}

function freshId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => LETTERS[byte % 32]).join("");
}

/** The game at the table. */
class Conversation extends Talk {
  /**
   * @param {string} id
   * @param {(message: Message) => void} hear
   * @param {(connected: boolean) => void} onconnection
   */
  constructor(id, hear, onconnection) {
    super(hear);
    this.id = id;
    /** What was asked for last: one thing comes after the other. @type {Promise<void>} */
    this.last = this.open(onconnection).catch((error) => toast(error.message, "error"));
  }

  /** @param {(connected: boolean) => void} onconnection */
  async open(onconnection) {
    this.crew = new Crew(await module());
    const kept = await keeper.get(this.id);
    if (kept === undefined) throw new Error("This browser has no such game");
    await this.apply(await grant({ wish: "open", kept }));
    onconnection(true);
  }

  /** Has the table do something, and does what comes of it. @param {object} wish @returns {Promise<void>} */
  wish(wish) {
    this.last = this.last.then(async () => this.apply(await grant(wish))).catch((error) => toast(error.message, "error"));
    return this.last;
  }

  /** @param {{kept?: string, messages: string[], ended: number[], searches: import("./crew.js").Order[], flag: {generation: number, milliseconds: number}|null}} effects */
  async apply({ kept, messages, ended, searches, flag }) {
    if (kept !== undefined) await keeper.put(this.id, kept);
    for (const message of messages) this.receive(JSON.parse(message));
    for (const search of ended) this.crew?.end(search);
    for (const order of searches) {
      const { search } = order;
      this.crew?.begin(order, {
        reports: (reports, over, seconds) => this.wish({ wish: "hear", search, reports, over, seconds }),
        explained: (knowledge) => this.wish({ wish: "explained", search, knowledge }),
        failed: (why) => this.wish({ wish: "failed", search, why }),
      });
    }
    clearTimeout(this.flag);
    if (flag) this.flag = setTimeout(() => this.wish({ wish: "flag", generation: flag.generation }), flag.milliseconds + 1);
  }

  /** @param {import("./types.js").Command["do"]} wish @param {Record<string, any>} [details] */
  ask(wish, details = {}) {
    return this.expect((id) => this.wish({ wish: "say", request: { id, do: wish, ...details } }));
  }
}

/** @type {import("./backend.js").Backend} */
export const local = {
  place: "here",
  rules: () => grant({ wish: "rules" }),
  games: async () => grant({ wish: "list", kept: await keeper.latest() }),
  begin: async (options) => {
    const id = freshId();
    const { kept } = await grant({ wish: "begin", id, game: options });
    await keeper.put(id, kept);
    return { id };
  },
  record: (_, format) => grant({ wish: "record", format }),
  picture: (_, node) => grant({ wish: "picture", node }),
  position: (_, node) => grant({ wish: "position", node }),
  converse: (id, hear, onconnection) => new Conversation(id, hear, onconnection),
  address: (id) => `?game=${id}`,
  current: () => new URLSearchParams(location.search).get("game") ?? undefined,
};
