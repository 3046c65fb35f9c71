// A game on the screen: the board, those who play, and everything around it.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { capitalised, h, toast } from "./dom.js";
import { Game, ROOT, seatName, stoneColour } from "./game.js";
import { Graph } from "./graph.js";
import { layout } from "./layout.js";
import { Moves } from "./moves.js";
import { confirms, prefer, preferences } from "./preferences.js";
import { Conversation } from "./server.js";

/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Thoughts} Thoughts */

/** How boards may be turned, in degrees. Hex has its three habits. @type {Record<string, number[]>} */
const TURNS = { hex: [0, -30, 60] };
const OTHER_TURNS = [0, 180];
/** Moves that are no cells and are few enough for a button each. */
const MOST_BUTTONS = 8;

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
    this.thinking = null;
    /** @type {{node: number, thoughts: Thoughts}|null} */
    this.hint = null;
    this.hinting = false;
    /** A line that somebody points at. @type {string[]|null} */
    this.preview = null;
    this.scheduled = false;
    this.board = new Board((cell) => this.pick(cell));
    this.moves = new Moves((node) => this.go(node));
    this.graph = new Graph((node) => this.go(node));
    this.analysis = new Analysis({
      online: (line) => { this.preview = line; this.schedule(); },
      onplay: (line) => this.playLine(line),
      ontoggle: (on) => this.analyze(on),
    });
    this.ui = layout(main, this);
    this.commented = ROOT;
    // What was drawn last, so that nothing is drawn twice.
    this.turnKey = this.seatsKey = this.rosterKey = "";
    this.ui.comment.addEventListener("change", () => this.saveComment());
    this.talk = new Conversation(id, (message) => this.hear(message), (connected) => {
      this.ui.offline.hidden = connected;
      if (connected && this.analysis.on) this.analysis.node = null;
    });
    addEventListener("preferences", () => this.schedule());
    setInterval(() => this.tick(), 200);
  }

  /** @param {any} message */
  hear(message) {
    switch (message.type) {
      case "game":
        if (this.game) {
          this.game.replace(message);
        } else {
          this.game = new Game(message);
          document.title = `${message.title} – Spinney`;
          this.ui.title.textContent = `${message.title} ${message.start.split(/[;]/)[0].split(" ").slice(1, 2).join(" ")}`;
          if (location.hash === "#analysis") this.analysis.set(true);
        }
        break;
      case "patch": {
        const before = this.game?.state;
        this.game?.patch(message);
        if (before && before.live !== message.state.live) this.pending = this.chosen = this.hint = null;
        if (!message.state.thinking) this.thinking = null;
        if (this.awaited !== null) this.follow(this.awaited);
        break;
      }
      case "thinking":
        this.thinking = message;
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

  /** @param {string} wish @param {Record<string, any>} [details] */
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
      if (game.isLive && !game.isOver) toast("It is not your turn");
      return;
    }
    if (!view.legal.includes(cell)) {
      this.chooseAmong(cell);
      return;
    }
    if (confirms() && this.chosen !== cell) {
      this.chosen = cell;
      this.schedule();
      return;
    }
    this.play(cell);
  }

  /** Where moves are more than a cell, a click offers those that speak of it. @param {string} cell */
  chooseAmong(cell) {
    const legal = this.game?.view?.legal ?? [];
    this.chosen = legal.some((move) => !this.board.cells.has(move) && speaksOf(move, cell)) ? cell : null;
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
    if (this.pending === move) this.pending = null;
    if (answer?.node !== undefined && !live) this.follow(answer.node);
    this.schedule();
  }

  /** Adds a line as a variation, and looks at its first move. @param {string[]} line */
  async playLine(line) {
    if (!this.game) return;
    let node = this.game.cursor;
    let first = null;
    if (this.game.isLive && !this.game.isOver) {
      // Where an engine plays, nobody plays a whole line by one click.
      if (this.game.state.seats.every(({ kind }) => kind === "person")) this.play(line[0]);
      else toast("This is where the game is played: click a cell to play there");
      return;
    }
    for (const move of line) {
      const answer = await this.act("play", { node, move });
      if (answer?.node === undefined) break;
      node = answer.node;
      first ??= node;
    }
    if (first != null) this.follow(first);
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
    this.saveComment();
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
    const name = this.game?.snapshot.game ?? "";
    const turns = TURNS[name] ?? OTHER_TURNS;
    const now = turns.indexOf(preferences.turn[name] ?? turns[0]);
    prefer({ turn: { ...preferences.turn, [name]: turns[(now + 1) % turns.length] } });
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
    else this.act("review", { node: this.game.cursor, seconds: Number(this.ui.reviewTime.value) });
  }

  saveComment() {
    const node = this.game?.nodes.get(this.commented);
    if (node && this.ui.comment.value !== (node.comment ?? "")) this.act("comment", { node: node.id, text: this.ui.comment.value });
  }

  /** @param {KeyboardEvent} event */
  onkey(event) {
    const slider = event.target === this.graph.element;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1),
      ArrowUp: () => this.sidestep(-1), ArrowDown: () => this.sidestep(1),
      Home: () => this.go(ROOT), End: () => this.toEnd(),
      a: () => this.analysis.set(!this.analysis.on), h: () => this.askHint(), u: () => this.act("undo"), y: () => this.act("redo"),
      t: () => this.turn(), b: () => this.board.focusBoard(),
      s: () => { const swap = this.game?.view?.legal.find((move) => move.startsWith("swap")); if (swap && this.game?.canPlay) this.play(swap); },
      Escape: () => { this.chosen = null; this.schedule(); },
    };
    const act = keys[event.key];
    if (!act || (slider && event.key.length === 1)) return;
    event.preventDefault();
    act();
  }

  tick() {
    const game = this.game;
    const clocks = game?.state.clocks;
    if (!game || !clocks) return;
    const passed = performance.now() - game.clocksAt;
    this.ui.players.querySelectorAll(".clock").forEach((clock, seat) => {
      const left = Math.max(0, clocks.left[seat] - (clocks.running === seat ? passed : 0));
      const tenths = left < 10000 ? `.${Math.floor((left % 1000) / 100)}` : "";
      const text = `${Math.floor(left / 60000)}:${String(Math.floor((left % 60000) / 1000)).padStart(2, "0")}${tenths}`;
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("low", left < 10000);
    });
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
    this.showPlayers();
    this.showStatus();
    this.moves.show(game);
    this.graph.show(game);
    this.showAside();
    this.showSeats();
    if (this.analysis.on && view && this.analysis.node !== game.cursor) {
      this.analysis.begin(game.cursor, view.over);
      if (view.over) this.act("end-analysis");
      else this.act("analyze", { node: game.cursor });
    }
    this.analysis.show(game);
  }

  /** @param {number} node */
  async fetchView(node) {
    const answer = await this.talk.ask("position", { node }).catch(() => null);
    if (answer?.view) this.game?.views.set(node, answer.view);
    if (answer) this.schedule();
    else setTimeout(() => this.schedule(), 500);
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
    const name = game.snapshot.game;
    this.board.setShape(shape, preferences.turn[name] ?? 0, preferences.coordinates);
    const node = game.node(game.cursor);
    let thoughts = this.analysis.on ? this.analysis.thoughtsAt(game.cursor) : null;
    if (!thoughts && this.hint?.node === game.cursor) thoughts = this.hint.thoughts;
    if (!thoughts && preferences.watch && this.thinking?.node === game.cursor) thoughts = this.thinking.thoughts;
    const judgement = game.judgement(game.nodes.get(game.cursor) ?? node);
    /** @type {Map<string, string>} */
    const numbers = new Map();
    if (preferences.numbers) game.lineTo(game.cursor).forEach(({ move }, i) => numbers.set(move, String(i + 1)));
    /** @type {{cell: string, side: string, label: string}[]} */
    const line = [];
    const turn = Math.max(0, view.sides.indexOf(view.toMove ?? ""));
    (this.preview ?? []).forEach((move, i) => {
      if (this.board.cells.has(move)) line.push({ cell: move, side: stoneColour(view.sides[(turn + i) % view.sides.length]), label: String(i + 1) });
    });
    this.board.show(view, {
      thoughts: this.preview ? null : thoughts, line, pending: this.pending ?? this.chosen, numbers,
      best: judgement?.mark ? judgement.best[0] : null,
    }, game.canPlay);
    this.showChoices(view);
  }

  /** @param {import("./types.js").View} view */
  showChoices(view) {
    const game = /** @type {Game} */ (this.game);
    const chosen = this.chosen;
    const isMove = chosen != null && view.legal.includes(chosen);
    this.ui.confirm.hidden = !isMove;
    if (isMove && this.ui.confirm.dataset.move !== chosen) {
      this.ui.confirm.dataset.move = chosen;
      this.ui.confirm.replaceChildren(
        h("button", { type: "button", class: "primary", onclick: () => this.play(chosen) }, `Play ${chosen}`),
        h("button", { type: "button", onclick: () => { this.chosen = null; this.schedule(); } }, "Cancel"));
    }
    let moves = game.canPlay ? view.legal.filter((move) => !this.board.cells.has(move)) : [];
    if (chosen && !isMove) moves = moves.filter((move) => speaksOf(move, chosen));
    const key = `${view.node} ${chosen} ${game.canPlay}`;
    this.ui.others.hidden = moves.length === 0;
    if (this.turnKey === key) return;
    this.turnKey = key;
    /** @param {string} move */
    const button = (move) => h("button", { type: "button", "aria-keyshortcuts": move.startsWith("swap") ? "s" : null, onclick: () => this.play(move) }, capitalised(move.replace(/^swap-.*/, "swap")));
    if (moves.length <= (chosen ? 40 : MOST_BUTTONS)) {
      this.ui.others.replaceChildren(...moves.map(button));
    } else {
      const select = h("select", { "aria-label": "Move" }, ...moves.map((move) => h("option", {}, move)));
      this.ui.others.replaceChildren(select, h("button", { type: "button", onclick: () => this.play(select.value) }, "Play"));
    }
  }

  showPlayers() {
    const game = /** @type {Game} */ (this.game);
    const view = game.views.get(game.state.live);
    if (!view) return;
    const named = game.snapshot.headings.players;
    const { seats, clocks } = game.state;
    const toMove = game.isOver ? null : view.toMove;
    const key = JSON.stringify([view.sides, seats, named, toMove, clocks != null]);
    if (key === this.rosterKey) return;
    this.rosterKey = key;
    this.ui.players.replaceChildren(...view.sides.map((side, seat) => h("div", { class: `player${side === toMove ? " to-move" : ""}` },
      h("span", { class: `dot ${stoneColour(side)}`, "aria-hidden": "true" }),
      h("span", {}, `${capitalised(side)}: ${named[seat] || seatName(seats[seat])}`),
      clocks ? h("span", { class: "clock", role: "timer", "aria-label": `Clock of ${side}` }) : null)));
    this.tick();
  }

  showStatus() {
    const game = /** @type {Game} */ (this.game);
    const { ending, thinking, live } = game.state;
    const there = game.views.get(live);
    let text = capitalised((game.view ?? there)?.caption ?? "");
    const last = game.node(game.cursor);
    if (last.move && !game.view?.over) text = `${capitalised(last.side)} played ${last.move}. ${text}`;
    if (game.isLive && ending) {
      text = `${capitalised(ending.winner ?? "nobody")} has won ${ending.by === "time" ? "on time" : "by resignation"}`;
    } else if (game.isLive && thinking) {
      text = `${text}. The engine is thinking…`;
    } else if (!game.isLive) {
      text = `${text} (exploring)`;
    }
    if (this.ui.status.textContent !== text) this.ui.status.textContent = text;
    const over = game.isOver;
    this.ui.buttons.resign.disabled = over;
    this.ui.buttons.undo.disabled = live === ROOT && !ending;
    this.ui.buttons.redo.disabled = game.node(live).children.length === 0;
    this.ui.buttons.hint.disabled = this.hinting || game.view?.over === true;
    this.ui.walk.live.disabled = game.isLive;
  }

  showAside() {
    const game = /** @type {Game} */ (this.game);
    const inGame = game.lineTo(game.state.live).some(({ id }) => id === game.cursor) || game.cursor === ROOT;
    this.ui.aside.hidden = game.isLive;
    this.ui.promote.hidden = this.ui.remove.hidden = inGame;
    const node = game.node(game.cursor);
    if (document.activeElement !== this.ui.comment || this.commented !== node.id) {
      this.commented = node.id;
      if (this.ui.comment.value !== (node.comment ?? "")) this.ui.comment.value = node.comment ?? "";
    }
    const judgement = game.judgement(node);
    this.ui.verdict.hidden = !judgement?.mark;
    if (judgement?.mark) {
      const better = judgement.best.slice(0, 6);
      this.ui.verdict.replaceChildren(
        `${judgement.mark === "??" ? "Blunder" : "Mistake"}: ${Math.round(100 * judgement.before)}% → ${Math.round(100 * judgement.after)}%. Better: `,
        h("button", { type: "button", class: "link", onclick: () => { if (node.parent != null) { this.go(node.parent); this.playLine(better); } } }, better.join(" ")));
    }
    const review = game.state.review;
    this.ui.review.textContent = review ? "Stop analysis" : "Analyse whole game";
    this.ui.progress.hidden = !review;
    this.ui.reviewTime.hidden = review != null;
    if (review) this.ui.progress.value = review.done / Math.max(1, review.of);
  }

  showSeats() {
    const game = /** @type {Game} */ (this.game);
    const sides = game.views.get(game.state.live)?.sides ?? [];
    const key = JSON.stringify([game.state.seats, sides]);
    if (key === this.seatsKey) return;
    this.seatsKey = key;
    const presets = this.rules.games.find(({ name }) => name === game.snapshot.game)?.presets ?? [];
    const open = this.ui.seats.open;
    const rows = game.state.seats.map((seat, i) => {
      const value = seat.kind === "person" ? "person" : `${seat.preset} ${seat.level}`;
      const select = h("select", { id: `seat-${i}` }, h("option", { value: "person", selected: seat.kind === "person" }, "Person"),
        ...presets.flatMap((preset) => this.rules.levels.map(({ number }) => {
          const engine = `${preset} ${number}`;
          return h("option", { value: engine, selected: engine === value }, `${preset}, level ${number}`);
        })));
      select.addEventListener("change", () => {
        const seats = game.state.seats.map((old, at) => {
          if (at !== i) return old;
          const [preset, level] = select.value.split(" ");
          return select.value === "person" ? { kind: "person" } : { kind: "engine", preset, level: Number(level) };
        });
        this.act("seats", { seats });
      });
      return h("div", { class: "field" }, h("label", { for: `seat-${i}` }, capitalised(sides[i] ?? `player ${i + 1}`)), select);
    });
    this.ui.seats.replaceChildren(h("summary", {}, "Who plays"), ...rows);
    this.ui.seats.open = open;
  }
}

/** Whether a move names a cell, and not one whose name only begins alike. @param {string} move @param {string} cell */
function speaksOf(move, cell) {
  const [text, name] = [move.toLowerCase(), cell.toLowerCase()];
  const digit = (/** @type {string|undefined} */ letter) => letter !== undefined && /\d/.test(letter);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const cut = digit(text[at - 1]) && digit(name[0]);
    if (!cut && !digit(text[at + name.length])) return true;
  }
  return false;
}
