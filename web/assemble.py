#!/usr/bin/env python3
"""Puts the page together in one folder.

    assemble.py FOLDER STAMP SOURCE WASM      for the build; STAMP is written last
    assemble.py --install FOLDER SOURCE WASM  below the prefix that Meson installs to
    assemble.py --list SOURCE                 the files it copies

Copies what a browser asks for, gives the service worker a version that changes with the files, and
puts a compressed copy beside each file, so that a server need not compress.
"""
import gzip
import hashlib
import os
import sys
from pathlib import Path

KINDS = {".html", ".css", ".js", ".svg", ".webmanifest"}


def page_files(source):
    return sorted(path for path in source.rglob("*") if path.is_file() and path.suffix in KINDS)


def assemble(folder, source, wasm):
    contents = {path.relative_to(source): path.read_bytes() for path in page_files(source)}
    contents[Path("penultima.wasm")] = Path(wasm).read_bytes()
    version = hashlib.sha256()
    for name, data in sorted(contents.items()):
        version.update(str(name).encode() + b"\0" + data + b"\0")
    worker = contents[Path("sw.js")].decode("utf-8")
    files = [str(name) for name in sorted(contents) if name != Path("sw.js")]
    worker = worker.replace('"dev"', f'"{version.hexdigest()[:16]}"')
    worker = worker.replace("/* FILES */", ", ".join(f'"{name}"' for name in files))
    contents[Path("sw.js")] = worker.encode("utf-8")
    for name, data in contents.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        # A fixed time: equal files give equal archives.
        target.with_name(target.name + ".gz").write_bytes(gzip.compress(data, 9, mtime=0))
    return version.hexdigest()


if sys.argv[1] == "--list":
    print("\n".join(str(path) for path in page_files(Path(sys.argv[2]))))
elif sys.argv[1] == "--install":
    prefix = Path(os.environ["MESON_INSTALL_DESTDIR_PREFIX"])
    assemble(prefix / sys.argv[2], Path(sys.argv[3]), sys.argv[4])
else:
    made = assemble(Path(sys.argv[1]), Path(sys.argv[3]), sys.argv[4])
    Path(sys.argv[2]).write_text(made + "\n", encoding="utf-8")
