// Where everything around a board is.

import { h } from "./dom.js";
import { ROOT } from "./game.js";

/**
 * Builds the page of a game.
 * @param {HTMLElement} main
 * @param {import("./table.js").Table} table
 */
export function layout(main, table) {
  /** @param {string} label @param {() => void} act @param {Record<string, any>} [more] */
  const button = (label, act, more = {}) => h("button", { type: "button", onclick: act, ...more }, label);
  const cursor = () => ({ node: table.game?.cursor });
  const offline = h("p", { class: "offline", role: "alert", hidden: true }, "The connection is lost; trying again…");
  const title = h("h1", { class: "title" });
  const status = h("p", { class: "status", "aria-live": "polite" });
  const players = h("div", { class: "players" });
  const board = h("div", { class: "board-place" });
  const buttons = {
    undo: button("Undo", () => table.act("undo"), { "aria-keyshortcuts": "u" }),
    redo: button("Redo", () => table.act("redo"), { "aria-keyshortcuts": "y" }),
    hint: button("Hint", () => table.askHint(), { "aria-keyshortcuts": "h" }),
    resign: button("Resign", () => table.resign()),
    turn: button("Turn board", () => table.turn(), { "aria-keyshortcuts": "t" }),
  };
  const walk = {
    start: button("«", () => table.go(ROOT), { "aria-label": "To the start", "aria-keyshortcuts": "Home" }),
    back: button("‹", () => table.step(-1), { "aria-label": "One move back", "aria-keyshortcuts": "ArrowLeft" }),
    forward: button("›", () => table.step(1), { "aria-label": "One move forward", "aria-keyshortcuts": "ArrowRight" }),
    end: button("»", () => table.toEnd(), { "aria-label": "To the end", "aria-keyshortcuts": "End" }),
    live: button("To the game", () => table.game && table.go(table.game.state.live)),
  };
  const promote = button("Make main line", () => table.act("promote", cursor()));
  const remove = button("Remove", () => table.act("remove", cursor()));
  const aside = h("div", { class: "row", hidden: true },
    button("Continue the game from here", () => table.act("continue", cursor())), promote, remove);
  const comment = h("textarea", { rows: 2, id: "comment", placeholder: "Comment on this move", maxlength: 10000 });
  const verdict = h("p", { class: "verdict", hidden: true });
  const reviewTime = h("select", { id: "review-time", "aria-label": "Time for each move" },
    ...["0.2", "1", "5"].map((seconds) => h("option", { value: seconds, selected: seconds === "1" }, `${seconds} s a move`)));
  const review = button("Analyse whole game", () => table.toggleReview());
  const progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the analysis" });
  const seats = h("details", { class: "seats" });

  const whole = h("div", { class: "table" },
    h("section", { class: "board-side", "aria-label": "Position" }, offline, players, board),
    h("section", { class: "panel", "aria-label": "Game" },
      title, status,
      h("div", { class: "row", role: "group", "aria-label": "What to do" }, ...Object.values(buttons)),
      table.analysis.element, table.knowledgeList.element,
      h("div", { class: "row walk", role: "group", "aria-label": "Moves back and forward" }, ...Object.values(walk)),
      table.moves.element, aside, verdict,
      h("div", { class: "graph-box" }, table.graph.element),
      h("div", { class: "row" }, review, reviewTime, progress),
      h("label", { for: "comment", class: "hidden-label" }, "Comment"), comment,
      seats));
  main.replaceChildren(whole);
  return { whole, offline, title, status, players, board, buttons, walk, aside, promote, remove, comment, verdict, reviewTime, review, progress, seats };
}
