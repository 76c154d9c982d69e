"""OpenSpiel: import this module, then pyspiel.load_game("penultima(players=3,edition=ghostbusters)").

Chance acts first and picks the deal: three bytes, and with them everything that is left to chance in the game. What
follows is decided by the players alone. Actions are the numbers of penultima.Batch; UNO is said by itself. The
observation tensor is penultima.unpack() of the 384 bytes; the information state is what a seat has seen at each of its
decisions, as a string.
"""
from __future__ import annotations

import hashlib
from typing import Any, Optional, Sequence

import numpy as np
import pyspiel

from ._library import ACTIONS, OBSERVATION_BYTES, lib
from .batch import NOBODY, Batch, unpack
from .rules import Rules

_DEAL_BYTES = 3
_STEPS_MAX = 20000
# Bytes that only the seat itself knows: its hand, its drawn card, what it has not seen, whose cards it was shown.
_PRIVATE = np.zeros(OBSERVATION_BYTES, bool)
_PRIVATE[0:24] = _PRIVATE[32:136] = True
_PARAMETERS = {"players": 2, "edition": "classic", "house": ""}

GAME_TYPE = pyspiel.GameType(
    short_name="penultima",
    long_name="Penúltima",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS)


class _Play(Batch):
    """One table that remembers how it came to be, so that it can be pickled with its state."""

    def __init__(self, rules: Rules, players: int, seed: int = 0, actions: Sequence[int] = ()) -> None:
        super().__init__(1, players, seed=seed, views=True, max_steps=_STEPS_MAX, rules=rules)
        self.seed, self.past = seed, list[int]()
        for action in actions:
            self.play(action)

    def deal(self, seed: int) -> _Play:
        made = self.copy()
        made.seed, made.past = seed, []
        made.reset(seed)
        return made

    def copy(self) -> _Play:
        made = super().copy()
        assert isinstance(made, _Play)
        made.past = self.past[:]
        return made

    def play(self, action: int) -> None:
        # One table, and Python's lock is kept: what step() does for many tables and threads would cost more than the game.
        self._arrays["actions"][0] = action
        if lib.lab_batch_step_one(self._handle, 0, 1):
            raise ValueError(f"action {action} is not open")
        self.past.append(action)

    def numbers(self) -> list[int]:
        """What is open, lowest first."""
        found, base = [], 0
        for word in self._arrays["masks"][0].tolist():
            while word:
                found.append(base + (word & -word).bit_length() - 1)
                word &= word - 1
            base += 64
        return found

    def __reduce__(self) -> Any:
        return _Play, (self.rules, self.players, self.seed, self.past)


class PenultimaGame(pyspiel.Game):
    """One round. players, edition, house ("progressive+jump-in")."""

    def __init__(self, params: Any = None) -> None:
        settings = {**_PARAMETERS, **(params or {})}
        house = [name for name in settings["house"].split("+") if name]
        self.rules = Rules(settings["edition"], house=house, scoring="quick")
        self.players = int(settings["players"])
        # Made once: a batch also says what is wrong with the settings.
        self.template = _Play(self.rules, self.players)
        super().__init__(GAME_TYPE, pyspiel.GameInfo(
            num_distinct_actions=ACTIONS, max_chance_outcomes=256, num_players=self.players, min_utility=-1.0,
            max_utility=1.0, utility_sum=0.0, max_game_length=_STEPS_MAX), params or {})

    def new_initial_state(self) -> Any:
        return PenultimaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        return PenultimaObserver(self, iig_obs_type, params)


class PenultimaState(pyspiel.State):
    """A table."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        # pyspiel clones a state by copying its attributes deeply: the game is not one of them.
        self._deal: list[int] = []
        self._batch: Optional[_Play] = None
        self._returns = [0.0] * game.players
        self._is_over = False
        self._seen = [b""] * game.players
        self._decides = int(pyspiel.PlayerId.CHANCE)  # asked for several times a step
        self._known: list[tuple[int, bytes]] = []  # seen and done, to go into the digests when somebody asks for them

    def current_player(self) -> Any:
        return self._decides

    def chance_outcomes(self) -> Any:
        return [(outcome, 1 / 256) for outcome in range(256)]

    def _legal_actions(self, player: int) -> Any:
        if self._batch is None or player != self._decides:
            return []
        return self._batch.numbers()

    def _apply_action(self, action: Any) -> None:
        if self._batch is None:
            self._deal.append(action)
            if len(self._deal) == _DEAL_BYTES:
                self._batch = self.get_game().template.deal(int.from_bytes(bytes(self._deal), "little"))
                self._decides = int(self._batch.seats[0])
            return
        arrays = self._batch._arrays
        self._known.append((self._decides, arrays["observations"].tobytes() + bytes((action,))))
        self._batch.play(action)
        self._decides = int(arrays["seats"][0])
        if self._decides == NOBODY:
            self._is_over, self._decides = True, int(pyspiel.PlayerId.TERMINAL)
            self._returns = self._shares(self._batch.rewards[0] > 0)

    @staticmethod
    def _shares(won: Any) -> Any:
        """What a batch pays, without the rounding of its floats: OpenSpiel adds it up to nothing."""
        count, winners = len(won), int(won.sum())
        if winners in (0, count):
            return [0.0] * count
        return [1 / winners if wins else -1 / (count - winners) for wins in won]

    def _action_to_string(self, player: int, action: Any) -> Any:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return action_name(self.get_game().rules, action)

    def is_terminal(self) -> Any:
        return self._is_over

    def returns(self) -> Any:
        return list(self._returns)

    def observation_of(self, player: int) -> np.ndarray:
        if self._batch is None:
            return np.zeros(OBSERVATION_BYTES, np.uint8)
        return self._batch.observe(0, player)

    def information_state_string(self, player: Any = None) -> Any:
        """What the seat has seen and done, decision by decision, and what it sees now: a digest and the bytes."""
        player = self._decides if player is None else player
        for seat, seen in self._known:
            self._seen[seat] = hashlib.sha256(self._seen[seat] + seen).digest()
        self._known = []
        return f"{self._seen[player].hex()} {self.observation_of(player).tobytes().hex()}"

    def __str__(self) -> str:
        if self._batch is None:
            return "deal " + " ".join(map(str, self._deal))
        hands = []
        for counts in self._batch.reveal(0):
            cards = [card.code for kind, card in enumerate(self.get_game().rules.cards) for _ in range(counts[kind])]
            hands.append(" ".join(cards))
        who = "over" if self._is_over else f"seat {self.current_player()}"
        return f"{who}; " + "; ".join(hands)


class PenultimaObserver:
    """What a seat sees, as bits."""

    def __init__(self, game: Any, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self._has_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        self._kept = np.ones(OBSERVATION_BYTES, bool)
        if iig_obs_type is not None:
            if iig_obs_type.private_info == pyspiel.PrivateInfoType.NONE:
                self._kept[_PRIVATE] = False
            if not iig_obs_type.public_info:
                self._kept &= _PRIVATE
        self.tensor = np.zeros(8 * OBSERVATION_BYTES, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        self.tensor[:] = unpack(state.observation_of(player) * self._kept)

    def string_from(self, state: Any, player: int) -> Any:
        if self._has_recall and self._kept.all():
            return state.information_state_string(player)
        return (state.observation_of(player) * self._kept).tobytes().hex()


_NAMES = {128: "draw", 129: "keep", 130: "take", 131: "challenge", 132: "stream nothing", 133: "drop", 134: "say uno",
          135: "pass", 174: "jump"}


def action_name(rules: Rules, number: int) -> str:
    """A number in words: "play r7", "play w red", "choose +1"."""
    if number < 64:
        return f"play {rules.cards[number].code}"
    if number < 128:
        return f"play {rules.cards[rules.wilds[(number - 64) // 8]].code} {rules.colors[number % 8]}"
    for first, word in ((136, "name"), (176, "jump")):
        if first <= number < first + 8:
            return f"{word} {rules.colors[number - first]}"
    for first, word in ((144, "choose"), (154, "catch"), (164, "accuse")):
        if first <= number < first + 10:
            return f"{word} +{number - first}"
    return _NAMES[number]


def register() -> None:
    """Once; importing this module does it."""
    if GAME_TYPE.short_name not in pyspiel.registered_names():
        pyspiel.register_game(GAME_TYPE, PenultimaGame)


register()
