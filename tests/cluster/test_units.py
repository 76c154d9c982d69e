#!/usr/bin/env python3
"""The units for systemd are what systemd takes; they and the manifest for Kubernetes call a program that knows what they
say, and give it the time that it needs to end: test_units.py PROGRAM ARCHIVE SOURCE_ROOT"""
import os
import re
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

manifest = (root / "docs/examples/kubernetes.yaml").read_text(encoding="utf-8")
texts = {path.name: path.read_text(encoding="utf-8") for path in units}
texts["kubernetes.yaml"] = manifest
known = subprocess.run([program, "serve", "--help"], capture_output=True, text=True, check=False).stdout
for name, text in texts.items():
    said = re.findall(r"(?<![-\w])--[a-z][a-z-]*", "\n".join(line for line in text.splitlines()
                                                            if "penultima serve" in line or "args:" in line))
    tap.equal(f"{name} says what serve knows", [word for word in said if word not in known], [])
times = dict(re.findall(r"(HAND_OVER_MS|DRAIN_MS) = (\d+)", (root / "src/serve/run.c").read_text(encoding="utf-8")))
needs = (int(times["HAND_OVER_MS"]) + int(times["DRAIN_MS"])) / 1000
rest = int(re.search(r"sleep, \"(\d+)\"", manifest).group(1))
tap.check("Kubernetes waits until all tables are handed over",
          int(re.search(r"terminationGracePeriodSeconds: (\d+)", manifest).group(1)) > needs + rest)
tap.check("and so does systemd",
          int(re.search(r"TimeoutStopSec=(\d+)", texts["penultima-node@.service"]).group(1)) > needs)
tap.done()
