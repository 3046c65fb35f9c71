"""Positions: moves as numbers and text, undo, symmetries, records, pickles, pictures."""

import copy
import pickle
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from conftest import SETUPS, random_game

import spinney


def test_every_game_is_tested():
    assert {setup.split()[0] for setup in SETUPS} == set(spinney.games())


def test_a_random_game_ends_with_rewards_and_is_taken_back(setup):
    position = random_game(setup, 1)
    if position.is_over:
        assert sum(position.rewards) == pytest.approx(1)
        assert position.legal_moves() == [] and not position.mask().any()
        assert position.to_move is None and position.seat is None
    assert len(position.history) == len(position.moves) > 0
    for text in reversed(position.moves):
        assert position.undo() == text
    assert position == spinney.Game(setup).start() and position.rewards is None
    with pytest.raises(spinney.NothingToUndoError):
        position.undo()


def test_masks_actions_and_text_say_the_same(setup):
    position = spinney.Game(setup).start()
    for _ in range(12):
        if position.is_over:
            break
        actions = position.legal_actions()
        mask = position.mask()
        assert mask.dtype == np.bool_ and mask.shape == (position.action_count,)
        assert sorted(actions) == list(np.flatnonzero(mask))
        assert [position.action_text(int(a)) for a in actions] == position.legal_moves()
        assert position.action_of(position.legal_moves()[-1]) == actions[-1]
        position.play(int(actions[len(actions) // 2]))


def test_arrays_of_the_caller_are_written_into(setup):
    position = spinney.Game(setup).start()
    planes = position.planes()
    assert planes.dtype == np.float32 and planes.shape == position.shape
    out = np.full(position.shape, 9, np.uint8)
    assert position.planes(out) is out and np.array_equal(out, planes)
    assert position.planes(dtype="uint8").dtype == np.uint8
    for dtype in (np.bool_, np.int8, np.uint8):
        mask = np.ones(position.action_count, dtype)
        assert position.mask(mask) is mask and np.array_equal(mask, position.mask())


def test_arrays_that_do_not_fit_are_refused():
    position = spinney.Position("hex 4x4")
    read_only = np.zeros(position.shape, np.float32)
    read_only.flags.writeable = False
    for out in [
        np.zeros(3, np.float32),
        np.zeros(position.shape, np.float64),
        np.zeros(position.shape, np.float32, order="F"),
        np.zeros((6, 4, 8), np.float32)[:, :, ::2],
        read_only,
        "text",
    ]:
        with pytest.raises(spinney.ShapeError):
            position.planes(out)
    for out in [np.zeros(17), np.zeros(16, np.uint8), np.zeros(34, np.uint8)[::2], [0] * 17]:
        with pytest.raises(spinney.ShapeError):
            position.mask(out)


def test_symmetries_permute_actions(setup):
    position = spinney.Game(setup).start()
    for _ in range(4):
        if position.is_chance:
            position.roll(1)
        else:
            position.play(int(position.legal_actions()[0]))
    for symmetry in range(min(position.symmetries, 4)):
        image = position.image(symmetry)
        assert image.canonical_key == position.canonical_key
        permutation = position.action_permutation(symmetry)
        if permutation is not None:
            assert sorted(permutation[position.legal_actions()]) == sorted(image.legal_actions())
            # As the manual says of policies.
            assert np.array_equal(image.mask()[permutation], position.mask())
    with pytest.raises(IndexError):
        position.image(position.symmetries)


def test_copies_and_pickles_are_the_same_game_and_go_on_by_themselves(setup):
    position = random_game(setup, 2)
    for other in (
        position.copy(),
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
    ):
        assert other == position and other.history == position.history
        other.undo()
        assert other != position
    game = spinney.Game(setup)
    assert pickle.loads(pickle.dumps(game)) == game


def test_records_are_written_and_read(setup):
    position = random_game(setup, 3)
    for format in spinney.Game(setup).record_formats:
        if format in ("hexworld", "codecup", "littlegolem"):
            continue
        text = position.record(format)
        assert spinney.Position.from_record(text) == position
        assert spinney.read_records(text) == [position]
    with pytest.raises(spinney.UnknownNameError):
        position.record("pgn")
    with pytest.raises(spinney.TextError):
        spinney.Position.from_record("no record")


def test_pictures_are_svg(setup):
    position = spinney.Game(setup).start()
    assert ElementTree.fromstring(position._repr_svg_()).tag.endswith("svg")
    assert len(str(position)) > 10


def test_chance_tells_its_odds():
    position = spinney.Position("tantrix red blue")
    assert position.is_chance and position.seat is None
    assert sum(odds for _, odds in position.chances()) == pytest.approx(1, abs=1e-4)
    one, other = position.copy(), position.copy()
    one.roll(5)
    other.roll(5)
    assert one == other
    with pytest.raises(spinney.TextError):
        spinney.Position("hex 4x4").roll()


def test_mistakes_are_told_by_their_kind_and_change_nothing():
    position = spinney.Position("hex 4x4")
    position.play(5)
    for wrong, error in [
        (5, spinney.IllegalActionError),
        (16, spinney.IllegalActionError),
        (-1, spinney.IllegalActionError),
        (2**62, spinney.IllegalActionError),
        ("z9", spinney.TextError),
        ("", spinney.TextError),
        (1.5, TypeError),
        (None, TypeError),
    ]:
        with pytest.raises(error):
            position.play(wrong)
    assert position.moves == ["b2"]
    with pytest.raises(spinney.UnknownNameError, match="hex"):
        spinney.Position("hax 4x4")
    with pytest.raises(spinney.TextError):
        spinney.Game("hex 400x400")
