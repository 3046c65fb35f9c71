"""What several tests need."""

import numpy as np
import pytest

import spinney

#: A small set-up of every game, and others with more players, swaps and windows.
SETUPS = [
    "hex 4x4",
    "hex 5x5 swap-pieces",
    "y 5 swap-sides",
    "polyy 5,3",
    "havannah 3",
    "tantrix red blue",
    "tantrix red yellow blue",
    "arimaa",
]


@pytest.fixture(params=SETUPS)
def setup(request):
    return request.param


def random_game(setup, seed):
    """A game with random moves, to its end or for very long."""
    random = np.random.default_rng(seed)
    position = spinney.Game(setup).start()
    while not position.is_over and len(position.legal_actions()) > 0:
        if position.is_chance:
            position.roll(int(random.integers(2**63)))
        else:
            position.play(int(random.choice(position.legal_actions())))
    return position


