#!/usr/bin/env python3
"""A record on the full screen: forwards, backwards, by rounds, through anybody's eyes.

test_watch.py PROGRAM ARCHIVE SOURCE_ROOT
"""
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent / "support"), str(here)]
import tap  # noqa: E402
import terminal  # noqa: E402

terminal.need()
program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])


def step_of(text):
    found = re.search(r"(?:Step|Paso) (\d+) (?:of|de) (\d+)", text)
    return (int(found.group(1)), int(found.group(2))) if found else (-1, -1)


def go(screen, key, times=1):
    for _ in range(times):
        before = screen.text()
        screen.press(key)
        screen.wait_for_change(before, 2)
    return screen.text()


def check_steps():
    record = root / "tests/records/classic-to-500.mesa"
    with terminal.Terminal([program, "watch", record], rows=30, columns=100) as screen:
        first = screen.wait_for("Step 0 of") or ""
        last = step_of(first)[1]
        tap.check("it begins with the deal", "Round 1" in first and last > 100, first)
        tap.check("all cards are open", "All cards open" in first and first.count("[●") > 4, first)
        shown = [first]
        for _ in range(12):
            shown.append(go(screen, "Right"))
        tap.equal("forwards, step by step", [step_of(text)[0] for text in shown], list(range(13)))
        for wanted in reversed(shown[:-1]):
            text = go(screen, "Left")
            tap.equal(f"back to step {step_of(wanted)[0]} is the same screen", text, wanted)
        text = go(screen, "PageDown")
        tap.check("the next round", "Round 2" in text and step_of(text)[0] > 5, text)
        second = step_of(text)[0]
        go(screen, "Right", 2)
        tap.equal("back to its deal from within", step_of(go(screen, "PageUp"))[0], second)
        tap.equal("and to the round before", step_of(go(screen, "PageUp"))[0], 0)
        text = go(screen, "End")
        tap.check("the end", step_of(text) == (last, last) and "End of the record" in text, text)
        tap.equal("no further", step_of(go(screen, "Right"))[0], last)
        screen.press("q")
        end = screen.wait_for("ended with")
        tap.check("it can be left", end and "ended with 0" in end, end)


def check_chances():
    """What moves were worth: all of them with all cards open, and only one's own through one's own eyes."""
    record = root / "tests/records/classic-to-500.mesa"
    with terminal.Terminal([program, "watch", "--lang", "en", record], rows=30, columns=100) as screen:
        screen.wait_for("Step 0 of")
        text = go(screen, "Right")
        tap.check("nothing is said of it unasked", " % ±" not in text, text)
        screen.press("a")
        text = screen.wait_for(" % ±") or ""
        tap.check("the chance of the move", "(" in text, text)
        told = sum(" % ±" in go(screen, "Right") for _ in range(12))
        tap.check("and of those that come", told > 3, told)
        screen.press("1")
        own = sum(" % ±" in go(screen, "Right") for _ in range(12))
        tap.check("one seat is told of its own only", 0 < own < told, own)
        screen.press("q")
        screen.wait_for("ended with")


def check_eyes():
    record = root / "tests/records/spiderman-6-players.mesa"
    with terminal.Terminal([program, "watch", "--lang", "es", "--seat", "Beto", record]) as screen:
        text = screen.wait_for("Como lo ve Beto") or ""
        tap.check("one seat's eyes see one hand", "Beto (tú)" in text and "[● " not in text, text)
        text = go(screen, "Tab")
        tap.check("the next one's", "Como lo ve Carla" in text and "Carla (tú)" in text, text)
        text = go(screen, "1")
        tap.check("or anybody's by number", "Como lo ve Ana" in text, text)
        text = go(screen, "o")
        tap.check("or all", "Todas las cartas a la vista" in text and "[● " in text, text)
        screen.resize(14, 50)
        text = screen.wait(lambda text: len(text.split("\n")) == 14 and "Todas las cartas" in text
                           and "Beto" in text) or screen.text()
        tap.check("in a small window too", "Paso 0 de" in text and "[→] adelante" in text, text)
        screen.press("Space")
        tap.check("it runs by itself", screen.wait(lambda text: step_of(text)[0] >= 2), screen.text())
        screen.press("Space", "Escape")
        tap.check("and can be left", screen.wait_for("ended with 0"), screen.text())


def check_wrong():
    record = root / "tests/records/classic-2-players.mesa"
    result = tap.run([program, "watch", record])
    tap.check("without a terminal it says so in a line", result.status == 2 and result.err.count("\n") == 1
              and "replay --show" in result.err, result)
    for name, arguments in (("no file", []), ("two files", [record, record]),
                            ("an odd option", ["--odd", record])):
        result = tap.run([program, "watch", *arguments])
        tap.check(f"{name} is wrong use", result.status == 2 and result.err.count("\n") == 1, result)
    with tempfile.TemporaryDirectory() as folder:
        bad = Path(folder) / "bad.mesa"
        bad.write_text("edition: classic\nplayers: Ana, Beto\nAna flies\n")
        for name, arguments, wanted in (("an unreadable file", [bad], "bad.mesa:3: "),
                                        ("somebody who does not play", ["--seat", "Zoe", record], "Zoe")):
            with terminal.Terminal([program, "watch", *arguments], columns=160) as screen:
                text = screen.wait_for("ended with") or screen.text()
                tap.check(f"{name} is told", "ended with 2" in text and wanted in text, text)


def check_from_menu():
    """A kept game is watched out of the menu and gone on with: the menu comes back as it was."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder, "penultima/games/2026-01-01-000000.mesa")
        kept.parent.mkdir(parents=True)
        shutil.copy(root / "tests/records/classic-2-players.mesa", kept)
        env = {"XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder}
        with terminal.Terminal([program, "--lang", "en"], rows=30, columns=100, env=env) as screen:
            screen.wait_for("Your games")
            screen.press("Up", "Up", "Enter")
            screen.wait_for("2026-01-01")
            screen.press("Enter")
            screen.wait_for("Step 0 of")
            screen.press("+")
            tap.check("play goes on from there", screen.wait_for(r"Ana \(you\)"), screen.text())
            screen.press("q")
            screen.wait_for("Leave the table")
            screen.press("y")
            text = screen.wait_for("Learn by playing") or screen.text()
            tap.check("and the menu is the one that was left", "Your games" in text and "Opponents           3" in text
                      and "seven-0" not in text, text)
            screen.press("q")
            screen.wait_for("ended with 0")


check_steps()
check_chances()
check_eyes()
check_from_menu()
check_wrong()
tap.done()
