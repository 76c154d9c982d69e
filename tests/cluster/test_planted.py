#!/usr/bin/env python3
"""The faults of planted.py fit the sources: test_planted.py PROGRAM ARCHIVE SOURCE_ROOT"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import planted  # noqa: E402
import tap  # noqa: E402

for name in planted.FAULTS:
    tap.check(f"{name} is planted in one place each", planted.fits(name))
tap.done()
