// What is known of a position without search: proofs where there are stones, odds where there is luck.

import { capitalised, h, percent } from "./dom.js";

/** @typedef {import("./types.js").StaticKnowledge} StaticKnowledge */
/** @typedef {import("./types.js").Explanation} Explanation */
/** As games with luck tell it: points, and the spaces that matter with the tiles that would fill them. @typedef {{points: {side: string, now: number, expected: number}[], needs: {cell: string, forced: boolean, linesOf: string[], inHands: string[][], inBag: string[], nextDraw: number}[], bag: number}} Forecast */
/** @typedef {import("./types.js").Connection} Connection */
/** @typedef {import("./game.js").Game} Game */

/** Connections of a side that are listed. */
const MOST_CONNECTIONS = 12;

/** @type {Record<string, string>} */
const GROUNDS = {
  "game-over": "the game is over", "fill-in": "the cells that are filled in are enough",
  connection: "by a connection that cannot be broken", "no-moves": "no move is left that could win",
};

export class KnowledgeList {
  /** @param {(cells: string[]|null) => void} onpoint somebody points at some cells */
  constructor(onpoint) {
    this.element = h("details", { class: "knowledge", hidden: true, open: true });
    /** @type {StaticKnowledge|null} */
    this.shown = null;
    /** @param {Event} event */
    const point = (event) => {
      const cells = event.target instanceof Element ? event.target.closest("[data-cells]")?.getAttribute("data-cells") : null;
      onpoint(cells ? cells.split(" ") : null);
    };
    for (const enter of ["pointerover", "focusin"]) this.element.addEventListener(enter, point);
    for (const leave of ["pointerleave", "focusout"]) this.element.addEventListener(leave, () => onpoint(null));
  }

  /** @param {StaticKnowledge|null} knowledge @param {Game} game */
  show(knowledge, game) {
    if (knowledge === this.shown) return;
    this.shown = knowledge;
    const { explanation, forecast } = knowledge ?? {};
    this.element.hidden = !explanation && !forecast;
    if (explanation) this.element.replaceChildren(h("summary", {}, "What is proven"), ...this.proofs(explanation));
    else if (forecast) this.element.replaceChildren(h("summary", {}, "What to expect"), ...this.odds(/** @type {Forecast} */ (forecast), game.view?.sides ?? []));
  }

  /** @param {Explanation} explanation */
  proofs({ winner, ground, fill_in: fillIn, inferior, mustplay, moves, sides, note }) {
    const parts = [];
    if (winner) parts.push(h("p", { class: "proof" }, `${capitalised(winner)} wins`, ground ? `: ${GROUNDS[ground] ?? ground}` : ""));
    const counts = [count(fillIn.length, "cell filled in", "cells filled in"), count(inferior.length, "move left out", "moves left out"), moves.length > 0 ? count(moves.length, "move left", "moves left") : ""].filter(Boolean);
    if (counts.length > 0) parts.push(h("p", {}, counts.join(", ")));
    if (mustplay) parts.push(h("p", {}, "Must play among ", this.chip(`${mustplay.length} cell${mustplay.length === 1 ? "" : "s"}`, mustplay), mustplay.length <= 8 ? ` ${mustplay.join(" ")}` : ""));
    for (const { side, winning, connections } of sides) {
      const links = connections.slice(0, MOST_CONNECTIONS);
      if (winning.length + links.length === 0) continue;
      parts.push(h("p", { class: "chips" }, h("span", { class: `dot ${side}`, "aria-hidden": "true" }), h("span", { class: "hidden-label" }, capitalised(side)),
        ...winning.slice(0, 1).map((connection) => this.chip(connection.key ? `wins with ${connection.key}` : "wins", cellsOf(connection))),
        ...links.map((link) => this.chip(`${link.ends.join("–")}${link.key ? ` by ${link.key}` : ""}`, cellsOf(link)))));
    }
    const legend = [["filled", "filled in", fillIn.length > 0], ["left-out", "left out", inferior.length > 0], ["beside", "loses: outside the mustplay", mustplay !== null]];
    parts.push(h("p", { class: "legend soft" }, ...legend.flatMap(([kind, words, shown]) => (shown ? [h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), h("span", {}, String(words))] : []))));
    if (note) parts.push(h("p", { class: "soft" }, capitalised(note)));
    return parts;
  }

  /** @param {Forecast} forecast @param {string[]} sides */
  odds({ points, needs, bag }, sides) {
    const scores = h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Points"), h("th", { scope: "col" }, "now"), h("th", { scope: "col" }, "expected"))),
      h("tbody", {}, ...points.map(({ side, now, expected }) => h("tr", {}, h("th", { scope: "row" }, h("span", { class: `dot ${side}`, "aria-hidden": "true" }), ` ${capitalised(side)}`), h("td", {}, String(now)), h("td", {}, expected.toFixed(1))))));
    if (needs.length === 0) return [scores];
    const hands = sides.map((side) => h("th", { scope: "col" }, h("span", { class: `dot ${side}`, "aria-hidden": "true" }), h("span", { class: "hidden-label" }, side)));
    const spaces = h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Space"), ...hands, h("th", { scope: "col" }, "bag"), h("th", { scope: "col" }, "next draw"))),
      h("tbody", {}, ...needs.map(({ cell, forced, linesOf, inHands, inBag, nextDraw }) => h("tr", { "data-cells": cell },
        h("th", { scope: "row" }, this.chip(cell, [cell]), forced ? " forced" : "", ...linesOf.map((side) => h("span", { class: `dot ${side}`, title: `${side}'s best line ends here` }))),
        ...inHands.map((tiles) => h("td", { title: tiles.join(" ") }, String(tiles.length))), h("td", { title: inBag.join(" ") }, String(inBag.length)), h("td", {}, bag > 0 ? percent(nextDraw) : "–")))));
    return [scores, h("p", { class: "soft" }, "Tiles that fit where lines end and where it is forced:"), spaces];
  }

  /** @param {string} text @param {string[]} cells */
  chip(text, cells) {
    return h("button", { type: "button", class: "chip", "data-cells": cells.join(" ") }, text);
  }
}

/** @param {Connection} connection */
const cellsOf = ({ carrier, key }) => [...new Set(key ? [...carrier, key] : carrier)];

/** @param {number} number @param {string} one @param {string} many */
const count = (number, one, many) => (number === 0 ? "" : `${number} ${number === 1 ? one : many}`);

/**
 * What is proven of a cell: how it looks, and in words.
 * @param {Explanation|undefined} explanation
 * @returns {(cell: string) => {fill: string, inferior: boolean, outside: boolean, words: string[]}}
 */
export function cellProofs(explanation) {
  const fill = new Map(explanation?.fill_in.map((known) => [known.cell, known]));
  const inferior = new Map(explanation?.inferior.map((known) => [known.cell, known]));
  const must = explanation?.mustplay ? new Set(explanation.mustplay) : null;
  return (cell) => {
    const filled = fill.get(cell);
    const worse = inferior.get(cell);
    const words = [];
    if (filled) words.push(filled.cause === "dead" ? "dead" : `captured by ${filled.side}`);
    if (worse) words.push(`${worse.reason.replace(/-/g, " ")}, ${worse.by}`);
    if (must?.has(cell)) words.push("mustplay");
    return { fill: filled?.side ?? "", inferior: worse !== undefined, outside: must !== null && !must.has(cell), words };
  };
}
