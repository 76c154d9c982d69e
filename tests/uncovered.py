#!/usr/bin/env python3
"""Lists the branches that gcovr's JSON (on standard input) counts as never taken.

uncovered.py SOURCE_ROOT
"""
import json
import sys
from pathlib import Path

root = Path(sys.argv[1])
for file in sorted(json.load(sys.stdin)["files"], key=lambda file: file["file"]):
    source = (root / file["file"]).read_text(encoding="utf-8").splitlines()
    for line in file["lines"]:
        missed = sum(1 for branch in line["branches"] if branch["count"] == 0)
        if missed and not line.get("gcovr/noncode"):
            number = line["line_number"]
            print(f"{file['file']}:{number}: {missed} of {len(line['branches'])}: {source[number - 1].strip()}")
