// How steps are written: Ee2n is a step, rc3x behind it a loss on a trap, Ee2 a piece set up.

/** @typedef {{move: string, piece: string, from: string, to: string, lost: {piece: string, square: string}[]}} Step */

/** A turn has so many. */
const STEPS = 4;
const ASIDE = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };

/** @param {string} move @returns {Step|null} */
export function stepOf(move) {
  const found = /^([RCDHME])([a-h])([1-8])([nesw])((?: [RCDHME][a-h][1-8]x)*)$/i.exec(move);
  if (!found) return null;
  const [, piece, file, row, direction, losses] = found;
  const [right, up] = ASIDE[/** @type {keyof typeof ASIDE} */ (direction)];
  const to = String.fromCharCode(file.charCodeAt(0) + right) + (Number(row) + up);
  const lost = losses.split(" ").filter(Boolean).map((word) => ({ piece: word[0], square: word.slice(1, 3) }));
  return { move, piece, from: file + row, to, lost };
}

/** @param {string} move @returns {{piece: string, square: string}|null} */
export function placeOf(move) {
  return /^[RCDHME][a-h][1-8]$/i.test(move) ? { piece: move[0], square: move.slice(1) } : null;
}

/**
 * A line of steps cut into turns.
 * @param {string[]} line
 * @param {number} used steps of the first turn that were made before
 */
export function turnsOf(line, used) {
  /** @type {string[][]} */
  const turns = [];
  let left = 0;
  for (const move of line) {
    if (left === 0) {
      turns.push([]);
      left = STEPS - (turns.length === 1 ? used : 0);
    }
    turns[turns.length - 1].push(move);
    left = move === "end" ? 0 : placeOf(move) ? Infinity : left - 1;
  }
  return turns;
}

/**
 * The ways that pieces went, from square to square.
 * @param {string[]} moves
 */
export function trailsOf(moves) {
  /** @type {{piece: string, squares: string[]}[]} */
  const trails = [];
  for (const step of moves.map(stepOf)) {
    if (!step) continue;
    const known = trails.find((trail) => trail.piece === step.piece && trail.squares[trail.squares.length - 1] === step.from);
    if (known) known.squares.push(step.to);
    else trails.push({ piece: step.piece, squares: [step.from, step.to] });
  }
  return trails;
}
