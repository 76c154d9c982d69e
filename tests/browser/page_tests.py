"""What the tests of the page share: PROGRAM ARCHIVE SOURCE_ROOT [GROUP] as arguments.

Needs Node.js and Chromium; the modules of package.json are fetched once into the build folder. Where they
cannot be had, the tests are skipped and say so. PENULTIMA_SCREENSHOTS names a folder for pictures.
"""
import fcntl
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
lock_text = (here / "package-lock.json").read_text(encoding="utf-8")
# What was fetched for one build serves the others, too.
modules = next((stamp.parent for stamp in sorted(root.glob("build*/tests/browser-modules/fetched"))
                if stamp.read_text(encoding="utf-8") == lock_text),
               program.parent / "tests" / "browser-modules")


def skip(why):
    print(f"1..0 # SKIP {why}")
    sys.exit(0)


def get_modules():
    """Fetches what package.json names, unless it is there already."""
    stamp = modules / "fetched"
    modules.mkdir(parents=True, exist_ok=True)
    # Two tests may come here at the same time.
    with open(modules / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return fetch_modules(stamp)


def fetch_modules(stamp):
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == lock_text:
        return True
    for name in ("package.json", "package-lock.json"):
        shutil.copy(here / name, modules)
    fetched = tap.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=modules,
                      timeout=180)
    if fetched.status != 0:
        return False
    stamp.write_text(lock_text, encoding="utf-8")
    return True


def relay(what, command, timeout):
    """Runs a script that prints TAP; its tests become tests of ours."""
    try:
        result = tap.run(command, timeout=timeout)
    except subprocess.TimeoutExpired:
        tap.check(f"{what} come to an end", False, f"more than {timeout} seconds")
        return
    # How long each group took, and what was tried a second time.
    for note in re.findall(r"^# .*$", result.out, re.MULTILINE):
        print(note)
    found = re.findall(r"^(ok|not ok) \d+ - (.*)$", result.out, re.MULTILINE)
    for verdict, name in found:
        tap.check(name, verdict == "ok")
    is_whole = re.search(r"^1\.\.(\d+)$", result.out, re.MULTILINE)
    tap.check(f"{what} come to an end", bool(is_whole) and int(is_whole.group(1)) == len(found), result)
    if result.status != 0:
        print(result.err, file=sys.stderr)


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


def need_page():
    if not (page / "index.html").is_file():
        skip("the page was not built (clang and wasm-ld are needed)")
    if not shutil.which("node") or not shutil.which("npm"):
        skip("there is no Node.js here")


def in_browser(groups):
    """Runs groups of browser.mjs against a real server, then ends the tests."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium or not get_modules():
        why = "Chromium or the modules of package.json cannot be had"
        if not tap.count():
            skip(why)
        print(f"# not in a browser: {why}")
        tap.done()
    os.environ["CHROMIUM"] = chromium
    os.environ["PENULTIMA"] = str(program)
    # One browser at a time: two of them beside each other take longer than one after the other.
    with tempfile.TemporaryDirectory() as scratch, open(modules / "in-use", "w", encoding="utf-8") as in_use:
        fcntl.flock(in_use, fcntl.LOCK_EX)
        server = Server(scratch)
        if tap.check("the server starts", bool(server.url)):
            shots = os.environ.get("PENULTIMA_SCREENSHOTS", "")
            wanted = sys.argv[4] if len(sys.argv) > 4 else groups
            relay("the tests in the browser",
                  ["node", here / "browser.mjs", server.url, modules, shots, wanted], 900)
        tap.equal("the server stops when told", server.stop(), 0)
    tap.done()


def has_sanitizers():
    return "__asan_init" in tap.run(["nm", program]).out
