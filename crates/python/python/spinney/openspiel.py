"""Every game for OpenSpiel: ``register()``, then ``pyspiel.load_game("spinney_hex")``.

The set-up is a parameter: ``pyspiel.load_game("spinney_hex", {"setup": "hex 5x5"})``. As text of a
game has commas between its parameters, a size such as ``5,7`` is written with a space.

Games are ours and written in Python to OpenSpiel, so its Python algorithms take them (MCTS, alpha-beta,
``rl_environment``); its ``MCTSBot`` in C++ takes no game that is written in Python.
"""

from __future__ import annotations

import numpy as np
import pyspiel

from ._native import Game, Position, games

#: A game that has not ended after so many moves is drawn. Most end long before, by their rules.
MOST_MOVES = 10_000


def register() -> list[str]:
    """Makes all games known to OpenSpiel and tells their names there. Again, it does nothing."""
    names = []
    known = set(pyspiel.registered_names())
    for name in games():
        short_name = f"spinney_{name}"
        names.append(short_name)
        if short_name not in known:
            game_class = _game_class(Game(name), short_name)
            pyspiel.register_game(game_class.TYPE, game_class)
    return names


def _game_class(usual, short_name):
    """The class of a game, for pyspiel to make games of."""
    has_chance = usual.start().is_chance
    modes = pyspiel.GameType.ChanceMode
    game_type = pyspiel.GameType(
        short_name=short_name,
        long_name=f"{usual.title} (spinney)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if has_chance else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4 if has_chance else 2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"setup": usual.setup.replace(",", " ")},
    )

    class SpinneyGame(pyspiel.Game):
        TYPE = game_type

        def __init__(self, params=None):
            params = dict(params or {})
            self.game = Game(params.get("setup") or usual.setup)
            actions, players = self.game.action_count, self.game.players
            info = pyspiel.GameInfo(
                num_distinct_actions=actions,
                max_chance_outcomes=actions if has_chance else 0,
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=MOST_MOVES,
            )
            super().__init__(game_type, info, params)

        def new_initial_state(self, state=None):
            if state is not None:
                raise ValueError("a state is made from its moves alone")
            return SpinneyState(self)

        def make_py_observer(self, iig_obs_type=None, params=None):
            if params:
                raise ValueError(f"observers have no parameters: {params}")
            from open_spiel.python.observation import IIGObserverForPublicInfoGame

            if iig_obs_type is None or (
                iig_obs_type.public_info and not iig_obs_type.perfect_recall
            ):
                return Observer(self.game)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    return SpinneyGame


class SpinneyState(pyspiel.State):
    """A position, as OpenSpiel speaks to it."""

    def __init__(self, game):
        super().__init__(game)
        self.position: Position = game.game.start()
        self.moves = 0

    def current_player(self):
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.position.is_chance else self.position.seat

    def is_terminal(self):
        # A position without numbered moves is beyond the window that planes show.
        return (
            self.position.is_over
            or self.moves >= MOST_MOVES
            or (not self.position.is_whole and len(self.position.legal_actions()) == 0)
        )

    def _legal_actions(self, player):
        return sorted(self.position.legal_actions().tolist())

    def chance_outcomes(self):
        return self.position.chances()

    def _apply_action(self, action):
        self.position.play(action)
        self.moves += 1

    def _action_to_string(self, player, action):
        return self.position.action_text(action) or str(action)

    def returns(self):
        """1 for a win and −1 for a loss; among several, losers share the loss."""
        players = self.position.players
        rewards = self.position.rewards if self.is_terminal() else None
        if rewards is None:
            return [0.0] * players
        return [(reward * players - 1) / (players - 1) for reward in rewards]

    def __str__(self):
        return self.position.text


class Observer:
    """The planes of a position, from the view of whoever's turn it is."""

    def __init__(self, game):
        self.tensor = np.zeros(int(np.prod(game.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.shape)}

    def set_from(self, state, player):
        state.position.planes(self.tensor)

    def string_from(self, state, player):
        return state.position.text
