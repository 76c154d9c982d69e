#!/usr/bin/env python3
"""The page: types, parts, and the whole of it in a real browser: test_page.py PROGRAM ARCHIVE SOURCE_ROOT

Needs Node.js and Chromium; the modules of package.json are fetched once into the build folder. Where they
cannot be had, the tests are skipped and say so. PENULTIMA_SCREENSHOTS names a folder for pictures.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

program, root = Path(sys.argv[1]).resolve(), Path(sys.argv[3]).resolve()
here = root / "tests" / "browser"
page = program.parent / "web"
modules = program.parent / "tests" / "browser-modules"


def skip(why):
    print(f"1..0 # SKIP {why}")
    sys.exit(0)


def get_modules():
    """Fetches what package.json names, unless it is there already."""
    wanted = (here / "package.json").read_text(encoding="utf-8")
    stamp = modules / "fetched"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return True
    modules.mkdir(parents=True, exist_ok=True)
    shutil.copy(here / "package.json", modules)
    fetched = tap.run(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], cwd=modules,
                      timeout=180)
    if fetched.status != 0:
        return False
    stamp.write_text(wanted, encoding="utf-8")
    return True


def relay(what, command, timeout):
    """Runs a script that prints TAP; its tests become tests of ours."""
    try:
        result = tap.run(command, timeout=timeout)
    except subprocess.TimeoutExpired:
        tap.check(f"{what} come to an end", False, f"more than {timeout} seconds")
        return
    found = re.findall(r"^(ok|not ok) \d+ - (.*)$", result.out, re.MULTILINE)
    for verdict, name in found:
        tap.check(name, verdict == "ok", *([] if verdict == "ok" else [result.err]))
    is_whole = re.search(r"^1\.\.(\d+)$", result.out, re.MULTILINE)
    tap.check(f"{what} come to an end", bool(is_whole) and int(is_whole.group(1)) == len(found), result)


class Server:
    """The real server with a fresh data file."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--data", Path(folder, "tables.db"), "--web", page,
             "--no-limits", "--lang", "en"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = ""
        while not self.url:
            line = self.process.stdout.readline()
            if not line:
                break
            found = re.search(r"http://\S+", line)
            self.url = found.group(0) if found else ""

    def stop(self):
        self.process.terminate()
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None


chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
if not (page / "index.html").is_file():
    skip("the page was not built (clang and wasm-ld are needed)")
if not shutil.which("node") or not shutil.which("npm"):
    skip("there is no Node.js here")

relay("the tests of the parts", ["node", here / "unit.mjs", page, program, root], 120)
if not get_modules():
    print("# the modules for the browser could not be fetched: only the parts were tested")
    tap.done()

types = tap.run(["node", modules / "node_modules/typescript/bin/tsc", "-p", here], timeout=180)
tap.check("the page's code has the types it says", types.status == 0, types.out)

if not chromium:
    print("# there is no Chromium here: only the parts and the types were tested")
    tap.done()
os.environ["CHROMIUM"] = chromium
# The page itself is the same in a build with sanitizers; what differs is the server.
only = ["friends"] if "__asan_init" in tap.run(["nm", program]).out else sys.argv[4:5]
with tempfile.TemporaryDirectory() as scratch:
    server = Server(scratch)
    if tap.check("the server starts", bool(server.url)):
        shots = os.environ.get("PENULTIMA_SCREENSHOTS", "")
        relay("the tests in the browser",
              ["node", here / "browser.mjs", server.url, modules, shots, *only], 380)
    tap.equal("the server stops when told", server.stop(), 0)
tap.done()
