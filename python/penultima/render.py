"""A table as a text or a picture: 'ansi', 'rgb_array' and 'human' of the environments."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._library import one_of
from .batch import NOBODY, Batch

RENDER_MODES = ("ansi", "rgb_array", "human")

_HEIGHT, _WIDTH = 480, 640
_FELT, _PAPER, _INK, _BACK, _MARK = (24, 84, 60), (246, 242, 230), (32, 32, 36), (60, 52, 96), (255, 214, 90)
# Where an edition does not say how its colours look.
_USUAL = {"red": (214, 62, 56), "green": (72, 150, 74), "blue": (52, 104, 190), "yellow": (238, 190, 44), "pink": (226, 110, 168)}
# Three by five dots, top row first: octal digits, one a row.
_FONT = {
    "0": 0o75557, "1": 0o26227, "2": 0o71747, "3": 0o71317, "4": 0o55711, "5": 0o74717, "6": 0o74757, "7": 0o71122, "8": 0o75757,
    "9": 0o75717, "+": 0o02720, "-": 0o00700, "*": 0o05250, "a": 0o75755, "b": 0o65656, "c": 0o74447, "d": 0o65556, "e": 0o74647,
    "f": 0o74644, "g": 0o74557, "h": 0o55755, "i": 0o72227, "j": 0o11157, "k": 0o55655, "l": 0o44447, "m": 0o57755, "n": 0o65555,
    "o": 0o75557, "p": 0o75744, "q": 0o75571, "r": 0o75765, "s": 0o74717, "t": 0o72222, "u": 0o55557, "v": 0o55552, "w": 0o55775,
    "x": 0o55255, "y": 0o55222, "z": 0o71247}


def check_render_mode(mode: Optional[str]) -> Optional[str]:
    """The mode, if there is such a one."""
    return None if mode is None else str(one_of("render_mode", mode, RENDER_MODES))


def shown(batch: Batch, table: int, seat: Optional[int], mode: Optional[str]) -> Any:
    """A table of a batch, as a seat sees it; None: with all hands."""
    if mode is None:
        return None
    if mode == "rgb_array":
        return picture(batch, table, seat)
    text = described(batch, table, seat)
    if mode == "ansi":
        return text
    print(text, flush=True)
    return None


def _cards(batch: Batch, table: int, seat: int) -> list[str]:
    counts = batch.reveal(table)[seat]
    return [card.code for kind, card in enumerate(batch.rules.cards) for _ in range(counts[kind])]


def _lies(batch: Batch, table: int) -> tuple[int, Optional[int]]:
    """The top card and the colour in play."""
    top, color = batch.lies(table)
    return top, color


def described(batch: Batch, table: int, seat: Optional[int]) -> str:
    """In one line: who decides, what lies, whose cards."""
    decides = int(batch.seats[table])
    top, color = _lies(batch, table)
    rules = batch.rules
    parts = ["the game is over" if decides == NOBODY else f"player_{decides} decides",
             f"top {rules.cards[top].code}" + (f" {rules.colors[color]}" if color is not None and rules.cards[top].color is None else "")]
    for index in range(batch.players):
        hand = _cards(batch, table, index)
        parts.append(f"player_{index}: {' '.join(hand)}" if seat in (None, index) else f"player_{index}: {len(hand)} cards")
    return "; ".join(parts)


def _write(image: np.ndarray, text: str, top: int, left: int, size: int, ink: tuple[int, int, int]) -> None:
    for letter in text.lower():
        rows = _FONT.get(letter, 0)
        dots = np.array([[rows >> (3 * (4 - row) + 2 - column) & 1 for column in range(3)] for row in range(5)], bool)
        dots = dots.repeat(size, 0).repeat(size, 1)
        part = image[top:top + dots.shape[0], left:left + dots.shape[1]]
        part[dots[:part.shape[0], :part.shape[1]]] = ink
        left += 4 * size


def _card(image: np.ndarray, batch: Batch, code: Optional[str], top: int, left: int, color: Optional[int] = None) -> None:
    """A card, face up, or its back."""
    image[top:top + 60, left:left + 42] = _INK
    inner = image[top + 2:top + 58, left + 2:left + 40]
    if code is None:
        inner[:] = _BACK
        return
    rules = batch.rules
    card = rules.cards[rules.kind(code)]
    index = card.color if card.color is not None else color
    inner[:] = _PAPER
    if index is not None:
        inner[4:-4, 4:-4] = color_of(batch, index)
        if card.color is None:
            inner[20:36, 4:-4] = _PAPER
    name = code if card.color is None else code[1:]
    _write(image, name[:3], top + 22, left + 21 - 6 * len(name[:3]) + 2, 3, _INK)


def color_of(batch: Batch, index: int) -> tuple[int, int, int]:
    """How a colour looks on the screen."""
    return _USUAL.get(batch.rules.colors[index], ((37 * index + 90) % 200 + 40, (91 * index + 30) % 200 + 40, (53 * index + 150) % 200 + 40))


def picture(batch: Batch, table: int, seat: Optional[int]) -> np.ndarray:
    """The table as (480, 640, 3) bytes: the pile in the middle, a row of cards for every player, a mark at who decides."""
    image = np.empty((_HEIGHT, _WIDTH, 3), np.uint8)
    image[:] = _FELT
    top, color = _lies(batch, table)
    _card(image, batch, batch.rules.cards[top].code, 10, 320, color)
    _card(image, batch, None, 10, 270)
    room = (_HEIGHT - 90) // batch.players
    columns = 1 if room >= 62 else 2
    rows = -(-batch.players // columns)
    room, width = (_HEIGHT - 90) // rows, _WIDTH // columns
    for index in range(batch.players):
        hand = _cards(batch, table, index)
        line, left = 90 + room * (index % rows), width * (index // rows)
        if int(batch.seats[table]) == index:
            image[line - 4:line + 64, left + 2:left + 8] = _MARK
        _write(image, str(index), line + 22, left + 14, 3, _PAPER)
        step = min(46, max(8, (width - 90) // max(1, len(hand))))
        for place, code in enumerate(hand):
            _card(image, batch, code if seat in (None, index) else None, line, left + 36 + step * place)
    return image
