#!/usr/bin/env python3
"""docs/TERMINAL.md shows the terminal as it is: test_terminal_pictures.py PROGRAM ARCHIVE SOURCE_ROOT

One position at five sizes of a window. UPDATE_PICTURES=1 writes the document anew; look at it then.
"""
import os
import re
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent / "support"), str(here.parent / "terminal")]
import tap  # noqa: E402
import terminal  # noqa: E402

terminal.need()
program, document = os.path.abspath(sys.argv[1]), Path(sys.argv[3]) / "docs/TERMINAL.md"
POSITION = """edition: classic
house: progressive
players: Ana, Beto, Carla, Dani
hand Ana: r7 g2 g+2 y+2 b5 w w+4
hand Beto: r1 b2
hand Carla: y1 y2 g4 g5 b3
hand Dani: r3 b+2 y5
top: b8
turn: Beto
Beto plays b2 uno
Carla plays b3
Dani plays b+2
"""
HEAD = """# The terminal, at five sizes

`penultima play` uses the room that it has. From 100x30 there is a table, with the others around it; from 80x24 cards are boxes; down to 40x12
they stand in a line. The same position each time: a Draw Two waits for Ana, who can answer it with two of her cards.
"""


def picture(columns, rows):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "position.mesa")
        path.write_text(POSITION, encoding="utf-8")
        command = [program, "play", "--lang", "en", "--speed", "instant", "--load", str(path)]
        with terminal.Terminal(command, rows=rows, columns=columns) as screen:
            text = screen.wait(lambda text: "[t] Take" in text and "Ana" in text)
            return "\n".join(line.rstrip() for line in (text or "").split("\n")).strip("\n")


sizes = ((40, 12), (60, 20), (80, 24), (120, 40), (200, 60))
shown = {f"{columns}x{rows}": picture(columns, rows) for columns, rows in sizes}
made = HEAD + "".join(f"\n## {size}\n\n```text\n{text}\n```\n" for size, text in shown.items())
for size, text in shown.items():
    tap.check(f"{size}: what waits, what can be done and every card of the hand are seen",
              "[t] Take 2" in text and re.search(r"\+2", text) and all(str(key) in text for key in range(1, 8)), text)
if os.environ.get("UPDATE_PICTURES"):
    document.write_text(made, encoding="utf-8")
tap.equal("docs/TERMINAL.md shows this (UPDATE_PICTURES=1 writes it)", document.read_text(encoding="utf-8") if document.exists() else "", made)
tap.done()
