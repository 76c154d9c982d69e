#!/usr/bin/env python3
"""What the build promises: test_build.py PROGRAM ARCHIVE SOURCE_ROOT

A second build has nothing to do; a checkout that cannot be written to gets one sentence; the library alone
builds with what is here and plays the same games.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

build, root = Path(sys.argv[1]).resolve().parent, Path(sys.argv[3]).resolve()


def check_nothing_to_do():
    """As a second ./run finds it. Scripts that write onto their own input made it build for ever."""
    said = tap.run(["ninja", "-C", build, "-n", "-d", "explain"])
    left = [line for line in said.out.splitlines() if line.startswith("[")]
    tap.equal("what was built is not built again", left, [], said.err[-1500:])


def check_unwritable():
    if not shutil.which("unshare") or os.geteuid() != 0:
        print("# a folder that cannot be written to needs root and unshare to be tried")
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in ("run", "tools"):
            source = root / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, Path(folder) / name)
        script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$0/run" build'
        probe = subprocess.run(["unshare", "-m", "true"], check=False, capture_output=True)
        if probe.returncode != 0:
            print("# this system lets nobody unshare")
            return
        result = tap.run(["unshare", "-m", "sh", "-c", script, folder])
        lines = result.err.splitlines()
        tap.check("a folder that cannot be written to gets one sentence",
                  result.status == 2 and len(lines) == 1 and "cannot write in" in lines[0], result)


def check_portable():
    """The cheap ones; tools/portable.sh without words tries all that are installed."""
    if build.name != "build-check":
        print("# the library alone is tried in one build only")
        return
    result = tap.run([root / "tools/portable.sh", "gcc", "musl"], timeout=390)
    tap.check("the library alone, with other compilers, plays the same games",
              result.status == 0 and "ok: gcc" in result.out, result)


check_nothing_to_do()
check_unwritable()
check_portable()
tap.done()
