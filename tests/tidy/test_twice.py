#!/usr/bin/env python3
"""The page's modules are the same bytes wherever they are built: test_twice.py PROGRAM ARCHIVE SOURCE_ROOT

The build's own command is carried out once more in folders of other names. 'tools/packages twice' does so with everything.
"""
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

build, root = Path(sys.argv[1]).resolve().parent, Path(sys.argv[3]).resolve()
asked = subprocess.run(["ninja", "-t", "commands", "web/wasm/penultima.wasm"], cwd=build, capture_output=True, text=True, check=False)
if asked.returncode != 0 or not asked.stdout:
    print("1..0 # SKIP built without the page")
    sys.exit(0)
with tempfile.TemporaryDirectory() as folder:
    other, elsewhere = Path(folder, "a source of another name"), Path(folder, "a source of another name", "and-build")
    for name in ("src", "include", "web", "lang", "house", "editions", "learn"):
        shutil.copytree(root / name, other / name)
    # What the build has made for the compiler.
    for made in build.rglob("*"):
        if made.suffix in (".c", ".h") and "meson-" not in str(made.relative_to(build)) and ".p/" not in str(made):
            target = elsewhere / made.relative_to(build)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(made, target)
    out = elsewhere / "web" / "wasm"
    out.mkdir(parents=True, exist_ok=True)
    words = [word.replace(str(build), str(elsewhere)) for word in shlex.split(asked.stdout.strip().splitlines()[-1])]
    # Sources are named from the build folder, which is one deeper than the sources there as here.
    words = [word.replace(str(root), str(other)) if not word.startswith(str(elsewhere)) else word for word in words]
    done = tap.run(words, cwd=elsewhere, timeout=600)
    tap.check("the modules are built in another folder", done.status == 0, done)
    for name in ("penultima.wasm", "records.wasm", "seal.wasm"):
        tap.check(f"{name} is the same there", (out / name).is_file() and (out / name).read_bytes() == (build / "web/wasm" / name).read_bytes())
        tap.check(f"{name} names no folder", str(root).encode() not in (out / name).read_bytes())
tap.check("the program names no folder", str(root).encode() not in Path(sys.argv[1]).read_bytes()
          or "/build-sanitize" in str(build), "a path of the build is written into it")
tap.done()
