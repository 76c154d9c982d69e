#!/usr/bin/env python3
"""Compiles the core for the page: build.py PLAY.wasm RECORDS.wasm DEPFILE ROOT BUILD CLANG WASM_LD SOURCE...

No C library and no start-up code: what is needed of them is in web/wasm/libc.c.
"""
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FLAGS = ["--target=wasm32", "-std=c11", "-ffreestanding", "-fvisibility=hidden", "-mbulk-memory", "-Oz",
         "-Wall", "-Wextra", "-pedantic", "-Wshadow", "-Wconversion", "-Wstrict-prototypes",
         "-Wmissing-prototypes", "-Wvla", "-Werror"]
LINK = ["--no-entry", "--gc-sections", "-O2", "--strip-all", "-z", "stack-size=262144"]

# What only one of the two modules offers; what is not needed for it is left out.
RECORDS = {"page_differs.c", "page_replay.c", "page_verify.c"}
PLAY = {"page_lists.c", "page_mind.c", "page_refusal.c", "page_room.c", "page_seal.c", "page_setup.c", "page_words.c"}


def main(out, records, depfile, root, build, clang, wasm_ld, *sources):
    include = [f"-I{Path(root, folder)}" for folder in ("web/wasm/include", "web/wasm", "include", "src")]
    include.append(f"-I{Path(build, 'include')}")  # what is made of lang/
    sources = [source for source in sources if source.endswith(".c")]
    # What was compiled for another build folder serves this one, too.
    cached = [ccache] if (ccache := shutil.which("ccache")) else []
    with tempfile.TemporaryDirectory() as folder:
        def compile_one(numbered):
            number, source = numbered
            target = Path(folder, f"{number}.o")
            subprocess.run([*cached, clang, *FLAGS, *include, "-MMD", "-c", source, "-o", target], check=True)
            return target

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(compile_one, enumerate(sources)))
        for target, others in ((out, RECORDS), (records, PLAY)):
            parts = [one for one, source in zip(objects, sources) if Path(source).name not in others]
            subprocess.run([wasm_ld, *LINK, *parts, "-o", target], check=True)
        needs = set()
        for one in objects:
            words = one.with_suffix(".d").read_text(encoding="utf-8").replace("\\\n", " ").split()
            needs.update(words[1:])
    Path(depfile).write_text(f"{out}: {' '.join(sorted(needs))}\n", encoding="utf-8")


try:
    main(*sys.argv[1:])
except subprocess.CalledProcessError as problem:
    sys.exit(problem.returncode)
