// The board: draws whatever cells a game's shape has, as buttons.

import { Choices } from "./choices.js";
import { h, svg, percent, setAttribute, setClass, setText, short } from "./dom.js";
import { cellProofs } from "./knowledge.js";
import { Walk, cellOf } from "./walk.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./types.js").Shape} Shape */
/** @typedef {import("./types.js").ShapeCell} ShapeCell */
/** @typedef {import("./scene.js").Point} Point */

/** Pixels of the drawing for one unit of a shape. */
const SCALE = 40;

/** @typedef {{cell: ShapeCell, centre: Point, element: SVGPolygonElement, stone: SVGCircleElement, mark: SVGCircleElement, note: SVGTextElement, small: SVGTextElement, radius: number}} Drawn */

export class Board {
  static help = { how: "Click a cell to play there.", keys: [] };

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    const onpick = (/** @type {string} */ cell) => table.pick(cell);
    this.svg = svg("svg", { class: "board", role: "group", "aria-label": "Board" });
    this.choices = new Choices(table);
    this.element = h("div", { class: "board-and-choices" }, this.svg, this.choices.confirm, this.choices.others);
    /** @type {Map<string, Drawn>} */
    this.cells = new Map();
    this.drawnAs = "";
    this.svg.addEventListener("click", (event) => {
      const cell = cellOf(event.target);
      if (cell) onpick(cell);
    });
    // A click leaves the keyboard where it was: its arrows walk through the game.
    this.svg.addEventListener("mousedown", (event) => event.preventDefault());
    this.walk = new Walk(this.svg, onpick);
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
      ...labels.flatMap(({ at }) => {
        const [x, y] = place(at);
        return /** @type {Point[]} */ ([[x - 12, y - 10], [x + 12, y + 10]]);
      }),
    ];
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs) - 6, Math.min(...ys) - 6];
    const [width, height] = [Math.max(...xs) + 6 - left, Math.max(...ys) + 6 - top];
    this.svg.setAttribute("viewBox", [left, top, width, height].map((n) => n.toFixed(1)).join(" "));
    this.svg.style.setProperty("--ratio", (width / height).toFixed(4));

    const rooms = shape.cells.map(room).sort((a, b) => a - b);
    const usual = 0.84 * (rooms[rooms.length >> 1] || 0.5);
    const layers = { cells: svg("g"), frame: svg("g"), stones: svg("g", { "aria-hidden": "true", class: "stones" }), labels: svg("g", { "aria-hidden": "true" }) };
    this.cells.clear();
    for (const cell of shape.cells) {
      const [x, y] = place(cell.centre);
      const radius = Math.min(usual, 0.94 * room(cell)) * SCALE;
      const element = svg("polygon", { class: "cell", points: text(cell.outline), role: "button", tabindex: "-1", "data-cell": cell.name });
      const stone = svg("circle", { cx: x, cy: y, r: radius, class: "stone" });
      const mark = svg("circle", { cx: x, cy: y, r: radius * 0.6, class: "mark" });
      const note = svg("text", { x, y, class: "note" });
      const small = svg("text", { x, y: y + radius * 0.62, class: "note small" });
      layers.cells.append(element);
      layers.stones.append(stone, mark, note, small);
      this.cells.set(cell.name, { cell, centre: [x, y], element, stone, mark, note, small, radius });
    }
    for (const { points, colour } of shape.frame) {
      layers.frame.append(svg("polyline", { class: `side ${colour}`, points: text(points) }));
    }
    for (const label of labels) {
      const [x, y] = place(label.at);
      layers.labels.append(svg("text", { class: `label ${label.colour}`, x, y, dy: ".35em" }, label.text));
    }
    const hatch = svg("pattern", { id: "hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("rect", { class: "hatched", width: 8, height: 8 }), svg("path", { class: "hatching", d: "M0 4h8" }));
    this.svg.replaceChildren(svg("defs", {}, hatch), layers.cells, layers.frame, layers.stones, layers.labels);
    this.walk.lay(this.cells, [left + width / 2, top + height / 2]);
  }

  /** @param {Scene} scene */
  show(scene) {
    const { game, view, preview, best } = scene;
    this.setShape(scene.shape, scene.turn, scene.coordinates);
    const legal = new Set(scene.playable ? view.legal : []);
    const thoughts = preview ? null : scene.thoughts;
    const candidates = new Map(thoughts?.candidates.map((c, i) => [c.move, { ...c, i }]) ?? []);
    const most = Math.max(1, ...(thoughts?.candidates.map((c) => c.visits) ?? []));
    const turn = Math.max(0, view.sides.indexOf(view.toMove ?? ""));
    const line = new Map((preview ?? []).map((cell, i) => [cell, { side: view.sides[(turn + i) % view.sides.length], label: String(i + 1) }]));
    const numbers = new Map((scene.numbers ? game.lineTo(game.cursor) : []).map(({ move }, i) => [move, String(i + 1)]));
    const known = cellProofs(preview ? undefined : scene.knowledge?.explanation);
    let i = 0;
    for (const drawn of this.cells.values()) {
      const name = drawn.cell.name;
      const letter = view.stones[i++];
      const colour = letter === "b" ? "black" : letter === "w" ? "white" : "";
      const mark = view.marks[name] ?? "";
      const ahead = line.get(name);
      const candidate = colour || ahead ? undefined : candidates.get(name);
      const pending = !colour && scene.pending === name;
      const { fill, inferior, outside, words: proven } = known(name);
      const shown = colour || (ahead ? `${ahead.side} ahead` : pending ? `${view.toMove ?? ""} pending` : fill ? `${fill} imagined` : "");
      setClass(drawn.stone, shown ? `stone ${shown}` : "stone none");
      let markClass = mark;
      if (!markClass && candidate) markClass = candidate.i === 0 ? "best" : "candidate";
      if (!markClass && best?.[0] === name) markClass = "better";
      setClass(drawn.mark, `mark ${markClass || "none"}`);
      const size = drawn.radius * (mark === "winning" ? 0.97 : mark ? 0.58 : 0.95);
      drawn.mark.setAttribute("r", size.toFixed(1));
      drawn.mark.style.fillOpacity = candidate ? String(0.12 + 0.55 * Math.sqrt(candidate.visits / most)) : "";

      let note = ahead?.label ?? numbers.get(name) ?? view.notes[name] ?? "";
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
      const classes = ["cell", isLegal && "legal", pending && "pending", !colour && inferior && "inferior", !colour && outside && "outside", scene.pointed.has(name) && "pointed"];
      setClass(drawn.element, classes.filter(Boolean).join(" "));
      drawn.element.style.fill = !colour && inferior && !scene.pointed.has(name) ? "url(#hatch)" : "";
      const words = [name, colour ? `${colour} stone` : "empty"];
      if (mark === "last") words.push("last move");
      if (mark === "winning") words.push("winning");
      if (view.notes[name]) words.push(view.notes[name]);
      words.push(...proven);
      if (candidate) words.push(`${percent(candidate.winRate)}, ${candidate.visits} visits`);
      setAttribute(drawn.element, "aria-label", words.join(", "));
      setAttribute(drawn.element, "aria-disabled", String(!isLegal));
    }
    this.choices.show(view, this.cells, scene.playable);
  }

  focusBoard() {
    this.walk.focus();
  }
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
