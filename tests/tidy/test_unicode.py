#!/usr/bin/env python3
"""src/room/unicode_tables.h is what tools/unicode_tables.py writes: test_unicode.py PROGRAM ARCHIVE SOURCE_ROOT

Where ICU and Python know the same versions of Unicode as when it was written; otherwise nothing can be said.
"""
import subprocess
import sys
import unicodedata
from ctypes.util import find_library
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

root = Path(sys.argv[3])
if not (find_library("icui18n") or "").endswith(".72") or unicodedata.unidata_version != "14.0.0":
    print("1..0 # SKIP other versions of Unicode are here")
    sys.exit(0)
result = subprocess.run([sys.executable, root / "tools/unicode_tables.py", "--check"], check=False)
tap.check("the tables are as they would be written now", result.returncode == 0)
tap.done()
