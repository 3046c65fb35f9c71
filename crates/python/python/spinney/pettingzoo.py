"""Every game as a PettingZoo environment: ``env("hex 11x11")``.

Players act in turns (AEC). An observation has the planes as height × width × planes, from the view of
whoever's turn it is, and the mask of legal actions, which is empty for those who wait. Chance acts by
itself, from the seed of ``reset``. Rewards come with the end: 1 for a win, −1 for a loss; among
several, losers share the loss.
"""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Game


def env(setup: str = "hex 11x11", render_mode: str | None = None) -> AECEnv:
    """The environment of a game, wrapped as PettingZoo's own are: an illegal action loses."""
    wrapped = raw_env(setup, render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):
    """The environment itself, which raises `spinney.IllegalActionError`."""

    metadata = {
        "name": "spinney_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
    }

    def __init__(self, setup: str = "hex 11x11", render_mode: str | None = None):
        super().__init__()
        self.game = Game(setup)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        most = max(plane["most"] for plane in self.game.planes)
        planes, height, width = self.game.shape
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, most, (height, width, planes), np.float32),
                "action_mask": spaces.Box(0, 1, (self.game.action_count,), np.int8),
            }
        )
        self._action_space = spaces.Discrete(self.game.action_count)
        self._random = np.random.default_rng()

    def observation_space(self, agent):
        return self._observation_space

    def action_space(self, agent):
        return self._action_space

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.position = self.game.start()
        self._go_on()

    def _go_on(self):
        """Lets chance act, and tells whose turn it is or how the game ended."""
        while self.position.is_chance:
            self.position.roll(int(self._random.integers(2**63)))
        if self.position.is_over:
            players = self.position.players
            for agent, reward in zip(self.possible_agents, self.position.rewards):
                self.rewards[agent] = (reward * players - 1) / (players - 1)
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self.agent_selection = self.possible_agents[self.position.seat]
        if not self.position.is_whole and len(self.position.legal_actions()) == 0:
            # All moves are beyond the window that planes show.
            self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent):
        planes = np.ascontiguousarray(self.position.planes().transpose(1, 2, 0))
        mask = np.zeros(self.game.action_count, np.int8)
        if self.possible_agents[self.position.viewer] == agent:
            self.position.mask(mask)
        return {"observation": planes, "action_mask": mask}

    def step(self, action):
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        self.position.play(int(action))
        self._go_on()
        self._accumulate_rewards()

    def render(self):
        if self.render_mode == "svg":
            return self.position.svg()
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self):
        pass
