// The moves of a game with their variations, as people write them.

import { h } from "./dom.js";
import { ROOT } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./scene.js").TreeNode} TreeNode */

/** @typedef {{side: string, turn: number}} Before who moved last, and how many turns there were */

export class Moves {
  /** @param {(node: number) => void} ongo */
  constructor(ongo) {
    this.ongo = ongo;
    this.element = h("div", { class: "moves", role: "group", "aria-label": "Moves" });
    this.element.addEventListener("click", (event) => {
      const node = event.target instanceof Element ? event.target.closest("[data-node]") : null;
      if (node) this.ongo(Number(node.getAttribute("data-node")));
    });
    this.shown = "";
  }

  /** @param {Game} game */
  show(game) {
    const key = this.key(game);
    if (key !== this.shown) {
      this.shown = key;
      this.element.replaceChildren(this.start(), this.line(game, game.node(ROOT).children, { side: "", turn: 0 }));
    }
    const live = String(game.state.live);
    const cursor = String(game.cursor);
    for (const token of this.element.querySelectorAll("[data-node]")) {
      const id = token.getAttribute("data-node");
      token.classList.toggle("live", id === live);
      if (id === cursor) {
        if (token.getAttribute("aria-current") !== "true") {
          token.setAttribute("aria-current", "true");
          // Only the list scrolls, never the page.
          const [box, at] = [this.element.getBoundingClientRect(), token.getBoundingClientRect()];
          if (at.top < box.top || at.bottom > box.bottom) {
            this.element.scrollTop += at.top - box.top - box.height / 2;
          }
        }
      } else {
        token.removeAttribute("aria-current");
      }
    }
  }

  /** Changes when the list must be written anew. @param {Game} game */
  key(game) {
    let key = "";
    for (const node of game.nodes.values()) {
      key += `${node.id}:${node.children.join(",")}${node.comment ? `c${node.comment.length}${node.comment.slice(0, 20)}` : ""}${game.judgement(node)?.mark ?? ""};`;
    }
    return key;
  }

  start() {
    return h("button", { type: "button", class: "move", "data-node": ROOT }, "start");
  }

  /**
   * A line of play: the first of some moves with what follows, the others as variations after it.
   * @param {Game} game
   * @param {number[]} children
   * @param {Before} before
   * @returns {DocumentFragment}
   */
  line(game, children, before) {
    const fragment = document.createDocumentFragment();
    while (children.length > 0) {
      const [main, ...others] = children.map((id) => game.node(id));
      fragment.append(this.token(game, main, before), " ");
      if (main.comment) fragment.append(h("p", { class: "comment" }, main.comment));
      for (const other of others) {
        const rest = this.line(game, other.children, after(game, other, before));
        const said = other.comment ? h("p", { class: "comment" }, other.comment) : null;
        fragment.append(h("div", { class: "variation" }, this.token(game, other, before, true), " ", said, rest));
      }
      children = main.children;
      before = after(game, main, before);
    }
    return fragment;
  }

  /** @param {Game} game @param {TreeNode} node @param {Before} before @param {boolean} [numbered] whatever came before */
  token(game, node, before, numbered = false) {
    const mark = game.judgement(node)?.mark;
    const { turn } = after(game, node, before);
    const begins = turn > before.turn || (numbered && node.side !== "chance");
    const number = game.rules.display.numbering === "rounds" ? `${round(game, turn)}${node.side[0]}` : `${turn}.`;
    return h("button", { type: "button", class: `move ${node.side}`, "data-node": node.id },
      begins ? h("span", { class: "number" }, number) : null, node.side === "chance" ? `+${node.move}` : node.move,
      mark ? h("span", { class: "mark" }, mark) : null,
      h("span", { class: "hidden-label" }, ` ${node.side === "chance" ? "drawn" : node.side}${mark === "??" ? ", blunder" : mark ? ", mistake" : ""}`));
  }
}

/** @param {Game} game @param {TreeNode} node @param {Before} before @returns {Before} */
function after(game, node, before) {
  if (node.side === "chance") return before;
  const same = game.rules.display.numbering !== "moves" && node.side === before.side;
  return { side: node.side, turn: before.turn + (same ? 0 : 1) };
}

/** Both sides' turns have one number, which goes on from that of the position where the game starts. @param {Game} game @param {number} turn */
function round(game, turn) {
  const second = game.views.get(game.state.live)?.sides[1] ?? "";
  const [, from = "1", letter = ""] = /^\S+ (\d+)([a-z])\b/.exec(game.snapshot.start) ?? [];
  const skipped = letter === second[0] || game.lineThrough(ROOT)[0]?.side === second ? 1 : 0;
  return Number(from) + Math.floor((turn - 1 + skipped) / 2);
}
