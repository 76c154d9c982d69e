#!/usr/bin/env python3
"""The line mode as somebody hears it: test_speech.py PROGRAM ARCHIVE SOURCE_ROOT

Whole games in a terminal of their own, answered as a listener answers: after what was said, by a number. Then what was
said is compared with the record of the game, in each of the three lengths of speech. Where there is espeak-ng it says
everything, and what it makes of it is read.
"""
import os
import pty
import re
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

program = os.path.abspath(sys.argv[1])
clean = {name: value for name, value in os.environ.items()
         if name not in ("LANG", "LANGUAGE", "NO_COLOR") and not name.startswith(("LC_", "XDG_"))}
# Shapes of cards, arrows, frames: a screen reader spells them out.
SYMBOLS = re.compile("[\u2190-\u21ff\u2500-\u27bf\u2b00-\u2bff]")
LIMIT = 60  # seconds; it only ends a test that has failed


class Listener:
    """A game in lines, heard and answered."""

    def __init__(self, folder, speech, *arguments):
        self.home = Path(folder, speech + "-" + str(len(arguments)))
        self.home.mkdir()
        master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [program, "play", "--lang", "en", "--plain", "--speech", speech, "--new", "--speed", "wait", *arguments],
            stdin=slave, stdout=slave, stderr=slave, env={**clean, "HOME": str(self.home), "USER": "root"})
        os.close(slave)
        self.master, self.heard, self.turns = master, "", []

    def hear(self, wanted):
        """What is said until all of it has been: the program waits, and the words have come."""
        said, end = "", time.monotonic() + LIMIT
        while time.monotonic() < end:
            found = re.search(wanted, said) and self.is_waiting()
            if select.select([self.master], [], [], 0 if found else 0.01)[0]:
                try:
                    piece = os.read(self.master, 65536)
                except OSError:
                    piece = b""
                if not piece:
                    break
                said += piece.decode("utf-8", "replace").replace("\r", "")
            elif found:
                break
        self.heard += said
        return said

    def is_waiting(self):
        """A list of choices comes line by line, and nothing in it says which is the last. Before it waits the program
        has said everything."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        return not stat.exists() or stat.read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] not in "RD"

    def answer(self, line):
        os.write(self.master, (line + "\n").encode())

    def close(self):
        os.close(self.master)
        self.process.wait(LIMIT)


TURN = r"it is your turn\.\s(?:\s+\d+ .*\s)+|Which colour\?\s(?:\s+\d+ .*\s)+|You could:\s(?:\s+\d+ .*\s)+|" \
       r"Quick!\s(?:\s+\d+ .*\s)+|deal the next round\.|Another game\?\s(?:\s+\d+ .*\s)+"


def play(folder, speech, *arguments):
    """A game to its end. The keys of each turn are counted, Enter too."""
    game = Listener(folder, speech, *arguments)
    keys = 0
    for _ in range(400):
        said = game.hear(TURN)
        if "Another game?" in said or not re.search(TURN, said):
            break
        # A card if there is one, otherwise whatever comes first.
        line = "" if "next round" in said else "1"
        if "it is your turn." in said and keys:
            game.turns.append(keys)
            keys = 0
        keys += len(line) + 1
        game.answer(line)
    game.answer("2")
    game.hear("Until next time|See you later")
    game.close()
    return game


def actions(path):
    """What the record says that somebody played or drew: (who, what)."""
    found = []
    for line in path.read_text().splitlines():
        one = re.match(r"(\w+) (plays|draws|keeps|takes|answers|jumps)\b *(\S*)", line)
        if one:
            found.append((one.group(1), one.group(2)))
    return found


def check_games(folder):
    lengths, turns = {}, []
    for speech in ("short", "usual", "full"):
        game = play(folder, speech, "--edition", "classic", "--players", "3", "--seed", "4", "--scoring", "quick")
        kept = sorted(game.home.glob(".local/share/penultima/games/*.mesa"))
        tap.check(f"{speech}: a game is played to its end by ear", "wins the game!" in game.heard and len(kept) == 1,
                  game.heard[-1500:])
        tap.equal(f"{speech}: no sign is read out", sorted(set(SYMBOLS.findall(game.heard))), [])
        played = [who for who, what in actions(kept[0]) if what == "plays"] if kept else []
        tap.check(f"{speech}: every card that was laid was told, in its order", len(played) > 5
                  and played == laid(game.heard), played, laid(game.heard), game.heard)
        tap.check(f"{speech}: and every draw", len(re.findall(r"draws? |: \+|takes? ", game.heard)) >=
                  sum(what == "draws" for _, what in actions(kept[0])), game.heard)
        lengths[speech] = len(game.heard.split())
        turns += game.turns
    tap.check("short says less than usual, and usual less than all", lengths["short"] < lengths["usual"] < lengths["full"],
              lengths)
    tap.check("half of the turns take four keys at most", len(turns) > 10 and statistics.median(turns) <= 4, turns)
    print(f"# words: {lengths}; keys a turn: median {statistics.median(turns)}, most {max(turns)}, of {len(turns)}")


def laid(heard):
    """Who laid a card, as it was told."""
    told = re.findall(r"^(\w+) plays? (?:red|green|blue|yellow|Wild)|^(\w+): (?:red|green|blue|yellow|Wild)", heard,
                      re.MULTILINE)
    return [(one or two).replace("You", "Ana") for one, two in told]


def check_review(folder):
    game = Listener(folder, "usual", "--edition", "classic", "--players", "3", "--seed", "4")
    first = game.hear(TURN)
    tap.check("a turn begins with what lies and what I hold", re.search(r"On top: yellow 8\.\nYour hand: green 7, ", first), first)
    for letter, what, wanted in (("r", "the last thing said", r"On top: yellow 8\.\nYour hand"),
                                 ("l", "what lies", r"On top: .*\nColour in play: .*\nPlay runs .*\nDraw pile: \d+"),
                                 ("c", "my hand", r"Your hand: green 7, "),
                                 ("n", "who has how many", r"Cards: Ana 7, Beto 7, Carla 7\.")):
        game.answer(letter)
        said = game.hear(wanted)
        tap.check(f"{letter}: {what}", re.search(wanted, said), said)
    game.answer("e")
    tap.check("e: what happened, at the beginning the deal", "deals seven cards" in game.hear("opening card"), game.heard)
    game.answer("1")
    game.hear(TURN)
    game.answer("e")
    said = game.hear("You play yellow 0\nBeto plays yellow Draw Two\n")
    tap.check("e: and later what happened since my turn", "You play yellow 0\nBeto plays" in said and "deals" not in said, said)
    for wanted in ("everything", "only cards and numbers", "what happens"):
        game.answer("v")
        tap.check(f"v: {wanted}", wanted in game.hear(wanted), game.heard[-300:])
    game.answer("q")
    game.hear("offer to go on")
    game.close()
    return game.heard


def check_voice(heard):
    """What a voice makes of it: everything is said, and no sign is."""
    if not shutil.which("espeak-ng"):
        print("# no espeak-ng here: nobody speaks it aloud")
        return
    said = subprocess.run(["espeak-ng", "-v", "en", "-q", "--ipa"], input=heard.encode(), capture_output=True, check=False)
    words = said.stdout.decode()
    tap.check("espeak-ng says all of it", said.returncode == 0 and "jˈɛloʊ" in words.replace("əʊ", "oʊ"), words[:500])
    tap.check("and no shape of a card", not any(one in words for one in ("sˈɜːkəl", "dˈaɪəmənd", "skwˈɛɹ", "skwˈeə")), words)


with tempfile.TemporaryDirectory() as temporary:
    check_games(temporary)
    check_voice(check_review(temporary))
tap.done()
