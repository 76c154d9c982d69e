#!/usr/bin/env python3
"""Bots know nothing but views: test_sources.py PROGRAM ARCHIVE SOURCE_ROOT

Whatever lies in src/bots never mentions a game, and has rounds only from pen_view_imagine().
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

root = Path(sys.argv[3])

# Functions and headers that make or hold a real round.
FORBIDDEN = re.compile(r"\bpen_(game|layout|round_start|round_deal|view_update|view_glance|"
                       r"view_init)\w*|game\.h|engine\.h|\bpen__")


def without_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


sources = sorted((root / "src" / "bots").glob("*.[ch]"))
tap.check("there are sources", len(sources) > 5, sources)
makers = []
for path in sources:
    text = without_comments(path.read_text(encoding="utf-8"))
    tap.equal(f"{path.name} holds no real round", [m.group(0) for m in FORBIDDEN.finditer(text)], [])
    # A round as a value of its own, not behind a pointer that somebody handed over, nor a copy of an imagined one
    # (onward.h declares the copy that onward.c fills).
    filled = text
    if path.suffix == ".h" and path.with_suffix(".c").exists():
        filled += without_comments(path.with_suffix(".c").read_text(encoding="utf-8"))
    copies = len(re.findall(r"struct pen_round round = \*world;|(?:\.|->)round = \*world\b", filled))
    if len(re.findall(r"struct pen_round\s+\w", text)) > copies:
        makers.append(path.name)
        tap.check(f"{path.name} imagines its rounds", "pen_view_imagine(" in text)
tap.equal("rounds are made in one place", makers, ["search.c"])
header = without_comments((root / "src" / "bots" / "bot.h").read_text(encoding="utf-8"))
tap.check("the interface of bots knows no round", "pen_round" not in header)
tap.done()
