"""Hex, Y, Poly-Y, Havannah, Tantrix and Arimaa: rules as arrays, players, proofs.

>>> import spinney
>>> position = spinney.Position("hex 5x5")
>>> player = spinney.Player("hex/best", seed=1)
>>> report = player.think(position, playouts=500)
>>> position.play(report.best)
>>> position.to_move
'white'
"""

from ._native import (
    Batch,
    BusyError,
    Game,
    GameOverError,
    IllegalActionError,
    NothingToUndoError,
    Player,
    Position,
    Report,
    ShapeError,
    Solution,
    SpinneyError,
    TextError,
    UnknownNameError,
    explain,
    games,
    presets,
    read_records,
    solve,
)
from .matches import Agent, Match, match

__all__ = [
    "Agent",
    "Batch",
    "BusyError",
    "Game",
    "GameOverError",
    "IllegalActionError",
    "Match",
    "NothingToUndoError",
    "Player",
    "Position",
    "Report",
    "ShapeError",
    "Solution",
    "SpinneyError",
    "TextError",
    "UnknownNameError",
    "explain",
    "games",
    "match",
    "presets",
    "read_records",
    "solve",
]
