#!/usr/bin/env python3
"""Adds up the tests of several Meson build folders: summary.py FOLDER...

The last line printed is "N passed, N failed". A folder without results (its build failed) counts
as one failure. Exit status 1 if anything failed.

    summary.py --failed FOLDER    the tests that failed and may be tried again alone, a line each

What a second, quiet run of such a test says (its logs are named "again") counts instead of the first; a test that
failed only beside others is told as unsteady, so that somebody mends it.
"""
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

BAD = ("FAIL", "ERROR", "TIMEOUT", "INTERRUPT")
# More than these are no accident of a busy machine.
AGAIN_MAX = 4
# They try again by themselves, part by part.
OWN_AGAIN = ("browser/games", "browser/page", "browser/firefox")


def tests_of(folder, log):
    """What Meson says of each test: name -> its line in the log."""
    try:
        lines = (Path(folder) / "meson-logs" / f"{log}.json").read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    tests = map(json.loads, lines)
    return {test["name"].split(" / ")[-1]: test for test in tests}


def failed_in(folder):
    failed = [name for name, test in tests_of(folder, "testlog").items() if test["result"] in BAD]
    return [name for name in failed if name not in OWN_AGAIN] if len(failed) <= AGAIN_MAX else []


def suites_of(folder, log):
    """Meson's results by test: name -> [(case, failed)]; None where there are none."""
    path = Path(folder) / "meson-logs" / f"{log}.junit.xml"
    try:
        # Meson writes what a test has printed as it is; colours of a terminal are no XML.
        text = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "", path.read_text(encoding="utf-8", errors="replace"))
        root = ElementTree.fromstring(text)
    except (OSError, ElementTree.ParseError):
        return None
    ended = tests_of(folder, log)
    suites = {}
    for suite in root.iter("testsuite"):
        cases = []
        for case in suite.findall("testcase"):
            if case.find("skipped") is None:
                failed = case.find("failure") is not None or case.find("error") is not None
                cases.append((f"{suite.get('name')}: {case.get('name')}", failed))
        failed_count = sum(failed for _, failed in cases)
        # A test that died before its first line has a failed suite and no failed case; one that dies after
        # some good lines is known only to Meson.
        stated = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        result = ended.get(suite.get("name", "").split(".", 1)[-1], {}).get("result")
        if stated > failed_count or (failed_count == 0 and result in BAD):
            cases.append((f"{suite.get('name')}: (ended badly)", True))
        suites[suite.get("name")] = suites.get(suite.get("name"), []) + cases
    return suites


def results_of(folder):
    """Yields (name, failed) for every test that was not skipped; tells what is unsteady."""
    suites = suites_of(folder, "testlog")
    if suites is None:
        yield "the build", True
        return
    for name, cases in (suites_of(folder, "again") or {}).items():
        for case, failed in suites.get(name, []):
            if failed:
                print(f"UNSTEADY {folder}: {case}")
        suites[name] = cases
    for test in tests_of(folder, "testlog").values():
        if test["result"] in BAD:
            continue
        for note in re.findall(r"^# unsteady: (.*)$", test.get("stdout", ""), re.MULTILINE):
            print(f"UNSTEADY {folder}: {note}")
    for cases in suites.values():
        yield from cases


def main():
    if sys.argv[1:2] == ["--failed"]:
        print("\n".join(failed_in(sys.argv[2])))
        return 0
    passed = failed = 0
    for folder in sys.argv[1:]:
        for name, is_failed in results_of(folder):
            if is_failed:
                print(f"FAILED {folder}: {name}")
                failed += 1
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
