#!/usr/bin/env python3
"""Every sentence of every language filled with samples: test_read.py PROGRAM ARCHIVE SOURCE_ROOT"""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

folder = Path(sys.argv[3]).resolve() / "lang"
for file in sorted(folder.glob("*.lang")):
    result = tap.run([sys.executable, folder / "read.py", file.stem])
    lines = result.out.splitlines()
    tap.check(f"{file.stem}: every sentence can be read", result.status == 0 and len(lines) > 5000, result.err)
    # Behind each key the English, then the samples of this language.
    silent = [lines[at - 1] for at, line in enumerate(lines)
              if line.startswith("    en  ") and line.strip() != "en" and at + 1 < len(lines)
              and lines[at + 1].strip() == file.stem]
    tap.check(f"{file.stem}: none of them is silent where English speaks", not silent, silent[:5])
many = tap.run([sys.executable, folder / "read.py", "en", "count.cards"]).out
tap.check("a number chooses the form", "1 card\n" in many and "21 cards\n" in many, many)
tap.done()
