#!/usr/bin/env python3
"""A few faults under load, and that the checker would see what they could do: the short form of faults.py.

test_faults.py PROGRAM ARCHIVE SOURCE_ROOT"""
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
import faults  # noqa: E402
import tap  # noqa: E402
from postgres import find_programs  # noqa: E402

has_ground = faults.ground.begin()  # from here on in namespaces of its own, if it may
program, root = os.path.abspath(sys.argv[1]), sys.argv[3]


class Told:
    """What a player remembers."""

    def __init__(self, name, acked, told):
        self.table, self.name, self.acked, self.seen = "table00000", name, acked, told


def chained(*lines):
    """Entries with the hashes that belong to them."""
    digest = faults.hashlib.sha512(b"penultima/1 chain").digest()
    entries = []
    for number, line in enumerate(lines, 1):
        digest = faults.hashlib.sha512(digest + line).digest()
        entries.append((number, line + b"\n", digest.hex()))
    return entries


def check_checker():
    good = chained(b"Ana plays r7 # id=1", b"Beto draws # id=1", b"Ana plays r8 # id=2")
    players = [Told("Ana", [1, 2], {3: {("top", "r8")}}), Told("Beto", [1], {3: {("top", "r8")}})]

    def wrong(entries, seated=None):
        return faults.check_history(seated or players, {"table00000": entries})

    tap.equal("a good history is good", wrong(good), [])
    tap.check("a move that is missing is found", wrong(good[:2]))
    tap.check("a move that stands there twice is found", wrong(chained(b"Ana plays r7 # id=1",
                                                                      b"Ana plays r7 # id=1",
                                                                      b"Beto draws # id=1",
                                                                      b"Ana plays r8 # id=2")))
    tap.check("a gap is found", wrong([good[0], good[2]]))
    tap.check("a changed byte is found", wrong([good[0], (2, b"Beto draws # id=1 \n", good[1][2]), good[2]]))
    forked = [players[0], Told("Beto", [1], {3: {("top", "g8")}})]
    tap.check("two histories are found", wrong(good, forked))


check_checker()
if not find_programs():
    print("# PostgreSQL is not installed: no faults")
    tap.done()
kinds = ["kill", "pause", "cut", "term", "crash", "dumb"]
if has_ground:
    kinds = ["cable", "failover", "pause", "full", "term", "clock", "dumb"]
else:
    print("# no namespaces here: no cut cables, no failover, no full disk, no clocks")
found = faults.run_faults(program, root, faults=len(kinds), nodes=3, tables=3, kinds=tuple(kinds), pace=0.05,
                          seed=int.from_bytes(os.urandom(2), "big"), has_ground=has_ground)
tap.equal("nothing lost, doubled or forked; every table goes on", found["wrong"], [], found["errors"])
tap.check("there was something to lose", found["acked"] > 20, found["acked"])
tap.done()
