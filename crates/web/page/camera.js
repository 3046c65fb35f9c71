// What part of a drawing is seen: it pans by drag, zooms by wheel, pinch and keys.

/** @typedef {import("./scene.js").Point} Point */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Bounds */

/** Closer or farther than this, nobody sees anything. */
const LEAST = 200;
const MOST = 8000;
/** Farther than this, a press becomes a drag. */
const DRAG = 6;

export class Camera {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {Bounds} */
    this.bounds = { left: 0, top: 0, right: 1, bottom: 1 };
    /** The middle of what is seen, and its width. @type {{at: Point, width: number}} */
    this.eye = { at: [0, 0], width: 400 };
    /** Whether somebody has chosen what to see. */
    this.moved = false;
    /** Fingers and buttons that are down. @type {Map<number, Point>} */
    this.pointers = new Map();
    this.dragging = false;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) svg.addEventListener(end, (event) => this.release(event));
    svg.addEventListener("wheel", (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      this.zoom(Math.exp(Math.sign(event.deltaY) * Math.min(0.25, Math.abs(event.deltaY) / 400)), this.pointOf([event.clientX, event.clientY]));
    }, { passive: false });
    new ResizeObserver(() => this.look()).observe(svg);
  }

  /** Everything is to be seen, unless somebody looks elsewhere. @param {Bounds} bounds */
  setBounds(bounds) {
    this.bounds = bounds;
    this.look();
  }

  fit() {
    this.moved = false;
    this.look();
  }

  /** @param {number} factor above one: farther @param {Point} [about] */
  zoom(factor, about = this.eye.at) {
    const width = Math.min(MOST, Math.max(LEAST, this.eye.width * factor));
    const scale = width / this.eye.width;
    const [x, y] = this.eye.at;
    this.moved = true;
    this.eye = { at: [about[0] + (x - about[0]) * scale, about[1] + (y - about[1]) * scale], width };
    this.look();
  }

  /** By parts of what is seen. @param {number} right @param {number} down */
  pan(right, down) {
    const [x, y] = this.eye.at;
    this.moved = true;
    this.eye.at = [x + right * this.eye.width, y + down * this.eye.width];
    this.look();
  }

  look() {
    const { clientWidth, clientHeight } = this.svg;
    const ratio = clientWidth > 0 && clientHeight > 0 ? clientWidth / clientHeight : 1.4;
    if (!this.moved) {
      const { left, top, right, bottom } = this.bounds;
      this.eye = { at: [(left + right) / 2, (top + bottom) / 2], width: Math.max(right - left, (bottom - top) * ratio, LEAST) };
    }
    const { at: [x, y], width } = this.eye;
    const height = width / ratio;
    this.svg.setAttribute("viewBox", [x - width / 2, y - height / 2, width, height].map((n) => n.toFixed(1)).join(" "));
  }

  /** Where in the drawing a point of the screen is. @param {Point} point @returns {Point} */
  pointOf([clientX, clientY]) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
    return [x, y];
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button === 0) this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    /** @type {Point} */
    const now = [event.clientX, event.clientY];
    if (!this.dragging && this.pointers.size === 1) {
      if (Math.hypot(now[0] - before[0], now[1] - before[1]) < DRAG) return;
      this.dragging = true;
      this.svg.setPointerCapture(event.pointerId);
    }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    const from = this.pointOf(before);
    const to = this.pointOf(now);
    this.pointers.set(event.pointerId, now);
    if (other) {
      this.dragging = true;
      const apart = (/** @type {Point} */ a) => Math.max(20, Math.hypot(a[0] - other[0], a[1] - other[1]));
      this.zoom(apart(before) / apart(now), this.pointOf([(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]));
    } else {
      this.pan((from[0] - to[0]) / this.eye.width, (from[1] - to[1]) / this.eye.width);
    }
  }

  /** @param {PointerEvent} event */
  release(event) {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size > 0 || !this.dragging) return;
    this.dragging = false;
    // The click that follows a drag is none.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
  }
}
