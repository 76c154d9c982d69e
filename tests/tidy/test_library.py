#!/usr/bin/env python3
"""What the library promises about itself: test_library.py PROGRAM ARCHIVE SOURCE_ROOT

Its archive needs nothing but four functions of memory and the assertion hook, and has no variables;
layers include only what lies below them.
"""
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

archive, root = os.path.abspath(sys.argv[2]), Path(sys.argv[3])

ALLOWED = {"memcpy", "memmove", "memset", "memcmp", "pen_assert_failed"}

# What each layer may include, besides itself and the public headers.
LAYERS = {
    "rules": set(),
    "text": set(),
    "words": set(),
    "batch": set(),
    "mind": set(),
    "bots": {"mind"},
    "fair": set(),
    "wire": {"bots", "fair"},
    "room": {"bots", "fair", "wire"},
    "sim": {"words", "bots"},
    "store": {"words", "fair"},
    "net": {"words"},
    "platform": set(),
    "hall": {"words", "bots", "fair", "room", "store", "wire"},
    "tui": {"words", "bots", "fair", "net", "room", "wire"},
    "cli": {"words", "bots", "fair", "hall", "net", "platform", "room", "sim", "store", "tui", "wire"},
}
PURE = ["rules", "text", "batch", "mind", "fair", "wire", "room"]


def check_symbols():
    defined, undefined = set(), set()
    for line in tap.run(["nm", archive]).out.splitlines():
        found = re.fullmatch(r"[0-9a-f]*\s+(\w) (\S+)", line)
        if found:
            (undefined if found.group(1) == "U" else defined).add(found.group(2))
    wanted = undefined - defined
    if any(re.match(r"__(asan|ubsan|sanitizer|gcov|sancov)", name) for name in wanted):
        print("# instrumented: the symbols of the archive are checked in the other build")
        return
    tap.check("the archive defines the library", "pen_round_apply" in defined, sorted(defined)[:20])
    tap.equal("the archive needs nothing else", sorted(wanted - ALLOWED), [])
    variables = []
    for line in tap.run(["objdump", "-h", archive]).out.splitlines():
        found = re.match(r"\s*\d+ (\.(?:data|bss|tdata|tbss|tm_clone_table)\S*)\s+([0-9a-f]+)", line)
        if found and int(found.group(2), 16) and not found.group(1).startswith(".data.rel.ro"):
            variables.append(found.group(1))
    tap.equal("the archive has no variables", variables, [])


def check_includes():
    for layer, below in LAYERS.items():
        wrong = []
        for path in sorted((root / "src" / layer).glob("*.[ch]")):
            for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(encoding="utf-8"),
                                   re.MULTILINE):
                top = name.split("/")[0] if "/" in name else layer
                if top not in below | {layer, "penultima"}:
                    wrong.append(f"{path.relative_to(root)}: {name}")
                if layer == "rules" and name == "penultima/text.h":
                    wrong.append(f"{path.relative_to(root)}: {name}")
        tap.equal(f"src/{layer} includes only what lies below it", wrong, [])
    wrong = []
    for path in sorted(path for layer in PURE for path in (root / "src" / layer).glob("*.[ch]")):
        names = re.findall(r"^\s*#\s*include\s+<([^>]+)>", path.read_text(encoding="utf-8"), re.MULTILINE)
        wrong += [f"{path.relative_to(root)}: <{name}>" for name in names
                  if name not in ("string.h", "stdbool.h", "stddef.h", "stdint.h", "limits.h")]
    tap.equal("the pure layers include no header of input, output or memory", wrong, [])


check_symbols()
check_includes()
tap.done()
