// Everything around the board: who plays, how it stands, what can be done.

import { capitalised, h } from "./dom.js";
import { ROOT, seatName } from "./game.js";
import { layout } from "./layout.js";

/** @typedef {import("./game.js").Game} Game */

export class Panel {
  /** @param {HTMLElement} main @param {import("./table.js").Table} table */
  constructor(main, table) {
    this.table = table;
    this.ui = layout(main, table);
    /** The node whose comment is being written. */
    this.commented = ROOT;
    // What was drawn last, so that nothing is drawn twice.
    this.seatsKey = this.rosterKey = "";
    this.ui.comment.addEventListener("change", () => this.saveComment());
  }

  /** @param {import("./types.js").Snapshot} snapshot @param {import("./scene.js").Surface} board */
  begin(snapshot, board) {
    document.title = `${snapshot.title} – Spinney`;
    this.ui.title.textContent = `${snapshot.title} ${snapshot.size}`;
    this.ui.board.replaceChildren(board.element);
  }

  /** @param {Game} game */
  show(game) {
    this.ui.whole.dataset.first = game.firstSide;
    this.showPlayers(game);
    this.showStatus(game);
    this.showAside(game);
    this.showSeats(game);
  }

  saveComment() {
    const node = this.table.game?.nodes.get(this.commented);
    if (node && this.ui.comment.value !== (node.comment ?? "")) this.table.act("comment", { node: node.id, text: this.ui.comment.value });
  }

  tick() {
    const game = this.table.game;
    const clocks = game?.state.clocks;
    if (!game || !clocks) return;
    const passed = performance.now() - game.clocksAt;
    this.ui.players.querySelectorAll(".clock").forEach((clock, seat) => {
      const left = Math.max(0, clocks.left[seat] - (clocks.running === seat ? passed : 0));
      const tenths = left < 10000 ? `.${Math.floor((left % 1000) / 100)}` : "";
      const text = `${Math.floor(left / 60000)}:${String(Math.floor((left % 60000) / 1000)).padStart(2, "0")}${tenths}`;
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("low", left < 10000);
    });
  }

  /** @param {Game} game */
  showPlayers(game) {
    const view = game.views.get(game.state.live);
    if (!view) return;
    const named = game.snapshot.headings.players;
    const { seats, clocks } = game.state;
    const toMove = game.isOver ? null : view.toMove;
    const key = JSON.stringify([view.sides, seats, named, toMove, clocks != null]);
    if (key === this.rosterKey) return;
    this.rosterKey = key;
    this.ui.players.replaceChildren(...view.sides.map((side, seat) => h("div", { class: `player${side === toMove ? " to-move" : ""}` },
      h("span", { class: `dot ${side}`, "aria-hidden": "true" }),
      h("span", {}, `${capitalised(side)}: ${named[seat] || seatName(seats[seat])}`),
      clocks ? h("span", { class: "clock", role: "timer", "aria-label": `Clock of ${side}` }) : null)));
    this.tick();
  }

  /** @param {Game} game */
  showStatus(game) {
    const { ending, thinking, live, notice } = game.state;
    const there = game.views.get(live);
    let text = capitalised((game.view ?? there)?.caption ?? "");
    const last = game.node(game.cursor);
    const done = last.side === "chance" ? "drew" : "played";
    const who = last.side === "chance" ? game.lineTo(game.cursor).findLast(({ side }) => side !== "chance")?.side : last.side;
    if (last.move && who && !game.view?.over) text = `${capitalised(who)} ${done} ${last.move}. ${text}`;
    if (game.isLive && ending) {
      text = `${capitalised(ending.winner ?? "nobody")} has won ${ending.by === "time" ? "on time" : "by resignation"}`;
    } else if (game.isLive && thinking) {
      text = `${text}. The engine is thinking…`;
    } else if (!game.isLive) {
      text = `${text} (exploring)`;
    }
    if (notice) text = `${text}. ${notice}`;
    if (this.ui.status.textContent !== text) this.ui.status.textContent = text;
    const over = game.isOver;
    this.ui.buttons.resign.disabled = over;
    this.ui.buttons.undo.disabled = live === ROOT && !ending;
    this.ui.buttons.redo.disabled = game.node(live).children.length === 0;
    this.ui.buttons.hint.disabled = this.table.hinting || game.view?.over === true;
    this.ui.walk.live.disabled = game.isLive;
  }

  /** @param {Game} game */
  showAside(game) {
    const inGame = game.lineTo(game.state.live).some(({ id }) => id === game.cursor) || game.cursor === ROOT;
    this.ui.aside.hidden = game.isLive;
    this.ui.promote.hidden = this.ui.remove.hidden = inGame;
    const node = game.node(game.cursor);
    if (document.activeElement !== this.ui.comment || this.commented !== node.id) {
      this.commented = node.id;
      if (this.ui.comment.value !== (node.comment ?? "")) this.ui.comment.value = node.comment ?? "";
    }
    const judgement = game.judgement(node);
    this.ui.verdict.hidden = !judgement?.mark;
    if (judgement?.mark) {
      const better = judgement.best.slice(0, 6);
      this.ui.verdict.replaceChildren(
        `${judgement.mark === "??" ? "Blunder" : "Mistake"}: ${Math.round(100 * judgement.before)}% → ${Math.round(100 * judgement.after)}%. Better: `,
        h("button", { type: "button", class: "link", onclick: () => { if (node.parent != null) { this.table.go(node.parent); this.table.playLine(better); } } }, better.join(" ")));
    }
    const review = game.state.review;
    this.ui.review.textContent = review ? "Stop analysis" : "Analyse whole game";
    this.ui.progress.hidden = !review;
    this.ui.reviewTime.hidden = review != null;
    if (review) this.ui.progress.value = review.done / Math.max(1, review.of);
  }

  /** @param {Game} game */
  showSeats(game) {
    const sides = game.views.get(game.state.live)?.sides ?? [];
    const key = JSON.stringify([game.state.seats, sides]);
    if (key === this.seatsKey) return;
    this.seatsKey = key;
    const { presets } = game.rules;
    const open = this.ui.seats.open;
    const rows = game.state.seats.map((seat, i) => {
      const value = seat.kind === "person" ? "person" : `${seat.preset} ${seat.level}`;
      const select = h("select", { id: `seat-${i}` }, h("option", { value: "person", selected: seat.kind === "person" }, "Person"),
        ...presets.flatMap((preset) => this.table.rules.levels.map(({ number }) => {
          const engine = `${preset} ${number}`;
          return h("option", { value: engine, selected: engine === value }, `${preset}, level ${number}`);
        })));
      select.addEventListener("change", () => {
        const seats = game.state.seats.map((old, at) => {
          if (at !== i) return old;
          const [preset, level] = select.value.split(" ");
          return select.value === "person" ? { kind: "person" } : { kind: "engine", preset, level: Number(level) };
        });
        this.table.act("seats", { seats });
      });
      return h("div", { class: "field" }, h("label", { for: `seat-${i}` }, capitalised(sides[i] ?? `player ${i + 1}`)), select);
    });
    this.ui.seats.replaceChildren(h("summary", {}, "Who plays"), ...rows);
    this.ui.seats.open = open;
  }
}
