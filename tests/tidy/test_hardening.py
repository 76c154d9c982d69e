#!/usr/bin/env python3
"""What the linker was told, read from the built program: test_hardening.py PROGRAM ARCHIVE SOURCE_ROOT"""
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

program = os.path.abspath(sys.argv[1])


def read(*options):
    return tap.run(["readelf", "-W", *options, program]).out


header, dynamic, segments, symbols = (read(option) for option in ("-h", "-d", "-l", "--dyn-syms"))
is_sanitized = "__asan" in symbols or "__ubsan" in symbols
tap.check("its place in memory is not known beforehand (PIE)",
          re.search(r"Type:\s+DYN", header) and re.search(r"FLAGS_1\).*\bPIE\b", dynamic), header, dynamic)
tap.check("all is bound at the start (BIND_NOW)", "BIND_NOW" in dynamic or re.search(r"Flags:.*NOW", dynamic),
          dynamic)
tap.check("and then read-only (RELRO)", "GNU_RELRO" in segments, segments)
tap.check("nothing of it is both written and run",
          not re.search(r"^\s*\w+\s+0x.*\bRWE\b", segments, re.MULTILINE) and
          re.search(r"GNU_STACK.* RW ", segments), segments)
tap.check("stacks are protected", "__stack_chk_fail" in symbols, symbols[:2000])
if not is_sanitized and "-O0" not in os.environ.get("CFLAGS", ""):
    tap.check("the C library checks lengths (FORTIFY)", re.search(r"__\w+_chk@", symbols), symbols[:2000])
if re.search(r"Machine:.*X86-64", header):
    # What the compiler can do. The program is not marked for it, because the C library's own first objects are not
    # (Debian's), so no processor enforces it and docs/SECURITY.md does not promise it.
    begin = tap.run(["objdump", "-d", "--no-show-raw-insn", "--disassemble=main", program]).out
    tap.check("our functions have landing pads for indirect jumps", "endbr64" in begin, begin[:1000])
tap.done()
