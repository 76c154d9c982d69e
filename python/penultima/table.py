"""One table, action by action."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import Any, Iterable, NamedTuple, Optional, Sequence, Union

import numpy as np

from ._library import (ACTIONS, KINDS_MAX, OBSERVATION_BYTES, SEATS_MAX, encoded, freed_with, lang_number, lib, listed,
                       seed_of, strings, text_of, whole)
from .rules import Rules, check_bot, editions

VERBS = tuple(verb.lower() for verb in listed(lib.lab_verb))
PHASES = listed(lib.lab_phase)
_VERB_NUMBERS = {verb: number for number, verb in enumerate(VERBS)}
_NAMES = ("Ana", "Beto", "Carla", "Dario", "Elena", "Fede", "Gala", "Hugo", "Ines", "Juan")
_NONE = 255


class Action(NamedTuple):
    """What a seat does. What a verb does not use is None."""
    verb: str
    seat: int
    card: Optional[int] = None
    color: Optional[int] = None
    target: Optional[int] = None
    uno: bool = False  #: UNO is said together with it


class Refused(ValueError):
    """An action that the rules do not allow. The table is as it was."""

    def __init__(self, number: int, lang: str = "en") -> None:
        whole("number", number, 1)
        if lib.lab_refusal_rule(number) is None:
            raise ValueError(f"number: there is no refusal {number}")
        self._made_of = (number, lang)
        self.rule = lib.lab_refusal_rule(number).decode()  #: which rule, as in docs/RULES.md
        self.text = lib.lab_refusal_text(number, lang_number(lang)).decode("utf-8")
        super().__init__(f"{self.text} (RULE {self.rule})")

    def __reduce__(self) -> Any:
        return Refused, self._made_of


@dataclass(frozen=True)
class View:
    """What one seat, or a spectator, may know. Cards are kinds; a hand counts them: {kind: cards}."""
    viewer: Optional[int]
    players: int
    dealer: int
    turn: int
    direction: int
    phase: str
    top: int
    color: Optional[int]
    drawn: Optional[int]
    pending: int
    draw_count: int
    discard_count: int
    thrower: Optional[int]
    follower: Optional[int]
    winner: Optional[int]
    winners: tuple[int, ...]
    round_number: int
    must: tuple[int, ...]
    owes: tuple[int, ...]
    hand: dict[int, int]
    discards: dict[int, int]
    known: tuple[dict[int, int], ...]
    hand_counts: tuple[int, ...]
    scores: tuple[int, ...]
    _seen: bytes = field(default=b"", repr=False)
    _rules: Optional[Rules] = field(default=None, repr=False, compare=False)
    _mask: Optional[np.ndarray] = field(default=None, repr=False, compare=False)


def _bytes_of(action: Action) -> Any:
    """An action as the library takes it. What is not one, or of no table, is told by its field."""
    if not isinstance(action, tuple) or len(action) != 6:
        raise TypeError(f"action is a penultima.Action, not {action!r}")
    verb, *fields, uno = action
    if not isinstance(verb, str) or verb not in _VERB_NUMBERS:
        raise ValueError(f"{action!r} is not an action; verbs are {', '.join(VERBS)}")
    numbers = [_NONE if field is None else whole(f"{name} of an action", field, 0, _NONE - 1)
               for name, field in zip(("seat", "card", "color", "target"), fields)]
    return (ctypes.c_uint8 * 6)(_VERB_NUMBERS[verb], *numbers, bool(uno))


def _action_of(raw: Any) -> Action:
    card, color, target = [None if value == _NONE else value for value in raw[2:5]]
    return Action(VERBS[raw[0]], raw[1], card, color, target, bool(raw[5]))


def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(SEATS_MAX) if bits >> seat & 1)


def _counts(row: Iterable[int]) -> dict[int, int]:
    return {kind: int(count) for kind, count in enumerate(row) if count}


class Table:
    """A game at one table, dealt from a seed.

    rules    Rules, or the name of an edition
    players  how many
    seed     decides the cards; the same seed and actions make the same game
    dealer   a seat; None: drawn for (RULE S1)
    names    of the players, for the record
    """

    def __init__(self, rules: Union[Rules, str] = "classic", players: int = 2, seed: int = 0,
                 dealer: Optional[int] = None, names: Optional[Sequence[str]] = None) -> None:
        if not isinstance(rules, (Rules, str)):
            raise TypeError(f"rules are penultima.Rules or the name of an edition, not {rules!r}")
        self._rules = rules if isinstance(rules, Rules) else Rules(rules)
        self._rules.check_players(players)
        if dealer is not None:
            whole("dealer", dealer, 0, players - 1)
        names = list(_NAMES[:players] if names is None else names)
        if len(names) != players or len(set(names)) != players:
            raise ValueError("names: every player has one of their own")
        handle = lib.lab_table_new(self._rules._handle, players, seed_of(seed), -1 if dealer is None else dealer,
                                   strings(names))
        if not handle:
            raise ValueError("names are letters, digits, '_' and '-', at most 24 bytes")
        self._own: Optional[Rules] = self._rules
        self._take(handle, players)

    def _take(self, handle: Any, players: int) -> None:
        self._handle = freed_with(self, lib.lab_table_free, handle)
        self._players = players

    @classmethod
    def from_mesa(cls, text: str, rules: Optional[Rules] = None, lang: str = "en") -> "Table":
        """The table as it lies at the end of a record. 'rules': whose edition it may name, if it is one's own."""
        if rules is not None and not isinstance(rules, Rules):
            raise TypeError(f"rules are penultima.Rules, not {rules!r}")
        bytes_, problem = encoded("text", text), ctypes.create_string_buffer(1024)
        made = ctypes.c_void_p()
        handle = lib.lab_table_read(bytes_, len(bytes_), rules._handle if rules else None, lang_number(lang),
                                    ctypes.byref(made), problem, len(problem))
        if not handle:
            raise ValueError(problem.value.decode("utf-8", "replace") or "there is no memory for the table")
        table = cls.__new__(cls)
        table._rules, table._own = Rules._of_handle(made.value), rules
        table._take(handle, 0)
        table._players = table.view().players
        return table

    @property
    def rules(self) -> Rules:
        return self._rules

    def to_mesa(self) -> str:
        """The record: the deal and everything that was done, for 'penultima replay' and from_mesa()."""
        record = lib.lab_table_record(self._handle)
        if record is None:
            raise MemoryError("there was no memory for the record")
        return str(record.decode("utf-8"))

    def copy(self) -> "Table":
        """Another table just like this one."""
        handle = lib.lab_table_copy(self._handle)
        if not handle:
            raise MemoryError("there was no memory for the table")
        table = type(self).__new__(type(self))
        table.__dict__.update(self.__dict__)
        table._take(handle, self._players)
        return table

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy()

    def __reduce__(self) -> Any:
        # A record names its edition; one of somebody's own has to go with it.
        own = self._own if self._own is not None and self._own.edition not in editions() else None
        return type(self).from_mesa, (self.to_mesa(), own)

    def _seat(self, seat: Any) -> int:
        return whole("seat", seat, 0, self._players - 1)

    @property
    def players(self) -> int:
        return self._players

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(lib.lab_table_name(self._handle, seat).decode("utf-8") for seat in range(self._players))

    @property
    def must(self) -> tuple[int, ...]:
        """The seats without which play cannot go on; empty when the round is over."""
        return _seats(lib.lab_table_must(self._handle))

    @property
    def may(self) -> tuple[int, ...]:
        """The seats that may do something besides. It depends on hidden cards: not for players."""
        return _seats(lib.lab_table_may(self._handle))

    @property
    def is_over(self) -> bool:
        """The game is over: nobody must act and no round is to be dealt."""
        return not self.must and not lib.lab_table_can_deal(self._handle)

    @property
    def winners(self) -> tuple[int, ...]:
        return self.view().winners

    def legal(self, seat: int) -> list[Action]:
        """Everything that is open to a seat now."""
        raw = (ctypes.c_uint8 * 6 * 512)()
        count = lib.lab_table_legal(self._handle, self._seat(seat), len(raw), raw)
        return [_action_of(raw[index]) for index in range(count)]

    def apply(self, action: Union[Action, int], seat: Optional[int] = None, lang: str = "en") -> None:
        """Plays an action, or a number (then UNO is said by itself) for the seat that must act. Refused otherwise."""
        if not isinstance(action, tuple):
            if seat is None and len(self.must) != 1:
                raise ValueError("say which seat")
            action = self.action(action, self.must[0] if seat is None else seat)
        lang_number(lang)
        refusal = lib.lab_table_apply(self._handle, _bytes_of(action))
        if refusal:
            raise Refused(refusal, lang)

    def deal(self, lang: str = "en") -> None:
        """Deals the next round of a game for points."""
        lang_number(lang)
        refusal = lib.lab_table_deal(self._handle)
        if refusal:
            raise Refused(refusal, lang)

    def action(self, number: int, seat: int) -> Action:
        """What a number (docs/PYTHON.md) means for a seat now."""
        raw, number = (ctypes.c_uint8 * 6)(), whole("action", number)
        seat = self._seat(seat)
        if 0 <= number < ACTIONS:
            lib.lab_table_action(self._handle, seat, number, raw)
        if not 0 <= number < ACTIONS or raw[0] >= len(VERBS):
            raise ValueError(f"{number} is no action here")
        return _action_of(raw)

    def number(self, action: Action) -> int:
        """The number of an action, UNO aside."""
        number: int = lib.lab_table_number(self._handle, _bytes_of(action))
        if number >= ACTIONS:
            raise ValueError(f"{action!r} has no number at this table")
        return number

    def mask(self, seat: int) -> np.ndarray:
        """What is open to a seat, as ACTIONS booleans."""
        mask = np.zeros(ACTIONS, bool)
        mask[[self.number(action) for action in self.legal(seat) if action.verb != "accuse"]] = True
        return mask

    def observe(self, seat: int) -> np.ndarray:
        """What a seat sees, as OBSERVATION_BYTES bytes: the same as a batch gives."""
        row = np.zeros(OBSERVATION_BYTES, np.uint8)
        lib.lab_table_observe(self._handle, self._seat(seat), row.ctypes.data)
        return row

    def view(self, viewer: Optional[int] = None) -> View:
        """What a seat may know; None: a spectator."""
        numbers = (ctypes.c_int32 * 20)()

        def known(at: int) -> Optional[int]:
            return None if numbers[at] < 0 else int(numbers[at])

        seats = np.zeros((2, SEATS_MAX), np.int32)
        kinds = np.zeros((2 + SEATS_MAX, KINDS_MAX), np.int32)
        lib.lab_table_view(self._handle, SEATS_MAX if viewer is None else self._seat(viewer), numbers,
                           seats.ctypes.data, kinds.ctypes.data)
        players = numbers[1]
        return View(viewer, players, numbers[2], numbers[3], numbers[4], PHASES[numbers[5]], numbers[6], known(7), known(8),
                    numbers[9], numbers[10], numbers[11], known(12), known(13), known(14), _seats(numbers[15]), numbers[16],
                    _seats(numbers[17]), _seats(numbers[18]), _counts(kinds[0]), _counts(kinds[1]),
                    tuple(_counts(row) for row in kinds[2:2 + players]), tuple(map(int, seats[0][:players])),
                    tuple(map(int, seats[1][:players])),
                    *(() if viewer is None else (self.observe(viewer).tobytes(), self._rules, self.mask(viewer))))

    def reveal(self, seat: int) -> dict[int, int]:
        """A hand as it is, {kind: cards}. Not for players."""
        counts = (ctypes.c_int32 * KINDS_MAX)()
        lib.lab_table_hand(self._handle, self._seat(seat), counts)
        return _counts(counts)

    def says(self, action: Action) -> str:
        """An action as the record writes it: "Ana plays r7 uno"."""
        said = text_of(lib.lab_table_action_text, self._handle, _bytes_of(action), size=512)
        if not said:
            raise ValueError(f"{action!r} is no action of this table")
        return said

    def told(self, viewer: Optional[int] = None, lang: str = "en") -> list[str]:
        """What just happened, in sentences that the viewer may hear."""
        return text_of(lib.lab_table_told, self._handle, SEATS_MAX if viewer is None else self._seat(viewer),
                       lang_number(lang)).splitlines()


class Bot:
    """One of our bots, to play at a Table. It sees views and nothing else."""

    def __init__(self, name: str = "rank", seed: int = 0) -> None:
        self._name = check_bot(name)
        self._take(lib.lab_bot_new(encoded("name", name), seed_of(seed)))

    def _take(self, handle: Any) -> None:
        if not handle:
            raise MemoryError("there was no memory for the bot")
        self._handle = freed_with(self, lib.lab_bot_free, handle)

    @property
    def name(self) -> str:
        return self._name

    def copy(self) -> "Bot":
        """Another bot that will decide just as this one."""
        bot = type(self).__new__(type(self))
        bot.__dict__.update(self.__dict__)
        bot._take(lib.lab_bot_copy(self._handle))
        return bot

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy()

    def __reduce__(self) -> Any:
        return _bot_at, (type(self), self._name, lib.lab_bot_chance(self._handle))

    def _think(self, table: Table, seat: int, is_reaction: bool) -> Optional[Action]:
        thought = lib.lab_thought_new(self._handle, table._handle, seat)
        if not thought:
            raise MemoryError("there was no memory to think")
        raw = (ctypes.c_uint8 * 6)()
        does = lib.lab_thought_run(thought, is_reaction, raw)
        lib.lab_thought_end(thought, self._handle)
        return _action_of(raw) if does else None

    def choose(self, table: Table, seat: int) -> Action:
        """What it does in this seat, which must act."""
        if _table(table)._seat(seat) not in table.must:
            raise ValueError(f"seat {seat} has nothing to decide")
        action = self._think(table, seat, False)
        assert action is not None  # whoever must act does something
        return action

    def react(self, table: Table, seat: int) -> Optional[Action]:
        """What it does though it need not (UNO late, catching, jumping in, dropping in a race), or None."""
        if _table(table)._seat(seat) not in table.may and seat not in table.must:
            return None
        return self._think(table, seat, True)


def _table(table: Any) -> Table:
    if not isinstance(table, Table):
        raise TypeError(f"table is a penultima.Table, not {table!r}")
    return table


def _bot_at(kind: type[Bot], name: str, chance: int) -> Bot:
    bot = kind(name)
    lib.lab_bot_set_chance(bot._handle, chance)
    return bot
