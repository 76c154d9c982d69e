"""Games between bots, and what a policy of one's own is worth against them."""
from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from collections.abc import Sequence
from typing import Any, Callable, Optional, Union

import numpy as np

from ._library import lib, seed_of, strings, truth, whole
from .batch import NOBODY, Batch, check_seats
from .rules import Rules, check_bot, make_rules

#: Observations (n, 384) of bytes and what is open (n, 192) of booleans go in, n action numbers come out.
Policy = Callable[[np.ndarray, np.ndarray], np.ndarray]

_Z95 = 1.959963984540054


def wilson(wins: float, games: float, z: float = _Z95) -> tuple[float, float]:
    """Wilson's score interval of a rate, 95 % by default; (0, 1) where nothing was tried."""
    if games <= 0:
        return 0.0, 1.0
    rate, square = wins / games, z * z / games
    middle = (rate + square / 2) / (1 + square)
    reach = z / (1 + square) * math.sqrt(rate * (1 - rate) / games + square / (4 * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def elo(rate: float, players: int = 2) -> float:
    """How many points of Elo better than its opponents somebody is who wins at this rate among so many."""
    if not 0 < rate < 1:
        return math.inf if rate >= 1 else -math.inf
    return 400 * math.log10(rate * (players - 1) / (1 - rate))


@dataclass(frozen=True)
class Simulation:
    """What came of games between bots. Row g is game g; bot b sat at seat (b + g) % players."""
    bots: tuple[str, ...]
    games: int
    wins: tuple[float, ...]  #: of each bot of the list; shared wins are shared
    intervals: tuple[tuple[float, float], ...]  #: of the rates, 95 %
    winners: np.ndarray  #: sets of seats, 1 << seat; 0: a round that did not end
    rounds: np.ndarray
    turns: np.ndarray
    actions: np.ndarray
    scores: np.ndarray  #: (games, players), by seat

    @property
    def rates(self) -> tuple[float, ...]:
        return tuple(won / self.games for won in self.wins)


def simulate(bots: Sequence[str] = ("rank", "rank"), games: int = 1000, seed: int = 0, threads: int = 1,
             rules: Optional[Rules] = None, **settings: Any) -> Simulation:
    """Games between our bots: every deal is played as often as there are seats, the bots moving on by one.

    The same arguments give the same games, unless a bot's budget is time. 'settings' make the rules (see Rules);
    one round unless 'scoring' is given."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise TypeError(f"bots is a list of names, not {bots!r}")
    made, players = make_rules(rules, **settings), len(bots)
    if not made.seats_min <= players <= made.seats_max:
        raise ValueError(f"bots: {made.edition} is for {made.seats_min} to {made.seats_max} players, not {players}")
    whole("games", games, 1)
    whole("threads", threads, 1, 4096)
    number = seed_of(seed)
    names = strings([check_bot(name, "bots") for name in bots])
    rows = np.zeros((games, 4 + players), np.uint32)
    ends = [games * part // threads for part in range(threads + 1)]

    def play(part: int) -> None:
        first, count = ends[part], ends[part + 1] - ends[part]
        lib.lab_simulate(made._handle, players, names, number, first, count, rows[first:].ctypes.data)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, range(threads)))
    seat_won = rows[:, :1] >> np.arange(players, dtype=np.uint32) & 1
    shares = seat_won / np.maximum(1, seat_won.sum(1, keepdims=True))
    places = (np.arange(players)[None, :] + np.arange(games)[:, None]) % players
    wins = np.take_along_axis(shares, places, 1).sum(0)
    return Simulation(tuple(bots), games, tuple(float(won) for won in wins),
                      tuple(wilson(won, games) for won in wins), rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3],
                      rows[:, 4:])


@dataclass(frozen=True)
class Evaluation:
    """What a policy is worth: str() tells it in one line."""
    opponents: tuple[str, ...]
    players: int
    games: int
    wins: float  #: shared wins are shared
    rate: float
    interval: tuple[float, float]  #: of the rate, 95 % (Wilson)
    by_seat: tuple[float, ...]  #: the rate in every seat
    elo: float  #: points better than its opponents
    elo_interval: tuple[float, float]
    cut: int  #: games that did not end; they count as lost
    illegal: int  #: actions that were not open; the lowest open one was played instead

    @property
    def equal(self) -> float:
        """The rate of somebody who is just as good as the others."""
        return 1 / self.players

    def __str__(self) -> str:
        low, high = self.interval
        return (f"{100 * self.rate:.2f} % [{100 * low:.2f}, {100 * high:.2f}] of {self.games} games against "
                f"{', '.join(self.opponents)}; equal is {100 * self.equal:.2f} %; Elo {self.elo:+.0f}"
                + (f"; {self.illegal} ILLEGAL answers, played as the lowest open action" if self.illegal else "")
                + (f"; {self.cut} games cut off" if self.cut else ""))


def evaluate(policy: Union[Policy, str], opponents: Union[str, Sequence[str]] = "rank", players: int = 2,
             games: int = 10000, seed: int = 0, tables: int = 256, threads: int = 1, reactions: bool = False,
             rules: Optional[Rules] = None, **settings: Any) -> Evaluation:
    """Plays a policy against our bots: the same deals from every seat, so that luck cancels.

    policy     called with observations and masks of many tables at once (see Policy); or the name of a bot
    opponents  one bot for all other seats, or a list with one for each, to the left of the policy
    games      in all; rounded up so that every seat plays the same deals
    seed       decides the deals and what the bots leave to chance: the same seed, the same result
    'settings' make the rules (see Rules); one round unless 'scoring' is given."""
    made, others = make_rules(rules, **settings), check_seats(players, opponents)
    made.check_players(players)
    whole("games", games, 1)
    whole("tables", tables, 1)
    whole("threads", threads, 1, 4096)
    seed = seed_of(seed)
    truth("reactions", reactions)
    if not isinstance(policy, str) and not callable(policy):
        raise TypeError(f"policy is a function or the name of a bot, not {policy!r}")
    if isinstance(policy, str):
        return _evaluate_bot(check_bot(policy, "policy"), others, -(-games // players) * players, seed, threads, made)
    tables = max(1, min(tables, games // players))
    each = -(-games // (players * tables))  # games of a table
    shares, cut, illegal = np.zeros(players), 0, 0
    for mine in range(players):
        seated: list[Optional[str]] = [None] * players
        for place, name in enumerate(others):
            seated[(mine + 1 + place) % players] = name
        won, cut_here, illegal_here = _play_seat(policy, seated, mine, made, tables, each, seed, threads, reactions)
        shares[mine] = won
        cut, illegal = cut + cut_here, illegal + illegal_here
    count = players * tables * each
    wins = float(shares.sum())
    interval = wilson(wins, count)
    return Evaluation(tuple(others), players, count, wins, wins / count, interval,
                      tuple(float(share) / (tables * each) for share in shares), elo(wins / count, players),
                      (elo(interval[0], players), elo(interval[1], players)), cut, illegal)


def _evaluate_bot(name: str, others: list[str], games: int, seed: int, threads: int, rules: Rules) -> Evaluation:
    played = simulate([name, *others], games, seed, threads, rules)
    players, seats = 1 + len(others), np.arange(games) % (1 + len(others))
    bits = played.winners[:, None] >> np.arange(players, dtype=np.uint32) & 1
    shares = bits[np.arange(games), seats] / np.maximum(1, bits.sum(1))
    rate, interval = played.rates[0], played.intervals[0]
    return Evaluation(tuple(others), players, games, played.wins[0], rate, interval,
                      tuple(float(shares[seats == seat].mean()) for seat in range(players)), elo(rate, players),
                      (elo(interval[0], players), elo(interval[1], players)), int((played.winners == 0).sum()), 0)


def _play_seat(policy: Policy, seated: list[Optional[str]], mine: int, rules: Rules, tables: int, each: int, seed: int, threads: int,
               reactions: bool) -> tuple[float, int, int]:
    """'each' games of every table with the policy in one seat: wins, games cut off, actions that were not open."""
    batch = Batch(tables, len(seated), seated, seed, "next_step", reactions, threads=threads, rules=rules)
    played, won, cut, illegal = np.zeros(tables, int), 0.0, 0, 0
    while True:
        ended = batch.seats == NOBODY
        fresh = ended & (played < each)
        won += float(np.maximum(batch.rewards[fresh, mine], 0).sum())
        cut += int(batch.truncations[fresh].sum())
        played += ended
        if (played >= each).all():
            return won, cut, illegal
        deciding = np.flatnonzero(~ended & (played < each))
        open_now = batch.open()
        batch.actions[:] = open_now.argmax(1)  # tables that are done go on by themselves, unseen
        if len(deciding):
            chosen = np.asarray(policy(batch.observations[deciding], open_now[deciding]), np.int64)
            if chosen.shape != deciding.shape:
                raise ValueError(f"the policy gave {chosen.shape} for {len(deciding)} tables")
            good = (chosen >= 0) & (chosen < open_now.shape[1])
            good &= open_now[deciding, np.where(good, chosen, 0)]
            illegal += int((~good).sum())
            batch.actions[deciding[good]] = chosen[good]
        batch.step()

