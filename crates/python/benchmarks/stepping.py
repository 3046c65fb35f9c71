"""Random moves of Hex 11×11 per CPU-second: a batch of ours, and OpenSpiel's own game one by one.

Run it with a release build: ``python benchmarks/stepping.py``.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np
import pyspiel

import spinney

SECONDS = 5.0


def rate(steps: Callable[[], int]) -> float:
    """Moves per second of processor time of one kind of stepping."""
    start = time.process_time()
    moves = 0
    while time.process_time() - start < SECONDS:
        moves += steps()
    return moves / (time.process_time() - start)


def main() -> None:
    batch = spinney.Game("hex 11x11").batch(256, seed=1)
    masks = np.empty((len(batch), batch.action_count), np.int8)

    def batched() -> int:
        actions = batch.sample()
        batch.step(actions)
        batch.reset(batch.done)
        return len(actions)

    def batched_with_masks() -> int:
        batch.masks(masks)
        return batched()

    game = pyspiel.load_game("hex(board_size=11)")

    def one_by_one() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
        return moves

    theirs = rate(one_by_one)
    for name, steps in (("batch", batched), ("batch with masks", batched_with_masks)):
        ours = rate(steps)
        print(f"{name}: {ours / 1e6:.2f}M moves/CPU-s, {ours / theirs:.0f} times pyspiel")
    print(f"pyspiel: {theirs / 1e6:.3f}M moves/CPU-s")


if __name__ == "__main__":
    main()
