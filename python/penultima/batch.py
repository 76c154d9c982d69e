"""Many tables stepped by one call, in NumPy arrays that the library writes into."""
from __future__ import annotations

import ctypes
from concurrent.futures import ThreadPoolExecutor
from typing import Optional, Sequence

import numpy as np

from ._library import ACTION_WORDS, ACTIONS, KINDS_MAX, OBSERVATION_BYTES, SEATS_MAX, lib, strings
from .rules import Rules, check_bot, make_rules

NOBODY = 255  #: in 'seats': a game has ended and is shown

#: An observation by its fields: observations.view(OBSERVATION). docs/PYTHON.md tells what they mean.
OBSERVATION = np.dtype([
    ("own", "<u8", 3), ("top", "<u8"), ("drawn", "<u8"), ("unseen", "<u8", 4), ("known", "<u8", (4, 2)),
    ("past_card", "<u8", 6), ("past", [("verb", "u1"), ("color", "u1"), ("seat", "<u2")], 6),
    ("lacks", "<u4", (9, 3)), ("sizes", "<u2", 10), ("color", "u1"), ("follow", "u1"), ("phase", "<u2"),
    ("seats", "<u2"), ("owes", "<u2"), ("lost", "<u2"), ("thrower", "<u2"), ("rules", "<u4"), ("draw_count", "u1"),
    ("pending", "u1"), ("discard_count", "u1"), ("is_left", "u1"), ("hand_count", "u1", 10), ("score", "u1", 10),
    ("habits", "u1", 8)])
assert OBSERVATION.itemsize == OBSERVATION_BYTES


def unpack(observations: np.ndarray) -> np.ndarray:
    """Observations (..., 384) of bytes as bits (..., 3072) of 0 and 1: bit i of byte b is at 8 * b + i."""
    return np.unpackbits(np.ascontiguousarray(observations, np.uint8), axis=-1, bitorder="little")


def unpack_masks(masks: np.ndarray) -> np.ndarray:
    """Masks (..., 3) of words as booleans (..., 192)."""
    words = np.ascontiguousarray(masks, "<u8")
    return np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little").view(bool)


def game_seed(seed: int, table: int, game: int, players: int) -> tuple[int, int]:
    """Seed and dealer of a game of a batch: Table(rules, players, *game_seed(...)) is dealt the same cards."""
    made = lib.lab_game_seed(seed & (2**64 - 1), table, game)
    return made, lib.lab_game_dealer(made, players)


class Batch:
    """n tables. The arrays are written by look(), step() and reset(), in place; row t belongs to table t.

    actions        (n,) int64, to be written before step()
    observations   (n, 384) uint8: what the seat that decides sees
    masks          (n, 3) uint64: what is open; unpack_masks() makes booleans of it
    seats          (n,) uint8: who decides; NOBODY where an end is shown
    rewards        (n, players) float32, of this step: at the end of a game 1 in all for those who won, -1 for the rest
    terminations, truncations  (n,) bool: a game ended, or was cut off, in this step

    n            tables
    players      seats of a table
    bots         who sits where: a list of names of bots, None for a seat of the caller's
    seed         decides all cards; table t, game g is dealt by game_seed(seed, t, g, players)
    autoreset    "next_step": the end is shown, the next step deals; "same_step": the step that ends a game deals the next
                 (which is shown as well, with NOBODY, in the rare case that bots end it before the caller decides)
    reactions    UNO, catches, jumps and drops are decided; otherwise UNO is said by itself
    skip_forced  what leaves no choice is played by itself
    max_steps    of a game, after which it is cut off
    observe      False: no observations, and much quicker
    views        what every seat sees can be asked for, not only the one that decides; slower
    threads      that share the tables
    Everything else makes the rules (see Rules); one round ("quick") unless 'scoring' is given.
    """

    def __init__(self, n: int, players: int = 2, bots: Optional[Sequence[Optional[str]]] = None, seed: int = 0,
                 autoreset: str = "next_step", reactions: bool = False, skip_forced: bool = False,
                 max_steps: Optional[int] = None, observe: bool = True, views: bool = False, threads: int = 1,
                 rules: Optional[Rules] = None, **settings):
        self.rules = make_rules(rules, **settings)
        if not self.rules.seats_min <= players <= self.rules.seats_max:
            raise ValueError(f"{self.rules.edition} is for {self.rules.seats_min} to {self.rules.seats_max} players")
        if autoreset not in ("next_step", "same_step"):
            raise ValueError("autoreset is 'next_step' or 'same_step'")
        if n < 1 or threads < 1 or (max_steps is not None and not 1 <= max_steps < 2**32):
            raise ValueError("there is at least one table, one thread and one step")
        seated = list(bots) if bots is not None else [None] * players
        if len(seated) != players or all(seated):
            raise ValueError("'bots' has a name or None for every seat, and at least one None")
        for name in seated:
            if name is not None:
                check_bot(name)
        flags = (autoreset == "same_step") | bool(reactions) << 1 | bool(skip_forced) << 2 | bool(observe) << 3 | bool(views) << 4
        self._made = (n, players, seated, flags, max_steps or 0)
        self.tables, self.players, self.bots = n, players, seated
        self._observe, self._views, self._threads = bool(observe), bool(views), min(threads, n)
        self._handle = self._new(seed)
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self.actions = np.zeros(n, np.int64)
        self.observations = np.zeros((n if observe else 0, OBSERVATION_BYTES), np.uint8)
        self.masks = np.zeros((n, ACTION_WORDS), np.uint64)
        self.seats = np.zeros(n, np.uint8)
        self.rewards = np.zeros((n, players), np.float32)
        self.terminations = np.zeros(n, bool)
        self.truncations = np.zeros(n, bool)
        self._use()
        self.look()

    def _new(self, seed):
        n, players, seated, flags, max_steps = self._made
        problem = ctypes.c_int32()
        handle = lib.lab_batch_new(self.rules._handle, n, seed & (2**64 - 1), players, flags, max_steps,
                                   strings(seated), ctypes.byref(problem))
        if not handle:
            raise {2: MemoryError, 101: MemoryError}.get(problem.value, ValueError)(
                {2: "so many tables do not fit into memory", 3: "this edition has more wilds than there are numbers for",
                 101: "there is no memory for so many tables"}.get(problem.value, "these settings cannot be played"))
        return handle

    def _use(self):
        lib.lab_batch_use(self._handle, self.actions.ctypes.data,
                          self.observations.ctypes.data if self._observe else None, self.masks.ctypes.data,
                          self.seats.ctypes.data, self.rewards.ctypes.data, self.terminations.ctypes.data,
                          self.truncations.ctypes.data)

    def use(self, **arrays: np.ndarray) -> None:
        """Takes arrays of the caller's (shared memory, pinned memory) in place of its own: use(observations=...)."""
        for name, array in arrays.items():
            own = getattr(self, name, None)
            if name.startswith("_") or not isinstance(own, np.ndarray):
                raise ValueError(f"there is no array {name!r}")
            if array.shape != own.shape or array.dtype != own.dtype or not array.flags.c_contiguous or not array.flags.writeable:
                raise ValueError(f"{name} is a writable array {own.shape} of {own.dtype}, row after row")
            setattr(self, name, array)
        self._use()
        self.look()

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.lab_batch_free(self._handle)

    def look(self) -> None:
        """Writes what is to be decided, without changing anything."""
        lib.lab_batch_look(self._handle, 0, self.tables)

    def step(self, actions: Optional[np.ndarray] = None) -> int:
        """Plays the actions (or what stands in self.actions) and goes on until somebody of the caller's decides.
        Returns how many were not open; such a table is as it was."""
        if actions is not None:
            self.actions[:] = actions
        if not self._pool:
            return lib.lab_batch_step(self._handle, 0, self.tables)
        ends = [self.tables * part // self._threads for part in range(self._threads + 1)]
        return sum(self._pool.map(lambda part: lib.lab_batch_step(self._handle, ends[part], ends[part + 1] - ends[part]),
                                  range(self._threads)))

    def reset(self, seed: int) -> None:
        """Deals anew at every table, as a batch with this seed."""
        lib.lab_batch_reset(self._handle, 0, self.tables, seed & (2**64 - 1))
        self.look()

    def open(self) -> np.ndarray:
        """What is open as booleans (n, 192): a copy."""
        return unpack_masks(self.masks)

    def observe(self, table: int, seat: int) -> np.ndarray:
        """What any seat sees; with views=True."""
        if not self._views:
            raise ValueError("make the batch with views=True")
        self._check(table)
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}")
        row = np.zeros(OBSERVATION_BYTES, np.uint8)
        lib.lab_batch_observe(self._handle, table, seat, row.ctypes.data)
        return row

    def _check(self, table):
        if not 0 <= table < self.tables:
            raise ValueError(f"there is no table {table}")

    def reveal(self, table: int) -> np.ndarray:
        """All hands of a table as counts of kinds (players, 64): for a critic that learns, not for players."""
        self._check(table)
        counts = np.zeros((self.players, KINDS_MAX), np.uint8)
        lib.lab_batch_reveal(self._handle, table, counts.ctypes.data)
        return counts

    def copy(self) -> "Batch":
        """Another batch just like this one, with arrays of its own: for search."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._handle = None
        other._handle = other._new(0)
        other._pool = ThreadPoolExecutor(self._threads) if self._pool else None
        lib.lab_batch_copy(other._handle, self._handle)
        for name, value in self.__dict__.items():
            if isinstance(value, np.ndarray):
                setattr(other, name, value.copy())
        other._use()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        raise TypeError("a batch is not pickled: keep its settings, its seed and the actions")


def check_seats(players: int, opponents) -> list[str]:
    """The bots of the other seats: one name for all, or one for each."""
    names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if not 2 <= players <= SEATS_MAX or len(names) != players - 1:
        raise ValueError("'opponents' is one bot for all other seats, or one for each")
    return [check_bot(name) for name in names]
