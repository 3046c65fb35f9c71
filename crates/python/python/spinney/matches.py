"""Matches between players of ours and of yours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Union

from ._native import Game, Player, Position, SpinneyError

#: Who plays: the name of a preset, a player, or anything that tells a move of a position, by its
#: number or as text.
Agent = Union[str, Player, Callable[[Position], Union[int, str]]]


@dataclass
class Match:
    """How a match went, as the first agent sees it."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    #: One row for each game, as columns: ``first`` (who moved first), ``reward`` (of the first
    #: agent), ``moves`` (how many), ``record`` (in the game's usual format).
    games: dict[str, list[object]] = field(
        default_factory=lambda: {"first": [], "reward": [], "moves": [], "record": []}
    )

    @property
    def score(self) -> float:
        """The share of the points that the first agent has: a draw is half of one."""
        played = self.wins + self.draws + self.losses
        return (self.wins + 0.5 * self.draws) / played if played else 0.5


def match(
    a: Agent,
    b: Agent,
    *,
    game: Game | str,
    games: int = 2,
    playouts: int | None = None,
    seconds: float | None = None,
    random_moves: int = 0,
    seed: int = 0,
) -> Match:
    """Lets two agents play, with seats exchanged after every game.

    The limits are for a move of a preset or player. Each pair of games begins with the same
    ``random_moves`` moves, drawn from the seed, as does what chance does in them. ``spinney match``
    of the command line has clocks, openings, statistics and a store of results.

    >>> import spinney
    >>> result = spinney.match("hex/uct", "hex/random", game="hex 4x4", games=4, playouts=200)
    >>> result.wins + result.losses
    4
    """
    start = (Game(game) if isinstance(game, str) else game).start()
    if start.players != 2:
        raise SpinneyError(f"a match is for two players, and {start.game} has {start.players} here")

    def choose(agent: Agent) -> Callable[[Position], int | str]:
        player = Player(agent, seed=seed) if isinstance(agent, str) else agent
        if not isinstance(player, Player):
            return player

        def think(position: Position) -> int | str:
            report = player.think(position, playouts=playouts, seconds=seconds)
            if report.best is None:
                raise SpinneyError(f"{player!r} has no move")
            return report.best

        return think

    agents = (choose(a), choose(b))
    result = Match()
    for number in range(games):
        first = number % 2
        position = _opening(start, random_moves, seed + number // 2)
        while not position.is_over:
            if position.is_chance:
                position.roll(_draw(seed + number // 2, position))
                continue
            seat = position.seat
            assert seat is not None
            position.play(agents[first ^ seat](position.copy()))
        rewards = position.rewards
        assert rewards is not None
        reward = rewards[first]
        result.wins += reward > 0.5
        result.draws += reward == 0.5
        result.losses += reward < 0.5
        result.games["first"].append("b" if first else "a")
        result.games["reward"].append(reward)
        result.games["moves"].append(len(position.moves))
        result.games["record"].append(position.record())
    return result


def _opening(start: Position, moves: int, seed: int) -> Position:
    """Where a game stands after some random moves."""
    position = start.copy()
    while moves > 0 and not position.is_over:
        if position.is_chance:
            position.roll(_draw(seed, position))
            continue
        actions = position.legal_actions()
        position.play(int(actions[_draw(seed, position) % len(actions)]))
        moves -= 1
    return position


def _draw(seed: int, position: Position) -> int:
    """A random number that depends on the seed and on how far a game has come."""
    mixed = (seed * 0x9E3779B97F4A7C15 + len(position.moves) * 0xBF58476D1CE4E5B9) % 2**64
    mixed = (mixed ^ mixed >> 30) * 0x94D049BB133111EB % 2**64
    return mixed ^ mixed >> 31
