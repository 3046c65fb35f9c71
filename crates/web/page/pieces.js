// The animals that step over squares, drawn in a box of 64 by 64.

import { svg } from "./dom.js";

/** What people call them, by their letter. @type {Record<string, string>} */
export const ANIMALS = { R: "rabbit", C: "cat", D: "dog", H: "horse", M: "camel", E: "elephant" };

/** The strongest first. */
export const STRENGTH = "EMHDCR";

/** Shapes in the colour of the drawing. @type {Record<string, string>} */
const BODIES = {
  R: "M26 30C17 23 15 11 19 5c7 1 11 9 12 19h2C34 14 38 6 45 5c4 6 2 18-7 25 7 3 11 9 11 15 0 9-7 14-17 14s-17-5-17-14c0-6 4-12 11-15z",
  C: "M12 8l14 10a26 26 0 0 1 12 0L52 8c3 9 3 17 1 24 2 4 2 8 1 11-3 9-12 14-22 14S13 52 10 43c-1-3-1-7 1-11-2-7-2-15 1-24z",
  D: "M21 11c7-4 15-4 22 0 8-3 15 2 16 10 1 9-1 18-6 20-3 1-5-1-6-4-1 14-7 22-15 22s-14-8-15-22c-1 3-3 5-6 4-5-2-7-11-6-20 1-8 8-13 16-10z",
  H: "M38 4l3 9c12 7 17 22 13 46H22c-1-12 4-17 11-24-4 1-7 2-10 5-3 4-7 5-10 3-4-2-6-6-4-9 5-6 8-12 10-17 3-6 7-8 11-10z",
  M: "M7 24c1-5 5-8 10-8 4 0 6 2 6 5-1 8-1 15 3 19 2-11 5-17 9-17s6 5 7 11c1-6 4-9 7-9 6 0 10 9 10 20l-2 14h-6l-2-10H28l-1 10h-6l-2-13c-5-5-6-12-6-20-3 1-6 1-6-2z",
  E: "M24 10c5-4 11-4 16 0 4-5 11-6 16-2 7 6 7 22 0 30-3 4-8 4-12 2l-4-2v13c0 4 4 4 5 1l5 2c-1 6-6 8-10 7-5-1-8-5-8-10v-3c0 5-1 10-4 10-5 0-7-8-8-20l-1 2c-4 2-8 2-11-2-7-8-7-24 0-30 5-4 12-3 16 2z",
};

/** What is cut into them: eyes, noses, whiskers. @type {Record<string, string>} */
const FEATURES = {
  R: "M25 41v3M39 41v3M30 50l2 2 2-2",
  C: "M22 33v4M42 33v4M29 44h6l-3 3zM20 46l-7 1M44 46l7 1",
  D: "M25 27v3M39 27v3M28 43h8l-4 5zM32 48v4",
  H: "M30 23l2 1M15 37l1 1M43 22c5 7 6 16 5 26",
  M: "M16 21h1",
  E: "M25 26v3M39 26v3M16 17c-4 5-4 11-1 16M48 17c4 5 4 11 1 16",
};

/**
 * A piece: its animal on a coin, which is round for gold and has eight sides for silver, so that
 * nobody needs to tell the colours.
 * @param {string} letter large for gold, small for silver
 */
export function pieceDrawing(letter) {
  const kind = letter.toUpperCase();
  const gold = letter === kind;
  const coin = gold
    ? svg("circle", { class: "coin", cx: 32, cy: 32, r: 35 })
    : svg("path", { class: "coin", d: "M18-2h28l20 20v28L46 66H18L-2 46V18z" });
  return svg("g", { class: `piece ${gold ? "gold" : "silver"}` }, coin,
    svg("g", { transform: "translate(32 33) scale(.86) translate(-32 -32)" },
      svg("path", { class: "animal", d: BODIES[kind] ?? "" }),
      svg("path", { class: "features", d: FEATURES[kind] ?? "" })));
}

/** What a piece is called. @param {string} letter */
export function pieceName(letter) {
  const kind = letter.toUpperCase();
  return `${letter === kind ? "gold" : "silver"} ${ANIMALS[kind] ?? letter}`;
}

/** A piece as a picture of its own. @param {string} letter */
export function pieceIcon(letter) {
  return svg("svg", { class: "piece-icon", viewBox: "-6 -6 76 76", "aria-hidden": "true" }, pieceDrawing(letter));
}
