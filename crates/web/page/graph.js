// The win rate over a game: a line that can be clicked and walked along.

import { svg, percent } from "./dom.js";
import { rateFor } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./scene.js").TreeNode} TreeNode */

const [WIDTH, HEIGHT] = [300, 90];

export class Graph {
  /** @param {(node: number) => void} ongo */
  constructor(ongo) {
    this.ongo = ongo;
    /** @type {number[]} */
    this.line = [];
    this.at = 0;
    this.element = svg("svg", {
      class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none",
      role: "slider", tabindex: "0", "aria-label": "Win rate over the game", "aria-valuemin": "0",
    });
    this.element.addEventListener("pointerdown", (event) => this.onpoint(event));
    this.element.addEventListener("pointermove", (event) => { if (event.buttons & 1) this.onpoint(event); });
  }

  /** @param {PointerEvent} event */
  onpoint(event) {
    const box = this.element.getBoundingClientRect();
    const share = (event.clientX - box.left) / Math.max(1, box.width);
    const index = Math.round(share * (this.line.length - 1));
    const node = this.line[Math.max(0, Math.min(this.line.length - 1, index))];
    if (node !== undefined) this.ongo(node);
  }

  /** @param {Game} game */
  show(game) {
    const side = game.firstSide;
    const nodes = [game.node(0), ...game.lineThrough(game.cursor)];
    this.line = nodes.map((node) => node.id);
    this.at = this.line.indexOf(game.cursor);
    const last = Math.max(1, nodes.length - 1);
    /** @param {number} i */
    const x = (i) => (i / last) * WIDTH;
    /** @param {number} rate */
    const y = (rate) => HEIGHT - rate * HEIGHT;
    // Of two sides one says all; of more, each is known where it is to move.
    const sides = game.isCrowded ? [...new Set(nodes.flatMap((node) => node.evaluation?.side ?? []))] : [side];
    /** @type {SVGElement[]} */
    const marks = [];
    const lines = sides.map((side) => nodes.flatMap((node, i) => {
      if (!node.evaluation || (game.isCrowded && node.evaluation.side !== side)) return [];
      const rate = rateFor(node.evaluation, side);
      const mark = game.judgement(node)?.mark;
      if (mark) marks.push(svg("circle", { class: mark === "??" ? "blunder" : "mistake", cx: x(i), cy: y(rate), r: 4 }));
      return [`${x(i).toFixed(1)},${y(rate).toFixed(1)}`];
    }));
    const [points] = lines;
    const area = !game.isCrowded && points.length > 1
      ? svg("polygon", { class: "area", points: `${points[0].split(",")[0]},${HEIGHT} ${points.join(" ")} ${points[points.length - 1].split(",")[0]},${HEIGHT}` })
      : null;
    this.element.replaceChildren(
      svg("line", { class: "half", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      ...(area ? [area] : []),
      ...lines.map((points, i) => svg("polyline", { class: game.isCrowded ? `rate ${sides[i]}` : "rate", points: points.join(" ") })),
      ...marks,
      svg("line", { class: "cursor", x1: x(this.at), x2: x(this.at), y1: 0, y2: HEIGHT }),
    );
    const here = game.nodes.get(game.cursor)?.evaluation;
    this.element.setAttribute("aria-valuemax", String(nodes.length - 1));
    this.element.setAttribute("aria-valuenow", String(this.at));
    const whose = game.isCrowded ? here?.side ?? side : side;
    this.element.setAttribute("aria-valuetext", `Move ${this.at}${here ? `, ${whose} ${percent(rateFor(here, whose))}` : ""}`);
  }
}
