"""Whatever is passed to whatever there is, an exception of a known kind comes of it, or nothing."""

import random
import types

import numpy as np

import spinney

CALLS = 100_000
ALLOWED = (
    ValueError,  # and with it all of our own
    TypeError,
    OverflowError,
    IndexError,
    AttributeError,
    NotImplementedError,  # del batch[0]
)

TEXTS = ["", "hex 4x4", "hex", "y 5", "b2", "swap-pieces", "\0", "ü" * 50, "hex 99999999x1",
         "tantrix red blue", "arimaa", "uint8", "sgf", "hex/uct", "(;GM[11]SZ[4];B[a1])",
         "hex 4x4; black a1; white b2; black to move", "search.seed", "red", "black"]  # fmt: skip


def things(source):
    """Something, of any kind."""
    kind = source.randrange(14)
    if kind == 0:
        return None
    if kind == 1:
        return source.choice([True, False])
    if kind in (2, 3):
        return source.choice([0, 1, -1, 3, 16, 17, 2**31, 2**63 - 1, 2**63, -(2**63), 10**30])
    if kind == 4:
        return source.choice([0.0, -1.0, 0.5, float("nan"), float("inf"), 1e300])
    if kind in (5, 6, 7):
        text = source.choice(TEXTS)
        if source.random() < 0.4:
            at = source.randrange(len(text) + 1)
            text = text[:at] + chr(source.randrange(1, 0xD7FF)) + text[at + source.randrange(3) :]
        return text
    if kind in (8, 9):
        dtype = source.choice([np.uint8, np.int8, np.bool_, np.int64, np.float32, np.float64, object])
        shape = source.choice([(), (0,), (3,), (17,), (2, 17), (6, 4, 4), (3, 6, 4, 4)])
        return np.zeros(shape, dtype)
    if kind == 10:
        return [things(source) for _ in range(source.randrange(4))]
    if kind == 11:
        return {source.choice(TEXTS): things(source) for _ in range(source.randrange(3))}
    if kind == 12:
        return b"\xff\x00"
    return source.choice([object(), spinney.Position("hex 3x3"), spinney.Game("y 3"), len])


def targets():
    """What there is to be called, with what it is called on."""
    game = spinney.Game("hex 4x4")
    owners = [game, game.start(), spinney.Position("tantrix red blue"), game.batch(3)]
    for owner in owners:
        for name in dir(owner):
            # These only sleep, think or write text, which other tests look at.
            if callable(getattr(owner, name)) and name not in SKIPPED:
                yield owner, name
    for name in ("Game", "Position", "Player", "explain", "presets", "read_records", "games"):
        yield spinney, name


SKIPPED = {
    "__class__", "__init_subclass__", "__subclasshook__", "__new__", "__init__", "__setattr__",
    "__delattr__", "__dir__", "__getattribute__", "svg", "_repr_svg_", "__str__", "__sizeof__",
}  # fmt: skip


def test_a_hundred_thousand_calls_raise_what_they_may():
    source = random.Random(1)
    all_targets = list(targets())
    raised = returned = 0
    for _ in range(CALLS):
        owner, name = source.choice(all_targets)
        arguments = [things(source) for _ in range(source.choice([0, 1, 1, 1, 2, 3]))]
        if name == "batch" and arguments and isinstance(arguments[0], int):
            # A large batch is no mistake, and slow.
            arguments[0] = min(arguments[0], 50) if arguments[0] < 2**40 else arguments[0]
        try:
            result = getattr(owner, name)(*arguments)
            if isinstance(result, types.GeneratorType):
                list(result)
            returned += 1
        except ALLOWED:
            raised += 1
    assert raised > CALLS // 4 and returned > CALLS // 20, (raised, returned)
    position = all_targets[0][0].start()
    position.play(0)
    assert position.moves == ["a1"], "all is well after it"
