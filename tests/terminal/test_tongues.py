#!/usr/bin/env python3
"""Every language on a screen of 80x24: test_tongues.py PROGRAM ARCHIVE SOURCE_ROOT

Menu, tables, help, count and lesson are really shown; what does not fit ends in an ellipsis, or in a key with half of
its words, and that is a fault. Words are read from the language's own file.
"""
import os
import re
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
root = Path(sys.argv[3]).resolve()
sys.path[:0] = [str(here.parent / "support"), str(here), str(root / "lang")]
import compile as catalogue  # noqa: E402
import tap  # noqa: E402
import terminal  # noqa: E402

terminal.need()
program = os.path.abspath(sys.argv[1])
SHAPES = "●◆■▲"
ISOLATES = dict.fromkeys(range(0x2066, 0x206a))
ELLIPSIS = "\u2026"

FOUR = """edition: classic
house: progressive
players: Ana, Beto, Carla
hand Ana: b1 w+4 w
hand Beto: y1 y2
hand Carla: w+4 r3 g4 g5
top: r9
turn: Carla
Carla plays w+4 blue
"""
SWING = """edition: spiderman
players: Ana, Beto, Carla, Dora
hand Ana: wx y1 y2
hand Beto: b1 b2
hand Carla: r1 g1
hand Dora: g3 g4
top: b9
turn: Ana
"""
SEVEN = """edition: classic
house: seven-0
players: Ana, Beto, Carla
hand Ana: r7 b2 g7
hand Beto: r3 g4 g5 y1
hand Carla: y1 y2
top: r9
turn: Ana
"""
CATCH = """edition: classic
house: jump-in
players: Ana, Beto, Carla
hand Ana: r7 g2 g3
hand Beto: r7 y3
hand Carla: y1 y2
top: r9
turn: Beto
Beto plays r7
"""
LAST = """edition: classic
players: Ana, Beto, Carla
hand Ana: r7
hand Beto: r3 g4 gs y+2 w
hand Carla: y1 y2 w+4
top: r9
turn: Ana
"""


class Tongue:
    """A language, and what of it is on a screen."""

    def __init__(self, path):
        self.language = catalogue.Language(path)
        self.id = path.stem
        said = [sentence for key, sentence in self.language.entries.items() if key.startswith("tui.show.")]
        # Sentences that trail off by themselves: the words before their ellipsis.
        self.trailing = [re.split(r"[{}|]", one.split(ELLIPSIS)[0])[-1] for one in said if ELLIPSIS in one]
        self.labels = [self.pattern(sentence) for key, sentence in self.language.entries.items()
                       if key.startswith("tui.show.do-") or key == "tui.show.letter-yes"]

    def say(self, key):
        """The longest part of a sentence that is the same whoever it is about."""
        return max(re.split(r"\{[^{}]*\}", self.language.entries["tui.show." + key]), key=len).strip()

    @staticmethod
    def pattern(sentence):
        parts = re.split(r"\{(?:[^{}]|\{[^{}]*\})*\}", sentence)
        return re.compile(".*".join(re.escape(part) for part in parts))

    def faults(self, text):
        """What is cut in a picture of the screen."""
        found = []
        for line in text.translate(ISOLATES).split("\n"):
            for at in (match.start() for match in re.finditer(ELLIPSIS, line)):
                before = line[:at]
                if not any(one and before.endswith(one) for one in self.trailing):
                    found.append(f"cut: {line.strip()}")
            # The keys of the table stand in lines of their own, two blanks between one and the next.
            if re.match(r" ?\[[^\]│]+\] ", line) and "│" not in line:
                for label in re.findall(r"\[[^\]]+\] (.+?)(?=  |\s*$)", line):
                    if not any(shape in label for shape in SHAPES) and not re.search(r"\(\d+\)|Ana|Beto|Carla|Dora", label) \
                            and not any(one.fullmatch(label) for one in self.labels):
                        found.append(f"half a label: {label}")
        return found


def check(tongue, what, text):
    tap.equal(f"{tongue.id}: nothing is cut: {what}", tongue.faults(text), [])


def begin(tongue, folder, mesa, *options, speed="instant"):
    file = Path(folder, "position.mesa")
    file.write_text(mesa)
    return terminal.Terminal([program, "play", "--lang", tongue.id, "--speed", speed, "--load", file, *options])


def shown(screen, tongue, *keys):
    """The screen as soon as these sentences are on it."""
    wanted = [tongue.say(key) for key in keys]
    text = screen.wait(lambda text: all(one in text.translate(ISOLATES) for one in wanted))
    tap.check(f"{tongue.id}: {' '.join(keys)} is on the screen", text is not None, wanted, screen.text())
    return text or screen.text()


def check_menu(tongue):
    with terminal.Terminal([program, "play", "--speed", "instant", "--lang", tongue.id]) as screen:
        seen = [shown(screen, tongue, "menu-leave")]
        for _ in range(11):
            screen.press("Down")
            seen.append(screen.wait_for_change(seen[-1]))
        check(tongue, "the menu", "\n".join(seen))


def check_tables(tongue, folder):
    with begin(tongue, folder, FOUR) as screen:
        check(tongue, "cards that wait", shown(screen, tongue, "do-take"))
    with begin(tongue, folder, CATCH, speed="wait") as screen:
        check(tongue, "catching and jumping in", shown(screen, tongue, "do-pass"))
    with begin(tongue, folder, SEVEN) as screen:
        check(tongue, "a turn", shown(screen, tongue, "do-draw"))
        screen.press("2")
        screen.wait_for("T1")
        check(tongue, "a refusal", screen.text())
        screen.press("?")
        check(tongue, "the help", shown(screen, tongue, "page-help"))
        screen.press("Escape")
        key = re.compile(rf"\[(.)\] {re.escape(tongue.say('do-log'))}")
        text = screen.wait(lambda text: key.search(text.translate(ISOLATES).split("\n")[0]))
        screen.press(key.search((text or "").translate(ISOLATES)).group(1))
        check(tongue, "the moves", shown(screen, tongue, "page-log"))
    with begin(tongue, folder, SWING) as screen:
        shown(screen, tongue, "do-draw")
        screen.press("3")
        text = screen.wait_for(rf"\[.\] [{SHAPES}]")
        check(tongue, "which colour", text or screen.text())
        screen.press(re.search(rf"\[(.)\] [{SHAPES}]", screen.text()).group(1))
        check(tongue, "who is skipped", shown(screen, tongue, "ask-swing"))
    with begin(tongue, folder, LAST) as screen:
        shown(screen, tongue, "do-draw")
        screen.press("Enter")
        check(tongue, "the count", shown(screen, tongue, "page-count"))
        screen.press("Enter")
        check(tongue, "the next round", screen.wait(lambda text: tongue.say("page-count") not in text) or "")


def check_lesson(tongue):
    with terminal.Terminal([program, "play", "--tutorial", "--lang", tongue.id, "--speed", "instant"]) as screen:
        check(tongue, "a lesson", shown(screen, tongue, "page-lesson"))


for file in sorted((root / "lang").glob("*.lang")):
    tongue_of_file = Tongue(file)
    check_menu(tongue_of_file)
    with tempfile.TemporaryDirectory() as scratch:
        check_tables(tongue_of_file, scratch)
    check_lesson(tongue_of_file)

# A label that is cut, and a sentence that is, are found.
english = Tongue(root / "lang" / "en.lang")
tap.equal("a cut label is a fault", english.faults(" [d] Dra  [t] Tak"), ["half a label: Dra", "half a label: Tak"])
tap.equal("so is a cut sentence", english.faults(f"Your turn: play a card or dr{ELLIPSIS}"),
          [f"cut: Your turn: play a card or dr{ELLIPSIS}"])
tap.equal("one that trails off is none", english.faults(f"Beto is thinking{ELLIPSIS}"), [])
tap.done()
