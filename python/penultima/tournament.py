"""Tournaments: who is better, by how much, and when that is sure."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Mapping, Optional, Sequence, Union

import numpy as np

from ._library import seed_of, whole
from .batch import NOBODY, Batch
from .play import Policy, simulate, wilson
from .rules import Rules, check_bot, make_rules

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .rules import RuleSettings

#: The name of a bot, or a policy of one's own.
Entry = Union[str, Policy]


@dataclass(frozen=True)
class Pairing:
    """What came of two at one table: every deal was played with either of them first."""
    first: str
    second: str
    games: int
    wins: float  #: of the first; a game without a winner counts half
    interval: tuple[float, float]  #: of the rate, 95 %
    decided: Optional[str]  #: with sprt: "better", "not better", or None where so many games could not tell

    @property
    def rate(self) -> float:
        return self.wins / self.games


@dataclass(frozen=True)
class Tournament:
    """A table of all against all: str() shows it."""
    names: tuple[str, ...]
    elo: tuple[float, ...]  #: as their results together say (Bradley and Terry); the mean is 0
    error: tuple[float, ...]  #: half of its 95 % interval
    pairings: tuple[Pairing, ...]

    def __str__(self) -> str:
        order = sorted(range(len(self.names)), key=lambda index: -self.elo[index])
        lines = [f"{self.names[index]:24} {self.elo[index]:+6.0f} ± {self.error[index]:.0f}" for index in order]
        lines += [f"{one.first} : {one.second}  {100 * one.rate:.1f} % of {one.games}"
                  + (f", {one.decided}" if one.decided else "") for one in self.pairings]
        return "\n".join(lines)


def sprt(wins: float, games: int, elo0: float = 0, elo1: float = 10, risk: float = 0.05) -> Optional[str]:
    """Wald's sequential test between two strengths: "better" (elo1 is), "not better" (elo0 is), None: go on."""
    if not elo0 < elo1:
        raise ValueError("elo0 is less than elo1")
    if not 0 < risk < 0.5:
        raise ValueError("risk is between 0 and 0.5")
    low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in (elo0, elo1))
    likelihood = wins * math.log(high / low) + (games - wins) * math.log((1 - high) / (1 - low))
    bound = math.log((1 - risk) / risk)
    return "better" if likelihood >= bound else "not better" if likelihood <= -bound else None


def tournament(entries: Union[Sequence[Entry], Mapping[str, Entry]], games: int = 2000, seed: int = 0, tables: int = 128,
               elo0: float = 0, elo1: Optional[float] = None, rules: Union[Rules, str, None] = None,
               **settings: Unpack[RuleSettings]) -> Tournament:
    """Everybody against everybody, two at a table, each deal played from both seats.

    entries  names of bots and policies (see Policy), in a list or by names of one's own
    games    of a pairing, at the most
    elo1     with it a pairing ends as soon as a sequential test (SPRT, 5 %) can tell elo1 from elo0
    'settings' make the rules (see Rules); one round unless 'scoring' is given."""
    if isinstance(entries, (str, bytes)) or not isinstance(entries, (Mapping, Sequence)):
        raise TypeError(f"entries is a list or a dict of bots and policies, not {entries!r:.80}")
    named = dict(entries) if isinstance(entries, Mapping) else {_name_of(entry, index): entry for index, entry in enumerate(entries)}
    if len(named) < 2 or len(named) != len(entries):
        raise ValueError("entries: at least two, with names of their own")
    for entry in named.values():
        if isinstance(entry, str):
            check_bot(entry, "entries")
        elif not callable(entry):
            raise TypeError(f"entries: a policy is a function, not {entry!r:.80}")
    made = make_rules(rules, **settings)
    made.check_players(2)
    whole("games", games, 2)
    whole("tables", tables, 1, 2**20)
    if elo1 is not None:
        sprt(0, 0, elo0, elo1)
    names, pairings = list(named), []
    for i, first in enumerate(names):
        for j in range(i + 1, len(names)):
            pairings.append(_pairing((first, names[j]), (named[first], named[names[j]]), games, seed_of(seed), tables, elo0, elo1, made))
    elo, error = _strengths(len(names), [(names.index(one.first), names.index(one.second), one) for one in pairings])
    return Tournament(tuple(names), elo, error, tuple(pairings))


def _name_of(entry: object, index: int) -> str:
    return entry if isinstance(entry, str) else f"{getattr(entry, '__name__', 'policy')}-{index + 1}"


def _pairing(names: tuple[str, str], entries: tuple[Entry, Entry], games: int, seed: int, tables: int, elo0: float,
             elo1: Optional[float], rules: Rules) -> Pairing:
    wins, played, decided = 0.0, 0, None
    part = games if elo1 is None else min(games, 200)
    while played < games and decided is None:
        count = min(part, games - played)
        count += count % 2
        if all(isinstance(entry, str) for entry in entries):
            result = simulate([str(entry) for entry in entries], count, seed + played, rules=rules)
            wins += result.wins[0] + (count - sum(result.wins)) / 2
        else:
            wins += sum(_half(entries, mine, count // 2, seed + played, tables, rules) for mine in (0, 1))
        played += count
        if elo1 is not None:
            decided = sprt(wins, played, elo0, elo1)
    return Pairing(*names, played, wins, wilson(wins, played), decided)


def _half(entries: tuple[Entry, Entry], mine: int, games: int, seed: int, tables: int, rules: Rules) -> float:
    """The first of them sits at 'mine'. What it won."""
    tables = min(tables, games)
    each = -(-games // tables)
    seated: list[Optional[str]] = [None, None]
    for entry, seat in zip(entries, (mine, 1 - mine)):
        seated[seat] = entry if isinstance(entry, str) else None
    batch, played, won, shown = Batch(tables, 2, seated, seed, rules=rules), np.zeros(tables, int), 0.0, 0
    while True:
        ended = batch.seats == NOBODY
        fresh = ended & (played < each)
        won += float((batch.rewards[fresh, mine] > 0).sum()) + 0.5 * float((batch.rewards[fresh] == 0).all(1).sum())
        shown += int(fresh.sum())
        played += ended
        if (played >= each).all():
            return won * games / shown
        is_open = batch.open()
        batch.actions[:] = is_open.argmax(1)
        for entry, seat in zip(entries, (mine, 1 - mine)):
            rows = np.flatnonzero(batch.seats == seat)
            if not isinstance(entry, str) and len(rows):
                chosen = np.asarray(entry(batch.observations[rows], is_open[rows]), np.int64)
                if chosen.shape != rows.shape:
                    raise ValueError(f"the policy gave {chosen.shape} for {len(rows)} tables")
                good = (chosen >= 0) & (chosen < is_open.shape[1])
                good &= is_open[rows, np.where(good, chosen, 0)]
                batch.actions[rows[good]] = chosen[good]
        batch.step()


def _strengths(count: int, results: list[tuple[int, int, Pairing]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The most likely strengths by Newton's method, with half a win for either side so that all stay finite."""
    strength = np.zeros(count)
    for _ in range(50):
        slope, curve = np.zeros(count), np.full((count, count), 1 / count)
        for i, j, one in results:
            games, wins = one.games + 1, one.wins + 0.5
            chance = 1 / (1 + math.exp(strength[j] - strength[i]))
            slope[i] += wins - games * chance
            slope[j] -= wins - games * chance
            weight = games * chance * (1 - chance)
            curve[[i, j, i, j], [i, j, j, i]] += [weight, weight, -weight, -weight]
        step = np.linalg.solve(curve, slope)
        strength += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    scale = 400 / math.log(10)
    spread = np.sqrt(np.maximum(np.diag(np.linalg.inv(curve)) - 1 / count, 0))
    return tuple(float(scale * one) for one in strength - strength.mean()), tuple(float(1.96 * scale * one) for one in spread)
