"""PettingZoo: every seat is an agent.

env(), aec_env()   one decision after the other, by whoever has to decide
parallel_env()     all agents act at once; only the action of the one who decides is played

With 'max_cycles' every agent is asked once in a cycle, in the order of the seats, and the game is cut off after so
many cycles; whoever has nothing to decide has only "pass" (135) open.
"""
from __future__ import annotations

from typing import Any, Optional

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from ._library import ACTIONS, KINDS_MAX, OBSERVATION_BYTES, one_of, truth, whole
from .batch import Batch, action_numbers, unpack
from .render import RENDER_MODES, check_render_mode, shown

PASS = 135


class _Seats:
    """What both environments share: agents, spaces, what each agent sees."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2, "name": "penultima_v0", "is_parallelizable": False}

    def _open(self, players: Any, packed: Any, illegal: Any, render_mode: Any, settings: Any) -> None:
        one_of("illegal", illegal, ("error", "replace"))
        check_render_mode(render_mode)
        truth("packed", packed)
        self.batch = Batch(1, players, views=True, **settings)
        self.packed, self.illegal, self.render_mode = packed, illegal, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = Box(0, 255, (OBSERVATION_BYTES,), np.uint8) if packed else Box(0, 1, (8 * OBSERVATION_BYTES,), np.uint8)
        self.observation_spaces = {agent: Dict({"observation": seen, "action_mask": Box(0, 1, (ACTIONS,), np.int8)})
                                   for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self.state_space = Box(0, 127, (players, KINDS_MAX), np.uint8)
        self._random = np.random.default_rng(0)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _deal(self, seed: Any) -> None:
        if seed is not None:
            self._random = np.random.default_rng(whole("seed", seed, 0, 2**64 - 1))
        self.batch.reset(int(self._random.integers(2**63)))
        self.agents = self.possible_agents[:]

    def _decides(self) -> int:
        return int(self.batch.seats[0])

    def _mask(self, seat: int) -> Any:
        if self._decides() == seat:
            return self.batch.open()[0].view(np.int8)
        return np.zeros(ACTIONS, np.int8)

    def observe(self, agent: str) -> Any:
        """What the agent sees, and what is open to it."""
        if agent not in self._seat_of:
            raise ValueError(f"agent: there is no {agent!r}; there are {', '.join(self.possible_agents)}")
        seat = self._seat_of[agent]
        row = self.batch.observe(0, seat)
        return {"observation": row if self.packed else unpack(row), "action_mask": self._mask(seat)}

    def _play(self, action: Any) -> Any:
        """Plays for whoever decides. Returns whether it was open."""
        if not self.batch.step(action_numbers([action], 1)):
            return True
        if self.illegal == "error":
            raise ValueError(f"action {action} is not open to player_{self._decides()}: see its action_mask")
        self.batch.step(self.batch.open().argmax(1))
        return False

    def render(self) -> Any:
        """The table with all hands, as 'render_mode' says: a text, a picture as (height, width, 3) bytes, or the text printed."""
        return shown(self.batch, 0, None, self.render_mode)

    def state(self) -> Any:
        """All hands, as counts of kinds: for a critic."""
        return self.batch.reveal(0)

    def close(self) -> None:
        pass


class PenultimaAEC(_Seats, AECEnv):
    """One decision after the other.

    players   how many; every seat is an agent, "player_0" to "player_9"
    packed    observations as 384 bytes instead of 3072 bits (penultima.unpack)
    illegal   an action that is not open: "error" raises a ValueError, "replace" plays the lowest open one
    Everything else as for penultima.Batch (edition, house, reactions, skip_forced, max_steps ...)."""

    def __init__(self, players: int = 2, packed: bool = False, illegal: str = "error",
                 render_mode: Optional[str] = None, **settings: Any) -> None:
        AECEnv.__init__(self)
        self._open(players, packed, illegal, render_mode, settings)

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.possible_agents[self._decides()]
        self._tell()

    def _tell(self) -> None:
        self.infos = {agent: {"action_mask": self._mask(self._seat_of[agent])} for agent in self.agents}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        was_open = self._play(action)
        ended, cut = bool(self.batch.terminations[0]), bool(self.batch.truncations[0])
        for other in self.agents:
            self.rewards[other] = float(self.batch.rewards[0, self._seat_of[other]])
            self.terminations[other], self.truncations[other] = ended, cut
        if not (ended or cut):
            self.agent_selection = self.possible_agents[self._decides()]
        self._tell()
        if not was_open:
            self.infos[agent]["illegal"] = True
        self._accumulate_rewards()


class PenultimaParallel(_Seats, ParallelEnv):
    """All agents act at once; only the action of the one who decides is played. Whoever does not decide has only
    "pass" open, and whatever they do is taken for it."""

    metadata = {**_Seats.metadata, "is_parallelizable": True}

    def __init__(self, players: int = 2, max_cycles: int = 100000, packed: bool = False, illegal: str = "replace",
                 render_mode: Optional[str] = None, **settings: Any) -> None:
        whole("max_cycles", max_cycles, 1)
        self._open(players, packed, illegal, render_mode, settings)
        self.max_cycles, self._cycles = max_cycles, 0

    def _mask(self, seat: int) -> Any:
        mask = super()._mask(seat)
        if self._decides() != seat:
            mask[PASS] = 1
        return mask

    def _all(self) -> Any:
        return ({agent: self.observe(agent) for agent in self.agents},
                {agent: {"action_mask": self._mask(self._seat_of[agent])} for agent in self.agents})

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> Any:
        self._deal(seed)
        self._cycles = 0
        return self._all()

    def step(self, actions: Any) -> Any:
        if not self.agents:
            raise ValueError("the game is over: reset() first")
        decides = self.possible_agents[self._decides()]
        if not isinstance(actions, dict) or decides not in actions:
            raise ValueError(f"actions is a dict with a number for every agent; {decides} is to decide")
        self._play(actions[decides])
        self._cycles += 1
        ended = bool(self.batch.terminations[0])
        cut = not ended and (bool(self.batch.truncations[0]) or self._cycles >= self.max_cycles)
        observations, infos = self._all()
        rewards = {agent: float(self.batch.rewards[0, self._seat_of[agent]]) for agent in self.agents}
        terminations, truncations = dict.fromkeys(self.agents, ended), dict.fromkeys(self.agents, cut)
        if ended or cut:
            self.agents = []
        return observations, rewards, terminations, truncations, infos


def parallel_env(**settings: Any) -> PenultimaParallel:
    """All agents act at once: see PenultimaParallel."""
    return PenultimaParallel(**settings)


def env(max_cycles: Optional[int] = None, **settings: Any) -> AECEnv:
    """One decision after the other (PenultimaAEC); with 'max_cycles' in rotation, and cut off."""
    if max_cycles is None:
        return PenultimaAEC(**settings)
    return parallel_to_aec(PenultimaParallel(max_cycles=max_cycles, **settings))


aec_env = raw_env = env
