// The types of what is sent and heard, written from the server's description of itself
// (/api/openapi.json, which also says what everything means) by
//
//     SPINNEY_TYPES=write cargo test -p spinney-web --test server types
//
// Comments only: they are checked, not run.

/**
 * @typedef {object} Answer
 * @property {StaticKnowledge} [insight]
 * @property {number} [node]
 * @property {Shape} [shape]
 * @property {Thoughts} [thoughts]
 * @property {View} [view]
 */

/**
 * @typedef {"cells"|"squares"|"tiles"} BoardKind
 */

/**
 * @typedef {object} BoardRules
 * @property {string} label
 * @property {string} text
 */

/**
 * @typedef {object} BookRate
 * @property {number} error
 * @property {number} games
 * @property {boolean|null} proven
 * @property {number} visits
 * @property {number} winRate
 */

/**
 * @typedef {object} Candidate
 * @property {number|null} amaf
 * @property {null | BookRate} [book]
 * @property {Array<string>} line
 * @property {string} move
 * @property {number|null} prior
 * @property {boolean|null} proven
 * @property {number} visits
 * @property {number} winRate
 */

/**
 * @typedef {object} Clocks
 * @property {Array<number>} left
 * @property {number|null} running
 */

/**
 * @typedef {{do: "play", move: string, node: number} | {do: "undo"} | {do: "redo"} | {do: "resign"} | {do: "continue", node: number} | {do: "comment", node: number, text: string} | {do: "remove", node: number} | {do: "promote", node: number} | {do: "seats", seats: Array<Seat>} | {do: "position", node: number} | {do: "shape", node: number} | {do: "explain", node: number} | {do: "hint", node: number} | {do: "review", node: number, seconds: number} | {do: "end-review"} | {do: "analyze", node: number} | {do: "end-analysis"}} Command
 */

/**
 * @typedef {object} Connection
 * @property {Array<string>} carrier
 * @property {string|null} key
 * @property {Strength} strength
 */

/**
 * @typedef {object} Conversion
 * @property {string} format
 * @property {string|null} [game]
 * @property {string} record
 */

/**
 * @typedef {object} Display
 * @property {BoardKind} board
 * @property {Numbering} numbering
 * @property {Array<number>} rotations
 */

/**
 * @typedef {"resignation"|"time"} EndedBy
 */

/**
 * @typedef {object} Ending
 * @property {EndedBy} by
 * @property {string|null} winner
 */

/**
 * @typedef {object} ErrorBody
 * @property {string} error
 */

/**
 * @typedef {object} Evaluation
 * @property {Array<string>} line
 * @property {string} [provenWinner]
 * @property {string} side
 * @property {number} visits
 * @property {number} winRate
 */

/**
 * @typedef {object} Explanation
 * @property {Array<FillIn>} fill_in
 * @property {null | Ground} ground
 * @property {Array<InferiorMove>} inferior
 * @property {Array<string>} moves
 * @property {Array<string>|null} mustplay
 * @property {string|null} note
 * @property {string} position
 * @property {Array<SideKnowledge>} sides
 * @property {string|null} to_move
 * @property {string|null} winner
 */

/**
 * @typedef {object} FillIn
 * @property {FillInCause} cause
 * @property {string} cell
 * @property {string} side
 */

/**
 * @typedef {"dead"|"captured"} FillInCause
 */

/**
 * @typedef {object} GameRules
 * @property {string} about
 * @property {Array<BoardRules>} boards
 * @property {string} defaultPosition
 * @property {Display} display
 * @property {string} name
 * @property {string} notation
 * @property {string|null} positionFormat
 * @property {Array<string>} presets
 * @property {Array<string>} recordFormats
 * @property {Array<string>} setups
 * @property {Array<string>} swaps
 * @property {string} title
 * @property {string} usualBoard
 */

/**
 * @typedef {"game-over"|"fill-in"|"connection"|"no-moves"} Ground
 */

/**
 * @typedef {object} Headings
 * @property {string} date
 * @property {string} event
 * @property {Array<string>} players
 * @property {Array<[string, Array<string>]>} [properties]
 * @property {string} result
 */

/**
 * @typedef {object} InferiorMove
 * @property {string} by
 * @property {Array<string>} carrier
 * @property {string} cell
 * @property {Inferiority} reason
 */

/**
 * @typedef {"vulnerable"|"captured-reversible"|"fill-in-dominated"|"path-dominated"} Inferiority
 */

/**
 * @typedef {object} Label
 * @property {[number, number]} at
 * @property {string} colour
 * @property {string} text
 */

/**
 * @typedef {object} LevelRules
 * @property {string} about
 * @property {number} number
 */

/**
 * @typedef {object} Line
 * @property {string} colour
 * @property {Array<[number, number]>} points
 */

/**
 * @typedef {Connection & {ends: Array<string>}} Link
 */

/**
 * @typedef {object} Listed
 * @property {number} created
 * @property {string} game
 * @property {string} id
 * @property {number} moves
 * @property {string} size
 * @property {string} start
 */

/**
 * @typedef {Snapshot & {type: "game"} | Patch & {type: "patch"} | Answer & {id: number|null} & {type: "answer"} | {error: string, id: number|null, type: "error"} | {node: number, thoughts: Thoughts, type: "thinking"} | {done: boolean, node: number, thoughts: Thoughts, type: "analysis"}} Message
 */

/**
 * @typedef {object} NewGame
 * @property {string|null} [game]
 * @property {string|null} [position]
 * @property {string|null} [record]
 * @property {Array<Seat>|null} [seats]
 * @property {null | TimeControl} [time]
 */

/**
 * @typedef {object} Node
 * @property {Array<number>} [clocks]
 * @property {string} [comment]
 * @property {Evaluation} [evaluation]
 * @property {string} move
 * @property {Array<[string, Array<string>]>} [properties]
 * @property {string} side
 */

/**
 * @typedef {"moves"|"turns"|"rounds"} Numbering
 */

/**
 * @typedef {object} Patch
 * @property {Record<string, Array<number>>} children
 * @property {Array<PlacedNode>} nodes
 * @property {Array<number>} removed
 * @property {State} state
 * @property {null | View} view
 */

/**
 * @typedef {Node & {id: number, parent: null | number}} PlacedNode
 */

/**
 * @typedef {object} Progress
 * @property {number} done
 * @property {number} of
 */

/**
 * @typedef {object} Report
 * @property {Array<Candidate>} candidates
 * @property {number|null} depth
 * @property {boolean} [fromBook]
 * @property {number} memory
 * @property {number} memoryCap
 * @property {number} nodes
 * @property {number} playouts
 * @property {string|null} provenWinner
 * @property {boolean} resign
 * @property {number} seconds
 * @property {string} side
 * @property {number} simulations
 * @property {number} winRate
 */

/**
 * @typedef {Command & {id?: number|null}} Request
 */

/**
 * @typedef {object} Rules
 * @property {number} analysisSeconds
 * @property {Array<GameRules>} games
 * @property {Array<LevelRules>} levels
 * @property {boolean} listGames
 * @property {string} version
 */

/**
 * @typedef {{kind: "person"} | {kind: "engine", level: number, preset: string}} Seat
 */

/**
 * @typedef {object} Shape
 * @property {Array<ShapeCell>} cells
 * @property {Array<Line>} frame
 * @property {string} id
 * @property {Array<Label>} labels
 * @property {Array<Tile>} tiles
 */

/**
 * @typedef {object} ShapeCell
 * @property {[number, number]} centre
 * @property {string} name
 * @property {Array<[number, number]>} outline
 */

/**
 * @typedef {object} SideKnowledge
 * @property {Array<Link>} connections
 * @property {Array<Array<string>>} parts
 * @property {string} side
 * @property {Array<Connection>} winning
 */

/**
 * @typedef {object} Snapshot
 * @property {number} created
 * @property {string} game
 * @property {Headings} headings
 * @property {string} id
 * @property {Array<PlacedNode>} nodes
 * @property {Shape} shape
 * @property {string} size
 * @property {string} start
 * @property {State} state
 * @property {null | TimeControl} time
 * @property {string} title
 * @property {View} view
 */

/**
 * @typedef {object} State
 * @property {null | Clocks} clocks
 * @property {null | Ending} ending
 * @property {number} live
 * @property {string|null} notice
 * @property {null | Progress} review
 * @property {Array<Seat>} seats
 * @property {boolean} thinking
 */

/**
 * @typedef {object} StaticKnowledge
 * @property {Explanation} [explanation]
 * @property {Record<string, any>} [forecast]
 */

/**
 * @typedef {"full"|"semi"} Strength
 */

/**
 * @typedef {Report & {speed: number, visits: number}} Thoughts
 */

/**
 * @typedef {object} Tile
 * @property {boolean} last
 * @property {Array<TileLink>} links
 * @property {string} name
 * @property {Array<[number, number]>} outline
 */

/**
 * @typedef {object} TileLink
 * @property {boolean} bold
 * @property {string} colour
 * @property {Array<[number, number]>} curve
 */

/**
 * @typedef {object} TimeControl
 * @property {number} increment
 * @property {number} seconds
 */

/**
 * @typedef {object} View
 * @property {Shape} [board]
 * @property {string} caption
 * @property {Array<string>} legal
 * @property {Record<string, string>} marks
 * @property {number} node
 * @property {Record<string, string>} notes
 * @property {boolean} over
 * @property {string} shape
 * @property {Array<string>} sides
 * @property {string} stones
 * @property {string} text
 * @property {string|null} toMove
 * @property {string|null} winner
 */

export {};
