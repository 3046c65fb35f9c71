// Everything that is asked of the server.

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Rules} Rules */
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

/** @returns {Promise<Rules>} */
export const rules = async () => (await ask("/api/rules")).json();

/** @returns {Promise<import("./types.js").Listed[]>} */
export const games = async () => (await ask("/api/games")).json();

/** @param {import("./types.js").NewGame} options @returns {Promise<Snapshot>} */
export const begin = async (options) => (await ask("/api/games", options)).json();

/** @param {string} id @param {string} format @returns {Promise<string>} */
export const record = async (id, format) =>
  (await ask(`/api/games/${id}/record?format=${encodeURIComponent(format)}`)).text();

/** @param {string} id @param {number} node @returns {Promise<string>} */
export const picture = async (id, node) =>
  (await ask(`/api/games/${id}/picture.svg?node=${node}`)).text();

/** A position as a file. @param {string} id @param {number} node @returns {Promise<string>} */
export const position = async (id, node) =>
  (await ask(`/api/games/${id}/position?node=${node}`)).text();

/** A conversation about one game that comes back when it breaks. */
export class Conversation {
  /**
   * @param {string} id
   * @param {(message: Message) => void} hear what is not an answer
   * @param {(connected: boolean) => void} onconnection
   */
  constructor(id, hear, onconnection) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/games/${id}/socket`;
    this.hear = hear;
    this.onconnection = onconnection;
    /** @type {Map<number, {resolve: (answer: Answer) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.next = 1;
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
      for (const { reject } of this.waiting.values()) reject(new Error("the connection is lost"));
      this.waiting.clear();
      this.onconnection(false);
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 2, 10000);
    };
  }

  /** @param {Message} message */
  receive(message) {
    const id = message.type === "answer" || message.type === "error" ? message.id : null;
    const waiting = id === null ? undefined : this.waiting.get(id);
    if (id !== null && waiting) {
      this.waiting.delete(id);
      if (message.type === "answer") waiting.resolve(message);
      else if (message.type === "error") waiting.reject(new Error(message.error));
    } else {
      this.hear(message);
    }
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
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, do: wish, ...details }));
    });
  }
}
