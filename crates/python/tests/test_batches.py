"""Batches: many positions at once are as each alone."""

import numpy as np
import pytest

import spinney


def test_a_batch_plays_to_the_end_and_starts_again(setup):
    batch = spinney.Game(setup).batch(6, seed=1)
    steps = 0
    while not batch.done.all() and steps < 4000:
        actions = batch.sample()
        assert np.array_equal(actions == -1, batch.done)
        batch.step(actions)
        steps += 1
    over = batch.seats == -1
    assert np.allclose(batch.rewards[over].sum(axis=1), 1)
    assert not batch.masks()[over].any()
    batch.reset(batch.done)
    assert not batch.done.any()


def test_a_batch_writes_what_its_positions_write(setup):
    batch = spinney.Game(setup).batch(3, seed=2)
    for _ in range(5):
        batch.step(batch.sample())
    masks, planes = batch.masks(), batch.planes()
    assert planes.shape == batch.shape and masks.shape == (3, batch.action_count)
    for index in range(len(batch)):
        position = batch[index]
        assert np.array_equal(masks[index], position.mask())
        assert np.array_equal(planes[index], position.planes())
        assert batch.seats[index] == (-1 if position.seat is None else position.seat)
    out = np.zeros(batch.shape, np.uint8)
    assert batch.planes(out) is out and np.array_equal(out, planes)


def test_seeds_decide_and_threads_do_not(setup):
    game = spinney.Game(setup)
    one, same, other = game.batch(9, seed=3), game.batch(9, seed=3, threads=4), game.batch(9, seed=4)
    differs = False
    for _ in range(8):
        actions = one.sample()
        assert np.array_equal(actions, same.sample())
        differs |= not np.array_equal(actions, other.sample())
        one.step(actions)
        same.step(actions)
        other.step(other.sample())
    assert differs and all(one[i] == same[i] for i in range(9))


def test_one_illegal_action_leaves_all_as_they_were():
    batch = spinney.Game("hex 3x3").batch(3)
    batch.step([0, 4, -1])
    before = [position.text for position in batch]
    for actions in ([0, 4, 0], [1, 1, 9], [1, 1, -2], np.array([2**63 - 1, 0, 0])):
        with pytest.raises(spinney.IllegalActionError, match="position"):
            batch.step(actions)
    for actions in ([0], [[0, 1, 2]], ["a1", "b1", "c1"], [0.5, 1.0, 2.0], None):
        with pytest.raises((spinney.ShapeError, TypeError)):
            batch.step(actions)
    assert [position.text for position in batch] == before


def test_positions_are_put_into_a_batch():
    batch = spinney.Game("hex 3x3").batch(2)
    position = spinney.Position("hex 3x3")
    position.play("b2")
    batch[-1] = position
    assert batch[1] == position and batch[0] != position
    with pytest.raises(spinney.TextError):
        batch[0] = spinney.Position("hex 4x4")
    for index in (2, -3):
        with pytest.raises(IndexError):
            batch[index]


def test_sizes_that_cannot_be_meant_are_refused():
    game = spinney.Game("hex 11x11")
    for arguments in [{"size": 2**60}, {"size": 4, "threads": 0}, {"size": 4, "threads": 10**6}]:
        with pytest.raises(spinney.ShapeError):
            game.batch(**arguments)
    with pytest.raises(OverflowError):
        game.batch(-1)
    assert len(game.batch(0)) == 0
