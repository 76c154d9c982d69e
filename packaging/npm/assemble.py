#!/usr/bin/env python3
"""Puts the package for npm together: packaging/npm/assemble.py BUILD FOLDER

BUILD is a build folder in which the page was built (./run build makes one: build). FOLDER is made, for `npm pack FOLDER`. The modules are those of
the page as they are written, the WebAssembly is the page's byte for byte.
"""
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

build, folder = (Path(one).resolve() for one in sys.argv[1:])
root = Path(__file__).resolve().parents[2]
page = build / "web"
if not (page / "penultima.wasm").is_file():
    sys.exit(f"{build} has no page: build it first")
(folder / "words").mkdir(parents=True, exist_ok=True)

for name in ("README.md", "index.js", "index.d.ts"):
    shutil.copy(root / "packaging/npm" / name, folder)
shutil.copy(root / "LICENSE", folder)
for name in ("core.js", "records.js", "room.js", "table.js"):
    shutil.copy(root / "web/js" / name, folder)
shutil.copy(build / "lang/catalogue.js", folder)
for name in ("penultima.wasm", "records.wasm", "master.mind", "masters.mind"):
    shutil.copy(page / name, folder)

# The core's sentences in its order; the page fetches them in two parts and its own beside them.
for path in sorted((page / "words").glob("*.later.json")):
    name = path.name.split(".")[0]
    first, later = (json.loads(one.read_text(encoding="utf-8")) for one in (path.with_name(f"{name}.json"), path))
    said = [one or two for one, two in zip(first["core"], later["core"])] + first.get("named", [])
    (folder / "words" / f"{name}.json").write_text(json.dumps(said, ensure_ascii=False), encoding="utf-8")

schema = subprocess.run([build / "penultima", "schema"], check=True, capture_output=True).stdout
types = subprocess.run([sys.executable, root / "tools/messages_types.py"], check=True, input=schema, capture_output=True).stdout
(folder / "messages.d.ts").write_bytes(types)

about = json.loads((root / "packaging/npm/package.json").read_text(encoding="utf-8"))
about["version"] = re.search(r"^\s*version: '([^']+)'", (root / "meson.build").read_text(encoding="utf-8"), re.MULTILINE)[1]
about["files"] = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file() and path.name != "package.json")
(folder / "package.json").write_text(json.dumps(about, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
