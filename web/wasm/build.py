#!/usr/bin/env python3
"""Compiles the core for the page: build.py OUT.wasm DEPFILE ROOT BUILD CLANG WASM_LD SOURCE...

No C library and no start-up code: what is needed of them is in web/wasm/libc.c.
"""
import concurrent.futures
import os
import subprocess
import sys
import tempfile
from pathlib import Path

FLAGS = ["--target=wasm32", "-std=c11", "-ffreestanding", "-fvisibility=hidden", "-mbulk-memory", "-Oz",
         "-Wall", "-Wextra", "-pedantic", "-Wshadow", "-Wconversion", "-Wstrict-prototypes",
         "-Wmissing-prototypes", "-Wvla", "-Werror"]
LINK = ["--no-entry", "--gc-sections", "-O2", "--strip-all", "-z", "stack-size=262144"]


def main(out, depfile, root, build, clang, wasm_ld, *sources):
    include = [f"-I{Path(root, folder)}" for folder in ("web/wasm/include", "web/wasm", "include", "src")]
    include.append(f"-I{Path(build, 'include')}")  # what is made of lang/
    sources = [source for source in sources if source.endswith(".c")]
    with tempfile.TemporaryDirectory() as folder:
        def compile_one(numbered):
            number, source = numbered
            target = Path(folder, f"{number}.o")
            subprocess.run([clang, *FLAGS, *include, "-MMD", "-c", source, "-o", target], check=True)
            return target

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(compile_one, enumerate(sources)))
        subprocess.run([wasm_ld, *LINK, *objects, "-o", out], check=True)
        needs = set()
        for one in objects:
            words = one.with_suffix(".d").read_text(encoding="utf-8").replace("\\\n", " ").split()
            needs.update(words[1:])
    Path(depfile).write_text(f"{out}: {' '.join(sorted(needs))}\n", encoding="utf-8")


try:
    main(*sys.argv[1:])
except subprocess.CalledProcessError as problem:
    sys.exit(problem.returncode)
