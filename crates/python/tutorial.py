"""A first player that learns: linear, on Hex 4×4, against what is proven.

It learns by self-play alone what each stone is worth: the value of a position is the sum of one weight
for every plane and place, squashed, and after each game its weights move a little towards the result.
The solver then tells how many of its moves are right. Run it: ``python tutorial.py``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import spinney

Weights = NDArray[np.float32]


def value(planes: NDArray[np.float32], weights: Weights) -> NDArray[np.float32]:
    """The chance to win of whoever's turn it is, for each of several positions."""
    sums = planes.reshape(len(planes), -1) @ weights
    return np.asarray(1 / (1 + np.exp(-sums)), np.float32)


def learn(game: spinney.Game, rounds: int, seed: int) -> Weights:
    """Weights from self-play: many games at once, each round to their ends."""
    random = np.random.default_rng(seed)
    weights = np.zeros(int(np.prod(game.shape)), np.float32)
    batch = game.batch(64, seed=seed)
    for _ in range(rounds):
        batch.reset()
        seen: list[tuple[NDArray[np.float32], NDArray[np.int64]]] = []
        while not batch.done.all():
            seen.append((batch.planes(), batch.seats))
            actions = batch.sample()
            for index in np.flatnonzero(~batch.done & (random.random(len(batch)) < 0.5)):
                actions[index] = choose(batch[int(index)], weights)
            batch.step(actions)
        rewards = batch.rewards
        for planes, seats in seen:
            plays = seats >= 0
            won = rewards[np.arange(len(batch)), seats][plays]
            error = won - value(planes[plays], weights)
            weights += 0.02 * error @ planes[plays].reshape(plays.sum(), -1)
    return weights


def choose(position: spinney.Position, weights: Weights) -> int:
    """The action after which the opponent's chances are least."""
    actions = position.legal_actions()
    after = []
    for action in actions:
        position.play(int(action))
        after.append(position.planes() if not position.is_over else None)
        position.undo()
    worths = [0.0 if planes is None else float(value(planes[None], weights)[0]) for planes in after]
    return int(actions[int(np.argmin(worths))])


def right_moves(game: spinney.Game, weights: Weights | None, positions: int, seed: int) -> float:
    """The share of moves that win, where one does: learned ones, or any move without weights."""
    random = np.random.default_rng(seed)
    right: list[bool] = []
    while len(right) < positions:
        position = game.start()
        for _ in range(int(random.integers(0, 6))):
            if not position.is_over:
                position.play(int(random.choice(position.legal_actions())))
        if position.is_over or spinney.solve(position, memory=1).winner != position.to_move:
            continue
        side = position.to_move
        if weights is None:
            position.play(int(random.choice(position.legal_actions())))
        else:
            position.play(choose(position, weights))
        won = position.winner or spinney.solve(position, memory=1).winner
        right.append(won == side)
    return float(np.mean(right))


def main() -> None:
    game = spinney.Game("hex 4x4")
    weights = learn(game, rounds=12, seed=1)
    print(f"random moves that win: {right_moves(game, None, 60, seed=2):.2f}")
    print(f"learned moves that win: {right_moves(game, weights, 60, seed=2):.2f}")


if __name__ == "__main__":
    main()
