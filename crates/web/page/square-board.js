// A board of squares: pieces are set up, picked and stepped, by click, drag or key. What may be done comes from
// the list of legal moves; here it is only sorted by squares.

import { h, svg, setAttribute, setClass } from "./dom.js";
import { STRENGTH, pieceDrawing, pieceIcon, pieceName } from "./pieces.js";
import { placeOf, stepOf, trailsOf, turnsOf } from "./steps.js";
import { TurnBar } from "./turn-bar.js";
import { Walk, cellOf } from "./walk.js";

/** @typedef {import("./scene.js").Point} Point */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {{element: SVGRectElement, hint: SVGGElement, centre: Point}} Square */
/** @typedef {{letter: string, square: string, element: SVGGElement}} Shown */

/** Pixels of the drawing for one square. */
const SIDE = 60;
/** Farther than this, a press becomes a drag. */
const DRAG = 6;

export class SquareBoard {
  static help = {
    how: "Click a piece and where it steps, or drag it; to push, pick your piece, the other one, and where that goes.",
    keys: [["e", "end the turn"]],
  };

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Scene|null} */
    this.scene = null;
    /** The square whose piece is to step. @type {string|null} */
    this.picked = null;
    /** The piece that was picked before an opponent's: it is to follow the one that it pushes. @type {string|null} */
    this.pusher = null;
    /** A push that was begun, and where. @type {{node: number, from: string|null, to: string}|null} */
    this.push = null;
    /** A piece that stays picked while it steps on. @type {{node: number, square: string}|null} */
    this.stepping = null;
    /** @type {{square: string, at: Point, moved: boolean}|null} */
    this.drag = null;
    /** @type {Map<string, Square>} */
    this.squares = new Map();
    /** What stands where, a move that is on its way included. @type {Map<string, string>} */
    this.letters = new Map();
    /** @type {Shown[]} */
    this.pieces = [];
    this.drawnAs = this.traysKey = "";
    this.svg = svg("svg", { class: "board squares", role: "group", "aria-label": "Board" });
    this.trays = { top: h("div", { class: "tray" }), bottom: h("div", { class: "tray" }) };
    this.bar = new TurnBar(this);
    this.element = h("div", { class: "squares-side" }, this.trays.top, this.svg, this.trays.bottom, this.bar.element);
    this.walk = new Walk(this.svg, (square) => this.pick(square));
    this.svg.addEventListener("click", (event) => {
      const square = cellOf(event.target);
      if (square) this.pick(square);
    });
    this.svg.addEventListener("mousedown", (event) => event.preventDefault());
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.svg.addEventListener("pointermove", (event) => this.pull(event));
    this.svg.addEventListener("pointerup", (event) => this.drop(event));
    this.svg.addEventListener("pointercancel", () => this.letGo());
  }

  focusBoard() {
    this.walk.focus();
  }

  /** @param {KeyboardEvent} event */
  onkey(event) {
    if (event.key === "e" && this.scene?.playable && this.scene.view.legal.includes("end")) this.table.play("end");
    else if (event.key === "Escape" && this.picked) this.setPicked(null);
    else return false;
    return true;
  }

  /** A line in words: whole turns. @param {string[]} line */
  lineText(line) {
    return turnsOf(line, this.used()).map((turn) => turn.filter((move) => move !== "end").join(" ")).join("  ·  ");
  }

  /** Steps of this turn that were made. */
  used() {
    return this.turnMoves().length;
  }

  /** The moves of the turn that goes on. */
  turnMoves() {
    const { game, view } = this.scene ?? {};
    if (!game || !view?.toMove) return [];
    return lastMoves(game, view.toMove).filter(stepOf);
  }

  /** @param {Scene} scene */
  show(scene) {
    if (this.scene?.view.node !== scene.view.node) this.arrive(scene);
    this.scene = scene;
    this.letters = lettersOf(scene);
    this.draw(scene);
    const steps = this.steps();
    if (!scene.playable || (this.picked && !steps.has(this.picked))) this.picked = this.pusher = null;
    this.showPieces();
    this.showSquares(scene, steps);
    this.showArrows(scene);
    this.showTrays(scene);
    this.bar.show(scene);
  }

  /** What was begun on the board before goes on here. @param {Scene} scene */
  arrive(scene) {
    const { view } = scene;
    const { push, stepping } = this;
    this.picked = this.pusher = this.push = this.stepping = null;
    if (!scene.playable || this.scene?.view.toMove !== view.toMove) return;
    const steps = view.legal.map(stepOf);
    if (push && push.node === this.scene?.view.node && steps.every((step) => step?.to === push.to)) {
      const by = steps.length === 1 ? steps[0] : steps.find((step) => step?.from === push.from);
      if (by) queueMicrotask(() => this.step(by));
    } else if (stepping && stepping.node === this.scene?.view.node && steps.some((step) => step?.from === stepping.square)) {
      this.picked = stepping.square;
    }
  }

  /** Legal steps by the square that they start from. */
  steps() {
    /** @type {Map<string, Step[]>} */
    const steps = new Map();
    for (const move of this.scene?.playable ? this.scene.view.legal : []) {
      const step = stepOf(move);
      if (step) steps.set(step.from, [...(steps.get(step.from) ?? []), step]);
    }
    return steps;
  }

  /** A square was clicked, or chosen by key. @param {string} square */
  pick(square) {
    const scene = this.scene;
    if (!scene || scene.pending) return;
    if (!scene.playable) {
      this.table.refuse();
      return;
    }
    const letter = this.letterAt(square);
    const place = this.bar.kindToPlace() + square;
    if (scene.view.legal.includes(place)) {
      this.table.play(place);
      return;
    }
    const steps = this.steps();
    const step = this.picked ? steps.get(this.picked)?.find(({ to }) => to === square) : null;
    if (step) {
      this.step(step);
    } else if (steps.has(square) && square !== this.picked) {
      const own = this.picked && sideOf(this.letterAt(this.picked)) === scene.view.toMove;
      this.pusher = own && sideOf(letter) !== scene.view.toMove ? this.picked : null;
      this.setPicked(square);
    } else {
      this.setPicked(null);
    }
  }

  /** @param {string|null} square */
  setPicked(square) {
    this.picked = square;
    if (!square) this.pusher = null;
    this.table.schedule();
  }

  /** @param {Step} step */
  step(step) {
    const node = this.scene?.view.node ?? 0;
    if (sideOf(step.piece) === this.scene?.view.toMove) this.stepping = { node, square: step.to };
    else this.push = { node, from: this.pusher, to: step.from };
    this.picked = null;
    this.table.play(step.move);
  }

  /** @param {PointerEvent} event */
  press(event) {
    const square = cellOf(event.target);
    if (event.button !== 0 || !square || !this.steps().has(square)) return;
    this.drag = { square, at: [event.clientX, event.clientY], moved: false };
  }

  /** @param {PointerEvent} event */
  pull(event) {
    const drag = this.drag;
    if (!drag) return;
    if (!drag.moved) {
      if (Math.hypot(event.clientX - drag.at[0], event.clientY - drag.at[1]) < DRAG) return;
      drag.moved = true;
      this.svg.setPointerCapture(event.pointerId);
      if (this.picked !== drag.square) this.pick(drag.square);
    }
    const piece = this.pieces.find(({ square }) => square === drag.square)?.element;
    const [x, y] = this.pointOf(event);
    piece?.classList.add("dragged");
    if (piece) piece.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const drag = this.drag;
    this.letGo();
    if (!drag?.moved) return;
    // The click that follows a drag is none.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    const [x, y] = this.pointOf(event);
    for (const [name, { centre }] of this.squares) {
      if (Math.max(Math.abs(centre[0] - x), Math.abs(centre[1] - y)) < SIDE / 2 && name !== drag.square) this.pick(name);
    }
  }

  letGo() {
    if (this.drag?.moved) this.table.schedule();
    this.drag = null;
    for (const { element } of this.pieces) element.classList.remove("dragged");
  }

  /** Where on the board somebody points. @param {PointerEvent} event @returns {Point} */
  pointOf(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
    return [x, y];
  }

  /** @param {string} square */
  letterAt(square) {
    return this.letters.get(square) ?? "";
  }

  /** Draws the empty board, if it is not drawn yet. @param {Scene} scene */
  draw({ shape, turn, coordinates }) {
    const key = `${shape.id} ${turn} ${coordinates}`;
    if (key === this.drawnAs) return;
    this.drawnAs = key;
    const sign = turn === 180 ? -1 : 1;
    const all = shape.cells.map(({ centre: [x, y] }) => [sign * x * SIDE, sign * y * SIDE]);
    const [left, top] = [0, 1].map((i) => Math.min(...all.map((at) => at[i])) - SIDE / 2);
    const margin = coordinates ? 24 : 5;
    this.svg.setAttribute("viewBox", [left - margin, top - 5, 8 * SIDE + margin + 5, 8 * SIDE + margin + 5].join(" "));
    const layers = { squares: svg("g"), labels: svg("g", { "aria-hidden": "true" }), hints: svg("g", { class: "hints" }) };
    this.arrows = svg("g", { class: "arrows", "aria-hidden": "true" });
    this.ahead = svg("g", { class: "arrows", "aria-hidden": "true" });
    this.layer = svg("g", { class: "pieces", "aria-hidden": "true" });
    this.squares.clear();
    this.pieces = [];
    shape.cells.forEach(({ name }, i) => {
      const [x, y] = all[i];
      const element = svg("rect", { x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, role: "button", tabindex: "-1", "data-cell": name });
      const hint = svg("g", { transform: `translate(${x} ${y})` });
      layers.squares.append(element);
      layers.hints.append(hint);
      this.squares.set(name, { element, hint, centre: [x, y] });
    });
    if (coordinates) {
      for (let i = 0; i < 8; i++) {
        const along = (i + 0.5) * SIDE;
        const [row, file] = turn === 180 ? [i + 1, 7 - i] : [8 - i, i];
        layers.labels.append(
          svg("text", { class: "label", x: left - 13, y: top + along, dy: ".35em" }, String(row)),
          svg("text", { class: "label", x: left + along, y: top + 8 * SIDE + 17 }, String.fromCharCode(97 + file)));
      }
    }
    const head = (/** @type {string} */ id) => svg("marker", { id, viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 3.2, markerHeight: 3.2, orient: "auto" }, svg("path", { d: "M0 0l10 5L0 10z" }));
    this.svg.replaceChildren(svg("defs", {}, head("head-last"), head("head-ahead")), layers.squares, layers.labels, this.arrows, layers.hints, this.layer, this.ahead);
    this.walk.lay(this.squares, [left + 4 * SIDE, top + 4 * SIDE]);
  }

  /** Pieces glide to where they went. */
  showPieces() {
    const there = new Set(this.pieces.filter(({ square, letter }) => this.letterAt(square) === letter));
    const free = this.pieces.filter((piece) => !there.has(piece));
    const next = [...there];
    for (const [square, letter] of this.letters) {
      if ([...there].some((piece) => piece.square === square)) continue;
      const to = /** @type {Square} */ (this.squares.get(square)).centre;
      const from = (/** @type {Shown} */ piece) => {
        const [x, y] = /** @type {Square} */ (this.squares.get(piece.square)).centre;
        return Math.hypot(x - to[0], y - to[1]);
      };
      const same = free.filter((piece) => piece.letter === letter).sort((a, b) => from(a) - from(b))[0];
      if (same) {
        free.splice(free.indexOf(same), 1);
        next.push({ ...same, square });
      } else {
        const element = svg("g", { class: "placed" }, svg("g", { transform: `scale(${0.68 * SIDE / 64}) translate(-32 -32)` }, pieceDrawing(letter)));
        this.layer?.append(element);
        next.push({ letter, square, element });
      }
    }
    for (const { element } of free) element.remove();
    this.pieces = next;
    for (const { element, square } of next) {
      const [x, y] = /** @type {Square} */ (this.squares.get(square)).centre;
      if (!element.classList.contains("dragged")) element.style.transform = `translate(${x}px, ${y}px)`;
      element.classList.toggle("picked", square === this.picked);
    }
  }

  /** @param {Scene} scene @param {Map<string, Step[]>} steps */
  showSquares({ view, shape }, steps) {
    const targets = new Map((this.picked ? steps.get(this.picked) ?? [] : []).map((step) => [step.to, step]));
    const place = this.bar.kindToPlace();
    const pushing = this.mustFollow();
    for (const { name } of shape.cells) {
      const { element, hint } = /** @type {Square} */ (this.squares.get(name));
      const letter = this.letterAt(name);
      const trap = /^[cf][36]$/.test(name);
      const step = targets.get(name);
      const free = view.legal.includes(place + name);
      const dark = (name.charCodeAt(0) + Number(name[1])) % 2 === 0;
      const classes = ["cell", "square", dark && "dark", trap && "trap", (steps.has(name) || step || free) && "legal", steps.has(name) && "pickable",
        name === this.picked && "picked", view.marks[name]];
      setClass(element, classes.filter(Boolean).join(" "));
      const mark = step ? (step.lost.length ? "target losing" : "target") : pushing.has(name) ? "follow" : trap ? "trap-mark" : "";
      if (hint.getAttribute("class") !== mark) {
        setClass(hint, mark);
        hint.replaceChildren(...hintDrawing(mark));
      }
      const words = [name, letter ? pieceName(letter) : "empty"];
      if (trap) words.push("trap");
      if (view.marks[name] === "last") words.push("last move");
      if (view.marks[name] === "winning") words.push("winning");
      if (name === this.picked) words.push("picked");
      if (step) words.push(`step here${step.lost.map(({ piece, square }) => `, loses the ${pieceName(piece)} on ${square}`).join("")}`);
      setAttribute(element, "aria-label", words.join(", "));
      setAttribute(element, "aria-disabled", String(!(steps.has(name) || step || free)));
      setAttribute(element, "aria-pressed", String(name === this.picked));
    }
  }

  /** In the middle of a push: the pieces that may follow. */
  mustFollow() {
    const legal = this.scene?.playable ? this.scene.view.legal.map(stepOf) : [];
    const to = legal[0]?.to;
    const pushing = to && this.used() > 0 && !this.scene?.view.legal.includes("end") && legal.every((step) => step?.to === to);
    return new Set(pushing ? legal.flatMap((step) => step?.from ?? []) : []);
  }

  /** The last turn, and the one that may come. @param {Scene} scene */
  showArrows({ game, view, thoughts, preview, best }) {
    const last = game.node(game.cursor).side;
    this.drawArrows(this.arrows, lastMoves(game, last), "last");
    const line = preview ?? thoughts?.candidates[0]?.line ?? best;
    const [turn = [], reply = []] = turnsOf(line ?? [], this.used());
    this.drawArrows(this.ahead, view.over ? [] : [...turn, ...(preview ? reply : [])], "ahead");
  }

  /** @param {SVGGElement|undefined} layer @param {string[]} moves @param {"last"|"ahead"} kind */
  drawArrows(layer, moves, kind) {
    const key = moves.join();
    if (!layer || layer.dataset.moves === key) return;
    layer.dataset.moves = key;
    const centre = (/** @type {string} */ square) => this.squares.get(square)?.centre ?? [0, 0];
    const drawn = trailsOf(moves).map(({ piece, squares }) => svg("polyline", {
      class: `arrow ${kind} ${sideOf(piece)}`, points: squares.map((square) => centre(square).join(",")).join(" "), "marker-end": `url(#head-${kind})`,
    }));
    const lost = moves.flatMap((move) => stepOf(move)?.lost ?? []);
    const crosses = lost.map(({ square }) => svg("path", { class: `cross ${kind}`, transform: `translate(${centre(square).join(" ")})`, d: "M-12-12l24 24M12-12l-24 24" }));
    const places = kind === "ahead" ? moves.flatMap((move) => placeOf(move) ?? []) : [];
    const ghosts = places.map(({ piece, square }) => svg("g", { class: "ghost", transform: `translate(${centre(square).join(" ")}) scale(${0.68 * SIDE / 64}) translate(-32 -32)` }, pieceDrawing(piece)));
    layer.replaceChildren(...ghosts, ...drawn, ...crosses);
  }

  /** What was lost, beside the side that took it. @param {Scene} scene */
  showTrays({ game, turn }) {
    const lost = game.lineTo(game.cursor).flatMap(({ move }) => stepOf(move)?.lost ?? []).map(({ piece }) => piece);
    const key = `${lost.join("")} ${turn}`;
    if (key === this.traysKey) return;
    this.traysKey = key;
    const order = (/** @type {string} */ a, /** @type {string} */ b) => STRENGTH.indexOf(a.toUpperCase()) - STRENGTH.indexOf(b.toUpperCase());
    for (const side of ["gold", "silver"]) {
      const tray = (side === "silver") === (turn === 180) ? this.trays.top : this.trays.bottom;
      const pieces = lost.filter((letter) => sideOf(letter) === side).sort(order);
      tray.replaceChildren(...pieces.map(pieceIcon));
      if (pieces.length > 0) tray.append(h("span", { class: "hidden-label" }, `Lost: ${pieces.map(pieceName).join(", ")}`));
    }
  }
}

/** @param {Scene} scene */
function lettersOf({ shape, view, pending }) {
  /** @type {Map<string, string>} */
  const letters = new Map();
  shape.cells.forEach(({ name }, i) => { if (view.stones[i] !== ".") letters.set(name, view.notes[name] ?? ""); });
  const [step, place] = [stepOf(pending ?? ""), placeOf(pending ?? "")];
  if (step && letters.get(step.from) === step.piece) {
    letters.delete(step.from);
    letters.set(step.to, step.piece);
    for (const { square } of step.lost) letters.delete(square);
  }
  if (place) letters.set(place.square, place.piece);
  return letters;
}

/** The moves that a side has made last, one after the other. @param {import("./game.js").Game} game @param {string} side */
function lastMoves(game, side) {
  const moves = [];
  for (const node of game.lineTo(game.cursor).reverse()) {
    if (node.side !== side) break;
    moves.unshift(node.move);
  }
  return moves;
}

/** @param {string} letter */
function sideOf(letter) {
  return letter === letter.toUpperCase() ? "gold" : "silver";
}

/** @param {string} mark */
function hintDrawing(mark) {
  if (mark.startsWith("target")) {
    const dot = svg("circle", { class: "dot-mark", r: 11 });
    return mark === "target" ? [dot] : [dot, svg("path", { class: "cross", d: "M-6-6l12 12M6-6l-12 12" })];
  }
  if (mark === "follow") return [svg("circle", { class: "ring-mark", r: 27 })];
  if (mark === "trap-mark") return [svg("circle", { r: 20 }), svg("circle", { r: 12, class: "pit" })];
  return [];
}
