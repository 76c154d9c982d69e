#!/usr/bin/env python3
"""Compiles the core for the page: build.py FOLDER DEPFILE ROOT BUILD CLANG WASM_LD SOURCE...

No C library and no start-up code: what is needed of them is in web/wasm/libc.c. Binaryen's wasm-opt, where it is
installed, makes the modules a fiftieth smaller.
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

# What every browser that runs the page knows. The linker puts nothing below 1024.
# Branches that are laid out anew after the first pass save half a percent.
SMALLER = ["-Oz", "--flatten", "--rereloop", "-Oz", "-Oz",
           "--low-memory-unused", "--enable-bulk-memory", "--enable-sign-ext", "--enable-mutable-globals"]

# The files of web/wasm that each module is made of, besides libc.c and page.c; what nobody calls is left out.
SHARED = {"page_edition.c", "page_take.c"}
MODULES = {
    "penultima.wasm": SHARED | {"page_lists.c", "page_mind.c", "page_refusal.c", "page_room.c", "page_setup.c", "page_words.c"},
    "records.wasm": SHARED | {"page_differs.c", "page_from.c", "page_replay.c", "page_verify.c"},
    "seal.wasm": {"page_seal.c"},
    "analysis.wasm": SHARED | {"page_analyse.c", "page_mind.c"},
}
PARTS = set().union(*MODULES.values())


def main(out, depfile, root, build, clang, wasm_ld, *sources):
    # Seen from here, and then without the way there: no folder of whoever builds it is written into the modules.
    root, build = os.path.relpath(root), os.path.relpath(build)
    include = [f"-I{Path(root, folder)}" for folder in ("web/wasm/include", "web/wasm", "include", "src")]
    # What is made of lang/, and of what learn/ measured.
    include += [f"-I{Path(build, 'include')}", f"-I{Path(build, 'src', 'value')}", f"-ffile-prefix-map={root}/="]
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
        for name, inside in MODULES.items():
            parts = [one for one, source in zip(objects, sources) if Path(source).name not in PARTS - inside]
            subprocess.run([wasm_ld, *LINK, *parts, "-o", Path(out, name)], check=True)
            if smaller := shutil.which("wasm-opt"):
                subprocess.run([smaller, *SMALLER, Path(out, name), "-o", Path(out, name)], check=True)
        needs = set()
        for one in objects:
            words = one.with_suffix(".d").read_text(encoding="utf-8").replace("\\\n", " ").split()
            needs.update(words[1:])
    Path(depfile).write_text(f"{Path(out, 'penultima.wasm')}: {' '.join(sorted(needs))}\n", encoding="utf-8")


try:
    main(*sys.argv[1:])
except subprocess.CalledProcessError as problem:
    sys.exit(problem.returncode)
