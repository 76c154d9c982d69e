#!/usr/bin/env python3
"""The guided first game on the full screen, by a learner who tries every key until it goes on.

test_tutorial.py PROGRAM ARCHIVE SOURCE_ROOT
"""
import os
import re
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent / "support"), str(here)]
import player  # noqa: E402
import tap  # noqa: E402
import terminal  # noqa: E402

terminal.need()
program = os.path.abspath(sys.argv[1])


def candidates(lines):
    """Everything that can be pressed now: cards that can be played, then keys of the prompt."""
    keys = player.raised(lines) if player.has_raised(lines) else []
    offers = player.offers(player.prompt(lines))
    return keys + [key for key, label in offers if label[0] in "●◆■▲" or key not in ("v", "m", "a", "Esc")]


def situation(lines):
    """What tells one moment from another: the piles and the hand, but not the words of the lesson."""
    return "\n".join([line[:44] for line in lines[1:9]] + lines[-6:] + player.prompt(lines)[:3])


def learn(screen, lang):
    """Returns the lessons that were shown, in order, and the last screen."""
    tried, lessons = {}, []
    for _ in range(600):
        text = screen.text()
        lines = text.split("\n")
        lesson = re.search(r"─ (?:Lección|Lesson) ─", text)
        if "ended with" in text or player.OVER[lang] in text:
            return lessons, text
        if lesson or re.search(r"│ \[(Intro|Enter)\]", text):
            if lesson:
                page = " ".join(re.findall(r"│ (.*?) │", text.split("─ L", 1)[1]))
                if page not in lessons:
                    lessons.append(page)
            screen.press("Enter")
        else:
            done = tried.setdefault(situation(lines), set())
            left = [key for key in candidates(lines) if key not in done]
            if left:
                done.add(left[0])
                key = player.KEYS.get(left[0], left[0])
                screen.press(key)
            elif done:
                done.clear()
        screen.wait_for_change(text)
    return lessons, screen.text()


for lang in ("es", "en"):
    command = [program, "play", "--tutorial", "--lang", lang, "--speed", "instant"]
    with terminal.Terminal(command) as screen:
        screen.wait_for("Lección|Lesson")
        lessons, last = learn(screen, lang)
        tap.check(f"{lang}: the guided game comes to its end",
                  "ended with 0" in last or player.OVER[lang] in last, lessons[-3:], last)
        rules = set(re.findall(r"(?:regla|rule) ([A-Z]\d+)", " ".join(lessons)))
        tap.check(f"{lang}: it has taught one rule after the other", len(lessons) >= 6 and len(rules) >= 4,
                  sorted(rules), *lessons)
tap.done()
