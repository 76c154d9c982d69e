"""Penúltima: the shedding card game of the published sheets, exactly by the sheet.

    rules, tables    editions, Rules, Table, Action, View, Bot
    a game           analyse: what every move was worth; master: what our network thinks; describe: a position in words
    many games       simulate, evaluate, tournament, Batch; frames: folders of records as columns;
                     given: games that people gave away
    environments     vector_env and env (Gymnasium), aec_env and parallel_env (PettingZoo),
                     penultima.spiel (OpenSpiel), penultima.rlcard (RLCard's numbering)

docs/PYTHON.md of the repository tells the rest.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from ._library import ACTIONS, LANGUAGES, OBSERVATION_BYTES, lib
from .analysis import Choice, Decision, analyse
from .frames import frames
from .given import given
from .master import Thought, master, master_of
from .batch import NOBODY, OBSERVATION, Batch, game_seed, unpack, unpack_masks
from .play import Evaluation, Policy, Simulation, elo, evaluate, simulate, wilson
from .rules import Card, Rules, bots, edition_source, editions
from .table import PHASES, VERBS, Action, Bot, Refused, Table, View
from .tournament import Pairing, Tournament, sprt, tournament
from .words import describe

if TYPE_CHECKING:
    from pettingzoo import AECEnv
    from typing_extensions import Unpack

    from .aec import PenultimaParallel
    from .gym import PenultimaEnv, PenultimaVectorEnv
    from .rules import GymSettings, SeatsSettings, VectorSettings

__version__ = lib.lab_version().decode()

__all__ = ["ACTIONS", "LANGUAGES", "OBSERVATION_BYTES", "NOBODY", "OBSERVATION", "Batch", "game_seed", "unpack", "unpack_masks",
           "Choice", "Decision", "analyse", "frames", "given", "Thought", "master", "master_of", "Pairing", "Tournament", "sprt", "tournament",
           "describe", "Evaluation", "Policy", "Simulation", "elo", "evaluate", "simulate", "wilson", "Card", "Rules", "bots",
           "edition_source", "editions", "PHASES", "VERBS", "Action", "Bot", "Refused", "Table", "View", "aec_env",
           "parallel_env", "vector_env", "env", "register"]


def vector_env(n: int = 1, **settings: Unpack[VectorSettings]) -> PenultimaVectorEnv:
    """A Gymnasium VectorEnv of n tables against our bots: see penultima.gym.PenultimaVectorEnv."""
    from .gym import PenultimaVectorEnv
    return PenultimaVectorEnv(n, **settings)


def env(**settings: Unpack[GymSettings]) -> PenultimaEnv:
    """A Gymnasium environment of one table against our bots: see penultima.gym.PenultimaEnv."""
    from .gym import PenultimaEnv
    return PenultimaEnv(**settings)


def register() -> None:
    """Makes "Penultima-v0" known to gymnasium.make() and gymnasium.make_vec()."""
    from .gym import register as register_with_gymnasium
    register_with_gymnasium()


def aec_env(**settings: Unpack[SeatsSettings]) -> AECEnv:
    """A PettingZoo AEC environment, every seat an agent: see penultima.aec."""
    from .aec import env as make
    return make(**settings)


def parallel_env(**settings: Unpack[SeatsSettings]) -> PenultimaParallel:
    """A PettingZoo parallel environment: see penultima.aec."""
    from .aec import parallel_env as make
    return make(**settings)
