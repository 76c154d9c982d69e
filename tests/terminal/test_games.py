#!/usr/bin/env python3
"""Whole games on the full screen, by a player who sees nothing but the screen.

test_games.py PROGRAM ARCHIVE SOURCE_ROOT
"""
import os
import re
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent / "support"), str(here)]
import editions  # noqa: E402
import player  # noqa: E402
import tap  # noqa: E402
import terminal  # noqa: E402

terminal.need()
program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3]).resolve()
COUNT = {"es": "Fin de la ronda", "en": "End of round"}
EDITIONS = editions.BUILTIN


def play(name, lang, *options, rows=24, columns=80):
    command = [program, "play", "--lang", lang, "--speed", "instant", "--seed", "3", *options]
    with terminal.Terminal(command, rows=rows, columns=columns) as screen:
        screen.wait_for(r"\((tú|you)\) · ", "El teclado es para")
        seen = player.play(screen, lang)
        tap.check(f"{name}: the game comes to its end", player.OVER[lang] in seen[-1], seen[-1])
        tap.check(f"{name}: the count was shown", any(COUNT[lang] in text for text in seen), seen[-1])
        tap.check(f"{name}: every screen fits", all(len(text.split("\n")) <= rows for text in seen))
        screen.press("q")
        end = screen.wait_for("ended with")
        tap.check(f"{name}: leaves well", end and "ended with 0" in end, end)
        return seen


for edition in EDITIONS:
    for lang in ("es", "en"):
        play(f"{Path(edition).stem} in {lang}", lang, "--edition", edition, "--players", "3",
             "--scoring", "points", "--target", "120")

seen = play("all house rules, six players", "es", "--edition", "classic", "--players", "6", "--house",
            "progressive,seven-0,jump-in", "--scoring", "points", "--target", "100")
play("ten players on a large screen", "en", "--edition", "office", "--players", "10", rows=50, columns=160)
seen = play("time stands still", "es", "--edition", "cumulative", "--players", "3", "--speed", "wait",
            "--house", "jump-in", "--scoring", "points", "--target", "150")
seen = play("two people and a bot at one keyboard", "es", "--edition", "office", "--hotseat", "Ana,Beto",
            "--players", "3", "--scoring", "quick")
tap.check("both of them had the keyboard", all(any(f"El teclado es para {name}" in text for text in seen)
                                               for name in ("Ana", "Beto")))
seen = play("points of several rounds", "es", "--edition", "classic", "--players", "2", "--scoring", "lowest",
            "--target", "80")
points = re.compile(r"\(tú\) · \d+ cartas? · [1-9]\d* punto")
tap.check("a round later the points are on the screen", any(points.search(text) for text in seen), seen[-1])
tap.done()
