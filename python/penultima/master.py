"""What the network of our strongest bot thinks of a position."""
from __future__ import annotations

import ctypes
import math
from typing import NamedTuple, Optional

import numpy as np

from ._library import ACTION_WORDS, ACTIONS, OBSERVATION_BYTES, lib, whole
from .rules import Rules
from .table import View

_ONE = 65536


class Thought(NamedTuple):
    """What it thinks."""
    policy: np.ndarray  #: (192,) how likely it would do each; 0 for what is not open
    value: float  #: its chance to win the round, from 0 to 1


def master(view: View) -> Thought:
    """Policy and value of the master's network for who looks, who has something to decide: master(table.view(seat)).

    It sees what the view has and nothing else. Where the bot itself thinks ahead besides (some house rules, teams) this is what it
    starts from. A ValueError where it has learned nothing: for more wilds or other cards than it knows."""
    if not isinstance(view, View):
        raise TypeError(f"view is a penultima.View, not {view!r:.80}")
    if view._rules is None or view._mask is None:
        raise ValueError("view is a spectator's: take table.view(seat)")
    if not view._mask.any():
        raise ValueError("view: this seat has nothing to decide")
    return master_of(np.frombuffer(view._seen, np.uint8), view._mask, view._rules, view.players)


def master_of(observation: np.ndarray, mask: np.ndarray, rules: Rules, players: int) -> Thought:
    """The same for a row of a batch: its observation (384 bytes), what is open (192 booleans), its rules and seats."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules are penultima.Rules, not {rules!r:.80}")
    rules.check_players(whole("players", players))
    seen, is_open = np.asarray(observation), np.asarray(mask)
    if seen.shape != (OBSERVATION_BYTES,) or seen.dtype != np.uint8:
        raise TypeError(f"observation is an array of {OBSERVATION_BYTES} uint8")
    if is_open.shape != (ACTIONS,) or is_open.dtype.kind not in "bi":
        raise TypeError(f"mask is an array of {ACTIONS} booleans")
    words = np.packbits(is_open.astype(bool), bitorder="little").view("<u8").astype(np.uint64)
    assert words.shape == (ACTION_WORDS,)
    policy, value = np.zeros(ACTIONS, np.int32), ctypes.c_int32()
    seen = np.ascontiguousarray(seen)
    if not lib.lab_master(rules._handle, players, seen.ctypes.data, words.ctypes.data, policy.ctypes.data, ctypes.addressof(value)):
        raise ValueError(f"rules: the network has learned nothing for {rules.edition} with {players}")
    chances = np.where(is_open.astype(bool), policy / _ONE, -np.inf)
    chances = np.exp(chances - chances.max()) if is_open.any() else np.zeros(ACTIONS)
    return Thought(chances / max(chances.sum(), 1e-30), 1 / (1 + math.exp(-value.value / _ONE)))


def _best(thought: Thought) -> Optional[int]:
    return int(thought.policy.argmax()) if thought.policy.any() else None
