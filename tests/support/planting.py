"""A copy of the sources in which faults are planted, and its build; for the planted.py of tests/hall and tests/cluster."""
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)


def must(command, **more):
    result = run(command, **more)
    if result.returncode != 0:
        sys.exit(result.stdout[-3000:])


def copy_sources(where, *options, **environment):
    """Copies what git knows to 'where' and sets its build up; returns (copy, build folder)."""
    copy = Path(where) / "sources"
    folder = copy / "build"
    copy.mkdir(parents=True, exist_ok=True)
    files = run(["git", "-C", str(ROOT), "ls-files", "-z"]).stdout
    subprocess.run(["tar", "-C", str(ROOT), "--null", "-T", "-", "-cf", str(copy / "all.tar")], input=files,
                   text=True, check=True)
    subprocess.run(["tar", "-C", str(copy), "-xf", str(copy / "all.tar")], check=True)
    if not folder.exists():
        must(["meson", "setup", str(folder), str(copy), *options], env={**os.environ, **environment})
    return copy, folder


def build(folder, target):
    must(["ninja", "-C", str(folder), target])
