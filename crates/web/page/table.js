// A game on the screen: the board, those who play, and everything around it.

import { Analysis } from "./analysis.js";
import { backend } from "./backend.js";
import { capitalised, toast } from "./dom.js";
import { Game, ROOT } from "./game.js";
import { Graph } from "./graph.js";
import { KnowledgeList } from "./knowledge.js";
import { Moves } from "./moves.js";
import { Panel } from "./panel.js";
import { confirms, prefer, preferences } from "./preferences.js";
import { SURFACES } from "./surfaces.js";

/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").Thoughts} Thoughts */

/** @param {HTMLElement} main @param {string} id @param {Rules} rules */
export function showTable(main, id, rules) {
  return new Table(main, id, rules);
}

export class Table {
  /** @param {HTMLElement} main @param {string} id @param {Rules} rules */
  constructor(main, id, rules) {
    this.rules = rules;
    /** @type {Game|null} */
    this.game = null;
    /** A cell that was pointed at and waits for a second tap. @type {string|null} */
    this.chosen = null;
    /** A cell whose move is on its way. @type {string|null} */
    this.pending = null;
    /** A node that an answer has named and that is to be looked at. @type {number|null} */
    this.awaited = null;
    /** What the engine thinks about its own move. @type {{node: number, thoughts: Thoughts}|null} */
    this.moveSearch = null;
    /** @type {{node: number, thoughts: Thoughts}|null} */
    this.hint = null;
    this.hinting = false;
    /** A line that somebody points at. @type {string[]|null} */
    this.preview = null;
    this.scheduled = false;
    /** The board, once it is known which. @type {import("./scene.js").Surface|null} */
    this.board = null;
    this.moves = new Moves((node) => this.go(node));
    this.graph = new Graph((node) => this.go(node));
    this.analysis = new Analysis({
      online: (line) => { this.preview = line; this.schedule(); },
      onplay: (line) => this.playLine(line),
      ontoggle: (on) => this.analyze(on),
    });
    /** What is known of nodes without search. @type {Map<number, import("./types.js").StaticKnowledge|null>} */
    this.knowledge = new Map();
    /** Cells that somebody points at. @type {Set<string>} */
    this.pointed = new Set();
    this.knowledgeList = new KnowledgeList((cells) => { this.pointed = new Set(cells); this.schedule(); });
    this.panel = new Panel(main, this);
    this.talk = backend.converse(id, (message) => this.hear(message), (connected) => {
      this.panel.ui.offline.hidden = connected;
      if (connected && this.analysis.on) this.analysis.node = null;
    });
    addEventListener("preferences", () => this.schedule());
    setInterval(() => this.panel.tick(), 200);
  }

  /** @param {import("./types.js").Message} message */
  hear(message) {
    switch (message.type) {
      case "game":
        if (this.game) {
          this.game.replace(message);
        } else {
          const rules = this.rules.games.find(({ name }) => name === message.game);
          if (!rules) throw new Error(`${message.title} is not known here`);
          this.game = new Game(message, rules);
          this.board = new SURFACES[rules.display.board](this);
          this.panel.begin(message, this.board);
          if (location.hash === "#analysis") this.analysis.set(true);
        }
        break;
      case "patch": {
        const before = this.game?.state;
        this.game?.patch(message);
        if (before && before.live !== message.state.live) this.pending = this.chosen = this.hint = null;
        if (!message.state.thinking) this.moveSearch = null;
        if (this.awaited !== null) this.follow(this.awaited);
        break;
      }
      case "thinking":
        this.moveSearch = message;
        break;
      case "analysis":
        if (message.node === this.analysis.node) this.analysis.take(message.thoughts, message.done);
        break;
      case "error":
        toast(capitalised(message.error), "error");
        break;
    }
    this.schedule();
  }

  schedule() {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      this.show();
    });
  }

  /** @param {import("./types.js").Command["do"]} wish @param {Record<string, any>} [details] */
  async act(wish, details = {}) {
    try {
      return await this.talk.ask(wish, details);
    } catch (error) {
      toast(capitalised(/** @type {Error} */ (error).message), "error");
      return null;
    }
  }

  /** A cell was clicked or chosen by key. @param {string} cell */
  pick(cell) {
    const game = this.game;
    const view = game?.view;
    if (!game || !view) return;
    if (!game.canPlay) {
      this.refuse();
      return;
    }
    if (!view.legal.includes(cell)) {
      // Where moves are more than a cell, a click offers those that speak of it.
      this.choose(cell);
      return;
    }
    if (confirms() && this.chosen !== cell) {
      this.choose(cell);
      return;
    }
    this.play(cell);
  }

  /** Says why nothing can be played. */
  refuse() {
    if (this.game?.isLive && !this.game.isOver) toast("It is not your turn");
  }

  /** @param {string|null} cell */
  choose(cell) {
    this.chosen = cell;
    this.schedule();
  }

  /** @param {string} move */
  async play(move) {
    const game = this.game;
    if (!game) return;
    const [node, live] = [game.cursor, game.isLive];
    this.chosen = null;
    this.pending = move;
    this.schedule();
    const answer = await this.act("play", { node, move });
    // An answer may be faster than the news: the stone stays in sight until these come.
    if (answer?.node === undefined && this.pending === move) this.pending = null;
    if (answer?.node !== undefined && !live) this.follow(answer.node);
    this.schedule();
  }

  /** Plays some moves one after the other, and says where the first and the last lead. @param {string[]} moves */
  async playAll(moves) {
    let node = this.game?.cursor ?? ROOT;
    const live = this.game?.isLive;
    /** @type {number|null} */
    let first = null;
    for (const move of moves) {
      const answer = await this.act("play", { node, move });
      if (answer?.node === undefined) break;
      node = answer.node;
      first ??= node;
    }
    if (first !== null && !live) this.follow(node);
    return { first, last: node };
  }

  /** Adds a line as a variation, and looks at its first move. @param {string[]} line */
  async playLine(line) {
    if (!this.game) return;
    if (this.game.isLive && !this.game.isOver) {
      // Where an engine plays, nobody plays a whole line by one click.
      if (this.game.state.seats.every(({ kind }) => kind === "person")) this.play(line[0]);
      else toast("This is where the game is played: play there on the board");
      return;
    }
    const { first } = await this.playAll(line);
    if (first !== null) this.follow(first);
  }

  /** Looks at a node as soon as it is known: an answer may be faster than the news. @param {number} node */
  follow(node) {
    if (this.game?.nodes.has(node)) this.go(node);
    else this.awaited = node;
  }

  /** Looks at a node. @param {number} node */
  go(node) {
    this.awaited = null;
    const game = this.game;
    if (!game || !game.nodes.has(node)) return;
    this.panel.saveComment();
    game.cursor = node;
    this.chosen = this.pending = null;
    this.preview = null;
    this.hint = null;
    this.schedule();
  }

  /** @param {number} direction */
  step(direction) {
    const node = this.game?.node(this.game.cursor);
    if (!this.game || !node) return;
    if (direction < 0 && node.parent != null) this.go(node.parent);
    if (direction > 0 && node.children.length > 0) {
      // Rather along the game than along a variation of it.
      const line = new Set(this.game.lineTo(this.game.state.live).map(({ id }) => id));
      this.go(node.children.find((id) => line.has(id)) ?? node.children[0]);
    }
  }

  /** To the next or the previous variation. @param {number} direction */
  sidestep(direction) {
    const game = this.game;
    if (!game) return;
    const parent = game.node(game.cursor).parent;
    if (parent == null) return;
    const siblings = game.node(parent).children;
    const at = siblings.indexOf(game.cursor) + direction;
    if (siblings[at] !== undefined) this.go(siblings[at]);
  }

  toEnd() {
    const line = this.game?.lineThrough(this.game.cursor);
    const last = line?.[line.length - 1];
    if (last) this.go(last.id);
  }

  turn() {
    if (!this.game) return;
    const { name, display: { rotations } } = this.game.rules;
    const now = rotations.indexOf(preferences.turn[name] ?? rotations[0]);
    prefer({ turn: { ...preferences.turn, [name]: rotations[(now + 1) % rotations.length] } });
  }

  resign() {
    if (confirm("Resign the game?")) this.act("resign");
  }

  async askHint() {
    const game = this.game;
    if (!game) return;
    const node = game.cursor;
    this.hinting = true;
    this.schedule();
    const answer = await this.act("hint", { node });
    this.hinting = false;
    if (answer?.thoughts && game.cursor === node) {
      this.hint = { node, thoughts: answer.thoughts };
      const best = answer.thoughts.candidates[0];
      if (best) toast(`Hint: ${best.move}`);
    }
    this.schedule();
  }

  /** @param {boolean} on */
  analyze(on) {
    this.analysis.node = null;
    if (!on) this.act("end-analysis");
    this.schedule();
  }

  toggleReview() {
    if (!this.game) return;
    if (this.game.state.review) this.act("end-review");
    else this.act("review", { node: this.game.cursor, seconds: Number(this.panel.ui.reviewTime.value) });
  }

  /** @param {KeyboardEvent} event */
  onkey(event) {
    const slider = event.target === this.graph.element;
    if (!slider && this.board?.onkey?.(event)) {
      event.preventDefault();
      return;
    }
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1),
      ArrowUp: () => this.sidestep(-1), ArrowDown: () => this.sidestep(1),
      Home: () => this.go(ROOT), End: () => this.toEnd(),
      a: () => this.analysis.set(!this.analysis.on), h: () => this.askHint(), u: () => this.act("undo"), y: () => this.act("redo"),
      t: () => this.turn(), b: () => this.board?.focusBoard(),
      s: () => { const swap = this.game?.view?.legal.find((move) => move.startsWith("swap")); if (swap && this.game?.canPlay) this.play(swap); },
      Escape: () => this.choose(null),
    };
    const act = keys[event.key];
    if (!act || (slider && event.key.length === 1)) return;
    event.preventDefault();
    act();
  }

  show() {
    const game = this.game;
    if (!game) return;
    const view = game.view;
    if (!view) {
      this.fetchView(game.cursor);
    } else {
      const shape = game.shapes.get(view.shape);
      if (shape) this.showBoard(shape);
      else this.fetchShape(view.shape, view.node);
    }
    this.panel.show(game);
    this.moves.show(game);
    this.graph.show(game);
    if (this.analysis.on && view && this.analysis.node !== game.cursor) {
      this.analysis.begin(game.cursor, view.over);
      if (view.over) this.act("end-analysis");
      else this.act("analyze", { node: game.cursor });
    }
    if (this.analysis.on && view && !view.over && !this.knowledge.has(game.cursor)) this.explain(game.cursor);
    this.knowledgeList.show(this.analysis.on ? this.knowledge.get(game.cursor) ?? null : null, game);
    this.analysis.show(game, (line) => this.board?.lineText?.(line) ?? line.slice(0, 10).join(" "));
  }

  /** @param {number} node */
  async fetchView(node) {
    const answer = await this.talk.ask("position", { node }).catch(() => null);
    if (answer?.view) this.game?.see(answer.view);
    if (answer) this.schedule();
    else setTimeout(() => this.schedule(), 500);
  }

  /** @param {number} node */
  async explain(node) {
    this.knowledge.set(node, null);
    const answer = await this.talk.ask("explain", { node }).catch(() => null);
    if (answer?.insight) this.knowledge.set(node, answer.insight);
    else this.knowledge.delete(node);
    if (answer) this.schedule();
  }

  /** @param {string} id @param {number} node */
  async fetchShape(id, node) {
    const answer = await this.talk.ask("shape", { node }).catch(() => null);
    if (answer?.shape) this.game?.shapes.set(id, answer.shape);
    if (answer) this.schedule();
    else setTimeout(() => this.schedule(), 500);
  }

  /** @param {import("./types.js").Shape} shape */
  showBoard(shape) {
    const game = /** @type {Game} */ (this.game);
    const view = /** @type {import("./types.js").View} */ (game.view);
    let thoughts = this.analysis.on ? this.analysis.thoughtsAt(game.cursor) : null;
    if (!thoughts && this.hint?.node === game.cursor) thoughts = this.hint.thoughts;
    if (!thoughts && preferences.watch && this.moveSearch?.node === game.cursor) thoughts = this.moveSearch.thoughts;
    const judgement = game.judgement(game.node(game.cursor));
    this.board?.show({
      game, view, shape, thoughts, playable: game.canPlay, preview: this.preview, pending: this.pending ?? this.chosen,
      knowledge: this.analysis.on ? this.knowledge.get(game.cursor) ?? null : null, pointed: this.pointed,
      best: judgement?.mark ? judgement.best : null,
      turn: preferences.turn[game.rules.name] ?? game.rules.display.rotations[0] ?? 0, coordinates: preferences.coordinates, numbers: preferences.numbers,
    });
  }
}
