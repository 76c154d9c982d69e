#!/usr/bin/env python3
"""The room is pure: test_pure.py PROGRAM ARCHIVE SOURCE_ROOT

Its objects, and those of the fair shuffle, need nothing but four functions of memory, the assertion hook and
each other, the rules and the bots; they have no variables. So the same code runs in a server, in a simulator
and in a page.
"""
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

root = Path(sys.argv[3])
build = Path(sys.argv[1]).resolve().parent

ALLOWED = {"memcpy", "memmove", "memset", "memcmp", "pen_assert_failed", "_GLOBAL_OFFSET_TABLE_"}
OWN = re.compile(r"(pen|room|fair|bot|setup|wire)_")


def check(folder, path):
    made = folder / (path.stem + ".o")
    result = tap.run(["cc", "-std=c11", "-O1", "-ffreestanding", "-fno-stack-protector", "-I", root / "include",
                      "-I", build / "include", "-I", root / "src", "-c", path, "-o", made], timeout=60)
    if result.status != 0:
        return [f"{path.name}: {result.err}"]
    wrong = []
    for line in tap.run(["nm", "-u", made]).out.splitlines():
        name = line.split()[-1]
        if name not in ALLOWED and not OWN.match(name):
            wrong.append(f"{path.name} needs {name}")
    # Tables of strings are constant, too; the linker writes addresses into them (.data.rel.ro).
    for line in tap.run(["objdump", "-h", made]).out.splitlines():
        found = re.match(r"\s*\d+ (\.(?:data|bss|tdata|tbss)\S*)\s+([0-9a-f]+)", line)
        if found and int(found.group(2), 16) and not found.group(1).startswith(".data.rel.ro"):
            wrong.append(f"{path.name} has variables in {found.group(1)}")
    return wrong


with tempfile.TemporaryDirectory() as name:
    for layer in ("fair", "setup", "wire", "room"):
        wrong = []
        for path in sorted((root / "src" / layer).glob("*.c")):
            wrong += check(Path(name), path)
        tap.equal(f"src/{layer} needs nothing and has no variables", wrong, [])
tap.done()
