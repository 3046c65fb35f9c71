// What the engine thinks, as a list of lines.

import { h, percent, short } from "./dom.js";
import { rateFor } from "./game.js";

/** @typedef {import("./types.js").Thoughts} Thoughts */
/** @typedef {import("./game.js").Game} Game */

const LINES = 5;

export class Analysis {
  /** @param {{online: (line: string[]|null) => void, onplay: (line: string[]) => void, ontoggle: (on: boolean) => void}} listener */
  constructor(listener) {
    this.listener = listener;
    this.on = false;
    /** The node that is thought about. @type {number|null} */
    this.node = null;
    /** @type {Thoughts|null} */
    this.thoughts = null;
    this.done = false;
    this.toggle = h("input", { type: "checkbox", id: "analysis-toggle", role: "switch", "aria-keyshortcuts": "a" });
    this.toggle.addEventListener("change", () => this.set(this.toggle.checked));
    this.rate = h("span", { class: "rate" });
    this.info = h("span", { class: "info" });
    this.bar = h("span", { class: "fill" });
    this.lines = h("ol", { class: "lines", "aria-label": "Best moves" });
    this.lines.addEventListener("pointerover", (event) => this.point(event.target));
    this.lines.addEventListener("focusin", (event) => this.point(event.target));
    for (const leave of ["pointerleave", "focusout"]) this.lines.addEventListener(leave, () => this.listener.online(null));
    this.lines.addEventListener("click", (event) => {
      const line = lineOf(event.target);
      if (line) this.listener.onplay(line);
    });
    this.element = h("div", { class: "analysis" },
      h("div", { class: "analysis-head" }, h("label", { for: "analysis-toggle", class: "check" }, this.toggle, " Analysis"), this.rate, this.info),
      h("div", { class: "bar", "aria-hidden": "true" }, this.bar), this.lines);
  }

  /** @param {boolean} on */
  set(on) {
    this.on = on;
    this.toggle.checked = on;
    if (!on) this.thoughts = null;
    this.listener.ontoggle(on);
  }

  /** @param {number} node @param {boolean} over */
  begin(node, over) {
    this.node = node;
    this.thoughts = null;
    this.done = over;
  }

  /** @param {Thoughts} thoughts @param {boolean} done */
  take(thoughts, done) {
    this.thoughts = thoughts;
    this.done = done;
  }

  /** @param {number} node */
  thoughtsAt(node) {
    return this.node === node ? this.thoughts : null;
  }

  /** @param {EventTarget|null} target */
  point(target) {
    this.listener.online(lineOf(target));
  }

  /** @param {Game} game @param {(line: string[]) => string} words */
  show(game, words) {
    const thoughts = this.thoughts;
    const known = thoughts ?? game.node(game.cursor).evaluation;
    // Of more than two players, everybody's chances are their own.
    const first = game.isCrowded && known ? known.side : game.firstSide;
    const rate = known ? rateFor(known, first) : null;
    this.rate.textContent = rate == null ? "" : known?.provenWinner ? `${known.provenWinner} wins` : `${first} ${percent(rate)}`;
    this.bar.style.width = `${100 * (rate ?? 0.5)}%`;
    this.element.classList.toggle("off", !this.on);
    this.lines.hidden = !this.on;
    if (!this.on) {
      this.info.textContent = "";
      return;
    }
    if (!thoughts) {
      this.info.textContent = this.done ? "the game is over" : "thinking…";
      this.lines.replaceChildren();
      return;
    }
    this.info.textContent = `${short(thoughts.visits)} visits, ${short(thoughts.speed)}/s${this.done ? ", done" : ""}`;
    const best = thoughts.candidates.slice(0, LINES);
    // Lines are written over, not anew: whoever points at one keeps pointing at it.
    while (this.lines.children.length > best.length) this.lines.lastElementChild?.remove();
    best.forEach((candidate, i) => {
      let item = this.lines.children[i];
      if (!item) {
        item = h("li", {}, h("button", { type: "button", class: "line" }, h("span", { class: "rate" }), h("span", { class: "visits" }), h("span", { class: "play" })));
        this.lines.append(item);
      }
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      const [rate, visits, play] = button.children;
      const line = candidate.line?.length ? candidate.line : [candidate.move];
      rate.textContent = candidate.proven === true ? "wins" : candidate.proven === false ? "loses" : `${(100 * candidate.winRate).toFixed(1)}%`;
      visits.textContent = short(candidate.visits);
      play.textContent = words(line);
      button.dataset.line = line.join("\n");
    });
  }
}

/** @param {EventTarget|null} target */
function lineOf(target) {
  const line = target instanceof Element ? target.closest("[data-line]")?.getAttribute("data-line") : null;
  return line ? line.split("\n") : null;
}
