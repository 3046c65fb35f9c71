// A table on which tiles are laid: they are picked from the hand, put on a space and turned. What
// may be done comes from the list of legal moves; here it is only sorted by tiles and spaces.

import { Camera } from "./camera.js";
import { capitalised, h, percent, setAttribute, setClass, svg } from "./dom.js";
import { WIDTH, centreOf, corners, tileDrawing, tileIcon, tileWords } from "./tile.js";
import { Walk, cellOf } from "./walk.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Point} Point */
/** @typedef {{move: string, tile: string, orientation: number, cell: string}} Laying */

export class TileTable {
  static help = {
    how: "Pick a tile of your hand, then a space; click it again to turn the tile, and lay it.",
    keys: [["1 to 6, r", "pick a tile, turn it; Enter lays it"], ["+ − 0, Shift+arrows", "zoom, see everything, pan"]],
  };

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Scene|null} */
    this.scene = null;
    /** The tile of the hand that is to be laid. @type {string|null} */
    this.tile = null;
    /** Where. @type {string|null} */
    this.cell = null;
    /** How it is turned. */
    this.orientation = 0;
    /** The sides of every tile that was seen. @type {Map<string, string>} */
    this.edges = new Map();
    this.tilesKey = this.spacesKey = this.handsKey = this.barKey = "";
    const layers = { tiles: svg("g"), spaces: svg("g"), ahead: svg("g", { class: "ahead", "aria-hidden": "true" }), notes: svg("g", { class: "notes", "aria-hidden": "true" }) };
    this.layers = layers;
    this.svg = svg("svg", { class: "tile-table", role: "group", "aria-label": "Table" }, layers.tiles, layers.spaces, layers.ahead, layers.notes);
    this.camera = new Camera(this.svg);
    this.hands = h("div", { class: "hands" });
    this.bar = h("div", { class: "turn-bar row", role: "group", "aria-label": "Tile to be laid" });
    /** @param {string} label @param {string} text @param {string} keys @param {() => void} act */
    const button = (label, text, keys, act) => h("button", { type: "button", "aria-label": label, title: label, "aria-keyshortcuts": keys, onclick: act }, text);
    const lens = h("div", { class: "lens", role: "group", "aria-label": "What is seen of the table" },
      button("Zoom in", "+", "+", () => this.camera.zoom(0.8)), button("Zoom out", "−", "-", () => this.camera.zoom(1.25)), button("Whole table", "⤢", "0", () => this.camera.fit()));
    this.element = h("div", { class: "tiles-side" }, h("div", { class: "cloth" }, this.svg), h("div", { class: "under-cloth" }, this.bar, lens), this.hands);
    this.walk = new Walk(this.svg, (cell) => (cell === this.cell && this.tile ? this.lay() : this.pickCell(cell)));
    this.svg.addEventListener("click", (event) => {
      const cell = cellOf(event.target);
      if (!cell) return;
      if (cell === this.cell && this.tile) this.rotate(1);
      else this.pickCell(cell);
    });
    this.svg.addEventListener("mousedown", (event) => event.preventDefault());
    this.svg.addEventListener("wheel", (event) => {
      if (!this.tile || cellOf(event.target) !== this.cell) return;
      event.preventDefault();
      this.rotate(Math.sign(event.deltaY));
    }, { passive: false });
  }

  focusBoard() {
    this.walk.focus();
  }

  /** @param {KeyboardEvent} event */
  onkey(event) {
    const at = Number(event.key) - 1;
    const own = this.ownHand();
    /** @type {Record<string, () => void>} */
    const keys = {
      r: () => this.rotate(1), R: () => this.rotate(-1), "+": () => this.camera.zoom(0.8), "-": () => this.camera.zoom(1.25), 0: () => this.camera.fit(),
    };
    if (event.shiftKey && event.key.startsWith("Arrow")) {
      const [right, down] = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key] ?? [0, 0];
      this.camera.pan(right, down);
    } else if (event.key === "Escape" && (this.tile || this.cell)) {
      this.letGo();
    } else if (event.key === "Enter" && this.tile && this.cell && !(event.target instanceof HTMLButtonElement)) {
      this.lay();
    } else if (own[at] !== undefined) {
      this.pickTile(own[at]);
    } else if (keys[event.key]) {
      keys[event.key]();
    } else {
      return false;
    }
    return true;
  }

  /** Draws are marked as records mark them. @param {string[]} line */
  lineText(line) {
    return line.slice(0, 8).map((move) => (move.includes("@") ? move : `+${move}`)).join(" ");
  }

  /** @param {Scene} scene */
  show(scene) {
    const moved = this.scene?.view.node !== scene.view.node;
    this.scene = scene;
    for (const { name } of scene.shape.tiles) {
      const [tile, edges] = name.split(", ");
      this.edges.set(tile.split(".")[0], edges);
    }
    if (moved || !scene.playable) this.tile = this.cell = null;
    this.showTiles(scene);
    this.showSpaces(scene);
    this.showAhead(scene);
    this.showHands(scene);
    this.showBar(scene);
  }

  /** What may be laid: with the tile and at the space that are picked, if they are. */
  layings() {
    const legal = this.scene?.playable ? this.scene.view.legal.map(layingOf) : [];
    return /** @type {Laying[]} */ (legal.filter((laying) => laying && (!this.tile || laying.tile === this.tile)));
  }

  /** How the picked tile can lie on the picked space. */
  ways() {
    return this.layings().filter(({ cell }) => cell === this.cell);
  }

  /** @param {string} tile */
  pickTile(tile) {
    if (!this.scene?.playable) {
      this.table.refuse();
      return;
    }
    if (this.tile !== tile) this.orientation = 0;
    this.tile = this.tile === tile && !this.cell ? null : tile;
    const spaces = new Set(this.layings().map(({ cell }) => cell));
    // Where there is only one space, that is the one.
    if (!this.cell || !spaces.has(this.cell)) this.cell = this.tile && spaces.size === 1 ? [...spaces][0] : null;
    this.settle();
  }

  /** @param {string} cell */
  pickCell(cell) {
    if (!this.scene?.playable) {
      this.table.refuse();
      return;
    }
    if (this.layings().some((laying) => laying.cell === cell)) {
      this.cell = cell;
    } else {
      // Another tile may fit.
      this.tile = null;
      this.cell = this.layings().some((laying) => laying.cell === cell) ? cell : null;
    }
    const tiles = new Set(this.ways().map(({ tile }) => tile));
    if (this.cell && !this.tile && tiles.size === 1) this.tile = [...tiles][0];
    this.settle();
  }

  /** The tile lies as it can. */
  settle() {
    const ways = this.ways();
    if (this.tile && this.cell && !ways.some(({ orientation }) => orientation === this.orientation)) this.orientation = ways[0]?.orientation ?? 0;
    this.table.schedule();
  }

  /** Turns the tile: on a space, to the next way in which it fits. @param {number} direction */
  rotate(direction) {
    if (!this.tile) return;
    const fits = this.cell ? new Set(this.ways().map(({ orientation }) => orientation)) : null;
    do {
      this.orientation = (this.orientation + direction + 6) % 6;
    } while (fits && fits.size > 0 && !fits.has(this.orientation));
    this.table.schedule();
  }

  lay() {
    const way = this.ways().find(({ tile, orientation }) => tile === this.tile && orientation === this.orientation);
    if (way) this.table.play(way.move);
  }

  letGo() {
    this.tile = this.cell = null;
    this.table.schedule();
  }

  /** The numbers in a player's hand. @param {number} seat */
  hand(seat) {
    const text = this.scene?.view.text ?? "";
    const hands = text.split(" hands ")[1]?.split(" ") ?? [];
    return (hands[seat] ?? "-").split(",").filter((tile) => tile !== "-");
  }

  ownHand() {
    const view = this.scene?.view;
    return view?.toMove ? this.hand(view.sides.indexOf(view.toMove)) : [];
  }

  /** @param {Scene} scene */
  showTiles({ shape }) {
    if (shape.id === this.tilesKey) return;
    this.tilesKey = shape.id;
    const drawn = shape.tiles.flatMap(({ name, last, links }) => {
      const laying = layingOf(name.split(", ")[0]);
      if (!laying) return [];
      const bold = new Set(links.filter((link) => link.bold).map(({ colour }) => colour));
      const edges = this.edges.get(laying.tile) ?? "";
      const lines = [...bold].map((colour) => `best ${colour} line`);
      const words = [`tile ${laying.tile} on ${laying.cell}`, tileWords(edges), ...lines, ...(last ? ["last move"] : [])].join(", ");
      return [svg("g", { transform: `translate(${centreOf(laying.cell).join(" ")})`, role: "img", "aria-label": words, class: last ? "laid last" : "laid" },
        tileDrawing(edges, laying.orientation, bold), last ? svg("polygon", { class: "rim", points: corners(0.95) }) : null)];
    });
    // The last one lies on top, so that all of its rim is seen.
    drawn.sort((a, b) => Number(a.classList.contains("last")) - Number(b.classList.contains("last")));
    this.layers.tiles.replaceChildren(...drawn);
  }

  /** Spaces where something may be laid, and those that are forced. @param {Scene} scene */
  showSpaces(scene) {
    const { shape, view, playable } = scene;
    const forced = new Map(shape.cells.map(({ name }) => [name, view.notes[name] ?? ""]));
    /** @type {Map<string, Laying[]>} */
    const open = new Map();
    for (const laying of this.layings()) open.set(laying.cell, [...(open.get(laying.cell) ?? []), laying]);
    const names = [...new Set([...open.keys(), ...forced.keys()])].sort();
    const key = `${names.join(" ")} ${view.node}`;
    if (key !== this.spacesKey) {
      this.spacesKey = key;
      /** @type {Map<string, import("./walk.js").Stop>} */
      const stops = new Map();
      const drawn = names.map((name) => {
        const element = svg("polygon", { points: corners(0.94), transform: `translate(${centreOf(name).join(" ")})`, role: "button", tabindex: "-1", "data-cell": name });
        stops.set(name, { element, centre: centreOf(name) });
        return element;
      });
      this.layers.spaces.replaceChildren(...drawn);
      this.walk.lay(stops, [0, 0]);
      this.layers.notes.replaceChildren(...[...forced].map(([name, who]) => svg("text", { class: "who", "data-of": name, x: centreOf(name)[0], y: centreOf(name)[1] + 34 }, who)));
      this.frame(names);
    }
    for (const [name, { element }] of this.walk.stops) {
      const ways = open.get(name) ?? [];
      const who = forced.get(name);
      setClass(element, ["cell space", ways.length > 0 && "legal", forced.has(name) && "forced", name === this.cell && "chosen", scene.pointed.has(name) && "pointed"].filter(Boolean).join(" "));
      const words = [`space ${name}`];
      if (who !== undefined) words.push("forced", who ? `${[...who].map((letter) => view.sides.find((side) => side[0].toUpperCase() === letter) ?? letter).join(" and ")} can fill it` : "nobody can fill it");
      if (playable) words.push(this.tile ? `tile ${this.tile} fits ${ways.length} way${ways.length === 1 ? "" : "s"}` : `${ways.length} ways to lay a tile`);
      setAttribute(element, "aria-label", words.join(", "));
      setAttribute(element, "aria-disabled", String(ways.length === 0));
      setAttribute(element, "aria-pressed", String(name === this.cell));
    }
    for (const note of this.layers.notes.children) note.classList.toggle("hidden", note.getAttribute("data-of") === this.cell);
  }

  /** All tiles and spaces are seen, with some cloth around them. @param {string[]} spaces */
  frame(spaces) {
    const laid = this.scene?.shape.tiles.flatMap(({ name }) => layingOf(name.split(", ")[0])?.cell ?? []) ?? [];
    const centres = [...laid, ...spaces, "0,0"].map(centreOf);
    const [xs, ys] = [0, 1].map((i) => centres.map((centre) => centre[i]));
    const rim = 0.75 * WIDTH;
    this.camera.setBounds({ left: Math.min(...xs) - rim, top: Math.min(...ys) - rim, right: Math.max(...xs) + rim, bottom: Math.max(...ys) + rim });
  }

  /** The picked tile, or what the engine would lay. @param {Scene} scene */
  showAhead({ view, thoughts, preview, best, pending }) {
    /** @type {{laying: Laying, kind: string, note?: string}[]} */
    const shown = [];
    const line = preview ?? (this.tile || this.cell ? null : thoughts?.candidates[0]?.line ?? best);
    if (this.tile && this.cell) {
      shown.push({ laying: { move: "", tile: this.tile, orientation: this.orientation, cell: this.cell }, kind: "ghost mine" });
    } else if (pending) {
      const laying = layingOf(pending);
      if (laying) shown.push({ laying, kind: "ghost mine" });
    } else if (line && !view.over) {
      const layings = /** @type {Laying[]} */ ((preview ? line : line.slice(0, 1)).map(layingOf).filter(Boolean));
      layings.forEach((laying, i) => shown.push({ laying, kind: "ghost", note: preview ? String(i + 1) : undefined }));
    }
    /** @type {Map<string, import("./types.js").Candidate>} */
    const rated = new Map();
    if (!preview) {
      for (const candidate of thoughts?.candidates ?? []) {
        const cell = layingOf(candidate.move)?.cell;
        if (cell && !rated.has(cell)) rated.set(cell, candidate);
      }
    }
    const drawn = shown.flatMap(({ laying, kind, note }) => {
      const edges = this.edges.get(laying.tile);
      const at = `translate(${centreOf(laying.cell).join(" ")})`;
      return edges ? [svg("g", { class: kind, transform: at }, tileDrawing(edges, laying.orientation), svg("polygon", { class: "rim", points: corners(0.94) }), note ? svg("text", { class: "rated", dy: ".35em" }, note) : null)] : [];
    });
    const rates = [...rated].slice(0, 12).map(([cell, { winRate, proven }], i) => svg("g", { class: i === 0 ? "rate best" : "rate", transform: `translate(${centreOf(cell).join(" ")})` },
      svg("circle", { r: 17 }), svg("text", { class: "rated", dy: ".35em" }, proven === true ? "win" : proven === false ? "loss" : percent(winRate).replace("%", ""))));
    this.layers.ahead.replaceChildren(...drawn, ...rates);
  }

  /** @param {Scene} scene */
  showHands({ shape, view, playable }) {
    const fits = new Set((playable ? view.legal : []).map(layingOf).flatMap((laying) => (laying && (!this.cell || laying.cell === this.cell) ? laying.tile : [])));
    const key = JSON.stringify([view.node, playable, this.tile, this.cell, this.orientation, view.sides]);
    if (key === this.handsKey) return;
    this.handsKey = key;
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.hands.contains(active) ? active.dataset.tile : null;
    const rows = view.sides.map((side, seat) => {
      const own = playable && side === view.toMove;
      const score = shape.labels.find(({ text }) => text.startsWith(`${side} `))?.text.slice(side.length + 1) ?? "0";
      const tiles = this.hand(seat).map((tile, i) => {
        const edges = this.edges.get(tile) ?? "";
        const picked = own && tile === this.tile;
        const icon = tileIcon(edges, picked ? this.orientation : 0);
        const label = `tile ${tile}, ${tileWords(edges)}`;
        if (!own) return h("span", { class: "hand-tile", role: "img", "aria-label": label }, icon);
        return h("button", { type: "button", class: `hand-tile${fits.has(tile) ? "" : " idle"}`, "data-tile": tile, "aria-pressed": String(picked), "aria-label": `${capitalised(label)}${fits.has(tile) ? "" : this.cell ? ", does not fit there" : ", fits nowhere"}`,
          "aria-keyshortcuts": String(i + 1), title: `Tile ${tile}`, onclick: () => this.pickTile(tile) }, icon);
      });
      return h("div", { class: `hand ${side}${side === view.toMove ? " to-move" : ""}`, role: "group", "aria-label": `Hand of ${side}` },
        h("span", { class: "score" }, h("span", { class: `dot ${side}`, "aria-hidden": "true" }), h("span", {}, `${capitalised(side)} `, h("strong", {}, score))), ...tiles);
    });
    this.hands.replaceChildren(...rows);
    const again = focused ? this.hands.querySelector(`[data-tile="${focused}"]`) : null;
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /** @param {Scene} scene */
  showBar({ game, view, playable }) {
    const draws = view.toMove === null && !view.over && !game.isLive;
    const ways = this.tile && this.cell ? this.ways().length : 0;
    const key = JSON.stringify([view.node, playable, draws, this.tile, this.cell, ways]);
    if (key === this.barKey) return;
    this.barKey = key;
    this.bar.hidden = !playable && !draws;
    if (draws) {
      this.bar.replaceChildren(...this.drawBar(view.legal));
      return;
    }
    const forced = /must fill/.test(view.caption);
    const spaces = new Set(this.layings().map(({ cell }) => cell)).size;
    const advice = this.tile ? (spaces === 0 ? `Tile ${this.tile} fits nowhere now` : "Click a space") : this.cell ? "Pick a tile that fits" : forced ? "Fill a forced space: pick a tile" : "Pick a tile";
    if (ways === 0) {
      this.bar.replaceChildren(h("span", { class: "soft" }, advice), ...(this.tile ? [h("button", { type: "button", "aria-keyshortcuts": "r", onclick: () => this.rotate(1) }, "↻ Turn")] : []));
      return;
    }
    this.bar.replaceChildren(
      h("button", { type: "button", class: "primary", "aria-keyshortcuts": "Enter", onclick: () => this.lay() }, "Lay tile"),
      h("button", { type: "button", "aria-keyshortcuts": "r", disabled: ways < 2, onclick: () => this.rotate(1) }, "↻ Turn"),
      h("button", { type: "button", "aria-keyshortcuts": "Escape", onclick: () => this.letGo() }, "Take back"));
  }

  /** In a variation nobody draws by themselves: whoever explores says which tile comes. @param {string[]} tiles */
  drawBar(tiles) {
    const which = h("select", { "aria-label": "Tile that is drawn" }, ...tiles.map((tile) => h("option", { value: tile }, `Tile ${tile}`)));
    return [which,
      h("button", { type: "button", class: "primary", onclick: () => this.table.play(which.value) }, "Draw"),
      h("button", { type: "button", onclick: () => this.table.play(tiles[Math.floor(Math.random() * tiles.length)]) }, "Draw any")];
  }
}

/** @param {string} move @returns {Laying|null} */
function layingOf(move) {
  const found = /^(\d+)\.([0-5])@(-?\d+,-?\d+)$/.exec(move);
  return found ? { move, tile: found[1], orientation: Number(found[2]), cell: found[3] } : null;
}
