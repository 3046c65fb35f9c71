// The shapes of what the server sends. Comments only: they are checked, not run.

/**
 * @typedef {{kind: "person"} | {kind: "engine", preset: string, level: number}} Seat
 * @typedef {{side: string, winRate: number, provenWinner?: string, line: string[], visits: number}} Evaluation
 * @typedef {{id: number, parent: number|null, side: string, move: string, comment?: string, clocks?: number[], evaluation?: Evaluation}} PlacedNode
 * @typedef {PlacedNode & {children: number[]}} TreeNode
 * @typedef {{winner: string|null, by: "resignation"|"time"}} Ending
 * @typedef {{left: number[], running: number|null}} Clocks
 * @typedef {{live: number, seats: Seat[], ending: Ending|null, clocks: Clocks|null, thinking: boolean, review: {done: number, of: number}|null, notice: string|null}} State
 * @typedef {{node: number, shape: string, stones: string, marks: Record<string, string>, notes: Record<string, string>, caption: string, text: string, board?: Shape, sides: string[], toMove: string|null, legal: string[], over: boolean, winner: string|null}} View
 * @typedef {[number, number]} Point
 * @typedef {{name: string, outline: Point[], centre: Point}} ShapeCell
 * @typedef {{name: string, outline: Point[], last: boolean, links: {colour: string, curve: Point[], bold: boolean}[]}} Tile
 * @typedef {{id: string, cells: ShapeCell[], tiles: Tile[], frame: {points: Point[], colour: string}[], labels: {text: string, at: Point, colour: string}[]}} Shape
 * @typedef {{players: string[], event: string, date: string, result: string}} Headings
 * @typedef {{id: string, game: string, title: string, created: number, start: string, time: {seconds: number, increment: number}|null, headings: Headings, nodes: PlacedNode[], state: State, view: View, shape: Shape}} Snapshot
 * @typedef {{nodes: PlacedNode[], removed: number[], children: Record<string, number[]>, state: State, view: View|null}} Patch
 * @typedef {{move: string, visits: number, winRate: number, proven?: boolean, line?: string[]}} Thought
 * @typedef {{side: string, winRate: number, provenWinner: string|null, visits: number, speed: number, nodes: number, resign: boolean, candidates: Thought[]}} Thoughts
 * @typedef {{carrier: string[], key: string|null}} Connection
 * @typedef {{winner: string|null, ground: string|null, note: string|null, fill_in: {cell: string, side: string, cause: "dead"|"captured"}[], inferior: {cell: string, reason: string, by: string, carrier: string[]}[], mustplay: string[]|null, moves: string[], sides: {side: string, winning: Connection[], connections: (Connection & {ends: string[]})[]}[]}} Explanation
 * @typedef {{points: {side: string, now: number, expected: number}[], needs: {cell: string, forced: boolean, linesOf: string[], inHands: string[][], inBag: string[], nextDraw: number}[], bag: number}} Forecast
 * @typedef {{explanation?: Explanation, forecast?: Forecast}} Insight
 * @typedef {{node?: number, view?: View, shape?: Shape, insight?: Insight, thoughts?: Thoughts}} Answer
 * @typedef {{game: import("./game.js").Game, view: View, shape: Shape, playable: boolean, thoughts: Thoughts|null, preview: string[]|null, best: string[]|null, insight: Insight|null, pointed: Set<string>, pending: string|null, turn: number, coordinates: boolean, numbers: boolean}} Scene
 * @typedef {{element: Element, show: (scene: Scene) => void, focusBoard: () => void, onkey?: (event: KeyboardEvent) => boolean, lineText?: (line: string[]) => string}} Surface
 * @typedef {{name: string, title: string, about: string, defaultPosition: string, setups: string[], notation: string, recordFormats: string[], presets: string[]}} GameRules
 * @typedef {{version: string, games: GameRules[], levels: {number: number, about: string}[], analysisSeconds: number, listGames: boolean}} Rules
 */

export {};
