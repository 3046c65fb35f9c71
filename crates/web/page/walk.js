// The keyboard's way over a board: one button can be reached by Tab, arrows go to its neighbours.

/** @typedef {import("./scene.js").Point} Point */
/** @typedef {{element: SVGElement|HTMLElement, centre: Point}} Stop */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Walk {
  /**
   * @param {Element} board where the buttons are, each with its name in `data-cell`
   * @param {(name: string) => void} onenter
   */
  constructor(board, onenter) {
    /** @type {Map<string, Stop>} */
    this.stops = new Map();
    /** The button that the keyboard is at. */
    this.at = "";
    board.addEventListener("keydown", (event) => this.onkey(/** @type {KeyboardEvent} */ (event), onenter));
    board.addEventListener("focusin", (event) => {
      const name = cellOf(event.target);
      if (name) this.set(name);
    });
  }

  /** Other buttons; the keyboard stays where it is, or goes near a point. @param {Map<string, Stop>} stops @param {Point} near */
  lay(stops, near) {
    const focused = this.stops.get(this.at)?.element === document.activeElement && this.at !== "";
    this.stops = stops;
    if (!stops.has(this.at)) this.at = nearest(stops, near) ?? "";
    for (const [name, { element }] of stops) element.setAttribute("tabindex", name === this.at ? "0" : "-1");
    if (focused) this.focus();
  }

  /** @param {string} name */
  set(name) {
    if (!this.stops.has(name)) return;
    this.stops.get(this.at)?.element.setAttribute("tabindex", "-1");
    this.at = name;
    this.stops.get(name)?.element.setAttribute("tabindex", "0");
  }

  focus() {
    this.stops.get(this.at)?.element.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event @param {(name: string) => void} onenter */
  onkey(event, onenter) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || cellOf(event.target) !== this.at) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      onenter(this.at);
      return;
    }
    const step = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.neighbour(step);
    if (next) this.stops.get(next)?.element.focus({ preventScroll: true });
  }

  /** Near rather than far, and ahead rather than aside. @param {number[]} step */
  neighbour([right, down]) {
    const from = this.stops.get(this.at);
    if (!from) return null;
    const [x, y] = from.centre;
    let best = null;
    let least = Infinity;
    for (const [name, { centre }] of this.stops) {
      const [dx, dy] = [centre[0] - x, centre[1] - y];
      const along = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      const cost = Math.hypot(dx, dy) + 0.3 * aside;
      if (along > 4 && aside <= along * 1.8 && cost < least) [best, least] = [name, cost];
    }
    return best;
  }
}

/** @param {EventTarget|null} target */
export function cellOf(target) {
  return target instanceof Element ? target.closest("[data-cell]")?.getAttribute("data-cell") ?? null : null;
}

/** @param {Map<string, Stop>} stops @param {Point} point */
function nearest(stops, [x, y]) {
  let best = null;
  let least = Infinity;
  for (const [name, { centre }] of stops) {
    const distance = Math.hypot(centre[0] - x, centre[1] - y);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}
