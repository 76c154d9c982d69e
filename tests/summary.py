#!/usr/bin/env python3
"""Adds up the tests of several Meson build folders: summary.py FOLDER...

The last line printed is "N passed, N failed". A folder without results (its build failed) counts
as one failure. Exit status 1 if anything failed.
"""
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def results_of(folder):
    """Yields (name, failed) for every test that was not skipped."""
    log = Path(folder) / "meson-logs" / "testlog.junit.xml"
    try:
        # Meson writes what a test has printed as it is; colours of a terminal are no XML.
        text = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "", log.read_text(encoding="utf-8", errors="replace"))
        root = ElementTree.fromstring(text)
    except (OSError, ElementTree.ParseError):
        yield "the build", True
        return
    # What Meson itself says of each test: one that dies after some good lines has no failed case.
    ended = {}
    for line in log.with_name("testlog.json").read_text(encoding="utf-8").splitlines():
        test = json.loads(line)
        ended[test["name"]] = test["result"]
    for suite in root.iter("testsuite"):
        cases = suite.findall("testcase")
        failed_cases = 0
        for case in cases:
            if case.find("skipped") is not None:
                continue
            failed = case.find("failure") is not None or case.find("error") is not None
            failed_cases += failed
            yield f"{suite.get('name')}: {case.get('name')}", failed
        # A test that died before its first line has a failed suite and no failed case.
        stated = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        name = suite.get("name", "").split(".", 1)[-1]
        died = failed_cases == 0 and ended.get(name) in ("FAIL", "ERROR", "TIMEOUT", "INTERRUPT")
        if stated > failed_cases or died:
            yield f"{suite.get('name')}: (ended badly)", True


def main():
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
