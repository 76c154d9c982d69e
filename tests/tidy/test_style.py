#!/usr/bin/env python3
"""Style that a tool can see: test_style.py PROGRAM ARCHIVE SOURCE_ROOT

C is as clang-format writes it, and functions are short (docs/STYLE.md).
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

root = Path(sys.argv[3]).resolve()
LINES_MAX = 80
FORMAT_VERSION = "14"  # others break lines elsewhere


def sources():
    found = [path for folder in ("src", "include", "tests", "web/wasm") for path in (root / folder).rglob("*.[ch]")]
    return sorted(path for path in found if "node_modules" not in path.parts)


def check_format():
    tool = shutil.which(f"clang-format-{FORMAT_VERSION}") or shutil.which("clang-format")
    version = tap.run([tool, "--version"]).out if tool else ""
    found = re.search(r"version (\d+)", version)
    if not found or found.group(1) != FORMAT_VERSION:
        print(f"# formatting is checked by clang-format {FORMAT_VERSION}, which is not here")
        return
    result = subprocess.run([tool, "--dry-run", "-Werror", *map(str, sources())], capture_output=True, text=True,
                            check=False, timeout=300)
    wrong = sorted({line.split(":")[0] for line in result.stderr.splitlines() if ": error:" in line})
    tap.equal("every C file is as clang-format writes it", [str(Path(path).relative_to(root)) for path in wrong], [])


def functions(text):
    """(name, line, lines) of each function, by the formatting: it begins and ends in the first column."""
    lines = text.splitlines()
    name, start = None, 0
    for number, line in enumerate(lines, 1):
        found = re.match(r"^(?!typedef|struct \w+ \{|enum|union)[A-Za-z_][^;=]*?\b(\w+)\(", line)
        if found and not line.rstrip().endswith(";"):
            name, start = found.group(1), number
        if line == "}" and name:
            yield name, start, number - start + 1
            name = None
        elif line.startswith("};"):
            name = None


def check_length():
    long = [f"{path.relative_to(root)}:{line} {name}: {count} lines" for path in sources()
            for name, line, count in functions(path.read_text(encoding="utf-8")) if count > LINES_MAX]
    tap.equal(f"no function has more than {LINES_MAX} lines", long, [])
    # That the measure works at all.
    sample = "int f(void)\n{\n" + "    g();\n" * LINES_MAX + "}\n"
    tap.equal("a long one would be found", [count for _, _, count in functions(sample)], [LINES_MAX + 3])


check_format()
check_length()
tap.done()
