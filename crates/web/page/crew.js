// The engine in this browser: a module in each of some threads, whose searches are summed.

/** @typedef {{search: number, purpose: "move"|"explanation"|"hint"|"review"|"analysis", node: number, preset: string, position: string, moves: string[], playouts: number|null, seconds: number|null}} Order */
/** @typedef {{reports: (reports: any[], over: boolean, seconds: number) => Promise<void>, explained: (knowledge: any) => Promise<void>, failed: (why: string) => Promise<void>}} Listener */
/** @typedef {{order: Order, listener: Listener, spent: number, playouts: number}} Job */

/** Who comes first. */
const URGENCY = ["move", "explanation", "hint", "review", "analysis"];
/** Seconds until others get their turn, and whoever watches hears of it. */
const SLICE = 0.2;
/** More threads than that take more memory than phones like. */
const MOST_THREADS = 3;
/** MiB for the trees of all threads, and for each at most. */
const [MEMORY, MOST_MEMORY] = [48, 24];

/** A thread that is asked one thing after the other. */
export class Thread {
  /** @param {WebAssembly.Module} compiled */
  constructor(compiled) {
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.next = 1;
    this.seed = Math.floor(Math.random() * 2 ** 32);
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data: { id, answer, error } }) => {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) waiting?.resolve(answer);
      else waiting?.reject(new Error(error));
    };
    this.worker.onerror = (event) => {
      for (const { reject } of this.waiting.values()) reject(new Error(event.message || "the engine cannot start"));
      this.waiting.clear();
    };
    this.worker.postMessage({ compiled, id: 0, request: { ask: "version" } });
  }

  /** @param {object} request @returns {Promise<any>} */
  ask(request) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, request });
    });
  }
}

/** Searches one position at a time, the most urgent first, slice by slice. */
export class Crew {
  /** @param {WebAssembly.Module} compiled */
  constructor(compiled) {
    const count = Math.min(MOST_THREADS, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1));
    this.threads = Array.from({ length: count }, () => new Thread(compiled));
    this.memory = Math.min(MOST_MEMORY, Math.floor(MEMORY / count));
    /** @type {Map<number, Job>} */
    this.jobs = new Map();
    /** Whose search the threads have begun. @type {Job|null} */
    this.current = null;
    this.working = false;
  }

  /** @param {Order} order @param {Listener} listener */
  begin(order, listener) {
    this.jobs.set(order.search, { order, listener, spent: 0, playouts: 0 });
    this.work();
  }

  /** @param {number} search */
  end(search) {
    this.jobs.delete(search);
  }

  async work() {
    if (this.working) return;
    this.working = true;
    for (let job = this.mostUrgent(); job; job = this.mostUrgent()) {
      try {
        await this.turn(job);
      } catch (error) {
        if (this.jobs.delete(job.order.search)) await job.listener.failed(/** @type {Error} */ (error).message);
      }
    }
    this.working = false;
  }

  mostUrgent() {
    const urgency = (/** @type {Job} */ job) => URGENCY.indexOf(job.order.purpose);
    return [...this.jobs.values()].sort((a, b) => urgency(a) - urgency(b) || a.order.search - b.order.search)[0];
  }

  /** One slice of a search, by all threads at once. @param {Job} job */
  async turn(job) {
    const { order, listener } = job;
    const { preset, position, moves } = order;
    if (order.purpose === "explanation") {
      const knowledge = await this.threads[0].ask({ ask: "explain", position, moves });
      if (this.jobs.delete(order.search)) await listener.explained(knowledge);
      return;
    }
    // Where playouts are counted, one thread makes as many as are meant.
    const threads = order.playouts == null ? this.threads : this.threads.slice(0, 1);
    if (this.current !== job) {
      const left = {
        playouts: order.playouts == null ? null : Math.max(1, order.playouts - job.playouts),
        seconds: order.seconds == null ? null : Math.max(0.001, order.seconds - job.spent),
      };
      const comparing = order.purpose === "analysis";
      await Promise.all(threads.map((thread) => thread.ask({ ask: "search", preset, position, moves, ...left, comparing, seed: thread.seed, memory: this.memory })));
      this.current = job;
    }
    const begun = performance.now();
    const answers = await Promise.all(threads.map((thread) => thread.ask({ ask: "poll", seconds: SLICE })));
    job.spent += (performance.now() - begun) / 1000;
    job.playouts = answers.reduce((sum, { report }) => sum + report.playouts, 0);
    const over = answers.some((answer) => answer.over);
    if (over) this.current = null;
    // Somebody may have called it off meanwhile.
    if (!this.jobs.has(order.search)) return;
    if (over) this.jobs.delete(order.search);
    await listener.reports(answers.map(({ report }) => report), over, job.spent);
  }
}
