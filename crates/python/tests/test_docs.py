"""Examples run, types hold, the tutorial learns."""

import doctest
import inspect
import runpy
import subprocess
import sys
from pathlib import Path

import spinney

HERE = Path(__file__).resolve().parent
TUTORIAL = HERE.parent / "tutorial.py"
MANUAL = HERE.parents[2] / "docs" / "python.md"


def documented(owner, name):
    """Classes and functions of a module, and members of classes, with their docstrings."""
    yield name, inspect.getdoc(owner) or ""
    for key, value in vars(owner).items():
        if key.startswith("_"):
            continue
        if inspect.ismodule(owner) and (inspect.isclass(value) or inspect.isroutine(value)):
            if inspect.isclass(value):
                yield from documented(value, f"{name}.{key}")
            else:
                yield f"{name}.{key}", inspect.getdoc(value) or ""
        elif inspect.isclass(owner):
            yield f"{name}.{key}", inspect.getdoc(value) or ""


def run(text, name):
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    results = doctest.DocTestRunner().run(test)
    assert results.failed == 0, name
    return results.attempted


def test_examples_of_docstrings_run():
    assert sum(run(text, name) for name, text in dict(documented(spinney, "spinney")).items()) > 20


def test_everything_public_is_documented():
    assert [name for name, text in documented(spinney, "spinney") if not text] == []


def test_the_first_example_of_the_manual_runs():
    blocks = MANUAL.read_text().split("```python\n")[1:]
    assert len(blocks) >= 3
    names = {}
    for block in blocks:
        exec(compile(block.split("```")[0], str(MANUAL), "exec"), names)


def test_types_hold():
    package = HERE.parent / "python" / "spinney"
    files = [str(TUTORIAL), str(package / "__init__.py"), str(package / "matches.py")]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *files], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout


def test_stubs_say_what_there_is():
    checked = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "spinney._native"], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout


def test_the_tutorial_learns_moves_that_win():
    tutorial = runpy.run_path(str(TUTORIAL))
    game = spinney.Game("hex 4x4")
    weights = tutorial["learn"](game, rounds=12, seed=1)
    learned = tutorial["right_moves"](game, weights, 60, seed=2)
    at_random = tutorial["right_moves"](game, None, 60, seed=2)
    assert learned > at_random + 0.1, (learned, at_random)
