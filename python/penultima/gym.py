"""Gymnasium: one agent against our bots, at one table or at many."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._library import ACTIONS, OBSERVATION_BYTES, one_of, truth, whole
from .batch import NOBODY, Batch, action_numbers, check_seats, unpack
from .render import RENDER_MODES, check_render_mode, shown

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .rules import BatchSettings

_AUTORESETS = {"next_step": AutoresetMode.NEXT_STEP, "same_step": AutoresetMode.SAME_STEP}


def _space(packed: bool) -> Box:
    return Box(0, 255, (OBSERVATION_BYTES,), np.uint8) if packed else Box(0, 1, (8 * OBSERVATION_BYTES,), np.uint8)


def _good_seed(seed: Any) -> int:
    """Gymnasium takes numbers from 0 on."""
    return int(whole("seed", seed, 0, 2**64 - 1))


def _seed_of(generator: np.random.Generator) -> int:
    return int(generator.integers(2**63))


class PenultimaVectorEnv(VectorEnv):
    """n tables with an agent each in seat 0 and our bots in the others; chance decides who deals.

    opponents    one bot for all other seats, or a list with one for each
    packed       observations as 384 bytes instead of 3072 bits (penultima.unpack)
    autoreset    "next_step" or "same_step" (the last observation of a game is then in info["final_obs"])
    Everything else as for penultima.Batch.

    An action that is not open (info["action_mask"]) changes nothing; info["illegal"] tells at which tables.
    The reward is 1 for a game that was won, -1 / (players - 1) for one that was lost."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, players: int = 2, opponents: Union[str, Sequence[str]] = "rank",
                 packed: bool = False, seed: int = 0, autoreset: str = "next_step", render_mode: Optional[str] = None,
                 **settings: Unpack[BatchSettings]) -> None:
        one_of("autoreset", autoreset, tuple(_AUTORESETS))
        whole("n", num_envs, 1, 2**31)
        self.render_mode = check_render_mode(render_mode)
        truth("packed", packed)
        self.metadata = {**self.metadata, "autoreset_mode": _AUTORESETS[autoreset]}
        self.num_envs, self.packed, self._is_same_step = num_envs, packed, autoreset == "same_step"
        # A game that ends is always shown; where it is to be dealt again at once, that is one more step.
        self.batch = Batch(num_envs, players, [None, *check_seats(players, opponents)], seed, **settings)
        self.single_observation_space, self.single_action_space = _space(packed), Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._first_seed: Optional[int] = seed

    def _observations(self) -> Any:
        return self.batch.observations.copy() if self.packed else unpack(self.batch.observations)

    def _info(self) -> Any:
        return {"action_mask": self.batch.open().view(np.int8)}

    def reset(self, *, seed: Any = None, options: Optional[dict[str, Any]] = None) -> tuple[np.ndarray, dict[str, Any]]:
        """'seed' is a number for all tables together, or a list with a number or None for each."""
        one_each = list(seed) if isinstance(seed, (list, tuple, np.ndarray)) else None
        if one_each is not None and len(one_each) != self.num_envs:
            raise ValueError(f"seed is one number, or one for each of the {self.num_envs} tables")
        super().reset(seed=None if one_each is not None or seed is None else _good_seed(seed))
        first: Any = self._first_seed if seed is None else seed
        self._first_seed = None
        if one_each is not None:
            first = [_seed_of(self.np_random) if one is None else one for one in one_each]
        self.batch.reset(_seed_of(self.np_random) if first is None else first)
        return self._observations(), self._info()

    def render(self) -> Any:
        """One picture or text for every table, as 'render_mode' says."""
        made = [shown(self.batch, table, 0, self.render_mode) for table in range(self.num_envs)]
        return None if self.render_mode in (None, "human") else tuple(made)

    def step(self, actions: Any) -> Any:
        batch = self.batch
        was_shown = batch.seats == NOBODY
        actions = action_numbers(actions, self.num_envs)
        open_before = batch.open()[np.arange(self.num_envs), np.clip(actions, 0, ACTIONS - 1)]
        illegal = ~was_shown & ~(open_before & (actions >= 0) & (actions < ACTIONS))
        batch.step(actions)
        rewards = batch.rewards[:, 0].astype(np.float64)
        terminations, truncations = batch.terminations.copy(), batch.truncations.copy()
        info: dict[str, Any] = {}
        if self._is_same_step and (terminations | truncations).any():
            info = self._deal_now(terminations | truncations)
        info.update(self._info(), illegal=illegal)
        return self._observations(), rewards, terminations, truncations, info

    def _deal_now(self, ended: Any) -> Any:
        """Steps once more, with an action that is never open: only where a game has ended anything happens."""
        last = self._observations()
        final = np.empty(self.num_envs, object)
        masks = np.empty(self.num_envs, object)
        for index in np.flatnonzero(ended):
            final[index] = last[index]
            masks[index] = {"action_mask": np.zeros(ACTIONS, np.int8)}
        self.batch.step(np.full(self.num_envs, ACTIONS))
        mask_rows = np.zeros((self.num_envs, ACTIONS), np.int8)
        return {"final_obs": final, "_final_obs": ended.copy(),
                "final_info": {"action_mask": mask_rows, "_action_mask": ended.copy()}, "_final_info": ended.copy()}


class PenultimaEnv(gymnasium.Env):
    """One table: the agent in seat 0, our bots in the others. An action that is not open raises a ValueError unless
    illegal="keep": then nothing changes and info["illegal"] is True; info["action_mask"] has what is open."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(self, players: int = 2, opponents: Union[str, Sequence[str]] = "rank", packed: bool = False,
                 seed: int = 0, illegal: str = "keep", render_mode: Optional[str] = None,
                 **settings: Unpack[BatchSettings]) -> None:
        one_of("illegal", illegal, ("keep", "error"))
        check_render_mode(render_mode)
        truth("packed", packed)
        self.packed, self.illegal, self.render_mode = packed, illegal, render_mode
        self.batch = Batch(1, players, [None, *check_seats(players, opponents)], seed, **settings)
        self.observation_space, self.action_space = _space(packed), Discrete(ACTIONS)
        self._first_seed: Optional[int] = seed

    def _observation(self) -> Any:
        return self.batch.observations[0].copy() if self.packed else unpack(self.batch.observations[0])

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=None if seed is None else _good_seed(seed))
        first = self._first_seed if seed is None else seed
        self._first_seed = None
        self.batch.reset(_seed_of(self.np_random) if first is None else int(first))
        return self._observation(), {"action_mask": self.batch.open()[0].view(np.int8)}

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        action = action_numbers([action], 1)[0]
        if self.batch.seats[0] == NOBODY:
            raise ValueError("the game is over: reset() first")
        illegal = bool(self.batch.step(np.array([action], np.int64)))
        if illegal and self.illegal == "error":
            raise ValueError(f"action {action} is not open: see info['action_mask']")
        return (self._observation(), float(self.batch.rewards[0, 0]), bool(self.batch.terminations[0]),
                bool(self.batch.truncations[0]),
                {"action_mask": self.batch.open()[0].view(np.int8), "illegal": illegal})

    def render(self) -> Any:
        """As 'render_mode' says: a text, a picture as (height, width, 3) bytes, or the text printed."""
        return shown(self.batch, 0, 0, self.render_mode)


def register() -> None:
    """gymnasium.make("Penultima-v0", opponents="expert") and gymnasium.make_vec()."""
    if "Penultima-v0" not in gymnasium.registry:
        gymnasium.register("Penultima-v0", entry_point="penultima.gym:PenultimaEnv",
                           vector_entry_point="penultima.gym:PenultimaVectorEnv",
                           disable_env_checker=True, order_enforce=False)
