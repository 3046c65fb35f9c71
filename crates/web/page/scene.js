// The types of what the parts of the page hand to one another. Comments only: they are checked, not
// run. What is said between the page and the server has its types in types.js.

/**
 * @typedef {[number, number]} Point
 * @typedef {import("./types.js").PlacedNode & {children: number[]}} TreeNode
 */

/**
 * What a board is to show.
 * @typedef {object} Scene
 * @property {import("./game.js").Game} game
 * @property {import("./types.js").View} view
 * @property {import("./types.js").Shape} shape
 * @property {boolean} playable whether somebody at this page may move
 * @property {import("./types.js").Thoughts|null} thoughts
 * @property {string[]|null} preview a line that somebody points at
 * @property {string[]|null} best the line that would have been better than the move before
 * @property {import("./types.js").StaticKnowledge|null} knowledge what is known without search
 * @property {Set<string>} pointed cells that somebody points at
 * @property {string|null} pending a move that is on its way, or waits to be confirmed
 * @property {number} turn degrees clockwise
 * @property {boolean} coordinates
 * @property {boolean} numbers
 */

/**
 * A board on the screen.
 * @typedef {object} Surface
 * @property {Element} element
 * @property {(scene: Scene) => void} show
 * @property {() => void} focusBoard
 * @property {(event: KeyboardEvent) => boolean} [onkey] whether the key meant something to it
 * @property {(line: string[]) => string} [lineText] how it writes a line of play
 */

/**
 * What the page's help says of a board: how to move on it, and its own keys.
 * @typedef {{how: string, keys: string[][]}} BoardHelp
 */

export {};
