"""OpenSpiel's and PettingZoo's own tests, for every game that fits."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts
from pettingzoo.test import api_test, seed_test

import spinney
import spinney.openspiel
import spinney.pettingzoo

NAMES = spinney.openspiel.register()


@pytest.mark.parametrize(
    "setup", ["hex 4x4 swap-pieces", "y 4", "polyy 5 3", "havannah 3", "tantrix red blue", "arimaa"]
)
def test_openspiels_random_simulations(setup):
    game = pyspiel.load_game(f"spinney_{setup.split()[0]}", {"setup": setup})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_openspiel_knows_every_game_once():
    assert spinney.openspiel.register() == NAMES
    assert len(NAMES) == len(spinney.games())
    assert set(NAMES) <= set(pyspiel.registered_names())


def test_openspiels_own_search_and_environment_take_our_games():
    game = pyspiel.load_game("spinney_hex", {"setup": "hex 3x3"})
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1, 60, evaluator, random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sorted(state.returns()) == [-1, 1]
    environment = rl_environment.Environment(game)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0


@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_api(setup):
    api_test(spinney.pettingzoo.env(setup), num_cycles=60)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("setup", ["hex 4x4", "tantrix red blue"])
def test_pettingzoos_seeds(setup):
    seed_test(lambda: spinney.pettingzoo.env(setup), num_cycles=30)


def test_an_environment_is_drawn():
    for mode, sign in (("ansi", "a"), ("svg", "<svg")):
        environment = spinney.pettingzoo.env("hex 4x4", render_mode=mode)
        environment.reset(seed=1)
        assert sign in environment.render()
