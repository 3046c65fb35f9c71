// Below a board of squares: what is left of the turn, or what is left to set up.

import { h } from "./dom.js";
import { ANIMALS, STRENGTH, pieceIcon } from "./pieces.js";
import { placeOf } from "./steps.js";

/** @typedef {import("./scene.js").Scene} Scene */

const SET = { E: 1, M: 1, H: 2, D: 2, C: 2, R: 8 };
/** Usual ways to set up: the front row, then the back row, as seen from the own side. */
const SETUPS = [
  { name: "Classic", rows: "HDCMECDH RRRRRRRR" },
  { name: "Guarded traps", rows: "RHDMEDHR RRRCCRRR" },
  { name: "Horses out", rows: "HRDMEDRH RRRCCRRR" },
];

export class TurnBar {
  /** @param {import("./square-board.js").SquareBoard} board */
  constructor(board) {
    this.board = board;
    this.element = h("div", { class: "turn-bar row", role: "group", "aria-label": "Turn" });
    /** The kind that is being set up. @type {string|null} */
    this.kind = null;
    this.shown = "";
  }

  /** Kinds that are yet to be set up, the strongest first. */
  unplaced() {
    const legal = this.board.scene?.playable ? this.board.scene.view.legal.map(placeOf) : [];
    const letters = new Set(legal.flatMap((place) => place?.piece ?? []));
    return [...letters].sort((a, b) => STRENGTH.indexOf(a.toUpperCase()) - STRENGTH.indexOf(b.toUpperCase()));
  }

  kindToPlace() {
    const unplaced = this.unplaced();
    return unplaced.find((letter) => letter.toUpperCase() === this.kind) ?? unplaced[0] ?? "-";
  }

  /** @param {Scene} scene */
  show({ view, playable }) {
    const unplaced = this.unplaced();
    const used = this.board.used();
    const end = playable && view.legal.includes("end");
    const key = JSON.stringify([view.node, playable, this.kindToPlace(), used, end]);
    if (key === this.shown) return;
    this.shown = key;
    const focused = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.element.hidden = !playable;
    if (unplaced.length > 0) this.element.replaceChildren(...this.setupBar(unplaced));
    else {
      const pips = h("span", { class: "pips", role: "img", "aria-label": `${4 - used} of 4 steps left` },
        ...[0, 1, 2, 3].map((i) => h("span", { class: i < used ? "pip used" : "pip" })));
      this.element.replaceChildren(pips,
        h("button", { type: "button", "data-key": "end", class: end ? "primary" : "", disabled: !end, "aria-keyshortcuts": "e", onclick: () => this.board.table.play("end") }, "End turn"),
        h("button", { type: "button", "data-key": "back", disabled: used === 0, "aria-keyshortcuts": "u", onclick: () => this.back(1) }, "Take step back"),
        h("button", { type: "button", "data-key": "again", disabled: used < 2, onclick: () => this.back(used) }, "Restart turn"));
    }
    const again = focused ? this.element.querySelector(`[data-key="${focused}"]:not(:disabled)`) : null;
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {string[]} unplaced */
  setupBar(unplaced) {
    const now = this.kindToPlace();
    const stones = [...this.board.letters.values()];
    const kinds = unplaced.map((letter) => {
      const kind = /** @type {keyof typeof SET} */ (letter.toUpperCase());
      const left = SET[kind] - stones.filter((other) => other === letter).length;
      return h("button", { type: "button", class: "kind", "data-key": kind, "aria-pressed": String(letter === now), "aria-label": `Place a ${ANIMALS[kind]}, ${left} left`,
        onclick: () => { this.kind = kind; this.board.table.schedule(); } }, pieceIcon(letter), h("span", {}, `×${left}`));
    });
    const usual = SETUPS.filter(({ rows }) => this.rest(rows).length > 0);
    const setups = usual.map(({ name, rows }) => h("button", { type: "button", "data-key": name, onclick: () => this.board.table.playAll(this.rest(rows)) }, name));
    return [h("div", { class: "row kinds", role: "group", "aria-label": "Pieces to set up" }, ...kinds),
      h("div", { class: "row", role: "group", "aria-label": "Usual set-ups" }, usual.length > 0 ? h("span", { class: "soft" }, "Set up as") : null, ...setups)];
  }

  /** What is missing of a setup; nothing if something else stands there. @param {string} rows */
  rest(rows) {
    const silver = this.board.scene?.view.toMove === "silver";
    const moves = rows.split(" ").flatMap((row, i) => [...row].map((letter, file) => {
      const square = String.fromCharCode(97 + file) + (silver ? 7 + i : 2 - i);
      return (silver ? letter.toLowerCase() : letter) + square;
    }));
    const fits = moves.every((move) => ["", move[0]].includes(this.board.letterAt(move.slice(1))));
    return fits ? moves.filter((move) => !this.board.letterAt(move.slice(1))) : [];
  }

  /** Takes some steps back: in the game itself, or where one looks. @param {number} steps */
  async back(steps) {
    const game = this.board.scene?.game;
    if (!game) return;
    const line = game.lineTo(game.cursor);
    const start = line[line.length - steps]?.parent;
    if (start == null) return;
    if (!game.isLive) this.board.table.follow(start);
    else if (steps === 1) this.board.table.act("undo");
    else this.board.table.act("continue", { node: start });
  }
}
