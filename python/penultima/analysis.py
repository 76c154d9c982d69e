"""What the moves of a game were worth."""
from __future__ import annotations

import ctypes
import json
import time
from typing import Any, NamedTuple, Optional, Union

from ._library import encoded, lang_number, lib, text_of
from .rules import Rules
from .table import Table

_TRIES_DEEP = 400


class Choice(NamedTuple):
    """What could be done."""
    action: str  #: as a record writes it, without the player: "plays r7"
    chance: float  #: to win the round with it
    low: float  #: in 95 of 100 cases it is from here
    high: float  #: to here


class Decision(NamedTuple):
    """One decision of a game, from what whoever decided could see and nothing else."""
    line: int  #: of the record
    round: int
    moment: int  #: deals and actions before it
    seat: str
    known: bool  #: False: not known here, rounds played out by the expert stand in
    chance: float  #: of the position, against equals
    taken: str
    best: str
    cost: float  #: what was given away
    cost_error: float  #: its standard error
    mistake: bool  #: beyond doubt
    why: Optional[str]  #: "wins", "challenge", "no-challenge", "needless-draw", "wild", "lacks", "most", "other"
    worlds: int  #: that were tried
    choices: tuple[Choice, ...]


def _decision(told: dict[str, Any]) -> Decision:
    fields = {name: told[name] for name in Decision._fields if name != "choices"}
    return Decision(**fields, choices=tuple(Choice(**one) for one in told["choices"]))


def analyse(record: Union[str, Table], seat: Optional[str] = None, deep: float = 0, rules: Optional[Rules] = None,
            lang: str = "en") -> list[Decision]:
    """The decisions of a game, in its order, with the chance of every legal action.

    record  a .mesa text, or a Table
    seat    only what this player did
    deep    look so many seconds longer, where it matters most
    rules   those whose edition the record names, if it is not one of editions()
    lang    of what is wrong with a record, which is a ValueError
    """
    if isinstance(record, Table):
        rules = rules or record.rules
        record = record.to_mesa()
    if rules is not None and not isinstance(rules, Rules):
        raise TypeError(f"rules are penultima.Rules, not {rules!r}")
    bytes_, problem = encoded("record", record), ctypes.create_string_buffer(1024)
    handle = lib.lab_study_new(bytes_, len(bytes_), rules._handle if rules else None, lang_number(lang),
                               None if seat is None else encoded("seat", seat), problem, len(problem))
    if not handle:
        raise ValueError(problem.value.decode("utf-8", "replace") or "there is no memory for the record")
    try:
        lib.lab_study_run(handle)
        end = time.monotonic() + deep
        while deep > 0 and time.monotonic() < end and lib.lab_study_deepen(handle, _TRIES_DEEP):
            pass
        return [_decision(json.loads(text_of(lib.lab_study_tell, handle, index)))
                for index in range(lib.lab_study_count(handle))]
    finally:
        lib.lab_study_free(handle)
