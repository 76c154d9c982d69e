"""Many tables stepped by one call, in NumPy arrays that the library writes into."""
from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Iterator, Optional, Sequence, Union

import numpy as np

from ._library import (ACTION_WORDS, ACTIONS, KINDS_MAX, OBSERVATION_BYTES, SEATS_MAX, freed_with, lib, one_of, seed_of,
                       strings, truth, whole)
from .rules import Rules, check_bot, make_rules

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .rules import RuleSettings

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
    return np.unpackbits(_rows("observations", observations, np.uint8), axis=-1, bitorder="little")


def _rows(name: str, values: Any, dtype: Any) -> np.ndarray:
    rows = np.asarray(values)
    if rows.dtype.kind not in "biu" or rows.ndim == 0:
        raise TypeError(f"{name} is an array of {np.dtype(dtype)}, not {values!r:.80}")
    return np.ascontiguousarray(rows, dtype)


def unpack_masks(masks: np.ndarray) -> np.ndarray:
    """Masks (..., 3) of words as booleans (..., 192)."""
    words = _rows("masks", masks, "<u8")
    return np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little").view(bool)


def game_seed(seed: int, table: int, game: int, players: int) -> tuple[int, int]:
    """Seed and dealer of a game of a batch: Table(rules, players, *game_seed(...)) is dealt the same cards."""
    made = lib.lab_game_seed(seed_of(seed), seed_of(table, "table"), seed_of(game, "game"))
    return made, lib.lab_game_dealer(made, whole("players", players, 2, SEATS_MAX))


def _array(shape: Any, dtype: Any) -> np.ndarray:
    """An array that nobody can resize, because its memory is another's."""
    return np.zeros(shape, dtype)[:]


def _numbers(actions: Any) -> np.ndarray:
    numbers = np.asarray(actions)
    if numbers.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers, not {numbers.dtype}")
    return numbers


def action_numbers(actions: Any, n: int) -> np.ndarray:
    """Actions as the environments take them: n whole numbers."""
    try:
        numbers = np.asarray(actions)
    except ValueError:
        raise TypeError(f"action: whole numbers, not {actions!r:.80}") from None
    if numbers.dtype.kind not in "iu" or numbers.size != n:
        raise TypeError(f"action: {n} whole number{'s' if n > 1 else ''}, not {actions!r:.80}")
    return numbers.reshape(n).astype(np.int64)


def _written(name: str) -> Any:
    """An array that the library writes."""
    def refuse(self: Batch, value: Any) -> None:
        raise AttributeError(f"{name} is written by the library: batch.use({name}=...) gives it another array")

    return property(lambda self: self._arrays[name], refuse)


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
                 rules: Union[Rules, str, None] = None, **settings: Unpack[RuleSettings]) -> None:
        self._rules = make_rules(rules, **settings)
        self._rules.check_players(players)
        whole("n", n, 1, 2**31)
        whole("threads", threads, 1, 4096)
        one_of("autoreset", autoreset, ("next_step", "same_step"))
        for name, value in (("reactions", reactions), ("skip_forced", skip_forced), ("observe", observe), ("views", views)):
            truth(name, value)
        if max_steps is not None:
            whole("max_steps", max_steps, 1, 2**32 - 1)
        try:
            seated: list[Optional[str]] = list(bots) if bots is not None else [None] * players
        except TypeError:
            raise TypeError(f"bots is a list of names and None, not {bots!r}") from None
        if len(seated) != players or all(seated):
            raise ValueError("bots has a name or None for every seat, and at least one None")
        for seat in seated:
            if seat is not None:
                check_bot(seat, "bots")
        flags = (autoreset == "same_step") | bool(reactions) << 1 | bool(skip_forced) << 2 | bool(observe) << 3 | bool(views) << 4
        self._made = (n, players, seated, flags, max_steps or 0)
        self._observe, self._views, self._threads = bool(observe), bool(views), min(threads, n)
        self._take(self._new(seed_of(seed)))
        self._arrays = {"actions": _array((n,), np.int64),
                        "observations": _array((n if observe else 0, OBSERVATION_BYTES), np.uint8),
                        "masks": _array((n, ACTION_WORDS), np.uint64), "seats": _array((n,), np.uint8),
                        "rewards": _array((n, players), np.float32), "terminations": _array((n,), bool),
                        "truncations": _array((n,), bool)}
        self._lent: frozenset[str] = frozenset()
        self._use()
        self.look()

    def _new(self, seed: Any) -> Any:
        n, players, seated, flags, max_steps = self._made
        problem = ctypes.c_int32()
        handle = lib.lab_batch_new(self._rules._handle, n, seed, players, flags, max_steps, strings(seated),
                                   ctypes.byref(problem))
        if not handle:
            raise {2: MemoryError, 101: MemoryError}.get(problem.value, ValueError)(
                {2: "so many tables do not fit into memory", 3: "this edition has more wilds than there are numbers for",
                 101: "there is no memory for so many tables"}.get(problem.value, "these settings cannot be played"))
        return handle

    def _take(self, handle: Any) -> None:
        self._handle = freed_with(self, lib.lab_batch_free, handle)
        self._busy = threading.Lock()
        self._pool: tuple[int, Optional[ThreadPoolExecutor]] = (0, None)

    def _use(self) -> None:
        arrays = self._arrays
        self._pointers = {name: array.ctypes.data for name, array in arrays.items()}
        lib.lab_batch_use(self._handle, self._pointers["actions"],
                          self._pointers["observations"] if self._observe else None,
                          *(self._pointers[name] for name in ("masks", "seats", "rewards", "terminations", "truncations")))

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """One thread at a time, and only while the arrays are where they were."""
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("another thread is at this batch")
        try:
            for name in self._lent:  # our own are views, which nobody can resize
                array = self._arrays[name]
                if array.ctypes.data != self._pointers[name] or array.shape != self._shape(name):
                    raise ValueError(f"{name} has been moved or resized: give it to use() again")
            yield
        finally:
            self._busy.release()

    def _shape(self, name: str) -> Any:
        n, players = self._made[:2]
        rows = n if name != "observations" or self._observe else 0
        width = {"observations": OBSERVATION_BYTES, "masks": ACTION_WORDS, "rewards": players}.get(name)
        return (rows,) if width is None else (rows, width)

    @property
    def rules(self) -> Rules:
        return self._rules

    @property
    def tables(self) -> int:
        return self._made[0]

    @property
    def players(self) -> int:
        return self._made[1]

    @property
    def bots(self) -> list[Optional[str]]:
        return list(self._made[2])

    @property
    def actions(self) -> np.ndarray:
        return self._arrays["actions"]

    @actions.setter
    def actions(self, actions: Any) -> None:
        self._arrays["actions"][:] = _numbers(actions)

    observations = _written("observations")
    masks = _written("masks")
    seats = _written("seats")
    rewards = _written("rewards")
    terminations = _written("terminations")
    truncations = _written("truncations")

    def use(self, **arrays: np.ndarray) -> None:
        """Takes arrays of the caller's (shared memory, pinned memory) in place of its own: use(observations=...)."""
        for name, array in arrays.items():
            own = self._arrays.get(name)
            if own is None:
                raise ValueError(f"there is no array {name!r}")
            if not isinstance(array, np.ndarray) or array.shape != own.shape or array.dtype != own.dtype or \
                    not array.flags.c_contiguous or not array.flags.writeable or not array.flags.aligned:
                raise ValueError(f"{name} is a writable array {own.shape} of {own.dtype}, row after row")
        with self._alone():
            self._arrays.update(arrays)
            self._lent = self._lent | set(arrays)
            self._use()
        self.look()

    def look(self) -> None:
        """Writes what is to be decided, without changing anything."""
        with self._alone():
            lib.lab_batch_look(self._handle, 0, self.tables)

    def step(self, actions: Optional[np.ndarray] = None) -> int:
        """Plays the actions (or what stands in self.actions) and goes on until somebody of the caller's decides.
        Returns how many were not open; such a table is as it was."""
        with self._alone():
            if actions is not None:
                self._arrays["actions"][:] = _numbers(actions)
            n = self.tables
            if self._threads == 1:
                return int(lib.lab_batch_step(self._handle, 0, n))
            ends = [n * part // self._threads for part in range(self._threads + 1)]
            return sum(self._workers().map(
                lambda part: lib.lab_batch_step(self._handle, ends[part], ends[part + 1] - ends[part]), range(self._threads)))

    def _workers(self) -> ThreadPoolExecutor:
        # The threads of a process do not come along into its fork.
        if self._pool[0] != os.getpid():
            self._pool = (os.getpid(), ThreadPoolExecutor(self._threads))
        pool = self._pool[1]
        assert pool is not None
        return pool

    def reset(self, seed: Union[int, Sequence[int]]) -> None:
        """Deals anew at every table, as a batch with this seed; or with a seed for each, which then is that table's alone."""
        if isinstance(seed, (list, tuple, np.ndarray)):
            seeds = [seed_of(one) for one in seed]
            if len(seeds) != self.tables:
                raise ValueError(f"seed is one number, or one for each of the {self.tables} tables")
            with self._alone():
                for table, one in enumerate(seeds):
                    lib.lab_batch_reset(self._handle, table, 1, one)
        else:
            number = seed_of(seed)
            with self._alone():
                lib.lab_batch_reset(self._handle, 0, self.tables, number)
        self.look()

    def open(self) -> np.ndarray:
        """What is open as booleans (n, 192): a copy."""
        return unpack_masks(self.masks)

    def observe(self, table: int, seat: int) -> np.ndarray:
        """What any seat sees; with views=True."""
        if not self._views:
            raise ValueError("make the batch with views=True")
        whole("table", table, 0, self.tables - 1)
        whole("seat", seat, 0, self.players - 1)
        row = np.zeros(OBSERVATION_BYTES, np.uint8)
        with self._alone():
            lib.lab_batch_observe(self._handle, table, seat, row.ctypes.data)
        return row

    def reveal(self, table: int) -> np.ndarray:
        """All hands of a table as counts of kinds (players, 64): for a critic that learns, not for players."""
        whole("table", table, 0, self.tables - 1)
        counts = np.zeros((self.players, KINDS_MAX), np.uint8)
        with self._alone():
            lib.lab_batch_reveal(self._handle, table, counts.ctypes.data)
        return counts

    def lies(self, table: int) -> tuple[int, Optional[int]]:
        """The card on top, as a kind, and the colour in play; None before it is named."""
        whole("table", table, 0, self.tables - 1)
        out = (ctypes.c_int32 * 2)()
        with self._alone():
            lib.lab_batch_lies(self._handle, table, out)
        return out[0], None if out[1] < 0 else out[1]

    def copy(self) -> "Batch":
        """Another batch just like this one, with arrays of its own: for search."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._take(other._new(0))
        with self._alone():
            lib.lab_batch_copy(other._handle, self._handle)
            other._arrays, other._lent = {name: _array(array.shape, array.dtype) for name, array in self._arrays.items()}, frozenset()
            for name, array in self._arrays.items():
                other._arrays[name][...] = array
        other._use()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy()

    def __reduce__(self) -> Any:
        n, players, seated, flags, max_steps = self._made
        settings = {"n": n, "players": players, "bots": seated, "autoreset": "same_step" if flags & 1 else "next_step",
                    "reactions": bool(flags & 2), "skip_forced": bool(flags & 4), "observe": bool(flags & 8), "views": bool(flags & 16),
                    "max_steps": max_steps or None, "threads": self._threads, "rules": self._rules}
        with self._alone():
            state = ctypes.create_string_buffer(lib.lab_batch_state_bytes(self._handle))
            lib.lab_batch_save(self._handle, state)
        return _batch_at, (type(self), settings, _stamp(), state.raw, hashlib.sha256(state.raw).digest(),
                           {name: np.array(array) for name, array in self._arrays.items()})


def _stamp() -> tuple[str, str, int]:
    """Bytes of one version on one kind of machine are not another's."""
    return lib.lab_version().decode(), sys.byteorder, ctypes.sizeof(ctypes.c_void_p)


def _batch_at(kind: type[Batch], settings: dict[str, Any], stamp: tuple[str, str, int], state: bytes, digest: bytes,
              arrays: dict[str, np.ndarray]) -> Batch:
    if stamp != _stamp():
        raise ValueError(f"this batch was pickled by version {stamp[0]} or on another kind of machine; here is {_stamp()[0]}")
    made = Batch(**settings)
    if kind is not Batch:
        made.__class__ = kind
    if len(state) != lib.lab_batch_state_bytes(made._handle) or hashlib.sha256(state).digest() != digest:
        raise ValueError("these are not the bytes of such a batch")
    lib.lab_batch_load(made._handle, state)
    for name, array in arrays.items():
        made._arrays[name][...] = array
    return made


def check_seats(players: int, opponents: Any) -> list[str]:
    """The bots of the other seats: one name for all, or one for each."""
    whole("players", players, 2, SEATS_MAX)
    try:
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    except TypeError:
        raise TypeError(f"opponents is the name of a bot, or a list of names, not {opponents!r}") from None
    if len(names) != players - 1:
        raise ValueError(f"opponents is one bot for all other seats, or a list of {players - 1}")
    return [check_bot(name, "opponents") for name in names]
