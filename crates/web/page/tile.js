// A tile: six sides with three coloured links.

import { svg } from "./dom.js";

/** @typedef {import("./scene.js").Point} Point */

/** Pixels of the drawing for the width of a tile. */
export const WIDTH = 80;
/** @type {Record<string, string>} */
export const COLOURS = { R: "red", Y: "yellow", B: "blue", G: "green" };

/** Where the middle of a cell is: x counts half cells, y rows. @param {string} cell @returns {Point} */
export function centreOf(cell) {
  const [x, y] = cell.split(",").map(Number);
  return [(x / 2) * WIDTH, y * Math.sqrt(0.75) * WIDTH];
}

/** The corners of a tile around the origin. @param {number} [scale] */
export function corners(scale = 1) {
  return [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = ((i - 1.5) * Math.PI) / 3;
    const radius = (scale * WIDTH) / Math.sqrt(3);
    return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
}

/** The middle of a side, clockwise from the north-eastern one. @param {number} side */
function middle(side) {
  const angle = ((side - 1) * Math.PI) / 3;
  return `${((WIDTH / 2) * Math.cos(angle)).toFixed(1)} ${((WIDTH / 2) * Math.sin(angle)).toFixed(1)}`;
}

/**
 * A tile around the origin.
 * @param {string} edges colours clockwise from the north-eastern side
 * @param {number} orientation clockwise sixths
 * @param {Set<string>} [bold] colours that stand out
 */
export function tileDrawing(edges, orientation, bold = new Set()) {
  const drawing = svg("g", { class: "tile-drawing" }, svg("polygon", { class: "tile", points: corners(0.985) }));
  for (const [letter, colour] of Object.entries(COLOURS)) {
    const sides = [0, 1, 2, 3, 4, 5].filter((side) => edges[(side + 6 - orientation) % 6] === letter);
    if (sides.length !== 2) continue;
    const d = `M${middle(sides[0])}Q0 0 ${middle(sides[1])}`;
    // One that stands out has a white core, which needs no colour to be seen.
    for (const stroke of ["under", `link ${colour}`, `pattern ${colour}`, ...(bold.has(colour) ? ["core"] : [])]) drawing.append(svg("path", { class: stroke, d }));
  }
  return drawing;
}

/** A tile as a picture of its own. @param {string} edges @param {number} orientation */
export function tileIcon(edges, orientation) {
  return svg("svg", { class: "tile-icon", viewBox: "-42 -48 84 96", "aria-hidden": "true" }, tileDrawing(edges, orientation));
}

/** The colours of a tile in words. @param {string} edges */
export function tileWords(edges) {
  return [...edges].map((letter) => COLOURS[letter] ?? letter).join(" ");
}
