#!/usr/bin/env python3
"""What a terminal without UTF-8 shows: test_ascii.py PROGRAM ARCHIVE SOURCE_ROOT

Every language in Latin letters reads in ASCII without a hole; others give way to English. A terminal that says
nothing of UTF-8 gets it by itself, a pipe never does.
"""
import os
import pty
import subprocess
import sys
import termios
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

program, root = Path(sys.argv[1]).resolve(), Path(sys.argv[3]).resolve()
bare = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}


def shown(*arguments, **env):
    return subprocess.run([program, *arguments], env={**bare, **env}, capture_output=True, check=True).stdout


def in_terminal(knows_utf8, *arguments, **env):
    """What the program writes to a terminal of its own."""
    outer, inner = pty.openpty()
    modes = termios.tcgetattr(inner)
    utf8 = getattr(termios, "IUTF8", 0x4000)
    modes[0] = modes[0] | utf8 if knows_utf8 else modes[0] & ~utf8
    termios.tcsetattr(inner, termios.TCSANOW, modes)
    child = subprocess.Popen([program, *arguments], stdin=inner, stdout=inner, stderr=inner, env={**bare, **env})
    os.close(inner)
    text = b""
    while True:
        try:
            some = os.read(outer, 4096)
        except OSError:  # Linux says so when nobody writes any more
            break
        if not some:
            break
        text += some
    os.close(outer)
    tap.check(f"{arguments} ends well in a terminal", child.wait() == 0, text)
    return text


english = shown("--ascii", "--lang", "en", "house", "list")
for file in sorted((root / "lang").glob("*.lang")):
    name = file.stem
    said = file.read_text(encoding="utf-8")
    listed = shown("--ascii", "--lang", name, "house", "list")
    tap.check(f"{name}: the list of house rules is ASCII", listed.isascii() and len(listed) > 1000, listed[:200])
    title = next(line for line in said.splitlines() if line.startswith("@language")).split(maxsplit=1)[1]
    if all(unicodedata.name(letter, "").startswith("LATIN") for letter in title if letter.isalpha()):
        whole = shown("--ascii", "lang", "show", name).decode("ascii")
        plain = shown("lang", "show", name).decode("utf-8")
        # A language may name others in their own script; those are no loss.
        tap.check(f"{name}: no character of its sentences is lost",
                  whole.count("?") == plain.count("?"), f"{whole.count('?')} {plain.count('?')}")
        tap.check(f"{name}: it is not English", name == "en" or listed != english)
    else:
        tap.check(f"{name}: what ASCII cannot show is said in English", listed == english, listed[:200])

C = {"LC_ALL": "C", "TERM": "xterm"}
tap.check("a terminal that knows no UTF-8 gets ASCII by itself",
          in_terminal(False, "--lang", "es", "help", "play", **C).isascii())
tap.check("one that does gets UTF-8 whatever the locale says",
          "ó".encode() in in_terminal(True, "--lang", "es", "help", "play", **C))
tap.check("so does one whose locale is UTF-8",
          "ó".encode() in in_terminal(False, "--lang", "es", "help", "play", LC_ALL="C.UTF-8", TERM="xterm"))
tap.check("--ascii counts everywhere", in_terminal(True, "help", "play", "--lang", "es", "--ascii",
                                                   LC_ALL="C.UTF-8", TERM="xterm").isascii())
tap.check("a pipe gets UTF-8", "ó".encode() in shown("--lang", "es", "help", "play", **C))
tap.done()
