#!/usr/bin/env python3
"""Replays every case: run_cases.py PROGRAM SOURCE_ROOT. One TAP line per file.

    cases/*.mesa              exit status 0
    cases/regressions/*.mesa  0, named after faults of other programs
    cases/refused/*.mesa      1: an action is refused or an expectation fails
    cases/unreadable/*.mesa   2
    records/*.mesa            0: whole games, written once and kept

In the last two a comment "# line: 4 7" names the lines that must be reported, and only those.
Examples handed out beside the sources (../shared/examples) are replayed too where they exist.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

FOLDERS = [("tests/cases", 0), ("tests/cases/regressions", 0), ("tests/cases/refused", 1),
           ("tests/cases/unreadable", 2), ("tests/records", 0), ("../shared/examples", 0)]


def lines_named(path):
    """The lines a file says are to be reported, or None."""
    found = re.search(rb"^#\s*lines?:([\s\d,]*)$", path.read_bytes(), re.MULTILINE)
    return sorted({int(word) for word in re.findall(rb"\d+", found.group(1))}) if found else None


def lines_reported(path, err):
    reported = re.findall(rf"^{re.escape(str(path))}:(\d+): ", err, re.MULTILINE)
    return sorted({int(line) for line in reported})


def are_all_good(replay, paths):
    """Whether all are replayed without a word. One process for all: starting it takes longer than a case."""
    result = tap.run([*replay, *paths])
    return result.status == 0 and result.err == ""


def main():
    program, root = sys.argv[1], Path(sys.argv[2]).resolve()
    replay = [program, "replay", "--edition", root / "editions" / "verbena.edition"]
    for folder, status in FOLDERS:
        paths = sorted((root / folder).glob("*.mesa"))
        if status == 0 and paths and are_all_good(replay, paths):
            for path in paths:
                tap.check(f"{folder}/{path.name}", True)
            continue
        for path in paths:
            result = tap.run([*replay, path])
            wanted = lines_named(path) if status else []
            got = lines_reported(path, result.err)
            is_good = result.status == status
            if wanted is not None:
                is_good = is_good and got == wanted
            if status == 0:
                is_good = is_good and result.err == ""
            tap.check(f"{folder}/{path.name}", is_good, f"wanted status {status}, lines {wanted}",
                      f"replay with: penultima replay {folder}/{path.name}", result)
    tap.done()


main()
