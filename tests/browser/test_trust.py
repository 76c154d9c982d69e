#!/usr/bin/env python3
"""The page at the tables of a server that lies, and of one that is busy: test_trust.py PROGRAM ARCHIVE SOURCE_ROOT"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import page_tests
from page_tests import here, modules, program, tap

sys.path.insert(0, str(here.parent / "attack"))
from cheat import Cheat  # noqa: E402

page_tests.need_page()
chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
if not chromium or page_tests.has_sanitizers() or not page_tests.get_modules():
    page_tests.skip("no browser here, or another build tries it")
os.environ["CHROMIUM"] = chromium
BAD = "This game does not check!"
LIES = {"honest": ("Checked: commitment, seed, cards and signatures agree.", True),
        "no-commit": ("The server has committed to no seed", False),
        "commit": (BAD, False),
        "commit-late": ("The server has changed its commitment!", False),
        "signature": ("The server's signature is wrong", True),
        "seed": (BAD, True), "end": (BAD, True)}


def visit(port, mode, timeout=110):
    cheat = Cheat(port, mode)
    process = subprocess.Popen(["node", here / "trust.mjs", f"http://127.0.0.1:{cheat.port}", modules, mode],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if mode == "busy":
        process.stdout.readline()
        cheat.busy = ["disk", "too-fast"]
        cheat.cut()
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
    cheat.close()
    try:
        return json.loads(out.strip().split("\n")[-1]), cheat, err
    except ValueError:
        return {"said": [], "kept": [], "key": "", "problems": [out, err]}, cheat, err


def judge(mode, seen, cheat, err, key, scratch):
    wanted, is_revealed = LIES[mode]
    tap.check(f"{mode}: the page says so", any(wanted in one for one in seen["said"]), *seen["said"], err)
    tap.equal(f"{mode}: the seed is {'' if is_revealed else 'not '}revealed", "reveal" in cheat.heard, is_revealed)
    tap.equal(f"{mode}: nothing breaks in the page", seen["problems"], [])
    if mode == "honest":
        tap.check("the page shows the server's key", seen["key"].split()[-1] == key[:16], seen["key"], key)
    if wanted == BAD:
        path = Path(scratch, f"{mode}.mesa")
        path.write_text(seen["kept"][-1] if seen["kept"] else "", encoding="utf-8")
        result = tap.run([program, "verify", "--lang", "en", path])
        tap.check(f"{mode}: what was kept shows it", result.status == 1 and "✗" in result.out, result)


with tempfile.TemporaryDirectory() as scratch:
    server = page_tests.Server(scratch)
    port = int(server.url.rstrip("/").rsplit(":", 1)[1].split("/")[0])
    key = json.loads(page_tests.tap.run(["curl", "-s", f"http://127.0.0.1:{port}/health"]).out)["key"]
    wanted = sys.argv[4].split(",") if len(sys.argv) > 4 else list(LIES)
    results = {}

    def work(modes):
        for mode in modes:
            results[mode] = visit(port, mode)

    threads = [threading.Thread(target=work, args=(wanted[i::2],)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for mode in wanted:
        judge(mode, *results[mode], key, scratch)
    seen, cheat, err = visit(port, "busy", 60)
    tap.check("refused for the moment, the page asks again and is let in",
              cheat.heard.count("resume") >= 3 and not seen["problems"], cheat.heard, seen["problems"], err)
    tap.equal("the server stops when told", server.stop(), 0)
tap.done()
