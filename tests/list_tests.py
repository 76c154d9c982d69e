#!/usr/bin/env python3
"""Prints the tests that match a pattern, one per line: list_tests.py 'test_*.c'

So that a new test is a new file and no list is kept by hand.
"""
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
for path in sorted(here.rglob(sys.argv[1])):
    print(path.relative_to(here).as_posix())
