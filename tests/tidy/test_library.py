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

ALLOWED = {"memcpy", "memmove", "memset", "memcmp", "pen_assert_failed", "_GLOBAL_OFFSET_TABLE_"}

# What each layer may include, besides itself and the public headers.
LAYERS = {
    "rules": set(),
    "text": set(),
    "words": set(),
    "batch": set(),
    "mind": set(),
    "bots": {"mind"},
    "value": {"bots", "mind"},
    "library": set(),
    "fair": set(),
    "setup": {"bots"},
    "wire": {"bots", "fair", "setup"},
    "room": {"bots", "fair", "setup", "wire"},
    "sim": {"words", "bots", "platform"},
    "store": {"words", "fair", "platform"},
    "net": {"words", "platform"},
    "platform": {"words"},
    "hall": {"words", "bots", "fair", "room", "setup", "store", "wire"},
    "tui": {"words", "bots", "fair", "net", "platform", "room", "setup", "value", "wire"},
    "serve": {"bots", "fair", "hall", "net", "platform", "room", "setup", "store", "wire", "words"},
    "web/wasm": {"bots", "fair", "mind", "room", "setup", "text", "value", "wire"},
    "cli": {"words", "bots", "fair", "hall", "net", "platform", "room", "serve", "setup", "sim", "store", "tui", "value", "wire"},
}
PURE = ["rules", "text", "batch", "mind", "bots", "value", "fair", "setup", "wire", "room"]


# It prints and ends the process, so that the shared library can be loaded from any language; a host that has
# its own links without it.
DEFAULT_HOOK = "assert_default.c.o"


def symbols_of(path):
    """(defined, needed) by the objects of an archive, without the one that is the default hook."""
    defined, undefined, member = set(), set(), ""
    for line in tap.run(["nm", path]).out.splitlines():
        if line.endswith(":"):
            member = line[:-1]
        found = re.fullmatch(r"[0-9a-f]*\s+(\w) (\S+)", line)
        if found and not member.endswith(DEFAULT_HOOK):
            (undefined if found.group(1) == "U" else defined).add(found.group(2))
    return defined, undefined - defined


def check_symbols():
    defined, wanted = symbols_of(archive)
    if any(re.match(r"__(asan|ubsan|sanitizer|gcov|sancov)", name) for name in wanted):
        print("# instrumented: the symbols of the archive are checked in the other build")
        return
    tap.check("the archive defines the library", "pen_round_apply" in defined, sorted(defined)[:20])
    tap.check("and its bots", "pen_bot_choose" in defined, sorted(defined)[:20])
    tap.equal("the archive needs nothing else", sorted(wanted - ALLOWED), [])
    variables = []
    for line in tap.run(["objdump", "-h", archive]).out.splitlines():
        found = re.match(r"\s*\d+ (\.(?:data|bss|tdata|tbss|tm_clone_table)\S*)\s+([0-9a-f]+)", line)
        if found and int(found.group(2), 16) and not found.group(1).startswith(".data.rel.ro"):
            variables.append(found.group(1))
    tap.equal("the archive has no variables", variables, [])
    check_shared(Path(archive).parent / "libpenultima.so")


def declared():
    """The functions that the public headers declare."""
    folders = [root / "include/penultima", Path(archive).parent / "include/penultima"]
    names = set()
    for path in sorted(path for folder in folders for path in folder.glob("*.h")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        text = re.sub(r"^\s*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.MULTILINE)
        text = re.sub(r"^\{\n.*?^\}", "{}", text, flags=re.MULTILINE | re.DOTALL)  # bodies of inline functions
        names.update(re.findall(r"\b(pen_(?!_)[a-z0-9_]+)\([^;{}]*\)\s*;", text))
        names.update(re.findall(r"^PEN_INLINE [^(]*?\b(pen_[a-z0-9_]+)\(", text, flags=re.MULTILINE))
    listed = (root / "include/penultima/version.h.in").read_text(encoding="utf-8")
    names.update(f"pen_sizeof_{name}" for name in re.findall(r"^    X\((\w+)\)", listed, re.MULTILINE))
    return names


def check_shared(library):
    shown = {line.split()[2].split("@")[0] for line in
             tap.run(["nm", "-D", "--defined-only", library]).out.splitlines() if len(line.split()) == 3}
    listed = set(re.findall(r"^    (\w+);$", (root / "src/library/penultima.map").read_text(encoding="utf-8"),
                            re.MULTILINE))
    tap.equal("what the headers declare is in src/library/penultima.map", sorted(declared() - listed), [])
    tap.equal("and what is there is shown", sorted(listed ^ shown), [])
    version = tap.run([sys.argv[1], "--version"]).out.split()[1]
    dynamic = tap.run(["readelf", "-d", library]).out
    tap.check("its name changes with the interface",
              f"[libpenultima.so.{'.'.join(version.split('.')[:2])}]" in dynamic, dynamic, version)
    build = (root / "meson.build").read_text(encoding="utf-8")
    tap.equal("the version stands in meson.build alone", re.findall(r"^  version: '([\d.]+)',$", build, re.MULTILINE),
              [version])
    page = (root / "docs/LIBRARY.md").read_text(encoding="utf-8")
    tap.equal("docs/LIBRARY.md loads this one", set(re.findall(r"CDLL\(.libpenultima\.so\.([\d.]+)", page)),
              {".".join(version.split(".")[:2])})
    # Loaded from another language, without a host that defines anything.
    script = ("import ctypes, sys; lib = ctypes.CDLL(sys.argv[1]); lib.pen_version.restype = ctypes.c_char_p; "
              "lib.pen_sizeof_round.restype = ctypes.c_size_t; "
              "print(lib.pen_version().decode(), lib.pen_version_number(), lib.pen_sizeof_round() > 400)")
    major, minor, patch = (int(word) for word in version.split("."))
    tap.equal("it loads from Python", tap.run([sys.executable, "-c", script, library]).out.split(),
              [version, str(major * 10000 + minor * 100 + patch), "True"])
    result = tap.run([sys.executable, "-c", "import ctypes, sys; "
                      "ctypes.CDLL(sys.argv[1]).pen_assert_failed(b'two is three', b'here.c', 7)", library])
    tap.check("a programmer's error is told and ends the process",
              result.status == -6 and "here.c:7" in result.err and "two is three" in result.err, result)


def folder_of(layer):
    return root / (layer if "/" in layer else f"src/{layer}")


def check_includes():
    for layer, below in LAYERS.items():
        wrong = []
        for path in sorted(folder_of(layer).rglob("*.[ch]")):
            for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(encoding="utf-8"),
                                   re.MULTILINE):
                top = name.split("/")[0] if "/" in name else layer
                if top not in below | {layer, "penultima"}:
                    wrong.append(f"{path.relative_to(root)}: {name}")
                if layer == "rules" and name == "penultima/text.h":
                    wrong.append(f"{path.relative_to(root)}: {name}")
        tap.equal(f"{folder_of(layer).relative_to(root)} includes only what lies below it", wrong, [])
    wrong = []
    for path in sorted((root / "src/tui").rglob("*.[ch]")):
        room = path.parent.name
        wrong += [f"{path.relative_to(root)}: {other}" for other in
                  re.findall(r'^#include "tui/(\w+)/', path.read_text(encoding="utf-8"), re.MULTILINE) if other != room]
    tap.equal("a room of src/tui includes itself and what is shared at the root, which includes no room", wrong, [])
    known = {layer for layer in LAYERS if "/" not in layer}
    tap.equal("every folder of src is a layer", sorted(path.name for path in (root / "src").iterdir()
                                                       if path.is_dir() and path.name not in known), [])
    wrong = []
    for path in sorted(path for layer in PURE for path in (root / "src" / layer).glob("*.[ch]")):
        names = re.findall(r"^\s*#\s*include\s+<([^>]+)>", path.read_text(encoding="utf-8"), re.MULTILINE)
        wrong += [f"{path.relative_to(root)}: <{name}>" for name in names
                  if name not in ("string.h", "stdbool.h", "stddef.h", "stdint.h", "limits.h")]
    tap.equal("the pure layers include no header of input, output or memory", wrong, [])


def check_json():
    """Messages are put together and taken apart in src/wire alone, reports for programs in one file of src/platform."""
    wrong = []
    for folder in ("src/room", "src/hall", "src/tui", "src/net", "src/store", "src/cli", "src/serve", "src/sim", "web/wasm"):
        for path in sorted((root / folder).rglob("*.[ch]")):
            text = path.read_text(encoding="utf-8")
            wrong += [f"{path.relative_to(root)}: {line.strip()}" for line in text.splitlines()
                      if re.search(r'\\"[a-z_]+\\": ?|"\{\\"|jansson', line)]
    wrong += [f"{path.relative_to(root)}: jansson" for path in sorted((root / "src").rglob("*.[ch]"))
              if "jansson" in path.read_text(encoding="utf-8")]
    tap.equal("no JSON is written or compared outside src/wire", wrong, [])


# What the system is asked for in one place only, src/platform, and how that is called there. The clock of a
# file (fstat), sockets and threads stay with those who have them.
SYSTEM = {
    r"\b(clock_gettime|gettimeofday|nanosleep|usleep|gmtime_r?|localtime_r?)\(|\btime\(NULL\)": "platform/clock.h",
    r'getenv\("(XDG_|HOME")|\bmkdir\(': "platform/folder.h",
    r"\b(getrandom|getentropy)\(|/dev/u?random": "platform/bytes.h",
}


def system_calls(text):
    return [f"{line.strip()} ({instead})" for line in text.splitlines() for pattern, instead in SYSTEM.items()
            if re.search(pattern, line)]


def check_system():
    wrong = [f"{path.relative_to(root)}: {call}" for path in sorted((root / "src").rglob("*.[ch]"))
             if "platform" not in path.parts for call in system_calls(path.read_text(encoding="utf-8"))]
    tap.equal("clock, folders and random bytes are asked of the system in src/platform alone", wrong, [])
    tap.equal("and they are there", sorted({instead for path in (root / "src/platform").glob("*.c")
                                            for instead in SYSTEM.values()
                                            if any(instead in call for call in
                                                   system_calls(path.read_text(encoding="utf-8")))}),
              sorted(SYSTEM.values()))


def check_plain_compile():
    """The rules are C files and headers: nothing has to be configured to compile them."""
    made = tap.run(["cc", "-std=c11", "-fsyntax-only", "-I", root / "include", *sorted((root / "src/rules").glob("*.c"))])
    tap.equal("cc -Iinclude -c src/rules/*.c", (made.status, made.err), (0, ""))


check_symbols()
check_plain_compile()
check_json()
check_system()
check_includes()
tap.done()
