// The board: draws whatever cells a game's shape has, as buttons.

import { svg, percent, short } from "./dom.js";
import { stoneColour } from "./game.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Shape} Shape */
/** @typedef {import("./types.js").ShapeCell} ShapeCell */
/** @typedef {import("./types.js").Thoughts} Thoughts */
/** @typedef {import("./types.js").Point} Point */

/** Pixels of the drawing for one unit of a shape. */
const SCALE = 40;

/**
 * What is shown beside the stones.
 * @typedef {object} Overlay
 * @property {Thoughts|null} thoughts what the engine thinks of the moves
 * @property {{cell: string, side: string, label: string}[]} line stones that may come
 * @property {string|null} pending a cell that waits for its move to be confirmed or answered
 * @property {Map<string, string>} numbers what is written on stones
 * @property {string|null} best what should have been played
 */

/** @typedef {{cell: ShapeCell, centre: Point, polygon: SVGPolygonElement, stone: SVGCircleElement, mark: SVGCircleElement, note: SVGTextElement, small: SVGTextElement, radius: number}} Drawn */

export class Board {
  /** @param {(cell: string) => void} onpick */
  constructor(onpick) {
    this.onpick = onpick;
    this.element = svg("svg", { class: "board", role: "group", "aria-label": "Board" });
    /** @type {Map<string, Drawn>} */
    this.cells = new Map();
    this.drawnAs = "";
    /** The cell that the keyboard is at. */
    this.focus = "";
    this.element.addEventListener("click", (event) => {
      const cell = cellOf(event.target);
      if (cell) this.onpick(cell);
    });
    // A click leaves the keyboard where it was: its arrows walk through the game.
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
    this.element.addEventListener("keydown", (event) => this.onkey(event));
    this.element.addEventListener("focusin", (event) => {
      const cell = cellOf(event.target);
      if (cell) this.setFocus(cell);
    });
  }

  /**
   * Draws the empty board, if it is not drawn yet.
   * @param {Shape} shape
   * @param {number} turn degrees clockwise
   * @param {boolean} coordinates
   */
  setShape(shape, turn, coordinates) {
    const key = `${shape.id} ${turn} ${coordinates}`;
    if (key === this.drawnAs) return;
    this.drawnAs = key;
    const angle = (turn * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    /** @param {Point} point @returns {Point} */
    const place = ([x, y]) => [(x * cos - y * sin) * SCALE, (x * sin + y * cos) * SCALE];
    /** @param {Point[]} points */
    const text = (points) => points.map((p) => place(p).map((n) => n.toFixed(1)).join(",")).join(" ");

    const labels = coordinates ? shape.labels : [];
    const points = [
      ...shape.cells.flatMap((cell) => cell.outline.map(place)),
      ...shape.frame.flatMap((line) => line.points.map(place)),
      ...shape.tiles.flatMap((tile) => tile.outline.map(place)),
      ...labels.flatMap(({ at }) => {
        const [x, y] = place(at);
        return /** @type {Point[]} */ ([[x - 12, y - 10], [x + 12, y + 10]]);
      }),
    ];
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs) - 6, Math.min(...ys) - 6];
    const [width, height] = [Math.max(...xs) + 6 - left, Math.max(...ys) + 6 - top];
    this.element.setAttribute("viewBox", [left, top, width, height].map((n) => n.toFixed(1)).join(" "));
    this.element.style.setProperty("--ratio", (width / height).toFixed(4));

    const rooms = shape.cells.map(room).sort((a, b) => a - b);
    const usual = 0.84 * (rooms[rooms.length >> 1] || 0.5);
    const layers = { cells: svg("g"), tiles: svg("g"), frame: svg("g"), stones: svg("g", { "aria-hidden": "true", class: "stones" }), labels: svg("g", { "aria-hidden": "true" }) };
    this.cells.clear();
    for (const cell of shape.cells) {
      const [x, y] = place(cell.centre);
      const radius = Math.min(usual, 0.94 * room(cell)) * SCALE;
      const polygon = svg("polygon", { class: "cell", points: text(cell.outline), role: "button", tabindex: "-1", "data-cell": cell.name });
      const stone = svg("circle", { cx: x, cy: y, r: radius, class: "stone" });
      const mark = svg("circle", { cx: x, cy: y, r: radius * 0.6, class: "mark" });
      const note = svg("text", { x, y, class: "note" });
      const small = svg("text", { x, y: y + radius * 0.62, class: "note small" });
      layers.cells.append(polygon);
      layers.stones.append(stone, mark, note, small);
      this.cells.set(cell.name, { cell, centre: [x, y], polygon, stone, mark, note, small, radius });
    }
    for (const tile of shape.tiles) {
      const drawing = svg("g", { role: "img", "aria-label": tile.last ? `${tile.name}, last move` : tile.name });
      drawing.append(svg("polygon", { class: tile.last ? "tile last" : "tile", points: text(tile.outline) }));
      for (const { colour, curve, bold } of tile.links) {
        const [from, by, to] = curve.map((point) => place(point).map((n) => n.toFixed(1)).join(" "));
        // One that stands out has a white core, which needs no colour to be seen.
        for (const stroke of ["under", `link ${colour}`, ...(bold ? ["core"] : [])]) {
          drawing.append(svg("path", { class: stroke, d: `M${from}Q${by} ${to}` }));
        }
      }
      layers.tiles.append(drawing);
    }
    for (const { points, colour } of shape.frame) {
      layers.frame.append(svg("polyline", { class: `side ${colour}`, points: text(points) }));
    }
    for (const label of labels) {
      const [x, y] = place(label.at);
      layers.labels.append(svg("text", { class: `label ${label.colour}`, x, y, dy: ".35em" }, label.text));
    }
    this.element.replaceChildren(layers.cells, layers.tiles, layers.frame, layers.stones, layers.labels);
    if (!this.cells.has(this.focus)) {
      this.focus = nearest([...this.cells.values()], [left + width / 2, top + height / 2])?.cell.name ?? "";
    }
    this.setFocus(this.focus);
  }

  /**
   * Shows a position.
   * @param {View} view
   * @param {Overlay} overlay
   * @param {boolean} playable
   */
  show(view, overlay, playable) {
    const legal = new Set(playable ? view.legal : []);
    const thoughts = overlay.thoughts;
    const candidates = new Map(thoughts?.candidates.map((c, i) => [c.move, { ...c, i }]) ?? []);
    const most = Math.max(1, ...(thoughts?.candidates.map((c) => c.visits) ?? []));
    const line = new Map(overlay.line.map((step) => [step.cell, step]));
    let i = 0;
    for (const drawn of this.cells.values()) {
      const name = drawn.cell.name;
      const letter = view.stones[i++];
      const colour = letter === "b" ? "black" : letter === "w" ? "white" : "";
      const mark = view.marks[name] ?? "";
      const ahead = line.get(name);
      const candidate = colour || ahead ? undefined : candidates.get(name);
      const pending = !colour && overlay.pending === name;
      const shown = colour || (ahead ? `${ahead.side} ahead` : pending ? `${stoneColour(view.toMove ?? "")} pending` : "");
      setClass(drawn.stone, shown ? `stone ${shown}` : "stone none");
      let markClass = mark;
      if (!markClass && candidate) markClass = candidate.i === 0 ? "best" : "candidate";
      if (!markClass && overlay.best === name) markClass = "better";
      setClass(drawn.mark, `mark ${markClass || "none"}`);
      const size = drawn.radius * (mark === "winning" ? 0.97 : mark ? 0.58 : 0.95);
      drawn.mark.setAttribute("r", size.toFixed(1));
      drawn.mark.style.fillOpacity = candidate ? String(0.12 + 0.55 * Math.sqrt(candidate.visits / most)) : "";

      let note = ahead?.label ?? overlay.numbers.get(name) ?? view.notes[name] ?? "";
      let small = "";
      if (candidate && (candidate.i < 12 || candidate.visits * 50 > most)) {
        note = candidate.proven === true ? "win" : candidate.proven === false ? "loss" : String(Math.round(100 * candidate.winRate));
        small = short(candidate.visits);
      }
      setText(drawn.note, note);
      setText(drawn.small, small);
      const letters = Math.max(2, note.length);
      drawn.note.style.fontSize = `${Math.min(drawn.radius * 0.95, (drawn.radius * 2.2) / letters).toFixed(1)}px`;
      drawn.small.style.fontSize = `${(drawn.radius * 0.5).toFixed(1)}px`;
      drawn.note.setAttribute("dy", small ? "0.05em" : "0.36em");
      setClass(drawn.note, `note ${colour === "black" || ahead?.side === "black" ? "light" : ""}`);

      const isLegal = legal.has(name);
      setClass(drawn.polygon, `cell${isLegal ? " legal" : ""}${pending ? " pending" : ""}`);
      const words = [name, colour ? `${colour} stone` : "empty"];
      if (mark === "last") words.push("last move");
      if (mark === "winning") words.push("winning");
      if (view.notes[name]) words.push(view.notes[name]);
      if (candidate) words.push(`${percent(candidate.winRate)}, ${candidate.visits} visits`);
      setAttribute(drawn.polygon, "aria-label", words.join(", "));
      setAttribute(drawn.polygon, "aria-disabled", String(!isLegal));
    }
  }

  /** @param {string} name */
  setFocus(name) {
    this.cells.get(this.focus)?.polygon.setAttribute("tabindex", "-1");
    this.focus = name;
    this.cells.get(name)?.polygon.setAttribute("tabindex", "0");
  }

  /** @param {KeyboardEvent} event */
  onkey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.onpick(this.focus);
      return;
    }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = this.cells.get(this.focus);
    if (!step || !from) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = from.centre;
    let best = null;
    let least = Infinity;
    for (const drawn of this.cells.values()) {
      const [dx, dy] = [drawn.centre[0] - x, drawn.centre[1] - y];
      const along = dx * step[0] + dy * step[1];
      const aside = Math.abs(dx * step[1]) + Math.abs(dy * step[0]);
      // Near rather than far, and ahead rather than aside.
      const cost = Math.hypot(dx, dy) + 0.3 * aside;
      if (along > 4 && aside <= along * 1.8 && cost < least) [best, least] = [drawn, cost];
    }
    best?.polygon.focus();
  }

  focusBoard() {
    this.cells.get(this.focus)?.polygon.focus();
  }
}

/** @param {EventTarget|null} target */
function cellOf(target) {
  return target instanceof Element ? target.closest("[data-cell]")?.getAttribute("data-cell") ?? null : null;
}

/** The distance from a cell's centre to its nearest side. @param {ShapeCell} cell */
function room({ outline, centre: [cx, cy] }) {
  let least = Infinity;
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length];
    const length = Math.hypot(bx - ax, by - ay);
    if (length > 1e-6) least = Math.min(least, Math.abs((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / length);
  });
  return Number.isFinite(least) ? least : 0.5;
}

/** @param {Drawn[]} cells @param {Point} point */
function nearest(cells, [x, y]) {
  /** @param {Drawn} drawn */
  const distance = (drawn) => Math.hypot(drawn.centre[0] - x, drawn.centre[1] - y);
  return cells.reduce((/** @type {Drawn|undefined} */ best, drawn) => (best && distance(best) <= distance(drawn) ? best : drawn), undefined);
}

// A board of 384 cells is shown many times a second: only what differs is written.

/** @param {Element} element @param {string} value */
function setClass(element, value) {
  setAttribute(element, "class", value);
}

/** @param {Element} element @param {string} name @param {string} value */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param {Element} element @param {string} value */
function setText(element, value) {
  if (element.textContent !== value) element.textContent = value;
}
