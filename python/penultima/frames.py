"""Folders of records as columns: for NumPy, Arrow and pandas."""
from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Iterable, Optional, Union

import numpy as np

from ._library import OBSERVATION_BYTES, encoded, lang_number, lib, truth
from .rules import Rules
from .table import PHASES, VERBS

_COLUMNS = ("line", "round", "moment", "seat", "verb", "card", "color", "target", "uno", "number", "hand_count", "top", "color_in_play",
            "phase", "pending", "draw_count", "discard_count", "is_over", "winner")
assert lib.lab_frames_columns() == len(_COLUMNS)


def _texts(records: object) -> list[tuple[str, str]]:
    """(name, text) of every record: a folder is searched for *.mesa, a text is one itself."""
    if isinstance(records, (str, os.PathLike)):
        if isinstance(records, str) and "\n" in records:
            return [("", records)]
        place = Path(records)
        paths = sorted(place.rglob("*.mesa")) if place.is_dir() else [place]
        return [(str(path), path.read_text(encoding="utf-8")) for path in paths]
    if not isinstance(records, Iterable):
        raise TypeError(f"records is a folder, a file, a record or a list of them, not {records!r:.80}")
    return [one for part in records for one in _texts(part)]


def frames(records: Union[str, "os.PathLike[str]", Iterable[object]], rules: Optional[Rules] = None, observations: bool = False,
           lang: str = "en") -> dict[str, np.ndarray]:
    """Every action of some records, a row each, as columns: pandas.DataFrame(frames(folder)), pyarrow.table(frames(folder)).

    records       a folder of .mesa files, a file, the text of a record, or several of them
    rules         those whose edition a record names, if it is not one of editions()
    observations  also what the player saw, (rows, 384) bytes: not for a DataFrame, but for learning from games

    file, edition, name   of the record, its edition, the player
    line, round, moment   where it stands; moment counts deals and actions before it
    seat, verb, card, color, target, uno, number   what was done; -1 where there is nothing; number is that of a batch, or -1
    hand_count, top, color_in_play, phase, pending, draw_count, discard_count   how the table lay before it
    is_over, winner       whether the round was over with it, and who went out
    A record that does not replay is a ValueError that names it."""
    if rules is not None and not isinstance(rules, Rules):
        raise TypeError(f"rules are penultima.Rules, not {rules!r:.80}")
    truth("observations", observations)
    parts: list[dict[str, np.ndarray]] = []
    for file, text in _texts(records):
        parts.append(_read(file, text, rules, observations, lang))
    names = ("file", "edition", "name", *_COLUMNS, *(("observation",) if observations else ()))
    if not parts:
        return {name: np.zeros((0, OBSERVATION_BYTES) if name == "observation" else 0, np.uint8 if name == "observation" else np.int32)
                for name in names}
    return {name: np.concatenate([part[name] for part in parts]) for name in names}


def _read(file: str, text: str, rules: Optional[Rules], observations: bool, lang: str) -> dict[str, np.ndarray]:
    bytes_, problem = encoded("records", text), ctypes.create_string_buffer(1024)
    handle = lib.lab_frames_new(bytes_, len(bytes_), rules._handle if rules else None, lang_number(lang), problem, len(problem))
    if not handle:
        raise ValueError(f"{file or 'record'}: {problem.value.decode('utf-8', 'replace') or 'there is no memory for it'}")
    try:
        count = lib.lab_frames_count(handle)
        rows, seen = np.zeros((count, len(_COLUMNS)), np.int32), np.zeros((count, OBSERVATION_BYTES), np.uint8)
        lib.lab_frames_read(handle, rows.ctypes.data, seen.ctypes.data)
        edition = lib.lab_frames_edition(handle).decode()
        players: list[str] = []
        while (name := lib.lab_frames_name(handle, len(players))) is not None:
            players.append(name.decode("utf-8"))
    finally:
        lib.lab_frames_free(handle)
    made: dict[str, np.ndarray] = {name: rows[:, index].copy() for index, name in enumerate(_COLUMNS)}
    made["verb"] = np.array(VERBS)[made["verb"]]
    made["phase"] = np.array(PHASES)[made["phase"]]
    for name in ("uno", "is_over"):
        made[name] = made[name].astype(bool)
    made["file"], made["edition"] = np.full(count, file), np.full(count, edition)
    made["name"] = np.array(players or [""])[made["seat"]]
    if observations:
        made["observation"] = seen
    return made
