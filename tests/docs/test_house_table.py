#!/usr/bin/env python3
"""docs/HOUSE.md has a row for every house rule, as tools/house_table.py makes it: test_house_table.py PROGRAM ARCHIVE
SOURCE_ROOT. The figures of the document take 100,000 games each; here a few games show that the script runs."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

program, root = Path(sys.argv[1]).resolve(), Path(sys.argv[3]).resolve()
ROW = r"^\| (\*.*?\*|none) \| [\d.]+ \| .*? \| \d+ \| [\d.]+ % \| [\d.]+ % \|$"


def rows(text):
    return re.findall(ROW, text, flags=re.MULTILINE)


made = tap.run([sys.executable, root / "tools/house_table.py", program, "12"], timeout=300)
tap.equal("the script runs", made.status, 0)
tap.check("it has rows", len(rows(made.out)) > 30, made)
tap.equal("the document has the same rules in the same order",
          rows((root / "docs/HOUSE.md").read_text(encoding="utf-8")), rows(made.out))
tap.done()
