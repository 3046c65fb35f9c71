// What can be played besides a click on a cell: a move to be confirmed, a swap, moves that a cell is
// only a part of.

import { capitalised, h } from "./dom.js";

/** Moves that are no cells and are few enough for a button each; more of them where a cell is chosen. */
const MOST_BUTTONS = 8;
const MOST_AT_CELL = 40;

export class Choices {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.confirm = h("div", { class: "confirm", hidden: true });
    this.others = h("div", { class: "others row", role: "group", "aria-label": "Other moves", hidden: true });
    this.shown = "";
  }

  /** @param {import("./types.js").View} view @param {Map<string, any>} cells @param {boolean} playable */
  show(view, cells, playable) {
    const { table } = this;
    const chosen = table.chosen;
    const isMove = chosen != null && view.legal.includes(chosen);
    this.confirm.hidden = !isMove;
    if (isMove && this.confirm.dataset.move !== chosen) {
      this.confirm.dataset.move = chosen;
      this.confirm.replaceChildren(
        h("button", { type: "button", class: "primary", onclick: () => table.play(chosen) }, `Play ${chosen}`),
        h("button", { type: "button", onclick: () => table.choose(null) }, "Cancel"));
    }
    let moves = playable ? view.legal.filter((move) => !cells.has(move)) : [];
    const aside = chosen && !isMove && moves.some((move) => speaksOf(move, chosen));
    if (aside) moves = moves.filter((move) => speaksOf(move, chosen));
    this.others.hidden = moves.length === 0;
    const key = `${view.node} ${chosen} ${playable}`;
    if (this.shown === key) return;
    this.shown = key;
    /** @param {string} move */
    const button = (move) => h("button", { type: "button", "aria-keyshortcuts": move.startsWith("swap") ? "s" : null, onclick: () => table.play(move) }, capitalised(move.replace(/^swap-.*/, "swap")));
    if (moves.length <= (aside ? MOST_AT_CELL : MOST_BUTTONS)) {
      this.others.replaceChildren(...moves.map(button));
    } else {
      const select = h("select", { "aria-label": "Move" }, ...moves.map((move) => h("option", {}, move)));
      this.others.replaceChildren(select, h("button", { type: "button", onclick: () => table.play(select.value) }, "Play"));
    }
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
