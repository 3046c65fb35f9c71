// The game as this page knows it: the moves, where it stands, and where we look.

/** @typedef {import("./scene.js").TreeNode} TreeNode */
/** @typedef {import("./types.js").PlacedNode} PlacedNode */
/** @typedef {import("./types.js").Evaluation} Evaluation */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Shape} Shape */
/** @typedef {import("./types.js").GameRules} GameRules */
/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Patch} Patch */

export const ROOT = 0;
/** A move that gives away this much of the win rate is a mistake, and a blunder. */
const MISTAKE = 0.1;
const BLUNDER = 0.25;

export class Game {
  /** @param {Snapshot} snapshot @param {GameRules} rules what there is to know of games of its kind */
  constructor(snapshot, rules) {
    this.rules = rules;
    /** @type {Map<number, TreeNode>} */
    this.nodes = new Map();
    /** @type {Map<number, View>} */
    this.views = new Map();
    /** @type {Map<string, Shape>} */
    this.shapes = new Map();
    this.cursor = snapshot.state.live;
    this.snapshot = snapshot;
    this.state = snapshot.state;
    this.clocksAt = performance.now();
    this.replace(snapshot);
  }

  /** Everything anew, but we look where we looked. @param {Snapshot} snapshot */
  replace(snapshot) {
    const following = this.cursor === this.state.live;
    this.snapshot = snapshot;
    this.nodes.clear();
    for (const node of snapshot.nodes) this.put(node);
    this.take(snapshot.state, snapshot.view);
    this.shapes.set(snapshot.shape.id, snapshot.shape);
    if (following || !this.nodes.has(this.cursor)) this.cursor = this.state.live;
  }

  /** @param {PlacedNode} node */
  put(node) {
    const known = this.nodes.get(node.id);
    this.nodes.set(node.id, { ...node, children: known?.children ?? [] });
    const parent = node.parent == null ? undefined : this.nodes.get(node.parent);
    if (parent && !parent.children.includes(node.id)) parent.children.push(node.id);
  }

  /** @param {import("./types.js").State} state @param {View|null} view */
  take(state, view) {
    this.state = state;
    this.clocksAt = performance.now();
    if (view) this.see(view);
  }

  /** @param {View} view */
  see(view) {
    this.views.set(view.node, view);
    if (view.board) this.shapes.set(view.shape, view.board);
  }

  /** What has changed. @param {Patch} patch */
  patch(patch) {
    const following = this.cursor === this.state.live;
    for (const node of patch.nodes) this.put(node);
    for (const id of patch.removed) {
      const parent = this.nodes.get(id)?.parent;
      if (parent != null) {
        const node = this.nodes.get(parent);
        if (node) node.children = node.children.filter((child) => child !== id);
      }
      this.nodes.delete(id);
      if (this.cursor === id) this.cursor = parent ?? ROOT;
    }
    for (const [id, children] of Object.entries(patch.children)) {
      const node = this.nodes.get(Number(id));
      if (node) node.children = children;
    }
    this.take(patch.state, patch.view);
    if (following || !this.nodes.has(this.cursor)) this.cursor = this.state.live;
  }

  /** @param {number} id @returns {TreeNode} */
  node(id) {
    const node = this.nodes.get(id);
    if (!node) throw new Error(`no node ${id}`);
    return node;
  }

  /** The nodes that lead to a node, without the root. @param {number} id */
  lineTo(id) {
    const line = [];
    for (let at = this.nodes.get(id); at && at.parent != null; at = this.nodes.get(at.parent)) {
      line.unshift(at);
    }
    return line;
  }

  /** That line, followed on to its end. @param {number} id */
  lineThrough(id) {
    const line = this.lineTo(id);
    for (let at = this.nodes.get(id); at && at.children.length > 0;) {
      at = this.nodes.get(at.children[0]);
      if (at) line.push(at);
    }
    return line;
  }

  /** @param {number} id */
  moveNumber(id) {
    return this.lineTo(id).length;
  }

  /** The view that is shown, once the server has told it. */
  get view() {
    return this.views.get(this.cursor);
  }

  /** Whether this is where the game is being played. */
  get isLive() {
    return this.cursor === this.state.live;
  }

  /** Whether the game has ended where it stands. */
  get isOver() {
    return this.state.ending != null || this.views.get(this.state.live)?.over === true;
  }

  /** Whether more than two play: then nobody's loss is one other's gain. */
  get isCrowded() {
    return this.state.seats.length > 2;
  }

  /** The side that graphs of two are drawn for: whoever moved first. */
  get firstSide() {
    const first = this.lineThrough(ROOT).find((node) => node.side !== "chance");
    return first?.side ?? this.views.get(this.state.live)?.sides[0] ?? "black";
  }

  /** Whether a person may play at the cursor: in the game when it is their turn, elsewhere always. */
  get canPlay() {
    const view = this.view;
    if (!view || view.over || view.toMove == null) return false;
    if (!this.isLive) return true;
    if (this.state.ending) return false;
    return this.state.seats[view.sides.indexOf(view.toMove)]?.kind === "person";
  }

  /**
   * What a move gave away, by what the engine thinks of both positions.
   * @param {TreeNode} node
   * @returns {{loss: number, mark: ""|"?"|"??", best: string[], before: number, after: number}|null}
   */
  judgement(node) {
    const before = node.parent == null ? undefined : this.nodes.get(node.parent)?.evaluation;
    const after = node.evaluation;
    if (!before || !after || before.side !== node.side || (this.isCrowded && after.side !== node.side)) return null;
    const same = before.line[0] === node.move;
    const rates = { before: rateFor(before, node.side), after: rateFor(after, node.side) };
    const loss = same ? 0 : Math.max(0, rates.before - rates.after);
    const mark = loss >= BLUNDER ? "??" : loss >= MISTAKE ? "?" : "";
    return { loss, mark, best: before.line, ...rates };
  }
}

/** @param {{side: string, winRate: number}} evaluation @param {string} side */
export function rateFor(evaluation, side) {
  return evaluation.side === side ? evaluation.winRate : 1 - evaluation.winRate;
}

/** @param {import("./types.js").Seat} seat */
export function seatName(seat) {
  return seat.kind === "person" ? "Person" : `Engine, level ${seat.level}`;
}
