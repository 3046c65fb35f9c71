// Wishes with numbers, and answers that are told apart by them.

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Message} Message */

export class Talk {
  /** @param {(message: Message) => void} hear what is not an answer */
  constructor(hear) {
    this.hear = hear;
    /** @type {Map<number, {resolve: (answer: Answer) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.next = 1;
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

  /** A promise of the answer to a wish, whose number is handed to whoever sends it. @param {(id: number) => void} send @returns {Promise<Answer>} */
  expect(send) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      send(id);
    });
  }

  /** Nobody will answer. @param {string} why */
  giveUp(why) {
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }
}
