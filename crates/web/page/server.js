// Everything that is asked of the server.

import { Talk } from "./talk.js";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Message} Message */

/**
 * @param {string} path
 * @param {any} [body] sent as JSON, if there is one
 * @returns {Promise<Response>}
 */
async function ask(path, body) {
  const response = await fetch(path, body === undefined ? {} : {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) {
    const problem = await response.json().catch(() => ({ error: response.statusText }));
    throw new Error(problem.error ?? response.statusText);
  }
  return response;
}

/** A conversation about one game that comes back when it breaks. */
class Conversation extends Talk {
  /**
   * @param {string} id
   * @param {(message: Message) => void} hear what is not an answer
   * @param {(connected: boolean) => void} onconnection
   */
  constructor(id, hear, onconnection) {
    super(hear);
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/games/${id}/socket`;
    this.onconnection = onconnection;
    this.pause = 250;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = 250;
      this.onconnection(true);
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => {
      this.giveUp("the connection is lost");
      this.onconnection(false);
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 2, 10000);
    };
  }

  /**
   * @param {import("./types.js").Command["do"]} wish
   * @param {Record<string, any>} [details]
   * @returns {Promise<Answer>}
   */
  ask(wish, details = {}) {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error("not connected; trying again"));
    }
    return this.expect((id) => socket.send(JSON.stringify({ id, do: wish, ...details })));
  }
}

/** @type {import("./backend.js").Backend} */
export const server = {
  place: "server",
  rules: async () => (await ask("/api/rules")).json(),
  games: async () => (await ask("/api/games")).json(),
  begin: async (options) => (await ask("/api/games", options)).json(),
  record: async (id, format) => (await ask(`/api/games/${id}/record?format=${encodeURIComponent(format)}`)).text(),
  picture: async (id, node) => (await ask(`/api/games/${id}/picture.svg?node=${node}`)).text(),
  position: async (id, node) => (await ask(`/api/games/${id}/position?node=${node}`)).text(),
  converse: (id, hear, onconnection) => new Conversation(id, hear, onconnection),
  address: (id) => `/g/${id}`,
  current: () => location.pathname.match(/^\/g\/(\w+)$/)?.[1],
};
