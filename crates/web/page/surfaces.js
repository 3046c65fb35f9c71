// The boards that there are, by what they are made of.

import { Board } from "./board.js";
import { SquareBoard } from "./square-board.js";
import { TileTable } from "./tile-table.js";

/** @type {Record<import("./types.js").BoardKind, {new (table: import("./table.js").Table): import("./scene.js").Surface, help: import("./scene.js").BoardHelp}>} */
export const SURFACES = { cells: Board, squares: SquareBoard, tiles: TileTable };
