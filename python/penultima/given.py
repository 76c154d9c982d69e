"""Games that people gave away, as a house's export wrote them."""
from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Iterator, Union

_KEYS = {"license": str, "month": str, "edition": str, "players": int, "rounds": int, "help": bool, "seats": list, "winners": list,
         "seconds": list, "record": str}


def given(place: Union[str, "os.PathLike[str]"]) -> Iterator[dict[str, Any]]:
    """Every game of `penultima serve --admin export --shared FOLDER`, one after the other, without reading all at once.

    place   that folder, or the games.jsonl in it

    license, month            CC0-1.0; when it was played, "2026-11"
    edition, players, rounds  what was played
    help                      whether people could ask for hints
    seats                     who decided at each: "person", "bot" or "both"
    winners                   their seats, from 0
    seconds                   for each action of the record how long it took, rounded down to 0, 1, 2, 4 ... 64
    record                    the whole game as .mesa: for replay(), analyse() and frames()
    A line that is no such game is a ValueError that names it."""
    path = Path(place)
    path = path / "games.jsonl" if path.is_dir() else path
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                game = json.loads(line)
            except ValueError as error:
                raise ValueError(f"{path}:{number}: {error}") from None
            if not isinstance(game, dict) or game.get("format") != 1 or any(
                    not isinstance(game.get(key), kind) for key, kind in _KEYS.items()):
                raise ValueError(f"{path}:{number}: not a game of format 1")
            yield game
