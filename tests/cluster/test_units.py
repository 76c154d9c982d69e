#!/usr/bin/env python3
"""The units for systemd are what systemd takes: test_units.py PROGRAM ARCHIVE SOURCE_ROOT"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
tool = shutil.which("systemd-analyze")
units = sorted((root / "tools/systemd").iterdir())
tap.check("there are units", len(units) >= 3)
with tempfile.TemporaryDirectory() as folder:
    for unit in units:
        text = unit.read_text(encoding="utf-8")
        # A template is looked at as one of its instances.
        (Path(folder) / unit.name.replace("@.", "@7373.")).write_text(
            text.replace("/usr/local/bin/penultima", program), encoding="utf-8")
    if tool:
        done = subprocess.run([tool, "verify", *(str(path) for path in sorted(Path(folder).iterdir()))],
                              capture_output=True, text=True, check=False, timeout=120)
        said = [line for line in done.stderr.splitlines() if "penultima" in line]
        tap.equal("systemd finds nothing wrong in them", said, [], done.stderr)
    else:
        print("# systemd is not installed: they are not looked at")
tap.done()
